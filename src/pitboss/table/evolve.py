"""``evolve(state, event)``: what the table is after something happened. Pure, and never refuses."""

from collections.abc import Callable
from fractions import Fraction
from itertools import islice
from typing import Any, Final

from msgspec.structs import replace

from pitboss.cards import CARD
from pitboss.games.dealing import Burn, Discard, ToPlayers, ToTable
from pitboss.shuffle import Contribution, bound_to, dealing_order
from pitboss.table import events as e
from pitboss.table.asking import asking
from pitboss.table.commands import FileSubmission
from pitboss.table.evolve_day import (
    EVOLVE_DAY,
    new_rules,
    round_over,
    rules_of_state,
    uncounted,
    without,
)
from pitboss.table.filing import lacks, rules_of
from pitboss.table.ledger import TRAY, Posting, exact, posted
from pitboss.table.money import booked, postings, round_of
from pitboss.table.plan import plan
from pitboss.table.state import (
    GIFTS,
    RECALLED,
    Filed,
    MeterBook,
    Phase,
    Proposal,
    RoundState,
    State,
    Upcoming,
    cards_stay,
    standing,
)


def evolve(state: State, event: e.Event) -> State:
    """The state after an event."""
    return record(state, event)[0]


def record(state: State, event: e.Event) -> tuple[State, tuple[Posting, ...]]:
    """The state after an event, and the money that it moved."""
    moved = postings(state, event)
    after = _EVOLVE[type(event)](state, event)
    version = state.version + 1
    if not moved:
        return replace(after, version=version), moved
    balances = posted(state.balances, moved)
    if after.proposals and any(TRAY in (one.source, one.target) for one in moved):
        after = replace(after, proposals=uncounted(after.proposals))
    if type(event) in _METERED or (type(event) is e.SeatSettled and event.hits):
        books = booked(state.books, moved)
        return replace(after, version=version, balances=balances, books=books), moved
    return replace(after, version=version, balances=balances), moved


_METERED: Final = frozenset(
    {
        e.SubmissionApproved,
        e.BetsClosed,
        e.SettlementReversed,
        e.RoundVoided,
        e.SatOut,
        e.WagersReturned,
        e.PayoutCorrected,
        e.MeterCorrected,
    }
)
"""The events that can change what a meter shows; settling a seat does if it hit one."""


def _opened(state: State, event: e.TableOpened) -> State:
    return replace(state, table=event.table, game=event.game)


def _brought_forward(_: State, event: e.BroughtForward) -> State:
    before = RoundState(event.round, event.rules, "", "", False, phase=Phase.CLOSED)
    balances = {account: exact(Fraction(cents)) for account, cents in event.balances.items()}
    shown = {
        name.removeprefix("meter:"): c for name, c in balances.items() if name.startswith("meter:")
    }
    return State(
        table=event.table,
        game=event.game,
        rules=rules_of(event.game, event.submission),
        filed=(_filed(event.game, event),),
        seats=dict(event.seats),
        balances={account: cents for account, cents in balances.items() if cents},
        books={name: MeterBook(seeded=cents) for name, cents in shown.items()},
        proposed=event.proposed,
        round=before if event.round else None,
        day=event.day,
    )


def _proposed(state: State, event: e.Proposed) -> State:
    proposals = {**state.proposals, event.number: Proposal(event.matter, event.by)}
    return replace(state, proposals=proposals, proposed=event.number)


def _approved(state: State, event: e.Approved) -> State:
    proposal, left = state.proposals.get(event.number), without(state.proposals, event.number)
    if proposal and state.running and isinstance(proposal.matter, FileSubmission):
        upcoming = Upcoming(event.number, proposal.matter, proposal.by, event.by)
        return replace(state, proposals=left, upcoming=upcoming)
    return replace(state, proposals=left)


def _rejected(state: State, event: e.Rejected) -> State:
    if state.upcoming and state.upcoming.number == event.number:
        return replace(state, upcoming=None)
    return replace(state, proposals=without(state.proposals, event.number))


def _lapsed(state: State, event: e.FilingLapsed) -> State:
    return replace(state, upcoming=None, lapsed=event.reason.value)


def _filed(game: str, event: e.BroughtForward | e.SubmissionApproved) -> Filed:
    lacking = lacks(game, event.submission)
    return Filed(event.submission, event.rules, event.program, lacking)


