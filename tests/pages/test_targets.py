"""Every page of a table on an upright phone: whatever can be pressed is as large as a finger, measured where
a finger would press it. What is not offered says why when it is pressed.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

from games.catalogue import GAMES
from tests.pages.cards import given, golden, steps
from tests.pages.opened_table import OPENED, betting_step, page_facts
from tests.pages.screen import blank, run
from tests.pages.test_landscape import BETTING, DECIDING, MOMENTS, SEEN, is_moment

pytestmark = pytest.mark.journey

LEAST = 44  # px
# What may be smaller, and why.
EXCEPTIONS = {
    "a.inline": "a link within a sentence, as WCAG 2.5.8 allows",
    ".hit": "the chances of roulette lie as the layout prints them; the list of chances offers each as a row",
    ".spot[aria-disabled], .box-jackpot[aria-disabled]": "nothing to choose: a press only says why not",
    ".he-plate[aria-disabled]": "a second seat is no choice: a press only says why not",
    ":disabled": "nothing to press now",
}
WALK = """
  const PRESSED = "a[href], button, input, select, textarea, summary, [role=button], [role=switch]";
  const markInline = () => {
    for (const link of document.querySelectorAll("a[href]")) {
      link.classList.toggle("inline", getComputedStyle(link).display === "inline");
    }
  };
  const nameOf = (node) => `${node.className?.baseVal ?? node.className} «${
    (node.ariaLabel ?? node.textContent).trim().slice(0, 40)}»`;
  const isShown = (node) => node.checkVisibility({ checkVisibilityCSS: true, checkOpacity: false })
    && !node.closest("[data-empty], [inert]") && node.getBoundingClientRect().width > 1;
  /** How far the answer of the node reaches from its middle, across and along. */
  const reach = (node) => {
    const drawn = node.matches("[type=radio], [type=checkbox]") ? node.closest("label") ?? node : node;
    drawn.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
    const { x, y, width, height } = drawn.getBoundingClientRect();
    const [midX, midY] = [x + width / 2, y + height / 2];
    const answers = (atX, atY) => {
      const found = document.elementFromPoint(atX, atY);
      return found !== null && (drawn.contains(found) || found.closest("label")?.control === node);
    };
    if (!answers(midX, midY)) return null;
    const span = (dx, dy) => {
      let length = 0;
      while (length < given.least && answers(midX + dx * (length + 1), midY + dy * (length + 1))) length += 1;
      return length;
    };
    return [span(-1, 0) + span(1, 0) + 1, span(0, -1) + span(0, 1) + 1];
  };
  const walked = (scope) => {
    markInline();
    const nodes = [...scope.querySelectorAll(PRESSED)].filter(isShown)
      .filter((node) => !given.exceptions.some((selector) => node.matches(selector)));
    const small = nodes.map((node) => [nameOf(node), reach(node)])
      .filter(([, size]) => size === null || Math.min(...size) < given.least)
      .map(([name, size]) => `${name}: ${size === null ? "covered" : size.join(" × ")}`);
    return { small: [...new Set(small)], count: nodes.length };
  };
"""
PAGE = """
  const page = walked(document.getElementById("table"));
  document.querySelector(".bar-menu").click();
  const menu = walked(document.querySelector(".menu-list"));
  const { bottom } = document.querySelector(".menu-list").getBoundingClientRect();
  const panels = {};
  const leaving = ["menu.leave", "menu.sit", "menu.command"].map((name) => given.words[name]);
  for (const item of document.querySelectorAll(".menu-list button.menu-item:not(.switch)")) {
    if (item.hidden || leaving.includes(item.textContent)) continue;
    item.click();
    await until(() => document.querySelector("dialog[open]"));
    await until(() => document.querySelector("dialog[open] .panel-body").innerText.length > 0);
    panels[item.textContent] = walked(document.querySelector("dialog[open]"));
    document.querySelector("dialog[open]").close();
    await until(() => !document.querySelector("dialog[open]"));
  }
  return { page, menu, panels, bottom };
