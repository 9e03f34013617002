"""Listens to a table: everything that happens is counted, and checked as it happens."""

from collections import Counter
from collections.abc import Callable
from typing import Any, Final

from pitboss.days.failure import Wrong, check
from pitboss.days.heard import Heard, hear
from pitboss.days.mirror import Mirror, check_recalled
from pitboss.days.settled import check_closed
from pitboss.days.tally import Tally
from pitboss.days.till import Till
from pitboss.games.incidents import Kind
from pitboss.table import Recorded, State
from pitboss.table import events as e
from pitboss.table.care import HOUR
from pitboss.table.filing import rules_by_hash

AT_ONCE: Final = "at once"
"""What is counted where no floorperson was asked."""
OLD: Final = "for its age"
OVERTAKEN: Final = "the round was void before"


class Watch:
    """What was heard of one table."""

    def __init__(self, game: str, tally: Tally) -> None:
        self.game, self.tally = game, tally
        self.till = Till()
        self.mirror = Mirror()
        self.round: Heard | None = None
        self.incident: e.IncidentReported | None = None
        self.decks: dict[int, int] = {}
        """When each deck came to the table."""
        self.oldest = 0
        """A deck that came before this time is changed for its age."""

    def hear(self, records: list[Recorded], state: State, at: int) -> None:
        """These lines were added to the log by now, and led to this state."""
        tally, closed = self.tally, False
        if state.rules:
            hours = state.rules.deck_procedures.deck_hours[state.rules.table.dealing]
            self.oldest = at - hours * HOUR
        for one in records:
            event = one.event
            kind = type(event)
            tally.events[kind.__name__] += 1
            told = _TOLD.get(kind)
            if kind is e.RoundOpened:
                self._opened(event)  # type: ignore[arg-type]
            if one.postings:
                self.till.hear(one)
            if self.round is not None:
                hear(self.round, event, self.mirror.seats)
            self.mirror.hear(event)
            if told:
                told(self, event)
            if kind is e.RoundClosed:
                self._closed(state)
                closed = True
        if closed:
            self.till.close(state)
        self.till.compare(state)
        self.mirror.compare(state)
        waits = state.day.incident.number if state.day.incident else 0
        ours = self.incident.number if self.incident else 0
        if waits != ours:
            raise Wrong(f"incident {ours} waits for a ruling, not {waits}")

    def _opened(self, event: e.RoundOpened) -> None:
        held = self.till.balances
        shows = {name[6:]: held.get(name, 0) for name in self.till.meters}
        self.round = Heard(event, shows)
        self.till.moved = Counter()

    def _closed(self, state: State) -> None:
        """The state may be some steps further: the house may have left its cards to be shuffled."""
        now = self.round
        if now is None:
            raise AssertionError("no round was opened")
        rules = rules_by_hash(state, now.opened.rules)
        for account in self.till.balances:
            check(not account.startswith("escrow:"), f"chips are left on {account}")
        for name, shows in check_closed(state.table, rules, now, self.till.moved).items():
            held = self.till.balances.get(f"meter:{name}", 0)
            check(held == shows, f"the meter {name} shows {held} after the round, not {shows}")
        check_recalled(now, state)
        self.tally.rounds[self.game] += 1
        self._count(now)
        self.round = None

    def _count(self, now: Heard) -> None:
        reached = self.tally.reached
        if now.hits:
            reached["meters hit"] += len(now.hits)
            self.tally.paid += sum(hit.paid for hit in now.hits)
            if len(now.hits) > len({hit.meter for hit in now.hits}):
                reached["meters hit twice in a round"] += 1
        for told in now.results.values():
            for result in told.values():
                if result.uncapped is not None:
                    reached["payouts cut by the limit"] += 1
                if result.outcome == "lose" and result.credit:
                    reached["bonuses on lost wagers"] += 1
        reached["wagers taken down"] += sum(len(streets) for streets in now.down.values())
        for _, why in now.gifts:
            reached[why] += 1
        if len({*now.players.values()}) < len(now.players):
            reached["rounds with two boxes of one player"] += 1
        if now.void and now.reversed:
            reached["voids after some wagers were settled"] += 1
        if now.void and any(
            r.outcome != "void" for s in now.void.seats.values() for r in s.values()
        ):
            reached["voids with a settled bonus"] += 1

    def rule(self, ruling: str) -> None:
        """An irregularity that waited has its answer."""
        waits = self.incident
        if waits is None:
            return
        at = -1 if ruling == "not misdealt" else 0
        self.tally.incidents[self.game, waits.kinds[at].value, ruling] += 1
        self.incident = None


def _reported(watch: Watch, event: e.IncidentReported) -> None:
    if event.kinds == (Kind.WRONG_NUMBER,) and watch.round and watch.round.results:
        watch.tally.reached["wrong numbers of cards found when some were paid"] += 1
    if event.waits:
        watch.incident = event
        return
    watch.tally.incidents[watch.game, event.kinds[0].value, AT_ONCE] += 1


def _ruled(watch: Watch, event: e.IncidentRuled) -> None:
    watch.rule(event.ruling.value)


def _voided(watch: Watch, event: e.RoundVoided) -> None:
    watch.rule(OVERTAKEN)
    watch.tally.voids[event.reason.partition(" [")[0]] += 1


def _filed(watch: Watch, _: e.SubmissionApproved) -> None:
    check(watch.round is None, "the rules changed in the round")


def _lapsed(watch: Watch, _: e.FilingLapsed) -> None:
    watch.tally.reached["filings that could not take effect"] += 1


def _received(watch: Watch, event: e.DeckReceived) -> None:
    watch.decks[event.number] = event.at


def _removed(watch: Watch, event: e.DeckRemoved) -> None:
    old = watch.decks[event.number] <= watch.oldest
    watch.tally.decks[OLD if old else event.why] += 1


def _counted(watch: Watch, event: e.OpeningCounted | e.ClosingCounted) -> None:
    if event.over:
        watch.tally.reached["counts of the tray that differ"] += 1


def _absent(watch: Watch, _: e.AbsentRuled) -> None:
    if watch.round and watch.round.results:
        watch.tally.reached["players who left ruled on while hands were settled"] += 1


def _jackpot(watch: Watch, _: e.JackpotHit) -> None:
    watch.tally.reached["jackpots validated"] += 1


_TOLD: Final[dict[type, Callable[[Watch, Any], None]]] = {
    e.IncidentReported: _reported,
    e.IncidentRuled: _ruled,
    e.RoundVoided: _voided,
    e.SubmissionApproved: _filed,
    e.FilingLapsed: _lapsed,
    e.DeckReceived: _received,
    e.DeckRemoved: _removed,
    e.OpeningCounted: _counted,
    e.ClosingCounted: _counted,
    e.AbsentRuled: _absent,
    e.JackpotValidated: _jackpot,
}
