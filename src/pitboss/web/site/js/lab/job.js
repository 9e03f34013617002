// @ts-check
/** A lab job: started, polled for progress, and canceled. */

import { api } from "../api.js";

/** @typedef {import("../types").JobStatus} JobStatus */

/** Seconds that a poll waits for the end: progress is reported as often. */
const WAIT = 0.3;
const UNFINISHED = ["waiting", "running"];

export class LabJob {
  #job = "";
  #isOver = false;
  /** @type {Promise<unknown>} */
  #request = Promise.resolve();

  /** @param {(status: JobStatus) => void} onProgress */
  constructor(onProgress) {
    this.onProgress = onProgress;
  }

  /** Run the job to its end; return null if it was canceled. @param {Record<string, unknown>} parameters @returns {Promise<JobStatus | null>} */
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

  /** Cancel the job, because nobody is waiting for it anymore. */
  async cancel() {
    if (this.#isOver) return;
    this.#isOver = true;
    await this.#request;
    if (this.#job) await api.cancelLabJob(this.#job).catch(() => null);
  }
}
