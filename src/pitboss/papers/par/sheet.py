"""A par sheet as a value: the rules, what they come to, and what was assumed; others print it."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import Struct, structs

from pitboss import __version__
from pitboss.games import file_of
from pitboss.games.grammar import Game
from pitboss.lab.effects import Question, effects
from pitboss.lab.returns import SideReturn
from pitboss.lab.solution import Solution, solve
from pitboss.lab.version import lab_version
from pitboss.lab.whatif import altered, change
from pitboss.lab.work import Told, untold
from pitboss.papers.card import Card, rules_card
from pitboss.papers.par.pace import MOST_PACE, PACE
from pitboss.papers.par.played_out import played_out
from pitboss.papers.wagers import wager_cards
from pitboss.papers.words import not_counted
from pitboss.refusal import Refused
from pitboss.settle import payout_limit
from pitboss.submission import completed, resolve
from pitboss.submission.defaults import defaults
from pitboss.submission.write import toml_text


class ParSheet(Struct, frozen=True, kw_only=True):
    """Everything that a par sheet says, or that what it says follows from."""

    game: Game
    card: Card
    """What is played, with every change of pay made."""
    submission: dict[str, Any]
    """What is filed, whole."""
    filed: str
    """The same as a file that can be given to the program again."""
    is_default: bool
    """Whether that is what the game files by itself."""
    changes: tuple[str, ...]
    """What was changed beyond it, such as ``across.flush=7``."""
    solution: Solution
    raises: dict[str, SideReturn]
    """The raises that a table pays, by chance alone."""
    questions: tuple[Question, ...]
    """Readings and options with their effect."""
    pace: int
    date: str
    program: str
    file: str
    """The name of the file that the game was loaded from; empty for a game that is known."""
    lab: str
    """The digest of every file of the program that a figure depends on."""

    @property
    def title(self) -> str:
        """What the document calls itself."""
        return f"{self.card.name}: par sheet"

    @property
    def not_counted(self) -> tuple[str, ...]:
        """Of each wager that the lab cannot count: why it has no figures."""
        return tuple(map(not_counted, self.solution.uncounted.values()))

    @property
    def labels(self) -> dict[str, str]:
        """What the wagers are called, by their keys."""
        return {wager.key: wager.label for wager in self.game.wagers}


def par_sheet(
    game: Game,
    submission: Mapping[str, Any] | None = None,
    *,
    changes: Sequence[str] = (),
    pace: int = PACE,
    date: str,
    told: Told = untold,
    cache: bool = True,
) -> ParSheet:
    """The sheet of a table that files this submission; ``date`` is the day that it bears."""
    if not 1 <= pace <= MOST_PACE:
        raise Refused(f"a pace of {pace:,} rounds an hour is out of range: 1 to {MOST_PACE:,}")
    given = dict(submission or {})
    rules = altered(resolve(game, given), [change(text) for text in changes])
    whole, _ = completed(game, given)
    card = structs.replace(
        rules_card(game, given),
        hash=rules.hash,
        wagers=wager_cards(game, rules, whole),
        payout_limit=payout_limit(rules),
    )
    return ParSheet(
        game=game,
        card=card,
        submission=whole,
        filed=toml_text(game, whole),
        is_default=whole == defaults(game, {}),
        changes=tuple(changes),
        solution=solve(rules, told=told, cache=cache, keep=not changes),
        raises=played_out(rules),
        questions=effects(game, given, told=told, cache=cache),
        pace=pace,
        date=date,
        program=__version__,
        file=file.name if (file := file_of(game.key)) else "",
        lab=lab_version(),
    )
