//! Why an action is not legal: the first reason that applies, in the order of the page's table.

use super::Arkwright;
use super::data::card;
use super::market::price_range;
use super::moves::{
    Begun, automation_limit, card_limit, distribution_cards_owned, distribution_cards_used, distribution_points,
    may_stop_automating, most_ships, patent_boards, point_board, quality_cap_at, quality_cards_owned,
    quality_cards_used, quality_points, takeable, worth_building,
};
use super::production::ships_available;
use super::setup::{GoodRefused, why_not_good};
use super::state::{Kind, Phase, State};
use super::table::Move;
use crate::error::{Error, Result, counted};
use crate::game::Action;

/// Refuses with code, rule and sentence if the condition holds.
macro_rules! refuse_if {
    ($condition:expr, $code:literal, $rule:literal, $($sentence:tt)*) => {
        if $condition {
            return Err(Error::illegal($code, Some($rule), format!($($sentence)*)));
        }
    };
}

/// Why an action of the table is not legal; None if it is.
pub(super) fn why_not(game: &Arkwright, s: &State, action: Action) -> Option<Error> {
    check_action(game, s, action).err()
}

fn check_action(game: &Arkwright, s: &State, action: Action) -> Result<()> {
    let wanted = game.move_of(action);
    let text = &game.tables.actions[usize::from(action)];
    if !fits(wanted, s.phase) {
        let message = format!("{text} is not a choice now: {}; now {}", when(wanted), now(s.phase));
        return Err(Error::illegal("wrong_phase", None, message));
    }
    if s.kind != Kind::None && wanted != Move::Done && wanted.kind() != s.kind {
        let message = format!("{text} is no step of the action begun: {}", s.kind.name());
        return Err(Error::illegal("other_kind", Some("R9"), message));
    }
    match wanted {
        Move::Build(g) => check_build(game, s, g),
        Move::Upgrade(g) => check_upgrade(game, s, g),
        Move::Employ(f) => check_employ(game, s, f),
        Move::Automate(f, c) => check_automate(game, s, f, c),
        Move::Quality(f, v) => match s.phase {
            Phase::Lower => check_lower_quality(game, s, f, v),
            Phase::Points => check_point_quality(game, s, f, v),
            _ => check_quality(game, s, f, v),
        },
        Move::Distribution(f, v) => match s.phase {
            Phase::Lower => check_lower_distribution(game, s, f, v),
            Phase::Points => check_point_distribution(game, s, f, v),
            _ => check_distribution(game, s, f, v),
        },
        Move::EngineerTo(f) if s.phase == Phase::Engineer => {
            refuse_if!(!s.acting().is_open(usize::from(f)), "not_open", "R32", "{}", no_factory(game, f));
            Ok(())
        }
        Move::EngineerTo(f) => check_engineer_to(game, s, f),
        Move::EngineerTurn => check_engineer_turn(game, s),
        Move::Stock(n) => check_stock(game, s, n),
        Move::Loan(m) => check_loan(game, s, m),
        Move::Extra(f) => check_extra(game, s, f),
        Move::Early(f) => check_early(game, s, f),
        Move::Done => check_done(game, s),
        Move::Price(x) => check_price(game, s, x),
        Move::Board(t) => check_board(game, s, usize::from(t)),
        Move::Patent => check_patent(game, s),
        Move::Take(k) => check_take(game, s, usize::from(k)),
        Move::GiveUp(k) => check_give_up(game, s, usize::from(k)),
        Move::Ship(n) => {
            let most = most_ships(game, s);
            refuse_if!(n > most, "too_many_ships", "R39", "at most {} can sail", counted(usize::from(most), "ship"));
            Ok(())
        }
        Move::Start(p) => check_start(game, s, usize::from(p)),
        Move::Break(f, c) => check_break(game, s, f, c),
        Move::Good(g) => check_good(game, s, g),
        Move::Cash => Ok(()),
    }
}

