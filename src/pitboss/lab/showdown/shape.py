"""The shape of the showdown games.

The player sees two cards and folds or bets, sees the flop and may bet, sees the turn and may bet;
then the river falls and the dealer shows. After the first bet nobody folds, so a later bet is
simply made when the hand is expected to win more often than it loses.
"""

from typing import Final, NamedTuple

from pitboss.games.payoffs import EVEN, LOSS, PUSH, Beats, Cases, Payoff, Ties
from pitboss.games.words import HandOf, Raise, Required, Street
from pitboss.hands import Order
from pitboss.lab.bounds import has_own_raises, within_bounds
from pitboss.round import seen
from pitboss.submission.evaluators import Hands, evaluators
from pitboss.submission.rules import Rules

MOST_KNOWN: Final = 256
_even: dict[tuple[Payoff, Order], bool] = {}
"""Antes that were looked through."""


class Against(NamedTuple):
    """The parts that the shape has, named."""

    ante: Required
    raises: tuple[Raise, ...]
    streets: tuple[Street, ...]
    player: str
    dealer: str
    low_ace: bool


def against_of(rules: Rules) -> Against | None:
    """The parts of these rules, if they have this shape."""
    if (
        len(rules.streets) != 3
        or len(rules.required) != 1
        or len(rules.hole) != 2
        or set(rules.looks) != set(rules.hole)
        or any(street.can_fold for street in rules.streets[1:])
        or not within_bounds(rules)
        or not has_own_raises(rules)
    ):
        return None
    by_key = {wager.key: wager for wager in rules.raises}
    raises = tuple(by_key[street.wager] for street in rules.streets)
    ante = rules.required[0]
    versus = _compared(ante)
    if versus is None or any(_compared(wager) != versus for wager in raises):
        return None
    if not all(_is_plain(wager.pays) for wager in raises):
        return None
    hands = {hand.name: hand for hand in rules.hands}
    mine, other = hands[versus[0]], hands[versus[1]]
    if not isinstance(mine, HandOf) or not isinstance(other, HandOf):
        return None
    turned = [set(seen(rules, taken)) for taken in range(4)]
    board, theirs = set(mine.positions) - turned[0], set(other.positions) - set(mine.positions)
    if not (
        [len(turned[k] & board) for k in range(4)] == [0, 3, 4, 5]
        and [len(cards) for cards in turned[:3]] == [2, 5, 6]
        and set(mine.positions) == turned[0] | board
        and set(other.positions) == theirs | board
        and len(theirs) == 2
        and mine.order.low_ace == other.order.low_ace
        and _wins_even(rules, ante, mine)
    ):
        return None
    return Against(ante, raises, rules.streets, mine.name, other.name, mine.order.low_ace)


def stakes(street: Street) -> tuple[int, int]:
    """What a player stakes who bets no more than he must, and one who bets all he may."""
    times = list(street.stakes.values())
    return min(times), max(times)


def _compared(wager: Required | Raise) -> tuple[str, str] | None:
    """The hand of the player and that of the dealer, where a wager pays by comparing them."""
    pays = wager.pays
    if not isinstance(pays, Cases) or len(pays.reads) != 2 or pays.needs or pays.bonus:
        return None
    return pays.reads[0], pays.reads[1]


def _wins_even(rules: Rules, ante: Required, mine: HandOf) -> bool:
    """Whether an ante wins even money or pushes by the winning hand alone, and loses otherwise."""
    key = ante.pays, mine.order
    if key not in _even:
        if len(_even) >= MOST_KNOWN:
            _even.clear()
        _even[key] = _looked_through(rules, ante, mine)
    return _even[key]


def _looked_through(rules: Rules, ante: Required, mine: HandOf) -> bool:
    comparison = ante.pays.comparison
    if comparison is None or comparison.floors:
        return False
    from pitboss.lab.ranks import ranks_of_five

    evaluate, hands = evaluators(rules)[ante.key], Hands({}, ())
    for strength in ranks_of_five(low_ace=mine.order.low_ace).strengths:
        hands[comparison.hand] = strength
        for other, allowed in ((-1, (0, 1)), (0, (0,)), (1, (-1,))):
            hands[comparison.against] = strength + other
            if evaluate(hands).total not in allowed:
                return False
    return True


def _is_plain(pays: Payoff) -> bool:
    """Whether the higher hand wins even money and equal ones push."""
    if not isinstance(pays, Cases) or len(pays.reads) != 2:
        return False
    higher, equal = Beats(*pays.reads), Ties(*pays.reads)
    cases = {case.when: case.pays for case in pays.cases}
    return cases == {higher: EVEN, equal: PUSH} and pays.otherwise == LOSS
