"""Rounds of the live table as the page checks them: each card, and the whole deal."""

from copy import deepcopy
from pathlib import Path

import pytest

from pitboss.table import Person, Role
from tests.table import stacked_rounds as x
from tests.table.tables import KEYS, THB
from tests.web.page_checker import BOB, bad, check_moments, film, moment, spun


@pytest.mark.parametrize("game", KEYS)
def test_fair_5_every_card_of_a_round_is_proved_in_the_page(game: str, tmp_path: Path) -> None:
    """A player and an onlooker see the proofs; at the end the whole round is redealt."""
    for viewer in (BOB, Person("", Role.ONLOOKER)):
        moments = film(game, "page", viewer)
        assert moments[-1]["proofs"]["contributions"], "players added something"
        results = check_moments(tmp_path, moments)
        for moment_, result in zip(moments, results, strict=True):
            assert all(item["ok"] for item in result["alone"])
            assert result["beside"] == result["alone"]
            assert len(result["alone"]) == len(moment_["proofs"]["cards"])
            if moment_["proofs"]["locked"]:
                assert all(item["nth"] for item in result["alone"])
            if not moment_["proofs"]["seed"]:
                why = "The seed of this round has not been revealed, so it cannot be dealt again."
                assert (result["redealt"]["errorMessage"], result["redealt"]["steps"]) == (why, [])
        last, again = moments[-1], results[-1]["redealt"]
        assert again["ok"], again
        assert results[-1]["unseen"]["ok"]
        assert len(again["steps"]) == (5 if last["proofs"]["spins"] else 4)
        cards_on_page = {item["position"]: item["card"] for item in last["proofs"]["cards"]}
        dealt = {item["position"]: item["face"] for item in again["dealtCards"]}
        assert cards_on_page.items() <= dealt.items()


def test_wheel_is_verified(tmp_path: Path) -> None:
    rounds = spun(5)
    turned_round = deepcopy(rounds[0])
    progress = turned_round["proofs"]
    seat, symbol = next(iter(progress["spins"].items()))
    progress["spins"][seat] = next(s["symbol"] for s in progress["wheel"] if s["symbol"] != symbol)
    altered_round = deepcopy(rounds[0])
    altered_round["round"]["seats"][seat]["spin"] = "jackpot"
    *honest, forged_result, shown_card = check_moments(
        tmp_path, [*rounds, turned_round, altered_round]
    )
    for result in honest:
        assert result["redealt"]["ok"], result
        last = result["redealt"]["steps"][-1]["text"]
        assert last == "The wheel stopped where the seed says it should."
    for result in (forged_result, shown_card):
        assert [step["ok"] for step in result["redealt"]["steps"]] == [True] * 4 + [False]


def test_stack_from_another_seed_is_detected(tmp_path: Path) -> None:
    """The house committed to its cards, so their proofs hold, but the seed differs."""
    table, steps = x.play(THB, x.jackpot_shoe(THB))
    for _ in steps:
        pass
    result = check_moments(tmp_path, [moment(table, BOB)])[0]
    assert not bad(result)
    assert [step["ok"] for step in result["redealt"]["steps"]] == [True, False, True, False]
