"""Model of a round, built only from its events and the rules."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import takewhile

from pitboss.games.dealing import Ask
from pitboss.games.payoffs import HoleCards, Progressive, Wheel
from pitboss.round import Decision
from pitboss.settle import Hit, WagerResult
from pitboss.shuffle import Contribution, dealing_order, shuffle_context
from pitboss.submission import Rules
from pitboss.table import State
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.ledger import Cents

Losses = tuple[frozenset[int], frozenset[int], frozenset[tuple[int, str]]]
"""Seats that forfeited, and abandoned seats whose wagers were ruled lost."""


@dataclass
class RoundModel:
    """One round, from its opening on."""

    opened: e.RoundOpened
    rules: Rules
    at_open: State
    cut: int = 0
    recuts: list[str] = field(default_factory=list)
    """The reason for each additional cut."""
    recut_late: list[str] = field(default_factory=list)
    """Those made after the close of betting."""
    wagers: dict[int, dict[str, int]] = field(default_factory=dict)
    added: list[Contribution] = field(default_factory=list)
    at_lock: State | None = None
    """The state before "no more bets", once it was called."""
    players: Mapping[int, str] = field(default_factory=dict)
    meters: dict[str, Cents] = field(default_factory=dict)
    counting: bool = False
    """Whether the chips of progressive wagers are still to be counted."""
    drawn: list[int] = field(default_factory=list)
    """Positions that left the stack, in order, including cards out of play."""
    out: list[int] = field(default_factory=list)
    exposed: set[int] = field(default_factory=set)
    """Positions exposed too early."""
    deals: int = 0
    """How many times cards were dealt."""
    dealt: list[tuple[str, int]] = field(default_factory=list)
    shown: dict[int, str] = field(default_factory=dict)
    revealed: int = 0
    """Completed reveals; a street has one or more."""
    to_show: tuple[int, ...] = ()
    """Positions just dealt face up."""
    decisions: dict[int, list[Decision]] = field(default_factory=dict)
    raises: dict[int, dict[str, int]] = field(default_factory=dict)
    folded: set[int] = field(default_factory=set)
    away: set[int] = field(default_factory=set)
    """Who walked off…"""
    reported: dict[int, str] = field(default_factory=dict)
    """…as reported by somebody, without a ruling so far…"""
    ruled: set[int] = field(default_factory=set)
    """…or with a floorperson's ruling…"""
    lost: set[int] = field(default_factory=set)
    """…that all wagers are lost."""
    forfeited: set[int] = field(default_factory=set)
    sat_out: dict[int, list[int]] = field(default_factory=dict)
    """Skipped players, and the cards taken back from them."""
    stub_counted: bool = False
    spins: dict[int, str] = field(default_factory=dict)
    hitting: set[int] = field(default_factory=set)
    returned: dict[tuple[int, str], int] = field(default_factory=dict)
    won_by_others: Counter[str] = field(default_factory=Counter)
    """Stakes returned after the meter that they had fed was won."""
    """Seats that hit a jackpot, validated or not."""
    results: dict[int, dict[str, WagerResult]] = field(default_factory=dict)
    gone_when: dict[int, dict[str, Losses]] = field(default_factory=dict)
    """Which seats had lost everything when each wager was settled."""
    hits: list[Hit] = field(default_factory=list)
    gifts: dict[tuple[int, str], dict[int, int]] = field(default_factory=dict)
    reversed: set[int] = field(default_factory=set)
    """Seats whose settlement was reversed because the round is void."""
    void: e.RoundVoided | None = None
    settles: str = ""
    """The wager that is settled although the round is void."""
    seed: str = ""
    outside: Counter[str] = field(default_factory=Counter)
    """What stacks and tray received from outside during the round."""

    @property
    def number(self) -> int:
        """Return the number of the round."""
        return self.opened.round

    @property
    def bound(self) -> bytes:
        """Return the values that the stack depends on."""
        return shuffle_context(self.at_open.table, self.number, self.opened.rules)

    @property
    def order(self) -> tuple[int, ...]:
        """Return the positions of the stack in the order of dealing."""
        return _order(tuple(self.added), self.cut, self.bound)

    @property
    def playing(self) -> bool:
        """Return whether hands are in play: from the first card until a wager is settled."""
        return self.on_the_table and not self.results

    @property
    def on_the_table(self) -> bool:
        """Return whether hands are in play or being settled, and at least one is not settled."""
        return self.open and not all(map(self.is_settled, self.players))

    @property
    def open(self) -> bool:
        """Whether hands are played or settled, and the round is neither void nor closed."""
        return self.at_lock is not None and not self.counting and self.void is None

    @property
    def dealing(self) -> bool:
        """Return whether cards are still to be dealt."""
        steps = [step for step in self.rules.dealing.steps if not isinstance(step, Ask)]
        return self.playing and self.deals < len(steps)

    def has_lost(self, seat: int) -> bool:
        """Return whether the wagers of a seat were ruled lost."""
        return seat in self.lost | self.forfeited

    @property
    def all_gone(self) -> Losses:
        """Return the seats that have lost everything by now, and the wagers returned."""
        return frozenset(self.forfeited), frozenset(self.lost), frozenset(self.returned)

    def is_settled(self, seat: int) -> bool:
        """Return whether everything that this seat staked is settled."""
        return self.results.get(seat, {}).keys() == {*self.wagers[seat], *self.raises[seat]}

    def being_settled(self, seat: int) -> bool:
        """Return whether the hand of a seat has been paid or is next."""
        return self.is_settled(seat) or seat in self.spins or seat in self.hitting

    def to_rule_on(self, seat: int) -> bool:
        """Return whether an abandoned seat has wagers that could be lost and no ruling."""
        left = seat in self.players and seat in self.away - self.ruled
        return left and self.stays(seat) and not self.being_settled(seat)

    @property
    def dispensing(self) -> bool:
        """Return whether a shoe has stacks left; after a decision, cards come from the hand."""
        stacks = [*takewhile(lambda step: not isinstance(step, Ask), self.rules.dealing.steps)]
        is_locked = self.at_lock is not None and self.void is None
        return is_locked and self.deals < len(stacks)

    def to_answer(self) -> list[int]:
        """Return the seats that still have a decision to make."""
        return [
            seat
            for seat, decisions_so_far in self.decisions.items()
            if len(decisions_so_far) < len(self.rules.streets)
            and seat not in self.folded
            and not self.has_lost(seat)
        ]

    def place(self, name: str) -> list[int]:
        """Return the positions dealt to a place, or to a card of a seat: ``4.first``."""
        return [at for to, at in self.dealt if to == name]

    def hand(self, seat: int) -> list[int]:
        """Return the positions in a seat's hand."""
        return [at for name in self.rules.hole for at in self.place(f"{seat}.{name}")]

    def stays(self, seat: int) -> bool:
        """Return whether the cards of a seat are still on the table."""
        live = (s.key in self.wagers[seat] and s.lives_after_fold for s in self.rules.sides)
        return not self.has_lost(seat) and (seat not in self.folded or any(live))

    def due_to_turn(self, voiding: str) -> list[list[int]]:
        """Return the cards that may be turned next: any of these lists."""
        if voiding:
            pays = (side.pays for side in self.rules.sides if side.key == voiding)
            against = [pay.against for pay in pays if isinstance(pay, HoleCards)]
            hands = [self.hand(seat) for seat in self.players if voiding in self.wagers[seat]]
            return [self._down([*self.place(str(*against)), *(at for h in hands for at in h)])]
        if self.next_shown() < len(self._steps):
            return [self._of_step(self._steps[self.next_shown()][1])]
        return [self._down(self.hand(seat)) for seat in self.players if self.stays(seat)]

    @property
    def _steps(self) -> list[tuple[int, tuple[str, ...]]]:
        """Return the reveals in order, each with its street."""
        streets = enumerate(self.rules.streets)
        return [(number, step.names) for number, street in streets for step in street.reveals]

    def next_shown(self) -> int:
        """Return the next reveal, skipping those without cards left."""
        step = self.revealed
        while step < len(self._steps) and not self._lie_there(self._steps[step][1]):
            step += 1
        return step

    def _lie_there(self, names: tuple[str, ...]) -> bool:
        """Return whether there are cards to turn, including exposed ones."""
        return any(self.place(name) for name in names) or any(map(self.stays, self.players))

    def _of_step(self, names: tuple[str, ...]) -> list[int]:
        due: list[int] = []
        for name in names:
            due += self.place(name)
            for seat in self.players:
                due += self.place(f"{seat}.{name}") if self.stays(seat) else []
        return self._down(due)

    def check_answered(self) -> None:
        """Check that cards are turned only after every player due has decided."""
        steps, step = self._steps, self.next_shown()
        streets = steps[step][0] + 1 if step < len(steps) else len(self.rules.streets)
        for seat, decisions_so_far in self.decisions.items():
            if seat not in self.folded and not self.has_lost(seat):
                assert len(decisions_so_far) >= streets, f"seat {seat} has not answered"

    def laid_up(self, to: tuple[str, ...]) -> bool:
        """Return whether cards are dealt face up: community cards between decisions."""
        first_street = any(isinstance(step, Ask) for step in self.rules.dealing.steps)
        return first_street and {*to} <= {"flop", "turn", "river"}

    def _down(self, positions: list[int]) -> list[int]:
        return [at for at in positions if at not in self.shown]


