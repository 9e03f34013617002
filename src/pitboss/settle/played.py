"""One seat beside its cards: which of its wagers are live, and what its hands are."""

from pitboss.cards import Card, rank
from pitboss.round import Course
from pitboss.settle.book import Book
from pitboss.settle.values import Seat
from pitboss.settle.verdicts import Hands
from pitboss.submission.rules import SideWager, WheelSpin


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

    def lives(self, side: SideWager) -> bool:
        """Whether a side wager still counts: a forfeit or leaving ends it, a fold may."""
        return not self.out or (side.lives_after_fold and not self.gone)

    def on_table(self) -> bool:
        """Whether the cards are there to the end: after a fold they stay for side wagers only."""
        return not self.out or any(self.lives(side) for side, _ in self.sides)

    def earned_spins(self) -> dict[str, WheelSpin]:
        """Return the wheels that this seat spins, by wager: a pair in the first two cards does."""
        wheels: dict[str, WheelSpin] = {}
        for side, _ in self.sides:
            if isinstance(side.pays, WheelSpin) and self.lives(side):
                wheels[side.key] = side.pays
        if not wheels:
            return wheels
        first, second, *_ = self.hole
        return wheels if rank(first) == rank(second) else {}

    def symbol(self, wager: str) -> str | None:
        """Return the symbol that the wheel of a wager landed on, if it was spun."""
        spins = self.seat.spins
        return self.seat.spin if spins is None else spins.get(wager)
