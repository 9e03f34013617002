"""Which lines a change of pay can name, what each pays now, and how far it can be changed."""

from collections.abc import Iterator
from typing import Literal, assert_never

from msgspec import Struct

from pitboss.games.payoffs import AllOf, ByTable, EvenMoney, HoleCards, Showdown
from pitboss.games.payout_words import odds_text, prize_text
from pitboss.games.paytables import LOSS, ForOne, slug
from pitboss.lab.bounds import MOST_ODDS
from pitboss.lab.sides import ALL_WIN
from pitboss.lab.whatif import EVEN
from pitboss.submission.rules import MeterPrizes, PaidBy, Rules, WheelSpin


class PayLine(Struct, frozen=True):
    """A line of a wager, as `pitboss.lab.change` names it."""

    key: str
    """``across.royal-flush``; with ``=400`` behind it, a change."""
    label: str
    clause: str
    odds: int
    """To one, 0 a push, -1 a loss; or so many for one."""
    unit: Literal["to 1", "for 1"]
    pays: str
    """The same in words."""
    least: int
    most: int


def changeable(rules: Rules) -> dict[str, tuple[PayLine, ...]]:
    """By wager, in the order of the game; those without a line to change have none."""
    return {
        wager.key: tuple(
            PayLine(
                key=f"{wager.key}.{slug(name)}",
                label=name,
                clause=rules.cite(clause) or "",
                odds=odds,
                unit="for 1" if for_one else "to 1",
                pays=prize_text(ForOne(odds)) if for_one else odds_text(odds),
                least=0 if for_one else LOSS,
                most=EVEN if isinstance(wager.pays, EvenMoney) else MOST_ODDS,
            )
            for name, clause, odds, for_one in _lines(wager.pays)
        )
        for wager in rules.wagers
    }


def _lines(pays: PaidBy) -> Iterator[tuple[str, str, int, bool]]:
    """Name, clause and odds of each line, and whether those are for one."""
    match pays:
        case ByTable():
            yield from ((x.name, x.clause, x.odds, False) for x in pays.table.lines)
        case HoleCards():
            yield from ((x.name, x.clause, x.odds, False) for x in pays.table.lines)
        case EvenMoney():
            yield from ((x.name, x.clause, min(x.odds, EVEN), False) for x in pays.table.lines)
        case AllOf():
            yield ALL_WIN, pays.clause, pays.odds, False
        case MeterPrizes():
            for line in pays.prizes.lines:
                if isinstance(line.prize, ForOne):
                    yield line.name, line.clause, line.prize.times, True
        case WheelSpin() | Showdown():
            pass  # a wheel is changed in the submission, a showdown has no table
        case _ as other:
            assert_never(other)
