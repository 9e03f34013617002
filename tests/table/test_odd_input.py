"""Whatever is sent, the table executes it or refuses with a message.

It never breaks, and never records invalid data."""

from typing import Any, Final, get_args

import msgspec
import pytest

from pitboss.errors import Refused
from pitboss.games.deck_tasks import Device, Mark, Task
from pitboss.games.incidents import Kind
from pitboss.table import Person
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.handlers import handle
from pitboss.table.state import encode_fraction

from .odd import NAMES, NUMBERS, TIMES
from .round_scenes import ANN, CROSSES, EVERY, GUS, Scene, at, check, has
from .tables import DEE, FLO

ODD: Final[tuple[Any, ...]] = (*NUMBERS, *NAMES, *TIMES)


def fields(command: c.Command) -> list[str]:
    """Return the fields of a command."""
    return list(command.__struct_fields__)


def events_of_command(scene: Scene, by: Person, command: c.Command) -> tuple[e.Event, ...]:
    """Return the events of a command, or nothing if it is refused with a readable message."""
    try:
        return handle(scene.state, by, command, scene.shoe)
    except Refused as refused:
        check(refused)
    return ()


def is_sound(event: e.Event) -> bool:
    """Return whether an event can be written, and reads back unchanged."""
    try:
        encoded_event = msgspec.json.encode(event, enc_hook=encode_fraction)
        return bool(msgspec.json.decode(encoded_event, type=type(event)) == event)
    except (TypeError, ValueError, OverflowError):
        return False


SAID: Final[dict[str, tuple[str, Person, c.Command]]] = {
    "receive_deck": ("no round", DEE, c.ReceiveDeck(at=0)),
    "remove_deck": ("no round", DEE, c.RemoveDeck()),
    "perform": ("no round", DEE, c.Perform(Task.SHUFFLE)),
    "order_shuffle": ("no round", FLO, c.OrderShuffle()),
    "open_round": ("no round", DEE, c.OpenRound(at=0)),
    "no_more_bets": ("bets are down", DEE, c.NoMoreBets(at=0, round=1)),
    "recut": ("bets are open", FLO, c.Recut("slipped", round=1)),
    "count_stub": ("to settle", DEE, c.CountStub(41, round=1)),
    "disable": ("asked", FLO, c.Disable("table", "a leak")),
    "enable": ("asked", FLO, c.Enable("table")),
    "mark": ("asked", DEE, c.MarkDevice(Device.SHUFFLER, Mark.COVER)),
    "restore": ("asked", FLO, c.RestoreDevice(Device.SHUFFLER)),
    "forfeit": ("asked", FLO, c.Forfeit(1, "11.A(1)", round=1)),
    **{f"report {kind}": ("asked", DEE, c.Report(kind, round=1)) for kind in Kind},
    "count": ("to count", DEE, c.CountProgressives({}, round=1)),
    "place": ("bets are open", ANN, c.PlaceWagers(1, {"ante": 500}, round=1)),
    "take back": ("bets are down", ANN, c.TakeBack(1, ("ante",), round=1)),
    "entropy": ("bets are down", ANN, c.AddEntropy("seven", round=1)),
    "buy in": ("no round", ANN, c.BuyIn(500)),
    "cash out": ("no round", ANN, c.CashOut(500)),
    "take a seat": ("no round", GUS, c.TakeSeat(6)),
    "leave": ("no round", ANN, c.Leave(1)),
    "decide": ("asked", ANN, c.Decide(1, "fold", "flop", round=1)),
    "deal": ("to deal", DEE, c.Deal(round=1)),
    "turn over": ("to turn", DEE, c.TurnOver(round=1)),
    "spin": ("to settle", DEE, c.SpinWheel(round=1)),
    "settle": ("to settle", DEE, c.Settle(round=1)),
    "verify": ("hit", DEE, c.VerifyJackpot(2, round=1)),
    "validate": ("jackpot", FLO, c.ValidateJackpot(2, round=1)),
    "breach": ("asked", DEE, c.RecordBreach(1, "11.A(1)", round=1)),
    "checklist": ("no round", DEE, c.SignChecklist(("2.C(1)",))),
    "rule on absent": ("asked", FLO, c.RuleOnAbsent(1, lost=True, round=1)),
    "walked off": ("asked", DEE, c.WalkedOff(1, round=1)),
    "free a seat": ("asked", DEE, c.FreeSeat(5)),
    "answer for absent": ("asked", DEE, c.AnswerForAbsent(1, round=1)),
    "approve": ("asked", FLO, c.Approve(1)),
    "open a table": ("nothing", FLO, c.OpenTable("table 1", "stud-235", 100)),
    "report of a seat": ("asked", DEE, c.Report(Kind.DRAWN_EXPOSED, 1, "first", round=1)),
    "report of a card": ("asked", DEE, c.Report(Kind.COMMUNITY_EXPOSED, card="left", round=1)),
}
"""Valid commands, each at a moment when it might be accepted."""


