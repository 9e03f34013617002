"""A filing lists every choice, marks unusual ones, and leaves room for approval."""

from typing import Any, Final

import pytest

from pitboss.games import GAMES
from pitboss.papers.filing.document import build_filing, filing_html, filing_markdown
from pitboss.submission import SubmissionRefused
from tests.filings import complete, own
from tests.papers.sample_submissions import CASES
from tests.papers.strict_html import StrictPage


def test_a_filing_says_what_is_offered_and_what_is_not() -> None:
    filing = build_filing(GAMES["criss-cross"], {"wagers": {"five_card_bonus": {"offered": False}}})
    options = next(section for section in filing.sections if section.title == "Options chosen")
    assert options.rows == (
        ("Five Card Bonus", "Not offered", "CCP 7.E(2)(a)"),
        ("Bonus Spin", "Offered", "CCP 7.E(2)(b)"),
        ("Bonus Spin: paytable", "D (one of A, B, C and D)", "CCP 12.D"),
    )


@pytest.mark.parametrize(
    ("case", "row"),
    [
        ("a fixed prize", ("Bonus Spin: fixed prize", "$1,234.56", "CCP 12.D(1)(a)")),
        ("a fixed prize", ("Jackpot", "1", "$1,234.56", "–", "CCP 12.D(1)(a)")),
        ("a fixed prize", ("$100", "2", "$100", "$20", "CCP 12.D(6)(a)(i)")),
        (
            "merchandise",
            ("Bonus Spin: fixed prize", "a motorcycle, worth $25,000", "CCP 12.D(5)(b)(iii)"),
        ),
        ("merchandise", ("Bonus Spin: top symbol", "Lucky 7", "CCP 12.D(3)")),
        ("merchandise", ("Lucky 7", "1", "a motorcycle, worth $25,000", "–", "CCP 12.D(3)(a)")),
        ("merchandise", ("$40,000", "Across, Down and Middle", "CCP 12.B")),
        ("three boxes", ("Positions per player", "3", "235 7.F")),
        ("three boxes", ("Progressive: paytable", "C (one of A, B, C and D)", "235 12.E")),
        (
            "three boxes",
            ("Major", "Progressive", "$98,765", "$12,345", "$10,000", "3/20", "235 12.F(2)(c)(i)"),
        ),
        (
            "flush and two decks",
            (
                "Which winning hands pay the ante, instead of returning it?",
                "A flush or better.",
                "THB 11.I(3)(d)(iii)",
            ),
        ),
        ("flush and two decks", ("Dealing", "Automated shoe", "THB 10.I")),
        ("flush and two decks", ("Shuffler", "Automated reshuffling")),
        ("flush and two decks", ("Decks in rotation", "2", "THB 3.B")),
    ],
)
def test_chosen_options_are_filed(case: str, row: tuple[str, ...]) -> None:
    game, submission = CASES[case]
    filing = build_filing(GAMES[game], submission)
    rows = [result for section in filing.sections for result in section.rows]
    assert row in [result[: len(row)] for result in rows]


def test_a_reading_that_is_not_the_default_is_marked() -> None:
    filing = build_filing(GAMES["stud-235"], {"readings": {"low_ace": "all"}})
    readings = next(part for part in filing.sections if part.title == "Readings in force")
    assert [row[2:] for row in readings.rows] == [
        ("low_ace = all", "not the default", "235 6.B"),
    ]


def test_a_filing_has_a_place_for_approval() -> None:
    filing = build_filing(GAMES["holdem-bonus"])
    page, markdown = StrictPage(filing_html(filing)), filing_markdown(filing)
    assert page.text.endswith("Name Title Signature Date")
    for name in ("Name", "Signature", "Date"):
        assert f"\n{name}: \\_\\_" in markdown
    assert "The rulebook leaves no points open to interpretation." in page.text


def test_a_faulty_submission_is_not_filed() -> None:
    with pytest.raises(SubmissionRefused):
        build_filing(GAMES["holdem-bonus"], {"table": {"decks": 9}})


OWN: Final = own("holdem-bonus", {"table": {"dealing": "automated shoe"}})


def approvals_of(submission: dict[str, Any]) -> tuple[tuple[str, ...], ...]:
    filing = build_filing(GAMES["holdem-bonus"], submission)
    return next(part for part in filing.sections if part.title.startswith("Approvals")).rows


def test_approvals_are_filed() -> None:
    """THB 2.B, 5.I, 7.F(2)."""
    filing_row = ("Filing", "MLGCA 2026-17", "2026-10-02", "THB 7.F(2)")
    layout_row = ("Layout", "MLGCA 2026-17", "2026-10-02", "THB 2.B")
    assert approvals_of(OWN) == (filing_row, layout_row)
    reshuffling = own(
        "holdem-bonus",
        {"table": {"dealing": "automated shoe", "shuffler": "automated reshuffling"}},
    )
    assert approvals_of(reshuffling)[2] == (
        *("Shuffler", "MLGCA 2026-17", "2026-10-02", "THB 5.I"),
    )


def test_a_pending_approval_is_left_blank() -> None:
    """The paper is printed for approval, which does not make it an example."""
    waiting = {key: part for key, part in OWN.items() if key != "approvals"}
    assert approvals_of(waiting)[0] == ("Filing", "–", "–", "THB 7.F(2)")
    assert not build_filing(GAMES["holdem-bonus"], waiting).example


@pytest.mark.parametrize(
    "submission",
    [
        {},
        complete("holdem-bonus"),
        {"operator": "Grand Casino"},
        OWN | {"operator": "Example Casino"},
        OWN | {"approvals": complete("holdem-bonus")["approvals"]},
        {key: part for key, part in OWN.items() if key != "table"},
    ],
    ids=["nothing", "the example", "part", "operator", "approvals", "left out"],
)
def test_the_example_is_marked_as_such(submission: dict[str, Any]) -> None:
    filing = build_filing(GAMES["holdem-bonus"], submission)
    assert filing.title == "Example rules submission: Texas Hold 'Em Bonus Poker"
    for text in (filing_markdown(filing), filing_html(filing)):
        assert "(example)" in text
        assert "Example rules submission" in text


def test_a_filing_by_an_operator_is_not_an_example() -> None:
    filing = build_filing(GAMES["holdem-bonus"], OWN)
    for text in (filing_markdown(filing), filing_html(filing)):
        assert "Rules submission" in text
        assert "xample" not in text


@pytest.mark.parametrize("approvals", [7, {"layout": 7}, {"layout": {"date": "today"}}])
def test_faulty_approvals_are_refused(approvals: object) -> None:
    with pytest.raises(SubmissionRefused, match="approvals"):
        build_filing(GAMES["holdem-bonus"], OWN | {"approvals": approvals})
