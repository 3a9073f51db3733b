//! The greedy bot: worths in tenths of a point, after the game's page ("Playing well"). The weights were tuned by self-play.

use super::Railways;
use super::data::{ENGINE, FIRST_CITY, START};
use super::moves::{self, Delivery};
use super::state::Phase;
use super::table::Move;
use crate::View;
use crate::bits::places;
use crate::game::{Action, Game};
use crate::games::advice::{Greedy, Rollout, Searching};
use crate::rng::Rng;

/// What no choice is worth.
const NOTHING: i32 = i32::MIN / 2;
/// Links are weighed up to this worth; no hand within the greatest limit pays more.
const TOTALS: usize = 80;

// Cards that leave the hand: a one, a two, an engine, and each point above a city's value.
const COST: [i32; 3] = [7, 11, 12];
const OVERPAID: i32 = 1;
/// In the last rounds cards and prospects count less; from this many rounds before the end.
const FADING: i32 = 2;

// Links: a point of the new city's value, of a joined or sole lead at the near city (early and late), and what else a
// place is worth.
const NEW_CITY: i32 = 6;
const JOINED_LEAD: (i32, i32) = (8, 12);
const LATE: i32 = 6;
const SOLE_LEAD: i32 = 6;
const OWN_NEIGHBOUR: i32 = 5;
const FROM_START: i32 = -15;
const FIRST_LINK: i32 = -25;

// Deliveries: a link of the route, another's link on it (against one opponent, against more), a colour that is lacking.
const ROUTE_LINK: i32 = 19;
const OTHERS_LINK: (i32, i32) = (7, 4);
const LACKING: i32 = 14;
/// The prospects of a larger engine, by the size now.
const PROSPECTS: [i32; 5] = [25, 15, 11, 4, -10];

// Cards to keep or take: a two, a one, of a colour of a city in hand, one that completes its payment.
const TWO: i32 = 20;
const ONE: i32 = 12;
const FITS: i32 = 10;
const COMPLETES: i32 = 1;
/// A city by how many others are in hand, a point of its value, of track for it, and the whole of that.
const CITY: [i32; 4] = [30, 20, 5, -10];
const CITY_VALUE: i32 = 2;
const CITY_TRACK: i32 = 2;
const CITY_PAID: i32 = 13;
/// An engine by how many are in hand or played; taken face up it costs the cards that might follow.
const ENGINES: [i32; 4] = [24, 21, 15, 7];
const ONLY_CARD: i32 = 15;
const BLIND_CARD: i32 = 27;
// Discards: the share of a swap's and of a cube's worth, and below which worth of the other actions they are weighed.
const SWAP_PERCENT: i32 = 45;
const REPLENISH_PERCENT: i32 = 50;
const TRY_DISCARD: i32 = 9;

impl Greedy for Railways {
    fn advise(view: &View<'_, Self>, legal: &[Action], _rng: &mut Rng) -> Action {
        let Some(me) = view.viewer() else { return legal[0] };
        let action = view.game().ids.id(Adviser::new(view, me).advise(legal));
        if legal.binary_search(&action).is_ok() { action } else { legal[0] }
    }

    fn searching(&self) -> Searching {
        Searching {
            rollout: Rollout::Greedy,
            epsilon: 0.0,
            turns: 12,
            scale: 20.0,
            bonus: 0.5,
            exploration: 0.3,
            ..Searching::default()
        }
    }
}

/// The best link to a city.
#[derive(Clone, Copy)]
struct Plan {
    worth: i32,
    place: u8,
    colour: u8,
}

/// For each total that a link may be worth: the worth of the best payment of at least that total, and what it lays.
struct Payments {
    best: [(i32, u8); TOTALS + 1],
    least: u8,
    most: u8,
}

impl Payments {
    fn at_least(&self, total: u16) -> (i32, u8) {
        let total = usize::from(total).max(self.least.into());
        if total > usize::from(self.most) { (NOTHING, 0) } else { self.best[total] }
    }
}

