// @ts-check
/** One game in the lab: what is known of it, and what somebody tries with it. */

import { api, Refusal } from "../api.js";
import { TEXTS } from "../texts.js";
import { Errand } from "./errand.js";
import { Paper } from "./paper.js";
import { AS_FILED, isFiled, question, unpaid } from "./variant.js";

/** @typedef {import("../types").GameChoices} GameChoices */
/** @typedef {import("../types").JobTold} JobTold */
/** @typedef {import("./answers.js").Solved} Solved */
/** @typedef {import("./variant.js").Variant} Variant */
/** The field that somebody is at, and what stands in it: perhaps half a number. @typedef {{key: string, text: string}} Typing */
/** @typedef {{of: string, result: import("./answers.js").Asked[] | null, working: boolean, told: JobTold | null, note: string}} Effects */
/**
 * @typedef {{
 *   game: string, tables: import("../types").Listed[], source: import("./variant.js").Source,
 *   first: GameChoices | null, plain: GameChoices | null, variant: Variant, typing: Typing | null,
 *   filed: Solved | null, now: Solved | null, kept: Solved | null,
 *   working: boolean, told: JobTold | null, faults: Record<string, string>, note: string, effects: Effects, trouble: string
 * }} LabState
 */

/** Milliseconds without another change before one is worked out. */
const CALM = 300;
/** @type {Effects} */
const NO_EFFECTS = { of: "", result: null, working: false, told: null, note: "" };

/** @param {Variant} variant */
const keyOf = (variant) => JSON.stringify(unpaid(variant));

export class Bench {
  #turn = 0;
  #timer = 0;
  /** @type {Errand | null} */
  #errand = null;
  /** @type {Errand | null} */
  #asking = null;

  /** @param {string} game @param {() => void} changed @param {() => void} lost when nobody is signed in any more */
  constructor(game, changed, lost) {
    this.changed = changed;
    this.lost = lost;
    /** @type {LabState} */
    this.state = {
      game, tables: [], source: { table: "", submission: {} }, first: null, plain: null, variant: AS_FILED, typing: null,
      filed: null, now: null, kept: null, working: false, told: null, faults: {}, note: "", effects: NO_EFFECTS, trouble: "",
    };
    this.papers = { strategy: new Paper("strategy", this), expose: new Paper("expose", this), report: new Paper("report", this) };
    this.open("");
  }

  /** @param {Partial<LabState>} changes */
  set(changes) {
    this.state = { ...this.state, ...changes };
    this.changed();
  }

