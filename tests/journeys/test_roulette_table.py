"""Two people at one roulette table, each in their own browser: they bet, have a bet refused, lose and
restore the connection, see the result, and leave.

[AR-2a] [AR-5] [AR-14a] [AR-14b] [AR-16] [AR-17] [AR-22] [AR-24] [AR-25] [AR-26] [AR-27] [FR-2a] [FR-5]
[FR-R15b] [FR-R25] [FR-R27]
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from casino.demo.sample_data import PLAYERS
from games.tables.messages.table import messages_for
from tests.journeys.table_steps import (
    FRAME,
    HEAVIEST,
    ROUND,
    WEIGHT,
    balanced,
    betting,
    chip,
    explained_balance,
    figure,
    leave,
    sign_in,
    sit_down,
    staked,
    table_of,
)
from tests.pages import screen
from tests.running import RunningHouse

pytestmark = pytest.mark.journey

WORDS = messages_for("pt", "american-roulette")

STOPWATCH = """
  const ask = requestAnimationFrame.bind(window);
  window.took = [];
  window.requestAnimationFrame = (call) => ask((now) => {
    const start = performance.now();
    call(now);
    window.took.push(performance.now() - start);
  });
"""


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with screen.chromium() as opened:
        yield opened


@pytest.fixture(scope="module")
def seats(chromium: Browser, house: RunningHouse) -> Iterator[tuple[Page, Page]]:
    """Ana on a desk and Bruno on a phone, at the same table for several players."""
    contexts = []
    pages = []
    broken: list[str] = []
    for player, size in zip(
        PLAYERS, (ViewportSize(width=1280, height=800), ViewportSize(width=360, height=740)), strict=False
    ):
        context = chromium.new_context(viewport=size, has_touch=size["width"] < 640, locale="pt-PT")
        page = context.new_page()
        page.on("pageerror", lambda error: broken.append(str(error)))
        sign_in(page, house, player.email, player.password)
        page.goto(f"{house.url}{table_of(page, house)}")
        sit_down(page)
        contexts.append(context)
        pages.append(page)
    try:
        yield pages[0], pages[1]
    finally:
        for context in contexts:
            context.close()
    assert broken == []


def phase(page: Page, name: str) -> None:
    expect(page.locator(f'#table[data-phase="{name}"]')).to_be_attached(timeout=ROUND)


def lay(page: Page, place: str) -> None:
    """As a click on the felt, or a tap."""
    zone = page.locator(f'.hit[data-place="{place}"]')
    zone.evaluate(
        "(node) => node.scrollIntoView({ block: 'center' })"
    )  # not under the tray, where a finger would not look for it
    if page.evaluate("matchMedia('(pointer: coarse)').matches || innerWidth < 640"):
        zone.tap(force=True)
    else:
        zone.click(force=True)


def test_two_players_play_one_round_and_see_the_same_number(seats: tuple[Page, Page]) -> None:
    ana, bruno = seats
    betting(ana)
    balance = figure(ana, "balance")
    chip(ana, 0)
    lay(ana, "straight:17")
    lay(ana, "red")
    lay(bruno, "black")
    staked(ana, 100)
    staked(bruno, 50)
    expect(ana.locator(".phrase")).to_have_text("Façam as vossas apostas")
    balanced(ana, balance - 100)
    # Others' chips are seen as chips, never whose they are.
    expect(ana.locator(".others").first).to_be_attached()

    expect(ana.locator(".phrase")).to_have_text("Jogo feito, nada mais", timeout=ROUND)  # [AR-14b]
    for page in seats:
        expect(page.locator('#table[data-step="live"][data-phase="resting"]')).to_be_attached(timeout=ROUND)
    numbers = [page.locator(".result-number").inner_text() for page in seats]
    assert numbers[0] == numbers[1]  # all are bound by the one result  [AR-5]
    expect(ana.locator(".dolly[data-set]")).to_be_attached()  # [AR-16]
    expect(ana.locator(".last-numbers li").first).to_contain_text(numbers[0])  # [AR-6e]

    ana.get_by_role("button", name="Explicar").click()
    expect(ana.locator(".explained tbody tr")).to_have_count(2)
    expect(ana.locator(".explained .rule-id").first).to_contain_text("AR-1")
    assert explained_balance(ana) == (balance, figure(ana, "balance"))
    ana.keyboard.press("Escape")
    ana.get_by_role("button", name="Verificar").click()
    expect(ana.locator(".verdict-all")).to_have_text("O sorteio é o que foi prometido.")
    assert ana.locator('[data-agrees="false"]').count() == 0
    # As published: promise, wheel, number, round, signature of the beacon and the signed end; as seen here:
    # the promise, all of it together, the number of the value that was announced, and the share of a
    # browser that sat down in time.
    assert ana.locator('[data-agrees="true"]').count() in (8, 9, 10)
    ana.keyboard.press("Escape")


def test_a_bet_above_the_maximum_is_refused_with_its_reason_and_its_rule(seats: tuple[Page, Page]) -> None:
    ana, _bruno = seats
    betting(ana, 9)
    balance = figure(ana, "balance")
    chip(ana, 2)  # five euros
    for _ in range(4):
        lay(ana, "straight:0")
    expect(ana.locator(".refusal[data-shown]")).to_contain_text(
        "Acima do máximo do pleno: 30 × 0,50 € = 15,00 €."
    )
    expect(ana.locator(".refusal .rule-id")).to_contain_text("AR-11a-i")
    balanced(ana, balance - 1500)
    ana.get_by_role("button", name=WORDS["tray.clear"]).click()
    balanced(ana, balance)


def test_what_was_bet_is_undone_redone_and_kept_over_a_reload(seats: tuple[Page, Page]) -> None:
    ana, _bruno = seats
    betting(ana, 12)
    chip(ana, 0)
    for place in ("corner:1-2-4-5", "dozen:1-12", "double-dozen:13-36"):
        lay(ana, place)
    staked(ana, 150)
    ana.get_by_role("button", name=WORDS["tray.undo"]).click()
    staked(ana, 100)
    ana.get_by_role("button", name=WORDS["tray.redo"]).click()
    staked(ana, 150)
    ana.reload()
    staked(ana, 150)
    expect(ana.locator('.hit[data-place="corner:1-2-4-5"]')).to_have_attribute(
        "aria-label", "Quadro 1-2-4-5, 0,50\u00a0€"
    )


def test_two_windows_of_one_player_both_find_the_draw_as_promised(seats: tuple[Page, Page]) -> None:
    """Either window's share may be the one that counts: neither accuses the house of the other."""
    ana, _bruno = seats
    other = ana.context.new_page()
    other.goto(ana.url)
    for page in (ana, other):
        expect(page.locator("#table[data-seated]")).to_be_attached(timeout=ROUND)
    phase(ana, "resting")  # in which both give a share for the next round
    betting(ana, 6)
    lay(ana, "red")
    staked(ana, 50)
    for page in (ana, other):
        phase(page, "resting")
        expect(page.locator('#table[data-step="live"][data-phase="resting"]')).to_be_attached(timeout=ROUND)
        page.get_by_role("button", name="Verificar").click()
        expect(page.locator(".verdict-all")).to_have_text("O sorteio é o que foi prometido.")
        assert page.locator('[data-agrees="false"]').count() == 0
        page.keyboard.press("Escape")
    other.close()


