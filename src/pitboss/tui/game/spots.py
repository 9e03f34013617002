"""The player's betting spots, arranged as in the layout."""

from collections.abc import Sequence
from textwrap import wrap
from typing import Final

from rich.style import Style
from rich.text import Text

from pitboss.money import dollars
from pitboss.papers.round_results import format_net
from pitboss.papers.rules_card.card import WagerEntry
from pitboss.settle.model import WagerResult
from pitboss.tui.blocks import (
    CardSize,
    TextBlock,
    make_block,
    place_beside,
    stack_blocks,
    styled_line,
)
from pitboss.tui.game.screen_state import ScreenState, TablePhase
from pitboss.tui.theme import (
    EMPTY,
    HIGHLIGHT,
    INK,
    LABEL,
    MUTED,
    SPOT_EDGE,
    STRONG,
    WIN,
    click_style,
)

SPOT_MARKS: Final = {"required": ("○", "●"), "raise": ("○", "●"), "side": ("□", "■")}
"""Marks of an empty spot and of one with chips; side wagers have square ones."""

MAX_SPOT_WIDTH: Final = 25
"""Maximum width of a spot."""
MIN_NEAT_WIDTH: Final = 20
"""Minimum width of an edged spot that fits any result."""
PLAIN_HEIGHT: Final = 1
EDGED_HEIGHT: Final = 5
"""Lines of a spot below its label: chips, hand, result and two edges."""


def spot_grid(screen: ScreenState) -> list[list[str]]:
    """Return the spots on offer as a grid, without empty rows and columns."""
    offered_keys = {wager.key for wager in screen.card.wagers}
    rows = [
        [name if name in offered_keys else "" for name in row] for row in screen.card.layout.seat
    ]
    rows = [row for row in rows if any(row)]
    columns = [column for column in zip(*rows, strict=True) if any(column)]
    return [list(row) for row in zip(*columns, strict=True)]


def spots_block(screen: ScreenState, width: int, *, with_edges: bool) -> TextBlock:
    """Draw all spots in this width."""
    wagers = {wager.key: wager for wager in screen.card.wagers}
    rows = []
    for row in _spot_rows(screen, width):
        label_lines = _label_lines(screen, row, with_edges)
        cells = [
            _spot_block(screen, wagers[key], cell_width, label_lines, with_edges)
            if key
            else make_block([Text()], cell_width)
            for key, cell_width in row
        ]
        rows.append(place_beside(cells))
    return stack_blocks(rows, "left")


def spots_size(screen: ScreenState, width: int, *, with_edges: bool) -> CardSize:
    """Return the size of the block that `spots_block` draws."""
    rows = _spot_rows(screen, width)
    lines = EDGED_HEIGHT if with_edges else PLAIN_HEIGHT
    return CardSize(
        max((sum(cell_width for _, cell_width in row) for row in rows), default=0),
        sum(_label_lines(screen, row, with_edges) + lines for row in rows),
    )


def is_neat(screen: ScreenState, width: int, *, with_edges: bool) -> bool:
    """Return whether every label fits on one line and the results fit."""
    rows = _spot_rows(screen, width)
    is_narrow = with_edges and any(
        cell_width < MIN_NEAT_WIDTH for row in rows for _, cell_width in row
    )
    return not is_narrow and all(_label_lines(screen, row, with_edges) == 1 for row in rows)


SpotRow = list[tuple[str, int]]
"""The spots of a row, each a key (or "" for none) and its width."""


