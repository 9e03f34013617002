"""What is said to an incident and follows from it: one thing that cannot be, told in a sentence."""

import re
from collections.abc import Callable
from typing import Final

import pytest

from pitboss.games.incidents import Kind
from pitboss.settle import WagerResult
from pitboss.table import Person, Role
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.day import Ruling
from pitboss.verify import verify
from tests.verify.lawless import (
    ANN,
    ANTES,
    BOB,
    DAN,
    FAY,
    Lawless,
    asked,
)
from tests.verify.mishaps import (
    FRITZ,
    WORDS,
    all_settled,
    half_settled,
    half_void,
    holdem,
    jammed,
    left_and_paid,
    left_late,
    miscounted,
    paid_wrongly,
    ruled,
    ruled_misdealt,
    said,
    sat_out,
    too_many_cards,
    twice,
    void,
    void_for_count,
    waiting,
)

CASES: Final[dict[str, tuple[Callable[[], Lawless], str]]] = {
    # What is said to it
    "nothing to rule on": (lambda: ruled(table=asked()), "nothing waits for a ruling"),
    "another incident": (lambda: ruled(number=2), "incident 1 waits for a ruling"),
    "by who reported it": (
        lambda: ruled(
            table=said(asked(), c.Report(Kind.WRONG_NUMBER, round=1), FAY),
        ),
        "'Fay' reported it: somebody else rules on it",
    ),
    "by who reported it, in another coat": (
        lambda: ruled(by=Person("DAN", Role.FLOORPERSON)),
        "'Dan' reported it: somebody else rules on it",
    ),
    "by a dealer": (
        lambda: ruled(by=Person("Dot", Role.DEALER)),
        "not for the role of dealer",
    ),
    "under another name": (
        lambda: waiting().happen(e.IncidentRuled(1, Ruling.BY_THE_BOOK, "so it was", "Fritz"), FAY),
        "it names 'Fritz', but 'Fay' did it",
    ),
    "for no reason": (lambda: ruled(reason=" "), "a reason has 1 to 500 plain characters"),
    "to go on where the book says void": (
        lambda: ruled(Ruling.GO_ON),
        "one says by the book or dismissed to this",
    ),
    "by the book where it is silent": (
        lambda: ruled(table=waiting(Kind.DRAWN_EXPOSED, seat=2, position=1)),
        "one says void or go on to this",
    ),
    "that a card does not lie there": (
        lambda: ruled(Ruling.DISMISSED, waiting(Kind.DEALER_CARD_EXPOSED, holdem(), position=1)),
        "one says by the book to this",
    ),
    "misdealt, where nothing was counted": (
        lambda: ruled(Ruling.MISDEALT),
        "one says by the book or dismissed to this",
    ),
    "by the book, to a wrong count": (
        lambda: miscounted(Ruling.BY_THE_BOOK),
        "one says misdealt or not misdealt or dismissed to this",
    ),
    # What follows from it
    "void by the book, and played on": (
        lambda: ruled().happen(e.Decided(1, "across", 2, "1x", 500, False), ANN),
        "Decided stands here, but RoundVoided is due",
    ),
    "void for another reason": (
        lambda: void("why not"),
        "reason is 'why not', not 'a player",
    ),
    "void by another clause": (
        lambda: void("a player was skipped [CCP 13.B]", waiting(Kind.PLAYER_SKIPPED, seat=2)),
        r"\[CCP 13.B\]', not 'a player was skipped \[CCP 13.C\]'",
    ),
    "void, and Bob gets nothing back": (
        lambda: void(
            f"{WORDS} [CCP 13.C]",
            seats={2: {key: WagerResult(500, "void", 500) for key in ANTES}},
        ),
        "seats.4 is missing",
    ),
    "void by another person": (
        lambda: ruled().happen(e.RoundVoided(1, f"{WORDS} [CCP 13.C]", {}), FRITZ),
        "it is by 'Fritz', but follows from line",
    ),
    "gone on, and void all the same": (
        lambda: ruled(Ruling.GO_ON, waiting(Kind.DRAWN_EXPOSED, seat=2, position=1)).happen(
            e.RoundVoided(1, "why", {}), FAY
        ),
        "RoundVoided stands here, but Decided is due",
    ),
    "dismissed, and void all the same": (
        lambda: ruled(Ruling.DISMISSED).happen(e.RoundVoided(1, "why", {}), FAY),
        "RoundVoided stands here, but Decided is due",
    ),
    "the bonus given back that is settled": (
        lambda: void(
            f"{Kind.DEALER_CARD_EXPOSED.description} [THB 13.F]",
            waiting(Kind.DEALER_CARD_EXPOSED, holdem(), position=1),
        ),
        "RoundVoided stands here, but CardsTurned is due",
    ),
    "the bonus settled when cards were still to come": (
        lambda: ruled(table=waiting(Kind.CARDS_FACE_UP, holdem(1))).happen(
            e.CardsTurned(1, ()), FAY
        ),
        "CardsTurned stands here, but RoundVoided is due",
    ),
    "somebody else sits out": (lambda: sat_out(4), "seat is 4, not 2"),
    "less goes back to who sits out": (
        lambda: sat_out(ante_1=400),
        "wagers.ante_1.stake is 400, not 500",
    ),
    "void where somebody sits out": (
        lambda: void(
            f"{Kind.PLAYER_SKIPPED.description} [RET 13.G]",
            waiting(Kind.PLAYER_SKIPPED, twice(), seat=2),
        ),
        "RoundVoided stands here, but SatOut is due",
    ),
    "who sits out decides": (
        lambda: sat_out().happen(e.Decided(1, "run_1", 2, "1x", 500, False), ANN),
        "'Bob' decides at seat 4, not 'Ann'",
    ),
    "a jam, and the shuffle counts": (
        lambda: jammed().happen(e.WagersPlaced(1, 4, ANTES), BOB),
        "WagersPlaced stands here, but ShuffleSpoilt is due",
    ),
    "the other deck spoilt": (
        lambda: jammed().happen(e.ShuffleSpoilt(1), FAY),
        "deck is 1, not 2",
    ),
    "a wrong deck that stays": (
        lambda: void_for_count().happen(e.SeedOpened(1, asked().seed()), DAN),
        "SeedOpened stands here, but DeckRemoved is due",
    ),
    "a misdealt deck that goes": (
        lambda: ruled_misdealt().happen(e.DeckRemoved(1, 1, Kind.STUB_MISDEALT.description), FAY),
        "the deck is being dealt from",
    ),
    # A seed that is lost
    "settled, given back and not reversed": (
        half_void,
        "RoundVoided stands here, but SettlementReversed is due",
    ),
    "paid wrongly before it was lost": (
        paid_wrongly,
        "wagers.across.credit is 100000, not",
    ),
    # A wrong number of cards that is found late
    "paid, given back and not reversed": (
        lambda: too_many_cards(reversed_first=False, all_of_it=True),
        "RoundVoided stands here, but SettlementReversed is due",
    ),
    "reversed and not given back": (
        lambda: too_many_cards(reversed_first=True, all_of_it=False),
        "seats.4 is missing",
    ),
    "settled on, when all is void": (
        lambda: too_many_cards_and_void().happen(e.SeatSettled(1, 2, {}), DAN).finish(),
        "SeatSettled stands here, but SeedOpened is due",
    ),
    # A player who leaves late
    "paid before it was ruled on": (
        lambda: left_and_paid(lost=None),
        "'Bob' has left, and nobody has ruled on it",
    ),
    "paid though it was lost": (
        lambda: left_and_paid(lost=True),
        "SeatSettled is wrong",
    ),
    "ruled on when it is paid": (
        lambda: left_late(half_settled()).happen(e.AbsentRuled(1, 4, True, "Fay"), FAY).finish(),
        "seat 4 has nothing left that it could lose",
    ),
    "ruled on when everything is": (
        lambda: left_late(all_settled()).happen(e.AbsentRuled(1, 4, True, "Fay"), FAY).finish(),
        "this is not the time to rule on a player who left",
    ),
    "ruled on twice": (
        lambda: (
            said(left_late(), c.RuleOnAbsent(4, False, round=1), FAY)
            .happen(e.AbsentRuled(1, 4, True, "Fay"), FAY)
            .finish()
        ),
        "on seat 4 it was ruled already",
    ),
}


