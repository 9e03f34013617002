"""The results of a seat's wagers, in sentences with clauses, for the terminal and the pages."""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from typing import assert_never

from msgspec import Struct

from pitboss.cards import Card
from pitboss.games.game_parts import BestOf, Side, Wager
from pitboss.games.grammar import Game
from pitboss.games.incidents import Kind
from pitboss.games.payoffs import (
    LOSS,
    PUSH,
    Both,
    ByTable,
    Case,
    Cases,
    Context,
    HoleCards,
    Odds,
    Payout,
    Progressive,
    Wheel,
)
from pitboss.games.payoffs.base import payout_at
from pitboss.games.paytables import Sum, odds_text, prize_text, with_article
from pitboss.money import dollars
from pitboss.papers.wording import (
    capitalize,
    describe_hand,
    describe_lowest_hand,
    end_sentence,
    join_words,
)
from pitboss.round import replay_decisions
from pitboss.settle import payout_limit
from pitboss.settle.compiled_rules import compile_rules
from pitboss.settle.model import WagerResult
from pitboss.submission.evaluators import Hands, hand_rankings
from pitboss.submission.rules import Rules, positions
from pitboss.table.views import RoundView, face_up_cards, face_up_places

WagerKeys = tuple[str, ...]


class SeatOutcome(Struct, frozen=True, kw_only=True):
    """A seat after a round: its cards, the table's cards, and the result of each wager."""

    hole: Sequence[Card]
    table: Mapping[str, Sequence[Card]]
    results: Mapping[str, WagerResult]
    folded_on: str | None = None
    """The street on which the player folded."""
    spin: str | None = None
    """The symbol that the wheel stopped at."""
    gifts: int = 0
    """Cents that the hands and spins of other players pay."""
    void: str = ""
    """Why the round is void, if it is."""
    left: bool = False
    """Whether the player walked off, which loses the wagers."""
    forfeited: bool = False
    """Whether the player broke a rule about the cards, which loses the wagers."""
    returned: Mapping[str, int] = {}
    """Side wagers that were returned because a device failed."""
    skipped: Mapping[str, int] = {}
    """All wagers, if they were returned because the player was skipped."""
    down: WagerKeys = ()
    """Required wagers that the player took back by a decision."""


class ResultSentence(Struct, frozen=True):
    """A sentence about some wagers, with its clauses."""

    wagers: WagerKeys
    text: str
    clauses: tuple[str, ...] = ()
    hand: str = ""
    """The hand that the wagers were on, in words."""
    odds: Mapping[str, str] = {}
    """The odds each wager was paid at, with a bonus if any: ``3 to 2``."""


