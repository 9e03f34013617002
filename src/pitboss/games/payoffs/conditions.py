"""When a wager pays: conditions on the hands of a seat, of the dealer, and on other wagers."""

from collections.abc import Callable, Iterator, Mapping
from typing import TYPE_CHECKING, Protocol, assert_never

from msgspec import Struct

from pitboss.games.patterns import floor
from pitboss.games.payoffs.evaluation import PUSH, Context, Hands
from pitboss.games.payoffs.faults import (
    hand_names,
    hand_sizes,
    order_of,
    rank_differently,
    unknown,
)
from pitboss.games.payout_words import agree, listed, with_article
from pitboss.hands import Order
from pitboss.hands.strength import KINDS
from pitboss.refusal import Refused

if TYPE_CHECKING:
    from pitboss.games.grammar import Game

Test = Callable[[Hands], bool]
Labels = Mapping[str, str]


class ConditionLike(Protocol):
    """What each condition has to say of itself."""

    @property
    def reads(self) -> tuple[str, ...]:
        """The hands that it looks at, that of the player first."""

    @property
    def needs(self) -> tuple[str, ...]:
        """The wagers that it looks at."""

    def faults(self, game: "Game", wager: str) -> Iterator[str]:
        """What is wrong with it in this game."""

    def compile(self, context: Context) -> Test:
        """Return a test of the hands of one seat."""

    def words(self, hands: Labels, wagers: Labels) -> str:
        """Say when it holds, with the labels of hands and wagers."""

    def cuts(self, hand: str, order: Order) -> frozenset[int]:
        """The strengths from which on a hand changes it, whatever the hand is compared with."""


class _TwoHands(Struct, frozen=True):
    """One hand beside another."""

    hand: str
    against: str

    @property
    def reads(self) -> tuple[str, ...]:
        return self.hand, self.against

    @property
    def needs(self) -> tuple[str, ...]:
        return ()

    def faults(self, game: "Game", _: str) -> Iterator[str]:
        sizes = hand_sizes(game)
        yield from unknown("it compares", self.reads, hand_names(game))
        if self.hand == self.against:
            yield f"it compares {self.hand!r} with itself"
        if len({sizes[name] for name in self.reads if name in sizes}) > 1:
            yield (
                f"it compares {self.hand!r}, where {sizes[self.hand]} cards rank, with "
                f"{self.against!r}, where {sizes[self.against]} do"
            )
        elif rank_differently(game, self.reads):
            yield (
                f"it compares {self.hand!r} with {self.against!r}, which rank differently: give "
                "both hands the same ranking"
            )

    def cuts(self, _hand: str, _order: Order) -> frozenset[int]:
        return frozenset()


class Beats(_TwoHands, frozen=True, tag=True):
    """One hand is higher than another."""

    def compile(self, _: Context) -> Test:
        mine, theirs = self.hand, self.against
        return lambda hands: hands[mine] > hands[theirs]

    def words(self, hands: Labels, _: Labels) -> str:
        mine = hands[self.hand]
        return f"{mine} {agree(mine, 'beats', 'beat')} {hands[self.against]}"


class Ties(_TwoHands, frozen=True, tag=True):
    """Two hands are equal."""

    def compile(self, _: Context) -> Test:
        mine, theirs = self.hand, self.against
        return lambda hands: hands[mine] == hands[theirs]

    def words(self, hands: Labels, _: Labels) -> str:
        mine = hands[self.hand]
        return f"{mine} {agree(mine, 'ties', 'tie')} {hands[self.against]}"


class AtLeast(Struct, frozen=True, tag=True):
    """A hand is this one or better: ``straight``, ``pair of fours``, ``ace-king``."""

    hand: str
    lowest: str

    @property
    def reads(self) -> tuple[str, ...]:
        return (self.hand,)

    @property
    def needs(self) -> tuple[str, ...]:
        return ()

    def faults(self, game: "Game", _: str) -> Iterator[str]:
        yield from unknown("it looks at", self.reads, hand_names(game))
        if hand_sizes(game).get(self.hand) in KINDS:
            try:
                floor(self.lowest, order_of(game, self.hand))
            except Refused as refused:
                yield refused.sentence

    def compile(self, context: Context) -> Test:
        name, least = self.hand, floor(self.lowest, context.rankings[self.hand].order)
        return lambda hands: hands[name] >= least

    def words(self, hands: Labels, _: Labels) -> str:
        mine = hands[self.hand]
        return f"{mine} {agree(mine, 'is', 'are')} {with_article(self.lowest)} or better"

    def cuts(self, hand: str, order: Order) -> frozenset[int]:
        return frozenset([floor(self.lowest, order)] if hand == self.hand else [])