def too_many_cards_and_void() -> Lawless:
    """As it must be."""
    table = waiting(table=half_settled())
    table.floorperson("Fay").rule(Ruling.BY_THE_BOOK, "so it was")
    return table


@pytest.mark.parametrize("lost", [True, False])
def test_as_it_must_be(*, lost: bool) -> None:
    """A late void, and a late ruling."""
    table = left_late()
    table.execute(c.RuleOnAbsent(4, lost, round=1), FAY)
    table.settle(every=True)
    for made in (table, too_many_cards_and_void()):
        made.close_round()
        assert verify(line + b"\n" for line in made.export()).rounds == 1


def walked_off_skipped_and_gone() -> Lawless:
    """Ann walks off, turns out to have been skipped, and leaves; Bob plays on to the end."""
    table = twice()
    table.player("Ann").leave(2)
    waiting(Kind.PLAYER_SKIPPED, table, seat=2)
    table.floorperson("Fay").rule(Ruling.BY_THE_BOOK, "no card lay there")
    table.player("Ann").leave(2)
    table.player("Bob").decide(4, "fold")
    for _ in range(3):
        table.turn_over()
    table.settle(every=True)
    return table.finish()


def test_who_sat_out_and_left_is_gone() -> None:
    result = verify(line + b"\n" for line in walked_off_skipped_and_gone().export())
    assert (result.rounds, result.incidents) == (1, 1)


def test_who_sat_out_and_left_does_not_leave_again() -> None:
    table = walked_off_skipped_and_gone()
    assert "does not sit in seat 2" in table.happen(e.PlayerLeft(2, "Ann"), ANN).told()


@pytest.mark.parametrize("name", CASES)
def test_what_cannot_be_is_told(name: str) -> None:
    made, sentence = CASES[name]
    assert re.search(sentence, made().told())
