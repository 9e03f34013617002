"""Cards in the order of the method, decisions in that of the seats, each card with its proof."""

from collections.abc import Iterable, Iterator, Sequence

from pitboss.cards import Card
from pitboss.games.dealing import Burn, Discard, Lies, ToPlayers, ToTable
from pitboss.games.words import FOLD, Street
from pitboss.money import dollars
from pitboss.refusal import Refused, brief
from pitboss.round import NOT_SEEN, follow
from pitboss.verify import events as e
from pitboss.verify.cards import turn
from pitboss.verify.fault import Fault
from pitboss.verify.ledger import TRAY, move
from pitboss.verify.script import Question, Turn
from pitboss.verify.shift import Shift
from pitboss.verify.state import Round


def deal_and_ask(shift: Shift, now: Round) -> None:
    """Every step of the method, and the questions of every street."""
    while True:
        shift.pass_by()  # who would be asked may sit out, and the next card be out of play
        match now.step:
            case ToPlayers(cards=names):
                to = [(seat, name) for seat in now.players for name in names]
                positions = _deal(shift, now, [f"{seat}.{name}" for seat, name in to])
                for (seat, _), position in zip(to, positions, strict=True):
                    now.holes[seat].append(position)
                now.done()
            case ToTable(places=places, lies=lies):
                positions = _deal(shift, now, places)
                for place, position in zip(places, positions, strict=True):
                    now.places.setdefault(place, []).append(position)
                if lies is Lies.UP:  # the same hand lays them down and shows them
                    turn(shift, now, _down(now, positions), at_once=True)
                now.done()
            case Burn():
                _deal(shift, now, ["burn"])
                now.done()
            case Discard():
                _deal(shift, now, ["discard"])
                now.done()
            case Question(street=street) as question:
                asked = now.asked(question)
                if asked is not None:
                    _decide(shift, now, street, asked, shift.next(e.Decided))
                now.move_on()
            case Turn() as due:
                turn(shift, now, _down(now, _lying(now, due)))
                now.done()
            case None:
                return


def _deal(shift: Shift, now: Round, to: Sequence[str]) -> tuple[int, ...]:
    """The next positions of the order that was fixed when bets were closed."""
    names = tuple(to)
    positions = now.order[now.dealt : now.dealt + len(names)]
    if len(positions) < len(names):
        raise Fault(shift.line.n + 1, "the stack is used up")
    shift.expect(e.CardsDealt(now.number, names, positions))
    now.dealt += len(names)
    return positions


def _down(now: Round, positions: Iterable[int]) -> list[int]:
    """A card that an irregularity laid open is not turned again."""
    return [at for at in positions if at not in now.faces]


def _lying(now: Round, due: Turn) -> Iterator[int]:
    """Where the cards of these names lie: on the table, or in every hand that is still there."""
    for name in due.names:
        if name in now.places:
            down = _down(now, now.places[name])
            yield from down[: due.cards] if due.cards else down
        else:
            at = now.rules.hole.index(name)
            yield from (now.holes[seat][at] for seat in now.players if now.stays(seat))


def _decide(shift: Shift, now: Round, street: Street, seat: int, event: e.Decided) -> None:
    """A decision that is open to this seat, for the stake that it takes."""
    decision = event.decision
    _check_who(shift, now, street, seat, event)
    decisions = (*now.decisions.get(seat, ()), decision)
    try:
        course = follow(
            now.rules, now.wagers[seat], decisions, whole=False, cards=_cards_of(now, seat)
        )
    except Refused as refused:
        shift.fault(str(refused))
    before = now.courses[seat]
    taken_down = len(course.down) > len(before.down)
    stake = course.raises.get(street.wager, 0)
    back = now.wagers[seat][street.wager] if taken_down else 0
    if isinstance(decision, int):
        shift.check(not stake % now.rules.table.chip, f"no chips make a raise of {dollars(stake)}")
    now.decisions[seat], now.courses[seat] = decisions, course
    due = e.Decided(now.number, street.name, seat, decision, stake, course.folded, back)
    spot, moved = f"escrow:{seat}", []
    if stake:
        moved = [move(f"stack:{now.players[seat]}", spot, stake, street.wager, "pending")]
    if back:
        moved = [move(spot, f"stack:{now.players[seat]}", back, street.wager, "voided")]
    if course.folded:  # the dealer collects what a fold loses
        made = now.standing(seat)
        moved += [move(spot, TRAY, made[key], key) for key in now.main if key in made]
    shift.agree(due, *moved)


def _cards_of(now: Round, seat: int) -> list[Card] | None:
    """Return the table's cards followed by the seat's own; none before the seed is known.

    Without a seed, decisions that need certain cards are checked when the hand is settled.
    """
    if now.shoe is None:
        return None
    laid: list[Card] = []
    for place in now.rules.places:
        where = now.places.get(place.name, [])
        laid += [now.shoe.cards[at] for at in where]
        laid += [NOT_SEEN] * (place.cards - len(where))
    return laid + [now.shoe.cards[at] for at in now.holes[seat]]


def _check_who(shift: Shift, now: Round, street: Street, seat: int, event: e.Decided) -> None:
    """The player decides; for one who left, the dealer, and then nothing more is staked."""
    by, name = shift.line.by, now.players[seat]
    if seat in now.absent:
        least = next(key for key, times in street.choices.items() if times in (FOLD, 0))
        shift.check(by.role == "dealer", f"{brief(name)} has left: the dealer answers")
        shift.check(event.decision == least, f"for a player who left, {least} is answered")
    elif by.role != "player" or by.name != name:
        shift.fault(f"{brief(name)} decides at seat {seat}, not {brief(by.name)}")
    elif now.reported.pop(seat, ""):
        now.away.discard(seat)  # who answers is there
    elif seat in now.away:
        shift.fault(f"{brief(name)} has left, and nobody has ruled on it")
