"""The game played by its keys, without a terminal."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from textual.pilot import Pilot

from pitboss.games import find_game
from pitboss.lab.strategy.play import CardPlay
from pitboss.submission import resolve
from pitboss.tui.app import PlayApp
from pitboss.tui.picture import picture
from pitboss.tui.rail import rail_block
from pitboss.tui.scene import Moment, choice_keys
from pitboss.tui.session import Session
from pitboss.tui.shift import Shift, middle

SMALL, LARGE = (80, 24), (200, 60)


class Game:
    """An app that is being played."""

    def __init__(self, app: PlayApp, pilot: Pilot[None]) -> None:
        self.app, self.pilot, self.session = app, pilot, app.session

    async def press(self, *keys: str) -> None:
        """Keys, each of them to the end of what it starts."""
        for key in keys:
            await self.pilot.press(key)
            await self.rest()

    async def rest(self) -> None:
        """Until nobody works anything out and no player of the house is asked."""
        for _ in range(3000):
            await self.pilot.pause()
            if not self.app.adviser.busy and self.session.other is None:
                break
            await asyncio.sleep(0.01)
        await self.pilot.pause()

    async def click(self, words: str) -> None:
        """Where these words stand."""
        lines = self.lines
        y = next(at for at, line in enumerate(lines) if words in line)
        await self.pilot.click(offset=(lines[y].index(words) + 1, y))
        await self.rest()

    async def play_on(self) -> None:
        """To the end of the round, with the second decision each time: never a fold."""
        while self.at(Moment.TURN):
            names = [choice.decision for choice in self.session.scene().choices]
            await self.press(choice_keys(names)[names[1]])

    def at(self, moment: Moment) -> bool:
        return self.session.moment is moment

    @property
    def lines(self) -> list[str]:
        """What the screen shows."""
        return [line.plain for line in picture(self.session.scene(), *self.app.size)]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    @property
    def words(self) -> str:
        """The same in one line, however it was broken."""
        return " ".join(self.text.split())

    @property
    def said(self) -> str:
        """What stands beside the felt, in one line; in a small window perhaps on a later page."""
        shown = rail_block(self.session.scene(), 60, 60).lines
        return " ".join(" ".join(line.plain for line in shown).split())


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
) -> Session:
    """Open a table, play at it, get up."""
    game, given = find_game(key), submission or {}
    rules = resolve(game, given)
    shift = Shift(key, rules, given, seats=seats, you=middle(seats), seed=seed)
    session = Session(game, shift, given, coach=coach, card=card)
    app = PlayApp(session)

    async def sitting() -> None:
        async with app.run_test(size=size) as pilot:
            table = Game(app, pilot)
            await table.rest()
            await then(table)
            if app.is_running:
                app.exit()

    asyncio.run(sitting())
    session.end(lambda what, done, of: None)
    return session
