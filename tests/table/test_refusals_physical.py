"""What a table refuses where a physical deck is dealt."""

from collections.abc import Callable
from functools import partial
from random import Random
from typing import Any, Final

import pytest
from msgspec.structs import replace

from pitboss.cards import Card, card_text, cards
from pitboss.errors import Refused
from pitboss.games.incidents import Kind
from pitboss.table import Phase, Table
from pitboss.table import commands as c
from pitboss.table.day import Ruling
from pitboss.table.due_cards import due_cards
from pitboss.table.state import encode_state, require_round

from .physical_tables import DEALER, FLOOR, deal_round, next_entries, physical_table
from .round_scenes import check
from .tables import CCP, KEYS, MACHINE, RET, STAYS, STUD, THB, antes, seated_table

FACES: Final = cards(
    "Kh 2c 9d 3s Td 7h Ac 5d Qs 8h 4c Jd 6s 2h Ks 9c Th 3d 7c As 5h Qd 8c 4s Jh 6d 2s Kd 9h Tc "
    "3h 7d Ad 5s Qh 8d 4h Jc 6c 2d Kc 9s Ts 3c 7s Ah 5c Qc 8s 4d Js 6h"
)
"""The deck in the order of dealing; no two hands of the first rounds pair."""


def refused(
    action: Callable[[], object], table: Table, sentence: str, clause: str = "FAIR-10"
) -> None:
    """Check that a table refuses something, says why, and stays as it is."""
    before = encode_state(table.state)
    with pytest.raises(Refused) as refusal:
        action()
    check(refusal.value)
    assert sentence in refusal.value.sentence
    assert refusal.value.clause == clause
    assert encode_state(table.state) == before


def betting(game: str, seats: int = 2) -> Table:
    """Return a table with open bets."""
    table = physical_table(game, seats)
    table.dealer(DEALER).open_round()
    return table


def until(
    table: Table, phase_or_due: Callable[[Table], bool], stack: tuple[Card, ...] = FACES
) -> Table:
    """Play on until something holds."""
    dealer = table.dealer(DEALER)
    for seat in table.state.seats:
        dealer.place_wagers(seat, antes(table.state.game))
    dealer.no_more_bets()
    chance = Random(3)
    while not phase_or_due(table):
        _stay(table) if require_round(table.state).turn else next_entries(table, stack, chance)
    return table


def _stay(table: Table) -> None:
    seat = require_round(table.state).turn
    assert seat is not None
    table.dealer(DEALER).decide(seat, STAYS[table.state.game])


def is_turning(table: Table) -> bool:
    return isinstance(table.next_step and table.next_step.command, c.TurnOver)


def is_settling(table: Table) -> bool:
    return require_round(table.state).phase is Phase.SETTLING and bool(table.instruction.cards)


def is_settled(table: Table) -> bool:
    return require_round(table.state).phase is Phase.SETTLED


@pytest.mark.parametrize("game", KEYS)
def test_nobody_contributes_to_the_shuffle(game: str) -> None:
    table = betting(game)
    words = "the cards are dealt from a physical deck, so nobody can contribute to the shuffle"
    refused(lambda: table.player("Ann").add_entropy("my words"), table, words)


@pytest.mark.parametrize("game", KEYS)
def test_the_number_of_cards_must_fit(game: str) -> None:
    table = until(betting(game), lambda table: bool(table.instruction.cards))
    dealer, count = table.dealer(DEALER), len(table.instruction.cards)
    step = table.next_step
    assert step is not None
    act: Any = {c.TurnOver: dealer.turn_over, c.Deal: dealer.deal, c.Settle: dealer.settle}[
        type(step.command)
    ]
    many = "one card" if count == 1 else f"{count} cards"
    refused(act, table, f"enter {many}")
    refused(lambda: act(cards=("Kh",) * (count + 1)), table, f"not {count + 1}")
    refused(lambda: act(cards="Kh"), table, "cards must be a list of cards such as 'Kh'")
    for bad in ("Xh", "", 7, None, "10h"):
        faces: Any = (bad,) * count
        refused(partial(act, cards=faces), table, "is not a card")


