"""The facts of the lobby and of the home page that docs/subsystems/lobby.md lists, each in Chromium."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from playwright.sync_api import Browser, ViewportSize

from games.lobby import live
from games.models import Favourite, Table
from players.models import Player
from tests.demo_house import signed_in
from tests.pages import screen
from tests.pages.test_back_office_axe import fetched
from tests.pages.test_weight import SHIFTS

pytestmark = pytest.mark.journey
PHONE, ACROSS = ViewportSize(width=360, height=740), ViewportSize(width=740, height=360)
DESKTOP = ViewportSize(width=1280, height=800)
SIZES = pytest.mark.parametrize("size", [PHONE, ACROSS, DESKTOP], ids=["phone", "across", "desktop"])
LANGUAGES = pytest.mark.parametrize("language", ["pt-pt", "en-gb", "es-es"])
RECENT = {
    "roulette": "17|0|32|5|36|11|2|28",
    "baccarat": "P8-3|B6-7|T5-5|B6-7",
    "blackjack": "25|17|21",
}
# Parts of one tile that lie on each other, parts outside of the screen, and words that are cut off.
FAULTS = """() => [...document.querySelectorAll(".tile")].flatMap((tile) => {
  const name = tile.querySelector(".tile-name").textContent;
  const parts = [".face", ".tile-words", ".favourite", ".tile-facts", ".tile-limits", ".tile-phase", ".tile-seats", ".tile-way", ".tile-jackpot", ".results"]
    .map((part) => [part, tile.querySelector(part)])
    .filter(([, node]) => node?.checkVisibility())
    .map(([part, node]) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return [part, part === ".face" ? node.getBoundingClientRect() : range.getBoundingClientRect(), node];
    }).filter(([, box]) => box.width);
  const crossing = parts.flatMap(([one, a], at) => parts.slice(at + 1)
    .filter(([, b]) => a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 1 && b.top < a.bottom - 1)
    .map(([two]) => `${name}: ${one} on ${two}`));
  const outside = parts.filter(([, box]) => box.right > innerWidth || box.left < 0).map(([part]) => `${name}: ${part} outside`);
  const cut = parts.filter(([part, , node]) => part !== ".results" && node.scrollWidth > node.clientWidth + 1)
    .map(([part]) => `${name}: ${part} cut`);
  return [...crossing, ...outside, ...cut];
}).concat(document.documentElement.scrollWidth > innerWidth ? ["the page scrolls sideways"] : [])"""  # noqa: E501


@pytest.fixture
def busy(demo: None) -> None:
    """A house in which something happens at every table."""
    live._cache.clear()
    due = timezone.now() + timedelta(seconds=12)
    Table.objects.update(seated=3, phase="bets", due=due, round=120)
    Table.objects.filter(currency="DEMO").update(seated=6, partners=3)
    Table.objects.filter(name__in=("Figueira", "Buarcos")).update(phase="choice", waiting=2, seated=6)
    for game, recent in RECENT.items():
        Table.objects.filter(system__contains=game).update(recent=recent)


def pages(language: str, email: str = "") -> dict[str, bytes]:
    """Lobby and home of a visitor or a player, with what the lobby asks for after them."""
    client = signed_in(email, language) if email else Client(headers={"accept-language": language})
    answered = fetched(client, ("/", "/lobby/"))
    return answered | {"/lobby/live/": client.get("/lobby/live/").content}


# A typeface that comes late moves lines by itself: the live figures are asked for after it and counted alone.
AFTER_THE_TYPEFACE = """const ask = window.fetch;
window.fetch = async (...request) => {
  if (document.readyState !== "complete") await new Promise((done) => addEventListener("load", done));
  await document.fonts.ready;
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  window.shifts.length = 0;
  return ask(...request);
};"""


def asked(answers: dict[str, bytes], address: str, script: str, size: ViewportSize, **media: Any) -> Any:
    """What the script returns on a page of this size."""

    def ask(chromium: Browser) -> Any:
        with screen.served(chromium, answers, **size) as page:
            page.emulate_media(**{"reduced_motion": "no-preference", **media})
            page.add_init_script(SHIFTS)
            page.add_init_script(AFTER_THE_TYPEFACE)
            page.goto(screen.SITE + address)
            page.wait_for_function("() => document.fonts.status === 'loaded'")
            return page.evaluate(script)

    return screen.browser_thread().run(ask)


@LANGUAGES
@pytest.mark.parametrize("email", ["", "ana@feltro.example"], ids=["visitor", "player"])
def test_the_lobby_of_a_phone_is_under_3500_pixels_with_every_table(
    busy: None, language: str, email: str
) -> None:
    script = "() => [document.querySelectorAll('.tile').length, document.documentElement.scrollHeight]"
    tables, height = asked(pages(language, email), "/lobby/", script, PHONE)
    assert tables >= 22 and height < 3500


@LANGUAGES
@pytest.mark.parametrize("email", ["", "ana@feltro.example"], ids=["visitor", "player"])
def test_every_table_of_a_phone_says_what_to_press(busy: None, language: str, email: str) -> None:
    """Red before: a table for money had nothing that looks pressable."""
    script = """() => [...document.querySelectorAll(".tile")].map((tile) =>
      tile.querySelector(".tile-way .button").checkVisibility())"""
    seen = asked(pages(language, email), "/lobby/", script, PHONE)
    assert len(seen) >= 22 and all(seen)


@LANGUAGES
@SIZES
@pytest.mark.parametrize("email", ["", "ana@feltro.example"], ids=["visitor", "player"])
def test_nothing_lies_on_anything_in_a_tile(
    busy: None, language: str, size: ViewportSize, email: str
) -> None:
    Favourite.objects.create(player=Player.objects.get(alias="Ana"), table=Table.objects.get(name="Porto"))
    answers = pages(language, email)
    for address in ("/lobby/", "/"):
        assert asked(answers, address, FAULTS, size) == []


@LANGUAGES
@pytest.mark.parametrize(("size", "tables"), [(PHONE, 3), (DESKTOP, 4)], ids=["phone", "desktop"])
def test_the_first_tables_and_every_way_to_find_one_stand_on_the_first_screen(
    busy: None, language: str, size: ViewportSize, tables: int
) -> None:
    script = """() => {
      const bottom = (node) => node.getBoundingClientRect().bottom;
      const ways = document.querySelectorAll(
        "#filter-name, .lobby-order, .filter-sheet > summary, .game-chips");
      const tiles = [...document.querySelectorAll(".tile")];
      return [ways.length, [...ways].every((node) => node.checkVisibility() && bottom(node) < 300),
        tiles.filter((tile) => bottom(tile) <= innerHeight).length];
    }"""
    found, near, shown = asked(pages(language), "/lobby/", script, size)
    assert (found, near) == (4, True) and shown >= tables


def test_a_name_that_is_typed_hides_other_tables_at_once(busy: None) -> None:
    script = """() => {
      const field = document.querySelector("#filter-name");
      const shown = () => [...document.querySelectorAll(".tile:not([hidden]) .tile-name")]
        .map((node) => node.textContent);
      const all = shown().length;
      const found = ["EVO", "macau", "nowhere"].map((name) => {
        field.value = name;
        field.dispatchEvent(new Event("input"));
        return [...shown(), document.querySelector("[data-empty]").hidden];
      });
      field.value = "";
      field.dispatchEvent(new Event("input"));
      return [found, shown().length === all];
    }"""
    found, all_again = asked(pages("pt-pt"), "/lobby/", script, DESKTOP)
    assert [sorted(names[:-1]) for names in found] == [["Évora"], ["Coloane", "Cotai", "Taipa"], []]
    assert [names[-1] for names in found] == [True, True, False] and all_again


@SIZES
@pytest.mark.parametrize("address", ["/", "/lobby/"])
def test_nothing_jumps_when_the_live_figures_arrive(busy: None, address: str, size: ViewportSize) -> None:
    answers = pages("pt-pt")
    Table.objects.filter(phase="bets").update(phase="rest", seated=12)
    Table.objects.filter(system="american-roulette").update(recent="0|17|0|32|5|36|11|2")
    live._cache.clear()
    answers["/lobby/live/"] = Client(headers={"accept-language": "pt-pt"}).get("/lobby/live/").content
    script = """async () => {
      const number = () => document.querySelector("[data-live=newest]").textContent;
      while (number() !== "0") await new Promise((done) => setTimeout(done, 20));
      await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
      return window.shifts.reduce((sum, [value]) => sum + value, 0);
    }"""
    assert asked(answers, address, script, size) < 0.01


def test_the_wheel_of_the_home_page_turns_by_transform_alone_and_stands_for_who_wants_no_motion(
    busy: None,
) -> None:
    script = """() => {
      const moving = document.getAnimations()
        .filter((each) => each.effect.getTiming().iterations === Infinity);
      return moving.map((each) => [each.effect.target.getAttribute("class"), ...new Set(
        each.effect.getKeyframes().flatMap((frame) => Object.keys(frame)
          .filter((key) => !["offset", "easing", "composite", "computedOffset"].includes(key))))]);
    }"""
    answers = pages("pt-pt")
    assert asked(answers, "/", script, DESKTOP) == [["hero-rotor", "transform"]]
    still = "() => document.getAnimations().length"
    assert asked(answers, "/", still, DESKTOP, reduced_motion="reduce") == 0


def test_the_home_page_says_what_happens_now(busy: None) -> None:
    """The last numbers of a wheel, with the ball in the pocket of the last, and the meter of the jackpot."""
    script = """() => {
      const table = document.querySelector(".hero-table"), wheel = table.querySelector(".hero-wheel");
      const turn = wheel.querySelector("[data-live=turn]").getAttribute("transform").match(/[\\d.]+/)[0];
      const pocket = [...wheel.querySelectorAll("text")]
        .find((node) => node.parentNode.getAttribute("transform").startsWith(`rotate(${turn} `));
      return [pocket.textContent, table.querySelector(".hero-number").textContent,
        [...table.querySelectorAll(".results li")].map((node) => node.firstChild.data),
        document.querySelector(".hero-jackpot [data-live=jackpot]").checkVisibility()];
    }"""
    for size in (PHONE, DESKTOP):
        pocket, number, results, has_jackpot = asked(pages("pt-pt"), "/", script, size)
        assert pocket == number == results[0] == "17" and len(results) == 8 and has_jackpot
