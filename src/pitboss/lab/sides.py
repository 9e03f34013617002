"""The exact return of every side wager, from settlement's own judges and counts of deals."""

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from typing import Final, TypeVar, assert_never

from msgspec.structs import replace

from pitboss.cards import DECK
from pitboss.games.payoffs import AllOf, ByTable, EvenMoney, HoleCards, Showdown
from pitboss.games.payout_words import odds_text
from pitboss.games.paytables import LOSS, PUSH, CardsLine, Line, Table, slug
from pitboss.games.words import FOLD
from pitboss.lab.chances import Deck, counts_by, holdings_by
from pitboss.lab.prizes import progressive
from pitboss.lab.returns import ReturnLine, SideReturn, all_others
from pitboss.lab.spins import Folded, bonus_spin, never
from pitboss.refusal import Refused
from pitboss.settle.verdicts import Hands, judges
from pitboss.submission.rules import MeterPrizes, Rules, SideWager, WheelSpin

L = TypeVar("L", Line, CardsLine)

NO_LINE: Final = LOSS
ALL_WIN: Final = "all win"


def side_wagers(rules: Rules, deck: Deck = DECK, folded: Folded = never) -> dict[str, SideReturn]:
    """What every side wager on offer returns, by its key."""
    return {side.key: side_wager(rules, side, deck, folded) for side in rules.sides}


def count_wagers(
    asked: Iterable[tuple[Rules, SideWager]], deck: Deck = DECK, folded: Folded = never
) -> tuple[dict[str, SideReturn], dict[str, str]]:
    """What each wager returns, by its key; and of those that the lab cannot count, why not."""
    counted: dict[str, SideReturn] = {}
    uncounted: dict[str, str] = {}
    for rules, wager in asked:
        try:
            counted[wager.key] = side_wager(rules, wager, deck, folded)
        except Refused as refused:
            uncounted[wager.key] = str(refused)
    return counted, uncounted


def unfolded_wagers(rules: Rules) -> Iterator[tuple[Rules, SideWager]]:
    """Each required wager of a game that nobody can fold, as a side wager of its own rules."""
    if any(FOLD in street.asks.values() for street in rules.streets):
        return
    for x in rules.required:
        if isinstance(x.pays, ByTable):
            low, high = rules.table.minimum, rules.table.maximum
            alone = SideWager(x.key, x.label, x.pays, low, high, True)
            yield replace(rules, required=(), sides=(alone,)), alone


def side_wager(
    rules: Rules, side: SideWager, deck: Deck = DECK, folded: Folded = never
) -> SideReturn:
    """What one side wager returns. A progressive and a spin tell more than the others.

    ``folded`` matters where a fold ends the wager, which the lab counts for a spin alone.
    """
    if not side.lives_after_fold and not isinstance(side.pays, WheelSpin):
        raise Refused(
            f"the lab cannot count {side.label}: a fold ends it before all cards are seen"
        )
    match side.pays:
        case ByTable(hand=hand, table=table):
            judge = line_judge(rules, side)
            counts = counts_by(rules, hand, lambda strength: judge(_holding(hand, strength)), deck)
            return _by_lines(side, [(x.name, x.odds) for x in table.lines], counts)
        case HoleCards(table=holdings) as pays:
            counts = holdings_by(rules, pays, line_judge(rules, side), deck)
            return _by_lines(side, [(x.name, x.odds) for x in holdings.lines], counts)
        case AllOf() as pays:
            from pitboss.lab.stud.joint import all_of_counts  # a kernel

            won, deals = all_of_counts(rules, pays, deck)
            return _by_lines(side, [(ALL_WIN, pays.odds)], {0: won, NO_LINE: deals - won})
        case MeterPrizes() as prizes:
            return progressive(rules, side, prizes, deck)
        case WheelSpin() as spin:
            ends = never if side.lives_after_fold else folded
            return bonus_spin(rules, side, spin, deck, ends)
        case EvenMoney() | Showdown():
            raise Refused(
                f"{side.label} pays even money: the lab counts that in the main game, not beside it"
            )
        case _ as other:
            assert_never(other)


def line_judge(rules: Rules, side: SideWager) -> Callable[[Hands], int]:
    """Which line of its paytable a wager wins, by its index; `NO_LINE` for none.

    Lines may pay alike. So settlement's judge is given a table on which each line pays its own
    number, and the odds it finds are the line.
    """
    match side.pays:
        case ByTable() as table:
            numbered = replace(side, pays=replace(table, table=_numbered(table.table)))
        case HoleCards() as cards:
            numbered = replace(side, pays=replace(cards, table=_numbered(cards.table)))
        case _:
            raise Refused(f"{side.label} is not paid by a table of odds")
    judge = judges(replace(rules, sides=(numbered,)))[side.key]
    return lambda hands: judge(hands).odds


def _numbered(table: Table[L]) -> Table[L]:
    return replace(table, lines=tuple(replace(x, odds=i) for i, x in enumerate(table.lines)))


def _holding(hand: str, strength: int) -> Hands:
    hands = Hands({}, ())
    hands[hand] = strength
    return hands


def _by_lines(side: SideWager, lines: list[tuple[str, int]], counts: dict[int, int]) -> SideReturn:
    deals = sum(counts.values())
    paid = [
        ReturnLine(
            name, slug(name), odds_text(odds), counts.get(i, 0), deals, Fraction(odds), odds > PUSH
        )
        for i, (name, odds) in enumerate(lines)
    ]
    last = all_others(counts.get(NO_LINE, 0), deals)
    return SideReturn(side.key, side.label, deals, (*paid, last))
