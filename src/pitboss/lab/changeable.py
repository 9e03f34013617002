"""Which lines a change of pay can name, what each pays now, and how far it can be changed."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from pitboss.games.payoffs import LOSS, Odds, Payoff
from pitboss.lab.bounds import MOST_ODDS
from pitboss.submission.rules import Rules


class PayLine(Struct, frozen=True):
    """A line of a wager, as `pitboss.lab.change` names it."""

    key: str
    """``across.royal-flush``; with ``=400`` behind it, a change."""
    label: str
    clause: str
    odds: Odds
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
                key=f"{wager.key}.{line.slug}",
                label=line.name,
                clause=rules.cite(line.clause) or "",
                odds=line.odds,
                unit="for 1" if line.for_one else "to 1",
                pays=line.pays,
                least=0 if line.for_one else LOSS,
                most=MOST_ODDS if line.most is None else line.most,
            )
            for line in wager.pays.lines()
            if line.changeable and line.odds is not None
        )
        for wager in rules.wagers
    }


def paying_numbers(pays: Payoff) -> Payoff:
    """Return a payoff with each line paying its own number: its odds tell which line is paid."""
    numbered = pays.with_odds(range(len(pays.lines())))
    return replace(numbered, win=None) if pays.ranked_table else numbered
