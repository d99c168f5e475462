// The amount of a bet or raise: a slider, parts of the pot, everything, or a typed amount, within the limits
// that the server sent.
// [HE-23] [HE-24a-i] [HE-24b] [HE-24c] [HE-34d] [HE-37]

import { parseCents } from "../../table/amount.js";
import { el, mark, write } from "../../dom.js";
import { raisePresets } from "./presets.js";

/**
 * @typedef {import("../../table/i18n.js").I18n} I18n
 * @typedef {import("../../table/messages.d.ts").Cents} Cents
 * @typedef {import("./types.d.ts").RaiseOffer} RaiseOffer
 */

/**
 * @param {{
 *   i18n: I18n, step: Cents, requestDraw: () => void, send: () => void,
 *   openPanel: import("../../table/panels.js").OpenPanel,
 * }} options
 */
export function raiseControls({ i18n, step, requestDraw, send, openPanel }) {
  const { t, money, figure } = i18n;
  /** @type {string | null} */
  let key = null;
  /** @type {any} */
  let room = null; // {min, max, parts, opens, all_in} from the server
  /** @type {any} */
  let to = null; // null while the typed amount may not be bet

  const presets = raisePresets({ t, onChange: () => room && draw() });
  /** @param {() => string} nameOf */
  const part = (nameOf) => ({
    nameOf,
    node: el("button", {
      type: "button",
      class: "act raise-part",
      click: () => set(amountOf(nameOf())),
    }),
  });
  const parts = [...presets.names.map((_, at) => part(() => presets.names[at])), part(() => "max")];
  const edit = el("button", {
    type: "button",
    class: "act raise-part raise-edit",
    "aria-label": t("he.presets"),
    title: t("he.presets"),
    click: () => openPanel(t("he.presets"), presets.form(), { name: "presets" }),
  }, "⋯");
  const range = el("input", {
    type: "range",
    class: "raise-range",
    min: 0,
    step: 1,
    "aria-label": t("he.raise.amount"),
    input: () => set(amountAt(Number(range.value)), range),
  });
  const typed = el("input", {
    type: "text",
    class: "raise-typed",
    inputmode: "decimal",
    autocomplete: "off",
    size: 8,
    "aria-label": t("he.raise.amount"),
    input: () => readTyped(),
    focus: () => typed.select(),
    blur: () => {
      if (to !== null) typed.value = figure(to);
    },
  });
  const root = el(
    "form",
    {
      class: "raise",
      submit: (event) => {
        event.preventDefault();
        if (to !== null) send();
      },
    },
    el("div", { class: "raise-parts" }, ...parts.map(({ node }) => node), edit),
    range,
    typed,
  );

  // The last position of the slider is the maximum, even if it is not a multiple of the step.
  const notches = () => Math.max(0, Math.ceil((room.max - room.min) / step));
  /** @param {string} name */
  const amountOf = (name) => (name === "max" ? room.max : room.parts[name]);
  /** @param {number} notch */
  const amountAt = (notch) => Math.min(room.max, room.min + notch * step);

  /** @param {number} cents @param {Element} [from] */
  function set(cents, from) {
    to = cents;
    mark(typed, "aria-invalid", null);
    if (document.activeElement !== typed || from) typed.value = figure(to);
    draw();
    requestDraw();
  }

  function readTyped() {
    const cents = parseCents(typed.value);
    to = cents !== null && cents >= room.min && cents <= room.max ? cents : null;
    mark(typed, "aria-invalid", to === null ? "true" : null);
    draw();
    requestDraw();
  }

  function draw() {
    const notch = to === null ? 0 : to >= room.max ? notches() : Math.floor((to - room.min) / step);
    if (Number(range.value) !== notch && to !== null) range.value = String(notch);
    mark(range, "aria-valuetext", to === null ? null : money(to));
    for (const { nameOf, node } of parts) {
      const cents = amountOf(nameOf());
      mark(node, "data-part", nameOf());
      write(node, t(`he.raise.${nameOf()}`));
      if (node.disabled !== (cents === undefined)) node.disabled = cents === undefined;
      mark(node, "aria-pressed", cents !== undefined && cents === to ? "true" : "false");
      mark(node, "title", cents === undefined ? null : money(cents));
    }
  }

  return {
    root,
    /** The amounts that may be bet, in words. */
    rangeText: () => t("he.raise.between", { min: money(room.min), max: money(room.max) }),
    /**
     * Sets the amount. Returns false, and changes nothing, where it may not be bet.
     * @param {number | string} amount cents, or the name of a part
     */
    choose(amount) {
      const cents = typeof amount === "string" ? amountOf(amount) : amount;
      if (cents === undefined || cents < room.min || cents > room.max) return false;
      set(cents, range);
      return true;
    },
    get to() {
      return to;
    },
    /**
     * `offer` is the server's, for that decision; a new decision starts at the minimum.
     * @param {string | null} decision
     * @param {RaiseOffer | null | undefined} offer
     */
    render(decision, offer) {
      mark(root, "data-off", !offer);
      room = offer ?? room;
      if (!offer) {
        key = null;
        return;
      }
      if (decision === key) return;
      key = decision;
      mark(range, "max", notches());
      range.disabled = notches() === 0;
      set(room.min, range);
    },
    label() {
      if (to === null) {
        return {
          label: t(room.opens ? "he.bet" : "he.raise"),
          detail: t("he.raise.between", { min: money(room.min), max: money(room.max) }),
          disabled: true,
        };
      }
      const all = room.all_in && to === room.max;
      return {
        label: t(all ? "he.all-in" : room.opens ? "he.bet" : "he.raise"),
        detail: t(room.opens ? "he.bet.detail" : "he.raise.detail", {
          to: money(to),
          cost: money(to - room.own),
        }),
      };
    },
  };
}
