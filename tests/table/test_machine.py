"""TEST-3: a stateful machine per game executes arbitrary commands and checks all invariants.

Every command goes through `machine.watch.Watch`, which afterward checks cards, money, meters,
secrecy, replay and refusals, compares each closed round with `settle`, and compares the table's day
with a model that predicts the result of each command (`machine.expectation`). First the machine
runs errands, to every cell of the rulings and through a day for every dealing method; then it acts
at random. Coverage is counted and printed; nothing that the game can do may be missing, and the
errands alone ensure that."""

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import initialize, run_state_machine_as_test

from pitboss.games import MARYLAND
from pitboss.table import Automation, Person, Role
from pitboss.table import commands as c

from .machine.coverage import Counts, missing
from .machine.driver import DEALERS, FLAGS, NAMES, Chance, chances
from .machine.past_faults import corners
from .machine.proposals import Approvals
from .machine.rare_rounds import SEATS, SUBMISSIONS, lucky
from .machine.report import lines
from .machine.routines import habits
from .machine.ruling_cells import to_every_cell
from .machine.submissions import random_submission
from .machine.watch import Watch
from .machine.whole_days import every_day, lost_seeds

SHIFTS = 2
SETTINGS = settings(
    max_examples=9,  # from the tenth example on, Hypothesis repeats earlier ones with small changes
    stateful_step_count=30,
    derandomize=True,
    database=None,
    deadline=None,
    suppress_health_check=[*HealthCheck],
)


class Machine(Approvals):
    """A machine with a table of one game."""

    @initialize(chance=chances, data=st.data())
    def begin(self, chance: Chance, data: st.DataObject) -> None:
        """Start with an empty table, with seated players, or with a rare hand in the shoe."""
        data.draw(st.binary(min_size=self.shift, max_size=self.shift))  # other rules later
        self.past = chance = chance.after(self.past)
        flags = Automation.NOTHING
        for flag in FLAGS:
            if chance.once_in(2):
                flags |= flag
        result = lucky(self.game)
        rare = chance.choice(result) if result and chance.once_in(4) else None
        practice = rare.practice if rare else f"machine {chance.randrange(10**6)}"
        cutting = flags & ~Automation.SHUFFLE if rare else flags
        self.watch = Watch(NAMES, practice, cutting, self.counts)
        if chance.once_in(3):
            self.watch.table.stop_the_clock()
        if rare:
            self.open_table(SUBMISSIONS[self.game])
            for seat, name in zip(SEATS, NAMES, strict=True):
                self.say(c.TakeSeat(seat), Person(name, Role.PLAYER))
            self.prepare(cut=rare.cut)
            self.watch.table.automation = flags
            self.say(c.OpenRound(), DEALERS[0])
            for seat in SEATS:
                self.bet(seat, chance, surely=True)
            self.say(c.NoMoreBets(), DEALERS[0])
        elif not chance.once_in(8):
            self.open_table(random_submission(self.game, chance))
            for seat in sorted(chance.sample(SEATS, chance.randint(1, 5))):
                self.say(c.TakeSeat(seat), Person(chance.choice(NAMES), Role.PLAYER))
            self.prepare()

    def teardown(self) -> None:
        """Finish the last round, and check the log of the shift."""
        if self.watch.sound:
            self.play_out()
            self.watch.end()


@pytest.mark.slow
@pytest.mark.parametrize("game", MARYLAND)
def test_machine(game: str) -> None:
    counts = Counts()
    for errands in (to_every_cell, every_day, lost_seeds, corners, habits):
        errands(game, counts)
    for shift in range(SHIFTS):
        progress = {"game": game, "counts": counts, "shift": shift}
        run_state_machine_as_test(type("Machine", (Machine,), progress), settings=SETTINGS)
    print(f"\n{game}:", *lines(game, counts), sep="\n")
    assert not missing(game, counts)
