"""The coach on the page has the figures of `pitboss advise`, and repeats mistakes."""

import re
from fractions import Fraction
from math import floor

import pytest
from playwright.sync_api import expect

from pitboss.cards import Card, cards
from pitboss.games import GAMES, find_game
from pitboss.lab import advise
from pitboss.submission import resolve
from tests.rotation import games_with
from tests.web.browser_visits import Visits
from tests.web.page_room import PageRoom
from tests.web.players import Player

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("kernels")]
UNIT = 500
SLOW = 30_000
"""Milliseconds: the lab starts a process, which may have to be compiled first."""


def coached_player(visits: Visits, room: PageRoom, table: str, game: str) -> Player:
    """Open a table with the coach on, and play until the first decision."""
    player = Player(visits, room, room.create_table(table, game))
    player.starts()
    player.page.get_by_role("tab", name="Coach").click()
    player.page.get_by_role("switch", name="Coach me").check()
    player.wagers(player.required)
    expect(player.page.locator(".decision-values")).to_be_visible(timeout=SLOW)
    return player


def shown_values(player: Player) -> dict[str, Fraction]:
    """Return what `pitboss advise` says of this player's visible cards, in cents."""
    view_ = player.room.look(player.name, player.table).round
    assert view_
    hand = view_.seats[3]
    rules = resolve(find_game(player.game), {})
    hole = tuple(card for face in hand.cards if face != "??" for card in cards(face))
    table: dict[str, tuple[Card, ...]] = {
        name: tuple(card for face in faces if face != "??" for card in cards(face))
        for name, faces in view_.cards.items()
        if any(face != "??" for face in faces)
    }
    result = advise(rules, hole, table, [str(decision) for decision in hand.decisions])
    return {word: value * UNIT for word, value in result.decisions.items()}


def figures_on_page(player: Player) -> dict[str, str]:
    rows = player.page.locator(".decision-values tr").all()
    return {
        row.locator("th").inner_text().lower(): row.locator(".figure").inner_text().split()[0]
        for row in rows
    }


def in_cents(progress: str) -> float:
    """Return an amount on the page in cents."""
    return float(re.sub("[$,+]", "", progress).replace("−", "-")) * 100


def money(cents: Fraction) -> str:
    return f"{'−' if cents < 0 else '+'}${two_places(abs(cents))}"


def two_places(cents: Fraction) -> str:
    """Return dollars with two decimal places; half a cent is rounded up."""
    rounded_cents = floor(cents + Fraction(1, 2))
    return f"{rounded_cents // 100}.{rounded_cents % 100:02}"


@pytest.mark.parametrize(
    "game", games_with("mississippi-stud", "caribbean-stud", "ultimate-holdem")
)
def test_figures_match_the_command(game: str, visits: Visits, room: PageRoom) -> None:
    player = coached_player(visits, room, f"coach-{game}", game)
    streets = len(GAMES[game].streets)
    for left in reversed(range(streets)):
        result = shown_values(player)
        assert figures_on_page(player) == {
            word.lower(): money(cents) for word, cents in result.items()
        }
        best = player.page.locator(".decision-values .best th").inner_text().lower()
        assert result[best] == max(result.values())
        player.answer(next(word for word in result if word != "fold"))
        if left:
            expect(player.page.locator(".decision-values")).to_be_visible(timeout=SLOW)


def test_mistake_is_marked_stored_and_practiced(visits: Visits, room: PageRoom) -> None:
    player = coached_player(visits, room, "mistaken", "criss-cross")
    result = shown_values(player)
    worst = min(result, key=lambda word: result[word])
    best = max(result, key=lambda word: result[word])
    player.decide(worst)
    remark = player.page.locator(".remark")
    expect(remark).to_contain_text(two_places(result[best] - result[worst]))
    expect(remark).to_contain_text(best.capitalize())
    player.answers()
    summary = player.page.locator(".panel", has_text="This session")
    _, net, given_up, edge, luck = (
        in_cents(all_inner_text) for all_inner_text in summary.locator("td").all_inner_texts()
    )
    assert abs(net - (given_up + edge + luck)) < 3, "each is rounded by itself"
    assert given_up < 0
    player.page.get_by_role("link", name="Practice your mistakes").click()
    page = player.page
    left = page.locator(".learn .muted").first
    expect(left).to_have_text(re.compile(r"\d+ left"))
    # The lab may have to start first. Later mistakes of the round come before the first one.
    page.get_by_role("button", name=worst.capitalize(), exact=True).click()
    progress = re.compile(r"Correct\.|is better")
    expect(page.get_by_role("status")).to_contain_text(progress, timeout=SLOW)
    page.get_by_role("button", name="Next").click()
    for _ in range(10):  # all mistakes of the round, the first one last
        if not page.locator(".lesson-actions button.quiet").count():
            break
        button_texts = page.locator(".lesson-actions button.quiet").all_inner_texts()
        page.get_by_role("button", name=button_texts[0], exact=True).click()
        answer = page.get_by_role("status")
        expect(answer).to_be_visible()
        if "Correct." not in answer.inner_text():
            better = answer.inner_text().split()[0]
            page.get_by_role("button", name="Next").click()
            page.get_by_role("button", name=better, exact=True).click()
            expect(page.get_by_role("status")).to_contain_text("Correct.")
        page.get_by_role("button", name="Next").click()
    expect(page.locator("main")).to_contain_text("You got")
    page.reload()
    expect(page.locator("main")).to_contain_text("Nothing to practice yet")
