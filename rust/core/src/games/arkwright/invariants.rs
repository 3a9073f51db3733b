//! What must hold between the fields of a position. Ranges come first, so that nothing later can go wrong on numbers from
//! outside.

use super::Arkwright;
use super::data::{TRACKS, card, event};
use super::flow::{few_are_solvent, lowest_portfolio, place_of};
use super::moves::{
    Begun, any_legal, automation_limit, breakable, can_develop, card_limit, card_missing, distribution_cards_owned,
    distribution_cards_used, distribution_points, patent_boards, quality_cap_at, quality_cards_owned,
    quality_cards_used, quality_points, takeable,
};
use super::production::{output, ships_in_production, ships_owned, warehouse_sizes};
use super::state::{Factory, Kind, MOST_CASH, NONE, Phase, SEATS, Seat, State};
use crate::bits::places;
use crate::error::{Error, Result, counted};

/// Refuses with a sentence unless the condition holds.
macro_rules! require {
    ($condition:expr, $($sentence:tt)*) => {
        if !$condition {
            return Err(Error::state(format!($($sentence)*)));
        }
    };
}

/// Ok for a consistent position.
pub(super) fn check(game: &Arkwright, s: &State) -> Result<()> {
    check_market_ranges(game, s)?;
    for (player, seat) in s.seats[..game.setup.players].iter().enumerate() {
        check_seat_ranges(game, seat).map_err(in_seat(player))?;
    }
    let unused = &s.seats[game.setup.players..];
    require!(unused.iter().all(|seat| *seat == Seat::default()), "a seat outside the game is in use");
    check_cards(game, s)?;
    for player in 0..game.setup.players {
        check_seat(game, s, player).map_err(in_seat(player))?;
    }
    check_actor(s)?;
    check_events(game, s)?;
    check_steps(game, s)?;
    check_prices(game, s)?;
    check_phase(game, s)?;
    check_solvency(game, s)
}

fn check_market_ranges(game: &Arkwright, s: &State) -> Result<()> {
    let (data, n) = (&game.data, game.setup.players);
    require!(s.round < data.round_count, "round {} is past the last one", u32::from(s.round) + 1);
    require!(usize::from(s.start) < n, "there is no seat {} to start", u16::from(s.start) + 1);
    require!(s.round > 0 || s.start == 0, "player 0 starts the first round");
    let chance = matches!(s.phase, Phase::Event | Phase::Over);
    let acts = if chance { s.actor == NONE } else { usize::from(s.actor) < n };
    require!(acts, "seat {} cannot act in the phase {}", u16::from(s.actor) + 1, s.phase.name());
    for (good, demand) in data.goods.iter().zip(s.demand) {
        require!((data.demand_low..=data.demand_high).contains(&demand), "demand for {good} cannot be {demand}");
    }
    require!(s.wage_space <= game.last_wage_space, "there is no wage space {}", u32::from(s.wage_space) + 1);
    let with_neutral = data.setup(n).neutral.is_some();
    let fits = |appeal: u8| if with_neutral { appeal <= data.appeal_top } else { appeal == NONE };
    require!(
        s.neutral[..data.goods_count].iter().all(|appeal| fits(*appeal)),
        "the neutral markers do not fit the set-up"
    );
    let among = |entry: u8, count: usize| entry == NONE || usize::from(entry) < count;
    require!(among(s.event, data.events.len()), "there is no event {}", s.event);
    require!(s.set_factories & !data.all_goods == 0, "there are only {} factories", data.goods_count);
    require!(among(s.producing, data.goods_count), "there is no such good");
    require!(among(s.given_up, data.cards.len()), "there is no such card");
    Ok(())
}

