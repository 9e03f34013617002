// @ts-check
/** The line to one table: it comes back by itself, and what was asked is asked again, never twice done. */

import { newKey, Refusal } from "./api.js";
import { TEXTS } from "./texts.js";

const FIRST = 250;
const LONGEST = 5000;
/** Milliseconds without a frame after which there is no line: the room sends one every two seconds. */
const SILENT = 4500;
const LOOK = 250;
/** Milliseconds until a request is repeated that the room could not answer for certain. */
const REPEAT = 1000;
/** Codes with which the server ends a line for good. */
const OVER = { 4401: "signed out", 4403: "elsewhere", 4404: "gone" };

/** Close a socket, once it is open if it is still connecting: before that, browsers report an error. @param {WebSocket | null} socket */
function hangUp(socket) {
  if (!socket) return;
  socket.onmessage = null;
  socket.onclose = null;
  if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
  else socket.close();
}

/**
 * @param {string} table
 * @param {{frame: (frame: import("./types").Frame) => void, link: (how: import("./types").Link) => void, version: () => number | null, role: () => string}} heard
 */
export function connect(table, heard) {
  /** @type {WebSocket | null} */
  let socket = null;
  let closed = false;
  let wait = FIRST;
  let number = 0;
  /** @type {number | undefined} */
  let timer;
  /** @type {Map<number, {sent: string, done: (version: number) => void, failed: (why: Refusal) => void}>} */
  const asked = new Map();
  let last = performance.now();
  const watching = window.setInterval(() => {
    if (socket && performance.now() - last > SILENT) lose(socket, "lost");
  }, LOOK);

  /** The line is gone, whether or not anybody said so: another is opened. @param {WebSocket} lost @param {import("./types").Link} how */
  function lose(lost, how) {
    if (closed || socket !== lost) return;
    socket = null;
    hangUp(lost);
    heard.link(how);
    timer = window.setTimeout(open, wait);
    wait = Math.min(wait * 2, LONGEST);
  }

  function open() {
    last = performance.now();
    const version = heard.version();
    const seen = version === null ? "" : `?version=${version}&role=${encodeURIComponent(heard.role())}`;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const made = new WebSocket(`${scheme}://${location.host}/api/tables/${encodeURIComponent(table)}/socket${seen}`);
    socket = made;
    made.onopen = () => {
      wait = FIRST;
      heard.link("open");
      for (const { sent } of asked.values()) made.send(sent);
    };
    made.onmessage = (event) => {
      if (socket !== made) return;
      last = performance.now();
      take(JSON.parse(event.data));
    };
    made.onclose = (event) => lose(made, event.code in OVER ? "over" : "lost");
  }

  /** @param {import("./types").Frame | import("./types").Answer} frame */
  function take(frame) {
    if (frame.type !== "told" && frame.type !== "refused") {
      heard.frame(frame);
      return;
    }
    const question = frame.id ?? 0; // what could not even be read is answered to no question
    const waiting = asked.get(question);
    if (waiting && frame.type === "refused" && frame.code === "try_again") {
      window.setTimeout(() => repeat(question), REPEAT);
      return;
    }
    asked.delete(question);
    if (frame.type === "told") waiting?.done(frame.version);
    else waiting?.failed(new Refusal(frame.status, frame));
  }

  /** The same with the same key; where the line was lost meanwhile, opening another does it. @param {number} question */
  function repeat(question) {
    const waiting = asked.get(question);
    if (waiting && !closed && socket?.readyState === WebSocket.OPEN) socket.send(waiting.sent);
  }

  open();
  return {
    /** Ask something of the table. @param {Record<string, unknown>} command @returns {Promise<number>} */
    say(command) {
      number += 1;
      const id = number;
      const sent = JSON.stringify({ id, key: newKey(), command });
      return new Promise((done, failed) => {
        asked.set(id, { sent, done, failed });
        if (socket?.readyState === WebSocket.OPEN) socket.send(sent);
      });
    },
    /** Come in again; as somebody else, with nothing that was asked before. @param {boolean} [other] */
    again(other = false) {
      if (other) {
        for (const { failed } of asked.values()) failed(new Refusal(401, { error: TEXTS.overLink }));
        asked.clear();
      }
      window.clearTimeout(timer);
      hangUp(socket);
      socket = null;
      wait = FIRST;
      open();
    },
    close() {
      closed = true;
      window.clearInterval(watching);
      window.clearTimeout(timer);
      hangUp(socket);
      socket = null;
    },
  };
}
