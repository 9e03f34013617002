"""A pocket card beside the coach: what it says, on which line, and what it would have cost."""

from fractions import Fraction

import pytest

from pitboss.cards import Card, cards
from pitboss.games import find_game
from pitboss.games.patterns import holding
from pitboss.lab.strategy.found import Strategy, Street
from pitboss.lab.strategy.lists import Condition, Rule, RuleList, always
from pitboss.lab.strategy.play import CardPlay
from pitboss.papers.strategy_words import list_words
from pitboss.refusal import Refused
from pitboss.round import PlayerView
from pitboss.submission import resolve
from pitboss.tui.coach import CardAccount
from pitboss.tui.pocket import ByCard, Pocket
from pitboss.tui.scene import Moment
from pitboss.tui.session import Session
from pitboss.tui.summary import summary_json
from tests.tui.playing import LARGE, SMALL, Game, play

pytestmark = pytest.mark.usefixtures("kernels")
STUD = resolve(find_game("stud-235"))
CROSS = resolve(find_game("criss-cross"))
PUSHES = Rule((Condition("any", 30), Condition("any_one", 13)), "3x")
FLUSH = Rule((Condition("flush", 1),), "3x")


def cross_card(first: str = "1x", *, chart: bool = True) -> CardPlay:
    """Written by hand: a list is data, and need not be the best."""
    middle = RuleList("middle", (PUSHES, FLUSH), "fold")
    streets = tuple(Street(one, Fraction(0)) for one in (always("down", "2x"), middle))
    hands = dict.fromkeys(_hands() if chart else (), first)
    return CardPlay(CROSS, Strategy("cross", hands, streets, Fraction(0), Fraction(0)))


def _hands() -> set[str]:
    return {holding(Card(one), Card(other)) for one in range(52) for other in range(one)}


def seen(hole: str, decisions: str = "", **table: str) -> PlayerView:
    lying = {place: cards(text) for place, text in table.items()}
    return PlayerView(cards(hole), lying, tuple(decisions.split()))


ACROSS = {"left": "5h", "right": "6h"}
ALL_FOUR = {**ACROSS, "top": "2c", "bottom": "Td"}


@pytest.mark.parametrize(
    ("before", "words", "decision"),
    [
        (seen("9h 8h"), "Your card: 1x, by the chart.", "1x"),
        (seen("9h 8h", "1x", **ACROSS), "Your card: 2x (Down, line 1: otherwise 2x).", "2x"),
        (
            seen("9h 8h", "1x 2x", **ALL_FOUR),
            "Your card: 3x (Middle, line 2: 3x with four to a flush in a line).",
            "3x",
        ),
        (
            seen("9h 3s", "1x 2x", **ALL_FOUR),
            "Your card: fold (Middle, line 3: otherwise fold).",
            "fold",
        ),
    ],
)
def test_what_it_says_and_on_which_line(before: PlayerView, words: str, decision: str) -> None:
    assert Pocket(CROSS, cross_card()).said(before) == ByCard(words, decision)


def test_where_it_has_nothing_to_say() -> None:
    between = PlayerView(cards("9h 8h"), {"left": cards("5h"), "right": cards("6h")}, (1500,))
    said = Pocket(CROSS, cross_card()).said(between)
    assert said.decision is None
    assert said.words.startswith("Your card has nothing to say here: a card says nothing after")
    said = Pocket(CROSS, cross_card(chart=False)).said(seen("9h 8h"))
    assert said == ByCard("Your card has nothing to say here: the chart has no hand 9h 8h.")


@pytest.mark.parametrize("size", [SMALL, LARGE], ids=["small", "large"])
def test_the_panel_shows_it_below_the_values(size: tuple[int, int]) -> None:
    card = CardPlay.of(STUD, 3)
    lines = list_words(STUD, "stud", card.card.streets[0].list)

    async def sitting(game: Game) -> None:
        await game.press("enter")
        chart = card.said(game.session.shift.seen(1)).decision
        assert f"Your card: {chart}, by the chart." in game.said
        assert f"{chart}, by the chart." in game.words
        await game.press("c")
        said = card.said(game.session.shift.seen(1))
        words = f"5 Card Raise, line {said.line + 1}: {lines[said.line].lower()[:-1]})."
        assert game.said.index(" best ") < game.said.index(f"Your card: {said.decision} ({words}")
        await game.press("c")
        assert game.at(Moment.RESULTS)
        assert "Your card" not in game.said
        await game.press("enter")
        assert "by the chart." in game.said

    play("stud-235", sitting, coach=True, card=card, size=size)


