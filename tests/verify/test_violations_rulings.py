"""Violations with rulings and their consequences: each is reported in one sentence."""

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
from tests.verify.irregular_tables import (
    FRITZ,
    WORDS,
    after_command,
    all_settled,
    half_settled,
    half_void,
    holdem,
    jam_deck,
    left_and_paid,
    left_late,
    miscount_stub,
    paid_wrongly,
    rule_on,
    ruled_misdealt,
    sat_out,
    too_many_cards,
    twice,
    void,
    void_for_count,
    waiting,
)
from tests.verify.unchecked_table import (
    ANN,
    ANTES,
    BOB,
    DAN,
    FAY,
    Lawless,
    at_first_question,
)

CASES: Final[dict[str, tuple[Callable[[], Lawless], str]]] = {
    # Rulings
    "nothing to rule on": (
        lambda: rule_on(table=at_first_question()),
        "no incident is waiting for a ruling",
    ),
    "another incident": (lambda: rule_on(number=2), "number is 2, expected 1"),
    "by who reported it": (
        lambda: rule_on(
            table=after_command(at_first_question(), c.Report(Kind.WRONG_NUMBER, round=1), FAY),
        ),
        "'Fay' reported it, so somebody else must rule on it",
    ),
    "by who reported it, in another coat": (
        lambda: rule_on(by=Person("DAN", Role.FLOORPERSON)),
        "'Dan' reported it, so somebody else must rule on it",
    ),
    "by a dealer": (
        lambda: rule_on(by=Person("Dot", Role.DEALER)),
        "cannot be caused by the role dealer",
    ),
    "under another name": (
        lambda: waiting().happen(e.IncidentRuled(1, Ruling.BY_THE_BOOK, "so it was", "Fritz"), FAY),
        "it names 'Fritz', but 'Fay' did it",
    ),
    "for no reason": (
        lambda: rule_on(reason=" "),
        "a reason must have 1 to 500 printable characters",
    ),
    "to go on where the book says void": (
        lambda: rule_on(Ruling.GO_ON),
        "ruling is 'go on', expected by the book or dismissed",
    ),
    "by the book where it is silent": (
        lambda: rule_on(table=waiting(Kind.DRAWN_EXPOSED, seat=2, position=1)),
        "ruling is 'by the book', expected void or go on",
    ),
    "that a card does not lie there": (
        lambda: rule_on(Ruling.DISMISSED, waiting(Kind.DEALER_CARD_EXPOSED, holdem(), position=1)),
        "ruling is 'dismissed', expected by the book",
    ),
    "misdealt, where nothing was counted": (
        lambda: rule_on(Ruling.MISDEALT),
        "ruling is 'misdealt', expected by the book or dismissed",
    ),
    "by the book, to a wrong count": (
        lambda: miscount_stub(Ruling.BY_THE_BOOK),
        "ruling is 'by the book', expected misdealt or not misdealt or dismissed",
    ),
    # Consequences
    "void by the book, and played on": (
        lambda: rule_on().happen(e.Decided(1, "across", 2, "1x", 500, False), ANN),
        "found Decided, expected RoundVoided",
    ),
    "void for another reason": (
        lambda: void("why not"),
        "reason is 'why not', expected 'a player",
    ),
    "void by another clause": (
        lambda: void("a player was skipped [CCP 13.B]", waiting(Kind.PLAYER_SKIPPED, seat=2)),
        r"\[CCP 13.B\]', expected 'a player was skipped \[CCP 13.C\]'",
    ),
    "void, and Bob gets nothing back": (
        lambda: void(
            f"{WORDS} [CCP 13.C]",
            seats={2: {key: WagerResult(500, "void", 500) for key in ANTES}},
        ),
        "seats.4 is missing",
    ),
    "void by another person": (
        lambda: rule_on().happen(e.RoundVoided(1, f"{WORDS} [CCP 13.C]", {}), FRITZ),
        "it is by 'Fritz', but belongs to line",
    ),
    "gone on, and void all the same": (
        lambda: rule_on(Ruling.GO_ON, waiting(Kind.DRAWN_EXPOSED, seat=2, position=1)).happen(
            e.RoundVoided(1, "why", {}), FAY
        ),
        "found RoundVoided, expected Decided",
    ),
    "dismissed, and void all the same": (
        lambda: rule_on(Ruling.DISMISSED).happen(e.RoundVoided(1, "why", {}), FAY),
        "found RoundVoided, expected Decided",
    ),
    "the bonus given back that is settled": (
        lambda: void(
            f"{Kind.DEALER_CARD_EXPOSED.description} [THB 13.F]",
            waiting(Kind.DEALER_CARD_EXPOSED, holdem(), position=1),
        ),
        "found RoundVoided, expected CardsTurned",
    ),
    "the bonus settled when cards were still to come": (
        lambda: rule_on(table=waiting(Kind.CARDS_FACE_UP, holdem(1))).happen(
            e.CardsTurned(1, ()), FAY
        ),
        "found CardsTurned, expected RoundVoided",
    ),
    "somebody else sits out": (lambda: sat_out(4), "seat is 4, expected 2"),
    "less goes back to who sits out": (
        lambda: sat_out(ante_1=400),
        "wagers.ante_1.stake is 400, expected 500",
    ),
    "void where somebody sits out": (
        lambda: void(
            f"{Kind.PLAYER_SKIPPED.description} [RET 13.G]",
            waiting(Kind.PLAYER_SKIPPED, twice(), seat=2),
        ),
        "found RoundVoided, expected SatOut",
    ),
    "who sits out decides": (
        lambda: sat_out().happen(e.Decided(1, "run_1", 2, "1x", 500, False), ANN),
        "'Ann' decided for seat 4, expected 'Bob'",
    ),
    "a jam, and the shuffle counts": (
        lambda: jam_deck().happen(e.WagersPlaced(1, 4, ANTES), BOB),
        "found WagersPlaced, expected ShuffleSpoilt",
    ),
    "the other deck spoilt": (
        lambda: jam_deck().happen(e.ShuffleSpoilt(1), FAY),
        "deck is 1, expected 2",
    ),
    "a wrong deck that stays": (
        lambda: void_for_count().happen(e.SeedOpened(1, at_first_question().seed()), DAN),
        "found SeedOpened, expected DeckRemoved",
    ),
    "a misdealt deck that goes": (
        lambda: ruled_misdealt().happen(e.DeckRemoved(1, 1, Kind.STUB_MISDEALT.description), FAY),
        "the deck is in play",
    ),
    # Lost seeds
    "settled, given back and not reversed": (
        half_void,
        "found RoundVoided, expected SettlementReversed",
    ),
    "paid wrongly before it was lost": (
        paid_wrongly,
        "wagers.across.credit is 100000, expected",
    ),
    # Wrong numbers of cards that are found late
    "paid, given back and not reversed": (
        lambda: too_many_cards(reversed_first=False, all_of_it=True),
        "found RoundVoided, expected SettlementReversed",
    ),
    "reversed and not given back": (
        lambda: too_many_cards(reversed_first=True, all_of_it=False),
        "seats.4 is missing",
    ),
    "settled on, when all is void": (
        lambda: too_many_cards_and_void().happen(e.SeatSettled(1, 2, {}), DAN).finish(),
        "found SeatSettled, expected SeedOpened",
    ),
    # Players who leave late
    "paid before it was ruled on": (
        lambda: left_and_paid(is_lost=None),
        "'Bob' has left, and no ruling has been made",
    ),
    "paid though it was lost": (
        lambda: left_and_paid(is_lost=True),
        "SeatSettled is wrong",
    ),
    "ruled on when it is paid": (
        lambda: left_late(half_settled()).happen(e.AbsentRuled(1, 4, True, "Fay"), FAY).finish(),
        "seat 4 has no wagers left to lose",
    ),
    "ruled on when everything is": (
        lambda: left_late(all_settled()).happen(e.AbsentRuled(1, 4, True, "Fay"), FAY).finish(),
        "no ruling on a player who left is possible at this point",
    ),
    "ruled on twice": (
        lambda: (
            after_command(left_late(), c.RuleOnAbsent(4, False, round=1), FAY)
            .happen(e.AbsentRuled(1, 4, True, "Fay"), FAY)
            .finish()
        ),
        "seat 4 has already been ruled on",
    ),
}


