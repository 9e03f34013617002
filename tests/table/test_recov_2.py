"""RECOV-2: an unfinished round resumes from its log, or is void with its reason."""

import pytest

from pitboss.errors import Refused
from pitboss.shuffle import Shoe
from pitboss.table import Automation, Person, Phase, Role, State, Table
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.state import encode_state

from .dealer_rounds import THREE, do_next_step
from .expected_meters import audit
from .irregular_rounds import what_came_of
from .recorded_rounds import CASES, RecordedRound, retold, wagers
from .round_scenes import EVERY, SEATS
from .tables import DEE, FLO, current_round

BY_CASE = pytest.mark.parametrize(("game", "happens"), CASES)


def taken_up(progress: RecordedRound, state: State, *, seed: bool = True) -> Table:
    """Return a table restored from its log, and optionally the seed."""
    table = Table(automation=Automation.CARE)
    table.state = state
    table.shoe = progress.shoe if seed else None
    table.log = list(progress.log[: state.version])
    return table


@BY_CASE
def test_the_log_gives_the_same_state_on_every_run(game: str, happens: str) -> None:
    progress = retold(game, happens)
    whole = progress.at(len(progress.log))
    assert whole.version == len(progress.log)
    assert encode_state(progress.states()[-1]) == encode_state(whole)
    audit(list(progress.log))


@BY_CASE
def test_replaying_later_commands_gives_the_same_round(game: str, happens: str) -> None:
    """Starting before each command, the remaining ones are executed again."""
    progress = retold(game, happens)
    final_bytes = encode_state(progress.at(len(progress.log)))
    for number, (_, _, length) in enumerate(progress.said):
        if number:
            table = taken_up(progress, progress.at(length))
            for by, command, _ in progress.said[number:]:
                table.execute(command, by)
            assert encode_state(table.state) == final_bytes


def play_on(table: Table, game: str) -> Table:
    """Finish the round; players without bets place them."""
    for seat in THREE:
        seat_wagers = current_round(table).wagers.get(seat, {})
        if current_round(table).phase is Phase.BETTING and not seat_wagers:
            table.player(SEATS[seat]).place_wagers(seat, wagers(game))
    if current_round(table).phase is Phase.BETTING:
        table.dealer("Dee").no_more_bets()
    while current_round(table).phase is not Phase.CLOSED:
        do_next_step(table)
    return table


@EVERY
@pytest.mark.parametrize("every", [True, False], ids=["all at once", "seat by seat"])
def test_a_round_resumes_after_each_of_its_events(game: str, every: bool) -> None:
    """Events of one command are included: cards, results, meters and money agree."""
    progress = retold(game, every=every)
    final_state = progress.at(len(progress.log))
    assert final_state.round is not None
    for state in progress.states():
        if state.round is None or state.round.phase is Phase.CLOSED:
            continue
        table = play_on(taken_up(progress, state), game)
        assert what_came_of(current_round(table)) == what_came_of(final_state.round)
        assert table.state.balances == final_state.balances
        assert table.state.books == final_state.books
        assert current_round(table).seed == final_state.round.seed
        audit(table.log)


# Void with its reason


def void_round(table: Table, why: str = "the lights went out") -> Table:
    """Have two people void the round, and close it."""
    table.execute(c.Propose(c.VoidRound(1, why)), DEE)
    table.execute(c.Approve(table.state.proposed), FLO)
    table.execute(c.CloseRound(), DEE)
    return table


@BY_CASE
def test_a_round_is_voided_with_its_reason(game: str, happens: str) -> None:
    """After each command until the close, a void leaves nothing of the round (ROUND-9)."""
    progress = retold(game, happens)
    before = progress.at(progress.opened)
    for _, _, length in progress.said[1:]:
        state = progress.at(length)
        assert state.round is not None
        if state.round.phase in (Phase.VOID, Phase.CLOSED):
            continue
        if state.day.incident is not None:  # it is ruled on first
            with pytest.raises(Refused, match="an incident is waiting"):
                void_round(taken_up(progress, state))
            continue
        table = void_round(taken_up(progress, state))
        assert current_round(table).void == "the lights went out"
        assert current_round(table).seed == progress.shoe.seed.hex()
        assert chips(table.state) == _undone(before, state)
        assert meters(table.state) == meters(before)
        audit(table.log)


def _undone(before: State, state: State) -> dict[str, int]:
    """Return what every player had before the round, less forfeited wagers."""
    expected, was = chips(before), state.round
    assert was is not None
    for seat in was.forfeited:
        stakes = {**was.wagers[seat], **was.raises.get(seat, {})}
        expected[SEATS[seat]] -= sum(stakes.values())
    return expected


