"""Accounts hold exactly what was posted to them, and balances never go below zero."""

import asyncio
from contextlib import nullcontext
from fractions import Fraction
from random import Random

import pytest

from pitboss.room.store import Batch, Conflict, Overdraft, Store, StoredPosting
from pitboss.table.ledger import Cents
from tests.room.store.sample_batches import (
    check_store,
    count,
    create_streams,
    line_batch,
    lines_of,
    payment_batch,
)
from tests.room.store.store_locations import StoreLocation


async def test_no_balance_is_negative(place: StoreLocation) -> None:
    async with place.store() as store:
        await create_streams(store, "t", "u")
        await store.append(payment_batch("t", 0, 100))
        with pytest.raises(Overdraft):
            await store.append(
                line_batch("t", 1, shared_changes={"player:Ann": -101, "house": 101})
            )
        assert await store.balance("player:Ann") == 100
        assert await store.balance("house") == -100
        both = [
            line_batch(table, version, shared_changes={"player:Ann": -60, "house": 60})
            for table, version in (("t", 1), ("u", 0))
        ]
        outcomes = await asyncio.gather(*map(store.append, both), return_exceptions=True)
        assert count(outcomes, Overdraft) == 1
        assert await store.balance("player:Ann") == 40
        assert len(await lines_of(store, "t")) + len(await lines_of(store, "u")) == 2


async def test_ledg_1_a_later_credit_does_not_pay_for_an_earlier_debit(
    place: StoreLocation,
) -> None:
    async with place.store() as store:
        await create_streams(store, "t")
        await store.append(payment_batch("t", 0, 100))
        early = [("player:Ann", -101), ("house", 101), ("house", -101), ("player:Ann", 101)]
        with pytest.raises(Overdraft):
            await store.append(line_batch("t", 1, shared_changes=early))
        await store.append(line_batch("t", 1, shared_changes=[*early[2:], *early[:2]]))
        assert await store.balance("player:Ann") == 100


@pytest.mark.parametrize(
    ("account", "may"),
    [
        ("house", True),
        ("t/house", True),
        ("t/tray", False),
        ("t/stack:Ann", False),
        ("t/meter:major", False),
        ("player:Ann", False),
        ("player:Ann/house", False),  # the name alone does not make an account the house's
        ("t/stack:Ann/house", False),
        ("t/stack:house", False),
    ],
)
async def test_only_the_house_can_be_negative(
    place: StoreLocation, account: str, may: bool
) -> None:
    async with place.store() as store:
        await create_streams(store, "t")
        for overdraft in (
            Batch("t", 0, "", balances={account: -1}),
            Batch("t", 0, "", balances={account: Fraction(-1, 2)}),
            Batch("t", 0, "", shared_changes=[(account, -1)]),
        ):
            with nullcontext() if may else pytest.raises(Overdraft):
                await store.append(overdraft)
        assert await store.balance(account) == (Fraction(-3, 2) if may else 0)


@pytest.mark.parametrize(
    "cents",
    [0, 1, 10**15, Fraction(1, 3), Fraction(10**15) + Fraction(1, 7**20), Fraction(4, 2)],
)
async def test_fractions_of_cents_are_exact(place: StoreLocation, cents: Cents) -> None:
    async with place.store() as store:
        await create_streams(store, "t")
        posting = StoredPosting(1, 0, "house", "meter:major", cents, "posted", "")
        balances = {"t/house": -cents, "t/meter:major": cents}
        await store.append(line_batch("t", 0, postings=[posting], balances=balances))
        got = [item async for some in store.postings("t") for item in some]
        assert got[0].cents == cents
        assert await store.balance("t/meter:major") == cents
        assert await store.balance("t/house") == -cents


async def test_balance_overflow_is_refused(place: StoreLocation) -> None:
    """Balances are 64-bit integers: a sum beyond them is refused, not rounded."""
    async with place.store() as store:
        await create_streams(store, "t")
        most = 1 << 62
        await store.append(payment_batch("t", 0, most - 1))
        await store.append(payment_batch("t", 1))
        for more in (1, most):
            with pytest.raises(ValueError, match=r"count|stored"):
                await store.append(payment_batch("t", 2, more, to="player:Ann"))
        assert await store.balance("player:Ann") == most
        await check_store(store)


async def test_empty_accounts_are_not_listed(place: StoreLocation) -> None:
    async with place.store() as store:
        await create_streams(store, "t")
        await store.append(line_batch("t", 0, balances={"t/tray": 5, "t/escrow:1": 0}))
        await store.append(payment_batch("t", 1, 3))
        await store.append(line_batch("t", 2, shared_changes={"player:Ann": -3, "player:Ben": 3}))
        assert await store.balances() == {"house": -3, "player:Ben": 3, "t/tray": 5}
        assert await store.balances("player:") == {"player:Ben": 3}
        assert await store.balances("t/") == {"t/tray": 5}


