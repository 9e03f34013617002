"""LOG-1, RECOV-3: whatever is changed in a database is found, and told where.

Every test here edits the SQLite file behind the room's back, as somebody with the disk could, and
puts the guards back afterwards, so that they are not what is found.
"""

import asyncio
import sqlite3
from collections.abc import Callable
from contextlib import closing
from pathlib import Path

import msgspec
import pytest

from pitboss.room.audit import Anchors, Audit, audit
from pitboss.room.audit.moved import in_store, of_stream
from pitboss.room.reading import open_to_read
from pitboss.table.export import BEGINNING, hash_of
from tests.room.reports.played import copied_to, played

Edit = Callable[[sqlite3.Connection], object]
RET = "run-em-twice"


def audited(file: Path, anchors: Anchors | None = None, limit: int = 100) -> Audit:
    async def look() -> Audit:
        store = await open_to_read(file=file)
        try:
            return await audit(store, anchors=anchors, limit=limit)
        finally:
            await store.close()

    return asyncio.run(look())


def edited(folder: Path, edit: Edit) -> Path:
    """The two days, changed."""
    file = copied_to(folder)
    with closing(sqlite3.connect(file, isolation_level=None)) as db:
        guards = db.execute("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'").fetchall()
        for name, _ in guards:
            db.execute(f"DROP TRIGGER {name}")
        edit(db)
        for _, made in guards:
            db.execute(made)
    return file


def line_of(db: sqlite3.Connection, kind: str, stream: str = RET) -> int:
    """The first line of a kind."""
    found = db.execute(
        "SELECT min(version) FROM entries WHERE stream = ? AND kind = ?", (stream, kind)
    ).fetchone()
    return int(found[0])


def replaced(stream: str, kind: str, old: bytes, new: bytes) -> Edit:
    """Some bytes of a line are others."""

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


def swapped(db: sqlite3.Connection) -> None:
    a = line_of(db, "WagersPlaced")
    rows = db.execute(
        "SELECT version, line FROM entries WHERE stream = ? AND version IN (?, ?)", (RET, a, a + 1)
    ).fetchall()
    for (version, _), (_, line) in zip(rows, reversed(rows), strict=True):
        db.execute(
            "UPDATE entries SET line = ? WHERE stream = ? AND version = ?", (line, RET, version)
        )


def deleted(db: sqlite3.Connection) -> None:
    where = (RET, line_of(db, "BetsClosed"))
    db.execute("DELETE FROM postings WHERE stream = ? AND version = ?", where)
    db.execute("DELETE FROM entries WHERE stream = ? AND version = ?", where)


def cut_off(db: sqlite3.Connection) -> None:
    db.execute("DELETE FROM postings WHERE stream = ? AND version > 120", (RET,))
    db.execute("DELETE FROM entries WHERE stream = ? AND version > 120", (RET,))


def posting(whole: int, target: str = "stack:Ann") -> Edit:
    def edit(db: sqlite3.Connection) -> None:
        db.execute(
            "UPDATE postings SET whole = ?, target = ? WHERE stream = ? AND version = ?",
            (whole, target, RET, line_of(db, "BoughtIn")),
        )

    return edit


def said(statement: str) -> Edit:
    def edit(db: sqlite3.Connection) -> None:
        assert db.execute(statement).rowcount > 0

    return edit


