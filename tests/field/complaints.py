"""What users of comparable engines have complained about, each with the promise here and where it is proven.

The ids are stable; a test of this folder has its id in its name. ``PROOFS`` names tests as FILE::TEST below ``tests/``.
What is proven for the whole registry needs no line a game; where only the rules' own tests can say it, one of each game
that has it is named.
"""

from __future__ import annotations

from typing import NamedTuple


class Entry(NamedTuple):
    """A pain that others had, in a line, and the tests that would notice it here."""

    pain: str
    proofs: tuple[str, ...]


CONTRACT = "contract/test_contract.py::"
STATE = "api/test_state.py::"
MATCH = "api/test_match.py::"
VIEW = "api/test_view.py::"
GAME = "api/test_game.py::"
ARENA = "api/test_arena.py::"
BATCH = "api/test_batch.py::"
PACKAGE = "api/test_package.py::"
GOLDEN = "golden/test_golden.py::"
RULES = "rules/"
CLI = "cli/test_commands.py::"
WHEEL = "packaging/test_wheel.py::"
PARITY = "parity/test_parity.py::test_engine_and_reference_agree"
LEDGER = "rules/test_ledger.py::test_each_rule_is_named_by_a_test"
FIELD = "field/"

PROOFS: dict[str, Entry] = {
    # --- determinism and seeds ---
    "F01": Entry(
        "one seed does not fix everything: global generators, hash order or the clock have a say",
        (
            f"{CONTRACT}test_same_seed_same_game_whatever_else_draws_numbers",
            f"{FIELD}test_determinism.py::test_f01_neither_hash_order_nor_the_process_matters",
            f"{FIELD}test_endurance.py::test_f01_other_processes_play_the_same",
        ),
    ),
    "F03": Entry("a seed is accepted and ignored", (f"{FIELD}test_determinism.py::test_f03_each_seed_is_used",)),
    "F04": Entry(
        "a run cannot be repeated from what it left behind",
        (
            f"{CLI}test_out_writes_the_same_bytes_twice_and_for_any_threads",
            f"{FIELD}test_determinism.py::test_f04_a_replay_says_how_to_play_it_again",
        ),
    ),
    "F05": Entry(
        "playing disturbs the global generators, or is disturbed by them",
        (f"{FIELD}test_determinism.py::test_f05_global_generators_are_left_alone",),
    ),
    "F07": Entry(
        "bots draw from the generator of the deal, so that another bot changes the cards",
        (f"{FIELD}test_determinism.py::test_f07_another_bot_changes_no_card",),
    ),
    "F08": Entry(
        "thinking uses up random numbers of the real game",
        (
            f"{FIELD}test_determinism.py::test_f08_thinking_changes_nothing",
            f"{MATCH}test_copies_do_not_disturb_the_original",
        ),
    ),
    "F09": Entry(
        "workers that share a seed play the same game",
        (
            f"{BATCH}test_slots_are_the_matches_of_the_series",
            f"{BATCH}test_threads_change_nothing",
            f"{ARENA}test_threads_change_nothing",
            f"{FIELD}test_determinism.py::test_f09_games_of_a_series_differ",
        ),
    ),
    "F10": Entry(
        "the generator is part of the state, and planners foresee the future",
        (f"{FIELD}test_hidden.py::test_f10_nothing_of_the_seed_is_in_a_position",),
    ),
    "F12": Entry(
        "saving forgets the generator",
        (
            f"{CONTRACT}test_a_match_read_back_goes_on_with_the_same_chance",
            f"{MATCH}test_copies_play_on_alike_and_apart",
        ),
    ),
    # --- hidden information and observations ---
    "F13": Entry(
        "one form of an observation hides what another one shows",
        (
            f"{CONTRACT}test_resampling_keeps_what_the_player_knows",
            f"{VIEW}test_a_view_follows_from_what_its_player_knows",
            f"{FIELD}test_hidden.py::test_f13_reasons_tell_no_secret",
        ),
    ),
    "F14": Entry(
        "the record of what a player saw mixes up histories",
        (
            f"{FIELD}test_hidden.py::test_f14_what_a_player_saw_fixes_what_he_knows",
            f"{FIELD}test_hidden.py::test_f14_equal_logs_mean_equal_views_to_the_end",
            f"{FIELD}test_hidden.py::test_f14_a_log_is_what_was_told_of_each_step",
        ),
    ),
    "F15": Entry(
        "the same mistake in an encoder that was copied from game to game",
        (f"{FIELD}test_hidden.py::test_f14_what_a_player_saw_fixes_what_he_knows", PARITY),
    ),
    "F16": Entry(
        "what is public depends on who asks", (f"{FIELD}test_hidden.py::test_f16_a_spectator_sees_what_is_public",)
    ),
    "F18": Entry("bots get the state and must not peek", (f"{VIEW}test_no_attribute_leads_to_the_state",)),
    "F19": Entry(
        "copies keep the order of the deck",
        (
            f"{VIEW}test_a_view_follows_from_what_its_player_knows",
            f"{FIELD}test_hidden.py::test_f10_nothing_of_the_seed_is_in_a_position",
        ),
    ),
    "F21": Entry(
        "nobody can tell what a bot looks at",
        (f"{ARENA}test_bots_are_described", f"{ARENA}test_a_bot_needs_the_view_of_the_player_to_act"),
    ),
    "F22": Entry(
        "search imagines what cannot be",
        (
            f"{CONTRACT}test_chance_outcomes_have_probabilities_that_sum_to_one",
            f"{FIELD}test_hidden.py::test_f22_imagined_games_can_be_played",
        ),
    ),
    "F23": Entry(
        "only the player to act can be asked what they see", (f"{CONTRACT}test_every_accessor_answers_at_every_node",)
    ),
    "F25": Entry(
        "where all players' pieces are written, a seat is mixed up",
        (PARITY, f"{CONTRACT}test_resampling_keeps_what_the_player_knows"),
    ),
    "F27": Entry(
        "an observation does not mean what its documentation says",
        (
            f"{GAME}test_channels_cover_the_observation",
            f"{FIELD}test_hidden.py::test_f27_entries_are_whole_numbers_of_their_scale",
            PARITY,
        ),
    ),
    # --- legal actions and errors ---
    "F28": Entry(
        "an illegal action ends in an assertion somewhere",
        (f"{STATE}test_an_illegal_action_changes_nothing_and_says_why",),
    ),
    "F29": Entry(
        "an impossible outcome of chance is accepted",
        (
            f"{CONTRACT}test_ids_outside_the_table_are_refused_at_every_node",
            f"{FIELD}test_actions.py::test_f29_outcomes_that_cannot_happen_are_refused",
        ),
    ),
    "F30": Entry(
        "a question at the wrong kind of node crashes", (f"{CONTRACT}test_every_accessor_answers_at_every_node",)
    ),
    "F31": Entry(
        "it is unclear what an empty list of actions means",
        (
            f"{CONTRACT}test_legal_actions_are_sorted_unique_and_equal_the_mask",
            f"{VIEW}test_legal_actions_are_those_of_the_viewer",
        ),
    ),
    "F32": Entry("nobody can tell why an action is not offered", (f"{CONTRACT}test_legality_has_one_source",)),
    "F33": Entry(
        "trained players make illegal moves because the mask is not where it is looked for",
        (f"{FIELD}test_actions.py::test_f33_a_masked_player_makes_no_illegal_move",),
    ),
    "F34": Entry(
        "a helper ignores the mask and nobody notices",
        (
            f"{ARENA}test_a_bot_that_chooses_what_is_not_legal",
            f"{BATCH}test_an_illegal_action_names_its_slot_and_changes_nothing",
        ),
    ),
    "F35": Entry(
        "the first mask is written by hand", (f"{CONTRACT}test_legal_actions_are_sorted_unique_and_equal_the_mask",)
    ),
    "F36": Entry(
        "arrays change their shape when somebody is out",
        (f"{FIELD}test_actions.py::test_f36_finished_slots_keep_their_place",),
    ),
    "F38": Entry(
        "asking changes the game", (f"{CONTRACT}test_reading_changes_nothing", f"{STATE}test_reading_changes_nothing")
    ),
    # --- size and stability of the action space ---
    "F39": Entry(
        "a decision has more actions than can be listed",
        (f"{FIELD}test_actions.py::test_f39_decisions_stay_small",),
    ),
    "F41": Entry(
        "one decision late in the game takes for ever", (f"{FIELD}test_endurance.py::test_f41_no_decision_is_slow",)
    ),
    "F42": Entry(
        "the meaning of an id moves",
        (
            f"{CONTRACT}test_action_texts_parse_back",
            f"{GOLDEN}test_corpus_is_followed_by_both_implementations",
        ),
    ),
    # --- rules that are wrong ---
    "F43": Entry("a counter that is kept step by step drifts from the rule", (PARITY,)),
    "F44": Entry("a derived fact is computed by a broader condition than the rule", (PARITY,)),
    "F45": Entry("something may be done that a sentence of the rules forbids", (LEDGER,)),
    "F46": Entry(
        "one way to end pays the wrong player",
        (
            f"{RULES}railways/test_end.py::test_r36_the_first_trigger_is_the_reason",
            f"{RULES}workshop/test_end.py::test_r39_of_tied_players_the_earlier_on_the_turn_order_chart_wins",
            f"{RULES}widgets/test_end.py::test_r21_whoever_is_first_triggers_the_end",
            f"{RULES}arkwright/test_end.py::test_r52_what_the_end_pays",
        ),
    ),
    "F47": Entry(
        "scores leave their declared bounds", (f"{FIELD}test_endurance.py::test_f49_a_thousand_games_of_each_set_up",)
    ),
    "F48": Entry(
        "examples of the rulebook come out otherwise",
        (
            f"{RULES}railways/test_scoring.py::test_r40_james_and_steve",
            f"{RULES}workshop/test_building.py::test_r30_the_rulebooks_examples",
            f"{RULES}widgets/test_scoring.py::test_r19_the_rulebooks_example_is_worth_15",
        ),
    ),
    "F49": Entry(
        "a game is published before it works",
        (f"{FIELD}test_endurance.py::test_f49_a_thousand_games_of_each_set_up",),
    ),
    "F50": Entry(
        "the order of play is wrong after a phase",
        (
            f"{RULES}railways/test_turn.py::test_r7_turns_go_clockwise",
            f"{RULES}workshop/test_collecting.py::test_r37_the_turn_order_stays",
            f"{RULES}widgets/test_setup.py::test_r2_play_goes_clockwise",
            f"{RULES}arkwright/test_preparation.py::test_r46_the_start_player_passes_on_clockwise",
            PARITY,
        ),
    ),
    "F51": Entry("a debated rule is decided twice, differently", (LEDGER, PARITY)),
    "F52": Entry("two implementations drift apart", (PARITY,)),
    "F53": Entry("comparisons are not equally strict", ("parity/test_parity.py::test_a_difference_is_found_and_told",)),
    "F54": Entry(
        "only what somebody thought of is compared",
        (
            "property/test_lockstep.py::test_engine_and_reference_go_in_lockstep",
            "property/test_lockstep.py::test_a_failure_shrinks_and_joins_the_corpus",
        ),
    ),
    # --- copies, undo, saving ---
    "F55": Entry("a copy is not equal to its original", (f"{CONTRACT}test_positions_survive_every_form",)),
    "F56": Entry("undo forgets a field", (f"{FIELD}test_actions.py::test_f56_f65_there_is_no_undo_to_get_wrong",)),
    "F58": Entry("a saved position forgets whose turn it is", (f"{CONTRACT}test_positions_survive_every_form",)),
    "F59": Entry(
        "a game with own settings cannot be pickled",
        (f"{GAME}test_copies_and_pickles_of_a_game", f"{STATE}test_a_state_travels_to_a_spawned_process"),
    ),
    # --- replays and versions ---
    "F61": Entry(
        "a correction of a rule breaks stored games without a word",
        (
            f"{GOLDEN}test_a_change_of_behaviour_is_not_recorded",
            f"{GOLDEN}test_lines_of_an_older_rules_version_are_replaced",
        ),
    ),
    "F62": Entry(
        "seeds are stored inexactly",
        (f"{MATCH}test_replays_lead_to_the_same_bytes", f"{MATCH}test_what_is_no_replay"),
    ),
    "F63": Entry(
        "an old game meets new rules with a cryptic error",
        (
            f"{MATCH}test_replays_that_do_not_follow_the_rules",
            "replay/test_refusals.py::test_another_rules_version_is_named_with_the_first_difference",
        ),
    ),
    "F65": Entry(
        "a player undoes somebody else's move", (f"{FIELD}test_actions.py::test_f56_f65_there_is_no_undo_to_get_wrong",)
    ),
    "F66": Entry(
        "replays need a database, or slow play down",
        (f"{CLI}test_out_can_be_followed", f"{MATCH}test_files_of_replays"),
    ),
    # --- how games end ---
    "F67": Entry(
        "games last longer than declared",
        (
            f"{FIELD}test_endurance.py::test_f49_a_thousand_games_of_each_set_up",
            f"{FIELD}test_endurance.py::test_f67_stalling_ends_in_time",
        ),
    ),
    "F68": Entry(
        "search overflows the stack in long games", (f"{FIELD}test_endurance.py::test_f68_bots_need_little_stack",)
    ),
    "F69": Entry("a game ends and does not say so", (f"{CONTRACT}test_an_end_is_an_end",)),
    "F70": Entry("the last reward goes missing", (f"{STATE}test_returns_are_paid_at_the_end",)),
    "F71": Entry(
        "an inner list is handed out and changed",
        (
            f"{STATE}test_arrays_are_the_callers",
            f"{STATE}test_plain_objects_are_the_callers",
            f"{CONTRACT}test_returned_things_belong_to_the_caller",
        ),
    ),
    # --- batches, memory, processes ---
    "F73": Entry(
        "a buffer is used again while the caller holds it",
        (f"{FIELD}test_actions.py::test_f73_pairs_are_not_shifted", f"{BATCH}test_arrays_are_new_unless_out_is_given"),
    ),
    "F74": Entry("memory grows with each game", (f"{FIELD}test_endurance.py::test_f74_memory_stays_flat",)),
    # --- installing, typing, documentation, command line ---
    "F78": Entry("there is no wheel for a new Python", (f"{WHEEL}test_wheel_holds_exactly_the_package",)),
    "F80": Entry("it works on one system only", (f"{FIELD}test_package.py::test_f80_nothing_is_of_one_system_only",)),
    "F81": Entry("the extension has no types", (f"{PACKAGE}test_types_are_shipped",)),
    "F82": Entry(
        "the examples of the documentation are broken",
        ("docs/test_pages.py::test_the_examples_of_the_readme_run", "docs/test_pages.py::test_examples_run"),
    ),
    "F84": Entry(
        "own bots need a ceremony",
        (f"{ARENA}test_bots_have_names", f"{ARENA}test_a_python_bot_that_imitates_gives_the_same_games"),
    ),
    "F85": Entry(
        "the command line drags in what it does not need",
        (
            f"{CLI}test_needs_numpy_and_click_alone",
            f"{PACKAGE}test_importing_brings_nothing_for_people_and_no_reference_game",
        ),
    ),
    "F86": Entry("what was installed lacks something", (f"{WHEEL}test_installed_program_runs_elsewhere",)),
}
