"""ROUND-3: a stub that does not count to 52, misdealt or not, in each game."""

import pytest

from pitboss.games.incidents import Kind
from pitboss.table import Automation, Phase, next_step
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.day import Ruling

from .dealer_rounds import do_due_steps, void_uncounted_rounds
from .irregular_rounds import goes_on, is_void, played_round, rule_on
from .round_scenes import EVERY, Scene, scene_of
from .rulings_table import CELLS, CITED, games
from .tables import CCP, DEE, FLO, RET, STUD, THB, current_round, seated_table

DEALT = {RET: 11, CCP: 11, THB: 16, STUD: 11}
"""Cards of a round with three players."""


def countable(game: str) -> list[Scene]:
    """Return the moments from the last card to the first settled wager."""
    every = [s for s in played_round(game).moments if s.round.dealt == DEALT[game]]
    result = [s for s in every if not s.round.results and not s.round.void]
    assert len(result) > 1
    return result


def count_stub(scene: Scene, cards: int) -> Scene:
    """Have Dee count this many; the count is pending, and no chip has moved."""
    table = scene.table()
    log = table.execute(c.CountStub(cards, round=1), DEE)
    should_be = 52 - scene.round.dealt
    assert log[0].event == e.StubCounted(1, 1, cards, should_be)
    if cards == should_be:
        assert len(log) == 1
        assert table.state.day.incident is None
        return scene_of(table)
    assert isinstance(log[1].event, e.IncidentReported)
    waits = table.state.day.incident
    assert waits is not None
    assert waits.kinds == (Kind.STUB_MISDEALT, Kind.STUB_NOT_52)
    assert table.state.balances == scene.state.balances
    return scene_of(table)


@EVERY
def test_a_right_count_changes_nothing(game: str) -> None:
    for scene in countable(game):
        after = count_stub(scene, 52 - DEALT[game])
        assert after.state.day.uncounted == 0
        assert after.round.counted
        goes_on(scene, after)


@pytest.mark.parametrize("game", games(Kind.STUB_MISDEALT, "void"))
@pytest.mark.parametrize("wrong", [-1, 1, 10])
def test_misdealt_with_52_present_voids_the_round_and_keeps_the_deck(game: str, wrong: int) -> None:
    for scene in countable(game):
        after = rule_on(count_stub(scene, 52 - DEALT[game] + wrong), Ruling.MISDEALT)
        is_void(played_round(game).before, after, Kind.STUB_MISDEALT)
        assert after.state.day.decks[1].number == 1


@pytest.mark.parametrize("game", games(Kind.STUB_NOT_52, "void, deck removed"))
@pytest.mark.parametrize("wrong", [-1, 1, -30])
def test_not_misdealt_voids_the_round_and_the_deck_goes(game: str, wrong: int) -> None:
    for scene in countable(game):
        waits = count_stub(scene, 52 - DEALT[game] + wrong)
        table = waits.table()
        log = table.execute(c.Rule(Ruling.NOT_MISDEALT, "seen by all"), FLO)
        progress = [type(item.event) for item in log]
        assert progress == [e.IncidentRuled, e.RoundVoided, e.DeckRemoved]
        assert log[-1].event == e.DeckRemoved(1, 1, Kind.STUB_NOT_52.description)
        is_void(played_round(game).before, scene_of(table), Kind.STUB_NOT_52, out=True)


@EVERY
def test_a_wrong_count_is_dismissed_and_repeated(game: str) -> None:
    """Nothing was found: the round continues, and its stub can be counted."""
    for scene in countable(game):
        after = rule_on(count_stub(scene, 51 - DEALT[game]), Ruling.DISMISSED)
        assert not after.round.counted
        goes_on(scene, after)
        assert after.allows(DEE, c.CountStub(52 - DEALT[game], round=1))


@EVERY
def test_the_person_who_counted_does_not_rule(game: str) -> None:
    scene = count_stub(countable(game)[0], 0)
    table = scene.table()
    for ruling in Ruling:
        assert not table.floorperson("dee").can_rule(ruling, "I know how it was")
    assert table.floorperson("Flo").can_rule(Ruling.MISDEALT, "seen by all")


@EVERY
@pytest.mark.parametrize("ruling", [Ruling.MISDEALT, Ruling.NOT_MISDEALT])
@pytest.mark.parametrize("cards", [0, 51, 53])
def test_between_rounds_there_is_nothing_to_void_and_the_deck_goes(
    game: str, ruling: Ruling, cards: int
) -> None:
    """This concerns the deck of a void round; earlier rounds stay as they were."""
    table = void_uncounted_rounds(seated_table(game))
    before = table.state
    table.dealer("Dee").count_stub(cards)
    assert table.state.day.incident is not None
    log = table.execute(c.Rule(ruling, "a card was torn"), FLO)
    progress = [type(item.event) for item in log]
    assert progress[:2] == [e.IncidentRuled, e.DeckRemoved]
    assert table.state.balances == before.balances
    assert current_round(table).phase is Phase.CLOSED
    assert table.state.last == before.last
    do_due_steps(table)
    table.dealer("Dee").open_round()
    assert current_round(table).deck == 2


@EVERY
def test_the_house_never_rules_it_a_misdeal(game: str) -> None:
    """It cannot look at the cards, so the deck is removed."""
    table = count_stub(countable(game)[0], 3).table()
    table.automation = Automation.EVERYTHING
    result = next_step(table.state)
    assert result is not None
    assert result.command == c.Rule(Ruling.NOT_MISDEALT, "ruled by the book")


@EVERY
@pytest.mark.parametrize(
    ("kind", "ruling"),
    [(Kind.STUB_MISDEALT, Ruling.MISDEALT), (Kind.STUB_NOT_52, Ruling.NOT_MISDEALT)],
)
def test_the_reason_names_the_clause_of_this_way_of_dealing(
    game: str, kind: Kind, ruling: Ruling
) -> None:
    """The books have three such clauses; a manual shoe is used here."""
    after = rule_on(count_stub(countable(game)[0], 3), ruling)
    assert after.round.void == f"{kind.description} [{CITED[kind, game]}]"
    assert CELLS[kind, game].startswith("void")
