"""Laying a submission over the default, and finding everything that is wrong with it."""

from collections.abc import Iterator, Mapping
from copy import deepcopy
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

from pitboss.games.grammar import Game
from pitboss.submission.defaults import defaults
from pitboss.submission.faults import Fault
from pitboss.submission.kinds import dollars, number
from pitboss.submission.schema import Keys, Leaf, Wheel, paytables, schema


def completed(game: Game, given: Mapping[str, Any]) -> tuple[dict[str, Any], list[Fault]]:
    """The submission with every key filled in, and its faults; with faults it is not to be used."""
    chosen = _chosen_paytables(game, given)
    keys = schema(game, chosen)
    faults = list(_misplaced(game, keys, given, ""))
    if faults:
        return defaults(game, chosen), faults
    whole = _laid_over(defaults(game, chosen), given)
    faults = list(_values(game, keys, whole, ""))
    return whole, faults or list(_together(game, whole))


def _chosen_paytables(game: Game, given: Mapping[str, Any]) -> dict[str, str]:
    """The letters that the submission names and the game has; others are found as faults later."""
    wagers = given.get("wagers")
    chosen: dict[str, str] = {}
    for side in game.sides:
        of_side = wagers.get(side.key) if isinstance(wagers, Mapping) else None
        letter = of_side.get("paytable") if isinstance(of_side, Mapping) else None
        if isinstance(letter, str) and letter in paytables(side):
            chosen[side.key] = letter
    return chosen


def _misplaced(game: Game, keys: Keys, given: object, path: str) -> Iterator[Fault]:
    """Keys that do not belong, and values where keys should be."""
    if not isinstance(given, Mapping):
        yield Fault(path or "the submission", f"is {given!r} but must be a table of keys")
        return
    for key, value in given.items():
        where = f"{path}.{key}" if path else str(key)
        if key not in keys:
            near = get_close_matches(str(key), keys, n=1)
            hint = (
                f"did you mean {near[0]}?" if near else f"the keys are {', '.join(keys) or 'none'}"
            )
            yield Fault(where, f"is not a key of a {game.key} submission: {hint}")
        elif isinstance(keys[key], dict):
            yield from _misplaced(game, keys[key], value, where)
        elif isinstance(keys[key], Leaf) and isinstance(value, Mapping):
            yield Fault(where, "is a table of keys but must be a value")


def _laid_over(base: dict[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Objects merge deeply; anything else replaces what was there."""
    merged = dict(base)
    for key, value in given.items():
        under = merged.get(key)
        merged[key] = (
            _laid_over(under, value)
            if isinstance(under, dict) and isinstance(value, Mapping)
            else deepcopy(value)
        )
    return merged


def _values(game: Game, keys: Keys, whole: Mapping[str, Any], path: str) -> Iterator[Fault]:
    for key, value in whole.items():
        where = f"{path}.{key}" if path else key
        match keys[key]:
            case Leaf(kind=kind, clause=clause):
                if problem := kind(value):
                    yield Fault(where, problem, game.cite(clause))
            case Wheel() as wheel:
                yield from _wheel(game, wheel, value, where)
            case inner:
                yield from _values(game, inner, value, where)


def _wheel(game: Game, wheel: Wheel, stops: object, where: str) -> Iterator[Fault]:
    clause = game.cite(wheel.clause)
    if not isinstance(stops, list) or not stops:
        yield Fault(where, "must be a list of symbols with their stops", clause)
        return
    seen: set[str] = set()
    for place, stop in enumerate(stops, start=1):
        at = f"{where}[{place}]"
        if not isinstance(stop, Mapping) or not {"symbol", "stops"} <= stop.keys():
            yield Fault(at, "must have a symbol and its stops", clause)
            continue
        for key in stop.keys() - {"symbol", "stops", "community"}:
            yield Fault(f"{at}.{key}", "is not a key: a stop has symbol, stops and community")
        symbol = stop["symbol"]
        if not isinstance(symbol, str) or symbol not in wheel.symbols:
            names = ", ".join(wheel.symbols)
            yield Fault(f"{at}.symbol", f"is {symbol!r} but must be one of {names}", clause)
            continue
        if symbol in seen:
            yield Fault(f"{at}.symbol", f"is {symbol!r}, which the wheel has already", clause)
        seen.add(symbol)
        if problem := number(1, 10**6)(stop["stops"]):
            yield Fault(f"{at}.stops", problem, clause)
        listed = wheel.symbols[symbol]
        community = stop.get("community", listed)
        if type(community) is not int or community != listed:
            problem = f"is {community!r} but the rulebook lists {dollars(listed)} ({listed} cents)"
            yield Fault(f"{at}.community", problem, clause)


def _together(game: Game, whole: Mapping[str, Any]) -> Iterator[Fault]:
    """What single values cannot show."""
    table = whole["table"]
    if table["minimum"] > table["maximum"]:
        yield Fault("table.minimum", f"is above the maximum of {dollars(table['maximum'])}")
    shuffled = table["shuffler"] != "none"
    for dealing in game.dealing:
        if dealing.method == table["dealing"] and dealing.needs_shuffler and not shuffled:
            yield Fault(
                "table.dealing",
                f"is {dealing.method!r}, which needs an automated shuffler",
                game.cite(dealing.needs_shuffler),
            )
    if table["decks"] == 2 and not shuffled:
        yield Fault(
            "table.decks", "is 2, which needs an automated shuffler", game.cite(game.two_decks)
        )
    for key, wager in whole["wagers"].items():
        if "minimum" in wager and wager["minimum"] > wager["maximum"]:
            problem = f"is above the maximum of {dollars(wager['maximum'])}"
            yield Fault(f"wagers.{key}.minimum", problem)
        if sum(Fraction(meter["rate"]) for meter in wager.get("meters", {}).values()) > 1:
            yield Fault(f"wagers.{key}.meters", "take more than the whole wager between them")
