"""The keys that a submission of a game may have, and what each takes: read off the definition."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from pitboss.games.grammar import Game
from pitboss.games.payoffs import ByTable, Cases, HoleCards, Meter, Progressive
from pitboss.games.payoffs import Wheel as WheelPayoff
from pitboss.games.paytables import Symbol
from pitboss.games.words import RESHUFFLING, UNLIMITED, Required, Side, switch_of
from pitboss.submission.defaults import payoff_of
from pitboss.submission.kinds import (
    Kind,
    cents,
    iso_date,
    number,
    one_of,
    share,
    short_text,
    symbol,
    text,
    truth,
)


class Leaf(Struct, frozen=True):
    """A key that takes a value, and the clause that limits it or because of which it is filed."""

    kind: Kind
    clause: str | None = None


class Wheel(Struct, frozen=True):
    """A key that takes the stops of a wheel."""

    symbols: dict[str, Symbol]
    """Every symbol that may be used."""
    clause: str
    top: str
    """The symbol for which the operator may name another."""

    def named(self, top: object) -> "Wheel":
        """Return the wheel with this name for the top symbol, if it is one."""
        if not isinstance(top, str) or not top or top in self.symbols:
            return self
        symbols = {top if name == self.top else name: x for name, x in self.symbols.items()}
        return Wheel(symbols, self.clause, self.top)


Keys = dict[str, Any]
"""Keys by name: each a `Leaf`, a `Wheel` or more `Keys`."""


def schema(game: Game, chosen: Mapping[str, str]) -> Keys:
    """The keys of a submission of this game, with these paytables chosen."""
    methods: dict[str, str] = {}
    for dealing in game.procedures.dealing:
        methods.setdefault(dealing.method, dealing.clause)
    shuffler_clauses = ", ".join(filter(None, dict.fromkeys(game.procedures.shufflers.values())))
    table: Keys = {
        "minimum": Leaf(cents(), game.required[0].clause),
        "maximum": Leaf(cents(), game.required[0].clause),
        "chip": Leaf(cents(), game.procedures.table.chips),
        "dealing": Leaf(one_of(methods), ", ".join(filter(None, methods.values()))),
        "shuffler": Leaf(one_of(game.procedures.shufflers), shuffler_clauses),
        "decks": Leaf(number(1, 2), game.procedures.two_decks),
    }
    limit = game.payout_limit
    if limit != UNLIMITED:
        table["payout_limit"] = Leaf(cents(), limit.lower_by or limit.clause)
    if game.boxes.most > 1:
        table["boxes_per_player"] = Leaf(number(1, game.boxes.most), game.boxes.clause)
    return {
        "game": Leaf(one_of([game.key]), game.procedures.submission_clause),
        "operator": Leaf(text, game.layout.operator_clause),
        "edition": Leaf(one_of([game.edition]), game.procedures.submission_clause),
        "table": table,
        "wagers": {
            wager.key: _options(wager)
            if isinstance(wager, Required)
            else _side(wager, chosen.get(wager.key))
            for wager in game.wagers
            if isinstance(wager, Side) or (isinstance(wager, Required) and wager.options)
        },
        "readings": {
            reading.id: Leaf(one_of(reading.choices), reading.clause) for reading in game.readings
        },
        "approvals": {
            name: {"reference": Leaf(text, clause), "date": Leaf(iso_date, clause)}
            for name, clause in approval_clauses(game).items()
        },
    }


def approval_clauses(game: Game) -> dict[str, str | None]:
    """What the regulator approves, each by its clause."""
    return {
        "filing": game.procedures.submission_clause,
        "layout": game.layout.clause,
        "shuffler": game.procedures.shufflers.get(RESHUFFLING),
    }


def regulator(game: Game) -> str:
    """Return who approves a filing: of the rulebooks it is the Commission."""
    return "the Commission" if game.short else "the regulator"


def paytables(side: Side) -> tuple[str, ...]:
    """The letters of a side wager's paytables; a wager with one table calls it A."""
    switch = switch_of(side.pays)
    return tuple(switch.choices) if switch else ("A",)


def paytable_clause(side: Side) -> str:
    """Where the rulebook prints the tables of a side wager."""
    return payoff_of(side, None).clause.partition("(")[0]


def _options(wager: Required) -> Keys:
    return {option.key: Leaf(one_of(option.choices), option.clause) for option in wager.options}


def _side(side: Side, letter: str | None) -> Keys:
    keys: Keys = {
        "offered": Leaf(truth, side.clause),
        "paytable": Leaf(one_of(paytables(side)), paytable_clause(side)),
    }
    match payoff_of(side, letter):
        case Progressive() as progressive:
            envy = progressive.envy
            stakes = progressive.envy_by_stake
            keys["wager"] = Leaf(cents(exactly=stakes), envy.clause.partition("(")[0])
            keys["meters"] = _meters(progressive.meters, progressive.rate_clause)
        case WheelPayoff() as wheel:
            keys["wager"] = Leaf(cents(exactly=[wheel.stake]), wheel.stake_clause)
            if wheel.fixed_prize:
                keys["fixed_prize"] = Leaf(cents(wheel.fixed_prize.least), wheel.fixed_prize.clause)
            if wheel.meters:
                keys["meters"] = _meters(wheel.meters, wheel.rate_clause)
            symbols = {line.name: line for line in wheel.symbols.lines}
            if wheel.top in symbols:
                clause = symbols[wheel.top].clause
                others = [name for name in symbols if name != wheel.top]
                keys["top_symbol"] = Leaf(symbol(40, others), clause)
                if wheel.fixed_prize:
                    keys["merchandise"] = Leaf(short_text(80), clause)
            keys["wheel"] = Wheel(symbols, wheel.symbols.clause, wheel.top)
        case ByTable() | HoleCards() | Cases():
            limit = Leaf(cents(), side.clause)
            keys |= {"minimum": limit, "maximum": limit}
    return keys


def _meters(meters: tuple[Meter, ...], rate_clause: str) -> Keys:
    return {
        meter.name: {
            "start": Leaf(cents(meter.least), meter.clause),
            "reset": Leaf(cents(meter.least), meter.clause),
            "rate": Leaf(share, rate_clause),
        }
        for meter in meters
    }
