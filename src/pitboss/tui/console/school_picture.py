"""The school's screen as lines of text: a table, a question about it, the score."""

from typing import Final

from rich.text import Text

from pitboss.tui.bars import WIDE
from pitboss.tui.block import Block, above, block, line, padded, room
from pitboss.tui.cards import SIZES, short
from pitboss.tui.console.asked import question_lines
from pitboss.tui.console.picture import keys_line
from pitboss.tui.console.scene import DealScene
from pitboss.tui.console.school_moves import move_lines
from pitboss.tui.console.school_scene import SchoolScene
from pitboss.tui.console.seats import seats_block, seats_of
from pitboss.tui.felt import felt_block, felt_size
from pitboss.tui.look import HEADING, MUTED, ON_CHROME, ON_FELT, ON_RAIL, STRONG, YOURS
from pitboss.tui.picture import LEAST_HEIGHT, LEAST_WIDTH, styled, too_small

KEYS: Final = {
    "Enter": ("answer, go on", "app.enter"),
    "↑ ↓": ("choose, scroll", "app.move(1)"),
    "^L": ("lesson", "app.lesson"),
    "^R": ("rules", "app.rules"),
    "^T": ("table", "app.table"),
    "Esc": ("end", "app.leave"),
}
DEALS: Final = {
    "↑ ↓": ("scroll", "app.move(1)"),
    "^L": ("lesson", "app.lesson"),
    "^R": ("rules", "app.rules"),
    "^T": ("questions", "app.table"),
    "Esc": ("end", "app.leave"),
}
MARGIN: Final = 2
CALM: Final = 15
"""Lines for moves and what is said to them, so that the table above does not jump."""
RAIL: Final = (42, 84)
"""How wide the question is beside a table, at least and at most."""


def school_picture(scene: SchoolScene, width: int, height: int) -> list[Text]:
    """The screen, line by line."""
    if width < LEAST_WIDTH or height < LEAST_HEIGHT:
        return too_small(width, height)
    top = styled(_top(scene, width), ON_CHROME)
    low = styled(block([keys_line(_keys(scene), width)], width), ON_CHROME)
    left = height - len(top) - len(low)
    if width < WIDE:
        asked = _lines(scene, width - 2 * MARGIN)
        least = _compact(scene.table, width).height + 1
        calm = CALM if scene.dealt and scene.dealt.acts else 0
        high = min(max(len(asked) + 1, calm), left - least)
        table = styled(_table(scene.table, width, left - high), ON_FELT)
        return [*top, *table, *styled(_panel(scene, asked, width, high), ON_RAIL), *low]
    wide = min(RAIL[1], max(RAIL[0], width * 35 // 100))
    table = styled(_table(scene.table, width - wide, left), ON_FELT)
    asked = [Text(), *_lines(scene, wide - 2 * MARGIN)]
    panel = styled(_panel(scene, asked, wide, left), ON_RAIL)
    return [*top, *(line(*both) for both in zip(table, panel, strict=True)), *low]


def _keys(scene: SchoolScene) -> dict[str, tuple[str, str]]:
    """What is there at any time; a sum is paid before one gets up from the table."""
    if scene.dealt is None:
        return KEYS
    return DEALS if scene.dealt.acts else {key: does for key, does in KEYS.items() if key != "^T"}


def _lines(scene: SchoolScene, width: int) -> list[Text]:
    """A move to be made, or a question to be answered."""
    if scene.dealt and scene.dealt.acts:
        return move_lines(scene, scene.dealt, width)
    return question_lines(scene, width)


def _top(scene: SchoolScene, width: int) -> Block:
    """The game, the subject, and how it goes; the subject below where there is no room beside."""
    name = Text(scene.syllabus.card.name, style=HEADING)
    score = _score(scene)
    about = []
    if scene.question is not None:
        about.append(Text(scene.question.subject.words, style=MUTED))
    if scene.again and not (scene.dealt and scene.dealt.acts):  # there it would tell what is due
        about.append(Text("again", style=YOURS))
    gap = Text("   ")
    made = line(" ", gap.join([name, *about]))
    if made.cell_len + score.cell_len + len(gap) < width:
        return block([line(padded(made, width - score.cell_len - 1), score, " ")], width)
    first = line(padded(line(" ", name), width - score.cell_len - 1), score, " ")
    return block([first, line(" ", gap.join(about))], width)


def _score(scene: SchoolScene) -> Text:
    study = scene.study
    if scene.dealt:
        right = f"{study.right} of {len(study.answered)} right"
        return line((f"round {scene.dealt.round}   ", MUTED), (right, STRONG))
    number = len(study.answered) + (scene.judged is None)
    return line((f"question {number}   ", MUTED), (f"{study.right} right", STRONG))


def _panel(scene: SchoolScene, lines: list[Text], width: int, height: int) -> Block:
    """The question, scrolled where it is longer than its room."""
    shown = lines
    if len(lines) > height:
        start = min(scene.scroll, len(lines) - height + 1)
        words = "↑ ↓ more" if start else "↓ more"
        shown = [*lines[start : start + height - 1], Text(words, style=YOURS)]
    inset = block((line(" " * MARGIN, text) for text in shown), width)
    return block(list(inset.lines) + [Text()] * (height - inset.height), width)


def _table(scene: DealScene, width: int, height: int) -> Block:
    """The felt with the seats below; where there is no room for it, the cards in a line."""
    seats = seats_block(scene, width)
    upper = height - seats.height - 1
    for size in SIZES:
        felt = felt_size(scene, size)
        if felt.width <= width - 2 * MARGIN and felt.height <= upper:
            cards = room(felt_block(scene, size), width, upper)
            return room(above([cards, block([Text()], width), seats]), width, height, "left")
    return room(_compact(scene, width), width, height, "left")


def _compact(scene: DealScene, width: int) -> Block:
    """The table's cards by name in a line, and the seats."""
    lies = scene.round.cards if scene.round else {}
    row = Text(" ")
    for place in scene.card.layout.places:
        if place.name in lies:
            row.append(f"{place.label} ", style=MUTED)
            row.append_text(Text(" ").join(short(card) for card in lies[place.name]))
            row.append("   ")
    seats = seats_block(scene, width) if seats_of(scene) else block([], width)
    return above([block([row], width), seats], "left")
