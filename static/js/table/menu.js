// Everything that is one click away before, during and after play: the session so far, the last round, the check of the draw,
// the rules, the limits, the way to complain; sound, voice, leaving.  [AR-24] [AR-25] [AR-27] [FR-R25] [FR-R26] [FR-R28]

import { el, mark, write } from "../dom.js";

const LINKS = ["rules", "limits", "report", "complaints", "responsible", "fairness", "rounds", "lobby"];

export function menu({ speaker, sound, deck, urls, open, leave, sit, signedIn }) {
  const { t } = speaker;
  const item = (name, click) =>
    el("button", {
      type: "button",
      class: "menu-item",
      click: () => {
        shut();
        click();
      },
    }, t(`menu.${name}`));
  const out = item("leave", leave);
  const down = item("sit", sit);
  const panel = el(
    "div",
    { class: "menu-list", id: "table-menu", hidden: true },
    open.chat && item("chat", open.chat),
    signedIn && item("session", open.session),
    signedIn && item("last", open.last),
    item("verify", open.verify),
    item(deck ? "list" : "chances", open.chances),
    open.about && item("about", open.about),
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
    signedIn && sit && down,
    signedIn && out,
  );
  const opener = el("button", {
    type: "button",
    class: "act bar-menu",
    "aria-expanded": "false",
    "aria-controls": "table-menu",
    "aria-label": t("menu.open"),
    title: t("menu.open"),
    click: () => (panel.hidden ? show() : shut()),
  }, el("i", { "aria-hidden": "true" }));
  const toggles = [
    toggle("sound", () => sound.on, (on) => sound.turn(on)),
    sound.canSpeak && toggle("voice", () => sound.spoken, (on) => sound.turnVoice(on)),
    deck && toggle("deck", () => deck.four, (on) => deck.turn(on)),
  ].filter(Boolean);
  panel.prepend(el("div", { class: "menu-toggles" }, ...toggles), el("hr", {}));

  function toggle(name, on, turn) {
    const state = el("span", { class: "soft" });
    const button = el(
      "button",
      {
        type: "button",
        class: "menu-item switch",
        role: "switch",
        click: () => {
          turn(!on());
          draw();
        },
      },
      t(`menu.${name}`),
      state,
    );
    const draw = () => {
      mark(button, "aria-checked", String(on()));
      write(state, t(on() ? "on" : "off"));
    };
    draw();
    return button;
  }

  function show() {
    panel.hidden = false;
    mark(opener, "aria-expanded", "true");
    panel.querySelector("button, a").focus();
  }
  function shut() {
    panel.hidden = true;
    mark(opener, "aria-expanded", "false");
  }
  document.addEventListener("pointerdown", (event) => {
    if (!panel.contains(event.target) && !opener.contains(event.target)) shut();
  });
  panel.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
      shut();
      opener.focus();
      event.stopPropagation();
    }
  });

  return {
    nodes: [el("div", { class: "bar-more" }, opener, panel)],
    render(seen) {
      const playing = seen.mine?.seat !== undefined && !seen.mine.ended;
      out.hidden = !playing || Boolean(seen.mine.leaving);
      down.hidden = playing || seen.link !== "open";
    },
  };
}
