"""Grammar that no Maryland rulebook needs: fractions, floors, bonuses, games without clauses."""

from fractions import Fraction
from pathlib import Path

import pytest
from msgspec.structs import replace

from pitboss.cards import cards
from pitboss.errors import Refused
from pitboss.games import GAMES, MARYLAND
from pitboss.games.card_names import BEST_KIND, Ranked, lowest_strength, parse_ranked
from pitboss.games.dealing import ToTable
from pitboss.games.game_parts import DERIVED_LAYOUT
from pitboss.games.grammar import (
    EVEN,
    FOLD,
    LOSS,
    PUSH,
    TAKE_DOWN,
    ByTable,
    Game,
    HandOf,
    Place,
    Raise,
    Required,
    Reveal,
    Side,
    Street,
    paytable,
    showdown,
)
from pitboss.games.loading import load_game
from pitboss.games.payoffs.base import payout_at
from pitboss.hands import ORDERS, Order, ranking
from pitboss.round import BettingProgress, available_choices, replay_decisions, visible_positions
from pitboss.settle import Round, Seat, settle
from pitboss.submission import resolve

THREE, CARIBBEAN = GAMES["three-card"], GAMES["caribbean-stud"]
RIDE, ULTIMATE = GAMES["let-it-ride"], GAMES["ultimate-holdem"]


def outcome(
    game: Game, table: dict[str, str], hole: str, wagers: dict[str, int], decisions: str
) -> dict[str, int]:
    """Return what each wager of one seat credits."""
    dealt = {place: cards(text) for place, text in table.items()}
    seat = Seat(wagers, decisions.split())
    result = settle(resolve(game), Round(dealt, {1: cards(hole)}, {1: seat})).seats[1]
    return {key: wager.credit for key, wager in result.wagers.items()}


# Orders and floors


def test_orders_name_how_many_cards_rank_and_whether_an_ace_is_low() -> None:
    assert ORDERS["five cards"] == Order(5)
    assert ORDERS["five cards, ace high"] == Order(5, low_ace=False)
    wheel = cards("Ac 2d 3h")
    low, high = (ranking(3, low_ace=low_ace) for low_ace in (True, False))
    assert low.name(low.strength(wheel)) == "straight"
    assert high.name(high.strength(wheel)) == "high card"


def test_the_best_three_of_five() -> None:
    best = ranking(5, low_ace=True, size=3)
    assert best.name(best.strength(cards("2c 9d 9h 9s Kc"))) == "three of a kind"


@pytest.mark.parametrize(
    ("text", "size", "lowest", "below"),
    [
        ("ace-king", 5, "Ac Kd 4h 3s 2c", "Ac Qd Jh Ts 8c"),
        ("queen high", 3, "Qc 3d 2h", "Jc Td 8h"),
        ("pair", 5, "2c 2d 5h 4s 3c", "Ac Kd Qh Js 9c"),
        ("pair of fours", 5, "4c 4d 5h 3s 2c", "3c 3d Ah Ks Qc"),
        ("pair of twos", 5, "2c 2d 5h 4s 3c", "Ac Kd Qh Js 9c"),
        ("straight", 5, "Ac 2d 3h 4s 5c", "Ac Ad Ah Ks Qc"),
    ],
)
def test_a_floor(text: str, size: int, lowest: str, below: str) -> None:
    strength = ranking(size, low_ace=True).strength
    assert strength(cards(below)) < lowest_strength(text, Order(size)) <= strength(cards(lowest))


@pytest.mark.parametrize("text", ["king-ace", "ace-ace", "strait", "two pair of aces high", ""])
def test_invalid_floors(text: str) -> None:
    with pytest.raises(Refused, match="is not a hand to start from"):
        lowest_strength(text, Order(3))


# Lines


def test_ranges_of_kinds() -> None:
    assert parse_ranked("straight flush or better") == Ranked("straight flush", up_to=BEST_KIND)
    span = parse_ranked("high card to three of a kind")
    strength = ranking(5, low_ace=True).strength
    assert span.covers(strength(cards("2c 2d 2h 3s 4c")), Order(5))
    assert span.covers(strength(cards("2c 3d 4h 5s 7c")), Order(5))
    assert not span.covers(strength(cards("Ac 2d 3h 4s 5c")), Order(5))


