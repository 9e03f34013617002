# ruff: noqa: N802 - a test is called by its clause
"""Texas Hold 'Em Bonus: clauses that no other test covers."""

from itertools import pairwise

import pytest

from pitboss.cards import cards
from pitboss.games import find_game
from pitboss.games.dealing import Ask, Burn, CardFacing, ToTable
from pitboss.games.game_parts import HandOf, Sign
from pitboss.games.payoffs import HoleCards
from pitboss.hands import Hand, hand
from pitboss.papers.rules_card.card import build_rules_card
from pitboss.round import BettingProgress, available_choices, replay_decisions, visible_places
from pitboss.submission import resolve
from tests.papers.layout_reader import drawing, part, text_of
from tests.settle.round_lines import a_round, answer, at, holdem_cards, thb, wagers

GAME = find_game("holdem-bonus")
RULES = resolve(GAME)
RESHUFFLING = resolve(
    GAME, {"table": {"dealing": "automated shoe", "shuffler": "automated reshuffling"}}
)
BOARD = "Kd 9c 8c 2h 4s"
COMMUNITY = ("flop", "turn", "river")


def grid(text: str) -> list[list[str]]:
    return [line.split() for line in text.strip().splitlines()]


# Chapter 1: words.


def test_thb_1_B() -> None:
    """The words of the first chapter name the wagers and the cards of the definition."""
    assert [wager.label for wager in GAME.wagers] == [
        *("Ante", "Flop", "Turn", "River"),
        "Texas Hold 'Em Bonus",
    ]
    assert {place.name: place.label for place in GAME.places} == {
        "flop": "Flop",
        "turn": "Turn",
        "river": "River",
        "dealer": "Dealer",
    }


def test_thb_1_B_1() -> None:
    """A burnt card lies nowhere: no hand is read from it and no player sees it."""
    burning = [
        d for d in GAME.procedures.dealing if any(isinstance(step, Burn) for step in d.steps)
    ]
    assert [dealing.clause for dealing in burning] == ["8.D", "9.B", "10.B"]
    table_places = {
        name for d in burning for s in d.steps if isinstance(s, ToTable) for name in s.places
    }
    assert table_places == {"flop", "turn", "river", "dealer"}
    assert set(visible_places(RULES, 3)) == {"first", "second"} | table_places


def test_thb_1_B_2() -> None:
    """The five community cards, and they alone, serve the player and the dealer alike."""
    player, dealer = (set(h.positions) for h in RULES.hands if isinstance(h, HandOf))
    assert player & dealer == {0, 1, 2, 3, 4}
    assert [(p.name, p.cards) for p in RULES.places][:3] == [("flop", 3), ("turn", 1), ("river", 1)]


def test_thb_1_B_5() -> None:
    """The flop wager comes second and is the price of staying in."""
    assert [wager.key for wager in GAME.wagers][:2] == ["ante", "flop"]
    staying = [
        c.decision
        for c in available_choices(RULES, {"ante": 500}, BettingProgress({}, False, 0))
        if c.stake
    ]
    leaving = [
        c.decision
        for c in available_choices(RULES, {"ante": 500}, BettingProgress({}, False, 0))
        if c.folds
    ]
    assert (staying, leaving) == (["bet"], ["fold"])


def test_thb_1_B_6() -> None:
    """Only the first decision can be a fold, and it makes no wager."""
    folding = [street.wager for street in GAME.streets if street.can_fold]
    assert folding == ["flop"]
    assert replay_decisions(RULES, {"ante": 500}, ["fold"]) == BettingProgress({}, True, 1)


@pytest.mark.parametrize(("nth", "key"), [(3, "turn"), (4, "river")])
def test_thb_1_B_9_and_11(nth: int, key: str) -> None:
    """Turn and river wagers come third and fourth, each before its card, and may be left out."""
    assert [wager.key for wager in GAME.wagers][nth - 1] == key
    street = next(street for street in GAME.streets if street.wager == key)
    assert 0 in street.choices.values()
    for dealing in GAME.procedures.dealing:
        if Ask(key) in dealing.steps:
            assert dealing.steps.index(Ask(key)) < dealing.steps.index(
                ToTable((key,), CardFacing.UP)
            )
    assert key not in visible_places(RULES, nth - 2)


# Chapter 2: the layout.


