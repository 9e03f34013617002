"""The school's screen as lines of text: a table, a question or a dealer's moves, and the score."""

from collections.abc import Iterator
from typing import Final

from rich.text import Text

from pitboss.papers.wording import capitalize
from pitboss.school.classroom import REPEAT_GAP
from pitboss.school.dealing_practice import DealerMove
from pitboss.school.questions import FigureAnswer, OptionAnswer, Question
from pitboss.tui.blocks import (
    CARD_SIZES,
    TextBlock,
    center_block,
    make_block,
    pad_line,
    short_card,
    stack_blocks,
    styled_line,
    table_block,
    table_size,
    wrap_lines,
)
from pitboss.tui.dealer.console_session import DealerScreenState
from pitboss.tui.dealer.screen import key_bar, occupied_seats, seats_block
from pitboss.tui.game.panels import WIDE_SCREEN
from pitboss.tui.game.screen import MIN_HEIGHT, MIN_WIDTH, style_lines, too_small_lines
from pitboss.tui.school.trainee import PracticeState, SchoolScreenState
from pitboss.tui.theme import (
    HEADING,
    HIGHLIGHT,
    INK,
    MUTED,
    ON_CHROME,
    ON_FELT,
    ON_RAIL,
    SELECTED,
    STRONG,
    WIN,
    click_style,
)

RIGHT_MARK, WRONG_MARK = "✓", "✗"
COMES_BACK_NOTE: Final = f"This question comes back after {REPEAT_GAP} others."


def question_lines(screen: SchoolScreenState, width: int) -> list[Text]:
    """Return the question, its answers and the feedback."""
    question = screen.question
    if question is None:
        return [
            *wrap_lines("That was the last question.", width, STRONG),
            Text(),
            _next_key("finish"),
        ]
    lines = wrap_lines(question.prompt, width, STRONG)
    lines.append(Text())
    match question.answer:
        case OptionAnswer():
            lines += _option_lines(screen, question.answer, width)
        case FigureAnswer():
            lines += _figure_lines(screen, question.answer, width)
    if screen.grade is None:
        lines += wrap_lines(screen.note, width, HIGHLIGHT)
    else:
        lines += [Text(), *_grade_lines(screen, question, width)]
    return lines


def _option_lines(screen: SchoolScreenState, answer: OptionAnswer, width: int) -> Iterator[Text]:
    for index, option in enumerate(answer.options):
        is_selected = index == screen.cursor
        mark = "▸" if is_selected else " "
        style = STRONG if is_selected else INK
        if screen.grade is not None:
            mark = RIGHT_MARK if index == answer.right else WRONG_MARK if is_selected else " "
            style = WIN if index == answer.right else MUTED
        parts = wrap_lines(option, width - 6, style)
        key = styled_line(
            (mark, HIGHLIGHT), (f" {index + 1} ", SELECTED if is_selected else HIGHLIGHT), " "
        )
        for number, part in enumerate(parts):
            row = styled_line(key if not number else " " * 5, part)
            row.stylize(click_style(f"app.choose({index})"))
            yield row


def _figure_lines(screen: SchoolScreenState, answer: FigureAnswer, width: int) -> Iterator[Text]:
    label_width = max(len(field.label) for field in answer.fields)
    for index, field in enumerate(answer.fields):
        is_selected = index == screen.field and screen.grade is None
        text = screen.inputs[index] if index < len(screen.inputs) else ""
        row = styled_line(
            ("▸ " if is_selected else "  ", HIGHLIGHT),
            (f"{field.label:<{label_width}}  ", STRONG if is_selected else INK),
            (f"{text}{'▏' if is_selected else ''}", HIGHLIGHT if is_selected else INK),
        )
        if screen.grade is not None:
            is_right = screen.grade.parts[index]
            row.append(
                f"  {RIGHT_MARK}" if is_right else f"  {WRONG_MARK} {field.answer_text}",
                WIN if is_right else HIGHLIGHT,
            )
        row.stylize(click_style(f"app.point({index})"))
        yield row
    if screen.grade is None and answer.hint:
        yield Text()
        yield from wrap_lines(answer.hint, width, MUTED)


def _grade_lines(screen: SchoolScreenState, question: Question, width: int) -> Iterator[Text]:
    """Yield whether the answer is correct, why, and the texts of the clauses."""
    grade = screen.grade
    if grade is None:
        return
    feedback = wrap_lines(grade.feedback, width, INK)
    lead = grade.feedback.partition(" ")[0] if grade.is_right else grade.feedback.partition(":")[0]
    feedback[0].stylize(WIN if grade.is_right else HIGHLIGHT, 0, len(lead))
    yield from feedback
    if not grade.is_right:
        yield from wrap_lines(COMES_BACK_NOTE, width, MUTED)
    for clause, text in screen.syllabus.cited_clause_texts(question.clauses).items():
        lines = wrap_lines(f"{clause}  {text}", width, MUTED, indent=2)
        lines[0].stylize(HEADING, 0, len(clause))
        yield from lines


