"""ROUND-9: voiding a round before its close undoes all of it, and winnings stay until the close."""

from fractions import Fraction

import pytest

from pitboss.errors import Refused
from pitboss.games.incidents import Kind
from pitboss.table import Phase, State, Table
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.apply import apply
from pitboss.table.day import Ruling
from pitboss.table.ledger import DEPARTED, Cents
from pitboss.verify import verify

from .round_scenes import CROSSES, EVERY, SIDES
from .shared_play import settle_one_by_one
from .tables import (
    CCP,
    DEE,
    FLO,
    RET,
    STAYS,
    STUD,
    THB,
    Json,
    answer,
    antes,
    bet,
    bet_and_lock,
    cross,
    current_round,
    seated_table,
    stay,
    step,
    until_asked,
)

ROYAL = {1: "2c 7d 4h", 2: "9c 8d 3s", 4: "Ah Kh Qh"}
"""With these cards seat 4 has a royal flush in 235 Stud."""
COMMUNITY = {"community": "Jh Th"}
SPINS: Json = {
    "table": {"shuffler": "automated"},
    "wagers": {"bonus_spin": {"wheel": [{"symbol": "$500", "stops": 1}]}},
}
"""A wheel with only a symbol that pays everybody."""


def accounts(state: State) -> dict[str, Cents]:
    """Return what players and meters have; the tray may have been filled."""
    account_kinds = ("stack:", "player:", "meter:", "escrow:")
    return {
        account: cents
        for account, cents in state.balances.items()
        if account.startswith(account_kinds)
    }


def void_by_the_book(table: Table) -> None:
    """Have Dee report a wrong number of cards, and Flo rule on it."""
    table.execute(c.Report(Kind.WRONG_NUMBER), DEE)
    table.execute(c.Rule(Ruling.BY_THE_BOOK, "seat 1 holds four cards"), FLO)


def assert_verified(table: Table) -> None:
    """Check that the round is closed, and that the file of the shift verifies.

    No seed gives a stack made by a test, so the round is closed like one with a lost seed and
    checked by its exposed cards."""
    close_round(table)
    verify(line + b"\n" for line in table.export())


def royal(*, until: int | None = 4) -> tuple[Table, dict[str, Cents]]:
    """Return a round with a paid royal flush and jackpot at seat 4, and all money before it."""
    table = seated_table(STUD, ROYAL, COMMUNITY, chips=5_000_00)
    before = accounts(table.state)
    bet_and_lock(table, 1, 2, 4, progressive=100, win_em_all=100)
    stay(table)
    settle_one_by_one(table, until=until)
    return table, before


def test_round_9_a_royal_flush_is_taken_back() -> None:
    """235 13.B, D: the jackpot, the odds of the hand and the envy of both neighbors."""
    table, before = royal()
    assert current_round(table).hits[4][0].paid >= 10_000_00
    assert {seat: set(gifts) for seat, gifts in current_round(table).gifts.items()} == {
        1: {"envy"},
        2: {"envy"},
    }
    assert table.state.chips("Dan") > 15_000_00
    void_by_the_book(table)
    assert accounts(table.state) == before
    assert current_round(table).phase is Phase.VOID
    assert not current_round(table).gifts
    assert not current_round(table).hits
    results = [r for seat in current_round(table).results.values() for r in seat.values()]
    assert {r.outcome for r in results} == {"void"}
    undone = [x.event for x in table.log if isinstance(x.event, e.SettlementReversed)]
    assert [x.seat for x in undone if x.wagers] == [4]
    assert {x.seat for x in undone if x.gifts} == {1, 2}
    close_round(table)
    assert accounts(table.state) == before
    assert_verified(table)


def test_round_9_when_every_seat_is_settled() -> None:
    """Until the close the round can still be voided."""
    table, before = royal(until=None)
    assert current_round(table).phase is Phase.SETTLED
    table.execute(c.Propose(c.VoidRound(1, "the shoe held two decks")), DEE)
    table.execute(c.Approve(table.state.proposed), FLO)
    assert accounts(table.state) == before
    assert_verified(table)


def test_round_9_meters_are_as_they_were() -> None:
    """Contribution, payment and reset of each meter are reversed, to the fraction of a cent."""
    table, _ = royal()
    void_by_the_book(table)
    for name, book in table.state.books.items():
        assert (book.fed, book.paid, book.corrected) == (0, 0, 0)
        assert book.seeded == table.state.meter_amount(name) == table.rules.meters[name].start


