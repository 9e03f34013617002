// @ts-check
/** What the browser stores for you: settings and the coach's records. Existing keys stay, since they hold people's data. */

/** Storage that lasts as long as the tab, reloads included. */
export const tabStorage = () => sessionStorage;

/** @param {string} name @param {() => Storage} [storage] @returns {any} */
export function load(name, storage = () => localStorage) {
  try {
    return JSON.parse(storage().getItem(`pitboss ${name}`) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} name @param {unknown} value @param {() => Storage} [storage] */
export function save(name, value, storage = () => localStorage) {
  try {
    storage().setItem(`pitboss ${name}`, JSON.stringify(value));
  } catch {
    // The browser stores nothing: the value lasts as long as the page.
  }
}
