"""What a round keeps to: one thing in it that cannot be, told in a sentence."""

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
from tests.verify.lawless import (
    ANN,
    ANTES,
    BOB,
    DAN,
    FAY,
    Lawless,
    asked,
    betting,
    closed,
    locked,
    opened,
    settling,
    three_boxes,
    wagered,
)

ZEROS: Final = "0" * 64
SPIN: Final = {"bonus_spin": 500}


def round_opened(**changed: object) -> Lawless:
    """A second round, opened as it should be but for something."""
    table = closed()
    table.open_round()
    return table.again(replace(table.log[-1].event, **changed))


def placed(wagers: Mapping[str, int], seat: int = 2, by: Person = ANN) -> Lawless:
    return betting().happen(e.WagersPlaced(1, seat, wagers), by)


def taken_back(wagers: Mapping[str, int]) -> Lawless:
    table = wagered(five_card_bonus=200)
    return table.happen(e.WagersTakenBack(1, 2, wagers), ANN)


def added(text: str, by: Person = ANN) -> Lawless:
    return wagered().happen(e.EntropyAdded(1, by.name, text), by)


def cut_at(cut: int) -> Lawless:
    """Between rounds, a stack that was shuffled by hand is cut so."""
    table = opened()
    wrong = next(item for item in table.log if getattr(item.event, "task", "") == "cut")
    del table.log[table.log.index(wrong) :]
    return table.happen(e.StepDone(Task.CUT, 1, wrong.by.name, cut), wrong.by)


def bets_closed(*progress: Contribution, cut: int = 0) -> Lawless:
    """Ann has added to the shuffle; then bets are closed like this."""
    table = wagered()
    table.player("Ann").add_entropy("x")
    assert table.state.round
    return table.happen(e.BetsClosed(1, progress, cut or table.state.round.cut, 0), DAN)


def machine_cut() -> Lawless:
    """A round with a deck that a machine shuffled, cut all the same."""
    table = opened(submission={"table": {"shuffler": "automated"}})
    table.open_round()
    return table.again(replace(table.log[-1].event, cut=10))


def dealt(*to: str, start: int = 0) -> Lawless:
    table = locked()
    order = table.state.round.order if table.state.round else ()
    return table.happen(e.CardsDealt(1, to, order[start : start + len(to)]), DAN)


def holdem(street: str) -> Lawless:
    """A round of hold 'em up to the card that is burnt before this street is dealt."""
    table = opened("holdem-bonus")
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


def laid(by: Person = DAN, **changed: object) -> Lawless:
    """The flop is dealt, and shown as it should be but for something."""
    table = holdem("flop")
    table.dealer("Dan").deal()
    event = table.log.pop().event
    assert isinstance(event, e.CardsTurned)
    return table.happen(replace(event, **changed), by)


def face_down(street: str, then: e.Event) -> Lawless:
    """Flop or turn are dealt and lie there, and Ann answers."""
    table = holdem(street)
    table.deal()
    table.log.pop()
    return table.happen(then, ANN)


def river_out() -> Lawless:
    """All five lie face up, and the dealer's own cards are due."""
    table = holdem("river")
    table.deal()
    return table


def with_the_river() -> Lawless:
    """The dealer's cards are turned over together with the river."""
    table = holdem("river")
    table.deal()
    river = table.log.pop().event
    table.turn_over()
    dealers = table.log.pop().event
    assert isinstance(river, e.CardsTurned)
    assert isinstance(dealers, e.CardsTurned)
    return table.happen(e.CardsTurned(1, (*river.cards, *dealers.cards)), table.log[-1].by)


def decided(
    street: str = "across",
    seat: int = 2,
    decision: str | int = "1x",
    stake: int = 500,
    folded: bool = False,
    by: Person = ANN,
) -> Lawless:
    return asked().happen(e.Decided(1, street, seat, decision, stake, folded), by)


def walked_off(*, ruled: bool = False) -> Lawless:
    table = asked()
    table.player("Ann").leave(2)
    return table.happen(e.AbsentRuled(1, 2, False, "Fay"), FAY) if ruled else table


def seen_gone(by: Person) -> Lawless:
    """Ann is asked, and somebody of the staff says that she is gone."""
    table = asked()
    table.execute(c.WalkedOff(2), by)
    return table


