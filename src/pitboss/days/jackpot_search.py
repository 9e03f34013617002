"""A search for practice stacks and cuts in which a meter is hit."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from pitboss.cards import DECK, JOKER, Card, rank, suit
from pitboss.days.simulation import TableSimulation
from pitboss.games.dealing import Ask, Burn, Discard, ToPlayers, ToTable
from pitboss.games.game_parts import BestOf
from pitboss.games.paytables import Share
from pitboss.settle.compiled_rules import CompiledRules, compile_rules
from pitboss.shuffle import build_shoe, practice_seed, shuffle_context
from pitboss.submission.evaluators import Hands
from pitboss.submission.rules import Rules
from pitboss.table.state import State, require_rules

SEARCH_ONE_IN: Final = 9
"""A search is made for one cut in this many."""
MIN_PLAYERS: Final = 2
"""The fewest players for a search; each of them adds a chance of a hit."""
MAX_HANDS: Final = 50_000
"""The number of hands after which a search is given up."""
MAX_RANKED_HANDS: Final = 2_500
"""The same for hands of other than five cards, each of which is ranked."""
_QUICK_HAND: Final = 5
"""The size of hands that are skipped without ranking if they have no rare shape."""
_RANK_BITS: Final = 3
_RANK_COUNTS: Final = tuple(1 << _RANK_BITS * rank(card) for card in (*DECK, JOKER))
_SUIT_BITS: Final = (*(1 << suit(card) for card in DECK), 15)
"""A joker is of every suit."""
_FOUR_OF_A_RANK: Final = sum(4 << _RANK_BITS * at for at in range(13))
"""Added up, four cards of one rank carry into a bit of this."""


class JackpotStack(NamedTuple):
    """The name of a practice stack, and where it is cut."""

    name: str
    cut: int


def find_jackpot_stack(sim: TableSimulation, cuts: range) -> JackpotStack | None:
    """Find a stack in which somebody hits a meter if every seated guest wagers on it."""
    side = next((s for s in sim.rules.sides if s.pays.prizes is not None), None)
    if side is None or len(sim.state.seats) < MIN_PLAYERS or not sim.rng.one_in(SEARCH_ONE_IN):
        return None
    suited = sim.rng.below(3) > 0  # such hands also pay envy
    mask = 0 if suited else _FOUR_OF_A_RANK
    return next(jackpot_stacks(sim.state, side.key, cuts, sim.practice_name, mask), None)


def jackpot_stacks(
    state: State, key: str, cuts: range, practice: str, four_mask: int = 0
) -> Iterator[JackpotStack]:
    """Yield stacks for the next round in which a seated player's wager hits a meter.

    Every player has to make that wager. Hands of five cards without a flush are skipped, unless
    ``four_mask`` has the bits of four of a rank.
    """
    rules, number = require_rules(state), (state.round.number if state.round else 0) + 1
    context = shuffle_context(state.table, number, rules.hash)
    compiled_rules = compile_rules(rules)
    indexes = _hand_positions(rules, compiled_rules, key)
    dealt = _dealt_positions(rules, tuple(state.seats))
    hands = [(positions, [positions[at] for at in indexes]) for positions in dealt]
    can_skip = len(indexes) == _QUICK_HAND
    max_hands = MAX_HANDS if can_skip else MAX_RANKED_HANDS
    for attempt in range(max(1, max_hands // (len(cuts) * len(hands)))):
        name = f"{practice} {number} {attempt}"
        cards = build_shoe(practice_seed(name, number), context, rules.deck.cards).cards * 2
        if not can_skip:
            yield from (
                JackpotStack(name, cut)
                for cut in cuts
                for hand, _ in hands
                if _hits_meter(compiled_rules, key, tuple([cards[cut + at] for at in hand]))
            )
            continue
        ranks, suits = [_RANK_COUNTS[card] for card in cards], [_SUIT_BITS[card] for card in cards]
        for cut in cuts:
            for hand, (a, b, c, d, e) in hands:
                a, b, c, d, e = a + cut, b + cut, c + cut, d + cut, e + cut
                if (
                    suits[a] & suits[b] & suits[c] & suits[d] & suits[e]
                    or (ranks[a] + ranks[b] + ranks[c] + ranks[d] + ranks[e]) & four_mask
                ) and _hits_meter(compiled_rules, key, tuple([cards[cut + at] for at in hand])):
                    yield JackpotStack(name, cut)


def _hits_meter(compiled_rules: CompiledRules, key: str, cards: tuple[Card, ...]) -> bool:
    """Return whether a hand wins a share of a meter."""
    pays = compiled_rules.sides[key].pays
    if not pays.prizes:
        return False
    line = compiled_rules.prize_lines[key][Hands(compiled_rules.readers, cards)[pays.reads[0]]]
    return line >= 0 and isinstance(pays.prizes.lines[line].prize, Share)


def _hand_positions(rules: Rules, compiled_rules: CompiledRules, key: str) -> tuple[int, ...]:
    """Return which of the table's cards and a seat's own make up the hand that is paid."""
    pays = compiled_rules.sides[key].pays
    hands = {hand.name: hand for hand in rules.hands}
    hand = hands[pays.reads[0]] if pays.prizes else rules.hands[0]
    while isinstance(hand, BestOf):
        hand = hands[hand.hands[0]]
    return hand.positions


def _dealt_positions(rules: Rules, seats: tuple[int, ...]) -> Iterator[list[int]]:
    """Yield for each seat the positions of the table's cards and its own in the deal."""
    order = deal_order(rules, seats)
    table = [at for place in rules.places for at, name in enumerate(order) if name == place.name]
    for seat in seats:
        yield [*table, *(order.index(f"{seat}.{name}") for name in rules.hole)]


def deal_order(rules: Rules, seats: Iterable[int]) -> list[str]:
    """Return where each card of the deal goes: a place, ``4.second``, or nowhere if it is put away.

    Seats are in the order in which they are dealt to.
    """
    order: list[str] = []
    for step in rules.dealing.steps:
        match step:
            case ToTable():
                order += step.places
            case ToPlayers():
                order += (f"{seat}.{name}" for seat in seats for name in step.cards)
            case Burn() | Discard():
                order.append("")
            case Ask():
                pass
    return order
