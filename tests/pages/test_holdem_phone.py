"""Hold'em on an upright phone: nothing lies on anything else, everything is on the screen, the slider is long
enough for a finger, and nothing jumps.
"""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Browser

from games.rules.holdem.events import Call, Check, Raise
from tests.pages.cards import MOUNTED, described, given, golden, modules
from tests.pages.opened_table import OPENED, page_facts
from tests.pages.screen import blank, run
from tests.pages.test_holdem_felt import NAMES, game_facts, shown, table, terms
from tests.rules.holdem import play as holdem_play

pytestmark = pytest.mark.journey

SLIDER = 150  # px
JUMP = 0.05  # part of the window, of all jumps together; an eye sees a jump from 0.1
TASK = 50  # ms; longer ones keep a finger waiting
RIBBON = """</header><p class="demo-ribbon"><strong>Demonstração</strong></p>"""
SHOWN = """
  const still = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  let version = 2;
  const show = async ({ table, mine }) => {
    const now = Date.now();
    const session = { since: now - 60_000, rounds: 1, staked: 0, returned: 0 };
    version += 1;
    say({ t: "snapshot", v: version, now, purse: { n: version, cents: 123456 },
      table: { ...table, due: now + 15000, opened: now }, mine: mine && { ...session, ...mine } });
    await still();
    await still();
  };
"""
LAID = """
  const PARTS = `.bar-home, .bar-figure, .bar-delay, .bar-menu, .ring[data-shown], .phrase, .phrase-detail,
    .result-name, .result-net, .result-acts .act, .he-total, .he-rake, .he-pots li, .he-board .pcard,
    .he-plate, .he-button:not([hidden]),
    .he-bet[data-shown], .he-says[data-shown], .he-seat[data-mine] .pcard, .decision-ring, .decision-title,
    .decision-note, .raise-part, .raise-range, .raise-typed, .decision, .ahead-act, .desk-acts .act`;
  const nameOf = (node) => `${node.className?.baseVal ?? node.className} «${
    (node.dataset.card ?? node.textContent).trim().slice(0, 24)}»`;
  const WORDS = ".phrase, .phrase-detail, .result-name, .decision-title, .decision-note";
  const boxOf = (node) => {
    if (!node.matches(WORDS)) return node.getBoundingClientRect();
    const words = document.createRange();
    words.selectNodeContents(node);
    const [text, box] = [words.getBoundingClientRect(), node.getBoundingClientRect()];
    const bottom = Math.min(text.bottom, box.bottom); // lines that do not fit are cut off
    return new DOMRect(text.x, text.y, text.width, bottom - text.y);
  };
  // A seat's own cards stand behind its plate, and what it did on the lower edge of it.
  const seatOf = (node) => node.closest(".he-seat");
  const belong = (one, other) => one.contains(other) || other.contains(one)
    || [one, other].every((node) => node.matches(".he-button, .he-plate")) // the button lies on its corner
    || (seatOf(one) !== null && seatOf(one) === seatOf(other))
    || (one.matches(".pcard") && other.matches(".pcard") && one.parentNode === other.parentNode);
  const collisions = () => {
    const parts = [...document.querySelectorAll(PARTS)]
      .filter((node) => node.checkVisibility({ checkVisibilityCSS: true }) && !node.closest("[data-empty]"))
      .filter((node) => node.textContent.trim() || node.matches(".pcard, input, button, a, svg"))
      .map((node) => [node, boxOf(node)]).filter(([, box]) => box.width > 1 && box.height > 1);
    const faults = [];
    const foot = document.querySelector(".table-foot").getBoundingClientRect().top;
    for (const [at, [one, box]] of parts.entries()) {
      const { left, right, top, bottom } = box;
      const isOutside = left < 0 || right > innerWidth || top < 0 || bottom > innerHeight;
      if (isOutside) faults.push(`${nameOf(one)} is outside`);
      if (!one.closest(".table-foot") && bottom > foot + 1) faults.push(`${nameOf(one)} lies under the foot`);
      for (const [other, area] of parts.slice(at + 1)) {
        if (belong(one, other)) continue;
        const across = Math.min(right, area.right) - Math.max(left, area.left);
        const along = Math.min(bottom, area.bottom) - Math.max(top, area.top);
        if (across > 1.5 && along > 1.5) {
          faults.push(`${nameOf(one)} and ${nameOf(other)}: ${across.toFixed(0)} × ${along.toFixed(0)}`);
        }
      }
    }
    return { faults, count: parts.length };
  };
"""
NAMED = {seat: f"{name} Vasconcelos"[:14] for seat, name in NAMES.items()}


