// What somebody without an account reads at a table, with the ways to a seat: as a guest with demonstration
// credits, or by signing in.  [AR-30] [FR-R31]

import { el } from "../dom.js";

/** @param {{ facts: any, i18n: import("./i18n.js").I18n }} options */
export function visitorNote({ facts, i18n: { t } }) {
  const form = facts.visit &&
    el(
      "form",
      { method: "post", action: facts.visit, class: "visit" },
      el("input", { type: "hidden", name: "csrfmiddlewaretoken", value: facts.csrf }),
      el("button", { type: "submit", class: "act" }, t("visit")),
    );
  const signIn = facts.urls.signin && el("a", { href: facts.urls.signin }, t("signin"));
  return {
    note: el("p", { class: "watching" }, t("watching"), " ", form || signIn),
    /** Makes a guest of this visitor; the page that follows asks for a seat. */
    visit: form && (() => form.requestSubmit()),
  };
}
