"""Random valid rounds, biased toward rare events."""

import random
from typing import Any

from . import paytables
from .hands import RANKS, SUITS
from .settlement import FIFTY_THOUSAND, limit_in_force
from .terms import read_terms

GAMES = ("run-em-twice", "criss-cross", "holdem-bonus", "stud-235")
CROSSES = ("run-em-twice", "criss-cross")
REQUIRED = {
    "run-em-twice": ("ante_1", "ante_2"),
    "criss-cross": ("ante_across", "ante_down"),
    "holdem-bonus": ("ante",),
    "stud-235": ("two_card", "three_card", "five_card"),
}
SIDES = {
    "run-em-twice": ("five_card_bonus", "ultimate_pairs", "progressive"),
    "criss-cross": ("five_card_bonus", "bonus_spin"),
    "holdem-bonus": ("bonus",),
    "stud-235": ("win_em_all", "progressive"),
}
READINGS: dict[str, dict[str, tuple[str, ...]]] = {
    "run-em-twice": {
        "low_ace": ("straight", "never"),
        "progressive_hand": ("first-run", "best-of-runs", "community"),
        "raise_amounts": ("whole", "any"),
    },
    "criss-cross": {
        "low_ace": ("straight", "never"),
        "ante_pays": ("even", "table"),
        "raise_amounts": ("whole", "any"),
        "spin_after_fold": ("kept", "lost"),
    },
    "holdem-bonus": {},
    "stud-235": {"low_ace": ("five-card", "all")},
}
RATES = ("1/10", "1/20", "1/100", "1/3", "2/7", "3/10", "1/7", "7/1000")
LARGEST_STAKE = 10**12
DECK = [rank + suit for rank in RANKS for suit in SUITS]

Json = dict[str, Any]
Spot = tuple[str, int]  # a place on the table or "hole 3", and the index of the card there


# ---------------------------------------------------------------- cards


def spots_of(game: str, seats: list[int]) -> tuple[list[Spot], list[list[Spot]]]:
    """Return the community spots and the holes (the dealer's last in hold 'em)."""
    size = 3 if game == "stud-235" else 2
    holes = [[(f"hole {seat}", index) for index in range(size)] for seat in seats]
    if game in CROSSES:
        return [(place, 0) for place in ("left", "right", "center", "top", "bottom")], holes
    if game == "stud-235":
        return [("community", 0), ("community", 1)], holes
    flop = [("flop", index) for index in range(3)]
    return [*flop, ("turn", 0), ("river", 0)], [*holes, [("dealer", 0), ("dealer", 1)]]


def biased_pool(rng: random.Random) -> list[str]:
    """Return the deck in the order of dealing, with some cards more likely to come first."""
    kind = rng.choice(("plain", "plain", "suits", "ranks", "run", "high", "low"))
    first: list[str] = []
    if kind == "suits":
        suits = rng.sample(SUITS, rng.choice((1, 1, 2)))
        first = [card for card in DECK if card[1] in suits]
    elif kind == "ranks":
        ranks = rng.sample(RANKS, rng.choice((3, 4, 5, 6)))
        first = [card for card in DECK if card[0] in ranks]
    elif kind == "run":
        start = rng.randrange(0, 7)
        suits = rng.sample(SUITS, rng.choice((1, 2, 3, 4)))
        first = [c for c in DECK if c[0] in RANKS[start : start + 7] and c[1] in suits]
    elif kind == "high":
        first = [card for card in DECK if card[0] in "TJQKA"]
    elif kind == "low":
        first = [card for card in DECK if card[0] in "A2345"]
    rest = [card for card in DECK if card not in first]
    rng.shuffle(first)
    rng.shuffle(rest)
    return first + rest


def run_of(rng: random.Random, length: int) -> list[str]:
    """Return consecutive cards of one suit, often up to the ace, sometimes from a low ace."""
    order = "A" + RANKS
    last = len(order) - length
    start = rng.choice((0, last, last, rng.randrange(0, last + 1)))
    suit = rng.choice(SUITS)
    return [rank + suit for rank in order[start : start + length]]


