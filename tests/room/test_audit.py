"""LOG-1, RECOV-3: the audit detects any change in a database, and locates it.

Each test edits the SQLite file outside the room, as somebody with access to the disk could, and
restores the triggers afterward, so that the audit does not find those instead.
"""

import asyncio
import sqlite3
import zlib
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from pitboss.room.audit.auditor import Anchors, Audit, audit
from pitboss.room.audit.checks import split_account, store_account
from pitboss.room.store.opening import open_read_only
from pitboss.room.table_log import SNAPSHOT_PREFIX
from pitboss.table.export import FIRST_PREV, line_hash
from tests.room.reports.two_day_room import copy_two_days, two_day_database

Edit = Callable[[sqlite3.Connection], object]
RET = "run-em-twice"


def audit_file(file: Path, anchors: Anchors | None = None, limit: int = 100) -> Audit:
    async def look() -> Audit:
        store = await open_read_only(file=file)
        try:
            return await audit(store, anchors=anchors, limit=limit)
        finally:
            await store.close()

    return asyncio.run(look())


def edit_copy(folder: Path, edit: Edit) -> Path:
    """Return a changed copy of the database of two days."""
    file = copy_two_days(folder)
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        guards = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in guards:
            db.execute(f"DROP TRIGGER {name}")
        edit(db)
        for _, sql in guards:
            db.execute(sql)
    return file


def line_of(db: sqlite3.Connection, kind: str, stream: str = RET) -> int:
    """Return the first line of a kind."""
    result = db.execute(
        "SELECT min(version) FROM entries WHERE stream = ? AND kind = ?", (stream, kind)
    ).fetchone()
    return int(result[0])


def replace_bytes(stream: str, kind: str, old: bytes, new: bytes) -> Edit:
    """Replace some bytes of a line."""

    def edit(db: sqlite3.Connection) -> None:
        where = (stream, line_of(db, kind, stream))
        query = "SELECT line FROM entries WHERE stream = ? AND version = ?"
        (line,) = db.execute(query, where).fetchone()
        assert old in line
        db.execute(
            "UPDATE entries SET line = ? WHERE stream = ? AND version = ?",
            (line.replace(old, new), *where),
        )

    return edit


def swap_lines(db: sqlite3.Connection) -> None:
    a = line_of(db, "WagersPlaced")
    rows = db.execute(
        "SELECT version, line FROM entries WHERE stream = ? AND version IN (?, ?)", (RET, a, a + 1)
    ).fetchall()
    for (version, _), (_, line) in zip(rows, reversed(rows), strict=True):
        db.execute(
            "UPDATE entries SET line = ? WHERE stream = ? AND version = ?", (line, RET, version)
        )


def delete_line(db: sqlite3.Connection) -> None:
    where = (RET, line_of(db, "BetsClosed"))
    db.execute("DELETE FROM postings WHERE stream = ? AND version = ?", where)
    db.execute("DELETE FROM entries WHERE stream = ? AND version = ?", where)


def cut_log(db: sqlite3.Connection) -> None:
    db.execute("DELETE FROM postings WHERE stream = ? AND version > 120", (RET,))
    db.execute("DELETE FROM entries WHERE stream = ? AND version > 120", (RET,))


def change_posting(whole: int, target: str = "stack:Ann") -> Edit:
    def edit(db: sqlite3.Connection) -> None:
        db.execute(
            "UPDATE postings SET whole = ?, target = ? WHERE stream = ? AND version = ?",
            (whole, target, RET, line_of(db, "BoughtIn")),
        )

    return edit


def run_statement(statement: str) -> Edit:
    def edit(db: sqlite3.Connection) -> None:
        assert db.execute(statement).rowcount > 0

    return edit


