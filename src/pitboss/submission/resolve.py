"""``resolve(game, submission)``: turn every switch of a game, giving the rules of a table."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any, TypeVar

from msgspec.structs import replace

from pitboss.games.dealing import Dealing
from pitboss.games.grammar import Game
from pitboss.games.incidents import Incident, Remedy
from pitboss.games.payoffs import Meter, Payoff, Progressive, Spin
from pitboss.games.paytables import FixedPrize, Sum
from pitboss.games.words import RESHUFFLING, BestOf, Care, HandOf, Switch, Switched, Wager
from pitboss.money import dollars
from pitboss.submission.check import completed
from pitboss.submission.faults import Fault, NewFault, SubmissionRefused
from pitboss.submission.limit import book_limit
from pitboss.submission.rules import (
    BetterHand,
    Limit,
    MeterPrizes,
    OpenStreet,
    PaidBy,
    RaiseWager,
    ReadHand,
    RequiredWager,
    Rules,
    RunningMeter,
    SideWager,
    Stop,
    TableRules,
    WheelSpin,
    positions,
)

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


class _Resolved:
    """A game beside a whole submission."""

    def __init__(self, game: Game, whole: dict[str, Any]) -> None:
        self.game, self.table, self.wagers = game, whole["table"], whole["wagers"]
        self.readings: dict[str, str] = whole.get("readings", {})
        self.reshuffling = game.reshuffling if self.table["shuffler"] == RESHUFFLING else None

    def rules(self) -> Rules:
        game, table = self.game, self.table
        return Rules(
            game=game.key,
            short=game.short,
            edition=game.edition,
            table=TableRules(**{"boxes_per_player": 1} | table),
            seats=game.seats,
            hole=tuple(game.hole.split()),
            looks=tuple(game.looks.split()),
            places=game.places,
            hands=tuple(self.hand(word) for word in game.hands),
            required=tuple(
                RequiredWager(w.key, w.label, self.paid(w, self.payoff(w))) for w in game.required
            ),
            raises=tuple(
                RaiseWager(w.key, w.label, self.paid(w, self.payoff(w)), w.of) for w in game.raises
            ),
            sides=tuple(self.sides()),
            streets=tuple(self.streets()),
            dealing=self.dealing(),
            limit=Limit(
                self.limit_clause(),
                game.payout_limit.least,
                tuple(self.turned(game.payout_limit.scope).split()),
            ),
            boxes_clause=game.boxes.clause,
            required_clause=game.required[0].clause,
            forfeits=game.forfeits,
            settled_when_void=tuple(
                dict.fromkeys(key for incident in game.incidents for key in incident.settles)
            ),
            incidents=self.incidents(),
            care=self.care(),
            conduct=game.conduct,
            readings=dict(sorted(self.readings.items())),
        )

    def limit_clause(self) -> str:
        """Return the clause of the payout limit in force: the rulebook's, or the operator's own."""
        limit = self.game.payout_limit
        return limit.lower_by or limit.clause if "payout_limit" in self.table else limit.clause

    def turned(self, value: Switched[T], wager: str = "") -> T:
        """The one alternative that the submission picks."""
        return self.picked(value, wager) if isinstance(value, Switch) else value

    def picked(self, switch: Switch[T], wager: str = "") -> T:
        if switch.by == "reading":
            return switch.choices[self.readings[switch.key]]
        return switch.choices[self.wagers[wager][switch.key]]

    def payoff(self, wager: Wager) -> Payoff:
        pays = wager.pays
        return self.picked(pays, wager.key) if isinstance(pays, Switch) else pays

    def hand(self, word: HandOf | BestOf) -> ReadHand | BetterHand:
        if isinstance(word, BestOf):
            label = self.turned(word.label) or word.name
            return BetterHand(word.name, label, tuple(self.turned(word.hands).split()))
        where = positions(self.game.places, tuple(self.game.hole.split()))
        cards = tuple(i for name in word.cards.split() for i in where[name])
        sizes = self.turned(self.game.low_ace).split()
        return ReadHand(word.name, word.label or word.name, cards, str(min(len(cards), 5)) in sizes)

    def paid(self, wager: Wager, payoff: Payoff) -> PaidBy:
        match payoff:
            case Progressive():
                amount = self.wagers[wager.key]["wager"]
                return MeterPrizes(
                    payoff.hand,
                    payoff.prizes,
                    amount,
                    self.meters(wager.key, payoff.meters),
                    payoff.envy[amount],
                )
            case Spin():
                return WheelSpin(
                    payoff.wager,
                    self.wheel(wager.key, payoff),
                    self.meters(wager.key, payoff.meters),
                    self.wagers[wager.key].get("top_symbol", payoff.top),
                )
            case _:
                return payoff

    def meters(self, wager: str, meters: tuple[Meter, ...]) -> tuple[RunningMeter, ...]:
        chosen = self.wagers[wager].get("meters", {})
        return tuple(
            RunningMeter(
                meter.name,
                chosen[meter.name]["start"],
                chosen[meter.name]["reset"],
                str(Fraction(chosen[meter.name]["rate"])),
                meter.least,
                meter.clause,
            )
            for meter in meters
        )

    def wheel(self, wager: str, spin: Spin) -> tuple[Stop, ...]:
        chosen = self.wagers[wager]
        stops = {stop["symbol"]: stop["stops"] for stop in chosen["wheel"]}
        wheel = []
        # In the order of the table: that of a filing's list is no rule.
        for symbol in spin.symbols.lines:
            name = symbol.name
            if name == spin.top:
                name = chosen.get("top_symbol", name)
            if name in stops:
                prize = symbol.prize
                if isinstance(prize, FixedPrize):
                    prize = Sum(chosen["fixed_prize"], chosen.get("merchandise", ""))
                wheel.append(Stop(name, stops[name], prize, symbol.community, symbol.clause))
        return tuple(wheel)

    def sides(self) -> list[SideWager]:
        offered = []
        for side in self.game.sides:
            chosen = self.wagers[side.key]
            if chosen["offered"]:
                low, high = (
                    (chosen["wager"],) * 2
                    if "wager" in chosen
                    else (chosen["minimum"], chosen["maximum"])
                )
                pays = self.paid(side, self.payoff(side))
                lives = self.turned(side.lives_after_fold)
                offered.append(SideWager(side.key, side.label, pays, low, high, lives))
        return offered

    def streets(self) -> list[OpenStreet]:
        raises = {wager.key: wager for wager in self.game.raises}
        return [
            OpenStreet(
                wager=street.wager,
                label=raises[street.wager].label,
                of=raises[street.wager].of,
                clause=street.clause,
                asks=street.asks,
                any_amount=self.turned(street.any_amount),
                shown=street.shown,
            )
            for street in self.game.streets
        ]

    def incidents(self) -> tuple[Incident, ...]:
        """Where the clause of a remedy does not apply, the book is silent."""
        return tuple(
            replace(one, remedy=Remedy.FLOOR_RULES, clause=None) if self.lifted(one.clause) else one
            for one in self.game.incidents
        )

    def care(self) -> Care:
        """Without what a device that reshuffles by itself makes needless."""
        care = self.game.care
        if self.reshuffling is None:
            return care
        idle = care.idle if care.idle_reshuffling else {}
        return replace(care, uncut=self.reshuffling.clause, idle=idle)

    def lifted(self, clause: str | None) -> bool:
        """Whether a clause does not apply, because the device reshuffles by itself."""
        return self.reshuffling is not None and self.reshuffling.lifted(clause)

    def dealing(self) -> Dealing:
        """The method's own order, or that of a reshuffling shoe where the game has one."""
        reshuffling = self.reshuffling is not None
        methods = [d for d in self.game.dealing if d.method == self.table["dealing"]]
        return max(methods, key=lambda d: d.reshuffling == reshuffling)
