"""What changed between two filings of a game, in words."""

from collections.abc import Iterator, Mapping
from typing import Any

from pitboss.games.grammar import Game
from pitboss.money import dollars
from pitboss.papers.card import Card, StopCard, rules_card
from pitboss.papers.wagers import PayLine, WagerCard
from pitboss.papers.words import listed, meter_name, sentence
from pitboss.submission import completed

_TABLE = {
    "minimum": "the table minimum",
    "maximum": "the table maximum",
    "chip": "the smallest chip",
    "dealing": "the method of dealing",
    "shuffler": "the shuffler",
    "decks": "the number of decks",
    "boxes_per_player": "the number of boxes a player may hold",
}
_IN_CENTS = ("minimum", "maximum", "chip", "wager", "fixed_prize", "start", "reset")


def changes(game: Game, before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[str, ...]:
    """Sentences, from the table to the readings; none if the filings say the same."""
    old, new = (completed(game, filing)[0] for filing in (before, after))
    cards = rules_card(game, before), rules_card(game, after)
    found = [
        *_operator(old, new),
        *_named(_TABLE, old["table"], new["table"]),
        *_wagers(old["wagers"], new["wagers"], cards),
        *_wheel(*cards),
        *_readings(*cards),
        *_limit(*cards),
        *_approvals(old["approvals"], new["approvals"]),
    ]
    return tuple(sentence(text) + "." for text in found)


def _changed(what: str, old: object, new: object) -> str:
    return f"{what} changes from {old} to {new}"


def _shown(key: str, value: object) -> str:
    return dollars(value) if key in _IN_CENTS and isinstance(value, int) else str(value)


def _operator(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    if old["operator"] != new["operator"]:
        yield _changed("the operator", old["operator"], new["operator"])


def _named(
    names: Mapping[str, str], old: Mapping[str, Any], new: Mapping[str, Any]
) -> Iterator[str]:
    for key, name in names.items():
        was, now = old.get(key), new.get(key)
        if was == now:
            continue
        if was is None:
            yield f"{name} is new: {_shown(key, now)}"
        elif now is None:
            yield f"{name}, {_shown(key, was)} until now, is gone"
        else:
            yield _changed(name, _shown(key, was), _shown(key, now))


def _wagers(
    old: Mapping[str, Any], new: Mapping[str, Any], cards: tuple[Card, Card]
) -> Iterator[str]:
    labels = {wager.key: wager.label for card in cards for wager in card.wagers}
    lines: tuple[dict[str, WagerCard], ...] = tuple(
        {wager.key: wager for wager in card.wagers} for card in cards
    )
    for key in new:
        was, now = old[key], new[key]
        if was.get("offered") != now.get("offered"):
            label = labels.get(key, key)
            yield f"{label} is {'now' if now['offered'] else 'no longer'} offered"
        if not now.get("offered", True) or not was.get("offered", True):
            continue
        label = labels[key]
        if was.get("paytable") != now.get("paytable"):
            yield _changed(f"the paytable of {label}", was["paytable"], now["paytable"])
        yield from _pays(label, lines[0][key].lines, lines[1][key].lines)
        yield from _pays(f"envy of {label}", lines[0][key].envy, lines[1][key].envy)
        yield from _named(
            {
                "minimum": f"the minimum of {label}",
                "maximum": f"the maximum of {label}",
                "wager": f"the {label} wager",
                "fixed_prize": f"the fixed prize of {label}",
                "merchandise": f"the merchandise of {label}",
                "top_symbol": f"the name of the top symbol of {label}",
                "pays_on": f"the hand from which {label} is paid",
            },
            was,
            now,
        )
        yield from _meters(label, was.get("meters", {}), now.get("meters", {}))


def _pays(label: str, old: tuple[PayLine, ...], new: tuple[PayLine, ...]) -> Iterator[str]:
    was = {line.name: line.pays for line in old}
    now = {line.name: line.pays for line in new}
    for name in {**was, **now}:
        if was.get(name) != now.get(name):
            old_pays, new_pays = was.get(name, "nothing"), now.get(name, "nothing")
            yield f"{label}: {name} pays {new_pays} instead of {old_pays}"


def _meters(label: str, old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    for name in {**old, **new}:
        meter = meter_name(name, label)
        if name not in new:
            yield f"{meter} is gone"
        elif name not in old:
            start, reset = dollars(new[name]["start"]), dollars(new[name]["reset"])
            takes = f"takes {new[name]['rate']} of each wager"
            yield f"{meter} is new: it starts at {start}, {takes} and is reset to {reset}"
        else:
            named = {
                "start": f"the start of {meter}",
                "reset": f"the reset of {meter}",
                "rate": f"the rate of {meter}",
            }
            yield from _named(named, old[name], new[name])


def _wheel(old: Card, new: Card) -> Iterator[str]:
    # By clause, where there is one: the top symbol may have got another name.
    was, now = ({stop.clause or stop.symbol: stop for stop in card.wheel} for card in (old, new))
    if not was or not now or was == now:
        return
    if was.keys() != now.keys():
        symbols = listed(f"{stop.symbol} ({_stops(stop)})" for stop in now.values())
        yield f"the wheel is replaced; it now has {symbols}"
        return
    for clause, stop in now.items():
        before, after = _stops(was[clause]), _stops(stop)
        if before != after:
            yield f"the wheel has {after} of {stop.symbol} instead of {before}"


def _stops(stop: StopCard) -> str:
    return "1 stop" if stop.stops == 1 else f"{stop.stops:,} stops"


def _readings(old: Card, new: Card) -> Iterator[str]:
    for was, now in zip(old.readings, new.readings, strict=True):
        if was.choice != now.choice:
            yield (
                f"the reading {now.id} is {now.choice} instead of {was.choice}: "
                f"{now.meaning.rstrip('.')} [{now.clause}]"
            )


def _approvals(old: Mapping[str, Any], new: Mapping[str, Any]) -> Iterator[str]:
    for name in {**old, **new}:
        was, now = (_approval(approvals.get(name, {})) for approvals in (old, new))
        if was != now:
            yield _changed(f"the approval of the {name}", was, now)


def _approval(one: Mapping[str, Any]) -> str:
    return f"“{one.get('reference', '–')}” of {one.get('date', '–')}" if one else "none"


def _limit(old: Card, new: Card) -> Iterator[str]:
    limits = [dollars(card.payout_limit) for card in (old, new) if card.payout_limit is not None]
    if len(set(limits)) > 1:
        yield _changed("the payout limit", *limits)
    # A side wager that comes or goes takes its place in the limit along: that is no news.
    both = {wager.label for wager in old.wagers} & {wager.label for wager in new.wagers}
    was, now = ([w for w in card.payout_limit_wagers if w in both] for card in (old, new))
    if was != now:
        yield f"the payout limit now covers {listed(now)}"
