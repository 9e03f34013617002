"""The peer of the table's benchmark: PokerKit, where it is installed (the tests bring it along).

It plays hands of no-limit Texas hold 'em for six, with every automation that it offers: it posts
blinds, shuffles, deals, burns, shows, mucks and pushes chips by itself. As at our tables, players
are asked one by one and some fold: whoever may bet first on a street bets the least, and of the
answers to a bet every fourth is a fold and the others are calls. So a hand takes twenty answers;
our rounds take twelve to fourteen, and six wagers. (Where everybody calls to the end, its showdown
of six hands makes it a third as quick.) It keeps a list of what was done; it makes no postings,
commitments or proofs.
"""

from collections.abc import Callable
from itertools import count

PLAYERS = 6
FOLDS = 4
"""One answer in so many."""


def ready() -> Callable[[int], None] | None:
    """Plays so many hands; none where the peer is not installed."""
    try:
        from pokerkit import Automation, NoLimitTexasHoldem
    except ImportError:
        return None
    game = NoLimitTexasHoldem(tuple(Automation), True, 0, (1, 2), 2)
    answers = count(1)

    def play(hands: int) -> None:
        for _ in range(hands):
            state = game(1_000, PLAYERS)
            while state.status:
                if not state.checking_or_calling_amount and state.can_complete_bet_or_raise_to():
                    state.complete_bet_or_raise_to()
                elif next(answers) % FOLDS:
                    state.check_or_call()
                else:
                    state.fold()

    return play
