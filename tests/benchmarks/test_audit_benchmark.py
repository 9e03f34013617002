"""The benchmark of the audit: every run reads the lines that it should."""

import pytest

from benchmarks.room.audit import measure_audit
from pitboss.lab.progress import no_progress


@pytest.mark.slow
def test_audit_benchmark_reads_every_line() -> None:
    rates = measure_audit(1500, 2, no_progress)
    assert rates.one_process.lines == rates.all_cores.lines >= 1500
    assert 0 < rates.since.lines < rates.all_cores.lines
    assert rates.all_cores.lines_per_second > 0