def _spot_rows(screen: ScreenState, width: int) -> list[SpotRow]:
    grid = spot_grid(screen)
    cell = max(8, min(MAX_SPOT_WIDTH, width // max(len(grid[0]), 1)))
    return [_spot_widths(row, cell) for row in grid]


def _label_lines(screen: ScreenState, row: SpotRow, with_edges: bool) -> int:
    """Return the number of lines that the labels of a row take."""
    wagers = {wager.key: wager for wager in screen.card.wagers}
    return max(
        len(_wrap_label(wagers[key], cell_width, with_edges)) for key, cell_width in row if key
    )


def _spot_widths(row: Sequence[str], cell: int) -> SpotRow:
    """Return each spot of a row with its width; one between two empty cells takes their room."""
    spans: SpotRow = [(key, cell) for key in row]
    for index in range(len(spans) - 2, 0, -1):
        if [bool(key) for key, _ in spans[index - 1 : index + 2]] == [False, True, False]:
            spans[index - 1 : index + 2] = [(spans[index][0], 3 * cell)]
    return spans


def _wrap_label(wager: WagerEntry, cell: int, with_edges: bool) -> Sequence[str]:
    return wrap(wager.label, min(cell, MAX_SPOT_WIDTH) - 4 if with_edges else cell - 2)


def _spot_block(
    screen: ScreenState, wager: WagerEntry, cell: int, label_lines: int, with_edges: bool
) -> TextBlock:
    is_offered = _is_offered(screen, wager.key)
    labels = [
        Text(part, style=HIGHLIGHT if is_offered else LABEL)
        for part in _wrap_label(wager, cell, with_edges)
    ]
    labels = [Text()] * (label_lines - len(labels)) + labels
    content_lines = [_chips_text(screen, wager)]
    if with_edges:
        content_lines += [_hand_text(screen, wager.key), _outcome_line(screen, wager.key, cell - 4)]
    elif result := _wager_result(screen, wager.key):
        content_lines = [_result_text(screen, wager.key, result, cell - 2)]
    is_selected = is_offered or (screen.phase is TablePhase.BETS and screen.spot == wager.key)
    if with_edges:
        edge = HIGHLIGHT if is_selected else WIN if _is_won(screen, wager.key) else SPOT_EDGE
        block = _add_edge(
            make_block([*labels, *content_lines], min(cell, MAX_SPOT_WIDTH) - 4, "center"),
            wager.kind,
            edge,
        )
        block = make_block(block.lines, cell, "center")
    else:
        marked_lines = (
            [styled_line(("▸ ", HIGHLIGHT), text, (" ◂", HIGHLIGHT)) for text in content_lines]
            if is_selected
            else content_lines
        )
        block = make_block([*labels, *marked_lines], cell, "center")
    for text in block.lines:
        text.stylize(click_style(f"app.bet('touch', {wager.key!r})"))
    return block


def _add_edge(content: TextBlock, kind: str, edge_style: Style) -> TextBlock:
    """Add an edge: round for main wagers, square for side wagers, heavy if highlighted.

    The last column stays free, so that neighbors do not touch.
    """
    corners = "┌┐└┘" if kind == "side" else "╭╮╰╯"
    side = ("━" if edge_style is not SPOT_EDGE else "─") * (content.width + 1)
    top = Text(f"{corners[0]}{side}{corners[1]} ", style=edge_style)
    bottom = Text(f"{corners[2]}{side}{corners[3]} ", style=edge_style)
    middle = [styled_line(("│", edge_style), text, (" │ ", edge_style)) for text in content.lines]
    return make_block([top, *middle, bottom])


def _is_won(screen: ScreenState, key: str) -> bool:
    result = _wager_result(screen, key)
    return result is not None and result.outcome == "win"


def _is_offered(screen: ScreenState, key: str) -> bool:
    """Return whether the current decision would put chips on this spot."""
    return screen.street is not None and screen.street.wager == key


def _wager_result(screen: ScreenState, key: str) -> WagerResult | None:
    own_seat = screen.own_seat
    return own_seat.results.get(key) if own_seat and screen.phase is TablePhase.RESULTS else None


def _chips_text(screen: ScreenState, wager: WagerEntry) -> Text:
    """Return the chips on a spot, or those that the highlighted choice would put there."""
    empty, full = SPOT_MARKS[wager.kind]
    cents = screen.stakes.get(wager.key, 0)
    if cents:
        return styled_line((f"{full} ", LABEL), (dollars(cents), STRONG))
    if _is_offered(screen, wager.key):
        choice = screen.highlighted_choice
        amount = f" {dollars(choice.stake)}?" if choice and choice.stake else ""
        return Text(f"{empty}{amount}", style=HIGHLIGHT)
    return Text(empty, style=EMPTY)


def _result_text(screen: ScreenState, key: str, result: WagerResult, width: int) -> Text:
    """Return the result of a wager, in a short form if the long one does not fit."""
    net = format_net(result.credit - result.stake)
    outcome, style = outcome_text(screen, key, result), WIN if result.outcome == "win" else INK
    long_form = f"{net}  {outcome}"
    if result.outcome != "win":
        long_form = f"{outcome}  {net}" if result.credit != result.stake else outcome
    return Text(long_form if len(long_form) <= width else net, style=style)


def outcome_text(screen: ScreenState, key: str, result: WagerResult) -> str:
    """Return the odds (``2 to 1``), ``push`` or ``lost``; a win without odds is a prize."""
    odds = next(
        (sentence.odds[key] for sentence in screen.result_sentences if key in sentence.odds), ""
    )
    match result.outcome:
        case "win":
            return odds or "prize"
        case "lose":
            return odds or "lost"
        case other:
            return odds or other


def _hand_text(screen: ScreenState, key: str) -> Text:
    result = _wager_result(screen, key)
    return Text(result.hand or "" if result else "", style=MUTED)


def _outcome_line(screen: ScreenState, key: str, width: int) -> Text:
    result = _wager_result(screen, key)
    return _result_text(screen, key, result, width) if result else Text()
