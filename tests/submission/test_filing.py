"""ROUND-11: an incomplete filing is not put in force, and everything missing is listed."""

from copy import deepcopy
from datetime import date
from typing import Any

import pytest

from pitboss.games import MARYLAND
from pitboss.games.game_parts import Side
from pitboss.submission import (
    Fault,
    SubmissionRefused,
    check_filing,
    default_submission,
    example_filing,
    filing_faults,
    is_example,
    omissions,
    practice_filing,
    resolve,
)
from pitboss.submission.defaults import EXAMPLE_REFERENCE
from pitboss.submission.schema import paytable_clause, paytable_letters

from .submission_paths import leaves, put, submission_with

RET, CCP, THB, STUD = "run-em-twice", "criss-cross", "holdem-bonus", "stud-235"
EVERY = pytest.mark.parametrize("key", MARYLAND)
RESHUFFLING = {"table": {"dealing": "automated shoe", "shuffler": "automated reshuffling"}}
LETTERS = [
    (key, side.key, letter)
    for key, game in MARYLAND.items()
    for side in game.sides
    for letter in paytable_letters(side)
]


def without(submission: dict[str, Any], path: str) -> dict[str, Any]:
    """Return the submission without one key."""
    variant = deepcopy(submission)
    *tables, last = path.split(".")
    inner = variant
    for table in tables:
        inner = inner[table]
    del inner[last]
    return variant


def only(key: str, submission: dict[str, Any]) -> Fault:
    (fault,) = filing_faults(MARYLAND[key], submission)
    return fault


@pytest.mark.parametrize(("key", "side", "letter"), LETTERS)
def test_every_key_is_required(key: str, side: str, letter: str) -> None:
    """Whichever key is left out is reported as missing, with its clause."""
    game = MARYLAND[key]
    whole = example_filing(game, {"wagers": {side: {"paytable": letter}}} | RESHUFFLING)
    del whole["wagers"][side]["paytable"]
    whole["wagers"][side] |= default_submission(game, {side: letter})["wagers"][side]
    assert filing_faults(game, whole) == []
    for path, _ in leaves(whole):
        left_out = without(whole, path)
        if path.startswith("readings."):
            assert filing_faults(game, left_out) == []
        elif path.endswith(("dealing", "shuffler")):
            assert path in [fault.path for fault in filing_faults(game, left_out)]
        else:
            fault = only(key, left_out)
            assert (fault.path, fault.sentence) == (path, "is missing")
            assert fault.clause is not None
            assert fault.clause.startswith(f"{game.short} ")


@EVERY
def test_the_example_is_complete_and_marked_as_such(key: str) -> None:
    whole = default_submission(MARYLAND[key], {})
    assert omissions(MARYLAND[key], whole) == []
    check_filing(MARYLAND[key], whole)
    assert whole["operator"] == "Example Casino"
    assert {item["reference"] for item in whole["approvals"].values()} == {
        "example, not an approval"
    }
    assert is_example(whole)


def with_approvals(whole: dict[str, Any], **approval: str) -> dict[str, Any]:
    """Return the filing with approvals that are not examples."""
    variant = deepcopy(whole)
    for name in variant["approvals"]:
        real = {"reference": "2026-17", "date": "2026-10-02"}
        put(variant, f"approvals.{name}", real | approval)
    return variant


@EVERY
def test_changes_are_merged_into_the_example(key: str) -> None:
    """It stays an example as long as it depends on an approval of the example."""
    named_filing = example_filing(MARYLAND[key], {"operator": "Grand Casino"} | RESHUFFLING)
    assert is_example(named_filing)
    named_filing = with_approvals(named_filing)
    assert filing_faults(MARYLAND[key], named_filing) == []
    assert not is_example(named_filing)
    assert is_example(named_filing | {"operator": "Example Casino"})
    with pytest.raises(SubmissionRefused, match=r"table\.minimum is \$0 but"):
        example_filing(MARYLAND[key], {"table": {"minimum": 0}})


