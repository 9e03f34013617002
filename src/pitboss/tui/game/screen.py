"""The player's whole screen as lines of text, fitted to the size of the terminal."""

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from rich.style import Style
from rich.text import Text

from pitboss.money import dollars
from pitboss.papers.round_results import format_net
from pitboss.table.views import SeatView
from pitboss.tui.blocks import (
    CARD_SIZES,
    EMPTY_BLOCK,
    NO_CARD,
    SMALL_CARD,
    CardSize,
    TextBlock,
    center_block,
    hand_block,
    hand_width,
    make_block,
    pad_line,
    place_beside,
    short_card,
    stack_blocks,
    styled_line,
    table_block,
    table_size,
    wrap_lines,
)
from pitboss.tui.game.panels import (
    WIDE_SCREEN,
    choice_lines,
    general_keys_line,
    header_block,
    prompt_lines,
    side_panel_block,
)
from pitboss.tui.game.screen_state import ScreenState, TablePhase
from pitboss.tui.game.spots import is_neat, spots_block, spots_size
from pitboss.tui.theme import HIGHLIGHT, INK, LABEL, MUTED, ON_CHROME, ON_FELT, ON_RAIL, STRONG, WIN

MIN_TEXT_AREA: Final = 430
"""Characters of room that text beside the felt should have at least."""
MIN_TEXT_WIDTH: Final = 36
"""Columns that text beside the felt should have at least."""
MARGIN: Final = 2


class ScreenPlan(NamedTuple):
    """One way to divide the felt."""

    table_size: CardSize
    """Size of the table's cards."""
    hand_size: CardSize
    """Size of the player's cards."""
    has_spot_edges: bool
    """Whether spots are drawn with edges."""
    spots_width: int
    """Columns for the spots."""
    player_lines: int
    """Lines for the player's hand and spots."""
    text_area: tuple[int, int]
    """Columns and lines for text, if there is no side panel."""
    text_below: bool
    """Whether the text goes below the table's cards, not beside them."""
    is_neat: bool
    """Whether every spot has its label on one line."""

    @property
    def preference(self) -> tuple[bool, bool, int]:
        """Sort key: room for text first, then neat labels; the first of equal plans wins."""
        width, height = self.text_area
        has_room = width * height >= MIN_TEXT_AREA and width >= MIN_TEXT_WIDTH
        return has_room, self.is_neat, min(width * height, MIN_TEXT_AREA)


def best_plan(screen: ScreenState, width: int, height: int, *, side_panel: bool) -> ScreenPlan:
    """Return the plan with the largest cards that leaves room for text."""
    plans = list(_fitting_plans(screen, width, height, side_panel))
    if side_panel and plans:
        return max(plans, key=lambda plan: plan.is_neat)
    return max(plans, key=lambda plan: plan.preference, default=_smallest_plan(screen, width))


def _fitting_plans(
    screen: ScreenState, width: int, height: int, side_panel: bool
) -> Iterator[ScreenPlan]:
    """Yield every plan that fits, largest cards first."""
    for size_index, size in enumerate(CARD_SIZES):
        table_area = table_size(screen, size)
        hand_sizes = [
            hand_size
            for hand_size in CARD_SIZES[size_index:]
            if _fits_beside(screen, width, hand_size, with_edges=False)
        ]
        for hand_size in hand_sizes[:2]:
            for with_edges in (True, False):
                spots_width, player_lines, neat_labels = _player_area_size(
                    screen, width, hand_size, with_edges
                )
                lines_above = height - player_lines
                if table_area.width + 2 * MARGIN > width or table_area.height > lines_above:
                    continue
                if not _fits_beside(screen, width, hand_size, with_edges):
                    continue
                text_width = 0 if side_panel else width - table_area.width - 4 * MARGIN
                yield ScreenPlan(
                    size,
                    hand_size,
                    with_edges,
                    spots_width,
                    player_lines,
                    (text_width, lines_above),
                    False,
                    neat_labels,
                )
                if lines_above - table_area.height > 1 and not side_panel:
                    text_area = width - 2 * MARGIN, lines_above - table_area.height - 1
                    yield ScreenPlan(
                        size,
                        hand_size,
                        with_edges,
                        spots_width,
                        player_lines,
                        text_area,
                        True,
                        neat_labels,
                    )


def _player_area_size(
    screen: ScreenState, width: int, size: CardSize, with_edges: bool
) -> tuple[int, int, bool]:
    """Return columns for the spots, lines for hand and spots, and whether labels are neat."""
    columns_left = width - hand_width(len(screen.rules.hole), size) - 3 * MARGIN
    spots = spots_size(screen, columns_left, with_edges=with_edges)
    return (
        spots.width,
        max(size.height, spots.height),
        is_neat(screen, columns_left, with_edges=with_edges),
    )


