"""The built-in example: a complete filing, over which partial submissions are laid."""

from collections.abc import Mapping
from typing import Any, Final

from pitboss.games.grammar import Game
from pitboss.games.payoffs import ByTable, Cases, HoleCards, Meter, Payoff, Progressive, Wheel
from pitboss.games.words import Side, switch_of

OPERATOR: Final = "Example Casino"
TABLE: Final[dict[str, Any]] = {
    "minimum": 500,
    "maximum": 50_000,
    "chip": 100,
    "dealing": "manual shoe",
    "shuffler": "none",
    "decks": 1,
}
RATE: Final = "1/10"
EXAMPLE: Final = "example, not an approval"
"""The reference by which an approval says that it is none."""
APPROVED: Final = "2026-01-01"


def defaults(
    game: Game,
    chosen: Mapping[str, str],
    tops: Mapping[str, str] | None = None,
    *,
    reshuffling: bool = False,
) -> dict[str, Any]:
    """The whole example, where ``chosen`` names the paytables of some wagers.

    ``tops`` names the symbols of top prizes, for the wheels that come with those tables. With a
    ``reshuffling`` device it carries an approval of that, too.
    """
    wagers: dict[str, Any] = {
        wager.key: {option.key: option.default for option in wager.options}
        for wager in game.required
        if wager.options
    }
    for side in game.sides:
        wagers[side.key] = {"offered": True} | _side(
            side, chosen.get(side.key), (tops or {}).get(side.key)
        )
    readings: dict[str, Any] = (
        {"readings": {reading.id: reading.default for reading in game.readings}}
        if game.readings
        else {}
    )
    boxes = {"boxes_per_player": 1} if game.boxes.most > 1 else {}
    approved = {"filing": True, "layout": bool(game.layout.clause), "shuffler": reshuffling}
    return {
        "game": game.key,
        "operator": OPERATOR,
        "edition": game.edition,
        "table": TABLE | boxes,
        "wagers": wagers,
        **readings,
        "approvals": {
            name: {"reference": EXAMPLE, "date": APPROVED}
            for name, applies in approved.items()
            if applies
        },
    }


def is_example(whole: Mapping[str, Any]) -> bool:
    """Whether a whole submission is the example, or still rests on its operator or approvals."""
    references = [one.get("reference") for one in whole["approvals"].values()]
    return whole["operator"] == OPERATOR or EXAMPLE in references


def payoff_of(side: Side, letter: str | None) -> Payoff:
    """How a side wager is paid under the paytable of this letter, or under its default."""
    switch = switch_of(side.pays)
    return switch.choices[letter or switch.default] if switch else side.pays


def _side(side: Side, letter: str | None, top: str | None) -> dict[str, Any]:
    switch = switch_of(side.pays)
    table: dict[str, Any] = {"paytable": letter or switch.default} if switch else {}
    match payoff_of(side, letter):
        case Progressive() as progressive:
            return table | {"wager": progressive.stake, "meters": _meters(progressive.meters)}
        case Wheel() as wheel:
            community = {symbol.name: symbol.community for symbol in wheel.symbols.lines}
            named = top and top not in community
            symbols = [
                {
                    "symbol": top if named and name == wheel.top else name,
                    "stops": stops,
                    "community": community[name],
                }
                for name, stops in wheel.example_wheel.items()
            ]
            jackpot: dict[str, Any] = {}
            if wheel.fixed_prize:
                jackpot["fixed_prize"] = wheel.fixed_prize.default
            elif wheel.meters:
                jackpot["meters"] = _meters(wheel.meters)
            return table | {"wager": wheel.stake} | jackpot | {"wheel": symbols}
        case ByTable() | HoleCards() | Cases():
            return table | {"minimum": side.minimum, "maximum": side.maximum}


def _meters(meters: tuple[Meter, ...]) -> dict[str, Any]:
    return {m.name: {"start": m.least, "reset": m.least, "rate": RATE} for m in meters}
