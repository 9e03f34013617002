"""Invitations: whoever has the token may open an account in a role, once."""

from datetime import datetime, timedelta
from typing import Final

import msgspec
from msgspec import Struct

from pitboss.errors import Refused
from pitboss.room.people.accounts import AccountRole
from pitboss.room.people.sessions import hash_token
from pitboss.room.store.interface import Put, RowDamaged, Store, read_row

INVITATIONS: Final = "invitations"
USED_INVITATIONS: Final = "used invitations"
INVITATION_LIFETIME: Final = timedelta(days=7)


class Invitation(Struct, frozen=True):
    """An invitation to open an account in a role, as it is stored under the hash of its token."""

    part: AccountRole
    by: str
    until: datetime
    waits: int = 0
    """The number of the proposal that a second member of staff has to approve first."""
    approved_by: str = ""


def invitation_put(token: str, invitation: Invitation) -> Put:
    """Return the row of an invitation; the store has only a hash of the token."""
    return Put(INVITATIONS, hash_token(token), msgspec.json.encode(invitation))


def used_puts(token: str) -> tuple[Put, ...]:
    """Return the rows that use up an invitation; of two people, the store lets only one do so."""
    key = hash_token(token)
    return Put(USED_INVITATIONS, key, b"1", must_be_new=True), Put(INVITATIONS, key, None)


def replacement_put(key: str, invitation: Invitation) -> Put:
    """Return the row that replaces the invitation stored under ``key``, the hash of its token."""
    return Put(INVITATIONS, key, msgspec.json.encode(invitation))


async def find_invitation(store: Store, token: str) -> Invitation | None:
    """Return the invitation of a token, if there is one."""
    try:
        return await read_row(store, INVITATIONS, hash_token(token), Invitation)
    except RowDamaged:
        raise Refused("This invitation cannot be read. Ask for a new one.", "SEC-5") from None


async def is_used(store: Store, token: str) -> bool:
    """Return whether an invitation has been used."""
    try:
        return await store.get(USED_INVITATIONS, hash_token(token)) is not None
    except RowDamaged:
        return True  # the row is there, whatever it says
