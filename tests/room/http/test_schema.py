"""Schemathesis over the whole API: no 5xx, and every answer is what the description says."""

from collections.abc import Iterator
from itertools import cycle
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings

from pitboss.room.http.app import create_app
from tests.room.http.served import Served

described = create_app(None).openapi()  # type: ignore[arg-type]
Case = schemathesis.Case[Any]
schema = schemathesis.openapi.from_dict(described)


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with Served(tmp_path_factory.mktemp("room")) as result:
        yield result


@pytest.fixture
def tokens(served: Served) -> Iterator[str]:
    """Of one in every part, one after the other."""
    people = served.run(served.house.everybody())
    return cycle(caller.token for caller in people.values())


def bounded(examples: int) -> settings:
    return settings(
        max_examples=examples,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.explicit, Phase.generate),
    )


@pytest.mark.slow
@schema.parametrize()
@bounded(15)
def test_every_answer_is_as_described(case: Case, served: Served, tokens: Iterator[str]) -> None:
    headers = {"Authorization": f"Bearer {next(tokens)}"}
    case.call_and_validate(base_url=served.address, headers=headers)


@pytest.mark.soak
@schema.parametrize()
@bounded(400)
def test_every_answer_is_as_described_in_a_long_run(
    case: Case, served: Served, tokens: Iterator[str]
) -> None:
    headers = {"Authorization": f"Bearer {next(tokens)}"}
    case.call_and_validate(base_url=served.address, headers=headers)
