"""A plain reference solver for any game, deal by deal, to check `pitboss.lab.generic`.

It knows no particular game: `round` says what can be decided and what is seen, and settlement's
evaluators what a deal pays. Where suits are interchangeable, one deal stands for the others; cards
that serve the same hands and are turned together form a set."""

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
"""The cards of every group turned so far."""
DealOdds = tuple[Odds, ...]
"""What a deal pays on each wager."""
OddsByHands = dict[tuple[tuple[Card, ...], ...], DealOdds]
"""What deals pay, by the cards that serve the same hands."""
_UNSEEN: Final = Card(0)


class Prospect(NamedTuple):
    """The total value of a decision over all deals; the distribution is computed on demand."""

    net: Odds
    folded: int
    """How many deals are folded, now or later."""
    results: Callable[[], ResultCounts]


class Tree:
    """Every deal of one game from one deck.

    Trees of the same rules may share what they know of deals in ``known_odds``."""

    def __init__(
        self,
        rules: Rules,
        deck: Sequence[Card] | None = None,
        known_odds: OddsByHands | None = None,
    ) -> None:
        self._known_odds = known_odds
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
        # The position of each card in what was seen; a card that no hand reads comes last.
        self._laid: Callable[[Sequence[Card]], tuple[Card, ...]] = itemgetter(
            *(order.index(at) if at in order else len(order) for at in range(size))
        )
        check_deck(rules, self.deck)
        self._readers = hand_readers(rules)
        self.staking: Final = Staking(rules)

    @property
    def starts(self) -> int:
        """Return the number of ways in which the cards before the first decision can fall."""
        sizes = [len(group) for group in self.steps[0]]
        left = (len(self.deck) - sum(sizes[:i]) for i in range(len(sizes)))
        return prod(map(comb, left, sizes))

    def deals(self, cards_seen: int, decision_count: int) -> int:
        """Return the number of ways in which the other cards can fall after so many decisions."""
        left, ways = len(self.deck) - cards_seen, 1
        for step in self.steps[decision_count + 1 :]:
            for group in step:
                ways *= comb(left, len(group))
                left -= len(group)
        return ways

    def reveals(
        self, step: int, visible: VisibleCards, changes: Sequence[SuitPermutation]
    ) -> Iterator[tuple[VisibleCards, int]]:
        """Return what a step can reveal after these cards, with the number of deals for each."""
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
        """Return what a complete deal pays, by settlement's own evaluators."""
        if self._known_odds is None:
            return self._evaluate(visible)
        key = self._by_hands(visible)
        if key not in self._known_odds:
            self._known_odds[key] = self._evaluate(visible)
        return self._known_odds[key]

    def _evaluate(self, visible: VisibleCards) -> DealOdds:
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
        """Return a value for each decision, or for "" on a street that a raise has closed."""
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
        """Return the decisions that these cards allow, or None if all players have the same."""
        street = self.rules.streets[decision_count]
        if not street.conditions:
            return None
        cards_turned = [at for group in self._groups for at in group]
        holding = dict(zip(cards_turned, chain.from_iterable(visible), strict=False))
        hand_cards = [holding.get(at, NOT_SEEN) for at in range(self._size)]
        names = (CLOSED_STREET, *street.choices)
        return {name for name in names if self._tests.allows(decision_count, name, hand_cards)}

    def best(self, decision_count: int, prospects: Mapping[str, Prospect]) -> str:
        """Return the decision of the highest value; among equals, the one that stakes less."""
        stakes = self.staking.decision_stakes(decision_count)
        return max(prospects, key=lambda name: (prospects[name].net, -stakes.get(name, 0)))

    def _after(
        self,
        decision_count: int,
        visible: VisibleCards,
        changes: Sequence[SuitPermutation],
        standing: Iterable[StakeState],
    ) -> dict[StakeState, Prospect]:
        """Return the values of each state of the stakes after this street."""
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
        """Return the deals that the last cards complete, grouped by what they pay.

        The hands that cards serve matter, not the street on which they were turned."""
        key = self._by_hands(visible)
        if key not in self._known_cards:
            dealt: Counter[DealOdds] = Counter()
            for new, ways in self.reveals(len(self.rules.streets), visible, changes):
                dealt[self.odds(visible + new)] += ways
            self._known_cards[key] = dealt
        return self._known_cards[key]

    def _by_hands(self, visible: VisibleCards) -> tuple[tuple[Card, ...], ...]:
        """Return these cards, those that serve the same hands together."""
        holding: dict[tuple[bool, ...], list[Card]] = {}
        for alike, group in zip(self._serves, visible, strict=False):
            holding.setdefault(alike, []).extend(group)
        return tuple([tuple(sorted(group)) for group in holding.values()])

    def forget(self) -> None:
        """Drop the caches of one starting hand, which the next one cannot use."""
        self._known_cards.clear()


def _deals(sizes: Sequence[int], left: Sequence[Card]) -> Iterator[VisibleCards]:
    """Return every way in which groups of these sizes can be dealt from the remaining cards.

    Identical cards are counted with their number."""
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
    """Solve the whole game under optimal play."""
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
        # A game without decisions is worth what its required wagers are worth.
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
    """Return the value and the results of a starting hand under optimal play."""
    prospects = tree.prospects(0, visible, permutations_keeping(tree.changes, *visible), [()])[()]
    best = tree.best(0, prospects)
    deals = tree.deals(sum(map(len, visible)), 0)
    values = {name: Fraction(x.net) / deals for name, x in prospects.items()}
    fold_count = Fraction(prospects[best].folded, deals)
    return StartingHandResult(ways, values, best, fold_count), prospects[best].results()


def start_name(tree: Tree, visible: VisibleCards) -> str:
    """Return the common name of a starting hand, or its cards where order or suits matter."""
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
