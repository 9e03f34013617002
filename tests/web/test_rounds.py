"""A whole round of every game: by mouse, keyboard and touch, and for screen readers."""

import re

import pytest
from playwright.sync_api import Page, expect

from pitboss.games import GAMES, MARYLAND
from tests.web.browser_visits import Visits
from tests.web.page_room import PageRoom
from tests.web.players import BETS, Keys, Player, Thumb
from tests.web.screen_reader import HEAR, check_announcements

COSTS = re.compile(r"^(lose \$\d+|bet \$\d+|take back \$\d+|no cost)$")
THUMB = 44
"""Minimum size of a touch target in pixels."""


KINDS = (Player, Keys, Thumb)
TRIED = (*MARYLAND, "let-it-ride", "ultimate-holdem")
PLAYED = [
    # Each of these games is tested in one of the three ways; the soak tests all games in all ways.
    pytest.param(
        game,
        kind,
        marks=[] if game in TRIED and TRIED.index(game) % 3 == way else [pytest.mark.soak],
    )
    for game in GAMES
    for way, kind in enumerate(KINDS)
]


@pytest.mark.parametrize(("game", "kind"), PLAYED)
def test_a_whole_round(game: str, kind: type[Player], visits: Visits, room: PageRoom) -> None:
    table = room.create_table(f"{game}-{kind.__name__.lower()}", game)
    page = visits.visitor(kind.size, touch=kind.touch, script=HEAR).new_page()
    player = kind(visits, room, table, page=page)
    player.starts()
    player.wagers()
    staked = player.page.locator(".spot pb-chip")
    expect(staked).to_have_count(len(player.sides) + len(required(player)))
    expect(player.page.locator(".decision").first).to_be_visible()
    check_decisions(player)
    assert player.answers() == len(GAMES[game].streets)
    check_results(player)
    check_announcements(player)
    player.go_on()
    expect(player.prompt).to_contain_text(BETS)
    expect(player.page.locator(".spot .result")).to_have_count(0)


def required(player: Player) -> list[str]:
    return [wager.key for wager in player.card.wagers if wager.kind == "required"]


def check_decisions(player: Player) -> None:
    """Check that each button states the room's price, is visible, and is large enough for touch."""
    choices = player.room.look(player.name, player.table).choices
    assert isinstance(choices, tuple)
    buttons = player.page.locator(".decision")
    progress = [text.split("\n") for text in buttons.all_inner_texts()]
    assert [word.lower() for word, _ in progress] == [choice.decision.lower() for choice in choices]
    for (_, cost), item in zip(progress, choices, strict=True):
        assert COSTS.match(cost)
        money = item.loses if item.folds else item.returns or item.stake
        assert f"${money // 100}" in cost or (not money and cost == "no cost")
    check_fits(player.page)
    for button in buttons.all():
        box = button.bounding_box()
        assert box is not None
        assert box["height"] >= THUMB
        assert box["width"] >= THUMB
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= player.size[0]
        assert box["y"] + box["height"] <= player.size[1]


def check_fits(page: Page) -> None:
    """Check that nothing scrolls during a decision."""
    scrolls = page.evaluate(
        """() => {
          const all = document.scrollingElement;
          return [all.scrollHeight - all.clientHeight, all.scrollWidth - all.clientWidth];
        }"""
    )
    assert scrolls == [0, 0]


def check_results(player: Player) -> None:
    """Check that each spot shows its wager's result, and that the sentences say why."""
    last_round = player.finished_round()
    hand = next(seat for seat in last_round.seats.values() if seat.player == player.name)
    assert hand.results
    for key, result in hand.results.items():
        net_win = result.credit - result.stake
        result_element = player.spot(key).locator(".result")
        pushes = result.outcome == "push" and not net_win  # a bonus may be paid as well
        expect(result_element).to_contain_text("push" if pushes else money(net_win))
    total = sum(item.credit - item.stake for item in hand.results.values()) + hand.gifts
    expect(player.prompt).to_contain_text(f"This round: {money(total)}")
    if player.touch:
        player.press(player.page.get_by_role("tab", name="Coach"))
    progress = player.page.locator(".explanations p")
    expect(progress.first).to_be_visible()
    assert all(text.strip().endswith((".", "Rule")) for text in progress.all_inner_texts())
    if player.touch:
        player.press(player.button("Close"))


def money(cents: int) -> str:
    sign = "+" if cents > 0 else "−" if cents < 0 else ""
    whole, part = divmod(abs(cents), 100)
    return f"{sign}${whole:,}" + (f".{part:02d}" if part else "")
