"""Cards: fifty-two places, each in one spot; faces turned when they are due, with their proof."""

from collections.abc import Iterable

from pitboss.cards import CARD, show
from pitboss.shuffle import Shoe, proves
from pitboss.table import events as e
from pitboss.table.state import Phase, RoundState

DECK = range(52)


def check_places(now: RoundState) -> None:
    """No place of the stack lies in two spots, and none is lost."""
    on_table = [at for where in now.table.values() for at in where]
    held = [at for hand in now.holes.values() for at in hand]
    undealt = list(now.order[now.dealt :])
    for some in (on_table, held, undealt, list(now.rack)):
        assert len(set(some)) == len(some), f"a card lies twice in {some}"
    if not now.order:
        assert not on_table + held + undealt + list(now.rack), "cards without a deck"
        return
    if now.phase is Phase.CLOSED:
        assert sorted(now.rack) == [*DECK], f"the rack holds {len(now.rack)} cards"
        return
    in_hands = [at for at in held if at not in now.rack]
    assert sorted(on_table + in_hands + undealt + list(now.rack)) == [*DECK]
    for seat, hand in now.holes.items():
        collected = [at in now.rack for at in hand]
        assert all(collected) or not any(collected), f"half a hand of seat {seat} is away"
    assert now.shown.keys() <= {*on_table, *held}, "a card was turned that nobody was dealt"


def check_turned(event: e.CardsTurned, now: RoundState, shoe: Shoe, due: Iterable[int]) -> None:
    """Exactly the cards that are due, each one as it lies in the stack (FAIR-5)."""
    turned = [one.position for one in event.cards]
    assert sorted(turned) == sorted(due), f"{turned} were turned, due were {sorted(due)}"
    for one in event.cards:
        assert one.card == show((shoe.cards[one.position],))
        proof = [bytes.fromhex(step) for step in one.proof]
        salt = bytes.fromhex(one.salt)
        root = bytes.fromhex(now.root)
        assert proves(root, len(DECK), one.position, CARD[one.card], salt, proof)
