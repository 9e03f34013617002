"""What comes up over the table on a key: rules card, last rounds, fairness, clauses."""

import shlex
from collections.abc import Iterable, Iterator

from rich.console import Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from pitboss.games import file_of
from pitboss.games.clauses import clauses
from pitboss.games.grammar import Game
from pitboss.papers.result_text import net_text
from pitboss.school.house import HOUSE
from pitboss.school.syllabus import split
from pitboss.shuffle import bound_to, shoe_of
from pitboss.submission import Rules
from pitboss.table.views import RoundView
from pitboss.tui.cards import short
from pitboss.tui.look import HEADING, INK, MUTED, STRONG
from pitboss.tui.scene import Moment, Scene


def rounds_page(scene: Scene) -> RenderableType:
    """The last rounds, the newest first: cards, decisions, what they came to."""
    last = scene.view.last if isinstance(scene.view.last, tuple) else ()
    if not last:
        return Text("No round has been played yet.", style=MUTED)
    return Group(*(part for was in reversed(last) for part in _round(scene, was)))


def _round(scene: Scene, was: RoundView) -> Iterator[RenderableType]:
    mine = was.seats.get(scene.seat)
    net = sum(x.credit - x.stake for x in mine.results.values()) + mine.gifts if mine else 0
    yield Text.assemble((f"Round {was.number}", HEADING), (f"  {net_text(net)}", STRONG))
    labels = {place.name: place.label for place in scene.card.layout.places}
    shown = Table.grid(padding=(0, 2, 0, 2))
    shown.add_row(Text("Table", style=MUTED), _cards_of(was, labels))
    for seat, held in was.seats.items():
        who = "You" if seat == scene.seat else held.player
        came = sum(x.credit - x.stake for x in held.results.values()) + held.gifts
        cards = Text(" ").join(short(card) for card in held.cards)
        decided = ", ".join(map(str, held.decisions))
        line = Text.assemble(cards, ("   " + decided, INK), (f"   {net_text(came)}", STRONG))
        shown.add_row(Text(who, style=MUTED), line)
    yield shown
    yield Text()


def _cards_of(was: RoundView, labels: dict[str, str]) -> Text:
    parts = []
    for name, some in was.cards.items():
        part = Text(f"{labels[name]} ", style=MUTED)
        part.append_text(Text(" ").join(short(card) for card in some))
        parts.append(part)
    return Text("   ").join(parts)


def fairness_page(scene: Scene, table: str, export: str | None) -> RenderableType:
    """What the house is bound to, what it opened, and how to check both."""
    now = scene.round
    if now is None:
        return Text("No round has been opened yet.", style=MUTED)
    return Group(*_fairness(now, table, export, scene.rules))


def _fairness(
    now: RoundView, table: str, export: str | None, rules: Rules
) -> Iterator[RenderableType]:
    yield Text(f"Round {now.number}", style=HEADING)
    yield Text(
        "Before you bet, the house publishes the hash of a secret seed and the root of a tree of "
        "hashes over its whole stack of cards. Neither can be changed afterwards.",
        style=INK,
    )
    shown = Table.grid(padding=(0, 2, 0, 0))
    facts = {"seed hash": now.seed_hash, "root": now.root}
    facts |= {f"{one.who} added": one.entropy for one in now.contributions}
    facts |= {"cut": f"{now.cut} cards"} if now.cut else {}
    facts |= {"seed": now.seed} if now.seed else {}
    for name, fact in facts.items():
        shown.add_row(Text(name, style=MUTED, no_wrap=True), Text(fact, overflow="fold"))
    yield Padding(shown, (1, 0))
    if now.practice:
        yield Text("This is practice: whoever knows the seed's name can foresee the cards.\n")
    if not now.seed:
        yield Text("The seed is opened when the round is over.", style=INK)
        if not now.cut and not now.cards:
            yield Text("As long as bets are open, A at the table adds to the shuffle.", style=INK)
        return
    opened = shoe_of(
        bytes.fromhex(now.seed), bound_to(table, now.number, now.rules), rules.deck.cards
    )
    same = (opened.seed_hash, opened.root.hex()) == (now.seed_hash, now.root)
    yield Text(
        "Checked here: this seed gives that hash and that root."
        if same
        else "Checked here: this seed does not give that hash and that root.",
        style=STRONG,
    )
    yield Text(
        "\nBy yourself: SHA-256 of the words “pitboss seed”, a zero byte and the bytes of the "
        "seed is the seed hash.",
        style=INK,
    )
    file = file_of(rules.game)
    loaded = f" --game {shlex.quote(str(file))}" if file else ""
    if export:
        yield Text(
            f"After the shift: pitboss verify {export}{loaded} checks every card and payment."
        )
    else:
        yield Text(
            f"With --export FILE, pitboss verify FILE{loaded} checks every card and payment."
        )


def clauses_page(game: Game, cited: Iterable[str]) -> RenderableType:
    """Clauses of the rulebook in our own words, and rules of the house."""
    try:
        book = {f"{game.short} {clause.id}": clause.says for clause in clauses(game.short)}
    except FileNotFoundError:  # a game whose book is not mapped
        book = {}
    known = HOUSE | book
    shown = Table.grid(padding=(0, 2, 0, 0))
    for clause in dict.fromkeys(one for many in cited for one in split(many)):
        shown.add_row(Text(clause, style=HEADING, no_wrap=True), Text(known.get(clause, "")))
    if not shown.row_count and not game.short:
        said = f"{game.name} has no rulebook here, so there are no clauses to cite."
        return Text(said, style=MUTED)
    if not shown.row_count:
        return Text("Nothing is being decided or paid just now.", style=MUTED)
    return shown


def cited_now(scene: Scene) -> Iterator[str]:
    """The clauses behind what is asked, offered or paid at this moment."""
    rules, mine = scene.rules, {wager.key: wager for wager in scene.card.wagers}
    match scene.moment:
        case Moment.BETS:
            wager = mine[scene.spot]
            yield from filter(
                None,
                map(rules.cite, (rules.table_procedures.betting, rules.table_procedures.chips)),
            )
            yield from filter(None, (wager.clause, wager.table_clause))
        case Moment.RESULTS:
            for said in scene.sentences:
                yield from said.clauses
        case _:
            street = scene.street
            if street:
                cited = street.clause, *(step.clause for step in street.reveals)
                yield from filter(None, map(rules.cite, cited))
                yield from filter(None, (mine[street.wager].clause,))
