"""A hand that grows: the kernel that counts what three cards become with two more.

Bounds: there are at most 1,176 ways to add two cards, and sums of odds up to 10⁶ over all deals of
a starting hand stay below 50 · 1,176 · 10⁶ · 10 < 2⁶³.
"""

from numba import njit


@njit("(i8[:,::1], i8[::1], i8[::1], i8[::1], u1[::1], u1[::1], i8[:,::1])", cache=True, nogil=True)
def count_fives(threes, deck, rank, suit, unsuited, suited, counts):
    """How often three cards reach each level with two more of the deck."""
    for at in range(threes.shape[0]):
        a, b, c = threes[at]
        start = (rank[a] * 13 + rank[b]) * 13 + rank[c]
        alike = suit[a] == suit[b] and suit[a] == suit[c]
        bits = (1 << rank[a]) | (1 << rank[b]) | (1 << rank[c])
        for i in range(deck.size):
            d = deck[i]
            if d in (a, b, c):
                continue
            four = start * 13 + rank[d]
            four_alike = alike and suit[d] == suit[a]
            four_bits = bits | (1 << rank[d])
            for j in range(i + 1, deck.size):
                e = deck[j]
                if e in (a, b, c):
                    continue
                if four_alike and suit[e] == suit[a]:
                    counts[at, suited[four_bits | (1 << rank[e])]] += 1
                else:
                    counts[at, unsuited[four * 13 + rank[e]]] += 1
