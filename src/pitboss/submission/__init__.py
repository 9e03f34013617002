"""Submissions: an operator's choices for a game, checked, and the rules that follow from them.

Start with `resolve(game, submission)`, which returns the `Rules` of a table or raises
`SubmissionRefused` with every fault. Partial submissions are completed from the built-in example
(`default_submission`). `check_filing` checks whether a submission is a complete filing, which is
what a table needs before it opens; `omissions` lists what is missing.
"""

from pitboss.submission.defaults import default_submission, is_example
from pitboss.submission.filing import (
    Lapse,
    check_filing,
    example_filing,
    filing_faults,
    omissions,
    practice_filing,
    with_equipment,
    without_edition,
)
from pitboss.submission.resolve import resolve
from pitboss.submission.rules import Rules
from pitboss.submission.validation import Fault, SubmissionRefused, complete_submission

__all__ = [
    "Fault",
    "Lapse",
    "Rules",
    "SubmissionRefused",
    "check_filing",
    "complete_submission",
    "default_submission",
    "example_filing",
    "filing_faults",
    "is_example",
    "omissions",
    "practice_filing",
    "resolve",
    "with_equipment",
    "without_edition",
]