struct Adviser<'a, 'b> {
    view: &'a View<'b, Railways>,
    game: &'b Railways,
    me: usize,
    players: usize,
    /// About how many rounds are left before the last one.
    rounds: i32,
}

impl<'a, 'b> Adviser<'a, 'b> {
    fn new(view: &'a View<'b, Railways>, me: usize) -> Self {
        let game = view.game();
        let players = game.setup().players;
        let trains = (0..players).map(|player| view.trains(player)).min().unwrap_or(0);
        let by_deck = i32::from(view.deck_size()) / (i32::from(game.data.most_drawn.max(1)) * players as i32);
        let rounds = if view.trigger().is_some() { 0 } else { by_deck.min(2 * i32::from(trains)) };
        Self { view, game, me, players, rounds }
    }

    fn advise(&self, legal: &[Action]) -> Move {
        let view = self.view;
        let size = view.engines(self.me);
        match view.phase() {
            Phase::Action => self.action(legal),
            Phase::Connect => {
                let plan = self.best_link(view.build().city);
                Move::From(plan.place, plan.colour)
            }
            Phase::Pay => self.lay(),
            Phase::EngineDelivery | Phase::FinalDelivery => {
                self.best_delivery(size).map_or(Move::Skip, |(_, d)| Move::Ship(d.from, d.good))
            }
            Phase::Deliver => self.destination(size),
            Phase::DiscardUse => self.best_of(legal, |choice| self.discard_use(choice)),
            Phase::Replenish => self.best_of(legal, |choice| self.place_for_cube(choice)),
            Phase::Draw => self.best_of(legal, |choice| self.draw(choice)),
            Phase::Trim => Move::Discard(self.worst_card().1),
            _ => self.game.move_of(legal[0]),
        }
    }

    /// What counts less and less at the end.
    fn fading(&self, worth: i32) -> i32 {
        worth * self.rounds.min(FADING) / FADING
    }

    // --- the action ----------------------------------------------------------------------------------------------------

    fn action(&self, legal: &[Action]) -> Move {
        let size = self.view.engines(self.me);
        let engine = legal.binary_search(&self.game.ids.play_engine).is_ok();
        let (now, next) = self.deliveries(size, engine);
        let mut best = (0, Move::Pass);
        let mut weigh = |worth: i32, choice: Move| {
            if worth > best.0 {
                best = (worth, choice);
            }
        };
        for choice in legal.iter().map(|action| self.game.move_of(*action)) {
            match choice {
                Move::Build(city) => weigh(self.best_link(city).worth, choice),
                Move::PlayEngine => weigh(self.larger_engine(size) + next, choice),
                _ => {}
            }
        }
        if let Some((worth, delivery)) = now {
            weigh(worth, Move::Ship(delivery.from, delivery.good));
        }
        let may_discard = legal.last().is_some_and(|action| matches!(self.game.move_of(*action), Move::Discard(_)));
        if best.0 < TRY_DISCARD && may_discard {
            let (kept, kind) = self.worst_card();
            let gain = self.swap_gain(kept).max(self.replenish_gain() - self.fading(kept.min(COST[0])));
            if gain > best.0 {
                return Move::Discard(kind);
            }
        }
        best.1
    }

    /// The best delivery with the engine as it is, and the worth of the best one (0 without) with one more.
    fn deliveries(&self, size: u8, engine: bool) -> (Option<(i32, Delivery)>, i32) {
        let (mut now, mut next) = (None, 0);
        self.view.each_delivery(self.me, size + u8::from(engine), |delivery| {
            let worth = self.delivery(delivery);
            next = next.max(worth);
            if u16::from(delivery.length) <= self.game.reach(size) && now.is_none_or(|(best, _)| worth > best) {
                now = Some((worth, delivery));
            }
        });
        (now, next)
    }

