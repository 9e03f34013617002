"""Which reports of an irregularity could be meant: whose card, which deck, which machine."""

from collections.abc import Iterator
from typing import Final

from pitboss.games.incidents import AT_ONCE, Incident, Kind
from pitboss.games.tasks import Device
from pitboss.papers.words import listed, sentence
from pitboss.submission.rules import Rules
from pitboss.table import commands as c
from pitboss.table.card_names import card_words, next_name, next_place
from pitboss.table.care import devices, slots
from pitboss.table.deciding.incidents import stricter
from pitboss.table.state import RoundState, State

NEXT: Final = "the next card of the stack"


def reports(rules: Rules, state: State, kind: Kind) -> Iterator[tuple[str, c.Report]]:
    """Every one of this kind, in words; whether it can be made now is the table's to say."""
    now = state.round
    seats = list(now.players) if now is not None else []
    match kind:
        case Kind.PLAYER_SKIPPED:
            yield from ((f"seat {s}", c.Report(kind, seat=s)) for s in seats or [1])
        case Kind.WRONG_NUMBER:
            yield "the dealer or the community", c.Report(kind)
            yield from ((f"seat {seat}", c.Report(kind, seat=seat)) for seat in seats)
            empty = [seat for seat in range(1, rules.seats + 1) if seats and seat not in seats]
            for seat in empty:
                yield f"cards at seat {seat}, without a wager", c.Report(kind, seat=seat)
        case Kind.DRAWN_EXPOSED | Kind.COMMUNITY_EXPOSED | Kind.DEALER_CARD_EXPOSED:
            yield from _exposed(rules, now, kind)
        case Kind.COUNTER_WRONG | Kind.SHUFFLER_JAM | Kind.FOULED_DECK:
            yield from ((f"deck {slot}", c.Report(kind, deck=slot)) for slot in slots(rules))
        case Kind.DEVICE_DOWN:
            for device in devices(rules) or tuple(Device):
                yield f"the {device}", c.Report(kind, device=device)
        case _:
            yield "", c.Report(kind)


def _exposed(rules: Rules, now: RoundState | None, kind: Kind) -> Iterator[tuple[str, c.Report]]:
    """The cards that can lie open by it; the next of the stack where it is judged as this."""
    if kind is not Kind.DRAWN_EXPOSED:
        for place in rules.places:
            for n in range(1, place.cards + 1):
                name = f"{place.name}.{n}" if place.cards > 1 else place.name
                yield card_words(rules, name), c.Report(kind, card=place.name, position=n)
    strict = stricter(rules, now) if now is not None else None
    if kind is (strict.kind if strict else Kind.DRAWN_EXPOSED):
        yield next_card(rules, now)
    for seat in now.players if now is not None and kind is Kind.DRAWN_EXPOSED else ():
        for name in rules.hole:
            yield card_words(rules, f"{seat}.{name}"), c.Report(kind, seat=seat, card=name)


def next_card(rules: Rules, now: RoundState | None) -> tuple[str, c.Report]:
    """The report that the next card of the stack was exposed, and where it would have gone."""
    goes = next_place(rules, now) if now is not None else ""
    words = card_words(rules, next_name(goes)) if goes else NEXT
    return words, c.Report(Kind.DRAWN_EXPOSED)


def remedy_words(rules: Rules, incident: Incident) -> str:
    """What the book does about it."""
    return sentence(incident.remedy.words) + settled_words(rules, incident) + "."


def settled_words(rules: Rules, incident: Incident) -> str:
    """What is settled although the round is void."""
    labels = {side.key: side.label for side in rules.sides}
    settled = [labels[key] for key in incident.settles if key in labels]
    if not settled:
        return ""
    when = " once everyone has the first cards" if incident.once_dealt else ""
    return f"; {listed(settled)} is settled all the same{when}"


def waits(incident: Incident) -> bool:
    """Whether a floorperson has a say before the table goes on."""
    return incident.remedy not in AT_ONCE
