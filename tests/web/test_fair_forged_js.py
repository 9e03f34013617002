"""The page itself detects every forgery, card by card and when a round is redealt."""

from copy import deepcopy
from pathlib import Path

import pytest

from tests.table.tables import KEYS, THB
from tests.web.forgeries import FORGERIES, rounds
from tests.web.page_checker import bad, check_moments, film


@pytest.mark.parametrize("game", KEYS)
def test_every_forged_card_is_detected(game: str, tmp_path: Path) -> None:
    moments = film(game, "tampered")
    moment = next(
        moment
        for moment in moments
        if moment["own"] and any("??" not in faces for faces in moment["round"]["cards"].values())
    )
    forgeries, wrong = [], []
    for forge in FORGERIES.values():
        forgeries.append(deepcopy(moment))
        wrong.append(forge(forgeries[-1]))
    for name, result, faces in zip(
        FORGERIES, check_moments(tmp_path, forgeries), wrong, strict=True
    ):
        assert sorted(bad(result)) == sorted(faces), name


def test_duplicate_card_is_detected(tmp_path: Path) -> None:
    """Both may have valid proofs: the house may have committed to a stack with duplicates."""
    moment = film(THB, "twice")[-2]
    moment["proofs"]["cards"].append(moment["proofs"]["cards"][0])
    result = check_moments(tmp_path, [moment])[0]["alone"]
    assert [item["ok"] for item in result].count(False) == 2


def test_early_proof_is_not_a_forgery(
    tmp_path: Path,
) -> None:
    moment = film(THB, "late")[-2]
    moment["proofs"]["cards"].pop()
    moment["version"] += 1
    assert not bad(check_moments(tmp_path, [moment])[0])


@pytest.mark.parametrize("game", KEYS)
def test_every_forged_round_is_detected(game: str, tmp_path: Path) -> None:
    names, forgeries = zip(*rounds(film(game, "again")[-1]), strict=True)
    for name, result in zip(names, check_moments(tmp_path, forgeries), strict=True):
        assert not result["redealt"]["ok"], name
        assert any(not step["ok"] and step["text"] for step in result["redealt"]["steps"]), name
