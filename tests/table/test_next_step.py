"""The next step in any state: who does what, by which clause, and what blocks the deal."""

from typing import Final

import pytest

from pitboss.errors import Refused
from pitboss.games.clauses import clause_ids
from pitboss.games.deck_tasks import Device
from pitboss.table import Automation, Person, Phase, Role, Table, next_step
from pitboss.table import commands as c
from pitboss.table.decks import Blocker
from pitboss.table.instructions import Instruction
from tests.filings import filing

from .dealer_rounds import do_next_step, lock_round, play_until
from .deck_steps import BY_HAND, COUNTING, RESHUFFLING, SHOE, TWO
from .round_scenes import EVERY, HOUSE_RULES, MOMENTS, at, has
from .scripted_day import Day
from .tables import CCP, DEE, FLO, KEYS, RET, THB, Json, current_round, dealing, seated_table
from .test_refusals_roles import COMMANDS

FLAGS: Final = [flag for flag in Automation if flag.value.bit_count() == 1]
WHO: Final = {"dealer", "floorperson", "player", "two people"}
LONGEST: Final = 200
WAYS: Final[dict[str, Json]] = {
    "by hand": BY_HAND,
    "two decks": TWO,
    "counting": COUNTING,
    "reshuffling": RESHUFFLING,
    "shoe": SHOE,
}


def is_clause(clause: str) -> bool:
    """Return whether it is a clause of a book or a house rule; lists are separated by commas."""
    book, _, clause_id = clause.partition(" ")
    return clause in HOUSE_RULES or (
        bool(clause_id) and {*clause_id.split(", ")} <= {*clause_ids(book)}
    )


def check_instruction(table: Table) -> None:
    """Check that an instruction tells a person what to do."""
    instruction = table.instruction
    assert instruction.who in WHO
    assert instruction.what.isprintable()
    assert 5 <= len(instruction.what) <= LONGEST
    assert is_clause(instruction.clause), instruction
    assert instruction.said.isprintable()
    assert instruction.step == "" or hasattr(c, instruction.step)
    assert str(instruction) == f"{instruction.who}: {instruction.what} [{instruction.clause}]"
    for item in instruction.ahead:
        assert item.why.isprintable()
        assert 5 <= len(item.why) <= LONGEST
        assert is_clause(item.clause), item
        assert item.at is None or item.rounds is None
        assert item.rounds is None or item.rounds > 0
    check_ahead(table, instruction.ahead)


def check_ahead(table: Table, ahead: tuple[Blocker, ...]) -> None:
    """Check that a round can be opened exactly if nothing is listed as blocking it."""
    blockers = [item for item in ahead if item.at is None and item.rounds is None]
    if table.state.rules is None or table.state.has_open_round:
        return
    if blockers:
        with pytest.raises(Refused) as refused:
            table.verify(c.OpenRound(at=table.state.day.at), DEE)
        assert refused.value.clause == blockers[0].clause
        if table.state.day.incident is None:
            assert refused.value.sentence == blockers[0].why
        return
    first = min(item.at for item in ahead if item.at is not None)
    table.verify(c.OpenRound(at=first - 1), DEE)
    with pytest.raises(Refused) as late:
        table.verify(c.OpenRound(at=first), DEE)
    assert late.value.clause in [item.clause for item in ahead if item.at == first]


def walk_day(day: Day) -> Day:
    """Play a day to its end, checking every instruction."""
    for table in day.walk():
        check_instruction(table)
    assert not day.script, "not everything happened"
    assert not sum(day.table.state.balances.values())
    return day


