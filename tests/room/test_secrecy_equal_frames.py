"""SEC-2: decks that differ only in hidden cards send equal frames until a reveal differs.

The same commands are sent in two rooms whose stacks differ in cards that a viewer has not seen.
Everything this viewer receives must be equal byte by byte, apart from commitments, salts and
proofs.
"""

from collections.abc import AsyncIterator, Iterable, Iterator
from pathlib import Path
from typing import Final, NamedTuple

import msgspec
import pytest
from msgspec.structs import replace

from pitboss.console.consequences import Consequences, consequences
from pitboss.room import viewers
from pitboss.room.http.routes import floor
from pitboss.room.people.accounts import AccountRole
from pitboss.room.settings import RoomSettings
from pitboss.shuffle import Shoe
from pitboss.table import Person, State
from pitboss.table import commands as c
from pitboss.table.state import RoundState
from tests.room.http.in_process_room import TABLE, InProcessRoom
from tests.room.staffed_table import BY_HAND, RICH, Attendee, StaffedTable
from tests.table.stacked_rounds import mask_text, shuffled, swap_cards
from tests.table.tables import KEYS, THB

PRACTICE: Final = "the same cut"
FramesByName = dict[str, list[bytes]]


class Moment(NamedTuple):
    """One command, the lines written for it, and the frames sent to each viewer."""

    by: str
    command: c.Command
    lines: list[bytes]
    frames: FramesByName


STAFF_PAGES: Final = {
    "Dee": (f"/api/tables/{TABLE}/console", "/api/me/tables"),
    "Flo": (f"/api/tables/{TABLE}/console", "/api/floor", "/api/alerts", "/api/rounds"),
    "Sam": (f"/api/tables/{TABLE}/console", "/api/floor"),
    "Ada": (f"/api/tables/{TABLE}/console", "/api/alerts", f"/api/tables/{TABLE}/rounds/1/replay"),
    "Root": ("/api/rounds", "/health"),
}
"""What the pages of the staff request while a round is open."""
PREVIEWS: Final = (
    {"type": "Propose", "matter": {"type": "VoidRound", "round": 1, "reason": "why not"}},
    {"type": "RuleOnAbsent", "round": 1, "seat": 2, "lost": False},
    {"type": "Forfeit", "round": 1, "seat": 1, "breach": "left with the cards"},
    {"type": "ValidateJackpot", "round": 1, "seat": 2},
)


class StackedRoom:
    """A room whose table plays a given stack."""

    has_staff_pages = False
    """Whether the staff have their pages open: what these receive is part of the frames."""

    def __init__(self, folder: Path, game: str, shoe: Shoe) -> None:
        folder.mkdir()
        self.house = InProcessRoom(
            folder,
            games={TABLE: game},
            automation=BY_HAND,
            practice=PRACTICE,
            settings=RoomSettings(play_chips=RICH),
        )
        self.evening = StaffedTable(self.house, game)
        self._shoe, self._version = shoe, 0

    async def __aenter__(self) -> "StackedRoom":
        await self.house.__aenter__()
        await self.evening.open()
        table = self.house.actor().table
        table._new_shoe = lambda: self._shoe  # type: ignore[method-assign]
        await self.new_output()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.evening.close()
        await self.house.__aexit__(None, None, None)

    async def new_output(self) -> tuple[list[bytes], FramesByName]:
        """Return new output: lines and frames."""
        lines = []
        async for some in self.house.store.entries(TABLE, self._version):
            lines += [masked_line(entry.line) for entry in some]
            self._version = some[-1].version
        frames = {name: guest.socket.inbox[:] for name, guest in self.evening.guests.items()}
        for guest in self.evening.guests.values():
            guest.socket.inbox.clear()
        if self.has_staff_pages:
            for name in STAFF_PAGES:
                frames[name] += [content async for content in self._page_contents(name)]
        return lines, {name: [mask_text(item) for item in some] for name, some in frames.items()}

    async def _page_contents(self, name: str) -> AsyncIterator[bytes]:
        """Yield the responses to what the pages of somebody request."""
        caller = self.evening.guests[name].caller
        for path in STAFF_PAGES[name]:
            yield (await caller.get(path)).content
        for command in PREVIEWS if name in ("Dee", "Flo") else ():
            yield (await caller.post(f"/api/tables/{TABLE}/preview", command)).content


def masked_line(line: bytes) -> bytes:
    """Return a line without its place in the hash chain, which depends on the commitments."""
    return mask_text(msgspec.json.encode({**msgspec.json.decode(line), "prev": ""}))


