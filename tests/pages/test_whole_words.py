"""Nothing that a player needs is cut off or covered: lines of text, results, notices, one's own cards."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

from games.catalogue import GAMES
from games.tables.messages.table import messages_for
from tests.pages.cards import MOUNTED, described, given, golden, modules, steps
from tests.pages.opened_table import OPENED, page_facts
from tests.pages.screen import blank, run
from tests.pages.test_holdem_felt import game_facts, table, terms

pytestmark = pytest.mark.journey

ONE_OF_EACH = (
    "roulette-american-two-players",
    "roulette-french-call-bets",
    "baccarat-two-players",
    "blackjack-split-and-double",
    "caribbean-stud-two-players",
    "macau-stud-jackpot",
    "holdem-side-pots",
)
CUT = """
  const cutLines = () => [...document.querySelectorAll(".phrase, .phrase-detail, .result-name, .result-mine")]
    .filter((node) => node.checkVisibility() && node.clientWidth > 1)
    .filter((node) => node.scrollWidth > node.clientWidth || node.scrollHeight > node.clientHeight + 2)
    .map((node) => node.textContent);
"""


@pytest.mark.parametrize("name", [name for name in ONE_OF_EACH if not name.startswith("holdem")])
def test_a_result_keeps_to_its_column_on_a_phone_held_across(chromium: Browser, name: str) -> None:
    """Hold'em has no column there."""
    file = golden(name)
    game_steps = list(steps(file, int(min(file["seats"]))))
    body = (
        MOUNTED
        + """
      let at = 1000;
      const faults = new Set();
      for (const step of given.steps) {
        at += 60000;
        applyStep(step, at);
        draw(at + 50000);
        const [column, result] = [".room-side", ".result"]
          .map((part) => document.querySelector(part).getBoundingClientRect());
        const edge = (column.width ? column : result).right;
        for (const node of document.querySelectorAll(".result-name, .result-mine, .result-net")) {
          const { right, width, height } = node.getBoundingClientRect();
          if (width > 1 && right > edge + 1) faults.add(`${node.textContent} is ${right - edge} px too wide`);
          if (height > 60) faults.add(`${node.textContent} is ${height} px high`);
        }
      }
      return [...faults];
    """
    )
    facts = given(file["system"], described(file), steps=game_steps)
    with blank(chromium, 740, 360) as page:
        assert run(page, modules(file["system"]), body, facts) == []


SHOWN_CARDS = """(own) => [...document.querySelectorAll(".pcard")]
  .filter((card) => own.includes(card.dataset.card) && card.checkVisibility())
  .map((card) => card.getBoundingClientRect())
  .map(({ width, bottom }) =>
    ({ width, isWhole: bottom <= document.querySelector(".table-foot").getBoundingClientRect().top }))"""


def opened(name: str, language: str, **table: Any) -> dict[str, Any]:
    """The page of a table, as it is when its house says this of the first step of the file."""
    file = golden(name)
    first = next(iter(steps(file, int(min(file["seats"])))))
    first["table"] |= table
    facts = given(file["system"], described(file), language, first=first, facts=page_facts(file))
    return facts | {"cards": GAMES[file["system"]].page.cards}


@pytest.mark.parametrize("language", ["pt", "en", "es"])
@pytest.mark.parametrize("name", ["roulette-american-two-players", "baccarat-two-players"])
def test_a_phone_says_whole_for_which_value_the_round_waits(
    chromium: Browser, name: str, language: str
) -> None:
    beacon = {"number": 24_567_890, "name": "quicknet"}
    facts = opened(name, language, phase="closed", beacon=beacon, round=12_345, seated=7)
    body = OPENED + CUT + 'return [cutLines(), document.querySelector(".phrase-detail").textContent];'
    with blank(chromium, 360, 740) as page:
        cut, detail = run(page, {}, body, facts)
    assert cut == []
    assert "quicknet" in detail and f"{messages_for(language)['round.number'].split()[0]}" in detail


