// @ts-check
/** The connection to one table, which reconnects by itself and never executes a request twice; and the table as its frames describe it. */

import { newKey, Refusal } from "./api.js";
import { TEXTS } from "./texts.js";

const FIRST_WAIT = 250;
const LONGEST_WAIT = 5000;
/** Milliseconds of silence that mean a lost connection: the room sends a frame every two seconds. */
const SILENCE = 4500;
const CHECK_INTERVAL = 250;
/** Milliseconds before repeating a request whose outcome the room could not tell. */
const REPEAT_AFTER = 1000;
/** Codes with which the server ends a connection for good. */
const FINAL_CODES = { 4401: "signed out", 4403: "elsewhere", 4404: "gone" };

/** Close a socket. One that is still connecting is closed once it is open: before that, browsers report an error. @param {WebSocket | null} socket */
function closeSocket(socket) {
  if (!socket) return;
  socket.onmessage = null;
  socket.onclose = null;
  if (socket.readyState === WebSocket.CONNECTING) socket.onopen = () => socket.close();
  else socket.close();
}

/**
 * @param {string} table
 * @param {{frame: (frame: import("./types").Frame) => void, link: (link: import("./types").Link) => void, version: () => number | null, role: () => string}} handlers
 */
export function connect(table, handlers) {
  /** @type {WebSocket | null} */
  let socket = null;
  let isClosed = false;
  let wait = FIRST_WAIT;
  let lastId = 0;
  /** @type {number | undefined} */
  let reconnectTimer;
  /** @type {Map<number, {message: string, resolve: (version: number) => void, reject: (error: Refusal) => void}>} */
  const pending = new Map();
  let lastFrameAt = performance.now();
  const silenceTimer = window.setInterval(() => {
    if (socket && performance.now() - lastFrameAt > SILENCE) handleLoss(socket, "lost");
  }, CHECK_INTERVAL);

  /** Open another connection when one is lost, whether or not the browser noticed. @param {WebSocket} lostSocket @param {import("./types").Link} link */
  function handleLoss(lostSocket, link) {
    if (isClosed || socket !== lostSocket) return;
    socket = null;
    closeSocket(lostSocket);
    handlers.link(link);
    reconnectTimer = window.setTimeout(open, wait);
    wait = Math.min(wait * 2, LONGEST_WAIT);
  }

  function open() {
    lastFrameAt = performance.now();
    const version = handlers.version();
    const query = version === null ? "" : `?version=${version}&role=${encodeURIComponent(handlers.role())}`;
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    const connection = new WebSocket(`${scheme}://${location.host}/api/tables/${encodeURIComponent(table)}/socket${query}`);
    socket = connection;
    connection.onopen = () => {
      wait = FIRST_WAIT;
      handlers.link("open");
      for (const { message } of pending.values()) connection.send(message);
    };
    connection.onmessage = (event) => {
      if (socket !== connection) return;
      lastFrameAt = performance.now();
      receive(JSON.parse(event.data));
    };
    connection.onclose = (event) => handleLoss(connection, event.code in FINAL_CODES ? "over" : "lost");
  }

  /** @param {import("./types").Frame | import("./types").Answer} frame */
  function receive(frame) {
    if (frame.type !== "told" && frame.type !== "refused") {
      handlers.frame(frame);
      return;
    }
    const id = frame.id ?? 0; // a message that the server could not read has no id
    const request = pending.get(id);
    if (request && frame.type === "refused" && frame.code === "try_again") {
      window.setTimeout(() => repeat(id), REPEAT_AFTER);
      return;
    }
    pending.delete(id);
    if (frame.type === "told") request?.resolve(frame.version);
    else request?.reject(new Refusal(frame.status, frame));
  }

  /** Repeat a request under the same key. If the connection was lost meanwhile, opening another one does it. @param {number} id */
  function repeat(id) {
    const request = pending.get(id);
    if (request && !isClosed && socket?.readyState === WebSocket.OPEN) socket.send(request.message);
  }

  open();
  return {
    /**
     * Send a command to the table. A step names the version at which it was due: it is refused if staff have acted since.
     * @param {Record<string, unknown>} command @param {number} [dueVersion] @returns {Promise<number>}
     */
    send(command, dueVersion) {
      lastId += 1;
      const id = lastId;
      const message = JSON.stringify({ id, key: newKey(), command, due_version: dueVersion });
      return new Promise((resolve, reject) => {
        pending.set(id, { message, resolve, reject });
        if (socket?.readyState === WebSocket.OPEN) socket.send(message);
      });
    },
    /** Connect again. For another person, drop what the previous one asked. @param {boolean} [dropPending] */
    reconnect(dropPending = false) {
      if (dropPending) {
        for (const { reject } of pending.values()) reject(new Refusal(401, { error: TEXTS.sessionEnded }));
        pending.clear();
      }
      window.clearTimeout(reconnectTimer);
      closeSocket(socket);
      socket = null;
      wait = FIRST_WAIT;
      open();
    },
    close() {
      isClosed = true;
      window.clearInterval(silenceTimer);
      window.clearTimeout(reconnectTimer);
      closeSocket(socket);
      socket = null;
    },
  };
}

/** @typedef {import("./types").View} View */
/** @typedef {{version: number | null, view: View | null, own: import("./types").OwnView, clock: {for: string, until: number} | null}} Feed */

/** @type {Feed} */
export const EMPTY_FEED = { version: null, view: null, own: {}, clock: null };

/** @param {Feed} feed @param {import("./types").Frame} frame @param {number} now @returns {Feed} */
export function applyFrame(feed, frame, now) {
  const clock = frame.clock ? { for: frame.clock.for, until: now + 1000 * frame.clock.seconds } : null;
  if (frame.type === "beat") return { ...feed, clock };
  const own = frame.own ?? feed.own;
  if (frame.type === "view") return { version: frame.version, view: frame.view, own, clock };
  // A change to something unknown cannot be applied; the next whole view replaces it.
  if (feed.view === null || frame.since !== feed.version) return feed;
  return { version: frame.version, view: mergePatch(feed.view, frame.patch), own, clock };
}

/** Apply a merge patch (RFC 7396). @param {any} target @param {any} patch @returns {any} */
export function mergePatch(target, patch) {
  if (patch === null || typeof patch !== "object" || Array.isArray(patch)) return patch;
  const result = target !== null && typeof target === "object" && !Array.isArray(target) ? { ...target } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete result[name];
    else result[name] = mergePatch(result[name], value);
  }
  return result;
}
