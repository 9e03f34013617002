"""The lab's page shows exact edges that follow a change, and two variants side by side."""

import re
import time

import pytest
from playwright.sync_api import Page, Route, expect

from pitboss.games import find_game
from pitboss.lab import apply_pay_changes, parse_pay_change, solve
from pitboss.lab.reading_effects import solve_paytable_edges
from pitboss.submission import resolve
from tests.web.accessibility import in_both
from tests.web.browser_visits import LAPTOP, PHONE, Visits
from tests.web.page_room import PageRoom

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("kernels")]
GAME = "criss-cross"
SLOW = 60_000
"""Milliseconds for the first answer: a process is started, which may have to be compiled."""
SOON = 10.0
"""Seconds for a change, which takes about two on an idle machine."""


def at_work(visits: Visits, room: PageRoom, size: tuple[int, int] = LAPTOP) -> Page:
    page = visits.page(f"/#/lab/{GAME}", size, token=room.sign_in("Lise"))
    expect(page.locator(".edges li")).to_have_count(3, timeout=SLOW)
    return page


def edges(*changes: str, **readings: str) -> dict[str, str]:
    """Return what `pitboss solve` says of each wager, formatted as on the page."""
    rules = resolve(find_game(GAME), {"readings": readings} if readings else {})
    result = solve(
        apply_pay_changes(rules, [parse_pay_change(change) for change in changes])
        if changes
        else rules
    )
    shares = {"main": result.main.house_edge} | {
        key: side.house_edge for key, side in result.sides.items()
    }
    return {key: f"{float(100 * share):.4f}%".replace("-", "−") for key, share in shares.items()}


def check(page: Page, expected: dict[str, str]) -> None:
    for key, share in expected.items():
        expect(page.locator(f".edges [data-wager={key}] .current")).to_have_text(share)


def test_a_change_moves_the_exact_edge(visits: Visits, room: PageRoom) -> None:
    page = at_work(visits, room)
    base_edges = edges()
    check(page, base_edges)
    page.locator("details.wager", has_text="Across").nth(1).locator("summary").click()
    new_edges = edges("across.flush=7")
    assert new_edges["main"] != base_edges["main"]
    start = time.monotonic()
    page.locator("#pay-across-flush").fill("7")
    check(page, new_edges)
    assert time.monotonic() - start < SOON
    expect(page.locator(".edges [data-wager=main] .previous")).to_contain_text(base_edges["main"])
    page.get_by_role("button", name="Reset").click()
    check(page, base_edges)


def test_reading_moves_the_edge_and_variants_are_compared(visits: Visits, room: PageRoom) -> None:
    page = at_work(visits, room)
    base_edges = edges()
    page.get_by_role("button", name="Save as A").click()
    reading = page.locator("select[data-reading]").nth(1)
    name = reading.get_attribute("data-reading") or ""
    other = reading.locator("option").nth(1).get_attribute("value") or ""
    reading.select_option(other)
    new_edges = edges(**{name: other})
    check(page, new_edges)
    row = page.locator(".compare tbody tr").first
    expect(row.locator("td").nth(0)).to_have_text(base_edges["main"])
    expect(row.locator("td").nth(1)).to_have_text(new_edges["main"])


def test_papers_can_be_downloaded(visits: Visits, room: PageRoom) -> None:
    page = visits.page("/#/lab/stud-235", token=room.sign_in("Lise"))
    expect(page.locator(".edges li").first).to_be_visible(timeout=SLOW)
    page.get_by_role("button", name="Find a simple strategy").click()
    papers = page.locator(".handouts")
    expect(papers.locator(".lines li").first).to_have_text("Raise with a pair.", timeout=SLOW)
    with page.expect_download() as result:
        papers.get_by_role("link", name="Download a pocket card").click()
    assert result.value.suggested_filename == "stud-235-pocket-card.html"


@pytest.mark.soak  # it simulates many deals; the route has a test of its own
def test_expose_figures_are_computed(visits: Visits, room: PageRoom) -> None:
    page = visits.page("/#/lab/stud-235", token=room.sign_in("Lise"))
    page.get_by_role("button", name="Calculate the player's edge").click(timeout=SLOW)
    row = page.locator(".handouts tr", has_text="the hands of 6 players")
    expect(row).to_be_visible(timeout=SLOW)


