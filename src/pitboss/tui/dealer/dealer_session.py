"""The dealer's table without a screen, where the program plays the players."""

from collections.abc import Callable, Iterator, Mapping
from datetime import datetime
from typing import Any, Final

from pitboss.console.actions import Action, Answers, Variant, decode_command, fill, order_actions
from pitboss.console.console import Console, build_console
from pitboss.console.event_sentences import event_sentences, upcoming_sentence
from pitboss.console.next_action import NEXT_ID
from pitboss.errors import Refused, short_repr
from pitboss.games.grammar import Game
from pitboss.papers.rules_card.card import build_rules_card
from pitboss.school.practice_day import Records, SimulatedPlayers, check_seats, check_virtual_deck
from pitboss.submission import example_filing
from pitboss.submission.rules import Rules
from pitboss.table import Automation, Person, Role, Table
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.instructions import FLOOR, Instruction
from pitboss.table.people import HOUSE_DEALER, HOUSE_FLOOR, is_among, is_name, same_person
from pitboss.table.table import DEFAULT_BANK
from pitboss.table.views import View
from pitboss.tui.dealer.console_session import (
    DealerScreenState,
    Menu,
    acting_as,
    dealer_menu,
    refusal_sentence,
    without_cards,
)
from pitboss.tui.game.table_shift import ShiftTally, check_seed, utc_now

LEAVE_QUESTION: Final = (
    "A round is in progress. If you leave now, the house finishes it; if it is waiting for a "
    "player, the round is void. Then all players cash out."
)
FLOOR_ONLY_NOTE: Final = "Only the floorperson can do this: press F."
DEFAULT_DEALER: Final = "Dealer"
DEFAULT_FLOORPERSON: Final = "Floorperson"


