"""Kernels for duels: a hand against the dealer's hand.

Cards are numbered within a deck, sets of cards in colexicographic order: ``binomial[i, c]`` is what
card ``c`` adds to the number of a set as its card ``i``, the lowest being 1. A place is the index
of a strength in the order of all.

The number of the dealer's hands that are below a place and share no card with the player's is found
by inclusion and exclusion over the sets of cards that both could share. The dealer's hands come in
the order of their places; ``counts`` has, for every set of cards, how many so far contain it.

Bounds: a count is at most the number of the dealer's hands, 30,000,000 (`MAX_DUEL_HANDS`). A sum
has at most 64 of them, half with either sign: below 2³¹.
"""

import numpy as np
from numba import njit


@njit(nogil=True)
def next_set(card_indexes, size, cards):
    """Advance to the next set in the order of numbers; return 0 after the last one."""
    i = 0
    while i < size - 1 and card_indexes[i] + 1 == card_indexes[i + 1]:
        card_indexes[i] = i
        i += 1
    card_indexes[i] += 1
    return 1 if card_indexes[size - 1] < cards else 0


@njit("(i8[::1], i8[::1], i8, i8, i2[::1], i2[::1], i2[::1])", cache=True, nogil=True)
def fill_places(rank, suit, joker, size, unsuited, suited, places):
    """Fill the place of every set of as many cards as count.

    Cards are in rank order, jokers last; ``joker`` is their rank, the highest digit.
    """
    card_set = np.arange(size).astype(np.uint8)
    row, more = 0, 1
    while more:
        number, flush = 0, True
        for i in range(size):
            c = card_set[i]
            number = number * (joker + 1) + rank[c]
            flush = flush and (suit[c] == suit[card_set[0]] or rank[c] == joker)
        places[row] = suited[number] if flush else unsuited[number]
        row += 1
        more = next_set(card_set, size, rank.size)


@njit("(i8, i8, i8[:,::1], i2[::1], i2[::1])", cache=True, nogil=True)
def fill_best(cards, size, binomial, smaller, places):
    """Fill the place of every set: the best it has without one of its cards."""
    card_set = np.arange(size).astype(np.uint8)
    row, more = 0, 1
    while more:
        best = 0
        for left_out in range(size):
            number, place = 0, 1
            for i in range(size):
                if i != left_out:
                    number += binomial[place, card_set[i]]
                    place += 1
            best = max(best, smaller[number])
        places[row] = best
        row += 1
        more = next_set(card_set, size, cards)


@njit("(i8[::1], i8[::1], i8, i8[:,::1], i2[::1], u1[:,::1], i2[::1])", cache=True, nogil=True)
def fill_rests(rest, upcards, size, binomial, places, sets, result):
    """Fill the dealer's possible hidden cards, and the places of whole hands."""
    card_set = np.arange(size).astype(np.uint8)
    whole = np.empty(size + upcards.size, np.int64)
    row, more = 0, 1
    while more:
        i, j, number = 0, 0, 0
        for place in range(1, whole.size + 1):
            if j == upcards.size or (i < size and rest[card_set[i]] < upcards[j]):
                c = rest[card_set[i]]
                i += 1
            else:
                c = upcards[j]
                j += 1
            number += binomial[place, c]
        result[row] = places[number]
        for i in range(size):
            sets[row, i] = card_set[i]
        row += 1
        more = next_set(card_set, size, rest.size) if size else 0


@njit(
    "i8(i8[::1], i8[::1], i8[::1], i8[::1], i8[::1], i8[::1], i8[::1], i8, i8[:,::1], i2[::1],"
    " u1[:,::1], i2[::1], i8[::1])",
    cache=True,
    nogil=True,
)
def fill_hands(
    rest, column, weight, begins, copies, order, alike, size, binomial, places, sets, result, ways
):
    """Fill the player's hands, one of each class under permutations of equivalent suits.

    ``column`` and ``weight`` say what each card of the rest adds to which suit (jokers have a
    column after the suits), ``begins`` and ``copies`` where its identical cards begin and how many
    there are. ``order`` has the suits, equivalent ones side by side; ``alike`` says which are
    equivalent. Return the number of hands.
    """
    card_set = np.arange(size).astype(np.uint8)
    suits = np.zeros(5, np.int64)
    row, more = 0, 1
    while more:
        suits[:] = 0
        first, copy_ways = True, 1
        for i in range(size):
            c = card_set[i]
            suits[column[c]] += weight[c]
            # Of identical cards, the first ones represent the others.
            number = c - begins[c]
            if number and (i == 0 or card_set[i - 1] != c - 1):
                first = False
                break
            copy_ways = copy_ways * (copies[c] - number) // (number + 1)
        group_size, equal_suits, suit_ways = 1, 1, 1
        for i in range(1, order.size):
            suit_cards, next_suit_cards = suits[order[i - 1]], suits[order[i]]
            if alike[order[i - 1]] != alike[order[i]]:
                group_size, equal_suits = 1, 1
                continue
            if next_suit_cards > suit_cards:
                first = False
                break
            group_size += 1
            equal_suits = equal_suits + 1 if suit_cards == next_suit_cards else 1
            suit_ways = suit_ways * group_size // equal_suits
        if first:
            number = 0
            for i in range(size):
                number += binomial[i + 1, rest[card_set[i]]]
                sets[row, i] = card_set[i]
            result[row], ways[row] = places[number], suit_ways * copy_ways
            row += 1
        more = next_set(card_set, size, rest.size)
    return row


