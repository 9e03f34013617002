// @ts-check
/** What the browser keeps for this person: switches, and the coach's books. */

/** As long as the tab is open, also when its page is loaded again. */
export const session = () => sessionStorage;

/** @param {string} name @param {() => Storage} [where] @returns {any} */
export function kept(name, where = () => localStorage) {
  try {
    return JSON.parse(where().getItem(`pitboss ${name}`) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} name @param {unknown} value @param {() => Storage} [where] */
export function keep(name, value, where = () => localStorage) {
  try {
    where().setItem(`pitboss ${name}`, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing: it lasts as long as the page.
  }
}
