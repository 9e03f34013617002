"""``pitboss user``: manage accounts on the command line while the room is closed."""

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
from pitboss.room.people.account_service import AccountService
from pitboss.room.people.accounts import Account, AccountRole
from pitboss.room.people.offline import with_account_service
from pitboss.room.store.interface import BACK_OFFICE
from pitboss.room.store.opening import open_store
from pitboss.room.store.sqlite import DATABASE_FILE, DataFolder, SqliteStore
from tests.cli.test_room_reports import Program
from tests.room.store.store_locations import running_postgres

PASSWORD = "correct horse battery"  # noqa: S105
OTHER = "another good password"


class _Keyboard(io.StringIO):
    def isatty(self) -> bool:
        return True


class Desk:
    """The program, about the room in one folder."""

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
        async def work(door: AccountService) -> bool:
            try:
                await door.sign_in(name, password)
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
def desk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> Desk:
    for name in ("PITBOSS_DATA", "PITBOSS_DATABASE"):
        monkeypatch.delenv(name, raising=False)
    return Desk(Program(monkeypatch, capsys), tmp_path / "room", monkeypatch)


def test_an_account_is_opened_and_listed(desk: Desk) -> None:
    assert desk.add("Root", "administrator") == "Opened an account for Root, as administrator.\n"
    desk.add("Dee", "dealer")
    output = desk.output_of("list")
    assert [line.split()[:2] for line in output.splitlines()] == [
        ["Dee", "dealer"],
        ["Root", "administrator"],
    ]
    assert desk.people()["Dee"]["part"] == "dealer"
    assert desk.signs_in("Dee", PASSWORD)
    assert not desk.signs_in("Dee", OTHER)


def test_no_hash_and_no_password_is_shown_or_logged(desk: Desk) -> None:
    desk.add("Root", "administrator")
    progress = desk.output_of("list", "--json") + desk.output_of("list") + repr(desk.log())
    assert PASSWORD not in progress
    assert "argon2" not in progress


def test_parts_accounts_and_passwords_change(desk: Desk) -> None:
    desk.add("Root", "administrator")
    desk.add("Dee", "dealer")
    assert desk.output_of("role", "dee", "Floorperson") == "The role of Dee is now floorperson.\n"
    assert desk.output_of("close", "Dee", "--reason", "on leave").startswith(
        "Closed the account of Dee"
    )
    assert desk.people()["Dee"]["closed"] == "on leave"
    assert "closed: on leave" in desk.output_of("list")
    assert not desk.signs_in("Dee", PASSWORD)
    assert json.loads(desk.output_of("open", "Dee", "--json"))["closed"] == ""
    desk.output_of("password", "Dee", "--stdin", stdin=f"{OTHER}\r\n")
    assert desk.signs_in("Dee", OTHER)
    lines = [line for line in desk.log() if line.by.name.endswith("at the machine")]
    assert [line.event for line in lines if not isinstance(line.event, e.AccountOpened)] == [
        e.RoleChanged("Dee", "dealer", "floorperson"),
        e.AccountClosed("Dee", "on leave"),
        e.AccountClosed("Dee", "", closed=False),
        e.PasswordChanged("Dee"),
    ]
    assert all(line.at.endswith("Z") for line in lines)


def test_an_invitation_is_good(desk: Desk) -> None:
    desk.add("Root", "administrator")
    link = desk.output_of("invite", "auditor").split("/#/join/")[1].strip()
    progress = json.loads(desk.output_of("invite", "dealer", "--json"))

    async def accept(door: AccountService) -> Sequence[Account]:
        await door.accept_invitation(link, "Ada", PASSWORD)
        await door.accept_invitation(progress["token"], "Dee", PASSWORD)
        return await door.accounts()

    people = asyncio.run(with_account_service(accept, desk.folder, None))
    assert {person.name: person.part for person in people} == {
        "Ada": AccountRole.AUDITOR,
        "Dee": AccountRole.DEALER,
        "Root": AccountRole.ADMINISTRATOR,
    }


