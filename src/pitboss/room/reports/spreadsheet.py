"""Reports as CSV: a row a record, with the names of the fields above."""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from msgspec import Struct

_FORMULA = ("=", "+", "-", "@", "\t", "\r")
"""What makes a spreadsheet take text for something to work out."""


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
