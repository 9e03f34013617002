"""Plain loops over every deal, to which the benchmark compares the lab's kernels.

Each goes through every deal that can follow and looks up every hand. Equivalent suits are not used,
nothing is kept from one deal to the next, and no bit counts handle many cards at once. But nothing
is slow on purpose: loops are compiled, and invariant work is moved out of them.

Bounds: those of the kernels that they are compared with.
"""

import numpy as np
from numba import njit


@njit("(i8[::1], i8[::1], i8[::1])", cache=True, nogil=True)
def fill_remaining(deck, dealt_cards, rest):
    """Fill the cards of the deck that are not dealt."""
    result = 0
    for card in deck:
        if card not in dealt_cards:
            rest[result] = card
            result += 1


@njit(
    "(i8[:,::1], i8, i8, i8[::1], i8[::1], i8[::1], u1[::1], u1[::1], i8[:,::1], i8,"
    " i8[::1], i8[::1], i8[::1], b1, i8[:,:,::1])",
    cache=True,
    nogil=True,
)
def play_cross(
    states, low, high, deck, rank, suit, unsuited, suited, odds, required,
    firsts, seconds, thirds, folds, net,
):  # fmt: skip
    """Sum net results of hole cards with first pairs, by first and second raise.

    Rows of ``odds``, by level: the required wagers on line 1 and the raise on it, the same for line
    2, the raise on the better line. Every multiple of every raise is tried.
    """
    rest = np.empty(deck.size - 4, np.int64)
    for at in range(low, high):
        first, second, left, right = states[at]
        fill_remaining(deck, states[at], rest)
        net[at] = 0
        r0, r1, r2, r3 = rank[first], rank[second], rank[left], rank[right]
        hand_bits = (1 << r0) | (1 << r1)
        hand_suit = suit[first] if suit[first] == suit[second] else -1
        line_suit = hand_suit if suit[left] == hand_suit and suit[right] == hand_suit else -1
        for i in range(rest.size):
            for j in range(i + 1, rest.size):
                top, bottom = rest[i], rest[j]
                r4, r5 = rank[top], rank[bottom]
                other_suit = (
                    hand_suit if suit[top] == hand_suit and suit[bottom] == hand_suit else -1
                )
                paid_1, raised_1, paid_2, raised_2, better = 0, 0, 0, 0, 0
                for k in range(rest.size):
                    if k in (i, j):
                        continue
                    r, s = rank[rest[k]], suit[rest[k]]
                    if s == line_suit:
                        one = suited[hand_bits | (1 << r2) | (1 << r3) | (1 << r)]
                    else:
                        one = unsuited[(((r0 * 13 + r1) * 13 + r2) * 13 + r3) * 13 + r]
                    if s == other_suit:
                        two = suited[hand_bits | (1 << r4) | (1 << r5) | (1 << r)]
                    else:
                        two = unsuited[(((r0 * 13 + r1) * 13 + r4) * 13 + r5) * 13 + r]
                    paid_1 += odds[0, one]
                    raised_1 += odds[1, one]
                    paid_2 += odds[2, two]
                    raised_2 += odds[3, two]
                    better += odds[4, max(one, two)]
                for f in range(firsts.size):
                    for g in range(seconds.size):
                        stands = paid_1 + firsts[f] * raised_1 + paid_2 + seconds[g] * raised_2
                        best = stands + thirds[0] * better
                        for times in thirds:
                            best = max(best, stands + times * better)
                        if folds:
                            loss = (required + firsts[f] + seconds[g]) * (rest.size - 2)
                            best = max(best, -loss)
                        net[at, f, g] += best


@njit(
    "(i8[:,::1], i8, i8, i8[::1], i8[::1], i8[::1], i2[::1], i2[:,:,::1], i2[::1], b1[::1],"
    " i8[::1], i8[:,::1])",
    cache=True,
    nogil=True,
)
def play_showdown(
    states, low, high, deck, rank, suit, five_of, sevens, flushes, pays, rivers, net
):  # fmt: skip
    """Sum net results of hole cards with flops.

    The sums are those of the ante, of one unit bet now or before, and of the best bet on the river
    out of ``rivers``.
    """
    counts, bits = np.empty(4, np.int64), np.empty(4, np.int64)
    rest = np.empty(deck.size - 5, np.int64)
    for at in range(low, high):
        first, second = states[at, 0], states[at, 1]
        fill_remaining(deck, states[at], rest)
        net[at] = 0
        for turn in rest:
            ante, hope = 0, 0
            for river in rest:
                if river == turn:
                    continue
                counts[:], bits[:], number = 0, 0, 0
                for k in range(5):
                    card = states[at, k + 2] if k < 3 else turn if k == 3 else river
                    counts[suit[card]] += 1
                    bits[suit[card]] |= 1 << rank[card]
                    number = number * 13 + rank[card]
                five = five_of[number]
                flush, board = -1, 0
                for s in range(4):
                    if counts[s] >= 3:
                        flush, board = s, bits[s]
                rank_mask = board
                if suit[first] == flush:
                    rank_mask |= 1 << rank[first]
                if suit[second] == flush:
                    rank_mask |= 1 << rank[second]
                mine = max(sevens[five, rank[first], rank[second]], flushes[rank_mask])
                wins, losses = 0, 0
                for i in range(rest.size):
                    x = rest[i]
                    if x in (turn, river):
                        continue
                    for j in range(i + 1, rest.size):
                        y = rest[j]
                        if y in (turn, river):
                            continue
                        rank_mask = board
                        if suit[x] == flush:
                            rank_mask |= 1 << rank[x]
                        if suit[y] == flush:
                            rank_mask |= 1 << rank[y]
                        other = max(sevens[five, rank[x], rank[y]], flushes[rank_mask])
                        wins += mine > other
                        losses += mine < other
                hope += wins - losses
                ante += (wins if pays[mine] else 0) - losses
            best = rivers[0] * hope
            for times in rivers:
                best = max(best, times * hope)
            net[at, 0] += ante
            net[at, 1] += hope
            net[at, 2] += best


