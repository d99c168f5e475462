"""The page of a player's rights and duties holds everything that the regulation lists.  [903-B 5.1.2.4]"""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from players.languages import LANGUAGES

# In the order of the print: the right, and what stands for it on the page in Portuguese.
RIGHTS = {
    "prizes": ("prémios que lhe são devidos", 'href="/account/rounds/"'),
    "without pressure": ("Ninguém o pode pressionar a jogar",),
    "amounts and balance": ('href="/account/movements/"', 'href="/account/"'),
    "secure identification": ('href="/account/security/"',),
    "privacy": ('href="/privacy/"',),
    "operator and complaints": ('href="/contacts/"', 'href="/complaints/"'),
    "responsible play": ('href="/responsible/"',),
    "rules, stakes and prizes": ('href="/rules/"', "a aposta mínima e a máxima"),
    "instruments of payment": ('href="/payments/"',),
    "own data": ('href="/account/identity/"',),
    "bans": ("menores de 18 anos", "declarou incapazes", "pediu a autoexclusão", "um tribunal proibiu"),
    "exclusion": ('href="/account/exclusion/"', "alertas"),
    "help": ('href="tel:1414"',),
    "logos and contacts": ("casa@feltro.example", "https://www.srij.turismodeportugal.pt/", "SRIJ"),
    "licence": ("licença n.º 000",),
    "choice": ('href="/account/limits/"',),
}
DUTIES = ("dados verdadeiros", "conta de pagamento de que seja titular", "Prove que", "Não perturbe", "a lei")


@pytest.fixture
def operator(settings: Any) -> None:
    settings.HOUSE_OPERATOR, settings.HOUSE_ADDRESS = "Casa da Ria, S.A.", "Cais 1, 3800-000 Aveiro"
    settings.HOUSE_LICENCE, settings.HOUSE_MAIL = "licença n.º 000", "casa@feltro.example"


def main_of(path: str, language: str) -> str:
    page = Client().get(path, headers={"accept-language": language}).content.decode()
    return page[page.index("<main") : page.index("</main>")]


@pytest.mark.usefixtures("demo", "operator")
def test_every_right_and_duty_of_the_list_is_told() -> None:
    """[903-B 5.1.2.4] [903-B 5.1.2.5]"""
    main = main_of("/rights/", "pt-pt")
    missing = {right: text for right, texts in RIGHTS.items() for text in texts if text not in main}
    assert missing == {}
    assert [duty for duty in DUTIES if duty not in main] == []


@pytest.mark.usefixtures("demo", "operator")
@pytest.mark.parametrize("language", dict(LANGUAGES))
@pytest.mark.parametrize("path", ["/rights/", "/contacts/"])
def test_the_operator_is_named_with_its_address_and_licence(path: str, language: str) -> None:
    main = main_of(path, language)
    for text in ("Casa da Ria, S.A.", "Cais 1, 3800-000 Aveiro", "licença n.º 000", "casa@feltro.example"):
        assert text in main


@pytest.mark.usefixtures("demo")
def test_a_house_that_named_no_operator_says_so() -> None:
    assert "The operator has not entered its name yet." in main_of("/contacts/", "en")


@pytest.mark.usefixtures("demo")
def test_every_page_leads_there() -> None:
    assert 'href="/rights/"' in Client().get("/responsible/").content.decode()
