"""Coming in, and one's own account."""

from collections.abc import Mapping
from typing import Annotated

from fastapi import APIRouter, Header, Path, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from pitboss.refusal import Refused
from pitboss.room.http.errors import Denied
from pitboss.room.http.guards import (
    TOO_MANY_ATTEMPTS,
    UNCOUNTED,
    WAIT,
    attempts_of,
    host_of,
)
from pitboss.room.http.identity import (
    KNOWN,
    Anyone,
    ARoom,
    Known,
    allowed,
    is_page,
    keep_cookie,
    keep_device,
    keep_known,
    origin_of,
    token_of,
)
from pitboss.room.http.lines import lines_of
from pitboss.room.http.reading import KEY
from pitboss.room.hub import Hub
from pitboss.room.people.accounts import STAFF, Account, Part, money_of
from pitboss.room.people.aliases import inviters
from pitboss.room.people.door import LONGEST_REASON, AtTables
from pitboss.room.people.locks import TooSoon
from pitboss.room.people.staffing import StaffProposal, Status
from pitboss.table.ledger import escrow, stack
from pitboss.table.money import collected_of
from pitboss.table.people import spelt

router = APIRouter(prefix="/api", tags=["people"])
Key = Annotated[str, Header(alias="Idempotency-Key", pattern=KEY)]
Name = Annotated[str, Field(min_length=1, max_length=40)]
Password = Annotated[str, Field(min_length=10, max_length=200)]


class Strict(BaseModel):
    """A body with these keys and no others."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NewAccount(Strict):
    """A player; without a password, a guest, and without a name, one whom the room names."""

    name: Name | None = None
    password: Password | None = None


class Credentials(Strict):
    """Name and password."""

    name: Annotated[str, Field(max_length=200)]
    password: Annotated[str, Field(max_length=1000)]


class NewPassword(Strict):
    """The one so far, and the next."""

    password: Annotated[str, Field(max_length=1000)]
    next: Password


class Me(BaseModel):
    """One's own account."""

    name: str
    part: Part
    guest: bool
    cents: int
    """What the account holds, beside the chips at tables."""


class Token(BaseModel):
    """The token of a session, for `Authorization: Bearer`."""

    token: str


async def _me(room: ARoom, account: Account) -> dict[str, object]:
    cents = int(await room.store.balance(money_of(account.name)))
    return {"name": account.name, "part": account.part, "guest": account.guest, "cents": cents}


async def _let_in(
    room: ARoom, request: Request, response: Response, account: Account, token: str
) -> Me:
    """Hand out a new token, as a cookie. One that came along is worth nothing from now on."""
    if before := token_of(request):
        await room.door.sessions.end(before)
        lines_of(request).ended(before)
    keep_cookie(request, response, token)
    if account.part in STAFF:
        keep_device(request, response)
    if not account.guest:
        before = request.cookies.get(KNOWN, "")
        keep_known(request, response, await room.door.devices.token(account, before))
    return Me.model_validate(await _me(room, account))


@router.post("/accounts", status_code=201)
async def open_account(
    body: NewAccount,
    room: ARoom,
    _: Anyone,
    request: Request,
    response: Response,
    key: Key = "",
) -> Me:
    """Open a player's account and come in with it; the session is in a cookie.

    A key that nobody can guess, sent again, gives another session of the same account.
    """
    if body.password is None and not room.settings.guests:
        raise Denied(403, "guest access is turned off")
    if body.password is not None and not room.settings.sign_up:
        raise Denied(403, "accounts are open by invitation only")
    account, token = await room.door.sign_up(body.name, body.password, key=key)
    return await _let_in(room, request, response, account, token)


@router.post("/session", status_code=201)
async def sign_in(
    body: Credentials, room: ARoom, _: Anyone, request: Request, response: Response
) -> Me:
    """Come in with name and password; the session is in a cookie."""
    device, host = request.cookies.get(KNOWN, ""), host_of(request)
    try:
        stranger = not await room.door.recognizes(body.name, device)
        # What is tried on somebody else's account counts, whoever owns the device.
        if request.scope.get(UNCOUNTED) and stranger and not attempts_of(request).take(host):
            raise Denied(429, TOO_MANY_ATTEMPTS, WAIT)
        account, token = await room.door.sign_in(
            body.name, body.password, await origin_of(request), host, device
        )
    except TooSoon as soon:
        raise Denied(429, soon.sentence, {"Retry-After": str(soon.seconds)}) from None
    except Refused as refused:
        raise Denied(401, refused.sentence) from None
    return await _let_in(room, request, response, account, token)


@router.delete("/session", status_code=204)
async def sign_out(room: ARoom, account: Known, request: Request, response: Response) -> None:
    """End this session. Seats are free at once, unless another page of this player is open."""
    token = token_of(request)
    await room.door.sessions.end(token)
    lines_of(request).ended(token)
    room.sign_out(account)
    keep_cookie(request, response, "")


