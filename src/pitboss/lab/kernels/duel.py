"""A hand against the dealer's hand: the kernels.

Cards are numbered within a deck, sets of cards in colexicographic order: ``binomial[i, c]`` is what
card ``c`` adds to the number of a set as its card ``i``, the lowest being 1. A place is that of a
strength in the order of all.

How many of the dealer's hands are below a place and share no card with the player's is found by
inclusion and exclusion over the sets of cards that both could share. The dealer's hands come in the
order of their places; ``counts`` has for every set of cards how many of those so far contain it.

Bounds: a count is at most the number of the dealer's hands, 30,000,000 (`MOST_HANDS` of the shape).
A sum has 64 of them at most, half with either sign: below 2³¹.
"""

import numpy as np
from numba import njit


@njit("i8(u1[::1], i8, i8)", cache=True, nogil=True)
def next_set(held, size, cards):
    """Go to the next set in the order of numbers; 0 after the last one."""
    i = 0
    while i < size - 1 and held[i] + 1 == held[i + 1]:
        held[i] = i
        i += 1
    held[i] += 1
    return 1 if held[size - 1] < cards else 0


@njit("(i8[::1], i8[::1], i8, i8, i2[::1], i2[::1], i2[::1])", cache=True, nogil=True)
def fill_places(rank, suit, joker, size, unsuited, suited, places):
    """The place of every set of as many cards as count.

    Cards come in the order of their ranks, jokers last; ``joker`` is their rank, the highest digit.
    """
    held = np.arange(size).astype(np.uint8)
    at, more = 0, 1
    while more:
        number, flush = 0, True
        for i in range(size):
            c = held[i]
            number = number * (joker + 1) + rank[c]
            flush = flush and (suit[c] == suit[held[0]] or rank[c] == joker)
        places[at] = suited[number] if flush else unsuited[number]
        at += 1
        more = next_set(held, size, rank.size)


@njit("(i8, i8, i8[:,::1], i2[::1], i2[::1])", cache=True, nogil=True)
def fill_best(cards, size, binomial, smaller, places):
    """The place of every set: the best that it has without one of its cards."""
    held = np.arange(size).astype(np.uint8)
    at, more = 0, 1
    while more:
        best = 0
        for left_out in range(size):
            number, place = 0, 1
            for i in range(size):
                if i != left_out:
                    number += binomial[place, held[i]]
                    place += 1
            best = max(best, smaller[number])
        places[at] = best
        at += 1
        more = next_set(held, size, cards)


@njit("(i8[::1], i8[::1], i8, i8[:,::1], i2[::1], u1[:,::1], i2[::1])", cache=True, nogil=True)
def fill_rests(rest, up, size, binomial, places, sets, found):
    """The cards that the dealer may have beside the open ones, and the places of whole hands."""
    held = np.arange(size).astype(np.uint8)
    whole = np.empty(size + up.size, np.int64)
    at, more = 0, 1
    while more:
        i, j, number = 0, 0, 0
        for place in range(1, whole.size + 1):
            if j == up.size or (i < size and rest[held[i]] < up[j]):
                c = rest[held[i]]
                i += 1
            else:
                c = up[j]
                j += 1
            number += binomial[place, c]
        found[at] = places[number]
        for i in range(size):
            sets[at, i] = held[i]
        at += 1
        more = next_set(held, size, rest.size) if size else 0


@njit(
    "i8(i8[::1], i8[::1], i8[::1], i8[::1], i8[::1], i8[::1], i8[::1], i8, i8[:,::1], i2[::1],"
    " u1[:,::1], i2[::1], i8[::1])",
    cache=True,
    nogil=True,
)
def fill_hands(
    rest, column, weight, begins, copies, order, alike, size, binomial, places, sets, found, ways
):
    """The player's hands, one of those that a change of alike suits makes of each other.

    ``column`` and ``weight`` have what each card of the rest adds to which suit (jokers have a
    column behind the suits), ``begins`` and ``copies`` where the cards that look like it begin and
    how many these are. ``order`` has the suits, alike ones side by side; ``alike`` which are.
    Returns the number of hands.
    """
    held = np.arange(size).astype(np.uint8)
    suits = np.zeros(5, np.int64)
    at, more = 0, 1
    while more:
        suits[:] = 0
        first, chosen = True, 1
        for i in range(size):
            c = held[i]
            suits[column[c]] += weight[c]
            # Of cards that look alike, the first ones stand for any.
            number = c - begins[c]
            if number and (i == 0 or held[i - 1] != c - 1):
                first = False
                break
            chosen = chosen * (copies[c] - number) // (number + 1)
        of, same, stands = 1, 1, 1
        for i in range(1, order.size):
            one, other = suits[order[i - 1]], suits[order[i]]
            if alike[order[i - 1]] != alike[order[i]]:
                of, same = 1, 1
                continue
            if other > one:
                first = False
                break
            of += 1
            same = same + 1 if one == other else 1
            stands = stands * of // same
        if first:
            number = 0
            for i in range(size):
                number += binomial[i + 1, rest[held[i]]]
                sets[at, i] = held[i]
            found[at], ways[at] = places[number], stands * chosen
            at += 1
        more = next_set(held, size, rest.size)
    return at


