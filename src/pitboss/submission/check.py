"""Laying a submission over the default, and finding everything that is wrong with it at once."""

from collections.abc import Iterator, Mapping
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

from pitboss.games.grammar import Game
from pitboss.games.words import RESHUFFLING
from pitboss.money import dollars
from pitboss.refusal import brief
from pitboss.submission.defaults import defaults
from pitboss.submission.faults import Fault, NewFault
from pitboss.submission.kinds import number
from pitboss.submission.schema import Keys, Leaf, Wheel, paytables, schema


def completed(
    game: Game, given: object, chosen: Mapping[str, str] | None = None
) -> tuple[dict[str, Any], list[Fault]]:
    """The submission with every key filled in, and its faults; with faults it is not to be used.

    Paytables that are ``chosen`` stand for those that it names.
    """
    if not isinstance(given, Mapping):
        problem = f"is {brief(given)} but must be a table of keys"
        return defaults(game, {}), [
            Fault("the submission", problem, game.cite(game.procedures.submission_clause))
        ]
    if chosen is None:
        chosen = chosen_paytables(game, given)
    keys = schema(game, chosen)
    faults: list[Fault] = []
    known = _known(game, keys, given, "", faults)
    tops = _named_symbols(game, given)
    whole = _laid_over(defaults(game, chosen, tops, reshuffling=reshuffles(given)), known)
    faults += _values(game, keys, whole, "")
    faults += _together(game, keys, whole, {fault.path for fault in faults})
    if not faults:
        _fill_wheels(keys["wagers"], whole["wagers"])
    return whole, faults


def reshuffles(given: Mapping[str, Any]) -> bool:
    """Whether the submission files a device that reshuffles by itself."""
    table = given.get("table")
    return isinstance(table, Mapping) and table.get("shuffler") == RESHUFFLING


def chosen_paytables(game: Game, given: Mapping[str, Any]) -> dict[str, str]:
    """The letters that the submission names and the game has; others are found as faults later."""
    wagers = given.get("wagers")
    chosen: dict[str, str] = {}
    for side in game.sides:
        of_side = wagers.get(side.key) if isinstance(wagers, Mapping) else None
        letter = of_side.get("paytable") if isinstance(of_side, Mapping) else None
        if isinstance(letter, str) and letter in paytables(side):
            chosen[side.key] = letter
    return chosen


def _named_symbols(game: Game, given: Mapping[str, Any]) -> dict[str, str]:
    """The symbols that the submission names for top prizes; faulty ones are found later."""
    wagers = given.get("wagers")
    sides = wagers if isinstance(wagers, Mapping) else {}
    named = {
        side.key: chosen.get("top_symbol")
        for side in game.sides
        if isinstance(chosen := sides.get(side.key), Mapping)
    }
    return {key: name for key, name in named.items() if isinstance(name, str)}


def _known(
    game: Game, keys: Keys, given: Mapping[str, Any], path: str, faults: list[Fault]
) -> dict[str, Any]:
    """What is given under keys that belong; the rest becomes faults."""
    known: dict[str, Any] = {}
    for key, value in given.items():
        where = f"{path}.{brief(key)[1:-1]}" if path else brief(key)[1:-1]
        if key not in keys:
            near = get_close_matches(str(key)[:60], keys, n=1)
            names = ", ".join(keys) or "none"
            hint = f"did you mean {near[0]}?" if near else f"the keys are {names}"
            faults.append(Fault(where, f"is not a key of a {game.key} submission: {hint}"))
        elif isinstance(keys[key], Leaf) and isinstance(value, Mapping):
            problem = "is a table of keys but must be a value"
            faults.append(Fault(where, problem, game.cite(keys[key].clause)))
        elif not isinstance(keys[key], dict):
            known[key] = value
        elif isinstance(value, Mapping):
            known[key] = _known(game, keys[key], value, where, faults)
        else:
            clause = _first_clause(keys[key]) if path else game.procedures.submission_clause
            problem = f"is {brief(value)} but must be a table of keys"
            faults.append(Fault(where, problem, game.cite(clause)))
    return known


def _first_clause(keys: Keys) -> str | None:
    """Return the clause of the first of these keys."""
    first = next(iter(keys.values()))
    return _first_clause(first) if isinstance(first, dict) else first.clause


def _fill_wheels(keys: Keys, wagers: dict[str, Any]) -> None:
    """Put in what a symbol gives the other players, where a stop does not say it."""
    for key, wager in wagers.items():
        if "wheel" in wager:
            symbols = keys[key]["wheel"].named(wager.get("top_symbol")).symbols
            wager["wheel"] = [
                {**stop, "community": symbols[stop["symbol"]].community} for stop in wager["wheel"]
            ]


