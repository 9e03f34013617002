"""You at the table: what you bet and decide, what you are told. Everything but keys and screen."""

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, Final

from pitboss.games.grammar import Game
from pitboss.lab.work import Told
from pitboss.money import dollars
from pitboss.papers.card import rules_card
from pitboss.papers.result_seat import result_sentences
from pitboss.papers.result_text import Sentence
from pitboss.refusal import Refused
from pitboss.round import Decision, PlayerView
from pitboss.table import Phase
from pitboss.table import events as e
from pitboss.tui.coach import Account, Asked, Coach, before_cards
from pitboss.tui.placing import Placing
from pitboss.tui.pocket import ByCard, Pocket
from pitboss.tui.scene import Moment, Scene, Worth
from pitboss.tui.shift import Records, Shift
from pitboss.tui.tally import Tally
from pitboss.tui.told import decided_words

if TYPE_CHECKING:  # the lab is read when somebody has a card
    from pitboss.lab.strategy.play import CardPlay

MOST_PAGES: Final = 4
"""Results never take more room."""


class Session:
    """Your part of a shift."""

    def __init__(
        self,
        game: Game,
        shift: Shift,
        submission: Mapping[str, Any],
        *,
        coach: bool = False,
        card: "CardPlay | None" = None,
    ) -> None:
        """With a ``card`` the coach shows what it says, too."""
        if shift.you is None:
            raise AssertionError("a session has a player")
        self.game, self.shift, self.rules, self.seat = game, shift, shift.rules, shift.you
        self.card = rules_card(game, submission)
        self.placing = Placing(shift.rules, self._failed)
        self.pocket = Pocket(shift.rules, card) if coach and card else None
        self.coach = Coach(shift.rules, pocket=self.pocket) if coach else None
        self.account: Account | None = None
        """The coach's, once the session is over."""
        self.tally = Tally(seat=self.seat)
        self.cursor: int | None = None
        self.scroll = 0
        self.note = self.working = ""
        self._remarks: tuple[str, ...] = ()
        self._worth: Worth | None = None
        self._by_card: ByCard | None = None
        self._heard: tuple[str, ...] = ()
        self._sentences: tuple[Sentence, ...] = ()
        self._past: tuple[tuple[int, int], ...] = ()

    @property
    def moment(self) -> Moment:
        """What the table waits for."""
        now = self.shift.table.state.round
        if now is None or now.phase is Phase.BETTING:
            return Moment.BETS
        if now.phase is Phase.CLOSED:
            return Moment.RESULTS
        return Moment.TURN if now.turn == self.seat else Moment.OTHERS

    def scene(self) -> Scene:
        """The moment, ready to be drawn."""
        return Scene(
            game=self.game,
            rules=self.rules,
            card=self.card,
            view=self.shift.view(self.seat),
            seat=self.seat,
            moment=self.moment,
            bets=self.placing.taken,
            chip=self.placing.chip,
            spot=self.placing.spot,
            cursor=self.cursor,
            coach=self.coach is not None,
            worth=self._worth,
            by_card=self._by_card.words if self._by_card else "",
            remarks=self._remarks,
            note=self.note or self.placing.note,
            working=self.working,
            scroll=self.scroll,
            heard=self._heard,
            sentences=self._sentences,
            rounds=self.tally.rounds,
            net=self.tally.net,
            past=self._past,
        )

    def begin(self) -> None:
        """The table opens, and the first round with it."""
        self._hear(self.shift.open())
        self._hear(self.shift.open_round())

    def change(self) -> None:
        """On to the next round, to bet otherwise."""
        if self.moment is Moment.RESULTS:
            self.note = self.placing.note = ""
            self._heard, self._sentences, self._remarks = (), (), ()
            self._worth = self._by_card = None
            self.scroll = 0
            self._hear(self.shift.open_round())

    def deal(self) -> None:
        """Your bets lie, and no more are taken; after a round, the same bets again."""
        self.change()
        left = tuple(filter(None, map(self.placing.not_taken, self.placing.bets)))
        if self._has(self.placing.total, "Your bets come to"):
            self._try(lambda: self.shift.lock(self.placing.taken))
            self._heard = (*left, *self._heard)

    def _failed(self) -> dict[str, str]:
        """The side wagers that are not taken, each with the device that is out of order."""
        failed = self.shift.view(self.seat).out_of_order
        some = failed.items() if isinstance(failed, Mapping) else ()
        return {key: device for device, keys in some for key in keys}

    def look(self, by: int) -> None:
        """Move over the decisions; none is chosen before you do."""
        count = len(self.scene().choices)
        if count:
            start = -1 if by > 0 else count
            self.cursor = ((start if self.cursor is None else self.cursor) + by) % count

    def scrolled(self, by: int) -> None:
        """A page on or back, where results are longer than their room."""
        self.scroll = min(max(0, self.scroll + by), MOST_PAGES)

    def take(self, decision: str) -> None:
        """Decide."""
        choices = {choice.decision: choice.stake for choice in self.scene().choices}
        asked = self.asked
        if decision not in choices or not self._has(choices[decision], f"{decision} takes"):
            return
        if self._try(lambda: self.shift.decide(self.seat, decision)) and self.coach and asked:
            self.coach.decided(asked, decision)
            self._judge(asked)

    def buy(self) -> None:
        """More chips."""
        if self._try(lambda: self.shift.buy(self.seat)):
            self.note = f"You bought chips for {dollars(self.shift.buy_in)}."

    def add_entropy(self, text: str) -> None:
        """Something of your own for the shuffle of this round."""
        if self._try(lambda: self.shift.speaker(self.seat).add_entropy(text)):
            self.note = "Added. The fairness page shows it."

    @property
    def other(self) -> int | None:
        """The seat of a player of the house who is asked."""
        return self.shift.turn if self.moment is Moment.OTHERS else None

    def answer(self, seat: int, decision: Decision) -> None:
        """A player of the house decides."""
        if seat == self.other:
            self._try(lambda: self.shift.decide(seat, decision))

    @property
    def asked(self) -> Asked | None:
        """The question that is put to you."""
        now = self.shift.table.state.round
        if now is None or self.moment is not Moment.TURN:
            return None
        return now.number, len(now.decisions[self.seat])

    def question(self) -> tuple[Asked, PlayerView, int] | None:
        """The same for the coach: what you see, and the cents of a required wager."""
        asked, now = self.asked, self.shift.table.state.round
        if asked is None or now is None or self.coach is None:
            return None
        unit = now.wagers[self.seat][self.rules.required[0].key]
        seen = self.shift.seen(self.seat)
        self.coach.asked(asked, seen, unit)
        return asked, seen, unit

    def found(self, asked: Asked, worth: Worth, by_card: ByCard | None = None) -> None:
        """The lab has answered the coach."""
        if self.coach:
            self.coach.found(asked, worth, by_card)
            self._judge(asked)
        if asked == self.asked:
            self._worth, self._by_card, self.note = worth, by_card, ""

    def end(self, told: Told) -> None:
        """You leave, the round on the table is played out, and the coach closes the books."""
        self.shift.best.told = told
        main = [wager.key for wager in self.rules.required + self.rules.raises]
        net = sum(self.tally.wagers[key].net for key in main if key in self.tally.wagers)
        if self.coach:
            self.coach.before_cards = before_cards(self.rules, told) if self.tally.rounds else None
            self.coach.finish(self.shift.best)
            self.account = self.coach.account(net, self.tally.rounds)
        self.tally.hear(self.shift.close())

    def _judge(self, asked: Asked) -> None:
        judged = self.coach.judged(asked) if self.coach else None
        if judged and judged.cost:
            self._remarks += (judged.remark,)

    def _has(self, cents: int, words: str) -> bool:
        """Whether you have chips for it; if not, it is said how to get some."""
        held = self.shift.table.state.chips(self.shift.names[self.seat])
        self.note = ""
        if cents > held:
            self.note = (
                f"{words} {dollars(cents)}, and you have {dollars(held)} in chips. "
                f"B buys in for {dollars(self.shift.buy_in)}."
            )
        return cents <= held

    def _try(self, act: Callable[[], Records]) -> bool:
        try:
            self._hear(act())
        except Refused as refused:
            self.note = f"{refused.reason}."
            return False
        return True

    def _hear(self, records: Records) -> None:
        before = self.tally.net
        self.tally.hear(records)
        self.cursor = None
        for one in records:
            match one.event:
                case e.Decided(seat=seat) as decided if seat != self.seat:
                    self._heard += (decided_words(decided, self.shift.names),)
                case e.Decided():
                    self._worth, self._by_card, self._heard = None, None, ()
                case e.RoundClosed(round=number):
                    now = self.scene().round
                    self._past += ((number, self.tally.net - before),)
                    self._sentences = result_sentences(self.game, self.rules, now, self.seat)
                case _:
                    pass
