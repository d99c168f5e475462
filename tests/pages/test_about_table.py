"""The information that a table page shows: terms and prohibitions at hold'em, zero at roulette,
invitations with the figures of the rule sheet.

[HE-11c] [HE-11d] [HE-11e] [HE-11f] [HE-11g] [HE-14] [HE-24a-ii] [HE-38] [HE-66] [HE-70a] [HE-70b] [HE-71]
[FR-R20a] [FR-R20b] [FR-R20c] [FR-R26]
"""

from __future__ import annotations

from typing import Any

import pytest
from django.utils import translation
from msgspec import convert
from playwright.sync_api import Page

from games.catalogue import GAMES
from games.tables.messages.table import messages_for
from tests.pages.screen import run

pytestmark = pytest.mark.journey

MODULES = {
    "about": "table/about.js",
    "session": "table/play_session.js",
    "texts": "table/i18n.js",
    "terms": "games/holdem/terms.js",
    "announcements": "games/holdem/announcements.js",
}
HOLDEM = {
    "minimum": 200,
    "small_blind": 100,
    "buy_in": 20_000,
    "rebuys": (10_000, 20_000),
    "limit": "fixed-raises",
    "raises": 4,
}
SPEAKER = """
  const i18n = texts.createI18n(given.words, { language: given.language, currency: "EUR" });
  const urls = { rules: "/rules/x/", fair_play: "/fair-play/" };
  const describe = given.describe;
"""


def given(language: str, system: str, describe: dict[str, Any], **more: Any) -> dict[str, Any]:
    with translation.override("en" if language == "en" else "pt-pt"):
        return {
            "words": {k: str(v) for k, v in messages_for(language, system).items()},
            "language": language,
            "describe": describe,
            **more,
        }


def described(system: str, sheet: dict[str, Any], setting: dict[str, Any]) -> dict[str, Any]:
    engine: Any = GAMES[system].engine
    description: dict[str, Any] = engine.describe(
        convert(sheet, engine.sheet_type, strict=False), convert(setting, engine.setting_type, strict=False)
    )
    return description


def test_HE_11f_the_table_says_what_is_forbidden_and_where_the_programs_are_listed(page: Page) -> None:
    describe = described("holdem", {}, HOLDEM)
    body = (
        SPEAKER
        + """
      const root = about.about({ describe, i18n, urls, terms: terms.terms({ describe, i18n }) });
      return [root.textContent, [...root.querySelectorAll("a")].map((link) => link.getAttribute("href"))];
    """
    )
    text, links = run(page, MODULES, body, given("pt", "holdem", describe))
    assert links == [f"/rules/x/#HE-11{letter}" for letter in "cdefg"] + ["/fair-play/"]
    assert "Proibido nesta mesa" in text and "Programas" in text
    assert "até 4" in text and "100,00" in text and "200,00" in text, "the number of raises and the rebuys"


def test_HE_11c_beside_the_felt_each_prohibition_stands_in_a_few_words(page: Page) -> None:
    """[HE-11c] [HE-11d] [HE-11e] [HE-11f] [HE-11g]"""
    body = (
        SPEAKER + "const node = about.forbiddenConductBrief({ describe, i18n, urls }); "
        "return [node.textContent, node.querySelectorAll('a').length];"
    )
    text, links = run(page, MODULES, body, given("pt", "holdem", described("holdem", {}, HOLDEM)))
    assert links == 5 and all(f"HE-11{letter}" in text for letter in "cdefg")
    assert "conluio" in text and "programas" in text and "forbidden." not in text


def test_HE_38_the_line_above_the_felt_counts_the_raises_of_the_turn(page: Page) -> None:
    describe = described("holdem", {}, HOLDEM)
    seen = {
        "table": {
            "phase": "choosing",
            "seats": {"1": "Ana"},
            "game": {"phase": "betting", "turn": 1, "actor": 1, "raises": 2, "players": [1]},
        }
    }
    body = (
        SPEAKER + "return announcements.createAnnouncements({ describe, i18n }).phrase(given.seen, 'live');"
    )
    assert "raises: 2 of 4" in run(page, MODULES, body, given("en", "holdem", describe, seen=seen))[1]
    free = described("holdem", {}, {**HOLDEM, "limit": "no-limit"})
    assert "raises" not in run(page, MODULES, body, given("en", "holdem", free, seen=seen))[1]


