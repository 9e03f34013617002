"""Payoffs by cases: the first condition that holds decides what is paid."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final, Self

from msgspec import Struct
from msgspec.structs import replace

from pitboss.games.payoffs.base import (
    LOSS,
    PUSH,
    Comparison,
    Context,
    Evaluator,
    Hands,
    NeutralPayoff,
    Odds,
    PayLine,
    Payout,
    payout_at,
)
from pitboss.games.payoffs.by_table import ByTable
from pitboss.games.payoffs.conditions import (
    AtLeast,
    Beats,
    Both,
    Condition,
    Not,
    Ties,
    check_reachable,
    lowest_hands,
)
from pitboss.games.payoffs.payoff_checks import find_duplicates, find_unknown, hand_names
from pitboss.games.paytables import join_names, odds_text, ordinal_text
from pitboss.hands import Order
from pitboss.hands.orders import kind_index

if TYPE_CHECKING:
    from pitboss.games.grammar import Game

EVEN: Final = 1
"""The odds of even money."""


_PLURAL_VERBS: Final = {"wins": "win", "pushes": "push", "loses": "lose", "pays": "pay"}


class Case(Struct, frozen=True):
    """A condition, and what a wager pays where it holds: odds, or by a table."""

    when: Condition
    pays: Odds | ByTable
    clause: str = ""
    name: str = ""
    """The name by which a change of pay refers to it, if its odds can be changed."""


class Cases(NeutralPayoff, frozen=True, tag=True):
    """A payoff by the first case whose condition holds, or by ``otherwise``."""

    cases: tuple[Case, ...]
    otherwise: Odds = LOSS
    bonus: ByTable | None = None
    """A table of extra odds, paid whether or not the wager wins."""
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
        odds = [
            case.pays.top_odds if isinstance(case.pays, ByTable) else case.pays
            for case in self.cases
        ]
        return max([*odds, self.otherwise]) + (self.bonus.top_odds if self.bonus else 0)

    @property
    def comparison(self) -> Comparison | None:
        tables = [case.pays for case in self.cases if isinstance(case.pays, ByTable)]
        tables += [self.bonus] if self.bonus else []
        if len(self.reads) != 2 or self.needs or any(x.hand != self.reads[0] for x in tables):
            return None
        hand, against = self.reads
        floors = (floor for case in self.cases for floor in lowest_hands(case.when, against))
        return Comparison(hand, against, frozenset(floors))

    def faults(self, game: "Game", wager: str) -> Iterator[str]:
        from pitboss.games.checks.cards import faulty_hands

        if not self.cases:
            yield "it has no cases: add at least one"
        yield from find_duplicates("case", filter(None, (case.name for case in self.cases)))
        yield from find_unknown("its hand is", filter(None, [self.hand]), hand_names(game))
        are_valid = not faulty_hands(game).intersection(self.reads)
        for case in self.cases:
            condition_faults = list(case.when.faults(game, wager))
            yield from condition_faults
            are_valid = are_valid and not condition_faults
            if isinstance(case.pays, ByTable):
                yield from case.pays.faults(game, wager)
            else:
                yield from _check_loss(case.pays)
        if are_valid:
            yield from check_reachable([case.when for case in self.cases], game)
        yield from _check_loss(self.otherwise)
        if self.bonus:
            yield from self.bonus.faults(game, wager)

    def compile(self, context: Context) -> Evaluator:
        hand = self.reads[0] if self.reads else ""
        tests = [
            (case.when.compile(context), _compile_case(case.pays, hand, context))
            for case in self.cases
        ]
        otherwise = _compile_case(self.otherwise, hand, context)

        def evaluate(hands: Hands) -> Payout:
            for holds, payout in tests:
                if holds(hands):
                    return payout(hands)
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
        for pays, group in groupby(self.cases, key=lambda case: case.pays):
            names: list[str] = []
            clauses: list[str] = []
            for case in group:
                name = _short_name(case.when, before)
                (names if name else clauses).append(name or case.when.words(hands, wagers))
                before |= {case.when, *_sub_conditions(case.when)}
            action = self._pays_text(pays, hands)
            if clauses:
                ending = f", or on {join_names(names, 'or')}" if names else ""
                parts.append(f"{action} if {', or if '.join(clauses)}{ending}")
            else:
                verb, *others = action.split()
                verb = verb if len(names) == 1 else _PLURAL_VERBS[verb]
                parts.append(" ".join([join_names(names), verb, *others]))
        if self.otherwise != LOSS:
            parts.append(f"otherwise {self._pays_text(self.otherwise, hands)}")
        text = f"{'; '.join(parts)}."
        if self.bonus:
            text += f" The bonus paytable pays on {hands[self.bonus.hand]}, win or lose."
        return text[0].upper() + text[1:]

    def _pays_text(self, pays: Odds | ByTable, hands: Mapping[str, str]) -> str:
        if isinstance(pays, ByTable):
            on_hand = "" if pays.hand == self.reads[0] else f" on {hands[pays.hand]}"
            tables = self._tables
            which = f"{ordinal_text(tables.index(pays) + 1)} " if len(tables) > 1 else ""
            return f"pays by the {which}paytable{on_hand}"
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
                text = odds_text(case.pays)
                lines.append(PayLine(case.name, text, case.clause, case.pays, is_case=True))
        if self.bonus:
            names = {line.slug for line in lines}
            clash = any(line.slug in names for line in self.bonus.lines())
            number = len(tables) + 1 if clash else 1
            lines += (line._replace(bonus=True, table=number) for line in self.bonus.lines())
        return tuple(lines)

    def names_by_odds(self) -> dict[Odds, str]:
        """Return the names of cases that alone pay certain odds."""
        if self.bonus:
            return {}
        names: dict[Odds, list[str]] = {self.otherwise: [""]}
        for case in self.cases:
            if isinstance(case.pays, ByTable):
                return {}
            names.setdefault(case.pays, []).append(case.name)
        return {odds: cases[0] for odds, cases in names.items() if cases[0] and len(cases) == 1}

    @property
    def _tables(self) -> list[ByTable]:
        """The tables of the cases, each once: several cases may share one."""
        tables: list[ByTable] = []
        for case in self.cases:
            if isinstance(case.pays, ByTable) and case.pays not in tables:
                tables.append(case.pays)
        return tables

    def with_odds(self, odds: Sequence[Odds]) -> Self:
        remaining, cases = list(odds), []
        tables: list[tuple[ByTable, ByTable]] = []
        for case in self.cases:
            if isinstance(case.pays, ByTable):
                table = next((new for old, new in tables if old == case.pays), None)
                if table is None:
                    count = len(case.pays.table.lines)
                    table = case.pays.with_odds(remaining[:count])
                    del remaining[:count]
                    tables.append((case.pays, table))
                cases.append(replace(case, pays=table))
            else:
                cases.append(replace(case, pays=remaining.pop(0)) if case.name else case)
        bonus = self.bonus.with_odds(remaining) if self.bonus else None
        return replace(self, cases=tuple(cases), bonus=bonus)


def _check_loss(odds: Odds) -> Iterator[str]:
    """Check that a player cannot lose more than the stake."""
    if odds < LOSS:
        yield f"it pays {odds}, but no more than the stake can be lost: write LOSS"


def _sub_conditions(when: Condition) -> tuple[Condition, ...]:
    return when.conditions if isinstance(when, Both) else ()


def _short_name(when: Condition, before: Collection[Condition]) -> str:
    """Return a short name for a condition, given that none of the earlier ones holds, if any."""
    match when:
        case Ties() if Beats(when.hand, when.against) in before:
            return "a tie"
        case Beats() if when in before:
            return "a lower winning hand"
        case _:
            return ""


def _compile_case(pays: Odds | ByTable, hand: str, context: Context) -> Evaluator:
    """Return the evaluator of one case; its payouts name the kind of the player's hand."""
    if isinstance(pays, ByTable):
        return pays.compile(context)
    if not hand:
        constant = payout_at(pays)
        return lambda _: constant
    by_kind = [payout_at(pays, name) for name in context.rankings[hand].kinds]
    return lambda hands: by_kind[kind_index(hands[hand])]


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
        odds = PUSH if unqualified is None else unqualified
        cases.insert(0, Case(Not(AtLeast(against, qualifies)), odds))
    return Cases(tuple(cases), bonus=bonus, hand=hand)
