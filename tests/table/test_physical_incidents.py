"""A physical deck: exposed cards, void rounds that settle a wager, and corrected cards."""

from collections.abc import Iterator
from random import Random
from typing import Any, Final

import pytest

from pitboss.cards import Card, card_text, cards
from pitboss.errors import Refused
from pitboss.games.incidents import Kind
from pitboss.settle import Round, Seat, settle
from pitboss.table import Automation, Phase, Table
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.actions import LogEntry
from pitboss.table.day import Ruling
from pitboss.table.due_cards import due_cards
from pitboss.table.state import require_round
from pitboss.verify import verify

from .physical_tables import DEALER, FLOOR, faces_for, next_entries, physical_table, symbols
from .tables import CCP, KEYS, RET, STAYS, STUD, THB, antes

FACES: Final = cards(
    "Kh 2c 9d 3s Td 7h Ac 5d Qs 8h 4c Jd 6s 2h Ks 9c Th 3d 7c As 5h Qd 8c 4s Jh 6d 2s Kd 9h Tc "
    "3h 7d Ad 5s Qh 8d 4h Jc 6c 2d Kc 9s Ts 3c 7s Ah 5c Qc 8s 4d Js 6h"
)


def bet(game: str, seats: int = 2, **sides: int) -> Table:
    """Return a table where bets are closed."""
    table = physical_table(game, seats)
    dealer = table.dealer(DEALER)
    dealer.open_round()
    for seat in table.state.seats:
        dealer.place_wagers(seat, antes(game, **sides))
    dealer.no_more_bets()
    return table


def go_on(table: Table, stack: tuple[Card, ...] = FACES, *phases: Phase) -> None:
    """Play until the round is in one of these phases, or closed; everybody stays in."""
    chance = Random(5)
    while require_round(table.state).phase not in (*phases, Phase.CLOSED):
        step(table, stack, chance)


def step(table: Table, stack: tuple[Card, ...], chance: Random) -> None:
    """Do the next step; everybody stays in."""
    seat = require_round(table.state).turn
    if seat is None:
        next_entries(table, stack, chance)
    else:
        table.dealer(DEALER).decide(seat, STAYS[table.state.game])


def check_file(table: Table) -> None:
    """Check that the log holds."""
    assert verify(line + b"\n" for line in table.export()).physical


def test_a_card_that_is_out_of_play() -> None:
    """One card was face up in the stack: it is entered, and the one behind it is dealt."""
    table = bet(STUD, 1)
    table.dealer(DEALER).report(Kind.CARD_FACE_UP, face=card_text(FACES[0]))
    assert require_round(table.state).shown == {0: FACES[0]}
    go_on(table)
    assert FACES[0] not in [
        require_round(table.state).shown[at] for at in require_round(table.state).holes[1]
    ]
    check_file(table)


def test_an_exposed_card_is_not_entered_again() -> None:
    table = bet(STUD, 1)
    while require_round(table.state).turn is None:
        next_entries(table, FACES, Random(1))
    dealer, floor = table.dealer(DEALER), table.floorperson(FLOOR)
    (face,) = faces_for(table.state, ["1.first"], FACES)
    dealer.report(Kind.DRAWN_EXPOSED, 1, "first", face=face)
    floor.rule(Ruling.GO_ON, "the player does not mind")
    go_on(table, FACES, Phase.SETTLING)
    while not isinstance(table.next_step and table.next_step.command, c.Settle):
        step(table, FACES, Random(1))
    assert "1.first" not in table.instruction.cards
    go_on(table)
    check_file(table)


@pytest.mark.parametrize("by_proposal", [False, True])
def test_a_void_that_settles_the_bonus_turns_its_cards_over(*, by_proposal: bool) -> None:
    """THB: the Bonus is settled although the round is void (and two people may decide so)."""
    table = bet(THB, 2, bonus=500)
    while require_round(table.state).turn is None:
        next_entries(table, FACES, Random(1))
    dealer, floor = table.dealer(DEALER), table.floorperson(FLOOR)
    command: c.Command
    if by_proposal:
        dealer.propose(c.VoidRound(1, "a spilled drink", "bonus"))
        command = c.Approve(table.state.proposed)
    else:
        (face,) = faces_for(table.state, ["dealer.1"], FACES)
        dealer.report(Kind.DEALER_CARD_EXPOSED, card="dealer", position=1, face=face)
        command = c.Rule(Ruling.BY_THE_BOOK, "as the book says")
    names = due_cards(table.state, command)
    assert {name.partition(".")[0] for name in names} == {"dealer", "1", "2"}
    faces = faces_for(table.state, names, FACES)
    if by_proposal:
        floor.approve(table.state.proposed, cards=faces)
    else:
        assert table.instruction.cards == names
        floor.rule(Ruling.BY_THE_BOOK, "as the book says", cards=faces)
    round_ = require_round(table.state)
    assert round_.phase is Phase.VOID
    assert {result["ante"].outcome for result in round_.results.values()} == {"void"}
    assert "void" not in {result["bonus"].outcome for result in round_.results.values()}
    dealer.close_round()
    check_file(table)


