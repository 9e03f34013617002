"""Return the state of a table after an event. Start with `apply`.

Everything here is pure, and nothing refuses an event: `handlers` has checked it. There is one
function per event: first those of the table, its seats and its rounds, then those of its day
(decks, counts, devices, incidents).
"""

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import islice
from typing import Any, Final

from msgspec.structs import replace

from pitboss.cards import CARD_BY_TEXT
from pitboss.games.dealing import Burn, Discard, ToPlayers, ToTable
from pitboss.games.deck_tasks import Task
from pitboss.shuffle import Contribution, dealing_order, shuffle_context
from pitboss.table import events as e
from pitboss.table.commands import ClosingCount, FileSubmission, OpeningCount
from pitboss.table.day import OpenIncident, Ruling, TableDeck
from pitboss.table.decks import adapt_day_to_rules, day_after_round, mark_for_shuffle, undo_cut
from pitboss.table.ledger import (
    TRAY,
    Posting,
    apply_postings,
    normalize_cents,
    pool_departed,
)
from pitboss.table.postings import meter_contributions, paid_meters, postings, update_meter_books
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
    has_pair,
    require_round,
    require_rules,
    rules_for_round,
    rules_for_submission,
    stakes_out,
)


def apply(state: State, event: e.Event) -> State:
    """Return the state after an event."""
    return apply_with_postings(state, event)[0]


def apply_with_postings(state: State, event: e.Event) -> tuple[State, tuple[Posting, ...]]:
    """Return the state after an event, and the postings that it causes."""
    event_postings = postings(state, event)
    after = _APPLIERS[type(event)](state, event)
    version = state.version + 1
    if not event_postings:
        return replace(after, version=version), event_postings
    proposals = after.proposals
    if proposals and any(TRAY in (item.source, item.target) for item in event_postings):
        proposals = _without_tray_counts(proposals)
    after = replace(
        after,
        version=version,
        balances=apply_postings(state.balances, event_postings),
        books=update_meter_books(state.books, event_postings),
        proposals=proposals,
    )
    return after, event_postings


def _with_round(state: State, **changes: object) -> State:
    return replace(state, round=replace(require_round(state), **changes))


def _with_day(state: State, **changes: object) -> State:
    return replace(state, day=replace(state.day, **changes))


def _apply_brought_forward(_: State, event: e.BroughtForward) -> State:
    before = RoundState(event.round, event.rules, "", "", False, phase=Phase.CLOSED)
    balances = {
        account: normalize_cents(Fraction(cents)) for account, cents in event.balances.items()
    }
    meters = {
        name.removeprefix("meter:"): c for name, c in balances.items() if name.startswith("meter:")
    }
    return State(
        table=event.table,
        game=event.game,
        rules=rules_for_submission(event.game, event.submission),
        filed=(_filed_submission(event.game, event),),
        seats=dict(event.seats),
        balances={account: cents for account, cents in balances.items() if cents},
        books={name: MeterBook(seeded=cents) for name, cents in meters.items()},
        proposed=event.proposed,
        round=before if event.round else None,
        day=event.day,
    )


def _apply_proposed(state: State, event: e.Proposed) -> State:
    proposals = {**state.proposals, event.number: Proposal(event.matter, event.by)}
    return replace(state, proposals=proposals, proposed=event.number)


def _apply_approved(state: State, event: e.Approved) -> State:
    proposal = state.proposals.get(event.number)
    remaining = _without_key(state.proposals, event.number)
    if proposal and state.has_open_round and isinstance(proposal.matter, FileSubmission):
        upcoming = UpcomingFiling(event.number, proposal.matter, proposal.by, event.by)
        return replace(state, proposals=remaining, upcoming=upcoming)
    return replace(state, proposals=remaining)


def _apply_rejected(state: State, event: e.Rejected) -> State:
    if state.upcoming and state.upcoming.number == event.number:
        return replace(state, upcoming=None)
    return replace(state, proposals=_without_key(state.proposals, event.number))


def _filed_submission(game: str, event: e.BroughtForward | e.SubmissionApproved) -> FiledSubmission:
    problem = filing_problem(game, event.submission)
    return FiledSubmission(event.submission, event.rules, event.program, problem)


