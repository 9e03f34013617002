"""Schemathesis over the whole API: no 5xx, and every response matches its schema."""

from collections.abc import Iterator
from itertools import cycle
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings

from pitboss.room.http.app import create_app
from tests.room.http.threaded_server import ThreadedServer

api_schema = create_app(None).openapi()  # type: ignore[arg-type]
Case = schemathesis.Case[Any]
schema = schemathesis.openapi.from_dict(api_schema)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ThreadedServer]:
    with ThreadedServer(tmp_path_factory.mktemp("room")) as result:
        yield result


@pytest.fixture
def tokens(server: ThreadedServer) -> Iterator[str]:
    """Return a session token for every role."""
    people = server.run(server.house.everybody())
    return cycle(caller.token for caller in people.values())


def example_settings(examples: int) -> settings:
    return settings(
        max_examples=examples,
        suppress_health_check=list(HealthCheck),
        phases=(Phase.explicit, Phase.generate),
    )


@pytest.mark.slow
@schema.parametrize()
@example_settings(8)
def test_every_response_matches_the_schema(
    case: Case, server: ThreadedServer, tokens: Iterator[str]
) -> None:
    headers = {"Authorization": f"Bearer {next(tokens)}"}
    case.call_and_validate(base_url=server.address, headers=headers)


@pytest.mark.soak
@schema.parametrize()
@example_settings(400)
def test_every_response_matches_the_schema_in_a_long_run(
    case: Case, server: ThreadedServer, tokens: Iterator[str]
) -> None:
    headers = {"Authorization": f"Bearer {next(tokens)}"}
    case.call_and_validate(base_url=server.address, headers=headers)
