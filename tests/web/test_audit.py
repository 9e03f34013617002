"""The auditor's page: a round is found, replayed forward and backward, verified and exported."""

import re

from playwright.sync_api import Route, expect

from pitboss.games import GAMES
from pitboss.papers.rules_card.card import build_rules_card
from pitboss.room.people.accounts import AccountRole
from pitboss.table import Phase
from pitboss.table import commands as c
from tests.web.browser_visits import LAPTOP, Visits
from tests.web.page_room import PageRoom

GAME = "holdem-bonus"


def play_round(room: PageRoom, table: str, name: str) -> None:
    """Play a round; the player folds at once."""
    game = room.actor(table).committed_state.game
    card = build_rules_card(GAMES[game])
    wagers = {wager.key: wager.minimum or 0 for wager in card.wagers if wager.kind == "required"}
    room.execute(name, table, c.TakeSeat(1), c.BuyIn(100_00))
    room.until(table, lambda round_: round_.phase is Phase.BETTING)
    room.execute(name, table, c.PlaceWagers(1, wagers))
    room.until(table, lambda round_: round_.turn == 1)
    room.execute(name, table, c.Decide(1, "fold"))
    room.until(table, lambda round_: round_.phase is Phase.CLOSED)


def test_an_auditor_finds_replays_and_verifies_a_round(visits: Visits, room: PageRoom) -> None:
    table = room.create_table("audited", GAME)
    play_round(room, table, "Nora")
    page = visits.page("/#/audit", LAPTOP, token=room.sign_in("Audrey", AccountRole.AUDITOR))
    page.get_by_label("Player", exact=True).fill("nora")
    page.get_by_role("button", name="Find rounds").click()
    expect(page.locator("table.found-rounds tbody tr")).to_have_count(1)
    page.get_by_role("link", name="Round 1").click()
    status = page.locator(".replay-bar .muted")
    expect(status).to_have_text(re.compile(r"^Step 1 of "))
    expect(page.locator(".replay-log .current")).to_contain_text("bets are open")
    page.keyboard.press("End")
    expect(page.locator(".replay-log .current")).to_contain_text("is closed")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("Home")
    expect(status).to_have_text(re.compile(r"^Step 1 of "))
    page.get_by_role("button", name="Next decision").click()
    expect(page.locator(".replay-log .current")).to_contain_text("Seat 1 decides: fold")
    page.get_by_role("button", name="Verify").click()
    checks = page.locator(".checks p")
    expect(checks).to_have_count(2, timeout=20_000)
    expect(checks.nth(0)).to_contain_text(re.compile(r"^Server Verified: \d+ events"))
    expect(checks.nth(1)).to_contain_text("This page Verified: this page dealt the round again")
    with page.expect_download() as download:
        page.get_by_role("link", name="Export").click()
    assert download.value.suggested_filename == f"{table}-round-1.jsonl"


STEPS = """async (count) => {
  const times = [], changes = [];
  let changed = 0;
  new MutationObserver((records) => { changed += records.length; }).observe(
    document.body, { subtree: true, childList: true, attributes: true, characterData: true });
  for (let step = 0; step < count; step += 1) {
    changed = 0;
    const key = Math.floor(step / 20) % 2 ? "ArrowLeft" : "ArrowRight";
    const start = performance.now();
    document.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    await Promise.resolve();  // in which the page draws the step
    document.body.getBoundingClientRect();  // style and layout belong to the frame
    times.push(performance.now() - start);
    await new Promise(requestAnimationFrame);
    changes.push(changed);
  }
  return { times, changes, nodes: document.querySelectorAll("*").length };
}"""


def test_a_replay_step_changes_only_what_differs(visits: Visits, room: PageRoom) -> None:
    """Few nodes change with a step, so that it fits into a frame; times depend on the machine."""
    table = room.create_table("stepped", GAME)
    play_round(room, table, "Nils")
    token = room.sign_in("Agnes", AccountRole.AUDITOR)
    page = visits.page(f"/#/audit/{table}/1", LAPTOP, token=token)
    expect(page.locator(".replay-bar .muted")).to_have_text(re.compile(r"^Step 1 of "))
    before = page.evaluate("document.querySelectorAll('*').length")
    result = page.evaluate(STEPS, 80)
    times, changes = sorted(result["times"]), result["changes"]
    median, most = times[len(times) // 2], times[len(times) * 95 // 100]
    print(f"\nstep with layout: median {median:.1f} ms, 95% within {most:.1f} ms; "
          f"at most {max(changes)} changes, {result['nodes']} nodes")  # fmt: skip
    assert any(changes)
    assert max(changes) < 150
    assert abs(result["nodes"] - before) < 300, "nodes are left behind"
    assert result["nodes"] < 3000


def test_sections_of_a_day(visits: Visits, room: PageRoom) -> None:
    table = room.create_table("counted", GAME)
    play_round(room, table, "Nadja")
    page = visits.page("/#/audit", LAPTOP, token=room.sign_in("Anders", AccountRole.AUDITOR))
    page.get_by_role("navigation", name="Sections").get_by_role("link", name="Shift").click()
    sheet = page.locator(".sheet", has_text="Rounds1")
    expect(sheet.locator("svg.band-plot").first).to_have_attribute(
        "aria-label", re.compile(r"^Win .*; theoretical .*; 99% band from −")
    )
    page.get_by_label("Day (UTC)").fill("2020-01-01")
    page.get_by_role("button", name="Show").click()
    expect(page.locator(".sheet").first).to_contain_text("Nothing was staked.")
    page.get_by_role("navigation", name="Sections").get_by_role("link", name="Staff").click()
    expect(page.get_by_text("No staff activity on this day.")).to_be_visible()
    page.get_by_role("navigation", name="Sections").get_by_role("link", name="Books").click()
    expect(page.get_by_text("The books balance.")).to_be_visible()
    expect(page.get_by_role("button", name="Record the reconciliation")).to_have_count(0)
    with page.expect_download() as download:
        page.get_by_role("link", name="CSV").click()
    assert download.value.suggested_filename == "book-2020-01-01.csv.zip"


def test_page_detects_a_round_that_was_changed(visits: Visits, room: PageRoom) -> None:
    """The page trusts neither the server's answer nor the cards that it sends."""
    table = room.create_table("forged", GAME)
    play_round(room, table, "Nele")
    page = visits.page("/#/audit", LAPTOP, token=room.sign_in("Alma", AccountRole.AUDITOR))

    def forge(route: Route) -> None:
        replay = route.fetch().json()
        seed = replay["proofs"]["seed"]
        replay["proofs"]["seed"] = ("0" if seed[0] != "0" else "1") + seed[1:]
        route.fulfill(json=replay)

    page.route("**/replay", forge)
    page.goto(f"/#/audit/{table}/1")
    page.get_by_role("button", name="Verify").click()
    checks = page.locator(".checks p")
    expect(checks.nth(0)).to_contain_text("Server Verified")
    expect(checks.nth(1)).to_contain_text("This page found a difference")
