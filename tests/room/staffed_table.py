"""Play rounds over sockets with someone connected in every role at the table."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

import msgspec
import pytest
from msgspec.structs import replace

from pitboss.cards import cards_text
from pitboss.room import viewers
from pitboss.room.people.accounts import TABLE_ROLES, AccountRole
from pitboss.room.settings import RoomSettings
from pitboss.shuffle import Shoe
from pitboss.table import Person, Phase, Role, next_step
from pitboss.table import commands as c
from pitboss.table.state import RoundState
from pitboss.table.views import choices_for_seat
from tests.room.http.asgi_socket import Socket
from tests.room.http.in_process_room import NO_LIMIT, NO_LIMITS, TABLE, Caller, InProcessRoom
from tests.table.round_scenes import SIDES
from tests.table.tables import antes

PLAYERS: Final = {1: "Ann", 2: "Bob"}
STAFF: Final = {
    "Gus": AccountRole.PLAYER,  # who only watches
    "Dee": AccountRole.DEALER,
    "Flo": AccountRole.FLOORPERSON,
    "Sam": AccountRole.SURVEILLANCE,
    "Ada": AccountRole.AUDITOR,
    "Root": AccountRole.ADMINISTRATOR,
}
BY_HAND: Final = ("care",)
RICH: Final = 100_000_00
"""Enough money for hundreds of rounds."""


class Attendee:
    """A person with a client and a socket, each with its own inbox."""

    def __init__(self, caller: Caller, part: AccountRole | None, name: str) -> None:
        self.caller, self.part, self.name = caller, part, name
        self.socket: Socket = caller.socket()
        self.socket.inbox = []
        self.person = Person(name, TABLE_ROLES[part] if part else Role.ONLOOKER)


class StaffedTable:
    """A table with two players and someone in every other role."""

    def __init__(self, house: InProcessRoom, game: str) -> None:
        self.house, self.game = house, game
        self.guests: dict[str, Attendee] = {}
        self._commands_sent = 0

    async def open(self) -> None:
        """Sign everyone in, open their sockets, and seat the two players."""
        parts = dict.fromkeys(PLAYERS.values(), AccountRole.PLAYER) | STAFF
        for name, part in parts.items():
            self.guests[name] = Attendee(await self.house.sign_in(name, part), part, name)
        self.guests[""] = Attendee(self.house.caller(), None, "")
        for guest in self.guests.values():
            await guest.socket.open()
            await guest.socket.frame()
        for seat, name in PLAYERS.items():
            await self.execute(name, c.TakeSeat(seat))
            await self.execute(name, c.BuyIn(RICH))

    async def close(self) -> None:
        for guest in self.guests.values():
            await guest.socket.close()

    @property
    def current_round(self) -> RoundState:
        """Return the current round."""
        result = self.house.actor().committed_state.round
        assert result is not None
        return result

    @property
    def shoe(self) -> Shoe:
        """Return the shoe, which only the house can see."""
        result = self.house.actor().shoe
        assert result is not None
        return result

    async def execute(self, name: str, command: c.Command) -> None:
        """Send a command by socket or HTTP in turn; wait until everyone has the result."""
        guest = self.guests[name]
        self._commands_sent += 1
        if self._commands_sent % 4:
            frame = await guest.socket.execute(command, f"key-{self._commands_sent}")
            assert frame["type"] == "told", frame
        else:
            answer = await guest.caller.execute(command, f"key-{self._commands_sent}")
            assert answer.status_code == 200, answer.text
        await self.catch_up()

    async def catch_up(self) -> None:
        """Wait until every socket has the current version."""
        version = self.house.actor().committed_state.version
        for guest in self.guests.values():
            await guest.socket.up_to(version)

    async def round(self) -> AsyncIterator[None]:
        """Play a whole round, and yield after every step."""
        for step in self._bets():
            await self.execute(*step)
            yield
        while self.current_round.phase is not Phase.CLOSED:
            await self.execute(*self._next())
            yield

    def _bets(self) -> Iterator[tuple[str, c.Command]]:
        yield "Dee", c.OpenRound()
        sides = SIDES[self.game]
        for seat, name in PLAYERS.items():
            yield name, c.PlaceWagers(seat, antes(self.game, **(sides if seat == 2 else {})))
        yield "Dee", c.NoMoreBets()

    def _next(self) -> tuple[str, c.Command]:
        round_, state = self.current_round, self.house.actor().committed_state
        if round_.turn is not None:
            words = [item.decision for item in choices_for_seat(state, round_.turn)]
            folds = "fold" in words and round_.turn == 1 and round_.number % 2 == 1
            stays = [word for word in words if word != "fold"]
            word = "fold" if folds else stays[round_.number % len(stays)]
            return round_.players[round_.turn], c.Decide(round_.turn, word)
        step = next_step(state)
        assert step is not None
        command = c.Settle() if isinstance(step.command, c.Settle) else step.command
        return "Dee" if step.by.role is Role.DEALER else "Flo", command

    def own(self, guest: Attendee) -> set[str]:
        """Return the hole cards that a viewer may see."""
        rules, round_ = self.house.actor().committed_state.rules, self.current_round
        assert rules is not None
        may = [name in rules.looks for name in rules.hole]
        return {
            cards_text((self.shoe.cards[at],))
            for seat, hand in round_.holes.items()
            if guest.part is AccountRole.PLAYER and round_.players[seat] == guest.name
            for at, looks in zip(hand, may, strict=False)
            if looks
        }

    def face_up_cards(self) -> set[str]:
        """Return the face-up cards of this round."""
        return {cards_text((card,)) for card in self.current_round.shown.values()}


@asynccontextmanager
async def staffed_table(folder: Path, game: str) -> AsyncIterator[StaffedTable]:
    """Open a manually dealt table with someone in every role.

    Onlookers see everything at once: each step waits for them, and their delay has its own tests.
    """
    settings = RoomSettings(play_chips=RICH)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(viewers, "ONLOOKER_DELAY", 0.0)
        async with InProcessRoom(
            folder,
            games={TABLE: game},
            automation=BY_HAND,
            settings=settings,
            limits=replace(NO_LIMITS, messages=NO_LIMIT),  # a dealer here is faster than any hand
        ) as house:
            result = StaffedTable(house, game)
            await result.open()
            try:
                yield result
            finally:
                await result.close()


def without(text: bytes, *names: str) -> bytes:
    """Return a JSON object without some of its keys."""
    frame = msgspec.json.decode(text)
    return msgspec.json.encode({k: v for k, v in frame.items() if k not in names})
