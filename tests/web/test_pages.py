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
        # Each rulebook game and two others in one size; everything else in the soak.
        pytest.param(
            game, size, marks=[] if game in TRIED and at % 2 == way else [pytest.mark.soak]
        )
        for at, game in enumerate(GAMES)
        for way, size in enumerate((LAPTOP, PHONE))
    ],
)
def test_introduction_can_be_read_to_its_end(
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


def test_empty_practice_page(visits: Visits) -> None:
    page = visits.page("/#/learn/criss-cross/practice")
    expect(page.locator("main")).to_contain_text("Nothing to practice yet")


def test_unknown_table_is_reported(visits: Visits) -> None:
    visits.expect_errors("status of 404")
    page = visits.page("/#/table/nowhere")
    expect(page.get_by_role("alert")).to_contain_text("nowhere")
    page.get_by_role("link", name="Card room").click()
    expect(page.locator(".tile").first).to_be_visible()


def test_unknown_address_links_to_the_lobby(visits: Visits) -> None:
    page = visits.page("/#/learn/")
    for place in ("#/nowhere", "#/constructor", "#//", "#/__proto__/x", "#x"):
        page.goto(f"/{place}")
        expect(page.locator(".tile").first).to_be_visible()
        page.goto("/#/learn/")
        expect(page.locator(".tile")).to_have_count(0)


def test_malformed_address_causes_no_error(visits: Visits) -> None:
    visits.expect_errors("status of 404")
    page = visits.page("/#/table/%")
    expect(page.get_by_role("alert")).to_contain_text("no table")


def test_browser_back_button_works(visits: Visits) -> None:
    page = visits.page()
    page.locator("a[href='#/table/criss-cross']").click()
    expect(page.locator(".felt")).to_be_visible()
    expect(page).to_have_title("Criss Cross Poker · Pitboss")
    page.go_back()
    expect(page.locator(".tile").first).to_be_visible()
    expect(page).to_have_title("Card room · Pitboss")
    page.go_forward()
    expect(page.locator(".felt")).to_be_visible()


def test_meters_are_refreshed(visits: Visits, room: PageRoom) -> None:
    """The lobby refreshes by itself."""
    page = visits.page()
    expect(page.locator(".tile").first).to_be_visible()
    room.create_table("later", "stud-235")
    expect(page.locator("a[href='#/table/later']")).to_be_visible()


def test_four_color_setting_is_stored(visits: Visits) -> None:
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
    """Browsers log an error for a socket that is closed before it is open."""
    page = visits.visitor(script=LEAVES_AT_ONCE).new_page()
    page.goto("/#/table/criss-cross")
    expect(page.locator(".tile").first).to_be_visible()
    page.wait_for_timeout(300)