@pytest.mark.soak  # it solves every reading; the route has a test of its own
def test_par_sheet_can_be_downloaded(visits: Visits, room: PageRoom) -> None:
    page = visits.page("/#/lab/stud-235", token=room.sign_in("Lise"))
    papers = page.locator(".handouts")
    page.get_by_role("button", name="Create the par sheet").click(timeout=SLOW)
    with page.expect_download() as sheet:
        papers.get_by_role("link", name="Download the par sheet").click(timeout=SLOW)
    assert "<!DOCTYPE html>" in sheet.value.path().read_text()


def test_invalid_pay_is_reported(visits: Visits, room: PageRoom) -> None:
    visits.expect_errors("status of 4")
    page = at_work(visits, room)
    page.locator("details.wager", has_text="Five Card Bonus").locator("summary").click()
    line = page.locator("[id^=pay-five_card_bonus]").first
    line.fill("-7")
    expect(page.locator(".line .note").first).not_to_be_empty()
    check(page, edges())


def test_anonymous_viewer_can_continue_as_guest(visits: Visits, room: PageRoom) -> None:
    page = visits.page(f"/#/lab/{GAME}")
    page.get_by_role("button", name="Continue as guest").click()
    expect(page.locator(".edges li")).to_have_count(3, timeout=SLOW)
    chart = page.locator(".chart, table", has_text=re.compile("AK"))
    expect(chart.first).to_be_visible()


@pytest.mark.parametrize(
    "size",
    [pytest.param(LAPTOP, id="laptop"), pytest.param(PHONE, id="phone", marks=pytest.mark.soak)],
)
def test_the_lab_is_accessible(size: tuple[int, int], visits: Visits, room: PageRoom) -> None:
    page = at_work(visits, room, size)
    for summary in page.locator("details:not([open]) > summary").all():
        if summary.is_visible():
            summary.click()
    result = in_both(page, "a game")
    page.goto("/#/lab/")
    expect(page.locator("h1")).to_be_visible()
    result += in_both(page, "the first page")
    assert not result, "\n".join(result)


def test_side_wager_that_the_lab_cannot_compute(visits: Visits, room: PageRoom) -> None:
    """Its row says why, and the other figures are shown."""
    page = visits.page("/", token=room.sign_in("Lise"))
    why = "the lab cannot count Bonus Spin: a fold ends it before all cards are seen"

    def refuse_count(route: Route) -> None:
        answer = route.fetch()
        progress = answer.json()
        if progress.get("result") and "wagers" in progress["result"]:
            progress["result"]["wagers"]["bonus_spin"] = {"error": why}
        route.fulfill(response=answer, json=progress)

    page.route(re.compile("/api/lab/jobs"), refuse_count)
    page.goto(f"{page.url.split('#')[0]}#/lab/{GAME}")
    expect(page.locator(".edges li")).to_have_count(2, timeout=SLOW)
    base_edges = edges()
    check(page, {key: share for key, share in base_edges.items() if key != "bonus_spin"})
    page.get_by_text("Figures", exact=True).first.click()
    row = page.locator("pb-lab-figures tr", has_text="Bonus Spin")
    expect(row).to_contain_text(f"Not solved: {why}.")
    expect(page.locator("pb-lab-returns summary")).to_have_count(1)


def test_every_paytable_has_its_edge(visits: Visits, room: PageRoom) -> None:
    """The operator's paytables are compared beside the readings, as in the commands."""
    page = at_work(visits, room)
    page.locator("button.compute-effects").click()
    table = page.get_by_role("region", name="Paytables of Bonus Spin")
    expect(table).to_be_visible(timeout=SLOW)
    (spin,) = solve_paytable_edges(find_game(GAME))
    expected = spin.expectations
    assert len(expected) > 3
    for letter, ev in expected.items():
        assert ev is not None
        row = table.locator("tbody tr").filter(
            has=page.get_by_role("rowheader", name=letter, exact=True)
        )
        expect(row).to_contain_text(f"{float(-100 * ev):.4f}%".replace("-", "−"))
