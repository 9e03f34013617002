"""Irregularities: what went wrong is reported where it can happen, and the book's remedy follows.

Where a wager moves by it, or the book is silent, somebody else rules before the table goes on.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Final

from msgspec import Struct
from msgspec.structs import replace

from pitboss.cards import text
from pitboss.games.incidents import AT_ONCE, MISCOUNTED, SYSTEMS, Incident, Kind, Remedy
from pitboss.games.paytables import Share
from pitboss.games.tasks import Device, Task
from pitboss.games.words import AUTOMATED_SHOE, BY_HAND, COUNTING
from pitboss.refusal import Refused, brief
from pitboss.settle import Round, Seat, WagerResult, settle
from pitboss.shuffle import Shoe
from pitboss.submission.rules import Rules
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.card_names import (
    FaceDown,
    card_words,
    cards_of_places,
    cards_of_seat,
    next_name,
    next_place,
)
from pitboss.table.care import cited, devices, remedy_for, wagers_on
from pitboss.table.day import OpenIncident, Ruling
from pitboss.table.deciding.closing import void
from pitboss.table.deciding.common import (
    check_reason,
    is_word,
    known_seat,
    round_in,
    rules_in_force,
    sealed,
)
from pitboss.table.deciding.procedures import known_deck, open_for_play, shuffled
from pitboss.table.deciding.settling import filled
from pitboss.table.house import IN_ORDER, INCIDENTS, TWO_PEOPLE
from pitboss.table.people import Person, same_person
from pitboss.table.plan import plan
from pitboss.table.state import (
    Phase,
    RoundState,
    State,
    being_settled,
    cards_stay,
    live_sides,
)


def report(state: State, by: Person, command: c.Report, shoe: Shoe | None) -> tuple[e.Event, ...]:
    """Something went wrong that can go wrong now; what needs nobody else is done at once."""
    rules = open_for_play(state)
    if not isinstance(command.kind, Kind):
        raise Refused(f"{brief(command.kind)} is not an irregularity", INCIDENTS)
    incident = remedy_for(rules, command.kind)
    if incident is None:
        raise Refused(f"this cannot be here: {command.kind.words}", INCIDENTS)
    now = state.round if state.running else None
    touched = _HAPPENS[command.kind](state, rules, now, command)
    incident = touched.judged_by or incident
    waits = incident.remedy not in AT_ONCE
    number = now.number if now and touched.in_round else 0
    position = touched.position
    told = e.IncidentReported(
        state.day.reported + 1,
        number,
        (incident.kind,),
        waits,
        by.name,
        touched.seat,
        touched.deck,
        touched.device,
        position is not None and waits,
        touched.card,
    )
    return told, *_at_once(incident.remedy, state, now, touched, shoe)


class _Touched(Struct, frozen=True, gc=False, kw_only=True):
    """What an irregularity is about."""

    in_round: bool = True
    seat: int = 0
    deck: int = 0
    device: str = ""
    position: int | None = None
    """Of the stack, of a card that lies open…"""
    card: str = ""
    """…and its name, where it is reported by it."""
    judged_by: Incident | None = None
    """The stricter clause, where one applies that leaves the floor no discretion."""


def _at_once(
    remedy: Remedy, state: State, now: RoundState | None, touched: _Touched, shoe: Shoe | None
) -> Iterator[e.Event]:
    if touched.position is not None and now is not None:
        card = _open(sealed(now, shoe), touched.position)
        event = e.CardOut if remedy is Remedy.CARD_OUT else e.CardExposed
        yield event(now.number, card)
    if remedy is Remedy.DECK_OUT:
        number = state.day.decks[touched.deck].number
        yield e.DeckRemoved(touched.deck, number, Kind.COUNTER_WRONG.words)
    elif remedy is Remedy.RESHUFFLE:
        yield e.ShuffleSpoilt(touched.deck)
    elif remedy is Remedy.COVER:
        yield e.DeviceDown(touched.device)


def _open(shoe: Shoe, at: int) -> e.Turned:
    return e.Turned(at, text(shoe.cards[at]), shoe.salts[at].hex(), shoe.proof(at))


# Where each irregularity can happen


def _in_round(rules: Rules, now: RoundState | None, command: c.Report) -> RoundState:
    if now is None:
        raise Refused("no round is open", IN_ORDER)
    if command.round != now.number:
        raise Refused(
            f"this was meant for round {brief(command.round)}, but round {now.number} is open",
            IN_ORDER,
        )
    if now.phase not in (Phase.PLAYING, Phase.SETTLING, Phase.SETTLED):
        raise Refused(f"no hand is played now: {now.phase.value}", rules.cite(rules.dealing.clause))
    return now


def _dealing(rules: Rules, now: RoundState | None, command: c.Report) -> RoundState:
    """Cards are being dealt: one at least is still to come."""
    here = _in_round(rules, now, command)
    if not _to_deal(rules, here):
        raise Refused("no card is to be dealt any more", rules.cite(rules.dealing.clause))
    return here


def _face_up(_: State, rules: Rules, now: RoundState | None, command: c.Report) -> _Touched:
    here = _dealing(rules, now, command)
    out = remedy_for(rules, command.kind)
    alone = command.kind is Kind.CARD_FACE_UP and out and out.remedy is Remedy.CARD_OUT
    if alone and here.card_out:
        raise Refused(f"this is the second: {Kind.CARDS_FACE_UP.words}", INCIDENTS)
    return _Touched(position=here.order[here.dealt] if alone else None)


def _drawn(_: State, rules: Rules, now: RoundState | None, command: c.Report) -> _Touched:
    _dealing(rules, now, command)
    return _Touched()


def _drawn_exposed(_: State, rules: Rules, now: RoundState | None, command: c.Report) -> _Touched:
    """A card of a player, or the next card of the stack."""
    if _unsaid(command.seat):
        return _next_exposed(rules, _dealing(rules, now, command), command)
    here = _in_round(rules, now, command)
    seat = _seat_in(rules, here, command.seat)
    if here.phase is not Phase.PLAYING:
        raise Refused("hands are settled: the dealer turns every card up", INCIDENTS)
    if not cards_stay(rules, here, seat):
        raise Refused(f"the hand of seat {seat} is not in play", INCIDENTS)
    card = _named(
        rules, cards_of_seat(rules, here, seat), command, f"seat {seat} has no card face down"
    )
    return _Touched(seat=seat, position=card.at, card=card.name)


def _next_exposed(rules: Rules, here: RoundState, command: c.Report) -> _Touched:
    """The next card of the stack is judged by where it would have gone."""
    at, place = here.order[here.dealt], next_place(rules, here)
    if at in here.shown:
        raise Refused("the next card lies open already", INCIDENTS)
    if command.card not in ("", place) or not _unsaid(command.position):
        name = card_words(rules, next_name(place))
        raise Refused(f"the card that is drawn is {name}", INCIDENTS)
    strict = stricter(rules, here)
    return _Touched(position=at, card=next_name(place), judged_by=strict)


def stricter(rules: Rules, now: RoundState) -> Incident | None:
    """What applies instead of the floor's discretion if the next card of the stack is exposed.

    The clause on the dealer's cards before the last decision, or on community cards, where the
    card would have been one of them.
    """
    place = next_place(rules, now)
    if place not in {one.name for one in rules.places}:
        return None
    of_dealer = place in plan(rules).dealers
    if of_dealer and not _to_decide(rules, now):
        return None
    kind = Kind.DEALER_CARD_EXPOSED if of_dealer else Kind.COMMUNITY_EXPOSED
    incident = remedy_for(rules, kind)
    return None if incident is None or incident.remedy is Remedy.FLOOR_RULES else incident


def _named(rules: Rules, cards: Iterable[FaceDown], command: c.Report, nothing: str) -> FaceDown:
    """The card that a report names; where several could be meant, none is guessed."""
    hidden, card, position = list(cards), command.card, command.position
    if not hidden:
        raise Refused(nothing, INCIDENTS)
    # True is no position, although it equals 1.
    named = [one for one in hidden if card in ("", one.place) and type(position) is int]
    meant = [one for one in named if position in (0, one.position)]
    if len(meant) == 1:
        return meant[0]
    choices = "; ".join(card_words(rules, one.name) for one in meant or hidden)
    if not meant:
        said = f"{brief(card)}, position {brief(position)}" if position else brief(card)
        raise Refused(f"no such card lies face down: {said}; choose from: {choices}", INCIDENTS)
    raise Refused(f"say which card, several lie face down: {choices}", INCIDENTS)


def _hands(_: State, rules: Rules, now: RoundState | None, command: c.Report) -> _Touched:
    """Mostly seen when a hand is turned up to be settled, but it can be seen until the close."""
    here = _in_round(rules, now, command)
    if not here.dealt:
        raise Refused("no card has been dealt", rules.cite(rules.dealing.clause))
    if not _unsaid(command.seat):
        known_seat(rules, command.seat)  # at a position without a wager, any card is one too many
    return _Touched(seat=command.seat)


def _skipped(_: State, rules: Rules, now: RoundState | None, command: c.Report) -> _Touched:
    here = _in_round(rules, now, command)
    seat = _seat_in(rules, here, command.seat)
    if not here.holes[seat]:
        raise Refused("no player has a card yet", rules.cite(rules.dealing.clause))
    if here.decisions[seat] or here.lost(seat) or here.phase is not Phase.PLAYING:
        raise Refused(f"seat {seat} has cards: it has answered for them", INCIDENTS)
    return _Touched(seat=seat)


def _exposed(_: State, rules: Rules, now: RoundState | None, command: c.Report) -> _Touched:
    """A card on the table that nobody should have seen yet: the dealer's, or of the community."""
    here = _in_round(rules, now, command)
    if here.phase is Phase.SETTLED:
        raise Refused("every hand is settled: the cards may be seen", INCIDENTS)
    of_dealer = command.kind is Kind.DEALER_CARD_EXPOSED
    if of_dealer and not _to_decide(rules, here):
        raise Refused("every player has decided: the dealer's cards may be seen", INCIDENTS)
    places = [name for name in here.table if (name in plan(rules).dealers) is of_dealer]
    nothing = f"no card of the {'dealer' if of_dealer else 'community'} lies face down"
    card = _named(rules, cards_of_places(rules, here, places), command, nothing)
    return _Touched(position=card.at, card=card.name)