OBEYED_ALWAYS: Final = {
    "OpenTable", "Propose", "TakeSeat", "OpenRound", "NoMoreBets", "Decide", "Approve",
}  # fmt: skip
BY_FLAG: Final = {
    Automation.TRAY: {"Propose", "Approve", "SignChecklist"},
    Automation.DECKS: {"ReceiveDeck", "Perform"},
    Automation.SHUFFLE: {"Perform"},
    Automation.COUNT: {"CountProgressives"},
    Automation.DEAL: {"Deal"},
    Automation.STUB: {"CountStub"},
    Automation.TURN: {"TurnOver"},
    Automation.SPIN: {"SpinWheel"},
    Automation.VALIDATE: {"VerifyJackpot", "ValidateJackpot"},
    Automation.SETTLE: {"Settle"},
    Automation.CLOSE: {"CloseRound"},
    Automation.ABSENT: {"RuleOnAbsent", "AnswerForAbsent"},
    Automation.RULE: {"Rule"},
    Automation.MARK: set(),  # machines break in another test
}
"""Actions that people do where the house leaves them to people."""
LACKS: Final = {
    "run-em-twice": {"SpinWheel"},
    "criss-cross": set(),
    "holdem-bonus": {"SpinWheel", "CountProgressives", "VerifyJackpot", "ValidateJackpot"},
    "stud-235": {"SpinWheel"},
}
"""Actions that never occur in a game."""


def test_every_flag_is_listed() -> None:
    assert set(BY_FLAG) == set(FLAGS)


@EVERY
@pytest.mark.parametrize("flag", FLAGS, ids=lambda flag: flag.name)
def test_a_day_without_one_flag(game: str, flag: Automation) -> None:
    """People do that one thing, because the table asks for it; the house does the rest."""
    day = walk_day(Day(game, Automation.EVERYTHING & ~flag))
    done_names = {step for step in day.steps_followed if hasattr(c, step)}
    assert BY_FLAG[flag] - LACKS[game] <= done_names
    others = set().union(*(steps for item, steps in BY_FLAG.items() if item is not flag))
    assert not done_names & (others - BY_FLAG[flag] - OBEYED_ALWAYS)


@EVERY
def test_a_day_without_any_flags(game: str) -> None:
    day = walk_day(Day(game, Automation.NOTHING))
    assert not day.missed_count
    expected = set().union(*BY_FLAG.values()) - LACKS[game]
    assert expected | (OBEYED_ALWAYS - {"Approve"}) <= set(day.steps_followed)


@EVERY
def test_a_day_with_all_flags(game: str) -> None:
    """People open and close bets and make decisions; the house does the rest."""
    day = walk_day(Day(game, Automation.EVERYTHING))
    steps = {step for step in day.steps_followed if hasattr(c, step)}
    assert steps == {"OpenTable", "Propose", "TakeSeat", "OpenRound", "NoMoreBets", "Decide"}


@EVERY
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("automation", [Automation.NOTHING, Automation.CARE], ids=["none", "care"])
def test_a_day_with_every_dealing_method(game: str, way: str, automation: Automation) -> None:
    walk_day(Day(game, automation, WAYS[way], lucky=False))


@EVERY
@pytest.mark.parametrize("device", [Device.SHUFFLER, Device.SHOE])
@pytest.mark.parametrize(
    "automation",
    [Automation.NOTHING, Automation.CARE, Automation.EVERYTHING],
    ids=["none", "care", "everything"],
)
def test_a_day_on_which_a_machine_breaks(game: str, device: Device, automation: Automation) -> None:
    """Nobody is told to use the machine; it is marked, and then restored."""
    day = walk_day(Day(game, automation, SHOE, lucky=False, breaks=device))
    assert not day.table.state.day.broken
    if not automation:
        assert "MarkDevice" in day.steps_followed


@pytest.mark.parametrize("game", KEYS)
@pytest.mark.parametrize("moment", [*MOMENTS, "void"])
def test_at_every_moment_of_a_round(game: str, moment: str) -> None:
    if has(game, moment):
        check_instruction(at(game, moment).table())


@EVERY
def test_a_second_pending_count_of_the_same_tray_blocks_nothing(game: str) -> None:
    """One count was approved, and the other one does not block the next step."""
    table = Table(automation=Automation.NOTHING)
    table.execute(c.OpenTable("table 1", game, 100), FLO)
    table.execute(c.Propose(filing(game)), DEE)
    table.execute(c.Approve(1), FLO)
    for by in (DEE, Person("Dan", Role.DEALER)):
        table.execute(c.Propose(c.OpeningCount(100)), by)
    table.execute(c.Approve(2, 100), FLO)
    check_instruction(table)
    result = next_step(table.state)
    assert result is not None
    table.execute(result.command, DEE if result.by.role is Role.DEALER else FLO)


