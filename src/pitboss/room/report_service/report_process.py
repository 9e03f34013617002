"""The program of a process that builds reports.

It opens the room's data for reading, for each report anew. It has no key, so it can open no sealed
seed. The address of a database comes with each task, on standard input: other users of the machine
can see neither that nor the environment.
"""

import asyncio
import sys
from pathlib import Path
from typing import Final

import msgspec

from pitboss.lab.progress import Progress
from pitboss.room.report_service.builder import build_report
from pitboss.room.report_service.report_requests import (
    Report,
    ReportHeader,
    ReportRequest,
    ReportSource,
    ReportTask,
)
from pitboss.room.store.interface import Store, StoreDamaged, StoreFailure
from pitboss.room.store.opening import ReadOnlySqlite, open_postgres_read_only
from pitboss.room.worker_process import load_games, serve

COMMAND: Final = (sys.executable, "-P", "-m", "pitboss.room.report_service.report_process")


def answer(encoded_task: bytes, _: Progress) -> bytes:
    """Return the header and the content of a report."""
    task = msgspec.json.decode(encoded_task, type=ReportTask)
    try:
        report = asyncio.run(_build(task))
    except StoreFailure as failure:
        is_damaged = isinstance(failure, StoreDamaged)
        header = ReportHeader(store_failure=str(failure), is_damaged=is_damaged)
        return msgspec.json.encode(header) + b"\n"
    return msgspec.json.encode(ReportHeader(report.next)) + b"\n" + report.content


async def _build(task: ReportTask) -> Report:
    store = await _open(task.source, task.request)
    try:
        return await build_report(store, task.request)
    finally:
        await store.close()


async def _open(source: ReportSource, request: ReportRequest) -> Store:
    if source.database:
        return await open_postgres_read_only(source.database)
    return ReadOnlySqlite(Path(source.file), frozen=request.needs_one_moment)


if __name__ == "__main__":
    if len(sys.argv) > 2:
        load_games(sys.argv[2])
    serve(answer, int(sys.argv[1]))
