// The size at which a table is drawn in its place of a window with several.

// The sizes of the layouts of a table, in pixels: the widths lying and upright, the low height, and the
// height that needs no low layout.
const [WIDE, UPRIGHT, LOW, TALL] = [660, 480, 480, 620];

/**
 * The scale of a place of this size: a table has the size of one of its layouts there, and nothing is cut
 * off.
 * @param {number} width
 * @param {number} height
 */
export function scaleFor(width, height) {
  if (width <= UPRIGHT && height >= width) return 1;
  if (height > width) return Math.min(1, width / WIDE);
  if (height > TALL && width > WIDE) return 1;
  const scale = Math.min(Math.max(1, height / LOW), width / WIDE);
  // Too narrow for the low layout at its height: the tall one.
  return height / scale > LOW ? Math.min(scale, height / TALL) : scale;
}
