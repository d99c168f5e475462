// The small card that tells what a chance is before anything is laid: limits, room, prize, commission.
// [PB-14] [PB-32] [PB-41]

import { el, mark, write } from "../../dom.js";

export function teller({ i18n, rows }) {
  const title = el("strong", { class: "tell-title" });
  const list = el("dl", { class: "tell-rows" });
  const rule = el("span", { class: "rule-id" });
  const root = el("div", { class: "zone-card", role: "tooltip" }, title, list, rule);
  let shown = null;
  let known = "";

  function fill() {
    const said = rows(shown);
    write(title, i18n.placeName(shown));
    list.replaceChildren(
      ...said.list.filter(Boolean).map(([name, value]) =>
        el("div", {}, el("dt", {}, name), el("dd", {}, value))
      ),
    );
    write(rule, said.rules);
  }

  return {
    root,
    show(id, node, finger = false) {
      shown = id;
      fill();
      mark(root, "data-shown", true);
      const [frame, box] = [
        /** @type {HTMLElement} */ (root.parentElement).getBoundingClientRect(),
        node.getBoundingClientRect(),
      ];
      const x = box.left - frame.left + box.width / 2 - root.offsetWidth / 2;
      root.style.setProperty(
        "--at-x",
        `${Math.round(Math.min(Math.max(4, x), frame.width - root.offsetWidth - 4))}px`,
      );
      root.style.setProperty(
        "--at-y",
        `${Math.round(box.top - frame.top - root.offsetHeight - (finger ? 24 : 6))}px`,
      );
    },
    hide() {
      shown = null;
      mark(root, "data-shown", null);
    },
    /** While it is read it stays true: room and bets change with everybody's. */
    refresh(signature) {
      if (shown && known !== signature) fill();
      known = signature;
    },
  };
}
