//! Variants and rules options.

use super::data::{Data, ENGINE, MOST_GOODS, MOST_KINDS};
use crate::error::{Error, Result};
use crate::game::Setup;
use crate::options::{Allowed, OptionSpec, SWITCH, Value, VariantSpec};

/// The younger players' game.
const FAMILY: &str = "family";

pub(super) const VARIANTS: &[VariantSpec] = &[
    VariantSpec { name: "standard", rule: "R1", summary: "the whole game", rules: &[], players: None },
    VariantSpec {
        name: FAMILY,
        rule: "R44",
        summary: "the younger players' game: no goods, no engines",
        rules: &[],
        players: None,
    },
];

pub(super) const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "link_trains",
        default: Value::None,
        allowed: Allowed::NoneOrRange(1, 40),
        rule: "R1",
        summary: "trains a player has for links; none: as many as the data leave",
    },
    OptionSpec {
        name: "faceup_engine_second",
        default: Value::Bool(false),
        allowed: SWITCH,
        rule: "R10",
        summary: "whether an engine may be taken face up after the first card",
    },
    OptionSpec {
        name: "exit_capacity",
        default: Value::None,
        allowed: Allowed::NoneOrRange(1, 40),
        rule: "R19",
        summary: "links that one colour of a city carries",
    },
    OptionSpec {
        name: "overpay_cap",
        default: Value::None,
        allowed: Allowed::NoneOrRange(1, 80),
        rule: "R18",
        summary: "how much a link may be worth above the city's value",
    },
    OptionSpec {
        name: "engine_cap",
        default: Value::None,
        allowed: Allowed::NoneOrRange(1, 60),
        rule: "R23",
        summary: "largest engine size",
    },
    OptionSpec {
        name: "value5_must_stop",
        default: Value::Bool(true),
        allowed: SWITCH,
        rule: "R30",
        summary: "whether a city that takes all goods ends each route",
    },
    OptionSpec {
        name: "family_wilds",
        default: Value::Bool(false),
        allowed: SWITCH,
        rule: "R45",
        summary: "whether the engines stay in the family game as wilds",
    },
    OptionSpec {
        name: "max_rounds",
        default: Value::Int(100),
        allowed: Allowed::Range(1, 100),
        rule: "R39",
        summary: "the last round",
    },
];

/// What variant and options come to.
#[allow(clippy::struct_excessive_bools)] // each is a rule of its own
#[derive(Clone, Copy, Debug)]
pub(super) struct Options {
    /// No goods, no engines (R44).
    pub(super) family: bool,
    /// Whether the engines are in the game (R45).
    pub(super) engines: bool,
    /// Trains for links (R1).
    pub(super) link_trains: u8,
    /// R10.
    pub(super) faceup_engine_second: bool,
    /// R19.
    pub(super) exit_capacity: Option<u8>,
    /// R18.
    pub(super) overpay_cap: Option<u8>,
    /// R23; above every size without the option.
    pub(super) engine_cap: u8,
    /// R30.
    pub(super) value5_must_stop: bool,
    /// R39.
    pub(super) max_rounds: u8,
}

impl Options {
    pub(super) fn new(setup: &Setup, data: &Data) -> Result<Self> {
        let rules = &setup.rules;
        let number = |name| rules.number(name).map(|n| n as u8);
        let family = setup.variant == FAMILY;
        let wilds = rules.switch("family_wilds");
        if wilds && !family {
            let message =
                format!("rules option family_wilds cannot be true in the variant {}; choose false", setup.variant);
            return Err(Error::variant(message).with_rule("R45"));
        }
        Ok(Self {
            family,
            engines: !family || wilds,
            link_trains: number("link_trains").unwrap_or(data.per_player - data.markers),
            faceup_engine_second: rules.switch("faceup_engine_second"),
            exit_capacity: number("exit_capacity"),
            overpay_cap: number("overpay_cap"),
            engine_cap: number("engine_cap").unwrap_or(u8::MAX),
            value5_must_stop: rules.switch("value5_must_stop"),
            max_rounds: number("max_rounds").unwrap_or(100),
        })
    }

    /// The copies of each card kind in the game (R1, R45).
    pub(super) fn copies(&self, data: &Data) -> [u8; MOST_KINDS] {
        std::array::from_fn(|kind| match kind as u8 {
            ENGINE => u8::from(self.engines) * data.engines,
            city if city > ENGINE => u8::from(kind - usize::from(ENGINE) <= data.cities.len()),
            _ if kind % 2 == 0 => data.track[kind / 2].0,
            _ => data.track[kind / 2].1,
        })
    }

    /// The cubes of each good in the game (R1, R44).
    pub(super) fn cubes(&self, data: &Data) -> [u8; MOST_GOODS] {
        if self.family { [0; MOST_GOODS] } else { data.cubes }
    }

    /// The engines that are dealt to each player (R2, R45).
    pub(super) fn dealt_engines(&self, data: &Data) -> u8 {
        u8::from(self.engines) * data.hand.engines
    }

    /// The bounds on decisions and chance nodes (see the page, "Bounds").
    pub(super) fn bounds(&self, players: usize, data: &Data) -> (usize, usize) {
        let (limit, drawn) = (usize::from(data.hand.limit), usize::from(data.most_drawn));
        let turn = 3.max(2 + 2 * drawn);
        let link = 3 + drawn + (limit - 1).max(drawn.saturating_sub(1)) - turn;
        let decisions = turn * players * usize::from(self.max_rounds)
            + link * data.cities.len()
            + 2 * players * usize::from(data.deliveries);
        let cards: usize = self.copies(data).into_iter().map(usize::from).sum();
        let cubes: usize = self.cubes(data).into_iter().map(usize::from).sum();
        (decisions, cards - players * usize::from(self.dealt_engines(data)) + cubes + 1)
    }
}
