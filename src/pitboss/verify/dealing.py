"""Check that cards are dealt and decisions made in order, and that every face-up card is proved."""

from collections.abc import Iterable, Iterator, Sequence

from pitboss.cards import CARD_BY_TEXT, Card
from pitboss.errors import Refused, short_repr
from pitboss.games.dealing import Burn, CardFacing, Discard, ToPlayers, ToTable
from pitboss.games.game_parts import FOLD, Street
from pitboss.money import dollars
from pitboss.round import NOT_SEEN, replay_decisions
from pitboss.shuffle import Shoe, is_valid_proof
from pitboss.verify import events as e
from pitboss.verify.chain import VerificationError
from pitboss.verify.ledger import TRAY, make_posting
from pitboss.verify.round_state import Question, RoundState, TurnCards
from pitboss.verify.shift import ShiftChecker


def turn_over(
    shift: ShiftChecker, round_: RoundState, positions: Iterable[int], *, at_once: bool = False
) -> bool:
    """Expect that those of these cards that are face down are turned; return whether any are."""
    if not at_once:
        shift.check_interludes()  # somebody's cards may be laid open first
    face_down = [position for position in positions if position not in round_.faces]
    if face_down:
        turn_exactly(shift, round_, face_down, at_once=at_once)
    return bool(face_down)


def turn_exactly(
    shift: ShiftChecker, round_: RoundState, expected: list[int], *, at_once: bool = False
) -> None:
    """Expect that exactly these cards are turned over."""
    event = shift.next_event(e.CardsTurned, at_once=at_once)
    positions = [card.position for card in event.cards]
    shift.check(
        positions == expected, f"positions {positions} are turned over, expected {expected}"
    )
    reveal_cards(shift, round_, event.cards)


def reveal_cards(shift: ShiftChecker, round_: RoundState, cards: tuple[e.TurnedCard, ...]) -> None:
    """Check that each card in the line is proved to be in its position."""
    for item in cards:
        card = (
            _entered_card(shift, round_, item) if round_.is_physical else _prove_card(round_, item)
        )
        if card is None:
            shift.fail(
                f"the proof of {short_repr(item.card)} at position {item.position} is not valid"
            )
        round_.faces[item.position] = card
    # A stack from a seed has each card once; where the seed is lost, nothing says so but this.
    once = round_.shoe or round_.rules.deck.first_excess(round_.faces.values()) is None
    shift.check(once, "the same card is at two positions")
    shift.card_count += len(cards)
    shift.expect_postings()


def _entered_card(shift: ShiftChecker, round_: RoundState, item: e.TurnedCard) -> Card:
    """Return a card of a physical deck, of which there is no proof."""
    shift.check(not (item.salt or item.proof), "a card of a physical deck cannot have a proof")
    return require_card(shift, round_, item.card)


def require_card(shift: ShiftChecker, round_: RoundState, text: str) -> Card:
    """Return the card of this name, which must be in the deck."""
    card = CARD_BY_TEXT.get(text)
    if card is None or card not in round_.rules.deck.distinct_cards:
        shift.fail(f"{short_repr(text)} is not a card of the deck")
    return card


def _prove_card(round_: RoundState, turned_card: e.TurnedCard) -> Card | None:
    """Return the card, if its proof leads to the root."""
    card = CARD_BY_TEXT.get(turned_card.card)
    if round_.shoe and _is_proof_of_shoe(round_.shoe, turned_card, card):
        return card
    salt = decode_hex(turned_card.salt)
    path = [node for node in map(decode_hex, turned_card.proof) if node]
    if card is None or salt is None or len(path) != len(turned_card.proof):
        return None
    return (
        card
        if is_valid_proof(
            round_.root, round_.rules.deck.size, turned_card.position, card, salt, path
        )
        else None
    )


def _is_proof_of_shoe(shoe: Shoe, turned_card: e.TurnedCard, card: Card | None) -> bool:
    """Return whether this is the proof that the stack itself gives for its card at this place.

    The root of the stack is the one of the round, so that such a proof leads to it.
    """
    at = turned_card.position
    return (
        0 <= at < len(shoe.cards)
        and shoe.cards[at] == card
        and shoe.salts[at].hex() == turned_card.salt
        and shoe.proof(at) == turned_card.proof
    )


def decode_hex(text: str) -> bytes | None:
    """Return the bytes of lowercase hexadecimal text, or None if it is something else."""
    try:
        data = bytes.fromhex(text)
    except ValueError:
        return None
    return data if data.hex() == text else None


def deal_and_ask(shift: ShiftChecker, round_: RoundState) -> None:
    """Check every step of the method and the decisions of every street."""
    while True:
        shift.check_interludes()  # who would be asked may sit out, and the next card be out of play
        match round_.step:
            case ToPlayers(cards=names):
                to = [(seat, name) for seat in round_.players for name in names]
                positions = _deal(shift, round_, [f"{seat}.{name}" for seat, name in to])
                for (seat, _), position in zip(to, positions, strict=True):
                    round_.holes[seat].append(position)
                round_.finish_step()
            case ToTable(places=places, lies=lies):
                positions = _deal(shift, round_, places)
                for place, position in zip(places, positions, strict=True):
                    round_.places.setdefault(place, []).append(position)
                if lies is CardFacing.UP:  # the same hand lays them down and shows them
                    turn_exactly(
                        shift, round_, _face_down_positions(round_, positions), at_once=True
                    )
                round_.finish_step()
            case Burn():
                _deal(shift, round_, ["burn"])
                round_.finish_step()
            case Discard():
                _deal(shift, round_, ["discard"])
                round_.finish_step()
            case Question(street=street) as question:
                decider = round_.seat_to_ask(question)
                if decider is not None:
                    _decide(shift, round_, street, decider, shift.next_event(e.Decided))
                round_.advance()
            case TurnCards() as step:
                turn_exactly(
                    shift, round_, _face_down_positions(round_, _positions_of(round_, step))
                )
                round_.finish_step()
            case None:
                return


