"""The parts of a submission that settlement needs, merged with the defaults."""

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from . import paytables

DEFAULT_READINGS: dict[str, dict[str, str]] = {
    "run-em-twice": {
        "low_ace": "straight",
        "progressive_hand": "first-run",
        "raise_amounts": "whole",
    },
    "criss-cross": {
        "low_ace": "straight",
        "ante_pays": "even",
        "raise_amounts": "whole",
        "spin_after_fold": "kept",
    },
    "holdem-bonus": {},
    "stud-235": {"low_ace": "five-card"},
}


@dataclass(frozen=True)
class Meter:
    start: int
    reset: int
    rate: Fraction


@dataclass(frozen=True)
class Terms:
    readings: dict[str, str]
    table_minimum: int
    side_minimums: dict[str, int]  # offered wagers with a free amount
    payout_limit: int | None
    ultimate_pairs: str  # paytables
    progressive: str
    spin: str
    progressive_wager: int
    meters: dict[str, Meter]
    fixed_prize: int
    top_symbol: str  # the jackpot, or the symbol that the filing names instead
    merchandise: str | None  # merchandise instead of the fixed prize, with the same value
    pays_on: str


def read_terms(game: str, submission: dict[str, Any]) -> Terms:
    wagers = submission.get("wagers", {})
    progressive = wagers.get("progressive", {})
    spin = wagers.get("bonus_spin", {})
    progressive_table = progressive.get("paytable", "A")
    spin_table = spin.get("paytable", "D")

    floors: dict[str, int] = {}
    meters_given: dict[str, Any] = {}
    if game in ("run-em-twice", "stud-235"):
        floors = paytables.PROGRESSIVE_FLOORS[progressive_table]
        meters_given = progressive.get("meters", {})
    elif game == "criss-cross" and spin_table in paytables.SPIN_METER_FLOOR:
        floors = {"meter": paytables.SPIN_METER_FLOOR[spin_table]}
        meters_given = spin.get("meters", {})
    meters = {}
    for name, floor in floors.items():
        keys = meters_given.get(name, {})
        meters[name] = Meter(
            start=keys.get("start", floor),
            reset=keys.get("reset", floor),
            rate=Fraction(keys.get("rate", "1/10")),
        )
    return Terms(
        readings={**DEFAULT_READINGS[game], **submission.get("readings", {})},
        table_minimum=submission.get("table", {}).get("minimum", 500),
        side_minimums={
            key: wagers.get(key, {}).get("minimum", 100)
            for key in ("bonus", "win_em_all")
            if wagers.get(key, {}).get("offered", True)
        },
        payout_limit=submission.get("table", {}).get("payout_limit"),
        ultimate_pairs=wagers.get("ultimate_pairs", {}).get("paytable", "A"),
        progressive=progressive_table,
        spin=spin_table,
        progressive_wager=progressive.get("wager", 100),
        meters=meters,
        fixed_prize=spin.get("fixed_prize", paytables.SPIN_FIXED_PRIZE.get(spin_table, 0)),
        top_symbol=spin.get("top_symbol", "jackpot"),
        merchandise=spin.get("merchandise"),
        pays_on=wagers.get("ante", {}).get("pays_on", "straight"),
    )