def too_many_cards_and_void() -> Lawless:
    """Void a round correctly for a wrong number of cards."""
    table = waiting(table=half_settled())
    table.floorperson("Fay").rule(Ruling.BY_THE_BOOK, "so it was")
    return table


@pytest.mark.parametrize("is_lost", [True, False])
def test_legal_events_pass(*, is_lost: bool) -> None:
    """This covers a late void and a late ruling."""
    table = left_late()
    table.execute(c.RuleOnAbsent(4, is_lost, round=1), FAY)
    table.settle(every=True)
    for case_table in (table, too_many_cards_and_void()):
        case_table.close_round()
        assert verify(line + b"\n" for line in case_table.export()).rounds == 1


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


def test_player_who_sat_out_and_left_is_gone() -> None:
    result = verify(line + b"\n" for line in walked_off_skipped_and_gone().export())
    assert (result.rounds, result.incidents) == (1, 1)


def test_player_who_sat_out_and_left_cannot_leave_again() -> None:
    table = walked_off_skipped_and_gone()
    assert "is not in seat 2" in table.happen(e.PlayerLeft(2, "Ann"), ANN).detected_fault()


@pytest.mark.parametrize("name", CASES)
def test_violation_is_reported(name: str) -> None:
    build_case, sentence = CASES[name]
    assert re.search(sentence, build_case().detected_fault())
