"""The search for rounds finds what a search through all of them finds, on both databases."""

import random
from collections.abc import Sequence
from itertools import pairwise

from pitboss.room.store import sql
from pitboss.room.store.interface import (
    HistoryRow,
    IndexRows,
    RoundFilter,
    RoundMark,
    RoundPlace,
    RoundRow,
    Store,
)
from pitboss.room.store.round_search import CORRECTION, MAX_SCANNED, staff_mark
from pitboss.room.table_index import ROUND, marks_of
from tests.room.store.store_locations import StoreLocation

TABLES = ("a", "b", "c")
PEOPLE = ("ann", "annabel", "bob", "cy")
STAFF = ("dee", "deedee", "flo")
Item = tuple[RoundPlace, RoundRow, str]
"""A place in the order of a search, the round there, and the staff of a correction if it is one."""


def random_rooms(chance: random.Random, rounds: int) -> dict[str, IndexRows]:
    """Return the index of three tables whose rounds were closed at some of the same times."""
    indexes = {}
    for table in TABLES:
        rows, marks, history = [], [], []
        second, version = 0, 0
        for number in range(1, rounds + 1):
            second, version = second + chance.randrange(1, 3), version + chance.randrange(9, 20)
            at = f"2026-11-{16 + second // 3600:02}T{second % 3600 // 60:02}:{second % 60:02}:00Z"
            players = sorted(chance.sample(PEOPLE, chance.randrange(1, 3)))
            row = RoundRow(
                number,
                version - 8,
                version,
                at,
                at,
                chance.random() < 0.1,
                1500,
                2000,
                chance.choice((0, 500, 1000, 1001, 99_999, 100_000, 10**19)),
                int(chance.random() < 0.1),
                int(chance.random() < 0.1),
                tuple(players),
                tuple(sorted(chance.sample(STAFF, chance.randrange(0, 3)))),
            )
            row = row if row.largest_credit < 10**19 else _with_credit(row, 9 * 10**17)
            rows.append(row)
            marks += marks_of(row)
            history += [HistoryRow(name, at, version, ROUND, b"{}") for name in players]
            history.append(HistoryRow("ann", at, version - 1, "exchange", b"{}"))
            if chance.random() < 0.1:
                version += 1
                corrected_round = chance.randrange(1, number + 1)
                names = (CORRECTION, staff_mark("flo"), staff_mark("dee"))
                marks += [RoundMark(name, at, version, corrected_round) for name in names]
        indexes[table] = IndexRows(rows, marks, history)
    return indexes


def _with_credit(row: RoundRow, cents: int) -> RoundRow:
    values = {name: getattr(row, name) for name in row.__struct_fields__}
    return RoundRow(**{**values, "largest_credit": cents})


def expected(indexes: dict[str, IndexRows], query: RoundFilter) -> list[Item]:
    """Return what a search finds, by looking at every round."""
    items: list[Item] = []
    for table, index in indexes.items():
        rows = {row.round: row for row in index.rounds}
        corrections = [mark for mark in index.marks if mark.mark == CORRECTION]
        if not query.has_correction:
            items += [
                (RoundPlace(row.closed_at, table, row.last_version), row, "")
                for row in index.rounds
            ]
        has_mark = {
            (mark.at, mark.version) for mark in index.marks if mark.mark == staff_mark(query.staff)
        }
        other_marks = query.is_void or query.has_jackpot or query.has_incident
        is_by_staff = query.staff and not (other_marks or query.player or query.minimum)
        if query.has_correction or is_by_staff:
            items += [
                (
                    RoundPlace(mark.at, table, mark.version),
                    rows[mark.round],
                    query.staff if (mark.at, mark.version) in has_mark else "",
                )
                for mark in corrections
            ]
    result = [item for item in items if _matches(item, query)]
    if not query.has_correction:
        # Without corrections asked for, one is found only through whoever signed it.
        result = [item for item in result if item[0].version == item[1].last_version or item[2]]
    return sorted(result, key=lambda i: (i[0].at, i[0].stream, i[0].version), reverse=True)


def _matches(item: Item, query: RoundFilter) -> bool:
    place, row, signer = item
    return (
        (not query.tables or place.stream in query.tables)
        and place.at >= query.start
        and (not query.end or place.at < query.end)
        and (not query.player or query.player in row.players)
        and (not query.staff or query.staff in row.staff or query.staff == signer)
        and row.largest_credit >= query.minimum
        and (not query.has_incident or row.incidents > 0)
        and (not query.has_jackpot or row.jackpots > 0)
        and (not query.is_void or row.is_void)
    )


