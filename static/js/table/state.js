// What this browser knows about the table: a pure reducer over the frames of the server and the requests of
// the player.
// Applying every frame gives exactly what a fresh snapshot contains.

import { mergePatch } from "./merge_patch.js";

/**
 * @typedef {import("./messages.d.ts").TableState} TableState
 * @typedef {import("./messages.d.ts").ServerFrame} ServerFrame
 * @typedef {import("./messages.d.ts").Stakes} Stakes
 */

/** @returns {TableState} */
export function initialState() {
  return {
    table: {},
    tableVersion: -1,
    mine: null,
    mineVersion: -1,
    purse: null,
    gap: false,
    care: 0,
    bye: null,
    requests: [],
  };
}

/**
 * The state after a lost connection: what is known stays on the screen, but only a snapshot may follow it.
 * @param {TableState} state
 * @returns {TableState}
 */
export function resetVersions(state) {
  return { ...state, tableVersion: -1, mineVersion: -1, gap: false, care: 0, bye: null };
}

/**
 * The state after one frame of the server.
 * @param {TableState} state
 * @param {ServerFrame} frame
 * @returns {TableState}
 */
export function applyFrame(state, frame) {
  switch (frame.t) {
    case "snapshot":
      return applySnapshot(state, frame);
    case "table":
      return markDrawnRequests(applyPatch(state, frame, "table", "tableVersion"), frame);
    case "mine":
      return markDrawnRequests(applyPatch(state, frame, "mine", "mineVersion"), frame);
    case "ok":
      return answerRequest(state, frame.id, { status: "accepted", v: frame.v });
    case "no":
      return answerRequest(state, frame.id, {
        status: "refused",
        refusal: { code: frame.code, rule: frame.rule ?? "", with: frame.with ?? {} },
      });
    case "purse":
      return applyPurse(state, frame);
    case "beat":
      return frame.v > state.tableVersion ? { ...state, gap: true } : state;
    case "care":
      return { ...state, care: frame.n };
    case "bye":
      return { ...state, bye: frame.why };
    default:
      return state;
  }
}

/** @param {TableState} state @param {import("./messages.d.ts").SnapshotFrame} frame */
function applySnapshot(state, frame) {
  // Frames that are already applied have overtaken this snapshot.
  if (frame.v < state.tableVersion) return state;
  // Of the same version it brings other terms: the statement of a stay that has ended stays.
  const ended = frame.v === state.tableVersion && state.mine?.ended ? state.mine : null;
  const next = {
    ...state,
    gap: false,
    table: frame.table,
    tableVersion: frame.v,
    mine: frame.mine ?? ended,
    mineVersion: frame.v,
  };
  return dropShownRequests(frame.purse ? applyPurse(next, frame.purse) : next);
}

/**
 * @param {TableState} state
 * @param {import("./messages.d.ts").TableFrame | import("./messages.d.ts").SeatFrame} frame
 * @param {"table" | "mine"} view
 * @param {"tableVersion" | "mineVersion"} version
 */
function applyPatch(state, frame, view, version) {
  if (frame.v <= state[version]) return state;
  if (frame.was !== state[version]) return { ...state, gap: true };
  return dropShownRequests({
    ...state,
    [view]: mergePatch(state[view] ?? {}, frame.set),
    [version]: frame.v,
  });
}

/**
 * A bet may appear in the seat's view before its answer arrives. From then on the view draws it, and the
 * request does not.
 * @param {TableState} state
 * @param {{ news?: import("./messages.d.ts").GameEvent[] }} frame
 */
function markDrawnRequests(state, frame) {
  let { requests } = state;
  for (const { t, on, seat } of frame.news ?? []) {
    if (t !== "bet-placed" || (seat !== undefined && seat !== state.mine?.seat)) continue;
    const match = requests.find((request) =>
      request.status === "sending" && !request.isDrawn && sameStakes(request.stakes, on)
    );
    if (match) {
      requests = requests.map((request) => (request === match ? { ...request, isDrawn: true } : request));
    }
  }
  return requests === state.requests ? state : { ...state, requests };
}

/** @param {Stakes | undefined} stakes @param {Stakes} others */
function sameStakes(stakes, others) {
  if (!stakes) return false;
  const places = Object.keys(stakes);
  return places.length === Object.keys(others).length &&
    places.every((place) => stakes[place] === others[place]);
}

/** @param {TableState} state @param {import("./messages.d.ts").Purse} purse */
function applyPurse(state, { n, cents }) {
  if (state.purse && n < state.purse.n) return state;
  return { ...state, purse: { n, cents } };
}

/**
 * Adds a request of the player. Its stakes are drawn as being sent until the server answers.
 * @param {TableState} state
 * @param {string} id
 * @param {Stakes} [stakes]
 * @returns {TableState}
 */
export function addRequest(state, id, stakes) {
  return { ...state, requests: [...state.requests, { id, stakes, status: "sending" }] };
}

/**
 * Removes a request, such as a refusal that has been shown.
 * @param {TableState} state
 * @param {string} id
 */
export function removeRequest(state, id) {
  return { ...state, requests: state.requests.filter((request) => request.id !== id) };
}

/**
 * The state under new terms: no bet that is under way belongs to the round that is drawn now. Each is still
 * answered.
 * @param {TableState} state
 * @returns {TableState}
 */
export function forgetStakes(state) {
  return { ...state, requests: state.requests.map(({ stakes: _stakes, ...request }) => request) };
}

/**
 * @param {TableState} state
 * @param {string | null} id
 * @param {Partial<import("./messages.d.ts").PendingRequest>} answer
 */
function answerRequest(state, id, answer) {
  const requests = state.requests.map((request) =>
    request.id === id && request.status === "sending" ? { ...request, ...answer } : request
  );
  return dropShownRequests({ ...state, requests });
}

/**
 * An accepted bet is drawn from its request until the seat's view contains it, so that a chip never blinks.
 * @param {TableState} state
 */
function dropShownRequests(state) {
  const requests = state.requests.filter((request) =>
    request.status !== "accepted" || (request.stakes && (request.v ?? 0) > state.mineVersion)
  );
  return requests.length === state.requests.length ? state : { ...state, requests };
}

/**
 * The stakes being sent, by place.
 * @param {TableState} state
 */
export function pendingStakes(state) {
  /** @type {Stakes} */
  const sum = {};
  for (const request of state.requests) {
    if (request.status === "refused" || request.isDrawn) continue;
    for (const [place, cents] of Object.entries(request.stakes ?? {})) sum[place] = (sum[place] ?? 0) + cents;
  }
  return sum;
}

/**
 * Whether the player has a seat and the play session runs.
 * @param {{ mine?: import("./messages.d.ts").SeatView | null }} state
 */
export function isSeated({ mine }) {
  return Boolean(mine && mine.seat !== undefined && !mine.ended);
}
