"""Resolve a game and a submission into the rules of a table: every choice is made."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, TypeVar, cast

from msgspec import Struct
from msgspec.structs import asdict, replace

from pitboss.games.dealing import Dealing
from pitboss.games.game_parts import RESHUFFLING, BestOf, HandOf, Side, Street, switch_of
from pitboss.games.grammar import Game
from pitboss.games.incidents import Incident, Remedy
from pitboss.games.payoffs import ByTable, Cases, HoleCards, Meter, Payoff, Progressive, Wheel
from pitboss.games.paytables import FixedPrize, Sum, Symbol
from pitboss.games.procedures import DeckProcedures
from pitboss.hands import usual_order
from pitboss.money import dollars
from pitboss.submission.payout_limits import rulebook_limit
from pitboss.submission.rules import Limit, Rules, TableRules, positions
from pitboss.submission.validation import Fault, RecentFault, SubmissionRefused, complete_submission

T = TypeVar("T")


def resolve(
    game: Game, submission: Mapping[str, Any] | None = None, *, stored: bool = False
) -> Rules:
    """Return the rules of a table with this submission; refuse it with every fault at once.

    A stored submission was accepted before: it is loaded even if it could no longer be filed.
    """
    full_submission, faults = complete_submission(game, {} if submission is None else submission)
    if [fault for fault in faults if not (stored and isinstance(fault, RecentFault))]:
        raise SubmissionRefused(faults)
    rules = _Resolver(game, full_submission).build_rules()
    own_limit = rules.table.payout_limit
    # The second comparison skips the search for the rulebook's limit where it cannot matter.
    if (
        own_limit is not None
        and own_limit > rules.limit.least
        and own_limit > rulebook_limit(rules)
    ):
        problem = f"is {dollars(own_limit)} but must be at most {dollars(rulebook_limit(rules))}"
        raise SubmissionRefused(
            [Fault("table.payout_limit", problem, rules.cite(rules.limit.clause))]
        )
    return rules


@lru_cache(maxsize=64)
def _switchless_parts(game: int) -> dict[int, object]:
    """Return a cache of the parts of a game that contain no switch, by identity.

    The cache keeps each part alive, so no other object can have its identity. A new game with the
    identity of a deleted one gets the parts of that one, which do no harm.
    """
    return {}


class _Resolver:
    """Resolves a game with a complete submission."""

    def __init__(self, game: Game, submission: dict[str, Any]) -> None:
        self.game, self.table, self.wagers = game, submission["table"], submission["wagers"]
        self.readings: dict[str, str] = submission.get("readings", {})
        self.switchless = _switchless_parts(id(game))
        self.reshuffling = (
            game.procedures.reshuffling if self.table["shuffler"] == RESHUFFLING else None
        )

    def build_rules(self) -> Rules:
        """Return the rules of the table."""
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
            hands=tuple(self.hand(self.resolve_switches(word)) for word in game.hands),
            required=tuple(
                replace(self.resolve_switches(wager, wager.key), options=())
                for wager in game.required
            ),
            raises=tuple(self.resolve_switches(wager, wager.key) for wager in game.raises),
            sides=tuple(
                self.side(self.resolve_switches(side, side.key))
                for side in game.sides
                if self.wagers[side.key]["offered"]
            ),
            streets=tuple(self.street(self.resolve_switches(street)) for street in game.streets),
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
        limit = self.resolve_switches(self.game.payout_limit)
        lower = "payout_limit" in self.table and limit.lower_by
        return Limit(lower or limit.clause, limit.least, limit.scope)

    def resolve_switches(self, value: T, wager: str = "") -> T:
        """Return a part of the game with every switch in it replaced by the operator's choice."""
        if id(value) in self.switchless:
            return value
        if switch := switch_of(value):
            choices = self.readings if switch.by == "reading" else self.wagers[wager]
            return self.resolve_switches(switch.choices[choices[switch.key]], wager)
        if isinstance(value, Struct):
            parts = asdict(value)
            changes = {name: self.resolve_switches(part, wager) for name, part in parts.items()}
            changes = {name: part for name, part in changes.items() if part is not parts[name]}
            if changes:
                return replace(value, **changes)
            self.switchless[id(value)] = value
        elif isinstance(value, tuple):
            items = tuple(self.resolve_switches(item, wager) for item in value)
            if any(new is not old for new, old in zip(items, value, strict=True)):
                return cast(T, items)
            self.switchless[id(value)] = value
        return value

    def hand(self, hand: HandOf | BestOf) -> HandOf | BestOf:
        """Return a hand with its label, its order and the positions of its cards."""
        label = hand.label or hand.name
        if isinstance(hand, BestOf):
            return replace(hand, label=label)
        by_name = positions(self.game.places, self.game.hole_cards)
        own_positions = tuple(i for name in hand.cards for i in by_name[name])
        ranking = hand.ranking or usual_order(len(own_positions))
        return replace(hand, label=label, ranking=ranking, positions=own_positions)

    def side(self, side: Side) -> Side:
        """Return a side wager with the operator's limits and prizes."""
        choices = self.wagers[side.key]
        stake = choices.get("wager")
        low, high = (stake, stake) if stake else (choices["minimum"], choices["maximum"])
        pays = self.resolve_payoff(side.pays, choices)
        return replace(side, minimum=low, maximum=high, pays=pays)

    def resolve_payoff(self, pays: Payoff, choices: Mapping[str, Any]) -> Payoff:
        """Return the payoff of a side wager with the operator's meters and prizes."""
        match pays:
            case Progressive():
                stake = choices["wager"]
                return replace(
                    pays,
                    meters=self.meters(pays.meters, choices),
                    envy_by_stake={stake: pays.envy_by_stake[stake]},
                )
            case Wheel():
                symbols = replace(pays.symbols, lines=self.symbols(pays, choices))
                return replace(
                    pays,
                    symbols=symbols,
                    meters=self.meters(pays.meters, choices),
                    top=choices.get("top_symbol", pays.top),
                )
            case ByTable() | HoleCards() | Cases():
                return pays

    def meters(self, meters: tuple[Meter, ...], choices: Mapping[str, Any]) -> tuple[Meter, ...]:
        """Return the meters of a wager with the operator's amounts and rates."""
        settings = choices.get("meters", {})
        return tuple(
            replace(
                meter,
                start=settings[meter.name]["start"],
                reset=settings[meter.name]["reset"],
                rate=str(Fraction(settings[meter.name]["rate"])),
            )
            for meter in meters
        )

    def symbols(self, wheel: Wheel, choices: Mapping[str, Any]) -> tuple[Symbol, ...]:
        """Return the symbols on the operator's wheel, with their stops and prizes."""
        stops = {stop["symbol"]: stop["stops"] for stop in choices["wheel"]}
        symbols = []
        # In the order of the paytable: the order of a filing's list must not change the rules.
        for symbol in wheel.symbols.lines:
            name = symbol.name
            if name == wheel.top:
                name = choices.get("top_symbol", name)
            if name in stops:
                prize = symbol.prize
                if isinstance(prize, FixedPrize):
                    prize = Sum(choices["fixed_prize"], choices.get("merchandise", ""))
                symbols.append(replace(symbol, name=name, stops=stops[name], prize=prize))
        return tuple(symbols)

    def street(self, street: Street) -> Street:
        """Return a street with its name, its label and the wager that its choices multiply."""
        base_wagers = {wager.key: wager.of for wager in self.game.raises}
        labels = {wager.key: wager.label for wager in self.game.wagers}
        title = street.name[:1].upper() + street.name[1:]
        return replace(
            street,
            name=street.name or street.wager,
            label=street.label or title or labels[street.wager],
            of=base_wagers.get(street.wager, street.wager),
        )

    def incidents(self) -> tuple[Incident, ...]:
        """Return the incidents; the floor rules where the clause of a remedy does not apply."""
        return tuple(
            replace(incident, remedy=Remedy.FLOOR_RULES, clauses=())
            if any(map(self.is_lifted, incident.clauses))
            else incident
            for incident in self.game.procedures.incidents
        )

    def deck_procedures(self) -> DeckProcedures:
        """Return the deck procedures, without those that a reshuffling device makes unnecessary."""
        usual = self.game.procedures.deck
        if self.reshuffling is None:
            return usual
        idle = usual.idle if usual.idle_reshuffling else {}
        return replace(usual, uncut=self.reshuffling.clause, idle=idle)

    def is_lifted(self, clause: str) -> bool:
        """Return whether a clause does not apply because the device reshuffles by itself."""
        return self.reshuffling is not None and self.reshuffling.is_lifted(clause)

    def dealing(self) -> Dealing:
        """Return the dealing of the table's method, for a reshuffling shoe where there is one."""
        reshuffling = self.reshuffling is not None
        methods = [d for d in self.game.procedures.dealing if d.method == self.table["dealing"]]
        return max(methods, key=lambda d: d.reshuffling == reshuffling)
