"""Solve the main game of any rules: by the shape that fits, else by enumerating every deal."""

import json
from collections.abc import Callable, Sequence
from fractions import Fraction
from functools import partial
from typing import Any, Final

from msgspec import structs
from msgspec.structs import replace

from pitboss.cards import Card
from pitboss.errors import Refused
from pitboss.games.game_parts import HandOf, Raise, Reveal, Street
from pitboss.games.payoffs import Odds
from pitboss.lab import disk_cache
from pitboss.lab.disk_cache import lab_version
from pitboss.lab.game_structure import main_game_digest, main_hands
from pitboss.lab.generic.limits import check_deals, check_deck, count_deals
from pitboss.lab.hand_counts import strength_counts
from pitboss.lab.progress import Progress, Stopwatch, no_progress
from pitboss.lab.results import MainGame, ResultCounts, StartingHandResult, main_game_from_counts
from pitboss.lab.shape_registry import find_shape_on_deck
from pitboss.lab.staking import Staking
from pitboss.submission.evaluators import Hands, hand_rankings
from pitboss.submission.rules import Rules

_NO_RAISE = "-"
"""A raise of nothing, which turns a game without decisions into one with a decision."""


def solve_without_decisions(
    rules: Rules, deck: Sequence[Card], progress: Progress
) -> MainGame | None:
    """Solve a game without streets; return None where only enumerating every deal would do."""
    hands = main_hands(rules)
    if len(hands) == 1 and not any(wager.pays.sees for wager in rules.required):
        return _count_by_strength(rules, deck)
    if shape := find_shape_on_deck(_with_dummy_street(rules), deck):
        # A decision that changes nothing makes no strategy.
        return replace(shape.solve(deck, progress), starts={})
    return None


def _count_by_strength(rules: Rules, deck: Sequence[Card]) -> MainGame | None:
    """Count the hands that every wager is paid on, by their strength."""
    (hand,) = main_hands(rules)
    if not isinstance(hand, HandOf):
        return None
    clock, staking = Stopwatch(), Staking(rules)
    try:
        counts = strength_counts(hand_rankings(rules)[hand.name], tuple(deck))
    except Refused:
        return None
    stakes, total, hands = staking.state_after(())[0], ResultCounts(), Hands({}, ())
    for strength, deals in counts.items():
        hands[hand.name] = strength
        odds = [evaluate(hands).total for evaluate in staking.evaluators]
        total[sum(stakes), sum(x * y for x, y in zip(stakes, odds, strict=True))] += deals
    return main_game_from_counts(
        total,
        {},
        required=len(rules.edge_of),
        method="counting hands",
        seconds=clock.seconds(),
    )


def _with_dummy_street(rules: Rules) -> Rules:
    """Return the same game with one decision that stakes nothing before cards are revealed."""
    first, names = rules.required[0], tuple(place.name for place in rules.places)
    street = Street(
        _NO_RAISE, {_NO_RAISE: 0}, (Reveal(names),), name=_NO_RAISE, label=_NO_RAISE, of=first.key
    )
    return replace(
        rules,
        places=tuple(replace(place, face_up=0) for place in rules.places),
        raises=(Raise(_NO_RAISE, _NO_RAISE, first.pays, of=first.key),),
        streets=(street,),
    )


MainSolver = Callable[[Sequence[Card], Progress], MainGame]
QUICK_DEALS: Final = 10_000_000
"""Deals that are enumerated in a second or less."""


def solve_main(
    rules: Rules,
    *,
    deck: Sequence[Card] | None = None,
    progress: Progress = no_progress,
    cache: bool = True,
    keep: bool = True,
) -> MainGame:
    """Solve the main game under optimal play, or read the solution from the disk cache.

    Without ``keep`` the solution is not written: requests from strangers would fill the disk.
    """
    deck = rules.deck.cards if deck is None else deck
    cache_name = _cache_name(rules) if tuple(deck) == rules.deck.cards else None
    if cache_name and cache and (cached_body := disk_cache.read_cache(cache_name, progress)):
        return _decode(cached_body)
    main = find_solver(rules, deck, progress)(deck, progress)
    if cache_name and keep:
        disk_cache.write_cache(cache_name, _encode(main))
    return main


def solve_quickly(
    rules: Rules, *, max_deals: int = QUICK_DEALS, progress: Progress = no_progress
) -> MainGame | None:
    """Solve the main game if it takes seconds: it is cached, has a shape, or has few deals."""
    deck = rules.deck.cards
    if disk_cache.read_cache(_cache_name(rules), no_progress) or find_shape_on_deck(rules, deck):
        return solve_main(rules, progress=progress)
    if not rules.streets and (main := solve_without_decisions(rules, deck, progress)):
        return main
    return solve_main(rules, progress=progress) if count_deals(rules) <= max_deals else None


def _cache_name(rules: Rules) -> str:
    """Return the name under which the disk cache keeps a solution."""
    return f"main-{main_game_digest(rules)}-{lab_version()}"


def find_solver(
    rules: Rules, deck: Sequence[Card] | None = None, progress: Progress = no_progress
) -> MainSolver:
    """Return the solver of these rules: a shape's if its deck has interchangeable suits."""
    deck = rules.deck.cards if deck is None else deck
    check_deck(rules, deck)
    if shape := find_shape_on_deck(rules, deck):
        return shape.solve
    if not rules.streets and (main := solve_without_decisions(rules, deck, progress)):
        return lambda *_: main
    check_deals(rules, deck)
    from pitboss.lab.generic.solver import solve_generic  # brings arrays with it

    return partial(solve_generic, rules)


def _encode(main: MainGame) -> bytes:
    starts = {
        name: [
            start.ways,
            {k: str(v) for k, v in start.values.items()},
            start.best,
            str(start.fold_chance),
        ]
        for name, start in main.starts.items()
    }
    results = [
        [staked, _number_to_json(net), deals] for (staked, net), deals in main.results.items()
    ]
    data = structs.asdict(main) | {
        "starts": starts,
        "results": results,
        "net": _number_to_json(main.net),
    }
    return json.dumps(data).encode()


def _number_to_json(number: Odds) -> int | str:
    """Return a number as JSON data: an integer, or a fraction as text."""
    return number if isinstance(number, int) else str(number)


def _number_from_json(text: int | str) -> Odds:
    return text if isinstance(text, int) else Fraction(text)


def _decode(text: bytes) -> MainGame:
    data: dict[str, Any] = json.loads(text)
    starts = {
        name: StartingHandResult(
            ways, {k: Fraction(v) for k, v in values.items()}, best, Fraction(fold_chance)
        )
        for name, (ways, values, best, fold_chance) in data["starts"].items()
    }
    results = {(staked, _number_from_json(net)): deals for staked, net, deals in data["results"]}
    return MainGame(
        **data | {"starts": starts, "results": results, "net": _number_from_json(data["net"])}
    )
