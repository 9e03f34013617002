"""The differences between two filings of a game, in sentences."""

from collections.abc import Iterator, Mapping
from typing import Any

from pitboss.games.game_parts import VIRTUAL
from pitboss.games.grammar import Game
from pitboss.money import dollars
from pitboss.papers.rules_card.card import (
    PayLine,
    RulesCard,
    WagerEntry,
    WheelStopEntry,
    build_rules_card,
)
from pitboss.papers.wording import capitalize, end_sentence, join_words, meter_phrase
from pitboss.submission import complete_submission

_TABLE_PHRASES = {
    "minimum": "the table minimum",
    "maximum": "the table maximum",
    "chip": "the smallest chip",
    "dealing": "the method of dealing",
    "shuffler": "the shuffler",
    "decks": "the number of decks",
    "cards": "the kind of deck",
    "boxes_per_player": "the number of boxes a player may hold",
}
_DEFAULT_TABLE = {"cards": VIRTUAL}
_CENT_KEYS = ("minimum", "maximum", "chip", "wager", "fixed_prize", "start", "reset")


def describe_changes(
    game: Game, before: Mapping[str, Any], after: Mapping[str, Any]
) -> tuple[str, ...]:
    """Describe the changes in sentences; there are none if the filings are equivalent."""
    old, new = (complete_submission(game, filing)[0] for filing in (before, after))
    cards = build_rules_card(game, before), build_rules_card(game, after)
    sentences = [
        *_operator_changes(old, new),
        *_named_changes(
            _TABLE_PHRASES, _DEFAULT_TABLE | old["table"], _DEFAULT_TABLE | new["table"]
        ),
        *_wager_changes(old["wagers"], new["wagers"], cards),
        *_wheel_changes(*cards),
        *_reading_changes(*cards),
        *_limit_changes(*cards),
        *_approval_changes(old["approvals"], new["approvals"]),
    ]
    return tuple(end_sentence(capitalize(text)) for text in sentences)


def _change_sentence(subject: str, old: object, new: object) -> str:
    return f"{subject} changes from {old} to {new}"


def _format_value(key: str, value: object) -> str:
    return dollars(value) if key in _CENT_KEYS and isinstance(value, int) else str(value)


