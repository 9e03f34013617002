"""Count the interesting events of a settled round."""

from collections import Counter
from typing import Any

from . import paytables
from .settlement import FIFTY_THOUSAND, limit_in_force, person
from .terms import Terms, read_terms


def wager_events(terms: Terms, name: str, wager: dict[str, Any]) -> set[str]:
    outcome = {f"{name} {wager['outcome']}"}
    hand = wager.get("hand")
    if hand:
        outcome.add(f"{name} {hand} {wager['outcome']}")
    if hand and name == "progressive" and wager["outcome"] == "win":
        outcome.add(f"progressive {terms.progressive} {hand}")
    if "uncapped" in wager:
        outcome |= {"limit", f"limit on {name}"}
        if wager["credit"] == wager["stake"]:
            outcome.add("limit leaves nothing")
        else:
            outcome.add("limit leaves a part")
    return outcome


def meter_hits(terms: Terms, game: str, round_: dict[str, Any], seats: dict[str, Any]) -> set[str]:
    """Return the number of hits on each meter of the round."""
    hits: Counter[str] = Counter()
    shares: dict[str, set[int]] = {}
    for number, seat in seats.items():
        progressive = seat["wagers"].get("progressive", {})
        hit = paytables.HIT[terms.progressive].get(progressive.get("hand", ""))
        if hit:
            hits[hit[0]] += 1
            shares.setdefault(hit[0], set()).add(hit[1])
        jackpot = round_["seats"][number].get("spin") == terms.top_symbol
        if jackpot and terms.meters:
            hits["meter"] += 1
            shares.setdefault("meter", set()).add(100)
        elif jackpot:
            hits["fixed prize"] += 1
    outcome = {f"hit on {name}" for name in hits}
    meters_shown = round_.get("meters", {})
    for name, count in hits.items():
        outcome.add("hit on a shown meter" if name in meters_shown else "hit on a meter not shown")
        if count > 1:
            outcome.add("two hits on one meter")
        if len(shares.get(name, ())) > 1:
            outcome.add("a tenth and the whole of one meter")
        if count > 1 and shares.get(name) == {100}:
            outcome.add("two whole hits on one meter")
    if len(hits) > 1:
        outcome.add("hits on two meters")
    return outcome


def own_box_events(round_: dict[str, Any], result: dict[str, Any]) -> set[str]:
    """Return boxes of one player of which one has an envy hand."""
    outcome = set()
    seats = round_["seats"]
    for number, seat in seats.items():
        for other, other_seat in seats.items():
            same = other != number and person(number, seat) == person(other, other_seat)
            if same:
                outcome.add("two boxes of one player")
            hand = result["seats"][other]["wagers"].get("five_card", {}).get("hand", "")
            if same and hand in paytables.ENVY[100] and "progressive" in seat["wagers"]:
                outcome.add("no envy between boxes")
    return outcome


def events(round_: dict[str, Any], result: dict[str, Any]) -> set[str]:
    game = round_["game"]
    terms = read_terms(game, round_.get("submission", {}))
    outcome = {f"seats {len(round_['seats'])}"}
    outcome |= {f"{name} = {choice}" for name, choice in terms.readings.items()}
    outcome.add(f"pays on {terms.pays_on}")
    outcome |= own_box_events(round_, result)
    if round_.get("void"):
        outcome.add(f"void {round_['void']}")
        if "cards" not in round_:
            outcome.add("void without cards")
    else:
        outcome |= meter_hits(terms, game, round_, result["seats"])
    for number, seat in round_["seats"].items():
        out = result["seats"][number]
        here: set[str] = set()
        for name, wager in out["wagers"].items():
            here |= wager_events(terms, name, wager)
        limit = limit_in_force(game, terms)
        if "limit" in here and limit > FIFTY_THOUSAND:
            here.add("limit above $50,000")
            if terms.table_minimum <= 500:
                here.add("limit above $50,000 by a side wager")
        if "limit" in here and terms.payout_limit is not None:
            here.add("limit of its own")
        for street, decision in enumerate(seat["decisions"]):
            here.add(f"street {street} {decision if isinstance(decision, str) else 'cents'}")
        if "fold" in seat["decisions"]:
            here |= {f"folded, {name} {w['outcome']}" for name, w in out["wagers"].items()}
        if seat.get("forfeit"):
            here.add("forfeit, then void" if round_.get("void") else "forfeit")
        if out["envy"]:
            here.add("envy")
            if out["envy"] not in (30_000, 100_000, 150_000, 500_000):
                here.add("envy for several hands")
        if out["community_pay"]:
            here.add("community pay")
        if "spin" in seat:
            here.add(f"spin {terms.spin} {seat['spin']}")
            if seat["spin"] == terms.top_symbol != "jackpot":
                here.add(f"spin {terms.spin} another symbol")
            if "merchandise" in out["wagers"]["bonus_spin"]:
                here.add(f"spin {terms.spin} merchandise")
        if "bonus" in seat["wagers"] and out["wagers"]["bonus"]["outcome"] == "win":
            wager_result = out["wagers"]["bonus"]
            odds = wager_result.get("uncapped", wager_result["credit"]) // wager_result["stake"] - 1
            here.add(f"bonus {odds} to 1")
        if "ultimate_pairs" in seat["wagers"]:
            wager_result = out["wagers"]["ultimate_pairs"]
            if wager_result["outcome"] == "win":
                odds = wager_result["credit"] // wager_result["stake"] - 1
                here.add(f"ultimate pairs {terms.ultimate_pairs} {odds} to 1")
        outcome |= here
    return outcome