def _to_decide(rules: Rules, now: RoundState) -> bool:
    """Whether somebody still has a decision to make."""
    in_hand = any(seat not in now.folded and not now.lost(seat) for seat in now.players)
    return in_hand and now.step <= plan(rules).last_ask


def _counter(state: State, rules: Rules, now: RoundState | None, command: c.Report) -> _Touched:
    if rules.table.shuffler not in COUNTING:
        raise Refused("the shuffler here does not count", INCIDENTS)
    return _in_shuffler(state, now, command)


def _jam(state: State, rules: Rules, now: RoundState | None, command: c.Report) -> _Touched:
    if rules.table.shuffler == BY_HAND:
        raise Refused("the cards are shuffled by hand here", INCIDENTS)
    remedy = remedy_for(rules, Kind.SHUFFLER_JAM)
    touched = _in_shuffler(state, now, command, being_shuffled=plan(rules).gathered)
    # A jam in a round is that round's, where its wagers may go back.
    moves = remedy is not None and remedy.remedy not in AT_ONCE
    played = now is not None and now.phase not in (Phase.VOID, Phase.SETTLED)
    return replace(touched, in_round=moves and played)


def _in_shuffler(
    state: State,
    now: RoundState | None,
    command: c.Report,
    being_shuffled: Task | None = None,
) -> _Touched:
    """The deck that the shuffler works on, or just did; not the one that is dealt from."""
    deck = state.day.decks.get(command.deck) if type(command.deck) is int else None
    inside = deck and (shuffled(deck) or (deck.last and deck.last is being_shuffled))
    if not inside or (now and command.deck == state.day.turn):
        raise Refused(f"the shuffler holds no deck {brief(command.deck)}", INCIDENTS)
    return _Touched(in_round=False, deck=command.deck)


