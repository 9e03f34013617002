"""The shape of the showdown games.

The player sees two cards and folds or bets, sees the flop and may bet, sees the turn and may bet;
then the river falls and the dealer shows. After the first bet nobody folds, so a later bet is
simply made when the hand is expected to win more often than it loses.
"""

from typing import NamedTuple

from pitboss.games.payoffs import Showdown
from pitboss.games.words import FOLD
from pitboss.lab.bounds import within_bounds
from pitboss.round import shown
from pitboss.submission.rules import (
    OpenStreet,
    RaiseWager,
    ReadHand,
    RequiredWager,
    Rules,
    positions,
)


class Against(NamedTuple):
    """The parts that the shape has, named."""

    ante: RequiredWager
    raises: tuple[RaiseWager, ...]
    streets: tuple[OpenStreet, ...]
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
        or any(FOLD in street.asks.values() for street in rules.streets[1:])
        or not within_bounds(rules)
    ):
        return None
    by_key = {wager.key: wager for wager in rules.raises}
    raises = tuple(by_key[street.wager] for street in rules.streets)
    ante = rules.required[0]
    if not isinstance(ante.pays, Showdown) or not all(
        isinstance(wager.pays, Showdown)
        and (wager.pays.hand, wager.pays.against) == (ante.pays.hand, ante.pays.against)
        and wager.pays.at_least is None
        for wager in raises
    ):
        return None
    hands = {hand.name: hand for hand in rules.hands}
    mine, other = hands[ante.pays.hand], hands[ante.pays.against]
    if not isinstance(mine, ReadHand) or not isinstance(other, ReadHand):
        return None
    where = positions(rules.places, rules.hole)
    seen = [{at for name in shown(rules, taken) for at in where[name]} for taken in range(4)]
    board, theirs = set(mine.cards) - seen[0], set(other.cards) - set(mine.cards)
    if not (
        [len(seen[k] & board) for k in range(4)] == [0, 3, 4, 5]
        and [len(cards) for cards in seen[:3]] == [2, 5, 6]
        and set(mine.cards) == seen[0] | board
        and set(other.cards) == theirs | board
        and len(theirs) == 2
        and mine.low_ace == other.low_ace
    ):
        return None
    return Against(ante, raises, rules.streets, mine.name, other.name, mine.low_ace)


def stakes(street: OpenStreet) -> tuple[int, int]:
    """What a player stakes who bets no more than he must, and one who bets all he may."""
    times = [int(times) for times in street.asks.values()]
    return min(times), max(times)
