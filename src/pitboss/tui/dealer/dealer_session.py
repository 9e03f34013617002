"""The dealer's table without a screen, and what an action at it is."""

from collections.abc import Callable, Iterable, Mapping
from datetime import datetime
from typing import Any, Final, Literal

from msgspec import Struct
from msgspec.structs import replace

from pitboss.errors import Refused, short_repr
from pitboss.games.grammar import Game
from pitboss.money import dollars
from pitboss.papers.rules_card.card import RulesCard, build_rules_card
from pitboss.school.practice_day import Records, SimulatedPlayers, check_seats
from pitboss.submission import example_filing
from pitboss.submission.rules import Rules
from pitboss.table import Automation, Person, Role, Table
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.day import Day
from pitboss.table.decks import new_deck_identity
from pitboss.table.instructions import Instruction
from pitboss.table.people import HOUSE_DEALER, HOUSE_FLOOR, is_among, is_name, same_person
from pitboss.table.table import DEFAULT_BANK
from pitboss.table.views import RoundView, View
from pitboss.tui.dealer.event_sentences import event_sentences
from pitboss.tui.game.table_shift import ShiftTally, check_seed, utc_now

PromptAnswers = Mapping[str, int | str]
"""The typed answers by the name of their prompt; amounts are in cents."""
RunAction = Callable[[PromptAnswers], Records]


class Prompt(Struct, frozen=True):
    """A question to answer before an action runs."""

    name: str
    prompt: str
    kind: Literal["number", "money", "text"] = "number"
    initial: str = ""


class ActionVariant(Struct, frozen=True):
    """One variant of an action: for a seat, a card or a ruling."""

    label: str
    run: RunAction
    confirmation: str = ""
    """A yes-or-no question to ask before something that cannot be undone."""


class TableAction(Struct, frozen=True, kw_only=True):
    """Something that can be done now, or could be at another time."""

    label: str
    detail: str = ""
    """What the action causes."""
    clause: str = ""
    variants: tuple[ActionVariant, ...] = ()
    prompts: tuple[Prompt, ...] = ()
    refusal: str = ""
    """Why the action is not possible now, or an empty string."""
    is_urgent: bool = False
    """Whether the table is waiting for this action."""


def parse_answer(prompt: Prompt, raw_text: str) -> int | str:
    """Return the value of a typed answer, or raise `Refused` with what is accepted."""
    text = raw_text.strip()
    match prompt.kind:
        case "text":
            if not text:
                raise Refused("enter some text")
            return text
        case "number":
            if not text:
                raise Refused("enter a whole number")
            if not text.isascii() or not text.isdigit() or len(text) > 6:
                raise Refused(f"{raw_text!r} is not a whole number of at most 6 digits")
            return int(text)
        case "money":
            return parse_cents(text)


def parse_cents(text: str) -> int:
    """Return an amount such as ``$1,000``, ``1000`` or ``12.50`` in cents."""
    if not text:
        raise Refused(f"enter an amount such as {dollars(100000)}")
    dollars_text, _, rest = text.removeprefix("$").replace(",", "").partition(".")
    digits = dollars_text + rest.ljust(2, "0")
    if not digits.isascii() or not digits.isdigit() or not dollars_text or len(rest) > 2:
        raise Refused(f"{text!r} is not an amount such as {dollars(100000)} or {dollars(1250)}")
    if len(digits) > 14:
        raise Refused(f"{text!r} is too large")
    return int(digits)


def possible_actions(actions: Iterable[TableAction]) -> tuple[TableAction, ...]:
    """Return the actions that are possible now, urgent ones first."""
    return tuple(
        sorted((action for action in actions if not action.refusal), key=lambda x: not x.is_urgent)
    )


