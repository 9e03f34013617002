"""Make tables quickly: players, wagers, and stacked cards.

table = seated(CCP, {1: "Kh Qs"}, cross("2c Td Ah 9s Kd"))
"""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from pitboss.cards import DECK, Card, cards
from pitboss.games import GAMES, MARYLAND
from pitboss.games.dealing import Ask, Burn, Discard, ToPlayers, ToTable
from pitboss.games.deck_tasks import Task
from pitboss.shuffle import Shoe
from pitboss.submission.rules import Rules
from pitboss.table import Automation, LogEntry, Person, Phase, Role, Table, next_step
from pitboss.table import commands as c
from pitboss.table.apply import apply_with_postings
from pitboss.table.handlers import handle
from pitboss.table.state import RoundState
from tests.rotation import LIBRARY

Json = dict[str, Any]

RET, CCP, THB, STUD = KEYS = ("run-em-twice", "criss-cross", "holdem-bonus", "stud-235")
REQUIRED: Final = {
    RET: ("ante_1", "ante_2"),
    CCP: ("ante_across", "ante_down"),
    THB: ("ante",),
    STUD: ("two_card", "three_card", "five_card"),
    "mississippi-stud": ("ante",),
    "let-it-ride": ("bet_1", "bet_2", "bet_3"),
    "three-card": ("ante",),
    "caribbean-stud": ("ante",),
    "ultimate-holdem": ("ante", "blind"),
}
PLAYERS: Final = {1: "Ann", 2: "Bob", 3: "Cy", 4: "Dan", 5: "Eve", 6: "Fay"}
STAYS: Final = {
    RET: "1x",
    CCP: "1x",
    THB: "bet",
    STUD: "raise",
    "mississippi-stud": "1x",
    "let-it-ride": "ride",
    "three-card": "play",
    "caribbean-stud": "raise",
    "ultimate-holdem": "4x",
}
"""A decision that stays in on every following street, at any stake."""

DEE: Final = Person("Dee", Role.DEALER)
FLO: Final = Person("Flo", Role.FLOORPERSON)
MACHINE: Final[Json] = {"table": {"shuffler": "automated"}}
"""A machine shuffles, so that there is no cut and the stack is dealt from its top."""


def dealing(method: str, shuffler: str = "automated") -> Json:
    """Return a submission with this dealing method."""
    return {"table": {"dealing": method, "shuffler": shuffler}}


METHODS: Final = {
    f"{game.key}, {d.method}{', reshuffling' if d.reshuffling else ''}": (
        game.key,
        d,
        {
            "dealing": d.method,
            "shuffler": "automated reshuffling"
            if d.reshuffling
            else ("automated" if d.needs_shuffler is not None else "none"),
        },
    )
    for game in GAMES.values()
    for d in game.procedures.dealing
}
"""Every dealing method of every game by name: game, order of dealing, submission."""


def _methods_of(game: str) -> list[str]:
    return [name for name, (key, *_) in METHODS.items() if key == game]


METHODS_IN_TURN: Final = [
    *(name for key in MARYLAND for name in _methods_of(key)),
    *(_methods_of(key)[turn % len(_methods_of(key))] for turn, key in enumerate(LIBRARY)),
]
"""Every dealing method of the rulebooks, and one for each game with default procedures."""


def antes(game: str, cents: int = 500, **sides: int) -> dict[str, int]:
    """Return the required wagers of a game, and side wagers."""
    return dict.fromkeys(REQUIRED[game], cents) | sides


def cross(text: str) -> dict[str, str]:
    """Return five cards in the order left, right, top, bottom, center."""
    return dict(zip(("left", "right", "top", "bottom", "center"), text.split(), strict=True))


def stacked_shoe(
    rules: Rules,
    holes: Mapping[int, str],
    places: Mapping[str, str] | None = None,
    seed: bytes = bytes(32),
) -> Shoe:
    """Return a stack whose top gives these seats and places the cards that a test wants.

    It is for a deck that is neither cut nor mixed by players. Other cards come in deck order."""
    hands = {seat: list(cards(text)) for seat, text in holes.items()}
    table = {place: list(cards(text)) for place, text in (places or {}).items()}
    cards_named = [card for some in (*hands.values(), *table.values()) for card in some]
    rest = iter([card for card in DECK if card not in cards_named])
    stack: list[Card] = []
    for step in rules.dealing.steps:
        match step:
            case ToPlayers(cards=each):
                for hand in (hands[seat] for seat in sorted(hands)):
                    stack += [hand.pop(0) if hand else next(rest) for _ in each]
            case ToTable(places=where):
                stack += [table[at].pop(0) if table.get(at) else next(rest) for at in where]
            case Burn() | Discard():
                stack.append(next(rest))
            case Ask():
                pass
    assert not any((*hands.values(), *table.values())), "more cards than are dealt there"
    return Shoe(seed, (*stack, *rest), tuple(bytes([at] * 16) for at in range(len(DECK))))


