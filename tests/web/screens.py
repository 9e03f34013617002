"""Take screenshots of every page for the docs with `python -m tests.web.screens`.

Cards, money and time are always the same, so that a picture changes only when a page does.
"""

import base64
import sys
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from types import SimpleNamespace
from unittest.mock import patch

from playwright.sync_api import Page, expect

from pitboss.games import GAMES
from pitboss.papers.rules_card.card import build_rules_card
from pitboss.room.back_office import HOUSE
from pitboss.room.people.accounts import AccountRole
from pitboss.room.table_actor import TableActor
from pitboss.room.timers import TimeLimits
from pitboss.table import commands as c
from pitboss.table import table as live
from tests.web.browser_visits import LAPTOP, PHONE, Browsing, Scheme, Visits
from tests.web.page_room import PageRoom

FOLDER = Path(__file__).resolve().parent.parent.parent / "docs" / "screens"
NOW = datetime(2026, 11, 16, 20, tzinfo=UTC)
ME, SEAT = "Ida", 3
PEOPLE = {1: "Al", 2: "Maximiliana Konstantina von und zu Hohen", 4: "Bea", 5: "Zoë", 6: "Tom"}
STAKES = {1: 500, 2: 50000, 3: 500, 4: 2500, 5: 1000, 6: 500}
SIZES = {"laptop": (LAPTOP, 1.0), "phone": (PHONE, 1.5)}
TABLET = (1024, 768)
SCHEMES: tuple[Scheme, ...] = ("dark", "light")
DEALER_SCENES = ("deal-step", "deal-payment", "deal-consequence", "deal-cards")
OTHER_SCENES = (
    "new-table",
    "school-lessons",
    "school-step",
    "school-figures",
    "school-irregularity",
)
"""Scenes of the floor's pages and of the school, which are taken in the dark scheme only."""
SLOW = 60_000
LEFT = 27.0
"""Seconds that every clock shows."""
_WEBP = """async (png) => {
  const bytes = Uint8Array.from(atob(png), (one) => one.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes]));
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [image.width, image.height];
  canvas.getContext("2d").drawImage(image, 0, 0);
  return canvas.toDataURL("image/webp", 0.75).split(",")[1];
}"""
_MISTAKE = """if (location.host)
  localStorage.setItem("pitboss mistakes criss-cross", JSON.stringify([{
  street: "across", decision: "3x", best: "1x", cost: 412, hole: ["Kh", "Qs"],
  cards: { left: ["??"], right: ["??"], top: ["??"], bottom: ["??"], center: ["??"] },
  seen: { hole: "Kh Qs" }, offered: ["fold", "1x", "2x", "3x"], decisions: [],
}]));"""


