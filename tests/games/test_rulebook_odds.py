"""Check odds to one against a separate copy of the rulebooks' figures."""

import pytest

from pitboss.games.grammar import (
    EVEN,
    LOSS,
    PUSH,
    AllWin,
    AtLeast,
    Beats,
    Both,
    ByTable,
    Case,
    Cases,
    Game,
    HoleCards,
    Ties,
)

from .wager_payoffs import CCP, RET, STUD, THB, letters, payoff_of_kind, pays

RUNS = {
    "royal flush": 500,
    "straight flush": 100,
    "four of a kind": 40,
    "full house": 12,
    "flush": 8,
    "straight": 5,
    "three of a kind": 3,
    "two pair": 2,
    "pair of jacks or better": 1,
    "pair of 6s to 10s": 0,
}
BOARD = {
    "royal flush": 250,
    "straight flush": 100,
    "four of a kind": 40,
    "full house": 15,
    "flush": 10,
    "straight": 6,
    "three of a kind": 4,
    "two pair": 3,
    "pair of 6s or better": 1,
}
TWO = {"straight": 1, "flush": 1, "pair": 1}
THREE = {
    "mini royal": 50,
    "straight flush": 20,
    "three of a kind": 10,
    "straight": 5,
    "flush": 3,
    "pair": 1,
}
FIVE = {
    "royal flush": 500,
    "straight flush": 250,
    "four of a kind": 100,
    "full house": 25,
    "flush": 20,
    "straight": 15,
    "three of a kind": 7,
    "two pair": 3,
    "pair of 10s or better": 1,
}


@pytest.mark.parametrize(
    ("game", "wager", "hand", "clause", "odds"),
    [
        (RET, "run_1", "first_run", "12.B", RUNS),
        (RET, "run_2", "second_run", "12.B", RUNS),
        (RET, "center", "better", "12.B", RUNS),
        (RET, "five_card_bonus", "board", "12.D", BOARD),
        (CCP, "across", "across", "12.A", RUNS),
        (CCP, "down", "down", "12.A", RUNS),
        (CCP, "middle", "better", "12.A", RUNS),
        (CCP, "five_card_bonus", "board", "12.C", BOARD),
        (STUD, "three_card", "three", "12.B", THREE),
        (STUD, "raise_three", "three", "12.B", THREE),
        (STUD, "five_card", "five", "12.C", FIVE),
        (STUD, "raise_five", "five", "12.C", FIVE),
    ],
)
def test_a_hand_is_paid_by_a_table(
    game: Game, wager: str, hand: str, clause: str, odds: dict[str, int]
) -> None:
    payoff = payoff_of_kind(ByTable, game, wager)
    assert payoff.hand == hand
    assert [(line.name, line.odds) for line in payoff.table.lines] == list(odds.items())
    assert payoff.table.clause == clause
    assert [line.clause for line in payoff.table.lines] == [
        f"{clause}({n})" for n in range(1, len(odds) + 1)
    ]


@pytest.mark.clause("235 12.A")
def test_two_cards() -> None:
    payoff = payoff_of_kind(ByTable, STUD, "two_card")
    assert payoff.hand == "two"
    assert {line.name: line.odds for line in payoff.table.lines} == TWO
    assert {line.name: line.clause for line in payoff.table.lines} == {
        "pair": "12.A(1)",
        "flush": "12.A(2)",
        "straight": "12.A(3)",
    }


@pytest.mark.parametrize(
    ("game", "wager", "choice", "hand", "raise_key"),
    [
        (RET, "ante_1", None, "first_run", "run_1"),
        (RET, "ante_2", None, "second_run", "run_2"),
        (CCP, "ante_across", "even", "across", "across"),
        (CCP, "ante_down", "even", "down", "down"),
    ],
)
def test_an_ante_wins_even_money_with_its_line(
    game: Game, wager: str, choice: str | None, hand: str, raise_key: str
) -> None:
    payoff = payoff_of_kind(ByTable, game, wager, choice)
    assert (payoff.hand, payoff.win) == (hand, EVEN)
    assert payoff.table == payoff_of_kind(ByTable, game, raise_key).table


@pytest.mark.clause("CCP 12.A")
@pytest.mark.parametrize("line", ["across", "down"])
def test_an_ante_of_criss_cross_by_the_table(line: str) -> None:
    assert pays(CCP, f"ante_{line}", "table") == pays(CCP, line)


