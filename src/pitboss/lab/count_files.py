"""Count files: how many deals make each hand or result, as text that other programs can check.

The files that ship with the program also provide the results of known main games without solving.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any, Final, NamedTuple

from pitboss.games.game_parts import HandOf, switch_of
from pitboss.games.grammar import Game
from pitboss.games.payoffs import Odds
from pitboss.lab.game_structure import main_game_digest
from pitboss.lab.hand_counts import count_by_line
from pitboss.lab.main_game import solve_main
from pitboss.lab.progress import Progress, no_progress
from pitboss.lab.side_returns import SideReturn, try_side_wagers
from pitboss.submission import resolve
from pitboss.submission.evaluators import hand_rankings
from pitboss.submission.rules import Rules, canonical_json

KnownResults = dict[tuple[int, Odds], int]

_PACKAGE: Final = Path(__file__).resolve().parent.parent
COUNT_FOLDERS: Final = (_PACKAGE.parent.parent / "data" / "counts", _PACKAGE / "data" / "counts")
"""Where the files are: in the source tree, and in an installed package."""


def known_results(rules: Rules) -> KnownResults | None:
    """Return how many deals of the main game end with each (staked, net), if a file says so."""
    return _known_main_games().get(main_game_digest(rules))


@cache
def _known_main_games() -> dict[str, KnownResults]:
    """Return every main game of every count file, by its digest."""
    results_by_digest: dict[str, KnownResults] = {}
    for folder in COUNT_FOLDERS:
        for file in sorted(folder.glob("*.txt")):
            results: KnownResults | None = None
            for line in file.read_text("utf-8").splitlines():
                words = line.split()
                if line.startswith("@"):
                    results = (
                        results_by_digest.setdefault(words[2], {}) if words[1] == "main" else None
                    )
                elif results is not None and words and words[0] != "of":
                    staked, net, deals = map(int, words)
                    results[staked, net] = deals
    return results_by_digest


ChoiceNames = dict[str, str]
MAIN_PREFIX = "main "


class CountBlock(NamedTuple):
    """A thing that is counted, and the count of each of its outcomes."""

    subject: str
    deals: int
    counts: tuple[tuple[str, int], ...]


def count_file(game: Game, progress: Progress = no_progress) -> str:
    """Return the count file of a game as text."""
    lines = [
        f"# {game.name}, {game.edition}: combinations per hand and wager.",
        "#",
        "# @ what is counted | under which choices; then the number of all deals, and of each.",
        "# main: by what is staked and won in units of one required wager, under the best play.",
    ]
    for block, choices in count_blocks(game, progress):
        lines += ["", f"@ {block.subject}" + (f" | {choices}" if choices else "")]
        width = max(len(name) for name, _ in block.counts)
        figures = [("of", block.deals), *block.counts]
        longest = max(len(str(n)) for _, n in figures)
        lines += [f"{name:<{width}}  {n:>{longest}}" for name, n in figures]
    return "\n".join(lines) + "\n"


def count_blocks(game: Game, progress: Progress = no_progress) -> Iterator[tuple[CountBlock, str]]:
    """Yield every block with the choices it applies to: hands, side wagers, the main game."""
    filings = list(_all_filings(game))
    rules_by_choices = [(choices, resolve(game, filing)) for choices, filing in filings]
    yield from _merge_equal_blocks(
        (hand, c) for c, rules in rules_by_choices for hand in _hand_blocks(rules)
    )
    yield from _merge_equal_blocks(_side_blocks(game, filings))
    yield from _merge_equal_blocks(
        (_main_block(rules, progress), c) for c, rules in rules_by_choices
    )


def _all_filings(game: Game) -> Iterator[tuple[ChoiceNames, dict[str, Any]]]:
    """Yield every combination of readings and options, with its submission."""
    questions = [("readings", reading.id, tuple(reading.choices)) for reading in game.readings]
    questions += [
        (wager.key, option.key, tuple(option.choices))
        for wager in game.required
        for option in wager.options
    ]
    for combination in product(*(choices for _, _, choices in questions)):
        choices: ChoiceNames = {}
        filing: dict[str, Any] = {"readings": {}, "wagers": {}}
        for (section, key, _), choice in zip(questions, combination, strict=True):
            choices[key] = choice
            if section == "readings":
                filing["readings"][key] = choice
            else:
                filing["wagers"][section] = {key: choice}
        yield choices, filing


def _hand_blocks(rules: Rules) -> Iterator[CountBlock]:
    rankings = hand_rankings(rules)
    for hand in rules.hands:
        if isinstance(hand, HandOf):
            deals_by_kind = count_by_line(rules, hand.name, rankings[hand.name].name)
            counts = tuple(
                (kind, deals_by_kind[kind]) for kind in reversed(rankings[hand.name].kinds)
            )
            yield CountBlock(f"hand {hand.name}", deals_by_kind.total(), counts)


def _side_blocks(
    game: Game, filings: list[tuple[ChoiceNames, dict[str, Any]]]
) -> Iterator[tuple[CountBlock, ChoiceNames]]:
    """Yield every side wager under each of its paytables, if the lab can count it.

    A wager that ends with a fold is left to the main game.
    """
    blocks_by_wager: dict[bytes, CountBlock | None] = {}
    for side in game.sides:
        tables = tuple(switch.choices) if (switch := switch_of(side.pays)) else ("",)
        for paytable, (choices, filing) in product(tables, filings):
            paytable_choice = {"paytable": paytable} if paytable else {}
            rules = resolve(
                game, filing | {"wagers": filing["wagers"] | {side.key: paytable_choice}}
            )
            wager = next(x for x in rules.sides if x.key == side.key)
            if wager.lives_after_fold:
                key = canonical_json((wager, rules.hands, rules.required))
                if key not in blocks_by_wager:
                    returns, _ = try_side_wagers([(rules, wager)])
                    blocks_by_wager[key] = _side_block(returns[side.key]) if returns else None
                if block := blocks_by_wager[key]:
                    yield block, paytable_choice | choices


def _side_block(side_return: SideReturn) -> CountBlock:
    counts = tuple((line.slug, line.combinations) for line in side_return.lines)
    return CountBlock(f"wager {side_return.key}", side_return.deals, counts)


def _main_block(rules: Rules, progress: Progress) -> CountBlock:
    main = solve_main(rules, progress=progress)
    counts = tuple(
        (f"{staked} {'+' if net >= 0 else ''}{net}", n) for (staked, net), n in main.results.items()
    )
    return CountBlock(f"{MAIN_PREFIX}{main_game_digest(rules)}", main.deals, counts)


def _merge_equal_blocks(
    blocks: Iterable[tuple[CountBlock, ChoiceNames]],
) -> Iterator[tuple[CountBlock, str]]:
    """Yield each distinct block once, with the choices it applies to."""
    choices_by_block: dict[CountBlock, list[ChoiceNames]] = {}
    for block, choices in blocks:
        choices_by_block.setdefault(block, []).append(choices)
    for block, block_choices in choices_by_block.items():
        peers = [
            c
            for other, choices_of_block in choices_by_block.items()
            if _counts_same_thing(block.subject, other.subject)
            for c in choices_of_block
        ]
        conditions = []
        for key in block_choices[0]:
            values, possible_values = (
                {c[key] for c in choices_of_block} for choices_of_block in (block_choices, peers)
            )
            if values != possible_values:
                conditions.append(f"{key}={'|'.join(sorted(values))}")
        yield block, " ".join(conditions)


def _counts_same_thing(subject: str, other: str) -> bool:
    """Return whether two blocks count the same subject, ignoring main-game digests."""
    return subject == other or (subject.startswith(MAIN_PREFIX) and other.startswith(MAIN_PREFIX))
