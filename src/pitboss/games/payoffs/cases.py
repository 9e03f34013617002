"""Wagers that pay by cases: the first condition that holds says what is paid."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final, Self

from msgspec import Struct
from msgspec.structs import replace

from pitboss.games.payoffs.base import Comparison, Neutral, PayLine
from pitboss.games.payoffs.conditions import (
    AtLeast,
    Beats,
    Both,
    Condition,
    Not,
    Ties,
    floors_of,
)
from pitboss.games.payoffs.evaluation import (
    LOSS,
    PUSH,
    Context,
    Evaluator,
    Hands,
    Odds,
    Payout,
    payout,
)
from pitboss.games.payoffs.faults import hand_names, twice, unknown
from pitboss.games.payoffs.tables import ByTable
from pitboss.games.payout_words import listed, odds_text, ordinal
from pitboss.hands import Order
from pitboss.hands.strength import kind_of

if TYPE_CHECKING:
    from pitboss.games.grammar import Game

EVEN: Final = 1
"""The odds of even money."""


_PLURAL: Final = {"wins": "win", "pushes": "push", "loses": "lose", "pays": "pay"}


class Case(Struct, frozen=True):
    """A condition, and what a wager pays where it holds: odds, or by a table."""

    when: Condition
    pays: Odds | ByTable
    clause: str = ""
    name: str = ""
    """How a change of pay names it, where its odds can be changed."""


class Cases(Neutral, frozen=True, tag=True):
    """Pays as the first case whose condition holds says; where none does, otherwise."""

    cases: tuple[Case, ...]
    otherwise: Odds = LOSS
    bonus: ByTable | None = None
    """What a hand is paid on top, whether or not the wager wins."""
    hand: str = ""
    """The player's hand, where it is not the one that the first case looks at first."""
    by: str = ""
    """The clause that says what is paid."""
    otherwise_by: str = ""
    """The clause of what is paid where no case holds."""

    @property
    def clause(self) -> str:
        return self.by

    @property
    def reads(self) -> tuple[str, ...]:
        tables = (case.pays.hand for case in self.cases if isinstance(case.pays, ByTable))
        bonus = [self.bonus.hand] if self.bonus else []
        conditions = (name for case in self.cases for name in case.when.reads)
        own = [self.hand] if self.hand else []
        return tuple(dict.fromkeys([*own, *conditions, *tables, *bonus]))

    @property
    def needs(self) -> tuple[str, ...]:
        return tuple(dict.fromkeys(key for case in self.cases for key in case.when.needs))

    @property
    def top_odds(self) -> Odds:
        paid = [
            case.pays.top_odds if isinstance(case.pays, ByTable) else case.pays
            for case in self.cases
        ]
        return max([*paid, self.otherwise]) + (self.bonus.top_odds if self.bonus else 0)

    @property
    def comparison(self) -> Comparison | None:
        tables = [case.pays for case in self.cases if isinstance(case.pays, ByTable)]
        tables += [self.bonus] if self.bonus else []
        if len(self.reads) != 2 or self.needs or any(x.hand != self.reads[0] for x in tables):
            return None
        hand, against = self.reads
        floors = (floor for case in self.cases for floor in floors_of(case.when, against))
        return Comparison(hand, against, frozenset(floors))

    def faults(self, game: "Game", wager: str) -> Iterator[str]:
        if not self.cases:
            yield "it has no case in which it pays"
        yield from twice("case", filter(None, (case.name for case in self.cases)))
        yield from unknown("its hand is", filter(None, [self.hand]), hand_names(game))
        for at, case in enumerate(self.cases):
            yield from case.when.faults(game, wager)
            if case.when in [other.when for other in self.cases[:at]]:
                yield f"case {at + 1} never pays: an earlier one has the same condition"
            if isinstance(case.pays, ByTable):
                yield from case.pays.faults(game, wager)
            else:
                yield from _too_low(case.pays)
        yield from _too_low(self.otherwise)
        if self.bonus:
            yield from self.bonus.faults(game, wager)

    def compile(self, context: Context) -> Evaluator:
        hand = self.reads[0] if self.reads else ""
        tests = [
            (case.when.compile(context), _compiled(case.pays, hand, context)) for case in self.cases
        ]
        otherwise = _compiled(self.otherwise, hand, context)

        def evaluate(hands: Hands) -> Payout:
            for holds, paid in tests:
                if holds(hands):
                    return paid(hands)
            return otherwise(hands)

        if self.bonus is None:
            return evaluate
        bonus = self.bonus.compile(context)

        def with_bonus(hands: Hands) -> Payout:
            extra = bonus(hands).odds
            return evaluate(hands)._replace(bonus=extra) if extra > PUSH else evaluate(hands)

        return with_bonus

    def sentence(self, hands: Mapping[str, str], wagers: Mapping[str, str]) -> str:
        parts: list[str] = []
        before: set[Condition] = set()
        for paid, together in groupby(self.cases, key=lambda case: case.pays):
            names: list[str] = []
            clauses: list[str] = []
            for case in together:
                name = _short_name(case.when, before)
                (names if name else clauses).append(name or case.when.words(hands, wagers))
                before |= {case.when, *_parts_of(case.when)}
            does = self._pays(paid, hands)
            if clauses:
                ends = f", or on {listed(names, 'or')}" if names else ""
                parts.append(f"{does} if {', or if '.join(clauses)}{ends}")
            else:
                one, *others = does.split()
                verb = one if len(names) == 1 else _PLURAL[one]
                parts.append(" ".join([listed(names), verb, *others]))
        if self.otherwise != LOSS:
            parts.append(f"otherwise {self._pays(self.otherwise, hands)}")
        text = f"{'; '.join(parts)}."
        if self.bonus:
            text += f" The table pays a bonus on {hands[self.bonus.hand]}, win or lose."
        return text[0].upper() + text[1:]

    def _pays(self, pays: Odds | ByTable, hands: Mapping[str, str]) -> str:
        if isinstance(pays, ByTable):
            own = "" if pays.hand == self.reads[0] else f" on {hands[pays.hand]}"
            tables = self._tables
            which = f"{ordinal(tables.index(pays) + 1)} table" if len(tables) > 1 else "table"
            return f"pays by the {which}{own}"
        return {"push": "pushes", "loses": "loses"}.get(text := odds_text(pays), f"wins {text}")

    def cuts(self, hand: str, strengths: Sequence[int], order: Order) -> frozenset[int]:
        tables = [case.pays for case in self.cases if isinstance(case.pays, ByTable)]
        tables += [self.bonus] if self.bonus else []
        return frozenset[int]().union(
            *(case.when.cuts(hand, order) for case in self.cases),
            *(table.cuts(hand, strengths, order) for table in tables),
        )

    def lines(self) -> tuple[PayLine, ...]:
        lines: list[PayLine] = []
        tables = self._tables
        for at, case in enumerate(self.cases):
            if isinstance(case.pays, ByTable):
                if case.pays not in [earlier.pays for earlier in self.cases[:at]]:
                    number = tables.index(case.pays) + 1
                    lines += [line._replace(table=number) for line in case.pays.lines()]
            elif case.name:
                lines.append(PayLine(case.name, odds_text(case.pays), case.clause, case.pays))
        if self.bonus:
            names = {line.slug for line in lines}
            clash = any(line.slug in names for line in self.bonus.lines())
            number = len(tables) + 1 if clash else 1
            lines += (line._replace(bonus=True, table=number) for line in self.bonus.lines())
        return tuple(lines)

    @property
    def _tables(self) -> list[ByTable]:
        """The tables of the cases, each once: several cases may pay by the same one."""
        tables: list[ByTable] = []
        for case in self.cases:
            if isinstance(case.pays, ByTable) and case.pays not in tables:
                tables.append(case.pays)
        return tables

    def with_odds(self, odds: Sequence[Odds]) -> Self:
        left, cases = list(odds), []
        tables: list[tuple[ByTable, ByTable]] = []
        for case in self.cases:
            if isinstance(case.pays, ByTable):
                changed = next((new for old, new in tables if old == case.pays), None)
                if changed is None:
                    count = len(case.pays.table.lines)
                    changed = case.pays.with_odds(left[:count])
                    del left[:count]
                    tables.append((case.pays, changed))
                cases.append(replace(case, pays=changed))
            else:
                cases.append(replace(case, pays=left.pop(0)) if case.name else case)
        bonus = self.bonus.with_odds(left) if self.bonus else None
        return replace(self, cases=tuple(cases), bonus=bonus)


