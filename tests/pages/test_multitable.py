"""Several tables in one window: the table whose decision time ends first comes to the front, but never
under a pressed pointer.
"""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser, Page

from tests.pages.cards import given, golden
from tests.pages.opened_table import OPENED, betting_step, page_facts
from tests.pages.screen import blank, run

pytestmark = pytest.mark.journey


def test_a_table_in_a_window_reports_its_decision_and_deadline(page: Page) -> None:
    """Once for each change, also in a hidden window: it reports when it receives, not when it draws."""
    body = """
      const heard = [];
      addEventListener("message", ({ data }) => data.feltro === "table" && heard.push(data));
      const clock = { until: (due) => due - 1000 };
      const tell = windows.parentReporter({ table: 7, clock,
        awaitsDecision: (state) => Boolean(state.mine?.game?.options?.fold) });
      const state = (more) => ({ table: { due: 9000, ...more?.table },
        mine: { seat: 2, game: { options: more?.options ?? {} } } });
      tell(state(), "open");
      tell(state(), "open");
      tell(state({ options: { fold: {} } }), "open");
      tell(state({ options: { fold: {} }, table: { called: true } }), "open");
      tell(state({ options: { fold: {} } }), "lost");
      dispatchEvent(new KeyboardEvent("keydown", { key: "2", altKey: true, cancelable: true }));
      await new Promise((done) => setTimeout(done, 50));
      const told = (now, table) => [table, now.link, now.turn, now.extra, now.ends !== null];
      return heard.map(({ now, go, busy, table }) =>
        (now ? told(now, table) : go ? ["go", go] : ["busy", busy]));
    """
    assert run(page, {"windows": "table/parent_window.js"}, body) == [
        [7, "open", False, False, False],
        [7, "open", True, False, True],
        [7, "open", True, True, True],
        [7, "lost", False, False, False],
        ["busy", True],
        ["go", 2],
    ]


def test_alerts_can_be_switched_off_and_the_title_names_the_table(page: Page) -> None:
    body = """
      const made = () => alerts.createAlerts({ language: "pt-PT", title: "Feltro",
        t: (code, figures) => `${code} ${figures.table}` });
      const one = made();
      const titles = [["Figueira", "Póvoa"], ["Póvoa"], []]
        .map((names) => { one.showInTitle(names); return document.title; });
      const before = one.switches.map((name) => one.isOn(name));
      one.setOn("sound", true);
      one.setOn("front", false);
      const kept = made();
      return { titles, before, kept: [kept.isOn("sound"), kept.isOn("front")],
        table: localStorage.getItem("feltro.sound.sound") };
    """
    result = run(page, {"alerts": "table/multitable/alerts.js"}, body)
    assert result["titles"] == ["(2) alert.title Figueira · Feltro", "alert.title Póvoa · Feltro", "Feltro"]
    assert result["before"][0] is False and result["before"][-1] is True, "no sound until it is wanted"
    assert result["kept"] == [True, False] and result["table"] is None, (
        "the tables' own switch is another one"
    )


# The bottom edges of the felt and of the line about the zero, and the top of the tray, in px.
EDGES = """
  const { table, mine } = given.moment;
  const now = Date.now();
  const session = { since: now, rounds: 1, staked: 0, returned: 0 };
  room.dataset.mode = given.mode;
  say({ t: "snapshot", v: 2, now, purse: { n: 2, cents: 90000 },
    table: { ...table, due: now + 15000, opened: now }, mine: { ...session, ...mine } });
  await until(() => room.hasAttribute("data-seated") && room.dataset.phase === table.phase);
  await until(() => document.querySelector(".timeline .ring[data-shown]"));
  const bottom = (selector) => document.querySelector(selector).getBoundingClientRect().bottom;
  const tray = document.querySelector(".table-foot").getBoundingClientRect();
  const chips = document.querySelector(".tray-chips");
  return { felt: bottom(".felt"), zero: bottom(".room-middle > .zero-note"), tray: tray.top,
    end: tray.bottom - innerHeight, cut: chips.scrollWidth - chips.clientWidth };
"""


