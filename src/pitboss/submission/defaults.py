"""The built-in example: a complete filing that supplies what partial submissions leave out."""

from collections.abc import Mapping
from typing import Any, Final

from pitboss.games.game_parts import Side, switch_of
from pitboss.games.grammar import Game
from pitboss.games.payoffs import ByTable, Cases, HoleCards, Meter, Payoff, Progressive, Wheel

EXAMPLE_OPERATOR: Final = "Example Casino"
EXAMPLE_TABLE: Final[dict[str, Any]] = {
    "minimum": 500,
    "maximum": 50_000,
    "chip": 100,
    "dealing": "manual shoe",
    "shuffler": "none",
    "decks": 1,
}
EXAMPLE_RATE: Final = "1/10"
EXAMPLE_REFERENCE: Final = "example, not an approval"
"""The reference that marks an approval as an example."""
EXAMPLE_DATE: Final = "2026-01-01"


def default_submission(
    game: Game,
    letters: Mapping[str, str],
    top_symbols: Mapping[str, str] | None = None,
    *,
    reshuffling: bool = False,
) -> dict[str, Any]:
    """Return the whole example, with the paytables that ``letters`` names by wager.

    ``top_symbols`` names the symbols of top prizes for the wheels that come with those tables. With
    a ``reshuffling`` device the example includes its approval.
    """
    wagers: dict[str, Any] = {
        wager.key: {option.key: option.default for option in wager.options}
        for wager in game.required
        if wager.options
    }
    for side in game.sides:
        wagers[side.key] = {"offered": True} | _side_defaults(
            side, letters.get(side.key), (top_symbols or {}).get(side.key)
        )
    readings: dict[str, Any] = (
        {"readings": {reading.id: reading.default for reading in game.readings}}
        if game.readings
        else {}
    )
    boxes = {"boxes_per_player": 1} if game.boxes.most > 1 else {}
    approvals = {"filing": True, "layout": bool(game.layout.clause), "shuffler": reshuffling}
    return {
        "game": game.key,
        "operator": EXAMPLE_OPERATOR,
        "edition": game.edition,
        "table": EXAMPLE_TABLE | boxes,
        "wagers": wagers,
        **readings,
        "approvals": {
            name: {"reference": EXAMPLE_REFERENCE, "date": EXAMPLE_DATE}
            for name, applies in approvals.items()
            if applies
        },
    }


def is_example(submission: Mapping[str, Any]) -> bool:
    """Return whether a complete submission still has the example's operator or approvals."""
    references = [approval.get("reference") for approval in submission["approvals"].values()]
    return submission["operator"] == EXAMPLE_OPERATOR or EXAMPLE_REFERENCE in references


def payoff_of(side: Side, letter: str | None) -> Payoff:
    """Return how a side wager pays under the paytable of this letter, or under its default."""
    switch = switch_of(side.pays)
    return switch.choices[letter or switch.default] if switch else side.pays


def _side_defaults(side: Side, letter: str | None, top_symbol: str | None) -> dict[str, Any]:
    switch = switch_of(side.pays)
    table: dict[str, Any] = {"paytable": letter or switch.default} if switch else {}
    match payoff_of(side, letter):
        case Progressive() as progressive:
            return table | {
                "wager": progressive.stake,
                "meters": _meter_defaults(progressive.meters),
            }
        case Wheel() as wheel:
            community = {symbol.name: symbol.community for symbol in wheel.symbols.lines}
            has_own_top = top_symbol and top_symbol not in community
            symbols = [
                {
                    "symbol": top_symbol if has_own_top and name == wheel.top else name,
                    "stops": stops,
                    "community": community[name],
                }
                for name, stops in wheel.example_wheel.items()
            ]
            jackpot: dict[str, Any] = {}
            if wheel.fixed_prize:
                jackpot["fixed_prize"] = wheel.fixed_prize.default
            elif wheel.meters:
                jackpot["meters"] = _meter_defaults(wheel.meters)
            return table | {"wager": wheel.stake} | jackpot | {"wheel": symbols}
        case ByTable() | HoleCards() | Cases():
            return table | {"minimum": side.minimum, "maximum": side.maximum}


def _meter_defaults(meters: tuple[Meter, ...]) -> dict[str, Any]:
    return {m.name: {"start": m.least, "reset": m.least, "rate": EXAMPLE_RATE} for m in meters}
