"""A thread that asks the lab, so that the screen never waits for it."""

from collections.abc import Callable
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread

from pitboss.lab.generic.limits import TooManyDeals
from pitboss.refusal import Refused
from pitboss.round import PlayerView
from pitboss.tui.coach import Asked
from pitboss.tui.scene import Worth
from pitboss.tui.session import Session

Then = Callable[[], object]
"""What the screen's own thread does with what was found."""
Work = Callable[[], Then]


class Adviser:
    """Works things out one after the other, and hands over what is to be done with them."""

    def __init__(self, session: Session, hand_over: Callable[[Then], object]) -> None:
        self._session, self._hand_over = session, hand_over
        self._work: SimpleQueue[Work | None] = SimpleQueue()
        self._asked: object = None
        self._left = 0
        # It ends with the program, even in the midst of compiling.
        self._thread = Thread(target=self._run, name="adviser", daemon=True)

    def start(self) -> None:
        """From here on."""
        self._session.shift.best.told = self._told
        self._thread.start()

    def stop(self) -> None:
        """After what is in the line."""
        self._work.put(None)

    @property
    def busy(self) -> bool:
        """Whether something is being worked out."""
        return self._left > 0

    def attend(self) -> None:
        """Work out what the table waits for now, once: a player of the house, or the coach."""
        session, now = self._session, self._session.shift.table.state.round
        asked = (now.number, now.turn, now.step) if now else None
        if asked == self._asked:
            return
        self._asked = asked
        if session.other is not None:
            self._ask(self._answer(session.other))
        elif question := session.question():
            self._ask(self._worth(*question))

    def _answer(self, seat: int) -> Work:
        session, seen = self._session, self._session.shift.seen(seat)

        def work() -> Then:
            best = session.shift.best.choose(seen)
            return lambda: session.answer(seat, best)

        return work

    def _worth(self, asked: Asked, seen: PlayerView, unit: int) -> Work:
        session = self._session

        def work() -> Then:
            advice = session.shift.best.advice(seen)
            worth = Worth(advice.decisions, advice.best, unit)
            by_card = session.pocket.said(seen) if session.pocket else None
            return lambda: session.found(asked, worth, by_card)

        return work

    def _told(self, what: str, done: int, of: int) -> None:
        if not of:
            self._hand_over(lambda: setattr(self._session, "working", f"A moment: {what}."))

    def _ask(self, work: Work) -> None:
        self._left += 1
        self._work.put(work)

    def _run(self) -> None:
        while (work := self._work.get()) is not None:
            try:
                then = work()
            except Exception as error:  # here nobody would hear of it
                then = self._failed(error)
            with suppress(RuntimeError):  # the screen may have gone in the meantime
                self._hand_over(self._done(then))
            self._left -= 1

    def _done(self, then: Then) -> Then:
        def act() -> None:
            self._session.working = ""
            then()

        return act

    def _failed(self, error: Exception) -> Then:
        def say() -> None:
            if not isinstance(error, Refused):
                raise error
            why = "Exact values are out of reach: " if isinstance(error, TooManyDeals) else ""
            self._session.note = f"{why}{error}."

        return say