@njit(nogil=True)
def count_disjoint(hands, row, size, max_size, binomial, highest, sizes, begins, counts, numbers):
    """Return how many of the dealer's hands so far share no card with this one."""
    total = counts[0]
    for part in range(1, 1 << size):
        subset_size = sizes[part]
        if subset_size <= max_size:
            c = hands[row, highest[part]]
            number = numbers[part ^ (1 << highest[part])] + binomial[subset_size, c]
            numbers[part] = number
            if subset_size & 1:
                total -= counts[begins[subset_size] + number]
            else:
                total += counts[begins[subset_size] + number]
    return total


@njit(
    "(u1[:,::1], i8[::1], u1[:,::1], i8[::1], b1[::1], i8[::1], i8[:,::1], i8[::1], i8[::1],"
    " i8[::1], i4[::1], i4[::1], i4[::1], i4[:,::1])",
    cache=True,
    nogil=True,
)
def count_by_place(
    rests, rests_from, hands, hands_from, needs_comparison, cuts, binomial, highest, sizes, begins,
    counts, lower, not_higher, below_cut,
):  # fmt: skip
    """Count the dealer's hands that are lower, not higher, or below a cut, by player's hand.

    Both kinds of hands come in the order of their places; ``…_from`` says where each place begins.
    Only places with ``needs_comparison`` need the first two counts.
    """
    size, hidden_cards = hands.shape[1], rests.shape[1]
    max_shared = min(size, hidden_cards)
    numbers = np.zeros(1 << max(size, hidden_cards), np.int64)
    cut = 0
    for place in range(needs_comparison.size):
        while cut < cuts.size and cuts[cut] == place:
            for row in range(hands.shape[0]):
                below_cut[cut, row] = count_disjoint(
                    hands, row, size, max_shared, binomial, highest, sizes, begins, counts, numbers
                )
            cut += 1
        if needs_comparison[place]:
            for row in range(hands_from[place], hands_from[place + 1]):
                lower[row] = count_disjoint(
                    hands, row, size, max_shared, binomial, highest, sizes, begins, counts, numbers
                )
        for row in range(rests_from[place], rests_from[place + 1]):
            counts[0] += 1
            for part in range(1, 1 << hidden_cards):
                subset_size = sizes[part]
                if subset_size <= max_shared:
                    c = rests[row, highest[part]]
                    number = numbers[part ^ (1 << highest[part])] + binomial[subset_size, c]
                    numbers[part] = number
                    counts[begins[subset_size] + number] += 1
        if needs_comparison[place]:
            for row in range(hands_from[place], hands_from[place + 1]):
                not_higher[row] = count_disjoint(
                    hands, row, size, max_shared, binomial, highest, sizes, begins, counts, numbers
                )


@njit("(i8[::1], i8[::1], i8, i8[:,::1], i2[::1], i8[::1])", cache=True, nogil=True)
def tally_places(rest, upcards, size, binomial, places, result):
    """Count how often the dealer ends at each place, with these cards left and these upcards."""
    card_set = np.arange(size).astype(np.uint8)
    more = 1
    while more:
        i, j, number = 0, 0, 0
        for place in range(1, size + upcards.size + 1):
            if j == upcards.size or (i < size and rest[card_set[i]] < upcards[j]):
                c = rest[card_set[i]]
                i += 1
            else:
                c = upcards[j]
                j += 1
            number += binomial[place, c]
        result[places[number]] += 1
        more = next_set(card_set, size, rest.size) if size else 0


@njit(
    "(i8[::1], i8[::1], b1[::1], i8[::1], i4[::1], i4[::1], i4[:,::1], i8, i8[:,:,:,::1], b1[::1],"
    " b1[:,::1], i8[::1], i8, i8, i8[:,::1], i8[:,:,:,::1])",
    cache=True,
    nogil=True,
)
def play_hands(
    places, ways, needs_comparison, cuts, lower, not_higher, below_cut, total, odds, folds,
    is_allowed, order, fold_value, forbidden_value, values, cell_counts,
):  # fmt: skip
    """Play every hand by its best decision; a tie goes to the earlier one in ``order``.

    ``odds`` has the payout of each decision, by place and cell; a fold has ``fold_value``. Where
    ``is_allowed`` is false, a decision has ``forbidden_value``, which is less than any other.
    ``values`` gets the value of each decision, ``cell_counts`` how many deals end in each cell, by
    decision and place.
    """
    number = cuts.size + 1
    cells = np.empty((number, 3), np.int64)
    for hand in range(places.size):
        place = places[hand]
        own = place if needs_comparison[place] else -1
        for cell in range(number):
            start = cuts[cell - 1] if cell else 0
            end = cuts[cell] if cell + 1 < number else needs_comparison.size
            below_start = np.int64(below_cut[cell - 1, hand]) if cell else 0
            below_end = np.int64(below_cut[cell, hand]) if cell + 1 < number else total
            low, equal = np.int64(lower[hand]), np.int64(not_higher[hand])
            cells[cell, 0] = (below_end if end <= own else low) - (
                below_start if start <= own else low
            )
            cells[cell, 1] = equal - low if start <= own < end else 0
            cells[cell, 2] = (below_end if end > own else equal) - (
                below_start if start > own else equal
            )
        best = order[0]
        for decision in order:
            value = fold_value
            if not is_allowed[decision, place]:
                value = forbidden_value
            elif not folds[decision]:
                value = 0
                for cell in range(number):
                    for side in range(3):
                        value += cells[cell, side] * odds[decision, place, cell, side]
            values[decision, hand] = value
            if value > values[best, hand]:
                best = decision
        for cell in range(number):
            for side in range(3):
                cell_counts[best, place, cell, side] += cells[cell, side] * ways[hand]
