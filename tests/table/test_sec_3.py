"""SEC-3: nobody completes a dual-control action alone, however a name is spelled.

A progressive payment, a void, a correction, a change of meters, an opening or a closing count, a
ruling on one's own report, the confirmation of one's own inspection.
"""

from collections.abc import Callable
from typing import NamedTuple

import pytest

from pitboss.games.deck_tasks import Task
from pitboss.games.incidents import Kind
from pitboss.table import Automation, Person, Role, Table
from pitboss.table import commands as c
from pitboss.table.day import Ruling
from tests.filings import filing, own

from .dealer_rounds import lock_round, play_until, void_uncounted_rounds
from .deck_steps import scene_before, table_without_cards
from .irregular_rounds import played_round, report_of
from .round_scenes import CARDS, COUNTED, HOLES, JACKPOTS, SEATS, Scene, at, scene_of
from .tables import CCP, DEE, FLO, KEYS, MACHINE, REQUIRED, RET, STUD, seated_table

SPELT = ["Dee", "dee", "DEE", "D ee", "Ｄee", "ｄｅｅ", "De e"]
"""One person."""
ELSE = ["Flo", "Dea", "Dee 2", "Bee", "De-e"]
"""Others."""


class Case(NamedTuple):
    """An action that Dee starts, and the command that would finish it."""

    scene: Scene
    finish: c.Command


def proposes(scene: Scene, matter: c.Matter) -> Case:
    """Have Dee propose it."""
    after = scene.after((DEE, c.Propose(matter)))
    return Case(after, c.approval_of(after.state.proposed, matter))


def _void(game: str) -> Case:
    return proposes(at(game, "asked"), c.VoidRound(1, "a fire alarm"))


def _payout(game: str) -> Case:
    scene = at(game, "closed")
    key = REQUIRED[game][0]
    was = scene.round.results[2][key]
    credit = 0 if was.credit else was.stake
    return proposes(scene, c.CorrectPayout(1, 2, key, credit, "misread"))


def _meter(game: str) -> Case:
    scene = at(game, "closed")
    return proposes(scene, c.CorrectMeter(next(iter(scene.state.books)), 50, "misread"))


def _submission(game: str) -> Case:
    return proposes(at(game, "no round"), c.FileSubmission(own(game, MACHINE)))


def _meters_changed(game: str) -> Case:
    """Return a change of a meter's start."""
    name = next(iter(at(game, "no round").state.books))
    key = COUNTED[game]
    submission = {key: {"meters": {name: {"start": 9_000_000, "rate": "1/20"}}}}
    return proposes(at(game, "no round"), filing(game, MACHINE | {"wagers": submission}))


def _opening(game: str) -> Case:
    shut = scene_of(Table.open(game, automation=Automation.NOTHING))
    return proposes(shut, c.OpeningCount(100_000_00))


def _closing(game: str) -> Case:
    empty = scene_of(table_without_cards(game, seats={}))._replace(automation=Automation.NOTHING)
    return proposes(empty, c.ClosingCount(100_000_00))


def _inspection(game: str) -> Case:
    return Case(scene_before(game, Task.VERIFY), c.Perform(Task.VERIFY))


def _report(kind: Kind, ruling: Ruling, seat: int = 0) -> Callable[[str], Case]:
    def report_case(game: str) -> Case:
        report = report_of(kind, seat)
        scene = played_round(game).where(report)[0].after((DEE, report))
        return Case(scene, c.Rule(ruling, "seen by all"))

    return report_case


def _stub(game: str) -> Case:
    table = play_until(lock_round(seated_table(game)), due_is=c.Settle)
    table.dealer("Dee").count_stub(1)
    return Case(scene_of(table), c.Rule(Ruling.MISDEALT, "seen by all"))


def _stub_between(game: str) -> Case:
    table = void_uncounted_rounds(seated_table(game))
    table.dealer("Dee").count_stub(51)
    return Case(scene_of(table), c.Rule(Ruling.NOT_MISDEALT, "seen by all"))


def _jackpot(game: str) -> Case:
    """Return a jackpot that Dee settles and would validate."""
    submission = MACHINE | (JACKPOTS if game == CCP else {})
    table = seated_table(game, HOLES, CARDS[game], submission=submission, seats=SEATS)
    play_until(lock_round(table), due_is=c.ValidateJackpot)
    return Case(scene_of(table), c.ValidateJackpot(2, round=1))


