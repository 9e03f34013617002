"""Chapters 8 to 10, shared by the books: the call, the device, the count, the deal."""

from collections.abc import Mapping

from pitboss.games.paytables import join_names
from pitboss.table import Phase, Table
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.ledger import TRAY, escrow_account

from .log_queries import (
    ONLOOKER,
    assert_refused,
    events_of,
    hand_seen,
    money_moved,
    player,
    round_view,
)
from .round_scenes import COUNTED, SIDES
from .tables import (
    DEE,
    MACHINE,
    STAYS,
    Json,
    answer,
    antes,
    bet,
    bet_alike,
    current_round,
    dealing,
    finish,
    seated_table,
    step,
)


def check_call(game: str, method: str, clause: str) -> None:
    """Check that the dealer is told to make the call, once, and that no card is dealt before."""
    table = seated_table(game, submission=dealing(method))
    bet_alike(table, 1, 2)
    assert (table.instruction.step, table.instruction.said) == ("NoMoreBets", "No more bets.")
    assert table.instruction.what.startswith("take bets, then close betting")
    assert table.instruction.clause.split(", ")[0] == clause
    assert_refused(table, DEE, c.Deal(), clause)
    table.dealer("Dee").no_more_bets()
    assert_refused(table, DEE, c.NoMoreBets(), clause)
    table.dealer("Dee").deal()
    kinds = [type(item.event) for item in table.log]
    assert kinds.index(e.BetsClosed) < kinds.index(e.CardsDealt)


def check_device_accepts_wagers(game: str, clause: str) -> None:
    """Check that the device accepts the wager at every seat, at its fixed amount, if offered."""
    key = COUNTED[game]
    cents = SIDES[game][key]
    table = seated_table(game)
    bet_alike(table, 1, 2, 3, 4, 5, 6, **{key: cents})
    table.dealer("Dee").no_more_bets()
    step(table)
    assert events_of(table, e.ProgressivesCounted) == [e.ProgressivesCounted(1, {key: 6})]
    without = seated_table(game, submission={"wagers": {key: {"offered": False}}})
    bet(without, {})
    assert_refused(
        without, player(without, 1), c.PlaceWagers(1, antes(game, **{key: cents})), clause
    )


def check_device_shows_wagers(game: str) -> None:
    """Check that everybody can see at each seat whether the wager was accepted."""
    key = COUNTED[game]
    side_wagers = {key: SIDES[game][key]}
    table = seated_table(game)
    bet_alike(table, *range(1, 7))
    for seat in range(1, 7):
        for viewer in (player(table, seat), DEE, ONLOOKER):
            assert key not in hand_seen(table, seat, viewer).wagers
        table.execute(c.PlaceWagers(seat, side_wagers), player(table, seat))
        for viewer in (player(table, seat), DEE, ONLOOKER):
            assert hand_seen(table, seat, viewer).wagers[key] == side_wagers[key]


def check_device_locks_at_call(game: str, method: str, clause: str) -> None:
    """Check that the device accepts progressive wagers until the call, and none after it."""
    key = COUNTED[game]
    side_wagers = {key: SIDES[game][key]}
    table = seated_table(game, submission=dealing(method))
    bet(table, {1: antes(game, **side_wagers), 2: antes(game)})
    table.player("Bob").place_wagers(2, side_wagers)
    table.dealer("Dee").no_more_bets()
    while current_round(table).phase is not Phase.CLOSED:
        assert_refused(
            table, player(table, 3), c.PlaceWagers(3, antes(game, **side_wagers)), clause
        )
        assert_refused(table, player(table, 1), c.PlaceWagers(1, side_wagers), clause)
        assert_refused(table, player(table, 1), c.TakeBack(1, (key,)), clause)
        if current_round(table).turn is None:
            step(table)
        else:
            answer(table, STAYS[game])


def check_call_locks_device(
    game: str, method: str, clause: str, shuffler: str = "automated"
) -> None:
    """Check that the call locks out the device if it is in use."""
    key, submission = COUNTED[game], dealing(method, shuffler)
    table = seated_table(game, submission=submission)
    bet_alike(table, 1)
    assert "close betting and lock out further progressive wagers" in table.instruction.what
    assert table.instruction.clause.split(", ")[-1] == clause
    table = seated_table(game, submission=submission | {"wagers": {key: {"offered": False}}})
    bet_alike(table, 1)
    assert "lock out" not in table.instruction.what
    assert clause not in table.instruction.clause


