"""PROG-2, PROG-3: a meter is exact at every event, and falls only for a valid reason.

The expected value is computed here from log and submission alone, in fractions, and compared after
every event."""

from collections.abc import Container, Iterable, Iterator
from fractions import Fraction
from typing import Any

import pytest

from pitboss.errors import Refused
from pitboss.table import Automation, Phase, State, Table, postings
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.ledger import HOUSE, Cents, Posting, meter_account
from pitboss.table.state import open_street
from tests.filings import filing

from .expected_meters import audit
from .round_scenes import COUNTED, SIDES
from .tables import (
    CCP,
    DEE,
    FLO,
    MACHINE,
    RET,
    STUD,
    Json,
    antes,
    bet,
    current_round,
    seated_table,
    step,
)

METERED = [RET, CCP, STUD]
ODD: dict[str, Json] = {
    RET: {"progressive": {"paytable": "D", "meters": {
        "mega": {"start": 1_000_001, "rate": "1/3"},
        "major": {"start": 100_007, "reset": 100_003, "rate": "1/7"},
        "minor": {"start": 25_013, "reset": 25_009, "rate": "2/11"},
    }}},
    CCP: {"bonus_spin": {"paytable": "D", "meters": {
        "meter": {"start": 1_000_001, "reset": 999_999, "rate": "1/7"},
    }}},
    STUD: {"progressive": {"paytable": "C", "meters": {
        "major": {"start": 1_000_001, "rate": "1/3"}, "minor": {"start": 100_007, "rate": "1/7"},
    }}},
}  # fmt: skip
"""Rates that give fractions of a cent."""


def table_of(game: str, submission: Json | None = None, practice: str = "PROG-3") -> Table:
    """Return a table with odd meters, or the given ones."""
    return seated_table(
        game,
        submission=MACHINE | {"wagers": ODD[game] if submission is None else submission},
        practice=practice,
        chips=100_000_00,
        automation=Automation.EVERYTHING,
    )


def play(table: Table, number: int) -> None:
    """Play a round at some seats, some of them with the wager that feeds the meters."""
    game = table.rules.game
    sides: list[dict[str, int]] = [{}, {COUNTED[game]: SIDES[game][COUNTED[game]]}, SIDES[game]]
    seats = [seat for seat in table.state.seats if (number * 5 + seat) % 3 or seat == 1]
    bet(table, {seat: antes(game, **sides[(number + seat) % 3]) for seat in seats})
    table.dealer("Dee").no_more_bets()
    while (seat_asked := current_round(table).turn) is not None:
        street = open_street(table.rules, current_round(table))
        assert street is not None
        answers = list(street.choices)
        answer = answers[(number + seat_asked) % len(answers)]
        table.player(current_round(table).players[seat_asked]).decide(seat_asked, answer)
    assert current_round(table).phase is Phase.CLOSED


@pytest.mark.parametrize("game", METERED)
def test_prog_3_a_shift_is_exact_at_every_event(game: str) -> None:
    """Some of its rounds hit a meter, and many do with the jackpot on half of the wheel."""
    submission = ODD[game]
    if game == CCP:
        half = [{"symbol": "jackpot", "stops": 1}, {"symbol": "$40", "stops": 1}]
        submission = {"bonus_spin": submission["bonus_spin"] | {"wheel": half}}
    table = table_of(game, submission)
    for number in range(150):
        play(table, number)
    account = audit(table.log)
    assert account.odd == set(account.shows), "the rates are not odd enough"
    if game == CCP:
        assert account.paid["meter"] > 2_000_000


@pytest.mark.parametrize("game", METERED)
@pytest.mark.parametrize("moment", [Phase.BETTING, Phase.COUNTING, Phase.PLAYING, Phase.SETTLING])
def test_prog_2_a_void_takes_back_only_what_the_round_contributed(game: str, moment: Phase) -> None:
    table = table_of(game)
    play(table, 1)
    meter_amount = {name: table.state.meter_amount(name) for name in table.state.books}
    table.automation = Automation.CARE
    sides = SIDES[game]
    bet(table, {seat: antes(game, **sides) for seat in (1, 2, 3, 5)})
    table.player("Bob").take_back(2, (COUNTED[game],))
    if moment is not Phase.BETTING:
        table.dealer("Dee").no_more_bets()
        for name, running in table.rules.meters.items():
            contribution = 3 * sides[COUNTED[game]] * Fraction(running.rate)
            assert table.state.meter_amount(name) == meter_amount[name] + contribution
    while current_round(table).phase is not moment:
        seat_asked = current_round(table).turn
        if seat_asked is None:
            step(table)
        else:
            table.player(current_round(table).players[seat_asked]).decide(seat_asked, _least(table))
    table.execute(c.Propose(c.VoidRound(2, "a misdeal")), DEE)
    table.execute(c.Approve(table.state.proposed), FLO)
    assert {name: table.state.meter_amount(name) for name in table.state.books} == meter_amount
    table.execute(c.CloseRound(), DEE)
    assert {name: table.state.meter_amount(name) for name in table.state.books} == meter_amount
    audit(table.log)


