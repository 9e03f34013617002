"""A dealer's actions: the next step, absent players, decks, devices, voids, and seating."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final

from pitboss.errors import Refused
from pitboss.games.deck_tasks import Device, Mark, Task
from pitboss.games.incidents import Kind
from pitboss.papers.wording import capitalize
from pitboss.school.practice_day import Records
from pitboss.table import commands as c
from pitboss.table.day import TableDeck
from pitboss.table.decks import deck_slots, find_incident, incident_clause
from pitboss.table.handlers.equipment import cut_range
from pitboss.table.house_rules import CORRECTIONS, INCIDENTS, TWO_PEOPLE
from pitboss.table.instructions import DEALER, FLOOR
from pitboss.table.next_step import next_step
from pitboss.tui.dealer.dealer_session import (
    ActionVariant,
    DealerSession,
    Prompt,
    PromptAnswers,
    RunAction,
    TableAction,
    deck_prompts,
    receive_deck_command,
)
from pitboss.tui.dealer.event_sentences import matter_phrase
from pitboss.tui.dealer.proposal_actions import correction_actions, method_actions

BuildCommand = Callable[[PromptAnswers], c.Command]
TRAY_PROMPT: Final = Prompt("cents", "How much is in the tray, in dollars?", "money")
STUB_PROMPT: Final = Prompt("cards", "How many cards are in the stub?")
DECK_PROMPT: Final = Prompt("cards", "How many cards are in the deck?")

STEP_LABELS: Final[Mapping[type[c.Command], str]] = {
    c.SignChecklist: "sign the checklist",
    c.RemoveDeck: "remove the deck",
    c.Deal: "deal",
    c.TurnOver: "turn over",
    c.VerifyJackpot: "verify the win",
    c.AnswerForAbsent: "decide for the player",
    c.CloseRound: "close the round",
    c.MarkDevice: "cover the device",
}


def next_step_action(session: DealerSession) -> TableAction | None:
    """Return what Enter does, or None if the next step is the floorperson's.

    Hands are settled one by one, as a dealer does it.
    """
    instruction = session.table.instruction
    step = next_step(session.table.state, session.utc_seconds)
    if instruction.who == FLOOR:
        return None
    if step is None:
        return _spoken_action(session, instruction.step, instruction.seat)
    if instruction.who != DEALER:
        return None
    match command := step.command:
        case c.Propose(matter=c.OpeningCount()):
            return _opening_action(session)
        case c.CountStub():
            prompt = STUB_PROMPT if session.table.state.has_open_round else DECK_PROMPT
            return _prompt_action(session, "count the cards", (prompt,), _count_stub_command)
        case c.ReceiveDeck():
            return _prompt_action(
                session,
                "receive the deck",
                deck_prompts(session.table.state.day),
                receive_deck_command,
            )
        case c.CountProgressives(chips=chips):
            return _prompt_action(
                session,
                "count the chips",
                tuple(_chip_prompts(session, chips)),
                _count_progressives_command,
            )
        case c.Perform(task=Task.CUT, deck=slot):
            return _cut_action(session, slot, session.table.state.day.decks[slot])
        case c.Settle():
            label = "settle" if instruction.seat is None else f"settle seat {instruction.seat}"
            return _plain_action(session, label, c.Settle())
        case c.SpinWheel():
            return _plain_action(session, f"spin for seat {instruction.seat}", command)
        case _:
            return _plain_action(session, _step_label(command), command)


def _step_label(command: c.Command) -> str:
    """Return a short label for the step."""
    if isinstance(command, c.Perform):
        return command.task.value
    return STEP_LABELS.get(type(command), "continue")


def _plain_action(session: DealerSession, label: str, command: c.Command) -> TableAction:
    variant = session.make_variant(session.dealer, label, lambda answers: command)
    return TableAction(label=label, variants=(variant,))


def _prompt_action(
    session: DealerSession, label: str, prompts: tuple[Prompt, ...], build_command: BuildCommand
) -> TableAction:
    return TableAction(
        label=label,
        variants=(session.make_variant(session.dealer, label, build_command),),
        prompts=prompts,
    )


def _spoken_action(session: DealerSession, step: str, seat: int | None) -> TableAction | None:
    """Return an action that opens or closes betting, or asks players to act."""
    run: RunAction
    match step:
        case "OpenRound":
            return _plain_action(session, "open betting", c.OpenRound())
        case "NoMoreBets":
            return _plain_action(session, "no more bets", c.NoMoreBets())
        case "Decide":
            label, run = f"ask seat {seat}", lambda answers: session.players.decide()
        case "TakeSeat":
            label, run = "seat the players", lambda answers: session.players.seat_everybody()
        case "Propose":
            return _opening_action(session)
        case _:
            return None
    return TableAction(label=label, variants=(ActionVariant(label, run),))


def _opening_action(session: DealerSession) -> TableAction:
    def build_command(answers: PromptAnswers) -> c.Command:
        return c.Propose(c.OpeningCount(int(answers["cents"])))

    return _prompt_action(session, "count the tray", (TRAY_PROMPT,), build_command)


def _count_stub_command(answers: PromptAnswers) -> c.Command:
    return c.CountStub(int(answers["cards"]))


def _chip_prompts(session: DealerSession, chips: Mapping[str, int]) -> Iterator[Prompt]:
    """Yield a prompt for each wager that a device accepted."""
    labels = {side.key: side.label for side in session.rules.sides}
    for key in chips:
        yield Prompt(key, f"How many {labels[key]} wagers did you collect?")


def _count_progressives_command(answers: PromptAnswers) -> c.Command:
    return c.CountProgressives({key: int(number) for key, number in answers.items()})


def _cut_action(session: DealerSession, slot: int, deck: TableDeck) -> TableAction:
    low, high = cut_range(session.rules, deck)
    prompt = f"How many cards are cut from the top ({low} to {high})?"

    def build_command(answers: PromptAnswers) -> c.Command:
        return c.Perform(Task.CUT, slot, int(answers["cards"]))

    return _prompt_action(session, "cut", (Prompt("cards", prompt),), build_command)


def dealer_actions(session: DealerSession) -> tuple[TableAction, ...]:
    """Return all actions of a dealer, with the reason for each that is not possible now."""
    return (
        *_absent_player_actions(session),
        *_idle_player_actions(session),
        *_deck_actions(session),
        *_device_actions(session),
        *method_actions(session),
        _stub_count_action(session),
        *_void_actions(session),
        *_withdraw_actions(session),
        *correction_actions(session),
        _closing_action(session),
    )


def _absent_player_actions(session: DealerSession) -> Iterator[TableAction]:
    """Yield actions for players of the current round who are gone or do not answer."""
    state = session.table.state
    round_ = state.round if state.has_open_round else None
    for seat in sorted(round_.players.keys() - round_.away) if round_ else ():
        yield _one_command_action(
            session,
            f"Seat {seat} has walked off",
            "A floorperson rules on wagers still in play; the seat is freed after the round.",
            session.rules.cite(session.rules.table_procedures.leaving),
            c.WalkedOff(seat),
        )


def _idle_player_actions(session: DealerSession) -> Iterator[TableAction]:
    """Yield actions for seated players without wagers, who may be gone."""
    state = session.table.state
    round_ = state.round if state.has_open_round else None
    for seat in sorted(
        state.seats.keys() - {*round_.wagers, *round_.away} if round_ else state.seats
    ):
        yield _one_command_action(
            session,
            f"Free seat {seat}: the player is gone",
            "Any remaining chips are cashed out.",
            session.rules.cite(session.rules.table_procedures.leaving),
            c.FreeSeat(seat),
        )


def _deck_actions(session: DealerSession) -> Iterator[TableAction]:
    procedures, cite = session.rules.deck_procedures, session.rules.cite
    preparation = (
        f"It goes through the {Device.SHUFFLER} before it is dealt from the hand."
        if session.rules.dealing.needs_shuffler is not None
        else "It is cut and used without further preparation."
    )
    yield _receive_deck_action(
        session, "Bring in a deck", "", procedures.received, ready_made=False
    )
    label = "Bring in a deck that is already inspected and shuffled"
    yield _receive_deck_action(session, label, preparation, procedures.ready_made, ready_made=True)
    for slot in sorted({*deck_slots(session.rules), *session.table.state.day.decks}):
        which = f"deck {slot}" if session.rules.table.decks > 1 else "the deck"
        clause = cite(procedures.deck_clause[session.rules.table.dealing])
        yield _one_command_action(
            session, f"Remove {which} from the table", "", clause, c.RemoveDeck(slot)
        )
        spread = c.Perform(Task.SPREAD, slot)
        if not session.table.state.seats and Task.SPREAD_DOWN in procedures.idle:
            label = f"{capitalize(Task.SPREAD.description)}, at a player's request"
            yield _one_command_action(
                session, label, "", cite(procedures.idle[Task.SPREAD_DOWN]), spread
            )


def _receive_deck_action(
    session: DealerSession, label: str, detail: str, clause: str, *, ready_made: bool
) -> TableAction:
    def build_command(answers: PromptAnswers) -> c.Command:
        return receive_deck_command(answers, ready_made=ready_made)

    return TableAction(
        label=label,
        detail=detail,
        clause=session.rules.cite(clause) or "",
        variants=(session.make_variant(session.dealer, label, build_command),),
        prompts=deck_prompts(session.table.state.day),
        refusal=session.refusal(session.dealer, c.ReceiveDeck(ready_made=ready_made)),
    )


def _device_actions(session: DealerSession) -> Iterator[TableAction]:
    incident = find_incident(session.rules, Kind.DEVICE_DOWN)
    for device in session.table.state.day.broken:
        broken_device = Device(device)
        variants = tuple(_mark_variant(session, broken_device, mark) for mark in Mark)
        yield TableAction(
            label=f"Mark the {device} as out of order",
            clause=incident_clause(session.rules, incident) if incident else INCIDENTS,
            variants=variants,
            refusal=session.refusal(session.dealer, c.MarkDevice(broken_device)),
            is_urgent=not session.table.state.day.broken[device],
        )


def _mark_variant(session: DealerSession, device: Device, mark: Mark) -> ActionVariant:
    return session.make_variant(
        session.dealer, mark.value, lambda answers: c.MarkDevice(device, mark)
    )


def _stub_count_action(session: DealerSession) -> TableAction:
    """Return the action that counts the stub, even before it is required."""
    rules, procedures = session.rules, session.rules.deck_procedures
    return TableAction(
        label="Count the remaining cards",
        detail=f"Required within {procedures.stub_count_rounds} rounds, before settlement.",
        clause=rules.cite(procedures.stub_clause[rules.table.dealing]) or "",
        variants=(
            session.make_variant(
                session.dealer, "count", lambda answers: c.CountStub(int(answers["cards"]))
            ),
        ),
        prompts=(STUB_PROMPT if session.table.state.has_open_round else DECK_PROMPT,),
        refusal=session.refusal(session.dealer, c.CountStub(0)),
    )


def _void_actions(session: DealerSession) -> Iterator[TableAction]:
    round_ = session.table.state.round
    number = round_.number if round_ is not None else c.CURRENT_ROUND
    labels = {side.key: side.label for side in session.rules.sides}
    for settles in ("", *(key for key in session.rules.settled_when_void if key in labels)):
        suffix = f"; {labels[settles]} is still settled" if settles else ""
        command = c.Propose(c.VoidRound(number, "a reason", settles))
        yield TableAction(
            label=f"Propose voiding the round{suffix}",
            detail="Once a floorperson approves it, every wager is returned.",
            clause=CORRECTIONS,
            variants=(_void_variant(session, number, settles),),
            prompts=(Prompt("reason", "Why should the round be void?", "text"),),
            refusal=session.refusal(session.dealer, command),
        )


def _void_variant(session: DealerSession, number: int, settles: str) -> ActionVariant:
    def build_command(answers: PromptAnswers) -> c.Command:
        return c.Propose(c.VoidRound(number, str(answers["reason"]), settles))

    return session.make_variant(session.dealer, "propose", build_command)


def _withdraw_actions(session: DealerSession) -> Iterator[TableAction]:
    for number, proposal in session.table.state.proposals.items():
        label = f"Withdraw proposal {number}: {matter_phrase(session.rules, proposal.matter)}"
        yield _one_command_action(session, label, "", TWO_PEOPLE, c.Reject(number))


def _closing_action(session: DealerSession) -> TableAction:
    def build_command(answers: PromptAnswers) -> c.Command:
        return c.Propose(c.ClosingCount(int(answers["cents"])))

    return TableAction(
        label="Count the tray and close the table",
        detail="A floorperson must count it too.",
        clause=TWO_PEOPLE,
        variants=(session.make_variant(session.dealer, "count", build_command),),
        prompts=(TRAY_PROMPT,),
        refusal=session.refusal(session.dealer, c.Propose(c.ClosingCount(0))),
    )


def _one_command_action(
    session: DealerSession, label: str, detail: str, clause: str | None, command: c.Command
) -> TableAction:
    return TableAction(
        label=label,
        detail=detail,
        clause=clause or "",
        variants=(session.make_variant(session.dealer, label, lambda answers: command),),
        refusal=session.refusal(session.dealer, command),
    )


def player_actions(session: DealerSession) -> tuple[TableAction, ...]:
    """Return the actions of each seat: its player leaves, or a player sits down."""
    everybody = _everybody_leaves_action(session)
    return (*([everybody] if everybody else []), *_seat_actions(session))


def _seat_actions(session: DealerSession) -> Iterator[TableAction]:
    state, procedures = session.table.state, session.rules.table_procedures
    for seat in range(1, session.rules.seats + 1):
        is_taken = seat in state.seats
        round_ = state.round if state.has_open_round else None
        is_mid_round = round_ is not None and seat in round_.players
        label = (
            f"Seat {seat}: the player leaves" if is_taken else f"Seat {seat}: a player sits down"
        )
        detail = "The player walks off in mid-round; a floorperson rules on the wagers."
        yield TableAction(
            label=label,
            detail=detail if is_mid_round else "",
            clause=session.rules.cite(procedures.leaving if is_taken else procedures.seated) or "",
            variants=(_seat_variant(session, seat, is_taken=is_taken),),
            refusal=_seat_refusal(session, seat, is_taken=is_taken),
        )


def _seat_variant(session: DealerSession, seat: int, *, is_taken: bool) -> ActionVariant:
    if is_taken:
        return ActionVariant("leaves", lambda answers: session.players.leave_seat(seat))
    return ActionVariant("sits down", lambda answers: session.players.seat_player(seat))


def _seat_refusal(session: DealerSession, seat: int, *, is_taken: bool) -> str:
    participant = session.players.participant(seat)
    try:
        participant.verify(c.Leave(seat) if is_taken else c.TakeSeat(seat))
    except Refused as error:
        return error.reason
    return ""


def _everybody_leaves_action(session: DealerSession) -> TableAction | None:
    """Return the action that ends a shift: all players leave."""
    state = session.table.state
    if not state.seats or state.has_open_round:
        return None

    def leave_all(_: object) -> Records:
        return session.players.leave_all()

    return TableAction(label="All players leave", variants=(ActionVariant("everybody", leave_all),))
