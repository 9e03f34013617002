"""The coach with a pocket card: the page shows what the card says, once it is ready."""

import time

import pytest
from playwright.sync_api import Locator, expect

from pitboss.games import find_game
from pitboss.lab.strategy.finder import CardPlay
from pitboss.papers.strategy_rules import rule_list_lines
from pitboss.room.lab_service.pocket_cards import NoCard
from pitboss.submission import resolve
from pitboss.table.views import RoundView, player_view
from tests.web.accessibility import in_both
from tests.web.browser_visits import Visits
from tests.web.page_room import PageRoom
from tests.web.players import TABS, Player, Thumb

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("kernels")]
GAME, SEAT = "stud-235", 3
SLOW = 30_000
MAKING = "Making the pocket card…"


def switch(player: Player) -> Locator:
    return player.page.get_by_role("switch", name="Show the pocket card's advice")


def coached_player(player: Player) -> Player:
    """Open a table with the coach on, and play until the first decision."""
    player.starts()
    player.page.get_by_role("tab", name="Coach").click()
    expect(switch(player)).to_have_count(0)
    player.page.get_by_role("switch", name="Coach me").check()
    expect(switch(player)).not_to_be_checked()
    if isinstance(player, Thumb):
        player.press(player.button("Close"))
    player.wagers(player.required)
    if isinstance(player, Thumb):
        player.press(player.page.get_by_role("tab", name="Coach"))
    expect(player.page.locator(".decision-values")).to_be_visible(timeout=SLOW)
    expect(player.page.locator(".pocket")).to_have_count(0)
    return player


def tabbed_to(player: Player, what: Locator) -> None:
    """Reach an element with the Tab key alone."""
    for _ in range(TABS):
        if what.evaluate("(one) => one === document.activeElement"):
            return
        player.page.keyboard.press("Tab")
    raise AssertionError(f"{what} is not reached by Tab")


def by_card(player: Player, card: CardPlay) -> str:
    """Return what the card says to this player, in the words of the page."""
    round_ = player.room.look(player.name, player.table).round
    assert isinstance(round_, RoundView)
    advice = card.find_decision(player_view(round_, SEAT))
    if advice.list is None:
        return f"Pocket card: {advice.decision.capitalize()}, by the chart."
    words = rule_list_lines(resolve(find_game(GAME)), advice.list)[advice.line]
    where = f"{player.label(advice.list.street)}, line {advice.line + 1}"
    return f"Pocket card: {advice.decision.capitalize()}. {where}: {words[0].lower()}{words[1:]}"


def test_card_advice_and_its_place(visits: Visits, room: PageRoom) -> None:
    card = CardPlay.with_best_card(resolve(find_game(GAME)), 5)
    player = coached_player(Player(visits, room, room.create_table("pocket", GAME)))
    page, progress = player.page, player.page.locator(".pocket")
    tabbed_to(player, switch(player))
    page.keyboard.press("Space")
    expect(progress).to_be_visible()
    assert progress.inner_text() in (MAKING, by_card(player, card))
    expect(page.locator(".decision-values")).to_be_visible()
    until = time.monotonic() + SLOW / 1000
    while len(room.room.lab_jobs.paper_queue):
        assert time.monotonic() < until
        time.sleep(0.05)
    page.keyboard.press("Space")
    expect(progress).to_have_count(0)
    page.keyboard.press("Space")
    expect(progress).to_have_text(by_card(player, card))
    player.answer("check")
    expect(progress).to_have_text(by_card(player, card), timeout=SLOW)
    assert "line" in progress.inner_text()
    assert not in_both(page, "the coach with a card")
    player.answer("check")
    expect(progress).to_have_count(0)
    page.reload()
    expect(switch(player)).to_be_checked()
    page.get_by_role("switch", name="Coach me").uncheck()
    expect(switch(player)).to_have_count(0)


@pytest.mark.parametrize(
    ("card_state", "sentence"),
    [
        (NoCard(True, "the pocket card is being prepared"), MAKING),
        (NoCard(False, "the lab rests"), "No pocket card advice right now: the lab rests."),
    ],
)
def test_values_do_not_wait_for_the_card(
    card_state: NoCard,
    sentence: str,
    visits: Visits,
    room: PageRoom,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(room.room.pocket_cards, "find", lambda *_, **__: card_state)
    player = coached_player(
        Thumb(visits, room, room.create_table(f"no-card-{card_state.waiting}".lower(), GAME))
    )
    switch(player).tap()
    card_element = player.page.locator(".pocket")
    expect(card_element).to_have_text(sentence)
    expect(card_element).to_have_attribute("role", "status")
    expect(card_element).to_be_in_viewport()
    assert len(player.page.locator(".decision-values tr").all()) == 2
    player.press(player.button("Close"))
    player.answer("check")
    player.press(player.page.get_by_role("tab", name="Coach"))
    expect(player.page.locator(".decision-values")).to_be_visible(timeout=SLOW)
    expect(card_element).to_have_text(sentence)
