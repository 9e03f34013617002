"""The state of a round as far as it has been read: its plan of steps, and each seat."""

from collections.abc import Iterator, Mapping
from itertools import takewhile
from typing import Literal, NamedTuple

from pitboss.cards import Card
from pitboss.games.dealing import Ask, Burn, CardFacing, Discard, ToPlayers, ToTable
from pitboss.games.game_parts import HandOf, Side, Street
from pitboss.games.payoffs import Payoff
from pitboss.round import BettingProgress, Decision
from pitboss.settle import Hit, RoundResult, WagerResult
from pitboss.shuffle import Contribution, Shoe
from pitboss.submission import Rules
from pitboss.verify.ledger import Cents


class Question(NamedTuple):
    """The step that asks every player on a street, after a number of other questions."""

    street: Street
    streets_before: int


class TurnCards(NamedTuple):
    """The step that turns over places of the table, or a card of every hand in play."""

    names: tuple[str, ...]
    cards: int = 0
    """How many cards of each place; 0 means all."""


Step = ToPlayers | ToTable | Burn | Discard | Question | TurnCards


class RoundPlan(NamedTuple):
    """The steps of a round, and the positions of the last deal and the last question."""

    steps: tuple[Step, ...]
    last_card_step: int
    """The index of the step that deals the last card."""
    last_question_step: int
    """The index of the step that asks the last question."""
    dealer_places: frozenset[str]
    """The places of the dealer's own cards."""
    wager_limits: Mapping[str, tuple[int, int]] = {}
    """The least and the most of each wager, without raises."""
    wheel_wagers: frozenset[str] = frozenset()
    """The wagers whose prize a wheel decides."""
    has_conditions: bool = False
    """Whether some decision is only for players with certain cards."""


def plan_round(rules: Rules) -> RoundPlan:
    """Return the steps of the method, with what each street turns over once it is decided.

    What is dealt face up is not turned over: it is shown by then.
    """
    steps = tuple(_steps(rules))
    asking = [at for at, step in enumerate(steps) if isinstance(step, Question)]
    dealing = [at for at, step in enumerate(steps) if not isinstance(step, Question | TurnCards)]
    limits = dict.fromkeys(
        (wager.key for wager in rules.required), (rules.table.minimum, rules.table.maximum)
    )
    return RoundPlan(
        steps,
        max(dealing, default=-1),
        max(asking, default=-1),
        frozenset(_dealer_places(rules)),
        limits | {side.key: (side.minimum, side.maximum) for side in rules.sides},
        frozenset(side.key for side in rules.sides if side.pays.wheel),
        any(street.conditions for street in rules.streets),
    )


def _steps(rules: Rules) -> Iterator[Step]:
    steps = list(rules.dealing.steps)
    if not any(isinstance(step, Ask) for step in steps):
        steps += [Ask(street.name) for street in rules.streets]
    streets = {street.name: Question(street, n) for n, street in enumerate(rules.streets)}
    open_places = [
        TurnCards((place.name,), place.face_up) for place in rules.places if place.face_up
    ]
    hidden_steps: list[TurnCards] = []
    for at, step in enumerate(steps):
        if isinstance(step, Ask):
            yield from open_places
            open_places = []
            yield streets[step.street]
            reveals = streets[step.street].street.reveals
            hidden_steps = [TurnCards(reveal.names, reveal.cards) for reveal in reveals]
        else:
            yield step
        if isinstance(step, ToTable) and step.lies is CardFacing.UP:
            del hidden_steps[0]
        still_to_come = {name for later in steps[at + 1 :] for name in _names(later)}
        while hidden_steps and not still_to_come.intersection(hidden_steps[0].names):
            yield hidden_steps.pop(0)


def _names(step: ToPlayers | ToTable | Burn | Discard | Ask) -> tuple[str, ...]:
    match step:
        case ToPlayers(cards=names) | ToTable(places=names):
            return names
        case _:
            return ()


def _dealer_places(rules: Rules) -> Iterator[str]:
    """Return the places that only the dealer's hand is read from."""
    against = {name for wager in rules.wagers for name in wager.pays.reads[1:]}
    own_positions, shared_positions = set[int](), set[int]()
    for hand in rules.hands:
        if isinstance(hand, HandOf):
            (own_positions if hand.name in against else shared_positions).update(hand.positions)
    first = 0
    for place in rules.places:
        positions = set(range(first, first + place.cards))
        first += place.cards
        if positions & own_positions and not positions & shared_positions:
            yield place.name


Phase = Literal["betting", "counting", "playing", "settling", "settled", "void"]


