"""Wagers and decisions of the golden playthroughs: three rounds of each game."""

from collections.abc import Mapping
from typing import Final

from msgspec import Struct

from .tables import CCP, RET, STUD, THB, antes


class PlayedRound(Struct, frozen=True):
    """The actions of the players in a round."""

    bets: Mapping[int, Mapping[str, int]]
    answers: Mapping[int, str]
    back: Mapping[int, tuple[str, ...]] = {}
    """Wagers taken back before the call."""
    adds: Mapping[str, str] = {}
    """What players add to the shuffle."""
    leaves: Mapping[int, tuple[int, bool]] = {}
    """Players who walk off after so many decisions, and whether their wagers are lost."""


def _library(game: str, side: str, *answers: str) -> tuple[PlayedRound, ...]:
    """Return three rounds in which these decisions are used in turn."""
    side_wager = {side: 100} if side else {}
    seats = ((1, 2, 3, 5), (1, 2, 3, 4, 5, 6), (1, 2, 4))
    return tuple(
        PlayedRound(
            bets={seat: antes(game, 500 * (1 + seat % 2), **side_wager) for seat in those},
            answers={seat: answers[(seat + number) % len(answers)] for seat in those},
        )
        for number, those in enumerate(seats)
    )


ROUNDS: Final[Mapping[str, tuple[PlayedRound, ...]]] = {
    RET: (
        PlayedRound(
            bets={
                1: antes(RET, five_card_bonus=100, progressive=100),
                2: antes(RET, 1000, ultimate_pairs=200, progressive=100),
                3: antes(RET, five_card_bonus=500, progressive=100),
                5: antes(RET),
            },
            back={2: ("ultimate_pairs",)},
            adds={"Bob": "seven eleven"},
            answers={1: "1x 3x 1x", 2: "2x 2x 1x", 3: "fold", 5: "1x fold"},
        ),
        PlayedRound(
            bets={
                1: antes(RET, progressive=100),
                2: antes(RET, 1500, five_card_bonus=100, ultimate_pairs=100, progressive=100),
                3: antes(RET, ultimate_pairs=300),
                4: antes(RET, 700, progressive=100),
                5: antes(RET, five_card_bonus=200),
                6: antes(RET, progressive=100),
            },
            answers={
                1: "3x 1x 1x",
                2: "1x 1x 2x",
                3: "1x 1x fold",
                4: "1x 2x 3x",
                5: "fold",
                6: "1x",
            },
            leaves={6: (1, True)},
        ),
        PlayedRound(
            bets={
                1: antes(RET, ultimate_pairs=100, progressive=100),
                2: antes(RET, five_card_bonus=100, progressive=100),
                4: antes(RET, 1000, progressive=100),
            },
            answers={1: "1x 1x 1x", 2: "fold", 4: "2x 1x 1x"},
        ),
    ),
    CCP: (
        PlayedRound(
            bets={
                1: antes(CCP, five_card_bonus=100, bonus_spin=500),
                2: antes(CCP, 1000, five_card_bonus=200, bonus_spin=500),
                3: antes(CCP, five_card_bonus=500),
                5: antes(CCP),
            },
            back={2: ("five_card_bonus",)},
            adds={"Bob": "seven eleven"},
            answers={1: "1x 3x 1x", 2: "2x 2x 1x", 3: "fold", 5: "1x fold"},
        ),
        PlayedRound(
            bets={
                1: antes(CCP, bonus_spin=500),
                2: antes(CCP, 1500, five_card_bonus=100, bonus_spin=500),
                3: antes(CCP, bonus_spin=500),
                4: antes(CCP, 700, bonus_spin=500),
                5: antes(CCP, five_card_bonus=200),
                6: antes(CCP, bonus_spin=500),
            },
            answers={
                1: "3x 1x 1x",
                2: "1x 1x 2x",
                3: "1x 1x fold",
                4: "1x 2x 3x",
                5: "fold",
                6: "1x",
            },
            leaves={6: (1, True)},
        ),
        PlayedRound(
            bets={
                1: antes(CCP, bonus_spin=500),
                2: antes(CCP, five_card_bonus=100, bonus_spin=500),
                4: antes(CCP, 1000, bonus_spin=500),
            },
            answers={1: "1x 1x 1x", 2: "fold", 4: "2x 1x 1x"},
        ),
    ),
    THB: (
        PlayedRound(
            bets={
                1: antes(THB, bonus=100),
                2: antes(THB, 1000, bonus=200),
                3: antes(THB, 1500, bonus=500),
                5: antes(THB),
            },
            back={2: ("bonus",)},
            adds={"Bob": "seven eleven"},
            answers={1: "bet bet check", 2: "bet check bet", 3: "fold", 5: "fold"},
        ),
        PlayedRound(
            bets={
                1: antes(THB),
                2: antes(THB, 1500, bonus=100),
                3: antes(THB, bonus=300),
                4: antes(THB, 700, bonus=100),
                5: antes(THB),
                6: antes(THB, bonus=100),
            },
            answers={
                1: "bet bet bet",
                2: "bet check check",
                3: "fold",
                4: "bet check bet",
                5: "fold",
                6: "bet",
            },
            leaves={6: (1, False)},
        ),
        PlayedRound(
            bets={1: antes(THB, bonus=100), 2: antes(THB), 4: antes(THB, 1000, bonus=200)},
            answers={1: "bet check check", 2: "bet bet bet", 4: "bet bet check"},
        ),
    ),
    STUD: (
        PlayedRound(
            bets={
                1: antes(STUD, win_em_all=100, progressive=100),
                2: antes(STUD, 1000, win_em_all=200, progressive=100),
                3: antes(STUD, win_em_all=500, progressive=100),
                5: antes(STUD),
            },
            back={2: ("win_em_all",)},
            adds={"Bob": "seven eleven"},
            answers={1: "raise check", 2: "check raise", 3: "check check", 5: "raise raise"},
        ),
        PlayedRound(
            bets={
                1: antes(STUD, progressive=100),
                2: antes(STUD, 1500, win_em_all=100, progressive=100),
                3: antes(STUD, progressive=100),
                4: antes(STUD, 700, progressive=100),
                5: antes(STUD, win_em_all=200),
                6: antes(STUD, progressive=100),
            },
            answers={
                1: "raise check",
                2: "check check",
                3: "raise raise",
                4: "check raise",
                5: "raise check",
                6: "raise",
            },
            leaves={6: (1, True)},
        ),
        PlayedRound(
            bets={
                1: antes(STUD, progressive=100),
                2: antes(STUD, win_em_all=100, progressive=100),
                4: antes(STUD, 1000, progressive=100),
            },
            answers={1: "raise raise", 2: "check check", 4: "raise check"},
        ),
    ),
    "mississippi-stud": _library("mississippi-stud", "", "1x 3x 1x", "2x 1x fold", "1x 1x 3x"),
    "let-it-ride": _library("let-it-ride", "", "pull ride", "ride ride", "pull pull"),
    "three-card": _library("three-card", "pair_plus", "play", "play", "fold"),
    "caribbean-stud": _library("caribbean-stud", "", "raise", "fold", "raise"),
    "ultimate-holdem": _library(
        "ultimate-holdem", "trips", "4x", "check 2x", "check check 1x", "check check fold"
    ),
}
