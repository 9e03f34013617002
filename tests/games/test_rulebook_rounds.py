"""Check seats, cards, streets, dealing orders and payout limits against the rulebooks."""

import pytest

from pitboss.games.dealing import Ask, Burn, CardFacing, Dealing, Discard, Step, ToPlayers, ToTable
from pitboss.games.game_parts import Switch
from pitboss.games.grammar import FOLD, Choices, Game
from pitboss.games.procedures import Reshuffling

from .wager_payoffs import CCP, RET, STUD, THB

ALL = [RET, CCP, THB, STUD]
games = pytest.mark.parametrize("game", ALL, ids=[game.short for game in ALL])


def test_names_of_the_games() -> None:
    assert [(g.key, g.short, g.edition) for g in ALL] == [
        ("run-em-twice", "RET", "MLGCA 1.0"),
        ("criss-cross", "CCP", "MLGCA 1.2"),
        ("holdem-bonus", "THB", "MLGCA 1.0"),
        ("stud-235", "235", "MLGCA 1.1"),
    ]


@games
def test_six_seats(game: Game) -> None:
    assert game.seats == 6


def test_boxes() -> None:
    assert [(g.boxes.most, g.boxes.clause) for g in ALL] == [
        (1, "2.A(1)"),
        (1, "2.A(1)"),
        (1, "7.H"),
        (6, "7.F"),
    ]


def test_clauses_that_stand_alone() -> None:
    assert [g.procedures.two_decks for g in ALL] == ["3.B"] * 4
    assert [g.procedures.forfeits for g in ALL] == ["11.A(5)", "11.A(5)", None, None]


CROSS = {"left": 1, "right": 1, "top": 1, "bottom": 1, "center": 1}


def test_cards() -> None:
    assert [g.hole_cards for g in ALL] == [("first", "second")] * 3 + [("first", "second", "third")]
    assert [g.first_cards for g in ALL] == [("first", "second")] * 4
    assert [{place.name: place.cards for place in g.places} for g in ALL] == [
        CROSS,
        CROSS,
        {"flop": 3, "turn": 1, "river": 1, "dealer": 2},
        {"community": 2},
    ]


def test_inscriptions() -> None:
    assert {p.name: p.inscription for p in RET.places} == {
        "left": "1st Ante",
        "right": "1st Ante",
        "top": "2nd Ante",
        "bottom": "2nd Ante",
        "center": "Center",
    }
    assert {p.name: p.inscription for p in CCP.places} == {
        "left": "Across",
        "right": "Across",
        "top": "Down",
        "bottom": "Down",
        "center": "Middle",
    }


@pytest.mark.parametrize(
    ("game", "required", "raises", "sides"),
    [
        (
            RET,
            "ante_1 ante_2",
            "run_1/ante_1 run_2/ante_2 center/ante_1",
            "five_card_bonus ultimate_pairs progressive",
        ),
        (
            CCP,
            "ante_across ante_down",
            "across/ante_across down/ante_across middle/ante_across",
            "five_card_bonus bonus_spin",
        ),
        (THB, "ante", "flop/ante turn/ante river/ante", "bonus"),
        (
            STUD,
            "two_card three_card five_card",
            "raise_three/three_card raise_five/five_card",
            "win_em_all progressive",
        ),
    ],
)
def test_wagers(game: Game, required: str, raises: str, sides: str) -> None:
    assert [w.key for w in game.required] == required.split()
    assert [f"{w.key}/{w.of}" for w in game.raises] == raises.split()
    assert [w.key for w in game.sides] == sides.split()


@games
def test_side_wagers_outlive_a_fold(game: Game) -> None:
    lives = {w.key: w.lives_after_fold for w in game.sides}
    spin = lives.pop("bonus_spin", None)
    assert set(lives.values()) == {True}
    if game is CCP:
        assert isinstance(spin, Switch)
        assert spin.choices == {"kept": True, "lost": False}


FOLD_OR_BET: Choices = {"fold": FOLD, "1x": 1, "2x": 2, "3x": 3}
CHECK_OR_RAISE: Choices = {"check": 0, "raise": 1}
CHECK_OR_BET: Choices = {"check": 0, "bet": 1}
STREETS: list[tuple[Game, list[tuple[str, str, Choices, str]]]] = [
    (
        RET,
        [
            ("run_1", "11.B", FOLD_OR_BET, "left right"),
            ("run_2", "11.D", FOLD_OR_BET, "top bottom"),
            ("center", "11.F", FOLD_OR_BET, "center"),
        ],
    ),
    (
        CCP,
        [
            ("across", "11.B", FOLD_OR_BET, "left right"),
            ("down", "11.D", FOLD_OR_BET, "top bottom"),
            ("middle", "11.F", FOLD_OR_BET, "center"),
        ],
    ),
    (
        THB,
        [
            ("flop", "11.B", {"fold": FOLD, "bet": 2}, "flop"),
            ("turn", "11.E", CHECK_OR_BET, "turn"),
            ("river", "11.G", CHECK_OR_BET, "river dealer"),
        ],
    ),
    (
        STUD,
        [
            ("raise_three", "11.B(1)", CHECK_OR_RAISE, "third"),
            ("raise_five", "11.B(1)#2", CHECK_OR_RAISE, "community"),
        ],
    ),
]