ANNOUNCED: Final = {
    "run-em-twice": ("announce", "Seat 2, your 1st Run hand: …; your 2nd Run hand: …"),
    "criss-cross": ("announce", "Seat 2, your Across hand: …; your Down hand: …"),
    "holdem-bonus": ("turn over", ""),
    "stud-235": ("announce", "Seat 2, your three cards and the two community cards: …"),
}
"""RET 11.I(1), (2); CCP 11.I(1), (2); 235 11.D(1). Of a jackpot that was validated, the cards are
up already."""


@EVERY
def test_hands_are_announced_before_they_are_settled(game: str) -> None:
    table, result = at(game, "to settle").table(), []
    while (step := next_step(table.state)) and table.state.has_open_round:
        result.append((table.instruction.what, table.instruction.said))
        if isinstance(step.command, c.Settle):
            table.execute(c.Settle(round=step.command.round), DEE)
        else:
            table.execute(step.command, DEE if step.by.role is Role.DEALER else FLO)
    verb, words_said = ANNOUNCED[game]
    assert (f"{verb} and settle seat 2's hand", words_said) in result


@EVERY
def test_nobody_is_asked_to_sit_down_at_a_disabled_table(game: str) -> None:
    table = Table.open(game)
    assert table.instruction.what == "sit down and look at the cards"
    table.execute(c.Disable("table", "a spilt drink"), FLO)
    assert str(table.instruction).startswith(
        "floorperson: resolve this before the next deal: the table is disabled: a spilt"
    )


@EVERY
def test_nobody_inspects_a_deck_that_came_shuffled(game: str) -> None:
    table = Table(automation=Automation.TRAY)
    table.open_table("table 1", game, 100)
    table.propose(filing(game))
    table.approve(1)
    table.execute(c.ReceiveDeck(ready_made=True), DEE)
    assert table.instruction.what == "sit down"


# Every refusal of a table names the next step


PEOPLE: Final = [Person("Ann", Role.PLAYER), Person("Gus", Role.PLAYER), DEE, FLO]


@EVERY
def test_every_refusal_names_the_next_step(game: str) -> None:
    """All commands are tried at each moment of a day."""
    refused = 0
    for at_, table in enumerate(Day(game, Automation.NOTHING, lucky=False).walk()):
        due_now = str(table.instruction)
        for number, command in enumerate(COMMANDS.values()):
            if (at_ + number) % 5:
                continue  # each of them at every fifth moment
            for by in PEOPLE:
                why = _refusal(table, command, by)
                if why is not None:
                    refused += 1
                    assert why.instruction == due_now
                    assert str(why) == f"{why.sentence} [{why.clause}]; next step: {due_now}"
    assert refused > 1000


def _refusal(table: Table, command: c.Command, by: Person) -> Refused | None:
    try:
        table.verify(command, by)
    except Refused as refused:
        why = refused
    else:
        return None
    with pytest.raises(Refused) as again:
        table.execute(command, by)
    assert str(again.value) == str(why)
    return why


# Additional duties by the books: putting away the stub, locking out progressives


FROM_HAND: Final = "put the stub in the discard rack without exposing it, unless you count it"
FROM_SHOE: Final = (
    "take the stub out of the shoe and put it in the discard rack without exposing it, unless you "
    "count it"
)
STUB_AWAY: Final = {"manual shoe": FROM_SHOE, "hand": FROM_HAND, "automated shoe": FROM_SHOE}
STUB_BY: Final = {
    "run-em-twice": {"manual shoe": "8.D(4)", "hand": "9.B(3)", "automated shoe": "10.B(3)"},
    "criss-cross": {"manual shoe": "8.D(4)", "hand": "9.B(3)", "automated shoe": "10.B(3)"},
    "holdem-bonus": {"manual shoe": "8.D(4)", "hand": "9.B(5)", "automated shoe": "10.B(5)"},
    "stud-235": {"manual shoe": "8.D(3)", "hand": "9.C", "automated shoe": "10.C"},
}
LOCKED_BY: Final = {
    "run-em-twice": {
        "manual shoe": "8.C(2)",
        "hand": "9.A(5)(a)",
        "automated shoe": "10.A(2)(b)(i)",
    },
    "stud-235": {"manual shoe": "8.C(1)", "hand": "9.A(3)", "automated shoe": "10.A(1)(b)"},
}


