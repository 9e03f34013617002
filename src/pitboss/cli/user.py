"""``pitboss user``: the accounts of a room that is not open."""

import asyncio
import getpass
import os
import sys
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final, TypeVar

import typer

from pitboss.cli.options import Json
from pitboss.cli.room_asked import Data, Database
from pitboss.cli.screen import print_json, show
from pitboss.refusal import Refused, brief

if TYPE_CHECKING:  # other commands start without the room
    from pitboss.room.people.accounts import Account, Part
    from pitboss.room.people.door import Door

T = TypeVar("T")
PARTS: Final = "player, dealer, floorperson, surveillance, auditor or administrator"
app = typer.Typer(help="The accounts of a room, while it is not open.", rich_markup_mode=None)

Name = Annotated[str, typer.Argument(metavar="NAME", help="Who.")]
PartName = Annotated[str, typer.Argument(metavar="PART", help=f"One of {PARTS}.")]
Stdin = Annotated[
    bool, typer.Option("--stdin", help="Read the password from standard input, one line.")
]


@app.command("add")
def add(
    name: Name,
    part: PartName,
    data: Data = None,
    database: Database = None,
    stdin: Stdin = False,
    as_json: Json = False,
) -> None:
    """Open an account with a password, which is asked for and not echoed."""
    role, password = _part(part), _password(stdin=stdin)

    async def work(door: "Door") -> "Account":
        from pitboss.room.people.desk import whoever

        return await door.open_account(name, role, password, by=whoever())

    account = _at_the_door(work, data, database, new=True)
    _told(account, f"{account.name} has an account now, as {account.part}.", as_json=as_json)


@app.command("list")
def list_(data: Data = None, database: Database = None, as_json: Json = False) -> None:
    """Everybody who has an account."""
    found = _at_the_door(lambda door: door.accounts(), data, database)
    if as_json:
        print_json([_plain(one) for one in found])
    elif not found:
        print("Nobody has an account.")
    else:
        from rich.markup import escape
        from rich.table import Table

        rows = Table.grid(padding=(0, 2, 0, 0))
        for one in found:
            closed = f"closed: {one.closed}" if one.closed else ""
            state = "guest" if one.guest else closed
            rows.add_row(escape(one.name), one.part, one.since[:10], escape(state))
        show(rows)


@app.command("role")
def role(
    name: Name,
    part: PartName,
    data: Data = None,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Give somebody of the staff another part; every session of theirs ends."""
    account = _changed(name, data, database, part=_part(part))
    _told(account, f"{account.name} is {account.part} from now on.", as_json=as_json)


@app.command("tables")
def tables(
    name: Name,
    keys: Annotated[
        list[str] | None,
        typer.Argument(metavar="[TABLE]...", help="Their keys; without any, the dealer has none."),
    ] = None,
    data: Data = None,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Assign a dealer to tables: those named, and no others."""

    async def work(door: "Door") -> "Account":
        from pitboss.room.people.desk import whoever

        known = [one.id for one in await door.office.store.streams() if one.kind == "table"]
        for key in keys or ():
            if key not in known:
                raise Refused(f"there is no table {brief(key)}: there are {', '.join(known)}")
        return await door.assign(name, keys or (), whoever())

    account = _at_the_door(work, data, database)
    where = ", ".join(account.tables or ()) or "no table"
    _told(account, f"{account.name} works at {where} from now on.", as_json=as_json)


@app.command("close")
def close(
    name: Name,
    reason: Annotated[str, typer.Option("--reason", metavar="WORDS", help="Why; it is logged.")],
    data: Data = None,
    database: Database = None,
    as_json: Json = False,
) -> None:
    """Close an account; every session of it ends."""
    if not reason.strip():
        raise Refused("say why, with --reason")
    account = _changed(name, data, database, closed=reason)
    _told(account, f"The account of {account.name} is closed.", as_json=as_json)


@app.command("open")
def open_(name: Name, data: Data = None, database: Database = None, as_json: Json = False) -> None:
    """Open an account again that was closed."""
    account = _changed(name, data, database, closed="")
    _told(account, f"The account of {account.name} is open again.", as_json=as_json)


@app.command("password")
def password(
    name: Name,
    data: Data = None,
    database: Database = None,
    stdin: Stdin = False,
    as_json: Json = False,
) -> None:
    """Give somebody another password; every session of theirs ends."""
    given = _password(stdin=stdin)

    async def work(door: "Door") -> "Account":
        from pitboss.room.people.desk import whoever

        return await door.set_password(name, given, whoever())

    account = _at_the_door(work, data, database)
    _told(account, f"{account.name} has another password.", as_json=as_json)


@app.command("invite")
def invite(
    part: PartName, data: Data = None, database: Database = None, as_json: Json = False
) -> None:
    """Print an invitation: whoever has it may open an account in this part, once, for a week."""
    role = _part(part)

    async def work(door: "Door") -> str:
        from pitboss.room.people.desk import whoever

        return await door.invite(role, whoever(), for_the_house=True)

    token = _at_the_door(work, data, database)
    if as_json:
        print_json({"part": role, "token": token})
    else:
        print(f"Invitation for a {role}, once, within a week: /#/join/{token}")


# What they share


def _at_the_door(
    work: "Callable[[Door], Awaitable[T]]",
    data: Path | None,
    database: str | None,
    *,
    new: bool = False,
) -> T:
    from pitboss.room.folder import default_data
    from pitboss.room.people.desk import at_the_door
    from pitboss.room.store.shape import Damaged, Unavailable, Uncertain

    if data is not None and database is not None:
        raise Refused("name one room: a data folder or a database")
    if data is None and database is None:
        database = os.environ.get("PITBOSS_DATABASE") or None
        data = None if database else Path(os.environ.get("PITBOSS_DATA") or default_data())
    try:
        return asyncio.run(at_the_door(work, data, database, new=new))
    except (Unavailable, Uncertain, Damaged) as trouble:
        raise Refused(str(trouble)) from None


def _changed(name: str, data: Path | None, database: str | None, **change: object) -> "Account":
    async def work(door: "Door") -> "Account":
        from pitboss.room.people.desk import whoever

        return await door.change(name, whoever(), **change)

    return _at_the_door(work, data, database)


def _part(text: str) -> "Part":
    from pitboss.room.people.accounts import Part

    try:
        return Part(text.lower())
    except ValueError:
        raise Refused(f"{brief(text)} is no part: there are {', '.join(Part)}") from None


def _password(*, stdin: bool) -> str:
    """Never an argument, which everybody on the machine could read."""
    if stdin:
        return sys.stdin.readline().rstrip("\r\n")
    if not sys.stdin.isatty():
        raise Refused("nobody can be asked for the password here: send it with --stdin")
    given = getpass.getpass("Password: ")
    if given != getpass.getpass("Once more: "):
        raise Refused("the two passwords do not match")
    return given


def _told(account: "Account", sentence: str, *, as_json: bool) -> None:
    if as_json:
        print_json(_plain(account))
    else:
        print(sentence)


def _plain(account: "Account") -> dict[str, object]:
    """All but the password, of which not even the hash is shown."""
    return {
        "name": account.name,
        "part": account.part.value,
        "guest": account.guest,
        "closed": account.closed,
        "since": account.since,
        "invited_by": account.invited_by,
        "tables": [*(account.tables or ())],
    }
