"""SEC-3, SEC-7: every action that needs two people × who starts it × who completes it.

At tables and in the back office: it cannot be completed by the same person, nor by another account
of that person, but by a second person. A new command, matter or route has to be added here.
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
from tests.room.http.in_process_room import GAME, TABLE, Caller, InProcessRoom
from tests.room.people.test_two_people import browser, join_by_invitation, sign_in
from tests.room.test_route_permissions import ROUTES
from tests.table.physical_tables import physical_table
from tests.table.round_scenes import at
from tests.table.tables import MACHINE, RET, STUD, antes

FIRST_ONE: Final = "Fred"
STARTS: Final = Person(FIRST_ONE, Role.FLOORPERSON)
DEALS: Final = Person(FIRST_ONE, Role.DEALER)
WHY: Final = "a card lies face up"


class HalfDone(NamedTuple):
    """A table with an action that one person has started, and the command that completes it."""

    state: State
    completes: c.Command


def propose_matter(
    state: State, matter: c.Matter, automation: Automation = Automation.CARE
) -> HalfDone:
    table = Table(automation=automation)
    table.state = state
    table.execute(c.Propose(matter), STARTS)
    return HalfDone(table.state, c.approval_of(table.state.proposed, matter))


def _open_state() -> State:
    table = Table(automation=Automation.NOTHING)
    table.open_table("table 1", STUD, 1000)
    table.propose(c.FileSubmission(example_filing(find_game(STUD), MACHINE)))
    table.approve(table.state.proposed)
    return table.state


def _counted_state() -> State:
    table = Table(automation=Automation.NOTHING)
    table.state = _open_state()
    table.propose(c.OpeningCount(1000))
    table.execute(
        c.approval_of(table.state.proposed, c.OpeningCount(1000)), Person("Al", Role.FLOORPERSON)
    )
    return table.state


def _state_with_entered_cards() -> State:
    """Return a state in which a card of a physical deck was turned over."""
    table = physical_table(STUD, 1)
    dealer = table.dealer("Al")
    dealer.open_round()
    dealer.place_wagers(1, antes(STUD))
    dealer.no_more_bets()
    while table.state.round is not None and table.state.round.turn is None:
        dealer.deal()
    dealer.decide(1, "raise")
    dealer.turn_over(cards=("Kh",))
    return table.state


def _payout_correction() -> c.CorrectPayout:
    was = at(STUD, "closed").state.last[-1]
    seat, results = next(
        (s, r) for s, r in was.results.items() if any(w.credit for w in r.values())
    )
    key = next(key for key, result in results.items() if result.credit)
    return c.CorrectPayout(was.number, seat, key, 0, WHY)


def _half_ruling() -> HalfDone:
    scene = at(STUD, "asked").after((DEALS, c.Report(Kind.WRONG_NUMBER)))
    return HalfDone(scene.state, c.Rule(Ruling.BY_THE_BOOK, WHY))


def _half_absence() -> HalfDone:
    scene = at(RET, "asked").after((STARTS, c.WalkedOff(1)))
    return HalfDone(scene.state, c.RuleOnAbsent(1, lost=True, round=scene.number))


def _half_validation() -> HalfDone:
    scene = at(RET, "hit")
    seat = scene.round.hit or 0
    after = scene.after((DEALS, c.VerifyJackpot(seat, round=scene.number)))
    return HalfDone(after.state, c.ValidateJackpot(seat, round=scene.number))


def _half_inspection() -> HalfDone:
    table = Table(automation=Automation.NOTHING)
    table.state = _counted_state()
    signs = table.next_step
    assert signs is not None
    table.execute(signs.command, DEALS)
    table.execute(c.ReceiveDeck(), DEALS)
    while table.next_step and table.next_step.command != c.Perform(Task.VERIFY):
        table.execute(table.next_step.command, DEALS)
    return HalfDone(table.state, c.Perform(Task.VERIFY))


AT_TABLES: Final[Mapping[str, Callable[[], HalfDone]]] = {
    "Approve FileSubmission": lambda: propose_matter(
        at(STUD, "no round").state, c.FileSubmission(complete(STUD, MACHINE))
    ),
    "Approve VoidRound": lambda: propose_matter(at(STUD, "asked").state, c.VoidRound(1, WHY)),
    "Approve CorrectPayout": lambda: propose_matter(at(STUD, "closed").state, _payout_correction()),
    "Approve CorrectMeter": lambda: propose_matter(
        at(STUD, "closed").state, c.CorrectMeter("meter", 100, WHY)
    ),
    "Approve OpeningCount": lambda: propose_matter(
        _open_state(), c.OpeningCount(1000), Automation.NOTHING
    ),
    "Approve ClosingCount": lambda: propose_matter(
        _counted_state(), c.ClosingCount(1000), Automation.NOTHING
    ),
    "Approve TransferChips": lambda: propose_matter(
        at(STUD, "closed").state, c.TransferChips(100_00, "F 1")
    ),
    "Approve CorrectCards": lambda: propose_matter(
        _state_with_entered_cards(), c.CorrectCards(1, {"1.third": "2c"}, "misread")
    ),
    "Rule": _half_ruling,
    "RuleOnAbsent": _half_absence,
    "ValidateJackpot": _half_validation,
    "Perform": _half_inspection,
}


def test_every_command_and_matter_is_listed() -> None:
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
def test_sec_7_pending_items_show_who_invited_whom(what: str) -> None:
    """Live views show staff the name of the first person, and the chain of inviters."""
    state, _ = AT_TABLES[what]()
    chains = {FIRST_ONE: ("Root", "house"), "Somebody": ("Root",)}
    for role in Role:
        view = add_inviters(public_view(state, role), chains, "")
        text = encode_view(view)
        if role in (Role.ONLOOKER, Role.PLAYER):
            assert FIRST_ONE.encode() not in text
        else:
            assert view.invited == {FIRST_ONE: ("Root", "house")}
            assert text.count(FIRST_ONE.encode()) > 1, "the name itself, beside the chain"


# In the back office


async def _propose_invitation(house: InProcessRoom, root: Caller) -> str:
    body = (await root.post("/api/invitations", {"part": "dealer"})).json()
    return f"/api/proposals/{body['proposal']}/approve"


async def _propose_role(house: InProcessRoom, root: Caller) -> str:
    await house.account("Dee", AccountRole.DEALER)
    body = (await root.request("PATCH", "/api/accounts/Dee", {"part": "auditor"})).json()
    return f"/api/proposals/{body['proposal']}/approve"


async def _propose_reopening(house: InProcessRoom, root: Caller) -> str:
    await house.account("Dee", AccountRole.DEALER)
    await root.request("PATCH", "/api/accounts/Dee", {"closed": "left"})
    body = (await root.request("PATCH", "/api/accounts/Dee", {"closed": ""})).json()
    return f"/api/proposals/{body['proposal']}/approve"


async def _propose_table(house: InProcessRoom, root: Caller) -> str:
    own = complete(GAME, {"table": {"minimum": 1000}})
    new = {"table": "new", "title": "New", "game": GAME, "submission": own}
    assert (await root.post("/api/tables", new)).status_code == 201
    return "/api/tables/new/submissions/1/approve"


async def _propose_filing(house: InProcessRoom, root: Caller) -> str:
    own = complete(GAME, {"table": {"minimum": 1000}})
    response = await root.post(f"/api/tables/{TABLE}/submissions", {"submission": own})
    return f"/api/tables/{TABLE}/submissions/{response.json()['number']}/approve"


IN_THE_OFFICE: Final[
    Mapping[str, tuple[AccountRole, str, Callable[[InProcessRoom, Caller], Awaitable[str]]]]
] = {
    "an invitation": (
        AccountRole.ADMINISTRATOR,
        "/api/proposals/{number}/approve",
        _propose_invitation,
    ),
    "a change of role": (
        AccountRole.ADMINISTRATOR,
        "/api/proposals/{number}/approve",
        _propose_role,
    ),
    "an account opened again": (
        AccountRole.ADMINISTRATOR,
        "/api/proposals/{number}/approve",
        _propose_reopening,
    ),
    "a table": (
        AccountRole.FLOORPERSON,
        "/api/tables/{table}/submissions/{number}/approve",
        _propose_table,
    ),
    "a filing": (
        AccountRole.FLOORPERSON,
        "/api/tables/{table}/submissions/{number}/approve",
        _propose_filing,
    ),
}
"""Who starts it, the route that completes it, and how it is started."""


def test_every_completing_route_is_listed() -> None:
    approves = {path for method, path in ROUTES if method == "POST" and path.endswith("/approve")}
    assert {path for _, path, _ in IN_THE_OFFICE.values()} == approves


@pytest.mark.parametrize("what", IN_THE_OFFICE)
async def test_sec_7_in_the_back_office(what: str, tmp_path: Path) -> None:
    """The second account was accepted on the device of the person who started it."""
    part, _, start = IN_THE_OFFICE[what]
    async with InProcessRoom(tmp_path) as house:
        await house.account("Root", AccountRole.ADMINISTRATOR)
        ada = await house.sign_in("Ada", AccountRole.AUDITOR)
        one = browser(house)
        await sign_in(one, "Root")
        names = ["Root"]
        for _ in range(2):
            names.append(await join_by_invitation(house, one, one, ada, AccountRole.FLOORPERSON))
            await sign_in(one, "Root")
        starter, alias = ("Root", names[1]) if part is AccountRole.ADMINISTRATOR else names[1:]
        await sign_in(one, starter)
        path = await start(house, one)
        head = house.actor().head
        own = await one.post(path)
        assert (own.status_code, own.json()["clause"]) == (409, "SEC-3")
        await sign_in(one, alias)
        other = await one.post(path)
        assert (other.status_code, other.json()["clause"]) == (403, "SEC-7")
        assert house.actor().head == head
        second = await house.sign_in("Flo", AccountRole.FLOORPERSON)
        assert (await second.post(path)).status_code == 200