EDITS: dict[str, tuple[Edit, str, str]] = {
    "an edited line": (
        replaced(RET, "BoughtIn", b'"cents":20000}', b'"cents":90000}'),
        f"{RET}, line ",
        "the postings in it are not what its event moves",
    ),
    "an edited time": (
        replaced(RET, "RoundOpened", b'"at":"2026-11-16T20', b'"at":"2026-11-16T19'),
        f"{RET}, line ",
        "is not bound to line",
    ),
    "a line that is no event": (
        replaced(RET, "RoundClosed", b"RoundClosed", b"RoundClosxd"),
        f"{RET}, line ",
        "it is no event of a table",
    ),
    "an edited line of the office": (
        replaced("office", "AccountOpened", b'"Ann"', b'"Eve"'),
        "office, line 3: ",
        "is not bound to line 2",
    ),
    "a deleted line": (deleted, f"{RET}, line ", "is missing"),
    "swapped lines": (swapped, f"{RET}, line ", "lines were swapped or moved"),
    "a cut tail": (cut_off, f"{RET}, line 121: ", "the stream was cut off"),
    "an edited posting": (
        posting(20001),
        f"{RET}, line ",
        "cents is 20001, not 20000",
    ),
    "a posting to somebody else": (
        posting(20000, "stack:Eve"),
        f"{RET}, line ",
        "to is 'stack:Eve', not 'stack:Ann'",
    ),
    "a posting that is gone": (
        said("DELETE FROM postings WHERE stream = 'stud-235' AND version = 1"),
        "stud-235, line 1: ",
        "it moves 1 sums, but 0 are posted",
    ),
    "a posting too many": (
        said(
            "INSERT INTO postings SELECT stream, version, 9, source, target, whole, rest, phase, "
            "why FROM postings WHERE stream = 'stud-235' AND version = 1"
        ),
        "stud-235, line 1: ",
        "it moves 1 sums, but 2 are posted",
    ),
    "an edited balance": (
        said("UPDATE balances SET whole = whole + 100 WHERE account = 'player:Bob'"),
        "player:Bob holds ",
        "but its postings come to",
    ),
    "an edited meter": (
        said("UPDATE balances SET whole = whole + 1 WHERE account = 'run-em-twice/meter:meter'"),
        f"{RET}: meter:meter holds ",
        "but its postings come to",
    ),
    "money from nowhere": (
        said("INSERT INTO balances (account, whole, rest) VALUES ('player:Eve', 5, '')"),
        "all accounts together hold 5 cents",
        "not nothing",
    ),
    "an edited snapshot": (
        said("UPDATE snapshots SET state = CAST(replace(state, 'Bob', 'Eve') AS BLOB)"),
        f"{RET}, line ",
        "the snapshot of it is not what the lines lead to",
    ),
    "a snapshot of another history": (
        said("UPDATE snapshots SET head = replace(head, substr(head, 1, 8), '00000000')"),
        f"{RET}, line ",
        "the snapshot of it belongs to another history",
    ),
    "a snapshot of no line": (
        said("UPDATE snapshots SET version = 5000"),
        f"{RET}, line 5000: ",
        "no such line",
    ),
    "an edited head": (
        said("UPDATE streams SET head = lower(hex(zeroblob(32))) WHERE id = 'run-em-twice'"),
        f"{RET}, line ",
        "its hash is not the head of the stream",
    ),
    "a head that hides lines": (
        said("UPDATE streams SET version = 100 WHERE id = 'run-em-twice'"),
        f"{RET}, line 101: ",
        "the head says that the stream ends at 100",
    ),
    "another name beside a line": (
        said("UPDATE entries SET by_whom = 'Eve' WHERE stream = 'stud-235' AND by_whom = 'Flo'"),
        "stud-235, line ",
        "the name beside it is 'Eve', but it says 'Flo'",
    ),
    "a seed that is gone": (
        said("DELETE FROM seals WHERE stream = 'run-em-twice' AND round = 6"),
        f"{RET}: ",
        "the sealed seed of round 6 is missing",
    ),
    "a seed of no round": (
        said("UPDATE seals SET round = 77 WHERE stream = 'stud-235' AND round = 2"),
        "stud-235: ",
        "a seed is kept for round 77, which there never was",
    ),
    "an answer to nothing": (
        said("""UPDATE answers SET answer = '{"version":99999}' WHERE idempotency = 'out'"""),
        "stud-235: ",
        "the answer to 'ann''s key 'out' tells of something that never happened",
    ),
    "another answer": (
        said(
            "UPDATE answers SET answer = "
            "CAST(replace(answer, '\"version\":1', '\"version\":2') AS BLOB)"
        ),
        f"{RET}: ",
        "is not as it was written",
    ),
    "an answer to another request": (
        said("UPDATE answers SET body = zeroblob(32) WHERE idempotency = 'out'"),
        "stud-235: ",
        "the answer to 'ann''s key 'out' is not as it was written",
    ),
    "an answer under another key": (
        said("UPDATE answers SET idempotency = 'oud' WHERE idempotency = 'out'"),
        "stud-235: ",
        "the answer to 'ann''s key 'oud' is not as it was written",
    ),
    "another title": (
        said("UPDATE streams SET title = 'Table X' WHERE id = 'stud-235'"),
        "stud-235: ",
        "its title or settings are not those in the log",
    ),
    "other settings": (
        said(
            "UPDATE streams SET settings = CAST(replace(settings, 'null', '{}') AS BLOB) "
            "WHERE id = 'stud-235'"
        ),
        "stud-235: ",
        "its title or settings are not those in the log",
    ),
    "another guest": (
        said(
            "UPDATE shelves SET value = CAST(replace(value, '\"Ann\"', '\"ANN\"') AS BLOB) "
            "WHERE shelf = 'accounts'"
        ),
        "office: ",
        "the account 'ANN' is not what was opened for 'Ann'",
    ),
    "a player who works here": (
        said(
            "UPDATE shelves SET value = "
            "CAST(replace(value, '\"player\"', '\"floorperson\"') AS BLOB)"
        ),
        "office: ",
        "is that of a floorperson, but the log made it a player's",
    ),
    "an account that nobody opened": (
        said(
            "INSERT INTO shelves (shelf, name, value) "
            "SELECT 'accounts', 'eve', CAST(replace(value, 'Ann', 'Eve') AS BLOB) FROM shelves "
            "WHERE shelf = 'accounts' AND name = 'ann'"
        ),
        "office: ",
        "the account 'Eve' was never opened",
    ),
    "an account that is gone": (
        said("DELETE FROM shelves WHERE shelf = 'accounts' AND name = 'ann'"),
        "office: ",
        "the account 'ann' was opened and is missing",
    ),
    "a broken fraction": (
        said("UPDATE postings SET rest = '1/x' WHERE stream = 'stud-235' AND version = 1"),
        "stud-235: ",
        "it cannot be read any further",
    ),
}


