"""A player's session at a table, with the bets before a deal, independent of keys and screen."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from pitboss.errors import Refused
from pitboss.games.game_parts import Side
from pitboss.games.grammar import Game
from pitboss.lab.progress import Progress
from pitboss.money import dollars
from pitboss.papers.round_results import ResultSentence, result_sentences
from pitboss.papers.rules_card.card import build_rules_card
from pitboss.papers.wording import join_words
from pitboss.round import Decision, PlayerView
from pitboss.submission.rules import Rules
from pitboss.table import Phase
from pitboss.table import events as e
from pitboss.tui.game.coach import (
    CardAdvice,
    Coach,
    CoachReport,
    DecisionKey,
    PocketCardAdviser,
    value_before_cards,
)
from pitboss.tui.game.screen_state import DecisionValues, ScreenState, TablePhase
from pitboss.tui.game.table_shift import Records, Shift, ShiftTally

if TYPE_CHECKING:
    from pitboss.lab.strategy.finder import CardPlay


def decision_sentence(event: e.Decided, names: Mapping[int, str]) -> str:
    """Return another player's decision in words: ``Seat 2 folds.``, ``Seat 3: 1x $5``."""
    name = names[event.seat]
    if event.folded:
        return f"{name} folds."
    amount = f" {dollars(event.stake)}" if event.stake else ""
    return f"{name}: {event.decision}{amount}"


MAX_PAGES: Final = 4
"""Upper bound of the pages that results can take."""


