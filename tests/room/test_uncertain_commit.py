"""LEDG-2: during an uncertain commit, every client is told within a second to try again.

A retry under the same key then gets the response of what was really committed.
"""

import asyncio
from pathlib import Path

import httpx
import pytest

from pitboss.errors import Refused
from pitboss.room.requests import Request
from pitboss.room.store.interface import Batch, CommitUncertain
from pitboss.table import commands as c
from tests.room.http.in_process_room import PASSWORD, TABLE, InProcessRoom
from tests.room.test_failures import block_writes, sqlite_of

SECOND = 1.0


async def answer_in_time(request: "asyncio.Future[httpx.Response]") -> httpx.Response:
    began = asyncio.get_running_loop().time()
    answer = await request
    assert asyncio.get_running_loop().time() - began < SECOND
    return answer


def assert_try_again(answer: httpx.Response) -> None:
    body = answer.json()
    assert (answer.status_code, body["code"]) == (503, "try_again")
    assert "try again" in body["error"]
    assert answer.headers["Retry-After"] == "1"


async def test_ledg_2_a_slow_commit(tmp_path: Path) -> None:
    """One request waits in the commit, another behind it; both take effect once in the end."""
    async with InProcessRoom(tmp_path) as house:
        ann, bob = await house.sign_in("Ann"), await house.sign_in("Bob")
        await ann.execute(c.TakeSeat(1))
        await bob.execute(c.TakeSeat(2))
        with block_writes(sqlite_of(house)):
            first = asyncio.ensure_future(
                answer_in_time(asyncio.ensure_future(ann.execute(c.BuyIn(500), "a")))
            )
            await asyncio.sleep(0.2)
            second = await answer_in_time(asyncio.ensure_future(bob.execute(c.BuyIn(700), "b")))
            assert_try_again(await first)
            assert_try_again(second)
            assert (await first).json()["uncertain"] is True
            assert "uncertain" not in second.json()
            async with ann.socket() as socket:
                frame = await socket.execute(c.BuyIn(500), "a")
                assert (frame["status"], frame["code"]) == (503, "try_again")
        assert (await ann.execute(c.BuyIn(500), "a")).json()["again"] is True
        assert (await bob.execute(c.BuyIn(700), "b")).json()["again"] is False
        state = house.actor().committed_state
        assert (state.chips("Ann"), state.chips("Bob")) == (500, 700)


