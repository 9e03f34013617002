"""What an operator chose, checked against the game, and the rules that follow from it."""

from pitboss.submission.check import completed
from pitboss.submission.defaults import defaults, is_example
from pitboss.submission.faults import Fault, SubmissionRefused
from pitboss.submission.filing import (
    Lapse,
    check_filing,
    choices,
    example,
    filing_faults,
    omissions,
    practice_filing,
    with_equipment,
)
from pitboss.submission.resolve import resolve
from pitboss.submission.rules import Rules

__all__ = [
    "Fault",
    "Lapse",
    "Rules",
    "SubmissionRefused",
    "check_filing",
    "choices",
    "completed",
    "defaults",
    "example",
    "filing_faults",
    "is_example",
    "omissions",
    "practice_filing",
    "resolve",
    "with_equipment",
]  # fmt: skip
