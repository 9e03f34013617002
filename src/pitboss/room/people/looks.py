"""How a name looks: two that a hurried eye takes for one are the same here.

Nobody should sit down as ``B0b``, or as ``Ann`` with a Greek A, beside Bob and Ann.
"""

import re
from functools import lru_cache
from typing import Final
from unicodedata import category, combining, digit, lookup, name, normalize

EDITION: Final = b"2"
"""Of the rules below; a room that was kept by others learns anew how its names look."""
_ALIKE: Final = {
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
"""Letters that look like each other: Latin, and beside them Cyrillic, Greek, Armenian, digits."""
_CAPITALS: Final = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧАВЕЅІКМНОРСТУХЈ", "abezhlkmnoptyxabeslkmhopctyxj")
"""Greek and Cyrillic ones: their small letters look otherwise."""
_READ: Final = str.maketrans({other: one for one, others in _ALIKE.items() for other in others})
_WITH: Final = re.compile(r"(?:LATIN|GREEK|CYRILLIC) SMALL LETTER .+(?= WITH )")
_SMALL_CAPITAL: Final = re.compile(r"LATIN LETTER SMALL CAPITAL (\w)")
_PAIRS: Final = (("rn", "m"), ("vv", "w"))


@lru_cache(4096)
def looks(text: str) -> str:
    """A name without what an eye overlooks: case, marks, spaces, dots, another alphabet."""
    bare = normalize("NFKD", normalize("NFKD", text).translate(_CAPITALS).casefold())
    seen = "".join(_plain(x) for x in bare if not _is_accent(x)).translate(_READ)
    for pair, one in _PAIRS:
        seen = seen.replace(pair, one)
    return "".join(x for x in seen if _is_seen(x)) or "".join(bare.split())


def _is_accent(letter: str) -> bool:
    """Whether it is a mark on a letter; not one that is written for a sound of its own."""
    kind = combining(letter)
    return kind == 1 or 10 <= kind <= 36 or kind >= 200


def _is_seen(letter: str) -> bool:
    kind = category(letter)
    return (letter.isalnum() and kind != "Lm") or kind in ("Mn", "Mc")


def _plain(letter: str) -> str:
    """A letter without a stroke, hook or tail; a small one for a small capital; digits as ours."""
    if letter.isascii():
        return letter
    if letter.isdigit():
        return str(digit(letter))
    known = name(letter, "")
    if match := _WITH.match(known):
        return _named(match[0], letter)
    if match := _SMALL_CAPITAL.fullmatch(known):
        return _named(f"LATIN SMALL LETTER {match[1]}", letter)
    return letter


def _named(known: str, otherwise: str) -> str:
    try:
        return lookup(known)
    except KeyError:
        return otherwise
