"""Describe in words what changed between two filings."""

from typing import Any

import pytest

from pitboss.games import MARYLAND
from pitboss.papers.filing.changes import describe_changes
from pitboss.submission import resolve

RET, CCP, THB, STUD = MARYLAND.values()


def test_the_same_filing_changes_nothing() -> None:
    spelled_out = {"table": {"minimum": 500}, "readings": {"low_ace": "straight"}}
    assert describe_changes(RET, {}, spelled_out) == ()


@pytest.mark.parametrize(
    ("after", "sentence"),
    [
        ({"operator": "Bay"}, "The operator changes from Example Casino to Bay."),
        (
            {"approvals": {"layout": {"reference": "2026-17", "date": "2026-10-02"}}},
            "The approval of the layout changes from “example, not an approval” of 2026-01-01 to "
            "“2026-17” of 2026-10-02.",
        ),
        (
            {"approvals": {"shuffler": {"date": "2026-10-02"}}},
            "The approval of the shuffler changes from none to “–” of 2026-10-02.",
        ),
        ({"table": {"minimum": 1000}}, "The table minimum changes from $5 to $10."),
        (
            {"table": {"shuffler": "automated"}},
            "The shuffler changes from none to automated.",
        ),
        (
            {"wagers": {"five_card_bonus": {"offered": False}}},
            "Five Card Bonus is no longer offered.",
        ),
        (
            {"wagers": {"five_card_bonus": {"maximum": 2500}}},
            "The maximum of Five Card Bonus changes from $100 to $25.",
        ),
        (
            {"wagers": {"progressive": {"meters": {"meter": {"rate": "1/5"}}}}},
            "The rate of the Progressive meter changes from 1/10 to 1/5.",
        ),
        (
            {"readings": {"low_ace": "never"}},
            "The reading low_ace is never instead of straight: It does not: the ace is high only, "
            "by the wording of 6.A [RET 6.A].",
        ),
    ],
)
def test_one_change_is_reported_in_one_sentence(after: dict[str, Any], sentence: str) -> None:
    assert describe_changes(RET, {}, after) == (sentence,)


def test_a_lower_payout_limit() -> None:
    after = {"table": {"payout_limit": 4_000_000}}
    assert describe_changes(THB, {}, after) == (
        "The payout limit changes from $50,000 to $40,000.",
    )


def test_another_symbol_and_merchandise() -> None:
    """The wheel itself stays the same."""
    before = {"wagers": {"bonus_spin": {"paytable": "A", "top_symbol": "Star"}}}
    after = {
        "wagers": {"bonus_spin": {"paytable": "A", "top_symbol": "Lucky 7", "merchandise": "a car"}}
    }
    assert describe_changes(CCP, before, after) == (
        "The merchandise of Bonus Spin is new: a car.",
        "The name of the top symbol of Bonus Spin changes from Star to Lucky 7.",
    )


def test_a_wager_that_is_offered_again() -> None:
    before = {"wagers": {"win_em_all": {"offered": False}}}
    assert describe_changes(STUD, before, {}) == ("Win'em All is now offered.",)


def test_another_paytable_is_reported_line_by_line() -> None:
    result = describe_changes(RET, {}, {"wagers": {"ultimate_pairs": {"paytable": "E"}}})
    assert result[0] == "The paytable of Ultimate Pairs changes from A to E."
    assert "Ultimate Pairs: pair of aces pays 25 to 1 instead of 30 to 1." in result
    assert "Ultimate Pairs: pair of 2s to 10s pays 5 to 1 instead of 3 to 1." in result


def test_meters_change_with_the_paytable() -> None:
    result = describe_changes(RET, {}, {"wagers": {"progressive": {"paytable": "C"}}})
    assert "The Progressive meter is removed." in result
    assert (
        "The major meter of Progressive is new: it starts at $10,000, grows by 1/10 of each wager "
        "and is reset to $10,000." in result
    )
    assert (
        "Progressive: straight flush pays 100% of the minor meter instead of 10% of the meter."
        in result
    )


def test_stops_of_the_wheel() -> None:
    wheel = [{"symbol": "jackpot", "stops": 1}, {"symbol": "$60", "stops": 9}]
    other = [{"symbol": "jackpot", "stops": 2}, {"symbol": "$60", "stops": 9}]
    before, after = ({"wagers": {"bonus_spin": {"wheel": w}}} for w in (wheel, other))
    assert describe_changes(CCP, before, after) == (
        "The wheel has 2 stops for jackpot instead of 1 stop.",
    )


def test_another_wheel() -> None:
    wheel = [{"symbol": "jackpot", "stops": 1}, {"symbol": "$60", "stops": 9}]
    assert describe_changes(CCP, {}, {"wagers": {"bonus_spin": {"wheel": wheel}}}) == (
        "The wheel is replaced; it now has jackpot (1 stop) and $60 (9 stops).",
    )


def test_the_payout_limit_follows() -> None:
    after = {"table": {"minimum": 2500}}
    assert "The payout limit changes from $50,000 to $82,500." in describe_changes(CCP, {}, after)


def test_the_option_of_the_ante() -> None:
    result = describe_changes(THB, {}, {"wagers": {"ante": {"pays_on": "flush"}}})
    assert result == ("The lowest hand on which Ante pays changes from straight to flush.",)


def test_a_reading_that_widens_the_limit() -> None:
    result = describe_changes(CCP, {}, {"readings": {"ante_pays": "table"}})
    assert (
        result[-1] == "The payout limit now covers Ante Across, Ante Down, Across, Down and Middle."
    )


def test_a_fixed_prize_comes_with_its_table() -> None:
    result = describe_changes(CCP, {}, {"wagers": {"bonus_spin": {"paytable": "A"}}})
    assert "The fixed prize of Bonus Spin is new: $1,000." in result
    back = describe_changes(CCP, {"wagers": {"bonus_spin": {"paytable": "A"}}}, {})
    assert "The fixed prize of Bonus Spin is removed; it was $1,000." in back


def test_envy_follows_the_wager() -> None:
    result = describe_changes(STUD, {}, {"wagers": {"progressive": {"wager": 500}}})
    assert "Progressive, envy: royal flush pays $5,000 instead of $1,000." in result


def test_the_order_of_stops_on_a_wheel_does_not_matter() -> None:
    wheel = [{"symbol": "jackpot", "stops": 1}, {"symbol": "$60", "stops": 9}]
    first, two = ({"wagers": {"bonus_spin": {"wheel": w}}} for w in (wheel, wheel[::-1]))
    assert describe_changes(CCP, first, two) == ()
    assert resolve(CCP, first).hash == resolve(CCP, two).hash
