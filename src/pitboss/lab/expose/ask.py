"""What is exposed, asked of the method that fits the shape of the game."""

from collections.abc import Sequence
from functools import cached_property

from pitboss.cards import Card
from pitboss.lab.expose import kept
from pitboss.lab.expose.chance import SEED
from pitboss.lab.expose.checks import FEWEST_PLAYERS, check_players, check_samples, places
from pitboss.lab.expose.exposure import Exposure, Worth
from pitboss.lab.main import solve_main
from pitboss.lab.results import Main
from pitboss.lab.shape import Methods
from pitboss.lab.shapes import shape_on
from pitboss.lab.work import Clock, Told, untold
from pitboss.refusal import Refused, brief
from pitboss.submission.rules import Rules


class Exposed:
    """One game, about which several things may be asked."""

    def __init__(
        self,
        rules: Rules,
        *,
        deck: Sequence[Card] | None = None,
        told: Told = untold,
        cache: bool = True,
        keep: bool = True,
    ) -> None:
        """Without ``keep`` the disk keeps nothing: where strangers ask, it would fill up."""
        deck = rules.deck.cards if deck is None else deck
        self._rules, self._deck, self._told = rules, tuple(deck), told
        self._cache, self._keep = cache, keep

    @cached_property
    def main(self) -> Main:
        """The game as it is, solved."""
        return solve_main(
            self._rules, deck=self._deck, told=self._told, cache=self._cache, keep=self._keep
        )

    @cached_property
    def _methods(self) -> Methods:
        rules, deck = self._rules, self._deck
        if shape := shape_on(rules, deck):
            return shape.expose(lambda: self.main, deck, self._told)
        raise Refused(
            f"{rules.game} has no shape that the lab solves fast: it cannot say what knowing a "
            "card is worth"
        )

    def nothing(self) -> Exposure:
        """The game as it is."""
        return self._exposure(None, 1, Worth(self.main.ev), self.main.seconds)

    def card(self, place: str) -> Exposure:
        """One card of a place is seen before the first decision."""
        there = places(self._rules)
        if place not in there:
            raise Refused(
                f"there is no card {brief(place)} on this table: it has {', '.join(there)}"
            )
        name = kept.name_of(self._rules, place, self._deck)
        if self._cache and (known := kept.read(name, self._told)):
            return self._exposure(place, 1, *known)
        seen, clock = self._methods.seen, Clock()
        worth = seen(place)
        if self._keep:
            kept.write(name, worth, clock.seconds())
        return self._exposure(place, 1, worth, clock.seconds())

    def players(self, players: int, samples: int | None = None, seed: str = SEED) -> Exposure:
        """So many players know each other's cards as far as they have looked at them."""
        check_players(self._rules, players)
        check_samples(samples)
        name = kept.name_of(self._rules, f"{players}-players", self._deck)
        if samples is None and self._cache and (known := kept.read(name, self._told)):
            return self._exposure(None, players, *known)
        found, clock = self._methods, Clock()
        drawn = found.usual_samples(players) if samples is None else samples
        worth = found.shared(players, drawn, seed)
        if self._keep:
            kept.write(name, worth, clock.seconds())
        return self._exposure(None, players, worth, clock.seconds())

    def everything(self, samples: int | None = None, seed: str = SEED) -> list[Exposure]:
        """Nothing, every card, every number of players."""
        check_samples(samples)
        numbers = range(FEWEST_PLAYERS, self._rules.seats + 1)
        return [
            self.nothing(),
            *(self.card(place) for place in places(self._rules)),
            *(self.players(number, samples, seed) for number in numbers),
        ]

    def _exposure(self, place: str | None, players: int, worth: Worth, seconds: float) -> Exposure:
        return Exposure(
            place=place,
            players=players,
            required=self.main.required,
            base=self.main.ev,
            ev=worth.ev,
            standard_error=worth.standard_error,
            samples=worth.samples,
            method=_how(self.main.method, place, players, worth),
            seconds=seconds,
        )


def _how(shape: str, place: str | None, players: int, worth: Worth) -> str:
    """How a value was found, in words."""
    if place is not None:
        return f"{shape}, for every card that may be seen"
    if players < FEWEST_PLAYERS:
        return shape
    dead = "every kind of dead cards" if worth.samples is None else "dead cards that were drawn"
    return f"{shape}, for {dead}"
