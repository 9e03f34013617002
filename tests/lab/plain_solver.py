"""A plain reference solver for any game, deal by deal, to check `pitboss.lab.generic`.

Nothing here knows a game: `round` says what can be decided and what is seen, settlement's judges
what a deal pays. Where suits are alike, one deal stands for the others; cards that serve the same
hands and are turned together are a set.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import chain, combinations
from math import comb, prod
from operator import itemgetter, mul
from typing import Final, NamedTuple

from pitboss.cards import Card, cards_text
from pitboss.errors import Refused
from pitboss.games.payoffs import Odds
from pitboss.lab.game_structure import cards_needed, deal_steps, hands_reading, suit_permutations
from pitboss.lab.progress import Progress, Stopwatch, no_progress
from pitboss.lab.results import MainGame, ResultCounts, StartingHandResult, main_game_from_counts
from pitboss.lab.staking import CLOSED_STREET, RaisesSoFar, Stakes, StakeState, Staking
from pitboss.lab.starting_hands import (
    SUIT_PERMUTATIONS,
    SuitPermutation,
    permutations_keeping,
    permute_suits,
    starting_hand_name,
)
from pitboss.round import NOT_SEEN
from pitboss.submission.evaluators import DecisionTests, Hands, hand_readers
from pitboss.submission.rules import Rules

VisibleCards = tuple[tuple[Card, ...], ...]
"""The cards of every group that was turned so far."""
DealOdds = tuple[Odds, ...]
"""What a deal pays in each way."""
_UNSEEN: Final = Card(0)


class Prospect(NamedTuple):
    """What a decision comes to over all deals; how they end is found when it is asked for."""

    net: Odds
    folded: int
    """How many deals are folded, now or later."""
    results: Callable[[], ResultCounts]


class Tree:
    """Every deal of one game from one deck."""

    def __init__(self, rules: Rules, deck: Sequence[Card] | None = None) -> None:
        self.rules: Final = rules
        self.deck: Final = tuple(sorted(rules.deck.cards if deck is None else deck))
        self._repeats = len(set(self.deck)) < len(self.deck)
        self.changes: Final = suit_permutations(rules, self.deck)
        self.steps: Final = deal_steps(rules)
        self._groups = [group for step in self.steps for group in step]
        self._serves = [hands_reading(rules, group[0]) for group in self._groups]
        self._known_cards: dict[VisibleCards, Counter[DealOdds]] = {}
        order = [at for group in self._groups for at in group]
        self._size = size = sum(place.cards for place in rules.places) + len(rules.hole)
        self._tests = DecisionTests(rules)
        # Where each position's card comes in what was seen; a card that no hand reads comes last.
        self._laid: Callable[[Sequence[Card]], tuple[Card, ...]] = itemgetter(
            *(order.index(at) if at in order else len(order) for at in range(size))
        )
        check_deck(rules, self.deck)
        self._readers = hand_readers(rules)
        self.staking: Final = Staking(rules)

    @property
    def starts(self) -> int:
        """In how many ways the cards before the first decision can fall."""
        sizes = [len(group) for group in self.steps[0]]
        left = (len(self.deck) - sum(sizes[:i]) for i in range(len(sizes)))
        return prod(map(comb, left, sizes))

    def deals(self, cards_seen: int, decision_count: int) -> int:
        """In how many ways the cards still to come can fall after so many decisions."""
        left, ways = len(self.deck) - cards_seen, 1
        for step in self.steps[decision_count + 1 :]:
            for group in step:
                ways *= comb(left, len(group))
                left -= len(group)
        return ways

    def reveals(
        self, step: int, visible: VisibleCards, changes: Sequence[SuitPermutation]
    ) -> Iterator[tuple[VisibleCards, int]]:
        """What a step can turn up after what was seen, and how many deals each stands for."""
        left = list(self.deck)
        for c in chain.from_iterable(visible):
            left.remove(c)
        result = _deals([len(group) for group in self.steps[step]], left)
        if len(changes) == 1:
            yield from Counter(result).items() if self._repeats else ((new, 1) for new in result)
            return
        alike: Counter[VisibleCards] = Counter(
            min(tuple(permute_suits(x, group) for group in new) for x in changes) for new in result
        )
        yield from alike.items()

    def odds(self, visible: VisibleCards) -> DealOdds:
        """What a whole deal pays, by settlement's own judges."""
        hands = Hands(self._readers, self._laid([*chain.from_iterable(visible), _UNSEEN]))
        return tuple([evaluate(hands).total for evaluate in self.staking.evaluators])

    def prospects(
        self,
        decision_count: int,
        visible: VisibleCards,
        changes: Sequence[SuitPermutation],
        priors: Sequence[RaisesSoFar],
    ) -> dict[RaisesSoFar, dict[str, Prospect]]:
        """Return the value of each decision for each state of the raises, under optimal play."""
        states = {prior: self.staking.state_after(prior) for prior in priors}
        result = self._prospects(decision_count, visible, changes, set(states.values()))
        return {prior: result[states[prior]] for prior in priors}

    def _prospects(
        self,
        decision_count: int,
        visible: VisibleCards,
        changes: Sequence[SuitPermutation],
        before: Iterable[StakeState],
    ) -> dict[StakeState, dict[str, Prospect]]:
        """Of each decision; of a street that a raise has closed, of none, which is called ""."""
        allowed_decisions = self._allowed_decisions(decision_count, visible)
        next_states = {
            state: {
                name: then
                for name, then in self.staking.states_after_decisions(decision_count, state).items()
                if allowed_decisions is None or name in allowed_decisions
            }
            for state in before
        }
        standing = {
            state for some in next_states.values() for state in some.values() if state is not None
        }
        after = self._after(decision_count, visible, changes, standing)
        deals = self.deals(sum(map(len, visible)), decision_count)
        return {
            state: {
                name: _fold_prospect(sum(state[0]), deals) if then is None else after[then]
                for name, then in some.items()
            }
            for state, some in next_states.items()
        }

    def _allowed_decisions(
        self, decision_count: int, visible: VisibleCards
    ) -> Collection[str] | None:
        """Which decisions these cards allow; none where all players have the same."""
        street = self.rules.streets[decision_count]
        if not street.conditions:
            return None
        cards_turned = [at for group in self._groups for at in group]
        holding = dict(zip(cards_turned, chain.from_iterable(visible), strict=False))
        laid = [holding.get(at, NOT_SEEN) for at in range(self._size)]
        names = (CLOSED_STREET, *street.choices)
        return {name for name in names if self._tests.allows(decision_count, name, laid)}

    def best(self, decision_count: int, prospects: Mapping[str, Prospect]) -> str:
        """Return the decision of the highest value; of equal ones, the one that stakes less."""
        stakes = self.staking.decision_stakes(decision_count)
        return max(prospects, key=lambda name: (prospects[name].net, -stakes.get(name, 0)))

    def _after(
        self,
        decision_count: int,
        visible: VisibleCards,
        changes: Sequence[SuitPermutation],
        standing: Iterable[StakeState],
    ) -> dict[StakeState, Prospect]:
        """What comes of each way the stakes may stand after this street."""
        if decision_count + 1 == len(self.rules.streets):
            dealt = self.dealt_after(visible, changes)
            sums = [sum(x * n for x, n in zip(column, dealt.values(), strict=True))
                    for column in zip(*dealt, strict=True)]  # fmt: skip
            return {state: _ending(state[0], dealt, sums) for state in standing}
        parts: dict[StakeState, list[tuple[Prospect, int]]] = {state: [] for state in standing}
        for new, ways in self.reveals(decision_count + 1, visible, changes):
            result = self._prospects(
                decision_count + 1, visible + new, permutations_keeping(changes, *new), standing
            )
            for state, prospects in result.items():
                best = prospects[self.best(decision_count + 1, prospects)]
                parts[state].append((best, ways))
        return {state: _together(some) for state, some in parts.items()}

    def dealt_after(
        self, visible: VisibleCards, changes: Sequence[SuitPermutation]
    ) -> Counter[DealOdds]:
        """The deals that the last cards make, by what they pay.

        Which cards serve the same hands matters, not on which street they were turned.
        """
        holding: dict[tuple[bool, ...], list[Card]] = {}
        for alike, group in zip(self._serves, visible, strict=False):
            holding.setdefault(alike, []).extend(group)
        key = tuple(tuple(sorted(group)) for group in holding.values())
        if key not in self._known_cards:
            dealt: Counter[DealOdds] = Counter()
            for new, ways in self.reveals(len(self.rules.streets), visible, changes):
                dealt[self.odds(visible + new)] += ways
            self._known_cards[key] = dealt
        return self._known_cards[key]

    def forget(self) -> None:
        """Drop what was counted for one starting hand: the next one has no use for it."""
        self._known_cards.clear()