def edit_snapshot(db: sqlite3.Connection) -> None:
    """Replace a name in a snapshot, which is compressed."""
    for rowid, state in db.execute("SELECT rowid, state FROM snapshots").fetchall():
        start = len(SNAPSHOT_PREFIX)
        content = zlib.decompress(state[start:])
        assert b"Bob" in content
        forged_state = state[:start] + zlib.compress(content.replace(b"Bob", b"Eve"))
        db.execute("UPDATE snapshots SET state = ? WHERE rowid = ?", (forged_state, rowid))


EDITS: dict[str, tuple[Edit, str, str]] = {
    **{
        f"an edited index: {table}.{column}": (
            run_statement(f"UPDATE {table} SET {column} = {value} WHERE stream = '{stream}'"),  # noqa: S608
            f"{stream}: " if stream == RET else "",
            f"the index {table} does not match the log",
        )
        for table, column, value, stream in (
            ("rounds", "staked", "staked + 1", RET),
            ("rounds", "first_version", "first_version - 1", RET),
            ("rounds", "largest_credit", "largest_credit + 1", RET),
            ("rounds", "staff", "'somebody else'", RET),
            ("round_marks", "round", "round + 1", RET),
            ("history", "kind", "'exchange'", RET),
            ("days", "first_version", "first_version + 1", RET),
            ("openings", "whole", "whole + 1", RET),
            ("account_days", "whole", "whole + 1", RET),
            ("account_days", "whole", "whole + 1", "office"),
        )
    },
    "a missing row of the index": (
        run_statement("DELETE FROM history WHERE kind = 'round'"),
        f"{RET}: ",
        "the index history does not match the log",
    ),
    "an edited line": (
        replace_bytes(RET, "BoughtIn", b'"cents":20000}', b'"cents":90000}'),
        f"{RET}, line ",
        "its postings do not match its event",
    ),
    "an edited time": (
        replace_bytes(RET, "RoundOpened", b'"at":"2026-11-16T20', b'"at":"2026-11-16T19'),
        f"{RET}, line ",
        "does not link to line",
    ),
    "a line that is no event": (
        replace_bytes(RET, "RoundClosed", b"RoundClosed", b"RoundClosxd"),
        f"{RET}, line ",
        "it is not a table event",
    ),
    "an edited line of the office": (
        replace_bytes("office", "AccountOpened", b'"Ann"', b'"Eve"'),
        "office, line 3: ",
        "does not link to line 2",
    ),
    "a deleted line": (delete_line, f"{RET}, line ", "is missing"),
    "swapped lines": (swap_lines, f"{RET}, line ", "lines were swapped or moved"),
    "a cut tail": (cut_log, f"{RET}, line 121: ", "the stream was cut off"),
    "an edited posting": (
        change_posting(20001),
        f"{RET}, line ",
        "cents is 20001, not 20000",
    ),
    "a posting to somebody else": (
        change_posting(20000, "stack:Eve"),
        f"{RET}, line ",
        "to is 'stack:Eve', not 'stack:Ann'",
    ),
    "a posting that is gone": (
        run_statement("DELETE FROM postings WHERE stream = 'stud-235' AND version = 1"),
        "stud-235, line 1: ",
        "its number of postings is 1 in the line, but 0 in the database",
    ),
    "a posting too many": (
        run_statement(
            "INSERT INTO postings SELECT stream, version, 9, source, target, whole, rest, phase, "
            "why FROM postings WHERE stream = 'stud-235' AND version = 1"
        ),
        "stud-235, line 1: ",
        "its number of postings is 1 in the line, but 2 in the database",
    ),
    "an edited balance": (
        run_statement("UPDATE balances SET whole = whole + 100 WHERE account = 'player:Bob'"),
        "player:Bob holds ",
        "but its postings sum to",
    ),
    "an edited meter": (
        run_statement(
            "UPDATE balances SET whole = whole + 1 WHERE account = 'run-em-twice/meter:meter'"
        ),
        f"{RET}: meter:meter holds ",
        "but its postings sum to",
    ),
    "money from nowhere": (
        run_statement("INSERT INTO balances (account, whole, rest) VALUES ('player:Eve', 5, '')"),
        "all accounts together hold 5 cents",
        "cents instead of 0",
    ),
    "an edited snapshot": (
        edit_snapshot,
        f"{RET}, line ",
        "its snapshot does not match the lines up to it",
    ),
    "a snapshot of another history": (
        run_statement("UPDATE snapshots SET head = replace(head, substr(head, 1, 8), '00000000')"),
        f"{RET}, line ",
        "its snapshot belongs to another history",
    ),
    "a snapshot of no line": (
        run_statement("UPDATE snapshots SET version = 5000"),
        f"{RET}, line 5000: ",
        "but the line is missing",
    ),
    "an edited head": (
        run_statement(
            "UPDATE streams SET head = lower(hex(zeroblob(32))) WHERE id = 'run-em-twice'"
        ),
        f"{RET}, line ",
        "its hash is not the head of the stream",
    ),
    "a head that hides lines": (
        run_statement("UPDATE streams SET version = 100 WHERE id = 'run-em-twice'"),
        f"{RET}, line 101: ",
        "the head says that the stream ends at line 100",
    ),
    "another name beside a line": (
        run_statement(
            "UPDATE entries SET by_whom = 'Eve' WHERE stream = 'stud-235' AND by_whom = 'Flo'"
        ),
        "stud-235, line ",
        "the name of its row is 'Eve', but the line has 'Flo'",
    ),
    "a seed that is gone": (
        run_statement("DELETE FROM seals WHERE stream = 'run-em-twice' AND round = 6"),
        f"{RET}: ",
        "the sealed seed of round 6 is missing",
    ),
    "a seed of no round": (
        run_statement("UPDATE seals SET round = 77 WHERE stream = 'stud-235' AND round = 2"),
        "stud-235: ",
        "there is a sealed seed for round 77, but no such round",
    ),
    "an answer to nothing": (
        run_statement(
            """UPDATE answers SET answer = '{"version":99999}' WHERE idempotency = 'out'"""
        ),
        "stud-235: ",
        "the response to key 'out' of 'ann' names a line that does not exist",
    ),
    "another answer": (
        run_statement(
            "UPDATE answers SET answer = "
            "CAST(replace(answer, '\"version\":1', '\"version\":2') AS BLOB)"
        ),
        f"{RET}: ",
        "does not match its checksum",
    ),
    "an answer to another request": (
        run_statement("UPDATE answers SET body = zeroblob(32) WHERE idempotency = 'out'"),
        "stud-235: ",
        "the response to key 'out' of 'ann' does not match its checksum",
    ),
    "an answer under another key": (
        run_statement("UPDATE answers SET idempotency = 'oud' WHERE idempotency = 'out'"),
        "stud-235: ",
        "the response to key 'oud' of 'ann' does not match its checksum",
    ),
    "another title": (
        run_statement("UPDATE streams SET title = 'Table X' WHERE id = 'stud-235'"),
        "stud-235: ",
        "its title or settings differ from the log",
    ),
    "other settings": (
        run_statement(
            "UPDATE streams SET settings = CAST(replace(settings, 'null', '{}') AS BLOB) "
            "WHERE id = 'stud-235'"
        ),
        "stud-235: ",
        "its title or settings differ from the log",
    ),
    "another guest": (
        run_statement(
            "UPDATE shelves SET value = CAST(replace(value, '\"Ann\"', '\"ANN\"') AS BLOB) "
            "WHERE shelf = 'accounts'"
        ),
        "office: ",
        "the account 'ANN' does not match the account opened for 'Ann'",
    ),
    "a player who works here": (
        run_statement(
            "UPDATE shelves SET value = "
            "CAST(replace(value, '\"player\"', '\"floorperson\"') AS BLOB)"
        ),
        "office: ",
        "has the role floorperson, but the log says player",
    ),
    "an account that nobody opened": (
        run_statement(
            "INSERT INTO shelves (shelf, name, value) "
            "SELECT 'accounts', 'eve', CAST(replace(value, 'Ann', 'Eve') AS BLOB) FROM shelves "
            "WHERE shelf = 'accounts' AND name = 'ann'"
        ),
        "office: ",
        "the account 'Eve' was never opened",
    ),
    "an account that is gone": (
        run_statement("DELETE FROM shelves WHERE shelf = 'accounts' AND name = 'ann'"),
        "office: ",
        "the account 'ann' was opened but is missing",
    ),
    "a broken fraction": (
        run_statement("UPDATE postings SET rest = '1/x' WHERE stream = 'stud-235' AND version = 1"),
        "stud-235: ",
        "cannot be read any further",
    ),
}


