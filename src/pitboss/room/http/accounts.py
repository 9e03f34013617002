"""Coming in, and one's own account."""

from typing import Annotated

from fastapi import APIRouter, Request, Response
from pydantic import BaseModel, ConfigDict, Field

from pitboss.refusal import Refused
from pitboss.room.http.errors import Denied
from pitboss.room.http.guards import host_of
from pitboss.room.http.identity import (
    DEVICE,
    Anyone,
    ARoom,
    Known,
    allowed,
    keep_cookie,
    keep_device,
    token_of,
)
from pitboss.room.http.lines import lines_of
from pitboss.room.hub import Hub
from pitboss.room.people.accounts import Account, Part, money_of
from pitboss.room.people.door import LONGEST_REASON
from pitboss.room.people.locks import TooSoon

router = APIRouter(prefix="/api", tags=["people"])
Name = Annotated[str, Field(min_length=1, max_length=40)]
Password = Annotated[str, Field(min_length=10, max_length=200)]


class Strict(BaseModel):
    """A body with these keys and no others."""

    model_config = ConfigDict(extra="forbid", strict=True)


class NewAccount(Strict):
    """A player; without a password, a guest."""

    name: Name
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


class SignedIn(Me):
    """With the token of the session, for programs; a browser has it as a cookie."""

    token: str


async def _me(room: ARoom, account: Account) -> dict[str, object]:
    cents = int(await room.store.balance(money_of(account.name)))
    return {"name": account.name, "part": account.part, "guest": account.guest, "cents": cents}


async def _let_in(
    room: ARoom, request: Request, response: Response, account: Account, token: str
) -> SignedIn:
    """Hand out a new token. Another that came along is worth nothing from now on."""
    if before := token_of(request):
        await room.door.sessions.end(before)
        lines_of(request).ended(before)
    keep_cookie(request, response, token)
    if not account.guest:
        keep_device(request, response, await room.door.devices.token(account))
    return SignedIn.model_validate({**await _me(room, account), "token": token})


@router.post("/accounts", status_code=201)
async def open_account(
    body: NewAccount, room: ARoom, _: Anyone, request: Request, response: Response
) -> SignedIn:
    """Open a player's account and come in with it."""
    if body.password is None and not room.settings.guests:
        raise Denied(403, "nobody comes as a guest here")
    if body.password is not None and not room.settings.sign_up:
        raise Denied(403, "accounts are opened by invitation here")
    account = await room.door.open_account(body.name, Part.PLAYER, body.password)
    return await _let_in(room, request, response, account, await room.door.come_in(account))


@router.post("/session", status_code=201)
async def sign_in(
    body: Credentials, room: ARoom, _: Anyone, request: Request, response: Response
) -> SignedIn:
    """Come in with name and password."""
    device = request.cookies.get(DEVICE, "")
    try:
        account, token = await room.door.sign_in(body.name, body.password, host_of(request), device)
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


class Session(BaseModel):
    """Who is signed in, if anybody is."""

    me: Me | None


@router.get("/session")
async def session(room: ARoom, account: Anyone) -> Session:
    """Who one is here; nobody, perhaps."""
    return Session(me=Me.model_validate(await _me(room, account)) if account else None)


@router.get("/me")
async def me(room: ARoom, account: Known) -> Me:
    """One's own account."""
    return Me.model_validate(await _me(room, account))


@router.post("/me/chips")
async def more_chips(room: ARoom, account: Known) -> Me:
    """Play chips again, for a player who has none left."""
    await room.door.grant(account, sum(_at(hub, account.name) for hub in room.hubs.values()))
    return Me.model_validate(await _me(room, account))


def _at(hub: Hub, name: str) -> int:
    """What somebody has at a table: chips, and wagers that lie there."""
    state = hub.actor.shown
    now = state.round if state.running else None
    seats = [seat for seat, who in state.seats.items() if who == name]
    laid = [
        sum(some.get(seat, {}).values())
        for some in ((now.wagers, now.raises) if now else ())
        for seat in seats
    ]
    return int(state.chips(name)) + sum(laid)


@router.put("/me/password")
async def change_password(
    body: NewPassword, room: ARoom, account: Known, request: Request, response: Response
) -> SignedIn:
    """Another password. Every session ends; this one goes on under a new token."""
    if not await room.door.fits(account.key, account, body.password):
        raise Denied(401, "that is not the password")
    account = await room.door.set_password(account.name, body.next, account.person)
    return await _let_in(room, request, response, account, await room.door.come_in(account))


# Invitations, and the accounts of others


class NewInvitation(Strict):
    """What somebody new will be."""

    part: Annotated[Part, Field(strict=False)]


class Invitation(BaseModel):
    """A link for one person."""

    part: Part
    token: str


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


@router.post("/invitations", status_code=201)
async def invite(body: NewInvitation, room: ARoom, account: Known) -> Invitation:
    """Invite somebody to the staff."""
    allowed(account, Part.ADMINISTRATOR)
    token = await room.door.invite(body.part, account.person)
    return Invitation(part=body.part, token=token)


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
) -> SignedIn:
    """Open the account that one was invited to."""
    account = await room.door.accept(token, body.name, body.password)
    return await _let_in(room, request, response, account, await room.door.come_in(account))


@router.get("/accounts")
async def accounts(room: ARoom, account: Known) -> list[Somebody]:
    """Everybody whom the room knows."""
    allowed(account, Part.ADMINISTRATOR, Part.AUDITOR)
    return [
        Somebody(name=x.name, part=x.part, guest=x.guest, closed=x.closed, since=x.since)
        for x in await room.door.accounts()
    ]


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
    name: str, body: NewPart | Closed, room: ARoom, account: Known
) -> Somebody:
    """Another part for somebody, or an account closed; it bites at once."""
    allowed(account, Part.ADMINISTRATOR)
    if await room.door.account(name) is None:
        raise Denied(404, "nobody has this name")
    changes: dict[str, object] = (
        {"part": body.part} if isinstance(body, NewPart) else {"closed": body.closed}
    )
    x = await room.door.change(name, account.person, **changes)
    return Somebody(name=x.name, part=x.part, guest=x.guest, closed=x.closed, since=x.since)