def _deals(sizes: Sequence[int], left: Sequence[Card]) -> Iterator[VisibleCards]:
    """Every way in which groups of these sizes fall from the cards that are left.

    Cards that are alike fall in as many ways as there are of them.
    """
    if not sizes:
        yield ()
        return
    for first in combinations(left, sizes[0]):
        if len(sizes) == 1:
            yield (first,)
            continue
        rest = list(left)
        for c in first:
            rest.remove(c)
        for others in _deals(sizes[1:], rest):
            yield (first, *others)


def _ending(stakes: Stakes, dealt: Counter[DealOdds], sums: Sequence[Odds]) -> Prospect:
    def results() -> ResultCounts:
        result = ResultCounts()
        for odds, deals in dealt.items():
            result[sum(stakes), sum(map(mul, stakes, odds))] += deals
        return result

    return Prospect(sum(map(mul, stakes, sums)), 0, results)


def _fold_prospect(staked: int, deals: int) -> Prospect:
    return Prospect(-staked * deals, deals, lambda: ResultCounts({(staked, -staked): deals}))


def _together(parts: Sequence[tuple[Prospect, int]]) -> Prospect:
    def results() -> ResultCounts:
        result = ResultCounts()
        for prospect, ways in parts:
            for key, deals in prospect.results().items():
                result[key] += deals * ways
        return result

    net = sum(prospect.net * ways for prospect, ways in parts)
    return Prospect(net, sum(prospect.folded * ways for prospect, ways in parts), results)


