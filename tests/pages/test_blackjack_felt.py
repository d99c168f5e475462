"""Blackjack as drawn: the table shows exactly what golden rounds contain. [BJ-4a] [BJ-8a] [BJ-14b] [BJ-15f]
[BJ-20b] [BJ-21b] [BJ-24a] [BJ-25b] [BJ-31]
"""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from playwright.sync_api import Browser, Page, expect

from games.rules.blackjack.engine import ENGINE as BLACKJACK
from games.rules.shared.cards import NAMES
from games.tables.messages.table import messages_for
from tests.pages.cards import MOUNTED, described, given, golden, modules, steps
from tests.pages.screen import blank, run
from tests.rules.blackjack.play import dealt
from tests.spread import spread

pytestmark = pytest.mark.journey

FILES = ("blackjack-ace-up", "blackjack-split-and-double", "blackjack-individual", "blackjack-void")
ON_THE_CLOTH = """
  const lies = () => {
    const cards = (node) => [...node.querySelectorAll(".pcard:not(.pcard-ghost)")]
      .map((card) => card.dataset.card);
    const places = {};
    for (const place of given.describe.places) {
      const hands = [...document.querySelectorAll(`.seat[data-place="${place}"] .hand`)].map(cards);
      if (hands.length) places[place] = hands;
    }
    const choices = [...document.querySelectorAll(".decisions:not([hidden]) .decision")]
      .filter((button) => !button.closest("[data-empty]") && !button.disabled)
      .map((button) => button.dataset.choice);
    const open = [...document.querySelectorAll(".spot:not([aria-disabled])")]
      .map((spot) => spot.dataset.place);
    return { places, bank: cards(document.querySelector(".bank")), choices, open,
      wide: document.documentElement.scrollWidth };
  };
"""


def expected(step: dict[str, Any]) -> dict[str, Any]:
    view, options = step["table"]["game"], step["mine"]["game"].get("options", {})
    bank = view.get("bank")
    offers = options.get("offers", {})
    first = offers[min(offers)] if offers else {}
    dealt = {
        name: [hand["cards"] for hand in place["hands"]]
        for name, place in view["places"].items()
        if any(hand["cards"] for hand in place["hands"])
    }
    return {
        "places": dealt,
        "bank": [*bank["cards"], *([""] if bank.get("down") else [])] if bank else [],
        "choices": sorted([*options.get("choices", {}), *first]),
        "open": sorted(options.get("bet", {})),
    }


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("width", [1280, pytest.param(360, marks=pytest.mark.long)])
def test_what_lies_on_the_cloth_is_what_the_house_said_after_every_step(
    chromium: Browser, name: str, width: int
) -> None:
    """Cards, hands side by side, the bank's card face down, the decisions and the places that may be bet on:
    no more and no less.
    """
    file = golden(name)
    for seat in file["seats"][:2]:
        game_steps = list(steps(file, seat))
        with blank(chromium, width, 780) as page:
            body = (
                MOUNTED
                + ON_THE_CLOTH
                + "return given.steps.map((step) => { applyStep(step); return lies(); });"
            )
            results = run(
                page, modules("blackjack"), body, given("blackjack", described(file), steps=game_steps)
            )
        for step, lies in zip(game_steps, results, strict=True):
            wide = lies.pop("wide")
            assert wide <= width
            assert {**lies, "choices": sorted(lies["choices"]), "open": sorted(lies["open"])} == expected(
                step
            )


def test_the_card_that_lies_face_down_has_no_face_in_the_page(page: Page) -> None:
    """[BJ-14b]"""
    file = golden("blackjack-ace-up")
    game_steps = [step for step in steps(file, 1) if step["table"]["game"].get("bank", {}).get("down")]
    body = (
        MOUNTED
        + "applyStep(given.steps[0]); const down = document.querySelector('.bank .pcard[data-down]'); "
        "return [down.outerHTML, down.ariaLabel];"
    )
    html, label = run(page, modules("blackjack"), body, given("blackjack", described(file), steps=game_steps))
    assert "pcard-face" not in html
    assert label == messages_for("pt", "blackjack")["playing.down"] == "carta tapada"


