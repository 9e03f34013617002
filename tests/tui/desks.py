"""The console without its screen: the steps that are due, and what can be done beside them."""

from typing import Any

from pitboss.table import commands as c
from pitboss.table.due import due
from pitboss.table.duty import FLOOR
from pitboss.table.export import exported, replayed
from pitboss.table.state import state_bytes
from pitboss.tui.console.desk import Desk
from pitboss.tui.console.floor import floor_offers
from pitboss.tui.console.irregular import incident_offers
from pitboss.tui.console.offers import Answers, Offer, Way, possible
from pitboss.tui.console.others import dealer_offers
from pitboss.tui.console.players import player_offers
from pitboss.tui.console.steps import due_offer
from pitboss.verify import verify

SUBMISSIONS: dict[str, dict[str, Any]] = {
    "manual shoe": {},
    "hand": {"table": {"dealing": "hand", "shuffler": "automated"}},
    "counting": {"table": {"dealing": "automated shoe", "shuffler": "automated counting"}},
    "two decks": {"table": {"shuffler": "automated", "decks": 2}},
}


def given(desk: Desk, offer: Offer) -> dict[str, int | str]:
    """The right figures for what is asked."""
    step = due(desk.table.state, desk.now)
    tray = int(desk.table.state.balances["tray"])
    match step.command if step else None:
        case c.CountProgressives(chips=chips):
            return dict(chips)
        case c.CountStub(cards=cards):
            return {"cards": cards}
        case _:
            return {
                ask.name: {"cents": tray, "cards": 20}.get(ask.name, ask.initial or "why")
                for ask in offer.asks
            }


def step(desk: Desk) -> None:
    """What is due, done by whom it is for."""
    offer = due_offer(desk) or possible(floor_offers(desk))[0]
    assert (due_offer(desk) is None) == (desk.table.duty.who == FLOOR)
    assert desk.take(offer.ways[0].run, given(desk, offer)), desk.note


def until(desk: Desk, name: str, rounds: int = 40) -> None:
    while desk.table.duty.step != name:
        assert desk.tally.rounds < rounds, f"{name} was never due"
        step(desk)


def all_offers(desk: Desk) -> list[Offer]:
    return [
        *incident_offers(desk),
        *floor_offers(desk),
        *dealer_offers(desk),
        *player_offers(desk),
    ]


def offered(offers: tuple[Offer, ...], words: str) -> Offer:
    return next(offer for offer in offers if words in offer.words)


def take(desk: Desk, offer: Offer, way: str = "", answers: Answers | None = None) -> None:
    """One way of it; what is not answered is taken as it is suggested."""
    assert not offer.refusal, offer.refusal
    found: Way = next(one for one in offer.ways if way in one.words)
    suggested = {ask.name: ask.initial for ask in offer.asks if ask.initial}
    assert desk.take(found.run, {**suggested, **(answers or {})}), desk.note


def check_log(desk: Desk) -> None:
    """The export leads to the same state and is proved, and no round is left open."""
    assert not desk.table.state.running
    assert not desk.table.state.seats
    lines = list(exported(desk.table.log))
    assert state_bytes(replayed(lines)) == state_bytes(desk.table.state)
    assert verify(line + b"\n" for line in lines).events == len(desk.table.log)