class SeatReader:
    """Answers the questions about a seat that sentences need."""

    def __init__(self, game: Game, rules: Rules, outcome: SeatOutcome) -> None:
        self.game, self.rules, self.outcome = game, rules, outcome
        self.compiled_rules = compile_rules(rules)
        self.wagers: dict[str, Wager] = {wager.key: wager for wager in rules.wagers}
        self.hands = {hand.name: hand for hand in rules.hands}
        self._orders = {name: ranks.order for name, ranks in hand_rankings(rules).items()}
        self._clauses = {hand.name: hand.clause for hand in rules.hands}
        table = (c for place in rules.places for c in outcome.table.get(place.name, ()))
        self._cards = (*table, *outcome.hole)
        self._has_all_cards = len(self._cards) == sum(p.cards for p in rules.places) + len(
            rules.hole
        )
        self.strength = Hands(self.compiled_rules.readers, self._cards)
        self._context = Context(
            hand_rankings(rules),
            positions(rules.places, rules.hole),
            self.compiled_rules.evaluators,
        )
        self._earlier_reasons: set[str] = set()

    def mention_once(self, reason: str) -> str:
        """Return a reason the first time, and an empty string after that."""
        is_new = reason not in self._earlier_reasons
        self._earlier_reasons.add(reason)
        return reason if is_new else ""

    def wager_names(self, keys: Sequence[str]) -> str:
        """Return the names of wagers: ``Ante Across and Across``."""
        return join_words(self.wagers[key].label for key in keys)

    def result(self, key: str) -> WagerResult:
        """Return the result of a wager."""
        return self.outcome.results[key]

    def hand_description(self, hand: str) -> str:
        """Describe a hand; of several, the best one."""
        definition = self.hands[hand]
        while isinstance(definition, BestOf):
            definition = self.hands[max(definition.hands, key=lambda name: self.strength[name])]
        hand_cards = [self._cards[at] for at in definition.positions]
        return describe_hand(hand_cards, definition.order, self.rules.deck)

    def payout(self, key: str) -> Payout:
        """Return the odds that a wager was paid at, before the payout limit cut it."""
        if self._has_all_cards:
            return self.compiled_rules.evaluators[key](self.strength)
        result = self.result(key)  # the round is void, but this wager was settled all the same
        credit = result.credit if result.uncapped is None else result.uncapped
        odds = Fraction(credit, result.stake) - 1
        return payout_at(odds.numerator if odds.denominator == 1 else odds)

    def odds(self, key: str) -> str:
        """Return odds as ``1 to 1`` or ``1 to 1, bonus 5 to 1``; empty if nothing was won."""
        result = self.result(key)
        if (
            key not in self.compiled_rules.evaluators
            or result.outcome == "void"
            or not result.credit
        ):
            return ""
        payout = self.payout(key)
        texts = [odds_text(payout.odds)] if payout.outcome == "win" else []
        return ", ".join(texts + ([f"bonus {odds_text(payout.bonus)}"] if payout.bonus else []))

    def outcome_phrases(self, keys: WagerKeys) -> str:
        """Say how wagers ended: ``Ante Across wins $5 at 1 to 1; Across and Middle push``."""
        groups: dict[tuple[object, ...], WagerKeys] = {}
        for key in keys:
            result = self.result(key)
            pay = (self.odds(key), result.stake) if self.odds(key) else ()
            group = (result.outcome, *pay)
            groups[group] = (*groups.get(group, ()), key)
        return "; ".join(map(self._outcome_phrase, groups.values()))

    def _outcome_phrase(self, keys: WagerKeys) -> str:
        result, one = self.result(keys[0]), len(keys) == 1
        paid = self.payout(keys[0]) if result.credit else payout_at(LOSS)
        match result.outcome:
            case "push":
                verb = "pushes" if one else "push"
            case "win":
                verb = f"{'wins' if one else 'win'} {self._amount_at_odds(paid.odds, keys)}"
            case _:
                verb = "loses" if one else "lose"
        if paid.bonus:
            also = "but" if result.outcome == "lose" else "and"
            verb += f", {also} the bonus pays {self._amount_at_odds(paid.bonus, keys)}"
        return f"{self.wager_names(keys)} {verb}"

    def _amount_at_odds(self, odds: Odds, keys: WagerKeys) -> str:
        """Say what odds pay on the stake of some wagers in whole cents: ``$5 at 1 to 1``."""
        rounding = self.payout(keys[0]).rounding
        cents = rounding.whole_cents(odds * self.result(keys[0]).stake)
        return f"{dollars(cents)}{'' if len(keys) == 1 else ' each'} at {odds_text(odds)}"

    def paying_clause(self, key: str) -> str | None:
        """Return the clause of the paytable line that paid a wager, or of its paytable."""
        pays = self.wagers[key].pays
        table = pays.ranked_table
        if table is None or any(line.most is not None for line in pays.lines()):
            return pays.clause or None  # every win pays the same, under one clause
        strength, order = self.strength[pays.reads[0]], self._orders[pays.reads[0]]
        lines = (x.clause for x in table.lines if x.hand.covers(strength, order))
        return next(lines, table.clause)

    def case(self, key: str) -> Case | None:
        """Return the case that decided a wager, or None if the wager does not pay by cases."""
        pays = self.wagers[key].pays
        match pays:
            case Cases():
                matches = (x for x in pays.cases if x.when.compile(self._context)(self.strength))
                return next(matches, Case(Both(()), pays.otherwise, pays.otherwise_by))
            case ByTable() | HoleCards() | Progressive() | Wheel():
                return None

    def hand_clauses(self, hand: str, keys: WagerKeys) -> tuple[str | None, ...]:
        """Return the clauses of a hand and of the wagers on it."""
        return (self._clauses[hand], *map(self.paying_clause, keys))

    def make_sentence(
        self, keys: WagerKeys, text: str, *clauses: str | None, hand: str = ""
    ) -> ResultSentence:
        """Return a sentence that cites each of its clauses once."""
        citations = dict.fromkeys(filter(None, map(self.rules.cite, clauses)))
        odds = {key: self.odds(key) for key in keys if key in self.outcome.results}
        return ResultSentence(
            keys, text, tuple(citations), hand, {key: x for key, x in odds.items() if x}
        )


def explain_outcome(game: Game, rules: Rules, outcome: SeatOutcome) -> tuple[ResultSentence, ...]:
    """Explain every wager of a seat in the order of the game, with wagers on one hand together."""
    return tuple(_outcome_sentences(SeatReader(game, rules, outcome)))


