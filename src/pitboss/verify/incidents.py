"""Irregularities: each is reported where it can happen, and what the game says to it follows.

What moves no wager is done at once. The rest waits for somebody else to rule, see `rulings`.
"""

from collections.abc import Callable
from typing import Final

from msgspec import Struct

from pitboss.games.incidents import AT_ONCE, SYSTEMS, Incident, Kind, Remedy
from pitboss.games.paytables import Share
from pitboss.games.tasks import Device
from pitboss.games.words import AUTOMATED_SHOE, BY_HAND, COUNTING
from pitboss.refusal import brief
from pitboss.submission import Rules
from pitboss.verify import day as d
from pitboss.verify.cards import lie_open
from pitboss.verify.decks import (
    at_table,
    gathered,
    machines,
    needed_by,
    shuffled,
    spoilt,
    taken_off,
)
from pitboss.verify.shift import Anytime, Shift
from pitboss.verify.state import Round


def cell(rules: Rules, kind: Kind) -> Incident | None:
    """What the game says to this."""
    return next((one for one in rules.incidents if one.kind is kind), None)


def reported(shift: Shift, event: d.IncidentReported) -> None:
    """One thing that can be here and now; then what is done about it at once."""
    rules = shift.open_for_play()
    shift.check(len(event.kinds) == 1, "one thing is reported at a time")
    kind = event.kinds[0]
    says = cell(rules, kind)
    if says is None:
        shift.fault(f"this cannot be here: {kind.words}")
    at = _HAPPENS[kind](shift, rules, says, event)
    if at.open is not None and event.card not in at.open:
        names = ", ".join(at.open) or "none"
        shift.fault(f"the card {brief(event.card)} cannot lie open by this, but: {names}")
    waits = says.remedy not in AT_ONCE
    of_round = shift.round.number if shift.round and at.of_round else 0
    due = d.IncidentReported(
        shift.day.reported + 1,
        of_round,
        (kind,),
        waits,
        event.by,
        event.seat if at.seat else 0,
        event.deck if at.deck else 0,
        event.device if at.device else "",
        at.open is not None and waits,
        event.card if at.open is not None else "",
    )
    shift.agree(due)
    _remember(shift, due)
    _at_once(shift, says.remedy, event, at)


def reported_next(shift: Shift, number: int, kinds: tuple[Kind, ...], *, deck: int) -> None:
    """It follows from the event before, by the same person, and waits to be ruled on."""
    by = shift.line.by.name
    due = d.IncidentReported(
        shift.day.reported + 1, number, kinds, True, by, 0, deck, "", False, ""
    )
    shift.expect(due, at_once=True)
    _remember(shift, due)


def _remember(shift: Shift, told: d.IncidentReported) -> None:
    shift.incidents += 1
    shift.day.reported = told.number
    if told.waits:
        about = (told.seat, told.deck, told.exposed, told.card)
        shift.day.incident = d.Waiting(told.number, told.round, told.kinds, told.by, *about)


class _At(Struct, frozen=True, kw_only=True):
    """Where it happened: what a report of it names, and which cards can lie open by it."""

    of_round: bool = True
    seat: bool = False
    deck: bool = False
    device: bool = False
    open: dict[str, int] | None = None
    """One of these cards lies open, by name, with its position; none, where no card does."""


def _at_once(shift: Shift, remedy: Remedy, event: d.IncidentReported, at: _At) -> None:
    now = shift.round
    if at.open is not None and now:
        out = remedy is Remedy.CARD_OUT
        kind: type[d.CardOut | d.CardExposed] = d.CardOut if out else d.CardExposed
        card = shift.next(kind, at_once=True).card
        due = at.open[event.card]
        shift.check(card.position == due, f"this is not about the card in {card.position}")
        lie_open(shift, now, (card,))
        if out:  # whoever would have got it gets the one behind it
            now.dealt, now.card_out = now.dealt + 1, True
    if remedy is Remedy.DECK_OUT:
        taken_off(shift, event.deck, event.kinds[0].words)
    elif remedy is Remedy.RESHUFFLE:
        spoilt(shift, event.deck)
    elif remedy is Remedy.COVER:
        shift.expect(d.DeviceDown(event.device), at_once=True)
        shift.day.broken[event.device] = ""


# Where each can happen


def _in_play(shift: Shift, *, settled: bool = False) -> Round:
    """The round whose hands are played or being settled; or, if asked for, just were."""
    now = shift.round
    if now is None or not (now.played or (settled and now.phase == "settled")):
        shift.fault("no hand is played now")
    return now


def _dealing(shift: Shift) -> Round:
    now = _in_play(shift)
    shift.check(now.still_to_deal, "no card is to be dealt any more")
    return now


def _seat(shift: Shift, now: Round, seat: int) -> int:
    shift.check(seat in now.players, f"seat {seat} has no wager in this round")
    return seat


def _face_up(shift: Shift, _: Rules, says: Incident, __: d.IncidentReported) -> _At:
    """The next card, where a single one is then out of play."""
    now = _dealing(shift)
    alone = says.kind is Kind.CARD_FACE_UP and says.remedy is Remedy.CARD_OUT
    shift.check(not (alone and now.card_out), f"this is the second: {Kind.CARDS_FACE_UP.words}")
    return _At(open={"": now.order[now.dealt]} if alone else None)


