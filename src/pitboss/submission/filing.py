"""Whether a submission is a complete filing, which alone can be put in force."""

from collections.abc import Iterator, Mapping
from datetime import date
from enum import StrEnum
from itertools import product
from typing import Any

from msgspec.structs import replace

from pitboss.games.grammar import Game
from pitboss.games.words import RESHUFFLING, Side, Switch
from pitboss.submission.check import chosen_paytables, completed, reshuffles
from pitboss.submission.defaults import APPROVED, EXAMPLE, OPERATOR, defaults
from pitboss.submission.faults import Fault, SubmissionRefused
from pitboss.submission.kinds import iso_date, text
from pitboss.submission.resolve import resolve
from pitboss.submission.schema import (
    Keys,
    Wheel,
    approval_clauses,
    paytable_clause,
    paytables,
    regulator,
    schema,
)


class Lapse(StrEnum):
    """Why a filing that two people approved cannot take effect at its table."""

    INCOMPLETE = "the filing is not complete, or not approved as of this day"
    BOXES = "a player holds boxes that it does not allow"
    MACHINE = "a device that failed is neither covered nor signed"
    METER = "a meter that it does not have still holds money"


def check_filing(game: Game, given: object, day: date | None = None) -> None:
    """Refuse what cannot be put in force on this day, with every fault and every omission."""
    if faults := filing_faults(game, given, day):
        raise SubmissionRefused(faults)


def filing_faults(game: Game, given: object, day: date | None = None) -> list[Fault]:
    """Return all that is wrong with a filing, and all that it leaves out.

    With a ``day``, an approval of a later date is a fault. A wager without the letter of its
    paytable has the faults that it would have with every letter.
    """
    if not isinstance(given, Mapping):
        return completed(game, given)[1]
    faults: list[Fault] = []
    if _without_letter(game, given):
        faults += _common_faults(
            game, given, [completed(game, given, chosen)[1] for chosen in _letters(game, given)]
        )
    else:
        try:
            resolve(game, given)
        except SubmissionRefused as refused:
            faults += refused.faults
    return [*faults, *_approvals(game, given, day), *omissions(game, given)]


def omissions(game: Game, given: Mapping[str, Any]) -> list[Fault]:
    """Return what a filing has to name and this one does not, each with its clause.

    That is every key of the example with the same choices, but for readings: a point that is not
    named is read by its default. A wager that is not offered needs nothing else, and one without
    the letter of its paytable that letter and what every letter needs.
    """
    return _common_faults(
        game, given, [[*_omitted(game, given, chosen)] for chosen in _letters(game, given)]
    )


def choices(submission: Mapping[str, Any]) -> dict[str, Any]:
    """Return a submission without the edition that it was filed for.

    What was filed for an older edition can be read by the rules of this one, to go on from there.
    """
    return {key: part for key, part in submission.items() if key != "edition"}


