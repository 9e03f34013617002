"""What the model foresees of irregularities: where each can happen, and what follows."""

from collections.abc import Callable
from typing import Final

from pitboss.games.dealing import Ask, ToPlayers, ToTable
from pitboss.games.deck_tasks import Device
from pitboss.games.incidents import Kind, Remedy
from pitboss.games.payoffs import Wheel
from pitboss.settle import WagerResult
from pitboss.submission import Rules
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.day import Ruling
from pitboss.table.state import Phase

from .machine_day import COUNTING, STACKED, HeardIncident
from .machine_doubts import EXPOSED_WHEN_ALL_FOLDED
from .machine_foreseen import REFUSED, Foreseen, Like, Now, good_reason, is_whole, voids
from .machine_foreseen_decks import in_use
from .machine_heard import HeardRound, metered
from .machine_rulings import (
    AT_ONCE,
    DEVICES,
    FAILS,
    FORFEITS,
    RULINGS,
    STUD,
    THB,
    UNTIL_SHOWN,
    answers,
)
from .machine_rulings import remedy as remedy_of

Told = tuple[dict[str, object], list[e.Event | Like]]
"""What the report says beside its kind, and what comes of it at once."""


def report(now: Now, command: c.Report) -> Foreseen:
    """Where it can happen, with the card, the deck or the machine that it is about."""
    if not now.day.open or not isinstance(command.kind, Kind):
        return REFUSED
    remedy = remedy_of(now.rules, command.kind)
    if remedy is None:
        return REFUSED
    progress = _HAPPENS.get(command.kind, _nowhere)(now, command)
    if progress is None or isinstance(progress, str):
        return REFUSED if progress is None else None
    fields, follows = progress
    kind = fields.pop("kind", command.kind)
    assert isinstance(kind, Kind)
    remedy = RULINGS[now.rules.game][kind]
    if any(isinstance(follow, Like) and "card" in follow.fields for follow in follows):
        fields["exposed"] = remedy not in AT_ONCE
    waits = remedy not in AT_ONCE
    in_round = fields.pop("in_round", True)
    said = {"seat": 0, "deck": 0, "device": "", "exposed": False, "card": ""} | fields
    first = Like(
        e.IncidentReported,
        number=now.day.reported + 1,
        round=now.round if in_round else 0,
        kinds=(kind,),
        waits=waits,
        by=now.by.name,
        **said,
    )
    return first, *follows


NO_OPINION: Final = "no opinion"


def _nowhere(_: Now, __: c.Report) -> Told | str | None:
    return None


def _meant(now: Now, command: c.Report) -> HeardRound | None:
    """The round, if the report means it."""
    return now.heard if now.heard and command.round == now.heard.number else None


def _playing(now: Now, command: c.Report) -> HeardRound | None:
    """The round, if its hands are played."""
    heard = _meant(now, command)
    return heard if heard and heard.playing else None


def _dealing(now: Now, command: c.Report) -> HeardRound | None:
    heard = _playing(now, command)
    return heard if heard and heard.dealing else None


def _opens(kind: type[e.Event], heard: HeardRound, at: int) -> list[e.Event | Like]:
    return [Like(kind, round=heard.number, card=At(at))]


class At:
    """Any card, if it lies in this place of the stack."""

    def __init__(self, position: int) -> None:
        self.position = position

    def __eq__(self, other: object) -> bool:
        return isinstance(other, e.TurnedCard) and other.position == self.position

    def __hash__(self) -> int:
        return hash(self.position)

    def __repr__(self) -> str:
        return f"the card at {self.position}"


def _face_up(now: Now, command: c.Report) -> Told | str | None:
    heard = _dealing(now, command)
    if heard is None:
        return None
    if command.kind is Kind.CARDS_FACE_UP or RULINGS[now.rules.game][command.kind] is Remedy.VOID:
        return {}, []
    if heard.out:
        return None  # more than one is another matter
    return ({}, _opens(e.CardOut, heard, _next(heard))) if now.sealed else None


