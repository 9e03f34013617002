"""A side wager whose device is out of order cannot be placed, and repeated bets omit it."""

import pytest

from pitboss.games.deck_tasks import Device
from pitboss.games.incidents import Kind
from pitboss.tui.game.player_session import PlayerSession
from pitboss.tui.game.screen_state import TablePhase
from tests.tui.game_driver import Game, play
from tests.tui.test_play import check_log


def fails(session: PlayerSession, device: Device) -> None:
    session.shift.table.dealer("Dee").report(Kind.DEVICE_DOWN, device=device)


@pytest.mark.parametrize(
    ("key", "device", "wager", "label"),
    [
        ("criss-cross", Device.WHEEL, "bonus_spin", "Bonus Spin"),
        ("run-em-twice", Device.PROGRESSIVE, "progressive", "Progressive"),
        ("stud-235", Device.PROGRESSIVE, "progressive", "Progressive"),
    ],
)
def test_round_3_no_bet_needs_a_device_that_failed(
    key: str, device: Device, wager: str, label: str
) -> None:
    async def day(game: Game) -> None:
        session = game.session
        placing, progress = (
            session.bet_placement,
            f"{label} is unavailable: the {device} is out of order.",
        )
        placing.touch(wager)
        placing.add(1)
        await game.press("enter")
        assert wager in session.shift.table.state.round.wagers[session.seat]  # type: ignore[union-attr]
        await game.play_on()
        assert game.at(TablePhase.RESULTS)
        fails(session, device)
        # The same bets again, without the wager and with a message.
        await game.press("enter")
        round_ = session.shift.table.state.round
        assert round_ is not None
        assert session.phase is not TablePhase.BETS, session.note
        assert wager not in round_.wagers[session.seat]
        assert set(round_.wagers[session.seat]) == set(placing.bets) - {wager}
        assert progress in game.side_text
        await game.play_on()
        await game.press("space")
        assert game.at(TablePhase.BETS)
        assert session.screen_state().bets == placing.accepted_bets
        placing.touch(wager)
        placing.add(1)
        await game.press("right", "left")
        placing.add(1)
        assert placing.note == progress
        assert wager not in session.screen_state().bets
        # It works again, and earlier bets include it again.
        session.shift.table.floorperson("Flo").restore_device(device)
        await game.press("enter")
        assert wager in session.shift.table.state.round.wagers[session.seat]  # type: ignore[union-attr]

    check_log(play(key, day, size=(200, 60)))
