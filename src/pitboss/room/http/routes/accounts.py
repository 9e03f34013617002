"""Routes for signing in, the user's own account, invitations and staff."""

from collections.abc import Mapping
from typing import Annotated, Final

from fastapi import APIRouter, Header, Path, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from pitboss.errors import Refused
from pitboss.room.http.dependencies import (
    KEY_AGE_HEADER,
    KEY_PATTERN,
    KNOWN_DEVICE_COOKIE,
    SIGN_IN_FIRST,
    CurrentAccount,
    CurrentRoom,
    OptionalAccount,
    is_browser_request,
    origin_of,
    require_role,
    set_device_cookie,
    set_known_device_cookie,
    set_session_cookie,
    token_of,
)
from pitboss.room.http.middleware import (
    TOO_MANY_ATTEMPTS,
    UNCOUNTED_ATTEMPT,
    WAIT_HEADERS,
    attempt_buckets,
    client_network,
)
from pitboss.room.http.responses import RequestDenied
from pitboss.room.http.sockets import open_sockets
from pitboss.room.people.accounts import (
    MAX_REASON_LENGTH,
    STAFF,
    Account,
    AccountRole,
    ChipsAtTables,
    money_account,
)
from pitboss.room.people.credentials import TooManyAttempts
from pitboss.room.people.dual_control import inviters
from pitboss.room.people.staffing import ProposalStatus, StaffProposal
from pitboss.room.viewers import Hub
from pitboss.table.ledger import escrow_account, stack_account
from pitboss.table.people import normalize_name
from pitboss.table.postings import collected_stakes

router = APIRouter(prefix="/api", tags=["people"])
IdempotencyKey = Annotated[
    str,
    Header(
        alias="Idempotency-Key",
        pattern=KEY_PATTERN,
        description=(
            "A key of the client's choice. Repeating the request with the same key returns the "
            "same answer; the response says for how many seconds at least "
            f"(`{KEY_AGE_HEADER}`). After that, the key counts as new."
        ),
    ),
]
NO_SUCH_ACCOUNT: Final = "there is no account with this name"
Name = Annotated[str, Field(min_length=1, max_length=40)]
Password = Annotated[str, Field(min_length=10, max_length=200)]


class StrictBody(BaseModel):
    """A body with these keys and no others."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NewAccount(StrictBody):
    """A new player; without a password it is a guest, whose name may be left to the room."""

    name: Name | None = None
    password: Password | None = None


class Credentials(StrictBody):
    """Name and password."""

    name: Annotated[str, Field(max_length=200)]
    password: Annotated[str, Field(max_length=1000)]


class GuestPassword(StrictBody):
    """The password of a guest who keeps the account."""

    password: Password


class NewPassword(StrictBody):
    """The current password, and the next one."""

    password: Annotated[str, Field(max_length=1000)]
    next: Password


class Me(BaseModel):
    """The user's own account."""

    name: str
    part: AccountRole
    guest: bool
    cents: int
    """The account balance, without chips at tables."""


class Token(BaseModel):
    """The token of a session, for `Authorization: Bearer`."""

    token: str


async def _own_account(room: CurrentRoom, account: Account) -> dict[str, object]:
    cents = int(await room.store.balance(money_account(account.name)))
    return {"name": account.name, "part": account.part, "guest": account.guest, "cents": cents}


async def _sign_in_response(
    room: CurrentRoom, request: Request, response: Response, account: Account, token: str
) -> Me:
    """Set the cookie of a new session, and end the session that the request came with."""
    if old_token := token_of(request):
        await room.account_service.sessions.end(old_token)
        open_sockets(request).end_session(old_token)
    set_session_cookie(request, response, token)
    if account.part in STAFF:
        set_device_cookie(request, response)
    if not account.guest:
        old_device = request.cookies.get(KNOWN_DEVICE_COOKIE, "")
        set_known_device_cookie(
            request, response, await room.account_service.devices.token(account, old_device)
        )
    return Me.model_validate(await _own_account(room, account))


