"""A table in a card room, at which somebody is signed in as its dealer or as a floorperson."""

import asyncio
import time
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, get_type_hints

import httpx
import msgspec
from msgspec import UNSET, Struct

from pitboss.client.client import Client, TableClient
from pitboss.client.protocol import Failed
from pitboss.console.actions import Action, Answers, Variant, decode_command, fill, order_actions
from pitboss.console.console import ACTING_ROLES, Console
from pitboss.errors import Refused, short_repr
from pitboss.games import UnknownGame, find_game
from pitboss.games.grammar import Game
from pitboss.papers.rules_card.card import RulesCard, build_rules_card
from pitboss.submission import resolve
from pitboss.submission.rules import Rules
from pitboss.table import Person, Role
from pitboss.table.instructions import DEALER, FLOOR, PLAYER, Instruction
from pitboss.table.views import VISIBLE_FIELDS, View
from pitboss.tui.dealer.console_session import (
    DealerScreenState,
    Menu,
    acting_as,
    dealer_menu,
    refusal_sentence,
    without_cards,
)

Json = dict[str, Any]
RECONNECT_NOTE: Final = "Connection lost. Reconnecting…"
UNCERTAIN_NOTE: Final = "The room did not answer in time: check the table before you try again."
OTHER_PERSON_NOTE: Final = (
    "Another person has to act as the floorperson, with an account of their own."
)
PLAYERS_NOTE: Final = (
    "Players sit down, wager and leave by themselves. If one is gone, press D to report it."
)
LEAVE_QUESTION: Final = (
    "A round is in progress. If you leave now, it waits until a dealer comes back."
)
RETRY_DELAY: Final = 1.0
"""Seconds between two attempts to connect, and between two looks at the connection."""
VIEW_TIMEOUT: Final = 5.0
"""Seconds to wait for the table to show a command that it has accepted."""
MAX_LOG: Final = 500
"""Most sentences that are kept for the log page."""
_CONNECTION_ERRORS: Final = (httpx.TransportError, Failed, OSError, TimeoutError)


_HINTS: Final = get_type_hints(View)
_STAFF_FIELDS: Final = ("role", *VISIBLE_FIELDS[Role.DEALER], "invited")
_StaffFields: Final = msgspec.defstruct(
    "StaffFields", [(name, _HINTS[name], UNSET) for name in _STAFF_FIELDS]
)
"""The fields of a view that dealers and floorpersons see. Others may contain fractions, which
`msgspec` cannot decode."""


def decode_staff_view(view: Mapping[str, Any]) -> View:
    """Return the view of a dealer or a floorperson from its JSON."""
    values = msgspec.convert(view, _StaffFields, strict=False)
    return View(**{name: getattr(values, name) for name in _STAFF_FIELDS})


class Login(Struct, frozen=True):
    """A session in a room, and the table to work at."""

    address: str
    token: str
    person: Person
    table: str


class RulesInForce(Struct, frozen=True):
    """The rules of a table, as this program resolves them, with their card."""

    rules: Rules
    card: RulesCard


async def sign_in(
    address: str, name: str, password: str, choose_table: Callable[[Sequence[Json]], str]
) -> "RoomSession":
    """Sign in to a room as a member of its staff, and return a session at one of its tables.

    ``choose_table`` gets the tables of the lobby and returns the key of one.
    """
    if not address.startswith(("http://", "https://")):
        raise Refused(
            f"{short_repr(address)} is not the address of a room: it begins with http:// or "
            "https://"
        )
    try:
        async with Client(address) as client:
            me = await client.sign_in(name, password)
            if me["part"] not in ACTING_ROLES:
                raise Refused(
                    f"{me['name']} has the role {me['part']}: sign in as a dealer or a floorperson"
                )
            tables = await client.tables()
            table = choose_table(tables)
            if table not in {item["table"] for item in tables}:
                keys = ", ".join(item["table"] for item in tables) or "none"
                raise Refused(f"there is no table {short_repr(table)}: choose from {keys}")
            person = Person(me["name"], Role(me["part"]))
            session = RoomSession(Login(address, client.token, person, table))
            view = await client.request("GET", f"/api/tables/{table}")
            await session.load(client, await client.console(table), view)
            return session
    except (httpx.TransportError, httpx.InvalidURL) as error:
        reason = str(error) or type(error).__name__
        raise Refused(f"the room at {address} cannot be reached: {reason}") from None
    except Failed as error:
        raise Refused(f"the room at {address} does not answer: {error.sentence}") from None