def gone_by(by: Person) -> Lawless:
    """Ann is asked, and is gone, as somebody says who has no say in it."""
    return asked().happen(e.PlayerAway(1, 2), by)


def turned(**changed: object) -> Lawless:
    """The first two community cards, turned over as they should be but for something."""
    table = asked()
    table.player("Ann").decide(2, "1x")
    table.player("Bob").decide(4, "1x")
    table.turn_over()
    event = table.log[-1].event
    assert isinstance(event, e.CardsTurned)
    first, *rest = event.cards
    return table.again(e.CardsTurned(1, (replace(first, **changed), *rest)))


def the_last_card() -> str:
    """A card of the stack that lies elsewhere."""
    table = asked()
    assert table.shoe
    assert table.state.round
    return cards_text([table.shoe.cards[table.state.round.order[-1]]])


def paid(seat: int = 4, **changed: object) -> Lawless:
    """The last seat settled, as it should be but for something; then the seed is opened."""
    table = settling()
    table.settle()
    event = table.log[-1].event
    assert isinstance(event, e.SeatSettled)
    across = replace(event.wagers["across"], **changed)
    return table.again(e.SeatSettled(1, seat, {**event.wagers, "across": across})).finish()


def hit() -> Lawless:
    """Ann has a pair, and the wheel has nothing but the jackpot."""
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


def validated(by: Person) -> Lawless:
    return verified().happen(e.JackpotValidated(1, 2, by.name), by).finish()


def verified() -> Lawless:
    """The light is on, and Dan has verified the win."""
    table = hit()
    table.dealer("Dan").verify_jackpot(2)
    return table


def unvalidated() -> Lawless:
    table = verified()
    table.floorperson("Fay").validate_jackpot(2)
    paid = next(item.event for item in table.log if isinstance(item.event, e.SeatSettled))
    del table.log[table.log.index(next(r for r in table.log if r.event is paid)) - 1 :]
    return table.happen(paid, table.log[-1].by).finish()


def half_paid() -> Lawless:
    """Bob is settled, Ann is not."""
    table = settling()
    table.settle()
    return table


def voided_as(*undone: e.SettlementReversed) -> Lawless:
    """Bob is settled, then two people void the round, and this is reversed."""
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
    """What is reversed at Bob's seat."""
    round_ = half_paid().state.round
    assert round_
    return e.SettlementReversed(1, 4, round_.results[4])


def winnings_leave() -> Lawless:
    """Who was credited something in the round takes all chips away before it is closed."""
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
    """Bob's cards are turned up and paid, and then no seed is opened."""
    table = settling()
    table.settle()
    table.wrong = len(table.log)
    wrong = table.wrong
    table.happen(e.SeedLost(1), DAN).happen(e.RoundClosed(1), DAN)
    table.wrong = wrong
    return table


def closed_as(*events: e.Event) -> Lawless:
    """Everything is settled; then it ends like this."""
    table = settling()
    table.settle(every=True)
    for event in events:
        table.happen(event, DAN)
    return table


def half_a_chip() -> Lawless:
    """A raise between the multiples, where any amount may be staked, that no chips make."""
    table = betting("run-em-twice", ANY_AMOUNT)
    table.player("Ann").place_wagers(2, {"ante_1": 500, "ante_2": 500})
    table.no_more_bets()
    for _ in range(3):
        table.deal()
    return table.happen(e.Decided(1, "run_1", 2, 550, 550, False), ANN)


SAME: Final = Person("house dealer", Role.FLOORPERSON)
"""Who started the payment, in another coat."""

