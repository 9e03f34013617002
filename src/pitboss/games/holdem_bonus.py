"""Texas Hold 'Em Bonus Poker, from the Maryland standard rules, version 1.0 (cited as THB).

A player's two cards against the dealer's two, each with the best five of seven. Read this file
beside the rulebook: every figure carries its clause, chapter and letter first.
"""

from msgspec.structs import replace

from pitboss.games.grammar import (
    FOLD,
    Boxes,
    Care,
    Check,
    Conduct,
    Dealing,
    Game,
    HandOf,
    HoleCards,
    Incident,
    Kind,
    Layout,
    Option,
    PayoutLimit,
    Place,
    Raise,
    Remedy,
    Required,
    Reshuffling,
    Showdown,
    Side,
    Sign,
    Street,
    Task,
    by_option,
    by_paytable,
    cards_table,
    dealt,
    money,
)

# The book prints tables A and B alike; a submission still names one of them.
BONUS = """
    (a)   pair of aces against a pair of aces   1,000 to 1
    (b)   pair of aces                             30 to 1
    (c)   ace-king suited                          25 to 1
    (d)   ace-queen or ace-jack suited             20 to 1
    (e)   ace-king unsuited                        15 to 1
    (f)   pair of jacks to kings                   10 to 1
    (g)   ace-queen or ace-jack unsuited            5 to 1
    (h)   pair of 2s to 10s                         3 to 1
    """

SHOWDOWN = Showdown(
    "player",
    "dealer",
    "12.A",
    lower="11.I(3)(d)(i)",
    higher="11.I(3)(d)(ii)",
    too_low="11.I(3)(d)(iii)",
    equal="11.I(3)(d)(iv)",
)

BETWEEN_DECISIONS = """
    ask flop; burn [11.D(1)]; up flop flop flop;
    ask turn; burn [11.F(1)]; up turn;
    ask river; burn [11.H(1)]; up river
"""

