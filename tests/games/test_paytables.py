"""Paytables are read as the rulebook prints them; the error for a bad row quotes it."""

import pytest

from pitboss.errors import Refused
from pitboss.games.card_names import Ranked, TwoCards, two_cards
from pitboss.games.payoffs.payoff_checks import check_hidden_lines
from pitboss.games.paytables import (
    CardsLine,
    FixedPrize,
    ForOne,
    Line,
    PrizeLine,
    Share,
    Sum,
    Symbol,
    cards_table,
    community_symbols,
    line_slug,
    paytable,
    prizes,
    symbols,
)
from pitboss.money import money


def test_odds() -> None:
    table = paytable(
        """
        (1)   royal flush              1,500 to 1
        (9)   pair of jacks or better      1 to 1

        (10)  pair of 6s to 10s            push
        """,
        clause="12.A",
    )
    assert table.clause == "12.A"
    assert table.lines == (
        Line(name="royal flush", clause="12.A(1)", hand=Ranked("royal flush"), odds=1_500),
        Line(name="pair of jacks or better", clause="12.A(9)", hand=Ranked("pair", 9, 12), odds=1),
        Line(name="pair of 6s to 10s", clause="12.A(10)", hand=Ranked("pair", 4, 8), odds=0),
    )


def test_odds_of_two_cards() -> None:
    table = cards_table(
        """
        (a)  ace of hearts and ace of diamonds        100 to 1
        (b)  pair of jacks to kings                     4 to 1
        (c)  ace-queen or ace-jack unsuited            10 to 1
        (d)  pair of aces against a pair of aces    1,000 to 1
        """,
        clause="12.E(3)",
    )
    assert [line.cards for line in table.lines] == [
        TwoCards(("AhAd",), words="ace of hearts and ace of diamonds"),
        TwoCards(("JJ", "QQ", "KK"), words="pair of jacks to kings"),
        TwoCards(("AQo", "AJo"), words="ace-queen or ace-jack unsuited"),
        TwoCards(("AA",), two_cards("pair of aces"), words="pair of aces against a pair of aces"),
    ]
    assert table.lines[0] == CardsLine(
        name="ace of hearts and ace of diamonds",
        clause="12.E(3)(a)",
        cards=TwoCards(("AhAd",), words="ace of hearts and ace of diamonds"),
        odds=100,
    )


def test_prizes() -> None:
    table = prizes(
        """
        (a)   royal flush        100% of mega
        (b)   straight flush     10% of meter
        (d)   full house         50 for 1
        (e)   flush              $1,500
        """,
        clause="12.F(4)",
    )
    assert [line.prize for line in table.lines] == [
        Share(100, "mega"),
        Share(10, "meter"),
        ForOne(50),
        Sum(150_000),
    ]
    assert table.lines[2] == PrizeLine(
        name="full house", clause="12.F(4)(d)", hand=Ranked("full house"), prize=ForOne(50)
    )


def test_symbols_and_those_of_the_community_list() -> None:
    table = symbols(
        """
        (a)   jackpot   the fixed prize
        (b)   $2,500    $2,500
        """,
        clause="12.D(1)",
        community=community_symbols("(i)   $1,000 and $20   $20", clause="12.D(6)(a)"),
    )
    assert table.lines == (
        Symbol(name="jackpot", clause="12.D(1)(a)", prize=FixedPrize(), community=0),
        Symbol(name="$2500", clause="12.D(1)(b)", prize=Sum(250_000), community=0),
        Symbol(name="$1000", clause="12.D(6)(a)(i)", prize=Sum(100_000), community=2_000),
    )


@pytest.mark.parametrize(
    "row",
    [
        "royal flush   500 to 1",  # not a number
        "1   royal flush   500 to 1",
        "(1) royal flush   500 to 1",  # one space
        "(1)   royal flush 500 to 1",
        "(1)   royal flush",
        "(1)",
        "(1)   royal flush   500 to 1   often",
        "()   royal flush   500 to 1",
        "(A)   royal flush   500 to 1",
        "(1   royal flush   500 to 1",
    ],
)
def test_a_row_with_missing_columns_is_refused(row: str) -> None:
    with pytest.raises(Refused) as refusal:
        paytable(row, clause="12.A")
    assert str(refusal.value) == (
        f"the line {row!r} of 12.A needs number, hand and payout in columns"
    )


@pytest.mark.parametrize(
    ("odds", "hint"),
    [
        ("500", ": write 500 to 1"),
        ("500 for 1", ": write 499 to 1"),
        ("1 for 1", ": write push"),
        ("0 for 1", ""),
        ("500 to 0", ""),
        ("five to 1", ""),
        ("-1 to 1", ""),
        ("1.5 to 1", ": write 3 to 2"),
        ("3:2", ": write 3 to 2"),
        ("Push", ""),
        ("lose", ""),
        ("$5", ""),
    ],
)
def test_invalid_odds_are_refused(odds: str, hint: str) -> None:
    with pytest.raises(Refused) as refusal:
        paytable(f"(1)   flush   {odds}", clause="12.A")
    assert str(refusal.value) == f"{odds!r} is neither odds such as 40 to 1 nor a push{hint}"
    with pytest.raises(Refused):
        cards_table(f"(1)   pair of aces   {odds}", clause="12.A")


