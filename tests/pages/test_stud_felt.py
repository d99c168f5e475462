"""Póquer sem descarte and Macau stud as drawn: the table shows exactly what golden rounds contain. [CS-6a]
[CS-19a] [CS-19c] [CS-20] [CS-22] [CS-24] [CS-27] [CS-31] [MS-2.1] [MS-2.2] [MS-6.6] [MS-7.2] [MS-10.1]
[MS-10.4] [MS-12.1]
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from games.tables.messages.table import messages_for
from tests.pages.cards import MOUNTED, described, given, golden, modules, steps
from tests.pages.screen import blank, run

pytestmark = pytest.mark.journey

CARIBBEAN, MACAU = "caribbean-stud", "macau-stud"
FILES = (
    "caribbean-stud-two-players",
    "caribbean-stud-individual",
    "caribbean-stud-void",
    "macau-stud-jackpot",
    "macau-stud-carried",
    "macau-stud-order-of-payment",
)
ON_THE_CLOTH = """
  const lies = () => {
    const cards = (node) => [...node.querySelectorAll(".pcard:not(.pcard-ghost)")]
      .map((card) => card.dataset.card);
    const others = {};
    for (const seat of document.querySelectorAll(".seat")) if (cards(seat).length)
      others[seat.dataset.place] = cards(seat);
    const choices = [...document.querySelectorAll(".decisions:not([hidden]) .decision")]
      .filter((button) => !button.closest("[data-empty]") && !button.disabled)
      .map((button) => button.dataset.choice);
    const open = [...document.querySelectorAll(".spot:not([aria-disabled])")]
      .map((spot) => spot.dataset.place);
    const jackpot = [...document.querySelectorAll(".box-jackpot:not([aria-disabled])")]
      .map((box) => box.closest(".seat").dataset.place);
    const own = cards(document.querySelector(".own-hand"));
    const [bank, laid] = [".bank", ".discarded"].map((name) => cards(document.querySelector(name)));
    return { others, own, bank, laid, choices, open, jackpot, wide: document.documentElement.scrollWidth };
  };
"""


def expected(step: dict[str, Any], seat: int) -> dict[str, Any]:
    view, mine = step["table"]["game"], step["mine"]["game"]
    options = mine.get("options", {})
    folded = view["places"].get(str(seat), {}).get("choice") == "folded"
    free = options.get("jackpot") and not options["jackpot"]["needs_ante"]
    return {
        "others": {
            name: place["cards"]
            for name, place in view["places"].items()
            if place.get("cards") and name != str(seat)
        },
        "own": [] if folded else mine.get("cards", []),
        "bank": view.get("bank", {}).get("cards", []),
        "laid": view.get("discard", []),
        "choices": ["fold", "continue"] if "fold" in options else [],
        "open": [str(seat)] if view["phase"] == "betting" else [],  # above the maximum the house says why not
        "jackpot": [str(seat)] if free else [],
    }


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("width", [1280, pytest.param(360, marks=pytest.mark.long)])
def test_what_lies_on_the_cloth_is_what_the_house_said_after_every_step(
    chromium: Browser, name: str, width: int
) -> None:
    """Own cards large, the others' face down, the bank's one open card, the decisions and the boxes that may
    be bet on.
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
                page, modules(file["system"]), body, given(file["system"], described(file), steps=game_steps)
            )
        for step, lies in zip(game_steps, results, strict=True):
            assert lies.pop("wide") <= width
            assert lies == expected(step, seat)


