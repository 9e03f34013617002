"""Rules cards of games beyond the Maryland rulebooks describe the course of a round."""

from typing import Any

from pitboss.games import GAMES
from pitboss.games.grammar import (
    FOLD,
    TAKE_DOWN,
    AtLeast,
    ByTable,
    Choices,
    Deck,
    Game,
    HandOf,
    OnlyWith,
    Place,
    Raise,
    Required,
    Reveal,
    Street,
    paytable,
)
from pitboss.papers.rules_card.card import build_rules_card, format_limits
from pitboss.papers.rules_card.round_steps import round_steps
from pitboss.submission import resolve


def steps(key: str) -> dict[str, str]:
    return {step.title: step.text for step in build_rules_card(GAMES[key]).steps}


def test_bets_that_can_be_taken_back_and_cards_turned_one_by_one() -> None:
    step_texts = steps("let-it-ride")
    assert step_texts["First Bet"] == (
        "Take your First Bet back (pull), or leave it in play (ride). Then the first community "
        "card is turned over."
    )
    assert step_texts["Second Bet"].endswith("Then the second community card is turned over.")
    assert "Folding" not in step_texts


def test_a_card_that_is_dealt_face_up() -> None:
    step_texts = steps("caribbean-stud")
    assert step_texts["Deal"].endswith("then five cards to the dealer, one of them face up.")
    assert step_texts["Raise"] == (
        "Fold, or bet twice your ante. Then the dealer's other cards are turned over."
    )


def test_a_bet_that_is_made_once() -> None:
    step_texts = steps("ultimate-holdem")
    assert step_texts["Preflop"] == (
        "Check, or bet 3 or 4 times your ante. You can make this bet only once. Then the three "
        "flop cards are turned over."
    )
    assert step_texts["River"] == (
        "Fold, or bet an amount equal to your ante. Then the dealer's cards are turned over."
    )
    assert (
        step_texts["Folding"] == "If you fold, you lose your Ante and Blind. Trips stays in play."
    )


def test_a_game_without_a_limit_mentions_none() -> None:
    assert "limit" not in steps("mississippi-stud")["Payment"]
    assert "payout limit" in steps("criss-cross")["Payment"]


def test_each_street_names_the_wager_that_it_decides() -> None:
    decision_wagers = [
        step.wager for step in build_rules_card(GAMES["ultimate-holdem"]).steps if step.wager
    ]
    assert decision_wagers == ["play", "play", "play"]


def _small_game(**changes: Any) -> Game:  # noqa: ANN401
    pays = ByTable("three", paytable("pair or better   1 to 1"))
    parts: dict[str, Any] = {
        "key": "small-game",
        "name": "Small Game",
        "story": "You ante, look at your cards, and bet or fold.",
        "places": (Place("left", "Left card"),),
        "hands": (HandOf("three", ("hole", "left"), "your three cards"),),
        "wagers": (Required("ante", "Ante", pays), Raise("bet", "Bet", pays, of="ante")),
        "streets": (Street("bet", {"fold": FOLD, "1x": 1, "3x": 3}, (Reveal(("left",)),)),),
    }
    return Game(**parts | changes)


def _texts(game: Game) -> dict[str, str]:
    return {step.key: step.text for step in round_steps(game, resolve(game))}


def test_the_deal_says_how_many_cards_a_player_may_look_at() -> None:
    street = Street("bet", {"fold": FOLD, "1x": 1}, (Reveal(("second", "left")),))
    peek = _small_game(looks=1, streets=(street,))
    assert _texts(peek)["deal"].endswith(
        "You may look at your first card; the other stays face down until it is turned over."
    )
    assert "look" not in _texts(_small_game())["deal"]


def test_a_label_that_ends_in_card_does_not_repeat_it() -> None:
    assert _texts(_small_game())["bet"].endswith("Then the left card is turned over.")


def test_a_single_joker_is_called_the_joker() -> None:
    assert _texts(_small_game(deck=Deck(jokers=1)))["deal"].endswith(
        "The joker is wild: it stands for whatever card makes the best hand."
    )


def test_multiples_with_gaps_between_them_are_listed() -> None:
    def limits(game: Game) -> str:
        return format_limits(build_rules_card(game, {}).wagers[1])

    assert limits(_small_game()) == "1 or 3 × Ante"
    some: Choices = {"fold": FOLD, "1x": 1, "3x": 3}
    for any_amount, choices in ((True, some), (False, some | {"2x": 2})):
        street = Street("bet", choices, (Reveal(("left",)),), any_amount=any_amount)
        assert limits(_small_game(streets=(street,))) == "1–3 × Ante"


def test_decisions_with_the_same_condition_are_described_together() -> None:
    tens = AtLeast("three", "pair of 10s")
    left = (Reveal(("left",)),)
    peek = Street("ante", {"back": TAKE_DOWN, "leave": 0}, left)
    choices: Choices = {"fold": FOLD, "1x": 1, "2x": OnlyWith(2, tens), "3x": OnlyWith(3, tens)}
    game = _small_game(streets=(peek, Street("bet", choices)))
    assert _texts(game)["bet"] == (
        "Fold, or bet an amount equal to your ante, or if your three cards are a pair of 10s or "
        "better, bet 2 or 3 times your ante."
    )
