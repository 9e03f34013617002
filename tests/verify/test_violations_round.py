"""Violations within a round: each is reported in one sentence."""

import re
from collections.abc import Callable, Mapping
from functools import partial
from itertools import count
from typing import Final

import pytest
from msgspec.structs import replace

from pitboss.cards import cards_text
from pitboss.games.deck_tasks import Task
from pitboss.shuffle import Contribution
from pitboss.table import Automation, Person, Role
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.handlers import handle
from pitboss.table.people import HOUSE_DEALER, HOUSE_FLOOR
from pitboss.verify import VerificationError, verify
from tests.verify.corpus import ANY_AMOUNT, ONLY_JACKPOTS
from tests.verify.unchecked_table import (
    ANN,
    ANTES,
    BOB,
    DAN,
    FAY,
    Lawless,
    at_first_question,
    betting,
    closed_round,
    open_table,
    settling,
    three_boxes,
    with_locked_bets,
    with_wagers,
)

ZEROS: Final = "0" * 64
SPIN: Final = {"bonus_spin": 500}


def round_opened(**change: object) -> Lawless:
    """Open a second round, correctly except for these changes."""
    table = closed_round()
    table.open_round()
    return table.again(replace(table.log[-1].event, **change))


def place_wagers(wagers: Mapping[str, int], seat: int = 2, by: Person = ANN) -> Lawless:
    return betting().happen(e.WagersPlaced(1, seat, wagers), by)


def taken_back(wagers: Mapping[str, int]) -> Lawless:
    table = with_wagers(five_card_bonus=200)
    return table.happen(e.WagersTakenBack(1, 2, wagers), ANN)


def add_entropy(text: str, by: Person = ANN) -> Lawless:
    return with_wagers().happen(e.EntropyAdded(1, by.name, text), by)


def cut_at(cut: int) -> Lawless:
    """Cut a hand-shuffled stack like this between rounds."""
    table = open_table()
    wrong = next(item for item in table.log if getattr(item.event, "task", "") == "cut")
    del table.log[table.log.index(wrong) :]
    return table.happen(e.StepDone(Task.CUT, 1, wrong.by.name, cut), wrong.by)


def bets_closed(*progress: Contribution, cut: int = 0) -> Lawless:
    """Close bets like this after Ann's contribution to the shuffle."""
    table = with_wagers()
    table.player("Ann").add_entropy("x")
    assert table.state.round
    return table.happen(e.BetsClosed(1, progress, cut or table.state.round.cut, 0), DAN)


def machine_cut() -> Lawless:
    """Cut in a round with a machine-shuffled deck."""
    table = open_table(submission={"table": {"shuffler": "automated"}})
    table.open_round()
    return table.again(replace(table.log[-1].event, cut=10))


def deal_cards(*to: str, start: int = 0) -> Lawless:
    table = with_locked_bets()
    order = table.state.round.order if table.state.round else ()
    return table.happen(e.CardsDealt(1, to, order[start : start + len(to)]), DAN)


def holdem(street: str) -> Lawless:
    """Play hold 'em up to the card that is burned before this street is dealt."""
    table = open_table("holdem-bonus")
    table.open_round()
    table.player("Ann").place_wagers(2, {"ante": 500})
    table.no_more_bets()
    for _ in range(4):
        table.deal()
    for asked_on in ("flop", "turn", "river"):
        table.player("Ann").decide(2, "bet")
        table.deal()
        if asked_on == street:
            break
        table.deal()
    return table


def lay_flop(by: Person = DAN, **change: object) -> Lawless:
    """Deal the flop, and show it correctly except for these changes."""
    table = holdem("flop")
    table.dealer("Dan").deal()
    event = table.log.pop().event
    assert isinstance(event, e.CardsTurned)
    return table.happen(replace(event, **change), by)


def face_down(street: str, then: e.Event) -> Lawless:
    """Have Ann decide while the flop or turn lies face down."""
    table = holdem(street)
    table.deal()
    table.log.pop()
    return table.happen(then, ANN)


def river_out() -> Lawless:
    """Return a table with all five cards face up, at which the dealer's cards are next."""
    table = holdem("river")
    table.deal()
    return table


