"""Warnings about a valid submission, for what the rulebook allows but is probably not meant."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from pitboss.errors import Refused
from pitboss.games.game_parts import Side
from pitboss.games.grammar import Game
from pitboss.games.paytables import Share
from pitboss.lab.count_files import KnownResults, known_results
from pitboss.lab.generic.limits import TooManyDeals, check_deals
from pitboss.lab.main_game import QUICK_DEALS, solve_main, solve_quickly
from pitboss.lab.results import net_sum
from pitboss.lab.side_returns import fold_chances, solve_side_wager
from pitboss.money import dollars
from pitboss.papers.wording import edge_wager_names, game_command_argument, join_words, meter_phrase
from pitboss.settle import payout_limit
from pitboss.submission import Rules, complete_submission, resolve
from pitboss.submission.defaults import payoff_of
from pitboss.submission.payout_limits import max_winnings_at_minimums

MIN_RETURN = Fraction(1, 2)
"""A wager that returns a smaller share of its stake than this gets a warning."""


def submission_warnings(game: Game, submission: Mapping[str, Any] | None = None) -> tuple[str, ...]:
    """Return warnings about a valid submission; refuse an invalid one."""
    rules = resolve(game, submission)
    return (
        *_bounded_limit_warnings(rules),
        *_prize_limit_warnings(rules),
        *_chip_warnings(rules),
        *_wheel_warnings(rules),
        *_fixed_prize_warnings(game, submission),
        *_meter_warnings(rules),
        *_unused_option_warnings(game, submission),
        *_return_warnings(game, rules),
    )


def _bounded_limit_warnings(rules: Rules) -> Iterator[str]:
    """Warn of a payout limit that is only a bound, because the search for the best deal stopped."""
    if not rules.limit.scope or rules.table.payout_limit is not None:
        return
    most = max_winnings_at_minimums(rules)
    if not most.is_exact and most.winnings > rules.limit.least:
        yield (
            f"the payout limit of {dollars(most.winnings)} is an upper bound on what one deal can "
            "win with every wager at its minimum, because finding the best deal would take too "
            "long: set table.payout_limit if you know the exact amount"
        )


def _prize_limit_warnings(rules: Rules) -> Iterator[str]:
    """Warn of top prizes at the largest stake that the payout limit would cut."""
    limit = payout_limit(rules)
    if limit is None:
        return
    multiples = {street.wager: street.most for street in rules.streets}
    beyond: dict[tuple[int, int], list[str]] = {}
    for wager in rules.wagers:
        if wager.key not in rules.limit.scope:
            continue
        if isinstance(wager, Side):
            stake = wager.maximum
        else:
            stake = rules.table.maximum * multiples.get(wager.key, 1)
        prize = int(stake * wager.pays.top_odds)
        if prize > limit:
            beyond.setdefault((stake, prize), []).append(wager.label)
    clause = _bracketed_clause(rules.cite(rules.limit.clause))
    for (stake, prize), labels in beyond.items():
        each = " each" if len(labels) > 1 else ""
        yield (
            f"{join_words(labels)} of {dollars(stake)}{each} could win {dollars(prize)}, "
            f"but the payout limit is {dollars(limit)}{clause}"
        )


def _bracketed_clause(clause: str | None) -> str:
    """Return a citation in brackets after a space, if there is one."""
    return f" [{clause}]" if clause else ""


def _chip_warnings(rules: Rules) -> Iterator[str]:
    """Warn of limits that the smallest chip cannot make up."""
    table = rules.table
    limits = {"the table minimum": table.minimum, "the table maximum": table.maximum}
    for side in rules.sides:
        if side.minimum == side.maximum:
            limits[f"the {side.label} wager"] = side.minimum
        else:
            limits[f"the {side.label} minimum"] = side.minimum
            limits[f"the {side.label} maximum"] = side.maximum
    for name, amount in limits.items():
        if amount % table.chip:
            yield (
                f"{name} of {dollars(amount)} is not a multiple of the smallest chip, "
                f"{dollars(table.chip)}"
            )


def _wheel_warnings(rules: Rules) -> Iterator[str]:
    for side in rules.sides:
        if not side.pays.wheel:
            continue
        top = side.pays.top
        if not any(stop.name == top for stop in side.pays.wheel):
            yield f"the wheel of {side.label} has no {top}, so nobody can win it"
        feeds = any(isinstance(stop.prize, Share) for stop in side.pays.wheel)
        if side.pays.meters and not feeds:
            yield f"the {side.label} meter grows, but no symbol of the wheel pays it"


def _fixed_prize_warnings(game: Game, submission: Mapping[str, Any] | None) -> Iterator[str]:
    """Warn of a fixed prize that is small, although the rulebook allows it."""
    complete, _ = complete_submission(game, submission or {})
    for side in game.sides:
        choices = complete["wagers"][side.key]
        definition = payoff_of(side, choices.get("paytable")).fixed_prize
        if definition and choices["offered"] and choices["fixed_prize"] < definition.note_below:
            prize, usual = dollars(choices["fixed_prize"]), dollars(definition.note_below)
            clause = _bracketed_clause(game.cite(definition.clause))
            yield f"the fixed prize of {side.label} is {prize}, less than {usual}{clause}"


def _meter_warnings(rules: Rules) -> Iterator[str]:
    for side in rules.sides:
        for meter in side.pays.meters:
            name = meter_phrase(meter.name, side.label)
            if meter.start < meter.reset:
                start, reset = dollars(meter.start), dollars(meter.reset)
                yield f"{name} starts at {start}, below its reset amount of {reset}"
            if meter.rate == "0":
                yield f"{name} gets no share of the wagers, so it never grows"


def _unused_option_warnings(game: Game, submission: Mapping[str, Any] | None) -> Iterator[str]:
    """Warn of an option that is chosen for a wager that is not offered."""
    complete, _ = complete_submission(game, submission or {})
    wagers = (submission or {}).get("wagers", {})
    for side in game.sides:
        options = set(wagers.get(side.key, {})) - {"offered"}
        if options and not complete["wagers"][side.key]["offered"]:
            names = join_words(sorted(options))
            yield f"{side.label} is not offered, although the submission sets its {names}"


def _quick_main_game(rules: Rules) -> KnownResults | None:
    """Return the results of the main game, or None if solving it takes long."""
    main = solve_quickly(rules)
    return main.results if main else None


def _not_checked_sentence(game: Game, rules: Rules) -> str:
    """Say why the return of the main game was not checked; the filing is valid all the same."""
    try:
        check_deals(rules)
    except Refused as refused:
        return f"the return of the main game is not known: {refused.sentence}"
    return (
        "the return of the main game was not checked, because it would take too long: "
        f"run pitboss solve {game_command_argument(game)} to compute it"
    )


def _return_warnings(game: Game, rules: Rules) -> Iterator[str]:
    """Warn of wagers that return more than their stake, or very little of it."""

    def fold_chance(start: str) -> Fraction:
        return fold_chances(solve_main(rules))(start)

    shares: dict[tuple[str, str], Fraction] = {}
    main = known_results(rules) or _quick_main_game(rules)
    if main:
        net = Fraction(net_sum(main)) / sum(main.values())
        main_game = ("the main game", f" of {edge_wager_names(rules)} with optimal play")
        shares[main_game] = 1 + net / len(rules.edge_of)
    else:
        yield _not_checked_sentence(game, rules)
    for wager in rules.sides:
        # A spin that a fold ends depends on how the main game is played.
        needs_main_game = bool(wager.pays.wheel) and not wager.lives_after_fold
        too_long = f"the return of {wager.label} was not checked, because it would take too long"
        if needs_main_game and not main:
            yield too_long
            continue
        try:
            side = solve_side_wager(rules, wager, fold_chance=fold_chance, max_deals=QUICK_DEALS)
        except TooManyDeals:
            yield too_long
        except Refused as refusal:
            yield refusal.sentence
        else:
            start = "" if wager.pays.stake is None else " with its meters at their starting amounts"
            shares[side.label, start] = 1 + side.ev
    for (name, how), share in shares.items():
        percent = f"{float(share) * 100:.2f}%{how}"
        if share > 1:
            yield f"{name} returns {percent}: the house loses money on it"
        elif share < MIN_RETURN:
            yield f"{name} returns only {percent}"
