"""What happened at the table, in words for you."""

from collections.abc import Mapping

from pitboss.games.grammar import Game
from pitboss.money import dollars
from pitboss.papers.result_text import Position, Sentence, explained
from pitboss.submission.rules import Rules
from pitboss.table import events as e
from pitboss.table.views import RoundView
from pitboss.tui.seen import faces, open_places


def decided_words(event: e.Decided, names: Mapping[int, str]) -> str:
    """``Seat 2 folds.``, ``Seat 3: 1x $5``."""
    who = names[event.seat]
    if event.folded:
        return f"{who} folds."
    staked = f" {dollars(event.stake)}" if event.stake else ""
    return f"{who}: {event.decision}{staked}"


def result_sentences(
    game: Game, rules: Rules, now: RoundView | None, seat: int
) -> tuple[Sentence, ...]:
    """What came of a seat's wagers, once the round is over."""
    mine = now.seats.get(seat) if now else None
    if now is None or mine is None:
        return ()
    folded = rules.streets[len(mine.decisions) - 1].wager if mine.folded else None
    position = Position(
        hole=faces(mine.cards),
        table=open_places(now),
        results=mine.results,
        folded_on=folded,
        spin=mine.spin,
        gifts=mine.gifts,
        void=now.void,
    )
    return explained(game, rules, position)
