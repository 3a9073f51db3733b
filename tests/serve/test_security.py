"""Each promise of the pages about who may ask for what, and how much."""

from __future__ import annotations

import re
import stat
import sys
from collections.abc import Iterator
from pathlib import Path

import anyio
import pytest
from starlette.testclient import TestClient
from starlette.types import Message
from twins import session_of, twins
from visitors import SITE, House, Visitor, opened

import lineshaft
from lineshaft import Game
from lineshaft.serve import Limits, Tables, make_app
from lineshaft.serve.guard import HEADERS, Refused, host_name
from lineshaft.session import PERSON


@pytest.fixture
def house(tmp_path: Path) -> Iterator[House]:
    with opened(tmp_path / "tables") as found:
        yield found


# --- who may ask ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("header", "name"),
    [
        ("localhost", "localhost"),
        ("LOCALHOST:8642", "localhost"),
        ("127.0.0.1:80", "127.0.0.1"),
        ("[::1]:8642", "::1"),
        ("[::1]", "::1"),
        ("localhost:8642:1", ""),
        ("::1", ""),
        ("", ""),
        ("localhost@evil.example", "localhost@evil.example"),
    ],
)
def test_the_name_in_a_host_header(header: str, name: str) -> None:
    assert host_name(header) == name


@pytest.mark.parametrize("path", ["/", "/style.css", "/table/0123456789abcdef", "/nowhere"])
def test_other_hosts_get_nothing(house: House, path: str) -> None:
    client = house.visitor().client
    for host in ("evil.example", "127.0.0.1.evil.example", "localhost.", "127.1", "evil.example:8642", ""):
        answer = client.get(path, headers={"host": host})
        assert answer.status_code == 403 and "set-cookie" not in answer.headers
        assert "<" not in answer.text
    assert client.get("/", headers={"host": "localhost:1"}).status_code == 200
    assert client.get("/", headers={"host": "[::1]:8642"}).status_code == 200


def test_two_host_headers_are_refused(tmp_path: Path) -> None:
    """A proxy and a server could each believe another one."""
    sent = []

    async def ask() -> None:
        hosts = [(b"host", b"localhost"), (b"host", b"evil.example")]
        scope = {"type": "http", "method": "GET", "path": "/", "headers": hosts, "query_string": b""}

        async def receive() -> Message:
            return {"type": "http.request", "body": b""}

        async def send(message: Message) -> None:
            sent.append(message)

        await make_app(Tables(tmp_path))(scope, receive, send)

    anyio.run(ask)
    assert sent[0]["status"] == 403


def test_every_answer_tells_the_browser_what_to_forbid(house: House) -> None:
    client = house.visitor().client
    for path in ("/", "/new/railways", "/new/chess", "/join", "/style.css", "/script.js", "/nowhere", "/table/x"):
        answer = client.get(path)
        assert {key: answer.headers[key] for key in HEADERS} == HEADERS, path
    policy = HEADERS["content-security-policy"]
    assert policy.startswith("default-src 'self';") and "unsafe" not in policy and "http" not in policy


def test_pages_keep_their_own_policy(house: House) -> None:
    """No script and no style stands in a page, and nothing is loaded from elsewhere."""
    visitor = house.visitor()
    for game in lineshaft.games():
        for path in ("/", f"/new/{game}", visitor.set_up(game)):
            page = visitor.go(path).text
            assert not re.search(
                r"<style|\sstyle=|\son\w+=|<script(?! type=\"module\" src=\"/script.js\"></script>)", page
            )
            outside = set(re.findall(r"https?://[^\"'< ]+", page)) - {"http://www.w3.org/2000/svg"}
            assert not outside


def test_a_form_without_its_token_changes_nothing(house: House) -> None:
    visitor, other = house.visitor(), house.visitor()
    path = visitor.set_up("railways", "you", "guest")
    (table,) = house.tables
    assert table.session is not None
    before = table.session.version
    fields = {"seat": "0", "ply": str(table.session.ply), "action": "0", "bot": "greedy", "code": "x"}
    for verb in ("act", "undo", "bot", "leave", "remove", "join"):
        to = "/join" if verb == "join" else f"{path}/{verb}"
        for token in ({}, {"token": ""}, {"token": "0" * 64}, {"token": other.token}, {"token": "é"}):
            assert visitor.client.post(to, data=fields | token).status_code == 403, verb
    assert visitor.client.post("/new/railways", data={"seat0": "you", "seat1": "greedy"}).status_code == 403
    assert (len(house.tables), table.session.version) == (1, before)


