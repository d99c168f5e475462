// The panels that the bar and the menu of a table open: the session so far, the delay, the table, how to
// play, the last round, the table as text, the settings, the check of the draw.

import { about, howToPlay } from "./about.js";
import { el } from "../dom.js";
import { lastRound } from "./last_round.js";
import { sessionFigures } from "./play_session.js";

/**
 * @param {{
 *   facts: any, words: Record<string, string>, i18n: import("./i18n.js").I18n,
 *   clock: import("./clock.js").ServerClock, openPanel: import("./panels.js").OpenPanel,
 *   witness: { of: (round: any) => any }, hasCards: boolean, sounds: import("./sound.js").Sounds,
 *   appearance: import("./appearance.js").Appearance,
 *   table: {
 *     game: import("./game.d.ts").Game, proof: any, state: import("./messages.d.ts").TableState,
 *   },
 * }} options
 */
export function tablePanels(
  { facts, words, i18n, clock, openPanel, witness, hasCards, sounds, appearance, table },
) {
  const { t } = i18n;
  const sentences = howToPlay(i18n, words);

  /**
   * Where a pack is committed card by card, the server opens the cards of the player's own seat on request.
   * @returns {Promise<any>}
   */
  async function fetchOwnProof() {
    const isCommittedByCard = facts.known.promised.includes(facts.table.system);
    if (!isCommittedByCard || !facts.me) return null;
    const options = { headers: { Accept: "application/json" } };
    const response = await fetch(facts.urls.last, options).catch(() => null);
    return response?.ok ? (await response.json()).verify : null;
  }

  return {
    openSession: () =>
      openPanel(
        t("session.title"),
        el(
          "div",
          { class: "stacked" },
          table.state.mine?.seat === undefined
            ? el("p", {}, t("session.none"))
            : sessionFigures({ i18n, session: table.state.mine, until: clock.now() }),
          el("p", { class: "soft" }, t("session.kept")),
        ),
        { name: "session" },
      ),
    openDelay: () => openPanel(t("delay.title"), el("p", {}, t("delay.text")), { name: "delay" }),
    openAbout: () =>
      openPanel(
        t("about.title"),
        about({ describe: facts.describe, i18n, urls: facts.urls, terms: table.game.terms?.() }),
        { name: "about" },
      ),
    openHowToPlay: sentences && (() => openPanel(t("menu.how"), sentences, { name: "how" })),
    openLastRound: () =>
      openPanel(
        t("last.title"),
        lastRound({ i18n, url: facts.urls.last, explain: (round) => table.game.explain(round) }),
        { name: "last", wide: true },
      ),
    openTextView: () =>
      openPanel(t(hasCards ? "list.title" : "chances.title"), table.game.textView, {
        name: "chances",
        wide: true,
      }),
    async openSettings() {
      const { settingsPanel } = await import("./settings/panel.js");
      const isDemonstration = facts.table.currency === "DEMO";
      const looksOfGame = table.game.looks ?? [];
      const panel = settingsPanel({ i18n, sounds, appearance, isDemonstration, hasCards, looksOfGame });
      openPanel(t("menu.settings"), panel, { name: "settings" });
    },
    async openVerification() {
      const { proof } = table;
      // Loaded when it is wanted: most rounds are never checked.
      const { verificationPanel } = await import("./verification/panel.js");
      const panel = verificationPanel({
        i18n,
        published: proof ?? await fetchOwnProof(),
        known: facts.known,
        witness: witness.of,
        draw: { beacon: table.state.table.beacon, terms: facts.draw },
        page: facts.urls.verify,
      });
      openPanel(t("verify.title"), panel, { name: "verify", wide: true });
    },
  };
}
