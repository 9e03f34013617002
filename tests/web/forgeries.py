"""Forgeries of a card and of a whole round, as a page could receive them."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

from pitboss.cards import RANKS
from tests.web.page_checker import Json

Forge = Callable[[Json], list[str]]
"""Changes the data of a moment, and names the cards that must be reported."""


def other_card(moment: Json, face: str) -> str:
    """Return a card of the same suit that is nowhere on the table at this moment."""
    hands = (*moment["round"]["cards"].values(), *moment["own"].values())
    faces_seen = {item["card"] for item in moment["proofs"]["cards"]}.union(*hands)
    return next(card for rank in RANKS if (card := rank + face[1]) not in faces_seen)


def forged_face(moment: Json) -> list[str]:
    first_card = _visible_cards(moment)[0]
    was, first_card["card"] = first_card["card"], other_card(moment, first_card["card"])
    felt = moment["round"]["cards"]
    moment["round"]["cards"] = {
        k: [first_card["card"] if f == was else f for f in v] for k, v in felt.items()
    }
    moment["own"] = {
        k: [first_card["card"] if f == was else f for f in v] for k, v in moment["own"].items()
    }
    return [first_card["card"]]


def forged_proof(moment: Json) -> list[str]:
    first_card = _visible_cards(moment)[0]
    first_card["card"] = other_card(moment, first_card["card"])
    return [_felt(moment, first_card)]


def forged_felt(moment: Json) -> list[str]:
    place, faces = next((p, f) for p, f in moment["round"]["cards"].items() if "??" not in f)
    face = other_card(moment, faces[0])
    moment["round"]["cards"][place] = [face, *faces[1:]]
    return [face]


def forged_own(moment: Json) -> list[str]:
    seat, faces = next(iter(moment["own"].items()))
    face = other_card(moment, faces[0])
    moment["own"][seat] = [face, *faces[1:]]
    return [face]


def left_out(moment: Json) -> list[str]:
    first_card = _visible_cards(moment)[0]
    moment["proofs"]["cards"].remove(first_card)
    return [first_card["card"]]


def _visible_cards(moment: Json) -> list[Json]:
    """Return the proofs of face-up cards and of the viewer's own hand."""
    own = moment["own"]
    return [
        item for item in moment["proofs"]["cards"] if not item["seat"] or str(item["seat"]) in own
    ]


def _felt(moment: Json, first_card: Json) -> str:
    hands = moment["own"] if first_card["seat"] else moment["round"]["cards"]
    place = str(first_card["seat"]) if first_card["seat"] else first_card["place"]
    result: str = hands[place][first_card["index"]]
    return result


def change_key(key: str, change: Callable[[Any], Any]) -> Forge:
    def forge(moment: Json) -> list[str]:
        first_card = _visible_cards(moment)[-1]
        first_card[key] = change(first_card[key])
        return [first_card["card"]]

    return forge


def all_of(key: str) -> Forge:
    def forge(moment: Json) -> list[str]:
        moment["proofs"][key] = moment["proofs"][key][::-1]
        return [item["card"] for item in moment["proofs"]["cards"]]

    return forge


FORGERIES: dict[str, Forge] = {
    "another card, with another card's proof": forged_face,
    "a proof of another card": forged_proof,
    "another card on the felt": forged_felt,
    "another card in the own hand": forged_own,
    "no proof": left_out,
    "another position": change_key("position", lambda at: (at + 1) % 52),
    "a position beyond the stack": change_key("position", lambda at: at + 52),
    "no position": change_key("position", lambda _: None),
    "another salt": change_key("salt", lambda salt: salt[::-1]),
    "no salt": change_key("salt", lambda _: ""),
    "a salt that is none": change_key("salt", lambda _: "salt"),
    "another step": change_key("proof", lambda way: [*way[:-1], way[-1][::-1]]),
    "a step less": change_key("proof", lambda way: way[:-1]),
    "a step more": change_key("proof", lambda way: [*way, way[0]]),
    "steps the other way": change_key("proof", lambda way: way[::-1]),
    "no proof at all": change_key("proof", lambda _: []),
    "a proof that is none": change_key("proof", lambda _: None),
    "another root": all_of("root"),
    "another hash of the seed": all_of("seed_hash"),
}


def rounds(moment: Json) -> Iterator[tuple[str, Json]]:
    """Return forgeries of a closed round, each with one change."""

    def alter(change: Callable[[Json], object]) -> Json:
        result = deepcopy(moment)
        change(result)
        return result

    def swap(*what: str) -> Callable[[Json], object]:
        def swap(result: Json) -> None:
            positions_seen = {item["position"] for item in result["proofs"]["cards"]}
            first_card, two, *_ = (
                item for item in result["proofs"]["dealt"] if item["position"] in positions_seen
            )
            for key in what:
                first_card[key], two[key] = two[key], first_card[key]

        return swap

    progress, more = moment["proofs"], {"who": "Zoe", "entropy": "late"}
    yield "seed", alter(lambda g: g["proofs"].update(seed=progress["seed"][::-1]))
    yield "long seed", alter(lambda g: g["proofs"].update(seed=progress["seed"] + "00"))
    yield "no seed", alter(lambda g: g["proofs"].update(seed="seed"))
    yield "root", alter(lambda g: g["round"].update(root=progress["root"][::-1]))
    yield "hash", alter(lambda g: g["round"].update(seed_hash=progress["seed_hash"][::-1]))
    yield "rules", alter(lambda g: g["proofs"].update(rules=progress["rules"][::-1]))
    yield "number", alter(lambda g: g["proofs"].update(round=2))
    yield "table", alter(lambda g: g["proofs"].update(table="table 2"))
    yield "added", alter(lambda g: g["proofs"]["contributions"].append(more))
    yield "added first", alter(lambda g: g["proofs"]["contributions"].insert(0, more))
    yield "not added", alter(lambda g: g["proofs"].update(contributions=[]))
    yield "added on the felt", alter(lambda g: g["round"].update(contributions=[more]))
    yield "cut", alter(lambda g: g["proofs"].update(cut=progress["cut"] + 1))
    yield "order", alter(swap("position"))
    yield "skipped", alter(lambda g: g["proofs"]["dealt"].pop(0))
    yield "place", alter(swap("place", "seat", "index"))
    yield "card", alter(lambda g: g["proofs"]["cards"][0].update(card=other_card(g, _first(g))))
    yield "felt", alter(forged_felt)


def _first(moment: Json) -> str:
    result: str = moment["proofs"]["cards"][0]["card"]
    return result