class StackedTable(Table):
    """A table that deals the stacks prepared by a test, one per round."""

    stacks: Iterator[Shoe] = iter(())

    def execute(self, command: c.Command, by: Person | None = None) -> tuple[LogEntry, ...]:
        """Execute a command, using the next prepared stack, if any, when a round is opened."""
        stack = next(self.stacks, None) if isinstance(command, c.OpenRound) else None
        if stack is None:
            return super().execute(command, by)
        entries = []
        for event in handle(self.state, by or DEE, command, stack):
            self.state, postings = apply_with_postings(self.state, event)
            entries.append(LogEntry(self.state.version, event, by or DEE, postings))
        self.log += entries
        self.shoe = stack
        return tuple(entries)


def seated_table(
    game: str,
    holes: Mapping[int, str] | None = None,
    places: Mapping[str, str] | None = None,
    *,
    submission: Json | None = None,
    automation: Automation = Automation.CARE,
    chips: int = 1_000_00,
    seats: Mapping[int, str] = PLAYERS,
    practice: str | None = "tables",
    bank: int = 100_000_00,
) -> Table:
    """Return an open table with seated players; with ``holes``, its first round is stacked."""
    table = StackedTable.open(
        game,
        MACHINE if submission is None else submission,
        automation=automation,
        practice=practice,
        bank=bank,
    )
    assert isinstance(table, StackedTable)
    for seat, name in seats.items():
        table.player(name).take_seat(seat)
    for name in dict.fromkeys(seats.values()):
        table.player(name).buy_in(chips)
    if holes is not None:
        table.stacks = iter([stacked_shoe(table.rules, holes, places)])
    return table


def cut_at(table: Table, cut: int) -> None:
    """Shuffle the stack again, and cut it there if it is cut."""
    automation, table.automation = table.automation, table.automation & ~Automation.SHUFFLE
    table.floorperson("Flo").order_shuffle()
    table.dealer("Dee").perform(Task.SHUFFLE)
    if cut:
        table.dealer("Dee").perform(Task.CUT, cards=cut)
    table.dealer("Dee").perform(Task.LOAD)
    table.automation = automation


def bet(table: Table, seats: Mapping[int, Mapping[str, int]]) -> None:
    """Open a round and place these wagers."""
    table.dealer("Dee").open_round()
    for seat, wagers in seats.items():
        table.player(table.state.seats[seat]).place_wagers(seat, wagers)


def bet_alike(table: Table, *seats: int, **sides: int) -> None:
    """Open a round in which these seats bet the same."""
    bet(table, {seat: antes(table.rules.game, **sides) for seat in seats})


def bet_and_lock(table: Table, *seats: int, **sides: int) -> None:
    """Play a round up to the call with the same bets at these seats."""
    bet_alike(table, *seats, **sides)
    table.dealer("Dee").no_more_bets()


def current_round(table: Table) -> RoundState:
    """Return the round on the table."""
    assert table.state.round is not None
    return table.state.round


def step(table: Table) -> tuple[LogEntry, ...]:
    """Have Dee or Flo do the due step."""
    result = next_step(table.state)
    assert result is not None, "the table waits for a player"
    return table.execute(result.command, DEE if result.by.role is Role.DEALER else FLO)


def until_asked(table: Table) -> int | None:
    """Do due steps until a player has to decide; return the seat, or None after all cards."""
    while current_round(table).turn is None and current_round(table).phase in (
        Phase.COUNTING,
        Phase.PLAYING,
    ):
        step(table)
    return current_round(table).turn


def answer(table: Table, *decisions: str | int) -> None:
    """Make these decisions, seat by seat."""
    for decision in decisions:
        seat = until_asked(table)
        assert seat is not None, "nobody is asked anymore"
        table.player(current_round(table).players[seat]).decide(seat, decision)


def stay(table: Table) -> None:
    """Have everybody stay in until the last street."""
    while until_asked(table) is not None:
        answer(table, STAYS[table.rules.game])


def finish(table: Table) -> None:
    """Have everybody stay in, and settle and close the round."""
    stay(table)
    while current_round(table).phase is not Phase.CLOSED:
        step(table)
