// What this browser knows of the table: a pure reducer over the frames of the house and the wishes of the player.
// Whoever folds every frame holds exactly what a fresh snapshot says.

import { merge } from "./merge.js";

export function begin() {
  return {
    table: {},
    tableV: -1,
    mine: null,
    mineV: -1,
    purse: null,
    gap: false, // a frame was missed: the socket asks for a snapshot
    bye: null,
    wishes: [], // bets and other requests on their way, oldest first
  };
}

/** A new connection: what is known stays on the screen, but only a snapshot may follow it. */
export function reconnected(state) {
  return { ...state, tableV: -1, mineV: -1, gap: false, bye: null };
}

/** The next state after one frame of the house. */
export function fold(state, frame) {
  switch (frame.t) {
    case "snapshot":
      return snapshot(state, frame);
    case "table":
      return arrived(stream(state, frame, "table", "tableV"), frame);
    case "mine":
      return arrived(stream(state, frame, "mine", "mineV"), frame);
    case "ok":
      return answered(state, frame.id, { state: "accepted", v: frame.v });
    case "no":
      return answered(state, frame.id, {
        state: "refused",
        refusal: { code: frame.code, rule: frame.rule ?? "", with: frame.with ?? {} },
      });
    case "purse":
      return purse(state, frame);
    case "beat":
      return frame.v > state.tableV ? { ...state, gap: true } : state;
    case "bye":
      return { ...state, bye: frame.why };
    default:
      return state;
  }
}

function snapshot(state, frame) {
  if (frame.v < state.tableV) return state; // an old answer, overtaken by frames already folded
  const next = {
    ...state,
    gap: false,
    table: frame.table,
    tableV: frame.v,
    mine: frame.mine ?? null,
    mineV: frame.v,
  };
  return settleWishes(frame.purse ? purse(next, frame.purse) : next);
}

function stream(state, frame, name, version) {
  if (frame.v <= state[version]) return state;
  if (frame.was !== state[version]) return { ...state, gap: true };
  return settleWishes({ ...state, [name]: merge(state[name] ?? {}, frame.set), [version]: frame.v });
}

// A bet may reach the seat's stream before its answer: from then on the stream draws it, and the wish no more.
function arrived(state, frame) {
  let { wishes } = state;
  for (const { t, on, seat } of frame.news ?? []) {
    if (t !== "bet-placed" || (seat !== undefined && seat !== state.mine?.seat)) continue;
    const mine = wishes.find((wish) =>
      wish.state === "sending" && wish.ask.on && !wish.drawn && same(wish.ask.on, on)
    );
    if (mine) wishes = wishes.map((wish) => (wish === mine ? { ...wish, drawn: true } : wish));
  }
  return wishes === state.wishes ? state : { ...state, wishes };
}

function same(one, other) {
  const places = Object.keys(one);
  return places.length === Object.keys(other).length && places.every((place) => one[place] === other[place]);
}

function purse(state, frame) {
  if (state.purse && frame.n < state.purse.n) return state;
  return { ...state, purse: { n: frame.n, cents: frame.cents } };
}

/** The player asks for something; what it would lay (`ask.on`) is drawn as being sent until the house answers. */
export function wished(state, id, ask) {
  return { ...state, wishes: [...state.wishes, { id, ask, state: "sending" }] };
}

/** A wish that is no longer shown: a refusal that has been read. */
export function forgotten(state, id) {
  return { ...state, wishes: state.wishes.filter((wish) => wish.id !== id) };
}

function answered(state, id, answer) {
  const wishes = state.wishes.map((
    wish,
  ) => (wish.id === id && wish.state === "sending" ? { ...wish, ...answer } : wish));
  return settleWishes({ ...state, wishes });
}

// An accepted bet stays drawn from the wish until the seat's own stream has brought it: a chip never blinks.
function settleWishes(state) {
  const wishes = state.wishes.filter((wish) =>
    wish.state !== "accepted" || (wish.ask.on && wish.v > state.mineV)
  );
  return wishes.length === state.wishes.length ? state : { ...state, wishes };
}

/** The stakes on their way, by place: {place: cents}. */
export function sending(state) {
  const sum = {};
  for (const wish of state.wishes) {
    if (wish.state === "refused" || wish.drawn) continue;
    for (const [place, cents] of Object.entries(wish.ask.on ?? {})) sum[place] = (sum[place] ?? 0) + cents;
  }
  return sum;
}

/** True while the player has a seat and the play session runs. */
export function seated(state) {
  return Boolean(state.mine && state.mine.seat !== undefined && !state.mine.ended);
}
