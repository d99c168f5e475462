"""Every prize that a rule pays is shown at the table.  [903-B 6.2.2.2]"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from games.catalogue import GAMES
from games.rules.baccarat import sheet as baccarat
from games.rules.blackjack.settlement import INSURANCE_PRIZE, PRIZES, SPECIAL_PRIZE
from games.rules.roulette import sheet as roulette
from games.rules.stud import caribbean, macau
from games.tables.messages.table import messages_for
from tests.pages.cards import MOUNTED, described, given, golden, modules
from tests.pages.screen import blank, run
from tests.pages.test_felt import SHEETS
from tests.pages.test_felt import described as wheel

pytestmark = pytest.mark.journey

PANELS = ("blackjack-individual", "caribbean-stud-two-players", "macau-stud-jackpot")
WHEEL_MODULES = {
    "texts": "table/i18n.js", "layout": "games/roulette/layout.js", "card": "games/roulette/place_card.js",
}  # fmt: skip


def prizes_told(describe: dict[str, Any]) -> set[tuple[str, tuple[int, int]]]:
    """The prizes that the house tells a browser of, by name, as what is won for what is staked."""
    if isinstance(describe.get("prizes"), list):
        return {(row["kind"], (row["times"], 1)) for row in describe["prizes"]}
    if "prizes" in describe:
        return {(name, tuple(prize["times"])) for name, prize in describe["prizes"].items()}
    return {(name, tuple(kind["prize"])) for name, kind in describe["kinds"].items()}


def test_6_2_2_2_the_house_tells_the_browser_of_every_prize_of_its_rules() -> None:
    told = prizes_told(described(golden("blackjack-individual")))
    names = {
        "blackjack-at-once": "blackjack", "blackjack": "blackjack", "even-money": "even-money",
        "nearer": "win", "bank-bust": "win",
    }  # fmt: skip
    assert told == {
        *((names[code], prize) for code, prize in PRIZES.items()),
        ("insurance", (INSURANCE_PRIZE, 1)),
        ("special", (SPECIAL_PRIZE, 1)),
    }
    assert prizes_told(described(golden("baccarat-two-players"))) == {
        (str(place), (times, 1)) for place, times in baccarat.PRIZES.items()
    }
    for variant in SHEETS:
        assert prizes_told(wheel(variant)) == {(str(kind), prize) for kind, prize in roulette.PRIZES.items()}
    for name, variant in (("caribbean-stud-two-players", caribbean), ("macau-stud-jackpot", macau)):
        assert prizes_told(described(golden(name))) == {
            (variant.VARIANT.kinds[kind], (times, 1)) for kind, times in variant.TIMES.items()
        }
    assert set(GAMES) - {"holdem"} == {
        "american-roulette", "french-roulette", "blackjack", "baccarat", "caribbean-stud", "macau-stud",
    }, "between players the prize is the pot"  # fmt: skip


@pytest.mark.parametrize("name", PANELS)
@pytest.mark.parametrize("width", [1280, 360])
def test_6_2_2_2_a_panel_shows_every_prize(chromium: Browser, name: str, width: int) -> None:
    """Red before: blackjack told neither what a hand pays that wins, nor even money."""
    file = golden(name)
    body = (
        MOUNTED
        + """
      const rows = [...document.querySelectorAll(".bj-rules > div, .st-prizes tbody tr")];
      return rows.map((row) => [...row.children].map((part) => part.textContent));
    """
    )
    with blank(chromium, width, 780) as page:
        shown = run(page, modules(file["system"]), body, given(file["system"], described(file)))
    figures = [row[1].replace(" *", "") for row in shown]
    for prize, (won, staked) in prizes_told(described(file)):
        assert f"{won} : {staked}" in figures, prize
    words = messages_for("pt", file["system"])
    kinds = [words[f"st.{row['kind']}"] for row in described(file)["prizes"]] if "st.pays" in words else [
        words[code] for code in ("bj.pays.blackjack", "bj.pays.win", "bj.even-money", "bj.pays.insurance")
    ]  # fmt: skip
    assert set(kinds) <= {row[0] for row in shown}


@pytest.mark.parametrize("variant", sorted(SHEETS))
def test_6_2_2_2_every_chance_of_a_wheel_has_its_prize_on_its_card(page: Page, variant: str) -> None:
    body = """
      const i18n = texts.createI18n(given.words, { language: "pt-PT", currency: "EUR" });
      const told = layout.readLayout(given.describe);
      const shown = card.card(told, i18n);
      document.body.append(shown.root);
      const box = { x: 100, top: 300, bottom: 320 };
      return [...told.places.values()].map((place) => {
        const { prize: [won, staked], min } = told.kinds[place.kind];
        shown.show(place, { mine: {}, all: {}, chip: min }, box, { width: 900, ceiling: 0, top: 0 });
        const prize = i18n.money(Math.ceil(min * won / staked));
        const sentence = i18n.t("card.prize.of", { stake: i18n.money(min), prize });
        return [place.kind, shown.root.textContent.includes(sentence)];
      });
    """
    describe = wheel(variant)
    shown = run(
        page, WHEEL_MODULES, body, {"describe": describe, "words": messages_for("pt", "american-roulette")}
    )
    assert {kind for kind, _ in shown} == set(describe["kinds"]) and all(right for _, right in shown)


@pytest.mark.parametrize("name", ["baccarat-two-players", "baccarat-macau"])
def test_6_2_2_2_every_chance_of_ponto_e_banca_prints_its_prize(chromium: Browser, name: str) -> None:
    file = golden(name)
    body = (
        MOUNTED
        + """
      document.querySelector("#table").dataset.game = "baccarat";
      return Object.entries(given.describe.kinds).map(([id, { prize: [won, staked] }]) => {
        const zones = [...document.querySelectorAll(`.zone[data-place="${id}"]`)];
        return [id, zones.length > 0 && zones.every((zone) => zone.textContent.includes(
          i18n.t("pb.pays", { won, staked })))];
      });
    """
    )
    with blank(chromium, 1280, 780) as page:
        shown = run(page, modules("baccarat"), body, given("baccarat", described(file)))
    assert dict(shown) == dict.fromkeys(described(file)["kinds"], True)