def _next(heard: HeardRound) -> int:
    return heard.order[len(heard.drawn)]


def _drawn(now: Now, command: c.Report) -> Told | None:
    return ({}, []) if _dealing(now, command) else None


def _drawn_exposed(now: Now, command: c.Report) -> Told | str | None:
    if not now.sealed:
        return None
    if not command.seat:
        heard = _dealing(now, command)
        if heard is None or _next(heard) in heard.shown:
            return None
        place = next_place(now.rules, heard)
        if command.card not in ("", place) or command.position:
            return None
        kind = _strictest(now.rules, heard, place)
        return {"kind": kind, "card": f"next.{place}"}, _opens(e.CardExposed, heard, _next(heard))
    heard = _playing(now, command)
    if heard is None or command.seat not in heard.players or not heard.stays(command.seat):
        return None
    if now.state.round is None or now.state.round.phase is not Phase.PLAYING:
        return None  # every hand is about to be turned up
    hand = {
        f"{command.seat}.{name}": at
        for n, name in enumerate(now.rules.hole, 1)
        for at in heard.place(f"{command.seat}.{name}")
        if command.card in ("", name) and command.position in (0, n)
    }
    card = _only(heard, hand)
    if card is None:
        return None
    return {"seat": command.seat, "card": card}, _opens(e.CardExposed, heard, hand[card])


def _only(heard: HeardRound, cards: dict[str, int]) -> str | None:
    """The one that lies face down: of several, nobody guesses."""
    hidden = [name for name, at in cards.items() if at not in heard.shown]
    return hidden[0] if len(hidden) == 1 else None


def next_place(rules: Rules, heard: HeardRound) -> str:
    """Where the next card goes, by the order of the method: each deal is one of its steps."""
    steps = [step for step in rules.dealing.steps if not isinstance(step, Ask)]
    match steps[heard.deals]:
        case ToPlayers(cards=cards):
            return f"{min(heard.players)}.{cards[0]}"
        case ToTable(places=places):
            return places[0]
        case other:
            return type(other).__name__.lower()


def _strictest(rules: Rules, heard: HeardRound, place: str) -> Kind:
    """THB 13.F and 235 13.E come before the floor's discretion."""
    if rules.game == THB and place == "dealer" and heard.to_answer():
        return Kind.DEALER_CARD_EXPOSED
    if rules.game == STUD and place == "community":
        return Kind.COMMUNITY_EXPOSED
    return Kind.DRAWN_EXPOSED


def _wrong_number(now: Now, command: c.Report) -> Told | None:
    """Until the round is closed."""
    heard = _meant(now, command)
    if heard is None or not heard.open or not heard.drawn:
        return None
    if not is_whole(command.seat, 0, 6):
        return None
    return {"seat": command.seat}, []


def _fouled(now: Now, command: c.Report) -> Told | None:
    """Any deck at the table; the round goes with the one that it is dealt from."""
    deck = now.day.decks.get(command.deck) if type(command.deck) is int else None
    if deck is None:
        return None
    heard = now.heard
    dealt = heard is not None and heard.void is None and heard.opened.deck == deck.number
    return {"in_round": dealt, "deck": command.deck}, []


def _skipped(now: Now, command: c.Report) -> Told | None:
    heard, seat = _playing(now, command), command.seat
    if heard is None or seat not in heard.players or not heard.hand(seat):
        return None
    if heard.decisions[seat] or heard.gone(seat):
        return None
    return {"seat": seat}, []


def dealers(rules: Rules) -> tuple[str, ...]:
    """Where the dealer's own cards lie."""
    return ("dealer",) if rules.game == THB else ()


