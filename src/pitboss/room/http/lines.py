"""The sockets that are open, by who opened them: so many each, and none after its session."""

from msgspec import Struct, field
from starlette.requests import HTTPConnection

from pitboss.room.http.guards import host_of
from pitboss.room.http.limits import Limits
from pitboss.room.hub import Watcher
from pitboss.room.people.sessions import hashed


class Lines(Struct):
    """All of them."""

    open: dict[str, set[Watcher]] = field(default_factory=dict)

    def has_room(self, connection: HTTPConnection, token: str) -> bool:
        """Whether one more may be opened by this one."""
        limits: Limits = connection.app.state.limits
        most = limits.sockets if token else limits.onlookers
        return len(self.open.get(whose(connection, token), ())) < most

    def add(self, who: str, watcher: Watcher) -> None:
        """One more."""
        self.open.setdefault(who, set()).add(watcher)

    def leave(self, who: str, watcher: Watcher) -> None:
        """One less."""
        left = self.open.get(who, set())
        left.discard(watcher)
        if not left:
            self.open.pop(who, None)

    def ended(self, token: str) -> None:
        """A session is over, and with it what was opened under it."""
        for watcher in self.open.get(hashed(token), ()):
            watcher.dismissed = True
            watcher.leave()
            watcher.wake()


def lines_of(connection: HTTPConnection) -> Lines:
    """Those of the application that is asked."""
    found: Lines = connection.app.state.lines
    return found


def whose(connection: HTTPConnection, token: str) -> str:
    """Under which name a socket is counted."""
    return hashed(token) if token else host_of(connection)
