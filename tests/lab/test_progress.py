"""Long work reports an estimate of its duration at the beginning."""

import time

import pytest

from pitboss.lab import progress
from pitboss.lab.progress import duration_text, run_in_threads


def test_long_work_begins_with_an_estimate(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(progress, "MEASURED_SECONDS", 0)
    monkeypatch.setattr(progress, "QUIET_SECONDS", 0.01)
    messages: list[str] = []

    def report(task: str, _: int, total: int) -> None:
        if not total:
            messages.append(task)

    assert run_in_threads("working", lambda _: time.sleep(0.01), range(8), report) == [None] * 8
    (message,) = messages
    assert message.startswith("working: about ")
    run_in_threads("working", lambda _: time.sleep(0.01), range(8), report, announces=False)
    assert len(messages) == 1


def test_short_work_reports_no_estimate() -> None:
    reports: list[int] = []
    run_in_threads("working", abs, range(8), lambda _, __, total: reports.append(total))
    assert set(reports) == {8}


def test_durations_in_words() -> None:
    assert duration_text(41.2) == "about 41 seconds"
    assert duration_text(200) == "about 3 minutes"
