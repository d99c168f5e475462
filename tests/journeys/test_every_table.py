"""What all games have in common, at each table: a lost and restored connection, play by keyboard alone,
the invitation and warning for a player who does not bet, the statement at the end of a session, and a
round that an operator fault makes void.

[AR-20] [AR-22] [AR-26] [AR-27] [AR-28b] [AR-29] [BJ-27] [BJ-33] [PB-29] [PB-33] [CS-39] [HE-70] [HE-72]
[HE-73]
"""

from __future__ import annotations

import contextlib
import os
import signal
import time
from collections.abc import Iterator

import pytest
from msgspec.structs import replace
from playwright.sync_api import Browser, Page, expect

from tests.journeys.table_steps import (
    ANA,
    ASKED,
    BRUNO,
    CARLA,
    DESKTOP,
    FELTS,
    FRESH,
    PHONE,
    ROUND,
    WATCH,
    Felt,
    answer,
    balanced,
    begin,
    betting,
    enter,
    figure,
    person,
    playing,
    results,
    sit_down,
    staked,
    tab_to,
    tables_open,
    words_of,
)
from tests.pages import screen
from tests.running import RunningHouse

pytestmark = [
    pytest.mark.journey,
    pytest.mark.long,
]  # in real time, with real animations: for a machine that does nothing else

every_felt = pytest.mark.parametrize("felt", FELTS, ids=lambda felt: felt.system)
IDLE = 420  # seconds after which an inactive player has certainly been invited, warned and removed
NOTHING_STAKED = (
    "() => document.querySelector('[data-figure=stake] .figure').textContent.replace(/\\D/g, '') === '000'"
)
STOPPED = 128  # seconds for which a round stands still: more than the rules give it to go on in
VOID = "nula|suspensa"  # what is said of it
PATIENT = 60  # seconds in which a bet is laid on every table


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with screen.chromium() as opened:
        yield opened


@pytest.fixture(scope="module")
def quick(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningHouse]:
    """A house with a quick table for each game."""
    with RunningHouse.opened(tmp_path_factory.mktemp("quick")) as running:
        tables_open(running)
        yield running


@contextlib.contextmanager
def two(chromium: Browser, house: RunningHouse, felt: Felt) -> Iterator[tuple[Page, Page]]:
    """Ana on a desk and Bruno on a phone, at that table; they leave it in the end."""
    with person(chromium, house, ANA, DESKTOP) as ana, person(chromium, house, BRUNO, PHONE) as bruno:
        for page in (ana, bruno):
            enter(page, house, felt)
        yield ana, bruno
        for page in (ana, bruno):
            if page.locator("#table[data-seated]").count():
                leave_by(page, (ana, bruno))


def leave_by(page: Page, pages: tuple[Page, ...]) -> None:
    """Asks to leave, and plays the round out that is under way."""
    page.locator(".bar-menu").click()
    page.get_by_role("button", name="Terminar a sessão").first.click()
    playing(pages, lambda: page.locator("#table:not([data-seated])").count() > 0)


@every_felt
def test_a_lost_connection_shows_the_stake_and_is_restored(
    chromium: Browser, quick: RunningHouse, felt: Felt
) -> None:
    """[AR-22] [AR-23] [HE-73]"""
    with two(chromium, quick, felt) as (ana, bruno):
        begin(ana, felt, 8)
        stake = figure(ana, "stake")
        assert stake > 0
        ana.context.set_offline(True)
        # An open socket notices nothing: six seconds of silence count as a lost connection.
        banner = ana.locator('.banner[data-shown][data-kind="lost"]')
        expect(banner).to_be_visible(timeout=ROUND)
        text = words_of(ana, ".banner").replace("\u00a0", " ")
        assert f"{stake // 100},{stake % 100:02} €" in text, text
        expect(ana.locator(ASKED)).to_have_count(0)
        ana.context.set_offline(False)
        expect(ana.locator('#table[data-link="open"]')).to_be_attached(timeout=ROUND)
        expect(banner).to_have_count(0)
        playing((ana, bruno), lambda: bool(results(ana)), 2 * ROUND)
        for page in (ana, bruno):
            assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"]