def test_covered_cards_have_no_face_in_the_page(page: Page) -> None:
    """[CS-19b] [CS-19c]"""
    file = golden("caribbean-stud-two-players")
    game_steps = [step for step in steps(file, 1) if step["table"]["game"]["phase"] == "deciding"]
    body = (
        MOUNTED + "applyStep(given.steps[0]); "
        "return [...document.querySelectorAll('.pcard[data-down]')].map((card) => card.outerHTML);"
    )
    backs = run(page, modules(CARIBBEAN), body, given(CARIBBEAN, described(file), steps=game_steps))
    assert len(backs) == 4 + 5
    assert not any("pcard-face" in html for html in backs)


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (768, 1024), (360, 780), (800, 360)])
def test_every_place_and_its_jackpot_box_can_be_touched(chromium: Browser, width: int, height: int) -> None:
    """[CS-6a] [MS-2.1] [MS-2.2] [MS-10.1]"""
    file = golden("macau-stud-jackpot")
    first = next(iter(steps(file, file["seats"][0])))
    terms = described(file)["jackpot"]
    touch = (
        MOUNTED
        + """
      const at = [];
      for (const seat of given.seats) {
        const step = structuredClone(given.step);
        step.mine.seat = Number(seat);
        step.mine.game.options = { bet: true, ante: { min: 100, max: 2500 },
          jackpot: { cost: given.cost, needs_ante: false } };
        applyStep(step);
        const place = document.querySelector(`.seat[data-place="${seat}"]`);
        for (const [box, name] of [["ante", ".spot"], ["jackpot", ".box-jackpot"]]) {
          const node = place.querySelector(name);
          node.scrollIntoView({ block: "center" });
          const { x, y, width, height } = node.getBoundingClientRect();
          const hit = document.elementFromPoint(x + width / 2, y + height / 2);
          if (hit?.closest(name) !== node) continue;
          node.click();
          at.push([seat, asked.at(-1).on]);
        }
      }
      return { at, wide: document.documentElement.scrollWidth };
    """
    )
    seats = [str(seat) for seat in range(1, 8)]
    with blank(chromium, width, height) as page:
        result = run(
            page,
            modules(MACAU),
            touch,
            given(MACAU, described(file), step=first, seats=seats, cost=terms["bet"]),
        )
    laid = [[seat, on] for seat in seats for on in ({"ante": 100}, {"jackpot": terms["bet"]})]
    assert [
        [seat, {box: cents if box == "jackpot" else 100 for box, cents in on.items()}]
        for seat, on in result["at"]
    ] == laid
    assert result["wide"] <= width


@pytest.mark.parametrize("mine", range(1, 8))
def test_MS_2_2_on_a_phone_the_boxes_of_no_place_lie_on_anothers(chromium: Browser, mine: int) -> None:
    """[MS-2.1] [MS-2.2] [CS-6a] And what a finger must find is at least 24 pixels wide."""
    file = golden("macau-stud-jackpot")
    first = next(iter(steps(file, file["seats"][0])))
    first["mine"]["seat"] = mine
    first["mine"]["game"]["options"] = {
        "bet": True,
        "ante": {"min": 100, "max": 2500},
        "jackpot": {"cost": 100, "needs_ante": False},
    }
    body = (
        MOUNTED.replace('data-mode="multiple"', 'data-mode="multiple" data-game="macau-stud"', 1)
        + """
      applyStep(given.step);
      const boxes = [...document.querySelectorAll(".seat")]
        .flatMap((seat) => [...seat.querySelectorAll(".spot, .box")].map((node) => {
        const { left, right, top, bottom } = node.getBoundingClientRect();
        return { seat: seat.dataset.place, name: node.className, left, right, top, bottom };
      }));
      const apart = (a, b) => a.right - 1 <= b.left || b.right - 1 <= a.left || a.bottom - 1 <= b.top ||
        b.bottom - 1 <= a.top;
      const overlaps = boxes.flatMap((a, at) => boxes.slice(at + 1)
        .filter((b) => a.seat !== b.seat && !apart(a, b)).map((b) => [a.seat, a.name, b.seat, b.name]));
      const mine = boxes.filter((box) => box.seat === String(given.step.mine.seat) &&
        !box.name.includes("box-bet"));
      const own = mine.map((box) => Math.round(box.right - box.left));
      const printed = [...document.querySelectorAll(".seat[data-mine] .box-word")]
        .map((node) => node.textContent);
      return { overlaps, least: Math.min(...own), words: printed };
    """
    )
    with blank(chromium, 360, 740) as page:
        result = run(page, modules(MACAU), body, given(MACAU, described(file), step=first))
    assert result["overlaps"] == [] and result["least"] >= 24
    assert "Bet" not in result["words"]


