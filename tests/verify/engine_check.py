"""Replay a file with the engine, to tell whether an honest table could have written it.

The engine is given the commands of the people in the file, and must write exactly the same bytes. A
changed file that passes `pitboss verify` must be such a file. The engine and the checker share no
code but the rules, the shuffle and settlement, so an error in one does not hide an error in the
other.
"""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Final

import msgspec
from msgspec.structs import replace

from pitboss.errors import Refused
from pitboss.games.deck_tasks import Device
from pitboss.games.incidents import Kind
from pitboss.shuffle import Shoe, build_shoe, shuffle_context
from pitboss.table import LogEntry, Person, State
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.apply import apply_with_postings
from pitboss.table.export import export_lines
from pitboss.table.handlers import handle
from pitboss.table.state import encode_fraction


class LineFacts(msgspec.Struct):
    """The content of a line, without its postings."""

    by: Person
    event: e.Event
    at: str | None = None


read: Final = msgspec.json.Decoder(LineFacts).decode
_encode: Final = msgspec.json.Encoder(enc_hook=encode_fraction).encode
NOT_DONE: Final = (Refused, ValueError, KeyError, IndexError, TypeError, OverflowError)
"""Errors of the engine when a file requires something impossible."""


def honest(lines: Sequence[bytes], lost_seeds: Mapping[int, str] = MappingProxyType({})) -> bool:
    """Return whether an honest table could have written these lines.

    ``lost_seeds`` are the seeds, by round, that the file does not reveal: it says that they are
    lost, or ends before.
    """
    try:
        progress = [read(line) for line in lines[:-1]]
    except (ValueError, RecursionError):
        return False
    seeds = dict(lost_seeds)
    seeds |= {
        item.event.round: item.event.seed
        for item in progress
        if isinstance(item.event, e.SeedOpened)
    }
    settled_rounds = {item.event.round for item in progress if isinstance(item.event, e.SeedLost)}
    state, shoe, log = State(), None, list[LogEntry]()
    while len(log) < len(progress):
        command_found = _find_command(state, progress[len(log) :], seeds, settled_rounds, shoe)
        if command_found is None:
            return False
        events, shoe = command_found
        for event, line in zip(events, progress[len(log) :], strict=False):
            state, postings = apply_with_postings(state, event)
            log.append(LogEntry(state.version, event, line.by, postings, line.at))
    return [line + b"\n" for line in export_lines(log)] == list(lines)


def _find_command(
    state: State,
    progress: Sequence[LineFacts],
    seeds: dict[int, str],
    lost_seeds: set[int],
    shoe: Shoe | None,
) -> tuple[tuple[e.Event, ...], Shoe | None] | None:
    """Return the events of the command that explains the next lines, or None if there is none."""
    by = progress[0].by
    for command in _with_faces(progress, _commands(state, progress[0].event, by.name)):
        fresh = _shoe(state, seeds) if isinstance(command, c.OpenRound) else shoe
        # The time of the loss is unknown: until then the stack was available.
        for at_hand in (
            (fresh, None) if state.round and state.round.number in lost_seeds else (fresh,)
        ):
            try:
                events = handle(state, by, command, at_hand)
            except NOT_DONE:
                continue
            next_ones = progress[: len(events)]
            same = _encode([next_one.event for next_one in next_ones]) == _encode(events)
            if events and same and all(next_one.by == by for next_one in next_ones):
                return events, fresh
    return None


def _with_faces(
    progress: Sequence[LineFacts], commands: Iterator[c.Command]
) -> Iterator[c.Command]:
    """Yield the commands, and each once more with the cards that people entered with it."""
    events = [line.event for line in progress[:2]]
    first = next((item for item in events if isinstance(item, e.CardsTurned)), None)
    faces = tuple(card.card for card in first.cards) if first else ()
    faces_exposed = [
        item.card.card for item in events if isinstance(item, e.CardExposed | e.CardOut)
    ]
    for command in commands:
        yield command
        if isinstance(command, c.SpinWheel) and isinstance(events[0], e.WheelSpun):
            yield replace(command, symbol=events[0].symbol)
        elif isinstance(command, c.Report) and faces_exposed:
            yield replace(command, face=faces_exposed[0])
        elif faces and isinstance(command, c.Deal | c.TurnOver | c.Settle | c.Rule | c.Approve):
            yield replace(command, cards=faces)


def _shoe(state: State, seeds: dict[int, str]) -> Shoe | None:
    """Return the shoe of the seed that the file reveals later."""
    number = state.round.number + 1 if state.round else 1
    try:
        seed = bytes.fromhex(seeds[number])
        return build_shoe(
            seed, shuffle_context(state.table, number, state.rules.hash if state.rules else "")
        )
    except (KeyError, ValueError):
        return None