HOLDEM_BONUS = Game(
    key="holdem-bonus",
    name="Texas Hold 'Em Bonus Poker",
    short="THB",
    edition="MLGCA 1.0",
    story=(
        "You ante and look at your two cards; the dealer has two as well. You fold, or bet twice "
        "the ante and see the flop. Before the turn and before the river you check or bet once the "
        "ante. The best five of seven cards win, yours or the dealer's: the bets are paid 1 to 1, "
        "the ante only if your winning hand is high enough, else it comes back."
    ),
    seats=6,  # 2.A
    boxes=Boxes(1, "7.H"),
    hole="first second",  # 8.D(2)
    looks="first second",  # 11.B
    places=(
        Place("flop", "Flop", "2.B(3)", cards=3),
        Place("turn", "Turn", "2.B(3)"),
        Place("river", "River", "2.B(3)"),
        Place("dealer", "Dealer", "2.B(4)", cards=2),
    ),
    low_ace="5",  # 6.B
    hands=(
        HandOf("player", "hole flop turn river", "11.I(3)(b)", "the best five of your seven cards"),
        HandOf("dealer", "dealer flop turn river", "11.I(2)", "the dealer's best five of seven"),
    ),
    wagers=(
        Required(
            "ante",
            "Ante",
            "7.F(1)",
            by_option(
                "pays_on",
                {
                    "straight": replace(SHOWDOWN, at_least="straight"),
                    "flush": replace(SHOWDOWN, at_least="flush"),
                },
            ),
            options=(
                Option(
                    "pays_on",
                    "11.I(3)(d)(iii)",
                    "From which winning hand on is the ante paid, instead of returned?",
                    default="straight",
                    choices={"straight": "A straight or better.", "flush": "A flush or better."},
                ),
            ),
        ),
        Raise("flop", "Flop", "11.B(2)", SHOWDOWN, of="ante"),
        Raise("turn", "Turn", "11.E(2)(b)", SHOWDOWN, of="ante"),
        Raise("river", "River", "11.G(2)", SHOWDOWN, of="ante"),
        Side(
            "bonus",
            "Texas Hold 'Em Bonus",
            "7.F(2)",
            by_paytable(
                {
                    "A": HoleCards(cards_table("12.B(1)", BONUS), against="dealer"),
                    "B": HoleCards(cards_table("12.B(2)", BONUS), against="dealer"),
                }
            ),
        ),
    ),
    streets=(
        Street("flop", "11.B", {"fold": FOLD, "bet": 2}, reveal="flop", reveal_by="11.D(2)"),
        Street("turn", "11.E", {"check": 0, "bet": 1}, reveal="turn", reveal_by="11.F(2)"),
        Street(
            "river",
            "11.G",
            {"check": 0, "bet": 1},
            reveal="river; dealer",
            reveal_by="11.H(2), 11.I(1)",
        ),
    ),
    dealing=(
        Dealing(
            "manual shoe",
            "8.D",
            dealt(
                "each first [8.D(2)]; covered dealer [8.D(2)];"
                "each second [8.D(2)]; covered dealer [8.D(2)];" + BETWEEN_DECISIONS
            ),
            no_more_bets="8.C",
            stub="8.D(4)",
            handling={"8.D(1)": "draw with the hand nearer the shoe, lay down with the other"},
        ),
        Dealing(
            "hand",
            "9.B",
            dealt(
                "each first [9.B(3)]; covered dealer [9.B(3)];"
                "each second [9.B(3)]; covered dealer [9.B(3)];" + BETWEEN_DECISIONS
            ),
            no_more_bets="9.B(1)",
            stub="9.B(5)",
            needs_shuffler="9.A(1)",
            handling={
                "9.A(2)(a)": "keep the deck in one hand for the round",
                "9.A(2)(b)": "hold it in front of you, above the tray",
            },
        ),
        Dealing(
            "automated shoe",
            "10.B",
            dealt(
                "each first second [10.B(1), 10.B(2)]; covered dealer dealer [10.B(3)];"
                + BETWEEN_DECISIONS
            ),
            no_more_bets="10.A(2)",
            from_hand="10.B(4)",
            stub="10.B(5)",
        ),
        Dealing(
            "automated shoe",
            "10.I",
            dealt(
                "flop flop flop turn river [10.I(1)];"
                "each first second [10.B(1), 10.B(2)]; covered dealer dealer [10.B(3)]"
            ),
            no_more_bets="10.A(2)",
            reshuffling=True,
        ),
    ),
    shufflers={
        "none": "5.A",
        "automated": "5.A",
        "automated counting": "5.E",
        "automated reshuffling": "5.I",
    },
    reshuffling=Reshuffling("automated shoe", lifts="5.F, 5.G, 5.H", clause="5.I"),
    two_decks="3.B",
    submission_clause="7.F(2)",
    care=Care(
        received="4.A",
        checklist=(
            Check("2.C(1)", "drop box and tip box"),
            Check("2.C(2)", "discard rack"),
            Check("2.B(7)(b)", "signs"),
            Check("3.A(2)", "card backs"),
            Check("3.A(3)", "two cover cards"),
            Check("3.B(2)", "deck colors", "two decks"),
            Check("8.A", "place of the shoe", "manual shoe"),
        ),
        opening={
            Task.INSPECT: "4.A",
            Task.VERIFY: "4.A",
            Task.SPREAD: "4.B",
            Task.LOOK: "4.C",
            Task.TURN_DOWN: "4.C(1)",
            Task.WASH: "4.C(2)",
            Task.STACK: "4.C(3)",
        },
        ready_made="4.F",
        shuffled="5.A",
        ordered="5.A(3)",
        uncut="5.D(1)",
        cut_at_least=10,
        cut_clause="5.F",
        recut="5.G",
        loaded={"manual shoe": "8.B", "hand": "9.A(2)", "automated shoe": "10.A(1)"},
        idle={Task.SPREAD_DOWN: "5.H(1)", Task.LOOK: "5.H(2)"},
        alternate="3.B(4)",
        one_design="3.B(1)",
        two_colors="3.B(2)",
        deck_hours={"hand": 4, "manual shoe": 8, "automated shoe": 8},
        deck_clause={"hand": "3.C(1)", "manual shoe": "3.C(2)", "automated shoe": "3.C(2)"},
        stub_count_rounds=5,
        stub_clause={"manual shoe": "8.E", "hand": "9.C", "automated shoe": "10.C"},
    ),
    conduct=Conduct(
        chips="7.A",
        seated="7.C",
        betting="7.D",
        closed="7.E",
        leaving="7.C(2)",
        settles="11.I(3)",
        discards="11.J",
        breaches={
            "11.A(1)": "the player did not answer for the hand",
            "11.A(2)": "somebody else touched the cards",
            "11.A(3)": "the cards were out of the dealer's sight",
        },
    ),
    payout_limit=PayoutLimit(
        "12.C",
        least=money("$50,000"),
        scope="ante flop turn river bonus",
        lower_by="2.B(7)(b)",
    ),
    forfeits=None,
    incidents=(
        Incident(Kind.CARD_FACE_UP, Remedy.CARD_OUT, "13.A"),
        Incident(Kind.CARDS_FACE_UP, Remedy.VOID, "13.B", settles=("bonus",), once_dealt=True),
        Incident(Kind.DRAWN_UNEXPOSED, Remedy.NEXT_CARD, "13.D"),
        Incident(Kind.DRAWN_EXPOSED, Remedy.FLOOR_RULES),
        Incident(Kind.WRONG_NUMBER, Remedy.VOID, "13.E"),
        Incident(Kind.PLAYER_SKIPPED, Remedy.VOID, "13.E"),
        Incident(Kind.DEALER_CARD_EXPOSED, Remedy.VOID, "13.F", settles=("bonus",)),  # 13.G
        Incident(Kind.COMMUNITY_EXPOSED, Remedy.FLOOR_RULES),
        Incident(Kind.STUB_MISDEALT, Remedy.VOID, "8.G(1), 9.G, 10.G"),
        Incident(Kind.STUB_NOT_52, Remedy.VOID_DECK_OUT, "8.G(2), 9.H, 10.H"),
        Incident(Kind.COUNTER_WRONG, Remedy.DECK_OUT, "5.E"),
        Incident(Kind.SHUFFLER_JAM, Remedy.RETURN_RESHUFFLE, "13.H"),
        Incident(Kind.SHOE_JAM, Remedy.FLOOR_RULES),
        Incident(Kind.DEVICE_DOWN, Remedy.COVER, "13.I"),
        Incident(Kind.FOULED_DECK, Remedy.VOID_DECK_OUT),
    ),
    readings=(),
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
            Sign("The payout limit is {payout_limit} a hand.", "2.B(7)(b)"),
        ),
        clause="2.B",
        operator_clause="2.B(1)",
    ),
)
