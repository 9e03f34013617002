"""What staff propose: corrected payouts, merchandise, and another dealing method."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

import msgspec

from pitboss.cards import card_text
from pitboss.console.actions import Action, Variant, slug
from pitboss.console.context import ConsoleContext
from pitboss.console.event_sentences import METHOD_KEYS, meter_label, method_phrase
from pitboss.console.prompts import (
    CREDIT_PROMPT,
    corrected_card_prompts,
    meter_change_prompt,
    reason_prompt,
)
from pitboss.games import Game, find_game
from pitboss.games.incidents import Kind
from pitboss.money import dollars
from pitboss.papers.card_symbols import card_symbol
from pitboss.papers.wording import capitalize
from pitboss.settle import WagerResult
from pitboss.submission import filing_faults, with_equipment
from pitboss.submission.rules import Rules
from pitboss.table import commands as c
from pitboss.table.decks import devices_in_use, find_incident, incident_clause
from pitboss.table.hidden_cards import card_positions
from pitboss.table.house_rules import APPROVED_RULES, CORRECTIONS
from pitboss.table.state import GIFT_NAMES, RoundState, rules_for_round, rules_for_submission

CORRECTION_REASON: Final = reason_prompt(path=("matter", "reason"))
RECEIPT_PROMPT: Final = reason_prompt(
    "Which receipt did the player sign?", path=("matter", "reason")
)


def correction_actions(context: ConsoleContext) -> Iterator[Action]:
    """Yield corrections for each wager of the last closed round, by seat.

    Also for envy and community pay, where the seat could have received any.
    """
    last_round = next(iter(reversed(context.state.last)), None)
    variants = tuple(_correction_variants(context, last_round)) if last_round is not None else ()
    if last_round is not None and variants:
        yield context.choice(
            "correct-payout",
            f"Propose a corrected payout for a wager of round {last_round.number:,}",
            variants,
            "",
            detail="A floorperson must approve it.",
            clause=CORRECTIONS,
            prompts=(CREDIT_PROMPT, CORRECTION_REASON),
        )
    merchandise = tuple(_merchandise_variants(context))
    if merchandise:
        yield context.choice(
            "hand-over-merchandise",
            "Propose handing over merchandise instead of its value",
            merchandise,
            "",
            detail="Its value in chips goes back to the tray. A floorperson must approve it.",
            clause=CORRECTIONS,
            prompts=(RECEIPT_PROMPT,),
        )


def card_correction_actions(context: ConsoleContext) -> Iterator[Action]:
    """Yield corrections of the cards that were entered from a physical deck, place by place."""
    round_, rules = context.state.round, context.rules
    if round_ is None or not (rules.table.is_physical and context.state.has_open_round):
        return
    positions = card_positions(rules, round_)
    names = [name for name, at in positions.items() if at in round_.shown]
    by_place: dict[str, list[str]] = {}
    for name in names:
        by_place.setdefault(name.partition(".")[0], []).append(name)
    if len(by_place) > 1:
        by_place["all"] = names  # cards of two places may have been mixed up
    labels = {place.name: f"the cards of {place.label}" for place in rules.places}
    labels |= {str(seat): f"the cards of seat {seat}" for seat in round_.holes}
    labels |= {"all": "all cards that are face up"}
    for place, cards in by_place.items():
        current = {name: card_text(round_.shown[positions[name]]) for name in cards}
        yield context.action(
            f"correct-cards-{slug(place)}",
            f"Propose correcting {labels.get(place, 'the exposed cards')}",
            c.Propose(c.CorrectCards(round_.number, {}, "")),
            variant="propose",
            detail=f"Entered: {cards_phrase(current)}. Enter each card as it lies. A floorperson "
            "must approve it; hands that were settled are settled again.",
            clause=CORRECTIONS,
            prompts=(*corrected_card_prompts(rules, cards), CORRECTION_REASON),
            trial=c.Propose(_any_correction(rules, round_, positions, cards[0])),
        )


def cards_phrase(cards: Mapping[str, str]) -> str:
    """Return the symbols of entered cards, separated by spaces."""
    return " ".join(map(card_symbol, cards.values()))


def _any_correction(
    rules: Rules, round_: RoundState, positions: Mapping[str, int], name: str
) -> c.CorrectCards:
    """Return a correction of a card that the table accepts, whatever its right face is."""
    others_shown = {at: face for at, face in round_.shown.items() if at != positions[name]}
    others = (face for face in rules.deck.cards if face != round_.shown[positions[name]])
    free = next(
        face for face in others if rules.deck.first_excess([*others_shown.values(), face]) is None
    )
    return c.CorrectCards(round_.number, {name: card_text(free)}, "a reason")


def _merchandise_variants(context: ConsoleContext) -> Iterator[Variant]:
    """Yield merchandise of recent rounds that was paid at its value and can be handed over."""
    for round_ in reversed(context.state.last):
        for seat, results in sorted(round_.results.items()):
            for key, result in results.items():
                if result.merchandise and result.credit:
                    yield _merchandise_variant(context, round_.number, seat, key, result)


def _merchandise_variant(
    context: ConsoleContext, number: int, seat: int, key: str, result: WagerResult
) -> Variant:
    label = f"seat {seat}, round {number:,}: {result.merchandise}, {dollars(result.credit)}"
    matter = c.CorrectPayout(number, seat, key, 0, "", handed_over=True)
    return context.variant(label, c.Propose(matter))


def _correction_variants(context: ConsoleContext, round_: RoundState) -> Iterator[Variant]:
    labels = {w.key: w.label for w in rules_for_round(context.state, round_).wagers}
    for seat, results in sorted(round_.results.items()):
        for key, result in results.items():
            yield _correction_variant(context, round_.number, seat, key, labels[key], result.credit)
        for key, gift in GIFT_NAMES.items():
            amount = round_.gifts.get(seat, {}).get(gift, 0)
            trial = c.Propose(c.CorrectPayout(round_.number, seat, key, amount + 1, "to see"))
            if not context.refusal(trial):
                yield _correction_variant(context, round_.number, seat, key, gift, amount)


def _correction_variant(
    context: ConsoleContext, number: int, seat: int, key: str, label: str, credit: int
) -> Variant:
    matter = c.CorrectPayout(number, seat, key, 0, "")
    return context.variant(f"seat {seat}, {label}: {dollars(credit)}", c.Propose(matter))


def meter_actions(context: ConsoleContext) -> Iterator[Action]:
    """Yield the correction of each meter (PROG-2)."""
    for name in context.state.books:
        amount = int(context.state.meter_amount(name))
        meter = meter_label(context.rules, name)
        yield context.action(
            f"correct-meter-{slug(name)}",
            f"Propose a correction to {meter}, which shows {dollars(amount)}",
            c.Propose(c.CorrectMeter(name, 0, "")),
            variant="correct",
            trial=c.Propose(c.CorrectMeter(name, 1, "a reason")),
            detail="A floorperson must approve it.",
            clause=CORRECTIONS,
            prompts=(meter_change_prompt(amount), CORRECTION_REASON),
        )


METHOD_ACTION_LABEL: Final = "File a different dealing method"
PROPOSED_BY_DEALER: Final = "the dealer proposes it, then you approve it"
ONE_DECK: Final = 1
MAX_CACHED_METHODS: Final = 64
"""Filings for which the other methods are cached."""


def method_actions(context: ConsoleContext) -> Iterator[Action]:
    """Yield the proposal of another method that needs no broken device."""
    submissions = _other_methods(context)
    if not submissions:
        return
    refusal = context.refusal(c.Propose(submissions[0]))
    yield context.choice(
        "file-method",
        METHOD_ACTION_LABEL,
        () if refusal else tuple(_method_variant(context, matter) for matter in submissions),
        refusal,
        detail="Once a floorperson approves it, the next round is dealt this way.",
        clause=_method_clause(context),
        is_urgent=_is_stopped_by_device(context),
    )


def method_hint_actions(context: ConsoleContext) -> Iterator[Action]:
    """Yield a hint for the floorperson when a broken device stops the table."""
    is_proposed = any(
        isinstance(x.matter, c.FileSubmission) for x in context.state.proposals.values()
    )
    if _is_stopped_by_device(context) and not is_proposed:
        yield context.choice(
            "await-method",
            METHOD_ACTION_LABEL,
            (),
            PROPOSED_BY_DEALER,
            clause=_method_clause(context),
        )


def _method_clause(context: ConsoleContext) -> str:
    incident = find_incident(context.rules, Kind.DEVICE_DOWN)
    return (
        incident_clause(context.rules, incident)
        if incident and context.state.day.broken
        else APPROVED_RULES
    )


def _is_stopped_by_device(context: ConsoleContext) -> bool:
    """Return whether the table uses a device that is marked as out of order."""
    broken_devices = context.state.day.broken
    return any(broken_devices.get(device) for device in devices_in_use(context.rules))


def _other_methods(context: ConsoleContext) -> list[c.FileSubmission]:
    """Return the allowed filings of other methods, smallest change first."""
    submission = context.state.filed[-1].submission
    # A device that the Commission has to approve can be filed once a filing had that approval.
    approvals = {**_device_approval(context), **submission["approvals"]}
    filings = _method_filings(
        context.game.key,
        msgspec.json.encode({**submission, "approvals": approvals}),
        tuple(submission["table"][key] for key in METHOD_KEYS),
        frozenset(context.state.day.broken),
    )
    return [c.FileSubmission(filing, context.state.has_open_round) for filing in filings]


@lru_cache(MAX_CACHED_METHODS)
def _method_filings(
    game_key: str, submission: bytes, method: tuple[Any, ...], broken_devices: frozenset[str]
) -> tuple[dict[str, Any], ...]:
    """Return the allowed filings of other methods than this one, smallest change first."""
    game, candidates = find_game(game_key), []
    current = msgspec.json.decode(submission)
    for dealing in dict.fromkeys(option.method for option in game.procedures.dealing):
        for shuffler in game.procedures.shufflers:
            filing = _allowed_filing(
                game, current, {"dealing": dealing, "shuffler": shuffler}, broken_devices
            )
            if filing is not None and filing["table"] != current["table"]:
                other = [filing["table"][key] for key in METHOD_KEYS]
                change_count = sum(a != b for a, b in zip(method, other, strict=True))
                candidates.append((change_count, filing))
    return tuple(filing for _, filing in sorted(candidates, key=lambda pair: pair[0]))


def _allowed_filing(
    game: Game,
    submission: Mapping[str, Any],
    method: dict[str, Any],
    broken_devices: frozenset[str],
) -> dict[str, Any] | None:
    """Return the filing of this method if its devices work, with one deck if two cannot be used."""
    for equipment in (method, {**method, "decks": ONE_DECK}):
        filing = with_equipment(submission, equipment)
        if not filing_faults(game, filing):
            devices = devices_in_use(rules_for_submission(game.key, filing))
            return None if any(device in broken_devices for device in devices) else filing
    return None


def _device_approval(context: ConsoleContext) -> dict[str, Any]:
    """Return the last approval of a reshuffling device at this table, if there was one."""
    for filing in reversed(context.state.filed):
        if approval := filing.submission["approvals"].get("shuffler"):
            return {"shuffler": approval}
    return {}


def _method_variant(context: ConsoleContext, matter: c.FileSubmission) -> Variant:
    label = capitalize(method_phrase(matter.submission["table"]))
    return context.variant(label, c.Propose(matter))