def _fits_beside(screen: ScreenState, width: int, size: CardSize, with_edges: bool) -> bool:
    """Return whether the hand and the spots fit side by side."""
    spots_width, _, _ = _player_area_size(screen, width, size, with_edges)
    return (
        spots_width > 0
        and hand_width(len(screen.rules.hole), size) + spots_width + 3 * MARGIN <= width
    )


def _smallest_plan(screen: ScreenState, width: int) -> ScreenPlan:
    """Return the plan with the smallest cards and no text, for a layout that does not fit."""
    spots_width, player_lines, neat_labels = _player_area_size(
        screen, width, SMALL_CARD, with_edges=False
    )
    return ScreenPlan(
        SMALL_CARD, SMALL_CARD, False, max(spots_width, 1), player_lines, (0, 0), False, neat_labels
    )


def other_players_block(screen: ScreenState, width: int, *, compact: bool) -> TextBlock:
    """Draw the other seats, in one line (``compact``) or with a line for each fact."""
    seats = _other_seats(screen)
    if not seats:
        return EMPTY_BLOCK
    if compact:
        lines = (_players_row(screen, seats, form) for form in ("full", "tight", "bare"))
        return make_block(
            [next((row for row in lines if row.cell_len <= width), Text())], width, "center"
        )
    cell_width = min(18, (width - 2) // len(seats))
    cells = []
    for seat in seats:
        is_turn = screen.round is not None and screen.round.turn == seat
        name = styled_line(
            ("▸ " if is_turn else "", HIGHLIGHT), (_player_name(screen, seat), _name_style(is_turn))
        )
        cells.append(
            make_block(
                [name, _player_cards(screen, seat), _player_status(screen, seat)],
                cell_width,
                "center",
            )
        )
    return place_beside(cells)


RowForm = Literal["full", "tight", "bare"]


def _players_row(screen: ScreenState, seats: list[int], row_form: RowForm) -> Text:
    line = Text()
    for seat in seats:
        is_turn = screen.round is not None and screen.round.turn == seat
        cards = (
            Text() if row_form == "bare" else _player_cards(screen, seat, tight=row_form == "tight")
        )
        line.append(("   " if row_form == "full" else "  ") if line else "")
        name = f"{'▸' if is_turn else ''}{seat} ", _name_style(is_turn)
        line.append_text(styled_line(name, cards, " " if cards else ""))
        line.append_text(_player_status(screen, seat, tight=row_form != "full"))
    return line


def _name_style(is_turn: bool) -> Style:
    return HIGHLIGHT if is_turn else LABEL


def _other_seats(screen: ScreenState) -> list[int]:
    players = screen.view.players if isinstance(screen.view.players, dict) else {}
    return [seat for seat in players if seat != screen.seat]


def _player_name(screen: ScreenState, seat: int) -> str:
    return screen.view.players[seat] if isinstance(screen.view.players, dict) else str(seat)


def _player_cards(screen: ScreenState, seat: int, *, tight: bool = False) -> Text:
    seat_view = _seat_view(screen, seat)
    line = Text()
    if seat_view and not seat_view.folded and screen.phase is not TablePhase.BETS:
        for card in seat_view.cards:
            line.append("" if tight or not line else " ")
            line.append_text(short_card(card))
    return line


def _player_status(screen: ScreenState, seat: int, *, tight: bool = False) -> Text:
    seat_view = _seat_view(screen, seat)
    if seat_view is None or screen.phase is TablePhase.BETS:
        minimum_stake = len(screen.rules.required) * screen.rules.table.minimum
        return Text(f"bets {dollars(minimum_stake)}", style=MUTED)
    folded_text = "folded " if seat_view.folded else ""
    if screen.phase is TablePhase.RESULTS and seat_view.results:
        net = sum(x.credit - x.stake for x in seat_view.results.values()) + seat_view.gifts
        return styled_line((folded_text, MUTED), (format_net(net), WIN if net > 0 else MUTED))
    if folded_text:
        return Text("folded", style=MUTED)
    last_decision = str(seat_view.decisions[-1]) if seat_view.decisions else ""
    stakes = dollars(sum(seat_view.stakes.values()))
    if tight and last_decision:
        return Text(last_decision, style=STRONG)
    return styled_line((f"{last_decision} " if last_decision else "", STRONG), (stakes, MUTED))


def _seat_view(screen: ScreenState, seat: int) -> SeatView | None:
    return screen.round.seats.get(seat) if screen.round else None


MIN_WIDTH: Final = 80
MIN_HEIGHT: Final = 24
SIDE_PANEL_WIDTHS: Final = (42, 64)
"""Minimum and maximum width of the side panel."""
PROMPT_LINES: Final = 2
"""Lines for the prompt."""
ROOMY_HEIGHT: Final = 30
"""Minimum height of a screen with blank lines around the prompt."""


def render_screen(screen: ScreenState, width: int, height: int) -> list[Text]:
    """Return the screen, line by line."""
    if width < MIN_WIDTH or height < MIN_HEIGHT:
        return too_small_lines(width, height)
    header = style_lines(header_block(screen, width), ON_CHROME)
    footer = style_lines(_footer_block(screen, width, roomy=height >= ROOMY_HEIGHT), ON_CHROME)
    height_left = height - len(header) - len(footer)
    if width < WIDE_SCREEN:
        return [
            *header,
            *style_lines(_felt_area(screen, width, height_left, side_panel=False), ON_FELT),
            *footer,
        ]
    panel_width = min(SIDE_PANEL_WIDTHS[1], max(SIDE_PANEL_WIDTHS[0], width * 3 // 10))
    felt = style_lines(
        _felt_area(screen, width - panel_width, height_left, side_panel=True), ON_FELT
    )
    panel = side_panel_block(screen, panel_width - 2 * MARGIN, height_left - 2)
    panel_lines = style_lines(
        center_block(_inset_block(panel, panel_width), panel_width, height_left), ON_RAIL
    )
    return [*header, *(styled_line(*both) for both in zip(felt, panel_lines, strict=True)), *footer]


def _footer_block(screen: ScreenState, width: int, *, roomy: bool) -> TextBlock:
    prompt = prompt_lines(screen, width - 2 * MARGIN)[:PROMPT_LINES]
    prompt += [Text()] * (PROMPT_LINES - len(prompt))
    lines = [*prompt, *choice_lines(screen, width - 2 * MARGIN)]
    blank = [Text()] if roomy else []
    return make_block([*blank, *map(_shift_right, lines), *blank, general_keys_line(width)], width)


def _felt_area(screen: ScreenState, width: int, height: int, *, side_panel: bool) -> TextBlock:
    """Draw the table's cards, the other players, and the player's hand and spots."""
    other_players = other_players_block(screen, width, compact=not side_panel)
    height -= other_players.height
    plan = best_plan(screen, width, height - 1, side_panel=side_panel)
    parts = [
        _table_area(screen, plan, width, max(0, height - plan.player_lines - 1)),
        center_block(other_players, width, other_players.height),
        make_block([Text()], width),
        center_block(_player_area(screen, plan), width, plan.player_lines),
    ]
    return center_block(stack_blocks(parts), width, height + other_players.height)


def _player_area(screen: ScreenState, plan: ScreenPlan) -> TextBlock:
    """Draw the player's hand with the spots beside it."""
    own_cards = (
        screen.own_seat.cards if screen.own_seat and screen.phase is not TablePhase.BETS else ()
    )
    cards = (*own_cards, *(NO_CARD,) * (len(screen.rules.hole) - len(own_cards)))
    hand = hand_block(cards, plan.hand_size, "Yours")
    spots = spots_block(screen, plan.spots_width, with_edges=plan.has_spot_edges)
    blocks = [center_block(block, block.width, plan.player_lines) for block in (hand, spots)]
    return place_beside(blocks, 2 * MARGIN)


def _table_area(screen: ScreenState, plan: ScreenPlan, width: int, height: int) -> TextBlock:
    """Draw the table's cards, with the text if there is no side panel."""
    text_width, text_height = plan.text_area
    table = table_block(screen, plan.table_size)
    if not text_width:
        return center_block(table, width, height)
    text = side_panel_block(screen, text_width, text_height)
    if plan.text_below:
        cards = center_block(table, width, height - text_height - 1)
        return stack_blocks([cards, make_block([Text()], width), _inset_block(text, width)])
    inset_text = _inset_block(text, text_width + 2 * MARGIN)
    return place_beside([center_block(table, width - inset_text.width, height), inset_text])


def _inset_block(block: TextBlock, width: int) -> TextBlock:
    return make_block(map(_shift_right, block.lines), width)


def _shift_right(text: Text) -> Text:
    return styled_line(" " * MARGIN, text)


def style_lines(block: TextBlock, style: Style) -> list[Text]:
    """Return the lines of a block on this background."""
    lines = [text.copy() for text in block.lines]
    for text in lines:
        text.stylize_before(style)
    return lines


def too_small_lines(width: int, height: int) -> list[Text]:
    """Return the message for a terminal that is too small."""
    minimum = f"{MIN_WIDTH} columns and {MIN_HEIGHT} lines"
    message = f"The table needs {minimum}; this terminal has {width} and {height}."
    lines = wrap_lines(message, width, INK)[:height]
    return [pad_line(text, width) for text in lines + [Text()] * (height - len(lines))]