def format_net(cents: int) -> str:
    """Return the net win of a wager as ``+$10``, ``−$5`` or ``$0``."""
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)


def _outcome_sentences(reader: SeatReader) -> Iterator[ResultSentence]:
    seat = reader.outcome
    keys = [key for key in reader.wagers if key in seat.results]
    void = tuple(key for key in keys if reader.result(key).outcome == "void")
    lost_keys = tuple(key for key in keys if key not in void and _is_lost_anyway(reader, key))
    if void:
        verb = "is" if len(void) == 1 else "are"
        reason = f" ({seat.void})" if seat.void else ""
        yield reader.make_sentence(
            void, f"The round is void{reason}: {reader.wager_names(void)} {verb} returned."
        )
    yield from _returned_wagers(reader)
    if seat.down:
        yield ResultSentence((), f"You took {reader.wager_names(seat.down)} back.")
    if lost_keys:
        yield _lost_sentence(reader, lost_keys)
    groups: dict[str, WagerKeys] = {}
    for key in keys:
        if key not in void and key not in lost_keys:
            subject = _subject(reader, key)
            groups[subject] = (*groups.get(subject, ()), key)
    for group in groups.values():
        yield _wager_sentence(reader, group)
    if seat.gifts:
        gifts = f"Other players' hands and spins pay you {dollars(seat.gifts)}."
        yield reader.make_sentence((), gifts)
    yield from _limit_sentences(reader, keys)


def _returned_wagers(reader: SeatReader) -> Iterator[ResultSentence]:
    """Yield sentences about wagers that were returned although the round was played."""
    if keys := tuple(reader.outcome.returned):
        verb = "is" if len(keys) == 1 else "are"
        yield reader.make_sentence(
            keys, f"A device failed: {reader.wager_names(keys)} {verb} returned."
        )
    if keys := tuple(reader.outcome.skipped):
        skip_incidents = (x for x in reader.rules.incidents if x.kind is Kind.PLAYER_SKIPPED)
        clauses = (clause for incident in skip_incidents for clause in incident.clauses)
        verb = "is" if len(keys) == 1 else "are"
        reason = "You were skipped, and the round went on without you"
        yield reader.make_sentence(
            keys, f"{reason}: {reader.wager_names(keys)} {verb} returned.", next(clauses, None)
        )


def _subject(reader: SeatReader, key: str) -> str:
    """Return a key that wagers on the same hand share; all other wagers have their own."""
    match reader.wagers[key].pays:
        case ByTable(hand=hand) | Progressive(hand=hand):
            return f"made {reader.hands[hand].label}"
        case Cases() as pays if pays.reads:
            return " against ".join(pays.reads)
        case Cases() | HoleCards() | Wheel():
            return key


def _is_lost_anyway(reader: SeatReader, key: str) -> bool:
    """Return whether a wager is lost regardless of the cards."""
    wager = reader.wagers[key]
    if reader.outcome.left or reader.outcome.forfeited:
        return True
    survives_fold = isinstance(wager, Side) and wager.lives_after_fold
    return reader.outcome.folded_on is not None and not survives_fold


def _lost_sentence(reader: SeatReader, keys: WagerKeys) -> ResultSentence:
    reason, clause = "You left the table", reader.rules.table_procedures.leaving
    if reader.outcome.forfeited:
        reason = "You broke a rule about the cards and forfeited your wagers"
        clause = reader.rules.forfeits or ""
    elif not reader.outcome.left:
        street = next(x for x in reader.rules.streets if x.name == reader.outcome.folded_on)
        reason, clause = f"You folded on {street.label}", street.clause
    verb = "loses" if len(keys) == 1 else "lose"
    return reader.make_sentence(keys, f"{reason}: {reader.wager_names(keys)} {verb}.", clause)


def _wager_sentence(reader: SeatReader, keys: WagerKeys) -> ResultSentence:
    """Explain the results of wagers on one hand, or of one wager of another kind."""
    match pays := reader.wagers[keys[0]].pays:
        case ByTable() | Progressive():
            return _hand_sentence(reader, keys, pays.hand)
        case Cases() if pays.reads:
            return _showdown_sentence(reader, keys, pays)
        case Cases():
            return _all_win_sentence(reader, keys, pays)
        case HoleCards():
            return _hole_cards_sentence(reader, keys, pays)
        case Wheel():
            return _spin_sentence(reader, keys, pays)
        case _ as other:
            assert_never(other)


