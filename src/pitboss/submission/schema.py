"""The keys that a submission of a game may have, and what each takes: read off the definition."""

from collections.abc import Mapping
from typing import Any, assert_never

from msgspec import Struct

from pitboss.games.grammar import Game
from pitboss.games.payoffs import (
    AllOf,
    ByTable,
    EvenMoney,
    HoleCards,
    Meter,
    Payoff,
    Progressive,
    Showdown,
    Spin,
)
from pitboss.games.paytables import Symbol
from pitboss.games.words import RESHUFFLING, Required, Side, Switch
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
    for dealing in game.dealing:
        methods.setdefault(dealing.method, dealing.clause)
    shuffler_clauses = ", ".join(dict.fromkeys(game.shufflers.values()))
    table: Keys = {
        "minimum": Leaf(cents(), game.required[0].clause),
        "maximum": Leaf(cents(), game.required[0].clause),
        "chip": Leaf(cents(), game.conduct.chips),
        "dealing": Leaf(one_of(methods), ", ".join(methods.values())),
        "shuffler": Leaf(one_of(game.shufflers), shuffler_clauses),
        "decks": Leaf(number(1, 2), game.two_decks),
    }
    limit = game.payout_limit
    table["payout_limit"] = Leaf(cents(), limit.lower_by or limit.clause)
    if game.boxes.most > 1:
        table["boxes_per_player"] = Leaf(number(1, game.boxes.most), game.boxes.clause)
    return {
        "game": Leaf(one_of([game.key]), game.submission_clause),
        "operator": Leaf(text, game.layout.operator_clause),
        "edition": Leaf(one_of([game.edition]), game.submission_clause),
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
    """What the Commission approves, each by its clause."""
    return {
        "filing": game.submission_clause,
        "layout": game.layout.clause,
        "shuffler": game.shufflers.get(RESHUFFLING),
    }


def paytables(side: Side) -> tuple[str, ...]:
    """The letters of a side wager's paytables; a wager with one table calls it A."""
    return tuple(side.pays.choices) if isinstance(side.pays, Switch) else ("A",)


def paytable_clause(side: Side) -> str:
    """Where the rulebook prints the tables of a side wager."""
    return _printed_at(payoff_of(side, None)).partition("(")[0]


def _printed_at(payoff: Payoff) -> str:
    match payoff:
        case Progressive():
            return payoff.prizes.clause
        case Spin():
            return payoff.symbols.clause
        case ByTable() | EvenMoney() | HoleCards():
            return payoff.table.clause
        case AllOf() | Showdown():
            return payoff.clause
        case _ as other:
            assert_never(other)


def _options(wager: Required) -> Keys:
    return {option.key: Leaf(one_of(option.choices), option.clause) for option in wager.options}


def _side(side: Side, letter: str | None) -> Keys:
    keys: Keys = {
        "offered": Leaf(truth, side.clause),
        "paytable": Leaf(one_of(paytables(side)), paytable_clause(side)),
    }
    match payoff_of(side, letter):
        case Progressive() as progressive:
            envy = next(iter(progressive.envy.values()))
            keys["wager"] = Leaf(cents(exactly=progressive.envy), envy.clause.partition("(")[0])
            keys["meters"] = _meters(progressive.meters, progressive.rate_clause)
        case Spin() as spin:
            keys["wager"] = Leaf(cents(exactly=[spin.wager]), spin.wager_clause)
            if spin.fixed_prize:
                keys["fixed_prize"] = Leaf(cents(spin.fixed_prize.least), spin.fixed_prize.clause)
            if spin.meters:
                keys["meters"] = _meters(spin.meters, spin.rate_clause)
            symbols = {line.name: line for line in spin.symbols.lines}
            if spin.top in symbols:
                clause = symbols[spin.top].clause
                others = [name for name in symbols if name != spin.top]
                keys["top_symbol"] = Leaf(symbol(40, others), clause)
                if spin.fixed_prize:
                    keys["merchandise"] = Leaf(short_text(80), clause)
            keys["wheel"] = Wheel(symbols, spin.symbols.clause, spin.top)
        case _:
            limit = Leaf(cents(), side.clause)
            keys |= {"minimum": limit, "maximum": limit}
    return keys


def _meters(meters: tuple[Meter, ...], rate_clause: str | None) -> Keys:
    return {
        meter.name: {
            "start": Leaf(cents(meter.least), meter.clause),
            "reset": Leaf(cents(meter.least), meter.clause),
            "rate": Leaf(share, rate_clause),
        }
        for meter in meters
    }