def test_each_decision_says_what_it_costs_and_sends_what_was_seen(page: Page) -> None:
    """[CS-20a] [CS-20b] [CS-22] [CS-23]"""
    file = golden("caribbean-stud-two-players")
    step = next(candidate for candidate in steps(file, 1) if candidate["mine"]["game"]["options"].get("fold"))
    body = (
        MOUNTED
        + """
      applyStep(given.step);
      await new Promise((done) => setTimeout(done, 260));
      const shown = [...document.querySelectorAll(".decisions:not([hidden]) .decision")]
        .map((node) => node.innerText);
      document.querySelector('.decision[data-choice="continue"]').click();
      document.querySelector('.decision[data-choice="fold"]').click();
      return { shown, asked };
    """
    )
    result = run(page, modules(CARIBBEAN), body, given(CARIBBEAN, described(file), step=step))
    fold, go_on = result["shown"]
    assert "perde a ante de 5,00\u00a0€" in fold
    assert "+10,00\u00a0€" in go_on
    assert result["asked"] == [{"t": "continue", "bet": 1000}], "one decision is sent once"


def lit(page: Page, name: str, seat: int) -> list[dict[str, Any]]:
    file = golden(name)
    body = (
        MOUNTED
        + """
      return given.steps.map((step) => {
        applyStep(step);
        const row = document.querySelector(".st-prizes tr[data-held] th");
        return { phase: step.table.game.phase, lit: row?.textContent ?? "",
          own: [...document.querySelectorAll(".own-says > :not(:empty)")].map((part) => part.textContent),
          lasts: document.querySelectorAll(".st-lasts").length,
          forbidden: document.querySelectorAll(".st-forbidden li").length };
      });
    """
    )
    game_steps = list(steps(file, seat))
    rows: list[dict[str, Any]] = run(
        page, modules(file["system"]), body, given(file["system"], described(file), steps=game_steps)
    )
    return rows


def test_the_table_of_prizes_is_lit_by_the_hand_held(page: Page) -> None:
    """[CS-12h]"""
    deciding = [row for row in lit(page, "caribbean-stud-two-players", 1) if row["phase"] == "deciding"]
    assert deciding[0]["lit"] == messages_for("pt", CARIBBEAN)["st.two-pairs"] == "dois pares"
    assert deciding[0]["own"] == ["dois pares", "2 : 1"]


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (360, 740)])
@pytest.mark.parametrize(
    "name", ["caribbean-stud-two-players", "macau-stud-jackpot", "macau-stud-order-of-payment"]
)
def test_the_row_of_prizes_at_the_hand_covers_no_card_and_no_bet(
    chromium: Browser, name: str, width: int, height: int
) -> None:
    """With the jackpot's prize where its bet lies. [CS-12h] [MS-10.4]"""
    file = golden(name)
    seat = file["seats"][0]
    first = MOUNTED.replace('data-mode="multiple"', f'data-mode="multiple" data-game="{file["system"]}"', 1)
    body = (
        first
        + """
      const seen = [];
      for (const step of given.steps) {
        applyStep(step);
        const row = document.querySelector(".own-says");
        if (row.hidden) continue;
        const [kind, ...prizes] = row.children;
        // The longest name is that of a hand without a prize of its own.
        if (!prizes.some((part) => part.textContent)) kind.textContent = "Cinco cartas diferentes";
        const box = row.getBoundingClientRect();
        const isCovered = (node) => {
          const { left, right, top, bottom } = node.getBoundingClientRect();
          return right > box.left + 1 && left < box.right - 1 && bottom > box.top + 1 && top < box.bottom - 1;
        };
        const things = [...document.querySelectorAll(".own-hand .pcard, .bank .pcard, .pile, .seat-plate")];
        seen.push({ covered: things.filter(isCovered).map((node) => node.outerHTML.slice(0, 80)),
          texts: [...row.children].map((part) => part.textContent), count: things.length,
          lines: Math.round(kind.offsetHeight / parseFloat(getComputedStyle(kind).lineHeight)),
          isCut: row.scrollWidth > row.clientWidth });
      }
      return seen;
    """
    )
    with blank(chromium, width, height) as page:
        seen = run(
            page, modules(file["system"]), body,
            given(file["system"], described(file), steps=list(steps(file, seat))),
        )  # fmt: skip
    assert [each["covered"] for each in seen if each["covered"]] == []
    assert seen and min(each["count"] for each in seen) > 10
    assert not any(each["isCut"] for each in seen), "its letters lay beside its ground"
    assert {each["lines"] for each in seen} == {1}, "red before: the longest name took two lines on a phone"
    jackpots = {each["texts"][2] for each in seen}
    assert jackpots == ({""} if file["system"] == CARIBBEAN else jackpots - {""})


