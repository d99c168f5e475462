// Choices that this browser keeps. Without storage a choice holds until the page is left.

/** @param {string} key */
export function readStored(key) {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}

/** @param {string} key @param {string} value */
export function store(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch { /* the choice holds as long as the page */ }
}
