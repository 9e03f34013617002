// @ts-check
/** One table as this viewer knows it: each frame gives the next state. */

/** @typedef {import("./types").View} View */
/** @typedef {{version: number | null, view: View | null, own: import("./types").Own, clock: {for: string, until: number} | null}} Seen */

/** @type {Seen} */
export const NOTHING = { version: null, view: null, own: {}, clock: null };

/** @param {Seen} seen @param {import("./types").Frame} frame @param {number} now @returns {Seen} */
export function reduce(seen, frame, now) {
  const clock = frame.clock ? { for: frame.clock.for, until: now + 1000 * frame.clock.seconds } : null;
  if (frame.type === "beat") return { ...seen, clock };
  const own = frame.own ?? seen.own;
  if (frame.type === "view") return { version: frame.version, view: frame.view, own, clock };
  // A change of something that we have not seen cannot be followed: the next whole view tells.
  if (seen.view === null || frame.since !== seen.version) return seen;
  return { version: frame.version, view: patched(seen.view, frame.patch), own, clock };
}

/** A merge patch (RFC 7396). @param {any} before @param {any} patch @returns {any} */
export function patched(before, patch) {
  if (patch === null || typeof patch !== "object" || Array.isArray(patch)) return patch;
  const after = before !== null && typeof before === "object" && !Array.isArray(before) ? { ...before } : {};
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) delete after[name];
    else after[name] = patched(after[name], value);
  }
  return after;
}