def _laid_over(base: dict[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Objects merge deeply; anything else replaces what was there."""
    merged = dict(base)
    for key, value in given.items():
        under = merged.get(key)
        merged[key] = (
            _laid_over(under, value)
            if isinstance(under, dict) and isinstance(value, Mapping)
            else _copied(value)
        )
    return merged


def _copied(value: object) -> object:
    """Values are plain, but for the stops of a wheel: a list of tables."""
    if isinstance(value, list):
        return [dict(part) if isinstance(part, Mapping) else part for part in value]
    return value


def _values(game: Game, keys: Keys, whole: Mapping[str, Any], path: str) -> Iterator[Fault]:
    for key, value in whole.items():
        where = f"{path}.{key}" if path else key
        match keys[key]:
            case Leaf(kind=kind, clause=clause):
                if problem := kind(value):
                    yield Fault(where, problem, game.cite(clause))
            case Wheel() as wheel:
                yield from _wheel(game, wheel.named(whole.get("top_symbol")), value, where)
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
        for key in stop:
            if key not in ("symbol", "stops", "community"):
                name = brief(key)[1:-1]
                unknown = "is not a key: a stop has symbol, stops and community"
                yield Fault(f"{at}.{name}", unknown, clause)
        if problem := number(1, 10**6)(stop["stops"]):
            yield Fault(f"{at}.stops", problem, clause)
        symbol = stop["symbol"]
        if not isinstance(symbol, str) or symbol not in wheel.symbols:
            problem = f"is {brief(symbol)} but must be one of {', '.join(wheel.symbols)}"
            yield Fault(f"{at}.symbol", problem, clause)
            continue
        if symbol in seen:
            yield Fault(f"{at}.symbol", f"is {symbol!r}, which the wheel has already", clause)
        seen.add(symbol)
        listed = wheel.symbols[symbol].community
        community = stop.get("community", listed)
        if type(community) is not int or community != listed:
            right = f"{dollars(listed)} ({listed} cents)"
            whose = "rulebook" if game.short else "game"
            problem = f"is {brief(community)} but the {whose} lists {right}"
            yield Fault(f"{at}.community", problem, game.cite(wheel.symbols[symbol].clause))


def _together(
    game: Game, keys: Keys, whole: Mapping[str, Any], faulty: set[str]
) -> Iterator[Fault]:
    """What single values cannot show, where those values are sound themselves."""

    def sound(*paths: str) -> bool:
        return not faulty.intersection(paths)

    table = whole["table"]
    has_chip = sound("table.chip")
    if sound("table.minimum", "table.maximum"):
        if table["minimum"] > table["maximum"]:
            above = f"is above the maximum of {dollars(table['maximum'])}"
            yield Fault("table.minimum", above, game.cite(keys["table"]["minimum"].clause))
        elif has_chip and (problem := _unreachable(table, table["chip"])):
            clause = game.cite(keys["table"]["chip"].clause)
            yield NewFault("table.chip", f"is {dollars(table['chip'])}: {problem}", clause)
    filed = table.get("payout_limit")
    known = filed is not None and sound("table.minimum", "table.payout_limit")
    if known and filed < table["minimum"]:
        problem = f"is {dollars(filed)}, below the table minimum of {dollars(table['minimum'])}"
        limit = game.payout_limit
        yield Fault("table.payout_limit", problem, game.cite(limit.lower_by or limit.clause))
    if sound("table.shuffler") and table["shuffler"] == "none":
        for dealing in game.procedures.dealing:
            if dealing.method == table["dealing"] and dealing.needs_shuffler is not None:
                problem = f"is {dealing.method!r}, which needs an automated shuffler"
                yield Fault("table.dealing", problem, game.cite(dealing.needs_shuffler))
        if table["decks"] == 2:
            problem = "is 2, which needs an automated shuffler"
            yield Fault("table.decks", problem, game.cite(game.procedures.two_decks))
    only = game.procedures.reshuffling.dealing if game.procedures.reshuffling else ""
    reshuffling = sound("table.shuffler", "table.dealing") and table["shuffler"] == RESHUFFLING
    if reshuffling and table["dealing"] != only:
        problem = f"is {RESHUFFLING!r}, a shoe that deals: table.dealing must be {only!r}"
        clause = game.cite(game.procedures.shufflers[RESHUFFLING])
        yield NewFault("table.shuffler", problem, clause)
    for key, wager in whole["wagers"].items():
        low, high = f"wagers.{key}.minimum", f"wagers.{key}.maximum"
        of_wager: Keys = keys["wagers"][key]
        if "minimum" in wager and sound(low, high):
            if wager["minimum"] > wager["maximum"]:
                above = f"is above the maximum of {dollars(wager['maximum'])}"
                yield Fault(low, above, game.cite(of_wager["minimum"].clause))
            elif (
                has_chip
                and wager["offered"] is True
                and (problem := _unreachable(wager, table["chip"]))
            ):
                problem = f"is {dollars(wager['maximum'])}: {problem}"
                yield NewFault(high, problem, game.cite(of_wager["maximum"].clause))
        meters = wager.get("meters", {})
        rates = [f"wagers.{key}.meters.{name}.rate" for name in meters]
        if sound(*rates) and sum(Fraction(meter["rate"]) for meter in meters.values()) > 1:
            clause = game.cite(next(iter(of_wager["meters"].values()))["rate"].clause)
            problem = "take more than the whole wager between them"
            yield Fault(f"wagers.{key}.meters", problem, clause)


def _unreachable(limits: Mapping[str, int], chip: int) -> str | None:
    """Why nobody could make a wager within these limits, if no number of chips does."""
    low, high = limits["minimum"], limits["maximum"]
    if high // chip * chip >= low:
        return None
    return (
        f"no multiple of the smallest chip ({dollars(chip)}) lies between the minimum of "
        f"{dollars(low)} and the maximum of {dollars(high)}"
    )
