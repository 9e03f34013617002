"""The value of knowing hidden cards: a card of the table, or the hands of other players.

Start with `ExposureAnalysis`, which answers ``pitboss expose`` by the methods of the game's shape.
Those methods share repeatable random draws and sets of dead cards.
"""

import json
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from hashlib import sha256
from itertools import chain
from math import comb
from typing import Final, TypeVar

import numpy as np
from msgspec import Struct
from numpy.random import PCG64, Generator  # noqa: TID251 - repeatable draws from a seed
from numpy.typing import NDArray

from pitboss.cards import Card
from pitboss.errors import Refused, short_repr
from pitboss.lab import disk_cache
from pitboss.lab.disk_cache import lab_version
from pitboss.lab.game_structure import main_game_digest
from pitboss.lab.generic.shape import GenericShape
from pitboss.lab.hand_tables import CardGroups, Ints, group_cards
from pitboss.lab.main_game import solve_main
from pitboss.lab.progress import Progress, Stopwatch, no_progress, run_in_threads, split_range
from pitboss.lab.results import MainGame
from pitboss.lab.shape_protocol import ExposureMethods
from pitboss.lab.shape_registry import find_shape_on_deck
from pitboss.lab.starting_hands import StartingHand
from pitboss.submission.rules import Rules

SampleT = TypeVar("SampleT")
DEFAULT_SEED = "pitboss"
"""The seed unless another is chosen."""


def seeded_generator(seed: str, purpose: str) -> Generator:
    """Return a random generator for one purpose; other purposes get independent ones."""
    digest = sha256(f"{seed}\0{purpose}".encode()).digest()
    return Generator(PCG64(int.from_bytes(digest)))


def mean_and_error(values: NDArray[np.float64]) -> tuple[float, float]:
    """Return the mean of independent draws and its standard error."""
    return float(values.mean()), float(values.std(ddof=1) / np.sqrt(len(values)))


def draw_starts(
    draws: Generator, ways: Ints, rest: int, dead: int, samples: int
) -> list[tuple[int, Ints]]:
    """Draw starts in proportion to their ways, each with dead cards as indexes into its rest."""
    starts = draws.choice(len(ways), samples, p=ways / ways.sum()).tolist()
    dead_cards = [draws.choice(rest, dead, replace=False) for _ in range(samples)]
    return list(zip(starts, dead_cards, strict=True))


SAMPLES_PER_CHUNK = 8


def estimate_gain(
    task: str,
    gain: Callable[[SampleT], float],
    samples: Sequence[SampleT],
    progress: Progress,
    chunk: int = SAMPLES_PER_CHUNK,
) -> tuple[float, float]:
    """Return the mean gain of some samples and its standard error."""

    def play(sample_range: tuple[int, int]) -> list[float]:
        return [gain(samples[sample]) for sample in range(*sample_range)]

    gains = run_in_threads(task, play, list(split_range(len(samples), chunk)), progress)
    return mean_and_error(np.concatenate(gains))


def remaining_cards(deck: Sequence[Card], *dead_cards: Sequence[Card]) -> list[Card]:
    """Return the cards that remain in a deck, removing one copy for each dead card."""
    remaining = list(deck)
    for c in chain(*dead_cards):
        remaining.remove(c)
    return remaining


def count_dead_sets(starts: Sequence[StartingHand], deck: Sequence[Card], dead: int) -> int:
    """Return how many distinct sets of dead cards there are, over all starting hands."""
    return sum(
        _count_choices(_groups_of_start(start, deck).sizes.tolist(), dead) for start in starts
    )


def _groups_of_start(start: StartingHand, deck: Sequence[Card]) -> CardGroups:
    return group_cards(start.cards, [c for c in deck if c not in start.cards])


def _count_choices(group_sizes: Sequence[int], dead: int) -> int:
    """Return how many ways ``dead`` cards come out of groups of equivalent cards."""
    ways = [1] + [0] * dead
    for size in group_sizes:
        ways = [sum(ways[n - m] for m in range(min(size, n) + 1)) for n in range(dead + 1)]
    return ways[dead]


