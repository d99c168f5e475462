"""The scripts of the back office in a page: they request what the server computes and display it."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from tests.pages.screen import run

pytestmark = pytest.mark.journey

UNTIL = """
  const until = async (condition) => {
    for (let tries = 0; !condition(); tries += 1) {
      if (tries > 3000) throw new Error(`never: ${condition}`);
      await new Promise((done) => setTimeout(done, 10));
    }
  };
"""
FORM = (
    UNTIL
    + """
  document.body.innerHTML = `<form data-limits-from="/limits"><input name="csrfmiddlewaretoken" value="x">
    <input name="reason" value="because"><div data-field="minimum"><input name="minimum" value="50">
    <p data-wrong></p></div><p data-told data-same="same" data-one="one" data-two="two" data-defers="defers"
    data-wrong-said="wrong:"></p><table><tbody data-limits></tbody></table></form>`;
  const asked = [];
  window.fetch = async (url) => (asked.push(url), { ok: true, json: async () => given });
  await import("/js/backoffice/limits_preview.js");
  const summary = document.querySelector("[data-told]");
  await until(() => summary.textContent);
  return {
    asked, summary: summary.textContent, alarm: summary.hasAttribute("data-alarm"),
    field: document.querySelector("[data-wrong]").textContent,
    invalid: document.querySelector("[name=minimum]").hasAttribute("aria-invalid"),
    rows: [...document.querySelectorAll("tr")]
      .map((row) => [row.className, row.innerText.replace(/\\s+/g, " ").trim()]),
  };
