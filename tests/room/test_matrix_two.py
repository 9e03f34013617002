"""SEC-3, SEC-7: everything that takes two people × who started it × who completes it.

At tables and in the office: the same person does not, nor does another account of the same person;
a second person does. Whoever adds a command, a matter or a route for it says here how it starts.
"""

from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from typing import Final, NamedTuple, get_args

import pytest

from pitboss.errors import Refused
from pitboss.games import find_game
from pitboss.games.deck_tasks import Task
from pitboss.games.incidents import Kind
from pitboss.room.people.accounts import AccountRole
from pitboss.room.people.dual_control import FIRST_PERSON, check_dual_control
from pitboss.room.viewers import add_inviters
from pitboss.submission import example_filing
from pitboss.table import Automation, Person, Role, State, Table
from pitboss.table import commands as c
from pitboss.table.day import Ruling
from pitboss.table.handlers import handle
from pitboss.table.views import encode_view, public_view
from tests.filings import complete
from tests.room.http.houses import GAME, TABLE, Caller, House
from tests.room.people.test_two_people import browser, joins, signs_in
from tests.room.test_matrix_routes import ROUTES
from tests.table.scenes import at
from tests.table.tables import MACHINE, RET, STUD

FIRST_ONE: Final = "Fred"
STARTS: Final = Person(FIRST_ONE, Role.FLOORPERSON)
DEALS: Final = Person(FIRST_ONE, Role.DEALER)
WHY: Final = "a card lies face up"


class Started(NamedTuple):
    """A table where somebody did the first half, and what completes it."""

    state: State
    completes: c.Command


def proposed(state: State, matter: c.Matter, automation: Automation = Automation.CARE) -> Started:
    table = Table(automation=automation)
    table.state = state
    table.execute(c.Propose(matter), STARTS)
    return Started(table.state, c.approval_of(table.state.proposed, matter))


def _opened() -> State:
    table = Table(automation=Automation.NOTHING)
    table.open_table("table 1", STUD, 1000)
    table.propose(c.FileSubmission(example_filing(find_game(STUD), MACHINE)))
    table.approve(table.state.proposed)
    return table.state


def _empty() -> State:
    table = Table(automation=Automation.NOTHING)
    table.state = _opened()
    table.propose(c.OpeningCount(1000))
    table.execute(
        c.approval_of(table.state.proposed, c.OpeningCount(1000)), Person("Al", Role.FLOORPERSON)
    )
    return table.state


def _correctable() -> c.CorrectPayout:
    was = at(STUD, "closed").state.last[-1]
    seat, results = next(
        (s, r) for s, r in was.results.items() if any(w.credit for w in r.values())
    )
    key = next(key for key, result in results.items() if result.credit)
    return c.CorrectPayout(was.number, seat, key, 0, WHY)


def _ruled() -> Started:
    scene = at(STUD, "asked").after((DEALS, c.Report(Kind.WRONG_NUMBER)))
    return Started(scene.state, c.Rule(Ruling.BY_THE_BOOK, WHY))


def _absent() -> Started:
    scene = at(RET, "asked").after((STARTS, c.WalkedOff(1)))
    return Started(scene.state, c.RuleOnAbsent(1, lost=True, round=scene.number))


def _validated() -> Started:
    scene = at(RET, "hit")
    seat = scene.round.hit or 0
    after = scene.after((DEALS, c.VerifyJackpot(seat, round=scene.number)))
    return Started(after.state, c.ValidateJackpot(seat, round=scene.number))


def _inspected() -> Started:
    table = Table(automation=Automation.NOTHING)
    table.state = _empty()
    signs = table.next_step
    assert signs is not None
    table.execute(signs.command, DEALS)
    table.execute(c.ReceiveDeck(), DEALS)
    while table.next_step and table.next_step.command != c.Perform(Task.VERIFY):
        table.execute(table.next_step.command, DEALS)
    return Started(table.state, c.Perform(Task.VERIFY))


AT_TABLES: Final[Mapping[str, Callable[[], Started]]] = {
    "Approve FileSubmission": lambda: proposed(
        at(STUD, "no round").state, c.FileSubmission(complete(STUD, MACHINE))
    ),
    "Approve VoidRound": lambda: proposed(at(STUD, "asked").state, c.VoidRound(1, WHY)),
    "Approve CorrectPayout": lambda: proposed(at(STUD, "closed").state, _correctable()),
    "Approve CorrectMeter": lambda: proposed(
        at(STUD, "closed").state, c.CorrectMeter("meter", 100, WHY)
    ),
    "Approve OpeningCount": lambda: proposed(_opened(), c.OpeningCount(1000), Automation.NOTHING),
    "Approve ClosingCount": lambda: proposed(_empty(), c.ClosingCount(1000), Automation.NOTHING),
    "Rule": _ruled,
    "RuleOnAbsent": _absent,
    "ValidateJackpot": _validated,
    "Perform": _inspected,
}


def test_every_command_and_matter_is_here() -> None:
    matters = {f"Approve {get_arg.__name__}" for get_arg in get_args(c.Matter)}
    commands = {item.__name__ for item in FIRST_PERSON} - {"Approve"}
    assert set(AT_TABLES) == matters | commands