def hear(model: RoundModel, event: e.Event, before: State, voiding: str) -> None:
    """Process an event."""
    if model.to_show:
        assert isinstance(event, e.CardsTurned), "what is dealt face up is seen at once"
        visible = {item.position for item in event.cards} | model.shown.keys()
        assert {*model.to_show} <= visible, "a card of the flop, turn or river lies face down"
        model.to_show = ()
    match event:
        case e.WagersPlaced(seat=seat, wagers=wagers):
            seat_wagers = model.wagers.setdefault(seat, {})
            for key, cents in wagers.items():
                seat_wagers[key] = seat_wagers.get(key, 0) + cents
        case e.WagersTakenBack(seat=seat, wagers=wagers):
            for key, cents in wagers.items():
                assert model.wagers[seat].pop(key) == cents
            if not model.wagers[seat]:
                del model.wagers[seat]
        case e.EntropyAdded(who=who, entropy=entropy):
            model.added.append(Contribution(who, entropy))
        case e.BetsClosed(contributions=contributions, cut=cut):
            assert [*contributions] == model.added
            assert cut == model.cut, "the stack was cut again"
            model.at_lock = before
            model.players = {seat: before.seats[seat] for seat in sorted(model.wagers)}
            model.decisions = {seat: [] for seat in model.players}
            model.raises = {seat: {} for seat in model.players}
            model.counting = any(
                key in wagers_made
                for key in metered_wagers(model.rules)
                for wagers_made in wagers_of(model)
            )
            model.meters = {name: before.meter_amount(name) for name in model.rules.meters}
        case e.ProgressivesCounted():
            model.counting = False
        case e.CardsDealt(to=to, positions=positions):
            model.dealt += zip(to, positions, strict=True)
            model.drawn += positions
            model.deals += 1
            model.to_show = positions if model.laid_up(to) else ()
        case e.CardsTurned(cards=cards):
            if not voiding:
                model.check_answered()
                model.revealed = model.next_shown() + 1
            model.shown |= {item.position: item.card for item in cards}
        case e.Decided(seat=seat, decision=decision, folded=folded, stake=stake, street=street):
            model.decisions[seat].append(decision)
            model.folded |= {seat} if folded else set()
            model.raises[seat] |= {street: stake} if stake else {}
            if model.reported.pop(seat, ""):  # a player who decides is present
                model.away.discard(seat)
        case e.PlayerAway(seat=seat, reporter=reporter):
            assert seat not in model.away or seat in model.reported, f"seat {seat} left twice"
            model.away.add(seat)
            model.reported.pop(seat, None)
            model.reported |= {seat: reporter} if reporter else {}
        case e.AbsentRuled(seat=seat, lost=lost):
            model.reported.pop(seat, None)
            model.ruled.add(seat)
            model.lost |= {seat} if lost else set()
        case e.WheelSpun(seat=seat, symbol=symbol):
            assert seat not in model.spins
            assert not model.to_rule_on(seat), f"seat {seat} is left, and spins"
            model.spins[seat] = symbol
        case e.JackpotHit(seat=seat):
            assert not model.to_rule_on(seat), f"seat {seat} is left, and is paid"
            model.hitting.add(seat)
        case e.SeatSettled(seat=seat, wagers=results, hits=hits):
            assert not model.to_rule_on(seat), f"seat {seat} is left, and is settled"
            model.gone_when.setdefault(seat, {}).update(dict.fromkeys(results, model.all_gone))
            there_before = model.results.setdefault(seat, {})
            assert not there_before.keys() & results.keys(), f"seat {seat} was settled twice"
            there_before.update(results)
            model.hits += hits
        case e.GiftsPaid(by=by, why=why, to=gifts):
            assert (by, why) not in model.gifts
            model.gifts[by, why] = dict(gifts)
        case e.SettlementReversed(seat=seat, wagers=wagers, hits=hits, gifts=back):
            assert seat not in model.reversed, f"seat {seat} was reversed twice"
            assert dict(wagers) == model.results.pop(seat, {}), f"seat {seat} was settled otherwise"
            assert list(hits) == [hit for hit in model.hits if hit.seat == seat]
            got: Counter[str] = Counter()
            for (_, why), takers in model.gifts.items():
                got[why] += takers.pop(seat, 0)
            assert dict(back) == {why: cents for why, cents in got.items() if cents}
            model.hits = [hit for hit in model.hits if hit.seat != seat]
            model.gifts = {by: to for by, to in model.gifts.items() if to}
            model.gone_when.pop(seat, None)
            model.reversed.add(seat)
        case e.RoundVoided():
            model.void, model.settles = event, voiding
            model.players = model.players or {seat: before.seats[seat] for seat in model.wagers}
        case e.SeedOpened(seed=seed):
            model.seed = seed
        case _:
            _hear_irregular(model, event)
            _hear_from_outside(model, event, before)