class DealerSession:
    """A table in this program, at which one human deals and supervises, and the program plays."""

    def __init__(
        self,
        game: Game,
        rules: Rules,
        submission: Mapping[str, Any],
        *,
        seats: int = 3,
        seed: str | None = None,
        automation: Automation = Automation.NOTHING,
        dealer: str = DEFAULT_DEALER,
        floor: str = DEFAULT_FLOORPERSON,
        clock: Callable[[], datetime] = utc_now,
    ) -> None:
        check_seats(game.key, rules, seats)
        check_virtual_deck(rules)
        self.game, self.rules, self.seed = game, rules, check_seed(seed)
        self.card = build_rules_card(game, submission)
        self.table = Table(automation=automation, practice=seed, clock=clock)
        self.players = SimulatedPlayers(self.table, seats, seed)
        _check_names(dealer, floor, self.players.names)
        self.dealer, self.floor = Person(dealer, Role.DEALER), Person(floor, Role.FLOORPERSON)
        self._clock, self._submission = clock, submission
        self.sentences: list[str] = []
        self.tally = ShiftTally()
        self.note = ""

    @property
    def utc_seconds(self) -> int:
        """The time, in seconds of UTC."""
        return int(self._clock().timestamp())

    def open(self) -> None:
        """Open the table and have its submission approved by two people."""
        self.process(self.table.open_table("table 1", self.game.key, DEFAULT_BANK))
        self.process(
            self.table.propose(c.FileSubmission(example_filing(self.game, self._submission)))
        )
        self.process(self.table.approve(self.table.state.proposed))

    # What the screen shows

    @property
    def instruction(self) -> Instruction:
        """The next step."""
        return self.table.instruction

    @property
    def wait_note(self) -> str:
        """What to say if Enter is pressed although the floorperson has to act."""
        return FLOOR_ONLY_NOTE

    @property
    def leave_question(self) -> str:
        """The question to answer before a round in progress is left."""
        return LEAVE_QUESTION if self.table.state.has_open_round else ""

    def screen_state(self, enter: str = "") -> DealerScreenState:
        """Return everything that the screen shows now."""
        return DealerScreenState(
            game=self.game,
            rules=self.rules,
            card=self.card,
            view=self._view(),
            instruction=self.table.instruction,
            utc_seconds=self.utc_seconds,
            sentences=tuple(self.sentences),
            note=self.note,
            enter_label=enter,
            dealer=self.dealer.name,
            floor=self.floor.name,
        )

    def _view(self) -> View:
        """Return the dealer's view of the table, without the cards of a deck that was removed."""
        state, view = self.table.state, self.table.view(self.dealer)
        decks = {deck.number for deck in state.day.decks.values()}
        if state.round is None or state.round.deck in decks:
            return view
        return without_cards(view)

    async def follow(self, on_change: Callable[[], None]) -> None:
        """Return at once: nobody else acts at this table."""

    # What can be done

    def title(self, role: Role) -> str:
        """Return the title of a dialog: in whose name something is done."""
        return acting_as(self.floor if role is Role.FLOORPERSON else self.dealer)

    def console(self, by: Person) -> Console:
        """Return the console of the dealer or of the floorperson."""
        return build_console(self.table.state, by, self.utc_seconds)

    def next_action(self) -> Action | None:
        """Return what Enter does, or None if the next step is the floorperson's."""
        instruction = self.table.instruction
        if instruction.who == FLOOR:
            return None
        return self.console(self.dealer).primary or _player_step(instruction)

    def menu(self, name: str) -> Menu:
        """Return a menu; possible actions come first in those that change with the table."""
        match name:
            case "incidents":
                return Menu("Report an irregularity", self.console(self.dealer).incidents)
            case "floor":
                return Menu(acting_as(self.floor), order_actions(self.console(self.floor).floor))
            case "dealer":
                actions = order_actions(dealer_menu(self.console(self.dealer)))
                return Menu(acting_as(self.dealer), actions)
            case _:
                return Menu("Players", tuple(self._player_actions()))

    def _player_actions(self) -> Iterator[Action]:
        """Yield the actions of each seat: its player leaves, or a player sits down."""
        state, procedures = self.table.state, self.rules.table_procedures
        if state.seats and not state.has_open_round:
            yield _player_action("everybody-leaves", "All players leave", {"type": "Leave"})
        round_ = state.round if state.has_open_round else None
        for seat in range(1, self.rules.seats + 1):
            is_taken = seat in state.seats
            is_mid_round = round_ is not None and seat in round_.players
            what = "the player leaves" if is_taken else "a player sits down"
            command = c.Leave(seat) if is_taken else c.TakeSeat(seat)
            clause = procedures.leaving if is_taken else procedures.seated
            yield _player_action(
                f"seat-{seat}",
                f"Seat {seat}: {what}",
                {"type": type(command).__name__, "seat": seat},
                detail="The player walks off mid-round; a floorperson rules on the wagers."
                * is_mid_round,
                clause=self.rules.cite(clause) or "",
                refusal=self._player_refusal(seat, command),
            )

    def _player_refusal(self, seat: int, command: c.Command) -> str:
        try:
            self.players.participant(seat).verify(command)
        except Refused as error:
            return error.reason
        return ""

    async def perform(self, action: Action, variant: Variant, answers: Answers) -> None:
        """Carry out an action; a refusal is noted."""
        self.run_action(action, variant, answers)

    def run_action(self, action: Action, variant: Variant, answers: Answers) -> bool:
        """Carry out an action and return whether it succeeded; a refusal is noted."""
        self.note = ""
        round_before = self._round_number
        try:
            self.process(self._execute(action, variant, answers))
            if (
                self._round_number != round_before
            ):  # betting has just opened: players place their bets
                self.process(self.players.place_bets())
        except Refused as error:
            self.note = refusal_sentence(error)
            return False
        return True

    def _execute(self, action: Action, variant: Variant, answers: Answers) -> Records:
        if action.role is Role.PLAYER:
            return self._act_for_players(variant.command)
        by = self.dealer if action.role is Role.DEALER else self.floor
        return self.table.execute(
            decode_command(fill(variant.command, action.prompts, answers)), by
        )

    def _act_for_players(self, command: Mapping[str, Any]) -> Records:
        """Do what a player does, or what all of them do if the command names no seat."""
        seat = command.get("seat")
        match command["type"]:
            case "TakeSeat":
                return self.players.seat_player(seat) if seat else self.players.seat_everybody()
            case "Leave":
                return self.players.leave_seat(seat) if seat else self.players.leave_all()
            case _:
                return self.players.decide()

    @property
    def _round_number(self) -> int:
        return self.table.state.round.number if self.table.state.round else 0

    def process(self, records: Records) -> None:
        """Count these log entries and add their sentences to the log."""
        self.tally.count(records)
        for record in records:
            if isinstance(record.event, e.SubmissionApproved):
                self.rules = self.table.rules
                self.card = build_rules_card(self.game, record.event.submission)
            self.sentences += event_sentences(self.rules, record)
            if sentence := upcoming_sentence(self.table.state, record):
                self.sentences.append(sentence)

    def end(self) -> None:
        """Finish the current round as the house, and let all players leave."""
        state = self.table.state
        if not state.table:
            return
        self._finish_round()
        self.process(self.players.leave_all())

    def _finish_round(self) -> None:
        """Perform the remaining steps; void a round that waits for people."""
        table = self.table
        while table.state.has_open_round or table.state.day.incident is not None:
            step, round_ = table.next_step, table.state.round
            if step is not None:
                self.process(table.execute(step.command, step.by))
            elif round_ is not None:
                self.process(
                    table.execute(
                        c.Propose(c.VoidRound(round_.number, "the table closes")), HOUSE_DEALER
                    )
                )
                self.process(table.execute(c.Approve(table.state.proposed), HOUSE_FLOOR))


def _check_names(dealer: str, floor: str, players: Mapping[int, str]) -> None:
    reserved_names = (HOUSE_DEALER.name, HOUSE_FLOOR.name, *players.values())
    for name in (dealer, floor):
        if not is_name(name) or is_among(name, reserved_names):
            raise Refused(
                f"{short_repr(name)} cannot be a staff name: choose a name that nobody else has"
            )
    if same_person(dealer, floor):
        raise Refused("the dealer and the floorperson must have different names")


def _player_step(instruction: Instruction) -> Action | None:
    """Return the next step as the action of simulated players."""
    match instruction.step:
        case "Decide":
            label = f"ask seat {instruction.seat}"
        case "TakeSeat":
            label = "seat the players"
        case _:
            return None
    return _player_action(NEXT_ID, label, {"type": instruction.step})


def _player_action(
    name: str,
    label: str,
    command: dict[str, Any],
    *,
    detail: str = "",
    clause: str = "",
    refusal: str = "",
) -> Action:
    return Action(
        id=name,
        role=Role.PLAYER,
        label=label,
        detail=detail,
        clause=clause,
        variants=(Variant(label, command),),
        refusal=refusal,
    )
