"""A round as far as it has been read, and what is asked of it again and again."""

from collections.abc import Iterator
from itertools import takewhile
from typing import Literal

from pitboss.cards import Card
from pitboss.games.dealing import Burn, Discard, ToPlayers, ToTable
from pitboss.games.payoffs import Payoff
from pitboss.games.words import Side
from pitboss.round import Course, Decision
from pitboss.settle import Hit, RoundResult, WagerResult
from pitboss.shuffle import Contribution, Shoe
from pitboss.submission import Rules
from pitboss.verify.ledger import Cents
from pitboss.verify.script import Question, Script, Step, Turn

Phase = Literal["betting", "counting", "playing", "settling", "settled", "void"]


class Round:
    """Which wagers are made, which positions of the stack lie where, who answered what."""

    def __init__(
        self,
        number: int,
        rules: Rules,
        script: Script,
        bound: bytes,
        root: bytes,
        deck: int,
        cut: int,
    ) -> None:
        self.number, self.rules, self.script = number, rules, script
        self.bound, self.root, self.deck, self.cut = bound, root, deck, cut
        self.main = (*(w.key for w in rules.required), *(w.key for w in rules.raises))
        """The wagers that a fold loses."""
        metered = (s for s in rules.sides if s.pays.stake is not None)
        self.metered = {side.key: side for side in metered}
        """Those that feed a meter or spin a wheel: counted and collected before the deal."""
        self.shoe: Shoe | None = None
        """The stack, from the seed that the file opens at the end of the round."""
        self.seed_lost = False
        """Whether the file says instead that the seed is lost."""
        self.ends_open = False
        """Whether the file ends before the round does: its seed is still sealed."""
        self.phase: Phase = "betting"
        self.wagers: dict[int, dict[str, int]] = {}
        self.contributions: list[Contribution] = []
        self.players: dict[int, str] = {}
        self.meters: dict[str, Cents] = {}
        """What they showed before this round fed them."""
        self.collected = False
        """Whether progressive wagers are in the tray."""
        self.order: tuple[int, ...] = ()
        self.recuts = 0
        """How often the stack was cut again."""
        self.at = 0
        """How many steps of the script are done."""
        self.dealt = 0
        self.card_out = False
        """Whether a card lay face up in the stack, and is out of play."""
        self.stub_counted = False
        self.holes: dict[int, list[int]] = {}
        self.places: dict[str, list[int]] = {}
        self.faces: dict[int, Card] = {}
        """The cards that lie open or did, by position."""
        self.decisions: dict[int, tuple[Decision, ...]] = {}
        self.courses: dict[int, Course] = {}
        self.away: set[int] = set()
        self.reported: dict[int, str] = {}
        self.absent: dict[int, bool] = {}
        """How it was ruled on players who left: whether their wagers are lost."""
        self.forfeited: set[int] = set()
        self.spins: dict[int, str] = {}
        """Symbols that the wheel stopped at."""
        self.jackpot: int | None = None
        """The seat that is paid from a meter, once it is validated."""
        self.settlement: tuple[int, RoundResult] | None = None
        """What the round comes to, with as many seats as have lost all."""
        self.results: dict[int, dict[str, WagerResult]] = {}
        self.hits: dict[int, tuple[Hit, ...]] = {}
        """The meters that each seat was paid from."""
        self.returned: dict[int, dict[str, int]] = {}
        """Stakes that went back because a machine failed…"""
        self.left_in_meters: dict[str, Cents] = {}
        """…and what such wagers had added to meters that had paid a jackpot by then."""
        self.gifts: dict[int, dict[str, int]] = {}
        """Envy and community pay, by the seat that got it."""

    # How far it has come

    @property
    def step(self) -> Step | None:
        """The step that is due, while cards are dealt and players are asked."""
        return self.script.steps[self.at] if self.at < len(self.script.steps) else None

    @property
    def seed_missing(self) -> bool:
        """Whether the round is checked without its seed, as far as cards lie open."""
        return self.seed_lost or self.ends_open

    def done(self) -> None:
        """The step is done."""
        self.at += 1
        self.move_on()

    def move_on(self) -> None:
        """Go past questions to nobody and cards of hands that are gone, to what is due next."""
        while (step := self.step) is not None and not self._waits(step):
            self.at += 1
        if step is None:
            self.phase = "settling"

    def _waits(self, step: Step) -> bool:
        if isinstance(step, Question):
            return self.asked(step) is not None
        if isinstance(step, Turn):
            laid = any(name in self.places for name in step.names)
            return laid or any(self.stays(seat) for seat in self.players)
        return True

    def asked(self, question: Question) -> int | None:
        """The first seat that still has to answer."""
        for seat, course in self.courses.items():
            if course.taken == question.taken and not course.folded and not self.lost(seat):
                return seat
        return None

    @property
    def still_to_deal(self) -> bool:
        """Whether wagers are locked, and one card at least is still to come."""
        dealing = self.phase == "playing" and self.at <= self.script.last_card
        return dealing or self.phase == "counting"

    @property
    def next_place(self) -> str:
        """Where the next card of the stack would go."""
        for step in self.script.steps[self.at :]:
            match step:
                case ToPlayers(cards=names):
                    return f"{min(self.players)}.{names[0]}"
                case ToTable(places=places):
                    return places[0]
                case Burn():
                    return "burn"
                case Discard():
                    return "discard"
                case _:
                    pass
        return ""

    @property
    def dispensing(self) -> bool:
        """Whether an automated shoe has cards to deal: those that come before any question."""
        left = takewhile(lambda step: not isinstance(step, Question), self.script.steps[self.at :])
        before = not any(isinstance(step, Question) for step in self.script.steps[: self.at])
        deals = before and any(not isinstance(step, Turn) for step in left)
        return self.phase == "counting" or (self.phase == "playing" and deals)

    @property
    def played(self) -> bool:
        """Whether hands are played, or are being settled."""
        return self.phase in ("playing", "settling")

    @property
    def in_play(self) -> bool:
        """Whether hands are played, and no wager is settled."""
        return self.played and not self.results

    def credited(self, name: str) -> int:
        """What this round has credited a player: it stays at the table until the close."""
        seats = [seat for seat, player in self.players.items() if player == name]
        wagers = sum(r.credit for seat in seats for r in self.results.get(seat, {}).values())
        return wagers + sum(cents for seat in seats for cents in self.gifts.get(seat, {}).values())

    # What became of a seat

    def lost(self, seat: int) -> bool:
        """Whether this seat's wagers are lost, as a floorperson ruled: it left, or forfeited."""
        return seat in self.forfeited or self.absent.get(seat, False)

    def folded(self, seat: int) -> bool:
        """Whether this seat folded."""
        return seat in self.courses and self.courses[seat].folded

    def standing(self, seat: int) -> dict[str, int]:
        """The wagers and raises of a seat that are still out."""
        course = self.courses[seat]
        made = {**self.wagers[seat], **course.raises}
        return {key: cents for key, cents in made.items() if key not in course.down}

    def settled(self, seat: int) -> bool:
        """Whether every wager of this seat is settled."""
        return self.standing(seat).keys() == self.results.get(seat, {}).keys()

    def being_settled(self, seat: int) -> bool:
        """Whether this seat is settled, or has begun to be: it spun, or hit a jackpot."""
        return self.settled(seat) or seat in self.spins or seat == self.jackpot

    def unruled(self, seat: int) -> bool:
        """Whether a player left wagers that can still be lost, and nobody has ruled on them."""
        if seat not in self.away or seat in self.absent or seat not in self.players:
            return False
        return self.stays(seat) and not self.being_settled(seat)

    def live(self, seat: int) -> Iterator[Side]:
        """The side wagers of a seat that still count: a fold ends some, leaving may end all."""
        for side in self.rules.sides:
            lives = side.lives_after_fold or not self.folded(seat)
            if side.key in self.wagers[seat] and lives and not self.lost(seat):
                yield side

    def stays(self, seat: int) -> bool:
        """Whether the cards of a seat are still on the table: after a fold for side wagers only."""
        return not self.lost(seat) and (not self.folded(seat) or any(self.live(seat)))

    def wheel(self, seat: int) -> Payoff | None:
        """What pays a seat by a wheel, if its cards earn a spin."""
        return next((side.pays for side in self.live(seat) if side.pays.wheel), None)

    def sits_out(self, seat: int) -> None:
        """A seat has no part in this round any more."""
        for by_seat in (self.wagers, self.players, self.holes, self.decisions, self.courses):
            by_seat.pop(seat, None)

    def last_to_first(self) -> list[int]:
        """The seats in the order they are settled."""
        return sorted(self.wagers, reverse=True)
