# ruff: noqa: N802 - a test is called by its clause
"""235 Stud at the live table: opening, shuffling and cutting decks."""

import pytest

from pitboss.games.deck_tasks import Task

from . import shared_decks as decks
from . import shared_idle_table as empty
from . import shared_machines as machines
from . import shared_shuffle as shuffle
from . import shared_stub as stub
from .hand_dealt_table import READY_FOR, RESHUFFLING, upcoming_task
from .tables import STUD, dealing


def test_235_3_B_1_and_2() -> None:
    """Two decks have the same design with backs of different colors."""
    decks.check_decks_look_different(STUD, "235")


def test_235_3_B_3() -> None:
    """One deck is in play while the other one waits, shuffled."""
    decks.check_other_deck_is_shuffled(STUD, "235")


def test_235_3_B_4() -> None:
    """Two decks alternate round by round."""
    decks.check_decks_alternate(STUD)


def test_235_3_B_5() -> None:
    """Cards of two decks are never in the rack together."""
    decks.check_one_deck_in_rack(STUD, "235")


def test_235_3_C() -> None:
    """Each deck is replaced by its own schedule."""
    decks.check_decks_expire_separately(STUD, "235 3.C(1)")


def test_235_3_C_1() -> None:
    """A deck is dealt from the hand for at most four hours."""
    decks.check_deck_is_replaced_in_time(STUD, "hand", 4, "235 3.C(1)")


@pytest.mark.parametrize("method", ["manual shoe", "automated shoe"])
def test_235_3_C_2(method: str) -> None:
    """A deck is dealt from either shoe for at most eight hours."""
    decks.check_deck_is_replaced_in_time(STUD, method, 8, "235 3.C(2)")


def test_235_4_A() -> None:
    """One person inspects new cards and another verifies."""
    decks.check_inspection(STUD, "235 4.A")


def test_235_4_B() -> None:
    """Inspected cards are spread for the first player."""
    decks.check_spread_for_first_player(STUD, "235 4.B")


def test_235_4_C() -> None:
    """Spread cards are only used after the first player has looked at them."""
    decks.check_player_looks_first(STUD, "235 4.C")


def test_235_4_C_1() -> None:
    """After the first player has looked, the cards are turned over."""
    decks.check_step_comes_next(STUD, Task.TURN_DOWN, "235 4.C(1)")


def test_235_4_C_2() -> None:
    """Cards that are face down are washed."""
    decks.check_step_comes_next(STUD, Task.WASH, "235 4.C(2)")


def test_235_4_C_3() -> None:
    """Washed cards are stacked."""
    decks.check_step_comes_next(STUD, Task.STACK, "235 4.C(3)")


@pytest.mark.parametrize("how", shuffle.WAYS)
def test_235_4_D(how: str) -> None:
    """A stack of new cards is shuffled before anything else."""
    decks.check_new_stack_is_shuffled(STUD, shuffle.WAYS[how], "235")


def test_235_4_E() -> None:
    """Each of two decks goes through the whole opening procedure."""
    decks.check_each_deck_is_opened(STUD, "235")


@pytest.mark.parametrize("how", decks.READY_MADE)
def test_235_4_F(how: str) -> None:
    """A deck that came inspected and shuffled skips the opening procedure."""
    decks.check_opening_is_skipped(STUD, how)


@pytest.mark.parametrize("how", shuffle.WAYS)
def test_235_5_A(how: str) -> None:
    """Every round uses freshly shuffled cards, unless they came shuffled."""
    shuffle.check_every_round_is_shuffled(STUD, how)


@pytest.mark.parametrize("how", shuffle.WAYS)
def test_235_5_A_1(how: str) -> None:
    """Cards are shuffled before the first round."""
    shuffle.check_shuffle_before_play(STUD, how, "235 5.A")


@pytest.mark.parametrize("how", shuffle.WAYS)
def test_235_5_A_2(how: str) -> None:
    """Cards are shuffled after each round."""
    shuffle.check_shuffle_after_round(STUD, how, "235 5.A")