def plant(rng: random.Random, game: str, seats: list[int]) -> dict[Spot, str]:
    """Put a few chosen cards in chosen spots; the rest is dealt."""
    community, holes = spots_of(game, seats)
    cards_by_spot: dict[Spot, str] = {}

    def put(spots: list[Spot], cards: list[str]) -> None:
        for spot, card in zip(spots, rng.sample(cards, len(cards)), strict=False):
            if spot not in cards_by_spot and card not in cards_by_spot.values():
                cards_by_spot[spot] = card

    kind = rng.choice(("shared run", "shared run", "line", "pairs", "aces", "quads", "board"))
    own = rng.sample(holes, len(holes))
    if kind == "shared run":  # one suit, two holes at the ends of the community's straight
        size = len(own[0])
        middle = 5 - size
        cards = run_of(rng, 5 + size)
        if game in CROSSES and rng.random() < 0.3:
            community = [*community[3:], community[2], *community[:2]]
        if game == "holdem-bonus":
            rng.shuffle(community)
        put(community[:middle], cards[size : size + middle])
        put(own[0], cards[size + middle :])
        if len(own) > 1:
            put(own[1], cards[:size])
        if game in CROSSES and rng.random() < 0.5:  # both lines of one seat
            put(community[3:], cards[:size])
    elif kind == "line":
        cards = run_of(rng, 5)
        put([*own[0], *rng.sample(community, len(community))], cards)
    elif kind == "pairs":
        for hole in own:
            rank = rng.choice(RANKS + "A")
            put(hole[:2], [rank + suit for suit in rng.sample(SUITS, 2)])
    elif kind == "aces":
        aces = ["A" + suit for suit in rng.sample(SUITS, 4)]
        if rng.random() < 0.4:
            aces = ["Ah", "Ad", "Ac", "As"]
        first = holes[-1] if game == "holdem-bonus" else own[0]
        others = [hole for hole in own if hole is not first]
        if rng.random() < 0.5:
            put(first[:2], aces[:2])
            if others:
                put(others[0][:2], aces[2:])
        else:
            for hole, ace in zip(own, aces, strict=False):
                put(hole[:2], [ace, rng.choice("KQJ2") + rng.choice((ace[1], rng.choice(SUITS)))])
    elif kind == "quads":
        ranks = rng.sample(RANKS, 2)
        if game == "stud-235":  # three in the hole, the fourth in the community
            for hole, rank, spot in zip(own, ranks, community, strict=False):
                put([*hole, spot], [rank + suit for suit in SUITS])
        else:
            line = rng.choice((community[:3], community[:3], community[2:]))
            put([*own[0], *rng.sample(line, 2)], [ranks[0] + suit for suit in SUITS])
    else:
        put(community, run_of(rng, 5))
    return cards_by_spot


def deal(rng: random.Random, game: str, seats: list[int]) -> Json:
    community, holes = spots_of(game, seats)
    cards_by_spot = plant(rng, game, seats) if rng.random() < 0.5 else {}
    pool = [card for card in biased_pool(rng) if card not in cards_by_spot.values()]
    for spot in [*community, *(spot for hole in holes for spot in hole)]:
        if spot not in cards_by_spot:
            cards_by_spot[spot] = pool.pop(0)

    def cards_at(spots: list[Spot]) -> list[str]:
        return [cards_by_spot[spot] for spot in spots]

    cards: Json = {}
    if game in CROSSES:
        cards = {place: cards_by_spot[place, 0] for place, _ in community}
    elif game == "stud-235":
        cards = {"community": cards_at(community)}
    else:
        cards = {
            "flop": cards_at(community[:3]),
            "turn": cards_by_spot["turn", 0],
            "river": cards_by_spot["river", 0],
            "dealer": cards_at(holes[-1]),
        }
    own = {str(seat): cards_at(hole) for seat, hole in zip(seats, holes, strict=False)}
    return cards | {"holes": own}


# ---------------------------------------------------------------- submission


def some_meters(rng: random.Random, floors: dict[str, int]) -> Json:
    meters: Json = {}
    for name, floor in floors.items():
        keys: Json = {}
        if rng.random() < 0.5:
            keys["start"] = floor + rng.choice((0, rng.randrange(0, 10 * floor)))
        if rng.random() < 0.5:
            keys["reset"] = floor + rng.choice((0, rng.randrange(0, 10 * floor)))
        if rng.random() < 0.5:
            keys["rate"] = rng.choice(RATES)
        if keys:
            meters[name] = keys
    return meters


