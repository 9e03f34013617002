"""What a dealer proposes: corrected payouts, merchandise, and another dealing method."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from pitboss.games.incidents import Kind
from pitboss.money import dollars
from pitboss.papers.wording import capitalize
from pitboss.settle import WagerResult
from pitboss.submission import filing_faults, with_equipment
from pitboss.table import commands as c
from pitboss.table.decks import devices_in_use, find_incident, incident_clause
from pitboss.table.house_rules import APPROVED_RULES, CORRECTIONS
from pitboss.table.state import GIFT_NAMES, RoundState, rules_for_round, rules_for_submission
from pitboss.tui.dealer.dealer_session import (
    ActionVariant,
    DealerSession,
    Prompt,
    PromptAnswers,
    TableAction,
)
from pitboss.tui.dealer.event_sentences import METHOD_KEYS, method_phrase

CREDIT_PROMPT = Prompt(
    "cents", "How much should have been credited, stake included, in dollars?", "money"
)
CORRECTION_REASON = Prompt("reason", "Why?", "text")
RECEIPT_PROMPT = Prompt("reason", "Which receipt did the player sign?", "text")


def correction_actions(session: DealerSession) -> Iterator[TableAction]:
    """Yield corrections for each wager of the last closed round, by seat.

    Also for envy and community pay, where the seat could have received any.
    """
    last_round = next(iter(reversed(session.table.state.last)), None)
    variants = tuple(_correction_variants(session, last_round)) if last_round is not None else ()
    if last_round is not None and variants:
        yield TableAction(
            label=f"Propose a corrected payout for a wager of round {last_round.number:,}",
            detail="A floorperson must approve it.",
            clause=CORRECTIONS,
            variants=variants,
            prompts=(CREDIT_PROMPT, CORRECTION_REASON),
        )
    merchandise = tuple(_merchandise_variants(session))
    if merchandise:
        yield TableAction(
            label="Propose handing over merchandise instead of its value",
            detail="Its value in chips goes back to the tray. A floorperson must approve it.",
            clause=CORRECTIONS,
            variants=merchandise,
            prompts=(RECEIPT_PROMPT,),
        )


def _merchandise_variants(session: DealerSession) -> Iterator[ActionVariant]:
    """Yield merchandise of recent rounds that was paid at its value and can be handed over."""
    for round_ in reversed(session.table.state.last):
        for seat, results in sorted(round_.results.items()):
            for key, result in results.items():
                if result.merchandise and result.credit:
                    yield _merchandise_variant(session, round_.number, seat, key, result)


def _merchandise_variant(
    session: DealerSession, number: int, seat: int, key: str, result: WagerResult
) -> ActionVariant:
    def build_command(answers: PromptAnswers) -> c.Command:
        reason = str(answers["reason"])
        return c.Propose(c.CorrectPayout(number, seat, key, 0, reason, handed_over=True))

    label = f"seat {seat}, round {number:,}: {result.merchandise}, {dollars(result.credit)}"
    return session.make_variant(session.dealer, label, build_command)


def _correction_variants(session: DealerSession, round_: RoundState) -> Iterator[ActionVariant]:
    labels = {w.key: w.label for w in rules_for_round(session.table.state, round_).wagers}
    for seat, results in sorted(round_.results.items()):
        for key, result in results.items():
            yield _correction_variant(session, round_.number, seat, key, labels[key], result.credit)
        for key, gift in GIFT_NAMES.items():
            amount = round_.gifts.get(seat, {}).get(gift, 0)
            trial = c.Propose(c.CorrectPayout(round_.number, seat, key, amount + 1, "to see"))
            if not session.refusal(session.dealer, trial):
                yield _correction_variant(session, round_.number, seat, key, gift, amount)


def _correction_variant(
    session: DealerSession, number: int, seat: int, key: str, label: str, credit: int
) -> ActionVariant:
    def build_command(answers: PromptAnswers) -> c.Command:
        cents, reason = int(answers["cents"]), str(answers["reason"])
        return c.Propose(c.CorrectPayout(number, seat, key, cents, reason))

    return session.make_variant(
        session.dealer, f"seat {seat}, {label}: {dollars(credit)}", build_command
    )


METHOD_ACTION_LABEL: Final = "File a different dealing method"
PROPOSED_BY_DEALER: Final = "the dealer proposes it (D), then you approve it"
ONE_DECK: Final = 1


def method_actions(session: DealerSession) -> Iterator[TableAction]:
    """Yield the dealer's proposal of another method that needs no broken device."""
    submissions = _other_methods(session)
    if not submissions:
        return
    yield TableAction(
        label=METHOD_ACTION_LABEL,
        detail="Once a floorperson approves it, the next round is dealt this way.",
        clause=_method_clause(session),
        variants=tuple(_method_variant(session, submission) for submission in submissions),
        refusal=session.refusal(session.dealer, c.Propose(submissions[0])),
        is_urgent=_is_stopped_by_device(session),
    )