def _shoe_jam(_: State, rules: Rules, now: RoundState | None, command: c.Report) -> _Touched:
    """From the lock on, also while progressive wagers are counted, as long as it has to deal."""
    if rules.table.dealing != AUTOMATED_SHOE:
        raise Refused("no automated shoe is in use", INCIDENTS)
    if now is None or now.phase is not Phase.COUNTING or command.round != now.number:
        here = _dealing(rules, now, command)
        if not _dispensing(rules, here):
            raise Refused(
                "the shoe has dealt its cards, and the rest come from the hand: report that it "
                "cannot be used",
                rules.cite(rules.dealing.clause),
            )
    return _Touched()


def _fouled(state: State, rules: Rules, now: RoundState | None, command: c.Report) -> _Touched:
    """A deck at the table, at any time; the round is touched if it is the one that is dealt."""
    deck = known_deck(state, rules, command.deck)
    dealt = now is not None and now.deck == deck.number and now.phase is not Phase.VOID
    return _Touched(in_round=dealt, deck=command.deck)


def _system(_: State, rules: Rules, now: RoundState | None, command: c.Report) -> _Touched:
    """A device that a side wager depends on, as long as one of them is not settled yet."""
    device = SYSTEMS[command.kind]
    here = now if now is not None and command.round == now.number else None
    if here is None or here.phase in (Phase.SETTLED, Phase.VOID):
        here = _in_round(rules, now, command)
    if not wagers_on(rules, device):
        raise Refused(f"no wager here needs the {device}", INCIDENTS)
    if not _unsettled(rules, here, device):
        raise Refused(
            f"nobody has a wager that still needs the {device}: report that it cannot be used",
            INCIDENTS,
        )
    if _has_unpaid_jackpot(rules, here):
        raise Refused(
            "a jackpot of this round is not paid yet: report that the "
            f"{device} cannot be used, and its wagers wait until it works again",
            INCIDENTS,
        )
    return _Touched(device=device.value)