async def test_ledg_2_a_sign_up_during_a_slow_commit(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        anybody, key = house.caller(), {"Idempotency-Key": "k" * 16}
        body = {"name": "Eve", "password": PASSWORD}
        with block_writes(sqlite_of(house)):
            request = anybody.post("/api/accounts", body, **key)
            assert_try_again(await answer_in_time(asyncio.ensure_future(request)))
        async with asyncio.timeout(5):
            answer = await anybody.post("/api/accounts", body, **key)
        assert (answer.status_code, answer.json()["name"]) == (201, "Eve")
        names = [item.name for item in await house.room.account_service.accounts()]
        assert names == ["Eve"]


@pytest.mark.parametrize("is_done", [True, False])
async def test_ledg_2_a_commit_of_unknown_outcome(
    is_done: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The store fails and cannot be read for a while; no client hangs meanwhile."""
    async with InProcessRoom(tmp_path) as house:
        ann, bob = await house.sign_in("Ann"), await house.sign_in("Bob")
        await ann.execute(c.TakeSeat(1))
        await bob.execute(c.TakeSeat(2))
        append = house.store.append

        async def unclear(batch: Batch) -> None:
            if is_done:
                await append(batch)
            raise CommitUncertain("the connection was lost during a commit")

        async def unread(*_: object) -> None:
            raise CommitUncertain("it cannot be reached")

        with monkeypatch.context() as patch:
            patch.setattr(house.store, "append", unclear)
            patch.setattr(house.store, "snapshot", unread)
            first = await answer_in_time(asyncio.ensure_future(ann.execute(c.BuyIn(500), "a")))
            assert (first.status_code, first.json()["code"]) == (503, "try_again")
            await asyncio.sleep(0.4)
            assert_try_again(
                await answer_in_time(asyncio.ensure_future(bob.execute(c.BuyIn(700), "b")))
            )
        async with asyncio.timeout(10):
            while (again := await ann.execute(c.BuyIn(500), "a")).status_code == 503:
                await asyncio.sleep(0.1)
        assert again.json()["again"] is is_done
        assert (await bob.execute(c.BuyIn(700), "b")).json()["again"] is False
        assert house.actor().committed_state.chips("Ann") == 500


# A request in a batch does not affect its neighbors


async def test_ledg_1_one_overdrawn_request_among_thirty(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All are handled together, only that one is refused, and there is one transaction."""
    async with InProcessRoom(tmp_path) as house:
        ann = await house.sign_in("Ann")
        await ann.execute(c.TakeSeat(1))
        store = sqlite_of(house)
        batches: list[Batch] = []
        commit = store._commit

        def counting_commit(jobs):  # type: ignore[no-untyped-def]
            batches.extend(job for job in jobs if isinstance(job, Batch) and job.stream == TABLE)
            return commit(jobs)

        monkeypatch.setattr(store, "_commit", counting_commit)
        commands = [c.BuyIn(10**9 if number == 7 else 100) for number in range(30)]
        actor, account = house.actor(), await house.account("Ann")
        requests = [
            Request(account.person, command, account.key, f"k{number}")
            for number, command in enumerate(commands)
        ]
        outcomes = await asyncio.gather(*map(actor.submit, requests), return_exceptions=True)
        assert [number for number, item in enumerate(outcomes) if isinstance(item, Refused)] == [7]
        assert "balance is too low" in str(outcomes[7])
        assert len(batches) == 1
        assert house.actor().committed_state.chips("Ann") == 2900


async def test_ledg_2_repeated_keys_among_others(tmp_path: Path) -> None:
    """After a restart, requests that were answered before do not break up a batch."""
    async with InProcessRoom(tmp_path) as house:
        ann = await house.sign_in("Ann")
        await ann.execute(c.TakeSeat(1))
        await ann.execute(c.BuyIn(100), "k3")
    async with InProcessRoom(tmp_path) as house:
        actor, account, head = house.actor(), await house.account("Ann"), house.actor().head
        requests = [
            Request(account.person, c.BuyIn(100), account.key, f"k{n // 2}") for n in range(20)
        ]
        outcomes = await asyncio.gather(*map(actor.submit, requests))
        assert sum(item.again for item in outcomes) == 11
        assert actor.committed_state.chips("Ann") == 1000
        assert actor.head.version == head.version + 9


async def test_ledg_1_money_that_was_spent_elsewhere_in_the_meantime(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """If the balance is spent at another table meanwhile, the command is handled again."""
    async with InProcessRoom(tmp_path, games={TABLE: "stud-235", "other": "stud-235"}) as house:
        ann = await house.sign_in("Ann")
        await ann.execute(c.TakeSeat(1))
        await ann.execute(c.TakeSeat(1), table="other")
        balances, is_spent = house.store.balances_of, False

        async def spend(accounts: list[str]) -> object:
            nonlocal is_spent
            result = await balances(accounts)
            if not is_spent:
                is_spent = True
                assert (await ann.execute(c.BuyIn(900_00), table="other")).status_code == 200
            return result

        monkeypatch.setattr(house.store, "balances_of", spend)
        actor, account = house.actor(), await house.account("Ann")
        requests = [
            Request(account.person, c.BuyIn(cents), account.key, f"k{cents}")
            for cents in (60_00, 500_00, 40_00)
        ]
        outcomes = await asyncio.gather(*map(actor.submit, requests), return_exceptions=True)
        assert [isinstance(item, Refused) for item in outcomes] == [False, True, False]
        assert actor.committed_state.chips("Ann") == 100_00
