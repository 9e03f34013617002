"""Merge a submission over the defaults of its game, and find everything that is wrong with it."""

from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from fractions import Fraction
from typing import Any

from msgspec import Struct

from pitboss.errors import Refused, short_repr
from pitboss.games.game_parts import RESHUFFLING
from pitboss.games.grammar import Game
from pitboss.money import dollars
from pitboss.submission.defaults import default_submission
from pitboss.submission.schema import (
    SchemaKeys,
    ValueKey,
    WheelKey,
    paytable_letters,
    submission_schema,
    whole_number,
)


class Fault(Struct, frozen=True):
    """One thing that is wrong with a submission: where, what, and the clause that says so."""

    path: str
    sentence: str
    clause: str | None = None

    def __str__(self) -> str:
        citation = f" [{self.clause}]" if self.clause else ""
        return f"{self.path} {self.sentence}{citation}".strip()


class RecentFault(Fault, frozen=True):
    """A fault that was once accepted: a stored filing that has it can still be loaded."""


class SubmissionRefused(Refused):
    """A submission has faults; the sentence lists every one."""

    def __init__(self, faults: Sequence[Fault], clause: str | None = None) -> None:
        super().__init__("; ".join(map(str, faults)), clause)
        self.faults = tuple(faults)


def complete_submission(
    game: Game, submission: object, letters: Mapping[str, str] | None = None
) -> tuple[dict[str, Any], list[Fault]]:
    """Return the submission with every key filled in, and its faults.

    A submission with faults must not be used. ``letters`` are the paytables to assume instead of
    those that the submission names.
    """
    if not isinstance(submission, Mapping):
        problem = f"is {short_repr(submission)} but must be a table of keys"
        return default_submission(game, {}), [
            Fault("the submission", problem, game.cite(game.procedures.submission_clause))
        ]
    if letters is None:
        letters = chosen_paytables(game, submission)
    keys = submission_schema(game, letters)
    faults: list[Fault] = []
    known_keys = _keep_known_keys(game, keys, submission, "", faults)
    top_symbols = _top_symbols(game, submission)
    result = _deep_merge(
        default_submission(
            game, letters, top_symbols, reshuffling=has_reshuffling_device(submission)
        ),
        known_keys,
    )
    faults += _value_faults(game, keys, result, "")
    faults += _cross_key_faults(game, keys, result, {fault.path for fault in faults})
    if not faults:
        _fill_wheels(keys["wagers"], result["wagers"])
    return result, faults


def has_reshuffling_device(submission: Mapping[str, Any]) -> bool:
    """Whether the submission files a device that reshuffles by itself."""
    table = submission.get("table")
    return isinstance(table, Mapping) and table.get("shuffler") == RESHUFFLING


def chosen_paytables(game: Game, submission: Mapping[str, Any]) -> dict[str, str]:
    """Return the valid paytable letters of a submission by wager; others become faults later."""
    wagers = submission.get("wagers")
    letters: dict[str, str] = {}
    for side in game.sides:
        wager = wagers.get(side.key) if isinstance(wagers, Mapping) else None
        letter = wager.get("paytable") if isinstance(wager, Mapping) else None
        if isinstance(letter, str) and letter in paytable_letters(side):
            letters[side.key] = letter
    return letters


def _top_symbols(game: Game, submission: Mapping[str, Any]) -> dict[str, str]:
    """Return the symbols that the submission names for top prizes; bad ones become faults later."""
    wagers = submission.get("wagers")
    wagers = wagers if isinstance(wagers, Mapping) else {}
    symbols = {
        side.key: wager.get("top_symbol")
        for side in game.sides
        if isinstance(wager := wagers.get(side.key), Mapping)
    }
    return {key: symbol for key, symbol in symbols.items() if isinstance(symbol, str)}


