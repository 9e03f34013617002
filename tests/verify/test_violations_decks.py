"""Violations with cards and the tray: each is reported in one sentence."""

import re
from collections.abc import Callable
from typing import Final

import pytest
from msgspec.structs import replace

from pitboss.games.deck_tasks import Device, Mark, Task
from pitboss.games.incidents import Kind
from pitboss.table import Automation, Person, Role
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.day import Ruling
from pitboss.table.handlers import handle
from tests.verify.corpus import TWO_DECKS, two_people
from tests.verify.random_shifts import Json, submission_for
from tests.verify.unchecked_table import (
    ANN,
    ANTES,
    BOB,
    DAN,
    FAY,
    READY,
    Lawless,
    at_first_question,
    betting,
    closed_round,
    open_table,
    settling,
    with_locked_bets,
    with_wagers,
)

DOT: Final = Person("Dot", Role.DEALER)
FRITZ: Final = Person("Fritz", Role.FLOORPERSON)
MACHINE: Final = submission_for("manual shoe", "automated")
RESHUFFLES: Final = submission_for("automated shoe", "automated reshuffling")
HOUR: Final = 3600


def bare(game: str = "criss-cross", submission: Json | None = None) -> Lawless:
    """Return a table with rules in force, and nothing else done."""
    table = Lawless.open(game, submission, practice="bare", automation=Automation.NOTHING)
    assert isinstance(table, Lawless)
    return table


def counted_table(game: str = "criss-cross", submission: Json | None = None) -> Lawless:
    """Return an open table whose tray is counted."""
    table = bare(game, submission)
    two_people(table, c.OpeningCount(100_000_00))
    return table


def with_deck(*tasks: Task, submission: Json | None = None, ready_made: bool = False) -> Lawless:
    """Return a table with Ann and a deck, after these steps with the cards."""
    table = counted_table(submission=submission)
    table.execute(c.ReceiveDeck(ready_made), DAN)
    table.player("Ann").take_seat(2)
    for task in tasks:
        table.execute(c.Perform(task), FAY if task is Task.VERIFY else DAN)
    return table


SEEN: Final = (Task.INSPECT, Task.VERIFY, Task.SPREAD, Task.LOOK)
STACKED: Final = (*SEEN, Task.TURN_DOWN, Task.WASH, Task.STACK)


def steps(task: Task, *before: Task, by: Person = DAN, cards: int = 0, deck: int = 1) -> Lawless:
    """Take some legal steps, then one that may be illegal."""
    return with_deck(*before).happen(e.StepDone(task, deck, by.name, cards), by)


def machine(task: Task, *before: Task, cards: int = 0) -> Lawless:
    """Do the same where a machine shuffles."""
    table = with_deck(*before, submission=MACHINE)
    return table.happen(e.StepDone(task, 1, "Dan", cards), DAN)


def receive_deck(
    deck: int = 1,
    number: int = 1,
    at: int = 0,
    *,
    table: Lawless | None = None,
    looks: tuple[str, str, str] = ("D9", "standard", "green"),
) -> Lawless:
    event = e.DeckReceived(deck, number, False, at, *looks)
    return (table or counted_table()).happen(event, DAN)


def second(*looks: str) -> Lawless:
    """Return the second of two decks, in use next to a red one called D1."""
    table = counted_table(submission=TWO_DECKS)
    table.execute(c.ReceiveDeck(), DAN)
    return receive_deck(2, 2, table=table, looks=looks)  # type: ignore[arg-type]


def remove_deck(
    table: Lawless, deck: int = 1, number: int = 1, why: str = "taken off the table"
) -> Lawless:
    return table.happen(e.DeckRemoved(deck, number, why), DAN)


def two_decks(*, by_hand: bool = False) -> Lawless:
    """Return a table with two decks, prepared as far as possible."""
    automation = READY & ~Automation.SHUFFLE if by_hand else READY
    return open_table(submission=TWO_DECKS, automation=automation)


