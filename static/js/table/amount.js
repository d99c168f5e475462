// Amounts of money as people type them.

/**
 * The amount in cents, or null if the text is not an amount.
 * @param {string} text
 */
export function parseCents(text) {
  const match = /^\s*(\d{1,7})(?:[.,](\d{1,2}))?\s*€?\s*$/.exec(text);
  return match ? Number(match[1]) * 100 + Number((match[2] ?? "").padEnd(2, "0")) : null;
}