def test_round_9_community_pay_is_taken_back() -> None:
    """CCP 13.C: what one spin brought to everybody else."""
    table = seated_table(
        CCP, {1: "2c 7d", 2: "8c 9d", 4: "Kc Kd"}, cross("9h 3d 5s Jh As"), submission=SPINS
    )
    before = accounts(table.state)
    bet_and_lock(table, 1, 2, 4, bonus_spin=500)
    stay(table)
    settle_one_by_one(table, until=4)
    assert {seat: set(gifts) for seat, gifts in current_round(table).gifts.items()} == {
        1: {"community pay"},
        2: {"community pay"},
    }
    void_by_the_book(table)
    assert accounts(table.state) == before
    assert_verified(table)


def test_thb_13_b_the_bonus_is_settled_again() -> None:
    """Everything settled is reversed, and only the Bonus is settled again."""
    holes = {1: "2c 7d", 2: "9c 9d", 4: "Kc Qd"}
    places = {"dealer": "Ac Ad", "flop": "9h 3d 5s", "turn": "Jh", "river": "As"}
    table = seated_table(THB, holes, places)
    before = accounts(table.state)
    bet_and_lock(table, 1, 2, 4, bonus=100)
    stay(table)
    settle_one_by_one(table, until=4)
    table.execute(c.Propose(c.VoidRound(1, "two cards were face up", "bonus")), DEE)
    table.execute(c.Approve(table.state.proposed), FLO)
    wager_result = {
        seat: results["bonus"] for seat, results in current_round(table).results.items()
    }
    assert {seat: r.outcome for seat, r in wager_result.items()} == {1: "lose", 2: "win", 4: "lose"}
    names = current_round(table).players
    for seat, result in wager_result.items():
        net = result.credit - result.stake
        assert table.state.chips(names[seat]) == before[f"stack:{names[seat]}"] + net
    assert_verified(table)


# Winnings stay at the table


@EVERY
def test_round_9_winnings_do_not_leave_before_the_close(game: str) -> None:
    table = seated_table(game)
    bet_and_lock(table, 1, 2, 4, **SIDES[game])
    stay(table)
    settle_one_by_one(table)
    assert current_round(table).phase is Phase.SETTLED
    for seat, name in current_round(table).players.items():
        free = table.state.free_chips(name)
        assert free == table.state.chips(name) - current_round(table).credited(seat)
        player = table.player(name)
        if current_round(table).credited(seat):
            with pytest.raises(
                Refused, match="stays at the table until the round is closed"
            ) as refused:
                player.cash_out(free + 1)
            assert refused.value.clause == "ROUND-9"
        assert player.can_cash_out(free)
    table.player("Ann").cash_out()
    assert table.state.chips("Ann") == current_round(table).credited(1)
    table.execute(c.Propose(c.VoidRound(1, "a card too many")), DEE)
    table.execute(c.Approve(table.state.proposed), FLO)
    close_round(table)
    table.player("Ann").cash_out()
    assert "player:Ann" not in table.state.balances  # she has exactly what she brought
    assert_verified(table)


def test_round_9_a_player_who_walked_off_takes_them_at_the_close() -> None:
    table, _ = royal(until=None)
    table.player("Dan").leave(4)
    assert table.state.chips("Dan") > 15_000_00
    close_round(table)
    assert not table.state.chips("Dan")
    assert table.state.balances[DEPARTED] > 10_000_00
    assert_verified(table)


# A forfeit stays a forfeit


@CROSSES
@pytest.mark.parametrize("is_settled", [False, True], ids=["before", "after it is settled"])
def test_round_9_forfeited_wagers_stay_lost(game: str, is_settled: bool) -> None:
    """RET 11.A, CCP 11.A: a dealing error does not undo a breach."""
    table = seated_table(game)
    before = accounts(table.state)
    bet(table, {seat: antes(game, **SIDES[game]) for seat in (1, 2, 4)})
    table.dealer("Dee").no_more_bets()
    until_asked(table)
    table.floorperson("Flo").forfeit(4, "11.A(1)")
    if is_settled:
        while until_asked(table) is not None:
            answer(table, STAYS[game])
        settle_one_by_one(table, until=4)
    void_by_the_book(table)
    staked = sum(current_round(table).wagers[4].values())
    assert {r.outcome for r in current_round(table).results[4].values()} == {"lose"}
    assert {r.outcome for r in current_round(table).results[1].values()} == {"void"}
    assert accounts(table.state) == before | {"stack:Dan": before["stack:Dan"] - staked}
    assert_verified(table)