def facts_of(moments: list[dict[str, Any]], seats: int, language: str) -> dict[str, Any]:
    file = golden("holdem-side-pots")
    page_data = {**page_facts(file), "describe": terms(seats)}
    return given(
        "holdem", {}, language, facts=page_data, cards=True, first={"table": moments[0]["table"]},
        moments=moments,
    )  # fmt: skip


def opened(currency: str) -> str:
    body = OPENED.replace('data-currency="EUR"', f'data-currency="{currency}"')
    return body.replace("</header>", RIBBON, 1)


def whole_hand(seats: int, mine: int) -> list[dict[str, Any]]:
    """What a seat sees of a hand: everybody is asked, the second raises, all call, and a bet on the flop."""
    state = holdem_play.dealt(holdem_play.table([20_000] * seats, seats - 1))
    moments = [shown(state, mine)]
    for number in range(seats + 1):
        command = Raise(1_250) if number == 1 else Call()
        assert state.actor is not None
        state = holdem_play.gone_on(holdem_play.did(state, state.actor, command), holdem_play.Pack())
        moments.append(shown(state, mine))
    while state.actor != mine:
        state = holdem_play.gone_on(holdem_play.did(state, state.actor, Check()), holdem_play.Pack())
        moments.append(shown(state, mine))
    for moment in moments:
        moment["table"]["seats"] = {str(seat): NAMED[seat] for seat in range(1, seats + 1)}
    return moments


def paid_hand() -> list[dict[str, Any]]:
    """What a seat sees of a hand with side pots, to its payment."""
    moments = game_facts("holdem-side-pots", 1)
    for moment in moments:
        moment["table"]["seats"] = {seat: NAMED[int(seat)] for seat in moment["table"]["seats"]}
    return moments


HANDS = {"three": whole_hand(3, 1), "six": whole_hand(6, 1), "nine": whole_hand(9, 1), "paid": paid_hand()}
SEATS = {"three": 3, "six": 6, "nine": 9, "paid": 3}


@pytest.mark.parametrize("language", ["pt", "en", "es"])
@pytest.mark.parametrize("hand", HANDS)
def test_nothing_lies_on_anything_else(chromium: Browser, hand: str, language: str) -> None:
    """[HE-4a] [HE-4e] At a demonstration table, whose ribbon takes a line."""
    body = (
        opened("DEMO")
        + SHOWN
        + LAID
        + """
      const seen = [];
      for (const moment of given.moments) {
        await show(moment);
        const range = document.querySelector(".raise:not([data-off]) .raise-range");
        seen.push({ ...collisions(), slider: range?.getBoundingClientRect().width ?? null });
      }
      return seen;
    """
    )
    with blank(chromium, 360, 740) as page:
        page.emulate_media(reduced_motion="reduce")
        seen = run(page, {}, body, facts_of(HANDS[hand], SEATS[hand], language))
    assert {at: each["faults"] for at, each in enumerate(seen) if each["faults"]} == {}
    assert min(each["count"] for each in seen) > 15
    sliders = [each["slider"] for each in seen if each["slider"] is not None]
    assert hand == "paid" or sliders
    assert all(slider >= SLIDER for slider in sliders)


SHIFTS = """
  const shifts = [];
  const where = (node) => node?.className?.baseVal ?? node?.className ?? node?.nodeName ?? "?";
  new PerformanceObserver((list) => {
    for (const each of list.getEntries()) {
      if (each.hadRecentInput) continue;
      shifts.push([each.value, each.sources.map(({ node }) => where(node)).join(", ")]);
    }
  }).observe({ type: "layout-shift" });
"""


@pytest.mark.parametrize("hand", ["nine", "paid"])
def test_nothing_jumps_from_the_lobby_to_the_end_of_a_hand(chromium: Browser, hand: str) -> None:
    """Watching, seated, dealt to, deciding, the flop, and a hand that is paid."""
    watching = {**HANDS[hand][0], "mine": None}
    watching["table"] = {
        **watching["table"], "phase": "betting", "game": {"phase": "seating", "seats": {}, "can_deal": False},
    }  # fmt: skip
    seated = {**watching, "mine": {"seat": 1, "game": {"options": {}}}}
    body = (
        opened("DEMO")
        + SHOWN
        + SHIFTS
        + """
      for (const moment of given.moments) await show(moment);
      await new Promise((done) => setTimeout(done, 100));
      return shifts;
    """
    )
    with blank(chromium, 360, 740) as page:
        page.emulate_media(reduced_motion="reduce")
        shifts = run(page, {}, body, facts_of([watching, seated, *HANDS[hand]], SEATS[hand], "pt"))
    assert sum(value for value, _where in shifts) <= JUMP, sorted(shifts, reverse=True)[:5]


