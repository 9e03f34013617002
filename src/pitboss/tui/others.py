"""The other players: a line each in a row, or small cards where there is room."""

from typing import Literal

from rich.style import Style
from rich.text import Text

from pitboss.money import dollars
from pitboss.papers.result_text import net_text
from pitboss.table.views import SeatView
from pitboss.tui.block import NOTHING, Block, beside, block, line
from pitboss.tui.cards import short
from pitboss.tui.look import INSCRIBED, MUTED, STRONG, WON, YOURS
from pitboss.tui.scene import Moment, Scene


def others_block(scene: Scene, width: int, *, small: bool) -> Block:
    """Every other seat: in one line, as long as it must be, or with a line for each thing."""
    seats = _seats(scene)
    if not seats:
        return NOTHING
    if small:
        lines = (_row(scene, seats, form) for form in ("full", "tight", "bare"))
        return block(
            [next((row for row in lines if row.cell_len <= width), Text())], width, "center"
        )
    cell = min(18, (width - 2) // len(seats))
    cells = []
    for seat in seats:
        turn = scene.round is not None and scene.round.turn == seat
        name = line(("▸ " if turn else "", YOURS), (_name(scene, seat), _named(turn)))
        cells.append(block([name, _cards(scene, seat), _doing(scene, seat)], cell, "center"))
    return beside(cells)


Form = Literal["full", "tight", "bare"]


def _row(scene: Scene, seats: list[int], form: Form) -> Text:
    made = Text()
    for seat in seats:
        turn = scene.round is not None and scene.round.turn == seat
        cards = Text() if form == "bare" else _cards(scene, seat, tight=form == "tight")
        made.append(("   " if form == "full" else "  ") if made else "")
        name = f"{'▸' if turn else ''}{seat} ", _named(turn)
        made.append_text(line(name, cards, " " if cards else ""))
        made.append_text(_doing(scene, seat, tight=form != "full"))
    return made


def _named(turn: bool) -> Style:
    return YOURS if turn else INSCRIBED


def _seats(scene: Scene) -> list[int]:
    players = scene.view.players if isinstance(scene.view.players, dict) else {}
    return [seat for seat in players if seat != scene.seat]


def _name(scene: Scene, seat: int) -> str:
    return scene.view.players[seat] if isinstance(scene.view.players, dict) else str(seat)


def _cards(scene: Scene, seat: int, *, tight: bool = False) -> Text:
    held = _at(scene, seat)
    made = Text()
    if held and not held.folded and scene.moment is not Moment.BETS:
        for card in held.cards:
            made.append("" if tight or not made else " ")
            made.append_text(short(card))
    return made


def _doing(scene: Scene, seat: int, *, tight: bool = False) -> Text:
    held = _at(scene, seat)
    if held is None or scene.moment is Moment.BETS:
        least = len(scene.rules.required) * scene.rules.table.minimum
        return Text(f"bets {dollars(least)}", style=MUTED)
    folded = "folded " if held.folded else ""
    if scene.moment is Moment.RESULTS and held.results:
        net = sum(x.credit - x.stake for x in held.results.values()) + held.gifts
        return line((folded, MUTED), (net_text(net), WON if net > 0 else MUTED))
    if folded:
        return Text("folded", style=MUTED)
    last = str(held.decisions[-1]) if held.decisions else ""
    staked = dollars(sum(held.stakes.values()))
    if tight and last:
        return Text(last, style=STRONG)
    return line((f"{last} " if last else "", STRONG), (staked, MUTED))


def _at(scene: Scene, seat: int) -> SeatView | None:
    return scene.round.seats.get(seat) if scene.round else None
