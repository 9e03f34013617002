"""What is taught: one game under one submission, and the texts of its clauses and house rules."""

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from msgspec import Struct

from pitboss.games.clauses import clauses
from pitboss.games.grammar import Game
from pitboss.papers.rules_card.card import RulesCard, build_rules_card
from pitboss.submission import resolve
from pitboss.submission.rules import Rules
from pitboss.table.house_rules import HOUSE_RULE_TEXTS


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