def with_the_river() -> Lawless:
    """Turn over the dealer's cards together with the river."""
    table = holdem("river")
    table.deal()
    river = table.log.pop().event
    table.turn_over()
    dealers = table.log.pop().event
    assert isinstance(river, e.CardsTurned)
    assert isinstance(dealers, e.CardsTurned)
    return table.happen(e.CardsTurned(1, (*river.cards, *dealers.cards)), table.log[-1].by)


def decide(
    street: str = "across",
    seat: int = 2,
    decision: str | int = "1x",
    stake: int = 500,
    has_folded: bool = False,
    by: Person = ANN,
) -> Lawless:
    return at_first_question().happen(e.Decided(1, street, seat, decision, stake, has_folded), by)


def walked_off(*, is_ruled: bool = False) -> Lawless:
    table = at_first_question()
    table.player("Ann").leave(2)
    return table.happen(e.AbsentRuled(1, 2, False, "Fay"), FAY) if is_ruled else table


def seen_gone(by: Person) -> Lawless:
    """Have a staff member report the player to act, Ann, as gone."""
    table = at_first_question()
    table.execute(c.WalkedOff(2), by)
    return table


def gone_by(by: Person) -> Lawless:
    """Have someone without authority report the player to act, Ann, as gone."""
    return at_first_question().happen(e.PlayerAway(1, 2), by)


def turn_cards(**change: object) -> Lawless:
    """Turn the first two community cards, correctly except for these changes."""
    table = at_first_question()
    table.player("Ann").decide(2, "1x")
    table.player("Bob").decide(4, "1x")
    table.turn_over()
    event = table.log[-1].event
    assert isinstance(event, e.CardsTurned)
    first, *rest = event.cards
    return table.again(e.CardsTurned(1, (replace(first, **change), *rest)))


def the_last_card() -> str:
    """Return the last card in the dealing order."""
    table = at_first_question()
    assert table.shoe
    assert table.state.round
    return cards_text([table.shoe.cards[table.state.round.order[-1]]])


def pay_seat(seat: int = 4, **change: object) -> Lawless:
    """Settle the last seat, correctly except for these changes; then reveal the seed."""
    table = settling()
    table.settle()
    event = table.log[-1].event
    assert isinstance(event, e.SeatSettled)
    across = replace(event.wagers["across"], **change)
    return table.again(e.SeatSettled(1, seat, {**event.wagers, "across": across})).finish()


def hit() -> Lawless:
    """Return a table at which Ann has a pair, and every stop of the wheel is the jackpot."""
    for seed in range(400):
        table = Lawless.open(
            "criss-cross",
            ONLY_JACKPOTS,
            practice=f"jackpot {seed}",
            automation=Automation.EVERYTHING & ~Automation.VALIDATE,
        )
        assert isinstance(table, Lawless)
        table.player("Ann").take_seat(2)
        table.player("Ann").buy_in(100_000)
        table.open_round()
        table.player("Ann").place_wagers(2, ANTES | SPIN)
        table.no_more_bets()
        table.player("Ann").decide(2, "fold")
        if isinstance(table.log[-1].event, e.JackpotHit):
            return table
    raise AssertionError("nobody ever has a pair")


def validate(by: Person) -> Lawless:
    return verify_win().happen(e.JackpotValidated(1, 2, by.name), by).finish()


def verify_win() -> Lawless:
    """Turn the light on, and have Dan verify the win."""
    table = hit()
    table.dealer("Dan").verify_jackpot(2)
    return table


def unvalidated_table() -> Lawless:
    table = verify_win()
    table.floorperson("Fay").validate_jackpot(2)
    paid = next(item.event for item in table.log if isinstance(item.event, e.SeatSettled))
    del table.log[table.log.index(next(r for r in table.log if r.event is paid)) - 1 :]
    return table.happen(paid, table.log[-1].by).finish()


def half_paid() -> Lawless:
    """Return a table at which Bob is settled, and Ann is not."""
    table = settling()
    table.settle()
    return table


def voided_as(*undone: e.SettlementReversed) -> Lawless:
    """Settle Bob, have two people void the round, and reverse this."""
    table = half_paid()
    table.dealer("Dan").propose(c.VoidRound(1, "why"))
    *_, void = handle(table.state, FAY, c.Approve(table.state.proposed), table.shoe)
    table.happen(e.Approved(table.state.proposed, "Fay"), FAY)
    for item in undone:
        table.happen(item, FAY)
    if not undone:
        table.happen(void, FAY)
    return table.finish()


