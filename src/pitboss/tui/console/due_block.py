"""What is due: who does it, what it is, its clause, what is said aloud; and what is ahead."""

from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Final

from rich.text import Text

from pitboss.papers.words import sentence
from pitboss.table.care import Hindrance, slots, worn_out
from pitboss.table.day import Day
from pitboss.table.duty import DEALER, FLOOR
from pitboss.tui.block import Block, block, line, padded, wrapped
from pitboss.tui.console.scene import DealScene
from pitboss.tui.look import HEADING, INK, MUTED, STRONG, YOURS, clicked

MINUTE: Final = 60
HOUR: Final = 60 * MINUTE
MARGIN: Final = 2
NOTED: Final = 2
"""Lines that a refusal takes at the most."""


def due_block(scene: DealScene, width: int, height: int) -> Block:
    """In so many lines: the step and its clause, what is said, what was refused, the key."""
    duty, inner = scene.duty, width - 2 * MARGIN
    clause = Text(duty.clause, style=MUTED)
    who = f"{_who(scene)}: "
    step = wrapped(f"{who}{duty.what}.", inner - clause.cell_len - 2, STRONG)
    step[0].stylize(YOURS, 0, len(who))
    step[0] = line(padded(step[0], inner - clause.cell_len), clause)
    said = wrapped(f"Say: “{duty.said}”", inner, INK) if duty.said else []
    noted = wrapped(scene.note, inner, YOURS)[:NOTED]
    left = height - 1 - len(noted)
    room = max(1, left - len(said))  # in a small window the words to say come before the last ones
    if 1 < room < len(step):
        step = [*step[: room - 1], Text(f"{step[room - 1].plain.rstrip()} …", STRONG)]
    lines = [*step[:room], *said][:left]
    lines = [*lines, *[Text()] * (left - len(lines)), *noted, _enter(scene)]
    return block((line(" " * MARGIN, text) for text in lines), width)


def _who(scene: DealScene) -> str:
    """The role, with the name where somebody has one."""
    who = scene.duty.who
    name, role = {DEALER: scene.dealer, FLOOR: scene.floor}.get(who, ""), sentence(who)
    return f"▸ {role} {name}" if name and name.lower() != who else f"▸ {role}"


def _enter(scene: DealScene) -> Text:
    """The key that does it."""
    if scene.enter:
        made = line((" Enter ", YOURS), (f" {scene.enter} ", INK))
        made.stylize(clicked("app.step"))
        return made
    made = line((" F ", YOURS), (" the floorperson does this ", INK))
    made.stylize(clicked("app.page('floor')"))
    return made


def clock_text(at: int) -> str:
    """``20:41``, where this computer is."""
    return datetime.fromtimestamp(at, UTC).astimezone().strftime("%H:%M")


def span_text(seconds: int) -> str:
    """``7 h 31 min``, ``12 min``, ``now``."""
    if seconds < MINUTE:
        return "less than a minute" if seconds > 0 else "now"
    hours, minutes = seconds // HOUR, seconds % HOUR // MINUTE
    return f"{hours} h {minutes:02} min" if hours else f"{minutes} min"


def ahead_text(one: Hindrance, at: int) -> str:
    """What blocks the next deal, and when: a clock's time, or so many rounds."""
    if one.at is not None:
        return f"{one.why}: {clock_text(one.at)}, in {span_text(one.at - at)}"
    if one.rounds is not None:
        return f"{one.why} {_within(one.rounds)}"
    return one.why


def _within(rounds: int) -> str:
    return "in the next round" if rounds == 1 else f"within {rounds} rounds"


def ahead_line(scene: DealScene, width: int) -> Text:
    """What will block a deal later, in one line; what does now is what is due."""
    found = [*_stub(scene), *_decks(scene)]
    made = [_ahead(scene, [f"{words}{left}" for words, left in found])]
    # In a small window the time that is left goes first, then whole parts: no word is cut.
    parts = [words for words, _ in found]
    made += [_ahead(scene, parts[:many]) for many in range(len(parts), -1, -1)]
    return padded(next((one for one in made if one.cell_len <= width), made[-1]), width)


def _ahead(scene: DealScene, parts: list[str]) -> Text:
    made = line(" ", (clock_text(scene.at), HEADING))
    for part in parts:
        made.append(f"  {part}", style=MUTED)
    return made


def _stub(scene: DealScene) -> Iterator[tuple[str, str]]:
    """When the stub is counted, as short as a line needs it."""
    for one in scene.duty.ahead:
        if one.rounds is not None:
            yield f"Stub {_within(one.rounds)}", ""


def _decks(scene: DealScene) -> Iterator[tuple[str, str]]:
    """Until when each deck may be dealt, and the time that is left."""
    decks = scene.view.day.decks if isinstance(scene.view.day, Day) else {}
    for slot in slots(scene.rules):
        if slot in decks and (until := worn_out(scene.rules, decks[slot])) > scene.at:
            which = f"Deck {slot}" if scene.rules.table.decks > 1 else "Deck"
            yield f"{which} until {clock_text(until)}", f" ({span_text(until - scene.at)})"


def ahead_lines(scene: DealScene, width: int) -> Iterator[Text]:
    """All that blocks a deal now or later, with its clause."""
    yield Text("Before the next deal", style=HEADING)
    for one in scene.duty.ahead:
        text = sentence(ahead_text(one, scene.at))
        now = one.at is None and one.rounds is None
        yield from wrapped(f"{text} [{one.clause}].", width, INK if now else MUTED, hang=2)