def settlement(table: Table, stack: tuple[Card, ...]) -> dict[int, Any]:
    """Return the results of a round by settlement alone."""
    round_ = require_round(table.state)
    result = settle(
        table.rules,
        Round(
            {name: [stack[at] for at in where] for name, where in round_.table.items()},
            {seat: [stack[at] for at in where] for seat, where in round_.holes.items()},
            {
                seat: Seat(
                    round_.wagers[seat], round_.decisions[seat], name, spin=round_.spins.get(seat)
                )
                for seat, name in round_.players.items()
            },
            round_.meters,
        ),
    )
    return {seat: item.wagers for seat, item in result.seats.items()}


def swap(stack: tuple[Card, ...], at: int, face: Card) -> tuple[Card, ...]:
    """Return a stack with another card at a position, and the card that was there in its place."""
    result = list(stack)
    result[result.index(face)], result[at] = result[at], face
    return tuple(result)


def correct(table: Table, names: dict[str, str]) -> tuple[LogEntry, ...]:
    """Correct entered cards, as two people do it."""
    number = require_round(table.state).number
    table.dealer(DEALER).propose(c.CorrectCards(number, names, "read from the picture"))
    return table.floorperson(FLOOR).approve(table.state.proposed)


@pytest.mark.parametrize("game", KEYS)
@pytest.mark.parametrize("phase", [Phase.SETTLING, Phase.SETTLED])
def test_corrected_cards_settle_the_round_again(game: str, phase: Phase) -> None:
    table = bet(game, 3)
    go_on(table, FACES, phase)
    if phase is Phase.SETTLING:  # half of the seats are settled
        while len(require_round(table.state).settled) < 2:
            step(table, FACES, Random(1))
    round_ = require_round(table.state)
    at, face = round_.holes[3][0], cards("6h")[0]
    events = [entry.event for entry in correct(table, {"3.first": "6h"})]
    assert isinstance(events[-1], e.CardsCorrected)
    reversed_seats = [item.seat for item in events if isinstance(item, e.SettlementReversed)]
    assert reversed_seats == [*reversed([*round_.results])]
    assert not require_round(table.state).results
    stack = swap(FACES, at, face)
    go_on(table, stack, Phase.SETTLED)
    assert require_round(table.state).results == settlement(table, stack)
    go_on(table, stack)
    check_file(table)


def test_two_cards_that_were_mixed_up_are_corrected_at_once() -> None:
    table = bet(RET, 2)
    go_on(table, FACES, Phase.SETTLED)
    round_ = require_round(table.state)
    first, second = (round_.holes[seat][0] for seat in (1, 2))
    names = {"1.first": card_text(FACES[second]), "2.first": card_text(FACES[first])}
    correct(table, names)
    stack = list(FACES)
    stack[first], stack[second] = stack[second], stack[first]
    go_on(table, tuple(stack), Phase.SETTLED)
    assert require_round(table.state).results == settlement(table, tuple(stack))
    go_on(table)
    check_file(table)


def test_a_card_is_corrected_while_hands_are_played() -> None:
    table = bet(CCP, 1)
    while "left" not in [
        name
        for name, where in require_round(table.state).table.items()
        if require_round(table.state).shown.keys() >= {*where}
    ]:
        step(table, FACES, Random(1))
    at = require_round(table.state).table["left"][0]
    stack = swap(FACES, at, cards("6h")[0])
    (entry,) = correct(table, {"left": "6h"})[1:]
    assert isinstance(entry.event, e.CardsCorrected)
    assert entry.event.cards == (e.CorrectedCard(at, card_text(FACES[at]), "6h"),)
    go_on(table, stack, Phase.SETTLED)
    assert require_round(table.state).results == settlement(table, stack)
    go_on(table)
    check_file(table)


def pairs() -> Iterator[tuple[str, bool]]:
    """Return hands for the wheel: a pair that was none, and none that was a pair."""
    yield "Kh Ks", False
    yield "Kh 2c", True


@pytest.mark.parametrize(("hand", "is_pair"), list(pairs()))
def test_a_spin_follows_from_the_corrected_hand(hand: str, *, is_pair: bool) -> None:
    first, second = cards(hand)
    rest = tuple(face for face in FACES if face not in (first, second))
    stack = (*rest[:5], first, second, *rest[5:])
    table = bet(CCP, 1, bonus_spin=500)
    go_on(table, stack, Phase.SETTLED)
    assert bool(require_round(table.state).spins) is not is_pair
    right = "Kd" if is_pair else "3h"
    at = require_round(table.state).holes[1][1]
    correct(table, {"1.second": right})
    stack = swap(stack, at, cards(right)[0])
    go_on(table, stack, Phase.SETTLED)
    assert bool(require_round(table.state).spins) is is_pair
    assert require_round(table.state).results == settlement(table, stack)
    go_on(table)
    check_file(table)


