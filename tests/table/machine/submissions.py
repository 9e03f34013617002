"""Random submissions: ways of dealing, limits, paytables, meters with odd rates, readings."""

from random import Random
from typing import Any, Final

from pitboss.games import find_game
from pitboss.games.game_parts import Side, Switch
from pitboss.games.payoffs import Meter, Progressive, Wheel
from pitboss.submission import with_equipment
from pitboss.submission.defaults import payoff_of
from tests.filings import complete

from .coverage import METHODS

Submission = dict[str, Any]

RATES: Final = ("1/3", "1/7", "2/9", "1/10", "0")
"""Up to three meters may use any of these rates."""


def random_submission(game: str, chance: Random) -> Submission:
    """Return a complete submission that the game accepts."""
    definition = find_game(game)
    wagers: Submission = {side.key: _side(side, chance) for side in definition.sides}
    for required in definition.required:
        for option in required.options:
            wagers[required.key] = {option.key: chance.choice([*option.choices])}
    submission: Submission = {"table": _table(chance), "wagers": wagers}
    if definition.boxes.most > 1:
        submission["table"]["boxes_per_player"] = chance.choice((1, 2, 3, 6))
    if definition.readings:
        submission["readings"] = {
            reading.id: chance.choice([*reading.choices]) for reading in definition.readings
        }
    return complete(game, submission)


def by_method(game: str, dealing: str, shuffler: str, decks: int, chance: Random) -> Submission:
    """Return a submission with this method and every side wager, all possible with chips."""
    submission = random_submission(game, chance)
    for side in find_game(game).sides:
        submission["wagers"][side.key]["offered"] = True
    way = {"dealing": dealing, "shuffler": shuffler, "decks": decks}
    way |= {"minimum": 500, "maximum": 50_000, "chip": 100}
    return complete(game, with_equipment(submission, way))


def faulty_submission(game: str, chance: Random) -> Submission:
    """Return a submission that the game does not accept."""
    submission = random_submission(game, chance)
    side = chance.choice(find_game(game).sides).key
    faults: list[tuple[str, object]] = [
        ("table", submission["table"] | {"minimum": 0}),
        ("table", submission["table"] | {"minimum": 10**30}),
        ("table", submission["table"] | {"dealing": "hand", "shuffler": "none"}),
        ("table", submission["table"] | {"shuffler": "none", "decks": 2}),
        ("table", submission["table"] | {"minimum": 1000, "maximum": 900}),
        ("wagers", {side: {"paytable": "Z"}}),
        ("wagers", {"nothing": {}}),
        ("readings", {"nothing": "none"}),
        ("operator", {}),
        ("edition", "another"),
        ("approvals", {}),
    ]
    key, value = chance.choice(faults)
    return submission | {key: value}


def _table(chance: Random) -> Submission:
    dealing, shuffler, decks = chance.choice(METHODS)
    minimum = chance.choice((100, 500, 700))
    return {
        "minimum": minimum,
        "maximum": minimum * chance.choice((5, 100, 2000)),
        "chip": chance.choice((1, 50, 100)),
        "dealing": dealing,
        "shuffler": shuffler,
        "decks": decks,
    }


def _side(side: Side, chance: Random) -> Submission:
    letter = chance.choice([*side.pays.choices]) if isinstance(side.pays, Switch) else "A"
    submission: Submission = {"offered": chance.random() < 0.85, "paytable": letter}
    match payoff_of(side, letter):
        case Progressive(meters=meters, envy_by_stake=envy):
            submission |= {"wager": chance.choice([*envy]), "meters": _meters(meters, chance)}
        case Wheel(meters=meters) as spin:
            submission["wheel"] = _wheel(spin, chance)
            if meters:
                submission["meters"] = _meters(meters, chance)
        case _:
            least = chance.choice((100, 300))
            submission |= {"minimum": least, "maximum": least * chance.choice((1, 10, 100))}
    return submission


def _meters(meters: tuple[Meter, ...], chance: Random) -> Submission:
    return {
        meter.name: {
            "start": meter.least + chance.choice((0, 1, 12_345)),
            "reset": meter.least + chance.choice((0, 1, 500)),
            "rate": chance.choice(RATES),
        }
        for meter in meters
    }


def _wheel(spin: Wheel, chance: Random) -> list[Submission]:
    """Return a wheel with many jackpots and community symbols, so that short runs see them."""
    stops = []
    for symbol in spin.symbols.lines:
        often = symbol.name == "jackpot" or symbol.community
        stops.append({"symbol": symbol.name, "stops": chance.choice((20, 40)) if often else 1})
    return stops
