"""What an operator chose, checked against the game, and the rules that follow from it."""

from pitboss.submission.check import completed
from pitboss.submission.defaults import defaults
from pitboss.submission.faults import Fault, SubmissionRefused
from pitboss.submission.resolve import resolve
from pitboss.submission.rules import Rules

__all__ = ["Fault", "Rules", "SubmissionRefused", "completed", "defaults", "resolve"]
