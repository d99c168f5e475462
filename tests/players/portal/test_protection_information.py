"""What the page about responsible play must hold, and from where it is reached.  [903-B 5.3.3]"""

from __future__ import annotations

import pytest
from django.test import Client

from players.languages import LANGUAGES

WANTED = {
    "5.3.3.3": ('href="tel:1414"',),
    "5.3.3.4": ("https://betblocker.org/", "https://gamban.com/", "https://families.google/"),
    "5.3.3.5": ('href="/account/limits/"', 'href="/account/exclusion/"'),
    "5.3.3.6": ('href="/terms/"',),
    "5.3.3.7": ('href="/payments/"', 'href="/account/movements/"'),
}
SENTENCES = {
    "pt-pt": (
        "Programas que bloqueiam sítios de jogo",
        "Guarde para si a palavra-passe",
        "a sua última sessão",
    ),
    "en": ("Programs that block gambling sites", "Keep your password and codes", "your last session"),
    "es": (
        "Programas que bloquean sitios web de juego",
        "Guarde para usted la contraseña",
        "su última sesión",
    ),
}


@pytest.mark.parametrize("language", dict(LANGUAGES))
def test_the_page_holds_what_the_regulation_lists(demo: None, language: str) -> None:
    """[903-B 5.3.3.2] [903-B 5.3.3.8] [903-B 5.3.3.9]"""
    page = Client().get("/responsible/", headers={"accept-language": language}).content.decode()
    main = page[page.index("<main") : page.index("</main>")]
    missing = {point: text for point, texts in WANTED.items() for text in texts if text not in main}
    assert missing == {}
    assert [sentence for sentence in SENTENCES[language] if sentence not in main] == []
