"""A key for a decision has no other effect, however early or late it is pressed."""

import pytest

from pitboss.games import GAMES
from pitboss.tui.game.keys import GENERAL_ACTIONS, key_action
from pitboss.tui.game.screen_state import TablePhase, decision_letters
from tests.rotation import with_games
from tests.tui.screen_scenes import scene


@pytest.mark.parametrize(("game", "moment"), with_games(TablePhase))
def test_an_answer_pressed_at_another_time_does_nothing_of_the_house(
    game: str, moment: TablePhase
) -> None:
    round_ = scene(GAMES[game], moment)
    answers = {
        key
        for street in round_.rules.streets
        for key in decision_letters([*street.choices]).values()
    }
    for key, act in GENERAL_ACTIONS.items():
        assert key_action(round_, key.upper(), key.upper()) == act
        if key in answers:
            assert key_action(round_, key, key) is None
        elif moment is not TablePhase.TURN:
            assert key_action(round_, key, key) == act


def test_b_bets_in_hold_em_and_never_buys_in() -> None:
    after = scene(GAMES["holdem-bonus"], TablePhase.RESULTS)
    assert key_action(after, "b", "b") is None
    assert key_action(after, "B", "B") == ("do", ("buy",))
