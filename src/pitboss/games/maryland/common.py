"""What the Maryland rulebooks have in common, chapter by chapter."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from pitboss.games.grammar import *

HANDLING: Final = {
    "near hand": "draw with the hand nearer the shoe, lay down with the other",
    "one hand": "keep the deck in one hand for the round",
    "in front": "hold it in front of you, above the tray",
}
"""What chapters 8 and 9 remind the dealer of, by the names that orders of dealing use."""
BREACHES: Final = {
    "11.A(1)": "the player did not answer for the hand",
    "11.A(2)": "somebody else touched the cards",
    "11.A(3)": "the cards were out of the dealer's sight",
}
SHUFFLERS: Final = {"none": "5.A", "automated": "5.A"}
DECK: Final = DeckProcedures(
    received="4.A",
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
    idle={},
    alternate="3.B(4)",
    one_design="3.B(1)",
    two_colors="3.B(2)",
    deck_hours={"hand": 4, "manual shoe": 8, "automated shoe": 8},
    deck_clause={"hand": "3.C(1)", "manual shoe": "3.C(2)", "automated shoe": "3.C(2)"},
    stub_count_rounds=5,
    stub_clause={"manual shoe": "8.E", "hand": "9.C", "automated shoe": "10.C"},
)
"""What chapters 3 to 5 do with a deck; a book adds its checklist and what an idle table does."""


def checklist(
    *, drop_box: str, rack: str, signs: str, backs: str, cover: str, cover_card: str = "cover card"
) -> tuple[Check, ...]:
    """Return what is looked at when a table opens, by the clauses of chapters 2, 3, 8 and 12."""
    return (
        Check(drop_box, "drop box and tip box"),
        Check(rack, "discard rack"),
        Check(signs, "signs"),
        Check(backs, "card backs"),
        Check(cover, cover_card),
        Check("3.B(2)", "deck colors", "two decks"),
        Check("8.A", "place of the shoe", "manual shoe"),
    )


# The Progressive of Run 'Em Twice and 235 Stud. All four tables pay the hands below four of a
# kind alike. The envy sums are the same under every table, and follow the wager of the
# player who receives them.

_ONE_METER = """
    (a)   royal flush         100% of meter
    (b)   straight flush      10% of meter
    (c)   four of a kind      300 for 1
"""
_TWO_METERS = """
    (a)   royal flush         100% of major
    (b)   straight flush      100% of minor
    (c)   four of a kind      300 for 1
"""
_THREE_METERS = """
    (a)   royal flush         100% of mega
    (b)   straight flush      100% of major
    (c)   four of a kind      100% of minor
"""
_FULL_HOUSE_AND_LOWER = """
    (d)   full house          50 for 1
    (e)   flush               40 for 1
    (f)   straight            30 for 1
    (g)   three of a kind      9 for 1
"""
_ENVY_FOR_1 = """
    (a)   royal flush         $1,000
    (b)   straight flush      $300
"""
_ENVY_FOR_5 = """
    (a)   royal flush         $5,000
    (b)   straight flush      $1,500
"""
_PROGRESSIVES: Final = {
    "A": (_ONE_METER, {"meter": "$10,000"}),
    "B": (_ONE_METER, {"meter": "$2,000"}),
    "C": (_TWO_METERS, {"major": "$10,000", "minor": "$1,000"}),
    "D": (_THREE_METERS, {"mega": "$10,000", "major": "$1,000", "minor": "$250"}),
}
"""The top prizes of each table, and its meters with the least that each starts at."""


def progressive(
    hand: str,
    *,
    prizes_by: str,
    meters_by: dict[str, Sequence[str]],
    rate_by: str,
    envy_for_1_by: str,
    envy_for_5_by: str,
) -> Progressive:
    """Return the four tables; the nth has its prizes and envy sums by number n of their clauses."""
    return by_paytable(
        {
            letter: Progressive(
                hand,
                prizes(top + _FULL_HOUSE_AND_LOWER, clause=f"{prizes_by}({number})"),
                meters=tuple(
                    Meter(name, clause=clause, least=money(least))
                    for clause, (name, least) in zip(meters_by[letter], floors.items(), strict=True)
                ),
                envy_by_stake={
                    money("$1"): prizes(_ENVY_FOR_1, clause=f"{envy_for_1_by}({number})"),
                    money("$5"): prizes(_ENVY_FOR_5, clause=f"{envy_for_5_by}({number})"),
                },
                rate_clause=rate_by,
            )
            for number, (letter, (top, floors)) in enumerate(_PROGRESSIVES.items(), start=1)
        }
    )


# The cross games, Run 'Em Twice and Criss Cross: five community cards in a cross, three bets of one
# to three antes, two hands that cross in the center card.

LINES: Final = """
    (1)   royal flush                500 to 1
    (2)   straight flush             100 to 1
    (3)   four of a kind              40 to 1
    (4)   full house                  12 to 1
    (5)   flush                        8 to 1
    (6)   straight                     5 to 1
    (7)   three of a kind              3 to 1
    (8)   two pair                     2 to 1
    (9)   pair of jacks or better      1 to 1
    (10)  pair of 6s to 10s            push
