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


def dealer_session(
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
    """An app that is running the dealer's console."""

    def __init__(self, app: DealerApp, pilot: Pilot[None], session: DealerSession) -> None:
        self.app, self.pilot, self.session = app, pilot, session

    async def press(self, *keys: str) -> None:
        await self.pilot.press(*keys)

    async def type(self, text: str) -> None:
        """Type into the current input, replacing its text."""
        assert isinstance(self.app.screen, PromptDialog)
        self.app.screen.query_one(Input).value = text
        await self.press("enter")

    async def choose(self, words: str) -> None:
        """Choose the list entry with these words."""
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
        """Confirm what cannot be undone, if the console asks."""
        screen = self.app.screen
        return screen.question if isinstance(screen, DeliberateConfirmDialog) else ""

    @property
    def list_items(self) -> list[str]:
        """Return the available items of a list."""
        assert isinstance(self.app.screen, ActionMenu)
        return [x.action.label for x in self.app.screen.query(MenuEntry) if not x.action.refusal]

    @property
    def tray(self) -> str:
        return f"{self.session.table.state.balances['tray'] / 100:.2f}"

    async def step(self) -> None:
        """Do the due step in its role, with the right figures."""
        instruction = self.session.table.instruction
        command = next_step(self.session.table.state, self.session.utc_seconds)
        figures = self._figures(command.command if command else None)
        if instruction.who == FLOOR:
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
        """Do steps until the due step has this name."""
        for _ in range(most):
            if self.session.table.instruction.step == step:
                return
            before = self.session.table.state.version
            await self.step()
            assert self.session.table.state.version > before, (self.text, self.session.note)
        raise AssertionError(f"{step} was never due")

    @property
    def lines(self) -> list[str]:
        offer = self.session.next_action()
        scene = self.session.screen_state(offer.label if offer else "")
        return [line.plain for line in render_dealer_screen(scene, *self.app.size)]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def words(self) -> str:
        return " ".join(self.text.split())


def deal(
    session: DealerSession,
    then: Callable[[Console], Awaitable[None]],
    *,
    size: tuple[int, int] = SMALL,
) -> DealerSession:
    """Open a table, deal at it, and leave it."""
    app = DealerApp(session)

    async def day() -> None:
        async with app.run_test(size=size) as pilot:
            console = Console(app, pilot, session)
            await pilot.pause()
            await then(console)
            if app.is_running:
                app.exit()

    asyncio.run(day())
    session.end()
    return session
