"""The licence and who supervises the house, on the home page.  [903-B 5.1.3]"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.test import Client

from games.models import RuleSheet
from players.languages import LANGUAGES

REGULATOR = "Serviço de Regulação e Inspeção de Jogos"
SUPERVISION = {
    "pt-pt": f"está sujeita ao controlo, à regulação e à inspeção do {REGULATOR}",
    "en": f"is subject to the control, regulation and inspection of the {REGULATOR}",
    "es": f"está sujeta al control, la regulación y la inspección del {REGULATOR}",
}


def block(language: str = "en") -> str:
    page = Client().get("/", headers={"accept-language": language}).content.decode()
    [section] = re.findall(r'<section class="licence".*?</section>', page, re.DOTALL)
    return section


@pytest.mark.parametrize("language", dict(LANGUAGES))
def test_the_home_page_names_the_licence_its_games_and_the_regulator(
    demo: None, settings: Any, language: str
) -> None:
    """[903-B 5.1.3.1] [903-B 5.1.3.2]"""
    settings.HOUSE_LICENCE = "Casa da Ria, S.A. · licença n.º 000"
    section = block(language)
    assert "Casa da Ria, S.A. · licença n.º 000" in section
    assert SUPERVISION[language] in " ".join(section.split())
    assert section.count('href="https://www.srij.turismodeportugal.pt/"') == 2, "logo and words"


def test_the_types_of_game_are_those_with_approved_rules(demo: None, settings: Any) -> None:
    """[903-B 5.1.3.1]"""
    assert "French roulette" in block() and "Games of chance" in block()
    RuleSheet.objects.filter(system="french-roulette").update(status="superseded")
    assert "French roulette" not in block() and "American roulette" in block()
    RuleSheet.objects.update(status="superseded")
    assert "Types of game" not in block(), "no list of nothing"


def test_without_a_licence_the_block_claims_no_supervision(demo: None, settings: Any) -> None:
    settings.HOUSE_LICENCE = ""
    section = block()
    assert "holds no gambling licence" in section and "is subject to the control" not in section


def test_an_operator_sets_the_regulators_logo(demo: None, settings: Any, tmp_path: Path) -> None:
    """[903-B 5.1.3.2]"""
    assert "SRIJ" in block()
    logo = tmp_path / "portal/regulator_logo.html"
    logo.parent.mkdir()
    logo.write_text('<img src="/static/img/srij.svg" alt="">')
    [engine] = django_settings.TEMPLATES[:1]
    settings.TEMPLATES = [{**engine, "DIRS": [tmp_path, *engine["DIRS"]]}, *django_settings.TEMPLATES[1:]]
    assert "/static/img/srij.svg" in block() and ">SRIJ<" not in block()