def _submitted(state: State, event: e.SubmissionApproved) -> State:
    filed = _filed(state.game, event)
    rules = rules_of(state.game, event.submission)
    day = new_rules(rules, state.day, state.rules)
    filings = (*state.filed, filed)
    return replace(state, rules=rules, filed=filings, day=day, upcoming=None, lapsed="")


def _seated(state: State, event: e.PlayerSeated) -> State:
    return replace(state, seats=dict(sorted({**state.seats, event.seat: event.player}.items())))


def _left(state: State, event: e.PlayerLeft) -> State:
    now = state.round
    if now is not None and event.seat in now.away:  # who walked off is gone for good
        reported = without(now.reported, event.seat)
        after = replace(now, away=now.away - {event.seat}, reported=reported)
        state = replace(state, round=after)
    return replace(state, seats=without(state.seats, event.seat))


def _same(state: State, _: e.Event) -> State:
    return state


def _round_opened(state: State, event: e.RoundOpened) -> State:
    opened = RoundState(event.round, event.rules, event.seed_hash, event.root, event.practice)
    day = replace(state.day, at=event.at)
    return replace(state, round=replace(opened, deck=event.deck, cut=event.cut), day=day)


def _placed(state: State, event: e.WagersPlaced) -> State:
    now = round_of(state)
    there = now.wagers.get(event.seat, {})
    wagers = {**there, **{key: there.get(key, 0) + c for key, c in event.wagers.items()}}
    after = replace(now, wagers={**now.wagers, event.seat: wagers})
    if back := now.returned.get(event.seat):  # what is wagered again is no longer returned
        left = {key: stake for key, stake in back.items() if key not in event.wagers}
        others = without(now.returned, event.seat)
        after = replace(after, returned={**others, event.seat: left} if left else others)
    return replace(state, round=after)


def _taken_back(state: State, event: e.WagersTakenBack) -> State:
    now = round_of(state)
    left = {k: c for k, c in now.wagers[event.seat].items() if k not in event.wagers}
    seats = {**now.wagers, event.seat: left} if left else without(now.wagers, event.seat)
    return replace(state, round=replace(now, wagers=seats))


def _entropy(state: State, event: e.EntropyAdded) -> State:
    now = round_of(state)
    added = (*now.contributions, Contribution(event.who, event.entropy))
    return replace(state, round=replace(now, contributions=added))


def _closed(state: State, event: e.BetsClosed) -> State:
    now, rules = round_of(state), rules_of_state(state)
    counted = plan(rules).counted
    counting = any(key in wagers for key in counted for wagers in now.wagers.values())
    seats = sorted(now.wagers)
    bound = bound_to(state.table, now.number, now.rules)
    return replace(
        state,
        day=replace(state.day, at=event.at, uncounted=state.day.uncounted + 1),
        round=replace(
            now,
            phase=Phase.COUNTING if counting else Phase.PLAYING,
            wagers={seat: now.wagers[seat] for seat in seats},
            players={seat: state.seats[seat] for seat in seats},
            decisions=dict.fromkeys(seats, ()),
            raises={seat: {} for seat in seats},
            holes=dict.fromkeys(seats, ()),
            order=dealing_order(rules.deck.size, event.contributions, event.cut, bound),
            meters={name: state.shows(name) for name in rules.meters},
        ),
    )


def _counted(state: State, _: e.ProgressivesCounted) -> State:
    return replace(state, round=replace(round_of(state), phase=Phase.PLAYING))


def _dealt(state: State, event: e.CardsDealt) -> State:
    now, rules = round_of(state), rules_of_state(state)
    holes, table, rack = dict(now.holes), dict(now.table), now.rack
    match plan(rules).steps[now.step]:
        case ToPlayers(cards=cards):
            each = iter(event.positions)
            for seat in now.players:
                holes[seat] = (*holes[seat], *islice(each, len(cards)))
        case ToTable(places=places):
            for place, position in zip(places, event.positions, strict=True):
                table[place] = (*table.get(place, ()), position)
        case Burn() | Discard():
            rack += event.positions
        case _:
            raise AssertionError("no card was due")
    dealt = now.dealt + len(event.positions)
    after = replace(now, holes=holes, table=table, rack=rack, dealt=dealt, step=now.step + 1)
    return replace(state, round=asking(rules, after))