def _while_dealing(shift: Shift, _: Rules, __: Incident, ___: d.IncidentReported) -> _At:
    _dealing(shift)
    return _At()


def _drawn_exposed(shift: Shift, rules: Rules, _: Incident, event: d.IncidentReported) -> _At:
    """The next card, or one that lies face down before a player.

    The next card is no matter for the floor where a stricter clause covers what it would have been.
    """
    if not event.seat:
        strict = _stricter(rules, _dealing(shift))
        shift.check(strict is None, f"this is judged as another thing: {strict and strict.words}")
        return _At(open=_next_card(_dealing(shift)))
    now = _in_play(shift)
    hand = now.holes[_seat(shift, now, event.seat)]
    plays = now.phase == "playing" and now.stays(event.seat)
    shift.check(plays, f"the hand of seat {event.seat} is not in play")
    names = [f"{event.seat}.{name}" for name in now.rules.hole]
    cards = dict(zip(names, hand, strict=False))
    return _At(seat=True, open={name: at for name, at in cards.items() if at not in now.faces})


def _next_card(now: Round) -> dict[str, int]:
    """The card on top of the stack, named by where it would go, if it lies face down."""
    at = now.order[now.dealt]
    return {} if at in now.faces else {f"next.{now.next_place}": at}


def _stricter(rules: Rules, now: Round) -> Kind | None:
    """The irregularity that the book has an answer for, if the next card is exposed."""
    place = now.next_place
    if place in now.script.dealers:
        kind = Kind.DEALER_CARD_EXPOSED if _somebody_decides(now) else None
    else:
        shared = any(one.name == place for one in rules.places)
        kind = Kind.COMMUNITY_EXPOSED if shared else None
    says = cell(rules, kind) if kind else None
    return kind if says and says.remedy is not Remedy.FLOOR_RULES else None


def _somebody_decides(now: Round) -> bool:
    """Whether a decision is still to be made."""
    in_hand = any(not now.folded(seat) and not now.lost(seat) for seat in now.players)
    return in_hand and now.at <= now.script.last_question


def _wrong_number(shift: Shift, _: Rules, __: Incident, event: d.IncidentReported) -> _At:
    """Until the round is closed: mostly it is seen when a hand is turned up."""
    now = _in_play(shift, settled=True)
    shift.check(now.dealt, "no card has been dealt")
    # At a position without a wager, any card is one too many.
    shift.check(0 <= event.seat <= now.rules.seats, f"{event.seat} is not a seat")
    return _At(seat=True)


def _skipped(shift: Shift, _: Rules, __: Incident, event: d.IncidentReported) -> _At:
    """A player who has not answered yet, when the others have cards."""
    now = _in_play(shift)
    seat = _seat(shift, now, event.seat)
    shift.check(now.holes[seat], "no player has a card yet")
    answered = now.decisions.get(seat) or now.lost(seat) or now.phase != "playing"
    shift.check(not answered, f"seat {seat} has answered for its cards")
    return _At(seat=True)


def _on_the_table(shift: Shift, rules: Rules, says: Incident, __: d.IncidentReported) -> _At:
    """A card that lies face down in some place: the dealer's, or of the community.

    Or the next card, where it would have been such a card and the book has an answer for that.
    """
    now, script = _in_play(shift), shift.script
    of_dealer = says.kind is Kind.DEALER_CARD_EXPOSED
    late = of_dealer and not _somebody_decides(now)
    shift.check(not late, "every player has decided: the dealer's cards may be seen")
    found: dict[str, int] = {}
    for place in rules.places:
        for n, at in enumerate(now.places.get(place.name, ()), 1):
            if (place.name in script.dealers) is of_dealer and at not in now.faces:
                found[f"{place.name}.{n}" if place.cards > 1 else place.name] = at
    if now.still_to_deal and _stricter(rules, now) is says.kind:
        found |= _next_card(now)
    return _At(open=found)


def _in_shuffler(shift: Shift, event: d.IncidentReported, *, halfway: bool) -> None:
    """A deck that the machine shuffled, or is about to; not the one that is dealt from."""
    deck = at_table(shift, event.deck)
    there = shuffled(deck) or (halfway and deck.last is gathered(shift.rules))
    there = there and not shift.dealt_from(event.deck)
    shift.check(there, f"the shuffler holds no deck {event.deck}")


def _miscounted(shift: Shift, rules: Rules, _: Incident, event: d.IncidentReported) -> _At:
    shift.check(rules.table.shuffler in COUNTING, "the shuffler here does not count")
    _in_shuffler(shift, event, halfway=False)
    return _At(of_round=False, deck=True)


def _jammed(shift: Shift, rules: Rules, says: Incident, event: d.IncidentReported) -> _At:
    """It touches the round as long as wagers could go back for it."""
    shift.check(rules.table.shuffler != BY_HAND, "the cards are shuffled by hand here")
    _in_shuffler(shift, event, halfway=True)
    now = shift.round
    stake = now is not None and now.phase not in ("void", "settled")
    return _At(of_round=stake and says.remedy not in AT_ONCE, deck=True)


