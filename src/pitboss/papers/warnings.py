"""What the rulebook allows but a table-games manager would want to know before filing."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any

from pitboss.games.grammar import Game
from pitboss.games.paytables import Share
from pitboss.games.words import Side
from pitboss.lab.generic.limits import check_deals
from pitboss.lab.known import Results, known_results
from pitboss.lab.main import QUICK_DEALS, solve_main, solve_quickly
from pitboss.lab.results import net_sum
from pitboss.lab.sides import count_wagers, deals_of
from pitboss.lab.spins import folds
from pitboss.money import dollars
from pitboss.papers.words import edge_wagers, game_argument, listed, meter_name
from pitboss.refusal import Refused
from pitboss.settle import payout_limit
from pitboss.submission import Rules, completed, resolve
from pitboss.submission.defaults import payoff_of
from pitboss.submission.limit import most_at_minimums

SANE = Fraction(1, 2)
"""A wager that returns less of its stake than this is worth a second look."""


def warnings(game: Game, submission: Mapping[str, Any] | None = None) -> tuple[str, ...]:
    """Sentences about a submission that is valid; a faulty one is refused."""
    rules = resolve(game, submission)
    return (
        *_bounded_limit(rules),
        *_beyond_the_limit(rules),
        *_no_chip(rules),
        *_wheels(rules),
        *_fixed_prizes(game, submission),
        *_meters(rules),
        *_left_out(game, submission),
        *_returns(game, rules),
    )


def _bounded_limit(rules: Rules) -> Iterator[str]:
    """A payout limit that is a bound, because the best deal was not searched for to the end."""
    if not rules.limit.scope or rules.table.payout_limit is not None:
        return
    most = most_at_minimums(rules)
    if not most.is_exact and most.winnings > rules.limit.least:
        yield (
            f"the payout limit of {dollars(most.winnings)} is an upper bound of what one deal can "
            "win with every wager at its minimum: finding the best deal takes too long here, so "
            "file table.payout_limit if you know it"
        )


def _beyond_the_limit(rules: Rules) -> Iterator[str]:
    """A top prize at the largest stake that the payout limit would cut."""
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
    clause = _in_brackets(rules.cite(rules.limit.clause))
    for (stake, prize), labels in beyond.items():
        each = " each" if len(labels) > 1 else ""
        yield (
            f"{listed(labels)} of {dollars(stake)}{each} could win {dollars(prize)}, "
            f"but the payout limit is {dollars(limit)}{clause}"
        )


def _in_brackets(clause: str | None) -> str:
    """Return a citation behind a space, where there is one."""
    return f" [{clause}]" if clause else ""


def _no_chip(rules: Rules) -> Iterator[str]:
    """Limits that the smallest chip cannot make."""
    table = rules.table
    limits = {"the table minimum": table.minimum, "the table maximum": table.maximum}
    for side in rules.sides:
        if side.minimum == side.maximum:
            limits[f"the {side.label} wager"] = side.minimum
        else:
            limits[f"the minimum of {side.label}"] = side.minimum
            limits[f"the maximum of {side.label}"] = side.maximum
    for name, amount in limits.items():
        if amount % table.chip:
            smallest = dollars(table.chip)
            yield f"no chips make {name} of {dollars(amount)}: the smallest is {smallest}"


def _wheels(rules: Rules) -> Iterator[str]:
    for side in rules.sides:
        if not side.pays.wheel:
            continue
        top = side.pays.top
        if not any(stop.name == top for stop in side.pays.wheel):
            yield f"the wheel of {side.label} has no {top}, so nobody can win it"
        feeds = any(isinstance(stop.prize, Share) for stop in side.pays.wheel)
        if side.pays.meters and not feeds:
            yield f"the meter of {side.label} grows, but no symbol of the wheel pays it"


def _fixed_prizes(game: Game, submission: Mapping[str, Any] | None) -> Iterator[str]:
    """A prize that the rulebook allows, however small."""
    whole, _ = completed(game, submission or {})
    for side in game.sides:
        chosen = whole["wagers"][side.key]
        pays = payoff_of(side, chosen.get("paytable"))
        named = pays.fixed_prize
        if named and chosen["offered"] and chosen["fixed_prize"] < named.note_below:
            prize, usual = dollars(chosen["fixed_prize"]), dollars(named.note_below)
            clause = _in_brackets(game.cite(named.clause))
            yield f"the fixed prize of {side.label} is {prize}, less than {usual}{clause}"


def _meters(rules: Rules) -> Iterator[str]:
    for side in rules.sides:
        for meter in side.pays.meters:
            name = meter_name(meter.name, side.label)
            if meter.start < meter.reset:
                start, reset = dollars(meter.start), dollars(meter.reset)
                yield f"{name} starts at {start}, below its reset of {reset}"
            if meter.rate == "0":
                yield f"{name} takes nothing from a wager, so it never grows"


def _left_out(game: Game, submission: Mapping[str, Any] | None) -> Iterator[str]:
    """An option that is chosen for a wager that is not offered."""
    whole, _ = completed(game, submission or {})
    given = (submission or {}).get("wagers", {})
    for side in game.sides:
        chosen = set(given.get(side.key, {})) - {"offered"}
        if chosen and not whole["wagers"][side.key]["offered"]:
            yield f"{side.label} is not offered, though it has {listed(sorted(chosen))} chosen"


def _solved(rules: Rules) -> Results | None:
    """Return the results of the main game; none where it would have to be walked for long."""
    main = solve_quickly(rules)
    return main.results if main else None


def _not_checked(game: Game, rules: Rules) -> str:
    """Say why nothing is said of the main game: a filing is valid all the same."""
    try:
        check_deals(rules)
    except Refused as refused:
        return f"what the main game returns is not known: {refused.sentence}"
    return (
        "what the main game returns was not checked, because it takes too long here: "
        f"pitboss solve {game_argument(game)} works it out"
    )


def _is_quick(rules: Rules, side: Side, main_solved: bool) -> bool:
    """Whether a side wager is counted without walking many deals, or a game that has many."""
    if not side.lives_after_fold:  # the best play of the main game matters, which a wheel knows
        return main_solved or not side.pays.wheel  # and any other is refused at once
    return len(side.pays.reads) < 2 or deals_of(rules, side) <= QUICK_DEALS


def _returns(game: Game, rules: Rules) -> Iterator[str]:
    """A wager that gives back more than is staked on it, or hardly anything."""

    def folded(start: str) -> Fraction:
        return folds(solve_main(rules))(start)

    shares: dict[tuple[str, str], Fraction] = {}
    main = known_results(rules) or _solved(rules)
    if main:
        net = Fraction(net_sum(main)) / sum(main.values())
        main_game = ("the main game", f" of {edge_wagers(rules)} under the best play")
        shares[main_game] = 1 + net / len(rules.edge_of)
    else:
        yield _not_checked(game, rules)
    metered = {x.key for x in rules.sides if x.pays.stake is not None}
    quick = [side for side in rules.sides if _is_quick(rules, side, main is not None)]
    for wager in rules.sides:
        if wager not in quick:
            yield f"what {wager.label} returns was not checked, because it takes too long here"
    sides, uncounted = count_wagers(((rules, side) for side in quick), folded=folded)
    yield from uncounted.values()
    for side in sides.values():
        start = " with its meters at their start" if side.key in metered else ""
        shares[side.label, start] = 1 + side.ev
    for (name, how), share in shares.items():
        percent = f"{float(share) * 100:.2f} %{how}"
        if share > 1:
            yield f"{name} returns {percent}: the house loses by it"
        elif share < SANE:
            yield f"{name} returns only {percent}"