def reversal() -> e.SettlementReversed:
    """Return the reversal of Bob's seat."""
    round_ = half_paid().state.round
    assert round_
    return e.SettlementReversed(1, 4, round_.results[4])


def winnings_leave() -> Lawless:
    """Have a player with a credit cash out everything before the round is closed."""
    for number in count():
        table = Lawless.open(
            "holdem-bonus",
            practice=f"won {number}",
            automation=Automation.EVERYTHING & ~Automation.CLOSE,
        )
        assert isinstance(table, Lawless)
        table.player("Ann").take_seat(2)
        table.player("Ann").buy_in(100_000)
        table.open_round()
        table.player("Ann").place_wagers(2, {"ante": 500})
        table.no_more_bets()
        while (round_ := table.state.round) and round_.turn:
            table.player("Ann").decide(2, "bet")
        if round_ and round_.credited(2):
            table.happen(e.CashedOut("Ann", table.state.chips("Ann")), ANN)
            return table.finish()
    raise AssertionError


def lost_seed() -> Lawless:
    """Turn up and pay Bob's cards, and never reveal the seed."""
    table = settling()
    table.settle()
    table.wrong = len(table.log)
    wrong = table.wrong
    table.happen(e.SeedLost(1), DAN).happen(e.RoundClosed(1), DAN)
    table.wrong = wrong
    return table


def closed_as(*events: e.Event) -> Lawless:
    """Settle everything; then close the round like this."""
    table = settling()
    table.settle(every=True)
    for event in events:
        table.happen(event, DAN)
    return table


def half_a_chip() -> Lawless:
    """Raise by an amount between the multiples that chips cannot make."""
    table = betting("run-em-twice", ANY_AMOUNT)
    table.player("Ann").place_wagers(2, {"ante_1": 500, "ante_2": 500})
    table.no_more_bets()
    for _ in range(3):
        table.deal()
    return table.happen(e.Decided(1, "run_1", 2, 550, 550, False), ANN)


SAME: Final = Person("house dealer", Role.FLOORPERSON)
"""The person who started the payment, in another role."""