# After the close, two people correct


def correct(table: Table, matter: c.CorrectPayout) -> None:
    """Have two people correct it."""
    table.execute(c.Propose(matter), DEE)
    table.execute(c.Approve(table.state.proposed), FLO)


def close_round(table: Table) -> Table:
    """Close the round."""
    while current_round(table).phase is not Phase.CLOSED:
        if current_round(table).phase in (Phase.SETTLED, Phase.VOID):
            table.shoe = None
        step(table)
    return table


def test_round_9_a_closed_round_is_not_voided() -> None:
    table = close_round(royal(until=None)[0])
    with pytest.raises(Refused, match="no round is open"):
        table.execute(c.Propose(c.VoidRound(1, "too late")), DEE)


def test_ledg_5_envy_is_corrected() -> None:
    """It is taken back, or paid to somebody who should have had it."""
    table = close_round(royal(until=None)[0])
    chips = table.state.chips("Ann")
    had = current_round(table).gifts[1]["envy"]
    correct(table, c.CorrectPayout(1, 1, "envy", 0, "seat 4 held two queens"))
    assert table.state.chips("Ann") == chips - had
    assert 1 not in current_round(table).gifts
    correct(table, c.CorrectPayout(1, 1, "envy", had + 1, "it was a royal flush after all"))
    assert table.state.chips("Ann") == chips + 1
    assert current_round(table).gifts[1] == {"envy": had + 1}
    assert_verified(table)


def test_ledg_5_community_pay_is_corrected() -> None:
    table = seated_table(
        CCP, {1: "2c 7d", 2: "8c 9d", 4: "Kc Kd"}, cross("9h 3d 5s Jh As"), submission=SPINS
    )
    bet(table, {1: antes(CCP), 2: antes(CCP, bonus_spin=500), 4: antes(CCP, bonus_spin=500)})
    table.dealer("Dee").no_more_bets()
    stay(table)
    settle_one_by_one(table)
    close_round(table)
    had = current_round(table).gifts[2]["community pay"]
    chips = table.state.chips("Bob")
    correct(table, c.CorrectPayout(1, 2, "community_pay", had - 100, "it was another symbol"))
    assert table.state.chips("Bob") == chips - 100
    with pytest.raises(Refused, match="seat 1 had no 'community_pay' wager in round 1"):
        correct(table, c.CorrectPayout(1, 1, "community_pay", 100, "no wager"))
    assert_verified(table)


@pytest.mark.parametrize("gift", ["envy", "community_pay"])
@pytest.mark.parametrize("game", [RET, THB])
def test_ledg_5_somebody_who_could_not_have_received_it(game: str, gift: str) -> None:
    """No wager of the game or of the seat can bring it."""
    table = seated_table(game)
    bet_and_lock(table, 1, 2)
    stay(table)
    settle_one_by_one(table)
    close_round(table)
    with pytest.raises(Refused, match=f"seat 1 had no '{gift}' wager"):
        correct(table, c.CorrectPayout(1, 1, gift, 100, "no wager"))


def test_ledg_5_a_void_round_is_corrected_like_any_other() -> None:
    """Wagers and envy alike: nothing was won, but people may find that something is owed."""
    table = royal()[0]
    void_by_the_book(table)
    close_round(table)
    chips = table.state.chips("Ann")
    correct(table, c.CorrectPayout(1, 1, "envy", 100, "the house makes it good"))
    assert table.state.chips("Ann") == chips + 100
    correct(table, c.CorrectPayout(1, 1, "envy", 0, "it does not, after all"))
    assert table.state.chips("Ann") == chips
    assert_verified(table)


