"""How the felt is filled: which size of cards, spots with edges or without, where words go."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from pitboss.tui.cards import SIZES, SMALL, Size, hand_width
from pitboss.tui.felt import felt_size
from pitboss.tui.scene import Scene
from pitboss.tui.spots import is_neat, spots_size

ENOUGH: Final = 430
"""Characters of room in which results can be told beside the felt…"""
WIDE_ENOUGH: Final = 36
"""…and columns."""
MARGIN: Final = 2


class Plan(NamedTuple):
    """One way to fill it."""

    cards: Size
    """Of the table."""
    held: Size
    """Your own."""
    boxed: bool
    """Whether spots have edges."""
    spots: int
    """Columns for the spots."""
    yours: int
    """Lines for your hand and spots."""
    words: tuple[int, int]
    """Columns and lines for words, if they are not in the rail."""
    below: bool
    """Whether the words go below the table's cards, not beside them."""
    neat: bool
    """Whether every spot has its label on one line."""

    @property
    def worth(self) -> tuple[bool, bool, int]:
        """Room for words first, then neat labels; of equal plans the earlier is taken."""
        wide, high = self.words
        enough = wide * high >= ENOUGH and wide >= WIDE_ENOUGH
        return enough, self.neat, min(wide * high, ENOUGH)


def best_plan(scene: Scene, width: int, height: int, *, rail: bool) -> Plan:
    """The one with the largest cards that leaves room for what is said."""
    plans = list(_plans(scene, width, height, rail))
    if rail and plans:
        return max(plans, key=lambda plan: plan.neat)
    return max(plans, key=lambda plan: plan.worth, default=_least(scene, width))


def _plans(scene: Scene, width: int, height: int, rail: bool) -> Iterator[Plan]:
    """Every way that fits, the largest cards first."""
    for at, size in enumerate(SIZES):
        felt = felt_size(scene, size)
        beside = [held for held in SIZES[at:] if _fits(scene, width, held, boxed=False)]
        for held in beside[:2]:
            for boxed in (True, False):
                spots, yours, neat = _yours(scene, width, held, boxed)
                upper = height - yours
                if felt.width + 2 * MARGIN > width or felt.height > upper:
                    continue
                if not _fits(scene, width, held, boxed):
                    continue
                wide = 0 if rail else width - felt.width - 4 * MARGIN
                yield Plan(size, held, boxed, spots, yours, (wide, upper), False, neat)
                if upper - felt.height > 1 and not rail:
                    words = width - 2 * MARGIN, upper - felt.height - 1
                    yield Plan(size, held, boxed, spots, yours, words, True, neat)


def _yours(scene: Scene, width: int, size: Size, boxed: bool) -> tuple[int, int, bool]:
    """Columns for the spots beside your hand, lines for both, and whether labels are neat."""
    left = width - hand_width(len(scene.rules.hole), size) - 3 * MARGIN
    spots = spots_size(scene, left, boxed=boxed)
    return spots.width, max(size.height, spots.height), is_neat(scene, left, boxed=boxed)


def _fits(scene: Scene, width: int, size: Size, boxed: bool) -> bool:
    """Whether your hand and your spots have room side by side."""
    spots, _, _ = _yours(scene, width, size, boxed)
    return spots > 0 and hand_width(len(scene.rules.hole), size) + spots + 3 * MARGIN <= width


def _least(scene: Scene, width: int) -> Plan:
    """For a layout that has no room: the smallest of everything, and no words."""
    spots, yours, neat = _yours(scene, width, SMALL, boxed=False)
    return Plan(SMALL, SMALL, False, max(spots, 1), yours, (0, 0), False, neat)
