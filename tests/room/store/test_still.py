"""LOG-4: a PostgreSQL in use is read as it is at one moment, without waiting for silence."""

import asyncio
from contextlib import suppress
from datetime import UTC, datetime

import pytest

from pitboss.room.audit.auditor import audit
from pitboss.room.back_office import BackOffice
from pitboss.room.back_office_events import BackedUp
from pitboss.room.reports.store_reports import reconcile_day
from pitboss.room.store.interface import BACK_OFFICE, StoreUnavailable
from pitboss.room.store.opening import AuditableStore, open_read_only, read_only_view
from tests.room.store.places import PostgresPlace


def clock() -> datetime:
    return datetime(2026, 11, 17, 12, tzinfo=UTC)


async def test_log_4_an_audit_of_a_busy_database_sees_one_moment(
    postgres_place: PostgresPlace,
) -> None:
    async with postgres_place.store() as store:
        office = BackOffice(store, clock)
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
                reader = await open_read_only(*postgres_place.named)
                assert isinstance(reader, AuditableStore)
                before = [item.head for item in await reader.streams()]
                seen = written
                while written < seen + 20:
                    await asyncio.sleep(0.01)
                result = await audit(reader)
                assert result.findings == ()
                assert result.heads[BACK_OFFICE] == before[0]
                assert (await reconcile_day(reader, "2026-11-17")).breaks == ()
                assert [item.head for item in await reader.streams()] == before
                with pytest.raises(StoreUnavailable, match="reading only"):
                    await reader.check_writable()
                await reader.close()
                async with read_only_view(store) as moment:
                    assert (await moment.streams())[0].head.version > before[0].version
        finally:
            writing.cancel()
            with suppress(asyncio.CancelledError):
                await writing


async def test_log_4_guards_that_were_taken_away_are_found(postgres_place: PostgresPlace) -> None:
    async with postgres_place.store() as store:
        await BackOffice(store, clock).start()
        reader = await open_read_only(*postgres_place.named)
        assert await reader.flaws() == []  # type: ignore[attr-defined]
        await reader.close()
        rows = await postgres_place.raw(
            "SELECT trigger_name FROM information_schema.triggers "
            "WHERE event_object_table = 'postings' AND event_manipulation = 'UPDATE'"
        )
        for (name,) in rows:
            await postgres_place.raw(f"DROP TRIGGER {name} ON postings")
        reader = await open_read_only(*postgres_place.named)
        result = await audit(reader)
        await reader.close()
    progress = [finding.sentence for finding in result.findings]
    assert "the database no longer refuses UPDATE of postings" in progress
