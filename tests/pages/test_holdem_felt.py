"""Hold'em as drawn: the table shows exactly what golden rounds contain. [HE-2c] [HE-2d] [HE-2e] [HE-2o]
[HE-2p] [HE-4a] [HE-4e] [HE-16] [HE-23] [HE-34] [HE-37] [HE-41] [HE-61] [HE-68]
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser, Page

from games.rules.holdem.events import Call, Check, Command, Fold, Raise
from tests.pages.cards import MOUNTED, described, given, golden, modules, steps
from tests.pages.screen import blank, run
from tests.rules.holdem import play as holdem_play

pytestmark = pytest.mark.journey

FILES = ("holdem-heads-up", "holdem-side-pots", "holdem-void")
NAMES = dict(
    enumerate(("Ana", "Bruno", "Carla", "Duarte", "Eva", "Filipe", "Gil", "Helena", "Inês", "João"), start=1)
)
OVER = ("paid", "void")
ON_THE_CLOTH = """
  const shownText = (node) => (node && !node.closest("[hidden]") ? node.textContent : "");
  const lies = () => {
    const cards = (node) => [...node.querySelectorAll(".pcard:not(.pcard-ghost)")]
      .map((card) => card.dataset.card);
    const hands = {}, bets = {}, turn = [];
    for (const node of document.querySelectorAll(".he-seat")) {
      if (cards(node).length) hands[node.dataset.place] = cards(node);
      if (node.hasAttribute("data-turn")) turn.push(Number(node.dataset.place));
    }
    for (const node of document.querySelectorAll(".he-bet[data-shown]"))
      bets[node.dataset.place] = node.querySelector(".he-amount").textContent;
    const choices = [...document.querySelectorAll(".decisions:not([hidden]) .decision")]
      .filter((button) => !button.closest("[data-empty]") && !button.disabled)
      .map((button) => button.dataset.choice);
    const ahead = [...document.querySelectorAll(".ahead-row[data-shown] .ahead-act:not([hidden])")]
      .map((button) => button.dataset.ahead);
    const [board, wide] = [cards(document.querySelector(".he-board")), document.documentElement.scrollWidth];
    return { board, hands, bets, turn, choices, ahead, wide };
  };
"""


def game_facts(name: str, seat: int) -> list[dict[str, Any]]:
    """The file's steps with the names of those who sit here, as a live table tells them."""
    file = golden(name)
    game_steps = []
    for step in steps(file, seat):
        view = step["table"]["game"]
        is_decision = view["phase"] == "betting" and "actor" in view
        step["table"] |= {
            "seats": {str(by): NAMES[by] for by in file["seats"]},
            "phase": "choosing" if is_decision else "betting" if view["phase"] == "seating" else "closed",
        }
        game_steps.append(step)
    return game_steps


def figure(cents: int) -> str:
    """As chips are written: cents only where there are any."""
    whole, rest = divmod(cents, 100)
    text = f"{whole:,}".replace(",", "\u00a0")
    return f"{text},{rest:02}" if rest else text


def expected(step: dict[str, Any], seat: int) -> dict[str, Any]:
    view, own = step["table"]["game"], step["mine"]["game"]
    hands: dict[str, list[str]] = {}
    for by, place in view["seats"].items():
        mine = own.get("cards") if int(by) == seat and place["state"] != "folded" else None
        if cards := place.get("cards") or mine or [""] * place.get("held", 0):
            hands[by] = cards
    options = own["options"]
    ahead = options.get("ahead", {})
    return {
        "board": view.get("board", []),
        "hands": hands,
        "bets": {
            by: figure(place["bet"])
            for by, place in view["seats"].items()
            if place["bet"] and view["phase"] not in OVER
        },
        "turn": [view["actor"]] if "actor" in view else [],
        "choices": sorted(name for name in ("fold", "check", "call", "raise") if options.get(name)),
        "ahead": (["check-fold", "check"] if ahead["check"] else ["fold", "call"]) if ahead else [],
    }


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("width", [1280, pytest.param(360, marks=pytest.mark.long)])
def test_what_lies_on_the_cloth_is_what_the_house_said_after_every_step(
    chromium: Browser, name: str, width: int
) -> None:
    """Common cards, hands, bets, whose turn it is, and the decisions: no more and no less."""
    file = golden(name)
    for seat in file["seats"]:
        seen = game_facts(name, seat)
        with blank(chromium, width, 780) as page:
            body = (
                MOUNTED
                + ON_THE_CLOTH
                + "return given.steps.map((step) => { applyStep(step); return lies(); });"
            )
            results = run(page, modules("holdem"), body, given("holdem", described(file), steps=seen))
        for step, lies in zip(seen, results, strict=True):
            assert lies.pop("wide") <= width
            lies["choices"].sort()
            assert lies == expected(step, seat)


