"""Days of play under a seed: people come and go, dealers err, machines break, decks age.

``run(rounds, seed)`` plays tables of all games by chance that the seed decides, checks all the
while that what must always hold does, and counts what was reached. Read on in this order: `run`
plays `day` after day, a day is `rounds`; what people do stands in `players`, `staff`, `office`,
`mishaps` and `blunders`; `scene` says it to the table, and `watch`, `till`, `settled` and `whole`
check it.
"""

from pitboss.days.failure import Failure
from pitboss.days.run import run
from pitboss.days.tally import Tally, as_json

__all__ = ["Failure", "Tally", "as_json", "run"]
