"""The pages in a real browser: whole games by clicks, by keys, by two people, through a crash, and without scripts."""

from __future__ import annotations

import re
from random import Random

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Locator, Page, expect
from serving import OpenPage, Served

import lineshaft

pytestmark = pytest.mark.browser

SHORT = {"railways": {"max_rounds": "8"}}
"""Rules options that make a game short."""


def set_up(page: Page, game: str, **seats: str) -> None:
    """From the lobby to a new table, by clicks."""
    page.get_by_role("link", name=lineshaft.describe(game)["title"]).first.click()
    for seat, who in seats.items():
        page.locator(f"#{seat}").select_option(who)
    if game in SHORT:
        page.get_by_text("Rules options").click()
    for option, value in SHORT.get(game, {}).items():
        page.locator(f"#rule-{option}").fill(value)
    page.get_by_role("button", name="Set up the table").click()
    expect(page.locator("#turn")).to_be_visible()


def choices(page: Page) -> Locator:
    return page.locator("#do button[name=action]")


def news(page: Page) -> str:
    return page.locator("main").get_attribute("data-news") or ""


def choose(page: Page, number: int) -> None:
    """Clicks a choice, in a group that may have to be opened, and waits for what comes of it."""
    before = page.locator(".history .note").text_content()
    closed = page.locator("#do details:not([open]) > summary")
    while closed.count():
        closed.first.click()
    choices(page).nth(number).click()
    expect(page.locator(".history .note")).not_to_have_text(before or "")


def play(page: Page, rng: Random, most: int = 1000) -> int:
    """Chooses at random, as long as it is this page's turn."""
    decisions = 0
    while decisions < most and (there := choices(page).count()):
        choose(page, rng.randrange(there))
        decisions += 1
    return decisions


@pytest.mark.parametrize("game", lineshaft.games())
def test_a_whole_game_by_clicks(game: str, open_page: OpenPage) -> None:
    page = open_page()
    set_up(page, game)
    assert play(page, Random(3)) > 5
    expect(page.locator("#turn")).to_contain_text("The game is over")
    expect(page.get_by_role("region", name="Result")).to_contain_text("place 1")


def test_two_browsers_see_their_own_hands_and_each_others_moves(open_page: OpenPage) -> None:
    host, guest, stranger = open_page(), open_page(), open_page()
    set_up(host, "railways", seat1="guest")
    link = host.locator("#invitation1").input_value()
    guest.goto(link)
    expect(guest.locator("#code")).to_have_value(link.partition("#")[2])
    assert "#" not in guest.url
    guest.get_by_role("button", name="Take the seat").click()
    stranger.goto(host.url)
    people = [host, guest]
    for seat, page in enumerate(people):
        expect(page.locator(".picture")).to_contain_text(f"Hand of player {seat}")
        assert f"Hand of player {1 - seat}" not in (page.locator("main").text_content() or "")
    assert "Hand of player" not in (stranger.locator("main").text_content() or "")
    expect(host.locator("main")).not_to_contain_text("nobody yet")
    for _ in range(6):
        mover, other = (host, guest) if choices(host).count() else (guest, host)
        choose(mover, 0)
        steps = mover.locator(".history .note").text_content() or ""
        for page in (other, stranger):
            expect(page.locator(".history .note")).to_have_text(steps)
        live = other.locator("#live").text_content() or ""
        assert live, "what happened is read out"


def test_a_game_by_keys_alone(open_page: OpenPage) -> None:
    page = open_page()

    def tab_to(target: Locator) -> None:
        wanted = target.element_handle()
        for _ in range(400):
            if page.evaluate("element => document.activeElement === element", wanted):
                return
            page.keyboard.press("Tab")
        raise AssertionError("no Tab leads there")

    page.keyboard.press("Tab")
    expect(page.locator(".skip")).to_be_focused()
    tab_to(page.get_by_role("link", name="Arkwright"))
    page.keyboard.press("Enter")
    tab_to(page.get_by_role("button", name="Set up the table"))
    page.keyboard.press("Enter")
    expect(choices(page).first).to_be_visible()
    decisions, rng = 0, Random(5)
    while there := choices(page).count():
        before = page.locator(".history .note").text_content() or ""
        tab_to(choices(page).nth(rng.randrange(there)))
        page.keyboard.press("Enter")
        expect(page.locator(".history .note")).not_to_have_text(before)
        decisions += 1
    assert decisions > 5
    expect(page.locator("#turn")).to_contain_text("The game is over")
    last = re.search(r"of (\d+)", page.locator(".history .note").text_content() or "")
    assert last is not None
    page.locator("#turn").focus()
    for key, step in [("Home", 0), ("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", int(last[1]))]:
        page.keyboard.press(key)
        expect(page.locator(".history .note")).to_contain_text(f"step {step} of {last[1]}")