@router.post("/accounts", status_code=201)
async def open_account(
    body: NewAccount,
    room: CurrentRoom,
    _: OptionalAccount,
    request: Request,
    response: Response,
    key: IdempotencyKey = "",
) -> Me:
    """Open a player's account and sign in; the session is in a cookie.

    Repeating the request with the same key, which nobody should be able to guess, starts another
    session of the same account.
    """
    if body.password is None and not room.settings.guests:
        raise RequestDenied(403, "guest access is turned off")
    if body.password is not None and not room.settings.sign_up:
        raise RequestDenied(403, "new accounts are by invitation only")
    account, token = await room.account_service.sign_up(body.name, body.password, key=key)
    return await _sign_in_response(room, request, response, account, token)


@router.post("/session", status_code=201)
async def sign_in(
    body: Credentials, room: CurrentRoom, _: OptionalAccount, request: Request, response: Response
) -> Me:
    """Sign in with a name and password; the session is in a cookie."""
    device, network = request.cookies.get(KNOWN_DEVICE_COOKIE, ""), client_network(request)
    try:
        is_stranger = not await room.account_service.knows_device(body.name, device)
        # An attempt at another account counts for the network, even on a known device.
        if (
            request.scope.get(UNCOUNTED_ATTEMPT)
            and is_stranger
            and not attempt_buckets(request).take(network)
        ):
            raise RequestDenied(429, TOO_MANY_ATTEMPTS, WAIT_HEADERS)
        account, token = await room.account_service.sign_in(
            body.name, body.password, await origin_of(request), network, device
        )
    except TooManyAttempts as error:
        raise RequestDenied(429, error.sentence, {"Retry-After": str(error.seconds)}) from None
    except Refused as refusal:
        raise RequestDenied(401, refusal.sentence) from None
    return await _sign_in_response(room, request, response, account, token)


@router.delete("/session", status_code=204)
async def sign_out(
    room: CurrentRoom, account: CurrentAccount, request: Request, response: Response
) -> None:
    """Sign out. The player's seats are freed at once, unless another page is open."""
    token = token_of(request)
    await room.account_service.sessions.end(token)
    open_sockets(request).end_session(token)
    room.sign_out(account)
    set_session_cookie(request, response, "")


@router.post("/token")
async def token(_: CurrentAccount, request: Request) -> Token:
    """Return the token of this session, for programs; browsers use the cookie instead."""
    if is_browser_request(request):
        raise RequestDenied(
            403, "Tokens are for programs. A browser stays signed in by its cookie."
        )
    return Token(token=token_of(request))


class SessionInfo(BaseModel):
    """Who is signed in, if anybody, and the id of the room."""

    me: Me | None
    room: str
    """The id of the room: a room that is set up again at the same address has another one."""


@router.get("/session")
async def session(room: CurrentRoom, account: OptionalAccount) -> SessionInfo:
    """Return who is signed in, if anybody."""
    own_account = Me.model_validate(await _own_account(room, account)) if account else None
    return SessionInfo(me=own_account, room=room.settings.public_id)


@router.get("/me")
async def me(room: CurrentRoom, account: CurrentAccount) -> Me:
    """Return the user's own account."""
    return Me.model_validate(await _own_account(room, account))


@router.get("/me/tables")
async def own_tables(room: CurrentRoom, account: CurrentAccount) -> list[str]:
    """List the tables at which you may deal: a dealer is assigned to them, a floorperson to all."""
    require_role(account, AccountRole.DEALER, AccountRole.FLOORPERSON)
    return [
        table
        for table in room.hubs
        if account.part is AccountRole.FLOORPERSON or table in (account.tables or ())
    ]


@router.post("/me/chips")
async def more_chips(room: CurrentRoom, account: CurrentAccount) -> Me:
    """Get more play chips, for a player who has run low."""
    await room.account_service.grant_chips(account, lambda: find_chips(room.hubs, account.name))
    return Me.model_validate(await _own_account(room, account))


