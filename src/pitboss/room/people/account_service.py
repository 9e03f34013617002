"""The account service: open, change and close accounts, sign in, sign up, accept invitations."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

import msgspec
from msgspec.structs import replace

from pitboss.errors import Refused, short_repr
from pitboss.money import dollars
from pitboss.room import back_office_events as e
from pitboss.room.back_office import HOUSE, BackOffice
from pitboss.room.people import credentials
from pitboss.room.people.accounts import (
    STAFF,
    Account,
    AccountRole,
    ChipsAtTables,
    check_name,
    check_reason,
    money_account,
    role_change,
)
from pitboss.room.people.credentials import (
    INVITATION_LIFETIME,
    INVITATION_USED,
    UNKNOWN_ORIGIN,
    AttemptLimiter,
    Devices,
    Invitation,
    Origin,
    Passwords,
    Sessions,
    hash_token,
    new_token,
    random_number,
)
from pitboss.room.people.dual_control import accounts_on_same_devices
from pitboss.room.people.guests import GUEST_DAYS, GUESTS_BY_DAY, GuestList, ListedGuest
from pitboss.room.people.names import (
    are_skeletons_current,
    find_lookalike,
    rebuild_skeletons,
    skeleton_put,
)
from pitboss.room.rate_limits import network_of
from pitboss.room.requests import KEY_REUSED
from pitboss.room.runtime import MonotonicClock
from pitboss.room.school_service.records import school_deletions
from pitboss.room.store.interface import (
    BACK_OFFICE,
    Conflict,
    Overdraft,
    Put,
    RowDamaged,
    StoredResponse,
    read_row,
    read_rows,
)
from pitboss.table.house_rules import CORRECTIONS, PEOPLE, TWO_PEOPLE
from pitboss.table.ledger import Posting
from pitboss.table.people import Person, Role, normalize_name
from pitboss.table.table import utc_text

ACCOUNTS: Final = "accounts"
ACCOUNT_UNREADABLE: Final = (
    "This account cannot be read at the moment. Its money is safe. Ask the staff to restore it."
)
SIGN_IN_CLAUSE: Final = "SEC-5"
CHIPS_CLAUSE: Final = "LEDG-1"
AccountListener = Callable[[str], None]
GUEST_SIGN_UP: Final = "/api/me/account"
"""Stands for the request of a guest who chooses a password; it is not a valid name."""
HAS_PASSWORD: Final = "this account already has a password: sign in with it"  # noqa: S105  a sentence
MIN_KEY_LENGTH: Final = 16
"""Characters in a key that opens an account: whoever has the key is signed in again."""
KEY_EXPIRED: Final = "this sign-up has expired: sign in, or start a new sign-up with another name"
KEY_LIFETIME: Final = timedelta(hours=1)
"""How long a repeated request with such a key gets the same account."""
MAX_DEVICES: Final = 50
"""Devices remembered per staff account."""
GUEST_DIGITS: Final = 4
"""Digits of the number in a guest's name; one more each time that the name is taken."""


IN_SESSION: Final = "in a session"
"""The place that wrong passwords count for when somebody is signed in already."""
GRANT_INTERVAL: Final = 120.0
"""Seconds between two grants of play chips to the same player."""


