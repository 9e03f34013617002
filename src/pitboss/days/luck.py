"""Rounds in which a meter is hit: practice stacks and cuts that are searched, not waited for.

A straight flush is one hand in 65,000. Each stack can be cut in thirty-three places, and what is
dealt from each is quickly looked through.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from pitboss.cards import DECK, JOKER, Card, rank, suit
from pitboss.days.scene import Scene
from pitboss.games.dealing import ToPlayers, ToTable
from pitboss.games.paytables import Share
from pitboss.games.words import BestOf
from pitboss.settle.book import Book, book_of
from pitboss.shuffle import bound_to, practice_seed, shoe_of
from pitboss.submission.evaluators import Hands
from pitboss.submission.rules import Rules

LUCK_IN: Final = 9
"""Once in so many cuts luck is looked for…"""
MANY: Final = 2
"""…where so many sit: one stack has something for each."""
SEARCHED: Final = 50_000
"""Hands that are looked at before luck is given up."""
_BITS: Final = 3
_RANKS: Final = tuple(1 << _BITS * rank(card) for card in (*DECK, JOKER))
_SUITS: Final = (*(1 << suit(card) for card in DECK), 15)
"""A joker is of every suit."""
_FOUR: Final = sum(4 << _BITS * at for at in range(13))
"""Added up, four cards of one rank carry into a bit of this."""


class Luck(NamedTuple):
    """A name of a practice stack, and where it is cut."""

    name: str
    cut: int


def look_for_luck(scene: Scene, cuts: range) -> Luck | None:
    """A round in which somebody hits a meter, if everybody who sits there wagers on it."""
    side = next((s for s in scene.rules.sides if s.pays.prizes is not None), None)
    if side is None or len(scene.state.seats) < MANY or not scene.chance.one_in(LUCK_IN):
        return None
    suited = scene.chance.below(3) > 0  # what brings something to others too
    return next(_lucky(scene, side.key, cuts, 0 if suited else _FOUR), None)


def _lucky(scene: Scene, key: str, cuts: range, four: int) -> Iterator[Luck]:
    state, rules, number = scene.state, scene.rules, scene.number + 1
    bound = bound_to(state.table, number, rules.hash)
    book, all_of = book_of(rules), list(_dealt(rules, tuple(state.seats)))
    own = _own(rules, book, key)
    hands = [(hand, [hand[at] for at in own]) for hand in all_of]
    for tried in range(max(1, SEARCHED // (len(cuts) * len(hands)))):
        name = f"{scene.practice} {number} {tried}"
        cards = shoe_of(practice_seed(name, number), bound, rules.deck.cards).cards * 2
        ranks, suits = [_RANKS[card] for card in cards], [_SUITS[card] for card in cards]
        for cut in cuts:
            for hand, (a, b, c, d, e) in hands:
                a, b, c, d, e = a + cut, b + cut, c + cut, d + cut, e + cut
                if (
                    suits[a] & suits[b] & suits[c] & suits[d] & suits[e]
                    or (ranks[a] + ranks[b] + ranks[c] + ranks[d] + ranks[e]) & four
                ) and _hits(book, key, tuple([cards[cut + at] for at in hand])):
                    yield Luck(name, cut)


def _hits(book: Book, key: str, cards: tuple[Card, ...]) -> bool:
    """Whether a hand wins a share of a meter."""
    pays = book.sides[key].pays
    if not pays.prizes:
        return False
    line = book.prizes[key][Hands(book.readers, cards)[pays.reads[0]]]
    return line >= 0 and isinstance(pays.prizes.lines[line].prize, Share)


def _own(rules: Rules, book: Book, key: str) -> tuple[int, ...]:
    """Which of the table's cards and a seat's own make the hand that counts."""
    pays = book.sides[key].pays
    hands = {hand.name: hand for hand in rules.hands}
    hand = hands[pays.reads[0]] if pays.prizes else rules.hands[0]
    while isinstance(hand, BestOf):
        hand = hands[hand.hands[0]]
    return hand.positions


def _dealt(rules: Rules, seats: tuple[int, ...]) -> Iterator[list[int]]:
    """For each seat, which cards of the deal lie on the table and before it."""
    to: list[str] = []
    for step in rules.dealing.steps:
        if isinstance(step, ToTable):
            to += step.places
        elif isinstance(step, ToPlayers):
            to += (f"{seat}.{name}" for seat in seats for name in step.cards)
        else:
            to.append("")
    table = [at for place in rules.places for at, name in enumerate(to) if name == place.name]
    for seat in seats:
        yield [*table, *(to.index(f"{seat}.{name}") for name in rules.hole)]
