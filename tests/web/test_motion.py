"""Animations run on the compositor, and not at all where reduced motion is preferred."""

from playwright.sync_api import expect

from tests.web.browser_visits import Visits
from tests.web.page_room import PageRoom
from tests.web.players import Player

WATCH = """
window.moved = {};
const note = () => {
  for (const one of document.getAnimations()) {
    const what = one.effect.target.closest("pb-card, pb-chip, .panel-body") ?? one.effect.target;
    const name = what.localName + (one.transitionProperty ? " turned" : " laid");
    const keys = one.effect.getKeyframes().flatMap((frame) => Object.keys(frame));
    window.moved[name] = [...new Set([...window.moved[name] ?? [], ...keys])];
  }
};
const look = () => {
  note();
  requestAnimationFrame(look);
};
requestAnimationFrame(look);
// A busy machine may draw no frame of a short movement: its beginning is told all the same.
for (const begins of ["transitionrun", "animationstart"]) addEventListener(begins, note, true);
"""
TIMES = {"offset", "computedOffset", "easing", "composite"}
FREE = {"transform", "opacity", "filter"}
"""Properties that change without a new layout."""


def play_to_end(visits: Visits, room: PageRoom, table: str, *, still: bool) -> Player:
    page = visits.visitor(script=WATCH, still=still).new_page()
    player = Player(visits, room, room.create_table(table, "criss-cross"), page=page)
    player.starts()
    player.wagers()
    expect(player.page.locator(".decision[aria-disabled=false]").first).to_be_visible()
    player.decide("1x")
    expect(player.prompt).to_contain_text("Your turn: Down")
    return player


def test_animations_cause_no_layout(visits: Visits, room: PageRoom) -> None:
    player = play_to_end(visits, room, "moves", still=False)
    player.page.wait_for_function("'pb-card turned' in window.moved")
    animations = player.page.evaluate("window.moved")
    assert {"pb-card laid", "pb-card turned", "pb-chip laid"} <= set(animations)
    for name, keys in animations.items():
        if name.startswith(("pb-card", "pb-chip")):
            assert set(keys) - TIMES <= FREE, name


def test_reduced_motion_is_respected(visits: Visits, room: PageRoom) -> None:
    player = play_to_end(visits, room, "still", still=True)
    assert player.page.evaluate("window.moved") == {}
    lasting = player.page.evaluate(
        """() => [...document.querySelectorAll("*")].filter((one) => {
          const { transitionDuration, animationDuration } = getComputedStyle(one);
          return [transitionDuration, animationDuration].some((time) => parseFloat(time) > 0);
        }).map((one) => one.outerHTML.slice(0, 80))"""
    )
    assert lasting == []
