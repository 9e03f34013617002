"""Which decisions a seat's cards allow, where some are only for players with certain cards."""

from collections.abc import Iterator

from pitboss.cards import Card
from pitboss.round import NOT_SEEN, Choice, choices
from pitboss.shuffle import Shoe
from pitboss.submission.rules import Rules
from pitboss.table.state import RoundState, course_of, open_street


def seat_cards(rules: Rules, now: RoundState, seat: int, shoe: Shoe) -> tuple[Card, ...]:
    """Return the table's cards followed by the seat's own, as far as they are dealt."""

    def laid() -> Iterator[Card]:
        of_seat = now.holes.get(seat, ())
        named = [(place.cards, now.table.get(place.name, ())) for place in rules.places]
        for count, where in (*named, (len(rules.hole), of_seat)):
            yield from (shoe.cards[at] for at in where)
            yield from [NOT_SEEN] * (count - len(where))

    return tuple(laid())


def allowed_choices(
    rules: Rules, now: RoundState, seat: int, shoe: Shoe | None
) -> tuple[Choice, ...]:
    """What a seat that is asked can answer with its cards, and what each answer stakes.

    Without the stack nobody knows the cards: then only what every player may answer is left.
    """
    course, wagers = course_of(rules, now, seat), now.wagers[seat]
    street = open_street(rules, now)
    if street is None or not street.conditions:
        return choices(rules, wagers, course)
    if shoe is None:
        open_now = choices(rules, wagers, course)
        return tuple(one for one in open_now if one.decision not in street.conditions)
    return choices(rules, wagers, course, seat_cards(rules, now, seat, shoe))