def _apply_submission_approved(state: State, event: e.SubmissionApproved) -> State:
    filing = _filed_submission(state.game, event)
    rules = rules_for_submission(state.game, event.submission)
    day = adapt_day_to_rules(rules, state.day, state.rules)
    filings = (*state.filed, filing)
    return replace(state, rules=rules, filed=filings, day=day, upcoming=None, lapsed="")


def _apply_player_left(state: State, event: e.PlayerLeft) -> State:
    round_ = state.round
    if (
        round_ is not None and event.seat in round_.away
    ):  # a player who walked off does not come back
        reports = _without_key(round_.reported, event.seat)
        after = replace(round_, away=round_.away - {event.seat}, reported=reports)
        state = replace(state, round=after)
    return _pool_departed(replace(state, seats=_without_key(state.seats, event.seat)))


def _pool_departed(state: State) -> State:
    balances = pool_departed(state.balances, state.seats.values())
    return state if balances is state.balances else replace(state, balances=balances)


def _apply_round_opened(state: State, event: e.RoundOpened) -> State:
    round_ = RoundState(
        event.round,
        event.rules,
        event.seed_hash,
        event.root,
        event.practice,
        physical=event.physical,
    )
    day = replace(state.day, at=event.at)
    return replace(state, round=replace(round_, deck=event.deck, cut=event.cut), day=day)


def _apply_wagers_placed(state: State, event: e.WagersPlaced) -> State:
    round_ = require_round(state)
    before = round_.wagers.get(event.seat, {})
    wagers = {**before, **{key: before.get(key, 0) + c for key, c in event.wagers.items()}}
    after = replace(round_, wagers={**round_.wagers, event.seat: wagers})
    if returned_wagers := round_.returned.get(
        event.seat
    ):  # a wager made again is no longer returned
        remaining = {
            key: stake for key, stake in returned_wagers.items() if key not in event.wagers
        }
        after = replace(after, returned=_with_or_without(round_.returned, event.seat, remaining))
    return replace(state, round=after)


def _apply_wagers_taken_back(state: State, event: e.WagersTakenBack) -> State:
    round_ = require_round(state)
    remaining = {k: c for k, c in round_.wagers[event.seat].items() if k not in event.wagers}
    return _with_round(state, wagers=_with_or_without(round_.wagers, event.seat, remaining))


def _apply_entropy_added(state: State, event: e.EntropyAdded) -> State:
    contribution = Contribution(event.who, event.entropy)
    return _with_round(state, contributions=(*require_round(state).contributions, contribution))


def _apply_bets_closed(state: State, event: e.BetsClosed) -> State:
    round_, rules = require_round(state), require_rules(state)
    metered_sides = plan_round(rules).metered_sides
    counting = any(key in wagers for key in metered_sides for wagers in round_.wagers.values())
    seats = sorted(round_.wagers)
    context = shuffle_context(state.table, round_.number, round_.rules)
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
            order=dealing_order(rules.deck.size, event.contributions, event.cut, context),
            meters={name: state.meter_amount(name) for name in rules.meters},
        ),
    )


def _apply_cards_dealt(state: State, event: e.CardsDealt) -> State:
    round_, rules = require_round(state), require_rules(state)
    holes, table, rack = dict(round_.holes), dict(round_.table), round_.rack
    match plan_round(rules).steps[round_.step]:
        case ToPlayers(cards=cards):
            positions = iter(event.positions)
            for seat in round_.players:
                holes[seat] = (*holes[seat], *islice(positions, len(cards)))
        case ToTable(places=places):
            for place, position in zip(places, event.positions, strict=True):
                table[place] = (*table.get(place, ()), position)
        case Burn() | Discard():
            rack += event.positions
        case _:
            raise AssertionError("the plan deals no card here")
    after = replace(
        round_,
        holes=holes,
        table=table,
        rack=rack,
        dealt=round_.dealt + len(event.positions),
        step=round_.step + 1,
    )
    return replace(state, round=advance_round(rules, after))


def _apply_cards_turned(state: State, event: e.CardsTurned) -> State:
    round_, rules = require_round(state), require_rules(state)
    after = _with_face_up_cards(round_, *event.cards)
    if round_.phase is Phase.PLAYING:
        after = advance_round(rules, replace(after, step=round_.step + 1))
    return replace(state, round=after)


