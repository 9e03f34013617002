"""Hold 'em games without a rulebook here, written with `docs/grammar.md` alone."""

from typing import Final

from pitboss.games.grammar import (
    FOLD,
    LOSS,
    PUSH,
    AtLeast,
    Beats,
    Both,
    ByTable,
    Case,
    Cases,
    Choices,
    Game,
    HandOf,
    Not,
    Place,
    Raise,
    Required,
    Reveal,
    Side,
    Street,
    Ties,
    paytable,
    showdown,
)

FLOP: Final = Place("flop", "Flop", cards=3)
OPEN_FLOP: Final = Place("flop", "Flop", cards=3, face_up=3)
LATER: Final = (Place("turn", "Turn"), Place("river", "River"), Place("dealer", "Dealer", cards=2))
BOARD: Final = ("flop", "turn", "river")
HANDS: Final = (
    HandOf("player", ("hole", *BOARD), "the best five of your seven cards"),
    HandOf("dealer", ("dealer", *BOARD), "the dealer's best five of seven"),
)
PLAIN: Final = showdown("player", "dealer")

CASINO_ANTE: Final = ByTable("player", paytable("""
    royal flush            100 to 1
    straight flush          20 to 1
    four of a kind          10 to 1
    full house               3 to 1
    flush                    2 to 1
    high card to straight    1 to 1
"""))  # fmt: skip
AA_BONUS: Final = paytable("""
    royal flush          100 to 1
    straight flush        50 to 1
    four of a kind        40 to 1
    full house            30 to 1
    flush                 20 to 1
    two pair to straight   7 to 1
    pair of aces           7 to 1
""")
CASINO_HOLDEM: Final = Game(
    key="casino-holdem",
    name="Casino Hold'em",
    story=(
        "You ante, and see your two cards and the flop. You fold, or call with two antes; then "
        "turn and river come, and the dealer shows two cards."
    ),
    places=(OPEN_FLOP, *LATER),
    hands=(*HANDS, HandOf("five", ("hole", "flop"), "your two cards and the flop")),
    wagers=(
        Required(
            "ante",
            "Ante",
            Cases(
                (
                    Case(Not(AtLeast("dealer", "pair of 4s")), CASINO_ANTE),
                    Case(Beats("player", "dealer"), CASINO_ANTE),
                    Case(Ties("player", "dealer"), PUSH),
                ),
                hand="player",
            ),
        ),
        Raise("call", "Call", showdown("player", "dealer", qualifies="pair of 4s"), of="ante"),
        Side("aa_bonus", "AA Bonus", ByTable("five", AA_BONUS)),
    ),
    streets=(
        Street("call", {"fold": FOLD, "call": 2}, (Reveal(("turn", "river")), Reveal(("dealer",)))),
    ),
)

ODDS: Final = ByTable("player", paytable("""
    royal flush                    500 to 1
    straight flush                  50 to 1
    four of a kind                  10 to 1
    full house                       3 to 1
    flush                            3 to 2
    straight                         1 to 1
    high card to three of a kind   push
"""))  # fmt: skip
BAD_BEAT: Final = ByTable("player", paytable("""
    straight flush or better  500 to 1
    four of a kind             50 to 1
    full house                 10 to 1
    flush                       8 to 1
    straight                    5 to 1
"""))  # fmt: skip
HEADS_UP_HOLDEM: Final = Game(
    key="heads-up-holdem",
    name="Heads Up Hold'em",
    story=(
        "You make two equal wagers, Ante and Odds. You raise once: three antes on your two cards, "
        "two on the flop, or one on the whole board, or else you fold. Odds pays on a straight or "
        "better, and more if such a hand loses."
    ),
    places=(FLOP, *LATER),
    hands=HANDS,
    wagers=(
        Required("ante", "Ante", showdown("player", "dealer", qualifies="pair")),
        Required(
            "odds",
            "Odds",
            Cases(
                (
                    Case(Beats("player", "dealer"), ODDS),
                    Case(Ties("player", "dealer"), PUSH),
                    Case(AtLeast("player", "straight"), BAD_BEAT),
                ),
                hand="player",
            ),
        ),
        Raise("raise", "Raise", PLAIN, of="ante"),
    ),
    streets=(
        Street("raise", {"check": 0, "3x": 3}, (Reveal(("flop",)),), name="preflop"),
        Street("raise", {"check": 0, "2x": 2}, (Reveal(("turn", "river")),), name="flop"),
        Street("raise", {"fold": FOLD, "1x": 1}, (Reveal(("dealer",)),), name="river"),
    ),
    edge_of=("ante",),
)


