"""Rules of the house: what always holds, whatever the game. A refusal cites them by these ids."""

from typing import Final

IN_ORDER: Final = "ROUND-1"
APPROVED_RULES: Final = "ROUND-2"
INCIDENTS: Final = "ROUND-3"
CARE: Final = "ROUND-4"
LIMITS: Final = "ROUND-6"
DISABLED: Final = "ROUND-8"
FROZEN: Final = "PROG-1"
FALLS: Final = "PROG-2"
COUNTED: Final = "PROG-6"
VALIDATED: Final = "PROG-7"
COMMITTED: Final = "FAIR-5"
LEDGER: Final = "LEDG-1"
CORRECTIONS: Final = "LEDG-5"
TWO_PEOPLE: Final = "SEC-3"
ROLES: Final = "SEC-4"
