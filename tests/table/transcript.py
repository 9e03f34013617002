"""A shift in plain text: one line per event, with who caused it and the money moved.

    Ann    bets       seat 1: ante $5, bonus $1                      Ann → seat 1 $6

It has no proofs and no hashes, only cards, positions, decisions and sums."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from math import floor
from textwrap import wrap
from typing import Any, Final

from pitboss.money import dollars
from pitboss.settle.model import WagerResult
from pitboss.table import LogEntry, Person, Table
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.export import export_lines
from pitboss.table.ledger import Cents, Posting
from pitboss.table.views import RoundView, view

DOES, WHAT, MONEY, WIDTH = 7, 19, 64, 100
"""Columns: the action, the event, the money, and the maximum width."""
NO_BREAK: Final = "\u00a0"


class TableTranscript:
    """Writes a transcript of a table."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lines: list[str] = []

    def heading(self, *lines: str) -> None:
        """Add a heading."""
        self.lines += ["", *lines, ""] if self.lines else [*lines, ""]

    def add(self, entries: Iterable[LogEntry]) -> None:
        """Add a line per event, with actor and action where they change."""
        before = ("", "")
        for item in entries:
            does, text = _describe(self.table, item.event)
            who = item.by.name.replace("house dealer", "house").replace(
                "house floorperson", "house"
            )
            line_start = (who, does)
            who, does = ("", "") if line_start == before else line_start
            self._lines(
                f"{who:<{DOES}}{does:<{WHAT - DOES}}", text, ", ".join(moves(item.postings))
            )
            before = line_start

    def _lines(self, start: str, text: str, money: str) -> None:
        """Return lines of text, with the money next to it if there is room."""
        first = f"{start}{text}"
        if money and len(first) < MONEY and MONEY + len(money) <= WIDTH:
            self.lines.append(f"{first:<{MONEY}}{money}")
            return
        self.lines += _wrap(text, start)
        if money:
            self.lines += _wrap(money, " " * (WHAT + 2))

    def views(self, *viewers: Person) -> None:
        """Add the cards that some people see now."""
        for viewer in viewers:
            view_ = view(self.table.state, self.table.shoe, viewer).round
            assert isinstance(view_, RoundView)
            lie = [f"{name} {' '.join(faces)}" for name, faces in view_.cards.items()]
            hands = [f"{seat}: {' '.join(holding.cards)}" for seat, holding in view_.seats.items()]
            self.lines += _wrap(", ".join(lie), f"       {viewer.name + ' sees':<{WHAT - DOES}}")
            self.lines += _wrap(", ".join(hands), " " * WHAT)

    def ending(self) -> None:
        """Add balances, meters, and the head of the export."""
        state = self.table.state
        self.heading("AT THE END")
        for account, cents in sorted(state.balances.items()):
            self.lines.append(f"{_account(account):<20}{money(cents):>16}")
        for name, book in state.books.items():
            came = f"{money(book.seeded)} put in + {money(book.fed)} fed - {money(book.paid)} paid"
            self.lines.append(f"the {_meter(name)} shows {money(floor(book.balance))}: {came}")
        *_, last = export_lines(self.table.log)
        head = json.loads(last)["end"]
        self.lines.append(f"the export has {head['lines']} events; its head is")
        self.lines.append(head["head"])


def _wrap(text: str, start: str) -> list[str]:
    """Wrap text into lines that begin with ``start`` and continue with an indent."""
    after = " " * max(len(start), WHAT + 2)
    text = re.sub(r"(?<![,;]) ", NO_BREAK, text)  # lines end after a comma, or not at all
    lines = wrap(text, WIDTH, initial_indent=start, subsequent_indent=after)
    return [line.replace(NO_BREAK, " ") for line in lines]


def money(cents: Cents) -> str:
    """Return dollars, with a fraction of a cent where there is one."""
    whole = floor(cents)
    rest = Fraction(cents) - whole
    return dollars(whole) + (f" and {rest} cent" if rest else "")


def moves(postings: Iterable[Posting]) -> Iterator[str]:
    """Return the money of an event, summed by destination."""
    sums: dict[tuple[str, str], Cents] = {}
    for posting in postings:
        key = posting.source, posting.target
        sums[key] = sums.get(key, 0) + posting.cents
    for (source, target), cents in sums.items():
        yield f"{_account(source)} → {_account(target)} {money(cents)}"


def _account(name: str) -> str:
    kind, _, of = name.partition(":")
    match kind:
        case "stack":
            return of
        case "player":
            return f"{of} outside"
        case "escrow":
            return f"seat {of}"
        case "meter":
            return _meter(of)
        case _:
            return name


def _meter(name: str) -> str:
    return name if name == "meter" else f"{name} meter"


def _sums(wagers: Mapping[str, int]) -> str:
    return ", ".join(f"{key} {dollars(cents)}" for key, cents in wagers.items())


def _results(results: Mapping[str, WagerResult]) -> str:
    """Return results by hand: ``pair wins across $10; high card loses down``."""
    groups: dict[tuple[str, str], list[str]] = {}
    for key, item in results.items():
        word = {"win": "wins", "push": "pushes", "lose": "loses", "void": "is void:"}[item.outcome]
        progress = f"{key} {dollars(item.credit)}" if item.outcome == "win" else key
        groups.setdefault((item.hand or "", word), []).append(progress)
    return "; ".join(
        f"{hand} {word} {', '.join(keys)}".strip() for (hand, word), keys in groups.items()
    )