@njit(
    "i4(u1[:,::1], i8, i8, i8, i8[:,::1], i8[::1], i8[::1], i8[::1], i4[::1], i8[::1])",
    cache=True,
    nogil=True,
)
def below(hands, at, size, most, binomial, highest, sizes, begins, counts, numbers):
    """How many of the dealer's hands so far share no card with this one."""
    total = counts[0]
    for part in range(1, 1 << size):
        of = sizes[part]
        if of <= most:
            c = hands[at, highest[part]]
            number = numbers[part ^ (1 << highest[part])] + binomial[of, c]
            numbers[part] = number
            if of & 1:
                total -= counts[begins[of] + number]
            else:
                total += counts[begins[of] + number]
    return total


@njit(
    "(u1[:,::1], i8[::1], u1[:,::1], i8[::1], b1[::1], i8[::1], i8[:,::1], i8[::1], i8[::1],"
    " i8[::1], i4[::1], i4[::1], i4[::1], i4[:,::1])",
    cache=True,
    nogil=True,
)
def sweep(
    rests, rests_from, hands, hands_from, compared, cuts, binomial, highest, sizes, begins,
    counts, lower, not_higher, under,
):  # fmt: skip
    """For every hand of the player: how many of the dealer's are lower, not higher, under a cut.

    Both come in the order of their places, ``…_from`` where each place begins. Only places that are
    ``compared`` need the first two.
    """
    size, left = hands.shape[1], rests.shape[1]
    most = min(size, left)
    numbers = np.zeros(1 << max(size, left), np.int64)
    cut = 0
    for place in range(compared.size):
        while cut < cuts.size and cuts[cut] == place:
            for at in range(hands.shape[0]):
                under[cut, at] = below(
                    hands, at, size, most, binomial, highest, sizes, begins, counts, numbers
                )
            cut += 1
        if compared[place]:
            for at in range(hands_from[place], hands_from[place + 1]):
                lower[at] = below(
                    hands, at, size, most, binomial, highest, sizes, begins, counts, numbers
                )
        for at in range(rests_from[place], rests_from[place + 1]):
            counts[0] += 1
            for part in range(1, 1 << left):
                of = sizes[part]
                if of <= most:
                    c = rests[at, highest[part]]
                    number = numbers[part ^ (1 << highest[part])] + binomial[of, c]
                    numbers[part] = number
                    counts[begins[of] + number] += 1
        if compared[place]:
            for at in range(hands_from[place], hands_from[place + 1]):
                not_higher[at] = below(
                    hands, at, size, most, binomial, highest, sizes, begins, counts, numbers
                )


@njit("(i8[::1], i8[::1], i8, i8[:,::1], i2[::1], i8[::1])", cache=True, nogil=True)
def tally(rest, up, size, binomial, places, found):
    """How often the dealer ends at each place, with these cards left and those open."""
    held = np.arange(size).astype(np.uint8)
    more = 1
    while more:
        i, j, number = 0, 0, 0
        for place in range(1, size + up.size + 1):
            if j == up.size or (i < size and rest[held[i]] < up[j]):
                c = rest[held[i]]
                i += 1
            else:
                c = up[j]
                j += 1
            number += binomial[place, c]
        found[places[number]] += 1
        more = next_set(held, size, rest.size) if size else 0


@njit(
    "(i8[::1], i8[::1], b1[::1], i8[::1], i4[::1], i4[::1], i4[:,::1], i8, i8[:,:,:,::1], b1[::1],"
    " b1[:,::1], i8[::1], i8, i8, i8[:,::1], i8[:,:,:,::1])",
    cache=True,
    nogil=True,
)
def play(
    places, ways, compared, cuts, lower, not_higher, under, total, odds, folds, allowed, order,
    lost, barred, values, found,
):  # fmt: skip
    """Every hand by its best decision, of which those in ``order`` come first where they are equal.

    ``odds`` has what each decision is paid, by place and cell; a fold comes to ``lost``. Places
    that are not ``allowed`` a decision never take it: it comes to ``barred``, which is less than
    any other. ``values`` gets what each comes to, ``found`` how many deals end in each cell, by
    decision and place.
    """
    number = cuts.size + 1
    cells = np.empty((number, 3), np.int64)
    for at in range(places.size):
        place = places[at]
        own = place if compared[place] else -1
        for cell in range(number):
            start = cuts[cell - 1] if cell else 0
            end = cuts[cell] if cell + 1 < number else compared.size
            below_start = np.int64(under[cell - 1, at]) if cell else 0
            below_end = np.int64(under[cell, at]) if cell + 1 < number else total
            low, equal = np.int64(lower[at]), np.int64(not_higher[at])
            cells[cell, 0] = (below_end if end <= own else low) - (
                below_start if start <= own else low
            )
            cells[cell, 1] = equal - low if start <= own < end else 0
            cells[cell, 2] = (below_end if end > own else equal) - (
                below_start if start > own else equal
            )
        best = order[0]
        for decision in order:
            value = lost
            if not allowed[decision, place]:
                value = barred
            elif not folds[decision]:
                value = 0
                for cell in range(number):
                    for side in range(3):
                        value += cells[cell, side] * odds[decision, place, cell, side]
            values[decision, at] = value
            if value > values[best, at]:
                best = decision
        for cell in range(number):
            for side in range(3):
                found[best, place, cell, side] += cells[cell, side] * ways[at]
