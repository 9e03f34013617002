"""SEC-4 and SEC-7 for pages: who gets the data of a page, and which actions take two people.

What a page requests is read from its source, so a request that is not listed here fails.
"""

import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final, NamedTuple

import pytest

from pitboss.client.protocol import COOKIE
from pitboss.room.people.accounts import AccountRole
from pitboss.table import commands as c
from pitboss.web import SITE
from tests.filings import complete
from tests.room.http.in_process_room import (
    GAME,
    PASSWORD,
    TABLE,
    Caller,
    InProcessRoom,
    Json,
)
from tests.room.test_route_permissions import (
    ADMIN,
    ALL,
    ANYBODY,
    AT_WORK,
    READERS,
    ROUTES,
    STAFF,
    Who,
)

SCRIPTS: Final = SITE / "js"
FLOOR: Final[Who] = frozenset({AccountRole.FLOORPERSON})
MANAGERS: Final = ADMIN | FLOOR


class StaffPage(NamedTuple):
    """A page of the staff: its scripts, who works with it, and what it loads for them."""

    scripts: tuple[str, ...]
    viewers: Who
    data: tuple[tuple[str, str], ...]
    """Routes without which the page has nothing to show."""


CONSOLE: Final = ("GET", "/api/tables/{table}/console")
PAGES: Final = {
    "deal": StaffPage(("dealer/*.js",), AT_WORK, (("GET", "/api/me/tables"), CONSOLE)),
    "floor": StaffPage(
        ("floor/floor.js", "floor/table.js", "floor/decisions.js", "floor/filing.js"),
        READERS - ADMIN,
        (("GET", "/api/floor"), CONSOLE),
    ),
    "new-table": StaffPage(
        ("floor/new_table.js",), MANAGERS, (("POST", "/api/tables"), ("GET", "/api/dealers"))
    ),
    "staff": StaffPage(
        ("staff/*.js",), STAFF | ADMIN, (("GET", "/api/tables/{table}/submissions"),)
    ),
    "admin": StaffPage(("admin/*.js",), STAFF | ADMIN, (("GET", "/api/proposals"),)),
    "audit": StaffPage(("audit/*.js",), READERS, (("GET", "/api/rounds"),)),
    "school": StaffPage(("school/*.js",), ALL, (("GET", "/api/school"),)),
}
ALONE: Final = {
    "signInAsGuest": "a guest's own account",
    "assignDealer": "assigning a dealer can be undone by anybody who may do it, and is logged",
    "restartTable": "the table is loaded from its log as it is",
    "previewCommand": "nothing is done",
    "compareFiling": "nothing is done",
    "checkSubmission": "nothing is done",
    "printSubmission": "nothing is done",
    "endSession": "it only takes something away",
    "liftDelay": "the password is needed all the same",
    "makeBackup": "it is logged",
    "reconcile": "it reads the books and logs the result",
    "startLesson": "one's own lessons",
    "actInLesson": "one's own lessons",
    "createCertificate": "one's own lessons",
}
"""Changes that one person makes alone, each with the reason."""
BY_TWO: Final = {
    "fileSubmission", "decideFiling", "openTable", "invite", "changeRole", "closeAccount",
    "decideProposal", "executeCommand",
}  # fmt: skip
"""Changes that propose something or approve it: each has a case below."""
ALIASES: Final = {"getMe": "getSession"}
"""Functions that only call another one."""
_ENTRY: Final = re.compile(
    r"^  (?:async )?(\w+)(?:: |\()(.*?)(?=^  (?:/\*\*|(?:async )?\w+[:(])|^};)",
    re.DOTALL | re.MULTILINE,
)
_REQUEST: Final = re.compile(r'\brequest\("(\w+)", (?:`([^`]*)`|"([^"]*)"|(tablePath\(table\)))')
_POST: Final = re.compile(r'\b(?:requestOnce|download)\((?:`([^`]*)`|"([^"]*)")')


