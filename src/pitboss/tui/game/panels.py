"""The header and footer around the felt, and the panel beside it."""

from collections.abc import Iterator, Mapping
from typing import Final

from rich.text import Text

from pitboss.money import dollars
from pitboss.papers.round_results import format_net
from pitboss.papers.rules_card.card import RulesCard, WagerEntry, format_limits
from pitboss.papers.wording import capitalize
from pitboss.submission.rules import Rules
from pitboss.tui.blocks import TextBlock, make_block, pad_line, styled_line, wrap_lines
from pitboss.tui.game.coach import format_average, format_units
from pitboss.tui.game.screen_state import (
    DecisionValues,
    ScreenState,
    TablePhase,
    decision_letters,
    format_cost,
)
from pitboss.tui.game.spots import outcome_text
from pitboss.tui.theme import (
    HEADING,
    HIGHLIGHT,
    INK,
    LABEL,
    MUTED,
    SELECTED,
    STRONG,
    WIN,
    click_style,
)

GENERAL_KEYS: Final = {
    "R": ("rules", "app.read('rules')"),
    "H": ("rounds", "app.read('rounds')"),
    "F": ("fairness", "app.read('fairness')"),
    "C": ("clauses", "app.read('clauses')"),
    "B": ("buy in", "app.do('buy')"),
    "Q": ("quit", "app.leave"),
}
"""Keys that work at any time; capitals, since decisions use lowercase letters."""

WIDE_SCREEN: Final = 120
"""Minimum width of a screen with a side panel."""


def header_block(screen: ScreenState, width: int) -> TextBlock:
    """Draw the game, limits, round and meters, and on the right the player's chips."""
    table, meters = list(_table_items(screen)), list(_meter_items(screen))
    chips = styled_line(("chips ", MUTED), (dollars(screen.chips), STRONG))
    # A narrow screen with meters always has two lines, so nothing jumps when a meter grows.
    single_line = (
        _spread_line(table + meters, chips, width) if width >= WIDE_SCREEN or not meters else None
    )
    if single_line:
        return make_block([single_line], width)
    session = styled_line(("session ", MUTED), (format_net(screen.net), STRONG))
    first_line = _spread_line(table, chips, width) or _truncate_line(table, chips, width)
    if not meters:
        return make_block([first_line], width)
    return make_block(
        [
            first_line,
            _spread_line(meters, session, width) or _truncate_line(meters, session, width),
        ],
        width,
    )


def _table_items(screen: ScreenState) -> Iterator[Text]:
    yield Text(screen.card.name, style=HEADING)
    limits = screen.rules.table
    yield Text(f"{dollars(limits.minimum)} to {dollars(limits.maximum)}", style=MUTED)
    if screen.round:
        yield Text(f"round {screen.round.number:,}", style=MUTED)
        if screen.round.practice:
            yield Text("practice", style=HEADING)


def _meter_items(screen: ScreenState) -> Iterator[Text]:
    amounts = screen.view.meters if isinstance(screen.view.meters, dict) else {}
    return meter_texts(screen.rules, screen.card, amounts)


def meter_texts(rules: Rules, card: RulesCard, amounts: Mapping[str, int]) -> Iterator[Text]:
    """Yield each meter's label and amount; a wager's only meter has the wager's name."""
    labels = {wager.key: wager.label for wager in rules.wagers}
    for meter in card.meters:
        name = labels[meter.wager] if meter.name == "meter" else meter.name
        yield styled_line(
            (f"{name} ", MUTED), (dollars(amounts.get(meter.name, meter.start)), LABEL)
        )


def _spread_line(items: list[Text], right_item: Text, width: int) -> Text | None:
    """Return a line of items and one right-aligned item, or None if they do not fit."""
    line = styled_line(" ")
    for item in items:
        line.append("   " if line.cell_len > 1 else "")
        line.append_text(item)
    if line.cell_len + right_item.cell_len + 4 > width:
        return None
    return styled_line(pad_line(line, width - right_item.cell_len - 1), right_item, " ")


def _truncate_line(items: list[Text], right_item: Text, width: int) -> Text:
    """Return a line of items cut at the end to make room for the right-aligned item."""
    line = styled_line(" ", Text("  ").join(items))
    return styled_line(pad_line(line, width - right_item.cell_len - 3), "  ", right_item, " ")


def prompt_lines(screen: ScreenState, width: int) -> list[Text]:
    """Return what the player is asked to do, or the note about the last action."""
    if screen.note:
        return wrap_lines(screen.note, width, HIGHLIGHT)
    match screen.phase:
        case TablePhase.BETS:
            total = dollars(sum(screen.bets.values()))
            return wrap_lines(f"Bets are open: {total} on your spots.", width, INK)
        case TablePhase.TURN if screen.street:
            label, key = screen.street.label, screen.street.name
            step_text = next((step.text for step in screen.card.steps if step.key == key), "")
            return wrap_lines(f"{label}: {step_text[:1].lower()}{step_text[1:]}", width, INK)
        case TablePhase.OTHERS:
            return wrap_lines(f"Waiting for the other players. {screen.activity}", width, MUTED)
        case _:
            own_seat = screen.own_seat
            net = (
                sum(x.credit - x.stake for x in own_seat.results.values()) + own_seat.gifts
                if own_seat
                else 0
            )
            outcome = f"You win {dollars(net)}." if net > 0 else f"You lose {dollars(-net)}."
            outcome = outcome if net else "You break even."
            return wrap_lines(outcome, width, STRONG)


