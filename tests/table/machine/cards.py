"""Model of the cards: each of 52 in exactly one place, and turned on time with its proof."""

from collections.abc import Iterable

from pitboss.cards import CARD_BY_TEXT, cards_text
from pitboss.shuffle import Shoe, is_valid_proof
from pitboss.table import events as e
from pitboss.table.state import Phase, RoundState

from .round_model import RoundModel

DECK = range(52)


def check_places(round_: RoundState, model: RoundModel | None) -> None:
    """Check that no position of the stack is in two places or missing."""
    on_table = [at for where in round_.table.values() for at in where]
    hole_positions = [at for hand in round_.holes.values() for at in hand]
    undealt = list(round_.order[round_.dealt :])
    for some in (on_table, hole_positions, undealt, list(round_.rack)):
        assert len(set(some)) == len(some), f"a card lies twice in {some}"
    if not round_.order:
        assert not on_table + hole_positions + undealt + list(round_.rack), "cards without a deck"
        return
    if round_.phase is Phase.CLOSED:
        assert sorted(round_.rack) == [*DECK], f"the rack holds {len(round_.rack)} cards"
        return
    in_hands = [at for at in hole_positions if at not in round_.rack]
    lie = sorted(on_table + in_hands + undealt + list(round_.rack))
    assert lie == [*DECK], f"a card is lost, or lies twice: {lie}"
    for seat, hand in round_.holes.items():
        in_rack = [at in round_.rack for at in hand]
        assert all(in_rack) or not any(in_rack), f"half a hand of seat {seat} is away"
    if model is not None:
        _check_moved(round_, model, {*on_table, *hole_positions})


def _check_moved(round_: RoundState, model: RoundModel, lie: set[int]) -> None:
    """Check what left the stack, and what an irregularity took out or exposed."""
    assert round_.order == model.order, "another order of the stack"
    assert [*round_.order[: round_.dealt]] == model.drawn, "cards left the stack out of order"
    for seat, hand in round_.holes.items():
        assert [*hand] == model.hand(seat), f"other cards lie at seat {seat}"
    for name in [*round_.table]:
        assert [*round_.table[name]] == model.place(name), f"other cards lie at {name}"
    away = {*model.out, *(at for hand in model.sat_out.values() for at in hand)}
    assert away <= {*round_.rack}, "a card that is out of play is not in the rack"
    assert not away & lie, "a card that is out of play lies on the table"
    assert round_.shown.keys() == model.shown.keys()
    known_positions = lie | away | model.exposed
    assert round_.shown.keys() <= known_positions, "a card was turned that nobody was dealt"


def check_open(event: e.CardExposed | e.CardOut, round_: RoundState, shoe: Shoe) -> None:
    """Check that a card exposed too early is a single position, with its proof."""
    check_turned(e.CardsTurned(event.round, (event.card,)), round_, shoe, [event.card.position])


def check_turned(event: e.CardsTurned, round_: RoundState, shoe: Shoe, due: Iterable[int]) -> None:
    """Check that exactly the due cards are turned, each as it is in the stack (FAIR-5)."""
    positions_turned = [card.position for card in event.cards]
    assert sorted(positions_turned) == sorted(due), (
        f"{positions_turned} were turned, due were {sorted(due)}"
    )
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
