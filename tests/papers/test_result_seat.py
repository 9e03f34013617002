"""What a seat is told after a round in which something went wrong."""

import pytest

from pitboss.games import find_game
from pitboss.games.incidents import Kind
from pitboss.papers.round_results import result_sentences
from pitboss.table import Person, Role, Table
from pitboss.table import commands as c
from pitboss.table.day import Ruling
from pitboss.table.views import RoundView, view
from tests.table.disturbed import played, reported, told
from tests.table.rounds import go_on
from tests.table.scenes import Scene
from tests.table.tables import CCP, DEE, FLO, RET, STUD, THB, now

BOB = Person("Bob", Role.PLAYER)
SEAT = 2


def said(table: Table) -> list[str]:
    """What Bob is told, once the round is closed."""
    while now(table).phase != "the round is closed":
        go_on(table)
    seen = view(table.state, table.shoe, BOB).round
    assert isinstance(seen, RoundView)
    game = find_game(table.state.game)
    return [
        result_sentence.text for result_sentence in result_sentences(game, table.rules, seen, SEAT)
    ]


def after(scene: Scene, ruling: Ruling) -> Table:
    return scene.after((FLO, c.Rule(ruling, "seen by all"))).table()


@pytest.mark.parametrize(("game", "label"), [(RET, "Progressive"), (CCP, "Bonus Spin")])
def test_a_side_wager_that_was_returned(game: str, label: str) -> None:
    kind = Kind.WHEEL_DOWN if game == CCP else Kind.PROGRESSIVE_DOWN
    scene = [item for item in played(game).where(told(kind)) if not item.round.results][-1]
    texts = said(after(reported(scene, told(kind)), Ruling.RETURN))
    assert f"A device failed: {label} is returned." in texts
    assert sum(label in text for text in texts) == 1


@pytest.mark.parametrize("game", [RET, CCP, THB, STUD])
def test_a_void_after_seats_were_settled_tells_of_no_win(game: str) -> None:
    """A royal flush that was paid and taken back is not told as a win."""
    report = told(Kind.WRONG_NUMBER)
    scene = played(game).where(report)[-1]
    assert scene.round.results[SEAT]
    texts = said(after(reported(scene, report), Ruling.BY_THE_BOOK))
    (text,) = texts
    assert text.startswith(f"The round is void ({Kind.WRONG_NUMBER.description}")
    assert text.endswith("are returned.")


def test_a_forfeit_is_told_as_one_also_in_a_void_round() -> None:
    breach = next(iter(played(RET).before.table().rules.table_procedures.breaches))
    asked = [scene for scene in played(RET).moments if scene.round.turn == SEAT]
    for scene in asked:
        forfeited = scene.after((FLO, c.Forfeit(SEAT, breach, round=1)))
        (text,) = said(forfeited.table())
        assert text.startswith("You broke a rule about the cards and forfeit your wagers: ")
        assert text.endswith(" lose.")
        void = forfeited.after((DEE, told(Kind.WRONG_NUMBER)))
        assert said(after(void, Ruling.BY_THE_BOOK)) == [text]


def test_a_player_who_was_skipped_is_told_so() -> None:
    report = told(Kind.PLAYER_SKIPPED, SEAT)
    scene = played(RET).where(report)[0]
    (text,) = said(after(reported(scene, report), Ruling.BY_THE_BOOK))
    assert text.startswith("You were skipped, and the round went on without you: ")
    assert text.endswith(" are returned.")