def test_odds_that_are_fractions_round_winnings_down_to_the_cent() -> None:
    (line,) = paytable("flush   3 to 2").lines
    assert line.odds == Fraction(3, 2)
    assert [payout_at(line.odds).credit(stake) for stake in (1, 3, 500)] == [2, 7, 1_250]
    assert paytable("flush   4 to 2").lines[0].odds == 2


def test_a_row_without_a_rulebook_has_two_columns() -> None:
    with pytest.raises(Refused, match="needs a hand and what it pays, two spaces apart"):
        paytable("(1)   flush   3 to 2")


# Showdowns


@pytest.mark.parametrize(
    ("dealer", "hole", "ante", "play"),
    [
        ("Jc 9d 2h", "2c 3d 5h", 1_000, 500),  # does not qualify
        ("Qc 9d 2h", "2c 3d 5h", 0, 0),
        ("Qc 9d 2h", "Qd 9h 2s", 500, 500),
        ("Qc 9d 2h", "2c 2d 5h", 1_000, 1_000),
        ("As Ks Qs", "7c 8c 9c", 2_500, 0),  # loses, but the bonus is paid
        ("Jc 9d 2h", "7c 8c 9c", 3_500, 500),
    ],
)
def test_a_dealer_who_qualifies_and_a_bonus(dealer: str, hole: str, ante: int, play: int) -> None:
    match = outcome(THREE, {"dealer": dealer}, hole, {"ante": 500}, "play")
    assert match == {"ante": ante, "play": play}


@pytest.mark.parametrize(
    ("dealer", "paid"),
    [("Ac Kd 4h 3s 2c", (1_000, 2_000)), ("Ac Qd Jh Ts 8c", (1_000, 1_000))],
)
def test_ace_king_qualifies(dealer: str, paid: tuple[int, int]) -> None:
    match = outcome(CARIBBEAN, {"dealer": dealer}, "5c 5d 9h Js Qc", {"ante": 500}, "raise")
    assert (match["ante"], match["raise"]) == paid


def test_a_showdown_in_words() -> None:
    assert showdown("player", "dealer").otherwise == LOSS
    assert [case.pays for case in showdown("player", "dealer").cases] == [EVEN, PUSH]


# Streets


def test_a_wager_that_is_taken_down_is_not_settled() -> None:
    antes = dict.fromkeys(("bet_1", "bet_2", "bet_3"), 500)
    table = {"community": "Th 2c"}
    assert outcome(RIDE, table, "Td 5c 7s", antes, "pull ride") == {"bet_2": 1_000, "bet_3": 1_000}
    rules = resolve(RIDE)
    choices_now = available_choices(rules, antes, BettingProgress({}, False, 0))
    assert [(item.decision, item.stake, item.returns) for item in choices_now] == [
        ("pull", 0, 500),
        ("ride", 0, 0),
    ]
    with pytest.raises(
        Refused, match="'raise' is not a decision on First Bet, which takes pull, ride"
    ):
        replay_decisions(rules, antes, ["raise"])


def test_a_raise_closes_the_later_streets() -> None:
    rules, antes = resolve(ULTIMATE), {"ante": 500, "blind": 500}
    assert replay_decisions(rules, antes, ["4x"]) == BettingProgress({"play": 2_000}, False, 3)
    assert replay_decisions(rules, antes, ["check", "check", "1x"]) == BettingProgress(
        {"play": 500}, False, 3
    )
    with pytest.raises(Refused, match="there are 2 decisions, but none is open after decision 1"):
        replay_decisions(rules, antes, ["4x", "check"])


def test_cards_that_are_seen_from_the_start_and_one_by_one() -> None:
    assert visible_positions(resolve(CARIBBEAN), 0) == (5, 6, 7, 8, 9, 0)
    ride = resolve(RIDE)
    assert [visible_positions(ride, decision_count) for decision_count in range(3)] == [
        (2, 3, 4),
        (2, 3, 4, 0),
        (2, 3, 4, 0, 1),
    ]


# A custom game, defined by nothing but its mathematics

PAYS = ByTable("three", paytable("pair or better   1 to 1"))
OWN = Game(
    key="own",
    name="Own Game",
    story="You look at two cards and bet on a third.",
    places=(Place("board", "Board"),),
    hands=(HandOf("three", ("hole", "board"), "your three cards"),),
    wagers=(Required("ante", "Ante", PAYS), Raise("bet", "Bet", PAYS, of="ante")),
    streets=(Street("bet", {"fold": FOLD, "bet": 1}, (Reveal(("board",)),)),),
)


