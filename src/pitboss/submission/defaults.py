"""The built-in example: a complete filing, over which partial submissions are laid."""

from collections.abc import Mapping
from typing import Any, Final

from pitboss.games.grammar import Game
from pitboss.games.payoffs import Meter, Payoff, Progressive, Spin
from pitboss.games.words import Side, Switch

OPERATOR: Final = "Example Casino"
TABLE: Final[dict[str, Any]] = {
    "minimum": 500,
    "maximum": 50_000,
    "chip": 100,
    "dealing": "manual shoe",
    "shuffler": "none",
    "decks": 1,
}
SIDE_LIMITS: Final[dict[str, Any]] = {"minimum": 100, "maximum": 10_000}
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
    if isinstance(side.pays, Switch):
        return side.pays.choices[letter or side.pays.default]
    return side.pays


def _side(side: Side, letter: str | None, top: str | None) -> dict[str, Any]:
    table = {"paytable": letter or side.pays.default} if isinstance(side.pays, Switch) else {}
    match payoff_of(side, letter):
        case Progressive(meters=meters, envy=envy):
            return table | {"wager": min(envy), "meters": _meters(meters)}
        case Spin() as spin:
            community = {symbol.name: symbol.community for symbol in spin.symbols.lines}
            named = top and top not in community
            wheel = [
                {
                    "symbol": top if named and name == spin.top else name,
                    "stops": stops,
                    "community": community[name],
                }
                for name, stops in spin.example_wheel.items()
            ]
            jackpot: dict[str, Any] = (
                {"fixed_prize": spin.fixed_prize.default}
                if spin.fixed_prize
                else {"meters": _meters(spin.meters)}
            )
            return table | {"wager": spin.wager} | jackpot | {"wheel": wheel}
        case _:
            return table | SIDE_LIMITS


def _meters(meters: tuple[Meter, ...]) -> dict[str, Any]:
    return {m.name: {"start": m.least, "reset": m.least, "rate": RATE} for m in meters}
