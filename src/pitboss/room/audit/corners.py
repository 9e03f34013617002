"""What is kept beside the streams: sealed seeds, and the answers to requests with a key."""

from collections.abc import Mapping

import msgspec

from pitboss.refusal import brief
from pitboss.room.asks import KeptAnswer, answer_check
from pitboss.room.audit.finding import Findings
from pitboss.room.reader import Reader
from pitboss.room.reading import Laid
from pitboss.room.store.alike import LONGEST_KEY
from pitboss.table import State


def check_seal(reader: Reader, stream: str, state: State | None, findings: Findings) -> None:
    """The seed of a round that is open must be there, or the round cannot be brought to its end."""
    now = state.round if state else None
    if state is None or now is None or not state.running:
        return
    if reader.wait(reader.store.sealed(stream, now.number)) is None:
        findings.add(stream, 0, f"the sealed seed of round {now.number} is missing")


def check_corners(reader: Reader, states: Mapping[str, State | None], findings: Findings) -> None:
    """What a store lets one go through to the last: flaws of its own, seals, answers."""
    store = reader.store
    if not isinstance(store, Laid):
        return
    for flaw in reader.wait(store.flaws()):
        findings.add("", 0, flaw)
    for table, key in reader.every(store.damaged_rows()):
        named = "/".join(str(part)[:LONGEST_KEY] for part in key)
        findings.add("", 0, f"the row {brief(named)} of {table} is not as it was written")
    for stream, number in reader.wait(store.every_seal()):
        state = states.get(stream)
        last = state.round.number if state and state.round else 0
        if stream not in states or (state is not None and not 1 <= number <= last):
            findings.add(stream, 0, f"a seed is kept for round {number}, which there never was")
    for stream, answer in reader.every(store.every_answer()):
        told = f"the answer to {brief(answer.account)}'s key {brief(answer.key)}"
        try:
            kept = msgspec.json.decode(answer.answer, type=KeptAnswer)
        except (msgspec.MsgspecError, UnicodeDecodeError):
            kept = KeptAnswer(0)
        version, state = kept.version, states.get(stream)
        due = answer_check(answer.account, stream, answer.key, answer.body, version)
        if kept.check not in ("", due):
            findings.add(stream, 0, f"{told} is not as it was written")
        if stream not in states or (state is not None and not 1 <= version <= state.version):
            findings.add(stream, 0, f"{told} tells of something that never happened")
