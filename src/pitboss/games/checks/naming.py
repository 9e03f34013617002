"""Names that programs and people use: in commands, addresses, layouts and sentences."""

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Final

from pitboss.games.checks.common import twice, unknown
from pitboss.games.payoffs.faults import hand_names
from pitboss.games.words import alternatives, switch_of

if TYPE_CHECKING:
    from pitboss.games.grammar import Game

GAME_KEY: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")
NAME: Final = re.compile(r"[a-z][a-z0-9_]*")
CHOICE: Final = re.compile(r"(?!\d+$)[A-Za-z0-9][A-Za-z0-9_-]*")
MOST_SEATS: Final = 10
RESERVED: Final = frozenset({"spin", "abandoned", "forfeited"})
"""Words of the line that a round is written in, which no wager may take."""
_FORMS: Final = {
    NAME: "lowercase letters, digits and _, such as five_card",
    CHOICE: "letters, digits, - and _, and no mere number, such as 2x",
}


def keys(game: "Game") -> Iterator[str]:
    """Names have no spaces and nothing that a command line or an address would stumble over."""
    if not GAME_KEY.fullmatch(game.key):
        form = "lowercase letters, digits and -, such as my-stud"
        yield f"the key {game.key!r} of the game needs {form}"
    for what, pattern, names in (
        ("place", NAME, [place.name for place in game.places]),
        ("hand", NAME, hand_names(game)),
        ("wager", NAME, [wager.key for wager in game.wagers]),
        ("reading", NAME, [reading.id for reading in game.readings]),
        ("option", NAME, [option.key for wager in game.required for option in wager.options]),
        ("decision", CHOICE, [name for street in game.streets for name in street.choices]),
        ("choice", CHOICE, [name for one in _offered(game) for name in one]),
    ):
        for name in dict.fromkeys(names):
            if not pattern.fullmatch(name):
                yield f"the {what} {name!r} needs another name: {_FORMS[pattern]}"
    for wager in game.wagers:
        if wager.key in RESERVED:
            yield f"the wager {wager.key!r} needs another name: a round uses this one otherwise"
    places = {place.name for place in game.places}
    for side in game.sides:
        meters = {meter.name for payoff in alternatives(side.pays) for meter in payoff.meters}
        for name in sorted(meters & places):
            yield f"the meter {name!r} of {side.key} needs another name: a place is called so"


def _offered(game: "Game") -> Iterator[dict[str, str]]:
    """The choices of readings, options and paytables."""
    yield from (reading.choices for reading in game.readings)
    yield from (option.choices for wager in game.required for option in wager.options)
    switches = (switch_of(side.pays) for side in game.sides)
    yield from (dict.fromkeys(one.choices, "") for one in switches if one)


def texts(game: "Game") -> Iterator[str]:
    """What people read is there, and numbers that people count are in range."""
    for what, text in (("name", game.name), ("story", game.story)):
        if not text.strip():
            yield f"the {what} of the game is empty"
    yield from (f"the place {p.name!r} has no label" for p in game.places if not p.label.strip())
    yield from (f"the wager {w.key!r} has no label" for w in game.wagers if not w.label.strip())
    yield from (f"{p.name!r} has {p.cards} cards: 1 at least" for p in game.places if p.cards < 1)
    if not 1 <= game.seats <= MOST_SEATS:
        yield f"the game has {game.seats} seats: a table has 1 to {MOST_SEATS}"


def edge(game: "Game") -> Iterator[str]:
    """The house edge is quoted by required wagers."""
    required = [wager.key for wager in game.required]
    yield from unknown("edge_of names the required wager", game.edge_of, required)
    yield from twice("wager in edge_of", game.edge_of)


def readings(game: "Game") -> Iterator[str]:
    """A reading or an option leaves something to choose."""
    offered = [(one.id, one.choices) for one in game.readings]
    offered += [(one.key, one.choices) for wager in game.required for one in wager.options]
    yield from twice("reading or option", (key for key, _ in offered))
    yield from (f"{key} has fewer than two choices" for key, some in offered if len(some) < 2)
    for word in game.hands:
        if len({type(hand) for hand in alternatives(word)}) > 1:
            yield f"the choices for the hand {alternatives(word)[0].name} are of different kinds"
