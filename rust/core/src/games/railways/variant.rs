//! Variants and rules options.

use super::data::{CARDS, CITIES, CUBES, ENGINE, ENGINES, GOODS, KINDS, ONES, TWOS};
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
        default: Value::Int(10),
        allowed: Allowed::Range(1, 10),
        rule: "R1",
        summary: "trains a player has for links",
    },
    OptionSpec {
        name: "faceup_engine_second",
        default: Value::Bool(false),
        allowed: SWITCH,
        rule: "R10",
        summary: "whether an engine may be taken face up as the second card",
    },
    OptionSpec {
        name: "exit_capacity",
        default: Value::None,
        allowed: Allowed::NoneOrRange(1, 25),
        rule: "R19",
        summary: "links that one colour of a city carries",
    },
    OptionSpec {
        name: "overpay_cap",
        default: Value::None,
        allowed: Allowed::NoneOrRange(1, 19),
        rule: "R18",
        summary: "how much a link may be worth above the city's value",
    },
    OptionSpec {
        name: "engine_cap",
        default: Value::None,
        allowed: Allowed::NoneOrRange(1, 21),
        rule: "R23",
        summary: "largest engine size",
    },
    OptionSpec {
        name: "value5_must_stop",
        default: Value::Bool(true),
        allowed: SWITCH,
        rule: "R30",
        summary: "whether a value-5 city ends each route",
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
    pub(super) fn new(setup: &Setup) -> Result<Self> {
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
            link_trains: number("link_trains").unwrap_or(10),
            faceup_engine_second: rules.switch("faceup_engine_second"),
            exit_capacity: number("exit_capacity"),
            overpay_cap: number("overpay_cap"),
            engine_cap: number("engine_cap").unwrap_or(u8::MAX),
            value5_must_stop: rules.switch("value5_must_stop"),
            max_rounds: number("max_rounds").unwrap_or(100),
        })
    }

    /// The copies of each card kind in the game (R1, R45).
    pub(super) fn copies(&self) -> [u8; KINDS] {
        std::array::from_fn(|kind| match kind as u8 {
            ENGINE => u8::from(self.engines) * ENGINES,
            kind if kind > ENGINE => 1,
            kind if kind % 2 == 0 => ONES,
            _ => TWOS,
        })
    }

    /// The cubes of each good in the game (R1, R44).
    pub(super) fn cubes(&self) -> u8 {
        if self.family { 0 } else { CUBES }
    }

    /// The bounds on decisions and chance nodes (see the page, "Bounds").
    pub(super) fn bounds(&self, players: usize) -> (usize, usize) {
        let decisions = 6 * players * usize::from(self.max_rounds) + 11 * CITIES + 2 * players;
        let cards = if self.engines { CARDS - players } else { CARDS - usize::from(ENGINES) };
        (decisions, cards + GOODS * usize::from(self.cubes()) + 1)
    }
}
