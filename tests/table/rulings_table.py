"""The irregularities that can be reported in each game, and their remedies."""

from typing import Final

from pitboss.games.incidents import Kind

from .tables import CCP, KEYS, RET, STUD, THB

DOCUMENT: Final = """
| one card face up in shoe or deck | all void | all void | card out of play, go on | card out of play, go on |
| more than one face up | void | void | void; once the first two cards are dealt, Bonus is still settled | void |
| card drawn in error, unexposed | it is the next card | same | same | same |
| card drawn in error and exposed; a player's card exposed by the dealer | floor rules | floor rules | floor rules | floor rules |
| wrong number of cards (player, dealer, community) | void | void | void | void |
| player skipped | sits this round out, wagers and contribution returned | void | void | void |
| dealer's card exposed before the last river decision | – | – | void, Bonus is settled (dealer's two cards are turned up) | – |
| community card exposed early | floor rules | floor rules | floor rules | void |
| stub count not 52, misdealt, 52 present | void | void | void | void |
| stub count not 52, not misdealt | void, deck removed | same | same | same |
| counting shuffler shows a wrong count | deck removed | same | same | same |
| shuffler jams | floor rules | floor rules | return wagers, reshuffle | reshuffle |
| dealing shoe jams during the round | void | void | floor rules | void |
| device cannot be used | cover or sign before another method | same | same | same |
| fouled deck (52 cards but one twice, or a foreign card) | void, deck removed | same | same | same |
| failure of the progressive system | the floor rules, side wager returned or settled when it works again | same | – | the floor rules, side wager returned or settled when it works again |
| failure of the wheel | – | the floor rules, side wager returned or settled when it works again | – | – |
"""  # noqa: E501 (one line for each kind)
ROWS: Final = (
    Kind.CARD_FACE_UP,
    Kind.CARDS_FACE_UP,
    Kind.DRAWN_UNEXPOSED,
    Kind.DRAWN_EXPOSED,
    Kind.WRONG_NUMBER,
    Kind.PLAYER_SKIPPED,
    Kind.DEALER_CARD_EXPOSED,
    Kind.COMMUNITY_EXPOSED,
    Kind.STUB_MISDEALT,
    Kind.STUB_NOT_52,
    Kind.COUNTER_WRONG,
    Kind.SHUFFLER_JAM,
    Kind.SHOE_JAM,
    Kind.DEVICE_DOWN,
    Kind.FOULED_DECK,
    Kind.PROGRESSIVE_DOWN,
    Kind.WHEEL_DOWN,
)
"""The names of the lines at the table."""
CLAUSES: Final = {
    RET: "13.A 13.A 13.B - 13.C 13.G - - 8.F(4) 8.F(5) 5.B - 13.D 13.E - - -",
    CCP: "13.A 13.A 13.B - 13.C 13.C - - 8.F(4) 8.F(5) 5.B - 13.D 13.E - - -",
    THB: "13.A 13.B 13.D - 13.E 13.E 13.F - 8.G(1) 8.G(2) 5.E 13.H - 13.I - - -",
    STUD: "13.A 13.B 13.C - 13.D 13.D - 13.E 8.F(1) 8.F(2) 5.E 13.F 13.G 13.H - - -",
}
"""The clauses, line by line; for a stub counted from a manual shoe."""
NEVER: Final = "–"


def _read() -> dict[tuple[Kind, str], str]:
    cells: dict[tuple[Kind, str], str] = {}
    for kind, line in zip(ROWS, DOCUMENT.strip().splitlines(), strict=True):
        _, *progress, _ = (cell.strip() for cell in line.split("|"))
        for at, game in enumerate(KEYS, 1):
            cells[kind, game] = (
                cells[kind, KEYS[at - 2]] if progress[at] == "same" else progress[at]
            )
    return cells


CELLS: Final = _read()
"""Rulings by irregularity and game."""
CITED: Final = {
    (kind, game): f"{ {RET: 'RET', CCP: 'CCP', THB: 'THB', STUD: '235'}[game] } {clause}"
    for game, line in CLAUSES.items()
    for kind, clause in zip(ROWS, line.split(), strict=True)
    if clause != "-"
}
"""Clauses with the name of the book."""


def games(kind: Kind, *progress: str) -> list[str]:
    """Return the games with this ruling."""
    return [game for game in KEYS if CELLS[kind, game] in progress]
