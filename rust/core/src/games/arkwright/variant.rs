//! Variants and rules options.

use super::data::{Data, event, track};
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
    observation_version: 2,
    perfect_information: true,
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
pub(super) fn max_game_length(setup: &Setup, options: Options, data: &Data) -> usize {
    let (n, goods) = (setup.players, data.goods_count);
    let [automation, ships, points, patent, decades] = [
        data.highest_value(track::AUTOMATION),
        data.ships_owned + data.shipyard_ships,
        data.points,
        data.patent_steps,
        data.decades,
    ]
    .map(usize::from);
    let action = (usize::from(data.worker_cards) * goods).max(goods + 2).max(automation).max(ships) + 1;
    let lowered = usize::from(data.craftsman_cards.max(data.advertiser_cards));
    let development = (3 + lowered).max(1 + patent);
    let mut bound = usize::from(data.round_count) * (action + development + 2) * n;
    if n > 1 {
        bound += decades - 1;
    }
    if options.expert_setup {
        bound += (2 + points) * n;
    }
    if options.events {
        bound += decades.max(usize::from(data.event_amount[event::MACHINE_BREAKERS])) * n;
    }
    bound
}

/// No game shows more events: one a decade, each once (R7, R56).
pub(super) fn max_chance_nodes(options: Options, data: &Data) -> usize {
    if options.events { data.events.len().min(data.decades.into()) } else { 0 }
}
