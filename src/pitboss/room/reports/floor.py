"""What a reader of a table's events has to keep in mind: who sits where, rules, who signed what."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from pitboss.games import find_game
from pitboss.room.two_people import filed_by
from pitboss.submission import choices, completed, is_example
from pitboss.submission.rules import Rules
from pitboss.table import Recorded
from pitboss.table import events as e
from pitboss.table.commands import FileSubmission
from pitboss.table.filing import rules_of
from pitboss.table.people import HOUSE_FLOOR
from pitboss.table.state import RECALLED

_NEEDS_TWO = (
    e.RoundVoided,
    e.PayoutCorrected,
    e.MeterCorrected,
    e.OpeningCounted,
    e.ClosingCounted,
)


class Signed(Struct, frozen=True):
    """The two people behind something; a ruling alone may void a round, by one."""

    proposed_by: str
    approved_by: str

    @property
    def by_people(self) -> bool:
        """Whether the house did not do it by itself."""
        return self.approved_by not in ("", HOUSE_FLOOR.name)


class Floor:
    """Follows the events of a table, which somebody may have founded with a filing."""

    def __init__(self, founder: str = "") -> None:
        self._founder = founder
        self.game = ""
        self.rules: Rules | None = None
        self.example = False
        """Whether these rules are of an example filing."""
        self.seats: dict[int, str] = {}
        self.players: dict[int, dict[int, str]] = {}
        """Who played in the last rounds, which can still be corrected, by number and seat."""
        self.signed = Signed("", "")
        """Who is behind the event that was read last, if it takes two."""
        self.filings = 0
        """How many submissions were ever in force."""
        self._proposals: dict[int, e.Proposed] = {}
        self._approved: Signed | None = None
        self._filing = Signed("", "")
        """Who is behind the submission that was approved last."""

    def player(self, round_: int, seat: int) -> str:
        """Who played a seat in a round."""
        return self.players.get(round_, self.seats).get(seat, "")

    def take(self, one: Recorded) -> None:
        """One event more."""
        event = one.event
        if isinstance(event, _NEEDS_TWO):
            self.signed = self._approved or Signed("", one.by.name)
            self._approved = None
        elif isinstance(event, e.SubmissionApproved | e.FilingLapsed):
            self.signed = self._filing
        match event:
            case e.TableOpened(game=game):
                self.game = game
            case e.BroughtForward(game=game, submission=submission, seats=seats):
                self.game, self.seats = game, dict(seats)
                self._file(submission)
            case e.SubmissionApproved(submission=submission):
                self.filings += 1
                self._file(submission)
            case e.PlayerSeated(seat=seat, player=player):
                self.seats[seat] = player
            case e.PlayerLeft(seat=seat):
                self.seats.pop(seat, None)
            case e.BetsClosed(round=number) | e.RoundVoided(round=number):
                self.players.setdefault(number, dict(self.seats))
            case e.RoundClosed(round=number):
                self.players.pop(number - RECALLED, None)
            case e.Proposed(number=number):
                self._proposals[number] = event
            case e.Approved(number=number, by=by):
                proposed = self._proposals.pop(number, None)
                first = proposed.by if proposed else ""
                if proposed and isinstance(proposed.matter, FileSubmission):
                    self._filing = Signed(filed_by(first, self._founder, by), by)
                else:
                    self._approved = Signed(first, by)
            case e.Rejected(number=number):
                self._proposals.pop(number, None)
            case e.IncidentRuled():
                self._approved = None
            case _:
                pass

    def _file(self, submission: Mapping[str, Any]) -> None:
        self.rules = rules_of(self.game, submission)
        # What an older program put in force may lack an operator or approvals.
        self.example = is_example(completed(find_game(self.game), choices(submission))[0])
