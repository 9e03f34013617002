"""Changed files with a repaired chain, with and without recomputed money, are detected.

Every field of every kind of event is changed in several ways, and events are removed, repeated and
moved. Each forgery is either reported, or is a history that an honest table could have written,
which is proved by having the engine write it.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from random import Random
from typing import Final, NamedTuple, get_args

import pytest

from pitboss.table.events import Event
from pitboss.verify import VerificationError, verify
from tests.verify.corpus import CORPUS
from tests.verify.engine_check import honest
from tests.verify.file_forgery import (
    Doc,
    docs_of,
    field,
    last_line,
    other_values,
    put,
    rebook,
    rechain,
    values,
)
from tests.verify.random_shifts import Shift

NEVER_LEGAL: Final = (
    "postings",
    "root",
    "seed_hash",
    "seed",
    "rules",
    "number",
    "round",
    "positions",
    "cards",
    "position",
    "card",
    "salt",
    "proof",
    "contributions",
    "chips",
    "stake",
    "folded",
    "stop",
    "symbol",
    "outcome",
    "credit",
    "was",
    "hand",
    "hits",
    "paid",
    "reseeded",
    "to",
    "why",
    "role",
    "deck",
    "cut",
    "should_be",
    "over",
    "kinds",
    "waits",
    "exposed",
    "device",
)
"""Fields that follow from the rest, so that any change of them is detected."""

ANY_WRONG_COUNT: Final = "StubCounted: event.cards"
"""For a wrong count, the size of the error does not matter."""


UNBOUND: Final = (
    "RoundOpened: event.seed_hash",
    "TableOpened: event.table",
    "WheelSpun: event.stop",
)
"""In a void round with a lost seed nothing binds these fields, so changes are only counted."""


def fault_of(lines: Sequence[bytes]) -> VerificationError | None:
    try:
        verify(lines)
    except VerificationError as fault:
        return fault
    return None


ENTERED: Final = (
    "CardsTurned: event.cards.*.card",
    "CardExposed: event.card.card",
    "CardsCorrected: event.cards.*.card",
    "WheelSpun: event.symbol",
)
"""What people enter beside a physical deck: another card or symbol that pays the same is legal."""


class ForgeryTally:
    """Counts of forgeries by outcome."""

    def __init__(self, name: str) -> None:
        self.name, self.lost_seeds = name, CORPUS[name]().lost_seeds()
        self.seeds = CORPUS[name]().seeds()
        self.found_counts: Counter[str] = Counter()
        self.legal: Counter[str] = Counter()

    def check(self, how: str, what: str, lines: Sequence[bytes]) -> None:
        """Check that a file is rejected, or is not a forgery."""
        fault = fault_of(lines)
        if fault is None and self.lost_seeds and what in UNBOUND:
            self.legal[what] += 1
        elif fault is None:
            assert honest(lines, self.seeds), f"{how}, {what}: not found"
            self.legal[what] += 1
        else:
            assert 1 <= fault.line <= len(lines) + 1
            assert fault.sentence.strip()
            self.found_counts[how] += 1

    def print_summary(self) -> None:
        print(
            f"\n{self.name}: {self.found_counts.total()} forgeries found: {dict(self.found_counts)}"
        )
        print(f"{self.legal.total()} that are legal histories: {dict(self.legal)}")


# Values


class Forgery(NamedTuple):
    """A line with one value changed."""

    how: str
    what: str
    docs: list[Doc]
    in_event: bool


def forgeries(docs: Sequence[Doc], start: int, most: int = 1) -> Iterator[Forgery]:
    """Yield forgeries of each field of each kind of event, in every way."""
    seen_so_far: Counter[str] = Counter()
    for at, doc in enumerate(docs[start:], start):
        for path, value in values(doc):
            what = field(doc, path)
            seen_so_far[what] += 1
            for how, other in other_values(value) if seen_so_far[what] <= most else ():
                forgery = [*docs[:at], put(doc, path, other), *docs[at + 1 :]]
                yield Forgery(how, what, forgery, path[0] == "event")


def start_of(name: str) -> int:
    """Return where forgeries begin: all shifts are opened alike, so one opening is enough."""
    kinds = [doc["event"]["type"] for doc in docs_of(CORPUS[name]().lines())]
    if name in ("stud", "unplayed_table"):
        return 0
    return next(n for n, kind in enumerate(kinds) if kind in ("RoundOpened", "ShuffleOrdered"))


@pytest.mark.slow
@pytest.mark.parametrize("name", CORPUS)
def test_fields_of_every_event(name: str) -> None:
    """A fifth of all changes is tested here, and all of them in the soak."""
    check_fields(name, Random(name), 1 / 5)


@pytest.mark.soak
@pytest.mark.parametrize("name", CORPUS)
def test_every_field_of_every_event(name: str) -> None:
    check_fields(name, Random(name), 1)


def check_fields(name: str, some: Random, part: float) -> None:
    """Check that a field can be changed only where the changed event would be legal."""
    tally = ForgeryTally(name)
    for how, what, docs, in_event in forgeries(docs_of(CORPUS[name]().lines()), start_of(name)):
        if some.random() > part:
            continue
        tally.check(how, what, rechain(docs))
        again = rebook(docs) if in_event else None
        if again and again != docs:
            tally.check(f"{how}, money anew", what, rechain(again))
    tally.print_summary()
    for what in tally.legal:
        kind, _, path = what.partition(": ")
        if kind != "Proposed":  # one that was rejected, or changed to an equivalent value
            free = (*UNBOUND, ANY_WRONG_COUNT, *(ENTERED if name == "physical_deck" else ()))
            assert path.rpartition(".")[2] not in NEVER_LEGAL or what in free, what
            assert not path.startswith("postings"), what


def test_every_kind_of_event_is_forged() -> None:
    forged_types = {
        doc["event"]["type"]
        for name, build_case in CORPUS.items()
        for doc in docs_of(build_case().lines())[start_of(name) :]
    }
    every = {kind.__name__ for kind in get_args(Event)} - {"BroughtForward"}  # see test_forward
    assert forged_types == every


# Events removed, repeated and moved


def moved_lines(docs: Sequence[Doc]) -> Iterator[tuple[str, str, list[Doc]]]:
    for at, doc in enumerate(docs):
        kind, rest = doc["event"]["type"], [*docs[:at], *docs[at + 1 :]]
        yield "removed", kind, rest
        yield "repeated", kind, [*docs[: at + 1], doc, *docs[at + 1 :]]
        for to in {at - 7, at - 3, at - 1, at + 1, at + 2, at + 5}:
            if 0 <= to <= len(rest) and to != at:
                yield "moved", kind, [*rest[:to], doc, *rest[to:]]
        if at + 1 < len(docs):
            pair = docs[at + 1]["event"]["type"]
            yield "two removed", f"{kind} {pair}", [*docs[:at], *docs[at + 2 :]]
        yield "all before removed", kind, list(docs[at:])
        yield "all after removed", kind, list(docs[: at + 1])


ALONE: Final = {
    "TableOpened", "SubmissionApproved", "FilingLapsed", "RoundOpened", "BetsClosed",
    "ProgressivesCounted", "Decided", "WheelSpun", "JackpotHit", "JackpotVerified",
    "JackpotValidated", "TrayFilled", "SeatSettled", "GiftsPaid", "RoundVoided",
    "SeedOpened", "RoundClosed", "PayoutCorrected", "MeterCorrected", "WagersReturned",
    "Approved", "AbsentRuled", "OpeningCounted", "ClosingCounted", "IncidentReported",
    "IncidentRuled", "CardExposed", "CardOut", "CardsRecut", "SatOut", "Forfeited",
    "ShuffleOrdered", "ShuffleSpoilt", "DeviceDown", "DeckRemoved", "ChipsTransferred",
}  # fmt: skip
"""Events that cannot be removed or repeated without detection."""


@pytest.mark.parametrize("name", CORPUS)
def test_events_removed_repeated_and_moved(name: str) -> None:
    """Every event is removed and repeated, and a fifth of the rest tried; the soak tries all."""
    check_moved(name, Random(name), 1 / 5)


@pytest.mark.soak
@pytest.mark.parametrize("name", CORPUS)
def test_events_removed_repeated_and_moved_everywhere(name: str) -> None:
    check_moved(name, Random(name), 1)


def check_moved(name: str, some: Random, part: float) -> None:
    """Check that events can be removed, repeated or moved only if the result is legal, too."""
    tally = ForgeryTally(name)
    for how, kind, docs in moved_lines(docs_of(CORPUS[name]().lines())):
        if how not in ("removed", "repeated") and some.random() > part:
            continue
        tally.check(how, f"{how}: {kind}", rechain(docs))
        again = rebook(docs)
        if again and again != docs:
            tally.check(f"{how}, money anew", f"{how}: {kind}", rechain(again))
    tally.print_summary()
    for what in tally.legal:
        how, _, kind = what.partition(": ")
        if name in ("voided_round", "lost_seed") and kind == "Decided":
            continue  # the void may come before the decision
        assert how not in ("removed", "repeated") or kind not in ALONE, what


SHUFFLED: Final = ["shuffle", "cut", "load"]
"""Steps with the cards between two rounds."""


def of_round(docs: Sequence[Doc], number: int) -> tuple[int, int]:
    """Return the lines of a round, including the shuffle after it."""
    events = [(doc["event"]["type"], doc["event"].get("round")) for doc in docs]
    close_index = events.index(("RoundClosed", number))
    return events.index(("RoundOpened", number)), close_index + 1 + len(SHUFFLED)


def test_a_whole_round_removed() -> None:
    docs = docs_of(Shift("criss-cross", seats=2, seed=4).play(4).lines())
    first, last = of_round(docs, 2)
    without = rebook([*docs[:first], *docs[last:]])
    assert without
    with pytest.raises(VerificationError, match="round is 3, expected 2") as progress:
        verify(rechain(without))
    assert progress.value.line == first + 1


def test_whole_round_removed_and_others_renumbered() -> None:
    """The shuffle before the round is removed too, so the cut is that of the next stack."""
    docs = docs_of(Shift("criss-cross", seats=2, seed=4).play(4).lines())
    first, last = of_round(docs, 2)[0] - len(SHUFFLED), of_round(docs, 2)[1] - len(SHUFFLED)
    assert [doc["event"].get("task") for doc in docs[last : last + 3]] == SHUFFLED
    later = [
        put(doc, ("event", "round"), doc["event"]["round"] - 1) if "round" in doc["event"] else doc
        for doc in docs[last:]
    ]
    without = rebook([*docs[:first], *later])
    assert without
    with pytest.raises(VerificationError, match="root does not match the stack"):
        verify(rechain(without))


def test_removing_the_last_round_gives_a_shorter_shift() -> None:
    """Only a head that was published elsewhere reveals it."""
    lines = Shift("criss-cross", seats=2, seed=4).play(4).lines()
    docs = docs_of(lines)
    first, _ = of_round(docs, 4)
    shorter = rechain(docs[:first])
    assert honest(shorter)
    assert verify(shorter).head != verify(lines).head


def test_rounds_swapped() -> None:
    docs = docs_of(Shift("holdem-bonus", seats=1, seed=4).play(3).lines())
    (a, b), (c, d) = of_round(docs, 1), of_round(docs, 2)
    swapped_docs = rebook([*docs[:a], *docs[c:d], *docs[b:c], *docs[a:b], *docs[d:]])
    assert swapped_docs
    with pytest.raises(VerificationError, match="round is 2, expected 1"):
        verify(rechain(swapped_docs))


def test_the_round_of_another_table() -> None:
    """It has the same seed, but bound to another table: the stack differs."""
    docs = docs_of(CORPUS["hit"]().lines())
    docs[0] = put(docs[0], ("event", "table"), "table 99")
    with pytest.raises(VerificationError, match="root does not match the stack"):
        verify(rechain(docs))


# The last line


@pytest.mark.parametrize(
    "name", sorted(CORPUS.keys() - {"unplayed_table", "physical_deck"})
)  # which have no round to make practice of
def test_the_last_line(name: str) -> None:
    *lines, last = CORPUS[name]().lines()
    n, head = len(lines), verify([*lines, last]).head
    assert last == last_line(n, head, True)
    wrong = {
        "practice is false, but the file has a practice round": last_line(n, head, False),
        "head is not the hash": last.replace(b'"head":"' + head[:4].encode(), b'"head":"0000'),
        "prev is not the hash": last.replace(b'"prev":"' + head[:4].encode(), b'"prev":"0000'),
        f"lines is {n + 1}, but the file has {n} events": last.replace(
            b'"lines":%d' % n, b'"lines":%d' % (n + 1)
        ),
        f"n is {n}, expected {n + 1}": last.replace(b'"n":%d' % (n + 1), b'"n":%d' % n),
        "not a valid table event": last.replace(b',"practice":true', b""),
        "not byte for byte what a table writes": last.replace(
            b'"practice":true', b'"practice": true'
        ),
    }
    for sentence, line in wrong.items():
        assert line != last, sentence
        with pytest.raises(VerificationError, match=sentence) as progress:
            verify([*lines, line])
        assert progress.value.line == n + 1


def test_false_physical_in_the_last_line() -> None:
    for name in ("physical_deck", "stud"):
        *lines, last = CORPUS[name]().lines()
        n, head, is_physical = len(lines), verify([*lines, last]).head, name == "physical_deck"
        assert last == last_line(n, head, not is_physical, physical=is_physical)
        says = last_line(n, head, not is_physical, physical=not is_physical)
        words = f"physical is {str(not is_physical).lower()}, but the file has"
        with pytest.raises(VerificationError, match=words) as fault:
            verify([*lines, says])
        assert fault.value.line == n + 1


def test_false_practice_in_the_last_line() -> None:
    *lines, last = Shift("holdem-bonus", seats=1, practice=False).play().lines()
    with pytest.raises(
        VerificationError, match="practice is true, but the file has no practice round"
    ):
        verify([*lines, last.replace(b'"practice":false', b'"practice":true')])


def test_only_a_last_line() -> None:
    with pytest.raises(
        VerificationError, match="line 1: found the end of the file, expected TableOpened"
    ):
        verify(rechain([]))