def test_who_is_dealt_in_is_told_so_until_the_hand_is_over(page: Page) -> None:
    """Red before: while blinds were posted and cards dealt, a player who had staked was told to be in the
    next hand.
    """
    seen = [
        step
        for step in game_facts("holdem-side-pots", 1)
        if step["table"]["game"]["seats"].get("1", {}).get("state") == "in"
    ]
    body = (
        MOUNTED
        + """
      const told = [];
      for (const step of given.steps) {
        applyStep(step);
        told.push([step.table.game.phase, document.querySelector(".he-desk .decision-title").textContent]);
      }
      return { told };
    """
    )
    result = run(
        page, modules("holdem"), body, given("holdem", described(golden("holdem-side-pots")), steps=seen)
    )
    told = dict(result["told"])
    assert {"blinds", "one-card", "paid"} <= told.keys()
    during = {
        title for phase, title in result["told"] if phase in ("fixed", "blinds", "one-card", "showdown")
    }
    assert during == {"Está nesta mão"} and told["paid"] == "Entra na próxima jogada"


def test_HE_2d_the_cards_of_others_have_no_face_in_the_page(page: Page) -> None:
    """Nor does anything offer to show one's own."""
    seen = [step for step in game_facts("holdem-side-pots", 1) if step["table"]["game"]["phase"] == "betting"]
    body = (
        MOUNTED
        + """
      applyStep(given.steps[0]);
      const others = [...document.querySelectorAll(".he-seat:not([data-mine]) .pcard")];
      const faces = others.filter((card) => card.querySelector(".pcard-face")).length;
      const offered = [...document.querySelectorAll("button, a, select, input")];
      const labels = offered.map((one) => [one.innerText, one.title, one.ariaLabel].join(" ")).join(" ");
      return { others: others.length, faces, words: labels };
    """
    )
    result = run(
        page, modules("holdem"), body, given("holdem", described(golden("holdem-side-pots")), steps=seen)
    )
    assert result["others"] == 4 and result["faces"] == 0
    assert not any(word in result["words"].lower() for word in ("mostrar", "revelar", "dividir"))


def test_HE_41_every_pot_has_its_name_and_says_who_contends_for_it_and_who_was_paid(page: Page) -> None:
    """[HE-2p] [HE-16] [HE-19] [HE-42]"""
    seen = game_facts("holdem-side-pots", 1)
    lying = max(
        at
        for at, step in enumerate(seen)
        if step["table"]["game"].get("board") and step["table"]["game"]["phase"] != "paid"
    )
    body = (
        MOUNTED
        + """
      const pots = () => document.querySelector(".he-pots").innerText;
      const found = {};
      given.steps.forEach((step, at) => { applyStep(step); if (at === given.lying) found.lie = pots(); });
      const text = (where) => document.querySelector(where).innerText;
      return { ...found, paid: pots(), rake: text(".he-rake"), side: text(".he-side-pots") };
    """
    )
    result = run(
        page,
        modules("holdem"),
        body,
        given("holdem", described(golden("holdem-side-pots")), steps=seen, lying=lying),
    )
    view = seen[-1]["table"]["game"]
    assert "Pote principal" in result["lie"] and "Pote lateral 1" in result["lie"]
    for pot in seen[lying]["table"]["game"]["pots"]:
        assert all(NAMES[by] in result["lie"] for by in pot["contenders"])
    assert len(result["paid"].strip().splitlines()) == len(view["paid"])
    rake = sum(share["commission"] for pot in view["paid"] for share in pot["shares"])
    assert f"{rake / 100:.2f}".replace(".", ",") in result["rake"].replace("\u00a0", "")
    assert all(NAMES[share["seat"]] in result["side"] for pot in view["paid"] for share in pot["shares"])


