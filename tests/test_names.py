"""Lint names in the source and the tests: no bare participles, no words of the old dialect."""

import ast
import io
import keyword
import re
import tokenize
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pitboss
from pitboss.table.day import Day
from pitboss.table.state import RoundState, State

ROOT: Final = Path(pitboss.__file__).parent
MODULES: Final = sorted(ROOT.rglob("*.py"))
TESTS: Final = Path(__file__).parent
TEST_MODULES: Final = sorted(TESTS.rglob("*.py"))
SCRIPTS: Final = sorted((ROOT / "web/site").rglob("*.js"))
DIALECT: Final = {"told", "untold", "heard"}
WORDS: Final = re.compile("[A-Z]?[a-z]+|[A-Z]+(?![a-z])")
"""The words of an identifier."""
IRREGULAR: Final = re.compile(
    "told|heard|found|kept|held|seen|shown|drawn|dealt|given|taken|made|said|met|paid"
    "|won|sent|bought|sold|gone|grown|laid|thrown|known|written|spoken|broken|chosen"
    "|fallen|hidden|built|caught|fed|forgotten|meant|spent|stood|struck|taught|thought"
    "|worn|done|begun|lost"
)
"""Participles that do not end in -ed and are not also ordinary nouns or verbs."""
NOUNS: Final = {"seed", "speed", "need", "feed", "embed"}
"""Words in -ed that are not participles."""
EVENTS: Final = {"events.py", "back_office_events.py", "client_events.py"}
"""Modules whose classes are events, which are named in the past tense."""
EXCEPTIONS: Final = {
    "dealt": "a word of the grammar, in which game files are written",
    "staked": "a name of the contract: what was wagered in a round",
    "credited": "a name of the contract: what a round gave back",
    "required": "a term of the grammar: wagers that every player makes",
    "paid": "a term of the grammar: the hands that a paytable pays",
    "unqualified": "a term of the grammar: what pays if the dealer does not qualify",
    "stored": "a parameter of `resolve`, part of the public library",
    "suited": "a term of poker: two cards of one suit",
    "unsuited": "a term of poker: two cards of different suits",
    "expected": "a term of statistics, and what a check compares with",
    "fixed": "a term of paytables: a fixed sum",
    "elapsed": "the common name of a stopwatch's reading",
    "shuffled": "as `sorted`: returns a new list",
    "laid": "a layout's cells, a term of the grammar",
    "refused": "the one error of the program that people read",
    "failed": "an error: a request that was not carried out",
    "ranked": "part of the hashed rules of a game",
    "revealed": "a class of games in the lab, whose cards are revealed one by one",
}
RECORDS: Final = {
    "games/procedures.py": "part of the hashed rules of a game",
    "room/audit/auditor.py": "printed as JSON",
    "room/back_office_events.py": "stored in the log",
    "room/http/routes": "sent over HTTP",
    "room/nodes/link.py": "sent between nodes",
    "room/people": "stored in the database",
    "room/reports": "sent over HTTP and printed as JSON",
    "room/timers.py": "stored with the settings of a table",
    "room/worker_process.py": "sent over HTTP as the progress of a job",
    "school/classroom.py": "printed as JSON",
    "settle/model.py": "names of the contract",
    "table": "stored in the log and in snapshots, and sent in views",
    "verify": "read from the log and printed as JSON",
}
"""Modules with records whose fields are stored or sent, so that their names stay."""
FIELD_EXCEPTIONS: Final = {
    "covered": "a name of the contract: how a clause is accounted for",
    "uncovered": "as `covered`",
    "planned": "as `covered`",
    "filed": "a name of the contract: what an operator filed",
    "wanted": "a name of the contract: the target edge",
    "solved": "a name of the contract: how many main games were solved",
    "uncounted": "part of the public library: wagers without figures",
    "made": "a feature of rule lists, a name of the contract",
    "mixed": "the opposite of `suited`",
    "closed": "the reason of a closed account, as the log has it",
}
"""Fields that records of other modules may have in addition to `EXCEPTIONS`."""
TEST_EXCEPTIONS: Final = {
    "uncapped": "a name of the contract: a payout before the limit",
    "red": "a color",
}
"""Names that the tests may use in addition to `EXCEPTIONS`."""
FIELDS: Final = {field for record in (State, RoundState, Day) for field in record.__struct_fields__}
"""Fields of the stored state; attributes that mirror the state may have the same names."""


def participles(words: Iterator[str]) -> list[str]:
    """Return the words that are bare participles and not exceptions."""
    return [
        word
        for word in words
        if (bare := word.strip("_").lower()) not in EXCEPTIONS
        and bare not in NOUNS
        and (IRREGULAR.fullmatch(bare) or re.fullmatch("[a-z]+ed", bare))
    ]


