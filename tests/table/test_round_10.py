"""ROUND-4: five rounds without a count of the stub block the next deal; who counts is exempt."""

import pytest

from pitboss.refusal import Refused
from pitboss.table import Automation, Phase, Table
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.day import Ruling

from .decks import COUNTING, RESHUFFLING, TWO
from .rounds import caring_without, locked, prepare, until, whole
from .scenes import BOOKS, EVERY
from .tables import DEE, FLO, METHODS, antes, bet, now, seated

STUB = {
    "manual shoe": {"RET": "8.E", "CCP": "8.E", "THB": "8.E", "235": "8.D(4)"},
    "hand": {"RET": "9.C", "CCP": "9.C", "THB": "9.C", "235": "9.D"},
    "automated shoe": {"RET": "10.C", "CCP": "10.C", "THB": "10.C", "235": "10.D"},
}
"""Where each book has the stub counted."""
BY_HAND = [name for name, (_, _, filed) in METHODS.items() if "re" not in filed["shuffler"]]
"""Every method with a shuffler that does not count."""
FORGETFUL = caring_without(Automation.STUB)


def table_of(method: str) -> Table:
    """A table of this method, whose house never counts a stub."""
    game, _, filed = METHODS[method]
    table = seated(game, submission={"table": filed}, seats={1: "Ann"}, chips=10_000_00)
    table.automation = FORGETFUL
    return table


def forget(table: Table, rounds: int = 1) -> None:
    """So many rounds in which nobody counts."""
    for _ in range(rounds):
        whole(table, (1,), {}, counts=False)


@pytest.mark.parametrize("method", BY_HAND)
def test_the_sixth_round_is_not_dealt(method: str) -> None:
    """Before the deck is counted it is not even shuffled; then play goes on for five rounds."""
    table = table_of(method)
    game, _, filed = METHODS[method]
    clause = f"{BOOKS[game]} {STUB[filed['dealing']][BOOKS[game]]}"
    dee = table.dealer("Dee")
    for _ in range(2):
        for done in range(5):
            (left,) = [one.rounds for one in table.duty.ahead if one.rounds is not None]
            assert left == 5 - done
            forget(table)
        assert [one.clause for one in table.duty.ahead if "not counted" in one.why] == [clause]
        assert table.duty.step == "CountStub"
        assert table.duty.clause == clause
        with pytest.raises(Refused):
            dee.open_round()
        dee.count_stub(52)
        assert table.state.day.uncounted == 0


@EVERY
def test_with_two_decks_the_other_one_is_not_dealt_either(game: str) -> None:
    """It lies ready, but the deal waits for the count."""
    table = seated(game, submission=TWO, seats={1: "Ann"}, chips=10_000_00)
    table.automation = FORGETFUL
    forget(table, 5)
    assert table.state.day.turn == 2
    table.automation = Automation.NOTHING
    prepare_other(table)
    with pytest.raises(Refused) as refused:
        table.dealer("Dee").open_round()
    words = "the stub was not counted in 5 rounds"
    assert words in [one.why for one in table.duty.ahead]
    assert refused.value.due is not None
    table.dealer("Dee").count_stub(52)
    prepare(table)
    table.dealer("Dee").open_round()


def prepare_other(table: Table) -> None:
    """What can be done with the deck whose turn it is."""
    while table.duty.step == "Perform":
        prepare(table)


@pytest.mark.parametrize("filed", [COUNTING, RESHUFFLING], ids=["counting", "reshuffling"])
@EVERY
def test_a_device_that_counts_is_exempt(game: str, filed: dict[str, dict[str, str]]) -> None:
    table = seated(game, submission=filed, seats={1: "Ann"}, chips=10_000_00)
    table.automation = FORGETFUL
    forget(table, 12)
    assert table.dealer("Dee").can_open_round()
    assert not [one for one in table.duty.ahead if one.rounds is not None or "stub" in one.why]


@pytest.mark.parametrize("method", BY_HAND)
def test_the_house_counts_in_the_fifth_round(method: str) -> None:
    """In the round, once all cards are out, and the number of them is right."""
    table = table_of(method)
    table.automation = Automation.CARE
    for _ in range(11):
        whole(table, (1,), {})
    counted = [one.event for one in table.log if isinstance(one.event, e.StubCounted)]
    assert [one.round for one in counted] == [5, 10]
    assert all(one.cards == one.should_be for one in counted)


@pytest.mark.parametrize("method", BY_HAND)
def test_a_count_in_any_round_starts_anew(method: str) -> None:
    table = table_of(method)
    forget(table, 3)
    until(locked(table, (1,), {}), Phase.SETTLING, counts=False)
    table.dealer("Dee").count_stub(52 - now(table).dealt)
    until(table, Phase.CLOSED, counts=False)
    forget(table, 5)
    assert not table.dealer("Dee").can_open_round()


@EVERY
def test_a_round_that_was_not_dealt_does_not_count(game: str) -> None:
    """It was void before bets were closed."""
    table = seated(game)
    table.automation = FORGETFUL
    for _ in range(7):
        bet(table, {1: antes(game)})
        table.say(c.Propose(c.VoidRound(now(table).number, "nobody else comes")), DEE)
        table.say(c.Approve(table.state.proposed), FLO)
        table.say(c.CloseRound(), DEE)
    assert table.state.day.uncounted == 0
    forget(table, 4)
    assert table.dealer("Dee").can_open_round()


@EVERY
def test_a_void_round_counts_once_cards_are_out(game: str) -> None:
    table = seated(game)
    table.automation = FORGETFUL
    for _ in range(5):
        assert table.dealer("Dee").can_open_round()
        locked(table, (1,), {})
        table.dealer("Dee").deal()
        table.say(c.Propose(c.VoidRound(now(table).number, "a fire alarm")), DEE)
        table.say(c.Approve(table.state.proposed), FLO)
        table.say(c.CloseRound(), DEE)
    assert not table.dealer("Dee").can_open_round()


# What comes of a wrong count in the fifth round


@EVERY
@pytest.mark.parametrize("ruling", [Ruling.MISDEALT, Ruling.NOT_MISDEALT])
def test_what_a_wrong_count_brings(game: str, ruling: Ruling) -> None:
    """Wagers are back; a deck with 52 cards stays, another one comes; five rounds can be dealt."""
    table = seated(game)
    table.automation = FORGETFUL
    forget(table, 4)
    before = table.state.balances
    until(locked(table), due_is=c.CountStub)
    assert now(table).number == 5
    table.dealer("Dee").count_stub(1)
    table.say(c.Rule(ruling, "looked at by two"), FLO)
    assert now(table).phase is Phase.VOID
    assert table.state.balances == before
    until(table, Phase.CLOSED, counts=False)
    assert table.state.day.decks[1].number == (1 if ruling is Ruling.MISDEALT else 2)
    forget(table, 5)
    assert not table.dealer("Dee").can_open_round()