"""


@pytest.mark.parametrize(("name", "seat", "decides"), MOMENTS)
def test_whatever_can_be_pressed_is_as_large_as_a_finger(
    chromium: Browser, name: str, seat: int, decides: bool
) -> None:
    """Boxes, areas beyond them, and what covers them: probed from the middle of each target outwards."""
    file = golden(name)
    seen = list(steps(file, seat))
    moment = next(step for step in seen if is_moment(step, decides))
    moment["table"]["phase"] = "choosing" if decides else "betting"
    facts = facts_of(file, moment, DECIDING if decides else BETTING)
    with blank(chromium, 360, 740) as page:
        page.emulate_media(reduced_motion="reduce")
        result = run(page, {}, OPENED + SEEN[: SEEN.index("const faults")] + WALK + PAGE, facts)
    found = {"page": result["page"], "menu": result["menu"], **result["panels"]}
    assert {where: each["small"] for where, each in found.items() if each["small"]} == {}
    assert result["page"]["count"] >= 6 and result["menu"]["count"] >= 8 and len(result["panels"]) >= 3
    assert result["bottom"] <= 740, "the menu ends within the window, and scrolls inside"


def facts_of(file: dict[str, Any], moment: dict[str, Any], drawn: str) -> dict[str, Any]:
    return given(
        file["system"],
        {},
        facts=page_facts(file),
        cards=GAMES[file["system"]].page.cards,
        first=moment,
        moment=moment,
        least=LEAST,
        exceptions=list(EXCEPTIONS),
        drawn=drawn,
    )


RIBBONS = """<p class="table-ribbon">Casa de demonstração</p><header"""


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (1280, 600), (360, 740), (740, 360)])
def test_the_menu_of_a_table_ends_within_the_window_and_scrolls_inside(
    chromium: Browser, width: int, height: int
) -> None:
    """Under the ribbon of a demonstration house, which moves the bar down."""
    file = golden("blackjack-individual")
    moment = betting_step("blackjack-individual", 1, {})
    body = (
        OPENED.replace("<header", RIBBONS, 1)
        + SEEN[: SEEN.index("const faults")]
        + """
      document.querySelector(".bar-menu").click();
      const list = document.querySelector(".menu-list");
      const { top, bottom } = list.getBoundingClientRect();
      const items = [...list.querySelectorAll(".menu-item")].filter((item) => !item.hidden);
      const last = items.at(-1);
      last.scrollIntoView({ block: "nearest", behavior: "instant" });
      const box = last.getBoundingClientRect();
      const found = document.elementFromPoint(box.x + box.width / 2, box.y + box.height / 2);
      return { top, bottom, reached: last.contains(found), items: items.length };
    """
    )
    with blank(chromium, width, height) as page:
        seen = run(page, {}, body, facts_of(file, moment, BETTING))
    assert seen["top"] >= 0 and seen["bottom"] <= height
    assert seen["reached"] and seen["items"] > 8


ANSWERS = """
  const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const press = async (selector) => {
    document.querySelector(".refusal .close").click();
    const asked = sent.length;
    const node = document.querySelector(selector);
    if (!node) throw new Error(`no ${selector}`);
    node.scrollIntoView({ block: "center", behavior: "instant" });
    const { x, y, width, height } = node.getBoundingClientRect();
    document.elementFromPoint(x + width / 2, y + height / 2).closest("button")?.click();
    await frames();
    for (const { id, t } of sent.slice(asked)) {
      if (t === "do") say({ t: "no", id, code: "place-taken", rule: "BJ-7", with: {} });
    }
    await frames();
    const notice = document.querySelector(".refusal[data-shown]");
    return [notice?.querySelector(".tell-text").textContent ?? "",
      notice?.querySelector(".rule-id:not([hidden])")?.textContent ?? ""];
  };
  const answers = {};
  for (const selector of given.pressed) answers[selector] = await press(selector);
  return answers;