@pytest.mark.parametrize(("game", "streets"), STREETS, ids=[g.short for g, _ in STREETS])
def test_streets(game: Game, streets: list[tuple[str, str, Choices, str]]) -> None:
    result = [(s.wager, s.clause, dict(s.choices), " ".join(s.reveal)) for s in game.streets]
    assert result == streets
    for street in game.streets:
        if game in (RET, CCP):
            assert isinstance(street.any_amount, Switch)
            assert street.any_amount.choices == {"whole": False, "any": True}
        else:
            assert street.any_amount is False


# Orders of dealing: a card by the place it goes to, `1`, `2` and `3` for a player's cards (each
# mention is once around the table; `12` together as a stack), `x` for a burnt or discarded card,
# `?` for a decision; `^` after cards that are laid face up, `_` after cards under a cover card.

CROSS_FIRST = "left right top bottom center"
FLOP_ON = "? x flop^ flop^ flop^ ? x turn^ ? x river^"
ORDERS = {
    ("RET", "manual shoe", False): ("8.D", f"{CROSS_FIRST} 1 2"),
    ("RET", "hand", False): ("9.B", f"{CROSS_FIRST} 1 2"),
    ("RET", "automated shoe", False): ("10.B", f"{CROSS_FIRST} 12"),
    ("CCP", "manual shoe", False): ("8.D", f"{CROSS_FIRST} 1 2"),
    ("CCP", "hand", False): ("9.B", f"{CROSS_FIRST} 1 2"),
    ("CCP", "automated shoe", False): ("10.B", f"{CROSS_FIRST} 12"),
    ("THB", "manual shoe", False): ("8.D", f"1 dealer_ 2 dealer_ {FLOP_ON}"),
    ("THB", "hand", False): ("9.B", f"1 dealer_ 2 dealer_ {FLOP_ON}"),
    ("THB", "automated shoe", False): ("10.B", f"12 dealer_ dealer_ {FLOP_ON}"),
    ("THB", "automated shoe", True): ("10.I", "flop flop flop turn river 12 dealer_ dealer_"),
    ("235", "manual shoe", False): ("8.D", "1 community 2 community 3"),
    ("235", "hand", False): ("9.B", "1 community 2 community 3"),
    ("235", "automated shoe", False): ("10.B", "123 community community"),
    ("235", "automated shoe", True): ("10.H", "community community x 123"),
}


def order(dealing: Dealing) -> str:
    number = {"first": "1", "second": "2", "third": "3"}

    def word(step: Step) -> str:
        match step:
            case ToPlayers(cards=cards):
                return "".join(number[card] for card in cards)
            case ToTable(places=places, lies=lies):
                return " ".join(
                    place + {CardFacing.UP: "^", CardFacing.COVERED: "_"}.get(lies, "")
                    for place in places
                )
            case Burn() | Discard():
                return "x"
            case Ask():
                return "?"

    return " ".join(map(word, dealing.steps))


def test_orders_of_dealing() -> None:
    result = {
        (game.short, d.method, d.reshuffling): (d.clause, order(d))
        for game in ALL
        for d in game.procedures.dealing
    }
    assert result == ORDERS


# The clause of each step, without decisions; cards laid face up have the clause of their street.

