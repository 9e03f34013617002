"""What came of each wager, in sentences with their clauses: for the terminal and the page.

A sentence says which hand it is about, what the wagers on it came to, and why. Whatever it names is
the game's own: labels, hands, odds and clauses of the rules that the round was played by.
"""

from collections.abc import Iterator
from fractions import Fraction
from typing import assert_never

from pitboss.games.grammar import Game
from pitboss.games.incidents import Kind
from pitboss.games.payoffs import (
    PUSH,
    AtLeast,
    Both,
    ByTable,
    Case,
    Cases,
    HoleCards,
    Not,
    Progressive,
    Wheel,
)
from pitboss.games.payout_words import prize_text, with_article
from pitboss.games.paytables import Sum
from pitboss.games.words import BestOf, Side
from pitboss.money import dollars
from pitboss.papers.hand_words import least_words
from pitboss.papers.result_read import Keys, Position, Read, Sentence
from pitboss.papers.words import sentence
from pitboss.settle import payout_limit
from pitboss.submission.rules import Rules

__all__ = ["Position", "Sentence", "explained", "net_text"]


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
    if seat.down:
        yield Sentence((), f"You took {read.names(seat.down)} back.")
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
        case ByTable(hand=hand) | Progressive(hand=hand):
            return f"made {read.hands[hand].label}"
        case Cases() as pays if pays.reads:
            return " against ".join(pays.reads)
        case Cases() | HoleCards() | Wheel():
            return key


def _is_lost(read: Read, key: str) -> bool:
    """Whether a wager is lost whatever the cards say."""
    wager = read.wagers[key]
    if read.seat.left or read.seat.forfeited:
        return True
    outlives = isinstance(wager, Side) and wager.lives_after_fold
    return read.seat.folded_on is not None and not outlives


def _lost(read: Read, keys: Keys) -> Sentence:
    why, clause = "You left the table", read.rules.table_procedures.leaving
    if read.seat.forfeited:
        why = "You broke a rule about the cards, and forfeit your wagers"
        clause = read.rules.forfeits or ""
    elif not read.seat.left:
        street = next(x for x in read.rules.streets if x.name == read.seat.folded_on)
        why, clause = f"You folded on {street.label}", street.clause
    verb = "loses" if len(keys) == 1 else "lose"
    return read.said(keys, f"{why}: {read.names(keys)} {verb}.", clause)


def _told(read: Read, keys: Keys) -> Sentence:
    """What the wagers on one hand, or a wager of its own kind, came to."""
    match pays := read.wagers[keys[0]].pays:
        case ByTable() | Progressive():
            return _on_hand(read, keys, pays.hand)
        case Cases() if pays.reads:
            return _showdown(read, keys, pays)
        case Cases():
            return _all_win(read, keys, pays)
        case HoleCards():
            return _hole_cards(read, keys, pays)
        case Wheel():
            return _spin(read, keys, pays)
        case _ as other:
            assert_never(other)


def _on_hand(read: Read, keys: Keys, name: str) -> Sentence:
    hand, words = read.hands[name], read.words(name)
    tabled = tuple(k for k in keys if not read.wagers[k].pays.prizes)
    parts = [f"{read.parts(tabled)}{_why_lost(read, tabled)}."] if tabled else []
    if isinstance(hand, BestOf) and tabled == keys:
        verb, it = ("takes", "It") if len(keys) == 1 else ("take", "They")
        head = f"{read.names(keys)} {verb} {hand.label}: {words}."
        alike = len({(read.result(key).outcome, read.odds(key)) for key in keys}) == 1
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
        least_words(table.lines[-1].hand)
        for key in keys
        if (table := read.wagers[key].pays.ranked_table)
    }
    if len(lowest) != 1 or any(read.result(key).outcome != "lose" for key in keys):
        return ""
    return read.once(f": the table starts at {lowest.pop()}")


def _prize(read: Read, key: str) -> tuple[str, str]:
    """What a progressive wager came to, and the clause."""
    pays = read.wagers[key].pays
    prizes = pays.prizes
    if prizes is None:
        raise AssertionError(f"{key} wins no prizes")
    at = read.book.prizes[key][read.strength[pays.reads[0]]]
    if at < 0:
        least = least_words(prizes.lines[-1].hand)
        return f"{read.names((key,))} loses: prizes start at {least}.", prizes.clause
    line = prizes.lines[at]
    paid = f"{dollars(read.result(key).credit)}, {prize_text(line.prize)}"
    return f"{read.names((key,))} wins {paid}.", line.clause