def another_round(table: Lawless, **change: object) -> Lawless:
    """Open a round although something prevents it."""
    round_, day = table.state.round, table.state.day
    number = round_.number + 1 if round_ else 1
    deck = day.decks.get(day.turn)
    number_of_deck, cut = (deck.number, deck.cut) if deck else (1, 0)
    zeros, rules = "0" * 64, table.rules.hash
    due = e.RoundOpened(number, rules, zeros, zeros, True, number_of_deck, cut, day.at)
    return table.happen(replace(due, **change), DAN)


def after_commands(*commands: tuple[c.Command, Person], table: Lawless | None = None) -> Lawless:
    """Execute these commands legally."""
    table = table or open_table()
    for command, by in commands:
        table.execute(command, by)
    return table


def rounds(number: int, submission: Json | None = None) -> Lawless:
    """Play this many rounds, all of them void; after five, the deck has to be counted."""
    table = open_table(submission=submission, automation=Automation.EVERYTHING & ~Automation.STUB)
    for n in range(1, number + 1):
        table.open_round()
        table.player("Ann").place_wagers(2, ANTES)
        table.no_more_bets()
        two_people(table, c.VoidRound(n, "a fire"))
    table.automation = Automation.NOTHING
    return table


def settled_uncounted(*, spun: bool = False) -> Lawless:
    """In the fifth round without a count, settle something too early."""
    table = rounds(4)
    table.open_round()
    table.player("Ann").place_wagers(2, ANTES | ({"bonus_spin": 500} if spun else {}))
    table.no_more_bets()
    if spun:
        table.count_progressives({"bonus_spin": 1})
    for _ in range(3):
        table.deal()
    for _ in range(3):
        table.player("Ann").decide(2, "1x")
        table.turn_over()
    progress = replace(table.state, day=replace(table.state.day, uncounted=0))
    command: c.Command = c.TurnOver(round=5) if spun else c.Settle(round=5)
    first = len(table.log) + 1
    for item in handle(progress, DAN, command, table.shoe):
        table.happen(item, DAN)
    table.finish()
    table.wrong = first
    return table


def broken_shoe() -> Lawless:
    """Return a table with open bets, whose dealing device is broken."""
    table = open_table(submission=TWO_DECKS)
    table.automation = Automation.NOTHING
    table.open_round()
    table.player("Ann").place_wagers(2, ANTES)
    table.dealer("Dan").report(Kind.DEVICE_DOWN, device="dealing shoe")
    return table


def opening_count(
    cents: int = 100_000_00, by: Person = DAN, table: Lawless | None = None
) -> Lawless:
    table = table or bare()
    return table.happen(e.Proposed(table.state.proposed + 1, c.OpeningCount(cents), by.name), by)


def closing_count(table: Lawless, cents: int = 100_000_00) -> Lawless:
    return table.happen(e.Proposed(table.state.proposed + 1, c.ClosingCount(cents), "Dan"), DAN)


def stub(cards: int, should_be: int, table: Lawless, *, round_: int = 1, deck: int = 1) -> Lawless:
    return table.happen(e.StubCounted(round_, deck, cards, should_be), DAN)


def all_dealt() -> Lawless:
    """Return a table with all nine cards dealt, at which Ann is asked."""
    return at_first_question()


def shut() -> Lawless:
    """Return a table that was opened and closed again."""
    table = counted_table()
    two_people(table, c.ClosingCount(100_000_00))
    return table


def unprepared_table() -> Lawless:
    """Return a table after a round, with the cards not touched since."""
    table = closed_round()
    wrong = next(i for i, r in enumerate(table.log) if isinstance(r.event, e.RoundClosed))
    del table.log[wrong + 1 :]
    again = Lawless(practice="lawless", automation=Automation.NOTHING)
    for item in table.log:
        again.happen(item.event, item.by)
    return again


def nobody_there() -> Lawless:
    """Return a table that Ann and Bob have left, with the cards spread."""
    table = open_table()
    table.player("Ann").leave(2)
    table.player("Bob").leave(4)
    return table


def both_gathered() -> Lawless:
    """Return a table with one deck awaiting its count, and one to be shuffled again."""
    table = rounds(5, TWO_DECKS)
    table.execute(c.OrderShuffle(2), FAY)
    return table