def _exposed(now: Now, command: c.Report) -> Told | str | None:
    """A card on the table that lies face down: of the dealer while decisions are to be made."""
    heard = _playing(now, command)
    if heard is None or not now.sealed:
        return None
    own = dealers(now.rules)
    of_dealer = command.kind is Kind.DEALER_CARD_EXPOSED
    dealt = dict.fromkeys(to for to, _ in heard.dealt)
    names = [place.name for place in now.rules.places if (place.name in own) is of_dealer]
    names = [name for name in dealt if name in names and command.card in ("", name)]
    several = {place.name for place in now.rules.places if place.cards > 1}
    lie = {
        f"{name}.{n}" if name in several else name: at
        for name in names
        for n, at in enumerate(heard.place(name), 1)
        if command.position in (0, n)
    }
    card = _only(heard, lie)
    if card is None:
        return None
    if of_dealer and not heard.to_answer():
        return NO_OPINION if heard.dealing and EXPOSED_WHEN_ALL_FOLDED else None
    return {"card": card}, _opens(e.CardExposed, heard, lie[card])


def _in_shuffler(now: Now, command: c.Report, *, works: bool = False) -> bool:
    """Whether a deck was shuffled by the machine, or is being so."""
    deck = now.day.decks.get(command.deck) if type(command.deck) is int else None
    if deck is None or now.day.in_play(command.deck):
        return False
    return deck.shuffled or (works and deck.last is STACKED)


def _counter(now: Now, command: c.Report) -> Told | None:
    if now.rules.table.shuffler not in COUNTING or not _in_shuffler(now, command):
        return None
    number = now.day.decks[command.deck].number
    gone = Like(e.DeckRemoved, deck=command.deck, number=number)
    at_once = remedy_of(now.rules, Kind.COUNTER_WRONG) in AT_ONCE
    return {"in_round": False, "deck": command.deck}, [gone] if at_once else []


def _jam(now: Now, command: c.Report) -> Told | None:
    if now.rules.table.shuffler == "none" or not _in_shuffler(now, command, works=True):
        return None
    heard = now.heard
    at_once = RULINGS[now.rules.game][Kind.SHUFFLER_JAM] in AT_ONCE
    played = heard is not None and not heard.void and not _all_settled(heard)
    in_round = played and not at_once
    progress: dict[str, object] = {"in_round": in_round, "deck": command.deck}
    return progress, [e.ShuffleSpoilt(command.deck)] if at_once else []


def _all_settled(heard: HeardRound) -> bool:
    return heard.open and not heard.on_the_table


def _shoe_jam(now: Now, command: c.Report) -> Told | None:
    """As soon as bets are closed, and while stacks come from it."""
    if now.rules.table.dealing != "automated shoe":
        return None
    heard = _meant(now, command)
    return ({}, []) if heard and heard.dispensing else None


def on_device(rules: Rules, heard: HeardRound | None, device: str) -> dict[str, list[int]]:
    """The wagers that a device is still to settle, each with the seats that have not lost it."""
    result: dict[str, list[int]] = {}
    lives = {side.key: side.lives_after_fold for side in rules.sides}
    for key, pays in metered(rules).items():
        wheel = device == Device.WHEEL and isinstance(pays, Wheel)
        if wheel or (device == Device.PROGRESSIVE and pays.meters):
            made = heard.wagers if heard else {}
            result[key] = [
                seat
                for seat, wagers in made.items()
                if heard
                and key in wagers
                and not heard.gone(seat)
                and (lives[key] or seat not in heard.folded)
                and key not in heard.results.get(seat, {})
                and not (heard.at_lock and heard.being_settled(seat))
            ]
    return result


def _has_unpaid_jackpot(heard: HeardRound) -> bool:
    """Whether a seat has hit a meter, or spun its symbol, and is not paid."""
    wheels = [pays for pays in metered(heard.rules).values() if isinstance(pays, Wheel)]
    jackpots = {stop.name for item in wheels for stop in item.wheel if "Share" in str(stop.prize)}
    won = heard.hitting | {seat for seat, symbol in heard.spins.items() if symbol in jackpots}
    return any(not heard.settled(seat) for seat in won)