@EVERY
def test_other_operators_cannot_file_the_example_s_approvals(key: str) -> None:
    """They are a fault of every filing under another name; what-ifs may contain them."""
    game = MARYLAND[key]
    named_filing = example_filing(game, {"operator": "Grand Casino"} | RESHUFFLING)
    sentence = "is still the example's: enter the Commission's reference and date"
    clauses = {"filing": game.procedures.submission_clause, "layout": game.layout.clause}
    clauses["shuffler"] = game.procedures.shufflers["automated reshuffling"]
    assert filing_faults(game, named_filing) == [
        Fault(f"approvals.{name}.reference", sentence, game.cite(clause))
        for name, clause in clauses.items()
    ]
    resolve(game, named_filing)
    own_name = with_approvals(named_filing)
    put(own_name, "approvals.layout.reference", "example, not an approval")
    assert only(key, own_name).path == "approvals.layout.reference"
    for operator in ("Example Casino", ""):  # an example; with a second fault
        put(own_name, "operator", operator)
        assert "approvals" not in str(filing_faults(game, own_name))


@EVERY
def test_an_approval_cannot_be_dated_after_its_use(key: str) -> None:
    """This is checked where a date is available; the example's own date is always valid."""
    game = MARYLAND[key]
    named_filing = with_approvals(example_filing(game, {"operator": "Grand Casino"} | RESHUFFLING))
    for day in (None, date(2026, 10, 2), date(2026, 10, 3)):
        assert filing_faults(game, named_filing, day) == []
    result = filing_faults(game, named_filing, date(2026, 10, 1))
    assert [fault.path for fault in result] == [
        "approvals.filing.date", "approvals.layout.date", "approvals.shuffler.date",
    ]  # fmt: skip
    assert {fault.sentence for fault in result} == {
        "is 2026-10-02 but may not be later than 2026-10-01"
    }
    assert result[1].clause == game.cite("2.B")
    with pytest.raises(SubmissionRefused, match="may not be later"):
        check_filing(game, named_filing, date(2026, 10, 1))
    assert filing_faults(game, example_filing(game), date(2020, 1, 1)) == []
    both = {"reference": f" {EXAMPLE_REFERENCE.title()}", "date": "2099-01-01"}
    result = filing_faults(game, named_filing | {"approvals": {"filing": both}}, date(2026, 10, 3))
    assert [fault.path for fault in result][:2] == [
        "approvals.filing.reference", "approvals.filing.date",
    ]  # fmt: skip
    dated_filing = example_filing(game)
    dated_filing["approvals"]["filing"]["date"] = "2099-01-01"
    assert [fault.path for fault in filing_faults(game, dated_filing, date(2026, 10, 3))] == [
        "approvals.filing.date"
    ]
    late = with_approvals(named_filing, date="2026-10-32")
    assert all("must be a date" in str(fault) for fault in filing_faults(game, late, date.max))


@EVERY
def test_a_practice_table_plays_under_the_example_s_name(key: str) -> None:
    """A filing that could be in force as it stands keeps its own name."""
    game = MARYLAND[key]
    limits = {"table": {"maximum": 20_000}, "operator": "Grand Casino"}
    filing = practice_filing(game, limits)
    assert filing == example_filing(game, {"table": {"maximum": 20_000}})
    assert filing_faults(game, filing) == []
    own_name = with_approvals(example_filing(game, limits | RESHUFFLING))
    assert practice_filing(game, own_name) == own_name
    assert practice_filing(game, own_name, date(2026, 1, 1)) == example_filing(game, RESHUFFLING)
    with pytest.raises(SubmissionRefused, match=r"table\.minimum is \$0 but"):
        practice_filing(game, {"table": {"minimum": 0}})


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
    assert only(key, without(example_filing(MARYLAND[key]), path)) == Fault(
        path, "is missing", clause
    )


def test_a_fixed_prize_is_filed() -> None:
    whole = example_filing(MARYLAND[CCP], {"wagers": {"bonus_spin": {"paytable": "C"}}})
    fault = only(CCP, without(whole, "wagers.bonus_spin.fixed_prize"))
    assert str(fault) == "wagers.bonus_spin.fixed_prize is missing [CCP 12.D(5)(b)(iii)]"


