"""Routes for administrators: sessions, sign-in delays and the settings in force."""

from typing import Final

from fastapi import APIRouter, Request
from pydantic import BaseModel

from pitboss.room.http.dependencies import CurrentAccount, CurrentRoom, require_role, token_of
from pitboss.room.http.responses import RequestDenied
from pitboss.room.http.sockets import open_sockets
from pitboss.room.people.accounts import AccountRole
from pitboss.room.people.credentials import Session, hash_token
from pitboss.room.room import Room
from pitboss.room.settings import SETTINGS
from pitboss.table.table import utc_text

router = APIRouter(prefix="/api", tags=["office"])
MAX_SCANNED: Final = 10_000
"""Most rows of sessions that are read for the list."""
MAX_LISTED: Final = 200
"""Most sessions in the list: those that were used last."""
SESSION_ID_LENGTH: Final = 16
SECRET_SETTINGS: Final = frozenset({"database", "key", "webhook"})
"""Settings whose value may hold a password or says where a key is."""


class OpenSession(BaseModel):
    """A session of an account, without its token."""

    id: str
    """Names the session in the request that ends it; nobody can sign in with it."""
    name: str
    part: AccountRole
    guest: bool
    since: str
    seen: str
    """When it was last used, to within a few minutes."""
    own: bool
    """Whether this request was sent in it."""


class SignInDelay(BaseModel):
    """An account whose next sign-in has to wait, somewhere."""

    name: str
    seconds: float
    """The longest wait."""


class SettingInForce(BaseModel):
    """A setting of the room."""

    name: str
    value: str
    """Hidden if it may hold a secret."""
    help: str
    is_default: bool


def _session_id(key: str) -> str:
    return hash_token(f"session\n{key}")[:SESSION_ID_LENGTH]


async def _sessions_by_use(room: Room) -> list[tuple[str, Session]]:
    """Return the open sessions by the hash of their token, those used last first."""
    sessions = await room.account_service.sessions.list_open(MAX_SCANNED)
    return sorted(sessions.items(), key=lambda item: item[1].seen, reverse=True)


@router.get("/sessions")
async def list_sessions(
    request: Request, room: CurrentRoom, account: CurrentAccount
) -> list[OpenSession]:
    """List the open sessions, those used last first; of many, the last 200."""
    require_role(account, AccountRole.ADMINISTRATOR, AccountRole.AUDITOR)
    own, result = hash_token(token_of(request)), []
    for key, session in await _sessions_by_use(room):
        owner = await room.account_service.account(session.account)
        if owner is None or owner.closed or owner.sessions != session.of:
            continue  # the account has ended it
        result.append(
            OpenSession(
                id=_session_id(key),
                name=owner.name,
                part=owner.part,
                guest=owner.guest,
                since=utc_text(session.since),
                seen=utc_text(session.seen),
                own=key == own,
            )
        )
        if len(result) == MAX_LISTED:
            break
    return result


@router.delete("/sessions/{session}", status_code=204)
async def end_session(
    session: str, request: Request, room: CurrentRoom, account: CurrentAccount
) -> None:
    """End a session: its owner has to sign in again. Chips and seats are not touched."""
    require_role(account, AccountRole.ADMINISTRATOR)
    for key, item in await _sessions_by_use(room):
        if _session_id(key) == session:
            owner = await room.account_service.account(item.account)
            if owner is not None:
                await room.account_service.end_session(key, owner, account.person)
                open_sockets(request).end_session_by_hash(key)
                return
    raise RequestDenied(404, "this session has already ended")


@router.get("/delays")
async def list_delays(room: CurrentRoom, account: CurrentAccount) -> list[SignInDelay]:
    """List accounts whose next sign-in has to wait after wrong passwords."""
    require_role(account, AccountRole.ADMINISTRATOR)
    result = []
    for key, seconds in room.account_service.delays().items():
        owner = await room.account_service.account(key)
        if owner is not None:  # otherwise somebody may have typed a password as a name
            result.append(SignInDelay(name=owner.name, seconds=round(seconds, 1)))
    return sorted(result, key=lambda item: item.name)


@router.get("/settings")
async def list_settings(room: CurrentRoom, account: CurrentAccount) -> list[SettingInForce]:
    """List the settings that the room was started with; those that may be secret are hidden."""
    require_role(account, AccountRole.ADMINISTRATOR, AccountRole.AUDITOR)
    result = []
    for name, setting in SETTINGS.items():
        if hasattr(room.settings, name):
            value = getattr(room.settings, name)
            result.append(
                SettingInForce(
                    name=name,
                    value=_setting_text(name, value),
                    help=setting.help,
                    is_default=value == setting.default,
                )
            )
    return result


def _setting_text(name: str, value: object) -> str:
    if value in (None, "", ()):
        return "not set"
    if name in SECRET_SETTINGS:
        return "set"
    if isinstance(value, bool):
        return "on" if value else "off"
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)
