"""A round as far as it has been read, and what is asked of it again and again."""

from collections.abc import Iterator
from typing import Final, Literal, NamedTuple

from pitboss.cards import Card
from pitboss.games.dealing import Ask, Burn, Discard, ToPlayers, ToTable
from pitboss.round import Course, Decision
from pitboss.settle import WagerResult
from pitboss.shuffle import Contribution, Shoe
from pitboss.submission import Rules
from pitboss.submission.rules import MeterPrizes, OpenStreet, SideWager, WheelSpin
from pitboss.verify.ledger import Cents

DECK: Final = 52


class Round:
    """Which wagers are made, which positions of the stack lie where, who answered what."""

    def __init__(
        self,
        number: int,
        rules: Rules,
        script: "tuple[Step, ...]",
        bound: bytes,
        root: bytes,
        cut: int,
    ) -> None:
        self.number, self.rules, self.script = number, rules, script
        self.bound, self.root, self.cut = bound, root, cut
        self.main = (*(w.key for w in rules.required), *(w.key for w in rules.raises))
        """The wagers that a fold loses."""
        metered = (s for s in rules.sides if isinstance(s.pays, MeterPrizes | WheelSpin))
        self.metered = {side.key: side for side in metered}
        """Those that feed a meter or spin a wheel: counted and collected before the deal."""
        self.shoe: Shoe | None = None
        """The stack, from the seed that the file opens at the end of the round."""
        self.seed_lost = False
        """Whether the file says instead that the seed is lost."""
        self.phase: Literal["betting", "playing", "settling", "void"] = "betting"
        self.wagers: dict[int, dict[str, int]] = {}
        self.contributions: list[Contribution] = []
        self.players: dict[int, str] = {}
        self.meters: dict[str, Cents] = {}
        """What they showed before this round fed them."""
        self.fed: dict[str, Cents] = {}
        self.counted = False
        """Whether progressive wagers are in the tray."""
        self.order: tuple[int, ...] = ()
        self.dealt = 0
        self.holes: dict[int, list[int]] = {}
        self.places: dict[str, list[int]] = {}
        self.faces: dict[int, Card] = {}
        """The cards that were turned over, by position."""
        self.decisions: dict[int, tuple[Decision, ...]] = {}
        self.courses: dict[int, Course] = {}
        self.away: set[int] = set()
        self.absent: dict[int, bool] = {}
        """How it was ruled on players who left: whether their wagers are lost."""
        self.spins: dict[int, str] = {}
        self.results: dict[int, dict[str, WagerResult]] = {}

    def lost(self, seat: int) -> bool:
        """Whether a floorperson took the wagers of this seat as lost."""
        return self.absent.get(seat, False)

    def folded(self, seat: int) -> bool:
        """Whether this seat folded."""
        return seat in self.courses and self.courses[seat].folded

    def live(self, seat: int) -> Iterator[SideWager]:
        """The side wagers of a seat that still count: a fold ends some, leaving may end all."""
        for side in self.rules.sides:
            lives = side.lives_after_fold or not self.folded(seat)
            if side.key in self.wagers[seat] and lives and not self.lost(seat):
                yield side

    def stays(self, seat: int) -> bool:
        """Whether the cards of a seat are still on the table: after a fold for side wagers only."""
        return not self.lost(seat) and (not self.folded(seat) or any(self.live(seat)))

    def wheel(self, seat: int) -> WheelSpin | None:
        """The wheel that a seat would spin with a pair."""
        return next((s.pays for s in self.live(seat) if isinstance(s.pays, WheelSpin)), None)

    def asked(self, taken: int) -> int | None:
        """The first seat that still has to answer on a street, after so many others."""
        for seat, course in self.courses.items():
            if course.taken == taken and not course.folded and not self.lost(seat):
                return seat
        return None

    def last_to_first(self) -> list[int]:
        """The seats in the order they are settled."""
        return sorted(self.wagers, reverse=True)


class Turn(NamedTuple):
    """Turn over these: places of the table, or a card of every hand that is still there."""

    names: tuple[str, ...]


Step = ToPlayers | ToTable | Burn | Discard | Ask | Turn


def script(rules: Rules) -> Iterator[Step]:
    """The order of the method, with what each street turns over once it is dealt and answered."""
    steps = list(rules.dealing.steps)
    if not any(isinstance(step, Ask) for step in steps):
        steps += [Ask(street.wager) for street in rules.streets]
    streets = {street.wager: street for street in rules.streets}
    answered: OpenStreet | None = None
    for at, step in enumerate(steps):
        yield step
        if isinstance(step, Ask):
            answered = streets[step.street]
        still_to_come = {name for later in steps[at + 1 :] for name in _names(later)}
        if answered and not still_to_come & set(answered.reveal):
            yield Turn(answered.reveal)
            answered = None


def _names(step: Step) -> tuple[str, ...]:
    match step:
        case ToPlayers(cards=names) | ToTable(places=names):
            return names
        case _:
            return ()