def _too_low(odds: Odds) -> Iterator[str]:
    """Nobody loses more than the stake."""
    if odds < LOSS:
        yield f"it pays {odds}, but no more than the stake can be lost: write LOSS"


def _parts_of(when: Condition) -> tuple[Condition, ...]:
    return when.conditions if isinstance(when, Both) else ()


def _short_name(when: Condition, before: Collection[Condition]) -> str:
    """Name a condition by the ones before it, of which none holds: what is left, in two words."""
    match when:
        case Ties() if Beats(when.hand, when.against) in before:
            return "a tie"
        case Beats() if when in before:
            return "a lower winning hand"
        case _:
            return ""


def _compiled(pays: Odds | ByTable, hand: str, context: Context) -> Evaluator:
    """Return the evaluator of one case; a result names the player's hand by its kind."""
    if isinstance(pays, ByTable):
        return pays.compile(context)
    if not hand:
        constant = payout(pays)
        return lambda _: constant
    by_kind = [payout(pays, name) for name in context.rankings[hand].kinds]
    return lambda hands: by_kind[kind_of(hands[hand])]


def showdown(
    hand: str,
    against: str,
    *,
    wins: Odds | ByTable = EVEN,
    ties: Odds = PUSH,
    qualifies: str = "",
    unqualified: Odds | ByTable | None = None,
    bonus: ByTable | None = None,
) -> Cases:
    """Return a payoff for the better of two hands.

    Where the other hand has to qualify and does not, the wager pays ``unqualified``.
    """
    cases = [Case(Beats(hand, against), wins), Case(Ties(hand, against), ties)]
    if qualifies:
        open_ = Case(Not(AtLeast(against, qualifies)), PUSH if unqualified is None else unqualified)
        cases.insert(0, open_)
    return Cases(tuple(cases), bonus=bonus, hand=hand)
