// The chip tray and the actions on bets: undo, redo, clear, repeat, double, favourites; at an individual
// wheel also the launch of the ball.  [AR-15] [FR-R16]

import { el, mark, svg, write } from "../../dom.js";
import { chipDrawing, RADIUS } from "../chips.js";
import { totalStakes } from "./bet_editor.js";

/**
 * @typedef {import("../i18n.js").I18n} I18n
 * @typedef {import("../messages.d.ts").Stakes} Stakes
 * @typedef {import("./bet_editor.js").BetEditor} BetEditor
 */

const HALF_VIEW = RADIUS + 1;

/**
 * @param {{
 *   i18n: I18n, editor: BetEditor, individual: boolean, favourites: () => void,
 *   launch: () => void,
 * }} options
 */
export function chipTray({ i18n, editor, individual, favourites, launch }) {
  const { t, money } = i18n;
  const radios = editor.chips.map(([value, name]) => {
    const input = el("input", {
      type: "radio",
      name: "chip",
      value,
      checked: value === editor.chip,
      change: () => editor.chooseChip(value),
    });
    return el(
      "label",
      { class: "tray-chip", title: money(value) },
      input,
      el("span", { class: "hidden-text" }, money(value)),
      svg(
        "svg",
        { viewBox: `${-HALF_VIEW} ${-HALF_VIEW} ${2 * HALF_VIEW} ${2 * HALF_VIEW}`, "aria-hidden": "true" },
        chipDrawing(value, name, i18n.figure),
      ),
    );
  });
  const chips = el(
    "fieldset",
    { class: "tray-chips" },
    el("legend", { class: "hidden-text" }, t("tray.chip")),
    ...radios,
  );

  /** @param {string} name @param {string} path @param {() => void} click */
  const actionButton = (name, path, click) =>
    el(
      "button",
      { type: "button", class: "act tool", "data-act": name, click },
      svg("svg", { viewBox: "0 0 20 20", "aria-hidden": "true" }, svg("path", { d: path })),
      el("span", {}, t(`tray.${name}`)),
    );
  /** @type {Stakes} */
  let bets = {};
  const actions = {
    undo: actionButton("undo", "M8 4 4 8l4 4M4.5 8H12a4 4 0 0 1 0 8H9", () => editor.undo()),
    redo: actionButton("redo", "m12 4 4 4-4 4M15.5 8H8a4 4 0 0 0 0 8h3", () => editor.redo()),
    clear: actionButton("clear", "m5 5 10 10M15 5 5 15", () => editor.clear()),
    repeat: actionButton(
      "repeat",
      "M4 9a6 6 0 0 1 10.5-3.5L16 7M16 3.5V7h-3.5M16 11a6 6 0 0 1-10.5 3.5L4 13M4 16.5V13h3.5",
      () => editor.repeatLastBets(),
    ),
    double: actionButton(
      "double",
      "M4 6.5h3M4 13.5l3.5-4M5 9.5l2.5 4M10 13.5h5M10.2 8.5a2.3 2.3 0 1 1 4.2 1.3L10 13.5",
      () => editor.double(bets),
    ),
    favourites: actionButton(
      "favourites",
      "M10 3.5l2 4.300 4.700.5-3.5 3.200 1 4.700-4.2-2.400-4.2 2.400 1-4.700L3.300 8.300 8 7.800z",
      favourites,
    ),
  };
  const launchButton = individual &&
    el("button", { type: "button", class: "act main launch", click: launch }, t("tray.launch"));
  const total = el("output", { class: "tray-total" });
  const root = el(
    "section",
    { class: "tray", "aria-label": t("tray.name") },
    chips,
    el("div", { class: "tray-acts" }, ...Object.values(actions)),
    el(
      "div",
      { class: "tray-side" },
      el("p", { class: "tray-stake" }, el("span", { class: "small-label" }, t("tray.stake")), total),
      launchButton,
    ),
  );

  /** @param {HTMLButtonElement} node @param {boolean} isEnabled */
  const setEnabled = (node, isEnabled) => {
    if (node.disabled === isEnabled) node.disabled = !isEnabled;
  };

  const buttons = Object.entries({ ...actions, ...(launchButton && { launch: launchButton }) });

  return {
    root,
    /** The actions as they can be typed. */
    actions: () =>
      buttons.filter(([name]) => name !== "favourites").map(([name, node]) => ({
        name,
        label: t(`tray.${name}`),
        isEnabled: !node.disabled,
        press: () => node.click(),
      })),
    /**
     * `open`: whether this player may bet now; `options`: what the server allows; `staked`: what the player
     * has in the round.
     * @param {{
     *   open: boolean, options: Record<string, any>, accepted: Stakes, sending: Stakes,
     *   staked?: number,
     * }} options
     */
    render({ open: isOpen, options, accepted, sending: pending, staked = totalStakes(accepted) }) {
      bets = accepted;
      mark(root, "data-open", isOpen);
      const isStaked = totalStakes(accepted) + totalStakes(pending);
      write(total, money(staked + totalStakes(pending)));
      setEnabled(actions.undo, isOpen && Boolean(options.undo));
      setEnabled(actions.clear, isOpen && Boolean(options.clear));
      setEnabled(actions.redo, isOpen && editor.canRedo);
      setEnabled(actions.repeat, isOpen && !isStaked && totalStakes(editor.lastBets()) > 0);
      setEnabled(actions.double, isOpen && totalStakes(accepted) > 0);
      if (launchButton) setEnabled(launchButton, isOpen && Boolean(options.launch) && !totalStakes(pending));
    },
    /**
     * Selects another chip of the tray, for the keys of the table.
     * @param {number} steps
     */
    stepChip(steps) {
      const values = editor.chips.map(([value]) => value);
      const next = values[Math.min(values.length - 1, Math.max(0, values.indexOf(editor.chip) + steps))];
      editor.chooseChip(next);
      for (const label of radios) {
        const input = /** @type {HTMLInputElement} */ (label.firstChild);
        input.checked = Number(input.value) === next;
      }
      return next;
    },
  };
}
