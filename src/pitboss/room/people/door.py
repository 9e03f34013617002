"""The door of a room: who comes in, as whom, and who is turned away."""

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Any, Final

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from pitboss.refusal import Refused, brief
from pitboss.room import office_events as e
from pitboss.room.clock import Seconds
from pitboss.room.networks import network_of
from pitboss.room.office import HOUSE, Office
from pitboss.room.people import invitations
from pitboss.room.people.accounts import STAFF, Account, Part, check_name, money_of
from pitboss.room.people.aliases import sharing_a_device
from pitboss.room.people.devices import Devices
from pitboss.room.people.invitations import GOOD_FOR, Invitation
from pitboss.room.people.kept import read_row, read_rows
from pitboss.room.people.locks import Locks
from pitboss.room.people.looks import EDITION, looks
from pitboss.room.people.passwords import Passwords
from pitboss.room.people.sessions import Sessions, hashed, new_token, random_number
from pitboss.room.store.shape import OFFICE, Answer, Conflict, Put, RowDamaged
from pitboss.table.house import CORRECTIONS, PEOPLE, TWO_PEOPLE
from pitboss.table.ledger import Posting
from pitboss.table.people import Person, Role, spelt
from pitboss.table.table import utc

ACCOUNTS: Final = "accounts"
LOOKS: Final = "looks"
"""Whose name looks how: each look is somebody's alone."""
QUARANTINED: Final = (
    "This account cannot be read at the moment. Its money is safe: ask the house to restore it."
)
USED: Final = "this invitation link was already used: ask for a new one"
NOT_VALID: Final = "this invitation link is not valid: ask for a new one"
LONGEST_REASON: Final = 200
SIGN_IN: Final = "SEC-5"
CHIPS: Final = "LEDG-1"
Left = Callable[[str], None]
LEAST_KEY: Final = 16
"""Characters of a key that opens an account: whoever has it is let in again."""
KEY_HOLDS: Final = timedelta(hours=1)
"""How long such a key is answered again."""
MOST_DEVICES: Final = 50
GUEST_DIGITS: Final = 4
"""Of the number in a guest's name; one more wherever that name is taken."""


class Origin(Struct, frozen=True):
    """Where a request to come in was sent from."""

    device: str = ""
    """The hashed id of the device."""
    account: str = ""
    """The key of the account that was signed in there, if one was."""


NOWHERE: Final = Origin()


class AtTables(Struct, frozen=True):
    """Where somebody's chips may lie."""

    accounts: tuple[str, ...] = ()
    """In the books, by table."""
    collected: int = 0
    """Wagers of open rounds that the dealer has put into the tray, and that may go back."""


IN_SESSION: Final = "in a session"
"""The place where somebody who is signed in tries a password."""
GRANTED: Final = 120.0
"""Seconds between two times that somebody gets play chips again."""


