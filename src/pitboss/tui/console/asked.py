"""A question in lines of text: what is asked, the answers or figures, and what is said to them."""

from collections.abc import Iterator
from typing import Final

from rich.text import Text

from pitboss.school.questions import Choose, Figures, Question
from pitboss.school.study import GAP
from pitboss.tui.block import line, wrapped
from pitboss.tui.console.school_scene import SchoolScene
from pitboss.tui.look import CHOSEN, HEADING, INK, MUTED, STRONG, WON, YOURS, clicked

RIGHT, WRONG = "✓", "✗"
AGAIN: Final = f"It comes back after {GAP} other questions."


def question_lines(scene: SchoolScene, width: int) -> list[Text]:
    """All of it; what is too long is scrolled by whoever shows it."""
    question = scene.question
    if question is None:
        return [*wrapped("That was the last question.", width, STRONG), Text(), _next("the end")]
    lines = wrapped(question.prompt, width, STRONG)
    lines.append(Text())
    match question.answer:
        case Choose():
            lines += _options(scene, question.answer, width)
        case Figures():
            lines += _fields(scene, question.answer, width)
    if scene.judged is None:
        lines += wrapped(scene.note, width, YOURS)
    else:
        lines += [Text(), *_verdict(scene, question, width)]
    return lines


def _options(scene: SchoolScene, answer: Choose, width: int) -> Iterator[Text]:
    for at, option in enumerate(answer.options):
        here = at == scene.cursor
        mark = "▸" if here else " "
        style = STRONG if here else INK
        if scene.judged is not None:
            mark = RIGHT if at == answer.right else WRONG if here else " "
            style = WON if at == answer.right else MUTED
        parts = wrapped(option, width - 6, style)
        head = line((mark, YOURS), (f" {at + 1} ", CHOSEN if here else YOURS), " ")
        for number, part in enumerate(parts):
            row = line(head if not number else " " * 5, part)
            row.stylize(clicked(f"app.choose({at})"))
            yield row


def _fields(scene: SchoolScene, answer: Figures, width: int) -> Iterator[Text]:
    names = max(len(field.label) for field in answer.fields)
    for at, field in enumerate(answer.fields):
        here = at == scene.at and scene.judged is None
        typed = scene.typed[at] if at < len(scene.typed) else ""
        row = line(
            ("▸ " if here else "  ", YOURS),
            (f"{field.label:<{names}}  ", STRONG if here else INK),
            (f"{typed}{'▏' if here else ''}", YOURS if here else INK),
        )
        if scene.judged is not None:
            good = scene.judged.parts[at]
            row.append(f"  {RIGHT}" if good else f"  {WRONG} {field.words}", WON if good else YOURS)
        row.stylize(clicked(f"app.point({at})"))
        yield row
    if scene.judged is None and answer.hint:
        yield Text()
        yield from wrapped(answer.hint, width, MUTED)


def _verdict(scene: SchoolScene, question: Question, width: int) -> Iterator[Text]:
    """Right or not, why, and the clauses in our words."""
    judged = scene.judged
    if judged is None:
        return
    said = wrapped(judged.said, width, INK)
    head = judged.said.partition(" ")[0] if judged.right else judged.said.partition(":")[0]
    said[0].stylize(WON if judged.right else YOURS, 0, len(head))
    yield from said
    if not judged.right:
        yield from wrapped(AGAIN, width, MUTED)
    for clause, words in scene.syllabus.words(question.clauses).items():
        part = wrapped(f"{clause}  {words}", width, MUTED, hang=2)
        part[0].stylize(HEADING, 0, len(clause))
        yield from part


def _next(words: str) -> Text:
    made = line((" Enter ", YOURS), (f" {words} ", INK))
    made.stylize(clicked("app.enter"))
    return made