@pytest.mark.parametrize(
    ("key", "clause"),
    [(RET, "RET 5.G"), (CCP, "CCP 5.G"), (THB, "THB 5.I"), (STUD, "235 5.I")],
)
def test_a_reshuffling_device_is_approved(key: str, clause: str) -> None:
    """Other methods of shuffling need no approval of their own, and having one is a fault."""
    whole = example_filing(MARYLAND[key], RESHUFFLING)
    bare = without(whole, "approvals.shuffler")
    assert filing_faults(MARYLAND[key], bare) == [
        Fault("approvals.shuffler.reference", "is missing", clause),
        Fault("approvals.shuffler.date", "is missing", clause),
    ]
    for shuffler in ("none", "automated", "automated counting"):
        put(bare, "table.shuffler", shuffler)
        put(whole, "table.shuffler", shuffler)
        assert filing_faults(MARYLAND[key], bare) == []
        assert only(key, whole) == Fault(
            "approvals.shuffler",
            "is not needed: leave it out, or file the shuffler 'automated reshuffling'",
            clause,
        )
        resolve(MARYLAND[key], whole)  # what was put in force with it is still read


@EVERY
def test_what_is_not_offered_needs_nothing_else(key: str) -> None:
    """Other values for it are harmless; a wager that is not mentioned is missing."""
    game = MARYLAND[key]
    for side in game.sides:
        whole = example_filing(game)
        put(whole, f"wagers.{side.key}", {"offered": False})
        assert filing_faults(game, whole) == []
        put(
            whole,
            f"wagers.{side.key}",
            default_submission(game, {})["wagers"][side.key] | {"offered": False},
        )
        assert filing_faults(game, whole) == []
        assert side.key not in [item.key for item in resolve(game, whole).sides]
        (fault,) = omissions(game, without(whole, f"wagers.{side.key}"))
        expected = Fault(f"wagers.{side.key}.offered", "is missing", game.cite(side.clause))
        assert fault == expected
        put(whole, f"wagers.{side.key}", {"paytable": "A"})
        assert omissions(game, whole)[0] == expected
        assert len(omissions(game, whole)) > 1


SWITCHED = [
    (RET, "ultimate_pairs"), (RET, "progressive"), (CCP, "bonus_spin"), (THB, "bonus"),
    (STUD, "progressive"),
]  # fmt: skip


@pytest.mark.parametrize(("key", "side"), SWITCHED)
@pytest.mark.parametrize("wrong", [None, "Z"])
def test_a_wager_without_its_letter_is_not_checked_against_another(
    key: str, side: str, wrong: str | None
) -> None:
    """Only the letter is reported, whichever letter the other values fit."""
    game = MARYLAND[key]
    path = f"wagers.{side}.paytable"
    for letter in dict(game_side(key, side).pays.choices):  # type: ignore[union-attr]
        whole = example_filing(game, {"wagers": {side: {"paytable": letter}}})
        if wrong:
            put(whole, path, wrong)
            assert only(key, whole).sentence.startswith("is 'Z' but must be 'A'")
        else:
            assert only(key, without(whole, path)).sentence == "is missing"
            whole["wagers"][side]["offered"] = False
            assert filing_faults(game, without(whole, path)) == []


def game_side(key: str, side: str) -> Side:
    (result,) = [item for item in MARYLAND[key].sides if item.key == side]
    return result