def part_for(account: Account, part: Part) -> dict[str, Any]:
    """Return what a proposal of a part changes: the part, or a closed account is open again."""
    return {"closed": ""} if account.closed and part is account.part else {"part": part}


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
        self.office, self._passwords, self._play_chips = office, passwords, play_chips
        self._store, self._clock = office.store, office.clock
        self.sessions = Sessions(office.store, office.clock)
        self._locks, self.devices = Locks(seconds), Devices(office.store)
        self._at_hand: dict[str, Account] = {}
        self._staff: Mapping[str, Account] | None = None
        self._changes_made, self._staff_changes = 0, 0
        self._changed: list[Left] = []
        self._one_at_a_time = asyncio.Lock()
        """For what is read and then changed: wrong passwords, parts, chips."""
        self._seconds = seconds
        self._granted: dict[str, float] = {}
        """When somebody had play chips again: what lies at tables may be on its way meanwhile."""

    def on_change(self, told: Left) -> None:
        """Be told of accounts that are something else from now on, or may not be used."""
        self._changed.append(told)

    # Accounts

    async def account(self, name: str) -> Account | None:
        """Whom the room knows by this name; refused, if the account cannot be read."""
        key = spelt(name)
        while key not in self._at_hand:
            changes = self._changes_made
            try:
                account = await read_row(self._store, ACCOUNTS, key, Account)
            except RowDamaged:
                raise Refused(QUARANTINED, PEOPLE) from None
            if account is None:
                return None
            if changes == self._changes_made:  # else it may be what somebody was before
                self._at_hand[key] = account
        return self._at_hand[key]

    async def accounts(self) -> Sequence[Account]:
        """All of them that can be read."""
        return [*(await read_rows(self._store, ACCOUNTS, Account)).values()]

    async def staff(self) -> Mapping[str, Account]:
        """Everybody who works here, or did, by the key of the account."""
        while self._staff is None:
            changes = self._staff_changes
            found = {one.key: one for one in await self.accounts() if one.part in STAFF}
            if changes == self._staff_changes:
                self._staff = found
        return self._staff

    async def open_account(
        self,
        name: object,
        part: Part,
        password: object = None,
        *,
        by: Person = HOUSE,
    ) -> Account:
        """A new account; without a password it is a guest's, and only players are guests."""
        return (await self._open(name, part, password, by))[0]

    async def sign_up(
        self, name: object, password: object = None, *, origin: Origin = NOWHERE, key: str = ""
    ) -> tuple[Account, str]:
        """Open a player's account and come in with it: all of it, or nothing.

        A ``key`` that was used to open it is answered with another token of the same account. A
        guest without a name is given one.
        """
        before = await self._opened_before(name, password, key, origin)
        if before is not None:
            return before
        called = await self._guest_name() if name is None and password is None else name
        try:
            return await self._open(
                called, Part.PLAYER, password, HOUSE, origin=origin, key=key, asked=name
            )
        except Refused:  # perhaps by the same request, which came twice
            before = await self._opened_before(name, password, key, origin)
            if before is None:
                raise
            return before

    async def _guest_name(self) -> str:
        """A name that is free: the more guests there were, the longer their numbers."""
        least = 10 ** (GUEST_DIGITS - 1)
        while True:
            name = f"Guest {least + random_number(9 * least)}"
            with suppress(Refused):
                await self._check_free(name)
                return name
            least *= 10

    async def _opened_before(
        self, name: object, password: object, key: str, origin: Origin
    ) -> tuple[Account, str] | None:
        if not key:
            return None
        if len(key) < LEAST_KEY:
            raise Refused(
                f"a key that opens an account has {LEAST_KEY} characters or more", SIGN_IN
            )
        known = await self._store.answered("", OFFICE, hashed(key))
        account = await self.account(known.answer.decode()) if known is not None else None
        if known is None or account is None:
            return None
        same = known.body == _body(name, password)
        if not same or not (account.guest or await self.fits(account.key, account, password)):
            raise Refused("this key was used before, for something else", CORRECTIONS)
        if self._clock() - datetime.fromisoformat(account.since) > KEY_HOLDS or account.closed:
            raise Refused("this key is too old: sign in, or choose another name", SIGN_IN)
        return account, await self.come_in(account, origin)

    async def _open(
        self,
        name: object,
        part: Part,
        password: object,
        by: Person,
        *,
        token: str | None = None,
        invitation: Invitation | None = None,
        origin: Origin | None = None,
        key: str = "",
        asked: object = None,
    ) -> tuple[Account, str]:
        """Open an account; with an ``origin``, somebody comes in with it at the same time."""
        guest = password is None
        if guest and part is not Part.PLAYER:
            raise Refused("only players come as guests", SIGN_IN)
        called = check_name(name)
        await self._check_free(called)
        hash_ = "" if guest else await self._passwords.hashed(password)
        account = Account(called, part, hash_, guest, since=utc(self._clock()))
        if part in STAFF:
            by_whom = invitation or Invitation(part, HOUSE.name, self._clock())
            account = replace(account, invited_by=by_whom.by, approved_by=by_whom.approved_by)
        if part in STAFF and origin is not None:
            devices = (origin.device,) if origin.device else ()
            account = replace(account, accepted_by=origin.account, devices=devices)
            account = replace(account, linked=sharing_a_device(account, await self.staff()))
        if part is Part.DEALER:
            account = replace(account, tables=())
        postings = []
        if part is Part.PLAYER and self._play_chips:
            money = money_of(account.name)
            postings.append(Posting("house", money, self._play_chips, "posted", "play chips"))
        puts = [
            Put(ACCOUNTS, account.key, msgspec.json.encode(account), new=True),
            Put(LOOKS, looks(called), account.key.encode(), new=True),
            *(invitations.used(token) if token is not None else ()),
        ]
        opened = e.AccountOpened(
            account.name, part.value, guest, account.invited_by, account.approved_by
        )
        session, then = "", []
        if origin is not None:
            session, put = await self.sessions.prepare(account, origin.device)
            puts.append(put)
            then.append((e.SignedIn(account.name), account.person))
        body = _body(asked, password)
        answers = [Answer("", hashed(key), body, account.key.encode())] if key else []
        try:
            await self.office.write(
                opened, by, postings=postings, puts=puts, then=then, answers=answers
            )
        except Conflict:
            await self._check_free(called)
            raise Refused(USED, SIGN_IN) from None
        finally:
            self._forget(account.key, staff=part in STAFF)
        if session:
            await self.sessions.found(session, used=False)  # at hand from now on
        return account, session

    def _forget(self, key: str, *, staff: bool = True) -> None:
        """Nobody may know whether it was written: the store is asked again."""
        self._changes_made += 1
        self._at_hand.pop(key, None)
        if staff:  # else all who come as guests would have the staff read again
            self._staff_changes += 1
            self._staff = None

    async def _check_free(self, name: str) -> None:
        """Refuse a name that somebody has, or that looks like one."""
        if await self.account(name) is not None:
            raise Refused(f"{brief(name)} is taken", SIGN_IN)
        try:
            free = await self._store.get(LOOKS, looks(name)) is None
        except RowDamaged:
            free = False  # somebody's, whoever it is
        if not free:
            raise Refused(f"{brief(name)} looks too much like a name that is taken", SIGN_IN)

    async def renew_looks(self) -> None:
        """Learn how the names of a room look that was kept by other rules for that, once."""
        if await self._store.get(LOOKS, "") == EDITION:
            return
        missing = {looks(one.name): one.key for one in reversed(await self.accounts())}
        for look in await self._store.shelf(LOOKS):
            missing.pop(look, None)
        puts = [Put(LOOKS, look, key.encode()) for look, key in missing.items()]
        await self._store.put(*puts, Put(LOOKS, "", EDITION))

    async def change(
        self,
        name: str,
        by: Person,
        first: tuple[tuple[e.OfficeEvent, Person], Put] | None = None,
        /,
        **changes: object,
    ) -> Account:
        """Another part, or an account that may not be used; every session of it ends.

        What comes ``first``, a line and what is kept with it, is written at the same time.
        """
        if len(changes) != 1:
            raise Refused("one thing is changed at a time", SIGN_IN)
        async with self._one_at_a_time:
            account = await self.account(name)
            if account is None:
                raise Refused(f"nobody is called {brief(name)}", SIGN_IN)
            after: Account = replace(account, **changes, sessions=account.sessions + 1)
            if after.part is not account.part:
                after = replace(after, tables=() if after.part is Part.DEALER else None)
            if after.password != account.password:
                after = replace(after, guest=False)
            event = await self._changes(account, after)
            puts = [Put(ACCOUNTS, after.key, msgspec.json.encode(after))]
            lines = [(event, by)]
            if first is not None:
                lines.insert(0, first[0])
                puts.append(first[1])
            try:
                await self.office.write(*lines[0], puts=puts, then=lines[1:])
                if isinstance(event, e.PasswordChanged):
                    self._locks.forgive(after.key)
            finally:
                self._forget(after.key, staff=after.part in STAFF)
        for told in self._changed:
            told(after.key)
        await self.sessions.end_all(after.key)
        return after

    async def check_part(self, name: str, part: Part) -> Account:
        """Return an account whose part can be changed so, or that can be opened again."""
        account = await self.account(name)
        if account is None:
            raise Refused(f"nobody is called {brief(name)}", SIGN_IN)
        await self._changes(account, replace(account, **part_for(account, part)))
        return account

    async def assign(self, name: str, tables: Sequence[str], by: Person) -> Account:
        """Have a dealer work at these tables, and at no others."""
        async with self._one_at_a_time:
            account = await self.account(name)
            if account is None or account.part is not Part.DEALER:
                raise Refused(f"{brief(name)} is no dealer: only dealers are assigned", PEOPLE)
            after = replace(account, tables=tuple(sorted(set(tables))))
            if after == account:
                return account
            puts = [Put(ACCOUNTS, after.key, msgspec.json.encode(after))]
            assigned = e.DealerAssigned(account.name, after.tables or ())
            try:
                await self.office.write(assigned, by, puts=puts)
            finally:
                self._forget(after.key)
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

    async def grant(self, account: Account, look: Callable[[], AtTables] = AtTables) -> int:
        """Play chips for a player who has none left, in the account or at any table.

        Account and tables are read at one moment, so that what is on its way from one to the other
        is never missed; a ``look`` before and after finds what was collected meanwhile.
        """
        if account.part is not Part.PLAYER or not self._play_chips:
            raise Refused("there are no play chips to be had", CHIPS)
        async with self._one_at_a_time:
            before = look()
            held = await self._store.held([money_of(account.name), *before.accounts])
            at_stake = max(before.collected, look().collected)
            has = int(sum(held.values())) + at_stake
            if has >= self._play_chips:
                raise Refused("there are chips enough in this account", CHIPS)
            now = self._seconds()
            recent = {key: at for key, at in self._granted.items() if now - at < GRANTED}
            self._granted = recent
            if account.key in recent:
                raise Refused("you had play chips a moment ago: there are more in a while", CHIPS)
            more = self._play_chips - has
            recent[account.key] = now
            posting = Posting("house", money_of(account.name), more, "posted", "play chips")
            granted = e.ChipsGranted(account.name, more)
            await self.office.write(granted, account.person, postings=[posting])
        return more

    # Coming in

    async def sign_in(
        self,
        name: object,
        password: object,
        origin: Origin = NOWHERE,
        address: str = "",
        device: str = "",
    ) -> tuple[Account, str]:
        """The account and a token. Who fails is not told whether name or password was wrong.

        A device from which somebody signed in before is a place of its own, whatever is tried from
        the same address.
        """
        key = spelt(name) if isinstance(name, str) else ""
        account = await self.account(key)
        known = await self.devices.knows(account, device)
        place = f"device {device}" if known else network_of(address)
        if not await self.fits(key, account, password, place) or account is None:
            raise Refused("incorrect name or password", SIGN_IN)
        if account.closed:
            raise Refused(f"the account is closed: {account.closed}", SIGN_IN)
        return account, await self.come_in(account, origin)

    async def recognizes(self, name: str, device: str) -> bool:
        """Whether a device is known for the account of this name, if there is one."""
        return await self.devices.knows(await self.account(name), device)

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
                await self.office.write(failed)
        return fits

    async def forgive(self, name: str, by: Person) -> None:
        """Hold no wrong password against anybody who signs in to an account."""
        await self.office.write(e.AttemptsForgiven(name), by)
        self._locks.forgive(spelt(name))

    async def come_in(self, account: Account, origin: Origin = NOWHERE) -> str:
        """A new session for somebody who is known to be who it is."""
        async with self._one_at_a_time:
            token, put = await self.sessions.prepare(account, origin.device)
            puts = [put]
            before = await self.account(account.name)
            after = await self._used_at(before, origin) if before else None
            if after is not None and after != before:
                puts.append(Put(ACCOUNTS, after.key, msgspec.json.encode(after)))
            try:
                await self.office.write(e.SignedIn(account.name), account.person, puts=puts)
            finally:
                if after != before:
                    self._forget(account.key)
        await self.sessions.found(token, used=False)  # at hand from now on
        return token

    async def _used_at(self, account: Account, origin: Origin) -> Account:
        """The same, used on a device, or where another account was signed in: only the last devices
        are kept, but who shared any of them, or a session, stays on record.
        """
        if account.part not in STAFF:
            return account
        device, others = origin.device, {origin.account} - {"", account.key}
        devices = account.devices
        if device and device not in devices:
            devices = (*devices, device)
        used = replace(account, devices=devices)
        linked = sorted({*sharing_a_device(used, await self.staff()), *others})
        return replace(used, devices=devices[-MOST_DEVICES:], linked=tuple(linked))

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
        await self.office.write(invited, by, puts=puts)
        return token

    async def invited(self, token: str) -> Invitation:
        """What a token invites to, as long as whoever gave it out may do so."""
        found = await invitations.found(self._store, token)
        if found is None:  # by now: somebody may use it at this moment
            is_used = await invitations.is_used(self._store, token)
            raise Refused(USED if is_used else NOT_VALID, SIGN_IN)
        if found.until < self._clock():
            raise Refused("this invitation link has expired: ask for a new one", SIGN_IN)
        if found.waits:
            raise Refused("this invitation is waiting for a second person's approval", TWO_PEOPLE)
        if found.by != HOUSE.name:
            by = await self.account(found.by)
            if by is None or by.closed or by.part is not Part.ADMINISTRATOR:
                raise Refused(
                    "whoever sent this invitation may no longer invite people: "
                    "ask somebody else for a new one",
                    SIGN_IN,
                )
            if found.part in STAFF and not found.approved_by:  # of an older version
                raise Refused(
                    "no second member of staff approved this invitation: ask for a new one",
                    TWO_PEOPLE,
                )
        return found

    async def accept(
        self, token: str, name: object, password: object, origin: Origin = NOWHERE
    ) -> tuple[Account, str]:
        """Open the account that one was invited to, and come in with it."""
        found = await self.invited(token)
        if password is None:
            raise Refused("an account that one is invited to has a password", SIGN_IN)
        by = HOUSE if found.by == HOUSE.name else Person(found.by, Role.ONLOOKER)
        return await self._open(
            name, found.part, password, by, token=token, invitation=found, origin=origin
        )


def _body(name: object, password: object) -> bytes:
    """The hash of what a key opened; a password is compared with the account's own."""
    return sha256(msgspec.json.encode((str(name), password is None))).digest()


def is_reason(text: str) -> bool:
    """Whether it can be put on record."""
    return bool(text.strip()) and text.isprintable() and len(text) <= LONGEST_REASON
