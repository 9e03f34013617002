"""For those who do not see the table: cards, prompts and results are said aloud."""

import re

import pytest
from playwright.sync_api import expect

from pitboss.games import GAMES
from tests.web.players import Player
from tests.web.rooms import PageRoom
from tests.web.visits import Visits

RANKS = {
    "2": "two", "3": "three", "4": "four", "5": "five", "6": "six", "7": "seven", "8": "eight",
    "9": "nine", "T": "ten", "J": "jack", "Q": "queen", "K": "king", "A": "ace",
}  # fmt: skip
SUITS = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}
HEAR = """
window.heard = [];
addEventListener("DOMContentLoaded", () => new MutationObserver(() => {
  const said = document.querySelector("[aria-live=polite].aloud")?.textContent;
  if (said && said !== window.heard.at(-1)) window.heard.push(said);
}).observe(document.body, { subtree: true, childList: true, characterData: true }));
"""


def words(face: str) -> str:
    return f"{RANKS[face[0]]} of {SUITS[face[1]]}"


@pytest.mark.parametrize("game", GAMES)
def test_a_round_is_told_aloud(game: str, visits: Visits, room: PageRoom) -> None:
    page = visits.visitor(script=HEAR).new_page()
    player = Player(visits, room, room.found(f"aloud-{game}", game), page=page)
    player.starts()
    player.wagers()
    player.answers()
    heard = " ".join(page.evaluate("window.heard"))
    assert "Place your bets" in heard
    done = player.finished()
    hand = done.seats[3]
    rules = room.actor(player.table).shown.rules
    assert rules
    for face, name in zip(hand.cards, rules.hole, strict=True):
        assert words(face) in heard or name not in rules.looks
    for faces in done.cards.values():
        for face in faces:
            assert words(face) in heard
    for street in rules.streets:
        assert f"Your turn: {player.label(street.wager)}" in heard
    assert re.search(r"This round: [+−]?\$\d", heard)
    told = page.locator(".told p")
    expect(told.first).to_be_visible()
    for sentence in told.all_inner_texts():
        assert sentence.removesuffix("Rule").strip() in heard
