# ruff: noqa: N802 - a test is called by its clause
"""Texas Hold 'Em Bonus: showdown, the ante's push, folds, the Bonus, the limit, void rounds."""

import pytest

from .round_lines import Json, a_round, answer, at, holdem_cards, minimum, thb, wagers

FLUSH_OR_BETTER = wagers(ante={"pays_on": "flush"})


def four(ante: str, flop: str, turn: str, river: str) -> dict[str, str]:
    return {"ante": ante, "flop": flop, "turn": turn, "river": river}


def test_thb_11_I_3_d_i() -> None:
    """A hand below the dealer's loses ante, flop, turn and river."""
    progress = thb("Kd 9c 8c 2h 4s", "Ah Ad", at(1, "Qh Qs", 500, "bet bet bet"))
    assert progress.wagers(1) == four(
        "lose 500 -> 0, pair",
        "lose 1000 -> 0, pair",
        "lose 500 -> 0, pair",
        "lose 500 -> 0, pair",
    )
    assert progress.totals(1) == (2500, 0, -2500)


def test_thb_11_I_3_d_ii() -> None:
    """A better hand wins 1 to 1 on flop, turn and river."""
    progress = thb("Ts 9s 8s 2h 4s", "Ah Ad", at(1, "Qs 7c", 500, "bet bet check"))
    assert progress.wagers(1) == {
        "ante": "win 500 -> 1000, flush",
        "flop": "win 1000 -> 2000, flush",
        "turn": "win 500 -> 1000, flush",
    }
    progress = thb("Ts 9s 8s 2h 4s", "Ah Ad", at(1, "Qs 7c", 500, "bet check bet"))
    assert list(progress.wagers(1)) == ["ante", "flop", "river"]
    assert progress.totals(1) == (2000, 4000, 2000)


@pytest.mark.parametrize(
    ("board", "hole", "hand", "on_straight", "on_flush"),
    [
        ("Kd 9c 8c 2h 4s", "Kh Qs", "pair", "push", "push"),
        ("Kd 9c 8c 2h 4s", "Kh 9s", "two pair", "push", "push"),
        ("Kd 9c 8c 2h 4s", "Kh Ks", "three of a kind", "push", "push"),
        ("Td 9c 8c 2h 4s", "Jh 7s", "straight", "win", "push"),
        ("5d 3c 2c Kh 9s", "Ac 4h", "straight", "win", "push"),
        ("Tc 9c 8c 2h 4s", "Ac 7c", "flush", "win", "win"),
        ("Kd 9c 9h 2h 4s", "Kh Ks", "full house", "win", "win"),
        ("Kd Kc 8c 2h 4s", "Kh Ks", "four of a kind", "win", "win"),
        ("Tc 9c 8c 2h 4s", "Jc 7c", "straight flush", "win", "win"),
        ("Kc Qc Jc 2h 4s", "Ac Tc", "royal flush", "win", "win"),
    ],
)
def test_thb_11_I_3_d_iii(
    board: str, hole: str, hand: str, on_straight: str, on_flush: str
) -> None:
    """The ante of a winner below a straight (or flush, as filed) is returned; the bets win."""
    credit = {"push": 500, "win": 1000}
    seat = at(1, hole, 500, "bet check bet")
    for submission, outcome in (({}, on_straight), (FLUSH_OR_BETTER, on_flush)):
        progress = thb(board, "3d 6s", seat, submission=submission)
        assert progress.wagers(1) == {
            "ante": f"{outcome} 500 -> {credit[outcome]}, {hand}",
            "flop": f"win 1000 -> 2000, {hand}",
            "river": f"win 500 -> 1000, {hand}",
        }


@pytest.mark.parametrize(
    ("board", "dealer", "hole", "hand"),
    [
        ("Kd 9c 8c 2h 4s", "Ah 6d", "Ac 6s", "high card"),
        ("Kd Kc 8c 8h As", "7h 7d", "3c 2s", "two pair"),
        ("Td 9c 8c Jh Qs", "2h 2d", "3c 3s", "straight"),
        ("Ac Kc Qc Jc Tc", "Ah Ad", "3c 2c", "royal flush"),
        ("Kd Kc Kh 8h 7s", "Ah Qd", "Ac Qs", "three of a kind"),
    ],
)
def test_thb_11_I_3_d_iv(board: str, dealer: str, hole: str, hand: str) -> None:
    """Equal best five cards return everything, whatever the other two cards are."""
    progress = thb(board, dealer, at(2, hole, 700, "bet bet bet"))
    assert progress.wagers(2) == four(
        f"push 700 -> 700, {hand}",
        f"push 1400 -> 1400, {hand}",
        f"push 700 -> 700, {hand}",
        f"push 700 -> 700, {hand}",
    )
    assert progress.totals(2) == (3500, 3500, 0)


