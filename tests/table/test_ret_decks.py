# ruff: noqa: N802 - a test is called by its clause
"""Run 'Em Twice at the live table: opening, shuffling and cutting decks."""

import pytest

from pitboss.games.deck_tasks import Task

from . import shared_decks as decks
from . import shared_idle_table as empty
from . import shared_shuffle as shuffle
from . import shared_stub as stub
from .hand_dealt_table import READY_FOR
from .tables import RET, dealing


def test_ret_3_B_1_and_2() -> None:
    """Two decks have the same design with backs of different colors."""
    decks.check_decks_look_different(RET, "RET")


def test_ret_3_B_3() -> None:
    """One deck is in play while the other one waits, shuffled."""
    decks.check_other_deck_is_shuffled(RET, "RET")


def test_ret_3_B_4() -> None:
    """Two decks alternate round by round."""
    decks.check_decks_alternate(RET)


def test_ret_3_B_5() -> None:
    """Cards of two decks are never in the rack together."""
    decks.check_one_deck_in_rack(RET, "RET")


def test_ret_3_C() -> None:
    """Each deck is replaced by its own schedule."""
    decks.check_decks_expire_separately(RET, "RET 3.C(1)")


def test_ret_3_C_1() -> None:
    """A deck is dealt from the hand for at most four hours."""
    decks.check_deck_is_replaced_in_time(RET, "hand", 4, "RET 3.C(1)")


@pytest.mark.parametrize("method", ["manual shoe", "automated shoe"])
def test_ret_3_C_2(method: str) -> None:
    """A deck is dealt from either shoe for at most eight hours."""
    decks.check_deck_is_replaced_in_time(RET, method, 8, "RET 3.C(2)")


def test_ret_4_A() -> None:
    """One person inspects new cards and another verifies."""
    decks.check_inspection(RET, "RET 4.A")


def test_ret_4_B() -> None:
    """Inspected cards are spread for the first player."""
    decks.check_spread_for_first_player(RET, "RET 4.B")


def test_ret_4_C() -> None:
    """Spread cards are only used after the first player has looked at them."""
    decks.check_player_looks_first(RET, "RET 4.C")


def test_ret_4_C_1() -> None:
    """After the first player has looked, the cards are turned over."""
    decks.check_step_comes_next(RET, Task.TURN_DOWN, "RET 4.C(1)")


def test_ret_4_C_2() -> None:
    """Cards that are face down are washed."""
    decks.check_step_comes_next(RET, Task.WASH, "RET 4.C(2)")


def test_ret_4_C_3() -> None:
    """Washed cards are stacked."""
    decks.check_step_comes_next(RET, Task.STACK, "RET 4.C(3)")


@pytest.mark.parametrize("how", shuffle.WAYS)
def test_ret_4_D(how: str) -> None:
    """A stack of new cards is shuffled before anything else."""
    decks.check_new_stack_is_shuffled(RET, shuffle.WAYS[how], "RET")


def test_ret_4_E() -> None:
    """Each of two decks goes through the whole opening procedure."""
    decks.check_each_deck_is_opened(RET, "RET")


@pytest.mark.parametrize("how", decks.READY_MADE)
def test_ret_4_F(how: str) -> None:
    """A deck that came inspected and shuffled skips the opening procedure."""
    decks.check_opening_is_skipped(RET, how)


@pytest.mark.parametrize("how", shuffle.WAYS)
def test_ret_5_A(how: str) -> None:
    """Every round uses freshly shuffled cards, unless they came shuffled."""
    shuffle.check_every_round_is_shuffled(RET, how)


@pytest.mark.parametrize("how", shuffle.WAYS)
def test_ret_5_A_1(how: str) -> None:
    """Cards are shuffled before the first round."""
    shuffle.check_shuffle_before_play(RET, how, "RET 5.A")


@pytest.mark.parametrize("how", shuffle.WAYS)
def test_ret_5_A_2(how: str) -> None:
    """Cards are shuffled after each round."""
    shuffle.check_shuffle_after_round(RET, how, "RET 5.A")


