"""The cards of a physical deck: the faces that people enter, and the stack as far as it is known.

People shuffle, deal and turn the cards over, and enter each face when everybody can see it. The
stack of such a round lists the entered faces by position, which is the order of dealing; any other
cards of the deck stand in for those that nobody has seen.
"""

from collections.abc import Iterable, Mapping, Sequence

from pitboss.cards import Card, Deck, card, card_text
from pitboss.errors import Refused, short_repr
from pitboss.games.paytables import join_names
from pitboss.shuffle import Shoe
from pitboss.submission.rules import Rules
from pitboss.table.handlers.checks import require_shoe
from pitboss.table.hidden_cards import card_positions, describe_card
from pitboss.table.house_rules import PHYSICAL_CARDS
from pitboss.table.state import RoundState


class EnteredCards(Shoe):
    """The stack of a physical deck: no seed, no salts, no proofs."""

    def __init__(self, deck: Deck, faces: Mapping[int, Card]) -> None:
        super().__init__(b"", stack_with_faces(deck, faces), (b"",) * deck.size)
        self.known_positions = frozenset(faces)
        """The positions whose cards were entered; other cards stand in for the rest."""

    def proof(self, place: int) -> tuple[str, ...]:
        """Return no proof, because there is none."""
        return ()


def stack_with_faces(deck: Deck, faces: Mapping[int, Card]) -> tuple[Card, ...]:
    """Return a stack of a deck in which these positions have these cards."""
    others = [*deck.cards]
    for face in faces.values():
        others.remove(face)
    return tuple(faces[at] if at in faces else others.pop(0) for at in range(deck.size))


def require_stack(
    rules: Rules,
    round_: RoundState,
    shoe: Shoe | None,
    due: Iterable[int],
    entries: object,
    field: str = "cards",
) -> Shoe:
    """Return the stack of a round, with the cards that a command enters for the due positions.

    A virtual deck takes no cards: its stack is the one that the house committed to.
    """
    if not round_.physical:
        refuse_entered(entries, field)
        return require_shoe(round_, shoe)
    down = [at for at in due if at not in round_.shown]
    return EnteredCards(rules.deck, {**round_.shown, **_parse(rules, round_, down, entries, field)})


def refuse_entered(entries: object, field: str = "cards", *, physical: bool = False) -> None:
    """Refuse cards that are entered where none is turned over, or with a virtual deck."""
    if entries not in ((), [], "", None):
        why = "this turns no card over" if physical else "this table has no physical deck"
        raise Refused(f"{why}: leave {field} out", PHYSICAL_CARDS)


def _parse(
    rules: Rules, round_: RoundState, due: Sequence[int], entries: object, field: str
) -> dict[int, Card]:
    if not isinstance(entries, tuple | list):
        raise Refused(f"{field} must be a list of cards such as 'Kh'", PHYSICAL_CARDS)
    if len(entries) != len(due):
        if not due:
            refuse_entered(entries, field, physical=True)
        names = {at: name for name, at in card_positions(rules, round_).items()}
        words = [describe_card(rules, names[at]) for at in due if at in names]
        which = f" ({join_names(words)})" if words else ""
        count = "one card" if len(due) == 1 else f"{len(due)} cards"
        raise Refused(
            f"enter {count}{which} in {field}, not {len(entries) or 'none'}", PHYSICAL_CARDS
        )
    faces = [parse_face(rules, text) for text in entries]
    check_faces(rules, round_, dict(zip(due, faces, strict=True)))
    return dict(zip(due, faces, strict=True))


def parse_face(rules: Rules, text: object) -> Card:
    """Return the card of this name, which must be in the deck."""
    try:
        face = card(text)  # type: ignore[arg-type]
    except Refused as refused:
        raise Refused(refused.sentence, PHYSICAL_CARDS) from None
    if face not in rules.deck.distinct_cards:
        raise Refused(f"{card_text(face)} is not in the deck of this game", PHYSICAL_CARDS)
    return face


def check_faces(rules: Rules, round_: RoundState, faces: Mapping[int, Card]) -> None:
    """Refuse faces that, with those that stay face up, the deck does not have often enough."""
    others = {at: face for at, face in round_.shown.items() if at not in faces}
    excess = rules.deck.first_excess([*others.values(), *faces.values()])
    if excess is None:
        return
    names = {at: name for name, at in card_positions(rules, round_).items()}
    where = [describe_card(rules, names[at]) for at, face in others.items() if face == excess]
    if where:
        raise Refused(
            f"{card_text(excess)} is already on the table as {join_names(where)}: look again",
            PHYSICAL_CARDS,
        )
    raise Refused(f"{card_text(excess)} is entered more than once: look again", PHYSICAL_CARDS)


def hidden_hands(round_: RoundState, stack: Shoe) -> frozenset[int]:
    """Return the seats whose cards a stack does not know; other cards stand in for theirs."""
    if not isinstance(stack, EnteredCards):
        return frozenset()
    return frozenset(
        seat for seat, hand in round_.holes.items() if not stack.known_positions.issuperset(hand)
    )


def require_symbol(symbols: Sequence[str], symbol: object) -> str:
    """Return the symbol where a physical wheel stopped."""
    if not isinstance(symbol, str) or symbol not in symbols:
        choices = join_names(map(short_repr, symbols), "or")
        raise Refused(f"enter where the wheel stopped: symbol must be {choices}", PHYSICAL_CARDS)
    return symbol