  /** Begin with the default submission, or with the rules of a table. @param {string} table */
  async open(table) {
    const { game } = this.state;
    this.#turn += 1;
    this.#asking?.callOff();
    try {
      const [first, tables] = await Promise.all([table ? api.labRules({ table }) : api.labGame(game), api.tables().catch(() => [])]);
      const source = { table, submission: table ? first.submission : {} };
      const fresh = { variant: AS_FILED, filed: null, now: null, kept: null, faults: {}, effects: NO_EFFECTS, trouble: "" };
      this.set({ ...fresh, first, plain: first, source, tables: tables.filter((one) => one.game === game) });
      await this.#solve();
    } catch (error) {
      if (!this.#signedOut(error)) this.set({ trouble: reason(error) });
    }
  }

  /** Somebody leaves the page: nothing is worked out for nobody. */
  leave() {
    window.clearTimeout(this.#timer);
    if (this.state.working) this.cancel();
    if (this.state.effects.working) this.cancelEffects();
    for (const paper of Object.values(this.papers)) if (paper.state.working) paper.cancel();
  }

  /** Something else is to be tried. @param {Variant} variant @param {Typing | null} [typing] */
  change(variant, typing = null) {
    this.set({ variant, typing, faults: {} });
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#solve(), CALM);
  }

  /** A field was left: it shows what holds. */
  typed() {
    this.set({ typing: null });
  }

  reset() {
    this.change(AS_FILED);
  }

  /** Work out what was called off or went wrong. */
  again() {
    if (this.state.first) this.#solve();
    else this.open(this.state.source.table);
  }

  cancel() {
    this.#turn += 1;
    this.#errand?.callOff();
    this.set({ working: false, told: null, note: TEXTS.lab.cancelled });
  }

  keep() {
    this.set({ kept: this.state.now });
  }

  letGo() {
    this.set({ kept: null });
  }

  backToKept() {
    if (this.state.kept) this.change(this.state.kept.variant);
  }

  async #solve() {
    const turn = (this.#turn += 1);
    const isOld = () => turn !== this.#turn;
    const { game, source, variant, filed } = this.state;
    if (filed && isFiled(variant)) {
      this.#errand?.callOff();
      return this.set({ now: filed, plain: filed.choices, working: false, told: null, faults: {}, note: "" });
    }
    this.set({ working: true, told: null, faults: {}, note: "" });
    await this.#errand?.callOff();
    if (isOld()) return;
    const errand = (this.#errand = new Errand((told) => { if (!isOld()) this.set({ told }); }));
    const asked = question(game, source, variant);
    try {
      // What cannot be is said here, before anything is worked out.
      const choices = await api.labRules(asked);
      if (isOld()) return;
      const plain = Object.keys(variant.pay).length ? api.labRules(question(game, source, unpaid(variant))) : choices;
      const [without, told] = await Promise.all([plain, errand.run({ kind: "solve", ...asked })]);
      if (isOld() || !told) return;
      if (told.state !== "done") return this.set({ working: false, told: null, note: ended(told) });
      const now = { choices, result: told.result, variant };
      this.set({ now, plain: without, working: false, told: null, ...(isFiled(variant) ? { filed: now } : {}) });
    } catch (error) {
      if (!isOld()) this.#refused(error);
    }
  }

  /** @param {unknown} error */
  #refused(error) {
    if (this.#signedOut(error)) return;
    const faults = error instanceof Refusal ? error.faults : [];
    const told = Object.fromEntries(faults.map(({ path, sentence }) => [path, asSentence(sentence)]));
    this.set({ working: false, told: null, faults: told, note: faults.length ? TEXTS.lab.faulty : reason(error) });
  }

  /** @param {unknown} error */
  #signedOut(error) {
    const out = error instanceof Refusal && error.status === 401;
    if (out) this.lost();
    return out;
  }

  /** What each reading is worth, everything else as chosen, but for what is paid. */
  async weigh() {
    const { game, source, variant } = this.state;
    const of = keyOf(variant);
    const told = (/** @type {Partial<Effects>} */ changes) => this.set({ effects: { ...this.state.effects, ...changes } });
    const errand = (this.#asking = new Errand((job) => told({ told: job })));
    told({ ...NO_EFFECTS, of, working: true });
    try {
      const job = await errand.run({ kind: "effects", ...question(game, source, unpaid(variant)) });
      if (!job) return;
      told(job.state === "done" ? { ...NO_EFFECTS, of, result: job.result.readings } : { ...NO_EFFECTS, of, note: ended(job) });
    } catch (error) {
      if (!this.#signedOut(error)) told({ ...NO_EFFECTS, of, note: reason(error) });
    }
  }

  cancelEffects() {
    this.#asking?.callOff();
    this.set({ effects: { ...NO_EFFECTS, of: this.state.effects.of, note: TEXTS.lab.cancelledEffects } });
  }

  /** Whether what was found about readings is of the rules that are shown. */
  get weighed() {
    return this.state.effects.of === keyOf(this.state.variant);
  }
}

/** @param {unknown} error */
const reason = (error) => (error instanceof Error ? asSentence(error.message) : String(error));

/** @param {JobTold} told */
const ended = (told) => (told.error ? `${asSentence(told.error)}${told.clause ? ` [${told.clause}]` : ""}` : TEXTS.lab.cancelled);

/** @param {string} words */
const asSentence = (words) => words.charAt(0).toUpperCase() + words.slice(1).replace(/\.?$/, ".");
