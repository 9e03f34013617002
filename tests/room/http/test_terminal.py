"""The dealer's console at a table of a card room: a round dealt to players of that room."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input

from pitboss.client.client import Client
from pitboss.errors import Refused
from pitboss.room.back_office import HOUSE
from pitboss.room.people.accounts import AccountRole
from pitboss.table import commands as c
from pitboss.table.views import choices_for_seat
from pitboss.tui.dealer.app import ActionMenu, DealerApp, MenuEntry, PromptDialog
from pitboss.tui.dealer.room_session import RoomSession, sign_in
from pitboss.tui.dealer.screen import render_dealer_screen
from tests.room.http.in_process_room import PASSWORD, TABLE
from tests.room.http.threaded_server import ThreadedServer


@pytest.fixture
def server(tmp_path: Path) -> Iterator[ThreadedServer]:
    with ThreadedServer(tmp_path, automation=("care",)) as result:
        yield result


class RemoteConsole:
    """A console that is running at a table of a room."""

    def __init__(self, session: RoomSession, app: DealerApp, pilot: Pilot[None]) -> None:
        self.session, self.app, self.pilot = session, app, pilot

    @property
    def text(self) -> str:
        action = self.session.next_action()
        screen = self.session.screen_state(action.label if action else "")
        return " ".join(
            " ".join(line.plain for line in render_dealer_screen(screen, 120, 40)).split()
        )

    async def until(self, condition: Callable[[], object]) -> None:
        async with asyncio.timeout(10):
            while not condition():
                await self.pilot.pause(0.01)

    async def step(self) -> None:
        """Press Enter, and wait until the room has done it."""
        version = self.session._console.version
        await self.pilot.press("enter")
        while isinstance(self.app.screen, PromptDialog):
            self.app.screen.query_one(Input).value = self._figure()
            await self.pilot.press("enter")
        await self.until(lambda: self.session._console.version > version)

    def _figure(self) -> str:
        """Return a valid figure for the open prompt."""
        prompt = self.app.screen.query_one(Input)
        return prompt.value or "0"


async def run_console(
    session: RoomSession, then: Callable[[RemoteConsole], Awaitable[None]]
) -> None:
    app = DealerApp(session)
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        console = RemoteConsole(session, app, pilot)
        await console.until(lambda: session._connection is not None)
        await then(console)
        app.exit()


async def dealer_at(server: ThreadedServer, name: str = "Dee") -> RoomSession:
    return await sign_in(server.address, name, PASSWORD, lambda _: TABLE)


async def test_a_round_is_dealt_to_players_of_the_room(server: ThreadedServer) -> None:
    server.run(server.house.account("Dee", AccountRole.DEALER))
    session = await dealer_at(server)

    async def deal(console: RemoteConsole) -> None:
        async with Client(server.address) as ann:
            await ann.open_account("Ann", PASSWORD)
            assert "sit down" in console.text
            await ann.execute(TABLE, c.TakeSeat(1))
            await ann.execute(TABLE, c.BuyIn(100_00))
            await console.until(lambda: session.instruction.step == "OpenRound")
            assert "Ann sits down." in console.text
            await console.step()
            await console.pilot.press("enter")
            await console.until(lambda: session.note)
            assert "nobody has placed a wager" in session.note.lower()
            await ann.execute(TABLE, c.PlaceWagers(1, {"ante": 500}))
            await console.until(lambda: "wagers Ante $5" in console.text)
            for _ in range(40):
                if session.instruction.who == "player":
                    assert session.next_action() is None
                    assert "the table waits for the player in seat 1" in console.text
                    state = server.house.actor().committed_state
                    choice = choices_for_seat(state, 1)[-1]
                    await ann.execute(TABLE, c.Decide(1, choice.decision))
                    await console.until(lambda: session.instruction.who != "player")
                    continue
                step = session.instruction.step
                await console.step()
                if step == "CloseRound":
                    break
        assert any("Round 1 is closed" in sentence for sentence in session.sentences)
        assert "Seat 1" in console.text

    await run_console(session, deal)
    state = server.house.actor().committed_state
    assert len(state.last) == 1
    assert not state.has_open_round


async def test_a_dealer_and_a_floorperson_are_two_people(server: ThreadedServer) -> None:
    server.run(server.house.account("Dee", AccountRole.DEALER))
    server.run(server.house.account("Flo", AccountRole.FLOORPERSON))
    dee, flo = await dealer_at(server), await dealer_at(server, "Flo")

    async def report(console: RemoteConsole) -> None:
        await console.pilot.press("f")
        menu = console.app.screen
        assert isinstance(menu, ActionMenu)
        assert not menu.query(MenuEntry)
        assert "Another person has to act as the floorperson" in str(
            menu.query("Static").last().render()
        )
        await console.pilot.press("escape")

    await run_console(dee, report)

    async def order(console: RemoteConsole) -> None:
        await console.pilot.press("f")
        menu = console.app.screen
        assert isinstance(menu, ActionMenu)
        entry = next(x for x in menu.query(MenuEntry) if "Disable the game" in x.action.label)
        await console.pilot.press(entry.key)
        assert isinstance(console.app.screen, PromptDialog)
        console.app.screen.query_one(Input).value = "a leak in the roof"
        await console.pilot.press("enter")
        await console.until(lambda: "Flo disables the game" in console.text)

    await run_console(flo, order)
    assert "game" in server.house.actor().committed_state.day.disabled


async def test_a_lost_connection_is_restored(server: ThreadedServer) -> None:
    server.run(server.house.account("Dee", AccountRole.DEALER))
    session = await dealer_at(server)

    async def lose(console: RemoteConsole) -> None:
        connection = session._connection
        assert connection is not None
        assert connection._socket is not None
        await connection._socket.close()
        async with Client(server.address) as ann:
            await ann.open_account("Ann", PASSWORD)
            await ann.execute(TABLE, c.TakeSeat(1))
        await console.until(lambda: "Ann sits down." in console.text)

    await run_console(session, lose)


@pytest.mark.parametrize(
    ("part", "name", "password", "table", "words"),
    [
        (AccountRole.PLAYER, "Ann", PASSWORD, TABLE, "has the role player"),
        (AccountRole.AUDITOR, "Ada", PASSWORD, TABLE, "has the role auditor"),
        (AccountRole.DEALER, "Dee", "wrong wrong", TABLE, "incorrect name or password"),
        (AccountRole.DEALER, "Dee", PASSWORD, "nowhere", "there is no table 'nowhere'"),
    ],
)
async def test_who_cannot_work_there(
    server: ThreadedServer, part: AccountRole, name: str, password: str, table: str, words: str
) -> None:
    server.run(server.house.account(name, part))
    with pytest.raises(Refused, match=words):
        await sign_in(server.address, name, password, lambda _: table)


async def test_a_dealer_of_another_table_is_refused(server: ThreadedServer) -> None:
    server.run(server.house.account("Dee", AccountRole.DEALER))
    server.run(server.house.room.account_service.assign_tables("Dee", [], HOUSE))
    with pytest.raises(Refused, match="not assigned to this table"):
        await dealer_at(server)


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("127.0.0.1:1", "begins with http:// or https://"),
        ("http://127.0.0.1:1", "cannot be reached"),
        ("http://[", "cannot be reached"),
    ],
)
async def test_an_address_without_a_room(address: str, words: str) -> None:
    with pytest.raises(Refused, match=words):
        await sign_in(address, "Dee", PASSWORD, lambda _: TABLE)
