// @ts-check
/** Bytes as text, and text as bytes. */

/** @typedef {Uint8Array<ArrayBuffer>} Bytes */

const HEX = /^(?:[0-9a-f]{2})*$/;

/** @param {Bytes} bytes */
export const hex = (bytes) => Array.from(bytes, (one) => one.toString(16).padStart(2, "0")).join("");

/** Small letters and whole bytes only: a number is written in one way. @param {string} text @returns {Bytes} */
export function unhex(text) {
  if (!HEX.test(text)) throw new TypeError("not hexadecimal");
  return Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));
}

/** @param {string} text @returns {Bytes} */
export const utf8 = (text) => new TextEncoder().encode(text);

/** One after the other. @param {ArrayLike<number>[]} parts @returns {Bytes} */
export function joined(...parts) {
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}

/** A whole number in so many bytes, the largest first. @param {number} value @param {number} size @returns {Bytes} */
export function counted(value, size) {
  const bytes = new Uint8Array(size);
  for (let at = size - 1, left = value; at >= 0; at -= 1, left = Math.floor(left / 256)) bytes[at] = left % 256;
  return bytes;
}