@pytest.mark.parametrize(
    ("board", "dealer", "hole", "outcome"),
    [
        ("Kd 9c 8c 2h 4s", "Kh Qd", "Kc Js", "lose"),  # the kicker counts
        ("Kd 9c 8c 2h 4s", "Kh Jd", "Kc Qs", "win"),
        ("Kd Kc 8c 8h 3s", "Qh 2d", "Ac 2s", "win"),  # two pair, ace beside it
        ("Qd Qc 5c 5h 3s", "Kh 5d", "Qh 2s", "win"),  # queens full of fives
        ("4d 5c 6c 7h Ks", "Ah 3d", "8c 2s", "win"),  # the top card of the straight counts
        ("Ad Kd 9d 2h 3s", "Qd 3d", "Jd Td", "lose"),  # flushes card by card
        ("7d 7c 7h 7s Kd", "Ah 2d", "Qh 3d", "lose"),  # the kicker of four of a kind
    ],
)
def test_thb_6_D_and_E(board: str, dealer: str, hole: str, outcome: str) -> None:
    """Hands of one kind compare by their own ranks, then by their kickers."""
    progress = thb(board, dealer, at(2, hole, 500, "bet check check"))
    assert progress.wagers(2)["flop"].split()[0] == outcome


def test_thb_6_B_low_ace() -> None:
    """A-2-3-4-5 counts for player and dealer, and ranks below every other straight."""
    dealer_low = thb("5d 3c 2c Kh 9s", "Ac 4h", at(1, "Kd Ks", 500, "bet bet bet"))
    assert dealer_low.wagers(1)["ante"] == "lose 500 -> 0, three of a kind"
    player_higher = thb("5d 3c 2c Kh 9s", "Ac 4h", at(1, "6d 4s", 500, "bet bet bet"))
    assert player_higher.wagers(1)["ante"] == "win 500 -> 1000, straight"
    player_lower = thb("5d 3c 2c Kh 9s", "6d 4s", at(1, "Ac 4h", 500, "bet bet bet"))
    assert player_lower.wagers(1)["ante"] == "lose 500 -> 0, straight"
    both = thb("5d 3c 2c Kh 9s", "Ad 4d", at(1, "Ac 4h", 500, "bet bet bet"))
    assert both.wagers(1)["ante"] == "push 500 -> 500, straight"
    suited = thb("5d 3d 2d Kh Ks", "Ad 4d", at(1, "Kc Kd", 500, "bet bet bet"))
    assert suited.wagers(1)["ante"] == "lose 500 -> 0, four of a kind"


# Credits of a $1 Bonus wager if the dealer has no pair of aces.
BONUS = {
    "Ac Ad": 3100, "Ah As": 3100, "Ac Kc": 2600, "Kh Ah": 2600, "Ad Qd": 2100, "As Js": 2100,
    "Ac Kd": 1600, "Kc Kd": 1100, "Qc Qd": 1100, "Jc Jd": 1100, "Ac Qd": 600, "Jh As": 600,
    "Tc Td": 400, "7c 7d": 400, "2c 2d": 400, "Ac Tc": 0, "Ac 9d": 0, "Kd Qd": 0, "7h 2s": 0,
}  # fmt: skip


@pytest.mark.parametrize("letter", "AB")
@pytest.mark.parametrize("hole", BONUS)
def test_thb_12_B(letter: str, hole: str) -> None:
    """The Bonus only depends on the player's two cards, even after a fold.

    Both tables pay alike."""
    credit = BONUS[hole]
    words = f"{'win' if credit else 'lose'} 100 -> {credit}"
    table = wagers(bonus={"paytable": letter})
    for decisions in ("fold", "bet check check"):
        seat = at(4, hole, 500, decisions, bonus=100)
        progress = thb("3c 4s 8h 9s 5d", "6c 6h", seat, submission=table)
        assert progress.wagers(4)["bonus"] == words


