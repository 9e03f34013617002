"""Requests and messages that are too large, too deep or malformed are refused."""

from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from pitboss.room.http.openapi import COMPONENTS
from pitboss.room.rate_limits import MAX_FRAME_BYTES, MAX_REQUEST_BYTES
from pitboss.table import commands as c
from tests.room.http.asgi_socket import SocketClosed
from tests.room.http.in_process_room import SITE, TABLE, Caller, InProcessRoom, error_of

COMMANDS = f"/api/tables/{TABLE}/commands"
JSON = {"Content-Type": "application/json"}
FILE_COMMAND = b'{"type":"Propose","matter":{"type":"FileSubmission","submission":%b}}'
BAD: dict[str, bytes] = {
    "nothing": b"",
    "no JSON": b"hello",
    "half of it": b'{"type":"TakeSeat",',
    "two of them": b'{"type":"TakeSeat","seat":1}{"type":"TakeSeat","seat":2}',
    "a number": b"7",
    "a list": b"[]",
    "null": b"null",
    "no type": b'{"seat":1}',
    "an unknown type": b'{"type":"Cheat"}',
    "a type that is a number": b'{"type":1}',
    "a seat that is text": b'{"type":"TakeSeat","seat":"1"}',
    "a seat that is true": b'{"type":"TakeSeat","seat":true}',
    "half a seat": b'{"type":"TakeSeat","seat":1.5}',
    "no seat": b'{"type":"TakeSeat"}',
    "a seat of 5,000 digits": b'{"type":"TakeSeat","seat":%b}' % (b"9" * 5000),
    "a number too large": b'{"type":"BuyIn","cents":1e999}',
    "not a number": b'{"type":"BuyIn","cents":NaN}',
    "wagers that are a list": b'{"type":"PlaceWagers","seat":1,"wagers":[]}',
    "wagers of text": b'{"type":"PlaceWagers","seat":1,"wagers":{"ante":"500"}}',
    "no UTF-8": b'{"type":"AddEntropy","entropy":"\xff"}',
    "half a character": b'{"type":"AddEntropy","entropy":"\\ud800"}',
    "lists in lists": b"[" * 50_000,
    "a submission of lists in lists": FILE_COMMAND % (b'{"a":' + b"[" * 50_000),
    "a submission of maps in maps": FILE_COMMAND % (b'{"a":' * 12_000),
    "a deep submission that ends": FILE_COMMAND % (b'{"a":' * 5000 + b"1" + b"}" * 5000),
}


async def post_command(caller: Caller, content: Any, **headers: str) -> httpx.Response:  # noqa: ANN401
    return await caller.request("POST", COMMANDS, headers=JSON | headers, content=content)


