"""Drive the game by its keys, without a terminal."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from textual.pilot import Pilot

from pitboss.games import find_game
from pitboss.lab.strategy.finder import CardPlay
from pitboss.submission import resolve
from pitboss.tui.game.app import PlayApp
from pitboss.tui.game.panels import side_panel_block
from pitboss.tui.game.player_session import PlayerSession
from pitboss.tui.game.screen import render_screen
from pitboss.tui.game.screen_state import TablePhase, decision_letters
from pitboss.tui.game.table_shift import Shift, middle_seat

SMALL, LARGE = (80, 24), (200, 60)


class Game:
    """An app that is running the game."""

    def __init__(self, app: PlayApp, pilot: Pilot[None]) -> None:
        self.app, self.pilot, self.session = app, pilot, app.session

    async def press(self, *keys: str) -> None:
        """Press keys, waiting for each to take effect."""
        for key in keys:
            await self.pilot.press(key)
            await self.rest()

    async def rest(self) -> None:
        """Wait until no calculation is running and no house player has to decide."""
        for _ in range(3000):
            await self.pilot.pause()
            if not self.app.adviser.is_busy and self.session.deciding_player is None:
                break
            await asyncio.sleep(0.01)
        await self.pilot.pause()

    async def click(self, words: str) -> None:
        """Click where these words are."""
        lines = self.lines
        y = next(at for at, line in enumerate(lines) if words in line)
        await self.pilot.click(offset=(lines[y].index(words) + 1, y))
        await self.rest()

    async def play_on(self) -> None:
        """Play to the end of the round, always with the second decision: never a fold."""
        while self.at(TablePhase.TURN):
            names = [choice.decision for choice in self.session.screen_state().choices]
            await self.press(decision_letters(names)[names[1]])

    def at(self, moment: TablePhase) -> bool:
        return self.session.phase is moment

    @property
    def lines(self) -> list[str]:
        """Return the lines of the screen."""
        return [line.plain for line in render_screen(self.session.screen_state(), *self.app.size)]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def words(self) -> str:
        """Return the text in one line, without line breaks."""
        return " ".join(self.text.split())

    @property
    def side_text(self) -> str:
        """Return the text beside the felt in one line; small windows may need a later page."""
        screen = side_panel_block(self.session.screen_state(), 60, 60).lines
        return " ".join(" ".join(line.plain for line in screen).split())


def play(
    key: str,
    then: Callable[[Game], Awaitable[None]],
    *,
    seats: int = 1,
    seed: str | None = "tests",
    coach: bool = False,
    card: CardPlay | None = None,
    size: tuple[int, int] = SMALL,
    submission: dict[str, Any] | None = None,
) -> PlayerSession:
    """Open a table, play at it, and leave."""
    game, submission_ = find_game(key), submission or {}
    rules = resolve(game, submission_)
    shift = Shift(key, rules, submission_, seats=seats, player_seat=middle_seat(seats), seed=seed)
    session = PlayerSession(game, shift, submission_, coach=coach, card_play=card)
    app = PlayApp(session)

    async def sitting() -> None:
        async with app.run_test(size=size) as pilot:
            table = Game(app, pilot)
            await table.rest()
            await then(table)
            if app.is_running:
                app.exit()

    asyncio.run(sitting())
    session.end(lambda what, done_count, of: None)
    return session
