"""LOG-4: a PostgreSQL in use is read as it is at one moment, without waiting for silence."""

import asyncio
from contextlib import suppress
from datetime import UTC, datetime

import pytest

from pitboss.room.audit import audit
from pitboss.room.office import Office
from pitboss.room.office_events import BackedUp
from pitboss.room.reading import Laid, open_to_read
from pitboss.room.reports import reconciled
from pitboss.room.reports.still import still
from pitboss.room.store.shape import OFFICE, Unavailable
from tests.room.store.places import PostgresPlace


def clock() -> datetime:
    return datetime(2026, 11, 17, 12, tzinfo=UTC)


async def test_log_4_an_audit_of_a_busy_database_sees_one_moment(
    postgres_place: PostgresPlace,
) -> None:
    async with postgres_place.store() as store:
        office = Office(store, clock)
        await office.start()
        written = 0

        async def write_without_a_pause() -> None:
            nonlocal written
            while True:
                await office.write(BackedUp(f"copy {written}"))
                written += 1

        writing = asyncio.create_task(write_without_a_pause())
        try:
            while written < 20:
                await asyncio.sleep(0.01)
            async with asyncio.timeout(60):
                reader = await open_to_read(*postgres_place.named)
                assert isinstance(reader, Laid)
                before = [one.head for one in await reader.streams()]
                seen = written
                while written < seen + 20:
                    await asyncio.sleep(0.01)
                found = await audit(reader)
                assert found.findings == ()
                assert found.heads[OFFICE] == before[0]
                assert (await reconciled(reader, "2026-11-17")).breaks == ()
                assert [one.head for one in await reader.streams()] == before
                with pytest.raises(Unavailable, match="read only"):
                    await reader.ready()
                await reader.close()
                async with still(store) as moment:
                    assert (await moment.streams())[0].head.version > before[0].version
        finally:
            writing.cancel()
            with suppress(asyncio.CancelledError):
                await writing


async def test_log_4_guards_that_were_taken_away_are_found(postgres_place: PostgresPlace) -> None:
    async with postgres_place.store() as store:
        await Office(store, clock).start()
        reader = await open_to_read(*postgres_place.named)
        assert await reader.flaws() == []  # type: ignore[attr-defined]
        await reader.close()
        rows = await postgres_place.raw(
            "SELECT trigger_name FROM information_schema.triggers "
            "WHERE event_object_table = 'postings' AND event_manipulation = 'UPDATE'"
        )
        for (name,) in rows:
            await postgres_place.raw(f"DROP TRIGGER {name} ON postings")
        reader = await open_to_read(*postgres_place.named)
        found = await audit(reader)
        await reader.close()
    told = [one.sentence for one in found.findings]
    assert "the database no longer refuses UPDATE of postings" in told
