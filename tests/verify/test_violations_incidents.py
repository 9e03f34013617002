"""Violations when an irregularity is reported: each is reported in one sentence."""

import re
from collections.abc import Callable
from typing import Final

import pytest
from msgspec.structs import replace

from pitboss.games.incidents import Kind
from pitboss.table import Automation, Person, Role
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.day import Ruling
from tests.verify.corpus import TWO_DECKS
from tests.verify.irregular_tables import (
    COUNTS,
    HOLDEM,
    MACHINE,
    all_settled,
    both_cards_open,
    down,
    expose_card,
    face_up,
    half_settled,
    holdem,
    hole,
    jam_waits,
    next_card,
    out_and_dealt,
    place,
    playing,
    report_of,
    reports,
    reshuffled_table,
    return_wager,
    settled_and_jammed,
    stud,
    stud_progressive,
    to_count,
    to_the_river,
    void,
    waiting,
)
from tests.verify.unchecked_table import (
    ANN,
    ANTES,
    BOB,
    DAN,
    Lawless,
    at_first_question,
    betting,
    open_table,
    settling,
    with_locked_bets,
    with_wagers,
)

CASES: Final[dict[str, tuple[Callable[[], Lawless], str]]] = {
    # Where they can happen
    "at a table that is not open": (
        lambda: reports(
            Kind.DEVICE_DOWN,
            Lawless.open("criss-cross", practice="x", automation=Automation.NOTHING),  # type: ignore[arg-type]
            round_=0,
        ),
        "the table is not open",
    ),
    "numbered wrongly": (
        lambda: reports(Kind.WRONG_NUMBER, at_first_question(), number=2),
        "number is 2, expected 1",
    ),
    "two things at once": (
        lambda: reports(
            Kind.WRONG_NUMBER, at_first_question(), kinds=(Kind.WRONG_NUMBER, Kind.PLAYER_SKIPPED)
        ),
        "kinds has 2 entries, expected 1",
    ),
    "a stub that nobody counted": (
        lambda: reports(Kind.STUB_NOT_52, at_first_question()),
        "a wrong stub is not reported but counted",
    ),
    "a dealer's card where the dealer has none": (
        lambda: reports(Kind.DEALER_CARD_EXPOSED, at_first_question(), exposed=True),
        "this incident is not possible at this point: a dealer card was exposed",
    ),
    "of no round": (
        lambda: reports(Kind.WRONG_NUMBER, at_first_question(), round_=0),
        "round is 0, expected 1",
    ),
    "between rounds": (
        lambda: reports(Kind.WRONG_NUMBER, open_table()),
        "no hand is being played",
    ),
    "while bets are open": (
        lambda: reports(Kind.CARD_FACE_UP, with_wagers()),
        "no hand is being played",
    ),
    "a card face up when everything is settled": (
        lambda: reports(Kind.CARD_FACE_UP, all_settled()).finish(),
        "no hand is being played",
    ),
    "face up when wagers are settled": (
        lambda: reports(Kind.CARD_FACE_UP, half_settled()).finish(),
        "no cards are left to deal",
    ),
    "by a player": (
        lambda: at_first_question().happen(report_of(Kind.WRONG_NUMBER, by="Ann"), ANN),
        "cannot be caused by the role player",
    ),
    "that it need not be ruled on": (
        lambda: reports(Kind.WRONG_NUMBER, at_first_question(), waits=False),
        "waits is false, expected true",
    ),
    "wrong numbers before the first card": (
        lambda: reports(Kind.WRONG_NUMBER, with_locked_bets()),
        "no card has been dealt",
    ),
    "a wrong number at a seat that there is not": (
        lambda: reports(Kind.WRONG_NUMBER, at_first_question(), seat=7),
        "seat 7 does not exist",
    ),
    "a wheel that fails nobody": (
        lambda: reports(Kind.WHEEL_DOWN, at_first_question(), device="wheel"),
        "no open wager needs the wheel",
    ),
    "the other device": (
        lambda: reports(Kind.PROGRESSIVE_DOWN, stud_progressive(), device="wheel"),
        "the device that fails is the progressive system",
    ),
    "not used, although wagers need it": (
        lambda: reports(
            Kind.DEVICE_DOWN,
            stud_progressive(),
            device="progressive system",
            round_=0,
            waits=False,
        ),
        "wagers depend on it: report the progressive system fails",
    ),
    "one wager goes back, and others stay": (
        lambda: return_wager(stud_progressive(), (2,)),
        "WagersReturned is wrong: seats",
    ),
    "a wager that goes back, and waits": (
        lambda: return_wager(stud_progressive(), (2, 4), Ruling.WAIT),
        "found WagersReturned, expected DeviceDown",
    ),
    "a fouled deck that is not there": (
        lambda: reports(Kind.FOULED_DECK, at_first_question(), deck=2),
        "there is no deck in place 2",
    ),
    "a fouled deck that is no matter of the round": (
        lambda: reports(Kind.FOULED_DECK, at_first_question(), deck=1, round_=0),
        "round is 0, expected 1",
    ),
    "a fouled deck that stays": (
        lambda: void(f"{Kind.FOULED_DECK.description} [ROUND-3]", waiting(Kind.FOULED_DECK)).happen(
            e.PlayerSeated(5, "Cy"), Person("Cy", Role.PLAYER)
        ),
        "found PlayerSeated, expected DeckRemoved",
    ),
    "face up when all cards are out": (
        lambda: reports(Kind.CARD_FACE_UP, at_first_question()),
        "no cards are left to deal",
    ),
    "drawn when all cards are out": (
        lambda: reports(Kind.DRAWN_UNEXPOSED, at_first_question(), waits=False),
        "no cards are left to deal",
    ),
    "skipped before anybody has a card": (
        lambda: reports(Kind.PLAYER_SKIPPED, with_locked_bets(), seat=2),
        "no player has a card yet",
    ),
    "skipped, and yet he answered": (
        lambda: reports(
            Kind.PLAYER_SKIPPED,
            at_first_question().happen(e.Decided(1, "across", 2, "1x", 500, False), ANN),
            seat=2,
        ),
        "seat 2 has already decided on its cards",
    ),
    "somebody skipped who does not play": (
        lambda: reports(Kind.PLAYER_SKIPPED, at_first_question(), seat=5),
        "seat 5 has no wager in this round",
    ),
    "a jam where hands shuffle": (
        lambda: reports(Kind.SHUFFLER_JAM, open_table(), round_=0, deck=1),
        "cards are shuffled by hand at this table",
    ),
    "a jam of the deck in play": (
        lambda: reports(Kind.SHUFFLER_JAM, betting(submission=MACHINE), deck=1),
        "deck 1 is not in the shuffler",
    ),
    "a jam of no deck": (
        lambda: reports(Kind.SHUFFLER_JAM, betting(submission=MACHINE), deck=2),
        "there is no deck in place 2",
    ),
    "a wrong number shown by what does not count": (
        lambda: reports(Kind.COUNTER_WRONG, open_table(submission=MACHINE), round_=0, deck=1),
        "the shuffler at this table does not count cards",
    ),
    "a jam of a shoe that is none": (
        lambda: reports(Kind.SHOE_JAM, with_locked_bets()),
        "no automated shoe is in use",
    ),
    "a jam of a shoe whose stacks are out": (
        lambda: reports(Kind.SHOE_JAM, playing("holdem-bonus", HOLDEM, TWO_DECKS, dealt=2)),
        "the shoe has no cards to deal",
    ),
    "a jam while bets are open": (
        lambda: reports(Kind.SHOE_JAM, betting(submission=TWO_DECKS)),
        "the shoe has no cards to deal",
    ),
    "a shoe that cannot be used, while wagers are counted": (
        lambda: reports(Kind.DEVICE_DOWN, to_count(), round_=0, waits=False, device="dealing shoe"),
        "the shoe still has cards to deal",
    ),
    "a machine that is not in use": (
        lambda: reports(Kind.DEVICE_DOWN, open_table(), round_=0, waits=False, device="shuffler"),
        "'shuffler' is not a device in use at this table",
    ),
    "a machine that is known to be broken": (
        lambda: reports(
            Kind.DEVICE_DOWN, down(), number=2, round_=0, waits=False, device="shuffler"
        ),
        "the shuffler is already out of order",
    ),
    "a shoe that has cards to deal": (
        lambda: reports(
            Kind.DEVICE_DOWN,
            playing("criss-cross", ANTES, TWO_DECKS),
            round_=0,
            waits=False,
            device="dealing shoe",
        ),
        "the shoe still has cards to deal",
    ),
    # What is face up
    "the card behind the next": (
        lambda: face_up(lambda table: next_card(table, 1)),
        "this incident does not involve the card at position",
    ),
    "a card that is not proved": (
        lambda: face_up(lambda table: replace(next_card(table), salt="00" * 16)),
        "the proof of '..' at position [0-9]+ is not valid",
    ),
    "a second card face up": (
        lambda: reports(Kind.CARD_FACE_UP, face_up(next_card), number=2, waits=False),
        "a card was already face up: report more than one card is face up",
    ),
    "the card that is out of play dealt": (
        out_and_dealt,
        r"positions\[0\] is",
    ),
    "face up and still in play": (
        lambda: reports(Kind.CARD_FACE_UP, holdem(1), waits=False).happen(
            e.CardsDealt(1, ("dealer",), (0,)), DAN
        ),
        "found CardsDealt, expected CardOut",
    ),
    "put out of play by another": (
        lambda: reports(Kind.CARD_FACE_UP, holdem(1), waits=False).happen(
            e.CardOut(1, next_card(holdem(1))), Person("Dot", Role.DEALER)
        ),
        "it is by 'Dot', but belongs to line",
    ),
    "a card out of nowhere": (
        lambda: holdem().happen(e.CardOut(1, next_card(holdem())), DAN),
        "found CardOut, expected Decided",
    ),
    "a card shown out of nowhere": (
        lambda: holdem().happen(e.CardExposed(1, next_card(holdem())), DAN),
        "found CardExposed, expected Decided",
    ),
    "another player's card": (
        lambda: expose_card(
            Kind.DRAWN_EXPOSED, hole(4), at_first_question(), seat=2, card="2.first"
        ),
        "this incident does not involve the card at position",
    ),
    "the player's other card": (
        lambda: expose_card(
            Kind.DRAWN_EXPOSED, hole(2, 1), at_first_question(), seat=2, card="2.first"
        ),
        "this incident does not involve the card at position",
    ),
    "a card of a player that is not named": (
        lambda: reports(Kind.DRAWN_EXPOSED, at_first_question(), seat=2, exposed=True),
        "card is '', but this incident can expose only: 2.first, 2.second",
    ),
    "a community card that the floor is asked about": (
        lambda: reports(Kind.DRAWN_EXPOSED, stud(1), exposed=True, card="next.community"),
        "this must be reported as: a community card was exposed early",
    ),
    "a player's card that is called the community's": (
        lambda: reports(Kind.COMMUNITY_EXPOSED, stud(2), exposed=True, card="next.community"),
        "card is 'next.community', but this incident can expose only: community.1",
    ),
    "a dealer's card that the floor is asked about": (
        lambda: reports(Kind.DRAWN_EXPOSED, holdem(1), exposed=True, card="next.dealer"),
        "this must be reported as: a dealer card was exposed",
    ),
    "the next card by another name": (
        lambda: reports(Kind.DRAWN_EXPOSED, holdem(0), exposed=True, card="next.burn"),
        "card is 'next.burn', but this incident can expose only: next.2.first",
    ),
    "a community card for a player's": (
        lambda: expose_card(
            Kind.DRAWN_EXPOSED, place("left"), at_first_question(), seat=2, card="2.first"
        ),
        "this incident does not involve the card at position",
    ),
    "exposed, and denied": (
        lambda: reports(Kind.DRAWN_EXPOSED, at_first_question(), seat=2, card="2.first"),
        "exposed is false, expected true",
    ),
    "a card that lies open already": (
        lambda: reports(Kind.DRAWN_EXPOSED, both_cards_open(), number=3, seat=2, exposed=True),
        "card is '', but this incident can expose only: none",
    ),
    "the dealer's second card": (
        lambda: expose_card(
            Kind.DEALER_CARD_EXPOSED, place("dealer", 1), holdem(), card="dealer.1"
        ),
        "this incident does not involve the card at position",
    ),
    "a player's card for the dealer's": (
        lambda: expose_card(Kind.DEALER_CARD_EXPOSED, hole(2), holdem(), card="dealer.1"),
        "this incident does not involve the card at position",
    ),
    "the dealer's card for a community card": (
        lambda: expose_card(
            Kind.COMMUNITY_EXPOSED, place("dealer"), reshuffled_table(), card="flop.2"
        ),
        "this incident does not involve the card at position",
    ),
    "a dealer's card when all have decided": (
        lambda: reports(Kind.DEALER_CARD_EXPOSED, to_the_river(), exposed=True),
        "every player has decided, so the dealer's cards may be seen",
    ),
    "a card of a hand that is gone": (
        lambda: reports(
            Kind.DRAWN_EXPOSED,
            at_first_question().happen(e.Decided(1, "across", 2, "fold", 0, True), ANN),
            seat=2,
            exposed=True,
        ),
        "the hand of seat 2 is not in play",
    ),
    "a card exposed when hands are settled": (
        lambda: reports(Kind.DRAWN_EXPOSED, settling(), seat=2, exposed=True),
        "the hand of seat 2 is not in play",
    ),
    # What follows at once
    "a deck that stays although it counts wrongly": (
        lambda: reports(
            Kind.COUNTER_WRONG, open_table(submission=COUNTS), round_=0, waits=False, deck=2
        ).happen(e.PlayerSeated(5, "Cy"), Person("Cy", Role.PLAYER)),
        "found PlayerSeated, expected DeckRemoved",
    ),
    "the other deck removed": (
        lambda: reports(
            Kind.COUNTER_WRONG, open_table(submission=COUNTS), round_=0, waits=False, deck=2
        ).happen(e.DeckRemoved(1, 1, Kind.COUNTER_WRONG.description), DAN),
        "deck is 1, expected 2",
    ),
    "a jam that spoils nothing": (
        lambda: reports(
            Kind.SHUFFLER_JAM,
            open_table("stud-235", TWO_DECKS),
            round_=0,
            waits=False,
            deck=2,
        ).happen(e.PlayerSeated(5, "Cy"), Person("Cy", Role.PLAYER)),
        "found PlayerSeated, expected ShuffleSpoilt",
    ),
    "a machine down, and which": (
        lambda: reports(
            Kind.DEVICE_DOWN,
            open_table(submission=MACHINE),
            round_=0,
            waits=False,
            device="shuffler",
        ).happen(e.DeviceDown("dealing shoe"), DAN),
        "device is 'dealing shoe', expected 'shuffler'",
    ),
    # While a ruling is awaited
    "played on": (
        lambda: waiting().happen(e.Decided(1, "across", 2, "1x", 500, False), ANN),
        "incident 1 is waiting for a floorperson",
    ),
    "reported once more": (
        lambda: reports(Kind.WRONG_NUMBER, waiting(), number=2),
        "incident 1 is waiting for a floorperson",
    ),
    "wagered on": (
        lambda: jam_waits().happen(e.WagersPlaced(1, 4, ANTES), BOB),
        "incident 1 is waiting for a floorperson",
    ),
    "bets closed": (
        lambda: jam_waits().happen(e.BetsClosed(1, (), 0, 0), DAN),
        "incident 1 is waiting for a floorperson",
    ),
    "void instead of a ruling": (
        lambda: waiting().happen(e.Proposed(3, c.VoidRound(1, "why"), "Dan"), DAN),
        "an irregularity is unresolved: it must be ruled on first",
    ),
    "some wagers taken back": (
        lambda: jam_waits().happen(e.WagersTakenBack(1, 2, {"five_card_bonus": 100}), ANN),
        "while an incident is open, a player who takes wagers back must leave",
    ),
    "all wagers taken back, and stayed": (
        lambda: (
            jam_waits()
            .happen(e.WagersTakenBack(1, 2, ANTES | {"five_card_bonus": 100}), ANN)
            .happen(e.BoughtIn("Ann", 100), ANN)
        ),
        "found BoughtIn, expected CashedOut",
    ),
    "closed": (
        lambda: settled_and_jammed().happen(e.SeedOpened(1, settled_and_jammed().seed()), DAN),
        "incident 1 is waiting for a floorperson",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_violation_is_reported(name: str) -> None:
    build_case, sentence = CASES[name]
    assert re.search(sentence, build_case().detected_fault())
