"""LOG-4: who works here and who invited whom is read at one moment, in one statement."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from pitboss.room.people.accounts import AccountRole
from pitboss.room.store.sqlite import SqliteStore
from tests.room.http.houses import House


@pytest.mark.parametrize("path", ["/api/accounts", "/api/proposals"])
async def test_log_4_staff_is_listed_by_one_statement(
    path: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with House(tmp_path) as house:
        boss = await house.comes("Boss", AccountRole.ADMINISTRATOR)
        await house.comes("Flo", AccountRole.FLOORPERSON)
        for _ in range(2):
            await boss.post("/api/invitations", {"part": "dealer"})
        await boss.get("/api/me")  # who asks is known from now on
        house.room.account_service._drop_cached("flo")
        statements: list[str] = []
        read = SqliteStore._read

        async def counted(
            store: SqliteStore, statement: str, *given: object
        ) -> Sequence[tuple[object, ...]]:
            statements.append(statement)
            return await read(store, statement, *given)

        monkeypatch.setattr(SqliteStore, "_read", counted)
        listed = (await boss.get(path)).json()
        assert len(listed) == 2
        assert len(statements) == 1, statements