def _apply_cards_corrected(state: State, event: e.CardsCorrected) -> State:
    """Apply corrected faces; hands whose settlement had begun are settled from the first one on."""
    round_, rules = require_round(state), require_rules(state)
    faces = {item.position: CARD_BY_TEXT[item.card] for item in event.cards}
    after = replace(round_, shown={**round_.shown, **faces})
    if round_.phase is Phase.PLAYING:
        return replace(state, round=after)
    hands = {
        at
        for seat, hand in round_.holes.items()
        if has_cards_on_table(rules, round_, seat)
        for at in hand
    }
    after = replace(
        after,
        phase=Phase.SETTLING,
        hit=None,
        hit_by="",
        verified_by="",
        validated=frozenset(),
        spins={seat: name for seat, name in round_.spins.items() if has_pair(after, seat)},
        rack=tuple(at for at in round_.rack if at not in hands),
    )
    return replace(state, round=after)


def _apply_decided(state: State, event: e.Decided) -> State:
    round_, rules, seat = require_round(state), require_rules(state), event.seat
    decisions = {**round_.decisions, seat: (*round_.decisions[seat], event.decision)}
    if seat in round_.reported:  # a player who decides has not left
        round_ = replace(
            round_, away=round_.away - {seat}, reported=_without_key(round_.reported, seat)
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
    reports = _with_or_without(round_.reported, seat, event.reporter)
    return _with_round(state, away=round_.away | {seat}, reported=reports)


def _apply_absent_ruled(state: State, event: e.AbsentRuled) -> State:
    round_, rules = require_round(state), require_rules(state)
    # Wagers that are lost spin no wheel, even if the spin was next.
    wheel = (
        tuple(seat for seat in round_.wheel if seat != event.seat) if event.lost else round_.wheel
    )
    after = replace(
        round_,
        absent={**round_.absent, event.seat: event.lost},
        reported=_without_key(round_.reported, event.seat),
        wheel=wheel,
    )
    if round_.phase is Phase.PLAYING:
        after = advance_round(rules, after)
    return replace(state, round=after)


def _apply_jackpot_validated(state: State, event: e.JackpotValidated) -> State:
    validated_seats = require_round(state).validated | {event.seat}
    return _with_round(state, hit=None, hit_by="", verified_by="", validated=validated_seats)


def _apply_seat_settled(state: State, event: e.SeatSettled) -> State:
    round_, rules, seat = require_round(state), require_rules(state), event.seat
    results = {**round_.results, seat: {**round_.results.get(seat, {}), **event.wagers}}
    if len(results[seat]) < len(stakes_out(round_, seat)):  # only bonuses, before any hand
        return _with_round(state, results=results, settled_first=(*round_.settled_first, seat))
    settled_seats = (*round_.settled, seat)
    rack = round_.rack
    if has_cards_on_table(rules, round_, seat):
        rack += round_.holes[seat]
    phase = Phase.SETTLED if len(settled_seats) == len(round_.players) else round_.phase
    after = replace(round_, results=results, settled=settled_seats, rack=rack, phase=phase)
    if event.hits:
        after = replace(after, hits={**round_.hits, seat: event.hits})
    return replace(state, round=after)


def _apply_settlement_reversed(state: State, event: e.SettlementReversed) -> State:
    round_, seat = require_round(state), event.seat
    after = replace(
        round_,
        results=_without_key(round_.results, seat),
        hits=_without_key(round_.hits, seat),
        gifts=_without_key(round_.gifts, seat),
        settled=tuple(other for other in round_.settled if other != seat),
        settled_first=tuple(other for other in round_.settled_first if other != seat),
    )
    return replace(state, round=after)


def _apply_gifts_paid(state: State, event: e.GiftsPaid) -> State:
    round_ = require_round(state)
    gifts = dict(round_.gifts)
    for seat, cents in event.to.items():
        before = gifts.get(seat, {})
        gifts[seat] = {**before, event.why: before.get(event.why, 0) + cents}
    return _with_round(state, gifts=gifts)


def _apply_round_voided(state: State, event: e.RoundVoided) -> State:
    round_ = require_round(state)
    players = round_.players or {seat: state.seats[seat] for seat in sorted(round_.wagers)}
    # In logs of version 0.1, wagers that were settled before stay settled.
    results = {
        **round_.results,
        **{seat: {**round_.results.get(seat, {}), **r} for seat, r in event.seats.items()},
    }
    void = {"phase": Phase.VOID, "turn": None, "hit": None, "void": event.reason}
    state = _with_round(state, **void, players=players, results=results)
    incident = state.day.incident
    if incident is None or incident.round != round_.number:
        return state
    return _with_day(state, incident=None)


def _apply_round_closed(state: State, _: e.RoundClosed) -> State:
    round_ = require_round(state)
    rack = (*round_.rack, *(at for places in round_.table.values() for at in places))
    hands = (at for seat in sorted(round_.holes, reverse=True) for at in round_.holes[seat])
    rack += (*(at for at in hands if at not in round_.rack), *round_.order[round_.dealt :])
    closed_round = replace(round_, phase=Phase.CLOSED, rack=rack)
    last = (*state.last, closed_round)[-MAX_RECALLED_ROUNDS:]
    day = day_after_round(require_rules(state), state.day, round_.deck)
    return _pool_departed(replace(state, round=closed_round, last=last, day=day, lapsed=""))


def _apply_payout_corrected(state: State, event: e.PayoutCorrected) -> State:
    last = [
        _with_corrected_credit(round_, event) if round_.number == event.round else round_
        for round_ in state.last
    ]
    # The round on the table may be the one that was corrected.
    same = state.round is not None and state.round.number == event.round
    return replace(state, last=tuple(last), round=last[-1] if same else state.round)


def _with_corrected_credit(round_: RoundState, event: e.PayoutCorrected) -> RoundState:
    """Return a closed round with a correction applied."""
    seat, key, credit = event.seat, event.wager, event.credit
    if key in GIFT_NAMES:
        gifts = _with_or_without(round_.gifts.get(seat, {}), GIFT_NAMES[key], credit)
        return replace(round_, gifts=_with_or_without(round_.gifts, seat, gifts))
    result = replace(round_.results[seat][key], credit=credit)
    after = replace(round_, results={**round_.results, seat: {**round_.results[seat], key: result}})
    if not event.meter:
        return after
    hits = tuple(hit for hit in round_.hits[seat] if hit.wager != key)
    return replace(after, hits={**round_.hits, seat: hits})


def _apply_tray_count(state: State, event: e.OpeningCounted | e.ClosingCounted) -> State:
    opens = isinstance(event, e.OpeningCounted)
    state = _with_day(state, open=opens, closed=not opens, signed="")
    return replace(state, proposals=_without_tray_counts(state.proposals))


def _apply_deck_received(state: State, event: e.DeckReceived) -> State:
    day = state.day
    deck = TableDeck(
        number=event.number,
        received=event.at,
        ready_made=event.ready_made,
        id=event.id,
        design=event.design,
        color=event.color,
    )
    register = (*day.register, event.id) if event.id else day.register
    decks = {**day.decks, event.deck: deck}
    return _with_day(state, decks=decks, received=event.number, register=register, at=event.at)


def _apply_step_done(state: State, event: e.StepDone) -> State:
    before = state.day.decks[event.deck]
    # Only a cut or loading leaves the stack in the order in which it was cut or received.
    keeps_order = event.task in (Task.CUT, Task.LOAD)
    deck = replace(
        before,
        last=event.task,
        ready_made=before.ready_made and keeps_order,
        by=event.by,
        cut=event.cards or (before.cut if keeps_order else 0),
    )
    return _with_day(state, decks={**state.day.decks, event.deck: deck})


def _apply_reshuffle(state: State, event: e.ShuffleOrdered | e.ShuffleSpoilt) -> State:
    rules = require_rules(state)
    return replace(state, day=mark_for_shuffle(rules, state.day, event.deck))


def _apply_cards_recut(state: State, event: e.CardsRecut) -> State:
    if not event.round:
        return replace(state, day=undo_cut(state.day))
    round_ = require_round(state)
    round_ = replace(round_, cut=event.cut, recuts=round_.recuts + 1)
    if round_.order:
        context = shuffle_context(state.table, round_.number, round_.rules)
        size = rules_for_round(state, round_).deck.size
        order = dealing_order(size, round_.contributions, event.cut, context)
        round_ = replace(round_, order=order)
    return replace(state, round=round_)


def _apply_stub_counted(state: State, event: e.StubCounted) -> State:
    if event.cards != event.should_be:
        return state  # the count stays open until a ruling explains it
    state = _with_day(state, uncounted=0)
    return _with_round(state, counted=True) if event.round else state


def _apply_incident_reported(state: State, event: e.IncidentReported) -> State:
    state = _with_day(state, reported=event.number)
    if not event.waits:
        return state
    subject = (event.seat, event.deck, event.exposed, event.card)
    incident = OpenIncident(event.number, event.round, event.kinds, event.by, *subject)
    return _with_day(state, incident=incident)


def _apply_incident_ruled(state: State, event: e.IncidentRuled) -> State:
    is_count = event.ruling in (Ruling.MISDEALT, Ruling.NOT_MISDEALT)
    uncounted_rounds = 0 if is_count else state.day.uncounted
    return _with_day(state, incident=None, uncounted=uncounted_rounds)


def _apply_card_out(state: State, event: e.CardOut) -> State:
    round_ = _with_face_up_cards(require_round(state), event.card)
    rack = (*round_.rack, event.card.position)
    return replace(state, round=replace(round_, rack=rack, dealt=round_.dealt + 1, card_out=True))


def _with_face_up_cards(round_: RoundState, *cards: e.TurnedCard) -> RoundState:
    faces = {card.position: CARD_BY_TEXT[card.card] for card in cards}
    return replace(round_, shown={**round_.shown, **faces})


def _apply_sat_out(state: State, event: e.SatOut) -> State:
    round_, seat = require_round(state), event.seat
    stakes = {key: result.stake for key, result in event.wagers.items()}
    after = replace(
        round_,
        players=_without_key(round_.players, seat),
        wagers=_without_key(round_.wagers, seat),
        decisions=_without_key(round_.decisions, seat),
        raises=_without_key(round_.raises, seat),
        rack=round_.rack + round_.holes[seat],
        holes=_without_key(round_.holes, seat),
        sat_out={**round_.sat_out, seat: stakes},
        skipped={**round_.skipped, seat: round_.players[seat]},
    )
    return replace(state, round=advance_round(require_rules(state), after))


def _apply_wagers_returned(state: State, event: e.WagersReturned) -> State:
    round_, rules = require_round(state), require_rules(state)
    wagers, returned_wagers = dict(round_.wagers), dict(round_.returned)
    for seat, result in event.seats.items():
        wagers[seat] = _without_key(wagers[seat], event.wager)
        returned_wagers[seat] = {**returned_wagers.get(seat, {}), event.wager: result.stake}
    jackpot_meters, left_in_meters = paid_meters(round_), dict(round_.left_in_meters)
    for name, cents in meter_contributions(state, [{event.wager}] * len(event.seats)).items():
        if name in jackpot_meters:
            left_in_meters[name] = normalize_cents(left_in_meters.get(name, 0) + cents)
    after = replace(round_, wagers=wagers, returned=returned_wagers, left_in_meters=left_in_meters)
    if event.wager == plan_round(rules).wheel_wager:
        after = replace(after, wheel=tuple(s for s in round_.wheel if s not in event.seats))
    # A folded hand that stayed on the table only for this wager is collected.
    for seat in round_.players:
        if has_cards_on_table(rules, round_, seat) and not has_cards_on_table(rules, after, seat):
            after = replace(after, rack=after.rack + round_.holes[seat])
    metered_sides = plan_round(rules).metered_sides
    if round_.phase is Phase.COUNTING and not any(
        k in w for w in wagers.values() for k in metered_sides
    ):
        after = replace(after, phase=Phase.PLAYING)
    elif round_.phase is Phase.PLAYING:
        after = advance_round(rules, after)
    return replace(state, round=after)


def _apply_forfeited(state: State, event: e.Forfeited) -> State:
    round_ = require_round(state)
    wheel = tuple(seat for seat in round_.wheel if seat != event.seat)
    after = replace(round_, forfeited=round_.forfeited | {event.seat}, wheel=wheel)
    if round_.phase is Phase.PLAYING:
        after = advance_round(require_rules(state), after)
    return replace(state, round=after)


def _without_tray_counts(proposals: Mapping[int, Proposal]) -> dict[int, Proposal]:
    """Return the proposals without counts of the tray, whose content has changed since."""
    counts = OpeningCount | ClosingCount
    return {n: item for n, item in proposals.items() if not isinstance(item.matter, counts)}


def _without_key(mapping: Mapping[Any, Any], key: object) -> dict[Any, Any]:
    return {k: value for k, value in mapping.items() if k != key}


def _with_or_without(mapping: Mapping[Any, Any], key: object, value: object) -> dict[Any, Any]:
    """Return the mapping with a value for this key, or without the key if the value is empty."""
    return {**mapping, key: value} if value else _without_key(mapping, key)


_APPLIERS: Final[dict[type, Callable[[State, Any], State]]] = {
    e.TableOpened: lambda state, event: replace(state, table=event.table, game=event.game),
    e.BroughtForward: _apply_brought_forward,
    e.Proposed: _apply_proposed,
    e.Approved: _apply_approved,
    e.Rejected: _apply_rejected,
    e.SubmissionApproved: _apply_submission_approved,
    e.FilingLapsed: lambda state, event: replace(state, upcoming=None, lapsed=event.reason.value),
    e.PlayerSeated: lambda state, event: replace(
        state, seats=dict(sorted({**state.seats, event.seat: event.player}.items()))
    ),
    e.BoughtIn: lambda state, _: state,
    e.CashedOut: lambda state, _: state,
    e.PlayerAway: _apply_player_away,
    e.PlayerLeft: _apply_player_left,
    e.RoundOpened: _apply_round_opened,
    e.WagersPlaced: _apply_wagers_placed,
    e.WagersTakenBack: _apply_wagers_taken_back,
    e.EntropyAdded: _apply_entropy_added,
    e.BetsClosed: _apply_bets_closed,
    e.ProgressivesCounted: lambda state, _: _with_round(state, phase=Phase.PLAYING),
    e.CardsDealt: _apply_cards_dealt,
    e.CardsTurned: _apply_cards_turned,
    e.CardsCorrected: _apply_cards_corrected,
    e.Decided: _apply_decided,
    e.AbsentRuled: _apply_absent_ruled,
    e.WheelSpun: lambda state, event: _with_round(
        state, spins={**require_round(state).spins, event.seat: event.symbol}
    ),
    e.JackpotHit: lambda state, event: _with_round(state, hit=event.seat, hit_by=event.by),
    e.JackpotVerified: lambda state, event: _with_round(state, verified_by=event.by),
    e.JackpotValidated: _apply_jackpot_validated,
    e.TrayFilled: lambda state, _: state,
    e.ChipsTransferred: lambda state, _: state,
    e.BreachRecorded: lambda state, _: state,
    e.SeatSettled: _apply_seat_settled,
    e.GiftsPaid: _apply_gifts_paid,
    e.SettlementReversed: _apply_settlement_reversed,
    e.RoundVoided: _apply_round_voided,
    e.SeedOpened: lambda state, event: _with_round(state, seed=event.seed),
    e.SeedLost: lambda state, _: state,
    e.RoundClosed: _apply_round_closed,
    e.PayoutCorrected: _apply_payout_corrected,
    e.MeterCorrected: lambda state, _: state,
    e.OpeningCounted: _apply_tray_count,
    e.ClosingCounted: _apply_tray_count,
    e.ChecklistSigned: lambda state, event: _with_day(state, signed=event.by),
    e.DeckReceived: _apply_deck_received,
    e.DeckRemoved: lambda state, event: _with_day(
        state, decks=_without_key(state.day.decks, event.deck)
    ),
    e.StepDone: _apply_step_done,
    e.ShuffleOrdered: _apply_reshuffle,
    e.ShuffleSpoilt: _apply_reshuffle,
    e.CardsRecut: _apply_cards_recut,
    e.StubCounted: _apply_stub_counted,
    e.IncidentReported: _apply_incident_reported,
    e.CardExposed: lambda state, event: replace(
        state, round=_with_face_up_cards(require_round(state), event.card)
    ),
    e.CardOut: _apply_card_out,
    e.IncidentRuled: _apply_incident_ruled,
    e.SatOut: _apply_sat_out,
    e.WagersReturned: _apply_wagers_returned,
    e.Forfeited: _apply_forfeited,
    e.DeviceDown: lambda state, event: _with_day(
        state, broken={**state.day.broken, event.device: ""}
    ),
    e.DeviceMarked: lambda state, event: _with_day(
        state, broken={**state.day.broken, event.device: event.mark.value}
    ),
    e.DeviceRestored: lambda state, event: _with_day(
        state, broken=_without_key(state.day.broken, event.device)
    ),
    e.Disabled: lambda state, event: _with_day(
        state, disabled={**state.day.disabled, event.what: event.reason}
    ),
    e.Enabled: lambda state, event: _with_day(
        state, disabled=_without_key(state.day.disabled, event.what)
    ),
}
