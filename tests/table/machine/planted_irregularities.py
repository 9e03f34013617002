"""Faults with irregularities: a wrong remedy, wrong cards, wrong money, the wrong person."""

from collections.abc import Iterable, Iterator
from typing import Any

import pytest
from msgspec.structs import replace

from pitboss.games.incidents import IMMEDIATE_REMEDIES, Incident, Kind, Remedy
from pitboss.settle import Round
from pitboss.shuffle import Shoe
from pitboss.submission import Rules
from pitboss.table import State, apply, decks, handlers, hidden_cards, postings
from pitboss.table import commands as c
from pitboss.table import events as e
from pitboss.table.day import OpenIncident, Ruling
from pitboss.table.handlers import betting, dealing, incidents, proposals, rulings, settlement
from pitboss.table.hidden_cards import FaceDownCard
from pitboss.table.ledger import Posting
from pitboss.table.state import RoundState

from .past_faults import Corners
from .planted_decks import WOULD_REFUSE
from .planted_faults import BOOK, DISMISSED, Errand, Faults, cell, corner, day, full_counts
from .routines import Habits
from .ruling_cells import BY_HAND, SHOE, errand_to
from .rulings import (
    AMONG,
    BETWEEN,
    CCP,
    DEALT,
    DRAWN,
    FIRST,
    IN_ROUND,
    LATE,
    LIES,
    NEXT,
    OF_ANY,
    OF_PLAYER,
    RET,
    SHOWN,
    STUD,
    THB,
)

FAULTS = Faults()


def lose_seed() -> Errand:
    """Lose the seed while hands are being settled."""

    def goes(errand: Corners) -> None:
        errand.lost_on_the_way()
        errand.play_out()

    return corner(goes)


def late(*, is_lost: bool) -> Errand:
    """Have a player leave while others are paid."""

    def goes(game: str) -> None:
        errand = errand_to(Habits, game, full_counts())
        errand.sit_down(BY_HAND)
        errand.walk_off_late(is_lost=is_lost)

    return goes


SIT_OUT = cell(Kind.PLAYER_SKIPPED, BOOK, AMONG)


def _remedies(plant: pytest.MonkeyPatch, kind: Kind, remedy: Remedy) -> None:
    """Replace the remedy of an irregularity everywhere."""
    right = decks.find_incident

    def swap_incident(rules: Rules, kind_: Kind) -> Incident | None:
        result = right(rules, kind_)
        return replace(result, remedy=remedy) if result and kind_ is kind else result

    for module in (decks, incidents, rulings):
        plant.setattr(module, "find_incident", swap_incident)


@FAULTS.register(RET, SIT_OUT, "SatOut")
def one_was_skipped_and_all_is_void(plant: pytest.MonkeyPatch) -> None:
    """The table applies the remedy of another game."""
    _remedies(plant, Kind.PLAYER_SKIPPED, Remedy.VOID)


@FAULTS.register(CCP, cell(Kind.CARD_FACE_UP, BOOK), "CardOut|IncidentReported")
def a_card_face_up_and_the_round_goes_on(plant: pytest.MonkeyPatch) -> None:
    """The table applies the remedy of another game."""
    _remedies(plant, Kind.CARD_FACE_UP, Remedy.CARD_OUT)


@FAULTS.register(THB, cell(Kind.SHUFFLER_JAM, BOOK, IN_ROUND), "IncidentReported")
def the_shuffler_jams_and_nobody_gets_wagers_back(plant: pytest.MonkeyPatch) -> None:
    """The table applies the remedy of another game."""
    _remedies(plant, Kind.SHUFFLER_JAM, Remedy.RESHUFFLE)


@FAULTS.register(RET, SIT_OUT, "falls by 0")
def a_contribution_is_kept_of_who_sat_out(plant: pytest.MonkeyPatch) -> None:
    """The chips are returned, but the meter keeps its share."""

    def keeps(state: State, event: e.SatOut) -> Iterator[Posting]:
        yield from postings._return_postings(state, event.seat, event.wagers)

    plant.setitem(postings._POSTINGS, e.SatOut, keeps)


@FAULTS.register(RET, SIT_OUT, "is lost|not in the rack")
def who_sat_out_keeps_the_cards(plant: pytest.MonkeyPatch) -> None:
    """The cards of the skipped player do not leave the seat."""
    right = apply._APPLIERS[e.SatOut]

    def loses(state: State, event: e.SatOut) -> State:
        after: State = right(state, event)
        assert state.round is not None
        assert after.round is not None
        return replace(after, round=replace(after.round, rack=state.round.rack))

    plant.setitem(apply._APPLIERS, e.SatOut, loses)