async def test_two_writers_never_wait_for_each_other(place: StoreLocation) -> None:
    """They move money between the same people in opposite orders, next to one that is refused."""
    people = [f"player:{n}" for n in range(10)]
    tables = [f"{side}{n}" for side in "ab" for n in range(10)]

    async def move(store: Store, side: str, names: list[str], version: int) -> None:
        outcomes = await asyncio.gather(
            store.append(line_batch("nowhere", 0)),
            *(
                store.append(line_batch(f"{side}{n}", version, shared_changes={to: 1}))
                for n, to in enumerate(names)
            ),
            return_exceptions=True,
        )
        assert [item for item in outcomes if not isinstance(item, Conflict)] == [None] * len(names)

    async with place.store() as store, place.store() as other:
        await create_streams(store, "office", *tables)
        await store.append(line_batch("office", 0, shared_changes=dict.fromkeys(people, 1)))
        for version in range(5):
            await asyncio.gather(
                move(store, "a", people, version), move(other, "b", people[::-1], version)
            )
        assert await store.balances() == dict.fromkeys(people, 11)


async def test_money_is_conserved_under_load(place: StoreLocation) -> None:
    """LEDG-1: tables move chips of the same few players at once, like Jepsen's bank test."""
    people = [f"player:{name}" for name in ("Ann", "Ben", "Cy")]
    tables = [f"t{n}" for n in range(8)]
    each, rounds = 100, 15
    refused = looks = 0

    async def play(store: Store, table: str, chance: Random) -> None:
        nonlocal refused
        tray = version = 0
        for _ in range(rounds):
            person, sum_ = chance.choice(people), chance.randint(-60, 60)
            if tray + sum_ < 0:
                sum_ = -tray
            changes = {person: -sum_} if sum_ else {}
            batch = line_batch(
                table, version, balances={f"{table}/tray": tray + sum_}, shared_changes=changes
            )
            try:
                await store.append(batch)
            except Overdraft:
                refused += 1
            else:
                tray, version = tray + sum_, version + 1

    async def look(store: Store, playing: asyncio.Future[list[None]]) -> None:
        nonlocal looks
        while not playing.done():
            balances = await store.balances()
            assert sum(balances.values()) == 0
            assert all(cents > 0 for account, cents in balances.items() if account != "house")
            looks += 1

    async with place.store() as store, place.store() as other:
        await create_streams(store, "office", *tables)
        gifts = dict.fromkeys(people, each)
        await store.append(
            line_batch("office", 0, 0, shared_changes={"house": -each * len(people), **gifts})
        )
        playing = asyncio.gather(
            *(play((store, other)[n % 2], table, Random(n)) for n, table in enumerate(tables))
        )
        await asyncio.gather(playing, *(look(item, playing) for item in (store, other)))
        assert refused
        assert looks
        balances = await store.balances()
        assert sum(balances.values()) == 0


async def test_ledg_1_only_an_empty_account_is_closed(place: StoreLocation) -> None:
    async with place.store() as store:
        await create_streams(store, "t", "u")
        await store.append(payment_batch("t", 0, 100))
        back = {"player:Ann": -60, "house": 60}
        with pytest.raises(Conflict):
            await store.append(
                line_batch("t", 1, shared_changes=back, closed_accounts=["player:Ann"])
            )
        assert await store.balance("player:Ann") == 100
        assert len(await lines_of(store, "t")) == 1
        await store.append(line_batch("t", 1, shared_changes=back))
        rest = {"player:Ann": -40, "house": 40}
        closing = line_batch("t", 2, shared_changes=rest, closed_accounts=["player:Ann"])
        other = payment_batch("u", 0, 7, to="player:Bob")
        await asyncio.gather(store.append(closing), store.append(other))
        assert await place.raw("SELECT account, whole FROM balances ORDER BY account") == [
            ("house", -7),
            ("player:Bob", 7),
        ]


async def test_ledg_1_a_gift_at_the_same_moment_keeps_an_account_open(place: StoreLocation) -> None:
    async with place.store() as store:
        await create_streams(store, "t", "u")
        await store.append(payment_batch("t", 0, 100))
        back = {"player:Ann": -100, "house": 100}
        closing = line_batch("t", 1, shared_changes=back, closed_accounts=["player:Ann"])
        outcomes = await asyncio.gather(
            store.append(payment_batch("u", 0, 5)), store.append(closing), return_exceptions=True
        )
        assert count(outcomes, Conflict) == 1
        assert await store.balance("player:Ann") == 105
