"""How often several hands of a stud game win together."""

from collections.abc import Sequence

from pitboss.cards import DECK, Card
from pitboss.games.payoffs import AllOf
from pitboss.games.paytables import PUSH
from pitboss.lab.stud.grown import hopes
from pitboss.lab.stud.shape import growing_of
from pitboss.refusal import Refused
from pitboss.submission.rules import Rules


def all_of_counts(rules: Rules, pays: AllOf, deck: Sequence[Card] = DECK) -> tuple[int, int]:
    """In how many deals all of these wagers win, and of how many."""
    shape = growing_of(rules)
    if shape is None:
        raise Refused("the lab cannot count wagers that must win together in this game")
    found = hopes(rules, shape, deck)
    winning = total = 0
    for grown in found.grown:
        ways = grown.ways * grown.start.ways
        total += int(grown.fives.sum()) * ways
        if all(grown.odds.get(key, 1) > PUSH for key in pays.wagers):
            wins = grown.fives > 0
            for key in pays.wagers:
                if key in found.levels.odds:
                    wins = wins & (found.levels.odds[key] > PUSH)
            winning += int(grown.fives[wins].sum()) * ways
    return winning, total
