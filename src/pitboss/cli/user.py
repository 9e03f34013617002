"""``pitboss user`` and ``reindex``: change a room that is not being served."""

import asyncio
import getpass
import sys
from collections.abc import Awaitable, Callable, Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Final, TypeVar

import typer

from pitboss.cli.options import DatabaseOption, DataOption, Json, choose_room
from pitboss.cli.output import count_phrase, print_json, print_rich
from pitboss.errors import Refused, short_repr

if TYPE_CHECKING:  # other commands start without the room
    from pitboss.room.people.account_service import AccountService
    from pitboss.room.people.accounts import Account, AccountRole

ResultT = TypeVar("ResultT")
ROLE_NAMES: Final = "player, dealer, floorperson, surveillance, auditor or administrator"
app = typer.Typer(
    help="Manage the accounts of a room while it is not being served.", rich_markup_mode=None
)

NameArgument = Annotated[str, typer.Argument(metavar="NAME", help="Name of the account.")]
RoleArgument = Annotated[str, typer.Argument(metavar="ROLE", help=f"One of {ROLE_NAMES}.")]
StdinOption = Annotated[
    bool, typer.Option("--stdin", help="Read the password from standard input, one line.")
]


@app.command("add")
def add(
    name: NameArgument,
    role_name: RoleArgument,
    data: DataOption = None,
    database: DatabaseOption = None,
    stdin: StdinOption = False,
    as_json: Json = False,
) -> None:
    """Open an account; you are prompted for its password."""
    role, password = _parse_role(role_name), _read_password(stdin=stdin)

    async def work(service: "AccountService") -> "Account":
        from pitboss.room.people.offline import local_operator

        return await service.open_account(name, role, password, by=local_operator())

    account = _with_account_service(work, data, database, new=True)
    _print_account(
        account, f"Opened an account for {account.name}, as {account.part}.", as_json=as_json
    )


@app.command("list")
def list_(data: DataOption = None, database: DatabaseOption = None, as_json: Json = False) -> None:
    """List all accounts."""
    accounts = _with_account_service(lambda service: service.accounts(), data, database)
    if as_json:
        print_json([_account_fields(account) for account in accounts])
    elif not accounts:
        print("There are no accounts.")
    else:
        from rich.markup import escape
        from rich.table import Table

        rows = Table.grid(padding=(0, 2, 0, 0))
        for account in accounts:
            closure = f"closed: {account.closed}" if account.closed else ""
            state = "guest" if account.guest else closure
            rows.add_row(escape(account.name), account.part, account.since[:10], escape(state))
        print_rich(rows)


@app.command("role")
def role(
    name: NameArgument,
    role_name: RoleArgument,
    data: DataOption = None,
    database: DatabaseOption = None,
    as_json: Json = False,
) -> None:
    """Change the role of an account, and end its sessions."""
    account = _change_account(name, data, database, part=_parse_role(role_name))
    _print_account(account, f"The role of {account.name} is now {account.part}.", as_json=as_json)


@app.command("tables")
def tables(
    name: NameArgument,
    keys: Annotated[
        list[str] | None,
        typer.Argument(metavar="TABLE", help="Keys of tables; none if omitted."),
    ] = None,
    data: DataOption = None,
    database: DatabaseOption = None,
    as_json: Json = False,
) -> None:
    """Assign a dealer to these tables and no others."""

    async def work(service: "AccountService") -> "Account":
        from pitboss.room.people.offline import local_operator

        streams = await service.back_office.store.streams()
        room_tables = [stream.id for stream in streams if stream.kind == "table"]
        for key in keys or ():
            if key not in room_tables:
                raise Refused(
                    f"unknown table {short_repr(key)}: choose from {', '.join(room_tables)}"
                )
        return await service.assign_tables(name, keys or (), local_operator())

    account = _with_account_service(work, data, database)
    where = ", ".join(account.tables or ()) or "no table"
    _print_account(account, f"{account.name} is now assigned to {where}.", as_json=as_json)


@app.command("close")
def close(
    name: NameArgument,
    reason: Annotated[
        str, typer.Option("--reason", metavar="TEXT", help="The reason, which is logged.")
    ],
    data: DataOption = None,
    database: DatabaseOption = None,
    as_json: Json = False,
) -> None:
    """Close an account, and end its sessions."""
    if not reason.strip():
        raise Refused("--reason must not be empty")
    account = _change_account(name, data, database, closed=reason)
    _print_account(account, f"Closed the account of {account.name}.", as_json=as_json)


