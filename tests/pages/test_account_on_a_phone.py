"""The pages of the portal and of an account on a phone: every link in sight, every word whole, nothing
crowded.
"""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from playwright.sync_api import Browser, ViewportSize

from players.inbox.complaints import answer_complaint, open_complaint
from players.inbox.models import Complaint, Message
from players.models import Person, Player, PlaySession
from players.protection.limits import set_limits
from players.protection.models import LimitsQuestion
from players.shared import clock
from players.wallet.cashier.sandbox import pages as sandbox_pages
from tests.demo_house import freshly, signed_in
from tests.pages import screen
from tests.pages.test_back_office_axe import fetched

pytestmark = pytest.mark.journey
PHONE = ViewportSize(width=360, height=740)
DESKTOP = ViewportSize(width=1280, height=800)
LANGUAGES = pytest.mark.parametrize("language", ["pt-pt", "en-gb", "es-es"])


def shown(pages: dict[str, bytes], script: str, size: ViewportSize = PHONE) -> dict[str, Any]:
    """What the script returns on each page."""

    def ask(chromium: Browser) -> dict[str, Any]:
        answers = {}
        with screen.served(chromium, pages, **size) as page:
            for address in pages:
                page.goto(screen.SITE + address)
                answers[address] = page.evaluate(script)
        return answers

    return screen.browser_thread().run(ask)


def account(language: str, *addresses: str) -> dict[str, bytes]:
    client = signed_in("ana@feltro.example", language)
    freshly(client, Person.objects.get(email="ana@feltro.example"), "password")
    return fetched(client, addresses)


@LANGUAGES
def test_every_page_of_a_group_is_in_sight_in_its_tabs(demo: None, language: str) -> None:
    outside = """() => [...document.querySelectorAll(".tabs a")]
      .filter((link) => link.getBoundingClientRect().right > innerWidth).map((link) => link.textContent)"""
    addresses = ("/account/", "/account/complaints/", "/account/rounds/", "/account/limits/")
    seen = shown(account(language, *addresses), outside)
    assert seen == dict.fromkeys(addresses, [])


@LANGUAGES
def test_the_pages_of_an_account_take_one_line_until_they_are_asked_for(demo: None, language: str) -> None:
    """Red before: they took three lines above what somebody came for."""
    lines = """() => {
      const tabs = document.querySelector(".tabs:not(.groups)"), heights = [tabs.offsetHeight];
      const links = () => [...tabs.querySelectorAll("a")].filter((link) => link.offsetHeight).length;
      const seen = [links()];
      tabs.querySelector("summary").click();
      return [heights[0] <= 48, seen[0], links()];
    }"""
    assert shown(account(language, "/account/"), lines) == {"/account/": [True, 1, 7]}


def test_on_a_wide_screen_they_are_all_there(demo: None) -> None:
    links = """() => [...document.querySelectorAll(".tabs:not(.groups) :is(a, summary)")]
      .filter((node) => node.offsetHeight).length"""
    assert shown(account("pt-pt", "/account/"), links, DESKTOP) == {"/account/": 7}


@LANGUAGES
def test_the_longest_choice_of_a_filter_is_whole(demo: None, language: str) -> None:
    cut = """() => [...document.querySelectorAll(".filters select")].flatMap((select) => {
      const style = getComputedStyle(select);
      const probe = document.createElement("span");
      probe.style.cssText = `position: absolute; white-space: nowrap; font: ${style.font}`;
      document.body.append(probe);
      const arrow = 20, padding = parseFloat(style.paddingLeft) + parseFloat(style.paddingRight);
      const room = select.clientWidth - padding - arrow;
      return [...select.options].map(({ text }) => {
        probe.textContent = text;
        return probe.offsetWidth > room ? `${text}: ${probe.offsetWidth} of ${room}` : "";
      }).filter(Boolean);
    })"""
    addresses = ("/account/rounds/", "/account/sessions/", "/account/review/", "/account/movements/")
    seen = shown(account(language, *addresses), cut)
    assert seen == dict.fromkeys(addresses, [])


@pytest.mark.parametrize(
    "size", [PHONE, pytest.param(DESKTOP, marks=pytest.mark.long)], ids=["phone", "desktop"]
)
@LANGUAGES
def test_no_field_and_no_button_of_a_form_touches_another(
    demo: None, language: str, size: ViewportSize
) -> None:
    set_limits(Player.objects.get(alias="Ana"), {("deposit", "day"): 30_000})
    touching = """() => {
      const boxes = [...document.querySelectorAll("main :is(input, select, .button, .aside)")]
        .filter((node) => node.checkVisibility() && !node.matches("[type=hidden], .hidden-text"))
        .map((node) => {
          const name = node.name || node.textContent.trim();
          return { name, ...node.getBoundingClientRect().toJSON() };
        });
      return boxes.flatMap((one, at) => boxes.slice(at + 1)
        .filter((other) => one.left < other.right + 2 && other.left < one.right + 2 &&
          one.top < other.bottom && other.top < one.bottom)
        .map((other) => [one.name, other.name])).concat(boxes.filter(({ right }) => right > innerWidth - 8));
    }"""
    addresses = ("/account/rounds/", "/account/movements/", "/account/deposit/", "/account/withdraw/")
    seen = shown(account(language, *addresses), touching, size)
    assert seen == dict.fromkeys(seen, []) and len(seen) == 4


