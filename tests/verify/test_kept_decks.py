"""What is kept with cards and tray: one thing that cannot be, told in a sentence."""

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
from tests.verify.lawless import (
    ANN,
    ANTES,
    BOB,
    DAN,
    FAY,
    READY,
    Lawless,
    asked,
    betting,
    closed,
    locked,
    opened,
    settling,
    wagered,
)
from tests.verify.shifts import Json, equipped

DOT: Final = Person("Dot", Role.DEALER)
FRITZ: Final = Person("Fritz", Role.FLOORPERSON)
MACHINE: Final = equipped("manual shoe", "automated")
RESHUFFLES: Final = equipped("automated shoe", "automated reshuffling")
HOUR: Final = 3600


def bare(game: str = "criss-cross", submission: Json | None = None) -> Lawless:
    """Rules are in force, and nothing else is done."""
    table = Lawless.open(game, submission, practice="bare", automation=Automation.NOTHING)
    assert isinstance(table, Lawless)
    return table


def counted(game: str = "criss-cross", submission: Json | None = None) -> Lawless:
    """The tray is counted, and the table open."""
    table = bare(game, submission)
    two_people(table, c.OpeningCount(100_000_00))
    return table


def with_deck(*tasks: Task, submission: Json | None = None, ready_made: bool = False) -> Lawless:
    """A deck came, Ann sits there, and this was done with the cards."""
    table = counted(submission=submission)
    table.execute(c.ReceiveDeck(ready_made), DAN)
    table.player("Ann").take_seat(2)
    for task in tasks:
        table.execute(c.Perform(task), FAY if task is Task.VERIFY else DAN)
    return table


SEEN: Final = (Task.INSPECT, Task.VERIFY, Task.SPREAD, Task.LOOK)
STACKED: Final = (*SEEN, Task.TURN_DOWN, Task.WASH, Task.STACK)


def steps(task: Task, *before: Task, by: Person = DAN, cards: int = 0, deck: int = 1) -> Lawless:
    """After some steps, another."""
    return with_deck(*before).happen(e.StepDone(task, deck, by.name, cards), by)


def machine(task: Task, *before: Task, cards: int = 0) -> Lawless:
    """The same where a machine shuffles."""
    table = with_deck(*before, submission=MACHINE)
    return table.happen(e.StepDone(task, 1, "Dan", cards), DAN)


def received(
    deck: int = 1,
    number: int = 1,
    at: int = 0,
    *,
    table: Lawless | None = None,
    looks: tuple[str, str, str] = ("D9", "standard", "green"),
) -> Lawless:
    event = e.DeckReceived(deck, number, False, at, *looks)
    return (table or counted()).happen(event, DAN)


def second(*looks: str) -> Lawless:
    """The second of two decks, in use beside a red one called D1."""
    table = counted(submission=TWO_DECKS)
    table.execute(c.ReceiveDeck(), DAN)
    return received(2, 2, table=table, looks=looks)  # type: ignore[arg-type]


def removed(
    table: Lawless, deck: int = 1, number: int = 1, why: str = "taken off the table"
) -> Lawless:
    return table.happen(e.DeckRemoved(deck, number, why), DAN)


def two_decks(*, by_hand: bool = False) -> Lawless:
    """Two decks, prepared as far as can be."""
    automation = READY & ~Automation.SHUFFLE if by_hand else READY
    return opened(submission=TWO_DECKS, automation=automation)


def another_round(table: Lawless, **changed: object) -> Lawless:
    """A round is opened all the same, as it would be if nothing stood in its way."""
    round_, day = table.state.round, table.state.day
    number = round_.number + 1 if round_ else 1
    deck = day.decks.get(day.turn)
    number_of_deck, cut = (deck.number, deck.cut) if deck else (1, 0)
    zeros, rules = "0" * 64, table.rules.hash
    due = e.RoundOpened(number, rules, zeros, zeros, True, number_of_deck, cut, day.at)
    return table.happen(replace(due, **changed), DAN)


def said(*commands: tuple[c.Command, Person], table: Lawless | None = None) -> Lawless:
    """These were done, as they may be."""
    table = table or opened()
    for command, by in commands:
        table.execute(command, by)
    return table


