"""What is taught: one game as one operator filed it, and the words of its clauses."""

import re
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any

from msgspec import Struct

from pitboss.games.clauses import clauses
from pitboss.games.grammar import Game
from pitboss.papers.card import Card, rules_card
from pitboss.school.house import HOUSE
from pitboss.submission import resolve
from pitboss.submission.rules import Rules


class Syllabus(Struct, frozen=True, dict=True):
    """A game, its submission, and how many players sit at the table of the school."""

    game: Game
    submission: Mapping[str, Any]
    seats: int = 3

    @cached_property
    def rules(self) -> Rules:
        """The rules in force."""
        return resolve(self.game, self.submission)

    @cached_property
    def card(self) -> Card:
        """The rules card."""
        return rules_card(self.game, self.submission)

    @cached_property
    def labels(self) -> dict[str, str]:
        """Each wager on offer, by its key, as people call it."""
        return {wager.key: wager.label for wager in self.rules.wagers}

    @cached_property
    def says(self) -> dict[str, str]:
        """What each clause of the book and each rule of the house says, in our words."""
        try:
            book = {f"{self.game.short} {one.id}": one.says for one in clauses(self.game.short)}
        except FileNotFoundError:  # a game whose book is not mapped
            book = {}
        return HOUSE | book

    def plain(self, sentence: str) -> str:
        """A sentence of the table with wagers as people call them, from its first letter on."""
        for key, label in self.labels.items():
            sentence = re.sub(rf"\b{re.escape(key)}\b", label, sentence)
        return f"{sentence[:1].upper()}{sentence[1:]}."

    def words(self, cited: Iterable[str]) -> dict[str, str]:
        """Clauses as they are cited, each with what it says."""
        return {one: self.says.get(one, "") for many in cited for one in split(many) if one}


def split(cited: str) -> tuple[str, ...]:
    """``CCP 8.F(4), 9.D(4)`` is two clauses of one book."""
    first, *more = cited.split(", ")
    book, space, _ = first.rpartition(" ")
    return (first, *(f"{book}{space}{one}" for one in more))