def _live(heard: HeardRound) -> bool:
    """Whether the round is not void, and something is to be settled."""
    before = heard.at_lock is None or heard.counting
    return heard.void is None and (before or heard.on_the_table)


def _fails(now: Now, command: c.Report) -> Told | None:
    """While somebody's wager is to be settled that needs it."""
    heard, device = _meant(now, command), FAILS[command.kind]
    if heard is None or not _live(heard):
        return None
    made = on_device(now.rules, heard, device)
    if not any(made.values()) or _has_unpaid_jackpot(heard):
        return None
    return {"device": device.value}, []


def _down(now: Now, command: c.Report) -> Told | None:
    used = in_use(now.rules)
    used += [item.value for item in DEVICES[now.rules.game] if on_device(now.rules, None, item)]
    device = command.device or next(iter(used), None)
    if device not in used or device in now.day.broken:
        return None
    heard = now.heard
    if device == Device.SHOE and heard and heard.dispensing:
        return None  # then it jams, and that is another matter
    made = on_device(now.rules, heard, device or "")
    if heard and _live(heard) and any(made.values()) and not _has_unpaid_jackpot(heard):
        return None  # it fails somebody: so is that
    assert device is not None
    return {"in_round": False, "device": device}, [e.DeviceDown(device)]


_HAPPENS: Final[dict[Kind, Callable[[Now, c.Report], Told | str | None]]] = {
    Kind.CARD_FACE_UP: _face_up,
    Kind.CARDS_FACE_UP: _face_up,
    Kind.DRAWN_UNEXPOSED: _drawn,
    Kind.DRAWN_EXPOSED: _drawn_exposed,
    Kind.WRONG_NUMBER: _wrong_number,
    Kind.PLAYER_SKIPPED: _skipped,
    Kind.DEALER_CARD_EXPOSED: _exposed,
    Kind.COMMUNITY_EXPOSED: _exposed,
    Kind.COUNTER_WRONG: _counter,
    Kind.SHUFFLER_JAM: _jam,
    Kind.SHOE_JAM: _shoe_jam,
    Kind.DEVICE_DOWN: _down,
    Kind.FOULED_DECK: _fouled,
    Kind.PROGRESSIVE_DOWN: _fails,
    Kind.WHEEL_DOWN: _fails,
}


def effect(game: str, open_: HeardIncident, ruling: Ruling) -> Remedy | None:
    """What is done by a ruling; none, and the round goes on."""
    match ruling:
        case Ruling.DISMISSED | Ruling.GO_ON:
            return None
        case Ruling.VOID | Ruling.MISDEALT:
            return Remedy.VOID
        case Ruling.NOT_MISDEALT:
            return Remedy.VOID_DECK_OUT
        case _:
            return RULINGS[game][open_.kinds[0]]


def rule(now: Now, command: c.Rule) -> Foreseen:
    """By somebody else, one of the answers that there are; and the remedy."""
    open_, game = now.day.incident, now.rules.game
    if open_ is None or now.by.name == open_.by or not good_reason(command.reason):
        return REFUSED
    in_round = bool(open_.round)
    may = answers(game, open_.kinds, exposed=open_.exposed, in_round=in_round, rules=now.rules)
    if command.ruling not in may:
        return REFUSED
    ruled = e.IncidentRuled(open_.number, command.ruling, command.reason, now.by.name)
    if command.ruling is Ruling.DISMISSED:
        return (ruled,)
    if open_.kinds[0] in FAILS:
        return ruled, *_without(now, FAILS[open_.kinds[0]], command.ruling)
    done = effect(game, open_, command.ruling)
    follows: list[e.Event | Like] = []
    if done and open_.round and now.heard:
        if settled_then(now.rules, now.heard, open_, done) and not now.sealed:
            return REFUSED
        if done is Remedy.SIT_OUT and len(now.heard.players) > 1:
            follows.append(Like(e.SatOut, round=open_.round, seat=open_.seat))
        else:
            follows += voids(now.heard)
    if open_.kinds == (Kind.SHUFFLER_JAM,):
        follows.append(e.ShuffleSpoilt(open_.deck))
    of_count = len(open_.kinds) > 1 or open_.kinds == (Kind.COUNTER_WRONG,)
    lost = done is Remedy.VOID_DECK_OUT or (done and of_count and not open_.round)
    if lost:
        number = now.day.decks[open_.deck].number
        follows.append(Like(e.DeckRemoved, deck=open_.deck, number=number))
    return ruled, *follows