def api_requests() -> dict[str, tuple[str, str]]:
    """Return the method and path of each function of the pages' API, with ``{}`` in the path."""
    source = (SCRIPTS / "api.js").read_text()
    result = {}
    for name, body in _ENTRY.findall(source[source.index("export const api = {") :]):
        if match := _REQUEST.search(body):
            method, path = match[1], match[2] or match[3] or match[4]
        elif match := _POST.search(body):
            method, path = "POST", match[1] or match[2]
        elif (match := re.search(r"`([^`]*)`", body)) and name.endswith("Url"):
            method, path = "GET", match[1]
        else:
            continue
        path = path.replace("${tablePath(table)}", "/api/tables/${}")
        path = path.replace("tablePath(table)", "/api/tables/${}")
        path = re.sub(r"\$\{(?:[^{}]|\{[^{}]*\})*\}", "{}", path).split("?")[0].split("${")[0]
        result[name] = (method, path)
    return result


def page_functions(page: str) -> set[str]:
    """Return the functions of the API that the scripts of a page call."""
    texts = [path.read_text() for glob in PAGES[page].scripts for path in SCRIPTS.glob(glob)]
    assert texts, page
    names = {name for text in texts for name in re.findall(r"\bapi\.(?!js\b)(\w+)", text)}
    return {ALIASES.get(name, name) for name in names}


def route_of(method: str, path: str) -> tuple[str, str]:
    """Return the listed route of a request."""
    pattern = re.escape(path).replace(r"\{\}", r"(?:\{\w+\}|approve|reject)")
    routes = [item for item in ROUTES if item[0] == method and re.fullmatch(pattern, item[1])]
    if not routes:  # the path ends in a query, which was cut off together with a placeholder
        pattern = pattern.removesuffix(r"(?:\{\w+\}|approve|reject)")
        routes = [item for item in ROUTES if item[0] == method and re.fullmatch(pattern, item[1])]
    assert routes, f"{method} {path} is no listed route"
    return routes[0]


@pytest.mark.parametrize("page", PAGES)
def test_sec_4_what_a_page_requests_is_listed_for_its_viewers(page: str) -> None:
    """Each request has a row in the matrix of roles × routes; each change is alone or by two."""
    requests = api_requests()
    functions = page_functions(page)
    assert functions <= requests.keys()
    for name in functions:
        method, path = requests[name]
        who, _ = ROUTES[route_of(method, path)]
        assert who & PAGES[page].viewers, f"nobody who sees {page} may use {name}"
        if method != "GET":
            assert (name in ALONE) != (name in BY_TWO), f"{page} changes something by {name}"


@pytest.mark.parametrize("page", PAGES)
async def test_sec_4_every_role_and_page(page: str, tmp_path: Path) -> None:
    """Guests and the signed-out included: the data comes for the viewers of a page, or not."""
    viewers = PAGES[page].viewers
    for route in PAGES[page].data:
        assert ROUTES[route][0] >= viewers, f"{page} cannot load {route} for all of its viewers"
    if page == "deal":
        return  # the console is the floor's, too
    who = frozenset.intersection(*(ROUTES[route][0] for route in PAGES[page].data))
    assert who - viewers <= frozenset({None} if who >= ANYBODY else ())
    async with InProcessRoom(tmp_path) as house:
        visit = await house.caller().post("/api/accounts", {})
        assert visit.json()["guest"]
        guest = house.caller(visit.cookies[COOKIE])
        for caller, part in ((guest, AccountRole.PLAYER), (house.caller(), None)):
            for method, path in PAGES[page].data:
                address = path.replace("{table}", TABLE)
                body = ROUTES[method, path][1]
                answer = await caller.request(method, address, dict(body) if body else None)
                assert (answer.status_code < 400) is (part in viewers), (page, path, part)


# Two people


async def _file(flo: Caller, house: InProcessRoom) -> str:
    body = {"submission": complete(GAME, {"table": {"minimum": 1000}}), "after_round": True}
    number = (await flo.post(f"/api/tables/{TABLE}/submissions", body)).json()["number"]
    return f"/api/tables/{TABLE}/submissions/{number}/approve"