@router.post("/token")
async def token(_: Known, request: Request) -> Token:
    """The token of this session, for programs; pages have a cookie, and no script reads it."""
    if is_page(request):
        raise Denied(403, "Tokens are for programs. A browser stays signed in by its cookie.")
    return Token(token=token_of(request))


class Session(BaseModel):
    """Who is signed in, if anybody is, and where."""

    me: Me | None
    room: str
    """Which room this is: one that was set up anew at the same address is another one."""


@router.get("/session")
async def session(room: ARoom, account: Anyone) -> Session:
    """Who one is here; nobody, perhaps."""
    who = Me.model_validate(await _me(room, account)) if account else None
    return Session(me=who, room=room.settings.public_id)


@router.get("/me")
async def me(room: ARoom, account: Known) -> Me:
    """One's own account."""
    return Me.model_validate(await _me(room, account))


@router.post("/me/chips")
async def more_chips(room: ARoom, account: Known) -> Me:
    """Play chips again, for a player who has none left."""
    await room.door.grant(account, lambda: chips_of(room.hubs, account.name))
    return Me.model_validate(await _me(room, account))


def chips_of(hubs: Mapping[str, Hub], name: str) -> AtTables:
    """Where somebody's chips lie at tables, or may by the time that they are counted."""
    accounts: list[str] = []
    collected = 0
    for table, hub in hubs.items():
        states = hub.actor.shown, hub.actor.table.state  # as it is written, and as it will be
        others = {seat for state in states for seat, who in state.seats.items() if who != name}
        most = max(state.rules.seats if state.rules else 0 for state in states)
        seats = {*range(1, most + 1)} - others
        accounts += [f"{table}/{stack(name)}", *(f"{table}/{escrow(seat)}" for seat in seats)]
        collected += max(collected_of(state, name) for state in states)
    return AtTables(tuple(accounts), collected)


@router.put("/me/password")
async def change_password(
    body: NewPassword, room: ARoom, account: Known, request: Request, response: Response
) -> Me:
    """Another password. Every session ends; this one goes on under a new cookie."""
    if not await room.door.fits(account.key, account, body.password):
        raise Denied(401, "that is not the password")
    origin = await origin_of(request)
    account = await room.door.set_password(account.name, body.next, account.person)
    token = await room.door.come_in(account, origin)
    return await _let_in(room, request, response, account, token)


# Invitations, and the accounts of others


class NewInvitation(Strict):
    """What somebody new will be."""

    part: Annotated[Part, Field(strict=False)]


class Invitation(BaseModel):
    """A link for one person."""

    part: Part
    token: str
    proposal: int | None
    """What a second member of staff has to approve before the link is good."""


class Invited(BaseModel):
    """What a link is for…"""

    part: Part | None
    refused: str = ""
    """…or why it does not hold: a page that asks first has done nothing wrong."""


class Accepted(Strict):
    """How somebody who was invited wants to be called."""

    name: Name
    password: Password


class NewPart(Strict):
    """Another part."""

    part: Annotated[Part, Field(strict=False)]


class Closed(Strict):
    """Why the account is closed; an empty reason opens it again."""

    closed: Annotated[str, Field(max_length=LONGEST_REASON)]


class Somebody(BaseModel):
    """An account, as an administrator sees it."""

    name: str
    part: Part
    guest: bool
    closed: str
    since: str
    invited_by: str
    """Who invited a member of staff; the house, where that was done at the machine."""
    approved_by: str
    """The second member of staff, who approved the invitation."""
    inviters: list[str]
    """Who invited this one, who invited that one, and so on."""
    tables: list[str]
    """The tables that a dealer is assigned to."""
    proposal: int | None = None
    """What waits for a second member of staff, if this request led to a proposal."""


async def _somebody(room: ARoom, account: Account, proposal: int | None = None) -> Somebody:
    return _somebody_of(account, await room.door.staff(), proposal)