@pytest.mark.long
def test_a_lost_line_says_where_the_stake_is_and_comes_back_to_the_same_table(
    seats: tuple[Page, Page],
) -> None:
    """The player's own line never changes a round.  [AR-22] [AR-23]"""
    _ana, bruno = seats
    betting(bruno, 12)
    lay(bruno, "straight:8")
    staked(bruno, 50)
    bruno.context.set_offline(True)
    # An open socket notices nothing: six seconds of silence count as a lost connection.
    expect(bruno.locator(".banner[data-shown]")).to_contain_text(
        WORDS["lost.stake"].format(stake="0,50\u00a0€"), timeout=15_000
    )
    bruno.context.set_offline(False)
    expect(bruno.locator('#table[data-link="open"]')).to_be_attached(timeout=20_000)
    expect(bruno.locator(".banner[data-shown]")).to_have_count(0)
    phase(bruno, "resting")
    bruno.locator(".bar-menu").click()
    bruno.get_by_role("button", name="Última jogada").click()
    expect(bruno.locator(".explained tbody tr").first).to_contain_text("Pleno 8")  # [AR-24]
    bruno.keyboard.press("Escape")


@pytest.mark.long
def test_ending_the_session_shows_its_figures(seats: tuple[Page, Page]) -> None:
    """[AR-26] [AR-27]"""
    ana, _bruno = seats
    betting(ana)
    leave(ana)
    expect(ana.locator("dialog[open] h2")).to_be_visible()
    for named in ("Apostado", "Apostas devolvidas e prémios", "Duração"):
        expect(ana.locator("dialog[open] .tally")).to_contain_text(named)
    # The rules and the way to complain are there after play too.  [AR-25]
    expect(ana.locator('dialog[open] a[href*="complaints"]')).to_be_attached()
    ana.get_by_role("button", name="Nova sessão").click()
    expect(ana.locator("#table[data-seated]")).to_be_attached(timeout=10_000)


def test_the_page_is_light_and_fits_the_phone(seats: tuple[Page, Page]) -> None:
    ana, bruno = seats
    ana.reload(wait_until="networkidle")
    heavy = ana.evaluate(WEIGHT)
    assert heavy < HEAVIEST
    assert bruno.evaluate("document.documentElement.scrollWidth") <= 360
    for name in ("balance", "stake", "net", "time"):  # the honest line, in every state
        expect(bruno.locator(f'[data-figure="{name}"]')).to_be_visible()


@pytest.mark.long
def test_a_frame_of_the_running_wheel_is_short(seats: tuple[Page, Page]) -> None:
    ana, _bruno = seats
    ana.add_init_script(STOPWATCH)
    ana.reload()
    phase(ana, "betting")
    expect(ana.locator('#table[data-step="spinning"]')).to_be_attached(timeout=ROUND)
    ana.evaluate("window.took.length = 0")
    expect(ana.locator('#table[data-step="marked"]')).to_be_attached(timeout=20_000)
    took = sorted(ana.evaluate("window.took"))
    assert len(took) > 10
    assert took[len(took) // 2] < FRAME