# Holdings in the order of the book: A/K/Q/J for the cards, s/o for suited and offsuit.
NAMES = {
    "AhAd": "ace of hearts and ace of diamonds",
    "AA/AA": "pair of aces against a pair of aces",
    "AA": "pair of aces",
    "AKs": "ace-king suited",
    "AQs AJs": "ace-queen or ace-jack suited",
    "AKo": "ace-king unsuited",
    "AQo AJo": "ace-queen or ace-jack unsuited",
    "JJ-KK": "pair of jacks to kings",
    "22-TT": "pair of 2s to 10s",
}
PAIRS = {
    "A": "AA 30, AKs 25, AQs AJs 20, AKo 15, JJ-KK 10, AQo AJo 5, 22-TT 3",
    "B": "AA 30, AKs 20, AQs AJs 20, AKo 10, AQo AJo 10, JJ-KK 5, 22-TT 5",
    "C": "AhAd 100, AA 30, AKs 20, AQs AJs 20, AKo 10, AQo AJo 10, JJ-KK 4, 22-TT 4",
    "D": "AhAd 50, AA 25, AKs 20, AQs AJs 20, AKo 10, AQo AJo 10, JJ-KK 5, 22-TT 5",
    "E": "AA 25, AKs 20, AQs AJs 20, AKo 10, AQo AJo 10, JJ-KK 5, 22-TT 5",
}
BONUS = "AA/AA 1000, AA 30, AKs 25, AQs AJs 20, AKo 15, JJ-KK 10, AQo AJo 5, 22-TT 3"


def rows(text: str) -> list[tuple[str, int]]:
    pairs = [row.rpartition(" ") for row in text.split(", ")]
    return [(NAMES[holding], int(odds)) for holding, _, odds in pairs]


def check_holdings(payoff: HoleCards, clause: str, text: str) -> None:
    table = payoff.table
    assert [(line.name, line.odds) for line in table.lines] == rows(text)
    assert table.clause == clause
    assert [line.clause for line in table.lines] == [
        f"{clause}({letter})" for letter in "abcdefgh"[: len(table.lines)]
    ]


@pytest.mark.clause("RET 12.E")
def test_ultimate_pairs() -> None:
    assert letters(RET, "ultimate_pairs") == list("ABCDE")
    for n, (letter, text) in enumerate(PAIRS.items(), start=1):
        payoff = payoff_of_kind(HoleCards, RET, "ultimate_pairs", letter)
        assert payoff.against is None
        check_holdings(payoff, f"12.E({n})", text)


@pytest.mark.clause("THB 12.B")
def test_bonus_of_holdem() -> None:
    assert letters(THB, "bonus") == ["A", "B"]
    for n, letter in enumerate("AB", start=1):
        payoff = payoff_of_kind(HoleCards, THB, "bonus", letter)
        assert payoff.against == "dealer"
        check_holdings(payoff, f"12.B({n})", BONUS)


WINS = Beats("player", "dealer")
EQUAL = Case(Ties("player", "dealer"), PUSH, "11.I(3)(d)(iv)")


def bet(*cases: Case) -> Cases:
    """A lower hand loses."""
    return Cases((*cases, EQUAL), LOSS, by="12.A", otherwise_by="11.I(3)(d)(i)")


@pytest.mark.clause("THB 12.A")
@pytest.mark.parametrize("wager", ["flop", "turn", "river"])
def test_bets_of_holdem_are_a_showdown(wager: str) -> None:
    assert pays(THB, wager) == bet(Case(WINS, EVEN, "11.I(3)(d)(ii)"))


@pytest.mark.clause("THB 11.I(3)(d)(iii)")
@pytest.mark.parametrize("least", ["straight", "flush"])
def test_the_ante_of_holdem_pays_from_a_hand_on(least: str) -> None:
    assert letters(THB, "ante") == ["straight", "flush"]
    assert pays(THB, "ante", least) == bet(
        Case(Both((WINS, AtLeast("player", least))), EVEN, "11.I(3)(d)(ii)"),
        Case(WINS, PUSH, "11.I(3)(d)(iii)"),
    )


@pytest.mark.clause("235 12.D")
def test_win_em_all() -> None:
    assert pays(STUD, "win_em_all") == Cases(
        (Case(AllWin(("two_card", "three_card", "five_card")), 12, "12.D", name="all win"),),
        LOSS,
        by="12.D",
    )
