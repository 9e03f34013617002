"""SEC-1: no byte that is sent or stored reveals a hidden card or an open round's seed.

Rounds of every game are played over sockets, with a listener in every role. After every step, all
new output is searched: frames, responses, errors, exports, metrics, logs, the database and a backup
of it.
"""

import base64
import logging
import re
from collections import Counter
from pathlib import Path
from typing import Final

import pytest

from pitboss.cards import cards_text
from pitboss.room import viewers
from pitboss.room.http.routes import tables
from pitboss.room.people.accounts import AccountRole
from pitboss.room.room import Room
from pitboss.room.seed_vault import SeedVault
from pitboss.shuffle import Shoe
from pitboss.table import Person, Role, State
from pitboss.table import commands as c
from pitboss.table.views import OwnView, own_view
from tests.room.http.in_process_room import TABLE
from tests.room.staffed_table import Attendee, StaffedTable, staffed_table, without
from tests.table.tables import KEYS, THB

CARD: Final = re.compile(rb"(?<![0-9A-Za-z])[2-9TJQKA][cdhs](?![0-9A-Za-z])")
PROBES: Final[tuple[c.Command, ...]] = (
    c.Decide(1, "all of it"),
    c.Decide(2, 1),
    c.TurnOver(round=10**6),
    c.Deal(round=10**6),
    c.Settle(round=10**6),
    c.Forfeit(1, "no such rule"),
    c.Propose(c.CorrectPayout(1, 2, "nothing", 5, "why not")),
)
PREVIEWS: Final = (
    {"type": "Propose", "matter": {"type": "VoidRound", "round": 1, "reason": "why not"}},
    {"type": "RuleOnAbsent", "round": 1, "seat": 1, "lost": True},
    {"type": "Settle", "round": 1},
)
ROUNDS: Final = 2


def faces(text: bytes) -> set[str]:
    """Return every card that occurs in a text."""
    return {result.decode() for result in CARD.findall(text)}


def spellings(secret: bytes) -> list[bytes]:
    """Return encodings of a secret; for base64, the part that does not depend on the neighbors."""
    encodings = [base64.b64encode(bytes(at) + secret)[4:-4] for at in range(3)]
    plain = [secret, secret.hex().encode(), secret.hex().upper().encode(), repr(secret).encode()]
    return [
        *plain,
        *encodings,
        *(base64.urlsafe_b64encode(bytes(a) + secret)[4:-4] for a in range(3)),
    ]


