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
from .transcript import TableTranscript

SEATS: Final = {1: "Ann", 2: "Bob", 3: "Cy", 5: "Dan", 6: "Eve"}
LATE: Final = (4, "Fay")
CHIPS: Final = 300_00
OZ: Final = Person("Oz", Role.ONLOOKER)


def sit_down(transcript: TableTranscript, seat: int, name: str) -> None:
    """A player takes a seat and chips."""
    player = transcript.table.player(name)
    transcript.add((*player.take_seat(seat), *player.buy_in(CHIPS)))


def prepare(transcript: TableTranscript) -> None:
    """Have Dee and Flo count the tray and prepare the cards."""
    while result := next_step(transcript.table.state):
        by = DEE if result.by.role is Role.DEALER else FLO
        transcript.add(transcript.table.execute(result.command, by))


def play(transcript: TableTranscript, round_: PlayedRound, *, show: int) -> None:
    """Play one round to its close, with the views when the street ``show`` begins."""
    table = transcript.table
    dealer = table.dealer("Dee")
    prepare(transcript)
    transcript.add(dealer.open_round())
    for seat, wagers in round_.bets.items():
        transcript.add(table.player(table.state.seats[seat]).place_wagers(seat, wagers))
    for seat, keys in round_.back.items():
        transcript.add(table.player(table.state.seats[seat]).take_back(seat, keys))
    for name, entropy in round_.adds.items():
        transcript.add(table.player(name).add_entropy(entropy))
    transcript.add(dealer.no_more_bets())
    is_shown = False
    while current_round(table).phase is not Phase.CLOSED:
        seat_asked = current_round(table).turn
        step = next_step(table.state)
        if step is not None:
            command = _staff_command(step.command, round_)
            transcript.add(table.execute(command, DEE if step.by.role is Role.DEALER else FLO))
            continue
        assert seat_asked is not None
        decision_count = len(current_round(table).decisions[seat_asked])
        if decision_count == show and not is_shown:
            transcript.views(Person(table.state.seats[seat_asked], Role.PLAYER), OZ, DEE)
            is_shown = True
        player = table.player(table.state.seats[seat_asked])
        if round_.leaves.get(seat_asked, (-1,))[0] == decision_count:
            transcript.add(player.leave(seat_asked))
        else:
            transcript.add(
                player.decide(seat_asked, round_.answers[seat_asked].split()[decision_count])
            )


def _staff_command(command: c.Command, round_: PlayedRound) -> c.Command:
    """Return the command for the next step by Dee or Flo, with the ruling of this round."""
    if isinstance(command, c.Settle):
        return c.Settle(round=command.round)
    if isinstance(command, c.RuleOnAbsent):
        return c.RuleOnAbsent(command.seat, round_.leaves[command.seat][1], round=command.round)
    return command


def shift(table: Table, game: str, submission: Mapping[str, object]) -> TableTranscript:
    """Return the transcript of a whole shift."""
    transcript = TableTranscript(table)
    transcript.add(table.floorperson("Flo").open_table("table 1", game, 20_000_00))
    transcript.add(table.dealer("Dee").propose(filing(game, submission)))
    transcript.add(table.floorperson("Flo").approve(1))
    prepare(transcript)
    for seat, name in SEATS.items():
        sit_down(transcript, seat, name)
    first, second, third = ROUNDS[game]
    transcript.heading("ROUND 1, dealt by Dee")
    play(transcript, first, show=0)
    transcript.heading("ROUND 2, dealt by the house")
    table.automation = Automation.EVERYTHING & ~Automation.ABSENT
    sit_down(transcript, *LATE)
    play(transcript, second, show=1)
    transcript.heading("ROUND 3, dealt by the house")
    table.automation = Automation.EVERYTHING
    play(transcript, third, show=1)
    transcript.add(table.player("Bob").cash_out())
    transcript.add(table.player("Ann").leave(1))
    transcript.ending()
    return transcript