@pytest.mark.whole
def test_the_sections_of_the_notifications_stand_apart(demo: None, settings: Any) -> None:
    settings.PUSH_PUBLIC_KEY = "a-public-key"
    gaps = """() => [...document.querySelectorAll("main section")].slice(1).map((section) => {
      const sections = [...document.querySelectorAll("main section")];
      const before = sections[sections.indexOf(section) - 1];
      return section.getBoundingClientRect().top - before.getBoundingClientRect().bottom;
    })"""
    (seen,) = shown(account("pt-pt", "/account/notifications/"), gaps).values()
    assert len(seen) == 2 and min(seen) >= 32


def test_the_descriptions_of_the_socket_fit_a_phone() -> None:
    wide = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"
    pages = fetched(Client(), ["/api/v1/socket/docs/"])
    assert shown(pages, wide) == {"/api/v1/socket/docs/": 0}


def test_the_games_of_the_rules_begin_in_one_line(demo: None) -> None:
    lefts = """() => [...document.querySelectorAll(".rule-face + div")]
      .map((node) => Math.round(node.getBoundingClientRect().left))"""
    (seen,) = shown(fetched(Client(), ["/rules/"]), lefts, DESKTOP).values()
    assert len(seen) == 7 and len(set(seen)) == 1


def test_the_number_of_a_complaint_stays_in_one_line(demo: None) -> None:
    opened = open_complaint(
        player=Player.objects.get(alias="Ana"), category=Complaint.Category.ROUND, text="Why so?"
    )
    broken = """() => {
      const range = document.createRange();
      range.selectNodeContents(document.querySelector("h1 .figure"));
      return range.getClientRects().length;
    }"""
    (lines,) = shown(account("pt-pt", f"/account/complaints/{opened.number}/"), broken).values()
    assert lines == 1


@LANGUAGES
def test_the_way_to_play_is_near_on_the_home_page(demo: None, language: str) -> None:
    """Free play and a table with its limits stand on the first screen, each game within three of them, and
    all that the law asks of the page within five.
    """
    near = """() => {
      const tiles = [...document.querySelectorAll(".tile")];
      const bottom = (node) => node.getBoundingClientRect().bottom;
      const crossing = [...document.querySelectorAll(".tile")].filter((tile) =>
        tile.querySelector(".tile-limits").getBoundingClientRect().right >
          tile.querySelector(".tile-way .button").getBoundingClientRect().left);
      return [bottom(document.querySelector(".hero-ways .button")) < innerHeight,
        bottom(tiles[0]) < innerHeight, tiles.length, bottom(tiles.at(-1)) < 3 * innerHeight, crossing.length,
        document.documentElement.scrollHeight < 5 * innerHeight];
    }"""
    pages = fetched(Client(headers={"accept-language": language}), ["/"])
    assert shown(pages, near) == {"/": [True, True, 7, True, 0, True]}


@LANGUAGES
def test_the_periods_of_the_first_limits_stand_in_one_line(demo: None, language: str) -> None:
    lines = """() => [...document.querySelectorAll(".limits label")].map((label) => {
      const range = document.createRange();
      range.selectNode(label.querySelector(".hidden-text").nextSibling);
      return range.getClientRects().length;
    })"""
    (seen,) = shown(account(language, "/account/limits/first/"), lines).values()
    assert seen == [1] * 10


@LANGUAGES
def test_every_choice_of_the_trial_payment_is_as_large_as_a_finger(language: str) -> None:
    row = {"kind": "deposit", "reference": "SBX-1", "cents": 200_000, "language": language, "back": "/"}
    pages = {
        f"/pay/{status}": sandbox_pages.payment({**row, "status": status}).encode()
        for status in ("pending", "paid", "failed")
    }
    card = {**row, "method": "CARD", "status": "pending"}
    pages["/fields"] = sandbox_pages.payment(card, is_framed=True, typed={}).encode()
    small = """() => [...document.querySelectorAll("main :is(a, button, label)")]
      .filter((node) => node.getBoundingClientRect().height < 44)
      .map((node) => node.textContent)
      .concat(document.documentElement.scrollWidth > innerWidth ? ["too wide"] : [])"""
    assert shown(pages, small) == dict.fromkeys(pages, [])


