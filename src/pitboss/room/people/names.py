"""What people may be called: by the rules of Unicode for identifiers (UAX #31, UTS #39).

Words of letters, marks and digits, of one alphabet; between them single spaces, hyphens,
apostrophes and periods, or what an alphabet has for these. Letters that nobody sees are none, nor
are clicks, which look like `!` and `|`; and a stroke that lengthens or repeats a letter is no name
without one. The alphabets are those that UAX #31 recommends for identifiers: others have letters
that cannot be told from Latin ones.
"""

import re
from functools import lru_cache
from itertools import groupby, pairwise
from typing import Final
from unicodedata import category, combining, decimal, name, normalize

from pitboss.table.people import LONGEST_NAME, is_name

SCRIPTS: Final = frozenset(
    {
        "ARABIC", "ARMENIAN", "BENGALI", "BOPOMOFO", "CJK", "CYRILLIC", "DEVANAGARI", "ETHIOPIC",
        "GEORGIAN", "GREEK", "GUJARATI", "GURMUKHI", "HANGUL", "HEBREW", "HIRAGANA", "KANNADA",
        "KATAKANA", "KHMER", "LAO", "LATIN", "MALAYALAM", "MYANMAR", "ORIYA", "SINHALA", "TAMIL",
        "TELUGU", "THAANA", "THAI", "TIBETAN",
    }
)  # fmt: skip
"""As the names of their characters begin."""
TOGETHER: Final = (
    frozenset({"LATIN", "CJK", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "CJK", "BOPOMOFO"}),
    frozenset({"LATIN", "CJK", "HANGUL"}),
)
"""Alphabets that are written together."""
MOST_MARKS: Final = 3
"""On one letter."""
_SHARED: Final = frozenset({"COMBINING", "DIGIT", "LOW", "MIDDLE", "KATAKANA-HIRAGANA"})
"""Characters of several alphabets: marks, digits, `_`, `·`, `ー`."""
_SCRIPT_OF: Final = {"IDEOGRAPHIC": "CJK", "ARABIC-INDIC": "ARABIC", "EXTENDED": "ARABIC"}
_NO_LETTERS: Final = frozenset({"FILLER", "INHERENT", "JOINER", "CLICK"})
"""Words in the names of characters that are blank, or look like signs."""
_LETTERS: Final = frozenset({"Lu", "Ll", "Lt", "Lo"})
"""Categories of characters; those that modify a letter (Lm) are not among them."""
_BETWEEN: Final = re.compile(r"\. |[ .'’ʻʼ・་-]")
GENERAL: Final = (
    f"use 1 to {LONGEST_NAME} letters and digits, and between words a space, hyphen, apostrophe "
    "or period"
)
MIXED: Final = "use letters of one alphabet"


def normal(text: str) -> str:
    """Return one spelling for all ways to write the same characters (NFKC)."""
    return normalize("NFKC", text)


@lru_cache(4096)
def fault_of(text: str) -> str:
    """Return what to do about a name that nobody can have, or nothing where somebody can."""
    if not is_name(text) or normal(text) != text:
        return GENERAL
    words = _BETWEEN.split(text.removesuffix("."))
    letters = "".join(words)
    if not all(map(_is_word, words)) or _LETTERS.isdisjoint(map(category, letters)):
        return GENERAL
    scripts = {_script(letter) for letter in letters} - {""}
    if not scripts <= SCRIPTS or _has_no_letters(letters) or _has_piled_marks(letters):
        return GENERAL
    zeros = {ord(letter) - decimal(letter) for letter in letters if letter.isdecimal()}
    if len(zeros) > 1 or not (len(scripts) < 2 or any(scripts <= some for some in TOGETHER)):
        return MIXED
    return ""


def _is_word(word: str) -> bool:
    """Whether it is an identifier, or would be one if no digit came first."""
    begins = word[:1].isidentifier() or word[:1].isdecimal()
    return begins and f"_{word}".isidentifier()


def _script(letter: str) -> str:
    """The alphabet of a character; nothing, if several share it."""
    first = name(letter, "").partition(" ")[0]
    return "" if first in _SHARED else _SCRIPT_OF.get(first, first)


def _has_no_letters(letters: str) -> bool:
    """Whether blanks or signs are among them, which Unicode takes for letters."""
    return any(not _NO_LETTERS.isdisjoint(name(letter, "").split()) for letter in letters)


def _has_piled_marks(letters: str) -> bool:
    """Whether a letter has more marks than any language needs, or one of them twice."""
    piles = (len([*marks]) for is_mark, marks in groupby(letters, _is_mark) if is_mark)
    twice = any(one == other and _is_mark(one) for one, other in pairwise(letters))
    return twice or any(pile > MOST_MARKS for pile in piles)


def _is_mark(letter: str) -> bool:
    return combining(letter) > 0
