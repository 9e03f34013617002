"""Rounds with an irregularity, compared with the same rounds without it."""

from collections.abc import Mapping
from functools import cache
from typing import Any, Final, NamedTuple

from pitboss.games.deck_tasks import Task
from pitboss.games.incidents import Kind
from pitboss.table import Automation, Person, Phase, Role, Table, next_step
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.day import Ruling
from pitboss.table.state import RoundState

from .dealer_rounds import do_next_step, lock_round
from .deck_steps import COUNTING, RESHUFFLING, SHOE, TWO
from .round_scenes import CARDS, HOLES, JACKPOTS, SEATS, Scene, scene_of
from .rulings_table import CITED
from .tables import CCP, DEE, FLO, MACHINE, STUD, Json, current_round, seated_table

DEE_ABOVE: Final = Person("Dee", Role.FLOORPERSON)
"""The reporter's name in another role."""
FILED: Final[Mapping[str, Json]] = {
    "one deck": MACHINE,
    "two decks": TWO,
    "shoe": SHOE,
    "reshuffling": RESHUFFLING,
    "counting": {"table": {**COUNTING["table"], "decks": 2}},
}


class Round(NamedTuple):
    """A round with the state at every moment."""

    before: Scene
    """The moment before the first wager."""
    moments: tuple[Scene, ...]
    """The moments from the lock to the close."""

    def where(self, progress: c.Report, by: Person = DEE) -> list[Scene]:
        """Return the moments at which this can be reported."""
        return [scene for scene in self.moments if scene.allows(by, progress)]


@cache
def played_round(
    game: str,
    method_name: str = "one deck",
    *,
    folds: bool = False,
    seats: tuple[int, ...] = (1, 2, 4),
) -> Round:
    """Play a round of Ann, Bob and Cy with every side wager.

    Bob has a jackpot hand, Ann may fold."""
    submission = FILED[method_name] | (JACKPOTS if game == CCP else {})
    holes = {seat: HOLES[seat] for seat in seats}
    table = seated_table(game, holes, CARDS[game], submission=submission, seats=SEATS, chips=500_00)
    before = scene_of(table)
    lock_round(table, seats)
    moments = [scene_of(table)]
    while current_round(table).phase is not Phase.CLOSED:
        if folds and current_round(table).turn == 1 and game != STUD and not next_step(table.state):
            table.player("Ann").decide(1, "fold")
        else:
            do_next_step(table)
        moments.append(scene_of(table))
    return Round(before, tuple(moments))


def report_of(kind: Kind, seat: int = 0, **more: Any) -> c.Report:  # noqa: ANN401
    """Return a report for the first round."""
    return c.Report(kind, seat, **{"round": 1, **more})


def make_report(scene: Scene, report: c.Report) -> Scene:
    """Have Dee report it, and check that it waits for another person and moves no chip or card."""
    waits = scene.after((DEE, report))
    assert waits.state.day.incident is not None
    assert waits.state.balances == scene.state.balances
    assert waits.round.phase is scene.round.phase
    assert waits.round.dealt == scene.round.dealt
    for ruling in Ruling:
        words = "reported it, so somebody else must rule on it"
        waits.refuses(DEE_ABOVE, c.Rule(ruling, "seen by all"), words, "SEC-3")
    return waits


def rule_on(scene: Scene, ruling: Ruling) -> Scene:
    """Have Flo rule on it, and check that the ruling is recorded."""
    table = scene.table()
    log = table.execute(c.Rule(ruling, "seen by all"), FLO)
    open_incident = scene.state.day.incident
    assert open_incident is not None
    first = log[0].event
    assert first == e.IncidentRuled(open_incident.number, ruling, "seen by all", "Flo")
    assert log[0].by == FLO
    assert table.state.day.incident is None
    return scene_of(table)


def is_void(before: Scene, after: Scene, kind: Kind, *, but: str = "", out: bool = False) -> None:
    """Check that all wagers, including side wagers and raises, and all contributions are returned.

    One wager may be settled nevertheless. The deck is removed or shuffled again."""
    here = after.round
    assert here.phase is Phase.VOID
    assert here.turn is None
    assert here.hit is None
    assert not here.gifts
    clause = CITED.get((kind, after.game), "ROUND-3")
    assert here.void.startswith(f"{kind.description} [{clause}")
    for seat, wagers in here.wagers.items():
        staked = {**wagers, **here.raises.get(seat, {})}
        results = here.results[seat]
        assert {key: item.stake for key, item in results.items()} == staked
        back = [item for key, item in results.items() if key != but]
        assert all(item.outcome == "void" and item.credit == item.stake for item in back)
    if not but:
        assert after.state.balances == before.state.balances
    assert after.state.books == before.state.books
    assert not any(account.startswith("escrow") for account in after.state.balances)
    _closes(after, out=out)


def _closes(after: Scene, *, out: bool) -> None:
    """The seed is opened and the cards are put away; what comes next is a shuffle, or a deck."""
    slot, number = after.state.day.turn, after.number
    left_alone = after._replace(automation=Automation.NOTHING)
    closed_scene = left_alone.after((DEE, c.CloseRound(round=number)))
    assert after.shoe is not None
    assert closed_scene.round.seed == after.shoe.seed.hex()
    assert closed_scene.round.phase is Phase.CLOSED
    decks = closed_scene.state.day.decks
    if out:
        assert slot not in decks
        assert closed_scene.state.day.received == len(decks) + 1
    else:
        assert decks[slot].number == slot
        assert decks[slot].last is Task.STACK  # collected but not shuffled
    ready = after.after((DEE, c.CloseRound(round=number))).table()
    ready.dealer("Dee").open_round()
    if after.state.rules and after.state.rules.table.decks == 1:
        assert current_round(ready).deck == (2 if out else 1)


def end_of(scene: Scene) -> Table:
    """Return the end of the round if everybody stakes as little as possible."""
    table = scene.table()
    while current_round(table).phase is not Phase.CLOSED:
        do_next_step(table)
    return table


def what_came_of(over: RoundState) -> tuple[object, ...]:
    """Return the cards, decisions and results of a round."""
    answers = over.decisions, over.raises, over.folded
    return over.holes, over.table, *answers, over.results, over.gifts, over.spins


def goes_on(before: Scene, after: Scene) -> None:
    """Check that the round continues with the same cards, decisions, results and money."""
    plain_end, disturbed_end = end_of(before), end_of(after)
    assert what_came_of(current_round(disturbed_end)) == what_came_of(current_round(plain_end))
    assert disturbed_end.state.balances == plain_end.state.balances
    assert disturbed_end.state.books == plain_end.state.books
    assert not current_round(disturbed_end).void