def test_unchanged_database_has_no_findings() -> None:
    result = audit_file(two_day_database())
    assert result.findings == ()
    assert result.rounds == 8  # five and three closed rounds, one of which is void
    assert result.open_rounds == {RET: 6}
    assert set(result.heads) == {"office", RET, "stud-235"}
    assert result.lines == sum(head.version for head in result.heads.values())
    assert (result.postings > 100, result.accounts > 8) == (True, True)


@pytest.mark.parametrize("what", EDITS)
def test_log_1_an_edit_is_found(what: str, tmp_path: Path) -> None:
    edit, where, sentence = EDITS[what]
    result = audit_file(edit_copy(tmp_path, edit))
    sentences = [str(finding) for finding in result.findings]
    assert any(item.startswith(where) and sentence in item for item in sentences), sentences
    assert not result.more


def test_every_finding_is_reported(tmp_path: Path) -> None:
    def three(db: sqlite3.Connection) -> None:
        change_posting(20001)(db)
        run_statement("UPDATE snapshots SET version = 5000")(db)
        run_statement("DELETE FROM entries WHERE stream = 'office' AND version = 1")(db)

    sentences = " ".join(
        str(finding) for finding in audit_file(edit_copy(tmp_path, three)).findings
    )
    for part in ("cents is 20001", "line 5000", "office, line 1: line 1 is missing"):
        assert part in sentences


