"""Histograms of waits, compared with those of the Prometheus client library."""

import prometheus_client
from hypothesis import given
from hypothesis import strategies as st

from pitboss.room.http.routes.operations import LatencyCollector
from pitboss.room.metrics import HISTOGRAMS, Histogram

BOUNDS = (0.001, 0.5, 1, 64)


@given(st.lists(st.one_of(st.floats(0, 100), st.sampled_from(BOUNDS))))
def test_a_histogram_counts_as_prometheus_does(values: list[float]) -> None:
    ours = Histogram("h", "text", BOUNDS)
    theirs = prometheus_client.Histogram("h", "text", buckets=BOUNDS, registry=None)
    for value in values:
        ours.observe(value)
        theirs.observe(value)
    (family,) = theirs.collect()
    samples = [item for item in family.samples if item.name == "h_bucket"]
    assert ours.buckets() == [(item.labels["le"], item.value) for item in samples]
    assert ours.count == len(values)
    assert ours.sum == next(item.value for item in family.samples if item.name == "h_sum")


def test_every_histogram_is_shown() -> None:
    names = [family.name for family in LatencyCollector().collect()]
    assert names == [item.name for item in HISTOGRAMS]
    assert len(set(names)) == len(names)
