"""``pitboss expose``: what it is worth to know a card, or the hands of others."""

from typing import Annotated

import typer

from pitboss.cli.options import GameKey, Json
from pitboss.cli.progress import teller
from pitboss.cli.rules_asked import Pays, Readings, Submission, asked_rules, asked_submission
from pitboss.cli.screen import print_json, show
from pitboss.refusal import Refused
from pitboss.submission import completed


def command(
    game: GameKey,
    card: Annotated[
        str | None,
        typer.Option("--card", metavar="PLACE", help="A card of the table is seen, e.g. center."),
    ] = None,
    players: Annotated[
        int | None, typer.Option("--players", metavar="N", help="So many players share hands.")
    ] = None,
    samples: Annotated[
        int | None,
        typer.Option("--samples", metavar="N", help="Deals drawn where it cannot be exact."),
    ] = None,
    seed: Annotated[
        str | None,
        typer.Option("--seed", metavar="TEXT", help="Of the draws: the same, the same figures."),
    ] = None,
    submission: Submission = None,
    reading: Readings = None,
    pay: Pays = None,
    no_cache: Annotated[bool, typer.Option("--no-cache", help="Solve afresh.")] = False,
    as_json: Json = False,
) -> None:
    """What it is worth to know a card of the table, or the hands of other players.

    The player's edge with that knowledge and the best play. Without --card and --players: every
    card, and every number of players.
    """
    if card is not None and players is not None:
        raise Refused("choose one of --card and --players")
    if card is not None and (samples is not None or seed is not None):
        raise Refused(
            "a card of the table is exact, and nothing is drawn: --samples and --seed go with "
            "--players, or with the whole table"
        )
    found, rules = asked_rules(game, submission, reading, pay)
    from pitboss.lab.expose import SEED, Exposed, check_samples

    check_samples(samples)
    drawn_from = SEED if seed is None else seed
    with teller() as told:
        asked = Exposed(rules, told=told, cache=not no_cache)
        if card is not None:
            known = [asked.card(card)]
        elif players is not None:
            known = [asked.players(players, samples, drawn_from)]
        else:
            known = asked.everything(samples, drawn_from)
        if card is not None or players is not None:  # beside what it is measured by
            known.insert(0, asked.nothing())
    filed = asked_submission(found, submission, reading)
    if as_json:
        from pitboss.papers.expose_json import expose_json

        print_json(expose_json(found, rules, known, drawn_from, filed=filed, pay=pay or []))
    else:
        from pitboss.papers.expose_text import expose_text
        from pitboss.papers.solution_text import solved_words

        whole, _ = completed(found, filed)
        about = solved_words(found, whole, tuple(pay or ()))
        show(expose_text(found, rules, known, drawn_from, about))