def _commands(state: State, event: e.Event, name: str) -> Iterator[c.Command]:
    """Yield the commands that may have caused this event, and perhaps some after it."""
    n = getattr(event, "round", state.round.number if state.round else 0)
    match event:
        case e.TableOpened():
            yield c.OpenTable(event.table, event.game, event.bank)
        case e.Proposed():
            yield c.Propose(event.matter)
        case e.Approved():
            waits = state.proposals.get(event.number)
            yield c.approval_of(event.number, waits.matter) if waits else c.Approve(event.number)
        case e.Rejected():
            yield c.Reject(event.number)
        case e.PlayerSeated():
            yield c.TakeSeat(event.seat)
        case e.BoughtIn():
            yield c.BuyIn(event.cents)
        case e.CashedOut():
            yield c.CashOut(event.cents)
            yield from (c.Leave(seat) for seat, who in state.seats.items() if who == name)
            seats_held = [seat for seat, who in state.seats.items() if who == event.player]
            yield from map(c.FreeSeat, seats_held)
        case e.PlayerLeft():
            yield c.Leave(event.seat)
            yield c.FreeSeat(event.seat)
        case e.PlayerAway():
            yield c.Leave(event.seat)
            yield c.WalkedOff(event.seat, round=n)
        case e.RoundOpened():
            yield c.OpenRound(event.practice, event.at)
        case e.WagersPlaced():
            yield c.PlaceWagers(event.seat, event.wagers, round=n)
        case e.WagersTakenBack():
            yield c.TakeBack(event.seat, tuple(event.wagers), round=n)
            yield c.Leave(event.seat)
        case e.EntropyAdded():
            yield c.AddEntropy(event.entropy, round=n)
        case e.BetsClosed():
            yield c.NoMoreBets(round=n, at=event.at)
        case e.ProgressivesCounted():
            yield c.CountProgressives(event.chips, round=n)
        case e.CardsDealt():
            yield c.Deal(round=n)
        case e.Decided():
            yield c.Decide(event.seat, event.decision, event.street, round=n)
            yield c.AnswerForAbsent(event.seat, round=n)
        case e.AbsentRuled():
            yield c.RuleOnAbsent(event.seat, event.lost, round=n)
        case e.WheelSpun():
            yield c.SpinWheel(round=n)
        case e.JackpotVerified():
            yield c.VerifyJackpot(event.seat, round=n)
        case e.JackpotValidated():
            yield c.ValidateJackpot(event.seat, round=n)
        case e.CardsTurned() | e.JackpotHit() | e.SeatSettled() | e.GiftsPaid() | e.TrayFilled():
            yield c.TurnOver(round=n)
            yield c.Settle(every=True, round=n)
            yield c.Settle(round=n)
        case e.SeedOpened() | e.SeedLost() | e.RoundClosed():
            yield c.CloseRound(round=n)
        case _:
            yield from _of_day(state, event)


def _of_day(state: State, event: e.Event) -> Iterator[c.Command]:
    """Yield the same for events about decks and irregularities."""
    n = state.round.number if state.round else 0
    match event:
        case e.ChecklistSigned():
            yield c.SignChecklist(event.items)
        case e.DeckReceived():
            yield c.ReceiveDeck(event.ready_made, event.at, event.id, event.design, event.color)
        case e.DeckRemoved():
            yield c.RemoveDeck(event.deck)
        case e.StepDone():
            yield c.Perform(event.task, event.deck, event.cards)
        case e.ShuffleOrdered():
            yield c.OrderShuffle(event.deck)
        case e.CardsRecut():
            yield c.Recut(event.reason, round=n)
        case e.StubCounted():
            yield c.CountStub(event.cards, round=n)
        case e.IncidentReported(kinds=(kind,)):
            card, _, position = event.card.partition(".")
            if card == "next":  # reported at its intended place
                kind = Kind.DRAWN_EXPOSED
                yield c.Report(kind, event.seat, position, event.deck, event.device, round=n)
            elif event.seat:
                yield c.Report(kind, event.seat, position, event.deck, event.device, round=n)
            else:
                nth = int(position) if position.isdecimal() else 0
                yield c.Report(kind, 0, card, event.deck, event.device, nth, round=n)
        case e.IncidentRuled():
            yield c.Rule(event.ruling, event.reason)
        case e.Forfeited():
            yield c.Forfeit(event.seat, event.breach, round=n)
        case e.BreachRecorded():
            yield c.RecordBreach(event.seat, event.breach, round=n)
        case e.DeviceMarked():
            yield from (c.MarkDevice(item, event.mark) for item in Device if item == event.device)
        case e.DeviceRestored():
            yield from (c.RestoreDevice(item) for item in Device if item == event.device)
        case e.Disabled():
            yield c.Disable(event.what, event.reason)
        case e.Enabled():
            yield c.Enable(event.what)
        case _:
            return