def test_reload_kill_and_start_anew(open_page: OpenPage, served: Served) -> None:
    page = open_page()
    set_up(page, "workshop")
    play(page, Random(1), 6)
    steps = page.locator(".history .note").text_content() or ""
    offered = choices(page).all_text_contents()
    page.reload()
    expect(page.locator(".history .note")).to_have_text(steps)
    served.kill()
    served.start()
    page.reload()
    expect(page.locator(".history .note")).to_have_text(steps)
    assert choices(page).all_text_contents() == offered
    play(page, Random(2), 4)
    expect(page.locator(".history .note")).not_to_have_text(steps)
    page.goto(served.address)
    expect(page.get_by_role("link", name="Workshop of the World").last).to_have_attribute("href", re.compile("/table/"))


def test_it_works_without_scripts(open_page: OpenPage) -> None:
    page = open_page(java_script_enabled=False)
    set_up(page, "railways")
    for _ in range(5):
        before = page.locator(".history .note").text_content()
        choices(page).first.click()
        expect(page.locator(".history .note")).not_to_have_text(before or "")
    page.get_by_role("link", name="first").click()
    expect(page.locator(".history .note")).to_contain_text("step 0 of")


def test_help_is_given(open_page: OpenPage) -> None:
    page = open_page()
    set_up(page, "arkwright", seat1="greedy", seat2="unused", seat3="unused")
    page.get_by_role("link", name="Hint").click()
    expect(page.locator("#know")).to_contain_text("The bot greedy would choose")
    page.get_by_label("Why can I not").fill("price 30")
    page.keyboard.press("Enter")
    expect(page.locator("#know blockquote").first).to_contain_text("R")
    steps = page.locator(".history .note").text_content() or ""
    choose(page, 0)
    page.get_by_role("button", name="Take back").click()
    expect(page.locator(".history .note")).to_have_text(steps)


def test_a_click_on_a_piece_leads_to_its_choices(open_page: OpenPage) -> None:
    page = open_page()
    set_up(page, "workshop")
    for _ in range(40):
        if page.locator(".picture .piece").count():
            break
        choose(page, 0)
    piece = page.locator(".picture .piece").first
    name = next(iter(piece.evaluate("piece => Object.values(piece.dataset)")))
    piece.dispatch_event("click")
    expect(page.locator("#do button.meant").first).to_be_focused()
    expect(page.locator("#do button.meant").first).to_contain_text(name)


def test_people_at_one_screen(open_page: OpenPage) -> None:
    page = open_page()
    set_up(page, "railways", seat1="you")
    for _ in range(4):
        expect(page.get_by_role("heading", name="is nobody else looking?")).to_be_visible()
        assert "Hand of player" not in (page.locator("main").text_content() or "")
        page.locator("#curtain").click()
        expect(page.locator(".picture")).to_contain_text("Hand of player")
        while choices(page).count():
            choose(page, 0)


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("width", [1280, 400])
def test_pages_fit_and_can_be_used_by_all(width: int, scheme: str, open_page: OpenPage) -> None:
    """No page is wider than the window, and axe finds nothing serious, on light pages and dark ones."""
    page = open_page(viewport={"width": width, "height": 800}, color_scheme=scheme, reduced_motion="reduce")
    lobby = page.url
    check(page, width)
    for game in lineshaft.games():
        page.goto(lobby)
        page.get_by_role("link", name=lineshaft.describe(game)["title"]).first.click()
        check(page, width)
        page.goto(lobby)
        set_up(page, game, seat1="guest")
        check(page, width)
        page.locator("#know summary", has_text="Remove").click()
        page.get_by_role("button", name="Remove it for good").click()
        expect(page).to_have_url(lobby)
    page.goto(f"{lobby}join")
    check(page, width)


def check(page: Page, width: int) -> None:
    page.wait_for_load_state()
    assert page.evaluate("document.documentElement.scrollWidth") <= width, page.url
    found = Axe().run(page).response["violations"]
    serious = [(each["id"], each["nodes"][0]["html"]) for each in found if each["impact"] in {"serious", "critical"}]
    assert serious == [], page.url
