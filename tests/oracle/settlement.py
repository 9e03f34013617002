"""Settle a round: wagers, payout limit, meters, envy, community pay."""

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from . import paytables
from .hands import NAMES, Hand, best_of_seven, five_card, three_card, two_card
from .terms import Terms, read_terms

FIFTY_THOUSAND = 5_000_000

RAISES = {
    "run-em-twice": ["run_1", "run_2", "center"],
    "criss-cross": ["across", "down", "middle"],
    "holdem-bonus": ["flop", "turn", "river"],
    "stud-235": ["raise_three", "raise_five"],
}
REQUIRED = {
    "run-em-twice": ["ante_1", "ante_2"],
    "criss-cross": ["ante_across", "ante_down"],
    "holdem-bonus": ["ante"],
    "stud-235": ["two_card", "three_card", "five_card"],
}


@dataclass
class Wager:
    stake: int
    outcome: str
    credit: int
    hand: str | None = None
    uncapped: int | None = None
    merchandise: str | None = None

    def as_json(self) -> dict[str, Any]:
        fields = {"stake": self.stake, "outcome": self.outcome, "credit": self.credit}
        optional = {"hand": self.hand, "uncapped": self.uncapped, "merchandise": self.merchandise}
        return fields | {key: value for key, value in optional.items() if value is not None}


@dataclass
class Seat:
    number: str
    player: tuple[str, str]
    hole: list[str]
    stakes: dict[str, int]  # wagers and raises made
    folded: bool
    forfeit: bool
    spin: str | None

    @property
    def side_wagers(self) -> bool:
        sides = {"five_card_bonus", "ultimate_pairs", "progressive", "bonus_spin", "bonus"}
        return bool(sides & set(self.stakes))


Results = dict[str, Wager]


def paid(stake: int, odds: int, hand: str | None = None) -> Wager:
    """Return the credit of a wager at these odds to 1, with its stake for a win or a push."""
    if odds < 0:
        return Wager(stake, "lose", 0, hand)
    if odds == 0:
        return Wager(stake, "push", stake, hand)
    return Wager(stake, "win", stake + odds * stake, hand)


def raise_stake(game: str, street: int, decision: str | int, unit: int) -> int:
    """Return the stake of a decision on its street; 0 for a check or a fold."""
    if decision in ("fold", "check"):
        return 0
    if isinstance(decision, int):
        return decision
    if decision == "bet":
        return unit * (2, 1, 1)[street]
    if decision == "raise":
        return unit
    return unit * {"1x": 1, "2x": 2, "3x": 3}[decision]


def person(number: str, meters: dict[str, Any]) -> tuple[str, str]:
    """Return who plays a seat; an unnamed seat is not the person whose name is its number."""
    return ("player", meters["player"]) if "player" in meters else ("seat", number)


def read_seat(game: str, number: str, meters: dict[str, Any], holes: dict[str, Any]) -> Seat:
    stakes = dict(meters["wagers"])
    unit = stakes[REQUIRED[game][0]]
    decisions = meters.get("decisions", [])
    for street, decision in enumerate(decisions):
        stake = raise_stake(game, street, decision, unit)
        if stake:
            stakes[RAISES[game][street]] = stake
    return Seat(
        number=number,
        player=person(number, meters),
        hole=holes.get(number, []),
        stakes=stakes,
        folded="fold" in decisions,
        forfeit=meters.get("forfeit", False),
        spin=meters.get("spin"),
    )


# ---------------------------------------------------------------- main and simple side wagers


