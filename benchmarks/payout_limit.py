"""Measure the search for the payout limit on made-up paytables."""

import time
from collections.abc import Iterator
from typing import Final, TypeVar

from msgspec import Struct
from msgspec.structs import replace

from benchmarks import sample_digest, time_work
from pitboss.games import GAMES
from pitboss.games.game_parts import Raise, Required, Side
from pitboss.games.payoffs import Odds, Payoff
from pitboss.submission import resolve
from pitboss.submission.payout_limits import max_winnings, max_winnings_at_minimums, minimum_stakes
from pitboss.submission.rules import Rules

SAMPLE_ODDS: Final = (
    (-1, 0, 1),
    (0, 0, 0, 1, 2, 100),
    (1, 1000),
    (0, 0, 0, 0, 0, 1),
    range(-1, 999),
)
"""Kinds of paytables: flat, steep, with many ties, with one line that pays, anything."""
WagerT = TypeVar("WagerT", Required, Raise, Side)


class SearchTimes(Struct, frozen=True):
    """How long the searches of one game take."""

    worst_ms: float
    mean_ms: float
    most_steps: int


class LimitBenchmark(Struct, frozen=True):
    """How long searches take on this machine."""

    first_ms: float
    """For the first search, which also prepares tables of what each hand can become."""
    games: dict[str, SearchTimes]


def measure_limit(tables: int) -> LimitBenchmark:
    """Search with so many paytables of each game that has a payout limit."""
    first = time_work(lambda: max_winnings_at_minimums(resolve(GAMES["run-em-twice"])))
    games = {}
    rules_with_limit = {key: rules for key in GAMES if (rules := resolve(GAMES[key])).limit.scope}
    for key, rules in rules_with_limit.items():
        searches = [_time_search(variant) for variant in sample_paytables(rules, tables)]
        seconds = [duration for duration, _ in searches]
        games[key] = SearchTimes(
            round(1000 * max(seconds), 2),
            round(1000 * sum(seconds) / tables, 2),
            max(steps for _, steps in searches),
        )
    return LimitBenchmark(round(1000 * first, 2), games)


def _time_search(rules: Rules) -> tuple[float, int]:
    """Return the seconds and steps of one search."""
    start = time.perf_counter()
    most = max_winnings(rules, minimum_stakes(rules))
    return time.perf_counter() - start, most.steps


def sample_paytables(rules: Rules, count: int) -> Iterator[Rules]:
    """Yield rules with varied odds, rising and falling; in the first the best hands pay least."""
    for number in range(count):
        label = f"{rules.game} {number}"
        yield replace(
            rules,
            required=_with_sample_odds(rules.required, number, label),
            raises=_with_sample_odds(rules.raises, number, label),
            sides=_with_sample_odds(rules.sides, number, label),
        )


def _with_sample_odds(wagers: tuple[WagerT, ...], number: int, label: str) -> tuple[WagerT, ...]:
    # Every third sample has the same table for all wagers.
    return tuple(
        replace(
            x, pays=_sample_payoff(x.pays, number, label if number % 3 == 0 else f"{label} {x.key}")
        )
        for x in wagers
    )


def _sample_payoff(pays: Payoff, number: int, label: str) -> Payoff:
    lines = pays.lines()
    if not lines or pays.stake is not None or len(pays.reads) > 1 or pays.needs:
        return pays
    odds: list[Odds] = [line.odds or 0 for line in lines]
    if number < len(odds):
        odds[:number] = [min(x, 1) for x in odds[:number]]
    else:
        kind = SAMPLE_ODDS[number % len(SAMPLE_ODDS)]
        digest = sample_digest(label)
        picks = [digest[2 * i] * 256 + digest[2 * i + 1] for i in range(len(odds))]
        odds = [kind[pick % len(kind)] for pick in picks]
    return pays.with_odds(odds)
