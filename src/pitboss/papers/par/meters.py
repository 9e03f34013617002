"""Progressives and wheels: what meters, envy and the spins of others bring, and what is fair."""

from collections.abc import Iterator
from fractions import Fraction

from pitboss.lab.prizes import ProgressiveReturn
from pitboss.lab.spins import SpinReturn
from pitboss.money import dollars
from pitboss.papers.par.blocks import Block, Column, Section, Table, Words, note, pairs
from pitboss.papers.par.numerals import NONE, cents_of, one_in, percent, sum_of
from pitboss.papers.par.sheet import ParSheet
from pitboss.papers.words import sentence

STEP = 100_000
"""Cents on a meter that its worth is told for: $1,000."""


def meters(sheet: ParSheet) -> Iterator[Section]:
    """A section for each wager that has meters or a wheel."""
    for side in sheet.solution.sides.values():
        match side:
            case ProgressiveReturn():
                blocks = tuple(_progressive(sheet, side))
                yield Section(f"meters-{side.key}", f"{side.label}: meters and envy", blocks)
            case SpinReturn():
                blocks = tuple(_spin(sheet, side))
                yield Section(f"meters-{side.key}", f"{side.label}: the wheel", blocks)
            case _:
                pass


def _progressive(sheet: ParSheet, side: ProgressiveReturn) -> Iterator[Block]:
    yield from _filed(sheet, side.key)
    yield pairs(
        ("Wager", dollars(side.wager), ""),
        ("Fixed prizes return", percent(side.fixed_return), str(side.fixed_return)),
        *(
            (f"{_meter(name)}: each {dollars(STEP)} adds", percent(worth), str(worth))
            for name, share in side.shares.items()
            for worth in [share * STEP / side.wager]
        ),
        *(
            (sentence(name), one_in(chance), str(chance))
            for name, chance in (
                ("royal flush", side.royal_flush),
                ("straight flush", side.straight_flush),
                ("four of a kind", side.four_of_a_kind),
            )
            if chance
        ),
        ("Envy, each other player", percent(side.envy[1]), str(side.envy[1])),
        title="What it returns",
    )
    wager = next(wager for wager in sheet.card.wagers if wager.key == side.key)
    if wager.envy:
        yield Table(
            (("Another player’s hand", "text"), ("Pays", "figure"), ("Clause", "clause")),
            tuple((sentence(line.name), line.pays, line.clause) for line in wager.envy),
            title="Envy",
        )
    fair = side.break_even_meter
    columns: list[Column] = [
        ("Other players", "text"), ("Envy returns", "figure"), ("Return at the start", "figure"),
    ]  # fmt: skip
    if fair:
        columns.append(("Break-even meter", "figure"))
    yield Table(
        tuple(columns),
        tuple(
            (
                str(others),
                percent(envy),
                percent(1 + side.ev + envy),
                *([sum_of(fair[others])] if fair else []),
            )
            for others, envy in enumerate(side.envy)
        ),
        title="By the number of other players",
        said=_fair(side),
    )


def _fair(side: ProgressiveReturn) -> str:
    if not side.break_even_meter or side.top is None:
        return "No hand wins a whole meter, so none makes the wager fair by itself."
    which = "the meter" if side.top == "meter" else f"the {side.top} meter"
    rest = ", the other meters at their reset" if len(side.shares) > 1 else ""
    return f"With so much on {which} the wager is fair to a player who alone can win it{rest}."


def _spin(sheet: ParSheet, side: SpinReturn) -> Iterator[Block]:
    yield from _filed(sheet, side.key)
    others = Fraction(side.community[1]) if len(side.community) > 1 else Fraction()
    wheel = [stop for stop in sheet.card.wheel if stop.wager == side.key]
    yield pairs(
        ("Wager", dollars(side.wager), ""),
        ("A spin is earned", one_in(side.hit), str(side.hit)),
        ("A spin brings on average", cents_of(side.mean_spin), f"{side.mean_spin} cents"),
        ("Return", percent(1 + side.ev), str(1 + side.ev)),
        ("Community pay, each other player", percent(others), str(others)),
        title="What it returns",
    )
    yield Table(
        (
            ("Symbol", "text"), ("Stops", "figure"), ("Chance of a spin", "figure"),
            ("Pays", "figure"), ("Each other player", "figure"), ("Clause", "clause"),
        ),
        tuple(
            (
                sentence(stop.symbol),
                f"{stop.stops:,}",
                percent(side.stops[stop.symbol]),
                stop.prize,
                dollars(stop.community) if stop.community else NONE,
                stop.clause,
            )
            for stop in wheel
        ),
        title="The wheel",
        total=("All", f"{sum(stop.stops for stop in wheel):,}", "100 %", "", "", ""),
    )  # fmt: skip
    yield Table(
        (("Other players", "text"), ("Community pay returns", "figure"), ("Return", "figure")),
        tuple(
            (str(n), percent(paid), percent(1 + side.ev + paid))
            for n, paid in enumerate(side.community)
        ),
        title="By the number of other players with the wager",
    )


def _filed(sheet: ParSheet, key: str) -> Iterator[Block]:
    """The meters as they are filed."""
    rows = tuple(
        (_meter(m.name), dollars(m.start), dollars(m.reset), dollars(m.least), m.rate, m.clause)
        for m in sheet.card.meters
        if m.wager == key
    )
    if not rows:
        yield Words("No meter stands behind this wager.")
        return
    yield Table(
        (
            ("Meter", "text"), ("Starts at", "figure"), ("Reset to", "figure"),
            ("Least reset", "figure"), ("Share of each wager", "figure"), ("Clause", "clause"),
        ),
        rows,
        title="Meters as filed",
    )  # fmt: skip
    yield note(
        "The edge takes every meter at its start. What wagers add to a meter belongs to the "
        "players: over the years they win it too, and the house keeps so much less."
    )


def _meter(name: str) -> str:
    return "The meter" if name == "meter" else f"The {name} meter"