@FAULTS.register(STUD, cell(Kind.CARD_FACE_UP, Remedy.CARD_OUT), "is lost|lies twice|out of order")
def a_card_that_is_out_is_dealt_all_the_same(plant: pytest.MonkeyPatch) -> None:
    """An exposed card is in the rack, and also dealt next."""
    right = apply._APPLIERS[e.CardOut]

    def deal_wrongly(state: State, event: e.CardOut) -> State:
        after: State = right(state, event)
        assert after.round is not None
        return replace(after, round=replace(after.round, dealt=after.round.dealt - 1))

    plant.setitem(apply._APPLIERS, e.CardOut, deal_wrongly)


@FAULTS.register(THB, day(), "what is dealt face up is seen at once")
def the_flop_is_dealt_face_down(plant: pytest.MonkeyPatch) -> None:
    """The flop is turned over in a separate step."""
    right = handlers._HANDLERS[c.Deal]

    def down(*progress: Any) -> tuple[e.Event, ...]:  # noqa: ANN401
        return tuple(right(*progress))[:1]

    plant.setitem(handlers._HANDLERS, c.Deal, down)


@FAULTS.register(STUD, cell(Kind.DRAWN_EXPOSED, Ruling.GO_ON, NEXT), "the card at")
def another_card_is_laid_open(plant: pytest.MonkeyPatch) -> None:
    """The card after the next one is exposed instead."""
    right = dealing.turned_card

    def turn_wrong_card(shoe: Shoe, at: int) -> e.TurnedCard:
        return right(shoe, (at + 1) % 52)

    plant.setattr(incidents, "turned_card", turn_wrong_card)


@FAULTS.register(STUD, cell(Kind.COMMUNITY_EXPOSED, BOOK, DRAWN), "IncidentReported")
def the_floor_rules_on_a_community_card(plant: pytest.MonkeyPatch) -> None:
    """A community card is exposed, and 235 13.E is ignored."""
    plant.setattr(incidents, "find_stricter_incident", lambda *_: None)


@FAULTS.register(STUD, cell(Kind.COMMUNITY_EXPOSED, BOOK, LIES), "IncidentReported|the card at")
def the_other_card_is_named(plant: pytest.MonkeyPatch) -> None:
    """The report names the first card of the place, but the last is turned."""
    right = hidden_cards.hidden_place_cards

    def last(*progress: Any) -> Iterator[FaceDownCard]:  # noqa: ANN401
        *_, card = right(*progress)
        yield card._replace(position=1)

    plant.setattr(incidents, "hidden_place_cards", last)


@FAULTS.register(THB, cell(Kind.DEALER_CARD_EXPOSED, BOOK, DEALT), WOULD_REFUSE)
def a_card_is_guessed(plant: pytest.MonkeyPatch) -> None:
    """Two cards are face down, the report names neither, and the first is turned."""
    right = incidents._find_named_card

    def first(
        rules: Rules, cards: Iterable[FaceDownCard], command: c.Report, nothing: str
    ) -> FaceDownCard:
        hidden_names = list(cards)
        positions = hidden_names if command.card or command.position else hidden_names[:1]
        return right(rules, positions, command, nothing)

    plant.setattr(incidents, "_find_named_card", first)


@FAULTS.register(CCP, cell(Kind.DRAWN_EXPOSED, Ruling.GO_ON, OF_PLAYER), "go on|GO_ON|does not")
def a_card_that_lies_open_is_denied(plant: pytest.MonkeyPatch) -> None:
    """A ruling can deny an exposed card, and cannot let play continue."""
    plant.setattr(rulings, "allowed_rulings", lambda *_: (BOOK, DISMISSED))


@FAULTS.register(THB, cell(Kind.DEALER_CARD_EXPOSED, BOOK, DEALT), "void")
def the_bonus_goes_back_unsettled(plant: pytest.MonkeyPatch) -> None:
    """A dealer's card was exposed, and the Bonus is not settled."""
    plant.setattr(rulings, "_wager_settled_when_void", lambda *_: "")


@FAULTS.register(THB, cell(Kind.CARDS_FACE_UP, BOOK, FIRST), "were not due")
def the_bonus_is_settled_without_two_cards(plant: pytest.MonkeyPatch) -> None:
    """Several cards were face up before all players had two."""
    plant.setattr(rulings, "_wager_settled_when_void", lambda *_: "bonus")


@FAULTS.register(THB, cell(Kind.CARDS_FACE_UP, DISMISSED, DEALT), "RoundVoided")
def what_is_dismissed_is_done(plant: pytest.MonkeyPatch) -> None:
    """The remedy is applied even if the floor dismisses the report."""
    right = rulings.rule

    def deaf(state: State, *submission_: object) -> tuple[e.Event, ...]:
        by, command, shoe = submission_
        assert isinstance(command, c.Rule)
        changed_command = replace(command, ruling=BOOK) if command.ruling is DISMISSED else command
        first, *rest = right(state, by, changed_command, shoe)  # type: ignore[arg-type]
        assert isinstance(first, e.IncidentRuled)
        return replace(first, ruling=command.ruling), *rest

    plant.setitem(handlers._HANDLERS, c.Rule, deaf)