/// Whether the move's kind is one of the phase's kinds.
fn fits(wanted: Move, phase: Phase) -> bool {
    match wanted {
        Move::Build(_)
        | Move::Upgrade(_)
        | Move::Automate(..)
        | Move::EngineerTurn
        | Move::Stock(_)
        | Move::Extra(_)
        | Move::Early(_)
        | Move::Done => phase == Phase::Action,
        Move::Employ(_) => matches!(phase, Phase::Points | Phase::Action),
        Move::Quality(..) | Move::Distribution(..) => {
            matches!(phase, Phase::Points | Phase::Action | Phase::Lower)
        }
        Move::EngineerTo(_) => matches!(phase, Phase::Action | Phase::Engineer),
        Move::Loan(_) => phase == Phase::Loan,
        Move::Price(_) => phase == Phase::Price,
        Move::Board(_) => matches!(phase, Phase::Points | Phase::Develop | Phase::PatentStep),
        Move::Patent | Move::GiveUp(_) => phase == Phase::Develop,
        Move::Take(_) => matches!(phase, Phase::Develop | Phase::Take),
        Move::Ship(_) => phase == Phase::Ship,
        Move::Start(_) => phase == Phase::Start,
        Move::Break(..) => phase == Phase::Break,
        Move::Good(_) => phase == Phase::Goods,
        Move::Cash => phase == Phase::Points,
    }
}

/// When a move of another phase is possible.
fn when(chosen: Move) -> &'static str {
    match chosen {
        Move::Good(_) => "starting goods are chosen in the expert set-up (R5)",
        Move::Cash => "set-up points are spent in the expert set-up (R6)",
        Move::Break(..) => "a machine is broken after the event of the machine breakers (R8)",
        Move::Build(_) | Move::Upgrade(_) => "factories are built and upgraded as the action of a turn (R9, R10)",
        Move::Employ(_) => "workers are employed as the action of a turn, or for a set-up point (R6, R13)",
        Move::Automate(..) => "machines come in as the action of a turn (R9, R14)",
        Move::Quality(..) => {
            "Quality changes as the action of a turn, for a set-up point, or with a card given up (R6, R16, R30)"
        }
        Move::Distribution(..) => {
            "Distribution changes as the action of a turn, for a set-up point, or with a card given up (R6, R19, R30)"
        }
        Move::EngineerTo(_) => "the Engineer moves in a Quality action, or when the card is taken (R18, R32)",
        Move::EngineerTurn => "the Engineer is turned in a Quality action (R18)",
        Move::Stock(_) => "shares are bought as the action of a turn (R9, R20)",
        Move::Loan(_) => "loans are taken when shares have been bought as the action of a turn (R21)",
        Move::Extra(_) => "Extra Production is an action of a turn (R9, R22)",
        Move::Early(_) => "Early Shipping is an action of a turn (R9, R23)",
        Move::Done => "done ends the action of a turn (R9)",
        Move::Price(_) => "the price is set after the action of a turn (R24)",
        Move::Board(_) => "a track goes up as the development of a turn, or for a set-up point (R6, R27)",
        Move::Patent => "a Patent is used as the development of a turn (R27, R31)",
        Move::Take(_) => "a Development card is taken as the development of a turn (R27, R28)",
        Move::GiveUp(_) => "a Development card is given up as the development of a turn (R27, R29)",
        Move::Ship(_) => "ships sail in the production (R38, R39)",
        Move::Start(_) => "the start player is chosen at the end of a decade (R48)",
    }
}

/// What is done in a phase; no player decides in the last ones.
fn now(phase: Phase) -> &'static str {
    match phase {
        Phase::Goods => "starting goods are chosen (R5)",
        Phase::Points => "a set-up point is spent (R6)",
        Phase::Break => "a machine is broken (R8)",
        Phase::Action => "the action of the turn is taken (R9)",
        Phase::Loan => "loans are taken (R21)",
        Phase::Price => "the price is set (R24)",
        Phase::Develop => "the development of the turn is taken (R27)",
        Phase::PatentStep => "a step of the Patent is taken (R31)",
        Phase::Lower => "a factory is lowered for the card given up (R30)",
        Phase::Take => "a card is taken for the one given up (R29)",
        Phase::Engineer => "the Engineer gets a factory (R32)",
        Phase::Ship => "ships sail (R39)",
        Phase::Start => "the start player is chosen (R48)",
        Phase::Event | Phase::Over => "no player decides",
    }
}

fn good_name(game: &Arkwright, good: u8) -> &str {
    &game.data.goods[usize::from(good)]
}

fn card_name(game: &Arkwright, k: usize) -> &str {
    &game.data.cards[k]
}

/// The name of the card of a number, the printed one if it is left out.
fn card_numbered<'a>(game: &'a Arkwright, number: usize, printed: &'a str) -> &'a str {
    game.data.card_row(number).map_or(printed, |row| card_name(game, row))
}