def test_macau_gives_no_hint_while_players_decide_and_keeps_no_statistics(page: Page) -> None:
    """The name of the hand is shown after the decision. The prohibition is shown beside the table.
    [MS-12.1] [MS-12.2]
    """
    rows = lit(page, "macau-stud-order-of-payment", 1)
    assert [row for row in rows if row["phase"] == "deciding" and (row["lit"] or row["own"])] == []
    assert {(row["lasts"], row["forbidden"]) for row in rows} == {(0, 3)}
    assert rows[-1]["lit"] == "naipe real"


def test_losing_bets_are_collected_then_prizes_paid_then_the_jackpot_in_its_order(page: Page) -> None:
    """The meter takes the contributions first, and each prize leaves it: a straight flush before a royal
    flush. [MS-10.4] [MS-10.7]
    """
    file = golden("macau-stud-order-of-payment")
    body = (
        MOUNTED
        + """
      let at = 1000;
      for (const step of given.steps) { at += 9000; applyStep(step, at); }
      const seen = [];
      for (let ms = 0; ms <= 7000; ms += 20) {
        draw(at + ms);
        const count = (name) => document.querySelectorAll(name).length;
        const now = [room.dataset.step, count('.spot-chips .pile[data-as="prize"]'), count(".st-paid li")];
        if (JSON.stringify(now) !== JSON.stringify(seen.at(-1)?.slice(0, 3))) seen.push(now);
        seen.at(-1)[3] = document.querySelector(".meter-figure").textContent;
      }
      return { seen, paid: [...document.querySelectorAll(".st-paid li")].map((each) => each.textContent) };
    """
    )
    result = run(
        page, modules(MACAU), body, given(MACAU, described(file), steps=list(steps(file, 2)), still=False)
    )
    assert [step for step, *_more in result["seen"]] == [
        "collect",
        "pay",
        "fed",
        "jackpot",
        "jackpot",
        "jackpot",
        "live",
    ]
    assert [prizes for _step, prizes, *_more in result["seen"]] == [0, 3, 3, 4, 5, 6, 6]
    assert [meter for *_more, meter in result["seen"]] == [
        f"{cents}\u00a0€" for cents in ("200,00", "200,00", "201,20", "51,20", "0,00", "0,00", "200,00")
    ]
    assert [line.split(":")[0] for line in result["paid"]] == ["Lugar 2", "Lugar 1", "Lugar 5"]


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (768, 1024), (360, 740)])
def test_the_list_of_payments_covers_no_seat(chromium: Browser, width: int, height: int) -> None:
    """It is in sight, and so is what lies on the cloth above the foot. [MS-10.4]"""
    file = golden("macau-stud-order-of-payment")
    body = (
        MOUNTED.replace('data-mode="multiple"', 'data-mode="multiple" data-game="macau-stud"', 1)
        + """
      for (const step of given.steps) applyStep(step);
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      const box = (node) => node.getBoundingClientRect();
      const [list, end] = [".st-paid", ".table-foot"].map((name) => box(document.querySelector(name)));
      const parts = ".seat .spot, .seat .box, .seat-plate, .seat-total, .pcard, .own-says, .meter-figure";
      const things = [...document.querySelectorAll(parts)].filter((node) => node.checkVisibility());
      const covered = things.map((node) => [node, box(node)])
        .filter(([, { left, right }]) => right > list.left + 1 && left < list.right - 1)
        .filter(([, { top, bottom }]) => Math.min(bottom, end.top) > list.top + 1 && top < list.bottom - 1)
        .map(([node]) => `${node.className} of ${node.closest(".seat")?.dataset.place}`);
      return { covered, count: things.length, lines: document.querySelectorAll(".st-paid li").length,
        inside: list.top >= 0 && list.bottom <= innerHeight && list.left >= 0 && list.right <= innerWidth };
    """
    )
    with blank(chromium, width, height) as page:
        facts = given(MACAU, described(file), steps=list(steps(file, 2)))
        result = run(page, modules(MACAU), body, facts)
    assert result["covered"] == [] and result["inside"], result
    assert result["lines"] == 3 and result["count"] > 30