def test_number_of_findings_is_limited(tmp_path: Path) -> None:
    everywhere = run_statement("UPDATE entries SET role = 'auditor'")
    result = audit_file(edit_copy(tmp_path, everywhere), limit=7)
    assert (len(result.findings), result.more) == (7, True)


def test_missing_triggers_are_found(tmp_path: Path) -> None:
    file = copy_two_days(tmp_path)
    with closing(sqlite3.connect(file)) as db:
        db.execute("DROP TRIGGER postings_delete")
    sentences = [str(finding) for finding in audit_file(file).findings]
    assert sentences == ["the trigger that refuses DELETE of postings is missing"]


def test_missing_table(tmp_path: Path) -> None:
    def edit(db: sqlite3.Connection) -> None:
        db.execute("DELETE FROM postings WHERE stream = 'stud-235'")
        db.execute("DELETE FROM entries WHERE stream = 'stud-235'")
        db.execute("DELETE FROM answers WHERE stream = 'stud-235'")
        db.execute("DELETE FROM seals WHERE stream = 'stud-235'")
        db.execute("DELETE FROM streams WHERE id = 'stud-235'")
        db.execute("DELETE FROM balances WHERE account LIKE 'stud-235/%'")

    sentences = [str(finding) for finding in audit_file(edit_copy(tmp_path, edit)).findings]
    assert any("the table stud-235 was created but is missing" in item for item in sentences)
    assert any("player:Ann holds" in item for item in sentences)


def test_recov_3_a_torn_page_is_found(tmp_path: Path) -> None:
    file = copy_two_days(tmp_path)
    content = bytearray(file.read_bytes())
    at = content.index(b'"type":"SeedOpened"')
    content[at : at + 8] = b"\0" * 8
    file.write_bytes(content)
    assert not audit_file(file).in_order


