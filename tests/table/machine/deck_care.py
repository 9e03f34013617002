"""Random actions of the staff with decks, machines and the tray, valid and invalid."""

from typing import Final

from msgspec.structs import replace

from pitboss.games.deck_tasks import Device, Mark, Task
from pitboss.table import Person, Role
from pitboss.table import commands as c

from .driver import DEALERS, FLOOR, NAMES, Chance, does
from .expected_decks import HOUR, next_task
from .staff import Staff

BOTH: Final = (*DEALERS, *FLOOR)
WHYS: Final = ("a complaint", "wished for", "out of sorts", " ", "", "x" * 501, "two\nlines")
HOURS: Final = (1, 60, 1800, HOUR, 2 * HOUR, 4 * HOUR - 1, 4 * HOUR, 8 * HOUR - 1, 8 * HOUR)


class DeckHandling(Staff):
    """Rules for the staff that handle the cards."""

    @does
    def time_passes(self, chance: Chance) -> None:
        """Let time pass, mostly a little."""
        hours = HOURS if chance.once_in(3) else HOURS[:3]
        self.watch.wait(chance.choice(hours) if not chance.once_in(9) else -60)

    @does
    def sign_checklist(self, chance: Chance) -> None:
        """Sign all items or some of them."""
        step = self.due
        command = step.command if step and isinstance(step.command, c.SignChecklist) else None
        items = command.items if command else ("2.C(1)",)
        self.say(c.SignChecklist(items[: None if chance.once_in(2) else -1]), chance.choice(BOTH))

    @does
    def receive_deck(self, chance: Chance) -> None:
        command = c.ReceiveDeck(ready_made=chance.once_in(2), at=self.some_time(chance))
        if chance.once_in(3):
            looks = (("D1", "X7", " "), ("standard", "royal"), ("red", "blue", "green", ""))
            name, design, color = (chance.choice(some) for some in looks)
            command = replace(command, id=name, design=design, color=color)
        self.say(command, chance.choice(DEALERS))

    @does
    def remove_deck(self, chance: Chance) -> None:
        self.say(c.RemoveDeck(self.some_deck(chance)), chance.choice(BOTH))

    @does
    def perform(self, chance: Chance) -> None:
        """Do the due step or another one, as dealer or floorperson."""
        slot = self.some_deck(chance)
        task = chance.choice([*Task])
        if slot in self.watch.day.decks and not chance.once_in(3):
            task = next_task(self.watch.day, slot) or task
        if chance.once_in(3):
            task = chance.choice((Task.SPREAD, Task.CUT, Task.VERIFY, Task.LOAD))
        cards = 0
        if chance.once_in(2) and task is Task.CUT:
            cards = chance.choice((9, 10, 26, 42, 43))
        if chance.once_in(8):
            cards = 1
        by = chance.choice(BOTH)
        if chance.once_in(2):
            by = chance.choice(FLOOR if task is Task.VERIFY else DEALERS)
        if task is Task.VERIFY and chance.once_in(3):  # the inspector uses another role
            deck = self.watch.day.decks.get(slot)
            by = Person(deck.by if deck and deck.by else "Dora", Role.FLOORPERSON)
        self.say(c.Perform(task, slot, cards), by)

    @does
    def order_shuffle(self, chance: Chance) -> None:
        self.say(c.OrderShuffle(self.some_deck(chance)), chance.choice(FLOOR))

    @does
    def recut(self, chance: Chance) -> None:
        """Cut again, at the earliest time or at any other."""
        why = chance.choice(WHYS[:3] if chance.once_in(2) else WHYS)
        self.say(c.Recut(why, round=self.some_round(chance)), chance.choice(FLOOR))

    @does
    def count_stub(self, chance: Chance) -> None:
        """Report the right count, one too many, one too few, or something that is not a number."""
        round_ = self.watch.state.round
        left = 52 - round_.dealt if round_ and self.watch.state.has_open_round else 52
        cards = left if chance.once_in(2) else left + chance.choice((-1, 1, 0, -99, 99))
        self.say(c.CountStub(cards, round=self.some_round(chance)), chance.choice(DEALERS))

    @does
    def mark_or_restore(self, chance: Chance) -> None:
        broken_devices = [Device(name) for name in self.watch.day.broken]
        device = (
            chance.choice(broken_devices or [*Device])
            if chance.once_in(2)
            else chance.choice([*Device])
        )
        if chance.once_in(2):
            self.say(c.MarkDevice(device, chance.choice([*Mark])), chance.choice(BOTH))
        else:
            self.say(c.RestoreDevice(device), chance.choice(FLOOR))

    @does
    def disable(self, chance: Chance) -> None:
        """Disable the table, the game or somebody, sometimes unknown or without a reason."""
        name = chance.choice((*NAMES, "Zoe"))
        what = chance.choice(("table", "game", f"player:{name}", f"player:{name}"))
        if chance.once_in(6):
            what = chance.choice(("", "player:", "somebody", "player: x"))
        why = chance.choice(WHYS if chance.once_in(3) else WHYS[:3])
        self.say(c.Disable(what, why), chance.choice(FLOOR))

    @does
    def enable(self, chance: Chance) -> None:
        disabled_names = [*self.watch.day.disabled]
        what = chance.choice((*disabled_names, *disabled_names, "table", "nothing"))
        self.say(c.Enable(what), chance.choice(FLOOR))

    @does
    def count_the_tray(self, chance: Chance) -> None:
        """Count to open or close, with or without a difference, at the right time or not."""
        cents = self.tray + chance.choice((0, 0, 5_00, -5_00, -(10**13), 10**13))
        matter = c.OpeningCount(cents) if chance.once_in(2) else c.ClosingCount(cents)
        by = chance.choice(BOTH)
        if self.say(c.Propose(matter), by) and not chance.once_in(3):
            other = chance.choice(FLOOR) if chance.once_in(2) else by
            wrong = c.Approve(self.watch.state.proposed, chance.choice((None, cents + 1)))
            if chance.once_in(3):
                self.say(wrong, other)
            self.say(self.approval(), other)

    @does
    def close_table(self, chance: Chance) -> None:
        """Remove all players and cards and count the tray; sometimes open the table again."""
        if self.phase is not None or not chance.once_in(3):
            return
        for seat in [*self.watch.state.seats]:
            self.say(c.Leave(seat), self.sitting(seat))
        for slot in [*self.watch.day.decks]:
            self.say(c.RemoveDeck(slot), chance.choice(BOTH))
        if self.watch.day.open and not self.watch.day.incident:
            self.count_tray(c.ClosingCount(self.tray + chance.choice((0, 100, -100))))
        self.sit(chance)

    def some_deck(self, chance: Chance) -> int:
        """Return a deck, mostly one that exists."""
        deck_slots = [*self.watch.day.decks]
        return (
            chance.choice(deck_slots)
            if deck_slots and not chance.once_in(4)
            else chance.randrange(4)
        )
