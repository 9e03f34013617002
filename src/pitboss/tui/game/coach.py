"""The coach: the value of each decision, the cost of mistakes, and how much was luck."""

from collections.abc import Iterator, Set
from dataclasses import dataclass, field
from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING, Final

from msgspec import Struct

from pitboss.errors import Refused
from pitboss.lab.best_play import BestPlay
from pitboss.lab.generic.limits import TooManyDeals
from pitboss.lab.progress import Progress
from pitboss.round import PlayerView
from pitboss.submission.rules import Rules
from pitboss.tui.game.screen_state import DecisionValues

if TYPE_CHECKING:
    from pitboss.lab.strategy.finder import CardPlay


_HALF = Fraction(1, 2)
MAX_DEALS_AT_END: Final = 10**8
"""Deals of a game without a fast shape that are counted, in some seconds, for the report."""


def format_average(cents: Fraction, *, with_sign: bool = False) -> str:
    """Return cents as ``$0.71`` or ``−$0.71``; ``with_sign`` gives ``+$0.71``."""
    whole_cents = floor(abs(cents) + _HALF)  # ties away from zero, as in the browser
    mark = "−" if cents < 0 else "+" if with_sign and cents > 0 else ""
    return f"{mark}${whole_cents // 100:,}.{whole_cents % 100:02}"


def format_exact(cents: Fraction) -> str:
    """Return cents with the exact fraction: ``$0.71 (exactly 500/7 cents)``."""
    is_whole = cents.denominator == 1
    return format_average(cents) if is_whole else f"{format_average(cents)} (exactly {cents} cents)"


def format_units(value: Fraction) -> str:
    """Return a value in units of one wager: ``−0.1429``."""
    return f"{float(value):+.4f}".replace("-", "−")


class CardAdvice(Struct, frozen=True):
    """What the strategy card says about a decision."""

    text: str
    decision: str | None = None
    """None if the card does not cover the situation."""


class PocketCardAdviser:
    """A strategy card that explains which of its lines applies."""

    def __init__(self, rules: Rules, play: "CardPlay") -> None:
        from pitboss.papers.strategy_rules import rule_list_lines

        self._play = play
        self._labels = {street.name: street.label for street in rules.streets}
        self._lines = {
            street.list.street: rule_list_lines(rules, street.list) for street in play.card.streets
        }

    def advise(self, view: PlayerView) -> CardAdvice:
        """Return what the card says to a player who sees this."""
        try:
            match = self._play.find_decision(view)
        except Refused as error:
            return CardAdvice(f"Your card does not cover this decision: {error.reason}.")
        if match.list is None:
            return CardAdvice(f"Your card: {match.decision}, by the chart.", match.decision)
        street = match.list.street
        line = self._lines[street][match.line].removesuffix(".")
        source = f"{self._labels[street]}, line {match.line + 1}"
        # The line continues a sentence, so it begins with a lowercase letter.
        text = f"Your card: {match.decision} ({source}: {line[:1].lower()}{line[1:]})."
        return CardAdvice(text, match.decision)


DecisionKey = tuple[int, int]
"""A decision of the player: the round's number, and how many decisions came before."""


class GradedDecision:
    """A decision compared with the best one."""

    def __init__(self, street: str, values: DecisionValues, decision: str) -> None:
        self.street, self.best, self.decision = street, values.best, decision
        self.cost = values.value_in_cents(values.best) - values.value_in_cents(decision)

    @property
    def remark(self) -> str:
        """A sentence about the mistake."""
        return (
            f"{self.street}: {self.decision} instead of {self.best} "
            f"cost {format_average(self.cost)} on average."
        )


@dataclass
class Coach:
    """A record of the player's decisions and their values; values may arrive late."""

    rules: Rules
    value_before_cards: Fraction | None = None
    """Expected value of a round before the cards, if the lab can solve the game in time."""
    pocket_card: PocketCardAdviser | None = None
    """The strategy card to compare with, if any."""
    no_values_reason: str = ""
    """Why the lab could not value a decision, or an empty string."""
    _questions: dict[DecisionKey, tuple[PlayerView, int]] = field(default_factory=dict)
    _values: dict[DecisionKey, DecisionValues] = field(default_factory=dict)
    _decisions: dict[DecisionKey, str] = field(default_factory=dict)
    _card_advice: dict[DecisionKey, CardAdvice] = field(default_factory=dict)

    def record_question(self, key: DecisionKey, view: PlayerView, unit: int) -> None:
        """Record what the player sees at a decision, and the cents of one required wager."""
        self._questions[key] = view, unit

    def record_values(
        self, key: DecisionKey, values: DecisionValues, card_advice: CardAdvice | None = None
    ) -> None:
        """Record the lab's values for a decision, and the card's advice if there is a card."""
        self._values[key] = values
        if card_advice is not None:
            self._card_advice[key] = card_advice

    def record_decision(self, key: DecisionKey, decision: str) -> None:
        """Record the player's decision."""
        self._decisions[key] = decision

    def grade(self, key: DecisionKey) -> GradedDecision | None:
        """Return the graded decision, or None until both decision and values are known."""
        if key not in self._values or key not in self._decisions:
            return None
        return GradedDecision(
            self.rules.streets[key[1]].label, self._values[key], self._decisions[key]
        )

    def finish(self, best: BestPlay) -> None:
        """Compute the values that are still missing."""
        for key in self._decisions.keys() - self._values.keys():
            view, unit = self._questions[key]
            try:
                advice = best.advice(view)
            except TooManyDeals as error:
                self.no_values_reason = error.sentence
                continue
            values = DecisionValues(advice.decisions, advice.best, unit)
            self.record_values(
                key, values, self.pocket_card.advise(view) if self.pocket_card else None
            )

    def report(self, net: int, rounds: int) -> "CoachReport":
        """Return the report on the rounds that were played to the end."""
        if self.no_values_reason:
            zero = Fraction(0)
            return CoachReport(
                decisions=0,
                mistakes=0,
                cost=zero,
                expected=zero,
                net=net,
                is_before_cards=False,
                no_values_reason=self.no_values_reason,
            )
        finished_rounds = {number for number, _ in self._decisions if number <= rounds}
        decisions = [
            x for key in self._decisions if key[0] in finished_rounds if (x := self.grade(key))
        ]
        return CoachReport(
            decisions=len(decisions),
            mistakes=sum(1 for decision in decisions if decision.cost),
            cost=sum((decision.cost for decision in decisions), Fraction(0)),
            expected=sum((self._expected_value(number) for number in finished_rounds), Fraction(0)),
            net=net,
            is_before_cards=self.value_before_cards is not None,
            card=self._card_report(finished_rounds) if self.pocket_card else None,
        )

    def _card_report(self, finished_rounds: Set[int]) -> "CardReport":
        """Return what the card would have cost at the player's decisions."""
        costs = [
            values.value_in_cents(values.best) - values.value_in_cents(decision)
            for key, values in self._values.items()
            if key[0] in finished_rounds and key in self._decisions and key in self._card_advice
            if (decision := self._card_advice[key].decision) is not None
        ]
        return CardReport(len(costs), sum(map(bool, costs)), sum(costs, Fraction(0)))

    def _expected_value(self, number: int) -> Fraction:
        """Return the expected value of a round under optimal play, in cents."""
        first = self._values[number, 0]
        if self.value_before_cards is not None:
            return self.value_before_cards * first.unit
        return first.value_in_cents(first.best)