def _unsettled(rules: Rules, now: RoundState, device: Device) -> dict[str, list[int]]:
    """The live wagers of a round that still need a device, each with its seats.

    None that is lost or settled, or about to be: the wheel was spun for it, or it hit a jackpot.
    """
    live = {
        seat: {side.key for side in live_sides(rules, now, seat)} - now.results.get(seat, {}).keys()
        for seat in now.wagers
        if not being_settled(now, seat)
    }
    made = {
        key: [seat for seat, keys in live.items() if key in keys]
        for key in wagers_on(rules, device)
    }
    return {key: seats for key, seats in made.items() if seats}


def _has_unpaid_jackpot(rules: Rules, now: RoundState) -> bool:
    """Whether a seat has hit a meter that has not paid it yet.

    Its turn has come: it is paid what the meter shows, with what all wagers of the round added.
    """
    shares = {
        stop.name
        for side in rules.sides
        if side.pays.wheel
        for stop in side.pays.wheel
        if isinstance(stop.prize, Share)
    }
    hit = {now.hit, *now.validated, *(s for s, symbol in now.spins.items() if symbol in shares)}
    return bool(hit.intersection(now.players) - {*now.settled})


def _down(state: State, rules: Rules, now: RoundState | None, command: c.Report) -> _Touched:
    known_here = devices(rules)
    device = command.device or next(iter(known_here), "")
    if device not in known_here:
        known = ", ".join(known_here)
        if not known:
            raise Refused("no machine is in use here", INCIDENTS)
        raise Refused(f"{brief(device)} is not a machine in use: {known}", INCIDENTS)
    if device in state.day.broken:
        raise Refused(f"that the {device} cannot be used is known", INCIDENTS)
    if device == Device.SHOE and now and _dispensing(rules, now):
        raise Refused(f"it still has cards to deal: report that {Kind.SHOE_JAM.words}", INCIDENTS)
    fails = next((kind for kind, one in SYSTEMS.items() if one == device), None)
    over = now is None or now.phase in (Phase.SETTLED, Phase.VOID)
    made = _unsettled(rules, now, Device(device)) if fails and now and not over else {}
    if fails and now and made and not _has_unpaid_jackpot(rules, now):
        raise Refused(f"wagers need it: report that {fails.words}", INCIDENTS)
    return _Touched(in_round=False, device=Device(device).value)


def _to_deal(rules: Rules, now: RoundState) -> bool:
    """Whether cards of a hand that is played are still to be dealt."""
    return now.phase is Phase.PLAYING and now.step <= plan(rules).last_card


def _dispensing(rules: Rules, now: RoundState) -> bool:
    """Whether an automated shoe still has cards of a round that is locked to deal."""
    return now.phase is Phase.COUNTING or (
        now.phase is Phase.PLAYING and now.step <= plan(rules).last_dispensed
    )


def _stub(*_: object) -> _Touched:
    raise Refused("a stub is counted, and a wrong count is then ruled on", INCIDENTS)


def _unsaid(number: object) -> bool:
    """Whether a report names no seat, or no position of a card."""
    return type(number) is int and number == 0


def _seat_in(rules: Rules, now: RoundState, seat: object) -> int:
    known_seat(rules, seat)
    if seat not in now.players:
        raise Refused(f"seat {seat} has no wager in this round", INCIDENTS)
    return seat  # type: ignore[return-value]


