"""Questions for the lab, validated before a process gets them, and the choices of a game."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from pitboss.cards import Deck, cards, cards_text
from pitboss.errors import Refused, short_repr
from pitboss.games import Game, find_game
from pitboss.games.game_parts import Raise, Required, Side
from pitboss.lab.pay_changes import (
    ChangeableLine,
    apply_pay_changes,
    changeable_lines,
    parse_pay_change,
)
from pitboss.lab.strategy.rule_lists import DEFAULT_LINES
from pitboss.room.requests import check_submission_size
from pitboss.submission import Fault, Rules, SubmissionRefused, complete_submission, resolve
from pitboss.submission.schema import paytable_letters

SOLVE: Final = "solve"
EFFECTS: Final = "effects"
ADVISE: Final = "advise"
STRATEGY: Final = "strategy"
EXPOSE: Final = "expose"
REPORT: Final = "report"
Kind = Literal["solve", "effects", "advise", "strategy", "expose", "report"]
LONG_KINDS: Final = (STRATEGY, EXPOSE, REPORT)
"""Kinds that take so long that they have a queue of their own."""
HOLE: Final = "hole"
MAX_PAY_CHANGES: Final = 50
"""The most changes of pay in one question; no game has as many lines in its main game."""
MAX_PLACES: Final = 12
MAX_TEXT_LENGTH: Final = 40
"""The most characters of the cards in one place, or of a decision."""


class Question(Struct, frozen=True, omit_defaults=True):
    """Everything that a lab process is given: rules and visible cards, but no secrets."""

    kind: Kind
    game: str
    submission: dict[str, Any]
    """The complete submission."""
    pay: tuple[str, ...] = ()
    """Changes of pay, as `pitboss.lab.pay_changes` parses them."""
    cards: dict[str, str] = {}
    """The visible cards by place; the player's own are the ``hole``."""
    decisions: tuple[str, ...] = ()
    lines: int = DEFAULT_LINES
    """The most lines of each list of a strategy."""
    day: str = ""
    """The day of the question, for answers that are dated."""

    @property
    def key(self) -> bytes:
        """The encoded question, which is the same for equal questions."""
        return msgspec.json.encode(self, order="deterministic")

    @property
    def rules(self) -> Rules:
        """The rules that the question is about, changes of pay included."""
        rules = resolve(find_game(self.game), self.submission)
        return (
            apply_pay_changes(rules, [parse_pay_change(text) for text in self.pay])
            if self.pay
            else rules
        )


def make_question(
    kind: Kind,
    game: str,
    submission: Mapping[str, Any] | None = None,
    readings: Mapping[str, str] | None = None,
    pay: Mapping[str, float] | Sequence[str] | None = None,
    cards_seen: Mapping[str, str] | None = None,
    decisions: Sequence[str] = (),
    day: str = "",
) -> Question:
    """Build and validate a question; raise `Refused` with all faults at once."""
    definition = find_game(game)
    changes = pay_changes(pay or ())
    if kind == EFFECTS and changes:
        raise Refused(
            "readings can only be compared with the filed paytables: undo your pay changes"
        )
    return Question(
        kind=kind,
        game=definition.key,
        submission=_complete_submission(
            definition,
            apply_readings(
                check_submission_size(submission or {}), check_submission_size(readings or {})
            ),
            changes,
        ),
        pay=changes,
        cards=_normalize_cards(cards_seen or {}, definition.deck),
        decisions=_check_decisions(decisions),
        day=day if kind == REPORT else "",
    )


def apply_readings(submission: Mapping[str, Any], readings: Mapping[str, str]) -> Mapping[str, Any]:
    """Return a submission with these readings in place of its own."""
    own_readings = submission.get("readings", {})
    if not readings or not isinstance(own_readings, Mapping):
        return submission
    return {**submission, "readings": {**own_readings, **readings}}


def pay_changes(pay: Mapping[str, float] | Sequence[str]) -> tuple[str, ...]:
    """Return changes of pay in the form of the command line: ``across.flush=7``."""
    if len(pay) > MAX_PAY_CHANGES:
        raise Refused(f"{len(pay):,} pay changes are too many: use {MAX_PAY_CHANGES} at most")
    if isinstance(pay, Mapping):
        return tuple(f"{key}={_whole_number(odds)}" for key, odds in pay.items())
    return tuple(pay)


def _whole_number(odds: float) -> float:
    """Return 7 for 7.0; other numbers stay, and are refused when the odds are parsed."""
    return int(odds) if odds == int(odds) else odds