def test_a_jackpot_is_validated_again_after_a_correction() -> None:
    jackpot = cards("Ah Kh Qh Jh Th")
    rest = tuple(face for face in FACES if face not in jackpot)
    table = bet(STUD, 1, progressive=100)
    go_on(table, (*jackpot, *rest), Phase.SETTLED)
    assert require_round(table.state).hits
    before = dict(table.state.balances)
    at = require_round(table.state).table["community"][0]
    correct(table, {"community.1": "9h"})
    stack = swap((*jackpot, *rest), at, cards("9h")[0])
    steps: list[type[c.Command]] = []
    while require_round(table.state).phase is not Phase.SETTLED:
        assert table.next_step is not None
        steps.append(type(table.next_step.command))
        step(table, stack, Random(1))
    assert require_round(table.state).results == settlement(table, stack)
    assert c.VerifyJackpot in steps
    assert table.state.balances != before
    go_on(table)
    check_file(table)


def test_the_house_deals_and_turns_over_nothing() -> None:
    """With every automation, people still do what takes a deck or a wheel."""
    table = Table.open(CCP, {"table": {"cards": "physical"}}, automation=Automation.EVERYTHING)
    ann, dealer = table.player("Ann"), table.dealer(DEALER)
    ann.take_seat(1)
    ann.buy_in(1_000_00)
    dealer.open_round()
    dealer.place_wagers(1, antes(CCP, bonus_spin=500))
    dealer.no_more_bets()
    by_people = set()
    while require_round(table.state).phase is not Phase.CLOSED:
        if require_round(table.state).turn:
            ann.decide(1, "1x")
            continue
        command = table.next_step and table.next_step.command
        by_people.add(type(command))
        step(table, FACES, Random(1))
    counts = {c.CountProgressives, c.CloseRound}
    assert by_people <= {c.Deal, c.TurnOver, c.SpinWheel, c.Settle} | counts
    assert {c.Deal, c.TurnOver} | counts <= by_people


def test_sec_3_the_house_validates_no_jackpot_beside_a_physical_deck() -> None:
    """A dealer enters the winning hand; people verify and validate it, whatever is automated."""
    jackpot = cards("Ah Kh Qh Jh Th")
    table = bet(STUD, 1, progressive=100)
    table.automation = Automation.EVERYTHING
    go_on(table, (*jackpot, *[face for face in FACES if face not in jackpot]), Phase.SETTLING)
    chance = Random(5)
    while not require_round(table.state).hit:
        step(table, (*jackpot, *[face for face in FACES if face not in jackpot]), chance)
    due = table.next_step
    assert due is not None
    assert (type(due.command), due.flag) == (c.VerifyJackpot, None)
    table.dealer(DEALER).verify_jackpot(1)
    due = table.next_step
    assert due is not None
    assert (type(due.command), due.flag) == (c.ValidateJackpot, None)


def test_sec_3_a_dealer_does_not_answer_for_a_player_who_was_reported() -> None:
    table = bet(THB, 1)
    while require_round(table.state).turn is None:
        next_entries(table, FACES, Random(5))
    dealer = table.dealer(DEALER)
    dealer.walked_off(1)
    with pytest.raises(Refused, match="the player in seat 1 has left the table"):
        dealer.decide(1, STAYS[THB])
    table.player(table.state.seats[1]).decide(1, STAYS[THB])
    assert not require_round(table.state).away


def test_a_filing_changes_the_kind_of_deck_between_rounds() -> None:
    table = bet(STUD, 1)
    go_on(table)
    dealer, floor = table.dealer(DEALER), table.floorperson(FLOOR)
    for kind in ("virtual", "physical"):
        filing = dict(table.state.filed[-1].submission)
        filing["table"] = {**filing["table"], "cards": kind}
        dealer.propose(c.FileSubmission(filing))
        floor.approve(table.state.proposed)
        dealer.open_round()
        dealer.place_wagers(1, antes(STUD)) if kind == "physical" else table.player(
            "Ann"
        ).place_wagers(1, antes(STUD))
        dealer.no_more_bets()
        while require_round(table.state).phase is not Phase.CLOSED:
            if kind == "physical":
                step(table, FACES, Random(1))
            elif require_round(table.state).turn:
                table.player("Ann").decide(1, "raise")
            else:
                assert table.next_step is not None
                dealer.execute(table.next_step.command)
    summary = verify(line + b"\n" for line in table.export())
    assert (summary.rounds, summary.physical) == (3, 2)
    for number, count in ((1, 1), (2, 0), (3, 1)):
        one = verify(line + b"\n" for line in table.export(number))
        assert one.physical == count


def test_the_wheel_of_a_physical_table_has_symbols() -> None:
    assert "jackpot" in symbols(physical_table(CCP))
