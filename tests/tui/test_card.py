"""The pocket card beside the coach: its advice, its line, and its cost."""

from fractions import Fraction

import pytest

from pitboss.cards import Card, cards
from pitboss.errors import Refused
from pitboss.games import find_game
from pitboss.games.card_names import starting_hand_class
from pitboss.lab.strategy.finder import CardPlay, Strategy, StreetStrategy
from pitboss.lab.strategy.rule_lists import Condition, Rule, RuleList, single_rule_list
from pitboss.papers.strategy_rules import rule_list_lines
from pitboss.round import PlayerView
from pitboss.submission import resolve
from pitboss.tui.game.coach import CardAdvice, CardReport, PocketCardAdviser
from pitboss.tui.game.player_session import PlayerSession
from pitboss.tui.game.screen_state import TablePhase
from pitboss.tui.game.table_shift import shift_summary_json
from tests.tui.game_driver import LARGE, SMALL, Game, play

pytestmark = pytest.mark.usefixtures("kernels")
STUD = resolve(find_game("stud-235"))
CROSS = resolve(find_game("criss-cross"))
PUSHES = Rule((Condition("any", 30), Condition("any_one", 13)), "3x")
FLUSH = Rule((Condition("flush", 1),), "3x")


def cross_card(first: str = "1x", *, chart: bool = True) -> CardPlay:
    """Return a handwritten list, which need not be the best."""
    middle = RuleList("middle", (PUSHES, FLUSH), "fold")
    streets = tuple(
        StreetStrategy(item, Fraction(0)) for item in (single_rule_list("down", "2x"), middle)
    )
    hands = dict.fromkeys(_hands() if chart else (), first)
    return CardPlay(CROSS, Strategy("cross", hands, streets, Fraction(0), Fraction(0)))


def _hands() -> set[str]:
    return {
        starting_hand_class(Card(item), Card(other)) for item in range(52) for other in range(item)
    }


def player_view(hole: str, decisions: str = "", **table: str) -> PlayerView:
    lying = {place: cards(text) for place, text in table.items()}
    return PlayerView(cards(hole), lying, tuple(decisions.split()))


ACROSS = {"left": "5h", "right": "6h"}
ALL_FOUR = {**ACROSS, "top": "2c", "bottom": "Td"}


@pytest.mark.parametrize(
    ("before", "words", "decision"),
    [
        (player_view("9h 8h"), "Your card: 1x, by the chart.", "1x"),
        (player_view("9h 8h", "1x", **ACROSS), "Your card: 2x (Down, line 1: otherwise 2x).", "2x"),
        (
            player_view("9h 8h", "1x 2x", **ALL_FOUR),
            "Your card: 3x (Middle, line 2: 3x with four to a flush in a line).",
            "3x",
        ),
        (
            player_view("9h 3s", "1x 2x", **ALL_FOUR),
            "Your card: fold (Middle, line 3: otherwise fold).",
            "fold",
        ),
    ],
)
def test_its_advice_and_the_matching_line(before: PlayerView, words: str, decision: str) -> None:
    assert PocketCardAdviser(CROSS, cross_card()).advise(before) == CardAdvice(words, decision)


def test_situations_without_advice() -> None:
    between = PlayerView(cards("9h 8h"), {"left": cards("5h"), "right": cards("6h")}, (1500,))
    advice = PocketCardAdviser(CROSS, cross_card()).advise(between)
    assert advice.decision is None
    assert advice.text.startswith(
        "Your card does not cover this decision: a card has no advice after"
    )
    advice = PocketCardAdviser(CROSS, cross_card(chart=False)).advise(player_view("9h 8h"))
    assert advice == CardAdvice(
        "Your card does not cover this decision: the chart has no hand 9h 8h."
    )


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["small", "large"])
def test_the_panel_shows_it_below_the_values(size: tuple[int, int]) -> None:
    card = CardPlay.with_best_card(STUD, 3)
    lines = rule_list_lines(STUD, card.card.streets[0].list)

    async def sitting(game: Game) -> None:
        await game.press("enter")
        chart = card.find_decision(game.session.shift.player_view(1)).decision
        assert f"Your card: {chart}, by the chart." in game.side_text
        assert f"{chart}, by the chart." in game.words
        await game.press("c")
        advice = card.find_decision(game.session.shift.player_view(1))
        words = f"5 Card Raise, line {advice.line + 1}: {lines[advice.line].lower()[:-1]})."
        assert game.side_text.index(" best ") < game.side_text.index(
            f"Your card: {advice.decision} ({words}"
        )
        await game.press("c")
        assert game.at(TablePhase.RESULTS)
        assert "Your card" not in game.side_text
        await game.press("enter")
        assert "by the chart." in game.side_text

    play("stud-235", sitting, coach=True, card=card, size=size)


