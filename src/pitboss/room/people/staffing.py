"""Staff proposals: one administrator proposes, another member of staff approves (SEC-7).

The first two members of staff are created at the server's command line.
"""

import asyncio
from collections.abc import Mapping
from enum import StrEnum
from typing import Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from pitboss.errors import Refused, short_repr
from pitboss.room import back_office_events as e
from pitboss.room.people import credentials
from pitboss.room.people.account_service import ACCOUNTS, AccountService
from pitboss.room.people.accounts import STAFF, Account, AccountRole, role_change
from pitboss.room.people.credentials import INVITATION_LIFETIME, Invitation, hash_token, new_token
from pitboss.room.people.dual_control import aliases, inviters, is_same_person
from pitboss.room.store.interface import Put, RowDamaged, decode_rows, read_row, read_rows
from pitboss.table.house_rules import PEOPLE, ROLES, TWO_PEOPLE
from pitboss.table.table import utc_text

PROPOSALS: Final = "staff proposals"


class ProposalStatus(StrEnum):
    """What became of a proposal."""

    PROPOSED = "proposed"
    APPROVED = "approved"
    REJECTED = "rejected"


class StaffProposal(Struct, frozen=True):
    """An invitation to the staff, or another role for a member of staff."""

    number: int
    part: AccountRole
    name: str
    """Whose role changes; empty if somebody new is invited."""
    proposed_by: str
    proposed_at: str
    status: ProposalStatus = ProposalStatus.PROPOSED
    decided_by: str = ""
    """Who approved or rejected it."""
    decided_at: str = ""
    decider_invited_by: tuple[str, ...] = ()
    """The chain of inviters of whoever decided."""
    invitation: str = ""
    """The hash of the invitation's token."""


