"""A par sheet as JSON, with exact numbers as fractions."""

from typing import Any

from pitboss.lab.solution import side_json, solution_json
from pitboss.papers.lab_results.reading_effects import effects_json, paytables_json
from pitboss.papers.par_sheet.sections import reproduction_commands
from pitboss.papers.par_sheet.sheet import (
    BAND_ROUNDS,
    INDEX_FACTOR,
    WIDE_FACTOR,
    ParSheet,
    skewness,
    wager_risks,
)

BAND_FACTORS = {"90": INDEX_FACTOR, "99": WIDE_FACTOR}


def par_sheet_json(sheet: ParSheet) -> dict[str, Any]:
    """Return the solution and what the sheet adds, without anything that differs between runs."""
    card, solution = sheet.card, solution_json(sheet.solution)
    for seconds in ("seconds", "seconds_all"):
        del solution[seconds]
    return {
        "title": sheet.title,
        "name": card.name,
        "rulebook": card.rulebook,
        "edition": card.edition,
        "operator": card.operator,
        "example": card.example,
        "date": sheet.date,
        "program": sheet.program,
        "lab": sheet.lab,
        "submission": sheet.submission,
        "pay": sheet.changes,
        "payout_limit": card.payout_limit,
        **solution,
        "skewness": skewness(sheet.solution),
        "raises": {key: side_json(side) for key, side in sheet.raises.items()},
        "effects": effects_json(sheet.questions),
        "paytables": paytables_json(sheet.paytables),
        "volatility": {
            wager.key: {
                "index": wager.volatility_index,
                "bands": {
                    name: {
                        str(n): _hold_band(float(wager.edge), wager.half_band(n, z))
                        for n in BAND_ROUNDS
                    }
                    for name, z in BAND_FACTORS.items()
                },
            }
            for wager in wager_risks(sheet.solution)
        },
        "pace": sheet.pace,
        "hold": {
            wager.key: {
                "stake": wager.stake,
                "cents_an_hour": str(wager.hold(sheet.pace)),
                "deviation": wager.hold_deviation(sheet.pace),
            }
            for wager in wager_risks(sheet.solution)
        },
        "commands": dict(reproduction_commands(sheet)),
    }


def _hold_band(edge: float, half_width: float) -> tuple[float, float]:
    return edge - half_width, edge + half_width
