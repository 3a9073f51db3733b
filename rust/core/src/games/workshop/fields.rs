//! The fields of a position, in the order of the page.

use super::Workshop;
use super::data::Data;
use super::invariants::MOST_FIST;
use super::limits::Limits;
use super::state::{Derived, Era, NO_AMOUNT, NONE, Phase, State};
use super::table::{Ids, Names};
use super::variant::Plan;
use super::view;
use crate::axis::{Axis, Style};
use crate::bits::wide_places;
use crate::channels::Encoder;
use crate::error::{Error, Result};
use crate::fields::{Choice, Fields, Flag, List, Maybe, Number, Reading, kept, some};

/// The format number of positions and views.
const FORMAT: u32 = 1;

/// What the sizes and scales depend on.
pub(super) struct Sizes<'a> {
    pub(super) plan: &'a Plan,
    pub(super) ids: &'a Ids,
    pub(super) limits: &'a Limits,
    pub(super) data: &'a Data,
}

impl Sizes<'_> {
    /// The most counters of a type.
    fn counters(&self) -> u8 {
        self.data.types.iter().map(|kind| kind.counters).max().unwrap_or(0)
    }

    /// The most cards of a kind.
    fn copies(&self) -> u8 {
        self.data.copies().into_iter().max().unwrap_or(0)
    }

    /// The highest value of a type.
    fn value(&self) -> u8 {
        self.data.types.iter().map(|kind| kind.value).max().unwrap_or(0)
    }

    /// The most steps of a Demand phase.
    fn steps(&self) -> u8 {
        self.plan.drawn().max(self.plan.must_slots()).max(self.plan.may_slots())
    }
}

/// A number of a position; the observation divides it by the highest that play leads to, or by 1.
fn number(most: impl Into<i64>, high: impl Into<i64>) -> Number {
    Number::new(0, most, high.into().max(1) as i32)
}

/// What the entries of the lists are.
struct Axes {
    player: Axis,
    colour: Axis,
    town: Axis,
    card: Axis,
    link: Axis,
    kind: Axis,
}

impl Axes {
    fn new(names: &Names, sizes: &Sizes<'_>) -> Self {
        Self {
            player: Axis::numbered("player", "players", sizes.plan.players).turning(),
            colour: Axis::named("colour in play", "colours", &names.colours[..sizes.plan.colours]).turning(),
            town: Axis::named("town", "towns", &names.kinds[..sizes.data.towns.len()]),
            card: Axis::named("card", "cards", &names.kinds),
            link: Axis::named("connection", "connections", &names.links),
            kind: Axis::named("type", "types", &names.types),
        }
    }
}

/// The forms of a position.
pub(super) fn fields(names: &Names, sizes: &Sizes<'_>) -> Fields<Workshop> {
    let axes = Axes::new(names, sizes);
    let reading = Reading::<Workshop> {
        empty: |_| State::empty(),
        settle: |game, s| {
            s.derived = Derived::of(game, s);
            Ok(())
        },
    };
    Fields::new(FORMAT, sizes.plan.players, reading, |f| {
        progress(f, &axes, sizes);
        money_and_order(f, &axes, sizes);
        map(f, &axes, sizes);
        demand(f, &axes, sizes);
        cards(f, &axes, sizes);
        auction(f, &axes, sizes);
        fists(f, &axes, sizes);
        turn(f, &axes);
    })
    .idle_if(!sizes.plan.two(), &["demand_first"])
    .idle_if(!sizes.plan.hidden_bids, &["fist_begun", "fist_closed", "fist_colour", "fist_amount"])
    .idle_if(sizes.plan.hidden_bids, &AUCTION)
}

/// The channels of an open auction.
const AUCTION: [&str; 5] =
    ["auction_card", "auction_nominator", "auction_standing", "auction_leader", "auction_speaker"];

