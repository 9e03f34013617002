"""Devices from which an account was signed in to before: strangers cannot make them wait.

A device keeps a token that only the room can make. Nothing is stored for it but the room's own
secret, and it ends with the sessions of the account: with a new password, or another part.
"""

import hmac
from hashlib import sha256
from typing import Final

from pitboss.room.people.accounts import Account, Part
from pitboss.room.people.sessions import new_token
from pitboss.room.store.shape import Conflict, Put, RowDamaged, Store

SHELF: Final = "devices"
SECRET: Final = "secret"  # noqa: S105  the name of it
NOBODY: Final = Account("nobody", Part.PLAYER)


class Devices:
    """Makes and knows their tokens."""

    def __init__(self, store: Store) -> None:
        self._store, self._secret = store, b""

    async def token(self, account: Account, before: str = "") -> str:
        """For a device from which somebody has just signed in; with the token that it had before,
        it stays the device that it was.
        """
        nonce = self.made(before) or new_token()
        return f"{nonce}.{await self._mark(account, nonce)}.{self._seal(nonce)}"

    async def knows(self, account: Account | None, token: str) -> bool:
        """Whether somebody signed in to this account from there; the same work for nobody's."""
        nonce, mark, _ = _parts(token)
        expected = await self._mark(account or NOBODY, nonce)
        return hmac.compare_digest(mark.encode(), expected.encode()) and account is not None

    def made(self, token: str) -> str:
        """Return the id of a device if this room made its token, for whichever account."""
        nonce, _, seal = _parts(token)
        ours = self._secret and hmac.compare_digest(seal.encode(), self._seal(nonce).encode())
        return nonce if ours else ""

    def _seal(self, nonce: str) -> str:
        told = f"device\n{nonce}".encode(errors="replace")
        return hmac.new(self._secret, told, sha256).hexdigest()

    async def _mark(self, account: Account, nonce: str) -> str:
        if not self._secret:
            self._secret = await self._kept()
        told = f"{account.key}\n{account.sessions}\n{nonce}".encode(errors="replace")
        return hmac.new(self._secret, told, sha256).hexdigest()

    async def _kept(self) -> bytes:
        made, damaged = new_token().encode(), False
        try:
            kept = await self._store.get(SHELF, SECRET)
            if kept is not None:
                return kept
        except RowDamaged:  # which is reported: a new secret, by which no device is known yet
            damaged = True
        try:
            await self._store.put(Put(SHELF, SECRET, made, new=not damaged))
        except Conflict:
            return await self._kept()
        return made


def _parts(token: str) -> tuple[str, str, str]:
    """Nonce, mark of the account and seal of the room; an older token has no seal."""
    nonce, _, rest = token.partition(".")
    mark, _, seal = rest.partition(".")
    return nonce, mark, seal