class CardReport(Struct, frozen=True):
    """A strategy card compared with optimal play at the player's decisions."""

    decisions: int
    """Decisions that the card covers."""
    differences: int
    """Decisions at which the card is worse than optimal play."""
    cost: Fraction
    """What those differences cost in cents, on average."""

    def sentences(self) -> Iterator[str]:
        """Yield the report in sentences."""
        if not self.decisions:
            return
        if self.decisions == 1:
            decision_phrase = "your only decision"
        else:
            decision_phrase = f"{self.differences:,} of {self.decisions:,} decisions"
        if self.differences:
            yield (
                f"Following your card, {decision_phrase} would have differed from best play, "
                f"at a cost of {format_average(self.cost)} on average."
            )
        else:
            decision_phrase = (
                decision_phrase if self.decisions == 1 else f"all {self.decisions:,} decisions"
            )
            yield f"Following your card, {decision_phrase} would have been optimal."

    def as_json(self) -> dict[str, object]:
        """Return the report as JSON data, with exact cents."""
        return {"decisions": self.decisions, "differs": self.differences, "cost": str(self.cost)}


class CoachReport(Struct, frozen=True, kw_only=True):
    """Skill and luck, in exact cents of the main game."""

    decisions: int
    mistakes: int
    cost: Fraction
    """What mistakes cost, on average."""
    expected: Fraction
    """Expected result of optimal play."""
    net: int
    is_before_cards: bool
    """Whether that is expected before the first card, not after the first cards."""
    card: CardReport | None = None
    """The comparison with a strategy card, if the player has one."""
    no_values_reason: str = ""
    """Why there are no values, or an empty string."""

    @property
    def luck(self) -> Fraction:
        """The result beyond what these decisions were expected to bring."""
        return self.net - (self.expected - self.cost)

    def sentences(self) -> Iterator[str]:
        """Yield the report in sentences."""
        if self.no_values_reason:
            yield f"Exact values are not available: {self.no_values_reason}."
        if not self.decisions:
            return
        many = "1 decision" if self.decisions == 1 else f"{self.decisions:,} decisions"
        wrong = "1 was" if self.mistakes == 1 else f"{self.mistakes:,} were"
        cost_note = f"{wrong} not optimal and cost {format_exact(self.cost)} on average"
        yield f"{many}: {cost_note if self.mistakes else 'no mistakes'}."
        when = "before the first card" if self.is_before_cards else "with your first cards"
        best = format_average(self.expected, with_sign=True)
        own = format_average(self.expected - self.cost, with_sign=True)
        yield f"Expected result {when}: {best} with best play, {own} with your decisions."
        net = format_average(Fraction(self.net), with_sign=True)
        luck = format_average(self.luck, with_sign=True)
        yield f"Actual result of the main game: {net}, of which {luck} was luck."
        if self.card:
            yield from self.card.sentences()

    def as_json(self) -> dict[str, object]:
        """Return the report as JSON data, with exact cents."""
        if self.no_values_reason:
            return {"unvalued": self.no_values_reason, "net": self.net}
        result: dict[str, object] = {
            "decisions": self.decisions,
            "mistakes": self.mistakes,
            "cost": str(self.cost),
            "expected": str(self.expected),
            "net": self.net,
            "luck": str(self.luck),
        }
        return result | {"card": self.card.as_json()} if self.card else result


def value_before_cards(rules: Rules, progress: Progress) -> Fraction | None:
    """Return the expected value of a round before the cards; None if it takes minutes to solve."""
    from pitboss.lab.count_files import known_results
    from pitboss.lab.main_game import solve_quickly
    from pitboss.lab.results import net_sum

    if results := known_results(rules):
        return Fraction(net_sum(results)) / sum(results.values())
    main = solve_quickly(rules, max_deals=MAX_DEALS_AT_END, progress=progress)
    return main.ev if main else None
