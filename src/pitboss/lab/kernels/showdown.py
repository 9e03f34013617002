"""Showdown with a dealer: the kernels.

On a board of each kind all two cards are ranked once, by their groups (`kinds`). How many of the
dealer's hands a player beats follows from running totals: all weaker hands, less those that hold
one of the player's cards.

Bounds: a player meets at most 990 hands of the dealer (10 bits), 46 last cards make 45,540 (16
bits), 47 turns less than 2²² (32 bits); over all deals of the 12 ways of a starting hand that is
less than 2⁴⁰.
"""

import numpy as np
from numba import njit, types
from numba.extending import intrinsic

from pitboss.lab.kernels.kinds import HOLDINGS, RANKS, holding, kind_of_four, others, pair_of

WON, TIED, PAID = 0, 10, 20
"""Fields of 10 bits: hands beaten, tied with, and beaten where the ante is paid."""
FIELD = np.uint64(0xFFFF)
LIVE, BET = np.uint64(1 << 48), np.uint64(1 << 63)
"""Above three fields of 16 bits: a turn that counts; the river is bet on."""
HALF, SHIFT = np.uint64(0xFFFFFFFF), np.uint64(32)


@intrinsic
def trailing_zeros(typing_context, word):
    """The place of the lowest bit of a word that is not 0."""

    def build(context, builder, signature, arguments):
        return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

    return types.uint64(types.uint64), build


@njit("i8(u8[::1], i8[::1])", cache=True, nogil=True)
def number_places(seen, order):
    """Number the places whose bits are set, the weakest first; how many there are."""
    found = 0
    for w in range(seen.size):
        word = seen[w]
        while word:
            order[(w << 6) + np.int64(trailing_zeros(word))] = found
            found += 1
            word &= word - np.uint64(1)
    return found


@njit(
    "(i8[::1], i8, i2[:,::1], i2[::1], u8[::1], i8[::1], i8[::1], i2[:,::1])",
    cache=True,
    nogil=True,
)
def order_holdings(held, bits, ranked, flushes, seen, order, places, weaker):
    """On one board: the places of all two cards, in order, and the hands below each place.

    ``held`` has the cards left in each group, ``bits`` the ranks that the board has in its suit.
    Of ``weaker`` the last column has all hands, the others those that hold a given card of a group.
    """
    groups = held.size
    every = groups
    seen[:] = 0
    for a in range(groups):
        with_a = bits | (1 << (a - RANKS) if a >= RANKS else 0)
        for b in range(a + 1):
            places[holding(a, b)] = -1
            if held[a] > (a == b) and held[b]:
                suited = with_a | (1 << (b - RANKS) if b >= RANKS else 0)
                place = max(np.int64(ranked[a % RANKS, b % RANKS]), np.int64(flushes[suited]))
                places[holding(a, b)] = place
                seen[place >> 6] |= np.uint64(1) << np.uint64(place & 63)
    found = number_places(seen, order)
    weaker[: found + 1, : every + 1] = 0
    for a in range(groups):
        for b in range(a + 1):
            place = places[holding(a, b)]
            if place >= 0:
                at = order[place] + 1
                if a == b:
                    weaker[at, every] += held[a] * (held[a] - 1) // 2
                    weaker[at, a] += held[a] - 1
                else:
                    weaker[at, every] += held[a] * held[b]
                    weaker[at, a] += held[b]
                    weaker[at, b] += held[a]
    for at in range(found):
        for column in range(every + 1):
            weaker[at + 1, column] += weaker[at, column]


@njit(
    "(i8[::1], i8, i2[:,::1], i2[::1], b1[::1], u8[::1], i8[::1], i8[::1], i2[:,::1], u4[::1])",
    cache=True,
    nogil=True,
)
def rank_holdings(held, bits, ranked, flushes, pays, seen, order, places, weaker, row):
    """On one board, for all two cards by their groups: hands of the dealer beaten and tied."""
    order_holdings(held, bits, ranked, flushes, seen, order, places, weaker)
    groups = held.size
    every = groups
    for a in range(groups):
        for b in range(a + 1):
            place = places[holding(a, b)]
            if place >= 0:
                at = order[place]
                won = np.int64(weaker[at, every] - weaker[at, a] - weaker[at, b])
                up_to = np.int64(weaker[at + 1, every] - weaker[at + 1, a] - weaker[at + 1, b])
                # The player's own two cards were taken out of the ties twice.
                tied = up_to + 1 - won
                paid = won if pays[place] else 0
                row[holding(a, b)] = (won << WON) | (tied << TIED) | (paid << PAID)


