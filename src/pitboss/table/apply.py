"""``apply(state, event)``: the state after an event. Pure; it never refuses."""

from collections.abc import Callable
from fractions import Fraction
from itertools import islice
from typing import Any, Final

from msgspec.structs import replace

from pitboss.cards import CARD_BY_TEXT
from pitboss.games.dealing import Burn, Discard, ToPlayers, ToTable
from pitboss.shuffle import Contribution, dealing_order, shuffle_context
from pitboss.table import events as e
from pitboss.table.apply_day import (
    DAY_APPLIERS,
    adapt_day_to_rules,
    day_after_round,
    require_rules,
    without_key,
    without_tray_counts,
)
from pitboss.table.commands import FileSubmission
from pitboss.table.ledger import TRAY, Posting, apply_postings, normalize_cents
from pitboss.table.postings import postings, require_round, update_meter_books
from pitboss.table.round_plan import plan_round
from pitboss.table.state import (
    GIFT_NAMES,
    MAX_RECALLED_ROUNDS,
    FiledSubmission,
    MeterBook,
    Phase,
    Proposal,
    RoundState,
    State,
    UpcomingFiling,
    advance_round,
    filing_problem,
    has_cards_on_table,
    rules_for_submission,
    stakes_out,
)


def apply(state: State, event: e.Event) -> State:
    """Return the state after an event."""
    return apply_with_postings(state, event)[0]


def apply_with_postings(state: State, event: e.Event) -> tuple[State, tuple[Posting, ...]]:
    """Return the state after an event, and the postings that it causes."""
    moved = postings(state, event)
    after = _APPLIERS[type(event)](state, event)
    version = state.version + 1
    if not moved:
        return replace(after, version=version), moved
    balances = apply_postings(state.balances, moved)
    if after.proposals and any(TRAY in (item.source, item.target) for item in moved):
        after = replace(after, proposals=without_tray_counts(after.proposals))
    if type(event) in _METER_EVENTS or (type(event) is e.SeatSettled and event.hits):
        books = update_meter_books(state.books, moved)
        return replace(after, version=version, balances=balances, books=books), moved
    return replace(after, version=version, balances=balances), moved


