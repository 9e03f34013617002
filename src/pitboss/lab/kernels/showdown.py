"""Showdown with a dealer: the kernels.

Cards are numbered 0 to n−1 in the order of the deck, sets of them in colex order: the number of the
set a < b < c is C(a,1) + C(b,2) + C(c,3). A set whose four suits, taken as bits of ranks, do not
rise from one suit to the next stands for all that a change of suits makes of it.

On one board every two cards are ranked once. How many of the dealer's hands a player beats follows
from running totals: all weaker hands, less those that hold one of the player's cards.

Bounds: a player meets at most 990 hands of the dealer (10 bits), 46 last cards make 45,540 (16
bits); over all deals of the 12 ways of a starting hand that is less than 2⁴⁰.
"""

import numpy as np
from numba import njit, types
from numba.extending import intrinsic

WON, TIED, PAID = 0, 10, 20
"""Fields of 10 bits: hands beaten, tied with, and beaten where the ante is paid."""


@intrinsic
def trailing_zeros(typing_context, word):
    """The place of the lowest bit of a word that is not 0."""

    def build(context, builder, signature, arguments):
        return builder.cttz(arguments[0], context.get_constant(types.boolean, True))

    return types.uint64(types.uint64), build


@njit("(i8, i8, i8[::1], i8[::1], i8[:,::1], i8[:,::1], i8[::1], i4[::1], i1[::1])", cache=True)
def find_alike(size, n, rank, suit, moved, choose, change_of, number, change):
    """For every set of cards: the one that stands for it and the change of suits that leads there.

    ``number`` counts those that stand for others, in order; returns how many there are.
    """
    cards = np.arange(size)
    other = np.empty(size, np.int64)
    found = 0
    for at in range(number.size):
        bits = np.zeros(4, np.int64)
        for c in cards:
            bits[suit[c]] |= 1 << rank[c]
        order = np.arange(4)
        for i in range(1, 4):
            j = i
            while j > 0 and bits[order[j - 1]] < bits[order[j]]:
                order[j - 1], order[j] = order[j], order[j - 1]
                j -= 1
        code = 0
        for to in range(4):
            code |= to << (2 * order[to])
        change[at] = change_of[code]
        if change[at] == 0:
            number[at] = found
            found += 1
        else:
            number[at] = -1
        i = 0
        while i + 1 < size and cards[i] + 1 == cards[i + 1]:
            cards[i] = i
            i += 1
        cards[i] += 1
    cards = np.arange(size)
    for at in range(number.size):
        if number[at] < 0:
            for i in range(size):
                other[i] = moved[change[at], cards[i]]
            other.sort()
            index = 0
            for i in range(size):
                index += choose[i + 1, other[i]]
            number[at] = number[index]
        i = 0
        while i + 1 < size and cards[i] + 1 == cards[i + 1]:
            cards[i] = i
            i += 1
        cards[i] += 1
    return found


@njit("(i8, i4[::1], i1[::1], i8[:,::1], i8[::1])", cache=True)
def list_boards(size, number, change, boards, ways):
    """The cards of the sets that stand for others, and how many each stands for."""
    cards = np.arange(size)
    for at in range(number.size):
        ways[number[at]] += 1
        if change[at] == 0:
            for i in range(size):
                boards[number[at], i] = cards[i]
        i = 0
        while i + 1 < size and cards[i] + 1 == cards[i + 1]:
            cards[i] = i
            i += 1
        cards[i] += 1


@njit("(i8[:,::1], i2[::1], i2[:,:,::1])", cache=True, nogil=True)
def fill_sevens(fives, unsuited, best):
    """For five ranks and two more: the place of the best five of the seven, flushes apart."""
    seven = np.empty(7, np.int64)
    for at in range(fives.shape[0]):
        seven[:5] = fives[at]
        for x in range(13):
            for y in range(x + 1):
                seven[5], seven[6] = x, y
                held = 0
                for r in seven:
                    count = 0
                    for other in seven:
                        count += other == r
                    held = max(held, count)
                if held > 4:
                    continue
                top = 0
                for i in range(7):
                    for j in range(i + 1, 7):
                        number = 0
                        for k in range(7):
                            if k not in (i, j):
                                number = number * 13 + seven[k]
                        top = max(top, unsuited[number])
                best[at, x, y] = top
                best[at, y, x] = top


