// Panels over the table: the browser's own dialogs with a title and a close button.

import { el } from "../dom.js";

/**
 * @typedef {{ name?: string, wide?: boolean, mustAnswer?: boolean }} PanelOptions
 * @typedef {(title: string, content: Node, options?: PanelOptions) => HTMLDialogElement} OpenPanel
 */

/**
 * Returns the function that opens a panel. An open panel of the same name is replaced.
 * @param {import("./i18n.js").I18n} i18n
 * @param {HTMLElement} host
 * @returns {OpenPanel}
 */
export function panels(i18n, host) {
  return function openPanel(title, content, { name = "panel", wide = false, mustAnswer = false } = {}) {
    host.querySelector(`dialog[data-name="${name}"]`)?.remove();
    const id = `panel-${name}`;
    const dialog = el(
      "dialog",
      {
        class: wide ? "panel panel-wide" : "panel",
        "data-name": name,
        "aria-labelledby": id,
        closedby: mustAnswer && "none",
      },
      el(
        "header",
        { class: "panel-head" },
        el("h2", { id }, title),
        mustAnswer ? null : el("button", {
          type: "button",
          class: "act close",
          "aria-label": i18n.t("close"),
          click: () => dialog.close(),
        }, "×"),
      ),
      el("div", { class: "panel-body" }, content),
    );
    dialog.addEventListener("close", () => dialog.remove());
    // Such a panel can only be closed by an answer. A browser without `closedby` lets a second Escape through
    // unless the key event itself is cancelled.
    if (mustAnswer) {
      dialog.addEventListener("cancel", (event) => event.preventDefault());
      dialog.addEventListener("keydown", (event) => event.key === "Escape" && event.preventDefault());
    } else dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    host.append(dialog);
    dialog.showModal();
    return dialog;
  };
}
