# ruff: noqa: N802 - a test is called by its clause
"""235 Stud at the live table: decks, their opening, shuffle and cut."""

import pytest

from pitboss.games.deck_tasks import Task

from . import shared_decks as decks
from . import shared_idle_table as empty
from . import shared_machines as machines
from . import shared_shuffle as shuffle
from . import shared_stub as stub
from .hand_dealt_table import READY_FOR, RESHUFFLING, upcoming
from .tables import STUD, dealing


def test_235_3_B_1_and_2() -> None:
    """Two decks have one design, and backs of different colors."""
    decks.look_apart(STUD, "235")


def test_235_3_B_3() -> None:
    """One deck plays, the other waits shuffled."""
    decks.the_other_is_shuffled(STUD, "235")


def test_235_3_B_4() -> None:
    """Two decks take turns, a round each."""
    decks.they_take_turns(STUD)


def test_235_3_B_5() -> None:
    """Cards of two decks are never in the rack together."""
    decks.one_deck_in_the_rack(STUD, "235")


def test_235_3_C() -> None:
    """Each deck is changed by its own time."""
    decks.each_by_its_own_time(STUD, "235 3.C(1)")


def test_235_3_C_1() -> None:
    """From the hand for four hours."""
    decks.changed_in_time(STUD, "hand", 4, "235 3.C(1)")


@pytest.mark.parametrize("method", ["manual shoe", "automated shoe"])
def test_235_3_C_2(method: str) -> None:
    """From either shoe for eight hours."""
    decks.changed_in_time(STUD, method, 8, "235 3.C(2)")


def test_235_4_A() -> None:
    """One person inspects new cards, another confirms it."""
    decks.assert_inspected(STUD, "235 4.A")


def test_235_4_B() -> None:
    """Then they are spread for the first player."""
    decks.spread_for_the_first(STUD, "235 4.B")


def test_235_4_C() -> None:
    """Who has had a look, and only then, is dealt these cards."""
    decks.looked_at(STUD, "235 4.C")


def test_235_4_C_1() -> None:
    """After the look the cards are turned over."""
    decks.then_comes(STUD, Task.TURN_DOWN, "235 4.C(1)")


def test_235_4_C_2() -> None:
    """Face down they are washed."""
    decks.then_comes(STUD, Task.WASH, "235 4.C(2)")


def test_235_4_C_3() -> None:
    """Washed they are stacked."""
    decks.then_comes(STUD, Task.STACK, "235 4.C(3)")


@pytest.mark.parametrize("how", shuffle.WAYS)
def test_235_4_D(how: str) -> None:
    """A stack of new cards is shuffled next."""
    decks.stack_is_shuffled(STUD, shuffle.WAYS[how], "235")


def test_235_4_E() -> None:
    """Of two decks each goes through all of it."""
    decks.each_deck_by_itself(STUD, "235")


@pytest.mark.parametrize("how", decks.READY_MADE)
def test_235_4_F(how: str) -> None:
    """What came inspected and shuffled goes through none of it."""
    decks.skips_the_opening(STUD, how)


@pytest.mark.parametrize("how", shuffle.WAYS)
def test_235_5_A(how: str) -> None:
    """Every round has freshly shuffled cards, unless they came so."""
    shuffle.mixed_unless_it_came_so(STUD, how)


@pytest.mark.parametrize("how", shuffle.WAYS)
def test_235_5_A_1(how: str) -> None:
    """Shuffled before the first round."""
    shuffle.before_play(STUD, how, "235 5.A")


@pytest.mark.parametrize("how", shuffle.WAYS)
def test_235_5_A_2(how: str) -> None:
    """Shuffled after each round."""
    shuffle.after_each_round(STUD, how, "235 5.A")


@pytest.mark.parametrize("how", shuffle.WAYS)
def test_235_5_A_3(how: str) -> None:
    """Shuffled when a floorperson says so."""
    shuffle.when_ordered(STUD, how, "235 5.A", "235 5.A(3)")


@pytest.mark.parametrize("how", shuffle.WAYS)
def test_235_5_B(how: str) -> None:
    """The shuffled deck is one stack."""
    shuffle.one_stack(STUD, how)


@pytest.mark.parametrize("method", READY_FOR)
def test_235_5_D_1(method: str) -> None:
    """What a machine shuffled is not cut."""
    shuffle.uncut(STUD, method, "235 5.D(1)")
    shuffle.uncut_after_idling(STUD, "235 5.D(1)")


def test_235_5_D_2() -> None:
    """What a hand shuffled, or what came shuffled, is cut."""
    shuffle.cut_first(STUD, "235 5.F")


def test_235_5_F() -> None:
    """A cut leaves ten cards at either end."""
    shuffle.deep_enough(STUD, "235 5.F")


def test_235_5_F_1() -> None:
    """What lay on top goes underneath."""
    shuffle.goes_underneath(STUD)


def test_235_5_F_2() -> None:
    """The cut stack goes into the shoe."""
    shuffle.loaded_and_played(STUD, "235 8.B")


def test_235_5_G() -> None:
    """A floorperson may have it cut again."""
    shuffle.cut_again(STUD, "235 5.G")


def test_235_5_H() -> None:
    """At an idle table the cards come out and are spread."""
    empty.idle(STUD, Task.EMPTY, Task.SPREAD_DOWN)


def test_235_5_H_1() -> None:
    """Shoe and rack are emptied."""
    empty.assert_emptied(STUD, "235 5.H(1)")


def test_235_5_H_2() -> None:
    """Backs up, or faces up for who asks."""
    empty.spread_down(STUD, "235 5.H(2)", "235 5.H(3)")


def test_235_5_H_3() -> None:
    """Who comes then looks, and opening and shuffle are done again."""
    empty.opened_again(STUD)


def test_235_5_I() -> None:
    """A shoe that reshuffles lifts cut and count check; an idle table is spread all the same."""
    shuffle.never_cut(STUD, "235 5.I")
    empty.nothing_to_look_at(STUD)
    stub.the_shoe_keeps_it(STUD, "235 10.D")
    machines.the_floor_rules_on_its_count(STUD)
    assert upcoming(empty.left_alone(STUD, RESHUFFLING)) is Task.EMPTY


@pytest.mark.parametrize("shuffler", ["none", "automated"])
def test_235_8_B(shuffler: str) -> None:
    """The shuffled stack goes into the manual shoe, and play begins."""
    shuffle.into_place(STUD, dealing("manual shoe", shuffler), "235 8.B")


def test_235_9_A_1() -> None:
    """What is dealt from the hand comes out of the shuffler, also a deck that came shuffled."""
    shuffle.through_the_machine(STUD, "235 9.A(1)", "235 5.D(1)")
    shuffle.through_a_machine_that_works(STUD, "235 13.H")
    shuffle.both_through_the_machine(STUD)


def test_235_9_A_2() -> None:
    """The shuffled stack is taken into the hand, and play begins."""
    shuffle.into_place(STUD, dealing("hand"), "235 9.A(2)")


def test_235_10_A_1() -> None:
    """The shuffled stack goes into the automated shoe, and play begins."""
    shuffle.into_place(STUD, dealing("automated shoe"), "235 10.A(1)")
