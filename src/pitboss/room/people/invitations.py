"""Invitations: whoever has the token may open an account in a part, once."""

from datetime import datetime, timedelta
from typing import Final

import msgspec
from msgspec import Struct

from pitboss.refusal import Refused
from pitboss.room.people.accounts import Part
from pitboss.room.people.kept import read_row
from pitboss.room.people.sessions import hashed
from pitboss.room.store.shape import Put, RowDamaged, Store

SHELF: Final = "invitations"
USED: Final = "used invitations"
GOOD_FOR: Final = timedelta(days=7)


class Invitation(Struct, frozen=True):
    """Whoever has the token may open an account in this part."""

    part: Part
    by: str
    until: datetime
    waits: int = 0
    """The number of the proposal that a second member of staff has to approve first."""
    approved_by: str = ""


def kept(token: str, invitation: Invitation) -> Put:
    """An invitation as it is kept: the store has only a hash of the token."""
    return Put(SHELF, hashed(token), msgspec.json.encode(invitation))


def used(token: str) -> tuple[Put, ...]:
    """It is used up. Of two who come with the same one, the store lets only the first in."""
    return Put(USED, hashed(token), b"1", new=True), Put(SHELF, hashed(token), None)


def changed(key: str, invitation: Invitation) -> Put:
    """The same under the hash of its token, otherwise."""
    return Put(SHELF, key, msgspec.json.encode(invitation))


async def found(store: Store, token: str) -> Invitation | None:
    """What a token invites to."""
    try:
        return await read_row(store, SHELF, hashed(token), Invitation)
    except RowDamaged:
        raise Refused("This invitation cannot be read. Ask for a new one.", "SEC-5") from None


async def is_used(store: Store, token: str) -> bool:
    """Whether somebody came with it."""
    try:
        return await store.get(USED, hashed(token)) is not None
    except RowDamaged:
        return True  # it is there, whatever it says