def _operator_changes(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    if old["operator"] != new["operator"]:
        yield _change_sentence("the operator", old["operator"], new["operator"])


def _named_changes(
    names: Mapping[str, str], old: Mapping[str, Any], new: Mapping[str, Any]
) -> Iterator[str]:
    for key, name in names.items():
        before, after = old.get(key), new.get(key)
        if before == after:
            continue
        if before is None:
            yield f"{name} is new: {_format_value(key, after)}"
        elif after is None:
            yield f"{name} is removed; it was {_format_value(key, before)}"
        else:
            yield _change_sentence(name, _format_value(key, before), _format_value(key, after))


def _wager_changes(
    old: Mapping[str, Any], new: Mapping[str, Any], cards: tuple[RulesCard, RulesCard]
) -> Iterator[str]:
    labels = {wager.key: wager.label for card in cards for wager in card.wagers}
    lines: tuple[dict[str, WagerEntry], ...] = tuple(
        {wager.key: wager for wager in card.wagers} for card in cards
    )
    for key in new:
        before, after = old[key], new[key]
        if before.get("offered") != after.get("offered"):
            label = labels.get(key, key)
            yield f"{label} is {'now' if after['offered'] else 'no longer'} offered"
        if not after.get("offered", True) or not before.get("offered", True):
            continue
        label = labels[key]
        if before.get("paytable") != after.get("paytable"):
            yield _change_sentence(
                f"the paytable of {label}", before["paytable"], after["paytable"]
            )
        yield from _pay_changes(label, lines[0][key].lines, lines[1][key].lines)
        yield from _pay_changes(f"{label}, envy", lines[0][key].envy, lines[1][key].envy)
        yield from _named_changes(
            {
                "minimum": f"the minimum of {label}",
                "maximum": f"the maximum of {label}",
                "wager": f"the {label} wager",
                "fixed_prize": f"the fixed prize of {label}",
                "merchandise": f"the merchandise of {label}",
                "top_symbol": f"the name of the top symbol of {label}",
                "pays_on": f"the lowest hand on which {label} pays",
            },
            before,
            after,
        )
        yield from _meter_changes(label, before.get("meters", {}), after.get("meters", {}))


def _pay_changes(label: str, old: tuple[PayLine, ...], new: tuple[PayLine, ...]) -> Iterator[str]:
    before = {line.name: line.pays for line in old}
    after = {line.name: line.pays for line in new}
    for name in {**before, **after}:
        if before.get(name) != after.get(name):
            old_pays, new_pays = before.get(name), after.get(name)
            if (old_pays == "push") == (new_pays == "push"):
                pay = f"pays {new_pays or 'nothing'} instead of {old_pays or 'nothing'}"
            elif new_pays == "push":
                pay = f"pushes instead of {f'paying {old_pays}' if old_pays else 'losing'}"
            else:
                pay = f"{f'pays {new_pays}' if new_pays else 'loses'} instead of pushing"
            yield f"{label}: {name} {pay}"


def _meter_changes(label: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    for name in {**old, **new}:
        meter = meter_phrase(name, label)
        if name not in new:
            yield f"{meter} is removed"
        elif name not in old:
            start, reset = dollars(new[name]["start"]), dollars(new[name]["reset"])
            takes = f"grows by {new[name]['rate']} of each wager"
            yield f"{meter} is new: it starts at {start}, {takes} and is reset to {reset}"
        else:
            phrases = {
                "start": f"the starting amount of {meter}",
                "reset": f"the reset amount of {meter}",
                "rate": f"the rate of {meter}",
            }
            yield from _named_changes(phrases, old[name], new[name])


def _wheel_changes(old: RulesCard, new: RulesCard) -> Iterator[str]:
    # Stops are matched by clause if they have one, because the top symbol may be renamed.
    before, after = (
        {stop.clause or stop.symbol: stop for stop in card.wheel} for card in (old, new)
    )
    if not before or not after or before == after:
        return
    if before.keys() != after.keys():
        symbols = join_words(f"{stop.symbol} ({_stop_phrase(stop)})" for stop in after.values())
        yield f"the wheel is replaced; it now has {symbols}"
        return
    for clause, stop in after.items():
        old_stops, new_stops = _stop_phrase(before[clause]), _stop_phrase(stop)
        if old_stops != new_stops:
            yield f"the wheel has {new_stops} for {stop.symbol} instead of {old_stops}"


def _stop_phrase(stop: WheelStopEntry) -> str:
    return "1 stop" if stop.stops == 1 else f"{stop.stops:,} stops"


def _reading_changes(old: RulesCard, new: RulesCard) -> Iterator[str]:
    for before, after in zip(old.readings, new.readings, strict=True):
        if before.choice != after.choice:
            yield (
                f"the reading {after.id} is {after.choice} instead of {before.choice}: "
                f"{after.meaning.rstrip('.')}{f' [{after.clause}]' if after.clause else ''}"
            )


def _approval_changes(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    for name in {**old, **new}:
        before, after = (_approval_phrase(approvals.get(name, {})) for approvals in (old, new))
        if before != after:
            yield _change_sentence(f"the approval of the {name}", before, after)


def _approval_phrase(approval: Mapping[str, Any]) -> str:
    return (
        f"“{approval.get('reference', '–')}” of {approval.get('date', '–')}" if approval else "none"
    )


def _limit_changes(old: RulesCard, new: RulesCard) -> Iterator[str]:
    limits = [dollars(card.payout_limit) for card in (old, new) if card.payout_limit is not None]
    if len(set(limits)) > 1:
        yield _change_sentence("the payout limit", *limits)
    # A side wager that is added or removed changes the scope of the limit, which needs no sentence.
    both = {wager.label for wager in old.wagers} & {wager.label for wager in new.wagers}
    before, after = ([w for w in card.payout_limit_wagers if w in both] for card in (old, new))
    if before != after and after:
        yield f"the payout limit now covers {join_words(after)}"
