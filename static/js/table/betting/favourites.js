// Named sets of bets, stored in this browser and placed as one bet when the player asks.

import { el } from "../../dom.js";
import { totalStakes } from "./bet_editor.js";

/**
 * @typedef {import("../i18n.js").I18n} I18n
 * @typedef {import("../messages.d.ts").Stakes} Stakes
 * @typedef {import("./bet_editor.js").BetEditor} BetEditor
 * @typedef {import("./bet_editor.js").Favourite} Favourite
 */

/** @param {{ i18n: I18n, editor: BetEditor, bets: () => Stakes }} options */
export function favourites({ i18n, editor, bets }) {
  const { t, money } = i18n;
  const list = el("ul", { class: "favourites" });
  const name = el("input", {
    type: "text",
    id: "favourite-name",
    maxlength: 30,
    autocomplete: "off",
    required: true,
  });
  const update = () => {
    const saved = editor.storedFavourites();
    list.replaceChildren(
      ...(saved.length
        ? saved.map((/** @type {Favourite} */ favourite) =>
          el(
            "li",
            {},
            el("span", { class: "favourite-name" }, favourite.name),
            el(
              "span",
              { class: "soft" },
              i18n.joinList(Object.keys(favourite.on).slice(0, 3).map((place) => i18n.placeName(place))) +
                (Object.keys(favourite.on).length > 3 ? " …" : ""),
            ),
            el("span", { class: "figure" }, money(totalStakes(favourite.on))),
            el("button", {
              type: "button",
              class: "act main",
              click: (event) => {
                editor.placeBets(favourite.on);
                event.target.closest("dialog")?.close();
              },
            }, t("favourites.lay")),
            el("button", {
              type: "button",
              class: "act",
              "aria-label": t("favourites.forget.named", { name: favourite.name }),
              click: () => {
                editor.deleteFavourite(favourite.name);
                update();
              },
            }, t("favourites.forget")),
          )
        )
        : [el("li", { class: "soft" }, t("favourites.none"))]),
    );
  };
  /** @param {any} event */
  const saveBets = (event) => {
    event.preventDefault();
    if (!name.value.trim() || !totalStakes(bets())) return;
    editor.saveFavourite(name.value.trim(), bets());
    name.value = "";
    update();
  };
  update();
  const currentTotal = totalStakes(bets());
  return el(
    "div",
    { class: "stacked" },
    list,
    currentTotal > 0
      ? el(
        "form",
        { class: "field", submit: saveBets },
        el("label", { for: "favourite-name" }, t("favourites.save", { total: money(currentTotal) })),
        el("div", { class: "acts-row" }, name, el("button", { class: "act main" }, t("favourites.keep"))),
      )
      : el("p", { class: "soft" }, t("favourites.how")),
  );
}
