"""The preview of a decision moves exactly what the decision then moves."""

from fractions import Fraction
from typing import get_type_hints

import pytest

from pitboss.console.consequences import Consequences, consequences
from pitboss.errors import Refused
from pitboss.games.incidents import Kind
from pitboss.shuffle import Shoe
from pitboss.table import State
from pitboss.table import commands as c
from pitboss.table.day import Ruling
from pitboss.table.ledger import player_account, stack_account
from tests.table.round_scenes import ANN, EVERY, METERED, at, has
from tests.table.tables import CCP, DEE, FLO, THB

NOW = 0
MOMENTS = pytest.mark.parametrize(
    "moment", ["bets are down", "asked", "second street", "to settle", "jackpot", "to close"]
)


def check_moves(result: Consequences, before: State, after: State) -> None:
    """Check a preview against the states before and after the decision."""

    def gain(account: str) -> Fraction:
        return Fraction(after.balances.get(account, 0)) - Fraction(before.balances.get(account, 0))

    players = {**before.seats, **(before.round.players if before.round else {})}
    moves = {
        seat: gain(stack_account(name)) + gain(player_account(name))
        for seat, name in players.items()
    }
    assert {move.seat: move.cents for move in result.seats} == {
        seat: cents for seat, cents in moves.items() if cents
    }
    assert gain("tray") == result.tray + result.fill
    meters = {move.meter: (move.before, move.after) for move in result.meters}
    for meter in before.books:
        amounts = int(before.meter_amount(meter)), int(after.meter_amount(meter))
        assert meters.get(meter, (amounts[0], amounts[0])) == amounts
    nothing = not any((*moves.values(), gain("tray"), meters))
    assert result.moves_nothing == nothing


@EVERY
@MOMENTS
def test_ledg_5_a_void_moves_what_its_preview_says(game: str, moment: str) -> None:
    if not has(game, moment):
        return
    scene = at(game, moment)
    proposal = c.Propose(c.VoidRound(scene.number, "a fire alarm"))
    expected = consequences(scene.state, DEE, proposal, NOW)
    waiting = scene.after((DEE, proposal))
    approval = c.Approve(waiting.state.proposed)
    assert consequences(waiting.state, FLO, approval, NOW).seats == expected.seats
    after = waiting.after((FLO, approval))
    check_moves(expected, scene.state, after.state)
    assert expected.seats
    assert not expected.depends_on_hidden_cards


@METERED
def test_prog_7_a_jackpot_pays_and_resets_what_its_preview_says(game: str) -> None:
    scene = at(game, "jackpot")
    command = c.ValidateJackpot(scene.round.hit or 0)
    result = consequences(scene.state, FLO, command, NOW)
    after = scene.after((FLO, command), (DEE, c.Settle()))
    check_moves(result, scene.state, after.state)
    assert any(move.seat == scene.round.hit and move.cents > 0 for move in result.seats)
    if game == CCP:  # elsewhere the hand wins a fixed prize
        (meter,) = result.meters
        assert meter.paid > 0
        assert meter.before - meter.paid < meter.after


@EVERY
def test_a_corrected_payout_moves_what_its_preview_says(game: str) -> None:
    scene = at(game, "closed")
    round_ = scene.state.last[-1]
    for seat, results in round_.results.items():
        wager, result = next(iter(results.items()))
        matter = c.CorrectPayout(round_.number, seat, wager, result.credit + 100, "misread")
        try:
            expected = consequences(scene.state, DEE, c.Propose(matter), NOW)
        except Refused:
            matter = c.CorrectPayout(round_.number, seat, wager, result.credit - 100, "misread")
            try:
                expected = consequences(scene.state, DEE, c.Propose(matter), NOW)
            except Refused:  # it lost, and could not have won
                continue
        waiting = scene.after((DEE, c.Propose(matter)))
        after = waiting.after((FLO, c.Approve(waiting.state.proposed)))
        check_moves(expected, scene.state, after.state)
        assert [move.seat for move in expected.seats] == [seat]


def test_ledg_7_a_fill_adds_to_the_tray() -> None:
    state = at(THB, "closed").state
    fill = consequences(state, DEE, c.Propose(c.TransferChips(500_00, "F 1")), NOW)
    credit = consequences(state, DEE, c.Propose(c.TransferChips(500_00, "C 1", to_cage=True)), NOW)
    assert (fill.tray, fill.fill, fill.seats) == (500_00, 0, ())
    assert credit.tray == -500_00


@EVERY
def test_a_ruling_moves_what_its_preview_says(game: str) -> None:
    scene = at(game, "asked")
    scene = scene.after((DEE, c.Report(Kind.WRONG_NUMBER, round=scene.number)))
    ruling = c.Rule(Ruling.BY_THE_BOOK, "seen by all")
    result = consequences(scene.state, FLO, ruling, NOW)
    assert result.seats
    if not result.depends_on_hidden_cards:
        check_moves(result, scene.state, scene.after((FLO, ruling)).state)
    no_ruling = consequences(scene.state, FLO, c.Rule(Ruling.DISMISSED, "no"), NOW)
    assert no_ruling.moves_nothing


def test_sec_1_a_wager_that_hidden_cards_settle_is_left_out() -> None:
    """What a bonus pays in a void round is not known before its cards are turned over."""
    scene = at(THB, "asked")
    matter = c.VoidRound(scene.number, "a fire alarm", "bonus")
    result = consequences(scene.state, DEE, c.Propose(matter), NOW)
    assert result.depends_on_hidden_cards
    refunds = {move.seat: move.cents for move in result.seats}
    wagers = scene.round.wagers
    assert refunds == {
        seat: sum(cents for key, cents in wagers[seat].items() if key != "bonus")
        for seat in wagers
        if seat not in scene.round.folded
    }


@EVERY
def test_sec_1_no_preview_reads_the_stack(game: str) -> None:
    """It takes a committed state, which has no stack; and dealing has no preview."""
    assert Shoe not in get_type_hints(consequences).values()
    scene = at(game, "asked")
    with pytest.raises(Refused, match="has no preview"):
        consequences(scene.state, DEE, c.Deal(), NOW)


def test_a_count_of_the_tray_has_no_preview() -> None:
    scene = at(THB, "closed")
    for matter in (c.OpeningCount(1), c.ClosingCount(1)):
        with pytest.raises(Refused, match="count blindly"):
            consequences(scene.state, DEE, c.Propose(matter), NOW)


def test_what_the_table_refuses_has_no_consequences() -> None:
    scene = at(THB, "asked")
    with pytest.raises(Refused):
        consequences(scene.state, FLO, c.Rule(Ruling.BY_THE_BOOK, "why"), NOW)
    with pytest.raises(Refused, match="requires the role"):
        consequences(scene.state, ANN, c.Rule(Ruling.BY_THE_BOOK, "why"), NOW)