BURN_AND_SHOW = ["11.D(1)", None, "11.F(1)", None, "11.H(1)", None]
STACKS = ["10.B(1), 10.B(2)", "10.B(3)"]
STEPS = {
    ("RET", "8.D"): ["8.D(2)", "8.D(3)", "8.D(3)"],
    ("RET", "9.B"): ["9.B(1)", "9.B(2)", "9.B(2)"],
    ("RET", "10.B"): ["10.B(1)", "10.B(2)"],
    ("CCP", "8.D"): ["8.D(2)", "8.D(3)", "8.D(3)"],
    ("CCP", "9.B"): ["9.B(1)", "9.B(2)", "9.B(2)"],
    ("CCP", "10.B"): ["10.B(1)", "10.B(2)"],
    ("THB", "8.D"): [*["8.D(2)"] * 4, *BURN_AND_SHOW],
    ("THB", "9.B"): [*["9.B(3)"] * 4, *BURN_AND_SHOW],
    ("THB", "10.B"): [*STACKS, *BURN_AND_SHOW],
    ("THB", "10.I"): ["10.I(1)", *STACKS],
    ("235", "8.D"): [f"8.D(2)({letter})" for letter in "abcde"],
    ("235", "9.B"): [f"9.B({number})" for number in range(1, 6)],
    ("235", "10.B"): ["10.B(1)", "10.B(2)"],
    ("235", "10.H"): [None, None, "10.B(1)"],
}
SHOWN = {
    "RET": ["left right 11.C", "top bottom 11.E", "center 11.G"],
    "CCP": ["left right 11.C", "top bottom 11.E", "center 11.G"],
    "THB": ["flop 11.D(2)", "turn 11.F(2)", "river 11.H(2)", "dealer 11.I(1)"],
    "235": ["third 11.B(2)", "community 11.C(1)"],
}
LEFT_OVER = {
    "RET": [("8.C(2)", "8.D(4)"), ("9.A(5)(a)", "9.B(3)"), ("10.A(2)(b)(i)", "10.B(3)")],
    "CCP": [("", "8.D(4)"), ("", "9.B(3)"), ("", "10.B(3)")],
    "THB": [("", "8.D(4)"), ("", "9.B(5)"), ("", "10.B(5)"), ("", "")],
    "235": [("8.C(1)", "8.D(3)"), ("9.A(3)", "9.C"), ("10.A(1)(b)", "10.C"), ("10.A(1)(b)", "")],
}
"""The clauses that lock out progressives and put away the stub, which a reshuffling shoe keeps."""


def test_the_clause_of_each_step() -> None:
    result = {
        (game.short, d.clause): [
            ", ".join(s.clauses) or None for s in d.steps if not isinstance(s, Ask)
        ]
        for game in ALL
        for d in game.procedures.dealing
    }
    assert result == STEPS


@games
def test_clauses_of_revealed_cards(game: Game) -> None:
    reveal_steps = [step for street in game.streets for step in street.reveals]
    assert [f"{' '.join(step.names)} {step.clause}" for step in reveal_steps] == SHOWN[game.short]


@games
def test_what_is_locked_and_what_is_left(game: Game) -> None:
    assert [(d.locks_out, d.stub) for d in game.procedures.dealing] == LEFT_OVER[game.short]
    by_hand = {d.clause: d.from_hand for d in game.procedures.dealing if d.from_hand}
    assert by_hand == ({"10.B": "10.B(4)"} if game is THB else {})


def test_what_is_put_away() -> None:
    """THB burns a card; 235 discards the third card of the community stack."""
    for game, kind, count in ((THB, Burn, 9), (STUD, Discard, 1)):
        away = [
            s for d in game.procedures.dealing for s in d.steps if isinstance(s, Burn | Discard)
        ]
        assert [type(step) for step in away] == [kind] * count


@games
def test_dealing_from_the_hand_needs_a_shuffler(game: Game) -> None:
    needs = {d.method: d.needs_shuffler for d in game.procedures.dealing if not d.reshuffling}
    assert needs == {"manual shoe": None, "hand": "9.A(1)", "automated shoe": None}


def test_a_device_that_reshuffles() -> None:
    """It counts as a shoe, and lifts parts of chapter 5: cut, recut, idle spread.

    235 5.D to 5.F."""
    result = [(g.short, g.procedures.reshuffling) for g in ALL]
    assert result == [
        ("RET", Reshuffling("automated shoe", ("5.D", "5.E", "5.F"), "5.H")),
        ("CCP", Reshuffling("automated shoe", ("5.D", "5.E", "5.F"), "5.H")),
        ("THB", Reshuffling("automated shoe", ("5.F", "5.G", "5.H"), "5.I")),
        ("235", Reshuffling("automated shoe", ("5.D", "5.E", "5.F"), "5.I")),
    ]
    assert [g.procedures.deck.idle_reshuffling for g in ALL] == [False, False, False, True]


def test_payout_limits() -> None:
    assert [(g.payout_limit.clause, g.payout_limit.least) for g in ALL] == [
        ("12.C", 5_000_000),
        ("12.B", 5_000_000),
        ("12.C", 5_000_000),
        ("12.K", 5_000_000),
    ]
    assert RET.payout_limit.scope == ("run_1", "run_2", "center")
    assert isinstance(CCP.payout_limit.scope, Switch)
    assert CCP.payout_limit.scope.key == "ante_pays"
    assert CCP.payout_limit.scope.choices == {
        "even": ("across", "down", "middle"),
        "table": ("ante_across", "ante_down", "across", "down", "middle"),
    }
    assert THB.payout_limit.scope == ("ante", "flop", "turn", "river", "bonus")
    assert STUD.payout_limit.scope == (
        "two_card",
        "three_card",
        "five_card",
        "raise_three",
        "raise_five",
        "win_em_all",
    )
