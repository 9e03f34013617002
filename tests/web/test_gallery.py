"""The gallery has a table of every game, and six players' hands of five cards fit their seats."""

from itertools import pairwise

import pytest

from pitboss.games import GAMES
from tests.web.browser_visits import LAPTOP, PHONE, Visits

CARDS_OF_SEATS = """() => [...document.querySelectorAll(".seat")].map((seat) => {
  const box = seat.getBoundingClientRect();
  const cards = [...seat.querySelectorAll(".turn")].map((card) => card.getBoundingClientRect());
  return { left: box.left, right: box.right, width: document.querySelector(".felt").clientWidth,
    cards: cards.map(({ left, right }) => [left, right]) };
})"""
SMALLEST_STRIP = 8
"""Pixels of a card that the next one must leave visible."""


@pytest.mark.slow
@pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])
def test_gallery_has_tables_of_all_games(size: tuple[int, int], visits: Visits) -> None:
    page = visits.page("/site/gallery.html", size, still=True)
    page.wait_for_selector("html[data-scenes]")
    scenes = set(page.evaluate("document.documentElement.dataset.scenes").split())
    assert {f"{game}-{scene}" for game in GAMES for scene in ("your-turn", "over")} <= scenes
    page.goto("/site/gallery.html#/caribbean-stud-your-turn")
    page.wait_for_selector(".seat pb-card")
    seats = page.evaluate(CARDS_OF_SEATS)
    assert len(seats) == 5
    for seat in seats:
        lefts = [left for left, _ in seat["cards"]]
        assert len(lefts) == 5
        assert seat["left"] - 1 <= min(lefts)
        assert max(right for _, right in seat["cards"]) <= min(seat["right"], seat["width"]) + 1
        assert all(b - a >= SMALLEST_STRIP for a, b in pairwise(lefts))
