"""Players whom the program plays: what they wager, and how they answer the dealer.

They play as people do, well enough to be believed and not the same way each time: what they see is
the view of their own seat, and what they like is no rule of any game.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from pitboss.cards import RANKS, Card, rank, suit
from pitboss.games.words import Side
from pitboss.round import Choice
from pitboss.school.chance import Chance
from pitboss.submission.rules import Rules

STEPS: Final = (1, 1, 1, 2, 3, 5)
"""What a player wagers, in table minimums; small wagers are the most common."""
SIDE_ONE_IN: Final = 2
"""How often a side wager is made."""
HIGH: Final = RANKS.index("J")
BUY_IN: Final = 200
"""Table minimums that a player changes into chips at a time."""


def wagers(rules: Rules, chance: Chance) -> dict[str, int]:
    """What a player puts on the spots: the required wagers, and perhaps more."""
    limits = rules.table
    unit = min(limits.minimum * chance.pick(STEPS), limits.maximum)
    unit -= unit % limits.chip
    placed = {wager.key: max(unit, limits.minimum) for wager in rules.required}
    for side in rules.sides:
        if chance.one_in(SIDE_ONE_IN):
            placed[side.key] = least(rules, side)
    return placed


def least(rules: Rules, side: Side) -> int:
    """The smallest side wager that chips make; a fixed one is what the submission says it is."""
    if side.minimum == side.maximum:
        return side.minimum
    return min(-(-side.minimum // rules.table.chip) * rules.table.chip, side.maximum)


def dearest(rules: Rules, unit: int | None = None) -> int:
    """The most that a round can take from a player who wagers so much on each required spot."""
    unit = max(STEPS) * rules.table.minimum if unit is None else unit
    main = len(rules.required) + sum(street.most for street in rules.streets)
    return main * unit + sum(least(rules, side) for side in rules.sides)


def buy_in(rules: Rules) -> int:
    """A sum in chips that lasts for a while."""
    chip, cents = rules.table.chip, max(BUY_IN * rules.table.minimum, dearest(rules))
    return -(-cents // chip) * chip


def decision(choices: Sequence[Choice], seen: Sequence[Card], held: int, chance: Chance) -> str:
    """An answer to the dealer: the better the cards look, the more is staked; never beyond chips.

    Now and then a player does the other thing, as players do.
    """
    open_now = [choice for choice in choices if choice.stake <= held]
    likes = _likes(seen)
    if chance.one_in(8):
        return chance.pick(open_now).decision
    timid = [choice for choice in open_now if not choice.stake]
    staking = [choice for choice in open_now if choice.stake]
    if not staking or (likes == 0 and timid and not chance.one_in(4)):
        return (timid or open_now)[0].decision
    return (staking[-1] if likes > 1 else staking[0]).decision


def _likes(seen: Sequence[Card]) -> int:
    """How cards look to a player: 2 for a pair and more, 1 for something high, 0 for neither."""
    ranks = Counter(map(rank, seen))
    suits = Counter(map(suit, seen))
    if max(ranks.values(), default=0) > 1 or max(suits.values(), default=0) > 3:
        return 2
    return 1 if any(one >= HIGH for one in ranks) else 0
