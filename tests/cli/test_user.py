"""Test ``pitboss user``: manage accounts on the command line while the room is closed."""

import asyncio
import getpass
import io
import json
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from pitboss.errors import Refused
from pitboss.room import back_office_events as e
from pitboss.room.back_office_events import StoredBackOfficeLine, decode_back_office_line
from pitboss.room.people import offline
from pitboss.room.people.account_service import AccountService
from pitboss.room.people.accounts import Account, AccountRole
from pitboss.room.people.offline import with_account_service
from pitboss.room.store.interface import BACK_OFFICE
from pitboss.room.store.opening import open_store
from pitboss.room.store.sqlite import DATABASE_FILE, DataFolder, SqliteStore
from tests.cli.test_room_reports import Program
from tests.room.http.in_process_room import fast_passwords
from tests.room.store.store_locations import running_postgres

PASSWORD = "correct horse battery"  # noqa: S105
OTHER = "another good password"


class _Keyboard(io.StringIO):
    def isatty(self) -> bool:
        return True


class UserCommand:
    """Run the command for the room in one folder."""

    def __init__(self, program: Program, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self._program, self.folder, self._patch = program, folder, patch
        self.keyboard: type[io.StringIO] = io.StringIO

    def run(self, *arguments: str, stdin: str = "") -> tuple[int, str, str]:
        self._patch.setattr(sys, "stdin", self.keyboard(stdin))
        return self._program.run("user", *arguments, "--data", str(self.folder))

    def output_of(self, *arguments: str, stdin: str = "") -> str:
        status, out, err = self.run(*arguments, stdin=stdin)
        assert (status, err) == (0, "")
        return out

    def refused(self, *arguments: str, stdin: str = "") -> str:
        status, out, err = self.run(*arguments, stdin=stdin)
        assert (status, out) == (2, "")
        assert err.startswith("pitboss: ")
        assert err.count("\n") == 1
        return err.removeprefix("pitboss: ").strip()

    def add(self, name: str, part: str) -> str:
        return self.output_of("add", name, part, "--stdin", stdin=f"{PASSWORD}\n")

    def people(self) -> dict[str, dict[str, object]]:
        return {load["name"]: load for load in json.loads(self.output_of("list", "--json"))}

    def signs_in(self, name: str, password: str) -> bool:
        async def work(service: AccountService) -> bool:
            try:
                await service.sign_in(name, password)
            except Refused:
                return False
            return True

        return asyncio.run(with_account_service(work, self.folder, None))

    def log(self) -> list[StoredBackOfficeLine]:
        async def read() -> list[StoredBackOfficeLine]:
            store = SqliteStore(self.folder / DATABASE_FILE)
            lines = [
                decode_back_office_line(x.line)
                async for some in store.entries(BACK_OFFICE)
                for x in some
            ]
            await store.close()
            return lines

        return asyncio.run(read())


@pytest.fixture
def users(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> UserCommand:
    for name in ("PITBOSS_DATA", "PITBOSS_DATABASE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr(offline, "Passwords", fast_passwords)
    return UserCommand(Program(monkeypatch, capsys), tmp_path / "room", monkeypatch)


def test_an_account_is_opened_and_listed(users: UserCommand) -> None:
    assert users.add("Root", "administrator") == "Opened an account for Root, as administrator.\n"
    users.add("Dee", "dealer")
    output = users.output_of("list")
    assert [line.split()[:2] for line in output.splitlines()] == [
        ["Dee", "dealer"],
        ["Root", "administrator"],
    ]
    assert users.people()["Dee"]["part"] == "dealer"
    assert users.signs_in("Dee", PASSWORD)
    assert not users.signs_in("Dee", OTHER)


def test_no_hash_and_no_password_is_shown_or_logged(users: UserCommand) -> None:
    users.add("Root", "administrator")
    progress = users.output_of("list", "--json") + users.output_of("list") + repr(users.log())
    assert PASSWORD not in progress
    assert "argon2" not in progress


def test_parts_accounts_and_passwords_change(users: UserCommand) -> None:
    users.add("Root", "administrator")
    users.add("Dee", "dealer")
    assert users.output_of("role", "dee", "Floorperson") == "The role of Dee is now floorperson.\n"
    assert users.output_of("close", "Dee", "--reason", "on leave").startswith(
        "Closed the account of Dee"
    )
    assert users.people()["Dee"]["closed"] == "on leave"
    assert "closed: on leave" in users.output_of("list")
    assert not users.signs_in("Dee", PASSWORD)
    assert json.loads(users.output_of("open", "Dee", "--json"))["closed"] == ""
    users.output_of("password", "Dee", "--stdin", stdin=f"{OTHER}\r\n")
    assert users.signs_in("Dee", OTHER)
    lines = [line for line in users.log() if line.by.name.endswith("at the machine")]
    assert [line.event for line in lines if not isinstance(line.event, e.AccountOpened)] == [
        e.RoleChanged("Dee", "dealer", "floorperson"),
        e.AccountClosed("Dee", "on leave"),
        e.AccountClosed("Dee", "", closed=False),
        e.PasswordChanged("Dee"),
    ]
    assert all(line.at.endswith("Z") for line in lines)


def test_an_invitation_works(users: UserCommand) -> None:
    users.add("Root", "administrator")
    link = users.output_of("invite", "auditor").split("/#/join/")[1].strip()
    progress = json.loads(users.output_of("invite", "dealer", "--json"))

    async def accept(service: AccountService) -> Sequence[Account]:
        await service.accept_invitation(link, "Ada", PASSWORD)
        await service.accept_invitation(progress["token"], "Dee", PASSWORD)
        return await service.accounts()

    people = asyncio.run(with_account_service(accept, users.folder, None))
    assert {person.name: person.part for person in people} == {
        "Ada": AccountRole.AUDITOR,
        "Dee": AccountRole.DEALER,
        "Root": AccountRole.ADMINISTRATOR,
    }


def test_a_password_is_prompted_for_twice_without_echo(
    users: UserCommand, monkeypatch: pytest.MonkeyPatch
) -> None:
    users.keyboard = _Keyboard
    answers = iter([PASSWORD, PASSWORD, PASSWORD, OTHER])
    arguments: list[str] = []

    def hidden_prompt(prompt: str) -> str:
        arguments.append(prompt)
        return next(answers)

    monkeypatch.setattr(getpass, "getpass", hidden_prompt)
    users.output_of("add", "Root", "administrator")
    assert arguments == ["Password: ", "Repeat password: "]
    assert users.refused("password", "Root") == "the two passwords do not match."
    assert users.signs_in("Root", PASSWORD)


def test_a_password_is_not_an_argument(users: UserCommand) -> None:
    users.add("Root", "administrator")
    assert "--stdin" in users.refused("password", "Root")
    assert users.refused("password", "Root", PASSWORD)
    assert users.refused("add", "Dee", "dealer", "--password", PASSWORD)


@pytest.mark.parametrize(
    ("arguments", "stdin", "why"),
    [
        (("add", "root", "dealer", "--stdin"), PASSWORD, "'root' is taken"),
        (("add", "R00t", "dealer", "--stdin"), PASSWORD, "looks too much like"),
        (("add", "house", "dealer", "--stdin"), PASSWORD, "reserved for the house"),
        (("add", "Dee", "dealer", "--stdin"), "short", "10 to 200 characters"),
        (("add", "Dee", "dealer", "--stdin"), "", "10 to 200 characters"),
        (("add", "Dee", "king", "--stdin"), PASSWORD, "unknown role 'king': choose from player"),
        (("role", "Nobody", "dealer"), "", "there is no account named 'Nobody'"),
        (("role", "Root", "player"), "", "need separate accounts"),
        (("role", "Root", "dealer"), "", "only administrator"),
        (("close", "Root", "--reason", "left"), "", "only administrator"),
        (("close", "Root", "--reason", " "), "", "--reason"),
        (("close", "Root"), "", "--reason"),
        (("open", "Root"), "", "nothing to change"),
        (("invite", "king"), "", "unknown role"),
    ],
)
def test_bad_requests_get_a_one_sentence_error(
    users: UserCommand, arguments: tuple[str, ...], stdin: str, why: str
) -> None:
    users.add("Root", "administrator")
    assert why in users.refused(*arguments, stdin=stdin)
    assert list(users.people()) == ["Root"]


def test_a_running_room_is_not_touched(users: UserCommand) -> None:
    users.add("Root", "administrator")
    open_ = DataFolder(users.folder)
    for arguments in (("list",), ("invite", "dealer"), ("open", "Root")):
        assert f"the room in {users.folder} is open" in users.refused(*arguments)
    open_.release()
    assert list(users.people()) == ["Root"]


def test_a_folder_without_a_room(users: UserCommand) -> None:
    assert users.refused("list") == f"there is no room in {users.folder}."
    assert not users.folder.exists()
    assert "choose one room" in users.refused("list", "--database", "postgresql://x/y")


def test_a_file_that_is_not_a_database(users: UserCommand, monkeypatch: pytest.MonkeyPatch) -> None:
    for address, why in (
        ("mysql://me:secret@here/room", "a database address must start with postgresql://"),
        ("postgresql://me:secret@127.0.0.1:1/room", "127.0.0.1"),
    ):
        status, _, err = users._program.run("user", "list", "--database", address)
        assert status == 2
        assert why in err
        assert "secret" not in err


@pytest.mark.slow
def test_a_room_on_postgresql(users: UserCommand) -> None:
    """Accounts change while it is closed, whoever else is connected, but not while it is open."""
    users._patch.setattr("pitboss.room.store.postgres_connection.LOCK_TIMEOUT", 0.3)
    with running_postgres() as server:
        address = server.address()
        progress = ("--database", address)
        users._patch.setattr(sys, "stdin", io.StringIO(PASSWORD))
        status, out, err = users._program.run(
            "user", "add", "Root", "auditor", "--stdin", *progress
        )
        assert (status, err) == (0, ""), out
        assert "Root" in users._program.run("user", "list", *progress)[1]

        async def beside(room: bool) -> tuple[int, str, str]:
            import asyncpg

            other = await (open_store(None, address) if room else asyncpg.connect(address))
            try:
                return await asyncio.to_thread(users._program.run, "user", "list", *progress)
            finally:
                await other.close()

        status, out, err = asyncio.run(beside(room=False))
        assert (status, err) == (0, "")
        assert "Root" in out
        status, _, err = asyncio.run(beside(room=True))
        assert status == 2
        assert "is in use by another pitboss: stop the room first" in err


def test_a_dealer_is_assigned_to_tables(users: UserCommand) -> None:
    users.add("Dee", "dealer")
    users.add("Flo", "floorperson")

    async def create_account(service: AccountService) -> None:
        for table in ("one", "two"):
            await service.back_office.store.create_stream(table, "table", table.title(), {})

    asyncio.run(with_account_service(create_account, users.folder, None))
    assert users.people()["Dee"]["tables"] == []
    assert users.output_of("tables", "dee", "two", "one") == "Dee is now assigned to one, two.\n"
    assert users.people()["Dee"]["tables"] == ["one", "two"]
    assert users.refused("tables", "Dee", "three") == "unknown table 'three': choose from one, two."
    assert "is not a dealer" in users.refused("tables", "Flo", "one")
    assert users.output_of("tables", "Dee") == "Dee is now assigned to no table.\n"
    assignments = [item.event for item in users.log() if isinstance(item.event, e.DealerAssigned)]
    assert assignments == [e.DealerAssigned("Dee", ("one", "two")), e.DealerAssigned("Dee", ())]