_METER_EVENTS: Final = frozenset(
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


def _apply_table_opened(state: State, event: e.TableOpened) -> State:
    return replace(state, table=event.table, game=event.game)


def _apply_brought_forward(_: State, event: e.BroughtForward) -> State:
    before = RoundState(event.round, event.rules, "", "", False, phase=Phase.CLOSED)
    balances = {
        account: normalize_cents(Fraction(cents)) for account, cents in event.balances.items()
    }
    shown = {
        name.removeprefix("meter:"): c for name, c in balances.items() if name.startswith("meter:")
    }
    return State(
        table=event.table,
        game=event.game,
        rules=rules_for_submission(event.game, event.submission),
        filed=(_filed_submission(event.game, event),),
        seats=dict(event.seats),
        balances={account: cents for account, cents in balances.items() if cents},
        books={name: MeterBook(seeded=cents) for name, cents in shown.items()},
        proposed=event.proposed,
        round=before if event.round else None,
        day=event.day,
    )


def _apply_proposed(state: State, event: e.Proposed) -> State:
    proposals = {**state.proposals, event.number: Proposal(event.matter, event.by)}
    return replace(state, proposals=proposals, proposed=event.number)


def _apply_approved(state: State, event: e.Approved) -> State:
    proposal, left = state.proposals.get(event.number), without_key(state.proposals, event.number)
    if proposal and state.has_open_round and isinstance(proposal.matter, FileSubmission):
        upcoming = UpcomingFiling(event.number, proposal.matter, proposal.by, event.by)
        return replace(state, proposals=left, upcoming=upcoming)
    return replace(state, proposals=left)


def _apply_rejected(state: State, event: e.Rejected) -> State:
    if state.upcoming and state.upcoming.number == event.number:
        return replace(state, upcoming=None)
    return replace(state, proposals=without_key(state.proposals, event.number))


def _apply_filing_lapsed(state: State, event: e.FilingLapsed) -> State:
    return replace(state, upcoming=None, lapsed=event.reason.value)


def _filed_submission(game: str, event: e.BroughtForward | e.SubmissionApproved) -> FiledSubmission:
    lacking = filing_problem(game, event.submission)
    return FiledSubmission(event.submission, event.rules, event.program, lacking)


def _apply_submission_approved(state: State, event: e.SubmissionApproved) -> State:
    filed = _filed_submission(state.game, event)
    rules = rules_for_submission(state.game, event.submission)
    day = adapt_day_to_rules(rules, state.day, state.rules)
    filings = (*state.filed, filed)
    return replace(state, rules=rules, filed=filings, day=day, upcoming=None, lapsed="")


def _apply_player_seated(state: State, event: e.PlayerSeated) -> State:
    return replace(state, seats=dict(sorted({**state.seats, event.seat: event.player}.items())))


def _apply_player_left(state: State, event: e.PlayerLeft) -> State:
    round_ = state.round
    if round_ is not None and event.seat in round_.away:  # who walked off is gone for good
        reported = without_key(round_.reported, event.seat)
        after = replace(round_, away=round_.away - {event.seat}, reported=reported)
        state = replace(state, round=after)
    return replace(state, seats=without_key(state.seats, event.seat))


def _keep_state(state: State, _: e.Event) -> State:
    return state


def _apply_round_opened(state: State, event: e.RoundOpened) -> State:
    opened = RoundState(event.round, event.rules, event.seed_hash, event.root, event.practice)
    day = replace(state.day, at=event.at)
    return replace(state, round=replace(opened, deck=event.deck, cut=event.cut), day=day)


def _apply_wagers_placed(state: State, event: e.WagersPlaced) -> State:
    round_ = require_round(state)
    there = round_.wagers.get(event.seat, {})
    wagers = {**there, **{key: there.get(key, 0) + c for key, c in event.wagers.items()}}
    after = replace(round_, wagers={**round_.wagers, event.seat: wagers})
    if back := round_.returned.get(event.seat):  # what is wagered again is no longer returned
        left = {key: stake for key, stake in back.items() if key not in event.wagers}
        others = without_key(round_.returned, event.seat)
        after = replace(after, returned={**others, event.seat: left} if left else others)
    return replace(state, round=after)


def _apply_wagers_taken_back(state: State, event: e.WagersTakenBack) -> State:
    round_ = require_round(state)
    left = {k: c for k, c in round_.wagers[event.seat].items() if k not in event.wagers}
    seats = {**round_.wagers, event.seat: left} if left else without_key(round_.wagers, event.seat)
    return replace(state, round=replace(round_, wagers=seats))


def _apply_entropy_added(state: State, event: e.EntropyAdded) -> State:
    round_ = require_round(state)
    added = (*round_.contributions, Contribution(event.who, event.entropy))
    return replace(state, round=replace(round_, contributions=added))


def _apply_bets_closed(state: State, event: e.BetsClosed) -> State:
    round_, rules = require_round(state), require_rules(state)
    counted = plan_round(rules).metered_sides
    counting = any(key in wagers for key in counted for wagers in round_.wagers.values())
    seats = sorted(round_.wagers)
    bound = shuffle_context(state.table, round_.number, round_.rules)
    return replace(
        state,
        day=replace(state.day, at=event.at, uncounted=state.day.uncounted + 1),
        round=replace(
            round_,
            phase=Phase.COUNTING if counting else Phase.PLAYING,
            wagers={seat: round_.wagers[seat] for seat in seats},
            players={seat: state.seats[seat] for seat in seats},
            decisions=dict.fromkeys(seats, ()),
            raises={seat: {} for seat in seats},
            holes=dict.fromkeys(seats, ()),
            order=dealing_order(rules.deck.size, event.contributions, event.cut, bound),
            meters={name: state.meter_amount(name) for name in rules.meters},
        ),
    )


def _apply_progressives_counted(state: State, _: e.ProgressivesCounted) -> State:
    return replace(state, round=replace(require_round(state), phase=Phase.PLAYING))


def _apply_cards_dealt(state: State, event: e.CardsDealt) -> State:
    round_, rules = require_round(state), require_rules(state)
    holes, table, rack = dict(round_.holes), dict(round_.table), round_.rack
    match plan_round(rules).steps[round_.step]:
        case ToPlayers(cards=cards):
            each = iter(event.positions)
            for seat in round_.players:
                holes[seat] = (*holes[seat], *islice(each, len(cards)))
        case ToTable(places=places):
            for place, position in zip(places, event.positions, strict=True):
                table[place] = (*table.get(place, ()), position)
        case Burn() | Discard():
            rack += event.positions
        case _:
            raise AssertionError("no card was due")
    dealt = round_.dealt + len(event.positions)
    after = replace(round_, holes=holes, table=table, rack=rack, dealt=dealt, step=round_.step + 1)
    return replace(state, round=advance_round(rules, after))


def _apply_cards_turned(state: State, event: e.CardsTurned) -> State:
    round_, rules = require_round(state), require_rules(state)
    shown = {**round_.shown, **{card.position: CARD_BY_TEXT[card.card] for card in event.cards}}
    after = replace(round_, shown=shown)
    if round_.phase is Phase.PLAYING:
        after = advance_round(rules, replace(after, step=round_.step + 1))
    return replace(state, round=after)


def _apply_decided(state: State, event: e.Decided) -> State:
    round_, rules, seat = require_round(state), require_rules(state), event.seat
    decisions = {**round_.decisions, seat: (*round_.decisions[seat], event.decision)}
    if seat in round_.reported:  # who answers is there
        round_ = replace(
            round_, away=round_.away - {seat}, reported=without_key(round_.reported, seat)
        )
    if event.folded:
        after = replace(round_, decisions=decisions, folded=round_.folded | {seat})
        if not has_cards_on_table(rules, after, seat):
            after = replace(after, rack=after.rack + after.holes[seat])
    elif event.stake:
        wager = plan_round(rules).streets[event.street][1].wager
        raises = {**round_.raises, seat: {**round_.raises[seat], wager: event.stake}}
        after = replace(round_, decisions=decisions, raises=raises)
    elif event.returned:
        wager = plan_round(rules).streets[event.street][1].wager
        down = {**round_.down, seat: (*round_.down.get(seat, ()), wager)}
        after = replace(round_, decisions=decisions, down=down)
    else:
        after = replace(round_, decisions=decisions)
    return replace(state, round=advance_round(rules, after))


def _apply_player_away(state: State, event: e.PlayerAway) -> State:
    round_, seat = require_round(state), event.seat
    reported = without_key(round_.reported, seat) | (
        {seat: event.reporter} if event.reporter else {}
    )
    return replace(state, round=replace(round_, away=round_.away | {seat}, reported=reported))


def _apply_absent_ruled(state: State, event: e.AbsentRuled) -> State:
    round_, rules = require_round(state), require_rules(state)
    # What is lost spins no wheel, also if that was to come next.
    wheel = (
        tuple(seat for seat in round_.wheel if seat != event.seat) if event.lost else round_.wheel
    )
    after = replace(
        round_,
        absent={**round_.absent, event.seat: event.lost},
        reported=without_key(round_.reported, event.seat),
        wheel=wheel,
    )
    if round_.phase is Phase.PLAYING:
        after = advance_round(rules, after)
    return replace(state, round=after)


def _apply_wheel_spun(state: State, event: e.WheelSpun) -> State:
    round_ = require_round(state)
    return replace(state, round=replace(round_, spins={**round_.spins, event.seat: event.symbol}))


def _apply_jackpot_hit(state: State, event: e.JackpotHit) -> State:
    return replace(state, round=replace(require_round(state), hit=event.seat, hit_by=event.by))


def _apply_jackpot_verified(state: State, event: e.JackpotVerified) -> State:
    return replace(state, round=replace(require_round(state), verified_by=event.by))


def _apply_jackpot_validated(state: State, event: e.JackpotValidated) -> State:
    round_ = require_round(state)
    validated = round_.validated | {event.seat}
    return replace(
        state, round=replace(round_, hit=None, hit_by="", verified_by="", validated=validated)
    )


def _apply_seat_settled(state: State, event: e.SeatSettled) -> State:
    round_, rules, seat = require_round(state), require_rules(state), event.seat
    results = {**round_.results, seat: {**round_.results.get(seat, {}), **event.wagers}}
    staked = len(stakes_out(round_, seat))
    if len(results[seat]) < staked:  # the bonuses that are settled before any hand
        first = (*round_.settled_first, seat)
        return replace(state, round=replace(round_, results=results, settled_first=first))
    settled = (*round_.settled, seat)
    rack = round_.rack
    if has_cards_on_table(rules, round_, seat):
        rack += round_.holes[seat]
    done = len(settled) == len(round_.players)
    phase = Phase.SETTLED if done else round_.phase
    after = replace(round_, results=results, settled=settled, rack=rack, phase=phase)
    if event.hits:
        after = replace(after, hits={**round_.hits, seat: event.hits})
    return replace(state, round=after)


def _apply_settlement_reversed(state: State, event: e.SettlementReversed) -> State:
    round_, seat = require_round(state), event.seat
    after = replace(
        round_,
        results=without_key(round_.results, seat),
        hits=without_key(round_.hits, seat),
        gifts=without_key(round_.gifts, seat),
        settled=tuple(other for other in round_.settled if other != seat),
        settled_first=tuple(other for other in round_.settled_first if other != seat),
    )
    return replace(state, round=after)


def _apply_gifts_paid(state: State, event: e.GiftsPaid) -> State:
    round_ = require_round(state)
    gifts = dict(round_.gifts)
    for seat, cents in event.to.items():
        had = gifts.get(seat, {})
        gifts[seat] = {**had, event.why: had.get(event.why, 0) + cents}
    return replace(state, round=replace(round_, gifts=gifts))


def _apply_round_voided(state: State, event: e.RoundVoided) -> State:
    round_ = require_round(state)
    players = round_.players or {seat: state.seats[seat] for seat in sorted(round_.wagers)}
    # In logs of version 0.1, wagers that were settled before stay settled.
    back = {seat: {**round_.results.get(seat, {}), **back} for seat, back in event.seats.items()}
    void = replace(round_, phase=Phase.VOID, turn=None, hit=None, void=event.reason)
    void = replace(void, players=players, results={**round_.results, **back})
    waits = state.day.incident
    if waits is None or waits.round != round_.number:
        return replace(state, round=void)
    return replace(state, round=void, day=replace(state.day, incident=None))


def _apply_seed_opened(state: State, event: e.SeedOpened) -> State:
    return replace(state, round=replace(require_round(state), seed=event.seed))


def _apply_round_closed(state: State, _: e.RoundClosed) -> State:
    round_ = require_round(state)
    laid = (*round_.rack, *(at for places in round_.table.values() for at in places))
    hands = (at for seat in sorted(round_.holes, reverse=True) for at in round_.holes[seat])
    rack = (*laid, *(at for at in hands if at not in round_.rack), *round_.order[round_.dealt :])
    closed = replace(round_, phase=Phase.CLOSED, rack=rack)
    last = (*state.last, closed)[-MAX_RECALLED_ROUNDS:]
    day = day_after_round(require_rules(state), state.day, round_.deck)
    return replace(state, round=closed, last=last, day=day, lapsed="")


def _apply_payout_corrected(state: State, event: e.PayoutCorrected) -> State:
    last = [
        _with_corrected_credit(was, event) if was.number == event.round else was
        for was in state.last
    ]
    # The round on the table may be the one that was corrected.
    same = state.round is not None and state.round.number == event.round
    return replace(state, last=tuple(last), round=last[-1] if same else state.round)


def _with_corrected_credit(was: RoundState, event: e.PayoutCorrected) -> RoundState:
    """Return a closed round with a correction applied."""
    seat, key, credit = event.seat, event.wager, event.credit
    if key in GIFT_NAMES:
        gifts = without_key(was.gifts.get(seat, {}), GIFT_NAMES[key])
        if credit:
            gifts[GIFT_NAMES[key]] = credit
        return replace(was, gifts=without_key(was.gifts, seat) | ({seat: gifts} if gifts else {}))
    result = replace(was.results[seat][key], credit=credit)
    after = replace(was, results={**was.results, seat: {**was.results[seat], key: result}})
    if not event.meter:
        return after
    hits = tuple(hit for hit in was.hits[seat] if hit.wager != key)
    return replace(after, hits={**was.hits, seat: hits})


_APPLIERS: Final[dict[type, Callable[[State, Any], State]]] = {
    **DAY_APPLIERS,
    e.TableOpened: _apply_table_opened,
    e.BroughtForward: _apply_brought_forward,
    e.Proposed: _apply_proposed,
    e.Approved: _apply_approved,
    e.Rejected: _apply_rejected,
    e.SubmissionApproved: _apply_submission_approved,
    e.FilingLapsed: _apply_filing_lapsed,
    e.PlayerSeated: _apply_player_seated,
    e.BoughtIn: _keep_state,
    e.CashedOut: _keep_state,
    e.PlayerAway: _apply_player_away,
    e.PlayerLeft: _apply_player_left,
    e.RoundOpened: _apply_round_opened,
    e.WagersPlaced: _apply_wagers_placed,
    e.WagersTakenBack: _apply_wagers_taken_back,
    e.EntropyAdded: _apply_entropy_added,
    e.BetsClosed: _apply_bets_closed,
    e.ProgressivesCounted: _apply_progressives_counted,
    e.CardsDealt: _apply_cards_dealt,
    e.CardsTurned: _apply_cards_turned,
    e.Decided: _apply_decided,
    e.AbsentRuled: _apply_absent_ruled,
    e.WheelSpun: _apply_wheel_spun,
    e.JackpotHit: _apply_jackpot_hit,
    e.JackpotVerified: _apply_jackpot_verified,
    e.JackpotValidated: _apply_jackpot_validated,
    e.TrayFilled: _keep_state,
    e.BreachRecorded: _keep_state,
    e.SeatSettled: _apply_seat_settled,
    e.GiftsPaid: _apply_gifts_paid,
    e.SettlementReversed: _apply_settlement_reversed,
    e.RoundVoided: _apply_round_voided,
    e.SeedOpened: _apply_seed_opened,
    e.SeedLost: _keep_state,
    e.RoundClosed: _apply_round_closed,
    e.PayoutCorrected: _apply_payout_corrected,
    e.MeterCorrected: _keep_state,
}
