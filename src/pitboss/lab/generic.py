"""The exact solution of any game, by walking through every deal that it can have.

Nothing here knows a game: `round` says what can be decided and what is seen, settlement's judges
what a deal pays. It is slow, and the measure of everything faster. Where suits are alike, one deal
stands for the others; cards that serve the same hands and are turned together are a set.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, combinations
from math import comb, prod
from operator import itemgetter, mul
from typing import Final, NamedTuple

from pitboss.cards import DECK, Card, show
from pitboss.games.patterns import holding
from pitboss.games.payoffs import HoleCards
from pitboss.games.words import HOLE
from pitboss.lab.digest import main_hands
from pitboss.lab.results import Main, Results, Start, net_sum, staked_sum
from pitboss.lab.suits import CHANGES, Change, changed, keeping
from pitboss.lab.work import Clock, Told, untold
from pitboss.round import Choice, Course, choices, shown
from pitboss.settle.verdicts import Hands, judges, readers
from pitboss.submission.rules import ReadHand, Rules, positions

Raises = tuple[int, ...]
"""What the streets so far have staked, in required wagers."""
Seen = tuple[tuple[Card, ...], ...]
"""The cards of every group that was turned so far."""
Odds = tuple[int, ...]
"""What a deal pays on every main wager."""
_UNSEEN: Final = Card(0)


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
        self.deck: Final = tuple(deck)
        self.main: Final = rules.required + rules.raises
        self.steps: Final = _steps(rules)
        self._groups = [group for step in self.steps for group in step]
        self._serves = [_serves(rules, group[0]) for group in self._groups]
        self._known: dict[Seen, Counter[Odds]] = {}
        order = [at for group in self._groups for at in group]
        size = sum(place.cards for place in rules.places) + len(rules.hole)
        # Where each position's card comes in what was seen; a card that no hand reads comes last.
        self._laid: Callable[[Sequence[Card]], tuple[Card, ...]] = itemgetter(
            *(order.index(at) if at in order else len(order) for at in range(size))
        )
        self._readers, judged = readers(rules), judges(rules)
        self._judges = [judged[wager.key] for wager in self.main]
        units = dict.fromkeys((wager.key for wager in rules.required), 1)
        self._open = [
            choices(rules, units, Course({}, False, taken)) for taken in range(len(rules.streets))
        ]

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
        now = self.open(taken)
        nexts = [(*prior, x.stake) for prior in priors for x in now if not x.folds]
        after = self._after(taken, seen, changes, nexts)
        deals = self.deals(sum(map(len, seen)), taken)
        required = len(self.rules.required)
        return {
            prior: {
                x.decision: _folded(required + sum(prior), deals)
                if x.folds
                else after[*prior, x.stake]
                for x in now
            }
            for prior in priors
        }

    def best(self, taken: int, prospects: Mapping[str, Prospect]) -> str:
        """The decision that comes to most; of equal ones, the one that stakes less."""
        stakes = {choice.decision: choice.stake for choice in self.open(taken)}
        return max(prospects, key=lambda name: (prospects[name].net, -stakes[name]))

    def _after(
        self, taken: int, seen: Seen, changes: Sequence[Change], nexts: Sequence[Raises]
    ) -> dict[Raises, Prospect]:
        """What comes of each way the raises may stand after this street."""
        if taken + 1 == len(self.rules.streets):
            dealt = self._dealt_after(seen, changes)
            sums = [sum(x * n for x, n in zip(column, dealt.values(), strict=True))
                    for column in zip(*dealt, strict=True)]  # fmt: skip
            return {raises: self._ending(raises, dealt, sums) for raises in nexts}
        parts: dict[Raises, list[tuple[Prospect, int]]] = {raises: [] for raises in nexts}
        for new, ways in self.turned(taken + 1, seen, changes):
            found = self.prospects(taken + 1, seen + new, keeping(changes, *new), nexts)
            for raises, prospects in found.items():
                best = prospects[self.best(taken + 1, prospects)]
                parts[raises].append((best, ways))
        return {raises: _together(some) for raises, some in parts.items()}

    def _dealt_after(self, seen: Seen, changes: Sequence[Change]) -> Counter[Odds]:
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

    def _ending(self, raises: Raises, dealt: Counter[Odds], sums: Sequence[int]) -> Prospect:
        stakes = (1,) * len(self.rules.required) + raises

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
    hands = list(tree.turned(0, (), CHANGES))
    for done, (seen, ways) in enumerate(hands):
        told("walking through every deal", done, len(hands))
        prospects = tree.prospects(0, seen, keeping(CHANGES, *seen), [()])[()]
        best = tree.best(0, prospects)
        deals = tree.deals(sum(map(len, seen)), 0)
        values = {name: Fraction(x.net, deals) for name, x in prospects.items()}
        folded = Fraction(prospects[best].folded, deals)
        starts[start_name(seen)] = Start(ways, values, best, folded)
        for key, n in prospects[best].results().items():
            total[key] += n * ways
        tree.forget()
    seconds = clock.seconds()
    return Main(
        required=len(rules.required),
        deals=total.total(),
        net=net_sum(total),
        staked=staked_sum(total),
        starts=starts,
        results=dict(sorted(total.items())),
        method="every deal",
        seconds=seconds,
        seconds_all=seconds,
    )


def start_name(seen: Seen) -> str:
    """A starting hand as players call it; where it is not two cards, the cards themselves."""
    cards = [c for group in seen for c in group]
    return holding(*cards) if len(cards) == 2 else show(cards)


def count_deals(rules: Rules, deck: Sequence[Card] = DECK) -> int:
    """How many deals the main game has."""
    tree = Tree(rules, deck)
    first = [len(group) for group in tree.steps[0]]
    left = (len(deck) - sum(first[:i]) for i in range(len(first)))
    return prod(map(comb, left, first)) * tree.deals(sum(first), 0)


def _steps(rules: Rules) -> list[list[tuple[int, ...]]]:
    """The positions that are turned before each street and after the last, in groups.

    Positions that belong to the same hands are a group: their order does not matter.
    """
    where = positions(rules.places, rules.hole)
    judged = _judged(rules)
    steps, gone = [], set[int]()
    for taken in range(len(rules.streets) + 1):
        names = shown(rules, taken)
        new = [at for name in names for at in where[name] if at not in gone]
        if taken == len(rules.streets):
            # What nobody turns over and a hand still reads falls with the last cards.
            new += [at for at in sorted(set().union(*judged)) if at not in {*gone, *new}]
        gone.update(new)
        groups: dict[tuple[bool, ...], tuple[int, ...]] = {}
        for at in new:
            alike = _serves(rules, at)
            groups[alike] = (*groups.get(alike, ()), at)
        steps.append(list(groups.values()))
    return steps


def _serves(rules: Rules, position: int) -> tuple[bool, ...]:
    """Which of the judged hands a position belongs to."""
    return tuple(position in hand for hand in _judged(rules))


def _judged(rules: Rules) -> list[set[int]]:
    """The positions that each hand of the main game reads."""
    where = positions(rules.places, rules.hole)
    hands = [set(hand.cards) for hand in main_hands(rules) if isinstance(hand, ReadHand)]
    for wager in rules.required + rules.raises:
        if isinstance(wager.pays, HoleCards):
            hands.append(set(where[HOLE][:2]))
            if wager.pays.against:
                hands.append(set(where[wager.pays.against]))
    return hands
