import assert from "node:assert/strict";
import { test } from "node:test";
import { drawOnChange, eventsToAnnounce } from "../../../../static/js/table/cards/table_frame.js";

/** @type {any} */
const [MISSED, SHOWN] = [{ t: "card-dealt" }, { t: "card-drawn" }];
/** @type {any} */
const deal = { skip() {}, takeMissedEvents: () => [MISSED] };

test("events that were not shown are announced before those that are", () => {
  const playing = [SHOWN];
  /** @type {any} */
  const [before, after] = [{ playing: [] }, { playing }];
  assert.deepEqual(eventsToAnnounce(deal, before, after), [MISSED, SHOWN]);
  assert.deepEqual(eventsToAnnounce(deal, after, after), [MISSED], "each event once");
});

test("a list is drawn only when it changes", () => {
  /** @type {number[][]} */
  const drawn = [];
  /** @type {(entries: number[]) => void} */
  const draw = drawOnChange((entries) => drawn.push(entries));
  for (const entries of [[], [1, 2], [1, 2], [1]]) draw(entries);
  assert.deepEqual(drawn, [[], [1, 2], [1]]);
});
