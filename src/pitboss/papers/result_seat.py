"""What came of one seat, from what its player sees of the round."""

from pitboss.games.grammar import Game
from pitboss.papers.result_text import Position, Sentence, explained
from pitboss.submission.rules import Rules
from pitboss.table.seen import faces, open_places
from pitboss.table.views import RoundView


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
        forfeited=mine.forfeited,
        returned=mine.returned,
        skipped=mine.wagers if mine.sat_out else {},
    )
    return explained(game, rules, position)