def _turned(state: State, event: e.CardsTurned) -> State:
    now, rules = round_of(state), rules_of_state(state)
    shown = {**now.shown, **{one.position: CARD[one.card] for one in event.cards}}
    after = replace(now, shown=shown)
    if now.phase is Phase.PLAYING:
        after = asking(rules, replace(after, step=now.step + 1))
    return replace(state, round=after)


def _decided(state: State, event: e.Decided) -> State:
    now, rules, seat = round_of(state), rules_of_state(state), event.seat
    decisions = {**now.decisions, seat: (*now.decisions[seat], event.decision)}
    if seat in now.reported:  # who answers is there
        now = replace(now, away=now.away - {seat}, reported=without(now.reported, seat))
    if event.folded:
        after = replace(now, decisions=decisions, folded=now.folded | {seat})
        if not cards_stay(rules, after, seat):
            after = replace(after, rack=after.rack + after.holes[seat])
    elif event.stake:
        wager = plan(rules).streets[event.street][1].wager
        raises = {**now.raises, seat: {**now.raises[seat], wager: event.stake}}
        after = replace(now, decisions=decisions, raises=raises)
    elif event.returned:
        wager = plan(rules).streets[event.street][1].wager
        down = {**now.down, seat: (*now.down.get(seat, ()), wager)}
        after = replace(now, decisions=decisions, down=down)
    else:
        after = replace(now, decisions=decisions)
    return replace(state, round=asking(rules, after))


def _away(state: State, event: e.PlayerAway) -> State:
    now, seat = round_of(state), event.seat
    reported = without(now.reported, seat) | ({seat: event.reporter} if event.reporter else {})
    return replace(state, round=replace(now, away=now.away | {seat}, reported=reported))


def _ruled(state: State, event: e.AbsentRuled) -> State:
    now, rules = round_of(state), rules_of_state(state)
    # What is lost spins no wheel, also if that was to come next.
    wheel = tuple(seat for seat in now.wheel if seat != event.seat) if event.lost else now.wheel
    after = replace(
        now,
        absent={**now.absent, event.seat: event.lost},
        reported=without(now.reported, event.seat),
        wheel=wheel,
    )
    if now.phase is Phase.PLAYING:
        after = asking(rules, after)
    return replace(state, round=after)


def _spun(state: State, event: e.WheelSpun) -> State:
    now = round_of(state)
    return replace(state, round=replace(now, spins={**now.spins, event.seat: event.symbol}))


def _hit(state: State, event: e.JackpotHit) -> State:
    return replace(state, round=replace(round_of(state), hit=event.seat, hit_by=event.by))


def _verified(state: State, event: e.JackpotVerified) -> State:
    return replace(state, round=replace(round_of(state), verified_by=event.by))


def _validated(state: State, event: e.JackpotValidated) -> State:
    now = round_of(state)
    validated = now.validated | {event.seat}
    return replace(
        state, round=replace(now, hit=None, hit_by="", verified_by="", validated=validated)
    )


def _settled(state: State, event: e.SeatSettled) -> State:
    now, rules, seat = round_of(state), rules_of_state(state), event.seat
    results = {**now.results, seat: {**now.results.get(seat, {}), **event.wagers}}
    staked = len(standing(now, seat))
    if len(results[seat]) < staked:  # the bonuses that are settled before any hand
        first = (*now.settled_first, seat)
        return replace(state, round=replace(now, results=results, settled_first=first))
    settled = (*now.settled, seat)
    rack = now.rack
    if cards_stay(rules, now, seat):
        rack += now.holes[seat]
    done = len(settled) == len(now.players)
    phase = Phase.SETTLED if done else now.phase
    after = replace(now, results=results, settled=settled, rack=rack, phase=phase)
    if event.hits:
        after = replace(after, hits={**now.hits, seat: event.hits})
    return replace(state, round=after)


def _reversed(state: State, event: e.SettlementReversed) -> State:
    now, seat = round_of(state), event.seat
    after = replace(
        now,
        results=without(now.results, seat),
        hits=without(now.hits, seat),
        gifts=without(now.gifts, seat),
        settled=tuple(other for other in now.settled if other != seat),
        settled_first=tuple(other for other in now.settled_first if other != seat),
    )
    return replace(state, round=after)