@pytest.mark.parametrize("how", shuffle.WAYS)
def test_ret_5_A_3(how: str) -> None:
    """Cards are shuffled when a floorperson orders it."""
    shuffle.check_shuffle_on_order(RET, how, "RET 5.A", "RET 5.A(3)")


@pytest.mark.parametrize("how", shuffle.WAYS)
def test_ret_5_C(how: str) -> None:
    """The shuffled deck is one stack."""
    shuffle.check_one_stack(RET, how)


@pytest.mark.parametrize("method", READY_FOR)
def test_ret_5_C_1(method: str) -> None:
    """Cards shuffled by a machine are not cut."""
    shuffle.check_machine_shuffle_is_not_cut(RET, method, "RET 5.C(1)")
    shuffle.check_no_cut_after_idling(RET, "RET 5.C(1)")


def test_ret_5_C_2() -> None:
    """Cards that were shuffled by hand, or came shuffled, are cut."""
    shuffle.check_cut_comes_first(RET, "RET 5.D")


def test_ret_5_D() -> None:
    """A cut leaves at least ten cards at either end."""
    shuffle.check_cut_depth(RET, "RET 5.D")


def test_ret_5_D_1() -> None:
    """A cut moves the top cards to the bottom."""
    shuffle.check_cards_above_cut_are_dealt_last(RET)


def test_ret_5_D_2() -> None:
    """The cut stack goes into the shoe."""
    shuffle.check_play_begins_after_loading(RET, "RET 8.B")


def test_ret_5_E() -> None:
    """A floorperson may order another cut."""
    shuffle.check_second_cut(RET, "RET 5.E")


def test_ret_5_F() -> None:
    """At an idle table the cards are taken out and spread."""
    empty.check_house_handles_idle_table(RET, Task.EMPTY, Task.SPREAD_DOWN)


def test_ret_5_F_1() -> None:
    """Shoe and rack are emptied."""
    empty.check_cards_are_taken_out(RET, "RET 5.F(1)")


def test_ret_5_F_2() -> None:
    """Cards are spread face down, or face up for a player who asks."""
    empty.check_cards_are_spread(RET, "RET 5.F(2)", "RET 5.F(3)")


def test_ret_5_F_3() -> None:
    """The next player looks at the cards, and opening and shuffle are repeated."""
    empty.check_cards_are_opened_again(RET)


def test_ret_5_H() -> None:
    """With a reshuffling shoe there is no cut, no second cut and no spread."""
    shuffle.check_no_cut(RET, "RET 5.H")
    empty.check_cards_are_never_spread(RET)
    empty.check_no_look_is_needed(RET)
    stub.check_shoe_gives_up_stub(RET, "10.B(3)")


@pytest.mark.parametrize("shuffler", ["none", "automated"])
def test_ret_8_B(shuffler: str) -> None:
    """Play begins once the shuffled stack is in the manual shoe."""
    shuffle.check_stack_is_put_in_place(RET, dealing("manual shoe", shuffler), "RET 8.B")


def test_ret_9_A_1() -> None:
    """Cards dealt from the hand come from the shuffler, even if they came shuffled."""
    shuffle.check_deck_goes_through_shuffler(RET, "RET 9.A(1)", "RET 5.C(1)")
    shuffle.check_broken_shuffler_prevents_deal(RET, "RET 13.E")
    shuffle.check_both_decks_go_through_shuffler(RET)


def test_ret_9_A_2() -> None:
    """Play begins once the shuffled stack is in the dealer's hand."""
    shuffle.check_stack_is_put_in_place(RET, dealing("hand"), "RET 9.A(2)")


def test_ret_10_A_1() -> None:
    """Play begins once the shuffled stack is in the automated shoe."""
    shuffle.check_stack_is_put_in_place(RET, dealing("automated shoe"), "RET 10.A(1)")
