"""Who works here is decided by two people: one administrator proposes, another member of staff
approves (SEC-7). The first two are made at the server's command line.
"""

import asyncio
from collections.abc import Mapping
from enum import StrEnum
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from pitboss.refusal import Refused, brief
from pitboss.room import office_events as e
from pitboss.room.people import invitations
from pitboss.room.people.accounts import STAFF, Account, Part
from pitboss.room.people.aliases import aliases, inviters, is_one_person
from pitboss.room.people.door import ACCOUNTS, Door, part_for
from pitboss.room.people.invitations import GOOD_FOR, Invitation
from pitboss.room.people.kept import decode_rows, read_row, read_rows
from pitboss.room.people.sessions import hashed, new_token
from pitboss.room.store.shape import Put, RowDamaged
from pitboss.table.house import PEOPLE, ROLES, TWO_PEOPLE
from pitboss.table.table import utc

SHELF: Final = "staff proposals"


class Status(StrEnum):
    """What became of a proposal."""

    PROPOSED = "proposed"
    APPROVED = "approved"
    REJECTED = "rejected"


class StaffProposal(Struct, frozen=True):
    """An invitation to the staff, or another role for a member of staff."""

    number: int
    part: Part
    name: str
    """Whose role changes; empty, where somebody new is invited."""
    proposed_by: str
    proposed_at: str
    status: Status = Status.PROPOSED
    decided_by: str = ""
    """Who approved or rejected it."""
    decided_at: str = ""
    decider_invited_by: tuple[str, ...] = ()
    """Who invited whoever decided, who invited that one, and so on."""
    invitation: str = ""
    """The hash of the invitation's token."""