def test_every_card_of_the_pack_has_its_name_and_its_own_face(page: Page) -> None:
    body = """
      const i18n = texts.createI18n(given.words, { language: "pt-PT", currency: "EUR" });
      return given.names.map((name) => {
        const made = card.createCard(i18n, name);
        return [made.getAttribute("aria-label"), made.querySelector(".pcard-full").innerHTML];
      });
    """
    results = run(
        page,
        {"card": "table/cards/card.js", "texts": "table/i18n.js"},
        body,
        {"names": NAMES, "words": messages_for("pt", "blackjack")},
    )
    assert len({label for label, _face in results}) == 52
    assert len({face for _label, face in results}) == 52
    assert dict(zip(NAMES, (label for label, _face in results), strict=True))["QH"] == "dama de copas"


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (768, 1024), (360, 780), (800, 360)])
def test_every_place_is_on_the_felt_and_can_be_touched(chromium: Browser, width: int, height: int) -> None:
    """[BJ-4a] [BJ-7]"""
    file = golden("blackjack-individual")
    file["setting"] |= {"places": 7, "places_per_player": 7}
    step = list(steps(golden("blackjack-individual"), 1))[0]
    step["mine"]["game"]["options"]["bet"] = {str(place): {"min": 100, "max": 10000} for place in range(1, 8)}
    with blank(chromium, width, height) as page:
        body = (
            MOUNTED
            + """
          applyStep(given.step);
          const cloth = document.querySelector(".card-cloth").getBoundingClientRect();
          for (const spot of document.querySelectorAll(".spot")) {
            spot.scrollIntoView({ block: "center" });
            const { x, y, width, height } = spot.getBoundingClientRect();
            const hit = document.elementFromPoint(x + width / 2, y + height / 2);
            if (hit?.closest(".spot") === spot) spot.click();
          }
          const wide = document.documentElement.scrollWidth;
          return { on: asked.map((each) => Object.keys(each.on)[0]), wide,
            cloth: [cloth.width, cloth.height] };
        """
        )
        result = run(page, modules("blackjack"), body, given("blackjack", described(file), step=step))
    assert result["on"] == [str(place) for place in range(1, 8)]
    assert result["wide"] <= width
    assert min(result["cloth"]) > 150


@pytest.mark.parametrize("language", ["pt", "en", "es"])
def test_on_an_upright_phone_the_decisions_fill_the_width(chromium: Browser, language: str) -> None:
    """Card and stand are in the lower row, in the same place whatever else is offered. [BJ-15f]"""
    file = golden("blackjack-split-and-double")
    game_steps = [step for step in steps(file, 2) if step["mine"]["game"].get("options", {}).get("choices")]
    body = (
        MOUNTED
        + """
      return given.steps.map((step) => {
        applyStep(step);
        const shown = [...document.querySelectorAll(".decisions:not([hidden]) .decision")]
          .filter((node) => node.checkVisibility({ checkVisibilityCSS: true }));
        const rows = {};
        for (const node of shown) {
          const { left, right, top, height } = node.getBoundingClientRect();
          const isCut = node.scrollWidth > node.clientWidth || node.scrollHeight > node.clientHeight;
          (rows[Math.round(top)] ??= []).push({ choice: node.dataset.choice, left, right, height, isCut });
        }
        return Object.values(rows);
      });
    """
    )
    with blank(chromium, 360, 740) as page:
        seen = run(
            page, modules("blackjack"), body,
            given("blackjack", described(file), language, steps=game_steps),
        )  # fmt: skip
    assert {len(rows) for rows in seen} == {1, 2}, "with more than card and stand, and without"
    lowest = [rows[-1] for rows in seen]
    assert {tuple(each["choice"] for each in row) for row in lowest} == {("hit",), ("hit", "stand")}
    places = {(round(row[0]["right"]), round(row[1]["left"])) for row in lowest if len(row) == 2}
    assert len(places) == 1
    for rows in seen:
        for row in rows:
            assert row[0]["left"] <= 8 and row[-1]["right"] >= 352
            assert all(each["height"] >= 44 and not each["isCut"] for each in row), row


