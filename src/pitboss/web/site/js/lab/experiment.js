// @ts-check
/** One game in the lab: its solution, and what somebody changes about it. */

import { api, Refusal } from "../api.js";
import { capitalize, TEXTS } from "../texts.js";
import { endSentence } from "../wording.js";
import { Handout } from "./handouts.js";
import { LabJob } from "./job.js";
import { AS_FILED, isFiled, toRequest, withoutPay } from "./variant.js";

/** @typedef {import("../types").GameChoices} GameChoices */
/** @typedef {import("../types").JobStatus} JobStatus */
/** @typedef {import("./results.js").SolvedVariant} SolvedVariant */
/** @typedef {import("./variant.js").Variant} Variant */
/** The field being edited and its text, which may be an incomplete number. @typedef {{key: string, text: string}} FieldEdit */
/** @typedef {{key: string, result: import("./results.js").ReadingEffects[] | null, paytables: Record<string, import("./results.js").PaytableEdges>, isWorking: boolean, jobStatus: JobStatus | null, note: string}} Effects */
/**
 * @typedef {{
 *   game: string, tables: import("../types").LobbyTable[], source: import("./variant.js").Source,
 *   filedChoices: GameChoices | null, baseChoices: GameChoices | null, variant: Variant, edit: FieldEdit | null,
 *   filedSolution: SolvedVariant | null, currentSolution: SolvedVariant | null, savedSolution: SolvedVariant | null,
 *   isWorking: boolean, jobStatus: JobStatus | null, faults: Record<string, string>, note: string, effects: Effects, errorMessage: string
 * }} LabState
 */

/** Milliseconds without another change before the lab solves it. */
const DEBOUNCE = 300;
/** @type {Effects} */
const NO_EFFECTS = { key: "", result: null, paytables: {}, isWorking: false, jobStatus: null, note: "" };

/** @param {Variant} variant */
const effectsKey = (variant) => JSON.stringify(withoutPay(variant));

export class Experiment {
  #generation = 0;
  #timer = 0;
  /** @type {LabJob | null} */
  #job = null;
  /** @type {LabJob | null} */
  #effectsJob = null;

  /** @param {string} game @param {() => void} onChange @param {() => void} onSignOut called when the session has ended */
  constructor(game, onChange, onSignOut) {
    this.onChange = onChange;
    this.onSignOut = onSignOut;
    /** @type {LabState} */
    this.state = {
      game, tables: [], source: { table: "", submission: {} }, filedChoices: null, baseChoices: null, variant: AS_FILED, edit: null,
      filedSolution: null, currentSolution: null, savedSolution: null, isWorking: false, jobStatus: null, faults: {}, note: "", effects: NO_EFFECTS, errorMessage: "",
    };
    this.handouts = { strategy: new Handout("strategy", this), expose: new Handout("expose", this), report: new Handout("report", this) };
    this.open("");
  }

  /** @param {Partial<LabState>} changes */
  set(changes) {
    this.state = { ...this.state, ...changes };
    this.onChange();
  }

