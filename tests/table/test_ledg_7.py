"""LEDG-7: fills and credits of the tray, by two people, with a slip and a posting."""

import pytest

from pitboss.errors import Refused
from pitboss.table import Table
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.ledger import HOUSE, TRAY
from pitboss.verify import verify
from tests.table.tables import DEE, FLO, KEYS, seated_table


def two_people(table: Table, matter: c.Matter) -> e.ChipsTransferred:
    table.execute(c.Propose(matter), DEE)
    *_, entry = table.execute(c.Approve(table.state.proposed), FLO)
    assert isinstance(entry.event, e.ChipsTransferred)
    (posting,) = entry.postings
    assert posting.cents == matter.cents  # type: ignore[union-attr]
    ends = (posting.source, posting.target, posting.why)
    assert ends == ((TRAY, HOUSE, "credit") if entry.event.to_cage else (HOUSE, TRAY, "fill"))
    return entry.event


@pytest.mark.parametrize("game", KEYS)
def test_a_fill_and_a_credit_move_chips_and_are_verified(game: str) -> None:
    table = seated_table(game, {}, {}, seats={}, chips=0)
    before = table.state.balances[TRAY]
    two_people(table, c.TransferChips(5_000_00, "F 1"))
    assert table.state.balances[TRAY] == before + 5_000_00
    two_people(table, c.TransferChips(2_000_00, "C 1", to_cage=True))
    assert table.state.balances[TRAY] == before + 3_000_00
    assert sum(table.state.balances.values()) == 0
    assert verify(line + b"\n" for line in table.export())


@pytest.mark.parametrize(
    ("matter", "sentence"),
    [
        (c.TransferChips(0, "F 1"), "multiple of the smallest chip"),
        (c.TransferChips(-100, "F 1"), "multiple of the smallest chip"),
        (c.TransferChips(150, "F 1"), "multiple of the smallest chip"),
        (c.TransferChips(100, ""), "reason"),
        (c.TransferChips(200_000_00, "C 1", to_cage=True), "cannot be taken from it"),
        (c.TransferChips(100, "F 1", 1), "true or false"),  # type: ignore[arg-type]
    ],
)
def test_what_is_no_fill_or_credit(matter: c.TransferChips, sentence: str) -> None:
    table = seated_table(KEYS[0], {}, {}, seats={}, chips=0)
    with pytest.raises(Refused, match=sentence) as refusal:
        table.execute(c.Propose(matter), DEE)
    assert refusal.value.clause == "LEDG-7"


def test_sec_3_one_person_cannot_fill_the_tray() -> None:
    table = seated_table(KEYS[0], {}, {}, seats={}, chips=0)
    table.execute(c.Propose(c.TransferChips(100_00, "F 1")), FLO)
    with pytest.raises(Refused, match="somebody else must approve it"):
        table.execute(c.Approve(table.state.proposed), FLO)


def test_a_closed_table_gets_no_chips() -> None:
    table = Table()
    table.open_table("table 1", KEYS[0], 100_00)
    with pytest.raises(Refused):
        table.execute(c.Propose(c.TransferChips(100_00, "F 1")), DEE)