def _gifts(state: State, event: e.GiftsPaid) -> State:
    now = round_of(state)
    gifts = dict(now.gifts)
    for seat, cents in event.to.items():
        had = gifts.get(seat, {})
        gifts[seat] = {**had, event.why: had.get(event.why, 0) + cents}
    return replace(state, round=replace(now, gifts=gifts))


def _voided(state: State, event: e.RoundVoided) -> State:
    now = round_of(state)
    players = now.players or {seat: state.seats[seat] for seat in sorted(now.wagers)}
    # In logs of version 0.1, wagers that were settled before stay settled.
    back = {seat: {**now.results.get(seat, {}), **back} for seat, back in event.seats.items()}
    void = replace(now, phase=Phase.VOID, turn=None, hit=None, void=event.reason)
    void = replace(void, players=players, results={**now.results, **back})
    waits = state.day.incident
    if waits is None or waits.round != now.number:
        return replace(state, round=void)
    return replace(state, round=void, day=replace(state.day, incident=None))


def _seed(state: State, event: e.SeedOpened) -> State:
    return replace(state, round=replace(round_of(state), seed=event.seed))


def _round_closed(state: State, _: e.RoundClosed) -> State:
    now = round_of(state)
    laid = (*now.rack, *(at for places in now.table.values() for at in places))
    hands = (at for seat in sorted(now.holes, reverse=True) for at in now.holes[seat])
    rack = (*laid, *(at for at in hands if at not in now.rack), *now.order[now.dealt :])
    closed = replace(now, phase=Phase.CLOSED, rack=rack)
    last = (*state.last, closed)[-RECALLED:]
    day = round_over(rules_of_state(state), state.day, now.deck)
    return replace(state, round=closed, last=last, day=day, lapsed="")


def _payout(state: State, event: e.PayoutCorrected) -> State:
    last = [_credited_anew(was, event) if was.number == event.round else was for was in state.last]
    # The round on the table may be the one that was corrected.
    same = state.round is not None and state.round.number == event.round
    return replace(state, last=tuple(last), round=last[-1] if same else state.round)


def _credited_anew(was: RoundState, event: e.PayoutCorrected) -> RoundState:
    """A closed round as it was corrected."""
    seat, key, credit = event.seat, event.wager, event.credit
    if key in GIFTS:
        gifts = without(was.gifts.get(seat, {}), GIFTS[key])
        if credit:
            gifts[GIFTS[key]] = credit
        return replace(was, gifts=without(was.gifts, seat) | ({seat: gifts} if gifts else {}))
    result = replace(was.results[seat][key], credit=credit)
    after = replace(was, results={**was.results, seat: {**was.results[seat], key: result}})
    if not event.meter:
        return after
    hits = tuple(hit for hit in was.hits[seat] if hit.wager != key)
    return replace(after, hits={**was.hits, seat: hits})


_EVOLVE: Final[dict[type, Callable[[State, Any], State]]] = {
    **EVOLVE_DAY,
    e.TableOpened: _opened,
    e.BroughtForward: _brought_forward,
    e.Proposed: _proposed,
    e.Approved: _approved,
    e.Rejected: _rejected,
    e.SubmissionApproved: _submitted,
    e.FilingLapsed: _lapsed,
    e.PlayerSeated: _seated,
    e.BoughtIn: _same,
    e.CashedOut: _same,
    e.PlayerAway: _away,
    e.PlayerLeft: _left,
    e.RoundOpened: _round_opened,
    e.WagersPlaced: _placed,
    e.WagersTakenBack: _taken_back,
    e.EntropyAdded: _entropy,
    e.BetsClosed: _closed,
    e.ProgressivesCounted: _counted,
    e.CardsDealt: _dealt,
    e.CardsTurned: _turned,
    e.Decided: _decided,
    e.AbsentRuled: _ruled,
    e.WheelSpun: _spun,
    e.JackpotHit: _hit,
    e.JackpotVerified: _verified,
    e.JackpotValidated: _validated,
    e.TrayFilled: _same,
    e.BreachRecorded: _same,
    e.SeatSettled: _settled,
    e.GiftsPaid: _gifts,
    e.SettlementReversed: _reversed,
    e.RoundVoided: _voided,
    e.SeedOpened: _seed,
    e.SeedLost: _same,
    e.RoundClosed: _round_closed,
    e.PayoutCorrected: _payout,
    e.MeterCorrected: _same,
}
