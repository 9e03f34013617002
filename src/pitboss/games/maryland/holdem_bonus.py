"""Texas Hold 'Em Bonus Poker, from the Maryland standard rules, version 1.0 (cited as THB).

A player's two cards against the dealer's two, each with the best five of seven.
"""

from msgspec.structs import replace

from pitboss.games.grammar import *
from pitboss.games.maryland.common import BREACHES, DECK, HANDLING, SHUFFLERS, checklist

# The book prints tables A and B alike; a submission still names one of them.
BONUS_LINES = """
    (a)   pair of aces against a pair of aces   1,000 to 1
    (b)   pair of aces                             30 to 1
    (c)   ace-king suited                          25 to 1
    (d)   ace-queen or ace-jack suited             20 to 1
    (e)   ace-king unsuited                        15 to 1
    (f)   pair of jacks to kings                   10 to 1
    (g)   ace-queen or ace-jack unsuited            5 to 1
    (h)   pair of 2s to 10s                         3 to 1
    """
BONUS = {
    "A": HoleCards(cards_table(BONUS_LINES, clause="12.B(1)"), against="dealer"),
    "B": HoleCards(cards_table(BONUS_LINES, clause="12.B(2)"), against="dealer"),
}

HIGHER = Case(Beats("player", "dealer"), EVEN, clause="11.I(3)(d)(ii)")
TOO_LOW = Case(Beats("player", "dealer"), PUSH, clause="11.I(3)(d)(iii)")
EQUAL = Case(Ties("player", "dealer"), PUSH, clause="11.I(3)(d)(iv)")
SHOWDOWN = Cases((HIGHER, EQUAL), by="12.A", otherwise_by="11.I(3)(d)(i)")


def paid_on(hand: str) -> Cases:
    """Return the payoff of an ante that pays wins from this hand up; a lower win pushes."""
    high_enough = replace(HIGHER, when=Both((HIGHER.when, AtLeast("player", hand))))
    return replace(SHOWDOWN, cases=(high_enough, TOO_LOW, EQUAL))


BOARD = ("flop", "turn", "river")
RIVER_AND_DEALER = (Reveal(("river",), "11.H(2)"), Reveal(("dealer",), "11.I(1)"))
BETWEEN_DECISIONS = """ask flop; burn [11.D(1)]; up flop flop flop;
    ask turn; burn [11.F(1)]; up turn; ask river; burn [11.H(1)]; up river"""
DEALING = f"""
    manual shoe [8.D]: near hand [8.D(1)]; no more bets [8.C];
    each first [8.D(2)]; covered dealer [8.D(2)]; each second [8.D(2)]; covered dealer [8.D(2)];
    {BETWEEN_DECISIONS}; stub [8.D(4)]

    hand [9.B]: shuffler [9.A(1)]; one hand [9.A(2)(a)]; in front [9.A(2)(b)];
    no more bets [9.B(1)]; each first [9.B(3)]; covered dealer [9.B(3)]; each second [9.B(3)];
    covered dealer [9.B(3)]; {BETWEEN_DECISIONS}; stub [9.B(5)]

    automated shoe [10.B]: no more bets [10.A(2)];
    each first second [10.B(1), 10.B(2)]; covered dealer dealer [10.B(3)];
    rest from the hand [10.B(4)]; {BETWEEN_DECISIONS}; stub [10.B(5)]

    automated shoe, reshuffling [10.I]: no more bets [10.A(2)]; flop flop flop turn river [10.I(1)];
    each first second [10.B(1), 10.B(2)]; covered dealer dealer [10.B(3)]
"""