def some_wheel(rng: random.Random, table: str, top: str) -> list[Json]:
    sums = [(dollars, 0) for dollars in paytables.SPIN_PLAIN[table]]
    sums += [(dollars, 100 * pay) for dollars, pay in paytables.SPIN_COMMUNITY[table].items()]
    if rng.random() < 0.5:
        sums = rng.sample(sums, rng.randrange(4, len(sums)))
    wheel: list[Json] = [{"symbol": top, "stops": 1, "community": 0}]
    for dollars, pay in sums:
        entry = {"symbol": f"${dollars}", "stops": rng.randrange(1, 6), "community": pay}
        wheel.append(entry)
    return wheel


def side_wagers_part(rng: random.Random, game: str) -> Json:
    wagers: Json = {}
    if game == "run-em-twice" and rng.random() < 0.7:
        wagers["ultimate_pairs"] = {"paytable": rng.choice("ABCDE")}
    if game in ("run-em-twice", "stud-235") and rng.random() < 0.85:
        table = rng.choice("ABCD")
        progressive: Json = {"paytable": table}
        if rng.random() < 0.6:
            progressive["wager"] = rng.choice((100, 500))
        if rng.random() < 0.6:
            progressive["meters"] = some_meters(rng, paytables.PROGRESSIVE_FLOORS[table])
        wagers["progressive"] = progressive
    if game == "criss-cross":
        table = rng.choice("ABCD")
        top = rng.choice(("jackpot", "jackpot", "jackpot", "Lucky 7", "★"))
        spin: Json = {"paytable": table, "wheel": some_wheel(rng, table, top)}
        if top != "jackpot" or rng.random() < 0.1:
            spin["top_symbol"] = top
        if rng.random() < 0.3:
            spin["wager"] = paytables.SPIN_WAGER[table]
        if table in paytables.SPIN_FIXED_PRIZE and rng.random() < 0.5:
            floor = 500_000 if table == "C" else 100
            spin["fixed_prize"] = floor + rng.randrange(0, 2_000_000)
        if table in paytables.SPIN_FIXED_PRIZE and rng.random() < 0.3:
            spin["merchandise"] = rng.choice(("a car", "two tickets"))
        if table in paytables.SPIN_METER_FLOOR and rng.random() < 0.6:
            floors = {"meter": paytables.SPIN_METER_FLOOR[table]}
            spin["meters"] = some_meters(rng, floors)
        wagers["bonus_spin"] = spin
    if game == "holdem-bonus":
        if rng.random() < 0.6:
            wagers["ante"] = {"pays_on": rng.choice(("straight", "flush"))}
        if rng.random() < 0.6:
            wagers["bonus"] = {"paytable": rng.choice("AB")}
        if rng.random() < 0.4:
            wagers.setdefault("bonus", {}).update(some_limits(rng))
    if game == "stud-235" and rng.random() < 0.4:
        wagers["win_em_all"] = some_limits(rng)
    return wagers


def some_limits(rng: random.Random) -> Json:
    minimum = rng.choice((1, 25, 500, 4990, 5001, 20_000, 1_000_000))
    return {"minimum": minimum, "maximum": 100 * minimum}


def some_payout_limit(rng: random.Random, game: str, submission: Json) -> int:
    """Return a limit that the operator may set: from the table minimum to the book's."""
    terms = read_terms(game, submission)
    most = limit_in_force(game, terms)
    return rng.choice((terms.table_minimum, rng.randint(terms.table_minimum, most), most))


def some_submission(rng: random.Random, game: str) -> Json:
    submission: Json = {}
    if rng.random() < 0.2:
        submission["game"] = game
    if rng.random() < 0.9:
        submission["wagers"] = side_wagers_part(rng, game)
    if rng.random() < 0.5:
        readings = READINGS[game]
        readings_chosen = {
            name: rng.choice(choices) for name, choices in readings.items() if rng.random() < 0.7
        }
        submission["readings"] = readings_chosen
    table: Json = {}
    if rng.random() < 0.4:
        minimum = rng.choice((100, 500, 1000, 2500, 5000, 10_000, 100_000, 2_000_000))
        table = {"minimum": minimum, "maximum": 100 * minimum}
        if rng.random() < 0.3:
            table["chip"] = rng.choice((25, 50, 100))
    if game == "stud-235" and rng.random() < 0.8:
        table["boxes_per_player"] = rng.choice((2, 3))
    if table:
        submission["table"] = table
    minimum = table.get("minimum", 500)
    if minimum <= FIFTY_THOUSAND and rng.random() < 0.15:
        limit = some_payout_limit(rng, game, submission)
        submission.setdefault("table", {})["payout_limit"] = limit
    return submission