@pytest.mark.parametrize("kind", ["text/plain", "application/json", "multipart/form-data; boundary=x", ""])
def test_what_is_no_form_is_refused(house: House, kind: str) -> None:
    visitor = house.visitor()
    body = f"token={visitor.token}&seat0=you&seat1=greedy"
    answer = visitor.client.post("/new/railways", content=body, headers={"content-type": kind})
    assert answer.status_code == 415 and len(house.tables) == 0


def test_a_form_cannot_be_asked_for_by_a_link(house: House) -> None:
    visitor = house.visitor()
    path = visitor.set_up("railways")
    for verb in ("act", "undo", "bot", "leave", "remove"):
        assert visitor.client.get(f"{path}/{verb}").status_code == 405


# --- seats ------------------------------------------------------------------------------------------------------------


def test_the_cookie_is_out_of_reach_for_scripts_and_other_sites(house: House) -> None:
    client = TestClient(house.visitor().client.app, base_url=SITE)
    cookie = client.get("/").headers["set-cookie"].lower()
    assert "httponly" in cookie and "samesite=lax" in cookie and "path=/" in cookie
    assert len(re.fullmatch(r"lineshaft=([\w-]+);.*", cookie)[1]) == 43  # type: ignore[index]
    assert "set-cookie" not in client.get("/").headers


def test_a_foreign_cookie_holds_no_seat(house: House) -> None:
    host, guest, stranger = house.visitor(), house.visitor(), house.visitor()
    path = host.set_up("railways", "you", "guest")
    guest.send("/join", code=host.invitations()[0])
    (table,) = house.tables
    assert table.session is not None
    own = {"0": host, "1": guest}
    player, ply, version = str(table.session.current_player()), str(table.session.ply), table.session.version
    action = str(table.session.legal_actions(int(player))[0])
    for visitor in (own["1" if player == "0" else "0"], stranger):
        answer = visitor.send(f"{path}/act", seat=player, ply=ply, action=action)
        assert answer.status_code == 403 and "You do not sit there" in answer.text
        assert visitor.send(f"{path}/undo", seat=player).status_code == 403
    for visitor in (guest, stranger):
        assert visitor.send(f"{path}/leave", seat="0").status_code == 403
        assert visitor.send(f"{path}/bot", seat="1", bot="greedy").status_code == 403
        assert visitor.send(f"{path}/remove").status_code == 403
    assert (table.session.version, len(house.tables)) == (version, 1)
    for seat in ("0", "1"):
        assert "data-card" not in stranger.go(f"{path}?as={seat}").text and not stranger.actions()
    assert own[player].send(f"{path}/act", seat=player, ply=ply, action=action).status_code == 200


def test_an_invitation_is_good_once(house: House) -> None:
    host, guest, late = house.visitor(), house.visitor(), house.visitor()
    path = host.set_up("railways", "you", "guest", "guest")
    first, second = host.invitations()
    assert len({first, second}) == 2 and all(len(code.split(".")[2]) >= 22 for code in (first, second))
    name, _, token = first.split(".")
    for wrong in (
        "",
        "x",
        name,
        f"{name}.1",
        f"{name}.1.",
        f"{name}.0.{token}",
        f"{name}.2.{token}",
        f"{name}.9.{token}",
        f"{name}.-1.{token}",
        f"{name}.1.{token}x",
        f"{name}.1.é",
        f"0123456789abcdef.1.{token}",
    ):
        assert late.send("/join", code=wrong).status_code == 403, wrong
    guest.send("/join", code=first)
    assert guest.path == path
    assert late.send("/join", code=first).status_code == 403
    assert guest.send("/join", code=first).status_code == 403
    for visitor in (guest, late):
        assert first not in visitor.go(path).text and second not in visitor.go(path).text
    assert house.visitor().client.get(f"/join?code={second}").status_code == 200
    assert host.go(path).text.count("nobody yet") == 1


def test_secrets_are_not_in_the_files_and_the_folder_is_its_owners(house: House, tmp_path: Path) -> None:
    visitor = house.visitor()
    visitor.set_up("railways", "you", "guest")
    (table,) = house.tables
    kept = (tmp_path / "tables" / f"{table.name}.json").read_text(encoding="utf-8")
    assert visitor.client.cookies["lineshaft"] not in kept and table.seating.holders[0] in kept  # type: ignore[operator]
    if sys.platform != "win32":
        assert stat.S_IMODE((tmp_path / "tables").stat().st_mode) == 0o700
        assert stat.S_IMODE((tmp_path / "tables" / f"{table.name}.json").stat().st_mode) == 0o600


