"""How a name looks: two that a hurried eye takes for one are the same here.

Nobody should sit down as ``B0b``, or as ``Ann`` with a Greek A, beside Bob and Ann.
"""

from functools import lru_cache
from typing import Final
from unicodedata import combining, normalize

_ALIKE: Final = {
    "a": "аαɑ",
    "b": "ьβ",
    "c": "сϲ",
    "d": "ԁ",
    "e": "еєεҽ",
    "g": "ɡ",
    "h": "һн",
    "k": "кκ",
    "l": "1iі|!ӏιıј",
    "m": "м",
    "n": "пηո",
    "o": "0оοσօ",
    "p": "рρ",
    "r": "г",
    "s": "5ѕ$",
    "t": "тτ",
    "u": "υսц",
    "v": "νѵ",
    "w": "ѡԝω",
    "x": "хχ×",
    "y": "уүγ",
    "z": "ʐ",
}
"""Letters that look like each other: Latin, and beside them Cyrillic, Greek, Armenian, digits."""
_CAPITALS: Final = str.maketrans("ΑΒΕΖΗΙΚΜΝΟΡΤΥΧАВЕЅІКМНОРСТУХ", "abezhlkmnoptyxabeslkmhopctyx")
"""Greek and Cyrillic ones: their small letters look otherwise."""
_READ: Final = str.maketrans({other: one for one, others in _ALIKE.items() for other in others})


@lru_cache(4096)
def looks(name: str) -> str:
    """A name without what an eye overlooks: case, marks, spaces, dots, another alphabet."""
    bare = normalize("NFKD", normalize("NFKD", name).translate(_CAPITALS).casefold())
    seen = "".join(x for x in bare if not combining(x)).translate(_READ)
    return "".join(x for x in seen if x.isalnum()) or "".join(bare.split())
