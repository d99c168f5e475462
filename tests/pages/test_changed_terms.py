"""New terms reach a page that is open: one sentence says what changed, and everything on the page follows.

[AR-25] [FR-R26] [BJ-32] [PB-32] [CS-38] [HE-66] [MS-10.3]
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page

from games.catalogue import GAMES
from games.tables.sheet_selectors import content_of_terms
from players.languages import HOUSE_LANGUAGES, language_of
from tests.pages.cards import described, given, golden
from tests.pages.opened_table import OPENED, betting_step, page_facts
from tests.pages.screen import run

pytestmark = pytest.mark.journey

# By file: the changes, the first chip of the tray then, the sentence, and what the page shows beside it.
Change = tuple[dict[str, Any], dict[str, Any], int, dict[str, str], str]
CHANGES: dict[str, Change] = {
    "roulette-french-prison": (
        {"zero_option": "lose-all"},
        {"minimum": 200},
        200,
        {
            "pt-PT": "Aposta mínima: 2,00\xa0€ em vez de 1,00\xa0€",
            "en-GB": "Minimum bet: €2.00 instead of €1.00",
            "es-ES": "Apuesta mínima: 2,00\xa0€ en lugar de 1,00\xa0€",
        },
        "zero.lose-all",
    ),
    "roulette-american-two-players": (
        {"double_bets": False},
        {"cap": 5000},
        50,
        {"pt-PT": "Máximo por jogador e jogada: 50,00\xa0€ em vez de 200,00\xa0€"},
        "",
    ),
    "blackjack-split-and-double": (
        {},
        {"minimum": 1000, "maximum": 10000},
        1000,
        {
            "pt-PT": "Aposta mínima: 10,00\xa0€ em vez de 1,00\xa0€",
            "en-GB": "Minimum bet: €10.00 instead of €1.00",
            "es-ES": "Apuesta mínima: 10,00\xa0€ en lugar de 1,00\xa0€",
        },
        "10,00\xa0€ – 100,00\xa0€",
    ),
    "baccarat-two-players": (
        {},
        {"commission": "b", "minimum": 200},
        200,
        {"pt-PT": "Aposta mínima: 2,00\xa0€ em vez de 1,00\xa0€; "},
        "",
    ),
    "caribbean-stud-two-players": (
        {},
        {"minimum": 500},
        500,
        {"pt-PT": "Ante mínima: 5,00\xa0€ em vez de 1,00\xa0€"},
        "5,00\xa0€ – 25,00\xa0€",
    ),
    "macau-stud-jackpot": (
        {"royal_times": 60},
        {"jackpot.bet": 200},
        100,
        {"pt-PT": "Aposta no jackpot: 2,00\xa0€ em vez de 0,50\xa0€"},
        "2,00\xa0€",
    ),
    "holdem-side-pots": (
        {"rate": 300},
        {"buy_in": 15_000},
        0,
        {"pt-PT": "Cave: 150,00\xa0€ em vez de 100,00\xa0€"},
        "150,00\xa0€",
    ),
}
FOLLOWED = """
  const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const mine = { ...given.first.mine, since: 0, rounds: 1, staked: 0, returned: 0, alias: "ana" };
  const round = given.first.table.round;
  say({ t: "snapshot", v: 2, now: Date.now(), table: { ...given.first.table, terms: given.before },
    mine, purse: { n: 2, cents: 90000 } });
  await until(() => room.hasAttribute("data-seated"));
  await frames();
  const note = document.querySelector(".tell.terms");
  const wasShown = note.hasAttribute("data-shown");
  document.querySelector(".tray button:enabled, .tray input:enabled")?.focus();
  const inFoot = () => document.querySelector(".table-foot").contains(document.activeElement);
  const hadFocus = inFoot();
  say({ t: "table", was: 2, v: 3, now: Date.now(), news: [{ t: "bets-opened" }],
    set: { round: round + 1, terms: given.patch } });
  await until(() => note.hasAttribute("data-shown"));
  await frames();
  const live = document.querySelector("#table > .hidden-text[aria-live=polite]").textContent;
  const shown = { wasShown, note: note.querySelector(".terms-text").textContent, live,
    width: note.getBoundingClientRect().width, focus: hadFocus === inFoot(),
    trays: document.querySelectorAll(".tray").length, felts: document.querySelectorAll(".felt-box").length,
    chips: [...document.querySelectorAll(".tray input")].map(({ value }) => Number(value)),
    text: document.querySelector(".room").textContent,
    codes: [...new Set(document.querySelector("#table").textContent.match(/\\bterms[.][a-z]+/g) ?? [])] };
  note.querySelector("button").click();
  const isClosed = !note.hasAttribute("data-shown");
  // A new version without any change for this table is not told.
  say({ t: "table", was: 3, v: 4, now: Date.now(), news: [],
    set: { terms: { sheet: given.after.sheet + 1 } } });
  await frames();
  // After a lost connection the page hears of what changed meanwhile.
  server.dispatchEvent(new Event("close"));
  await until(() => sockets.length > 1);
  const next = sockets.at(-1);
  next.readyState = 1;
  next.dispatchEvent(new Event("open"));
  const told = (frame) => next.dispatchEvent(new MessageEvent("message", { data: JSON.stringify(frame) }));
  const later = { ...given.before, setting: given.after.setting + 1, sheet: given.after.sheet + 2 };
  told({ t: "snapshot", v: 9, now: Date.now(), table: { ...given.first.table, terms: later }, mine,
    purse: { n: 3, cents: 90000 } });
  await until(() => note.hasAttribute("data-shown"));
  return { ...shown, isClosed, again: note.querySelector(".terms-text").textContent };
