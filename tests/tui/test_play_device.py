"""A side wager whose device is out of order: no chip goes on it, and the bet leaves it out."""

import pytest

from pitboss.games.incidents import Kind
from pitboss.games.tasks import Device
from pitboss.tui.scene import Moment
from pitboss.tui.session import Session
from tests.tui.playing import Game, play
from tests.tui.test_play import check_log


def fails(session: Session, device: Device) -> None:
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
        placing, told = session.placing, f"{label} is not taken: the {device} is out of order."
        placing.touch(wager)
        placing.add(1)
        await game.press("enter")
        assert wager in session.shift.table.state.round.wagers[session.seat]  # type: ignore[union-attr]
        await game.play_on()
        assert game.at(Moment.RESULTS)
        fails(session, device)
        # The same bets again: without it, and that is said.
        await game.press("enter")
        now = session.shift.table.state.round
        assert now is not None
        assert session.moment is not Moment.BETS, session.note
        assert wager not in now.wagers[session.seat]
        assert set(now.wagers[session.seat]) == set(placing.bets) - {wager}
        assert told in game.said
        await game.play_on()
        await game.press("space")
        assert game.at(Moment.BETS)
        assert session.scene().bets == placing.taken
        placing.touch(wager)
        placing.add(1)
        await game.press("right", "left")
        placing.add(1)
        assert placing.note == told
        assert wager not in session.scene().bets
        # It works again: what was bet before is there again.
        session.shift.table.floorperson("Flo").restore_device(device)
        await game.press("enter")
        assert wager in session.shift.table.state.round.wagers[session.seat]  # type: ignore[union-attr]

    check_log(play(key, day, size=(200, 60)))
