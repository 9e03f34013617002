"""What happened at the table, one sentence per event."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from pitboss.games import Game, find_game
from pitboss.games.deck_tasks import Task
from pitboss.money import dollars
from pitboss.papers.card_symbols import card_symbol
from pitboss.papers.round_results import format_net
from pitboss.papers.wording import capitalize, join_words, meter_phrase
from pitboss.settle.model import WagerResult
from pitboss.submission import complete_submission
from pitboss.submission.rules import Rules
from pitboss.table import LogEntry, State
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.hidden_cards import describe_card, describe_incident
from pitboss.table.people import HOUSE_DEALER

METHOD_KEYS: Final = ("dealing", "shuffler", "decks")
"""The keys of a submission that say how cards are shuffled and dealt."""


def method_phrase(table_submission: Mapping[str, Any]) -> str:
    """Return the method as in a filing: ``dealing: hand, shuffler: automated, decks: 1``."""
    return ", ".join(f"{key}: {table_submission[key]}" for key in METHOD_KEYS)


def meter_label(rules: Rules, name: str) -> str:
    """Return the name of a meter, with the label of its wager."""
    return next(
        (
            meter_phrase(name, side.label)
            for side in rules.sides
            if name in {meter.name for meter in getattr(side.pays, "meters", ())}
        ),
        f"the meter {name}",
    )


def filing_phrase(game: Game, matter: c.FileSubmission) -> str:
    """Return what a proposed submission would change about the deal."""
    table = complete_submission(game, matter.submission)[0]["table"]
    when = ", after this round" * matter.after_round
    return f"a new submission, {method_phrase(table)}{when}"


def matter_phrase(rules: Rules, matter: c.Matter) -> str:
    """Return what a proposal asks for."""
    match matter:
        case c.VoidRound():
            return f"void round {matter.round:,}: {matter.reason}"
        case c.OpeningCount() | c.ClosingCount():
            when = "before" if isinstance(matter, c.OpeningCount) else "after"
            return f"{dollars(matter.cents)} in the tray {when} play"
        case c.FileSubmission():
            return filing_phrase(find_game(rules.game), matter)
        case c.CorrectPayout():
            labels = {wager.key: wager.label for wager in rules.wagers}
            wager = labels.get(matter.wager, matter.wager)
            if matter.handed_over:
                return (
                    f"hand over the merchandise that seat {matter.seat} won in round "
                    f"{matter.round:,} instead of paying its value: {matter.reason}"
                )
            return (
                f"credit seat {matter.seat} with {dollars(matter.credit)} on {wager} in round "
                f"{matter.round:,}: {matter.reason}"
            )
        case c.CorrectCards():
            cards = (
                f"{describe_card(rules, name)} is {card_symbol(face)}"
                for name, face in matter.cards.items()
            )
            return f"correct cards of round {matter.round:,}: {join_words(cards)}; {matter.reason}"
        case c.TransferChips():
            kind = "credit" if matter.to_cage else "fill"
            return f"{kind} of {dollars(matter.cents)}, slip {matter.slip}"
        case c.CorrectMeter():
            meter = meter_label(rules, matter.meter)
            return f"correct {meter} by {matter.cents} cents: {matter.reason}"


def day_sentence(rules: Rules, entry: LogEntry) -> str:
    """Return a sentence for an event outside of play, or an empty string."""
    event = entry.event
    by = entry.by.name
    return (
        _people_sentence(event)
        or _deck_sentence(event, by)
        or _incident_sentence(rules, event)
        or _proposal_sentence(rules, event, by)
    )


def _people_sentence(event: e.Event) -> str:
    match event:
        case e.PlayerSeated():
            return f"{event.player} sits down."
        case e.BoughtIn():
            return f"{event.player} buys in for {dollars(event.cents)}."
        case e.CashedOut():
            return f"{event.player} cashes out {dollars(event.cents)}."
        case e.PlayerAway():
            return f"The player in seat {event.seat} walks off."
        case e.PlayerLeft():
            return f"Seat {event.seat} is free."
        case _:
            return ""


def _deck_sentence(event: e.Event, by: str) -> str:
    match event:
        case e.ChecklistSigned():
            return f"{by} signs the opening checklist ({len(event.items)} items)."
        case e.DeckReceived():
            preparation = ", already inspected and shuffled" if event.ready_made else ""
            backs = f", {event.design}, {event.color} backs" if event.color else ""
            return f"Deck number {event.number} ({event.id}{backs}) is received{preparation}."
        case e.DeckRemoved():
            return f"Deck number {event.number} is removed: {event.why}."
        case e.StepDone(task=Task.CUT):
            return f"{by} cuts the stack: {event.cards} cards go to the bottom."
        case e.StepDone():
            return f"Done by {by}: {event.task.description}."
        case e.ShuffleOrdered() | e.ShuffleSpoilt():
            return "The cards must be shuffled again."
        case e.CardsRecut():
            where = f", {event.cut} from the top" if event.cut else ""
            return f"The cards are cut again{where}: {event.reason}."
        case e.StubCounted():
            cards_name = "The stub" if event.round else "The deck"
            is_right = event.cards == event.should_be
            judgment = "correct" if is_right else f"should be {event.should_be}"
            return f"{cards_name} is counted: {event.cards} cards, {judgment}."
        case e.CardExposed():
            return f"{card_symbol(event.card.card)} was exposed too early."
        case e.CardOut():
            return f"{card_symbol(event.card.card)} was face up: it is out of play."
        case _:
            return ""


def _incident_sentence(rules: Rules, event: e.Event) -> str:
    match event:
        case e.IncidentReported():
            ruling_note = " A floorperson must rule on it." if event.waits else ""
            description = describe_incident(rules, event.kinds, event.card)
            return f"Incident {event.number}: {description}.{ruling_note}"
        case e.IncidentRuled():
            return f"{event.by} rules on incident {event.number}: {event.ruling.description}."
        case e.DeviceDown():
            return f"The {event.device} is out of order."
        case e.DeviceMarked():
            return f"The {event.device} is {event.mark.value}."
        case e.DeviceRestored():
            return f"The {event.device} works again."
        case e.Disabled():
            return f"{event.by} disables {disabled_name(event.what)}: {event.reason}."
        case e.Enabled():
            return f"{event.by} enables {disabled_name(event.what)} again."
        case e.SeedLost():
            return f"The seed of round {event.round:,} is lost."
        case _:
            return ""


def _proposal_sentence(rules: Rules, event: e.Event, by: str) -> str:
    match event:
        case e.OpeningCounted():
            return f"{_tray_count(event)} The table is open."
        case e.ClosingCounted():
            return f"{_tray_count(event)} The table is closed."
        case e.TrayFilled():
            return f"The tray is filled with {dollars(event.cents)}."
        case e.ChipsTransferred():
            what = "goes back to the cage" if event.to_cage else "comes from the cage"
            return f"{dollars(event.cents)} in chips {what}, slip {event.slip}."
        case e.Proposed(matter=c.OpeningCount() | c.ClosingCount()):
            return f"{by} has counted the tray; a second person must count it too."
        case e.Proposed(matter=c.FileSubmission()) if by == HOUSE_DEALER.name:
            return ""  # part of setting up the table: reported when it takes effect
        case e.Proposed():
            return f"{by} proposes: {matter_phrase(rules, event.matter)}."
        case e.Rejected():
            return f"{by} rejects proposal {event.number}."
        case e.FilingLapsed():
            return f"Submission {event.number} does not take effect: {event.reason}."
        case e.SubmissionApproved():
            method = method_phrase(event.submission["table"])
            return f"Rules {event.rules[:8]} are in effect; {method}."
        case e.TableOpened():
            return f"{capitalize(event.table)} is ready, with {dollars(event.bank)} in its tray."
        case e.PayoutCorrected():
            old_credit, new_credit = dollars(event.was), dollars(event.credit)
            if event.handed_over:
                return (
                    f"Seat {event.seat} receives its merchandise from round {event.round:,}; its "
                    f"value of {old_credit} is taken back."
                )
            where = f"Seat {event.seat}, round {event.round:,}"
            return f"{where}: credited {new_credit} instead of {old_credit}."
        case e.MeterCorrected():
            meter = capitalize(meter_label(rules, event.meter))
            return f"{meter} is corrected by {event.cents} cents."
        case _:  # approvals are reported by their effects
            return ""


def _tray_count(event: e.OpeningCounted | e.ClosingCounted) -> str:
    return f"The tray is counted: {dollars(event.cents)}{count_difference(event.over)}."


def count_difference(over: int) -> str:
    """Return how a count differs from the books, or an empty string."""
    if not over:
        return ""
    return f", {dollars(abs(over))} {'more' if over > 0 else 'less'} than the books show"


def disabled_name(target: str) -> str:
    """Return what is disabled, in words: ``the table``, ``Seat 2``."""
    return target[7:] if target.startswith("player:") else f"the {target}"


OUTCOME_VERBS: Final = {
    "push": ("pushes", "push"),
    "lose": ("loses", "lose"),
    "void": ("is returned", "are returned"),
}


def event_sentences(rules: Rules, entry: LogEntry) -> Iterator[str]:
    """Yield the sentence for a log entry; some events have none."""
    sentence = round_sentence(rules, entry.event)
    if sentence is None:
        sentence = day_sentence(rules, entry)
    if sentence:
        yield sentence


def upcoming_sentence(state: State, entry: LogEntry) -> str:
    """Return the sentence for an approval that takes effect after this round, or an empty string.

    The ``state`` is one after the approval.
    """
    upcoming, event = state.upcoming, entry.event
    if not isinstance(event, e.Approved) or upcoming is None or event.number != upcoming.number:
        return ""
    return f"Submission {event.number} takes effect after this round."


def round_sentence(rules: Rules, event: e.Event) -> str | None:
    """Return a sentence for an event of a round, or None for other events."""
    match event:
        case e.RoundOpened():
            deck = " The cards come from a physical deck." if event.physical else ""
            return f"Round {event.round:,}: bets are open.{deck}"
        case e.WagersPlaced() | e.WagersTakenBack():
            verb = "takes back" if isinstance(event, e.WagersTakenBack) else "wagers"
            labels = {wager.key: wager.label for wager in rules.wagers}
            items = join_words(f"{labels[key]} {dollars(c)}" for key, c in event.wagers.items())
            return f"Seat {event.seat} {verb} {items}."
        case e.BetsClosed():
            return "No more bets."
        case e.ProgressivesCounted():
            labels = {side.key: side.label for side in rules.sides}
            items = join_words(f"{number} {labels[key]}" for key, number in event.chips.items())
            return f"Collected and counted: {items}."
        case e.CardsDealt():
            return _dealt_sentence(rules, event)
        case e.CardsTurned():
            return f"Face up: {' '.join(card_symbol(x.card) for x in event.cards)}." * bool(
                event.cards
            )
        case e.CardsCorrected():
            cards = (
                f"{card_symbol(item.card)} instead of {card_symbol(item.was)}"
                for item in event.cards
            )
            return f"Cards corrected: {join_words(cards)}; {event.reason}."
        case e.Decided():
            amount = f" for {dollars(event.stake)}" if event.stake else ""
            return f"Seat {event.seat} decides: {event.decision}{amount}."
        case e.AbsentRuled():
            verb = "are lost" if event.lost else "stand, and nothing more is staked"
            return f"{event.by} rules: the wagers of seat {event.seat} {verb}."
        case e.WheelSpun():
            return f"Seat {event.seat} spins the wheel: {event.symbol}."
        case e.JackpotHit():
            label = next(side.label for side in rules.sides if side.key == event.wager)
            return f"Seat {event.seat} wins on {label}; the win must be verified and validated."
        case e.JackpotVerified():
            return f"{event.by} verifies the win of seat {event.seat}."
        case e.JackpotValidated():
            return f"{event.by} validates the win of seat {event.seat}."
        case e.SeatSettled():
            return _settled_sentence(rules, event)
        case e.GiftsPaid():
            items = join_words(f"seat {seat} {dollars(c)}" for seat, c in event.to.items())
            return f"{capitalize(event.why)} for the hand of seat {event.by}: {items}."
        case e.SettlementReversed():
            return f"The settlement of seat {event.seat} is reversed."
        case e.RoundVoided():
            return f"Round {event.round:,} is void: {event.reason}."
        case e.RoundClosed():
            seed = "" if rules.table.is_physical else "; its seed is revealed"
            return f"Round {event.round:,} is closed{seed}."
        case e.SatOut():
            return f"Seat {event.seat} sits out the round; its wagers are returned."
        case e.WagersReturned():
            label = next(side.label for side in rules.sides if side.key == event.wager)
            return f"{label} is returned to {join_words(f'seat {seat}' for seat in event.seats)}."
        case e.Forfeited():
            breach = rules.table_procedures.breaches.get(event.breach, event.breach)
            return f"{event.by} rules: seat {event.seat} forfeits every wager, because {breach}."
        case e.BreachRecorded():
            breach = rules.table_procedures.breaches.get(event.breach, event.breach)
            return f"{event.by} records a breach by seat {event.seat}: {breach}."
        case e.SeedOpened() | e.EntropyAdded():
            return ""
        case _:
            return None


def _dealt_sentence(rules: Rules, event: e.CardsDealt) -> str:
    """Return ``Dealt face down: Left, Right.``, ``A card is burned.`` and so on."""
    if event.to == ("burn",):
        return "A card is burned."
    if event.to == ("discard",):
        return "A card is discarded unseen."
    labels = {place.name: place.label for place in rules.places}
    places = dict.fromkeys(labels[to] for to in event.to if to in labels)
    seats = dict.fromkeys(to.partition(".")[0] for to in event.to if to not in labels)
    spots = len(places) + len(seats)
    card_count = len(event.to) // spots
    count_suffix = f", {card_count} cards{' each' if spots > 1 else ''}" if card_count > 1 else ""
    recipients = (
        f"seat{'s' if len(seats) > 1 else ''} {join_words(seats)}" if seats else join_words(places)
    )
    return f"Dealt {rules.dealing.facing(event.to[0])}: {recipients}{count_suffix}."


def _settled_sentence(rules: Rules, event: e.SeatSettled) -> str:
    net = sum(result.credit - result.stake for result in event.wagers.values())
    parts = "; ".join(_wager_outcomes(rules, event.wagers))
    hands = tuple(_announced_hands(rules, event.wagers))
    hands_text = f" shows {join_words(hands)};" if hands else ""
    return f"Seat {event.seat}{hands_text} settled, {format_net(net)}: {parts}."


def _announced_hands(rules: Rules, wagers: Mapping[str, WagerResult]) -> Iterator[str]:
    """Yield the hands that the dealer announces, each once."""
    for name in rules.table_procedures.announces:
        wager_keys = [w.key for w in rules.wagers if getattr(w.pays, "hand", None) == name]
        hand = next((wagers[key].hand for key in wager_keys if key in wagers), None)
        if hand:
            yield hand


def _wager_outcomes(rules: Rules, wagers: Mapping[str, WagerResult]) -> Iterator[str]:
    """Yield each win with its hand, then the pushes, losses and returned wagers together."""
    labels = {wager.key: wager.label for wager in rules.wagers}
    for key, result in wagers.items():
        if result.outcome == "win":
            description = result.hand or result.merchandise
            hand = f" ({description})" if description else ""
            yield f"{labels[key]} {format_net(result.credit - result.stake)}{hand}"
    for outcome, verbs in OUTCOME_VERBS.items():
        group = [labels[key] for key, result in wagers.items() if result.outcome == outcome]
        if group:
            yield f"{join_words(group)} {verbs[0] if len(group) == 1 else verbs[1]}"
