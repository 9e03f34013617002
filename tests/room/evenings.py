"""Rounds that are played over sockets, with somebody in every role at the table who listens."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import msgspec

from pitboss.cards import cards_text
from pitboss.room.people.accounts import TABLE_ROLES, AccountRole
from pitboss.room.settings import RoomSettings
from pitboss.shuffle import Shoe
from pitboss.table import Person, Phase, Role, next_step
from pitboss.table import commands as c
from pitboss.table.state import RoundState
from pitboss.table.views import choices_for_seat
from tests.room.http.houses import TABLE, Caller, House
from tests.room.http.wires import Socket
from tests.table.scenes import SIDES
from tests.table.tables import antes

PLAYERS: Final = {1: "Ann", 2: "Bob"}
STAFF: Final = {
    "Gus": AccountRole.PLAYER,  # who only stands by
    "Dee": AccountRole.DEALER,
    "Flo": AccountRole.FLOORPERSON,
    "Sam": AccountRole.SURVEILLANCE,
    "Ada": AccountRole.AUDITOR,
    "Root": AccountRole.ADMINISTRATOR,
}
BY_HAND: Final = ("care",)
RICH: Final = 100_000_00
"""What lasts for hundreds of rounds."""


class Guest:
    """Somebody with a client and a socket; what comes over the socket is kept apart."""

    def __init__(self, caller: Caller, part: AccountRole | None, name: str) -> None:
        self.caller, self.part, self.name = caller, part, name
        self.socket: Socket = caller.socket()
        self.socket.heard = []
        self.person = Person(name, TABLE_ROLES[part] if part else Role.ONLOOKER)


class Evening:
    """A table, and everybody at it."""

    def __init__(self, house: House, game: str) -> None:
        self.house, self.game = house, game
        self.guests: dict[str, Guest] = {}
        self._said = 0

    async def open(self) -> None:
        """Everybody comes, and two sit down."""
        parts = dict.fromkeys(PLAYERS.values(), AccountRole.PLAYER) | STAFF
        for name, part in parts.items():
            self.guests[name] = Guest(await self.house.comes(name, part), part, name)
        self.guests[""] = Guest(self.house.caller(), None, "")
        for guest in self.guests.values():
            await guest.socket.open()
            await guest.socket.frame()
        for seat, name in PLAYERS.items():
            await self.say(name, c.TakeSeat(seat))
            await self.say(name, c.BuyIn(RICH))

    async def close(self) -> None:
        for guest in self.guests.values():
            await guest.socket.close()

    @property
    def now(self) -> RoundState:
        """The round on the table."""
        result = self.house.actor().committed_state.round
        assert result is not None
        return result

    @property
    def shoe(self) -> Shoe:
        """Which nobody but the house has."""
        result = self.house.actor().shoe
        assert result is not None
        return result

    async def say(self, name: str, command: c.Command) -> None:
        """Now over the socket, now over HTTP; then everybody is told."""
        guest = self.guests[name]
        self._said += 1
        if self._said % 4:
            progress = await guest.socket.say(command, f"key-{self._said}")
            assert progress["type"] == "told", progress
        else:
            answer = await guest.caller.say(command, f"key-{self._said}")
            assert answer.status_code == 200, answer.text
        await self.catch_up()

    async def catch_up(self) -> None:
        """Everybody has read what there is."""
        version = self.house.actor().committed_state.version
        for guest in self.guests.values():
            await guest.socket.up_to(version)

    async def round(self) -> AsyncIterator[None]:
        """A round, from the opening of the bets to the close, with a pause after every step."""
        for step in self._bets():
            await self.say(*step)
            yield
        while self.now.phase is not Phase.CLOSED:
            await self.say(*self._next())
            yield

    def _bets(self) -> Iterator[tuple[str, c.Command]]:
        yield "Dee", c.OpenRound()
        sides = SIDES[self.game]
        for seat, name in PLAYERS.items():
            yield name, c.PlaceWagers(seat, antes(self.game, **(sides if seat == 2 else {})))
        yield "Dee", c.NoMoreBets()

    def _next(self) -> tuple[str, c.Command]:
        now, state = self.now, self.house.actor().committed_state
        if now.turn is not None:
            words = [item.decision for item in choices_for_seat(state, now.turn)]
            folds = "fold" in words and now.turn == 1 and now.number % 2 == 1
            stays = [word for word in words if word != "fold"]
            word = "fold" if folds else stays[now.number % len(stays)]
            return now.players[now.turn], c.Decide(now.turn, word)
        step = next_step(state)
        assert step is not None
        command = c.Settle() if isinstance(step.command, c.Settle) else step.command
        return "Dee" if step.by.role is Role.DEALER else "Flo", command

    def own(self, guest: Guest) -> set[str]:
        """The cards that somebody holds and may look at."""
        rules, now = self.house.actor().committed_state.rules, self.now
        assert rules is not None
        may = [name in rules.looks for name in rules.hole]
        return {
            cards_text((self.shoe.cards[at],))
            for seat, hand in now.holes.items()
            if guest.part is AccountRole.PLAYER and now.players[seat] == guest.name
            for at, looks in zip(hand, may, strict=False)
            if looks
        }

    def turned(self) -> set[str]:
        """The cards of this round that lie open."""
        return {cards_text((card,)) for card in self.now.shown.values()}


@asynccontextmanager
async def evening(folder: Path, game: str) -> AsyncIterator[Evening]:
    """A table by hand, with everybody at it."""
    settings = RoomSettings(play_chips=RICH)
    async with House(folder, games={TABLE: game}, automation=BY_HAND, settings=settings) as house:
        result = Evening(house, game)
        await result.open()
        try:
            yield result
        finally:
            await result.close()


def without(text: bytes, *names: str) -> bytes:
    """A piece of JSON without some of its keys."""
    progress = msgspec.json.decode(text)
    return msgspec.json.encode({k: v for k, v in progress.items() if k not in names})
