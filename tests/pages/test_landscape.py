"""A phone held sideways, 740 × 360: every button is as large as a finger, no word on it is cut off, nothing
lies on a button, and the own cards and the clock are on the screen.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

from games.catalogue import GAMES
from tests.pages.cards import MOUNTED, described, given, golden, modules, steps
from tests.pages.opened_table import OPENED, betting_step, page_facts
from tests.pages.screen import blank, run

pytestmark = pytest.mark.journey

# The round, the seat, and whether that seat decides, or bets.
MOMENTS = (
    ("roulette-american-two-players", 1, False),
    ("roulette-french-call-bets", 1, False),
    ("baccarat-two-players", 1, False),
    ("blackjack-split-and-double", 2, False),
    ("blackjack-split-and-double", 2, True),
    ("caribbean-stud-two-players", 1, True),
    ("caribbean-stud-two-players", 1, False),
    ("macau-stud-jackpot", 1, True),
    ("macau-stud-jackpot", 1, False),
    ("holdem-heads-up", 2, True),
)
LEAST = 44  # px
TARGETS = ".tray-chip, .tool, .decision, .raise-part, .raise-typed, .result-acts .act, .choice, .ahead-act"
LOOK = """
  for (const step of given.steps) { applyStep(step); applyStep(step); }
  const faults = [];
  const shown = (node) => node.checkVisibility({ checkVisibilityCSS: true }) && !node.closest("[data-empty]");
  const targets = [...document.querySelectorAll(given.targets)].filter(shown);
  for (const node of targets) {
    const { width, height, left, right } = node.getBoundingClientRect();
    const name = `${node.className} ${node.textContent.trim()}`;
    if (width < given.least || height < given.least) faults.push(`${name}: ${width} × ${height}`);
    if (left < 0 || right > innerWidth) faults.push(`${name} lies outside`);
    const label = document.createRange();
    label.selectNodeContents(node.querySelector(".decision-label") ?? node);
    const words = node.matches(".decision, .raise-part") ? label.getBoundingClientRect() : null;
    if (words && (words.left < left || words.right > right)) faults.push(`${name} is cut off`);
  }
  const spot = document.querySelector(".seat[data-mine] .spot");
  if (spot) {
    const { x, y, width, height } = spot.getBoundingClientRect();
    const [above, below] = [-21, 21].map((away) =>
      document.elementFromPoint(x + width / 2, y + height / 2 + away)?.closest("button"));
    if (above !== spot && below !== spot) faults.push("the own spot is smaller than a finger");
  }
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) faults.push(`${wide} px too wide`);
  return { faults, count: targets.length };
"""
# The whole page, its bar and its line of the phase included, as the server tells it in one frame.
SEEN = """
  const { table, mine } = given.moment;
  const now = Date.now();
  const session = { since: now, rounds: 1, staked: 0, returned: 0 };
  say({ t: "snapshot", v: 2, now, purse: { n: 2, cents: 90000 },
    table: { ...table, due: now + 15000, opened: now }, mine: { ...session, ...mine } });
  await until(() => room.hasAttribute("data-seated") && room.dataset.phase === table.phase);
  const isDrawn = () => document.querySelector(given.drawn) !== null && room.dataset.link === "open";
  await until(isDrawn);
  const faults = [];
  const shown = (node) => node.checkVisibility({ checkVisibilityCSS: true }) && !node.closest("[data-empty]");
  const nameOf = (node) => `${node.className?.baseVal ?? node.className} ${node.textContent.trim()}`;
  const all = (selector) => [...document.querySelectorAll(selector)].filter(shown);
  const targets = all(`.bar a, .bar button, .tray-chip, .table-foot button, .result-acts .act, .choice,
    .room-side button`);
  for (const node of targets) {
    const { width, height } = node.getBoundingClientRect();
    if (width < given.least || height < given.least) faults.push(`${nameOf(node)}: ${width} × ${height}`);
  }
  // What is on the screen without scrolling lies above everything else where a finger would press it.
  for (const node of all(".bar a, .bar button, .tray-chip, .table-foot button")) {
    const { x, y, width, height } = node.getBoundingClientRect();
    const [centreX, centreY] = [x + width / 2, y + height / 2];
    if (centreX > innerWidth && node.closest(".tray-chips")) continue; // a row that is moved sideways
    const top = document.elementFromPoint(centreX, centreY);
    if (!top || !(node.contains(top) || top.contains(node))) {
      faults.push(`${nameOf(node)} lies under ${top ? nameOf(top) : "the edge of the screen"}`);
    }
  }
  for (const [at, node] of targets.entries()) {
    const one = node.getBoundingClientRect();
    for (const other of targets.slice(at + 1)) {
      if (other.contains(node) || node.contains(other)) continue;
      const two = other.getBoundingClientRect();
      const across = Math.min(one.right, two.right) - Math.max(one.left, two.left);
      const along = Math.min(one.bottom, two.bottom) - Math.max(one.top, two.top);
      if (across > 1 && along > 1) faults.push(`${nameOf(node)} and ${nameOf(other)} overlap`);
    }
  }
  const foot = document.querySelector(".table-foot").getBoundingClientRect();
  const bar = document.querySelector(".bar").getBoundingClientRect();
  const isInSight = (node) => {
    const { top, bottom, left, right } = node.getBoundingClientRect();
    return top >= bar.bottom - 1 && bottom <= foot.top + 1 && left >= -1 && right <= innerWidth + 1;
  };
  const cards = all(given.cards_of);
  for (const node of cards) {
    if (!isInSight(node)) faults.push(`the card ${node.dataset.card} is not in sight`);
  }
  const clocks = all(".ring[data-shown]").filter((node) => {
    const { top, bottom } = node.getBoundingClientRect();
    return top >= 0 && bottom <= innerHeight;
  });
  if (!clocks.length) faults.push("the clock is not in sight");
  const wide = document.documentElement.scrollWidth - innerWidth;
  if (wide > 0) faults.push(`${wide} px too wide`);
  return { faults, count: targets.length, cards: cards.length };