@njit(
    "(i8[:,::1], i8, i8, i8[::1], i8[::1], i2[::1], i8[::1], i2[:,:,::1], i2[::1], b1[::1],"
    " u4[:,::1])",
    cache=True,
    nogil=True,
)
def rank_boards(
    boards, low, high, rank, suit, five_of, first_five, sevens, flushes, pays, table
):  # fmt: skip
    """For boards ``low`` to ``high`` and every two cards: hands of the dealer beaten and tied."""
    held = np.empty(2 * RANKS, np.int64)
    counts = np.empty(4, np.int64)
    seen = np.empty(pays.size // 64 + 1, np.uint64)
    order = np.empty(pays.size, np.int64)
    places = np.empty(table.shape[1], np.int64)
    weaker = np.empty((table.shape[1] + 1, 2 * RANKS + 1), np.int16)
    for at in range(low, high):
        counts[:] = 0
        for c in boards[at]:
            counts[suit[c]] += 1
        flush = -1
        for s in range(4):
            if counts[s] >= 3:
                flush = s
        held[:] = 0
        for c in range(rank.size):
            held[rank[c] + (RANKS if suit[c] == flush else 0)] += 1
        number, bits, x, y = 0, 0, -1, -1
        for c in boards[at]:
            number = number * RANKS + rank[c]
            held[rank[c] + (RANKS if suit[c] == flush else 0)] -= 1
            if suit[c] == flush:
                bits |= 1 << rank[c]
            else:
                x, y = rank[c], x
        five = five_of[number]
        row = first_five[bits] + others(x, y) if flush >= 0 else np.int64(five)
        rank_holdings(
            held[: 2 * RANKS if flush >= 0 else RANKS], bits, sevens[five], flushes, pays,
            seen, order, places, weaker, table[row],
        )  # fmt: skip


@njit("u8(u4)", cache=True, nogil=True, inline="always")
def spread(packed):
    """The fields of ``table`` in 16 bits each."""
    word, field = np.uint64(packed), np.uint64(1023)
    return (
        (word & field)
        | (word << np.uint64(6)) & (field << np.uint64(16))
        | (word << np.uint64(12)) & (field << np.uint64(32))
    )


@njit(
    "(i8[:,::1], i8, i8, i8, i8[::1], i8[::1], i2[::1], i8[::1], i2[::1], i8[::1], i8[::1],"
    " i8[::1], i4[:,::1], u4[:,::1], u8[::1])",
    cache=True,
    nogil=True,
)
def sum_last_cards(
    fours, low, high, deals, rank, suit, five_of, first_five, four_of, first_four, two_of, begins,
    merged, table, sums,
):  # fmt: skip
    """For four cards and every two: the fields of ``table`` over all last cards, 16 bits each.

    With `LIVE`, and with `BET` where the hand is expected to win more often than it loses, over the
    ``deals`` that follow.

    The last card can bring three of a suit that has two already. So two suits may matter, and the
    cards of one rank in the others are alike: 13 groups for these, 13 for each suit that matters.
    ``merged`` has the number of two cards where none of these suits has come to three, or one.
    """
    held = np.empty(3 * RANKS, np.int64)
    counts, bits = np.empty(3, np.int64), np.empty(3, np.int64)
    beside = np.empty((3, 2), np.int64)
    # By the suit that has come to three: over all last cards, whether the two hold them or not.
    whole = np.empty((3, HOLDINGS[1]), np.uint64)
    # Over those that they hold.
    own = np.empty(HOLDINGS[2], np.uint64)
    for at in range(low, high):
        a, b, c, d = fours[at]
        begin, first, second = kind_of_four(
            a, b, c, d, rank, suit, four_of, first_four, two_of, begins
        )  # fmt: skip
        counts[:], bits[:], beside[:], held[:], whole[:], own[:] = 0, 0, -1, 0, 0, 0
        for card in range(rank.size):
            kind = 1 if suit[card] == first else 2 if suit[card] == second else 0
            held[rank[card] + RANKS * kind] += 1
            if card in (a, b, c, d):
                held[rank[card] + RANKS * kind] -= 1
                counts[kind] += 1
                bits[kind] |= 1 << rank[card]
                for k in (1, 2):
                    if k != kind:
                        beside[k, 0], beside[k, 1] = rank[card], beside[k, 0]
        number = ((rank[a] * RANKS + rank[b]) * RANKS + rank[c]) * RANKS + rank[d]
        groups = RANKS * (1 + (first >= 0) + (second >= 0))
        for last in range(groups):
            if held[last] == 0:
                continue
            r, kind = last % RANKS, last // RANKS
            flush, holdings, row = 0, HOLDINGS[0], np.int64(five_of[number * RANKS + r])
            for k in (1, 2):
                if counts[k] + (k == kind) >= 3:
                    flush, holdings = k, HOLDINGS[1]
                    if k == kind:
                        row = first_five[bits[k] | (1 << r)] + others(beside[k, 0], beside[k, 1])
                    else:
                        row = first_five[bits[k]] + others(beside[k, 0], r)
            for h in range(holdings):
                whole[flush, h] += np.uint64(held[last]) * spread(table[row, h])
            for g in range(groups):
                h = holding(last, g)
                own[h] += np.uint64(1 + (g == last)) * spread(table[row, merged[flush, h]])
        for h in range(groups * (groups + 1) // 2):
            found = whole[0, merged[0, h]] - own[h]
            for k in range(1, groups // RANKS):
                found += whole[k, merged[k, h]]
            won, tied = found & FIELD, (found >> np.uint64(16)) & FIELD
            bets = np.int64(won + won + tied) > deals
            sums[begin + h] = found | LIVE | (BET if bets else np.uint64(0))


@njit("u8(u8)", cache=True, nogil=True, inline="always")
def widened(fields):
    """Two fields of 16 bits in 32 bits each."""
    low, high = fields & np.uint64(0xFFFF), fields & np.uint64(0xFFFF0000)
    return low | (high << np.uint64(16))


@njit("UniTuple(u8, 4)(u8)", cache=True, nogil=True, inline="always")
def counted(packed):
    """Of a sum: hands beaten and tied, hands paid and turns; the same if the river is bet on."""
    met, paid = widened(packed), widened((packed & ~BET) >> np.uint64(32))
    bets = np.uint64(0) - (packed >> np.uint64(63))
    return met, paid, met & bets, paid & bets


@njit(
    "(i8[:,::1], i8[::1], i8, i8, i8, i8[::1], i8[::1], i2[::1], i8[::1], i8[::1], i8[::1],"
    " i4[:,:,::1], u8[::1], i8[::1], i8[:,:,:,::1])",
    cache=True,
    nogil=True,
)
def play_flops(
    flops, ways, low, high, deals, rank, suit, four_of, first_four, two_of, begins,
    holdings, sums, start_of, ended,
):  # fmt: skip
    """How deals end: ``ended[start, bet on the turn, bet on the river, outcome]``.

    ``deals`` is how many follow a turn. Outcomes: paid win, plain win, tie, loss. ``holdings`` has
    the number of any two cards, by the suits that matter.
    """
    n, pairs = rank.size, start_of.size
    found = np.empty((4, pairs), np.uint64)
    some = np.empty((4, HOLDINGS[2]), np.uint64)
    for at in range(low, high):
        a, b, c = flops[at]
        found[:] = 0
        for s in range(4):
            # After all turns of one suit the same suits matter.
            some[:] = 0
            held = holdings[0, 0]
            for turn in range(n):
                if suit[turn] != s or turn in (a, b, c):
                    continue
                begin, first, second = kind_of_four(
                    a, b, c, turn, rank, suit, four_of, first_four, two_of, begins
                )  # fmt: skip
                held = holdings[first + 1, second + 1]
                for h in range(HOLDINGS[(first >= 0) + (second >= 0)]):
                    met, paid, met_bet, paid_bet = counted(sums[begin + h])
                    some[0, h] += met
                    some[1, h] += paid
                    some[2, h] += met_bet
                    some[3, h] += paid_bet
                # Nobody holds the turn.
                for other in range(n):
                    if other != turn:
                        pair = pair_of(other, turn)
                        met, paid, met_bet, paid_bet = counted(sums[begin + held[pair]])
                        found[0, pair] -= met
                        found[1, pair] -= paid
                        found[2, pair] -= met_bet
                        found[3, pair] -= paid_bet
            for k in range(4):
                for pair in range(pairs):
                    found[k, pair] += some[k, held[pair]]
        for y in range(n):
            for x in range(y):
                if x in (a, b, c) or y in (a, b, c):
                    continue
                pair = pair_of(x, y)
                won, tied = found[0, pair] & HALF, found[0, pair] >> SHIFT
                hope = np.int64(won + won + tied) - np.int64(found[1, pair] >> SHIFT) * deals
                by_river = ended[start_of[pair], 1 if hope > 0 else 0]
                for k in range(2):
                    found[k, pair] -= found[2 + k, pair]
                for river in range(2):
                    met, paid = found[2 * river, pair], found[2 * river + 1, pair]
                    won, tied = np.int64(met & HALF), np.int64(met >> SHIFT)
                    wins, dealt = np.int64(paid & HALF), np.int64(paid >> SHIFT) * deals
                    by_river[river, 0] += wins * ways[at]
                    by_river[river, 1] += (won - wins) * ways[at]
                    by_river[river, 2] += tied * ways[at]
                    by_river[river, 3] += (dealt - won - tied) * ways[at]


@njit("i8(i8, i8, i8, i8, i8[::1], i8[::1], i2[:,::1], i2[::1])", cache=True, nogil=True)
def place_of(x, y, flush_suit, bits, rank, suit, ranked, flushes):
    """The place of the best five of a board and two cards."""
    place = np.int64(ranked[rank[x], rank[y]])
    if flush_suit >= 0:
        if suit[x] == flush_suit:
            bits |= 1 << rank[x]
        if suit[y] == flush_suit:
            bits |= 1 << rank[y]
        place = max(place, np.int64(flushes[bits]))
    return place


@njit(
    "(i8, i8, i8[::1], i8[:,::1], i8[::1], i8[::1], i2[::1], i2[:,:,::1], i2[::1], b1[::1],"
    " i8[:,::1])",
    cache=True,
    nogil=True,
)
def meet_dealer(
    first, second, known, boards, rank, suit, five_of, sevens, flushes, pays, met
):  # fmt: skip
    """A player's two cards on some boards: hands of the dealer beaten, tied, beaten and paid.

    A board is the ``known`` cards and a row of ``boards``.
    """
    n = rank.size
    live = np.empty(n, np.int64)
    for at in range(boards.shape[0]):
        number, used = 0, (np.uint64(1) << np.uint64(first)) | (np.uint64(1) << np.uint64(second))
        bits = np.zeros(4, np.int64)
        counts = np.zeros(4, np.int64)
        for k in range(5):
            c = known[k] if k < known.size else boards[at, k - known.size]
            number = number * 13 + rank[c]
            used |= np.uint64(1) << np.uint64(c)
            bits[suit[c]] |= 1 << rank[c]
            counts[suit[c]] += 1
        flush_suit, flush_bits = np.int64(-1), np.int64(0)
        for s in range(4):
            if counts[s] >= 3:
                flush_suit, flush_bits = s, bits[s]
        left = 0
        for c in range(n):
            if not (used >> np.uint64(c)) & np.uint64(1):
                live[left] = c
                left += 1
        ranked = sevens[five_of[number]]
        mine = place_of(first, second, flush_suit, flush_bits, rank, suit, ranked, flushes)
        won, tied = 0, 0
        for j in range(left):
            for i in range(j):
                other = place_of(
                    live[i], live[j], flush_suit, flush_bits, rank, suit, ranked, flushes
                )
                won += other < mine
                tied += other == mine
        met[at, 0], met[at, 1] = won, tied
        met[at, 2] = won if pays[mine] else 0