@njit(
    "(i8[:,::1], i8, i8, i8[::1], i8[::1], i8[::1], i8[:,::1], i8[:,::1], i8[:,::1], i8[:,::1],"
    " u1[::1], u1[::1], i8[:,::1], i8[::1], i8[:,::1])",
    cache=True,
    nogil=True,
)
def play_stud(
    states, low, high, deck, rank, suit, two_unsuited, two_suited, three_unsuited, three_suited,
    unsuited, suited, odds, seconds, net,
):  # fmt: skip
    """Sum net results of hole cards.

    The sums are those of the required wagers, of one unit of the first raise, and of the best
    second raise out of ``seconds``. These three are also the rows of the odds: on two and three
    cards by the cards, on five by level.
    """
    rest = np.empty(deck.size - 2, np.int64)
    early, sums = np.empty(3, np.int64), np.empty(3, np.int64)
    for at in range(low, high):
        first, second = states[at]
        fill_remaining(deck, states[at], rest)
        net[at] = 0
        for c in rest:
            two = rank[first] * 13 + rank[second]
            two_bits = (1 << rank[first]) | (1 << rank[second])
            three, three_bits = two * 13 + rank[c], two_bits | (1 << rank[c])
            suit_two = suit[first] == suit[second]
            flush = suit[c] if suit_two and suit[c] == suit[first] else -1
            for row in range(3):
                early[row] = two_suited[row, two_bits] if suit_two else two_unsuited[row, two]
                early[row] += (
                    three_suited[row, three_bits] if flush >= 0 else three_unsuited[row, three]
                )
            sums[:] = 0
            for i in range(rest.size):
                x = rest[i]
                if x == c:
                    continue
                for j in range(i + 1, rest.size):
                    y = rest[j]
                    if y == c:
                        continue
                    if suit[x] == flush and suit[y] == flush:
                        level = suited[three_bits | (1 << rank[x]) | (1 << rank[y])]
                    else:
                        level = unsuited[(three * 13 + rank[x]) * 13 + rank[y]]
                    for row in range(3):
                        sums[row] += early[row] + odds[row, level]
            best = seconds[0] * sums[2]
            for times in seconds:
                best = max(best, times * sums[2])
            net[at, 0] += sums[0]
            net[at, 1] += sums[1]
            net[at, 2] += best


@njit(
    "(i8[:,::1], i8, i8, i8[::1], i8[::1], i8[::1], i2[::1], i2[::1], i8[:,::1], i8, i8[:,::1])",
    cache=True,
    nogil=True,
)
def play_revealed(states, low, high, deck, rank, suit, unsuited, suited, odds, more, net):
    """Sum the odds of each payoff over all possible last ``more`` cards of a hand."""
    visible_count = states.shape[1]
    rest = np.empty(deck.size - visible_count, np.int64)
    more_cards = np.empty(more, np.int64)
    for state in range(low, high):
        fill_remaining(deck, states[state], rest)
        net[state] = 0
        start, bits, flush = 0, 0, True
        for i in range(visible_count):
            c = states[state, i]
            start = start * 13 + rank[c]
            bits |= 1 << rank[c]
            flush = flush and suit[c] == suit[states[state, 0]]
        more_cards[:] = np.arange(more)
        while True:
            number, all_bits, one_suit = start, bits, flush
            for i in range(more):
                c = rest[more_cards[i]]
                number = number * 13 + rank[c]
                all_bits |= 1 << rank[c]
                one_suit = one_suit and suit[c] == suit[states[state, 0]]
            place = suited[all_bits] if one_suit else unsuited[number]
            for way in range(odds.shape[0]):
                net[state, way] += odds[way, place]
            i = more - 1
            while i >= 0 and more_cards[i] == rest.size - more + i:
                i -= 1
            if i < 0:
                break
            more_cards[i] += 1
            for j in range(i + 1, more):
                more_cards[j] = more_cards[j - 1] + 1