def test_an_untouched_database_is_in_order() -> None:
    found = audited(played())
    assert found.findings == ()
    assert found.rounds == 8  # closed: five and three, one of those void
    assert found.open_rounds == {RET: 6}
    assert set(found.heads) == {"office", RET, "stud-235"}
    assert found.lines == sum(head.version for head in found.heads.values())
    assert (found.postings > 100, found.accounts > 8) == (True, True)


@pytest.mark.parametrize("what", EDITS)
def test_log_1_an_edit_is_found(what: str, tmp_path: Path) -> None:
    edit, where, sentence = EDITS[what]
    found = audited(edited(tmp_path, edit))
    told = [str(one) for one in found.findings]
    assert any(one.startswith(where) and sentence in one for one in told), told
    assert not found.more


def test_every_thing_that_is_wrong_is_told(tmp_path: Path) -> None:
    def three(db: sqlite3.Connection) -> None:
        posting(20001)(db)
        said("UPDATE snapshots SET version = 5000")(db)
        said("DELETE FROM entries WHERE stream = 'office' AND version = 1")(db)

    told = " ".join(str(one) for one in audited(edited(tmp_path, three)).findings)
    for part in ("cents is 20001", "line 5000", "office, line 1: line 1 is missing"):
        assert part in told


def test_there_is_a_limit(tmp_path: Path) -> None:
    everywhere = said("UPDATE entries SET role = 'auditor'")
    found = audited(edited(tmp_path, everywhere), limit=7)
    assert (len(found.findings), found.more) == (7, True)


def test_guards_that_were_taken_away_are_found(tmp_path: Path) -> None:
    file = copied_to(tmp_path)
    with closing(sqlite3.connect(file)) as db:
        db.execute("DROP TRIGGER postings_delete")
    told = [str(one) for one in audited(file).findings]
    assert told == ["the database no longer refuses DELETE of postings"]


def test_a_table_that_is_gone(tmp_path: Path) -> None:
    def edit(db: sqlite3.Connection) -> None:
        db.execute("DELETE FROM postings WHERE stream = 'stud-235'")
        db.execute("DELETE FROM entries WHERE stream = 'stud-235'")
        db.execute("DELETE FROM answers WHERE stream = 'stud-235'")
        db.execute("DELETE FROM seals WHERE stream = 'stud-235'")
        db.execute("DELETE FROM streams WHERE id = 'stud-235'")
        db.execute("DELETE FROM balances WHERE account LIKE 'stud-235/%'")

    told = [str(one) for one in audited(edited(tmp_path, edit)).findings]
    assert any("the table stud-235 was founded, and is gone" in one for one in told)
    assert any("player:Ann holds" in one for one in told)


