"""How a round goes, on the cards of games that know more than the Maryland books."""

from pitboss.games import GAMES
from pitboss.papers.rules_card.card import build_rules_card


def steps(key: str) -> dict[str, str]:
    return {step.title: step.text for step in build_rules_card(GAMES[key]).steps}


def test_bets_that_can_be_taken_back_and_cards_turned_one_by_one() -> None:
    said = steps("let-it-ride")
    assert said["First Bet"] == (
        "Take your First Bet back (pull), or leave it in play (ride). Then the first community "
        "card is turned over."
    )
    assert said["Second Bet"].endswith("Then the second community card is turned over.")
    assert "Folding" not in said


def test_a_card_that_is_dealt_face_up() -> None:
    said = steps("caribbean-stud")
    assert said["Deal"].endswith("then five cards to the dealer, one of them face up.")
    assert said["Raise"] == (
        "Fold, or bet twice your ante. Then the dealer's other cards are turned over."
    )


def test_a_bet_that_is_made_once() -> None:
    said = steps("ultimate-holdem")
    assert said["Preflop"] == (
        "Check, or bet 3 or 4 times your ante. You make this bet only once. Then the three flop "
        "cards are turned over."
    )
    assert said["River"] == (
        "Fold, or bet as much as your ante. Then the dealer's cards are turned over."
    )
    assert said["Folding"] == "A fold loses Ante and Blind. Trips stays in play."


def test_a_game_without_a_limit_speaks_of_none() -> None:
    assert "limit" not in steps("mississippi-stud")["Payment"]
    assert "payout limit" in steps("criss-cross")["Payment"]


def test_each_street_names_the_wager_that_it_decides() -> None:
    decided = [
        step.wager for step in build_rules_card(GAMES["ultimate-holdem"]).steps if step.wager
    ]
    assert decided == ["play", "play", "play"]
