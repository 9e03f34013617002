"""Check the names of a definition, its wagers and its meters."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from pitboss.games.game_parts import Raise, Required, Side, possible_values, switch_of
from pitboss.games.payoffs.payoff_checks import (
    find_duplicates,
    find_unknown,
    hand_names,
    repeats,
)
from pitboss.games.paytables import join_names

if TYPE_CHECKING:
    from pitboss.games.grammar import Game


GAME_KEY_PATTERN: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
NAME_PATTERN: Final = re.compile(r"[a-z][a-z0-9_]*")
CHOICE_PATTERN: Final = re.compile(r"(?!\d+$)[A-Za-z0-9][A-Za-z0-9_-]*")
MAX_SEATS: Final = 10
RESERVED_WAGER_NAMES: Final = frozenset({"spin", "abandoned", "forfeited"})
"""Words of a round's written form, which no wager may use as its name."""
_PATTERN_HINTS: Final = {
    NAME_PATTERN: "use lowercase letters, digits and _, such as five_card",
    CHOICE_PATTERN: "use letters, digits, - and _, and not only digits, such as 2x",
}


def check_keys(game: "Game") -> Iterator[str]:
    """Check that names are safe in a command line and in a URL."""
    if not GAME_KEY_PATTERN.fullmatch(game.key):
        form = "lowercase letters, digits and -, such as my-stud"
        yield f"the key {game.key!r} of the game must be {form}"
    for title, pattern, names in (
        ("place", NAME_PATTERN, [place.name for place in game.places]),
        ("hand", NAME_PATTERN, hand_names(game)),
        ("wager", NAME_PATTERN, [wager.key for wager in game.wagers]),
        ("reading", NAME_PATTERN, [reading.id for reading in game.readings]),
        (
            "option",
            NAME_PATTERN,
            [option.key for wager in game.required for option in wager.options],
        ),
        ("decision", CHOICE_PATTERN, [name for street in game.streets for name in street.choices]),
        (
            "choice",
            CHOICE_PATTERN,
            [name for choices in _operator_choices(game) for name in choices],
        ),
    ):
        for name in dict.fromkeys(names):
            if not pattern.fullmatch(name):
                yield f"the {title} {name!r} needs another name: {_PATTERN_HINTS[pattern]}"
    for wager in game.wagers:
        if wager.key in RESERVED_WAGER_NAMES:
            yield f"the wager {wager.key!r} needs another name: this one is reserved"
    places = {place.name for place in game.places}
    for side in game.sides:
        meters = {meter.name for payoff in possible_values(side.pays) for meter in payoff.meters}
        for name in sorted(meters & places):
            yield f"the meter {name!r} of {side.key} needs another name: a place has it"


def _operator_choices(game: "Game") -> Iterator[dict[str, str]]:
    """Yield the choices of each reading, option and set of paytables."""
    yield from (reading.choices for reading in game.readings)
    yield from (option.choices for wager in game.required for option in wager.options)
    switches = (switch_of(side.pays) for side in game.sides)
    yield from (dict.fromkeys(switch.choices, "") for switch in switches if switch)


def check_texts(game: "Game") -> Iterator[str]:
    """Check that texts for people are not empty and that numbers are in range."""
    for title, text in (("name", game.name), ("story", game.story)):
        if not text.strip():
            yield f"the {title} of the game is empty"
    yield from (f"the place {p.name!r} has no label" for p in game.places if not p.label.strip())
    yield from (f"the wager {w.key!r} has no label" for w in game.wagers if not w.label.strip())
    labels = {wager.key: wager.label for wager in game.wagers if wager.label.strip()}
    for label in repeats(labels.values()):
        yield f"two wagers have the label {label!r}: give each its own"
    for place in game.places:
        if place.cards < 1:
            yield f"the place {place.name!r} has {place.cards} cards: it must have at least 1"
    if not 1 <= game.seats <= MAX_SEATS:
        yield f"the game has {game.seats} seats: it must have 1 to {MAX_SEATS}"


def check_edge_wagers(game: "Game") -> Iterator[str]:
    """Check that the house edge is quoted by required wagers."""
    required = [wager.key for wager in game.required]
    yield from find_unknown("edge_of names the required wager", game.edge_of, required)
    yield from find_duplicates("wager in edge_of", game.edge_of)


def check_readings(game: "Game") -> Iterator[str]:
    """Check that every reading and option has at least two choices."""
    choices = [(reading.id, reading.choices) for reading in game.readings]
    options = [option for wager in game.required for option in wager.options]
    choices += [(option.key, option.choices) for option in options]
    yield from find_duplicates("reading or option", (key for key, _ in choices))
    yield from (f"{key} needs at least two choices" for key, some in choices if len(some) < 2)
    for word in game.hands:
        if len({type(hand) for hand in possible_values(word)}) > 1:
            yield f"the choices for the hand {possible_values(word)[0].name} are of different kinds"


def check_wagers(game: "Game") -> Iterator[str]:
    """Check that raises name a required wager and that each payoff is valid for its wager."""
    required = [wager.key for wager in game.required]
    faults: dict[str, list[str]] = {}  # wagers that pay the same way share them
    for wager in game.wagers:
        if required and isinstance(wager, Raise) and wager.of not in required:
            hint = f"choose from {', '.join(required)}"
            yield f"{wager.key} raises {wager.of!r}, which is not a required wager: {hint}"
        if isinstance(wager, Side) and not 1 <= wager.minimum <= wager.maximum:
            yield (
                f"{wager.key} takes {wager.minimum} to {wager.maximum} cents: the minimum must be "
                "at least 1 and at most the maximum"
            )
        if switch := switch_of(wager.pays):
            options = wager.options if isinstance(wager, Required) else ()
            if switch.by == "paytable" and not isinstance(wager, Side):
                yield f"{wager.key} has a choice of paytables, which only side wagers may have"
            elif switch.by == "option" and switch.key not in [option.key for option in options]:
                yield f"{wager.key} depends on {switch.key!r}, which is not one of its options"
        for payoff in possible_values(wager.pays):
            if payoff.stake is not None and not isinstance(wager, Side):
                yield f"{wager.key} is paid by meters or a wheel, which only side wagers can be"
            for fault in payoff.faults(game, wager.key):
                faults.setdefault(fault, []).append(wager.key)
    for fault, keys in faults.items():
        owners = list(dict.fromkeys(keys))
        yield f"{join_names(owners)}: {_in_plural(fault) if len(owners) > 1 else fault}"


def _in_plural(fault: str) -> str:
    """Return a fault of several wagers: ``they compare``, ``their table``."""
    fault = re.sub(r"^its\b", "their", fault)
    fault = re.sub(r"^it has\b", "they have", fault)
    return re.sub(r"^it (\w+)s\b", r"they \1", fault)


def check_meters(game: "Game") -> Iterator[str]:
    """Check that a meter belongs to one wager and that its floor is at least a cent."""
    owners: Counter[str] = Counter()
    for side in game.sides:
        names: set[str] = set()
        for payoff in possible_values(side.pays):
            names |= {meter.name for meter in payoff.meters}
            for meter in payoff.meters:
                if meter.least < 1:
                    yield (
                        f"the meter {meter.name!r} has the floor {meter.least}: least must be at "
                        "least 1 cent"
                    )
        owners.update(names)
    for name, count in owners.items():
        if count > 1:
            yield f"two wagers feed the meter {name!r}: give each wager its own meter"
