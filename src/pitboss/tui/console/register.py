"""A deck that comes to the table, as it stands in the register: id, design, color of its back."""

from pitboss.table import commands as c
from pitboss.table.care import new_deck
from pitboss.table.day import Day
from pitboss.tui.console.offers import Answers, Ask


def deck_asks(day: Day) -> tuple[Ask, ...]:
    """Return what is asked of a deck; what is suggested goes with the deck that is in use."""
    name, design, color = new_deck(day)
    other = next((deck for deck in day.decks.values() if deck.color), None)
    alike = f" Both decks have one design: {other.design} is in use." if other else ""
    unlike = f" The other deck has a {other.color} back." if other else ""
    return (
        Ask("id", "What is the id of the deck in the register?", "text", name),
        Ask("design", f"What is the design of its back?{alike}", "text", design),
        Ask("color", f"What color is its back?{unlike}", "text", color),
    )


def deck_received(given: Answers, *, ready_made: bool = False) -> c.ReceiveDeck:
    """Return the command by which this deck comes."""
    name, design, color = (str(given[key]) for key in ("id", "design", "color"))
    return c.ReceiveDeck(ready_made=ready_made, id=name, design=design, color=color)
