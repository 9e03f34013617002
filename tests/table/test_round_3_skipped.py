"""ROUND-3, Run 'Em Twice: a skipped player sits the round out, and the others play on."""

from fractions import Fraction

import pytest

from pitboss.games.incidents import Kind
from pitboss.table import Phase, Table
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.day import Ruling
from pitboss.table.views import RoundView

from .irregular_rounds import (
    end_of,
    goes_on,
    is_void,
    make_report,
    played_round,
    report_of,
    rule_on,
)
from .round_scenes import SEATS, SIDES, Scene
from .rulings_table import games
from .tables import DEE, FLO, RET, current_round

SITS_OUT = "sits this round out, wagers and contribution returned"


def test_only_run_em_twice_has_this_rule() -> None:
    assert games(Kind.PLAYER_SKIPPED, SITS_OUT) == [RET]


def where(seat: int) -> list[Scene]:
    """Return every moment at which this seat may turn out to have been skipped."""
    result = played_round(RET).where(report_of(Kind.PLAYER_SKIPPED, seat))
    assert result == [s for s in played_round(RET).moments if _is_undecided(s, seat)]
    return result


def _is_undecided(scene: Scene, seat: int) -> bool:
    here = scene.round
    dealt = here.phase is Phase.PLAYING and bool(here.holes[seat])
    return dealt and not here.decisions[seat]


@pytest.mark.parametrize("seat", [1, 2, 4])
def test_wagers_and_contributions_are_returned(seat: int) -> None:
    before = played_round(RET).before
    name = SEATS[seat]
    for scene in where(seat):
        table = make_report(scene, report_of(Kind.PLAYER_SKIPPED, seat)).table()
        log = table.execute(c.Rule(Ruling.BY_THE_BOOK, "no card lies there"), FLO)
        ruling, out = (item.event for item in log)
        assert isinstance(ruling, e.IncidentRuled)
        assert isinstance(out, e.SatOut)
        assert {k: (r.outcome, r.stake, r.credit) for k, r in out.wagers.items()} == {
            key: ("void", cents, cents) for key, cents in scene.round.wagers[seat].items()
        }
        state, here = table.state, current_round(table)
        assert state.chips(name) == before.state.chips(name)
        assert f"escrow:{seat}" not in state.balances
        for meter, running in table.rules.meters.items():
            each = Fraction(running.rate) * SIDES[RET]["progressive"]
            assert state.meter_amount(meter) == before.state.meter_amount(meter) + 2 * each
            assert state.books[meter].balance == state.meter_amount(meter)
        assert seat not in {**here.players, **here.wagers, **here.holes, **here.decisions}
        assert here.turn != seat
        assert here.sat_out == {seat: scene.round.wagers[seat]}
        assert set(scene.round.holes[seat]) <= set(here.rack)
        assert not sum(state.balances.values())


@pytest.mark.parametrize("seat", [1, 2, 4])
def test_the_others_play_on(seat: int) -> None:
    """After the deal, cards and results are as if nobody had been skipped."""
    for scene in where(seat):
        waits = make_report(scene, report_of(Kind.PLAYER_SKIPPED, seat))
        without, whole = end_of(rule_on(waits, Ruling.BY_THE_BOOK)), end_of(scene)
        assert not current_round(without).void
        others = [other for other in (1, 2, 4) if other != seat]
        assert list(current_round(without).results) == sorted(others, reverse=True)
        assert current_round(without).table == current_round(whole).table
        assert sorted(current_round(without).rack) == list(range(52))
        chips = played_round(RET).before.state.chips(SEATS[seat])
        assert without.state.chips(SEATS[seat]) == chips
        if scene.round.dealt < 11:
            _second_card(scene, without, others)
            continue
        for other in others:
            assert current_round(without).holes[other] == current_round(whole).holes[other]
            assert current_round(without).results[other] == current_round(whole).results[other]
            name = SEATS[other]
            assert without.state.chips(name) == whole.state.chips(name)


def _second_card(scene: Scene, over: Table, others: list[int]) -> None:
    """Check that the other seats get the next cards of the stack in order."""
    following = iter(scene.round.order[scene.round.dealt :])
    for other in others:
        (first,) = scene.round.holes[other]
        assert current_round(over).holes[other] == (first, next(following))


def test_a_skipped_player_plays_the_next_round() -> None:
    scene = where(2)[-1]
    table = end_of(
        rule_on(make_report(scene, report_of(Kind.PLAYER_SKIPPED, 2)), Ruling.BY_THE_BOOK)
    )
    table.dealer("Dee").open_round()
    table.player("Bob").place_wagers(2, {"ante_1": 500, "ante_2": 500})
    table.dealer("Dee").no_more_bets()
    assert list(current_round(table).players) == [2]
    assert current_round(table).sat_out == {}


def test_who_sat_out_is_named_when_somebody_else_sits_there() -> None:
    scene = where(2)[-1]
    table = rule_on(
        make_report(scene, report_of(Kind.PLAYER_SKIPPED, 2)), Ruling.BY_THE_BOOK
    ).table()
    table.player("Bob").leave(2)
    table.player("Gus").take_seat(2)
    view_ = table.view(FLO).round
    assert isinstance(view_, RoundView)
    assert view_.seats[2].player == "Bob"


def test_a_skipped_player_makes_no_decisions() -> None:
    scene = next(s for s in where(2) if s.round.turn == 2)
    after = rule_on(make_report(scene, report_of(Kind.PLAYER_SKIPPED, 2)), Ruling.BY_THE_BOOK)
    assert after.round.turn == 4
    table = after.table()
    assert not table.player("Bob").can_decide(2, "1x")
    assert not table.dealer("Dee").can_report(Kind.PLAYER_SKIPPED, 2)
    assert not table.floorperson("Flo").can_forfeit(2, "11.A(1)")


def test_a_wrong_report_is_dismissed() -> None:
    for scene in where(2):
        waits = make_report(scene, report_of(Kind.PLAYER_SKIPPED, 2))
        goes_on(scene, rule_on(waits, Ruling.DISMISSED))


def test_if_every_player_is_skipped_the_round_is_void() -> None:
    """Nobody is left to play."""
    before = played_round(RET).before
    for scene in where(1):
        for seat in (4, 1):
            scene = rule_on(
                make_report(scene, report_of(Kind.PLAYER_SKIPPED, seat)), Ruling.BY_THE_BOOK
            )
            assert scene.round.phase is Phase.PLAYING
        assert list(scene.round.players) == [2]
        last = rule_on(make_report(scene, report_of(Kind.PLAYER_SKIPPED, 2)), Ruling.BY_THE_BOOK)
        is_void(before, last, Kind.PLAYER_SKIPPED)


def test_the_only_player_skipped_voids_the_round() -> None:
    alone = played_round(RET, seats=(2,))
    report = report_of(Kind.PLAYER_SKIPPED, 2)
    assert alone.where(report)
    for scene in alone.where(report):
        after = rule_on(make_report(scene, report), Ruling.BY_THE_BOOK)
        is_void(alone.before, after, Kind.PLAYER_SKIPPED)


def test_a_void_after_a_skip_returns_the_rest() -> None:
    """Nothing is returned twice."""
    before = played_round(RET).before
    for scene in where(2):
        out = rule_on(make_report(scene, report_of(Kind.PLAYER_SKIPPED, 2)), Ruling.BY_THE_BOOK)
        report = report_of(Kind.WRONG_NUMBER)
        if out.allows(DEE, report):
            void = rule_on(make_report(out, report), Ruling.BY_THE_BOOK)
            assert 2 not in void.round.results
            is_void(before, void, Kind.WRONG_NUMBER)