def _next_key(label: str) -> Text:
    line = styled_line((" Enter ", HIGHLIGHT), (f" {label} ", INK))
    line.stylize(click_style("app.enter"))
    return line


KEY_COLUMN_WIDTH: Final = 25
"""Columns for one move."""
LOG_LINES: Final = 3
"""Lines of the log, besides the feedback."""
FIRST_NOTE: Final = (
    "You are the dealer. Players bet and decide on their own; you choose the next move. Mistakes "
    "are explained, and you are told what you see when something goes wrong at the table."
)
STILL_DUE_NOTE: Final = "This is still the next move, and it will come up again."


def move_lines(screen: SchoolScreenState, practice: PracticeState, width: int) -> list[Text]:
    """Return the irregularity, the moves with their keys, the feedback and the log."""
    lines = (
        wrap_lines(f"You see: {practice.irregularity}", width, HIGHLIGHT)
        if practice.irregularity
        else []
    )
    if practice.pending_move:
        prompt = f"{capitalize(practice.pending_move.label)}: which seat? Press its number."
        lines += wrap_lines(prompt, width, HIGHLIGHT)
    else:
        lines += wrap_lines("What do you do?", width, STRONG)
    lines += _move_key_lines(practice.moves, width)
    lines += wrap_lines(screen.note, width, HIGHLIGHT)
    lines.append(Text())
    lines += _move_grade_lines(screen, practice, width)
    for sentence in practice.sentences[-LOG_LINES:]:
        lines += wrap_lines(sentence, width, MUTED, indent=2)
    return lines