fn no_factory(game: &Arkwright, good: u8) -> String {
    format!("you have no {} factory", good_name(game, good))
}

fn check_good(game: &Arkwright, s: &State, g: u8) -> Result<()> {
    let good = good_name(game, g);
    let (code, message) = match why_not_good(game, s, g) {
        None => return Ok(()),
        Some(GoodRefused::Held) => ("good_held", format!("{good} is among your starting goods already")),
        Some(GoodRefused::Full) => ("good_full", format!("no more players may begin with {good}")),
        Some(GoodRefused::BlocksOthers) => {
            ("blocks_others", format!("after {good} the other choices could not all be made"))
        }
    };
    Err(Error::illegal(code, Some("R5"), message))
}

fn check_break(game: &Arkwright, s: &State, f: u8, c: u8) -> Result<()> {
    let seat = s.acting();
    refuse_if!(!seat.is_open(usize::from(f)), "not_open", "R8", "{}", no_factory(game, f));
    let machines = seat.factories[usize::from(f)].machines[usize::from(c)];
    refuse_if!(machines == 0, "no_machine", "R8", "card {} of {} has no machine", c + 1, good_name(game, f));
    Ok(())
}

fn check_point_quality(game: &Arkwright, s: &State, f: u8, v: u8) -> Result<()> {
    let (seat, data, good) = (s.acting(), &game.data, good_name(game, f));
    refuse_if!(!seat.is_open(usize::from(f)), "not_open", "R6", "{}", no_factory(game, f));
    let quality = seat.factories[usize::from(f)].quality;
    let next = quality + data.point_quality;
    refuse_if!(v != next, "wrong_value", "R6", "a point raises Quality of {good} to {next}");
    check_quality_value(game, s, f, v)
}

fn check_point_distribution(game: &Arkwright, s: &State, f: u8, v: u8) -> Result<()> {
    let (seat, data, good) = (s.acting(), &game.data, good_name(game, f));
    refuse_if!(!seat.is_open(usize::from(f)), "not_open", "R6", "{}", no_factory(game, f));
    let next = seat.factories[usize::from(f)].distribution + data.point_distribution;
    refuse_if!(v != next, "wrong_value", "R6", "a point raises Distribution of {good} to {next}");
    check_distribution_value(game, s, f, v)
}

fn check_build(game: &Arkwright, s: &State, g: u8) -> Result<()> {
    let good = good_name(game, g);
    let open = s.acting().is_open(usize::from(g));
    refuse_if!(open, "already_open", "R10", "your {good} factory is open already");
    let produced = worth_building(game, s) >> g & 1 != 0;
    refuse_if!(!produced, "no_more_production", "R10", "{good} is not produced any more");
    Ok(())
}

fn check_upgrade(game: &Arkwright, s: &State, g: u8) -> Result<()> {
    let seat = s.acting();
    refuse_if!(!seat.is_open(usize::from(g)), "not_open", "R10", "{}", no_factory(game, g));
    let newest = seat.factories[usize::from(g)].decade >= s.decade(&game.data);
    refuse_if!(newest, "newest_tile", "R10", "{} has the tile of this decade already", good_name(game, g));
    Ok(())
}

fn check_employ(game: &Arkwright, s: &State, f: u8) -> Result<()> {
    let seat = s.acting();
    let rule = if s.phase == Phase::Points { "R6" } else { "R13" };
    if !seat.is_open(usize::from(f)) {
        return Err(Error::illegal("not_open", Some(rule), no_factory(game, f)));
    }
    if seat.factories[usize::from(f)].worker_cards >= game.data.worker_cards {
        let message = format!("{} has no place for a worker card", good_name(game, f));
        return Err(Error::illegal("crew_full", Some(rule), message));
    }
    let produced = s.phase == Phase::Points || worth_building(game, s) >> f & 1 != 0;
    refuse_if!(!produced, "no_more_production", "R13", "{} is not produced any more", good_name(game, f));
    Ok(())
}

