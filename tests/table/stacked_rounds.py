"""Rounds on stacked decks, step by step, with everyone's view of them.

The secrecy tests share these: two tables execute the same commands with stacks that only differ in
some cards."""

from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

import msgspec

from pitboss.cards import DECK, Card
from pitboss.shuffle import Shoe, build_shoe, practice_seed, shuffle_context
from pitboss.table import Automation, LogEntry, Person, Phase, Role, Table, next_step
from pitboss.table import commands as c
from pitboss.table.state import RoundState, encode_fraction
from pitboss.table.views import encode_view

from .round_scenes import CARDS, HOLES, JACKPOTS, SEATS, SIDES
from .tables import (
    CCP,
    DEE,
    FLO,
    MACHINE,
    STAYS,
    STUD,
    StackedTable,
    antes,
    current_round,
    seated_table,
    stacked_shoe,
)

Script = list[tuple[Person, c.Command]]
STAFF: Final = [Person("Sam", role) for role in Role if role is not Role.PLAYER]
BETS: Final = (1, 2, 4)
"""The seats that play."""


def jackpot_shoe(game: str) -> Shoe:
    """Return a stack that gives Bob a jackpot."""
    cards = stacked_shoe(_table(game).rules, HOLES, CARDS[game]).cards
    other = shuffled(game, "named")
    return Shoe(other.seed, cards, other.salts)


def shuffled(game: str, name: str) -> Shoe:
    """Return a stack shuffled like the house does."""
    return build_shoe(
        practice_seed(name, 1), shuffle_context("table 1", 1, _table(game).rules.hash)
    )


def _table(game: str) -> StackedTable:
    submission = MACHINE | (JACKPOTS if game == CCP else {})
    table = seated_table(game, submission=submission, seats=SEATS, automation=Automation.CARE)
    assert isinstance(table, StackedTable)
    return table


def ready(game: str, shoe: Shoe) -> Table:
    """Return a table with four people whose first round uses this stack."""
    table = _table(game)
    table.stacks = iter([shoe])
    return table


class Moment(NamedTuple):
    """A command and its events."""

    by: Person
    command: c.Command
    recorded: tuple[LogEntry, ...]


def play(game: str, shoe: Shoe, *, folds: bool = True) -> tuple[Table, Iterator[Moment]]:
    """Yield a round by commands: Ann folds if possible, Bob and Cy stay; with all side wagers."""
    table = ready(game, shoe)

    def say(by: Person, command: c.Command) -> Moment:
        return Moment(by, command, table.execute(command, by))

    def steps() -> Iterator[Moment]:
        yield say(DEE, c.OpenRound())
        for seat in BETS:
            by = Person(SEATS[seat], Role.PLAYER)
            sides = SIDES[game] if seat != 1 else {}
            yield say(by, c.PlaceWagers(seat, antes(game, **sides), round=1))
        yield say(DEE, c.NoMoreBets(round=1))
        while current_round(table).phase is not Phase.CLOSED:
            step = next_step(table.state)
            seat_asked = current_round(table).turn
            if isinstance(step and step.command, c.Settle):
                yield say(DEE, c.Settle(round=1))  # one seat after another
            elif step:
                yield say(DEE if step.by.role is Role.DEALER else FLO, step.command)
            elif seat_asked is not None:
                answer = "fold" if folds and seat_asked == 1 and game != STUD else STAYS[game]
                by = Person(SEATS[seat_asked], Role.PLAYER)
                yield say(by, c.Decide(seat_asked, answer, street(table), round=1))

    return table, steps()


def street(table: Table) -> str:
    """Return the street being decided."""
    view_ = table.view(STAFF[0]).round
    assert view_
    return view_.street or ""


def swap_cards(shoe: Shoe, first: Iterable[int], second: Iterable[int]) -> Shoe:
    """Return a shoe with the same seed whose positions have swapped cards."""
    cards: list[Card] = list(shoe.cards)
    for a, b in zip(first, second, strict=False):
        cards[a], cards[b] = cards[b], cards[a]
    assert sorted(cards) == list(DECK)
    return Shoe(shoe.seed, tuple(cards), tuple(bytes([99 - at] * 16) for at in range(len(DECK))))


def own(table: Table, round_: RoundState, viewer: Person) -> frozenset[int]:
    """Return the positions of a viewer's own visible cards."""
    may = [name in table.rules.looks for name in table.rules.hole]
    return frozenset(
        at
        for seat, hand in round_.holes.items()
        if viewer.role is Role.PLAYER and round_.players[seat] == viewer.name
        for at, looks in zip(hand, may, strict=False)
        if looks
    )


def viewers() -> list[Person]:
    """Return every player, somebody seated, somebody who is not, and every other role."""
    names = (*SEATS.values(), "Gus")
    return [*(Person(name, Role.PLAYER) for name in names), *STAFF]


def frame(table: Table, viewer: Person) -> bytes:
    """Return everything that is sent to a viewer now."""
    return encode_view(table.view(viewer))


def masked_view(table: Table, viewer: Person) -> bytes:
    """Return the view with fixed bytes for commitments, and without the notation line."""
    return mask_text(frame(table, viewer)) + str(table.position(viewer)).encode()


def line(entry: LogEntry) -> bytes:
    """Return an event as it is written and sent."""
    return msgspec.json.encode(entry, enc_hook=encode_fraction)


MASKED: Final = frozenset({"seed_hash", "root", "salt", "proof"})


def mask_text(text: bytes) -> bytes:
    """Replace commitments, salts and proofs with fixed bytes."""
    return msgspec.json.encode(_mask(msgspec.json.decode(text)))


def _mask(progress: Any) -> Any:  # noqa: ANN401
    match progress:
        case dict():
            return {k: "fixed" if k in MASKED and v else _mask(v) for k, v in progress.items()}
        case list():
            return [_mask(item) for item in progress]
        case _:
            return progress