def _hear_irregular(model: RoundModel, event: e.Event) -> None:
    match event:
        case e.CardsRecut(cut=cut, reason=reason, round=number) if number:
            model.cut = cut
            model.recuts.append(reason)
            model.recut_late += [reason] if model.at_lock else []
        case e.CardExposed(card=card):
            model.shown[card.position] = card.card
            model.exposed.add(card.position)
        case e.CardOut(card=card):
            model.shown[card.position] = card.card
            model.drawn.append(card.position)
            model.out.append(card.position)
        case e.SatOut(seat=seat):
            model.sat_out[seat] = model.hand(seat)
            model.players = {item: name for item, name in model.players.items() if item != seat}
            for some in (model.wagers, model.decisions, model.raises):
                del some[seat]
        case e.WagersReturned(wager=key, seats=back):
            winnings = any(hit.wager == key for hit in model.hits)
            for seat in back:
                stake = model.wagers[seat].pop(key)
                model.returned[seat, key] = stake
                model.won_by_others[key] += stake if winnings else 0
            model.counting &= any(
                key in wagers_made
                for key in metered_wagers(model.rules)
                for wagers_made in wagers_of(model)
            )
        case e.Forfeited(seat=seat):
            model.forfeited.add(seat)
        case e.StubCounted(round=number, cards=cards, should_be=should_be):
            model.stub_counted |= bool(number) and cards == should_be
        case _:
            pass


