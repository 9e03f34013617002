"""Cards: fifty-two places, each in one spot; faces turned when they are due, with their proof."""

from collections.abc import Iterable

from pitboss.cards import CARD_BY_TEXT, cards_text
from pitboss.shuffle import Shoe, is_valid_proof
from pitboss.table import events as e
from pitboss.table.state import Phase, RoundState

from .machine_heard import HeardRound

DECK = range(52)


def check_places(round_: RoundState, heard: HeardRound | None) -> None:
    """No place of the stack lies in two spots, and none is lost."""
    on_table = [at for where in round_.table.values() for at in where]
    held = [at for hand in round_.holes.values() for at in hand]
    undealt = list(round_.order[round_.dealt :])
    for some in (on_table, held, undealt, list(round_.rack)):
        assert len(set(some)) == len(some), f"a card lies twice in {some}"
    if not round_.order:
        assert not on_table + held + undealt + list(round_.rack), "cards without a deck"
        return
    if round_.phase is Phase.CLOSED:
        assert sorted(round_.rack) == [*DECK], f"the rack holds {len(round_.rack)} cards"
        return
    in_hands = [at for at in held if at not in round_.rack]
    lie = sorted(on_table + in_hands + undealt + list(round_.rack))
    assert lie == [*DECK], f"a card is lost, or lies twice: {lie}"
    for seat, hand in round_.holes.items():
        collected = [at in round_.rack for at in hand]
        assert all(collected) or not any(collected), f"half a hand of seat {seat} is away"
    if heard is not None:
        _check_moved(round_, heard, {*on_table, *held})


def _check_moved(round_: RoundState, heard: HeardRound, lie: set[int]) -> None:
    """What left the stack, and what an irregularity took out or laid open."""
    assert round_.order == heard.order, "another order of the stack"
    assert [*round_.order[: round_.dealt]] == heard.drawn, "cards left the stack out of order"
    for seat, hand in round_.holes.items():
        assert [*hand] == heard.hand(seat), f"other cards lie at seat {seat}"
    for name in [*round_.table]:
        assert [*round_.table[name]] == heard.place(name), f"other cards lie at {name}"
    away = {*heard.out, *(at for hand in heard.sat_out.values() for at in hand)}
    assert away <= {*round_.rack}, "a card that is out of play is not in the rack"
    assert not away & lie, "a card that is out of play lies on the table"
    assert round_.shown.keys() == heard.shown.keys()
    known = lie | away | heard.exposed
    assert round_.shown.keys() <= known, "a card was turned that nobody was dealt"


def check_open(event: e.CardExposed | e.CardOut, round_: RoundState, shoe: Shoe) -> None:
    """A card that lies open before its time: one place, as it lies in the stack, with its proof."""
    check_turned(e.CardsTurned(event.round, (event.card,)), round_, shoe, [event.card.position])


def check_turned(event: e.CardsTurned, round_: RoundState, shoe: Shoe, due: Iterable[int]) -> None:
    """Exactly the cards that are due, each one as it lies in the stack (FAIR-5)."""
    turned = [card.position for card in event.cards]
    assert sorted(turned) == sorted(due), f"{turned} were turned, due were {sorted(due)}"
    for card in event.cards:
        lies = cards_text((shoe.cards[card.position],))
        assert card.card == lies, f"{card.card} is not what lies at {card.position}"
        proof = [bytes.fromhex(step) for step in card.proof]
        salt = bytes.fromhex(card.salt)
        root = bytes.fromhex(round_.root)
        proven = is_valid_proof(
            root, len(DECK), card.position, CARD_BY_TEXT[card.card], salt, proof
        )
        assert proven, f"nothing proves the card at {card.position}"
