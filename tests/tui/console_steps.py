"""The console without its screen: the next steps, and the other actions."""

from typing import Any

from pitboss.console.actions import Action, Answers, Variant, possible_actions
from pitboss.table import commands as c
from pitboss.table.export import export_lines, replay
from pitboss.table.instructions import FLOOR
from pitboss.table.next_step import next_step
from pitboss.table.state import encode_state
from pitboss.tui.dealer.console_session import dealer_menu
from pitboss.tui.dealer.dealer_session import DealerSession
from pitboss.verify import verify

SUBMISSIONS: dict[str, dict[str, Any]] = {
    "manual shoe": {},
    "hand": {"table": {"dealing": "hand", "shuffler": "automated"}},
    "counting": {"table": {"dealing": "automated shoe", "shuffler": "automated counting"}},
    "two decks": {"table": {"shuffler": "automated", "decks": 2}},
}


def next_step_action(session: DealerSession) -> Action | None:
    """Return what Enter does."""
    return session.next_action()


def incident_actions(session: DealerSession) -> tuple[Action, ...]:
    return session.console(session.dealer).incidents


def floor_actions(session: DealerSession) -> tuple[Action, ...]:
    return session.console(session.floor).floor


def dealer_actions(session: DealerSession) -> tuple[Action, ...]:
    return dealer_menu(session.console(session.dealer))


def player_actions(session: DealerSession) -> tuple[Action, ...]:
    return session.menu("players").actions


def right_answers(session: DealerSession, offer: Action) -> dict[str, int | str]:
    """Return the right figures for the questions asked."""
    step = next_step(session.table.state, session.utc_seconds)
    tray = int(session.table.state.balances["tray"])
    match step.command if step else None:
        case c.CountProgressives(chips=chips):
            return dict(chips)
        case c.CountStub(cards=cards):
            return {"cards": cards}
        case _:
            return {
                prompt.name: {"cents": tray, "cards": 20}.get(prompt.name, prompt.initial or "why")
                for prompt in offer.prompts
            }


def step(session: DealerSession) -> None:
    """Do the due step in its role."""
    offer = next_step_action(session) or possible_actions(floor_actions(session))[0]
    assert (next_step_action(session) is None) == (session.table.instruction.who == FLOOR)
    assert session.run_action(offer, offer.variants[0], right_answers(session, offer)), session.note


def until(session: DealerSession, name: str, rounds: int = 40) -> None:
    while session.table.instruction.step != name:
        assert session.tally.rounds < rounds, f"{name} was never due"
        step(session)


def all_offers(session: DealerSession) -> list[Action]:
    return [
        *incident_actions(session),
        *floor_actions(session),
        *dealer_actions(session),
        *player_actions(session),
    ]


def find_action(offers: tuple[Action, ...], words: str) -> Action:
    return next(offer for offer in offers if words in offer.label)


def take(
    session: DealerSession, offer: Action, way: str = "", answers: Answers | None = None
) -> None:
    """Take one of the actions, with suggested values where nothing else is given."""
    assert not offer.refusal, offer.refusal
    result: Variant = next(variant for variant in offer.variants if way in variant.label)
    suggestions = {prompt.name: prompt.initial for prompt in offer.prompts if prompt.initial}
    assert session.run_action(offer, result, {**suggestions, **(answers or {})}), session.note


def check_log(session: DealerSession) -> None:
    """Check that the export replays and verifies, and that no round is left open."""
    assert not session.table.state.has_open_round
    assert not session.table.state.seats
    lines = list(export_lines(session.table.log))
    assert encode_state(replay(lines)) == encode_state(session.table.state)
    assert verify(line + b"\n" for line in lines).events == len(session.table.log)
