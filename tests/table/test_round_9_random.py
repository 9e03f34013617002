"""ROUND-9 over random rounds: a void round leaves no trace, whatever goes wrong and when.

In each round any irregularity may be reported at any moment, before and after every seat that is
settled. Some hands are good enough for jackpots, envy and community pay."""

from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Final

import pytest
from msgspec.structs import replace

from pitboss.cards import DECK, Card, cards_text
from pitboss.errors import Refused
from pitboss.games.deck_tasks import Device
from pitboss.games.incidents import Kind
from pitboss.shuffle import Shoe
from pitboss.table import Person, Phase, Role, State, next_step
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.day import Ruling
from pitboss.table.handlers import settlement
from pitboss.table.handlers.rulings import allowed_rulings
from pitboss.table.ledger import Cents, escrow_account
from pitboss.table.state import RoundState, open_street
from pitboss.table.views import choices_for_seat

from .round_scenes import EVERY, SIDES
from .tables import (
    CCP,
    DEE,
    FLO,
    METHODS,
    RET,
    STUD,
    THB,
    Json,
    StackedTable,
    antes,
    current_round,
    seated_table,
    stacked_shoe,
    step,
)

CASES: Final = 80
"""Rounds of each game in every run…"""
SOAK: Final = 2_500
"""…and in a soak."""
ROUNDS: Final = 20
"""Rounds at one table."""
CHIPS: Final = 100_000_00
WHEEL: Final = {"jackpot": 2, "$500": 3, "$200": 3, "$60": 2}
"""A wheel for Criss Cross, mostly with symbols that pay everybody, or the meter."""
LUCKY: Final = {RET: "Ah Kh", STUD: "Ah Kh Qh", CCP: "Kc Kd", THB: "As Ad"}
BOARD: Final = {
    RET: {"left": "Qh", "center": "Jh", "right": "Th"},
    STUD: {"community": "Jh Th"},
}