fn check_automate(game: &Arkwright, s: &State, f: u8, c: u8) -> Result<()> {
    let (seat, good) = (s.acting(), good_name(game, f));
    refuse_if!(!seat.is_open(usize::from(f)), "not_open", "R14", "{}", no_factory(game, f));
    let (factory, card) = (&seat.factories[usize::from(f)], usize::from(c));
    let units = if c < factory.worker_cards { game.data.units[usize::from(factory.decade)][card] } else { 0 };
    let machines = factory.machines[card];
    let no_worker = machines >= units;
    refuse_if!(no_worker, "no_worker", "R14", "card {} of {good} has no worker to replace", c + 1);
    let limit = automation_limit(game, seat);
    refuse_if!(s.used >= limit, "limit_used", "R14", "the machines of this action are used: {limit} at most");
    let unfinished = Begun::of(game, s).excess_after(game, s, usize::from(f), card) >= limit - s.used;
    refuse_if!(unfinished, "finish_card", "R15", "a card that was begun must be finished first");
    Ok(())
}

fn check_quality(game: &Arkwright, s: &State, f: u8, v: u8) -> Result<()> {
    let (seat, good) = (s.acting(), good_name(game, f));
    refuse_if!(!seat.is_open(usize::from(f)), "not_open", "R16", "{}", no_factory(game, f));
    let already = s.set_factories >> f & 1 != 0;
    refuse_if!(already, "set_already", "R16", "{good} has been set in this action already");
    let quality = seat.factories[usize::from(f)].quality;
    refuse_if!(v == quality, "no_change", "R16", "{good} has Quality {v} already");
    let (rise, left) = (v.saturating_sub(quality), quality_points(game, seat) - s.used);
    refuse_if!(rise > left, "points", "R16", "raising {good} to Quality {v} costs {rise}, {left} left");
    check_quality_value(game, s, f, v)
}

/// Cap and cards (R17).
fn check_quality_value(game: &Arkwright, s: &State, f: u8, v: u8) -> Result<()> {
    let seat = s.acting();
    let cap = quality_cap_at(game, seat, usize::from(f));
    refuse_if!(v > cap, "cap", "R17", "Quality of {} stops at {cap}", good_name(game, f));
    let mut after = *seat;
    after.factories[usize::from(f)].quality = v;
    let missing = quality_cards_used(game, &after) > quality_cards_owned(game, seat);
    refuse_if!(missing, "no_card", "R17", "you have no more Quality cards");
    Ok(())
}

fn check_distribution(game: &Arkwright, s: &State, f: u8, v: u8) -> Result<()> {
    let (seat, good) = (s.acting(), good_name(game, f));
    refuse_if!(!seat.is_open(usize::from(f)), "not_open", "R19", "{}", no_factory(game, f));
    let already = s.set_factories >> f & 1 != 0;
    refuse_if!(already, "set_already", "R19", "{good} has been set in this action already");
    let present = seat.factories[usize::from(f)].distribution;
    refuse_if!(v == present, "no_change", "R19", "{good} has Distribution {v} already");
    let (rise, left) = (v.saturating_sub(present), distribution_points(game, seat) - s.used);
    refuse_if!(rise > left, "points", "R19", "raising {good} to Distribution {v} costs {rise}, {left} left");
    check_distribution_value(game, s, f, v)
}

/// Cap and cards (R17).
fn check_distribution_value(game: &Arkwright, s: &State, f: u8, v: u8) -> Result<()> {
    let (seat, data) = (s.acting(), &game.data);
    let cap = data.distribution_cap;
    refuse_if!(v > cap, "cap", "R17", "Distribution of {} stops at {cap}", good_name(game, f));
    let mut after = *seat;
    after.factories[usize::from(f)].distribution = v;
    let missing = distribution_cards_used(game, &after) > distribution_cards_owned(game, seat);
    refuse_if!(missing, "no_card", "R17", "you have no more Distribution cards");
    Ok(())
}

fn check_engineer_to(game: &Arkwright, s: &State, f: u8) -> Result<()> {
    let (seat, good) = (s.acting(), good_name(game, f));
    check_engineer_held(game, s)?;
    refuse_if!(!seat.is_open(usize::from(f)), "not_open", "R18", "{}", no_factory(game, f));
    refuse_if!(seat.engineer == f, "engineer_there", "R18", "the token is at {good} already");
    let done = s.token_moved || s.card_turned;
    refuse_if!(done, "engineer_done", "R18", "the token cannot move any more in this action");
    check_engineer_quality(game, s, i32::from(game.data.quality_cap))?;
    let (cost, left) = (game.data.engineer_cost, quality_points(game, seat) - s.used);
    refuse_if!(cost > left, "points", "R18", "moving the token costs {cost}, {left} left");
    Ok(())
}

