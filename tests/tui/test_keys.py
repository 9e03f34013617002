"""A key that answers the dealer does nothing else, however early or late it is pressed."""

import pytest

from pitboss.games import GAMES
from pitboss.tui.keys import HOUSE, pressed
from pitboss.tui.scene import Moment, choice_keys
from tests.rotation import with_games
from tests.tui.scenes import scene


@pytest.mark.parametrize(("game", "moment"), with_games(Moment))
def test_an_answer_pressed_at_another_time_does_nothing_of_the_house(
    game: str, moment: Moment
) -> None:
    now = scene(GAMES[game], moment)
    answers = {
        key for street in now.rules.streets for key in choice_keys([*street.choices]).values()
    }
    for key, act in HOUSE.items():
        assert pressed(now, key.upper(), key.upper()) == act
        if key in answers:
            assert pressed(now, key, key) is None
        elif moment is not Moment.TURN:
            assert pressed(now, key, key) == act


def test_b_bets_in_hold_em_and_never_buys_in() -> None:
    after = scene(GAMES["holdem-bonus"], Moment.RESULTS)
    assert pressed(after, "b", "b") is None
    assert pressed(after, "B", "B") == ("do", ("buy",))