MOVED = """
  const painted = () => new Promise((done) => requestAnimationFrame(done));
  const took = [], properties = new Set();
  let count = 0;
  const look = () => {
    for (const animation of document.getAnimations()) {
      count += 1;
      for (const frame of animation.effect.getKeyframes())
        for (const name of Object.keys(frame))
          if (!["offset", "computedOffset", "easing", "composite"].includes(name)) properties.add(name);
    }
  };
  const frame = (at, act) => {
    const start = performance.now();
    act(at);
    document.body.offsetHeight;
    took.push(performance.now() - start);
    look();
  };
  let at = 1000;
  for (const step of given.steps) {
    frame(at, () => applyStep(step, at));
    for (const later of [16, 100, 300, 600, 6_000]) {
      at += later;
      frame(at, () => draw(at));
      await painted();
    }
  }
  return { took, count, properties: [...properties] };
"""


def moved(chromium: Browser, name: str, *, still: bool = False) -> dict[str, Any]:
    file = golden(name)
    facts = given("holdem", described(file), steps=game_facts(name, file["seats"][0]), still=still)
    with blank(chromium, 360, 740) as page:
        page.emulate_media(reduced_motion="reduce" if still else "no-preference")
        result: dict[str, Any] = run(page, modules("holdem"), MOUNTED + MOVED, facts)
    return result


@pytest.mark.parametrize("name", ["holdem-side-pots", "holdem-heads-up"])
def test_cards_chips_and_the_button_move_by_transform_and_opacity_alone(chromium: Browser, name: str) -> None:
    seen = moved(chromium, name)
    assert seen["count"] > 10
    assert set(seen["properties"]) <= {"transform", "opacity"}


@pytest.mark.long
def test_no_frame_of_a_hand_keeps_a_finger_waiting(chromium: Browser) -> None:
    """The shortest of three runs, because the machine has other work."""
    runs = [moved(chromium, "holdem-side-pots")["took"] for _ in range(3)]
    shortest = [min(times) for times in zip(*runs, strict=True)]
    assert len(shortest) > 50
    assert max(shortest) < TASK, sorted(shortest)[-5:]


def test_nothing_moves_for_whoever_wants_no_motion(chromium: Browser) -> None:
    assert moved(chromium, "holdem-side-pots", still=True)["count"] == 0


@pytest.mark.parametrize("seats", range(2, 7))
def test_the_last_decision_leaves_the_letter_of_its_player_free(chromium: Browser, seats: int) -> None:
    """Red before: «cartas maiores» lay on the letter of every seat."""
    (step,) = table(seats=seats, mine=1)
    body = (
        MOUNTED
        + """
      applyStep(given.step);
      const covered = [];
      for (const seat of document.querySelectorAll(".he-seat[data-taken]:not([data-mine])")) {
        const label = seat.querySelector(".he-says");
        label.dataset.shown = "";
        label.firstChild.textContent = "cartas maiores";
        const letter = document.createRange();
        letter.selectNodeContents(seat.querySelector(".he-avatar"));
        const [says, box] = [label.getBoundingClientRect(), letter.getBoundingClientRect()];
        if (box.right > says.left || says.right > innerWidth) covered.push(seat.dataset.place);
      }
      return covered;
    """
    )
    with blank(chromium, 360, 740) as page:
        assert run(page, modules("holdem"), body, given("holdem", terms(seats), step=step)) == []


def test_the_button_stays_at_its_seat_when_the_window_changes_its_shape(chromium: Browser) -> None:
    """Red before: it went there with the next hand."""
    (step,) = table(seats=4, mine=1)
    lies = """() => {
      const { left, top } = document.querySelector(".he-button").getBoundingClientRect();
      return [left, top];
    }"""
    seen = []
    for first in (360, 1280):
        with blank(chromium, first, 740) as page:
            facts = given("holdem", terms(4), step=step)
            run(page, modules("holdem"), MOUNTED + "applyStep(given.step);", facts)
            page.set_viewport_size({"width": 1280, "height": 740})
            page.wait_for_function("() => document.querySelector('.he-table').dataset.shape === 'wide'")
            seen.append(page.evaluate(lies))
    assert seen[0] == pytest.approx(seen[1], abs=2)


