"""A par sheet for programs: the same value, exact numbers as fractions."""

from typing import Any

from pitboss.lab.solution import as_json, side_json
from pitboss.papers.effects_text import effects_json
from pitboss.papers.par.method import commands
from pitboss.papers.par.risk import INDEX, ROUNDS, WIDE, skewness, wagers
from pitboss.papers.par.sheet import ParSheet

TIMES = {"90": INDEX, "99": WIDE}


def par_json(sheet: ParSheet) -> dict[str, Any]:
    """Beside the solution, what the sheet adds to it; nothing that differs from run to run."""
    card, solved = sheet.card, as_json(sheet.solution)
    for seconds in ("seconds", "seconds_all"):
        del solved[seconds]
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
        **solved,
        "skewness": skewness(sheet.solution),
        "raises": {key: side_json(side) for key, side in sheet.raises.items()},
        "effects": effects_json(sheet.questions),
        "volatility": {
            wager.key: {
                "index": wager.index,
                "bands": {
                    name: {str(n): _band(float(wager.edge), wager.half_band(n, z)) for n in ROUNDS}
                    for name, z in TIMES.items()
                },
            }
            for wager in wagers(sheet.solution)
        },
        "pace": sheet.pace,
        "hold": {
            wager.key: {
                "stake": wager.stake,
                "cents_an_hour": str(wager.hold(sheet.pace)),
                "deviation": wager.spread(sheet.pace),
            }
            for wager in wagers(sheet.solution)
        },
        "commands": dict(commands(sheet)),
    }


def _band(edge: float, half: float) -> tuple[float, float]:
    return edge - half, edge + half
