"""A rules card states all rules of a table, and nothing else."""

import pytest

from pitboss.games import GAMES, MARYLAND, Game
from pitboss.papers.rules_card.card import build_rules_card, card_paytables, format_limits

BOOKS = pytest.mark.parametrize("game", GAMES.values(), ids=GAMES)
RET, CCP, THB, STUD = MARYLAND.values()


@BOOKS
def test_every_wager_of_the_game_is_on_the_card(game: Game) -> None:
    assert [wager.key for wager in build_rules_card(game).wagers] == [w.key for w in game.wagers]


def test_slugs_of_paytable_lines() -> None:
    across = next(wager for wager in build_rules_card(CCP).wagers if wager.key == "across")
    assert [(line.slug, line.odds) for line in across.lines] == [
        ("royal-flush", 500),
        ("straight-flush", 100),
        ("four-of-a-kind", 40),
        ("full-house", 12),
        ("flush", 8),
        ("straight", 5),
        ("three-of-a-kind", 3),
        ("two-pair", 2),
        ("pair-of-jacks-or-better", 1),
        ("pair-of-6s-to-10s", 0),
    ]
    assert across.lines[-1].pays == "push"
    assert across.lines[-1].clause == "CCP 12.A(10)"


def test_a_submission_changes_what_the_card_shows() -> None:
    card = build_rules_card(
        RET, {"wagers": {"ultimate_pairs": {"paytable": "C"}}, "operator": "Bay"}
    )
    pairs = next(wager for wager in card.wagers if wager.key == "ultimate_pairs")
    assert card.operator == "Bay"
    assert pairs.paytable == "C"
    assert (pairs.lines[0].name, pairs.lines[0].pays) == (
        "ace of hearts and ace of diamonds",
        "100 to 1",
    )


def test_a_side_wager_that_is_not_offered_is_not_on_the_card() -> None:
    card = build_rules_card(STUD, {"wagers": {"progressive": {"offered": False}}})
    assert "progressive" not in [wager.key for wager in card.wagers]
    assert card.meters == ()


def test_the_course_of_a_round_of_criss_cross() -> None:
    steps = [(step.title, step.text) for step in build_rules_card(CCP).steps]
    assert steps[3] == (
        "Across",
        "Fold, or bet 1, 2 or 3 times your ante. "
        "Then the left card and the right card are turned over.",
    )
    assert [title for title, _ in steps] == [
        "Wager",
        "Side wagers",
        "Deal",
        "Across",
        "Down",
        "Middle",
        "Folding",
        "Payment",
    ]


def test_what_a_fold_costs() -> None:
    [fold_text] = [step.text for step in build_rules_card(CCP).steps if step.title == "Folding"]
    assert fold_text == (
        "If you fold, you lose your Ante Across, Ante Down and every bet made so far. "
        "Five Card Bonus and Bonus Spin stay in play."
    )
    card_if_lost = build_rules_card(CCP, {"readings": {"spin_after_fold": "lost"}})
    [text] = [step.text for step in card_if_lost.steps if step.title == "Folding"]
    assert text == (
        "If you fold, you lose your Ante Across, Ante Down and every bet made so far. "
        "You also lose Bonus Spin. Five Card Bonus stays in play."
    )
    assert "Folding" not in [step.title for step in build_rules_card(STUD).steps]


@pytest.mark.parametrize(
    ("game", "table", "dealt"),
    [
        (
            STUD,
            {"dealing": "automated shoe", "shuffler": "automated reshuffling"},
            "two community cards, then discards a card, "
            "then deals three cards together to each player. You may look at your first two cards; "
            "the other stays face down until it is turned over",
        ),
        (
            THB,
            {},
            "a card to each player, then a card to the dealer, "
            "then a card to each player, then a card to the dealer",
        ),
        (
            CCP,
            {},
            "five community cards (left, right, top, bottom and center), "
            "then two cards to each player, one at a time",
        ),
    ],
)
def test_the_deal_in_words(game: Game, table: dict[str, str], dealt: str) -> None:
    [text] = [s.text for s in build_rules_card(game, {"table": table}).steps if s.title == "Deal"]
    assert text == f"After “no more bets,” the dealer deals {dealt}."


def test_wagers_that_share_a_table_are_listed_together() -> None:
    assert [table.title for table in card_paytables(build_rules_card(RET))] == [
        "1st Run, 2nd Run and Center",
        "Five Card Bonus",
        "Ultimate Pairs, paytable A",
        "Progressive, paytable A",
        "Progressive: envy, for another player's hand",
    ]


def test_limits_in_words() -> None:
    limits = {wager.key: format_limits(wager) for wager in build_rules_card(RET).wagers}
    assert limits["ante_1"] == "$5 to $500"
    assert limits["run_1"] == "1–3 × 1st Ante"
    assert limits["progressive"] == "$1"


def test_the_cross_is_laid_out_as_a_cross() -> None:
    layout = build_rules_card(CCP).layout
    assert layout.table == (("", "top", ""), ("left", "center", "right"), ("", "bottom", ""))


def test_signs_state_the_limit_and_the_option() -> None:
    card = build_rules_card(THB, {"wagers": {"ante": {"pays_on": "flush"}}})
    assert [sign.text for sign in card.layout.signs] == [
        "The ante is paid on a flush or better and pushes on a lower winning hand.",
        "The payout limit is $50,000 per hand.",
    ]


def test_a_high_minimum_raises_the_limit() -> None:
    card = build_rules_card(CCP, {"table": {"minimum": 10_000, "maximum": 100_000}})
    assert card.payout_limit == 33_000_000


def test_readings_in_force_are_marked() -> None:
    card = build_rules_card(STUD, {"readings": {"low_ace": "all"}})
    assert [(r.id, r.choice, r.is_default) for r in card.readings] == [("low_ace", "all", False)]


@pytest.mark.parametrize(
    ("key", "clause"),
    [
        ("run-em-twice", "RET 12.C"),
        ("criss-cross", "CCP 12.B"),
        ("holdem-bonus", "THB 2.B(7)(b)"),
        ("stud-235", "235 2.B(9)"),
    ],
)
def test_the_limit_in_force_is_on_the_card_and_the_sign(key: str, clause: str) -> None:
    """The operator's own limit replaces that of the rulebook."""
    card = build_rules_card(GAMES[key], {"table": {"payout_limit": 4_321_000}})
    assert (card.payout_limit, card.payout_limit_clause) == (4_321_000, clause)
    (sign,) = (sign for sign in card.layout.signs if "payout limit" in sign.text)
    assert "$43,210" in sign.text
    assert card.table.payout_limit == 4_321_000