@every_felt
def test_a_round_is_played_by_the_keyboard_alone(chromium: Browser, quick: RunningHouse, felt: Felt) -> None:
    """Sitting down, betting, deciding, the table as a list, the last round, leaving: no mouse, no finger."""
    with (
        person(chromium, quick, ANA, DESKTOP, reduced_motion="reduce") as ana,
        person(chromium, quick, BRUNO, DESKTOP) as bruno,
    ):
        ana.goto(f"{quick.url}/lobby/?game={felt.system}&money=EUR&mode=multiple")
        tab_to(ana, ana.get_by_role("link", name=felt.table, exact=True))
        ana.keyboard.press("Enter")
        others: tuple[Page, ...] = ()
        if felt.between:
            enter(bruno, quick, felt)
            others = (bruno,)
            tab_to(ana, ana.locator(".he-plate:enabled"))
            ana.keyboard.press("Enter")
            tab_to(ana, ana.locator('[data-act="buy-in"]'))
            ana.keyboard.press("Enter")
            ana.evaluate(WATCH)
            expect(ana.locator(".he-seat[data-mine] .pcard")).to_have_count(2, timeout=ROUND)
        else:
            tab_to(ana, ana.locator(".seat-offer button:enabled"))
            ana.keyboard.press("Enter")
            expect(ana.locator("#table[data-seated]")).to_be_attached(timeout=ROUND)
            ana.evaluate(WATCH)
            lay_by_keys(ana, felt)
        decided = by_keys(ana, felt, others)
        assert bool(decided) is felt.decides or felt.system == "blackjack", (
            "a blackjack of the player leaves nothing to decide"
        )
        for opened in ("Lista de chances" if "roulette" in felt.system else "Mesa em lista", "Última jogada"):
            from_menu(ana, opened)
            expect(ana.locator("dialog[open]")).to_be_visible()
            ana.keyboard.press("Escape")
            expect(ana.locator("dialog[open]")).to_have_count(0)
        from_menu(ana, "Terminar a sessão")
        if others:
            playing(others, lambda: ana.locator("dialog[data-name=statement]").count() > 0)
        statement = ana.locator("dialog[data-name=statement]")
        expect(statement).to_be_visible(timeout=ROUND)
        assert statement.evaluate("(node) => node.contains(document.activeElement)"), (
            "the focus is where something is told"
        )
        if others:
            leave_by(bruno, others)


def lay_by_keys(page: Page, felt: Felt) -> None:
    end = time.monotonic() + ROUND / 1000
    while not figure(page, "stake"):
        assert time.monotonic() < end, "no bet is laid"
        if page.locator("#table[data-phase=betting]").count():
            tab_to(
                page, page.locator(f"{felt.spot}, .hit[tabindex='0']" if "hit" in felt.spot else felt.spot)
            )
            page.keyboard.press("Enter")
        page.wait_for_timeout(300)


def by_keys(page: Page, felt: Felt, others: tuple[Page, ...]) -> list[str]:
    """Decides by the letter that stands on each choice, until the round is over."""
    decided: list[str] = []
    end = time.monotonic() + 2 * ROUND / 1000
    while not results(page):
        assert time.monotonic() < end, f"the round does not end: {decided}"
        for other in others:
            answer(other)
        for choice in ("decline", "check", "call", "stand", "continue", "hit"):
            button = page.locator(f'.decision[data-choice="{choice}"]:not([disabled]):visible')
            if not button.count():
                continue
            letter = button.first.get_attribute("aria-keyshortcuts")
            page.wait_for_timeout(FRESH)
            if letter:
                page.keyboard.press(letter.lower())
                decided.append(choice)
            break
        page.wait_for_timeout(60)
    return decided


def from_menu(page: Page, name: str) -> None:
    tab_to(page, page.locator(".bar-menu"))
    page.keyboard.press("Enter")
    item = page.get_by_role("button", name=name, exact=True)
    tab_to(page, item, 30)
    page.keyboard.press("Enter")