def settle_cross(game: str, terms: Terms, cards: dict[str, Any], seat: Seat) -> Results:
    low_ace = terms.readings["low_ace"] == "straight"
    horizontal = [cards["left"], cards["center"], cards["right"]]
    vertical = [cards["top"], cards["center"], cards["bottom"]]
    community = [cards[place] for place in ("left", "right", "top", "bottom", "center")]
    first = five_card(seat.hole + horizontal, low_ace)
    second = five_card(seat.hole + vertical, low_ace)
    ante_at_table = terms.readings.get("ante_pays") == "table"

    def ante(stake: int, hand: Hand) -> Wager:
        odds = paytables.line_odds(hand)
        return paid(stake, odds if ante_at_table else min(odds, 1), hand.name)

    def line(stake: int, hand: Hand) -> Wager:
        return paid(stake, paytables.line_odds(hand), hand.name)

    results: Results = {}
    hands = [first, second, max(first, second)]
    for name, hand in zip(REQUIRED[game], hands[:2], strict=True):
        stake = seat.stakes[name]
        results[name] = Wager(stake, "lose", 0) if seat.folded else ante(stake, hand)
    for name, hand in zip(RAISES[game], hands, strict=True):
        if name in seat.stakes:
            stake = seat.stakes[name]
            results[name] = Wager(stake, "lose", 0) if seat.folded else line(stake, hand)
    if "five_card_bonus" in seat.stakes:
        hand = five_card(community, low_ace)
        odds = paytables.five_card_bonus_odds(hand)
        results["five_card_bonus"] = paid(seat.stakes["five_card_bonus"], odds, hand.name)
    if "ultimate_pairs" in seat.stakes:
        odds = paytables.ultimate_pairs_odds(terms.ultimate_pairs, seat.hole)
        results["ultimate_pairs"] = paid(seat.stakes["ultimate_pairs"], odds)
    return results


def settle_bonus(cards: dict[str, Any], seat: Seat) -> Results:
    if "bonus" not in seat.stakes:
        return {}
    odds = paytables.holdem_bonus_odds(seat.hole, cards["dealer"])
    return {"bonus": paid(seat.stakes["bonus"], odds)}


def settle_holdem(game: str, terms: Terms, cards: dict[str, Any], seat: Seat) -> Results:
    results = settle_bonus(cards, seat)
    if seat.folded:
        return results | {"ante": Wager(seat.stakes["ante"], "lose", 0)}
    community = [*cards["flop"], cards["turn"], cards["river"]]
    player = best_of_seven(seat.hole + community)
    dealer = best_of_seven(cards["dealer"] + community)
    for name in ("ante", "flop", "turn", "river"):
        if name in seat.stakes:
            odds = 1 if player > dealer else 0 if player == dealer else -1
            if name == "ante" and odds == 1 and player.category < NAMES.index(terms.pays_on):
                odds = 0
            results[name] = paid(seat.stakes[name], odds, player.name)
    return results


def settle_stud(game: str, terms: Terms, cards: dict[str, Any], seat: Seat) -> Results:
    low_ace = terms.readings["low_ace"] == "all"
    two = two_card(seat.hole[:2], low_ace)
    three = three_card(seat.hole, low_ace)
    five = five_card(seat.hole + cards["community"], True)
    two_odds = paytables.TWO_CARD.get(two, -1)
    three_odds = paytables.THREE_CARD.get(three, -1)
    five_odds = paytables.stud_five_card_odds(five)
    lines = {
        "two_card": (two_odds, two),
        "three_card": (three_odds, three),
        "five_card": (five_odds, five.name),
        "raise_three": (three_odds, three),
        "raise_five": (five_odds, five.name),
    }
    results = {
        name: paid(seat.stakes[name], odds, hand)
        for name, (odds, hand) in lines.items()
        if name in seat.stakes
    }
    if "win_em_all" in seat.stakes:
        all_win = two_odds > 0 and three_odds > 0 and five_odds > 0
        odds = paytables.WIN_EM_ALL if all_win else -1
        results["win_em_all"] = paid(seat.stakes["win_em_all"], odds)
    return results


SETTLE: dict[str, Callable[[str, Terms, dict[str, Any], Seat], Results]] = {
    "run-em-twice": settle_cross,
    "criss-cross": settle_cross,
    "holdem-bonus": settle_holdem,
    "stud-235": settle_stud,
}

# ---------------------------------------------------------------- payout limit