def test_cards_come_one_after_the_other_in_the_order_of_the_deal(page: Page) -> None:
    """[CS-19b]"""
    file = golden("caribbean-stud-two-players")
    body = (
        MOUNTED
        + """
      const delays = [];
      const own = Element.prototype.animate;
      Element.prototype.animate = function (frames, options) {
        const hand = this.closest(".seat")?.dataset.place ?? (this.closest(".bank") ? "bank" : "own");
        if (this.classList.contains("pcard")) delays.push([hand, options.delay]);
        return own.call(this, frames, options);
      };
      const at = given.steps.findIndex((step) => step.news.some((event) => event.t === "bank-dealt"));
      for (const [n, step] of given.steps.slice(0, at + 1).entries()) applyStep(step, 1000 + n * 3000);
      return delays.slice(-3);
    """
    )
    pairs = run(
        page,
        modules(CARIBBEAN),
        body,
        given(CARIBBEAN, described(file), steps=list(steps(file, 1)), still=False),
    )
    assert sorted(pairs, key=lambda pair: float(pair[1])) == [["own", 0], ["3", 220], ["bank", 440]]


def test_a_folded_hand_leaves_the_table_and_is_announced(page: Page) -> None:
    """[CS-22] [CS-31] [CS-32]"""
    file = golden("caribbean-stud-two-players")
    body = MOUNTED + "for (const step of given.steps) applyStep(step); return announced;"
    texts = run(page, modules(CARIBBEAN), body, given(CARIBBEAN, described(file), steps=list(steps(file, 3))))
    assert any(line.startswith("O seu tempo terminou. Tem mais") for line in texts)
    assert "O lugar 3 não decidiu: desiste da mão." in texts
    assert any(line.startswith("A banca tem ás de espadas") for line in texts)


def test_an_irregular_deal_is_announced_with_its_effect_on_jackpot_bets(page: Page) -> None:
    """[MS-11.1]"""
    file = golden("macau-stud-carried")
    game_steps = list(steps(file, 1))
    void = next(n for n, step in enumerate(game_steps) if step["table"]["game"]["phase"] == "void")
    body = (
        MOUNTED + "for (const step of given.steps) applyStep(step); "
        "return [announced, document.querySelector('.result').innerText];"
    )
    texts, result = run(
        page, modules(MACAU), body, given(MACAU, described(file), steps=game_steps[: void + 1])
    )
    assert any("As apostas no jackpot valem para a jogada seguinte." in line for line in texts)
    assert "Jogada nula" in result and "0,50\u00a0€" in result


def test_the_same_table_is_told_as_a_list(page: Page) -> None:
    file = golden("caribbean-stud-two-players")
    game_steps = list(steps(file, 1))
    last = next(n for n, step in enumerate(game_steps) if step["table"]["game"]["phase"] == "settled")
    body = (
        MOUNTED + "document.body.append(game.textView); for (const step of given.steps) applyStep(step); "
        "return game.textView.innerText;"
    )
    text = run(
        page, modules(CARIBBEAN), body, given(CARIBBEAN, described(file), steps=game_steps[: last + 1])
    )
    assert "Banca: ás de espadas, rei de copas" in text
    assert "9 de ouros, 9 de paus, 6 de copas, 6 de espadas e 5 de ouros; dois pares" in text
    assert "+25,00\u00a0€" in text and "−2,00\u00a0€" in text
