"""What a floorperson may order although nobody waits for it."""

from collections.abc import Iterator

from pitboss.games.tasks import Device
from pitboss.refusal import brief
from pitboss.table import commands as c
from pitboss.table.care import in_use, slots
from pitboss.table.house import DISABLED, INCIDENTS
from pitboss.tui.console.desk import Desk
from pitboss.tui.console.offers import Answers, Ask, Offer, Way
from pitboss.tui.console.told_day import named

WHY = Ask("reason", "Why?", "text")


def order_offers(desk: Desk) -> Iterator[Offer]:
    """Forfeits, cuts, shuffles, machines, and who or what may not play on."""
    if desk.rules.forfeits:
        yield _forfeit(desk)
    elif desk.rules.table_procedures.breaches:
        yield _breach(desk)
    yield _recut(desk)
    yield from _shuffles(desk)
    yield from _restored(desk)
    yield from _disabled(desk)


def _forfeit(desk: Desk) -> Offer:
    now = desk.table.state.round
    seats = list(now.players) if now is not None and desk.table.state.running else []
    breaches = desk.rules.table_procedures.breaches
    tried = [c.Forfeit(seat, breach) for seat in seats or [1] for breach in breaches]
    open_now = [one for one in tried if not desk.refusal(desk.floor, one)]
    return Offer(
        words="A player forfeits every wager of the round",
        clause=desk.rules.cite(desk.rules.forfeits) or INCIDENTS,
        ways=tuple(_forfeited(desk, one) for one in open_now),
        refusal="" if open_now else desk.refusal(desk.floor, tried[0]),
    )


def _breach(desk: Desk) -> Offer:
    """A game without a forfeit: the breach goes on record."""
    now, breaches = desk.table.state.round, desk.rules.table_procedures.breaches
    seats = list(now.players) if now is not None and desk.table.state.running else []
    tried = [c.RecordBreach(seat, breach) for seat in seats or [1] for breach in breaches]
    open_now = [one for one in tried if not desk.refusal(desk.floor, one)]
    return Offer(
        words="Record a breach of conduct",
        detail="It goes on record with its clause; no wager moves by it.",
        clause=desk.rules.cite(next(iter(breaches))) or INCIDENTS,
        ways=tuple(_recorded(desk, one) for one in open_now),
        refusal="" if open_now else desk.refusal(desk.floor, tried[0]),
    )


def _recorded(desk: Desk, command: c.RecordBreach) -> Way:
    words = f"seat {command.seat}: {desk.rules.table_procedures.breaches[command.breach]}"
    return desk.way(desk.floor, words, lambda given: command)


def _forfeited(desk: Desk, command: c.Forfeit) -> Way:
    words = f"seat {command.seat}: {desk.rules.table_procedures.breaches[command.breach]}"
    return desk.way(desk.floor, words, lambda given: command)


def _recut(desk: Desk) -> Offer:
    return Offer(
        words="Have the cards cut again before the first is dealt",
        clause=desk.rules.cite(desk.rules.deck_procedures.recut) or "",
        ways=(desk.way(desk.floor, "cut again", lambda given: c.Recut(str(given["reason"]))),),
        asks=(WHY,),
        refusal=desk.refusal(desk.floor, c.Recut("a reason")),
    )


def _shuffles(desk: Desk) -> Iterator[Offer]:
    for slot in slots(desk.rules):
        which = f"deck {slot}" if desk.rules.table.decks > 1 else "the cards"
        yield _one(
            desk,
            f"Have {which} shuffled again",
            desk.rules.cite(desk.rules.deck_procedures.ordered) or "",
            c.OrderShuffle(slot),
        )


def _restored(desk: Desk) -> Iterator[Offer]:
    for device in desk.table.state.day.broken:
        command = c.RestoreDevice(Device(device))
        waits = device in in_use(desk.rules)  # or another method is filed
        yield _one(desk, f"The {device} works again", INCIDENTS, command, urgent=waits)


def _disabled(desk: Desk) -> Iterator[Offer]:
    """The table, the game and each player, on or off."""
    state = desk.table.state
    players = [f"player:{name}" for name in dict.fromkeys(state.seats.values())]
    gone = [what for what in state.day.disabled if what not in ("table", "game", *players)]
    for what in ("table", "game", *players, *gone):
        if what in state.day.disabled:
            words = f"Enable {named(what)} again ({brief(state.day.disabled[what])})"
            yield _one(desk, words, DISABLED, c.Enable(what))
        else:
            yield Offer(
                words=f"Disable {named(what)}: no new round",
                clause=DISABLED,
                ways=(_disable(desk, what),),
                asks=(WHY,),
                refusal=desk.refusal(desk.floor, c.Disable(what, "a reason")),
            )


def _disable(desk: Desk, what: str) -> Way:
    def make(given: Answers) -> c.Command:
        return c.Disable(what, str(given["reason"]))

    return desk.way(desk.floor, "disable", make)


def _one(desk: Desk, words: str, clause: str, command: c.Command, *, urgent: bool = False) -> Offer:
    return Offer(
        words=words,
        clause=clause,
        ways=(desk.way(desk.floor, words, lambda given: command),),
        refusal=desk.refusal(desk.floor, command),
        urgent=urgent,
    )