fn check_engineer_turn(game: &Arkwright, s: &State) -> Result<()> {
    let seat = s.acting();
    check_engineer_held(game, s)?;
    refuse_if!(seat.engineer_turned, "turned", "R18", "the card shows its second side already");
    let most = i32::from(game.data.engineer_quality_cap) - i32::from(game.data.engineer_turned);
    check_engineer_quality(game, s, most)?;
    let (cost, left) = (game.data.engineer_cost, quality_points(game, seat) - s.used);
    refuse_if!(cost > left, "points", "R18", "turning the card costs {cost}, {left} left");
    Ok(())
}

fn check_engineer_held(game: &Arkwright, s: &State) -> Result<()> {
    let held = s.acting().holds(&game.data, card::ENGINEER);
    let card = card_numbered(game, card::ENGINEER, "Engineer");
    refuse_if!(!held, "no_engineer", "R18", "you do not hold {card}");
    Ok(())
}

/// The Quality where the Engineer is must not be higher.
fn check_engineer_quality(game: &Arkwright, s: &State, most: i32) -> Result<()> {
    let seat = s.acting();
    let high = i32::from(seat.factories[usize::from(seat.engineer)].quality) > most;
    let good = good_name(game, seat.engineer);
    refuse_if!(high, "quality_high", "R18", "Quality of {good} must be {most} or less first");
    Ok(())
}

fn check_stock(game: &Arkwright, s: &State, n: u8) -> Result<()> {
    let (seat, cap) = (s.acting(), game.data.holding_cap);
    let price = i32::from(n) * i32::from(seat.share_value);
    refuse_if!(price > seat.cash, "cash", "R20", "buying {n} costs £{price}, you have £{}", seat.cash);
    refuse_if!(seat.shares + n > cap, "holding", "R20", "nobody holds more than {cap} shares");
    Ok(())
}

fn check_loan(game: &Arkwright, s: &State, m: u8) -> Result<()> {
    let free = game.data.loan_spaces - s.acting().loans;
    refuse_if!(m > free, "loan_spaces", "R21", "you have {}", counted(usize::from(free), "free loan space"));
    Ok(())
}

fn check_extra(game: &Arkwright, s: &State, f: u8) -> Result<()> {
    let (seat, good) = (s.acting(), good_name(game, f));
    let expert = game.options.expert_actions;
    refuse_if!(!expert, "expert_only", "R22", "Extra Production is not in this game");
    refuse_if!(!seat.is_open(usize::from(f)), "not_open", "R22", "{}", no_factory(game, f));
    let active = s.active(&game.data) == usize::from(f);
    refuse_if!(active, "active_good", "R22", "{good} is produced in this round anyway");
    let no_crew = seat.factories[usize::from(f)].worker_cards == 0;
    refuse_if!(no_crew, "no_crew", "R22", "{good} has no worker card");
    let used = seat.extra_used;
    refuse_if!(used, "extra_used", "R22", "you have had your Extra Production of this decade");
    Ok(())
}

fn check_early(game: &Arkwright, s: &State, f: u8) -> Result<()> {
    let (seat, good) = (s.acting(), good_name(game, f));
    let expert = game.options.expert_actions;
    refuse_if!(!expert, "expert_only", "R23", "Early Shipping is not in this game");
    let stored = seat.stored(usize::from(f));
    refuse_if!(stored == 0, "nothing_stored", "R23", "you have no {good} in store");
    let ships = ships_available(game, seat);
    refuse_if!(ships == 0, "no_ship", "R23", "you have no ship available");
    Ok(())
}

fn check_done(game: &Arkwright, s: &State) -> Result<()> {
    let nothing = s.kind == Kind::None;
    refuse_if!(nothing, "nothing_begun", "R9", "done ends an action, and none has been begun");
    let unfinished = s.kind == Kind::Automate && !may_stop_automating(game, s);
    refuse_if!(unfinished, "finish_card", "R15", "a card that was begun must be finished first");
    Ok(())
}

fn check_price(game: &Arkwright, s: &State, x: u8) -> Result<()> {
    let good = s.active(&game.data);
    let (low, high) = price_range(game, s.acting().factories[good], good);
    let outside = !(low..=high).contains(&x);
    let name = good_name(game, good as u8);
    refuse_if!(outside, "price_range", "R24", "{name} can have a price of £{low} to £{high}");
    Ok(())
}

