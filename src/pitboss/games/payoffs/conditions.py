"""When a wager pays: conditions on the hands of a seat, of the dealer, and on other wagers."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Final, Protocol, assert_never

from msgspec import Struct

from pitboss.errors import Refused
from pitboss.games.card_names import lowest_strength
from pitboss.games.payoffs.base import LOSS, PUSH, Context, Evaluator, Hands, payout_at
from pitboss.games.payoffs.payoff_checks import (
    find_unknown,
    hand_names,
    hand_sizes,
    order_of,
    rank_differently,
)
from pitboss.games.paytables import join_names, verb_form, with_article
from pitboss.hands import Order, ranking
from pitboss.hands.orders import KINDS

if TYPE_CHECKING:
    from pitboss.games.grammar import Game

HandTest = Callable[[Hands], bool]
Labels = Mapping[str, str]


class ConditionLike(Protocol):
    """The protocol that every condition implements."""

    @property
    def reads(self) -> tuple[str, ...]:
        """The hands that it looks at, the player's first."""

    @property
    def needs(self) -> tuple[str, ...]:
        """The wagers that it looks at."""

    def faults(self, game: "Game", wager: str) -> Iterator[str]:
        """Yield what is wrong with it in this game."""

    def compile(self, context: Context) -> HandTest:
        """Return a test of the hands of one seat."""

    def words(self, hands: Labels, wagers: Labels) -> str:
        """Return the condition in words, with the labels of hands and wagers."""

    def cuts(self, hand: str, order: Order) -> frozenset[int]:
        """Return the strengths from which on a hand changes it, whatever it faces."""

    @property
    def floors(self) -> Mapping[str, str]:
        """The lowest hand that it requires of each hand: ``pair`` of the player's."""

    @property
    def ceilings(self) -> Mapping[str, str]:
        """The lowest hand that each hand must not reach: ``ace-king`` of the dealer's."""


class _NeutralCondition(Struct, frozen=True):
    """The defaults of a condition: no hands, no wagers, no strengths that change it."""

    @property
    def reads(self) -> tuple[str, ...]:
        return ()

    @property
    def needs(self) -> tuple[str, ...]:
        return ()

    def cuts(self, _hand: str, _order: Order) -> frozenset[int]:
        return frozenset()

    @property
    def floors(self) -> Mapping[str, str]:
        return {}

    @property
    def ceilings(self) -> Mapping[str, str]:
        return {}


class _TwoHands(_NeutralCondition, frozen=True):
    """A comparison of two hands."""

    hand: str
    against: str

    @property
    def reads(self) -> tuple[str, ...]:
        return self.hand, self.against

    def faults(self, game: "Game", _: str) -> Iterator[str]:
        from pitboss.games.checks.cards import faulty_hands

        sizes = hand_sizes(game)
        yield from find_unknown("it compares", self.reads, hand_names(game))
        if self.hand == self.against:
            yield f"it compares {self.hand!r} with itself"
        if faulty_hands(game).intersection(self.reads):
            return  # another check reports them
        if len({sizes[name] for name in self.reads if name in sizes}) > 1:
            yield (
                f"it compares {self.hand!r}, which ranks {sizes[self.hand]} cards, with "
                f"{self.against!r}, which ranks {sizes[self.against]}"
            )
        elif rank_differently(game, self.reads):
            yield (
                f"it compares {self.hand!r} with {self.against!r}, which rank differently: give "
                "both hands the same ranking"
            )


class Beats(_TwoHands, frozen=True, tag=True):
    """One hand is higher than another."""

    def compile(self, _: Context) -> HandTest:
        first, second = self.hand, self.against
        return lambda hands: hands[first] > hands[second]

    def words(self, hands: Labels, _: Labels) -> str:
        label = hands[self.hand]
        return f"{label} {verb_form(label, 'beats', 'beat')} {hands[self.against]}"


class Ties(_TwoHands, frozen=True, tag=True):
    """Two hands are equal."""

    def compile(self, _: Context) -> HandTest:
        first, second = self.hand, self.against
        return lambda hands: hands[first] == hands[second]

    def words(self, hands: Labels, _: Labels) -> str:
        label = hands[self.hand]
        return f"{label} {verb_form(label, 'ties', 'tie')} {hands[self.against]}"