"""


def terms_of_file(file: dict[str, Any], version: int, **changes: dict[str, Any]) -> dict[str, Any]:
    engine: Any = GAMES[file["system"]].engine
    data = {part: {**file[part]} for part in ("sheet", "setting")}
    for part, fields in changes.items():
        for path, value in fields.items():
            head, _dot, tail = path.partition(".")
            data[part][head] = {**data[part][head], tail: value} if tail else value
    sheet = msgspec.convert(data["sheet"], engine.sheet_type, strict=False)
    setting = msgspec.convert(data["setting"], engine.setting_type, strict=False)
    content = content_of_terms(file["system"], sheet, setting)
    return msgspec.json.decode(msgspec.json.encode({"sheet": version, "setting": version, **content}))


def patch_to(new: Any, old: Any) -> Any:
    """The merge patch that the croupier would send."""
    if not isinstance(new, dict) or not isinstance(old, dict):
        return new
    changed = {key: patch_to(value, old.get(key)) for key, value in new.items() if old.get(key) != value}
    return changed | dict.fromkeys(old.keys() - new.keys())


CASES = [
    (name, language.tag)
    for name in CHANGES
    for language in HOUSE_LANGUAGES
    if language.tag in CHANGES[name][3]
]


@pytest.mark.parametrize(("name", "language"), CASES)
def test_new_terms_are_told_and_shown_with_the_first_bets_under_them(
    page: Page, name: str, language: str
) -> None:
    sheet, setting, chip, sentences, beside = CHANGES[name]
    file = golden(name)
    before = terms_of_file(file, 1)
    after = terms_of_file(file, 2, sheet=sheet, setting=setting)
    step = betting_step(name, 1, {})
    errors: list[str] = []
    page.on("pageerror", lambda error: errors.append(str(error)))
    facts = given(
        file["system"],
        {},
        language=language_of(language).code,
        facts={**page_facts(file), "language": language, "terms": before},
        cards="roulette" not in file["system"],
        first=step,
        before=before,
        after=after,
        patch=patch_to(after, before),
    )
    assert described(file) == before["describe"] or name
    result = run(page, {}, OPENED + FOLLOWED, facts)
    assert not result["wasShown"] and sentences[language] in result["note"]
    assert result["note"] in result["live"] and result["width"] > 0 and result["codes"] == []
    assert result["felts"] == 1 and result["trays"] <= 1 and result["focus"]
    assert not result["chips"] or result["chips"][0] == chip
    if language == "pt-PT":
        assert facts["words"].get(beside, beside) in result["text"]
    assert result["isClosed"] and result["again"] and result["again"] != result["note"]
    assert errors == []


def test_a_page_made_after_a_change_follows_the_old_round_first(page: Page) -> None:
    """It is told nothing while the old round ends, and of the change when the new terms begin."""
    name = "blackjack-split-and-double"
    file = golden(name)
    before, after = terms_of_file(file, 1), terms_of_file(file, 2, setting={"minimum": 1000})
    step = betting_step(name, 1, {})
    facts = given(
        file["system"],
        {},
        facts={**page_facts(file), "language": "pt-PT", "terms": after, "describe": after["describe"]},
        cards=True,
        first={"table": {**step["table"], "terms": before}},
        patch=patch_to(after, before),
    )
    script = """
      const note = document.querySelector(".tell.terms");
      const side = () => document.querySelector("[data-part=side]").textContent;
      const first = { told: note.hasAttribute("data-shown"), old: side().includes("1,00\\u00a0€ – 100,00") };
      say({ t: "table", was: 1, v: 2, now: Date.now(), news: [], set: { terms: given.patch } });
      await until(() => note.hasAttribute("data-shown"));
      return { ...first, now: side().includes("10,00\\u00a0€ – 100,00"), text: note.textContent };
    """
    result = run(page, {}, OPENED + script, facts)
    assert result["told"] is False and result["old"] and result["now"]
    assert "10,00\xa0€ em vez de 1,00\xa0€" in result["text"]
