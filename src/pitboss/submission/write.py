"""Writing a submission out as TOML that a person can edit."""

from collections.abc import Iterator, Mapping
from typing import Any

from pitboss.games.grammar import Game
from pitboss.games.payoffs import Spin
from pitboss.games.words import alternatives
from pitboss.submission.defaults import is_example, payoff_of
from pitboss.submission.schema import approval_clauses, paytables


def toml_text(game: Game, whole: Mapping[str, Any]) -> str:
    """A whole submission as TOML, with the choices beside what was chosen."""
    notes = _notes(game)
    lines = [
        f"# A Rules Submission for {game.name} ({game.edition}).",
        "# Money is in cents. A filing names every key; only readings may be left out.",
        *_marked(whole),
        *_pairs(whole, "", notes),
    ]
    optional = _optional(game, whole)
    for path, table in _tables(whole, ""):
        lines += ["", *_heading(path, table, notes), *optional.get(path, ())]
    return "\n".join(lines) + "\n"


def _marked(whole: Mapping[str, Any]) -> Iterator[str]:
    if is_example(whole):
        yield "# This is an example: put in your own operator, choices and approvals."


def _notes(game: Game) -> dict[str, str]:
    """What may stand in a key, by its path."""
    boxes = f"adjacent positions of one player, {game.cite(game.boxes.clause)}"
    notes = {
        "table.minimum": "each required wager",
        "table.chip": "the smallest chip",
        "table.dealing": ", ".join(dict.fromkeys(d.method for d in game.dealing)),
        "table.shuffler": ", ".join(game.shufflers),
        "table.boxes_per_player": boxes,
    }
    for name, clause in approval_clauses(game).items():
        by = f", {game.cite(clause)}" if clause else ""
        notes[f"approvals.{name}.reference"] = f"the Commission's{by}"
    for wager in game.required:
        for option in wager.options:
            notes[f"wagers.{wager.key}.{option.key}"] = _choice(game, option.choices, option.clause)
    for side in game.sides:
        notes[f"wagers.{side.key}.paytable"] = ", ".join(paytables(side))
        notes[f"wagers.{side.key}.wheel"] = "an example wheel: the rulebook names no stops"
    for reading in game.readings:
        notes[f"readings.{reading.id}"] = _choice(game, reading.choices, reading.clause)
    return notes


def _optional(game: Game, whole: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return keys that may be added, as comments, by the path of their table."""
    limit = game.payout_limit
    clause = game.cite(limit.lower_by or limit.clause)
    own = f"your own limit, at most the rulebook's ({clause})"
    optional = {"table": [_comment("payout_limit", limit.least, own)]}
    for side in game.sides:
        spins = dict(zip(paytables(side), alternatives(side.pays), strict=True))
        fixed = [x for x, spin in spins.items() if isinstance(spin, Spin) and spin.fixed_prize]
        spin = payoff_of(side, whole["wagers"][side.key].get("paytable"))
        if isinstance(spin, Spin):
            another = f"or another approved symbol ({game.cite(spin.symbols.clause)})"
            lines = [_comment("top_symbol", spin.top, another)]
            if fixed:
                instead = f"tables {', '.join(fixed)}: instead of fixed_prize, which is its value"
                lines.append(_comment("merchandise", "a new car", instead))
            optional[f"wagers.{side.key}"] = lines
    return optional


def _comment(key: str, value: object, note: str) -> str:
    line = f"# {key} = {_value(value)}"
    return f"{line:<32} # {note}"


def _choice(game: Game, choices: Mapping[str, str], clause: str) -> str:
    return f"{', '.join(choices)} ({game.cite(clause)})"


def _pairs(table: Mapping[str, Any], path: str, notes: Mapping[str, str]) -> Iterator[str]:
    for key, value in table.items():
        if isinstance(value, dict | list):
            continue
        note = notes.get(f"{path}.{key}" if path else key)
        line = f"{key} = {_value(value)}"
        yield f"{line:<32} # {note}" if note else line


def _tables(table: Mapping[str, Any], path: str) -> Iterator[tuple[str, Any]]:
    for key, value in table.items():
        where = f"{path}.{key}" if path else key
        if isinstance(value, dict):
            if any(not isinstance(part, dict) for part in value.values()):
                yield where, value
            yield from _tables(value, where)
        elif isinstance(value, list):
            yield where, value


def _heading(path: str, table: Any, notes: Mapping[str, str]) -> Iterator[str]:  # noqa: ANN401
    if isinstance(table, dict):
        yield f"[{path}]"
        yield from _pairs(table, path, notes)
        return
    if path in notes:
        yield f"# {notes[path]}"
    for item in table:
        yield f"[[{path}]]"
        yield from _pairs(item, "", {})


def _value(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    text = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{text}"'