def check_chips_are_collected(game: str, method: str) -> None:
    """Check that the chips leave their spots with the call, before the first card."""
    key = COUNTED[game]
    table = seated_table(game, submission=dealing(method))
    bet(table, {1: antes(game, **{key: SIDES[game][key]}), 2: antes(game)})
    table.dealer("Dee").no_more_bets()
    assert round_view(table).phase == "progressive wagers are counted"
    assert table.instruction.what.startswith("collect and count the accepted ")
    step(table)
    assert [source for source, _, _ in money_moved(table, e.ProgressivesCounted)] == [
        escrow_account(1)
    ]
    assert table.state.balances[escrow_account(1)] == table.state.balances[escrow_account(2)]
    assert not events_of(table, e.CardsDealt)


def check_chips_are_counted(game: str, method: str, clause: str) -> None:
    """Check that nothing is dealt unless there are as many chips as accepted wagers."""
    key = COUNTED[game]
    side_wagers = antes(game, **{key: SIDES[game][key]})
    table = seated_table(game, submission=dealing(method))
    bet(table, {1: side_wagers, 2: antes(game), 4: side_wagers, 6: side_wagers})
    table.dealer("Dee").no_more_bets()
    label = next(side.label for side in table.rules.sides if side.key == key)
    assert table.instruction.what == f"collect and count the accepted {label} wagers"
    assert (table.instruction.who, table.instruction.clause) == ("dealer", clause)
    assert_refused(table, DEE, c.Deal(), clause)
    for wrong in (0, 2, 4):
        assert_refused(table, DEE, c.CountProgressives({key: wrong}), clause)
    assert not events_of(table, e.CardsDealt)
    table.dealer("Dee").count_progressives({key: 3})
    assert events_of(table, e.ProgressivesCounted) == [e.ProgressivesCounted(1, {key: 3})]
    table.dealer("Dee").deal()


def check_meters_are_fed(game: str, submission: Json, contributions: Mapping[str, int]) -> None:
    """Check that each meter grows by its share of the wagers only once bets are closed."""
    key = COUNTED[game]
    table = seated_table(game, submission=MACHINE | submission)
    cents = next(side.minimum for side in table.rules.sides if side.key == key)
    before = {name: table.state.meter_amount(name) for name in contributions}
    bet(table, {1: antes(game, **{key: cents}), 2: antes(game), 4: antes(game, **{key: cents})})
    assert {name: table.state.meter_amount(name) for name in contributions} == before
    table.dealer("Dee").no_more_bets()
    assert {
        name: table.state.meter_amount(name) - before[name] for name in contributions
    } == contributions


def check_chips_go_to_tray(game: str, method: str) -> None:
    """Check that counted chips move to the tray before the first card."""
    key = COUNTED[game]
    cents = SIDES[game][key]
    table = seated_table(game, submission=dealing(method))
    bet(table, {seat: antes(game, **{key: cents}) for seat in (1, 4)})
    table.dealer("Dee").no_more_bets()
    before = table.state.balances[TRAY]
    table.dealer("Dee").count_progressives({key: 2})
    onto = [(escrow_account(1), TRAY, cents), (escrow_account(4), TRAY, cents)]
    assert money_moved(table, e.ProgressivesCounted) == onto
    assert table.state.balances[TRAY] == before + 2 * cents
    assert not events_of(table, e.CardsDealt)


def dealing_steps(game: str, method: str, *seats: int, shuffler: str = "automated") -> list[str]:
    """Return where each step put its cards, from the top of the stack, as instructed."""
    table = seated_table(game, submission=dealing(method, shuffler))
    bet_alike(table, *seats)
    table.dealer("Dee").no_more_bets()
    sentences: list[str] = []
    while current_round(table).phase in (Phase.COUNTING, Phase.PLAYING):
        if current_round(table).turn is None:
            sentences += [table.instruction.what] * (table.instruction.step == "Deal")
            step(table)
        else:
            answer(table, STAYS[game])
    finish(table)
    steps = events_of(table, e.CardsDealt)
    for what, item in zip(sentences, steps, strict=True):
        assert what.startswith(_instruction(table, item.to))
    positions = [at for item in steps for at in item.positions]
    assert positions == list(range(len(positions)))
    return [" ".join(item.to) for item in steps]


def _instruction(table: Table, to: tuple[str, ...]) -> str:
    """Return the instruction for dealing these cards."""
    if to == ("burn",):
        return "burn a card"
    if to == ("discard",):
        return "discard the next card without exposing it"
    seats = list(dict.fromkeys(name.partition(".")[0] for name in to if "." in name))
    if seats:
        each = len(to) // len(seats)
        cards = f"{each} cards" if each > 1 else "a card"
        word = "seat" if len(seats) == 1 else "seats"
        return f"deal {cards} to each player: {word} {join_names(seats)}"
    lie = "face down"
    if to[0] == "dealer":
        lie = "face down under a cover card"
    elif to[0] in ("flop", "turn", "river") and table.rules.table.shuffler == "automated":
        lie = "face up"
    cards = "a card" if len(to) == 1 else f"{len(to)} cards"
    return f"deal {cards} {lie}: "