def _matter(matter: c.Matter) -> str:
    return {
        c.FileSubmission: "a submission",
        c.VoidRound: "to void the round",
        c.CorrectPayout: "a correction",
        c.CorrectMeter: "a correction of a meter",
        c.OpeningCount: "the opening count",
        c.ClosingCount: "the closing count",
    }[type(matter)]


def _where(to: Iterable[str], positions: Iterable[int]) -> str:
    return ", ".join(f"{name} {at}" for name, at in zip(to, positions, strict=True))


def _up(table: Table, event: e.CardsTurned) -> str:
    """Return each card with its place."""
    round_ = table.state.round
    assert round_ is not None
    lies = {at: name for name, holding in round_.table.items() for at in holding}
    for seat, holding in round_.holes.items():
        lies |= dict.fromkeys(holding, f"seat {seat}")
    groups: dict[str, list[str]] = {}
    for card in event.cards:
        groups.setdefault(lies[card.position], []).append(card.card)
    return ", ".join(f"{name} {' '.join(cards)}" for name, cards in groups.items())


def _decision_text(event: e.Decided) -> str:
    return f"seat {event.seat}: {event.decision} on {event.street}"


def _describe(table: Table, event: e.Event) -> tuple[str, str]:
    does, text = _WORDS[type(event)]
    return does, text(table, event)


Words = Callable[[Table, Any], str]

_WORDS: Final[dict[type, tuple[str, Words]]] = {
    e.TableOpened: ("opens", lambda _, x: f"{x.table} for {x.game}"),
    e.Proposed: ("proposes", lambda _, x: _matter(x.matter)),
    e.Approved: ("approves", lambda _, x: f"proposal {x.number}"),
    e.Rejected: ("rejects", lambda _, x: f"proposal {x.number}"),
    e.SubmissionApproved: ("approves", lambda *_: "the rules are in force"),
    e.PlayerSeated: ("sits down", lambda _, x: f"seat {x.seat}"),
    e.BoughtIn: ("buys in", lambda _, x: dollars(x.cents)),
    e.CashedOut: ("cashes out", lambda _, x: f"{x.player}: {dollars(x.cents)}"),
    e.PlayerAway: ("walks off", lambda _, x: f"seat {x.seat} is empty mid-round"),
    e.PlayerLeft: ("leaves", lambda _, x: f"seat {x.seat} is free"),
    e.RoundOpened: ("opens", lambda _, x: f"round {x.round}: bets are open, the stack is sealed"),
    e.WagersPlaced: ("bets", lambda _, x: f"seat {x.seat}: {_sums(x.wagers)}"),
    e.WagersTakenBack: ("takes back", lambda _, x: f"seat {x.seat}: {_sums(x.wagers)}"),
    e.EntropyAdded: ("adds", lambda _, x: f"to the shuffle: {x.entropy!r}"),
    e.BetsClosed: ("closes bets", lambda _, x: "no more bets" + (f", cut {x.cut}" * bool(x.cut))),
    e.ProgressivesCounted: (
        "counts",
        lambda _, x: ", ".join(f"{n} {key}" for key, n in x.chips.items()),
    ),
    e.CardsDealt: ("deals", lambda _, x: _where(x.to, x.positions)),
    e.CardsTurned: ("turns", _up),
    e.Decided: ("answers", lambda _, x: _decision_text(x)),
    e.AbsentRuled: (
        "rules",
        lambda _, x: f"seat {x.seat}: wagers {'are lost' if x.lost else 'stand'}",
    ),
    e.WheelSpun: ("spins", lambda _, x: f"seat {x.seat}: stop {x.stop}, {x.symbol}"),
    e.JackpotHit: ("the light", lambda _, x: f"seat {x.seat} wins {x.wager}, to be validated"),
    e.JackpotVerified: ("verifies", lambda _, x: f"the win of seat {x.seat}"),
    e.JackpotValidated: ("validates", lambda _, x: f"the win of seat {x.seat}"),
    e.TrayFilled: ("fills", lambda _, x: f"the tray with {dollars(x.cents)}"),
    e.SeatSettled: ("settles", lambda _, x: f"seat {x.seat}: {_results(x.wagers)}"),
    e.GiftsPaid: ("pays", lambda _, x: f"{x.why} for the hand of seat {x.by}"),
    e.RoundVoided: ("voids", lambda _, x: f"round {x.round}: {x.reason}"),
    e.SeedOpened: ("closes", lambda *_: "the seed is open"),
    e.RoundClosed: ("closes", lambda _, x: f"round {x.round}"),
    e.PayoutCorrected: ("corrects", lambda _, x: f"{x.wager} of seat {x.seat} in round {x.round}"),
    e.MeterCorrected: ("corrects", lambda _, x: f"the {_meter(x.meter)} by {x.cents} cents"),
    e.OpeningCounted: ("counts", lambda _, x: f"{dollars(x.cents)} in the tray: the table is open"),
    e.ChecklistSigned: ("signs", lambda _, x: f"the opening checklist, {len(x.items)} items"),
    e.DeckReceived: ("receives", lambda _, x: f"deck {x.number}"),
    e.StepDone: ("sees to", lambda _, x: f"the cards: {x.task}" + f", {x.cards}" * bool(x.cards)),
    e.StubCounted: ("counts", lambda _, x: f"the stub: {x.cards} of {x.should_be}"),
}
"""The name of each event, and its text."""