_HAPPENS: Final[Mapping[Kind, Callable[[State, Rules, RoundState | None, c.Report], _Touched]]] = {
    Kind.CARD_FACE_UP: _face_up,
    Kind.CARDS_FACE_UP: _face_up,
    Kind.DRAWN_UNEXPOSED: _drawn,
    Kind.DRAWN_EXPOSED: _drawn_exposed,
    Kind.WRONG_NUMBER: _hands,
    Kind.PLAYER_SKIPPED: _skipped,
    Kind.DEALER_CARD_EXPOSED: _exposed,
    Kind.COMMUNITY_EXPOSED: _exposed,
    Kind.STUB_MISDEALT: _stub,
    Kind.STUB_NOT_52: _stub,
    Kind.COUNTER_WRONG: _counter,
    Kind.SHUFFLER_JAM: _jam,
    Kind.SHOE_JAM: _shoe_jam,
    Kind.DEVICE_DOWN: _down,
    Kind.FOULED_DECK: _fouled,
    Kind.PROGRESSIVE_DOWN: _system,
    Kind.WHEEL_DOWN: _system,
}


# What a floorperson says to it


def rule(state: State, by: Person, command: c.Rule, shoe: Shoe | None) -> tuple[e.Event, ...]:
    """Somebody else than who reported it rules, and what follows is done."""
    rules = rules_in_force(state)
    open_ = state.day.incident
    if open_ is None:
        raise Refused("no irregularity waits for a ruling", INCIDENTS)
    if same_person(open_.by, by.name):
        raise Refused(f"{brief(by.name)} reported it: somebody else rules on it", TWO_PEOPLE)
    check_reason(command.reason)
    allowed = rulings(rules, open_)
    may = " or ".join(f"{one} ({one.words})" for one in allowed)
    if type(command.ruling) is not Ruling:
        raise Refused(f"{brief(command.ruling)} is no ruling: one is picked, {may}", INCIDENTS)
    if command.ruling not in allowed:
        raise Refused(f"{brief(command.ruling)} does not answer this: one says {may}", INCIDENTS)
    ruled = e.IncidentRuled(open_.number, command.ruling, command.reason, by.name)
    incident = remedy_for(rules, found(open_, command.ruling))
    if incident is None or command.ruling is Ruling.DISMISSED:
        return (ruled,)
    if incident.remedy is Remedy.RETURN_OR_WAIT:
        return ruled, *_without_device(state, rules, incident.kind, command.ruling)
    if command.ruling in (Ruling.VOID, Ruling.GO_ON):
        remedy = Remedy.VOID if command.ruling is Ruling.VOID else None
    else:
        remedy = incident.remedy
    return ruled, *_follows(state, rules, open_, incident, remedy, shoe)


def rulings(rules: Rules, open_: OpenIncident) -> tuple[Ruling, ...]:
    """What can be said to it. A card that lies open did happen.

    Between rounds there is no hand to void, but a deck that was miscounted can go.
    """
    if len(open_.kinds) > 1:
        return Ruling.MISDEALT, Ruling.NOT_MISDEALT, Ruling.DISMISSED
    incident = remedy_for(rules, open_.kinds[0])
    if incident is None or incident.remedy is Remedy.FLOOR_RULES:
        undoes = open_.round or open_.kinds[0] in MISCOUNTED
        return (Ruling.VOID, Ruling.GO_ON) if undoes else (Ruling.GO_ON,)
    if incident.remedy is Remedy.RETURN_OR_WAIT:
        return Ruling.RETURN, Ruling.WAIT, Ruling.DISMISSED
    return (Ruling.BY_THE_BOOK,) if open_.exposed else (Ruling.BY_THE_BOOK, Ruling.DISMISSED)


def found(open_: OpenIncident | e.IncidentReported, ruling: Ruling) -> Kind:
    """What it was, by a ruling."""
    return open_.kinds[-1] if ruling is Ruling.NOT_MISDEALT else open_.kinds[0]


def _follows(
    state: State,
    rules: Rules,
    open_: OpenIncident,
    incident: Incident,
    remedy: Remedy | None,
    shoe: Shoe | None,
) -> Iterator[e.Event]:
    """What the remedy brings about; none, and the round goes on."""
    now = state.round
    if remedy and open_.round and now is not None:
        if remedy is Remedy.SIT_OUT and len(now.players) > 1:
            yield from _sit_out(state, rules, now, open_.seat)
        else:
            why = f"{incident.kind.words} [{cited(rules, incident)}]"
            matter = c.VoidRound(now.number, why, _settles(rules, now, incident))
            yield from void(state, rules, now, matter, shoe)
    if incident.kind is Kind.SHUFFLER_JAM:
        yield e.ShuffleSpoilt(open_.deck)  # half a shuffle is none
    deck = state.day.decks.get(open_.deck)
    miscounted = incident.kind in MISCOUNTED and remedy is not None
    # Between rounds there is no hand to void, and the deck is not what it should be.
    if deck and (remedy is Remedy.VOID_DECK_OUT or (miscounted and not open_.round)):
        yield e.DeckRemoved(open_.deck, deck.number, incident.kind.words)


