"""What people ask the lab: checked here, where that is cheap, before a process is asked to work."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, Literal

import msgspec
from msgspec import Struct

from pitboss.cards import Deck, cards, show
from pitboss.games import Game, find_game
from pitboss.lab.strategy.lists import USUAL
from pitboss.lab.whatif import altered, change
from pitboss.refusal import Refused, brief
from pitboss.room.bounds import bounded
from pitboss.submission import Fault, Rules, SubmissionRefused, completed, resolve

SOLVE: Final = "solve"
EFFECTS: Final = "effects"
ADVISE: Final = "advise"
STRATEGY: Final = "strategy"
EXPOSE: Final = "expose"
REPORT: Final = "report"
Kind = Literal["solve", "effects", "advise", "strategy", "expose", "report"]
LONG: Final = (STRATEGY, EXPOSE, REPORT)
"""What takes so long that nobody who tries a change should wait behind it."""
HOLE: Final = "hole"
MOST_CHANGES: Final = 50
"""Of pay in one question; no game has as many lines in its main game."""
MOST_PLACES: Final = 12
LONGEST: Final = 40
"""Characters of the cards in one place, or of a decision."""


class Question(Struct, frozen=True, omit_defaults=True):
    """All that a process of the lab is told: rules, and cards that somebody sees. No secret."""

    kind: Kind
    game: str
    submission: dict[str, Any]
    """Whole."""
    pay: tuple[str, ...] = ()
    """Changes as `pitboss.lab.change` reads them."""
    cards: dict[str, str] = {}
    """What is seen, by place; one's own are the ``hole``."""
    decisions: tuple[str, ...] = ()
    lines: int = USUAL
    """Of each list of a strategy."""
    day: str = ""
    """Of the asking, for what bears a day: the same on another day is another question."""

    @property
    def key(self) -> bytes:
        """The same for the same question; and it has everything to answer it by."""
        return msgspec.json.encode(self, order="deterministic")

    @property
    def rules(self) -> Rules:
        """What it is about."""
        rules = resolve(find_game(self.game), self.submission)
        return altered(rules, [change(text) for text in self.pay]) if self.pay else rules


def question(
    kind: Kind,
    game: str,
    submission: Mapping[str, Any] | None = None,
    readings: Mapping[str, str] | None = None,
    pay: Mapping[str, float] | Sequence[str] | None = None,
    seen: Mapping[str, str] | None = None,
    decisions: Sequence[str] = (),
    day: str = "",
) -> Question:
    """A question that can be answered; refused with every fault at once."""
    found = find_game(game)
    changes = changes_of(pay or ())
    if kind == EFFECTS and changes:
        raise Refused("readings are compared as the game is filed: leave out the changes of pay")
    whole = _whole(found, laid_over(bounded(submission or {}), bounded(readings or {})), changes)
    cards, taken = _cards(seen or {}, found.deck), _decisions(decisions)
    return Question(
        kind, found.key, whole, changes, cards, taken, day=day if kind == REPORT else ""
    )


def laid_over(submission: Mapping[str, Any], readings: Mapping[str, str]) -> Mapping[str, Any]:
    """A submission with these readings laid over it."""
    given = submission.get("readings", {})
    if not readings or not isinstance(given, Mapping):
        return submission
    return {**submission, "readings": {**given, **readings}}


def changes_of(pay: Mapping[str, float] | Sequence[str]) -> tuple[str, ...]:
    """Changes of pay as the command line takes them: ``across.flush=7``."""
    if len(pay) > MOST_CHANGES:
        raise Refused(f"{len(pay):,} changes of pay are too many: {MOST_CHANGES} at most")
    if isinstance(pay, Mapping):
        return tuple(f"{key}={_whole_number(odds)}" for key, odds in pay.items())
    return tuple(pay)


def _whole_number(odds: float) -> float:
    """7 for 7.0; what is not whole stays, and is refused where odds are read."""
    return int(odds) if odds == int(odds) else odds


def _whole(game: Game, given: Mapping[str, Any], changes: Sequence[str]) -> dict[str, Any]:
    whole, faults = completed(game, given)
    rules = None if faults else resolve(game, whole)
    for text in changes:
        try:
            one = change(text)
            # Without rules only how it is written can be wrong.
            rules = altered(rules, [one]) if rules else None
        except Refused as refused:
            line = brief(text.partition("=")[0])[1:-1]
            no = f"cannot be changed: {refused.sentence}"
            faults.append(Fault(f"pay.{line}", no, refused.clause))
    if faults:
        raise SubmissionRefused(faults)
    return whole


def _cards(seen: Mapping[str, str], deck: Deck) -> dict[str, str]:
    """In one spelling, so that the same question is known again."""
    if len(seen) > MOST_PLACES:
        raise Refused(f"cards lie in {len(seen)} places: no game has more than {MOST_PLACES}")
    found = {}
    for place, text in seen.items():
        if len(text) > LONGEST or len(place) > LONGEST:
            raise Refused(f"{brief(place)} has more than cards in it")
        try:
            found[place] = show(cards(text, deck))
        except Refused as refused:
            raise Refused(f"{place}: {refused.sentence}") from None
    return found


def _decisions(decisions: Sequence[str]) -> tuple[str, ...]:
    if len(decisions) > MOST_PLACES or any(len(one) > LONGEST for one in decisions):
        raise Refused("no game has so many decisions, or so long ones")
    return tuple(decisions)
