"""Cards in the order of the method, decisions in that of the seats, each card with its proof."""

from collections.abc import Iterable, Iterator

from pitboss.cards import CARD, Card
from pitboss.games.dealing import Ask, Burn, Discard, ToPlayers, ToTable
from pitboss.games.words import FOLD
from pitboss.money import dollars
from pitboss.refusal import Refused, brief
from pitboss.round import follow
from pitboss.shuffle import proves
from pitboss.submission.rules import OpenStreet
from pitboss.verify import events as e
from pitboss.verify.betting import unhexed
from pitboss.verify.ledger import TRAY, move
from pitboss.verify.seats import absent_ruled
from pitboss.verify.shift import Shift
from pitboss.verify.state import DECK, Round, Turn


def deal_and_ask(shift: Shift, now: Round) -> None:
    """Every step of the method, and the questions of every street."""
    for step in shift.script:
        match step:
            case ToPlayers(cards=names):
                to = [(seat, name) for seat in now.players for name in names]
                positions = _deal(shift, now, [f"{seat}.{name}" for seat, name in to])
                for (seat, _), position in zip(to, positions, strict=True):
                    now.holes[seat].append(position)
            case ToTable(places=places):
                for place, position in zip(places, _deal(shift, now, places), strict=True):
                    now.places.setdefault(place, []).append(position)
            case Burn():
                _deal(shift, now, ["burn"])
            case Discard():
                _deal(shift, now, ["discard"])
            case Ask(street=wager):
                _ask(shift, now, wager)
            case Turn(names=names):
                turn_over(shift, now, _lying(now, names))


def _deal(shift: Shift, now: Round, to: Iterable[str]) -> tuple[int, ...]:
    """The next positions of the order that was fixed when bets were closed."""
    names = tuple(to)
    positions = now.order[now.dealt : now.dealt + len(names)]
    shift.expect(e.CardsDealt(now.number, names, positions))
    now.dealt += len(names)
    return positions


def _lying(now: Round, names: Iterable[str]) -> Iterator[int]:
    """Where the cards of these names lie: on the table, or in every hand that is still there."""
    for name in names:
        if name in now.places:
            yield from now.places[name]
        else:
            at = now.rules.hole.index(name)
            yield from (now.holes[seat][at] for seat in now.players if now.stays(seat))


def turn_over(shift: Shift, now: Round, positions: Iterable[int], *, at_once: bool = False) -> bool:
    """These cards are turned over, those that lie face down."""
    if not at_once:
        shift.pass_by()  # somebody's cards may be taken away first
    due = [position for position in positions if position not in now.faces]
    if not due:
        return False
    event = shift.next(e.CardsTurned, at_once=at_once)
    found = [card.position for card in event.cards]
    shift.check(found == due, f"positions {due} are to be turned over, not {found}")
    turned(shift, now, event)
    return True


def turned(shift: Shift, now: Round, event: e.CardsTurned) -> None:
    """Each card is proved by the root that the house was bound to."""
    for one in event.cards:
        card = _proved(now, one)
        if card is None:
            shift.fault(f"{brief(one.card)} is not proved to lie in position {one.position}")
        now.faces[one.position] = card
    shift.cards += len(event.cards)
    shift.book()


def _proved(now: Round, turned: e.Turned) -> Card | None:
    """The card, if its proof leads to the root."""
    card, salt = CARD.get(turned.card), unhexed(turned.salt)
    way = [node for node in map(unhexed, turned.proof) if node]
    if card is None or salt is None or len(way) != len(turned.proof):
        return None
    return card if proves(now.root, DECK, turned.position, card, salt, way) else None


def _ask(shift: Shift, now: Round, wager: str) -> None:
    """Each seat in turn that has not folded and whose wagers are not lost."""
    taken = next(i for i, street in enumerate(now.rules.streets) if street.wager == wager)
    while (seat := now.asked(taken)) is not None:
        event = shift.next(e.Decided, e.AbsentRuled)
        if isinstance(event, e.AbsentRuled):
            absent_ruled(shift, event)
        elif isinstance(event, e.Decided):
            _decide(shift, now, now.rules.streets[taken], seat, event)


def _decide(shift: Shift, now: Round, street: OpenStreet, seat: int, event: e.Decided) -> None:
    """A decision that is open to this seat, for the stake that it takes."""
    decision = event.decision
    _check_who(shift, now, street, seat, event)
    decisions = (*now.decisions.get(seat, ()), decision)
    try:
        course = follow(now.rules, now.wagers[seat], decisions, whole=False)
    except Refused as refused:
        shift.fault(str(refused))
    stake = course.raises.get(street.wager, 0)
    if isinstance(decision, int):
        shift.check(not stake % now.rules.table.chip, f"no chips make a raise of {dollars(stake)}")
    now.decisions[seat], now.courses[seat] = decisions, course
    due = e.Decided(now.number, street.wager, seat, decision, stake, course.folded)
    spot, moved = f"escrow:{seat}", []
    if stake:
        moved = [move(f"stack:{now.players[seat]}", spot, stake, street.wager, "pending")]
    if course.folded:  # the dealer collects what a fold loses
        made = {**now.wagers[seat], **course.raises}
        moved += [move(spot, TRAY, made[key], key) for key in now.main if key in made]
    shift.agree(due, *moved)


def _check_who(shift: Shift, now: Round, street: OpenStreet, seat: int, event: e.Decided) -> None:
    """The player decides; for one who left, the dealer, and then nothing more is staked."""
    by, name = shift.line.by, now.players[seat]
    if seat in now.absent:
        least = next(key for key, times in street.asks.items() if times in (FOLD, 0))
        shift.check(by.role == "dealer", f"{brief(name)} has left: the dealer answers")
        shift.check(event.decision == least, f"for a player who left, {least} is answered")
    elif by.role != "player" or by.name != name:
        shift.fault(f"{brief(name)} decides at seat {seat}, not {brief(by.name)}")
    elif seat in now.away:
        shift.fault(f"{brief(name)} has left, and nobody has ruled on it")