HOLDEM_BONUS = Game(
    key="holdem-bonus",
    name="Texas Hold 'Em Bonus Poker",
    short="THB",
    edition="MLGCA 1.0",
    story=(
        "You ante and look at your two cards; the dealer gets two as well. You fold, or bet twice "
        "your ante to see the flop. Before the turn and before the river, you may check or bet an "
        "amount equal to your ante. The better five-card hand out of seven cards wins. The bets "
        "pay 1 to 1, as does the ante if your winning hand is high enough; otherwise, it pushes."
    ),
    seats=6,  # 2.A
    boxes=Boxes(1, "7.H"),
    hole=2,  # 8.D(2)
    places=(
        Place("flop", "Flop", cards=3, clause="2.B(3)"),
        Place("turn", "Turn", clause="2.B(3)"),
        Place("river", "River", clause="2.B(3)"),
        Place("dealer", "Dealer", cards=2, clause="2.B(4)"),
    ),
    hands=(
        HandOf("player", ("hole", *BOARD), "the best five of your seven cards", None, "11.I(3)(b)"),
        HandOf("dealer", ("dealer", *BOARD), "the dealer's best five of seven", None, "11.I(2)"),
    ),
    wagers=(
        Required(
            "ante",
            "Ante",
            by_option("pays_on", {hand: paid_on(hand) for hand in ("straight", "flush")}),
            clause="7.F(1)",
            options=(
                Option(
                    "pays_on",
                    "11.I(3)(d)(iii)",
                    "Which winning hands pay the ante, instead of returning it?",
                    default="straight",
                    choices={"straight": "A straight or better.", "flush": "A flush or better."},
                ),
            ),
        ),
        Raise("flop", "Flop", SHOWDOWN, of="ante", clause="11.B(2)"),
        Raise("turn", "Turn", SHOWDOWN, of="ante", clause="11.E(2)(b)"),
        Raise("river", "River", SHOWDOWN, of="ante", clause="11.G(2)"),
        Side("bonus", "Texas Hold 'Em Bonus", by_paytable(BONUS), clause="7.F(2)"),
    ),
    streets=(
        Street("flop", {"fold": FOLD, "bet": 2}, (Reveal(("flop",), "11.D(2)"),), "11.B"),
        Street("turn", {"check": 0, "bet": 1}, (Reveal(("turn",), "11.F(2)"),), "11.E"),
        Street("river", {"check": 0, "bet": 1}, RIVER_AND_DEALER, "11.G"),
    ),
    payout_limit=PayoutLimit(
        clause="12.C",
        least=money("$50,000"),
        scope=("ante", "flop", "turn", "river", "bonus"),
        lower_by="2.B(7)(b)",
    ),
    layout=Layout(
        table="""
            .      dealer   .
            flop   turn     river
        """,
        seat="""
            .      bonus    .      .
            ante   flop     turn   river
        """,
        signs=(
            Sign(
                "The ante is paid on a {pays_on} or better and pushes on a lower winning hand.",
                "2.B(7)(a)",
            ),
            Sign("The payout limit is {payout_limit} per hand.", "2.B(7)(b)"),
        ),
        clause="2.B",
        operator_clause="2.B(1)",
    ),
    procedures=Procedures(
        dealing=dealings(DEALING, HANDLING),
        shufflers=SHUFFLERS | {"automated counting": "5.E", "automated reshuffling": "5.I"},
        reshuffling=Reshuffling("automated shoe", lifts=("5.F", "5.G", "5.H"), clause="5.I"),
        two_decks="3.B",
        submission_clause="7.F(2)",
        deck=replace(
            DECK,
            checklist=checklist(
                drop_box="2.C(1)",
                rack="2.C(2)",
                signs="2.B(7)(b)",
                backs="3.A(2)",
                cover="3.A(3)",
                cover_card="two cover cards",
            ),
            idle={Task.SPREAD_DOWN: "5.H(1)", Task.LOOK: "5.H(2)"},
        ),
        table=TableProcedures(
            chips="7.A",
            seated="7.C",
            betting="7.D",
            closed="7.E",
            leaving="7.C(2)",
            settles="11.I(3)",
            discards="11.J",
            breaches=BREACHES,
        ),
        # 13.G says what 13.B and 13.F do with the Bonus.
        incidents=incidents("""
            card face up          card out            13.A
            cards face up         void                13.B   bonus once dealt
            drawn unexposed       next card           13.D
            drawn exposed         floor rules
            wrong number          void                13.E
            player skipped        void                13.E
            dealer card exposed   void                13.F   bonus
            community exposed     floor rules
            stub misdealt         void                8.G(1), 9.G, 10.G
            stub not 52           void, deck out      8.G(2), 9.H, 10.H
            counter wrong         deck out            5.E
            shuffler jam          return, reshuffle   13.H
            shoe jam              floor rules
            device down           cover               13.I
            fouled deck           void, deck out
        """),
    ),
)
