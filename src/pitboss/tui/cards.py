"""Cards in four sizes: faces with rank and suit, woven backs, outlines where cards will lie."""

from typing import Final, NamedTuple

from rich.style import Style
from rich.text import Text

from pitboss.cards import JOKER as CARD_OF_JOKER
from pitboss.cards import text
from pitboss.table.views import FACE_DOWN
from pitboss.tui.block import Block, beside, line, padded
from pitboss.tui.look import (
    BACK,
    BACK_EDGE,
    BLACK_CARD,
    CARD_EDGE,
    CARD_WORDS,
    EMPTY,
    INSCRIBED,
    RED_CARD,
)

JOKER: Final = text(CARD_OF_JOKER)
SUIT_SIGNS: Final = {"c": "♣", "d": "♦", "h": "♥", "s": "♠"}
JOKER_SIGN: Final = "★"
RED_SUITS: Final = "dh"
WEAVE: Final = "▚▞"
SMALL_BACK: Final = "▚▚"
NO_CARD: Final = ""


class Size(NamedTuple):
    """A card's outside, edges included, and the lines between rows of cards."""

    width: int
    height: int
    between: int = 0


SMALL: Final = Size(9, 3)
MEDIUM: Final = Size(9, 5)
LARGE: Final = Size(11, 7, 1)
HUGE: Final = Size(13, 9, 1)
SIZES: Final = (HUGE, LARGE, MEDIUM, SMALL)
"""The best first."""


def short(card: str) -> Text:
    """``K♥`` in the middle of a line; a card face down is a piece of its back."""
    if card == FACE_DOWN:
        return Text(SMALL_BACK, style=BACK_EDGE)
    return Text(sign(card), style=_ink(card))


def sign(card: str) -> str:
    """``10♥``: a card in the middle of a sentence."""
    return JOKER_SIGN if card == JOKER else f"{_rank(card)}{SUIT_SIGNS[card[1]]}"


def card_block(card: str, size: Size, words: str = "") -> Block:
    """A card, face up or down, or with no card an outline; its edge can carry the place's name."""
    inner = size.width - 2
    if card == FACE_DOWN:
        rows = [
            Text((WEAVE * inner)[at % 2 :][:inner], style=BACK) for at in range(size.height - 2)
        ]
        return _edged(rows, size, words, BACK_EDGE, BACK_EDGE)
    if card == NO_CARD:
        rows = [Text(" " * inner) for _ in range(size.height - 2)]
        return _edged(rows, size, words, EMPTY, INSCRIBED)
    rows = [padded(Text(text), inner) for text in _face(card, size)]
    for row in rows:
        row.style = _ink(card)
    return _edged(rows, size, words, CARD_EDGE, CARD_WORDS)


def hand_block(cards: tuple[str, ...], size: Size, words: str = "") -> Block:
    """Cards side by side; the first edge carries the name, if it holds it."""
    return beside([card_block(c, size, words if not at else "") for at, c in enumerate(cards)], 1)


def hand_width(cards: int, size: Size) -> int:
    """How wide so many cards are."""
    return cards * (size.width + 1) - 1


def _face(card: str, size: Size) -> list[str]:
    """The lines inside the edges."""
    inner = size.width - 2
    if card == JOKER:
        rank, pip = "Joker", JOKER_SIGN
    else:
        rank, pip = _rank(card), SUIT_SIGNS[card[1]]
    index = sign(card)
    if size == SMALL:
        return [f"{index:^{inner}}"]
    if size == MEDIUM:
        return [f" {index}", "", f"{index + ' ':>{inner}}"]
    middle = f"{pip:^{inner}}"
    if size == LARGE:
        return [f" {index}", "", middle, "", f"{index + ' ':>{inner}}"]
    bottom = [f"{rank + ' ':>{inner}}", f"{pip + ' ':>{inner}}"]
    return [f" {rank}", f" {pip}", "", middle, "", *bottom]


def _edged(rows: list[Text], size: Size, words: str, edge: Style, inscribed: Style) -> Block:
    inner = size.width - 2
    words = words if len(words) <= inner else ""
    left = (inner - len(words)) // 2
    top = line(
        ("╭" + "─" * left, edge),
        (words, inscribed),
        ("─" * (inner - left - len(words)) + "╮", edge),
    )
    middle = [line(("│", edge), row, ("│", edge)) for row in rows]
    return Block((top, *middle, Text("╰" + "─" * inner + "╯", style=edge)), size.width)


def _rank(card: str) -> str:
    return "10" if card[0] == "T" else card[0]


def _ink(card: str) -> Style:
    return RED_CARD if card[1] in RED_SUITS else BLACK_CARD
