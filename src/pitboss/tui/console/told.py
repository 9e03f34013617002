"""What happened at the table, in plain words: one sentence for each event that is worth one."""

from collections.abc import Iterator, Mapping
from typing import Final

from pitboss.money import dollars
from pitboss.papers.result_text import net_text
from pitboss.papers.words import listed, sentence
from pitboss.settle.values import WagerResult
from pitboss.submission.rules import Rules
from pitboss.table import Recorded
from pitboss.table import events as e
from pitboss.tui.cards import sign
from pitboss.tui.console.told_day import day_words

OUTCOMES: Final = {
    "push": ("pushes", "push"),
    "lose": ("loses", "lose"),
    "void": ("goes back", "go back"),
}


def told(rules: Rules, one: Recorded) -> Iterator[str]:
    """The sentences of a line of the log; most events have one, some have none."""
    said = round_words(rules, one.event)
    if said is None:
        said = day_words(rules, one)
    if said:
        yield said


def round_words(rules: Rules, event: e.Event) -> str | None:
    """What happened in a round; none if it is not of a round."""
    match event:
        case e.RoundOpened():
            return f"Round {event.round:,}: bets are open."
        case e.WagersPlaced() | e.WagersTakenBack():
            what = "takes back" if isinstance(event, e.WagersTakenBack) else "wagers"
            labels = {wager.key: wager.label for wager in rules.wagers}
            some = listed(f"{labels[key]} {dollars(c)}" for key, c in event.wagers.items())
            return f"Seat {event.seat} {what} {some}."
        case e.BetsClosed():
            return "No more bets."
        case e.ProgressivesCounted():
            labels = {side.key: side.label for side in rules.sides}
            some = listed(f"{number} {labels[key]}" for key, number in event.chips.items())
            return f"Collected and counted: {some}."
        case e.CardsDealt():
            return _dealt(rules, event)
        case e.CardsTurned():
            return f"Face up: {' '.join(sign(x.card) for x in event.cards)}." * bool(event.cards)
        case e.Decided():
            staked = f" for {dollars(event.stake)}" if event.stake else ""
            return f"Seat {event.seat} answers: {event.decision}{staked}."
        case e.AbsentRuled():
            what = "are lost" if event.lost else "stand, and nothing more is staked"
            return f"{event.by} rules: the wagers of seat {event.seat} {what}."
        case e.WheelSpun():
            return f"Seat {event.seat} spins the wheel: {event.symbol}."
        case e.JackpotHit():
            label = next(side.label for side in rules.sides if side.key == event.wager)
            return f"Seat {event.seat} wins on {label}: it is verified and validated first."
        case e.JackpotVerified():
            return f"{event.by} verifies what seat {event.seat} won."
        case e.JackpotValidated():
            return f"{event.by} validates what seat {event.seat} won."
        case e.SeatSettled():
            return _settled(rules, event)
        case e.GiftsPaid():
            some = listed(f"seat {seat} {dollars(c)}" for seat, c in event.to.items())
            return f"{sentence(event.why)} by the hand of seat {event.by}: {some}."
        case e.SettlementReversed():
            return f"What was settled at seat {event.seat} is reversed."
        case e.RoundVoided():
            return f"Round {event.round:,} is void: {event.reason}."
        case e.RoundClosed():
            return f"Round {event.round:,} is closed; its seed is open."
        case e.SatOut():
            return f"Seat {event.seat} sits the round out: its wagers go back."
        case e.WagersReturned():
            label = next(side.label for side in rules.sides if side.key == event.wager)
            return f"{label} goes back to {listed(f'seat {seat}' for seat in event.seats)}."
        case e.Forfeited():
            breach = rules.table_procedures.breaches.get(event.breach, event.breach)
            return f"{event.by} rules: seat {event.seat} forfeits every wager, because {breach}."
        case e.BreachRecorded():
            breach = rules.table_procedures.breaches.get(event.breach, event.breach)
            return f"On record for seat {event.seat}, by {event.by}: {breach}."
        case e.SeedOpened() | e.EntropyAdded():
            return ""
        case _:
            return None


def _dealt(rules: Rules, event: e.CardsDealt) -> str:
    """``Dealt face down: Left, Right.``, ``Dealt face up: Turn.``, ``A card is burnt.``"""
    if event.to == ("burn",):
        return "A card is burnt."
    if event.to == ("discard",):
        return "A card is put away unseen."
    labels = {place.name: place.label for place in rules.places}
    places = dict.fromkeys(labels[to] for to in event.to if to in labels)
    seats = dict.fromkeys(to.partition(".")[0] for to in event.to if to not in labels)
    spots = len(places) + len(seats)
    many = len(event.to) // spots
    each = f", {many} cards{' each' if spots > 1 else ''}" if many > 1 else ""
    who = f"seat{'s' if len(seats) > 1 else ''} {listed(seats)}" if seats else listed(places)
    return f"Dealt {rules.dealing.lies(event.to[0])}: {who}{each}."


def _settled(rules: Rules, event: e.SeatSettled) -> str:
    net = sum(result.credit - result.stake for result in event.wagers.values())
    parts = "; ".join(_came_to(rules, event.wagers))
    held = tuple(_announced(rules, event.wagers))
    shows = f" shows {listed(held)};" if held else ""
    return f"Seat {event.seat}{shows} settled, {net_text(net)}: {parts}."


def _announced(rules: Rules, wagers: Mapping[str, WagerResult]) -> Iterator[str]:
    """The hands that the dealer says aloud, each once."""
    for name in rules.table_procedures.announces:
        paid = [w.key for w in rules.wagers if getattr(w.pays, "hand", None) == name]
        hand = next((wagers[key].hand for key in paid if key in wagers), None)
        if hand:
            yield hand


def _came_to(rules: Rules, wagers: Mapping[str, WagerResult]) -> Iterator[str]:
    """What wins by itself, with its hand; what pushes, loses or goes back together."""
    labels = {wager.key: wager.label for wager in rules.wagers}
    for key, result in wagers.items():
        if result.outcome == "win":
            shown = result.hand or result.merchandise
            hand = f" ({shown})" if shown else ""
            yield f"{labels[key]} {net_text(result.credit - result.stake)}{hand}"
    for outcome, words in OUTCOMES.items():
        some = [labels[key] for key, result in wagers.items() if result.outcome == outcome]
        if some:
            yield f"{listed(some)} {words[0] if len(some) == 1 else words[1]}"
