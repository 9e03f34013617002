"""Your betting spots, on the grid that the layout gives them."""

from collections.abc import Sequence
from textwrap import wrap
from typing import Final

from rich.style import Style
from rich.text import Text

from pitboss.money import dollars
from pitboss.papers.result_text import net_text
from pitboss.papers.wagers import WagerCard
from pitboss.settle.values import WagerResult
from pitboss.tui.block import Block, above, beside, block, line
from pitboss.tui.cards import Size
from pitboss.tui.look import (
    EMPTY,
    INK,
    INSCRIBED,
    LINE,
    MUTED,
    STRONG,
    WON,
    YOURS,
    clicked,
)
from pitboss.tui.scene import Moment, Scene

MARKS: Final = {"required": ("○", "●"), "raise": ("○", "●"), "side": ("□", "■")}
"""An empty spot and one with chips; side wagers have square ones."""

WIDEST: Final = 25
"""A spot, at the most."""
NEAT: Final = 20
"""A spot with an edge that has room for any result."""
PLAIN: Final = 1
EDGED: Final = 5
"""Lines of a spot beside its label: chips, or chips, hand, result and two edges."""


def spot_grid(scene: Scene) -> list[list[str]]:
    """The spots of the wagers on offer, without rows and columns that hold none."""
    offered = {wager.key for wager in scene.card.wagers}
    rows = [[name if name in offered else "" for name in row] for row in scene.card.layout.seat]
    rows = [row for row in rows if any(row)]
    columns = [column for column in zip(*rows, strict=True) if any(column)]
    return [list(row) for row in zip(*columns, strict=True)]


def spots_block(scene: Scene, width: int, *, boxed: bool) -> Block:
    """All of them in so many columns of text."""
    wagers = {wager.key: wager for wager in scene.card.wagers}
    rows = []
    for row in _rows(scene, width):
        high = _labels(scene, row, boxed)
        cells = [
            _spot(scene, wagers[key], wide, high, boxed) if key else block([Text()], wide)
            for key, wide in row
        ]
        rows.append(beside(cells))
    return above(rows, "left")


def spots_size(scene: Scene, width: int, *, boxed: bool) -> Size:
    """How much room that takes."""
    rows = _rows(scene, width)
    lines = EDGED if boxed else PLAIN
    return Size(
        max((sum(wide for _, wide in row) for row in rows), default=0),
        sum(_labels(scene, row, boxed) + lines for row in rows),
    )


def is_neat(scene: Scene, width: int, *, boxed: bool) -> bool:
    """Whether every label stands on one line, and results have room."""
    rows = _rows(scene, width)
    narrow = boxed and any(wide < NEAT for row in rows for _, wide in row)
    return not narrow and all(_labels(scene, row, boxed) == 1 for row in rows)


Row = list[tuple[str, int]]
"""Spots of a row, or "" for none, each with its width."""


