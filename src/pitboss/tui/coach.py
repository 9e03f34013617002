"""The coach: what each decision was worth, what mistakes cost, and what was luck."""

from collections.abc import Iterator, Set
from dataclasses import dataclass, field
from fractions import Fraction

from msgspec import Struct

from pitboss.lab.best import BestPlay
from pitboss.lab.generic.limits import TooManyDeals
from pitboss.lab.work import Told
from pitboss.round import PlayerView
from pitboss.submission.rules import Rules
from pitboss.tui.money_words import average, exactly
from pitboss.tui.pocket import ByCard, Pocket
from pitboss.tui.scene import Worth

Asked = tuple[int, int]
"""A question: the round, and how many decisions were taken before."""


class Judged:
    """A decision beside the best one."""

    def __init__(self, street: str, worth: Worth, decision: str) -> None:
        self.street, self.best, self.decision = street, worth.best, decision
        self.cost = worth.cents(worth.best) - worth.cents(decision)

    @property
    def remark(self) -> str:
        """A gentle word about a mistake."""
        return (
            f"{self.street}: {self.decision} instead of {self.best} gave up {average(self.cost)} "
            "on average."
        )


@dataclass
class Coach:
    """Keeps the books of your decisions; advice may come after the decision it is about."""

    rules: Rules
    before_cards: Fraction | None = None
    """What a round is worth under best play before the first card, where the lab knows it fast."""
    pocket: Pocket | None = None
    """A card, if one is to be looked at as well."""
    unvalued: str = ""
    """Why the lab could not value some decision."""
    _asked: dict[Asked, tuple[PlayerView, int]] = field(default_factory=dict)
    _worths: dict[Asked, Worth] = field(default_factory=dict)
    _taken: dict[Asked, str] = field(default_factory=dict)
    _by_card: dict[Asked, ByCard] = field(default_factory=dict)

    def asked(self, key: Asked, seen: PlayerView, unit: int) -> None:
        """A question is put to you; a required wager lies at so many cents."""
        self._asked[key] = seen, unit

    def found(self, key: Asked, worth: Worth, by_card: ByCard | None = None) -> None:
        """The lab has the answer, and perhaps a card has one."""
        self._worths[key] = worth
        if by_card is not None:
            self._by_card[key] = by_card

    def decided(self, key: Asked, decision: str) -> None:
        """You have answered."""
        self._taken[key] = decision

    def judged(self, key: Asked) -> Judged | None:
        """What the coach says of an answer, once both are known."""
        if key not in self._worths or key not in self._taken:
            return None
        return Judged(self.rules.streets[key[1]].label, self._worths[key], self._taken[key])

    def finish(self, best: BestPlay) -> None:
        """Work out what is still open."""
        for key in self._taken.keys() - self._worths.keys():
            seen, unit = self._asked[key]
            try:
                advice = best.advice(seen)
            except TooManyDeals as refused:
                self.unvalued = refused.sentence
                continue
            worth = Worth(advice.decisions, advice.best, unit)
            self.found(key, worth, self.pocket.said(seen) if self.pocket else None)

    def account(self, net: int, rounds: int) -> "Account":
        """What it came to over the rounds that were played to their end."""
        if self.unvalued:
            none = Fraction(0)
            return Account(
                decisions=0,
                mistakes=0,
                cost=none,
                expected=none,
                net=net,
                before_cards=False,
                unvalued=self.unvalued,
            )
        ended = {number for number, _ in self._taken if number <= rounds}
        judged = [x for key in self._taken if key[0] in ended if (x := self.judged(key))]
        return Account(
            decisions=len(judged),
            mistakes=sum(1 for one in judged if one.cost),
            cost=sum((one.cost for one in judged), Fraction(0)),
            expected=sum((self._expected(number) for number in ended), Fraction(0)),
            net=net,
            before_cards=self.before_cards is not None,
            card=self._card_account(ended) if self.pocket else None,
        )

    def _card_account(self, ended: Set[int]) -> "CardAccount":
        """What a card would have come to where you were asked."""
        costs = [
            worth.cents(worth.best) - worth.cents(decision)
            for key, worth in self._worths.items()
            if key[0] in ended and key in self._taken and key in self._by_card
            if (decision := self._by_card[key].decision) is not None
        ]
        return CardAccount(len(costs), sum(map(bool, costs)), sum(costs, Fraction(0)))

    def _expected(self, number: int) -> Fraction:
        """What best play expected of a round."""
        first = self._worths[number, 0]
        if self.before_cards is not None:
            return self.before_cards * first.unit
        return first.cents(first.best)


