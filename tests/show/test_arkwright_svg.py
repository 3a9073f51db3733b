"""The picture of Arkwright: every figure is the rules' own, every thing has its name, and all files can be read."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from arkwright.random_files import Maker
from data_files import DataFile
from edits import put
from looking import contrast, lines_of, overlaps, shapes, things
from played import sampled

import lineshaft
from lineshaft import reference, show
from lineshaft.reference.arkwright import market, production
from lineshaft.show.arkwright.data import ledger_of, sales_limit

ROOT = Path(__file__).parents[2]
FILE = DataFile("arkwright")
LONGER = ROOT / "seeds/data/arkwright-longer.toml"
GAMES: list[dict[str, Any]] = [
    {"players": 1, "variant": "solo"},
    {"players": 2, "rules": {"events": True, "shipping_optional": True}},
    {"players": 3, "data": LONGER},
    {"players": 4, "variant": "expert", "rules": {"events": True}},
]

View = dict[str, Any]


def played(options: dict[str, Any], bot: str = "random", seed: int = 5) -> lineshaft.Playback:
    game = lineshaft.load_game("arkwright", **options)
    return lineshaft.Playback(lineshaft.play(game, [bot] * game.num_players, seed), options.get("data"))


def positions(playback: lineshaft.Playback) -> list[lineshaft.State]:
    """The first position of each phase and of each action, and the last one."""
    found: dict[tuple[str, str | None], lineshaft.State] = {}
    for at in playback.walk():
        found.setdefault((at.state.phase_name(), at.state.to_dict()["kind"]), at.state)
        last = at.state
    return [*found.values(), last]


@pytest.fixture(scope="module", params=sampled(range(len(GAMES)), (1,)), ids=lambda index: str(GAMES[index]))
def drawn(request: pytest.FixtureRequest) -> list[tuple[View, str]]:
    playback = played(GAMES[request.param])
    views = [state.view(None).to_dict() for state in positions(playback)]
    return [(view, show.svg(view, playback.game)) for view in views]


def check_words(picture: str, least: float) -> None:
    """All can be read, on a light and on a dark page."""
    size = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', picture)
    assert size is not None
    width, height = map(float, size.groups())
    for dark in (False, True):
        lines = lines_of(picture, dark=dark)
        assert not overlaps(lines)
        for line in lines:
            assert contrast(line.ink, line.ground) >= 4.5, line
            assert line.left >= 0 and line.right <= width and line.top >= 0 and line.bottom <= height, line
            assert line.size >= least, line


def test_words_can_be_read(drawn: list[tuple[View, str]]) -> None:
    for _, picture in drawn:
        check_words(picture, 11)


def test_every_factory_has_its_place(drawn: list[tuple[View, str]]) -> None:
    for view, picture in drawn:
        titles = things(picture, "data-factory")
        assert [*titles] == [f"{player} {good}" for player in range(view["players"]) for good in view["demand"]]
        for player, seat in enumerate(view["seats"]):
            for good in view["demand"]:
                title = titles[f"{player} {good}"]
                factory = seat["factories"].get(good)
                if factory is None:
                    assert title == f"player {player}, {good}: no factory"
                    continue
                for words in (
                    f"worker cards {factory['worker_cards']} of 2",
                    f"machines {sum(factory['machines'])}",
                    f"Quality {factory['quality']}",
                    f"Distribution {factory['distribution']}",
                    f"appeal {factory['appeal']}",
                ):
                    assert words in title


def test_markets_tell_demand_and_every_appeal(drawn: list[tuple[View, str]]) -> None:
    for view, picture in drawn:
        for good, demand in view["demand"].items():
            assert things(picture, "data-good")[good].startswith(f"{good}: demand {demand}")
        marks = re.findall(r"<title>([\w ]+): appeal (\d+)(?:, the home market takes (\d+))?</title>", picture)
        wanted = []
        for good, demand in view["demand"].items():
            for player, seat in enumerate(view["seats"]):
                if good in seat["factories"] and seat["bankrupt_round"] is None:
                    appeal = seat["factories"][good]["appeal"]
                    wanted.append((f"player {player}", str(appeal), str(sales_limit(appeal, demand))))
            wanted += [("neutral marker", str(view["neutral"][good]), "")] if view["neutral"] else []
        assert marks == wanted
        wages = things(picture, "data-wage")
        assert [at for at, title in wages.items() if title.endswith("the wage")] == [str(view["wage_space"])]


def test_players_have_all_that_is_theirs(drawn: list[tuple[View, str]]) -> None:
    for view, picture in drawn:
        for player, seat in enumerate(view["seats"]):
            said = "\n".join(re.findall(rf"<title>player {player}(.*?)</title>", picture))
            for name, figure in (
                ("money", f"£{seat['cash']}"),
                ("shares held", seat["shares"]),
                ("share value", f"£{seat['share_value']}"),
                ("loans", f"{seat['loans']} of 9"),
                ("ship tokens", f"{seat['ship_tokens']} of 9"),
            ):
                assert f", {name}: {figure}" in said.split("\n") or f", {name}: {figure}\n" in said
            for card in seat["cards"]:
                assert f"{player} {card}" in things(picture, "data-card")
            held = [place for place in seat["warehouses"] if place]
            assert [f": {count} {good}" in said for good, count in held] == [True] * len(held)
            for name, level in seat["levels"].items():
                assert f", {name}: level {level} of " in said


def test_turn_round_and_event_are_told(drawn: list[tuple[View, str]]) -> None:
    phases = set()
    for view, picture in drawn:
        phases.add(view["phase"])
        acts = [title for title in things(picture, "data-player").values() if "to act" in title]
        assert len(acts) == (view["current_player"] >= 0)
        rounds = things(picture, "data-round")
        assert [at for at, title in rounds.items() if title.endswith(", now")] == [str(view["round"])]
        assert [*things(picture, "data-event")] == ([view["event"]] if view["event"] else [])
        supply = things(picture, "data-supply")
        for card, copies in view["supply"].items():
            assert supply[card].endswith(f"copies in the supply: {copies}")
    assert len(phases) >= 4


# --- the figures ------------------------------------------------------------------------------------------------------


def random_file(folder: Path, seed: int) -> Path:
    path = folder / f"{seed}.toml"
    path.write_text(Maker(seed).make(), encoding="utf-8")
    return path


@pytest.mark.parametrize("seed", sampled([None, *range(4)], (None, 0)))
def test_figures_are_those_of_the_rules(seed: int | None, tmp_path: Path) -> None:
    path = LONGER if seed is None else random_file(tmp_path, seed)
    rules = {"events": True, "final_purchase": False}
    playback = played({"players": 3, "variant": "expert", "rules": rules, "data": path}, seed=2)
    text = path.read_text(encoding="utf-8")
    ledger, other = ledger_of(text), reference.load_game("arkwright", 3, "expert", rules, text)
    for at in list(playback.walk())[:: max(1, len(playback) // 8)]:
        view = at.state.view(None).to_dict()
        s: Any = other.state_from_dict(at.state.to_dict())
        wage = ledger.wages(3)[view["wage_space"] - 1]
        assert [ledger.points(seat) for seat in view["seats"]] == at.state.scores().tolist()
        for player, seat in enumerate(view["seats"]):
            owned = production.ships_owned(s, player)
            assert ledger.ships(seat) == (owned, production.ships_available(s, player))
            assert ledger.ship_load(seat) == production.ship_capacity(s, player)
            assert ledger.warehouses(seat) == production.warehouse_sizes(s, player)
            for good, name in enumerate(ledger.goods):
                if name in seat["factories"]:
                    plant = ledger.plant(seat, good, wage)
                    assert plant.output == production.output(s, player, good)
                    assert plant.cost == production.cost(s, player, good)
                    assert plant.workers == production.workers(s, s.seats[player].factories[good])
                    assert plant.prices == market.price_range(s, player, good)
                    assert plant.engineer == market.engineer_value(s, player, good)
                    limit = sales_limit(seat["factories"][name]["appeal"], view["demand"][name])
                    assert limit == production.home_limit(s, player, good)


# --- data files of one's own ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", sampled(range(6), (1,)))
def test_any_file_gives_a_picture_that_can_be_read(seed: int, tmp_path: Path) -> None:
    players = 1 + seed % 4
    variant = "solo" if players == 1 else "expert"
    rules = {"events": True, "shipping_optional": True}
    playback = played({"players": players, "variant": variant, "rules": rules, "data": random_file(tmp_path, seed)})
    for state in [*positions(playback)[::3], playback.state(len(playback))]:
        check_words(show.svg(state.view(None).to_dict(), playback.game), 5)


LONG = "Goods and wares of every kind and sort 1"
RENAMED = {
    "Food": "Lamps & lanterns",
    "Clothes": LONG,
    "Lamps": "鋼鉄製品",
    "Quality": "Office",
    "Office": "Quality",
    "Engineer": "Patent",
    "Patent": "Engineer of the Great Western Railways 2",
    "Boom": "Slump",
    "Slump": "A very long and complicated event indeed",
}


@pytest.fixture(scope="module")
def renamed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The shipped data under other names, some of which are old names of something else."""
    path = tmp_path_factory.mktemp("data") / "arkwright.toml"
    quoted = re.compile(r'"([^"]*)"')
    words = FILE.text.replace('source = "', "source = '").replace('book"', "book'").replace('structed"', "structed'")
    words = words.replace('inferred"', "inferred'").replace('invented"', "invented'")
    path.write_text(quoted.sub(lambda at: f'"{RENAMED.get(at[1], at[1])}"', words), encoding="utf-8")
    return path


