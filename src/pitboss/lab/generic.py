"""The exact solution of any game, by walking through every deal that it can have.

Nothing here knows a game: `round` says what can be decided and what is seen, settlement's judges
what a deal pays. It is slow, and the measure of everything faster. Where suits are alike, one deal
stands for the others; cards that serve the same hands and are turned together are a set.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, combinations
from math import comb, prod
from operator import itemgetter, mul
from typing import Final, NamedTuple

from pitboss.cards import DECK, Card, show
from pitboss.games.patterns import holding
from pitboss.lab.results import Main, Results, Start, main_of
from pitboss.lab.steps import cards_needed, changes, serves, steps
from pitboss.lab.suits import CHANGES, Change, changed, keeping
from pitboss.lab.work import Clock, Told, untold
from pitboss.refusal import Refused
from pitboss.round import Choice, Course, choices
from pitboss.settle.verdicts import Hands, judges, readers
from pitboss.submission.rules import PaidBy, RaiseWager, RequiredWager, Rules

Raises = tuple[int, ...]
"""What the streets so far have staked, in required wagers."""
Stakes = tuple[int, ...]
"""What stands on each way of being paid: wagers that are paid alike count together."""
Seen = tuple[tuple[Card, ...], ...]
"""The cards of every group that was turned so far."""
Odds = tuple[int, ...]
"""What a deal pays in each way."""
_UNSEEN: Final = Card(0)
MOST_DEALS: Final = 10**11
"""More than can be walked through in a day."""


class Prospect(NamedTuple):
    """What a decision comes to over all deals; how they end is found when it is asked for."""

    net: int
    folded: int
    """How many deals are folded, now or later."""
    results: Callable[[], Results]


class Tree:
    """Every deal of one game from one deck."""

    def __init__(self, rules: Rules, deck: Sequence[Card] = DECK) -> None:
        self.rules: Final = rules
        self.deck: Final = tuple(sorted(deck))
        self.changes: Final = changes(rules, self.deck)
        self.steps: Final = steps(rules)
        self._groups = [group for step in self.steps for group in step]
        self._serves = [serves(rules, group[0]) for group in self._groups]
        self._known: dict[Seen, Counter[Odds]] = {}
        order = [at for group in self._groups for at in group]
        size = sum(place.cards for place in rules.places) + len(rules.hole)
        # Where each position's card comes in what was seen; a card that no hand reads comes last.
        self._laid: Callable[[Sequence[Card]], tuple[Card, ...]] = itemgetter(
            *(order.index(at) if at in order else len(order) for at in range(size))
        )
        check_deck(rules, self.deck)
        self._readers, judged = readers(rules), judges(rules)
        by_key = {wager.key: wager for wager in rules.raises}
        main: list[RequiredWager | RaiseWager] = [*rules.required]
        main += [by_key[street.wager] for street in rules.streets]
        ways: list[PaidBy] = []
        for wager in main:
            if wager.pays not in ways:
                ways.append(wager.pays)
        self._way = [ways.index(wager.pays) for wager in main]
        self._judges = [judged[main[self._way.index(i)].key] for i in range(len(ways))]
        units = dict.fromkeys((wager.key for wager in rules.required), 1)
        self._open = [
            choices(rules, units, Course({}, False, taken)) for taken in range(len(rules.streets))
        ]

    @property
    def starts(self) -> int:
        """In how many ways the cards before the first decision can fall."""
        sizes = [len(group) for group in self.steps[0]]
        left = (len(self.deck) - sum(sizes[:i]) for i in range(len(sizes)))
        return prod(map(comb, left, sizes))

    def open(self, taken: int) -> tuple[Choice, ...]:
        """The decisions of the street that comes after so many."""
        return self._open[taken]

    def deals(self, cards_seen: int, taken: int) -> int:
        """In how many ways the cards still to come can fall after so many decisions."""
        left, ways = len(self.deck) - cards_seen, 1
        for step in self.steps[taken + 1 :]:
            for group in step:
                ways *= comb(left, len(group))
                left -= len(group)
        return ways

    def turned(
        self, step: int, seen: Seen, changes: Sequence[Change]
    ) -> Iterator[tuple[Seen, int]]:
        """What a step can turn up after what was seen, and how many deals each stands for."""
        gone = {c for group in seen for c in group}
        found = self._dealt([len(group) for group in self.steps[step]], gone)
        if len(changes) == 1:
            yield from ((new, 1) for new in found)
            return
        alike: Counter[Seen] = Counter(
            min(tuple(changed(x, group) for group in new) for x in changes) for new in found
        )
        yield from alike.items()

    def _dealt(self, sizes: Sequence[int], gone: set[Card]) -> Iterator[Seen]:
        if not sizes:
            yield ()
            return
        for first in combinations([c for c in self.deck if c not in gone], sizes[0]):
            for others in self._dealt(sizes[1:], gone.union(first)):
                yield (first, *others)

    def odds(self, seen: Seen) -> Odds:
        """What a whole deal pays, by settlement's own judges."""
        hands = Hands(self._readers, self._laid([*chain.from_iterable(seen), _UNSEEN]))
        return tuple([judge(hands).odds for judge in self._judges])

    def prospects(
        self, taken: int, seen: Seen, changes: Sequence[Change], priors: Sequence[Raises]
    ) -> dict[Raises, dict[str, Prospect]]:
        """For each way the raises may stand: what each decision comes to, best play after it."""
        stakes = {prior: self.stakes(prior) for prior in priors}
        found = self._prospects(taken, seen, changes, set(stakes.values()))
        return {prior: found[stakes[prior]] for prior in priors}

    def stakes(self, raises: Raises) -> Stakes:
        """What stands after these raises."""
        found = [0] * len(self._judges)
        for way, stake in zip(self._way, (1,) * len(self.rules.required) + raises, strict=False):
            found[way] += stake
        return tuple(found)

    def _prospects(
        self, taken: int, seen: Seen, changes: Sequence[Change], before: Iterable[Stakes]
    ) -> dict[Stakes, dict[str, Prospect]]:
        now = self.open(taken)
        way = self._way[len(self.rules.required) + taken]
        raised = {
            (stakes, x.stake): (*stakes[:way], stakes[way] + x.stake, *stakes[way + 1 :])
            for stakes in before
            for x in now
            if not x.folds
        }
        after = self._after(taken, seen, changes, set(raised.values()))
        deals = self.deals(sum(map(len, seen)), taken)
        return {
            stakes: {
                x.decision: _folded(sum(stakes), deals)
                if x.folds
                else after[raised[stakes, x.stake]]
                for x in now
            }
            for stakes in before
        }

    def best(self, taken: int, prospects: Mapping[str, Prospect]) -> str:
        """The decision that comes to most; of equal ones, the one that stakes less."""
        stakes = {choice.decision: choice.stake for choice in self.open(taken)}
        return max(prospects, key=lambda name: (prospects[name].net, -stakes[name]))

    def _after(
        self, taken: int, seen: Seen, changes: Sequence[Change], standing: Iterable[Stakes]
    ) -> dict[Stakes, Prospect]:
        """What comes of each way the stakes may stand after this street."""
        if taken + 1 == len(self.rules.streets):
            dealt = self.dealt_after(seen, changes)
            sums = [sum(x * n for x, n in zip(column, dealt.values(), strict=True))
                    for column in zip(*dealt, strict=True)]  # fmt: skip
            return {stakes: _ending(stakes, dealt, sums) for stakes in standing}
        parts: dict[Stakes, list[tuple[Prospect, int]]] = {stakes: [] for stakes in standing}
        for new, ways in self.turned(taken + 1, seen, changes):
            found = self._prospects(taken + 1, seen + new, keeping(changes, *new), standing)
            for stakes, prospects in found.items():
                best = prospects[self.best(taken + 1, prospects)]
                parts[stakes].append((best, ways))
        return {stakes: _together(some) for stakes, some in parts.items()}

    def dealt_after(self, seen: Seen, changes: Sequence[Change]) -> Counter[Odds]:
        """The deals that the last cards make, by what they pay.

        Which cards serve the same hands matters, not on which street they were turned.
        """
        held: dict[tuple[bool, ...], list[Card]] = {}
        for alike, group in zip(self._serves, seen, strict=False):
            held.setdefault(alike, []).extend(group)
        key = tuple(tuple(sorted(group)) for group in held.values())
        if key not in self._known:
            dealt: Counter[Odds] = Counter()
            for new, ways in self.turned(len(self.rules.streets), seen, changes):
                dealt[self.odds(seen + new)] += ways
            self._known[key] = dealt
        return self._known[key]

    def forget(self) -> None:
        """Drop what was counted for one starting hand: the next one has no use for it."""
        self._known.clear()


