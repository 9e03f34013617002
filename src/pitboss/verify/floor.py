"""What a floorperson does: cards cut again, a forfeit, machines, who and what may not play on."""

from typing import Final

from pitboss.games.tasks import Task
from pitboss.refusal import brief
from pitboss.shuffle import cut_again, dealing_order
from pitboss.verify import day as d
from pitboss.verify.decks import cut_range, uncut
from pitboss.verify.shift import PLAYERS, Anytime, Shift, is_name, same_person


def recut(shift: Shift, event: d.CardsRecut) -> None:
    """Before a round the stack is cut once more; later, where players' additions say."""
    rules, now = shift.open_for_play(), shift.round
    deck = shift.day.decks.get(shift.day.turn)
    if deck is None or deck.last not in (Task.CUT, Task.LOAD):
        shift.fault("no stack is ready that could be cut again")
    low, high = cut_range(rules, deck)
    shift.check(high, "this stack was not cut")
    shift.check_reason(event.reason)
    if now is None:
        shift.agree(d.CardsRecut(0, 0, event.reason))
        uncut(shift)
        return
    early = now.phase in ("betting", "counting", "playing") and not (now.dealt or now.faces)
    shift.check(early, "a card is out: the cut stands")
    now.recuts += 1
    now.cut = low + cut_again(now.contributions, now.bound, now.recuts, high - low + 1)
    shift.agree(d.CardsRecut(now.number, now.cut, event.reason))
    if now.order:
        now.order = dealing_order(now.rules.deck.size, now.contributions, now.cut, now.bound)


def forfeited(shift: Shift, event: d.Forfeited) -> None:
    """A player who has cards and broke a rule about them loses every wager of the round."""
    now, seat = shift.round, event.seat
    if now is None or now.phase not in ("playing", "settling"):
        shift.fault("this is not the time for a forfeit")
    rules = now.rules
    shift.check(rules.forfeits, "this game knows no forfeit")
    shift.check(seat in now.players, f"seat {seat} has no wager in this round")
    known = event.breach in rules.table_procedures.breaches
    shift.check(known, f"one does not forfeit for {brief(event.breach)}")
    answers = now.holes[seat] and now.stays(seat)
    shift.check(answers, f"seat {seat} has no cards to answer for")
    if now.phase == "settling":
        over = event.breach == rules.table_procedures.until_shown
        shift.check(not over, "every card on the table is up")
        begun = seat in now.results or now.being_settled(seat)
        shift.check(not begun, f"seat {seat} is being settled already")
    now.forfeited.add(seat)
    now.move_on()
    shift.book()


def breach_recorded(shift: Shift, event: d.BreachRecorded) -> None:
    """A rule of conduct was broken, where no wager is forfeited for it."""
    now, seat = shift.round, event.seat
    if now is None or now.phase not in ("playing", "settling"):
        shift.fault("nobody holds cards now")
    shift.check(not now.rules.forfeits, "a breach forfeits every wager here")
    shift.check(seat in now.players, f"seat {seat} has no wager in this round")
    known = event.breach in now.rules.table_procedures.breaches
    shift.check(known, f"{brief(event.breach)} is not a rule of conduct")
    shift.check(now.holes[seat], f"seat {seat} has no cards to answer for")
    shift.book()


def marked(shift: Shift, event: d.DeviceMarked) -> None:
    """A machine that broke is covered or signed, once."""
    _check_broken(shift, event.device)
    shift.check(not shift.day.broken[event.device], f"the {event.device} is marked already")
    shift.day.broken[event.device] = event.mark.value
    shift.book()


def restored(shift: Shift, event: d.DeviceRestored) -> None:
    """It works again."""
    _check_broken(shift, event.device)
    del shift.day.broken[event.device]
    shift.book()


def _check_broken(shift: Shift, device: str) -> None:
    shift.check(device in shift.day.broken, f"{brief(device)} is no machine that broke")


def disabled(shift: Shift, event: d.Disabled) -> None:
    """The table, the game or a player takes part in no new round."""
    _ = shift.rules
    known = can_be_disabled(event.what)
    shift.check(known, f"{brief(event.what)} is not table, game or a player")
    again = any(same_person(event.what, one) for one in shift.day.disabled)
    shift.check(not again, f"{brief(event.what)} is disabled already")
    shift.check_reason(event.reason)
    shift.day.disabled[event.what] = event.reason
    shift.book()


def can_be_disabled(what: str) -> bool:
    """Whether this names something that can be kept from play."""
    return what in ("table", "game") or (what.startswith(PLAYERS) and is_name(what[len(PLAYERS) :]))


def enabled(shift: Shift, event: d.Enabled) -> None:
    """It takes part again."""
    shift.check(event.what in shift.day.disabled, f"{brief(event.what)} is not disabled")
    del shift.day.disabled[event.what]
    shift.book()


ANYTIME: Final[Anytime] = {
    d.CardsRecut: recut,
    d.Forfeited: forfeited,
    d.BreachRecorded: breach_recorded,
    d.DeviceMarked: marked,
    d.DeviceRestored: restored,
    d.Disabled: disabled,
    d.Enabled: enabled,
}
