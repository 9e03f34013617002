"""The result shown to a seat after an irregular round."""

import pytest

from pitboss.games import find_game
from pitboss.games.incidents import Kind
from pitboss.papers.round_results import result_sentences
from pitboss.table import Person, Role, Table
from pitboss.table import commands as c
from pitboss.table.day import Ruling
from pitboss.table.views import RoundView, view
from tests.table.dealer_rounds import do_next_step
from tests.table.irregular_rounds import make_report, played_round, report_of
from tests.table.round_scenes import Scene
from tests.table.tables import CCP, DEE, FLO, RET, STUD, THB, current_round

BOB = Person("Bob", Role.PLAYER)
SEAT = 2


def sentences_for_bob(table: Table) -> list[str]:
    """Return the sentences that Bob sees after the round."""
    while current_round(table).phase != "the round is closed":
        do_next_step(table)
    view_ = view(table.state, table.shoe, BOB).round
    assert isinstance(view_, RoundView)
    game = find_game(table.state.game)
    return [
        result_sentence.text for result_sentence in result_sentences(game, table.rules, view_, SEAT)
    ]


def after(scene: Scene, ruling: Ruling) -> Table:
    return scene.after((FLO, c.Rule(ruling, "seen by all"))).table()


@pytest.mark.parametrize(("game", "label"), [(RET, "Progressive"), (CCP, "Bonus Spin")])
def test_a_side_wager_that_was_returned(game: str, label: str) -> None:
    kind = Kind.WHEEL_DOWN if game == CCP else Kind.PROGRESSIVE_DOWN
    scene = [item for item in played_round(game).where(report_of(kind)) if not item.round.results][
        -1
    ]
    texts = sentences_for_bob(after(make_report(scene, report_of(kind)), Ruling.RETURN))
    assert f"A device failed: {label} is returned." in texts
    assert sum(label in text for text in texts) == 1


@pytest.mark.parametrize("game", [RET, CCP, THB, STUD])
def test_a_void_after_settlement_mentions_no_win(game: str) -> None:
    """A royal flush that was paid and reversed is not reported as a win."""
    report = report_of(Kind.WRONG_NUMBER)
    scene = played_round(game).where(report)[-1]
    assert scene.round.results[SEAT]
    texts = sentences_for_bob(after(make_report(scene, report), Ruling.BY_THE_BOOK))
    (text,) = texts
    assert text.startswith(f"The round is void ({Kind.WRONG_NUMBER.description}")
    assert text.endswith("are returned.")


def test_a_forfeit_is_reported_in_a_void_round_too() -> None:
    breach = next(iter(played_round(RET).before.table().rules.table_procedures.breaches))
    seat_asked = [scene for scene in played_round(RET).moments if scene.round.turn == SEAT]
    for scene in seat_asked:
        scene_after = scene.after((FLO, c.Forfeit(SEAT, breach, round=1)))
        (text,) = sentences_for_bob(scene_after.table())
        assert text.startswith("You broke a rule about the cards and forfeited your wagers: ")
        assert text.endswith(" lose.")
        void = scene_after.after((DEE, report_of(Kind.WRONG_NUMBER)))
        assert sentences_for_bob(after(void, Ruling.BY_THE_BOOK)) == [text]


def test_a_skipped_player_sees_why() -> None:
    report = report_of(Kind.PLAYER_SKIPPED, SEAT)
    scene = played_round(RET).where(report)[0]
    (text,) = sentences_for_bob(after(make_report(scene, report), Ruling.BY_THE_BOOK))
    assert text.startswith("You were skipped, and the round went on without you: ")
    assert text.endswith(" are returned.")