DECIDING = """
  const i18n = texts.createI18n(given.words, { language: "pt-PT", currency: "EUR" });
  const pressed = [];
  const bar = decision.decisionBar({ i18n, clock: { until: () => 9000 }, slots: ["hit", "stand"] });
  document.body.append(bar.root, Object.assign(document.createElement("input"), { id: "words" }));
  const offer = (key) => bar.render({ key, title: "18", due: 1, whole: 10, choices: {
    hit: { label: "Carta", letter: "C", press: () => pressed.push(`${key} hit`) },
    stand: { label: "Ficar", letter: "F", press: () => pressed.push(`${key} stand`) },
  } });
  const wait = (ms) => new Promise((done) => setTimeout(done, ms));
  const stand = bar.root.querySelector('[data-choice="stand"]');
  const down = () => stand.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
  const up = () => stand.dispatchEvent(new MouseEvent("click", { bubbles: true, detail: 1 }));
  const type = (node, key) => node.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
"""
DECISION = {"decision": "table/cards/decision_bar.js", "texts": "table/i18n.js"}


def test_a_click_that_was_meant_for_one_decision_never_reaches_the_next(page: Page) -> None:
    """[BJ-24b]"""
    body = (
        DECIDING
        + """
      offer("one"); await wait(260);
      down(); offer("two"); await wait(260); up();
      const between = [...pressed];
      offer("three"); down(); up();
      const fresh = [...pressed];
      await wait(260); down(); up(); up();
      return { between, fresh, pressed };
    """
    )
    result = run(page, DECISION, body, {"words": messages_for("pt", "blackjack")})
    assert result["between"] == [], "pressed for the first, released over the second"
    assert result["fresh"] == [], "it is too new to have been read"
    assert result["pressed"] == ["three stand"], "and one decision is sent once"


def test_keys_decide_except_while_typing(page: Page) -> None:
    body = (
        DECIDING
        + """
      offer("one"); await wait(260);
      type(document.getElementById("words"), "f");
      const typed = [...pressed];
      type(document.body, "f");
      bar.render({ key: null }); type(document.body, "c");
      return { typed, pressed };
    """
    )
    result = run(page, DECISION, body, {"words": messages_for("pt", "blackjack")})
    assert result == {"typed": [], "pressed": ["one stand"]}


def test_cards_come_one_after_the_other_and_money_waits_for_the_end(page: Page) -> None:
    """The view is the truth; the queue only delays what is shown of it, and can be skipped."""
    file = golden("blackjack-split-and-double")
    body = (
        MOUNTED
        + """
      let at = 1000;
      const counts = [];
      const cards = () => document.querySelectorAll(".pcard:not(.pcard-ghost)").length;
      const close = given.steps.findIndex((step) => step.news.some((event) => event.t === "bets-closed"));
      for (const step of given.steps.slice(0, close + 1)) applyStep(step, at);
      const dealt = given.steps.slice(close + 1, close + 4);
      for (const step of dealt) applyStep(step, at); // all in one moment: the eyes get them one by one
      counts.push(cards());
      for (const later of [390, 770]) { draw(at + later); counts.push(cards()); }
      const step = draw(at + 780).step;
      game.skipAnimation();
      const skipped = draw(at + 781).step;
      return { counts, step, skipped, all: cards() };
    """
    )
    result = run(
        page,
        modules("blackjack"),
        body,
        given("blackjack", described(file), steps=list(steps(file, 1)), still=False),
    )
    assert result == {"counts": [1, 2, 3], "step": "dealing", "skipped": "live", "all": 3}


