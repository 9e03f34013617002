"""Sentences that describe how a wager pays."""

import pytest

from pitboss.games import GAMES
from pitboss.games.grammar import (
    EVEN,
    PUSH,
    AtLeast,
    Beats,
    Both,
    ByTable,
    Case,
    Cases,
    Not,
    Ties,
    paytable,
    showdown,
)
from pitboss.games.payoffs import Payoff
from pitboss.games.paytables import verb_form, with_article
from pitboss.papers.rules_card.card import build_rules_card

PLURAL = {"player": "your five cards", "dealer": "the dealer's best five of seven"}
SINGULAR = {"player": "your hand", "dealer": "the dealer's hand"}
TABLE = paytable("""
    straight   2 to 1
    pair       1 to 1
""")


def words(pays: Payoff, hands: dict[str, str] = PLURAL) -> str:
    return pays.sentence(hands, {})


def test_a_showdown() -> None:
    pays = showdown("player", "dealer")
    assert words(pays) == (
        "Wins 1 to 1 if your five cards beat the dealer's best five of seven; a tie pushes."
    )
    assert words(pays, SINGULAR) == (
        "Wins 1 to 1 if your hand beats the dealer's hand; a tie pushes."
    )


def test_a_dealer_who_has_to_qualify() -> None:
    pays = showdown("player", "dealer", qualifies="pair", unqualified=EVEN)
    assert words(pays, SINGULAR) == (
        "Wins 1 to 1 if the dealer's hand is lower than a pair, or if your hand beats the "
        "dealer's hand; a tie pushes."
    )
    pays = showdown("player", "dealer", qualifies="ace-king")
    assert words(pays).startswith(
        "Pushes if the dealer's best five of seven are lower than ace-king; wins 1 to 1 if "
    )


def test_a_table_and_a_bonus() -> None:
    by_table = ByTable("player", TABLE)
    assert words(showdown("player", "dealer", wins=by_table, bonus=by_table), SINGULAR) == (
        "Pays by the paytable if your hand beats the dealer's hand; a tie pushes. The bonus "
        "paytable pays on your hand, win or lose."
    )


def test_the_rest_of_a_condition_has_a_short_name() -> None:
    beats, ties = Beats("player", "dealer"), Ties("player", "dealer")
    strong = Both((beats, AtLeast("player", "straight")))
    pays = Cases((Case(strong, EVEN), Case(beats, PUSH), Case(ties, PUSH)))
    assert words(pays, SINGULAR) == (
        "Wins 1 to 1 if your hand beats the dealer's hand with a straight or better; a lower "
        "winning hand and a tie push."
    )
    assert words(Cases((Case(ties, 3),)), SINGULAR) == (
        "Wins 3 to 1 if your hand ties the dealer's hand."
    )
    assert words(Cases((Case(beats, 2), Case(ties, 2)), PUSH), SINGULAR) == (
        "Wins 2 to 1 if your hand beats the dealer's hand, or on a tie; otherwise pushes."
    )
    assert words(Cases((Case(Not(AtLeast("player", "two pair")), 1),)), SINGULAR) == (
        "Wins 1 to 1 if your hand is lower than two pair."
    )


def test_a_condition_is_described_as_it_is_paid() -> None:
    """The text says "not beaten, and a pair", not "not (beaten with a pair)"."""
    beats, pair = Beats("player", "dealer"), AtLeast("player", "pair")
    for condition, sentence in (
        (
            Both((Not(beats), pair)),
            "your hand does not beat the dealer's hand and your hand is a pair or better",
        ),
        (
            Not(Both((beats, pair))),
            "not all of this holds (your hand beats the dealer's hand; your hand is a pair or "
            "better)",
        ),
        (
            Both((AtLeast("player", "king high"), pair)),
            "your hand is king high or better and your hand is a pair or better",
        ),
        (Not(Not(beats)), "your hand beats the dealer's hand"),
        (Not(Ties("player", "dealer")), "your hand does not tie the dealer's hand"),
    ):
        assert words(Cases((Case(condition, 2),)), SINGULAR) == f"Wins 2 to 1 if {sentence}."


@pytest.mark.parametrize("key", GAMES)
def test_no_sentence_is_malformed(key: str) -> None:
    for wager in build_rules_card(GAMES[key]).wagers:
        assert wager.how[0].isupper()
        assert wager.how.endswith(".")
        assert "  " not in wager.how
        assert "lower than pair" not in wager.how


def test_articles_and_numbers() -> None:
    assert [with_article(x) for x in ("straight", "pair of fours", "two pair", "ace-king")] == [
        "a straight", "a pair of fours", "two pair", "ace-king",
    ]  # fmt: skip
    for label in (
        *("your five cards", "the best five of your seven cards", "both runs"),
        *("your two cards and the flop", "your hand and the turn"),
    ):
        assert verb_form(label, "is", "are") == "are"
    for label in (
        *("your hand", "Across", "the better of your two hands", "the dealer's"),
        "the best of your cards and the flop",
    ):
        assert verb_form(label, "is", "are") == "is"
