"""FAIR-8: the client library detects a proxy that changes data, and places no wager."""

from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from pitboss.client.client import Client, TableClient
from pitboss.client.promises import BrokenPromise
from pitboss.errors import Refused
from pitboss.room.people.accounts import AccountRole
from pitboss.table import commands as c
from tests.room.http.in_process_room import PASSWORD, TABLE
from tests.room.http.threaded_server import ThreadedServer, at_version

Json = dict[str, Any]
Lie = Callable[[Json], None]


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ThreadedServer]:
    with ThreadedServer(tmp_path) as result:
        yield result


def reverse_field(key: str) -> Lie:
    def lie(round_: Json) -> None:
        if round_.get(key):
            round_[key] = round_[key][::-1]

    return lie


def later_promise(round_: Json) -> None:
    if round_.get("phase", "bets are open") != "bets are open":
        round_["root"] = "ab" * 32


def own_entropy(round_: Json) -> None:
    for item in round_.get("contributions") or ():
        item["entropy"] = "zeros"


def no_entropy(round_: Json) -> None:
    if "contributions" in round_:
        round_["contributions"] = []


def no_seed(round_: Json) -> None:
    if "seed" in round_:
        round_["seed"] = ""


def other_face(proofs: Json) -> None:
    if "dealt" in proofs and proofs["cards"]:
        was = proofs["cards"][0]["card"]
        proofs["cards"][0]["card"] = ("2" if was[0] != "2" else "3") + was[1]


def swap_order(proofs: Json) -> None:
    if proofs.get("dealt"):
        one, two = proofs["dealt"][:2]
        one["position"], two["position"] = two["position"], one["position"]


def entropy_list(round_: Json) -> None:
    if round_.get("contributions"):
        round_["contributions"].append({"who": "Zoe", "entropy": "late"})


def other_table(round_: Json) -> None:
    """Every card on the felt is another one; proofs have a list of theirs, which stays."""
    cards = round_.get("cards")
    for faces in cards.values() if isinstance(cards, dict) else ():
        for at, item in enumerate(faces or ()):
            faces[at] = item if item == "??" else ("2" if item[0] != "2" else "3") + item[1]


def no_cards(proofs: Json) -> None:
    if "dealt" in proofs:
        proofs["cards"] = []


def other_round(proofs: Json) -> None:
    if "dealt" in proofs:
        proofs["round"] -= 1


def unreadable(round_: Json) -> None:
    if round_.get("contributions"):
        round_["contributions"] = 1


LIES: dict[str, tuple[Lie, str]] = {
    "nothing": (lambda _: None, ""),
    "root": (reverse_field("root"), "a card does not match the promise"),
    "seed": (reverse_field("seed"), "the seed does not have the hash"),
    "seed hash": (reverse_field("seed_hash"), "the seed does not have the hash"),
    "a later promise": (later_promise, "the promise was changed"),
    "own entropy": (own_entropy, "lacks what this client added"),
    "no entropy": (no_entropy, "lacks what this client added"),
    "entropy list": (entropy_list, "in the order that players fixed"),
    "no seed": (no_seed, "its seed was never revealed"),
    "card": (other_face, "a card does not match the promise"),
    "felt": (other_table, "is not the one that is proved"),
    "order": (swap_order, "in the order that players fixed"),
    "cards without proofs": (no_cards, "is not the one that is proved"),
    "another round": (other_round, "its proofs are those of round 0"),
    "unreadable": (unreadable, "cannot be read"),
}


@asynccontextmanager
async def seat_ann(server: ThreadedServer) -> AsyncIterator[tuple[Client, Client, TableClient]]:
    """Ann, who has wagered in a round that Dee opened and added to its shuffle; Dee; the table."""
    dealer = server.run(server.house.sign_in("Dee", AccountRole.DEALER)).token
    async with Client(server.address) as ann, Client(server.address, dealer) as dee:
        await ann.open_account("Ann", PASSWORD)
        async with ann.table(TABLE) as table:
            await table.execute(c.TakeSeat(1))
            await table.execute(c.BuyIn(100_00))
            await dee.execute(TABLE, c.OpenRound())
            await table.wait_until(lambda: table.view.get("round"))
            await table.execute(c.PlaceWagers(1, {"ante": 500}))
            await table.execute(c.AddEntropy("a song"))
            yield ann, dee, table


@pytest.mark.parametrize("lie", LIES)
async def test_a_lie_is_noticed_and_betting_stops(
    lie: str, server: ThreadedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    change, sentence = LIES[lie]
    take, ask = TableClient._receive_frame, Client.proofs

    async def receive_changed(self: TableClient, frame: Json) -> None:
        for part in ("view", "patch"):
            if round_ := (frame.get(part) or {}).get("round"):
                change(round_)
        await take(self, frame)

    async def proofs(self: Client, table: str, number: int = 0) -> Json | None:
        result = await ask(self, table, number)
        if result:
            change(result)
        return result

    monkeypatch.setattr(TableClient, "_receive_frame", receive_changed)
    monkeypatch.setattr(Client, "proofs", proofs)
    async with seat_ann(server) as (_, dee, table):
        await dee.execute(TABLE, c.NoMoreBets())
        await table.wait_until(lambda: table.own.get("choices"))
        await table.execute(c.Decide(1, "bet"))
        await table.check_proofs()
        while table.view["round"]["phase"] != "the round is closed":
            if table.own.get("choices"):
                response = await table.execute(c.Decide(1, "check"))
                await table.wait_until(partial(at_version, table, response["version"]))
        await table.check_proofs()
        assert sentence in table.alarm
        assert bool(table.alarm) == (lie != "nothing")
        await dee.execute(TABLE, c.OpenRound())
        if lie == "nothing":
            await table.execute(c.PlaceWagers(1, {"ante": 500}))
            return
        with pytest.raises(BrokenPromise, match=sentence):
            await table.execute(c.PlaceWagers(1, {"ante": 500}))


async def test_what_the_room_refused_to_add_is_no_alarm(server: ThreadedServer) -> None:
    async with seat_ann(server) as (_, _, table):
        with pytest.raises(Refused, match="already"):
            await table.execute(c.AddEntropy("another"))
        assert not table.alarm


async def test_whoever_comes_next_with_the_same_client_gets_no_alarm(
    server: ThreadedServer,
) -> None:
    async with seat_ann(server) as (ann, dee, table):
        ann.name = "Bea"  # as after signing in again, under another name
        response = await dee.execute(TABLE, c.NoMoreBets())
        await table.wait_until(lambda: table.version >= response["version"])
        assert not table.alarm
        no_entropy(table.view["round"])
        table._check_promises()
        assert "lacks what this client added" in table.alarm


async def test_proofs_that_are_not_given_are_missed(
    server: ThreadedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def none(_: Client, __: str, ___: int = 0) -> None:
        return None

    monkeypatch.setattr(Client, "proofs", none)
    dealer = server.run(server.house.sign_in("Dee", AccountRole.DEALER)).token
    async with Client(server.address) as ann, Client(server.address, dealer) as dee:
        await ann.open_account("Ann", PASSWORD)
        async with ann.table(TABLE) as table:
            await table.check_proofs()
            assert not table.alarm, "there is no round yet"
            await table.execute(c.TakeSeat(1))
            await dee.execute(TABLE, c.OpenRound())
            await table.wait_until(lambda: table.view.get("round"))
            await table.check_proofs()
            assert "round 1: it has no proofs" in table.alarm