@router.post("/me/account", status_code=201)
async def sign_up_guest(
    body: GuestPassword,
    room: CurrentRoom,
    account: OptionalAccount,
    request: Request,
    response: Response,
    key: IdempotencyKey = "",
) -> Me:
    """Keep a guest's account: choose a password. Name, chips and history stay the same.

    Every session ends; this one continues with a new cookie. Repeating the request with the same
    key starts another session, even if the answer with the new cookie was lost.
    """
    if not room.settings.sign_up:
        raise RequestDenied(403, "new accounts are by invitation only")
    if account is None and not key:
        raise RequestDenied(401, SIGN_IN_FIRST)
    try:
        kept_account, token = await room.account_service.sign_up_guest(
            account, body.password, key=key, place=client_network(request)
        )
    except TooManyAttempts as error:
        raise RequestDenied(429, error.sentence, {"Retry-After": str(error.seconds)}) from None
    except Refused:
        if account is None:
            raise RequestDenied(401, SIGN_IN_FIRST) from None
        raise
    return await _sign_in_response(room, request, response, kept_account, token)


def find_chips(hubs: Mapping[str, Hub], name: str) -> ChipsAtTables:
    """Return where a player's chips are at tables, or may be by the time they are counted."""
    accounts: list[str] = []
    collected_cents = 0
    for table, hub in hubs.items():
        # The state that is committed, and the one that is about to be.
        states = (hub.actor.committed_state, hub.actor.table.state)
        others = {seat for state in states for seat, who in state.seats.items() if who != name}
        seat_count = max(state.rules.seats if state.rules else 0 for state in states)
        seats = {*range(1, seat_count + 1)} - others
        accounts += [
            f"{table}/{stack_account(name)}",
            *(f"{table}/{escrow_account(seat)}" for seat in seats),
        ]
        collected_cents += max(collected_stakes(state, name) for state in states)
    return ChipsAtTables(tuple(accounts), collected_cents)


@router.put("/me/password")
async def change_password(
    body: NewPassword,
    room: CurrentRoom,
    account: CurrentAccount,
    request: Request,
    response: Response,
) -> Me:
    """Change the password. Every session ends; this one continues with a new cookie."""
    if not await room.account_service.check_password(account.key, account, body.password):
        raise RequestDenied(401, "incorrect password")
    origin = await origin_of(request)
    account = await room.account_service.set_password(account.name, body.next, account.person)
    token = await room.account_service.start_session(account, origin)
    return await _sign_in_response(room, request, response, account, token)


# Invitations, and other people's accounts


class NewInvitation(StrictBody):
    """The role of the person who is invited."""

    part: Annotated[AccountRole, Field(strict=False)]


class Invitation(BaseModel):
    """An invitation link for one person."""

    part: AccountRole
    token: str
    proposal: int | None
    """The proposal that a second member of staff has to approve before the link is valid."""


class InvitationStatus(BaseModel):
    """The role that an invitation link is for, or why the link is not valid."""

    part: AccountRole | None
    refused: str = ""
    """Why the link is not valid; not an error of HTTP, since a page may ask first."""


class InvitationAcceptance(StrictBody):
    """Name and password of the person who was invited."""

    name: Name
    password: Password


class NewRole(StrictBody):
    """A new role for an account."""

    part: Annotated[AccountRole, Field(strict=False)]


class ClosingReason(StrictBody):
    """Why the account is closed; an empty reason reopens it."""

    closed: Annotated[str, Field(max_length=MAX_REASON_LENGTH)]


class AccountInfo(BaseModel):
    """An account as an administrator sees it."""

    name: str
    part: AccountRole
    guest: bool
    closed: str
    since: str
    invited_by: str
    """Who invited a member of staff; the house, if that was done at the server's command line."""
    approved_by: str
    """The second member of staff, who approved the invitation."""
    inviters: list[str]
    """The chain of inviters: who invited this person, who invited that one, and so on."""
    tables: list[str]
    """The tables that a dealer is assigned to."""
    proposal: int | None = None
    """The proposal that waits for a second member of staff, if this request made one."""


