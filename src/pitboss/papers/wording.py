"""Lists, numbers, hands, decks and rankings in plain English."""

import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any, Final

from pitboss.cards import DECK, RANKS, STANDARD_DECK, SUITS, Card, Deck
from pitboss.games import Game, game_file
from pitboss.games.card_names import RANK_WORDS, Ranked, rank_plural
from pitboss.games.game_parts import HandOf
from pitboss.games.paytables import number_word, verb_form, with_article
from pitboss.hands import Order, hand
from pitboss.submission import Rules, is_example


def join_words(words: Iterable[str], conjunction: str = "and") -> str:
    """Return a list in words: ``one, two and three``."""
    *initial, last = words
    return f"{', '.join(initial)} {conjunction} {last}" if initial else last


def game_command_argument(game: Game) -> str:
    """Return what a user types for a game in a command: its key, or the file that defines it."""
    file = game_file(game.key)
    if file is None:
        return game.key
    folder = Path.cwd()
    return shlex.quote(str(file.relative_to(folder) if file.is_relative_to(folder) else file))


def edge_wager_names(rules: Rules) -> str:
    """Name the wagers that the house edge is a share of."""
    labels = {wager.key: wager.label for wager in rules.required}
    return join_words(labels[key] for key in rules.edge_of)


def used_columns(columns: Sequence[tuple[str, str]], rows: Sequence[Sequence[str]]) -> list[int]:
    """Return the indexes of the columns of a table, without a clause column that is empty."""
    return [
        at
        for at, (_, kind) in enumerate(columns)
        if kind != "clause" or not rows or any(row[at] for row in rows)
    ]


def format_percent(share: Fraction | float, digits: int = 4, sign: str = "") -> str:
    """Return a share as ``3.5000%``, or with ``sign`` as ``+3.5000%``."""
    return f"{float(share) * 100:{sign}.{digits}f}%"


def capitalize(text: str) -> str:
    """Capitalize the first letter; the rest of the text stays as it is."""
    return text[:1].upper() + text[1:]


def end_sentence(text: str) -> str:
    """End a text with a period, unless it ends in one already, as some names do."""
    return text if text.endswith((".", "!", "?", ".”")) else f"{text}."


def example_phrases(submission: Mapping[str, Any]) -> list[str]:
    """Return what a line about figures says if the complete submission is an example."""
    return ["example filing"] if is_example(submission) else []


def no_choices_sentence(game: Game) -> str:
    """Say that a game has neither readings nor options nor paytables to choose."""
    owner = "The rulebook" if game.short else "The game"
    return f"{owner} leaves no points open to interpretation and no options to the operator."


def not_counted_sentence(reason: str) -> str:
    """Say why there are no figures for a wager that the lab cannot solve."""
    return end_sentence(f"Not solved: {reason}")


def meter_phrase(name: str, wager: str) -> str:
    """Name a meter: ``the Bonus Spin meter``, ``the major meter of Progressive``."""
    return f"the {wager} meter" if name == "meter" else f"the {name} meter of {wager}"


_HAND_PHRASES: Final[dict[str, Callable[[tuple[int, ...]], str]]] = {
    "high card": lambda ranks: f"{RANK_WORDS[ranks[0]]} high",
    "pair": lambda ranks: f"a pair of {rank_plural(ranks[0])}",
    "two pair": lambda ranks: f"two pair, {rank_plural(ranks[0])} and {rank_plural(ranks[1])}",
    "three of a kind": lambda ranks: f"three {rank_plural(ranks[0])}",
    "straight": lambda ranks: f"a straight to the {RANK_WORDS[ranks[0]]}",
    "flush": lambda ranks: f"a flush, {RANK_WORDS[ranks[0]]} high",
    "full house": lambda ranks: (
        f"a full house, {rank_plural(ranks[0])} over {rank_plural(ranks[1])}"
    ),
    "four of a kind": lambda ranks: f"four {rank_plural(ranks[0])}",
    "five of a kind": lambda ranks: f"five {rank_plural(ranks[0])}",
    "straight flush": lambda ranks: f"a straight flush to the {RANK_WORDS[ranks[0]]}",
}


def describe_hand(cards: Sequence[Card], order: Order, deck: Deck = STANDARD_DECK) -> str:
    """Describe the hand that some cards make, with the ranks that matter."""
    value = hand(cards, order=order, deck=deck)
    phrase = _HAND_PHRASES.get(value.name)
    return phrase(value.kickers) if phrase else f"a {value.name}"


