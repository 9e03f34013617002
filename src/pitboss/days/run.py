"""Run simulated days, table after table. Start with `run_days`."""

from collections.abc import Callable, Iterator
from typing import Final

from pitboss.days import floor_work, random_submissions
from pitboss.days.guests import (
    decide_for_guest,
    leave_table,
    move_guests,
    place_all_bets,
    place_bets,
    seat_guest,
    seated_guests,
    seats_of,
    walk_off,
)
from pitboss.days.mishaps import plan_mishap, send_wrong_command, try_mishap
from pitboss.days.simulation import DEALERS, FLOORPERSONS, TableSimulation
from pitboss.days.staff import (
    MAX_STEPS,
    count_tray,
    do_next_step,
    is_seed_lost,
    random_floorperson,
    relieve_dealer,
    restore_device_in_use,
    void_round,
)
from pitboss.days.tally import CheckFailed, Failure, Tally, require
from pitboss.errors import Refused
from pitboss.games import GAMES
from pitboss.shuffle.seeded_random import SeededRandom
from pitboss.table import Automation
from pitboss.table import commands as c
from pitboss.table.decks import blockers
from pitboss.table.export import replay
from pitboss.table.house_rules import CORRECTIONS
from pitboss.table.notation import parse_position
from pitboss.table.state import Phase
from pitboss.verify import VerificationError, verify

VERIFY_EXPORTS: Final = True
"""Whether the export of each table is checked by `pitboss.verify`."""


def check_exports(sim: TableSimulation) -> None:
    """Verify the export of all days and, now and then, that of a single round (FAIR-6)."""
    if VERIFY_EXPORTS:
        _check_verifies([line + b"\n" for line in sim.table.export()], "the table")
    closed_rounds = [round_ for round_ in sim.state.last if round_.order and round_.seed]
    if closed_rounds and sim.rng.one_in(3):
        _check_round_export(sim, sim.rng.pick(closed_rounds).number)


def _check_round_export(sim: TableSimulation, number: int) -> None:
    position = sim.table.recall(number)
    require(
        parse_position(str(position)) == position, f"round {number} does not read back: {position}"
    )
    try:
        lines = [line + b"\n" for line in sim.table.export(number)]
    except Refused as refused:  # another round was corrected meanwhile
        require(refused.clause == CORRECTIONS, f"round {number} cannot be exported: {refused}")
        return
    state = replay(lines)
    require(state.round and state.round.number == number, f"the export of round {number} lacks it")
    sim.tally.events["BroughtForward"] += 1
    if VERIFY_EXPORTS:
        _check_verifies(lines, f"round {number}")


def _check_verifies(lines: list[bytes], subject: str) -> None:
    try:
        verify(lines)
    except VerificationError as fault:
        require(False, f"the export of {subject} is not verified: {fault}")


MAX_DAYS: Final = 3
"""The most days of one table."""
RoundProgress = Callable[[int], None]


def run_days(
    rounds: int, seed: str, game: str | None = None, progress: RoundProgress = lambda _: None
) -> Tally:
    """Play this many rounds at tables of one game or of all; raise `Failure` if a check fails.

    The same seed and number give the same run on every machine. ``progress`` is called with the
    number of rounds played so far.
    """
    tally = Tally()
    for sim in _simulations(seed, game):
        remaining = rounds - tally.rounds.total()
        if remaining <= 0:
            break
        try:
            play_table(sim, remaining, lambda count: progress(tally.rounds.total() + count))
        except CheckFailed as failure:
            raise Failure(seed, sim.name, sim.round_number, str(failure)) from failure
        except Exception as error:
            reason = f"{type(error).__name__}: {error}"
            raise Failure(seed, sim.name, sim.round_number, reason) from error
        tally.add(sim.tally)
    return tally


def _simulations(seed: str, game: str | None) -> Iterator[TableSimulation]:
    """Yield a table of each game in turn, each with random numbers of its own."""
    number = 0
    while True:
        number += 1
        for key in GAMES if game is None else [game]:
            yield TableSimulation(seed, key, number)


def play_table(sim: TableSimulation, max_rounds: int, progress: RoundProgress) -> None:
    """Play the days of one table, up to ``max_rounds`` rounds."""
    days = SeededRandom.for_days(sim.seed, f"days of {sim.name}")
    open_table(sim)
    for _ in range(days.between(1, MAX_DAYS)):
        remaining = max_rounds - sim.tally.rounds.total()
        if remaining > 0:
            play_day(sim, min(days.between(MIN_ROUNDS, MAX_ROUNDS), remaining))
            progress(sim.tally.rounds.total())
    check_exports(sim)
    sim.tally.head = sim.replay.digest.hexdigest()


MOSTLY_MANUAL: Final = Automation.DEAL | Automation.RULE | Automation.SHUFFLE
"""Steps that people mostly do themselves, because that is where things go wrong."""


