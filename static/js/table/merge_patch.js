// JSON Merge Patch (RFC 7396): a patch contains what changed; null removes a member; everything else stays.

/** @param {any} value */
function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/**
 * The value after the patch. Neither argument is changed.
 * @param {any} value
 * @param {any} patch
 * @returns {any}
 */
export function mergePatch(value, patch) {
  if (!isObject(patch)) return patch;
  const next = isObject(value) ? { ...value } : {};
  for (const [name, part] of Object.entries(patch)) {
    if (part === null) delete next[name];
    else next[name] = mergePatch(next[name], part);
  }
  return next;
}