"""
)
LINE = {"label": "Pleno", "before": "10", "after": "15", "times": "30 ×", "rule": "AR-11a", "changed": True}


def test_the_limits_of_a_table_are_shown_while_they_are_typed(page: Page) -> None:
    answer = {"wrong": [], "changed": 1, "defers": False, "two": True, "lines": [LINE]}
    result = run(page, {}, FORM, answer)
    assert result["asked"] == ["/limits?minimum=50"], "neither the token nor the reason is sent"
    assert (result["summary"], result["alarm"], result["invalid"]) == ("two", False, False)
    assert result["rows"] == [["office-changed", "Pleno 10 15 30 × AR-11a"]]


def test_a_breach_is_shown_at_its_field_and_the_lawful_limits_stay(page: Page) -> None:
    wrong = [{"field": "minimum", "message": "too low"}, {"field": "__all__", "message": "not like this"}]
    answer = {"wrong": wrong, "changed": 1, "defers": False, "two": False, "lines": [LINE]}
    result = run(page, {}, FORM, answer)
    assert (result["summary"], result["alarm"]) == ("wrong: not like this", True)
    assert (result["field"], result["invalid"], result["rows"]) == ("too low", True, [])


def test_the_live_floor_shows_fresh_figures(page: Page) -> None:
    body = (
        UNTIL
        + """
      document.body.innerHTML = `<dl><dd data-sum>1</dd></dl><span data-fresh data-lost="old"></span>
        <table data-floor="/floor"><tr data-table="7" data-status="open" data-phase="betting">` +
        `<td data-cell="seated">1</td></tr></table>`;
      const row = { status: "open", phase: "closed", late: true, seated: 3 };
      const answers = [{ ok: true, json: async () => ({ tables: { 7: row }, summary: ["2"] }) },
        { ok: false, status: 500 }];
      window.fetch = async () => answers.shift();
      await import("/js/backoffice/live_floor.js");
      const [fresh, line] = ["[data-fresh]", "[data-table]"].map((name) => document.querySelector(name));
      await until(() => fresh.textContent);
      const first = [line.dataset.phase, line.hasAttribute("data-late"), line.innerText.trim(),
        document.querySelector("[data-sum]").innerText];
      await until(() => fresh.hasAttribute("data-alarm"));
      return [...first, fresh.textContent];
    """
    )
    assert run(page, {}, body) == ["closed", True, "3", "2", "old"]


def test_a_wide_table_is_labelled_for_narrow_screens(page: Page) -> None:
    body = """
      const heads = ["A", "B", "C", "D"].map((name) => `<th>${name}</th>`).join("");
      document.body.innerHTML = `<table class="sheet"><thead><tr>${heads}</tr></thead>
        <tbody><tr><th>x</th><td colspan="2">1</td><td></td></tr></tbody></table>`;
      await import("/js/backoffice/narrow_tables.js");
      const cells = [...document.querySelectorAll("tbody td")];
      return [document.querySelector("table").hasAttribute("data-folds"),
        cells.map((cell) => cell.dataset.label),
        cells.map((cell) => cell.hasAttribute("data-empty"))];
    """
    assert run(page, {}, body) == [True, ["B", "D"], [False, True]]


def test_a_brief_row_shows_its_other_figures_on_request(page: Page) -> None:
    body = """
      document.body.innerHTML = `<table class="sheet" data-brief="All figures"><thead><tr><th>Game</th>
        <th data-unlabelled>State</th><th>Return</th><th data-more>Rounds</th></tr></thead>
        <tbody><tr><th>Roulette</th><td>calm</td><td>97</td><td>12</td></tr></tbody></table>`;
      await import("/js/backoffice/narrow_tables.js?brief");
      const row = document.querySelector("tbody tr"), button = row.querySelector("th > button");
      const labels = [...row.cells].map((cell) => cell.dataset.label ?? null);
      const seen = [button.ariaLabel, labels, [...row.cells].map((cell) => "more" in cell.dataset)];
      for (const _ of [1, 2]) {
        button.click();
        seen.push([button.ariaExpanded, row.hasAttribute("data-open")]);
      }
      return seen;
    """
    assert run(page, {}, body) == [
        "All figures: Roulette",
        [None, None, "Return", "Rounds"],
        [False, False, False, True],
        ["true", True],
        ["false", False],
    ]


def test_a_frame_that_scrolls_is_reached_by_the_keyboard(page: Page) -> None:
    body = """
      document.body.innerHTML = ["40rem", "5rem"].map((width) => `<div class="sheet-frame"
        style="width: 10rem; overflow-x: auto"><div style="width: ${width}">x</div></div>`).join("");
      await import("/js/backoffice/narrow_tables.js?frames");
      const frames = [...document.querySelectorAll(".sheet-frame")];
      const first = frames.map((frame) => frame.tabIndex);
      frames[0].style.width = "50rem";
      await new Promise((done) => setTimeout(() => requestAnimationFrame(done), 100));
      return [first, frames.map((frame) => frame.tabIndex)];
    """
    assert run(page, {}, body) == [[0, -1], [-1, -1]]


def test_tiles_and_sound_are_off_until_this_browser_chooses_them(page: Page) -> None:
    body = (
        UNTIL
        + """
      document.body.innerHTML = `<input type=checkbox data-tiles><input type=checkbox data-sound>
        <dl><dd data-sum>1</dd></dl><span data-fresh data-lost="old"></span>
        <div data-floor="/floor"><p data-table="7" data-status="open"><b data-cell="seated">1</b></p></div>`;
      let sounds = 0;
      const part = { connect: () => part, start: () => (sounds += 1), stop() {}, addEventListener() {},
        gain: {}, frequency: {} };
      window.AudioContext = class {
        currentTime = 0; createOscillator() { return part; } createGain() { return part; }
      };
      const [tiles, sound] = document.querySelectorAll("input");
      const answer = (seated, trouble) => ({ ok: true, json: async () => (
        { tables: { 7: { status: "open", trouble_now: trouble, seated } }, summary: ["1"] }) });
      const answers = [answer(2, true), answer(3, false), answer(4, true)];
      window.fetch = async () => answers.shift();
      await import("/js/backoffice/live_floor.js");
      const floor = document.querySelector("[data-floor]"), seen = [];
      const state = () => seen.push([floor.hasAttribute("data-as-tiles"), sounds]);
      const seated = document.querySelector("[data-cell]");
      await until(() => seated.textContent === "2");
      state();
      tiles.click(); sound.click();
      await until(() => seated.textContent === "4");
      state();
      return [...seen, localStorage.getItem("floor-tiles"), localStorage.getItem("floor-sound")];
    """
    )
    assert run(page, {}, body) == [[False, 0], [True, 1], "on", "on"]


def test_what_is_wrong_now_is_told_while_the_page_is_open(page: Page) -> None:
    body = (
        UNTIL
        + """
      document.body.innerHTML = `<section><p data-nothing-wrong></p>
        <ul data-wrong-now></ul></section>
        <span data-fresh data-lost="old"></span>
        <div data-floor="/floor"><p data-table="7" data-status="open"><b data-cell="seated">1</b></p></div>`;
      const tables = (seated) => ({ 7: { status: "open", seated } });
      const wrong = [{ table: "Lisboa", text: "a step is overdue", url: "/lisboa" }];
      const answers = [[2, wrong], [3, []]].map(([seated, wrong]) =>
        ({ tables: tables(seated), summary: [], wrong }));
      window.fetch = async () => ({ ok: true, json: async () => answers.shift() });
      await import("/js/backoffice/live_floor.js?wrong");
      const list = document.querySelector("ul"), seated = document.querySelector("[data-cell]"), seen = [];
      const state = () => seen.push([list.innerText, list.parentElement.hasAttribute("data-alarm"),
        document.querySelector("[data-nothing-wrong]").hidden]);
      await until(() => seated.textContent === "2");
      state();
      await until(() => seated.textContent === "3");
      state();
      return seen;
    """
    )
    assert run(page, {}, body) == [["Lisboa a step is overdue", True, True], ["", False, False]]


DRAFTS = """
  const page = (value, extra = "", who = "7") => {
    const words = `data-kept="back" data-use="use" data-discard="discard"`;
    document.body.innerHTML = `<div data-drafts-of="${who}" ${words}>${extra}` +
      `<form method="post" action="/decide"><input name="reason" value="${value}">` +
      `<input name="alias"><input name="subject" data-draft><button>Go</button></form></div>`;
    return document.querySelector("[name=reason]");
  };
  let visits = 0;
  const open = async (value, extra, who) => {
    const field = page(value, extra, who);
    await import(`/js/backoffice/drafts.js?${(visits += 1)}${given}`);
    return field;
  };
  const type = (field, text) => {
    field.value = text;
    field.dispatchEvent(new Event("input", { bubbles: true }));
  };
  const send = () => {
    document.forms[0].addEventListener("submit", (event) => event.preventDefault());
    document.forms[0].requestSubmit();
  };
  const note = () => document.querySelector(".office-draft");
  const done = "<span data-done></span>";
  localStorage.clear();
