"""ROUND-11: a filing is complete, or it is not in force; all that it leaves out is named."""

from copy import deepcopy
from typing import Any

import pytest

from pitboss.games import GAMES
from pitboss.submission import (
    Fault,
    SubmissionRefused,
    check_filing,
    defaults,
    example,
    filing_faults,
    is_example,
    omissions,
    resolve,
)
from pitboss.submission.schema import paytables

from .paths import leaves, nested, put

RET, CCP, THB, STUD = "run-em-twice", "criss-cross", "holdem-bonus", "stud-235"
EVERY = pytest.mark.parametrize("key", GAMES)
RESHUFFLING = {"table": {"dealing": "automated shoe", "shuffler": "automated reshuffling"}}
LETTERS = [
    (key, side.key, letter)
    for key, game in GAMES.items()
    for side in game.sides
    for letter in paytables(side)
]


def without(submission: dict[str, Any], path: str) -> dict[str, Any]:
    """The same with one key left out."""
    changed = deepcopy(submission)
    *tables, last = path.split(".")
    inner = changed
    for table in tables:
        inner = inner[table]
    del inner[last]
    return changed


def only(key: str, filed: dict[str, Any]) -> Fault:
    (fault,) = filing_faults(GAMES[key], filed)
    return fault


@pytest.mark.parametrize(("key", "side", "letter"), LETTERS)
def test_every_key_is_asked_for(key: str, side: str, letter: str) -> None:
    """Whichever key is left out, it is the one that is missed, with its clause."""
    game = GAMES[key]
    whole = example(game, {"wagers": {side: {"paytable": letter}}} | RESHUFFLING)
    del whole["wagers"][side]["paytable"]
    whole["wagers"][side] |= defaults(game, {side: letter})["wagers"][side]
    assert filing_faults(game, whole) == []
    for path, _ in leaves(whole):
        left_out = without(whole, path)
        if path.startswith("readings."):
            assert filing_faults(game, left_out) == []
        elif path.endswith(("offered", "dealing", "shuffler", "paytable")):
            assert path in [fault.path for fault in filing_faults(game, left_out)]
        else:
            fault = only(key, left_out)
            assert (fault.path, fault.sentence) == (path, "is missing")
            assert fault.clause is not None
            assert fault.clause.startswith(f"{game.short} ")


@EVERY
def test_the_example_is_complete_and_says_that_it_is_one(key: str) -> None:
    whole = defaults(GAMES[key], {})
    assert omissions(GAMES[key], whole) == []
    check_filing(GAMES[key], whole)
    assert whole["operator"] == "Example Casino"
    assert {one["reference"] for one in whole["approvals"].values()} == {"example, not an approval"}
    assert is_example(whole)


@EVERY
def test_changes_are_laid_over_the_example(key: str) -> None:
    """What rests on an approval of the example is still an example; without any it is none."""
    named = example(GAMES[key], {"operator": "Grand Casino"} | RESHUFFLING)
    assert filing_faults(GAMES[key], named) == []
    assert is_example(named)
    for name in named["approvals"]:
        put(named, f"approvals.{name}", {"reference": "2026-17", "date": "2026-10-02"})
    assert filing_faults(GAMES[key], named) == []
    assert not is_example(named)
    assert is_example(named | {"operator": "Example Casino"})
    with pytest.raises(SubmissionRefused, match=r"table\.minimum is \$0 but"):
        example(GAMES[key], {"table": {"minimum": 0}})


@pytest.mark.parametrize(
    ("key", "path", "clause"),
    [
        (RET, "operator", "RET 2.B(1)"),
        (CCP, "operator", "CCP 2.B(1)"),
        (THB, "operator", "THB 2.B(1)"),
        (STUD, "operator", "235 2.B(1)"),
        (RET, "edition", "RET 7.E(2)"),
        (RET, "table.minimum", "RET 7.E(1)"),
        (THB, "wagers.ante.pays_on", "THB 11.I(3)(d)(iii)"),
        (STUD, "table.boxes_per_player", "235 7.F"),
        (RET, "wagers.ultimate_pairs.paytable", "RET 12.E"),
        (RET, "wagers.ultimate_pairs.minimum", "RET 7.E(2)(b)"),
        (RET, "wagers.progressive.wager", "RET 12.H"),
        (RET, "wagers.progressive.meters.meter.start", "RET 12.F(6)(b)(i)"),
        (RET, "wagers.progressive.meters.meter.reset", "RET 12.F(6)(b)(i)"),
        (RET, "wagers.progressive.meters.meter.rate", "RET 12.F(6)(a)"),
        (CCP, "wagers.bonus_spin.wheel", "CCP 12.D(4)"),
        (RET, "approvals.filing.reference", "RET 7.E(2)"),
        (THB, "approvals.filing.date", "THB 7.F(2)"),
        (STUD, "approvals.filing.date", "235 7.F"),
        (RET, "approvals.layout.reference", "RET 2.B"),
        (STUD, "approvals.layout.date", "235 2.B"),
    ],
)
def test_an_omission_has_its_clause(key: str, path: str, clause: str) -> None:
    assert only(key, without(example(GAMES[key]), path)) == Fault(path, "is missing", clause)


def test_a_fixed_prize_is_filed() -> None:
    whole = example(GAMES[CCP], {"wagers": {"bonus_spin": {"paytable": "C"}}})
    fault = only(CCP, without(whole, "wagers.bonus_spin.fixed_prize"))
    assert str(fault) == "wagers.bonus_spin.fixed_prize is missing [CCP 12.D(5)(b)(iii)]"