def test_ledg_5_a_jackpot_goes_back_to_its_meter() -> None:
    """The meter shows again what was paid from it, and its reset is undone."""
    table = close_round(royal(until=None)[0])
    (hit,) = current_round(table).hits[4]
    meter_amount = table.state.meter_amount(hit.meter)
    correct(table, c.CorrectPayout(1, 4, "progressive", 0, "a card was a foreign one"))
    assert table.state.meter_amount(hit.meter) == meter_amount + hit.paid - hit.reseeded
    assert table.state.books[hit.meter].corrected == hit.paid - hit.reseeded
    assert table.state.books[hit.meter].balance == table.state.meter_amount(hit.meter)
    assert not current_round(table).hits[4]
    correct(table, c.CorrectPayout(1, 4, "progressive", hit.paid, "it was not foreign"))
    assert table.state.meter_amount(hit.meter) == meter_amount + hit.paid - hit.reseeded
    assert_verified(table)


def test_ledg_6_nothing_on_top_of_a_jackpot() -> None:
    """The whole meter is the most that the wager could win; other hands limit envy."""
    table = close_round(royal(until=None)[0])
    (hit,) = current_round(table).hits[4]
    for key, cents in (("progressive", hit.paid + 1), ("envy", 10**9)):
        with pytest.raises(Refused, match="no cards pay this wager more than") as refused:
            correct(table, c.CorrectPayout(1, 4, key, cents, "a bonus"))
        assert refused.value.clause == "LEDG-6"


def test_ledg_5_other_prizes_do_not_come_from_the_meter() -> None:
    """A fixed prize instead of a jackpot is paid by the house; PROG-1 holds."""
    table = close_round(royal(until=None)[0])
    (hit,) = current_round(table).hits[4]
    meter_amount = table.state.meter_amount(hit.meter)
    correct(table, c.CorrectPayout(1, 4, "progressive", 50_00, "a flush"))
    assert table.state.meter_amount(hit.meter) == meter_amount + hit.paid - hit.reseeded
    assert table.state.meter_amount(hit.meter) >= table.rules.meters[hit.meter].least
    assert_verified(table)


def test_ledg_5_a_jackpot_is_corrected_between_rounds_only() -> None:
    """PROG-1: no meter changes while a round that it may pay is open."""
    table = close_round(royal(until=None)[0])
    table.dealer("Dee").open_round()
    with pytest.raises(
        Refused, match="this correction changes a meter: make it after the round is closed"
    ) as refused:
        correct(table, c.CorrectPayout(1, 4, "progressive", 0, "a foreign card"))
    assert refused.value.clause == "PROG-1"
    correct(table, c.CorrectPayout(1, 1, "envy", 0, "a foreign card"))


def test_ledg_5_a_reset_is_undone_only_if_the_meter_holds_it() -> None:
    """Its reset was larger than its payment, and the next jackpot has taken that."""
    rules: Json = {
        "table": {"shuffler": "automated"},
        "wagers": {"progressive": {"meters": {"meter": {"reset": 5_000_000}}}},
    }
    table = seated_table(STUD, ROYAL, COMMUNITY, submission=rules, chips=5_000_00)
    bet_and_lock(table, 1, 2, 4, progressive=100)
    stay(table)
    settle_one_by_one(table)
    close_round(table)
    table.execute(c.Propose(c.CorrectMeter("meter", -4_999_000, "another jackpot")), DEE)
    table.execute(c.Approve(table.state.proposed), FLO)
    with pytest.raises(Refused, match="holds too little to undo its reset") as refused:
        correct(table, c.CorrectPayout(1, 4, "progressive", 0, "a foreign card"))
    assert refused.value.clause == "PROG-2"


# A log of version 0.1 is still replayed as it was


def test_recov_5_a_void_without_a_reversal_keeps_what_was_settled() -> None:
    """Its balances are those of the time, and a later interpretation does not change them."""
    table, before = royal()
    chips = {name: table.state.chips(name) for name in ("Ann", "Bob", "Dan")}
    state = table.state
    void_by_the_book(table)
    (void_event,) = [x.event for x in table.log if isinstance(x.event, e.RoundVoided)]
    old = e.RoundVoided(1, void_event.reason, {s: w for s, w in void_event.seats.items() if s != 4})

    after = apply(state, old)
    assert after.chips("Dan") == chips["Dan"]
    assert after.chips("Ann") - chips["Ann"] == sum(r.stake for r in void_event.seats[1].values())
    assert before["stack:Ann"] != after.chips("Ann")
    assert sum(map(Fraction, after.balances.values())) == 0
