"""Which irregularities can be reported, and what the rulebook does about them, in words."""

from collections.abc import Iterator
from typing import Final

from pitboss.games.deck_tasks import Device
from pitboss.games.incidents import IMMEDIATE_REMEDIES, Incident, Kind
from pitboss.papers.wording import capitalize, join_words
from pitboss.submission.rules import Rules
from pitboss.table import commands as c
from pitboss.table.decks import all_devices, deck_slots
from pitboss.table.handlers.incidents import find_stricter_incident
from pitboss.table.hidden_cards import describe_card, next_card_name, next_place
from pitboss.table.state import RoundState, State

NEXT_CARD: Final = "the next card of the stack"


def possible_reports(rules: Rules, state: State, kind: Kind) -> Iterator[tuple[str, c.Report]]:
    """Yield every report of this kind with a label; the table decides which are allowed now."""
    round_ = state.round
    seats = list(round_.players) if round_ is not None else []
    match kind:
        case Kind.PLAYER_SKIPPED:
            yield from ((f"seat {s}", c.Report(kind, seat=s)) for s in seats or [1])
        case Kind.WRONG_NUMBER:
            yield "the dealer or the community cards", c.Report(kind)
            yield from ((f"seat {seat}", c.Report(kind, seat=seat)) for seat in seats)
            empty = [seat for seat in range(1, rules.seats + 1) if seats and seat not in seats]
            for seat in empty:
                yield f"cards at seat {seat}, without a wager", c.Report(kind, seat=seat)
        case Kind.DRAWN_EXPOSED | Kind.COMMUNITY_EXPOSED | Kind.DEALER_CARD_EXPOSED:
            yield from _exposure_reports(rules, round_, kind)
        case Kind.COUNTER_WRONG | Kind.SHUFFLER_JAM | Kind.FOULED_DECK:
            yield from ((f"deck {slot}", c.Report(kind, deck=slot)) for slot in deck_slots(rules))
        case Kind.DEVICE_DOWN:
            for device in all_devices(rules) or tuple(Device):
                yield f"the {device}", c.Report(kind, device=device)
        case _:
            yield "", c.Report(kind)


def _exposure_reports(
    rules: Rules, round_: RoundState | None, kind: Kind
) -> Iterator[tuple[str, c.Report]]:
    """Yield the cards that can be exposed; the next card where it counts as this kind."""
    if kind is not Kind.DRAWN_EXPOSED:
        for place in rules.places:
            for number in range(1, place.cards + 1):
                name = f"{place.name}.{number}" if place.cards > 1 else place.name
                yield describe_card(rules, name), c.Report(kind, card=place.name, position=number)
    stricter = find_stricter_incident(rules, round_) if round_ is not None else None
    if kind is (stricter.kind if stricter else Kind.DRAWN_EXPOSED):
        yield next_card_report(rules, round_)
    for seat in round_.players if round_ is not None and kind is Kind.DRAWN_EXPOSED else ():
        for name in rules.hole:
            yield describe_card(rules, f"{seat}.{name}"), c.Report(kind, seat=seat, card=name)


def next_card_report(rules: Rules, round_: RoundState | None) -> tuple[str, c.Report]:
    """Return the report that the next card was exposed, with the card's destination."""
    place = next_place(rules, round_) if round_ is not None else ""
    label = describe_card(rules, next_card_name(place)) if place else NEXT_CARD
    return label, c.Report(Kind.DRAWN_EXPOSED)


def describe_remedy(rules: Rules, incident: Incident) -> str:
    """Return the remedy of the rulebook in words."""
    return capitalize(incident.remedy.description) + describe_void_settlement(rules, incident) + "."


def describe_void_settlement(rules: Rules, incident: Incident) -> str:
    """Return which wagers are settled although the round is void."""
    labels = {side.key: side.label for side in rules.sides}
    settled_labels = [labels[key] for key in incident.settles if key in labels]
    if not settled_labels:
        return ""
    when = " if everyone has been dealt their first cards" if incident.once_dealt else ""
    return f"; {join_words(settled_labels)} is still settled{when}"


def needs_ruling(incident: Incident) -> bool:
    """Return whether a floorperson rules before the table goes on."""
    return incident.remedy not in IMMEDIATE_REMEDIES