@pytest.mark.parametrize(
    ("key", "side", "missing"),
    [
        (RET, "ultimate_pairs", {"minimum": "RET 7.E(2)(b)", "maximum": "RET 7.E(2)(b)"}),
        (RET, "progressive", {"wager": "RET 12.H"}),
        (CCP, "bonus_spin", {"wager": "CCP 12.D", "wheel": "CCP 12.D"}),
        (THB, "bonus", {"minimum": "THB 7.F(2)", "maximum": "THB 7.F(2)"}),
        (STUD, "progressive", {"wager": "235 12.I"}),
    ],
)
def test_what_every_letter_requires_is_missing_without_one(
    key: str, side: str, missing: dict[str, str]
) -> None:
    game = MARYLAND[key]
    whole = example_filing(game)
    put(whole, f"wagers.{side}", {"offered": True})
    paytable = game.cite(paytable_clause(game_side(key, side)))
    assert filing_faults(game, whole) == omissions(game, whole)
    assert omissions(game, whole) == [
        Fault(f"wagers.{side}.{name}", "is missing", clause)
        for name, clause in {"paytable": paytable, **missing}.items()
    ]
    put(whole, f"wagers.{side}.minimun", 5)  # unknown to all of them
    assert "minimun is not a key of a" in str(filing_faults(game, whole)[0])


def test_two_wagers_without_their_letters() -> None:
    whole = example_filing(MARYLAND[RET], {"wagers": {"progressive": {"paytable": "D"}}})
    for side in ("ultimate_pairs", "progressive"):
        whole = without(whole, f"wagers.{side}.paytable")
    assert [str(fault) for fault in filing_faults(MARYLAND[RET], whole)] == [
        "wagers.ultimate_pairs.paytable is missing [RET 12.E]",
        "wagers.progressive.paytable is missing [RET 12.F]",
    ]


@pytest.mark.parametrize(
    ("letter", "clauses"),
    [
        ("A", ["CCP 12.D(6)(a)(i)", "CCP 12.D(6)(a)(ii)", "CCP 12.D(6)(a)(iii)"]),
        ("B", ["CCP 12.D(6)(b)(i)", "CCP 12.D(6)(b)(ii)", "CCP 12.D(6)(b)(iii)"]),
        ("C", ["CCP 12.D(7)(a)(i)", "CCP 12.D(7)(a)(ii)", "CCP 12.D(7)(a)(iii)"]),
        ("D", ["CCP 12.D(8)(i)", "CCP 12.D(8)(ii)", "CCP 12.D(8)(iii)"]),
    ],
)
def test_a_stop_names_its_community_pay(letter: str, clauses: list[str]) -> None:
    """CCP 12.D(6)-(8): a filing states what others are paid.

    Where that is nothing it may be left out."""
    game = MARYLAND[CCP]
    whole = example_filing(game, {"wagers": {"bonus_spin": {"paytable": letter}}})
    wheel = whole["wagers"]["bonus_spin"]["wheel"]
    paid = [place for place, stop in enumerate(wheel, start=1) if stop["community"]]
    for stop in wheel:
        del stop["community"]
    result = filing_faults(game, whole)
    assert result == omissions(game, whole)
    assert [fault.path for fault in result] == [
        f"wagers.bonus_spin.wheel[{place}].community" for place in paid
    ]
    assert sorted(fault.clause or "" for fault in result) == sorted(clauses)
    assert {fault.sentence for fault in result} == {"is missing"}
    variant = example_filing(game, whole)  # as a change to the example it is filled in
    assert filing_faults(game, variant) == []