def test_losing_bets_are_collected_before_winning_ones_are_paid(page: Page) -> None:
    """[BJ-2f] [BJ-31]"""
    file = golden("blackjack-split-and-double")
    body = (
        MOUNTED
        + """
      let at = 1000;
      const seen = [];
      for (const step of given.steps) {
        at += 3000;
        applyStep(step, at);
        if (!step.news.some((event) => event.t === "round-settled")) continue;
        for (const later of [50, 1000, 2000]) {
          const { step: name, mine } = draw(at + later);
          seen.push([name, document.querySelectorAll('.spot-chips .pile[data-as="prize"]').length,
            mine.game.result !== undefined]);
        }
      }
      return seen;
    """
    )
    results = run(
        page,
        modules("blackjack"),
        body,
        given("blackjack", described(file), steps=list(steps(file, 1)), still=False),
    )
    assert [step for step, _paid, _result in results] == ["dealing", "dealing", "live"]
    first, second, third = [prizes for _step, prizes, _result in results]
    assert first < second == third
    assert [result for _step, _prize, result in results] == [False, False, True]


OWN_HANDS = """
  const widths = [];
  // The lower edge of what cuts a card off.
  const clips = (card) => [card.closest(".strip-cards")]
    .filter((node) => getComputedStyle(node).overflow !== "visible")
    .map((node) => node.getBoundingClientRect().bottom);
  let isWhole = true;
  for (const step of given.steps) {
    applyStep(step);
    const cards = [...document.querySelectorAll(".hand-strip .pcard")];
    widths.push(cards.map((card) => card.offsetWidth));
    const strip = document.querySelector(".hand-strip").getBoundingClientRect();
    isWhole &&= cards.every((card) => card.checkVisibility() && card.offsetHeight > 1.3 * card.offsetWidth &&
      card.getBoundingClientRect().bottom <= Math.min(strip.bottom, ...clips(card)));
  }
  const shown = widths.filter((cards) => cards.length);
  const wide = document.body.scrollWidth;
  return { shown: shown.length, widths: [...new Set(shown.flat())], wide, isWhole };
"""


def test_own_cards_lie_large_and_whole_above_the_buttons_of_a_phone(chromium: Browser) -> None:
    """Red before: only their upper half was seen."""
    file = golden("blackjack-split-and-double")
    values = given("blackjack", described(file), steps=list(steps(file, 1)))
    with blank(chromium, 360, 740) as page:
        result = run(page, modules("blackjack"), MOUNTED + OWN_HANDS, values)
    assert result["widths"] == [50] and result["shown"] > 2 and result["wide"] <= 360
    assert result["isWhole"]
    with blank(chromium) as page:
        result = run(page, modules("blackjack"), MOUNTED + OWN_HANDS, values)
    assert result["shown"] == 0, "a wide screen has them on the table alone"


def test_the_strip_of_own_cards_goes_when_the_phone_is_turned(chromium: Browser) -> None:
    file = golden("blackjack-split-and-double")
    step = next(step for step in steps(file, 1) if step["table"]["phase"] == "choosing")
    with blank(chromium, 360, 740) as page:
        facts = given("blackjack", described(file), step=step)
        run(page, modules("blackjack"), MOUNTED + "applyStep(given.step);", facts)
        assert page.locator(".hand-strip .pcard:visible").count() >= 2
        page.set_viewport_size({"width": 740, "height": 360})
        expect(page.locator(".hand-strip .pcard:visible")).to_have_count(0)
        page.set_viewport_size({"width": 360, "height": 740})
        expect(page.locator(".hand-strip .pcard:visible")).not_to_have_count(0)