class AtLeast(_NeutralCondition, frozen=True, tag=True):
    """A hand is at least this one: ``straight``, ``pair of fours``, ``ace-king``."""

    hand: str
    lowest: str

    @property
    def reads(self) -> tuple[str, ...]:
        return (self.hand,)

    def faults(self, game: "Game", _: str) -> Iterator[str]:
        from pitboss.games.checks.cards import faulty_hands

        yield from find_unknown("it looks at", self.reads, hand_names(game))
        if hand_sizes(game).get(self.hand) in KINDS and self.hand not in faulty_hands(game):
            try:
                lowest_strength(self.lowest, order_of(game, self.hand))
            except Refused as refused:
                yield refused.sentence

    def compile(self, context: Context) -> HandTest:
        name, least = self.hand, lowest_strength(self.lowest, context.rankings[self.hand].order)
        return lambda hands: hands[name] >= least

    def words(self, hands: Labels, _: Labels) -> str:
        label = hands[self.hand]
        return f"{label} {verb_form(label, 'is', 'are')} {with_article(self.lowest)} or better"

    def cuts(self, hand: str, order: Order) -> frozenset[int]:
        return frozenset([lowest_strength(self.lowest, order)] if hand == self.hand else [])

    @property
    def floors(self) -> Mapping[str, str]:
        return {self.hand: self.lowest}


class AllWin(_NeutralCondition, frozen=True, tag=True):
    """All of these wagers win."""

    wagers: tuple[str, ...]

    @property
    def needs(self) -> tuple[str, ...]:
        return self.wagers

    def faults(self, game: "Game", wager: str) -> Iterator[str]:
        """Yield what is wrong with it: it may only depend on earlier required wagers."""
        required_keys = [other.key for other in game.required]
        earlier = (
            required_keys[: required_keys.index(wager)] if wager in required_keys else required_keys
        )
        if not self.wagers:
            yield "it names no wagers: name at least one"
        keys = [other.key for other in game.wagers]
        yield from find_unknown("it needs", self.wagers, keys)
        for name in self.wagers:
            if name in keys and name not in required_keys:
                yield f"it needs {name!r}, which not every player makes: name required wagers"
        for name in self.wagers:
            if name in required_keys and name not in earlier:
                yield f"it needs {name!r}, which does not come before it: reorder the wagers"

    def compile(self, context: Context) -> HandTest:
        parts = [context.evaluators[key] for key in self.wagers]
        return lambda hands: all(part(hands).odds > PUSH for part in parts)

    def words(self, _: Labels, wagers: Labels) -> str:
        win = {1: "wins", 2: "both win"}.get(len(self.wagers), "all win")
        return f"{join_names(wagers[key] for key in self.wagers)} {win}"


class Not(Struct, frozen=True, tag=True):
    """A condition does not hold."""

    condition: "Condition"

    @property
    def reads(self) -> tuple[str, ...]:
        return self.condition.reads

    @property
    def needs(self) -> tuple[str, ...]:
        return self.condition.needs

    def faults(self, game: "Game", wager: str) -> Iterator[str]:
        yield from self.condition.faults(game, wager)

    def compile(self, context: Context) -> HandTest:
        test = self.condition.compile(context)
        return lambda hands: not test(hands)

    def words(self, hands: Labels, wagers: Labels) -> str:
        match self.condition:
            case AtLeast(hand=name, lowest=lowest):
                other = hands[name]
                return f"{other} {verb_form(other, 'is', 'are')} lower than {with_article(lowest)}"
            case Beats(hand=name, against=against) | Ties(hand=name, against=against):
                verb = "beat" if isinstance(self.condition, Beats) else "tie"
                label = hands[name]
                return f"{label} {verb_form(label, 'does', 'do')} not {verb} {hands[against]}"
            case AllWin(wagers=keys):
                return f"{join_names(wagers[key] for key in keys)} do not all win"
            case Not(condition=condition):
                return condition.words(hands, wagers)
            case Both(conditions=conditions):
                parts = "; ".join(part.words(hands, wagers) for part in conditions)
                return f"not all of this holds ({parts})"
            case _ as other_condition:
                assert_never(other_condition)

    def cuts(self, hand: str, order: Order) -> frozenset[int]:
        return self.condition.cuts(hand, order)

    @property
    def floors(self) -> Mapping[str, str]:
        return self.condition.ceilings if len(self.reads) == 1 else {}

    @property
    def ceilings(self) -> Mapping[str, str]:
        return self.condition.floors if len(self.reads) == 1 else {}


