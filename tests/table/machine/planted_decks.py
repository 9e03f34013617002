"""Faults with decks, counts, machines and people who may not play on."""

from collections.abc import Iterator
from importlib import import_module

import pytest
from msgspec.structs import replace

from pitboss.games.deck_tasks import Device, Task
from pitboss.shuffle import Shoe
from pitboss.submission import Rules
from pitboss.table import Person, State, apply, handlers, postings
from pitboss.table import commands as c
from pitboss.table import decks as deck_module
from pitboss.table import events as e
from pitboss.table.day import Day, TableDeck
from pitboss.table.handlers import betting, checks, equipment, proposals, seats
from pitboss.table.ledger import Posting
from pitboss.table.table import Table

from .past_faults import Corners
from .planted_faults import COVERED, TWO_DECKS, Faults, cell, corner, day
from .ruling_cells import BY_HAND, ONE, SHOE, TWO
from .rulings import CCP, RET, STUD, THB

FAULTS = Faults()


def _breaks(errand: Corners) -> None:
    errand.another_method(BY_HAND, Device.SHOE)


WOULD_REFUSE = "the model would refuse it"
DUE = import_module("pitboss.table.next_step")
"""The module, which the package shadows with the function of the same name."""


@FAULTS.register(THB, day(), WOULD_REFUSE)
def one_person_inspects_and_verifies(plant: pytest.MonkeyPatch) -> None:
    """The person who inspects a deck may verify it."""
    plant.setattr(equipment, "same_person", lambda *_: False)


@FAULTS.register(STUD, day(), WOULD_REFUSE)
def one_person_counts_the_tray(plant: pytest.MonkeyPatch) -> None:
    """The person who counts the tray may confirm the count."""
    plant.setattr(proposals, "same_person", lambda *_: False)


@FAULTS.register(STUD, day(number=1), "were counted, not")
def a_difference_in_the_tray_is_not_booked(plant: pytest.MonkeyPatch) -> None:
    """The tray keeps its book value."""

    def nothing(_: State, __: e.OpeningCounted) -> Iterator[Posting]:
        yield from ()

    plant.setitem(postings._POSTINGS, e.OpeningCounted, nothing)


@FAULTS.register(STUD, day(), WOULD_REFUSE)
def the_deck_is_dealt_a_second_too_long(plant: pytest.MonkeyPatch) -> None:
    """The age limit of a deck is off by one second."""
    right = deck_module.deck_expires_at

    def late(rules: Rules, deck: TableDeck) -> int:
        return right(rules, deck) + 1

    for module in (deck_module, betting, DUE):
        plant.setattr(module, "deck_expires_at", late)


@FAULTS.register(RET, day(), "uncounted")
def the_count_begins_anew_too_early(plant: pytest.MonkeyPatch) -> None:
    """A shuffle resets the number of rounds since the last stub count."""
    apply_step = apply._APPLIERS[e.StepDone]

    def forgets(state: State, event: e.StepDone) -> State:
        after: State = apply_step(state, event)
        fresh = event.task is Task.SHUFFLE
        return replace(after, day=replace(after.day, uncounted=0)) if fresh else after

    plant.setitem(apply._APPLIERS, e.StepDone, forgets)


@FAULTS.register(RET, day(), WOULD_REFUSE)
def a_fifth_round_settled_without_a_count(plant: pytest.MonkeyPatch) -> None:
    """The stub count never becomes due."""
    plant.setattr(deck_module, "is_stub_count_due", lambda *_: False)


@FAULTS.register(RET, day(), WOULD_REFUSE)
def settled_before_the_count(plant: pytest.MonkeyPatch) -> None:
    """The count is requested, but settlement does not wait for it."""
    plant.setattr(checks, "must_count_stub", lambda *_: False)