fn progress(f: &mut List<Workshop>, axes: &Axes, sizes: &Sizes<'_>) {
    let phases = Phase::ALL.len() - usize::from(!sizes.plan.short_of_industries());
    let phase = Axis::named("phase", "phases", &Phase::ALL.map(Phase::name)[..phases]);
    let set_phase = |_: &_, s: &mut State, _: [usize; 0], phase| {
        s.phase = Phase::ALL[usize::from(phase)];
        Ok(())
    };
    f.open("phase", [], Choice::of(&phase), (|_, s, []| s.phase as u8, set_phase))
        .says("phase name")
        .shown("the phase, one-hot");
    f.current_player(&axes.player).shown("who acts, one-hot; zero at chance and at the end");
    f.legal_actions();
    let era = Axis::named("era", "eras", &[Era::Canal.name(), Era::Rail.name()]);
    let set_era = |_: &_, s: &mut State, _: [usize; 0], era| {
        s.era = if era == 0 { Era::Canal } else { Era::Rail };
        Ok(())
    };
    f.open("era", [], Choice::of(&era), (|_, s, []| s.era as u8, set_era))
        .says("`\"canal\"` or `\"rail\"`")
        .shown("one-hot: canal, rail");
    f.open("round", [], number(u8::MAX, sizes.plan.rounds), kept!(s => s.round))
        .says("1 to R")
        .shown("the round, from 1");
    f.open("step", [], number(u8::MAX, sizes.steps()), kept!(s => s.step))
        .says("counters drawn (`draw_demand`) or slots done (`demand_must`, `demand_may`), else 0")
        .shown("counters drawn or boxes served in a Demand phase");
    f.open("demand_first", [], Choice::or_none(&axes.player), kept!(s => s.demand_first))
        .says("winner of the toss, from the toss to the end of Demand 1 of two players, else null")
        .shown("who won the toss for Demand 1, one-hot or zero");
}

fn money_and_order(f: &mut List<Workshop>, axes: &Axes, sizes: &Sizes<'_>) {
    let pounds = |high: i64| number(u16::MAX, high);
    f.open("cash", [&axes.player], pounds(sizes.limits.cash), kept!(s, [p] => s.cash[p]))
        .says("list per player")
        .shown("cash");
    f.open("revenue", [&axes.player], pounds(sizes.limits.revenue), kept!(s, [p] => s.revenue[p]))
        .says("list per player")
        .shown("revenue");
    let boxes = Axis::numbered("box", "boxes", axes.colour.size).styled(Style::Row);
    f.open("order", [&boxes], Choice::part(&axes.colour), kept!(s, [i] => s.order[i]))
        .says(
            "list of colours, box 1 first; shorter than k during `draw_order`, empty in round 1 of two players' canal era \
             and before it",
        )
        .shown("turn order: box, colour");
    f.open("next_order", [&boxes], Choice::part(&axes.colour), kept!(s, [i] => s.next_order[i]))
        .says("list of colours, boxes filled for the next round")
        .shown("boxes filled for the next round: box, colour");
}

fn map(f: &mut List<Workshop>, axes: &Axes, sizes: &Sizes<'_>) {
    let count = |_: &_, s: &State, [town, colour]: [usize; 2]| s.industries[town].count(colour as u8);
    f.open("industries", [&axes.town, &axes.colour], number(u8::MAX, sizes.value()), (count, set_industries))
        .says("`{town: {colour: count}}`, towns that hold any")
        .shown("Industries in the town");
    let owner = |_: &_, s: &State, [link]: [usize; 1]| s.link_owner(link as u8).unwrap_or(NONE);
    let set_owner = |_: &_, s: &mut State, [link]: [usize; 1], owner| {
        if let Some(colour) = some(owner) {
            s.links[usize::from(colour)] |= 1 << link;
        }
        Ok(())
    };
    f.open("links", [&axes.link], Choice::part(&axes.colour), (owner, set_owner))
        .says("`{connection: colour}`")
        .shown("owner of the connection")
        .filled(observe_links);
}

fn set_industries(game: &Workshop, s: &mut State, [town, colour]: [usize; 2], count: u8) -> Result<()> {
    let more = || Error::state(format!("{} holds more Industries than it may", game.names.kind(town as u8)));
    let works = s.industries[town].with(colour as u8, count, game.board.value(town as u8));
    s.industries[town] = works.ok_or_else(more)?;
    Ok(())
}

/// Link by link: most connections are free.
fn observe_links(game: &Workshop, s: &State, viewer: Option<usize>, out: &mut Encoder<'_>) {
    out.next("links");
    let colours = game.colours();
    for (colour, links) in s.links[..colours].iter().enumerate() {
        let seat = (colour + colours - viewer.unwrap_or(0)) % colours;
        wide_places(*links).for_each(|link| out.mark(usize::from(link) * colours + seat));
    }
}

