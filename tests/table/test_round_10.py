"""ROUND-10: the stub count that is due comes before the first settlement of its round."""

from typing import Final

import pytest
from msgspec.structs import replace

from pitboss.errors import Refused
from pitboss.games.deck_tasks import Task
from pitboss.games.incidents import Kind
from pitboss.table import Automation, Phase, Table, next_step
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.day import Ruling
from pitboss.table.round_plan import plan_round

from .dealer_rounds import (
    automation_without,
    decide_cheaply,
    do_due_steps,
    do_next_step,
    lock_round,
    play_round,
    play_until,
    void_and_close,
)
from .deck_steps import COUNTING, RESHUFFLING, TWO
from .log_queries import events_of
from .round_scenes import (
    BOOKS,
    CARDS,
    EVERY,
    HOLES,
    JACKPOTS,
    SEATS,
    SIDES,
    HouseRule,
    clause_or_rule,
    scene_of,
)
from .tables import (
    CCP,
    DEE,
    FLO,
    MACHINE,
    METHODS,
    METHODS_IN_TURN,
    RET,
    Json,
    antes,
    bet,
    current_round,
    seated_table,
)

STUB: Final = {
    "manual shoe": {"RET": "8.E", "CCP": "8.E", "THB": "8.E", "235": "8.D(4)"},
    "hand": {"RET": "9.C", "CCP": "9.C", "THB": "9.C", "235": "9.D"},
    "automated shoe": {"RET": "10.C", "CCP": "10.C", "THB": "10.C", "235": "10.D"},
}
"""The clause of each book for the stub count."""
PEOPLE_COUNT: Final = [name for name in METHODS_IN_TURN if "re" not in METHODS[name][2]["shuffler"]]
"""Methods with a shuffler that does not count."""
FORGETFUL: Final = automation_without(Automation.STUB)
WAITS: Final = "count the stub before settling any wager of this round"
WITHIN: Final = 5


def table_of(method: str) -> Table:
    """Return a table with this method, whose house never counts a stub."""
    game, _, submission = METHODS[method]
    table = seated_table(game, submission={"table": submission}, seats={1: "Ann"}, chips=10_000_00)
    table.automation = FORGETFUL
    return table


def clause_of(method: str) -> str | HouseRule:
    """Return the book's clause for this method."""
    game, _, submission = METHODS[method]
    return clause_or_rule(game, STUB[submission["dealing"]].get(BOOKS[game], ""))


def _own(clause: str | HouseRule) -> str:
    """Return a clause without the name of its book."""
    return clause.split()[1] if isinstance(clause, str) else ""


def fifth(table: Table, seats: tuple[int, ...] = (1,), sides: Json | None = None) -> Table:
    """Return the fifth round without a count, with bets closed."""
    for _ in range(WITHIN - 1):
        play_round(table, (1,), {})
    assert table.state.day.uncounted == WITHIN - 1
    return lock_round(table, seats, {} if sides is None else sides)


def to_settle(table: Table) -> Table:
    """Deal all cards and make all decisions, with a dealer who forgets to count."""
    return play_until(table, Phase.SETTLING, counts=False)


def left_over(table: Table) -> int:
    """Return the number of cards that the stub should have."""
    return 52 - current_round(table).dealt


# In the fifth round


@pytest.mark.parametrize("method", PEOPLE_COUNT)
def test_nothing_of_the_fifth_round_is_settled_before_the_count(method: str) -> None:
    """Settlement is refused with the clause.

    After the count it continues, with five rounds to go."""
    table, clause = to_settle(fifth(table_of(method))), clause_of(method)
    game = METHODS[method][0]
    for command in (c.Settle(), c.Settle(every=True), c.SpinWheel()):
        scene_of(table).refuses(DEE, replace(command, round=5), WAITS, {game: _own(clause)})
    assert (table.instruction.step, table.instruction.clause) == ("CountStub", clause)
    table.dealer("Dee").count_stub(left_over(table))
    assert table.state.day.uncounted == 0
    play_until(table, Phase.CLOSED)
    fifth(table)
    assert current_round(table).number == 2 * WITHIN


