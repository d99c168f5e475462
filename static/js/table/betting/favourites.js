// Named sets of bets, kept in this browser; laid only when the player asks, as one bet.

import { el } from "../../dom.js";
import { sumOf } from "./hand.js";

export function favourites({ speaker, hand, bets }) {
  const { t, money } = speaker;
  const list = el("ul", { class: "favourites" });
  const name = el("input", {
    type: "text",
    id: "favourite-name",
    maxlength: 30,
    autocomplete: "off",
    required: true,
  });
  const draw = () => {
    const saved = hand.favourites();
    list.replaceChildren(
      ...(saved.length
        ? saved.map((each) =>
          el(
            "li",
            {},
            el("span", { class: "favourite-name" }, each.name),
            el(
              "span",
              { class: "soft" },
              speaker.list(Object.keys(each.on).slice(0, 3).map((place) => speaker.place(place))) +
                (Object.keys(each.on).length > 3 ? " …" : ""),
            ),
            el("span", { class: "figure" }, money(sumOf(each.on))),
            el("button", {
              type: "button",
              class: "act main",
              click: (event) => {
                hand.layAll(each.on);
                event.target.closest("dialog")?.close();
              },
            }, t("favourites.lay")),
            el("button", {
              type: "button",
              class: "act",
              "aria-label": t("favourites.forget.named", { name: each.name }),
              click: () => {
                hand.forget(each.name);
                draw();
              },
            }, t("favourites.forget")),
          )
        )
        : [el("li", { class: "soft" }, t("favourites.none"))]),
    );
  };
  const save = (event) => {
    event.preventDefault();
    if (!name.value.trim() || !sumOf(bets())) return;
    hand.save(name.value.trim(), bets());
    name.value = "";
    draw();
  };
  draw();
  const now = sumOf(bets());
  return el(
    "div",
    { class: "stacked" },
    list,
    now > 0
      ? el(
        "form",
        { class: "field", submit: save },
        el("label", { for: "favourite-name" }, t("favourites.save", { total: money(now) })),
        el("div", { class: "acts-row" }, name, el("button", { class: "act main" }, t("favourites.keep"))),
      )
      : el("p", { class: "soft" }, t("favourites.how")),
  );
}
