"""Who comes to the table and who leaves it; at a console that is told to the program's players."""

from collections.abc import Iterator

from pitboss.refusal import Refused
from pitboss.school.crew import Records
from pitboss.table import commands as c
from pitboss.tui.console.desk import Desk
from pitboss.tui.console.offers import Offer, Way


def player_offers(desk: Desk) -> tuple[Offer, ...]:
    """Each seat of the table: its player gets up, or one sits down."""
    everybody = _everybody(desk)
    return (*([everybody] if everybody else []), *_seats(desk))


def _seats(desk: Desk) -> Iterator[Offer]:
    state, conduct = desk.table.state, desk.rules.table_procedures
    for seat in range(1, desk.rules.seats + 1):
        taken = seat in state.seats
        now = state.round if state.running else None
        mid = now is not None and seat in now.players
        words = f"Seat {seat}: the player gets up" if taken else f"Seat {seat}: a player sits down"
        detail = "The player walks off in mid-round; a floorperson rules on the wagers."
        yield Offer(
            words=words,
            detail=detail if mid else "",
            clause=desk.rules.cite(conduct.leaving if taken else conduct.seated) or "",
            ways=(_way(desk, seat, taken=taken),),
            refusal=_refusal(desk, seat, taken=taken),
        )


def _way(desk: Desk, seat: int, *, taken: bool) -> Way:
    if taken:
        return Way("gets up", lambda given: desk.crew.leave(seat))
    return Way("sits down", lambda given: desk.crew.sit(seat))


def _refusal(desk: Desk, seat: int, *, taken: bool) -> str:
    speaker = desk.crew.speaker(seat)
    try:
        speaker.verify(c.Leave(seat) if taken else c.TakeSeat(seat))
    except Refused as refused:
        return refused.reason
    return ""


def _everybody(desk: Desk) -> Offer | None:
    """The end of a shift: nobody stays."""
    state = desk.table.state
    if not state.seats or state.running:
        return None

    def go(_: object) -> Records:
        return desk.crew.go()

    return Offer(words="Everybody gets up", ways=(Way("everybody", go),))
