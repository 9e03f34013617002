"""Cards that lie open: each is proved by the root that the house was bound to."""

from collections.abc import Iterable

from pitboss.cards import CARD, Card
from pitboss.refusal import brief
from pitboss.shuffle import proves
from pitboss.verify import events as e
from pitboss.verify.shift import Shift
from pitboss.verify.state import Round


def turn_over(shift: Shift, now: Round, positions: Iterable[int], *, at_once: bool = False) -> bool:
    """These cards are turned over, those that lie face down; whether there are any."""
    if not at_once:
        shift.pass_by()  # somebody's cards may be laid open first
    due = [position for position in positions if position not in now.faces]
    if due:
        turn(shift, now, due, at_once=at_once)
    return bool(due)


def turn(shift: Shift, now: Round, due: list[int], *, at_once: bool = False) -> None:
    """Just these cards are turned over."""
    event = shift.next(e.CardsTurned, at_once=at_once)
    found = [card.position for card in event.cards]
    shift.check(found == due, f"positions {due} are to be turned over, not {found}")
    lie_open(shift, now, event.cards)


def lie_open(shift: Shift, now: Round, cards: tuple[e.Turned, ...]) -> None:
    """Each of the cards in the line is proved to have lain in its position."""
    for one in cards:
        card = _proved(now, one)
        if card is None:
            shift.fault(f"{brief(one.card)} is not proved to lie in position {one.position}")
        now.faces[one.position] = card
    # A stack from a seed has each card once; where the seed is lost, nothing says so but this.
    once = now.shoe or now.rules.deck.excess(now.faces.values()) is None
    shift.check(once, "a card lies in two positions")
    shift.cards += len(cards)
    shift.book()


def _proved(now: Round, turned: e.Turned) -> Card | None:
    """The card, if its proof leads to the root."""
    card, salt = CARD.get(turned.card), unhexed(turned.salt)
    way = [node for node in map(unhexed, turned.proof) if node]
    if card is None or salt is None or len(way) != len(turned.proof):
        return None
    return card if proves(now.root, now.rules.deck.size, turned.position, card, salt, way) else None


def unhexed(text: str) -> bytes | None:
    """The bytes of a text in hexadecimal, as a table writes it."""
    try:
        found = bytes.fromhex(text)
    except ValueError:
        return None
    return found if found.hex() == text else None
