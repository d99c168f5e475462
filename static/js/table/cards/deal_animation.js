// Shows the dealing of cards in the order that the rules require. The server's view is the truth; this queue
// only delays what is shown of it, step by step. It is emptied by Escape, a click, a lost connection or a new
// snapshot. With reduced motion nothing moves.
//
//   dealAnimation({ durationOf, reducedMotion, shoe, discard })
//     durationOf(event, after)  ms that an event needs to be seen; 0 for none
//     shoe(), discard()         the nodes that cards come from and go to
//   receive(before, after, frame, now)  must be called for every frame, in order
//   visibleState(state, now)    `step` is "live" or "dealing"; while dealing, the cards are those of the step
//     that is shown, amounts are as before the queue began, `playing` has the events of the step and
//     `elapsed` its age in ms
//   takeMissedEvents()          events that were not shown, once: they are announced nevertheless
//   flyIn(nodes, { turned, stagger, wait })  new cards move from the shoe and are turned, or not
//   turnOver(nodes)             cards turn over where they lie
//   flyOut(positions, layer)    removed cards move to the discard pile, as copies in `layer`
//   onLand(callback)            called for each card that lands

/**
 * @typedef {import("../messages.d.ts").GameEvent} GameEvent
 * @typedef {import("../messages.d.ts").ServerFrame} ServerFrame
 * @typedef {import("../messages.d.ts").TableState} TableState
 */

const FLIGHT_TIME = 220; // ms from the shoe to the table
const TURN_TIME = 160;
export const CARD_TIME = FLIGHT_TIME + TURN_TIME;
const MAX_LAG = 1600; // ms behind the truth at which the queue catches up
const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";

/**
 * @typedef {{
 *   state: TableState, news: GameEvent[], since: number, ends: number, view?: boolean,
 * }} DealStep a step that has not been shown to its end
 * @typedef {{ node: HTMLElement, box: DOMRect }} PlacedNode a card and where it lay
 * @typedef {ReturnType<typeof dealAnimation>} DealAnimation
 */

/**
 * @param {{
 *   durationOf: (event: GameEvent, after: TableState) => number, reducedMotion: () => boolean,
 *   shoeNode: () => HTMLElement, discardNode: () => HTMLElement,
 * }} options
 */
