"""Whose answer is due: the step that a round comes to by itself, once something happened."""

from msgspec.structs import replace

from pitboss.games.dealing import Ask
from pitboss.submission.rules import Rules
from pitboss.table.plan import Turn, plan
from pitboss.table.state import Phase, RoundState, cards_stay, spinning, streets_behind


def asking(rules: Rules, now: RoundState) -> RoundState:
    """Whose answer is due; questions to nobody are skipped, and cards of hands that are gone."""
    planned, at = plan(rules), now.step
    steps, folded = planned.steps, now.folded
    gone = now.forfeited
    if now.absent:
        gone = gone.union(seat for seat, lost in now.absent.items() if lost)
    while at < len(steps):
        step = steps[at]
        if type(step) is Ask:
            taken = planned.streets[step.street][0]
            for seat in now.decisions:
                behind = streets_behind(rules, now, seat)
                if behind == taken and seat not in folded and seat not in gone:
                    return replace(now, step=at, turn=seat)
        elif type(step) is not Turn or _to_turn(rules, now, step):
            break
        at += 1
    if at < len(steps):
        return replace(now, step=at, turn=None)
    seats = sorted(now.players, reverse=True)
    first = planned.first
    early = tuple(seat for seat in seats if any(key in now.wagers[seat] for key in first))
    wheel = tuple(seat for seat in seats if spinning(rules, now, seat))
    return replace(now, step=at, turn=None, phase=Phase.SETTLING, early=early, wheel=wheel)


def _to_turn(rules: Rules, now: RoundState, step: Turn) -> bool:
    """Whether there is a card to turn over: on the table, or in a hand that is still there."""
    return any(name in now.table for name in step.names) or any(
        cards_stay(rules, now, seat) for seat in now.players
    )