def describe_lowest_hand(line: Ranked) -> str:
    """Describe the lowest hand that a paytable line pays: ``a pair of sixes``, ``two pair``."""
    if line.kind == "pair" and line.low:
        return f"a pair of {rank_plural(line.low)}"
    return with_article(line.kind)


SUIT_WORDS = dict(zip(SUITS, ("clubs", "diamonds", "hearts", "spades"), strict=True))
FIVE_CARD_ORDER = Order(5)
"""The usual ranking of five-card poker hands."""
BEST_CARD = "whatever card makes the best hand"
_PLURALS = {"T": "10s", "J": "jacks", "Q": "queens", "K": "kings", "A": "aces"}
MIN_RUN = 3
"""The fewest consecutive numbers that are written as the first and the last of them."""


def describe_deck(deck: Deck) -> str:
    """Describe a deck; the standard deck of 52 cards has no description."""
    if deck.is_standard:
        return ""
    jokers = f"{number_word(deck.jokers)} {'joker' if deck.jokers == 1 else 'jokers'}"
    parts = f"{_rank_list(deck.ranks)} in {_suit_list(deck.suits)}"
    if len(deck.ranks) * len(deck.suits) == 52:
        parts = "the standard 52 cards"
    parts += f", plus {jokers}" if deck.jokers else ""
    if deck.cards == DECK:
        text = "the standard 52 cards"
    elif deck.decks > 1:
        decks = f"{number_word(deck.decks)} decks shuffled together"
        text = f"{deck.size} cards: {decks}, each with {parts}"
    else:
        text = f"{deck.size} cards: {parts}"
    wild = wild_words(deck)
    if deck.jokers and not deck.wild:
        wild = f"A joker stands for {BEST_CARD}."
    return f"{text}. {wild}".rstrip()


def wild_words(deck: Deck) -> str:
    """Say which cards are wild, if any are."""
    names = [_PLURALS.get(rank, f"{rank}s") for rank in deck.wild]
    if deck.jokers * deck.decks == 1 and not names:
        return f"The joker is wild: it stands for {BEST_CARD}."
    names += ["jokers" if deck.jokers * deck.decks > 1 else "the joker"] if deck.jokers else []
    return f"The {join_words(names)} are wild: each stands for {BEST_CARD}." if names else ""


def describe_rankings(rules: Rules) -> tuple[str, ...]:
    """Say how hands rank, in one sentence per ranking other than the usual five-card one."""
    groups: dict[Order, list[str]] = {}
    for definition in rules.hands:
        if isinstance(definition, HandOf):
            label = definition.label or f"hands of {number_word(definition.order.size)} cards"
            groups.setdefault(definition.order.on(rules.deck), []).append(label)
    usual = FIVE_CARD_ORDER.on(Deck())
    return tuple(
        " ".join(_ranking_sentences(order, tuple(dict.fromkeys(labels)), rules.deck))
        for order, labels in groups.items()
        if order != usual
    )


def _ranking_sentences(order: Order, labels: tuple[str, ...], deck: Deck) -> Iterator[str]:
    verb = "rank" if len(labels) > 1 else verb_form(labels[0], "ranks", "rank")
    subject = f"{capitalize(join_words(labels))} {verb}"
    if order.kinds == ("high card",):
        yield f"{subject} by the highest card alone."
        return
    if order.kinds == FIVE_CARD_ORDER.kinds:
        yield f"{subject} as in standard poker."
    else:
        yield f"{subject}, from the highest: {', '.join(reversed(order.kinds))}."
    has_straights = any(kind.startswith("straight") for kind in order.kinds)
    if not has_straights or RANKS[-1] not in deck.ranks:
        return
    if not order.low_ace:
        yield "An ace is never low in a straight."
    elif order.lowest:
        yield f"In a straight, an ace may also rank below the {RANK_WORDS[order.lowest]}."


def _rank_list(ranks: str) -> str:
    """Name ranks, with runs of consecutive ranks as ``six to ace``."""
    return join_words(shorten_runs(map(RANKS.index, ranks), RANK_WORDS.__getitem__, " to "))


def shorten_runs(
    numbers: Iterable[int], format_number: Callable[[int], str], separator: str
) -> Iterator[str]:
    """Yield numbers as text, and each run of consecutive ones as its first and last number."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    for run in runs:
        if len(run) >= MIN_RUN:
            yield format_number(run[0]) + separator + format_number(run[-1])
        else:
            yield from map(format_number, run)


def _suit_list(suits: str) -> str:
    return "each suit" if suits == SUITS else join_words(SUIT_WORDS[suit] for suit in suits)