"""
# What is on the page once the moment is drawn.
DECIDING = ".decisions:not([hidden]) .decision:not([disabled])"
BETTING = ".timeline .ring[data-shown]"
OWN_CARDS = ".own-hand .pcard, .seat[data-mine] .pcard, .he-seat[data-mine] .pcard"


@pytest.mark.parametrize(("name", "seat", "decides"), MOMENTS)
def test_the_whole_page_fits_on_the_screen(chromium: Browser, name: str, seat: int, decides: bool) -> None:
    file = golden(name)
    seen = list(steps(file, seat))
    moment = next(step for step in seen if is_moment(step, decides))
    moment["table"]["phase"] = "choosing" if decides else "betting"
    facts = given(
        file["system"],
        {},
        facts=page_facts(file),
        cards=GAMES[file["system"]].page.cards,
        first=seen[0],
        moment=moment,
        least=LEAST,
        cards_of=OWN_CARDS,
        drawn=DECIDING if decides else BETTING,
    )
    with blank(chromium, 740, 360) as page:
        page.emulate_media(reduced_motion="reduce")
        result = run(page, {}, OPENED + SEEN, facts)
    assert result["faults"] == []
    assert result["count"] > 3
    assert bool(result["cards"]) is decides


TARGET = """
  const boxOf = (name) => {
    const node = document.querySelector(`.seat[data-mine] ${name}`);
    const { x, y, width, height } = node.getBoundingClientRect();
    const target = getComputedStyle(node, "::after");
    const isOnTop = node.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    return [name, node.ariaDisabled === "true", isOnTop, parseFloat(target.width), parseFloat(target.height)];
  };
  return [".spot", ".box-jackpot"].map(boxOf);
"""


@pytest.mark.parametrize(("width", "height"), [(740, 360), (360, 740)])
def test_the_ante_and_the_jackpot_bet_are_each_as_large_as_a_finger(
    chromium: Browser, width: int, height: int
) -> None:
    name = "macau-stud-jackpot"
    moment = betting_step(name, 1, {"ante": 100})
    file = golden(name)
    facts = given(
        file["system"], {}, facts=page_facts(file), cards=True, first=moment, moment=moment, drawn=BETTING
    )
    body = SEEN[: SEEN.index("const faults")] + TARGET
    with blank(chromium, width, height) as page:
        page.emulate_media(reduced_motion="reduce")
        boxes = run(page, {}, OPENED + body, facts)
    for box, is_disabled, is_on_top, across, along in boxes:
        assert (is_disabled, is_on_top) == (False, True), box
        assert min(across, along) >= LEAST, f"{box}: {across} × {along}"


WHOLE = """
  const tray = document.querySelector(".table-foot").getBoundingClientRect().top;
  const whole = [...document.querySelectorAll(".felt, .st-prizes tbody tr, .result-acts .act")];
  const isCut = (node) => node.checkVisibility() && node.getBoundingClientRect().bottom > tray + 1;
  const nameOf = (node) => node.className.baseVal ?? node.textContent;
  return { cut: whole.filter(isCut).map(nameOf), count: whole.length };
