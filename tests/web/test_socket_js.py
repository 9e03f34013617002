"""The table socket: one person's requests are never resent in another's name."""

from pathlib import Path

from tests.web.node import run

LINE = """
const lines = [];
globalThis.WebSocket = class {
  static OPEN = 1;
  readyState = 0;
  sent = [];
  constructor() { lines.push(this); }
  send(text) { this.sent.push(JSON.parse(text).command.type); }
  close() { this.readyState = 3; }
  comes() { this.readyState = 1; this.onopen(); }
};
globalThis.location = { protocol: "http:", host: "room.test" };
const timers = { setInterval: () => 0, clearInterval() {}, setTimeout: () => 0, clearTimeout() {} };
globalThis.window = timers;
const { connect } = await import("./js/socket.js");

export async function main({ other }) {
  const line = connect("felt", { frame() {}, link() {}, version: () => null, role: () => "" });
  lines[0].comes();
  const outcome = line.send({ type: "BuyIn", cents: 500 }).then(() => "done", (why) => why.status);
  line.reconnect(other);
  lines[1].comes();
  const waits = new Promise((done) => setTimeout(() => done("waits"), 20));
  return { sent: lines.map((one) => one.sent), outcome: await Promise.race([outcome, waits]) };
}
"""


def test_pending_requests_are_resent_after_reconnecting(tmp_path: Path) -> None:
    result = run(tmp_path, LINE, {"other": False})
    assert result == {"sent": [["BuyIn"], ["BuyIn"]], "outcome": "waits"}


def test_requests_of_another_person_are_not_resent(tmp_path: Path) -> None:
    result = run(tmp_path, LINE, {"other": True})
    assert result == {"sent": [["BuyIn"], []], "outcome": 401}
