"""The door of a room: who comes in, as whom, and who is turned away."""

import asyncio
import time
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from typing import Final

import msgspec
from msgspec.structs import replace

from pitboss.refusal import Refused, brief
from pitboss.room import office_events as e
from pitboss.room.clock import Seconds
from pitboss.room.office import HOUSE, Office
from pitboss.room.people import invitations
from pitboss.room.people.accounts import STAFF, Account, Part, check_name, money_of
from pitboss.room.people.devices import Devices
from pitboss.room.people.invitations import GOOD_FOR, Invitation
from pitboss.room.people.locks import Locks, place_of
from pitboss.room.people.looks import looks
from pitboss.room.people.passwords import Passwords
from pitboss.room.people.sessions import Sessions, new_token
from pitboss.room.store.shape import Conflict, Put
from pitboss.table.ledger import Posting
from pitboss.table.people import Person, Role, spelt
from pitboss.table.table import utc

ACCOUNTS: Final = "accounts"
LOOKS: Final = "looks"
"""Whose name looks how: each look is somebody's alone."""
LONGEST_REASON: Final = 200
SIGN_IN: Final = "SEC-5"
CHIPS: Final = "LEDG-1"
Left = Callable[[str], None]

IN_SESSION: Final = "in a session"
"""The place where somebody who is signed in tries a password."""
GRANTED: Final = timedelta(minutes=2)
"""Between two times that somebody gets play chips again."""