@pytest.mark.parametrize("game", KEYS)
def test_a_card_lies_on_the_table_once(game: str) -> None:
    table = until(betting(game), is_settling)
    face = next(iter(require_round(table.state).shown.values()), None)
    count = len(table.instruction.cards)
    if count > 1:
        twice = ("6h",) * count
        refused(
            lambda: table.dealer(DEALER).settle(cards=twice), table, "6h is entered more than once"
        )
    if face is not None:
        again = (card_text(face), *("6h", "Js", "4d", "8s")[: count - 1])
        words = f"{card_text(face)} is already on the table as"
        refused(lambda: table.dealer(DEALER).settle(cards=again), table, words)


def test_a_joker_is_not_in_the_deck() -> None:
    table = until(betting(STUD), lambda table: bool(table.instruction.cards))
    count = len(table.instruction.cards)
    words = "Jo is not in the deck of this game"
    refused(lambda: table.dealer(DEALER).execute(_entering(table, ("Jo",) * count)), table, words)


def _entering(table: Table, faces: tuple[str, ...]) -> c.Command:
    assert table.next_step is not None
    return replace(table.next_step.command, cards=faces)


def test_cards_that_nothing_turns_over() -> None:
    table = until(betting(CCP), lambda table: require_round(table.state).phase is Phase.PLAYING)
    words = "this turns no card over: leave cards out"
    refused(lambda: table.dealer(DEALER).deal(cards=("Kh",)), table, words)
    words = "this turns no card over: leave face out"
    next_entries(table, FACES, Random(1))
    report = c.Report(Kind.WRONG_NUMBER, face="Kh")
    refused(lambda: table.dealer(DEALER).execute(report), table, words)


@pytest.mark.parametrize("game", KEYS)
def test_a_virtual_table_takes_no_cards(game: str) -> None:
    table = seated_table(game, {1: ""}, seats={1: "Ann"})
    table.dealer(DEALER).open_round()
    table.player("Ann").place_wagers(1, antes(game))
    table.dealer(DEALER).no_more_bets()
    words = "this table has no physical deck: leave"
    refused(lambda: table.dealer(DEALER).deal(cards=("Kh",)), table, f"{words} cards out")
    matter = c.CorrectCards(1, {"left": "Kh"}, "misread")
    words = "this table has no physical deck: the cards are those that the house committed to"
    refused(lambda: table.dealer(DEALER).propose(matter), table, words)


@pytest.mark.parametrize("game", KEYS)
def test_the_dealer_acts_for_seats_only_beside_a_physical_deck(game: str) -> None:
    table = seated_table(game, {1: ""}, seats={1: "Ann"})
    table.dealer(DEALER).open_round()
    words = "PlaceWagers requires the role player, but 'Dee' has the role dealer"
    refused(lambda: table.dealer(DEALER).place_wagers(1, antes(game)), table, words, "SEC-4")
    physical = betting(game)
    floor, words = physical.floorperson(FLOOR), "PlaceWagers requires the role player"
    refused(lambda: floor.place_wagers(1, antes(game)), physical, words, "SEC-4")
    words = "'Dee' is not in seat 5, which is empty"
    clause = physical.rules.cite(physical.rules.table_procedures.seated) or ""
    refused(lambda: physical.dealer(DEALER).place_wagers(5, antes(game)), physical, words, clause)
    words = "is a player at this table and cannot also work at it"
    refused(lambda: physical.dealer("Bob").place_wagers(1, antes(game)), physical, words, "SEC-3")


def test_an_exposed_card_is_entered() -> None:
    table = until(betting(THB), lambda table: bool(require_round(table.state).turn))
    dealer = table.dealer(DEALER)
    where: Any = {"seat": 1, "card": "first", "round": 1}
    words = "enter one card (seat 1's first card) in face, not none"
    refused(lambda: dealer.report(Kind.DRAWN_EXPOSED, **where), table, words)
    dealer.report(Kind.DRAWN_EXPOSED, **where, face="Kh")
    assert [*require_round(table.state).shown.values()] == list(cards("Kh"))
    assert table.state.day.incident is not None
    floor, words = table.floorperson(FLOOR), "this turns no card over: leave cards out"
    refused(lambda: floor.rule(Ruling.GO_ON, "seen by all", cards=("2c",)), table, words)


