"""Write a submission as TOML that a person can edit."""

from collections.abc import Mapping
from typing import Any

from pitboss.games.game_parts import PHYSICAL, UNLIMITED, VIRTUAL, possible_values
from pitboss.games.grammar import Game
from pitboss.submission.defaults import is_example, payoff_of
from pitboss.submission.schema import approval_clauses, paytable_letters, regulator


def toml_text(game: Game, submission: Mapping[str, Any]) -> str:
    """Return a complete submission as TOML, with the accepted values in comments."""
    import tomlkit  # imported late: most commands write no TOML

    notes, optional_keys = _key_notes(game), _optional_keys(game, submission)
    lines = [
        f"# A Rules Submission for {game.name}{f' ({game.edition})' if game.edition else ''}.",
        "# Money is in cents. A filing states every key; only readings may be left out.",
    ]
    if is_example(submission):
        lines.append(
            "# This is an example: replace the operator, choices and approvals with your own."
        )
    table = ""
    for line in tomlkit.dumps(submission).splitlines():
        if not line:
            lines += optional_keys.pop(table, ())
        elif line.startswith("["):
            previous, table = table, line.strip("[]")
            if table == previous:
                lines.pop()  # no blank line between the entries of one list
            elif table in notes:
                lines.append(f"# {notes[table]}")
        note = notes.get(f"{table}.{line.partition(' = ')[0]}")
        lines.append(f"{line:<32} # {note}" if note else line)
    return "\n".join([*lines, *optional_keys.pop(table, ())]) + "\n"


def _key_notes(game: Game) -> dict[str, str]:
    """Return a comment on the accepted values of each key, by path."""
    boxes = f"adjacent positions of one player{_clause_suffix(game, game.boxes.clause)}"
    notes = {
        "table.minimum": "each required wager",
        "table.chip": "the smallest chip",
        "table.dealing": ", ".join(dict.fromkeys(d.method for d in game.procedures.dealing)),
        "table.shuffler": ", ".join(game.procedures.shufflers),
        "table.decks": _decks_note(game),
        "table.boxes_per_player": boxes,
        "table.cards": f"{VIRTUAL}, {PHYSICAL}",
    }
    for name, clause in approval_clauses(game).items():
        notes[f"approvals.{name}.reference"] = f"{regulator(game)}'s{_clause_suffix(game, clause)}"
    for wager in game.required:
        for option in wager.options:
            notes[f"wagers.{wager.key}.{option.key}"] = _choices_text(
                game, option.choices, option.clause
            )
    for side in game.sides:
        notes[f"wagers.{side.key}.paytable"] = ", ".join(paytable_letters(side))
        source = "rulebook" if game.short else "game"
        notes[f"wagers.{side.key}.wheel"] = f"an example wheel: the {source} does not fix the stops"
    for reading in game.readings:
        notes[f"readings.{reading.id}"] = _choices_text(game, reading.choices, reading.clause)
    return notes


def _decks_note(game: Game) -> str:
    """Return the comment on the decks of a table, which a game does not shuffle together."""
    note = "1, or 2 in rotation: one is dealt while an automated shuffler prepares the other"
    if game.deck.decks > 1:
        note += f"; each of {game.deck.size} cards, which are {game.deck.decks} decks together"
    return note + _clause_suffix(game, game.procedures.two_decks)


def _optional_keys(game: Game, submission: Mapping[str, Any]) -> dict[str, list[str]]:
    """Return keys that may be added, as comments, by the path of their table."""
    limit, optional = game.payout_limit, dict[str, list[str]]()
    if limit != UNLIMITED:
        source = "the rulebook's" if game.short else "the game's"
        clause = _clause_in_brackets(game, limit.lower_by or limit.clause)
        note = f"your own limit, at most {source}{clause}"
        optional["table"] = [_comment("payout_limit", limit.least, note)]
    if "cards" not in submission["table"]:
        note = "people deal from a physical deck and enter its cards"
        optional.setdefault("table", []).append(_comment("cards", PHYSICAL, note))
    for side in game.sides:
        tables = dict(zip(paytable_letters(side), possible_values(side.pays), strict=True))
        letters = [letter for letter, pays in tables.items() if pays.fixed_prize]
        pays = payoff_of(side, submission["wagers"][side.key].get("paytable"))
        if pays.top:
            note = f"or another approved symbol{_clause_in_brackets(game, pays.clause)}"
            lines = [_comment("top_symbol", pays.top, note)]
            if letters:
                note = f"tables {', '.join(letters)}: a prize in kind worth fixed_prize"
                lines.append(_comment("merchandise", "a new car", note))
            optional[f"wagers.{side.key}"] = lines
    return optional


def _comment(key: str, value: object, note: str) -> str:
    import tomlkit

    line = f"# {tomlkit.dumps({key: value}).rstrip()}"
    return f"{line:<32} # {note}"


def _clause_suffix(game: Game, clause: str | None) -> str:
    """Return a clause after a comma, where there is one."""
    return f", {game.cite(clause)}" if clause else ""


def _clause_in_brackets(game: Game, clause: str | None) -> str:
    """Return a clause in brackets, where there is one."""
    return f" ({game.cite(clause)})" if clause else ""


def _choices_text(game: Game, choices: Mapping[str, str], clause: str) -> str:
    return f"{', '.join(choices)}{_clause_in_brackets(game, clause)}"