"""
OTHERS = ".seat:not([data-mine]):not([data-open])"


@pytest.mark.parametrize(
    ("name", "bets", "phase", "pressed"),
    [
        ("blackjack-individual", {"1": 1000}, "choosing", {".seat[data-mine] .spot": "BJ-1"}),
        ("blackjack-split-and-double", {}, "betting", {f"{OTHERS} .spot": "BJ-7"}),
        (
            "macau-stud-jackpot",
            {},
            "betting",
            {f"{OTHERS} .spot": "MS-6.1", f"{OTHERS} .box-jackpot": "MS-6.1",
             ".seat[data-mine] .box-jackpot": "BJ-7"},
        ),
        (
            "macau-stud-jackpot",
            {"ante": 100},
            "closed",
            {".seat[data-mine] .spot": "CS-14b", ".seat[data-mine] .box-jackpot": "CS-14b"},
        ),
        ("caribbean-stud-two-players", {}, "betting", {f"{OTHERS} .spot": "CS-6a"}),
        ("holdem-heads-up", {}, "betting", {".he-seat:not([data-taken]) .he-plate": "HE-9"}),
    ],
)  # fmt: skip
@pytest.mark.parametrize("width", [1280, 360])
def test_a_place_that_is_not_offered_says_why(
    chromium: Browser, name: str, bets: dict[str, int], phase: str, pressed: dict[str, str], width: int
) -> None:
    """[BJ-7] [BJ-12b] [BJ-13] [CS-6a] [CS-14b] [MS-6.1] [HE-9] The house's own refusals name their rule, and
    so do those of the page.
    """
    file = golden(name)
    moment = betting_step(name, file["seats"][0], bets)
    moment["table"]["phase"] = phase
    facts = {**facts_of(file, moment, ".table-foot"), "pressed": list(pressed)}
    with blank(chromium, width, 800) as page:
        page.emulate_media(reduced_motion="reduce")
        answers = run(page, {}, OPENED + SEEN[: SEEN.index("const faults")] + ANSWERS, facts)
    for selector, rule in pressed.items():
        sentence, named = answers[selector]
        assert sentence.endswith("."), selector
        assert rule in named, (selector, named)


COACHED = """
  const now = Date.now();
  const session = { since: now, rounds: 0, staked: 0, returned: 0 };
  const show = (v, moment) => say({ t: "snapshot", v, now, purse: { n: v, cents: 90000 },
    table: { ...moment.table, due: now + 15000, opened: now }, mine: { ...session, ...moment.mine } });
  const frames = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  const covers = [];
  for (const [at, moment] of given.moments.entries()) {
    show(at + 2, moment);
    await frames();
    const bubble = document.querySelector(".coach");
    if (!bubble?.hasAttribute("data-shown")) { covers.push("not shown"); continue; }
    const one = bubble.getBoundingClientRect();
    const read = [...document.querySelectorAll(".pcard, .pill, .decision, .tray-chip, .bar, .phrases")];
    const under = read.filter((node) => node.checkVisibility({ checkVisibilityCSS: true })).filter((node) => {
      const other = node.getBoundingClientRect();
      return one.left < other.right && other.left < one.right && one.top < other.bottom
        && other.top < one.bottom;
    });
    covers.push(under.map((node) => node.className).join());
    const isInside = one.left >= 0 && one.right <= innerWidth && one.top >= 0 && one.bottom <= innerHeight;
    if (!isInside) covers.push("outside");
  }
  return covers;
"""


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 740)])
@pytest.mark.parametrize("name", ["blackjack-individual", "baccarat-two-players", "macau-stud-jackpot"])
def test_a_bubble_of_the_first_round_covers_no_card_and_no_total(
    chromium: Browser, name: str, width: int, height: int
) -> None:
    """Also where cards of the round before still lie on the table."""
    file = golden(name)
    played = next(step for step in steps(file, 1) if is_dealt(step))
    empty = betting_step(name, 1, {})
    crowded = {"table": {**played["table"], "phase": "betting"}, "mine": empty["mine"]}
    staked = {"table": crowded["table"], "mine": {**empty["mine"], "game": played["mine"]["game"]}}
    facts = facts_of(file, empty, BETTING)
    page_data = facts["facts"]
    facts["facts"] = {**page_data, "table": {**page_data["table"], "currency": "DEMO"}}
    facts["moments"] = [empty, crowded, staked]
    with blank(chromium, width, height) as page:
        page.emulate_media(reduced_motion="reduce")
        covers = run(page, {}, OPENED + COACHED, facts)
    assert covers == ["", "", ""]


def is_dealt(step: dict[str, Any]) -> bool:
    """Whether cards lie before the bank."""
    game = step["table"]["game"]
    return bool(game.get("bank", {}).get("cards") or game.get("hands", {}).get("punto", {}).get("cards"))
