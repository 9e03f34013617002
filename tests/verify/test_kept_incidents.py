"""Where something can go wrong, and what is done at once: what cannot be is told in a sentence."""

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
from tests.verify.lawless import (
    ANN,
    ANTES,
    BOB,
    DAN,
    Lawless,
    asked,
    betting,
    locked,
    opened,
    settling,
    wagered,
)
from tests.verify.mishaps import (
    COUNTS,
    HOLDEM,
    MACHINE,
    all_settled,
    both_cards_open,
    down,
    exposed,
    face_up,
    half_settled,
    holdem,
    hole,
    jam_waits,
    next_card,
    out_and_dealt,
    place,
    playing,
    reports,
    reshuffled,
    returned,
    settled_and_jammed,
    stud,
    stud_progressive,
    to_count,
    to_the_river,
    told,
    void,
    waiting,
)

CASES: Final[dict[str, tuple[Callable[[], Lawless], str]]] = {
    # Where it can be
    "at a table that is not open": (
        lambda: reports(
            Kind.DEVICE_DOWN,
            Lawless.open("criss-cross", practice="x", automation=Automation.NOTHING),  # type: ignore[arg-type]
            round_=0,
        ),
        "the table is not open",
    ),
    "numbered wrongly": (
        lambda: reports(Kind.WRONG_NUMBER, asked(), number=2),
        "number is 2, not 1",
    ),
    "two things at once": (
        lambda: reports(Kind.WRONG_NUMBER, asked(), kinds=(Kind.WRONG_NUMBER, Kind.PLAYER_SKIPPED)),
        "one thing is reported at a time",
    ),
    "a stub that nobody counted": (
        lambda: reports(Kind.STUB_NOT_52, asked()),
        "a stub is counted, and a wrong count is then ruled on",
    ),
    "a dealer's card where the dealer has none": (
        lambda: reports(Kind.DEALER_CARD_EXPOSED, asked(), exposed=True),
        "this cannot be here: a card of the dealer was exposed",
    ),
    "of no round": (
        lambda: reports(Kind.WRONG_NUMBER, asked(), round_=0),
        "round is 0, not 1",
    ),
    "between rounds": (
        lambda: reports(Kind.WRONG_NUMBER, opened()),
        "no hand is played now",
    ),
    "while bets are open": (
        lambda: reports(Kind.CARD_FACE_UP, wagered()),
        "no hand is played now",
    ),
    "a card face up when everything is settled": (
        lambda: reports(Kind.CARD_FACE_UP, all_settled()).finish(),
        "no hand is played now",
    ),
    "face up when wagers are settled": (
        lambda: reports(Kind.CARD_FACE_UP, half_settled()).finish(),
        "no card is to be dealt any more",
    ),
    "by a player": (
        lambda: asked().happen(told(Kind.WRONG_NUMBER, by="Ann"), ANN),
        "not for the role of player",
    ),
    "that it need not be ruled on": (
        lambda: reports(Kind.WRONG_NUMBER, asked(), waits=False),
        "waits is false, not true",
    ),
    "wrong numbers before the first card": (
        lambda: reports(Kind.WRONG_NUMBER, locked()),
        "no card has been dealt",
    ),
    "a wrong number at a seat that there is not": (
        lambda: reports(Kind.WRONG_NUMBER, asked(), seat=7),
        "7 is not a seat",
    ),
    "a wheel that fails nobody": (
        lambda: reports(Kind.WHEEL_DOWN, asked(), device="wheel"),
        "nobody has a wager that still needs the wheel",
    ),
    "the other device": (
        lambda: reports(Kind.PROGRESSIVE_DOWN, stud_progressive(), device="wheel"),
        "it is the progressive system that fails",
    ),
    "not used, although wagers need it": (
        lambda: reports(
            Kind.DEVICE_DOWN,
            stud_progressive(),
            device="progressive system",
            round_=0,
            waits=False,
        ),
        "wagers need it: the progressive system fails",
    ),
    "one wager goes back, and others stay": (
        lambda: returned(stud_progressive(), (2,)),
        "WagersReturned is wrong: seats",
    ),
    "a wager that goes back, and waits": (
        lambda: returned(stud_progressive(), (2, 4), Ruling.WAIT),
        "WagersReturned stands here, but DeviceDown is due",
    ),
    "a fouled deck that is not there": (
        lambda: reports(Kind.FOULED_DECK, asked(), deck=2),
        "no deck lies in place 2",
    ),
    "a fouled deck that is no matter of the round": (
        lambda: reports(Kind.FOULED_DECK, asked(), deck=1, round_=0),
        "round is 0, not 1",
    ),
    "a fouled deck that stays": (
        lambda: void(f"{Kind.FOULED_DECK.description} [ROUND-3]", waiting(Kind.FOULED_DECK)).happen(
            e.PlayerSeated(5, "Cy"), Person("Cy", Role.PLAYER)
        ),
        "PlayerSeated stands here, but DeckRemoved is due",
    ),
    "face up when all cards are out": (
        lambda: reports(Kind.CARD_FACE_UP, asked()),
        "no card is to be dealt any more",
    ),
    "drawn when all cards are out": (
        lambda: reports(Kind.DRAWN_UNEXPOSED, asked(), waits=False),
        "no card is to be dealt any more",
    ),
    "skipped before anybody has a card": (
        lambda: reports(Kind.PLAYER_SKIPPED, locked(), seat=2),
        "no player has a card yet",
    ),
    "skipped, and yet he answered": (
        lambda: reports(
            Kind.PLAYER_SKIPPED,
            asked().happen(e.Decided(1, "across", 2, "1x", 500, False), ANN),
            seat=2,
        ),
        "seat 2 has answered for its cards",
    ),
    "somebody skipped who does not play": (
        lambda: reports(Kind.PLAYER_SKIPPED, asked(), seat=5),
        "seat 5 has no wager in this round",
    ),
    "a jam where hands shuffle": (
        lambda: reports(Kind.SHUFFLER_JAM, opened(), round_=0, deck=1),
        "the cards are shuffled by hand here",
    ),
    "a jam of the deck in play": (
        lambda: reports(Kind.SHUFFLER_JAM, betting(submission=MACHINE), deck=1),
        "the shuffler holds no deck 1",
    ),
    "a jam of no deck": (
        lambda: reports(Kind.SHUFFLER_JAM, betting(submission=MACHINE), deck=2),
        "no deck lies in place 2",
    ),
    "a wrong number shown by what does not count": (
        lambda: reports(Kind.COUNTER_WRONG, opened(submission=MACHINE), round_=0, deck=1),
        "the shuffler here does not count",
    ),
    "a jam of a shoe that is none": (
        lambda: reports(Kind.SHOE_JAM, locked()),
        "no automated shoe is in use",
    ),
    "a jam of a shoe whose stacks are out": (
        lambda: reports(Kind.SHOE_JAM, playing("holdem-bonus", HOLDEM, TWO_DECKS, dealt=2)),
        "the shoe has no card to deal",
    ),
    "a jam while bets are open": (
        lambda: reports(Kind.SHOE_JAM, betting(submission=TWO_DECKS)),
        "the shoe has no card to deal",
    ),
    "a shoe that cannot be used, while wagers are counted": (
        lambda: reports(Kind.DEVICE_DOWN, to_count(), round_=0, waits=False, device="dealing shoe"),
        "it still has cards to deal",
    ),
    "a machine that is not in use": (
        lambda: reports(Kind.DEVICE_DOWN, opened(), round_=0, waits=False, device="shuffler"),
        "'shuffler' is no machine in use here",
    ),
    "a machine that is known to be broken": (
        lambda: reports(
            Kind.DEVICE_DOWN, down(), number=2, round_=0, waits=False, device="shuffler"
        ),
        "that the shuffler cannot be used is known",
    ),
    "a shoe that has cards to deal": (
        lambda: reports(
            Kind.DEVICE_DOWN,
            playing("criss-cross", ANTES, TWO_DECKS),
            round_=0,
            waits=False,
            device="dealing shoe",
        ),
        "it still has cards to deal",
    ),
    # What lies open
    "the card behind the next": (
        lambda: face_up(lambda table: next_card(table, 1)),
        "this is not about the card in",
    ),
    "a card that is not proved": (
        lambda: face_up(lambda table: replace(next_card(table), salt="00" * 16)),
        "is not proved to lie in position",
    ),
    "a second card face up": (
        lambda: reports(Kind.CARD_FACE_UP, face_up(next_card), number=2, waits=False),
        "this is the second: more than one card is face up",
    ),
    "the card that is out of play dealt": (
        out_and_dealt,
        r"positions\[0\] is",
    ),
    "face up and still in play": (
        lambda: reports(Kind.CARD_FACE_UP, holdem(1), waits=False).happen(
            e.CardsDealt(1, ("dealer",), (0,)), DAN
        ),
        "CardsDealt stands here, but CardOut is due",
    ),
    "put out of play by another": (
        lambda: reports(Kind.CARD_FACE_UP, holdem(1), waits=False).happen(
            e.CardOut(1, next_card(holdem(1))), Person("Dot", Role.DEALER)
        ),
        "it is by 'Dot', but follows from line",
    ),
    "a card out of nowhere": (
        lambda: holdem().happen(e.CardOut(1, next_card(holdem())), DAN),
        "CardOut stands here, but Decided is due",
    ),
    "a card shown out of nowhere": (
        lambda: holdem().happen(e.CardExposed(1, next_card(holdem())), DAN),
        "CardExposed stands here, but Decided is due",
    ),
    "another player's card": (
        lambda: exposed(Kind.DRAWN_EXPOSED, hole(4), asked(), seat=2, card="2.first"),
        "this is not about the card in",
    ),
    "the player's other card": (
        lambda: exposed(Kind.DRAWN_EXPOSED, hole(2, 1), asked(), seat=2, card="2.first"),
        "this is not about the card in",
    ),
    "a card of a player that is not named": (
        lambda: reports(Kind.DRAWN_EXPOSED, asked(), seat=2, exposed=True),
        "the card '' cannot lie open by this, but: 2.first, 2.second",
    ),
    "a community card that the floor is asked about": (
        lambda: reports(Kind.DRAWN_EXPOSED, stud(1), exposed=True, card="next.community"),
        "this is judged as another thing: a community card was exposed early",
    ),
    "a player's card that is called the community's": (
        lambda: reports(Kind.COMMUNITY_EXPOSED, stud(2), exposed=True, card="next.community"),
        "the card 'next.community' cannot lie open by this, but: community.1",
    ),
    "a dealer's card that the floor is asked about": (
        lambda: reports(Kind.DRAWN_EXPOSED, holdem(1), exposed=True, card="next.dealer"),
        "this is judged as another thing: a card of the dealer was exposed",
    ),
    "the next card by another name": (
        lambda: reports(Kind.DRAWN_EXPOSED, holdem(0), exposed=True, card="next.burn"),
        "the card 'next.burn' cannot lie open by this, but: next.2.first",
    ),
    "a community card for a player's": (
        lambda: exposed(Kind.DRAWN_EXPOSED, place("left"), asked(), seat=2, card="2.first"),
        "this is not about the card in",
    ),
    "exposed, and denied": (
        lambda: reports(Kind.DRAWN_EXPOSED, asked(), seat=2, card="2.first"),
        "exposed is false, not true",
    ),
    "a card that lies open already": (
        lambda: reports(Kind.DRAWN_EXPOSED, both_cards_open(), number=3, seat=2, exposed=True),
        "the card '' cannot lie open by this, but: none",
    ),
    "the dealer's second card": (
        lambda: exposed(Kind.DEALER_CARD_EXPOSED, place("dealer", 1), holdem(), card="dealer.1"),
        "this is not about the card in",
    ),
    "a player's card for the dealer's": (
        lambda: exposed(Kind.DEALER_CARD_EXPOSED, hole(2), holdem(), card="dealer.1"),
        "this is not about the card in",
    ),
    "the dealer's card for a community card": (
        lambda: exposed(Kind.COMMUNITY_EXPOSED, place("dealer"), reshuffled(), card="flop.2"),
        "this is not about the card in",
    ),
    "a dealer's card when all have decided": (
        lambda: reports(Kind.DEALER_CARD_EXPOSED, to_the_river(), exposed=True),
        "every player has decided: the dealer's cards may be seen",
    ),
    "a card of a hand that is gone": (
        lambda: reports(
            Kind.DRAWN_EXPOSED,
            asked().happen(e.Decided(1, "across", 2, "fold", 0, True), ANN),
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
            Kind.COUNTER_WRONG, opened(submission=COUNTS), round_=0, waits=False, deck=2
        ).happen(e.PlayerSeated(5, "Cy"), Person("Cy", Role.PLAYER)),
        "PlayerSeated stands here, but DeckRemoved is due",
    ),
    "the other deck removed": (
        lambda: reports(
            Kind.COUNTER_WRONG, opened(submission=COUNTS), round_=0, waits=False, deck=2
        ).happen(e.DeckRemoved(1, 1, Kind.COUNTER_WRONG.description), DAN),
        "deck is 1, not 2",
    ),
    "a jam that spoils nothing": (
        lambda: reports(
            Kind.SHUFFLER_JAM,
            opened("stud-235", TWO_DECKS),
            round_=0,
            waits=False,
            deck=2,
        ).happen(e.PlayerSeated(5, "Cy"), Person("Cy", Role.PLAYER)),
        "PlayerSeated stands here, but ShuffleSpoilt is due",
    ),
    "a machine down, and which": (
        lambda: reports(
            Kind.DEVICE_DOWN, opened(submission=MACHINE), round_=0, waits=False, device="shuffler"
        ).happen(e.DeviceDown("dealing shoe"), DAN),
        "device is 'dealing shoe', not 'shuffler'",
    ),
    # While it waits
    "played on": (
        lambda: waiting().happen(e.Decided(1, "across", 2, "1x", 500, False), ANN),
        "incident 1 waits for a floorperson",
    ),
    "reported once more": (
        lambda: reports(Kind.WRONG_NUMBER, waiting(), number=2),
        "incident 1 waits for a floorperson",
    ),
    "wagered on": (
        lambda: jam_waits().happen(e.WagersPlaced(1, 4, ANTES), BOB),
        "incident 1 waits for a floorperson",
    ),
    "bets closed": (
        lambda: jam_waits().happen(e.BetsClosed(1, (), 0, 0), DAN),
        "incident 1 waits for a floorperson",
    ),
    "void instead of a ruling": (
        lambda: waiting().happen(e.Proposed(3, c.VoidRound(1, "why"), "Dan"), DAN),
        "an irregularity waits: it is ruled on, as the book has it",
    ),
    "some wagers taken back": (
        lambda: jam_waits().happen(e.WagersTakenBack(1, 2, {"five_card_bonus": 100}), ANN),
        "while an incident waits, who takes wagers back leaves",
    ),
    "all wagers taken back, and stayed": (
        lambda: (
            jam_waits()
            .happen(e.WagersTakenBack(1, 2, ANTES | {"five_card_bonus": 100}), ANN)
            .happen(e.BoughtIn("Ann", 100), ANN)
        ),
        "BoughtIn stands here, but CashedOut is due",
    ),
    "closed": (
        lambda: settled_and_jammed().happen(e.SeedOpened(1, settled_and_jammed().seed()), DAN),
        "incident 1 waits for a floorperson",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_cannot_be_is_told(name: str) -> None:
    made, sentence = CASES[name]
    assert re.search(sentence, made().told())