class CardAccount(Struct, frozen=True):
    """A card beside best play, at the decisions that you took."""

    decisions: int
    """At which it had something to say."""
    differs: int
    """How often that is worth less than best play…"""
    cost: Fraction
    """…and how many cents less together, on average."""

    def sentences(self) -> Iterator[str]:
        """For people."""
        if not self.decisions:
            return
        if self.decisions == 1:
            which = "your only decision"
        else:
            which = f"{self.differs:,} of {self.decisions:,} decisions"
        if self.differs:
            yield (
                f"By your card {which} would have been different from best play and given up "
                f"{average(self.cost)} on average."
            )
        else:
            which = which if self.decisions == 1 else f"all {self.decisions:,} decisions"
            yield f"By your card {which} would have been the best."

    def figures(self) -> dict[str, object]:
        """For programs: cents, exactly."""
        return {"decisions": self.decisions, "differs": self.differs, "cost": str(self.cost)}


class Account(Struct, frozen=True, kw_only=True):
    """Skill and luck, in exact cents of the main game."""

    decisions: int
    mistakes: int
    cost: Fraction
    """What mistakes gave up, on average."""
    expected: Fraction
    """What best play expected."""
    net: int
    before_cards: bool
    """Whether it expected so before the first card, or once the first cards were seen."""
    card: CardAccount | None = None
    """What a card would have come to, if you had one."""
    unvalued: str = ""
    """Why there are no values, where the lab found none."""

    @property
    def luck(self) -> Fraction:
        """What came of it beyond what was to be expected of these decisions."""
        return self.net - (self.expected - self.cost)

    def sentences(self) -> Iterator[str]:
        """For people."""
        if self.unvalued:
            yield f"Exact values are out of reach: {self.unvalued}."
        if not self.decisions:
            return
        many = "1 decision" if self.decisions == 1 else f"{self.decisions:,} decisions"
        wrong = "1 was" if self.mistakes == 1 else f"{self.mistakes:,} were"
        lost = f"{wrong} not the best and gave up {exactly(self.cost)} on average"
        yield f"{many}: {lost if self.mistakes else 'each of them the best'}."
        when = "before the first card" if self.before_cards else "with your first cards"
        mine = average(self.expected - self.cost, sign=True)
        yield (
            f"Best play expected {average(self.expected, sign=True)} {when}, and your decisions "
            f"{mine}."
        )
        net, luck = average(Fraction(self.net), sign=True), average(self.luck, sign=True)
        yield f"The main game brought {net}: luck was {luck}."
        if self.card:
            yield from self.card.sentences()

    def figures(self) -> dict[str, object]:
        """For programs: cents, exactly."""
        if self.unvalued:
            return {"unvalued": self.unvalued, "net": self.net}
        found: dict[str, object] = {
            "decisions": self.decisions,
            "mistakes": self.mistakes,
            "cost": str(self.cost),
            "expected": str(self.expected),
            "net": self.net,
            "luck": str(self.luck),
        }
        return found | {"card": self.card.figures()} if self.card else found


def before_cards(rules: Rules, told: Told) -> Fraction | None:
    """A round under best play before the first card; none where that takes long to find."""
    from pitboss.lab.main import solve_main
    from pitboss.lab.shapes import shape_of

    return solve_main(rules, told=told).ev if shape_of(rules) else None