def by_card(session: PlayerSession) -> CardReport:
    assert session.coach_report is not None
    assert session.coach_report.card is not None
    return session.coach_report.card


def test_the_summary_says_what_the_card_would_have_cost() -> None:
    cost, question_count, differs = Fraction(0), 0, 0

    async def sitting(game: Game) -> None:
        nonlocal cost, question_count, differs
        for _ in range(3):
            await game.press("enter")
            while game.at(TablePhase.TURN):
                values = game.session.screen_state().decision_values
                assert values is not None
                advice = card.find_decision(game.session.shift.player_view(1)).decision
                given_up = values.value_in_cents(values.best) - values.value_in_cents(advice)
                cost, question_count, differs = (
                    cost + given_up,
                    question_count + 1,
                    differs + bool(given_up),
                )
                await game.press("1")
        await game.press("enter")  # a round that is not finished does not count

    card = cross_card("3x")
    session = play("criss-cross", sitting, coach=True, card=card)
    result = by_card(session)
    assert result == CardReport(question_count, differs, cost)
    assert question_count == 9
    assert 0 < differs < 9
    assert session.coach_report is not None
    sentences = [*session.coach_report.sentences()]
    assert sentences[-1].startswith(f"Following your card, {differs} of 9 decisions would")
    progress = shift_summary_json(session.shift, session.tally, session.coach_report)["coach"]
    assert isinstance(progress, dict)
    assert progress["card"] == {"decisions": 9, "differs": differs, "cost": str(cost)}
    assert progress["decisions"] == 9


@pytest.mark.parametrize(
    ("account", "words"),
    [
        (CardReport(0, 0, Fraction(0)), []),
        (
            CardReport(1, 0, Fraction(0)),
            ["Following your card, your only decision would have been"],
        ),
        (
            CardReport(1, 1, Fraction(7)),
            ["Following your card, your only decision would have diff"],
        ),
        (CardReport(14, 0, Fraction(0)), ["Following your card, all 14 decisions would have been"]),
        (
            CardReport(14, 2, Fraction(246, 7)),
            [
                "Following your card, 2 of 14 decisions would have differed from best play, at a "
                "cost of $0.35 on average."
            ],
        ),
    ],
)
def test_the_account_in_a_sentence(account: CardReport, words: list[str]) -> None:
    progress = [*account.sentences()]
    assert len(progress) == len(words)
    assert all(item.startswith(start) for item, start in zip(progress, words, strict=True))


def test_a_card_without_rules_breaks_nothing() -> None:
    async def sitting(game: Game) -> None:
        await game.press("enter")
        assert "Your card does not cover this decision" in game.side_text
        await game.press("1")
        assert "Your card: 2x (Down, line 1: otherwise 2x)." in game.side_text
        await game.play_on()

    result = by_card(
        play("criss-cross", sitting, coach=True, card=cross_card(chart=False), seats=2)
    )
    assert result.decisions == 2


def test_decisions_made_before_the_lab_is_done_are_counted_at_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def sitting(game: Game) -> None:
        def refuse(_: object) -> None:
            raise Refused("the lab is not there yet")

        monkeypatch.setattr(game.session.shift.best_play, "advice", refuse)
        await game.press("enter", "c", "c")
        monkeypatch.undo()

    result = by_card(play("stud-235", sitting, coach=True, card=CardPlay.with_best_card(STUD, 3)))
    assert result.decisions == 2


def test_without_a_card_none_is_mentioned() -> None:
    async def sitting(game: Game) -> None:
        await game.press("enter")
        assert game.session.screen_state().decision_values is not None
        assert "Your card" not in game.side_text
        await game.play_on()

    session = play("stud-235", sitting, coach=True)
    assert session.coach_report is not None
    assert session.coach_report.card is None
    assert "card" not in session.coach_report.as_json()


def test_other_seats_do_not_play_by_it() -> None:
    async def sitting(game: Game) -> None:
        await game.press("enter")
        await game.play_on()

    session = play("stud-235", sitting, coach=True, card=CardPlay.with_best_card(STUD, 1), seats=3)
    assert session.shift.card_play is None