def _move_key_lines(moves: tuple[DealerMove, ...], width: int) -> Iterator[Text]:
    """Yield the moves in columns, in the order of a round from top to bottom."""
    columns = max(1, width // KEY_COLUMN_WIDTH)
    rows = -(-len(moves) // columns)
    for row in range(rows):
        yield styled_line(*(_move_key(move) for move in moves[row::rows]))


def _move_key(move: DealerMove) -> Text:
    line = styled_line((f" {move.key.upper()} ", HIGHLIGHT), (f"{move.label} ", INK))
    line.stylize(click_style(f"app.press('{move.key}')"))
    return pad_line(line, KEY_COLUMN_WIDTH)


def _move_grade_lines(
    screen: SchoolScreenState, practice: PracticeState, width: int
) -> Iterator[Text]:
    """Yield whether the move is correct, what is next and why, and the clause texts."""
    if practice.last_move is None:
        yield from wrap_lines(FIRST_NOTE, width, MUTED)
        return
    grade, question = practice.last_move.grade, practice.last_move.question
    feedback = wrap_lines(grade.feedback, width, INK)
    lead = grade.feedback.partition(" ")[0] if grade.is_right else grade.feedback.partition(":")[0]
    feedback[0].stylize(WIN if grade.is_right else HIGHLIGHT, 0, len(lead))
    if grade.is_right:
        feedback[-1].append(f"  {', '.join(filter(None, question.clauses))}", style=MUTED)
    yield from feedback
    if grade.is_right:
        return
    for clause, text in screen.syllabus.cited_clause_texts(question.clauses).items():
        # The text of an irregularity's clause is its remedy, which is the next question.
        lines = wrap_lines(
            clause if practice.irregularity else f"{clause}  {text}", width, MUTED, indent=2
        )
        lines[0].stylize(HEADING, 0, len(clause))
        yield from lines
    yield from wrap_lines(STILL_DUE_NOTE, width, MUTED)


QUESTION_KEYS: Final = {
    "Enter": ("answer, continue", "app.enter"),
    "↑ ↓": ("select, scroll", "app.move(1)"),
    "^L": ("lesson", "app.lesson"),
    "^R": ("rules", "app.rules"),
    "^T": ("table", "app.table"),
    "Esc": ("quit", "app.leave"),
}
DEALING_KEYS: Final = {
    "↑ ↓": ("scroll", "app.move(1)"),
    "^L": ("lesson", "app.lesson"),
    "^R": ("rules", "app.rules"),
    "^T": ("questions", "app.table"),
    "Esc": ("quit", "app.leave"),
}
PANEL_MARGIN: Final = 2
MIN_TABLE_HEIGHT: Final = 15
"""Minimum lines for moves and feedback, so that the table above does not jump."""
PANEL_WIDTHS: Final = (42, 84)
"""Minimum and maximum width of the question beside a table."""


def render_school_screen(screen: SchoolScreenState, width: int, height: int) -> list[Text]:
    """Return the screen, line by line."""
    if width < MIN_WIDTH or height < MIN_HEIGHT:
        return too_small_lines(width, height)
    header = style_lines(_school_header(screen, width), ON_CHROME)
    footer = style_lines(make_block([key_bar(_current_keys(screen), width)], width), ON_CHROME)
    height_left = height - len(header) - len(footer)
    if width < WIDE_SCREEN:
        panel_lines = _panel_lines(screen, width - 2 * PANEL_MARGIN)
        min_table_height = _compact_table(screen.table_state, width).height + 1
        min_panel_height = MIN_TABLE_HEIGHT if screen.practice and screen.practice.needs_move else 0
        panel_height = min(
            max(len(panel_lines) + 1, min_panel_height), height_left - min_table_height
        )
        table = style_lines(
            _table_block(screen.table_state, width, height_left - panel_height), ON_FELT
        )
        return [
            *header,
            *table,
            *style_lines(_panel_block(screen, panel_lines, width, panel_height), ON_RAIL),
            *footer,
        ]
    panel_width = min(PANEL_WIDTHS[1], max(PANEL_WIDTHS[0], width * 35 // 100))
    table = style_lines(_table_block(screen.table_state, width - panel_width, height_left), ON_FELT)
    panel_lines = [Text(), *_panel_lines(screen, panel_width - 2 * PANEL_MARGIN)]
    panel = style_lines(_panel_block(screen, panel_lines, panel_width, height_left), ON_RAIL)
    return [*header, *(styled_line(*both) for both in zip(table, panel, strict=True)), *footer]


def _current_keys(screen: SchoolScreenState) -> dict[str, tuple[str, str]]:
    """Return the keys that work now; the table cannot be left while a payment is due."""
    if screen.practice is None:
        return QUESTION_KEYS
    return (
        DEALING_KEYS
        if screen.practice.needs_move
        else {key: entry for key, entry in QUESTION_KEYS.items() if key != "^T"}
    )


def _panel_lines(screen: SchoolScreenState, width: int) -> list[Text]:
    """Return the moves to choose from, or the question."""
    if screen.practice and screen.practice.needs_move:
        return move_lines(screen, screen.practice, width)
    return question_lines(screen, width)


def _school_header(screen: SchoolScreenState, width: int) -> TextBlock:
    """Draw the game, the subject and the score; the subject goes below if it does not fit."""
    name = Text(screen.syllabus.card.name, style=HEADING)
    score = _score_text(screen)
    details = []
    if screen.question is not None:
        details.append(Text(screen.question.subject.description, style=MUTED))
    if screen.is_repeat and not (
        screen.practice and screen.practice.needs_move
    ):  # there it would give away the move
        details.append(Text("repeat", style=HIGHLIGHT))
    gap = Text("   ")
    line = styled_line(" ", gap.join([name, *details]))
    if line.cell_len + score.cell_len + len(gap) < width:
        return make_block(
            [styled_line(pad_line(line, width - score.cell_len - 1), score, " ")], width
        )
    first_line = styled_line(
        pad_line(styled_line(" ", name), width - score.cell_len - 1), score, " "
    )
    return make_block([first_line, styled_line(" ", gap.join(details))], width)


def _score_text(screen: SchoolScreenState) -> Text:
    study = screen.study
    if screen.practice:
        score = f"{study.right}/{len(study.answers)} correct"
        return styled_line((f"round {screen.practice.round}   ", MUTED), (score, STRONG))
    number = len(study.answers) + (screen.grade is None)
    return styled_line((f"question {number}   ", MUTED), (f"{study.right} correct", STRONG))


def _panel_block(
    screen: SchoolScreenState, lines: list[Text], width: int, height: int
) -> TextBlock:
    """Draw the question, scrolled if it is too long."""
    visible_lines = lines
    if len(lines) > height:
        start = min(screen.scroll, len(lines) - height + 1)
        hint = "↑ ↓ more" if start else "↓ more"
        visible_lines = [*lines[start : start + height - 1], Text(hint, style=HIGHLIGHT)]
    inset = make_block((styled_line(" " * PANEL_MARGIN, text) for text in visible_lines), width)
    return make_block(list(inset.lines) + [Text()] * (height - inset.height), width)


def _table_block(screen: DealerScreenState, width: int, height: int) -> TextBlock:
    """Draw the table with the seats below, or the cards in one line if there is no room."""
    seats = seats_block(screen, width)
    height_above = height - seats.height - 1
    for size in CARD_SIZES:
        table = table_size(screen, size)
        if table.width <= width - 2 * PANEL_MARGIN and table.height <= height_above:
            cards = center_block(table_block(screen, size), width, height_above)
            return center_block(
                stack_blocks([cards, make_block([Text()], width), seats]), width, height, "left"
            )
    return center_block(_compact_table(screen, width), width, height, "left")


def _compact_table(screen: DealerScreenState, width: int) -> TextBlock:
    """Draw the table's cards by name in one line, and the seats."""
    cards = screen.round.cards if screen.round else {}
    row = Text(" ")
    for place in screen.card.layout.places:
        if place.name in cards:
            row.append(f"{place.label} ", style=MUTED)
            row.append_text(Text(" ").join(short_card(card) for card in cards[place.name]))
            row.append("   ")
    seats = seats_block(screen, width) if occupied_seats(screen) else make_block([], width)
    return stack_blocks([make_block([row], width), seats], "left")
