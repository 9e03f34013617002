"""What came of one seat, from what its player sees of the round."""

from pitboss.games.grammar import Game
from pitboss.papers.result_text import Position, Sentence, explained
from pitboss.round import follow
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
    course = follow(rules, mine.wagers, mine.decisions, whole=False)
    position = Position(
        hole=faces(mine.cards),
        table=open_places(now),
        results=mine.results,
        folded_on=rules.streets[course.taken - 1].name if mine.folded else None,
        spin=mine.spin,
        gifts=mine.gifts,
        void=now.void,
        forfeited=mine.forfeited,
        returned=mine.returned,
        skipped=mine.wagers if mine.sat_out else {},
        down=course.down,
    )
    return explained(game, rules, position)