def definitions(path: Path) -> Iterator[str]:
    """Yield the names of the classes and functions in a module, except events."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.ClassDef):
            is_one_word = re.fullmatch("_?[A-Z][a-z]+", node.name)
            if is_one_word and path.name not in EVENTS:
                yield node.name
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node.name


def test_names_are_not_bare_participles() -> None:
    names = {
        str(path.relative_to(ROOT)): participles(
            iter((path.stem, path.parent.name, *definitions(path)))
        )
        for path in MODULES
    }
    assert {path: words for path, words in names.items() if words} == {}


def record_fields(tree: ast.Module) -> Iterator[ast.expr]:
    """Yield the annotated fields of the classes in a module."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ClassDef):
            for line in node.body:
                if isinstance(line, ast.AnnAssign):
                    yield line.target


def values(path: Path) -> Iterator[str]:
    """Yield the variables, parameters and attributes that a module assigns.

    Fields of records have a test of their own, and constants may be states."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    fields = {id(target) for target in record_fields(tree)}
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store()) if id(node) not in fields:
                if not name.isupper():
                    yield name
            case ast.arg(arg=name):
                yield name
            case ast.Attribute(ast.Name("self"), attr=name, ctx=ast.Store()):
                if name not in FIELDS:
                    yield name
            case _:
                pass


def test_values_are_not_bare_participles() -> None:
    names = {str(path.relative_to(ROOT)): participles(values(path)) for path in MODULES}
    assert {path: words for path, words in names.items() if words} == {}


def test_fields_are_not_bare_participles() -> None:
    names = {}
    for path in MODULES:
        module = path.relative_to(ROOT)
        if any(module.is_relative_to(record) for record in RECORDS):
            continue
        tree = ast.parse(path.read_text(encoding="utf-8"))
        fields = [target.id for target in record_fields(tree) if isinstance(target, ast.Name)]
        known_names = FIELDS | FIELD_EXCEPTIONS.keys()
        names[str(module)] = [word for word in participles(iter(fields)) if word not in known_names]
    assert {path: words for path, words in names.items() if words} == {}
    assert all((ROOT / record).exists() for record in RECORDS)


def test_names_in_the_tests_are_not_bare_participles() -> None:
    names = {}
    for path in TEST_MODULES:
        words = participles(iter((path.stem, path.parent.name, *definitions(path), *values(path))))
        names[str(path.relative_to(TESTS))] = set(words) - TEST_EXCEPTIONS.keys()
    assert {path: words for path, words in names.items() if words} == {}


def test_no_identifier_is_of_the_old_dialect() -> None:
    for path in MODULES:
        lines = io.StringIO(path.read_text(encoding="utf-8")).readline
        tokens = tokenize.generate_tokens(lines)
        names = {
            word.lower()
            for token in tokens
            if token.type == tokenize.NAME
            for word in WORDS.findall(token.string)
        }
        # The answer about a reconciliation has this key on the wire.
        allowances = {"told"} if path.match("room/http/routes/reports.py") else set()
        assert not (names & DIALECT) - allowances, path


def test_no_identifier_of_the_pages_is_of_the_old_dialect() -> None:
    skip = re.compile(r"/\*.*?\*/|//[^\n]*|\"[^\"\n]*\"|'[^'\n]*'|/told\b", re.DOTALL)
    for path in SCRIPTS:
        text = path.read_text(encoding="utf-8")
        assert not DIALECT & {word.lower() for word in WORDS.findall(skip.sub("", text))}, path
        # Comments declare types, whose names are written in one word.
        assert not re.search(r"\w(Told|Heard)\b", text), path


def test_the_lint_finds_what_it_looks_for() -> None:
    assert participles(iter(["told", "_kept", "asked", "seed", "result", "dealt"])) == [
        "told", "_kept", "asked",
    ]  # fmt: skip
    assert not any(keyword.iskeyword(word) for word in EXCEPTIONS)


def test_packages_list_what_they_offer() -> None:
    """Each package has a docstring that describes it, and lists its exports in `__all__`."""
    missing = []
    for path in ROOT.rglob("__init__.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        names = {
            node.id
            for line in tree.body
            if isinstance(line, ast.Assign | ast.AnnAssign)
            for node in ast.walk(line)
            if isinstance(node, ast.Name)
        }
        if not ast.get_docstring(tree) or "__all__" not in names:
            missing.append(str(path.relative_to(ROOT)))
    assert missing == []
