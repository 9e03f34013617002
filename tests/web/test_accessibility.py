"""Every page and every scene of the gallery meets WCAG 2.2 AA in both schemes and sizes."""

import pytest
from playwright.sync_api import expect

from pitboss.games import GAMES
from tests.web.accessibility import in_both
from tests.web.browser_visits import LAPTOP, PHONE, Visits
from tests.web.page_room import PageRoom

PLACES = ["#/", "#/history", "#/join/nothing", "#/learn/", "#/table/criss-cross"]
PLACES += ["#/school", "#/school/criss-cross", "#/school/criss-cross/first-round"]
SIZES = pytest.mark.parametrize("size", [LAPTOP, PHONE], ids=["laptop", "phone"])


STAFF_SCENES = ("floor", "new-table", "admin", "staff", "school")
SMALL_TARGETS = """() => [...document.querySelectorAll(
    "main :is(button, a[href], select, input, summary), dialog :is(button, input)")]
  .filter((target) => target.offsetParent && target.type !== "checkbox")
  .map((target) => [target.closest("label.tick") ?? target, target.textContent || target.name])
  .filter(([target]) => target.getBoundingClientRect().height < 43.5)
  .map(([, name]) => name.trim())"""
"""What a finger can hardly hit; a checkbox of a form has its label above it, which counts, too."""


@SIZES
def test_every_page(size: tuple[int, int], visits: Visits, room: PageRoom) -> None:
    page = visits.page("/", size, still=True, token=room.sign_in("Axel"))
    result = []
    # Each introduction is tested in one of the sizes.
    games = [*GAMES][SIZES.args[1].index(size) :: 2]
    for place in [*PLACES, *(f"#/learn/{game}" for game in games)]:
        page.goto(f"/{place}")
        expect(page.locator("main").first).to_be_visible()
        page.wait_for_timeout(100)
        result += in_both(page, place)
    page.goto("/api")
    result += in_both(page, "/api")
    assert not result, "\n".join(result)


@pytest.mark.slow
@pytest.mark.parametrize("every", [2, pytest.param(1, marks=pytest.mark.soak)])
@SIZES
def test_every_scene_of_the_gallery(size: tuple[int, int], every: int, visits: Visits) -> None:
    """Half of the scenes are tested in each size, and all in both by the soak."""
    page = visits.page("/site/gallery.html", size, still=True)
    page.wait_for_selector("html[data-scenes]")
    scenes = page.evaluate("document.documentElement.dataset.scenes").split()
    assert len(scenes) > 40
    result = []
    for scene in scenes[SIZES.args[1].index(size) % every :: every]:
        page.goto(f"/site/gallery.html#/{scene}")
        expect(page.locator("main").first).to_be_attached()
        page.evaluate("new Promise(requestAnimationFrame)")
        result += in_both(page, scene)
        if scene.startswith(STAFF_SCENES) and (small := page.evaluate(SMALL_TARGETS)):
            result.append(f"{scene} has small targets: {small}")
        wide = page.evaluate("document.scrollingElement.scrollWidth")
        if wide > size[0]:
            result.append(f"{scene} is {wide} wide")
    assert not result, "\n".join(result)