def chips(state: State) -> dict[str, int]:
    """Return the chips of each player, at the table or taken home."""
    names = SEATS.values()
    return {n: state.chips(n) + int(state.balances.get(f"player:{n}", 0)) for n in names}


def meters(state: State) -> dict[str, object]:
    """Return what each meter shows."""
    return {name: state.meter_amount(name) for name in state.books}


# Lost seed


@BY_CASE
@pytest.mark.parametrize("every", [True, False], ids=["all at once", "seat by seat"])
def test_the_seed_can_be_lost_at_any_point(game: str, happens: str, every: bool) -> None:
    """Everything is reversed, including settlements, and the gap is recorded."""
    progress = retold(game, happens, every=every)
    before = progress.at(progress.opened)
    settled_count = 0
    for state in progress.states():
        if state.round is None or state.round.phase in (Phase.VOID, Phase.CLOSED):
            continue
        if state.round.seed:  # it was opened in the same transaction as the close
            continue
        table = void_round(taken_up(progress, state, seed=False), "the key is lost")
        settled_count += bool(state.round.results)
        _check_undone(before, state, table)
    assert settled_count or happens in ("a wrong number", "the dealer's card exposed")


def _check_undone(before: State, state: State, table: Table) -> None:
    """Check that each player has everything back except forfeited wagers."""
    was, over = state.round, current_round(table)
    assert was is not None
    assert over.void == "the key is lost"
    assert not over.seed
    events = [item.event for item in table.log]
    assert e.SeedLost(1) in events
    assert not any(isinstance(event, e.SeedOpened) for event in events)
    assert over.phase is Phase.CLOSED
    assert chips(table.state) == _undone(before, state)
    assert meters(table.state) == meters(before)
    assert not over.gifts
    assert not over.hits
    back = [
        result
        for seat, results in over.results.items()
        for result in results.values()
        if seat not in was.forfeited
    ]
    assert all(item.outcome == "void" and item.credit == item.stake for item in back)
    assert not any(account.startswith("escrow") for account in table.state.balances)
    audit(table.log)


@EVERY
def test_the_seed_is_lost_after_settlement(game: str) -> None:
    """Nothing is returned; the round is closed without its proof."""
    progress = retold(game)
    (state,) = [s for s in progress.states() if s.round and s.round.phase is Phase.SETTLED][:1]
    table = taken_up(progress, state, seed=False)
    if not table.dealer("Dee").can_close_round():
        table.execute(c.Propose(c.VoidRound(1, "the key is lost")), DEE)
        table.execute(c.Approve(table.state.proposed), FLO)
    table.execute(c.CloseRound(), DEE)
    assert current_round(table).phase is Phase.CLOSED
    assert e.SeedLost(1) in [item.event for item in table.log]
    assert chips(table.state) == chips(state)
    assert meters(table.state) == meters(state)
    audit(table.log)


@EVERY
def test_without_the_seed_nothing_is_dealt_turned_or_settled(game: str) -> None:
    """The step stays due, and the refusal names the alternative."""
    progress = retold(game)
    for state in progress.states():
        if state.round is None or state.round.phase not in (Phase.PLAYING, Phase.SETTLING):
            continue
        table = taken_up(progress, state, seed=False)
        dee = table.dealer("Dee")
        can = (dee.can_deal(), dee.can_turn_over(), dee.can_spin_wheel(), dee.can_settle())
        assert not any(can)
        assert dee.can_propose(c.VoidRound(1, "the key is lost"))


@EVERY
def test_another_seed_is_not_accepted(game: str) -> None:
    """A committed round is played with its stack or not at all."""
    progress = retold(game)
    (state,) = [s for s in progress.states() if s.round and s.round.turn == 1][:1]
    table = taken_up(progress, state)
    play_on(table, game)
    other = taken_up(progress, state)
    other.shoe = Shoe(bytes([7] * 32), progress.shoe.cards, progress.shoe.salts)
    dee = other.dealer("Dee")
    other.automation = Automation.NOTHING
    while current_round(other).turn is not None:
        do_next_step(other)
    assert not dee.can_turn_over()
    assert not dee.can_deal()


@EVERY
def test_a_lost_round_does_not_block_the_next(game: str) -> None:
    """The next one is opened with a new seed."""
    progress = retold(game)
    (state,) = [s for s in progress.states() if s.round and s.round.turn == 2][:1]
    table = void_round(taken_up(progress, state, seed=False))
    table.execute(c.OpenRound(), DEE)
    table.execute(c.PlaceWagers(1, wagers(game)), Person("Ann", Role.PLAYER))
    table.execute(c.NoMoreBets(), DEE)
    while current_round(table).phase is not Phase.CLOSED:
        do_next_step(table)
    assert current_round(table).number == 2
    assert current_round(table).seed
