// Cards seen in the legal order. The house's view is the truth; this queue only delays what is shown of it, step by step, and is
// emptied by Escape, a click, a lost line or a fresh snapshot. Under reduced motion states change and nothing travels.
//
//   const deal = dealing({ lasts, reduced, shoe, discard })
//     lasts(event, after)   ms that an event of the news needs to be seen (0: none); LASTS has those of a card
//     shoe(), discard()     the nodes cards come from and go to
//   deal.heard(before, after, frame, now)   every frame, in order
//   deal.shown(state, now)                  -> the state for the eyes: `step` is "live" or "dealing"; while "dealing" the cards
//                                              are those of the step being played, money is as it was before the queue began,
//                                              and `playing` has the step's news, `elapsed` the ms since it began
//   deal.moving(now), deal.skip(now), deal.lost()
//   deal.missed()                           news that no eyes saw being played, once: they are said all the same
//   deal.come(nodes, { turned, stagger, wait })  cards just put on the table travel from the shoe and are turned (or not)
//   deal.turn(nodes)                        cards turn over where they lie
//   deal.go(nodes, layer)                   cards just taken away travel to the discard tray (as copies in `layer`)
//   deal.onLand(fn)                         called once for each card that lands: the soft sound

export const FLY = 220; // ms from the shoe, along a short arc
export const TURN = 160;
export const CARD = FLY + TURN;
const LATE = 1600; // ms behind the truth at which the queue catches up
const EASE = "cubic-bezier(0.2, 0.7, 0.2, 1)";

export function dealing({ lasts, reduced, shoe, discard }) {
  let queue = []; // steps not yet seen to their end: {state, news, ends}
  let before = null; // what was shown when the queue began
  let running = [];
  let missed = [];
  let landed = () => {};

  function drop(now) {
    while (queue.length && queue[0].ends <= now) pass(queue.shift());
    if (!queue.length) before = null;
  }

  function pass(step) {
    if (!step.seen) missed.push(...step.news);
  }

  function play(node, frames, options) {
    if (reduced() || !node.animate || document.hidden) return null;
    const animation = node.animate(frames, { easing: EASE, fill: "backwards", ...options });
    running.push(animation);
    const done = () => {
      running = running.filter((each) => each !== animation);
    };
    animation.finished.then(done, done);
    return animation;
  }

  const centre = (node) => {
    const box = node.getBoundingClientRect();
    return { x: box.left + box.width / 2, y: box.top + box.height / 2, width: box.width };
  };

  function flip(node, delay) {
    play(node.firstChild, [{ transform: "rotateY(180deg)" }, { transform: "rotateY(0deg)" }], {
      duration: TURN,
      delay,
    });
  }

  return {
    heard(was, after, frame, now) {
      if (frame.t === "snapshot") {
        queue = [];
        before = null;
        missed = [];
        return;
      }
      drop(now);
      if (frame.t !== "table") {
        if (queue.length) queue.at(-1).state = after;
        return;
      }
      const news = frame.news ?? [];
      const needs = reduced() || document.hidden
        ? 0
        : news.reduce((sum, event) => sum + lasts(event, after), 0);
      if (!needs && !queue.length) {
        missed.push(...news);
        return;
      }
      before ??= was;
      const since = Math.max(now, queue.at(-1)?.ends ?? 0);
      queue.push({ state: after, news, since, ends: since + needs });
      // Whoever fell behind sees the last step at once rather than all of them too late.
      if (queue.at(-1).ends - now > LATE) {
        for (const step of queue) step.ends = now;
        Object.assign(queue.at(-1), { since: now, ends: now + needs });
      }
    },
    shown(state, now) {
      drop(now);
      if (!queue.length) return { ...state, step: "live", playing: [] };
      const head = queue[0];
      head.seen = true;
      const { game = {}, ...mine } = head.state.mine ?? {};
      const { result: _result, options: _options, ...rest } = game;
      return {
        ...state,
        table: head.state.table,
        purse: before?.purse ?? state.purse,
        step: "dealing",
        playing: head.news,
        elapsed: Math.max(0, now - head.since),
        mine: head.state.mine && { ...mine, net: before?.mine?.net ?? mine.net, game: rest },
      };
    },
    moving: () => queue.length > 0 || running.length > 0,
    missed() {
      const told = missed;
      missed = [];
      return told;
    },
    skip() {
      queue.forEach(pass);
      queue = [];
      before = null;
      for (const animation of [...running]) animation.finish();
    },
    lost() {
      this.skip();
      missed = [];
    },
    come(nodes, { turned = true, stagger = 0, wait = 0 } = {}) {
      const from = shoe();
      if (!from || !nodes.length) return;
      const start = centre(from);
      nodes.forEach((node, at) => {
        const end = centre(node);
        const [dx, dy, delay] = [start.x - end.x, start.y - end.y, wait + at * stagger];
        const small = end.width ? Math.min(1, Math.max(0.5, start.width / end.width)) : 1;
        const flight = play(node, [
          { transform: `translate(${dx}px, ${dy}px) rotate(18deg) scale(${small})` },
          { transform: `translate(${dx * 0.42}px, ${dy * 0.42 - 14}px) rotate(6deg)`, offset: 0.5 },
          { transform: "none" },
        ], { duration: FLY, delay });
        flight?.finished.then(landed, () => {});
        if (turned) flip(node, delay + FLY);
      });
    },
    turn(nodes) {
      for (const node of nodes) flip(node, 0);
      if (nodes.length) landed();
    },
    go(nodes, layer) {
      const to = discard?.();
      if (!to || reduced() || document.hidden) return;
      const [end, frame] = [centre(to), layer.getBoundingClientRect()];
      nodes.forEach(({ node, box }, at) => {
        const ghost = node.cloneNode(true);
        ghost.classList.add("pcard-ghost");
        ghost.setAttribute("aria-hidden", "true");
        ghost.style.setProperty("--card", `${box.width}px`);
        ghost.style.left = `${box.left - frame.left}px`;
        ghost.style.top = `${box.top - frame.top}px`;
        layer.append(ghost);
        const [dx, dy] = [end.x - box.left - box.width / 2, end.y - box.top - box.height / 2];
        // Face down to the discard.
        play(ghost.firstChild, [{ transform: "rotateY(0deg)" }, { transform: "rotateY(180deg)" }], {
          duration: TURN,
          delay: at * 12,
          fill: "both",
        });
        const flight = play(ghost, [{ transform: "none" }, {
          transform: `translate(${dx}px, ${dy}px) rotate(-24deg) scale(0.6)`,
        }], { duration: FLY, delay: at * 12 + 60, fill: "both" });
        const away = () => ghost.remove();
        if (flight) flight.finished.then(away, away);
        else away();
      });
    },
    onLand(fn) {
      landed = fn;
    },
  };
}

/** Where cards lie now, to be given to `go` after they have been taken off the table. */
export const lying = (nodes) =>
  nodes.map((node) => ({ node, box: node.getBoundingClientRect() })).filter(({ box }) => box.width > 0);

/** What a card needs to be seen: a number of milliseconds by the tag of its event. */
export const LASTS = (tags) => (event) => (tags.has(event.t) ? CARD : 0);