class RoomSession:
    """A table of a room, followed over a socket; what somebody else does shows at once."""

    game: Game
    card: RulesCard

    def __init__(self, login: Login) -> None:
        self._login = login
        self.note = ""
        self._console: Console
        self._view: View
        self._in_force: RulesInForce
        self._connection: TableClient | None = None
        self._connection_note = ""
        self._sentences: list[tuple[int, str]] = []

    @property
    def _person(self) -> Person:
        return self._login.person

    def open(self) -> None:
        """Do nothing: the table is open in its room."""

    # What the room says

    async def load(self, client: Client, console: Console, view: Mapping[str, Any]) -> None:
        """Take over a console and a view, and the rules if they have changed."""
        new_view = decode_staff_view(view)
        if not hasattr(self, "_in_force") or self._in_force.rules.hash != new_view.rules:
            await self._load_rules(client, new_view)
        self._console, self._view = console, new_view
        last_version = self._sentences[-1][0] if self._sentences else -1
        self._sentences += [
            (item.version, item.text) for item in console.log if item.version > last_version
        ]
        del self._sentences[:-MAX_LOG]

    async def _load_rules(self, client: Client, view: View) -> None:
        """Resolve the submission in force, or the example while the first one is not approved."""
        try:
            self.game = find_game(str(view.game))
        except UnknownGame:
            raise Refused(
                f"the table {self._login.table} plays {short_repr(view.game)}, which this program "
                "does not know: name the file that defines it, as in pitboss deal ./my_game.py "
                "--room URL"
            ) from None
        filings = await client.submissions(self._login.table)
        submission: Json = next(
            (item["submission"] for item in filings if view.rules and item["rules"] == view.rules),
            {},
        )
        rules = resolve(self.game, submission)
        if view.rules and rules.hash != view.rules:
            raise Refused(
                f"this version of Pitboss reads the rules of the table {self._login.table} "
                "differently: use the version that the room runs"
            )
        self.card = build_rules_card(self.game, submission)
        self._in_force = RulesInForce(rules, self.card)

    async def follow(self, on_change: Callable[[], None]) -> None:
        """Follow the table, and connect again whenever the connection is lost."""
        while True:
            try:
                async with (
                    Client(self._login.address, self._login.token) as client,
                    client.table(self._login.table) as table,
                ):
                    self._connection = table
                    watch = asyncio.create_task(self._watch_connection(table, on_change))
                    try:
                        await self._follow_changes(client, table, on_change)
                    finally:
                        watch.cancel()
            except _CONNECTION_ERRORS:
                self._connection_note = RECONNECT_NOTE
            except Refused as error:  # signed out, closed, or no longer assigned
                self._connection_note = refusal_sentence(error)
            self._connection = None
            on_change()
            await asyncio.sleep(RETRY_DELAY)

    async def _follow_changes(
        self, client: Client, table: TableClient, on_change: Callable[[], None]
    ) -> None:
        async for _ in table.changes():
            await self.load(client, await table.console(), table.view)
            self._connection_note = ""
            on_change()

    async def _watch_connection(self, table: TableClient, on_change: Callable[[], None]) -> None:
        """Say when the connection is lost, and that it is back; the client restores it."""
        while True:
            await asyncio.sleep(RETRY_DELAY)
            note = "" if table.is_connected else RECONNECT_NOTE
            if note != self._connection_note:
                self._connection_note = note
                on_change()

    # What the screen shows

    @property
    def instruction(self) -> Instruction:
        """The next step."""
        return self._console.instruction

    @property
    def sentences(self) -> list[str]:
        """What happened, in sentences."""
        return [text for _, text in self._sentences]

    @property
    def wait_note(self) -> str:
        """What to say if Enter is pressed although somebody else has to act."""
        return f"{self._waits_for()[:1].upper()}{self._waits_for()[1:]}."

    @property
    def leave_question(self) -> str:
        """The question to answer before a round in progress is left by its dealer."""
        is_round_open = self._view.round and self._view.round.phase != "the round is closed"
        return LEAVE_QUESTION if is_round_open and self._person.role is Role.DEALER else ""

    def _waits_for(self) -> str:
        """Return whom the table waits for."""
        instruction = self._console.instruction
        match instruction.who:
            case str(who) if who == FLOOR:
                return "the table waits for a floorperson"
            case str(who) if who == DEALER:
                return "the table waits for its dealer"
            case str(who) if who == PLAYER and instruction.seat:
                return f"the table waits for the player in seat {instruction.seat}"
            case str(who) if who == PLAYER:
                return "the table waits for players"
            case _:
                return "the table waits for two people of the staff"

    def screen_state(self, enter: str = "") -> DealerScreenState:
        """Return everything that the screen shows now."""
        is_dealer = self._person.role is Role.DEALER
        return DealerScreenState(
            game=self.game,
            rules=self._in_force.rules,
            card=self.card,
            view=self._shown_view(),
            instruction=self._console.instruction,
            utc_seconds=int(time.time()),
            sentences=tuple(self.sentences),
            note=self._connection_note or self.note,
            enter_label=enter,
            waits_for=self._waits_for(),
            dealer=self._person.name if is_dealer else "",
            floor="" if is_dealer else self._person.name,
        )

    def _shown_view(self) -> View:
        """Return the view, without the cards of a deck that was removed."""
        timers = self._console.timers
        return self._view if timers.decks or not self._view.round else without_cards(self._view)

    # What can be done

    def next_action(self) -> Action | None:
        """Return what Enter does, or None if the next step is somebody else's."""
        return self._console.primary

    def title(self, role: Role) -> str:
        """Return the title of a dialog: in whose name something is done."""
        return acting_as(self._person)

    def menu(self, name: str) -> Menu:
        """Return a menu; possible actions come first in those that change with the table."""
        title = acting_as(self._person)
        match name:
            case "incidents":
                return Menu("Report an irregularity", self._console.incidents)
            case "floor":
                return Menu(title, order_actions(self._console.floor), OTHER_PERSON_NOTE)
            case "dealer":
                return Menu(title, order_actions(dealer_menu(self._console)))
            case _:
                return Menu("Players", (), PLAYERS_NOTE)

    async def perform(self, action: Action, variant: Variant, answers: Answers) -> None:
        """Send the command of an action to the room; a refusal is noted."""
        self.note = ""
        if self._connection is None:
            self.note = RECONNECT_NOTE
            return
        try:
            command = decode_command(fill(variant.command, action.prompts, answers))
            response = await self._connection.execute(command)
            await self._wait_for_console(response["version"])
        except Refused as error:
            self.note = refusal_sentence(error)
        except _CONNECTION_ERRORS:
            self.note = UNCERTAIN_NOTE

    async def _wait_for_console(self, version: int) -> None:
        """Wait until the screen can show what the command has done."""
        deadline = asyncio.get_running_loop().time() + VIEW_TIMEOUT
        while self._console.version < version:
            if asyncio.get_running_loop().time() > deadline:
                return
            await asyncio.sleep(0.01)
