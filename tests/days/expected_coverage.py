"""The coverage that a long run of each game must reach."""

from typing import Final

from pitboss.games.library import LIBRARY

RET, CCP, THB, STUD = "run-em-twice", "criss-cross", "holdem-bonus", "stud-235"

PHYSICAL: Final = {"CardsCorrected"}
"""Events of physical decks, which days do not simulate; tests/table/test_physical_deck.py does."""
NO_EVENTS: Final[dict[str, set[str]]] = {
    RET: {"BreachRecorded", "CardOut", "WheelSpun"},
    CCP: {"BreachRecorded", "CardOut", "SatOut"},
    THB: {
        "Forfeited",
        "GiftsPaid",
        "JackpotHit",
        "JackpotVerified",
        "WagersReturned",
        "JackpotValidated",
        "MeterCorrected",
        "ProgressivesCounted",
        "SatOut",
        "WheelSpun",
    },
    STUD: {"Forfeited", "SatOut", "WheelSpun"},
    **{
        game.key: {
            "BreachRecorded",
            "CardOut",
            "ChecklistSigned",
            "Forfeited",
            "GiftsPaid",
            "JackpotHit",
            "JackpotValidated",
            "JackpotVerified",
            "MeterCorrected",
            "ProgressivesCounted",
            "SatOut",
            "WagersReturned",
            "WheelSpun",
        }
        for game in LIBRARY
    },
}
"""Events that do not depend on the rules of a game."""
NO_COMMANDS: Final[dict[str, set[str]]] = {
    RET: {"RecordBreach", "SpinWheel"},
    CCP: {"RecordBreach"},
    THB: {"CountProgressives", "Forfeit", "SpinWheel", "VerifyJackpot", "ValidateJackpot"},
    STUD: {"Forfeit", "SpinWheel"},
    **{
        game.key: {
            "CountProgressives",
            "Forfeit",
            "RecordBreach",
            "SignChecklist",
            "SpinWheel",
            "ValidateJackpot",
            "VerifyJackpot",
        }
        for game in LIBRARY
    },
}
EVERYWHERE: Final = {
    "counts of the tray that differ",
    "dealers relieved",
    "players who left ruled on while hands were settled",
    "restarts in a round",
    "seeds lost",
    "voids after some wagers were settled",
    "wrong numbers of cards found when some were paid",
}
ALSO: Final[dict[str, set[str]]] = {
    RET: {"envy", "jackpots validated", "meters hit", "progressive counts refused"},
    CCP: {"community pay", "jackpots validated", "meters hit", "progressive counts refused"},
    THB: {"payouts cut by the limit", "voids with a settled bonus"},
    STUD: {"envy", "jackpots validated", "meters hit", "rounds with two boxes of one player"},
    "mississippi-stud": set(),
    "let-it-ride": {"wagers taken down"},
    "three-card": {"bonuses on lost wagers"},
    "caribbean-stud": set(),
    "ultimate-holdem": set(),
}
VOIDS: Final = {
    "a card was drawn in error and exposed, or the dealer exposed a player's card",
    "a player, the dealer or the community area has the wrong number of cards",
    "by order of the floor",
    "more than one card is face up in the shoe or deck",
    "nobody wagers",
    "the dealing shoe jams during the round",
    "the deck has been in use too long",
    "the seed is lost",
    "the stub count is wrong: a misdeal, with all 52 cards present",
    "the stub count is wrong: no misdeal",
}
DECKS: Final = {
    "for its age",
    "taken off the table",
    "the counting shuffler shows a wrong count",
    "the stub count is wrong: no misdeal",
}
