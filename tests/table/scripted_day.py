"""A whole day at a table where everyone follows the next step exactly.

What the next step cannot know comes from a script: who sits down, what goes wrong, who closes the
table."""

from collections.abc import Callable, Iterator
from typing import Final

from pitboss.errors import Refused
from pitboss.games import GAMES
from pitboss.games.deck_tasks import Device
from pitboss.games.incidents import Kind
from pitboss.table import Automation, Person, Phase, Role, Table, next_step
from pitboss.table import commands as c
from tests.filings import filing

from .dealer_rounds import THREE, cheapest_decision
from .round_scenes import CARDS, HOLES, JACKPOTS, SEATS, SIDES
from .tables import (
    CCP,
    DEE,
    FLO,
    MACHINE,
    THB,
    Json,
    StackedTable,
    antes,
    current_round,
    stacked_shoe,
)

WORKS: Final = {"dealer": DEE, "floorperson": FLO}
LAST_ROUND: Final = 7
MOST_STEPS: Final = 2000


class Day:
    """A table, from before its opening until it is closed."""

    def __init__(
        self,
        game: str,
        automation: Automation,
        submission: Json | None = None,
        *,
        lucky: bool = True,
        breaks: str = "",
    ) -> None:
        self.game = game
        self.table = StackedTable(automation=automation, practice="days")
        self.filed = (MACHINE if submission is None else submission) | (
            JACKPOTS if game == CCP else {}
        )
        self.lucky = lucky
        """Whether the first round is stacked, with a jackpot for Bob."""
        self.breaks = breaks
        """A machine that fails after the fifth round."""
        self.script: list[tuple[int, Callable[[], bool]]] = list(self._script())
        self.steps_followed: list[str] = []
        """The steps done because the table asked for them."""
        self.missed_count = 0
        """What could not happen because the house acted too fast."""

    def walk(self) -> Iterator[Table]:
        """Yield the table after each command."""
        for _ in range(MOST_STEPS):
            yield self.table
            if self.table.state.day.received and not self.table.state.day.open:
                return
            if not self._something_happens():
                self._obey()
        raise AssertionError("the day does not end")

    # Requested steps

    def _obey(self) -> None:
        instruction, table = self.table.instruction, self.table
        self.steps_followed.append(instruction.step or instruction.what)
        result = next_step(table.state)
        if result is not None:
            assert type(result.command).__name__ == instruction.step
            assert WORKS[instruction.who].role is result.by.role
            table.execute(result.command, WORKS[instruction.who])
        else:
            before = table.state.version
            _DOES[instruction.step](self)
            assert table.state.version > before

    def open_table(self) -> None:
        """Have Flo open it."""
        assert self.table.instruction.who == "floorperson"
        self.table.execute(c.OpenTable("table 1", self.game, 100_000_00), FLO)

    def two_people(self) -> None:
        """Have Dee and Flo file a submission or count the tray."""
        assert self.table.instruction.who == "two people"
        matter: c.Matter = filing(self.game, self.filed)
        if self.table.state.rules is not None:
            matter = c.OpeningCount(int(self.table.state.balances["tray"]))
        self.table.execute(c.Propose(matter), DEE)
        self.table.execute(c.approval_of(self.table.state.proposed, matter), FLO)
        if self.lucky and isinstance(matter, c.FileSubmission):
            self.table.stacks = iter([stacked_shoe(self.table.rules, HOLES, CARDS[self.game])])

    def sit_down(self) -> None:
        """Seat all players, Ann first."""
        assert self.table.instruction.who == "player"
        for seat, name in SEATS.items():
            self.table.player(name).take_seat(seat)
            self.table.player(name).buy_in(2_000_00)

    def open_round(self) -> None:
        """Have Dee open the bets."""
        assert self.table.instruction.who == "dealer"
        assert self.table.instruction.said == "Place your bets."
        self.table.execute(c.OpenRound(), DEE)

    def take_bets(self) -> None:
        """Take three bets, and have Dee close the betting."""
        assert self.table.instruction.who == "dealer"
        assert self.table.instruction.said == "No more bets."
        for seat in THREE:
            if self.table.state.seats.get(seat) == SEATS[seat]:
                wagers = antes(self.game, **SIDES[self.game])
                self.table.player(SEATS[seat]).place_wagers(seat, wagers)
        self.table.execute(c.NoMoreBets(), DEE)

    def decide(self) -> None:
        """Make the decision of the player whose turn it is."""
        instruction = self.table.instruction
        assert instruction.who == "player"
        by, progress = cheapest_decision(self.table)
        assert instruction.seat == progress.seat
        assert instruction.said.startswith(f"Seat {progress.seat}, ")
        self.table.execute(progress, by)

    def see_to_it(self) -> None:
        """Resolve a matter that needs a floorperson's decision."""
        instruction, day = self.table.instruction, self.table.state.day
        assert instruction.who == "floorperson"
        assert instruction.what.startswith("resolve this before the next deal: ")
        waits = [n for n, p in self.table.state.proposals.items()]
        if "disabled" in instruction.what:
            self.table.execute(c.Enable(next(iter(day.disabled))), FLO)
        elif "get it working again, or file another dealing method" in instruction.what:
            self.table.execute(c.RestoreDevice(Device(next(iter(day.broken)))), FLO)
        elif "a submission is waiting" in instruction.what:
            self.table.execute(c.Approve(waits[0]), FLO)
        else:
            raise AssertionError(f"nobody can do this: {instruction}")

    # Unrequested events

    def _something_happens(self) -> bool:
        """Do the next item of the script when its time comes, or skip it once impossible."""
        state = self.table.state
        number = state.round.number if state.round else 0
        while self.script and self.script[0][0] < min(number, LAST_ROUND):
            self.missed_count += 1
            self.script.pop(0)
        if self.script and number >= self.script[0][0] and self.script[0][1]():
            self.script.pop(0)
            return True
        return False

    def _try(self, by: Person, *commands: c.Command) -> bool:
        for command in commands:
            try:
                self.table.execute(command, by)
            except Refused:
                continue
            return True
        return False

    def _between(self) -> bool:
        return (
            self.table.state.round is not None and current_round(self.table).phase is Phase.CLOSED
        )

    def _script(self) -> Iterator[tuple[int, Callable[[], bool]]]:
        def report(
            kind: Kind, seat: int = 0, card: str = "", position: int = 0
        ) -> Callable[[], bool]:
            return lambda: (
                bool(self._dealt())
                and self._try(DEE, c.Report(kind, seat, card, position=position, round=self.n))
            )

        yield 2, report(Kind.DRAWN_UNEXPOSED)
        yield 2, report(Kind.DRAWN_EXPOSED, 2, "first")
        yield 3, self._cy_leaves
        yield 4, report(Kind.WRONG_NUMBER)
        if self.breaks:
            down = c.Report(Kind.DEVICE_DOWN, device=self.breaks)
            yield 5, lambda: self._between() and self._try(DEE, down)
        yield 6, lambda: self._try(FLO, c.Disable("table", "a leak in the roof"))
        # Hold 'em deals community cards face up, so it is a dealer's card there.
        holdem = self.game == THB
        kind = Kind.DEALER_CARD_EXPOSED if holdem else Kind.COMMUNITY_EXPOSED
        card = "dealer" if holdem else GAMES[self.game].places[0].name
        yield 6, report(kind, position=1, card=card)
        yield (
            6,
            lambda: self._between() and self._try(DEE, c.Propose(filing(self.game, self.filed))),
        )
        yield LAST_ROUND, self._everybody_leaves
        yield LAST_ROUND, self._ann_comes_back
        yield LAST_ROUND + 1, self._everybody_leaves
        yield LAST_ROUND + 1, self._closes

    @property
    def n(self) -> int:
        """Return the number of the round."""
        return current_round(self.table).number

    def _dealt(self) -> bool:
        return self.table.state.has_open_round and current_round(self.table).dealt > 0

    def _cy_leaves(self) -> bool:
        return current_round(self.table).turn == 4 and self._try(
            Person("Cy", Role.PLAYER), c.Leave(4)
        )

    def _everybody_leaves(self) -> bool:
        if not self._between():
            return False
        for seat, name in list(self.table.state.seats.items()):
            self.table.player(name).leave(seat)
        return True

    def _ann_comes_back(self) -> bool:
        """Have Ann return while the cards are spread."""
        if next_step(self.table.state) is not None:
            return False
        self.table.player("Ann").take_seat(1)
        self.table.player("Ann").buy_in(1_000_00)
        return True

    def _closes(self) -> bool:
        """Remove the spread cards and count the tray."""
        if next_step(self.table.state) is not None:
            return False
        self.table.automation = Automation.NOTHING
        for slot in list(self.table.state.day.decks):
            self.table.execute(c.RemoveDeck(slot), FLO)
        cents = int(self.table.state.balances["tray"])
        self.table.execute(c.Propose(c.ClosingCount(cents)), DEE)
        self.table.execute(c.Approve(self.table.state.proposed, cents), FLO)
        return True


_DOES: Final[dict[str, Callable[[Day], None]]] = {
    "OpenTable": Day.open_table,
    "Propose": Day.two_people,
    "TakeSeat": Day.sit_down,
    "OpenRound": Day.open_round,
    "NoMoreBets": Day.take_bets,
    "Decide": Day.decide,
    "": Day.see_to_it,
}
"""What each step is called that no member of staff is due for."""