@FAULTS.register(STUD, cell(Kind.SHOE_JAM, BOOK), WOULD_REFUSE)
def who_reports_it_rules_on_it(plant: pytest.MonkeyPatch) -> None:
    """The reporter may rule on the report."""
    plant.setattr(rulings, "same_person", lambda *_: False)


@FAULTS.register(STUD, cell(Kind.WRONG_NUMBER, BOOK, OF_ANY), WOULD_REFUSE)
def cards_are_dealt_while_a_ruling_is_due(plant: pytest.MonkeyPatch) -> None:
    """Dealing does not stop."""
    plant.setattr(
        handlers,
        "_ALLOWED_DURING_INCIDENT",
        handlers._ALLOWED_DURING_INCIDENT | {c.Deal, c.Report, c.CountStub},
    )


@FAULTS.register(RET, cell(Kind.STUB_NOT_52, Ruling.NOT_MISDEALT, IN_ROUND), "DeckRemoved")
def a_deck_that_is_not_whole_stays(plant: pytest.MonkeyPatch) -> None:
    """A missing card is treated as a misdeal."""

    def first(open_: OpenIncident, _: Ruling) -> Kind:
        return open_.kinds[0]

    plant.setattr(rulings, "ruled_kind", first)


@FAULTS.register(CCP, cell(Kind.STUB_MISDEALT, Ruling.MISDEALT, BETWEEN), "DeckRemoved")
def a_deck_miscounted_between_rounds_stays(plant: pytest.MonkeyPatch) -> None:
    """With no hand to void, nothing is done."""
    right = rulings._remedy_events

    def nothing(*submission_: object) -> Iterator[e.Event]:
        result = right(*submission_)  # type: ignore[arg-type]
        return (event for event in result if not isinstance(event, e.DeckRemoved))

    plant.setattr(rulings, "_remedy_events", nothing)


@FAULTS.register(RET, cell(Kind.SHOE_JAM, BOOK), "is nowhere|does not get|otherwise")
def a_void_round_keeps_a_stake(plant: pytest.MonkeyPatch) -> None:
    """The last wager of the first seat stays in the tray."""
    right = settlement.with_tray_fills

    def short(state: State, events: list[e.Event]) -> Iterator[e.Event]:
        for event in right(state, events):
            if isinstance(event, e.RoundVoided) and event.seats:
                seat, back = next(iter(event.seats.items()))
                wagers_back = dict([*back.items()][:-1])
                event = replace(event, seats={**event.seats, seat: wagers_back})
            yield event

    plant.setattr(settlement, "with_tray_fills", short)


@FAULTS.register(RET, cell("forfeit", "11.A(2)", SHOWN), "settled otherwise")
def who_forfeits_is_paid(plant: pytest.MonkeyPatch) -> None:
    """The breach is recorded, without effect on the wagers."""
    right = settlement.round_to_settle

    def mild(round_: RoundState, shoe: Shoe, only: tuple[str, ...] | None = None) -> Round:
        return right(replace(round_, forfeited=frozenset()), shoe, only)

    plant.setattr(settlement, "round_to_settle", mild)


@FAULTS.register(STUD, lose_seed(), "the model had seen .*SettlementReversed")
def what_was_settled_is_not_reversed(plant: pytest.MonkeyPatch) -> None:
    """The seed is lost, and settled wagers are returned without a reversal."""
    right = settlement.void_round

    def forgets(
        state: State,
        rules: Rules,
        round_: RoundState,
        *rest: Any,  # noqa: ANN401
    ) -> Iterator[e.Event]:
        return right(state, rules, replace(round_, results={}, settled=()), *rest)

    plant.setattr(proposals, "void_round", forgets)


@FAULTS.register(STUD, cell(Kind.WRONG_NUMBER, BOOK, LATE), "the model had seen .*SettlementRev")
def what_was_paid_stays_paid(plant: pytest.MonkeyPatch) -> None:
    """A hand has too many cards, and earlier payments are not reversed."""
    right = settlement.void_round

    def forgets(
        state: State,
        rules: Rules,
        round_: RoundState,
        *rest: Any,  # noqa: ANN401
    ) -> Iterator[e.Event]:
        return right(state, rules, replace(round_, results={}, settled=()), *rest)

    plant.setattr(rulings, "void_round", forgets)


