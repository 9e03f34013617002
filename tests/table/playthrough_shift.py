"""Play a shift of three rounds and write its transcript.

Ann, Bob, Cy, Dan and Eve sit down; Fay joins for the second round. Round 1 is dealt by Dee, card by
card, with Flo as her floorperson; rounds 2 and 3 by the house, where Flo still rules on absence.
"""

from collections.abc import Mapping
from typing import Final

from pitboss.table import Automation, Person, Phase, Role, Table, next_step
from pitboss.table import commands as c
from tests.filings import filing

from .playthrough_bets import ROUNDS, PlayedRound
from .tables import DEE, FLO, current_round
from .transcript import Teller

SEATS: Final = {1: "Ann", 2: "Bob", 3: "Cy", 5: "Dan", 6: "Eve"}
LATE: Final = (4, "Fay")
CHIPS: Final = 300_00
OZ: Final = Person("Oz", Role.ONLOOKER)


def sit_down(teller: Teller, seat: int, name: str) -> None:
    """A player takes a seat and chips."""
    player = teller.table.player(name)
    teller.tell((*player.take_seat(seat), *player.buy_in(CHIPS)))


def prepare(teller: Teller) -> None:
    """Dee and Flo count the tray and see to the cards, as far as it goes."""
    while result := next_step(teller.table.state):
        by = DEE if result.by.role is Role.DEALER else FLO
        teller.tell(teller.table.execute(result.command, by))


def play(teller: Teller, round_: PlayedRound, *, show: int) -> None:
    """One round to its close, with what is seen when the street ``show`` is first asked."""
    table = teller.table
    dealer = table.dealer("Dee")
    prepare(teller)
    teller.tell(dealer.open_round())
    for seat, wagers in round_.bets.items():
        teller.tell(table.player(table.state.seats[seat]).place_wagers(seat, wagers))
    for seat, keys in round_.back.items():
        teller.tell(table.player(table.state.seats[seat]).take_back(seat, keys))
    for name, entropy in round_.adds.items():
        teller.tell(table.player(name).add_entropy(entropy))
    teller.tell(dealer.no_more_bets())
    is_shown = False
    while current_round(table).phase is not Phase.CLOSED:
        seat_asked = current_round(table).turn
        step = next_step(table.state)
        if step is not None:
            command = _staff_command(step.command, round_)
            teller.tell(table.execute(command, DEE if step.by.role is Role.DEALER else FLO))
            continue
        assert seat_asked is not None
        decision_count = len(current_round(table).decisions[seat_asked])
        if decision_count == show and not is_shown:
            teller.views(Person(table.state.seats[seat_asked], Role.PLAYER), OZ, DEE)
            is_shown = True
        player = table.player(table.state.seats[seat_asked])
        if round_.leaves.get(seat_asked, (-1,))[0] == decision_count:
            teller.tell(player.leave(seat_asked))
        else:
            teller.tell(
                player.decide(seat_asked, round_.answers[seat_asked].split()[decision_count])
            )


def _staff_command(command: c.Command, round_: PlayedRound) -> c.Command:
    """What is due, as Dee and Flo say it: seat by seat, and with the ruling of this round."""
    if isinstance(command, c.Settle):
        return c.Settle(round=command.round)
    if isinstance(command, c.RuleOnAbsent):
        return c.RuleOnAbsent(command.seat, round_.leaves[command.seat][1], round=command.round)
    return command


def shift(table: Table, game: str, submission: Mapping[str, object]) -> Teller:
    """Return the transcript of a whole shift."""
    teller = Teller(table)
    teller.tell(table.floorperson("Flo").open_table("table 1", game, 20_000_00))
    teller.tell(table.dealer("Dee").propose(filing(game, submission)))
    teller.tell(table.floorperson("Flo").approve(1))
    prepare(teller)
    for seat, name in SEATS.items():
        sit_down(teller, seat, name)
    first, second, third = ROUNDS[game]
    teller.heading("ROUND 1, dealt by Dee")
    play(teller, first, show=0)
    teller.heading("ROUND 2, dealt by the house")
    table.automation = Automation.EVERYTHING & ~Automation.ABSENT
    sit_down(teller, *LATE)
    play(teller, second, show=1)
    teller.heading("ROUND 3, dealt by the house")
    table.automation = Automation.EVERYTHING
    play(teller, third, show=1)
    teller.tell(table.player("Bob").cash_out())
    teller.tell(table.player("Ann").leave(1))
    teller.ending()
    return teller
