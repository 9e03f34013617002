"""A dealer in a browser, with a floorperson and players who act without one."""

import re
from collections.abc import Callable
from typing import Final

from playwright.sync_api import Locator, Page, expect

from pitboss.console.actions import decode_command, fill
from pitboss.console.console import Console
from pitboss.room.people.accounts import AccountRole
from pitboss.table import Phase, State
from pitboss.table import commands as c
from pitboss.table.ledger import TRAY
from pitboss.table.views import choices_for_seat
from tests.table.round_scenes import SIDES
from tests.table.tables import antes
from tests.web.browser_visits import Visits
from tests.web.page_room import PageRoom

TABLET: Final = (1024, 768)
BUY_IN: Final = 500_00
CUT: Final = 26
MAX_STEPS: Final = 400
SHOWS: Final = """(version) =>
  Number(document.querySelector(".deal-page")?.dataset.version) >= version"""
CURRENT: Final = """(version) => {
  const page = document.querySelector(".deal-page"), go = document.querySelector("button.go");
  return Number(page?.dataset.version) >= version && go?.getAttribute("aria-disabled") !== "true";
}"""
"""Whether the page shows a version, and its step can be confirmed."""


class DealerPage:
    """A dealer at a table; everybody else acts without a page."""

    touch = True

    def __init__(self, visits: Visits, room: PageRoom, table: str) -> None:
        self.room, self.table = room, table
        self.game = self.state.game
        self.players = {1: f"Ann {table}", 2: f"Bob {table}"}
        """The players by seat; each table has its own, who come with all their play chips."""
        room.sign_in("Flo", AccountRole.FLOORPERSON)
        token = room.sign_in("Dee", AccountRole.DEALER)
        context = visits.visitor(TABLET, touch=self.touch, token=token)
        self.page: Page = context.new_page()
        self.page.goto(f"/#/deal/{table}")
        self.wait()

    # Input, which the keyboard overrides

    def confirm(self) -> None:
        """Confirm the step that is due."""
        self.page.locator("button.go").tap()

    def type(self, name: str, text: str) -> None:
        """Answer a question of the step."""
        self.page.locator(f".step input[name='{name}']").fill(text)

    def open_list(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).tap()

    def press(self, what: Locator) -> None:
        what.tap()

    # What the page and the table show

    @property
    def state(self) -> State:
        return self.room.actor(self.table).committed_state

    def console(self, name: str = "Dee") -> Console:
        async def console() -> Console:
            account = await self.room.room.account_service.account(name)
            assert account is not None
            return await self.room.room.console(account, self.table)

        return self.room.run(console())

    def wait(self) -> None:
        """Wait until the page shows the table as it is, ready for a tap."""
        self.page.wait_for_function(CURRENT, arg=self.state.version)

    def dialog(self) -> Locator:
        return self.page.locator("dialog[open]")

    # Steps

    def until(self, holds: Callable[[State], bool], *, by_page: bool = True) -> None:
        """Carry out steps until the state satisfies a condition."""
        for _ in range(MAX_STEPS):
            if holds(self.state):
                if by_page:
                    self.wait()
                return
            self.step(by_page=by_page)
        raise AssertionError(f"not reached: {self.console().instruction}")

    def step(self, *, by_page: bool = True) -> None:
        """Carry out the next step, whoever's it is."""
        if self._players_act():
            return
        console = self.console()
        if console.primary is None:
            name = "Flo" if console.instruction.who == "floorperson" else "Dee"
            assert name == "Flo", console.instruction
            self.act(name)
        elif by_page:
            self.confirm_on_page(console)
        else:
            self.act("Dee")

    def confirm_on_page(self, console: Console) -> None:
        """Confirm the dealer's step on the page, with its answers; check what the page says."""
        assert console.primary is not None
        self.wait()
        what = console.instruction.what
        expect(self.page.locator(".step .what")).to_have_text(
            re.compile(f"^{re.escape(what[:1].upper() + what[1:])}[.]?$")
        )
        if console.instruction.said:
            expect(self.page.locator(".step .said")).to_contain_text(console.instruction.said)
        if console.instruction.clause:
            expect(self.page.locator(".step .cite").first).to_have_text(console.instruction.clause)
        for prompt in console.primary.prompts:
            text = self.answer(console, prompt.name) or prompt.initial
            self.type(prompt.name, text)
        self.confirm()
        self.page.wait_for_function(SHOWS, arg=console.version + 1)

    def answer(self, console: Console, name: str) -> str:
        """Return what is right, from the books."""
        state, step = self.state, console.instruction.step
        if name == "cents":
            return str(state.balances[TRAY] // 100)
        if step == "CountStub":
            return str(self.stub())
        if step == "CountProgressives":
            assert state.round
            return str(sum(name in wagers for wagers in state.round.wagers.values()))
        return str(CUT) if name == "cards" else ""

    def stub(self) -> int:
        """Return how many cards are left in the deck."""
        round_, rules = self.state.round, self.state.rules
        assert rules is not None
        is_dealt = round_ is not None and self.state.has_open_round
        return rules.deck.size - (round_.dealt if round_ and is_dealt else 0)

    def act(self, name: str) -> None:
        """Let somebody carry out the next step without a page."""
        console = self.console(name)
        action = console.primary
        assert action is not None, console.instruction
        answers = {item.name: self.answer(console, item.name) or item.initial
                   for item in action.prompts}  # fmt: skip
        command = decode_command(fill(action.variants[0].command, action.prompts, answers))
        self.room.execute(name, self.table, command)

    def _players_act(self) -> bool:
        """Let the players do what they can; return whether they did something."""
        round_ = self.state.round
        if self.state.day.open and not self.state.seats:
            for seat, name in self.players.items():
                self.room.execute(name, self.table, c.TakeSeat(seat), c.BuyIn(BUY_IN))
            return True
        if round_ is None or round_.phase is Phase.CLOSED:
            return False
        if round_.phase is Phase.BETTING and not round_.wagers:
            for seat, name in self.players.items():
                sides = SIDES[self.game] if seat == 2 else {}
                self.room.execute(name, self.table, c.PlaceWagers(seat, antes(self.game, **sides)))
            return True
        if round_.turn is None or self.state.day.incident is not None:
            return False
        words = [choice.decision for choice in choices_for_seat(self.state, round_.turn)]
        word = next(word for word in words if word != "fold")
        self.room.execute(round_.players[round_.turn], self.table, c.Decide(round_.turn, word))
        return True


class DealerKeys(DealerPage):
    """A dealer without a mouse or a touch screen."""

    touch = False

    def confirm(self) -> None:
        self.page.keyboard.press("Enter")

    def type(self, name: str, text: str) -> None:
        field = self.page.locator(f".step input[name='{name}']")
        for _ in range(30):
            if field.evaluate("(one) => one === document.activeElement"):
                break
            self.page.keyboard.press("Tab")
        expect(field).to_be_focused()
        self.page.keyboard.press("Control+a")
        self.page.keyboard.type(text)

    def open_list(self, name: str) -> None:
        keys = {"Irregularity": "i", "Players": "p", "Deck": "d", "Proposals": "o", "Log": "l"}
        self.page.keyboard.press(keys[name])

    def press(self, what: Locator) -> None:
        for _ in range(60):
            if what.evaluate("(one) => one === document.activeElement"):
                self.page.keyboard.press("Enter")
                return
            self.page.keyboard.press("Tab")
        raise AssertionError(f"{what} is not reached by Tab")
