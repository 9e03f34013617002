"""How the figures were made, and the one command that makes each of them again."""

import shlex
from collections.abc import Iterator
from typing import Final

from pitboss.cards import cards, show
from pitboss.games.names import HOLE
from pitboss.papers.par.blocks import Section, Table, Words
from pitboss.papers.par.main_game import ALL_STARTS
from pitboss.papers.par.sheet import ParSheet
from pitboss.papers.words import listed
from pitboss.round import seen
from pitboss.submission.rules import Rules, positions

FILE: Final = "submission.toml"
"""Where the submission of a sheet is saved, so that its commands find it."""
EXAMPLE: Final = cards("Kh Qs")
"""A hand to ask about, as far as the deck has it."""
SPREAD: Final = 5
"""Further cards are taken this far apart, so that they are of several ranks and suits."""


def method(sheet: ParSheet) -> Section:
    """In sentences, and as commands."""
    main = sheet.solution.main
    return Section(
        "method",
        "Method, and how to reproduce every figure",
        (
            Words(
                f"The main game was solved exactly, over all {main.deals:,} deals, by the method "
                f"“{main.method}”: whole numbers of deals are counted, and fractions made of them "
                "at the end. No figure is sampled. Payouts are asked of the same settlement that "
                "pays at a table, and the rules come from the definition that it is run by."
            ),
            Words(
                "Side wagers are counted over every deal of the cards that they are paid on. "
                "Deviation, volatility and hold are computed from the exact counts and rounded "
                "once, when they are printed."
            ),
            Words(
                "Every figure was computed when this sheet was made, or read from a kept solution "
                "that bears the digest of these rules and of this lab "
                f"({sheet.lab}), and that its own SHA-256 proves; one that fails is computed "
                "again. The option --no-cache computes everything afresh."
            ),
            Table(
                (("Figure", "text"), ("Command", "exact")),
                tuple(commands(sheet)),
                title="One command for each figure",
                said=_needs(sheet),
            ),
        ),
    )


def _needs(sheet: ParSheet) -> str:
    """Say what the commands need beside each other in a folder."""
    game = [f"the game in {sheet.file}"] if sheet.file else []
    filed = [] if sheet.is_default else [f"the submission below saved as {FILE}"]
    beside = listed([*game, *filed]) if game or filed else ""
    return f"With Pitboss {sheet.program}" + (f", {beside}." if beside else ".")


def commands(sheet: ParSheet) -> Iterator[tuple[str, str]]:
    """What is shown, and what to type for it."""
    game = shlex.quote(sheet.file) if sheet.file else sheet.card.game
    filed = "" if sheet.is_default else f" --submission {FILE}"
    pay = "".join(f" --pay {shlex.quote(text)}" for text in sheet.changes)
    solve = f"pitboss solve {game}{filed}{pay}"
    chart = ", with the chart" if len(sheet.solution.main.starts) == ALL_STARTS else ""
    yield "Edge, element of risk, deviation, hit rates, strategy", f"{solve} --json"
    yield f"The same for people{chart}", solve
    yield "Return tables of side wagers, every result of the main game", f"{solve} --csv"
    if sheet.card.meters:
        yield "Meters, envy, break-even", f"{solve} --json"
    if sheet.questions:
        yield "Effect of readings and options", f"pitboss readings {game} --effect{filed}"
    if pay:
        yield "Rules hash", f"{solve} --json"
    else:
        loaded = f" --game {game}" if sheet.file else ""
        check = f"pitboss submission check {FILE}{loaded}"
        yield "Rules hash, submission", check if filed else f"pitboss rules {game} --json"
        if sheet.solution.rules.streets:
            seen_cards = _example_cards(sheet.solution.rules)
            yield "What a decision is worth", f"pitboss advise {game}{filed} {seen_cards}"
    pace = f" --pace {sheet.pace}"
    yield (
        "Volatility, hold, this sheet",
        (f"pitboss report {game}{filed}{pay}{pace} --date {sheet.date} -o sheet.html"),
    )
    yield (
        "The same as data, raises by chance alone",
        f"pitboss report {game}{filed}{pay}{pace} --date {sheet.date} --json",
    )


def _example_cards(rules: Rules) -> str:
    """Return options of ``advise`` with some cards that a player sees at the first decision."""
    known = [c for c in EXAMPLE if c in rules.deck.every]
    others = [c for c in rules.deck.cards if c not in known]
    mixed = sorted(range(len(others)), key=lambda at: (at % SPREAD, -at))
    left = [*known, *(others[at] for at in mixed)]
    where, visible = positions(rules.places, rules.hole), set(seen(rules, 0))
    names = [HOLE, *(place.name for place in rules.places)]
    counts = {name: len(visible.intersection(where[name])) for name in names}
    options = []
    for name, count in counts.items():
        if count:
            options.append(f'--{name} "{show(left[:count])}"')
            del left[:count]
    return " ".join(options)