def _somebody_of(
    account: Account, staff: Mapping[str, Account], proposal: int | None = None
) -> Somebody:
    return Somebody(
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
async def invite(body: NewInvitation, room: ARoom, account: Known) -> Invitation:
    """Invite somebody; to the staff, the link is good once a second person approves that."""
    allowed(account, Part.ADMINISTRATOR)
    token, proposal = await room.staffing.invite(body.part, account)
    return Invitation(part=body.part, token=token, proposal=proposal)


@router.get("/invitations/{token}")
async def invited(token: str, room: ARoom, _: Anyone) -> Invited:
    """What one is invited to."""
    try:
        return Invited(part=(await room.door.invited(token)).part)
    except Refused as refused:
        return Invited(part=None, refused=refused.sentence)


@router.post("/invitations/{token}", status_code=201)
async def accept(
    token: str, body: Accepted, room: ARoom, _: Anyone, request: Request, response: Response
) -> Me:
    """Open the account that one was invited to."""
    told = (token, body.name, body.password, await origin_of(request))
    account, session = await room.door.accept(*told)
    return await _let_in(room, request, response, account, session)


@router.get("/accounts")
async def accounts(room: ARoom, account: Known) -> list[Somebody]:
    """Everybody whom the room knows, and who invited whom, as it is at one moment."""
    allowed(account, Part.ADMINISTRATOR, Part.AUDITOR)
    everybody = await room.door.accounts()
    staff = {one.key: one for one in everybody if one.part in STAFF}
    return [_somebody_of(one, staff) for one in everybody]


@router.delete("/accounts/{name}/attempts", status_code=204)
async def forgive(name: str, room: ARoom, account: Known) -> None:
    """Hold no wrong password against somebody any more, so that nobody has to wait."""
    allowed(account, Part.ADMINISTRATOR)
    found = await room.door.account(name)
    if found is None:
        raise Denied(404, "nobody has this name")
    await room.door.forgive(found.name, account.person)


@router.patch("/accounts/{name}")
async def change_account(
    name: str, body: NewPart | Closed, room: ARoom, account: Known, response: Response
) -> Somebody:
    """Change a role or reopen a staff account, once a second person approves it; or close one."""
    allowed(account, Part.ADMINISTRATOR)
    found = await room.door.account(name)
    if found is None:
        raise Denied(404, "nobody has this name")
    part = body.part if isinstance(body, NewPart) else found.part
    reopens = isinstance(body, Closed) and not body.closed and found.part in STAFF
    if isinstance(body, NewPart) or (reopens and found.closed):
        proposal = await room.staffing.propose_part(name, part, account)
        response.status_code = 202
        return await _somebody(room, found, proposal.number)
    closed = await room.door.change(name, account.person, closed=body.closed)
    return await _somebody(room, closed)


class Dealer(BaseModel):
    """A dealer, and where to find one."""

    name: str
    tables: list[str]
    inviters: list[str]
    """Who invited this one, who invited that one, and so on."""


@router.get("/dealers")
async def dealers(room: ARoom, account: Known) -> list[Dealer]:
    """The dealers whom one can assign to tables."""
    allowed(account, Part.FLOORPERSON, Part.ADMINISTRATOR)
    staff = await room.door.staff()
    return [
        Dealer(name=one.name, tables=[*(one.tables or ())], inviters=[*inviters(one, staff)])
        for one in staff.values()
        if one.part is Part.DEALER and not one.closed
    ]


class Tables(Strict):
    """The tables that a dealer works at, and no others."""

    tables: Annotated[list[str], Field(max_length=1000)]


@router.put("/accounts/{name}/tables")
async def assign(name: str, body: Tables, room: ARoom, account: Known) -> Somebody:
    """Assign a dealer to tables, effective immediately."""
    allowed(account, Part.FLOORPERSON, Part.ADMINISTRATOR)
    if await room.door.account(name) is None:
        raise Denied(404, "nobody has this name")
    for table in body.tables:
        room.hub(table)
    return await _somebody(room, await room.door.assign(name, body.tables, account.person))


# What two members of staff decide


class Proposal(BaseModel):
    """An invitation to the staff, or another role, that one proposed and another decides."""

    number: int
    part: Part
    name: str
    """Whose role changes; empty, where somebody new is invited."""
    proposed_by: str
    proposed_at: str
    proposer_invited_by: list[str]
    """Who invited the proposer, who invited that one, and so on."""
    status: Status
    decided_by: str
    decided_at: str
    decider_invited_by: list[str]


async def _proposal(room: ARoom, one: StaffProposal) -> Proposal:
    return _proposal_of(one, await room.door.staff())


def _proposal_of(one: StaffProposal, staff: Mapping[str, Account]) -> Proposal:
    by = staff.get(spelt(one.proposed_by))
    return Proposal(
        number=one.number,
        part=one.part,
        name=one.name,
        proposed_by=one.proposed_by,
        proposed_at=one.proposed_at,
        proposer_invited_by=[*inviters(by, staff)] if by else [],
        status=one.status,
        decided_by=one.decided_by,
        decided_at=one.decided_at,
        decider_invited_by=[*one.decider_invited_by],
    )


Number = Annotated[int, Path(ge=1, le=10**9)]


@router.get("/proposals")
async def proposals(room: ARoom, account: Known) -> list[Proposal]:
    """Invitations to the staff and changes of role: those that wait, and what became of others."""
    allowed(account, *sorted(STAFF))
    found, staff = await room.staffing.overview()
    return [_proposal_of(one, staff) for one in found]


@router.post("/proposals/{number}/approve")
async def approve(number: Number, room: ARoom, account: Known) -> Proposal:
    """Approve what another member of staff proposed (SEC-7)."""
    allowed(account, *sorted(STAFF))
    return await _proposal(room, await room.staffing.approve(number, account))


@router.post("/proposals/{number}/reject")
async def reject(number: Number, room: ARoom, account: Known) -> Proposal:
    """Turn a proposal down, or take one's own back."""
    allowed(account, *sorted(STAFF))
    return await _proposal(room, await room.staffing.reject(number, account))