class Rounds:
    """Rounds of one game at one table, with their results."""

    def __init__(self, game: str, chance: Random, reach_counts: Counter[str]) -> None:
        self.chance, self.reach_counts = chance, reach_counts
        filing = chance.choice([filing for key, _, filing in METHODS.values() if key == game])
        shuffler = "automated" if filing["shuffler"] == "none" else filing["shuffler"]
        submission: Json = {"table": {**filing, "shuffler": shuffler}}
        if game == CCP:
            wheel = [{"symbol": name, "stops": stops} for name, stops in WHEEL.items()]
            submission["wagers"] = {"bonus_spin": {"wheel": wheel}}
        table = seated_table(game, submission=submission, chips=CHIPS, practice=None)
        assert isinstance(table, StackedTable)
        self.game, self.table = game, table
        self.seats: list[int] = []
        table.stacks = self._stacks()

    def _stacks(self) -> Iterator[Shoe]:
        """Yield shuffled stacks, every third with a hand that hits a meter.

        Spins follow from seeds."""
        while True:
            deck = [*DECK]
            self.chance.shuffle(deck)
            if self.chance.randrange(3):
                seed = self.chance.randbytes(32)
                yield Shoe(seed, tuple(deck), tuple(bytes([at] * 16) for at in range(52)))
            else:
                yield self._lucky(deck)

    def _lucky(self, deck: list[Card]) -> Shoe:
        """Return the same deck with a good hand for one of the seats that bet."""
        lucky, hand = self.chance.choice(self.seats), LUCKY[self.game]
        holes = {seat: hand if seat == lucky else "" for seat in self.seats}
        shoe = stacked_shoe(self.table.rules, holes, BOARD.get(self.game))
        card_names = {*hand.split(), *" ".join(BOARD.get(self.game, {}).values()).split()}
        rest = iter([card for card in deck if cards_text((card,)) not in card_names])
        stack = [card if cards_text((card,)) in card_names else next(rest) for card in shoe.cards]
        return Shoe(self.chance.randbytes(32), tuple(stack), shoe.salts)

    def play(self) -> None:
        """Play one round, with or without an incident."""
        self.seats = sorted(self.chance.sample(range(1, 7), self.chance.randint(1, 6)))
        table, before = self.table, accounts(self.table.state)
        table.execute(c.OpenRound(), DEE)
        for seat in self.seats:
            sides = {k: v for k, v in SIDES[self.game].items() if self.chance.randrange(4)}
            name = table.state.seats[seat]
            table.player(name).place_wagers(seat, antes(self.game, **sides))
        table.execute(c.NoMoreBets(), DEE)
        trouble = self.chance.choice((2, 8, 40))
        while current_round(table).phase not in (Phase.VOID, Phase.CLOSED):
            if self.chance.randrange(trouble) == 0:
                self._something_happens()
            elif current_round(table).phase is not Phase.VOID:
                self._go_on()
            assert sum(table.state.balances.values()) == 0, "money was made or lost"
        if current_round(table).phase is Phase.VOID:
            self._check_undone(before)
            step(table)
        self._ready()

    def _go_on(self) -> None:
        """Make the next decision or do the next step; seats are settled one by one."""
        outcome = next_step(self.table.state)
        if outcome is None:
            self._answer()
        elif isinstance(outcome.command, c.Settle):
            self.table.execute(c.Settle(round=current_round(self.table).number), DEE)
        else:
            step(self.table)

    def _answer(self) -> None:
        table = self.table
        seat, street = current_round(table).turn, open_street(table.rules, current_round(table))
        assert seat is not None
        assert street is not None
        some = [item.decision for item in choices_for_seat(table.state, seat)]
        by = Person(current_round(table).players[seat], Role.PLAYER)
        decision = self.chance.choice(some)
        table.execute(c.Decide(seat, decision, street.name, round=current_round(table).number), by)

    def _something_happens(self) -> None:
        """Report the first irregularity that is possible now, and have a floorperson rule."""
        here, table = current_round(self.table), self.table
        paid = "after" if here.results else "before"
        for command, by, name in self._troubles(here):
            try:
                table.execute(command, by)
            except Refused:
                continue
            self._rule()
            if current_round(table).phase is Phase.VOID:
                self.reach_counts[f"{name}, {paid} a seat was settled"] += 1
            return

    def _troubles(self, here: RoundState) -> list[tuple[c.Command, Person, str]]:
        some: list[tuple[c.Command, Person, str]] = [
            (self._report(kind, here), DEE, kind.value) for kind in Kind
        ]
        stub = len(DECK) - here.dealt - 1
        some.append((c.CountStub(stub, round=here.number), DEE, "stub"))
        some.append((c.Propose(c.VoidRound(here.number, "no light")), DEE, "two people"))
        if self.table.rules.table_procedures.breaches:
            breach = self.chance.choice([*self.table.rules.table_procedures.breaches])
            seat = self.chance.choice(self.seats)
            some.append((c.Forfeit(seat, breach, round=here.number), FLO, "forfeit"))
        self.chance.shuffle(some)
        return some

    def _report(self, kind: Kind, here: RoundState) -> c.Report:
        seat = self.chance.choice((0, *self.seats))
        return c.Report(kind, seat, round=here.number)

    def _rule(self) -> None:
        """Have Flo make a possible ruling, mostly that it did happen, or approve the void."""
        state = self.table.state
        for number in state.proposals:
            self.table.execute(c.Approve(number), FLO)
        waits = self.table.state.day.incident
        if waits is not None:
            may = [
                allowed_ruling
                for allowed_ruling in allowed_rulings(self.table.rules, waits)
                if allowed_ruling is not Ruling.DISMISSED
            ]
            self.table.execute(c.Rule(self.chance.choice(may), "as it was seen"), FLO)

    def _check_undone(self, before: dict[str, Cents]) -> None:
        """Check that all money is as before, except for forfeits and a settled Bonus."""
        here = current_round(self.table)
        expected = Counter(before)
        for seat, results in here.results.items():
            for key, result in results.items():
                if seat in here.forfeited:
                    assert (result.outcome, result.credit) == ("lose", 0)
                elif result.outcome != "void":
                    assert (self.game, key) == (THB, "bonus")
                    self.reach_counts["a settled Bonus"] += 1
                expected[f"stack:{here.players[seat]}"] += result.credit - result.stake
        assert accounts(self.table.state) == expected
        assert not any(self.table.state.balances.get(escrow_account(seat)) for seat in range(1, 7))
        self.reach_counts["void"] += 1
        self.reach_counts["void with a forfeit"] += bool(here.forfeited)

    def _ready(self) -> None:
        """Restore machines and bring decks until bets can be opened again."""
        for device in self.table.state.day.broken:
            self.table.floorperson("Flo").restore_device(Device(device))
        while next_step(self.table.state) is not None:
            step(self.table)


