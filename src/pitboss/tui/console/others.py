"""What a dealer does beside the step that is due: absent players, decks, machines, proposals."""

from collections.abc import Iterator

from pitboss.games.incidents import Kind
from pitboss.games.tasks import Device, Mark, Task
from pitboss.papers.words import sentence
from pitboss.table import commands as c
from pitboss.table.care import cited, remedy_for, slots
from pitboss.table.house import CORRECTIONS, INCIDENTS, TWO_PEOPLE
from pitboss.tui.console.corrections import correction_offers
from pitboss.tui.console.desk import Desk
from pitboss.tui.console.matters import matter_words
from pitboss.tui.console.methods import method_offers
from pitboss.tui.console.offers import Answers, Ask, Offer, Way
from pitboss.tui.console.register import deck_asks, deck_received
from pitboss.tui.console.steps import DECK, STUB, TRAY


def dealer_offers(desk: Desk) -> tuple[Offer, ...]:
    """All of it, and why what cannot be done now cannot be."""
    return (
        *_walked_off(desk),
        *_not_there(desk),
        *_decks(desk),
        *_machines(desk),
        *method_offers(desk),
        _count(desk),
        *_void(desk),
        *_taken_back(desk),
        *correction_offers(desk),
        _closing(desk),
    )


def _walked_off(desk: Desk) -> Iterator[Offer]:
    """A player who is gone, or does not answer, in the round that is on the table."""
    state = desk.table.state
    now = state.round if state.running else None
    for seat in sorted(now.players.keys() - now.away) if now else ():
        yield _one(
            desk,
            f"Seat {seat} has walked off",
            "A floorperson rules on wagers that still play; the seat is free after the round.",
            desk.rules.cite(desk.rules.table_procedures.leaving),
            c.WalkedOff(seat),
        )


def _not_there(desk: Desk) -> Iterator[Offer]:
    """Whoever sits there with nothing on the table, and might be gone."""
    state = desk.table.state
    now = state.round if state.running else None
    for seat in sorted(state.seats.keys() - {*now.wagers, *now.away} if now else state.seats):
        yield _one(
            desk,
            f"Free seat {seat}: the player is not there",
            "Chips that are left are changed for money.",
            desk.rules.cite(desk.rules.table_procedures.leaving),
            c.FreeSeat(seat),
        )


def _decks(desk: Desk) -> Iterator[Offer]:
    care, cite = desk.rules.deck_procedures, desk.rules.cite
    used = (
        f"It goes through the {Device.SHUFFLER} before it is dealt from the hand."
        if desk.rules.dealing.needs_shuffler is not None
        else "It is cut and put to use; nothing else is done with it first."
    )
    yield _brought(desk, "Have a deck brought", "", care.received, ready_made=False)
    words = "Have a deck brought that is inspected and shuffled"
    yield _brought(desk, words, used, care.ready_made, ready_made=True)
    for slot in sorted({*slots(desk.rules), *desk.table.state.day.decks}):
        which = f"deck {slot}" if desk.rules.table.decks > 1 else "the deck"
        clause = cite(care.deck_clause[desk.rules.table.dealing])
        yield _one(desk, f"Take {which} off the table", "", clause, c.RemoveDeck(slot))
        spread = c.Perform(Task.SPREAD, slot)
        if not desk.table.state.seats and Task.SPREAD_DOWN in care.idle:
            words = f"{sentence(Task.SPREAD.words)}, for a player who asks"
            yield _one(desk, words, "", cite(care.idle[Task.SPREAD_DOWN]), spread)


def _brought(desk: Desk, words: str, detail: str, clause: str, *, ready_made: bool) -> Offer:
    def make(given: Answers) -> c.Command:
        return deck_received(given, ready_made=ready_made)

    return Offer(
        words=words,
        detail=detail,
        clause=desk.rules.cite(clause) or "",
        ways=(desk.way(desk.dealer, words, make),),
        asks=deck_asks(desk.table.state.day),
        refusal=desk.refusal(desk.dealer, c.ReceiveDeck(ready_made=ready_made)),
    )


def _machines(desk: Desk) -> Iterator[Offer]:
    down = remedy_for(desk.rules, Kind.DEVICE_DOWN)
    for device in desk.table.state.day.broken:
        broken = Device(device)
        ways = tuple(_mark(desk, broken, mark) for mark in Mark)
        yield Offer(
            words=f"Mark the {device} as out of use",
            clause=cited(desk.rules, down) if down else INCIDENTS,
            ways=ways,
            refusal=desk.refusal(desk.dealer, c.MarkDevice(broken)),
            urgent=not desk.table.state.day.broken[device],
        )


def _mark(desk: Desk, device: Device, mark: Mark) -> Way:
    return desk.way(desk.dealer, mark.value, lambda given: c.MarkDevice(device, mark))


def _count(desk: Desk) -> Offer:
    """A stub may be counted before it must be."""
    rules, book = desk.rules, desk.rules.deck_procedures
    return Offer(
        words="Count the cards that are left",
        detail=f"It is due within {book.stub_count_rounds} rounds, before settlement.",
        clause=rules.cite(book.stub_clause[rules.table.dealing]) or "",
        ways=(desk.way(desk.dealer, "count", lambda given: c.CountStub(int(given["cards"]))),),
        asks=(STUB if desk.table.state.running else DECK,),
        refusal=desk.refusal(desk.dealer, c.CountStub(0)),
    )


def _void(desk: Desk) -> Iterator[Offer]:
    now = desk.table.state.round
    number = now.number if now is not None else c.NOW
    labels = {side.key: side.label for side in desk.rules.sides}
    for settles in ("", *(key for key in desk.rules.settled_when_void if key in labels)):
        words = f"; {labels[settles]} is settled all the same" if settles else ""
        tried = c.Propose(c.VoidRound(number, "a reason", settles))
        yield Offer(
            words=f"Propose that the round is void{words}",
            detail="A floorperson approves it, and every wager goes back.",
            clause=CORRECTIONS,
            ways=(_voided(desk, number, settles),),
            asks=(Ask("reason", "Why should the round be void?", "text"),),
            refusal=desk.refusal(desk.dealer, tried),
        )


def _voided(desk: Desk, number: int, settles: str) -> Way:
    def make(given: Answers) -> c.Command:
        return c.Propose(c.VoidRound(number, str(given["reason"]), settles))

    return desk.way(desk.dealer, "propose", make)


def _taken_back(desk: Desk) -> Iterator[Offer]:
    for number, proposal in desk.table.state.proposals.items():
        words = f"Take proposal {number} back: {matter_words(desk.rules, proposal.matter)}"
        yield _one(desk, words, "", TWO_PEOPLE, c.Reject(number))


def _closing(desk: Desk) -> Offer:
    def make(given: Answers) -> c.Command:
        return c.Propose(c.ClosingCount(int(given["cents"])))

    return Offer(
        words="Count the tray and close the table",
        detail="A floorperson counts it too.",
        clause=TWO_PEOPLE,
        ways=(desk.way(desk.dealer, "count", make),),
        asks=(TRAY,),
        refusal=desk.refusal(desk.dealer, c.Propose(c.ClosingCount(0))),
    )


def _one(desk: Desk, words: str, detail: str, clause: str | None, command: c.Command) -> Offer:
    return Offer(
        words=words,
        detail=detail,
        clause=clause or "",
        ways=(desk.way(desk.dealer, words, lambda given: command),),
        refusal=desk.refusal(desk.dealer, command),
    )