def test_thb_2_B_2() -> None:
    """Each position has a spot of its own for ante, flop, turn and river."""
    spots = [spot for row in grid(GAME.layout.seat) for spot in row if spot != "."]
    for wager in ("ante", "flop", "turn", "river"):
        assert spots.count(wager) == 1


def test_thb_2_B_3() -> None:
    """Five community cards lie on a row of their own."""
    assert ["flop", "turn", "river"] in grid(GAME.layout.table)
    assert sum(place.cards for place in GAME.places if place.name in COMMUNITY) == 5


def test_thb_2_B_4() -> None:
    """The dealer's two cards have one spot, apart from the community row."""
    rows = [row for row in grid(GAME.layout.table) if "dealer" in row]
    assert [[spot for spot in row if spot != "."] for row in rows] == [["dealer"]]
    assert [place.cards for place in GAME.places if place.name == "dealer"] == [2]


def test_thb_2_B_5() -> None:
    """The Bonus has a spot at each position."""
    assert [spot for row in grid(GAME.layout.seat) for spot in row].count("bonus") == 1


def test_thb_2_B_7() -> None:
    """Two signs: when the ante comes back, and the payout limit; both filled in by the filing."""
    assert GAME.layout.signs == (
        Sign(
            "The ante is paid on a {pays_on} or better and pushes on a lower winning hand.",
            "2.B(7)(a)",
        ),
        Sign("The payout limit is {payout_limit} per hand.", "2.B(7)(b)"),
    )


@pytest.mark.parametrize("pays_on", ["straight", "flush"])
def test_thb_2_B_8(pays_on: str) -> None:
    """Both notices can be read on the layout, with what is filed."""
    submission = {"table": {"minimum": 1000}, "wagers": {"ante": {"pays_on": pays_on}}}
    band = text_of(part(drawing(build_rules_card(GAME, submission)), "band"))
    assert f"the ante is paid on a {pays_on} or better and pushes on a lower winning hand." in band
    assert "the payout limit is $50,000 per hand." in band


# Chapter 6: ranks.


@pytest.mark.parametrize(
    ("higher", "lower", "board"),
    [
        ("A", "K", "2c 3c 7c 8d Qd"),
        ("K", "Q", "2c 5c 8c Jd Ad"),
        ("Q", "J", "4c 5c 9c Td Kd"),
        ("J", "T", "2c 3c 7c 8d Qd"),
        ("T", "9", "2c 3c 7c 8d Qd"),
        ("9", "8", "2c 3c 6c Jd Qd"),
        ("8", "7", "4c 5c 9c Td Kd"),
        ("7", "6", "4c 5c 9c Td Kd"),
        ("6", "5", "2c 3c 7c 8d Qd"),
        ("5", "4", "2c 3c 7c 8d Qd"),
        ("4", "3", "2c 5c 8c Jd Ad"),
        ("3", "2", "4c 5c 9c Td Kd"),
    ],
)
def test_thb_6_A(higher: str, lower: str, board: str) -> None:
    """A pair of any rank beats a pair of the next rank below, whoever holds it."""
    pairs = {rank: f"{rank}h {rank}s" for rank in (higher, lower)}
    up = thb(board, pairs[lower], at(1, pairs[higher], 500, "bet check check"))
    down = thb(board, pairs[higher], at(1, pairs[lower], 500, "bet check check"))
    assert up.wagers(1)["flop"] == "win 1000 -> 2000, pair"
    assert down.wagers(1)["flop"] == "lose 1000 -> 0, pair"


@pytest.mark.parametrize("hole", ["Qc 3d", "Jc Qd", "3c 4d"])
def test_thb_6_B(hole: str) -> None:
    """An ace ends a run: none goes on from it to the deuce."""
    progress = thb("Ks Ah 2d 7c 9s", "8h 8s", at(1, hole, 500, "bet check check"))
    assert progress.wagers(1)["flop"] == "lose 1000 -> 0, high card"


