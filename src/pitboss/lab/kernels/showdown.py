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
    bits = np.empty(4, np.int64)
    order = np.empty(4, np.int64)
    for at in range(number.size):
        bits[:] = 0
        for c in cards:
            bits[suit[c]] |= 1 << rank[c]
        for i in range(4):
            order[i] = i
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


@njit("u4(i8, i8, i8)", cache=True, nogil=True, inline="always")
def packed(won, tied, paid):
    """The three counts of two cards on a board in one word."""
    return np.uint32((won << WON) | (tied << TIED) | (paid << PAID))


@njit("i8(u8[::1], i8[::1])", cache=True, nogil=True)
def number_groups(seen, group_of):
    """Number the places whose bits are set, the weakest first; how many there are."""
    groups = 0
    for w in range(seen.size):
        word = seen[w]
        while word:
            group_of[(w << 6) + np.int64(trailing_zeros(word))] = groups
            groups += 1
            word &= word - np.uint64(1)
    return groups


@njit(
    "(i8, i8[::1], i8[::1], i2[:,::1], b1[::1], u8[::1], i8[::1], i2[:,::1], u4[::1])",
    cache=True,
    nogil=True,
)
def rank_by_ranks(left, live, rank, ranked, pays, seen, group_of, weaker, row):
    """A board on which nobody can have a flush: two cards count by their ranks alone."""
    held = np.zeros(13, np.int64)
    answers = np.empty((13, 13), np.uint32)
    for i in range(left):
        held[rank[live[i]]] += 1
    seen[:] = 0
    for r in range(13):
        for q in range(r + 1):
            if held[r] and held[q] and (r != q or held[r] > 1):
                place = np.int64(ranked[r, q])
                seen[place >> 6] |= np.uint64(1) << np.uint64(place & 63)
    groups = number_groups(seen, group_of)
    # By group: column 13 has all hands, columns 0 to 12 those that hold a given card of the rank.
    for g in range(groups + 1):
        for r in range(14):
            weaker[g, r] = 0
    for r in range(13):
        for q in range(r + 1):
            if held[r] and held[q] and (r != q or held[r] > 1):
                g = group_of[ranked[r, q]] + 1
                if r == q:
                    weaker[g, 13] += held[r] * (held[r] - 1) // 2
                    weaker[g, r] += held[r] - 1
                else:
                    weaker[g, 13] += held[r] * held[q]
                    weaker[g, r] += held[q]
                    weaker[g, q] += held[r]
    for g in range(groups):
        for r in range(14):
            weaker[g + 1, r] += weaker[g, r]
    for r in range(13):
        for q in range(r + 1):
            if held[r] and held[q] and (r != q or held[r] > 1):
                place = ranked[r, q]
                g = group_of[place]
                won = weaker[g, 13] - weaker[g, r] - weaker[g, q]
                tied = weaker[g + 1, 13] - weaker[g + 1, r] - weaker[g + 1, q] + 1 - won
                answers[r, q] = packed(won, tied, won if pays[place] else 0)
                answers[q, r] = answers[r, q]
    for j in range(left):
        y = live[j]
        start, mine = y * (y - 1) // 2, answers[rank[y]]
        for i in range(j):
            row[start + live[i]] = mine[rank[live[i]]]


@njit(
    "(i8, i8[::1], i8[::1], i8[::1], i8, i8, i2[:,::1], i2[::1], b1[::1], u8[::1], i8[::1],"
    " i8[::1], i2[:,::1], u4[::1])",
    cache=True,
    nogil=True,
)
def rank_by_cards(
    left, live, rank, suit, flush_suit, bits, ranked, flushes, pays, seen, group_of,
    places, weaker, row,
):  # fmt: skip
    """A board that a flush is possible on: every two cards for themselves."""
    seen[:] = 0
    pair = 0
    for j in range(left):
        y = live[j]
        mine, with_y = ranked[rank[y]], bits
        if suit[y] == flush_suit:
            with_y |= 1 << rank[y]
        for i in range(j):
            x = live[i]
            suited = with_y | (1 << rank[x]) if suit[x] == flush_suit else with_y
            place = max(np.int64(mine[rank[x]]), np.int64(flushes[suited]))
            places[pair] = place
            seen[place >> 6] |= np.uint64(1) << np.uint64(place & 63)
            pair += 1
    groups = number_groups(seen, group_of)
    # By group: the last column has all hands, the others those that hold a given card.
    for g in range(groups + 1):
        for i in range(left + 1):
            weaker[g, i] = 0
    pair = 0
    for j in range(left):
        for i in range(j):
            g = group_of[places[pair]] + 1
            weaker[g, left] += 1
            weaker[g, j] += 1
            weaker[g, i] += 1
            pair += 1
    for g in range(groups):
        for i in range(left + 1):
            weaker[g + 1, i] += weaker[g, i]
    pair = 0
    for j in range(left):
        start = live[j] * (live[j] - 1) // 2
        for i in range(j):
            place = places[pair]
            g = group_of[place]
            won = weaker[g, left] - weaker[g, i] - weaker[g, j]
            # The player's own two cards stand in both of the last two counts.
            tied = weaker[g + 1, left] - weaker[g + 1, i] - weaker[g + 1, j] + 1 - won
            row[start + live[i]] = packed(won, tied, won if pays[place] else 0)
            pair += 1


@njit(
    "(i8[:,::1], i8, i8, i8[::1], i8[::1], i2[::1], i2[:,:,::1], i2[::1], b1[::1], u4[:,::1])",
    cache=True,
    nogil=True,
)
def rank_boards(boards, low, high, rank, suit, five_of, sevens, flushes, pays, table):
    """For boards ``low`` to ``high`` and every two cards: hands of the dealer beaten and tied."""
    n = rank.size
    pairs = (n - 5) * (n - 6) // 2
    places = np.empty(pairs, np.int64)
    group_of = np.empty(pays.size, np.int64)
    seen = np.zeros(pays.size // 64 + 1, np.uint64)
    weaker = np.zeros((pairs + 1, max(n - 4, 14)), np.int16)
    live = np.empty(n - 5, np.int64)
    bits = np.empty(4, np.int64)
    counts = np.empty(4, np.int64)
    for b in range(low, high):
        number, used = 0, np.uint64(0)
        bits[:] = 0
        counts[:] = 0
        for k in range(5):
            c = boards[b, k]
            number = number * 13 + rank[c]
            used |= np.uint64(1) << np.uint64(c)
            bits[suit[c]] |= 1 << rank[c]
            counts[suit[c]] += 1
        left = 0
        for c in range(n):
            if not (used >> np.uint64(c)) & np.uint64(1):
                live[left] = c
                left += 1
        ranked = sevens[five_of[number]]
        flush_suit = np.argmax(counts)
        if counts[flush_suit] < 3:
            rank_by_ranks(left, live, rank, ranked, pays, seen, group_of, weaker, table[b])
        else:
            rank_by_cards(
                left, live, rank, suit, flush_suit, bits[flush_suit], ranked, flushes, pays,
                seen, group_of, places, weaker, table[b],
            )  # fmt: skip


@njit(
    "(i8[:,::1], i8, i8, i8[:,::1], i4[::1], i1[::1], i4[:,::1], u4[:,::1], u8[:,::1])",
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
    "(i8[:,::1], i8[::1], i8, i8, i8, i8[:,::1], i4[::1], i1[::1], i4[:,::1], u8[:,::1],"
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