def test_the_options_of_the_table_stand_beside_it_where_there_is_room(chromium: Browser) -> None:
    """[BJ-7] [BJ-16]"""
    file = golden("blackjack-split-and-double")
    facts = given("blackjack", described(file), step=next(iter(steps(file, 1))))
    options = 'document.querySelector(".bj-options")'
    body = f"{MOUNTED} applyStep(given.step); return {options}.checkVisibility() && {options}.innerText;"
    with blank(chromium) as page:
        text = run(page, modules("blackjack"), body, facts)
    assert "com 9, 10 ou 11" in text and "até 3" in text
    with blank(chromium, 360, 740) as page:
        assert not run(page, modules("blackjack"), body, facts)


def test_the_same_table_is_told_as_a_list(page: Page) -> None:
    file = golden("blackjack-ace-up")
    game_steps = list(steps(file, 2))
    body = (
        MOUNTED + "document.body.append(game.textView); for (const step of given.steps) applyStep(step); "
        "return [game.textView.innerText, announced];"
    )
    text, texts = run(page, modules("blackjack"), body, given("blackjack", described(file), steps=game_steps))
    last = game_steps[-1]["table"]["game"]
    assert f"; {last['bank']['total']}." in text
    assert "Lugar 2" in text and "seu" in text
    assert any(line.startswith("É a sua vez. Lugar 2:") for line in texts)
    assert any("A banca mostra um ás." in line for line in texts)


def test_BJ_4c_a_round_without_a_bank_hand_is_a_result_too(page: Page) -> None:
    """[BJ-4c] [BJ-20c]"""
    state = dealt("10S 10D 6S 6H").surrender().state
    table = {
        "phase": "resting", "round": 1, "due": 9000, "seated": 1,
        "history": [line for line in [BLACKJACK.outcome(state)] if line],
        "game": BLACKJACK.view(state, None),
    }  # fmt: skip
    body = (
        MOUNTED
        + """
      applyStep({ table: given.table, mine: { seat: 1, net: 0, game: given.mine }, news: [] });
      const text = (name) => document.querySelector(name).innerText.replace(/\\s+/g, " ").trim();
      return { named: text(".result-name"), figure: text(".bank-figure"), lasts: text(".bank-lasts") };
    """
    )
    describe = BLACKJACK.describe(state.sheet, state.setting)
    seen = run(
        page,
        modules("blackjack"),
        body,
        given(
            "blackjack",
            describe,
            table=msgspec.to_builtins(table),
            mine=msgspec.to_builtins(BLACKJACK.view(state, 1)),
        ),
    )
    assert seen == {
        "named": "Não ficou nenhuma aposta para a banca decidir.",
        "figure": "–",
        "lasts": "– não tirou cartas",
    }


