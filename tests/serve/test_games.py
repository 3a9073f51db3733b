"""Whole games through forms, as a browser without scripts sends them."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from visitors import Visitor, opened

import lineshaft
from lineshaft import Session
from lineshaft.session import PERSON


def play(visitor: Visitor, rng: Random, most: int = 1 << 20) -> int:
    """Plays at random, until the game is over; how many decisions that were."""
    decisions = 0
    while (actions := visitor.actions()) and decisions < most:
        assert visitor.act(rng.choice(actions)).status_code == 200, visitor.page
        decisions += 1
    return decisions


@pytest.mark.parametrize("game", lineshaft.games())
def test_a_whole_game_through_forms(game: str, tmp_path: Path) -> None:
    with opened(tmp_path) as house:
        visitor = house.visitor()
        path = visitor.set_up(game, skip_forced="on")
        assert play(visitor, Random(7)) > 5
        assert visitor.path == path and "The game is over" in visitor.page
    name = path.rpartition("/")[2]
    saved = Session.resume(tmp_path / f"{name}.jsonl")
    assert saved.is_terminal() and saved.seats[0] == PERSON
    for player, score in enumerate(saved.scores().tolist()):
        assert f"player {player}: {score} point" in visitor.page
    assert len(re.findall(r"\(R\d+\)", visitor.page)) > 2, "points are explained"


def test_a_game_goes_on_after_the_server_was_started_anew(tmp_path: Path) -> None:
    with opened(tmp_path) as house:
        visitor = house.visitor()
        path = visitor.set_up("railways")
        play(visitor, Random(1), 4)
        before, cookies = visitor.page, dict(visitor.client.cookies)
    with opened(tmp_path) as house:
        again = house.visitor()
        again.client.cookies.clear()
        again.client.cookies.update(cookies)
        assert path in again.go("/").text
        again.go(path)
        without_news = [re.sub(r'data-news="\d+"', "", page) for page in (before, again.page)]
        assert without_news[0] == without_news[1]
        assert play(again, Random(2)) > 3 and "The game is over" in again.page


def test_bots_alone_play_to_the_end(tmp_path: Path) -> None:
    with opened(tmp_path) as house:
        visitor = house.visitor()
        visitor.set_up("railways", "greedy", "random")
        assert "The game is over" in visitor.page and not visitor.actions()


def test_two_browsers_share_a_table(tmp_path: Path) -> None:
    with opened(tmp_path) as house:
        host, guest = house.visitor(), house.visitor()
        path = host.set_up("railways", "you", "guest")
        (code,) = host.invitations()
        guest.send("/join", code=f"http://127.0.0.1:8642/join#{code}")
        assert guest.path == path and "nobody yet" not in guest.page
        hands = [
            re.findall(r"data-card=\"([^\"]+)\"", host.go(path).text),
            re.findall(r"data-card=\"([^\"]+)\"", guest.page),
        ]
        assert hands[0] and hands[1] and hands[0] != hands[1]
        for _ in range(12):
            mover = next(each for each in (host, guest) if each.go(path) and each.actions())
            mover.act(mover.actions()[0])
        assert house.tables.find(path.rpartition("/")[2]).session is not None


def test_people_at_one_screen_have_a_curtain_between_them(tmp_path: Path) -> None:
    with opened(tmp_path) as house:
        visitor = house.visitor()
        path = visitor.set_up("railways", "you", "you")
        assert "is nobody else looking?" in visitor.page and not visitor.actions() and "data-card" not in visitor.page
        session = house.tables.find(path.rpartition("/")[2]).session
        assert session is not None
        first = session.current_player()
        visitor.go(f"{path}?as={1 - first}")
        assert not visitor.actions() and "data-card" not in visitor.page
        visitor.go(f"{path}?as={first}")
        assert visitor.actions() and "data-card" in visitor.page


def test_undo_hint_and_why(tmp_path: Path) -> None:
    with opened(tmp_path) as house:
        visitor = house.visitor()
        path = visitor.set_up("arkwright", "you", "greedy")
        before = visitor.actions()
        assert "The bot greedy would choose: " in visitor.go(f"{path}?hint=1").text
        visitor.act(before[0])
        visitor.send(f"{path}/undo", seat="0")
        assert visitor.actions() == before
        visitor.send(f"{path}/undo", seat="0")
        assert visitor.answer.status_code == 409 and "Nothing can be taken back".lower() in visitor.page.lower()
        session = house.tables.find(path.rpartition("/")[2]).session
        assert session is not None
        action = next(each for each in range(session.game.num_actions) if each not in before)
        text = session.game.action_to_string(action)
        visitor.client.get(path, params={"why": text})
        page = visitor.client.get(path, params={"why": text}).text
        assert f"{text} is not possible: " in page and "<blockquote><b>R" in page
        assert (
            "is possible now" in visitor.client.get(path, params={"why": session.game.action_to_string(before[0])}).text
        )
        assert "is no action of this game" in visitor.client.get(path, params={"why": "<b>castle"}).text


def test_history_shows_what_the_seat_knew_then(tmp_path: Path) -> None:
    with opened(tmp_path) as house:
        visitor = house.visitor()
        path = visitor.set_up("workshop")
        seen = {}
        for _ in range(4):
            seen[visitor.ply()] = re.search("<pre.*?</pre>", visitor.page, re.DOTALL)
            visitor.act(visitor.actions()[0])
        for ply, board in seen.items():
            then = re.search("<pre.*?</pre>", visitor.go(f"{path}?ply={ply}").text, re.DOTALL)
            assert board is not None and then is not None and then[0] == board[0] and not visitor.actions()
        assert visitor.go(f"{path}?ply=99999").status_code == 404


def test_what_is_wrong_with_a_new_table_is_said(tmp_path: Path) -> None:
    with opened(tmp_path) as house:
        visitor = house.visitor()
        for fields, sentence in [
            ({"seat0": "you"}, "takes 2 to 4 players"),
            ({"seat0": "you", "seat1": "greedy", "bot1": "deep"}, "deep"),
            ({"seat0": "you", "seat1": "greedy", "bot1": "nobody"}, "no bot"),
            ({"seat0": "you", "seat1": "greedy", "rule-max_rounds": "many"}, "max_rounds"),
            ({"seat0": "you", "seat1": "greedy", "variant": "chess"}, "chess"),
        ]:
            visitor.send("/new/railways", **fields)
            assert visitor.answer.status_code == 422 and 'role="alert"' in visitor.page and sentence in visitor.page
        assert len(house.tables) == 0
        visitor.set_up("railways", "you", "greedy", **{"rule-max_rounds": "3"})
        (table,) = house.tables
        assert table.session is not None and table.session.game.rules["max_rounds"] == 3


def test_a_bot_takes_an_empty_seat_over(tmp_path: Path) -> None:
    with opened(tmp_path) as house:
        host = house.visitor()
        path = host.set_up("railways", "you", "guest")
        (code,) = host.invitations()
        host.send(f"{path}/bot", seat="1", bot="greedy")
        assert not host.go(path).text.count("nobody yet") and host.actions()
        guest = house.visitor()
        guest.send("/join", code=code)
        assert guest.answer.status_code == 403
        host.send(f"{path}/bot", seat="0", bot="random")
        assert host.answer.status_code == 409
        host.send(f"{path}/leave", seat="1")
        assert host.answer.status_code == 409 and "Nobody sits there" in host.page
        host.send(f"{path}/leave", seat="0")
        assert not host.actions() and len(host.invitations()) == 1
        host.send(f"{path}/bot", seat="0", bot="greedy")
        assert "The game is over" in host.go(path).text


def test_the_seat_of_somebody_who_has_gone_is_freed(tmp_path: Path) -> None:
    with opened(tmp_path) as house:
        host, guest = house.visitor(), house.visitor()
        path = host.set_up("railways", "you", "guest")
        guest.send("/join", code=host.invitations()[0])
        assert "Free this seat" in host.go(path).text and "Free this seat" not in guest.page
        host.send(f"{path}/leave", seat="1")
        assert len(host.invitations()) == 1 and "data-card" not in guest.go(path).text