@LANGUAGES
def test_how_long_a_pause_lasts_is_chosen_on_the_first_screen(demo: None, language: str) -> None:
    """Red before: six lengths stood one below the other, and the last at 880 pixels."""
    bottoms = """() => [...document.querySelectorAll("[aria-labelledby=pause] .lengths label")]
      .map((label) => label.getBoundingClientRect())
      .map(({ bottom, right }) => bottom < innerHeight && right <= innerWidth - 16)"""
    (seen,) = shown(account(language, "/account/exclusion/"), bottoms).values()
    assert seen == [True] * 6


def test_the_overview_says_of_each_session_where_it_was_and_what_it_came_to(demo: None) -> None:
    """Red before: a session took seven lines, and five sessions two screens."""
    now = clock.now()
    PlaySession.objects.create(
        player=Player.objects.get(alias="Ana"), table=1, table_name="Lisboa", system="american-roulette",
        currency="EUR", started=now, ended=now, cause="player",
    )  # fmt: skip
    names = """() => [...document.querySelectorAll("table.sheet tbody td")]
      .filter((cell) => cell.checkVisibility()).map((cell) => cell.dataset.label)"""
    seen = shown(account("pt-pt", "/account/", "/account/sessions/"), names)
    assert seen["/account/"] == ["Mesa", "Ganho ou perda"]
    assert len(seen["/account/sessions/"]) == 6, "its own page has everything"


@LANGUAGES
def test_every_letter_of_the_glossary_leads_to_its_words(language: str) -> None:
    """Red before: on the page by subject none did, and its words were all open."""
    leads = """() => [...document.querySelectorAll(".glossary-letters a")].map((link) => {
      const { width, height } = link.getBoundingClientRect();
      const words = new URL(link.href).search === location.search ? document.querySelector(link.hash) : null;
      return [width >= 44 && height >= 44, link.search, words?.checkVisibility() ?? null];
    })"""
    shut = """() => [...document.querySelectorAll("main details:not([open])")].length"""
    client = Client(headers={"accept-language": language})
    pages = fetched(client, ["/glossary/", "/glossary/?order=letters"])
    first, letters = shown(pages, leads).values()
    assert len(first) == len(letters) > 10
    assert first == [[True, "?order=letters", None]] * len(first)
    assert letters == [[True, "", True]] * len(letters) or letters == [[True, "?order=letters", True]] * len(
        letters
    )
    assert list(shown(pages, shut).values()) == [5, 0]


@LANGUAGES
def test_a_deposit_is_on_the_first_screen_below_a_question_about_limits(demo: None, language: str) -> None:
    """Red before: it ended at 817 pixels of 740."""
    bottom = """() => [document.getElementById("limits-question") !== null,
      document.querySelector(".overview-sums + .ways .button").getBoundingClientRect().bottom]"""
    LimitsQuestion.objects.update_or_create(
        player=Player.objects.get(alias="Ana"), defaults={"due": clock.now()}
    )
    ((is_asked, end),) = shown(account(language, "/account/"), bottom).values()
    assert is_asked and end <= PHONE["height"]


def test_the_number_of_a_complaint_in_a_sentence_stays_in_one_line(demo: None) -> None:
    """Red before: the link to an answer broke after «R-»."""
    opened = open_complaint(
        player=Player.objects.get(alias="Ana"), category=Complaint.Category.ROUND, text="Why so?"
    )
    answer_complaint(
        complaint=opened, person=Person.objects.get(email="apoio@feltro.example"), text="We look into it."
    )
    newest = Message.objects.filter(player__alias="Ana").latest("pk").pk
    lines = """() => [...document.querySelectorAll("main .whole-code")].map((node) => {
      const range = document.createRange();
      range.selectNodeContents(node);
      return range.getClientRects().length;
    })"""
    seen = shown(account("pt-pt", "/account/", "/account/messages/", f"/account/messages/{newest}/"), lines)
    assert all(counts and set(counts) == {1} for counts in seen.values()), seen


@LANGUAGES
def test_the_number_to_call_is_a_button_as_wide_as_the_others(demo: None, language: str) -> None:
    """Red before: it looked like a heading, and the two below it differed in width."""
    widths = """() => [...document.querySelectorAll(".help-line .button, .page-acts .button")].map((node) =>
      [node.getAttribute("href"), node.offsetHeight >= 44,
       Math.round(node.parentElement.getBoundingClientRect().width - node.offsetWidth)])"""
    pages = fetched(Client(headers={"accept-language": language}), ["/responsible/"])
    (seen,) = shown(pages, widths).values()
    assert seen[0][0] == "tel:1414" and len(seen) == 3
    assert all(tall for _href, tall, _room in seen) and seen[1][2] == seen[2][2] == 0


def test_a_link_to_a_folded_section_opens_it(demo: None) -> None:
    opened = """() => new Promise((done) => {
      addEventListener("hashchange", () => setTimeout(() => done(
        document.getElementById("removed").closest("details").open), 0));
      location.hash = "removed";
    })"""
    assert shown(fetched(Client(), ["/responsible/"]), opened) == {"/responsible/": True}