def test_the_place_in_the_lists_decides_how_things_look_and_not_their_names(renamed: Path) -> None:
    options: dict[str, Any] = {"players": 4, "variant": "expert", "rules": {"events": True}}
    shipped, own = played(options), played(options | {"data": renamed})
    for ply in range(0, len(own), len(own) // 6):
        picture = show.svg(own.state(ply).view(None).to_dict(), own.game)
        check_words(picture, 8)
        assert {LONG, "Lamps & lanterns"} < set(things(picture, "data-good"))
    assert len(shipped) == len(own)
    ply = len(own) // 3
    pictures = [show.svg(each.state(ply).view(None).to_dict(), each.game) for each in (shipped, own)]
    one, other = ([(tag, look.get("fill"), look.get("r")) for tag, look in shapes(each)] for each in pictures)
    groups = ("{http://www.w3.org/2000/svg}g", None, None)  # lines break where words are longer
    assert [each for each in one if each != groups] == [each for each in other if each != groups]


def test_a_view_of_another_file_is_refused_without_its_game(renamed: Path) -> None:
    for data in (renamed, LONGER):
        playback = played({"players": 3, "data": data})
        view = playback.state(len(playback)).view(None).to_dict()
        assert show.svg(view, playback.game)
        with pytest.raises(lineshaft.InvalidArgument, match="another data file: pass that game"):
            show.svg(view)


def test_many_ships_are_told_by_their_number(tmp_path: Path) -> None:
    path = tmp_path / "fleet.toml"
    path.write_text(FILE.edited(put("ships", "owned", to=20)), encoding="utf-8")
    game = lineshaft.load_game("arkwright", players=2, data=path)
    picture = show.svg(game.new_initial_state().view(0).to_dict(), game)
    assert "9 of 20 ships can sail" in picture


def test_the_end_of_a_solo_game_has_its_title() -> None:
    playback = played(GAMES[0])
    view = playback.state(len(playback)).view(0).to_dict()
    assert f"the game is over: {view['title']}</title>" in show.svg(view)


def test_the_picture_of_the_docs_is_the_one_that_is_drawn_today() -> None:
    """`lineshaft replay show seeds/arkwright.jsonl --game 25 --ply 130 --svg docs/mills.svg` makes it anew."""
    replays = list(lineshaft.read_replays(ROOT / "seeds/arkwright.jsonl"))
    position = lineshaft.Playback(replays[24]).state(130).view(None).to_dict()
    assert (ROOT / "docs/mills.svg").read_text(encoding="utf-8") == show.svg(position)