def _without_device(state: State, rules: Rules, kind: Kind, ruling: Ruling) -> Iterator[e.Event]:
    """The device is not used; the wagers that need it go back, or wait for it."""
    device, now = SYSTEMS[kind], state.round
    if ruling is Ruling.RETURN and now is not None:
        back = [
            e.WagersReturned(
                now.number, key, {seat: _void(now.wagers[seat][key]) for seat in seats}
            )
            for key, seats in _unsettled(rules, now, device).items()
        ]
        yield from filled(state, back)
    if device not in state.day.broken:
        yield e.DeviceDown(device.value)


def _void(stake: int) -> WagerResult:
    return WagerResult(stake, "void", stake)


def _settles(rules: Rules, now: RoundState, incident: Incident) -> str:
    """The wager that is settled although the round is void: none if the dealer lacks cards."""
    players = all(len(hand) == len(rules.hole) for hand in now.holes.values())
    dealer = all(
        len(now.table.get(p.name, ())) == p.cards
        for p in rules.places
        if p.name in plan(rules).dealers
    )
    if not dealer or (incident.once_dealt and not players):
        return ""
    offered = {side.key for side in rules.sides}
    return next((key for key in incident.settles if key in offered), "")


def _sit_out(state: State, rules: Rules, now: RoundState, seat: int) -> Iterator[e.Event]:
    """The wagers of one seat go back, and the round goes on without it."""
    back = settle(rules, Round({}, {}, {seat: Seat(now.wagers[seat], ())}, now.meters, True))
    out = e.SatOut(now.number, seat, back.seats[seat].wagers)
    yield from filled(state, [out])


def forfeit(state: State, by: Person, command: c.Forfeit, _: Shoe | None) -> tuple[e.Event, ...]:
    """A player who broke a rule about the cards loses every wager of the round."""
    rules, now = round_in(state, command, Phase.PLAYING, Phase.SETTLING)
    if not rules.forfeits:
        raise Refused("this game knows no forfeit", INCIDENTS)
    clause = rules.cite(rules.forfeits)
    seat = _seat_in(rules, now, command.seat)
    if not is_word(command.breach) or command.breach not in rules.table_procedures.breaches:
        known = ", ".join(rules.table_procedures.breaches)
        raise Refused(f"{brief(command.breach)} is not what one forfeits for: {known}", clause)
    if not now.holes[seat] or now.lost(seat):
        raise Refused(f"seat {seat} has no cards to answer for", clause)
    if not cards_stay(rules, now, seat):
        raise Refused(f"seat {seat} has folded: it has nothing left to forfeit", clause)
    if now.phase is Phase.SETTLING:
        if command.breach == rules.table_procedures.until_shown:
            raise Refused("every card on the table is up", rules.cite(command.breach))
        if seat in now.results or being_settled(now, seat):
            raise Refused(f"seat {seat} is being settled already", clause)
    return (e.Forfeited(now.number, seat, command.breach, by.name),)


def record_breach(
    state: State, by: Person, command: c.RecordBreach, _: Shoe | None
) -> tuple[e.Event, ...]:
    """What a player may not do with the cards goes on record, where nothing is forfeited for it."""
    rules, now = round_in(state, command, Phase.PLAYING, Phase.SETTLING)
    breaches = rules.table_procedures.breaches
    if rules.forfeits:
        clause = rules.cite(rules.forfeits)
        raise Refused("a breach forfeits every wager here: a floorperson rules on it", clause)
    seat = _seat_in(rules, now, command.seat)
    if not is_word(command.breach) or command.breach not in breaches:
        known = ", ".join(breaches) or "none"
        raise Refused(f"{brief(command.breach)} is not a rule of conduct: {known}", INCIDENTS)
    if not now.holes[seat]:
        raise Refused(f"seat {seat} has no cards to answer for", rules.cite(command.breach))
    return (e.BreachRecorded(now.number, seat, command.breach, by.name),)