class PlayerSession:
    """The player's side of a shift."""

    def __init__(
        self,
        game: Game,
        shift: Shift,
        submission: Mapping[str, Any],
        *,
        coach: bool = False,
        card_play: "CardPlay | None" = None,
    ) -> None:
        """Start a session; with a ``card_play``, the coach also shows the card's advice."""
        if shift.player_seat is None:
            raise AssertionError("a session has a player")
        self.game, self.shift, self.rules, self.seat = game, shift, shift.rules, shift.player_seat
        self.card = build_rules_card(game, submission)
        self.bet_placement = BetPlacement(shift.rules, self._out_of_order_wagers)
        self.pocket_card = (
            PocketCardAdviser(shift.rules, card_play) if coach and card_play else None
        )
        self.coach = Coach(shift.rules, pocket_card=self.pocket_card) if coach else None
        self.coach_report: CoachReport | None = None
        """The coach's, once the session is over."""
        self.tally = ShiftTally(seat=self.seat)
        self.cursor: int | None = None
        self.scroll = 0
        self.note = self.activity = ""
        self._remarks: tuple[str, ...] = ()
        self._decision_values: DecisionValues | None = None
        self._card_advice: CardAdvice | None = None
        self._other_decisions: tuple[str, ...] = ()
        self._result_sentences: tuple[ResultSentence, ...] = ()
        self._past_rounds: tuple[tuple[int, int], ...] = ()

    @property
    def phase(self) -> TablePhase:
        """What the table is waiting for."""
        round_ = self.shift.table.state.round
        if round_ is None or round_.phase is Phase.BETTING:
            return TablePhase.BETS
        if round_.phase is Phase.CLOSED:
            return TablePhase.RESULTS
        return TablePhase.TURN if round_.turn == self.seat else TablePhase.OTHERS

    def screen_state(self) -> ScreenState:
        """Return everything that the screen shows now."""
        return ScreenState(
            game=self.game,
            rules=self.rules,
            card=self.card,
            view=self.shift.view(self.seat),
            seat=self.seat,
            phase=self.phase,
            bets=self.bet_placement.accepted_bets,
            chip=self.bet_placement.chip,
            spot=self.bet_placement.spot,
            cursor=self.cursor,
            coach=self.coach is not None,
            decision_values=self._decision_values,
            card_advice=self._card_advice.text if self._card_advice else "",
            remarks=self._remarks,
            note=self.note or self.bet_placement.note,
            activity=self.activity,
            scroll=self.scroll,
            other_decisions=self._other_decisions,
            result_sentences=self._result_sentences,
            rounds=self.tally.rounds,
            net=self.tally.net,
            past_rounds=self._past_rounds,
        )

    def begin(self) -> None:
        """Open the table and the first round."""
        self._process(self.shift.open())
        self._process(self.shift.open_round())

    def start_next_round(self) -> None:
        """Open the next round, so that the bets can be changed."""
        if self.phase is TablePhase.RESULTS:
            self.note = self.bet_placement.note = ""
            self._other_decisions, self._result_sentences, self._remarks = (), (), ()
            self._decision_values = self._card_advice = None
            self.scroll = 0
            self._process(self.shift.open_round())

    def deal(self) -> None:
        """Place the bets and close betting; after a round, bet the same again."""
        self.start_next_round()
        refusals = tuple(filter(None, map(self.bet_placement.refusal, self.bet_placement.bets)))
        if self._has_chips(self.bet_placement.total, "Your bets total"):
            self._try(lambda: self.shift.close_bets(self.bet_placement.accepted_bets))
            self._other_decisions = (*refusals, *self._other_decisions)

    def _out_of_order_wagers(self) -> dict[str, str]:
        """Return the side wagers that are unavailable, each with its failed device."""
        devices = self.shift.view(self.seat).out_of_order
        device_wagers = devices.items() if isinstance(devices, Mapping) else ()
        return {key: device for device, keys in device_wagers for key in keys}

    def look(self, step: int) -> None:
        """Highlight the next or previous decision; none is highlighted at first."""
        count = len(self.screen_state().choices)
        if count:
            start = -1 if step > 0 else count
            self.cursor = ((start if self.cursor is None else self.cursor) + step) % count

    def scroll_results(self, pages: int) -> None:
        """Scroll by pages where the results are longer than their panel."""
        self.scroll = min(max(0, self.scroll + pages), MAX_PAGES)

    def take(self, decision: str) -> None:
        """Make this decision."""
        choices = {choice.decision: choice.stake for choice in self.screen_state().choices}
        decision_key = self.decision_key
        if decision not in choices or not self._has_chips(choices[decision], f"{decision} costs"):
            return
        if (
            self._try(lambda: self.shift.decide(self.seat, decision))
            and self.coach
            and decision_key
        ):
            self.coach.record_decision(decision_key, decision)
            self._add_remark(decision_key)

    def buy(self) -> None:
        """Buy more chips."""
        if self._try(lambda: self.shift.buy(self.seat)):
            self.note = f"You bought in for {dollars(self.shift.buy_in)}."

    def add_entropy(self, text: str) -> None:
        """Contribute text to the shuffle of this round."""
        if self._try(lambda: self.shift.participant(self.seat).add_entropy(text)):
            self.note = "Added. The fairness page (F) shows it."

    @property
    def deciding_player(self) -> int | None:
        """The seat of the simulated player whose decision is due, or None."""
        return self.shift.deciding_seat if self.phase is TablePhase.OTHERS else None

    def decide_for(self, seat: int, decision: Decision) -> None:
        """Make the decision of a simulated player."""
        if seat == self.deciding_player:
            self._try(lambda: self.shift.decide(seat, decision))

    @property
    def decision_key(self) -> DecisionKey | None:
        """The player's decision that is due, or None."""
        round_ = self.shift.table.state.round
        if round_ is None or self.phase is not TablePhase.TURN:
            return None
        return round_.number, len(round_.decisions[self.seat])

    def coach_question(self) -> tuple[DecisionKey, PlayerView, int] | None:
        """Return the decision that is due, what the player sees, and the cents of one wager."""
        decision_key, round_ = self.decision_key, self.shift.table.state.round
        if decision_key is None or round_ is None or self.coach is None:
            return None
        unit = round_.wagers[self.seat][self.rules.required[0].key]
        view = self.shift.player_view(self.seat)
        self.coach.record_question(decision_key, view, unit)
        return decision_key, view, unit

    def record_values(
        self,
        decision_key: DecisionKey,
        values: DecisionValues,
        card_advice: CardAdvice | None = None,
    ) -> None:
        """Record the lab's values of a decision, and the card's advice if there is a card."""
        if self.coach:
            self.coach.record_values(decision_key, values, card_advice)
            self._add_remark(decision_key)
        if decision_key == self.decision_key:
            self._decision_values, self._card_advice, self.note = values, card_advice, ""

    def end(self, progress: Progress) -> None:
        """Leave the table, play out the current round and complete the coach's report."""
        self.shift.best_play.progress = progress
        main_wagers = [wager.key for wager in self.rules.required + self.rules.raises]
        net = sum(self.tally.wagers[key].net for key in main_wagers if key in self.tally.wagers)
        if self.coach:
            self.coach.value_before_cards = (
                value_before_cards(self.rules, progress) if self.tally.rounds else None
            )
            self.coach.finish(self.shift.best_play)
            self.coach_report = self.coach.report(net, self.tally.rounds)
        self.tally.count(self.shift.close())

    def _add_remark(self, decision_key: DecisionKey) -> None:
        grade = self.coach.grade(decision_key) if self.coach else None
        if grade and grade.cost:
            self._remarks += (grade.remark,)

    def _has_chips(self, cents: int, purpose: str) -> bool:
        """Return whether the player has enough chips; if not, note how to buy more."""
        chips = self.shift.table.state.chips(self.shift.names[self.seat])
        self.note = ""
        if cents > chips:
            self.note = (
                f"{purpose} {dollars(cents)}, but you have {dollars(chips)} in chips. "
                f"Press B to buy in for {dollars(self.shift.buy_in)}."
            )
        return cents <= chips

    def _try(self, action: Callable[[], Records]) -> bool:
        try:
            self._process(action())
        except Refused as error:
            self.note = f"{error.reason}."
            return False
        return True

    def _process(self, records: Records) -> None:
        net_before = self.tally.net
        self.tally.count(records)
        self.cursor = None
        for record in records:
            match record.event:
                case e.Decided(seat=seat) as event if seat != self.seat:
                    self._other_decisions += (decision_sentence(event, self.shift.names),)
                case e.Decided():
                    self._decision_values, self._card_advice, self._other_decisions = None, None, ()
                case e.RoundClosed(round=number):
                    round_ = self.screen_state().round
                    self._past_rounds += ((number, self.tally.net - net_before),)
                    self._result_sentences = result_sentences(
                        self.game, self.rules, round_, self.seat
                    )
                case _:
                    pass