def _shoe_jammed(shift: Shift, rules: Rules, _: Incident, __: d.IncidentReported) -> _At:
    """From the lock on, until its cards are out: what comes later comes from the hand."""
    shift.check(rules.table.dealing == AUTOMATED_SHOE, "no automated shoe is in use")
    jams = shift.round is not None and shift.round.dispensing
    shift.check(jams, "the shoe has no card to deal")
    return _At()


def _down(shift: Shift, rules: Rules, _: Incident, event: d.IncidentReported) -> _At:
    """At any time; once. A shoe that still has to deal jams, rather."""
    device, now = event.device, shift.round
    known = [*machines(rules), *(one for side in rules.sides for one in needed_by(side))]
    shift.check(device in known, f"{brief(device)} is no machine in use here")
    shift.check(device not in shift.day.broken, f"that the {device} cannot be used is known")
    jams = device == Device.SHOE and now is not None and now.dispensing
    shift.check(not jams, f"it still has cards to deal: {Kind.SHOE_JAM.words}")
    fails = [kind.words for kind, one in SYSTEMS.items() if one == device]
    live = now is not None and now.phase not in ("settled", "void")
    waiting = live and now and unsettled(now, device) and not _has_unpaid_jackpot(now)
    shift.check(not waiting, f"wagers need it: {', '.join(fails)}")
    return _At(of_round=False, device=True)


def unsettled(now: Round, machine: str) -> dict[str, list[int]]:
    """The wagers of the round that still need this machine, with their seats.

    None that is lost, paid or about to be: the wheel was spun for it, or a jackpot waits.
    """
    found: dict[str, list[int]] = {}
    waiting = [s for s in now.wagers if now.phase == "betting" or not now.being_settled(s)]
    live = {seat: {side.key for side in now.live(seat)} for seat in waiting}
    for side in now.rules.sides:
        of_side = [seat for seat, keys in live.items() if side.key in keys]
        seats = [seat for seat in of_side if side.key not in now.results.get(seat, {})]
        if seats and machine in needed_by(side):
            found[side.key] = seats
    return found


def _has_unpaid_jackpot(now: Round) -> bool:
    """Whether a seat has won a meter, by its hand or its spin, and is not paid."""
    won = {now.jackpot} if now.jackpot is not None else set()
    for seat, symbol in now.spins.items():
        wheel = now.wheel(seat)
        stops = wheel.wheel if wheel else ()
        won |= {seat for one in stops if one.name == symbol and isinstance(one.prize, Share)}
    return any(not now.settled(seat) for seat in won)


def _system(shift: Shift, _: Rules, says: Incident, event: d.IncidentReported) -> _At:
    """Somebody's wager still needs the machine, and no jackpot waits to be paid."""
    now, machine = shift.round, SYSTEMS[says.kind].value
    if now is None or now.phase in ("settled", "void"):
        shift.fault("no hand is played now")
    shift.check(event.device == machine, f"it is the {machine} that fails")
    shift.check(unsettled(now, machine), f"nobody has a wager that still needs the {machine}")
    shift.check(not _has_unpaid_jackpot(now), "a jackpot of this round waits to be paid")
    return _At(device=True)


def _fouled(shift: Shift, _: Rules, __: Incident, event: d.IncidentReported) -> _At:
    """A deck at the table, at any time; of the round if it is the one that is dealt."""
    now, deck = shift.round, at_table(shift, event.deck)
    dealt = now is not None and now.deck == deck.number and now.phase != "void"
    return _At(of_round=dealt, deck=True)


def _stub(shift: Shift, _: Rules, __: Incident, ___: d.IncidentReported) -> _At:
    shift.fault("a stub is counted, and a wrong count is then ruled on")


_HAPPENS: Final[dict[Kind, Callable[[Shift, Rules, Incident, d.IncidentReported], _At]]] = {
    Kind.CARD_FACE_UP: _face_up,
    Kind.CARDS_FACE_UP: _face_up,
    Kind.DRAWN_UNEXPOSED: _while_dealing,
    Kind.DRAWN_EXPOSED: _drawn_exposed,
    Kind.WRONG_NUMBER: _wrong_number,
    Kind.PLAYER_SKIPPED: _skipped,
    Kind.DEALER_CARD_EXPOSED: _on_the_table,
    Kind.COMMUNITY_EXPOSED: _on_the_table,
    Kind.STUB_MISDEALT: _stub,
    Kind.STUB_NOT_52: _stub,
    Kind.COUNTER_WRONG: _miscounted,
    Kind.SHUFFLER_JAM: _jammed,
    Kind.SHOE_JAM: _shoe_jammed,
    Kind.DEVICE_DOWN: _down,
    Kind.FOULED_DECK: _fouled,
    Kind.PROGRESSIVE_DOWN: _system,
    Kind.WHEEL_DOWN: _system,
}

ANYTIME: Final[Anytime] = {d.IncidentReported: reported}