"""
RIBBON = """<p class="demo-ribbon"><strong>Demonstração</strong>
  <span>As mesmas regras e as mesmas probabilidades, com créditos que não valem dinheiro.</span></p>"""


@pytest.mark.parametrize("money", ["EUR", "DEMO"])
@pytest.mark.parametrize(
    "name",
    [
        "roulette-american-two-players",
        "roulette-french-call-bets",
        "caribbean-stud-two-players",
        "macau-stud-jackpot",
    ],
)
def test_the_felt_and_the_table_of_prizes_are_whole_above_the_tray(
    chromium: Browser, name: str, money: str
) -> None:
    moment = betting_step(name, 1, {})
    file = golden(name)
    page_data = page_facts(file)
    facts = given(
        file["system"],
        {},
        facts={**page_data, "table": {**page_data["table"], "currency": money}},
        cards=GAMES[file["system"]].page.cards,
        first=moment,
        moment=moment,
        drawn=BETTING,
    )
    opened = OPENED.replace('data-currency="EUR"', f'data-currency="{money}"')
    if money == "DEMO":
        opened = opened.replace("</header>", f"</header>{RIBBON}")
    body = opened + SEEN[: SEEN.index("const faults")] + WHOLE
    with blank(chromium, 740, 360) as page:
        page.emulate_media(reduced_motion="reduce")
        seen = run(page, {}, body, facts)
    assert seen["cut"] == [] and seen["count"] > 1


PORTRAIT = """
  const shown = (node) => node.checkVisibility({ checkVisibilityCSS: true });
  const targets = [...document.querySelectorAll(given.targets)].filter(shown);
  const isLow = (node) => node.getBoundingClientRect().height < given.least;
  const nameOf = (node) => `${node.className} ${node.textContent}`;
  return { low: targets.filter(isLow).map(nameOf), count: targets.length };
"""


@pytest.mark.parametrize(("name", "seat", "decides"), MOMENTS)
def test_every_button_of_the_page_is_as_high_as_a_finger_on_an_upright_phone(
    chromium: Browser, name: str, seat: int, decides: bool
) -> None:
    file = golden(name)
    seen = list(steps(file, seat))
    moment = next(step for step in seen if is_moment(step, decides))
    moment["table"]["phase"] = "choosing" if decides else "betting"
    facts = given(
        file["system"],
        {},
        facts=page_facts(file),
        cards=GAMES[file["system"]].page.cards,
        first=seen[0],
        moment=moment,
        least=LEAST,
        targets=".bar :is(a, button), .room-side button, .choice, .table-foot :is(.tool, .decision)",
        drawn=DECIDING if decides else BETTING,
    )
    with blank(chromium, 360, 740) as page:
        page.emulate_media(reduced_motion="reduce")
        seen_page = run(page, {}, OPENED + SEEN[: SEEN.index("const faults")] + PORTRAIT, facts)
    assert seen_page["low"] == [] and seen_page["count"] > 5


def test_every_game_is_held_sideways() -> None:
    assert {golden(name)["system"] for name, _seat, _decides in MOMENTS} == set(GAMES)


@pytest.mark.parametrize(("name", "seat", "decides"), MOMENTS)
def test_every_button_is_as_large_as_a_finger(chromium: Browser, name: str, seat: int, decides: bool) -> None:
    file = golden(name)
    seen = list(steps(file, seat))
    last = next(at for at, step in enumerate(seen) if is_moment(step, decides))
    facts = given(file["system"], described(file), steps=seen[: last + 1], targets=TARGETS, least=LEAST)
    with blank(chromium, 740, 360) as page:
        result = run(page, modules(file["system"]), MOUNTED + LOOK, facts)
    assert result["faults"] == []
    assert result["count"] > 3


def is_moment(step: dict[str, Any], decides: bool) -> bool:
    options = step["mine"]["game"].get("options") or {}
    if decides:
        return bool({"choices", "continue", "fold"} & options.keys())
    return step["table"]["phase"] == "betting"
