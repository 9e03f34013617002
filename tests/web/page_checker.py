"""Run the page's own checker on each moment of a live table."""

from pathlib import Path
from typing import Any

import msgspec

from pitboss.table import Person, Phase, Role, Table
from pitboss.table import commands as c
from pitboss.table.proofs import proofs
from pitboss.table.state import encode_fraction
from pitboss.table.views import own_view, public_view
from tests.table import stacked_rounds as x
from tests.table.round_scenes import SEATS
from tests.table.tables import CCP, antes, current_round
from tests.web.node import run

_CHECK = """
import { checkCards, compareWithFelt } from "./js/fair/check.js";
import { redeal } from "./js/fair/redeal.js";

export const main = (moments) => Promise.all(moments.map(async (moment) => {
  const { proofs, round, own, version } = moment;
  const checked = await checkCards(proofs);
  return {
    alone: checked, beside: compareWithFelt(checked, proofs, round, own, version),
    redealt: await redeal(round, proofs), unseen: await redeal(null, proofs),
  };
}));
"""
BOB = Person(SEATS[2], Role.PLAYER)
Json = dict[str, Any]


def plainly(progress: object) -> Any:  # noqa: ANN401  as JSON has it
    return msgspec.json.decode(msgspec.json.encode(progress, enc_hook=encode_fraction))


def moment(table: Table, viewer: Person) -> Json:
    """Return everything that a page has: proofs, the felt, the viewer's own hand."""
    state = table.state
    view_ = plainly(public_view(state, viewer.role))
    return {
        "proofs": plainly(proofs(state, current_round(table), table.shoe, viewer)),
        "round": view_["round"],
        "own": plainly(own_view(state, table.shoe, viewer)).get("cards", {}),
        "version": view_["version"],
    }


def film(game: str, name: str, viewer: Person = BOB) -> list[Json]:
    """Return the moments of a round dealt from its seed, with contributions of two players."""
    table, steps = x.play(game, x.shuffled(game, name))
    result = []
    for step in steps:
        if isinstance(step.command, c.OpenRound):
            for who in (1, 2):
                by = Person(SEATS[who], Role.PLAYER)
                table.execute(c.AddEntropy(f"{name} {who} ü", round=1), by)
        result.append(moment(table, viewer))
    return result


def spun(many: int) -> list[Json]:
    """Return closed rounds in which a player had a spin, on the default wheel."""
    table, result = Table.open(CCP, practice="wheel", name="Tisch Ä"), list[Json]()
    for seat in range(1, 7):
        table.player(f"P{seat}").take_seat(seat)
        table.player(f"P{seat}").buy_in(5000_00)
    while len(result) < many:
        table.open_round()
        for seat in range(1, 7):
            player = table.player(f"P{seat}")
            player.place_wagers(seat, antes(CCP, bonus_spin=500))
            player.add_entropy(f"of {seat}")
        table.no_more_bets()
        while (turn := current_round(table).turn) is not None:
            table.player(f"P{turn}").decide(turn, "1x")
        assert current_round(table).phase is Phase.CLOSED
        result += [moment(table, BOB)] if current_round(table).spins else []
    return result


def check_moments(folder: Path, moments: object) -> Any:  # noqa: ANN401  as JSON has it
    """Return what the page reports at each moment."""
    return run(folder, _CHECK, moments)


def bad(result: Json) -> list[str]:
    return [item["face"] for item in result["beside"] if not item["ok"]]