def one_raise_game(
    ante: Cases | ByTable,
    call: Cases | ByTable,
    *streets: tuple[Choices, str],
    flop: Place = FLOP,
    turn: int = 0,
) -> Game:
    """Return a game with one raise, from the decisions and reveals of each street."""
    later = tuple(Place(x.name, x.label, cards=x.cards, face_up=0) for x in LATER)
    if turn:
        later = (Place("turn", "Turn", face_up=1), *LATER[1:])
    return Game(
        key="invented",
        name="Invented",
        story="Nobody deals it.",
        places=(flop, *later),
        hands=HANDS,
        wagers=(Required("ante", "Ante", ante), Raise("call", "Call", call, of="ante")),
        streets=tuple(
            Street("call", choices, (Reveal(tuple(cards_turned.split())),), name=f"street-{at}")
            for at, (choices, cards_turned) in enumerate(streets)
        ),
    )


TABLE: Final = ByTable("player", paytable("""
    four of a kind       7 to 3
    full house           5 to 4
    high card to flush   push
"""))  # fmt: skip
THEIRS: Final = ByTable("dealer", paytable("""
    four of a kind            3 to 1
    full house                1 to 2
    three of a kind           push
"""))  # fmt: skip
MANY: Final = Cases(
    (
        Case(Not(AtLeast("dealer", "full house of kings")), 2),
        Case(Both((Beats("player", "dealer"), AtLeast("dealer", "full house of aces"))), TABLE),
        Case(Both((Beats("dealer", "player"), AtLeast("player", "four of a kind"))), 5),
        Case(Ties("player", "dealer"), THEIRS),
        Case(Both((Beats("player", "dealer"), Not(AtLeast("player", "four of a kind")))), 1),
    ),
    bonus=ByTable("player", paytable("four of a kind or better   1 to 3")),
    hand="player",
)
"""Three dealer cards count, and more of the player's."""
TIES_LOSE: Final = showdown("player", "dealer", ties=LOSS)
QUALIFIED: Final = showdown("player", "dealer", qualifies="full house of kings", ties=LOSS)
FOLD_OR_CALL: Final[Choices] = {"fold": FOLD, "2x": 2}
ANY: Final[Choices] = {"fold": FOLD, "check": 0, "1x": 1, "3x": 3}
CHECK_OR_BET: Final[Choices] = {"check": 0, "2x": 2}

INVENTED: Final[dict[str, Game]] = {
    "the flop lies open": one_raise_game(
        MANY, TIES_LOSE, (FOLD_OR_CALL, "turn river dealer"), flop=OPEN_FLOP
    ),
    "the flop lies open, and the river decides too": one_raise_game(
        QUALIFIED, MANY, (ANY, "turn river"), (FOLD_OR_CALL, "dealer"), flop=OPEN_FLOP
    ),
    "flop and turn lie open": one_raise_game(
        QUALIFIED, TIES_LOSE, (ANY, "river dealer"), flop=OPEN_FLOP, turn=1
    ),
    "before the flop, and on it": one_raise_game(
        MANY, TIES_LOSE, (CHECK_OR_BET, "flop"), (FOLD_OR_CALL, "turn river dealer")
    ),
    "before the flop, and on turn and river": one_raise_game(
        QUALIFIED, TIES_LOSE, (ANY, "flop turn"), (ANY, "river"), (FOLD_OR_CALL, "dealer")
    ),
    "on every street": one_raise_game(
        MANY, QUALIFIED, (CHECK_OR_BET, "flop"), (ANY, "turn"), (ANY, "river"), (ANY, "dealer")
    ),
    "a table on the dealer's hand": one_raise_game(
        THEIRS, MANY, (CHECK_OR_BET, "flop"), (ANY, "turn river dealer")
    ),
}
