"""SEC-7: a single report forfeits nothing; a second person must rule, or the clock run out."""

import pytest

from pitboss.errors import Refused
from pitboss.table import Automation, Person, Phase, Role, Table
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.people import HOUSE_DEALER, HOUSE_FLOOR
from pitboss.verify import verify
from tests.table.tables import antes

ANN, DEE = Person("Ann", Role.PLAYER), Person("Dee", Role.DEALER)
FLO, FAY = Person("Flo", Role.FLOORPERSON), Person("Fay", Role.FLOORPERSON)
GAME = "criss-cross"


def asked_table(automation: Automation = Automation.EVERYTHING) -> Table:
    """Return a table where Ann, in seat 1, decides on the first street."""
    table = Table.open(GAME, practice="walked", automation=automation)
    table.execute(c.TakeSeat(1), ANN)
    table.execute(c.BuyIn(100_00), ANN)
    table.open_round()
    table.execute(c.PlaceWagers(1, antes(GAME)), ANN)
    table.no_more_bets()
    assert table.state.round is not None
    assert table.state.round.turn == 1
    return table


def away(table: Table) -> tuple[set[int], dict[int, str], dict[int, bool]]:
    round_ = table.state.round
    assert round_ is not None
    return set(round_.away), dict(round_.reported), dict(round_.absent)


@pytest.mark.parametrize("by", [DEE, FLO])
def test_sec_7_the_house_does_not_rule_on_a_person_s_report(by: Person) -> None:
    table = asked_table()
    table.execute(c.WalkedOff(1), by)
    table.tick()
    assert away(table) == ({1}, {1: by.name}, {})
    assert table.view(ANN).round.seats[1].away is False  # type: ignore[union-attr]


def test_sec_7_the_player_answers_and_the_report_is_void() -> None:
    table = asked_table()
    table.execute(c.WalkedOff(1), DEE)
    table.execute(c.Decide(1, "1x"), ANN)
    assert away(table) == (set(), {}, {})
    with pytest.raises(Refused, match="has not left"):
        table.execute(c.RuleOnAbsent(1, lost=True), FLO)
    while table.state.has_open_round:
        table.execute(c.Decide(1, "1x"), ANN)
    assert table.state.seats == {1: "Ann"}
    verify(line + b"\n" for line in table.export())
    assert verify(line + b"\n" for line in table.export(1)).rounds == 1


def test_sec_7_the_person_who_reports_it_does_not_rule_on_it() -> None:
    table = asked_table()
    table.execute(c.WalkedOff(1), FLO)
    with pytest.raises(
        Refused, match="'Flo' reported it, so somebody else must rule on it"
    ) as refused:
        table.execute(c.RuleOnAbsent(1, lost=True), FLO)
    assert refused.value.clause == "SEC-3"
    with pytest.raises(Refused, match="has already left"):
        table.execute(c.WalkedOff(1), DEE)
    table.execute(c.RuleOnAbsent(1, lost=True), FAY)
    assert away(table)[1:] == ({}, {1: True})
    with pytest.raises(Refused):
        table.execute(c.Decide(1, "1x"), ANN)
    verify(line + b"\n" for line in table.export())


@pytest.mark.parametrize("is_reported", [True, False])
def test_silence_to_the_end_of_the_clock_needs_no_other(is_reported: bool) -> None:
    """The house's own timer reports it, and the house rules in the player's favor."""
    table = asked_table()
    if is_reported:
        table.execute(c.WalkedOff(1), DEE)
    table.execute(c.WalkedOff(1), HOUSE_DEALER)
    assert not table.state.has_open_round
    assert table.state.seats == {}
    ruling_entries = [item for item in table.log if isinstance(item.event, e.AbsentRuled)]
    assert [(item.by, item.event.lost) for item in ruling_entries] == [(HOUSE_FLOOR, False)]  # type: ignore[union-attr]
    verify(line + b"\n" for line in table.export())


def test_a_player_who_leaves_says_so() -> None:
    for is_reported in (True, False):
        table = asked_table()
        if is_reported:
            table.execute(c.WalkedOff(1), DEE)
        table.execute(c.Leave(1), ANN)
        assert not table.state.has_open_round
        assert [
            item.event.reporter for item in table.log if isinstance(item.event, e.PlayerAway)
        ] == [
            *(["Dee"] if is_reported else []),
            "",
        ]
        verify(line + b"\n" for line in table.export())


def test_settlement_waits_for_a_ruling_on_a_report() -> None:
    table = asked_table(Automation.EVERYTHING & ~Automation.SETTLE)
    for _ in range(3):
        table.execute(c.Decide(1, "1x"), ANN)
    assert table.state.round is not None
    assert table.state.round.phase is Phase.SETTLING
    table.automation = Automation.EVERYTHING
    table.execute(c.WalkedOff(1), DEE)
    assert table.state.has_open_round
    assert away(table) == ({1}, {1: "Dee"}, {})
    table.execute(c.RuleOnAbsent(1, lost=False), FLO)
    assert not table.state.has_open_round
    verify(line + b"\n" for line in table.export())


def test_an_older_event_names_nobody() -> None:
    assert e.PlayerAway(1, 2) == e.PlayerAway(1, 2, "")
