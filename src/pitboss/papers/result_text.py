"""What came of each wager, in sentences with their clauses: for the terminal and the page.

A sentence says which hand it is about, what the wagers on it came to, and why. Whatever it names is
the game's own: labels, hands, odds and clauses of the rules that the round was played by.
"""

from collections.abc import Iterator
from typing import assert_never

from pitboss.games.grammar import Game
from pitboss.games.incidents import Kind
from pitboss.games.payoffs import AllOf, ByTable, EvenMoney, HoleCards, Showdown
from pitboss.games.payout_words import prize_text
from pitboss.games.paytables import Sum
from pitboss.money import dollars
from pitboss.papers.hand_words import least_words
from pitboss.papers.result_read import Keys, Position, Read, Sentence, odds_of
from pitboss.papers.words import sentence
from pitboss.settle import payout_limit
from pitboss.submission.rules import BetterHand, MeterPrizes, Rules, SideWager, WheelSpin

__all__ = ["Position", "Sentence", "explained", "net_text", "odds_of"]


def explained(game: Game, rules: Rules, seat: Position) -> tuple[Sentence, ...]:
    """Every wager of a seat, those on the same hand together, in the order of the game."""
    read = Read(game, rules, seat)
    return tuple(_sentences(read))


def net_text(cents: int) -> str:
    """``+$10``, ``−$5``, ``$0``: what a wager brought or took."""
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)


def _sentences(read: Read) -> Iterator[Sentence]:
    seat = read.seat
    keys = [key for key in read.wagers if key in seat.results]
    void = tuple(key for key in keys if read.result(key).outcome == "void")
    lost = tuple(key for key in keys if key not in void and _is_lost(read, key))
    if void:
        verb = "comes" if len(void) == 1 else "come"
        why = f" ({seat.void})" if seat.void else ""
        yield read.said(void, f"The round is void{why}: {read.names(void)} {verb} back.")
    yield from _returned(read)
    if lost:
        yield _lost(read, lost)
    groups: dict[str, Keys] = {}
    for key in keys:
        if key not in void and key not in lost:
            about = _about(read, key)
            groups[about] = (*groups.get(about, ()), key)
    for together in groups.values():
        yield _told(read, together)
    if seat.gifts:
        brought = f"What others were dealt or spun brings you {dollars(seat.gifts)}."
        yield read.said((), brought)
    yield from _cut(read, keys)


def _returned(read: Read) -> Iterator[Sentence]:
    """Wagers that went back although the round was played."""
    if back := tuple(read.seat.returned):
        verb = "comes" if len(back) == 1 else "come"
        yield read.said(back, f"A device failed: {read.names(back)} {verb} back.")
    if back := tuple(read.seat.skipped):
        incidents = (x.clause for x in read.rules.incidents if x.kind is Kind.PLAYER_SKIPPED)
        why = "You were skipped, and the round went on without you"
        yield read.said(back, f"{why}: {read.names(back)} come back.", next(incidents, None))


def _about(read: Read, key: str) -> str:
    """Wagers on one hand are told together, whatever they pay; all others by themselves."""
    match read.wagers[key].pays:
        case ByTable(hand=hand) | EvenMoney(hand=hand) | MeterPrizes(hand=hand):
            return f"made {read.hands[hand].label}"
        case Showdown(hand=hand, against=against):
            return f"{hand} against {against}"
        case _:
            return key


def _is_lost(read: Read, key: str) -> bool:
    """Whether a wager is lost whatever the cards say."""
    wager = read.wagers[key]
    if read.seat.left or read.seat.forfeited:
        return True
    outlives = isinstance(wager, SideWager) and wager.lives_after_fold
    return read.seat.folded_on is not None and not outlives


def _lost(read: Read, keys: Keys) -> Sentence:
    why, clause = "You left the table", read.rules.conduct.leaving
    if read.seat.forfeited:
        why = "You broke a rule about the cards, and forfeit your wagers"
        clause = read.rules.forfeits or ""
    elif not read.seat.left:
        street = next(x for x in read.rules.streets if x.wager == read.seat.folded_on)
        why, clause = f"You folded on {street.label}", street.clause
    verb = "loses" if len(keys) == 1 else "lose"
    return read.said(keys, f"{why}: {read.names(keys)} {verb}.", clause)


def _told(read: Read, keys: Keys) -> Sentence:
    """What the wagers on one hand, or a wager of its own kind, came to."""
    match pays := read.wagers[keys[0]].pays:
        case ByTable() | EvenMoney() | MeterPrizes():
            return _on_hand(read, keys, pays.hand)
        case Showdown():
            return _showdown(read, keys, pays)
        case AllOf():
            return _all_of(read, keys, pays)
        case HoleCards():
            return _hole_cards(read, keys, pays)
        case WheelSpin():
            return _spin(read, keys, pays)
        case _ as other:
            assert_never(other)