@pytest.mark.parametrize("language", ["pt", "en", "es"])
@pytest.mark.parametrize("name", ONE_OF_EACH)
def test_no_line_about_a_round_is_cut_on_a_phone(chromium: Browser, name: str, language: str) -> None:
    file = golden(name)
    seat = int(min(file["seats"]))
    game_steps = game_facts(name, seat) if file["system"] == "holdem" else list(steps(file, seat))
    for step in game_steps:  # with the longest name of a hand in the history
        if file["system"] == "holdem":
            step["table"]["history"] = ["three-of-a-kind 12345600"]
    body = (
        MOUNTED
        + CUT
        + """
      const lines = new Set();
      let at = 1000;
      for (const step of given.steps) {
        at += 30000;
        applyStep(step, at);
        draw(at + 25000);
        for (const line of cutLines()) lines.add(line);
      }
      return [...lines];
    """
    )
    facts = given(file["system"], described(file), language, steps=game_steps)
    with blank(chromium, 360, 740) as page:
        assert run(page, modules(file["system"]), body, facts) == []


STAYS: dict[str, dict[str, Any]] = {
    "held": {"phase": "held"},
    "void": {"phase": "void"},
    "reports": {"phase": "preparing", "reports_stopped": "delivery"},
    "closing": {"closing": True},
    "session ends": {},
}


SIZES = ((1280, 800), (360, 740))
# All pairs of a game, a notice and a size are in every run, and all three together in `make long`.
NOTICES = [
    pytest.param(name, why, *size, marks=() if (game + notice + at) % 2 == 0 else pytest.mark.long)
    for game, name in enumerate(ONE_OF_EACH)
    for notice, why in enumerate(STAYS)
    for at, size in enumerate(SIZES)
]


@pytest.mark.parametrize(("name", "why", "width", "height"), NOTICES)
def test_a_notice_that_stays_covers_nothing(
    chromium: Browser, name: str, why: str, width: int, height: int
) -> None:
    """[AR-22] [FR-R23] [903-B 2.3.3]"""
    facts = opened(name, "pt", **STAYS[why])
    if why == "session ends":
        facts["facts"]["session_end"] = {"said_from": 0, "time": "23:59"}
    body = (
        OPENED
        + """
      await until(() => document.querySelector(".tell.banner[data-shown]"));
      const box = (node) => node.getBoundingClientRect();
      const notice = box(document.querySelector(".tell.banner"));
      const foot = box(document.querySelector(".table-foot")).top; // what is below it is not in sight anyway
      const near = ".phrase, .phrase-detail, .result-head > *, .result-acts .act, .last-numbers, " +
        ".lasts > *, .bank-lasts, .st-meter, .card-table, .felt, .wheel";
      return [...document.querySelectorAll(near)]
        .filter((node) => node.checkVisibility() && box(node).height > 1)
        .filter((node) => box(node).top < notice.bottom - 1)
        .filter((node) => Math.min(box(node).bottom, foot) > notice.top + 1)
        .filter((node) => box(node).left < notice.right - 1 && box(node).right > notice.left + 1)
        .map((node) => node.className);
    """
    )
    with blank(chromium, width, height) as page:
        assert run(page, {}, body, facts) == []


def test_the_sentence_of_a_result_stands_below_its_number_not_beside_its_figure(chromium: Browser) -> None:
    """Beside the figure it had a narrow column of four lines."""
    file = golden("roulette-american-two-players")
    game_steps = list(steps(file, file["seats"][0]))
    body = (
        MOUNTED
        + """
      document.querySelector(".room-side").style.width = "21rem";
      let at = 1000;
      for (const step of given.steps) { at += 60000; applyStep(step, at); draw(at + 50000); }
      const sentence = document.querySelector(".result-mine");
      const [own, figure] = [sentence, document.querySelector(".result-net")]
        .map((node) => node.getBoundingClientRect());
      const isBelow = own.top >= figure.bottom - 4;
      return { text: sentence.textContent, isBelow, beside: figure.right - own.right };
    """
    )
    with blank(chromium, 1280, 800) as page:
        result = run(
            page, modules(file["system"]), body, given(file["system"], described(file), steps=game_steps)
        )
    assert "ganho ou perda" in result["text"]
    assert result["isBelow"] and result["beside"] < 1


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 740)])
@pytest.mark.parametrize("name", ["caribbean-stud-two-players", "macau-stud-jackpot"])
def test_the_own_hand_of_a_stud_lies_once_whole_and_above_the_buttons(
    chromium: Browser, name: str, width: int, height: int
) -> None:
    """Also where the page was a phone's before, which had the hand a second time."""
    file = golden(name)
    seat = int(min(file["seats"]))
    step = next(step for step in steps(file, seat) if step["mine"]["game"].get("options", {}).get("continue"))
    with blank(chromium, 360, 740) as page:
        facts = given(file["system"], described(file), step=step)
        run(page, modules(file["system"]), MOUNTED + "applyStep(given.step);", facts)
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(100)
        cards = page.evaluate(SHOWN_CARDS, step["mine"]["game"]["cards"])
    assert len(cards) == 5, "once"
    assert all(card["width"] >= 50 and card["isWhole"] for card in cards), cards