def dead_card_sets(groups: CardGroups, dead: int) -> Iterator[tuple[Ints, int]]:
    """Yield every distinct set of dead cards, as indexes into the rest, with its ways."""
    by_group = [np.flatnonzero(groups.group_of_card == g) for g in range(len(groups.sizes))]
    for counts, ways in _choices_by_group(groups.sizes.tolist(), dead):
        yield np.concatenate([cards[:n] for cards, n in zip(by_group, counts, strict=True)]), ways


def _choices_by_group(
    group_sizes: Sequence[int], dead: int
) -> Iterator[tuple[tuple[int, ...], int]]:
    if not group_sizes:
        if not dead:
            yield (), 1
        return
    for n in range(min(group_sizes[0], dead) + 1):
        for other_counts, ways in _choices_by_group(group_sizes[1:], dead - n):
            yield (n, *other_counts), ways * comb(group_sizes[0], n)


class Exposure(Struct, frozen=True):
    """The main game for a player who has extra knowledge and plays optimally with it.

    Values are in units of one required wager. Edges are the player's, as a share of the wagers
    in `edge_of`, so a positive edge is a loss for the house.
    """

    place: str | None
    """The place of the card seen before the first decision, if any."""
    players: int
    """How many players share their hands, including the player."""
    required: int
    base: Fraction
    """The expected value when nothing is exposed."""
    ev: Fraction | float
    """An exact fraction; a float if deals were sampled."""
    standard_error: float | None
    """The standard error of ``ev``; None if it is exact."""
    samples: int | None
    method: str
    """How the value was found: the shape of the game and what was enumerated or sampled."""
    seconds: float

    @property
    def is_exact(self) -> bool:
        """Whether nothing was sampled."""
        return self.standard_error is None

    @property
    def edge(self) -> Fraction | float:
        """The player's edge."""
        return self.ev / self.required

    @property
    def gain(self) -> Fraction | float:
        """The increase over the edge when nothing is exposed."""
        difference: Fraction | float = self.ev - self.base
        return difference / self.required

    @property
    def edge_error(self) -> float | None:
        """The standard error of edge and gain."""
        return None if self.standard_error is None else self.standard_error / self.required


class Valuation(Struct, frozen=True):
    """The result of a method: an exact value, or an estimate with its standard error."""

    ev: Fraction | float
    standard_error: float | None = None
    samples: int | None = None


MIN_PLAYERS: Final = 2
MIN_SAMPLES: Final = 2
"""A single sample has no standard error."""
MAX_SAMPLES: Final = 1_000_000
"""A limit of some hours of work."""


def exposable_places(rules: Rules) -> dict[str, int]:
    """Return the number of cards at each place where a card may be exposed."""
    return {place.name: place.cards for place in rules.places}


def check_players(rules: Rules, players: int) -> None:
    """Refuse a number of players that is out of range."""
    if not MIN_PLAYERS <= players <= rules.seats:
        raise Refused(f"players must be {MIN_PLAYERS} to {rules.seats}, not {players}")


def check_samples(samples: int | None) -> None:
    """Refuse a number of samples that is out of range."""
    if samples is not None and not MIN_SAMPLES <= samples <= MAX_SAMPLES:
        raise Refused(f"samples must be {MIN_SAMPLES} to {MAX_SAMPLES:,}, not {samples:,}")


MIN_CACHED_SECONDS = 2.0
"""Values that take less time are not cached."""


def exposure_cache_name(rules: Rules, subject: str, deck: tuple[Card, ...]) -> str | None:
    """Return the cache name of a value; None for a deck that is not complete."""
    return (
        f"expose-{subject}-{main_game_digest(rules)}-{lab_version()}"
        if deck == rules.deck.cards
        else None
    )


def read_exposure(name: str | None, progress: Progress) -> tuple[Valuation, float] | None:
    """Return a cached value and the seconds it took to compute, if any."""
    cached_body = disk_cache.read_cache(name, progress) if name else None
    if cached_body is None:
        return None
    ev, seconds = json.loads(cached_body)
    return Valuation(Fraction(ev)), float(seconds)


