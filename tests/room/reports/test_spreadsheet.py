"""Reports as CSV."""

import csv
import io
from fractions import Fraction

from msgspec import Struct

from pitboss.room.reports.rendering import records_csv


class Row(Struct, frozen=True):
    name: str
    cents: int | Fraction
    share: Fraction | None
    void: bool
    keys: tuple[str, ...] = ()


def test_every_field_has_its_column() -> None:
    rows = [
        Row("Ann", -500, Fraction(1, 3), void=True),
        Row('Bob "B", junior', Fraction(7, 3), None, void=False, keys=("a", "b")),
    ]
    text = records_csv(rows, Row, table="t")
    assert list(csv.DictReader(io.StringIO(text))) == [
        {"table": "t", "name": "Ann", "cents": "-500", "share": "1/3", "void": "true", "keys": ""},
        {
            "table": "t",
            "name": 'Bob "B", junior',
            "cents": "7/3",
            "share": "",
            "void": "false",
            "keys": "a b",
        },
    ]
    assert records_csv([], Row) == "name,cents,share,void,keys\n"


def test_no_name_is_worked_out_by_a_spreadsheet() -> None:
    for name in ("=1+1", "+1", "-1", "@SUM(A1)"):
        text = records_csv([Row(name, 1, None, void=False)], Row)
        assert text.splitlines()[1].startswith(f"'{name}")
