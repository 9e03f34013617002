"""Days of play under a seed: people come and go, dealers err, machines break, decks age.

``run(rounds, seed)`` plays tables of all games by chance that the seed decides, checks all the
while that what must always hold does, and counts what was reached. Read on in this order:

1. `run` plays table after table; `day` is a table's day, `rounds` a round. What people do stands in
   `players`, `wagers`, `staff`, `steps` and `office`, what goes wrong in `mishaps` and `blunders`;
   `submissions` and `people` say by which rules and by whom, `luck` brings meters to be hit.
2. `scene` says every command to the table. `watch` hears what happened: `till` is a second set of
   books, `mirror` what the table must know, `heard` and `settled` find every round again, `replay`
   reads the log again, and `whole` has it verified.
3. `tally` counts, `cells` says what there is to be reached, `summary` sets it out. What is not in
   order yet, and stepped around, stands in `known`.
"""

from pitboss.days.failure import Failure
from pitboss.days.run import run
from pitboss.days.tally import Tally, as_json

__all__ = ["Failure", "Tally", "as_json", "run"]