"""
FIVE_CARD_BONUS: Final = """
    (1)   royal flush                250 to 1
    (2)   straight flush             100 to 1
    (3)   four of a kind              40 to 1
    (4)   full house                  15 to 1
    (5)   flush                       10 to 1
    (6)   straight                     6 to 1
    (7)   three of a kind              4 to 1
    (8)   two pair                     3 to 1
    (9)   pair of 6s or better         1 to 1
"""
ACROSS: Final = ("hole", "left", "center", "right")
DOWN: Final = ("hole", "top", "center", "bottom")
BOARD: Final = ("left", "right", "top", "bottom", "center")
CHOICES: Final[Choices] = {"fold": FOLD, "1x": 1, "2x": 2, "3x": 3}  # 7.E(1), 11.B(1)
RANKING: Final = by_reading("low_ace", {"straight": Order(5), "never": Order(5, low_ace=False)})
WHOLE_OR_ANY: Final = by_reading("raise_amounts", {"whole": False, "any": True})
LOW_ACE: Final = Reading(
    "low_ace",
    "6.A",
    "Does A-2-3-4-5 make a straight or straight flush?",
    default="straight",
    choices={
        "straight": "It does, as the lowest one.",
        "never": "It does not: the ace is high only, by the wording of 6.A.",
    },
    reason="The text never lets the ace be low, but the designer's game does.",
)
RAISE_AMOUNTS: Final = Reading(
    "raise_amounts",
    "11.B",
    "May a bet of one to three antes be any amount in between, or only a whole multiple?",
    default="whole",
    choices={
        "whole": "One, two or three times the ante.",
        "any": "Any multiple of the smallest chip, from one to three times the ante.",
    },
    reason="This is how it is dealt; optimal strategy never uses another amount, so no figure "
    "changes.",
)
CROSS: Final = """
            .      top      .
            left   center   right
            .      bottom   .
        """


def cross_streets(across: str, down: str, center: str) -> tuple[Street, ...]:
    """Return the three bets of a cross game, each with the cards that are turned over after it."""
    return (
        Street(across, CHOICES, (Reveal(("left", "right"), "11.C"),), "11.B", WHOLE_OR_ANY),
        Street(down, CHOICES, (Reveal(("top", "bottom"), "11.E"),), "11.D", WHOLE_OR_ANY),
        Street(center, CHOICES, (Reveal(("center",), "11.G"),), "11.F", WHOLE_OR_ANY),
    )


def cross_procedures(
    *,
    manual_shoe: str,
    hand: str,
    automated_shoe: str,
    signs: str,
    announces: dict[str, str],
    settles_first: tuple[str, ...],
    verifies: str = "",
    discards: str,
    player_skipped: str,
    more_incidents: str = "",
) -> Procedures:
    """Return the procedures of a cross game; each method begins by closing the bets."""
    return Procedures(
        dealing=dealings(
            f"""
            manual shoe [8.D]: near hand [8.D(1)]; {manual_shoe};
            left right top bottom center [8.D(2)]; each first [8.D(3)]; each second [8.D(3)];
            stub [8.D(4)]

            hand [9.B]: shuffler [9.A(1)]; one hand [9.A(3)]; in front [9.A(4)]; {hand};
            left right top bottom center [9.B(1)]; each first [9.B(2)]; each second [9.B(2)];
            stub [9.B(3)]

            automated shoe [10.B]: {automated_shoe};
            left right top bottom center [10.B(1)]; each first second [10.B(2)]; stub [10.B(3)]
            """,
            HANDLING,
        ),
        shufflers=SHUFFLERS | {"automated counting": "5.B", "automated reshuffling": "5.G"},
        reshuffling=Reshuffling("automated shoe", lifts=("5.D", "5.E", "5.F"), clause="5.H"),
        two_decks="3.B",
        submission_clause="7.E(2)",
        deck=replace(
            DECK,
            checklist=checklist(
                drop_box="2.C(1)", rack="2.C(2)", signs=signs, backs="3.A(1)", cover="3.A(2)"
            ),
            uncut="5.C(1)",
            cut_clause="5.D",
            recut="5.E",
            idle={Task.EMPTY: "5.F(1)", Task.SPREAD_DOWN: "5.F(2)", Task.LOOK: "5.F(3)"},
        ),
        table=TableProcedures(
            chips="7.A",
            seated="7.B(1)",
            betting="7.C",
            closed="7.D",
            leaving="7.B(3)",
            settles="11.I",
            announces=announces,
            settles_first=settles_first,
            settles_first_by="11.H",
            verifies=verifies,
            locks_out="2.B(6)(2)",
            discards=discards,
            breaches=BREACHES | {"11.A(4)": "the player told or traded what the hand is"},
            until_shown="11.A(4)",
        ),
        forfeits="11.A(5)",
        incidents=incidents(
            f"""
            card face up         void             13.A
            cards face up        void             13.A
            drawn unexposed      next card        13.B
            drawn exposed        floor rules
            wrong number         void             13.C
            player skipped       {player_skipped}
            community exposed    floor rules
            stub misdealt        void             8.F(4), 9.D(4), 10.C(3)
            stub not 52          void, deck out   8.F(5), 9.D(5), 10.C(4)
            counter wrong        deck out         5.B
            shuffler jam         floor rules
            shoe jam             void             13.D
            device down          cover            13.E
            fouled deck          void, deck out
            progressive down     return or wait
            {more_incidents}
            """
        ),
    )
