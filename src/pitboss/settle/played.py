"""One seat beside its cards: which of its wagers are live, and what its hands are."""

from pitboss.cards import Card
from pitboss.games.paytables import Symbol
from pitboss.games.words import Side
from pitboss.round import Course
from pitboss.settle.book import Book
from pitboss.settle.values import Seat
from pitboss.submission.evaluators import Hands


class Played:
    """A seat whose wagers and decisions were checked."""

    __slots__ = ("course", "gone", "hands", "hole", "number", "out", "seat", "sides")

    def __init__(
        self,
        book: Book,
        number: int,
        seat: Seat,
        course: Course,
        table: tuple[Card, ...],
        hole: tuple[Card, ...],
    ) -> None:
        self.number, self.seat, self.course, self.hole = number, seat, course, hole
        self.hands = Hands(book.readers, table + hole)
        self.gone = seat.forfeit or seat.abandoned
        """Whether every wager is lost, side wagers too."""
        self.out = self.gone or course.folded
        """Whether the main wagers are lost whatever the cards say."""
        self.sides = [
            (side, seat.wagers[key]) for key, side in book.sides.items() if key in seat.wagers
        ]

    def lives(self, side: Side) -> bool:
        """Whether a side wager still counts: a forfeit or leaving ends it, a fold may."""
        return not self.out or (side.lives_after_fold and not self.gone)

    def on_table(self) -> bool:
        """Whether the cards are there to the end: after a fold they stay for side wagers only."""
        return not self.out or any(self.lives(side) for side, _ in self.sides)

    def earned_spins(self) -> dict[str, tuple[Symbol, ...]]:
        """Return the wheels that this seat spins, by wager: its first two cards earn them."""
        live = [side for side, _ in self.sides if side.pays.wheel and self.lives(side)]
        return {side.key: side.pays.wheel for side in live if side.pays.earns_spin(self.hole)}

    def symbol(self, wager: str) -> str | None:
        """Return the symbol that the wheel of a wager landed on, if it was spun."""
        spins = self.seat.spins
        return self.seat.spin if spins is None else spins.get(wager)