def _ending(stakes: Stakes, dealt: Counter[Odds], sums: Sequence[int]) -> Prospect:
    def results() -> Results:
        found = Results()
        for odds, deals in dealt.items():
            found[sum(stakes), sum(map(mul, stakes, odds))] += deals
        return found

    return Prospect(sum(map(mul, stakes, sums)), 0, results)


def _folded(staked: int, deals: int) -> Prospect:
    return Prospect(-staked * deals, deals, lambda: Results({(staked, -staked): deals}))


def _together(parts: Sequence[tuple[Prospect, int]]) -> Prospect:
    def results() -> Results:
        found = Results()
        for prospect, ways in parts:
            for key, deals in prospect.results().items():
                found[key] += deals * ways
        return found

    net = sum(prospect.net * ways for prospect, ways in parts)
    return Prospect(net, sum(prospect.folded * ways for prospect, ways in parts), results)


def solve(rules: Rules, deck: Sequence[Card] = DECK, told: Told = untold) -> Main:
    """The whole game under the best play."""
    clock, tree = Clock(), Tree(rules, deck)
    starts: dict[str, Start] = {}
    total = Results()
    if rules.streets:
        hands = list(tree.turned(0, (), tree.changes))
        for done, (seen, ways) in enumerate(hands):
            told("walking through every deal", done, len(hands))
            start, results = _start(tree, seen, ways)
            starts[start_name(tree, seen)] = start
            for key, n in results.items():
                total[key] += n * ways
            tree.forget()
    else:
        # A game without decisions is what its required wagers come to.
        total = _ending(tree.stakes(()), tree.dealt_after((), tree.changes), ()).results()
    return main_of(
        total,
        starts,
        required=len(rules.required),
        method="walking every deal",
        seconds=clock.seconds(),
    )


