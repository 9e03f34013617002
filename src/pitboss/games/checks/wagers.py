"""Wagers, and what each payoff finds wrong with itself."""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pitboss.games.payout_words import listed
from pitboss.games.words import Raise, Required, Side, alternatives, switch_of

if TYPE_CHECKING:
    from pitboss.games.grammar import Game


def wagers(game: "Game") -> Iterator[str]:
    """Raises raise something; each way of paying is whole, and fits its wager."""
    required = [wager.key for wager in game.required]
    faults: dict[str, list[str]] = {}  # wagers that are paid alike have the same ones
    for wager in game.wagers:
        if required and isinstance(wager, Raise) and wager.of not in required:
            some = f"choose from {', '.join(required)}"
            yield f"{wager.key} raises {wager.of!r}, which is not a required wager: {some}"
        if isinstance(wager, Side) and not 1 <= wager.minimum <= wager.maximum:
            yield f"{wager.key} takes {wager.minimum} to {wager.maximum} cents, which is no range"
        if switch := switch_of(wager.pays):
            options = wager.options if isinstance(wager, Required) else ()
            if switch.by == "paytable" and not isinstance(wager, Side):
                yield f"{wager.key} has a choice of paytables, which only side wagers have"
            elif switch.by == "option" and switch.key not in [option.key for option in options]:
                yield f"{wager.key} turns on {switch.key!r}, which is no option of it"
        for payoff in alternatives(wager.pays):
            if payoff.stake is not None and not isinstance(wager, Side):
                yield f"{wager.key} is paid by meters or a wheel, which only side wagers are"
            for fault in payoff.faults(game, wager.key):
                faults.setdefault(fault, []).append(wager.key)
    for fault, keys in faults.items():
        yield f"{listed(dict.fromkeys(keys))}: {fault}"


def meters(game: "Game") -> Iterator[str]:
    """A meter belongs to one wager, and its floor is a sum."""
    owners: Counter[str] = Counter()
    for side in game.sides:
        names: set[str] = set()
        for payoff in alternatives(side.pays):
            names |= {meter.name for meter in payoff.meters}
            for meter in payoff.meters:
                if meter.least < 1:
                    yield f"the meter {meter.name!r} may start at nothing"
        owners.update(names)
    yield from (f"two wagers feed the meter {name!r}" for name, n in owners.items() if n > 1)
