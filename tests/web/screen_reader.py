"""What a page announces to screen readers: cards, prompts, results."""

import re

from playwright.sync_api import expect

from tests.web.players import Player

RANKS = {
    "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight",
    "9": "nine", "T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace",
}  # fmt: skip
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
HEAR = """
window.announced = [];
addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
  const text = document.querySelector("[aria-live=polite].visually-hidden")?.textContent;
  if (text && text !== window.announced.at(-1)) window.announced.push(text);
}).observe(document.body, { subtree: true, childList: true, characterData: true }));
"""
"""Record everything that a screen reader would announce."""


def words(face: str) -> str:
    return f"{RANKS[face[0]]} of {SUITS[face[1]]}"


def check_announcements(player: Player) -> None:
    """Check that a finished round was announced from its bets to its results."""
    progress = player.page.locator(".explanations p")
    expect(progress.first).to_be_attached()
    announcements = " ".join(player.page.evaluate("window.announced"))
    assert "Place your bets" in announcements
    last_round = player.finished_round()
    hand = next(seat for seat in last_round.seats.values() if seat.player == player.name)
    rules = player.room.actor(player.table).committed_state.rules
    assert rules
    for face, name in zip(hand.cards, rules.hole, strict=True):
        assert words(face) in announcements or name not in rules.looks
    for faces in last_round.cards.values():
        for face in faces:
            assert words(face) in announcements
    for street in rules.streets:
        assert f"Your turn: {street.label}" in announcements
    assert re.search(r"This round: [+−]?\$\d", announcements)
    for sentence in progress.evaluate_all("(all) => all.map((one) => one.firstChild.textContent)"):
        assert sentence.strip() in announcements
