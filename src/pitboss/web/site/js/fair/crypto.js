// @ts-check
/** Bytes, text and hashes. The browser computes them itself: nothing here trusts the card room. */

/** @typedef {Uint8Array<ArrayBuffer>} Bytes */

const HEX = /^(?:[0-9a-f]{2})*$/;

/** @param {Bytes} bytes */
export const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");

/** Parse lowercase hexadecimal of whole bytes, so that a value can be written in one way only. @param {string} text @returns {Bytes} */
export function fromHex(text) {
  if (!HEX.test(text)) throw new TypeError("not hexadecimal");
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {string} text @returns {Bytes} */
export const utf8 = (text) => new TextEncoder().encode(text);

/** Concatenate byte arrays. @param {ArrayLike<number>[]} parts @returns {Bytes} */
export function concat(...parts) {
  const bytes = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  return bytes;
}

/** Return an integer in so many bytes, big-endian. @param {number} value @param {number} size @returns {Bytes} */
export function integerBytes(value, size) {
  const bytes = new Uint8Array(size);
  for (let index = size - 1, rest = value; index >= 0; index -= 1, rest = Math.floor(rest / 256)) bytes[index] = rest % 256;
  return bytes;
}


/** Whether there is Web Crypto: browsers offer it over https and on localhost only. */
export const isCryptoAvailable = () => globalThis.crypto?.subtle !== undefined;

/** @param {ArrayLike<number>[]} parts @returns {Promise<Bytes>} */
export const sha256 = async (...parts) => new Uint8Array(await crypto.subtle.digest("SHA-256", concat(...parts)));

/**
 * Return a function that computes HMACs under one key.
 * @param {Bytes} key @param {"SHA-256" | "SHA-512"} [hash]
 * @returns {Promise<(...parts: ArrayLike<number>[]) => Promise<Bytes>>}
 */
export async function hmac(key, hash = "SHA-256") {
  const cryptoKey = await crypto.subtle.importKey("raw", key, { name: "HMAC", hash }, false, ["sign"]);
  return async (...parts) => new Uint8Array(await crypto.subtle.sign("HMAC", cryptoKey, concat(...parts)));
}
