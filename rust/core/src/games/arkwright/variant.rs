//! Variants and rules options.

use super::data;
use crate::game::{Declaration, Setup};
use crate::options::{Allowed, OptionSpec, SWITCH, Value, VariantSpec};

const SEVERAL: Option<(usize, usize)> = Some((2, 4));

const VARIANTS: &[VariantSpec] = &[
    VariantSpec {
        name: "standard",
        rule: "R3",
        summary: "fixed starting factories by seat, five kinds of action",
        rules: &[],
        players: SEVERAL,
    },
    VariantSpec {
        name: "expert",
        rule: "R5",
        summary: "chosen starting factories, Extra Production and Early Shipping",
        rules: &[("expert_setup", Value::Bool(true)), ("expert_actions", Value::Bool(true))],
        players: SEVERAL,
    },
    VariantSpec {
        name: "solo",
        rule: "R53",
        summary: "one player against neutral markers, for a score and its title",
        rules: &[],
        players: Some((1, 1)),
    },
];

const OPTIONS: &[OptionSpec] = &[
    OptionSpec {
        name: "expert_setup",
        default: Value::Bool(false),
        allowed: SWITCH,
        rule: "R5",
        summary: "players choose starting goods and spend three points",
    },
    OptionSpec {
        name: "expert_actions",
        default: Value::Bool(false),
        allowed: SWITCH,
        rule: "R22",
        summary: "Extra Production and Early Shipping",
    },
    OptionSpec {
        name: "events",
        default: Value::Bool(false),
        allowed: SWITCH,
        rule: "R7",
        summary: "an event each decade (an invention)",
    },
    OptionSpec {
        name: "final_purchase",
        default: Value::Bool(true),
        allowed: SWITCH,
        rule: "R51",
        summary: "cash buys shares at the end",
    },
    OptionSpec {
        name: "neutral_step",
        default: Value::Name("decade_end"),
        allowed: Allowed::Choices(&[Value::Name("decade_end"), Value::Name("every_round")]),
        rule: "R49",
        summary: "when neutral markers climb",
    },
    OptionSpec {
        name: "shipping_optional",
        default: Value::Bool(false),
        allowed: SWITCH,
        rule: "R39",
        summary: "the owner chooses how many ships sail",
    },
    OptionSpec {
        name: "starter",
        default: Value::Name("choose"),
        allowed: Allowed::Choices(&[Value::Name("choose"), Value::Name("lowest_starts")]),
        rule: "R48",
        summary: "who begins a decade",
    },
    OptionSpec {
        name: "neutral_blocks_bonus",
        default: Value::Bool(false),
        allowed: SWITCH,
        rule: "R44",
        summary: "the neutral marker competes for the highest appeal",
    },
];

/// The fixed facts.
pub(super) static DECLARATION: Declaration = Declaration {
    name: "arkwright",
    title: "Arkwright: The Card Game",
    rules_version: 1,
    min_players: 1,
    max_players: 4,
    default_players: 4,
    variants: VARIANTS,
    options: OPTIONS,
    data: include_str!("../../../../../python/lineshaft/data/arkwright.toml"),
};

/// The options as switches.
#[derive(Clone, Copy, Debug)]
#[expect(clippy::struct_excessive_bools, reason = "a switch a rules option")]
pub(super) struct Options {
    pub(super) expert_setup: bool,
    pub(super) expert_actions: bool,
    pub(super) events: bool,
    pub(super) final_purchase: bool,
    pub(super) neutral_every_round: bool,
    pub(super) shipping_optional: bool,
    pub(super) lowest_starts: bool,
    pub(super) neutral_blocks_bonus: bool,
}

impl Options {
    pub(super) fn new(setup: &Setup) -> Self {
        let rules = &setup.rules;
        Self {
            expert_setup: rules.switch("expert_setup"),
            expert_actions: rules.switch("expert_actions"),
            events: rules.switch("events"),
            final_purchase: rules.switch("final_purchase"),
            neutral_every_round: rules.name("neutral_step") == "every_round",
            shipping_optional: rules.switch("shipping_optional"),
            lowest_starts: rules.name("starter") == "lowest_starts",
            neutral_blocks_bonus: rules.switch("neutral_blocks_bonus"),
        }
    }
}

/// No game has more decisions than this: see "Bounds" on the game's page.
pub(super) fn max_game_length(setup: &Setup, options: Options, data: &data::Data) -> usize {
    let n = setup.players;
    let automation = data.level_value[data::track::AUTOMATION].iter().max().copied().unwrap_or(0);
    let ships = data.ships_owned + data.shipyard_ships;
    let action = 9.max(usize::from(automation) + 1).max(usize::from(ships) + 1);
    let mut bound = 12 * (action + 6) * n;
    if n > 1 {
        bound += 2;
    }
    if options.expert_setup {
        bound += (2 + usize::from(data.points)) * n;
    }
    if options.events {
        bound += 3 * n;
    }
    bound
}