async def _open_table(flo: Caller, house: InProcessRoom) -> str:
    body = {
        "table": "new", "title": "New", "game": GAME, "house_dealer": False,
        "automation": ["nothing"], "submission": complete(GAME, {"table": {"minimum": 1000}}),
    }  # fmt: skip
    assert (await flo.post("/api/tables", body)).status_code == 201
    return "/api/tables/new/submissions/1/approve"


async def _invite(root: Caller, house: InProcessRoom) -> str:
    answer: Json = (await root.post("/api/invitations", {"part": "floorperson"})).json()
    join = {"name": "Eve", "password": PASSWORD}
    early = await house.caller().post(f"/api/invitations/{answer['token']}", join)
    assert early.status_code >= 400
    return f"/api/proposals/{answer['proposal']}/approve"


async def _change_role(root: Caller, house: InProcessRoom) -> str:
    answer = await root.request("PATCH", "/api/accounts/Dee", {"part": "floorperson"})
    return f"/api/proposals/{answer.json()['proposal']}/approve"


async def _reopen(root: Caller, house: InProcessRoom) -> str:
    await root.request("PATCH", "/api/accounts/Dee", {"closed": "left"})
    answer = await root.request("PATCH", "/api/accounts/Dee", {"closed": ""})
    return f"/api/proposals/{answer.json()['proposal']}/approve"


async def _fill(flo: Caller, house: InProcessRoom) -> str:
    command = c.Propose(c.TransferChips(500_00, "F 1"))
    assert (await flo.execute(command)).status_code == 200
    return f"/api/tables/{TABLE}/commands"


async def _state(house: InProcessRoom) -> object:
    """Return what the proposals below would change."""
    dee = await house.room.account_service.account("Dee")
    assert dee is not None
    new = house.room.hubs.get("new")
    rules = [
        hub.actor.committed_state.rules and hub.actor.committed_state.rules.table.minimum
        for hub in (house.room.hubs[TABLE], *([new] if new else []))
    ]
    invitations = [
        item for item in await house.room.staffing.proposals() if item.status == "approved"
    ]
    return (
        rules,
        dee.part,
        dee.closed,
        house.actor().committed_state.balances["tray"],
        len(invitations),
    )


Start = Callable[[Caller, InProcessRoom], Awaitable[str]]
CASES: Final[dict[str, tuple[AccountRole, Start]]] = {
    "fileSubmission": (AccountRole.FLOORPERSON, _file),
    "openTable": (AccountRole.FLOORPERSON, _open_table),
    "invite": (AccountRole.ADMINISTRATOR, _invite),
    "changeRole": (AccountRole.ADMINISTRATOR, _change_role),
    "closeAccount": (AccountRole.ADMINISTRATOR, _reopen),
    "executeCommand": (AccountRole.FLOORPERSON, _fill),
}
"""Who starts each change, and how; the result is where a second person approves it."""


def test_every_change_by_two_has_a_case() -> None:
    assert CASES.keys() == BY_TWO - {"decideFiling", "decideProposal"}, "which approve the others"


@pytest.mark.parametrize("name", CASES)
async def test_sec_7_a_page_action_takes_two_people(name: str, tmp_path: Path) -> None:
    """Nothing changes by one person, who cannot approve it either; then a second person does."""
    part, start = CASES[name]
    async with InProcessRoom(tmp_path) as house:
        await house.sign_in("Dee", AccountRole.DEALER)
        first, second = await house.sign_in("One", part), await house.sign_in("Two", FLOOR_ROLE)
        approve_path = await start(first, house)
        before = await _state(house)
        number = house.actor().committed_state.proposed
        body = {"type": "Approve", "number": number} if name == "executeCommand" else None
        own = await first.post(approve_path, body)
        assert own.status_code in (403, 409), own.text
        assert await _state(house) == before
        other = await second.post(approve_path, body)
        assert other.status_code == 200, other.text
        assert await _state(house) != before


FLOOR_ROLE: Final = AccountRole.FLOORPERSON
