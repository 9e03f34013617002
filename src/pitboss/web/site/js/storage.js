// @ts-check
/** What the browser keeps for this person: switches, and the coach's books. */

/** As long as the tab is open, also when its page is loaded again. */
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
    // A browser that keeps nothing: it lasts as long as the page.
  }
}
