"""Wrong passwords: after some in a row, each makes the next attempt wait longer.

They are counted by account and place, and nobody waits for what somebody else tried elsewhere
(SEC-9). A place is an address, or a device from which the account was signed in to before. Names
that nobody has are counted like any other, so that nothing tells them apart.
"""

from collections import OrderedDict
from typing import Final

from msgspec import Struct

from pitboss.refusal import Refused
from pitboss.room.clock import Seconds

TRIES: Final = 5
"""Wrong passwords in a row before anybody has to wait: one second…"""
LONGEST: Final = 60.0
"""…then twice as long each time, up to this."""
FORGOTTEN: Final = 3600.0
"""Seconds without an attempt after which nothing is held against anybody."""
KNOWN: Final = 10_000


class TooSoon(Refused):
    """An attempt before its time; whether the password was right is not even looked at."""

    def __init__(self, seconds: float) -> None:
        self.seconds = max(1, round(seconds + 0.5))
        some = "1 second" if self.seconds == 1 else f"{self.seconds} seconds"
        super().__init__(f"too many attempts: wait {some}, then try again", "SEC-5")


class Failures(Struct, frozen=True):
    """Wrong passwords in a row, and when the last one was."""

    number: int
    at: float

    def wait(self, now: float) -> float:
        """Seconds until the next attempt."""
        if self.number < TRIES:
            return 0.0
        return max(0.0, self.at + min(2.0 ** (self.number - TRIES), LONGEST) - now)


class Locks:
    """What was tried lately, by account and place; none of it outlives the program."""

    def __init__(self, seconds: Seconds) -> None:
        self._seconds = seconds
        self._failures: OrderedDict[tuple[str, str], Failures] = OrderedDict()

    def check(self, account: str, place: str) -> None:
        """Refuse an attempt that comes too soon."""
        failures = self._failures.get((account, place))
        if failures and (wait := failures.wait(self._seconds())):
            raise TooSoon(wait)

    def fail(self, account: str, place: str) -> bool:
        """Count a wrong password; whether the next attempt has to wait."""
        now, before = self._seconds(), self._failures.pop((account, place), None)
        number = before.number if before and now - before.at < FORGOTTEN else 0
        failures = self._failures[account, place] = Failures(number + 1, now)
        while len(self._failures) > KNOWN:
            self._failures.popitem(last=False)
        return failures.wait(now) > 0

    def forgive(self, account: str, place: str | None = None) -> None:
        """Hold nothing against anybody at a place, or at any."""
        for key in [*self._failures]:
            if key[0] == account and place in (None, key[1]):
                del self._failures[key]