@lru_cache(64)
def _order(contributions: tuple[Contribution, ...], cut: int, bound: bytes) -> tuple[int, ...]:
    return dealing_order(52, contributions, cut, bound)


def metered_wagers(rules: Rules) -> dict[str, Progressive | Wheel]:
    """Return the wagers that feed a meter or turn a wheel."""
    pays = {side.key: side.pays for side in rules.sides}
    return {key: pay for key, pay in pays.items() if isinstance(pay, Progressive | Wheel)}


def wagers_of(model: RoundModel) -> list[dict[str, int]]:
    """Return what each seat has on its spots."""
    return [*model.wagers.values()]


def _hear_from_outside(model: RoundModel, event: e.Event, before: State) -> None:
    match event:
        case e.BoughtIn(player=name, cents=cents):
            model.outside[f"stack:{name}"] += cents
        case e.CashedOut(player=name, cents=cents):
            model.outside[f"stack:{name}"] -= cents
        case e.TrayFilled(cents=cents):
            model.outside["tray"] += cents
        case e.OpeningCounted(over=over) | e.ClosingCounted(over=over):
            model.outside["tray"] += over
        case e.PayoutCorrected(round=number, seat=seat, was=was, credit=credit):
            name = next(r for r in before.last if r.number == number).players[seat]
            model.outside["tray"] -= credit - was
            if name in before.seats.values():
                model.outside[f"stack:{name}"] += credit - was
        case _:
            pass


def voiding_by(before: State, event: e.Event) -> c.VoidRound | None:
    """Return the void that an approval starts."""
    if isinstance(event, e.Approved):
        matter = before.proposals[event.number].matter
        return matter if isinstance(matter, c.VoidRound) else None
    return None