@app.command("open")
def open_(
    name: NameArgument,
    data: DataOption = None,
    database: DatabaseOption = None,
    as_json: Json = False,
) -> None:
    """Reopen an account that was closed."""
    account = _change_account(name, data, database, closed="")
    _print_account(account, f"Reopened the account of {account.name}.", as_json=as_json)


@app.command("password")
def password(
    name: NameArgument,
    data: DataOption = None,
    database: DatabaseOption = None,
    stdin: StdinOption = False,
    as_json: Json = False,
) -> None:
    """Change the password of an account, and end its sessions."""
    new_password = _read_password(stdin=stdin)

    async def work(service: "AccountService") -> "Account":
        from pitboss.room.people.offline import local_operator

        return await service.set_password(name, new_password, local_operator())

    account = _with_account_service(work, data, database)
    _print_account(account, f"Changed the password of {account.name}.", as_json=as_json)


@app.command("invite")
def invite(
    role_name: RoleArgument,
    data: DataOption = None,
    database: DatabaseOption = None,
    as_json: Json = False,
) -> None:
    """Print an invitation to open one account with this role.

    It is valid for a week.
    """
    role = _parse_role(role_name)

    async def work(service: "AccountService") -> str:
        from pitboss.room.people.offline import local_operator

        return await service.invite(role, local_operator(), for_the_house=True)

    token = _with_account_service(work, data, database)
    if as_json:
        print_json({"part": role, "token": token})
    else:
        print(f"Invitation for one {role}, valid for a week: /#/join/{token}")


def _with_account_service(
    work: "Callable[[AccountService], Awaitable[ResultT]]",
    data: Path | None,
    database: str | None,
    *,
    new: bool = False,
) -> ResultT:
    from pitboss.room.people.offline import with_account_service

    data, database = choose_room(data, database)
    return _run(with_account_service(work, data, database, new=new))


def _run(work: "Coroutine[Any, Any, ResultT]") -> ResultT:
    from pitboss.room.store.interface import CommitUncertain, StoreDamaged, StoreUnavailable

    try:
        return asyncio.run(work)
    except (StoreUnavailable, CommitUncertain, StoreDamaged) as error:
        raise Refused(str(error)) from None


def reindex_command(
    data: DataOption = None, database: DatabaseOption = None, as_json: Json = False
) -> None:
    """Delete the index of a closed room.

    Its next start builds the index again from the log. Reports, histories and restarts read the
    index instead of the whole log. Use this if an audit finds that the index does not match the
    log; the log itself and all money stay as they are.
    """

    async def work() -> list[str]:
        from pitboss.room.people.offline import closed_room
        from pitboss.room.store.opening import check_archive_files

        async with closed_room(*choose_room(data, database)) as store:
            streams = [stream.id for stream in await store.streams()]
            await check_archive_files(store, streams)
            for stream in streams:
                await store.clear_index(stream)
            return streams

    streams = _run(work())
    if as_json:
        print_json({"streams": streams})
    else:
        print(
            f"Deleted the index of {count_phrase(len(streams), 'stream')}. The next start of the "
            "room rebuilds it, which can take a minute per million lines."
        )


def _change_account(
    name: str, data: Path | None, database: str | None, **change: object
) -> "Account":
    async def work(service: "AccountService") -> "Account":
        from pitboss.room.people.offline import local_operator

        return await service.change_account(name, local_operator(), **change)

    return _with_account_service(work, data, database)


def _parse_role(text: str) -> "AccountRole":
    from pitboss.room.people.accounts import AccountRole

    try:
        return AccountRole(text.lower())
    except ValueError:
        raise Refused(
            f"unknown role {short_repr(text)}: choose from {', '.join(AccountRole)}"
        ) from None


def _read_password(*, stdin: bool) -> str:
    """Read a password; it is never an argument, which every user of the machine could see."""
    if stdin:
        return sys.stdin.readline().rstrip("\r\n")
    if not sys.stdin.isatty():
        raise Refused("there is no terminal to prompt for the password: use --stdin")
    entry = getpass.getpass("Password: ")
    if entry != getpass.getpass("Repeat password: "):
        raise Refused("the two passwords do not match")
    return entry


def _print_account(account: "Account", sentence: str, *, as_json: bool) -> None:
    if as_json:
        print_json(_account_fields(account))
    else:
        print(sentence)


def _account_fields(account: "Account") -> dict[str, object]:
    """Return the fields of an account, without the hash of its password."""
    return {
        "name": account.name,
        "part": account.part.value,
        "guest": account.guest,
        "closed": account.closed,
        "since": account.since,
        "invited_by": account.invited_by,
        "tables": [*(account.tables or ())],
    }