class AllWin(Struct, frozen=True, tag=True):
    """Every one of these wagers wins."""

    wagers: tuple[str, ...]

    @property
    def reads(self) -> tuple[str, ...]:
        return ()

    @property
    def needs(self) -> tuple[str, ...]:
        return self.wagers

    def faults(self, game: "Game", wager: str) -> Iterator[str]:
        """It is judged by wagers that were judged before it."""
        required = [other.key for other in game.required]
        before = required[: required.index(wager)] if wager in required else required
        if not self.wagers:
            yield "it needs no wager at all"
        keys = [other.key for other in game.wagers]
        yield from unknown("it needs", self.wagers, keys)
        for name in self.wagers:
            if name in keys and name not in required:
                yield f"it needs {name!r}, which not every player makes: name required wagers"
        for name in self.wagers:
            if name in required and name not in before:
                yield f"it needs {name!r}, which does not come before it"

    def compile(self, context: Context) -> Test:
        parts = [context.evaluators[key] for key in self.wagers]
        return lambda hands: all(part(hands).odds > PUSH for part in parts)

    def words(self, _: Labels, wagers: Labels) -> str:
        win = {1: "wins", 2: "both win"}.get(len(self.wagers), "all win")
        return f"{listed(wagers[key] for key in self.wagers)} {win}"

    def cuts(self, _hand: str, _order: Order) -> frozenset[int]:
        return frozenset()  # those wagers have their own


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

    def compile(self, context: Context) -> Test:
        test = self.condition.compile(context)
        return lambda hands: not test(hands)

    def words(self, hands: Labels, wagers: Labels) -> str:
        match self.condition:
            case AtLeast(hand=name, lowest=lowest):
                other = hands[name]
                return f"{other} {agree(other, 'is', 'are')} lower than {with_article(lowest)}"
            case Beats(hand=name, against=against) | Ties(hand=name, against=against):
                verb = "beat" if isinstance(self.condition, Beats) else "tie"
                mine = hands[name]
                return f"{mine} {agree(mine, 'does', 'do')} not {verb} {hands[against]}"
            case AllWin(wagers=keys):
                return f"{listed(wagers[key] for key in keys)} do not all win"
            case Not(condition=condition):
                return condition.words(hands, wagers)
            case Both(conditions=conditions):
                parts = "; ".join(part.words(hands, wagers) for part in conditions)
                return f"not all of this holds ({parts})"
            case _ as other_condition:
                assert_never(other_condition)

    def cuts(self, hand: str, order: Order) -> frozenset[int]:
        return self.condition.cuts(hand, order)


class Both(Struct, frozen=True, tag=True):
    """Every one of some conditions holds."""

    conditions: "tuple[Condition, ...]"

    @property
    def reads(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(name for part in self.conditions for name in part.reads))

    @property
    def needs(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(key for part in self.conditions for key in part.needs))

    def faults(self, game: "Game", wager: str) -> Iterator[str]:
        if len(self.conditions) < 2:
            yield "it joins fewer than two conditions"
        for part in self.conditions:
            yield from part.faults(game, wager)

    def compile(self, context: Context) -> Test:
        tests = [part.compile(context) for part in self.conditions]
        return lambda hands: all(test(hands) for test in tests)

    def words(self, hands: Labels, wagers: Labels) -> str:
        first, *others = self.conditions
        said = first.words(hands, wagers)
        for part in others:
            # "beats … with a pair or better" reads well only beside what the hand itself does.
            compares = isinstance(first, _TwoHands)
            if compares and isinstance(part, AtLeast) and part.reads == first.reads[:1]:
                said += f" with {with_article(part.lowest)} or better"
            else:
                said += f" and {part.words(hands, wagers)}"
        return said

    def cuts(self, hand: str, order: Order) -> frozenset[int]:
        return frozenset[int]().union(*(part.cuts(hand, order) for part in self.conditions))


Condition = Beats | Ties | AtLeast | AllWin | Not | Both


def floors_of(condition: Condition, hand: str) -> Iterator[str]:
    """The lowest hands that a condition asks of one hand."""
    match condition:
        case AtLeast():
            if condition.hand == hand:
                yield condition.lowest
        case Not():
            yield from floors_of(condition.condition, hand)
        case Both():
            for part in condition.conditions:
                yield from floors_of(part, hand)
        case Beats() | Ties() | AllWin():
            pass
        case _ as other:
            assert_never(other)
