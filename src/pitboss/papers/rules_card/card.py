"""The contents of a rules card as data: wagers, paytables, meters, wheels, readings and layout."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Any, Literal

from msgspec import Struct

from pitboss.games.game_parts import Raise, Required, Side, Wager
from pitboss.games.grammar import Game
from pitboss.games.payoffs import PayLine as GameLine
from pitboss.games.payoffs import Payoff
from pitboss.games.payoffs.progressives import prize_lines
from pitboss.games.paytables import odds_json, ordinal_text, prize_text
from pitboss.money import Rounding, dollars
from pitboss.papers.rules_card.round_steps import RoundStep, round_steps
from pitboss.papers.wording import describe_deck, describe_rankings, join_words
from pitboss.settle import payout_limit
from pitboss.submission import Rules, complete_submission, is_example, resolve
from pitboss.submission.rules import TableRules


class PayLine(Struct, frozen=True):
    """A line of a paytable. ``odds`` is None if it does not pay odds; a push is 0."""

    slug: str
    name: str
    pays: str
    clause: str
    odds: int | str | None = None
    bonus: bool = False
    """Whether it is paid in addition, win or lose."""
    table: int = 1
    """The number of the paytable within its wager, which may have one per case."""


class WagerEntry(Struct, frozen=True, kw_only=True):
    """A wager on a rules card."""

    key: str
    label: str
    kind: Literal["required", "raise", "side"]
    clause: str
    how: str
    minimum: int | None
    maximum: int | None
    times: str | None
    """What a raise may stake, in multiples of a required wager."""
    paytable: str | None
    """The letter of the paytable, if the operator has a choice."""
    table_clause: str | None
    lines: tuple[PayLine, ...]
    envy: tuple[PayLine, ...] = ()
    spins: bool = False
    """Whether the wheel of the card pays it."""


def wager_entries(
    game: Game, rules: Rules, submission: Mapping[str, Any]
) -> tuple[WagerEntry, ...]:
    """Return every wager that is offered, in the order of the game."""
    clauses = {wager.key: game.cite(wager.clause) or "" for wager in game.wagers}
    return tuple(
        WagerEntry(
            key=wager.key,
            label=wager.label,
            kind=_wager_kind(wager),
            clause=clauses[wager.key],
            how=payment_sentence(rules, wager),
            minimum=_wager_limits(rules, wager)[0],
            maximum=_wager_limits(rules, wager)[1],
            times=_raise_multiples(rules, wager.key),
            paytable=submission["wagers"].get(wager.key, {}).get("paytable"),
            table_clause=_paytable_clause(game, wager.pays),
            lines=_paytable_lines(game, wager.pays),
            envy=_envy_lines(game, wager.pays),
            spins=bool(wager.pays.wheel),
        )
        for wager in rules.wagers
    )


def payment_sentence(rules: Rules, wager: Wager) -> str:
    """Say how a wager is paid, and how winnings are rounded if that is not down."""
    hands = {hand.name: hand.label for hand in rules.hands}
    labels = {wager.key: wager.label for wager in rules.wagers}
    sentence = wager.pays.sentence(hands, labels)
    match wager.rounding:
        case Rounding.DOWN:
            return sentence
        case Rounding.NEAREST:
            return f"{sentence} Winnings are rounded to the nearest cent."
        case Rounding.UP:
            return f"{sentence} Winnings are rounded up to the cent."


def _wager_kind(
    wager: Required | Raise | Side,
) -> Literal["required", "raise", "side"]:
    match wager:
        case Required():
            return "required"
        case Raise():
            return "raise"
        case Side():
            return "side"


def _wager_limits(rules: Rules, wager: Required | Raise | Side) -> tuple[int | None, int | None]:
    match wager:
        case Required():
            return rules.table.minimum, rules.table.maximum
        case Raise():
            return None, None
        case Side():
            return wager.minimum, wager.maximum


def _raise_multiples(rules: Rules, key: str) -> str | None:
    labels = {wager.key: wager.label for wager in rules.required}
    streets = [street for street in rules.streets if street.wager == key and street.multiples]
    if not streets:
        return None
    multiples = sorted({times for street in streets for times in street.multiples})
    least, most = multiples[0], multiples[-1]
    has_gaps = len(multiples) <= most - least and not any(x.any_amount for x in streets)
    span = f"{least}" if least == most else f"{least}–{most}"
    if has_gaps:
        span = join_words(map(str, multiples), "or")
    return f"{span} × {labels[streets[0].of]}"


def _paytable_clause(game: Game, payoff: Payoff) -> str | None:
    return None if payoff.wheel else game.cite(payoff.clause)


def _paytable_lines(game: Game, payoff: Payoff) -> tuple[PayLine, ...]:
    """Return the lines of a paytable; none if every win pays the same, as its sentence says."""
    return _pay_lines(game, (line for line in payoff.lines() if line.most is None))


def _envy_lines(game: Game, payoff: Payoff) -> tuple[PayLine, ...]:
    return _pay_lines(game, prize_lines(payoff.envy)) if payoff.envy else ()


def _pay_lines(game: Game, lines: Iterable[GameLine]) -> tuple[PayLine, ...]:
    return tuple(
        PayLine(
            line.slug,
            line.name,
            line.pays,
            game.cite(line.clause) or "",
            None if line.for_one or line.odds is None else odds_json(line.odds),
            line.bonus,
            line.table,
        )
        for line in lines
    )


class ReadingEntry(Struct, frozen=True):
    """How an unclear point of the rulebook is read at this table."""

    id: str
    clause: str
    question: str
    choice: str
    meaning: str
    is_default: bool


class MeterEntry(Struct, frozen=True):
    """A progressive meter as filed."""

    wager: str
    name: str
    start: int
    reset: int
    rate: str
    least: int
    clause: str


class WheelStopEntry(Struct, frozen=True):
    """A symbol of the wheel of a wager."""

    wager: str
    symbol: str
    stops: int
    prize: str
    community: int
    clause: str


class SignEntry(Struct, frozen=True):
    """Words that the layout or a sign must carry."""

    text: str
    clause: str


class PlaceEntry(Struct, frozen=True):
    """A place for cards, and its inscription on the layout."""

    name: str
    label: str
    cards: int
    inscription: str
    clause: str


class LayoutEntry(Struct, frozen=True):
    """The spots of a layout on two grids, row by row; an empty cell is ``""``."""

    table: tuple[tuple[str, ...], ...]
    seat: tuple[tuple[str, ...], ...]
    seats: int
    hole: tuple[str, ...]
    """A seat's own cards, of which some have a spot in the seat's grid."""
    places: tuple[PlaceEntry, ...]
    signs: tuple[SignEntry, ...]


class RulesCard(Struct, frozen=True, kw_only=True):
    """A rules card: how a game is played at one table, and what it pays."""

    game: str
    name: str
    rulebook: str
    edition: str
    operator: str
    example: bool
    """Whether the operator or an approval is the one of the built-in example."""
    hash: str
    story: str
    steps: tuple[RoundStep, ...]
    deck: str
    """A description of the deck; empty for the standard deck of 52."""
    rankings: tuple[str, ...]
    """How hands rank, in one sentence per ranking other than the usual five-card one."""
    table: TableRules
    dealing_clause: str
    wagers: tuple[WagerEntry, ...]
    meters: tuple[MeterEntry, ...]
    wheel: tuple[WheelStopEntry, ...]
    payout_limit: int | None
    """In cents; None if no rule limits winnings."""
    payout_limit_clause: str
    payout_limit_wagers: tuple[str, ...]
    readings: tuple[ReadingEntry, ...]
    layout: LayoutEntry

    @property
    def operator_title(self) -> str:
        """The operator, marked if the filing is an example."""
        return f"{self.operator.strip()} (example)" if self.example else self.operator

    @property
    def name_with_edition(self) -> str:
        """The game, with the edition of its rulebook if it has one."""
        return f"{self.name}, {self.edition}" if self.rulebook else self.name


def build_rules_card(game: Game, submission: Mapping[str, Any] | None = None) -> RulesCard:
    """Build the rules card of a table that files this submission."""
    rules = resolve(game, submission)
    complete, _ = complete_submission(game, submission or {})
    limit = payout_limit(rules)
    labels = {wager.key: wager.label for wager in rules.wagers}
    return RulesCard(
        game=game.key,
        name=game.name,
        rulebook=game.short,
        edition=game.edition,
        operator=complete["operator"],
        example=is_example(complete),
        hash=rules.hash,
        story=game.story,
        steps=round_steps(game, rules),
        deck=describe_deck(rules.deck),
        rankings=describe_rankings(rules),
        table=rules.table,
        dealing_clause=_citation(game, rules.dealing.clause),
        wagers=wager_entries(game, rules, complete),
        meters=_meter_entries(game, rules),
        wheel=_wheel_stop_entries(game, rules),
        payout_limit=limit,
        payout_limit_clause=_citation(game, rules.limit.clause),
        payout_limit_wagers=tuple(labels[key] for key in rules.limit.scope if key in labels),
        readings=_reading_entries(game, rules),
        layout=_layout_entry(game, complete, limit),
    )


def _citation(game: Game, clause: str) -> str:
    """Return the citation of a clause, or an empty string if there is no rulebook."""
    return game.cite(clause) or ""


def _meter_entries(game: Game, rules: Rules) -> tuple[MeterEntry, ...]:
    return tuple(
        MeterEntry(
            wager=side.key,
            name=meter.name,
            start=meter.start,
            reset=meter.reset,
            rate=meter.rate,
            least=meter.least,
            clause=_citation(game, meter.clause),
        )
        for side in rules.sides
        for meter in side.pays.meters
    )


def _wheel_stop_entries(game: Game, rules: Rules) -> tuple[WheelStopEntry, ...]:
    return tuple(
        WheelStopEntry(
            side.key,
            stop.name,
            stop.stops,
            prize_text(stop.prize),
            stop.community,
            _citation(game, stop.clause),
        )
        for side in rules.sides
        for stop in side.pays.wheel
    )


def _reading_entries(game: Game, rules: Rules) -> tuple[ReadingEntry, ...]:
    return tuple(
        ReadingEntry(
            reading.id,
            _citation(game, reading.clause),
            reading.question,
            rules.readings[reading.id],
            reading.choices[rules.readings[reading.id]],
            rules.readings[reading.id] == reading.default,
        )
        for reading in game.readings
    )


def _layout_entry(game: Game, submission: Mapping[str, Any], limit: int | None) -> LayoutEntry:
    options = {
        key: value for wager in submission["wagers"].values() for key, value in wager.items()
    }
    values = options if limit is None else options | {"payout_limit": dollars(limit)}
    return LayoutEntry(
        table=_parse_grid(game.layout.table),
        seat=_parse_grid(game.layout.seat),
        seats=game.seats,
        hole=game.hole_cards,
        places=tuple(
            PlaceEntry(p.name, p.label, p.cards, p.inscription, _citation(game, p.clause))
            for p in game.places
        ),
        signs=tuple(
            SignEntry(sign.text.format_map(values), _citation(game, sign.clause))
            for sign in game.layout.signs
        ),
    )


def _parse_grid(text: str) -> tuple[tuple[str, ...], ...]:
    rows = (row.split() for row in text.strip().splitlines())
    return tuple(tuple("" if spot == "." else spot for spot in row) for row in rows)


class CardPaytable(Struct, frozen=True):
    """A paytable, named for the wagers that it pays."""

    name: str
    clause: str | None
    lines: tuple[PayLine, ...]
    letter: str = ""
    """The letter of the paytable, if the operator has a choice."""

    @property
    def title(self) -> str:
        """The name of the paytable, with its letter if it has one."""
        return f"{self.name}, paytable {self.letter}" if self.letter else self.name


def card_paytables(card: RulesCard) -> tuple[CardPaytable, ...]:
    """Return every paytable of the card once, in the order of its first wager."""
    groups: dict[tuple[PayLine, ...], list[WagerEntry]] = {}
    for wager in card.wagers:
        for _, group in groupby(wager.lines, key=lambda line: (line.bonus, line.table)):
            groups.setdefault(tuple(group), []).append(wager)
    tables: list[CardPaytable] = []
    for lines, wagers in groups.items():
        title = join_words(wager.label for wager in wagers)
        if lines[0].bonus:
            title += " bonus, win or lose"
        elif len({line.table for line in wagers[0].lines if not line.bonus}) > 1:
            title += f", {ordinal_text(lines[0].table)} paytable"
        letter = wagers[0].paytable or ""
        tables.append(CardPaytable(title, wagers[0].table_clause, lines, letter))
        if wagers[0].envy and not lines[0].bonus:
            envy = f"{wagers[0].label}: envy, for another player's hand"
            tables.append(CardPaytable(envy, None, wagers[0].envy))
    return tuple(tables)


def format_limits(wager: WagerEntry) -> str:
    """Return the limits of a wager: ``$5 to $500``, ``$1``, or ``1–3 × Ante`` for a raise."""
    if wager.minimum is None or wager.maximum is None:
        return wager.times or ""
    if wager.minimum == wager.maximum:
        return dollars(wager.minimum)
    return f"{dollars(wager.minimum)} to {dollars(wager.maximum)}"


class CardWheel(Struct, frozen=True):
    """A wheel, titled with the wager that spins it and its paytable."""

    title: str
    stops: tuple[WheelStopEntry, ...]

    @property
    def total(self) -> int:
        """The number of stops in all."""
        return sum(stop.stops for stop in self.stops)


def card_wheels(card: RulesCard) -> tuple[CardWheel, ...]:
    """Return every wheel of the card, in the order of the wagers."""
    wheels = []
    for wager in card.wagers:
        if wager.spins:
            letter = f", paytable {wager.paytable}" if wager.paytable else ""
            stops = tuple(stop for stop in card.wheel if stop.wager == wager.key)
            wheels.append(CardWheel(f"{wager.label} wheel{letter}", stops))
    return tuple(wheels)