@pytest.mark.parametrize("how", shuffle.WAYS)
def test_235_5_A_3(how: str) -> None:
    """Cards are shuffled when a floorperson orders it."""
    shuffle.check_shuffle_on_order(STUD, how, "235 5.A", "235 5.A(3)")


@pytest.mark.parametrize("how", shuffle.WAYS)
def test_235_5_B(how: str) -> None:
    """The shuffled deck is one stack."""
    shuffle.check_one_stack(STUD, how)


@pytest.mark.parametrize("method", READY_FOR)
def test_235_5_D_1(method: str) -> None:
    """Cards shuffled by a machine are not cut."""
    shuffle.check_machine_shuffle_is_not_cut(STUD, method, "235 5.D(1)")
    shuffle.check_no_cut_after_idling(STUD, "235 5.D(1)")


def test_235_5_D_2() -> None:
    """Cards that were shuffled by hand, or came shuffled, are cut."""
    shuffle.check_cut_comes_first(STUD, "235 5.F")


def test_235_5_F() -> None:
    """A cut leaves at least ten cards at either end."""
    shuffle.check_cut_depth(STUD, "235 5.F")


def test_235_5_F_1() -> None:
    """A cut moves the top cards to the bottom."""
    shuffle.check_cards_above_cut_are_dealt_last(STUD)


def test_235_5_F_2() -> None:
    """The cut stack goes into the shoe."""
    shuffle.check_play_begins_after_loading(STUD, "235 8.B")


def test_235_5_G() -> None:
    """A floorperson may order another cut."""
    shuffle.check_second_cut(STUD, "235 5.G")


def test_235_5_H() -> None:
    """At an idle table the cards are taken out and spread."""
    empty.check_house_handles_idle_table(STUD, Task.EMPTY, Task.SPREAD_DOWN)


def test_235_5_H_1() -> None:
    """Shoe and rack are emptied."""
    empty.check_cards_are_taken_out(STUD, "235 5.H(1)")


def test_235_5_H_2() -> None:
    """Cards are spread face down, or face up for a player who asks."""
    empty.check_cards_are_spread(STUD, "235 5.H(2)", "235 5.H(3)")


def test_235_5_H_3() -> None:
    """The next player looks at the cards, and opening and shuffle are repeated."""
    empty.check_cards_are_opened_again(STUD)


def test_235_5_I() -> None:
    """A shoe that reshuffles lifts cut and count check; an idle table is spread all the same."""
    shuffle.check_no_cut(STUD, "235 5.I")
    empty.check_no_look_is_needed(STUD)
    stub.check_shoe_keeps_stub(STUD, "235 10.D")
    machines.check_floor_rules_on_count(STUD)
    assert upcoming_task(empty.empty_table(STUD, RESHUFFLING)) is Task.EMPTY


@pytest.mark.parametrize("shuffler", ["none", "automated"])
def test_235_8_B(shuffler: str) -> None:
    """Play begins once the shuffled stack is in the manual shoe."""
    shuffle.check_stack_is_put_in_place(STUD, dealing("manual shoe", shuffler), "235 8.B")


def test_235_9_A_1() -> None:
    """Cards dealt from the hand come from the shuffler, even if they came shuffled."""
    shuffle.check_deck_goes_through_shuffler(STUD, "235 9.A(1)", "235 5.D(1)")
    shuffle.check_broken_shuffler_prevents_deal(STUD, "235 13.H")
    shuffle.check_both_decks_go_through_shuffler(STUD)


def test_235_9_A_2() -> None:
    """Play begins once the shuffled stack is in the dealer's hand."""
    shuffle.check_stack_is_put_in_place(STUD, dealing("hand"), "235 9.A(2)")


def test_235_10_A_1() -> None:
    """Play begins once the shuffled stack is in the automated shoe."""
    shuffle.check_stack_is_put_in_place(STUD, dealing("automated shoe"), "235 10.A(1)")