class RecordedRound:
    """A whole round in one room, moment by moment."""

    def __init__(self, folder: Path, game: str) -> None:
        self._folder, self.game, self._takes = folder, game, 0
        self.shoe = shuffled(game, "film")
        self.moments: list[Moment] = []
        self.end: RoundState
        self.own: dict[str, frozenset[int]] = {}

    async def record(self) -> None:
        """Record the round with this stack."""
        async with self._room(self.shoe) as room:
            async for _ in record_round(room.evening, self.moments):
                lines, frames = await room.new_output()
                self.moments[-1] = self.moments[-1]._replace(lines=lines, frames=frames)
            self.end = room.evening.current_round
            self.own = {n: own_places(room.evening, g) for n, g in room.evening.guests.items()}

    def _room(self, shoe: Shoe) -> StackedRoom:
        self._takes += 1
        return StackedRoom(self._folder / f"take {self._takes}", self.game, shoe)

    async def compare(self, other: Shoe, watching: Iterable[str]) -> int:
        """Replay with another stack until a reveal differs; return how many frames were equal."""
        agreement_count = 0
        async with self._room(other) as room:
            for by, command, lines, frames in self.moments:
                await room.evening.execute(by, command)
                again, frames_again = await room.new_output()
                if again != lines:
                    for mine, its in zip(lines, again, strict=False):
                        if mine != its:
                            assert b'"type":"CardsTurned"' in mine, f"{mine[:200]!r} tells"
                            return agreement_count
                if any(b'"type":"SeedOpened"' in line for line in lines):
                    return agreement_count  # from here on everything is revealed
                for name in watching:
                    assert frames_again[name] == frames[name], f"{name} can tell"
                    agreement_count += len(frames_again[name])
        raise AssertionError("the seed was never opened")


async def record_round(evening: StaffedTable, moments: list[Moment]) -> AsyncIterator[None]:
    """Play a round and record its commands; yield after every step."""
    execute = evening.execute

    async def record_and_execute(name: str, command: c.Command) -> None:
        moments.append(Moment(name, command, [], {}))
        await execute(name, command)

    evening.execute = record_and_execute  # type: ignore[method-assign]
    async for _ in evening.round():
        yield


def own_places(evening: StaffedTable, guest: Attendee) -> frozenset[int]:
    """Return the positions of the cards that a viewer may see."""
    rules, round_ = evening.house.actor().committed_state.rules, evening.current_round
    assert rules is not None
    may = [name in rules.looks for name in rules.hole]
    return frozenset(
        at
        for seat, hand in round_.holes.items()
        if guest.part is AccountRole.PLAYER and round_.players[seat] == guest.name
        for at, looks in zip(hand, may, strict=False)
        if looks
    )


def groups(end: RoundState) -> Iterator[tuple[int, ...]]:
    """Return sets of positions to permute: each hand, the last cards, the stub, everything."""
    yield from end.holes.values()
    yield tuple(where[-1] for where in end.table.values())
    yield end.order[end.dealt :: 2]
    yield end.order[: end.dealt]


@pytest.mark.slow
@pytest.mark.parametrize("game", KEYS)
async def test_sec_2_nobody_can_tell_what_is_hidden(game: str, tmp_path: Path) -> None:
    film = RecordedRound(tmp_path, game)
    await film.record()
    assert film.end.seed
    stub, agreement_count = film.end.order[film.end.dealt :], 0
    for where in groups(film.end):
        watching = [name for name, own in film.own.items() if not own & set(where)]
        other = swap_cards(film.shoe, where, [at for at in stub[1::2] if at not in where])
        agreement_count += await film.compare(other, watching)
    assert agreement_count > 200


@pytest.fixture
def staff_pages(monkeypatch: pytest.MonkeyPatch) -> None:
    """Have the staff's pages open in every room."""
    monkeypatch.setattr(StackedRoom, "has_staff_pages", True)


@pytest.mark.slow
@pytest.mark.usefixtures("staff_pages")
@pytest.mark.parametrize("game", KEYS)
async def test_sec_2_no_page_of_the_staff_can_tell(game: str, tmp_path: Path) -> None:
    """Dealer, floor, surveillance, auditor and administrator: pages, and previews of decisions."""
    film = RecordedRound(tmp_path, game)
    await film.record()
    holes = [at for hand in film.end.holes.values() for at in hand]
    other = swap_cards(film.shoe, tuple(holes), film.end.order[film.end.dealt :])
    assert await film.compare(other, STAFF_PAGES) > 100


# Planted leaks are found


@pytest.mark.usefixtures("staff_pages")
async def test_sec_2_a_preview_that_reads_the_stack_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The planted leak adds up the cards of the stack as chips of the tray."""
    honest = consequences

    def peek(state: State, by: Person, command: c.Command, at: int) -> Consequences:
        result, shoe = honest(state, by, command, at), shoes[-1]
        return replace(result, tray=sum(at * card for at, card in enumerate(shoe.cards)))

    shoes: list[Shoe] = []
    create = StackedRoom.__init__

    def remember(self: StackedRoom, folder: Path, game: str, shoe: Shoe) -> None:
        shoes.append(shoe)
        create(self, folder, game, shoe)

    monkeypatch.setattr(StackedRoom, "__init__", remember)
    monkeypatch.setattr(floor, "consequences", peek)
    with pytest.raises(AssertionError, match="Dee can tell"):
        await test_sec_2_no_page_of_the_staff_can_tell(THB, tmp_path)


async def test_sec_2_a_frame_that_reveals_something_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The planted leak tells everybody with cards how many hearts are in the stub."""
    honest = viewers.Viewer._encode_own

    def hearts(self: viewers.Viewer, state: State, shoe: Shoe | None) -> bytes:
        if shoe is None:
            return honest(self, state, shoe)
        return b'{"hearts":%d}' % sum(at * (card % 4 == 2) for at, card in enumerate(shoe.cards))

    monkeypatch.setattr(viewers.Viewer, "_encode_own", hearts)
    with pytest.raises(AssertionError, match="can tell"):
        await test_sec_2_nobody_can_tell_what_is_hidden(THB, tmp_path)