def received_before_the_close() -> Lawless:
    """Remove a deck for its wrong count, and receive a new one before the round is closed."""
    table = at_first_question()
    table.automation = Automation.NOTHING
    table.execute(c.CountStub(5, round=1), DAN)
    table.floorperson("Fay").rule(Ruling.NOT_MISDEALT, "a card is missing")
    table.execute(c.ReceiveDeck(), DAN)
    table.execute(c.CloseRound(round=1), DAN)
    return table


LEFT: Final = 52 - 9

CASES: Final[dict[str, tuple[Callable[[], Lawless], str]]] = {
    # The tray
    "counted by one alone": (
        lambda: opening_count(by=FAY).happen(e.Approved(2, "Fay"), FAY),
        "'Fay' proposed it, so somebody else must approve it",
    ),
    "less than nothing counted": (lambda: opening_count(-1), "a tray cannot hold"),
    "counted without rules": (
        lambda: opening_count(
            table=Lawless().happen(e.TableOpened("table 1", "criss-cross", 5), FAY)
        ),
        "no submission has been approved",
    ),
    "opened twice": (
        lambda: opening_count(table=counted_table()),
        "the table is already open for play",
    ),
    "another sum than was counted": (
        lambda: (
            opening_count(500)
            .happen(e.Approved(2, "Fay"), FAY)
            .happen(e.OpeningCounted(600, 0), FAY)
        ),
        "cents is 600, expected 500",
    ),
    "the difference hidden": (
        lambda: (
            opening_count(500)
            .happen(e.Approved(2, "Fay"), FAY)
            .happen(e.OpeningCounted(500, 0), FAY)
        ),
        "over is 0, expected -9999500",
    ),
    "open without a count": (
        lambda: bare().happen(e.OpeningCounted(5, 0), FAY),
        "found OpeningCounted, expected RoundOpened",
    ),
    "closed before it was open": (lambda: closing_count(bare()), "the table is not open for play"),
    "closed in a round": (lambda: closing_count(betting()), "a round is open"),
    "closed on players": (lambda: closing_count(open_table()), "players are still seated"),
    "closed on cards": (
        lambda: closing_count(after_commands((c.ReceiveDeck(), DAN), table=counted_table())),
        "the cards are still on the table",
    ),
    "a seat at a table that is not open": (
        lambda: bare().happen(e.PlayerSeated(2, "Ann"), ANN),
        "the table is not open: two people must count the tray first",
    ),
    # Decks come and go
    "cards at a table that is not open": (
        lambda: receive_deck(table=bare()),
        "the table is not open: two people must count the tray first",
    ),
    "in the second place": (lambda: receive_deck(2), "deck is 2, expected place 1"),
    "without a name": (lambda: receive_deck(looks=("", "", "")), "'' does not identify the deck"),
    "of the same color": (
        lambda: second("D2", "standard", "Red"),
        "both decks have 'Red' backs: their colors must differ",
    ),
    "of another design": (
        lambda: second("D2", "royal", "blue"),
        "design is 'royal', but both decks must have the same design",
    ),
    "in use twice": (
        lambda: second("d1", "standard", "blue"),
        "deck 'd1' was received before and cannot return",
    ),
    "numbered wrongly": (lambda: receive_deck(number=2), "number is 2, expected 1"),
    "before its time": (lambda: receive_deck(at=-1), "the clock goes back from 0 to -1"),
    "at a time that no clock shows": (
        lambda: receive_deck(at=2**41),
        "seconds is not a valid clock time",
    ),
    "one too many": (
        lambda: receive_deck(2, 2, table=open_table()),
        "the table has no place for another deck",
    ),
    "brought by a floorperson": (
        lambda: counted_table().happen(
            e.DeckReceived(1, 1, False, 0, "D1", "standard", "red"), FAY
        ),
        "cannot be caused by the role floorperson",
    ),
    "no such deck": (lambda: remove_deck(open_table(), 2), "there is no deck in place 2"),
    "another number": (lambda: remove_deck(open_table(), number=2), "number is 2, expected 1"),
    "for no reason of the house": (
        lambda: remove_deck(open_table(), why="sold"),
        "why is 'sold', expected 'taken off the table'",
    ),
    "the deck in play": (lambda: remove_deck(betting()), "the deck is in play"),
    "gone before it was counted": (
        lambda: remove_deck(rounds(5)),
        "the cards have not been counted for 5 rounds",
    ),
    # Steps with a deck
    "no deck to inspect": (
        lambda: counted_table().happen(e.StepDone(Task.INSPECT, 1, "Dan", 0), DAN),
        "there is no deck in place 1",
    ),
    "washed before they were inspected": (
        lambda: steps(Task.WASH),
        "the step is wash, expected inspect",
    ),
    "shuffled unwashed": (
        lambda: steps(Task.SHUFFLE, *SEEN, Task.TURN_DOWN),
        "the step is shuffle, expected wash",
    ),
    "loaded uncut": (
        lambda: steps(Task.LOAD, *STACKED, Task.SHUFFLE),
        "the step is load, expected cut",
    ),
    "cut by a machine's side": (
        lambda: machine(Task.CUT, *STACKED, Task.SHUFFLE, cards=20),
        "the step is cut, expected load",
    ),
    "dealt ready-made and uncut": (
        lambda: with_deck(ready_made=True).happen(e.StepDone(Task.LOAD, 1, "Dan", 0), DAN),
        "the step is load, expected cut",
    ),
    "nobody there to look": (
        lambda: (
            after_commands((c.ReceiveDeck(), DAN), table=counted_table())
            .happen(e.StepDone(Task.INSPECT, 1, "Dan", 0), DAN)
            .happen(e.StepDone(Task.VERIFY, 1, "Fay", 0), FAY)
            .happen(e.StepDone(Task.SPREAD, 1, "Dan", 0), DAN)
            .happen(e.StepDone(Task.LOOK, 1, "Dan", 0), DAN)
        ),
        "the step is look, expected none",
    ),
    "spread while somebody sits there": (
        lambda: open_table().happen(e.StepDone(Task.SPREAD_DOWN, 1, "Dan", 0), DAN),
        "the step is spread down, expected none",
    ),
    "verified by who inspected": (
        lambda: steps(Task.VERIFY, Task.INSPECT, by=Person("Dan", Role.FLOORPERSON)),
        "'Dan' did the previous step, so somebody else must confirm it",
    ),
    "verified by a dealer": (
        lambda: steps(Task.VERIFY, Task.INSPECT, by=DOT),
        "the step verify must be done by a floorperson",
    ),
    "shuffled by a floorperson": (
        lambda: steps(Task.SHUFFLE, *STACKED, by=FRITZ),
        "the step shuffle must be done by a dealer",
    ),
    "under another name": (
        lambda: with_deck().happen(e.StepDone(Task.INSPECT, 1, "Dot", 0), DAN),
        "it names 'Dot', but 'Dan' did it",
    ),
    "five cards loaded": (
        lambda: steps(Task.LOAD, *STACKED, Task.SHUFFLE, Task.CUT, cards=5),
        "cards is 5, but a cut takes 0 to 0 cards",
    ),
    "shuffled while it is dealt": (
        lambda: betting().happen(e.StepDone(Task.SHUFFLE, 1, "Dan", 0), DAN),
        "the step is shuffle, expected none",
    ),
    "loaded before its turn": (
        lambda: two_decks().happen(e.StepDone(Task.LOAD, 2, "Dan", 0), DAN),
        "the step is load, expected none",
    ),
    "shuffled by a broken machine": (
        lambda: after_commands(
            (c.Report(Kind.DEVICE_DOWN), DAN), table=with_deck(*STACKED, submission=MACHINE)
        ).happen(e.StepDone(Task.SHUFFLE, 1, "Dan", 0), DAN),
        "the shuffler is out of order",
    ),
    "shuffled and not counted": (
        lambda: rounds(5).happen(e.StepDone(Task.SHUFFLE, 1, "Dan", 0), DAN),
        "the cards have not been counted for 5 rounds",
    ),
    "ordered before the first shuffle": (
        lambda: with_deck(*STACKED).happen(e.ShuffleOrdered(1), FAY),
        "the deck has not been shuffled yet",
    ),
    "ordered in a round": (
        lambda: betting().happen(e.ShuffleOrdered(1), FAY),
        "the deck is in play",
    ),
    "ordered by the dealer": (
        lambda: open_table().happen(e.ShuffleOrdered(1), DAN),
        "cannot be caused by the role dealer",
    ),
    "a new deck taken for a gathered one": (
        lambda: received_before_the_close().happen(e.StepDone(Task.SHUFFLE, 1, "Dan", 0), DAN),
        "the step is shuffle, expected inspect",
    ),
    # Cut again
    "cut again at will": (
        lambda: with_wagers().happen(e.CardsRecut(1, 20, "why"), FAY),
        "CardsRecut is wrong: cut is 20, expected",
    ),
    "cut again when a card is out": (
        lambda: at_first_question().happen(e.CardsRecut(1, 20, "why"), FAY),
        "a card has left the stack, so it cannot be cut again",
    ),
    "a machine's stack cut again": (
        lambda: betting(submission=MACHINE).happen(e.CardsRecut(1, 20, "why"), FAY),
        "this stack was not cut",
    ),
    "no stack to cut again": (
        lambda: with_deck(*STACKED).happen(e.CardsRecut(0, 0, "why"), FAY),
        "there is no stack ready to be cut again",
    ),
    "cut again before a round, and where": (
        lambda: open_table().happen(e.CardsRecut(0, 20, "why"), FAY),
        "cut is 20, expected 0",
    ),
    "dealt from a stack that was to be cut again": (
        lambda: another_round(open_table().happen(e.CardsRecut(0, 0, "why"), FAY)),
        "deck 1 is not ready: the next step is cut",
    ),
    "cut again for no reason": (
        lambda: with_wagers().happen(e.CardsRecut(1, 20, ""), FAY),
        "a reason must have 1 to 500 printable characters",
    ),
    "cut again by the dealer": (
        lambda: with_wagers().happen(e.CardsRecut(1, 20, "why"), DAN),
        "cannot be caused by the role dealer",
    ),
    # Counts
    "counted before bets are closed": (
        lambda: stub(52, 52, with_wagers()),
        "there is no stub to count now",
    ),
    "counted while cards are dealt": (
        lambda: stub(52, 52, with_locked_bets()),
        "there is no stub to count now",
    ),
    "counted when wagers are settled": (
        lambda: stub(
            LEFT, LEFT, after_commands((c.Settle(round=1), DAN), table=settling())
        ).finish(),
        "there is no stub to count now",
    ),
    "counted twice": (
        lambda: stub(LEFT, LEFT, stub(LEFT, LEFT, all_dealt())),
        "the stub of this round is already counted",
    ),
    "as many as it should not be": (
        lambda: stub(LEFT - 1, LEFT - 1, all_dealt()),
        f"should_be is {LEFT - 1}, expected {LEFT}",
    ),
    "two decks of them": (
        lambda: stub(105, LEFT, all_dealt()),
        "cards is 105, which is not a possible count",
    ),
    "a wrong count that nobody reports": (
        lambda: stub(LEFT - 1, LEFT, all_dealt()).happen(
            e.Decided(1, "across", 2, "1x", 500, False), ANN
        ),
        "found Decided, expected IncidentReported",
    ),
    "a wrong count that is told as something else": (
        lambda: stub(LEFT - 1, LEFT, all_dealt()).happen(
            e.IncidentReported(1, 1, (Kind.WRONG_NUMBER,), True, "Dan", 0, 1), DAN
        ),
        "kinds has 1 entries, expected 2",
    ),
    "counted by a floorperson": (
        lambda: all_dealt().happen(e.StubCounted(1, 1, LEFT, LEFT), FAY),
        "cannot be caused by the role floorperson",
    ),
    "counted between rounds when nothing lies there": (
        lambda: stub(52, 52, open_table(), round_=0),
        "no deck needs to be counted between rounds",
    ),
    "counted between rounds when it was not due": (
        lambda: stub(52, 52, unprepared_table(), round_=0),
        "no deck needs to be counted between rounds",
    ),
    "settled before the count that is due": (
        settled_uncounted,
        "the stub was not counted for 5 rounds and must be counted before a wager is settled",
    ),
    "shown for the wheel before the count that is due": (
        lambda: settled_uncounted(spun=True),
        "the stub was not counted for 5 rounds and must be counted before a wager is settled",
    ),
    "a shoe counted that counts itself": (
        lambda: stub(52, 52, open_table("holdem-bonus", RESHUFFLES), round_=0),
        "the shoe counts the cards itself",
    ),
    "the wrong one of two": (
        lambda: stub(52, 52, both_gathered(), round_=0, deck=2),
        "deck is 2, expected 1",
    ),
    # A round
    "at a table that was closed": (
        lambda: another_round(shut()),
        "the table is not open: two people must count the tray first",
    ),
    "at a table that is disabled": (
        lambda: another_round(after_commands((c.Disable("table", "a fire"), FAY))),
        "the table is disabled",
    ),
    "of a game that is disabled": (
        lambda: another_round(after_commands((c.Disable("game", "an order"), FAY))),
        "the game is disabled",
    ),
    "without a deck": (
        lambda: another_round(after_commands((c.RemoveDeck(), DAN), table=unprepared_table())),
        "there is no deck in place 1",
    ),
    "with cards that are not shuffled": (
        lambda: another_round(unprepared_table()),
        "deck 1 is not ready: the next step is shuffle",
    ),
    "with cards that lie spread": (
        lambda: another_round(nobody_there()),
        "deck 1 is not ready: the next step is look",
    ),
    "with another deck": (
        lambda: another_round(open_table(), deck=2),
        "deck is 2, expected 1",
    ),
    "when the other deck is not shuffled": (
        lambda: another_round(
            after_commands((c.Perform(Task.SHUFFLE, 1), DAN), (c.Perform(Task.LOAD, 1), DAN),
                 table=two_decks(by_hand=True))
        ),
        "deck 2 is not ready: the next step is shuffle",
    ),
    "with a deck of 8 hours": (
        lambda: another_round(open_table(), at=8 * HOUR),
        "deck 1 has been in use for 8 hours",
    ),
    "with a deck of 4 hours from the hand": (
        lambda: another_round(
            open_table(submission=submission_for("hand", "automated")), at=4 * HOUR
        ),
        "deck 1 has been in use for 4 hours",
    ),
    "with a deck too old when bets are closed": (
        lambda: with_wagers().happen(
            e.BetsClosed(1, (), with_wagers().state.round.cut, 8 * HOUR), DAN  # type: ignore[union-attr]
        ),
        "deck 1 has been in use too long",
    ),
    "closed before it was opened": (
        lambda: with_wagers().happen(e.BetsClosed(1, (), 20, -5), DAN),
        "the clock goes back from 0 to -5",
    ),
    "the sixth without a count": (
        lambda: another_round(rounds(5)),
        "deck 1 is not ready: the next step is shuffle",
    ),
    "spread without a count": (
        lambda: after_commands((c.Leave(2), ANN), (c.Leave(4), BOB), table=rounds(5)).happen(
            e.StepDone(Task.EMPTY, 1, "Dan", 0), DAN
        ),
        "the cards have not been counted for 5 rounds",
    ),
    "dealt by hand as it came shuffled": (
        lambda: with_deck(submission=submission_for("hand", "automated"), ready_made=True).happen(
            e.StepDone(Task.CUT, 1, "Dan", 20), DAN
        ),
        "the step is cut, expected shuffle",
    ),
    "with a machine that is not marked": (
        lambda: another_round(
            after_commands((c.Report(Kind.DEVICE_DOWN), DAN), table=open_table(submission=MACHINE))
        ),
        "the shuffler is out of order and not covered or signed",
    ),
    "with a machine that is marked": (
        lambda: another_round(
            after_commands(
                (c.Report(Kind.DEVICE_DOWN), DAN),
                (c.MarkDevice(Device.SHUFFLER, Mark.SIGN), DAN),
                table=open_table(submission=MACHINE),
            )
        ),
        "the shuffler is signed as out of order but still in use",
    ),
    "with a shoe that broke while bets were open": (
        lambda: broken_shoe().happen(e.BetsClosed(1, (), 0, 0), DAN),
        "the dealing shoe is out of order",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_violation_is_reported(name: str) -> None:
    build_case, sentence = CASES[name]
    assert re.search(sentence, build_case().detected_fault())
