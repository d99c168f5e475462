// Panels over the table: the browser's own dialogs, with a title and a way out.

import { el } from "../dom.js";

/** Opens a panel; a panel of the same name is replaced. */
export function panels(speaker, host) {
  return function open(title, content, { name = "panel", wide = false, firm = false } = {}) {
    host.querySelector(`dialog[data-name="${name}"]`)?.remove();
    const id = `panel-${name}`;
    const dialog = el(
      "dialog",
      {
        class: wide ? "panel panel-wide" : "panel",
        "data-name": name,
        "aria-labelledby": id,
        closedby: firm && "none",
      },
      el(
        "header",
        { class: "panel-head" },
        el("h2", { id }, title),
        firm ? null : el("button", {
          type: "button",
          class: "act close",
          "aria-label": speaker.t("close"),
          click: () => dialog.close(),
        }, "×"),
      ),
      el("div", { class: "panel-body" }, content),
    );
    dialog.addEventListener("close", () => dialog.remove());
    // A firm panel is answered, not shut; a browser that does not know `closedby` lets a second Escape through, unless the key itself is stopped.
    if (firm) {
      dialog.addEventListener("cancel", (event) => event.preventDefault());
      dialog.addEventListener("keydown", (event) => event.key === "Escape" && event.preventDefault());
    } else dialog.addEventListener("click", (event) => event.target === dialog && dialog.close());
    host.append(dialog);
    dialog.showModal();
    return dialog;
  };
}
