//! Variants and rules options, and what follows from them.

use super::data::Data;
use super::parts::{Counts, Deck};
use crate::error::{Error, Result};
use crate::game::Setup;
use crate::options::{Allowed, OptionSpec, SWITCH, Value, VariantSpec};

/// The pile of two sets.
const ABSTRACT: &str = "abstract";

pub(super) const VARIANTS: &[VariantSpec] = &[
    VariantSpec { name: "table", rule: "R4", summary: "the physical pile", rules: &[], players: None },
    VariantSpec {
        name: ABSTRACT,
        rule: "R31",
        summary: "two sets of cards; the options from shape to see_through have no effect",
        rules: &[],
        players: None,
    },
];

pub(super) const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "longer",
        default: Value::Bool(false),
        allowed: SWITCH,
        rule: "R20",
        summary: "one more construct triggers the end",
    },
    OptionSpec {
        name: "start_player",
        default: Value::None,
        allowed: Allowed::NoneOrRange(0, 4),
        rule: "R2",
        summary: "who starts; none: chance",
    },
    OptionSpec {
        name: "auto_setup",
        default: Value::Bool(true),
        allowed: Allowed::Choices(&[Value::Bool(true), Value::Bool(false)]),
        rule: "R3",
        summary: "the dealt part goes into bay 1 without a decision",
    },
    OptionSpec {
        name: "max_turns",
        default: Value::None,
        allowed: Allowed::NoneOrRange(1, 1000),
        rule: "R27",
        summary: "turns of all players together; none: the number of the data file",
    },
    OptionSpec {
        name: "strict_empty",
        default: Value::Bool(false),
        allowed: SWITCH,
        rule: "R25",
        summary: "the game also ends in the middle of a turn when the pile is empty",
    },
    OptionSpec {
        name: "dedupe",
        default: Value::Bool(false),
        allowed: SWITCH,
        rule: "R16",
        summary: "of several empty bays only the first may be chosen",
    },
    OptionSpec {
        name: "shape",
        default: Value::Name("gear"),
        allowed: Allowed::Choices(&[Value::Name("gear"), Value::Name("rectangle")]),
        rule: "R9",
        summary: "what a part looks like",
    },
    OptionSpec {
        name: "spread",
        default: Value::Int(70),
        allowed: Allowed::Range(53, 105),
        rule: "R4",
        summary: "how evenly the first drop spreads: 105 evenly over the table, 53 heaped in the middle",
    },
    OptionSpec {
        name: "friction",
        default: Value::Int(224),
        allowed: Allowed::Range(0, 256),
        rule: "R11",
        summary: "how strongly parts are dragged, of 256",
    },
    OptionSpec {
        name: "flips",
        default: Value::Int(4),
        allowed: Allowed::Range(0, 256),
        rule: "R11",
        summary: "chance of 256 that a dragged part turns over",
    },
    OptionSpec {
        name: "dir_mode",
        default: Value::Name("choose"),
        allowed: Allowed::Choices(&[Value::Name("choose"), Value::Name("auto")]),
        rule: "R10",
        summary: "the player chooses the side, or the nearest one is taken",
    },
    OptionSpec {
        name: "read_share",
        default: Value::Int(40),
        allowed: Allowed::Range(1, 100),
        rule: "R12",
        summary: "per cent of a part that must be in sight to be read",
    },
    OptionSpec {
        name: "see_through",
        default: Value::Bool(false),
        allowed: SWITCH,
        rule: "R12",
        summary: "one reads through the clear centre of parts on top",
    },
];

/// What variant, options and data file come to.
#[allow(clippy::struct_excessive_bools)] // switches of the declaration
#[derive(Clone, Copy, Debug)]
pub(super) struct Options {
    /// Two sets instead of a pile (R31).
    pub(super) two_sets: bool,
    /// The constructs that trigger the end (R20).
    pub(super) constructs: u8,
    /// The start player, where chance has no say (R2).
    pub(super) start_player: Option<u8>,
    /// R3.
    pub(super) auto_setup: bool,
    /// R27.
    pub(super) max_turns: u16,
    /// R25.
    pub(super) strict_empty: bool,
    /// R16.
    pub(super) dedupe: bool,
    /// Not a gear (R9).
    pub(super) rectangle: bool,
    /// R4.
    pub(super) spread: u8,
    /// R11, of 256.
    pub(super) friction: u16,
    /// R11, of 256.
    pub(super) flips: u16,
    /// Parts are pulled to the nearest side (R10).
    pub(super) nearest: bool,
    /// R12, per cent.
    pub(super) read_share: u8,
    /// R12.
    pub(super) see_through: bool,
}

impl Options {
    pub(super) fn new(setup: &Setup, data: &Data) -> Result<Self> {
        let rules = &setup.rules;
        let number = |name| rules.number(name).unwrap_or(0);
        let end = &data.ends[setup.players - 1];
        let longer = rules.switch("longer");
        let players = setup.players;
        let with = if players == 1 { "1 player".to_owned() } else { format!("{players} players") };
        if longer && end.longer == 0 {
            let message = format!("rules option longer cannot be true with {with}; choose false");
            return Err(Error::variant(message).with_rule("R20"));
        }
        let start_player = rules.number("start_player").map(|player| player as u8);
        if let Some(player) = start_player.filter(|player| usize::from(*player) >= players) {
            let most = players - 1;
            let choice = format!("choose none or 0 to {most}");
            let message = format!("rules option start_player cannot be {player} with {with}; {choice}");
            return Err(Error::variant(message).with_rule("R2"));
        }
        Ok(Self {
            two_sets: setup.variant == ABSTRACT,
            constructs: if longer { end.longer } else { end.constructs } as u8,
            start_player: start_player.or((players == 1).then_some(0)),
            auto_setup: rules.switch("auto_setup"),
            max_turns: rules.number("max_turns").unwrap_or(end.max_turns) as u16,
            strict_empty: rules.switch("strict_empty"),
            dedupe: rules.switch("dedupe"),
            rectangle: rules.name("shape") == "rectangle",
            spread: number("spread") as u8,
            friction: number("friction") as u16,
            flips: number("flips") as u16,
            nearest: rules.name("dir_mode") == "auto",
            read_share: number("read_share") as u8,
            see_through: rules.switch("see_through"),
        })
    }

    /// Whether players choose bays for parts dealt to them (R3).
    #[inline]
    pub(super) fn has_setup(&self, counts: Counts) -> bool {
        !self.auto_setup && counts.dealt > 0
    }
}

/// The bounds on decisions and chance nodes (see the page, "Scores, end and ranking").
pub(super) fn bounds(players: usize, options: &Options, deck: &Deck, counts: Counts) -> (usize, usize) {
    let turns = usize::from(options.max_turns);
    let set_up = if options.has_setup(counts) { players } else { 0 };
    let pulls = if options.two_sets { 1 } else { counts.hand };
    let decisions = (pulls + usize::from(counts.hand > 1) + 1) * turns + set_up;
    let reads = deck.parts + 2;
    if options.two_sets {
        return (decisions, reads);
    }
    (decisions, reads + 2 * counts.hand * turns + (counts.bays - 1) * (deck.types - 1) * players)
}
