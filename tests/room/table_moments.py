"""Bring a table to a chosen moment, and copy rooms saved at that moment."""

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from pitboss.games.incidents import Kind
from pitboss.room.people.accounts import Account, AccountRole
from pitboss.room.store.sqlite import DATABASE_FILE
from pitboss.table import Person, Phase, next_step
from pitboss.table import commands as c
from tests.room.http.in_process_room import TABLE, InProcessRoom

GAME: Final = "run-em-twice"
WAGERS: Final = {"ante_1": 500, "ante_2": 500, "progressive": 100}
BY_HAND: Final = ("care",)
PLAYER, DEALER, FLOOR = "Ann", "Dee", "Flo"
PEOPLE: Final[Mapping[AccountRole, str]] = {
    AccountRole.PLAYER: PLAYER,
    AccountRole.DEALER: DEALER,
    AccountRole.FLOORPERSON: FLOOR,
    AccountRole.SURVEILLANCE: "Sam",
    AccountRole.AUDITOR: "Ada",
    AccountRole.ADMINISTRATOR: "Root",
}
MOMENTS: Final = ("no round", "bets open", "asked", "settling", "closed", "incident")


def room_in_folder(folder: Path) -> InProcessRoom:
    """Return the room in a folder, whose table is dealt manually."""
    return InProcessRoom(folder, games={TABLE: GAME}, automation=BY_HAND)


async def play_to(folder: Path, moment: str) -> None:
    """Create a room in this folder, with its table at this moment."""
    async with room_in_folder(folder) as house:
        people = {part: await house.account(name, part) for part, name in PEOPLE.items()}
        await _reach(house, people, moment)


async def _reach(house: InProcessRoom, people: Mapping[AccountRole, Account], moment: str) -> None:
    ann, dee = people[AccountRole.PLAYER], people[AccountRole.DEALER]

    async def execute(by: Account, command: c.Command) -> None:
        await house.room.execute(by, TABLE, command)

    await execute(ann, c.TakeSeat(1))
    await execute(ann, c.BuyIn(500_00))
    if moment == "no round":
        return
    await execute(dee, c.OpenRound())
    await execute(ann, c.PlaceWagers(1, WAGERS))
    if moment == "bets open":
        return
    await execute(dee, c.NoMoreBets())
    until = {"settling": Phase.SETTLING, "closed": Phase.CLOSED}.get(moment)
    while (round_ := house.actor().committed_state.round) and round_.phase is not until:
        if round_.turn is not None and until is None:
            break
        if round_.turn is not None:
            await execute(ann, c.Decide(1, "1x"))
            continue
        step = next_step(house.actor().committed_state)
        assert step is not None
        await execute(
            people[AccountRole.DEALER if step.by.role == "dealer" else AccountRole.FLOORPERSON],
            step.command,
        )
    if moment == "incident":
        await execute(dee, c.Report(Kind.WRONG_NUMBER))


class SavedRoom:
    """A room saved at a moment, of which any number of copies can be opened."""

    def __init__(self, folder: Path, moment: str) -> None:
        self._folder, self._moment, self._copies = folder, moment, 0

    async def prepare(self) -> None:
        (self._folder / "kept").mkdir()
        await play_to(self._folder / "kept", self._moment)

    def copy(self) -> InProcessRoom:
        """Return a fresh copy of the room, at this moment."""
        self._copies += 1
        folder = self._folder / f"{self._copies}"
        folder.mkdir()
        shutil.copy(self._folder / "kept" / DATABASE_FILE, folder / DATABASE_FILE)
        return room_in_folder(folder)


def person(part: AccountRole | None) -> Person:
    """Return the person in this role, as the table identifies them."""
    assert part is not None
    return Account(PEOPLE[part], part).person
