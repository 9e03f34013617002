"""Corrections that are not what the cards say (LEDG-6): nothing is wrong, but somebody should look.

Settlement credits what the cards say, and `pitboss.verify` has proved that. So a correction to
anything else rests on the word of two people alone.
"""

from pitboss.money import dollars
from pitboss.room.audit.finding import Finding
from pitboss.table.events import Event, PayoutCorrected, RoundClosed
from pitboss.table.state import GIFTS, RECALLED, RoundState, State


class Corrections:
    """What rounds were credited when they were closed, and what was changed since."""

    def __init__(self, stream: str) -> None:
        self.flagged: list[Finding] = []
        self._stream = stream
        self._closed: dict[int, RoundState] = {}

    def take(self, state: State, version: int, event: Event) -> None:
        """One event more, and the state after it."""
        match event:
            case RoundClosed(round=number) if state.round:
                self._closed[number] = state.round
                self._closed.pop(number - RECALLED, None)
            case PayoutCorrected(handed_over=False):
                self._corrected(version, event)
            case _:
                pass

    def _corrected(self, version: int, event: PayoutCorrected) -> None:
        was, seat, key = self._closed.get(event.round), event.seat, event.wager
        if was is None:
            return
        if key in GIFTS:
            due = was.gifts.get(seat, {}).get(GIFTS[key], 0)
        else:
            due = was.results[seat][key].credit
        if event.credit != due:
            told = (
                f"{key} of seat {seat} in round {event.round} is credited "
                f"{dollars(event.credit)}, and by the cards {dollars(due)}: {event.reason}"
            )
            self.flagged.append(Finding(self._stream, told, version))
