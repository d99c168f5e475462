"""The back office has the languages of staff; with another language they read English, not a mixture."""

from __future__ import annotations

import pytest

from tests.demo_house import signed_in

ADDRESSES = ("/admin/", "/admin/games/table/", "/admin/work/")


@pytest.mark.parametrize("address", ADDRESSES)
def test_staff_with_a_language_of_players_alone_read_english(demo: None, address: str) -> None:
    pages = {
        language: signed_in("direcao@feltro.example", language).get(address)
        for language in ("es", "en", "pt-pt")
    }
    languages = {language: page["Content-Language"] for language, page in pages.items()}
    assert languages == {"es": "en", "en": "en", "pt-pt": "pt-pt"}
    html = pages["es"].content.decode()
    assert 'lang="en"' in html and "Overview" in html and "Visão geral" not in html


def test_the_back_office_offers_the_languages_of_staff(demo: None) -> None:
    html = signed_in("direcao@feltro.example", "en").get("/admin/").content.decode()
    assert "Português" in html and "English" in html and "Español" not in html


def test_a_player_s_page_of_the_same_person_keeps_its_language(demo: None) -> None:
    client = signed_in("direcao@feltro.example", "es")
    client.get("/admin/")
    assert '<html lang="es-ES">' in client.get("/lobby/").content.decode()
