"""Check whether a submission is a complete filing: only a complete one can be put in force."""

from collections.abc import Iterator, Mapping
from datetime import date
from enum import StrEnum
from itertools import product
from typing import Any, Final

from msgspec.structs import replace

from pitboss.games.game_parts import RESHUFFLING, Side, Switch
from pitboss.games.grammar import Game
from pitboss.submission.defaults import (
    EXAMPLE_DATE,
    EXAMPLE_OPERATOR,
    EXAMPLE_REFERENCE,
    default_submission,
)
from pitboss.submission.resolve import resolve
from pitboss.submission.schema import (
    SchemaKeys,
    WheelKey,
    approval_clauses,
    iso_date,
    one_line_text,
    paytable_clause,
    paytable_letters,
    regulator,
    submission_schema,
)
from pitboss.submission.validation import (
    Fault,
    SubmissionRefused,
    chosen_paytables,
    complete_submission,
    has_reshuffling_device,
)


class Lapse(StrEnum):
    """Why a filing that two people approved cannot take effect at its table.

    The values are stored in logs and do not change; `sentence` is what people read.
    """

    INCOMPLETE = "the filing is not complete, or not approved as of this day"
    BOXES = "a player holds boxes that it does not allow"
    MACHINE = "a device that failed is neither covered nor signed"
    METER = "a meter that it does not have still holds money"

    @property
    def sentence(self) -> str:
        """The reason in words, without a period."""
        return _LAPSE_SENTENCES[self]


_LAPSE_SENTENCES: Final = {
    Lapse.INCOMPLETE: "the filing is incomplete, or an approval in it has a later date",
    Lapse.BOXES: "a player holds boxes that the new rules do not allow",
    Lapse.MACHINE: "a broken device is neither covered nor marked as out of order",
    Lapse.METER: "a meter that the new rules do not have still holds money",
}


def check_filing(game: Game, submission: object, day: date | None = None) -> None:
    """Refuse a filing that cannot be put in force on this day, with every fault and omission."""
    if faults := filing_faults(game, submission, day):
        raise SubmissionRefused(faults)


MAX_CACHED_FILINGS: Final = 256
"""For how many filings the faults are cached."""
_faults_cache: dict[tuple[int, str, date | None], tuple[Game, tuple[Fault, ...]]] = {}
"""Faults by the identity of the game, which the cache keeps alive, the filing, and the day."""


def filing_faults(game: Game, submission: object, day: date | None = None) -> list[Fault]:
    """Return everything that is wrong with a filing and everything that it leaves out.

    With a ``day``, an approval with a later date is a fault. A wager without a paytable letter has
    the faults that it would have with every letter. A table checks its filing again whenever it is
    proposed, approved or replayed, so the faults are cached.
    """
    try:
        key = id(game), repr(submission), day
    except (RecursionError, ValueError):  # too deeply nested, or a number of too many digits
        return _find_faults(game, submission, day)
    entry = _faults_cache.get(key)
    if entry is None:
        if len(_faults_cache) >= MAX_CACHED_FILINGS:
            _faults_cache.clear()
        entry = _faults_cache[key] = game, tuple(_find_faults(game, submission, day))
    return [*entry[1]]


def _find_faults(game: Game, submission: object, day: date | None) -> list[Fault]:
    if not isinstance(submission, Mapping):
        return complete_submission(game, submission)[1]
    faults: list[Fault] = []
    if _sides_without_paytable(game, submission):
        faults += _common_faults(
            game,
            submission,
            [
                complete_submission(game, submission, letters)[1]
                for letters in _paytable_choices(game, submission)
            ],
        )
    else:
        try:
            resolve(game, submission)
        except SubmissionRefused as refused:
            faults += refused.faults
    return [*faults, *_approval_faults(game, submission, day), *omissions(game, submission)]


def omissions(game: Game, submission: Mapping[str, Any]) -> list[Fault]:
    """Return the keys that a filing must have and this one lacks, each with its clause.

    These are the keys of the example with the same choices, except readings, which have defaults.
    A wager that is not offered needs nothing else. One without a paytable letter needs that letter
    and what every letter needs.
    """
    return _common_faults(
        game,
        submission,
        [
            [*_omission_faults(game, submission, letters)]
            for letters in _paytable_choices(game, submission)
        ],
    )


def without_edition(submission: Mapping[str, Any]) -> dict[str, Any]:
    """Return a submission without the edition that it was filed for.

    A submission for an older edition can then be resolved by the current one, as a starting point.
    """
    return {key: part for key, part in submission.items() if key != "edition"}


