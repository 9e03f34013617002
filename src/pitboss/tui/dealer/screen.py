"""The dealer's whole screen as lines of text: the next step, the cards, the seats and the log."""

from collections.abc import Iterator
from datetime import UTC, datetime
from textwrap import wrap
from typing import Final

from rich.text import Text

from pitboss.money import dollars
from pitboss.papers.round_results import format_net
from pitboss.papers.wording import capitalize
from pitboss.settle.model import WagerResult
from pitboss.table.day import Day
from pitboss.table.decks import Blocker, deck_expires_at, deck_slots
from pitboss.table.instructions import DEALER, FLOOR
from pitboss.table.views import FACE_DOWN, SeatView
from pitboss.tui.blocks import (
    CARD_SIZES,
    SMALL_CARD,
    CardSize,
    TextBlock,
    center_block,
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
from pitboss.tui.dealer.console_session import DealerScreenState
from pitboss.tui.game.panels import WIDE_SCREEN, meter_texts
from pitboss.tui.game.screen import (
    MIN_HEIGHT,
    MIN_WIDTH,
    SIDE_PANEL_WIDTHS,
    style_lines,
    too_small_lines,
)
from pitboss.tui.theme import (
    EMPTY,
    HEADING,
    HIGHLIGHT,
    INK,
    LABEL,
    MUTED,
    ON_CHROME,
    ON_FELT,
    ON_RAIL,
    STRONG,
    WIN,
    click_style,
)

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
STEP_MARGIN: Final = 2
NOTE_LINES: Final = 2
"""Maximum lines of a refusal."""


def next_step_block(screen: DealerScreenState, width: int, height: int) -> TextBlock:
    """Draw the next step with its clause, what to say, the last refusal and the key."""
    instruction, text_width = screen.instruction, width - 2 * STEP_MARGIN
    clause = Text(instruction.clause, style=MUTED)
    who = f"{_role_and_name(screen)}: "
    step = wrap_lines(f"{who}{instruction.what}.", text_width - clause.cell_len - 2, STRONG)
    step[0].stylize(HIGHLIGHT, 0, len(who))
    step[0] = styled_line(pad_line(step[0], text_width - clause.cell_len), clause)
    speech = wrap_lines(f"Say: “{instruction.said}”", text_width, INK) if instruction.said else []
    note = wrap_lines(screen.note, text_width, HIGHLIGHT)[:NOTE_LINES]
    height_left = height - 1 - len(note)
    step_height = max(
        1, height_left - len(speech)
    )  # on a small screen, what to say comes before the end of the step
    if 1 < step_height < len(step):
        step = [*step[: step_height - 1], Text(f"{step[step_height - 1].plain.rstrip()} …", STRONG)]
    lines = [*step[:step_height], *speech][:height_left]
    lines = [*lines, *[Text()] * (height_left - len(lines)), *note, _enter_key(screen)]
    return make_block((styled_line(" " * STEP_MARGIN, text) for text in lines), width)


def _role_and_name(screen: DealerScreenState) -> str:
    """Return the role of whoever acts next, with a name if it has one."""
    person = screen.instruction.who
    name, role = {DEALER: screen.dealer, FLOOR: screen.floor}.get(person, ""), capitalize(person)
    return f"▸ {role} {name}" if name and name.lower() != person else f"▸ {role}"


def _enter_key(screen: DealerScreenState) -> Text:
    """Return the key for the next step."""
    if screen.enter_label:
        line = styled_line((" Enter ", HIGHLIGHT), (f" {screen.enter_label} ", INK))
        line.stylize(click_style("app.step"))
        return line
    if screen.waits_for:
        return Text(screen.waits_for, style=MUTED)
    line = styled_line((" F ", HIGHLIGHT), (" for the floorperson ", INK))
    line.stylize(click_style("app.page('floor')"))
    return line


def format_clock(utc_seconds: int) -> str:
    """Return the local time: ``20:41``."""
    return datetime.fromtimestamp(utc_seconds, UTC).astimezone().strftime("%H:%M")


def format_span(seconds: int) -> str:
    """Return a time span: ``7 h 31 min``, ``12 min``, ``now``."""
    if seconds < MINUTE:
        return "less than a minute" if seconds > 0 else "now"
    hours, minutes = seconds // HOUR, seconds % HOUR // MINUTE
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min"


def blocker_text(blocker: Blocker, utc_seconds: int) -> str:
    """Return what blocks the next deal, and when: at a time, or within some rounds."""
    if blocker.at is not None:
        return (
            f"{blocker.why}: {format_clock(blocker.at)}, in {format_span(blocker.at - utc_seconds)}"
        )
    if blocker.rounds is not None:
        return f"{blocker.why} {_within_rounds(blocker.rounds)}"
    return blocker.why


def _within_rounds(rounds: int) -> str:
    return "in the next round" if rounds == 1 else f"within {rounds} rounds"


def blockers_line(screen: DealerScreenState, width: int) -> Text:
    """Return one line with what will block a deal later."""
    blockers = [*_stub_count(screen), *_deck_times(screen)]
    lines = [_upcoming_line(screen, [f"{text}{time_left}" for text, time_left in blockers])]
    # On a small screen, leave out the time left first, then whole parts, but never cut a word.
    parts = [text for text, _ in blockers]
    lines += [_upcoming_line(screen, parts[:count]) for count in range(len(parts), -1, -1)]
    return pad_line(next((line for line in lines if line.cell_len <= width), lines[-1]), width)


def _upcoming_line(screen: DealerScreenState, parts: list[str]) -> Text:
    line = styled_line(" ", (format_clock(screen.utc_seconds), HEADING))
    for part in parts:
        line.append(f"  {part}", style=MUTED)
    return line


def _stub_count(screen: DealerScreenState) -> Iterator[tuple[str, str]]:
    """Yield when the stub must be counted, in short form."""
    for blocker in screen.instruction.ahead:
        if blocker.rounds is not None:
            yield f"Stub {_within_rounds(blocker.rounds)}", ""


def _deck_times(screen: DealerScreenState) -> Iterator[tuple[str, str]]:
    """Yield until when each deck may be used, and the time left."""
    decks = screen.view.day.decks if isinstance(screen.view.day, Day) else {}
    for slot in deck_slots(screen.rules):
        if (
            slot in decks
            and (until := deck_expires_at(screen.rules, decks[slot])) > screen.utc_seconds
        ):
            which = f"Deck {slot}" if screen.rules.table.decks > 1 else "Deck"
            yield (
                f"{which} until {format_clock(until)}",
                f" ({format_span(until - screen.utc_seconds)})",
            )


def blockers_lines(screen: DealerScreenState, width: int) -> Iterator[Text]:
    """Yield everything that blocks a deal now or later, with its clause."""
    yield Text("Before the next deal", style=HEADING)
    for blocker in screen.instruction.ahead:
        text = capitalize(blocker_text(blocker, screen.utc_seconds))
        is_now = blocker.at is None and blocker.rounds is None
        yield from wrap_lines(
            f"{text} [{blocker.clause}].", width, INK if is_now else MUTED, indent=2
        )


EMPTY_CELL: Final = "·"
RETURNED: Final = "back"
LAST_COLUMN_WIDTH: Final = 9
"""Columns for the chips, or for the result of the round."""
MIN_COLUMN_WIDTH: Final = 5
HEADING_LINES: Final = 2
"""Lines of the table heading."""


def seats_block(screen: DealerScreenState, width: int) -> TextBlock:
    """Draw the table of seats, or a note if there are no players."""
    seats = occupied_seats(screen)
    if not seats:
        return make_block([Text(" No players at the table.", style=MUTED)], width)
    hand_width = _hand_column_width(screen)
    labels = [wager.label for wager in screen.card.wagers]
    widths = _column_widths(labels, width - hand_width - _last_column_width(screen) - 1)
    lines = _heading_lines(screen, labels, widths, hand_width)
    lines += [_seat_row(screen, seat, widths, hand_width) for seat in seats]
    return make_block(lines, width)


def occupied_seats(screen: DealerScreenState) -> list[int]:
    """Return the seats with a player or with a part in the round."""
    return sorted({*screen.players, *(screen.round.seats if screen.round else ())})


def _hand_column_width(screen: DealerScreenState) -> int:
    """Return the width of a seat's number and cards."""
    return 3 + 4 * len(screen.rules.hole)


def _column_widths(labels: list[str], room: int) -> list[int]:
    """Return column widths for two-line labels; the widest shrink if there is no room."""
    widths = [max(MIN_COLUMN_WIDTH, *map(len, _wrap_heading(label))) + 1 for label in labels]
    while sum(widths) > room and max(widths) > MIN_COLUMN_WIDTH + 1:
        widths[widths.index(max(widths))] -= 1
    spare = max(0, room - sum(widths)) // len(labels)
    return [width + min(spare, 6) for width in widths]


def _wrap_heading(label: str) -> list[str]:
    """Return a label in at most two lines, as narrow as possible."""
    for width in range(1, len(label) + 1):
        lines = wrap(label, width, break_long_words=False)
        if len(lines) <= HEADING_LINES and max(map(len, lines)) <= width:
            return lines
    return [label]


def _heading_lines(
    screen: DealerScreenState, labels: list[str], widths: list[int], hand_width: int
) -> list[Text]:
    wrapped_labels = [_wrap_heading(label) for label in labels]
    rows = []
    for index in range(HEADING_LINES):
        row = Text(" " * hand_width)
        for lines, width in zip(wrapped_labels, widths, strict=True):
            part = ([""] * (HEADING_LINES - len(lines)) + lines)[index]
            row.append_text(pad_line(Text(part, style=LABEL), width - 1, "right"))
            row.append(" ")
        heading = ("net" if _is_settling(screen) else "chips") if index == HEADING_LINES - 1 else ""
        row.append_text(pad_line(Text(heading, style=LABEL), _last_column_width(screen), "right"))
        rows.append(row)
    return rows


def _last_column_width(screen: DealerScreenState) -> int:
    """Return the width of the last column, 0 if there are no chips or results."""
    return LAST_COLUMN_WIDTH if screen.chips or _is_settling(screen) else 0


def _is_settling(screen: DealerScreenState) -> bool:
    """Return whether a seat of the round has been settled."""
    return screen.round is not None and any(seat.results for seat in screen.round.seats.values())


def _seat_row(screen: DealerScreenState, seat: int, widths: list[int], hand_width: int) -> Text:
    seat_view = screen.round.seats.get(seat) if screen.round else None
    is_turn = seat == screen.instruction.seat
    line = styled_line(
        ("▸" if is_turn else " ", HIGHLIGHT), (f"{seat} ", HIGHLIGHT if is_turn else STRONG)
    )
    line.append_text(_cards_cell(seat_view, has_dealt=_has_dealt(screen)))
    line = pad_line(line, hand_width)
    for wager, column_width in zip(screen.card.wagers, widths, strict=True):
        line.append_text(
            pad_line(_wager_cell(seat_view, wager.key, column_width - 1), column_width - 1, "right")
        )
        line.append(" ")
    line.append_text(
        pad_line(_last_cell(screen, seat, seat_view), _last_column_width(screen), "right")
    )
    return line


def _has_dealt(screen: DealerScreenState) -> bool:
    """Return whether cards are dealt, so that a seat without any is not in the round."""
    return screen.round is not None and any(seat.cards for seat in screen.round.seats.values())


def _cards_cell(seat_view: SeatView | None, *, has_dealt: bool) -> Text:
    if seat_view is None:
        return Text("no wager" if has_dealt else "", style=MUTED)
    is_hidden = all(card == FACE_DOWN for card in seat_view.cards)
    for applies, label in (
        (seat_view.sat_out, "sits out"),
        (seat_view.forfeited, "forfeit"),
        (seat_view.folded and is_hidden, "folded"),
        (seat_view.away and is_hidden, "left"),
    ):
        if applies:
            return Text(label, style=MUTED)
    return Text(" ").join(short_card(card) for card in seat_view.cards)


def _wager_cell(seat_view: SeatView | None, key: str, width: int) -> Text:
    """Return the stake on a spot, or the result of its wager."""
    if seat_view is None:
        return Text(EMPTY_CELL, style=EMPTY)
    result = seat_view.results.get(key)
    if result is not None:
        return _result_cell(result, width)
    stake = seat_view.wagers.get(key) or seat_view.raises.get(key)
    if key in seat_view.returned or key in seat_view.down or (seat_view.sat_out and stake):
        return Text(RETURNED, style=INK)
    return (
        Text(format_short_dollars(stake, width), style=INK)
        if stake
        else Text(EMPTY_CELL, style=EMPTY)
    )


def _result_cell(result: WagerResult, width: int) -> Text:
    net = result.credit - result.stake
    match result.outcome:
        case "win":
            return Text(format_short_dollars(net, width, with_plus=True), style=WIN)
        case "push" | "lose" if net > 0:  # a bonus is paid whether or not the wager wins
            return Text(format_short_dollars(net, width, with_plus=True), style=WIN)
        case "lose":
            return Text(format_short_dollars(net, width), style=MUTED)
        case "push":
            return Text("push", style=INK)
        case "void":
            return Text(RETURNED, style=INK)


def format_short_dollars(cents: int, width: int, *, with_plus: bool = False) -> str:
    """Return an amount that fits the width, in thousands (``+$75K``) if necessary."""
    full = format_net(cents) if with_plus else dollars(cents)
    if len(full) <= width:
        return full
    whole_dollars = format_net(cents // 100 * 100) if with_plus else dollars(int(cents / 100) * 100)
    if len(whole_dollars) <= width:
        return whole_dollars
    sign = "−" if cents < 0 else "+" if with_plus else ""
    return f"{sign}${abs(cents) // 100_000}K"


def _last_cell(screen: DealerScreenState, seat: int, seat_view: SeatView | None) -> Text:
    """Return the chips of a seat or, once a seat is settled, its net result so far."""
    if seat_view is not None and _is_settling(screen):
        if not seat_view.results:
            return Text(EMPTY_CELL, style=EMPTY)
        net = sum(x.credit - x.stake for x in seat_view.results.values()) + seat_view.gifts
        return Text(format_net(net), style=WIN if net > 0 else INK)
    chips = screen.chips.get(screen.players.get(seat, ""))
    return Text(dollars(chips) if chips is not None else "", style=MUTED)


DEALER_KEYS: Final = {
    "I": ("irregularity", "app.page('incidents')"),
    "F": ("floor", "app.page('floor')"),
    "D": ("decks", "app.page('dealer')"),
    "P": ("players", "app.page('players')"),
    "L": ("log", "app.read('log')"),
    "C": ("clauses", "app.read('clauses')"),
    "R": ("rules", "app.read('rules')"),
    "Q": ("quit", "app.leave"),
}
STEP_LINES: Final = 4
"""Lines for the next step; one more on a tall screen."""
ROOMY_HEIGHT: Final = 30


def render_dealer_screen(screen: DealerScreenState, width: int, height: int) -> list[Text]:
    """Return the screen, line by line."""
    if width < MIN_WIDTH or height < MIN_HEIGHT:
        return too_small_lines(width, height)
    is_roomy = height >= ROOMY_HEIGHT
    header = style_lines(dealer_header_block(screen, width), ON_CHROME)
    next_step = style_lines(next_step_block(screen, width, STEP_LINES + is_roomy), ON_RAIL)
    footer = style_lines(make_block([key_bar(DEALER_KEYS, width)], width), ON_CHROME)
    height_left = height - len(header) - len(next_step) - len(footer)
    if width < WIDE_SCREEN:
        return [
            *header,
            *next_step,
            *style_lines(_table_area(screen, width, height_left, side_panel=False), ON_FELT),
            *footer,
        ]
    panel_width = min(SIDE_PANEL_WIDTHS[1], max(SIDE_PANEL_WIDTHS[0], width * 3 // 10))
    felt = style_lines(
        _table_area(screen, width - panel_width, height_left, side_panel=True), ON_FELT
    )
    panel = make_block(
        _side_panel_lines(screen, panel_width - 2 * STEP_MARGIN, height_left - 1),
        panel_width - 2 * STEP_MARGIN,
    )
    panel_lines = style_lines(
        center_block(_inset_block(panel, panel_width), panel_width, height_left, "left"), ON_RAIL
    )
    return [
        *header,
        *next_step,
        *(styled_line(*both) for both in zip(felt, panel_lines, strict=True)),
        *footer,
    ]


def dealer_header_block(screen: DealerScreenState, width: int) -> TextBlock:
    """Draw the game, limits, round and tray, then the time, blockers and meters."""
    limits = screen.rules.table
    parts = [
        Text(screen.card.name, style=HEADING),
        Text(f"{dollars(limits.minimum)} to {dollars(limits.maximum)}", style=MUTED),
    ]
    if screen.round:
        parts.append(Text(f"round {screen.round.number:,}", style=MUTED))
        if screen.round.practice:
            parts.append(Text("practice", style=HEADING))
    tray = styled_line(("tray ", MUTED), (_tray_text(screen), STRONG))
    line = styled_line(" ", Text("   ").join(parts))
    first = styled_line(pad_line(line, width - tray.cell_len - 1), tray, " ")
    meters = Text("   ").join(meter_texts(screen.rules, screen.card, screen.meters))
    second = blockers_line(screen, width - meters.cell_len - 2)
    return make_block([first, styled_line(second, " ", meters, " ")], width)


def _tray_text(screen: DealerScreenState) -> str:
    """Return the tray's amount by the books, or a note while it must be counted."""
    return dollars(screen.view.tray) if isinstance(screen.view.tray, int) else "to be counted"


def _table_area(
    screen: DealerScreenState, width: int, height: int, *, side_panel: bool
) -> TextBlock:
    """Draw the table's cards, the log if there is no side panel, and the seats."""
    seats = seats_block(screen, width)
    min_height = table_size(screen, SMALL_CARD).height
    gap = 1 if height - seats.height > min_height else 0
    height_above = max(1, height - seats.height - gap)
    cards_width = width if side_panel else width - 36
    size = _card_size(screen, cards_width - 2 * STEP_MARGIN, height_above)
    table = table_block(screen, size)
    if not side_panel:
        log_width = width - table.width - 4 * STEP_MARGIN
        log = make_block(_log_lines(screen, log_width, height_above), log_width)
        cards = center_block(table, table.width + 2 * STEP_MARGIN, height_above)
        table = place_beside(
            [
                cards,
                center_block(
                    _inset_block(log, log_width + 2 * STEP_MARGIN),
                    log_width + 2 * STEP_MARGIN,
                    height_above,
                ),
            ]
        )
    parts = [center_block(table, width, height_above), make_block([Text()] * gap, width), seats]
    return center_block(stack_blocks(parts, "left"), width, height, "left")


def _card_size(screen: DealerScreenState, width: int, height: int) -> CardSize:
    """Return the largest card size that fits."""
    for size in CARD_SIZES:
        table = table_size(screen, size)
        if table.width <= width and table.height <= height:
            return size
    return SMALL_CARD


def _log_lines(screen: DealerScreenState, width: int, height: int) -> list[Text]:
    """Return the last sentences of the log, newest at the bottom."""
    lines: list[Text] = []
    for index, sentence in enumerate(reversed(screen.sentences)):
        lines = wrap_lines(sentence, width, INK if not index else MUTED, indent=2) + lines
        if len(lines) >= height:
            break
    return lines[-height:]


def _side_panel_lines(screen: DealerScreenState, width: int, height: int) -> list[Text]:
    """Return the side panel: what blocks the next deal, then the log."""
    ahead = list(blockers_lines(screen, width))
    height_left = height - len(ahead) - 2
    log = (
        [Text(), Text("Log", style=HEADING), *_log_lines(screen, width, height_left)]
        if height_left > 0
        else []
    )
    return ahead + log


def key_bar(keys: dict[str, tuple[str, str]], width: int) -> Text:
    """Return the line of keys that work at any time."""
    line = Text(" ")
    for key, (label, action) in keys.items():
        part = styled_line((key, STRONG), (f" {label}", MUTED))
        part.stylize(click_style(action))
        line.append("" if line.cell_len == 1 else "   " if width >= WIDE_SCREEN else "  ")
        line.append_text(part)
    return pad_line(line, width)


def _inset_block(block: TextBlock, width: int) -> TextBlock:
    return make_block((styled_line(" " * STEP_MARGIN, text) for text in block.lines), width)
