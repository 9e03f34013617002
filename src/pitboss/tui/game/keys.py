"""Which key does what: decisions first, then what the moment offers, then general keys."""

from typing import Final

from pitboss.tui.game.screen_state import ScreenState, TablePhase, decision_letters

KeyAction = tuple[str, tuple[str | int, ...]]
"""An action of the application and its arguments."""

GENERAL_ACTIONS: Final[dict[str, KeyAction]] = {
    "r": ("read", ("rules",)),
    "h": ("read", ("rounds",)),
    "f": ("read", ("fairness",)),
    "c": ("read", ("clauses",)),
    "?": ("read", ("clauses",)),
    "a": ("add_entropy", ()),
    "b": ("do", ("buy",)),
    "q": ("leave", ()),
}
"""Capitals work at any time; lowercase letters where no decision of the game uses them."""
ENTER_KEYS: Final = ("enter", "ctrl+j")
"""Terminals send Enter as Ctrl-J if it is pressed before the screen is ready."""
PREVIOUS_KEYS: Final = ("left", "up", "shift+tab")
NEXT_KEYS: Final = ("right", "down", "tab")
MORE_KEYS: Final = ("+", "=")
FEWER_KEYS: Final = ("-", "_", "−")
CLEAR_KEYS: Final = ("x", "delete", "backspace")


def key_action(screen: ScreenState, key: str, character: str | None) -> KeyAction | None:
    """Return the action of a key in the current phase, or None."""
    key = "enter" if key in ENTER_KEYS else key
    letter = character if character and character.isprintable() else ""
    general_action = GENERAL_ACTIONS.get(letter.lower())
    if general_action and not letter.islower():
        return general_action
    if screen.phase is TablePhase.TURN:
        action = _turn_action(screen, key, letter)
    elif screen.phase is TablePhase.BETS:
        action = _betting_action(key, letter.lower())
    elif screen.phase is TablePhase.RESULTS:
        action = _results_action(key)
    else:
        action = None
    return action or (None if letter in _decision_keys(screen) else general_action)


def _decision_keys(screen: ScreenState) -> set[str]:
    """Return the keys of all decisions of the game.

    Pressed too early, none of them may do anything else: a ``b`` that is meant to bet must not
    buy in because the hand was over.
    """
    return {
        key
        for street in screen.rules.streets
        for key in decision_letters([*street.choices]).values()
    }


def _turn_action(screen: ScreenState, key: str, character: str) -> KeyAction | None:
    keys = decision_letters([choice.decision for choice in screen.choices])
    for decision, letter in keys.items():
        if character == letter:
            return "do", ("take", decision)
    if key in PREVIOUS_KEYS or key in NEXT_KEYS:
        return "do", ("look", 1 if key in NEXT_KEYS else -1)
    if key != "enter":
        return None
    choice = screen.highlighted_choice
    return ("do", ("take", choice.decision)) if choice else ("choose_first", ())


def _betting_action(key: str, character: str) -> KeyAction | None:
    if key == "enter":
        return "do", ("deal",)
    if key in PREVIOUS_KEYS or key in NEXT_KEYS:
        return "bet", ("point", 1 if key in NEXT_KEYS else -1)
    if character in MORE_KEYS or character in FEWER_KEYS:
        return "bet", ("add", 1 if character in MORE_KEYS else -1)
    if character.isascii() and character.isdigit():
        return "bet", ("pick", int(character))
    return ("bet", ("clear",)) if character == "x" or key in CLEAR_KEYS else None


def _results_action(key: str) -> KeyAction | None:
    if key == "enter":
        return "do", ("deal",)
    if key == "space":
        return "do", ("start_next_round",)
    if key in ("up", "down"):
        return "do", ("scroll_results", 1 if key == "down" else -1)
    return None
