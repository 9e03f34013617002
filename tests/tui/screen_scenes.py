"""Handmade scenes of the screen, without a shoe or a table."""

from collections.abc import Mapping
from fractions import Fraction
from typing import Any

from pitboss.cards import cards
from pitboss.games.grammar import Game
from pitboss.papers.round_results import SeatOutcome, explain_outcome
from pitboss.papers.rules_card.card import build_rules_card
from pitboss.round import available_choices, replay_decisions
from pitboss.settle import Round, Seat, settle
from pitboss.submission import resolve
from pitboss.submission.rules import Rules
from pitboss.table import Role
from pitboss.table.views import RoundView, SeatView, View
from pitboss.tui.game.player_session import bettable_spots, initial_chip, minimum_bets
from pitboss.tui.game.screen_state import DecisionValues, ScreenState, TablePhase

SEAT = 2
NAMES = {1: "Seat 1", 2: "You", 3: "Seat 3"}
DOWN = "??"


def scene(game: Game, moment: TablePhase, **more: Any) -> ScreenState:  # noqa: ANN401
    """Return a scene before the deal, with these changes."""
    rules = resolve(game)
    base: dict[str, Any] = {
        "view": view(rules, betting()),
        "bets": minimum_bets(rules),
        "chip": initial_chip(rules),
        "spot": bettable_spots(rules)[0],
    }
    return ScreenState(
        game=game, rules=rules, card=build_rules_card(game), seat=SEAT, phase=moment, **base | more
    )


def view(rules: Rules, round_: RoundView, **more: Any) -> View:  # noqa: ANN401
    """Return the table as its player sees it."""
    meters = {name: meter.start + 1250 for name, meter in rules.meters.items()}
    base: dict[str, Any] = {
        "players": NAMES, "chips": {"You": 98400}, "meters": meters, "round": round_, "choices": (),
    }  # fmt: skip
    return View(Role.PLAYER, "table 1", rules.game, 1, **base | more)


def betting() -> RoundView:
    """Return a round with open bets."""
    return RoundView(12, "bets are open", "rules", "ab" * 32, "cd" * 32, True, {}, {})


def turn(
    game: Game,
    decisions: str,
    open_cards: Mapping[str, str],
    hole: str,
    values: str = "",
    **more: Any,  # noqa: ANN401
) -> ScreenState:
    """Return a scene with your decision due after these, and the other cards face down."""
    rules = resolve(game)
    decisions_so_far = decisions.split()
    wagers = minimum_bets(rules)
    course = replay_decisions(rules, wagers, decisions_so_far, complete=False)
    table = {
        p.name: tuple(open_cards.get(p.name, " ".join([DOWN] * p.cards)).split())
        for p in rules.places
    }
    mine = SeatView(
        "You",
        wagers,
        course.raises,
        tuple(hole.split()),
        tuple(decisions_so_far),
        down=course.taken_down,
    )
    back = (DOWN,) * len(rules.hole)
    raises = {wager.key: 500 for wager in rules.raises[:1]}
    first = SeatView("Seat 1", wagers, raises, back, ("1x",))
    other = SeatView("Seat 3", wagers, {}, back, ("fold",), folded=True)
    round_ = RoundView(
        12, "cards and decisions", "rules", "ab" * 32, "cd" * 32, True, table,
        {1: first, SEAT: mine, 3: other}, (), 20, SEAT, rules.streets[course.streets_done].name,
    )  # fmt: skip
    choices_now = available_choices(rules, wagers, course)
    decision_values = None
    if values:
        each = dict(
            zip((c.decision for c in choices_now), map(Fraction, values.split()), strict=True)
        )
        decision_values = DecisionValues(each, max(each, key=lambda name: each[name]), 500)
    view_ = view(rules, round_, choices=choices_now)
    return scene(
        game,
        TablePhase.TURN,
        view=view_,
        coach=bool(values),
        decision_values=decision_values,
        **more,
    )


def ended_round(
    game: Game,
    table: Mapping[str, str],
    hole: str,
    decisions: str,
    sides: Mapping[str, int] | None = None,
    spin: str | None = None,
    **more: Any,  # noqa: ANN401
) -> ScreenState:
    """Return a round that was settled by settlement itself."""
    rules = resolve(game)
    wagers = minimum_bets(rules) | dict(sides or {})
    lying = {name: cards(text) for name, text in table.items()}
    seat = Seat(wagers, decisions.split(), spin=spin)
    result = settle(rules, Round(lying, {SEAT: cards(hole)}, {SEAT: seat})).seats[SEAT]
    course = replay_decisions(rules, wagers, seat.decisions, complete=False)
    mine = SeatView(
        "You", wagers, course.raises, tuple(hole.split()), tuple(seat.decisions), course.has_folded,
        down=course.taken_down, spin=spin, results=result.wagers,
    )  # fmt: skip
    round_ = RoundView(
        12, "the round is closed", "rules", "ab" * 32, "cd" * 32, True,
        {name: tuple(text.split()) for name, text in table.items()}, {SEAT: mine}, (), 20,
    )  # fmt: skip
    position = SeatOutcome(
        hole=cards(hole),
        table=lying,
        results=result.wagers,
        folded_on=rules.streets[course.streets_done - 1].name if course.has_folded else None,
        spin=spin,
        down=course.taken_down,
    )
    sentences = explain_outcome(game, rules, position)
    base: dict[str, Any] = {
        "result_sentences": sentences,
        "rounds": 12,
        "net": -1500,
        "past_rounds": ((12, -500),),
    }
    alone = view(rules, round_, players={SEAT: "You"})
    return scene(game, TablePhase.RESULTS, view=alone, **base | more)
