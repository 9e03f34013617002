"""Drive the dealer's console by its keys, without a terminal."""

import asyncio
from collections.abc import Awaitable, Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from textual.pilot import Pilot
from textual.widgets import Input

from pitboss.cards import DECK
from pitboss.games import find_game
from pitboss.submission import resolve
from pitboss.table import Automation
from pitboss.table import commands as c
from pitboss.table.instructions import FLOOR
from pitboss.table.next_step import next_step
from pitboss.tui.dealer.app import (
    ActionMenu,
    DealerApp,
    DeliberateConfirmDialog,
    MenuEntry,
    PromptDialog,
)
from pitboss.tui.dealer.dealer_actions import next_step_action
from pitboss.tui.dealer.dealer_session import DealerSession
from pitboss.tui.dealer.screen import render_dealer_screen

SMALL, LARGE, WHOLE = (80, 24), (120, 40), (200, 60)


class Clock:
    """A clock that advances only when a test advances it."""

    def __init__(self) -> None:
        self.now = datetime(2027, 3, 1, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def pass_by(self, **span: int) -> None:
        self.now += timedelta(**span)


def desk_of(
    key: str,
    submission: dict[str, Any] | None = None,
    *,
    seats: int = 3,
    seed: str | None = "tests",
    automation: Automation = Automation.NOTHING,
    clock: Clock | None = None,
) -> DealerSession:
    game, submission_ = find_game(key), submission or {}
    return DealerSession(
        game, resolve(game, submission_), submission_,
        seats=seats, seed=seed, automation=automation, clock=clock or Clock(),
    )  # fmt: skip


class Console:
    """An app that is being dealt at."""

    def __init__(self, app: DealerApp, pilot: Pilot[None]) -> None:
        self.app, self.pilot, self.desk = app, pilot, app.session

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    async def type(self, text: str) -> None:
        """Into the line that is asked for, over what stands there."""
        assert isinstance(self.app.screen, PromptDialog)
        self.app.screen.query_one(Input).value = text
        await self.press("enter")

    async def choose(self, words: str) -> None:
        """The entry of a list that has these words."""
        assert isinstance(self.app.screen, ActionMenu)
        entries = list(self.app.screen.query(MenuEntry))
        result = [entry for entry in entries if words in entry.action.label]
        assert result, [entry.action.label for entry in entries]
        assert not result[0].action.refusal, result[0].action.refusal
        await self.press(result[0].key)

    async def page(self, key: str, words: str) -> None:
        await self.press(key)
        await self.choose(words)

    @property
    def is_asking(self) -> bool:
        return isinstance(self.app.screen, PromptDialog)

    @property
    def sure(self) -> str:
        """What is asked before something that cannot be taken back, if it is."""
        screen = self.app.screen
        return screen.question if isinstance(screen, DeliberateConfirmDialog) else ""

    @property
    def list_items(self) -> list[str]:
        """What a list offers that can be done."""
        assert isinstance(self.app.screen, ActionMenu)
        return [x.action.label for x in self.app.screen.query(MenuEntry) if not x.action.refusal]

    @property
    def tray(self) -> str:
        return f"{self.desk.table.state.balances['tray'] / 100:.2f}"

    async def step(self) -> None:
        """What is due is done, by whom it is for, with the right figures."""
        duty = self.desk.table.instruction
        command = next_step(self.desk.table.state, self.desk.utc_seconds)
        figures = self._figures(command.command if command else None)
        if duty.who == FLOOR:
            await self.press("f", "1")
        else:
            await self.press("enter")
        for figure in figures:
            await self.type(figure)
        assert not self.is_asking

    def _figures(self, command: c.Command | None) -> list[str]:
        match command:
            case c.Propose(matter=c.OpeningCount()) | c.Approve():
                return [self.tray]
            case c.CountProgressives(chips=chips):
                return [str(number) for number in chips.values()]
            case c.CountStub(cards=cards):
                return [str(cards)]
            case c.ReceiveDeck(id=name, design=design, color=color):
                return [name, design, color]
            case c.Perform(task=task) if task == "cut":
                return [str(len(DECK) // 2)]
            case _:
                return []

    async def until(self, step: str, most: int = 400) -> None:
        """Step by step to a step of this name."""
        for _ in range(most):
            if self.desk.table.instruction.step == step:
                return
            before = self.desk.table.state.version
            await self.step()
            assert self.desk.table.state.version > before, (self.text, self.desk.note)
        raise AssertionError(f"{step} was never due")

    @property
    def lines(self) -> list[str]:
        offer = next_step_action(self.desk)
        scene = self.desk.screen_state(offer.label if offer else "")
        return [line.plain for line in render_dealer_screen(scene, *self.app.size)]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def words(self) -> str:
        return " ".join(self.text.split())


def deal(
    desk: DealerSession,
    then: Callable[[Console], Awaitable[None]],
    *,
    size: tuple[int, int] = SMALL,
) -> DealerSession:
    """Open a table, deal at it, leave it."""
    app = DealerApp(desk)

    async def day() -> None:
        async with app.run_test(size=size) as pilot:
            console = Console(app, pilot)
            await pilot.pause()
            await then(console)
            if app.is_running:
                app.exit()

    asyncio.run(day())
    desk.end()
    return desk
