"""Everything that settlement looks up for one set of rules, made once and kept."""

from collections.abc import Callable
from typing import Final, NamedTuple

from pitboss.games.paytables import Sum
from pitboss.settle.verdicts import Judge, PrizeLines, Reader, judges, rankings, readers
from pitboss.submission.rules import MeterPrizes, Rules, SideWager, WheelSpin


class Book(NamedTuple):
    """The judges of one set of rules."""

    rules: Rules
    readers: dict[str, Reader]
    main: tuple[tuple[str, Judge], ...]
    """Required wagers and raises with their judges, in the order of the game."""
    sides: dict[str, SideWager]
    metered: dict[str, MeterPrizes | WheelSpin]
    """Side wagers that feed meters, or are paid by a wheel."""
    judges: dict[str, Judge]
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
    judged = judges(rules)
    ranks = rankings(rules)
    progressive = {
        side.key: side.pays for side in rules.sides if isinstance(side.pays, MeterPrizes)
    }
    return Book(
        rules=rules,
        readers=readers(rules),
        main=tuple((wager.key, judged[wager.key]) for wager in rules.required + rules.raises),
        sides={side.key: side for side in rules.sides},
        metered={
            side.key: side.pays
            for side in rules.sides
            if isinstance(side.pays, MeterPrizes | WheelSpin)
        },
        judges=judged,
        prizes={
            key: PrizeLines(ranks[pays.hand], pays.prizes) for key, pays in progressive.items()
        },
        envy={key: PrizeLines(ranks[pays.hand], pays.envy) for key, pays in progressive.items()},
        envy_sums={
            key: tuple(x.prize.cents for x in pays.envy.lines if isinstance(x.prize, Sum))
            for key, pays in progressive.items()
        },
        names={name: ranking.name for name, ranking in ranks.items()},
    )