def _without(now: Now, device: Device, ruling: Ruling) -> list[e.Event | Like]:
    """Every wager that needs it goes back, or all of them wait."""
    heard, follows = now.heard, list[e.Event | Like]()
    made = on_device(now.rules, heard, device) if heard and ruling is Ruling.RETURN else {}
    for key, seats in made.items():
        stakes = {seat: heard.wagers[seat][key] for seat in seats} if heard else {}
        back = {seat: WagerResult(stake, "void", stake) for seat, stake in stakes.items()}
        follows.append(e.WagersReturned(now.round, key, back))
    if device.value not in now.day.broken:
        follows.append(e.DeviceDown(device.value))
    return follows


def settled_then(rules: Rules, heard: HeardRound, open_: HeardIncident, done: Remedy | None) -> str:
    """The wager that is settled although the round is void: THB 13.C and 13.G."""
    offered = any(side.key == "bonus" for side in rules.sides)
    if rules.game != THB or not offered or done is not Remedy.VOID:
        return ""
    if len(heard.place("dealer")) < 2:
        return ""
    if open_.kinds == (Kind.DEALER_CARD_EXPOSED,):
        return "bonus"
    return "bonus" if open_.kinds == (Kind.CARDS_FACE_UP,) and all_have_two(heard) else ""


def all_have_two(heard: HeardRound) -> bool:
    """Whether every player and the dealer have their first two cards."""
    return all(len(heard.hand(s)) == 2 for s in heard.players) and len(heard.place("dealer")) == 2


def forfeit(now: Now, command: c.Forfeit) -> Foreseen:
    """While hands are played, for one of four breaches, in two of the games."""
    heard, seat, breach = now.heard, command.seat, command.breach
    known = FORFEITS.get(now.rules.game, ())
    if heard is None or command.round != heard.number or breach not in known:
        return REFUSED
    phase = now.state.round.phase if now.state.round else None
    if phase not in (Phase.PLAYING, Phase.SETTLING) or not is_whole(seat, 1, 6):
        return REFUSED
    if seat not in heard.players or not heard.hand(seat) or heard.gone(seat):
        return REFUSED
    if not heard.stays(seat):
        return REFUSED
    begun = seat in heard.results or heard.being_settled(seat)
    if phase is Phase.SETTLING and (breach == UNTIL_SHOWN or begun):
        return REFUSED
    return (e.Forfeited(heard.number, seat, breach, now.by.name),)


def record_breach(now: Now, command: c.RecordBreach) -> Foreseen:
    """Where nothing is forfeited, of a seat that has cards."""
    heard, seat = now.heard, command.seat
    if now.rules.game in FORFEITS or heard is None or command.round != heard.number:
        return REFUSED
    phase = now.state.round.phase if now.state.round else None
    if phase not in (Phase.PLAYING, Phase.SETTLING) or not is_whole(seat, 1, 6):
        return REFUSED
    if command.breach not in ("11.A(1)", "11.A(2)", "11.A(3)"):
        return REFUSED
    if seat not in heard.players or not heard.hand(seat):
        return REFUSED
    return (e.BreachRecorded(heard.number, seat, command.breach, now.by.name),)