# ---------------------------------------------------------------- seats


def some_stake(rng: random.Random, at_most: int) -> int:
    kind = rng.randrange(4)
    if kind == 0:
        return rng.choice((100, 500, 1000, 2500, 10_000))
    if kind == 1:
        return rng.choice((1, 2, 3, 7, 99, 1234, at_most))
    if kind == 2:
        return 100 * rng.randrange(1, 100_000)
    return rng.randrange(1, 10 ** rng.randrange(1, len(str(at_most))))


def some_decisions(rng: random.Random, game: str, ante: int, submission: Json) -> list[str | int]:
    if game == "holdem-bonus":
        if rng.random() < 0.2:
            return ["fold"]
        return ["bet", rng.choice(("check", "bet")), rng.choice(("check", "bet"))]
    if game == "stud-235":
        return [rng.choice(("check", "raise")), rng.choice(("check", "raise"))]
    any_amount = submission.get("readings", {}).get("raise_amounts") == "any"
    chip = submission.get("table", {}).get("chip", 100)
    lowest, highest = -(-ante // chip), 3 * ante // chip
    decisions: list[str | int] = []
    for _ in range(3):
        if rng.random() < 0.12:
            return [*decisions, "fold"]
        if any_amount and lowest <= highest and rng.random() < 0.6:
            decisions.append(chip * rng.randint(lowest, highest))
        else:
            decisions.append(rng.choice(("1x", "2x", "3x")))
    return decisions


def spin_wager(submission: Json) -> int:
    table = submission.get("wagers", {}).get("bonus_spin", {}).get("paytable", "D")
    return paytables.SPIN_WAGER[table]


def progressive_wager(submission: Json) -> int:
    stake = submission.get("wagers", {}).get("progressive", {}).get("wager", 100)
    assert stake in (100, 500)
    return int(stake)


def some_seat(rng: random.Random, game: str, submission: Json) -> Json:
    largest_raise = {"holdem-bonus": 2, "stud-235": 1}.get(game, 3)
    unit = some_stake(rng, LARGEST_STAKE // largest_raise)
    wagers = dict.fromkeys(REQUIRED[game], unit)
    for side in SIDES[game]:
        if rng.random() < 0.4:
            continue
        if side == "progressive":
            wagers[side] = progressive_wager(submission)
        elif side == "bonus_spin":
            wagers[side] = spin_wager(submission)
        else:
            wagers[side] = some_stake(rng, LARGEST_STAKE)
    return {"wagers": wagers, "decisions": some_decisions(rng, game, unit, submission)}


def name_players(rng: random.Random, seats: dict[str, Json], boxes: int) -> None:
    """Give neighboring seats to one player, up to the box limit, and sometimes name other seats."""
    numbers = sorted(int(number) for number in seats)
    left, player, before = 0, "", -1
    for number in numbers:
        if left and number == before + 1 and rng.random() < 0.7:
            left -= 1
        elif rng.random() < 0.6:
            left, player = boxes - 1, rng.choice((f"player {number}", str(number)))
        else:
            left, player = 0, ""
        # A seat without a name is not the neighbor whose name is its number.
        if player and (player != str(number) or rng.random() < 0.5):
            seats[str(number)]["player"] = player
        before = number


def call_off(rng: random.Random, game: str, round_: Json) -> None:
    """Make the round void, sometimes with cards and decisions missing."""
    bonus_lives = game == "holdem-bonus" and rng.random() < 0.6
    round_["void"] = "settle-bonus" if bonus_lives else True
    for seat in round_["seats"].values():
        if rng.random() < 0.5:
            seat["decisions"] = seat["decisions"][: rng.randrange(0, 4)]
    if rng.random() < 0.5:
        return
    cards = round_["cards"]
    if not bonus_lives and rng.random() < 0.3:
        del round_["cards"]
        return
    for place in [place for place in cards if place not in ("holes", "dealer")]:
        if rng.random() < 0.6:
            del cards[place]
    with_bonus = [n for n, seat in round_["seats"].items() if "bonus" in seat["wagers"]]
    for number in list(cards["holes"]):
        needs_cards = bonus_lives and number in with_bonus
        if not needs_cards and rng.random() < 0.4:
            del cards["holes"][number]
    if game == "holdem-bonus" and not (bonus_lives and with_bonus) and rng.random() < 0.5:
        del cards["dealer"]


def set_spins(rng: random.Random, round_: Json) -> None:
    """Put a symbol exactly where a live Bonus Spin has a pair."""
    submission = round_.get("submission", {})
    is_lost = submission.get("readings", {}).get("spin_after_fold") == "lost"
    symbols = []
    for entry in submission.get("wagers", {}).get("bonus_spin", {}).get("wheel", []):
        likelier = entry["symbol"][0] != "$" or entry["community"] > 0
        symbols += [entry["symbol"]] * (4 if likelier else 1)
    for number, seat in round_["seats"].items():
        first, second = round_["cards"]["holes"][number]
        dead = seat.get("forfeit", False) or (is_lost and "fold" in seat["decisions"])
        if "bonus_spin" in seat["wagers"] and first[0] == second[0] and not dead:
            seat["spin"] = rng.choice(symbols)


def some_shown_meters(rng: random.Random, game: str, submission: Json) -> dict[str, int] | None:
    """Return the round's `meters` key: none, some or all of the paytable's meters."""
    wagers = submission.get("wagers", {})
    names: list[str] = []
    if game == "criss-cross":
        if wagers.get("bonus_spin", {}).get("paytable", "D") in paytables.SPIN_METER_FLOOR:
            names = ["meter"]
    elif game != "holdem-bonus":
        table = wagers.get("progressive", {}).get("paytable", "A")
        names = list(paytables.PROGRESSIVE_FLOORS[table])
    if rng.random() < 0.3:
        return None
    meters_shown = {}
    for name in names:
        if rng.random() < 0.8:
            low = rng.random() < 0.05
            meters_shown[name] = rng.randrange(0, 1000) if low else rng.randrange(1000, 10**9)
    return meters_shown


def leave_out(rng: random.Random, game: str, round_: Json) -> None:
    """Mark a side wager that nobody made as not offered."""
    submission = round_.setdefault("submission", {})
    wager_names = {name for seat in round_["seats"].values() for name in seat["wagers"]}
    for side in SIDES[game]:
        if side not in wager_names and rng.random() < 0.3:
            submission.setdefault("wagers", {}).setdefault(side, {})["offered"] = False
            if side in ("progressive", "bonus_spin"):
                round_.pop("meters", None)
            if side in ("bonus", "win_em_all"):  # it determined the book's limit as well
                submission.get("table", {}).pop("payout_limit", None)


def random_round(rng: random.Random, game: str) -> Json:
    """Return a valid input object for `pitboss settle`."""
    seats = sorted(rng.sample(range(1, 7), rng.choice((1, 1, 2, 2, 3, 4, 5, 6))))
    submission = some_submission(rng, game) if rng.random() < 0.85 else {}
    round_: Json = {"game": game, "cards": deal(rng, game, seats)}
    round_["seats"] = {str(seat): some_seat(rng, game, submission) for seat in seats}
    wager_names = {name for seat in round_["seats"].values() for name in seat["wagers"]}
    if "bonus_spin" in wager_names:
        spin = submission.setdefault("wagers", {}).setdefault("bonus_spin", {})
        top = spin.get("top_symbol", "jackpot")
        spin.setdefault("wheel", some_wheel(rng, spin.get("paytable", "D"), top))
    if submission:
        round_["submission"] = submission

    meters_shown = some_shown_meters(rng, game, submission)
    if meters_shown is not None:
        round_["meters"] = meters_shown
    if game == "stud-235":
        boxes = submission.get("table", {}).get("boxes_per_player", 1)
        name_players(rng, round_["seats"], boxes)
    elif rng.random() < 0.1:
        name_players(rng, round_["seats"], 1)
    if game in CROSSES:
        for seat in round_["seats"].values():
            if rng.random() < 0.08:
                seat["forfeit"] = True
                if rng.random() < 0.5:
                    seat["decisions"] = seat["decisions"][: rng.randrange(0, 4)]
            elif rng.random() < 0.03:
                seat["forfeit"] = False
    if rng.random() < 0.06:
        call_off(rng, game, round_)
    else:
        if rng.random() < 0.03:
            round_["void"] = False
        if game == "criss-cross":
            set_spins(rng, round_)
    if rng.random() < 0.1:
        leave_out(rng, game, round_)
    return round_
