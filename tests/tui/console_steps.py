"""The console without its screen: the next steps, and the other actions."""

from typing import Any

from pitboss.table import commands as c
from pitboss.table.export import export_lines, replay
from pitboss.table.instructions import FLOOR
from pitboss.table.next_step import next_step
from pitboss.table.state import encode_state
from pitboss.tui.dealer.dealer_actions import dealer_actions, next_step_action, player_actions
from pitboss.tui.dealer.dealer_session import (
    ActionVariant,
    DealerSession,
    PromptAnswers,
    TableAction,
    possible_actions,
)
from pitboss.tui.dealer.floor_actions import floor_actions, incident_actions
from pitboss.verify import verify

SUBMISSIONS: dict[str, dict[str, Any]] = {
    "manual shoe": {},
    "hand": {"table": {"dealing": "hand", "shuffler": "automated"}},
    "counting": {"table": {"dealing": "automated shoe", "shuffler": "automated counting"}},
    "two decks": {"table": {"shuffler": "automated", "decks": 2}},
}


def right_answers(desk: DealerSession, offer: TableAction) -> dict[str, int | str]:
    """The right figures for what is asked."""
    step = next_step(desk.table.state, desk.utc_seconds)
    tray = int(desk.table.state.balances["tray"])
    match step.command if step else None:
        case c.CountProgressives(chips=chips):
            return dict(chips)
        case c.CountStub(cards=cards):
            return {"cards": cards}
        case _:
            return {
                ask.name: {"cents": tray, "cards": 20}.get(ask.name, ask.initial or "why")
                for ask in offer.prompts
            }


def step(desk: DealerSession) -> None:
    """What is due, done by whom it is for."""
    offer = next_step_action(desk) or possible_actions(floor_actions(desk))[0]
    assert (next_step_action(desk) is None) == (desk.table.instruction.who == FLOOR)
    assert desk.run_action(offer.variants[0].run, right_answers(desk, offer)), desk.note


def until(desk: DealerSession, name: str, rounds: int = 40) -> None:
    while desk.table.instruction.step != name:
        assert desk.tally.rounds < rounds, f"{name} was never due"
        step(desk)


def all_offers(desk: DealerSession) -> list[TableAction]:
    return [
        *incident_actions(desk),
        *floor_actions(desk),
        *dealer_actions(desk),
        *player_actions(desk),
    ]


def find_action(offers: tuple[TableAction, ...], words: str) -> TableAction:
    return next(offer for offer in offers if words in offer.label)


def take(
    desk: DealerSession, offer: TableAction, way: str = "", answers: PromptAnswers | None = None
) -> None:
    """One way of it; what is not answered is taken as it is suggested."""
    assert not offer.refusal, offer.refusal
    result: ActionVariant = next(variant for variant in offer.variants if way in variant.label)
    suggestions = {ask.name: ask.initial for ask in offer.prompts if ask.initial}
    assert desk.run_action(result.run, {**suggestions, **(answers or {})}), desk.note


def check_log(desk: DealerSession) -> None:
    """The export leads to the same state and is proved, and no round is left open."""
    assert not desk.table.state.has_open_round
    assert not desk.table.state.seats
    lines = list(export_lines(desk.table.log))
    assert encode_state(replay(lines)) == encode_state(desk.table.state)
    assert verify(line + b"\n" for line in lines).events == len(desk.table.log)