@njit(
    "(i8[:,::1], i8, i8, i8, i8[::1], i8[::1], i8[::1], i2[::1], i2[::1], i8[::1],"
    " i8[:,:,:,::1], i8, i8[:,::1])",
    cache=True,
    nogil=True,
)
def play_duel(
    states, low, high, own, deck, rank, suit, unsuited, suited, cells, odds, more, net
):  # fmt: skip
    """Sum the payout of each decision over all possible hands of the dealer."""
    visible_count = states.shape[1]
    rest = np.empty(deck.size - visible_count, np.int64)
    more_cards = np.empty(more, np.int64)
    for state in range(low, high):
        fill_remaining(deck, states[state], rest)
        net[state] = 0
        number, bits, flush = 0, 0, True
        for i in range(own):
            c = states[state, i]
            number = number * 13 + rank[c]
            bits |= 1 << rank[c]
            flush = flush and suit[c] == suit[states[state, 0]]
        mine = suited[bits] if flush else unsuited[number]
        more_cards[:] = np.arange(more)
        while True:
            number, bits, flush = 0, 0, True
            first = states[state, own] if visible_count > own else rest[more_cards[0]]
            for i in range(own, visible_count):
                c = states[state, i]
                number = number * 13 + rank[c]
                bits |= 1 << rank[c]
                flush = flush and suit[c] == suit[first]
            for i in range(more):
                c = rest[more_cards[i]]
                number = number * 13 + rank[c]
                bits |= 1 << rank[c]
                flush = flush and suit[c] == suit[first]
            theirs = suited[bits] if flush else unsuited[number]
            side = 0 if theirs < mine else 1 if theirs == mine else 2
            for way in range(odds.shape[0]):
                net[state, way] += odds[way, mine, cells[theirs], side]
            i = more - 1
            while i >= 0 and more_cards[i] == rest.size - more + i:
                i -= 1
            if i < 0:
                break
            more_cards[i] += 1
            for j in range(i + 1, more):
                more_cards[j] = more_cards[j - 1] + 1


@njit(
    "(i8[:,::1], i8, i8, i8[::1], i8[::1], i8[::1], i2[::1], i2[:,:,::1], i2[::1], i8[::1],"
    " i8[::1], i8[:,::1], i8[:,::1], i8[::1], i8, i8[:,::1])",
    cache=True,
    nogil=True,
)
def play_one_raise(
    states, low, high, deck, rank, suit, five_of, sevens, flushes, lines, cuts,
    base, play, last_times, fold, net,
):  # fmt: skip
    """Sum net results of hole cards with flops.

    The sums are those of the required wagers, of one unit of the raise, and of the best last
    decision out of ``last_times``.
    """
    rest = np.empty(deck.size - 5, np.int64)
    counts, bits = np.empty(4, np.int64), np.empty(4, np.int64)
    for at in range(low, high):
        first, second = states[at, 0], states[at, 1]
        fill_remaining(deck, states[at], rest)
        net[at] = 0
        for t in range(rest.size):
            for r in range(t + 1, rest.size):
                turn, river = rest[t], rest[r]
                counts[:], bits[:], number = 0, 0, 0
                for k in range(5):
                    card = states[at, k + 2] if k < 3 else turn if k == 3 else river
                    counts[suit[card]] += 1
                    bits[suit[card]] |= 1 << rank[card]
                    number = number * 13 + rank[card]
                five = five_of[number]
                flush, board = -1, 0
                for s in range(4):
                    if counts[s] >= 3:
                        flush, board = s, bits[s]
                rank_mask = board
                if suit[first] == flush:
                    rank_mask |= 1 << rank[first]
                if suit[second] == flush:
                    rank_mask |= 1 << rank[second]
                mine = max(sevens[five, rank[first], rank[second]], flushes[rank_mask])
                standing, raise_sum, dealer_hands = 0, 0, 0
                for i in range(rest.size):
                    x = rest[i]
                    if x in (turn, river):
                        continue
                    for j in range(i + 1, rest.size):
                        y = rest[j]
                        if y in (turn, river):
                            continue
                        rank_mask = board
                        if suit[x] == flush:
                            rank_mask |= 1 << rank[x]
                        if suit[y] == flush:
                            rank_mask |= 1 << rank[y]
                        other = max(sevens[five, rank[x], rank[y]], flushes[rank_mask])
                        end = cuts.size + 1
                        if mine != other:
                            end = 0 if mine > other else cuts.size + 2
                            for k in range(cuts.size):
                                end += other >= cuts[k]
                        standing += base[lines[mine], end]
                        raise_sum += play[lines[mine], end]
                        dealer_hands += 1
                best = standing
                for k in range(last_times.size):
                    times = last_times[k]
                    value = fold * dealer_hands if times < 0 else standing + times * raise_sum
                    best = value if k == 0 else max(best, value)
                net[at, 0] += standing
                net[at, 1] += raise_sum
                net[at, 2] += best