def _rows(scene: Scene, width: int) -> list[Row]:
    grid = spot_grid(scene)
    cell = max(8, min(WIDEST, width // max(len(grid[0]), 1)))
    return [_spans(row, cell) for row in grid]


def _labels(scene: Scene, row: Row, boxed: bool) -> int:
    """Lines that the labels of a row take."""
    wagers = {wager.key: wager for wager in scene.card.wagers}
    return max(len(_label(wagers[key], wide, boxed)) for key, wide in row if key)


def _spans(row: Sequence[str], cell: int) -> Row:
    """Each spot of a row with its width: one between two empty cells takes their room."""
    spans: Row = [(key, cell) for key in row]
    for at in range(len(spans) - 2, 0, -1):
        if [bool(key) for key, _ in spans[at - 1 : at + 2]] == [False, True, False]:
            spans[at - 1 : at + 2] = [(spans[at][0], 3 * cell)]
    return spans


def _label(wager: WagerCard, cell: int, boxed: bool) -> Sequence[str]:
    return wrap(wager.label, min(cell, WIDEST) - 4 if boxed else cell - 2)


def _spot(scene: Scene, wager: WagerCard, cell: int, high: int, boxed: bool) -> Block:
    glows = _glows(scene, wager.key)
    labels = [
        Text(part, style=YOURS if glows else INSCRIBED) for part in _label(wager, cell, boxed)
    ]
    labels = [Text()] * (high - len(labels)) + labels
    lies = [_chips(scene, wager)]
    if boxed:
        lies += [_hand(scene, wager.key), _outcome(scene, wager.key, cell - 4)]
    elif result := _result(scene, wager.key):
        lies = [_came_to(scene, wager.key, result, cell - 2)]
    chosen = glows or (scene.moment is Moment.BETS and scene.spot == wager.key)
    if boxed:
        edge = YOURS if chosen else WON if _won(scene, wager.key) else LINE
        made = _edged(block([*labels, *lies], min(cell, WIDEST) - 4, "center"), wager.kind, edge)
        made = block(made.lines, cell, "center")
    else:
        marked = [line(("▸ ", YOURS), text, (" ◂", YOURS)) for text in lies] if chosen else lies
        made = block([*labels, *marked], cell, "center")
    for text in made.lines:
        text.stylize(clicked(f"app.bet('touch', {wager.key!r})"))
    return made


def _edged(inner: Block, kind: str, edge: Style) -> Block:
    """With an edge: round for the game's own wagers, square for side wagers; bold if it is bright.

    The last column stays free, so that neighbours do not touch.
    """
    corners = "┌┐└┘" if kind == "side" else "╭╮╰╯"
    side = ("━" if edge is not LINE else "─") * (inner.width + 1)
    top = Text(f"{corners[0]}{side}{corners[1]} ", style=edge)
    bottom = Text(f"{corners[2]}{side}{corners[3]} ", style=edge)
    middle = [line(("│", edge), text, (" │ ", edge)) for text in inner.lines]
    return block([top, *middle, bottom])


def _won(scene: Scene, key: str) -> bool:
    result = _result(scene, key)
    return result is not None and result.outcome == "win"


def _glows(scene: Scene, key: str) -> bool:
    """Whether a decision that is open would fill this spot."""
    return scene.street is not None and scene.street.wager == key


def _result(scene: Scene, key: str) -> WagerResult | None:
    mine = scene.mine
    return mine.results.get(key) if mine and scene.moment is Moment.RESULTS else None


def _chips(scene: Scene, wager: WagerCard) -> Text:
    """What lies there, or would."""
    empty, full = MARKS[wager.kind]
    cents = scene.stakes.get(wager.key, 0)
    if cents:
        return line((f"{full} ", INSCRIBED), (dollars(cents), STRONG))
    if _glows(scene, wager.key):
        pointed = scene.pointed
        would = f" {dollars(pointed.stake)}?" if pointed and pointed.stake else ""
        return Text(f"{empty}{would}", style=YOURS)
    return Text(empty, style=EMPTY)


def _came_to(scene: Scene, key: str, result: WagerResult, width: int) -> Text:
    """What a wager came to, as short as it must be."""
    net = net_text(result.credit - result.stake)
    words, style = outcome_words(scene, key, result), WON if result.outcome == "win" else INK
    longer = f"{net}  {words}"
    if result.outcome != "win":
        longer = f"{words}  {net}" if result.credit != result.stake else words
    return Text(longer if len(longer) <= width else net, style=style)


def outcome_words(scene: Scene, key: str, result: WagerResult) -> str:
    """``2 to 1``, ``push``, ``lost``; what is no odds is a prize."""
    odds = next((said.odds[key] for said in scene.sentences if key in said.odds), "")
    match result.outcome:
        case "win":
            return odds or "prize"
        case "lose":
            return odds or "lost"
        case other:
            return odds or other


def _hand(scene: Scene, key: str) -> Text:
    result = _result(scene, key)
    return Text(result.hand or "" if result else "", style=MUTED)


def _outcome(scene: Scene, key: str, width: int) -> Text:
    result = _result(scene, key)
    return _came_to(scene, key, result, width) if result else Text()