COVERED = """
  // Everything painted answers the probe, also what lets clicks through.
  const everything = new CSSStyleSheet();
  everything.replaceSync("#table * { pointer-events: auto !important } .ghosts { display: none }");
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, everything];
  const PAINTED = ".pcard, .pill, .pile, .shoe, .discard, .seat-title, .seat-note";
  const nameOf = (node) => `${node?.closest(".seat")?.dataset.place ?? ""}:${
    node?.closest(".hand")?.dataset.hand ?? ""} ${node?.dataset?.card ?? node?.className?.baseVal
    ?? node?.className ?? "nothing"}`;
  const topmost = (x, y) =>
    document.elementsFromPoint(x, y).map((node) => node.closest(PAINTED)).find(Boolean);
  const coverOf = (node, { left, top, width, height }) =>
    [[0.15, 0.2], [0.85, 0.2], [0.5, 0.5], [0.15, 0.8], [0.85, 0.8]]
      .map(([part, down]) => topmost(left + width * part, top + height * down))
      .find((found) => found !== node);
  const isSeen = (node) => node.checkVisibility() && node.getBoundingClientRect().width > 2
    && node.closest(".fan, .hand-strip")?.offsetWidth !== 1;
  const covered = () => {
    const faults = [], read = { corners: 0, totals: 0, strip: 0 };
    const [width, height] = [document.documentElement.clientWidth, innerHeight];
    const look = (node, box, kind) => {
      read[kind] += 1;
      const above = coverOf(node, box);
      if (above !== undefined) faults.push(`${nameOf(above)} lies over ${nameOf(node)}`);
      if (box.left < 0 || box.right > width || box.top < 0 || box.bottom > height) {
        faults.push(`${nameOf(node)} is outside`);
      }
    };
    for (const hand of document.querySelectorAll(".seat .hand, .bank")) {
      for (const card of hand.querySelectorAll(".pcard:not([data-down])")) {
        const [rank, suit] = [".index", ".pip"]
          .map((name) => [...card.querySelectorAll(name)].find((part) => part.checkVisibility()));
        if (!isSeen(card)) continue;
        look(card, rank.getBoundingClientRect(), "corners");
        look(card, suit.getBoundingClientRect(), "corners");
      }
      for (const pill of hand.querySelectorAll(".pill:not(:empty)")) {
        look(pill, pill.getBoundingClientRect(), "totals");
      }
    }
    read.strip = [...document.querySelectorAll(".hand-strip .pcard")].filter(isSeen).length;
    return { ...read, faults };
  };
"""
SPLIT_CARDS, TOTAL = ["8S", "3D", "10H"], 21
RESULTS: dict[str, dict[str, Any]] = {
    "won": {"code": "nearer", "back": 1000, "prize": 1000},
    "tied": {"code": "tie", "back": 1000},
    "lost": {"code": "farther", "lost": 1000},
}


def hand_of(number: int, *, settled: bool, split: bool, doubled: bool) -> dict[str, Any]:
    """A hand of three cards; the results of a place's hands differ from each other."""
    hand = {"cards": SPLIT_CARDS, "stake": 2000 if doubled else 1000, "total": TOTAL}
    hand |= {"split": split, "done": True, "doubled": doubled}
    return hand | RESULTS[list(RESULTS)[number % len(RESULTS)]] if settled else hand


def table_with(hands_of_places: tuple[int, ...], *, settled: bool, doubled: bool) -> dict[str, Any]:
    """The view of a table at which each place has so many hands of three cards."""
    places = {
        str(place): {
            "seat": 1,
            "bet": 1000,
            "hands": [
                hand_of(number, settled=settled, split=hands > 1, doubled=doubled) for number in range(hands)
            ],
        }
        for place, hands in enumerate(hands_of_places, start=1)
    }
    bank = {"cards": ["9D", "5C", "4C"], "total": 18, "result": "stand"} if settled else {
        "cards": ["9D"], "total": 9, "down": True,
    }  # fmt: skip
    game = {
        "phase": "settled" if settled else "playing",
        "places": places,
        "shoe": {"decks": 4, "left": 150},
        "bank": bank,
        **({} if settled else {"turn": {"place": "1", "hand": hands_of_places[0] - 1, "seat": 1}}),
    }
    table = {
        "phase": "resting" if settled else "choosing",
        "round": 1, "due": 9000, "seated": 1, "history": [], "game": game,
    }  # fmt: skip
    return {"table": table, "mine": {"seat": 1, "net": 0, "game": {}}, "news": []}


def crowded_tables(places: int) -> dict[str, dict[str, Any]]:
    """Every place with one to four hands, the first place alone split to each of these numbers, and the
    first split to four beside places with two: in play and settled, doubled and not. Of the layouts with
    unequal places each is in play once and settled once, and doubled once.
    """
    numbers = range(1, 5)
    equal = {(hands,) * places for hands in numbers}
    layouts = equal | {(hands, *(others,) * (places - 1)) for hands in numbers for others in (1, 2)}
    return {
        f"{layout}{' settled' * settled}{' doubled' * doubled}": table_with(
            layout, settled=settled, doubled=doubled
        )
        for number, layout in enumerate(sorted(layouts))
        for settled in (False, True)
        for doubled in ((False, True) if layout in equal else (settled == bool(number % 2),))
    }