CASES: Final[dict[str, tuple[Callable[[], Lawless], str]]] = {
    # Opening
    "a gap": (lambda: round_opened(round=3), "this is round 2, not 3"),
    "other rules": (
        lambda: round_opened(rules=ZEROS),
        "rules is not the hash of the rules in force",
    ),
    "no root": (lambda: round_opened(root="none"), "root and seed_hash must be hashes"),
    "half a hash": (lambda: round_opened(seed_hash="00"), "root and seed_hash must be hashes"),
    "by the floor": (
        lambda: closed().happen(e.RoundOpened(2, ZEROS, ZEROS, ZEROS, True, 1, 0, 0), FAY),
        "RoundOpened is not for the role of floorperson",
    ),
    "one in another": (
        lambda: betting().happen(e.RoundOpened(2, ZEROS, ZEROS, ZEROS, True, 1, 0, 0), DAN),
        "RoundOpened stands here, but WagersPlaced or",
    ),
    # Wagers
    "before the round": (
        lambda: opened().happen(e.BoughtIn("Ann", 100), ANN).happen(e.TrayFilled(5), DAN),
        "TrayFilled stands here, but RoundOpened is due",
    ),
    "after the round": (
        lambda: closed().happen(e.EntropyAdded(1, "Ann", "x"), ANN),
        "EntropyAdded stands here, but RoundOpened is due",
    ),
    "no wager": (lambda: placed({}), "no wager is named"),
    "too little": (
        lambda: placed({"ante_across": 400, "ante_down": 400}),
        r"the ante_across wager is \$4, not \$5 to \$500",
    ),
    "too much": (
        lambda: placed({"ante_across": 50_100, "ante_down": 50_100}),
        r"is \$501, not \$5 to \$500",
    ),
    "unequal": (
        lambda: placed({"ante_across": 500, "ante_down": 600}),
        "required wagers are not equal",
    ),
    "one alone": (lambda: placed({"ante_across": 500}), "required wagers are not equal"),
    "half a chip": (
        lambda: placed({"ante_across": 550, "ante_down": 550}),
        r"no chips make a 'ante_across' wager of \$5.50",
    ),
    "negative": (lambda: placed(ANTES | {"five_card_bonus": -100}), "no chips make"),
    "no such wager": (lambda: placed(ANTES | {"luck": 100}), "'luck' cannot be wagered"),
    "a raise": (lambda: placed(ANTES | {"across": 500}), "'across' cannot be wagered"),
    "a device takes other sums": (
        lambda: placed(ANTES | {"bonus_spin": 400}),
        r"the bonus_spin wager is \$4, not \$5 to \$5",
    ),
    "more than one has": (
        lambda: (
            betting()
            .happen(e.CashedOut("Ann", 99_500), ANN)
            .happen(e.WagersPlaced(1, 2, ANTES), ANN)
        ),
        "stack:Ann would hold -500 cents",
    ),
    "another's seat": (lambda: placed(ANTES, 4), "'Ann' does not sit in seat 4"),
    "an empty seat": (lambda: placed(ANTES, 3), "'Ann' does not sit in seat 3"),
    "by the dealer": (lambda: placed(ANTES, by=DAN), "not for the role of dealer"),
    "of another round": (
        lambda: betting().happen(e.WagersPlaced(2, 2, ANTES), ANN),
        "it is of round 2, but round 1 is on the table",
    ),
    "late": (
        lambda: locked().happen(e.WagersPlaced(1, 2, {"five_card_bonus": 100}), ANN),
        "WagersPlaced stands here, but CardsDealt is due",
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
    "the antes back, the bonus left": (lambda: taken_back(ANTES), "required wagers are not equal"),
    "nothing back": (lambda: taken_back({}), "no wager is named"),
    # The shuffle
    "added twice": (
        lambda: added("x").happen(e.EntropyAdded(1, "Ann", "y"), ANN),
        "'Ann' has added to this shuffle already",
    ),
    "added by an onlooker": (
        lambda: added("x", Person("Cy", Role.PLAYER)),
        "'Cy' does not sit at this table",
    ),
    "added for another": (
        lambda: wagered().happen(e.EntropyAdded(1, "Bob", "x"), ANN),
        "somebody else added this for the player",
    ),
    "too much added": (lambda: added("x" * 257), "what is added is 1 to 256 characters"),
    "nothing added": (lambda: added(""), "what is added is 1 to 256 characters"),
    "no text": (lambda: added("\n"), "what is added is 1 to 256 characters"),
    "a shallow cut": (lambda: cut_at(9), "the cut takes 10 to 42 cards, not 9"),
    "a deep cut": (lambda: cut_at(43), "the cut takes 10 to 42 cards, not 43"),
    "another cut": (lambda: round_opened(cut=9), "the cut took [0-9]+ cards, not 9"),
    "a machine's deck cut": (machine_cut, "the cut took 0 cards, not 10"),
    "cut again": (
        lambda: bets_closed(Contribution("Ann", "x"), cut=5),
        "BetsClosed is wrong: cut is 5, not",
    ),
    "other words than were added": (
        lambda: bets_closed(Contribution("Ann", "y")),
        "contributions.0..entropy is 'y', not 'x'",
    ),
    "words left out": (bets_closed, "0 stand in contributions, not 1"),
    "a word that nobody added": (
        lambda: bets_closed(Contribution("Ann", "x"), Contribution("Bob", "y")),
        "2 stand in contributions, not 1",
    ),
    "no wagers": (
        lambda: betting().happen(e.BetsClosed(1, (), 20, 0), DAN),
        "nobody has made a wager",
    ),
    # Progressives
    "not counted": (
        lambda: locked(**SPIN).happen(e.CardsDealt(1, ("left",), (0,)), DAN),
        "CardsDealt stands here, but ProgressivesCounted is due",
    ),
    "counted wrongly": (
        lambda: locked(**SPIN).happen(e.ProgressivesCounted(1, {"bonus_spin": 2}), DAN),
        "chips.bonus_spin is 2, not 1",
    ),
    "counted though there are none": (
        lambda: locked().happen(e.ProgressivesCounted(1, {}), DAN),
        "ProgressivesCounted stands here, but CardsDealt is due",
    ),
    # Cards
    "dealt to a player first": (lambda: dealt("2.first", "4.first"), "2 stand in to, not 5"),
    "dealt in another order": (
        lambda: dealt("left", "top", "right", "bottom", "center"),
        r"to\[1\] is 'top', not 'right'",
    ),
    "dealt from further down": (
        lambda: dealt("left", "right", "top", "bottom", "center", start=1),
        r"positions\[0\] is",
    ),
    "turned before the answers": (
        lambda: asked().happen(e.CardsTurned(1, ()), DAN),
        "CardsTurned stands here, but Decided is due",
    ),
    "a flop that lies face down": (
        lambda: face_down("flop", e.Decided(1, "turn", 2, "bet", 500, False)),
        "Decided stands here, but CardsTurned is due",
    ),
    "a turn that lies face down": (
        lambda: face_down("turn", e.Decided(1, "river", 2, "bet", 500, False)),
        "Decided stands here, but CardsTurned is due",
    ),
    "a flop that another dealer turns over": (
        lambda: laid(Person("Deb", Role.DEALER)),
        "it is by 'Deb', but follows from line",
    ),
    "a flop of which nothing is seen": (
        lambda: laid(cards=()),
        "are to be turned over, not",
    ),
    "the dealer's cards with the river": (with_the_river, "are to be turned over, not"),
    "the dealer's cards left face down": (
        lambda: river_out().happen(e.SeatSettled(1, 2, {}), DAN),
        "SeatSettled stands here, but CardsTurned is due",
    ),
    "another card": (lambda: turned(card=the_last_card()), "is not proved to lie in position"),
    "no card": (lambda: turned(card="1x"), "'1x' is not proved to lie in position"),
    "another salt": (lambda: turned(salt="00" * 16), "is not proved to lie in position"),
    "no salt": (lambda: turned(salt="zz"), "is not proved to lie in position"),
    "no proof": (lambda: turned(proof=()), "is not proved to lie in position"),
    "another position": (lambda: turned(position=51), "are to be turned over, not"),
    # Decisions
    "out of turn": (lambda: decided(seat=4, by=BOB), "'Ann' decides at seat 2, not 'Bob'"),
    "for another": (lambda: decided(by=BOB), "'Ann' decides at seat 2, not 'Bob'"),
    "by the house": (lambda: decided(by=DAN), "'Ann' decides at seat 2, not 'Dan'"),
    "by the floorperson": (lambda: decided(by=FAY), "not for the role of floorperson"),
    "on another street": (lambda: decided("down"), "street is 'down', not 'across'"),
    "no such decision": (lambda: decided(decision="4x"), "'4x' is not a decision on"),
    "for less": (lambda: decided(stake=400), "stake is 400, not 500"),
    "for nothing": (lambda: decided(stake=0), "stake is 0, not 500"),
    "any amount": (lambda: decided(decision=600, stake=600), "600 is not a decision on"),
    "half a chip more": (half_a_chip, r"no chips make a raise of \$5.50"),
    "a fold that is none": (
        lambda: decided(decision="fold", stake=0),
        "folded is false, not true",
    ),
    "more than the chips": (
        lambda: (
            asked()
            .happen(e.CashedOut("Ann", 98_600), ANN)
            .happen(e.Decided(1, "across", 2, "1x", 500, False), ANN)
        ),
        "stack:Ann would hold -100 cents",
    ),
    # Players who left
    "decided though gone": (
        lambda: walked_off().happen(e.Decided(1, "across", 2, "1x", 500, False), ANN),
        "'Ann' has left, and nobody has ruled on it",
    ),
    "answered before it was ruled": (
        lambda: walked_off().happen(e.Decided(1, "across", 2, "fold", 0, True), DAN),
        "'Ann' decides at seat 2, not 'Dan'",
    ),
    "answered by the player after all": (
        lambda: walked_off(ruled=True).happen(e.Decided(1, "across", 2, "fold", 0, True), ANN),
        "'Ann' has left: the dealer answers",
    ),
    "staked for a player who left": (
        lambda: walked_off(ruled=True).happen(e.Decided(1, "across", 2, "1x", 500, False), DAN),
        "for a player who left, fold is answered",
    ),
    "ruled twice": (
        lambda: walked_off(ruled=True).happen(e.AbsentRuled(1, 2, True, "Fay"), FAY),
        "on seat 2 it was ruled already",
    ),
    "ruled on somebody present": (
        lambda: asked().happen(e.AbsentRuled(1, 4, True, "Fay"), FAY),
        "the player of seat 4 has not left",
    ),
    "ruled by the dealer": (
        lambda: walked_off().happen(e.AbsentRuled(1, 2, True, "Dan"), DAN),
        "not for the role of dealer",
    ),
    "ruled before bets are closed": (
        lambda: wagered().happen(e.AbsentRuled(1, 2, True, "Fay"), FAY),
        "this is not the time",
    ),
    "gone twice": (
        lambda: walked_off().happen(e.PlayerAway(1, 2), ANN),
        "the player of seat 2 has left already",
    ),
    "gone, and then seen to be gone": (
        lambda: walked_off().happen(e.PlayerAway(1, 2), DAN),
        "the player of seat 2 has left already",
    ),
    "seen to be gone twice": (
        lambda: seen_gone(DAN).happen(e.PlayerAway(1, 2), FAY),
        "the player of seat 2 has left already",
    ),
    "answered by the player whose time was up": (
        lambda: seen_gone(HOUSE_DEALER).happen(e.Decided(1, "across", 2, "fold", 0, True), ANN),
        "'Ann' has left, and nobody has ruled on it",
    ),
    "reported twice": (
        lambda: seen_gone(DAN).happen(e.PlayerAway(1, 2, "Fay"), FAY),
        "the player of seat 2 has left already",
    ),
    "reported in another's name": (
        lambda: asked().happen(e.PlayerAway(1, 2, "Fay"), DAN),
        "'Fay' is named, who did not report it",
    ),
    "reported and ruled on by one person": (
        lambda: seen_gone(FAY).happen(e.AbsentRuled(1, 2, True, "Fay"), FAY),
        "'Fay' reported it: somebody else rules on it",
    ),
    "reported by a person and ruled on by the house": (
        lambda: seen_gone(DAN).happen(e.AbsentRuled(1, 2, False, HOUSE_FLOOR.name), HOUSE_FLOOR),
        "'Dan' reported it: a person rules on it, not the house",
    ),
    "seen to be gone by another player": (
        lambda: gone_by(BOB),
        "'Bob' does not sit in seat 2",
    ),
    "seen to be gone by somebody who plays here": (
        lambda: gone_by(Person("Bob", Role.DEALER)),
        "'Bob' plays at this table, and does not work at it",
    ),
    **{
        f"seen to be gone by {role}": (
            partial(gone_by, Person("Olaf", role)),
            f"PlayerAway is not for the role of {role}",
        )
        for role in (Role.ONLOOKER, Role.SURVEILLANCE, Role.AUDITOR)
    },
    # Settlement
    "more credit": (lambda: paid(credit=100_000), "wagers.across.credit is 100000, not"),
    "another outcome": (lambda: paid(outcome="void"), "wagers.across.outcome is 'void', not"),
    "another hand": (lambda: paid(hand="royal flush"), "wagers.across.hand is 'royal flush', not"),
    "another stake": (lambda: paid(stake=1_000), "wagers.across.stake is 1000, not 500"),
    "the first seat first": (lambda: paid(seat=2), "seat is 2, not 4"),
    "chips for a tray that has enough": (
        lambda: settling().happen(e.TrayFilled(500), DAN).finish(),
        "TrayFilled stands here, but CardsTurned is due",
    ),
    "a void that reverses nothing": (
        voided_as,
        "RoundVoided stands here, but SettlementReversed is due",
    ),
    "a void that reverses another seat": (
        lambda: voided_as(replace(reversal(), seat=2)),
        "seat is 2, not 4",
    ),
    "a void that reverses too little": (
        lambda: voided_as(replace(reversal(), wagers={})),
        "SettlementReversed is wrong: wagers.",
    ),
    "a void that takes envy back which nobody got": (
        lambda: voided_as(replace(reversal(), gifts={"envy": 500})),
        "SettlementReversed is wrong: gifts.envy does not belong there",
    ),
    "winnings that leave before the close": (
        winnings_leave,
        "chips from the open round stay at the table until its close",
    ),
    "a gift out of nowhere": (
        lambda: closed_as(e.GiftsPaid(1, 4, "envy", {2: 500})).finish(),
        "GiftsPaid stands here, but SeedOpened is due",
    ),
    "closed though Ann was not paid": (
        lambda: half_paid().happen(e.SeedOpened(1, half_paid().seed()), DAN),
        "SeedOpened stands here, but CardsTurned is due",
    ),
    # Jackpots
    "validated by who started it": (
        lambda: validated(SAME),
        "'house dealer' started it: somebody else validates it",
    ),
    "validated by who verified it": (
        lambda: validated(Person("Dan", Role.FLOORPERSON)),
        "'Dan' verified it: somebody else validates it",
    ),
    "validated unverified": (
        lambda: hit().happen(e.JackpotValidated(1, 2, FAY.name), FAY).finish(),
        "JackpotValidated stands here, but JackpotVerified is due",
    ),
    "validated by a dealer": (lambda: validated(DAN), "not for the role of dealer"),
    "paid without validation": (
        unvalidated,
        "SeatSettled stands here, but JackpotValidated is due",
    ),
    # The close
    "another seed": (
        lambda: closed_as(e.SeedOpened(1, ZEROS)),
        "this is not the seed that line [0-9]+ is bound to",
    ),
    "a seed lost that counts": (
        lost_seed,
        "SeedLost stands here, but CardsTurned is due",
    ),
    "half a seed": (lambda: closed_as(e.SeedOpened(1, "00")), "the seed is not 32 bytes"),
    "no closing": (
        lambda: closed_as(e.SeedOpened(1, settling().seed())),
        "the end stands here, but RoundClosed is due",
    ),
    "closed by another": (
        lambda: closed_as(e.SeedOpened(1, settling().seed())).happen(
            e.RoundClosed(1), Person("Dot", Role.DEALER)
        ),
        "it is by 'Dot', but follows from line",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_cannot_be_is_told(name: str) -> None:
    made, sentence = CASES[name]
    assert re.search(sentence, made().told())


def test_a_round_whose_seed_is_not_opened() -> None:
    """What was paid cannot be checked, from the first payment on."""
    table = settling()
    last = len(table.log)
    table.settle(every=True)
    table.happen(e.RoundClosed(1), DAN)
    with pytest.raises(VerificationError, match="no seed is opened to check it by") as progress:
        verify(line + b"\n" for line in table.export())
    assert progress.value.line == last + 1


def test_a_round_that_ends_with_a_lost_seed_is_settled_or_void() -> None:
    table = betting()
    table.happen(e.SeedLost(1), DAN).happen(e.RoundClosed(1), DAN)
    with pytest.raises(VerificationError, match="SeedLost stands here, but WagersPlaced or"):
        verify(line + b"\n" for line in table.export())


def test_what_the_wheel_showed_before_the_seed_was_lost() -> None:
    """It cannot be checked, and the round is void."""
    table = hit()
    table.execute(c.Propose(c.VoidRound(1, "the power failed")), DAN)
    table.automation = Automation.NOTHING
    table.execute(c.Approve(table.state.proposed), FAY)
    table.shoe = None
    table.execute(c.CloseRound(), DAN)
    result = verify(line + b"\n" for line in table.export())
    assert (result.rounds, result.lost) == (1, 1)