def accounts(state: State) -> dict[str, Cents]:
    """Return what players and meters have."""
    return {a: c for a, c in state.balances.items() if a.startswith(("stack:", "meter:"))}


def some_rounds(game: str, cases: int, seed: str) -> Counter[str]:
    """Play rounds, and count their results."""
    reach_counts: Counter[str] = Counter()
    chance = Random(f"{game} {seed}")
    for table in range(cases // ROUNDS):
        rounds = Rounds(game, chance, reach_counts)
        for number in range(ROUNDS):
            try:
                rounds.play()
            except AssertionError as error:
                error.add_note(f"table {table}, round {number + 1} of {game}, seed {seed!r}")
                raise
        for item in rounds.table.log:
            if isinstance(item.event, e.SettlementReversed):
                reach_counts["reversed: a jackpot"] += bool(item.event.hits)
                reach_counts["reversed: envy or community pay"] += bool(item.event.gifts)
    return reach_counts


@EVERY
def test_round_9_a_void_round_leaves_no_trace(game: str) -> None:
    reach_counts = some_rounds(game, CASES, "every run")
    assert reach_counts["void"] > CASES / 4
    assert any("after a seat was settled" in name for name in reach_counts)


def _no_reversal(undone: e.SettlementReversed) -> e.SettlementReversed | None:
    return None


def _no_jackpot(undone: e.SettlementReversed) -> e.SettlementReversed:
    return replace(undone, hits=())


def _no_gifts(undone: e.SettlementReversed) -> e.SettlementReversed:
    return replace(undone, gifts={})


def _one_wager_less(undone: e.SettlementReversed) -> e.SettlementReversed:
    return replace(undone, wagers=dict([*undone.wagers.items()][1:]))


@pytest.mark.parametrize("fault", [_no_reversal, _no_jackpot, _no_gifts, _one_wager_less])
@pytest.mark.parametrize("game", [RET, CCP, STUD])
def test_round_9_a_trace_is_found(
    game: str,
    fault: Callable[[e.SettlementReversed], e.SettlementReversed | None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A planted fault leaves one payment of settlement in place."""
    whole = settlement._reversals

    def faulty(here: RoundState) -> Iterator[e.SettlementReversed]:
        yield from filter(None, map(fault, whole(here)))

    monkeypatch.setattr(settlement, "_reversals", faulty)
    with pytest.raises((AssertionError, KeyError)):
        some_rounds(game, 40 * CASES, "every run")


@pytest.mark.soak
@EVERY
def test_round_9_a_void_round_leaves_no_trace_soak(game: str) -> None:
    reach_counts = some_rounds(game, SOAK, "soak")
    print(f"\n{game}: {SOAK} rounds")
    for name, times in sorted(reach_counts.items()):
        print(f"  {name:<60} {times:>6}")
    assert reach_counts["void"] > SOAK / 4