def choice_lines(screen: ScreenState, width: int) -> list[Text]:
    """Return the keys that work now, each decision with its cost."""
    if screen.phase is TablePhase.TURN:
        return _pack_lines(_choice_items(screen), width)
    return _pack_lines(_key_items(screen), width)


def _pack_lines(parts: Iterator[Text], width: int) -> list[Text]:
    lines = [Text()]
    for part in parts:
        if lines[-1].cell_len + part.cell_len > width and lines[-1]:
            lines.append(Text())
        lines[-1].append_text(part)
    return lines


def _choice_items(screen: ScreenState) -> Iterator[Text]:
    keys = decision_letters([choice.decision for choice in screen.choices])
    for index, choice in enumerate(screen.choices):
        is_highlighted = index == screen.cursor
        part = styled_line(
            ("▸" if is_highlighted else " ", HIGHLIGHT),
            (f" {keys[choice.decision]} ", SELECTED if is_highlighted else HIGHLIGHT),
            (f" {choice.decision} ", STRONG),
            (f"{format_cost(screen, choice)} ", MUTED),
            "  ",
        )
        part.stylize(click_style(f"app.do('take', {choice.decision!r})"))
        yield part


def _key_items(screen: ScreenState) -> Iterator[Text]:
    for key, label, action in _key_actions(screen):
        part = styled_line((f" {key} ", HIGHLIGHT), (f" {label} ", INK), " ")
        part.stylize(click_style(action))
        yield part


def _key_actions(screen: ScreenState) -> Iterator[tuple[str, str, str]]:
    match screen.phase:
        case TablePhase.BETS:
            yield "Enter", "deal", "app.do('deal')"
            yield "← →", "spot", "app.bet('point', 1)"
            yield "+ −", f"{dollars(screen.chip)} chip", "app.bet('add', 1)"
            yield "1–5", "change chip", "app.bet('next_chip')"
            yield "X", "clear", "app.bet('clear')"
        case TablePhase.RESULTS:
            yield "Enter", "same bets and deal", "app.do('deal')"
            yield "Space", "change bets", "app.do('start_next_round')"
        case _:
            return


def general_keys_line(width: int) -> Text:
    """Return the line of keys that work at any time."""
    line = Text(" ")
    for key, (label, action) in GENERAL_KEYS.items():
        part = styled_line((key, STRONG), (f" {label}", MUTED))
        part.stylize(click_style(action))
        line.append("" if line.cell_len == 1 else "   ")
        line.append_text(part)
    return pad_line(line, width)


PanelSection = list[Text]


def side_panel_block(screen: ScreenState, width: int, height: int) -> TextBlock:
    """Draw the first section, scrolled if it is too long, and any others that fit."""
    sections = [section for section in _panel_sections(screen, width) if section]
    lines = list(sections[0]) if sections else []
    if len(lines) > height:
        lines = _scroll_lines(lines, screen.scroll, height)
    for section in sections[1:]:
        if len(lines) + 1 + len(section) <= height:
            lines += [Text(), *section]
    return make_block(lines + [Text()] * (height - len(lines)), width)


def _scroll_lines(lines: list[Text], first_page: int, height: int) -> list[Text]:
    """Return one page of too many lines, with a line that says where there is more."""
    page_height = max(1, height - 1)
    start = min(first_page * page_height, len(lines) - page_height)
    has_more = start + page_height < len(lines)
    hint = "↑ ↓ more" if start and has_more else "↓ more" if has_more else "↑ back"
    return [*lines[start : start + page_height], Text(hint, style=HIGHLIGHT)]


def _panel_sections(screen: ScreenState, width: int) -> Iterator[PanelSection]:
    match screen.phase:
        case TablePhase.BETS:
            yield from _betting_sections(screen, width)
        case TablePhase.RESULTS:
            yield _results_section(screen, width) + _remarks_section(screen.remarks, width)
            yield _results_by_wager(screen, width)
        case _:
            if screen.coach:
                yield _coach_section(screen, width)
            yield _remarks_section(screen.remarks[-1:], width)
            if screen.other_decisions:
                yield [
                    part
                    for sentence in screen.other_decisions[-4:]
                    for part in wrap_lines(sentence, width, MUTED)
                ]
            yield from _payment_sections(screen, width)
    yield _session_section(screen, width)


def _betting_sections(screen: ScreenState, width: int) -> Iterator[PanelSection]:
    wager = next((x for x in screen.card.wagers if x.key == screen.spot), None)
    if wager:
        yield _wager_section(wager, width)
    if not screen.rounds:
        yield wrap_lines(screen.card.story, width, MUTED)
    if wager and wager.lines:
        yield _paytable_section(wager, width)