fn demand(f: &mut List<Workshop>, axes: &Axes, sizes: &Sizes<'_>) {
    let (player, kind) = (&axes.player, &axes.kind);
    let counters = || number(u8::MAX, sizes.counters());
    let set_demand = |game: &_, s: &mut State, [kind]: [usize; 1], count| {
        s.demand[kind] = counters_of(game, kind, count)?;
        Ok(())
    };
    f.open("demand", [kind], counters(), (|_, s, [kind]| s.demand[kind], set_demand))
        .says("chart, `{type: count}`")
        .shown("the Demand chart");
    let set_hand = |game: &_, s: &mut State, [p, kind]: [usize; 2], count| {
        s.hands[p][kind] = counters_of(game, kind, count)?;
        Ok(())
    };
    f.hidden("hands", [player, kind], counters(), (|_, s, [p, kind]| s.hands[p][kind], set_hand))
        .says("list per player of `{type: count}`");
    let set_pool = |game: &_, s: &mut State, [kind]: [usize; 1], count| {
        s.pool[kind] = counters_of(game, kind, count)?;
        Ok(())
    };
    f.hidden("pool", [kind], counters(), (|_, s, [kind]| s.pool[kind], set_pool)).says("`{type: count}`");
    let hand = number(u8::MAX, 2 * sizes.plan.draw);
    f.seen("hand_sizes", [player], hand, |_, s, _, [p]| s.hands[p].iter().sum::<u8>())
        .says("list per player")
        .shown("Demand counters in hand");
    f.own("hand", [kind], counters(), |_, s, viewer, [kind]| s.hands[viewer][kind])
        .says("`{type: count}` of the viewer; null for a spectator")
        .shown("private: the viewer's counters, zero for a spectator");
    f.seen("unseen_counters", [kind], counters(), |game, s, viewer, [kind]| {
        view::unseen_counters_of(game, s, viewer, kind)
    })
    .says("`{type: count}`: pool and all hands but the viewer's, together")
    .shown("the pool and the others' hands together");
}

fn counters_of(game: &Workshop, kind: usize, count: u8) -> Result<u8> {
    let most = game.counters[kind];
    if count > most {
        let name = game.names.type_name(kind);
        return Err(Error::state(format!("there cannot be {count} {name} counters: there are {most}")));
    }
    Ok(count)
}

fn cards(f: &mut List<Workshop>, axes: &Axes, sizes: &Sizes<'_>) {
    let card = &axes.card;
    let copies = || number(u8::MAX, sizes.copies());
    let setup = |_: &_, s: &State, [kind]: [usize; 1]| s.setup_count(kind as u8) as u8;
    let set_setup = |_: &_, s: &mut State, [kind]: [usize; 1], count: u8| {
        s.unseen_setup |= u64::from(count) << kind;
        Ok(())
    };
    f.open("unseen_setup", [card], Number::new(0, 1, 1), (setup, set_setup))
        .says("`{card: count}`")
        .shown("set-up cards not yet seen");
    let unseen = |game: &Workshop, s: &State, [kind]: [usize; 1]| game.deck.count(s.unseen, kind as u8);
    let set_unseen = |game: &Workshop, s: &mut State, [kind]: [usize; 1], count| game.put(&mut s.unseen, kind, count);
    f.open("unseen", [card], copies(), (unseen, set_unseen)).says("`{card: count}`").shown("other cards not yet seen");
    f.open("deck", [], number(u8::MAX, sizes.plan.deck()), kept!(s => s.deck))
        .says("number")
        .shown("cards to be turned up this era");
    f.open("set_aside", [], number(u8::MAX, sizes.plan.aside), kept!(s => s.set_aside))
        .says("number")
        .shown("cards set aside");
    let face_up = |game: &Workshop, s: &State, [kind]: [usize; 1]| game.deck.count(s.face_up, kind as u8);
    let set_face_up = |game: &Workshop, s: &mut State, [kind]: [usize; 1], count| game.put(&mut s.face_up, kind, count);
    f.open("face_up", [card], copies(), (face_up, set_face_up)).says("`{card: count}`").shown("cards that lie open");
    f.follows("used", [card], copies(), |game, s, [kind]| s.used(game, kind as u8))
        .says("`{card: count}`: used or discarded this era; always all cards less unseen, face-up and the turn's card")
        .shown("cards used or discarded this era");
}

impl Workshop {
    fn put(&self, cards: &mut super::cards::Cards, kind: usize, count: u8) -> Result<()> {
        let more = || Error::state(format!("there are fewer than {count} cards {}", self.names.kind(kind as u8)));
        self.deck.add_all(cards, kind as u8, count).ok_or_else(more)
    }
}

