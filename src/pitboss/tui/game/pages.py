"""Pages over the table: past rounds, fairness and clauses."""

import shlex
from collections.abc import Iterable, Iterator

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pitboss.games import game_file
from pitboss.games.clauses import clauses
from pitboss.games.grammar import Game
from pitboss.papers.round_results import format_net
from pitboss.school.syllabus import split_citation
from pitboss.shuffle import build_shoe, shuffle_context
from pitboss.submission import Rules
from pitboss.table.house_rules import HOUSE_RULE_TEXTS
from pitboss.table.views import RoundView
from pitboss.tui.blocks import short_card
from pitboss.tui.game.screen_state import ScreenState, TablePhase
from pitboss.tui.theme import HEADING, INK, MUTED, STRONG


def rounds_page(screen: ScreenState) -> RenderableType:
    """Return the last rounds, newest first: cards, decisions and results."""
    last = screen.view.last if isinstance(screen.view.last, tuple) else ()
    if not last:
        return Text("No rounds have been played yet.", style=MUTED)
    return Group(*(part for view in reversed(last) for part in _round_parts(screen, view)))


def _round_parts(screen: ScreenState, view: RoundView) -> Iterator[RenderableType]:
    own_seat = view.seats.get(screen.seat)
    net = (
        sum(x.credit - x.stake for x in own_seat.results.values()) + own_seat.gifts
        if own_seat
        else 0
    )
    yield Text.assemble((f"Round {view.number}", HEADING), (f"  {format_net(net)}", STRONG))
    labels = {place.name: place.label for place in screen.card.layout.places}
    table = Table.grid(padding=(0, 2, 0, 2))
    table.add_row(Text("Table", style=MUTED), _round_cards(view, labels))
    for seat, seat_view in view.seats.items():
        player_name = "You" if seat == screen.seat else seat_view.player
        seat_net = sum(x.credit - x.stake for x in seat_view.results.values()) + seat_view.gifts
        cards = Text(" ").join(short_card(card) for card in seat_view.cards)
        decisions = ", ".join(map(str, seat_view.decisions))
        line = Text.assemble(
            cards, ("   " + decisions, INK), (f"   {format_net(seat_net)}", STRONG)
        )
        table.add_row(Text(player_name, style=MUTED), line)
    yield table
    yield Text()


def _round_cards(view: RoundView, labels: dict[str, str]) -> Text:
    parts = []
    for name, cards in view.cards.items():
        part = Text(f"{labels[name]} ", style=MUTED)
        part.append_text(Text(" ").join(short_card(card) for card in cards))
        parts.append(part)
    return Text("   ").join(parts)


def fairness_page(screen: ScreenState, table: str, export: str | None) -> RenderableType:
    """Return what the house committed to, what it revealed, and how to check both."""
    round_ = screen.round
    if round_ is None:
        return Text("No round has been opened yet.", style=MUTED)
    return Group(*_fairness_parts(round_, table, export, screen.rules))


def _fairness_parts(
    round_: RoundView, table: str, export: str | None, rules: Rules
) -> Iterator[RenderableType]:
    yield Text(f"Round {round_.number}", style=HEADING)
    yield Text(
        "Before you bet, the house publishes the hash of a secret seed and the root of a tree of "
        "hashes over its whole stack of cards. Neither can be changed afterward.",
        style=INK,
    )
    fact_table = Table.grid(padding=(0, 2, 0, 0))
    facts = {"seed hash": round_.seed_hash, "root": round_.root}
    facts |= {
        f"{contribution.who} added": contribution.entropy for contribution in round_.contributions
    }
    facts |= {"cut": f"{round_.cut} cards"} if round_.cut else {}
    facts |= {"seed": round_.seed} if round_.seed else {}
    for name, fact in facts.items():
        fact_table.add_row(Text(name, style=MUTED, no_wrap=True), Text(fact, overflow="fold"))
    yield Padding(fact_table, (1, 0))
    if round_.practice:
        yield Text("This is a practice round: anyone who knows the seed can predict the cards.\n")
    if not round_.seed:
        yield Text("The seed is revealed when the round is over.", style=INK)
        if not round_.cut and not round_.cards:
            yield Text(
                "While bets are open, press A at the table to add to the shuffle.", style=INK
            )
        return
    shoe = build_shoe(
        bytes.fromhex(round_.seed),
        shuffle_context(table, round_.number, round_.rules),
        rules.deck.cards,
    )
    matches = (shoe.seed_hash, shoe.root.hex()) == (round_.seed_hash, round_.root)
    yield Text(
        "Verified: the seed matches the seed hash and the root."
        if matches
        else "Not verified: the seed does not match the seed hash and the root.",
        style=STRONG,
    )
    yield Text(
        "\nTo check it yourself: the seed hash is the SHA-256 of the words “pitboss seed”, a zero "
        "byte and the bytes of the seed.",
        style=INK,
    )
    file = game_file(rules.game)
    game_option = f" --game {shlex.quote(str(file))}" if file else ""
    if export:
        check = f"pitboss verify {export}{game_option}"
        yield Text(f"After the session, {check} checks every card and payment.")
    else:
        yield Text(
            f"With --export FILE, pitboss verify FILE{game_option} checks every card and payment."
        )


def clauses_page(game: Game, citations: Iterable[str]) -> RenderableType:
    """Return clauses of the rulebook in our own words, and house rules."""
    try:
        book = {f"{game.short} {clause.id}": clause.says for clause in clauses(game.short)}
    except FileNotFoundError:  # a game whose rulebook has no clause texts
        book = {}
    texts = HOUSE_RULE_TEXTS | book
    clause_table = Table.grid(padding=(0, 2, 0, 0))
    for clause in dict.fromkeys(
        clause for citation in citations for clause in split_citation(citation)
    ):
        clause_table.add_row(Text(clause, style=HEADING, no_wrap=True), Text(texts.get(clause, "")))
    if not clause_table.row_count and not game.short:
        message = f"{game.name} has no rulebook in Pitboss, so there are no clauses to show."
        return Text(message, style=MUTED)
    if not clause_table.row_count:
        return Text("No clauses to show: nothing is being decided or paid right now.", style=MUTED)
    return clause_table


def cited_clauses(screen: ScreenState) -> Iterator[str]:
    """Yield the clauses behind what can be decided, bet or paid at this moment."""
    rules, wagers = screen.rules, {wager.key: wager for wager in screen.card.wagers}
    match screen.phase:
        case TablePhase.BETS:
            wager = wagers[screen.spot]
            yield from filter(
                None,
                map(rules.cite, (rules.table_procedures.betting, rules.table_procedures.chips)),
            )
            yield from filter(None, (wager.clause, wager.table_clause))
        case TablePhase.RESULTS:
            for sentence in screen.result_sentences:
                yield from sentence.clauses
        case _:
            street = screen.street
            if street:
                citations = street.clause, *(step.clause for step in street.reveals)
                yield from filter(None, map(rules.cite, citations))
                yield from filter(None, (wagers[street.wager].clause,))