def _payment_sections(screen: ScreenState, width: int) -> Iterator[PanelSection]:
    """Yield how the wager of the current decision is paid."""
    street = screen.street
    wager = next((x for x in screen.card.wagers if street and x.key == street.wager), None)
    if wager:
        yield _wager_section(wager, width)
        if wager.lines:
            yield _paytable_section(wager, width)


def _wager_section(wager: WagerEntry, width: int) -> PanelSection:
    head = styled_line((wager.label, HEADING), ("  " + format_limits(wager), MUTED))
    return [head, *wrap_lines(wager.how, width, INK)]


def _paytable_section(wager: WagerEntry, width: int) -> PanelSection:
    rows: PanelSection = []
    if any(len(line.name) + len(line.pays) + 1 > width for line in wager.lines):
        return rows
    for line in wager.lines:
        name = pad_line(
            Text(capitalize(line.name), style=MUTED), max(8, width - len(line.pays) - 1)
        )
        rows.append(styled_line(name, " ", (line.pays, INK)))
    return rows


def _coach_section(screen: ScreenState, width: int) -> PanelSection:
    if screen.phase is not TablePhase.TURN:
        return []
    if screen.decision_values is None:
        activity = wrap_lines(screen.activity or "Calculating…", width, MUTED)
        return [Text("Coach", style=HEADING), *activity]
    unit = f"expected, in units of {screen.rules.required[0].label}"
    head = styled_line(("Coach", HEADING), (f"  {unit}", MUTED))
    heads = [head] if head.cell_len <= width else [Text("Coach", style=HEADING)]
    heads += [] if head.cell_len <= width else wrap_lines(unit, width, MUTED)
    card_lines = wrap_lines(screen.card_advice, width, INK, indent=2)
    return [*heads, *_value_lines(screen.decision_values, width), *card_lines]


def _value_lines(values: DecisionValues, width: int) -> Iterator[Text]:
    """Yield each decision with its value in units, in dollars and, if there is room, exactly."""
    rows = {
        name: (
            format_units(value),
            format_average(values.value_in_cents(name), with_sign=True),
            f"{value}".replace("-", "−"),
        )
        for name, value in values.values.items()
    }
    name_width = max(map(len, rows))
    widths = [max(len(row[column]) for row in rows.values()) for column in range(3)]
    gap = 3 if name_width + sum(widths[:2]) + 15 <= width else 2
    for name, (unit, cents, exact) in rows.items():
        is_best = name == values.best
        text = f"{name:<{name_width}}{unit:>{widths[0] + gap}}{cents:>{widths[1] + gap}}"
        line = styled_line(
            (text, STRONG if is_best else INK), ("  best" if is_best else "      ", WIN)
        )
        if line.cell_len + widths[2] + gap <= width:
            line.append(f"{exact:>{widths[2] + gap}}", style=MUTED)
        yield line


def _results_section(screen: ScreenState, width: int) -> PanelSection:
    lines: PanelSection = []
    for sentence in screen.result_sentences:
        lines += wrap_lines(sentence.text, width, INK, indent=2)
    return lines or [Text("You had no wager in this round.", style=MUTED)]


def _remarks_section(remarks: tuple[str, ...], width: int) -> PanelSection:
    return [text for remark in remarks for text in wrap_lines(remark, width, MUTED, indent=2)]


def _results_by_wager(screen: ScreenState, width: int) -> PanelSection:
    """Return a line for each wager: hand, odds and net result."""
    own_seat = screen.own_seat
    if own_seat is None:
        return []
    labels = {wager.key: wager.label for wager in screen.rules.wagers}
    keys = [key for key in labels if key in own_seat.results]
    label_width = max((len(labels[key]) for key in keys), default=0)
    hand_width = max((len(own_seat.results[key].hand or "") for key in keys), default=0)
    rows = []
    for key in keys:
        result = own_seat.results[key]
        odds = outcome_text(screen, key, result)
        net = result.credit - result.stake
        row = styled_line(
            (f"{labels[key]:<{label_width}}", INK),
            (f"  {result.hand or '':<{hand_width}}  {odds:>9}", MUTED),
            (f"  {format_net(net):>8}", WIN if net > 0 else INK),
        )
        rows.append(row)
    return rows if all(row.cell_len <= width for row in rows) else []


def _session_section(screen: ScreenState, width: int) -> PanelSection:
    if not screen.rounds:
        return []
    round_count = "1 round" if screen.rounds == 1 else f"{screen.rounds:,} rounds"
    head = styled_line(("Session", HEADING), (f"  {round_count}, {format_net(screen.net)}", INK))
    past_rounds = [
        styled_line((f"{number:>6}  ", MUTED), (format_net(net), INK))
        for number, net in screen.past_rounds[-8:]
    ]
    return [head, *reversed(past_rounds)]
