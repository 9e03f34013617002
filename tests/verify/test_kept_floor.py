"""Forfeits, machines, who may not play on: one thing that cannot be, told in a sentence."""

import re
from collections.abc import Callable
from typing import Final

import pytest

from pitboss.games.deck_tasks import Mark
from pitboss.table import Person, Role
from pitboss.table import commands as c
from pitboss.table import events as e
from tests.verify.lawless import (
    ANN,
    ANTES,
    DAN,
    FAY,
    Lawless,
    asked,
    locked,
    opened,
    settling,
    wagered,
)
from tests.verify.mishaps import (
    MACHINE,
    disabled,
    down,
    forfeited_and_paid,
    forfeits,
    half_settled,
    holdem,
    said,
)

CASES: Final[dict[str, tuple[Callable[[], Lawless], str]]] = {
    # Forfeits
    "where no book knows a forfeit": (lambda: forfeits(holdem()), "this game knows no forfeit"),
    "before bets are closed": (
        lambda: forfeits(wagered()),
        "this is not the time for a forfeit",
    ),
    "before there are cards": (
        lambda: forfeits(locked()),
        "seat 2 has no cards to answer for",
    ),
    "for nothing in the book": (
        lambda: forfeits(asked(), breach="11.A(9)"),
        r"one does not forfeit for '11.A\(9\)'",
    ),
    "by somebody who does not play": (
        lambda: forfeits(asked(), 5),
        "seat 5 has no wager in this round",
    ),
    "twice": (
        lambda: forfeits(forfeits(asked())),
        "seat 2 has no cards to answer for",
    ),
    "by somebody who folded": (
        lambda: forfeits(asked().happen(e.Decided(1, "across", 2, "fold", 0, True), ANN)),
        "seat 2 has no cards to answer for",
    ),
    "said by the dealer": (
        lambda: forfeits(asked(), by=DAN),
        "not for the role of dealer",
    ),
    "for talk when every card is up": (
        lambda: forfeits(settling(), breach="11.A(4)").finish(),
        "every card on the table is up",
    ),
    "by somebody who is paid": (
        lambda: forfeits(half_settled(), 4).finish(),
        "seat 4 is being settled already",
    ),
    "forfeited, and asked": (
        lambda: forfeits(asked()).happen(e.Decided(1, "across", 2, "1x", 500, False), ANN),
        "'Bob' decides at seat 4, not 'Ann'",
    ),
    "forfeited, and paid": (
        forfeited_and_paid,
        "outcome is 'win', not 'lose'",
    ),
    # Machines
    "marked, though it works": (
        lambda: opened(submission=MACHINE).happen(e.DeviceMarked("shuffler", Mark.SIGN), DAN),
        "'shuffler' is no machine that broke",
    ),
    "marked twice": (
        lambda: (
            down()
            .happen(e.DeviceMarked("shuffler", Mark.SIGN), DAN)
            .happen(e.DeviceMarked("shuffler", Mark.COVER), DAN)
        ),
        "the shuffler is marked already",
    ),
    "restored, though it works": (
        lambda: opened(submission=MACHINE).happen(e.DeviceRestored("shuffler"), FAY),
        "'shuffler' is no machine that broke",
    ),
    "restored by a dealer": (
        lambda: down().happen(e.DeviceRestored("shuffler"), DAN),
        "not for the role of dealer",
    ),
    "another method while it is not marked": (
        lambda: down().happen(e.Proposed(3, c.FileSubmission({}), "Dan"), DAN),
        "the shuffler is covered or signed before another method is used",
    ),
    "a machine down out of nowhere": (
        lambda: opened(submission=MACHINE).happen(e.DeviceDown("shuffler"), DAN),
        "DeviceDown stands here, but RoundOpened is due",
    ),
    # Who and what may not play on
    "disabled by a dealer": (
        lambda: opened().happen(e.Disabled("table", "a fire", "Dan"), DAN),
        "not for the role of dealer",
    ),
    "nothing that can be disabled": (
        lambda: opened().happen(e.Disabled("wheel", "a fire", "Fay"), FAY),
        "'wheel' is not table, game or a player",
    ),
    "nobody disabled": (
        lambda: opened().happen(e.Disabled("player:", "a fire", "Fay"), FAY),
        "'player:' is not table, game or a player",
    ),
    "disabled twice": (
        lambda: disabled("table").happen(e.Disabled("table", "a flood", "Fay"), FAY),
        "'table' is disabled already",
    ),
    "disabled twice, otherwise spelt": (
        lambda: disabled("player:Cy").happen(e.Disabled("player:CY", "a fire", "Fay"), FAY),
        "'player:CY' is disabled already",
    ),
    "enabled, otherwise spelt": (
        lambda: disabled("player:Cy").happen(e.Enabled("player:CY", "Fay"), FAY),
        "'player:CY' is not disabled",
    ),
    "disabled for no reason": (
        lambda: opened().happen(e.Disabled("table", "", "Fay"), FAY),
        "a reason has 1 to 500 plain characters",
    ),
    "enabled, though it was not disabled": (
        lambda: opened().happen(e.Enabled("table", "Fay"), FAY),
        "'table' is not disabled",
    ),
    "wagers of who may not play": (
        lambda: said(disabled("player:Ann"), c.OpenRound(), DAN).happen(
            e.WagersPlaced(1, 2, ANTES), ANN
        ),
        "'Ann' may not play on",
    ),
    "chips for who may not play": (
        lambda: disabled("player:Ann").happen(e.BoughtIn("Ann", 500), ANN),
        "'Ann' may not play on",
    ),
    "chips for who may not play, otherwise spelt": (
        lambda: disabled("player:ANN").happen(e.BoughtIn("Ann", 500), ANN),
        "'Ann' may not play on",
    ),
    "a seat for who may not play": (
        lambda: disabled("player:Cy").happen(e.PlayerSeated(5, "Cy"), Person("Cy", Role.PLAYER)),
        "'Cy' may not play on",
    ),
}


@pytest.mark.parametrize("name", CASES)
def test_what_cannot_be_is_told(name: str) -> None:
    made, sentence = CASES[name]
    assert re.search(sentence, made().told())
