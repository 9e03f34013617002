"""Expected result of irregularities: where each can occur, and what follows."""

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

from .day_model import COUNTING, STACKED, IncidentModel
from .doubts import EXPOSED_WHEN_ALL_FOLDED
from .expectation import REFUSED, Foreseen, Like, Situation, good_reason, is_whole, voids
from .expected_decks import in_use
from .round_model import RoundModel, metered_wagers
from .rulings import (
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
from .rulings import remedy as remedy_of

ForeseenReport = tuple[dict[str, object], list[e.Event | Like]]
"""What the report says besides its kind, and its immediate effects."""


def report(situation: Situation, command: c.Report) -> Foreseen:
    """Expect success where it can happen, with the card, deck or machine concerned."""
    if not situation.day.open or not isinstance(command.kind, Kind):
        return REFUSED
    remedy = remedy_of(situation.rules, command.kind)
    if remedy is None:
        return REFUSED
    progress = _HAPPENS.get(command.kind, _nowhere)(situation, command)
    if progress is None or isinstance(progress, str):
        return REFUSED if progress is None else None
    fields, follows = progress
    kind = fields.pop("kind", command.kind)
    assert isinstance(kind, Kind)
    remedy = RULINGS[situation.rules.game][kind]
    if any(isinstance(follow, Like) and "card" in follow.fields for follow in follows):
        fields["exposed"] = remedy not in AT_ONCE
    waits = remedy not in AT_ONCE
    in_round = fields.pop("in_round", True)
    fields_ = {"seat": 0, "deck": 0, "device": "", "exposed": False, "card": ""} | fields
    first = Like(
        e.IncidentReported,
        number=situation.day.reported + 1,
        round=situation.round if in_round else 0,
        kinds=(kind,),
        waits=waits,
        by=situation.by.name,
        **fields_,
    )
    return first, *follows


NO_OPINION: Final = "no opinion"


def _nowhere(_: Situation, __: c.Report) -> ForeseenReport | str | None:
    return None


def _reported_round(situation: Situation, command: c.Report) -> RoundModel | None:
    """Return the round, if the report refers to it."""
    return situation.model if situation.model and command.round == situation.model.number else None


def _playing(situation: Situation, command: c.Report) -> RoundModel | None:
    """Return the round, if its hands are being played."""
    model = _reported_round(situation, command)
    return model if model and model.playing else None


def _dealing(situation: Situation, command: c.Report) -> RoundModel | None:
    model = _playing(situation, command)
    return model if model and model.dealing else None


def _opens(kind: type[e.Event], model: RoundModel, at: int) -> list[e.Event | Like]:
    return [Like(kind, round=model.number, card=At(at))]


class At:
    """Any card at this position of the stack."""

    def __init__(self, position: int) -> None:
        self.position = position

    def __eq__(self, other: object) -> bool:
        return isinstance(other, e.TurnedCard) and other.position == self.position

    def __hash__(self) -> int:
        return hash(self.position)

    def __repr__(self) -> str:
        return f"the card at {self.position}"


def _face_up(situation: Situation, command: c.Report) -> ForeseenReport | str | None:
    model = _dealing(situation, command)
    if model is None:
        return None
    if (
        command.kind is Kind.CARDS_FACE_UP
        or RULINGS[situation.rules.game][command.kind] is Remedy.VOID
    ):
        return {}, []
    if model.out:
        return None  # several cards are another matter
    return ({}, _opens(e.CardOut, model, _next(model))) if situation.sealed else None


def _next(model: RoundModel) -> int:
    return model.order[len(model.drawn)]


def _drawn_card(situation: Situation, command: c.Report) -> ForeseenReport | None:
    return ({}, []) if _dealing(situation, command) else None


def _drawn_exposed(situation: Situation, command: c.Report) -> ForeseenReport | str | None:
    if not situation.sealed:
        return None
    if not command.seat:
        model = _dealing(situation, command)
        if model is None or _next(model) in model.shown:
            return None
        place = next_place(situation.rules, model)
        if command.card not in ("", place) or command.position:
            return None
        kind = _strictest(situation.rules, model, place)
        return {"kind": kind, "card": f"next.{place}"}, _opens(e.CardExposed, model, _next(model))
    model = _playing(situation, command)
    if model is None or command.seat not in model.players or not model.stays(command.seat):
        return None
    if situation.state.round is None or situation.state.round.phase is not Phase.PLAYING:
        return None  # all hands are about to be turned up
    hand = {
        f"{command.seat}.{name}": at
        for n, name in enumerate(situation.rules.hole, 1)
        for at in model.place(f"{command.seat}.{name}")
        if command.card in ("", name) and command.position in (0, n)
    }
    card = _only(model, hand)
    if card is None:
        return None
    return {"seat": command.seat, "card": card}, _opens(e.CardExposed, model, hand[card])


def _only(model: RoundModel, cards: dict[str, int]) -> str | None:
    """Return the only card that is face down; with several, the report must name one."""
    hidden_names = [name for name, at in cards.items() if at not in model.shown]
    return hidden_names[0] if len(hidden_names) == 1 else None


def next_place(rules: Rules, model: RoundModel) -> str:
    """Return where the next card goes by the order of the method; each deal is one step."""
    steps = [step for step in rules.dealing.steps if not isinstance(step, Ask)]
    match steps[model.deals]:
        case ToPlayers(cards=cards):
            return f"{min(model.players)}.{cards[0]}"
        case ToTable(places=places):
            return places[0]
        case other:
            return type(other).__name__.lower()


def _strictest(rules: Rules, model: RoundModel, place: str) -> Kind:
    """Return the strictest clause: THB 13.F and 235 13.E precede the floor's discretion."""
    if rules.game == THB and place == "dealer" and model.to_answer():
        return Kind.DEALER_CARD_EXPOSED
    if rules.game == STUD and place == "community":
        return Kind.COMMUNITY_EXPOSED
    return Kind.DRAWN_EXPOSED


def _wrong_number(situation: Situation, command: c.Report) -> ForeseenReport | None:
    """Expect success until the round is closed."""
    model = _reported_round(situation, command)
    if model is None or not model.open or not model.drawn:
        return None
    if not is_whole(command.seat, 0, 6):
        return None
    return {"seat": command.seat}, []


def _fouled_deck(situation: Situation, command: c.Report) -> ForeseenReport | None:
    """Expect success for any deck at the table; the round is void if it is dealt from it."""
    deck = situation.day.decks.get(command.deck) if type(command.deck) is int else None
    if deck is None:
        return None
    model = situation.model
    dealt = model is not None and model.void is None and model.opened.deck == deck.number
    return {"in_round": dealt, "deck": command.deck}, []


def _skipped_player(situation: Situation, command: c.Report) -> ForeseenReport | None:
    model, seat = _playing(situation, command), command.seat
    if model is None or seat not in model.players or not model.hand(seat):
        return None
    if model.decisions[seat] or model.has_lost(seat):
        return None
    return {"seat": seat}, []


def dealers(rules: Rules) -> tuple[str, ...]:
    """Return the positions of the dealer's own cards."""
    return ("dealer",) if rules.game == THB else ()


def _exposed_card(situation: Situation, command: c.Report) -> ForeseenReport | str | None:
    """Expect success for a card face down; for a dealer's card, while decisions are open."""
    model = _playing(situation, command)
    if model is None or not situation.sealed:
        return None
    own = dealers(situation.rules)
    of_dealer = command.kind is Kind.DEALER_CARD_EXPOSED
    dealt = dict.fromkeys(to for to, _ in model.dealt)
    names = [place.name for place in situation.rules.places if (place.name in own) is of_dealer]
    names = [name for name in dealt if name in names and command.card in ("", name)]
    several = {place.name for place in situation.rules.places if place.cards > 1}
    lie = {
        f"{name}.{n}" if name in several else name: at
        for name in names
        for n, at in enumerate(model.place(name), 1)
        if command.position in (0, n)
    }
    card = _only(model, lie)
    if card is None:
        return None
    if of_dealer and not model.to_answer():
        return NO_OPINION if model.dealing and EXPOSED_WHEN_ALL_FOLDED else None
    return {"card": card}, _opens(e.CardExposed, model, lie[card])


def _in_shuffler(situation: Situation, command: c.Report, *, works: bool = False) -> bool:
    """Return whether a deck was shuffled by the machine or is being shuffled."""
    deck = situation.day.decks.get(command.deck) if type(command.deck) is int else None
    if deck is None or situation.day.in_play(command.deck):
        return False
    return deck.shuffled or (works and deck.last is STACKED)


def _counter(situation: Situation, command: c.Report) -> ForeseenReport | None:
    if situation.rules.table.shuffler not in COUNTING or not _in_shuffler(situation, command):
        return None
    number = situation.day.decks[command.deck].number
    removal = Like(e.DeckRemoved, deck=command.deck, number=number)
    at_once = remedy_of(situation.rules, Kind.COUNTER_WRONG) in AT_ONCE
    return {"in_round": False, "deck": command.deck}, [removal] if at_once else []


def _jam(situation: Situation, command: c.Report) -> ForeseenReport | None:
    if situation.rules.table.shuffler == "none" or not _in_shuffler(situation, command, works=True):
        return None
    model = situation.model
    at_once = RULINGS[situation.rules.game][Kind.SHUFFLER_JAM] in AT_ONCE
    is_in_play = model is not None and not model.void and not _all_settled(model)
    in_round = is_in_play and not at_once
    progress: dict[str, object] = {"in_round": in_round, "deck": command.deck}
    return progress, [e.ShuffleSpoilt(command.deck)] if at_once else []


def _all_settled(model: RoundModel) -> bool:
    return model.open and not model.on_the_table


def _shoe_jam(situation: Situation, command: c.Report) -> ForeseenReport | None:
    """Expect success from the close of betting while stacks come from the shoe."""
    if situation.rules.table.dealing != "automated shoe":
        return None
    model = _reported_round(situation, command)
    return ({}, []) if model and model.dispensing else None


def on_device(rules: Rules, model: RoundModel | None, device: str) -> dict[str, list[int]]:
    """Return the wagers that a device has yet to settle, each with the seats still in."""
    result: dict[str, list[int]] = {}
    lives = {side.key: side.lives_after_fold for side in rules.sides}
    for key, pays in metered_wagers(rules).items():
        wheel = device == Device.WHEEL and isinstance(pays, Wheel)
        if wheel or (device == Device.PROGRESSIVE and pays.meters):
            wagers_made = model.wagers if model else {}
            result[key] = [
                seat
                for seat, wagers in wagers_made.items()
                if model
                and key in wagers
                and not model.has_lost(seat)
                and (lives[key] or seat not in model.folded)
                and key not in model.results.get(seat, {})
                and not (model.at_lock and model.being_settled(seat))
            ]
    return result


def _has_unpaid_jackpot(model: RoundModel) -> bool:
    """Return whether a seat has hit a meter or spun its symbol, and is not paid."""
    wheels = [pays for pays in metered_wagers(model.rules).values() if isinstance(pays, Wheel)]
    jackpots = {stop.name for item in wheels for stop in item.wheel if "Share" in str(stop.prize)}
    winnings = model.hitting | {seat for seat, symbol in model.spins.items() if symbol in jackpots}
    return any(not model.is_settled(seat) for seat in winnings)


def _live(model: RoundModel) -> bool:
    """Return whether the round is not void and has something left to settle."""
    before = model.at_lock is None or model.counting
    return model.void is None and (before or model.on_the_table)


def _fails(situation: Situation, command: c.Report) -> ForeseenReport | None:
    """Expect success while some unsettled wager needs the device."""
    model, device = _reported_round(situation, command), FAILS[command.kind]
    if model is None or not _live(model):
        return None
    wagers_made = on_device(situation.rules, model, device)
    if not any(wagers_made.values()) or _has_unpaid_jackpot(model):
        return None
    return {"device": device.value}, []


def _down(situation: Situation, command: c.Report) -> ForeseenReport | None:
    devices_in_use = in_use(situation.rules)
    devices_in_use += [
        item.value
        for item in DEVICES[situation.rules.game]
        if on_device(situation.rules, None, item)
    ]
    device = command.device or next(iter(devices_in_use), None)
    if device not in devices_in_use or device in situation.day.broken:
        return None
    model = situation.model
    if device == Device.SHOE and model and model.dispensing:
        return None  # this is a jam, another matter
    wagers_made = on_device(situation.rules, model, device or "")
    if model and _live(model) and any(wagers_made.values()) and not _has_unpaid_jackpot(model):
        return None  # the device is needed, another matter
    assert device is not None
    return {"in_round": False, "device": device}, [e.DeviceDown(device)]


_HAPPENS: Final[dict[Kind, Callable[[Situation, c.Report], ForeseenReport | str | None]]] = {
    Kind.CARD_FACE_UP: _face_up,
    Kind.CARDS_FACE_UP: _face_up,
    Kind.DRAWN_UNEXPOSED: _drawn_card,
    Kind.DRAWN_EXPOSED: _drawn_exposed,
    Kind.WRONG_NUMBER: _wrong_number,
    Kind.PLAYER_SKIPPED: _skipped_player,
    Kind.DEALER_CARD_EXPOSED: _exposed_card,
    Kind.COMMUNITY_EXPOSED: _exposed_card,
    Kind.COUNTER_WRONG: _counter,
    Kind.SHUFFLER_JAM: _jam,
    Kind.SHOE_JAM: _shoe_jam,
    Kind.DEVICE_DOWN: _down,
    Kind.FOULED_DECK: _fouled_deck,
    Kind.PROGRESSIVE_DOWN: _fails,
    Kind.WHEEL_DOWN: _fails,
}


def effect(game: str, open_: IncidentModel, ruling: Ruling) -> Remedy | None:
    """Return the action of a ruling, or None if the round goes on."""
    match ruling:
        case Ruling.DISMISSED | Ruling.GO_ON:
            return None
        case Ruling.VOID | Ruling.MISDEALT:
            return Remedy.VOID
        case Ruling.NOT_MISDEALT:
            return Remedy.VOID_DECK_OUT
        case _:
            return RULINGS[game][open_.kinds[0]]


def rule(situation: Situation, command: c.Rule) -> Foreseen:
    """Expect success for another person with a possible ruling, followed by the remedy."""
    open_, game = situation.day.incident, situation.rules.game
    if open_ is None or situation.by.name == open_.by or not good_reason(command.reason):
        return REFUSED
    in_round = bool(open_.round)
    may = answers(
        game, open_.kinds, is_exposed=open_.exposed, in_round=in_round, rules=situation.rules
    )
    if command.ruling not in may:
        return REFUSED
    ruling_event = e.IncidentRuled(open_.number, command.ruling, command.reason, situation.by.name)
    if command.ruling is Ruling.DISMISSED:
        return (ruling_event,)
    if open_.kinds[0] in FAILS:
        return ruling_event, *_without(situation, FAILS[open_.kinds[0]], command.ruling)
    remedy = effect(game, open_, command.ruling)
    follows: list[e.Event | Like] = []
    if remedy and open_.round and situation.model:
        if settled_then(situation.rules, situation.model, open_, remedy) and not situation.sealed:
            return REFUSED
        if remedy is Remedy.SIT_OUT and len(situation.model.players) > 1:
            follows.append(Like(e.SatOut, round=open_.round, seat=open_.seat))
        else:
            follows += voids(situation.model)
    if open_.kinds == (Kind.SHUFFLER_JAM,):
        follows.append(e.ShuffleSpoilt(open_.deck))
    of_count = len(open_.kinds) > 1 or open_.kinds == (Kind.COUNTER_WRONG,)
    is_lost = remedy is Remedy.VOID_DECK_OUT or (remedy and of_count and not open_.round)
    if is_lost:
        number = situation.day.decks[open_.deck].number
        follows.append(Like(e.DeckRemoved, deck=open_.deck, number=number))
    return ruling_event, *follows


def _without(situation: Situation, device: Device, ruling: Ruling) -> list[e.Event | Like]:
    """Expect that every wager that needs the device is returned, or that all of them wait."""
    model, follows = situation.model, list[e.Event | Like]()
    wagers_made = (
        on_device(situation.rules, model, device) if model and ruling is Ruling.RETURN else {}
    )
    for key, seats in wagers_made.items():
        stakes = {seat: model.wagers[seat][key] for seat in seats} if model else {}
        back = {seat: WagerResult(stake, "void", stake) for seat, stake in stakes.items()}
        follows.append(e.WagersReturned(situation.round, key, back))
    if device.value not in situation.day.broken:
        follows.append(e.DeviceDown(device.value))
    return follows


def settled_then(
    rules: Rules, model: RoundModel, open_: IncidentModel, remedy: Remedy | None
) -> str:
    """Return the wager that is settled although the round is void: THB 13.C and 13.G."""
    has_bonus = any(side.key == "bonus" for side in rules.sides)
    if rules.game != THB or not has_bonus or remedy is not Remedy.VOID:
        return ""
    if len(model.place("dealer")) < 2:
        return ""
    if open_.kinds == (Kind.DEALER_CARD_EXPOSED,):
        return "bonus"
    return "bonus" if open_.kinds == (Kind.CARDS_FACE_UP,) and all_have_two(model) else ""


def all_have_two(model: RoundModel) -> bool:
    """Return whether every player and the dealer have their first two cards."""
    return all(len(model.hand(s)) == 2 for s in model.players) and len(model.place("dealer")) == 2


def forfeit(situation: Situation, command: c.Forfeit) -> Foreseen:
    """Expect success while hands are played, for one of four breaches, in two of the games."""
    model, seat, breach = situation.model, command.seat, command.breach
    breaches = FORFEITS.get(situation.rules.game, ())
    if model is None or command.round != model.number or breach not in breaches:
        return REFUSED
    phase = situation.state.round.phase if situation.state.round else None
    if phase not in (Phase.PLAYING, Phase.SETTLING) or not is_whole(seat, 1, 6):
        return REFUSED
    if seat not in model.players or not model.hand(seat) or model.has_lost(seat):
        return REFUSED
    if not model.stays(seat):
        return REFUSED
    is_settling = seat in model.results or model.being_settled(seat)
    if phase is Phase.SETTLING and (breach == UNTIL_SHOWN or is_settling):
        return REFUSED
    return (e.Forfeited(model.number, seat, breach, situation.by.name),)


def record_breach(situation: Situation, command: c.RecordBreach) -> Foreseen:
    """Expect success where nothing is forfeited, for a seat with cards."""
    model, seat = situation.model, command.seat
    if situation.rules.game in FORFEITS or model is None or command.round != model.number:
        return REFUSED
    phase = situation.state.round.phase if situation.state.round else None
    if phase not in (Phase.PLAYING, Phase.SETTLING) or not is_whole(seat, 1, 6):
        return REFUSED
    if command.breach not in ("11.A(1)", "11.A(2)", "11.A(3)"):
        return REFUSED
    if seat not in model.players or not model.hand(seat):
        return REFUSED
    return (e.BreachRecorded(model.number, seat, command.breach, situation.by.name),)
