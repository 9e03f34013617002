"""A dealer and a floorperson who run a whole day from their pages."""

import re
from typing import Final

from playwright.sync_api import Locator, Page, expect

from pitboss.console.console import Console
from pitboss.room.people.accounts import AccountRole
from tests.web.browser_visits import Visits
from tests.web.cuttable_proxy import Wire
from tests.web.day_players import TablePlayers
from tests.web.dealing import CUT, TABLET, DealerPage
from tests.web.page_room import PageRoom

MAX_CALLS: Final = 60
"""Times that something interrupts the rounds of a fast dealer."""
OPEN_BETTING: Final = "OpenRound"
FAST_DEALER: Final = """(() => {
  // The page ignores taps for a moment after each step; a fast dealer is not held up by that.
  const wait = window.setTimeout.bind(window);
  let isFast = false;
  window.setTimeout = (work, ms, ...rest) => wait(work, isFast && ms === 350 ? 0 : ms, ...rest);
  window.dealRounds = (rounds, players, answers, isHeld) => new Promise((resolve) => {
    let opened = 0, confirmed = "";
    isFast = true;
    const finish = (reason) => {
      observer.disconnect();
      window.clearTimeout(limit);
      isFast = false;
      resolve({ reason, opened });
    };
    const look = () => {
      const page = document.querySelector(".deal-page"), step = document.querySelector(".step");
      const go = step.querySelector("button.go"), note = step.querySelector("p.refusal");
      if (note?.textContent && !note.textContent.startsWith("Not now")) return finish(note.textContent);
      if (!go) {
        if (step.textContent.includes("Waiting for a floorperson")) finish("floorperson");
        if (isHeld && step.textContent.includes("Waiting for a player")) finish("decision");
        return;
      }
      if (go.getAttribute("aria-disabled") === "true" || page.dataset.version === confirmed) return;
      const label = go.querySelector("b").textContent;
      if (label === "Open betting" && opened === rounds) return finish("done");
      if (label === "No more bets" && document.querySelectorAll(".stakes").length < players) return;
      confirmed = page.dataset.version;
      waitOn();
      for (const input of step.querySelectorAll("input[data-prompt]")) {
        const question = input.closest("label").textContent;
        const answer = Object.entries(answers).find(([words]) => question.includes(words))?.[1];
        if (answer === undefined && !input.value) return finish("question");
        if (answer !== undefined) input.value = answer;
        input.dispatchEvent(new Event("input", { bubbles: true }));
      }
      opened += label === "Open betting";
      go.click();
    };
    const observer = new MutationObserver(look), all = { attributes: true, childList: true, subtree: true };
    let limit = 0;
    const waitOn = () => {
      window.clearTimeout(limit);
      limit = wait(() => finish(`stuck at: ${document.querySelector(".step").innerText}`), 30_000);
    };
    waitOn();
    observer.observe(document.querySelector("pb-deal"), { ...all, characterData: true });
    look();
  });
})();"""  # noqa: E501
QUICK_POLL: Final = """(() => {
  // The page asks for the floor again every 1.5 seconds; here, people look all the time.
  const wait = window.setTimeout.bind(window);
  window.setTimeout = (work, ms, ...rest) => wait(work, ms === 1500 ? 200 : ms, ...rest);
})();"""


