// @ts-check
/** The promise of each round as it was first seen, and what this page added: anything else later is an alarm (FAIR-8). */

import { keep, kept, session } from "../kept.js";
import { TEXTS } from "../texts.js";

/** @typedef {{root: string, seed_hash: string, open: boolean, entropy?: string, by?: string, version?: number}} Pin `by`: who added the entropy; `version`: of the table, once it had it. */
/** @typedef {{by: string, entropy: string}} Added */
/** @typedef {import("./felt.js").Round & {phase?: string}} Round */

const SAYS = TEXTS.fair.alarms;
const BETTING = "bets are open";
const CLOSED = "the round is closed";
/** Rounds that are remembered. */
const MOST = 12;
/** The room of each table as this page first saw it: no room becomes another one while the page is open. @type {Map<string, string>} */
const rooms = new Map();

/** Under which a tab keeps which room it is in, and as whom. */
const ROOM = "room";

/** Which room a tab is in. No session outlives its room: whoever is still signed in is where they were, whatever is said. @param {string} room @param {string} name Who is signed in, if anybody is. */
export function roomOf(room, name) {
  const before = kept(ROOM, session);
  const same = name && before?.name === name ? before.room : room;
  keep(ROOM, { room: same, name }, session);
  return same;
}

/** Somebody comes in, or goes: it may be another room the next time. */
export const forgetRoom = () => keep(ROOM, null, session);

export class Pins {
  /** @param {string} table @param {string} room Which room it is: one that was set up anew at the same address is another one. */
  constructor(table, room) {
    const first = rooms.get(table) ?? room;
    rooms.set(table, first);
    this.name = `promise ${first} ${table}`;
    this.ours = `added ${first} ${table}`;
    /** @type {Record<string, Pin>} */
    this.rounds = kept(this.name, session) ?? {};
  }

  /** What is wrong with a round, if anything is. @param {Round | null | undefined} round @param {number | null} version */
  check(round, version) {
    if (!round) return "";
    const { number, root, seed_hash, phase } = round;
    const pin = this.rounds[number];
    if (!pin) {
      this.#set(number, { root, seed_hash, open: phase !== CLOSED });
      return "";
    }
    if (root !== pin.root || seed_hash !== pin.seed_hash) return SAYS.promise(number);
    if (lacks(pin, kept(this.ours)?.[number] ?? [], round, version ?? 0)) return SAYS.entropy(number);
    if (phase !== CLOSED || !pin.open) return "";
    this.#set(number, { ...pin, open: false });
    return round.seed ? "" : SAYS.unopened(number);
  }

  /** Somebody adds to the shuffle of a round; once it is there, the table has a `version`. @param {number} number @param {string} entropy @param {string} by @param {number} [version] */
  adds(number, entropy, by, version) {
    const pin = this.rounds[number];
    if (pin) this.#set(number, { ...pin, entropy, by, version });
    // Other pages of this browser may be at the same table for the same person.
    const sent = kept(this.ours) ?? {};
    keep(this.ours, latest({ ...sent, [number]: [...(sent[number] ?? []), { by, entropy }] }));
  }

  /** Whether the list of a round has what this browser added in somebody's name. @param {Round} round @param {string} by */
  has({ number, contributions }, by) {
    const ours = [this.rounds[number], .../** @type {Added[]} */ (kept(this.ours)?.[number] ?? [])].filter((one) => one?.by === by);
    return (contributions ?? []).some(({ who, entropy }) => who === by && ours.some((one) => one.entropy === entropy));
  }

  /** @param {number} number @param {Pin} pin */
  #set(number, pin) {
    this.rounds = latest({ ...this.rounds, [number]: pin });
    keep(this.name, this.rounds, session);
  }
}

/** @template T @param {Record<string, T>} rounds @returns {Record<string, T>} */
const latest = (rounds) => Object.fromEntries(Object.entries(rounds).sort(([one], [other]) => Number(one) - Number(other)).slice(-MOST));

/** Whether the list does not have, in the name of whoever added it, what this browser added. @param {Pin} pin @param {Added[]} sent @param {Round} round @param {number} version */
function lacks(pin, sent, round, version) {
  if (pin.entropy === undefined) return false;
  const own = (round.contributions ?? []).filter(({ who }) => who === pin.by);
  const ours = sent.filter(({ by }) => by === pin.by).map(({ entropy }) => entropy);
  if (own.length) return own.length > 1 || ![pin.entropy, ...ours].includes(own[0].entropy);
  return pin.version !== undefined && (round.phase !== BETTING || version >= pin.version);
}