def test_a_page_that_is_behind_does_nothing(house: House) -> None:
    visitor = house.visitor()
    path = visitor.set_up("railways")
    ply, action = visitor.ply(), visitor.actions()[0]
    visitor.act(action)
    answer = visitor.send(f"{path}/act", seat="0", ply=ply, action=str(action))
    assert answer.status_code == 409 and "Something has happened since" in answer.text
    for wrong in ("", "-1", "99999", "x", "1e3", "9" * 40):
        answer = visitor.send(f"{path}/act", seat="0", ply=visitor.ply(), action=wrong)
        assert answer.status_code == 409 and "Not possible" in answer.text


# --- files ------------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "path",
    [
        "/table/../../etc/passwd",
        "/table/..%2f..%2fetc%2fpasswd",
        "/table/%2e%2e",
        "/table/0123456789abcdef.json",
        "/table/%00",
        "/new/../railways.toml",
        "/new/..%2fdata",
        "/style.css/../guard.py",
        "/guard.py",
        "/static/style.css",
        "//etc/passwd",
    ],
)
def test_no_address_names_a_file(house: House, path: str) -> None:
    client = house.visitor().client
    answer = client.get(path)
    assert answer.status_code == 404 and "root:" not in answer.text and "import" not in answer.text


def test_a_table_is_no_file_of_another_name(house: House) -> None:
    visitor = house.visitor()
    name = visitor.set_up("railways").rpartition("/")[2]
    for other in (f"{name}.jsonl", f"{name}.json", f"./{name}x", name.upper() if name.upper() != name else "A" * 16):
        assert visitor.client.get(f"/table/{other}").status_code == 404
    assert (
        visitor.send("/new/railways", **{"seat0": "you", "seat1": "greedy", "rule-data": "/etc/passwd"}).status_code
        == 422
    )


# --- how much ---------------------------------------------------------------------------------------------------------


def test_a_body_has_a_limit(house: House) -> None:
    visitor = house.visitor()
    large = "x" * house.tables.limits.body
    assert visitor.send("/new/railways", seat0=large).status_code == 413
    many = {f"field{number}": "x" for number in range(house.tables.limits.fields)}
    assert visitor.send("/new/railways", **many).status_code == 400

    def endless() -> Iterator[bytes]:
        for _ in range(100):
            yield b"x" * 1024

    form = {"content-type": "application/x-www-form-urlencoded"}
    assert visitor.client.post("/new/railways", content=endless(), headers=form).status_code == 413
    assert len(house.tables) == 0


def test_a_form_that_does_not_come_is_not_waited_for(tmp_path: Path) -> None:
    sent: list[Message] = []

    async def ask() -> None:
        headers = [(b"host", b"localhost"), (b"content-type", b"application/x-www-form-urlencoded")]
        scope = {"type": "http", "method": "POST", "path": "/join", "headers": headers, "query_string": b""}

        async def receive() -> Message:
            await anyio.sleep(60)
            raise AssertionError("it is not waited for")

        async def send(message: Message) -> None:
            sent.append(message)

        with anyio.fail_after(20):
            await make_app(Tables(tmp_path, Limits(body_seconds=0.1)))(scope, receive, send)

    anyio.run(ask)
    assert sent[0]["status"] == 408


def test_tables_have_a_limit(tmp_path: Path) -> None:
    with opened(tmp_path, Limits(tables=2)) as house:
        visitor = house.visitor()
        paths = [visitor.set_up("railways") for _ in range(2)]
        visitor.send("/new/railways", seat0="you", seat1="greedy")
        assert visitor.answer.status_code == 503 and "This server has 2 tables" in visitor.page
        assert len(list(tmp_path.iterdir())) == 4
        visitor.send(f"{paths[0]}/remove")
        assert visitor.path == "/" and len(list(tmp_path.iterdir())) == 2
        assert visitor.go(paths[0]).status_code == 404
        visitor.set_up("railways")


def test_a_bot_may_not_think_for_ever(house: House) -> None:
    visitor = house.visitor()
    for bot in ("mcts:simulations=2001", "flat:objective=win,simulations=+1000000"):
        visitor.send("/new/railways", seat0="you", seat1="unused", bot1=bot)
        assert visitor.answer.status_code == 422 and "at most 2,000 simulations" in visitor.page
    assert len(house.tables) == 0
    path = visitor.set_up("railways", "you", "guest")
    assert visitor.send(f"{path}/bot", seat="1", bot="mcts:simulations=5000").status_code == 422


def test_a_removed_table_is_gone_for_those_at_it(tmp_path: Path) -> None:
    with opened(tmp_path) as house:
        host, guest = house.visitor(), house.visitor()
        path = host.set_up("railways", "you", "guest")
        guest.send("/join", code=host.invitations()[0])
        (table,) = house.tables
        host.send(f"{path}/remove")
        assert guest.go(path).status_code == 404 and list(tmp_path.iterdir()) == []
        assert guest.client.portal is not None
        with pytest.raises(Refused):
            guest.client.portal.call(table.do, lambda session: session.ply)
        guest.client.portal.call(table.keep)
        guest.client.portal.call(table.play_on)
        assert list(tmp_path.iterdir()) == []


