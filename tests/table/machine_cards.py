"""Cards: fifty-two places, each in one spot; faces turned when they are due, with their proof."""

from collections.abc import Iterable

from pitboss.cards import CARD, show
from pitboss.shuffle import Shoe, proves
from pitboss.table import events as e
from pitboss.table.state import Phase, RoundState

from .machine_heard import HeardRound

DECK = range(52)


def check_places(now: RoundState, heard: HeardRound | None) -> None:
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
    lie = sorted(on_table + in_hands + undealt + list(now.rack))
    assert lie == [*DECK], f"a card is lost, or lies twice: {lie}"
    for seat, hand in now.holes.items():
        collected = [at in now.rack for at in hand]
        assert all(collected) or not any(collected), f"half a hand of seat {seat} is away"
    if heard is not None:
        _check_moved(now, heard, {*on_table, *held})


def _check_moved(now: RoundState, heard: HeardRound, lie: set[int]) -> None:
    """What left the stack, and what an irregularity took out or laid open."""
    assert now.order == heard.order, "another order of the stack"
    assert [*now.order[: now.dealt]] == heard.drawn, "cards left the stack out of order"
    for seat, hand in now.holes.items():
        assert [*hand] == heard.hand(seat), f"other cards lie at seat {seat}"
    for name in [*now.table]:
        assert [*now.table[name]] == heard.place(name), f"other cards lie at {name}"
    away = {*heard.out, *(at for hand in heard.sat_out.values() for at in hand)}
    assert away <= {*now.rack}, "a card that is out of play is not in the rack"
    assert not away & lie, "a card that is out of play lies on the table"
    assert now.shown.keys() == heard.shown.keys()
    known = lie | away | heard.exposed
    assert now.shown.keys() <= known, "a card was turned that nobody was dealt"


def check_open(event: e.CardExposed | e.CardOut, now: RoundState, shoe: Shoe) -> None:
    """A card that lies open before its time: one place, as it lies in the stack, with its proof."""
    check_turned(e.CardsTurned(event.round, (event.card,)), now, shoe, [event.card.position])


def check_turned(event: e.CardsTurned, now: RoundState, shoe: Shoe, due: Iterable[int]) -> None:
    """Exactly the cards that are due, each one as it lies in the stack (FAIR-5)."""
    turned = [one.position for one in event.cards]
    assert sorted(turned) == sorted(due), f"{turned} were turned, due were {sorted(due)}"
    for one in event.cards:
        lies = show((shoe.cards[one.position],))
        assert one.card == lies, f"{one.card} is not what lies at {one.position}"
        proof = [bytes.fromhex(step) for step in one.proof]
        salt = bytes.fromhex(one.salt)
        root = bytes.fromhex(now.root)
        proven = proves(root, len(DECK), one.position, CARD[one.card], salt, proof)
        assert proven, f"nothing proves the card at {one.position}"
