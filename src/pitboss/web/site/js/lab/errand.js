// @ts-check
/** A piece of work for the lab: asked for, looked after, and called off. */

import { api } from "../api.js";

/** @typedef {import("../types").JobTold} JobTold */

/** Seconds that a look waits for the end: as often is progress told. */
const WAIT = 0.3;
const OPEN = ["waiting", "running"];

export class Errand {
  #job = "";
  #off = false;
  /** @type {Promise<unknown>} */
  #asked = Promise.resolve();

  /** @param {(told: JobTold) => void} told hears how far it is */
  constructor(told) {
    this.told = told;
  }

  /** What came of it; nothing if it was called off. @param {Record<string, unknown>} question @returns {Promise<JobTold | null>} */
  async run(question) {
    const asked = api.labJob(question);
    this.#asked = asked.then((told) => { this.#job = told.job; }, () => null);
    let told = await asked;
    while (!this.#off) {
      if (!OPEN.includes(told.state)) {
        this.#off = true;
        return told;
      }
      this.told(told);
      told = await api.labLook(told.job, WAIT);
    }
    return null;
  }

  /** Nobody waits for it any more. */
  async callOff() {
    if (this.#off) return;
    this.#off = true;
    await this.#asked;
    if (this.#job) await api.labCancel(this.#job).catch(() => null);
  }
}
