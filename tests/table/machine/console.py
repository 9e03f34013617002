"""Laws of a console: what it offers is accepted, what it refuses is refused, nothing leaks."""

from typing import Final

import msgspec

from pitboss.console.actions import Action, Answer, Prompt, Variant, decode_command, fill
from pitboss.console.console import Console, build_console
from pitboss.errors import Refused
from pitboss.table import Person, Phase, Role, Table
from pitboss.table import commands as c
from pitboss.table.next_step import next_step
from pitboss.table.state import encode_fraction

from .secrecy import faces

STAFF: Final = (
    Person("Dora", Role.DEALER), Person("Flo", Role.FLOORPERSON), Person("Fred", Role.FLOORPERSON),
)  # fmt: skip
CREDIT: Final = 500
"""A corrected credit in cents."""
FIGURE_CLAUSES: Final = ("[LEDG-1]", "[LEDG-5]", "[LEDG-6]", "[PROG-1]")
"""The clauses by which a corrected figure is refused: one that is too high, too low, no change, or
that would change a meter while a round is open."""


def check_console(table: Table, by: Person) -> None:
    """Check everything that a console offers against the table itself."""
    console = build_console(table.state, by, table._current_time())
    actions = console.actions
    names = [action.id for action in actions]
    assert len({*names}) == len(names), "two actions have the same id"
    for action in actions:
        assert action.role is by.role
        assert action.label
        assert action.variants or action.refusal
        for variant in action.variants:
            check_variant(table, by, action, variant)
    _check_secrecy(table, console)


def check_variant(table: Table, by: Person, action: Action, variant: Variant) -> None:
    """Check that the table does what an action promises, with valid answers to its prompts."""
    answers = {prompt.name: valid_answer(table, prompt, variant) for prompt in action.prompts}
    command = decode_command(fill(variant.command, action.prompts, answers))
    assert type(command).__name__ == variant.command["type"]
    refusal = _refusal(table, by, command)
    if not action.refusal and variant.command.get("matter", {}).get("type") == "CorrectPayout":
        # Which credits are possible depends on the cards and on the player's chips.
        assert not refusal or refusal.endswith(FIGURE_CLAUSES), refusal
        return
    assert refusal == action.refusal, f"{action.id}, {variant.label}"


def _refusal(table: Table, by: Person, command: c.Command) -> str:
    try:
        table.verify(command, by)
    except Refused as refused:
        return refused.reason
    return ""


def valid_answer(table: Table, prompt: Prompt, variant: Variant) -> Answer:
    """Return an answer that the table accepts: the right figure where only one is right."""
    step = next_step(table.state)
    kind = variant.command["type"]
    match step.command if step else None:
        case c.CountProgressives(chips=chips) if kind == "CountProgressives":
            return chips[prompt.name]
    match prompt.kind:
        case "money" if kind == "Approve":
            matter = table.state.proposals[variant.command["number"]].matter
            assert isinstance(matter, c.OpeningCount | c.ClosingCount)
            return matter.cents
        case "money" if variant.command.get("matter", {}).get("type") == "TransferChips":
            return table.rules.table.chip  # the tray may hold little more
        case "money":
            return CREDIT
        case "number":
            return prompt.minimum or 0
        case _:
            return prompt.initial or "a reason"


def _check_secrecy(table: Table, console: Console) -> None:
    """Check that a console shows no card, since it is not told any; the view shows them."""
    content = msgspec.json.encode(console, enc_hook=encode_fraction)
    round_ = table.state.round
    assert not [*faces(msgspec.json.decode(content))]
    if table.shoe is not None and round_ is not None and round_.phase is not Phase.CLOSED:
        assert table.shoe.seed.hex().encode() not in content
