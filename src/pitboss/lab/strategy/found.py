"""A strategy for people: the chart of the first decision, a short list for each later one.

The lists are found street by street, each with the best play around it; what all of them cost
together is then worked out exactly, by playing every deal by them.
"""

from collections.abc import Sequence
from fractions import Fraction
from functools import partial
from itertools import product

from msgspec import Struct

from pitboss.cards import Card
from pitboss.lab.main import solve_main
from pitboss.lab.results import Main
from pitboss.lab.shape import LaterStreets
from pitboss.lab.shapes import shape_of
from pitboss.lab.strategy.cells import Cells
from pitboss.lab.strategy.lists import MOST, RuleList
from pitboss.lab.strategy.published import published
from pitboss.lab.strategy.search import lists
from pitboss.lab.work import Told, untold
from pitboss.refusal import Refused
from pitboss.submission.rules import Rules


class Street(Struct, frozen=True):
    """A later street: its list, and what that list alone gives up."""

    list: RuleList
    cost: Fraction


class Strategy(Struct, frozen=True):
    """What a person can carry in a pocket."""

    shape: str
    """Which says what the features of its rules mean."""
    chart: dict[str, str]
    """The first decision by starting hand, exactly as best play has it."""
    streets: tuple[Street, ...]
    best: Fraction
    """The expectation under best play…"""
    ev: Fraction
    """…and by the chart and these lists."""

    @property
    def cost(self) -> Fraction:
        """What all lists together give up a round, in units of one required wager."""
        return self.best - self.ev

    @property
    def lines(self) -> int:
        """Lines of all lists."""
        return sum(len(street.list) for street in self.streets)


def streets_of(
    rules: Rules, main: Main, deck: Sequence[Card] | None = None, told: Told = untold
) -> tuple[str, LaterStreets]:
    """The later streets of a game, with the name of its shape."""
    deck = rules.deck.cards if deck is None else deck
    if shape := shape_of(rules):
        return shape.name, shape.strategy(main, deck, told)
    raise Refused(f"the lab has no words for what a player of {rules.game} sees: no list is found")


class Finder:
    """One game, of which several things may be asked: its situations are looked at once."""

    def __init__(
        self, rules: Rules, *, told: Told = untold, cache: bool = True, keep: bool = True
    ) -> None:
        """Without ``keep`` the disk keeps nothing: where strangers ask, it would fill up."""
        self._rules, self._told = rules, told
        self.main = solve_main(rules, told=told, cache=cache, keep=keep)
        self.name, self.shape = streets_of(rules, self.main, told=told)

    def strategy(self, *, lines: int | None = None, cost: Fraction | None = None) -> Strategy:
        """The best lists of so many lines each, or the shortest that cost no more than this."""
        check_wish(lines, cost)
        cells = self.shape.cells(self._told)
        longest = MOST if lines is None else lines
        labels = {street.name: street.label for street in self._rules.streets}
        found = [
            lists(some, longest, partial(self._told, f"finding rules for {labels[some.street]}"))
            for some in cells
        ]
        if cost is None:
            return self._made(cells, [some[-1] for some in found])
        return self._within(cost, cells, found)

    def _within(self, cost: Fraction, cells: list[Cells], found: list[list[RuleList]]) -> Strategy:
        """What lists give up together is near the sum of what each does alone: in that order, the
        shortest first, until one is really within the cost.
        """
        alone = [
            [Fraction(of.given_up(one)) / self.main.deals for one in some]
            for of, some in zip(cells, found, strict=True)
        ]
        numbers = sorted(
            product(*(range(len(some)) for some in found)),
            key=lambda at: (
                sum(len(some[i]) for some, i in zip(found, at, strict=True)),
                sum(some[i] for some, i in zip(alone, at, strict=True)),
            ),
        )
        for at in numbers:
            if sum(some[i] for some, i in zip(alone, at, strict=True)) <= cost:
                made = self._made(cells, [some[i] for some, i in zip(found, at, strict=True)])
                if made.cost <= cost:
                    return made
        best = self._made(cells, [some[-1] for some in found])
        if best.cost <= cost:  # less than the sum of both alone
            return best
        raise Refused(
            f"no lists of up to {MOST} lines are found within a cost of {float(cost):g}: the best "
            f"of them, with {best.lines} lines in all, give up {float(best.cost):.6f}"
        )

    def _made(self, cells: list[Cells], chosen: list[RuleList]) -> Strategy:
        deals = self.main.deals
        net = self.shape.net({one.street: one for one in chosen}, self._told)
        return Strategy(
            self.name,
            {hand: start.best for hand, start in self.main.starts.items()},
            tuple(
                Street(one, Fraction(of.given_up(one)) / deals)
                for of, one in zip(cells, chosen, strict=True)
            ),
            self.main.ev,
            Fraction(net) / deals,
        )

    def others(self) -> dict[str, Fraction]:
        """What advice that is often heard gives up, the best play where it says nothing."""
        marks = getattr(self.shape, "marks", None)
        return {
            one.name: Fraction(self.main.net - self.shape.net(one.lists, self._told))
            / self.main.deals
            for one in published(self._rules, self.name, marks)
        }


def check_wish(lines: int | None, cost: Fraction | None) -> None:
    """Refuse what no list can be."""
    if lines is not None and not 1 <= lines <= MOST:
        raise Refused(f"a list has 1 to {MOST} lines, not {lines:,}")
    if cost is not None and cost <= 0:
        raise Refused("a list that costs nothing is the whole solution: allow a cost above 0")


def strategy(
    rules: Rules,
    *,
    lines: int | None = None,
    cost: Fraction | None = None,
    told: Told = untold,
    cache: bool = True,
) -> Strategy:
    """The best lists of so many lines each, or the shortest that cost no more than this."""
    check_wish(lines, cost)
    return Finder(rules, told=told, cache=cache).strategy(lines=lines, cost=cost)


def others(rules: Rules, *, told: Told = untold, cache: bool = True) -> dict[str, Fraction]:
    """What advice that is often heard gives up."""
    return Finder(rules, told=told, cache=cache).others()