fn check_seat_ranges(game: &Arkwright, seat: &Seat) -> Result<()> {
    let data = &game.data;
    require!((0..=MOST_CASH).contains(&seat.cash), "cash cannot be {}", seat.cash);
    let cards = data.cards.len();
    require!(seat.cards >> cards == 0, "there are only {}", counted(cards, "Development card"));
    require!(seat.bankrupt_round <= data.round_count, "there is no round {}", seat.bankrupt_round);
    require!(seat.shares <= data.holding_cap, "a seat cannot have {}", counted(seat.shares, "share"));
    require!((1..=data.value_cap).contains(&seat.share_value), "the share value cannot be {}", seat.share_value);
    require!(seat.loans <= data.loan_spaces, "a seat cannot have {}", counted(seat.loans, "loan"));
    require!(seat.ship_tokens <= data.ship_tokens, "a seat cannot have {}", counted(seat.ship_tokens, "ship token"));
    require!(seat.engineer == NONE || usize::from(seat.engineer) < data.goods_count, "the Engineer is nowhere");
    require!(seat.price == NONE || seat.price <= data.highest_price, "the price cannot be {}", seat.price);
    require!(seat.sold == NONE || seat.sold <= data.appeal_top, "{} goods cannot be sold", seat.sold);
    for track in 0..TRACKS {
        require!(seat.levels[track] <= data.last_level[track], "{} has no such level", data.tracks[track]);
    }
    for (good, factory) in data.goods.iter().zip(&seat.factories) {
        require!(factory.decade <= data.decades, "there is no tile of decade {}", factory.decade);
        let closed = factory.decade == 0;
        require!(!closed || *factory == Factory::default(), "{good} is not open, but has something in it");
        require!(factory.worker_cards <= data.worker_cards, "{good} has too many worker cards");
        require!(factory.appeal <= data.appeal_top, "the appeal of {good} cannot be {}", factory.appeal);
        let within = factory.quality <= data.engineer_quality_cap && factory.distribution <= data.distribution_cap;
        require!(within, "{good} has too much Quality or Distribution");
    }
    for warehouse in &seat.warehouses {
        let empty = warehouse.good == NONE && warehouse.count == 0;
        require!(
            empty || usize::from(warehouse.good) < data.goods_count && warehouse.count > 0,
            "a warehouse is not right"
        );
    }
    Ok(())
}

/// No Development card is lost or made (R28, R42, R47).
fn check_cards(game: &Arkwright, s: &State) -> Result<()> {
    require!(s.in_supply == s.in_supply_now(), "the mask of cards in the supply is wrong");
    let copies = u32::from(game.data.setup(game.setup.players).copies);
    for k in 0..game.data.cards.len() {
        let held = s.seats[..game.setup.players].iter().filter(|seat| seat.has_row(k)).count();
        let there = u32::from(s.supply[k]) + held as u32;
        let expected = if game.data.card_decade[k] <= s.decade(&game.data) { copies } else { 0 };
        let name = &game.data.cards[k];
        require!(there == expected, "{} of {name} in play, not {expected}", counted(there, "copy"));
    }
    Ok(())
}

fn check_seat(game: &Arkwright, s: &State, player: usize) -> Result<()> {
    let seat = &s.seats[player];
    require!(seat.open == seat.open_now(), "the mask of open factories is wrong");
    let acts = usize::from(s.actor) == player;
    let (held, limit) = (seat.cards.count_ones(), card_limit(game, seat));
    require!(held <= limit, "a hand of {} is over the limit of {limit}", counted(held, "card"));
    let gave_up = acts && matches!(s.phase, Phase::Lower | Phase::Take);
    require!(!gave_up || held + 1 == limit, "a card was given up, and {held} are held of {limit}");
    require!(!seat.patent_used || seat.holds(&game.data, card::PATENT), "a Patent is used that is not held");
    require!(!seat.extra_used || game.options.expert_actions, "there is no Extra Production in this game");
    require!(seat.ships_used <= ships_owned(game, seat), "more ships are used than there are");
    require!(seat.ships_used <= seat.ship_tokens, "more ships are used than tokens placed");
    check_levels(game, s, seat)?;
    check_engineer(game, s, seat, acts)?;
    check_factories(game, s, seat)?;
    check_card_use(game, s, seat, acts)?;
    check_warehouses(game, seat)?;
    check_bankrupt(game, s, player)
}