def _complete_submission(
    game: Game, submission: Mapping[str, Any], changes: Sequence[str]
) -> dict[str, Any]:
    complete, faults = complete_submission(game, submission)
    rules = None if faults else resolve(game, complete)
    for text in changes:
        try:
            change = parse_pay_change(text)
            # Without rules, only the form of a change can be checked.
            rules = apply_pay_changes(rules, [change]) if rules else None
        except Refused as refusal:
            line = short_repr(text.partition("=")[0])[1:-1]
            sentence = f"cannot be changed: {refusal.sentence}"
            faults.append(Fault(f"pay.{line}", sentence, refusal.clause))
    if faults:
        raise SubmissionRefused(faults)
    return complete


def _normalize_cards(cards_by_place: Mapping[str, str], deck: Deck) -> dict[str, str]:
    """Return the cards in one spelling, so that equal questions have equal keys."""
    if len(cards_by_place) > MAX_PLACES:
        raise Refused(f"cards has {len(cards_by_place)} places: no game has more than {MAX_PLACES}")
    normalized_cards = {}
    for place, text in cards_by_place.items():
        if len(text) > MAX_TEXT_LENGTH or len(place) > MAX_TEXT_LENGTH:
            raise Refused(f"{short_repr(place)}: too long; write cards as 'Ah Td'")
        try:
            normalized_cards[place] = cards_text(cards(text, deck))
        except Refused as refusal:
            raise Refused(f"{place}: {refusal.sentence}") from None
    return normalized_cards


def _check_decisions(decisions: Sequence[str]) -> tuple[str, ...]:
    if len(decisions) > MAX_PLACES or any(
        len(decision) > MAX_TEXT_LENGTH for decision in decisions
    ):
        raise Refused(
            f"decisions: too many or too long; use {MAX_PLACES} at most, "
            f"with {MAX_TEXT_LENGTH} characters each"
        )
    return tuple(decisions)


class WagerChoices(Struct, frozen=True):
    """A wager, and what can be chosen for it."""

    key: str
    label: str
    kind: str
    """``required``, ``raise`` or ``side``."""
    paytable: str | None
    """The letter of its paytable, if it has several."""
    paytables: tuple[str, ...]
    """The letters of all its paytables, if it has several."""
    lines: tuple[ChangeableLine, ...]
    """The lines that a change of pay can name."""


class Choice(Struct, frozen=True):
    """A reading of the rulebook, or an option that it leaves to the operator."""

    id: str
    wager: str | None
    """The wager that an option belongs to; None for a reading."""
    clause: str
    question: str
    choice: str
    """The current choice."""
    default: str
    choices: Mapping[str, str]
    """What each choice means, in a sentence."""
    reason: str


class GameChoices(Struct, frozen=True):
    """A game with its current choices, and all others."""

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
    """The changes of pay."""
    submission: Mapping[str, Any]
    """The complete submission."""


def list_choices(question: Question) -> GameChoices:
    """Return the choices of a game, with those of a question as the current ones."""
    game, rules, submission = find_game(question.game), question.rules, question.submission
    return GameChoices(
        game=game.key,
        name=game.name,
        edition=game.edition,
        unit=rules.required[0].key,
        rules=rules.hash,
        wagers=_wagers(game, rules, submission),
        readings=_readings(game, submission),
        options=_options(game, submission),
        pay=question.pay,
        submission=submission,
    )


def _wagers(game: Game, rules: Rules, submission: Mapping[str, Any]) -> tuple[WagerChoices, ...]:
    lines = changeable_lines(rules)
    letters = {side.key: paytable_letters(side) for side in game.sides}
    return tuple(
        WagerChoices(
            wager.key,
            wager.label,
            _kind(wager),
            submission["wagers"].get(wager.key, {}).get("paytable"),
            tables if len(tables := letters.get(wager.key, ())) > 1 else (),
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


def _readings(game: Game, submission: Mapping[str, Any]) -> tuple[Choice, ...]:
    return tuple(
        Choice(
            reading.id,
            None,
            f"{game.short} {reading.clause}",
            reading.question,
            submission["readings"][reading.id],
            reading.default,
            reading.choices,
            reading.reason,
        )
        for reading in game.readings
    )


def _options(game: Game, submission: Mapping[str, Any]) -> tuple[Choice, ...]:
    return tuple(
        Choice(
            option.key,
            wager.key,
            f"{game.short} {option.clause}",
            option.question,
            submission["wagers"][wager.key][option.key],
            option.default,
            option.choices,
            "",
        )
        for wager in game.required
        for option in wager.options
    )
