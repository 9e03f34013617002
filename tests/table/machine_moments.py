"""What is counted of each refusal, each event and each closed round."""

from pitboss.refusal import Refused
from pitboss.table import State
from pitboss.table import commands as c
from pitboss.table import events as e

from .machine_counts import Counts
from .machine_heard import HeardRound


def count_refused(counts: Counts, command: c.Command, phase: str, refused: Refused) -> None:
    """What was refused, when, and by which clause."""
    counts.refused[type(command).__name__, phase] += 1
    counts.clauses.add(str(refused.clause))
    if isinstance(command, c.Propose):
        counts.matters[type(command.matter).__name__, "refused"] += 1


def count_event(counts: Counts, before: State, event: e.Event) -> None:
    """An event, and what is rare in it."""
    counts.events[type(event).__name__] += 1
    moments = counts.moments
    match event:
        case e.Proposed(matter=matter):
            counts.matters[type(matter).__name__, "proposed"] += 1
        case e.Approved(number=number):
            counts.matters[type(before.proposals[number].matter).__name__, "approved"] += 1
        case e.Rejected(number=number):
            counts.matters[type(before.proposals[number].matter).__name__, "rejected"] += 1
        case e.AbsentRuled(lost=lost):
            moments[f"absent: {'lost' if lost else 'stands'}"] += 1
        case e.Decided(folded=folded, decision=decision):
            moments["fold"] += folded
            moments["any amount"] += isinstance(decision, int)
        case e.GiftsPaid(why=why):
            moments[f"gifts: {why}"] += 1
        case e.SeatSettled(hits=hits, wagers=wagers):
            moments["a meter was hit"] += len(hits)
            cut = sum(result.uncapped is not None for result in wagers.values())
            moments["the payout limit cut a win"] += cut
        case _:
            pass


def count_closed(counts: Counts, heard: HeardRound, after: State) -> None:
    """How a round ended."""
    how = "closed: settled"
    if heard.void is not None:
        locked = heard.at_lock is not None
        how = "closed: void" if locked else "closed: void before the lock"
        bonus = [results.get(heard.settles) for results in heard.void.seats.values()]
        if any(result and result.outcome != "void" for result in bonus):
            how = "closed: void, one wager settled"
    counts.moments[how] += 1
    players = [*heard.players.values()]
    counts.moments["several boxes of one player"] += len({*players}) < len(players)
    meters = [after.shows(name) for name in heard.rules.meters]
    counts.moments["a meter held a fraction"] += any(m.denominator > 1 for m in meters)