def deck_prompts(day: Day) -> tuple[Prompt, ...]:
    """Return the prompts for a new deck, with defaults that suit the deck in use."""
    name, design, color = new_deck_identity(day)
    other = next((deck for deck in day.decks.values() if deck.color), None)
    design_hint = (
        f" Both decks must have the same design: {other.design} is in use." if other else ""
    )
    color_hint = f" The other deck has {other.color} backs." if other else ""
    return (
        Prompt("id", "What is the deck's ID in the register?", "text", name),
        Prompt("design", f"What is the design of the card backs?{design_hint}", "text", design),
        Prompt("color", f"What color are the card backs?{color_hint}", "text", color),
    )


def receive_deck_command(answers: PromptAnswers, *, ready_made: bool = False) -> c.ReceiveDeck:
    """Return the command that receives this deck."""
    name, design, color = (str(answers[key]) for key in ("id", "design", "color"))
    return c.ReceiveDeck(ready_made=ready_made, id=name, design=design, color=color)


class DealerScreenState(Struct, frozen=True, kw_only=True):
    """What the dealer's screen shows at one moment."""

    game: Game
    rules: Rules
    card: RulesCard
    view: View
    instruction: Instruction
    utc_seconds: int
    """The time, in seconds of UTC."""
    sentences: tuple[str, ...] = ()
    note: str = ""
    enter_label: str = ""
    """What Enter does."""
    dealer: str = ""
    floor: str = ""

    @property
    def round(self) -> RoundView | None:
        """The current round, if there is one."""
        return self.view.round if isinstance(self.view.round, RoundView) else None

    @property
    def players(self) -> Mapping[int, str]:
        """The players by seat."""
        return self.view.players if isinstance(self.view.players, Mapping) else {}

    @property
    def chips(self) -> Mapping[str, int]:
        """The chips of each player, in cents."""
        return self.view.chips if isinstance(self.view.chips, Mapping) else {}

    @property
    def meters(self) -> Mapping[str, int]:
        """The amount of each meter, in cents."""
        return self.view.meters if isinstance(self.view.meters, Mapping) else {}


def without_cards(view: View) -> View:
    """Return the view without cards; wagers and results stay."""
    round_ = view.round
    if not isinstance(round_, RoundView):
        return view
    seats = {seat: replace(seat_view, cards=()) for seat, seat_view in round_.seats.items()}
    return replace(view, round=replace(round_, cards={}, seats=seats, open=()))


DEFAULT_DEALER: Final = "Dealer"
DEFAULT_FLOORPERSON: Final = "Floorperson"


class DealerSession:
    """The dealer's and the floorperson's side of a table, with a log in sentences."""

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

    def make_variant(
        self,
        by: Person,
        label: str,
        build_command: Callable[[PromptAnswers], c.Command],
        confirmation: str = "",
    ) -> ActionVariant:
        """Return an action variant that executes one command as this person."""
        return ActionVariant(
            label, lambda answers: self.table.execute(build_command(answers), by), confirmation
        )

    def refusal(self, by: Person, command: c.Command) -> str:
        """Return why this command is not possible now, or an empty string."""
        try:
            self.table.verify(command, by)
        except Refused as error:
            return error.reason
        return ""

    def run_action(self, run: RunAction, answers: PromptAnswers) -> bool:
        """Run an action and return whether it succeeded; a refusal is noted."""
        self.note = ""
        round_before = self._round_number
        try:
            self.process(run(answers))
            if (
                self._round_number != round_before
            ):  # betting has just opened: players place their bets
                self.process(self.players.place_bets())
        except Refused as error:
            self.note = refusal_sentence(error)
            return False
        return True

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
            upcoming = self.table.state.upcoming
            if (
                upcoming
                and isinstance(record.event, e.Approved)
                and record.event.number == upcoming.number
            ):
                self.sentences.append(
                    f"Submission {upcoming.number} takes effect after this round."
                )

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


def refusal_sentence(error: Refused) -> str:
    """Return a refusal as a sentence, without the next step, which the screen shows anyway."""
    reason = error.reason
    return f"{reason[:1].upper()}{reason[1:]}."
