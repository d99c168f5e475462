"""The settings of a table's page: volumes, the hand that holds the phone, the cloth, the backs of cards."""

from __future__ import annotations

from itertools import combinations
from typing import Any

import pytest
from playwright.sync_api import Browser

from games.catalogue import GAMES
from tests.pages.cards import given, golden, steps
from tests.pages.opened_table import OPENED, betting_step, page_facts
from tests.pages.screen import blank, run

pytestmark = pytest.mark.journey

TEXT, DRAWING = 4.5, 3.0  # the contrasts that WCAG 2.2 asks of words and of what must be told apart
APART = 0.04  # distance in OKLab: two felts side by side are told apart
OPEN_SETTINGS = """
  document.querySelector(".bar-menu").click();
  [...document.querySelectorAll(".menu-list button")]
    .find((button) => button.textContent === given.words["menu.settings"]).click();
  await until(() => document.querySelector("dialog[data-name=settings]"));
  const choose = (name, look) => document.querySelector(`input[name=look-${name}][value=${look}]`).click();
"""


def facts_of(name: str, currency: str = "EUR") -> dict[str, Any]:
    file = golden(name)
    page_data = page_facts(file)
    first = next(iter(steps(file, file["seats"][0])))
    return given(
        file["system"],
        {},
        facts={**page_data, "table": {**page_data["table"], "currency": currency}},
        cards=GAMES[file["system"]].page.cards,
        first=first,
    )


def opened(currency: str) -> str:
    return OPENED.replace('data-currency="EUR"', f'data-currency="{currency}"')


def test_looks_and_volumes_are_chosen_in_a_panel_and_kept(chromium: Browser) -> None:
    body = (
        OPENED
        + OPEN_SETTINGS
        + """
      const felt = () => getComputedStyle(room).getPropertyValue("--felt");
      const back = () => getComputedStyle(document.querySelector(".swatch .pcard-back")).backgroundColor;
      const before = [felt(), { ...room.dataset }];
      choose("cloth", "plum");
      choose("back", "rays");
      choose("reach", "left");
      const [effects] = document.querySelectorAll("dialog[data-name=settings] input[type=range]");
      effects.value = "35";
      effects.dispatchEvent(new Event("input"));
      const shown = effects.parentNode.querySelector("output").textContent;
      const kept = (name) => localStorage.getItem(`feltro.${name}`);
      const isQuiet = kept("sound.sound") === null; // a volume turns nothing on
      return { before: before[1], changed: felt() !== before[0], after: { ...room.dataset }, shown, isQuiet,
        kept: ["cloth", "back", "reach", "sound.volume.effects"].map(kept) };
    """
    )
    with blank(chromium) as page:
        seen = run(page, {}, body, facts_of("caribbean-stud-two-players"))
    looks = ("cloth", "back", "reach", "deck")
    assert [seen["before"][name] for name in looks] == ["green", "lattice", "right", "two"]
    assert [seen["after"][name] for name in looks] == ["plum", "rays", "left", "two"]
    assert seen["changed"] and seen["isQuiet"] and seen["shown"] == "35\u00a0%"
    assert seen["kept"] == ["plum", "rays", "left", "35"]


def test_a_stored_choice_that_no_longer_exists_is_the_houses_own(chromium: Browser) -> None:
    body = (
        'localStorage.setItem("feltro.cloth", "<b>"); localStorage.setItem("feltro.sound.volume.voice", "x");'
        + OPENED
        + OPEN_SETTINGS
        + """
      const figures = [...document.querySelectorAll("dialog[data-name=settings] output")];
      return [room.dataset.cloth, figures.map((output) => output.textContent)];
    """
    )
    with blank(chromium) as page:
        cloth, figures = run(page, {}, body, facts_of("caribbean-stud-two-players"))
    assert cloth == "green" and set(figures) == {"100\u00a0%"}


def test_effects_and_voice_have_volumes_of_their_own(chromium: Browser) -> None:
    """What is turned off stays off, and what is turned on is as loud as its own volume says."""
    body = """
      const gains = [], said = [];
      const Own = window.GainNode;
      window.GainNode = class extends Own { constructor(context, options) {
        super(context, options);
        gains.push(this);
      } };
      speechSynthesis.speak = (utterance) => said.push(utterance.volume);
      const sounds = sound.createSounds("pt-PT");
      sounds.setVolume("effects", 50);
      sounds.setVolume("voice", 20);
      sounds.chip();
      sounds.speak("Façam as vossas apostas");
      const whileOff = [gains.length, said.length];
      sounds.setOn(true);
      sounds.setVoice(true);
      sounds.speak("Façam as vossas apostas");
      const output = gains[0].gain.value;
      sounds.setVolume("effects", 0);
      return { whileOff, output, said, silent: gains[0].gain.value,
        kept: sound.createSounds("pt-PT").volumeOf("voice") };
    """
    with blank(chromium) as page:
        seen = run(page, {"sound": "table/sound.js"}, body)
    assert seen["whileOff"] == [0, 0]
    assert seen["output"] == pytest.approx(0.25) and seen["silent"] == 0
    assert seen["said"] == [pytest.approx(0.2)] and seen["kept"] == 20