@pytest.mark.parametrize("what", AT_TABLES)
def test_sec_3_at_tables(what: str) -> None:
    state, completes = AT_TABLES[what]()
    same = Person(FIRST_ONE, Role.FLOORPERSON)
    with pytest.raises(Refused) as refused:
        handle(state, same, completes)
    assert refused.value.clause == "SEC-3"
    other = Person("Olga", Role.FLOORPERSON)
    with pytest.raises(Refused) as refused:
        check_dual_control(state, completes, other.name, frozenset({"Olga", FIRST_ONE}), "")
    assert refused.value.clause == "SEC-7"
    check_dual_control(state, completes, other.name, frozenset({"Olga"}), "")
    shoe = at(RET, "hit").shoe if what == "ValidateJackpot" else at(STUD, "asked").shoe
    assert handle(state, other, completes, shoe)


@pytest.mark.parametrize("what", AT_TABLES)
def test_sec_7_who_invited_whom_stands_beside_what_waits(what: str) -> None:
    """For staff, in live views: the name of the first person, and the chain of inviters."""
    state, _ = AT_TABLES[what]()
    chains = {FIRST_ONE: ("Root", "house"), "Somebody": ("Root",)}
    for role in Role:
        seen = add_inviters(public_view(state, role), chains, "")
        text = encode_view(seen)
        if role in (Role.ONLOOKER, Role.PLAYER):
            assert FIRST_ONE.encode() not in text
        else:
            assert seen.invited == {FIRST_ONE: ("Root", "house")}
            assert text.count(FIRST_ONE.encode()) > 1, "the name itself, beside the chain"


# In the office


async def _invites(house: House, root: Caller) -> str:
    progress = (await root.post("/api/invitations", {"part": "dealer"})).json()
    return f"/api/proposals/{progress['proposal']}/approve"


async def _changes_a_role(house: House, root: Caller) -> str:
    await house.account("Dee", AccountRole.DEALER)
    progress = (await root.request("PATCH", "/api/accounts/Dee", {"part": "auditor"})).json()
    return f"/api/proposals/{progress['proposal']}/approve"


async def _opens_again(house: House, root: Caller) -> str:
    await house.account("Dee", AccountRole.DEALER)
    await root.request("PATCH", "/api/accounts/Dee", {"closed": "left"})
    progress = (await root.request("PATCH", "/api/accounts/Dee", {"closed": ""})).json()
    return f"/api/proposals/{progress['proposal']}/approve"


async def _founds(house: House, root: Caller) -> str:
    own = complete(GAME, {"table": {"minimum": 1000}})
    new = {"table": "new", "title": "New", "game": GAME, "submission": own}
    assert (await root.post("/api/tables", new)).status_code == 201
    return "/api/tables/new/submissions/1/approve"


async def _files(house: House, root: Caller) -> str:
    own = complete(GAME, {"table": {"minimum": 1000}})
    progress = await root.post(f"/api/tables/{TABLE}/submissions", {"submission": own})
    return f"/api/tables/{TABLE}/submissions/{progress.json()['number']}/approve"


IN_THE_OFFICE: Final[
    Mapping[str, tuple[AccountRole, str, Callable[[House, Caller], Awaitable[str]]]]
] = {
    "an invitation": (AccountRole.ADMINISTRATOR, "/api/proposals/{number}/approve", _invites),
    "a change of role": (
        AccountRole.ADMINISTRATOR,
        "/api/proposals/{number}/approve",
        _changes_a_role,
    ),
    "an account opened again": (
        AccountRole.ADMINISTRATOR,
        "/api/proposals/{number}/approve",
        _opens_again,
    ),
    "a table": (
        AccountRole.FLOORPERSON,
        "/api/tables/{table}/submissions/{number}/approve",
        _founds,
    ),
    "a filing": (
        AccountRole.FLOORPERSON,
        "/api/tables/{table}/submissions/{number}/approve",
        _files,
    ),
}
"""Who starts it, the route that completes it, and how it is started."""


def test_every_route_that_completes_something_is_here() -> None:
    approves = {path for method, path in ROUTES if method == "POST" and path.endswith("/approve")}
    assert {path for _, path, _ in IN_THE_OFFICE.values()} == approves


@pytest.mark.parametrize("what", IN_THE_OFFICE)
async def test_sec_7_in_the_office(what: str, tmp_path: Path) -> None:
    """On one device: who started it, and an account that the same person had accepted there."""
    part, _, start = IN_THE_OFFICE[what]
    async with House(tmp_path) as house:
        await house.account("Root", AccountRole.ADMINISTRATOR)
        ada = await house.comes("Ada", AccountRole.AUDITOR)
        one = browser(house)
        await signs_in(one, "Root")
        names = ["Root"]
        for _ in range(2):
            names.append(await joins(house, one, one, ada, AccountRole.FLOORPERSON))
            await signs_in(one, "Root")
        starter, alias = ("Root", names[1]) if part is AccountRole.ADMINISTRATOR else names[1:]
        await signs_in(one, starter)
        path = await start(house, one)
        head = house.actor().head
        own = await one.post(path)
        assert (own.status_code, own.json()["clause"]) == (409, "SEC-3")
        await signs_in(one, alias)
        other = await one.post(path)
        assert (other.status_code, other.json()["clause"]) == (403, "SEC-7")
        assert house.actor().head == head
        second = await house.comes("Flo", AccountRole.FLOORPERSON)
        assert (await second.post(path)).status_code == 200