def test_a_game_has_a_layout_and_procedures_by_default() -> None:
    assert (OWN.layout.table, OWN.layout.seat.splitlines()) == ("board", ["ante", "bet"])
    assert [item.method for item in OWN.procedures.dealing] == [
        "manual shoe",
        "hand",
        "automated shoe",
    ]
    assert outcome(OWN, {"board": "9c"}, "9d 2h", {"ante": 500}, "bet") == {
        "ante": 1_000,
        "bet": 1_000,
    }


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (
            {"places": (Place("board", "Board", face_up=2),)},
            "board has cards=1 but face_up=2: it must be 0 to 1",
        ),
        (
            {"streets": (Street("bet", {"fold": TAKE_DOWN, "bet": 1}, OWN.streets[0].reveals),)},
            "the street bet takes down a raise, but only a required wager can be taken down",
        ),
        ({"streets": (*OWN.streets, *OWN.streets)}, "the street 'bet' appears twice"),
        (
            {"hands": (replace(OWN.hands[0], clause="6.A"),)},
            "'6.A' on HandOf cites a rulebook: set short to the name that the rulebook is cited by",
        ),
    ],
)
def test_a_planted_mistake(changes: dict[str, object], sentence: str) -> None:
    with pytest.raises(Refused) as refusal:
        replace(OWN, **changes)
    assert sentence in str(refusal.value)


def test_a_clause_changes_the_rules_hash_but_not_the_game_hash() -> None:
    game = MARYLAND["stud-235"]
    before = resolve(game)
    first, *others = game.wagers
    after = resolve(replace(game, wagers=(replace(first, clause="7.Z"), *others)))
    assert after.hash != before.hash
    assert after.game_hash == before.game_hash
    dearer = replace(OWN, streets=(replace(OWN.streets[0], choices={"fold": FOLD, "bet": 2}),))
    assert resolve(dearer).game_hash != resolve(OWN).game_hash


# A game from a file

SOURCE = Path(__file__).parents[2] / "src/pitboss/games/library/let_it_ride.py"


@pytest.mark.parametrize(
    ("old", "new", "sentence"),
    [
        ("hole=3,", "hole=,", "my_game.py, line 31: SyntaxError: invalid syntax"),
        ("import *", "import Lay_out", "does not define 'Lay_out': did you mean 'Layout'?"),
        ("50 to 1", "50 two 1", "is neither odds such as 40 to 1 nor a push"),
        ("two pair  ", "too pair  ", "is not a hand that a paytable can name"),
        ('HandOf("five", ("hole", "community")', 'HandOf("five", ("hole", "flop")', "'flop'"),
        (
            "LET_IT_RIDE = Game(",
            "LET_IT_RIDE = dict(",
            "must define exactly one game, but it defines none",
        ),
    ],
)
def test_a_mistake_in_a_file(tmp_path: Path, old: str, new: str, sentence: str) -> None:
    text = SOURCE.read_text(encoding="utf-8")
    assert old in text
    file = tmp_path / "my_game.py"
    file.write_text(text.replace(old, new, 1), encoding="utf-8")
    with pytest.raises(Refused) as refusal:
        load_game(file)
    assert str(refusal.value).startswith("my_game.py")
    assert sentence in str(refusal.value)


def test_a_game_is_loaded_from_a_file() -> None:
    assert load_game(SOURCE) == RIDE
    with pytest.raises(Refused, match="there is no file"):
        load_game("nowhere.py")


def test_a_variation_derives_layout_and_procedures_anew() -> None:
    """With six cards for the dealer, Caribbean Stud deals six, and a new wager gets a spot."""
    side = Side("pairs", "Pairs", ByTable("player", paytable("pair  1 to 1")))
    game = replace(CARIBBEAN, layout=DERIVED_LAYOUT)
    variant = replace(
        game,
        key="caribbean-six",
        places=(replace(game.places[0], cards=6),),
        wagers=(*game.wagers, side),
    )
    assert "pairs" in variant.layout.seat.split()
    dealt = [step for step in variant.procedures.dealing[0].steps if isinstance(step, ToTable)]
    assert sum(len(step.places) for step in dealt) == 6
