"""Verification of forfeits, broken machines and disabled players: each violation is reported."""

import re
from collections.abc import Callable
from typing import Final

import pytest

from pitboss.games.deck_tasks import Mark
from pitboss.table import Person, Role
from pitboss.table import commands as c
from pitboss.table import events as e
from tests.verify.irregular_tables import (
    MACHINE,
    after_command,
    disable,
    down,
    forfeited_and_paid,
    forfeits,
    half_settled,
    holdem,
)
from tests.verify.unchecked_table import (
    ANN,
    ANTES,
    DAN,
    FAY,
    Lawless,
    at_first_question,
    open_table,
    settling,
    with_locked_bets,
    with_wagers,
)

CASES: Final[dict[str, tuple[Callable[[], Lawless], str]]] = {
    # Forfeits
    "where no book knows a forfeit": (lambda: forfeits(holdem()), "this game has no forfeits"),
    "before bets are closed": (
        lambda: forfeits(with_wagers()),
        "no forfeit is possible at this point",
    ),
    "before there are cards": (
        lambda: forfeits(with_locked_bets()),
        "seat 2 has no cards in play",
    ),
    "for nothing in the book": (
        lambda: forfeits(at_first_question(), breach="11.A(9)"),
        r"'11.A\(9\)' is not a breach that forfeits wagers",
    ),
    "by somebody who does not play": (
        lambda: forfeits(at_first_question(), 5),
        "seat 5 has no wager in this round",
    ),
    "twice": (
        lambda: forfeits(forfeits(at_first_question())),
        "seat 2 has no cards in play",
    ),
    "by somebody who folded": (
        lambda: forfeits(
            at_first_question().happen(e.Decided(1, "across", 2, "fold", 0, True), ANN)
        ),
        "seat 2 has no cards in play",
    ),
    "said by the dealer": (
        lambda: forfeits(at_first_question(), by=DAN),
        "cannot be caused by the role dealer",
    ),
    "for talk when every card is up": (
        lambda: forfeits(settling(), breach="11.A(4)").finish(),
        "every card on the table is face up",
    ),
    "by somebody who is paid": (
        lambda: forfeits(half_settled(), 4).finish(),
        "seat 4 is already being settled",
    ),
    "forfeited, and asked": (
        lambda: forfeits(at_first_question()).happen(
            e.Decided(1, "across", 2, "1x", 500, False), ANN
        ),
        "'Ann' decided for seat 4, expected 'Bob'",
    ),
    "forfeited, and paid": (
        forfeited_and_paid,
        "outcome is 'win', expected 'lose'",
    ),
    # Machines
    "marked, though it works": (
        lambda: open_table(submission=MACHINE).happen(e.DeviceMarked("shuffler", Mark.SIGN), DAN),
        "'shuffler' is not a device that is out of order",
    ),
    "marked twice": (
        lambda: (
            down()
            .happen(e.DeviceMarked("shuffler", Mark.SIGN), DAN)
            .happen(e.DeviceMarked("shuffler", Mark.COVER), DAN)
        ),
        "the shuffler is already marked",
    ),
    "restored, though it works": (
        lambda: open_table(submission=MACHINE).happen(e.DeviceRestored("shuffler"), FAY),
        "'shuffler' is not a device that is out of order",
    ),
    "restored by a dealer": (
        lambda: down().happen(e.DeviceRestored("shuffler"), DAN),
        "cannot be caused by the role dealer",
    ),
    "another method while it is not marked": (
        lambda: down().happen(e.Proposed(3, c.FileSubmission({}), "Dan"), DAN),
        "the shuffler must be covered or signed before another method is used",
    ),
    "a machine down out of nowhere": (
        lambda: open_table(submission=MACHINE).happen(e.DeviceDown("shuffler"), DAN),
        "found DeviceDown, expected RoundOpened",
    ),
    # Who and what is disabled and may not play
    "disabled by a dealer": (
        lambda: open_table().happen(e.Disabled("table", "a fire", "Dan"), DAN),
        "cannot be caused by the role dealer",
    ),
    "nothing that can be disabled": (
        lambda: open_table().happen(e.Disabled("wheel", "a fire", "Fay"), FAY),
        "'wheel' is not the table, the game or a player",
    ),
    "nobody disabled": (
        lambda: open_table().happen(e.Disabled("player:", "a fire", "Fay"), FAY),
        "'player:' is not the table, the game or a player",
    ),
    "disabled twice": (
        lambda: disable("table").happen(e.Disabled("table", "a flood", "Fay"), FAY),
        "'table' is already disabled",
    ),
    "disabled twice, otherwise spelt": (
        lambda: disable("player:Cy").happen(e.Disabled("player:CY", "a fire", "Fay"), FAY),
        "'player:CY' is already disabled",
    ),
    "enabled, otherwise spelt": (
        lambda: disable("player:Cy").happen(e.Enabled("player:CY", "Fay"), FAY),
        "'player:CY' is not disabled",
    ),
    "disabled for no reason": (
        lambda: open_table().happen(e.Disabled("table", "", "Fay"), FAY),
        "a reason must have 1 to 500 printable characters",
    ),
    "enabled, though it was not disabled": (
        lambda: open_table().happen(e.Enabled("table", "Fay"), FAY),
        "'table' is not disabled",
    ),
    "wagers of who may not play": (
        lambda: after_command(disable("player:Ann"), c.OpenRound(), DAN).happen(
            e.WagersPlaced(1, 2, ANTES), ANN
        ),
        "'Ann' is disabled and may not play",
    ),
    "chips for who may not play": (
        lambda: disable("player:Ann").happen(e.BoughtIn("Ann", 500), ANN),
        "'Ann' is disabled and may not play",
    ),
    "chips for who may not play, otherwise spelt": (
        lambda: disable("player:ANN").happen(e.BoughtIn("Ann", 500), ANN),
        "'Ann' is disabled and may not play",
    ),
    "a seat for who may not play": (
        lambda: disable("player:Cy").happen(e.PlayerSeated(5, "Cy"), Person("Cy", Role.PLAYER)),
        "'Cy' is disabled and may not play",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_violation_is_reported(name: str) -> None:
    build_case, sentence = CASES[name]
    assert re.search(sentence, build_case().detected_fault())
