"""FAIR-8 in a long-lived tab: changes of person or room raise no alarm, a lie does."""

from pathlib import Path

from tests.web.node import run

PINS = """
const storage = () => {
  const items = new Map();
  const setItem = (key, value) => items.set(key, value);
  return { getItem: (key) => items.get(key) ?? null, setItem };
};
globalThis.sessionStorage = storage();
globalThis.localStorage = storage();
const first = await import("./js/fair/pins.js?first");
const reloaded = await import("./js/fair/pins.js?reloaded");
const again = await import("./js/fair/pins.js?again");

const round = { number: 7, root: "r", seed_hash: "s", phase: "bets are open", contributions: [] };
const added = (who) => ({ who, entropy: "aa" });
const by = (...names) => ({ ...round, contributions: names.map(added) });
const closed = (of) => ({ ...of, phase: "cards and decisions" });
const other = { ...round, root: "another" };

export function main() {
  const pins = new first.Pins("felt", "room 1");
  pins.check(round, 10);
  pins.recordEntropy(7, "aa", "Guest 1");
  pins.recordEntropy(7, "aa", "Guest 1", 11);
  return {
    added: pins.check(by("Guest 1"), 11),
    later: pins.check(closed(by("Guest 1", "Ann")), 12),
    gone: pins.check(closed(by("Ann")), 12),
    twice: pins.check(by("Guest 1", "Guest 1"), 12),
    changed: new first.Pins("felt", "room 1").check(other, 12),
    renamed: new first.Pins("felt", "room 2").check(other, 12),
    reloaded: new reloaded.Pins("felt", "room 1").check(other, 12),
    anew: new again.Pins("felt", "room 2").check(other, 3),
    rooms: [
      first.resolveRoom("room 1", "Ann"), reloaded.resolveRoom("room 2", "Ann"),
      again.resolveRoom("room 2", ""),
      again.resolveRoom("room 2", "Ann"), (again.forgetRoom(), again.resolveRoom("room 3", "Ann")),
    ],
  };
}
"""
LACKS = "is missing the entropy you added"
CHANGED = "the commitment was changed"


def test_fair_8_a_contribution_is_looked_up_by_the_name_that_made_it(
    tmp_path: Path,
) -> None:
    result = run(tmp_path, PINS, None)
    assert (result["added"], result["later"]) == ("", "")
    assert LACKS in result["gone"]
    assert LACKS in result["twice"]


def test_fair_8_a_room_that_was_set_up_again_is_a_different_room(tmp_path: Path) -> None:
    result = run(tmp_path, PINS, None)
    assert result["anew"] == ""
    assert CHANGED in result["changed"]
    assert CHANGED in result["reloaded"]


def test_fair_8_a_room_cannot_be_replaced_while_the_page_is_open(tmp_path: Path) -> None:
    assert CHANGED in run(tmp_path, PINS, None)["renamed"]


def test_fair_8_a_session_that_is_still_open_belongs_to_the_same_room(tmp_path: Path) -> None:
    """A proxy may claim anything after a reload; only a new sign-in can change the room."""
    rooms = run(tmp_path, PINS, None)["rooms"]
    assert rooms == ["room 1", "room 1", "room 2", "room 2", "room 3"]
