"""What can be changed about a game in the lab: lines of paytables, readings, options."""

from collections.abc import Mapping
from typing import Any

from msgspec import Struct

from pitboss.games import Game, find_game
from pitboss.games.words import Raise, Required, Side
from pitboss.lab.changeable import PayLine, changeable
from pitboss.room.labs.question import Question
from pitboss.submission.rules import Rules
from pitboss.submission.schema import paytables


class WagerChoices(Struct, frozen=True):
    """A wager on offer."""

    key: str
    label: str
    kind: str
    """``required``, ``raise`` or ``side``."""
    paytable: str | None
    """The letter of its table, where there are several…"""
    paytables: tuple[str, ...]
    """…and all of them."""
    lines: tuple[PayLine, ...]
    """Those that a change of pay can name."""


class Choice(Struct, frozen=True):
    """A reading of the rulebook, or an option that it leaves open."""

    id: str
    wager: str | None
    """Of an option: the wager in the submission that it belongs to."""
    clause: str
    question: str
    choice: str
    """As it stands."""
    default: str
    choices: Mapping[str, str]
    """What each of them means, in a sentence."""
    reason: str


class GameChoices(Struct, frozen=True):
    """A game as it stands with some choices, and what else could be chosen."""

    game: str
    name: str
    edition: str
    unit: str
    """The required wager that figures are in units of."""
    rules: str
    """The hash of the rules, changes of pay included."""
    wagers: tuple[WagerChoices, ...]
    readings: tuple[Choice, ...]
    options: tuple[Choice, ...]
    pay: tuple[str, ...]
    """The changes of pay that were made."""
    submission: Mapping[str, Any]
    """Whole."""


def choices_of(question: Question) -> GameChoices:
    """As it stands in a question."""
    game, rules, whole = find_game(question.game), question.rules, question.submission
    return GameChoices(
        game=game.key,
        name=game.name,
        edition=game.edition,
        unit=rules.required[0].key,
        rules=rules.hash,
        wagers=_wagers(game, rules, whole),
        readings=_readings(game, whole),
        options=_options(game, whole),
        pay=question.pay,
        submission=whole,
    )


def _wagers(game: Game, rules: Rules, whole: Mapping[str, Any]) -> tuple[WagerChoices, ...]:
    lines = changeable(rules)
    letters = {side.key: paytables(side) for side in game.sides}
    return tuple(
        WagerChoices(
            wager.key,
            wager.label,
            _kind(wager),
            whole["wagers"].get(wager.key, {}).get("paytable"),
            several if len(several := letters.get(wager.key, ())) > 1 else (),
            lines[wager.key],
        )
        for wager in rules.wagers
    )


def _kind(wager: Required | Raise | Side) -> str:
    match wager:
        case Required():
            return "required"
        case Raise():
            return "raise"
        case Side():
            return "side"


def _readings(game: Game, whole: Mapping[str, Any]) -> tuple[Choice, ...]:
    return tuple(
        Choice(
            reading.id,
            None,
            f"{game.short} {reading.clause}",
            reading.question,
            whole["readings"][reading.id],
            reading.default,
            reading.choices,
            reading.reason,
        )
        for reading in game.readings
    )


def _options(game: Game, whole: Mapping[str, Any]) -> tuple[Choice, ...]:
    return tuple(
        Choice(
            option.key,
            wager.key,
            f"{game.short} {option.clause}",
            option.question,
            whole["wagers"][wager.key][option.key],
            option.default,
            option.choices,
            "",
        )
        for wager in game.required
        for option in wager.options
    )