"""


def test_what_was_written_is_back_after_a_reload(page: Page) -> None:
    body = """
      type(await open(""), "It agrees with the ledger.");
      type(document.querySelector("[name=alias]"), "Ana");
      const again = await open("");
      const back = [again.value, note().textContent, document.querySelector("[name=alias]").value];
      [...note().querySelectorAll("button")].at(-1).click();
      return [...back, again.value, note(), (await open("")).value, localStorage.length];
    """
    expected = ["It agrees with the ledger.", "back discard", "", "", None, "", 0]
    assert run(page, {}, DRAFTS + body, "reload") == expected


def test_a_field_that_asks_for_it_is_kept_too(page: Page) -> None:
    """The subject of a notice, and opening hours."""
    body = """
      await open("");
      type(document.querySelector("[name=subject]"), "Maintenance");
      await open("");
      return document.querySelector("[name=subject]").value;
    """
    assert run(page, {}, DRAFTS + body, "field") == "Maintenance"


def test_a_ready_answer_does_not_replace_what_was_written(page: Page) -> None:
    body = """
      type(await open(""), "My own words.");
      const field = await open("A ready answer.");
      const first = field.value;
      note().querySelector("button").click();
      return [first, field.value];
    """
    assert run(page, {}, DRAFTS + body, "answer") == ["A ready answer.", "My own words."]


def test_a_draft_is_forgotten_only_once_it_was_done(page: Page) -> None:
    """A session that ended in between, or a refusal, gives it back."""
    body = """
      type(await open(""), "It agrees with the ledger.");
      send();
      const refused = (await open("")).value;
      send();
      return [refused, (await open("", done)).value, localStorage.length];
    """
    assert run(page, {}, DRAFTS + body, "done") == ["It agrees with the ledger.", "", 0]


def test_steps_that_are_done_say_nothing_about_a_draft(page: Page) -> None:
    """The page of a file for the regulator lists its steps as done; a refusal there keeps the reason."""
    body = """
      type(await open(""), "It agrees with the ledger.");
      send();
      return [(await open("", `<ol><li data-done="yes">Made</li></ol>`)).value];
    """
    assert run(page, {}, DRAFTS + body, "steps") == ["It agrees with the ledger."]


def test_nobody_else_gets_a_draft(page: Page) -> None:
    body = """
      type(await open(""), "It agrees with the ledger.");
      return [(await open("", "", "8")).value, localStorage.length];
    """
    assert run(page, {}, DRAFTS + body, "other") == ["", 0]


def test_keys_go_through_the_queue_and_no_key_decides_by_itself(page: Page) -> None:
    body = """
      const row = (name) => `<tr data-work-row><th><input type="checkbox">` +
        `<a href="#${name}">${name}</a></th><td>` +
        `<form><button aria-keyshortcuts="c">c</button></form></td></tr>`;
      document.body.innerHTML = `<table>${row("one")}${row("two")}</table>`;
      await import("/js/backoffice/work_keys.js?queue");
      const claimed = [];
      document.addEventListener("submit", (event) => {
        event.preventDefault();
        claimed.push(event.submitter?.textContent);
      });
      const press = (key, target = document.activeElement) =>
        target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      press("j"); press("j"); press("j");
      const last = document.activeElement.textContent;
      press("x"); press("k");
      const first = document.activeElement.textContent;
      press("c");
      return [last, first, [...document.querySelectorAll("input")].map((box) => box.checked), claimed];
    """
    assert run(page, {}, body) == ["two", "one", [False, True], ["c"]]
    body = """
      document.body.innerHTML = `<form><input name="reason" required minlength="8"><button>first</button>` +
        `<button aria-keyshortcuts="a">release</button><button aria-keyshortcuts="r">refuse</button></form>`;
      await import("/js/backoffice/work_keys.js?decision");
      const sent = [];
      document.addEventListener("submit", (event) => {
        event.preventDefault();
        sent.push(event.submitter.textContent);
      });
      const press = (key, target = document.activeElement) =>
        target.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
      press("a");
      const reason = document.activeElement;
      press("r");
      reason.value = "It agrees with the ledger.";
      press("Enter");
      reason.blur();
      press("r", document.body);
      return [reason.name, sent, document.activeElement.textContent];
    """
    assert run(page, {}, body) == ["reason", ["release"], "refuse"]
