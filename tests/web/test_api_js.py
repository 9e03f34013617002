"""Requests of a page have idempotency keys, and are retried where the server asks for it."""

import re
from pathlib import Path
from typing import Any

import pytest

from pitboss.room.http.app import create_app
from tests.web.node import run

ASKS = """
import { api } from "./js/api.js";

const sent = [];
let answers = [];
const headers = { "Content-Type": "application/json", "Retry-After": "0" };
globalThis.fetch = async (path, { method, headers: had, body }) => {
  sent.push({ method, path, body, key: had["Idempotency-Key"] ?? "" });
  const [status, payload] = answers.shift() ?? [200, { cents: {} }];
  return new Response(JSON.stringify(payload), { status, headers });
};

export async function main({ names, first }) {
  const outcomes = [];
  for (const [name, ...given] of names) {
    answers = [...first];
    outcomes.push(await api[name](...given).then(() => "done", (why) => why.message));
  }
  return { sent, outcomes };
}
"""
CHANGES: list[list[Any]] = [
    ["signInAsGuest"], ["signUp", "Ann", "p"], ["signIn", "Ann", "p"], ["signOut"],
    ["keepGuestAccount", "p"],
    ["getMoreChips"], ["join", "link", "Ann", "p"], ["getAdvice", "felt"],
    ["decideProposal", 4, "approve"], ["decideProposal", 4, "reject"], ["invite", "dealer"],
    ["changeRole", "Dee", "dealer"], ["assignDealer", "Dee", []], ["openTable", {}],
    ["restartTable", "felt", "why"], ["fileSubmission", "felt", {}, True],
    ["decideFiling", "felt", 7, "approve"], ["decideFiling", "felt", 7, "reject"],
    ["getLabRules", {}], ["startLabJob", {}], ["cancelLabJob", "j"],
]  # fmt: skip
LATE = [503, {"error": "not known yet", "code": "try_again"}]
FULL = [503, {"error": "the disk is full"}]


def takes_key(method: str, path: str) -> bool:
    """Return whether the room's API description of this request includes the key."""
    for route, methods in create_app(None).openapi()["paths"].items():  # type: ignore[arg-type]
        if re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", route), path) and method.lower() in methods:
            parameters = methods[method.lower()].get("parameters", ())
            return any(parameter["name"] == "Idempotency-Key" for parameter in parameters)
    raise AssertionError(path)


def test_each_change_has_its_own_key_where_accepted(tmp_path: Path) -> None:
    requests = run(tmp_path, ASKS, {"names": CHANGES, "first": []})["sent"]
    assert len(requests) == len(CHANGES)
    keys = [item["key"] for item in requests if takes_key(item["method"], item["path"])]
    assert all(re.fullmatch("[0-9a-f]{32}", key) for key in keys)
    assert len({*keys}) == len(keys) == 7
    assert not [x for x in requests if x["key"] and not takes_key(x["method"], x["path"])]


@pytest.mark.parametrize(
    ("first", "many", "outcome"),
    [
        ([LATE, LATE], 3, "done"),
        ([LATE] * 20, 6, "Not known yet"),
        ([FULL], 1, "The disk is full"),
    ],
)
def test_retry_uses_the_same_key(first: list[Any], many: int, outcome: str, tmp_path: Path) -> None:
    result = run(
        tmp_path, ASKS, {"names": [["fileSubmission", "felt", {"game": "x"}, True]], "first": first}
    )
    assert result["outcomes"] == [outcome]
    assert len(result["sent"]) == many
    assert all(item == result["sent"][0] for item in result["sent"])


def test_a_request_without_a_key_is_not_repeated(tmp_path: Path) -> None:
    result = run(tmp_path, ASKS, {"names": [["getMoreChips"]], "first": [LATE]})
    assert (result["outcomes"], len(result["sent"])) == (["Not known yet"], 1)