def _on_hand(read: Read, keys: Keys, name: str) -> Sentence:
    hand, words = read.hands[name], read.words(name)
    tabled = tuple(k for k in keys if not isinstance(read.wagers[k].pays, MeterPrizes))
    parts = [f"{read.parts(tabled)}{_why_lost(read, tabled)}."] if tabled else []
    if isinstance(hand, BetterHand) and tabled == keys:
        verb, it = ("takes", "It") if len(keys) == 1 else ("take", "They")
        head = f"{read.names(keys)} {verb} {hand.label}: {words}."
        alike = len({(read.result(key).outcome, odds_of(read.result(key))) for key in keys}) == 1
        if alike:
            parts = [parts[0].replace(read.names(keys), it, 1)]
    else:
        head = f"{sentence(hand.label)}: {words}."
    clauses = list(read.on_hand(name, tabled))
    for key in keys:
        if key not in tabled:
            said, clause = _prize(read, key)
            parts.append(said)
            clauses.append(clause)
    return read.said(keys, " ".join([head, *parts]), *clauses, made=words)


def _why_lost(read: Read, keys: Keys) -> str:
    """From which hand on their table pays, where all of them lose by the same; said once."""
    lowest = {
        least_words(pays.table.lines[-1].hand)
        for key in keys
        if isinstance(pays := read.wagers[key].pays, ByTable | EvenMoney)
    }
    if len(lowest) != 1 or any(read.result(key).outcome != "lose" for key in keys):
        return ""
    return read.once(f": the table starts at {lowest.pop()}")


def _prize(read: Read, key: str) -> tuple[str, str]:
    """What a progressive wager came to, and the clause."""
    pays = read.wagers[key].pays
    if not isinstance(pays, MeterPrizes):
        raise AssertionError(f"{key} wins no prizes")
    at = read.book.prizes[key][read.strength[pays.hand]]
    if at < 0:
        least = least_words(pays.prizes.lines[-1].hand)
        return f"{read.names((key,))} loses: prizes start at {least}.", pays.prizes.clause
    line = pays.prizes.lines[at]
    paid = f"{dollars(read.result(key).credit)}, {prize_text(line.prize)}"
    return f"{read.names((key,))} wins {paid}.", line.clause


def _showdown(read: Read, keys: Keys, pays: Showdown) -> Sentence:
    mine, theirs = read.words(pays.hand), read.words(pays.against)
    higher = read.strength[pays.hand] - read.strength[pays.against]
    if higher and mine == theirs:
        mine += f", with {'higher' if higher > 0 else 'lower'} cards beside"
    text = f"{sentence(read.hands[pays.against].label)}: {theirs}. "
    text += f"{sentence(read.hands[pays.hand].label)}: {mine}. "
    text += f"{'' if higher else 'A tie: '}{read.parts(keys)}."
    came = pays.higher if higher > 0 else pays.lower if higher else pays.equal
    made, *paid = read.on_hand(pays.hand, keys)
    clauses = [made, came]
    for key in keys:
        judged = read.wagers[key].pays
        low = higher > 0 and read.result(key).outcome == "push"
        if low and isinstance(judged, Showdown):
            text += f" {read.names((key,))} pays only with a {judged.at_least} or better."
            clauses.append(judged.too_low)
    if higher > 0 or not came:
        clauses += paid
    return read.said(keys, text, *clauses, made=read.words(pays.hand))


def _all_of(read: Read, keys: Keys, pays: AllOf) -> Sentence:
    missed = tuple(key for key in pays.wagers if read.result(key).outcome != "win")
    text = f"{read.names(pays.wagers)} all win. {read.parts(keys)}."
    if missed:
        does = "does" if len(missed) == 1 else "do"
        text = f"{read.names(missed)} {does} not win, so {read.parts(keys)}."
    return read.said(keys, text, pays.clause)


def _hole_cards(read: Read, keys: Keys, pays: HoleCards) -> Sentence:
    odds = odds_of(read.result(keys[0]))
    first, second, *_ = read.seat.hole
    lines = (x for x in pays.table.lines if x.odds == odds and x.cards.covers(first, second))
    line = next(lines, None)
    what = f"Your first two cards: {line.name}." if line else "Your first two cards earn nothing."
    clause = line.clause if line else pays.table.clause
    return read.said(keys, f"{what} {read.parts(keys)}.", clause)


def _spin(read: Read, keys: Keys, pays: WheelSpin) -> Sentence:
    stop = next((x for x in pays.wheel if x.symbol == read.seat.spin), None)
    if stop is None:
        own = next(side.clause for side in read.game.sides if side.key == keys[0])
        text = f"Your first two cards are no pair, so {read.names(keys)} loses without a spin."
        return read.said(keys, text, own)
    paid = prize_text(Sum(read.result(keys[0]).credit, read.result(keys[0]).merchandise or ""))
    text = f"Your pair earned a spin, and the wheel stopped at {stop.symbol}. "
    return read.said(keys, f"{text}{read.names(keys)} wins {paid}.", stop.clause)


def _cut(read: Read, keys: list[str]) -> Iterator[Sentence]:
    """What the payout limit took."""
    for key in keys:
        result = read.result(key)
        if result.uncapped is not None:
            won, cut = result.uncapped - result.stake, result.credit - result.stake
            text = (
                f"A position wins at most {dollars(payout_limit(read.rules))} a round, so "
                f"{read.names((key,))} is paid {dollars(cut)} instead of {dollars(won)}."
            )
            yield read.said((key,), text, read.rules.limit.clause)