@pytest.mark.parametrize("felt", [felt for felt in FELTS if not felt.between], ids=lambda felt: felt.system)
def test_a_bet_above_the_maximum_is_refused_with_its_rule_and_what_lay_there_is_given_back(
    chromium: Browser, quick: RunningHouse, felt: Felt
) -> None:
    """[AR-9] [FR-R9] [BJ-9] [PB-15a] [CS-9] Hold'em has its own, where nothing is bet against the bank."""
    with two(chromium, quick, felt) as (ana, bruno):
        for page in (ana, bruno):
            betting(page, 8)
            balance, refused = figure(page, "balance"), page.locator(".refusal[data-shown]")
            page.locator(".tray-chip").last.click()
            for _ in range(60):
                felt.lay(page)
                if refused.count():
                    break
            expect(refused.locator(".rule-id")).to_contain_text(felt.rule)
            expect(refused).to_contain_text("máximo")
            assert figure(page, "balance") + figure(page, "stake") == balance
            if page.locator("#table[data-phase=betting]").count():
                page.get_by_role("button", name="Limpar").first.click()
                staked(page, 0)
                balanced(page, balance)


@pytest.mark.parametrize(
    "felt", [felt for felt in FELTS if "stud" in felt.system], ids=lambda felt: felt.system
)
def test_who_lets_the_time_pass_is_called_once_more_and_has_then_folded(
    chromium: Browser, quick: RunningHouse, felt: Felt
) -> None:
    """[CS-31] [CS-32] At blackjack and hold'em the same is in their own journeys; the others ask nothing
    after the bets.
    """
    with two(chromium, quick, felt) as (ana, bruno):
        begin(ana, felt, 8)
        stake = figure(ana, "stake")
        expect(ana.locator(".decisions[data-called]:visible")).to_be_attached(timeout=ROUND)
        expect(ana.locator(".decisions:visible")).to_have_count(0, timeout=ROUND)
        ana.wait_for_function("() => window.passed.results.length > 0", timeout=ROUND)
        assert f"−{stake // 100},{stake % 100:02}" in results(ana)[0].replace("-", "−").replace("\u00a0", "")
        expect(bruno.locator("#table[data-seated]")).to_be_attached()


@every_felt
def test_the_session_ends_with_its_statement(chromium: Browser, quick: RunningHouse, felt: Felt) -> None:
    """[AR-26] [AR-27] [FR-R27]"""
    with two(chromium, quick, felt) as (ana, bruno):
        begin(ana, felt)
        playing((ana, bruno), lambda: bool(results(ana)), 2 * ROUND)
        leave_by(ana, (ana, bruno))
        statement = ana.locator("dialog[data-name=statement]")
        expect(statement).to_be_visible(timeout=ROUND)
        for named in ("Duração", "Jogadas com aposta", "Apostado", "Apostas devolvidas e prémios"):
            expect(statement.locator(".tally")).to_contain_text(named)
        # The rules and the way to complain are there after play too.  [AR-25]
        expect(statement.locator('a[href*="complaints"]')).to_be_attached()
        expect(statement.locator('a[href*="/rules/"]')).to_be_attached()
        assert figure(ana, "stake") == 0
        ana.keyboard.press("Escape")


@pytest.fixture(scope="module")
def idlers(chromium: Browser, quick: RunningHouse) -> Iterator[dict[str, Page]]:
    """Carla sits down at every table and never bets; at hold'em two others play while she only looks."""
    with contextlib.ExitStack() as stack:
        carla = stack.enter_context(person(chromium, quick, CARLA, DESKTOP))
        pages: dict[str, Page] = {}
        for felt in FELTS:
            page = carla.context.new_page()
            page.goto(f"{quick.url}/lobby/?game={felt.system}&money=EUR&mode=multiple")
            page.get_by_role("link", name=felt.table, exact=True).first.click()
            if felt.between:
                page.locator(".he-plate:enabled").last.click(timeout=ROUND)
            else:
                sit_down(page)
            expect(page.locator("#table[data-seated]")).to_be_attached(timeout=ROUND)
            page.evaluate(WATCH)
            pages[felt.system] = page
        poker = next(felt for felt in FELTS if felt.between)
        players = tuple(stack.enter_context(person(chromium, quick, who, DESKTOP)) for who in (ANA, BRUNO))
        for page in players:
            enter(page, quick, poker)
        playing(
            players,
            lambda: all(page.locator("dialog[data-name=statement]").count() for page in pages.values()),
            IDLE * 1000,
        )
        for page in players:
            leave_by(page, players)
        yield pages


