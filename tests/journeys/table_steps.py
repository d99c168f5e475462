"""Helpers for journeys at live tables: people in browsers of their own, who sit down, bet, decide and wait
at every game.

Nothing is read directly after an action: the helpers wait for what a page shows. At tables between players
they also answer every decision, because a missed decision makes the seat sit out, and then nobody plays.
"""

from __future__ import annotations

import contextlib
import re
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any

from msgspec import Struct
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

from casino.demo.sample_data import PLAYERS, DemoPlayer
from casino.services.folder import PROJECT
from tests.running import RunningHouse

HEAVIEST = 165_000  # bytes of a table's first page and its files; frames of the socket are not among them
FRAME = 8.0  # ms that the wheel may take of one frame
CENTS = re.compile(r"[^\d-]")
WEIGHT = """performance.getEntries()
  .filter((each) => ["navigation", "resource"].includes(each.entryType))
  .reduce((sum, each) => sum + each.encodedBodySize, 0)"""
ROUND = (
    90_000  # ms in which a whole round, and the one under way before it, is surely over on a loaded machine
)
DESKTOP, PHONE = ViewportSize(width=1280, height=800), ViewportSize(width=360, height=780)
FRESH = 260  # the bar accepts no decision in the first instant
ASKED = ".decision:not([disabled]):visible"
QUICK = {"betting_seconds": 12, "rest_seconds": 5}
# Every state of the card that invites and warns, every phase, every result of one's own and what is said to
# whoever listens, as they pass by: on a loaded machine nobody looks in the right moment.
WATCH = """() => {
  const told = () => document.querySelector(".result-mine")?.textContent.trim() ?? "";
  // what stood there before is no result of now
  window.passed ??= { nudges: [], phases: [], said: [], results: [], result: told() };
  const look = () => {
    const card = document.querySelector(".nudge");
    const step = card?.hasAttribute("data-shown") ? card.dataset.step : null;
    if (step && passed.nudges.at(-1)?.step !== step) passed.nudges.push({ step, text: card.innerText });
    const phase = document.getElementById("table")?.dataset.phase;
    if (passed.phases.at(-1) !== phase) passed.phases.push(phase);
    const said = [...document.querySelectorAll("[aria-live=polite]")]
      .map((region) => region.textContent.trim()).join(" ");
    if (passed.said.at(-1) !== said) passed.said.push(said);
    const result = told();
    if (result && result !== passed.result) passed.results.push(result);
    passed.result = result;
  };
  setInterval(look, 60);
}"""


OPEN = """(least) => document.getElementById("table").dataset.phase === "betting"
  && Number(document.querySelector(".ring-seconds").textContent) >= least
  && document.querySelector("[data-figure=stake] .figure").textContent.replace(/\\D/g, "") === "000" """
SHOWN = """([name, wanted]) =>
  document.querySelector(`[data-figure=${name}] .figure`).textContent.replace(/\\D/g, "") === wanted"""


def wait_for_next_round(page: Page, timeout: int) -> None:
    """The table's page announces that bets are closed, and then that those of another round are open."""
    expect(page.locator('#table:not([data-phase="betting"])')).to_be_attached(timeout=timeout)
    expect(page.locator('#table[data-phase="betting"]')).to_be_attached(timeout=timeout)


class Felt(Struct, frozen=True):
    """One game at a quick table of its own, and how it is bet on."""

    system: str
    table: str
    setting: dict[str, Any]
    spot: str  # what is pressed to lay a bet
    rule: str  # how the rules of the game begin
    between: bool = False  # players against each other: a place is chosen and a stack bought
    decides: bool = True

    def lay(self, page: Page) -> None:
        place = page.locator(self.spot).first
        place.evaluate("(node) => node.scrollIntoView({ block: 'center' })")
        place.dispatch_event("click") if self.system in (
            "baccarat",
            "american-roulette",
            "french-roulette",
        ) else place.click()