fn check_levels(game: &Arkwright, s: &State, seat: &Seat) -> Result<()> {
    let latest = s.decade(&game.data) + game.data.patent_decades;
    for (level, track) in seat.levels.iter().zip(&game.data.tracks) {
        let gate = level.checked_sub(1).map_or(0, |reached| game.data.gates[usize::from(reached)]);
        require!(gate <= latest, "level {level} of {track} is not open yet");
    }
    Ok(())
}

fn check_factories(game: &Arkwright, s: &State, seat: &Seat) -> Result<()> {
    let data = &game.data;
    for good in seat.open_factories() {
        let (factory, name) = (&seat.factories[good], &data.goods[good]);
        require!(factory.decade <= s.decade(&game.data), "{name} has a tile of a later decade");
        for c in 0..usize::from(data.worker_cards) {
            let there = c < usize::from(factory.worker_cards);
            let units = if there { data.units[usize::from(factory.decade)][c] } else { 0 };
            require!(factory.machines[c] <= units, "card {} of {name} has too many machines", c + 1);
        }
        let cap = quality_cap_at(game, seat, good);
        require!(factory.quality <= cap, "Quality of {name} stops at {cap}");
        let cap = data.distribution_cap;
        require!(factory.distribution <= cap, "Distribution of {name} stops at {cap}");
    }
    Ok(())
}

/// R17; in `lower` the card just given up may be missing (R30).
fn check_card_use(game: &Arkwright, s: &State, seat: &Seat, acts: bool) -> Result<()> {
    let data = &game.data;
    let lowers = |number: usize| acts && s.phase == Phase::Lower && data.card_number(s.given_up) == number;
    let quality = quality_cards_owned(game, seat) + if lowers(card::CRAFTSMAN) { data.craftsman_cards } else { 0 };
    require!(quality_cards_used(game, seat) <= quality, "more Quality cards are in use than owned");
    let more = if lowers(card::ADVERTISER) { data.advertiser_cards } else { 0 };
    let distribution = distribution_cards_owned(game, seat) + more;
    require!(distribution_cards_used(game, seat) <= distribution, "more Distribution cards are in use than owned");
    Ok(())
}

fn check_warehouses(game: &Arkwright, seat: &Seat) -> Result<()> {
    for (warehouse, size) in seat.warehouses.iter().zip(warehouse_sizes(game, seat)) {
        require!(warehouse.count <= size, "a warehouse of {size} holds {}", warehouse.count);
        let own = warehouse.good == NONE || seat.is_open(usize::from(warehouse.good));
        require!(own, "goods are in store that no own factory makes");
    }
    Ok(())
}

fn check_bankrupt(game: &Arkwright, s: &State, player: usize) -> Result<()> {
    let seat = &s.seats[player];
    if seat.solvent() {
        return Ok(());
    }
    let this_round = seat.bankrupt_round == s.round + 1;
    require!(seat.bankrupt_round <= s.round + 1, "a bankruptcy lies in the future");
    let possible = match s.phase {
        Phase::Goods | Phase::Points | Phase::Event | Phase::Break | Phase::Start => false,
        Phase::Over => true,
        _ => in_production(game, s) || game.options.expert_actions,
    };
    require!(!this_round || possible, "nobody can have gone bankrupt in this round yet");
    require!(seat.cash == 0, "a bankrupt player has money");
    require!(seat.price == NONE, "a bankrupt player has set a price");
    let fresh = in_production(game, s) && this_round;
    let markers = seat.factories.iter().any(|factory| factory.appeal > 0);
    require!(fresh || !markers, "a bankrupt player has appeal markers");
    Ok(())
}

