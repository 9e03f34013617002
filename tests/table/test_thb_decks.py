# ruff: noqa: N802 - a test is called by its clause
"""Texas Hold 'Em Bonus at the live table: decks, their opening, shuffle and cut."""

import pytest

from pitboss.games.deck_tasks import Task

from . import shared_decks as decks
from . import shared_idle_table as empty
from . import shared_shuffle as shuffle
from . import shared_stub as stub
from .hand_dealt_table import READY_FOR
from .tables import THB, dealing


def test_thb_3_B_1_and_2() -> None:
    """Two decks have one design, and backs of different colors."""
    decks.look_apart(THB, "THB")


def test_thb_3_B_3() -> None:
    """One deck plays, the other waits shuffled."""
    decks.the_other_is_shuffled(THB, "THB")


def test_thb_3_B_4() -> None:
    """Two decks take turns, a round each."""
    decks.they_take_turns(THB)


def test_thb_3_B_5() -> None:
    """Cards of two decks are never in the rack together."""
    decks.one_deck_in_the_rack(THB, "THB")


def test_thb_3_C() -> None:
    """Each deck is changed by its own time."""
    decks.each_by_its_own_time(THB, "THB 3.C(1)")


def test_thb_3_C_1() -> None:
    """From the hand for four hours."""
    decks.changed_in_time(THB, "hand", 4, "THB 3.C(1)")


@pytest.mark.parametrize("method", ["manual shoe", "automated shoe"])
def test_thb_3_C_2(method: str) -> None:
    """From either shoe for eight hours."""
    decks.changed_in_time(THB, method, 8, "THB 3.C(2)")


def test_thb_4_A() -> None:
    """One person inspects new cards, another confirms it."""
    decks.assert_inspected(THB, "THB 4.A")


def test_thb_4_B() -> None:
    """Then they are spread for the first player."""
    decks.spread_for_the_first(THB, "THB 4.B")


def test_thb_4_C() -> None:
    """Who has had a look, and only then, is dealt these cards."""
    decks.looked_at(THB, "THB 4.C")


def test_thb_4_C_1() -> None:
    """After the look the cards are turned over."""
    decks.then_comes(THB, Task.TURN_DOWN, "THB 4.C(1)")


def test_thb_4_C_2() -> None:
    """Face down they are washed."""
    decks.then_comes(THB, Task.WASH, "THB 4.C(2)")


def test_thb_4_C_3() -> None:
    """Washed they are stacked."""
    decks.then_comes(THB, Task.STACK, "THB 4.C(3)")


@pytest.mark.parametrize("how", shuffle.WAYS)
def test_thb_4_D(how: str) -> None:
    """A stack of new cards is shuffled next."""
    decks.stack_is_shuffled(THB, shuffle.WAYS[how], "THB")


def test_thb_4_E() -> None:
    """Of two decks each goes through all of it."""
    decks.each_deck_by_itself(THB, "THB")


@pytest.mark.parametrize("how", decks.READY_MADE)
def test_thb_4_F(how: str) -> None:
    """What came inspected and shuffled goes through none of it."""
    decks.skips_the_opening(THB, how)


@pytest.mark.parametrize("how", shuffle.WAYS)
def test_thb_5_A(how: str) -> None:
    """Every round has freshly shuffled cards, unless they came so."""
    shuffle.mixed_unless_it_came_so(THB, how)


@pytest.mark.parametrize("how", shuffle.WAYS)
def test_thb_5_A_1(how: str) -> None:
    """Shuffled before the first round."""
    shuffle.before_play(THB, how, "THB 5.A")


@pytest.mark.parametrize("how", shuffle.WAYS)
def test_thb_5_A_2(how: str) -> None:
    """Shuffled after each round."""
    shuffle.after_each_round(THB, how, "THB 5.A")


@pytest.mark.parametrize("how", shuffle.WAYS)
def test_thb_5_A_3(how: str) -> None:
    """Shuffled when a floorperson says so."""
    shuffle.when_ordered(THB, how, "THB 5.A", "THB 5.A(3)")


@pytest.mark.parametrize("how", shuffle.WAYS)
def test_thb_5_B(how: str) -> None:
    """The shuffled deck is one stack."""
    shuffle.one_stack(THB, how)


@pytest.mark.parametrize("method", READY_FOR)
def test_thb_5_D_1(method: str) -> None:
    """What a machine shuffled is not cut."""
    shuffle.uncut(THB, method, "THB 5.D(1)")
    shuffle.uncut_after_idling(THB, "THB 5.D(1)")


def test_thb_5_D_2() -> None:
    """What a hand shuffled, or what came shuffled, is cut."""
    shuffle.cut_first(THB, "THB 5.F")


def test_thb_5_F() -> None:
    """A cut leaves ten cards at either end."""
    shuffle.deep_enough(THB, "THB 5.F")


def test_thb_5_F_1() -> None:
    """What lay on top goes underneath."""
    shuffle.goes_underneath(THB)


def test_thb_5_F_2() -> None:
    """The cut stack goes into the shoe."""
    shuffle.loaded_and_played(THB, "THB 8.B")


def test_thb_5_G() -> None:
    """A floorperson may have it cut again."""
    shuffle.cut_again(THB, "THB 5.G")


def test_thb_5_H() -> None:
    """At an idle table the cards are spread."""
    empty.idle(THB, Task.SPREAD_DOWN)


def test_thb_5_H_1() -> None:
    """Backs up, or faces up for who asks."""
    empty.spread_down(THB, "THB 5.H(1)", "THB 5.H(2)")


def test_thb_5_H_2() -> None:
    """Who comes then looks, and the opening is done again."""
    empty.opened_again(THB)


def test_thb_5_I() -> None:
    """A shoe that reshuffles needs no cut, no second one and no spread."""
    shuffle.never_cut(THB, "THB 5.I")
    empty.never_spread(THB)
    empty.nothing_to_look_at(THB)
    stub.the_shoe_keeps_it(THB, "THB 10.C")


@pytest.mark.parametrize("shuffler", ["none", "automated"])
def test_thb_8_B(shuffler: str) -> None:
    """The shuffled stack goes into the manual shoe, and play begins."""
    shuffle.into_place(THB, dealing("manual shoe", shuffler), "THB 8.B")


def test_thb_9_A_1() -> None:
    """What is dealt from the hand comes out of the shuffler, also a deck that came shuffled."""
    shuffle.through_the_machine(THB, "THB 9.A(1)", "THB 5.D(1)")
    shuffle.through_a_machine_that_works(THB, "THB 13.I")
    shuffle.both_through_the_machine(THB)


def test_thb_9_A_2() -> None:
    """The shuffled stack is taken into the hand, and play begins."""
    shuffle.into_place(THB, dealing("hand"), "THB 9.A(2)")


def test_thb_10_A_1() -> None:
    """The shuffled stack goes into the automated shoe, and play begins."""
    shuffle.into_place(THB, dealing("automated shoe"), "THB 10.A(1)")