def test_HE_61_the_winning_cards_are_marked_and_the_others_are_not(page: Page) -> None:
    seen = game_facts("holdem-side-pots", 1)
    body = (
        MOUNTED
        + """
      for (const step of given.steps) applyStep(step);
      const marked = (as) => [...document.querySelectorAll(`.pcard[data-as="${as}"]`)]
        .map((card) => card.dataset.card);
      const places = [...document.querySelectorAll(".he-seat[data-won]")].map((node) => node.dataset.place);
      return { won: marked("won"), lost: marked("lost"), places };
    """
    )
    result = run(
        page, modules("holdem"), body, given("holdem", described(golden("holdem-side-pots")), steps=seen)
    )
    won = seen[-1]["table"]["game"]["won"]
    best = {card for share in won.values() for card in share["cards"]}
    assert set(result["won"]) == best and not best & set(result["lost"])
    assert set(result["places"]) == set(won)


def table(*decisions: tuple[int, Command], seats: int = 3, mine: int = 3) -> list[dict[str, Any]]:
    """Steps of a round between players with two hundred euros each: after the deal, and after each
    decision.
    """
    state = holdem_play.dealt(holdem_play.table([20_000] * seats, seats - 1))
    game_steps = [shown(state, mine)]
    for seat, command in decisions:
        state = holdem_play.gone_on(holdem_play.did(state, seat, command), holdem_play.Pack())
        game_steps.append(shown(state, mine))
    return game_steps


def shown(state: Any, mine: int) -> dict[str, Any]:
    rules = holdem_play.HOLDEM
    view = rules.view(state, None)
    game = {
        "phase": "choosing" if state.actor else "closed",
        "round": 4,
        "due": 9000,
        "seats": {str(by): NAMES[by] for by in state.seats},
        "game": view,
    }
    return {"news": [], "table": game, "mine": {"seat": mine, "net": 0, "game": rules.view(state, mine)}}


def terms(seats: int = 3) -> dict[str, Any]:
    description: dict[str, Any] = holdem_play.HOLDEM.describe(
        holdem_play.Sheet(), holdem_play.setting(seats=seats)
    )
    return description


WAIT = "const wait = (ms) => new Promise((done) => setTimeout(done, ms));"
RAISE = """
  const typed = document.querySelector(".raise-typed"), range = document.querySelector(".raise-range");
  const button = document.querySelector('[data-choice="raise"]');
  const type = (text) => { typed.value = text; typed.dispatchEvent(new Event("input")); draw(); };
"""


def test_HE_34d_a_raise_is_set_by_slider_part_of_the_pot_or_figure_and_only_between_the_house_s_bounds(
    page: Page,
) -> None:
    """[HE-23] [HE-24c] [HE-37]"""
    (step,) = table()
    body = (
        MOUNTED
        + WAIT
        + "applyStep(given.step); await wait(260); applyStep(given.step);"
        + RAISE
        + """
      const first = typed.value, parts = {};
      for (const part of ["half", "three-quarters", "pot", "max"]) {
        document.querySelector(`[data-part="${part}"]`).click(); draw();
        parts[part] = [typed.value, range.value === range.max, button.innerText.replace(/\\s+/g, " ")];
      }
      type("3,99"); const below = [button.disabled, typed.getAttribute("aria-invalid")];
      type("200,01"); const above = button.disabled;
      type("nada"); const nothing = button.disabled;
      range.value = 3; range.dispatchEvent(new Event("input")); draw(); const notch = typed.value;
      type("7,50"); button.click();
      return { first, parts, below, above, nothing, notch, asked, locked: button.disabled };
    """
    )
    result = run(page, modules("holdem"), body, given("holdem", terms(), step=step))
    offer = step["mine"]["game"]["options"]["raise"]
    assert result["first"] == "4,00"
    assert [result["parts"][name][0] for name in ("half", "three-quarters", "pot")] == [
        f"{offer['parts'][name] / 100:.2f}".replace(".", ",") for name in ("half", "three-quarters", "pot")
    ]
    assert (
        result["parts"]["max"][0] == "200,00"
        and result["parts"]["max"][1]
        and "All-in" in result["parts"]["max"][2]
    )
    assert result["below"] == [True, "true"] and result["above"] and result["nothing"]
    assert result["notch"] == "7,00"
    assert result["asked"] == [{"t": "raise", "to": 750, "turn": 0, "facing": 200}], (
        "and it says which decision it answers"
    )
    assert result["locked"], "one decision is sent once"


