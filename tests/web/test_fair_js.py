"""The page's checker agrees with `pitboss.shuffle` over many seeds, and detects forgeries."""

from pathlib import Path
from random import Random
from typing import Any

import pytest

from pitboss.cards import DECK
from pitboss.shuffle import (
    Contribution,
    RandomStream,
    build_shoe,
    dealing_order,
    practice_seed,
    random_permutation,
    root_hash,
    seed_hash,
    shuffle_context,
    wheel_stop,
)
from tests.web.node import run

SHUFFLE = """
import { fromHex, toHex } from "./js/fair/crypto.js";
import {
  buildStack, dealingOrder, randomStream, seedHash, shuffle, toBinding, wheelStop,
} from "./js/fair/shuffle.js";
import { computeRoot, hashLeaf, verifyProof } from "./js/fair/merkle_tree.js";

export const main = (cases) => Promise.all(cases.map(async (one) => {
  const binding = toBinding(one.table, one.round, one.rules);
  const seed = fromHex(one.seed);
  const { cards, salts } = await buildStack(seed, binding, 52);
  const leaves = await Promise.all(cards.map((card, at) => hashLeaf(at, card, salts[at])));
  const root = toHex(await computeRoot(leaves));
  const few = [];
  for (const n of [1, 2, 3, 5, 51]) few.push(toHex(await computeRoot(leaves.slice(0, n))));
  const proves = (proof, at) => verifyProof(root, 52, at, cards[at], salts[at], proof.map(fromHex));
  const proved = await Promise.all(one.proofs.map(proves));
  const below = await randomStream(seed, binding);
  const numbers = [];
  for (const n of one.below) numbers.push(await below(n));
  return {
    seed_hash: await seedHash(seed), cards, salts: salts.map(toHex), root, few, proved, numbers,
    order: await dealingOrder(52, one.contributions, one.cut, binding),
    small: await shuffle(6, await randomStream(seed, binding)),
    stop: await wheelStop(seed, one.contributions, binding, one.seat, one.stops),
  };
}));
"""
NAMES = ("Ann", "Bö", "李雷", "Ana María 🂡", "x" * 40)
BELOW = (1, 2, 3, 52, 200, 255, 256, 257, 1000, 65535, 65536, 65537, 16777217)


def cases(many: int) -> list[dict[str, Any]]:
    chance, result = Random("fair"), []
    for number in range(1, many + 1):
        contributions = [
            {"who": chance.choice(NAMES), "entropy": chance.choice(("", "a song", "ñ\n🎲", "00ff"))}
            for _ in range(chance.randrange(5))
        ]
        result.append(
            {
                "table": chance.choice(("Criss Cross", "Tisch Ä", "table 1")),
                "round": number * number,
                "rules": practice_seed("rules", number).hex(),
                "seed": practice_seed("vectors", number).hex(),
                "contributions": contributions,
                "cut": chance.randrange(52),
                "below": [chance.choice(BELOW) for _ in range(12)],
                "seat": chance.randrange(1, 7),
                "stops": chance.choice((1, 20, 54, 300)),
            }
        )
    return result


def expected(case: dict[str, Any]) -> dict[str, Any]:
    """Compute the same in Python."""
    seed, bound = (
        bytes.fromhex(case["seed"]),
        shuffle_context(case["table"], case["round"], case["rules"]),
    )
    shoe = build_shoe(seed, bound)
    contributions = [Contribution(**each) for each in case["contributions"]]
    numbers = RandomStream(seed, bound)
    return {
        "seed_hash": seed_hash(seed),
        "cards": [*shoe.cards],
        "salts": [salt.hex() for salt in shoe.salts],
        "root": shoe.commitment,
        "few": [root_hash(shoe._tree[0][:n]).hex() for n in (1, 2, 3, 5, 51)],
        "proved": [True] * len(DECK),
        "numbers": [numbers.below(n) for n in case["below"]],
        "order": [*dealing_order(len(DECK), contributions, case["cut"], bound)],
        "small": [*random_permutation(6, RandomStream(seed, bound).below)],
        "stop": wheel_stop(seed, contributions, bound, case["seat"], case["stops"]),
    }


def test_fair_6_the_page_shuffles_as_the_house_does(tmp_path: Path) -> None:
    """Compare stacks, salts, roots, proofs, random numbers, dealing orders and wheel stops."""
    inputs = cases(150)
    for item in inputs:
        bound = shuffle_context(item["table"], item["round"], item["rules"])
        shoe = build_shoe(bytes.fromhex(item["seed"]), bound)
        item["proofs"] = [shoe.proof(at) for at in range(len(DECK))]
    for item, result in zip(inputs, run(tmp_path, SHUFFLE, inputs), strict=True):
        assert result == expected(item)


SMALL = """
import { fromHex, integerBytes, isCryptoAvailable, toHex } from "./js/fair/crypto.js";
import { deckOf, numberOf } from "./js/fair/shuffle.js";

export function main({ words }) {
  const read = (text) => { try { return toHex(fromHex(text)); } catch { return null; } };
  const there = isCryptoAvailable();
  Object.defineProperty(globalThis, "crypto", { value: {}, configurable: true });
  return {
    read: words.map(read), there, gone: isCryptoAvailable(),
    faces: deckOf({ deck: "" }), numbers: deckOf({}).map(numberOf), joker: numberOf("Jo"),
    listed: deckOf({ deck: "Ah Ah Jo" }),
    none: ["", "A", "1c", "Ax", "Acs", "??"].map(numberOf),
    counted: [[0, 4], [258, 4], [2 ** 40 + 7, 8]].map((pair) => toHex(integerBytes(...pair))),
  };
}
"""


def test_bytes_and_cards(tmp_path: Path) -> None:
    result = run(tmp_path, SMALL, {"words": ["", "00ff", "0", "0G", "00FF", " 00", "00\n"]})
    assert result["read"] == ["", "00ff", None, None, None, None, None]
    assert (result["there"], result["gone"]) == (True, False)
    assert result["faces"] == [r + s for r in "23456789TJQKA" for s in "cdhs"]
    assert result["numbers"] == list(range(52))
    assert (result["joker"], result["listed"]) == (52, ["Ah", "Ah", "Jo"])
    assert result["none"] == [-1] * 6
    assert result["counted"] == ["00000000", "00000102", "0000010000000007"]


def test_missing_node_fails_in_ci_and_skips_locally(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("tests.web.node.NODE", None)
    monkeypatch.setenv("CI", "true")
    with pytest.raises(pytest.fail.Exception, match="there is no `node`"):
        run(Path(), "", None)
    monkeypatch.delenv("CI")
    with pytest.raises(pytest.skip.Exception, match="there is no `node`"):
        run(Path(), "", None)