def prepare_round(sim: TableSimulation) -> None:
    """Let people come and go, do the floor's work, and prepare the cards for the next round."""
    chance = sim.rng
    move_guests(sim)
    if chance.one_in(10):
        relieve_dealer(sim)
    if chance.one_in(40):
        sim.table.automation = random_automation(sim)
    _do_floor_work(sim)
    for _ in range(MAX_STEPS):
        try_mishap(sim)
        send_wrong_command(sim)
        if sim.state.has_open_round:
            return
        if not sim.state.day.open:  # two people may have closed an empty table
            open_day(sim)
        elif not sim.state.seats:
            seat_guest(sim)
        elif not do_next_step(sim) and not _clear_blocker(sim):
            return
    raise CheckFailed(f"the next round cannot be opened: {sim.table.instruction}")


def _do_floor_work(sim: TableSimulation) -> None:
    match sim.rng.below(30):
        case 0:
            floor_work.refile(sim)
        case 1:
            floor_work.correct_payout(sim)
        case 2 | 3:
            floor_work.correct_meter(sim)
        case 4:
            floor_work.disable_something(sim)
        case 5 | 6:
            floor_work.order_deck_change(sim)
        case 7:
            floor_work.restore_device(sim)
        case 8:
            floor_work.propose(
                sim, c.FileSubmission(random_submissions.random_submission(sim.game, sim.rng))
            )
        case 9:
            _empty_table(sim)
        case _:
            pass


def _empty_table(sim: TableSimulation) -> None:
    """Have every guest leave, and let some hours pass."""
    for guest in seated_guests(sim):
        leave_table(sim, guest)
    for _ in range(MAX_STEPS):
        if sim.state.day.incident is None and sim.state.seats:
            break
        if not do_next_step(sim):
            break
    sim.wait(sim.rng.between(1, 3) * 3600)


def _clear_blocker(sim: TableSimulation) -> bool:
    """Remove whatever else blocks the next deal; return whether there was anything."""
    state = sim.state
    first = next(
        (
            blocker
            for blocker in blockers(state, sim.rules, sim.utc_seconds)
            if blocker.at is None and blocker.rounds is None
        ),
        None,
    )
    if first is None:
        return False
    for what in ("table", "game"):
        if what in state.day.disabled:
            sim.must_succeed(c.Enable(what), random_floorperson(sim))
            return True
    for number, proposal in state.proposals.items():
        if isinstance(proposal.matter, c.FileSubmission):
            if not floor_work.approve_or_reject(sim, number) and number in sim.state.proposals:
                sim.must_succeed(c.Reject(number), random_floorperson(sim))
            return True
    if sim.rng.one_in(2) and floor_work.file_other_method(sim):
        return True
    if restore_device_in_use(sim):
        return True
    raise CheckFailed(f"nobody can open betting: {first.why}; {sim.table.instruction}")


def open_day(sim: TableSimulation) -> None:
    """Open the table, with a tray that two people have counted."""
    if sim.round_number and sim.rng.one_in(3):
        floor_work.refile(sim)
    for _ in range(MAX_STEPS):
        if sim.state.day.open:
            floor_work.bring_chips(sim)
            return
        if not do_next_step(sim):
            count_tray(sim, c.OpeningCount)
    raise CheckFailed(f"the table cannot be opened: {sim.table.instruction}")


def random_automation(sim: TableSimulation) -> Automation:
    """Choose how much the house does itself on this day."""
    chance = sim.rng
    match chance.below(8):
        case 0:
            return Automation.EVERYTHING
        case 1:
            return Automation.NOTHING
        case 2:
            return Automation.CARE
        case _:
            automation = Automation.NOTHING
            for flag in Automation.EVERYTHING:
                if chance.one_in(4 if flag in MOSTLY_MANUAL else 2):
                    automation |= flag
            return automation


def play_round(sim: TableSimulation) -> None:
    """Play one round to its end."""
    plan_mishap(sim)
    if not sim.state.has_open_round:  # a dealer may have opened it early
        sim.must_succeed(c.OpenRound(), sim.dealer)
    expects_jackpot = sim.expects_jackpot
    sim.use_jackpot_stack(None)
    place_all_bets(sim, on_everything=expects_jackpot)
    if not expects_jackpot:
        _act_during_betting(sim)
    for _ in range(MAX_STEPS):
        if not sim.state.has_open_round:
            break
        _act_between_steps(sim)
        if sim.state.has_open_round:
            advance_round(sim)
    else:
        raise CheckFailed(f"the round does not end: {sim.table.instruction}")


def advance_round(sim: TableSimulation) -> None:
    """Do the next step of the round."""
    round_ = sim.round_
    if is_seed_lost(sim) and (round_.phase is not Phase.BETTING or sim.rng.one_in(2)):
        if not void_round(sim, "the seed is lost"):
            raise CheckFailed(
                f"a round whose seed is lost cannot be voided: {sim.table.instruction}"
            )
    elif do_next_step(sim):
        pass
    elif round_.phase is not Phase.BETTING:
        decide_for_guest(sim)
    elif round_.wagers:
        sim.attempt(c.NoMoreBets(), sim.dealer)
    else:
        _handle_no_wagers(sim)