def rounds(number: int, submission: Json | None = None) -> Lawless:
    """So many rounds, all of them void; after five, the deck waits for its count."""
    table = opened(submission=submission, automation=Automation.EVERYTHING & ~Automation.STUB)
    for n in range(1, number + 1):
        table.open_round()
        table.player("Ann").place_wagers(2, ANTES)
        table.no_more_bets()
        two_people(table, c.VoidRound(n, "a fire"))
    table.automation = Automation.NOTHING
    return table


def settled_uncounted(*, spun: bool = False) -> Lawless:
    """In the fifth round without a count, something is settled that should have waited for it."""
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
    said: c.Command = c.TurnOver(round=5) if spun else c.Settle(round=5)
    first = len(table.log) + 1
    for item in handle(progress, DAN, said, table.shoe):
        table.happen(item, DAN)
    table.finish()
    table.wrong = first
    return table


def broken_shoe() -> Lawless:
    """Bets are open, and what would deal is broken."""
    table = opened(submission=TWO_DECKS)
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
    """The cards are out: nine of them, and Ann is asked."""
    return asked()


def shut() -> Lawless:
    """Open, and closed again."""
    table = counted()
    two_people(table, c.ClosingCount(100_000_00))
    return table


def unprepared() -> Lawless:
    """A round is over, and nobody has touched the cards since."""
    table = closed()
    wrong = next(i for i, r in enumerate(table.log) if isinstance(r.event, e.RoundClosed))
    del table.log[wrong + 1 :]
    again = Lawless(practice="lawless", automation=Automation.NOTHING)
    for item in table.log:
        again.happen(item.event, item.by)
    return again


def nobody_there() -> Lawless:
    """Ann and Bob left, and the cards are spread."""
    table = opened()
    table.player("Ann").leave(2)
    table.player("Bob").leave(4)
    return table


def both_gathered() -> Lawless:
    """Of two decks one was dealt and waits for its count; the other is to be shuffled again."""
    table = rounds(5, TWO_DECKS)
    table.execute(c.OrderShuffle(2), FAY)
    return table