@pytest.mark.parametrize("seats", range(2, 11))
def test_on_a_phone_the_button_covers_no_letter_and_no_word_of_a_seat(chromium: Browser, seats: int) -> None:
    """[HE-4e]"""
    (step,) = table(seats=seats, mine=1)
    step["table"]["seats"] = {str(seat): f"Jogador {seat}" for seat in range(1, seats + 1)}
    body = (
        MOUNTED
        + """
      const box = (node) => node.getBoundingClientRect();
      const faults = [];
      for (const button of Object.keys(given.step.table.seats)) {
        const step = structuredClone(given.step);
        step.table.game.button = Number(button);
        applyStep(step);
        for (const label of document.querySelectorAll(".he-says")) {
          label.dataset.shown = "";
          label.firstChild.textContent = "cartas maiores";
        }
        document.querySelectorAll(".he-button").forEach((node) => { node.style.transition = "none"; });
        const lying = box(document.querySelector(".he-button"));
        for (const node of document.querySelectorAll(".he-avatar, .he-says, .he-alias, .he-stack")) {
          const range = document.createRange();
          range.selectNodeContents(node);
          const { left, right, top, bottom } = range.getBoundingClientRect();
          if (left + 1 < lying.right && right - 1 > lying.left && top + 1 < lying.bottom &&
            bottom - 1 > lying.top) faults.push([button, node.className, node.textContent]);
        }
      }
      return faults;
    """
    )
    with blank(chromium, 360, 740) as page:
        assert run(page, modules("holdem"), body, given("holdem", terms(seats), step=step)) == []


@pytest.mark.parametrize("seats", range(2, 7))
def test_on_a_phone_held_across_the_last_decision_covers_no_stack(chromium: Browser, seats: int) -> None:
    """And the own cards are named whole beside the decisions."""
    (step,) = table(seats=seats, mine=3 if seats > 2 else 1)
    body = (
        MOUNTED
        + """
      applyStep(given.step);
      const faults = [];
      for (const seat of document.querySelectorAll(".he-seat[data-taken]")) {
        const label = seat.querySelector(".he-says");
        label.dataset.shown = "";
        label.firstChild.textContent = "acompanha";
        const range = document.createRange();
        range.selectNodeContents(seat.querySelector(".he-stack"));
        if (label.getBoundingClientRect().top < range.getBoundingClientRect().bottom)
          faults.push(seat.dataset.place);
      }
      const title = document.querySelector(".decision-title");
      if (title.scrollWidth > title.clientWidth) faults.push(title.textContent);
      return faults;
    """
    )
    with blank(chromium, 740, 360) as page:
        assert run(page, modules("holdem"), body, given("holdem", terms(seats), step=step)) == []


@pytest.mark.parametrize("minutes", [11, 9])
def test_an_open_table_says_ten_minutes_before_that_the_session_ends(chromium: Browser, minutes: int) -> None:
    """Red before: the script compared the page's own time with the server's."""
    facts = opened("baccarat-two-players", "en")
    body = """
      given.facts.session_end = { said_from: Date.now() + (given.minutes - 10) * 60000, time: "23:59" };
    """
    body += OPENED
    body += """
      await until(() => document.querySelector(".tell.banner").dataset.text !== undefined);
      await new Promise((done) => setTimeout(done, 300));
      return document.querySelector(".tell.banner[data-shown]")?.textContent ?? "";
    """
    with blank(chromium) as page:
        said = run(page, {}, body, facts | {"minutes": minutes})
    assert said.startswith("Your session ends at 23:59.") == (minutes < 10)