@FAULTS.register(RET, late(is_lost=True), "settled otherwise")
def who_left_late_is_paid(plant: pytest.MonkeyPatch) -> None:
    """Wagers that were ruled lost are settled by the cards."""
    right = settlement.round_to_settle

    def mild(round_: RoundState, shoe: Shoe, only: tuple[str, ...] | None = None) -> Round:
        return right(replace(round_, absent={}), shoe, only)

    plant.setattr(settlement, "round_to_settle", mild)


@FAULTS.register(THB, late(is_lost=False), "is left, and is settled")
def nobody_rules_on_who_left_late(plant: pytest.MonkeyPatch) -> None:
    """The seat is settled as if the player were present."""
    plant.setattr(settlement, "needs_ruling", lambda *_: False)


@FAULTS.register(CCP, late(is_lost=True), WOULD_REFUSE)
def it_is_ruled_on_who_is_paid(plant: pytest.MonkeyPatch) -> None:
    """Wagers that were already settled are taken as lost."""
    plant.setattr(betting, "is_being_settled", lambda *_: False)
    plant.setattr(betting, "needs_ruling", lambda *_: True)


@FAULTS.register(RET, corner(Corners.exposed_in_the_rack), "the model would refuse")
def a_hand_that_is_gone_forfeits(plant: pytest.MonkeyPatch) -> None:
    """A player who has folded, with no cards left, can forfeit."""
    for module in (incidents, rulings):
        plant.setattr(module, "has_cards_on_table", lambda *_: True)


@FAULTS.register(THB, corner(Corners.the_shoe_stops, SHOE), WOULD_REFUSE)
def the_shoe_jams_in_the_hand(plant: pytest.MonkeyPatch) -> None:
    """The stacks are out, but dealing a card from the hand makes the shoe jam."""
    plant.setattr(incidents, "_is_shoe_dispensing", incidents._has_cards_to_deal)


@FAULTS.register(THB, corner(Corners.two_cards_face_up), WOULD_REFUSE)
def a_second_card_is_taken_out(plant: pytest.MonkeyPatch) -> None:
    """Two cards face up are treated twice as a single card."""
    right = apply._APPLIERS[e.CardOut]

    def forgets(state: State, event: e.CardOut) -> State:
        after: State = right(state, event)
        assert after.round is not None
        return replace(after, round=replace(after.round, card_out=False))

    plant.setitem(apply._APPLIERS, e.CardOut, forgets)


@FAULTS.register(STUD, cell(Kind.SHUFFLER_JAM, Remedy.RESHUFFLE, BETWEEN), "was done, not")
def half_a_shuffle_is_dealt(plant: pytest.MonkeyPatch) -> None:
    """After a jam the deck stays as it is."""
    plant.setitem(apply._APPLIERS, e.ShuffleSpoilt, lambda state, _: state)


@FAULTS.register(RET, cell(Kind.COMMUNITY_EXPOSED, Ruling.GO_ON), "RoundVoided")
def go_on_means_void(plant: pytest.MonkeyPatch) -> None:
    """The round is void although the floor lets it continue."""
    right = rulings._remedy_events

    def void(*submission_: object) -> Iterator[e.Event]:
        state, rules, open_, incident, _, shoe, cards = submission_
        return right(state, rules, open_, incident, Remedy.VOID, shoe, cards)  # type: ignore[arg-type]

    plant.setattr(rulings, "_remedy_events", void)


@FAULTS.register(CCP, cell(Kind.COMMUNITY_EXPOSED, Ruling.VOID), "IncidentReported|waits")
def nobody_is_asked(plant: pytest.MonkeyPatch) -> None:
    """The round continues although the rulebook leaves it to the floor."""
    plant.setattr(incidents, "IMMEDIATE_REMEDIES", IMMEDIATE_REMEDIES | {Remedy.FLOOR_RULES})


@FAULTS.register(STUD, cell(Kind.CARD_FACE_UP, Remedy.CARD_OUT), "is not what lies at")
def a_card_is_open_that_was_not_committed(plant: pytest.MonkeyPatch) -> None:
    """The exposed face is not that of the committed card."""
    right = dealing.turned_card

    def lies(shoe: Shoe, at: int) -> e.TurnedCard:
        return replace(right(shoe, at), card=right(shoe, (at + 7) % 52).card)

    plant.setattr(incidents, "turned_card", lies)


@FAULTS.register(RET, SIT_OUT, "was staked")
def who_sits_out_gets_half_back(plant: pytest.MonkeyPatch) -> None:
    """Of each doubled wager only half is returned."""
    right = rulings._sit_out_events

    def half(*submission_: object) -> Iterator[e.Event]:
        for event in right(*submission_):  # type: ignore[arg-type]
            if isinstance(event, e.SatOut):
                wagers = {k: replace(r, stake=r.stake // 2) for k, r in event.wagers.items()}
                event = replace(event, wagers=wagers)
            yield event

    plant.setattr(rulings, "_sit_out_events", half)