async def _account_info(
    room: CurrentRoom, account: Account, proposal: int | None = None
) -> AccountInfo:
    return _make_account_info(account, await room.account_service.staff(), proposal)


def _make_account_info(
    account: Account, staff: Mapping[str, Account], proposal: int | None = None
) -> AccountInfo:
    return AccountInfo(
        name=account.name,
        part=account.part,
        guest=account.guest,
        closed=account.closed,
        since=account.since,
        invited_by=account.invited_by,
        approved_by=account.approved_by,
        inviters=[*inviters(account, staff)],
        tables=[*(account.tables or ())],
        proposal=proposal,
    )


@router.post("/invitations", status_code=201)
async def invite(body: NewInvitation, room: CurrentRoom, account: CurrentAccount) -> Invitation:
    """Invite somebody; a link for staff becomes valid once a second person approves it."""
    require_role(account, AccountRole.ADMINISTRATOR)
    token, proposal = await room.staffing.invite(body.part, account)
    return Invitation(part=body.part, token=token, proposal=proposal)


@router.get("/invitations/{token}")
async def read_invitation(token: str, room: CurrentRoom, _: OptionalAccount) -> InvitationStatus:
    """Return the role that an invitation is for, or why it is not valid."""
    try:
        return InvitationStatus(part=(await room.account_service.find_invitation(token)).part)
    except Refused as refusal:
        return InvitationStatus(part=None, refused=refusal.sentence)


@router.post("/invitations/{token}", status_code=201)
async def accept_invitation(
    token: str,
    body: InvitationAcceptance,
    room: CurrentRoom,
    _: OptionalAccount,
    request: Request,
    response: Response,
) -> Me:
    """Accept an invitation: open the account and sign in."""
    origin = await origin_of(request)
    account, session_token = await room.account_service.accept_invitation(
        token, body.name, body.password, origin
    )
    return await _sign_in_response(room, request, response, account, session_token)


@router.get("/accounts")
async def accounts(room: CurrentRoom, account: CurrentAccount) -> list[AccountInfo]:
    """List all accounts, and who invited whom, as of one moment."""
    require_role(account, AccountRole.ADMINISTRATOR, AccountRole.AUDITOR)
    everybody = await room.account_service.accounts()
    staff = {person.key: person for person in everybody if person.is_staff}
    return [_make_account_info(person, staff) for person in everybody]


@router.delete("/accounts/{name}/attempts", status_code=204)
async def forgive_attempts(name: str, room: CurrentRoom, account: CurrentAccount) -> None:
    """Clear the failed sign-in attempts of an account, so that its owner does not have to wait."""
    require_role(account, AccountRole.ADMINISTRATOR)
    other = await room.account_service.account(name)
    if other is None:
        raise RequestDenied(404, NO_SUCH_ACCOUNT)
    await room.account_service.forgive_attempts(other.name, account.person)


@router.patch("/accounts/{name}")
async def change_account(
    name: str,
    body: NewRole | ClosingReason,
    room: CurrentRoom,
    account: CurrentAccount,
    response: Response,
) -> AccountInfo:
    """Close an account, or propose another role or the reopening of a staff account.

    A proposal takes effect once a second person approves it.
    """
    require_role(account, AccountRole.ADMINISTRATOR)
    other = await room.account_service.account(name)
    if other is None:
        raise RequestDenied(404, NO_SUCH_ACCOUNT)
    role = body.part if isinstance(body, NewRole) else other.part
    reopens_staff = isinstance(body, ClosingReason) and not body.closed and other.is_staff
    if isinstance(body, NewRole) or (reopens_staff and other.closed):
        proposal = await room.staffing.propose_role(name, role, account)
        response.status_code = 202
        return await _account_info(room, other, proposal.number)
    other = await room.account_service.change_account(name, account.person, closed=body.closed)
    return await _account_info(room, other)