@pytest.mark.parametrize("letter", "AB")
def test_thb_12_B_a_aces_on_both_sides(letter: str) -> None:
    """Two aces of both player and dealer are the top line; aces on one side only are not."""
    table, board = wagers(bonus={"paytable": letter}), "3c 4s 8h 9s Kd"
    mine = at(4, "Ac Ad", 500, "bet check check", bonus=100)
    assert thb(board, "Ah As", mine, submission=table).wagers(4) == {
        "ante": "push 500 -> 500, pair",
        "flop": "push 1000 -> 1000, pair",
        "bonus": "win 100 -> 100100",
    }
    assert thb(board, "Ah Ks", mine, submission=table).wagers(4)["bonus"] == "win 100 -> 3100"
    kings = at(4, "Kc Ks", 500, "fold", bonus=100)
    assert thb(board, "Ah As", kings, submission=table).wagers(4)["bonus"] == "win 100 -> 1100"
    nothing = at(4, "7c 2s", 500, "fold", bonus=100)
    assert thb(board, "Ah As", nothing, submission=table).wagers(4)["bonus"] == "lose 100 -> 0"


def test_thb_11_C() -> None:
    """A fold loses the ante and shows no hand; the Bonus is settled at the end of the round."""
    progress = thb("Ts 9s 8s 2h 4s", "3h 3d", at(1, "As Ks", 500, "fold", bonus=200))
    assert progress.wagers(1) == {"ante": "lose 500 -> 0", "bonus": "win 200 -> 5200"}
    assert progress.totals(1) == (700, 5200, 4500)


def test_thb_12_C_limit_bites() -> None:
    """The limit covers ante, flop, turn, river, then the Bonus with what is left of $50,000."""
    hand = ("Kc Qc Jc 2h 4s", "3d 6s")
    progress = thb(*hand, at(3, "Ac Tc", 1_000_000, "bet bet bet", bonus=100))
    assert progress.wagers(3) == {
        "ante": "win 1000000 -> 2000000, royal flush",
        "flop": "win 2000000 -> 4000000, royal flush",
        "turn": "win 1000000 -> 2000000, royal flush",
        "river": "win 1000000 -> 2000000, royal flush",
        "bonus": "lose 100 -> 0",
    }
    progress = thb(*hand, at(3, "Ac Tc", 1_500_000, "bet bet bet"))
    assert progress.wagers(3)["ante"] == "win 1500000 -> 3000000, royal flush"
    assert progress.wagers(3)["flop"] == "win 3000000 -> 6000000, royal flush"
    assert progress.wagers(3)["turn"] == "win 1500000 -> 2000000 (of 3000000), royal flush"
    assert progress.wagers(3)["river"] == "win 1500000 -> 1500000 (of 3000000), royal flush"
    progress = thb("Kc Qc 4c 2h 4s", "3d 6s", at(3, "Ac Jc", 1_000_000, "bet bet bet", bonus=100))
    assert progress.wagers(3)["river"] == "win 1000000 -> 2000000, flush"
    assert progress.wagers(3)["bonus"] == "win 100 -> 100 (of 2100)"


def test_thb_12_C_pushes_take_nothing() -> None:
    """Returned stakes are not winnings: the whole limit is left for the Bonus."""
    progress = thb(
        "3c 4s 8h 9s Kd", "Ah As", at(3, "Ac Ad", 9_000_000, "bet bet bet", bonus=10_000)
    )
    assert progress.wagers(3)["flop"] == "push 18000000 -> 18000000, pair"
    assert progress.wagers(3)["bonus"] == "win 10000 -> 5010000 (of 10010000)"


def test_thb_12_C_2_high_minimum() -> None:
    """At a minimum of $20,000, five minimums are the limit, and a thousand of the Bonus."""
    seat = at(3, "Ac Jc", 2_000_000, "bet bet bet", bonus=10_000)
    progress = thb("Kc Qc 4c 2h 4s", "3d 6s", seat, submission=minimum(2_000_000))
    assert progress.wagers(3)["river"] == "win 2000000 -> 4000000, flush"
    assert progress.wagers(3)["bonus"] == "win 10000 -> 110000 (of 210000)"
    seat = at(3, "Ac Jc", 2_000_000, "bet bet check", bonus=10_000)
    progress = thb("Kc Qc 4c 2h 4s", "3d 6s", seat, submission=minimum(2_000_000))
    assert progress.wagers(3)["bonus"] == "win 10000 -> 210000"


