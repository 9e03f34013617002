"""Moments of a table in a room, each reached once and kept as a file to come back to."""

import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import Final

from pitboss.games.incidents import Kind
from pitboss.room.people.accounts import Account, AccountRole
from pitboss.room.store.sqlite import DATABASE_FILE
from pitboss.table import Person, Phase, next_step
from pitboss.table import commands as c
from tests.room.http.houses import TABLE, House

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


def house_at(folder: Path) -> House:
    """The room in a folder, whose table a dealer runs."""
    return House(folder, games={TABLE: GAME}, automation=BY_HAND)


async def reach(folder: Path, moment: str) -> None:
    """Leave a room in this folder whose table is at this moment."""
    async with house_at(folder) as house:
        people = {part: await house.account(name, part) for part, name in PEOPLE.items()}
        await _reach(house, people, moment)


async def _reach(house: House, people: Mapping[AccountRole, Account], moment: str) -> None:
    ann, dee = people[AccountRole.PLAYER], people[AccountRole.DEALER]

    async def say(by: Account, command: c.Command) -> None:
        await house.room.execute(by, TABLE, command)

    await say(ann, c.TakeSeat(1))
    await say(ann, c.BuyIn(500_00))
    if moment == "no round":
        return
    await say(dee, c.OpenRound())
    await say(ann, c.PlaceWagers(1, WAGERS))
    if moment == "bets open":
        return
    await say(dee, c.NoMoreBets())
    until = {"settling": Phase.SETTLING, "closed": Phase.CLOSED}.get(moment)
    while (round_ := house.actor().committed_state.round) and round_.phase is not until:
        if round_.turn is not None and until is None:
            break
        if round_.turn is not None:
            await say(ann, c.Decide(1, "1x"))
            continue
        step = next_step(house.actor().committed_state)
        assert step is not None
        await say(
            people[AccountRole.DEALER if step.by.role == "dealer" else AccountRole.FLOORPERSON],
            step.command,
        )
    if moment == "incident":
        await say(dee, c.Report(Kind.WRONG_NUMBER))


class Kept:
    """A room as it was at a moment; one that was changed is laid aside for a fresh copy."""

    def __init__(self, folder: Path, moment: str) -> None:
        self._folder, self._moment, self._copies = folder, moment, 0

    async def prepare(self) -> None:
        (self._folder / "kept").mkdir()
        await reach(self._folder / "kept", self._moment)

    def copy(self) -> House:
        """A room that is at this moment still."""
        self._copies += 1
        folder = self._folder / f"{self._copies}"
        folder.mkdir()
        shutil.copy(self._folder / "kept" / DATABASE_FILE, folder / DATABASE_FILE)
        return house_at(folder)


def person(part: AccountRole | None) -> Person:
    """Somebody in this part, as a table knows them."""
    assert part is not None
    return Account(PEOPLE[part], part).person