@pytest.mark.parametrize("method", PEOPLE_COUNT)
def test_it_is_requested_as_soon_as_the_last_card_is_dealt(method: str) -> None:
    """The dealer is told with the last card to keep and count the stub, and not earlier."""
    table, clause = fifth(table_of(method)), clause_of(method)
    last, before = plan_round(table.rules).last_card_step, table.instruction
    while current_round(table).step <= last:
        assert table.instruction.step != "CountStub"
        before = table.instruction
        do_next_step(table)
    assert before.what.endswith("and count it before settling anything")
    assert str(before.clause).endswith(_own(clause) or "ROUND-1")
    assert table.instruction.step == "CountStub"
    assert table.instruction.what == "count the stub, face down on the layout"
    assert table.instruction.clause == clause
    assert next_step(table.state, table.state.day.at) is not None


@pytest.mark.parametrize("method", PEOPLE_COUNT)
def test_earlier_rounds_are_settled_without_a_count(method: str) -> None:
    """The table reports the rounds left; in the fifth the count is due."""
    table = table_of(method)
    for number_done in range(WITHIN - 1):
        (left,) = [item.rounds for item in table.instruction.ahead if item.rounds is not None]
        assert left == WITHIN - number_done
        play_round(table, (1,), {})
    lock_round(table, (1,), {})
    assert not [item for item in table.instruction.ahead if item.rounds is not None]
    words = "the stub must be counted before any wager is settled"
    assert [item.clause for item in table.instruction.ahead if item.why == words] == [
        clause_of(method)
    ]


@EVERY
@pytest.mark.parametrize("ruling", [Ruling.MISDEALT, Ruling.NOT_MISDEALT])
def test_its_remedy_still_voids_the_round(game: str, ruling: Ruling) -> None:
    """Wagers are returned; a 52-card deck stays, any other is replaced; then five rounds follow."""
    table = seated_table(game)
    table.automation = FORGETFUL
    for _ in range(WITHIN - 1):
        play_round(table)
    before = table.state.balances
    to_settle(lock_round(table))
    assert current_round(table).number == WITHIN
    table.dealer("Dee").count_stub(1)
    table.execute(c.Rule(ruling, "looked at by two"), FLO)
    assert current_round(table).phase is Phase.VOID
    assert table.state.balances == before
    play_until(table, Phase.CLOSED)
    assert table.state.day.decks[1].number == (1 if ruling is Ruling.MISDEALT else 2)
    fifth(table)
    assert current_round(table).number == 2 * WITHIN


@EVERY
def test_a_dismissed_count_is_repeated(game: str) -> None:
    table = to_settle(fifth(table_of(f"{game}, manual shoe")))
    table.dealer("Dee").count_stub(left_over(table) - 1)
    table.execute(c.Rule(Ruling.DISMISSED, "two cards stuck together"), FLO)
    with pytest.raises(Refused, match=WAITS):
        table.dealer("Dee").settle()
    table.dealer("Dee").count_stub(left_over(table))
    play_until(table, Phase.CLOSED)


def test_bonuses_that_come_first_wait_too() -> None:
    """RET 11.H and CCP 11.H settle them at every seat before any hand."""
    for game in (RET, CCP):
        table = seated_table(game)
        table.automation = FORGETFUL
        to_settle(fifth(table, (1, 2, 4), {"five_card_bonus": 100}))
        with pytest.raises(Refused, match=WAITS):
            table.dealer("Dee").settle(every=False)
        table.dealer("Dee").count_stub(left_over(table))
        table.dealer("Dee").settle(every=False)
        assert current_round(table).settled_first == (4,)


