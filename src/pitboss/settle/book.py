"""Everything that settlement looks up for one set of rules, made once and kept."""

from collections.abc import Callable
from typing import Final, NamedTuple

from pitboss.games.payoffs import Evaluator, Payoff
from pitboss.games.payoffs.evaluation import Reader
from pitboss.games.paytables import PrizeTable, Sum
from pitboss.games.words import Side
from pitboss.hands import Ranking
from pitboss.submission.evaluators import evaluators, rankings, readers
from pitboss.submission.rules import Rules


class PrizeLines(dict[int, int]):
    """Which line of a table of prizes a strength wins, by its index; −1 for none."""

    def __init__(self, ranks: Ranking, table: PrizeTable) -> None:
        self._ranks, self._lines = ranks, table.lines

    def __missing__(self, strength: int) -> int:
        order = self._ranks.order
        covering = (i for i, x in enumerate(self._lines) if x.hand.covers(strength, order))
        line = self[strength] = next(covering, -1)
        return line


class Book(NamedTuple):
    """The judges of one set of rules."""

    rules: Rules
    readers: dict[str, Reader]
    main: tuple[tuple[str, Evaluator], ...]
    """Required wagers and raises with their judges, in the order of the game."""
    sides: dict[str, Side]
    metered: dict[str, Payoff]
    """Side wagers that feed meters, or are paid by a wheel."""
    evaluators: dict[str, Evaluator]
    prizes: dict[str, PrizeLines]
    """Which prize line a strength wins, by the key of a progressive wager."""
    envy: dict[str, PrizeLines]
    """Which envy line a strength brings, by the key of a progressive wager."""
    envy_sums: dict[str, tuple[int, ...]]
    """What each of those lines brings, in cents."""
    names: dict[str, Callable[[int], str]]
    """The name of a strength, by hand."""


MOST_BOOKS: Final = 256
"""How many are kept, so that a stream of new submissions does not fill the memory."""
_books: dict[str, Book] = {}


def book_of(rules: Rules) -> Book:
    """The book of these rules."""
    if rules.hash not in _books:
        if len(_books) >= MOST_BOOKS:
            _books.clear()
        _books[rules.hash] = _write(rules)
    return _books[rules.hash]


def _write(rules: Rules) -> Book:
    evaluate, ranks = evaluators(rules), rankings(rules)
    prizes = {side.key: table for side in rules.sides if (table := side.pays.prizes)}
    envy = {side.key: table for side in rules.sides if (table := side.pays.envy)}
    ranked = {side.key: ranks[side.pays.reads[0]] for side in rules.sides if side.key in prizes}
    return Book(
        rules=rules,
        readers=readers(rules),
        main=tuple((wager.key, evaluate[wager.key]) for wager in rules.required + rules.raises),
        sides={side.key: side for side in rules.sides},
        metered={side.key: side.pays for side in rules.sides if side.pays.stake is not None},
        evaluators=evaluate,
        prizes={key: PrizeLines(ranked[key], table) for key, table in prizes.items()},
        envy={key: PrizeLines(ranked[key], table) for key, table in envy.items()},
        envy_sums={
            key: tuple(x.prize.cents for x in table.lines if isinstance(x.prize, Sum))
            for key, table in envy.items()
        },
        names={name: ranking.name for name, ranking in ranks.items()},
    )
