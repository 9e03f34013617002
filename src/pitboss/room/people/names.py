"""Names of people: which are allowed (UAX #31, UTS #39), and which look alike.

A name consists of words of letters, marks and digits in one alphabet, separated by single spaces,
hyphens, apostrophes or periods, or their equivalents in other alphabets. Not allowed are invisible
letters, click letters, which look like `!` and `|`, and a lengthening stroke at the beginning. The
alphabets are those that UAX #31 recommends; others have letters that look exactly like Latin ones.
Two names with the same skeleton look alike, so that nobody sits down as ``B0b`` beside Bob.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby, pairwise
from typing import Final
from unicodedata import category, combining, decimal, digit, lookup, name, normalize

from pitboss.room.store.interface import Put, RowDamaged, Store
from pitboss.table.people import MAX_NAME_LENGTH, is_name, normalize_name

SCRIPTS: Final = frozenset(
    {
        "ARABIC", "ARMENIAN", "BENGALI", "BOPOMOFO", "CJK", "CYRILLIC", "DEVANAGARI", "ETHIOPIC",
        "GEORGIAN", "GREEK", "GUJARATI", "GURMUKHI", "HANGUL", "HEBREW", "HIRAGANA", "KANNADA",
        "KATAKANA", "KHMER", "LAO", "LATIN", "MALAYALAM", "MYANMAR", "ORIYA", "SINHALA", "TAMIL",
        "TELUGU", "THAANA", "THAI", "TIBETAN",
    }
)  # fmt: skip
"""The alphabets that are allowed, by the first word of the names of their characters."""
MIXED_SCRIPTS: Final = (
    frozenset({"LATIN", "CJK", "HIRAGANA", "KATAKANA"}),
    frozenset({"LATIN", "CJK", "BOPOMOFO"}),
    frozenset({"LATIN", "CJK", "HANGUL"}),
)
"""Alphabets that are written together in one name."""
MAX_MARKS: Final = 3
"""Most marks on one letter."""
_COMMON_WORDS: Final = frozenset({"COMBINING", "DIGIT", "LOW", "MIDDLE", "KATAKANA-HIRAGANA"})
"""First words of the names of characters that alphabets share: marks, digits, `_`, `·`, `ー`."""
_SCRIPT_OF: Final = {"IDEOGRAPHIC": "CJK", "ARABIC-INDIC": "ARABIC", "EXTENDED": "ARABIC"}
_NO_LETTERS: Final = frozenset({"FILLER", "INHERENT", "JOINER", "CLICK"})
"""Words in the names of letters that are blank, or that look like punctuation."""
_LETTERS: Final = frozenset({"Lu", "Ll", "Lt", "Lo"})
"""Unicode categories of letters, without modifier letters (Lm)."""
_SEPARATORS: Final = re.compile(r"\. |[ .'’ʻʼ・་-]")
NAME_RULE: Final = (
    f"use 1 to {MAX_NAME_LENGTH} letters and digits, with a space, hyphen, apostrophe or period "
    "only between words"
)
ONE_ALPHABET_RULE: Final = "use letters of only one alphabet"


def compose_name(text: str) -> str:
    """Return the normal spelling of a text (NFKC)."""
    return normalize("NFKC", text)


@lru_cache(4096)
def find_name_fault(text: str) -> str:
    """Return the rule that a name breaks, as an instruction, or an empty string if it is valid."""
    if not is_name(text) or compose_name(text) != text:
        return NAME_RULE
    words = _SEPARATORS.split(text.removesuffix("."))
    letters = "".join(words)
    if not all(map(_is_word, words)) or _LETTERS.isdisjoint(map(category, letters)):
        return NAME_RULE
    scripts = {_script(letter) for letter in letters} - {""}
    if not scripts <= SCRIPTS or _has_no_letters(letters) or _has_piled_marks(letters):
        return NAME_RULE
    zeros = {ord(letter) - decimal(letter) for letter in letters if letter.isdecimal()}
    if len(zeros) > 1 or not (len(scripts) < 2 or any(scripts <= some for some in MIXED_SCRIPTS)):
        return ONE_ALPHABET_RULE
    return ""


def _is_word(word: str) -> bool:
    """Return whether a word is an identifier, or would be one if it did not start with a digit."""
    has_valid_start = word[:1].isidentifier() or word[:1].isdecimal()
    return has_valid_start and f"_{word}".isidentifier()


def _script(letter: str) -> str:
    """Return the alphabet of a character, or an empty string if several alphabets share it."""
    first = name(letter, "").partition(" ")[0]
    return "" if first in _COMMON_WORDS else _SCRIPT_OF.get(first, first)


def _has_no_letters(letters: str) -> bool:
    """Return whether some are blanks or punctuation that Unicode counts as letters."""
    return any(not _NO_LETTERS.isdisjoint(name(letter, "").split()) for letter in letters)


def _has_piled_marks(letters: str) -> bool:
    """Return whether a letter has more marks than any language needs, or the same one twice."""
    pile_sizes = (len([*marks]) for is_mark, marks in groupby(letters, _is_mark) if is_mark)
    has_twin_marks = any(mark == after and _is_mark(mark) for mark, after in pairwise(letters))
    return has_twin_marks or any(size > MAX_MARKS for size in pile_sizes)


def _is_mark(letter: str) -> bool:
    return combining(letter) > 0


SKELETONS: Final = "looks"
"""The collection that maps the skeleton of each name to its account; no two names look alike."""
SKELETON_EDITION: Final = b"2"
"""The edition of the rules below; a room of another edition recomputes its skeletons."""
_LOOKALIKES: Final = {
    "a": "аαɑ",
    "ae": "æӕ",
    "b": "ьβв",
    "c": "сϲ",
    "d": "ԁ",
    "e": "еєεҽɛ",
    "g": "ɡցց",
    "h": "һнհ",
    "j": "јϳյ",
    "k": "кκ",
    "l": "1iі|!ӏιıɩǀןו",
    "m": "м",
    "n": "пηո",
    "o": "0оοσօסഠଠဝ",
    "oe": "œ",
    "p": "рρ",
    "r": "г",
    "s": "5ѕ$",
    "t": "тτ",
    "u": "υսцʋ",
    "v": "νѵ",
    "w": "ѡԝω",
    "x": "хχ×",
    "y": "уүγ",
    "z": "ʐ",
    "3": "зʒȝӡ",
    "口": "ロ",
    "二": "ニ",
    "力": "カ",
    "工": "エ",
    "卜": "ト",
    "八": "ハ",
    "夕": "タ",
    "へ": "ヘ",
    "一": "ー",
}
"""For each letter, the letters and digits of other alphabets that look like it."""
_CAPITALS: Final = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧАВЕЅІКМНОРСТУХЈ", "abezhlkmnoptyxabeslkmhopctyxj")
"""Greek and Cyrillic capitals whose small letters do not look like the Latin ones."""
_TO_LATIN: Final = str.maketrans(
    {lookalike: letter for letter, group in _LOOKALIKES.items() for lookalike in group}
)
_WITH: Final = re.compile(r"(?:LATIN|GREEK|CYRILLIC) SMALL LETTER .+(?= WITH )")
_SMALL_CAPITAL: Final = re.compile(r"LATIN LETTER SMALL CAPITAL (\w)")
_PAIRS: Final = (("rn", "m"), ("vv", "w"))


@lru_cache(4096)
def skeleton(text: str) -> str:
    """Return a name without what the eye overlooks: case, marks, spaces, dots, alphabet."""
    plain = normalize("NFKD", normalize("NFKD", text).translate(_CAPITALS).casefold())
    latin = "".join(_base_letter(x) for x in plain if not _is_accent(x)).translate(_TO_LATIN)
    for pair, letter in _PAIRS:
        latin = latin.replace(pair, letter)
    return "".join(x for x in latin if _is_visible(x)) or "".join(plain.split())


def _is_accent(letter: str) -> bool:
    """Return whether it is a mark on a letter, and not a vowel sign or the like."""
    kind = combining(letter)
    return kind == 1 or 10 <= kind <= 36 or kind >= 200


def _is_visible(letter: str) -> bool:
    kind = category(letter)
    return (letter.isalnum() and kind != "Lm") or kind in ("Mn", "Mc")


def _base_letter(letter: str) -> str:
    """Return the plain letter without stroke, hook or tail, or the ASCII form of a digit."""
    if letter.isascii():
        return letter
    if letter.isdigit():
        return str(digit(letter))
    letter_name = name(letter, "")
    if match := _WITH.match(letter_name):
        return _letter_named(match[0], letter)
    if match := _SMALL_CAPITAL.fullmatch(letter_name):
        return _letter_named(f"LATIN SMALL LETTER {match[1]}", letter)
    return letter


def _letter_named(letter_name: str, default: str) -> str:
    try:
        return lookup(letter_name)
    except KeyError:
        return default


def skeleton_put(name: str) -> Put:
    """Return the row that maps the skeleton of a name to its account."""
    return Put(SKELETONS, skeleton(name), normalize_name(name).encode())


async def find_lookalike(store: Store, name: str) -> str | None:
    """Return the key of the account whose name looks like this one, or is the same, if any.

    The account may have ended: names are not given to anybody else, because logs name people.
    """
    try:
        key = await store.get(SKELETONS, skeleton(name))
    except RowDamaged:
        return ""  # the row is there, so the name is somebody's
    return None if key is None else key.decode()


async def are_skeletons_current(store: Store) -> bool:
    """Return whether the stored skeletons follow the rules of this edition."""
    return await store.get(SKELETONS, "") == SKELETON_EDITION


async def rebuild_skeletons(store: Store, names: Sequence[str]) -> None:
    """Compute the skeletons of these names."""
    rows = {put.key: put for put in map(skeleton_put, reversed(names))}
    for name_skeleton in await store.collection(SKELETONS):
        rows.pop(name_skeleton, None)
    await store.put(*rows.values(), Put(SKELETONS, "", SKELETON_EDITION))