def test_a_password_is_asked_for_twice_without_echo(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    desk.keyboard = _Keyboard
    answers = iter([PASSWORD, PASSWORD, PASSWORD, OTHER])
    arguments: list[str] = []

    def hidden_prompt(prompt: str) -> str:
        arguments.append(prompt)
        return next(answers)

    monkeypatch.setattr(getpass, "getpass", hidden_prompt)
    desk.output_of("add", "Root", "administrator")
    assert arguments == ["Password: ", "Repeat password: "]
    assert desk.refused("password", "Root") == "the two passwords do not match."
    assert desk.signs_in("Root", PASSWORD)


def test_a_password_is_no_argument(desk: Desk) -> None:
    desk.add("Root", "administrator")
    assert "--stdin" in desk.refused("password", "Root")
    assert desk.refused("password", "Root", PASSWORD)
    assert desk.refused("add", "Dee", "dealer", "--password", PASSWORD)


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
def test_what_cannot_be_is_told_in_a_sentence(
    desk: Desk, arguments: tuple[str, ...], stdin: str, why: str
) -> None:
    desk.add("Root", "administrator")
    assert why in desk.refused(*arguments, stdin=stdin)
    assert list(desk.people()) == ["Root"]


def test_a_room_that_is_open_is_left_alone(desk: Desk) -> None:
    desk.add("Root", "administrator")
    open_ = DataFolder(desk.folder)
    for arguments in (("list",), ("invite", "dealer"), ("open", "Root")):
        assert f"the room in {desk.folder} is open" in desk.refused(*arguments)
    open_.release()
    assert list(desk.people()) == ["Root"]


def test_where_there_is_no_room(desk: Desk) -> None:
    assert desk.refused("list") == f"there is no room in {desk.folder}."
    assert not desk.folder.exists()
    assert "choose one room" in desk.refused("list", "--database", "postgresql://x/y")


def test_a_database_that_is_none(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> None:
    for address, why in (
        ("mysql://me:secret@here/room", "a database address must start with postgresql://"),
        ("postgresql://me:secret@127.0.0.1:1/room", "127.0.0.1"),
    ):
        status, _, err = desk._program.run("user", "list", "--database", address)
        assert status == 2
        assert why in err
        assert "secret" not in err


@pytest.mark.slow
def test_a_room_on_postgresql(desk: Desk) -> None:
    """Changed while it is not open, whoever else is connected; left alone while it is."""
    desk._patch.setattr("pitboss.room.store.postgres_connection.LOCK_TIMEOUT", 0.3)
    with running_postgres() as server:
        address = server.address()
        progress = ("--database", address)
        desk._patch.setattr(sys, "stdin", io.StringIO(PASSWORD))
        status, out, err = desk._program.run("user", "add", "Root", "auditor", "--stdin", *progress)
        assert (status, err) == (0, ""), out
        assert "Root" in desk._program.run("user", "list", *progress)[1]

        async def beside(room: bool) -> tuple[int, str, str]:
            import asyncpg

            other = await (open_store(None, address) if room else asyncpg.connect(address))
            try:
                return await asyncio.to_thread(desk._program.run, "user", "list", *progress)
            finally:
                await other.close()

        status, out, err = asyncio.run(beside(room=False))
        assert (status, err) == (0, "")
        assert "Root" in out
        status, _, err = asyncio.run(beside(room=True))
        assert status == 2
        assert "is in use by another pitboss: stop the room first" in err


def test_a_dealer_is_assigned_to_tables(desk: Desk) -> None:
    desk.add("Dee", "dealer")
    desk.add("Flo", "floorperson")

    async def create_account(door: AccountService) -> None:
        for table in ("one", "two"):
            await door.back_office.store.create_stream(table, "table", table.title(), {})

    asyncio.run(with_account_service(create_account, desk.folder, None))
    assert desk.people()["Dee"]["tables"] == []
    assert desk.output_of("tables", "dee", "two", "one") == "Dee is now assigned to one, two.\n"
    assert desk.people()["Dee"]["tables"] == ["one", "two"]
    assert desk.refused("tables", "Dee", "three") == "unknown table 'three': choose from one, two."
    assert "is not a dealer" in desk.refused("tables", "Flo", "one")
    assert desk.output_of("tables", "Dee") == "Dee is now assigned to no table.\n"
    assignments = [item.event for item in desk.log() if isinstance(item.event, e.DealerAssigned)]
    assert assignments == [e.DealerAssigned("Dee", ("one", "two")), e.DealerAssigned("Dee", ())]