fn check_board(game: &Arkwright, s: &State, t: usize) -> Result<()> {
    let (seat, data) = (s.acting(), &game.data);
    let track = &data.tracks[t];
    if s.phase == Phase::Points {
        let open = point_board(game, seat, t);
        refuse_if!(!open, "top_level", "R6", "{track} can go no further in the set-up");
        return Ok(());
    }
    let next = seat.levels[t] + 1;
    refuse_if!(next > data.last_level[t], "top_level", "R27", "{track} is at its last level");
    let later = if s.phase == Phase::PatentStep { data.patent_decades } else { 0 };
    let gate = data.gates[usize::from(next) - 1];
    let closed = gate > s.decade(data) + later;
    refuse_if!(closed, "level_closed", "R27", "level {next} of {track} opens in decade {gate}");
    Ok(())
}

fn check_patent(game: &Arkwright, s: &State) -> Result<()> {
    let (seat, card) = (s.acting(), card_numbered(game, card::PATENT, "Patent"));
    let held = seat.holds(&game.data, card::PATENT);
    refuse_if!(!held, "no_patent", "R31", "you do not hold {card}");
    refuse_if!(seat.patent_used, "patent_used", "R31", "{card} has been used in this decade");
    let open = patent_boards(game, s) != 0;
    refuse_if!(!open, "nothing_open", "R31", "no track has an open level");
    Ok(())
}

fn check_take(game: &Arkwright, s: &State, k: usize) -> Result<()> {
    let (seat, card) = (s.acting(), card_name(game, k));
    refuse_if!(seat.has_row(k), "held", "R28", "you hold {card} already");
    let given_up = usize::from(s.given_up) == k;
    refuse_if!(given_up, "just_given_up", "R29", "you have just given up {card}");
    refuse_if!(s.supply[k] == 0, "no_copy", "R28", "there is no {card} in the supply");
    let held = seat.cards.count_ones();
    let full = s.phase == Phase::Develop && held >= card_limit(game, seat);
    refuse_if!(full, "card_limit", "R28", "you hold {}, your limit: give one up first", counted(held as usize, "card"));
    Ok(())
}

fn check_give_up(game: &Arkwright, s: &State, k: usize) -> Result<()> {
    let seat = s.acting();
    refuse_if!(!seat.has_row(k), "not_held", "R29", "you do not hold {}", card_name(game, k));
    let limit = card_limit(game, seat);
    let below = seat.cards.count_ones() < limit;
    refuse_if!(below, "below_limit", "R29", "cards are given up at the card limit only, and you may hold {limit}");
    let nothing = takeable(s) == 0;
    refuse_if!(nothing, "nothing_to_take", "R29", "there is no card that you could take instead");
    Ok(())
}

fn check_lower_quality(game: &Arkwright, s: &State, f: u8, v: u8) -> Result<()> {
    let (seat, data, good) = (s.acting(), &game.data, good_name(game, f));
    let enough = quality_cards_used(game, seat) <= quality_cards_owned(game, seat);
    refuse_if!(enough, "not_too_many", "R30", "you have Quality cards enough");
    refuse_if!(!seat.is_open(usize::from(f)), "not_open", "R30", "{}", no_factory(game, f));
    let cards = data.quality_cards_for[usize::from(seat.factories[usize::from(f)].quality)];
    let frees = cards > 0 && v == data.quality_per_card * (cards - 1);
    refuse_if!(!frees, "wrong_value", "R30", "{good} does not free a card with Quality {v}");
    Ok(())
}

fn check_lower_distribution(game: &Arkwright, s: &State, f: u8, v: u8) -> Result<()> {
    let (seat, good) = (s.acting(), good_name(game, f));
    let enough = distribution_cards_used(game, seat) <= distribution_cards_owned(game, seat);
    refuse_if!(enough, "not_too_many", "R30", "you have Distribution cards enough");
    refuse_if!(!seat.is_open(usize::from(f)), "not_open", "R30", "{}", no_factory(game, f));
    let frees = seat.factories[usize::from(f)].distribution > 0 && v == 0;
    refuse_if!(!frees, "wrong_value", "R30", "{good} does not free a card with Distribution {v}");
    Ok(())
}

fn check_start(game: &Arkwright, s: &State, p: usize) -> Result<()> {
    refuse_if!(p >= game.setup.players, "no_player", "R48", "there is no seat {}", p + 1);
    let solvent = s.seats[p].solvent();
    refuse_if!(!solvent, "bankrupt", "R48", "seat {} is bankrupt", p + 1);
    Ok(())
}
