"""What holds for every test: the order they run in, and how Hypothesis searches."""

import pytest
from hypothesis import settings

# A slow machine is no failure, and a failure found by chance must be found again by anyone.
settings.register_profile("pitboss", deadline=None, print_blob=True)
settings.load_profile("pitboss")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Run what is marked `slow` last: a mistake should show in the first seconds."""
    items.sort(key=lambda item: item.get_closest_marker("slow") is not None)