def test_thb_2_B_7_b_a_lower_limit() -> None:
    """A limit of $30 set by the operator is used up in the order of the wagers."""
    seat = at(3, "Ac Jc", 500, "bet bet bet", bonus=100)
    submission = {"table": {"payout_limit": 3000}}
    progress = thb("Kc Qc 4c 2h 4s", "3d 6s", seat, submission=submission)
    assert progress.wagers(3) == {
        "ante": "win 500 -> 1000, flush",
        "flop": "win 1000 -> 2000, flush",
        "turn": "win 500 -> 1000, flush",
        "river": "win 500 -> 1000, flush",
        "bonus": "win 100 -> 600 (of 2100)",
    }


def test_thb_13_B_void() -> None:
    """A void round returns every wager."""
    seat = at(3, "Ac Ad", 500, "bet check bet", bonus=100)
    progress = thb("Kc Qc 4c 2h 4s", "3d 6s", seat, void=True)
    assert progress.wagers(3) == {
        "ante": "void 500 -> 500",
        "flop": "void 1000 -> 1000",
        "river": "void 500 -> 500",
        "bonus": "void 100 -> 100",
    }
    assert progress.totals(3) == (2100, 2100, 0)


def called_off(cards: Json, bonus: int | None = 100) -> Json:
    """Return a round called off after seat 3 has bet the flop, with the Bonus settled."""
    seat = at(3, "", 500, "bet") if bonus is None else at(3, "", 500, "bet", bonus=bonus)
    return a_round("holdem-bonus", {}, seat, void="settle-bonus") | {"cards": cards}


def test_thb_13_C_and_G() -> None:
    """The Bonus is settled although the round is void; the other wagers are returned."""
    whole = holdem_cards("Kc Qc 4c 2h 4s", "Ah As") | {"holes": {"3": ["Ac", "Ad"]}}
    progress = answer(called_off(whole))["seats"]["3"]
    assert progress["wagers"]["ante"] == {"stake": 500, "outcome": "void", "credit": 500}
    assert progress["wagers"]["flop"] == {"stake": 1000, "outcome": "void", "credit": 1000}
    assert progress["wagers"]["bonus"] == {"stake": 100, "outcome": "win", "credit": 100_100}
    needed_cards = {"dealer": ["Ah", "Ks"], "holes": {"3": ["Ac", "Ad"]}}
    assert answer(called_off(needed_cards))["seats"]["3"]["wagers"]["bonus"]["credit"] == 3100
    losing_hands = {"dealer": ["Ah", "Ks"], "holes": {"3": ["7c", "2d"]}}
    assert answer(called_off(losing_hands))["seats"]["3"]["wagers"]["bonus"]["outcome"] == "lose"


@pytest.mark.parametrize(
    "cards",
    [
        {"dealer": ["Ah", "As"], "holes": {"3": ["Ac"]}},
        {"dealer": ["Ah"], "holes": {"3": ["Ac", "Ad"]}},
        {"dealer": [], "holes": {"3": ["Ac", "Ad"]}},
    ],
)
def test_thb_13_G_short_of_cards(cards: Json) -> None:
    """If player or dealer lack two cards, the Bonus is returned, not settled."""
    progress = answer(called_off(cards))["seats"]["3"]
    assert progress["wagers"]["bonus"] == {"stake": 100, "outcome": "void", "credit": 100}
    assert progress["net"] == 0


def test_thb_13_G_cards_never_revealed() -> None:
    """Cards that a settled Bonus needs must be given; without a Bonus none are needed."""
    error = answer(called_off({"dealer": ["Ah", "As"]}))["error"]
    assert "hole" in error
    assert "3" in error
    error = answer(called_off({"holes": {"3": ["Ac", "Ad"]}}))["error"]
    assert "dealer" in error
    assert answer(called_off({}, bonus=None))["seats"]["3"]["net"] == 0


def test_thb_12_C_limit_on_a_void_round() -> None:
    """The limit applies to a Bonus that is settled in a void round."""
    cards = {"dealer": ["Ah", "As"], "holes": {"3": ["Ac", "Ad"]}}
    progress = answer(called_off(cards, bonus=10_000))["seats"]["3"]["wagers"]["bonus"]
    assert (progress["credit"], progress["uncapped"]) == (5_010_000, 10_010_000)