fn check_events(game: &Arkwright, s: &State) -> Result<()> {
    let shown = s.events_shown.count_ones();
    let (due, all) = (u32::from(s.decade(&game.data)), game.data.events.len() as u32);
    let before = matches!(s.phase, Phase::Goods | Phase::Points | Phase::Event | Phase::Start);
    let expected = if game.options.events { (due - u32::from(before)).min(all) } else { 0 };
    require!(shown == expected, "{shown} events are shown, not {expected}");
    require!(s.phase != Phase::Event || due <= all, "all events have been shown");
    let present = game.options.events && !before && due <= all;
    let known = s.event != NONE && s.events_shown >> s.event & 1 != 0;
    require!(if present { known } else { s.event == NONE }, "the event of the decade is not among those shown");
    let opens = game.data.rounds[usize::from(s.round)].opens && (s.round > 0 || s.phase != Phase::Start);
    let timed = matches!(s.phase, Phase::Event | Phase::Break | Phase::Start);
    require!(!timed || opens, "the phase {} opens a decade", s.phase.name());
    require!(s.phase != Phase::Event || game.options.events, "there are no events in this game");
    Ok(())
}

/// What is kept between steps is there only in its phase and kind.
fn check_steps(game: &Arkwright, s: &State) -> Result<()> {
    let in_action = s.phase == Phase::Action;
    require!(in_action || s.kind == Kind::None, "an action is begun outside the phase action");
    require!(s.kind == Kind::Build || !s.built, "something is built outside a Build action");
    let engineer = s.token_moved || s.card_turned;
    require!(s.kind == Kind::Quality || !engineer, "the Engineer acts outside a Quality action");
    let sets = matches!(s.kind, Kind::Quality | Kind::Distribution);
    require!(sets || s.set_factories == 0, "factories are set outside a Quality or Distribution action");
    require!(s.kind == Kind::Automate || s.begun == 0, "cards are begun outside an Automate action");
    require!((s.producing != NONE) == (s.phase == Phase::Ship), "a good is in production at no time for it");
    require!(s.phase == Phase::Ship || s.rest == 0, "goods are left over outside the phase ship");
    let gives = matches!(s.phase, Phase::Lower | Phase::Take);
    require!((s.given_up != NONE) == gives, "a card is given up at no time for it");
    if s.actor == NONE {
        require!(s.used == 0, "steps are counted at no time for it");
        return Ok(());
    }
    let (least, most) = (fewest_steps(game, s), most_steps(game, s));
    require!((least..=most).contains(&s.used), "{} used, not {least} to {most}", counted(s.used, "step"));
    check_kind(game, s)
}

/// The lowest that the count of steps can be at a decision: an action begins with its first step.
fn fewest_steps(game: &Arkwright, s: &State) -> u8 {
    match s.kind {
        Kind::Automate => 1,
        _ => game.data.engineer_cost * (u8::from(s.token_moved) + u8::from(s.card_turned)),
    }
}

/// The highest that the count of steps can be at a decision.
fn most_steps(game: &Arkwright, s: &State) -> u8 {
    let (data, seat) = (&game.data, s.acting());
    match (s.phase, s.kind) {
        (Phase::Points, _) => data.points.saturating_sub(1),
        (Phase::PatentStep, _) => data.patent_steps - 1,
        (Phase::Break, _) => data.event_amount[event::MACHINE_BREAKERS].saturating_sub(1),
        (_, Kind::Automate) => automation_limit(game, seat),
        (_, Kind::Quality) => quality_points(game, seat),
        (_, Kind::Distribution) => distribution_points(game, seat),
        _ => 0,
    }
}

fn check_kind(game: &Arkwright, s: &State) -> Result<()> {
    let seat = s.acting();
    require!(s.set_factories & !seat.open == 0, "a factory is set that is not open");
    let sets = matches!(s.kind, Kind::Quality | Kind::Distribution);
    let begun = s.set_factories != 0 || s.token_moved || s.card_turned;
    require!(!sets || begun, "an action is begun without a step");
    if s.token_moved || s.card_turned {
        require!(seat.holds(&game.data, card::ENGINEER), "the Engineer acts and is not held");
        require!(seat.engineer_turned == s.card_turned || !s.token_moved, "the Engineer's card is not right");
        require!(seat.engineer_turned || !s.card_turned, "the Engineer's card was turned and is not");
    }
    check_begun(game, s)?;
    require!(s.kind != Kind::Early || game.options.expert_actions, "Early Shipping is not in this game");
    Ok(())
}