# Lowest, next to lowest, next to highest and highest of each kind, from the lowest kind up.
KINDS = {
    "high card": ["2c 3d 4h 5s 7c", "2c 3d 4h 6s 7c", "Ac Kd Qh Js 8c", "Ac Kd Qh Js 9c"],
    "pair": ["2c 2d 3h 4s 5c", "2c 2d 3h 4s 6c", "Ac Ad Kh Qs Tc", "Ac Ad Kh Qs Jc"],
    "two pair": ["3c 3d 2h 2s 4c", "3c 3d 2h 2s 5c", "Ac Ad Kh Ks Jc", "Ac Ad Kh Ks Qc"],
    "three of a kind": ["2c 2d 2h 3s 4c", "2c 2d 2h 3s 5c", "Ac Ad Ah Ks Jc", "Ac Ad Ah Ks Qc"],
    "straight": ["Ac 2d 3h 4s 5c", "2c 3d 4h 5s 6c", "9c Td Jh Qs Kc", "Tc Jd Qh Ks Ac"],
    "flush": ["2c 3c 4c 5c 7c", "2c 3c 4c 6c 7c", "Ac Kc Qc Jc 8c", "Ac Kc Qc Jc 9c"],
    "full house": ["2c 2d 2h 3s 3c", "2c 2d 2h 4s 4c", "Ac Ad Ah Qs Qc", "Ac Ad Ah Ks Kc"],
    "four of a kind": ["2c 2d 2h 2s 3c", "2c 2d 2h 2s 4c", "Ac Ad Ah As Qc", "Ac Ad Ah As Kc"],
    "straight flush": ["Ac 2c 3c 4c 5c", "2c 3c 4c 5c 6c", "8c 9c Tc Jc Qc", "9c Tc Jc Qc Kc"],
    "royal flush": ["Tc Jc Qc Kc Ac"],
}


def ranked(text: str) -> Hand:
    (low_ace,) = {part.order.low_ace for part in RULES.hands if isinstance(part, HandOf)}
    return hand(cards(text), low_ace=low_ace)


def test_thb_6_D() -> None:
    """Every hand of a kind is above every hand of the kind below."""
    order = [ranked(text) for kind in KINDS.values() for text in kind]
    assert all(lower < higher for lower, higher in pairwise(order))


@pytest.mark.parametrize("kind", KINDS)
def test_thb_6_D_kinds(kind: str) -> None:
    """What makes each kind, at its lowest and its highest."""
    assert {ranked(text).name for text in KINDS[kind]} == {kind}


# Chapter 7: wagers.


def test_thb_7_F_2() -> None:
    """The Bonus can be wagered where the operator offers it, and nowhere else."""
    seat = at(1, "Kh Ks", 500, "bet check check", bonus=100)
    assert thb(BOARD, "Ah Ad", seat).wagers(1)["bonus"] == "win 100 -> 1100"
    submission = wagers(bonus={"offered": False})
    progress = answer(
        a_round("holdem-bonus", holdem_cards(BOARD, "Ah Ad"), seat, submission=submission)
    )
    assert "'bonus', which is not offered" in progress["error"]


@pytest.mark.parametrize("hole", ["Kh Ks", "7h 3s", "Ah 9h"])
@pytest.mark.parametrize("decisions", ["fold", "bet check check", "bet bet bet"])
def test_thb_7_G(hole: str, decisions: str) -> None:
    """The other wagers come out the same with a Bonus beside them and without."""
    without = thb(BOARD, "Qh Qd", at(1, hole, 500, decisions)).wagers(1)
    beside = thb(BOARD, "Qh Qd", at(1, hole, 500, decisions, bonus=100)).wagers(1)
    assert beside.pop("bonus")
    assert beside == without


def test_thb_8_D_2() -> None:
    """Cards are for those who anted: a seat without an ante is no seat of the round."""
    round_ = a_round("holdem-bonus", holdem_cards(BOARD, "Ah Ad"), at(1, "Kh Ks", 500, "fold"))
    del round_["seats"]["1"]["wagers"]["ante"]
    assert answer(round_)["error"] == "seat 1 has no ante wager, which every player must make"


# Chapters 10 and 11: the round.


def test_thb_10_I_2() -> None:
    """Community cards that were dispensed first are still shown street by street."""
    assert RESHUFFLING.dealing.clause == "10.I"
    assert [visible_places(RESHUFFLING, decision_count) for decision_count in range(4)] == [
        ("first", "second"),
        ("first", "second", "flop"),
        ("first", "second", "flop", "turn"),
        ("first", "second", "flop", "turn", "river", "dealer"),
    ]