    fn larger_engine(&self, size: u8) -> i32 {
        let prospects = PROSPECTS[usize::from(self.game.reach(size)).min(4)] * self.scoring().0;
        10 * i32::from(self.game.data.scoring.engine) + self.fading(prospects - COST[2])
    }

    // --- deliveries ----------------------------------------------------------------------------------------------------

    fn delivery(&self, delivery: Delivery) -> i32 {
        let good = usize::from(delivery.good);
        let before = self.view.delivered(self.me);
        let mut after = before;
        after[good] += 1;
        let bonus = 10 * (i32::from(self.game.cube_bonus(after)) - i32::from(self.game.cube_bonus(before)));
        let lacking = self.rounds > 0 && before[..self.game.good_count()].iter().all(|count| *count >= before[good]);
        let (route, owner) = self.scoring();
        let others = if self.players == 2 { OTHERS_LINK.0 } else { OTHERS_LINK.1 };
        ROUTE_LINK * route * i32::from(delivery.length) - others * owner * i32::from(delivery.others)
            + bonus
            + i32::from(lacking) * LACKING
    }

    /// What a link of a route scores, and another's to its owner.
    fn scoring(&self) -> (i32, i32) {
        let scoring = &self.game.data.scoring;
        (scoring.delivery.into(), scoring.owner.into())
    }

    fn best_delivery(&self, size: u8) -> Option<(i32, Delivery)> {
        self.deliveries(size, false).0
    }

    fn destination(&self, size: u8) -> Move {
        let shipment = self.view.shipment();
        let mut best = (NOTHING, 0);
        self.view.each_delivery_from(self.me, size, shipment.from, 1 << shipment.good, |delivery| {
            let worth = self.delivery(delivery);
            if worth > best.0 {
                best = (worth, delivery.to);
            }
        });
        Move::DeliverTo(best.1)
    }

    /// The best delivery of a cube of a colour that would lie on a city; 0 without.
    fn delivery_from(&self, city: u8, good: u8) -> i32 {
        let mut best = 0;
        self.view.each_delivery_from(self.me, self.view.engines(self.me), city, 1 << good, |delivery| {
            best = best.max(self.delivery(delivery));
        });
        best
    }

    // --- links ---------------------------------------------------------------------------------------------------------

    /// Twos, ones and wilds that make up a total, as few cards as can be; None if the hand cannot.
    fn cards_for(&self, colour: u8, total: u8) -> Option<[u8; 3]> {
        let (ones, twos) = self.view.hand_track(colour);
        let twos = twos.min(total / 2);
        let mut ones = ones.min(total - 2 * twos);
        let rest = total - 2 * twos - ones;
        let wild = self.game.wild_value();
        if wild == 2 && rest % 2 == 1 && ones > 0 {
            ones -= 1;
        }
        let rest = total - 2 * twos - ones;
        let wilds = if rest == 0 { 0 } else { rest.checked_div(wild).filter(|wilds| wilds * wild == rest)? };
        (wilds <= self.view.hand_engines() && ones + twos > 0).then_some([ones, twos, wilds])
    }

    fn payments(&self, city: u8, colour: u8) -> Option<Payments> {
        let least = self.game.value(city);
        let (ones, twos) = self.view.hand_track(colour);
        let most = (ones + 2 * twos + self.game.wild_value() * self.view.hand_engines())
            .min(moves::most_for(self.game, city))
            .min(TOTALS as u8 - 1);
        if ones + twos == 0 || most < least {
            return None;
        }
        let mut payments = Payments { best: [(NOTHING, 0); TOTALS + 1], least, most };
        for total in (least..=most).rev() {
            let at = usize::from(total);
            payments.best[at] = payments.best[at + 1];
            let Some(cards) = self.cards_for(colour, total) else { continue };
            let cost: i32 = cards.iter().zip(COST).map(|(count, cost)| i32::from(*count) * cost).sum();
            let worth = 10 * i32::from(total) - self.fading(cost + i32::from(total - least) * OVERPAID);
            if worth >= payments.best[at].0 {
                payments.best[at] = (worth, total);
            }
        }
        Some(payments)
    }

