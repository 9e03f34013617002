"""The whole console as lines of text: pure, so that it can be compared with a file."""

from typing import Final

from rich.text import Text

from pitboss.money import dollars
from pitboss.tui.bars import WIDE, meters_shown
from pitboss.tui.block import Block, above, beside, block, line, padded, room, wrapped
from pitboss.tui.cards import SIZES, SMALL, Size
from pitboss.tui.console.due_block import MARGIN, ahead_line, ahead_lines, due_block
from pitboss.tui.console.scene import DealScene
from pitboss.tui.console.seats import seats_block
from pitboss.tui.felt import felt_block, felt_size
from pitboss.tui.look import (
    HEADING,
    INK,
    MUTED,
    ON_CHROME,
    ON_FELT,
    ON_RAIL,
    STRONG,
    clicked,
)
from pitboss.tui.picture import LEAST_HEIGHT, LEAST_WIDTH, RAIL, styled, too_small

KEYS: Final = {
    "I": ("irregularity", "app.page('incidents')"),
    "F": ("floor", "app.page('floor')"),
    "D": ("decks", "app.page('dealer')"),
    "P": ("players", "app.page('players')"),
    "L": ("log", "app.read('log')"),
    "C": ("clauses", "app.read('clauses')"),
    "R": ("rules", "app.read('rules')"),
    "Q": ("quit", "app.leave"),
}
DUE: Final = 4
"""Lines for what is due; a line more in a window with air."""
AIRY: Final = 30


def deal_picture(scene: DealScene, width: int, height: int) -> list[Text]:
    """The screen, line by line."""
    if width < LEAST_WIDTH or height < LEAST_HEIGHT:
        return too_small(width, height)
    airy = height >= AIRY
    top = styled(top_block(scene, width), ON_CHROME)
    due = styled(due_block(scene, width, DUE + airy), ON_RAIL)
    low = styled(block([keys_line(KEYS, width)], width), ON_CHROME)
    left = height - len(top) - len(due) - len(low)
    if width < WIDE:
        return [*top, *due, *styled(_body(scene, width, left, rail=False), ON_FELT), *low]
    wide = min(RAIL[1], max(RAIL[0], width * 3 // 10))
    felt = styled(_body(scene, width - wide, left, rail=True), ON_FELT)
    said = block(_said(scene, wide - 2 * MARGIN, left - 1), wide - 2 * MARGIN)
    rail = styled(room(_inset(said, wide), wide, left, "left"), ON_RAIL)
    return [*top, *due, *(line(*both) for both in zip(felt, rail, strict=True)), *low]


def top_block(scene: DealScene, width: int) -> Block:
    """Which table this is, what its tray holds; then the time, what is ahead, and the meters."""
    limits = scene.rules.table
    parts = [
        Text(scene.card.name, style=HEADING),
        Text(f"{dollars(limits.minimum)} to {dollars(limits.maximum)}", style=MUTED),
    ]
    if scene.round:
        parts.append(Text(f"round {scene.round.number:,}", style=MUTED))
        if scene.round.practice:
            parts.append(Text("practice", style=HEADING))
    tray = line(("tray ", MUTED), (_tray(scene), STRONG))
    made = line(" ", Text("   ").join(parts))
    first = line(padded(made, width - tray.cell_len - 1), tray, " ")
    meters = Text("   ").join(meters_shown(scene.rules, scene.card, scene.meters))
    second = ahead_line(scene, width - meters.cell_len - 2)
    return block([first, line(second, " ", meters, " ")], width)


def _tray(scene: DealScene) -> str:
    """What the books say; nothing while people count it."""
    return dollars(scene.view.tray) if isinstance(scene.view.tray, int) else "to be counted"


def _body(scene: DealScene, width: int, height: int, *, rail: bool) -> Block:
    """The table's cards, with what was told beside them where there is no rail, and the seats."""
    seats = seats_block(scene, width)
    least = felt_size(scene, SMALL).height
    air = 1 if height - seats.height > least else 0
    upper = max(1, height - seats.height - air)
    wide = width if rail else width - 36
    size = _size(scene, wide - 2 * MARGIN, upper)
    felt = felt_block(scene, size)
    if not rail:
        inner = width - felt.width - 4 * MARGIN
        said = block(_told(scene, inner, upper), inner)
        cards = room(felt, felt.width + 2 * MARGIN, upper)
        felt = beside([cards, room(_inset(said, inner + 2 * MARGIN), inner + 2 * MARGIN, upper)])
    parts = [room(felt, width, upper), block([Text()] * air, width), seats]
    return room(above(parts, "left"), width, height, "left")


def _size(scene: DealScene, width: int, height: int) -> Size:
    """The largest cards that fit."""
    for size in SIZES:
        felt = felt_size(scene, size)
        if felt.width <= width and felt.height <= height:
            return size
    return SMALL


def _told(scene: DealScene, width: int, height: int) -> list[Text]:
    """The last things that were done, the newest at the bottom."""
    lines: list[Text] = []
    for at, said in enumerate(reversed(scene.told)):
        lines = wrapped(said, width, INK if not at else MUTED, hang=2) + lines
        if len(lines) >= height:
            break
    return lines[-height:]


def _said(scene: DealScene, width: int, height: int) -> list[Text]:
    """The rail: what is ahead, then what was done."""
    ahead = list(ahead_lines(scene, width))
    left = height - len(ahead) - 2
    told = [Text(), Text("Done", style=HEADING), *_told(scene, width, left)] if left > 0 else []
    return ahead + told


def keys_line(keys: dict[str, tuple[str, str]], width: int) -> Text:
    """What is there at any time."""
    made = Text(" ")
    for key, (words, action) in keys.items():
        part = line((key, STRONG), (f" {words}", MUTED))
        part.stylize(clicked(action))
        made.append("" if made.cell_len == 1 else "   " if width >= WIDE else "  ")
        made.append_text(part)
    return padded(made, width)


def _inset(made: Block, width: int) -> Block:
    return block((line(" " * MARGIN, text) for text in made.lines), width)