AMERICAN, FRENCH = "roulette-american-two-players", "roulette-french-call-bets"


# A quarter of a window of 1280 × 800 and of 1440 × 900, and half of the first, as `scaleFor` draws them.
@pytest.mark.parametrize(
    ("width", "height", "name", "mode", "money"),
    [
        (660, 373, AMERICAN, "individual", "EUR"),
        (660, 373, FRENCH, "multiple", "DEMO"),
        (718, 413, AMERICAN, "multiple", "DEMO"),
        (718, 413, FRENCH, "individual", "EUR"),
        (660, 748, AMERICAN, "individual", "DEMO"),
        (660, 748, FRENCH, "multiple", "EUR"),
    ],
)
def test_the_tray_of_a_table_beside_others_cuts_nothing_off(
    chromium: Browser, width: int, height: int, name: str, mode: str, money: str
) -> None:
    file = golden(name)
    moment = betting_step(name, 1, {})
    page_data = page_facts(file)
    facts = given(
        file["system"],
        {},
        facts={**page_data, "table": {**page_data["table"], "mode": mode, "currency": money}},
        cards=False,
        first=moment,
        moment=moment,
        mode=mode,
    )
    facts["styles"].append("css/table/frame.css")
    body = OPENED.replace('data-currency="EUR"', f'data-currency="{money}"') + EDGES
    with blank(chromium, width, height) as page:
        page.emulate_media(reduced_motion="reduce")
        edges = run(page, {}, body, facts)
    assert edges["end"] <= 1, "the tray is at the foot of the screen"
    assert max(edges["felt"], edges["zero"]) <= edges["tray"] + 1, edges
    assert edges["cut"] <= 0, edges


# Words of the bar and of the phase that cover each other or are cut off.
CROWDED = """
  const boxOf = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    const { left, right, top, bottom } = range.getBoundingClientRect();
    const end = Math.min(right, node.getBoundingClientRect().right);
    return { name: node.textContent, left, right: end, top, bottom };
  };
  const shown = (node) => node.getBoundingClientRect().width > 1;
  const nodes = [...document.querySelectorAll(".bar-title :is(h1, p), .bar-figure > *")].filter(shown);
  const boxes = nodes.map(boxOf);
  const crossing = boxes.flatMap((one, at) => boxes.slice(at + 1)
    .filter((other) => one.left < other.right && other.left < one.right &&
      one.top < other.bottom - 1 && other.top < one.bottom - 1)
    .map((other) => `${one.name} and ${other.name}`));
  const phrase = document.querySelector(".phrase");
  document.querySelector(".phrase-detail").textContent = "jogada 1240 · 12 à mesa · jogadores da casa: 3";
  const cut = phrase.scrollWidth - phrase.clientWidth;
  return { crossing, words: boxes.length, cut, phrase: phrase.textContent };
"""


@pytest.mark.parametrize(("width", "height"), [(660, 373), (660, 748)])
@pytest.mark.parametrize("name", [AMERICAN, "baccarat-two-players"])
def test_the_bar_and_the_phase_of_a_table_beside_others_are_whole(
    chromium: Browser, name: str, width: int, height: int
) -> None:
    moment = betting_step(name, 1, {})
    file = golden(name)
    facts = given(
        file["system"],
        {},
        facts=page_facts(file),
        cards="roulette" not in file["system"],
        first=moment,
        moment=moment,
        mode="multiple",
    )
    facts["styles"].append("css/table/frame.css")
    opened = OPENED.replace("<h1>Mesa</h1>", "<h1>Lisboa · demonstração</h1>")
    opened = opened.replace("<p>${given.system}</p>", "<p>Roleta americana · Demonstração</p>")
    body = opened + EDGES[: EDGES.index("const bottom")].replace("cents: 90000", "cents: 1234500")
    with blank(chromium, width, height) as page:
        page.emulate_media(reduced_motion="reduce")
        seen = run(page, {}, body + CROWDED, facts)
    assert seen["crossing"] == [] and seen["words"] >= 9
    assert seen["cut"] <= 0, seen["phrase"]