class DayDealer(DealerPage):
    """A dealer for a day. Players act by themselves; the floor works on pages of its own."""

    def __init__(
        self, visits: Visits, room: PageRoom, players: TablePlayers, floor: "FloorPage"
    ) -> None:
        self.room, self.table, self.seats, self.floor = room, players.table, players, floor
        self.game = self.state.game
        self.page = open_page(visits, room, "Dee", f"/#/deal/{self.table}", FAST_DEALER)
        self.wait()

    def open_by_count(self) -> None:
        """Count the tray; the floor counts it too."""
        self.confirm_on_page(self.console())
        self.floor.count(self.table_tray())
        self.seats.sit_down()

    def table_tray(self) -> int:
        """Return what the tray holds by the books, in dollars."""
        return int(self.state.balances["tray"]) // 100

    def confirm_until(self, step: str) -> None:
        """Confirm each step on the page, with everything that it says, until this one is due."""
        for _ in range(MAX_CALLS):
            console = self.console()
            if console.instruction.step == step and console.primary:
                return self.wait()
            if console.instruction.who == "floorperson":
                self.floor.take_step(self.console("Flo"))
            else:
                self.confirm_on_page(console)
        raise AssertionError(f"not reached: {self.console().instruction}")

    def deal(self, rounds: int, cut: int = CUT) -> None:
        """Deal rounds as fast as the page allows, until betting can be opened for another."""
        answers = {"cut from the top": str(cut), "did you collect": str(len(self.seats.by_seat))}
        for _ in range(MAX_CALLS):
            result = self.page.evaluate(
                "(arguments) => dealRounds(...arguments)",
                [rounds, len(self.seats.by_seat), answers, self.seats.is_paused],
            )
            rounds -= result["opened"]
            match result["reason"]:
                case "done":
                    return self.wait()
                case "decision":
                    return None
                case "floorperson":
                    self.wait_for_version()
                    if self.console().instruction.who == "floorperson":
                        self.floor.take_step(self.console("Flo"))
                case "question":
                    self.confirm_on_page(self.console())
                case reason:
                    raise AssertionError(reason)
        raise AssertionError("too much happens")

    def deal_to_decision(self) -> None:
        """Deal a round up to the first decision, which its player holds back."""
        self.seats.pause()
        self.deal(1)
        self.wait_for_version()
        assert self.state.round
        assert self.state.round.turn is not None

    def double_tap(self) -> None:
        """Tap the step's button twice, as quickly as a finger can."""
        self.wait()
        box = self.page.locator("button.go").bounding_box()
        assert box
        at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        self.page.touchscreen.tap(*at)
        self.page.touchscreen.tap(*at)

    def reshuffle(self, floor: "FloorPage", cut: int) -> None:
        """Have the floor order another shuffle, and cut the stack there."""
        floor.act_from("Orders", re.compile("Order a reshuffle"))
        self.deal(0, cut)

    def lose_connection(self, wire: Wire) -> None:
        """Confirm a step just as nothing gets through anymore; it is carried out once."""
        self.wait()
        version, round_ = self.state.version, self.state.round
        wire.hush()
        self.confirm()
        expect(self.page.locator(".banner")).to_contain_text("Connection lost")
        assert self.state.version == version
        wire.mend()
        expect(self.page.locator(".banner")).to_have_count(0)
        self.room.until(self.table, lambda new: new.number == (round_.number if round_ else 0) + 1)
        self.deal(0)

    def wait_for_version(self) -> None:
        """Wait until the page shows the table as it is."""
        self.page.wait_for_function(
            "(version) => Number(document.querySelector('.deal-page').dataset.version) >= version",
            arg=self.state.version,
        )

    # Lists

    def act_from(
        self, sheet: str, action: str | re.Pattern[str], variant: str | re.Pattern[str] = "",
        **answers: str,
    ) -> None:  # fmt: skip
        """Carry out an action of a list, with its variant and answers."""
        self.wait_for_version()
        self.open_list(sheet)
        self.press(self.dialog().get_by_role("button", name=action).first)
        if variant:
            self.press(self.dialog().locator(".variants button", has_text=variant).first)
        for name, text in answers.items():
            self.dialog().locator(f"input[name='{name}']").fill(text)
        self.press(self.dialog().locator("button.primary"))
        expect(self.dialog()).to_have_count(0)
        self.wait_for_version()


class FloorPage:
    """A floorperson at one table's page."""

    def __init__(self, visits: Visits, room: PageRoom, table: str, name: str) -> None:
        self.room, self.table, self.name = room, table, name
        self.page = open_page(visits, room, name, f"/#/floor/{table}", QUICK_POLL)

    def take_step(self, console: Console) -> None:
        """Carry out the step that is the floor's."""
        action = next((action for action in console.floor if action.is_urgent), console.primary)
        assert action
        self.decide(action.label, action.variants[0].label)

    def decide(
        self, item: str | re.Pattern[str], variant: str, *, says: str = "", **answers: str
    ) -> None:
        """Decide something that waits; ``says`` is what the page says that it moves."""
        row = self.page.locator(".decisions > li", has_text=item)
        button = self.page.get_by_role("button", name=re.compile(f"^{re.escape(variant)}: "))
        if says:
            expect(row.locator(".way", has=button).locator(".money")).to_contain_text(says)
        self._confirm(row.locator(button).first, **answers)

    def count(self, tray: int) -> None:
        """Count the tray a second time: blindly, and wrong at first."""
        text = self.page.locator("main").inner_text()
        assert f"${tray:,}" not in text
        row = self.page.locator(".decisions > li", has_text="Approve proposal")
        row.get_by_role("button", name=re.compile("^approve: ")).click()
        field = self.page.locator("dialog input")
        field.fill(f"{tray - 100}")
        self.page.locator("dialog button.primary").click()
        expect(self.page.locator("dialog .note")).not_to_be_empty()
        assert f"${tray:,}" not in self.page.locator("dialog").inner_text()
        field.fill(f"{tray:,}")
        self.page.locator("dialog button.primary").click()
        self._expect_done()

    def act_from(
        self, group: str, action: str | re.Pattern[str], variant: str = "", **answers: str
    ) -> None:
        """Carry out an action of a group that is closed at first."""
        panel = self.page.locator("details", has=self.page.get_by_text(group, exact=True))
        if panel.get_attribute("open") is None:
            panel.locator("summary").click()
        self._confirm(panel.get_by_role("button", name=action).first, **answers)

    def _confirm(self, button: Locator, **answers: str) -> None:
        button.click()
        for name, text in answers.items():
            self.page.locator(f"dialog input[name='{name}']").fill(text)
        self.page.locator("dialog button.primary").click()
        self._expect_done()

    def _expect_done(self) -> None:
        expect(self.page.locator("dialog")).to_have_count(0)
        expect(self.page.get_by_role("status").first).to_have_text("Done.")


def open_page(visits: Visits, room: PageRoom, name: str, path: str, script: str) -> Page:
    """Open a page of a dealer or a floorperson on a tablet."""
    part = AccountRole.DEALER if script == FAST_DEALER else AccountRole.FLOORPERSON
    token = room.sign_in(name, part)
    page = visits.visitor(TABLET, touch=True, token=token, script=script).new_page()
    page.goto(path)
    return page
