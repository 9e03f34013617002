// @ts-check
/** What the page asks of the server; nothing else in it does, but the sockets. */

import { hex } from "./fair/bytes.js";
import { forgetRoom, roomOf } from "./fair/pins.js";
import { fraction } from "./fractions.js";
import { capital } from "./texts.js";

/** @typedef {{path: string, sentence: string, clause: string | null}} Fault */

/** How often a request is repeated that the room could not answer for certain. */
const REPEATS = 5;

/** Why the server said no. */
export class Refusal extends Error {
  /** @param {number} status @param {{error: string, clause?: string, due?: string, code?: string, faults?: Fault[]}} told @param {number} [wait] */
  constructor(status, told, wait = 1) {
    super(capital(told.error));
    this.status = status;
    this.code = told.code ?? "";
    /** Seconds until it can be asked again. */
    this.wait = wait;
    this.clause = told.clause ?? "";
    this.due = told.due ?? "";
    /** What is wrong, one by one, and where. */
    this.faults = told.faults ?? [];
  }
}

/**
 * @param {string} method @param {string} path @param {unknown} [body] @param {Record<string, string>} [headers]
 * @returns {Promise<any>}
 */
async function ask(method, path, body, headers = {}) {
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: body === undefined ? headers : { "Content-Type": "application/json", ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: "same-origin",
    });
  } catch {
    throw new Refusal(0, { error: "The card room cannot be reached." });
  }
  const kind = response.headers.get("Content-Type") ?? "";
  const told = response.status === 204 ? null : kind.includes("json") ? await response.json() : await response.text();
  if (!response.ok) {
    const error = told && typeof told === "object" && "error" in told ? told : { error: `The server answered ${response.status}.` };
    throw new Refusal(response.status, error, Number(response.headers.get("Retry-After") ?? 1));
  }
  return told;
}

/** A key that nobody can guess: a request that is sent again under it is done once. */
export const newKey = () => hex(crypto.getRandomValues(new Uint8Array(16)));

/** Ask for a change under a key, and again where the room does not know yet. @param {string} path @param {unknown} [body] @returns {Promise<any>} */
async function once(path, body) {
  const headers = { "Idempotency-Key": newKey() };
  for (let left = REPEATS; ; left -= 1) {
    try {
      return await ask("POST", path, body, headers);
    } catch (error) {
      if (!left || !(error instanceof Refusal) || error.code !== "try_again") throw error;
      const { wait } = error;
      await new Promise((done) => setTimeout(done, wait * 1000));
    }
  }
}

/** Somebody comes in: a new session may be one of another room. @param {Promise<any>} asked */
const comeIn = async (asked) => {
  const me = await asked;
  forgetRoom();
  return me;
};

const at = (/** @type {string} */ table) => `/api/tables/${encodeURIComponent(table)}`;