FOOT = """
  const now = Date.now();
  say({ t: "snapshot", v: 2, now, purse: { n: 2, cents: 90000 },
    table: { ...given.moment.table, due: now + 15000, opened: now },
    mine: { since: now, rounds: 1, staked: 0, returned: 0, ...given.moment.mine } });
  await until(() => room.hasAttribute("data-seated") && document.querySelector(".tool").offsetWidth);
  const places = () => [".bar-menu", ".tray-chip", ".tool"].map((name) =>
    document.querySelector(name).getBoundingClientRect().left < innerWidth / 2);
  const right = places();
  room.dataset.reach = "left";
  const left = places();
  document.querySelector(".bar-menu").click();
  const { left: from, right: to } = document.querySelector(".menu-list").getBoundingClientRect();
  return { right, left, menu: from >= 0 && to <= innerWidth, wide: document.documentElement.scrollWidth };
"""


@pytest.mark.parametrize(
    ("width", "height", "mirrors"), [(360, 740, True), (740, 360, True), (1280, 800, False)]
)
@pytest.mark.parametrize("name", ["roulette-american-two-players", "macau-stud-jackpot"])
def test_for_the_left_hand_a_phone_is_mirrored(
    chromium: Browser, name: str, width: int, height: int, mirrors: bool
) -> None:
    moment = betting_step(name, 1, {})
    facts = {**facts_of(name), "moment": moment}
    with blank(chromium, width, height) as page:
        page.emulate_media(reduced_motion="reduce")
        seen = run(page, {}, OPENED + FOOT, facts)
    assert seen["right"] == [False, True, True] if width != 1280 else True
    assert (seen["left"] == [not side for side in seen["right"]]) is mirrors
    assert seen["menu"] and seen["wide"] <= width


# The colours of each cloth in linear light, and in OKLab.
COLOURS = """
  const canvas = new OffscreenCanvas(1, 1).getContext("2d");
  const linear = (value) => (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  const over = (colours) => {
    canvas.clearRect(0, 0, 1, 1);
    for (const colour of colours) { canvas.fillStyle = colour; canvas.fillRect(0, 0, 1, 1); }
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3).map((value) => linear(value / 255));
  };
  const { appearance } = { appearance: looks };
  const cloths = {};
  for (const name of appearance.LOOKS.cloth) {
    const node = Object.assign(document.createElement("div"), { className: "stage" });
    node.dataset.cloth = name;
    document.body.append(node);
    const value = (token) => getComputedStyle(node).getPropertyValue(token);
    cloths[name] = { felt: over([value("--felt")]), ink: over([value("--felt"), value("--felt-ink")]),
      red: over([value("--pocket-red")]), ivory: over([value("--ivory")]) };
  }
  const demo = Object.assign(document.createElement("div"), { className: "stage" });
  Object.assign(demo.dataset, { currency: "DEMO", cloth: "plum" });
  document.body.append(demo);
  cloths.demo = { felt: over([getComputedStyle(demo).getPropertyValue("--felt")]) };
  return cloths;
"""


def contrast(one: list[float], other: list[float]) -> float:
    low, high = sorted(0.2126 * red + 0.7152 * green + 0.0722 * blue for red, green, blue in (one, other))
    return (high + 0.05) / (low + 0.05)


def oklab(colour: list[float]) -> tuple[float, float, float]:
    red, green, blue = colour
    long = (0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue) ** (1 / 3)
    middle = (0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue) ** (1 / 3)
    short = (0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue) ** (1 / 3)
    return (
        0.2104542553 * long + 0.7936177850 * middle - 0.0040720468 * short,
        1.9779984951 * long - 2.4285922050 * middle + 0.4505937099 * short,
        0.0259040371 * long + 0.7827717662 * middle - 0.8086757660 * short,
    )


def distance(one: list[float], other: list[float]) -> float:
    return sum((a - b) ** 2 for a, b in zip(oklab(one), oklab(other), strict=True)) ** 0.5


def test_every_cloth_can_be_read_and_none_looks_like_a_demonstration(chromium: Browser) -> None:
    """Words printed on it, the red of the layout, and the cloth of a demonstration, which is not chosen."""
    with blank(chromium) as page:
        cloths = run(page, {"looks": "table/appearance.js"}, COLOURS)
    demo = cloths.pop("demo")["felt"]
    assert len(cloths) == 3
    for name, cloth in cloths.items():
        assert contrast(cloth["felt"], cloth["ink"]) >= TEXT, name
        assert contrast(cloth["felt"], cloth["ivory"]) >= TEXT, name
        assert distance(cloth["felt"], cloth["red"]) >= 3 * APART, name
        assert distance(cloth["felt"], demo) >= APART, name
    felts = [cloth["felt"] for cloth in cloths.values()]
    assert min(distance(one, other) for one, other in combinations(felts, 2)) >= APART


def test_a_demonstration_offers_no_cloth_and_a_wheel_no_backs(chromium: Browser) -> None:
    offered = """
      return [...document.querySelectorAll("dialog[data-name=settings] fieldset input")]
        .map(({ name }) => name).filter((name, at, all) => all.indexOf(name) === at);
    """
    seen = []
    for name, currency in (("caribbean-stud-two-players", "DEMO"), ("roulette-american-two-players", "EUR")):
        with blank(chromium) as page:
            seen.append(run(page, {}, opened(currency) + OPEN_SETTINGS + offered, facts_of(name, currency)))
    assert seen == [["look-reach", "look-back"], ["look-reach", "look-cloth"]]