export function dealAnimation({ durationOf, reducedMotion, shoeNode, discardNode }) {
  /** @type {DealStep[]} */
  let queue = [];
  /** @type {TableState | null} */
  let frozenState = null; // what was shown when the queue began
  /** @type {Animation[]} */
  let running = [];
  /** @type {GameEvent[]} */
  let missed = [];
  let onLanded = () => {};

  /** @param {number} now */
  function dropFinished(now) {
    while (queue.length && queue[0].ends <= now) finishStep(/** @type {DealStep} */ (queue.shift()));
    if (!queue.length) frozenState = null;
  }

  /** @param {DealStep} step */
  function finishStep(step) {
    if (!step.view) missed.push(...step.news);
  }

  /** @param {HTMLElement} node @param {Keyframe[]} frames @param {KeyframeAnimationOptions} options */
  function animate(node, frames, options) {
    if (reducedMotion() || !node.animate || document.hidden) return null;
    const animation = node.animate(frames, { easing: EASE, fill: "backwards", ...options });
    running.push(animation);
    const remove = () => {
      running = running.filter((other) => other !== animation);
    };
    animation.finished.then(remove, remove);
    return animation;
  }

  /** @param {HTMLElement} node */
  const centre = (node) => {
    const box = node.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2, width: box.width };
  };

  /** @param {HTMLElement} node @param {number} delay */
  function flip(node, delay) {
    animate(/** @type {HTMLElement} */ (node.firstChild), [{ transform: "rotateY(180deg)" }, {
      transform: "rotateY(0deg)",
    }], {
      duration: TURN_TIME,
      delay,
    });
  }

  return {
    /**
     * @param {TableState} stateBefore
     * @param {TableState} after
     * @param {ServerFrame} frame
     * @param {number} now
     */
    receive(stateBefore, after, frame, now) {
      if (frame.t === "snapshot") {
        queue = [];
        frozenState = null;
        missed = [];
        return;
      }
      dropFinished(now);
      if (frame.t !== "table") {
        const lastStep = queue.at(-1);
        if (lastStep) lastStep.state = after;
        return;
      }
      const news = frame.news ?? [];
      const duration = reducedMotion() || document.hidden
        ? 0
        : news.reduce((sum, event) => sum + durationOf(event, after), 0);
      if (!duration && !queue.length) {
        missed.push(...news);
        return;
      }
      frozenState ??= stateBefore;
      const since = Math.max(now, queue.at(-1)?.ends ?? 0);
      const lastStep = { state: after, news, since, ends: since + duration };
      queue.push(lastStep);
      // A page that fell behind shows only the last step instead of all of them too late.
      if (lastStep.ends - now > MAX_LAG) {
        for (const step of queue) step.ends = now;
        Object.assign(lastStep, { since: now, ends: now + duration });
      }
    },
    /** @param {TableState} state @param {number} now */
    visibleState(state, now) {
      dropFinished(now);
      if (!queue.length) return { ...state, step: "live", playing: [] };
      const step = queue[0];
      step.view = true;
      const { game = {}, ...mine } = step.state.mine ?? {};
      const { result: _result, options: _options, ...rest } = game;
      return {
        ...state,
        table: step.state.table,
        purse: frozenState?.purse ?? state.purse,
        step: "dealing",
        playing: step.news,
        elapsed: Math.max(0, now - step.since),
        mine: step.state.mine && { ...mine, net: frozenState?.mine?.net ?? mine.net, game: rest },
      };
    },
    isMoving: () => queue.length > 0 || running.length > 0,
    takeMissedEvents() {
      const events = missed;
      missed = [];
      return events;
    },
    skip() {
      queue.forEach(finishStep);
      queue = [];
      frozenState = null;
      for (const animation of [...running]) animation.finish();
    },
    reset() {
      this.skip();
      missed = [];
    },
    /**
     * @param {HTMLElement[]} nodes
     * @param {{ turned?: boolean, stagger?: number, wait?: number }} [options]
     */
    flyIn(nodes, { turned = true, stagger = 0, wait = 0 } = {}) {
      const from = shoeNode();
      if (!from || !nodes.length) return;
      const start = centre(from);
      nodes.forEach((node, index) => {
        const end = centre(node);
        const [dx, dy, delay] = [start.x - end.x, start.y - end.y, wait + index * stagger];
        const small = end.width ? Math.min(1, Math.max(0.5, start.width / end.width)) : 1;
        const flight = animate(node, [
          { transform: `translate(${dx}px, ${dy}px) rotate(18deg) scale(${small})` },
          { transform: `translate(${dx * 0.42}px, ${dy * 0.42 - 14}px) rotate(6deg)`, offset: 0.5 },
          { transform: "none" },
        ], { duration: FLIGHT_TIME, delay });
        flight?.finished.then(onLanded, () => {});
        if (turned) flip(node, delay + FLIGHT_TIME);
      });
    },
    /** @param {HTMLElement[]} nodes */
    turnOver(nodes) {
      for (const node of nodes) flip(node, 0);
      if (nodes.length) onLanded();
    },
    /** @param {PlacedNode[]} nodes @param {HTMLElement} layer */
    flyOut(nodes, layer) {
      const to = discardNode?.();
      if (!to || reducedMotion() || document.hidden) return;
      const [end, frame] = [centre(to), layer.getBoundingClientRect()];
      nodes.forEach(({ node, box }, index) => {
        const copy = /** @type {HTMLElement} */ (node.cloneNode(true));
        copy.classList.add("pcard-ghost");
        copy.setAttribute("aria-hidden", "true");
        copy.style.setProperty("--card", `${box.width}px`);
        copy.style.left = `${box.left - frame.left}px`;
        copy.style.top = `${box.top - frame.top}px`;
        layer.append(copy);
        const [dx, dy] = [end.x - box.left - box.width / 2, end.y - box.top - box.height / 2];
        // The card turns face down on its way to the discard pile.
        animate(/** @type {HTMLElement} */ (copy.firstChild), [{ transform: "rotateY(0deg)" }, {
          transform: "rotateY(180deg)",
        }], {
          duration: TURN_TIME,
          delay: index * 12,
          fill: "both",
        });
        const flight = animate(copy, [{ transform: "none" }, {
          transform: `translate(${dx}px, ${dy}px) rotate(-24deg) scale(0.6)`,
        }], { duration: FLIGHT_TIME, delay: index * 12 + 60, fill: "both" });
        const remove = () => copy.remove();
        if (flight) flight.finished.then(remove, remove);
        else remove();
      });
    },
    /** @param {() => void} fn */
    onLand(fn) {
      onLanded = fn;
    },
  };
}

/**
 * The positions of cards, for `flyOut` after they have been removed.
 * @param {HTMLElement[]} nodes
 */
export const cardPositions = (nodes) =>
  nodes.map((node) => ({ node, box: node.getBoundingClientRect() })).filter(({ box }) => box.width > 0);