@pytest.mark.parametrize(
    ("key", "clause"),
    [(RET, "RET 5.G"), (CCP, "CCP 5.G"), (THB, "THB 5.I"), (STUD, "235 5.I")],
)
def test_a_reshuffling_device_is_approved(key: str, clause: str) -> None:
    """Other ways of shuffling need no approval of their own; one that is there does no harm."""
    whole = example(GAMES[key], RESHUFFLING)
    bare = without(whole, "approvals.shuffler")
    assert filing_faults(GAMES[key], bare) == [
        Fault("approvals.shuffler.reference", "is missing", clause),
        Fault("approvals.shuffler.date", "is missing", clause),
    ]
    for shuffler in ("none", "automated", "automated counting"):
        put(bare, "table.shuffler", shuffler)
        put(whole, "table.shuffler", shuffler)
        assert filing_faults(GAMES[key], bare) == filing_faults(GAMES[key], whole) == []


@EVERY
def test_what_is_not_offered_needs_nothing_else(key: str) -> None:
    """What is still said of such a wager does no harm; one that is not named is missed."""
    game = GAMES[key]
    for side in game.sides:
        whole = example(game)
        put(whole, f"wagers.{side.key}", {"offered": False})
        assert filing_faults(game, whole) == []
        put(
            whole, f"wagers.{side.key}", defaults(game, {})["wagers"][side.key] | {"offered": False}
        )
        assert filing_faults(game, whole) == []
        assert side.key not in [one.key for one in resolve(game, whole).sides]
        (fault,) = omissions(game, without(whole, f"wagers.{side.key}"))
        expected = Fault(f"wagers.{side.key}.offered", "is missing", game.cite(side.clause))
        assert fault == expected
        put(whole, f"wagers.{side.key}", {"paytable": "A"})
        assert omissions(game, whole)[0] == expected
        assert len(omissions(game, whole)) > 1


@EVERY
def test_nothing_filed_lacks_everything(key: str) -> None:
    game = GAMES[key]
    missing = [fault.path for fault in filing_faults(game, {})]
    assert missing[:3] == ["game", "operator", "edition"]
    assert [f"wagers.{side.key}.offered" for side in game.sides] == [
        path for path in missing if path.endswith("offered")
    ]
    assert missing[-2:] == ["approvals.layout.reference", "approvals.layout.date"]
    with pytest.raises(SubmissionRefused) as refused:
        check_filing(game, {})
    assert [fault.path for fault in refused.value.faults] == missing


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        ("edition", "MLGCA 0.9", "edition is 'MLGCA 0.9' but must be 'MLGCA 1.0' [RET 7.E(2)]"),
        ("edition", 1, "edition is 1 but must be 'MLGCA 1.0' [RET 7.E(2)]"),
        ("approvals.filing.date", "2026-13-01", "must be a date such as 2026-01-31 [RET 7.E(2)]"),
        ("approvals.filing.date", "2026-02-30", "must be a date such as 2026-01-31 [RET 7.E(2)]"),
        ("approvals.filing.date", "20260102", "must be a date such as 2026-01-31 [RET 7.E(2)]"),
        ("approvals.layout.date", "1 May 2026", "must be a date such as 2026-01-31 [RET 2.B]"),
        ("approvals.layout.date", 20260501, "must be a date such as 2026-01-31 [RET 2.B]"),
        ("approvals.layout.reference", "", "must be some words on one line [RET 2.B]"),
        ("approvals.layout.reference", 17, "must be some words on one line [RET 2.B]"),
        ("approvals.layout", "yes", "approvals.layout is 'yes' but must be a table of keys"),
        ("approvals", True, "approvals is true but must be a table of keys"),
        ("approvals.wheel", {}, "approvals.wheel is not a key of a run-em-twice submission"),
        ("approvals.filing.dat", "2026-01-01", "did you mean date?"),
        ("wagers.progressive.offered", "no", "is 'no' but must be true or false"),
        ("wagers.progressive", False, "is false but must be a table of keys"),
        ("table", [], "table is [] but must be a table of keys"),
    ],
)
def test_a_fault_in_a_filing(path: str, value: object, sentence: str) -> None:
    """Faults are named with what is missing, and once."""
    whole = example(GAMES[RET])
    put(whole, path, value)
    assert sentence in str(only(RET, whole))
    if not path.startswith("wagers.progressive"):
        with pytest.raises(SubmissionRefused):  # as a change to the example, too
            resolve(GAMES[RET], nested(path, value))


@pytest.mark.parametrize("given", [None, [], "filing", 7])
def test_what_is_no_submission_at_all(given: object) -> None:
    assert "must be a table of keys" in str(only_fault(given))


def only_fault(given: object) -> Fault:
    (fault,) = filing_faults(GAMES[RET], given)
    return fault


def test_faults_and_omissions_come_together() -> None:
    filed = {"game": THB, "operator": "", "tabel": {}}
    found = [str(fault) for fault in filing_faults(GAMES[THB], filed)]
    assert "tabel is not a key of a holdem-bonus submission: did you mean table?" in found
    assert any(fault.startswith("operator is ''") for fault in found)
    assert "table.minimum is missing [THB 7.F(1)]" in found
    assert not any(fault.startswith("operator is missing") for fault in found)