def _handle_no_wagers(sim: TableSimulation) -> None:
    """Have somebody place a wager, or void the round, because there are no wagers."""
    for guest in seated_guests(sim):
        if any(place_bets(sim, guest, seat) for seat in seats_of(sim, guest)):
            return
    if not seat_guest(sim) or sim.rng.one_in(2):
        void_round(sim, "nobody wagers")


def _act_during_betting(sim: TableSimulation) -> None:
    chance = sim.rng
    sim.wait(chance.between(5, 60))
    if chance.one_in(20):
        sim.attempt(c.Recut("the cut was not seen"), random_floorperson(sim))
    if chance.one_in(20):
        seat_guest(sim)
    if chance.one_in(100):
        sim.wait(chance.between(1, 8) * 3600)  # the deck may grow too old meanwhile


def _act_between_steps(sim: TableSimulation) -> None:
    """Do what may happen between any two steps, each of which may end the round."""
    for act in (try_mishap, send_wrong_command, walk_off, _do_floor_orders):
        if sim.state.has_open_round:
            act(sim)


def _do_floor_orders(sim: TableSimulation) -> None:
    """Carry out a random order of a floorperson now and then."""
    chance = sim.rng
    match chance.below(48) if chance.one_in(6) else -1:
        case 0:
            _propose_void(sim)
        case 1 | 2:
            _forfeit(sim)
        case 3:
            floor_work.disable_something(sim)
        case 4:
            floor_work.correct_payout(sim)
        case 5:
            sim.attempt(c.Recut("the cut was not seen"), random_floorperson(sim))
        case 6:
            sim.must_be_refused(c.Propose(c.FileSubmission({})), random_floorperson(sim))
        case 7 | 8 | 9 | 10:
            floor_work.work_on_other_deck(sim)
        case 11 | 12 | 13:
            sim.attempt(c.ReceiveDeck(), sim.dealer)
        case 14 | 15:
            floor_work.file_for_later(sim)
        case _:
            pass


def _propose_void(sim: TableSimulation) -> None:
    """Propose to void the round; sometimes a second person agrees."""
    settles = sim.rng.pick(("", *sim.rules.settled_when_void))
    matter = c.VoidRound(sim.round_number, "by order of the floor", settles)
    number = floor_work.propose(sim, matter)
    if number and sim.rng.one_in(2):
        floor_work.approve_or_reject(sim, number)


def _forfeit(sim: TableSimulation) -> None:
    players, breaches = [*sim.round_.players], [*sim.rules.table_procedures.breaches]
    if players and breaches:
        seat = sim.rng.pick(players)
        kind = c.Forfeit if sim.rules.forfeits else c.RecordBreach
        sim.attempt(kind(seat, sim.rng.pick(breaches)), random_floorperson(sim))


MIN_ROUNDS, MAX_ROUNDS = 6, 30
"""The number of rounds in a day."""
BANK_SIZES: Final = (250_00, 5_000_00, 100_000_00)


def open_table(sim: TableSimulation) -> None:
    """Open the table and put its first submission in force."""
    chance = sim.rng
    sim.must_be_refused(c.OpenRound(), sim.dealer)
    sim.must_succeed(
        c.OpenTable(sim.name, sim.game, chance.pick(BANK_SIZES)), chance.pick(FLOORPERSONS)
    )
    sim.must_be_refused(c.TakeSeat(1), sim.guests["Ann"].person)
    sim.tally.tables[sim.game] += 1
    for _ in range(MAX_STEPS):
        if floor_work.file_submission(
            sim, random_submissions.random_submission(sim.game, chance, sim.table_number)
        ):
            return
    raise CheckFailed("no submission can be put in force")


def play_day(sim: TableSimulation, rounds: int) -> None:
    """Play one day, from the opening count to the closing count."""
    chance = sim.rng
    sim.table.automation = random_automation(sim)
    sim.tally.automation.add(sim.table.automation.value)
    open_day(sim)
    for _ in range(rounds):
        sim.wait(chance.between(60, 3000))
        prepare_round(sim)
        play_round(sim)
    close_table(sim)
    sim.restart()
    sim.tally.days[sim.game] += 1
    sim.clock.next_day()


def _house_replaces_decks(sim: TableSimulation) -> bool:
    """Return whether the house would bring another deck for each one that is removed."""
    is_automatic = Automation.DECKS in sim.table.automation
    return is_automatic and "table" not in sim.state.day.disabled


def close_table(sim: TableSimulation) -> None:
    """Have every guest leave, remove the decks, and count the tray."""
    for _ in range(MAX_STEPS):
        if not sim.state.day.open:
            return
        if sim.state.day.incident is not None:
            do_next_step(sim)
        elif sim.state.seats:
            for guest in seated_guests(sim):
                leave_table(sim, guest)
        elif _house_replaces_decks(sim):
            sim.must_succeed(
                c.Disable("table", "it is closed for the night"), random_floorperson(sim)
            )
        elif sim.state.day.decks:
            command = c.RemoveDeck(min(sim.state.day.decks))
            if not sim.attempt(command, sim.rng.pick(DEALERS)):
                do_next_step(sim)  # the deck is counted first
        else:
            count_tray(sim, c.ClosingCount)
    raise CheckFailed(f"the table cannot be closed: {sim.table.instruction}")