def _keep_known_keys(
    game: Game, keys: SchemaKeys, submission: Mapping[str, Any], path: str, faults: list[Fault]
) -> dict[str, Any]:
    """Return what a submission has under keys of the schema, and add faults for the rest."""
    known_keys: dict[str, Any] = {}
    for key, value in submission.items():
        where = f"{path}.{short_repr(key)[1:-1]}" if path else short_repr(key)[1:-1]
        if key not in keys:
            near = get_close_matches(str(key)[:60], keys, n=1)
            names = ", ".join(keys) or "none"
            hint = f"did you mean {near[0]}?" if near else f"the keys are {names}"
            faults.append(Fault(where, f"is not a key of a {game.key} submission: {hint}"))
        elif isinstance(keys[key], ValueKey) and isinstance(value, Mapping):
            problem = "is a table of keys but must be a value"
            faults.append(Fault(where, problem, game.cite(keys[key].clause)))
        elif not isinstance(keys[key], dict):
            known_keys[key] = value
        elif isinstance(value, Mapping):
            known_keys[key] = _keep_known_keys(game, keys[key], value, where, faults)
        else:
            clause = _first_clause(keys[key]) if path else game.procedures.submission_clause
            problem = f"is {short_repr(value)} but must be a table of keys"
            faults.append(Fault(where, problem, game.cite(clause)))
    return known_keys


def _first_clause(keys: SchemaKeys) -> str | None:
    """Return the clause of the first of these keys."""
    first = next(iter(keys.values()))
    return _first_clause(first) if isinstance(first, dict) else first.clause


def _fill_wheels(keys: SchemaKeys, wagers: dict[str, Any]) -> None:
    """Add what each symbol pays the other players, where a stop leaves it out."""
    for key, wager in wagers.items():
        if "wheel" in wager:
            symbols = keys[key]["wheel"].with_top_symbol(wager.get("top_symbol")).symbols
            wager["wheel"] = [
                {**stop, "community": symbols[stop["symbol"]].community} for stop in wager["wheel"]
            ]


def _deep_merge(base: dict[str, Any], changes: Mapping[str, Any]) -> dict[str, Any]:
    """Return the base with these changes: objects merge deeply, anything else is replaced."""
    result = dict(base)
    for key, value in changes.items():
        default = result.get(key)
        result[key] = (
            _deep_merge(default, value)
            if isinstance(default, dict) and isinstance(value, Mapping)
            else _copy_value(value)
        )
    return result


def _copy_value(value: object) -> object:
    """Return a copy of a value; only the stops of a wheel, a list of tables, need one."""
    if isinstance(value, list):
        return [dict(part) if isinstance(part, Mapping) else part for part in value]
    return value


def _value_faults(
    game: Game, keys: SchemaKeys, submission: Mapping[str, Any], path: str
) -> Iterator[Fault]:
    for key, value in submission.items():
        where = f"{path}.{key}" if path else key
        match keys[key]:
            case ValueKey(check=check, clause=clause):
                if problem := check(value):
                    yield Fault(where, problem, game.cite(clause))
            case WheelKey() as wheel:
                yield from _wheel_faults(
                    game, wheel.with_top_symbol(submission.get("top_symbol")), value, where
                )
            case inner:
                yield from _value_faults(game, inner, value, where)


def _wheel_faults(game: Game, wheel: WheelKey, stops: object, where: str) -> Iterator[Fault]:
    clause = game.cite(wheel.clause)
    if not isinstance(stops, list) or not stops:
        yield Fault(where, "must be a list of symbols, each with its number of stops", clause)
        return
    symbols: set[str] = set()
    for number, stop in enumerate(stops, start=1):
        at = f"{where}[{number}]"
        if not isinstance(stop, Mapping) or not {"symbol", "stops"} <= stop.keys():
            yield Fault(at, "must have the keys symbol and stops", clause)
            continue
        for key in stop:
            if key not in ("symbol", "stops", "community"):
                name = short_repr(key)[1:-1]
                unknown_key = "is not a key: a stop has symbol, stops and community"
                yield Fault(f"{at}.{name}", unknown_key, clause)
        if problem := whole_number(1, 10**6)(stop["stops"]):
            yield Fault(f"{at}.stops", problem, clause)
        symbol = stop["symbol"]
        if not isinstance(symbol, str) or symbol not in wheel.symbols:
            problem = f"is {short_repr(symbol)} but must be one of {', '.join(wheel.symbols)}"
            yield Fault(f"{at}.symbol", problem, clause)
            continue
        if symbol in symbols:
            yield Fault(
                f"{at}.symbol",
                f"is {symbol!r}, which is already on the wheel: list each symbol once",
                clause,
            )
        symbols.add(symbol)
        listing = wheel.symbols[symbol].community
        community = stop.get("community", listing)
        if type(community) is not int or community != listing:
            source = "rulebook" if game.short else "game"
            amount = f"{dollars(listing)} ({listing} cents)"
            problem = f"is {short_repr(community)} but the {source} lists {amount}"
            yield Fault(f"{at}.community", problem, game.cite(wheel.symbols[symbol].clause))