CHIP_MULTIPLES: Final = (1, 5, 25, 100, 500)
"""Chip values as multiples of the table's smallest chip."""

Bets = dict[str, int]


def chip_values(rules: Rules) -> tuple[int, ...]:
    """Return the table's chip values in cents."""
    smallest = rules.table.chip
    return tuple(
        smallest * multiple
        for multiple in CHIP_MULTIPLES
        if smallest * multiple <= rules.table.maximum
    )


def initial_chip(rules: Rules) -> int:
    """Return the largest chip that is at most the table minimum."""
    return max(
        (c for c in chip_values(rules) if c <= rules.table.minimum), default=rules.table.chip
    )


def minimum_bets(rules: Rules) -> Bets:
    """Return every required wager at the table minimum."""
    return {wager.key: rules.table.minimum for wager in rules.required}


def bettable_spots(rules: Rules) -> tuple[str, ...]:
    """Return the keys of the spots that take chips before the deal."""
    return (*(wager.key for wager in rules.required), *(side.key for side in rules.sides))


def change_bet(
    rules: Rules, bets: Mapping[str, int], key: str, cents_change: int
) -> tuple[Bets, str]:
    """Return the bets after adding or removing a chip, and a note if a limit applied."""
    side = next((side for side in rules.sides if side.key == key), None)
    if side:
        return _change_side_bet(bets, side, cents_change)
    low, high = rules.table.minimum, rules.table.maximum
    target = bets.get(key, 0) + cents_change
    amount = min(max(target, low), high)
    required_bets = {wager.key: amount for wager in rules.required}
    names = join_words(wager.label for wager in rules.required)
    each = " each" if len(rules.required) > 1 else ""
    note = "" if amount == target else f"{names} take {dollars(low)} to {dollars(high)}{each}."
    return {**bets, **required_bets}, note if each else note.replace(" take ", " takes ")


def _change_side_bet(bets: Mapping[str, int], side: Side, cents_change: int) -> tuple[Bets, str]:
    before = bets.get(side.key, 0)
    target = before + cents_change
    other_bets = {key: cents for key, cents in bets.items() if key != side.key}
    if cents_change < 0 and target < side.minimum:
        return other_bets, ""
    amount = min(max(target, side.minimum), side.maximum)
    note = ""
    if target > side.maximum:
        low, high = dollars(side.minimum), dollars(side.maximum)
        note = f"{side.label} takes {low if low == high else f'{low} to {high}'}."
    return {**other_bets, side.key: amount}, "" if not before else note


OutOfOrderWagers = Callable[[], Mapping[str, str]]
"""A function that returns the wagers that are unavailable now, each with its device."""


class BetPlacement:
    """The player's bets until the deal; they carry over to the next round."""

    def __init__(self, rules: Rules, out_of_order: OutOfOrderWagers) -> None:
        self.rules, self._out_of_order = rules, out_of_order
        self.spots, self.chips = bettable_spots(rules), chip_values(rules)
        self.bets, self.chip, self.spot = minimum_bets(rules), initial_chip(rules), self.spots[0]
        self.note = ""

    @property
    def accepted_bets(self) -> Bets:
        """The bets on wagers that are available; the others are kept for later rounds."""
        unavailable = self._out_of_order()
        return {key: cents for key, cents in self.bets.items() if key not in unavailable}

    @property
    def total(self) -> int:
        """The total of the accepted bets in cents."""
        return sum(self.accepted_bets.values())

    def refusal(self, key: str) -> str:
        """Return why a spot takes no chips, or an empty string if it does."""
        device = self._out_of_order().get(key)
        label = next((side.label for side in self.rules.sides if side.key == key), key)
        return f"{label} is unavailable: the {device} is out of order." if device else ""

    def point(self, step: int) -> None:
        """Select the next spot, or the one before."""
        index = self.spots.index(self.spot) + step
        self.note, self.spot = "", self.spots[index % len(self.spots)]

    def touch(self, key: str) -> None:
        """Select the clicked spot; on a second click, add a chip."""
        if key == self.spot:
            self.add(1)
        elif key in self.spots:
            self.note, self.spot = "", key

    def add(self, sign: int) -> None:
        """Add a chip to the selected spot, or remove one."""
        self.note = self.refusal(self.spot)
        if not self.note:
            self.bets, self.note = change_bet(self.rules, self.bets, self.spot, sign * self.chip)

    def pick(self, number: int) -> None:
        """Select the chip to bet with, by its number from 1."""
        if 1 <= number <= len(self.chips):
            self.note, self.chip = "", self.chips[number - 1]

    def next_chip(self) -> None:
        """Select the next larger chip; after the largest, the smallest."""
        self.pick((self.chips.index(self.chip) + 1) % len(self.chips) + 1)

    def clear(self) -> None:
        """Go back to the required wagers at the table minimum."""
        self.note, self.bets = "", minimum_bets(self.rules)