def scope_and_most(game: str, terms: Terms) -> tuple[list[str], int]:
    """Return the wagers in scope, in order of payment, and M in cents."""
    minimum, sides = terms.table_minimum, terms.side_minimums
    if game == "run-em-twice":
        return ["run_1", "run_2", "center"], 3300 * minimum
    if game == "criss-cross" and terms.readings["ante_pays"] == "table":
        return ["ante_across", "ante_down", "across", "down", "middle"], 3900 * minimum
    if game == "criss-cross":
        return ["across", "down", "middle"], 3300 * minimum
    if game == "holdem-bonus":
        scope = ["ante", "flop", "turn", "river", "bonus"]
        return scope, 5 * minimum + 1000 * sides.get("bonus", 0)
    stud = ["two_card", "three_card", "five_card", "raise_three", "raise_five", "win_em_all"]
    return stud, 1101 * minimum + 12 * sides.get("win_em_all", 0)


def limit_in_force(game: str, terms: Terms) -> int:
    """Return the operator's own limit, or the greater of $50,000 and M."""
    if terms.payout_limit is not None:
        return terms.payout_limit
    return max(FIFTY_THOUSAND, scope_and_most(game, terms)[1])


def apply_limit(game: str, terms: Terms, results: Results) -> None:
    scope, _ = scope_and_most(game, terms)
    left = limit_in_force(game, terms)
    for name in scope:
        wager = results.get(name)
        if wager is None or wager.outcome != "win":
            continue
        winnings = wager.credit - wager.stake
        pays = min(winnings, left)
        left -= pays
        if pays < winnings:
            wager.uncapped = wager.credit
            wager.credit = wager.stake + pays


# ---------------------------------------------------------------- meters, envy, spins


class Meters:
    """Exact sums in cents; nothing is rounded before it is paid or shown."""

    def __init__(self, terms: Terms, meters: dict[str, int]) -> None:
        self.terms = terms
        self.meter_names = list(meters)
        self.shows = {
            name: Fraction(meters.get(name, meter.start)) for name, meter in terms.meters.items()
        }

    def contribute(self, wager: int) -> None:
        for name, meter in self.terms.meters.items():
            self.shows[name] += meter.rate * wager

    def hit(self, name: str, percent: int) -> int:
        pays = int(self.shows[name] * percent / 100)
        self.shows[name] -= pays
        if percent == 100:
            self.shows[name] += self.terms.meters[name].reset
        return pays

    def as_json(self) -> dict[str, int]:
        return {name: int(self.shows[name]) for name in self.meter_names}


def progressive_hand(game: str, terms: Terms, cards: dict[str, Any], seat: Seat) -> Hand:
    if game == "stud-235":
        return five_card(seat.hole + cards["community"], True)
    low_ace = terms.readings["low_ace"] == "straight"
    reading = terms.readings["progressive_hand"]
    first = [*seat.hole, cards["left"], cards["center"], cards["right"]]
    second = [*seat.hole, cards["top"], cards["center"], cards["bottom"]]
    if reading == "first-run":
        return five_card(first, low_ace)
    if reading == "best-of-runs":
        return max(five_card(first, low_ace), five_card(second, low_ace))
    places = ("left", "right", "top", "bottom", "center")
    return five_card([cards[place] for place in places], low_ace)


def settle_progressive(terms: Terms, stake: int, hand: Hand, meters: Meters) -> Wager:
    hit = paytables.HIT[terms.progressive].get(hand.name)
    if hit is not None:
        name, percent = hit
        return Wager(stake, "win", meters.hit(name, percent), hand.name)
    if hand.name in paytables.FOR_ONE:
        return Wager(stake, "win", paytables.FOR_ONE[hand.name] * stake, hand.name)
    return Wager(stake, "lose", 0, hand.name)


def envy(game: str, terms: Terms, cards: dict[str, Any], seats: list[Seat], seat: Seat) -> int:
    """Return what this seat receives for the hands of other players."""
    if "progressive" not in seat.stakes or seat.forfeit:
        return 0
    sums = paytables.ENVY[terms.progressive_wager]
    total = 0
    for other in seats:
        is_out = other.folded and not other.side_wagers
        if other.player == seat.player or other.forfeit or is_out:
            continue
        total += sums.get(progressive_hand(game, terms, cards, other).name, 0)
    return total