class Search:
    """A search through all output since the previous step."""

    def __init__(self, evening: StaffedTable, log: pytest.LogCaptureFixture, every: int) -> None:
        """Query all routes at every step whose number is a multiple of ``every``."""
        self.evening, self.log, self._every = evening, log, every
        self.check_counts: Counter[str] = Counter()
        self._steps = self._version = 0
        self._shoe: Shoe | None = None
        self._spelt: dict[int, list[bytes]] = {}

    def hidden_secrets(self) -> list[bytes]:
        """Return what must be hidden now: the seed until it is revealed, salts of hidden cards."""
        round_, shoe = self.evening.current_round, self.evening.shoe
        if shoe is not self._shoe:
            self._shoe = shoe
            self._spelt = {at: spellings(salt) for at, salt in enumerate(shoe.salts)}
            self._spelt[-1] = spellings(shoe.seed)
        if round_.seed:
            return []
        return [x for at, all_ in self._spelt.items() if at not in round_.shown for x in all_]

    def check(self, kind: str, text: bytes, may: set[str] | None = None) -> None:
        """Check that a text has no secret, and no cards except those allowed."""
        self.check_counts[kind] += 1
        for secret in self.hidden_secrets():
            assert secret not in text, f"a secret in {kind}: {text[:200]!r}"
        if may is not None:
            assert faces(text) <= may, f"{faces(text) - may} in {kind}: {text[:300]!r}"

    async def step(self) -> None:
        """Search all output after a step."""
        self._steps += 1
        face_up = self.evening.face_up_cards()
        for guest in self.evening.guests.values():
            may = face_up | self.evening.own(guest)
            for frame in guest.socket.inbox:
                self.check(f"frames of {guest.part}", frame, may)
            guest.socket.inbox.clear()
        await self._check_lines(face_up)
        if self._steps % self._every == 0:
            names = [*self.evening.guests]
            for at in (self._steps // self._every, self._steps * 5 + 3):
                await self._check_answers(self.evening.guests[names[at % len(names)]], face_up)
        self.check("log", self.log.text.encode(), set())
        self.log.clear()

    async def _check_lines(self, face_up: set[str]) -> None:
        """Check the new lines, which may show face-up cards only."""
        async for some in self.evening.house.store.entries(TABLE, self._version):
            for entry in some:
                self.check("lines", entry.line, face_up)
                self._version = entry.version

    async def _check_answers(self, guest: Attendee, face_up: set[str]) -> None:
        """Check the responses to everything a viewer can request, and to invalid requests."""
        caller, may = guest.caller, face_up | self.evening.own(guest)
        before, table = self._version, f"/api/tables/{TABLE}"
        for path in (
            "/", "/api", "/api/tables", "/api/me", "/api/accounts", "/api/games", "/health",
            "/ready", "/metrics", "/api/floor", "/api/alerts", "/api/me/tables", "/api/dealers",
            f"{table}/console", f"{table}/submissions", f"{table}/submissions/form",
            f"{table}/export?after={before}",
        ):  # fmt: skip
            answer = await caller.get(path)
            assert answer.status_code < 500
            self.check(f"{path.split('?')[0]} of {guest.part}", answer.content, may)
        round_ = self.evening.current_round
        if not round_.seed:  # a replay, a check or a file of the open round is refused
            for name in ("replay", "check", "export"):
                answer = await caller.get(f"{table}/rounds/{round_.number}/{name}")
                assert 400 <= answer.status_code < 500
                self.check(f"{name} of {guest.part}", answer.content, may)
        view = (await caller.get(f"/api/tables/{TABLE}")).content
        self.check(f"view of {guest.part}", without(view, "last"), may)
        self.check(f"view of {guest.part}", view)
        self.check("rounds", (await caller.get("/api/me/rounds")).content)
        for preview in PREVIEWS:
            answer = await caller.post(f"/api/tables/{TABLE}/preview", preview)
            assert answer.status_code < 500
            self.check(f"preview of {guest.part}", answer.content, may)
        for command in PROBES[self._steps % 3 :: 3]:
            answer = await caller.execute(command)
            assert 400 <= answer.status_code < 500
            self.check("refusals", answer.content, may)
        caller.inbox.clear()
        await self.evening.catch_up()

    async def files(self) -> None:
        """Return the database files, and a backup."""
        house = self.evening.house
        copy = house.folder / f"copy {self._steps}"
        await house.store.backup(str(copy))
        for file in house.folder.iterdir():
            self.check("files", file.read_bytes())
        copy.unlink()


async def search(
    tmp_path: Path,
    game: str,
    log: pytest.LogCaptureFixture,
    rounds: int = ROUNDS,
    every: int = 1,
) -> Counter[str]:
    log.set_level(logging.WARNING, "httpx")  # the client's own
    log.set_level(logging.DEBUG)
    async with staffed_table(tmp_path, game) as table:
        searching = Search(table, log, every)
        for number in range(rounds):
            at = 0
            async for _ in table.round():
                await searching.step()
                at += 1
                if at in (1, 7, 14) and number % every == 0:
                    await searching.files()
        export = await table.guests["Ada"].caller.get(f"/api/tables/{TABLE}/export")
        assert table.shoe.seed.hex().encode() in export.content, "what is opened is there"
    return searching.check_counts


@pytest.mark.slow
@pytest.mark.parametrize("game", KEYS)
async def test_sec_1_nobody_receives_hidden_cards(
    game: str,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    capfd: pytest.CaptureFixture[str],
) -> None:
    result = await search(tmp_path, game, caplog)
    for part in (None, *AccountRole):
        assert result[f"frames of {part}"] > 20, part
        assert result[f"view of {part}"], part
        assert result[f"/metrics of {part}"], part
        assert result[f"/api/floor of {part}"], part
        assert result[f"/api/tables/{TABLE}/console of {part}"], part
        assert result[f"replay of {part}"], part
        assert result[f"preview of {part}"], part
    assert result["lines"] > 50
    assert result["refusals"] > 20
    assert result["files"] > 6
    assert tuple(capfd.readouterr()) == ("", "")


@pytest.mark.soak
@pytest.mark.parametrize("game", KEYS)
async def test_sec_1_nothing_is_revealed_in_hundreds_of_rounds(
    game: str, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    assert (await search(tmp_path, game, caplog, 300, every=25)).total() > 50_000


# Planted leaks are found


async def expect_leak(tmp_path: Path, log: pytest.LogCaptureFixture, where: str) -> None:
    with pytest.raises(AssertionError, match=where):
        await search(tmp_path, THB, log, 1)


async def test_sec_1_a_hand_that_is_shown_to_the_dealer_is_found(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = viewers.Hub.frames

    def peeking(self: viewers.Hub, spectator: viewers.Viewer) -> list[bytes]:
        shoe, frames = self.actor.shoe, honest(self, spectator)
        if spectator.person.role is Role.DEALER and shoe is not None and frames:
            frames[-1] = frames[-1][:-1] + b',"peek":"%b"}' % cards_text((shoe.cards[30],)).encode()
        return frames

    monkeypatch.setattr(viewers.Hub, "frames", peeking)
    await expect_leak(tmp_path, caplog, "in frames of dealer")


async def test_sec_1_a_card_in_the_lobby_is_found(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    honest = tables._lobby_entry

    def leaky_entry(room: Room, table: str, hub: viewers.Hub) -> dict[str, object]:
        entry, shoe = honest(room, table, hub), hub.actor.shoe
        return entry | {"phase": cards_text((shoe.cards[40],)) if shoe else ""}

    monkeypatch.setattr(tables, "_lobby_entry", leaky_entry)
    await expect_leak(tmp_path, caplog, "in /api/tables of")


@pytest.mark.parametrize("spelling", range(1, 10))
async def test_sec_1_a_seed_in_the_log_is_found(
    spelling: int,
    tmp_path: Path,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    honest = viewers.Hub.notify

    def chatty(self: viewers.Hub) -> None:
        if self.actor.shoe is not None:
            secret = spellings(self.actor.shoe.seed)[spelling]
            logging.getLogger("pitboss.room").debug("%s", secret.decode("latin-1"))
        honest(self)

    monkeypatch.setattr(viewers.Hub, "notify", chatty)
    await expect_leak(tmp_path, caplog, "a secret in log")


async def test_sec_1_a_seed_that_is_not_sealed_is_found(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(SeedVault, "seal", lambda self, seed, *_: seed)
    await expect_leak(tmp_path, caplog, "a secret in files")


async def test_sec_1_another_player_s_hand_is_found(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    def other(state: State, shoe: Shoe | None, viewer: Person) -> OwnView:
        return own_view(state, shoe, Person("Ann", viewer.role))

    monkeypatch.setattr(viewers, "own_view", other)
    await expect_leak(tmp_path, caplog, "in frames of player")


def test_searches_find_planted_secrets() -> None:
    assert faces(b'{"left":["2c"],"1":["Kh","??"]}') == {"2c", "Kh"}
    assert not faces(b"the 12c of As2 and 4x9sd")
    secret = bytes(range(7, 39))
    for text in (
        secret.hex(), secret.hex().upper(), base64.b64encode(secret).decode(),
        base64.b64encode(b"x" + secret).decode(), base64.urlsafe_b64encode(b"xy" + secret).decode(),
    ):  # fmt: skip
        assert any(item in text.encode() for item in spellings(secret)), text
    assert not any(item in b"0" * 200 for item in spellings(secret))
