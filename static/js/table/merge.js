// RFC 7396: a patch names what changed; null takes a member away; everything else stays as it was.

function isObject(value) {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value after the patch; neither argument is changed. */
export function merge(value, patch) {
  if (!isObject(patch)) return patch;
  const next = isObject(value) ? { ...value } : {};
  for (const [name, part] of Object.entries(patch)) {
    if (part === null) delete next[name];
    else next[name] = merge(next[name], part);
  }
  return next;
}
