"""Random submissions, valid and invalid."""

from typing import Any, Final

from pitboss.games import find_game
from pitboss.games.game_parts import BY_HAND, RESHUFFLING, Side
from pitboss.games.grammar import Game
from pitboss.games.payoffs import ByTable, Cases, HoleCards, Meter, Progressive, Wheel
from pitboss.shuffle.seeded_random import SeededRandom
from pitboss.submission import example_filing
from pitboss.submission.defaults import payoff_of
from pitboss.submission.schema import paytable_letters

Submission = dict[str, Any]

METER_RATES: Final = ("1/3", "1/7", "2/9", "1/10", "0")
"""The rates that a meter can have."""
CHIP_SIZES: Final = (1, 25, 100, 100, 500)
HIGH_LIMIT_ONE_IN: Final = 5
"""One table in this many has high limits."""
HIGHEST_LIMIT, HIGH_LIMIT = 5_000_000, 10_000
"""The highest maximum with high limits, at which the payout limit applies, and without."""


def random_submission(game: str, rng: SeededRandom, table_number: int | None = None) -> Submission:
    """Return a random valid submission; ``table_number`` makes tables use all methods in turn."""
    definition = find_game(game)
    chip = rng.pick(CHIP_SIZES)
    wagers = {side.key: _random_side(side, chip, rng) for side in definition.sides}
    for required in definition.required:
        for option in required.options:
            wagers[required.key] = {option.key: rng.pick([*option.choices])}
    high = rng.one_in(HIGH_LIMIT_ONE_IN)
    table = _random_limits(chip, high, rng) | random_equipment(game, rng, table_number=table_number)
    if definition.boxes.most > 1:
        table["boxes_per_player"] = rng.pick((1, 2, 3, definition.boxes.most))
    submission: Submission = {"table": table, "wagers": wagers}
    # Finding a payout limit takes a search, so high limits come with the default readings only.
    if definition.readings and not high:
        submission["readings"] = {
            reading.id: rng.pick([*reading.choices]) for reading in definition.readings
        }
    return example_filing(definition, submission)


def random_equipment(
    game: str, rng: SeededRandom, *, table_number: int | None = None, without: tuple[str, ...] = ()
) -> Submission:
    """Return a random dealing method and shuffler, without the excluded ones."""
    methods = [
        method for method in dealing_methods(find_game(game)) if not set(method) & set(without)
    ]
    # More can go wrong when people shuffle and cut.
    methods += [method for method in methods if method[1] == BY_HAND]
    index = rng.below(len(methods)) if table_number is None else table_number % len(methods)
    dealing, shuffler = methods[index]
    decks = 1 if shuffler == BY_HAND else rng.pick((1, 2, 2))
    return {"dealing": dealing, "shuffler": shuffler, "decks": decks}


def dealing_methods(game: Game) -> list[tuple[str, str]]:
    """Return every dealing method with every shuffler that it can be used with."""
    procedures = game.procedures
    needing = {
        dealing.method for dealing in procedures.dealing if dealing.needs_shuffler is not None
    }
    dealings = dict.fromkeys(dealing.method for dealing in procedures.dealing)
    shoe = procedures.reshuffling.dealing if procedures.reshuffling else ""
    return [
        (dealing, shuffler)
        for dealing in dealings
        for shuffler in game.procedures.shufflers
        if (shuffler != BY_HAND or dealing not in needing)
        and (shuffler != RESHUFFLING or dealing == shoe)
    ]


def machine_shufflers(game: str) -> tuple[str, ...]:
    """Return every shuffler that is a machine."""
    return tuple(name for name in find_game(game).procedures.shufflers if name != BY_HAND)


def faulty_submission(game: str, rng: SeededRandom) -> Submission:
    """Return a random submission that must be refused."""
    sides = find_game(game).sides
    side = rng.pick(sides).key if sides else "nothing"
    filing = example_filing(find_game(game))
    faults: tuple[Submission, ...] = (
        {},
        {**filing, "approvals": {}},
        {**filing, "edition": "another"},
        {"table": {"minimum": 0}},
        {"table": {"minimum": 1000, "maximum": 900}},
        {"table": {"dealing": "hand", "shuffler": BY_HAND}},
        {"table": {"decks": 3}},
        {"table": {"dealing": "manual shoe", "shuffler": RESHUFFLING}},
        {"wagers": {side: {"paytable": "Z"}}},
        {"wagers": {"nothing": {}}},
        {"readings": {"nothing": "none"}},
    )
    return rng.pick(faults)


def _random_limits(chip: int, high: bool, rng: SeededRandom) -> Submission:
    if high:
        minimum = chip * rng.pick((100, 400))
        maximum = min(HIGHEST_LIMIT, minimum * rng.pick((100, 2000)))
    else:
        minimum = max(100, chip * rng.pick((1, 5, 10)))
        maximum = min(HIGH_LIMIT, minimum * rng.pick((1, 5, 100)))
    return {"minimum": minimum, "maximum": maximum, "chip": chip}


def _random_side(side: Side, chip: int, rng: SeededRandom) -> Submission:
    letters = paytable_letters(side)
    # The last paytable of a progressive pays a meter for a hand that is not too rare.
    likely = payoff_of(side, letters[-1]).prizes is not None and rng.one_in(2)
    letter = letters[-1] if likely else rng.pick(letters)
    side_wager: Submission = {"offered": not rng.one_in(10), "paytable": letter}
    match payoff_of(side, letter):
        case Progressive() as pays:
            stake = rng.pick([*pays.envy_by_stake])
            side_wager |= {"wager": stake, "meters": _random_meters(pays.meters, rng)}
        case Wheel() as wheel:
            side_wager["wheel"] = _random_wheel(wheel, rng)
            if wheel.meters:
                side_wager["meters"] = _random_meters(wheel.meters, rng)
        case ByTable() | HoleCards() | Cases():
            least = chip * rng.pick((1, 2, 5))
            side_wager |= {"minimum": least, "maximum": least * rng.pick((1, 10, 100))}
    return side_wager


def _random_meters(meters: tuple[Meter, ...], rng: SeededRandom) -> Submission:
    return {
        meter.name: {
            "start": meter.least + rng.pick((0, 1, 12_345)),
            "reset": meter.least + rng.pick((0, 1, 500)),
            "rate": rng.pick(METER_RATES),
        }
        for meter in meters
    }


def _random_wheel(wheel: Wheel, rng: SeededRandom) -> list[Submission]:
    """Return a wheel with many jackpots and community pays, so that a short run reaches them."""
    return [
        {
            "symbol": symbol.name,
            "stops": rng.between(10, 40)
            if symbol.name == "jackpot" or symbol.community
            else rng.between(1, 3),
        }
        for symbol in wheel.symbols.lines
    ]
