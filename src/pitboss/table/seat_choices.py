"""Which decisions a seat's cards allow, where some are only for players with certain cards."""

from collections.abc import Iterator

from pitboss.cards import Card
from pitboss.round import NOT_SEEN, Choice, available_choices
from pitboss.shuffle import Shoe
from pitboss.submission.rules import Rules
from pitboss.table.state import RoundState, betting_progress, open_street


def seat_cards(rules: Rules, round_: RoundState, seat: int, shoe: Shoe) -> tuple[Card, ...]:
    """Return the table's cards followed by the seat's own, as far as they are dealt."""

    def laid() -> Iterator[Card]:
        of_seat = round_.holes.get(seat, ())
        named = [(place.cards, round_.table.get(place.name, ())) for place in rules.places]
        for count, where in (*named, (len(rules.hole), of_seat)):
            yield from (shoe.cards[at] for at in where)
            yield from [NOT_SEEN] * (count - len(where))

    return tuple(laid())


def allowed_choices(
    rules: Rules, round_: RoundState, seat: int, shoe: Shoe | None
) -> tuple[Choice, ...]:
    """Return the choices of a seat that has to decide, given its cards, and what each one stakes.

    Without the stack nobody knows the cards: then only what every player may answer is left.
    """
    course, wagers = betting_progress(rules, round_, seat), round_.wagers[seat]
    street = open_street(rules, round_)
    if street is None or not street.conditions:
        return available_choices(rules, wagers, course)
    if shoe is None:
        open_now = available_choices(rules, wagers, course)
        return tuple(item for item in open_now if item.decision not in street.conditions)
    return available_choices(rules, wagers, course, seat_cards(rules, round_, seat, shoe))
