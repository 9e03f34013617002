"""A table with its dealer, a floorperson and players of the program. Everything but the screen."""

from collections.abc import Callable, Mapping
from datetime import datetime
from typing import Any, Final

from pitboss.games.grammar import Game
from pitboss.papers.card import rules_card
from pitboss.refusal import Refused, brief
from pitboss.school.crew import Crew, Records, check_seats
from pitboss.submission import example
from pitboss.submission.rules import Rules
from pitboss.table import Automation, Person, Role, Table
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.people import HOUSE_DEALER, HOUSE_FLOOR, is_among, is_name, same_person
from pitboss.table.table import BANK
from pitboss.table.views import View
from pitboss.tui.console.offers import Answers, Run, Way
from pitboss.tui.console.scene import DealScene, without_cards
from pitboss.tui.console.told import told
from pitboss.tui.shift import checked_seed, utc_now
from pitboss.tui.tally import Tally

DEALER: Final = "Dealer"
FLOOR: Final = "Floorperson"


class Desk:
    """What the dealer and the floorperson do, and what they are told."""

    def __init__(
        self,
        game: Game,
        rules: Rules,
        submission: Mapping[str, Any],
        *,
        seats: int = 3,
        seed: str | None = None,
        automation: Automation = Automation.NOTHING,
        dealer: str = DEALER,
        floor: str = FLOOR,
        clock: Callable[[], datetime] = utc_now,
    ) -> None:
        check_seats(game.key, rules, seats)
        self.game, self.rules, self.seed = game, rules, checked_seed(seed)
        self.card = rules_card(game, submission)
        self.table = Table(automation=automation, practice=seed, clock=clock)
        self.crew = Crew(self.table, seats, seed)
        _check_names(dealer, floor, self.crew.names)
        self.dealer, self.floor = Person(dealer, Role.DEALER), Person(floor, Role.FLOORPERSON)
        self._clock, self._submission = clock, submission
        self.told: list[str] = []
        self.tally = Tally()
        self.note = ""

    @property
    def now(self) -> int:
        """The time in seconds of UTC."""
        return int(self._clock().timestamp())

    def open(self) -> None:
        """The office puts the table up: opened, with its submission approved by two people."""
        self.hear(self.table.open_table("table 1", self.game.key, BANK))
        self.hear(self.table.propose(c.FileSubmission(example(self.game, self._submission))))
        self.hear(self.table.approve(self.table.state.proposed))

    def scene(self, enter: str = "") -> DealScene:
        """The moment, ready to be drawn."""
        return DealScene(
            game=self.game,
            rules=self.rules,
            card=self.card,
            view=self._view(),
            duty=self.table.duty,
            at=self.now,
            told=tuple(self.told),
            note=self.note,
            enter=enter,
            dealer=self.dealer.name,
            floor=self.floor.name,
        )

    def _view(self) -> View:
        """The table as the dealer sees it; cards are gone with the deck that they are of."""
        state, view = self.table.state, self.table.view(self.dealer)
        decks = {deck.number for deck in state.day.decks.values()}
        if state.round is None or state.round.deck in decks:
            return view
        return without_cards(view)

    def way(
        self, by: Person, words: str, make: Callable[[Answers], c.Command], sure: str = ""
    ) -> Way:
        """A way that says one command as this person."""
        return Way(words, lambda given: self.table.say(make(given), by), sure)

    def refusal(self, by: Person, command: c.Command) -> str:
        """Why this could not be done now; nothing if it could."""
        try:
            self.table.verify(command, by)
        except Refused as refused:
            return refused.reason
        return ""

    def take(self, run: Run, given: Answers) -> bool:
        """Do it; what is refused is noted, and nothing has changed."""
        self.note = ""
        before = self._round
        try:
            self.hear(run(given))
            if self._round != before:  # bets have just been opened: players make them
                self.hear(self.crew.bet())
        except Refused as refused:
            self.note = sentence_of(refused)
            return False
        return True

    @property
    def _round(self) -> int:
        return self.table.state.round.number if self.table.state.round else 0

    def hear(self, records: Records) -> None:
        """What happened is told and counted."""
        self.tally.hear(records)
        for one in records:
            if isinstance(one.event, e.SubmissionApproved):
                self.rules = self.table.rules
                self.card = rules_card(self.game, one.event.submission)
            self.told += told(self.rules, one)
            coming = self.table.state.upcoming
            if coming and isinstance(one.event, e.Approved) and one.event.number == coming.number:
                self.told.append(f"Submission {coming.number} takes effect after this round.")

    def end(self) -> None:
        """However it ended: the house brings what is on the table to its end, and players leave."""
        state = self.table.state
        if not state.table:
            return
        self._finish()
        self.hear(self.crew.go())

    def _finish(self) -> None:
        """What is due is done by the house; a round that waits for people is void."""
        table = self.table
        while table.state.running or table.state.day.incident is not None:
            step, now = table.due, table.state.round
            if step is not None:
                self.hear(table.say(step.command, step.by))
            elif now is not None:
                self.hear(
                    table.say(c.Propose(c.VoidRound(now.number, "the table closes")), HOUSE_DEALER)
                )
                self.hear(table.say(c.Approve(table.state.proposed), HOUSE_FLOOR))


def _check_names(dealer: str, floor: str, players: Mapping[int, str]) -> None:
    house = (HOUSE_DEALER.name, HOUSE_FLOOR.name, *players.values())
    for name in (dealer, floor):
        if not is_name(name) or is_among(name, house):
            raise Refused(f"{brief(name)} cannot be the name of somebody who works here")
    if same_person(dealer, floor):
        raise Refused("the dealer and the floorperson are two people, with two names")


def sentence_of(refused: Refused) -> str:
    """A refusal without what is due instead, which the screen shows anyway."""
    said = refused.reason
    return f"{said[:1].upper()}{said[1:]}."
