"""Ponto e banca as drawn: the table shows exactly what golden rounds contain. [PB-6a] [PB-10] [PB-14]
[PB-17] [PB-18] [PB-20] [PB-21] [PB-22] [PB-26] [PB-31] [PB-41]
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from games.tables.messages.table import messages_for
from tests.pages.cards import MOUNTED, described, given, golden, modules, steps
from tests.pages.screen import blank, run

pytestmark = pytest.mark.journey

FILES = ("baccarat-two-players", "baccarat-macau", "baccarat-kept-shoe")
SIZES = [(1280, 800), (768, 1024), (360, 780), (800, 360)]
ON_THE_CLOTH = """
  document.querySelector("#table").dataset.game = "baccarat";
  const all = (chosen, read, within = document) => [...within.querySelectorAll(chosen)].map(read);
  const names = (hand, cards) =>
    all(`.pb-hand[data-hand=${hand}] .${cards} .pcard`, (card) => card.dataset.card);
  const place = (zone) => zone.dataset.place;
  const text = (node) => node.textContent;
  const lies = () => ({
    punto: names("punto", "pair-cards"), banco: names("banco", "pair-cards"),
    thirds: [...names("punto", "third-card"), ...names("banco", "third-card")],
    scores: all(".hand-score", text), open: all(".zone[data-open]", place),
    won: all(".zone[data-won]", place),
    mine: all(".zone:has(.pile)", place),
    others: Object.fromEntries(all(".zone", (zone) => [place(zone), all(".other-chip text", text, zone)])),
    why: document.querySelector(".third-rule").textContent, wide: document.documentElement.scrollWidth,
  });