/// R15, R58.
fn check_begun(game: &Arkwright, s: &State) -> Result<()> {
    let (seat, width) = (s.acting(), game.data.worker_cards);
    let mut machines = 0;
    for place in places(s.begun.into()) {
        let factory = &seat.factories[usize::from(place / width)];
        let card = usize::from(place % width);
        let there = factory.machines[card];
        let units = game.data.units[usize::from(factory.decade)][card];
        require!((1..units).contains(&there), "a card is begun that is not partly done");
        machines += there;
    }
    if s.begun != 0 {
        let left = automation_limit(game, seat) - s.used;
        let finishes = Begun::of(game, s).excess <= left && machines <= s.used;
        require!(finishes, "cards are begun that cannot be finished");
    }
    Ok(())
}

/// Prices are set by those whose turn has come so far, sales by the producers so far.
fn check_prices(game: &Arkwright, s: &State) -> Result<()> {
    let good = s.active(&game.data);
    for player in 0..game.setup.players {
        let seat = &s.seats[player];
        if seat.solvent() {
            let made = seat.is_open(good) && price_made(game, s, player);
            require!(made == (seat.price != NONE), "the price of seat {} is at odds with the turn", player + 1);
        }
        let producer = seat.is_open(good) && in_production(game, s) && !comes_later(game, s, player);
        let fresh = seat.bankrupt_round == s.round + 1;
        let expected = producer && seat.solvent();
        let sold = seat.sold != NONE;
        require!(sold == expected || producer && fresh, "the sales of seat {} are at odds with the turn", player + 1);
    }
    Ok(())
}

/// Whether a player's turn for price and appeal is over in this round.
fn price_made(game: &Arkwright, s: &State, player: usize) -> bool {
    let acts = usize::from(s.actor) == player;
    match s.phase {
        Phase::Ship if in_production(game, s) => true,
        Phase::Action | Phase::Loan | Phase::Price | Phase::Ship => !acts && !comes_later(game, s, player),
        Phase::Develop | Phase::PatentStep | Phase::Lower | Phase::Take | Phase::Engineer => {
            !comes_later(game, s, player)
        }
        _ => false,
    }
}

/// Whether a player comes after the acting one in the turn order.
fn comes_later(game: &Arkwright, s: &State, player: usize) -> bool {
    place_of(game, s, player) > place_of(game, s, usize::from(s.actor))
}

fn check_phase(game: &Arkwright, s: &State) -> Result<()> {
    check_open_counts(game, s)?;
    match s.phase {
        Phase::Goods | Phase::Points => {
            require!(game.options.expert_setup && s.round == 0, "there is no such set-up in this game");
            let takers = usize::from(game.data.expert_takers[game.setup.players - 1]);
            let begin_with = |good: usize| s.seats.iter().filter(|seat| seat.is_open(good)).count();
            let free = s.phase != Phase::Goods || (0..game.data.goods_count).all(|good| begin_with(good) <= takers);
            require!(free, "too many players begin with the same good");
            require!(any_legal(game, s), "nothing can be chosen");
        }
        Phase::Break => {
            let breakers = s.event == game.data.event_rows[event::MACHINE_BREAKERS];
            let due = breakers && game.data.event_amount[event::MACHINE_BREAKERS] > 0;
            require!(due, "no machine is to be broken now");
            require!(breakable(game, s.acting()) != 0, "there is no machine to break");
        }
        Phase::Price => {
            let open = s.acting().is_open(s.active(&game.data));
            require!(open, "there is no factory to set a price for");
        }
        Phase::Develop => require!(can_develop(game, s), "there is nothing to develop"),
        Phase::PatentStep => {
            let seat = s.acting();
            require!(seat.holds(&game.data, card::PATENT) && seat.patent_used, "the Patent is not in use");
            require!(patent_boards(game, s) != 0, "no track has an open level");
        }
        Phase::Lower => require!(card_missing(game, s), "no card is missing"),
        Phase::Engineer => require!(s.acting().holds(&game.data, card::ENGINEER), "the Engineer is not held"),
        Phase::Ship => check_ship(game, s)?,
        Phase::Start => {
            let chosen = game.setup.players > 1 && !game.options.lowest_starts;
            require!(chosen, "the start player is not chosen in this game");
            require!(s.actor == lowest_portfolio(game, s), "another player chooses who starts");
        }
        Phase::Take | Phase::Event | Phase::Action | Phase::Loan | Phase::Over => {}
    }
    if matches!(s.phase, Phase::Lower | Phase::Take) {
        let held = s.acting().has_row(usize::from(s.given_up));
        require!(!held, "the card given up is held");
        require!(s.supply[usize::from(s.given_up)] > 0, "the card given up is not in the supply");
        require!(takeable(s) != 0, "there is no card to take");
    }
    Ok(())
}

