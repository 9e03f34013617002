"""The action that carries out the next step: what Enter or the largest button does."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Final

from msgspec.structs import replace

from pitboss.console.actions import Action, Prompt, decode_command
from pitboss.console.context import ConsoleContext
from pitboss.console.prompts import (
    DECK_PROMPT,
    STUB_PROMPT,
    TRAY_PROMPT,
    card_prompts,
    deck_prompts,
)
from pitboss.games.deck_tasks import Task
from pitboss.money import dollars
from pitboss.table import Role
from pitboss.table import commands as c
from pitboss.table.due_cards import due_cards
from pitboss.table.handlers.equipment import cut_range
from pitboss.table.instructions import DEALER, FLOOR, Instruction
from pitboss.table.next_step import NextStep, next_step
from pitboss.table.state import open_street
from pitboss.table.views import choices_for_seat

NEXT_ID: Final = "next"
"""The id of the action that carries out the next step."""
CARD_COMMANDS: Final = (c.OpenRound, c.Deal, c.TurnOver, c.SpinWheel, c.Settle, c.CloseRound)
"""Commands that need the stack; as the next step, they are never refused."""
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
FLOOR_LABELS: Final[Mapping[type[c.Command], str]] = {
    c.ValidateJackpot: "validate the win",
    c.RuleOnAbsent: "rule on the wagers",
    c.RestoreDevice: "the device works again",
}


def next_action(
    context: ConsoleContext, instruction: Instruction, floor: Iterable[Action]
) -> Action | None:
    """Return the action of the next step, or None if the next step is somebody else's.

    Hands are settled one by one, as a dealer does it. What a floorperson has to do is among the
    ``floor`` actions.
    """
    step = next_step(context.state, context.at)
    if context.by.role is Role.FLOORPERSON:
        is_own_step = step is not None and instruction.who == FLOOR
        return _floor_action(step, instruction, floor) if step and is_own_step else None
    if instruction.who == FLOOR or not context.is_dealer:
        return None
    if step is None:
        action = _spoken_action(context, instruction.step)
        return replace(action, clause=instruction.clause) if action else None
    if instruction.who != DEALER:
        return None
    action = _dealer_action(context, step.command, instruction.seat)
    return replace(action, clause=instruction.clause)


def _dealer_action(context: ConsoleContext, command: c.Command, seat: int | None) -> Action:
    match command:
        case c.Propose(matter=c.OpeningCount()):
            return _opening_action(context)
        case c.CountStub():
            prompt = STUB_PROMPT if context.state.has_open_round else DECK_PROMPT
            # The dealer counts: the command must not say how many there should be.
            return _action(context, "count the cards", c.CountStub(0), prompt)
        case c.ReceiveDeck():
            prompts = deck_prompts(context.state.day)
            return _action(context, "receive the deck", c.ReceiveDeck(), *prompts)
        case c.CountProgressives(chips=chips):
            prompts = tuple(_chip_prompts(context, chips))
            return _action(context, "count the chips", c.CountProgressives({}), *prompts)
        case c.Perform(task=Task.CUT, deck=slot):
            low, high = cut_range(context.rules, context.state.day.decks[slot])
            if not high:  # nobody counts the cut of a physical deck
                return _action(context, "cut", command)
            prompt = Prompt(
                name="cards",
                text=f"How many cards are cut from the top ({low} to {high})?",
                kind="number",
                path=("cards",),
                minimum=low,
                maximum=high,
            )
            return _action(context, "cut", command, prompt)
        case c.Settle():
            label = "settle" if seat is None else f"settle seat {seat}"
            return _action(context, label, c.Settle(), *_card_prompts(context, command))
        case c.SpinWheel() if context.rules.table.is_physical:
            return _spin_action(context, command, seat)
        case c.SpinWheel():
            return _action(context, f"spin for seat {seat}", command)
        case _:
            return _action(context, _step_label(command), command, *_card_prompts(context, command))


def _card_prompts(context: ConsoleContext, command: c.Command) -> tuple[Prompt, ...]:
    """Return a prompt for each card of a physical deck that a command turns over."""
    return card_prompts(context.rules, due_cards(context.state, command))


def _spin_action(context: ConsoleContext, command: c.SpinWheel, seat: int | None) -> Action:
    """Return the action that enters where a physical wheel stopped."""
    wheels = [side.pays.wheel for side in context.rules.sides if side.pays.wheel]
    return Action(
        id=NEXT_ID,
        role=context.by.role,
        label=f"spin for seat {seat}",
        variants=tuple(
            context.variant(symbol.name, replace(command, symbol=symbol.name))
            for symbol in wheels[0]
        ),
        is_urgent=True,
    )


def _decision_action(context: ConsoleContext) -> Action | None:
    """Return the action that enters a decision, where a physical deck is dealt.

    A player may also decide on a page of their own.
    """
    round_ = context.state.round
    street = open_street(context.rules, round_) if round_ else None
    if round_ is None or street is None or not context.rules.table.is_physical:
        return None
    seat = round_.turn or 0
    return Action(
        id=NEXT_ID,
        role=context.by.role,
        label=f"enter seat {seat}'s decision",
        variants=tuple(
            context.variant(
                choice.decision,
                c.Decide(seat, choice.decision, street.name),
                detail=dollars(choice.stake) if choice.stake else "",
            )
            for choice in choices_for_seat(context.state, seat)
        ),
        is_urgent=True,
    )


def _step_label(command: c.Command) -> str:
    """Return a short label for the step."""
    if isinstance(command, c.Perform):
        return command.task.value
    return STEP_LABELS.get(type(command), "continue")


def _action(context: ConsoleContext, label: str, command: c.Command, *prompts: Prompt) -> Action:
    """Return the action of the next step; a figure may be refused, and cards are not known."""
    is_certain = bool(prompts) or isinstance(command, CARD_COMMANDS)
    return Action(
        id=NEXT_ID,
        role=context.by.role,
        label=label,
        variants=(context.variant(label, command),),
        prompts=prompts,
        refusal="" if is_certain else context.refusal(command),
        is_urgent=True,
    )


def _spoken_action(context: ConsoleContext, step: str) -> Action | None:
    """Return an action for a step that the house never does: betting, a decision, a tray count."""
    match step:
        case "OpenRound":
            return _action(context, "open betting", c.OpenRound())
        case "NoMoreBets":
            return _action(context, "no more bets", c.NoMoreBets())
        case "Decide":
            return _decision_action(context)
        case "Propose":
            return _opening_action(context)
        case _:
            return None


def _opening_action(context: ConsoleContext) -> Action:
    return _action(context, "count the tray", c.Propose(c.OpeningCount(0)), TRAY_PROMPT)


def _chip_prompts(context: ConsoleContext, chips: Mapping[str, int]) -> Iterator[Prompt]:
    """Yield a prompt for each wager that a device accepted."""
    labels = {side.key: side.label for side in context.rules.sides}
    for key in chips:
        yield Prompt(
            name=key,
            text=f"How many {labels[key]} wagers did you collect?",
            kind="number",
            path=("chips", key),
            minimum=0,
        )


def _floor_action(
    step: NextStep, instruction: Instruction, floor: Iterable[Action]
) -> Action | None:
    """Return the floorperson's actions for the next step as one, with their variants."""
    actions = [action for action in floor if _carries_out(action, step.command)]
    if not actions:
        return None
    first = actions[0]
    # Some rulings turn over cards of a physical deck, which are entered with the ruling.
    actions = [action for action in actions if _card_names(action) == _card_names(first)]
    variants = tuple(variant for action in actions for variant in action.variants)
    if isinstance(step.command, c.Rule):
        label = "rule on the incident"
    elif isinstance(step.command, c.Perform):
        label = step.command.task.value
    elif isinstance(step.command, c.Approve):
        label = "confirm the count" if first.prompts else "approve"
    else:
        label = FLOOR_LABELS.get(type(step.command), "continue")
    return replace(
        first,
        id=NEXT_ID,
        label=label,
        detail=first.detail if len(actions) == 1 else "",
        clause=instruction.clause,
        variants=variants,
        is_urgent=True,
    )


def _card_names(action: Action) -> list[str]:
    return [prompt.name for prompt in action.prompts if prompt.kind == "card"]


def _carries_out(action: Action, command: c.Command) -> bool:
    """Return whether an action does what a command does; an approval names the same proposal."""
    if not action.variants:
        return False
    own = decode_command(action.variants[0].command)
    if type(own) is not type(command):
        return False
    same = {c.Approve: "number", c.RestoreDevice: "device", c.Perform: "deck"}.get(type(command))
    return same is None or getattr(own, same) == getattr(command, same)
