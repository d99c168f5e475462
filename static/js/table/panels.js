// Panels over the table: the browser's own dialogs, with a title and a way out.

import { el } from "./dom.js";

/** Opens a panel; a panel of the same name is replaced. */
export function panels(speaker, host) {
  return function open(title, content, { name = "panel", wide = false } = {}) {
    host.querySelector(`dialog[data-name="${name}"]`)?.remove();
    const id = `panel-${name}`;
    const dialog = el("dialog", { class: wide ? "panel panel-wide" : "panel", "data-name": name, "aria-labelledby": id },
      el("header", { class: "panel-head" }, el("h2", { id }, title),
        el("button", { type: "button", class: "act close", "aria-label": speaker.t("close"), click: () => dialog.close() }, "×")),
      el("div", { class: "panel-body" }, content));
    dialog.addEventListener("close", () => dialog.remove());
    dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    host.append(dialog);
    dialog.showModal();
    return dialog;
  };
}
