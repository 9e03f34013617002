"""The seats as a table: a row for each player, a column for each wager, what lies there or came."""

from textwrap import wrap
from typing import Final

from rich.text import Text

from pitboss.money import dollars
from pitboss.papers.result_text import net_text
from pitboss.settle.values import WagerResult
from pitboss.table.views import FACE_DOWN, SeatView
from pitboss.tui.block import Block, block, line, padded
from pitboss.tui.cards import short
from pitboss.tui.console.scene import DealScene
from pitboss.tui.look import EMPTY, INK, INSCRIBED, MUTED, STRONG, WON, YOURS

NONE: Final = "·"
BACK: Final = "back"
LAST: Final = 9
"""Columns for chips, or what the round came to."""
NARROW: Final = 5
HEADS: Final = 2
"""Lines of the heading."""


def seats_block(scene: DealScene, width: int) -> Block:
    """Heading and rows; without players, nothing."""
    rows = seats_of(scene)
    if not rows:
        return block([Text(" Nobody sits at the table.", style=MUTED)], width)
    hand = _hand_width(scene)
    labels = [wager.label for wager in scene.card.wagers]
    widths = _widths(labels, width - hand - _end(scene) - 1)
    lines = _heading(scene, labels, widths, hand)
    lines += [_row(scene, seat, widths, hand) for seat in rows]
    return block(lines, width)


def seats_of(scene: DealScene) -> list[int]:
    """Seats with a player, or with something in the round."""
    return sorted({*scene.players, *(scene.round.seats if scene.round else ())})


def _hand_width(scene: DealScene) -> int:
    """The seat's number, and its cards at their widest."""
    return 3 + 4 * len(scene.rules.hole)


def _widths(labels: list[str], room: int) -> list[int]:
    """As wide as each label asks in two lines; the widest give way where there is no room."""
    widths = [max(NARROW, *map(len, _folded(label))) + 1 for label in labels]
    while sum(widths) > room and max(widths) > NARROW + 1:
        widths[widths.index(max(widths))] -= 1
    spare = max(0, room - sum(widths)) // len(labels)
    return [wide + min(spare, 6) for wide in widths]


def _folded(label: str) -> list[str]:
    """A label in two lines at the most, as narrow as that goes."""
    for width in range(1, len(label) + 1):
        lines = wrap(label, width, break_long_words=False)
        if len(lines) <= HEADS and max(map(len, lines)) <= width:
            return lines
    return [label]


def _heading(scene: DealScene, labels: list[str], widths: list[int], hand: int) -> list[Text]:
    folded = [_folded(label) for label in labels]
    made = []
    for at in range(HEADS):
        row = Text(" " * hand)
        for lines, wide in zip(folded, widths, strict=True):
            part = ([""] * (HEADS - len(lines)) + lines)[at]
            row.append_text(padded(Text(part, style=INSCRIBED), wide - 1, "right"))
            row.append(" ")
        head = ("net" if _over(scene) else "chips") if at == HEADS - 1 else ""
        row.append_text(padded(Text(head, style=INSCRIBED), _end(scene), "right"))
        made.append(row)
    return made


def _end(scene: DealScene) -> int:
    """Columns for the end of a row; none where there are neither chips nor results."""
    return LAST if scene.chips or _over(scene) else 0


def _over(scene: DealScene) -> bool:
    """Whether a seat of the round has been settled."""
    return scene.round is not None and any(seat.results for seat in scene.round.seats.values())


def _row(scene: DealScene, seat: int, widths: list[int], hand: int) -> Text:
    held = scene.round.seats.get(seat) if scene.round else None
    turn = seat == scene.duty.seat
    made = line(("▸" if turn else " ", YOURS), (f"{seat} ", YOURS if turn else STRONG))
    made.append_text(_cards(held, dealt=_dealt(scene)))
    made = padded(made, hand)
    for wager, wide in zip(scene.card.wagers, widths, strict=True):
        made.append_text(padded(_cell(held, wager.key, wide - 1), wide - 1, "right"))
        made.append(" ")
    made.append_text(padded(_last(scene, seat, held), _end(scene), "right"))
    return made


def _dealt(scene: DealScene) -> bool:
    """Whether cards are out, so that a seat without any is out of the round."""
    return scene.round is not None and any(seat.cards for seat in scene.round.seats.values())


def _cards(held: SeatView | None, *, dealt: bool) -> Text:
    if held is None:
        return Text("no wager" if dealt else "", style=MUTED)
    hidden = all(card == FACE_DOWN for card in held.cards)
    for flag, words in (
        (held.sat_out, "sits out"),
        (held.forfeited, "forfeit"),
        (held.folded and hidden, "folded"),
        (held.away and hidden, "left"),
    ):
        if flag:
            return Text(words, style=MUTED)
    return Text(" ").join(short(card) for card in held.cards)


def _cell(held: SeatView | None, key: str, wide: int) -> Text:
    """What lies on a spot, or what came of it."""
    if held is None:
        return Text(NONE, style=EMPTY)
    result = held.results.get(key)
    if result is not None:
        return _came(result, wide)
    stake = held.wagers.get(key) or held.raises.get(key)
    if key in held.returned or key in held.down or (held.sat_out and stake):
        return Text(BACK, style=INK)
    return Text(short_dollars(stake, wide), style=INK) if stake else Text(NONE, style=EMPTY)


def _came(result: WagerResult, wide: int) -> Text:
    net = result.credit - result.stake
    match result.outcome:
        case "win":
            return Text(short_dollars(net, wide, plus=True), style=WON)
        case "push" | "lose" if net > 0:  # a bonus is paid whether or not the wager wins
            return Text(short_dollars(net, wide, plus=True), style=WON)
        case "lose":
            return Text(short_dollars(net, wide), style=MUTED)
        case "push":
            return Text("push", style=INK)
        case "void":
            return Text(BACK, style=INK)


def short_dollars(cents: int, wide: int, *, plus: bool = False) -> str:
    """A sum that fits: in thousands, ``+$75K``, where it must be."""
    full = net_text(cents) if plus else dollars(cents)
    if len(full) <= wide:
        return full
    whole = net_text(cents // 100 * 100) if plus else dollars(int(cents / 100) * 100)
    if len(whole) <= wide:
        return whole
    sign = "−" if cents < 0 else "+" if plus else ""
    return f"{sign}${abs(cents) // 100_000}K"


def _last(scene: DealScene, seat: int, held: SeatView | None) -> Text:
    """Chips; once something is settled, what the round came to so far."""
    if held is not None and _over(scene):
        if not held.results:
            return Text(NONE, style=EMPTY)
        net = sum(x.credit - x.stake for x in held.results.values()) + held.gifts
        return Text(net_text(net), style=WON if net > 0 else INK)
    chips = scene.chips.get(scene.players.get(seat, ""))
    return Text(dollars(chips) if chips is not None else "", style=MUTED)