@contextmanager
def same_every_time() -> Iterator[None]:
    """Use one seed for every round; the table and round number make the stacks differ."""
    seed = sha256(b"pitboss screens 3").digest()
    middle = SimpleNamespace(randbelow=lambda n: n // 2)
    with (
        patch.object(live, "fresh_seed", lambda: seed),
        patch.object(live, "secrets", middle),
        patch.object(TableActor, "countdown", lambda actor: ("answers", LEFT)),
    ):
        yield


class Film:
    """The same page in every size and color scheme."""

    def __init__(self, visits: Visits, token: str) -> None:
        self.pages: dict[str, Page] = {}
        for size, (pixels, scale) in SIZES.items():
            for scheme in SCHEMES:
                context = visits.visitor(
                    pixels, scheme=scheme, still=True, token=token, script=_MISTAKE, scale=scale
                )
                context.clock.set_fixed_time(NOW)
                self.pages[f"{size}-{scheme}"] = context.new_page()
        self._paper = visits.visitor().new_page()

    def go(self, place: str, visible: str = "main") -> None:
        """Go to an address, and wait until an element is visible."""
        for page in self.pages.values():
            page.goto(place)
            expect(page.locator(visible).first).to_be_visible(timeout=SLOW)

    def each(self, act: Callable[[Page], object]) -> None:
        for page in self.pages.values():
            act(page)

    def take(self, name: str) -> None:
        """Save a screenshot of each page."""
        for kind, page in self.pages.items():
            save(page, f"{name}-{kind}", self._paper)


def save(page: Page, name: str, paper: Page) -> None:
    """Save a screenshot of a page as WebP, which another page encodes."""
    page.wait_for_timeout(150)
    png = base64.b64encode(page.screenshot()).decode()
    (FOLDER / f"{name}.webp").write_bytes(base64.b64decode(paper.evaluate(_WEBP, png)))


def gallery_scenes(visits: Visits) -> None:
    """Take pictures of the staff's pages on a tablet, with the gallery's data."""
    paper = visits.visitor().new_page()
    for scheme in SCHEMES:
        page = visits.visitor(TABLET, scheme=scheme).new_page()
        page.goto("/site/gallery.html")
        page.wait_for_selector("html[data-scenes]")
        for scene in (*DEALER_SCENES, *(OTHER_SCENES if scheme == "dark" else ())):
            page.goto(f"/site/gallery.html#/{scene}")
            expect(page.locator("main, .deal-page").first).to_be_visible()
            save(page, f"{scene}-tablet-{scheme}", paper)


def seat_six(room: PageRoom, game: str) -> None:
    """Seat six people at a table, all of whom have bet, and deal until one is asked."""
    card = build_rules_card(GAMES[game])
    for seat, name in (PEOPLE | {SEAT: ME}).items():
        room.execute(name, game, c.TakeSeat(seat), c.BuyIn(482_00 if seat == SEAT else 9_000_00))
    room.until(game, lambda round_: round_.phase == "bets are open")
    for seat, name in (PEOPLE | {SEAT: ME}).items():
        required = {wager.key: STAKES[seat] for wager in card.wagers if wager.kind == "required"}
        sides = {wager.key: wager.minimum or 0 for wager in card.wagers if wager.kind == "side"}
        room.execute(name, game, c.PlaceWagers(seat, required | (sides if seat == SEAT else {})))
    room.until(game, lambda round_: round_.turn is not None)


def until_asked(room: PageRoom, game: str) -> bool:
    """Make all other players' decisions; return whether it is our turn, before the round ends."""
    while (round_ := room.actor(game).committed_state.round) and round_.turn not in (None, SEAT):
        room.execute(PEOPLE[round_.turn], game, c.Decide(round_.turn, _least(room, game)))
    return bool(round_ and round_.turn == SEAT)


def decide(room: PageRoom, game: str) -> None:
    room.execute(ME, game, c.Decide(SEAT, _least(room, game)))


def _least(room: PageRoom, game: str) -> str:
    """Return the cheapest decision other than a fold."""
    state = room.actor(game).committed_state
    assert state.round
    assert state.round.turn
    name = state.round.players[state.round.turn]
    choices = room.look(name, game).choices
    assert isinstance(choices, tuple)
    return next(choice.decision for choice in choices if not choice.folds)


def tables(film: Film, room: PageRoom) -> None:
    """Take pictures of each game mid-round, of the panels of one, and of the end of a round."""
    for game in GAMES:
        seat_six(room, game)
        until_asked(room, game)
        decide(room, game)
        until_asked(room, game)
        film.go(f"/#/table/{game}", ".decision")
        film.take(f"table-{game}")
    game = "criss-cross"
    film.go(f"/#/table/{game}", ".decision")
    film.each(lambda page: page.get_by_role("tab", name="Coach").click())
    film.each(lambda page: page.get_by_role("switch", name="Coach me").check())
    film.each(lambda page: expect(page.locator(".decision-values")).to_be_visible(timeout=SLOW))
    film.take("coach")
    film.each(lambda page: page.get_by_role("tab", name="Fair").click())
    film.each(lambda page: expect(page.locator(".proofs li").first).to_be_visible())
    film.take("fair")
    film.each(lambda page: page.get_by_role("tab", name="Rules").click())
    film.take("rules")
    film.go("/")
    film.go(f"/#/table/{game}", ".decision")
    while until_asked(room, game):
        decide(room, game)
    film.each(lambda page: expect(page.locator(".explanations p").first).to_be_attached())
    film.take("over")


def other_pages(film: Film, room: PageRoom) -> None:
    """Take pictures of all other pages, signed in as a person who has played."""
    film.go("/", ".tile")
    film.take("lobby")
    film.go("/#/history", ".rounds li")
    film.take("history")
    film.go("/#/learn/criss-cross", ".lesson")
    for _ in range(5):
        film.each(lambda page: page.get_by_role("button", name="Next").click())
    film.take("learn")
    film.go("/#/learn/criss-cross/practice", ".lesson")
    film.take("practice")
    film.go("/#/lab/criss-cross", ".edges li")
    film.each(lambda page: expect(page.locator(".edges li")).to_have_count(3, timeout=SLOW))
    film.take("lab")
    film.each(
        lambda page: page.locator("main h2", has_text="First decision").scroll_into_view_if_needed()
    )
    film.take("lab-chart")
    effects_of_choices(film)
    film.go("/api")
    film.take("api")
    film.go("/site/gallery.html", ".scenes")
    film.take("gallery")


def effects_of_choices(film: Film) -> None:
    """Compute the effect of each reading and paytable on the open page of the lab."""
    film.each(lambda page: page.locator("button.compute-effects").click())
    film.each(
        lambda page: expect(page.locator(".effects .figures").first).to_be_visible(timeout=SLOW)
    )
    film.each(
        lambda page: page.locator(".effects h2").evaluate("(heading) => heading.scrollIntoView()")
    )
    film.take("lab-effects")


def strangers(film: Film, room: PageRoom) -> None:
    """Take pictures of the pages for an anonymous visitor."""
    film.go("/", ".tile")
    film.each(lambda page: page.get_by_role("button", name="Sign in").click())
    film.take("sign-in")
    link = room.run(room.room.account_service.invite(AccountRole.DEALER, HOUSE))
    film.go(f"/#/join/{link}", "form")
    film.take("join")
    film.go("/#/table/holdem-bonus", ".felt")
    film.take("watching")


def main() -> int:
    """Save all pictures in the docs folder."""
    FOLDER.mkdir(exist_ok=True)
    for old in FOLDER.glob("*.webp"):
        old.unlink()
    pace = TimeLimits(opens=0.05, bets=300, settles_down=0.05, answers=3600, gone=3600)
    browsing = Browsing()
    with (
        same_every_time(),
        tempfile.TemporaryDirectory() as folder,
        PageRoom(Path(folder), pace=pace, play_chips=100_000_00) as room,
    ):

        def take_screens() -> None:
            visits = Visits(browsing.browser, room.address)
            visits.expect_errors("status of 409")  # a player decided before the coach was asked
            film = Film(visits, room.sign_in(ME))
            tables(film, room)
            strangers(Film(visits, ""), room)
            other_pages(film, room)
            gallery_scenes(visits)
            visits.close()

        browsing.do(take_screens)
    browsing.close()
    sizes = [path.stat().st_size for path in FOLDER.glob("*.webp")]
    print(f"{len(sizes)} pictures, {sum(sizes) // 1024} KB: {FOLDER}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
