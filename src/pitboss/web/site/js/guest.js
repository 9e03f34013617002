// @ts-check
/** Coming in without a name: the room gives play chips to guests, too. */

import { api, Refusal } from "./api.js";

const TRIES = 3;

/** A name for somebody who did not give one. */
export function guestName() {
  const [number] = crypto.getRandomValues(new Uint32Array(1));
  return `Guest ${1000 + (number % 9000)}`;
}

/** Somebody new; a name that is taken is tried anew. @returns {Promise<import("./types").Me>} */
export async function comeAsGuest() {
  for (let left = TRIES; ; left -= 1) {
    try {
      return await api.signUp(guestName());
    } catch (error) {
      if (left === 1 || !(error instanceof Refusal) || error.status !== 409) throw error;
    }
  }
}
