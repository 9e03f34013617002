// @ts-check
/** The promise of each round as first seen, and the entropy that this page added: any later difference is an alarm (FAIR-8). */

import { load, save, tabStorage } from "../storage.js";
import { TEXTS } from "../texts.js";

/** @typedef {{root: string, seed_hash: string, open: boolean, entropy?: string, by?: string, version?: number}} Pin `by`: who added the entropy; `version`: of the table, once it had it. */
/** @typedef {{by: string, entropy: string}} AddedEntropy */
/** @typedef {import("./check.js").Round & {phase?: string}} Round */

/** Whether people deal a round from a physical deck: it says so, and never promised a stack. @param {{physical?: boolean, root: string, seed_hash: string} | null | undefined} round */
export const isPhysical = (round) => Boolean(round?.physical) && !round?.root && !round?.seed_hash;

const ALARMS = TEXTS.fair.alarms;
const BETTING = "bets are open";
const CLOSED = "the round is closed";
/** Number of rounds to remember. */
const MAX_ROUNDS = 12;
/** The room of each table as this page first saw it: a room cannot change while the page is open. @type {Map<string, string>} */
const rooms = new Map();

/** Storage key of the tab's room and person. */
const ROOM = "room";

/** Return the tab's room. A session never outlives its room, so whoever is still signed in is still in the same one, whatever the server says. @param {string} room @param {string} name Who is signed in, or "". */
export function resolveRoom(room, name) {
  const remembered = load(ROOM, tabStorage);
  const resolved = name && remembered?.name === name ? remembered.room : room;
  save(ROOM, { room: resolved, name }, tabStorage);
  return resolved;
}

/** Forget the room when somebody signs in or out: the next one may be another. */
export const forgetRoom = () => save(ROOM, null, tabStorage);

export class Pins {
  /** @param {string} table @param {string} room Its id: a room set up anew at the same address is another one. */
  constructor(table, room) {
    const firstRoom = rooms.get(table) ?? room;
    rooms.set(table, firstRoom);
    this.promiseKey = `promise ${firstRoom} ${table}`;
    this.addedKey = `added ${firstRoom} ${table}`;
    /** @type {Record<string, Pin>} */
    this.rounds = load(this.promiseKey, tabStorage) ?? {};
  }

  /** Return what is wrong with a round; "" if nothing is. @param {Round | null | undefined} round @param {number | null} version */
  check(round, version) {
    if (!round) return "";
    const { number, root, seed_hash, phase } = round;
    const pin = this.rounds[number];
    if (!pin) {
      this.#set(number, { root, seed_hash, open: phase !== CLOSED });
      return "";
    }
    if (root !== pin.root || seed_hash !== pin.seed_hash) return ALARMS.promise(number);
    if (isEntropyMissing(pin, load(this.addedKey)?.[number] ?? [], round, version ?? 0)) return ALARMS.entropy(number);
    if (phase !== CLOSED || !pin.open) return "";
    this.#set(number, { ...pin, open: false });
    if (isPhysical(round)) return "";
    return round.seed ? "" : ALARMS.unopened(number);
  }

  /** Record entropy for a round; once the table has it, with the table's `version`. @param {number} number @param {string} entropy @param {string} by @param {number} [version] */
  recordEntropy(number, entropy, by, version) {
    const pin = this.rounds[number];
    if (pin) this.#set(number, { ...pin, entropy, by, version });
    // The same person may have other pages of this browser open at the same table.
    const recorded = load(this.addedKey) ?? {};
    save(this.addedKey, keepLatest({ ...recorded, [number]: [...(recorded[number] ?? []), { by, entropy }] }));
  }

  /** Whether a round lists the entropy that this browser added in somebody's name. @param {Round} round @param {string} by */
  hasEntropy({ number, contributions }, by) {
    const ownEntries = [this.rounds[number], .../** @type {AddedEntropy[]} */ (load(this.addedKey)?.[number] ?? [])].filter((entry) => entry?.by === by);
    return (contributions ?? []).some(({ who, entropy }) => who === by && ownEntries.some((entry) => entry.entropy === entropy));
  }

  /** @param {number} number @param {Pin} pin */
  #set(number, pin) {
    this.rounds = keepLatest({ ...this.rounds, [number]: pin });
    save(this.promiseKey, this.rounds, tabStorage);
  }
}

/** @template T @param {Record<string, T>} rounds @returns {Record<string, T>} */
const keepLatest = (rounds) => Object.fromEntries(Object.entries(rounds).sort(([a], [b]) => Number(a) - Number(b)).slice(-MAX_ROUNDS));

/** Whether a round does not list the entropy that this browser added, in the name of whoever added it. @param {Pin} pin @param {AddedEntropy[]} recorded @param {Round} round @param {number} version */
function isEntropyMissing(pin, recorded, round, version) {
  if (pin.entropy === undefined) return false;
  const ownContributions = (round.contributions ?? []).filter(({ who }) => who === pin.by);
  const ownEntropy = recorded.filter(({ by }) => by === pin.by).map(({ entropy }) => entropy);
  if (ownContributions.length) return ownContributions.length > 1 || ![pin.entropy, ...ownEntropy].includes(ownContributions[0].entropy);
  return pin.version !== undefined && (round.phase !== BETTING || version >= pin.version);
}