STUD = {"minimum": 100, "maximum": 2_500, "step": 50, "decision_seconds": 12, **QUICK}
FELTS = (
    Felt(
        "american-roulette",
        "Nazaré",
        {"variant": "37", "minimum": 50, "seats": 40, **QUICK, "rest_seconds": 12},
        '.hit[data-place="red"]',
        "AR-",
        decides=False,
    ),
    Felt(
        "french-roulette",
        "Ericeira",
        {"variant": "FR", "minimum": 50, "seats": 40, **QUICK, "rest_seconds": 12},
        '.hit[data-place="red"]',
        "FR-",
        decides=False,
    ),
    Felt(
        "blackjack",
        "Óbidos",
        {
            "minimum": 500,
            "maximum": 20_000,
            "step": 100,
            "places_per_player": 3,
            "decks": 6,
            "shoe": "fresh",
            "decision_seconds": 12,
            **QUICK,
        },
        ".seat[data-mine][data-open] .spot",
        "BJ-",
    ),
    Felt(
        "baccarat",
        "Cascais",
        {"variant": "punto-banco", "minimum": 100, "commission": "a", "shoe": "fresh", "seats": 9, **QUICK},
        '.zone[data-place="punto"]',
        "PB-",
        decides=False,
    ),
    Felt("caribbean-stud", "Tavira", STUD, ".seat[data-mine][data-open] .spot", "CS-"),
    Felt("macau-stud", "Lagos", STUD, ".seat[data-mine][data-open] .spot", "CS-"),
    Felt(
        "holdem",
        "Esposende",
        {
            "minimum": 100,
            "small_blind": 50,
            "buy_in": 10_000,
            "rebuys": [5_000],
            "seats": 6,
            "decision_seconds": 12,
            "rest_seconds": 3,
            "betting_seconds": 2,
        },
        ".he-plate",
        "HE-",
        between=True,
    ),
)
SEED = """
from games.models import Table
from casino.demo.demo_tables import seed_table
from casino.demo.sample_data import DemoTable
for name, system, setting in {tables!r}:
    seed_table(DemoTable(name, system, setting))
    assert Table.objects.get(name=name).system == system, f"another journey has a table {{name}}"
"""


ANA, BRUNO, CARLA = PLAYERS[:3]


def sign_in(page: Page, house: RunningHouse, email: str, password: str) -> None:
    page.goto(f"{house.url}/account/sign-in/")
    page.fill("input[name=login]", email)
    page.fill("input[name=password]", password)
    with page.expect_navigation():
        page.keyboard.press("Enter")


def table_of(
    page: Page, house: RunningHouse, query: str = "game=american-roulette&money=EUR&mode=multiple"
) -> str:
    page.goto(f"{house.url}/lobby/?{query}")
    value = page.locator('.tile-name a[href^="/table/"]').first.get_attribute("href")
    assert value is not None
    return value


def sit_down(page: Page) -> None:
    """One press takes a seat, unless this person has one already.  [AR-27]"""
    press = page.locator(".seat-offer:not([hidden]) button:enabled")
    seated = page.locator("#table[data-seated]")
    expect(press.or_(seated).first).to_be_attached(timeout=ROUND)
    if not seated.count():
        press.click()
    expect(seated).to_be_attached(timeout=ROUND)


def leave(page: Page) -> None:
    page.locator(".bar-menu").click()
    page.get_by_role("button", name="Terminar a sessão").first.click()
    expect(page.locator("#table:not([data-seated])")).to_be_attached(timeout=ROUND)


def betting(page: Page, seconds: int = 6) -> None:
    """Bets are open and stay so for long enough, and this player has none yet."""
    page.wait_for_function(OPEN, arg=seconds, timeout=ROUND)


def chip(page: Page, number: int) -> None:
    """Takes a chip of the tray, the smallest being the first."""
    page.locator(".tray-chip").nth(number).click()


def figure(page: Page, name: str) -> int:
    """A figure of the line above, in cents."""
    text = page.locator(f'[data-figure="{name}"] .figure').inner_text()
    return int(CENTS.sub("", text.replace("−", "-")))


def staked(page: Page, cents: int) -> None:
    page.wait_for_function(SHOWN, arg=["stake", f"{cents:03}"])


def balanced(page: Page, cents: int) -> None:
    page.wait_for_function(SHOWN, arg=["balance", f"{cents:03}"])


def explained_balance(page: Page) -> tuple[int, int]:
    """What the panel that explains a round says of the balance before its first bet and after its payment, in
    cents.
    """
    line = page.locator(".explained .tally div", has_text="Saldo")
    before, after = line.locator("dd").inner_text().split("→")
    return int(CENTS.sub("", before)), int(CENTS.sub("", after))


def tables_open(house: RunningHouse, felts: tuple[Felt, ...] = FELTS) -> None:
    """The quick tables stand open beside those of the demonstration house."""
    script = SEED.format(tables=[(felt.table, felt.system, felt.setting) for felt in felts])
    environment = house.environment() | {"HOUSE_DEMO": "1"}
    done = subprocess.run(
        [sys.executable, "manage.py", "shell", "-c", script],
        check=False,
        cwd=PROJECT,
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-2000:]