@FAULTS.register(STUD, day(), WOULD_REFUSE + "|the model had seen")
def a_sixth_round_after_a_void_one(plant: pytest.MonkeyPatch) -> None:
    """The deck of a round voided before its count is not counted."""
    for module in (deck_module, equipment, DUE):
        plant.setattr(module, "deck_to_count", lambda *_: None)


@FAULTS.register(RET, day(("hand", "automated", 1), 1), WOULD_REFUSE + "|the model had seen")
def a_deck_that_came_shuffled_is_dealt_by_hand(plant: pytest.MonkeyPatch) -> None:
    """The deck is cut, but was never in the shuffler."""
    plant.setattr(deck_module, "needs_machine_shuffle", lambda *_: False)


@FAULTS.register(THB, TWO_DECKS, "turn and uncounted")
def two_decks_do_not_take_turns(plant: pytest.MonkeyPatch) -> None:
    """The first deck is dealt every time."""
    right = deck_module.day_after_round

    def stays(rules: Rules, day: Day, number: int) -> Day:
        return replace(right(rules, day, number), turn=day.turn)

    plant.setattr(apply, "day_after_round", stays)


@FAULTS.register(STUD, day(), WOULD_REFUSE)
def a_cut_near_the_end(plant: pytest.MonkeyPatch) -> None:
    """Nine cards are enough for a cut."""
    plant.setattr(equipment, "cut_range", lambda *_: (9, 43))


@FAULTS.register(STUD, day(), WOULD_REFUSE)
def cut_again_after_the_first_card(plant: pytest.MonkeyPatch) -> None:
    """The stack can be cut although a card is out."""
    right = equipment.recut

    def late(state: State, by: Person, command: c.Recut, shoe: Shoe | None) -> tuple[e.Event, ...]:
        if state.has_open_round and state.round:
            state = replace(state, round=replace(state.round, dealt=0))
        return right(state, by, command, shoe)

    plant.setitem(handlers._HANDLERS, c.Recut, late)


@FAULTS.register(STUD, day(), "CardsRecut")
def somebody_chooses_where_to_cut_again(plant: pytest.MonkeyPatch) -> None:
    """The place does not depend on what players added."""
    plant.setattr(equipment, "recut_position", lambda *_: 3)


@FAULTS.register(
    RET, day(("manual shoe", "automated", 1), 1), "is due, but: the cut|the model had seen"
)
def a_ready_made_deck_is_not_cut(plant: pytest.MonkeyPatch) -> None:
    """A deck that came shuffled is treated like a machine's shuffle."""
    plant.setattr(deck_module, "must_be_cut", lambda rules, _: rules.table.shuffler == "none")
    plant.setattr(equipment, "must_be_cut", lambda rules, _: rules.table.shuffler == "none")


@FAULTS.register(THB, day(), "the model had seen: .*spread down")
def cards_stay_in_the_shoe_when_nobody_plays(plant: pytest.MonkeyPatch) -> None:
    """The cards are not spread, and the next round is dealt from them."""
    right = deck_module._task_without_players

    def stays(rules: Rules, deck: TableDeck, *, running: bool) -> Task | None:
        return None if deck.last is Task.LOAD else right(rules, deck, running=running)

    plant.setattr(deck_module, "_task_without_players", stays)


@FAULTS.register(STUD, day(), WOULD_REFUSE)
def the_table_plays_on_although_disabled(plant: pytest.MonkeyPatch) -> None:
    """Only the cards are checked."""
    right = deck_module.blockers

    def blind(state: State, rules: Rules, at: int) -> Iterator[deck_module.Blocker]:
        return right(replace(state, day=replace(state.day, disabled={})), rules, at)

    plant.setattr(betting, "blockers", blind)


@FAULTS.register(RET, day(), WOULD_REFUSE)
def a_disabled_player_bets(plant: pytest.MonkeyPatch) -> None:
    """Nobody checks who may play."""
    plant.setattr(betting, "check_may_play", lambda *_: None)
    plant.setattr(seats, "check_may_play", lambda *_: None)


