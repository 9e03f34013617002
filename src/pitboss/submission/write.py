"""Writing a submission out as TOML that a person can edit."""

from collections.abc import Iterator, Mapping
from typing import Any

from pitboss.games.grammar import Game
from pitboss.games.words import UNLIMITED, alternatives
from pitboss.submission.defaults import is_example, payoff_of
from pitboss.submission.schema import approval_clauses, paytables, regulator


def toml_text(game: Game, whole: Mapping[str, Any]) -> str:
    """A whole submission as TOML, with the choices beside what was chosen."""
    notes = _notes(game)
    lines = [
        f"# A Rules Submission for {game.name}{f' ({game.edition})' if game.edition else ''}.",
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
    notes = {
        "table.minimum": "each required wager",
        "table.chip": "the smallest chip",
        "table.dealing": ", ".join(dict.fromkeys(d.method for d in game.procedures.dealing)),
        "table.shuffler": ", ".join(game.procedures.shufflers),
        "table.decks": _decks(game),
        "table.boxes_per_player": f"adjacent positions of one player{_by(game, game.boxes.clause)}",
    }
    for name, clause in approval_clauses(game).items():
        notes[f"approvals.{name}.reference"] = f"{regulator(game)}'s{_by(game, clause)}"
    for wager in game.required:
        for option in wager.options:
            notes[f"wagers.{wager.key}.{option.key}"] = _choice(game, option.choices, option.clause)
    for side in game.sides:
        notes[f"wagers.{side.key}.paytable"] = ", ".join(paytables(side))
        whose = "rulebook" if game.short else "game"
        notes[f"wagers.{side.key}.wheel"] = f"an example wheel: the {whose} names no stops"
    for reading in game.readings:
        notes[f"readings.{reading.id}"] = _choice(game, reading.choices, reading.clause)
    return notes


def _decks(game: Game) -> str:
    """Explain the decks of a table, which are not those that a game shuffles together."""
    note = "1, or 2 in rotation: one is dealt while an automated shuffler prepares the other"
    if game.deck.decks > 1:
        note += f"; each of {game.deck.size} cards, which are {game.deck.decks} decks together"
    return note + _by(game, game.procedures.two_decks)


def _optional(game: Game, whole: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return keys that may be added, as comments, by the path of their table."""
    limit, optional = game.payout_limit, dict[str, list[str]]()
    if limit != UNLIMITED:
        whose = "the rulebook's" if game.short else "the game's"
        own = f"your own limit, at most {whose}{_in(game, limit.lower_by or limit.clause)}"
        optional["table"] = [_comment("payout_limit", limit.least, own)]
    for side in game.sides:
        tables = dict(zip(paytables(side), alternatives(side.pays), strict=True))
        fixed = [letter for letter, pays in tables.items() if pays.fixed_prize]
        pays = payoff_of(side, whole["wagers"][side.key].get("paytable"))
        if pays.top:
            another = f"or another approved symbol{_in(game, pays.clause)}"
            lines = [_comment("top_symbol", pays.top, another)]
            if fixed:
                instead = f"tables {', '.join(fixed)}: instead of fixed_prize, which is its value"
                lines.append(_comment("merchandise", "a new car", instead))
            optional[f"wagers.{side.key}"] = lines
    return optional


def _comment(key: str, value: object, note: str) -> str:
    line = f"# {key} = {_value(value)}"
    return f"{line:<32} # {note}"


def _by(game: Game, clause: str | None) -> str:
    """Return a clause after a comma, where there is one."""
    return f", {game.cite(clause)}" if clause else ""


def _in(game: Game, clause: str | None) -> str:
    """Return a clause in brackets, where there is one."""
    return f" ({game.cite(clause)})" if clause else ""


def _choice(game: Game, choices: Mapping[str, str], clause: str) -> str:
    return f"{', '.join(choices)}{_in(game, clause)}"


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
            if not value or any(not isinstance(part, dict) for part in value.values()):
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