def test_recov_3_a_torn_page_is_found(tmp_path: Path) -> None:
    file = copied_to(tmp_path)
    content = bytearray(file.read_bytes())
    at = content.index(b'"type":"SeedOpened"')
    content[at : at + 8] = b"\0" * 8
    file.write_bytes(content)
    assert not audited(file).in_order


# Heads that are kept elsewhere


def test_a_right_head_is_in_order() -> None:
    heads = audited(played()).heads
    anchors = {stream: {head.version: head.hash} for stream, head in heads.items()}
    assert audited(played(), anchors).in_order


def test_a_stream_that_ends_before_its_anchor(tmp_path: Path) -> None:
    head = audited(played()).heads["office"]

    def cut(db: sqlite3.Connection) -> None:
        """The last line of the office never happened: everything fits."""
        last = head.version
        query = "SELECT line FROM entries WHERE stream = 'office' AND version = ?"
        before = hash_of(db.execute(query, (last - 1,)).fetchone()[0])
        db.execute("DELETE FROM entries WHERE stream = 'office' AND version = ?", (last,))
        db.execute(
            "UPDATE streams SET version = ?, head = ? WHERE id = 'office'", (last - 1, before)
        )

    file = edited(tmp_path, cut)
    assert audited(file).in_order
    told = [str(one) for one in audited(file, {"office": {head.version: head.hash}}).findings]
    assert told == [
        f"office, line {head.version}: line {head.version} was anchored elsewhere, and is not there"
    ]


def test_an_anchor_of_no_stream() -> None:
    (one,) = audited(played(), {"table 9": {1: "0" * 64}}).findings
    assert str(one) == "table 9: a head of it was anchored elsewhere, and it is gone"


def test_a_rewritten_history_is_found_by_its_anchor(tmp_path: Path) -> None:
    """Another reason, and a new chain from there on: nothing inside the file shows it."""
    head = audited(played()).heads["stud-235"]
    file = edited(tmp_path, lambda db: rewritten(db, b"a card lay", b"no card lay"))
    assert audited(file).in_order
    found = audited(file, {"stud-235": {head.version: head.hash}})
    assert "the history was rewritten" in str(found.findings[0])


def test_a_rewritten_hand_is_found_by_the_checker(tmp_path: Path) -> None:
    """A pair was a straight, and chain, postings and balances all say so."""
    file = edited(tmp_path, lambda db: rewritten(db, b'"hand":"', b'"hand":"no '))
    told = [str(one) for one in audited(file).findings]
    assert any("SeatSettled is wrong: wagers." in one for one in told), told


def rewritten(db: sqlite3.Connection, old: bytes, new: bytes) -> None:
    """A table's lines with other bytes in them, and a new chain over all of them."""
    prev = BEGINNING
    rows = db.execute("SELECT version, line FROM entries WHERE stream = 'stud-235' ORDER BY 1")
    for version, line in rows.fetchall():
        content = msgspec.json.decode(line)
        line = line.replace(old, new).replace(content["prev"].encode(), prev.encode())
        db.execute(
            "UPDATE entries SET line = ? WHERE stream = 'stud-235' AND version = ?", (line, version)
        )
        prev = hash_of(line)
    db.execute("UPDATE streams SET head = ? WHERE id = 'stud-235'", (prev,))


def test_a_name_with_a_stroke_is_nobody_elses_account() -> None:
    for stream, account in ((RET, "stack:A/B"), (RET, "tray"), ("office", "player:A/B")):
        name = in_store(stream, account)
        assert of_stream(name) == (("", account) if stream == "office" else (stream, account))
    assert in_store(RET, "player:A/B") == "player:A/B"


def test_ledg_6_a_correction_that_is_not_what_the_cards_say() -> None:
    """Nothing is wrong with it, and it is told all the same."""
    found = audited(played())
    assert found.in_order
    (flagged,) = found.corrections
    assert flagged.stream == RET
    assert "ante_1 of seat 2" in flagged.sentence
    assert flagged.sentence.endswith("the dealer misread the hand")
