"""The other pages: introductions, unknown addresses, stored preferences."""

import pytest
from playwright.sync_api import expect

from pitboss.games import GAMES, MARYLAND
from tests.web.browser_visits import LAPTOP, PHONE, Visits
from tests.web.page_room import PageRoom

TRIED = (*MARYLAND, "let-it-ride", "three-card")


@pytest.mark.parametrize(
    ("game", "size"),
    [
        # Each game of a rulebook and two others at one size; everything else in a soak.
        pytest.param(
            game, size, marks=[] if game in TRIED and at % 2 == way else [pytest.mark.soak]
        )
        for at, game in enumerate(GAMES)
        for way, size in enumerate((LAPTOP, PHONE))
    ],
)
def test_an_introduction_is_read_to_its_end(
    game: str, size: tuple[int, int], visits: Visits
) -> None:
    page = visits.page(f"/#/learn/{game}", size)
    first = page.locator("h1")
    expect(first).to_have_text(GAMES[game].name)
    leaves = int(page.locator(".lesson .muted").first.inner_text().split()[-1])
    assert 4 < leaves < 15
    for _ in range(leaves - 1):
        progress = first.inner_text()
        page.get_by_role("button", name="Next").click()
        expect(first).not_to_have_text(progress)
    expect(page.locator(".felt .result").first).to_be_visible()
    page.get_by_role("button", name="Back").click()
    page.get_by_role("button", name="Next").click()
    page.get_by_role("link", name="Play now").click()
    expect(page.locator(".tile").first).to_be_visible()


def test_nothing_to_practise_is_said(visits: Visits) -> None:
    page = visits.page("/#/learn/criss-cross/practice")
    expect(page.locator("main")).to_contain_text("Nothing to practice yet")


def test_a_table_that_is_not_there_is_told(visits: Visits) -> None:
    visits.expect_errors("status of 404")
    page = visits.page("/#/table/nowhere")
    expect(page.get_by_role("alert")).to_contain_text("nowhere")
    page.get_by_role("link", name="Card room").click()
    expect(page.locator(".tile").first).to_be_visible()


def test_an_address_that_leads_nowhere_leads_home(visits: Visits) -> None:
    page = visits.page("/#/learn/")
    for place in ("#/nowhere", "#/constructor", "#//", "#/__proto__/x", "#x"):
        page.goto(f"/{place}")
        expect(page.locator(".tile").first).to_be_visible()
        page.goto("/#/learn/")
        expect(page.locator(".tile")).to_have_count(0)


def test_an_address_that_cannot_be_read_breaks_nothing(visits: Visits) -> None:
    visits.expect_errors("status of 404")
    page = visits.page("/#/table/%")
    expect(page.get_by_role("alert")).to_contain_text("no table")


def test_the_way_back_is_that_of_the_browser(visits: Visits) -> None:
    page = visits.page()
    page.locator("a[href='#/table/criss-cross']").click()
    expect(page.locator(".felt")).to_be_visible()
    expect(page).to_have_title("Criss Cross Poker · Pitboss")
    page.go_back()
    expect(page.locator(".tile").first).to_be_visible()
    expect(page).to_have_title("Card room · Pitboss")
    page.go_forward()
    expect(page.locator(".felt")).to_be_visible()


def test_meters_tick_while_one_looks(visits: Visits, room: PageRoom) -> None:
    """The lobby asks again by itself."""
    page = visits.page()
    expect(page.locator(".tile").first).to_be_visible()
    room.create_table("later", "stud-235")
    expect(page.locator("a[href='#/table/later']")).to_be_visible()


def test_four_colours_are_kept(visits: Visits) -> None:
    page = visits.page("/#/table/criss-cross")
    page.get_by_role("checkbox", name="Four-color deck").check()
    expect(page.locator("html.four-colors")).to_be_attached()
    page.reload()
    expect(page.locator("html.four-colors")).to_be_attached()


LEAVES_AT_ONCE = """
window.WebSocket = class extends WebSocket {
  constructor(address) { super(address); location.hash = "#/"; }
};
"""


def test_leaving_while_the_socket_connects_is_not_an_error(visits: Visits) -> None:
    """Browsers write an error for a socket that is closed before it is open."""
    page = visits.visitor(script=LEAVES_AT_ONCE).new_page()
    page.goto("/#/table/criss-cross")
    expect(page.locator(".tile").first).to_be_visible()
    page.wait_for_timeout(300)