class Staffing:
    """Proposals about staff; every step is logged by the back office."""

    def __init__(self, account_service: AccountService) -> None:
        self._account_service, self._back_office = account_service, account_service.back_office
        self._store, self._clock = self._back_office.store, self._back_office.clock
        self.lock = asyncio.Lock()

    async def proposals(self) -> list[StaffProposal]:
        """Return all proposals, decided or not, that can be read."""
        proposals = await read_rows(self._store, PROPOSALS, StaffProposal)
        return sorted(proposals.values(), key=lambda proposal: proposal.number)

    async def overview(self) -> tuple[list[StaffProposal], Mapping[str, Account]]:
        """Return all proposals, and all current and former staff, as of one moment."""
        rows = await self._store.collections(PROPOSALS, ACCOUNTS)
        proposals = decode_rows(self._store, PROPOSALS, rows[PROPOSALS], StaffProposal)
        accounts = decode_rows(self._store, ACCOUNTS, rows[ACCOUNTS], Account)
        staff = {key: account for key, account in accounts.items() if account.is_staff}
        return sorted(proposals.values(), key=lambda proposal: proposal.number), staff

    async def invite(self, role: AccountRole, by: Account) -> tuple[str, int | None]:
        """Return an invitation token, and the number of the proposal that it depends on, if any.

        One person alone can invite players; an invitation to the staff takes a second person.
        """
        if role not in STAFF:
            return await self._account_service.invite(role, by.person), None
        async with self.lock:
            await self._check_second_person(by)
            token = new_token()
            proposal = await self._make_proposal(role, "", by, invitation=hash_token(token))
            until = self._clock() + INVITATION_LIFETIME
            invitation = Invitation(role, by.name, until, proposal.number)
            await self._write_new(proposal, by, credentials.invitation_put(token, invitation))
        return token, proposal.number

    async def propose_role(self, name: str, role: AccountRole, by: Account) -> StaffProposal:
        """Propose another role for an account, or reopening a closed one, for approval."""
        async with self.lock:
            account = await self._account_service.check_role_change(name, role)
            await self._check_second_person(by)
            proposal = await self._make_proposal(role, account.name, by)
            await self._write_new(proposal, by)
        return proposal

    async def approve(self, number: int, by: Account) -> StaffProposal:
        """Approve and carry out another person's proposal, if that person may still propose it."""
        async with self.lock:
            proposal = await self._open_proposal(number)
            staff = await self._account_service.staff()
            proposer = await self._account_service.account(proposal.proposed_by)
            if (
                proposer is None
                or proposer.closed
                or proposer.part is not AccountRole.ADMINISTRATOR
            ):
                raise Refused(
                    f"{short_repr(proposal.proposed_by)} proposed this but is no longer an "
                    "administrator: reject the proposal, and have an administrator make it again",
                    PEOPLE,
                )
            if proposer.key == by.key:
                raise Refused(
                    f"{short_repr(by.name)} proposed this: somebody else has to approve it",
                    TWO_PEOPLE,
                )
            if is_same_person(proposer, by, staff):
                raise Refused(
                    f"{short_repr(by.name)} and {short_repr(proposer.name)} were used on the same "
                    "device or in the same session: somebody else has to approve it",
                    PEOPLE,
                )
            decision = replace(
                proposal,
                status=ProposalStatus.APPROVED,
                decided_by=by.name,
                decided_at=utc_text(self._clock()),
                decider_invited_by=inviters(by, staff),
            )
            event = e.StaffApproved(number, decision.decider_invited_by)
            if proposal.name:
                account = await self._account_service.check_role_change(
                    proposal.name, proposal.part
                )
                await self._account_service.change_account(
                    proposal.name,
                    proposer.person,
                    ((event, by.person), _proposal_put(decision)),
                    **role_change(account, proposal.part),
                )
            else:
                await self._activate_invitation(decision, proposer, event, by)
        return decision

    async def _activate_invitation(
        self, proposal: StaffProposal, proposer: Account, event: e.StaffApproved, by: Account
    ) -> None:
        """Write the approval, and make the invitation valid."""
        until = self._clock() + INVITATION_LIFETIME
        invitation = Invitation(proposal.part, proposer.name, until, approved_by=by.name)
        await self._back_office.write(
            event,
            by.person,
            puts=[
                _proposal_put(proposal),
                credentials.replacement_put(proposal.invitation, invitation),
            ],
            more_events=[(e.Invited(proposal.part.value, utc_text(until)), proposer.person)],
        )

    async def reject(self, number: int, by: Account) -> StaffProposal:
        """Reject a proposal, or withdraw one's own."""
        async with self.lock:
            proposal = await self._open_proposal(number)
            decision = replace(
                proposal,
                status=ProposalStatus.REJECTED,
                decided_by=by.name,
                decided_at=utc_text(self._clock()),
                decider_invited_by=inviters(by, await self._account_service.staff()),
            )
            puts = [_proposal_put(decision)]
            if proposal.invitation:
                puts.append(Put(credentials.INVITATIONS, proposal.invitation, None))
            await self._back_office.write(e.StaffRejected(number), by.person, puts=puts)
        return decision

    async def _open_proposal(self, number: int) -> StaffProposal:
        try:
            proposal = await read_row(self._store, PROPOSALS, _key(number), StaffProposal)
        except RowDamaged:
            raise Refused(
                f"Proposal {short_repr(number)} cannot be read. Make a new one."
            ) from None
        if proposal is None or proposal.status is not ProposalStatus.PROPOSED:
            raise Refused(f"proposal {short_repr(number)} is not waiting for approval", TWO_PEOPLE)
        return proposal

    async def _check_second_person(self, by: Account) -> None:
        """Refuse a proposal by anyone but an administrator, or one that nobody can approve."""
        if by.part is not AccountRole.ADMINISTRATOR:
            raise Refused(
                f"{short_repr(by.name)} has the role {by.part}: "
                "this requires the role administrator",
                ROLES,
            )
        staff = await self._account_service.staff()
        own_names = aliases(by, staff)
        if all(account.name in own_names for account in staff.values() if not account.closed):
            raise Refused(
                "there is no second member of staff to approve this: invite one at the server's "
                "command line with `pitboss user invite ROLE`",
                PEOPLE,
            )

    async def _make_proposal(
        self, role: AccountRole, name: str, by: Account, *, invitation: str = ""
    ) -> StaffProposal:
        number = 1 + max((proposal.number for proposal in await self.proposals()), default=0)
        while await self._is_taken(number):
            number += 1
        now = utc_text(self._clock())
        return StaffProposal(number, role, name, by.name, now, invitation=invitation)

    async def _is_taken(self, number: int) -> bool:
        """Return whether there is a proposal of this number, even one that cannot be read."""
        try:
            return await self._store.get(PROPOSALS, _key(number)) is not None
        except RowDamaged:
            return True

    async def _write_new(self, proposal: StaffProposal, by: Account, *puts: Put) -> None:
        event = e.StaffProposed(proposal.number, proposal.part.value, proposal.name)
        put = replace(_proposal_put(proposal), must_be_new=True)
        await self._back_office.write(event, by.person, puts=[put, *puts])


def _proposal_put(proposal: StaffProposal) -> Put:
    return Put(PROPOSALS, _key(proposal.number), msgspec.json.encode(proposal))


def _key(number: int) -> str:
    return f"{number:09}"
