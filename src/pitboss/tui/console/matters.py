"""What two people do together, in plain words: one puts it up, another approves it."""

from collections.abc import Mapping
from typing import Any, Final

from pitboss.games import find_game
from pitboss.money import dollars
from pitboss.papers.words import meter_name
from pitboss.submission import completed
from pitboss.submission.rules import Rules
from pitboss.table import commands as c

METHOD: Final = ("dealing", "shuffler", "decks")
"""What a submission says about the way cards are shuffled and dealt."""


def method_words(table: Mapping[str, Any]) -> str:
    """``dealing: hand, shuffler: automated, decks: 1``, as a filing has it."""
    return ", ".join(f"{key}: {table[key]}" for key in METHOD)


def meter_words(rules: Rules, name: str) -> str:
    """A meter by the wager that it is of."""
    return next(
        (
            meter_name(name, side.label)
            for side in rules.sides
            if name in {meter.name for meter in getattr(side.pays, "meters", ())}
        ),
        f"the meter {name}",
    )


def matter_words(rules: Rules, matter: c.Matter) -> str:
    """What two people do, as it is put up."""
    match matter:
        case c.VoidRound():
            return f"round {matter.round:,} is void, because {matter.reason}"
        case c.OpeningCount() | c.ClosingCount():
            when = "before" if isinstance(matter, c.OpeningCount) else "after"
            return f"{dollars(matter.cents)} in the tray {when} play"
        case c.FileSubmission():
            table = completed(find_game(rules.game), matter.submission)[0]["table"]
            when = ", after this round" * matter.after_round
            return f"a submission, {method_words(table)}{when}"
        case c.CorrectPayout():
            labels = {wager.key: wager.label for wager in rules.wagers}
            wager = labels.get(matter.wager, matter.wager)
            if matter.handed_over:
                return (
                    f"the merchandise that seat {matter.seat} won in round {matter.round:,} is "
                    f"handed over instead of its value: {matter.reason}"
                )
            return (
                f"seat {matter.seat} in round {matter.round:,} is credited {dollars(matter.credit)}"
                f" on {wager}, because {matter.reason}"
            )
        case c.CorrectMeter():
            return (
                f"{matter.cents} cents more on {meter_words(rules, matter.meter)}: {matter.reason}"
            )