def method_hint_actions(session: DealerSession) -> Iterator[TableAction]:
    """Yield a hint for the floorperson when a broken device stops the table."""
    is_proposed = any(
        isinstance(x.matter, c.FileSubmission) for x in session.table.state.proposals.values()
    )
    if _is_stopped_by_device(session) and not is_proposed:
        yield TableAction(
            label=METHOD_ACTION_LABEL, clause=_method_clause(session), refusal=PROPOSED_BY_DEALER
        )


def _method_clause(session: DealerSession) -> str:
    incident = find_incident(session.rules, Kind.DEVICE_DOWN)
    return (
        incident_clause(session.rules, incident)
        if incident and session.table.state.day.broken
        else APPROVED_RULES
    )


def _is_stopped_by_device(session: DealerSession) -> bool:
    """Return whether the table uses a device that is marked as out of order."""
    broken_devices = session.table.state.day.broken
    return any(broken_devices.get(device) for device in devices_in_use(session.rules))


def _other_methods(session: DealerSession) -> list[c.FileSubmission]:
    """Return the allowed filings of other methods, smallest change first."""
    game, current_filing = session.game, session.table.state.filed[-1].submission
    current_table, candidates = current_filing["table"], []
    for dealing in dict.fromkeys(option.method for option in game.procedures.dealing):
        for shuffler in game.procedures.shufflers:
            filing = _allowed_filing(
                session, current_filing, {"dealing": dealing, "shuffler": shuffler}
            )
            if filing is not None and filing["table"] != current_table:
                change_count = sum(
                    filing["table"][key] != current_table[key] for key in METHOD_KEYS
                )
                candidates.append(
                    (change_count, c.FileSubmission(filing, session.table.state.has_open_round))
                )
    return [matter for _, matter in sorted(candidates, key=lambda pair: pair[0])]


def _allowed_filing(
    session: DealerSession, submission: Mapping[str, Any], method: dict[str, Any]
) -> dict[str, Any] | None:
    """Return the filing of this method if its devices work, with one deck if two cannot be used.

    A device that the Commission has to approve can be filed once a filing had that approval.
    """
    approved_submission = {
        **submission,
        "approvals": {**_device_approval(session), **submission["approvals"]},
    }
    for equipment in (method, {**method, "decks": ONE_DECK}):
        filing = with_equipment(approved_submission, equipment)
        if not filing_faults(session.game, filing):
            devices = devices_in_use(rules_for_submission(session.game.key, filing))
            return (
                None
                if any(device in session.table.state.day.broken for device in devices)
                else filing
            )
    return None


def _device_approval(session: DealerSession) -> dict[str, Any]:
    """Return the last approval of a reshuffling device at this table, if there was one."""
    for filing in reversed(session.table.state.filed):
        if approval := filing.submission["approvals"].get("shuffler"):
            return {"shuffler": approval}
    return {}


def _method_variant(session: DealerSession, matter: c.FileSubmission) -> ActionVariant:
    label = capitalize(method_phrase(matter.submission["table"]))
    return session.make_variant(session.dealer, label, lambda answers: c.Propose(matter))