class Dealer(BaseModel):
    """A dealer and their tables."""

    name: str
    tables: list[str]
    inviters: list[str]
    """The chain of inviters: who invited this person, who invited that one, and so on."""


@router.get("/dealers")
async def dealers(room: CurrentRoom, account: CurrentAccount) -> list[Dealer]:
    """List the dealers who can be assigned to tables."""
    require_role(account, AccountRole.FLOORPERSON, AccountRole.ADMINISTRATOR)
    staff = await room.account_service.staff()
    return [
        Dealer(
            name=dealer.name,
            tables=[*(dealer.tables or ())],
            inviters=[*inviters(dealer, staff)],
        )
        for dealer in staff.values()
        if dealer.part is AccountRole.DEALER and not dealer.closed
    ]


class AssignedTables(StrictBody):
    """The tables that a dealer works at, and no others."""

    tables: Annotated[list[str], Field(max_length=1000)]


@router.put("/accounts/{name}/tables")
async def assign_dealer(
    name: str, body: AssignedTables, room: CurrentRoom, account: CurrentAccount
) -> AccountInfo:
    """Assign a dealer to tables, effective immediately."""
    require_role(account, AccountRole.FLOORPERSON, AccountRole.ADMINISTRATOR)
    if await room.account_service.account(name) is None:
        raise RequestDenied(404, NO_SUCH_ACCOUNT)
    for table in body.tables:
        room.hub(table)
    return await _account_info(
        room, await room.account_service.assign_tables(name, body.tables, account.person)
    )


# Proposals, which take two members of staff


class Proposal(BaseModel):
    """A staff invitation or a role change that a second member of staff has to approve."""

    number: int
    part: AccountRole
    name: str
    """Whose role changes; empty if somebody new is invited."""
    proposed_by: str
    proposed_at: str
    proposer_invited_by: list[str]
    """The chain of inviters of the proposer."""
    status: ProposalStatus
    decided_by: str
    decided_at: str
    decider_invited_by: list[str]


async def _proposal(room: CurrentRoom, proposal: StaffProposal) -> Proposal:
    return _make_proposal(proposal, await room.account_service.staff())


def _make_proposal(proposal: StaffProposal, staff: Mapping[str, Account]) -> Proposal:
    by = staff.get(normalize_name(proposal.proposed_by))
    return Proposal(
        number=proposal.number,
        part=proposal.part,
        name=proposal.name,
        proposed_by=proposal.proposed_by,
        proposed_at=proposal.proposed_at,
        proposer_invited_by=[*inviters(by, staff)] if by else [],
        status=proposal.status,
        decided_by=proposal.decided_by,
        decided_at=proposal.decided_at,
        decider_invited_by=[*proposal.decider_invited_by],
    )


ProposalNumber = Annotated[int, Path(ge=1, le=10**9)]


@router.get("/proposals")
async def proposals(room: CurrentRoom, account: CurrentAccount) -> list[Proposal]:
    """List all staff invitations and role changes, decided or waiting for approval."""
    require_role(account, *sorted(STAFF))
    staff_proposals, staff = await room.staffing.overview()
    return [_make_proposal(proposal, staff) for proposal in staff_proposals]


@router.post("/proposals/{number}/approve")
async def approve_proposal(
    number: ProposalNumber, room: CurrentRoom, account: CurrentAccount
) -> Proposal:
    """Approve another person's proposal (SEC-7)."""
    require_role(account, *sorted(STAFF))
    return await _proposal(room, await room.staffing.approve(number, account))


@router.post("/proposals/{number}/reject")
async def reject_proposal(
    number: ProposalNumber, room: CurrentRoom, account: CurrentAccount
) -> Proposal:
    """Reject a proposal, or withdraw your own."""
    require_role(account, *sorted(STAFF))
    return await _proposal(room, await room.staffing.reject(number, account))
