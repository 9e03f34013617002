"""Irregularities in the machine: reported where they can and cannot occur, and ruled on."""

from typing import Final

from pitboss.games.deck_tasks import Device
from pitboss.games.incidents import Kind
from pitboss.table import Person, Role
from pitboss.table import commands as c
from pitboss.table.day import Ruling

from .deck_care import BOTH, WHYS, DeckHandling
from .driver import FLOOR, Chance, does
from .rulings import FAILS, FORFEITS

BREACHES: Final = ("11.A(1)", "11.A(2)", "11.A(3)", "11.A(4)", "11.A(5)", "")
IN_CARDS: Final = (
    *(Kind.CARD_FACE_UP, Kind.CARDS_FACE_UP, Kind.DRAWN_UNEXPOSED, Kind.DRAWN_EXPOSED),
    *(Kind.WRONG_NUMBER, Kind.PLAYER_SKIPPED, Kind.DEALER_CARD_EXPOSED, Kind.COMMUNITY_EXPOSED),
)


class Trouble(DeckHandling):
    """Rules for people who notice that something went wrong."""

    @does
    def report(self, chance: Chance) -> None:
        """Report anything at any time."""
        kind = chance.choice(IN_CARDS if self.watch.model and chance.once_in(2) else [*Kind])
        self.say(self.some_report(kind, chance), chance.choice(BOTH))

    @does
    def report_and_rule(self, chance: Chance) -> None:
        """Report something that can happen now, and mostly rule on it."""
        self.say(self.some_report(chance.choice(self._likely()), chance), chance.choice(BOTH))
        if not chance.once_in(4):
            self.rule(chance)

    def _likely(self) -> list[Kind]:
        model = self.watch.model
        if model is None or not model.open:
            machines = [Kind.COUNTER_WRONG, Kind.SHUFFLER_JAM, Kind.DEVICE_DOWN, Kind.FOULED_DECK]
            return [Kind.SHOE_JAM, *FAILS, *machines] if model and model.counting else machines
        if model.results:
            return [Kind.WRONG_NUMBER, Kind.FOULED_DECK]
        if model.dealing:
            return [*IN_CARDS, Kind.SHOE_JAM, *FAILS]
        return [kind for kind in IN_CARDS if "exposed" in kind] + [Kind.WRONG_NUMBER]

    def some_report(self, kind: Kind, chance: Chance) -> c.Report:
        """Return a report with or without a player or card."""
        model, rules = self.watch.model, self.in_force
        seats = [*model.players] if model else []
        seat = chance.choice(seats) if seats and not chance.once_in(6) else chance.randrange(8)
        if kind in (Kind.WRONG_NUMBER, Kind.DRAWN_EXPOSED) and chance.once_in(2):
            seat = 0
        names = [place.name for place in rules.places] + [*rules.hole] if rules else []
        card = chance.choice((*names, "nothing")) if chance.once_in(3) else ""
        position = chance.randrange(4) if "exposed" in kind and seat + len(card) else 0
        device = chance.choice((*Device, "wheel")) if chance.once_in(2) else ""
        number = self.some_round(chance)
        deck = self.some_deck(chance)
        return c.Report(kind, seat, card, deck, device, position, round=number)

    @does
    def rule_on_it(self, chance: Chance) -> None:
        self.rule(chance)

    @does
    def rule_wrongly(self, chance: Chance) -> None:
        """Make any ruling for any reason, even by the reporter."""
        waits = self.watch.day.incident
        by = chance.choice(FLOOR)
        if waits and chance.once_in(2):
            by = Person(waits.by, Role.FLOORPERSON)
        self.say(c.Rule(chance.choice([*Ruling]), chance.choice(WHYS)), by)

    @does
    def record_breach(self, chance: Chance) -> None:
        """Record an existing or an unknown breach."""
        command = c.RecordBreach(
            self.seat_of(chance), chance.choice(BREACHES), round=self.some_round(chance)
        )
        self.say(command, chance.choice(BOTH))

    @does
    def forfeit(self, chance: Chance) -> None:
        """Forfeit for an existing or an unknown breach."""
        breaches = FORFEITS.get(self.game, BREACHES)
        breach = chance.choice(breaches if chance.once_in(2) else BREACHES)
        command = c.Forfeit(self.seat_of(chance), breach, round=self.some_round(chance))
        self.say(command, chance.choice(FLOOR))
