"""What a room and its clients agree on: the session cookie, idempotency keys, failed requests."""

import os
from base64 import urlsafe_b64encode
from typing import Final

COOKIE: Final = "pitboss_session"
"""The cookie in which a browser keeps its session token."""
KEY_BYTES: Final = 32


def new_key() -> str:
    """Return an idempotency key that nobody can guess."""
    return urlsafe_b64encode(os.urandom(KEY_BYTES)).rstrip(b"=").decode()


class Failed(Exception):
    """A request that was not carried out, or whose outcome is not known."""

    def __init__(self, sentence: str, *, uncertain: bool = False, retry: bool = False) -> None:
        """With ``retry``, the request only has to be repeated with the same key."""
        super().__init__(sentence)
        self.sentence, self.uncertain, self.retry = sentence, uncertain, retry
