"""Rounds of the live table as the page checks them: each card, and the whole deal."""

from copy import deepcopy
from pathlib import Path

import pytest

from pitboss.table import Person, Role
from tests.table import crafted as x
from tests.table.tables import KEYS, THB
from tests.web.pages import BOB, bad, checked, film, moment, spun


@pytest.mark.parametrize("game", KEYS)
def test_fair_5_every_card_of_a_round_is_proved_in_the_page(game: str, tmp_path: Path) -> None:
    """For a player and for somebody who walks by; the whole of it is dealt again at the end."""
    for viewer in (BOB, Person("", Role.ONLOOKER)):
        moments = film(game, "page", viewer)
        assert moments[-1]["proofs"]["contributions"], "players added something"
        made = checked(tmp_path, moments)
        for given, result in zip(moments, made, strict=True):
            assert all(item["ok"] for item in result["alone"])
            assert result["beside"] == result["alone"]
            assert len(result["alone"]) == len(given["proofs"]["cards"])
            if given["proofs"]["locked"]:
                assert all(item["nth"] for item in result["alone"])
            if not given["proofs"]["seed"]:
                why = "The seed of this round has not been revealed, so it cannot be dealt again."
                assert (result["redealt"]["errorMessage"], result["redealt"]["steps"]) == (why, [])
        last, again = moments[-1], made[-1]["redealt"]
        assert again["ok"], again
        assert made[-1]["unseen"]["ok"]
        assert len(again["steps"]) == (5 if last["proofs"]["spins"] else 4)
        shown = {item["position"]: item["card"] for item in last["proofs"]["cards"]}
        dealt = {item["position"]: item["face"] for item in again["dealtCards"]}
        assert shown.items() <= dealt.items()


def test_a_wheel_is_spun_again(tmp_path: Path) -> None:
    rounds = spun(5)
    turned = deepcopy(rounds[0])
    progress = turned["proofs"]
    seat, symbol = next(iter(progress["spins"].items()))
    progress["spins"][seat] = next(s["symbol"] for s in progress["wheel"] if s["symbol"] != symbol)
    seen = deepcopy(rounds[0])
    seen["round"]["seats"][seat]["spin"] = "jackpot"
    *honest, forged, shown = checked(tmp_path, [*rounds, turned, seen])
    for result in honest:
        assert result["redealt"]["ok"], result
        last = result["redealt"]["steps"][-1]["text"]
        assert last == "The wheel stopped where the seed determines."
    for result in (forged, shown):
        assert [step["ok"] for step in result["redealt"]["steps"]] == [True] * 4 + [False]


def test_a_stack_that_is_not_the_seed_s_is_found_when_it_is_dealt_again(tmp_path: Path) -> None:
    """Its cards are proved: the house had laid them. The seed gives another stack."""
    table, steps = x.play(THB, x.named(THB))
    for _ in steps:
        pass
    result = checked(tmp_path, [moment(table, BOB)])[0]
    assert not bad(result)
    assert [step["ok"] for step in result["redealt"]["steps"]] == [True, False, True, False]
