"""A player in a browser: by mouse, by keyboard alone, or by touch."""

import re
from collections.abc import Callable
from typing import Final

from playwright.sync_api import Locator, Page, expect

from pitboss.games import GAMES
from pitboss.papers.rules_card.card import build_rules_card
from pitboss.table.views import RoundView
from tests.web.browser_visits import LAPTOP, PHONE, Visits
from tests.web.page_room import PageRoom

BETS: Final = "Place your bets"
READY: Final = ".decision[aria-disabled=false]"
"""A decision that can be made now."""
TABS: Final = 60
"""Tab key presses within which every control of a page must be reached."""


class Player:
    """A player at one table, with a mouse."""

    size = LAPTOP
    touch = False

    def __init__(
        self,
        visits: Visits,
        room: PageRoom,
        table: str,
        token: str = "",
        page: Page | None = None,
    ) -> None:
        """Open a browser context for the player, unless there is a page."""
        self.room, self.table = room, table
        self.game = room.actor(table).committed_state.game
        self.card = build_rules_card(GAMES[self.game])
        self.page = page or visits.visitor(self.size, touch=self.touch, token=token).new_page()
        self.page.goto("/")

    # Input, which other kinds of players override

    def press(self, what: Locator) -> None:
        what.click()

    def put(self, key: str) -> None:
        """Put a chip on a spot."""
        self.press(self.spot(key).get_by_role("button"))

    def bet(self) -> None:
        self.press(self.button(re.compile(r"^Bet \$")))

    def decide(self, decision: str) -> None:
        self.press(self.page.locator(READY).filter(has_text=decision_pattern(decision)).first)

    def go_on(self) -> None:
        self.press(self.button("Next round"))

    # The state of the page

    def button(self, name: str | re.Pattern[str]) -> Locator:
        return self.page.get_by_role("button", name=name)

    def label(self, key: str) -> str:
        return next(wager.label for wager in self.card.wagers if wager.key == key)

    def spot(self, key: str) -> Locator:
        label = re.compile(f"^{re.escape(self.label(key))}$", re.IGNORECASE)
        return self.page.locator(".spot").filter(has=self.page.locator(".label", has_text=label))

    @property
    def prompt(self) -> Locator:
        return self.page.locator(".prompt")

    @property
    def name(self) -> str:
        """The name of the player in the room."""
        progress = self.page.evaluate("fetch('/api/session').then((answer) => answer.json())")
        return str(progress["me"]["name"])

    @property
    def required(self) -> str:
        """The first spot; the other required ones are filled together with it."""
        return next(wager.key for wager in self.card.wagers if wager.kind == "required")

    @property
    def sides(self) -> list[str]:
        return [wager.key for wager in self.card.wagers if wager.kind == "side"]

    # Playing a round

    def open_table(self) -> None:
        """Open a table from the lobby."""
        self.press(self.page.locator(f"a[href='#/table/{self.table}']"))
        expect(self.page.locator(".felt")).to_be_visible()

    def sits(self, seat: int = 3) -> None:
        self.press(self.seat(seat).get_by_role("button", name="Sit here"))
        expect(self.page.locator(".place")).to_be_visible()
        expect(self.page.locator(".purse")).not_to_have_text("$0.00")

    def seat(self, seat: int) -> Locator:
        return self.page.locator(f".seat.at-{seat}")

    def starts(self, seat: int = 3) -> None:
        """Take a seat, ready to bet."""
        self.open_table()
        self.sits(seat)
        expect(self.prompt).to_contain_text(BETS)

    def wagers(self, *keys: str) -> None:
        for key in keys or (self.required, *self.sides):
            self.put(key)
        self.bet()

    def answers(self, choose: Callable[[list[str]], str] | None = None) -> int:
        """Decide until the round is over, at the lowest cost; return the number of decisions."""
        decision_count = 0
        decision, over = self.page.locator(READY), self.page.locator(".felt.over")
        while True:
            expect(decision.or_(over).first).to_be_visible(timeout=20_000)
            if over.is_visible():
                return decision_count
            words = [word.split("\n")[0] for word in decision.all_inner_texts()]
            if not words:  # asked again in the meantime
                continue
            self.answer(choose(words) if choose else next(w for w in words if w != "Fold"))
            decision_count += 1

    def answer(self, decision: str) -> None:
        """Make a decision, and wait until that street is over."""
        street = self.page.locator(".prompt .yours strong").inner_text()
        self.decide(decision)
        self.page.wait_for_function(
            "(was) => document.querySelector('.prompt .yours strong')?.textContent !== was",
            arg=street,
        )

    def finished_round(self, number: int = 0) -> RoundView:
        """Return the last round, or the one with this number, from the room."""
        last = self.room.look(self.name, self.table).last
        assert isinstance(last, tuple)
        return next(item for item in reversed(last) if not number or item.number == number)


class Thumb(Player):
    """A player on a phone."""

    size = PHONE
    touch = True

    def press(self, what: Locator) -> None:
        what.tap()


class Keys(Player):
    """A player without a mouse."""

    def press(self, what: Locator) -> None:
        expect(what).to_be_enabled()
        for _ in range(TABS):
            if what.evaluate("(one) => one === document.activeElement"):
                self.page.keyboard.press("Enter")
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{what} is not reached by Tab")

    def put(self, key: str) -> None:
        chips = {wager.key for wager in self.card.wagers if wager.kind != "raise"}
        spots = [spot for row in self.card.layout.seat for spot in row if spot in chips]
        self.page.keyboard.press(str(spots.index(key) + 1))

    def bet(self) -> None:
        self.page.keyboard.press("b")

    def decide(self, decision: str) -> None:
        expect(self.page.locator(READY).first).to_be_visible()  # a person looks before pressing
        self.page.keyboard.press(decision[0].lower())

    def go_on(self) -> None:
        self.page.keyboard.press("n")


def decision_pattern(decision: str) -> re.Pattern[str]:
    """Return a pattern for the decision at the start of its button's text."""
    return re.compile(f"^\\s*{re.escape(decision)}", re.IGNORECASE)