def _hand_sentence(reader: SeatReader, keys: WagerKeys, name: str) -> ResultSentence:
    hand, words = reader.hands[name], reader.hand_description(name)
    table_keys = tuple(key for key in keys if not reader.wagers[key].pays.prizes)
    parts: list[str] = []
    if table_keys:
        parts = [f"{reader.outcome_phrases(table_keys)}{_loss_reason(reader, table_keys)}."]
    if isinstance(hand, BestOf) and table_keys == keys:
        verb, it = ("takes", "It") if len(keys) == 1 else ("take", "They")
        head = f"{reader.wager_names(keys)} {verb} {hand.label}: {words}."
        if len({(reader.result(key).outcome, reader.odds(key)) for key in keys}) == 1:
            parts = [parts[0].replace(reader.wager_names(keys), it, 1)]
    else:
        head = f"{capitalize(hand.label)}: {words}."
    clauses = list(reader.hand_clauses(name, table_keys))
    for key in keys:
        if key not in table_keys:
            phrase, clause = _progressive_phrase(reader, key)
            parts.append(phrase)
            clauses.append(clause)
    return reader.make_sentence(keys, " ".join([head, *parts]), *clauses, hand=words)


def _loss_reason(reader: SeatReader, keys: WagerKeys) -> str:
    """Say once from which hand on a paytable pays, if all its wagers lose."""
    lowest = {
        describe_lowest_hand(table.lines[-1].hand)
        for key in keys
        if (table := reader.wagers[key].pays.ranked_table)
    }
    if len(lowest) != 1 or any(reader.result(key).outcome != "lose" for key in keys):
        return ""
    return reader.mention_once(f": the paytable starts at {lowest.pop()}")


def _progressive_phrase(reader: SeatReader, key: str) -> tuple[str, str]:
    """Return the result of a progressive wager in words, and its clause."""
    pays = reader.wagers[key].pays
    prizes = pays.prizes
    if prizes is None:
        raise AssertionError(f"{key} wins no prizes")
    at = reader.compiled_rules.prize_lines[key][reader.strength[pays.reads[0]]]
    if at < 0:
        least = describe_lowest_hand(prizes.lines[-1].hand)
        return f"{reader.wager_names((key,))} loses: prizes start at {least}.", prizes.clause
    line = prizes.lines[at]
    prize = f"{dollars(reader.result(key).credit)}, {prize_text(line.prize)}"
    return f"{reader.wager_names((key,))} wins {prize}.", line.clause


def _showdown_sentence(reader: SeatReader, keys: WagerKeys, payoff: Cases) -> ResultSentence:
    hand, *others = payoff.reads
    own_text, higher = reader.hand_description(hand), 0
    cases = {key: case for key in keys if (case := reader.case(key))}
    unqualified_keys = {
        name: lowest
        for case in cases.values()
        if len(case.when.reads) == 1
        for name, lowest in case.when.ceilings.items()
    }
    text = ""
    for other in others:
        other_text = reader.hand_description(other)
        higher = reader.strength[hand] - reader.strength[other]
        if higher and own_text == other_text:
            own_text += f", with {'higher' if higher > 0 else 'lower'} kickers"
        if other in unqualified_keys:
            lowest = with_article(unqualified_keys[other])
            other_text += f", which does not qualify: it takes {lowest} or better"
        text += f"{capitalize(reader.hands[other].label)}: {other_text}. "
    text += f"{capitalize(reader.hands[hand].label)}: {own_text}. "
    is_tie = others and not higher and not unqualified_keys
    text += f"{'A tie: ' if is_tie else ''}{reader.outcome_phrases(keys)}."
    hand_clause, *pay_clauses = reader.hand_clauses(hand, keys)
    clauses = [hand_clause]
    for key in sorted(cases, key=lambda key: reader.result(key).outcome != "win"):
        clauses.append(cases[key].clause)
        # If the player's hand wins and a wager only pushes, say what the hand lacks.
        is_winning_push = higher > 0 and reader.result(key).outcome == "push"
        if is_winning_push and (least := _qualifying_hand(reader, key, cases[key])):
            text += f" {reader.wager_names((key,))} pays only with {least} or better."
    if higher > 0 or not any(clauses[1:]):
        clauses += pay_clauses
    return reader.make_sentence(keys, text, *clauses, hand=reader.hand_description(hand))


def _qualifying_hand(reader: SeatReader, key: str, case: Case) -> str:
    """Return the lowest hand that a wager pays with, or an empty string if any hand will do."""
    if not isinstance(case.pays, int | Fraction):
        paying = [line.hand for line in case.pays.table.lines if line.odds > PUSH]
        return describe_lowest_hand(paying[-1]) if paying else ""
    comparisons = (x.when for x in reader.wagers[key].pays.cases if len(x.when.reads) > 1)
    lowest = next((lowest for when in comparisons for lowest in when.floors.values()), "")
    return with_article(lowest) if lowest else ""


