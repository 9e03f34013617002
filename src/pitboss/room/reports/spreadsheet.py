"""Reports as CSV: a row a record, with the names of the fields above."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct
from msgspec.structs import asdict

from pitboss.room.reports.player import PlayerHistory, PlayerRound
from pitboss.room.reports.shift import PARTS, ShiftReport

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What makes a spreadsheet take text for something to work out."""


def shift_csv(reports: Sequence[ShiftReport], part: str | None = None) -> str:
    """A row a table; or, of one list in the sheets, a row for each that it lists."""
    if part is None:
        names = [name for name in ShiftReport.__struct_fields__ if name not in PARTS]
        return csv_rows(names, ({n: getattr(one, n) for n in names} for one in reports))
    rows = ({"table": one.table} | asdict(row) for one in reports for row in getattr(one, part))
    return csv_rows(["table", *PARTS[part].__struct_fields__], rows)


def history_csv(found: PlayerHistory) -> str:
    """A row a round."""
    return csv_of(found.played, PlayerRound)


def csv_of(records: Sequence[Struct], kind: type[Struct], **same: str) -> str:
    """Records of one kind; ``same`` stands in front of each of them."""
    rows = ({name: getattr(one, name) for name in kind.__struct_fields__} for one in records)
    return csv_rows([*same, *kind.__struct_fields__], ({**same, **row} for row in rows))


def csv_rows(names: Sequence[str], rows: Iterable[Mapping[str, object]]) -> str:
    """Rows under these names."""
    text = io.StringIO()
    out = csv.writer(text, lineterminator="\n")
    out.writerow(names)
    for row in rows:
        out.writerow([_cell(row[name]) for name in names])
    return text.getvalue()


def _cell(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int | Fraction):
        return str(value)
    if isinstance(value, tuple):
        return _cell(" ".join(map(str, value)))
    text = str(value)
    # Names and reasons are other people's words: none of them is worked out by a spreadsheet.
    return f"'{text}" if text.startswith(_FORMULA) else text