def test_where_the_wheel_stops_is_entered() -> None:
    stack = cards("2c 9d 3s Td 7h Kh Ks Kd Kc")
    rest = tuple(card for card in FACES if card not in stack)
    table = betting(CCP, 1)
    dealer = table.dealer(DEALER)
    dealer.place_wagers(1, antes(CCP, bonus_spin=500))
    dealer.no_more_bets()
    while not isinstance(table.next_step and table.next_step.command, c.SpinWheel):
        _stay(table) if require_round(table.state).turn else next_entries(
            table, (*stack, *rest), Random(1)
        )
    words = "enter where the wheel stopped: symbol must be"
    refused(dealer.spin_wheel, table, words)
    refused(lambda: dealer.spin_wheel(symbol="seven"), table, words)
    dealer.spin_wheel(symbol="jackpot")
    assert require_round(table.state).spins == {1: "jackpot"}


def test_a_virtual_wheel_takes_no_symbol() -> None:
    table = seated_table(CCP, {1: "Kh Ks"}, submission=MACHINE, seats={1: "Ann"})
    dealer = table.dealer(DEALER)
    dealer.open_round()
    table.player("Ann").place_wagers(1, antes(CCP, bonus_spin=500))
    dealer.no_more_bets()
    while not isinstance(table.next_step and table.next_step.command, c.SpinWheel):
        if require_round(table.state).turn:
            table.player("Ann").decide(1, "1x")
        else:
            assert table.next_step is not None
            dealer.execute(table.next_step.command)
    words = "this table has no physical deck: leave symbol out"
    refused(lambda: dealer.spin_wheel(symbol="jackpot"), table, words)


CORRECTIONS: Final = "LEDG-5"


def correction(
    table: Table, faces: object, number: int = 1, reason: str = "misread"
) -> Callable[[], object]:
    """Return the proposal to correct entered cards."""
    matter: Any = c.CorrectCards(number, faces, reason)  # type: ignore[arg-type]
    return lambda: table.dealer(DEALER).propose(matter)


@pytest.mark.parametrize("game", [RET, STUD])
def test_corrections_that_cannot_be_made(game: str) -> None:
    table = betting(game)
    refused(correction(table, {"left": "Kh"}), table, "no card has been turned over", CORRECTIONS)
    until(table, is_settled)
    round_ = require_round(table.state)
    name = "1.first"
    face = round_.shown[round_.holes[1][0]]
    no_cards: tuple[Any, ...] = ({}, "Kh", None, 3)
    for faces in no_cards:
        refused(correction(table, faces), table, "cards must give the right face", CORRECTIONS)
    words = "'9.first' is not face up: choose from"
    refused(correction(table, {"9.first": "6h"}), table, words, CORRECTIONS)
    words = "these are the faces that were entered: nothing is corrected"
    refused(correction(table, {name: card_text(face)}), table, words, CORRECTIONS)
    refused(correction(table, {name: "Xx"}), table, "'Xx' is not a card")
    other = card_text(round_.shown[round_.holes[2][0]])
    words = f"{other} is already on the table as seat 2's first card"
    refused(correction(table, {name: other}), table, words)
    refused(correction(table, {name: "6h"}, 2), table, "round 1 is open", "ROUND-1")
    refused(correction(table, {name: "6h"}, reason=""), table, "give a reason", CORRECTIONS)
    dealer, floor = table.dealer(DEALER), table.floorperson(FLOOR)
    dealer.propose(c.VoidRound(1, "a fire alarm"))
    floor.approve(table.state.proposed)
    refused(correction(table, {name: "6h"}), table, "the round is void", CORRECTIONS)
    dealer.close_round()
    words = "no round is open: correct the payout instead"
    refused(correction(table, {name: "6h"}), table, words, CORRECTIONS)


def test_cards_with_an_approval_that_turns_none_over() -> None:
    table = until(betting(THB), is_settling)
    dealer, floor = table.dealer(DEALER), table.floorperson(FLOOR)
    dealer.propose(c.VoidRound(1, "a fire alarm"))
    words = "this turns no card over: leave cards out"
    refused(lambda: floor.approve(table.state.proposed, cards=("Kh",)), table, words)
    dealer.propose(c.TransferChips(10000, "slip 7"))
    refused(lambda: floor.approve(table.state.proposed, cards=("Kh",)), table, words)
    assert not due_cards(table.state, c.Approve(table.state.proposed))


def test_a_round_of_a_physical_deck_is_played() -> None:
    table = physical_table(THB)
    assert list(deal_round(table, FACES, Random(2)))
    assert require_round(table.state).phase is Phase.CLOSED