@pytest.mark.parametrize("name", BAD)
async def test_malformed_commands(name: str, tmp_path: Path) -> None:
    """They are refused over HTTP and on a socket, and the socket stays open."""
    async with InProcessRoom(tmp_path) as house:
        ann, head = await house.sign_in("Ann"), house.actor().head
        answer = await post_command(ann, BAD[name])
        assert answer.status_code == 422, answer.text
        assert len(error_of(answer)) <= 400
        text = BAD[name].decode(errors="surrogateescape")[: MAX_FRAME_BYTES - 100]
        async with ann.socket() as socket:
            await socket.frame()
            socket.send(text)
            assert (await socket.frame())["type"] == "refused"
            socket.send(f'{{"id":1,"command":{text}}}')
            assert (await socket.frame())["type"] == "refused"
            assert (await socket.execute(c.TakeSeat(1)))["type"] == "told"
        assert house.actor().head != head
        assert house.actor().stop_reason == ""


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"x",
        b"null",
        b"[]",
        b'{"name":7}',
        b'{"name":"Ann","part":"administrator"}',
        b'{"name":"Ann","cents":1}',
        b'{"name":["Ann"]}',
        b'{"name":"Ann","name":{}}',
        b"[" * 50_000,
        b'{"name":' + b"9" * 5000 + b"}",
        b'{"name":"\\ud800"}',
        b"\xff\xfe",
        b'{"' + b'a":1,"b' * 8000 + b'":1}',
    ],
)
async def test_malformed_bodies(body: bytes, tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        answer = await house.caller().request("POST", "/api/accounts", headers=JSON, content=body)
        assert answer.status_code in (400, 409, 422), answer.text
        assert len(error_of(answer)) <= 400
        assert not await house.room.account_service.accounts()


async def test_body_size_is_limited(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        ann = await house.sign_in("Ann")
        answer = await post_command(ann, b" " * (MAX_REQUEST_BYTES + 1))
        assert (answer.status_code, error_of(answer)) == (
            413,
            "the request is too large: send at most 65,536 bytes",
        )
        assert (await post_command(ann, b" " * MAX_REQUEST_BYTES)).status_code == 422
        for length, status in (("x", 400), ("-1", 400), ("9" * 5000, 413)):
            answer = await post_command(ann, b"{}", **{"Content-Length": length})
            assert answer.status_code == status, length
        superscript = [(b"content-length", "²".encode("latin-1"))]
        answer = await ann.http.post(COMMANDS, content=b"{}", headers=superscript)
        assert answer.status_code == 400


async def test_body_without_a_length(tmp_path: Path) -> None:
    """It is counted as it arrives, and reading stops at the limit."""
    request_count = 0

    async def endless() -> AsyncIterator[bytes]:
        nonlocal request_count
        while request_count < 1000:
            request_count += 1
            yield b" " * 8192

    async with InProcessRoom(tmp_path) as house:
        ann = await house.sign_in("Ann")
        for path in (COMMANDS, "/api/accounts", "/api/session"):
            request_count = 0
            answer = await ann.request("POST", path, headers=JSON, content=endless())
            assert answer.status_code == 413, path
            assert request_count <= MAX_REQUEST_BYTES // 8192 + 1

        async def short() -> AsyncIterator[bytes]:
            yield b'{"type":'
            yield b'"TakeSeat","seat":1}'

        assert (await post_command(ann, short())).status_code == 200


async def test_wrong_content_length(tmp_path: Path) -> None:
    """This must hold without a server in front that checks the length."""

    async def endless() -> AsyncIterator[bytes]:
        for _ in range(100):
            yield b" " * 8192

    async with InProcessRoom(tmp_path) as house:
        ann = await house.sign_in("Ann")
        request = httpx.Request(
            "POST", SITE + COMMANDS, content=endless(),
            headers={"Authorization": f"Bearer {ann.token}", "Content-Length": "5"},
        )  # fmt: skip
        assert (await ann.http.send(request)).status_code == 413


async def test_oversized_or_binary_messages(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        ann = await house.sign_in("Ann")
        for message in ("x" * (MAX_FRAME_BYTES + 1), "é" * (MAX_FRAME_BYTES // 2 + 1), b"{}", b""):
            async with ann.socket() as socket:
                await socket.frame()
                socket.send(message)
                assert (await socket.wait_closed()).code == 4422
        assert not house.room.hub(TABLE).watchers


@pytest.mark.parametrize("key", ["x" * 101, "a key", "é", "a\0", "a\n", "\u202e"])
async def test_invalid_keys(key: str, tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        ann = await house.sign_in("Ann")
        async with ann.socket() as socket:
            await socket.frame()
            frame = await socket.execute(c.TakeSeat(1), key)
            assert frame["type"] == "refused"
            assert (
                "an idempotency key may have at most 100 printable ASCII characters"
                in frame["error"]
            )
        if key.isascii() and key.isprintable():
            assert (await ann.execute(c.TakeSeat(1), key)).status_code == 422
        assert not house.actor().committed_state.seats


@pytest.mark.parametrize("number", [2**53, -(2**63), 10**30, '"1"', "null", "1.5", "true"])
async def test_invalid_ids(number: object, tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        ann = await house.sign_in("Ann")
        async with ann.socket() as socket:
            await socket.frame()
            socket.send(f'{{"id":{number},"command":{{"type":"TakeSeat","seat":1}}}}')
            frame = await socket.frame()
            assert (frame["type"], frame["id"]) == ("refused", None)
        assert not house.actor().committed_state.seats


async def test_unknown_fields(tmp_path: Path) -> None:
    async with InProcessRoom(tmp_path) as house:
        ann = await house.sign_in("Ann")
        async with ann.socket() as socket:
            await socket.frame()
            body = {"id": 1, "command": c.TakeSeat(1), "by": "Bob"}
            socket.send(msgspec.json.encode(body).decode())
            assert "unknown field" in (await socket.frame())["error"]
        answer = await ann.post("/api/submissions/check", {"game": "stud-235", "more": 1})
        assert answer.status_code == 422


UNKNOWN_KEYS = {
    "seats": {"type": "TakeSeat", "seat": 1, "seats": [2]},
    "Round": {"type": "CashOut", "Round": 1},
    "approved": {"type": "Propose", "matter": {"type": "OpeningCount", "cents": 1, "approved": 1}},
    "": {"type": "CashOut", "": 1},
    "x" * 5000: {"type": "CashOut", "x" * 5000: 1},
}


@pytest.mark.parametrize("key", UNKNOWN_KEYS)
async def test_unknown_command_fields(key: str, tmp_path: Path) -> None:
    """They are refused by name before the command is handled."""
    async with InProcessRoom(tmp_path) as house:
        ann, head = await house.sign_in("Ann"), house.actor().head
        command = UNKNOWN_KEYS[key]
        answer = await post_command(ann, msgspec.json.encode(command))
        assert answer.status_code == 422
        async with ann.socket() as socket:
            await socket.frame()
            socket.send(msgspec.json.encode({"id": 7, "command": command}).decode())
            frame = await socket.frame()
        assert (frame["type"], frame["id"], frame["status"]) == ("refused", 7, 422)
        for error in (error_of(answer), frame["error"]):
            assert f"has no key '{key[:20]}" in error
            assert len(error) <= 400
        assert house.actor().head == head


def test_command_schemas_forbid_other_fields() -> None:
    for name in ("TakeSeat", "Propose", "FileSubmission", "PlaceWagers"):
        assert COMPONENTS[name]["additionalProperties"] is False
    assert "additionalProperties" not in COMPONENTS["Problem"]


UNREADABLE = {
    '{"id":7,"command":{"type":"Cheat"}}': 7,
    '{"command":{"type":"TakeSeat"},"id":8}': 8,
    '{"id":9}': 9,
    '{"id":10,"command":{"type":"TakeSeat","seat":1},"key":7}': 10,
    '{"id":11,"command":{"type":"TakeSeat","seat":1},"by":"Bob"}': 11,
    '{"id":12,"command":{"type":"TakeSeat"': 12,
    '{ "id" : -13 , "command": nonsense}': -13,
    '{"id":14,"command":' + "[" * 9000: 14,
    '{"id":15.0,"command":{}}': None,
    '{"id":16': None,  # the number may be truncated
    '{"id":"17","command":{}}': None,
    '{"id":true,"command":{}}': None,
    '{"id":9007199254740992,"command":{}}': None,
    '{"id":99999999999999999999999999,"command":{}}': None,
    '{"command":{"id":18}}': None,
    '{"command":{"id":19},': None,
    "[20]": None,
    '"id"': None,
    "": None,
}


async def test_unreadable_frames_are_answered_with_their_id(tmp_path: Path) -> None:
    """The id is included where it can be read, so that the client does not wait forever."""
    async with InProcessRoom(tmp_path) as house:
        ann = await house.sign_in("Ann")
        for text, number in UNREADABLE.items():
            async with ann.socket() as socket:
                await socket.frame()
                socket.send(text)
                frame = await socket.frame()
                assert (frame["type"], frame["status"], frame["id"]) == (
                    "refused",
                    422,
                    number,
                ), text


@pytest.mark.parametrize("version", ["x", "1.5", "", "9" * 5000])
async def test_invalid_version(version: str, tmp_path: Path) -> None:
    """Either the socket is refused or the whole view is sent; it is never an internal error."""
    async with InProcessRoom(tmp_path) as house:
        socket = house.caller().socket(query=f"version={version}")
        with pytest.raises(SocketClosed):
            await socket.open()
