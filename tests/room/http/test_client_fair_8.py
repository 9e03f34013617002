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
    """Change every face on the felt, but not the proofs, in which `cards` is a list."""
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
    "root": (reverse_field("root"), "a card does not match the commitment"),
    "seed": (reverse_field("seed"), "the seed does not have the hash"),
    "seed hash": (reverse_field("seed_hash"), "the seed does not have the hash"),
    "a later promise": (later_promise, "the commitment was changed"),
    "own entropy": (own_entropy, "is missing the entropy that this client added"),
    "no entropy": (no_entropy, "is missing the entropy that this client added"),
    "entropy list": (entropy_list, "in the order set by the players"),
    "no seed": (no_seed, "its seed was never revealed"),
    "card": (other_face, "a card does not match the commitment"),
    "felt": (other_table, "differs from the one in the proofs"),
    "order": (swap_order, "in the order set by the players"),
    "cards without proofs": (no_cards, "differs from the one in the proofs"),
    "another round": (other_round, "its proofs are those of round 0"),
    "unreadable": (unreadable, "cannot be read"),
}


@asynccontextmanager
async def seat_ann(server: ThreadedServer) -> AsyncIterator[tuple[Client, Client, TableClient]]:
    """Seat Ann, who wagers and adds entropy in a round of Dee's; yield both and the table."""
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
async def test_lie_is_detected_and_betting_stops(
    lie: str, server: ThreadedServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    change, sentence = LIES[lie]
    receive_frame, read_proofs = TableClient._receive_frame, Client.proofs

    async def receive_changed(self: TableClient, frame: Json) -> None:
        for part in ("view", "patch"):
            if round_ := (frame.get(part) or {}).get("round"):
                change(round_)
        await receive_frame(self, frame)

    async def proofs(self: Client, table: str, number: int = 0) -> Json | None:
        result = await read_proofs(self, table, number)
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


async def test_refused_entropy_raises_no_alarm(server: ThreadedServer) -> None:
    async with seat_ann(server) as (_, _, table):
        with pytest.raises(Refused, match="already"):
            await table.execute(c.AddEntropy("another"))
        assert not table.alarm


async def test_next_user_of_the_client_gets_no_alarm(
    server: ThreadedServer,
) -> None:
    async with seat_ann(server) as (ann, dee, table):
        ann.name = "Bea"  # as after signing in again under another name
        response = await dee.execute(TABLE, c.NoMoreBets())
        await table.wait_until(lambda: table.version >= response["version"])
        assert not table.alarm
        no_entropy(table.view["round"])
        table._check_promises()
        assert "is missing the entropy that this client added" in table.alarm


async def test_missing_proofs_are_detected(
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