@pytest.mark.parametrize("language", ["pt", "en", "es"])
def test_the_figures_of_the_header_stand_apart(chromium: Browser, language: str) -> None:
    """Red before: three pixels lay between balance, stake and result."""
    moments = paid_hand()
    for moment in moments:
        if moment["mine"]:
            moment["mine"]["net"] = 1_85
    body = (
        opened("EUR")
        + SHOWN
        + """
      for (const moment of given.moments) await show(moment);
      const boxes = [...document.querySelectorAll(".bar-figure")].map((cell) => {
        const parts = [...cell.children].map((node) => {
          const words = document.createRange();
          words.selectNodeContents(node);
          return words.getBoundingClientRect();
        });
        return { left: Math.min(...parts.map(({ left }) => left)),
          right: Math.max(...parts.map(({ right }) => right)) };
      });
      const dot = document.querySelector(".bar-delay i").getBoundingClientRect().left;
      return [...boxes.slice(1).map(({ left }, at) => left - boxes[at].right), dot - boxes.at(-1).right];
    """
    )
    with blank(chromium, 360, 740) as page:
        gaps = run(page, {}, body, facts_of(moments, 3, language))
    assert len(gaps) == 4 and min(gaps) >= 7.5, gaps


@pytest.mark.parametrize("language", ["pt", "en", "es"])
@pytest.mark.parametrize("seats", range(2, 11))
def test_the_name_of_a_hand_covers_no_card_and_stays_below_its_plate(
    chromium: Browser, seats: int, language: str
) -> None:
    """Red before: «um par» lay on both cards, and «cartas maiores» left its plate."""
    (step,) = table(seats=seats, mine=1)
    game = step["table"]["game"]
    game["phase"] = "showdown"
    for seat, place in game["seats"].items():
        place |= {"cards": ["KS", "9D"], "kind": "straight-flush", "bet": 0}
        step["table"]["seats"][seat] = NAMED[int(seat)]
    body = (
        MOUNTED
        + """
      applyStep(given.step);
      const box = (node) => node.getBoundingClientRect();
      const faults = [];
      const cards = [...document.querySelectorAll(".he-cards .pcard")];
      const labels = [...document.querySelectorAll(".he-seat:not([data-mine]) .he-says[data-shown]")];
      for (const label of labels) {
        const [says, plate] = [box(label), box(label.closest(".he-seat").querySelector(".he-plate"))];
        if (says.left < plate.left - 1 || says.right > plate.right + 1) faults.push(`leaves ${says.width}`);
        if (label.scrollWidth > label.clientWidth) faults.push(`${label.textContent} is cut`);
        for (const card of cards) {
          const at = box(card);
          if (at.left < says.right - 1 && says.left < at.right - 1 &&
            at.top < says.bottom - 1 && says.top < at.bottom - 1) {
            faults.push(`${label.textContent} on ${card.dataset.card}`);
          }
        }
      }
      return [labels.length, faults];
    """
    )
    with blank(chromium, 360, 740) as page:
        facts = given("holdem", terms(seats), language, step=step)
        count, faults = run(page, modules("holdem"), body, facts)
    assert count == seats - 1 and faults == []


@pytest.mark.parametrize("seats", range(2, 11))
@pytest.mark.parametrize(("width", "height"), [(1280, 800), (740, 360)], ids=["desktop", "across"])
def test_the_button_lies_on_no_letter_no_card_and_no_bet(
    chromium: Browser, seats: int, width: int, height: int
) -> None:
    """Red before: on the right side of the table it covered a part of the letter's disc."""
    (step,) = table(seats=seats, mine=1)
    for place in step["table"]["game"]["seats"].values():
        place["bet"] = 1_250
    body = (
        MOUNTED
        + """
      const box = (node) => node.getBoundingClientRect();
      const faults = [];
      for (const button of Object.keys(given.step.table.seats)) {
        const step = structuredClone(given.step);
        step.table.game.button = Number(button);
        applyStep(step);
        const lying = box(document.querySelector(".he-button"));
        for (const node of document.querySelectorAll(".he-avatar, .he-cards .pcard, .he-bet[data-shown]")) {
          const { left, right, top, bottom } = box(node);
          if (left + 1 < lying.right && right - 1 > lying.left && top + 1 < lying.bottom &&
            bottom - 1 > lying.top) faults.push([button, node.className, node.textContent]);
        }
        if (lying.left < 0 || lying.right > innerWidth) faults.push([button, "outside"]);
      }
      return faults;
    """
    )
    with blank(chromium, width, height) as page:
        assert run(page, modules("holdem"), body, given("holdem", terms(seats), step=step)) == []
