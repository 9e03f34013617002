// @ts-check
/** A piece of work for the lab: asked for, looked after, and called off. */

import { api } from "../api.js";

/** @typedef {import("../types").JobTold} JobTold */

/** Seconds that a look waits for the end: as often is progress told. */
const WAIT = 0.3;
const UNFINISHED = ["waiting", "running"];

export class LabJob {
  #job = "";
  #isOver = false;
  /** @type {Promise<unknown>} */
  #request = Promise.resolve();

  /** @param {(onProgress: JobTold) => void} onProgress hears how far it is */
  constructor(onProgress) {
    this.onProgress = onProgress;
  }

  /** What came of it; nothing if it was called off. @param {Record<string, unknown>} parameters @returns {Promise<JobTold | null>} */
  async run(parameters) {
    const request = api.startLabJob(parameters);
    this.#request = request.then((status) => { this.#job = status.job; }, () => null);
    let status = await request;
    while (!this.#isOver) {
      if (!UNFINISHED.includes(status.state)) {
        this.#isOver = true;
        return status;
      }
      this.onProgress(status);
      status = await api.getLabJob(status.job, WAIT);
    }
    return null;
  }

  /** Nobody waits for it any more. */
  async cancel() {
    if (this.#isOver) return;
    this.#isOver = true;
    await this.#request;
    if (this.#job) await api.cancelLabJob(this.#job).catch(() => null);
  }
}
