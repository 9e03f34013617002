"""What is taught: one game under one submission, and the texts of its clauses and house rules."""

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, Final

from msgspec import Struct

from pitboss.games.clauses import clauses
from pitboss.games.grammar import Game
from pitboss.papers.rules_card.card import RulesCard, build_rules_card
from pitboss.submission import resolve
from pitboss.submission.rules import Rules

HOUSE_RULE_TEXTS: Final = {
    "ROUND-1": "After “no more bets”, wagers change only by the steps of the round, in order.",
    "ROUND-2": "A round is played only under a submission that two people have approved.",
    "ROUND-3": "If the rulebook does not cover an irregularity, a floorperson rules, on record.",
    "ROUND-4": "A deck past its time limit blocks the next deal.",
    "ROUND-6": "A wager outside the limits is refused when made; an accepted one is settled.",
    "ROUND-7": "The last rounds of a table can be recalled, also when it is closed or disabled.",
    "ROUND-8": "A disabled table, game or player starts no new round; the open one is finished.",
    "ROUND-9": "A void undoes the whole round; its winnings stay at the table until it is closed.",
    "ROUND-11": "A filing takes effect only if complete, with the regulator's approvals.",
    "RULINGS Cuts": "A cut must also leave ten cards at the bottom; no rulebook says so.",
    "PROG-1": "Rules and meters change only with two people's approval, never during a round.",
    "PROG-2": "A meter falls only by a payout, a void round or a correction by two people.",
    "PROG-6": "No card is dealt until every accepted progressive wager is collected.",
    "PROG-7": "A floorperson validates a progressive win before it is paid.",
    "LEDG-1": "Every chip is on the books, and nobody can stake more than they have.",
    "LEDG-5": "Two people correct a settled result: one proposes, the other approves.",
    "LEDG-6": "No correction pays more than the cards could have paid.",
    "FAIR-5": "The house commits to its stack before bets close, and reveals it afterward.",
    "FAIR-6": "An exported shift can be replayed and verified, to the last card and cent.",
    "SEC-3": "What one person starts, another approves: counts, voids, corrections, payments.",
    "SEC-4": "People may do only what their role allows.",
    "SEC-7": "Accounts that may belong to one person never count as two people.",
}
"""House rules, which apply to every game."""


class Syllabus(Struct, frozen=True, dict=True):
    """A game, its submission, and the number of players at the school's table."""

    game: Game
    submission: Mapping[str, Any]
    seats: int = 3

    @cached_property
    def rules(self) -> Rules:
        """The rules of the table."""
        return resolve(self.game, self.submission)

    @cached_property
    def card(self) -> RulesCard:
        """The rules card."""
        return build_rules_card(self.game, self.submission)

    @cached_property
    def wager_labels(self) -> dict[str, str]:
        """The label of each wager on offer, by its key."""
        return {wager.key: wager.label for wager in self.rules.wagers}

    @cached_property
    def clause_texts(self) -> dict[str, str]:
        """The text of each clause and house rule, in our own words."""
        try:
            book = {
                f"{self.game.short} {clause.id}": clause.says for clause in clauses(self.game.short)
            }
        except FileNotFoundError:  # a game whose rulebook has no clause texts
            book = {}
        return HOUSE_RULE_TEXTS | book

    def plain_sentence(self, sentence: str) -> str:
        """Return a sentence of the table with the labels of wagers instead of their keys."""
        for key, label in self.wager_labels.items():
            sentence = re.sub(rf"\b{re.escape(key)}\b", label, sentence)
        return f"{sentence[:1].upper()}{sentence[1:]}."

    def cited_clause_texts(self, citations: Iterable[str]) -> dict[str, str]:
        """Return the cited clauses, each with its text."""
        return {
            clause: self.clause_texts.get(clause, "")
            for citation in citations
            for clause in split_citation(citation)
            if clause
        }


def split_citation(citation: str) -> tuple[str, ...]:
    """Split a citation of several clauses: ``CCP 8.F(4), 9.D(4)`` cites two."""
    first, *more = citation.split(", ")
    book, space, _ = first.rpartition(" ")
    return (first, *(f"{book}{space}{clause}" for clause in more))