@every_felt
def test_an_inactive_player_is_invited_warned_and_shown_the_end_of_the_session(
    idlers: dict[str, Page], felt: Felt
) -> None:
    """[AR-28b] [AR-29] [FR-R29b] [FR-R30]"""
    page = idlers[felt.system]
    nudges = page.evaluate("window.passed.nudges")
    assert [nudge["step"] for nudge in nudges] == ["invited", "warned"]
    assert "Continuar" in nudges[0]["text"] and "Continuar" not in nudges[1]["text"], (
        "only a bet takes the warning away"
    )
    statement = page.locator("dialog[data-name=statement]")
    expect(statement).to_contain_text("depois do aviso")
    expect(statement.locator(".tally")).to_contain_text("0,00")


def patient(felt: Felt) -> Felt:
    """Where bets stay open until there is one on every table."""
    return (
        felt
        if felt.between
        else replace(
            felt, table=f"{felt.table} ao largo", setting=felt.setting | {"betting_seconds": PATIENT}
        )
    )


@pytest.fixture(scope="module")
def interrupted(chromium: Browser, quick: RunningHouse) -> Iterator[dict[str, tuple[Page, int]]]:
    """Ana has a bet on every table, and the house's own process that deals stands still for longer than the
    rules allow.
    """
    felts = tuple(patient(felt) for felt in FELTS)
    tables_open(quick, tuple(felt for felt in felts if not felt.between))
    with contextlib.ExitStack() as stack:
        ana, bruno = (stack.enter_context(person(chromium, quick, who, DESKTOP)) for who in (ANA, BRUNO))
        pages: dict[str, Page] = {}
        for felt in felts:
            page = pages[felt.system] = ana.context.new_page()
            enter(page, quick, felt)
            if felt.between:
                enter(bruno, quick, felt)
                # Cards stay on the table after a hand; a player has the turn only during one.
                turn, hand = page.locator(".he-seat[data-turn]"), page.locator(".he-seat[data-mine] .pcard")
                playing((page, bruno), lambda turn=turn, hand=hand: turn.count() == 1 and hand.count() == 2)
            else:
                begin(page, felt, 3)
        stakes: dict[str, tuple[Page, int]] = {}
        croupier = quick.process_id("croupier")
        os.kill(croupier, signal.SIGSTOP)
        try:
            for felt in FELTS:
                page = pages[felt.system]
                stakes[felt.system] = (page, figure(page, "stake"))
            time.sleep(PATIENT + STOPPED)
        finally:
            os.kill(croupier, signal.SIGCONT)
        yield stakes


@every_felt
def test_a_round_that_the_house_could_not_go_on_with_is_void_and_every_stake_comes_back(
    interrupted: dict[str, tuple[Page, int]], felt: Felt
) -> None:
    """[AR-20] [FR-R21] [BJ-27] [PB-29] [HE-72]"""
    page, stake = interrupted[felt.system]
    assert stake > 0
    # Where the fault was the house's own, it holds the table until two people have looked: the round is void
    # all the same.
    page.wait_for_function(
        "() => ['void', 'held'].some((phase) => window.passed.phases.includes(phase))", timeout=ROUND
    )
    if not felt.between:
        page.wait_for_function(NOTHING_STAKED, timeout=ROUND)
        given = f"{stake // 100},{stake % 100:02}"
        expect(page.locator("[data-part=notices]")).to_contain_text(f"Devolvido a si: {given}", timeout=ROUND)
    page.wait_for_function(
        "(words) => window.passed.said.some((said) => new RegExp(words).test(said))", arg=VOID, timeout=ROUND
    )