class Staffing:
    """Proposals about the staff; every step is written in the log of the office."""

    def __init__(self, door: Door) -> None:
        self._door, self._office = door, door.office
        self._store, self._clock = self._office.store, self._office.clock
        self._one_at_a_time = asyncio.Lock()

    async def proposals(self) -> list[StaffProposal]:
        """All that were ever made and can be read."""
        kept = await read_rows(self._store, SHELF, StaffProposal)
        return sorted(kept.values(), key=lambda one: one.number)

    async def overview(self) -> tuple[list[StaffProposal], Mapping[str, Account]]:
        """All proposals, and everybody who works here or did, as they are at one moment."""
        kept = await self._store.shelves(SHELF, ACCOUNTS)
        proposals = decode_rows(self._store, SHELF, kept[SHELF], StaffProposal)
        accounts = decode_rows(self._store, ACCOUNTS, kept[ACCOUNTS], Account)
        staff = {key: one for key, one in accounts.items() if one.part in STAFF}
        return sorted(proposals.values(), key=lambda one: one.number), staff

    async def invite(self, part: Part, by: Account) -> tuple[str, int | None]:
        """A token for somebody new, and the number of the proposal that it waits for, if it does.

        Players are invited without ado; nobody else is by one person alone.
        """
        if part not in STAFF:
            return await self._door.invite(part, by.person), None
        async with self._one_at_a_time:
            await self._check_second(by)
            token = new_token()
            found = await self._new(part, "", by, invitation=hashed(token))
            waits = Invitation(part, by.name, self._clock() + GOOD_FOR, found.number)
            await self._write_new(found, by, invitations.kept(token, waits))
        return token, found.number

    async def propose_part(self, name: str, part: Part, by: Account) -> StaffProposal:
        """Put another role, or a closed account, up for approval; refused, if it cannot be."""
        async with self._one_at_a_time:
            account = await self._door.check_part(name, part)
            await self._check_second(by)
            found = await self._new(part, account.name, by)
            await self._write_new(found, by)
        return found

    async def approve(self, number: int, by: Account) -> StaffProposal:
        """Have it done; only another person's, who may propose it still."""
        async with self._one_at_a_time:
            found = await self._waiting(number)
            staff = await self._door.staff()
            proposer = await self._door.account(found.proposed_by)
            if proposer is None or proposer.closed or proposer.part is not Part.ADMINISTRATOR:
                raise Refused(f"{brief(found.proposed_by)} may no longer propose it", PEOPLE)
            if proposer.key == by.key:
                raise Refused(
                    f"{brief(by.name)} proposed it: somebody else approves it", TWO_PEOPLE
                )
            if is_one_person(proposer, by, staff):
                raise Refused(
                    f"{brief(by.name)} and {brief(proposer.name)} come from the same invitation "
                    "and were used in the same place: somebody else has to approve it",
                    PEOPLE,
                )
            done = replace(
                found,
                status=Status.APPROVED,
                decided_by=by.name,
                decided_at=utc(self._clock()),
                decider_invited_by=inviters(by, staff),
            )
            approved = e.StaffApproved(number, done.decider_invited_by)
            if found.name:
                account = await self._door.check_part(found.name, found.part)
                await self._door.change(
                    found.name,
                    proposer.person,
                    ((approved, by.person), _kept(done)),
                    **part_for(account, found.part),
                )
            else:
                await self._invite(done, proposer, approved, by)
        return done

    async def _invite(
        self, done: StaffProposal, proposer: Account, approved: e.StaffApproved, by: Account
    ) -> None:
        """From now on the invitation is good."""
        until = self._clock() + GOOD_FOR
        good = Invitation(done.part, proposer.name, until, approved_by=by.name)
        invited = e.Invited(done.part.value, utc(until))
        await self._office.write(
            approved,
            by.person,
            puts=[_kept(done), invitations.changed(done.invitation, good)],
            then=[(invited, proposer.person)],
        )

    async def reject(self, number: int, by: Account) -> StaffProposal:
        """Turn a proposal down, or take one's own back."""
        async with self._one_at_a_time:
            found = await self._waiting(number)
            done = replace(
                found,
                status=Status.REJECTED,
                decided_by=by.name,
                decided_at=utc(self._clock()),
                decider_invited_by=inviters(by, await self._door.staff()),
            )
            puts = [_kept(done)]
            if found.invitation:
                puts.append(Put(invitations.SHELF, found.invitation, None))
            await self._office.write(e.StaffRejected(number), by.person, puts=puts)
        return done

    async def _waiting(self, number: int) -> StaffProposal:
        try:
            found = await read_row(self._store, SHELF, _key(number), StaffProposal)
        except RowDamaged:
            raise Refused(f"Proposal {brief(number)} cannot be read. Make a new one.") from None
        if found is None or found.status is not Status.PROPOSED:
            raise Refused(f"proposal {brief(number)} does not wait for approval", TWO_PEOPLE)
        return found

    async def _check_second(self, by: Account) -> None:
        """There is somebody else to approve it; the first two are made at the machine."""
        if by.part is not Part.ADMINISTRATOR:
            raise Refused(
                f"{brief(by.name)} is here as {by.part}: this is for administrator", ROLES
            )
        staff = await self._door.staff()
        same = aliases(by, staff)
        if all(one.name in same for one in staff.values() if not one.closed):
            raise Refused(
                "there is no second member of staff to approve this: make one at the server's "
                "command line, with `pitboss user invite ROLE`",
                PEOPLE,
            )

    async def _new(
        self, part: Part, name: str, by: Account, *, invitation: str = ""
    ) -> StaffProposal:
        number = 1 + max((one.number for one in await self.proposals()), default=0)
        while await self._is_taken(number):
            number += 1
        now = utc(self._clock())
        return StaffProposal(number, part, name, by.name, now, invitation=invitation)

    async def _is_taken(self, number: int) -> bool:
        """Whether there is a proposal of this number, even one that cannot be read."""
        try:
            return await self._store.get(SHELF, _key(number)) is not None
        except RowDamaged:
            return True

    async def _write_new(self, found: StaffProposal, by: Account, *puts: Put) -> None:
        proposed = e.StaffProposed(found.number, found.part.value, found.name)
        kept = replace(_kept(found), new=True)
        await self._office.write(proposed, by.person, puts=[kept, *puts])


def _kept(one: StaffProposal) -> Put:
    return Put(SHELF, _key(one.number), msgspec.json.encode(one))


def _key(number: int) -> str:
    return f"{number:09}"
