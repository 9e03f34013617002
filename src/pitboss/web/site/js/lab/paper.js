// @ts-check
/** Something that the lab writes on demand and takes a while for: asked for, called off, shown when it is there. */

import { Errand } from "./errand.js";
import { question } from "./variant.js";

/** @typedef {import("../types").JobTold} JobTold */
/** @typedef {{of: string, result: any, page: string, working: boolean, told: JobTold | null, note: string}} PaperState */

/** @type {PaperState} */
const NOTHING = { of: "", result: null, page: "", working: false, told: null, note: "" };

export class Paper {
  /** @type {Errand | null} */
  #errand = null;

  /** @param {string} kind @param {import("./bench.js").Bench} bench */
  constructor(kind, bench) {
    this.kind = kind;
    this.bench = bench;
    this.state = NOTHING;
  }

  /** @param {Partial<PaperState>} changes */
  #set(changes) {
    this.state = { ...this.state, ...changes };
    this.bench.set({});
  }

  get #key() {
    const { source, variant } = this.bench.state;
    return JSON.stringify([source, variant]);
  }

  /** Whether it is about the rules that are shown. */
  get current() {
    return this.state.of === this.#key;
  }

  async ask() {
    const { game, source, variant } = this.bench.state;
    const of = this.#key;
    if (this.state.page) URL.revokeObjectURL(this.state.page);
    this.#set({ ...NOTHING, of, working: true });
    const errand = (this.#errand = new Errand((told) => this.#set({ told })));
    try {
      const job = await errand.run({ kind: this.kind, ...question(game, source, variant) });
      if (!job) return;
      const { result } = job;
      const page = result?.page ? URL.createObjectURL(new Blob([result.page], { type: "text/html" })) : "";
      this.#set({ ...NOTHING, of, result, page, note: result ? "" : job.error ?? "" });
    } catch (error) {
      this.#set({ ...NOTHING, of, note: error instanceof Error ? error.message : String(error) });
    }
  }

  cancel() {
    this.#errand?.callOff();
    this.#set(NOTHING);
  }
}
