"""The house rules, which apply to every game: their ids, which refusals cite, and their texts."""

from typing import Final

ROUND_ORDER: Final = "ROUND-1"
APPROVED_RULES: Final = "ROUND-2"
INCIDENTS: Final = "ROUND-3"
DECK_PROCEDURES: Final = "ROUND-4"
TABLE_LIMITS: Final = "ROUND-6"
CUT_RULING: Final = "RULINGS Cuts"
"""A ruling of ours where the rulebook has no clause."""
RECALL: Final = "ROUND-7"
DISABLING: Final = "ROUND-8"
HELD_WINNINGS: Final = "ROUND-9"
COMPLETE_FILING: Final = "ROUND-11"
FROZEN_METERS: Final = "PROG-1"
METERS_NEVER_FALL: Final = "PROG-2"
PROGRESSIVE_COUNT: Final = "PROG-6"
JACKPOT_VALIDATION: Final = "PROG-7"
SHUFFLE_COMMITMENT: Final = "FAIR-5"
REPLAY: Final = "FAIR-6"
PHYSICAL_CARDS: Final = "FAIR-10"
LEDGER: Final = "LEDG-1"
CORRECTIONS: Final = "LEDG-5"
CORRECTION_LIMIT: Final = "LEDG-6"
CHIP_TRANSFERS: Final = "LEDG-7"
TWO_PEOPLE: Final = "SEC-3"
ROLES: Final = "SEC-4"
PEOPLE: Final = "SEC-7"

HOUSE_RULE_TEXTS: Final = {
    ROUND_ORDER: (
        "The steps of a table and its rounds come in a fixed order; after “no more bets,” nothing "
        "else changes wagers."
    ),
    APPROVED_RULES: "A round is played only under a submission that two people have approved.",
    INCIDENTS: (
        "An irregularity is handled as the rulebook says; if it says nothing, a floorperson "
        "rules, on the record."
    ),
    DECK_PROCEDURES: (
        "Before a deal, the opening checklist is signed, the devices work, and the decks are on "
        "record and within their time limit."
    ),
    TABLE_LIMITS: (
        "A wager outside the limits is refused when it is made; an accepted wager is settled."
    ),
    RECALL: "A table's last rounds can be recalled, even when it is closed or disabled.",
    DISABLING: "A disabled table, game or player starts no new round; the open one is finished.",
    HELD_WINNINGS: (
        "Voiding a round undoes all of it, except forfeits; its winnings stay at the table until "
        "it is closed."
    ),
    COMPLETE_FILING: (
        "A filing takes effect only if it is complete and has the regulator's approvals."
    ),
    CUT_RULING: "A cut leaves as many cards at the bottom as the rulebook requires at the top.",
    FROZEN_METERS: (
        "New rules and corrected meters need two people's approval, and never take effect during "
        "a round."
    ),
    METERS_NEVER_FALL: (
        "A meter falls only by a payout, a void round or a correction by two people."
    ),
    PROGRESSIVE_COUNT: "No card is dealt until every accepted progressive wager is collected.",
    JACKPOT_VALIDATION: "A floorperson validates a progressive win before it is paid.",
    LEDGER: "Every chip is on the books, and nobody can stake more than they have.",
    CORRECTIONS: "Two people correct a settled result: one proposes, the other approves.",
    CORRECTION_LIMIT: "No correction pays more than the cards could have paid.",
    CHIP_TRANSFERS: (
        "Chips come from the cage, or go back, only as a fill or a credit by two people, with a "
        "slip."
    ),
    SHUFFLE_COMMITMENT: (
        "The house commits to its stack before anyone bets, and reveals it after the round."
    ),
    REPLAY: "An exported shift can be replayed and verified, to the last card and cent.",
    PHYSICAL_CARDS: (
        "Where people deal from a physical deck, they enter each card as it is turned over; the "
        "house commits to no stack, and says so."
    ),
    TWO_PEOPLE: "What one person starts, another approves: counts, voids, corrections, payments.",
    ROLES: "People may do only what their role allows.",
    PEOPLE: "Accounts that may belong to the same person never count as two people.",
}
"""What each house rule says."""