def write_exposure(name: str | None, valuation: Valuation, seconds: float) -> None:
    """Cache a value if it is exact and took long enough."""
    if name and valuation.standard_error is None and seconds > MIN_CACHED_SECONDS:
        disk_cache.write_cache(name, json.dumps([str(valuation.ev), seconds]).encode())


class ExposureAnalysis:
    """Values of exposed cards of one game."""

    def __init__(
        self,
        rules: Rules,
        *,
        deck: Sequence[Card] | None = None,
        progress: Progress = no_progress,
        cache: bool = True,
        keep: bool = True,
    ) -> None:
        """Prepare the analysis; without ``keep``, write nothing to the disk cache."""
        deck = rules.deck.cards if deck is None else deck
        self._rules, self._deck, self._progress = rules, tuple(deck), progress
        self._cache, self._keep = cache, keep

    @cached_property
    def main(self) -> MainGame:
        """The solved game without exposure."""
        return solve_main(
            self._rules,
            deck=self._deck,
            progress=self._progress,
            cache=self._cache,
            keep=self._keep,
        )

    @cached_property
    def _methods(self) -> ExposureMethods:
        rules, deck = self._rules, self._deck
        shape = find_shape_on_deck(rules, deck) or GenericShape(rules)
        return shape.expose(lambda: self.main, deck, self._progress)

    def without_exposure(self) -> Exposure:
        """Return the game without exposure."""
        return self._exposure(None, 1, Valuation(self.main.ev), self.main.seconds)

    def with_card(self, place: str) -> Exposure:
        """Return the value when one card of a place is seen before the first decision."""
        places = exposable_places(self._rules)
        if place not in places:
            raise Refused(f"unknown place {short_repr(place)}: choose from {', '.join(places)}")
        name = exposure_cache_name(self._rules, place, self._deck)
        if self._cache and (cached_value := read_exposure(name, self._progress)):
            return self._exposure(place, 1, *cached_value)
        value_with_card, clock = self._methods.value_with_card, Stopwatch()
        valuation = value_with_card(place)
        if self._keep:
            write_exposure(name, valuation, clock.seconds())
        return self._exposure(place, 1, valuation, clock.seconds())

    def with_players(
        self, players: int, samples: int | None = None, seed: str = DEFAULT_SEED
    ) -> Exposure:
        """Return the value when so many players share the cards they have looked at."""
        check_players(self._rules, players)
        check_samples(samples)
        name = exposure_cache_name(self._rules, f"{players}-players", self._deck)
        if (
            samples is None
            and self._cache
            and (cached_value := read_exposure(name, self._progress))
        ):
            return self._exposure(None, players, *cached_value)
        methods, clock = self._methods, Stopwatch()
        sample_count = methods.usual_samples(players) if samples is None else samples
        valuation = methods.value_with_shared_hands(players, sample_count, seed)
        if self._keep:
            write_exposure(name, valuation, clock.seconds())
        return self._exposure(None, players, valuation, clock.seconds())

    def all_exposures(self, samples: int | None = None, seed: str = DEFAULT_SEED) -> list[Exposure]:
        """Return the values for no exposure, every card and every number of players."""
        check_samples(samples)
        numbers = range(MIN_PLAYERS, self._rules.seats + 1)
        return [
            self.without_exposure(),
            *(self.with_card(place) for place in exposable_places(self._rules)),
            *(self.with_players(number, samples, seed) for number in numbers),
        ]

    def _exposure(
        self, place: str | None, players: int, valuation: Valuation, seconds: float
    ) -> Exposure:
        return Exposure(
            place=place,
            players=players,
            required=self.main.required,
            base=self.main.ev,
            ev=valuation.ev,
            standard_error=valuation.standard_error,
            samples=valuation.samples,
            method=_describe_method(self.main.method, place, players, valuation),
            seconds=seconds,
        )


def _describe_method(shape: str, place: str | None, players: int, valuation: Valuation) -> str:
    """Describe how a value was found."""
    if place is not None:
        return f"{shape}, for every card that may be seen"
    if players < MIN_PLAYERS:
        return shape
    dead = "every kind of dead cards" if valuation.samples is None else "dead cards that were drawn"
    return f"{shape}, for {dead}"