async def fill(store: Store, indexes: dict[str, IndexRows]) -> None:
    for table, index in indexes.items():
        await store.create_stream(table, "table", table, {})
        await store.extend_index(table, index, {}, is_complete=True)


async def all_pages(store: Store, query: RoundFilter, limit: int) -> list[tuple[RoundPlace, int]]:
    result, after = list[tuple[RoundPlace, int]](), None
    while True:
        page = await store.search_rounds(query, after=after, limit=limit)
        assert len(page.rounds) <= limit
        result += [(match.place, match.row.round) for match in page.rounds]
        if page.next is None:
            return result
        assert after is None or _key(page.next) < _key(after), "a page goes on"
        after = page.next


def _key(place: RoundPlace) -> tuple[str, str, int]:
    return place.at, place.stream, place.version


def random_filter(chance: random.Random, places: Sequence[RoundPlace]) -> RoundFilter:
    def maybe(value: object, empty: object, share: float = 0.3) -> object:
        return value if chance.random() < share else empty

    times = sorted(chance.choice(places).at for _ in range(2))
    return RoundFilter(
        tables=maybe(tuple(chance.sample(TABLES, chance.randrange(1, 3))), ()),  # type: ignore[arg-type]
        start=maybe(times[0], ""),  # type: ignore[arg-type]
        end=maybe(times[1], ""),  # type: ignore[arg-type]
        player=maybe(chance.choice(PEOPLE), ""),  # type: ignore[arg-type]
        staff=maybe(chance.choice(STAFF), ""),  # type: ignore[arg-type]
        minimum=maybe(chance.choice((1, 100, 1000, 1001, 100_000, 10**18)), 0),  # type: ignore[arg-type]
        has_incident=chance.random() < 0.15,
        has_jackpot=chance.random() < 0.15,
        has_correction=chance.random() < 0.15,
        is_void=chance.random() < 0.15,
    )


async def test_every_search_finds_what_a_scan_finds(place: StoreLocation) -> None:
    chance = random.Random(1)
    indexes = random_rooms(chance, 60)
    places = [item[0] for item in expected(indexes, RoundFilter())]
    assert all(_key(a) > _key(b) for a, b in pairwise(places))
    async with place.store() as store:
        await fill(store, indexes)
        sizes = set()
        for _ in range(150):
            query = random_filter(chance, places)
            result = await all_pages(store, query, chance.choice((1, 7, 500)))
            scan = [(item[0], item[1].round) for item in expected(indexes, query)]
            assert result == scan, query
            sizes.add(len(scan))
        assert len(sizes) > 15, "the filters were of all kinds"


async def test_a_rare_combination_is_found_over_several_pages(place: StoreLocation) -> None:
    """Each page looks at a bounded number of rounds, and the next one goes on where it ended."""
    rows = [
        RoundRow(n, 10 * n, 10 * n + 9, f"{n:09}", f"{n:09}", False, 1, 1, 1500, 0, 0, ("ann",))
        for n in range(1, 2 * MAX_SCANNED + 10)
    ]
    rows[0] = _with_credit(rows[0], 2500)
    marks = [mark for row in rows for mark in marks_of(row)]
    history = [HistoryRow("ann", row.closed_at, row.last_version, ROUND, b"{}") for row in rows]
    async with place.store() as store:
        await fill(store, {"a": IndexRows(rows, marks, history)})
        query, pages, after = RoundFilter(player="ann", minimum=2000), list[int](), None
        while not pages or after is not None:
            page = await store.search_rounds(query, after=after, limit=50)
            pages.append(len(page.rounds))
            after = page.next
        assert pages == [0, 0, 1]


async def test_the_index_of_a_stream_is_cleared_with_its_marks(place: StoreLocation) -> None:
    async with place.store() as store:
        await fill(store, random_rooms(random.Random(2), 5))
        await store.clear_index("a")
        page = await store.search_rounds(RoundFilter(minimum=1), limit=100)
        assert {match.place.stream for match in page.rounds} == {"b", "c"}
        assert not await place.raw("SELECT 1 FROM round_marks WHERE stream = 'a'")
    assert sql.split_names(sql.join_names(PEOPLE)) == PEOPLE
    assert sql.split_names(sql.join_names(())) == ()
