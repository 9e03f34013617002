"""Count files: how many deals make what, in plain text that any other program can check itself by.

A file has blocks. A block begins with ``@``, what is counted, and under which choices; then comes
``of`` with the number of all deals, and a line for each thing counted. Choices that count alike
share a block.
"""

from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any, NamedTuple

from pitboss.games.grammar import Game
from pitboss.games.words import HandOf, switch_of
from pitboss.lab.chances import counts_by
from pitboss.lab.digest import digest
from pitboss.lab.main import solve_main
from pitboss.lab.returns import SideReturn
from pitboss.lab.sides import count_wagers
from pitboss.lab.work import Told, untold
from pitboss.submission import resolve
from pitboss.submission.canonical import canonical
from pitboss.submission.evaluators import rankings
from pitboss.submission.rules import Rules

Choices = dict[str, str]
MAIN = "main "


class Block(NamedTuple):
    """What is counted, and how often each of it comes."""

    what: str
    deals: int
    counts: tuple[tuple[str, int], ...]


def count_file(game: Game, told: Told = untold) -> str:
    """The whole file of one game."""
    lines = [
        f"# {game.name}, {game.edition}: combinations per hand and wager.",
        "#",
        "# @ what is counted | under which choices; then the number of all deals, and of each.",
        "# main: by what is staked and won in units of one required wager, under the best play.",
    ]
    for block, choices in blocks(game, told):
        lines += ["", f"@ {block.what}" + (f" | {choices}" if choices else "")]
        width = max(len(name) for name, _ in block.counts)
        figures = [("of", block.deals), *block.counts]
        longest = max(len(str(n)) for _, n in figures)
        lines += [f"{name:<{width}}  {n:>{longest}}" for name, n in figures]
    return "\n".join(lines) + "\n"


def blocks(game: Game, told: Told = untold) -> Iterator[tuple[Block, str]]:
    """Every block, with the choices that it stands for: hands, side wagers, the main game."""
    filed = list(_filings(game))
    rules = [(choices, resolve(game, given)) for choices, given in filed]
    yield from _together((hand, c) for c, x in rules for hand in _hands(x))
    yield from _together(_sides(game, filed))
    yield from _together((_main(x, told), c) for c, x in rules)


def _filings(game: Game) -> Iterator[tuple[Choices, dict[str, Any]]]:
    """Every way to read the rulebook and to choose its options, with the submission that does."""
    asked = [("readings", reading.id, tuple(reading.choices)) for reading in game.readings]
    asked += [
        (wager.key, option.key, tuple(option.choices))
        for wager in game.required
        for option in wager.options
    ]
    for picks in product(*(choices for _, _, choices in asked)):
        choices: Choices = {}
        given: dict[str, Any] = {"readings": {}, "wagers": {}}
        for (where, key, _), pick in zip(asked, picks, strict=True):
            choices[key] = pick
            if where == "readings":
                given["readings"][key] = pick
            else:
                given["wagers"][where] = {key: pick}
        yield choices, given


def _hands(rules: Rules) -> Iterator[Block]:
    ranks = rankings(rules)
    for hand in rules.hands:
        if isinstance(hand, HandOf):
            found = counts_by(rules, hand.name, ranks[hand.name].name)
            counts = tuple((kind, found[kind]) for kind in reversed(ranks[hand.name].kinds))
            yield Block(f"hand {hand.name}", found.total(), counts)


def _sides(
    game: Game, filed: list[tuple[Choices, dict[str, Any]]]
) -> Iterator[tuple[Block, Choices]]:
    """Every side wager under each of its paytables, if the lab can count it.

    (What a fold ends, the main game counts.)
    """
    known: dict[bytes, Block | None] = {}
    for side in game.sides:
        tables = tuple(switch.choices) if (switch := switch_of(side.pays)) else ("",)
        for letter, (choices, given) in product(tables, filed):
            named = {"paytable": letter} if letter else {}
            rules = resolve(game, given | {"wagers": given["wagers"] | {side.key: named}})
            wager = next(x for x in rules.sides if x.key == side.key)
            if wager.lives_after_fold:
                key = canonical((wager, rules.hands, rules.required))
                if key not in known:
                    counted, _ = count_wagers([(rules, wager)])
                    known[key] = _block(counted[side.key]) if counted else None
                if block := known[key]:
                    yield block, named | choices


def _block(found: SideReturn) -> Block:
    counts = tuple((line.slug, line.combinations) for line in found.lines)
    return Block(f"wager {found.key}", found.deals, counts)


def _main(rules: Rules, told: Told) -> Block:
    found = solve_main(rules, told=told)
    counts = tuple(
        (f"{staked} {'+' if net >= 0 else ''}{net}", n)
        for (staked, net), n in found.results.items()
    )
    return Block(f"{MAIN}{digest(rules)}", found.deals, counts)


def _together(found: Iterable[tuple[Block, Choices]]) -> Iterator[tuple[Block, str]]:
    """Blocks that count alike as one, with the choices that it stands for."""
    alike: dict[Block, list[Choices]] = {}
    for block, choices in found:
        alike.setdefault(block, []).append(choices)
    for block, some in alike.items():
        peers = [c for other, x in alike.items() if _same(block.what, other.what) for c in x]
        told = []
        for key in some[0]:
            picked, possible = ({c[key] for c in x} for x in (some, peers))
            if picked != possible:
                told.append(f"{key}={'|'.join(sorted(picked))}")
        yield block, " ".join(told)


def _same(what: str, other: str) -> bool:
    """Whether two blocks count the same thing; of the main game, under whatever digest."""
    return what == other or (what.startswith(MAIN) and other.startswith(MAIN))