def _cross_key_faults(
    game: Game, keys: SchemaKeys, submission: Mapping[str, Any], faulty_paths: set[str]
) -> Iterator[Fault]:
    """Yield faults of values that contradict each other, where each is valid by itself."""

    def are_valid(*paths: str) -> bool:
        return not faulty_paths.intersection(paths)

    table = submission["table"]
    is_chip_valid = are_valid("table.chip")
    if are_valid("table.minimum", "table.maximum"):
        if table["minimum"] > table["maximum"]:
            above = f"is above the maximum of {dollars(table['maximum'])}"
            yield Fault("table.minimum", above, game.cite(keys["table"]["minimum"].clause))
        elif is_chip_valid and (problem := _unreachable_limits(table, table["chip"])):
            clause = game.cite(keys["table"]["chip"].clause)
            yield RecentFault("table.chip", f"is {dollars(table['chip'])}: {problem}", clause)
    own_limit = table.get("payout_limit")
    if (
        own_limit is not None
        and are_valid("table.minimum", "table.payout_limit")
        and own_limit < table["minimum"]
    ):
        problem = f"is {dollars(own_limit)}, below the table minimum of {dollars(table['minimum'])}"
        limit = game.payout_limit
        yield Fault("table.payout_limit", problem, game.cite(limit.lower_by or limit.clause))
    if are_valid("table.shuffler") and table["shuffler"] == "none":
        for dealing in game.procedures.dealing:
            if dealing.method == table["dealing"] and dealing.needs_shuffler is not None:
                problem = f"is {dealing.method!r}, which needs an automated shuffler"
                yield Fault("table.dealing", problem, game.cite(dealing.needs_shuffler))
        if table["decks"] == 2:
            problem = "is 2, which needs an automated shuffler"
            yield Fault("table.decks", problem, game.cite(game.procedures.two_decks))
    method = game.procedures.reshuffling.dealing if game.procedures.reshuffling else ""
    reshuffling = are_valid("table.shuffler", "table.dealing") and table["shuffler"] == RESHUFFLING
    if reshuffling and table["dealing"] != method:
        problem = f"is {RESHUFFLING!r}, a shoe that deals: table.dealing must be {method!r}"
        clause = game.cite(game.procedures.shufflers[RESHUFFLING])
        yield RecentFault("table.shuffler", problem, clause)
    for key, wager in submission["wagers"].items():
        low, high = f"wagers.{key}.minimum", f"wagers.{key}.maximum"
        wager_keys: SchemaKeys = keys["wagers"][key]
        if "minimum" in wager and are_valid(low, high):
            if wager["minimum"] > wager["maximum"]:
                above = f"is above the maximum of {dollars(wager['maximum'])}"
                yield Fault(low, above, game.cite(wager_keys["minimum"].clause))
            elif (
                is_chip_valid
                and wager["offered"] is True
                and (problem := _unreachable_limits(wager, table["chip"]))
            ):
                problem = f"is {dollars(wager['maximum'])}: {problem}"
                yield RecentFault(high, problem, game.cite(wager_keys["maximum"].clause))
        meters = wager.get("meters", {})
        rates = [f"wagers.{key}.meters.{name}.rate" for name in meters]
        if are_valid(*rates) and sum(Fraction(meter["rate"]) for meter in meters.values()) > 1:
            clause = game.cite(next(iter(wager_keys["meters"].values()))["rate"].clause)
            problem = "add up to more than the wager: the rates of all meters may total at most 1"
            yield Fault(f"wagers.{key}.meters", problem, clause)


def _unreachable_limits(limits: Mapping[str, int], chip: int) -> str | None:
    """Return why no number of chips makes a wager within these limits, if none does."""
    low, high = limits["minimum"], limits["maximum"]
    if high // chip * chip >= low:
        return None
    return (
        f"no multiple of the smallest chip ({dollars(chip)}) is between the minimum of "
        f"{dollars(low)} and the maximum of {dollars(high)}"
    )
