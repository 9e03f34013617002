"""Apply one change to the program, before any of it is imported.

A finder at the front of the import system changes the source of some modules as they are loaded, so
that the whole program and every test see the changed modules. Nothing is written to disk."""

import importlib.abc
import importlib.machinery
import importlib.util
import sys
from collections.abc import Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import CodeType, ModuleType
from typing import Final, NamedTuple

SOURCE: Final = Path(__file__).parents[3] / "src"


class StaleMutation(Exception):
    """The text that a change replaces is no longer in the source, or occurs more than once."""


class Edit(NamedTuple):
    """A replacement of some text that occurs exactly once in a module.

    Without an old text, the new text is appended to the module."""

    module: str
    old: str
    new: str


class Mutation(NamedTuple):
    """A change to the program."""

    name: str
    edits: tuple[Edit, ...]


def source_of(module: str) -> Path:
    """Return the file of a module of the program."""
    path = SOURCE.joinpath(*module.split("."))
    return path / "__init__.py" if path.is_dir() else path.with_suffix(".py")


def changed_source(source: str, edits: Sequence[Edit]) -> str:
    """Return the source of a module with some edits made."""
    for edit in edits:
        if not edit.old:
            source = f"{source}\n{edit.new}\n"
            continue
        count = source.count(edit.old)
        if count != 1:
            raise StaleMutation(f"{edit.module} has this text {count} times:\n{edit.old}")
        source = source.replace(edit.old, edit.new)
    return source


class _Loader(importlib.machinery.SourceFileLoader):
    """Load one module with its edits, without reading or writing a cache."""

    edits: tuple[Edit, ...] = ()

    def get_code(self, fullname: str) -> CodeType:
        source = Path(self.path).read_text(encoding="utf-8")
        text = changed_source(source, [edit for edit in self.edits if edit.module == fullname])
        return compile(text, self.path, "exec", dont_inherit=True)


class _Finder(importlib.abc.MetaPathFinder):
    def __init__(self, edits: tuple[Edit, ...]) -> None:
        self.edits = edits
        self.modules = {edit.module for edit in edits}

    def find_spec(
        self, fullname: str, _: Sequence[str] | None, __: ModuleType | None = None
    ) -> ModuleSpec | None:
        if fullname not in self.modules:
            return None
        path = source_of(fullname)
        loader = _Loader(fullname, str(path))
        loader.edits = self.edits
        return importlib.util.spec_from_file_location(fullname, path, loader=loader)


def plant(mutation: Mutation) -> None:
    """Make this process import the program with a change applied."""
    for edit in mutation.edits:
        assert edit.module not in sys.modules, f"{edit.module} is imported already"
    sys.meta_path.insert(0, _Finder(mutation.edits))