AHEAD = (
    MOUNTED
    + "const choose = (name) => { document.querySelector(`[data-ahead='${name}']`).click(); draw(); };"
)


def after(page: Page, name: str, *decisions: tuple[int, Command], mine: int) -> dict[str, Any]:
    """What was sent, and what the page says, when that choice was made ahead and the others then decided
    so.
    """
    body = (
        AHEAD
        + f"applyStep(given.steps[0]); choose('{name}');"
        + """
      const pressed = document.querySelectorAll(".ahead-act[aria-pressed='true']").length;
      const counts = given.steps.slice(1).map((step) => { applyStep(step); return asked.length; });
      return { pressed, asked, counts, note: announced.filter((text) => text.includes("anulada")).join() };
    """
    )
    result: dict[str, Any] = run(
        page, modules("holdem"), body, given("holdem", terms(), steps=table(*decisions, mine=mine))
    )
    assert result["pressed"] == 1
    return result


def test_a_choice_made_ahead_is_sent_when_the_turn_comes_and_the_situation_is_the_same(page: Page) -> None:
    result = after(page, "call", (3, Call()), mine=1)
    assert result["asked"] == [{"t": "call", "turn": 0, "facing": 200}] and result["note"] == ""


def test_a_preselected_call_is_withdrawn_after_a_raise(page: Page) -> None:
    result = after(page, "call", (3, Raise(600)), mine=1)
    assert result["asked"] == [] and "anulada" in result["note"]


def test_a_check_chosen_ahead_never_becomes_a_call_or_a_fold(page: Page) -> None:
    assert after(page, "check", (3, Call()), (1, Call()), mine=2)["asked"] == [
        {"t": "check", "turn": 0, "facing": 200}
    ]
    with_raise = after(page, "check", (3, Raise(600)), (1, Call()), mine=2)
    assert with_raise["asked"] == [] and "anulada" in with_raise["note"]


def test_check_or_fold_checks_where_it_may_and_folds_where_it_must(page: Page) -> None:
    assert [
        command["t"] for command in after(page, "check-fold", (3, Call()), (1, Call()), mine=2)["asked"]
    ] == ["check"]
    raised = after(page, "check-fold", (3, Raise(600)), (1, Fold()), mine=2)
    assert raised["asked"] == [{"t": "fold", "turn": 0, "facing": 600}] and raised["counts"] == [0, 1], (
        "only when the turn comes"
    )


def test_what_was_chosen_before_the_flop_is_not_carried_to_it(page: Page) -> None:
    decisions = ((3, Call()), (1, Call()), (2, Check()), (1, Check()))
    body = (
        AHEAD
        + """
      applyStep(given.steps[0]); choose("check-fold");
      const sent = [];
      for (const step of given.steps.slice(1)) { applyStep(step); sent.push(asked.length); }
      return { sent, chosen: document.querySelectorAll(".ahead-act[aria-pressed='true']").length };
    """
    )
    seen = table(*decisions, mine=2)
    del seen[2]  # the page never hears of the own turn before the flop
    result = run(page, modules("holdem"), body, given("holdem", terms(), steps=seen))
    assert result == {"sent": [0, 0, 0], "chosen": 0}


def test_HE_9_a_seat_is_chosen_bought_into_topped_up_and_rested_from(page: Page) -> None:
    """[HE-8] [HE-12] [HE-68]"""
    (step,) = table(mine=1)
    empty = {
        "news": [],
        "table": {
            "phase": "betting",
            "round": 4,
            "seats": {"1": "Ana"},
            "game": {"phase": "seating", "seats": {}, "can_deal": False},
        },
    }
    seated = {
        **empty,
        "mine": {
            "seat": 2,
            "game": {"options": {"buy_in": {"cost": 20_000, "commission": 0, "stack": 20_000}}},
        },
    }
    seated["table"] = {**empty["table"], "seats": {"1": "Ana", "2": "Bruno"}}
    body = (
        MOUNTED
        + """
      facts.me = { alias: "Bruno", player: 1 };
      const act = (name) => document.querySelector(`[data-act="${name}"]`);
      applyStep({ ...given.empty, mine: null });
      const open = [...document.querySelectorAll(".he-seat[data-open]")].map((node) => node.dataset.place);
      document.querySelector('.he-plate[data-seat="2"]').click();
      applyStep(given.seated); const price = act("buy-in").innerText; act("buy-in").click();
      applyStep(given.step); act("sit-out").click();
      return { open, price, asked };
    """
    )
    result = run(
        page, modules("holdem"), body, given("holdem", terms(), empty=empty, seated=seated, step=step)
    )
    assert result["open"] == ["2", "3"]
    assert "200,00" in result["price"]
    assert result["asked"] == [{"t": "sit", "seat": 2}, {"t": "buy-in"}, {"t": "sit-out"}]