@pytest.mark.parametrize(
    "prize",
    ["50 to 1", "50", "push", "$1.50", "$", "100 of meter", "10 % of meter", "a car", "$1,00"],
)
def test_invalid_prizes_are_refused(prize: str) -> None:
    with pytest.raises(Refused) as refusal:
        prizes(f"(a)   flush   {prize}", clause="12.F")
    assert str(refusal.value) == f"{prize!r} is not an amount such as $10,000"


@pytest.mark.parametrize(
    "hand",
    [
        "royal",
        "Royal flush",
        "two pairs",
        "six of a kind",
        "pairs",
        "straight or worse",
        "flush to royal",
    ],
)
def test_invalid_hands_are_refused(hand: str) -> None:
    for read in (paytable, prizes):
        with pytest.raises(Refused) as refusal:
            read(f"(1)   {hand}   5 to 1", clause="12.A")
        progress, _, suggestion = str(refusal.value).partition(": did you mean ")
        assert progress == f"{hand!r} is not a hand that a paytable can name"
        assert suggestion or hand == "flush to royal"


@pytest.mark.parametrize("holding", ["flush", "ace-king", "AKs", "two aces", "aces"])
def test_invalid_holdings_are_refused(holding: str) -> None:
    with pytest.raises(Refused) as refusal:
        cards_table(f"(a)   {holding}   5 to 1", clause="12.E")
    assert str(refusal.value) == (
        f"{holding!r} is not a holding of two cards that a paytable can name"
    )


@pytest.mark.parametrize("pays", ["$25", "$100", "20", "20 for 1"])
def test_a_community_symbol_pays_its_second_sum(pays: str) -> None:
    with pytest.raises(Refused) as refusal:
        community_symbols(f"(i)   $100 and $20   {pays}", clause="12.D(6)")
    assert str(refusal.value) == (
        f"the symbol '$100 and $20' of 12.D(6)(i) pays {pays}, not its second amount"
    )


def test_a_community_symbol_needs_two_sums() -> None:
    with pytest.raises(Refused, match="not its second amount"):
        community_symbols("(i)   $100   $20", clause="12.D(6)")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("royal flush", "royal-flush"),
        ("pair of jacks or better", "pair-of-jacks-or-better"),
        ("pair of 6s to 10s", "pair-of-6s-to-10s"),
        ("ace-queen or ace-jack suited", "ace-queen-or-ace-jack-suited"),
        ("mini royal", "mini-royal"),
        ("jackpot", "jackpot"),
        ("$2500", "$2500"),
        ("Win'em All", "win-em-all"),
    ],
)
def test_slugs(name: str, expected: str) -> None:
    assert line_slug(name) == expected


@pytest.mark.parametrize(
    ("text", "cents"),
    [("$1", 100), ("$250", 25_000), ("$10,000", 1_000_000), ("$1000", 100_000), ("$0", 0)],
)
def test_money(text: str, cents: int) -> None:
    assert money(text) == cents


@pytest.mark.parametrize(
    "text", ["", "$", "10", "10$", "$1.00", "$1,00", "$,100", "$1,0000", "$-5", "€5", " $5", "$5 "]
)
def test_invalid_sums_are_refused(text: str) -> None:
    with pytest.raises(Refused) as refusal:
        money(text)
    assert str(refusal.value) == f"{text!r} is not an amount such as $10,000"


# Text that makes Python raise an error, or describes a line that no cards can match.


@pytest.mark.parametrize(
    "hand", ["pair of foos", "pair of 6", "pair of 6s to foos", "pair of 10s to 6s"]
)
def test_invalid_pairs(hand: str) -> None:
    with pytest.raises(Refused):
        paytable(f"(1)   {hand}   1 to 1", clause="12.A")


@pytest.mark.parametrize(
    "holding",
    [
        "pair of foos",
        "ace-foo suited",
        "ace suited",
        "ace-king-queen suited",
        "king-ace suited",
        "ace-ace suited",
        "ace of hearts and ace of stars",
        "foo of hearts and ace of spades",
        "ace of hearts and ace of hearts",
        "pair of aces against",
        "pair of aces against a flush",
        "a pair against a pair against a pair",
    ],
)
def test_invalid_two_card_lines(holding: str) -> None:
    with pytest.raises(Refused):
        cards_table(f"(a)   {holding}   1 to 1", clause="12.E")


@pytest.mark.parametrize("odds", [", to 1", "1,0 to 1", "0 to 1"])
def test_odds_that_are_not_a_number(odds: str) -> None:
    with pytest.raises(Refused):
        paytable(f"(1)   flush   {odds}", clause="12.A")


@pytest.mark.parametrize("prize", [", for 1", "500% of meter", "0% of meter", "0 for 1"])
def test_prizes_that_are_not_a_number(prize: str) -> None:
    with pytest.raises(Refused):
        prizes(f"(a)   flush   {prize}", clause="12.F")


@pytest.mark.parametrize(
    ("earlier", "later", "is_hidden"),
    [
        ("a pair against a pair", "pair of aces against a pair of aces", True),
        ("a pair", "pair of aces against a pair of aces", True),
        ("pair of aces against a pair of aces", "pair of aces against a pair", False),
        ("pair of aces against a pair of aces", "pair of aces", False),
    ],
)
def test_a_line_that_an_earlier_one_covers_against_the_same_cards(
    earlier: str, later: str, is_hidden: bool
) -> None:
    faults = list(check_hidden_lines(cards_table(f"{earlier}  9 to 1\n{later}  5 to 1")))
    assert faults == [f"its table never pays {later!r}: earlier lines cover it"] * is_hidden