@contextlib.contextmanager
def person(
    chromium: Browser, house: RunningHouse, player: DemoPlayer, size: ViewportSize = DESKTOP, **options: Any
) -> Iterator[Page]:
    """Somebody signed in, in a browser of their own, in which nothing may break."""
    context = chromium.new_context(viewport=size, has_touch=size["width"] < 640, locale="pt-PT", **options)
    page = context.new_page()
    broken: list[str] = []
    page.on("pageerror", lambda error: broken.append(str(error)))
    sign_in(page, house, player.email, player.password)
    try:
        yield page
    finally:
        context.close()
    assert broken == []


def enter(page: Page, house: RunningHouse, felt: Felt) -> None:
    """At the table, with a seat; at hold'em with a stack bought."""
    page.goto(f"{house.url}/lobby/?game={felt.system}&money=EUR&mode=multiple")
    page.get_by_role("link", name=felt.table, exact=True).first.click()
    if felt.between:
        seat = page.locator(".he-seat[data-mine]")  # who was here before, in another browser, still has it
        expect(page.locator(".he-plate:enabled").first.or_(seat.first).first).to_be_visible(timeout=ROUND)
        if not seat.count():
            page.locator(".he-plate:enabled").first.click()
            buy_in(page)
    else:
        sit_down(page)
    expect(page.locator("#table[data-seated]")).to_be_attached(timeout=ROUND)
    page.evaluate(WATCH)


def buy_in(page: Page) -> None:
    page.locator('[data-act="buy-in"]').click(timeout=ROUND)
    expect(page.locator('[data-act="buy-in"]')).to_have_count(0, timeout=ROUND)


def begin(page: Page, felt: Felt, seconds: int = 5) -> None:
    """A bet lies on the table; at hold'em a hand is dealt."""
    if felt.between:
        expect(page.locator(".he-seat[data-mine] .pcard")).to_have_count(2, timeout=ROUND)
        return
    betting(page, seconds)
    felt.lay(page)
    expect(page.locator(".refusal[data-shown]")).to_have_count(0)
    page.wait_for_function(
        "() => document.querySelector('[data-figure=stake] .figure').textContent.replace(/\\D/g, '') > 0",
        timeout=ROUND,
    )


def answer(
    page: Page, wanted: tuple[str, ...] = ("decline", "check", "call", "stand", "continue", "fold", "hit")
) -> str:
    """Answers what is asked now, if anything is; the first of the wanted choices that is offered."""
    # All at one moment: a turn that came between two looks was once answered with a fold.
    offered = page.locator(".decision:not([disabled]):visible").evaluate_all(
        "(buttons) => buttons.map((button) => button.dataset.choice)"
    )
    choice = next((choice for choice in wanted if choice in offered), "")
    if choice:
        page.wait_for_timeout(FRESH)
        # What was asked may have passed in the meantime: then there is nothing to answer.
        with contextlib.suppress(Exception):
            page.locator(f'.decision[data-choice="{choice}"]:not([disabled]):visible').click(timeout=1_000)
            return choice
    return ""


def playing(pages: tuple[Page, ...], until: Callable[[], bool], patience: int = ROUND) -> None:
    """Everybody answers what they are asked, and comes back from a rest, until something is so."""
    end = time.monotonic() + patience / 1000
    while not until():
        assert time.monotonic() < end, "it does not come to that"
        for page in pages:
            answer(page)
            back = page.locator('[data-act="sit-in"]:visible')
            if back.count():
                with contextlib.suppress(Exception):
                    back.click(timeout=1_000)
        pages[0].wait_for_timeout(60)


def results(page: Page) -> list[str]:
    """The results of one's own rounds since one came to the table."""
    value: list[str] = page.evaluate("window.passed.results")
    return value


def cents(text: str) -> int:
    return int(CENTS.sub("", text.replace("−", "-")) or 0)


def tab_to(page: Page, wanted: Locator, most: int = 160) -> None:
    """By the Tab key alone, as far as it takes: what cannot be reached so is not there for some."""
    expect(wanted.first).to_be_attached(timeout=ROUND)
    for _ in range(most):
        page.keyboard.press("Tab")
        if wanted.first.evaluate("(node) => node === document.activeElement"):
            return
    raise AssertionError(f"{wanted} is not reached by Tab")


def words_of(page: Page, selector: str) -> str:
    return re.sub(r"\s+", " ", page.locator(selector).first.inner_text())
