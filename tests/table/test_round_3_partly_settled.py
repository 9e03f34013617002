"""ROUND-3: a device fails when only some of the wagers that need it are settled."""

from collections.abc import Callable
from functools import cache
from itertools import count

import pytest

from pitboss.games.deck_tasks import Device
from pitboss.games.incidents import Kind
from pitboss.hands import hand
from pitboss.shuffle import build_shoe, practice_seed, shuffle_context
from pitboss.table import Phase, Table
from pitboss.table import commands as c
from pitboss.table.day import Ruling
from pitboss.verify import verify

from .dealer_rounds import do_next_step
from .round_scenes import scene_of
from .tables import (
    CCP,
    DEE,
    FLO,
    MACHINE,
    RET,
    STUD,
    bet_and_lock,
    cross,
    current_round,
    seated_table,
    stay,
    step,
)
from .test_round_9 import COMMUNITY, ROYAL, SPINS, accounts, correct

WHEEL = {1: "2c 7d", 2: "9c 8d", 4: "Ah Ac"}
BOARD = cross("9h 3d 5s Jh As")
SEATS = range(1, 7)
THREE_METERS = MACHINE | {"wagers": {"progressive": {"paytable": "D"}}}


def jackpot() -> Table:
    """Play seat 4 of 235 Stud to a paid royal flush; seats 2 and 1 are not settled."""
    table = seated_table(STUD, ROYAL, COMMUNITY, chips=5_000_00)
    bet_and_lock(table, 1, 2, 4, progressive=100)
    stay(table)
    until(table, lambda: 4 in current_round(table).settled)
    return table


def spun() -> Table:
    """Play Criss Cross until seat 4 has spun; nobody else has a pair."""
    table = seated_table(CCP, WHEEL, BOARD, submission=SPINS, chips=5_000_00)
    bet_and_lock(table, 1, 2, 4, bonus_spin=500)
    stay(table)
    until(table, lambda: 4 in current_round(table).spins)
    return table


def until(table: Table, here: Callable[[], bool]) -> None:
    """Settle seat by seat until a condition holds."""
    while not here():
        if table.instruction.step == "Settle":
            table.dealer("Dee").settle(every=False)
        else:
            step(table)


def returns(table: Table, kind: Kind) -> None:
    table.execute(c.Report(kind, round=1), DEE)
    table.execute(c.Rule(Ruling.RETURN, "seen by all"), FLO)


def close(table: Table) -> None:
    while current_round(table).phase is not Phase.CLOSED:
        do_next_step(table)


def assert_verified(table: Table) -> None:
    """Check that the round is closed, and that the file of the shift verifies."""
    close(table)
    verify(line + b"\n" for line in table.export())


def test_a_jackpot_stays_paid_and_other_wagers_are_returned() -> None:
    """Contributions of the others have been won, and stay where they are."""
    table = jackpot()
    meter_amount, chips = table.state.meter_amount("meter"), table.state.chips("Ann")
    returns(table, Kind.PROGRESSIVE_DOWN)
    assert current_round(table).returned == {1: {"progressive": 100}, 2: {"progressive": 100}}
    assert table.state.meter_amount("meter") == meter_amount
    assert table.state.chips("Ann") == chips + 100
    close(table)
    results = current_round(table).results
    assert [seat for seat in results if "progressive" in results[seat]] == [4]


def test_a_spin_is_settled_and_other_wagers_are_returned() -> None:
    """The wheel is not needed anymore."""
    table = spun()
    returns(table, Kind.WHEEL_DOWN)
    assert current_round(table).returned == {1: {"bonus_spin": 500}, 2: {"bonus_spin": 500}}
    close(table)
    results = current_round(table).results
    assert [seat for seat in results if "bonus_spin" in results[seat]] == [4]
    assert results[4]["bonus_spin"].outcome == "win"


@pytest.mark.parametrize("make_table", [jackpot, spun])
def test_a_later_void_leaves_no_trace(make_table: Callable[[], Table]) -> None:
    """Stacks, tray and meters are restored: the jackpot is reversed with the contributions."""
    table = make_table()
    kind = Kind.PROGRESSIVE_DOWN if make_table is jackpot else Kind.WHEEL_DOWN
    returns(table, kind)
    table.execute(c.Report(Kind.WRONG_NUMBER, 1, round=1), DEE)
    table.execute(c.Rule(Ruling.BY_THE_BOOK, "four cards"), FLO)
    assert current_round(table).void
    fresh = seated_table(
        table.state.game, chips=5_000_00, submission=SPINS if make_table is spun else None
    )
    assert accounts(table.state) == accounts(fresh.state)