def by_card(session: Session) -> CardAccount:
    assert session.account is not None
    assert session.account.card is not None
    return session.account.card


def test_at_the_end_it_is_told_what_it_would_have_cost() -> None:
    cost, asked, differs = Fraction(0), 0, 0

    async def sitting(game: Game) -> None:
        nonlocal cost, asked, differs
        for _ in range(3):
            await game.press("enter")
            while game.at(Moment.TURN):
                worth = game.session.scene().worth
                assert worth is not None
                said = card.said(game.session.shift.seen(1)).decision
                given_up = worth.cents(worth.best) - worth.cents(said)
                cost, asked, differs = cost + given_up, asked + 1, differs + bool(given_up)
                await game.press("1")
        await game.press("enter")  # a round that is not played to its end does not count

    card = cross_card("3x")
    session = play("criss-cross", sitting, coach=True, card=card)
    found = by_card(session)
    assert found == CardAccount(asked, differs, cost)
    assert asked == 9
    assert 0 < differs < 9
    assert session.account is not None
    sentences = [*session.account.sentences()]
    assert sentences[-1].startswith(f"By your card {differs} of 9 decisions would have been differ")
    told = summary_json(session.shift, session.tally, session.account)["coach"]
    assert isinstance(told, dict)
    assert told["card"] == {"decisions": 9, "differs": differs, "cost": str(cost)}
    assert told["decisions"] == 9


@pytest.mark.parametrize(
    ("account", "words"),
    [
        (CardAccount(0, 0, Fraction(0)), []),
        (CardAccount(1, 0, Fraction(0)), ["By your card your only decision would have been the b"]),
        (CardAccount(1, 1, Fraction(7)), ["By your card your only decision would have been diffe"]),
        (CardAccount(14, 0, Fraction(0)), ["By your card all 14 decisions would have been the be"]),
        (
            CardAccount(14, 2, Fraction(246, 7)),
            [
                "By your card 2 of 14 decisions would have been different from best play and given "
                "up $0.35 on average."
            ],
        ),
    ],
)
def test_the_account_in_a_sentence(account: CardAccount, words: list[str]) -> None:
    told = [*account.sentences()]
    assert len(told) == len(words)
    assert all(one.startswith(start) for one, start in zip(told, words, strict=True))


def test_a_card_without_a_word_breaks_nothing() -> None:
    async def sitting(game: Game) -> None:
        await game.press("enter")
        assert "Your card has nothing to say here" in game.said
        await game.press("1")
        assert "Your card: 2x (Down, line 1: otherwise 2x)." in game.said
        await game.play_on()

    found = by_card(play("criss-cross", sitting, coach=True, card=cross_card(chart=False), seats=2))
    assert found.decisions == 2


def test_who_decides_before_the_lab_has_the_answer_is_counted_at_the_end(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def sitting(game: Game) -> None:
        def refuse(_: object) -> None:
            raise Refused("the lab is not there yet")

        monkeypatch.setattr(game.session.shift.best, "advice", refuse)
        await game.press("enter", "c", "c")
        monkeypatch.undo()

    found = by_card(play("stud-235", sitting, coach=True, card=CardPlay.of(STUD, 3)))
    assert found.decisions == 2


def test_without_a_card_nothing_is_said_of_one() -> None:
    async def sitting(game: Game) -> None:
        await game.press("enter")
        assert game.session.scene().worth is not None
        assert "Your card" not in game.said
        await game.play_on()

    session = play("stud-235", sitting, coach=True)
    assert session.account is not None
    assert session.account.card is None
    assert "card" not in session.account.figures()


def test_the_other_seats_do_not_play_by_it() -> None:
    async def sitting(game: Game) -> None:
        await game.press("enter")
        await game.play_on()

    session = play("stud-235", sitting, coach=True, card=CardPlay.of(STUD, 1), seats=3)
    assert session.shift.card is None
