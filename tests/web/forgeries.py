"""Forgeries of a card, and of a whole round, as a page could be sent them."""

from collections.abc import Callable, Iterator
from copy import deepcopy
from typing import Any

from tests.web.pages import Json

Forge = Callable[[Json], list[str]]
"""Changes a moment, and names the card that must be found."""


def other(face: str) -> str:
    return f"{'2' if face[0] != '2' else '3'}{face[1]}"


def forged_face(given: Json) -> list[str]:
    one = given["proofs"]["cards"][0]
    was, one["card"] = one["card"], other(one["card"])
    felt = given["round"]["cards"]
    given["round"]["cards"] = {
        k: [one["card"] if f == was else f for f in v] for k, v in felt.items()
    }
    given["own"] = {k: [one["card"] if f == was else f for f in v] for k, v in given["own"].items()}
    return [one["card"]]


def forged_proof(given: Json) -> list[str]:
    one = given["proofs"]["cards"][0]
    one["card"] = other(one["card"])
    return [_felt(given, one)]


def forged_felt(given: Json) -> list[str]:
    place, faces = next((p, f) for p, f in given["round"]["cards"].items() if "??" not in f)
    given["round"]["cards"][place] = [other(faces[0]), *faces[1:]]
    return [other(faces[0])]


def forged_own(given: Json) -> list[str]:
    seat, faces = next(iter(given["own"].items()))
    given["own"][seat] = [other(faces[0]), *faces[1:]]
    return [other(faces[0])]


def left_out(given: Json) -> list[str]:
    return [given["proofs"]["cards"].pop(0)["card"]]


def _felt(given: Json, one: Json) -> str:
    hands = given["own"] if one["seat"] else given["round"]["cards"]
    result: str = hands[str(one["seat"]) if one["seat"] else one["place"]][one["index"]]
    return result


def changed(key: str, change: Callable[[Any], Any]) -> Forge:
    def forge(given: Json) -> list[str]:
        one = given["proofs"]["cards"][-1]
        one[key] = change(one[key])
        return [one["card"]]

    return forge


def all_of(key: str) -> Forge:
    def forge(given: Json) -> list[str]:
        given["proofs"][key] = given["proofs"][key][::-1]
        return [item["card"] for item in given["proofs"]["cards"]]

    return forge


FORGERIES: dict[str, Forge] = {
    "another card, with another card's proof": forged_face,
    "a proof of another card": forged_proof,
    "another card on the felt": forged_felt,
    "another card in the own hand": forged_own,
    "no proof": left_out,
    "another position": changed("position", lambda at: (at + 1) % 52),
    "a position beyond the stack": changed("position", lambda at: at + 52),
    "no position": changed("position", lambda _: None),
    "another salt": changed("salt", lambda salt: salt[::-1]),
    "no salt": changed("salt", lambda _: ""),
    "a salt that is none": changed("salt", lambda _: "salt"),
    "another step": changed("proof", lambda way: [*way[:-1], way[-1][::-1]]),
    "a step less": changed("proof", lambda way: way[:-1]),
    "a step more": changed("proof", lambda way: [*way, way[0]]),
    "steps the other way": changed("proof", lambda way: way[::-1]),
    "no proof at all": changed("proof", lambda _: []),
    "a proof that is none": changed("proof", lambda _: None),
    "another root": all_of("root"),
    "another hash of the seed": all_of("seed_hash"),
}


def rounds(given: Json) -> Iterator[tuple[str, Json]]:
    """Each is the closed round with something else in it."""

    def altered(change: Callable[[Json], object]) -> Json:
        result = deepcopy(given)
        change(result)
        return result

    def swapped(*what: str) -> Callable[[Json], object]:
        def swap(result: Json) -> None:
            seen = {item["position"] for item in result["proofs"]["cards"]}
            one, two, *_ = (item for item in result["proofs"]["dealt"] if item["position"] in seen)
            for key in what:
                one[key], two[key] = two[key], one[key]

        return swap

    progress, more = given["proofs"], {"who": "Zoe", "entropy": "late"}
    yield "seed", altered(lambda g: g["proofs"].update(seed=progress["seed"][::-1]))
    yield "long seed", altered(lambda g: g["proofs"].update(seed=progress["seed"] + "00"))
    yield "no seed", altered(lambda g: g["proofs"].update(seed="seed"))
    yield "root", altered(lambda g: g["round"].update(root=progress["root"][::-1]))
    yield "hash", altered(lambda g: g["round"].update(seed_hash=progress["seed_hash"][::-1]))
    yield "rules", altered(lambda g: g["proofs"].update(rules=progress["rules"][::-1]))
    yield "number", altered(lambda g: g["proofs"].update(round=2))
    yield "table", altered(lambda g: g["proofs"].update(table="table 2"))
    yield "added", altered(lambda g: g["proofs"]["contributions"].append(more))
    yield "added first", altered(lambda g: g["proofs"]["contributions"].insert(0, more))
    yield "not added", altered(lambda g: g["proofs"].update(contributions=[]))
    yield "added on the felt", altered(lambda g: g["round"].update(contributions=[more]))
    yield "cut", altered(lambda g: g["proofs"].update(cut=progress["cut"] + 1))
    yield "order", altered(swapped("position"))
    yield "skipped", altered(lambda g: g["proofs"]["dealt"].pop(0))
    yield "place", altered(swapped("place", "seat", "index"))
    yield "card", altered(lambda g: g["proofs"]["cards"][0].update(card=other(_first(g))))
    yield "felt", altered(forged_felt)


def _first(given: Json) -> str:
    result: str = given["proofs"]["cards"][0]["card"]
    return result