def example(game: Game, changes: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the built-in example with these changes, a complete filing; refuse faulty ones."""
    whole, faults = completed(game, changes or {})
    if faults:
        raise SubmissionRefused(faults)
    return whole


def with_equipment(filing: Mapping[str, Any], equipment: Mapping[str, Any]) -> dict[str, Any]:
    """Return a filing with other equipment, and without the approval of a device that it lacks."""
    changed = {**filing, "table": {**filing["table"], **equipment}}
    if not reshuffles(changed):
        approvals = filing["approvals"].items()
        changed["approvals"] = {name: one for name, one in approvals if name != "shuffler"}
    return changed


def practice_filing(
    game: Game, changes: Mapping[str, Any], day: date | None = None
) -> dict[str, Any]:
    """Return the filing of a practice table: the example with these changes.

    What could not be in force for want of an approval is practiced in the example's name.
    """
    whole = example(game, changes)
    if not filing_faults(game, whole, day):
        return whole
    named = defaults(game, {}, reshuffling=reshuffles(whole))
    return whole | {key: named[key] for key in ("operator", "approvals")}


def _without_letter(game: Game, given: Mapping[str, Any]) -> list[Side]:
    """Return the wagers that are filed without a letter for their paytable, or with none of it."""
    wagers, chosen = given.get("wagers"), chosen_paytables(game, given)
    if not isinstance(wagers, Mapping):
        return []
    return [
        side
        for side in game.sides
        if isinstance(side.pays, Switch)
        and side.key not in chosen
        and isinstance(wagers.get(side.key), Mapping)
    ]


def _letters(game: Game, given: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    """Yield the letters of the paytables, with every letter where the filing has none."""
    undecided, chosen = _without_letter(game, given), chosen_paytables(game, given)
    for letters in product(*map(paytables, undecided)):
        yield chosen | dict(zip([side.key for side in undecided], letters, strict=True))


def _common_faults(
    game: Game, given: Mapping[str, Any], judgments: list[list[Fault]]
) -> list[Fault]:
    """Return the faults that are in all of these judgments, one for each choice of letters."""
    # What follows a colon is a hint, and may differ.
    first, *others = [
        {(fault.path, fault.sentence.partition(":")[0]): fault for fault in faults}
        for faults in judgments
    ]
    clauses = {
        f"wagers.{side.key}": game.cite(paytable_clause(side))
        for side in _without_letter(game, given)
    }
    return [
        fault
        if all(fault.clause == other[key].clause for other in others)
        else replace(fault, clause=clauses.get(".".join(fault.path.split(".")[:2])))
        for key, fault in first.items()
        if all(key in other for other in others)
    ]


def _approvals(game: Game, given: Mapping[str, Any], day: date | None) -> Iterator[Fault]:
    """Yield what is wrong with approvals that are sound as values."""
    operator, approvals, table = given.get("operator"), given.get("approvals"), given.get("table")
    if not isinstance(approvals, Mapping):
        return
    for name, clause in approval_clauses(game).items():
        approval = approvals.get(name)
        if not isinstance(approval, Mapping):
            continue
        path, cited, dated = f"approvals.{name}", game.cite(clause), approval.get("date")
        named = isinstance(table, Mapping) and "shuffler" in table
        if name == "shuffler" and named and not reshuffles(given):
            problem = f"is not needed: leave it out, or file the shuffler {RESHUFFLING!r}"
            yield Fault(path, problem, cited)
            continue
        reference = str(approval.get("reference")).strip().casefold()
        if reference == EXAMPLE and operator != OPERATOR and text(operator) is None:
            problem = f"is the example's: name {regulator(game)}'s reference and date"
            yield Fault(f"{path}.reference", problem, cited)
        known = dated != APPROVED and iso_date(dated) is None
        if day and known and date.fromisoformat(str(dated)) > day:
            yield Fault(f"{path}.date", f"is {dated} but may not be later than {day}", cited)


def _omitted(game: Game, given: Mapping[str, Any], chosen: Mapping[str, str]) -> Iterator[Fault]:
    whole = defaults(game, chosen, reshuffling=reshuffles(given))
    needed = {key: part for key, part in whole.items() if key != "readings"}
    return _missing(game, schema(game, chosen), needed, given, "")


def _missing(
    game: Game, keys: Keys, needed: Mapping[str, Any], given: Mapping[str, Any], path: str
) -> Iterator[Fault]:
    for key, part in needed.items():
        where, inner = f"{path}.{key}" if path else key, given.get(key)
        if isinstance(part, dict):
            if inner is None:
                inner = {}
            if isinstance(inner, Mapping):  # anything else is a fault already
                yield from _missing(game, keys[key], _asked(part, inner), inner, where)
        elif key not in given:
            yield Fault(where, "is missing", game.cite(keys[key].clause))
        else:
            match keys[key]:
                case Wheel() as wheel:
                    wheel = wheel.named(given.get("top_symbol"))
                    yield from _community_missing(game, wheel, inner, where)
                case _:
                    pass


def _community_missing(game: Game, wheel: Wheel, stops: object, where: str) -> Iterator[Fault]:
    """Yield the stops whose symbol gives the other players something and that do not say what."""
    for place, stop in enumerate(stops if isinstance(stops, list) else [], start=1):
        if not isinstance(stop, Mapping) or "community" in stop:
            continue
        symbol = stop.get("symbol")
        listed = wheel.symbols.get(symbol) if isinstance(symbol, str) else None
        if listed and listed.community:
            yield Fault(f"{where}[{place}].community", "is missing", game.cite(listed.clause))


def _asked(needed: dict[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return what has to be named of a side wager: whether it is offered and, if so, the rest."""
    if "offered" in needed and (given.get("offered") is False or not given):
        return {"offered": True}
    return needed
