"""Raises of zero, unordered paytables and unfunded prizes are refused."""

import pytest

from pitboss.games.grammar import (
    EVEN,
    AllWin,
    AtLeast,
    ByTable,
    Case,
    Cases,
    HoleCards,
    Incident,
    Kind,
    NamedPrize,
    Remedy,
    by_option,
    by_reading,
    cards_table,
    paytable,
    prizes,
    showdown,
    symbols,
)
from pitboss.submission import resolve
from pitboss.submission.evaluators import compile_evaluators

from .faulty_games import (
    CCP,
    RET,
    STUD,
    THB,
    Fault,
    assert_refused,
    ccp,
    pays,
    progressive,
    ret,
    single_paytable,
    spin,
    stud,
    table_of,
    thb,
    wager,
)


def all_of(wagers: tuple[str, ...]) -> Cases:
    return Cases((Case(AllWin(wagers), 12, "12.D", name="all win"),), by="12.D")


def from_a(hand: str, lowest: str) -> Cases:
    return Cases((Case(AtLeast(hand, lowest), EVEN),), by="12.A")


FAULTS = {
    "a raise of an unknown wager": Fault(
        ret(wagers=wager(RET, "run_1", of="ante_3")),
        "run_1 raises 'ante_3', which is not a required wager",
    ),
    "a raise of a raise": Fault(
        ret(wagers=wager(RET, "run_2", of="run_1")),
        "run_2 raises 'run_1', which is not a required wager",
    ),
    "a raise of a side wager": Fault(
        ret(wagers=wager(RET, "center", of="five_card_bonus")),
        "center raises 'five_card_bonus', which is not a required wager",
    ),
    "a table on an unknown hand": Fault(
        ret(wagers=pays(RET, "run_1", ByTable("third_run", paytable("", clause="12.B")))),
        "run_1: it pays 'third_run', which is unknown",
    ),
    "even money on an unknown hand": Fault(
        ret(
            wagers=pays(
                RET,
                "ante_1",
                ByTable("third_run", paytable("", clause="12.B"), win=EVEN, by="12.A"),
            )
        ),
        "ante_1: it pays 'third_run', which is unknown",
    ),
    "a table out of order": Fault(
        ret(wagers=pays(RET, "run_1", table_of("(1)   straight   5 to 1\n(2)   flush   8 to 1"))),
        "run_1: the table 12.B has 'flush' under 'straight', out of order",
    ),
    "a table that names a hand twice": Fault(
        ret(wagers=pays(RET, "run_1", table_of("(1)   flush   8 to 1\n(2)   flush   8 to 1"))),
        "run_1: the table 12.B has 'flush' twice",
    ),
    "pairs out of order": Fault(
        ret(
            wagers=pays(
                RET,
                "run_1",
                table_of("(1)   pair of 6s to 10s   push\n(2)   pair of jacks or better   1 to 1"),
            )
        ),
        "run_1: the table 12.B has 'pair of jacks or better' under 'pair of 6s to 10s'",
    ),
    "pairs that overlap": Fault(
        ret(
            wagers=pays(
                RET,
                "run_1",
                table_of(
                    "(1)   pair of jacks or better   1 to 1\n(2)   pair of 6s to jacks   push"
                ),
            )
        ),
        "run_1: the table 12.B has 'pair of 6s to jacks' under 'pair of jacks or better'",
    ),
    "a hand that five cards do not make": Fault(
        ret(wagers=pays(RET, "run_1", table_of("(1)   mini royal   50 to 1"))),
        "run_1: the table 12.B names 'mini royal', which 5 cards never make: they make high card",
    ),
    "a hand that two cards do not make": Fault(
        stud(
            wagers=pays(
                STUD,
                "two_card",
                ByTable("two", paytable("(1)   full house   9 to 1", clause="12.A")),
            )
        ),
        "two_card: the table 12.A names 'full house', which 2 cards never make: they make high",
    ),
    "three cards in the order of five": Fault(
        stud(
            wagers=pays(
                STUD,
                "three_card",
                ByTable(
                    "three",
                    paytable("(1)   flush   5 to 1\n(2)   straight   3 to 1", clause="12.B"),
                ),
            )
        ),
        "three_card: the table 12.B has 'straight' under 'flush', out of order",
    ),
    "even money by a table out of order": Fault(
        ret(
            wagers=pays(
                RET,
                "ante_2",
                ByTable(
                    "second_run",
                    paytable("(1)   two pair   2 to 1\n(2)   full house   9 to 1", clause="12.B"),
                    win=EVEN,
                    by="12.A",
                ),
            )
        ),
        "ante_2: the table 12.B has 'full house' under 'two pair', out of order",
    ),
    "one choice of a reading with a table out of order": Fault(
        ccp(
            wagers=pays(
                CCP,
                "ante_down",
                by_reading(
                    "ante_pays",
                    {
                        "even": ByTable("down", paytable("", clause="12.A"), win=EVEN, by="12.A"),
                        "table": ByTable(
                            "down",
                            paytable("(1)   pair   1 to 1\n(2)   flush   8 to 1", clause="12.A"),
                        ),
                    },
                ),
            )
        ),
        "ante_down: the table 12.A has 'flush' under 'pair', out of order",
    ),
    "a showdown of an unknown hand": Fault(
        thb(wagers=pays(THB, "flop", showdown("gambler", "dealer"))),
        "flop: it compares 'gambler', which is unknown",
    ),
    "a showdown against an unknown hand": Fault(
        thb(wagers=pays(THB, "flop", showdown("player", "house"))),
        "flop: it compares 'house', which is unknown",
    ),
    "a showdown that pays from an unknown hand on": Fault(
        thb(
            wagers=pays(
                THB,
                "ante",
                by_option(
                    "pays_on",
                    {
                        "straight": from_a("player", "strait"),
                        "flush": from_a("player", "flush"),
                    },
                ),
            )
        ),
        "ante: 'strait' is not a hand to start from",
    ),
    "all of some wagers, one unknown": Fault(
        stud(wagers=pays(STUD, "win_em_all", all_of(("two_card", "four_card")))),
        "win_em_all: it needs 'four_card', which is unknown",
    ),
    "all of some wagers, one optional": Fault(
        stud(wagers=pays(STUD, "win_em_all", all_of(("two_card", "progressive")))),
        "win_em_all: it needs 'progressive', which not every player makes: name required wagers",
    ),
    "all of nothing": Fault(
        stud(wagers=pays(STUD, "win_em_all", all_of(()))),
        "win_em_all: it names no wagers: name at least one",
    ),
    "all of some wagers, itself among them": Fault(
        stud(wagers=pays(STUD, "three_card", all_of(("two_card", "three_card")))),
        "three_card: it needs 'three_card', which does not come before it",
    ),
    "all of itself": Fault(
        stud(wagers=pays(STUD, "two_card", all_of(("two_card",)))),
        "two_card: it needs 'two_card', which does not come before it",
    ),
    "all of a wager that comes later": Fault(
        stud(wagers=pays(STUD, "two_card", all_of(("five_card",)))),
        "two_card: it needs 'five_card', which does not come before it",
    ),
    "a winner from a hand that two cards do not make": Fault(
        stud(wagers=pays(STUD, "two_card", from_a("two", "full house"))),
        "two_card: 2 cards never make a full house",
    ),
    "a winner from a hand that three cards do not make": Fault(
        stud(wagers=pays(STUD, "three_card", from_a("three", "two pair"))),
        "three_card: 3 cards never make two pair",
    ),
    "two cards of a hand of one": Fault(
        thb(hole=1),
        "bonus: it pays two cards, but a seat has 1",
    ),
    "a pair in a hand of one": Fault(
        ccp(hole=1),
        "bonus_spin: it pays two cards, but a seat has 1",
    ),
    "two cards against a place that is nowhere": Fault(
        thb(
            wagers=pays(
                THB,
                "bonus",
                HoleCards(
                    cards_table("(a)   pair of aces   30 to 1", clause="12.B(1)"), against="house"
                ),
            )
        ),
        "bonus: it looks at 'house', which is unknown",
    ),
    "two cards against a place of three": Fault(
        thb(
            wagers=pays(
                THB,
                "bonus",
                HoleCards(
                    cards_table("(a)   pair of aces   30 to 1", clause="12.B(1)"), against="flop"
                ),
            )
        ),
        "bonus: it looks at two cards of 'flop', which has 3",
    ),
    "two cards against nobody": Fault(
        thb(
            wagers=pays(
                THB,
                "bonus",
                HoleCards(
                    cards_table(
                        "(a)   pair of aces against a pair of aces   30 to 1", clause="12.B(1)"
                    )
                ),
            )
        ),
        "bonus: a line looks at the dealer's cards: set against to their place",
    ),
    "a progressive on an unknown hand": Fault(
        ret(wagers=pays(RET, "progressive", single_paytable(progressive(hand="third_run")))),
        "progressive: it pays 'third_run', which is unknown",
    ),
    "prizes out of order": Fault(
        ret(
            wagers=pays(
                RET,
                "progressive",
                single_paytable(
                    progressive(
                        prizes=prizes(
                            "(a)   straight   30 for 1\n(b)   full house   50 for 1",
                            clause="12.F(1)",
                        )
                    )
                ),
            )
        ),
        "progressive: the table 12.F(1) has 'full house' under 'straight', out of order",
    ),
    "envy out of order": Fault(
        ret(
            wagers=pays(
                RET,
                "progressive",
                single_paytable(
                    progressive(
                        envy_by_stake={
                            100: prizes(
                                "(a)   straight flush   $300\n(b)   royal flush   $1,000",
                                clause="12.H(1)",
                            )
                        }
                    )
                ),
            )
        ),
        "progressive: the table 12.H(1) has 'royal flush' under 'straight flush', out of order",
    ),
    "envy that is no sum": Fault(
        ret(
            wagers=pays(
                RET,
                "progressive",
                single_paytable(
                    progressive(
                        envy_by_stake={
                            100: prizes("(a)   royal flush   100% of major", clause="12.H(1)")
                        }
                    )
                ),
            )
        ),
        "progressive: an envy prize must be an amount such as $100",
    ),
    "a share of a meter that is nowhere": Fault(
        ret(wagers=pays(RET, "progressive", single_paytable(progressive(meters=())))),
        "progressive: it pays from the meter 'major', which is unknown",
    ),
    "a wheel with a symbol of no table": Fault(
        ccp(
            wagers=pays(
                CCP, "bonus_spin", single_paytable(spin("A", example_wheel={"$501": 1, "$500": 1}))
            )
        ),
        "bonus_spin: the example wheel has '$501', which is unknown",
    ),
    "a symbol twice": Fault(
        ccp(
            wagers=pays(
                CCP,
                "bonus_spin",
                single_paytable(
                    spin(
                        "B",
                        symbols=symbols("(a)   $5   $5\n(b)   $5   $5", clause="12.D(2)"),
                        example_wheel={"$5": 1},
                    )
                ),
            )
        ),
        "bonus_spin: the symbol '$5' appears twice",
    ),
    "a fixed prize that no symbol wins": Fault(
        ccp(
            wagers=pays(
                CCP,
                "bonus_spin",
                single_paytable(
                    spin("D", fixed_prize=NamedPrize(default=1, least=1, clause="12.D(1)(a)"))
                ),
            )
        ),
        "bonus_spin: fixed_prize and a symbol that pays it must both be given, or neither",
    ),
    "a symbol that wins a fixed prize of nothing": Fault(
        ccp(wagers=pays(CCP, "bonus_spin", single_paytable(spin("C", fixed_prize=None)))),
        "bonus_spin: fixed_prize and a symbol that pays it must both be given, or neither",
    ),
    "a wheel that pays from a meter that is nowhere": Fault(
        ccp(wagers=pays(CCP, "bonus_spin", single_paytable(spin("D", meters=())))),
        "bonus_spin: it pays from the meter 'meter', which is unknown",
    ),
}


@pytest.mark.parametrize("fault", FAULTS.values(), ids=FAULTS)
def test_a_definition_that_cannot_be_is_refused(fault: Fault) -> None:
    assert_refused(fault)


def test_all_of_wagers_that_come_before_it() -> None:
    """A required wager may be paid like this, and is evaluated."""
    game = stud(wagers=pays(STUD, "five_card", all_of(("two_card", "three_card"))))()
    assert compile_evaluators(resolve(game)).keys() >= {"two_card", "three_card", "five_card"}


def test_a_winner_from_a_hand_of_three_cards() -> None:
    winnings = from_a("three", "mini royal")
    incident = Incident(Kind.DEALER_CARD_EXPOSED, Remedy.VOID)
    game = stud(
        wagers=pays(STUD, "three_card", winnings), incidents=(*STUD.procedures.incidents, incident)
    )()
    assert "three_card" in compile_evaluators(resolve(game))