def _least(table: Table) -> str:
    """Return a decision that keeps the cards on the table."""
    street = open_street(table.rules, current_round(table))
    assert street is not None
    return list(street.choices)[-1]


@pytest.mark.parametrize("game", METERED)
@pytest.mark.parametrize("cents", [250, -250, "1/3", "-2/7", "22/7"])
def test_prog_2_two_people_correct_a_meter_exactly(game: str, cents: int | str) -> None:
    """Nobody does it alone or during a round, and each correction has a reason."""
    table = table_of(game)
    play(table, 1)
    name = next(iter(table.state.books))
    meter_amount = table.state.meter_amount(name)
    table.execute(c.Propose(c.CorrectMeter(name, cents, "the display was misread")), DEE)
    assert table.state.meter_amount(name) == meter_amount
    table.execute(c.Approve(table.state.proposed), FLO)
    assert table.state.meter_amount(name) == meter_amount + Fraction(cents)
    assert table.state.books[name].corrected == Fraction(cents)
    (correction,) = [o.event for o in table.log if isinstance(o.event, e.MeterCorrected)]
    assert correction.reason == "the display was misread"
    play(table, 2)
    audit(table.log)


@pytest.mark.parametrize("game", METERED)
def test_prog_2_a_new_submission_lowers_no_running_meter(game: str) -> None:
    """It must stay as long as it holds money, and is raised to a new start; rates may change."""
    table = table_of(game)
    play(table, 1)
    meter_amount = {name: table.state.meter_amount(name) for name in table.state.books}
    key = COUNTED[game]
    other: dict[str, Any] = {**ODD[game][key]}
    other["meters"] = {
        name: {**meter, "start": 7_000_000, "rate": "1/13"}
        for name, meter in other["meters"].items()
    }
    left_out = filing(game, MACHINE | {"wagers": {key: {"offered": False}}})
    with pytest.raises(Refused, match=r"still holds .* \[PROG-2\]"):
        table.execute(c.Propose(left_out), DEE)
    table.execute(c.Propose(filing(game, MACHINE | {"wagers": {key: other}})), DEE)
    table.execute(c.Approve(table.state.proposed), FLO)
    for name, before in meter_amount.items():
        assert table.state.meter_amount(name) == max(before, 7_000_000)
    audit(table.log)
    were = {name: table.state.books[name].fed for name in meter_amount}
    bet(table, {1: antes(game, **{key: SIDES[game][key]})})
    table.dealer("Dee").no_more_bets()
    for name, contributions in were.items():
        assert table.state.books[name].fed - contributions == Fraction(SIDES[game][key], 13)
    audit(table.log)


# Planted faults


def test_prog_3_a_meter_that_loses_fractions_of_a_cent_is_found(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    exactly = postings.meter_contributions

    def whole(state: State, wagers: Iterable[Container[str]]) -> dict[str, Cents]:
        return {name: int(cents) for name, cents in exactly(state, wagers).items()}

    monkeypatch.setattr(postings, "meter_contributions", whole)
    table = table_of(STUD)
    play(table, 1)
    with pytest.raises(AssertionError, match="after BetsClosed"):
        audit(table.log)


def test_prog_2_a_meter_that_falls_for_no_reason_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Somebody rounds the meter down when a round is closed, with correct bookkeeping."""

    def round_meters(_: State, __: e.RoundClosed) -> Iterator[Posting]:
        yield Posting(meter_account("minor"), HOUSE, 1, "posted", "rounding")

    monkeypatch.setitem(postings._POSTINGS, e.RoundClosed, round_meters)
    table = table_of(RET)
    play(table, 1)
    with pytest.raises(AssertionError, match="minor after RoundClosed"):
        audit(table.log)