@EVERY
@pytest.mark.parametrize("name", SAID)
def test_no_field_breaks_the_table_or_corrupts_the_log(game: str, name: str) -> None:
    """Each field in turn has an odd value."""
    moment, by, command = SAID[name]
    if not has(game, moment):
        return
    for field in fields(command):
        for odd in ODD:
            wrong = msgspec.structs.replace(command, **{field: odd})
            for event in events_of_command(at(game, moment), by, wrong):
                assert is_sound(event), wrong


MATTERS: Final[dict[str, tuple[str, c.Matter]]] = {
    "void": ("asked", c.VoidRound(1, "a fire alarm", "bonus")),
    "payout": ("closed", c.CorrectPayout(1, 2, "ante", 500, "misread")),
    "cards": ("asked", c.CorrectCards(1, {"left": "Kh"}, "misread")),
    "meter": ("closed", c.CorrectMeter("major", 5, "misread")),
    "submission": ("no round", c.FileSubmission({})),
    "opening": ("no round", c.OpeningCount(100)),
    "closing": ("no round", c.ClosingCount(100)),
    "transfer": ("no round", c.TransferChips(100, "17")),
}


@EVERY
@pytest.mark.parametrize("name", MATTERS)
def test_no_proposal_breaks_the_table_or_corrupts_the_log(game: str, name: str) -> None:
    moment, matter = MATTERS[name]
    for field in matter.__struct_fields__:
        for odd in ODD:
            wrong = c.Propose(msgspec.structs.replace(matter, **{field: odd}))
            for event in events_of_command(at(game, moment), DEE, wrong):
                assert is_sound(event), wrong


@EVERY
@pytest.mark.parametrize("name", ["void", "go on"])
def test_a_ruling_as_plain_text_is_refused_or_understood(game: str, name: str) -> None:
    report = c.Report(Kind.DRAWN_EXPOSED, 2, "first", round=1)
    scene = at(game, "asked").after((DEE, report))
    ruling: Any = name
    events = events_of_command(scene, FLO, c.Rule(ruling, "seen by all"))
    is_void = any(isinstance(event, e.RoundVoided) for event in events)
    assert is_void is (bool(events) and name == "void")


@CROSSES
def test_a_breach_that_is_not_text(game: str) -> None:
    for breach in ([], ["11.A(1)"], {}, {"11.A(1)": 1}):
        wrong: Any = breach
        assert not events_of_command(at(game, "asked"), FLO, c.Forfeit(1, wrong, round=1))


@EVERY
def test_reports_without_a_reporter(game: str) -> None:
    """`Table` determines the reporter; anything that is not a command is refused as usual."""
    table = at(game, "asked").table()
    for command in (None, 5, "deal", c.VoidRound(1, "a misdeal"), object):
        wrong: Any = command
        with pytest.raises(Refused):
            table.execute(wrong)
    for odd in ODD:
        if odd == 5:  # Dan's seat, which he may leave
            continue
        for command_ in (
            c.TakeSeat(odd),
            c.Leave(odd),
            c.FreeSeat(odd),
            c.Perform(Task.CUT, odd),
        ):
            with pytest.raises(Refused):
                table.execute(command_)


def test_every_command_is_covered() -> None:
    """Every command with fields besides its round is listed; rulings have their own test."""
    here = {type(command) for _, _, command in SAID.values()} | {c.Rule, c.Propose, c.Reject}
    assert here | {c.CloseRound} == set(get_args(c.Command))
    assert {type(matter) for _, matter in MATTERS.values()} == set(get_args(c.Matter))
