"""The trainee's moves in lines of text: what is seen, the keys, what was said to the last move."""

from collections.abc import Iterator
from typing import Final

from rich.text import Text

from pitboss.papers.words import sentence
from pitboss.school.moves import Move
from pitboss.tui.block import line, padded, wrapped
from pitboss.tui.console.school_scene import AtTable, SchoolScene
from pitboss.tui.look import HEADING, INK, MUTED, STRONG, WON, YOURS, clicked

WIDE: Final = 25
"""Columns for a move."""
TOLD: Final = 3
"""Lines of what happened, beside what was said to the trainee."""
BEGIN: Final = (
    "You deal. Players wager and answer by themselves; which move is due is for you to know. What "
    "is wrong is explained, and what goes wrong at the table is told to you."
)
WAITS: Final = "It is still due, and it comes back."


def move_lines(scene: SchoolScene, table: AtTable, width: int) -> list[Text]:
    """All of it, the keys where the eye finds them again; what is too long is scrolled."""
    lines = wrapped(f"You see: {table.seen}", width, YOURS) if table.seen else []
    if table.pending:
        asked = f"{sentence(table.pending.words)}: which one? Press its number."
        lines += wrapped(asked, width, YOURS)
    else:
        lines += wrapped("What do you do?", width, STRONG)
    lines += _keys(table.moves, width)
    lines += wrapped(scene.note, width, YOURS)
    lines.append(Text())
    lines += _verdict(scene, table, width)
    for told in table.told[-TOLD:]:
        lines += wrapped(told, width, MUTED, hang=2)
    return lines


def _keys(moves: tuple[Move, ...], width: int) -> Iterator[Text]:
    """In columns, read downwards: a round goes from the first to the last."""
    columns = max(1, width // WIDE)
    rows = -(-len(moves) // columns)
    for at in range(rows):
        yield line(*(_key(move) for move in moves[at::rows]))


def _key(move: Move) -> Text:
    made = line((f" {move.key.upper()} ", YOURS), (f"{move.words} ", INK))
    made.stylize(clicked(f"app.press('{move.key}')"))
    return padded(made, WIDE)


def _verdict(scene: SchoolScene, table: AtTable, width: int) -> Iterator[Text]:
    """Right or not, what is due and why, and the clauses in our words."""
    if table.last is None:
        yield from wrapped(BEGIN, width, MUTED)
        return
    judged, question = table.last.judged, table.last.question
    said = wrapped(judged.said, width, INK)
    head = judged.said.partition(" ")[0] if judged.right else judged.said.partition(":")[0]
    said[0].stylize(WON if judged.right else YOURS, 0, len(head))
    if judged.right:
        said[-1].append(f"  {', '.join(filter(None, question.clauses))}", style=MUTED)
    yield from said
    if judged.right:
        return
    for clause, words in scene.syllabus.words(question.clauses).items():
        # The words of what went wrong are its remedy, which is asked next.
        part = wrapped(clause if table.seen else f"{clause}  {words}", width, MUTED, hang=2)
        part[0].stylize(HEADING, 0, len(clause))
        yield from part
    yield from wrapped(WAITS, width, MUTED)