def received_before_the_close() -> Lawless:
    """A deck is removed for its wrong count, and a new one comes before the round is closed."""
    table = asked()
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
        "'Fay' proposed it: somebody else approves it",
    ),
    "less than nothing counted": (lambda: opening_count(-1), "a tray does not hold"),
    "counted without rules": (
        lambda: opening_count(
            table=Lawless().happen(e.TableOpened("table 1", "criss-cross", 5), FAY)
        ),
        "no submission has been approved",
    ),
    "opened twice": (lambda: opening_count(table=counted()), "the table is open for play already"),
    "another sum than was counted": (
        lambda: (
            opening_count(500)
            .happen(e.Approved(2, "Fay"), FAY)
            .happen(e.OpeningCounted(600, 0), FAY)
        ),
        "cents is 600, not 500",
    ),
    "the difference hidden": (
        lambda: (
            opening_count(500)
            .happen(e.Approved(2, "Fay"), FAY)
            .happen(e.OpeningCounted(500, 0), FAY)
        ),
        "over is 0, not -9999500",
    ),
    "open without a count": (
        lambda: bare().happen(e.OpeningCounted(5, 0), FAY),
        "OpeningCounted stands here, but RoundOpened is due",
    ),
    "closed before it was open": (lambda: closing_count(bare()), "the table is not open for play"),
    "closed in a round": (lambda: closing_count(betting()), "a round is open"),
    "closed on players": (lambda: closing_count(opened()), "players still sit at the table"),
    "closed on cards": (
        lambda: closing_count(said((c.ReceiveDeck(), DAN), table=counted())),
        "the cards are still on the table",
    ),
    "a seat at a table that is not open": (
        lambda: bare().happen(e.PlayerSeated(2, "Ann"), ANN),
        "the table is not open: two people count the tray first",
    ),
    # Decks come and go
    "cards at a table that is not open": (
        lambda: received(table=bare()),
        "the table is not open: two people count the tray first",
    ),
    "in the second place": (lambda: received(2), "the deck belongs in place 1, not 2"),
    "without a name": (lambda: received(looks=("", "", "")), "'' does not say which deck it is"),
    "of the same color": (lambda: second("D2", "standard", "Red"), "both decks have 'Red' backs"),
    "of another design": (
        lambda: second("D2", "royal", "blue"),
        "both decks have one design, not 'royal'",
    ),
    "in use twice": (lambda: second("d1", "standard", "blue"), "deck 'd1' came before: none comes"),
    "numbered wrongly": (lambda: received(number=2), "this is deck 1, not 2"),
    "before its time": (lambda: received(at=-1), "the time runs back from 0 to -1"),
    "when no clock goes any more": (lambda: received(at=2**41), "no clock shows"),
    "one too many": (
        lambda: received(2, 2, table=opened()),
        "there is no place for another deck",
    ),
    "brought by a floorperson": (
        lambda: counted().happen(e.DeckReceived(1, 1, False, 0, "D1", "standard", "red"), FAY),
        "not for the role of floorperson",
    ),
    "no such deck": (lambda: removed(opened(), 2), "no deck lies in place 2"),
    "another number": (lambda: removed(opened(), number=2), "number is 2, not 1"),
    "for no reason of the house": (
        lambda: removed(opened(), why="sold"),
        "why is 'sold', not 'taken off the table'",
    ),
    "the deck in play": (lambda: removed(betting()), "the deck is being dealt from"),
    "gone before it was counted": (
        lambda: removed(rounds(5)),
        "the cards were not counted in 5 rounds",
    ),
    # Steps with a deck
    "no deck to inspect": (
        lambda: counted().happen(e.StepDone(Task.INSPECT, 1, "Dan", 0), DAN),
        "no deck lies in place 1",
    ),
    "washed before they were inspected": (
        lambda: steps(Task.WASH),
        "wash was done, but inspect is next",
    ),
    "shuffled unwashed": (
        lambda: steps(Task.SHUFFLE, *SEEN, Task.TURN_DOWN),
        "shuffle was done, but wash is next",
    ),
    "loaded uncut": (
        lambda: steps(Task.LOAD, *STACKED, Task.SHUFFLE),
        "load was done, but cut is next",
    ),
    "cut by a machine's side": (
        lambda: machine(Task.CUT, *STACKED, Task.SHUFFLE, cards=20),
        "cut was done, but load is next",
    ),
    "dealt ready-made and uncut": (
        lambda: with_deck(ready_made=True).happen(e.StepDone(Task.LOAD, 1, "Dan", 0), DAN),
        "load was done, but cut is next",
    ),
    "nobody there to look": (
        lambda: (
            said((c.ReceiveDeck(), DAN), table=counted())
            .happen(e.StepDone(Task.INSPECT, 1, "Dan", 0), DAN)
            .happen(e.StepDone(Task.VERIFY, 1, "Fay", 0), FAY)
            .happen(e.StepDone(Task.SPREAD, 1, "Dan", 0), DAN)
            .happen(e.StepDone(Task.LOOK, 1, "Dan", 0), DAN)
        ),
        "look was done, but nothing is next",
    ),
    "spread while somebody sits there": (
        lambda: opened().happen(e.StepDone(Task.SPREAD_DOWN, 1, "Dan", 0), DAN),
        "spread down was done, but nothing is next",
    ),
    "verified by who inspected": (
        lambda: steps(Task.VERIFY, Task.INSPECT, by=Person("Dan", Role.FLOORPERSON)),
        "'Dan' did the step before: somebody else confirms it",
    ),
    "verified by a dealer": (
        lambda: steps(Task.VERIFY, Task.INSPECT, by=DOT),
        "to verify is for a floorperson",
    ),
    "shuffled by a floorperson": (
        lambda: steps(Task.SHUFFLE, *STACKED, by=FRITZ),
        "to shuffle is for a dealer",
    ),
    "under another name": (
        lambda: with_deck().happen(e.StepDone(Task.INSPECT, 1, "Dot", 0), DAN),
        "it names 'Dot', but 'Dan' did it",
    ),
    "five cards loaded": (
        lambda: steps(Task.LOAD, *STACKED, Task.SHUFFLE, Task.CUT, cards=5),
        "the cut takes 0 to 0 cards, not 5",
    ),
    "shuffled while it is dealt": (
        lambda: betting().happen(e.StepDone(Task.SHUFFLE, 1, "Dan", 0), DAN),
        "shuffle was done, but nothing is next",
    ),
    "loaded before its turn": (
        lambda: two_decks().happen(e.StepDone(Task.LOAD, 2, "Dan", 0), DAN),
        "load was done, but nothing is next",
    ),
    "shuffled by a broken machine": (
        lambda: said(
            (c.Report(Kind.DEVICE_DOWN), DAN), table=with_deck(*STACKED, submission=MACHINE)
        ).happen(e.StepDone(Task.SHUFFLE, 1, "Dan", 0), DAN),
        "the shuffler cannot be used",
    ),
    "shuffled and not counted": (
        lambda: rounds(5).happen(e.StepDone(Task.SHUFFLE, 1, "Dan", 0), DAN),
        "the cards were not counted in 5 rounds",
    ),
    "ordered before the first shuffle": (
        lambda: with_deck(*STACKED).happen(e.ShuffleOrdered(1), FAY),
        "the deck has not been shuffled yet",
    ),
    "ordered in a round": (
        lambda: betting().happen(e.ShuffleOrdered(1), FAY),
        "the deck is being dealt from",
    ),
    "ordered by the dealer": (
        lambda: opened().happen(e.ShuffleOrdered(1), DAN),
        "not for the role of dealer",
    ),
    "a new deck taken for a gathered one": (
        lambda: received_before_the_close().happen(e.StepDone(Task.SHUFFLE, 1, "Dan", 0), DAN),
        "shuffle was done, but inspect is next",
    ),
    # Cut again
    "cut again at will": (
        lambda: wagered().happen(e.CardsRecut(1, 20, "why"), FAY),
        "CardsRecut is wrong: cut is 20, not",
    ),
    "cut again when a card is out": (
        lambda: asked().happen(e.CardsRecut(1, 20, "why"), FAY),
        "a card is out: the cut stands",
    ),
    "a machine's stack cut again": (
        lambda: betting(submission=MACHINE).happen(e.CardsRecut(1, 20, "why"), FAY),
        "this stack was not cut",
    ),
    "no stack to cut again": (
        lambda: with_deck(*STACKED).happen(e.CardsRecut(0, 0, "why"), FAY),
        "no stack is ready that could be cut again",
    ),
    "cut again before a round, and where": (
        lambda: opened().happen(e.CardsRecut(0, 20, "why"), FAY),
        "cut is 20, not 0",
    ),
    "dealt from a stack that was to be cut again": (
        lambda: another_round(opened().happen(e.CardsRecut(0, 0, "why"), FAY)),
        "deck 1 is not ready: cut is next",
    ),
    "cut again for no reason": (
        lambda: wagered().happen(e.CardsRecut(1, 20, ""), FAY),
        "a reason has 1 to 500 plain characters",
    ),
    "cut again by the dealer": (
        lambda: wagered().happen(e.CardsRecut(1, 20, "why"), DAN),
        "not for the role of dealer",
    ),
    # Counts
    "counted before bets are closed": (
        lambda: stub(52, 52, wagered()),
        "there is no stub to count now",
    ),
    "counted while cards are dealt": (
        lambda: stub(52, 52, locked()),
        "there is no stub to count now",
    ),
    "counted when wagers are settled": (
        lambda: stub(LEFT, LEFT, said((c.Settle(round=1), DAN), table=settling())).finish(),
        "there is no stub to count now",
    ),
    "counted twice": (
        lambda: stub(LEFT, LEFT, stub(LEFT, LEFT, all_dealt())),
        "the stub of this round is counted already",
    ),
    "as many as it should not be": (
        lambda: stub(LEFT - 1, LEFT - 1, all_dealt()),
        f"should_be is {LEFT - 1}, not {LEFT}",
    ),
    "two decks of them": (lambda: stub(105, LEFT, all_dealt()), "nobody counts 105 cards"),
    "a wrong count that nobody reports": (
        lambda: stub(LEFT - 1, LEFT, all_dealt()).happen(
            e.Decided(1, "across", 2, "1x", 500, False), ANN
        ),
        "Decided stands here, but IncidentReported is due",
    ),
    "a wrong count that is told as something else": (
        lambda: stub(LEFT - 1, LEFT, all_dealt()).happen(
            e.IncidentReported(1, 1, (Kind.WRONG_NUMBER,), True, "Dan", 0, 1), DAN
        ),
        "1 stand in kinds, not 2",
    ),
    "counted by a floorperson": (
        lambda: all_dealt().happen(e.StubCounted(1, 1, LEFT, LEFT), FAY),
        "not for the role of floorperson",
    ),
    "counted between rounds when nothing lies there": (
        lambda: stub(52, 52, opened(), round_=0),
        "no deck is to be counted between rounds",
    ),
    "counted between rounds when it was not due": (
        lambda: stub(52, 52, unprepared(), round_=0),
        "no deck is to be counted between rounds",
    ),
    "settled before the count that is due": (
        settled_uncounted,
        "the stub was not counted in 5 rounds, and a wager is settled before it is",
    ),
    "shown for the wheel before the count that is due": (
        lambda: settled_uncounted(spun=True),
        "the stub was not counted in 5 rounds, and a wager is settled before it is",
    ),
    "a shoe counted that counts itself": (
        lambda: stub(52, 52, opened("holdem-bonus", RESHUFFLES), round_=0),
        "the shoe holds and counts the cards by itself",
    ),
    "the wrong one of two": (
        lambda: stub(52, 52, both_gathered(), round_=0, deck=2),
        "deck is 2, not 1",
    ),
    # A round
    "at a table that was closed": (
        lambda: another_round(shut()),
        "the table is not open: two people count the tray first",
    ),
    "at a table that is disabled": (
        lambda: another_round(said((c.Disable("table", "a fire"), FAY))),
        "the table is disabled",
    ),
    "of a game that is disabled": (
        lambda: another_round(said((c.Disable("game", "an order"), FAY))),
        "the game is disabled",
    ),
    "without a deck": (
        lambda: another_round(said((c.RemoveDeck(), DAN), table=unprepared())),
        "no deck lies in place 1",
    ),
    "with cards that are not shuffled": (
        lambda: another_round(unprepared()),
        "deck 1 is not ready: shuffle is next",
    ),
    "with cards that lie spread": (
        lambda: another_round(nobody_there()),
        "deck 1 is not ready: look is next",
    ),
    "with another deck": (
        lambda: another_round(opened(), deck=2),
        "deck 1 is dealt, not 2",
    ),
    "when the other deck is not shuffled": (
        lambda: another_round(
            said((c.Perform(Task.SHUFFLE, 1), DAN), (c.Perform(Task.LOAD, 1), DAN),
                 table=two_decks(by_hand=True))
        ),
        "deck 2 is not ready: shuffle is next",
    ),
    "with a deck of 8 hours": (
        lambda: another_round(opened(), at=8 * HOUR),
        "deck 1 has been in use for 8 hours",
    ),
    "with a deck of 4 hours from the hand": (
        lambda: another_round(opened(submission=equipped("hand", "automated")), at=4 * HOUR),
        "deck 1 has been in use for 4 hours",
    ),
    "with a deck too old when bets are closed": (
        lambda: wagered().happen(
            e.BetsClosed(1, (), wagered().state.round.cut, 8 * HOUR), DAN  # type: ignore[union-attr]
        ),
        "deck 1 is past its time",
    ),
    "closed before it was opened": (
        lambda: wagered().happen(e.BetsClosed(1, (), 20, -5), DAN),
        "the time runs back from 0 to -5",
    ),
    "the sixth without a count": (
        lambda: another_round(rounds(5)),
        "deck 1 is not ready: shuffle is next",
    ),
    "spread without a count": (
        lambda: said((c.Leave(2), ANN), (c.Leave(4), BOB), table=rounds(5)).happen(
            e.StepDone(Task.EMPTY, 1, "Dan", 0), DAN
        ),
        "the cards were not counted in 5 rounds",
    ),
    "dealt by hand as it came shuffled": (
        lambda: with_deck(submission=equipped("hand", "automated"), ready_made=True).happen(
            e.StepDone(Task.CUT, 1, "Dan", 20), DAN
        ),
        "cut was done, but shuffle is next",
    ),
    "with a machine that is not marked": (
        lambda: another_round(
            said((c.Report(Kind.DEVICE_DOWN), DAN), table=opened(submission=MACHINE))
        ),
        "the shuffler cannot be used, and is not covered or signed",
    ),
    "with a machine that is marked": (
        lambda: another_round(
            said(
                (c.Report(Kind.DEVICE_DOWN), DAN),
                (c.MarkDevice(Device.SHUFFLER, Mark.SIGN), DAN),
                table=opened(submission=MACHINE),
            )
        ),
        "the shuffler is signed as out of order, and still in use",
    ),
    "with a shoe that broke while bets were open": (
        lambda: broken_shoe().happen(e.BetsClosed(1, (), 0, 0), DAN),
        "the dealing shoe cannot be used",
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", CASES)
def test_what_cannot_be_is_told(name: str) -> None:
    made, sentence = CASES[name]
    assert re.search(sentence, made().told())
