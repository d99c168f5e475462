"""The page on fair play, and the published rules of hold'em and Macau stud."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.utils import translation

from games.catalogue import GAMES
from games.catalogue.conduct import PROGRAMS
from games.models import RuleSheet, Table
from games.rulebook.base_rules import base_rules
from games.rulebook.trace import load_matrix
from players.languages import HOUSE_LANGUAGES, SOURCE_LANGUAGE
from tests import live_table

PAGE = "/fair-play/"
ROOT = Path(__file__).resolve().parents[3]
EVERY_LANGUAGE = pytest.mark.parametrize("language", [language.code for language in HOUSE_LANGUAGES])


def read(client: Client, address: str, language: str = "pt-pt") -> str:
    answer = client.get(address, headers={"accept-language": language})
    assert answer.status_code == 200
    return answer.content.decode()


@pytest.mark.parametrize("system", ["holdem", "macau-stud"])
def test_every_rule_of_the_matrix_is_published_in_order_in_both_languages(system: str) -> None:
    wanted = [rule.id for rule in load_matrix() if rule.system == system]
    portuguese, english = base_rules(system, "pt-pt"), base_rules(system, "en")
    texts = [
        [text for rule in (rules.approval, *rules.rules) for text in rule.texts]
        for rules in (portuguese, english)
    ]
    assert [[text.id for text in language] for language in texts] == [wanted, wanted]
    assert all(
        one.wording and other.wording and one.wording != other.wording
        for one, other in zip(*texts, strict=True)
    )
    numbers = [rule.number for rule in portuguese.rules]
    assert numbers == [str(number) for number in range(1, len(numbers) + 1)]


def test_MS_P1_MS_P3_macaus_regulation_is_named_with_its_date_and_its_own_gazette() -> None:
    """[MS-P1] [MS-P2] [MS-P3]"""
    for language, gazette, day in (
        ("pt-pt", "Boletim Oficial de Macau", "12 de maio de 2004"),
        ("en", "official gazette", "12 May 2004"),
    ):
        rules = base_rules("macau-stud", language)
        assert (rules.number, rules.published) == ("61/2004", day)
        assert gazette in rules.source and day in rules.source
    assert base_rules("holdem", "en").source == ""


@EVERY_LANGUAGE
def test_HE_P4_how_people_take_part_is_published_for_everybody(
    db: None, client: Client, language: str
) -> None:
    """[HE-P4] [HE-11c] [HE-11d] [HE-11e] [HE-11f] [HE-11g] [MS-12.1] [MS-12.2]"""
    html = read(client, PAGE, language)
    for system, game in GAMES.items():
        for rule in game.prohibitions.values():
            assert f'href="/rules/{system}/#{rule}"' in html
    for anchor in ("taking-part", "holdem", "macau-stud", "programs", "report"):
        assert f'id="{anchor}"' in html
    assert "/complaints/" in html


@pytest.mark.parametrize(
    ("language", "none", "closed"),
    [
        (
            "en",
            "There is no chat at any table at present",
            "nobody writes in the chat from the first card to the last decision",
        ),
        (
            "pt-pt",
            "De momento não há conversa em nenhuma mesa",
            "ninguém escreve desde a primeira carta até à última decisão",
        ),
        (
            "es",
            "Por ahora no hay chat en ninguna mesa",
            "nadie escribe desde la primera carta hasta la última decisión",
        ),
    ],
)
def test_HE_P4_the_page_says_what_the_sheets_in_force_say_of_the_chat(
    db: None, client: Client, language: str, none: str, closed: str
) -> None:
    """[HE-11d] [MS-12.2]"""
    live_table.sheet_in_force("baccarat")
    html = read(client, PAGE, language)
    assert none in html and closed not in html
    live_table.sheet_in_force("holdem", chat=True)
    html = read(client, PAGE, language)
    with translation.override(language):
        named = str(GAMES["holdem"].name)
    assert none not in html and closed in html
    assert named in unescape(html.partition('id="holdem"')[0])


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        (
            "en",
            (
                "could try shares until the result suits them",
                "while bets are still open",
            ),
        ),
        (
            "pt-pt",
            (
                "experimentar contributos até o resultado lhe convir",
                "enquanto as apostas ainda estão abertas",
            ),
        ),
        (
            "es",
            (
                "podría probar aportaciones hasta dar con una cuyo resultado le convenga",
                "cuando las apuestas aún están abiertas",
            ),
        ),
    ],
)
def test_the_fairness_page_states_what_the_draw_does_not_protect_against(
    db: None, client: Client, language: str, sentences: tuple[str, ...]
) -> None:
    section = read(client, "/fairness/", language).partition('id="limits"')[2].partition('id="check"')[0]
    assert [sentence for sentence in sentences if sentence not in unescape(section)] == []


@EVERY_LANGUAGE
def test_the_fairness_page_explains_a_draw_in_ten_sentences_and_one_picture(
    db: None, client: Client, language: str
) -> None:
    section = read(client, "/fairness/", language).partition('id="ten-sentences"')[2].partition("<h2")[0]
    sentences = re.findall(r"<li>(.*?)</li>", section.partition("<figure>")[0])
    assert len(sentences) == 10 and section.count("<figure>") == section.count("<p>") + 1 == 1
    assert all(re.fullmatch(r"[^.!?]+\.", sentence) for sentence in sentences)


def test_the_documentation_states_what_the_draw_does_not_protect_against() -> None:
    limits = " ".join((ROOT / "docs" / "limits.md").read_text("utf-8").partition("## Fairness")[2].split())
    for text in ("could choose the last share", "while bets are still open"):
        assert text in limits


@EVERY_LANGUAGE
def test_HE_11f_the_list_of_forbidden_programs_is_public(db: None, client: Client, language: str) -> None:
    html = unescape(read(client, PAGE, language))
    with translation.override(language):
        texts = {code: str(text) for code, text in PROGRAMS.items()}
    assert [code for code, text in texts.items() if text not in html] == []
    if language != SOURCE_LANGUAGE:
        with translation.override(SOURCE_LANGUAGE):
            assert [code for code, text in PROGRAMS.items() if str(text) in html] == [], "in English"


def test_HE_P4_every_page_links_to_it(db: None, client: Client) -> None:
    for address in ("/", "/lobby/", "/rules/", "/complaints/"):
        assert f'href="{PAGE}"' in read(client, address)


def test_every_prohibition_leads_to_its_rule(db: None, client: Client) -> None:
    for address, anchor in re.findall(r'href="(/rules/[a-z-]+/)#([A-Z]{2}-[^"]+)"', read(client, PAGE)):
        assert f'id="{anchor}"' in read(client, address)


@pytest.fixture
def opened(db: None) -> Table:
    return live_table.table_open("holdem")


def test_HE_66_rules_limits_and_complaints_are_linked_before_sitting_down(
    opened: Table, client: Client
) -> None:
    html = read(client, "/rules/holdem/")
    assert opened.name in html
    for wanted in (
        "/complaints/",
        "/account/sign-in/",
        'id="HE-17a"',
        'id="limits"',
        "200,00\N{NO-BREAK SPACE}€",
    ):
        assert wanted in html, wanted


def test_HE_P3_a_table_is_there_only_under_specific_rules_in_force(opened: Table, client: Client) -> None:
    assert client.get(f"/table/{opened.pk}/").status_code == 200
    RuleSheet.objects.filter(system="holdem").update(status="draft")
    assert opened.name not in read(client, "/lobby/?game=holdem")
    assert client.get(f"/table/{opened.pk}/").status_code == 404


def test_HE_P3_a_table_without_rules_in_force_takes_no_player(opened: Table, tmp_path: Any) -> None:
    from games.rules.shared.refusals import Refusal
    from games.tables.transport import protocol

    (ana,) = live_table.players_with(50_000, 1)
    RuleSheet.objects.filter(system="holdem").update(status="draft")
    (answer,) = live_table.LiveTable(tmp_path, opened).send((ana, protocol.Sit(live_table.uuid4())))
    assert answer.refused is not None and answer.refused.code is Refusal.TABLE_CLOSED


@pytest.mark.parametrize("system", GAMES)
def test_the_page_says_whose_name_is_shown(db: None, client: Client, tmp_path: Path, system: str) -> None:
    """Names are shown only at hold'em, the only game where money goes between players.

    The terms say so too.
    """
    table = live_table.LiveTable(tmp_path, live_table.table_open(system))
    players = live_table.players_with(100_000, 2)
    table.sit(players)
    shown = str(table.browsers[0].table)
    assert [player.alias in shown for player in players] == [system == "holdem"] * 2


WHOSE_NAME = {
    "en": (
        "Where players bet against each other, the others see the name you chose",
        "in other games they see bets but no names",
        "only through the pots of poker",
    ),
    "pt-pt": (
        "Nos jogos em que os jogadores apostam entre si, os outros veem o nome que escolheu",
        "nos restantes jogos veem apostas, sem nomes",
        "potes do póquer",
    ),
    "es": (
        "En los juegos en que los jugadores apuestan entre sí, los demás ven el nombre que eligió",
        "en los demás juegos ven apuestas, sin nombres",
        "potes do póquer",  # the terms are published in Portuguese and English
    ),
}


@EVERY_LANGUAGE
def test_the_pages_say_whose_name_is_shown_and_where_money_goes(
    db: None, client: Client, language: str
) -> None:
    *names, pots = WHOSE_NAME[language]
    page, terms = unescape(read(client, PAGE, language)), unescape(read(client, "/terms/", language))
    assert [sentence for sentence in names if sentence not in page] == []
    assert pots in terms and "never goes from one player" not in terms