@pytest.mark.parametrize(
    ("option", "rule", "message"),
    [
        ("lose-all", "FR-R20a", "perdem."),
        ("la-partage", "FR-R20b", "perdem metade"),
        ("en-prison", "FR-R20c", "ficam retidas"),
    ],
)
def test_FR_R20_the_table_says_how_zero_treats_the_even_chances(
    page: Page, option: str, rule: str, message: str
) -> None:
    """[FR-R20] [FR-R26]"""
    sheet = {"system": "french-roulette", "zero_option": option, "variants": ["FR"]}
    describe = described("french-roulette", sheet, {"variant": "FR", "minimum": 50})
    body = (
        SPEAKER + "const node = about.zeroNote({ describe, i18n, urls }); "
        "return [node.textContent, node.querySelector('a').getAttribute('href')];"
    )
    text, link = run(page, MODULES, body, given("pt", "french-roulette", describe))
    assert message in text and rule in text and link == f"/rules/x/#{rule}"


@pytest.mark.parametrize(
    ("nudge", "message"),
    [
        ({"step": "invited", "rounds": 1, "why": "rounds", "after": 7}, "more than 7 rounds"),
        ({"step": "invited", "rounds": 1, "why": "rounds", "after": 1}, "more than one round"),
        ({"step": "invited", "ends": 9_000, "why": "time", "after": 240}, "more than 4 minutes"),
        ({"step": "invited", "ends": 9_000, "why": "time", "after": 200}, "more than 200 seconds"),
        (
            {"step": "invited", "rounds": 1, "why": "short"},
            "below the minimum bet of €2.00. Rebuy for €100.00 or €200.00",
        ),
        ({"step": "warned", "rounds": 1, "why": "short"}, "Without a rebuy (€100.00 or €200.00)"),
        ({"step": "invited", "rounds": 1, "why": "rested"}, "more than 30 rounds"),
        ({"step": "warned", "rounds": 1, "why": "rounds", "after": 7}, "unless you bet in the next round"),
        (
            {"step": "warned", "ends": 9_000, "why": "time", "after": 240},
            "unless you bet before this time is up",
        ),
    ],
)
def test_HE_70a_HE_71_an_invitation_names_its_reason_and_the_figures_of_the_sheet(
    page: Page, nudge: dict[str, Any], message: str
) -> None:
    """[HE-70a] [HE-70b] [HE-71]"""
    body = (
        SPEAKER
        + """
      const clock = { now: () => 5000, until: (at) => at - 5000 };
      const card = session.inactivityCard({ i18n, clock, describe: () => describe, stay() {}, leave() {} });
      card.render({ mine: { since: 0, nudge: given.nudge } });
      return card.root.querySelector("p").textContent;
    """
    )
    text = run(page, MODULES, body, given("en", "holdem", described("holdem", {}, HOLDEM), nudge=nudge))
    assert message in text and "{" not in text


def test_A52_the_closing_statement_adds_the_other_tables_of_the_visit(page: Page) -> None:
    body = (
        SPEAKER
        + """
      const asked = [];
      window.fetch = async (url) => (asked.push(url), { ok: true, json: async () => given.told });
      let content;
      const openPanel = (title, node) => (content = node, { close() {} });
      const show = session.sessionStatement({ i18n, urls: { ...urls, elsewhere: "/s", lobby: "/lobby/" },
        openPanel, sit() {} });
      show({ cause: "player", since: 0, until: 1000, staked: 100, returned: 0, net: -100, rounds: 1 });
      await new Promise((done) => setTimeout(done));
      return [content.querySelector(".statement-elsewhere").textContent, asked];
    """
    )
    statement = {"tables": 2, "rounds": 3, "staked": 1_000, "returned": 1_500, "net": 500}
    text, requests = run(page, MODULES, body, given("en", "baccarat", {}, told=statement))
    assert requests == ["/s"] and all(part in text for part in ("(2)", "rounds 3", "€10.00", "€15.00", "+"))
    none, _ = run(page, MODULES, body, given("en", "baccarat", {}, told={**statement, "tables": 0}))
    assert "no other table" in none