def test_the_wheel_waits_too() -> None:
    """CCP: no hand is turned up for it and no spin is made, even with a pair and a jackpot."""
    table = seated_table(CCP, submission=MACHINE | JACKPOTS, seats=SEATS)
    table.automation = FORGETFUL
    for _ in range(WITHIN - 1):
        play_round(table, (1,), {})
    state = table.state
    fresh = seated_table(CCP, HOLES, CARDS[CCP], submission=MACHINE | JACKPOTS, seats=SEATS)
    fresh.automation = FORGETFUL
    # The cards are stacked for a first round, which becomes the fifth since a count.
    fresh.state = replace(fresh.state, day=replace(fresh.state.day, uncounted=state.day.uncounted))
    to_settle(lock_round(fresh, sides={"bonus_spin": 500}))
    for command in (c.TurnOver(), c.SpinWheel(), c.Settle()):
        with pytest.raises(Refused, match=WAITS):
            fresh.execute(command, DEE)
    fresh.dealer("Dee").count_stub(left_over(fresh))
    play_until(fresh, due_is=c.ValidateJackpot)
    assert current_round(fresh).spins


@EVERY
def test_absent_players_are_ruled_on_in_the_meantime(game: str) -> None:
    """Only settlement waits."""
    table = seated_table(game)
    table.automation = FORGETFUL
    fifth(table, (1, 2), SIDES[game])
    play_until(table, Phase.SETTLING, counts=False)
    table.dealer("Dee").walked_off(2)
    table.floorperson("Flo").rule_on_absent(2, lost=True)
    with pytest.raises(Refused, match=WAITS):
        table.dealer("Dee").settle()


@pytest.mark.parametrize("method", PEOPLE_COUNT)
def test_the_house_counts_in_the_fifth_round(method: str) -> None:
    """It does so after the last card and before settlement, and the number is right."""
    table = table_of(method)
    table.automation = Automation.CARE
    for _ in range(11):
        play_round(table, (1,), {})
    counts = events_of(table, e.StubCounted)
    assert [item.round for item in counts] == [5, 10]
    assert all(item.cards == item.should_be for item in counts)
    events = [item.event for item in table.log]
    for count in counts:
        paid = next(x for x in events if isinstance(x, e.SeatSettled) and x.round == count.round)
        assert events.index(count) < events.index(paid)


@pytest.mark.parametrize("method", PEOPLE_COUNT)
def test_a_count_in_an_earlier_round_resets_the_interval(method: str) -> None:
    table = table_of(method)
    for _ in range(3):
        play_round(table, (1,), {})
    play_until(lock_round(table, (1,), {}), Phase.SETTLING)
    table.dealer("Dee").count_stub(left_over(table))
    play_until(table, Phase.CLOSED)
    for number in range(5, 9):
        play_round(table, (1,), {})
        assert current_round(table).number == number
    to_settle(lock_round(table, (1,), {}))
    with pytest.raises(Refused, match=WAITS):
        table.dealer("Dee").settle()


def test_cards_of_a_player_who_sits_out_count_as_dealt() -> None:
    """RET 13.G: they left the stub, wherever they are now, even in mid-deal."""
    for method_name in ("manual shoe", "automated shoe"):
        table = seated_table(
            RET, submission={"table": {"dealing": method_name, "shuffler": "automated"}}
        )
        table.automation = FORGETFUL
        fifth(table, (1, 2, 4))
        while not current_round(table).holes[2]:
            do_next_step(table)
        hole_size = len(current_round(table).holes[2])
        table.dealer("Dee").report(Kind.PLAYER_SKIPPED, seat=2)
        table.floorperson("Flo").rule(Ruling.BY_THE_BOOK, "seen by all")
        assert 2 in current_round(table).sat_out
        to_settle(table)
        with pytest.raises(Refused, match=WAITS):
            table.dealer("Dee").settle()
        table.dealer("Dee").count_stub(52 - 5 - 2 * 2 - hole_size)
        assert table.state.day.incident is None
        play_until(table, Phase.CLOSED)