@EVERY
def test_an_empty_filing_lacks_everything(key: str) -> None:
    game = MARYLAND[key]
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
        ("approvals.layout.reference", "", "must be text on one line [RET 2.B]"),
        ("approvals.layout.reference", 17, "must be text on one line [RET 2.B]"),
        ("approvals.layout", "yes", "is 'yes' but must be a table of keys [RET 2.B]"),
        ("approvals", True, "approvals is true but must be a table of keys [RET 7.E(2)]"),
        ("approvals.wheel", {}, "approvals.wheel is not a key of a run-em-twice submission"),
        ("approvals.filing.dat", "2026-01-01", "did you mean date?"),
        ("wagers.progressive.offered", "no", "must be true or false [RET 7.E(2)(c)]"),
        ("wagers.progressive", False, "is false but must be a table of keys [RET 7.E(2)(c)]"),
        ("wagers.progressive.meters", 5, "is 5 but must be a table of keys [RET 12.F(6)(b)(i)]"),
        ("table", [], "table is [] but must be a table of keys [RET 7.E(2)]"),
        ("operator", " ", "is ' ' but must be text on one line [RET 2.B(1)]"),
        ("operator", {}, "operator is a table of keys but must be a value [RET 2.B(1)]"),
        ("game", 7, "is 7 but must be 'run-em-twice' [RET 7.E(2)]"),
        ("table.minimum", 60_000, "is above the maximum of $500 [RET 7.E(1)]"),
        ("table.chip", 0, "table.chip is $0 but must be at least $0.01 [RET 7.A]"),
        ("wagers.five_card_bonus.minimum", 20_000, "the maximum of $100 [RET 7.E(2)(a)]"),
        ("wagers.five_card_bonus.maximum", 50, "is above the maximum of $0.50 [RET 7.E(2)(a)]"),
        ("wagers.progressive.meters.meter.rate", "2", 'such as "1/10" [RET 12.F(6)(a)]'),
    ],
)
def test_a_fault_in_a_filing(path: str, value: object, sentence: str) -> None:
    """Faults are listed together with what is missing, once each."""
    whole = example_filing(MARYLAND[RET])
    put(whole, path, value)
    assert sentence in str(only(RET, whole))
    if not path.startswith("wagers.progressive"):
        with pytest.raises(SubmissionRefused):  # also as a change to the example
            resolve(MARYLAND[RET], submission_with(path, value))


@EVERY
def test_a_chip_that_makes_no_wager_cites_its_clause(key: str) -> None:
    game = MARYLAND[key]
    whole = example_filing(game)
    put(whole, "table.chip", 60_000)
    chip, *sides = filing_faults(game, whole)
    assert (chip.path, chip.clause) == ("table.chip", game.cite(game.procedures.table.chips))
    clauses = {f"wagers.{side.key}.maximum": game.cite(side.clause) for side in game.sides}
    assert [fault.clause for fault in sides] == [clauses[fault.path] for fault in sides]


def test_meters_that_take_too_much_cite_their_clause() -> None:
    whole = example_filing(MARYLAND[RET], {"wagers": {"progressive": {"paytable": "C"}}})
    for name in ("major", "minor"):
        put(whole, f"wagers.progressive.meters.{name}.rate", "2/3")
    assert str(only(RET, whole)) == (
        "wagers.progressive.meters add up to more than the wager: "
        "the rates of all meters may total at most 1 [RET 12.F(6)(a)]"
    )


@pytest.mark.parametrize("submission_", [None, [], "filing", 7])
def test_values_that_are_not_a_submission(submission_: object) -> None:
    assert str(only_fault(submission_)).endswith("but must be a table of keys [RET 7.E(2)]")


def only_fault(submission_: object) -> Fault:
    (fault,) = filing_faults(MARYLAND[RET], submission_)
    return fault


def test_faults_and_omissions_are_reported_together() -> None:
    submission = {"game": THB, "operator": "", "tabel": {}}
    result = [str(fault) for fault in filing_faults(MARYLAND[THB], submission)]
    assert "tabel is not a key of a holdem-bonus submission: did you mean table?" in result
    assert any(fault.startswith("operator is ''") for fault in result)
    assert "table.minimum is missing [THB 7.F(1)]" in result
    assert not any(fault.startswith("operator is missing") for fault in result)


def test_faults_are_cached_by_exact_values_and_day() -> None:
    """Values that are equal or look alike as JSON have faults of their own."""
    game = MARYLAND[CCP]
    filing = example_filing(game)
    assert filing_faults(game, filing) == []
    for minimum in (True, 500.0, "500", None, date(2026, 1, 1), 10**5000):
        (fault,) = filing_faults(game, filing | {"table": filing["table"] | {"minimum": minimum}})
        assert fault.path == "table.minimum"
    result = filing_faults(game, {})
    result.clear()
    assert filing_faults(game, {})
    assert filing_faults(game, filing, date(2020, 1, 1)) == []
