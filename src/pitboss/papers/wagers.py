"""What a card says of each wager: how it is paid, its limits, the lines of its table."""

from collections.abc import Iterable, Mapping
from typing import Any, Literal

from msgspec import Struct

from pitboss.games.grammar import Game
from pitboss.games.payoffs import PayLine as GameLine
from pitboss.games.payoffs import Payoff
from pitboss.games.payoffs.meters import prize_lines
from pitboss.games.payout_words import odds_json
from pitboss.games.words import Raise, Required, Side
from pitboss.submission import Rules


class PayLine(Struct, frozen=True):
    """A line of a table. ``odds`` are there where it pays odds: a push is 0."""

    slug: str
    name: str
    pays: str
    clause: str
    odds: int | str | None = None
    bonus: bool = False
    """Whether it is paid on top, win or lose."""
    table: int = 1
    """Which table of its wager it stands in, where cases have tables of their own."""


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
    clauses = {wager.key: game.cite(wager.clause) or "" for wager in game.wagers}
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
            spins=bool(wager.pays.wheel),
        )
        for wager in rules.wagers
    )


def how(rules: Rules, pays: Payoff) -> str:
    """How a wager is paid, in a sentence."""
    hands = {hand.name: hand.label for hand in rules.hands}
    labels = {wager.key: wager.label for wager in rules.wagers}
    return pays.sentence(hands, labels)


def _kind(
    wager: Required | Raise | Side,
) -> Literal["required", "raise", "side"]:
    match wager:
        case Required():
            return "required"
        case Raise():
            return "raise"
        case Side():
            return "side"


def _limits(rules: Rules, wager: Required | Raise | Side) -> tuple[int | None, int | None]:
    match wager:
        case Required():
            return rules.table.minimum, rules.table.maximum
        case Raise():
            return None, None
        case Side():
            return wager.minimum, wager.maximum


def _times(rules: Rules, key: str) -> str | None:
    labels = {wager.key: wager.label for wager in rules.required}
    streets = [street for street in rules.streets if street.wager == key and street.multiples]
    if not streets:
        return None
    least, most = min(x.least for x in streets), max(x.most for x in streets)
    span = f"{least}" if least == most else f"{least}–{most}"
    return f"{span} × {labels[streets[0].of]}"


def _table_clause(game: Game, pays: Payoff) -> str | None:
    return None if pays.wheel else game.cite(pays.clause)


def _lines(game: Game, pays: Payoff) -> tuple[PayLine, ...]:
    """The lines of its table; where every win pays alike, a sentence says that."""
    return _cited(game, (line for line in pays.lines() if line.most is None))


def _envy(game: Game, pays: Payoff) -> tuple[PayLine, ...]:
    return _cited(game, prize_lines(pays.envy)) if pays.envy else ()


def _cited(game: Game, lines: Iterable[GameLine]) -> tuple[PayLine, ...]:
    return tuple(
        PayLine(
            line.slug,
            line.name,
            line.pays,
            game.cite(line.clause) or "",
            None if line.for_one or line.odds is None else odds_json(line.odds),
            line.bonus,
            line.table,
        )
        for line in lines
    )