def solve(
    rules: Rules, deck: Sequence[Card] | None = None, progress: Progress = no_progress
) -> MainGame:
    """The whole game under the best play."""
    clock, tree = Stopwatch(), Tree(rules, deck)
    starts: dict[str, StartingHandResult] = {}
    total = ResultCounts()
    if rules.streets:
        hands = list(tree.reveals(0, (), tree.changes))
        for number_done, (visible, ways) in enumerate(hands):
            progress("walking through every deal", number_done, len(hands))
            start, results = _start(tree, visible, ways)
            starts[start_name(tree, visible)] = start
            for key, n in results.items():
                total[key] += n * ways
            tree.forget()
    else:
        # A game without decisions is what its required wagers come to.
        total = _ending(
            tree.staking.state_after(())[0], tree.dealt_after((), tree.changes), ()
        ).results()
    return main_game_from_counts(
        total,
        starts,
        required=len(rules.edge_of),
        method="walking every deal",
        seconds=clock.seconds(),
    )


def _start(tree: Tree, visible: VisibleCards, ways: int) -> tuple[StartingHandResult, ResultCounts]:
    """A starting hand under the best play, and how its deals end."""
    prospects = tree.prospects(0, visible, permutations_keeping(tree.changes, *visible), [()])[()]
    best = tree.best(0, prospects)
    deals = tree.deals(sum(map(len, visible)), 0)
    values = {name: Fraction(x.net) / deals for name, x in prospects.items()}
    fold_count = Fraction(prospects[best].folded, deals)
    return StartingHandResult(ways, values, best, fold_count), prospects[best].results()


def start_name(tree: Tree, visible: VisibleCards) -> str:
    """A starting hand as players call it; where order or suits matter, the cards themselves."""
    if (
        len(visible) == 1
        and len(visible[0]) == 2
        and tree.changes == permutations_keeping(SUIT_PERMUTATIONS, tree.deck)
    ):
        return starting_hand_name(tree.deck, visible[0])
    return cards_text([c for group in visible for c in group])


def check_deck(rules: Rules, deck: Sequence[Card]) -> None:
    """Refuse a deck that is too small."""
    if len(deck) < cards_needed(rules):
        raise Refused(f"{len(deck)} cards are too few to deal {rules.game}")