# The fullest table is on the narrowest screen in every run, and three hands, whose rows lie closest there.
@pytest.mark.parametrize(
    ("places", "width", "height"),
    spread([1, 6, 4, 3, 7], [(768, 1024), (1280, 800), (360, 740)], also=[(7, (360, 740)), (3, (360, 740))]),
)
def test_BJ_15f_no_hand_covers_a_corner_a_total_or_a_result_of_another(
    chromium: Browser, places: int, width: int, height: int
) -> None:
    """[BJ-4a] [BJ-15f] Measured as painted: at each corner and each total the topmost drawing is its own."""
    file = golden("blackjack-individual")
    file["setting"] |= {"places": places, "places_per_player": places}
    tables = crowded_tables(places)
    body = (
        MOUNTED
        + COVERED
        + """
      return Object.fromEntries(Object.entries(given.tables).map(([name, step]) => {
        applyStep({ ...step, table: { ...step.table, game: {} } });
        applyStep(step);
        for (const animation of document.getAnimations()) animation.finish();
        return [name, covered()];
      }));
    """
    )
    with blank(chromium, width, height) as page:
        seen = run(page, modules("blackjack"), body, given("blackjack", described(file), tables=tables))
    assert seen.keys() == tables.keys()
    assert {name: found["faults"] for name, found in seen.items() if found["faults"]} == {}
    hands, cards = 4 * places, 4 * places * len(SPLIT_CARDS)
    crowded = seen[f"{(4,) * places}"]
    assert crowded["totals"] == hands + 1, "each total and the bank's is legible"
    if width > 360 or places <= 3:
        assert crowded["corners"] == 2 * (cards + 1), "and so is each card"
    else:
        assert crowded["strip"] == cards, "the own cards lie above the buttons"
        assert crowded["corners"] == 2 * (len(SPLIT_CARDS) + 1), "the hand in turn lies open"


TURNED = """
  const angleOf = (card) => {
    const { rotate } = getComputedStyle(card);
    return rotate === "none" ? 0 : parseFloat(rotate);
  };
  return Object.fromEntries(Object.entries(given.tables).map(([name, step]) => {
    applyStep({ ...step, table: { ...step.table, game: {} } });
    applyStep(step);
    for (const animation of document.getAnimations()) animation.finish();
    return [name, [...document.querySelectorAll(".seat .hand .fan")]
      .map((fan) => [...fan.querySelectorAll(".pcard")].map(angleOf))];
  }));
"""


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (768, 1024), (360, 740)])
def test_the_last_card_of_a_doubled_hand_is_turned(chromium: Browser, width: int, height: int) -> None:
    """Across where a hand lies alone; aslant in the close rows of split hands, where it would cover more."""
    file = golden("blackjack-individual")
    file["setting"] |= {"places": 3, "places_per_player": 3}
    tables = {
        f"{hands}{' doubled' * doubled}": table_with((hands,) * 3, settled=False, doubled=doubled)
        for hands in (1, 2, 4)
        for doubled in (False, True)
    }
    with blank(chromium, width, height) as page:
        facts = given("blackjack", described(file), tables=tables)
        angles = run(page, modules("blackjack"), MOUNTED + TURNED, facts)
    for hands in (1, 2, 4):
        straight, doubled = angles[f"{hands}"], angles[f"{hands} doubled"]
        assert len(straight) == len(doubled) == 3 * hands
        assert straight == [[0] * len(SPLIT_CARDS)] * len(straight)
        assert [hand[:-1] for hand in doubled] == [[0] * (len(SPLIT_CARDS) - 1)] * len(doubled)
        last = {hand[-1] for hand in doubled}
        assert last == {90} if hands == 1 else all(0 < angle < 45 for angle in last), (hands, last)
