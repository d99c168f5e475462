// Everything that is one click away before, during and after play: the session so far, the last round, the
// verification of the draw, rules, limits, complaints, sound, voice, leaving.
// [AR-24] [AR-25] [AR-27] [FR-R25] [FR-R26] [FR-R28]

import { el, mark, write } from "../dom.js";
import { shortcuts } from "./shortcuts.js";

/**
 * @typedef {import("./appearance.js").Appearance} Appearance
 * @typedef {import("./game.d.ts").View} View
 * @typedef {import("./i18n.js").I18n} I18n
 * @typedef {import("./sound.js").Sounds} Sounds
 */

const LINKS = [
  "rules",
  "limits",
  "regulation",
  "report",
  "complaints",
  "responsible",
  "fairness",
  "rounds",
  "my_play",
  "lobby",
];

const EDGE = 8; // px between the panel and the lower edge of the window

/**
 * @param {{
 *   i18n: I18n, sounds: Sounds, appearance: Appearance, hasCards: boolean, urls: Record<string, any>,
 *   open: Record<string, any>, leave: () => void, sit: any, signedIn: boolean,
 * }} options
 */
export function menu({ i18n, sounds, appearance, hasCards, urls, open, leave, sit, signedIn }) {
  const { t } = i18n;
  /** @param {string} name @param {() => void} click */
  const item = (name, click) =>
    el("button", {
      type: "button",
      class: "menu-item",
      click: () => {
        close();
        click();
      },
    }, t(`menu.${name}`));
  const leaveItem = item("leave", leave);
  const sitItem = item("sit", sit);
  const panel = el(
    "div",
    { class: "menu-list", id: "table-menu", hidden: true },
    open.how && item("how", open.how),
    open.chat && item("chat", open.chat),
    signedIn && item("session", open.session),
    signedIn && item("last", open.last),
    item("verify", open.verify),
    item(hasCards ? "list" : "chances", open.chances),
    open.about && item("about", open.about),
    item("command", open.command),
    item("settings", open.settings),
    el("hr", {}),
    ...LINKS.filter((name) => urls[name]).map((name) =>
      el("a", {
        class: "menu-item",
        href: urls[name],
        target: name === "lobby" ? null : "_blank",
        rel: "noopener",
      }, t(`link.${name}`))
    ),
    el("hr", {}),
    signedIn && sit && sitItem,
    signedIn && leaveItem,
  );
  const opener = el("button", {
    type: "button",
    class: "act bar-menu",
    "aria-expanded": "false",
    "aria-controls": "table-menu",
    "aria-label": t("menu.open"),
    title: t("menu.open"),
    click: () => (panel.hidden ? openMenu() : close()),
  }, el("i", { "aria-hidden": "true" }));
  const toggles = [
    switchItem("sound", () => sounds.isOn, (isOn) => sounds.setOn(isOn)),
    sounds.canSpeak && switchItem("voice", () => sounds.hasVoice, (isOn) => sounds.setVoice(isOn)),
    hasCards &&
    switchItem(
      "deck",
      () => appearance.valueOf("deck") === "four",
      (isOn) => appearance.choose("deck", isOn ? "four" : "two"),
    ),
    switchItem("keys", () => shortcuts.isOn, (isOn) => shortcuts.setOn(isOn)),
  ].filter(Boolean);
  panel.prepend(el("div", { class: "menu-toggles" }, ...toggles), el("hr", {}));

  /** @param {string} name @param {() => boolean} isOn @param {(isOn: boolean) => void} set */
  function switchItem(name, isOn, set) {
    const state = el("span", { class: "soft" });
    const button = el(
      "button",
      {
        type: "button",
        class: "menu-item switch",
        role: "switch",
        click: () => {
          set(!isOn());
          update();
        },
      },
      t(`menu.${name}`),
      state,
    );
    const update = () => {
      mark(button, "aria-checked", String(isOn()));
      write(state, t(isOn() ? "on" : "off"));
    };
    update();
    return button;
  }

  /** It ends within the window, wherever the bar stands, and what is more is scrolled inside. */
  function fit() {
    panel.style.maxHeight = `${Math.max(120, innerHeight - panel.getBoundingClientRect().top - EDGE)}px`;
  }
  addEventListener("resize", () => panel.hidden || fit());

  function openMenu() {
    panel.hidden = false;
    fit();
    mark(opener, "aria-expanded", "true");
    /** @type {HTMLElement | null} */ (panel.querySelector("button, a"))?.focus();
  }
  function close() {
    panel.hidden = true;
    mark(opener, "aria-expanded", "false");
  }
  document.addEventListener("pointerdown", (event) => {
    const target = /** @type {Node} */ (event.target);
    if (!panel.contains(target) && !opener.contains(target)) close();
  });
  panel.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      close();
      opener.focus();
      event.stopPropagation();
    }
  });

  return {
    nodes: [el("div", { class: "bar-more" }, opener, panel)],
    /** @param {View} view */
    render(view) {
      const isPlaying = view.mine?.seat !== undefined && !view.mine.ended;
      leaveItem.hidden = !isPlaying || Boolean(view.mine?.leaving);
      sitItem.hidden = isPlaying || view.link !== "open";
    },
  };
}
