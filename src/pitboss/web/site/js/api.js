// @ts-check
/** All HTTP requests to the server. */

import { toHex } from "./fair/crypto.js";
import { forgetRoom, resolveRoom } from "./fair/pins.js";
import { fractionToNumber } from "./format.js";
import { capitalize } from "./texts.js";

/** @typedef {{path: string, sentence: string, clause: string | null}} Fault */

/** How often a request is repeated whose outcome the room could not tell. */
const REPEATS = 5;

/** A refusal by the server, with its reason. */
export class Refusal extends Error {
  /** @param {number} status @param {{error: string, clause?: string, due?: string, code?: string, faults?: Fault[]}} details @param {number} [wait] */
  constructor(status, details, wait = 1) {
    super(capitalize(details.error));
    this.status = status;
    this.code = details.code ?? "";
    /** Seconds to wait before trying again. */
    this.wait = wait;
    this.clause = details.clause ?? "";
    this.due = details.due ?? "";
    /** Each thing that is wrong, with its place. */
    this.faults = details.faults ?? [];
  }
}

/**
 * @param {string} method @param {string} path @param {unknown} [body] @param {Record<string, string>} [headers]
 * @returns {Promise<any>}
 */
async function request(method, path, body, headers = {}) {
  let response;
  try {
    response = await fetch(path, {
      method,
      headers: body === undefined ? headers : { "Content-Type": "application/json", ...headers },
      body: body === undefined ? undefined : JSON.stringify(body),
      credentials: "same-origin",
    });
  } catch {
    throw new Refusal(0, { error: "Can't reach the card room. Check your connection and try again." });
  }
  const contentType = response.headers.get("Content-Type") ?? "";
  const payload = response.status === 204 ? null : contentType.includes("json") ? await response.json() : await response.text();
  if (!response.ok) {
    const error = payload && typeof payload === "object" && "error" in payload ? payload : { error: `The server returned an error (${response.status}). Try again later.` };
    throw new Refusal(response.status, error, Number(response.headers.get("Retry-After") ?? 1));
  }
  return payload;
}

/** Return a random key. A request that is sent again under the same key is executed once. */
export const newKey = () => toHex(crypto.getRandomValues(new Uint8Array(16)));

/** Send a change under a key, and repeat it while the room cannot tell the outcome. @param {string} path @param {unknown} [body] @returns {Promise<any>} */
async function requestOnce(path, body) {
  const headers = { "Idempotency-Key": newKey() };
  for (let repeatsLeft = REPEATS; ; repeatsLeft -= 1) {
    try {
      return await request("POST", path, body, headers);
    } catch (error) {
      if (!repeatsLeft || !(error instanceof Refusal) || error.code !== "try_again") throw error;
      const { wait } = error;
      await new Promise((resolve) => setTimeout(resolve, wait * 1000));
    }
  }
}

/** Forget the room after signing in: the new session may belong to another one. @param {Promise<any>} response */
const enterRoom = async (response) => {
  const me = await response;
  forgetRoom();
  return me;
};

/** Save a file that the server makes. @param {string} path @param {unknown} body @param {string} name */
async function download(path, body, name) {
  const response = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body), credentials: "same-origin" })
    .catch(() => { throw new Refusal(0, { error: "Can't reach the card room. Check your connection and try again." }); });
  if (!response.ok) throw new Refusal(response.status, await response.json().catch(() => ({ error: `The server returned an error (${response.status}). Try again later.` })));
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await response.blob());
  link.download = name;
  link.click();
  window.setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

const tablePath = (/** @type {string} */ table) => `/api/tables/${encodeURIComponent(table)}`;