def dealt_out(game: str, submission: Json) -> list[Instruction]:
    """Yield the steps of a round until all cards are dealt."""
    table = lock_round(seated_table(game, submission=submission))
    result: list[Instruction] = []
    while current_round(table).phase in (Phase.COUNTING, Phase.PLAYING):
        result += [table.instruction] * (table.instruction.step == "Deal")
        do_next_step(table)
    return result


@EVERY
@pytest.mark.parametrize("method", STUB_AWAY)
def test_the_stub_is_put_away_with_the_last_card(game: str, method: str) -> None:
    """Hold 'em is dealt from the hand by then, even after an automated shoe (THB 10.B(4))."""
    words = FROM_HAND if (game, method) == (THB, "automated shoe") else STUB_AWAY[method]
    for shuffler in ("automated", "automated counting"):
        *before, last = dealt_out(game, dealing(method, shuffler))
        words_said = (
            words if shuffler == "automated" else words.removesuffix(", unless you count it")
        )
        assert last.what.endswith(f"; then {words_said}")
        assert last.clause.endswith(f", {STUB_BY[game][method]}")
        assert not any("stub" in instruction.what for instruction in before)


@EVERY
def test_a_reshuffling_shoe_keeps_its_cards_where_the_book_allows_it(game: str) -> None:
    """THB 10.I, 235 10.H; RET and CCP 5.H only lift parts of chapter 5."""
    *before, last = dealt_out(game, RESHUFFLING)
    assert not any("; then " in instruction.what for instruction in before)
    assert ("; then take the stub out of the shoe" in last.what) is (game in (RET, CCP))
    assert last.clause.endswith(", 10.B(3)") is (game in (RET, CCP))


@EVERY
@pytest.mark.parametrize("method", STUB_AWAY)
def test_progressives_are_locked_out_when_bets_are_closed(game: str, method: str) -> None:
    """This applies where the book asks the dealer for it, and such a wager is offered."""
    locks = LOCKED_BY.get(game, {}).get(method, "")
    plain = {"wagers": {"progressive": {"offered": False}}} if locks else {}
    for submission, clause in (({}, locks), (plain, "")):
        table = seated_table(game, submission={**dealing(method), **submission})
        table.dealer("Dee").open_round()
        instruction = table.instruction
        assert ("and lock out further progressive wagers" in instruction.what) == bool(clause)
        assert instruction.clause.endswith(f", {clause}") == bool(clause)
        assert instruction.said == "No more bets."


HANDLED = {
    "run-em-twice": ("8.D(1)", "9.A(3)", "9.A(4)"),
    "criss-cross": ("8.D(1)", "9.A(3)", "9.A(4)"),
    "holdem-bonus": ("8.D(1)", "9.A(2)(a)", "9.A(2)(b)"),
    "stud-235": ("8.D(1)", "9.A(2)(a)", "9.A(2)(b)"),
}


@EVERY
def test_how_the_cards_are_handled(game: str) -> None:
    """A reminder comes with the first card of a round, with the clause of the book."""
    shoe, *from_hand = HANDLED[game]
    for method, clauses in (("manual shoe", [shoe]), ("hand", from_hand), ("automated shoe", [])):
        table = play_until(
            lock_round(seated_table(game, submission=dealing(method))), due_is=c.Deal
        )
        for clause in HANDLED[game]:
            assert (f"({clause})" in table.instruction.what) is (clause in clauses)
        table.dealer("Dee").deal()
        assert not any(f"({clause})" in table.instruction.what for clause in clauses)