@njit("(i2[::1], i2[::1])", cache=True)
def fill_flushes(suited, best):
    """For the ranks of one suit as bits: the place of its best flush, −1 below five cards."""
    for bits in range(best.size):
        count = 0
        for r in range(13):
            count += bits >> r & 1
        best[bits] = suited[bits] if count == 5 else -1
        if count > 5:
            for r in range(13):
                if bits >> r & 1:
                    best[bits] = max(best[bits], best[bits & ~(1 << r)])


@njit(
    "(i8[:,::1], i8, i8, i8[::1], i8[::1], i2[::1], i2[:,:,::1], i2[::1], b1[::1], u4[:,::1])",
    cache=True,
    nogil=True,
)
def rank_boards(boards, low, high, rank, suit, five_of, sevens, flushes, pays, table):
    """For boards ``low`` to ``high`` and every two cards: hands of the dealer beaten and tied."""
    n = rank.size
    places = np.empty(n * (n - 1) // 2, np.int64)
    group_of = np.empty(flushes.max() + 1, np.int64)
    words = group_of.size // 64 + 1
    seen = np.zeros(words, np.uint64)
    live = np.empty(n - 5, np.int64)
    most = places.size + 1
    weaker = np.zeros((most, n), np.int32)
    all_weaker = np.zeros(most, np.int32)
    for b in range(low, high):
        number, used = 0, np.uint64(0)
        bits = np.zeros(4, np.int64)
        counts = np.zeros(4, np.int64)
        for c in boards[b]:
            number = number * 13 + rank[c]
            used |= np.uint64(1) << np.uint64(c)
            bits[suit[c]] |= 1 << rank[c]
            counts[suit[c]] += 1
        flush_suit = np.int64(-1)
        for s in range(4):
            if counts[s] >= 3:
                flush_suit = s
        left = 0
        for c in range(n):
            if not (used >> np.uint64(c)) & np.uint64(1):
                live[left] = c
                left += 1
        ranked = sevens[five_of[number]]
        # Rank every two cards, and note which places occur.
        seen[:] = 0
        pair = 0
        for j in range(left):
            y = live[j]
            for i in range(j):
                x = live[i]
                place = np.int64(ranked[rank[y], rank[x]])
                if flush_suit >= 0:
                    suited = bits[flush_suit]
                    if suit[x] == flush_suit:
                        suited |= 1 << rank[x]
                    if suit[y] == flush_suit:
                        suited |= 1 << rank[y]
                    place = max(place, np.int64(flushes[suited]))
                places[pair] = place
                seen[place >> 6] |= np.uint64(1) << np.uint64(place & 63)
                pair += 1
        # Number the places that occur, the weakest first.
        groups = 0
        for w in range(words):
            word = seen[w]
            while word:
                place = (w << 6) + np.int64(trailing_zeros(word))
                group_of[place] = groups
                groups += 1
                word &= word - np.uint64(1)
        # Count the hands of each group, in all and by card, then add up from the weakest on.
        for g in range(groups + 1):
            all_weaker[g] = 0
            for c in range(n):
                weaker[g, c] = 0
        pair = 0
        for j in range(left):
            y = live[j]
            for i in range(j):
                g = group_of[places[pair]] + 1
                all_weaker[g] += 1
                weaker[g, y] += 1
                weaker[g, live[i]] += 1
                pair += 1
        for g in range(groups):
            all_weaker[g + 1] += all_weaker[g]
            for c in range(n):
                weaker[g + 1, c] += weaker[g, c]
        pair = 0
        for j in range(left):
            y = live[j]
            row = y * (y - 1) // 2
            for i in range(j):
                x = live[i]
                place = places[pair]
                g = group_of[place]
                won = all_weaker[g] - weaker[g, x] - weaker[g, y]
                # The player's own two cards stand in both of the last two counts.
                tied = all_weaker[g + 1] - weaker[g + 1, x] - weaker[g + 1, y] + 1 - won
                paid = won if pays[place] else 0
                table[b, row + x] = (won << WON) | (tied << TIED) | (paid << PAID)
                pair += 1


@njit(
    "(i8[:,::1], i8, i8, i8[:,::1], i4[::1], i1[::1], i8[:,::1], u4[:,::1], u8[:,::1])",
    cache=True,
    nogil=True,
)
def sum_last_cards(fours, low, high, choose, number, change, moved_pair, table, sums):
    """For four cards and every two: the fields of ``table`` over all last cards, 16 bits each."""
    n, pairs = choose.shape[1], sums.shape[1]
    board = np.empty(5, np.int64)
    field = np.uint64(1023)
    for at in range(low, high):
        total = sums[at]
        total[:] = 0
        for last in range(n):
            if last in fours[at]:
                continue
            k = 4
            while k > 0 and fours[at, k - 1] > last:
                board[k] = fours[at, k - 1]
                k -= 1
            board[k] = last
            for i in range(k):
                board[i] = fours[at, i]
            index = 0
            for i in range(5):
                index += choose[i + 1, board[i]]
            row, moved = table[number[index]], moved_pair[change[index]]
            for pair in range(pairs):
                packed = np.uint64(row[moved[pair]])
                total[pair] += (
                    (packed & field)
                    | (packed << np.uint64(6)) & (field << np.uint64(16))
                    | (packed << np.uint64(12)) & (field << np.uint64(32))
                )


@njit(
    "(i8[:,::1], i8[::1], i8, i8, i8, i8[:,::1], i4[::1], i1[::1], i8[:,::1], u8[:,::1],"
    " i8[::1], i8[:,:,:,::1])",
    cache=True,
    nogil=True,
)
def play_flops(
    flops, ways, low, high, deals, choose, number, change, moved_pair, sums, start_of, ended
):  # fmt: skip
    """How deals end: ``ended[start, bet on the turn, bet on the river, outcome]``.

    A bet is made when the hand is expected to win more often than it loses. ``deals`` is how many
    follow a turn. Outcomes: paid win, plain win, tie, loss.
    """
    n = choose.shape[1]
    four = np.empty(4, np.int64)
    hope = np.empty(start_of.size, np.int64)
    field = np.uint64(0xFFFF)
    rows = np.empty(n, np.int64)
    changes = np.empty(n, np.int64)
    for at in range(low, high):
        a, b, c = flops[at]
        hope[:] = 0
        for turn in range(n):
            rows[turn] = -1
            if turn in (a, b, c):
                continue
            four[0], four[1], four[2], four[3] = a, b, c, turn
            four.sort()
            index = 0
            for i in range(4):
                index += choose[i + 1, four[i]]
            rows[turn], changes[turn] = number[index], change[index]
            total, moved = sums[rows[turn]], moved_pair[changes[turn]]
            for y in range(n):
                if y in (a, b, c, turn):
                    continue
                for x in range(y):
                    if x in (a, b, c, turn):
                        continue
                    pair = y * (y - 1) // 2 + x
                    packed = total[moved[pair]]
                    won = np.int64(packed & field)
                    tied = np.int64((packed >> np.uint64(16)) & field)
                    hope[pair] += 2 * won + tied - deals
        for turn in range(n):
            if rows[turn] < 0:
                continue
            total, moved = sums[rows[turn]], moved_pair[changes[turn]]
            for y in range(n):
                if y in (a, b, c, turn):
                    continue
                for x in range(y):
                    if x in (a, b, c, turn):
                        continue
                    pair = y * (y - 1) // 2 + x
                    packed = total[moved[pair]]
                    won = np.int64(packed & field)
                    tied = np.int64((packed >> np.uint64(16)) & field)
                    paid = np.int64((packed >> np.uint64(32)) & field)
                    found = ended[
                        start_of[pair],
                        1 if hope[pair] > 0 else 0,
                        1 if 2 * won + tied > deals else 0,
                    ]
                    found[0] += paid * ways[at]
                    found[1] += (won - paid) * ways[at]
                    found[2] += tied * ways[at]
                    found[3] += (deals - won - tied) * ways[at]


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