/// In `goods` the picks so far, in `points` two each, later at least two; at the end it does not matter.
fn check_open_counts(game: &Arkwright, s: &State) -> Result<()> {
    let n = game.setup.players;
    let counts: [u32; SEATS] = std::array::from_fn(|p| s.seats[p].open.count_ones());
    let acting = usize::from(s.actor);
    for (player, count) in counts[..n].iter().copied().enumerate() {
        let right = match s.phase {
            Phase::Goods if counts[acting] == 0 => count == u32::from(player < acting),
            Phase::Goods => count == 1 + u32::from(player > acting),
            Phase::Points => count == 2,
            Phase::Over => true,
            _ => count >= 2,
        };
        require!(right, "seat {} cannot have {count} factories in the phase {}", player + 1, s.phase.name());
    }
    Ok(())
}

fn check_ship(game: &Arkwright, s: &State) -> Result<()> {
    let (seat, good) = (s.acting(), usize::from(s.producing));
    require!(game.options.shipping_optional, "ships are not chosen in this game");
    require!(seat.is_open(good), "goods are left over of a factory that is not open");
    let extra = seat.extra_used && seat.factories[good].worker_cards > 0;
    require!(in_production(game, s) || extra, "goods are left over of an Extra Production that was not taken");
    let output = output(game, seat.factories[good], good);
    require!((1..=output).contains(&s.rest), "{} goods cannot be left over", s.rest);
    require!(ships_in_production(game, s, seat) > 0, "no ship is available");
    Ok(())
}

/// Over exactly if R50 says so.
fn check_solvency(game: &Arkwright, s: &State) -> Result<()> {
    let few = few_are_solvent(game, s);
    if s.phase == Phase::Over {
        require!(few || s.round + 1 == game.data.round_count, "the game is not over yet");
    } else {
        require!(!few || in_production(game, s), "the game is over");
    }
    Ok(())
}

fn in_seat(player: usize) -> impl FnOnce(Error) -> Error {
    move |error| Error { message: format!("seat {}: {}", player + 1, error.message), ..error }
}

fn check_engineer(game: &Arkwright, s: &State, seat: &Seat, acts: bool) -> Result<()> {
    let placed = seat.holds(&game.data, card::ENGINEER) && !(acts && s.phase == Phase::Engineer);
    require!(placed == (seat.engineer != NONE), "the Engineer's token and card do not agree");
    require!(placed || !seat.engineer_turned, "the Engineer's card is turned and not in use");
    let stands = !placed || seat.is_open(usize::from(seat.engineer));
    require!(stands, "the Engineer is at a factory that is not open");
    Ok(())
}

/// Whether the production of the round waits for a `ship` decision (R39), not an Extra Production.
fn in_production(game: &Arkwright, s: &State) -> bool {
    s.phase == Phase::Ship && usize::from(s.producing) == s.active(&game.data)
}

fn check_actor(s: &State) -> Result<()> {
    let solvent = s.actor == NONE || s.acting().solvent();
    require!(solvent, "seat {} is bankrupt and cannot act", u16::from(s.actor) + 1);
    let start = &s.seats[usize::from(s.start)];
    let left = match s.phase {
        _ if start.solvent() => return Ok(()),
        Phase::Start => s.round,
        Phase::Goods | Phase::Points | Phase::Event | Phase::Break => 0,
        _ => s.round + 1,
    };
    require!(start.bankrupt_round == left, "the start player is bankrupt");
    Ok(())
}
