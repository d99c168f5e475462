"""Two people at a table of ponto e banca and at a Macau table, each in their own browser: they bet, have a
bet refused, follow the deal and the third-card rule, are paid less the commission, and reconnect without
losing anything. A single player starts the deal.

[PB-4] [PB-6a] [PB-13] [PB-15a] [PB-17] [PB-20] [PB-22] [PB-26] [PB-27b] [PB-28] [PB-31] [PB-32] [PB-35a]
[PB-41] [PB-43a]
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from casino.demo.sample_data import PLAYERS
from games.tables.messages.table import messages_for
from tests.journeys.table_steps import (
    HEAVIEST,
    WEIGHT,
    balanced,
    betting,
    chip,
    explained_balance,
    figure,
    sign_in,
    sit_down,
    staked,
)
from tests.pages import screen
from tests.running import RunningHouse

pytestmark = [
    pytest.mark.journey,
    pytest.mark.long,
]  # in real time, with real animations: for a machine that does nothing else

WORDS = messages_for("pt", "baccarat")
ROUND = 60_000
SIZES = (ViewportSize(width=1280, height=800), ViewportSize(width=360, height=780))
# What passes by: how many cards lay face down at once, and every phrase that stood above the cloth.
WATCH = """() => {
  window.passed = { down: 0, phrases: [] };
  setInterval(() => {
    const said = document.querySelector(".phrase").textContent;
    passed.down = Math.max(passed.down, document.querySelectorAll(".pb-hand .pcard[data-down]").length);
    if (passed.phrases.at(-1) !== said) passed.phrases.push(said);
  }, 40);
}"""
OVER = '#table[data-step="live"][data-phase="resting"]'


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with screen.chromium() as opened:
        yield opened


@pytest.fixture(scope="module")
def seats(chromium: Browser, house: RunningHouse) -> Iterator[tuple[Page, Page]]:
    """Ana on a desk and Bruno on a phone, signed in."""
    contexts = []
    pages = []
    broken: list[str] = []
    for player, size in zip(PLAYERS, SIZES, strict=False):
        context = chromium.new_context(viewport=size, has_touch=size["width"] < 640, locale="pt-PT")
        page = context.new_page()
        page.on("pageerror", lambda error: broken.append(str(error)))
        sign_in(page, house, player.email, player.password)
        contexts.append(context)
        pages.append(page)
    try:
        yield pages[0], pages[1]
    finally:
        for context in contexts:
            context.close()
    assert broken == []


def enter(page: Page, house: RunningHouse, name: str) -> None:
    page.goto(f"{house.url}/lobby/?game=baccarat&money=EUR")
    page.get_by_role("link", name=name, exact=True).first.click()
    sit_down(page)


def lay(page: Page, place: str) -> None:
    page.locator(f'.zone[data-place="{place}"] .zone-name').dispatch_event("click")


def cards_of(page: Page) -> list[str]:
    return [
        str(card)
        for card in page.locator(".pb-hand .pcard").evaluate_all(
            "(all) => all.map((card) => card.dataset.card)"
        )
    ]


def laid(page: Page, place: str) -> None:
    expect(page.locator(f'.zone[data-place="{place}"] .pile[data-as="accepted"]')).to_be_attached()


def test_two_players_follow_one_deal_and_are_paid_by_the_same_hands(
    seats: tuple[Page, Page], house: RunningHouse
) -> None:
    ana, bruno = seats
    for page in seats:
        enter(page, house, "Estoril")
    betting(ana, 9)
    balance = figure(ana, "balance")
    chip(ana, 1)  # five euros
    chip(bruno, 0)
    lay(ana, "banco")
    lay(ana, "tie")
    lay(bruno, "punto")
    staked(ana, 1000)
    staked(bruno, 100)
    balanced(ana, balance - 1000)
    expect(bruno.locator('.zone[data-place="banco"] .other-chip')).to_have_count(
        1
    )  # whose chips lie where is seen by all  [PB-6a]
    ana.evaluate(WATCH)
    for page in seats:
        page.wait_for_selector(OVER, state="attached", timeout=ROUND)
    first, second = (cards_of(page) for page in seats)
    passed = ana.evaluate("window.passed")
    assert 1 <= passed["down"] <= 4  # as many as a frame caught of the four  [PB-17]
    begun = passed["phrases"].index("Façam as vossas apostas")
    assert passed["phrases"][begun + 1] == "Jogo feito nada mais, cartas em distribuição"  # [PB-27b]
    assert first == second and 4 <= len(first) <= 6 and "" not in first
    expect(ana.locator(".third-rule")).not_to_be_empty()  # [PB-20]
    expect(ana.locator(".zone[data-won]").first).to_be_attached()
    expect(ana.locator(".result-mine")).to_contain_text("Apostado 10,00")
    expect(ana.locator(".road-bead .bead").first).to_be_attached()

    ana.get_by_role("button", name="Explicar").click()
    expect(ana.locator(".explained-hands li")).to_have_count(4)
    expect(ana.locator(".explained tbody th", has_text="Empate")).to_be_visible()
    expect(ana.locator(".explained .rule-id").first).to_contain_text("PB-")
    assert explained_balance(ana) == (balance, figure(ana, "balance"))
    ana.keyboard.press("Escape")
    ana.get_by_role("button", name="Terceira carta").click()
    expect(ana.locator("dialog[open]")).to_contain_text("O ponto pede carta com 0, 1, 2, 3, 4, 5.")
    ana.keyboard.press("Escape")
    assert bruno.evaluate("document.documentElement.scrollWidth") <= 360


def test_bets_are_refused_with_their_figures_and_their_rule(seats: tuple[Page, Page]) -> None:
    ana, _bruno = seats
    betting(ana, 9)
    balance = figure(ana, "balance")
    chip(ana, 2)  # twenty-five euros
    for _ in range(3):
        lay(ana, "punto")
    refusal = ana.locator(".refusal[data-shown]")
    expect(refusal).to_contain_text(
        "Acima do máximo de «Ponto»: 70 × 1,00\u00a0€ = 70,00\u00a0€. Ainda pode apostar 20,00\u00a0€."
    )
    expect(refusal.locator(".rule-id")).to_contain_text("PB-15a")
    lay(ana, "banco")
    chip(ana, 2)
    lay(ana, "banco")
    expect(ana.locator(".refusal[data-shown]")).to_contain_text("têm de diferir pelo menos 1,00")
    ana.get_by_role("button", name=WORDS["tray.clear"]).click()
    balanced(ana, balance)


def test_a_connection_lost_during_a_round_is_restored_with_everything(
    seats: tuple[Page, Page],
) -> None:
    ana, _bruno = seats
    betting(ana, 7)
    chip(ana, 0)
    lay(ana, "punto")
    laid(ana, "punto")
    ana.context.set_offline(True)
    expect(ana.locator('#table[data-link="lost"]')).to_be_attached(timeout=ROUND)
    expect(ana.locator(".zone[data-open]")).to_have_count(0)
    ana.context.set_offline(False)
    expect(ana.locator('#table[data-link="open"]')).to_be_attached(timeout=ROUND)
    expect(ana.locator(OVER)).to_be_attached(timeout=ROUND)
    expect(ana.locator(".result-mine")).to_contain_text("Apostado 1,00")


def test_the_table_as_a_list_takes_a_bet_and_the_page_stays_light(seats: tuple[Page, Page]) -> None:
    ana, _bruno = seats
    betting(ana, 8)
    ana.locator(".bar-menu").click()
    ana.get_by_role("button", name="Mesa em lista").click()
    expect(ana.locator("dialog[open] tbody tr")).to_have_count(5)
    row = ana.locator("dialog[open] tbody tr", has_text="Empate")
    expect(row).to_contain_text("1,00\u00a0€ – 15,00\u00a0€")
    row.locator("input").fill("3")
    row.locator("input").press("Enter")
    staked(ana, 300)
    ana.keyboard.press("Escape")
    ana.reload(wait_until="networkidle")
    assert ana.evaluate(WEIGHT) < HEAVIEST


def test_PB_41_at_a_macau_table_the_room_moves_with_everybodys_bets(
    seats: tuple[Page, Page], house: RunningHouse
) -> None:
    ana, bruno = seats
    for page in seats:
        enter(page, house, "Taipa")
    betting(ana, 9)
    room = bruno.locator('.zone[data-place="tie"] .zone-live')
    expect(room).to_have_text("até 200,00\u00a0€")
    chip(ana, 3)  # a hundred euros
    lay(ana, "tie")
    laid(ana, "tie")
    expect(room).to_have_text("até 100,00\u00a0€")
    lay(ana, "banco")
    expect(bruno.locator('.zone[data-place="punto"] .zone-live')).to_have_text(
        "até 2\u00a0100,00\u00a0€"
    )  # [PB-42]
    lay(ana, "tie")
    lay(ana, "tie")
    expect(ana.locator(".refusal[data-shown]")).to_contain_text(
        "em «Empate», todos os jogadores juntos podem ainda apostar 0,00"
    )  # [PB-43b]
    ana.get_by_role("button", name=WORDS["tray.clear"]).click()
    expect(room).to_have_text("até 200,00\u00a0€")


def test_who_plays_alone_bets_by_keyboard_and_starts_the_deal(chromium: Browser, house: RunningHouse) -> None:
    """[PB-4] [PB-28]"""
    context = chromium.new_context(viewport=SIZES[1], has_touch=True, locale="pt-PT", reduced_motion="reduce")
    page = context.new_page()
    try:
        carla = PLAYERS[2]
        sign_in(page, house, carla.email, carla.password)
        enter(page, house, "Espinho")
        expect(page.locator(".zone[data-open]").first).to_be_attached(timeout=ROUND)
        expect(page.locator('.zone[data-place="banco"]')).to_contain_text(
            "comissão 50 % com 5 ou 6"
        )  # [PB-26b]
        page.locator('.zone[data-place="banco"]').focus()
        page.keyboard.press("Enter")
        staked(page, 100)
        start = page.get_by_role("button", name="Dar as cartas")
        start.focus()
        page.keyboard.press("Enter")
        expect(page.locator(".result-mine")).to_contain_text("Apostado 1,00", timeout=ROUND)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360
    finally:
        context.close()