export const api = {
  /** @returns {Promise<import("./types").Me | null>} Nobody, if nobody is signed in. */
  me: async () => (await api.session()).me,
  /** Who one is, and which room this is. @returns {Promise<{me: import("./types").Me | null, room: string}>} */
  session: async () => {
    const told = await ask("GET", "/api/session");
    return { ...told, room: roomOf(told.room, told.me?.name ?? "") };
  },
  /** A guest with play chips, whom the room names. @returns {Promise<import("./types").Me>} */
  comeAsGuest: () => comeIn(once("/api/accounts", {})),
  /** @param {string} name @param {string} password @returns {Promise<import("./types").Me>} */
  signUp: (name, password) => comeIn(once("/api/accounts", { name, password })),
  /** @param {string} name @param {string} password @returns {Promise<import("./types").Me>} */
  signIn: (name, password) => comeIn(ask("POST", "/api/session", { name, password })),
  signOut: () => ask("DELETE", "/api/session"),
  /** The part that one is invited to, or why the link does not hold. @param {string} token @returns {Promise<import("./types").Invited>} */
  invited: (token) => ask("GET", `/api/invitations/${encodeURIComponent(token)}`),
  /** @param {string} token @param {string} name @param {string} password @returns {Promise<import("./types").Me>} */
  join: (token, name, password) => comeIn(ask("POST", `/api/invitations/${encodeURIComponent(token)}`, { name, password })),
  /** @returns {Promise<import("./types").Me>} */
  moreChips: () => ask("POST", "/api/me/chips"),
  /** @returns {Promise<Record<string, import("./types").RoundView[]>>} */
  myRounds: () => ask("GET", "/api/me/rounds"),
  /** @returns {Promise<import("./types").Listed[]>} */
  tables: () => ask("GET", "/api/tables"),
  /** A table by itself, with the last rounds there. @param {string} table @returns {Promise<import("./types").Look>} */
  look: (table) => ask("GET", at(table)),
  /** @returns {Promise<Record<string, string>>} */
  games: () => ask("GET", "/api/games"),
  /** @param {string} table @returns {Promise<import("./types").Card>} */
  card: (table) => ask("GET", `${at(table)}/card`),
  /** What the table is played by after this round, if that changes. @param {string} table @returns {Promise<import("./types").Announced | null>} */
  upcoming: (table) => ask("GET", `${at(table)}/upcoming`),
  /** @param {string} game @returns {Promise<import("./types").Card>} */
  gameCard: (game) => ask("GET", `/api/games/${encodeURIComponent(game)}/card`),
  /** @param {string} game @returns {Promise<import("./types").Leaf[]>} */
  intro: (game) => ask("GET", `/api/games/${encodeURIComponent(game)}/intro`),
  /** @param {string} table @param {number} round @returns {Promise<import("./types").Told[]>} */
  told: (table, round) => ask("GET", `${at(table)}/rounds/${round}/told`),
  /** Of the round that is played, or of one that is closed. @param {string} table @param {number} [round] @returns {Promise<import("./fair/check.js").Proofs | null>} */
  proofs: (table, round = 0) => ask("GET", `${at(table)}/proofs${round ? `?round=${round}` : ""}`),
  /** Where the file of a closed round is, for `pitboss verify`. @param {string} table @param {number} round */
  roundFile: (table, round) => `${at(table)}/rounds/${round}/export`,
  /** With lines, also what a card with so many of them says. @param {string} table @param {number} [lines] @returns {Promise<import("./types").Advice>} */
  async advice(table, lines = 0) {
    const told = await ask("POST", `${at(table)}/advice${lines ? `?card=${lines}` : ""}`);
    const cents = Object.fromEntries(Object.entries(told.cents).map(([word, worth]) => [word, fraction(/** @type {string} */ (worth))]));
    return { ...told, cents };
  },
  /** What waits for a second member of staff, and what became of others. @returns {Promise<import("./types").Proposal[]>} */
  proposals: () => ask("GET", "/api/proposals"),
  /** @param {number} number @param {"approve" | "reject"} word */
  decide: (number, word) => ask("POST", `/api/proposals/${number}/${word}`),
  /** @param {string} part @returns {Promise<import("./types").Invitation>} */
  invite: (part) => ask("POST", "/api/invitations", { part }),
  /** @returns {Promise<import("./types").Somebody[]>} */
  people: () => ask("GET", "/api/accounts"),
  /** Another role; a second member of staff approves it. @param {string} name @param {string} part */
  changePart: (name, part) => ask("PATCH", `/api/accounts/${encodeURIComponent(name)}`, { part }),
  /** @returns {Promise<import("./types").Dealer[]>} */
  dealers: () => ask("GET", "/api/dealers"),
  /** @param {string} name @param {string[]} tables */
  assign: (name, tables) => ask("PUT", `/api/accounts/${encodeURIComponent(name)}/tables`, { tables }),
  /** @param {Record<string, unknown>} table */
  found: (table) => once("/api/tables", table),
  /** @param {string} table @param {string} cause As the lobby has it. */
  restart: (table, cause) => ask("POST", `${at(table)}/restart`, { cause }),
  /** @param {string} table @returns {Promise<import("./types").Filing[]>} */
  filings: (table) => ask("GET", `${at(table)}/submissions`),
  /** @param {string} table @param {unknown} submission @param {boolean} after_round */
  file: (table, submission, after_round) => once(`${at(table)}/submissions`, { submission, after_round }),
  /** @param {string} table @param {number} number @param {"approve" | "reject"} word */
  decideFiling: (table, number, word) => once(`${at(table)}/submissions/${number}/${word}`),
  /** @param {string} method @param {string} path @param {unknown} [body] */
  lab: (method, path, body) => ask(method, `/api/lab/${path}`, body),
  /** What can be changed about a game. @param {string} game @returns {Promise<import("./types").GameChoices>} */
  labGame: (game) => api.lab("GET", `games/${encodeURIComponent(game)}`),
  /** The same with some of it changed, or as a table has it. @param {Record<string, unknown>} question @returns {Promise<import("./types").GameChoices>} */
  labRules: (question) => api.lab("POST", "rules", question),
  /** Have something worked out. @param {Record<string, unknown>} question @returns {Promise<import("./types").JobTold>} */
  labJob: (question) => api.lab("POST", "jobs", question),
  /** How far that is, after some seconds or at its end. @param {string} job @param {number} wait @returns {Promise<import("./types").JobTold>} */
  labLook: (job, wait) => api.lab("GET", `jobs/${encodeURIComponent(job)}?wait=${wait}`),
  /** @param {string} job @returns {Promise<import("./types").JobTold>} */
  labCancel: (job) => api.lab("DELETE", `jobs/${encodeURIComponent(job)}`),
};