class AccountService:
    """Accounts, sign-in and invitations; every change is logged by the back office."""

    def __init__(
        self,
        back_office: BackOffice,
        passwords: Passwords,
        *,
        play_chips: int,
        guest_days: int = GUEST_DAYS,
        monotonic: MonotonicClock = time.monotonic,
    ) -> None:
        self.back_office, self._passwords, self._play_chips = back_office, passwords, play_chips
        self._store, self._clock = back_office.store, back_office.clock
        self.sessions = Sessions(back_office.store, back_office.clock)
        self._attempts, self.devices = AttemptLimiter(monotonic), Devices(back_office.store)
        self._guest_list = GuestList(back_office.store, back_office.clock, guest_days)
        self._cache: dict[str, Account] = {}
        self._staff: Mapping[str, Account] | None = None
        self._change_count, self._staff_change_count = 0, 0
        self._listeners: list[AccountListener] = []
        self.lock = asyncio.Lock()
        """Held while something is read and then changed: wrong passwords, roles, chips."""
        self._monotonic = monotonic
        self._last_grants: dict[str, float] = {}
        """When each player last got play chips; chips may be on their way to a table since."""

    def on_change(self, listener: AccountListener) -> None:
        """Call ``listener`` with the key of each account that changes."""
        self._listeners.append(listener)

    # Accounts

    async def account(self, name: str) -> Account | None:
        """Return the account of this name, if there is one; raise if it cannot be read."""
        key = normalize_name(name)
        while key not in self._cache:
            changes = self._change_count
            try:
                account = await read_row(self._store, ACCOUNTS, key, Account)
            except RowDamaged:
                raise Refused(ACCOUNT_UNREADABLE, PEOPLE) from None
            if account is None:
                return None
            if changes == self._change_count:  # else the row may be outdated already
                self._cache[key] = account
        return self._cache[key]

    async def _existing_account(self, name: str) -> Account:
        account = await self.account(name)
        if account is None:
            raise Refused(f"there is no account named {short_repr(name)}", SIGN_IN_CLAUSE)
        return account

    async def accounts(self) -> Sequence[Account]:
        """Return all accounts that can be read."""
        return [*(await read_rows(self._store, ACCOUNTS, Account)).values()]

    async def staff(self) -> Mapping[str, Account]:
        """Return all current and former staff by the key of the account."""
        while self._staff is None:
            changes = self._staff_change_count
            staff = {account.key: account for account in await self.accounts() if account.is_staff}
            if changes == self._staff_change_count:
                self._staff = staff
        return self._staff

    async def open_account(
        self, name: object, role: AccountRole, password: object = None, *, by: Person = HOUSE
    ) -> Account:
        """Open an account; without a password it is a guest's, and only players can be guests."""
        return (await self._open_account(name, role, password, by))[0]

    async def sign_up(
        self,
        name: object,
        password: object = None,
        *,
        origin: Origin = UNKNOWN_ORIGIN,
        key: str = "",
    ) -> tuple[Account, str]:
        """Open a player's account and sign in, in one transaction; return account and token.

        Repeating the ``key`` of an earlier sign-up returns another token of the same account. A
        guest without a name gets one from the room.
        """
        previous = await self._repeat_sign_up(name, password, key, origin)
        if previous is not None:
            return previous
        new_name = await self._free_guest_name() if name is None and password is None else name
        try:
            return await self._open_account(
                new_name,
                AccountRole.PLAYER,
                password,
                HOUSE,
                origin=origin,
                key=key,
                requested_name=name,
            )
        except Refused:  # perhaps because the same request arrived twice
            previous = await self._repeat_sign_up(name, password, key, origin)
            if previous is None:
                raise
            return previous

    async def _free_guest_name(self) -> str:
        """Return a guest name that is not taken; the number grows with each collision."""
        smallest = 10 ** (GUEST_DIGITS - 1)
        while True:
            name = f"Guest {smallest + random_number(9 * smallest)}"
            with suppress(Refused):
                await self._check_name_free(name)
                return name
            smallest *= 10

    async def _repeat_sign_up(
        self, name: object, password: object, key: str, origin: Origin
    ) -> tuple[Account, str] | None:
        response = await self._stored_sign_up(key)
        if response is None:
            return None
        account = await self.account(response.response.decode())
        if response.body_hash != _body_hash(name, password):
            raise Refused(KEY_REUSED, CORRECTIONS)
        if account is None:  # it was a guest who ended meanwhile
            raise Refused(KEY_EXPIRED, SIGN_IN_CLAUSE)
        if not (
            (account.guest and password is None)
            or await self.check_password(account.key, account, password)
        ):
            raise Refused(KEY_REUSED, CORRECTIONS)
        if self._clock() - datetime.fromisoformat(account.since) > KEY_LIFETIME or account.closed:
            raise Refused(KEY_EXPIRED, SIGN_IN_CLAUSE)
        return account, await self.start_session(account, origin)

    async def _stored_sign_up(self, key: str) -> StoredResponse | None:
        """Return the response to an earlier sign-up with this key, if any."""
        if not key:
            return None
        if len(key) < MIN_KEY_LENGTH:
            raise Refused(
                f"the idempotency key of a sign-up must have at least {MIN_KEY_LENGTH} characters",
                SIGN_IN_CLAUSE,
            )
        return await self._store.stored_response("", BACK_OFFICE, hash_token(key))

    async def _open_account(
        self,
        name: object,
        role: AccountRole,
        password: object,
        by: Person,
        *,
        token: str | None = None,
        invitation: Invitation | None = None,
        origin: Origin | None = None,
        key: str = "",
        requested_name: object = None,
    ) -> tuple[Account, str]:
        """Open an account; with an ``origin``, start a session of it in the same transaction."""
        guest = password is None
        if guest and role is not AccountRole.PLAYER:
            raise Refused("only players can be guests: choose a password", SIGN_IN_CLAUSE)
        valid_name = check_name(name)
        await self._check_name_free(valid_name)
        password_hash = "" if guest else await self._passwords.hash(password)
        account = Account(valid_name, role, password_hash, guest, since=utc_text(self._clock()))
        if role in STAFF:
            source = invitation or Invitation(role, HOUSE.name, self._clock())
            account = replace(account, invited_by=source.by, approved_by=source.approved_by)
        if role in STAFF and origin is not None:
            devices = (origin.device,) if origin.device else ()
            account = replace(account, accepted_by=origin.account, devices=devices)
            account = replace(account, linked=accounts_on_same_devices(account, await self.staff()))
        if role is AccountRole.DEALER:
            account = replace(account, tables=())
        postings = []
        if role is AccountRole.PLAYER and self._play_chips:
            money = money_account(account.name)
            postings.append(Posting("house", money, self._play_chips, "posted", "play chips"))
        puts = [
            _account_put(account, must_be_new=True),
            replace(skeleton_put(valid_name), must_be_new=True),
            *(credentials.used_puts(token) if token is not None else ()),
            *((self._guest_list.new_guest_put(account),) if guest else ()),
        ]
        event = e.AccountOpened(
            account.name, role.value, guest, account.invited_by, account.approved_by
        )
        session_token, more_events = "", []
        if origin is not None:
            session_token, put = await self.sessions.prepare(account, origin.device)
            puts.append(put)
            more_events.append((e.SignedIn(account.name), account.person))
        body = _body_hash(requested_name, password)
        responses = [StoredResponse("", hash_token(key), body, account.key.encode())] if key else []
        try:
            await self.back_office.write(
                event,
                by,
                postings=postings,
                puts=puts,
                more_events=more_events,
                responses=responses,
            )
        except Conflict:
            await self._check_name_free(valid_name)
            raise Refused(INVITATION_USED, SIGN_IN_CLAUSE) from None
        finally:
            self._drop_cached(account.key, staff=role in STAFF)
        if session_token:
            await self.sessions.find(session_token, touch=False)  # cache it
        return account, session_token

    def _drop_cached(self, key: str, *, staff: bool = True) -> None:
        """Forget an account, written or not, so that it is read from the store again."""
        self._change_count += 1
        self._cache.pop(key, None)
        if staff:  # else every new guest would cause the staff to be read again
            self._staff_change_count += 1
            self._staff = None

    def forget_all(self) -> None:
        """Forget all accounts, so that they are read from the store again."""
        self._change_count += 1
        self._staff_change_count += 1
        self._cache.clear()
        self._staff = None

    async def refresh(self, key: str) -> bool:
        """Read an account that another node has changed; return whether its sessions ended.

        Where nothing was known of it, its sockets find that out by themselves within a second.
        """
        before = self._cache.get(key)
        self._drop_cached(key)
        after = await self.account(key)
        if before is None or after is None:
            return after is None
        return (before.sessions, before.closed) != (after.sessions, after.closed)

    async def _check_name_free(self, name: str) -> None:
        """Refuse a name that somebody has or had, or that looks like such a name."""
        account, lookalike = await self.account(name), await find_lookalike(self._store, name)
        if account is not None or lookalike == normalize_name(name):
            raise Refused(f"{short_repr(name)} is taken: choose another name", SIGN_IN_CLAUSE)
        if lookalike is not None:
            raise Refused(
                f"{short_repr(name)} looks too much like a name that is taken: choose another name",
                SIGN_IN_CLAUSE,
            )

    async def update_indexes(self) -> None:
        """Compute what an older version did not store: skeletons of names, the list of guests."""
        if not await are_skeletons_current(self._store):
            names = [account.name for account in await self.accounts()]
            await rebuild_skeletons(self._store, names)
        if not await self._guest_list.is_indexed():
            await self._guest_list.index(await self.accounts())

    async def change_account(
        self,
        name: str,
        by: Person,
        first: tuple[tuple[e.BackOfficeEvent, Person], Put] | None = None,
        /,
        **changes: object,
    ) -> Account:
        """Change the role, status or password of an account, and end all of its sessions.

        ``first``, an event with its author and a row, is written before it in one transaction.
        """
        if len(changes) != 1:
            raise Refused(
                "change the role, the password or the status of an account, one at a time",
                SIGN_IN_CLAUSE,
            )
        async with self.lock:
            account = await self._existing_account(name)
            after: Account = replace(account, **changes, sessions=account.sessions + 1)
            if after.part is not account.part:
                after = replace(after, tables=() if after.part is AccountRole.DEALER else None)
            if after.password != account.password:
                after = replace(after, guest=False)
            event = await self._change_event(account, after)
            puts = [_account_put(after)]
            if account.guest and not after.guest:
                puts.append(self._guest_list.visit_deletion(account.key))
            lines = [(event, by)]
            if first is not None:
                lines.insert(0, first[0])
                puts.append(first[1])
            try:
                await self.back_office.write(*lines[0], puts=puts, more_events=lines[1:])
                if isinstance(event, e.PasswordChanged):
                    self._attempts.forgive(after.key)
            finally:
                self._drop_cached(after.key, staff=after.is_staff)
        await self._end_sessions(after.key)
        return after

    async def check_role_change(self, name: str, role: AccountRole) -> Account:
        """Return the account if it can get this role, or be reopened in it."""
        account = await self._existing_account(name)
        await self._change_event(account, replace(account, **role_change(account, role)))
        return account

    async def assign_tables(self, name: str, tables: Sequence[str], by: Person) -> Account:
        """Assign a dealer to these tables, and to no others."""
        async with self.lock:
            account = await self.account(name)
            if account is None or account.part is not AccountRole.DEALER:
                raise Refused(
                    f"{short_repr(name)} is not a dealer: only dealers are assigned to tables",
                    PEOPLE,
                )
            after = replace(account, tables=tuple(sorted(set(tables))))
            if after == account:
                return account
            event = e.DealerAssigned(account.name, after.tables or ())
            try:
                await self.back_office.write(event, by, puts=[_account_put(after)])
            finally:
                self._drop_cached(after.key)
        return after

    async def _change_event(self, before: Account, after: Account) -> e.BackOfficeEvent:
        """Return the event of a change, or refuse the change."""
        name = before.name
        if after.is_staff != before.is_staff:
            raise Refused(
                "players and staff need separate accounts: open a new one for the other role",
                SIGN_IN_CLAUSE,
            )
        is_leaving = after.part is not before.part or bool(after.closed)
        if before.part is AccountRole.ADMINISTRATOR and is_leaving:
            await self._check_other_administrator(before)
        if after.part is not before.part:
            return e.RoleChanged(name, before.part.value, after.part.value)
        if after.closed != before.closed:
            if after.closed:
                check_reason(after.closed)
            return e.AccountClosed(name, after.closed, bool(after.closed))
        if after.password != before.password:
            return e.PasswordChanged(name)
        raise Refused(
            f"nothing to change: the account {short_repr(name)} already has the role "
            f"{before.part} and is {'closed' if before.closed else 'open'}",
            SIGN_IN_CLAUSE,
        )

    async def _check_other_administrator(self, leaving: Account) -> None:
        """Refuse to leave a room without an administrator."""
        if not any(
            account.part is AccountRole.ADMINISTRATOR and not account.closed
            for account in await self.accounts()
            if account.key != leaving.key
        ):
            raise Refused(
                f"{short_repr(leaving.name)} is the only administrator: appoint another one first",
                SIGN_IN_CLAUSE,
            )

    async def set_password(self, name: str, password: object, by: Person) -> Account:
        """Change a password; whoever was signed in has to sign in again."""
        return await self.change_account(name, by, password=await self._passwords.hash(password))

    async def grant_chips(
        self, account: Account, find_chips: Callable[[], ChipsAtTables] = ChipsAtTables
    ) -> int:
        """Top up the play chips of a player who has run low; return the cents granted.

        The account and all tables are read at one moment, so that chips on their way from one to
        the other are counted. ``find_chips`` is called before and after that, to count wagers that
        were collected in between.
        """
        if account.part is not AccountRole.PLAYER or not self._play_chips:
            raise Refused("play chips are not available for this account", CHIPS_CLAUSE)
        async with self.lock:
            before = find_chips()
            balances = await self._store.balances_of(
                [money_account(account.name), *before.accounts]
            )
            at_stake = max(before.tray_wagers, find_chips().tray_wagers)
            total = int(sum(balances.values())) + at_stake
            if total >= self._play_chips:
                raise Refused(
                    "you still have enough chips: you can get more once you have less than "
                    f"{dollars(self._play_chips)}",
                    CHIPS_CLAUSE,
                )
            now = self._monotonic()
            recent = {key: at for key, at in self._last_grants.items() if now - at < GRANT_INTERVAL}
            self._last_grants = recent
            if account.key in recent:
                raise Refused(
                    "you got play chips a moment ago: wait a few minutes, then try again",
                    CHIPS_CLAUSE,
                )
            cents = self._play_chips - total
            recent[account.key] = now
            posting = Posting("house", money_account(account.name), cents, "posted", "play chips")
            event = e.ChipsGranted(account.name, cents)
            await self.back_office.write(event, account.person, postings=[posting])
        return cents

    # Signing in

    async def sign_in(
        self,
        name: object,
        password: object,
        origin: Origin = UNKNOWN_ORIGIN,
        address: str = "",
        device: str = "",
    ) -> tuple[Account, str]:
        """Return the account and a token; an error does not say whether name or password is wrong.

        A device that has signed in to the account before counts as a place of its own, whatever
        others try from the same address.
        """
        key = normalize_name(name) if isinstance(name, str) else ""
        account = await self.account(key)
        is_known_device = await self.devices.knows(account, device)
        place = f"device {device}" if is_known_device else network_of(address)
        if not await self.check_password(key, account, password, place) or account is None:
            raise Refused("incorrect name or password", SIGN_IN_CLAUSE)
        if account.closed:
            raise Refused(f"this account is closed: {account.closed}", SIGN_IN_CLAUSE)
        return account, await self.start_session(account, origin)

    async def knows_device(self, name: str, device: str) -> bool:
        """Return whether a device has signed in to the account of this name before."""
        return await self.devices.knows(await self.account(name), device)

    async def check_password(
        self, key: str, account: Account | None, password: object, place: str = IN_SESSION
    ) -> bool:
        """Return whether the password is right; after several wrong ones, attempts have to wait.

        A name without an account is treated the same way, so that nobody can tell the difference.
        """
        self._attempts.check_allowed(key, place)
        is_right = await self._passwords.matches(account.password if account else "", password)
        # Many may try at the same time: each attempt is counted before any of them is answered.
        async with self.lock:
            self._attempts.check_allowed(key, place)
            if is_right:
                self._attempts.forgive(key, place)
            else:
                has_to_wait = self._attempts.count_failure(key, place)
                # An unknown name is not logged: somebody may have typed a password there.
                event = e.SignInFailed(account.name if account else "", has_to_wait)
                await self.back_office.write(event)
        return is_right

    def delays(self) -> dict[str, float]:
        """Return the keys of accounts that have to wait to sign in, with the longest wait."""
        return self._attempts.waiting()

    async def end_session(self, key: str, account: Account, by: Person) -> None:
        """End a session of an account, named by the hash of its token."""
        await self.back_office.write(e.SessionEnded(account.name), by)
        await self.sessions.end_by_hash(key)

    async def forgive_attempts(self, name: str, by: Person) -> None:
        """Forget the wrong passwords of an account, so that nobody has to wait."""
        await self.back_office.write(e.AttemptsForgiven(name), by)
        self._attempts.forgive(normalize_name(name))

    async def start_session(self, account: Account, origin: Origin = UNKNOWN_ORIGIN) -> str:
        """Start a session for somebody whose identity has been checked; return its token."""
        async with self.lock:
            token, put = await self.sessions.prepare(account, origin.device)
            puts = [put]
            before = await self.account(account.name)
            after = await self._record_origin(before, origin) if before else None
            if after is not None and after != before:
                puts.append(_account_put(after))
            try:
                await self.back_office.write(e.SignedIn(account.name), account.person, puts=puts)
            finally:
                if after != before:
                    self._drop_cached(account.key)
        await self.sessions.find(token, touch=False)  # cache it
        return token

    async def _record_origin(self, account: Account, origin: Origin) -> Account:
        """Return a staff account with the origin of a sign-in on record.

        Only the last devices are kept, but every account that ever shared one of them, or a
        session, stays linked.
        """
        if not account.is_staff:
            return account
        others, devices = {origin.account} - {"", account.key}, account.devices
        if origin.device and origin.device not in devices:
            devices = (*devices, origin.device)
        account = replace(account, devices=devices)
        links = sorted({*accounts_on_same_devices(account, await self.staff()), *others})
        return replace(account, devices=devices[-MAX_DEVICES:], linked=tuple(links))

    async def find_by_token(self, token: str, *, touch: bool = True) -> Account | None:
        """Return the account of a session token if the session is open and the account usable."""
        session = await self.sessions.find(token, touch=touch)
        account = await self.account(session.account) if session else None
        if session is None or account is None or account.closed:
            return None
        if session.of != account.sessions:
            return None
        if touch and account.guest and not self._guest_list.is_seen_today(account):
            await self._guest_list.record_visit(account)
        return account

    # Guests

    async def sign_up_guest(
        self, account: Account | None, password: object, *, key: str = "", place: str = IN_SESSION
    ) -> tuple[Account, str]:
        """Make a guest's account permanent; return it with the token of a new session.

        Name, chips and history stay, and all earlier sessions end. Repeating the ``key`` with the
        same password returns another token: the session of the first request has ended.
        """
        previous = await self._repeat_guest_sign_up(password, key, place)
        if previous is not None:
            return previous
        if account is None or not account.guest:
            raise Refused(HAS_PASSWORD, SIGN_IN_CLAUSE)
        password_hash = await self._passwords.hash(password)
        try:
            return await self._sign_up_guest(account.name, password_hash, password, key)
        except Refused:  # perhaps because the same request arrived twice
            previous = await self._repeat_guest_sign_up(password, key, place)
            if previous is None:
                raise
            return previous

    async def _sign_up_guest(
        self, name: str, password_hash: str, password: object, key: str
    ) -> tuple[Account, str]:
        async with self.lock:
            before = await self._existing_account(name)
            if not before.guest or before.closed:
                raise Refused(HAS_PASSWORD, SIGN_IN_CLAUSE)
            account = replace(
                before, password=password_hash, guest=False, sessions=before.sessions + 1
            )
            token, session_put = await self.sessions.prepare(account)
            body = _body_hash(GUEST_SIGN_UP, password)
            try:
                await self.back_office.write(
                    e.GuestSignedUp(account.name),
                    account.person,
                    puts=[
                        _account_put(account),
                        session_put,
                        self._guest_list.visit_deletion(account.key),
                    ],
                    more_events=[(e.SignedIn(account.name), account.person)],
                    responses=[StoredResponse("", hash_token(key), body, account.key.encode())]
                    if key
                    else (),
                )
            except Conflict:
                raise Refused(KEY_REUSED, CORRECTIONS) from None
            finally:
                self._drop_cached(account.key, staff=False)
        await self._end_sessions(account.key)
        await self.sessions.find(token, touch=False)  # cache it
        return account, token

    async def _repeat_guest_sign_up(
        self, password: object, key: str, place: str
    ) -> tuple[Account, str] | None:
        response = await self._stored_sign_up(key)
        if response is None:
            return None
        account = await self.account(response.response.decode())
        if response.body_hash != _body_hash(GUEST_SIGN_UP, password) or not (
            account and await self.check_password(account.key, account, password, place)
        ):
            raise Refused(KEY_REUSED, CORRECTIONS)
        if account.closed:
            raise Refused(f"this account is closed: {account.closed}", SIGN_IN_CLAUSE)
        return account, await self.start_session(account)

    async def end_guests(self, limit: int, is_present: Callable[[Account], Awaitable[bool]]) -> int:
        """End guests who were not seen for too long; return how many rows were looked at.

        Guests who are present, or have chips at a table, are left alone until the next day.
        """
        guests = await self._guest_list.overdue(limit)
        for guest in guests:
            try:
                await self._end_guest(guest, is_present)
            except (Refused, RowDamaged, Conflict, Overdraft):
                # The row cannot be read, which has been reported, or chips moved meanwhile.
                await self._guest_list.postpone(guest)
        return len(guests)

    async def _end_guest(
        self, guest: ListedGuest, is_present: Callable[[Account], Awaitable[bool]]
    ) -> None:
        async with self.lock:
            account = await self.account(guest.key)
            if account is None or not account.guest:
                await self._guest_list.remove(guest)
                return
            if await self._guest_list.move_if_seen(guest):
                return
            if await is_present(account):
                await self._guest_list.postpone(guest)
                return
            money = money_account(account.name)
            cents = int(await self._store.balance(money))
            posting = Posting(money, "house", cents, "posted", "guest ended")
            try:
                await self.back_office.write(
                    e.GuestEnded(account.name, cents),
                    postings=[posting] if cents else (),
                    puts=[
                        Put(ACCOUNTS, account.key, None),
                        Put(GUESTS_BY_DAY, guest.row, None),
                        self._guest_list.visit_deletion(account.key),
                        *await school_deletions(self._store, account.key),
                    ],
                    closed_accounts=[money],
                )
            finally:
                self._drop_cached(account.key, staff=False)
        await self._end_sessions(account.key)

    async def _end_sessions(self, key: str) -> None:
        """End the sessions of a changed account, and tell those who show it."""
        for listener in self._listeners:
            listener(key)
        await self.sessions.end_all(key)

    # Invitations

    async def invite(self, role: AccountRole, by: Person, *, for_the_house: bool = False) -> str:
        """Return the token of a new invitation; it works once, for a week.

        It also stops working when the inviter may no longer invite people, unless it was given out
        ``for_the_house``.
        """
        token, until = new_token(), self._clock() + INVITATION_LIFETIME
        event = e.Invited(role.value, utc_text(until))
        inviter = HOUSE.name if for_the_house else by.name
        puts = [credentials.invitation_put(token, Invitation(role, inviter, until))]
        await self.back_office.write(event, by, puts=puts)
        return token

    async def find_invitation(self, token: str) -> Invitation:
        """Return the invitation of a token, or refuse one that is not valid now."""
        invitation = await credentials.find_invitation(self._store, token)
        if invitation.until < self._clock():
            raise Refused("this invitation link has expired: ask for a new one", SIGN_IN_CLAUSE)
        if invitation.waits:
            raise Refused("this invitation is waiting for a second person's approval", TWO_PEOPLE)
        if invitation.by != HOUSE.name:
            by = await self.account(invitation.by)
            if by is None or by.closed or by.part is not AccountRole.ADMINISTRATOR:
                raise Refused(
                    "whoever sent this invitation may no longer invite people: "
                    "ask somebody else for a new one",
                    SIGN_IN_CLAUSE,
                )
            if invitation.part in STAFF and not invitation.approved_by:  # of an older version
                raise Refused(
                    "no second member of staff approved this invitation: ask for a new one",
                    TWO_PEOPLE,
                )
        return invitation

    async def accept_invitation(
        self, token: str, name: object, password: object, origin: Origin = UNKNOWN_ORIGIN
    ) -> tuple[Account, str]:
        """Open the account of an invitation and sign in; return the account and a token."""
        invitation = await self.find_invitation(token)
        if password is None:
            raise Refused("choose a password to accept the invitation", SIGN_IN_CLAUSE)
        by = HOUSE if invitation.by == HOUSE.name else Person(invitation.by, Role.ONLOOKER)
        return await self._open_account(
            name, invitation.part, password, by, token=token, invitation=invitation, origin=origin
        )


def _account_put(account: Account, *, must_be_new: bool = False) -> Put:
    return Put(ACCOUNTS, account.key, msgspec.json.encode(account), must_be_new)


def _body_hash(name: object, password: object) -> bytes:
    """Return the hash of a sign-up; the password itself is compared with the account's."""
    return sha256(msgspec.json.encode((str(name), password is None))).digest()
