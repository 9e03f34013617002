"""What a raise returns by chance alone: staked before any card is seen, and never folded.

Under the best play a raise is made with good hands only, and its return cannot be told from that
of the other wagers. Its paytable, though, has a return of its own, which anybody can count.
"""

from collections.abc import Iterator
from contextlib import suppress

from msgspec.structs import replace

from pitboss.games.words import Side
from pitboss.lab.returns import SideReturn
from pitboss.lab.sides import side_wager
from pitboss.refusal import Refused
from pitboss.submission.rules import Rules


def played_out(rules: Rules) -> dict[str, SideReturn]:
    """By the key of the raise, those that a table pays on a hand that the lab can count."""
    return {side.key: side for side in _counted(rules)}


def _counted(rules: Rules) -> Iterator[SideReturn]:
    table = rules.table
    for wager in rules.raises:
        if wager.pays.ranked_table:
            # As if at the side: under a key of its own, since the game goes on having the raise.
            key = f"{wager.key} alone"
            side = Side(
                key,
                wager.label,
                wager.pays,
                minimum=table.minimum,
                maximum=table.maximum,
            )
            with suppress(Refused):
                yield replace(side_wager(rules, side), key=wager.key)
