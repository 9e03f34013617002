"""The auditor's page: a round is found, replayed forward and backward, verified and exported."""

import re

from playwright.sync_api import expect

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
    expect(page.get_by_role("status")).to_contain_text("Verified: ", timeout=20_000)
    with page.expect_download() as download:
        page.get_by_role("link", name="Export").click()
    assert download.value.suggested_filename == f"{table}-round-1.jsonl"