def _start(tree: Tree, seen: Seen, ways: int) -> tuple[Start, Results]:
    """A starting hand under the best play, and how its deals end."""
    prospects = tree.prospects(0, seen, keeping(tree.changes, *seen), [()])[()]
    best = tree.best(0, prospects)
    deals = tree.deals(sum(map(len, seen)), 0)
    values = {name: Fraction(x.net, deals) for name, x in prospects.items()}
    folded = Fraction(prospects[best].folded, deals)
    return Start(ways, values, best, folded), prospects[best].results()


def start_name(tree: Tree, seen: Seen) -> str:
    """A starting hand as players call it; where order or suits matter, the cards themselves."""
    if len(seen) == 1 and len(seen[0]) == 2 and len(tree.changes) == len(CHANGES):
        return holding(*seen[0])
    return show([c for group in seen for c in group])


def check_deck(rules: Rules, deck: Sequence[Card]) -> None:
    """Refuse a deck that is too small."""
    if len(deck) < cards_needed(rules):
        raise Refused(f"{len(deck)} cards are too few to deal {rules.game}")


def count_deals(rules: Rules, deck: Sequence[Card] = DECK) -> int:
    """How many deals the main game has."""
    tree = Tree(rules, deck)
    return tree.starts * tree.deals(sum(map(len, tree.steps[0])), 0)


def check_deals(rules: Rules, deck: Sequence[Card] = DECK) -> None:
    """Refuse to solve a game with too many deals."""
    if (deals := count_deals(rules, deck)) > MOST_DEALS:
        raise _too_many(rules, f"its {deals:,} deals")


def check_deals_after(tree: Tree, cards_seen: int, taken: int) -> None:
    """Refuse advice on a decision that too many deals follow.

    Counted as if every starting hand asked, so that first decisions are refused exactly where
    solving is.
    """
    deals = tree.deals(cards_seen, taken)
    if deals * tree.starts > MOST_DEALS:
        raise _too_many(tree.rules, f"the {deals:,} deals that can follow this decision")


def _too_many(rules: Rules, deals: str) -> Refused:
    return Refused(
        f"{rules.game} has no shape that the lab solves fast, and {deals} are too many to walk "
        "through"
    )
