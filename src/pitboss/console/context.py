"""A table at a moment, as one member of the staff acts at it, and how its actions are made."""

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Final

from msgspec.structs import replace

from pitboss.console.actions import Action, Prompt, Variant, encode_command
from pitboss.errors import Refused
from pitboss.games import Game, find_game
from pitboss.shuffle import Shoe
from pitboss.submission.rules import Rules
from pitboss.table import Person, Role, State
from pitboss.table import commands as c
from pitboss.table.handlers import handle
from pitboss.table.house_rules import ROLES
from pitboss.table.state import require_rules

CheckCommand = Callable[[c.Command], None]
"""Raises `Refused` for a command that the table accepts, but somebody else does not."""
OTHER_ROLE: Final = "another role does this"
"""The refusal of actions that a console leaves out."""


def accept_command(_: c.Command) -> None:
    """Refuse nothing."""


class StandInShoe(Shoe):
    """A stack that stands in for the one of a round, whose cards a console must not know.

    The checks of a command do not depend on the cards. This stack has them in the order of the
    deck, and passes for the one that the house committed to.
    """

    def __init__(self, rules: Rules, seed_hash: str, root: str) -> None:
        size = len(rules.deck.cards)
        super().__init__(b"", tuple(rules.deck.cards), (b"",) * size)
        self.seed_hash, self.commitment = seed_hash, root

    def proof(self, place: int) -> tuple[str, ...]:
        """Return no proof, because there is none."""
        return ()


class ConsoleContext:
    """A committed state, a member of the staff and a time."""

    def __init__(
        self,
        state: State,
        by: Person,
        at: int,
        check: CheckCommand = accept_command,
    ) -> None:
        """``check`` may refuse more than the table itself does."""
        self.state, self.by, self.at = state, by, at
        self._check = check

    @property
    def rules(self) -> Rules:
        """The rules in force, which must exist."""
        return require_rules(self.state)

    @cached_property
    def game(self) -> Game:
        """The game of the table."""
        return find_game(self.state.game)

    @cached_property
    def _trial_state(self) -> State:
        """The state that commands are tried on: cards of a physical deck need not be entered."""
        round_ = self.state.round
        if round_ is None or not round_.physical:
            return self.state
        return replace(self.state, round=replace(round_, physical=False))

    @cached_property
    def _shoe(self) -> Shoe | None:
        round_ = self.state.round
        return StandInShoe(self.rules, round_.seed_hash, round_.root) if round_ else None

    @property
    def is_dealer(self) -> bool:
        """Whether a dealer is at the console."""
        return self.by.role is Role.DEALER

    def complete(self, command: c.Command) -> c.Command:
        """Return a command with the number of the round that is open."""
        round_ = self.state.round
        if isinstance(command, c.RoundCommand) and round_ and command.round == c.CURRENT_ROUND:
            return replace(command, round=round_.number)
        return command

    def refusal(self, command: c.Command) -> str:
        """Return why this command is not possible now, or an empty string."""
        is_physical = self.state.rules is not None and self.rules.table.is_physical
        if not c.may_give(type(command), self.by.role, physical=is_physical):
            return OTHER_ROLE
        command = self.complete(command)
        if getattr(command, "at", None) == c.UNTIMED:
            command = replace(command, at=self.at)
        try:
            handle(self._trial_state, self.by, command, self._shoe)
            self._check(command)
        except Refused as error:
            return OTHER_ROLE if error.clause == ROLES else error.reason
        return ""

    def variant(
        self, label: str, command: c.Command, *, detail: str = "", confirmation: str = ""
    ) -> Variant:
        """Return a variant that executes this command."""
        return Variant(label, encode_command(self.complete(command)), detail, confirmation)

    def action(
        self,
        name: str,
        label: str,
        command: c.Command,
        *,
        variant: str = "",
        variant_detail: str = "",
        trial: c.Command | None = None,
        detail: str = "",
        clause: str | None = None,
        prompts: tuple[Prompt, ...] = (),
        is_urgent: bool = False,
    ) -> Action:
        """Return an action with one variant.

        It is possible if the ``trial`` command is, which has answers; by default, the command.
        """
        return Action(
            id=name,
            role=self.by.role,
            label=label,
            detail=detail,
            clause=clause or "",
            variants=(self.variant(variant or label, command, detail=variant_detail),),
            prompts=prompts,
            refusal=self.refusal(trial or command),
            is_urgent=is_urgent,
        )

    def choice(
        self,
        name: str,
        label: str,
        variants: tuple[Variant, ...],
        refusal: str,
        *,
        detail: str = "",
        clause: str | None = None,
        prompts: tuple[Prompt, ...] = (),
        is_urgent: bool = False,
    ) -> Action:
        """Return an action with variants to choose from; it is refused if there are none."""
        return Action(
            id=name,
            role=self.by.role,
            label=label,
            detail=detail,
            clause=clause or "",
            variants=variants,
            prompts=prompts,
            refusal="" if variants else refusal,
            is_urgent=is_urgent,
        )


def own_actions(actions: Iterable[Action]) -> tuple[Action, ...]:
    """Return the actions without those of another role."""
    return tuple(action for action in actions if action.refusal != OTHER_ROLE)
