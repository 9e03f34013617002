"""Pages over the table: last rounds, fairness, clauses."""

from collections.abc import Callable

import pytest
from rich.console import Console, RenderableType

from pitboss.games import GAMES
from pitboss.games.library.mississippi_stud import MISSISSIPPI_STUD
from pitboss.table import Phase
from pitboss.tui.game.pages import cited_clauses, clauses_page, fairness_page, rounds_page
from pitboss.tui.game.screen_state import ScreenState, TablePhase
from tests.tui.game_driver import Game, play
from tests.tui.screen_scenes import betting, scene, turn, view

pytestmark = pytest.mark.usefixtures("kernels")


def text(page: RenderableType) -> str:
    screen = Console(width=76, force_terminal=False)
    with screen.capture() as output:
        screen.print(page)
    return output.get()


def words(page: RenderableType) -> str:
    return " ".join(text(page).split())


def clauses_cited(scene_: ScreenState) -> list[str]:
    return list(cited_clauses(scene_))


def after_a_round(check: Callable[[Game], None], key: str = "criss-cross", **more: object) -> None:
    async def sitting(game: Game) -> None:
        await game.press("enter")
        await game.play_on()
        check(game)

    play(key, sitting, **more)  # type: ignore[arg-type]


def test_last_rounds_show_cards_decisions_and_results() -> None:
    def check(game: Game) -> None:
        scene_ = game.session.screen_state()
        screen = text(rounds_page(scene_))
        assert "Round 1" in screen
        mine = scene_.own_seat
        assert mine is not None
        for part in ("You", "Seat 2", "Left", "1x, 1x, 1x"):
            assert part in screen
        assert "▚" not in screen or "fold" in screen

    after_a_round(check, seats=2)
    assert "No rounds have been played yet." in text(
        rounds_page(scene(GAMES["stud-235"], TablePhase.BETS))
    )


def test_before_the_deal_the_commitments_are_out_and_the_seed_is_not() -> None:
    scene_ = scene(GAMES["criss-cross"], TablePhase.BETS)
    screen = words(fairness_page(scene_, "table 1", None))
    assert "ab" * 32 in text(fairness_page(scene_, "table 1", None)).replace("\n", "").replace(
        " ", ""
    )
    for part in ("seed hash", "root", "The seed is revealed when the round is over.", "practice"):
        assert part in screen


def test_after_the_round_the_seed_is_opened_and_checked() -> None:
    def check(game: Game) -> None:
        scene_ = game.session.screen_state()
        round_ = game.session.shift.table.state.round
        assert round_ is not None
        assert round_.phase is Phase.CLOSED
        screen = text(fairness_page(scene_, "table 1", "shift.jsonl"))
        assert round_.seed in screen.replace("\n", "").replace(" ", "")
        assert "Verified: the seed matches the seed hash and the root" in screen
        assert "pitboss verify shift.jsonl" in screen
        elsewhere = text(fairness_page(scene_, "table 2", None))
        assert "the seed does not match the seed hash and the root" in elsewhere

    after_a_round(check, "stud-235")


def test_clauses_for_decisions_options_and_payments() -> None:
    game = GAMES["criss-cross"]
    screen_state = turn(game, "1x", {"left": "5s", "right": "6h"}, "9s 9d")
    assert clauses_cited(screen_state) == ["CCP 11.D", "CCP 11.E", "CCP 11.D"]
    assert "Second decision: fold, or bet" in words(clauses_page(game, clauses_cited(screen_state)))
    bets = scene(game, TablePhase.BETS, spot="five_card_bonus")
    assert clauses_cited(bets) == ["CCP 7.C", "CCP 7.A", "CCP 7.E(2)(a)", "CCP 12.C"]
    others = scene(game, TablePhase.OTHERS, view=view(screen_state.rules, betting()))
    assert "No clauses to show" in words(clauses_page(game, clauses_cited(others)))


def test_several_clauses_of_one_step_are_reported_one_by_one() -> None:
    progress = words(clauses_page(GAMES["holdem-bonus"], ["THB 11.H(2), 8.D(4)"]))
    assert "THB 11.H(2) The fifth community card is dealt face up." in progress
    assert "THB 8.D(4) What is left in the shoe goes to the rack without being exposed" in progress


def test_a_game_without_a_rulebook_says_so() -> None:
    screen_state = turn(MISSISSIPPI_STUD, "", {}, "Th 2c")
    assert clauses_cited(screen_state) == []
    sentence = words(clauses_page(MISSISSIPPI_STUD, clauses_cited(screen_state)))
    assert (
        sentence == "Mississippi Stud has no rulebook in Pitboss, so there are no clauses to show."
    )


def test_a_book_without_a_clause_map_is_cited_anyway() -> None:
    """Its clauses are named, without their text."""
    assert words(clauses_page(MISSISSIPPI_STUD, ["MS 11.A", "MS 7.B"])) == "MS 11.A MS 7.B"