def _all_win_sentence(reader: SeatReader, keys: WagerKeys, payoff: Cases) -> ResultSentence:
    failures = tuple(key for key in payoff.needs if reader.result(key).outcome != "win")
    win = {1: "wins", 2: "both win"}.get(len(payoff.needs), "all win")
    text = f"{reader.wager_names(payoff.needs)} {win}. {reader.outcome_phrases(keys)}."
    if failures:
        does = "does" if len(failures) == 1 else "do"
        text = f"{reader.wager_names(failures)} {does} not win, so {reader.outcome_phrases(keys)}."
    return reader.make_sentence(keys, text, payoff.clause)


def _hole_cards_sentence(reader: SeatReader, keys: WagerKeys, payoff: HoleCards) -> ResultSentence:
    odds = reader.payout(keys[0]).odds
    first, second, *_ = reader.outcome.hole
    lines = (x for x in payoff.table.lines if x.odds == odds and x.cards.covers(first, second))
    line = next(lines, None)
    what = f"Your first two cards: {line.name}." if line else "Your first two cards earn nothing."
    clause = line.clause if line else payoff.table.clause
    return reader.make_sentence(keys, f"{what} {reader.outcome_phrases(keys)}.", clause)


def _spin_sentence(reader: SeatReader, keys: WagerKeys, payoff: Wheel) -> ResultSentence:
    stop = next((x for x in payoff.wheel if x.name == reader.outcome.spin), None)
    if stop is None:
        own = next(side.clause for side in reader.game.sides if side.key == keys[0])
        spins = payoff.earned_by.words
        what = (
            f"Your first two cards are not {with_article(spins)}"
            if spins
            else "Your cards earn no spin"
        )
        text = f"{what}, so {reader.wager_names(keys)} loses without a spin."
        return reader.make_sentence(keys, text, own)
    result = reader.result(keys[0])
    prize = prize_text(Sum(result.credit, result.merchandise or ""))
    cards = "pair" if payoff.earned_by.words == "a pair" else "first two cards"
    text = (
        f"Your {cards} earned a spin, and the wheel stopped on {end_sentence(stop.name)} "
        f"{reader.wager_names(keys)} wins {prize}."
    )
    return reader.make_sentence(keys, text, stop.clause)


def _limit_sentences(reader: SeatReader, keys: list[str]) -> Iterator[ResultSentence]:
    """Yield a sentence for each wager that the payout limit cut."""
    for key in keys:
        result, limit = reader.result(key), payout_limit(reader.rules)
        if result.uncapped is not None and limit is not None:
            full_win, win = result.uncapped - result.stake, result.credit - result.stake
            text = (
                f"A betting position can win at most {dollars(limit)} in one round, so "
                f"{reader.wager_names((key,))} is paid {dollars(win)} "
                f"instead of {dollars(full_win)}."
            )
            yield reader.make_sentence((key,), text, reader.rules.limit.clause)


def describe_hands(
    game: Game, rules: Rules, round_: RoundView, seat: int, hands: Sequence[str]
) -> tuple[str, ...]:
    """Describe some hands of a seat whose cards are face up."""
    outcome = SeatOutcome(
        hole=face_up_cards(round_.seats[seat].cards), table=face_up_places(round_), results={}
    )
    reader = SeatReader(game, rules, outcome)
    return tuple(reader.hand_description(name) for name in hands)


def result_sentences(
    game: Game, rules: Rules, round_: RoundView | None, seat: int
) -> tuple[ResultSentence, ...]:
    """Explain the results of a seat's wagers once the round is over."""
    seat_view = round_.seats.get(seat) if round_ else None
    if round_ is None or seat_view is None:
        return ()
    course = replay_decisions(rules, seat_view.wagers, seat_view.decisions, complete=False)
    outcome = SeatOutcome(
        hole=face_up_cards(seat_view.cards),
        table=face_up_places(round_),
        results=seat_view.results,
        folded_on=rules.streets[course.streets_done - 1].name if seat_view.folded else None,
        spin=seat_view.spin,
        gifts=seat_view.gifts,
        void=round_.void,
        forfeited=seat_view.forfeited,
        returned=seat_view.returned,
        skipped=seat_view.wagers if seat_view.sat_out else {},
        down=course.taken_down,
    )
    return explain_outcome(game, rules, outcome)