export const api = {
  /** @returns {Promise<import("./types").Me | null>} Null if nobody is signed in. */
  getMe: async () => (await api.getSession()).me,
  /** Return the signed-in account and the room. @returns {Promise<{me: import("./types").Me | null, room: string}>} */
  getSession: async () => {
    const session = await request("GET", "/api/session");
    return { ...session, room: resolveRoom(session.room, session.me?.name ?? "") };
  },
  /** Sign in as a guest with play chips, whom the room names. @returns {Promise<import("./types").Me>} */
  signInAsGuest: () => enterRoom(requestOnce("/api/accounts", {})),
  /** @param {string} name @param {string} password @returns {Promise<import("./types").Me>} */
  signUp: (name, password) => enterRoom(requestOnce("/api/accounts", { name, password })),
  /** @param {string} name @param {string} password @returns {Promise<import("./types").Me>} */
  signIn: (name, password) => enterRoom(request("POST", "/api/session", { name, password })),
  /** Keep the account of the guest who is signed in. @param {string} password @returns {Promise<import("./types").Me>} */
  keepGuestAccount: (password) => enterRoom(requestOnce("/api/me/account", { password })),
  signOut: () => request("DELETE", "/api/session"),
  /** Return the role that an invitation is for, or why its link is not valid. @param {string} token @returns {Promise<import("./types").InvitationStatus>} */
  getInvitation: (token) => request("GET", `/api/invitations/${encodeURIComponent(token)}`),
  /** @param {string} token @param {string} name @param {string} password @returns {Promise<import("./types").Me>} */
  join: (token, name, password) => enterRoom(request("POST", `/api/invitations/${encodeURIComponent(token)}`, { name, password })),
  /** @returns {Promise<import("./types").Me>} */
  getMoreChips: () => request("POST", "/api/me/chips"),
  /** @returns {Promise<Record<string, import("./types").RoundView[]>>} */
  listMyRounds: () => request("GET", "/api/me/rounds"),
  /** @returns {Promise<import("./types").LobbyTable[]>} */
  listTables: () => request("GET", "/api/tables"),
  /** Return one table with its last rounds. @param {string} table @returns {Promise<import("./types").Look>} */
  getTable: (table) => request("GET", tablePath(table)),
  /** @returns {Promise<Record<string, string>>} */
  listGames: () => request("GET", "/api/games"),
  /** @param {string} table @returns {Promise<import("./types").Card>} */
  getCard: (table) => request("GET", `${tablePath(table)}/card`),
  /** Return the rules that take effect after this round, if any. @param {string} table @returns {Promise<import("./types").UpcomingRules | null>} */
  getUpcomingRules: (table) => request("GET", `${tablePath(table)}/upcoming`),
  /** @param {string} game @returns {Promise<import("./types").Card>} */
  getGameCard: (game) => request("GET", `/api/games/${encodeURIComponent(game)}/card`),
  /** @param {string} game @returns {Promise<import("./types").IntroStep[]>} */
  getIntroduction: (game) => request("GET", `/api/games/${encodeURIComponent(game)}/intro`),
  /** @param {string} table @param {number} round @returns {Promise<import("./types").WagerExplanation[]>} */
  getExplanations: (table, round) => request("GET", `${tablePath(table)}/rounds/${round}/told`),
  /** Return the proofs of the current round, or of a closed one. @param {string} table @param {number} [round] @returns {Promise<import("./fair/check.js").Proofs | null>} */
  getProofs: (table, round = 0) => request("GET", `${tablePath(table)}/proofs${round ? `?round=${round}` : ""}`),
  /** Return the URL of a closed round's file for `pitboss verify`. @param {string} table @param {number} round */
  roundFileUrl: (table, round) => `${tablePath(table)}/rounds/${round}/export`,
  /** With `lines`, also return the advice of a pocket card with so many lines per list. @param {string} table @param {number} [lines] @returns {Promise<import("./types").Advice>} */
  async getAdvice(table, lines = 0) {
    const payload = await request("POST", `${tablePath(table)}/advice${lines ? `?card=${lines}` : ""}`);
    const cents = Object.fromEntries(Object.entries(payload.cents).map(([verdict, value]) => [verdict, fractionToNumber(/** @type {string} */ (value))]));
    return { ...payload, cents };
  },
  /** List proposals, both pending and decided. @returns {Promise<import("./types").Proposal[]>} */
  listProposals: () => request("GET", "/api/proposals"),
  /** @param {number} number @param {"approve" | "reject"} verdict */
  decideProposal: (number, verdict) => request("POST", `/api/proposals/${number}/${verdict}`),
  /** @param {string} part @returns {Promise<import("./types").Invitation>} */
  invite: (part) => request("POST", "/api/invitations", { part }),
  /** @returns {Promise<import("./types").AccountInfo[]>} */
  listAccounts: () => request("GET", "/api/accounts"),
  /** Propose another role, which a second member of staff has to approve. @param {string} name @param {string} part */
  changeRole: (name, part) => request("PATCH", `/api/accounts/${encodeURIComponent(name)}`, { part }),
  /** @returns {Promise<import("./types").Dealer[]>} */
  listDealers: () => request("GET", "/api/dealers"),
  /** @param {string} name @param {string[]} tables */
  assignDealer: (name, tables) => request("PUT", `/api/accounts/${encodeURIComponent(name)}/tables`, { tables }),
  /** @param {Record<string, unknown>} table */
  openTable: (table) => requestOnce("/api/tables", table),
  /** @param {string} table @param {string} cause As the lobby shows it. */
  restartTable: (table, cause) => request("POST", `${tablePath(table)}/restart`, { cause }),
  /** Find closed rounds. @param {string} query @returns {Promise<import("./types").RoundList>} */
  findRounds: (query) => request("GET", `/api/rounds?${query}`),
  /** @param {string} table @param {number} round @returns {Promise<import("./types").Replay>} */
  getReplay: (table, round) => request("GET", `${tablePath(table)}/rounds/${round}/replay`),
  /** Have the room verify a closed round. @param {string} table @param {number} round @returns {Promise<import("./types").RoundCheck>} */
  checkRound: (table, round) => request("GET", `${tablePath(table)}/rounds/${round}/check`),
  /** Return the totals and sheets of all tables on a day. @param {string} day @returns {Promise<import("./types").PitReport>} */
  getPitReport: (day) => request("GET", `/api/reports/pit?day=${day}`),
  /** Return what each member of staff did on a day. @param {string} day @returns {Promise<import("./types").StaffReport>} */
  getStaffReport: (day) => request("GET", `/api/reports/staff?day=${day}`),
  /** Reconcile a day without recording it. @param {string} day @returns {Promise<import("./types").Reconciliation & {closes: boolean}>} */
  previewReconciliation: (day) => request("GET", `/api/reconciliations?day=${day}`),
  /** Reconcile a day, and put it on record. @param {string} day @returns {Promise<import("./types").Reconciliation & {closes: boolean}>} */
  reconcile: (day) => request("POST", "/api/reconciliations", { day }),
  /** Return the URL of a day's book. @param {string} day @param {string} format */
  bookUrl: (day, format) => `/api/reports/books?day=${day}&format=${format}`,
  /** @param {string} table @returns {Promise<import("./types").Filing[]>} */
  listFilings: (table) => request("GET", `${tablePath(table)}/submissions`),
  /** Return the filing in force as the fields of a form. @param {string} table @returns {Promise<import("./types").FilingForm>} */
  getFilingForm: (table) => request("GET", `${tablePath(table)}/submissions/form`),
  /** Check a filing, and return what it changes. @param {string} table @param {unknown} submission @returns {Promise<import("./types").FilingComparison>} */
  compareFiling: (table, submission) => request("POST", `${tablePath(table)}/submissions/compare`, { submission }),
  /** Return the built-in example of a game as the fields of a form. @param {string} game @returns {Promise<import("./types").FilingForm>} */
  getGameFilingForm: (game) => request("GET", `/api/games/${encodeURIComponent(game)}/submission-form`),
  /** Check a filing for a new table, and return what differs from the built-in example. @param {string} game @param {unknown} submission @returns {Promise<import("./types").CheckedSubmission>} */
  checkSubmission: (game, submission) => request("POST", "/api/submissions/check", { game, submission }),
  /** Save a filing as the regulator receives it. @param {string} game @param {unknown} submission @param {"html" | "pdf"} format */
  printSubmission: (game, submission, format) => download("/api/submissions/paper", { game, submission, format }, `${game}-submission.${format}`),
  /** Return the URL of a printed filing of a table. @param {string} table @param {number} number */
  filingPaperUrl: (table, number) => `${tablePath(table)}/submissions/${number}/paper?format=pdf`,
  /** @param {string} table @param {unknown} submission @param {boolean} after_round */
  fileSubmission: (table, submission, after_round) => requestOnce(`${tablePath(table)}/submissions`, { submission, after_round }),
  /** @param {string} table @param {number} number @param {"approve" | "reject"} verdict */
  decideFiling: (table, number, verdict) => requestOnce(`${tablePath(table)}/submissions/${number}/${verdict}`),
  /** Return what the staff can do at a table. @param {string} table @returns {Promise<import("./types").TableConsole>} */
  getConsole: (table) => request("GET", `${tablePath(table)}/console`),
  /** @param {string} table @param {Record<string, unknown>} command */
  executeCommand: (table, command) => requestOnce(`${tablePath(table)}/commands`, command),
  /** Return what a decision would move; nothing is done. @param {string} table @param {Record<string, unknown>} command @returns {Promise<import("./types").Consequences>} */
  previewCommand: (table, command) => request("POST", `${tablePath(table)}/preview`, command),
  /** @returns {Promise<import("./types").OpenSession[]>} */
  listSessions: () => request("GET", "/api/sessions"),
  /** @param {string} id */
  endSession: (id) => request("DELETE", `/api/sessions/${encodeURIComponent(id)}`),
  /** @returns {Promise<import("./types").SignInDelay[]>} */
  listDelays: () => request("GET", "/api/delays"),
  /** Let somebody try to sign in again at once. @param {string} name */
  liftDelay: (name) => request("DELETE", `/api/accounts/${encodeURIComponent(name)}/attempts`),
  /** @returns {Promise<import("./types").SettingInForce[]>} */
  listSettings: () => request("GET", "/api/settings"),
  /** @returns {Promise<import("./types").BackupFile[]>} */
  listBackups: () => request("GET", "/api/backups"),
  /** @param {string} name */
  backupUrl: (name) => `/api/backups/${encodeURIComponent(name)}`,
  /** Close an account at once, or propose to reopen a member of staff with an empty reason. @param {string} name @param {string} reason */
  closeAccount: (name, reason) => request("PATCH", `/api/accounts/${encodeURIComponent(name)}`, { closed: reason }),
  makeBackup: () => request("POST", "/api/backups"),
  /** @returns {Promise<import("./types").Health>} */
  getHealth: () => request("GET", "/health"),
  /** @returns {Promise<import("./types").NodeReport[]>} */
  listNodes: () => request("GET", "/api/nodes"),
  /** Return all tables at a glance. @returns {Promise<import("./types").Floor>} */
  getFloor: () => request("GET", "/api/floor"),
  /** List the tables at which the user may deal. @returns {Promise<string[]>} */
  listMyTables: () => request("GET", "/api/me/tables"),
  /** @param {string} method @param {string} path @param {unknown} [body] */
  requestLab: (method, path, body) => request(method, `/api/lab/${path}`, body),
  /** Return what can be changed about a game. @param {string} game @returns {Promise<import("./types").GameChoices>} */
  getLabGame: (game) => api.requestLab("GET", `games/${encodeURIComponent(game)}`),
  /** Return the same with some changes, or by the rules of a table. @param {Record<string, unknown>} parameters @returns {Promise<import("./types").GameChoices>} */
  getLabRules: (parameters) => api.requestLab("POST", "rules", parameters),
  /** Start a lab job. @param {Record<string, unknown>} parameters @returns {Promise<import("./types").JobStatus>} */
  startLabJob: (parameters) => api.requestLab("POST", "jobs", parameters),
  /** Return the progress of a job after some seconds, or its result. @param {string} job @param {number} wait @returns {Promise<import("./types").JobStatus>} */
  getLabJob: (job, wait) => api.requestLab("GET", `jobs/${encodeURIComponent(job)}?wait=${wait}`),
  /** @returns {Promise<import("./types").SchoolOverview>} */
  getSchool: () => request("GET", "/api/school"),
  /** @returns {Promise<import("./types").ClassMember[]>} */
  getClass: () => request("GET", "/api/school/class"),
  /** Return the pages of a lesson, by the rules of a table if one is named. @param {string} game @param {string} lesson @param {string} [table] @returns {Promise<import("./types").LessonText>} */
  getLesson: (game, lesson, table) => request("GET", `/api/school/games/${encodeURIComponent(game)}/lessons/${encodeURIComponent(lesson)}${table ? `?table=${encodeURIComponent(table)}` : ""}`),
  /** @param {string} game @param {string} lesson @param {string} [table] @returns {Promise<import("./types").SessionState>} */
  startLesson: (game, lesson, table) => requestOnce("/api/school/sessions", table ? { table, lesson } : { game, lesson }),
  /** @param {string} session @returns {Promise<import("./types").SessionState>} */
  getSchoolSession: (session) => request("GET", `/api/school/sessions/${encodeURIComponent(session)}`),
  /** @param {string} session @param {number} number @param {import("./types").SchoolAction} action @returns {Promise<import("./types").SessionState>} */
  actInLesson: (session, number, action) => requestOnce(`/api/school/sessions/${encodeURIComponent(session)}/actions`, { number, action }),
  /** @param {string} game @returns {Promise<import("./types").Certificate>} */
  createCertificate: (game) => requestOnce("/api/school/certificates", { game }),
  /** @param {string} job @returns {Promise<import("./types").JobStatus>} */
  cancelLabJob: (job) => api.requestLab("DELETE", `jobs/${encodeURIComponent(job)}`),
};