# Exempt devices, and rounds that do not count


@pytest.mark.parametrize("submission", [COUNTING, RESHUFFLING], ids=["counting", "reshuffling"])
@EVERY
def test_a_counting_device_is_exempt(game: str, submission: dict[str, dict[str, str]]) -> None:
    table = seated_table(game, submission=submission, seats={1: "Ann"}, chips=10_000_00)
    table.automation = FORGETFUL
    for _ in range(12):
        play_round(table, (1,), {})
    assert table.dealer("Dee").can_open_round()
    assert not events_of(table, e.StubCounted)
    assert not [
        item for item in table.instruction.ahead if item.rounds is not None or "stub" in item.why
    ]


@EVERY
def test_a_round_that_was_not_dealt_does_not_count(game: str) -> None:
    """It was void before bets were closed."""
    table = seated_table(game)
    table.automation = FORGETFUL
    for _ in range(7):
        bet(table, {1: antes(game)})
        void_and_close(table)
    assert table.state.day.uncounted == 0
    fifth(table)


# The fifth round is void before its stub was counted


def void_fifth(table: Table) -> Table:
    """Return four rounds, and a fifth that two people void after its first cards."""
    fifth(table)
    if current_round(table).phase is Phase.COUNTING:
        do_next_step(table)
    table.dealer("Dee").deal()
    return void_and_close(table)


@pytest.mark.parametrize("method", PEOPLE_COUNT)
def test_then_the_deck_is_counted_before_anything_is_done_with_it(method: str) -> None:
    """All 52 cards are counted between the rounds, so that five never pass without a count."""
    table, clause = table_of(method), clause_of(method)
    table.automation = FORGETFUL & ~Automation.SHUFFLE & ~Automation.DECKS
    with pytest.raises(Refused, match="during a round, after the last card is dealt"):
        table.dealer("Dee").count_stub(52)
    for _ in range(WITHIN - 1):
        play_round(do_due_steps(table), (1,), {})
        with pytest.raises(Refused, match="during a round, after the last card is dealt"):
            table.dealer("Dee").count_stub(52)
    do_due_steps(table)
    play_until(lock_round(table, (1,), {}), due_is=c.Deal)
    table.dealer("Dee").deal()
    void_and_close(table)
    assert (table.instruction.step, table.instruction.clause) == ("CountStub", clause)
    assert table.instruction.what.startswith("count the deck, face down on the layout")
    words = "the deck has not been counted for 5 rounds: count it first"
    game = METHODS[method][0]
    for command in (c.Perform(Task.SHUFFLE), c.RemoveDeck()):
        scene_of(table).refuses(DEE, command, words, {game: _own(clause)})
    assert [item.clause for item in table.instruction.ahead if "must be counted" in item.why] == [
        clause
    ]
    table.player("Ann").leave(1)
    idle = next(iter(table.rules.deck_procedures.idle))
    scene_of(table).refuses(DEE, c.Perform(idle), words, {game: _own(clause)})
    table.dealer("Dee").count_stub(52)
    assert table.state.day.uncounted == 0
    assert table.dealer("Dee").can_perform(idle)


@EVERY
def test_the_house_counts_that_deck(game: str) -> None:
    table = seated_table(game)
    table.automation = FORGETFUL
    for _ in range(WITHIN - 1):
        play_round(table, (1,), {})
    table.automation = Automation.CARE
    lock_round(table, (1,), {})
    void_and_close(table)
    assert events_of(table, e.StubCounted) == [e.StubCounted(0, 1, 52, 52)]
    assert table.dealer("Dee").can_open_round()