  /** Start from the default submission or from the rules of a table. @param {string} table */
  async open(table) {
    const { game } = this.state;
    this.#generation += 1;
    this.#effectsJob?.cancel();
    try {
      const [filedChoices, tables] = await Promise.all([table ? api.getLabRules({ table }) : api.getLabGame(game), api.listTables().catch(() => [])]);
      const source = { table, submission: table ? filedChoices.submission : {} };
      const blank = { variant: AS_FILED, filedSolution: null, currentSolution: null, savedSolution: null, faults: {}, effects: NO_EFFECTS, errorMessage: "" };
      this.set({ ...blank, filedChoices, baseChoices: filedChoices, source, tables: tables.filter((listing) => listing.game === game) });
      await this.#solve();
    } catch (error) {
      if (!this.#handleSignOut(error)) this.set({ errorMessage: errorText(error) });
    }
  }

  /** Cancel all work when somebody leaves the page. */
  leave() {
    window.clearTimeout(this.#timer);
    if (this.state.isWorking) this.cancel();
    if (this.state.effects.isWorking) this.cancelEffects();
    for (const handout of Object.values(this.handouts)) if (handout.state.isWorking) handout.cancel();
  }

  /** Try another variant. @param {Variant} variant @param {FieldEdit | null} [edit] */
  change(variant, edit = null) {
    this.set({ variant, edit, faults: {} });
    window.clearTimeout(this.#timer);
    this.#timer = window.setTimeout(() => this.#solve(), DEBOUNCE);
  }

  /** End editing: the field shows the value in effect. */
  finishEdit() {
    this.set({ edit: null });
  }

  reset() {
    this.change(AS_FILED);
  }

  /** Retry what was canceled or failed. */
  retry() {
    if (this.state.filedChoices) this.#solve();
    else this.open(this.state.source.table);
  }

  cancel() {
    this.#generation += 1;
    this.#job?.cancel();
    this.set({ isWorking: false, jobStatus: null, note: TEXTS.lab.canceled });
  }

  saveVariant() {
    this.set({ savedSolution: this.state.currentSolution });
  }

  discardSaved() {
    this.set({ savedSolution: null });
  }

  restoreSaved() {
    if (this.state.savedSolution) this.change(this.state.savedSolution.variant);
  }

  async #solve() {
    const generation = (this.#generation += 1);
    const isStale = () => generation !== this.#generation;
    const { game, source, variant, filedSolution } = this.state;
    if (filedSolution && isFiled(variant)) {
      this.#job?.cancel();
      return this.set({ currentSolution: filedSolution, baseChoices: filedSolution.choices, isWorking: false, jobStatus: null, faults: {}, note: "" });
    }
    this.set({ isWorking: true, jobStatus: null, faults: {}, note: "" });
    await this.#job?.cancel();
    if (isStale()) return;
    const labJob = (this.#job = new LabJob((status) => { if (!isStale()) this.set({ jobStatus: status }); }));
    const request = toRequest(game, source, variant);
    try {
      // Invalid values are refused here, before anything is solved.
      const choices = await api.getLabRules(request);
      if (isStale()) return;
      const plainChoices = Object.keys(variant.pay).length ? api.getLabRules(toRequest(game, source, withoutPay(variant))) : choices;
      const [withoutPayChoices, status] = await Promise.all([plainChoices, labJob.run({ kind: "solve", ...request })]);
      if (isStale() || !status) return;
      if (status.state !== "done") return this.set({ isWorking: false, jobStatus: null, note: describeEnd(status) });
      const currentSolution = { choices, result: status.result, variant };
      this.set({ currentSolution, baseChoices: withoutPayChoices, isWorking: false, jobStatus: null, ...(isFiled(variant) ? { filedSolution: currentSolution } : {}) });
    } catch (error) {
      if (!isStale()) this.#showRefusal(error);
    }
  }

  /** @param {unknown} error */
  #showRefusal(error) {
    if (this.#handleSignOut(error)) return;
    const faults = error instanceof Refusal ? error.faults : [];
    const faultMessages = Object.fromEntries(faults.map(({ path, sentence }) => [path, toSentence(sentence)]));
    this.set({ isWorking: false, jobStatus: null, faults: faultMessages, note: faults.length ? TEXTS.lab.faulty : errorText(error) });
  }

  /** @param {unknown} error */
  #handleSignOut(error) {
    const isSignedOut = error instanceof Refusal && error.status === 401;
    if (isSignedOut) this.onSignOut();
    return isSignedOut;
  }

  /** Compute the effect of each reading with the other choices as they are, leaving out changes of pay. */
  async computeEffects() {
    const { game, source, variant } = this.state;
    const key = effectsKey(variant);
    const update = (/** @type {Partial<Effects>} */ changes) => this.set({ effects: { ...this.state.effects, ...changes } });
    const labJob = (this.#effectsJob = new LabJob((status) => update({ jobStatus: status })));
    update({ ...NO_EFFECTS, key, isWorking: true });
    try {
      const status = await labJob.run({ kind: "effects", ...toRequest(game, source, withoutPay(variant)) });
      if (!status) return;
      update(status.state === "done" ? { ...NO_EFFECTS, key, result: status.result.readings, paytables: status.result.paytables ?? {} } : { ...NO_EFFECTS, key, note: describeEnd(status) });
    } catch (error) {
      if (!this.#handleSignOut(error)) update({ ...NO_EFFECTS, key, note: errorText(error) });
    }
  }

  cancelEffects() {
    this.#effectsJob?.cancel();
    this.set({ effects: { ...NO_EFFECTS, key: this.state.effects.key, note: TEXTS.lab.canceledEffects } });
  }

  /** Whether the computed effects belong to the rules on screen. */
  get hasCurrentEffects() {
    return this.state.effects.key === effectsKey(this.state.variant);
  }
}

/** @param {unknown} error */
const errorText = (error) => (error instanceof Error ? toSentence(error.message) : String(error));

/** @param {JobStatus} status */
const describeEnd = (status) => (status.error ? `${toSentence(status.error)}${status.clause ? ` [${status.clause}]` : ""}` : TEXTS.lab.canceled);

/** @param {string} text */
const toSentence = (text) => endSentence(capitalize(text));