CASES: Final[dict[str, tuple[Callable[[], Lawless], str]]] = {
    # Opening
    "a gap": (lambda: round_opened(round=3), "round is 3, expected 2"),
    "other rules": (
        lambda: round_opened(rules=ZEROS),
        "rules is not the hash of the rules in force",
    ),
    "no root": (lambda: round_opened(root="none"), "root and seed_hash must be hashes"),
    "half a hash": (lambda: round_opened(seed_hash="00"), "root and seed_hash must be hashes"),
    "by the floor": (
        lambda: closed_round().happen(e.RoundOpened(2, ZEROS, ZEROS, ZEROS, True, 1, 0, 0), FAY),
        "RoundOpened cannot be caused by the role floorperson",
    ),
    "one in another": (
        lambda: betting().happen(e.RoundOpened(2, ZEROS, ZEROS, ZEROS, True, 1, 0, 0), DAN),
        "found RoundOpened, expected WagersPlaced or",
    ),
    # Wagers
    "before the round": (
        lambda: open_table().happen(e.BoughtIn("Ann", 100), ANN).happen(e.TrayFilled(5), DAN),
        "found TrayFilled, expected RoundOpened",
    ),
    "after the round": (
        lambda: closed_round().happen(e.EntropyAdded(1, "Ann", "x"), ANN),
        "found EntropyAdded, expected RoundOpened",
    ),
    "no wager": (lambda: place_wagers({}), "wagers is empty"),
    "too little": (
        lambda: place_wagers({"ante_across": 400, "ante_down": 400}),
        r"the ante_across wager is \$4, expected \$5 to \$500",
    ),
    "too much": (
        lambda: place_wagers({"ante_across": 50_100, "ante_down": 50_100}),
        r"is \$501, expected \$5 to \$500",
    ),
    "unequal": (
        lambda: place_wagers({"ante_across": 500, "ante_down": 600}),
        "the required wagers are not equal",
    ),
    "one alone": (lambda: place_wagers({"ante_across": 500}), "the required wagers are not equal"),
    "half a chip": (
        lambda: place_wagers({"ante_across": 550, "ante_down": 550}),
        r"a 'ante_across' wager of \$5.50 cannot be made with these chips",
    ),
    "negative": (
        lambda: place_wagers(ANTES | {"five_card_bonus": -100}),
        "cannot be made with these chips",
    ),
    "no such wager": (
        lambda: place_wagers(ANTES | {"luck": 100}),
        "'luck' is not a wager of this table",
    ),
    "a raise": (
        lambda: place_wagers(ANTES | {"across": 500}),
        "'across' is not a wager of this table",
    ),
    "a device takes other sums": (
        lambda: place_wagers(ANTES | {"bonus_spin": 400}),
        r"the bonus_spin wager is \$4, expected \$5 to \$5",
    ),
    "more than one has": (
        lambda: (
            betting()
            .happen(e.CashedOut("Ann", 99_500), ANN)
            .happen(e.WagersPlaced(1, 2, ANTES), ANN)
        ),
        "stack:Ann would hold -500 cents",
    ),
    "another's seat": (lambda: place_wagers(ANTES, 4), "'Ann' is not in seat 4"),
    "an empty seat": (lambda: place_wagers(ANTES, 3), "'Ann' is not in seat 3"),
    "by the dealer": (lambda: place_wagers(ANTES, by=DAN), "cannot be caused by the role dealer"),
    "of another round": (
        lambda: betting().happen(e.WagersPlaced(2, 2, ANTES), ANN),
        "round is 2, but the table is at round 1",
    ),
    "late": (
        lambda: with_locked_bets().happen(e.WagersPlaced(1, 2, {"five_card_bonus": 100}), ANN),
        "found WagersPlaced, expected CardsDealt",
    ),
    "boxes apart": (lambda: three_boxes(1, 3), "the positions of 'Ann' are not adjacent"),
    "the box between back": (
        lambda: three_boxes(1, 2, 3).happen(
            e.WagersTakenBack(1, 2, {"two_card": 500, "three_card": 500, "five_card": 500}), ANN
        ),
        "the positions of 'Ann' are not adjacent",
    ),
    "part of a wager back": (
        lambda: taken_back({"five_card_bonus": 100}),
        "there is no 'five_card_bonus' wager of",
    ),
    "the antes back, the bonus left": (
        lambda: taken_back(ANTES),
        "the required wagers are not equal",
    ),
    "nothing back": (lambda: taken_back({}), "wagers is empty"),
    # The shuffle
    "added twice": (
        lambda: add_entropy("x").happen(e.EntropyAdded(1, "Ann", "y"), ANN),
        "'Ann' has already added to this shuffle",
    ),
    "added by an onlooker": (
        lambda: add_entropy("x", Person("Cy", Role.PLAYER)),
        "'Cy' is not seated at this table",
    ),
    "added for another": (
        lambda: with_wagers().happen(e.EntropyAdded(1, "Bob", "x"), ANN),
        "somebody other than the player added this",
    ),
    "too much added": (
        lambda: add_entropy("x" * 257),
        "a contribution must have 1 to 256 characters",
    ),
    "nothing added": (lambda: add_entropy(""), "a contribution must have 1 to 256 characters"),
    "no text": (lambda: add_entropy("\n"), "a contribution must have 1 to 256 characters"),
    "a shallow cut": (lambda: cut_at(9), "cards is 9, but a cut takes 10 to 42 cards"),
    "a deep cut": (lambda: cut_at(43), "cards is 43, but a cut takes 10 to 42 cards"),
    "another cut": (lambda: round_opened(cut=9), "cut is 9, but [0-9]+ cards were cut"),
    "a machine's deck cut": (machine_cut, "cut is 10, but 0 cards were cut"),
    "cut again": (
        lambda: bets_closed(Contribution("Ann", "x"), cut=5),
        "BetsClosed is wrong: cut is 5, expected",
    ),
    "other words than were added": (
        lambda: bets_closed(Contribution("Ann", "y")),
        "contributions.0..entropy is 'y', expected 'x'",
    ),
    "words left out": (bets_closed, "contributions has 0 entries, expected 1"),
    "a word that nobody added": (
        lambda: bets_closed(Contribution("Ann", "x"), Contribution("Bob", "y")),
        "contributions has 2 entries, expected 1",
    ),
    "no wagers": (
        lambda: betting().happen(e.BetsClosed(1, (), 20, 0), DAN),
        "nobody has made a wager",
    ),
    # Progressives
    "not counted": (
        lambda: with_locked_bets(**SPIN).happen(e.CardsDealt(1, ("left",), (0,)), DAN),
        "found CardsDealt, expected ProgressivesCounted",
    ),
    "counted wrongly": (
        lambda: with_locked_bets(**SPIN).happen(e.ProgressivesCounted(1, {"bonus_spin": 2}), DAN),
        "chips.bonus_spin is 2, expected 1",
    ),
    "counted though there are none": (
        lambda: with_locked_bets().happen(e.ProgressivesCounted(1, {}), DAN),
        "found ProgressivesCounted, expected CardsDealt",
    ),
    # Cards
    "dealt to a player first": (
        lambda: deal_cards("2.first", "4.first"),
        "to has 2 entries, expected 5",
    ),
    "dealt in another order": (
        lambda: deal_cards("left", "top", "right", "bottom", "center"),
        r"to\[1\] is 'top', expected 'right'",
    ),
    "dealt from further down": (
        lambda: deal_cards("left", "right", "top", "bottom", "center", start=1),
        r"positions\[0\] is",
    ),
    "turned before the answers": (
        lambda: at_first_question().happen(e.CardsTurned(1, ()), DAN),
        "found CardsTurned, expected Decided",
    ),
    "a flop that lies face down": (
        lambda: face_down("flop", e.Decided(1, "turn", 2, "bet", 500, False)),
        "found Decided, expected CardsTurned",
    ),
    "a turn that lies face down": (
        lambda: face_down("turn", e.Decided(1, "river", 2, "bet", 500, False)),
        "found Decided, expected CardsTurned",
    ),
    "a flop that another dealer turns over": (
        lambda: lay_flop(Person("Deb", Role.DEALER)),
        "it is by 'Deb', but belongs to line",
    ),
    "a flop of which nothing is seen": (
        lambda: lay_flop(cards=()),
        "are turned over, expected",
    ),
    "the dealer's cards with the river": (with_the_river, "are turned over, expected"),
    "the dealer's cards left face down": (
        lambda: river_out().happen(e.SeatSettled(1, 2, {}), DAN),
        "found SeatSettled, expected CardsTurned",
    ),
    "another card": (
        lambda: turn_cards(card=the_last_card()),
        "the proof of '..' at position [0-9]+ is not valid",
    ),
    "no card": (lambda: turn_cards(card="1x"), "the proof of '1x' at position [0-9]+ is not valid"),
    "another salt": (
        lambda: turn_cards(salt="00" * 16),
        "the proof of '..' at position [0-9]+ is not valid",
    ),
    "no salt": (lambda: turn_cards(salt="zz"), "the proof of '..' at position [0-9]+ is not valid"),
    "no proof": (lambda: turn_cards(proof=()), "the proof of '..' at position [0-9]+ is not valid"),
    "another position": (lambda: turn_cards(position=51), "are turned over, expected"),
    # Decisions
    "out of turn": (lambda: decide(seat=4, by=BOB), "'Bob' decided for seat 2, expected 'Ann'"),
    "for another": (lambda: decide(by=BOB), "'Bob' decided for seat 2, expected 'Ann'"),
    "by the house": (lambda: decide(by=DAN), "'Dan' decided for seat 2, expected 'Ann'"),
    "by the floorperson": (lambda: decide(by=FAY), "cannot be caused by the role floorperson"),
    "on another street": (lambda: decide("down"), "street is 'down', expected 'across'"),
    "no such decision": (lambda: decide(decision="4x"), "'4x' is not a decision on"),
    "for less": (lambda: decide(stake=400), "stake is 400, expected 500"),
    "for nothing": (lambda: decide(stake=0), "stake is 0, expected 500"),
    "any amount": (lambda: decide(decision=600, stake=600), "600 is not a decision on"),
    "half a chip more": (half_a_chip, r"a raise of \$5.50 cannot be made with these chips"),
    "a fold that is none": (
        lambda: decide(decision="fold", stake=0),
        "folded is false, expected true",
    ),
    "more than the chips": (
        lambda: (
            at_first_question()
            .happen(e.CashedOut("Ann", 98_600), ANN)
            .happen(e.Decided(1, "across", 2, "1x", 500, False), ANN)
        ),
        "stack:Ann would hold -100 cents",
    ),
    # Players who left
    "decided though gone": (
        lambda: walked_off().happen(e.Decided(1, "across", 2, "1x", 500, False), ANN),
        "'Ann' has left, and no ruling has been made",
    ),
    "answered before it was ruled": (
        lambda: walked_off().happen(e.Decided(1, "across", 2, "fold", 0, True), DAN),
        "'Dan' decided for seat 2, expected 'Ann'",
    ),
    "answered by the player after all": (
        lambda: walked_off(is_ruled=True).happen(e.Decided(1, "across", 2, "fold", 0, True), ANN),
        "'Ann' has left, so the dealer must decide",
    ),
    "staked for a player who left": (
        lambda: walked_off(is_ruled=True).happen(e.Decided(1, "across", 2, "1x", 500, False), DAN),
        "the decision for a player who left must be fold",
    ),
    "ruled twice": (
        lambda: walked_off(is_ruled=True).happen(e.AbsentRuled(1, 2, True, "Fay"), FAY),
        "seat 2 has already been ruled on",
    ),
    "ruled on somebody present": (
        lambda: at_first_question().happen(e.AbsentRuled(1, 4, True, "Fay"), FAY),
        "the player in seat 4 has not left",
    ),
    "ruled by the dealer": (
        lambda: walked_off().happen(e.AbsentRuled(1, 2, True, "Dan"), DAN),
        "cannot be caused by the role dealer",
    ),
    "ruled before bets are closed": (
        lambda: with_wagers().happen(e.AbsentRuled(1, 2, True, "Fay"), FAY),
        "no ruling on a player who left is possible",
    ),
    "gone twice": (
        lambda: walked_off().happen(e.PlayerAway(1, 2), ANN),
        "the player in seat 2 has already left",
    ),
    "gone, and then seen to be gone": (
        lambda: walked_off().happen(e.PlayerAway(1, 2), DAN),
        "the player in seat 2 has already left",
    ),
    "seen to be gone twice": (
        lambda: seen_gone(DAN).happen(e.PlayerAway(1, 2), FAY),
        "the player in seat 2 has already left",
    ),
    "answered by the player whose time was up": (
        lambda: seen_gone(HOUSE_DEALER).happen(e.Decided(1, "across", 2, "fold", 0, True), ANN),
        "'Ann' has left, and no ruling has been made",
    ),
    "reported twice": (
        lambda: seen_gone(DAN).happen(e.PlayerAway(1, 2, "Fay"), FAY),
        "the player in seat 2 has already left",
    ),
    "reported in another's name": (
        lambda: at_first_question().happen(e.PlayerAway(1, 2, "Fay"), DAN),
        "reporter is 'Fay', who did not report it",
    ),
    "reported and ruled on by one person": (
        lambda: seen_gone(FAY).happen(e.AbsentRuled(1, 2, True, "Fay"), FAY),
        "'Fay' reported it, so somebody else must rule on it",
    ),
    "reported by a person and ruled on by the house": (
        lambda: seen_gone(DAN).happen(e.AbsentRuled(1, 2, False, HOUSE_FLOOR.name), HOUSE_FLOOR),
        "'Dan' reported it, so a person must rule on it, not the house",
    ),
    "seen to be gone by another player": (
        lambda: gone_by(BOB),
        "'Bob' is not in seat 2",
    ),
    "seen to be gone by somebody who plays here": (
        lambda: gone_by(Person("Bob", Role.DEALER)),
        "'Bob' plays at this table and cannot also be staff",
    ),
    **{
        f"seen to be gone by {role}": (
            partial(gone_by, Person("Olaf", role)),
            f"PlayerAway cannot be caused by the role {role}",
        )
        for role in (Role.ONLOOKER, Role.SURVEILLANCE, Role.AUDITOR)
    },
    # Settlement
    "more credit": (lambda: pay_seat(credit=100_000), "wagers.across.credit is 100000, expected"),
    "another outcome": (
        lambda: pay_seat(outcome="void"),
        "wagers.across.outcome is 'void', expected",
    ),
    "another hand": (
        lambda: pay_seat(hand="royal flush"),
        "wagers.across.hand is 'royal flush', expected",
    ),
    "another stake": (lambda: pay_seat(stake=1_000), "wagers.across.stake is 1000, expected 500"),
    "the first seat first": (lambda: pay_seat(seat=2), "seat is 2, expected 4"),
    "chips for a tray that has enough": (
        lambda: settling().happen(e.TrayFilled(500), DAN).finish(),
        "found TrayFilled, expected CardsTurned",
    ),
    "a void that reverses nothing": (
        voided_as,
        "found RoundVoided, expected SettlementReversed",
    ),
    "a void that reverses another seat": (
        lambda: voided_as(replace(reversal(), seat=2)),
        "seat is 2, expected 4",
    ),
    "a void that reverses too little": (
        lambda: voided_as(replace(reversal(), wagers={})),
        "SettlementReversed is wrong: wagers.",
    ),
    "a void that takes envy back which nobody got": (
        lambda: voided_as(replace(reversal(), gifts={"envy": 500})),
        "SettlementReversed is wrong: gifts.envy is unexpected",
    ),
    "winnings that leave before the close": (
        winnings_leave,
        "chips from the open round must stay on the table until it is closed",
    ),
    "a gift out of nowhere": (
        lambda: closed_as(e.GiftsPaid(1, 4, "envy", {2: 500})).finish(),
        "found GiftsPaid, expected SeedOpened",
    ),
    "closed though Ann was not paid": (
        lambda: half_paid().happen(e.SeedOpened(1, half_paid().seed()), DAN),
        "found SeedOpened, expected CardsTurned",
    ),
    # Jackpots
    "validated by who started it": (
        lambda: validate(SAME),
        "'house dealer' started it, so somebody else must validate it",
    ),
    "validated by who verified it": (
        lambda: validate(Person("Dan", Role.FLOORPERSON)),
        "'Dan' verified it, so somebody else must validate it",
    ),
    "validated unverified": (
        lambda: hit().happen(e.JackpotValidated(1, 2, FAY.name), FAY).finish(),
        "found JackpotValidated, expected JackpotVerified",
    ),
    "validated by a dealer": (lambda: validate(DAN), "cannot be caused by the role dealer"),
    "paid without validation": (
        unvalidated_table,
        "found SeatSettled, expected JackpotValidated",
    ),
    # The close
    "another seed": (
        lambda: closed_as(e.SeedOpened(1, ZEROS)),
        "this seed does not match the commitment in line [0-9]+",
    ),
    "a seed lost that counts": (
        lost_seed,
        "found SeedLost, expected CardsTurned",
    ),
    "half a seed": (lambda: closed_as(e.SeedOpened(1, "00")), "the seed is not 32 bytes"),
    "no closing": (
        lambda: closed_as(e.SeedOpened(1, settling().seed())),
        "found the end of the file, expected RoundClosed",
    ),
    "closed by another": (
        lambda: closed_as(e.SeedOpened(1, settling().seed())).happen(
            e.RoundClosed(1), Person("Dot", Role.DEALER)
        ),
        "it is by 'Dot', but belongs to line",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_violation_is_reported(name: str) -> None:
    build_case, sentence = CASES[name]
    assert re.search(sentence, build_case().detected_fault())


def test_a_round_whose_seed_is_not_opened() -> None:
    """Payouts cannot be checked, from the first one on."""
    table = settling()
    last = len(table.log)
    table.settle(every=True)
    table.happen(e.RoundClosed(1), DAN)
    with pytest.raises(
        VerificationError, match="there is no opened seed to check it against"
    ) as progress:
        verify(line + b"\n" for line in table.export())
    assert progress.value.line == last + 1


def test_a_round_that_ends_with_a_lost_seed_is_settled_or_void() -> None:
    table = betting()
    table.happen(e.SeedLost(1), DAN).happen(e.RoundClosed(1), DAN)
    with pytest.raises(VerificationError, match="found SeedLost, expected WagersPlaced or"):
        verify(line + b"\n" for line in table.export())


def test_wheel_stop_before_a_lost_seed() -> None:
    """It cannot be checked, so the round is void."""
    table = hit()
    table.execute(c.Propose(c.VoidRound(1, "the power failed")), DAN)
    table.automation = Automation.NOTHING
    table.execute(c.Approve(table.state.proposed), FAY)
    table.shoe = None
    table.execute(c.CloseRound(), DAN)
    result = verify(line + b"\n" for line in table.export())
    assert (result.rounds, result.lost) == (1, 1)
