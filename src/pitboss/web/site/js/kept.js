// @ts-check
/** What the browser keeps for this person: switches, and the coach's books. */

/** @param {string} name @returns {any} */
export function kept(name) {
  try {
    return JSON.parse(localStorage.getItem(`pitboss ${name}`) ?? "null");
  } catch {
    return null;
  }
}

/** @param {string} name @param {unknown} value */
export function keep(name, value) {
  try {
    localStorage.setItem(`pitboss ${name}`, JSON.stringify(value));
  } catch {
    // A browser that keeps nothing: it lasts as long as the page.
  }
}