@FAULTS.register(RET, cell("device down", "cover", COVERED), WOULD_REFUSE)
def a_broken_machine_blocks_nothing(plant: pytest.MonkeyPatch) -> None:
    """The machine is neither marked nor restored before the next round is opened."""
    plant.setattr(deck_module, "_device_blockers", lambda *_: iter(()))


@FAULTS.register(RET, day(), "what is due instead")
def a_refusal_does_not_say_what_is_due(plant: pytest.MonkeyPatch) -> None:
    """The refusal does not mention the next step."""
    plant.setattr(Table, "instruction", "")


@FAULTS.register(RET, day(ONE), WOULD_REFUSE)
def a_machine_s_shuffle_is_cut_again(plant: pytest.MonkeyPatch) -> None:
    """A stack that was never cut can be cut again."""
    plant.setattr(equipment, "must_be_cut", lambda *_: True)


@FAULTS.register(CCP, corner(Corners.rules_change, TWO), "was done, not|turn and")
def a_shuffle_by_the_old_rules_is_dealt(plant: pytest.MonkeyPatch) -> None:
    """New rules leave shuffled decks as they are."""
    plant.setattr(apply, "adapt_day_to_rules", lambda _, day, __: day)


@FAULTS.register(STUD, day(number=1), "came shuffled")
def a_deck_stays_ready_made(plant: pytest.MonkeyPatch) -> None:
    """The deck counts as preshuffled whatever is done with it."""
    right = apply._APPLIERS[e.StepDone]

    def stays(state: State, event: e.StepDone) -> State:
        after: State = right(state, event)
        decks = dict(after.day.decks)
        was = state.day.decks[event.deck]
        decks[event.deck] = replace(decks[event.deck], ready_made=was.ready_made)
        return replace(after, day=replace(after.day, decks=decks))

    plant.setitem(apply._APPLIERS, e.StepDone, stays)


@FAULTS.register(THB, TWO_DECKS, "is not ready|would refuse|had seen")
def the_second_deck_is_loaded_too(plant: pytest.MonkeyPatch) -> None:
    """Both stacks are in the shoe."""
    right = deck_module.next_task

    def loads(state: State, rules: Rules, slot: int) -> Task | None:
        shuffled = state.day.decks[slot].last is Task.SHUFFLE
        return Task.LOAD if shuffled and state.seats else right(state, rules, slot)

    for module in (deck_module, equipment, DUE):
        plant.setattr(module, "next_task", loads)


@FAULTS.register(STUD, day(), WOULD_REFUSE)
def the_table_is_closed_with_cards_on_it(plant: pytest.MonkeyPatch) -> None:
    """The tray may be counted during play."""
    plant.setattr(proposals, "_check_closing", lambda *_: None)


@FAULTS.register(STUD, day(), WOULD_REFUSE)
def a_deck_that_was_never_counted_goes(plant: pytest.MonkeyPatch) -> None:
    """A deck can be removed although its count is due."""
    right = equipment.remove_deck

    def lets(state: State, *submission_: object) -> tuple[e.Event, ...]:
        return right(replace(state, day=replace(state.day, uncounted=0)), *submission_)  # type: ignore[arg-type]

    plant.setitem(handlers._HANDLERS, c.RemoveDeck, lets)


@FAULTS.register(STUD, corner(Corners.clock_set_by_people), "BetsClosed|would refuse")
def the_clock_runs_back(plant: pytest.MonkeyPatch) -> None:
    """An earlier time is accepted."""
    for module in (betting, equipment):
        plant.setattr(module, "command_time", lambda _, at: at)


@FAULTS.register(RET, corner(_breaks, SHOE), WOULD_REFUSE)
def bets_are_closed_without_a_shoe(plant: pytest.MonkeyPatch) -> None:
    """The shoe broke while bets were open, but cards are to be dealt from it."""
    plant.setattr(betting, "shoe_blocker", lambda *_: None)
