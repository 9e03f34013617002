"""Streets and the order of dealing."""

from collections import Counter
from collections.abc import Iterator
from typing import TYPE_CHECKING

from pitboss.games.checks.common import twice, unknown
from pitboss.games.dealing import Ask, Burn, Dealing, Discard, Lies, ToPlayers, ToTable
from pitboss.games.words import FOLD, Shown

if TYPE_CHECKING:
    from pitboss.games.grammar import Game


def streets(game: "Game") -> Iterator[str]:
    """Each raise is decided once, and each card turned over once."""
    decided = [street.wager for street in game.streets]
    raises = [wager.key for wager in game.raises]
    if decided != raises:
        yield f"the streets decide {', '.join(decided)} but the raises are {', '.join(raises)}"
    shown = dict.fromkeys(game.looks.split(), "the player looks at it first")
    cards = [*game.hole.split(), *(place.name for place in game.places)]
    for street in game.streets:
        revealed = street.reveal.replace(";", " ").split()
        yield from unknown(f"the street {street.wager} reveals", revealed, cards)
        if street.reveal.count(";") != street.reveal_by.count(", "):
            yield f"the street {street.wager} needs a clause for each step that reveals"
        for card in revealed:
            if card in shown:
                yield f"the street {street.wager} reveals {card!r} again ({shown[card]})"
            shown[card] = f"the street {street.wager} reveals it"
        stakes = list(street.asks.values())
        if len(stakes) < 2 or any(times != FOLD and times < 0 for times in stakes):
            yield f"the street {street.wager} needs at least two decisions, none below nothing"
        if not {FOLD, 0} & set(stakes):
            yield f"the street {street.wager} leaves no way to stake nothing"
        if not any(times != FOLD and times > 0 for times in stakes):
            yield f"the street {street.wager} leaves no way to stake anything"
    yield from (f"no street reveals {card!r}" for card in cards if card not in shown)


def dealing(game: "Game") -> Iterator[str]:
    """Every card is dealt once, and before it is looked at."""
    if not game.dealing:
        yield "it has no way of dealing"
    yield from twice("method of dealing", (f"{d.method} {d.reshuffling}" for d in game.dealing))
    for method in game.dealing:
        name = f"dealing by {method.clause}"
        yield from (f"{name} {fault}" for fault in _dealt(game, method))


def _dealt(game: "Game", method: Dealing) -> Iterator[str]:
    wanted = Counter(game.hole.split()) + Counter({p.name: p.cards for p in game.places})
    due = {street.wager: street for street in game.streets}
    given: Counter[str] = Counter()
    asked: list[str] = []
    needed = game.looks.split()
    shown: tuple[Shown, ...] = ()
    for step in method.steps:
        match step:
            case ToPlayers():
                given.update(step.cards)
            case ToTable():
                if step.lies is Lies.UP and Counter(step.places) != _next(shown, given, wanted):
                    yield f"lays {', '.join(dict.fromkeys(step.places))} face up out of turn"
                given.update(step.places)
            case Ask():
                if late := [card for card in needed if given[card] < wanted[card]]:
                    yield f"asks {step.street} before {', '.join(late)} is dealt"
                shown = due[step.street].shown if step.street in due else ()
                needed = [card for some in shown for card in some.names]
                asked.append(step.street)
            case Burn() | Discard():
                pass
    if given != wanted:
        wrong = sorted((given - wanted) + (wanted - given))
        yield f"gives a wrong number of {', '.join(wrong)}"
    if asked and asked != list(due):
        yield "asks out of order"


def _next(shown: tuple[Shown, ...], given: Counter[str], wanted: Counter[str]) -> Counter[str]:
    """The cards that are shown next, of a street that was asked; none where nothing is."""
    for step in shown:
        if any(given[name] < wanted[name] for name in step.names):
            return Counter({name: wanted[name] for name in step.names})
    return Counter()
