"""Variants of the rulebooks' games with other odds and streets."""

from random import Random
from typing import Final

from msgspec.structs import replace

from pitboss.games.card_names import parse_ranked
from pitboss.games.game_parts import FOLD, Choices
from pitboss.games.payoffs import (
    EVEN,
    PUSH,
    AllWin,
    AtLeast,
    Beats,
    Both,
    ByTable,
    Case,
    Cases,
    Payoff,
    Ties,
)
from pitboss.games.paytables import Line, line_slug
from pitboss.lab.pay_changes import apply_pay_changes, parse_pay_change
from pitboss.submission import Rules

ASKED: Final[tuple[Choices, ...]] = (
    {"fold": FOLD, "1x": 1, "2x": 2, "3x": 3},
    {"fold": FOLD, "check": 0, "2x": 2},
    {"fold": FOLD, "4x": 4},
    {"check": 0, "1x": 1, "5x": 5},
    {"2x": 2},
)


def paying(rules: Rules, wagers: str, lines: str) -> Rules:
    """Return rules with other odds: ``paying(rules, "across down", "flush=0 straight=-1")``."""
    changes = [
        parse_pay_change(f"{wager}.{line}") for wager in wagers.split() for line in lines.split()
    ]
    return apply_pay_changes(rules, changes)


def naming(rules: Rules, wagers: str, **odds: int) -> Rules:
    """Return rules with lines for hands that the tables do not name: ``high_card=2``."""
    lines = tuple(
        Line(name.replace("_", " "), parse_ranked(name.replace("_", " ")), n, "12")
        for name, n in odds.items()
    )

    def by_name(pays: Payoff) -> Payoff:
        assert isinstance(pays, ByTable)
        return replace(pays, table=replace(pays.table, lines=pays.table.lines + lines))

    some = wagers.split()
    return replace(
        rules,
        required=tuple(
            replace(x, pays=by_name(x.pays)) if x.key in some else x for x in rules.required
        ),
        raises=tuple(
            replace(x, pays=by_name(x.pays)) if x.key in some else x for x in rules.raises
        ),
    )


def shuffled_odds(rules: Rules, seed: int, odds: tuple[int, ...] = (-1, -1, -1, 0, 1, 3)) -> Rules:
    """Return rules with shuffled odds on every line, so that better hands may pay less."""
    random = Random(seed)
    for wager in rules.required + rules.raises:
        if isinstance(wager.pays, ByTable):
            most = max(odds) if wager.pays.win is None else 1
            for line in wager.pays.table.lines:
                sample = min(random.choice(odds), most)
                rules = paying(rules, wager.key, f"{line_slug(line.name)}={sample}")
    return rules


def asking(rules: Rules, *asks: Choices) -> Rules:
    """Return rules whose streets have other decisions."""
    streets = zip(rules.streets, asks, strict=True)
    return replace(rules, streets=tuple(replace(street, choices=new) for street, new in streets))


def compare_hands(hand: str, against: str, least: str | None = None) -> Cases:
    """Return a payoff of even money for the higher hand, or a push below a least hand."""
    higher = Beats(hand, against)
    paid = Both((higher, AtLeast(hand, least))) if least else higher
    return Cases((Case(paid, EVEN), Case(higher, PUSH), Case(Ties(hand, against), PUSH)), by="12.A")


def all_of(wagers: tuple[str, ...], odds: int) -> Cases:
    """Return a payoff that pays if all of these wagers win."""
    return Cases((Case(AllWin(wagers), odds, "12", name="all win"),), by="12")