def example_filing(game: Game, changes: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Return the built-in example with these changes, a complete filing; refuse faulty ones."""
    filing, faults = complete_submission(game, changes or {})
    if faults:
        raise SubmissionRefused(faults)
    return filing


def with_equipment(filing: Mapping[str, Any], equipment: Mapping[str, Any]) -> dict[str, Any]:
    """Return a filing with other equipment, and without the approval of a device that it lacks."""
    result = {**filing, "table": {**filing["table"], **equipment}}
    if not has_reshuffling_device(result):
        approvals = filing["approvals"].items()
        result["approvals"] = {name: part for name, part in approvals if name != "shuffler"}
    return result


def practice_filing(
    game: Game, changes: Mapping[str, Any], day: date | None = None
) -> dict[str, Any]:
    """Return the filing of a practice table: the example with these changes.

    If it lacks an approval, it takes the operator and the approvals of the example.
    """
    filing = example_filing(game, changes)
    if not filing_faults(game, filing, day):
        return filing
    example = default_submission(game, {}, reshuffling=has_reshuffling_device(filing))
    return filing | {key: example[key] for key in ("operator", "approvals")}


def _sides_without_paytable(game: Game, submission: Mapping[str, Any]) -> list[Side]:
    """Return the wagers that are filed without a valid letter for their paytable."""
    wagers, letters = submission.get("wagers"), chosen_paytables(game, submission)
    if not isinstance(wagers, Mapping):
        return []
    return [
        side
        for side in game.sides
        if isinstance(side.pays, Switch)
        and side.key not in letters
        and isinstance(wagers.get(side.key), Mapping)
    ]


def _paytable_choices(game: Game, submission: Mapping[str, Any]) -> Iterator[dict[str, str]]:
    """Yield the paytable letters by wager, with every letter where the filing has none."""
    letters = chosen_paytables(game, submission)
    open_sides = _sides_without_paytable(game, submission)
    keys = [side.key for side in open_sides]
    for choice in product(*map(paytable_letters, open_sides)):
        yield letters | dict(zip(keys, choice, strict=True))


def _common_faults(
    game: Game, submission: Mapping[str, Any], fault_lists: list[list[Fault]]
) -> list[Fault]:
    """Return the faults that are in all of these lists, one list for each choice of letters."""
    # The text after a colon is a hint, and may differ.
    first, *others = [
        {(fault.path, fault.sentence.partition(":")[0]): fault for fault in faults}
        for faults in fault_lists
    ]
    clauses = {
        f"wagers.{side.key}": game.cite(paytable_clause(side))
        for side in _sides_without_paytable(game, submission)
    }
    return [
        fault
        if all(fault.clause == other[key].clause for other in others)
        else replace(fault, clause=clauses.get(".".join(fault.path.split(".")[:2])))
        for key, fault in first.items()
        if all(key in other for other in others)
    ]


def _approval_faults(
    game: Game, submission: Mapping[str, Any], day: date | None
) -> Iterator[Fault]:
    """Yield what is wrong with approvals whose values are valid by themselves."""
    operator, approvals, table = (
        submission.get("operator"),
        submission.get("approvals"),
        submission.get("table"),
    )
    if not isinstance(approvals, Mapping):
        return
    for name, clause in approval_clauses(game).items():
        approval = approvals.get(name)
        if not isinstance(approval, Mapping):
            continue
        path, citation, approved_on = f"approvals.{name}", game.cite(clause), approval.get("date")
        names_shuffler = isinstance(table, Mapping) and "shuffler" in table
        if name == "shuffler" and names_shuffler and not has_reshuffling_device(submission):
            problem = f"is not needed: leave it out, or file the shuffler {RESHUFFLING!r}"
            yield Fault(path, problem, citation)
            continue
        reference = str(approval.get("reference")).strip().casefold()
        if (
            reference == EXAMPLE_REFERENCE
            and operator != EXAMPLE_OPERATOR
            and one_line_text(operator) is None
        ):
            problem = f"is still the example's: enter {regulator(game)}'s reference and date"
            yield Fault(f"{path}.reference", problem, citation)
        is_own_date = approved_on != EXAMPLE_DATE and iso_date(approved_on) is None
        if day and is_own_date and date.fromisoformat(str(approved_on)) > day:
            problem = f"is {approved_on} but may not be later than {day}"
            yield Fault(f"{path}.date", problem, citation)


def _omission_faults(
    game: Game, submission: Mapping[str, Any], letters: Mapping[str, str]
) -> Iterator[Fault]:
    """Return an iterator over the missing keys of a submission with these paytables."""
    example = default_submission(game, letters, reshuffling=has_reshuffling_device(submission))
    template = {key: part for key, part in example.items() if key != "readings"}
    return _missing_key_faults(game, submission_schema(game, letters), template, submission, "")


def _missing_key_faults(
    game: Game,
    keys: SchemaKeys,
    template: Mapping[str, Any],
    submission: Mapping[str, Any],
    path: str,
) -> Iterator[Fault]:
    """Yield a fault for every key of the template that the submission lacks."""
    for key, part in template.items():
        where, inner = f"{path}.{key}" if path else key, submission.get(key)
        if isinstance(part, dict):
            if inner is None:
                inner = {}
            if isinstance(inner, Mapping):  # anything else is a fault already
                yield from _missing_key_faults(
                    game, keys[key], _required_keys(part, inner), inner, where
                )
        elif key not in submission:
            yield Fault(where, "is missing", game.cite(keys[key].clause))
        else:
            match keys[key]:
                case WheelKey() as wheel:
                    wheel = wheel.with_top_symbol(submission.get("top_symbol"))
                    yield from _missing_community_faults(game, wheel, inner, where)
                case _:
                    pass


def _missing_community_faults(
    game: Game, wheel: WheelKey, stops: object, where: str
) -> Iterator[Fault]:
    """Yield a fault for every stop that omits what its symbol pays the other players."""
    for number, stop in enumerate(stops if isinstance(stops, list) else [], start=1):
        if not isinstance(stop, Mapping) or "community" in stop:
            continue
        name = stop.get("symbol")
        symbol = wheel.symbols.get(name) if isinstance(name, str) else None
        if symbol and symbol.community:
            yield Fault(f"{where}[{number}].community", "is missing", game.cite(symbol.clause))


def _required_keys(template: dict[str, Any], wager: Mapping[str, Any]) -> dict[str, Any]:
    """Return the keys that a side wager must have: ``offered`` and, if it is true, the rest."""
    if "offered" in template and (wager.get("offered") is False or not wager):
        return {"offered": True}
    return template
