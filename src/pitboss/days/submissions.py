"""Submissions drawn by chance: methods, limits, paytables, wheels, meters with odd rates."""

from typing import Any, Final

from pitboss.days.chance import Chance
from pitboss.games import find_game
from pitboss.games.grammar import Game
from pitboss.games.payoffs import ByTable, Cases, HoleCards, Meter, Progressive, Wheel
from pitboss.games.words import BY_HAND, RESHUFFLING, Side
from pitboss.submission import example
from pitboss.submission.defaults import payoff_of
from pitboss.submission.schema import paytables

Submission = dict[str, Any]

RATES: Final = ("1/3", "1/7", "2/9", "1/10", "0")
"""Up to three meters may take any of these."""
CHIPS: Final = (1, 25, 100, 100, 500)
HIGH_IN: Final = 5
"""A table of high stakes, once in so many…"""
HIGHEST, HIGH = 5_000_000, 10_000
"""…takes wagers by which the payout limit bites; any other does not, or hardly ever."""


def drawn(game: str, chance: Chance, turn: int | None = None) -> Submission:
    """A complete one that the game takes; with a turn, its method is the one whose turn it is."""
    definition = find_game(game)
    chip = chance.pick(CHIPS)
    wagers = {side.key: _side(side, chip, chance) for side in definition.sides}
    for required in definition.required:
        for option in required.options:
            wagers[required.key] = {option.key: chance.pick([*option.choices])}
    high = chance.one_in(HIGH_IN)
    table = _limits(chip, high, chance) | equipment(game, chance, turn=turn)
    if definition.boxes.most > 1:
        table["boxes_per_player"] = chance.pick((1, 2, 3, definition.boxes.most))
    submission: Submission = {"table": table, "wagers": wagers}
    # To find a payout limit takes a search, which only the readings by default are worth here.
    if definition.readings and not high:
        submission["readings"] = {
            reading.id: chance.pick([*reading.choices]) for reading in definition.readings
        }
    return example(definition, submission)


def equipment(
    game: str, chance: Chance, *, turn: int | None = None, without: tuple[str, ...] = ()
) -> Submission:
    """A way of dealing and shuffling, without some of them."""
    some = [one for one in methods(find_game(game)) if not set(one) & set(without)]
    # A deck that people shuffle and cut has more to go wrong with.
    some += [one for one in some if one[1] == BY_HAND]
    dealing, shuffler = chance.pick(some) if turn is None else some[turn % len(some)]
    decks = 1 if shuffler == BY_HAND else chance.pick((1, 2, 2))
    return {"dealing": dealing, "shuffler": shuffler, "decks": decks}


def methods(game: Game) -> list[tuple[str, str]]:
    """Every way of dealing with every way of shuffling that goes with it."""
    book = game.procedures
    needing = {dealing.method for dealing in book.dealing if dealing.needs_shuffler is not None}
    dealings = dict.fromkeys(dealing.method for dealing in book.dealing)
    shoe = book.reshuffling.dealing if book.reshuffling else ""
    return [
        (dealing, shuffler)
        for dealing in dealings
        for shuffler in game.procedures.shufflers
        if (shuffler != BY_HAND or dealing not in needing)
        and (shuffler != RESHUFFLING or dealing == shoe)
    ]


def machines(game: str) -> tuple[str, ...]:
    """Every way of shuffling that takes a machine."""
    return tuple(name for name in find_game(game).procedures.shufflers if name != BY_HAND)


def faulty(game: str, chance: Chance) -> Submission:
    """One that the game does not take."""
    sides = find_game(game).sides
    side = chance.pick(sides).key if sides else "nothing"
    whole = example(find_game(game))
    faults: tuple[Submission, ...] = (
        {},
        {**whole, "approvals": {}},
        {**whole, "edition": "another"},
        {"table": {"minimum": 0}},
        {"table": {"minimum": 1000, "maximum": 900}},
        {"table": {"dealing": "hand", "shuffler": BY_HAND}},
        {"table": {"decks": 3}},
        {"table": {"dealing": "manual shoe", "shuffler": RESHUFFLING}},
        {"wagers": {side: {"paytable": "Z"}}},
        {"wagers": {"nothing": {}}},
        {"readings": {"nothing": "none"}},
    )
    return chance.pick(faults)


def _limits(chip: int, high: bool, chance: Chance) -> Submission:
    if high:
        minimum = chip * chance.pick((100, 400))
        maximum = min(HIGHEST, minimum * chance.pick((100, 2000)))
    else:
        minimum = max(100, chip * chance.pick((1, 5, 10)))
        maximum = min(HIGH, minimum * chance.pick((1, 5, 100)))
    return {"minimum": minimum, "maximum": maximum, "chip": chip}


def _side(side: Side, chip: int, chance: Chance) -> Submission:
    letters = paytables(side)
    # The last table of a progressive pays a meter to a hand that comes up now and then.
    likely = payoff_of(side, letters[-1]).prizes is not None and chance.one_in(2)
    letter = letters[-1] if likely else chance.pick(letters)
    filed: Submission = {"offered": not chance.one_in(10), "paytable": letter}
    match payoff_of(side, letter):
        case Progressive() as pays:
            stake = chance.pick([*pays.envy_by_stake])
            filed |= {"wager": stake, "meters": _meters(pays.meters, chance)}
        case Wheel() as wheel:
            filed["wheel"] = _wheel(wheel, chance)
            if wheel.meters:
                filed["meters"] = _meters(wheel.meters, chance)
        case ByTable() | HoleCards() | Cases():
            least = chip * chance.pick((1, 2, 5))
            filed |= {"minimum": least, "maximum": least * chance.pick((1, 10, 100))}
    return filed


def _meters(meters: tuple[Meter, ...], chance: Chance) -> Submission:
    return {
        meter.name: {
            "start": meter.least + chance.pick((0, 1, 12_345)),
            "reset": meter.least + chance.pick((0, 1, 500)),
            "rate": chance.pick(RATES),
        }
        for meter in meters
    }


def _wheel(spin: Wheel, chance: Chance) -> list[Submission]:
    """Jackpots and what goes to the others come up often, so that a short run sees them."""
    return [
        {
            "symbol": symbol.name,
            "stops": chance.between(10, 40)
            if symbol.name == "jackpot" or symbol.community
            else chance.between(1, 3),
        }
        for symbol in spin.symbols.lines
    ]
