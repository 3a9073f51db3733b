"""R55 to R64: fewer or more goods, decades, rounds, worker cards, cards, events; what runs out; random files."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from arkwright.random_files import random_file
from arkwright.table import (
    HARBOUR,
    IDLE,
    after_production,
    each,
    end_round,
    factory,
    legal,
    maker,
    own,
    play,
    seat,
    the_game,
    works,
)
from data_files import DataFile
from edits import Edit, put
from positions import Play, Side

from lineshaft.proof.toml_writer import dump

FILE = DataFile("arkwright")
GOODS: list[str] = FILE.content["goods"]["names"]
RICH = [seat(cash=100_000)] * 2
LOWEST: dict[str, Any] = {"starter": "lowest_starts"}


def first_rows(table: str, numbers: list[int]) -> Edit:
    """Only the rows of a table with these numbers."""
    rows = [row for row in FILE.content[table]["rows"] if row["number"] in numbers]
    return put(table, "rows", to=rows)


def with_goods(count: int, decades: int = 3) -> list[Edit]:
    """The first goods of the shipped file, then new ones that are like the last; in so many decades."""
    goods = [*GOODS, "Ale", "Toys"][:count]
    tiles: list[dict[str, Any]] = FILE.content["tiles"]["rows"]
    rows = [
        tiles[3 * min(i, 3) + min(decade, 2)] | {"good": good, "decade": decade + 1}
        for i, good in enumerate(goods)
        for decade in range(decades)
    ]
    edits = [put("game", "decades", to=decades), put("goods", "names", to=goods), put("tiles", "rows", to=rows)]
    edits.append(put("crew_flips", "by_decade", to=["AA", "BA", "BB", "BB"][:decades]))
    edits += [put("setups", "rows", i, "demand", to=[2, 3, 4, 5, 5, 5][:count]) for i in range(4)]
    for i in range(10):
        edits += [put("seats", "rows", i, "first", to=goods[0]), put("seats", "rows", i, "second", to=goods[count - 1])]
    edits.append(put("expert", "takers", to=[max(1, -(-2 * n // count)) for n in (1, 2, 3, 4)]))
    return edits


def with_crew(cards: int, units: int = 2) -> list[Edit]:
    """So many worker cards a factory; side B has so many units."""
    flips = [text[:cards] for text in ("AAA", "BAA", "BBB")]
    return [
        put("limits", "worker_cards", to=cards),
        put("crew_flips", "by_decade", to=flips),
        put("crew_sides", "b_units", to=units),
    ]


def begun(side: Side, *edits: Edit, players: int = 2, variant: str | None = None, **rules: Any) -> Play:
    return Play(the_game(side, players, variant, rules, FILE.edited(*edits)).new_initial_state())


def changed(side: Side, edits: list[Edit], fields: dict[str, Any], players: int = 2, **rules: Any) -> Play:
    """The first position of a file, with other fields; ``seats`` gives what differs at each seat."""
    game = the_game(side, players, None, rules, FILE.edited(*edits))
    d = game.new_initial_state().to_dict()
    for player, change in enumerate(fields.pop("seats", [])):
        d["seats"][player] |= change
    return Play(game.state_from_dict(d | fields))


def active_goods(game: Play) -> list[str]:
    """The active good of each round until the game ends; everybody has a factory of each good and much money."""
    found = []
    while game.phase != "over":
        game.do("buy 0 shares", "take 0 loans")
        if game.phase == "price":
            found.append(game.refusal("price 0").sentence.split(" can have")[0])
        else:
            found.append("-")
        end_round(game)
    return found


def all_open(goods: list[str]) -> dict[str, Any]:
    return {"cash": 100_000, "factories": {good: factory() for good in goods}}


# --- goods, decades, rounds -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rounds", "decade"),
    [(2, ["Food", "Clothes"]), (4, GOODS), (6, [*GOODS, "Food", "Clothes"])],
)
def test_r55_goods_are_active_in_order_and_each_decade_begins_anew(side: Side, rounds: int, decade: list[str]) -> None:
    seats = [all_open(GOODS)] * 2
    edits = [put("game", "rounds_per_decade", to=rounds)]
    assert active_goods(changed(side, edits, {"seats": seats}, **LOWEST)) == decade * 3


@pytest.mark.parametrize("count", [2, 3, 5, 6])
@pytest.mark.parametrize("decades", [1, 2, 4])
def test_r55_other_goods_and_decades(side: Side, count: int, decades: int) -> None:
    """Ids, channels and the position follow the counts."""
    edits = [*with_goods(count, decades), put("game", "rounds_per_decade", to=count)]
    game = begun(side, *edits).state.game
    assert game.num_actions == 213 + (count - 4) * (1 + 1 + 1 + 2 + 7 + 5 + 1 + 1 + 1 + 2 + 1)
    shapes = {channel.name: channel.shape for channel in game.observation_channels}
    assert shapes["round"] == (count * decades,) and shapes["tile"] == (2, count, decades)
    assert shapes["demand"] == (count,) and shapes["stored"] == (2, 3, count)
    goods = [*GOODS, "Ale", "Toys"][:count]
    play = changed(side, edits, {"seats": [all_open(goods)] * 2}, **LOWEST)
    assert list(play.now["demand"]) == goods
    assert active_goods(play) == goods * decades


def test_r55_a_good_that_is_never_active_is_not_built(side: Side) -> None:
    """With two rounds a decade, Cutlery and Lamps have no round; a starting factory of Cutlery stays as it is."""
    game = begun(side, put("game", "rounds_per_decade", to=2))
    assert game.refusal("build Lamps") == ("no_more_production", "R10", "Lamps is not produced any more")
    assert game.refusal("employ Cutlery") == ("no_more_production", "R13", "Cutlery is not produced any more")
    assert legal(game, "build", "employ") == ["build Clothes", "employ Food"]


def test_r55_r10_a_good_is_still_produced_when_its_turn_comes_again(side: Side) -> None:
    """In the last decade of six rounds Food comes in its first and fifth, Lamps in its fourth only."""
    edits = [put("game", "rounds_per_decade", to=6)]
    owner = {"factories": {"Clothes": factory(), "Cutlery": factory()}}
    later = dict.fromkeys(("Steward", "Large Warehouse", "Shipyard", "Merchant", "Mechanic", "Entrepreneur"), 1)
    first = begun(side, *edits).now["supply"] | later
    supply = {row["name"]: first[row["name"]] for row in FILE.content["cards"]["rows"]}
    seen = {}
    for in_round in (13, 16, 17, 18):
        fields = {"round": in_round, "seats": [owner], "supply": supply}
        seen[in_round] = legal(changed(side, edits, fields), "build")
    both = ["build Food", "build Lamps"]
    assert seen == {13: both, 16: both, 17: ["build Food"], 18: []}


def test_r55_the_start_player_passes_within_a_decade_and_is_chosen_between(side: Side) -> None:
    """Two decades of one round: a choice after the first."""
    game = begun(side, *with_goods(2, 2), put("game", "rounds_per_decade", to=1))
    assert game.state.game.max_game_length == 2 * (11 + 4 + 2) * 2 + 1
    end_round(game)
    assert game.phase == "start"
    end_round(game.do("start seat 2"))
    assert game.phase == "over" and game.now["round"] == 2


def test_r55_expert_players_choose_among_the_goods_there_are(side: Side) -> None:
    """With two goods everybody begins with both; with six no good is shared by two players."""
    game = begun(side, *with_goods(2), players=4, variant="expert")
    while game.phase == "goods":
        game.do(game.legal()[0])
    assert all(list(own["factories"]) == GOODS[:2] for own in game.now["seats"])
    game = begun(side, *with_goods(6), players=3, variant="expert")
    assert legal(game, "begin") == [f"begin with {good}" for good in (*GOODS, "Ale", "Toys")]
    assert game.do("begin with Toys").refusal("begin with Toys").code == "good_full"


# --- worker cards and labour units ------------------------------------------------------------------------------------


@pytest.mark.parametrize("cards", [1, 3])
def test_r58_other_numbers_of_worker_cards(side: Side, cards: int) -> None:
    game = begun(side, *with_crew(cards), put("start", "worker_cards", to=cards))
    assert works(game, "Food")["machines"] == [0] * cards
    texts = [text for text in legal(game, "automate") if "Food" in text]
    assert texts == [f"automate Food {card + 1}" for card in range(cards)]
    assert game.refusal("employ Food") == ("crew_full", "R13", "Food has no place for a worker card")


def units(side: Side, machines: list[int], limit: int) -> Play:
    """Two cards of four units at Food, two of one at Cutlery."""
    edits = [*with_crew(2, 4), put("tracks", "automation", 0, to=limit)]
    supply = dict.fromkeys((row["name"] for row in FILE.content["cards"]["rows"]), 1)
    only = {"Food": factory(3, 2, machines), "Cutlery": factory(1, 2)}
    return changed(side, edits, {"round": 9, "supply": supply, "seats": [{"factories": only}]})


FINISH = ("finish_card", "R15", "a card that was begun must be finished first")


def test_r58_a_card_of_four_units_must_be_finished_while_machines_are_left(side: Side) -> None:
    game = units(side, [0, 0], 6).do("automate Food 1", "automate Food 1")
    assert game.now["begun"] == [["Food", 1]] and game.refusal("done") == FINISH
    assert legal(game, "automate", "done") == [
        "automate Food 1",
        "automate Food 2",
        "automate Cutlery 1",
        "automate Cutlery 2",
    ]
    game.do("automate Food 1", "automate Food 1", "automate Food 2")
    assert game.now["begun"] == [["Food", 2]]
    assert works(game.do("automate Food 2", "done"), "Food")["machines"] == [4, 2]


def test_r58_only_one_card_is_left_half_automated(side: Side) -> None:
    """Five machines: with one on each card, three are left, which finish one of them; nothing else is possible."""
    game = units(side, [0, 0], 5).do("automate Food 1", "automate Food 2")
    assert legal(game, "automate") == ["automate Food 1", "automate Food 2"]
    assert game.refusal("automate Cutlery 1") == FINISH
    game.do("automate Food 2", "automate Food 2")
    assert game.refusal("automate Food 1") == FINISH
    game.do("automate Food 2")
    assert works(game.do("done"), "Food")["machines"] == [1, 4]


def test_r58_with_too_few_machines_no_second_card_is_begun(side: Side) -> None:
    game = units(side, [0, 0], 4).do("automate Food 1")
    assert game.refusal("automate Food 2") == FINISH
    game.do("automate Food 1", "automate Food 1", "automate Food 1")
    assert works(game.do("done"), "Food")["machines"] == [4, 0]


def test_r58_what_was_half_automated_before_is_no_matter(side: Side) -> None:
    game = units(side, [2, 0], 4).do("automate Food 1")
    assert game.now["begun"] == []
    assert works(game.do("done"), "Food")["machines"] == [3, 0]


# --- cards, events, levels that are not there -------------------------------------------------------------------------


def test_r60_cards_may_be_left_out(side: Side) -> None:
    """Ids go by the rows, effects by the numbers."""
    game = begun(side, first_rows("cards", [1, 3, 12]))
    assert list(game.now["supply"]) == ["Foreman", "Sales Agent", "Engineer"]
    state = game.state
    texts = [state.action_to_string(i) for i in range(state.game.num_actions)]
    assert texts[161:168] == [
        "patent",
        *(f"take {card}" for card in ("Foreman", "Sales Agent", "Engineer")),
        *(f"give up {card}" for card in ("Foreman", "Sales Agent", "Engineer")),
    ]
    game.do("buy 0 shares", "take 0 loans", "price 2")
    assert game.refusal("patent") == ("no_patent", "R31", "you do not hold Patent")
    game.do("take Engineer")
    assert game.phase == "engineer"


def test_r60_without_the_engineer_nobody_has_him(side: Side) -> None:
    game = begun(side, first_rows("cards", [6]))
    assert game.refusal("turn engineer") == ("no_engineer", "R18", "you do not hold Engineer")
    assert "engineer to Food" not in game.legal()


def test_r60_no_copies_leave_board_developments_alone(side: Side) -> None:
    game = begun(side, *(put("setups", "rows", i, "copies", to=0) for i in range(4)))
    game.do("buy 0 shares", "take 0 loans", "price 2")
    assert game.now["supply"] == {} and {text.split()[0] for text in game.legal()} == {"develop"}


def test_r60_nothing_to_develop_ends_the_turn(side: Side) -> None:
    """Tracks of one level, and no copies."""
    tracks = FILE.content["tracks"]
    one = [put("tracks", key, to=tracks[key][:1]) for key in list(tracks)[3:]]
    game = begun(side, *one, put("tracks", "gates", to=[]), put("setups", "rows", 1, "copies", to=0))
    game.do("buy 0 shares", "take 0 loans", "price 2")
    assert (game.phase, game.player) == ("action", 1)


def test_r60_events_may_be_left_out(side: Side) -> None:
    game = begun(side, first_rows("events", [5, 8]), events=True)
    assert game.weights() == {"Blockade": 1, "Machine breakers": 1}
    assert game.do("Blockade").now["event"] == "Blockade"
    owner = maker()
    fields = {"event": "Blockade", "events_shown": ["Blockade"], "rules": {"events": True}}
    after = after_production(side, [owner], data=FILE.edited(first_rows("events", [5, 8])), **fields)
    assert own(after)["ship_tokens"] == 1


def test_r56_when_no_event_is_left_none_is_drawn(side: Side) -> None:
    """One event, three decades."""
    game = begun(side, first_rows("events", [4]), events=True, **LOWEST)
    assert (game.state.game.num_outcomes, game.state.game.max_chance_nodes) == (1, 1)
    game.do("Navigation Act")
    while game.now["round"] < 5:
        end_round(game)
    assert (game.phase, game.now["event"]) == ("action", None)
    assert game.now["events_shown"] == ["Navigation Act"]
    game.state.check_invariants()


@pytest.mark.parametrize(("amount", "steps"), [(0, []), (1, [0, 1]), (2, [0, 0, 1]), (9, [0, 0, 0, 1])])
def test_r57_each_breaks_as_many_machines_as_the_event_says(side: Side, amount: int, steps: list[int]) -> None:
    """Three machines and one."""
    first = seat(only={"Food": factory(1, 2, (1, 1)), "Cutlery": factory(1, 1, (1, 0))})
    second = seat(only={"Clothes": factory(1, 1, (1, 0)), "Lamps": factory()})
    data = FILE.edited(put("events", "rows", 7, "amount", to=amount))
    game = play(side, [first, second], phase="event", rules={"events": True}, data=data).do("Machine breakers")
    who = []
    while game.phase == "break":
        game.state.check_invariants()
        who.append(game.player)
        game.do(game.legal()[-1])
    assert who == steps
    assert (game.phase, game.player, game.now["used"]) == ("action", 0, 0)


def test_r59_the_foreman_makes_no_worker_dearer(side: Side) -> None:
    """A wage of £2, of which nothing is cut under £5."""
    data = FILE.edited(put("card_effects", "foreman_least_wage", to=5))
    game = after_production(side, [maker(cards="Foreman", **HARBOUR)], data=data)
    assert own(game)["cash"] == 100 - 8 - 2


def test_r61_a_card_of_a_decade_that_is_not_played_never_comes(side: Side) -> None:
    game = begun(side, put("cards", "rows", 0, "decade", to=9), **LOWEST)
    while game.phase != "over":
        assert "Foreman" not in game.now["supply"]
        end_round(game)


def test_r61_a_level_of_a_later_decade_is_reached_with_the_patent(side: Side) -> None:
    data = FILE.edited(put("tracks", "gates", 3, to=4))
    owner = seat(cards="Patent", levels="Shipping 3", price=3)
    game = play(side, [owner], in_round=9, phase="develop", data=data)
    sentence = "level 4 of Shipping opens in decade 4"
    assert game.refusal("develop Shipping") == ("level_closed", "R27", sentence)
    assert own(game.do("patent", "develop Shipping"))["levels"]["Shipping"] == 4


# --- limits of 0, new numbers -----------------------------------------------------------------------------------------


def test_r62_without_loans_debts_are_bankruptcy(side: Side) -> None:
    data = FILE.edited(put("limits", "loans", to=0))
    game = after_production(side, [maker(cash=0, **HARBOUR), IDLE], data=data, players=3)
    assert each(game, "bankrupt_round") == [1, None, None]
    assert legal(play(side, data=data).do("buy 0 shares"), "take") == ["take 0 loans"]


@pytest.mark.parametrize(
    "edits",
    [[put("ships", "owned", to=0)], [put("limits", "ship_tokens", to=0), put("ships", "penalty", to=[0])]],
    ids=["ships", "tokens"],
)
def test_r62_without_ships_what_does_not_fit_is_lost(side: Side, edits: list[Edit]) -> None:
    game = after_production(side, [maker()], data=FILE.edited(*edits))
    assert own(game)["cash"] == 90 and own(game)["ship_tokens"] == 0


def test_r62_without_shares(side: Side) -> None:
    game = begun(side, put("shares", "start", to=0), put("shares", "holding_cap", to=0))
    assert legal(game, "buy") == ["buy 0 shares"] and game.scores() == [0, 0]


def test_r62_without_quality_and_distribution(side: Side) -> None:
    none = [put("limits", f"{kind}_cards", to=0) for kind in ("quality", "distribution")]
    game = begun(side, *none, put("start", "first_distribution", to=0), put("start", "second_quality", to=0))
    assert legal(game, "quality", "distribution") == []
    sentence = "you have no more Quality cards"
    assert game.refusal("quality Food 1") == ("no_card", "R17", sentence)


def test_r62_without_points_lowering_stays_free(side: Side) -> None:
    game = begun(side, put("tracks", "quality", 0, to=0), put("tracks", "automation", 0, to=0))
    assert legal(game, "quality", "automate") == ["quality Cutlery 0"]
    assert game.refusal("automate Food 1") == ("limit_used", "R14", "the machines of this action are used: 0 at most")


def test_r63_neutral_markers_climb_as_many_spaces_as_the_file_says(side: Side) -> None:
    """Not past the top; with the arrows that they pass: 5, 7 and 9."""
    for spaces, appeal, rise in ((0, 4, 0), (5, 9, 3), (99, 20, 8)):
        data = FILE.edited(put("rules", "neutral_climb", to=spaces))
        game = end_round(play(side, [IDLE, IDLE], in_round=4, demand=(0, 0, 0, 0), data=data))
        assert game.now["neutral"]["Lamps"] == appeal and game.now["demand"]["Lamps"] == rise


def test_r63_a_loan_costs_as_many_shares_as_the_file_says(side: Side) -> None:
    for shares, score in ((0, 60), (1, 40), (3, 0), (9, 0)):
        data = FILE.edited(put("rules", "loan_shares", to=shares))
        game = play(side, [seat(cash=0, loans=2)], in_round=12, phase="over", data=data)
        assert game.scores()[0] == score


def test_r64_several_cards_taken_away_at_once(side: Side) -> None:
    """The Craftsman gave two cards: two factories are lowered."""
    data = FILE.edited(put("card_effects", "craftsman_cards", to=2), put("limits", "quality_cards", to=2))
    only = {good: factory(quality=2) for good in GOODS}
    owner = seat(only=only, cards="Craftsman", price=3)
    game = play(side, [owner], phase="develop", data=data).do("give up Craftsman")
    assert game.phase == "lower" and legal(game, "quality") == [f"quality {good} 0" for good in GOODS]
    game.do("quality Food 0")
    game.state.check_invariants()
    assert game.phase == "lower"
    assert game.do("quality Lamps 0").phase == "take"


def test_more_small_warehouses_before_the_large_one(side: Side) -> None:
    """Nine goods over: the smallest that takes all of what is left, else the largest."""
    data = FILE.edited(put("tracks", "warehouse", to=[[1, 3, 5, 2]]))
    game = the_game(side, data=data).new_initial_state()
    assert game.to_dict()["seats"][0]["warehouses"] == [None] * 5
    shapes = {channel.name: channel.shape for channel in game.game.observation_channels}
    assert shapes["stored"] == (2, 5, 4)


# --- the three changes of the page ------------------------------------------------------------------------------------


def test_a_fourth_decade(side: Side) -> None:
    game = begun(side, *with_goods(4, 4), **LOWEST)
    assert game.state.game.num_actions == 213
    while game.phase != "over":
        last = game.now["round"]
        end_round(game)
    assert last <= 16 and game.state.game.max_game_length == 16 * 17 * 2 + 3


def test_a_fifth_good(side: Side) -> None:
    """23 actions more; without a fifth round nobody can build it."""
    five = [*with_goods(5), *(put("seats", "rows", i, "second", to="Lamps") for i in range(10))]
    game = begun(side, *five, put("game", "rounds_per_decade", to=5))
    assert game.state.game.num_actions == 213 + 23 and "build Ale" in game.legal()
    assert begun(side, *five).refusal("build Ale").code == "no_more_production"


def test_dear_loans_and_cheap_quality(side: Side) -> None:
    edits = [put("rules", "loan_shares", to=2), put("limits", "loans", to=5), put("rules", "distribution_loss", to=2)]
    edits.append(put("tracks", "quality", to=[2, 3, 4, 5, 6]))
    game = begun(side, *edits)
    assert game.state.game.num_actions == 213 - 4
    assert legal(game, "quality") == [f"quality Food {v}" for v in (1, 2)] + [f"quality Cutlery {v}" for v in (0, 2, 3)]
    assert legal(game.do("buy 0 shares"), "take")[-1] == "take 5 loans"


# --- random files -----------------------------------------------------------------------------------------------------

OPTIONS: dict[str, tuple[Any, ...]] = {
    **dict.fromkeys(("expert_setup", "expert_actions", "events", "final_purchase"), (False, True)),
    **dict.fromkeys(("shipping_optional", "neutral_blocks_bonus"), (False, True)),
    "neutral_step": ("decade_end", "every_round"),
    "starter": ("choose", "lowest_starts"),
}


def play_on(side: Side, seed: int) -> None:
    """A random game of a random file, with random options, looked at on the way."""
    rng = Random(seed)
    players = rng.randint(1, 4)
    rules = {name: rng.choice(values) for name, values in OPTIONS.items()}
    game = side.load("arkwright", players, "solo" if players == 1 else "standard", rules, random_file(seed))
    state: Any = game.new_initial_state()
    steps = chances = 0
    while not state.is_terminal():
        actions = state.legal_actions()
        assert len(actions) > 0
        chances += state.is_chance_node()
        if steps % 13 == 0 or state.phase_name() in ("break", "lower", "ship", "patent_step"):
            state.check_invariants()
            assert game.state_from_dict(state.to_dict()).to_bytes() == state.to_bytes()
            assert game.state_from_bytes(state.to_bytes()).to_dict() == state.to_dict()
        state.apply_action(int(rng.choice(list(actions))))
        steps += 1
    state.check_invariants()
    assert steps <= game.max_game_length + game.max_chance_nodes and chances <= game.max_chance_nodes
    assert min(state.scores()) >= 0


@pytest.mark.parametrize("seed", range(12))
def test_random_files_play_to_the_end(side: Side, seed: int) -> None:
    play_on(side, seed)


@pytest.mark.long
@pytest.mark.parametrize("hundred", range(12, 312, 100))
def test_more_random_files_play_to_the_end(side: Side, hundred: int) -> None:
    for seed in range(hundred, hundred + 100):
        play_on(side, seed)


def test_a_random_file_is_read_as_it_is_written(side: Side) -> None:
    """The same seed gives the same file."""
    assert random_file(7) == random_file(7) != random_file(8)
    assert side.load("arkwright", data=dump(FILE.content)).num_actions == 213
