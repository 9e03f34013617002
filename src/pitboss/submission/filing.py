"""Whether a submission is a complete filing, which alone can be put in force."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pitboss.games.grammar import Game
from pitboss.submission.check import chosen_paytables, completed, reshuffles
from pitboss.submission.defaults import defaults
from pitboss.submission.faults import Fault, SubmissionRefused
from pitboss.submission.resolve import resolve
from pitboss.submission.schema import Keys, schema


def check_filing(game: Game, given: object) -> None:
    """Refuse what cannot be put in force, with every fault and every omission."""
    if faults := filing_faults(game, given):
        raise SubmissionRefused(faults)


def filing_faults(game: Game, given: object) -> list[Fault]:
    """Return all that is wrong with a filing, and all that it leaves out."""
    if not isinstance(given, Mapping):
        return completed(game, given)[1]
    faults: Sequence[Fault] = ()
    try:
        resolve(game, given)
    except SubmissionRefused as refused:
        faults = refused.faults
    return [*faults, *omissions(game, given)]


def omissions(game: Game, given: Mapping[str, Any]) -> list[Fault]:
    """Return what a filing has to name and this one does not, each with its clause.

    That is every key of the example with the same choices, but for readings: a point that is not
    named is read by its default. A wager that is not offered needs nothing else.
    """
    chosen = chosen_paytables(game, given)
    whole = defaults(game, chosen, reshuffling=reshuffles(given))
    needed = {key: part for key, part in whole.items() if key != "readings"}
    return list(_missing(game, schema(game, chosen), needed, given, ""))


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
            clause = keys[key].clause or getattr(keys[key], "filed_by", None)
            yield Fault(where, "is missing", game.cite(clause))


def _asked(needed: dict[str, Any], given: Mapping[str, Any]) -> dict[str, Any]:
    """Return what has to be named of a side wager: whether it is offered and, if so, the rest."""
    if "offered" in needed and (given.get("offered") is False or not given):
        return {"offered": True}
    return needed
