"""Sample submissions for the papers: plain, full, minimal and hostile."""

from typing import Any, Final

from pitboss.games import GAMES, MARYLAND

LONG: Final = "The Chesapeake & Potomac Riverfront Casino, Resort and Conference Hotel of " * 3
HOSTILE: Final = "<script>alert('1')</script> | `x` *y* \"z\" & </title></style>"


def _without_sides(game: str) -> dict[str, Any]:
    return {"wagers": {side.key: {"offered": False} for side in GAMES[game].sides}}


CASES: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    **{key: (key, {}) for key in GAMES},
    **{f"{key}, no side wagers": (key, _without_sides(key)) for key in (*MARYLAND, "let-it-ride")},
    **{f"{key}, hostile": (key, {"operator": HOSTILE}) for key in (*MARYLAND, "three-card")},
    **{
        f"{key}, long": (key, {"operator": LONG + "W" * 90})
        for key in (*MARYLAND, "ultimate-holdem")
    },
    "three meters": (
        "run-em-twice",
        {
            "operator": LONG,
            "wagers": {
                "progressive": {"paytable": "D", "wager": 500},
                "ultimate_pairs": {"paytable": "C", "minimum": 250, "maximum": 2_500_000},
            },
            "readings": {"progressive_hand": "community", "raise_amounts": "any"},
        },
    ),
    "a fixed prize": (
        "criss-cross",
        {
            "wagers": {"bonus_spin": {"paytable": "A", "fixed_prize": 123_456}},
            "readings": {"ante_pays": "table", "low_ace": "never"},
        },
    ),
    "merchandise": (
        "criss-cross",
        {
            "table": {"payout_limit": 4_000_000},
            "wagers": {
                "bonus_spin": {
                    "paytable": "C",
                    "fixed_prize": 2_500_000,
                    "merchandise": "a motorcycle",
                    "top_symbol": "Lucky 7",
                }
            },
        },
    ),
    "long merchandise": (
        "criss-cross",
        {
            "wagers": {
                "bonus_spin": {
                    "paytable": "A",
                    "merchandise": "seven nights & days <for two> in a hotel by the sea" + "W" * 9,
                    "top_symbol": "The <Great> Seahorse & Crab of Chesapeake"[:40],
                }
            },
        },
    ),
    "flush and two decks": (
        "holdem-bonus",
        {
            "table": {
                "minimum": 1_000, "maximum": 1_000_000, "chip": 250, "decks": 2,
                "dealing": "automated shoe", "shuffler": "automated reshuffling",
            },
            "wagers": {"ante": {"pays_on": "flush"}, "bonus": {"paytable": "B"}},
        },
    ),
    "three boxes": (
        "stud-235",
        {
            "table": {"boxes_per_player": 3},
            "wagers": {
                "progressive": {
                    "paytable": "C",
                    "meters": {"major": {"start": 9_876_500, "reset": 1_234_500, "rate": "3/20"}},
                }
            },
            "readings": {"low_ace": "all"},
        },
    ),
}  # fmt: skip