# Heads that are stored elsewhere


def test_correct_head_is_accepted() -> None:
    heads = audit_file(two_day_database()).heads
    anchors = {stream: {head.version: head.hash} for stream, head in heads.items()}
    assert audit_file(two_day_database(), anchors).in_order


def test_a_stream_that_ends_before_its_anchor(tmp_path: Path) -> None:
    head = audit_file(two_day_database()).heads["office"]

    def cut(db: sqlite3.Connection) -> None:
        """Delete the last line of the back office's log without a trace."""
        last = head.version
        query = "SELECT line FROM entries WHERE stream = 'office' AND version = ?"
        before = line_hash(db.execute(query, (last - 1,)).fetchone()[0])
        db.execute("DELETE FROM entries WHERE stream = 'office' AND version = ?", (last,))
        db.execute(
            "UPDATE streams SET version = ?, head = ? WHERE id = 'office'", (last - 1, before)
        )

    file = edit_copy(tmp_path, cut)
    assert audit_file(file).in_order
    sentences = [
        str(finding) for finding in audit_file(file, {"office": {head.version: head.hash}}).findings
    ]
    assert sentences == [
        f"office, line {head.version}: "
        f"a head was given for line {head.version}, but the line is missing"
    ]


def test_anchor_of_an_unknown_stream() -> None:
    (one,) = audit_file(two_day_database(), {"table 9": {1: "0" * 64}}).findings
    assert str(one) == "table 9: a head was given for this stream, but the stream is missing"


def test_a_rewritten_history_is_found_by_its_anchor(tmp_path: Path) -> None:
    """The reason is changed and the chain recomputed, so nothing in the file itself shows it."""
    head = audit_file(two_day_database()).heads["stud-235"]
    file = edit_copy(tmp_path, lambda db: rewrite_log(db, b"a card lay", b"no card lay"))
    assert audit_file(file).in_order
    result = audit_file(file, {"stud-235": {head.version: head.hash}})
    assert "the history was rewritten" in str(result.findings[0])


def test_a_rewritten_hand_is_found_by_the_checker(tmp_path: Path) -> None:
    """A pair becomes a straight, with matching chain, postings and balances."""
    file = edit_copy(tmp_path, lambda db: rewrite_log(db, b'"hand":"', b'"hand":"no '))
    sentences = [str(finding) for finding in audit_file(file).findings]
    assert any("SeatSettled is wrong: wagers." in item for item in sentences), sentences


def rewrite_log(db: sqlite3.Connection, old: bytes, new: bytes) -> None:
    """Replace bytes in the lines of a table, and recompute the chain."""
    prev = FIRST_PREV
    rows = db.execute("SELECT version, line FROM entries WHERE stream = 'stud-235' ORDER BY 1")
    for version, line in rows.fetchall():
        content = msgspec.json.decode(line)
        line = line.replace(old, new).replace(content["prev"].encode(), prev.encode())
        db.execute(
            "UPDATE entries SET line = ? WHERE stream = 'stud-235' AND version = ?", (line, version)
        )
        prev = line_hash(line)
    db.execute("UPDATE streams SET head = ? WHERE id = 'stud-235'", (prev,))


def test_name_with_a_slash_is_not_another_account() -> None:
    for stream, account in ((RET, "stack:A/B"), (RET, "tray"), ("office", "player:A/B")):
        name = store_account(stream, account)
        assert split_account(name) == (("", account) if stream == "office" else (stream, account))
    assert store_account(RET, "player:A/B") == "player:A/B"


def test_ledg_6_a_correction_that_is_not_what_the_cards_say() -> None:
    """There is nothing wrong with the correction, but it is listed all the same."""
    result = audit_file(two_day_database())
    assert result.in_order
    (correction,) = result.corrections
    assert correction.stream == RET
    assert "ante_1 of seat 2" in correction.sentence
    assert correction.sentence.endswith("the dealer misread the hand")