def spin_is_live(terms: Terms, seat: Seat) -> bool:
    is_lost = seat.folded and terms.readings["spin_after_fold"] == "lost"
    return "bonus_spin" in seat.stakes and not seat.forfeit and not is_lost


def settle_spin(terms: Terms, seat: Seat, meters: Meters) -> Wager:
    stake = seat.stakes["bonus_spin"]
    if not spin_is_live(terms, seat) or seat.hole[0][0] != seat.hole[1][0]:
        return Wager(stake, "lose", 0)
    assert seat.spin is not None
    if seat.spin != terms.top_symbol:
        return Wager(stake, "win", 100 * int(seat.spin.removeprefix("$")))
    if "meter" in meters.shows:
        return Wager(stake, "win", meters.hit("meter", 100))
    return Wager(stake, "win", terms.fixed_prize, merchandise=terms.merchandise)


def community_pay(terms: Terms, seats: list[Seat], seat: Seat) -> int:
    """Return what this seat receives for the spins of other seats."""
    if not spin_is_live(terms, seat):
        return 0
    community_prizes = paytables.SPIN_COMMUNITY[terms.spin]
    total = 0
    for other in seats:
        if other.number != seat.number and other.spin not in (None, terms.top_symbol):
            total += 100 * community_prizes.get(int(str(other.spin).removeprefix("$")), 0)
    return total


# ---------------------------------------------------------------- the round


def account(results: Results, envy_sum: int = 0, community_sum: int = 0) -> dict[str, Any]:
    staked = sum(wager.stake for wager in results.values())
    credited = sum(wager.credit for wager in results.values()) + envy_sum + community_sum
    return {
        "wagers": {name: wager.as_json() for name, wager in results.items()},
        "envy": envy_sum,
        "community_pay": community_sum,
        "staked": staked,
        "credited": credited,
        "net": credited - staked,
    }


def forfeit_results(seat: Seat) -> Results:
    return {name: Wager(stake, "lose", 0) for name, stake in seat.stakes.items()}


def settle_void(
    game: str, terms: Terms, round_: dict[str, Any], seats: list[Seat]
) -> dict[str, Any]:
    out = {}
    for seat in seats:
        if seat.forfeit:  # a dealing error does not undo a breach
            out[seat.number] = account(forfeit_results(seat))
            continue
        results = {name: Wager(stake, "void", stake) for name, stake in seat.stakes.items()}
        if round_["void"] == "settle-bonus":
            bonus = settle_bonus(round_.get("cards", {}), seat)
            apply_limit(game, terms, bonus)
            results |= bonus
        out[seat.number] = account(results)
    return {"seats": out, "meters": dict(round_.get("meters", {}))}


def settle(round_: dict[str, Any]) -> dict[str, Any]:
    """Return the output object of `pitboss settle` for a valid input object."""
    game = round_["game"]
    terms = read_terms(game, round_.get("submission", {}))
    cards = round_.get("cards", {})
    holes = cards.get("holes", {})
    numbers = sorted(round_["seats"], key=int, reverse=True)  # settlement goes 6 to 1
    seats = [read_seat(game, number, round_["seats"][number], holes) for number in numbers]
    if round_.get("void", False):
        return settle_void(game, terms, round_, seats)

    meters = Meters(terms, round_.get("meters", {}))
    for seat in seats:
        meters.contribute(seat.stakes.get("progressive", 0) + seat.stakes.get("bonus_spin", 0))
    out = {}
    for seat in seats:
        if seat.forfeit:
            out[seat.number] = account(forfeit_results(seat))
            continue
        results = SETTLE[game](game, terms, cards, seat)
        apply_limit(game, terms, results)
        if "progressive" in seat.stakes:
            hand = progressive_hand(game, terms, cards, seat)
            stake = seat.stakes["progressive"]
            results["progressive"] = settle_progressive(terms, stake, hand, meters)
        if "bonus_spin" in seat.stakes:
            results["bonus_spin"] = settle_spin(terms, seat, meters)
        out[seat.number] = account(
            results,
            envy(game, terms, cards, seats, seat),
            community_pay(terms, seats, seat) if game == "criss-cross" else 0,
        )
    return {"seats": out, "meters": meters.as_json()}
