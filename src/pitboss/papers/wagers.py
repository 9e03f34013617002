"""What a card says of each wager: how it is paid, its limits, the lines of its table."""

from collections.abc import Mapping
from typing import Any, Literal, assert_never

from msgspec import Struct

from pitboss.games.grammar import Game
from pitboss.games.payoffs import AllOf, ByTable, EvenMoney, HoleCards, Showdown
from pitboss.games.payout_words import odds_text, prize_text
from pitboss.games.paytables import PrizeTable, slug
from pitboss.papers.words import listed
from pitboss.submission import Rules
from pitboss.submission.rules import (
    MeterPrizes,
    PaidBy,
    RaiseWager,
    RequiredWager,
    SideWager,
    WheelSpin,
)


class PayLine(Struct, frozen=True):
    """A line of a table. ``odds`` are there where it pays odds: a push is 0."""

    slug: str
    name: str
    pays: str
    clause: str
    odds: int | None = None


class WagerCard(Struct, frozen=True, kw_only=True):
    """A wager on a card."""

    key: str
    label: str
    kind: Literal["required", "raise", "side"]
    clause: str
    how: str
    minimum: int | None
    maximum: int | None
    times: str | None
    """What a raise may stake, in multiples of a required wager."""
    paytable: str | None
    """The letter of the table, where the operator had a choice."""
    table_clause: str | None
    lines: tuple[PayLine, ...]
    envy: tuple[PayLine, ...] = ()
    spins: bool = False
    """Whether the wheel of the card pays it."""


def wager_cards(game: Game, rules: Rules, whole: Mapping[str, Any]) -> tuple[WagerCard, ...]:
    """Every wager on offer, in the order of the game."""
    clauses = {wager.key: f"{game.short} {wager.clause}" for wager in game.wagers}
    return tuple(
        WagerCard(
            key=wager.key,
            label=wager.label,
            kind=_kind(wager),
            clause=clauses[wager.key],
            how=how(rules, wager.pays),
            minimum=_limits(rules, wager)[0],
            maximum=_limits(rules, wager)[1],
            times=_times(rules, wager.key),
            paytable=whole["wagers"].get(wager.key, {}).get("paytable"),
            table_clause=_table_clause(game, wager.pays),
            lines=_lines(game, wager.pays),
            envy=_envy(game, wager.pays),
            spins=isinstance(wager.pays, WheelSpin),
        )
        for wager in rules.wagers
    )


def how(rules: Rules, pays: PaidBy) -> str:
    """How a wager is paid, in a sentence."""
    hands = {hand.name: hand.label for hand in rules.hands}
    labels = {wager.key: wager.label for wager in rules.wagers}
    match pays:
        case ByTable():
            return f"Paid by the table on {hands[pays.hand]}."
        case EvenMoney():
            return f"Wins 1 to 1, pushes or loses with {hands[pays.hand]}."
        case Showdown(at_least=None):
            return f"Wins 1 to 1 if {hands[pays.hand]} beat {hands[pays.against]}; a tie pushes."
        case Showdown():
            return (
                f"Wins 1 to 1 if {hands[pays.hand]} beat {hands[pays.against]} with a "
                f"{pays.at_least} or better; a lower winning hand and a tie push."
            )
        case AllOf():
            names = listed(labels[key] for key in pays.wagers)
            return f"Wins {odds_text(pays.odds)} if {names} all win."
        case HoleCards():
            return "Paid by the table on your first two cards."
        case MeterPrizes():
            return f"Wins prizes on {hands[pays.hand]}; the stake is kept."
        case WheelSpin():
            return "A pair in your first two cards earns one spin of the wheel; the stake is kept."
        case _ as other:
            assert_never(other)


def _kind(
    wager: RequiredWager | RaiseWager | SideWager,
) -> Literal["required", "raise", "side"]:
    match wager:
        case RequiredWager():
            return "required"
        case RaiseWager():
            return "raise"
        case SideWager():
            return "side"


def _limits(
    rules: Rules, wager: RequiredWager | RaiseWager | SideWager
) -> tuple[int | None, int | None]:
    match wager:
        case RequiredWager():
            return rules.table.minimum, rules.table.maximum
        case RaiseWager():
            return None, None
        case SideWager():
            return wager.minimum, wager.maximum


def _times(rules: Rules, key: str) -> str | None:
    labels = {wager.key: wager.label for wager in rules.required}
    for street in rules.streets:
        if street.wager == key:
            span = (
                f"{street.least}"
                if street.least == street.most
                else f"{street.least}–{street.most}"
            )
            return f"{span} × {labels[street.of]}"
    return None


def _table_clause(game: Game, pays: PaidBy) -> str | None:
    match pays:
        case ByTable() | HoleCards():
            return game.cite(pays.table.clause)
        case EvenMoney() | Showdown() | AllOf():
            return game.cite(pays.clause)
        case MeterPrizes():
            return game.cite(pays.prizes.clause)
        case WheelSpin():
            return None
        case _ as other:
            assert_never(other)


def _lines(game: Game, pays: PaidBy) -> tuple[PayLine, ...]:
    match pays:
        case ByTable():
            lines = [(x.name, odds_text(x.odds), x.clause, x.odds) for x in pays.table.lines]
        case HoleCards():
            lines = [(x.name, odds_text(x.odds), x.clause, x.odds) for x in pays.table.lines]
        case MeterPrizes():
            return _prize_lines(game, pays.prizes)
        case _:
            return ()
    return tuple(
        PayLine(slug(name), name, text, f"{game.short} {clause}", odds)
        for name, text, clause, odds in lines
    )


def _envy(game: Game, pays: PaidBy) -> tuple[PayLine, ...]:
    return _prize_lines(game, pays.envy) if isinstance(pays, MeterPrizes) else ()


def _prize_lines(game: Game, table: PrizeTable) -> tuple[PayLine, ...]:
    return tuple(
        PayLine(slug(x.name), x.name, prize_text(x.prize), f"{game.short} {x.clause}")
        for x in table.lines
    )
