"""Players who act without a page whenever the table waits for them; and stacks with a jackpot."""

import asyncio
from collections.abc import Iterator
from contextlib import suppress
from itertools import count
from typing import Final

from pitboss.cards import rank
from pitboss.days.jackpot_search import JackpotStack, deal_order, jackpot_stacks
from pitboss.errors import Refused
from pitboss.shuffle import build_shoe, practice_seed, shuffle_context, wheel_stop
from pitboss.submission.rules import Rules
from pitboss.table import Person, Phase, Role, State
from pitboss.table import commands as c
from pitboss.table.handlers.dealing import symbol_at
from pitboss.table.state import require_rules
from pitboss.table.views import choices_for_seat
from tests.table.round_scenes import SIDES
from tests.table.tables import antes
from tests.web.page_room import PageRoom

SEATS: Final = {1: "Ann", 2: "Bob", 4: "Cy"}
BUY_IN: Final = 2_000_00
CUTS: Final = range(10, 43)
JACKPOT_SYMBOL: Final = "jackpot"


class TablePlayers:
    """The players of one table: they bet on everything, and stay in."""

    def __init__(self, room: PageRoom, table: str) -> None:
        self.room, self.table = room, table
        self.by_seat = {seat: f"{name} {table}" for seat, name in SEATS.items()}
        self.is_paused = False
        """Whether they hold their decisions back."""
        self.refusals: list[Refused] = []
        for name in self.by_seat.values():
            room.sign_in(name)
        self._watcher = room.room.hub(table).watch(Person(self.by_seat[1], Role.PLAYER))
        self._task = room.run(self._start())

    def sit_down(self) -> None:
        """Take seats, and buy in."""
        for seat, name in self.by_seat.items():
            self.room.execute(name, self.table, c.TakeSeat(seat), c.BuyIn(BUY_IN))

    def pause(self) -> None:
        """Hold decisions back from now on."""
        self.is_paused = True

    def resume(self) -> None:
        """Decide again."""

        async def wake() -> None:
            self.is_paused = False
            self._watcher.wake()

        self.room.run(wake())

    def leave(self) -> None:
        """Leave the table for good."""

        async def stop() -> None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
            self._watcher.leave()

        self.room.run(stop())
        for seat, name in self.by_seat.items():
            self.room.execute(name, self.table, c.CashOut(), c.Leave(seat))

    async def _start(self) -> "asyncio.Task[None]":
        return asyncio.create_task(self._act())

    async def _act(self) -> None:
        """Carry out what the table waits for, whenever it has changed."""
        accounts = {name: await self.room.room.account_service.account(name)
                    for name in self.by_seat.values()}  # fmt: skip
        while True:
            await self._watcher.wait_until_woken()
            for name, command in self._commands(self.room.actor(self.table).committed_state):
                account = accounts[name]
                assert account is not None
                try:
                    await self.room.room.execute(account, self.table, command)
                except Refused as error:
                    self.refusals.append(error)

    def _commands(self, state: State) -> Iterator[tuple[str, c.Command]]:
        round_ = state.round
        if round_ is None or round_.phase is Phase.CLOSED:
            return
        if round_.phase is Phase.BETTING and not round_.wagers:
            for seat, name in self.by_seat.items():
                wagers = antes(state.game, **SIDES[state.game])
                yield name, c.PlaceWagers(seat, wagers, round=round_.number)
        if round_.turn is not None and state.day.incident is None and not self.is_paused:
            choices = [choice.decision for choice in choices_for_seat(state, round_.turn)]
            stays = next(choice for choice in choices if choice != "fold")
            yield self.by_seat[round_.turn], c.Decide(round_.turn, stays)


def find_jackpot(state: State) -> JackpotStack:
    """Return a stack for the next round in which one of the seated players hits a meter."""
    rules = require_rules(state)
    for number in count():
        name = f"jackpot {number}"
        for side in rules.sides:
            if side.pays.prizes is not None:
                stack = next(jackpot_stacks(state, side.key, CUTS, name), None)
            else:
                stack = _wheel_stack(state, rules, name) if side.pays.wheel else None
            if stack:
                return stack
    raise AssertionError("unreachable")


def _wheel_stack(state: State, rules: Rules, name: str) -> JackpotStack | None:
    """Return a stack in which a seat has a pair, and its spin stops at the jackpot."""
    number = (state.round.number if state.round else 0) + 1
    context, seed = shuffle_context(state.table, number, rules.hash), practice_seed(name, number)
    wheel = next(side.pays for side in rules.sides if side.pays.wheel)
    stops = sum(item.stops for item in wheel.wheel)
    lucky = [
        seat
        for seat in state.seats
        if symbol_at(wheel, wheel_stop(seed, (), context, seat, stops)) == JACKPOT_SYMBOL
    ]
    if not lucky:
        return None
    cards = build_shoe(seed, context, rules.deck.cards).cards * 2
    order = deal_order(rules, state.seats)
    for cut in CUTS:
        for seat in lucky:
            hole = [cards[cut + order.index(f"{seat}.{name}")] for name in rules.hole]
            if len({rank(card) for card in hole}) == 1:
                return JackpotStack(name, cut)
    return None