class Door:
    """Accounts, sign-in, invitations. Every change is written in the log of the office."""

    def __init__(
        self,
        office: Office,
        passwords: Passwords,
        *,
        play_chips: int,
        seconds: Seconds = time.monotonic,
    ) -> None:
        self._office, self._passwords, self._play_chips = office, passwords, play_chips
        self._store, self._clock = office.store, office.clock
        self.sessions = Sessions(office.store, office.clock)
        self._locks, self.devices = Locks(seconds), Devices(office.store)
        self._at_hand: dict[str, Account] = {}
        self._changes_made = 0
        self._changed: list[Left] = []
        self._one_at_a_time = asyncio.Lock()
        self._granted: dict[str, datetime] = {}
        """When somebody had play chips again: what lies at tables may be on its way meanwhile."""
        """For what is read and then changed: wrong passwords, parts, chips."""

    def on_change(self, told: Left) -> None:
        """Be told of accounts that are something else from now on, or may not be used."""
        self._changed.append(told)

    # Accounts

    async def account(self, name: str) -> Account | None:
        """Whom the room knows by this name."""
        key = spelt(name)
        while key not in self._at_hand:
            changes = self._changes_made
            kept = await self._store.get(ACCOUNTS, key)
            if kept is None:
                return None
            if changes == self._changes_made:  # else it may be what somebody was before
                self._at_hand[key] = msgspec.json.decode(kept, type=Account)
        return self._at_hand[key]

    async def accounts(self) -> Sequence[Account]:
        """All of them."""
        kept = await self._store.shelf(ACCOUNTS)
        return [msgspec.json.decode(one, type=Account) for one in kept.values()]

    async def open_account(
        self,
        name: object,
        part: Part,
        password: object = None,
        *,
        by: Person = HOUSE,
        invitation: str | None = None,
    ) -> Account:
        """A new account; without a password it is a guest's, and only players are guests."""
        guest = password is None
        if guest and part is not Part.PLAYER:
            raise Refused("only players come as guests", SIGN_IN)
        called = check_name(name)
        await self._check_free(called)
        hash_ = "" if guest else await self._passwords.hashed(password)
        account = Account(called, part, hash_, guest, since=utc(self._clock()))
        postings = []
        if part is Part.PLAYER and self._play_chips:
            money = money_of(account.name)
            postings.append(Posting("house", money, self._play_chips, "posted", "play chips"))
        puts = [
            Put(ACCOUNTS, account.key, msgspec.json.encode(account), new=True),
            Put(LOOKS, looks(called), account.key.encode(), new=True),
            *(invitations.used(invitation) if invitation is not None else ()),
        ]
        opened = e.AccountOpened(account.name, part.value, guest)
        try:
            await self._office.write(opened, by, postings=postings, puts=puts)
        except Conflict:
            await self._check_free(called)
            raise Refused("the invitation is used up", SIGN_IN) from None
        return account

    async def _check_free(self, name: str) -> None:
        """Refuse a name that somebody has, or that looks like one."""
        if await self.account(name) is not None:
            raise Refused(f"{brief(name)} is taken", SIGN_IN)
        if await self._store.get(LOOKS, looks(name)) is not None:
            raise Refused(f"{brief(name)} looks too much like a name that is taken", SIGN_IN)

    async def change(self, name: str, by: Person, **changes: object) -> Account:
        """Another part, or an account that may not be used; every session of it ends."""
        if len(changes) != 1:
            raise Refused("one thing is changed at a time", SIGN_IN)
        async with self._one_at_a_time:
            account = await self.account(name)
            if account is None:
                raise Refused(f"nobody is called {brief(name)}", SIGN_IN)
            after: Account = replace(account, **changes, sessions=account.sessions + 1)
            if after.password != account.password:
                after = replace(after, guest=False)
            event = await self._changes(account, after)
            puts = [Put(ACCOUNTS, after.key, msgspec.json.encode(after))]
            try:
                await self._office.write(event, by, puts=puts)
                if isinstance(event, e.PasswordChanged):
                    self._locks.forgive(after.key)
            finally:  # nobody may know whether it was written: the store is asked again
                self._changes_made += 1
                self._at_hand.pop(after.key, None)
        for told in self._changed:
            told(after.key)
        await self.sessions.end_all(after.key)
        return after

    async def _changes(self, before: Account, after: Account) -> e.OfficeEvent:
        """What is written of a change; refused, where there can be no such one."""
        name = before.name
        if (after.part in STAFF) != (before.part in STAFF):
            raise Refused("players and staff have accounts of their own", SIGN_IN)
        if before.part is Part.ADMINISTRATOR and (after.part, after.closed) != (before.part, ""):
            await self._check_other_administrator(before)
        if after.part is not before.part:
            return e.RoleChanged(name, before.part.value, after.part.value)
        if after.closed != before.closed:
            if after.closed and not is_reason(after.closed):
                raise Refused(f"a reason has 1 to {LONGEST_REASON} plain characters", SIGN_IN)
            return e.AccountClosed(name, after.closed, bool(after.closed))
        if after.password != before.password:
            return e.PasswordChanged(name)
        raise Refused(f"{brief(name)} is just that already", SIGN_IN)

    async def _check_other_administrator(self, leaving: Account) -> None:
        """Refuse to leave a room without anybody who looks after it."""
        for one in await self.accounts():
            if one.part is Part.ADMINISTRATOR and not one.closed and one.key != leaving.key:
                return
        raise Refused(f"{brief(leaving.name)} is the only administrator", SIGN_IN)

    async def set_password(self, name: str, password: object, by: Person) -> Account:
        """Another password; whoever was signed in has to sign in again."""
        return await self.change(name, by, password=await self._passwords.hashed(password))

    async def grant(self, account: Account, at_tables: int = 0) -> int:
        """Play chips for a player who has none left, in the account or at any table."""
        if account.part is not Part.PLAYER or not self._play_chips:
            raise Refused("there are no play chips to be had", CHIPS)
        async with self._one_at_a_time:
            held = int(await self._store.balance(money_of(account.name))) + at_tables
            if held >= self._play_chips:
                raise Refused("there are chips enough in this account", CHIPS)
            now = self._clock()
            if now - self._granted.get(account.key, now - GRANTED) < GRANTED:
                raise Refused("you had play chips a moment ago: there are more in a while", CHIPS)
            more = self._play_chips - held
            self._granted[account.key] = now
            posting = Posting("house", money_of(account.name), more, "posted", "play chips")
            granted = e.ChipsGranted(account.name, more)
            await self._office.write(granted, account.person, postings=[posting])
        return more

    # Coming in

    async def sign_in(
        self, name: object, password: object, address: str = "", device: str = ""
    ) -> tuple[Account, str]:
        """The account and a token. Who fails is not told whether name or password was wrong.

        A device from which somebody signed in before is a place of its own, whatever is tried from
        the same address.
        """
        key = spelt(name) if isinstance(name, str) else ""
        account = await self.account(key)
        known = await self.devices.knows(account, device)
        place = f"device {device}" if known else place_of(address)
        if not await self.fits(key, account, password, place) or account is None:
            raise Refused("name and password do not fit", SIGN_IN)
        if account.closed:
            raise Refused(f"the account is closed: {account.closed}", SIGN_IN)
        return account, await self.come_in(account)

    async def fits(
        self, key: str, account: Account | None, password: object, place: str = IN_SESSION
    ) -> bool:
        """Whether it is the password; too often not, and the next attempt has to wait.

        Names that nobody has are treated the same, word for word and step for step.
        """
        self._locks.check(key, place)
        fits = await self._passwords.fits(account.password if account else "", password)
        # Many may have tried at once: each is counted before any of them is told.
        async with self._one_at_a_time:
            self._locks.check(key, place)
            if fits:
                self._locks.forgive(key, place)
            else:
                waits = self._locks.fail(key, place)
                # What was taken for a name is not logged where nobody has it: it may be a password.
                failed = e.SignInFailed(account.name if account else "", waits)
                await self._office.write(failed)
        return fits

    async def forgive(self, name: str, by: Person) -> None:
        """Hold no wrong password against anybody who signs in to an account."""
        await self._office.write(e.AttemptsForgiven(name), by)
        self._locks.forgive(spelt(name))

    async def come_in(self, account: Account) -> str:
        """A new session for somebody who is known to be who it is."""
        await self._office.write(e.SignedIn(account.name), account.person)
        return await self.sessions.begin(account)

    async def known(self, token: str, *, used: bool = True) -> Account | None:
        """Who has this token, if the session goes on and the account may be used."""
        session = await self.sessions.found(token, used=used)
        account = await self.account(session.account) if session else None
        if session is None or account is None or account.closed:
            return None
        return account if session.of == account.sessions else None

    # Invitations

    async def invite(self, part: Part, by: Person, *, for_the_house: bool = False) -> str:
        """A token for somebody new; it works once, for a week, and as long as its giver may.

        What is given out ``for_the_house`` is not bound to an account.
        """
        token, until = new_token(), self._clock() + GOOD_FOR
        invited = e.Invited(part.value, utc(until))
        giver = HOUSE.name if for_the_house else by.name
        puts = [invitations.kept(token, Invitation(part, giver, until))]
        await self._office.write(invited, by, puts=puts)
        return token

    async def invited(self, token: str) -> Invitation:
        """What a token invites to, as long as whoever gave it out may do so."""
        if await invitations.is_used(self._store, token):
            raise Refused("the invitation is used up", SIGN_IN)
        found = await invitations.found(self._store, token)
        if found is None:
            raise Refused("there is no such invitation", SIGN_IN)
        if found.until < self._clock():
            raise Refused("the invitation is too old", SIGN_IN)
        if found.by != HOUSE.name:
            by = await self.account(found.by)
            if by is None or by.closed or by.part is not Part.ADMINISTRATOR:
                raise Refused("who gave this invitation out may not do so any more", SIGN_IN)
        return found

    async def accept(self, token: str, name: object, password: object) -> Account:
        """Open the account that one was invited to."""
        invitation = await self.invited(token)
        if password is None:
            raise Refused("an account that one is invited to has a password", SIGN_IN)
        by = HOUSE if invitation.by == HOUSE.name else Person(invitation.by, Role.ONLOOKER)
        return await self.open_account(name, invitation.part, password, by=by, invitation=token)


def is_reason(text: str) -> bool:
    """Whether it can be put on record."""
    return bool(text.strip()) and text.isprintable() and len(text) <= LONGEST_REASON
