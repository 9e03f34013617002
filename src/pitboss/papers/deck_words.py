"""What is dealt from and how hands rank, in sentences, where it is not what players expect."""

from collections.abc import Iterator

from pitboss.cards import DECK, RANKS, SUITS, Deck
from pitboss.games.payout_words import agree
from pitboss.games.words import HandOf
from pitboss.hands import Order
from pitboss.papers.hand_words import RANK_WORDS
from pitboss.papers.words import listed, number, sentence
from pitboss.submission import Rules

SUIT_WORDS = dict(zip(SUITS, ("clubs", "diamonds", "hearts", "spades"), strict=True))
FIVE = Order(5)
"""The hands that every poker player knows."""
BEST_CARD = "whatever card makes the best hand"
_PLURALS = {"T": "10s", "J": "jacks", "Q": "queens", "K": "kings", "A": "aces"}
RUN = 3
"""Ranks in a row that are named by the first and the last of them."""


def deck_words(deck: Deck) -> str:
    """Describe a deck that is not the standard one of 52 cards; nothing of that one."""
    if deck.is_standard:
        return ""
    jokers = f"{number(deck.jokers)} {'joker' if deck.jokers == 1 else 'jokers'}"
    parts = f"{_rank_words(deck.ranks)} in {_suit_words(deck.suits)}"
    if len(deck.ranks) * len(deck.suits) == 52:
        parts = "the standard 52 cards"
    parts += f", plus {jokers}" if deck.jokers else ""
    if deck.cards == DECK:
        text = "the standard 52 cards"
    elif deck.decks > 1:
        text = f"{deck.size} cards: {number(deck.decks)} decks shuffled together, each with {parts}"
    else:
        text = f"{deck.size} cards: {parts}"
    wild = wild_words(deck)
    if deck.jokers and not deck.wild:
        wild = f"A joker stands for {BEST_CARD}."
    return f"{text}. {wild}".rstrip()


def wild_words(deck: Deck) -> str:
    """Say which cards are wild, where some are."""
    names = [_PLURALS.get(rank, f"{rank}s") for rank in deck.wild]
    names += ["jokers"] if deck.jokers else []
    return f"The {listed(names)} are wild: each stands for {BEST_CARD}." if names else ""


def ranking_words(rules: Rules) -> tuple[str, ...]:
    """Say how hands rank, one sentence for each order that is not that of usual five-card hands."""
    groups: dict[Order, list[str]] = {}
    for hand in rules.hands:
        if isinstance(hand, HandOf):
            label = hand.label or f"hands of {number(hand.order.size)} cards"
            groups.setdefault(hand.order.on(rules.deck), []).append(label)
    usual = FIVE.on(Deck())
    return tuple(
        " ".join(_sentences(order, tuple(dict.fromkeys(labels)), rules.deck))
        for order, labels in groups.items()
        if order != usual
    )


def _sentences(order: Order, labels: tuple[str, ...], deck: Deck) -> Iterator[str]:
    verb = "rank" if len(labels) > 1 else agree(labels[0], "ranks", "rank")
    whose = f"{sentence(listed(labels))} {verb}"
    if order.kinds == ("high card",):
        yield f"{whose} by the highest card alone."
        return
    if order.kinds == FIVE.kinds:
        yield f"{whose} as usual in poker."
    else:
        yield f"{whose}, from the highest: {', '.join(reversed(order.kinds))}."
    straights = any(kind.startswith("straight") for kind in order.kinds)
    if not straights or RANKS[-1] not in deck.ranks:
        return
    if not order.low_ace:
        yield "An ace is never low in a straight."
    elif order.lowest:
        yield f"In a straight an ace may also stand below the {RANK_WORDS[order.lowest]}."


def _rank_words(ranks: str) -> str:
    """Name ranks, those that follow each other by the first and the last of them."""
    runs: list[list[int]] = []
    for rank in map(RANKS.index, ranks):
        if runs and rank == runs[-1][-1] + 1:
            runs[-1].append(rank)
        else:
            runs.append([rank])
    parts = [
        [f"{RANK_WORDS[run[0]]} to {RANK_WORDS[run[-1]]}"]
        if len(run) >= RUN
        else [RANK_WORDS[rank] for rank in run]
        for run in runs
    ]
    return listed(name for part in parts for name in part)


def _suit_words(suits: str) -> str:
    return "each suit" if suits == SUITS else listed(SUIT_WORDS[suit] for suit in suits)