    fn best_link(&self, city: u8) -> Plan {
        let mut best = Plan { worth: NOTHING, place: START, colour: 0 };
        for colour in places(self.game.colours(city).into()) {
            let Some(payments) = self.payments(city, colour) else { continue };
            for place in places(self.view.built() | 1 << START) {
                if self.game.colours(place) >> colour & 1 == 0 {
                    continue;
                }
                let (worth, _) = self.at_place(place, &payments);
                if worth > best.worth {
                    best = Plan { worth, place, colour };
                }
            }
        }
        best.worth += i32::from(self.game.value(city)) * NEW_CITY;
        best
    }

    /// What a link from a place is worth, and the total to lay: for its points, to join the lead there, or to hold it.
    fn at_place(&self, place: u8, payments: &Payments) -> (i32, u8) {
        let mut best = payments.at_least(0);
        if place == START {
            return (best.0 + if self.view.built() == 0 { FIRST_LINK } else { FROM_START }, best.1);
        }
        let sums = self.view.control(place);
        let own = sums[self.me];
        let other = (0..self.players).filter(|player| *player != self.me).map(|player| sums[player]).max().unwrap_or(0);
        if own <= other {
            let value = i32::from(self.game.value(place));
            let early = self.rounds.min(LATE);
            let lead = value * (JOINED_LEAD.0 * early + JOINED_LEAD.1 * (LATE - early)) / LATE;
            let joined = if own == other { 0 } else { lead };
            let mut weigh = |(worth, total): (i32, u8), gain: i32| {
                if worth + gain > best.0 {
                    best = (worth + gain, total);
                }
            };
            weigh(payments.at_least(other - own), joined);
            weigh(payments.at_least(other - own + 1), joined + value * SOLE_LEAD);
        }
        if self.view.own_neighbours(self.me, place) != 0 {
            best.0 += OWN_NEIGHBOUR;
        }
        best
    }

    fn lay(&self) -> Move {
        let build = self.view.build();
        let payments = self.payments(build.city, build.colour);
        let total = payments.map(|payments| self.at_place(build.from, &payments).1);
        let Some([ones, twos, wilds]) = total.and_then(|total| self.cards_for(build.colour, total)) else {
            return Move::DoneLaying;
        };
        if build.twos < twos {
            Move::LayTwo
        } else if build.ones < ones {
            Move::LayOne
        } else if build.wilds < wilds {
            Move::LayWild
        } else {
            Move::DoneLaying
        }
    }

    // --- cards ---------------------------------------------------------------------------------------------------------

    /// What a card is worth in hand, of which `held` copies (0 or 1) are there already.
    fn keep(&self, kind: u8, held: u8) -> i32 {
        match kind {
            ENGINE => self.keep_engine(held),
            ..ENGINE => self.keep_track(kind, held),
            _ => self.keep_city(kind - FIRST_CITY, held),
        }
    }

    fn keep_track(&self, kind: u8, held: u8) -> i32 {
        let (colour, value) = (kind / 2, 1 + kind % 2);
        let (ones, twos) = self.view.hand_track(colour);
        let worth = i32::from(ones + 2 * twos - held * value);
        let (mut fits, mut completes) = (false, false);
        for city in places(self.view.hand_cities()) {
            if self.game.colours(city) >> colour & 1 == 1 {
                fits = true;
                completes |= (1..=2).contains(&(i32::from(self.game.value(city)) - worth));
            }
        }
        let alone = if value == 2 { TWO } else { ONE };
        alone + i32::from(fits) * FITS + i32::from(completes) * COMPLETES
    }

    fn keep_engine(&self, held: u8) -> i32 {
        if self.game.is_family() {
            return [0, ONE, TWO][usize::from(self.game.wild_value())];
        }
        let others = usize::from(self.view.engines(self.me) + self.view.hand_engines() - held);
        ENGINES[others.min(3)] + 10 * (i32::from(self.game.data.scoring.engine) - 1)
    }

