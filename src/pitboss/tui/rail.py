"""What is said beside the felt: the coach, what came of the round, how a wager is paid."""

from collections.abc import Iterator

from rich.text import Text

from pitboss.papers.result_text import net_text
from pitboss.papers.tables import limits_text
from pitboss.papers.wagers import WagerCard
from pitboss.papers.words import sentence
from pitboss.tui.block import Block, block, line, padded, wrapped
from pitboss.tui.look import HEADING, INK, MUTED, STRONG, WON, YOURS
from pitboss.tui.money_words import average, units
from pitboss.tui.scene import Moment, Scene, Worth
from pitboss.tui.spots import outcome_words

Section = list[Text]


def rail_block(scene: Scene, width: int, height: int) -> Block:
    """What must be said, scrolled if it is too long, and as much else as there is room for."""
    sections = [section for section in _sections(scene, width) if section]
    lines = list(sections[0]) if sections else []
    if len(lines) > height:
        lines = _scrolled(lines, scene.scroll, height)
    for section in sections[1:]:
        if len(lines) + 1 + len(section) <= height:
            lines += [Text(), *section]
    return block(lines + [Text()] * (height - len(lines)), width)


def _scrolled(lines: list[Text], pages: int, height: int) -> list[Text]:
    """A page of lines that are too many, and what there is before and after it."""
    shown = max(1, height - 1)
    start = min(pages * shown, len(lines) - shown)
    after = start + shown < len(lines)
    words = "↑ ↓ more" if start and after else "↓ more" if after else "↑ back"
    return [*lines[start : start + shown], Text(words, style=YOURS)]


def _sections(scene: Scene, width: int) -> Iterator[Section]:
    match scene.moment:
        case Moment.BETS:
            yield from _betting(scene, width)
        case Moment.RESULTS:
            yield _results(scene, width) + _remarks(scene.remarks, width)
            yield _by_wager(scene, width)
        case _:
            if scene.coach:
                yield _coach(scene, width)
            yield _remarks(scene.remarks[-1:], width)
            if scene.heard:
                yield [part for said in scene.heard[-4:] for part in wrapped(said, width, MUTED)]
            yield from _paid(scene, width)
    yield _session(scene, width)


def _betting(scene: Scene, width: int) -> Iterator[Section]:
    wager = next((x for x in scene.card.wagers if x.key == scene.spot), None)
    if wager:
        yield _about(wager, width)
    if not scene.rounds:
        yield wrapped(scene.card.story, width, MUTED)
    if wager and wager.lines:
        yield _table(wager, width)


def _paid(scene: Scene, width: int) -> Iterator[Section]:
    """How the wager is paid that is decided on."""
    street = scene.street
    wager = next((x for x in scene.card.wagers if street and x.key == street.wager), None)
    if wager:
        yield _about(wager, width)
        if wager.lines:
            yield _table(wager, width)


def _about(wager: WagerCard, width: int) -> Section:
    head = line((wager.label, HEADING), ("  " + limits_text(wager), MUTED))
    return [head, *wrapped(wager.how, width, INK)]


def _table(wager: WagerCard, width: int) -> Section:
    rows: Section = []
    if any(len(one.name) + len(one.pays) + 1 > width for one in wager.lines):
        return rows
    for one in wager.lines:
        name = padded(Text(sentence(one.name), style=MUTED), max(8, width - len(one.pays) - 1))
        rows.append(line(name, " ", (one.pays, INK)))
    return rows


def _coach(scene: Scene, width: int) -> Section:
    if scene.moment is not Moment.TURN:
        return []
    if scene.worth is None:
        busy = wrapped(scene.working or "works it out.", width, MUTED)
        return [Text("Coach", style=HEADING), *busy]
    unit = f"expected, in units of {scene.rules.required[0].label}"
    head = line(("Coach", HEADING), (f"  {unit}", MUTED))
    heads = [head] if head.cell_len <= width else [Text("Coach", style=HEADING)]
    heads += [] if head.cell_len <= width else wrapped(unit, width, MUTED)
    by_card = wrapped(scene.by_card, width, INK, hang=2)
    return [*heads, *_valued(scene.worth, width), *by_card]


def _valued(worth: Worth, width: int) -> Iterator[Text]:
    """Each decision with its value: units, dollars, and as a fraction where there is room."""
    rows = {
        name: (units(value), average(worth.cents(name), sign=True), f"{value}".replace("-", "−"))
        for name, value in worth.values.items()
    }
    names = max(map(len, rows))
    wide = [max(len(row[column]) for row in rows.values()) for column in range(3)]
    gap = 3 if names + sum(wide[:2]) + 15 <= width else 2
    for name, (unit, cents, exact) in rows.items():
        best = name == worth.best
        said = f"{name:<{names}}{unit:>{wide[0] + gap}}{cents:>{wide[1] + gap}}"
        made = line((said, STRONG if best else INK), ("  best" if best else "      ", WON))
        if made.cell_len + wide[2] + gap <= width:
            made.append(f"{exact:>{wide[2] + gap}}", style=MUTED)
        yield made


def _results(scene: Scene, width: int) -> Section:
    lines: Section = []
    for said in scene.sentences:
        lines += wrapped(said.text, width, INK, hang=2)
    return lines or [Text("You had no wager in this round.", style=MUTED)]


def _remarks(remarks: tuple[str, ...], width: int) -> Section:
    return [text for said in remarks for text in wrapped(said, width, MUTED, hang=2)]


def _by_wager(scene: Scene, width: int) -> Section:
    """A line for each wager: stake, hand, odds, what it brought."""
    mine = scene.mine
    if mine is None:
        return []
    labels = {wager.key: wager.label for wager in scene.rules.wagers}
    keys = [key for key in labels if key in mine.results]
    long = max((len(labels[key]) for key in keys), default=0)
    hands = max((len(mine.results[key].hand or "") for key in keys), default=0)
    rows = []
    for key in keys:
        result = mine.results[key]
        odds = outcome_words(scene, key, result)
        net = result.credit - result.stake
        row = line(
            (f"{labels[key]:<{long}}", INK),
            (f"  {result.hand or '':<{hands}}  {odds:>9}", MUTED),
            (f"  {net_text(net):>8}", WON if net > 0 else INK),
        )
        rows.append(row)
    return rows if all(row.cell_len <= width for row in rows) else []


def _session(scene: Scene, width: int) -> Section:
    if not scene.rounds:
        return []
    many = "1 round" if scene.rounds == 1 else f"{scene.rounds:,} rounds"
    head = line(("Session", HEADING), (f"  {many}, {net_text(scene.net)}", INK))
    last = [
        line((f"{number:>6}  ", MUTED), (net_text(net), INK)) for number, net in scene.past[-8:]
    ]
    return [head, *reversed(last)]