METERED = (RET, CCP, STUD)
CASES: dict[str, tuple[Callable[[str], Case], tuple[str, ...]]] = {
    "a void": (_void, KEYS),
    "a correction of a payment": (_payout, KEYS),
    "a correction of a meter": (_meter, METERED),
    "a submission": (_submission, KEYS),
    "a change of meters": (_meters_changed, METERED),
    "an opening count": (_opening, KEYS),
    "a closing count": (_closing, KEYS),
    "an inspection": (_inspection, KEYS),
    "an irregularity": (_report(Kind.WRONG_NUMBER, Ruling.BY_THE_BOOK), KEYS),
    "one that did not happen": (_report(Kind.WRONG_NUMBER, Ruling.DISMISSED), KEYS),
    "one where the book is silent": (_report(Kind.DRAWN_EXPOSED, Ruling.GO_ON), KEYS),
    "a skipped player": (_report(Kind.PLAYER_SKIPPED, Ruling.BY_THE_BOOK, 2), KEYS),
    "a wrong count": (_stub, KEYS),
    "a wrong count between rounds": (_stub_between, KEYS),
    "a jackpot": (_jackpot, METERED),
}
EVERY_CASE = pytest.mark.parametrize(
    ("what", "game"), [(what, game) for what, (_, games) in CASES.items() for game in games]
)


def case(what: str, game: str) -> Case:
    """Return an action that Dee has started."""
    return CASES[what][0](game)


@EVERY_CASE
@pytest.mark.parametrize("name", SPELT)
def test_who_starts_it_does_not_finish_it(what: str, game: str, name: str) -> None:
    scene, finish = case(what, game)
    scene.refuses(Person(name, Role.FLOORPERSON), finish, "somebody else", "SEC-3")


@EVERY_CASE
@pytest.mark.parametrize("name", ELSE)
def test_somebody_else_does(what: str, game: str, name: str) -> None:
    """But no dealer, and nobody who plays here."""
    scene, finish = case(what, game)
    assert scene.allows(Person(name, Role.FLOORPERSON), finish)
    for role in Role:
        if role is not Role.FLOORPERSON:
            assert not scene.allows(Person(name, role), finish)


@EVERY_CASE
def test_a_player_does_not(what: str, game: str) -> None:
    """This holds in any role, in any spelling of the name."""
    scene, finish = case(what, game)
    for player in set(scene.state.seats.values()):
        for name in (player, player.upper(), f"{player[0]} {player[1:]}"):
            words = "is a player at this table and cannot also work at it"
            scene.refuses(Person(name, Role.FLOORPERSON), finish, words, "SEC-3")


@EVERY_CASE
def test_a_floorperson_who_starts_it_does_not_finish_it_either(what: str, game: str) -> None:
    """Every action is tried that a floorperson may start."""
    scene, finish = case(what, game)
    if not isinstance(finish, c.Approve):
        return
    (matter,) = [item.matter for n, item in scene.state.proposals.items() if n == finish.number]
    table = scene.table()
    table.execute(c.Reject(finish.number), FLO)
    table.execute(c.Propose(matter), FLO)
    number = table.state.proposed
    for name in ("Flo", "flo", "F lo"):
        approval = c.approval_of(number, matter)
        scene_of(table).refuses(
            Person(name, Role.FLOORPERSON), approval, "somebody else must approve it", "SEC-3"
        )
    other = Person("Dee", Role.FLOORPERSON)
    assert scene_of(table).allows(other, c.approval_of(number, matter))


@pytest.mark.parametrize("game", KEYS)
def test_a_floorperson_who_reports_does_not_rule(game: str) -> None:
    report = report_of(Kind.WRONG_NUMBER)
    scene = played_round(game).where(report)[0].after((FLO, report))
    ruling = c.Rule(Ruling.BY_THE_BOOK, "seen by all")
    scene.refuses(FLO, ruling, "'Flo' reported it, so somebody else must rule on it", "SEC-3")
    assert scene.allows(Person("Fay", Role.FLOORPERSON), ruling)


@pytest.mark.parametrize("game", KEYS)
def test_the_house_is_two_people_and_neither_is_the_other(game: str) -> None:
    """The house's dealer starts what its floorperson finishes, and neither does both."""
    table = played_round(game).where(report_of(Kind.WRONG_NUMBER))[0].table()
    table.automation = Automation.EVERYTHING
    log = table.execute(c.Report(Kind.WRONG_NUMBER, round=1))
    by = {type(item.event).__name__: item.by.name for item in log}
    assert by["IncidentReported"] == "house dealer"
    assert by["IncidentRuled"] == "house floorperson"
    table_ = Table.open(game)
    names = {type(item.event).__name__: item.by.name for item in table_.log}
    assert (names["Proposed"], names["Approved"]) == ("house dealer", "house floorperson")
    assert names["OpeningCounted"] == "house floorperson"


@pytest.mark.parametrize("game", KEYS)
def test_the_house_does_not_finish_what_its_own_floorperson_started(game: str) -> None:
    """It waits for a person then."""
    table = played_round(game).where(report_of(Kind.WRONG_NUMBER))[0].table()
    table.automation = Automation.EVERYTHING
    house = Person("house floorperson", Role.FLOORPERSON)
    table.execute(c.Report(Kind.WRONG_NUMBER, round=1), house)
    assert table.state.day.incident is not None
    table.execute(c.Rule(Ruling.BY_THE_BOOK, "seen by all"), FLO)
    assert table.state.day.incident is None
