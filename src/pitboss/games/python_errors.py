"""Errors of Python in the file of a game, with what to do about them."""

import ast
import re
from collections.abc import Sequence
from difflib import get_close_matches
from inspect import Parameter, signature
from pathlib import Path
from traceback import FrameSummary
from typing import Final

from msgspec import Struct

import pitboss.games.grammar as words

GRAMMAR: Final = "pitboss.games.grammar"


def error_words(error: BaseException, frame: FrameSummary | None) -> str:
    """Say what went wrong on a line of a file, and what to do where that is known."""
    said = error.msg if isinstance(error, SyntaxError) else error
    plain = f"{type(error).__name__}: {said}".removesuffix(": ")
    match error:
        case ModuleNotFoundError(name=str(name)) if name.startswith("pitboss"):
            return f"there is no module {name}: write from {GRAMMAR} import …"
        case ModuleNotFoundError(name=str(name)):
            return (
                f"there is no module {name}: the file of a game may import installed packages "
                "only, not files beside it"
            )
        case ImportError(name=str(module)) if module == GRAMMAR:
            (name,) = re.findall(r"^cannot import name '(\w+)'", str(error)) or ("",)
            return f"{module} has no word {name!r}{_hint(name, words.__all__)}"
        case NameError(name=str(name)) if name in words.__all__:
            return f"{name} is not imported: add it to the import from {GRAMMAR}"
        case TypeError():
            return (frame and _call_words(str(error), frame)) or plain
        case _:
            return plain


def _call_words(error: str, frame: FrameSummary) -> str:
    """Say what is wrong with a call of a word of the grammar; nothing of any other error."""
    if "unhashable type: 'dict'" in error:
        return "there are braces within braces: write {…} once"
    word = _called(frame)
    if word is None:
        return ""
    name, parts = word.__name__, signature(word).parameters
    by_name = all(part.kind is Parameter.KEYWORD_ONLY for part in parts.values())
    if missing := re.fullmatch(r"Missing required argument '(\w+)'", error):
        if by_name:
            return f"{name} lacks {missing[1]}: write {missing[1]}=…"
        needs = ", ".join(key for key, part in parts.items() if part.default is Parameter.empty)
        return f"{name} lacks a part: it takes {needs}, in this order or by name"
    if unexpected := re.fullmatch(r"Unexpected keyword argument '(\w+)'", error):
        return f"{name} has no part {unexpected[1]!r}{_hint(unexpected[1], [*parts])}"
    if error.startswith("Extra positional arguments"):
        if by_name:
            return f"{name} takes all of its parts by name, such as {next(iter(parts))}=…"
        return f"{name} has too many parts: it takes {', '.join(parts)}"
    return ""


def _called(frame: FrameSummary) -> type[Struct] | None:
    """Return the word of the grammar that the failing expression calls, if it calls one."""
    try:
        lines = Path(frame.filename).read_text("utf-8").splitlines()
        tree = ast.parse("\n".join(lines))
    except (OSError, ValueError, SyntaxError):
        return None
    for node in ast.walk(tree):
        at = getattr(node, "lineno", None), getattr(node, "end_lineno", None)
        columns = getattr(node, "col_offset", None), getattr(node, "end_col_offset", None)
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Name)
            and at == (frame.lineno, frame.end_lineno)
            and columns == (frame.colno, frame.end_colno)
        ):
            word = getattr(words, node.func.id, None)
            return word if isinstance(word, type) and issubclass(word, Struct) else None
    return None


def _hint(name: str, known: Sequence[str]) -> str:
    near = get_close_matches(name, known, n=1)
    return f": did you mean {near[0]!r}?" if near else f": choose from {', '.join(known)}"
