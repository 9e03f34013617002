"""What settlement looks up for one set of rules, compiled once and cached."""

from collections.abc import Callable
from typing import Final, NamedTuple

from pitboss.games.game_parts import Side
from pitboss.games.payoffs import Evaluator, Payoff
from pitboss.games.payoffs.base import Reader
from pitboss.games.paytables import PrizeTable, Sum, Symbol
from pitboss.hands import Ranking
from pitboss.submission.evaluators import compile_evaluators, hand_rankings, hand_readers
from pitboss.submission.rules import Rules


class PrizeLineIndex(dict[int, int]):
    """The index of the prize line that each strength wins, computed on first use; −1 for none."""

    def __init__(self, ranks: Ranking, table: PrizeTable) -> None:
        self._ranks, self._lines = ranks, table.lines

    def __missing__(self, strength: int) -> int:
        order = self._ranks.order
        covering = (i for i, x in enumerate(self._lines) if x.hand.covers(strength, order))
        line = self[strength] = next(covering, -1)
        return line


class CompiledRules(NamedTuple):
    """The rules of a table with their evaluators."""

    rules: Rules
    readers: dict[str, Reader]
    main_evaluators: tuple[tuple[str, Evaluator], ...]
    """The evaluators of required wagers and raises, in the order of the game."""
    sides: dict[str, Side]
    metered_payoffs: dict[str, Payoff]
    """Side wagers that feed meters, or are paid by a wheel."""
    wheels: dict[str, tuple[Symbol, ...]]
    """The symbols on the wheel of a side wager that is paid by one."""
    evaluators: dict[str, Evaluator]
    prize_lines: dict[str, PrizeLineIndex]
    """The prize line that a strength wins, by the key of a progressive wager."""
    envy_lines: dict[str, PrizeLineIndex]
    """The envy line that a strength triggers, by the key of a progressive wager."""
    envy_cents: dict[str, tuple[int, ...]]
    """The cents of each of those lines."""
    hand_names: dict[str, Callable[[int], str]]
    """The name of a strength, by hand."""


MAX_CACHED_RULES: Final = 256
"""The size of the cache, so that a stream of new submissions does not fill the memory."""
_cache: dict[str, CompiledRules] = {}


def compile_rules(rules: Rules) -> CompiledRules:
    """Return the compiled form of these rules."""
    if rules.hash not in _cache:
        if len(_cache) >= MAX_CACHED_RULES:
            _cache.clear()
        _cache[rules.hash] = _compile(rules)
    return _cache[rules.hash]


def _compile(rules: Rules) -> CompiledRules:
    evaluate, ranks = compile_evaluators(rules), hand_rankings(rules)
    prizes = {side.key: table for side in rules.sides if (table := side.pays.prizes)}
    envy = {side.key: table for side in rules.sides if (table := side.pays.envy)}
    rankings = {side.key: ranks[side.pays.reads[0]] for side in rules.sides if side.key in prizes}
    return CompiledRules(
        rules=rules,
        readers=hand_readers(rules),
        main_evaluators=tuple(
            (wager.key, evaluate[wager.key]) for wager in rules.required + rules.raises
        ),
        sides={side.key: side for side in rules.sides},
        metered_payoffs={
            side.key: side.pays for side in rules.sides if side.pays.stake is not None
        },
        wheels={side.key: wheel for side in rules.sides if (wheel := side.pays.wheel)},
        evaluators=evaluate,
        prize_lines={key: PrizeLineIndex(rankings[key], table) for key, table in prizes.items()},
        envy_lines={key: PrizeLineIndex(rankings[key], table) for key, table in envy.items()},
        envy_cents={
            key: tuple(x.prize.cents for x in table.lines if isinstance(x.prize, Sum))
            for key, table in envy.items()
        },
        hand_names={name: ranking.name for name, ranking in ranks.items()},
    )