    fn keep_city(&self, city: u8, held: u8) -> i32 {
        let others = self.view.hand_cities().count_ones() as usize - usize::from(held);
        let value = self.game.value(city);
        let worth = |colour: u8| {
            let (ones, twos) = self.view.hand_track(colour);
            ones + 2 * twos
        };
        let track = places(self.game.colours(city).into()).map(worth).max().unwrap_or(0);
        let paid = if track >= value { CITY_PAID } else { 0 };
        CITY[others.min(3)] + i32::from(value) * CITY_VALUE + i32::from(track.min(value)) * CITY_TRACK + paid
    }

    /// The card of the hand that is worth least, and its worth.
    fn worst_card(&self) -> (i32, u8) {
        let held = self.game.ids.each_kind().filter(|kind| self.view.hand_count(*kind) > 0);
        held.map(|kind| (self.keep(kind, 1), kind)).min().unwrap_or((0, 0))
    }

    fn draw(&self, choice: Move) -> i32 {
        let face_up = |kind: u8| {
            let only = kind == ENGINE && self.view.picks_done() + 1 < self.game.data.most_drawn;
            self.keep(kind, 0) - if only { ONLY_CARD } else { 0 }
        };
        match choice {
            Move::DrawDeck => BLIND_CARD,
            Move::DrawOpen(slot) => self.view.open(usize::from(slot)).map_or(NOTHING, face_up),
            Move::DrawPile => self.view.pile_top().map_or(NOTHING, face_up),
            _ => -100,
        }
    }

    // --- discards ------------------------------------------------------------------------------------------------------

    /// What giving up a card that is worth `kept` for another one brings.
    fn swap_gain(&self, kept: i32) -> i32 {
        if self.rounds == 0 {
            return NOTHING;
        }
        let open = (0..self.view.slots()).filter_map(|slot| self.view.open(slot)).filter(|kind| *kind != ENGINE);
        let best = open.map(|kind| self.keep(kind, 0)).max().unwrap_or(NOTHING).max(BLIND_CARD);
        (best - kept) * SWAP_PERCENT / 100
    }

    /// What a cube from the bag on the best empty city brings, on average.
    fn replenish_gain(&self) -> i32 {
        let bag = self.view.bag();
        let cubes: i32 = bag.iter().map(|count| i32::from(*count)).sum();
        if cubes == 0 {
            return NOTHING;
        }
        let mean = |city: u8| {
            let of_good = |good: usize| self.delivery_from(city, good as u8) * i32::from(bag[good]);
            (0..bag.len()).map(of_good).sum::<i32>() / cubes
        };
        places(self.view.empty_cities()).map(mean).max().map_or(NOTHING, |best| best * REPLENISH_PERCENT / 100)
    }

    fn discard_use(&self, choice: Move) -> i32 {
        match choice {
            Move::Replenish => self.replenish_gain(),
            Move::DrawOpen(slot) => {
                self.view.open(usize::from(slot)).map_or(NOTHING, |kind| self.keep(kind, 0) * SWAP_PERCENT / 100)
            }
            _ => BLIND_CARD * SWAP_PERCENT / 100,
        }
    }

    fn place_for_cube(&self, choice: Move) -> i32 {
        match (choice, self.view.drawn_cube()) {
            (Move::PlaceCube(city), Some(good)) => self.delivery_from(city, good),
            _ => NOTHING,
        }
    }

    /// The choice that is worth most, the lowest id among equals.
    fn best_of(&self, legal: &[Action], worth: impl Fn(Move) -> i32) -> Move {
        let mut best = (i32::MIN, legal[0]);
        for action in legal {
            let worth = worth(self.game.move_of(*action));
            if worth > best.0 {
                best = (worth, *action);
            }
        }
        self.game.move_of(best.1)
    }
}