class Both(Struct, frozen=True, tag=True):
    """All of several conditions hold."""

    conditions: "tuple[Condition, ...]"

    @property
    def reads(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for part in self.conditions for name in part.reads))

    @property
    def needs(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(key for part in self.conditions for key in part.needs))

    def faults(self, game: "Game", wager: str) -> Iterator[str]:
        if len(self.conditions) < 2:
            yield "Both needs at least two conditions"
        for part in self.conditions:
            yield from part.faults(game, wager)

    def compile(self, context: Context) -> HandTest:
        tests = [part.compile(context) for part in self.conditions]
        return lambda hands: all(test(hands) for test in tests)

    def words(self, hands: Labels, wagers: Labels) -> str:
        first, *others = self.conditions
        text = first.words(hands, wagers)
        for part in others:
            # "beats … with a pair or better" reads well only after a comparison of the same hand.
            compares = isinstance(first, _TwoHands)
            if compares and isinstance(part, AtLeast) and part.reads == first.reads[:1]:
                text += f" with {with_article(part.lowest)} or better"
            else:
                text += f" and {part.words(hands, wagers)}"
        return text

    def cuts(self, hand: str, order: Order) -> frozenset[int]:
        return frozenset[int]().union(*(part.cuts(hand, order) for part in self.conditions))

    @property
    def floors(self) -> Mapping[str, str]:
        return {hand: lowest for part in self.conditions for hand, lowest in part.floors.items()}

    @property
    def ceilings(self) -> Mapping[str, str]:
        return {hand: lowest for part in self.conditions for hand, lowest in part.ceilings.items()}


Condition = Beats | Ties | AtLeast | AllWin | Not | Both


def lowest_hands(condition: Condition, hand: str) -> Iterator[str]:
    """Yield the lowest hands that a condition requires of one hand."""
    match condition:
        case AtLeast():
            if condition.hand == hand:
                yield condition.lowest
        case Not():
            yield from lowest_hands(condition.condition, hand)
        case Both():
            for part in condition.conditions:
                yield from lowest_hands(part, hand)
        case Beats() | Ties() | AllWin():
            pass
        case _ as other:
            assert_never(other)


def check_reachable(conditions: Sequence[Condition], game: "Game") -> Iterator[str]:
    """Check that each of some conditions, of which the first that holds counts, can count.

    Whether it holds depends only on where hands lie between the lowest hands that are named, on
    how they compare, and on which wagers win: every combination of these is tried. A combination
    that no deal makes can only hide a fault.
    """
    names = list(dict.fromkeys(name for condition in conditions for name in condition.reads))
    wagers = list(dict.fromkeys(key for condition in conditions for key in condition.needs))
    orders = {name: order_of(game, name) for name in names}
    limits = {0}.union(*(c.cuts(name, orders[name]) for name in names for c in conditions))
    strengths = sorted({limit + extra for limit in limits for extra in range(len(names) or 1)})
    if len(strengths) ** len(names) * 2 ** len(wagers) > _MAX_COMBINATIONS:
        return
    context = Context(
        {name: ranking(order.size, order=order, deck=game.deck) for name, order in orders.items()},
        {},
        {key: _win_evaluator(key) for key in wagers},
    )
    tests = [condition.compile(context) for condition in conditions]
    can_hold: set[int] = set()
    can_count: set[int] = set()
    for values in product(*[strengths] * len(names), *[(0, 1)] * len(wagers)):
        hands = Hands({}, ())
        hands.update(zip((*names, *map(_win_name, wagers)), values, strict=True))
        true_cases = [at for at, test in enumerate(tests) if test(hands)]
        can_hold.update(true_cases)
        can_count.update(true_cases[:1])
    for at, condition in enumerate(conditions):
        if at not in can_count:
            words = condition.words(
                *(dict(zip(some, some, strict=True)) for some in (names, wagers))
            )
            reason = "earlier cases cover it" if at in can_hold else "its condition never holds"
            yield f"case {at + 1} ({words}) never pays: {reason}"


_MAX_COMBINATIONS: Final = 100_000
"""More combinations than any real game has; beyond it, cases are not checked."""


def _win_name(wager: str) -> str:
    """Return the name under which a combination has whether a wager wins."""
    return f"{wager} wins"


def _win_evaluator(wager: str) -> Evaluator:
    name = _win_name(wager)
    return lambda hands: payout_at(1 if hands[name] else LOSS)
