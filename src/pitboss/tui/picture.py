"""The whole screen as lines of text: pure, so that it can be compared with a file."""

from typing import Final

from rich.style import Style
from rich.text import Text

from pitboss.tui.bars import WIDE, choices_lines, keys_line, prompt_lines, top_block
from pitboss.tui.block import Block, above, beside, block, line, padded, room, wrapped
from pitboss.tui.cards import NO_CARD, hand_block
from pitboss.tui.felt import felt_block
from pitboss.tui.look import INK, ON_CHROME, ON_FELT, ON_RAIL
from pitboss.tui.others import others_block
from pitboss.tui.plans import MARGIN, Plan, best_plan
from pitboss.tui.rail import rail_block
from pitboss.tui.scene import Moment, Scene
from pitboss.tui.spots import spots_block

LEAST_WIDTH: Final = 80
LEAST_HEIGHT: Final = 24
RAIL: Final = (42, 64)
"""How wide the rail is, at least and at most."""
ASKED: Final = 2
"""Lines for what is asked."""
AIRY: Final = 30
"""From this height on there is air around it."""


def picture(scene: Scene, width: int, height: int) -> list[Text]:
    """The screen, line by line."""
    if width < LEAST_WIDTH or height < LEAST_HEIGHT:
        return too_small(width, height)
    top = styled(top_block(scene, width), ON_CHROME)
    low = styled(_bottom(scene, width, airy=height >= AIRY), ON_CHROME)
    left = height - len(top) - len(low)
    if width < WIDE:
        return [*top, *styled(_body(scene, width, left, rail=False), ON_FELT), *low]
    wide = min(RAIL[1], max(RAIL[0], width * 3 // 10))
    felt = styled(_body(scene, width - wide, left, rail=True), ON_FELT)
    said = rail_block(scene, wide - 2 * MARGIN, left - 2)
    rail = styled(room(_inset(said, wide), wide, left), ON_RAIL)
    return [*top, *(line(*both) for both in zip(felt, rail, strict=True)), *low]


def _bottom(scene: Scene, width: int, *, airy: bool) -> Block:
    asked = prompt_lines(scene, width - 2 * MARGIN)[:ASKED]
    asked += [Text()] * (ASKED - len(asked))
    said = [*asked, *choices_lines(scene, width - 2 * MARGIN)]
    air = [Text()] if airy else []
    return block([*air, *map(_moved, said), *air, keys_line(width)], width)


def _body(scene: Scene, width: int, height: int, *, rail: bool) -> Block:
    """The table's cards, other players, your hand and spots."""
    others = others_block(scene, width, small=not rail)
    height -= others.height
    plan = best_plan(scene, width, height - 1, rail=rail)
    parts = [
        _table(scene, plan, width, max(0, height - plan.yours - 1)),
        room(others, width, others.height),
        block([Text()], width),
        room(_yours(scene, plan), width, plan.yours),
    ]
    return room(above(parts), width, height + others.height)


def _yours(scene: Scene, plan: Plan) -> Block:
    """Your hand, and your spots beside it."""
    held = scene.mine.cards if scene.mine and scene.moment is not Moment.BETS else ()
    cards = (*held, *(NO_CARD,) * (len(scene.rules.hole) - len(held)))
    hand = hand_block(cards, plan.held, "Yours")
    spots = spots_block(scene, plan.spots, boxed=plan.boxed)
    both = [room(made, made.width, plan.yours) for made in (hand, spots)]
    return beside(both, 2 * MARGIN)


def _table(scene: Scene, plan: Plan, width: int, height: int) -> Block:
    """The table's cards, and where there is no rail the words with them."""
    wide, high = plan.words
    felt = felt_block(scene, plan.cards)
    if not wide:
        return room(felt, width, height)
    words = rail_block(scene, wide, high)
    if plan.below:
        cards = room(felt, width, height - high - 1)
        return above([cards, block([Text()], width), _inset(words, width)])
    said = _inset(words, wide + 2 * MARGIN)
    return beside([room(felt, width - said.width, height), said])


def _inset(made: Block, width: int) -> Block:
    return block(map(_moved, made.lines), width)


def _moved(text: Text) -> Text:
    return line(" " * MARGIN, text)


def styled(made: Block, style: Style) -> list[Text]:
    """The lines of a block on this ground."""
    lines = [text.copy() for text in made.lines]
    for text in lines:
        text.stylize_before(style)
    return lines


def too_small(width: int, height: int) -> list[Text]:
    """What is said where there is no room for a table."""
    least = f"{LEAST_WIDTH} columns and {LEAST_HEIGHT} lines"
    said = f"The table needs {least}; here are {width} and {height}."
    lines = wrapped(said, width, INK)[:height]
    return [padded(text, width) for text in lines + [Text()] * (height - len(lines))]