class RoundState:
    """The state of a round: its wagers, where each position of the stack is, who decided what."""

    def __init__(
        self,
        number: int,
        rules: Rules,
        plan: RoundPlan,
        context: bytes,
        root: bytes,
        deck: int,
        cut: int,
        *,
        is_physical: bool = False,
    ) -> None:
        self.number, self.rules, self.plan = number, rules, plan
        self.context, self.root, self.deck, self.cut = context, root, deck, cut
        self.is_physical = is_physical
        """Whether people dealt from a physical deck, so that there is no seed and no proof."""
        self.main = (*(w.key for w in rules.required), *(w.key for w in rules.raises))
        """The wagers that a fold loses."""
        metered_sides = (s for s in rules.sides if s.pays.stake is not None)
        self.metered_sides = {side.key: side for side in metered_sides}
        """The wagers that feed a meter or spin a wheel, counted and collected before the deal."""
        self.shoe: Shoe | None = None
        """The stack, from the seed that the file opens at the end of the round."""
        self.is_seed_lost = False
        """Whether the file says that the seed is lost."""
        self.ends_in_round = False
        """Whether the file ends before the round does, so that its seed is still sealed."""
        self.phase: Phase = "betting"
        self.wagers: dict[int, dict[str, int]] = {}
        self.contributions: list[Contribution] = []
        self.players: dict[int, str] = {}
        self.meters: dict[str, Cents] = {}
        """What the meters showed before this round fed them."""
        self.has_collected = False
        """Whether progressive wagers are in the tray."""
        self.order: tuple[int, ...] = ()
        self.recuts = 0
        """How often the stack was cut again."""
        self.step_index = 0
        """The number of finished steps of the plan."""
        self.dealt = 0
        self.card_out = False
        """Whether a card was face up in the stack and is out of play."""
        self.stub_counted = False
        self.holes: dict[int, list[int]] = {}
        self.places: dict[str, list[int]] = {}
        self.faces: dict[int, Card] = {}
        """The cards that are or were face up, by position."""
        self.decisions: dict[int, tuple[Decision, ...]] = {}
        self.progress_by_seat: dict[int, BettingProgress] = {}
        self.away: set[int] = set()
        self.reported: dict[int, str] = {}
        self.absent: dict[int, bool] = {}
        """The rulings on players who left: whether their wagers are lost."""
        self.forfeited: set[int] = set()
        self.spins: dict[int, str] = {}
        """The symbols where the wheel stopped, by seat."""
        self.jackpot: int | None = None
        """The seat that is paid from a meter once the payment is validated."""
        self.settlement: tuple[int, RoundResult] | None = None
        """The result of the round, with the number of seats that have lost everything."""
        self.results: dict[int, dict[str, WagerResult]] = {}
        self.hits: dict[int, tuple[Hit, ...]] = {}
        """The meters that each seat was paid from."""
        self.returned: dict[int, dict[str, int]] = {}
        """The stakes that went back because a device failed."""
        self.left_in_meters: dict[str, Cents] = {}
        """What those wagers had added to meters that had already paid a jackpot."""
        self.gifts: dict[int, dict[str, int]] = {}
        """Envy and community pay, by the seat that received it."""

    # How far it has come

    @property
    def step(self) -> Step | None:
        """The next step, while cards are dealt and players decide."""
        return self.plan.steps[self.step_index] if self.step_index < len(self.plan.steps) else None

    @property
    def lacks_seed(self) -> bool:
        """Whether the round is checked without its seed, as far as cards are face up."""
        return self.is_seed_lost or self.ends_in_round or self.is_physical

    @property
    def card_positions(self) -> dict[str, int]:
        """The positions of all cards on the table by name: ``4.first``, ``flop.2``, ``open.1``."""
        places = {place.name: place.cards for place in self.rules.places}
        names = {
            f"{seat}.{name}": at
            for seat, hand in self.holes.items()
            for name, at in zip(self.rules.hole, hand, strict=False)
        }
        for place, where in self.places.items():
            for number, at in enumerate(where, 1):
                names[f"{place}.{number}" if places[place] > 1 else place] = at
        loose = [at for at in self.faces if at not in names.values()]
        return names | {f"open.{number}": at for number, at in enumerate(loose, 1)}

    def finish_step(self) -> None:
        """Mark the step as done and go to the next."""
        self.step_index += 1
        self.advance()

    def advance(self) -> None:
        """Skip questions to nobody and cards of hands that are gone."""
        while (step := self.step) is not None and not self._is_step_due(step):
            self.step_index += 1
        if step is None:
            self.phase = "settling"

    def _is_step_due(self, step: Step) -> bool:
        if isinstance(step, Question):
            return self.seat_to_ask(step) is not None
        if isinstance(step, TurnCards):
            is_on_table = any(name in self.places for name in step.names)
            return is_on_table or any(self.has_cards_on_table(seat) for seat in self.players)
        return True

    def seat_to_ask(self, question: Question) -> int | None:
        """Return the first seat that still has to decide."""
        streets_before, are_lost = question.streets_before, self.losing_seats()
        for seat, course in self.progress_by_seat.items():
            if (
                course.streets_done == streets_before
                and not course.has_folded
                and seat not in are_lost
            ):
                return seat
        return None

    @property
    def has_cards_to_deal(self) -> bool:
        """Whether betting is closed and at least one card is still to be dealt."""
        dealing = self.phase == "playing" and self.step_index <= self.plan.last_card_step
        return dealing or self.phase == "counting"

    @property
    def next_place(self) -> str:
        """The destination of the next card of the stack."""
        for step in self.plan.steps[self.step_index :]:
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
    def is_shoe_dispensing(self) -> bool:
        """Whether an automated shoe still has cards to deal: those before any question."""
        remaining = takewhile(
            lambda step: not isinstance(step, Question), self.plan.steps[self.step_index :]
        )
        nothing_asked = not any(
            isinstance(step, Question) for step in self.plan.steps[: self.step_index]
        )
        deals = nothing_asked and any(not isinstance(step, TurnCards) for step in remaining)
        return self.phase == "counting" or (self.phase == "playing" and deals)

    @property
    def are_hands_played(self) -> bool:
        """Whether hands are played or being settled."""
        return self.phase in ("playing", "settling")

    @property
    def is_unsettled(self) -> bool:
        """Whether hands are played and no wager is settled."""
        return self.are_hands_played and not self.results

    def credited(self, name: str) -> int:
        """Return what this round has credited a player; it stays at the table until the close."""
        seats = [seat for seat, player in self.players.items() if player == name]
        wagers = sum(r.credit for seat in seats for r in self.results.get(seat, {}).values())
        return wagers + sum(cents for seat in seats for cents in self.gifts.get(seat, {}).values())

    # What became of a seat

    def has_lost_wagers(self, seat: int) -> bool:
        """Return whether a floorperson ruled that this seat's wagers are lost."""
        return seat in self.forfeited or self.absent.get(seat, False)

    def losing_seats(self) -> set[int]:
        """Return the seats whose wagers are lost by a ruling."""
        if not self.absent:
            return self.forfeited
        return self.forfeited.union(seat for seat, is_lost in self.absent.items() if is_lost)

    def has_folded(self, seat: int) -> bool:
        """Return whether this seat folded."""
        course = self.progress_by_seat.get(seat)
        return course is not None and course.has_folded

    def stakes_out(self, seat: int) -> dict[str, int]:
        """Return the wagers and raises of a seat that are still out."""
        course = self.progress_by_seat[seat]
        stakes = {**self.wagers[seat], **course.raises}
        return {key: cents for key, cents in stakes.items() if key not in course.taken_down}

    def is_settled(self, seat: int) -> bool:
        """Return whether every wager of this seat is settled."""
        return self.stakes_out(seat).keys() == self.results.get(seat, {}).keys()

    def is_being_settled(self, seat: int) -> bool:
        """Return whether the settlement of this seat has begun, with a spin or a jackpot."""
        return self.is_settled(seat) or seat in self.spins or seat == self.jackpot

    def needs_ruling(self, seat: int) -> bool:
        """Return whether a player left wagers that can still be lost, without a ruling yet."""
        if seat not in self.away or seat in self.absent or seat not in self.players:
            return False
        return self.has_cards_on_table(seat) and not self.is_being_settled(seat)

    def live_sides(self, seat: int) -> Iterator[Side]:
        """Return the side wagers of a seat that still count after a fold or after leaving."""
        if self.has_lost_wagers(seat):
            return
        wagers, has_folded = self.wagers[seat], self.has_folded(seat)
        for side in self.rules.sides:
            if side.key in wagers and (side.lives_after_fold or not has_folded):
                yield side

    def has_cards_on_table(self, seat: int) -> bool:
        """Return whether a seat still has cards on the table: after a fold for side wagers only."""
        return not self.has_lost_wagers(seat) and (
            not self.has_folded(seat) or any(self.live_sides(seat))
        )

    def wheel_payoff(self, seat: int) -> Payoff | None:
        """Return the wheel payoff of a seat, if its cards earn a spin."""
        wheels = self.plan.wheel_wagers
        if not wheels:
            return None
        return next((side.pays for side in self.live_sides(seat) if side.key in wheels), None)

    def remove_seat(self, seat: int) -> None:
        """Remove a seat from this round."""
        for by_seat in (
            self.wagers,
            self.players,
            self.holes,
            self.decisions,
            self.progress_by_seat,
        ):
            by_seat.pop(seat, None)

    def seats_last_to_first(self) -> list[int]:
        """Return the seats in the order they are settled."""
        return sorted(self.wagers, reverse=True)
