"""The bars above and below the felt: what table this is, what is asked, which keys there are."""

from collections.abc import Iterator, Mapping
from typing import Final

from rich.text import Text

from pitboss.money import dollars
from pitboss.papers.card import Card
from pitboss.papers.result_text import net_text
from pitboss.submission.rules import Rules
from pitboss.tui.block import Block, block, line, padded, wrapped
from pitboss.tui.look import CHOSEN, HEADING, INK, INSCRIBED, MUTED, STRONG, YOURS, clicked
from pitboss.tui.scene import Moment, Scene, choice_keys, cost_text

HOUSE_KEYS: Final = {
    "R": ("rules", "app.read('rules')"),
    "H": ("rounds", "app.read('rounds')"),
    "F": ("fairness", "app.read('fairness')"),
    "C": ("clauses", "app.read('clauses')"),
    "B": ("buy in", "app.do('buy')"),
    "Q": ("quit", "app.leave"),
}
"""What is there at any time; capitals, so that decisions have the small letters."""

WIDE: Final = 120
"""From this width on a window has a rail on the right."""


def top_block(scene: Scene, width: int) -> Block:
    """Game, limits, round and meters; on the right what lies before you."""
    table, meters = list(_table(scene)), list(_meters(scene))
    chips = line(("chips ", MUTED), (dollars(scene.chips), STRONG))
    # A small window with meters always has two lines, so that nothing jumps when one grows.
    first = _spread(table + meters, chips, width) if width >= WIDE or not meters else None
    if first:
        return block([first], width)
    session = line(("session ", MUTED), (net_text(scene.net), STRONG))
    above = _spread(table, chips, width) or _cut(table, chips, width)
    if not meters:
        return block([above], width)
    return block([above, _spread(meters, session, width) or _cut(meters, session, width)], width)


def _table(scene: Scene) -> Iterator[Text]:
    yield Text(scene.card.name, style=HEADING)
    limits = scene.rules.table
    yield Text(f"{dollars(limits.minimum)} to {dollars(limits.maximum)}", style=MUTED)
    if scene.round:
        yield Text(f"round {scene.round.number:,}", style=MUTED)
        if scene.round.practice:
            yield Text("practice", style=HEADING)


def _meters(scene: Scene) -> Iterator[Text]:
    shows = scene.view.meters if isinstance(scene.view.meters, dict) else {}
    return meters_shown(scene.rules, scene.card, shows)


def meters_shown(rules: Rules, card: Card, shows: Mapping[str, int]) -> Iterator[Text]:
    """What each meter shows; the only one of a wager goes by the wager's name."""
    labels = {wager.key: wager.label for wager in rules.wagers}
    for meter in card.meters:
        name = labels[meter.wager] if meter.name == "meter" else meter.name
        yield line((f"{name} ", MUTED), (dollars(shows.get(meter.name, meter.start)), INSCRIBED))


def _spread(items: list[Text], right: Text, width: int) -> Text | None:
    """Items from the left and one at the right end, if a line holds them with air between."""
    made = line(" ")
    for item in items:
        made.append("   " if made.cell_len > 1 else "")
        made.append_text(item)
    if made.cell_len + right.cell_len + 4 > width:
        return None
    return line(padded(made, width - right.cell_len - 1), right, " ")


def _cut(items: list[Text], right: Text, width: int) -> Text:
    """Too much for a line: its end is left out, never the right end."""
    made = line(" ", Text("  ").join(items))
    return line(padded(made, width - right.cell_len - 3), "  ", right, " ")


def prompt_lines(scene: Scene, width: int) -> list[Text]:
    """What is asked, in a sentence or two; a refusal comes first."""
    if scene.note:
        return wrapped(scene.note, width, YOURS)
    match scene.moment:
        case Moment.BETS:
            total = dollars(sum(scene.bets.values()))
            return wrapped(f"Bets are open: {total} on your spots.", width, INK)
        case Moment.TURN if scene.street:
            label, key = scene.street.label, scene.street.name
            said = next((step.text for step in scene.card.steps if step.key == key), "")
            return wrapped(f"{label}: {said[:1].lower()}{said[1:]}", width, INK)
        case Moment.OTHERS:
            return wrapped(f"Other players decide. {scene.working}", width, MUTED)
        case _:
            mine = scene.mine
            net = sum(x.credit - x.stake for x in mine.results.values()) + mine.gifts if mine else 0
            words = f"You win {dollars(net)}." if net > 0 else f"You lose {dollars(-net)}."
            words = words if net else "You are even."
            return wrapped(words, width, STRONG)


def choices_lines(scene: Scene, width: int) -> list[Text]:
    """Keys of what you can do now, each with what it costs."""
    if scene.moment is Moment.TURN:
        return _packed(_choices(scene), width)
    return _packed(_offers(scene), width)


def _packed(parts: Iterator[Text], width: int) -> list[Text]:
    lines = [Text()]
    for part in parts:
        if lines[-1].cell_len + part.cell_len > width and lines[-1]:
            lines.append(Text())
        lines[-1].append_text(part)
    return lines


def _choices(scene: Scene) -> Iterator[Text]:
    keys = choice_keys([choice.decision for choice in scene.choices])
    for at, choice in enumerate(scene.choices):
        here = at == scene.cursor
        part = line(
            ("▸" if here else " ", YOURS),
            (f" {keys[choice.decision]} ", CHOSEN if here else YOURS),
            (f" {choice.decision} ", STRONG),
            (f"{cost_text(scene, choice)} ", MUTED),
            "  ",
        )
        part.stylize(clicked(f"app.do('take', {choice.decision!r})"))
        yield part


def _offers(scene: Scene) -> Iterator[Text]:
    for key, words, action in _steps(scene):
        part = line((f" {key} ", YOURS), (f" {words} ", INK), " ")
        part.stylize(clicked(action))
        yield part


def _steps(scene: Scene) -> Iterator[tuple[str, str, str]]:
    match scene.moment:
        case Moment.BETS:
            yield "Enter", "deal", "app.do('deal')"
            yield "← →", "spot", "app.bet('point', 1)"
            yield "+ −", f"{dollars(scene.chip)} chip", "app.bet('add', 1)"
            yield "1–5", "other chip", "app.bet('next_chip')"
            yield "X", "clear", "app.bet('clear')"
        case Moment.RESULTS:
            yield "Enter", "same bets, deal", "app.do('deal')"
            yield "Space", "change bets", "app.do('change')"
        case _:
            return


def keys_line(width: int) -> Text:
    """What the house has at any time."""
    made = Text(" ")
    for key, (words, action) in HOUSE_KEYS.items():
        part = line((key, STRONG), (f" {words}", MUTED))
        part.stylize(clicked(action))
        made.append("" if made.cell_len == 1 else "   ")
        made.append_text(part)
    return padded(made, width)