def _deal(shift: ShiftChecker, round_: RoundState, to: Sequence[str]) -> tuple[int, ...]:
    """Expect the next cards of the order fixed when bets closed; return their positions."""
    names = tuple(to)
    positions = round_.order[round_.dealt : round_.dealt + len(names)]
    if len(positions) < len(names):
        raise VerificationError(shift.line.n + 1, "no cards are left in the stack")
    shift.expect_next(e.CardsDealt(round_.number, names, positions))
    round_.dealt += len(names)
    return positions


def _face_down_positions(round_: RoundState, positions: Iterable[int]) -> list[int]:
    """Return the positions that are face down: an exposed card is not turned again."""
    return [at for at in positions if at not in round_.faces]


def _positions_of(round_: RoundState, step: TurnCards) -> Iterator[int]:
    """Yield the positions of the cards to turn: places of the table, or a card of every hand."""
    for name in step.names:
        if name in round_.places:
            down = _face_down_positions(round_, round_.places[name])
            yield from down[: step.cards] if step.cards else down
        else:
            at = round_.rules.hole.index(name)
            yield from (
                round_.holes[seat][at] for seat in round_.players if round_.has_cards_on_table(seat)
            )


def _decide(
    shift: ShiftChecker, round_: RoundState, street: Street, seat: int, event: e.Decided
) -> None:
    """Check a decision that is open to this seat, and its stake."""
    decision = event.decision
    _check_decider(shift, round_, street, seat, event)
    decisions = (*round_.decisions.get(seat, ()), decision)
    try:
        course = replay_decisions(
            round_.rules,
            round_.wagers[seat],
            decisions,
            complete=False,
            cards=_cards_of(round_, seat),
        )
    except Refused as refused:
        shift.fail(str(refused))
    before = round_.progress_by_seat[seat]
    is_taken_down = len(course.taken_down) > len(before.taken_down)
    stake = course.raises.get(street.wager, 0)
    returned_stake = round_.wagers[seat][street.wager] if is_taken_down else 0
    if isinstance(decision, int):
        shift.check(
            not stake % round_.rules.table.chip,
            f"a raise of {dollars(stake)} cannot be made with these chips",
        )
    round_.decisions[seat], round_.progress_by_seat[seat] = decisions, course
    expected = e.Decided(
        round_.number, street.name, seat, decision, stake, course.has_folded, returned_stake
    )
    spot, postings = f"escrow:{seat}", []
    if stake:
        postings = [
            make_posting(f"stack:{round_.players[seat]}", spot, stake, street.wager, "pending")
        ]
    if returned_stake:
        postings = [
            make_posting(
                spot, f"stack:{round_.players[seat]}", returned_stake, street.wager, "voided"
            )
        ]
    if course.has_folded:  # the dealer collects what a fold loses
        stakes = round_.stakes_out(seat)
        postings += [
            make_posting(spot, TRAY, stakes[key], key) for key in round_.main if key in stakes
        ]
    shift.expect_current(expected, *postings)


def _cards_of(round_: RoundState, seat: int) -> list[Card] | None:
    """Return the table's cards followed by the seat's own, if decisions depend on them.

    Before the seed is known, there are none.
    Without a seed, decisions that need certain cards are checked when the hand is settled.
    """
    if round_.shoe is None or not round_.plan.has_conditions:
        return None
    cards: list[Card] = []
    for place in round_.rules.places:
        where = round_.places.get(place.name, [])
        cards += [round_.shoe.cards[at] for at in where]
        cards += [NOT_SEEN] * (place.cards - len(where))
    return cards + [round_.shoe.cards[at] for at in round_.holes[seat]]


def _check_decider(
    shift: ShiftChecker, round_: RoundState, street: Street, seat: int, event: e.Decided
) -> None:
    """Check who decides: the player, or the dealer for one who left, staking nothing more.

    With a physical deck, the dealer may enter any player's decision.
    """
    by, name = shift.line.by, round_.players[seat]
    if seat in round_.absent:
        least = next(key for key, times in street.choices.items() if times in (FOLD, 0))
        shift.check(by.role == "dealer", f"{short_repr(name)} has left, so the dealer must decide")
        shift.check(event.decision == least, f"the decision for a player who left must be {least}")
    elif not (by.role == "dealer" and round_.is_physical) and (
        by.role != "player" or by.name != name
    ):
        shift.fail(f"{short_repr(by.name)} decided for seat {seat}, expected {short_repr(name)}")
    elif by.role == "player" and round_.reported.pop(seat, ""):
        round_.away.discard(seat)  # who answers is there
    elif seat in round_.away:
        shift.fail(f"{short_repr(name)} has left, and no ruling has been made")