def test_a_full_table_offers_the_queue_and_shows_the_position(page: Page) -> None:
    (full,) = table(mine=1)
    full["mine"] = None
    waiting = {**full, "table": {**full["table"], "queue": [{"alias": "Rita"}, {"alias": "Rui"}]}}
    offered = {**full, "table": {**full["table"], "queue": [{"alias": "Rui", "until": 9}]}}
    body = (
        MOUNTED
        + """
      facts.me = { alias: "Rui", player: 1 };
      const act = (name) => document.querySelector(`[data-act="${name}"]`)?.click();
      applyStep(given.full); act("queue");
      applyStep(given.waiting);
      const at = document.querySelector(".he-desk .decision-title").textContent; act("unqueue");
      applyStep(given.offered); act("sit");
      return { at, asked };
    """
    )
    result = run(
        page, modules("holdem"), body, given("holdem", terms(), full=full, waiting=waiting, offered=offered)
    )
    asked = [{"t": "queue"}, {"t": "unqueue"}, {"t": "sit"}]
    assert result == {"at": "Está em 2.º lugar na fila", "asked": asked}


@pytest.mark.parametrize(("width", "height"), [(1280, 800), (768, 1024), (360, 780), (800, 360)])
@pytest.mark.parametrize("seats", [2, 6, 10])
def test_HE_4a_from_two_to_ten_places_stand_apart_and_can_be_touched(
    chromium: Browser, width: int, height: int, seats: int
) -> None:
    empty = {
        "news": [],
        "mine": None,
        "table": {
            "phase": "betting",
            "round": 4,
            "game": {"phase": "seating", "seats": {}, "can_deal": False},
        },
    }
    body = (
        MOUNTED
        + """
      facts.me = { alias: "Ana", player: 1 };
      applyStep(given.step);
      const boxes = [...document.querySelectorAll(".he-plate")].map((plate) => {
        plate.scrollIntoView({ block: "center" });
        const { left, top, right, bottom } = plate.getBoundingClientRect();
        const hit = document.elementFromPoint((left + right) / 2, (top + bottom) / 2);
        if (hit?.closest(".he-plate") === plate) plate.click();
        return { left, top: top + scrollY, right, bottom: bottom + scrollY };
      });
      const isCut = (node) => node.scrollWidth > node.clientWidth;
      const cut = [...document.querySelectorAll(".he-alias")].filter(isCut).length;
      const wide = document.documentElement.scrollWidth;
      return { boxes, cut, wide, taken: asked.map((each) => each.seat) };
    """
    )
    with blank(chromium, width, height) as page:
        result = run(page, modules("holdem"), body, given("holdem", terms(seats), step=empty))
    assert result["taken"] == list(range(1, seats + 1))
    assert result["wide"] <= width and result["cut"] == 0
    boxes = result["boxes"]
    assert all(box["left"] >= 0 and box["right"] <= width for box in boxes)
    for at, one in enumerate(boxes):
        for other in boxes[at + 1 :]:
            apart = (
                one["right"] <= other["left"]
                or other["right"] <= one["left"]
                or one["bottom"] <= other["top"]
                or other["bottom"] <= one["top"]
            )
            assert apart, (one, other)


def test_the_table_is_also_described_as_a_list_and_announced(page: Page) -> None:
    seen = game_facts("holdem-side-pots", 1)
    body = (
        MOUNTED + "document.body.append(game.textView); for (const step of given.steps) applyStep(step); "
        "return [game.textView.innerText, announced];"
    )
    text, texts = run(
        page, modules("holdem"), body, given("holdem", described(golden("holdem-side-pots")), steps=seen)
    )
    assert "Cartas comuns:" in text and "Pote principal" in text and "Ana" in text
    assert any(line.startswith("Flop: ") for line in texts)
    assert any("É a sua vez." in line for line in texts)
    assert any(" ganha " in line for line in texts)