fn auction(f: &mut List<Workshop>, axes: &Axes, sizes: &Sizes<'_>) {
    let (player, card) = (&axes.player, &axes.card);
    f.record_if(
        "auction",
        [],
        |_, s, []| s.auction.card != NONE,
        |f| {
            f.open("card", [], Choice::part(card), kept!(s => s.auction.card))
                .says("the card in auction")
                .shown_as("auction_card", "the card in auction, one-hot or zero");
            f.open("nominator", [], Choice::part(player), kept!(s => s.auction.nominator))
                .says("player who nominated it")
                .shown_as("auction_nominator", "who nominated it, one-hot or zero");
            let bid = number(u16::MAX, sizes.ids.highest_bid());
            f.open("standing", [], bid, kept!(s => s.auction.standing))
                .says("the standing bid, 0 without one")
                .shown_as("auction_standing", "the standing bid");
            f.open("leader", [], Choice::or_none(player), kept!(s => s.auction.leader))
                .says("player who made it, null without one")
                .shown_as("auction_leader", "who made the standing bid, one-hot or zero");
            f.open("speaker", [], Choice::part(player), kept!(s => s.auction.speaker))
                .says("the current player")
                .shown_as("auction_speaker", "who speaks, one-hot or zero");
        },
    )
    .says(
        "null, or in `bid` and `close` `{\"card\", \"nominator\", \"standing\", \"leader\", \"speaker\"}`; `leader` null if \
         nobody has bid (`standing` 0); `speaker` is the current player",
    );
}

fn fists(f: &mut List<Workshop>, axes: &Axes, sizes: &Sizes<'_>) {
    let (player, colour) = (&axes.player, &axes.colour);
    let amount = || Maybe { of: number(MOST_FIST, sizes.ids.highest_bid()), none: NO_AMOUNT };
    f.record_if(
        "fists",
        [player],
        |_, s, [p]| s.fists[p].colour != NONE,
        |f| {
            f.hidden("colour", [player], Choice::part(colour), kept!(s, [p] => s.fists[p].colour)).says("name");
            f.seen("colour", [player], Choice::or_none(colour), |game, s, viewer, [p]| {
                if view::fist_is_known(game, s, viewer, p) { s.fists[p].colour } else { NONE }
            })
            .says("name, null where the viewer does not know it")
            .shown_as("fist_colour", "one-hot where the viewer knows it");
            f.hidden("amount", [player], amount(), kept!(s, [p] => s.fists[p].amount)).says("number or null");
            f.seen("amount", [player], amount(), |game, s, viewer, [p]| {
                if view::fist_is_known(game, s, viewer, p) { s.fists[p].amount } else { NO_AMOUNT }
            })
            .says("number, null where the viewer does not know it or there is none")
            .shown_as("fist_amount", "the hidden bid, where the viewer knows it");
            f.seen("closed", [player], Flag, |_, s, _, [p]| s.fists[p].is_closed())
                .says("true if it has an amount")
                .shown_as("fist_closed", "flag: the amount is chosen")
                .observed_after("fist_begun");
        },
    )
    .says(
        "list per player: null, or `{\"colour\": name, \"amount\": number or null}`; amount null only in `fist_amount` after \
         `fist_colour`",
    )
    .says_in_view(
        "list per player: null, or `{\"colour\", \"amount\", \"closed\"}`; `closed` true if it has an amount; `colour` and \
         `amount` null for a fist of another player that is not open",
    )
    .shown_as("fist_begun", "flag: a colour or an amount is chosen");
}

fn turn(f: &mut List<Workshop>, axes: &Axes) {
    f.record_if(
        "turn",
        [],
        |_, s, []| s.turn.colour != NONE,
        |f| {
            f.open("colour", [], Choice::part(&axes.colour), kept!(s => s.turn.colour))
                .says("the colour of the turn")
                .shown_as("turn_colour", "the colour of the turn, one-hot or zero");
            f.open("card", [], Choice::or_none(&axes.card), kept!(s => s.turn.card))
                .says("null in `draw_swap`")
                .shown_as("turn_card", "the card of the turn, one-hot or zero");
            f.open("town", [], Choice::or_none(&axes.town), kept!(s => s.turn.town))
                .says("set in `displace`, `build` and `move`")
                .shown_as("turn_town", "the town of the turn, one-hot or zero");
            f.open("link", [], Choice::or_none(&axes.link), kept!(s => s.turn.link))
                .says("the first connection laid, in the second decision of `build`")
                .shown_as("turn_link", "the first Link of the turn, one-hot or zero");
        },
    )
    .says(
        "null, or in `swap` to `build` `{\"colour\", \"card\", \"town\", \"link\"}`; `card` null in `draw_swap`; `town` set in \
         `displace`, `build` and `move`; `link` the first connection laid, in the second decision of `build`; else null",
    );
}