def test_envy_that_came_before_is_corrected_all_the_same() -> None:
    table = jackpot()
    returns(table, Kind.PROGRESSIVE_DOWN)
    close(table)
    had = current_round(table).gifts[1]["envy"]
    chips = table.state.chips("Ann")
    correct(table, c.CorrectPayout(1, 1, "envy", 0, "her wager went back"))
    assert table.state.chips("Ann") == chips - had


def test_a_pending_jackpot_is_paid_from_all_contributions() -> None:
    """From the hit until it is paid, no wager is returned, for spins and hands."""
    table = seated_table(STUD, ROYAL, COMMUNITY, chips=5_000_00)
    bet_and_lock(table, 1, 2, 4, progressive=100)
    stay(table)
    until(table, lambda: current_round(table).hit == 4)
    words = "a jackpot of this round has not been paid"
    report = c.Report(Kind.PROGRESSIVE_DOWN, round=1)
    scene_of(table).refuses(DEE, report, words, "ROUND-3")
    assert scene_of(table).allows(DEE, c.Report(Kind.DEVICE_DOWN, device=Device.PROGRESSIVE))
    wheel = {"wagers": {"bonus_spin": {"wheel": [{"symbol": "jackpot", "stops": 1}]}}}
    spins = seated_table(CCP, WHEEL, BOARD, submission=MACHINE | wheel, chips=5_000_00)
    bet_and_lock(spins, 1, 2, 4, bonus_spin=500)
    stay(spins)
    until(spins, lambda: 4 in current_round(spins).spins)
    for kind in (Kind.PROGRESSIVE_DOWN, Kind.WHEEL_DOWN):
        scene_of(spins).refuses(DEE, c.Report(kind, round=1), words, "ROUND-3")


# Files of such rounds, which `verify` recomputes


@cache
def four_of_a_kind() -> str:
    """Return the first practice seed with four of a kind for seat 6, which is settled first."""
    table = seated_table(STUD, submission=THREE_METERS)
    bet_and_lock(table, *SEATS)
    stay(table)
    places = (*current_round(table).holes[6], *current_round(table).table["community"])
    context = shuffle_context(table.state.table, 1, table.rules.hash)
    for name in map(str, count()):
        dealt = build_shoe(practice_seed(name, 1), context).cards
        if hand([dealt[place] for place in places]).name == "four of a kind":
            return name
    raise AssertionError


@pytest.mark.parametrize("void", [False, True])
def test_one_of_several_meters_has_paid(void: bool) -> None:
    """235 table D: the minor meter pays a seat, the others take back what they were fed."""
    table = seated_table(STUD, submission=THREE_METERS, practice=four_of_a_kind())
    before = accounts(table.state)
    bet_and_lock(table, *SEATS, progressive=100)
    stay(table)
    until(table, lambda: 4 in current_round(table).settled)
    assert {hit.meter for hits in current_round(table).hits.values() for hit in hits} == {"minor"}
    contributions = {name: table.state.meter_amount(name) for name in current_round(table).meters}
    returns(table, Kind.PROGRESSIVE_DOWN)
    for name, meter_reading in contributions.items():
        assert (table.state.meter_amount(name) < meter_reading) == (name != "minor")
    if void:
        table.execute(c.Report(Kind.WRONG_NUMBER, 1, round=1), DEE)
        table.execute(c.Rule(Ruling.BY_THE_BOOK, "four cards"), FLO)
        assert accounts(table.state) == before
    assert_verified(table)


@pytest.mark.parametrize(
    "kind",
    [Kind.CARD_FACE_UP, Kind.CARDS_FACE_UP, Kind.DRAWN_UNEXPOSED, Kind.DRAWN_EXPOSED],
)
@pytest.mark.parametrize(
    ("game", "side"), [(RET, "progressive"), (CCP, "bonus_spin"), (STUD, "progressive")]
)
def test_nothing_is_left_to_count(game: str, side: str, kind: Kind) -> None:
    """The wagers are returned during the count: cards are dealt, and may be seen."""
    table = seated_table(game, practice="q")
    bet_and_lock(table, 1, 2, **{side: 500 if game == CCP else 100})
    returns(table, Kind.PROGRESSIVE_DOWN)
    assert current_round(table).phase is Phase.PLAYING
    table.execute(c.Report(kind, round=1), DEE)
    if waits := table.state.day.incident:
        book = Ruling.GO_ON if kind is Kind.DRAWN_EXPOSED else Ruling.BY_THE_BOOK
        assert waits.kinds == (kind,)
        table.execute(c.Rule(book, "seen by all"), FLO)
    assert_verified(table)
