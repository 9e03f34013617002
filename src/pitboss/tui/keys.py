"""Which key does what: the decisions first, then what the moment offers, then the house's keys."""

from typing import Final

from pitboss.tui.scene import Moment, Scene, choice_keys

Act = tuple[str, tuple[str | int, ...]]
"""An action of the app and what it is told."""

HOUSE: Final[dict[str, Act]] = {
    "r": ("read", ("rules",)),
    "h": ("read", ("rounds",)),
    "f": ("read", ("fairness",)),
    "c": ("read", ("clauses",)),
    "?": ("read", ("clauses",)),
    "a": ("add_entropy", ()),
    "b": ("do", ("buy",)),
    "q": ("leave", ()),
}
"""As capitals they work at any time, as small letters where no decision of the game has them."""
ENTER: Final = ("enter", "ctrl+j")
"""Pressed before the screen is ready, a terminal sends it as the other."""
BACK: Final = ("left", "up", "shift+tab")
ON: Final = ("right", "down", "tab")
MORE: Final = ("+", "=")
FEWER: Final = ("-", "_", "−")
CLEAR: Final = ("x", "delete", "backspace")


def pressed(scene: Scene, key: str, character: str | None) -> Act | None:
    """What a key asks for now."""
    key = "enter" if key in ENTER else key
    typed = character if character and character.isprintable() else ""
    house = HOUSE.get(typed.lower())
    if house and not typed.islower():
        return house
    if scene.moment is Moment.TURN:
        found = _turn(scene, key, typed)
    elif scene.moment is Moment.BETS:
        found = _bets(key, typed.lower())
    elif scene.moment is Moment.RESULTS:
        found = _results(key)
    else:
        found = None
    return found or (None if typed in _answers(scene) else house)


def _answers(scene: Scene) -> set[str]:
    """The keys of all decisions of the game: pressed too early, none of them does something else.

    A ``b`` that is meant to bet never buys in because the hand was over.
    """
    return {
        key for street in scene.rules.streets for key in choice_keys([*street.choices]).values()
    }


def _turn(scene: Scene, key: str, typed: str) -> Act | None:
    keys = choice_keys([choice.decision for choice in scene.choices])
    for decision, letter in keys.items():
        if typed == letter:
            return "do", ("take", decision)
    if key in BACK or key in ON:
        return "do", ("look", 1 if key in ON else -1)
    if key != "enter":
        return None
    pointed = scene.pointed
    return ("do", ("take", pointed.decision)) if pointed else ("choose_first", ())


def _bets(key: str, typed: str) -> Act | None:
    if key == "enter":
        return "do", ("deal",)
    if key in BACK or key in ON:
        return "bet", ("point", 1 if key in ON else -1)
    if typed in MORE or typed in FEWER:
        return "bet", ("add", 1 if typed in MORE else -1)
    if typed.isascii() and typed.isdigit():
        return "bet", ("pick", int(typed))
    return ("bet", ("clear",)) if typed == "x" or key in CLEAR else None


def _results(key: str) -> Act | None:
    if key == "enter":
        return "do", ("deal",)
    if key == "space":
        return "do", ("change",)
    if key in ("up", "down"):
        return "do", ("scrolled", 1 if key == "down" else -1)
    return None
