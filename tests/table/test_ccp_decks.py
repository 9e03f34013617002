# ruff: noqa: N802 - a test is called by its clause
"""Criss Cross at the live table: decks, their opening, shuffle and cut."""

import pytest

from pitboss.games.deck_tasks import Task

from . import shared_decks as decks
from . import shared_idle_table as empty
from . import shared_shuffle as shuffle
from . import shared_stub as stub
from .hand_dealt_table import READY_FOR
from .tables import CCP, dealing


def test_ccp_3_B_1_and_2() -> None:
    """Two decks have one design, and backs of different colors."""
    decks.look_apart(CCP, "CCP")


def test_ccp_3_B_3() -> None:
    """One deck plays, the other waits shuffled."""
    decks.the_other_is_shuffled(CCP, "CCP")


def test_ccp_3_B_4() -> None:
    """Two decks take turns, a round each."""
    decks.they_take_turns(CCP)


def test_ccp_3_B_5() -> None:
    """Cards of two decks are never in the rack together."""
    decks.one_deck_in_the_rack(CCP, "CCP")


def test_ccp_3_C() -> None:
    """Each deck is changed by its own time."""
    decks.each_by_its_own_time(CCP, "CCP 3.C(1)")


def test_ccp_3_C_1() -> None:
    """From the hand for four hours."""
    decks.changed_in_time(CCP, "hand", 4, "CCP 3.C(1)")


@pytest.mark.parametrize("method", ["manual shoe", "automated shoe"])
def test_ccp_3_C_2(method: str) -> None:
    """From either shoe for eight hours."""
    decks.changed_in_time(CCP, method, 8, "CCP 3.C(2)")


def test_ccp_4_A() -> None:
    """One person inspects new cards, another confirms it."""
    decks.assert_inspected(CCP, "CCP 4.A")


def test_ccp_4_B() -> None:
    """Then they are spread for the first player."""
    decks.spread_for_the_first(CCP, "CCP 4.B")


def test_ccp_4_C() -> None:
    """Who has had a look, and only then, is dealt these cards."""
    decks.looked_at(CCP, "CCP 4.C")


def test_ccp_4_C_1() -> None:
    """After the look the cards are turned over."""
    decks.then_comes(CCP, Task.TURN_DOWN, "CCP 4.C(1)")


def test_ccp_4_C_2() -> None:
    """Face down they are washed."""
    decks.then_comes(CCP, Task.WASH, "CCP 4.C(2)")


def test_ccp_4_C_3() -> None:
    """Washed they are stacked."""
    decks.then_comes(CCP, Task.STACK, "CCP 4.C(3)")


@pytest.mark.parametrize("how", shuffle.WAYS)
def test_ccp_4_D(how: str) -> None:
    """A stack of new cards is shuffled next."""
    decks.stack_is_shuffled(CCP, shuffle.WAYS[how], "CCP")


def test_ccp_4_E() -> None:
    """Of two decks each goes through all of it."""
    decks.each_deck_by_itself(CCP, "CCP")


@pytest.mark.parametrize("how", decks.READY_MADE)
def test_ccp_4_F(how: str) -> None:
    """What came inspected and shuffled goes through none of it."""
    decks.skips_the_opening(CCP, how)


@pytest.mark.parametrize("how", shuffle.WAYS)
def test_ccp_5_A(how: str) -> None:
    """Every round has freshly shuffled cards, unless they came so."""
    shuffle.mixed_unless_it_came_so(CCP, how)


@pytest.mark.parametrize("how", shuffle.WAYS)
def test_ccp_5_A_1(how: str) -> None:
    """Shuffled before the first round."""
    shuffle.before_play(CCP, how, "CCP 5.A")


@pytest.mark.parametrize("how", shuffle.WAYS)
def test_ccp_5_A_2(how: str) -> None:
    """Shuffled after each round."""
    shuffle.after_each_round(CCP, how, "CCP 5.A")


@pytest.mark.parametrize("how", shuffle.WAYS)
def test_ccp_5_A_3(how: str) -> None:
    """Shuffled when a floorperson says so."""
    shuffle.when_ordered(CCP, how, "CCP 5.A", "CCP 5.A(3)")


@pytest.mark.parametrize("how", shuffle.WAYS)
def test_ccp_5_C(how: str) -> None:
    """The shuffled deck is one stack."""
    shuffle.one_stack(CCP, how)


@pytest.mark.parametrize("method", READY_FOR)
def test_ccp_5_C_1(method: str) -> None:
    """What a machine shuffled is not cut."""
    shuffle.uncut(CCP, method, "CCP 5.C(1)")
    shuffle.uncut_after_idling(CCP, "CCP 5.C(1)")


def test_ccp_5_C_2() -> None:
    """What a hand shuffled, or what came shuffled, is cut."""
    shuffle.cut_first(CCP, "CCP 5.D")


def test_ccp_5_D() -> None:
    """A cut leaves ten cards at either end."""
    shuffle.deep_enough(CCP, "CCP 5.D")


def test_ccp_5_D_1() -> None:
    """What lay on top goes underneath."""
    shuffle.goes_underneath(CCP)


def test_ccp_5_D_2() -> None:
    """The cut stack goes into the shoe."""
    shuffle.loaded_and_played(CCP, "CCP 8.B")


def test_ccp_5_E() -> None:
    """A floorperson may have it cut again."""
    shuffle.cut_again(CCP, "CCP 5.E")


def test_ccp_5_F() -> None:
    """At an idle table the cards come out and are spread."""
    empty.idle(CCP, Task.EMPTY, Task.SPREAD_DOWN)


def test_ccp_5_F_1() -> None:
    """Shoe and rack are emptied."""
    empty.assert_emptied(CCP, "CCP 5.F(1)")


def test_ccp_5_F_2() -> None:
    """Backs up, or faces up for who asks."""
    empty.spread_down(CCP, "CCP 5.F(2)", "CCP 5.F(3)")


def test_ccp_5_F_3() -> None:
    """Who comes then looks, and opening and shuffle are done again."""
    empty.opened_again(CCP)


def test_ccp_5_H() -> None:
    """A shoe that reshuffles needs no cut, no second one and no spread."""
    shuffle.never_cut(CCP, "CCP 5.H")
    empty.never_spread(CCP)
    empty.nothing_to_look_at(CCP)
    stub.the_shoe_gives_it_up(CCP, "10.B(3)")


@pytest.mark.parametrize("shuffler", ["none", "automated"])
def test_ccp_8_B(shuffler: str) -> None:
    """The shuffled stack goes into the manual shoe, and play begins."""
    shuffle.into_place(CCP, dealing("manual shoe", shuffler), "CCP 8.B")


def test_ccp_9_A_1() -> None:
    """What is dealt from the hand comes out of the shuffler, also a deck that came shuffled."""
    shuffle.through_the_machine(CCP, "CCP 9.A(1)", "CCP 5.C(1)")
    shuffle.through_a_machine_that_works(CCP, "CCP 13.E")
    shuffle.both_through_the_machine(CCP)


def test_ccp_9_A_2() -> None:
    """The shuffled stack is taken into the hand, and play begins."""
    shuffle.into_place(CCP, dealing("hand"), "CCP 9.A(2)")


def test_ccp_10_A_1() -> None:
    """The shuffled stack goes into the automated shoe, and play begins."""
    shuffle.into_place(CCP, dealing("automated shoe"), "CCP 10.A(1)")
