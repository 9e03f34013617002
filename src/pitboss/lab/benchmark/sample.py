"""The plain loop that fits a game, over a sample of its states."""

from collections.abc import Callable, Sequence
from functools import partial

from pitboss.cards import DECK, Card
from pitboss.lab.benchmark import cross, duel, one_raise, revealed, showdown, stud
from pitboss.lab.benchmark.peer import Ints, Peer, spread
from pitboss.lab.cross.shape import lines_of
from pitboss.lab.duel.shape import duel_of
from pitboss.lab.revealed.shape import revealed_of
from pitboss.lab.showdown.one_raise import FLOP, TURN, one_raise_of
from pitboss.lab.showdown.shape import against_of
from pitboss.lab.stud.shape import growing_of
from pitboss.refusal import Refused
from pitboss.submission.rules import Rules


def ready(rules: Rules, percent: int = 100, deck: Sequence[Card] = DECK) -> Callable[[], Peer]:
    """What makes the loop; it plays so much of the sample that is meant for the game."""

    def some(dealt: Sequence[int], states: int) -> Ints:
        return spread(deck, dealt, max(1, states * percent // 100))

    if any(street.conditions for street in rules.streets):
        raise Refused(
            f"there is no plain loop for {rules.game}: some of its decisions need certain cards"
        )
    if lines := lines_of(rules):
        return partial(cross.peer, rules, lines, some(cross.DEALT, cross.STATES), deck)
    if growing := growing_of(rules):
        return partial(stud.peer, rules, growing, some(stud.DEALT, stud.STATES), deck)
    if against := against_of(rules):
        return partial(showdown.peer, rules, against, some(showdown.DEALT, showdown.STATES), deck)
    if hand := revealed_of(rules):
        return partial(revealed.peer, hand, some((hand.sizes[-2],), revealed.STATES), deck)
    if against_dealer := duel_of(rules):
        dealt = (against_dealer.own, against_dealer.up)
        return partial(duel.peer, against_dealer, some(dealt, duel.STATES), deck)
    if (parts := one_raise_of(rules)) and FLOP in parts.sizes and TURN not in parts.sizes:
        return partial(one_raise.peer, rules, parts, some(one_raise.DEALT, one_raise.STATES), deck)
    raise Refused(f"there is no plain loop for {rules.game}")
