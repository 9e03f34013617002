"""A player at a socket, who wagers and answers whenever it is time.

It reads only what it needs of a frame: the bench shares its machine with the server.
"""

import time
from functools import cache
from typing import Any

import msgspec
from msgspec import UNSET, Struct, UnsetType
from websockets.asyncio.client import ClientConnection

from pitboss.games import GAMES
from pitboss.room.bench.setting import STAKE
from pitboss.room.bench.taking import Taking
from pitboss.table import Phase


class _Round(Struct):
    number: int | UnsetType = UNSET
    phase: str | UnsetType = UNSET
    turn: int | UnsetType | None = UNSET
    street: str | UnsetType | None = UNSET
    seats: dict[str, msgspec.Raw] | UnsetType | None = UNSET


class _Part(Struct):
    """A view, or what changed in one."""

    game: str | UnsetType = UNSET
    round: _Round | UnsetType | None = UNSET


class _Choice(Struct):
    decision: str


class _Own(Struct):
    choices: tuple[_Choice, ...] = ()


class _Frame(Struct):
    type: str
    view: _Part | None = None
    patch: _Part | None = None
    own: _Own | None = None
    error: str = ""


_read = msgspec.json.Decoder(_Frame).decode
_encode = msgspec.json.encode


class Seat:
    """One player's eyes and hands."""

    def __init__(self, taking: Taking, socket: ClientConnection, seat: int) -> None:
        self._taking, self._socket, self._seat = taking, socket, seat
        self._game = ""
        self._choices: tuple[_Choice, ...] = ()
        self._number, self._phase = 0, ""
        self._turn: int | None = None
        self._street: str | None = None
        self._in = False
        self._asked: tuple[int, str] | None = None
        self._sent, self._id = 0.0, 0

    async def play(self) -> None:
        """Until the socket is closed."""
        async for text in self._socket:
            frame = _read(text)
            if frame.type == "told":
                self._taking.now.waits.append(time.perf_counter() - self._sent)
                continue
            if frame.type == "refused":
                raise AssertionError(frame.error)
            self._taking.now.frames += 1
            if frame.own is not None:
                self._choices = frame.own.choices
            self._follow(frame.view or frame.patch or _Part())
            await self._act()

    def _follow(self, part: _Part) -> None:
        if part.game is not UNSET:
            self._game = part.game
        now = part.round
        if now is UNSET or now is None:
            return
        if now.number is not UNSET:
            self._number, self._in, self._turn, self._street = now.number, False, None, None
        if now.phase is not UNSET:
            self._phase = now.phase
        if now.turn is not UNSET:
            self._turn = now.turn
        if now.street is not UNSET:
            self._street = now.street
        own = now.seats.get(str(self._seat)) if isinstance(now.seats, dict) else None
        if own is not None:
            self._in = bytes(own) != b"null"  # which a patch says of what is gone

    async def _act(self) -> None:
        if self._phase == Phase.BETTING and not self._in:
            what = (self._number, "wagers")
            wagers = dict.fromkeys(_required(self._game), STAKE)
            body: dict[str, Any] = {"type": "PlaceWagers", "wagers": wagers}
        elif self._turn == self._seat and self._choices and self._street:
            what = (self._number, self._street)
            answer = self._choices[(self._number + self._seat) % len(self._choices)].decision
            body = {"type": "Decide", "decision": answer, "street": self._street}
        else:
            return
        if what == self._asked:
            return
        self._asked, self._id = what, self._id + 1
        await self._taking.turn()
        key = f"{self._seat}-{what[0]}-{what[1]}"
        body |= {"seat": self._seat, "round": what[0]}
        self._sent = time.perf_counter()
        await self._socket.send(_encode({"id": self._id, "key": key, "command": body}).decode())


@cache
def _required(game: str) -> tuple[str, ...]:
    return tuple(wager.key for wager in GAMES[game].required)
