"""``resolve(game, submission)``: turn every switch of a game, giving the rules of a table."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeVar, cast

from msgspec import Struct
from msgspec.structs import asdict, replace

from pitboss.games.dealing import Dealing
from pitboss.games.grammar import Game
from pitboss.games.incidents import Incident, Remedy
from pitboss.games.payoffs import ByTable, Cases, HoleCards, Meter, Payoff, Progressive, Wheel
from pitboss.games.paytables import FixedPrize, Sum, Symbol
from pitboss.games.procedures import DeckProcedures
from pitboss.games.words import RESHUFFLING, BestOf, HandOf, Side, Street, switch_of
from pitboss.hands import usual_order
from pitboss.money import dollars
from pitboss.submission.check import completed
from pitboss.submission.faults import Fault, NewFault, SubmissionRefused
from pitboss.submission.limit import book_limit
from pitboss.submission.rules import Limit, Rules, TableRules, positions

T = TypeVar("T")


def resolve(
    game: Game, submission: Mapping[str, Any] | None = None, *, stored: bool = False
) -> Rules:
    """The rules of a table that files this submission; refused with every fault at once.

    A stored one was put in force before, and is read although it could not be filed any more.
    """
    whole, faults = completed(game, {} if submission is None else submission)
    if [fault for fault in faults if not (stored and isinstance(fault, NewFault))]:
        raise SubmissionRefused(faults)
    rules = _Resolved(game, whole).rules()
    filed = rules.table.payout_limit
    # The search for the rulebook's limit is left out where it cannot matter.
    if filed is not None and filed > rules.limit.least and filed > book_limit(rules):
        problem = f"is {dollars(filed)} but may not exceed {dollars(book_limit(rules))}"
        raise SubmissionRefused(
            [Fault("table.payout_limit", problem, rules.cite(rules.limit.clause))]
        )
    return rules


@lru_cache(maxsize=64)
def _switchless_parts(game: int) -> dict[int, object]:
    """Return the parts of a game without any switch in them, by identity, once they are known.

    A part is kept with its identity, so no other object can have that. A game of the same identity
    as one that is gone would find parts that it does not have: they do no harm.
    """
    return {}


class _Resolved:
    """A game beside a whole submission."""

    def __init__(self, game: Game, whole: dict[str, Any]) -> None:
        self.game, self.table, self.wagers = game, whole["table"], whole["wagers"]
        self.readings: dict[str, str] = whole.get("readings", {})
        self.switchless = _switchless_parts(id(game))
        self.reshuffling = (
            game.procedures.reshuffling if self.table["shuffler"] == RESHUFFLING else None
        )

    def rules(self) -> Rules:
        game, table = self.game, self.table
        return Rules(
            game=game.key,
            short=game.short,
            edition=game.edition,
            table=TableRules(**{"boxes_per_player": 1} | table),
            deck=game.deck,
            seats=game.seats,
            hole=game.hole_cards,
            looks=game.first_cards,
            places=game.places,
            hands=tuple(self.hand(self.picked(word)) for word in game.hands),
            required=tuple(
                replace(self.picked(wager, wager.key), options=()) for wager in game.required
            ),
            raises=tuple(self.picked(wager, wager.key) for wager in game.raises),
            sides=tuple(
                self.side(self.picked(side, side.key))
                for side in game.sides
                if self.wagers[side.key]["offered"]
            ),
            streets=tuple(self.street(self.picked(street)) for street in game.streets),
            edge_of=game.edge_of or tuple(wager.key for wager in game.required),
            dealing=self.dealing(),
            limit=self.limit(),
            boxes_clause=game.boxes.clause,
            required_clause=game.required[0].clause,
            forfeits=game.procedures.forfeits,
            settled_when_void=tuple(
                dict.fromkeys(
                    key for incident in game.procedures.incidents for key in incident.settles
                )
            ),
            incidents=self.incidents(),
            deck_procedures=self.deck_procedures(),
            table_procedures=game.procedures.table,
            readings=dict(sorted(self.readings.items())),
        )

    def limit(self) -> Limit:
        """Return the payout limit, with the clause in force: the rulebook's or the operator's."""
        limit = self.picked(self.game.payout_limit)
        lower = "payout_limit" in self.table and limit.lower_by
        return Limit(lower or limit.clause, limit.least, limit.scope)

    def picked(self, value: T, wager: str = "") -> T:
        """Return a part of the game with every switch in it replaced by what is chosen."""
        if id(value) in self.switchless:
            return value
        if switch := switch_of(value):
            by_reading = switch.by == "reading"
            chosen = self.readings if by_reading else self.wagers[wager]
            return self.picked(switch.choices[chosen[switch.key]], wager)
        if isinstance(value, Struct):
            parts = asdict(value)
            changed = {name: self.picked(part, wager) for name, part in parts.items()}
            changed = {name: part for name, part in changed.items() if part is not parts[name]}
            if changed:
                return replace(value, **changed)
            self.switchless[id(value)] = value
        elif isinstance(value, tuple):
            items = tuple(self.picked(item, wager) for item in value)
            if any(new is not old for new, old in zip(items, value, strict=True)):
                return cast(T, items)
            self.switchless[id(value)] = value
        return value

    def hand(self, hand: HandOf | BestOf) -> HandOf | BestOf:
        """Return a hand with its label, its order and the positions of its cards."""
        label = hand.label or hand.name
        if isinstance(hand, BestOf):
            return replace(hand, label=label)
        where = positions(self.game.places, self.game.hole_cards)
        at = tuple(i for name in hand.cards for i in where[name])
        ranking = hand.ranking or usual_order(len(at))
        return replace(hand, label=label, ranking=ranking, positions=at)

    def side(self, side: Side) -> Side:
        """Return a side wager with its limits, and what the operator chose for its prizes."""
        chosen = self.wagers[side.key]
        fixed = chosen.get("wager")
        low, high = (fixed, fixed) if fixed else (chosen["minimum"], chosen["maximum"])
        return replace(side, minimum=low, maximum=high, pays=self.paid(side.pays, chosen))

    def paid(self, pays: Payoff, chosen: Mapping[str, Any]) -> Payoff:
        match pays:
            case Progressive():
                stake = chosen["wager"]
                return replace(
                    pays,
                    meters=self.meters(pays.meters, chosen),
                    envy_by_stake={stake: pays.envy_by_stake[stake]},
                )
            case Wheel():
                on_wheel = replace(pays.symbols, lines=self.symbols(pays, chosen))
                return replace(
                    pays,
                    symbols=on_wheel,
                    meters=self.meters(pays.meters, chosen),
                    top=chosen.get("top_symbol", pays.top),
                )
            case ByTable() | HoleCards() | Cases():
                return pays

    def meters(self, meters: tuple[Meter, ...], chosen: Mapping[str, Any]) -> tuple[Meter, ...]:
        filed = chosen.get("meters", {})
        return tuple(
            replace(
                meter,
                start=filed[meter.name]["start"],
                reset=filed[meter.name]["reset"],
                rate=str(Fraction(filed[meter.name]["rate"])),
            )
            for meter in meters
        )

    def symbols(self, wheel: Wheel, chosen: Mapping[str, Any]) -> tuple[Symbol, ...]:
        stops = {stop["symbol"]: stop["stops"] for stop in chosen["wheel"]}
        on_wheel = []
        # In the order of the table: that of a filing's list is no rule.
        for symbol in wheel.symbols.lines:
            name = symbol.name
            if name == wheel.top:
                name = chosen.get("top_symbol", name)
            if name in stops:
                prize = symbol.prize
                if isinstance(prize, FixedPrize):
                    prize = Sum(chosen["fixed_prize"], chosen.get("merchandise", ""))
                on_wheel.append(replace(symbol, name=name, stops=stops[name], prize=prize))
        return tuple(on_wheel)

    def street(self, street: Street) -> Street:
        """Return a street with its name, its label and the wager that choices multiply."""
        multiplied = {wager.key: wager.of for wager in self.game.raises}
        labels = {wager.key: wager.label for wager in self.game.wagers}
        called = street.name[:1].upper() + street.name[1:]
        return replace(
            street,
            name=street.name or street.wager,
            label=street.label or called or labels[street.wager],
            of=multiplied.get(street.wager, street.wager),
        )

    def incidents(self) -> tuple[Incident, ...]:
        """Where the clause of a remedy does not apply, the book is silent."""
        return tuple(
            replace(one, remedy=Remedy.FLOOR_RULES, clause=None) if self.lifted(one.clause) else one
            for one in self.game.procedures.incidents
        )

    def deck_procedures(self) -> DeckProcedures:
        """Without what a device that reshuffles by itself makes needless."""
        usual = self.game.procedures.deck
        if self.reshuffling is None:
            return usual
        idle = usual.idle if usual.idle_reshuffling else {}
        return replace(usual, uncut=self.reshuffling.clause, idle=idle)

    def lifted(self, clause: str | None) -> bool:
        """Whether a clause does not apply, because the device reshuffles by itself."""
        return self.reshuffling is not None and self.reshuffling.lifted(clause)

    def dealing(self) -> Dealing:
        """The method's own order, or that of a reshuffling shoe where the game has one."""
        reshuffling = self.reshuffling is not None
        methods = [d for d in self.game.procedures.dealing if d.method == self.table["dealing"]]
        return max(methods, key=lambda d: d.reshuffling == reshuffling)