"""


def drawn(
    browser: Browser, name: str, seat: int, width: int = 1280, height: int = 780
) -> list[tuple[dict[str, Any], dict[str, Any]]]:
    file = golden(name)
    game_steps = list(steps(file, seat))
    with blank(browser, width, height) as page:
        body = (
            MOUNTED + ON_THE_CLOTH + "return given.steps.map((step) => { applyStep(step); return lies(); });"
        )
        results = run(page, modules("baccarat"), body, given("baccarat", described(file), steps=game_steps))
    return list(zip(game_steps, results, strict=True))


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("width", [1280, pytest.param(360, marks=pytest.mark.long)])
def test_what_lies_on_the_cloth_is_what_the_house_said_after_every_step(
    chromium: Browser, name: str, width: int
) -> None:
    """Cards down and turned, third cards apart, scores, everybody's chips, the chances that won: no more and
    no less.
    """
    for seat in golden(name)["seats"][:2]:
        for step, lies in drawn(chromium, name, seat, width):
            view, mine = step["table"]["game"], step["mine"]["game"]
            hands = view.get("hands", {})
            for hand in ("punto", "banco"):
                hand_view = hands.get(hand, {})
                assert lies[hand] == hand_view.get("cards", [""] * hand_view.get("down", 0))
            assert lies["thirds"] == [
                hand_view["third"] for hand_view in hands.values() if "third" in hand_view
            ]
            assert lies["scores"] == [
                str(hands.get(hand, {}).get("score", "")) for hand in ("punto", "banco")
            ]
            assert sorted(lies["won"]) == sorted(view.get("won", []))
            assert bool(lies["open"]) == (view["phase"] == "betting")
            if view["phase"] in ("betting", "dealing"):
                assert sorted(lies["mine"]) == sorted(mine["bets"])
                for place, seats in lies["others"].items():
                    assert seats == [
                        other for other, bets in view["bets"].items() if int(other) != seat and place in bets
                    ]
            assert lies["wide"] <= width


def test_PB_20_the_rule_of_the_third_card_is_said_as_the_house_applied_it(chromium: Browser) -> None:
    reasons = [(step, lies["why"]) for step, lies in drawn(chromium, "baccarat-two-players", 1)]
    by_rule = {
        move["rule"]: why
        for step, why in reasons
        for hand in step["table"]["game"].get("hands", {}).values()
        if (move := hand.get("move"))
    }
    assert (
        by_rule["PB-20-banca-3"]
        == "A banca tem 3 e pede contra 0-1-2-3-4-5-6-7-9; a terceira do ponto é 2 de paus: "
        "a banca pede carta."
    )
    assert by_rule["PB-20-ponto-8-9"] == by_rule["PB-19"] == "O ponto tem 8, natural: ninguém pede carta."
    assert by_rule["PB-20-nodraw-3-5"] == "O ponto não pediu. A banca tem 4 e pede carta (pede com 3-4-5)."
    alone = [
        why
        for step, why in reasons
        if "card-drawn" not in {event["t"] for event in step["news"]} and why.startswith("O ponto tem 2")
    ]
    assert alone, "before banca knows, ponto's own move is said"
    assert all(
        why == ""
        for step, why in reasons
        if not step["table"]["game"].get("hands", {}).get("banco", {}).get("cards") and "natural" not in why
    )


def test_PB_21_the_third_card_lies_across_and_apart(chromium: Browser) -> None:
    file = golden("baccarat-two-players")
    game_steps = [step for step in steps(file, 1) if "third" in str(step["table"]["game"].get("hands"))][:2]
    body = (
        MOUNTED
        + ON_THE_CLOTH
        + """
      for (const step of given.steps) applyStep(step);
      const box = (node) => node.getBoundingClientRect();
      return ["punto", "banco"].map((hand) => {
        const [one, two] = [...document.querySelectorAll(`.pb-hand[data-hand=${hand}] .pair-cards .pcard`)]
          .map(box);
        const third = box(document.querySelector(`.pb-hand[data-hand=${hand}] .third-card .pcard`));
        return { across: third.width > third.height,
          apart: third.right <= one.left || third.left >= two.right };
      });
    """
    )
    for width, height in SIZES:
        with blank(chromium, width, height) as page:
            results = run(
                page, modules("baccarat"), body, given("baccarat", described(file), steps=game_steps)
            )
        assert results == [{"across": True, "apart": True}] * 2


def test_PB_26_the_commission_is_printed_and_stands_by_the_prize_that_bore_it(page: Page) -> None:
    file = golden("baccarat-two-players")
    game_steps = [step for step in steps(file, 1) if step["table"]["game"]["phase"] == "settled"][:1]
    body = (
        MOUNTED
        + ON_THE_CLOTH
        + """
      given.steps.forEach((step) => applyStep(step));
      const banca = document.querySelector('.zone[data-place="banco"]');
      return [...[".zone-pays", ".pile-less"].map((each) => text(banca.querySelector(each))),
        text(document.querySelector(".result-mine"))];
    """
    )
    printed, less, result = run(
        page, modules("baccarat"), body, given("baccarat", described(file), steps=game_steps)
    )
    assert printed == "1 para 1 · comissão 5 %"
    assert less == "− 1,00\u00a0€"
    assert (
        result == "Apostado 21,00\u00a0€ · devolvido 40,00\u00a0€ · comissão 1,00\u00a0€ · "
        "ganho ou perda +18,00\u00a0€"
    )


def test_PB_41_at_a_macau_table_every_chance_says_how_much_room_is_left(chromium: Browser) -> None:
    body = (
        MOUNTED
        + ON_THE_CLOTH
        + """
      return given.steps.map((step) => {
        applyStep(step);
        return Object.fromEntries(all(".zone",
          (zone) => [place(zone), text(zone.querySelector(".zone-live"))]));
      });
    """
    )
    file = golden("baccarat-macau")
    game_steps = [step for step in steps(file, 1) if step["table"]["game"].get("room")]
    with blank(chromium) as page:
        results = run(page, modules("baccarat"), body, given("baccarat", described(file), steps=game_steps))
        figure = (
            "const i18n = texts.createI18n(given.words, { language: 'pt-PT', currency: 'EUR' }); "
            "return given.list.map(i18n.money);"
        )
        for step, limits in zip(game_steps, results, strict=True):
            room = step["table"]["game"]["room"]
            amounts = run(
                page,
                modules("baccarat"),
                figure,
                {"words": messages_for("pt", "baccarat"), "list": list(room.values())},
            )
            assert limits == {place: f"até {amount}" for place, amount in zip(room, amounts, strict=True)}
    assert len({str(limits) for limits in results}) > 2, "and it moves with everybody's bets"


@pytest.mark.parametrize(("width", "height"), SIZES)
@pytest.mark.parametrize("language", ["pt", "en"])
def test_every_chance_can_be_touched_and_no_printing_leaves_its_place(
    chromium: Browser, width: int, height: int, language: str
) -> None:
    """[PB-10]"""
    file = golden("baccarat-macau")
    game_steps = list(steps(file, 1))[:4]
    body = (
        MOUNTED
        + ON_THE_CLOTH
        + """
      given.steps.forEach((step) => applyStep(step));
      const over = [];
      for (const zone of document.querySelectorAll(".zone")) {
        const ground = zone.querySelector(".zone-ground");
        ground.scrollIntoView({ block: "center" });
        const outer = ground.getBoundingClientRect();
        for (const line of zone.querySelectorAll(".zone-name, .zone-pays, .zone-live")) {
          const inner = line.getBoundingClientRect();
          if (inner.left < outer.left - 3 || inner.right > outer.right + 3)
            over.push([place(zone), text(line), inner.width, outer.width]);
        }
        const point = [outer.x + outer.width / 2, outer.y + outer.height * 0.5];
        document.elementFromPoint(...point)?.closest(".zone")
          ?.dispatchEvent(new MouseEvent("click", { bubbles: true }));
      }
      return { over, on: asked.map((each) => Object.keys(each.on)[0]),
        wide: document.documentElement.scrollWidth };
    """
    )
    with blank(chromium, width, height) as page:
        arguments = {
            **given("baccarat", described(file), steps=game_steps),
            "words": messages_for(language, "baccarat"),
        }
        result = run(page, modules("baccarat"), body, arguments)
    assert result["over"] == []
    assert sorted(result["on"]) == sorted(["punto", "banco", "tie", "punto-pair", "banco-pair"])
    assert result["wide"] <= width


def test_the_keyboard_alone_bets_on_a_chance_and_takes_it_back(page: Page) -> None:
    file = golden("baccarat-two-players")
    game_steps = list(steps(file, 1))[:1]
    run(
        page,
        modules("baccarat"),
        MOUNTED + "given.steps.forEach((s) => applyStep(s)); window.asked = asked;",
        given("baccarat", described(file), steps=game_steps),
    )
    page.locator('.zone[data-place="tie"]').focus()
    page.keyboard.press("+")
    page.keyboard.press("Enter")
    page.keyboard.press("Backspace")
    assert page.evaluate("window.asked") == [{"t": "bet", "on": {"tie": 500}}, {"t": "undo"}]
    assert "8 para 1" in str(page.locator('.zone[data-place="tie"]').get_attribute("aria-label"))


def test_what_is_announced_follows_the_deal_in_its_order(page: Page) -> None:
    """[PB-17] [PB-18] [PB-19] [PB-20]"""
    file = golden("baccarat-two-players")
    body = MOUNTED + "given.steps.forEach((step) => applyStep(step)); return announced;"
    texts = run(
        page, modules("baccarat"), body, given("baccarat", described(file), steps=list(steps(file, 1))[:11])
    )
    assert [text.split(":")[0].split(",")[0] for text in texts][:3] == [
        "Quatro cartas estão na mesa",
        "Ponto",
        "Banca",
    ]
    assert texts[-2] == "Ganha a banca, 5 a 4."
    assert "terceira carta: 2 de paus; 4." in texts[3] and "terceira carta: 2 de ouros; 5." in texts[4]
