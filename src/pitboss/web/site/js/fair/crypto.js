// @ts-check
/** Hashes, as the browser itself works them out: nothing here trusts the card room. */

import { joined } from "./bytes.js";

/** @typedef {import("./bytes.js").Bytes} Bytes */

/** Browsers offer Web Crypto to pages from this machine or over https, and to no others. */
export const available = () => globalThis.crypto?.subtle !== undefined;

/** @param {ArrayLike<number>[]} parts @returns {Promise<Bytes>} */
export const sha256 = async (...parts) => new Uint8Array(await crypto.subtle.digest("SHA-256", joined(...parts)));

/**
 * HMAC under one key, for any number of messages.
 * @param {Bytes} key @param {"SHA-256" | "SHA-512"} [hash]
 * @returns {Promise<(...parts: ArrayLike<number>[]) => Promise<Bytes>>}
 */
export async function hmac(key, hash = "SHA-256") {
  const made = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash }, false, ["sign"]);
  return async (...parts) => new Uint8Array(await crypto.subtle.sign("HMAC", made, joined(...parts)));
}