def _showdown(read: Read, keys: Keys, pays: Cases) -> Sentence:
    hand, *others = pays.reads
    mine, higher = read.words(hand), 0
    cases = {key: case for key in keys if (case := read.case(key))}
    unqualified = {
        case.when.condition.hand: case.when.condition.lowest
        for case in cases.values()
        if isinstance(case.when, Not) and isinstance(case.when.condition, AtLeast)
    }
    text = ""
    for other in others:
        theirs = read.words(other)
        higher = read.strength[hand] - read.strength[other]
        if higher and mine == theirs:
            mine += f", with {'higher' if higher > 0 else 'lower'} cards beside"
        if other in unqualified:
            lowest = with_article(unqualified[other])
            theirs += f", which does not qualify: that takes {lowest} or better"
        text += f"{sentence(read.hands[other].label)}: {theirs}. "
    text += f"{sentence(read.hands[hand].label)}: {mine}. "
    tied = others and not higher and not unqualified
    text += f"{'A tie: ' if tied else ''}{read.parts(keys)}."
    made, *paid = read.on_hand(hand, keys)
    clauses = [made]
    for key in sorted(cases, key=lambda key: read.result(key).outcome != "win"):
        clauses.append(cases[key].clause)
        # A hand that wins and is only returned is told what it lacked.
        pushed = higher > 0 and read.result(key).outcome == "push"
        if pushed and (least := _lowest(read, key, cases[key])):
            text += f" {read.names((key,))} pays only with {least} or better."
    if higher > 0 or not any(clauses[1:]):
        clauses += paid
    return read.said(keys, text, *clauses, made=read.words(hand))


def _lowest(read: Read, key: str, case: Case) -> str:
    """The lowest hand that a wager pays with, where it asks for one."""
    if not isinstance(case.pays, int | Fraction):
        paying = [line.hand for line in case.pays.table.lines if line.odds > PUSH]
        return least_words(paying[-1]) if paying else ""
    pays = read.wagers[key].pays
    conditions = [case.when for case in pays.cases]
    parts = [part for when in conditions if isinstance(when, Both) for part in when.conditions]
    lowest = next((part.lowest for part in parts if isinstance(part, AtLeast)), "")
    return with_article(lowest) if lowest else ""


def _all_win(read: Read, keys: Keys, pays: Cases) -> Sentence:
    missed = tuple(key for key in pays.needs if read.result(key).outcome != "win")
    win = {1: "wins", 2: "both win"}.get(len(pays.needs), "all win")
    text = f"{read.names(pays.needs)} {win}. {read.parts(keys)}."
    if missed:
        does = "does" if len(missed) == 1 else "do"
        text = f"{read.names(missed)} {does} not win, so {read.parts(keys)}."
    return read.said(keys, text, pays.clause)


def _hole_cards(read: Read, keys: Keys, pays: HoleCards) -> Sentence:
    odds = read.payout(keys[0]).odds
    first, second, *_ = read.seat.hole
    lines = (x for x in pays.table.lines if x.odds == odds and x.cards.covers(first, second))
    line = next(lines, None)
    what = f"Your first two cards: {line.name}." if line else "Your first two cards earn nothing."
    clause = line.clause if line else pays.table.clause
    return read.said(keys, f"{what} {read.parts(keys)}.", clause)


def _spin(read: Read, keys: Keys, pays: Wheel) -> Sentence:
    stop = next((x for x in pays.wheel if x.name == read.seat.spin), None)
    if stop is None:
        own = next(side.clause for side in read.game.sides if side.key == keys[0])
        spins = pays.earned_by.words
        what = f"Your first two cards are not {spins}" if spins else "Your cards earn no spin"
        text = f"{what}, so {read.names(keys)} loses without a spin."
        return read.said(keys, text, own)
    paid = prize_text(Sum(read.result(keys[0]).credit, read.result(keys[0]).merchandise or ""))
    cards = pays.earned_by.words.removeprefix("a ") or "first two cards"
    text = f"Your {cards} earned a spin, and the wheel stopped at {stop.name}. "
    return read.said(keys, f"{text}{read.names(keys)} wins {paid}.", stop.clause)


def _cut(read: Read, keys: list[str]) -> Iterator[Sentence]:
    """What the payout limit took."""
    for key in keys:
        result, limit = read.result(key), payout_limit(read.rules)
        if result.uncapped is not None and limit is not None:
            won, cut = result.uncapped - result.stake, result.credit - result.stake
            text = (
                f"A position wins at most {dollars(limit)} a round, so "
                f"{read.names((key,))} is paid {dollars(cut)} instead of {dollars(won)}."
            )
            yield read.said((key,), text, read.rules.limit.clause)
