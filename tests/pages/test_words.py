"""The words of the table: each code that the page says has its sentence, in both languages; money as people write it."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page

from casino.services.folder import PROJECT
from games.catalogue import GAMES
from games.lobby import messages as window
from games.rules.roulette.layout import Kind
from games.rules.shared.refusals import Refusal
from games.tables.messages.table import MESSAGES, messages_for
from tests.pages.screen import run

SCRIPTS = sorted((PROJECT / "static" / "js").rglob("*.js"))
EVERY = {*MESSAGES, *window.WINDOW, *(code for game in GAMES.values() for code in game.messages)}
SAID = re.compile(r"\bt\(\s*\"([^\"]+)\"")
FAMILY = re.compile(r"\bt\(\s*`([a-z.-]+)\$\{")


def test_every_sentence_that_the_page_says_exists() -> None:
    said = {code for path in SCRIPTS for code in SAID.findall(path.read_text())}
    assert sorted(said - EVERY) == []
    families = {code for path in SCRIPTS for code in FAMILY.findall(path.read_text())}
    assert sorted(family for family in families if not any(code.startswith(family) for code in EVERY)) == []


def test_every_refusal_says_why() -> None:
    assert [code for code in Refusal if f"refused.{code}" not in MESSAGES] == []


def test_every_kind_of_chance_is_named() -> None:
    messages = GAMES["american-roulette"].messages
    assert [kind for kind in Kind if f"kind.{kind}" not in messages or f"of.{kind}" not in messages] == []


@pytest.mark.parametrize("system", ["", *GAMES])
def test_figures_stand_in_both_languages(system: str) -> None:
    portuguese, english = messages_for("pt", system), messages_for("en", system)
    holes = re.compile(r"\{\w+\}")
    assert [
        code
        for code in english
        if sorted(holes.findall(portuguese[code])) != sorted(holes.findall(english[code]))
    ] == []


def test_the_round_is_announced_in_the_words_of_the_regulation() -> None:
    portuguese = messages_for("pt", "american-roulette")
    assert portuguese["phase.betting"] == "Façam as vossas apostas"  # [AR-14b] [FR-R15b]
    assert portuguese["phase.closed"] == "Jogo feito, nada mais"  # [AR-14b] [FR-R15b]


@pytest.mark.journey
@pytest.mark.parametrize(
    ("language", "currency", "said"),
    [
        (
            "pt",
            "EUR",
            [
                "1\u00a0234,50\u00a0€",
                "−0,05\u00a0€",
                "+12,00\u00a0€",
                "0,00\u00a0€",
                "1\u00a0234\u00a0567,00\u00a0€",
            ],
        ),
        ("en", "EUR", ["€1,234.50", "−€0.05", "+\u2060€12.00", "€0.00", "€1,234,567.00"]),
        (
            "pt",
            "DEMO",
            [
                "1\u00a0234,50 créditos",
                "−0,05 créditos",
                "+12,00 créditos",
                "0,00 créditos",
                "1\u00a0234\u00a0567,00 créditos",
            ],
        ),
    ],
)
def test_money_is_written_as_people_write_it(
    page: Page, language: str, currency: str, said: list[str]
) -> None:
    """No euro sign where no euro is at stake.  [AR-31] [FR-R32]"""
    body = "const s = words.speaker(given[0], { language: given[1], currency: given[2] }); "
    body += "return [s.money(123450), s.money(-5), s.signed(1200), s.signed(0), s.money(123456700)];"
    assert (
        run(
            page,
            {"words": "table/words.js"},
            body,
            [messages_for(language, "american-roulette"), language, currency],
        )
        == said
    )


@pytest.mark.journey
def test_a_refusal_tells_its_figures(page: Page) -> None:
    """«acima do máximo do pleno: 30 × 0,50 € = 15,00 €»  [AR-11a-i]"""
    body = """
      const speaker = words.speaker(given, { language: "pt", currency: "EUR" });
      const no = (code, said) => speaker.refusal({ code, with: said });
      const figures = { kind: "straight", times: 30, minimum: 50, limit: 1500 };
      return [no("above-maximum", figures), no("above-maximum", {}), no("never-heard", {})];
    """
    found = run(page, {"words": "table/words.js"}, body, messages_for("pt", "american-roulette"))
    assert found[0] == "Acima do máximo do pleno: 30 × 0,50\u00a0€ = 15,00\u00a0€."
    assert found[1] == "Acima do máximo desta chance."
    assert found[2] == "O pedido não foi aceite."


@pytest.mark.journey
def test_an_amount_is_read_as_people_write_it(page: Page) -> None:
    given = ["5", "0,50", "12.5", " 7,00 € ", "", "abc", "-3", "1,234"]
    found = run(page, {"amount": "table/amount.js"}, "return given.map(amount.readCents);", given)
    assert found == [500, 50, 1250, 700, None, None, None, None]


@pytest.mark.journey
def test_the_countdown_follows_the_clock_of_the_house(page: Page) -> None:
    """A frame is older than its arrival; the freshest one tells the most.  [AR-14a] [FR-R15a]"""
    body = """
      let local = 1000;
      const made = clock.serverClock(() => local);
      for (const delay of [80, 20, 300]) made.hear(local + 5000 - delay);
      const before = made.until(local + 5000 + 1000);
      made.hear(local + 5000 - 10, 20);
      return [before, made.until(local + 5000 + 1000), made.until(local)];
    """
    assert run(page, {"clock": "table/clock.js"}, body) == [1020, 1000, 0]
