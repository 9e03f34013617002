"""The rules of the house that a clause can name beside the rulebook's own, each in a sentence."""

from typing import Final

HOUSE: Final = {
    "ROUND-1": "After “no more bets” only the steps of the round change a wager, in their order.",
    "ROUND-2": "A round is played by a submission that two people approved, or not at all.",
    "ROUND-3": "Where the book is silent about an irregularity, a floorperson rules, on record.",
    "ROUND-4": "A deck past its time blocks the next deal.",
    "ROUND-6": "A wager outside the limits is refused when made; one that was taken is settled.",
    "ROUND-8": "A table, game or player can be disabled: no new round; the open one is finished.",
    "ROUND-11": "A filing is complete, with the regulator's approvals, or it is not in force.",
    "RULINGS Cuts": "A cut leaves ten cards at the bottom too, so that it is one; no book says so.",
    "PROG-1": "Rules and meters change by two people's approval, and never while a round is open.",
    "PROG-2": "A meter falls by a payout, a void round, or a correction that two people approved.",
    "PROG-6": "As many progressive wagers are collected as were accepted, or no card is dealt.",
    "PROG-7": "A floorperson validates what a progressive pays before it is paid.",
    "LEDG-1": "Every chip is on the books, and nobody stakes more than lies there.",
    "LEDG-5": "What was settled is corrected by two people, one proposing and one approving.",
    "LEDG-6": "No correction gives more than the cards could ever have given.",
    "FAIR-5": "The house is bound to its stack before bets are closed, and opens it afterwards.",
    "SEC-3": "What one person starts, another approves: counts, voids, corrections, payments.",
    "SEC-4": "Everybody does what the role is for; whoever is not named may not.",
}
"""What always holds, whatever the game."""
