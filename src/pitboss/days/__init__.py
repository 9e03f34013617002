"""Simulated days of play under a seed, with everything checked as it happens (`pitboss soak`).

Start with `run_days` in `run`, which plays table after table and returns a `Tally` or raises
`Failure`. `simulation` is one table with its clock and people; `guests`, `staff`, `floor_work` and
`mishaps` act at it; `observer` and `round_check` keep independent books and compare them with the
table.
"""

from pitboss.days.run import run_days
from pitboss.days.tally import Failure, Tally, tally_json

__all__ = ["Failure", "Tally", "run_days", "tally_json"]