def test_an_idle_table_is_kept_in_its_file_alone(tmp_path: Path) -> None:
    with opened(tmp_path, Limits(idle_seconds=0)) as house:
        visitor = house.visitor()
        path = visitor.set_up("railways")
        (table,) = house.tables
        assert visitor.client.portal is not None and table.session is not None
        visitor.client.portal.call(house.tables.put_idle_away)
        assert table.session is None
        assert visitor.go(path).status_code == 200 and visitor.actions()


def test_a_damaged_file_is_said_and_harms_no_other_table(tmp_path: Path) -> None:
    with opened(tmp_path, Limits(idle_seconds=0)) as house:
        visitor = house.visitor()
        damaged, whole = visitor.set_up("railways"), visitor.set_up("arkwright")
        assert visitor.client.portal is not None
        visitor.client.portal.call(house.tables.put_idle_away)
        (tmp_path / f"{damaged.rpartition('/')[2]}.jsonl").write_text("{", encoding="utf-8")
        assert visitor.go(damaged).status_code == 500 and "cannot be read" in visitor.page
        assert visitor.go(whole).status_code == 200


# --- what is hidden ---------------------------------------------------------------------------------------------------


def page_of(
    visitor: Visitor, house: House, session: lineshaft.Session, query: str
) -> tuple[str, list[tuple[str, str]]]:
    """All that a browser gets of a table at which this session is."""
    (table,) = house.tables
    table.session = session
    answer = visitor.client.get(f"/table/{table.name}{query}")
    assert answer.status_code == 200
    return answer.text, sorted(answer.headers.items())


def test_a_page_is_the_same_where_its_seat_cannot_tell_the_difference(usual: Game, house: House) -> None:
    """Whole games in pairs that are told to a seat in the same words, while what is hidden from it differs."""
    host, stranger = house.visitor(), house.visitor()
    host.set_up(usual.name, "you", *["greedy"] * (usual.num_players - 1))
    parted = 0
    for seed, (visitor, seat) in enumerate([(host, 0), (stranger, None)]):
        for number, (steps, others) in enumerate(twins(usual, seat, seed)):
            if number % 40 or steps == others:
                continue
            parted += 1
            pair = [session_of(usual, way, [PERSON] * usual.num_players) for way in (steps, others)]
            for query in ("", "?hint=1&why=pass", f"?ply={len(steps) // 2}"):
                pages = [page_of(visitor, house, each, query) for each in pair]
                assert pages[0] == pages[1], (number, query)
    assert parted or usual.name == "arkwright"  # nothing is hidden there


def test_no_page_holds_the_seed(usual: Game, house: House) -> None:
    visitor = house.visitor()
    visitor.set_up(usual.name)
    (table,) = house.tables
    assert table.session is not None
    record = table.session.replay().to_dict()
    assert record["seed"] not in visitor.page and record["hash"] not in visitor.page


def test_what_others_wrote_is_no_tag(house: House) -> None:
    visitor = house.visitor()
    path = visitor.set_up("railways")
    evil = '"><script>alert(1)</script>'
    assert "<script>" not in visitor.client.get(path, params={"why": evil}).text
    visitor.send("/new/railways", seat0="you", seat1="greedy", bot1=evil)
    assert visitor.answer.status_code == 422 and "<script>" not in visitor.page
    assert "<script>" not in visitor.client.get(f"/new/{evil}").text
    assert "<script>" not in visitor.send("/join", code=evil).text


# --- news -------------------------------------------------------------------------------------------------------------


def test_streams_tell_a_number_alone_and_have_a_limit(tmp_path: Path) -> None:
    with opened(tmp_path, Limits(streams_each=2, stream_seconds=0.3)) as house:
        visitor = house.visitor()
        path = visitor.set_up("railways")
        answer = visitor.client.get(f"{path}/events?news=-")
        assert answer.headers["content-type"].startswith("text/event-stream")
        (table,) = house.tables
        assert answer.text == f"retry: 2000\n\ndata: {table.news}\n\n: still here\n\n"
        for _ in range(4):  # each has ended, so there is room for the next
            assert visitor.client.get(f"{path}/events").status_code == 200
    with opened(tmp_path, Limits(streams_each=0)) as house:
        again = house.visitor()
        assert again.client.get(f"{path}/events").status_code == 503
    with opened(tmp_path, Limits(streams=0)) as house:
        again = house.visitor()
        assert again.client.get(f"{path}/events").status_code == 503