@pytest.mark.parametrize(
    ("before", "wager", "stake"),
    [([], "flop", 1400), (["bet"], "turn", 700), (["bet", "check"], "river", 700)],
)
def test_thb_11_amounts(before: list[str], wager: str, stake: int) -> None:
    """The flop wager is twice the ante; turn and river are the ante once; no other amount."""
    ante = {"ante": 700}
    progress = replay_decisions(RULES, ante, before, complete=False)
    assert {c.stake for c in available_choices(RULES, ante, progress)} == {0, stake}
    after = replay_decisions(RULES, ante, [*before, "bet"], complete=False)
    assert after.raises[wager] == stake


def test_thb_11_E_2_a() -> None:
    """A check stakes nothing and stays to the end: the hand still wins."""
    progress = thb(BOARD, "Qh Qd", at(1, "Kh Ks", 500, "bet check check"))
    assert progress.wagers(1) == {
        "ante": "push 500 -> 500, three of a kind",
        "flop": "win 1000 -> 2000, three of a kind",
    }


@pytest.mark.parametrize(
    ("dealer", "outcome"),
    [
        ("7h 6d", "lose"),  # both cards: ten to six
        ("2s 2d", "lose"),  # both: three deuces
        ("Kc 7d", "push"),  # one: kings with ten, nine, eight, as the player has
        ("7h 2d", "win"),  # one: a pair of deuces
    ],
)
def test_thb_11_I_2(dealer: str, outcome: str) -> None:
    """The dealer's best five uses both of the dealer's own cards, or only one."""
    progress = thb("Td 9c 8c 2h Ks", dealer, at(1, "Kh 3s", 500, "bet check check"))
    assert progress.wagers(1)["flop"].split()[0] == outcome


@pytest.mark.parametrize(
    ("hole", "outcome"),
    [
        ("7h 6d", "win"),  # both cards: ten to six
        ("2s 2d", "win"),  # both: three deuces
        ("7h 2d", "win"),  # one: a pair of deuces
        ("3d 4c", "push"),  # the board's best with the four, as the dealer has
    ],
)
def test_thb_11_I_3_b_own_cards(hole: str, outcome: str) -> None:
    """The player's best five uses both of the player's own cards, or only one."""
    progress = thb("Td 9c 8c 2h Ks", "3h 4s", at(1, hole, 500, "bet check check"))
    assert progress.wagers(1)["flop"].split()[0] == outcome


def test_thb_11_I_3_b() -> None:
    """The player's best five may be the board alone."""
    progress = thb("Ts Js Qs Ks As", "2h 2d", at(1, "3h 3d", 500, "bet check check"))
    assert progress.wagers(1)["flop"] == "push 1000 -> 1000, royal flush"


def test_thb_11_I_3_c() -> None:
    """Each player is settled alone: others at the table change nothing, won or lost."""
    seats = [
        at(1, "Kh Ks", 500, "bet bet bet", bonus=100),
        at(3, "7h 3s", 700, "bet check bet", bonus=200),
        at(6, "Ah 9h", 900, "fold", bonus=300),
    ]
    together = thb(BOARD, "Qh Qd", *seats)
    alone = {seat.number: thb(BOARD, "Qh Qd", seat).wagers(seat.number) for seat in seats}
    assert {seat.number: together.wagers(seat.number) for seat in seats} == alone
    assert [alone[n]["ante"].split()[0] for n in (1, 3, 6)] == ["push", "lose", "lose"]


def test_thb_11_I_4() -> None:
    """The Bonus is settled behind the other wagers and by the two cards alone."""
    progress = thb(BOARD, "Qh Qd", at(1, "Jh Js", 500, "bet check check", bonus=100))
    assert list(progress.wagers(1)) == ["ante", "flop", "bonus"]
    assert progress.wagers(1)["flop"].startswith("lose")
    assert progress.wagers(1)["bonus"] == "win 100 -> 1100"


@pytest.mark.parametrize(("letter", "clause"), [("A", "12.B(1)"), ("B", "12.B(2)")])
def test_thb_12_B(letter: str, clause: str) -> None:
    """The letter that is filed brings its table; the two are printed alike."""
    (bonus,) = resolve(GAME, wagers(bonus={"paytable": letter})).sides
    assert isinstance(bonus.pays, HoleCards)
    assert bonus.pays.table.clause == clause