@EVERY
@pytest.mark.parametrize("ruling", [Ruling.MISDEALT, Ruling.NOT_MISDEALT])
@pytest.mark.parametrize("cards", [0, 51, 53])
def test_a_wrong_count_of_that_deck_removes_it(game: str, ruling: Ruling, cards: int) -> None:
    """There is no round left to void."""
    table = void_fifth(table_of(f"{game}, manual shoe"))
    before = table.state.balances
    table.dealer("Dee").count_stub(cards)
    log = table.execute(c.Rule(ruling, "a card was torn"), FLO)
    assert [type(item.event) for item in log][:2] == [e.IncidentRuled, e.DeckRemoved]
    assert table.state.balances == before
    play_round(table, (1,), {})
    assert current_round(table).deck == 2


@EVERY
def test_of_two_decks_the_dealt_one_is_counted(game: str) -> None:
    """The other may be shuffled in the meantime, but no sixth round starts."""
    table = seated_table(game, submission=TWO, seats={1: "Ann"}, chips=10_000_00)
    table.automation = automation_without(Automation.STUB, Automation.SHUFFLE)
    for _ in range(WITHIN - 1):
        play_round(do_due_steps(table), (1,), {})
    lock_round(do_due_steps(table), (1,), {})
    assert table.state.day.turn == 1
    void_and_close(table)
    assert table.state.day.turn == 2
    with pytest.raises(Refused):
        table.dealer("Dee").open_round()
    with pytest.raises(Refused, match="count it first"):
        table.dealer("Dee").perform(Task.SHUFFLE, 1)
    table.dealer("Dee").count_stub(52)
    assert events_of(table, e.StubCounted) == [e.StubCounted(0, 1, 52, 52)]
    play_round(do_due_steps(table), (1,), {})


@EVERY
def test_in_the_fifth_round_the_other_deck_is_shuffled(game: str) -> None:
    """3.B(3): it is in the shuffler while the first is dealt."""
    table = seated_table(game, submission=TWO, seats={1: "Ann"}, chips=10_000_00)
    table.automation = automation_without(Automation.STUB, Automation.SHUFFLE)
    for _ in range(WITHIN - 1):
        play_round(do_due_steps(table), (1,), {})
    lock_round(do_due_steps(table), (1,), {})
    table.floorperson("Flo").order_shuffle(2)
    table.dealer("Dee").perform(Task.SHUFFLE, 2)


@EVERY
def test_a_table_whose_deck_was_removed_counts_in_the_next_round(game: str) -> None:
    """Another deck was brought, and there is nothing left of the old one to count."""
    table = void_fifth(table_of(f"{game}, manual shoe"))
    decks = {1: replace(table.state.day.decks[1], number=2, last=None, ready_made=True)}
    table.state = replace(table.state, day=replace(table.state.day, decks=decks))
    assert [item.rounds for item in table.instruction.ahead if item.rounds is not None] == [1]
    do_due_steps(table)
    to_settle(lock_round(table, (1,), {}))
    with pytest.raises(Refused, match=WAITS):
        table.dealer("Dee").settle()


# Older logs


@EVERY
def test_an_old_round_settled_partly_without_a_count_continues(game: str) -> None:
    """An older version did not wait for it; then the deck is counted after the close."""
    table = seated_table(game)
    table.automation = FORGETFUL
    play_until(lock_round(table), due_is=c.Settle)
    while not current_round(table).results:
        if table.dealer("Dee").can_settle():
            table.dealer("Dee").settle(every=False)
        else:
            do_next_step(table)
    table.state = replace(table.state, day=replace(table.state.day, uncounted=WITHIN))
    play_until(table, Phase.CLOSED)
    assert table.instruction.step == "CountStub"
    with pytest.raises(Refused):
        table.dealer("Dee").open_round()
    table.dealer("Dee").count_stub(52)
    play_round(table)


@EVERY
def test_decisions_do_not_wait(game: str) -> None:
    """Players decide even if the dealer has not counted yet."""
    table = fifth(table_of(f"{game}, manual shoe"))
    while current_round(table).turn is None:
        do_next_step(table, counts=False)
    decide_cheaply(table)
