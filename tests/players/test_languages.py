"""A new language is one entry of the list and one catalogue; a file that names a language is noticed."""

from __future__ import annotations

import re
from datetime import date
from decimal import Decimal
from typing import Any

import pytest
from babel.messages.pofile import read_po
from babel.numbers import format_currency
from django.template import Context, Template
from django.test import Client
from django.utils.formats import date_format, get_format
from django.utils.translation import gettext, override

from casino.backoffice.daily_figures import format_count
from casino.languages.translations import messages_in_python, messages_in_templates, po_file
from players import languages
from players.identity.verification.countries import country_choices
from players.languages import (
    HOUSE_LANGUAGES,
    SOURCE_LANGUAGE,
    Language,
    language_of,
    legal_language,
    staff_language,
)
from players.models import Person
from players.shared.money import format_money
from players.shared.number_formats import format_whole, number_format_of
from players.wallet.cashier.sandbox import pages as sandbox_pages
from tests.test_file_rules import FILES, name

EVERY = pytest.mark.parametrize("language", HOUSE_LANGUAGES, ids=lambda language: language.tag)
PRODUCT = re.compile(r"(casino|games|players|templates|static/js)/(?!.*(migrations/|\.po$))")
NAMED = re.compile(
    r"""["'](pt|en|es|pt[-_]PT|en[-_]GB|es[-_]ES|pt-pt|en-gb|es-es)["']|lang=["']?(pt|en|es)\b"""
    r"""|startswith\(["'](pt|en|es)"""
)
MAY_NAME_A_LANGUAGE = {
    "players/languages.py": "The list.",
    "casino/management/commands/maintenance_pages.py": "The page that the proxy shows is in every language.",
    "casino/compliance/laundering/report_document.py": "A report to the authorities is in Portuguese.",
    "casino/operation/doctor.py": "Errors are named in the language of the operator's guide.",
    "templates/portal/rules/games.html": "The regulations are in the language of the gazette.",
    "templates/portal/rules/regulation.html": "The regulations are in the language of the gazette.",
    "games/catalogue/options.py": "The languages of a table's announcements are a setting of it.",
    "games/rules/baccarat/sheet.py": "Its default.",
    "games/rules/blackjack/sheet.py": "Its default.",
    "games/rules/holdem/sheet.py": "Its default.",
    "games/rules/roulette/sheet.py": "Its default.",
    "games/rules/stud/sheet.py": "Its default.",
    "casino/compliance/monitoring/rules.py": "A rule has its sentence in the languages of staff.",
    "casino/compliance/duties/documents.py": "The regulator reads Portuguese.",
    "casino/management/commands/first_house.py": "Commands speak English.",
    "players/shared/number_words.py": "Numbers in words are a table for each language.",
    "players/identity/admin.py": "The terms have a binding text in two languages.",
    "templates/portal/api_docs.html": "Written for programmers, in English.",
    "templates/portal/socket_messages.html": "Written for programmers, in English.",
    "templates/backoffice/compliance/regulator/alerts.html": "Shows the message of a program.",
    "templates/backoffice/compliance/regulator/day.html": "Shows the message of a program.",
    "templates/backoffice/compliance/regulator/file.html": "Shows the message of a program.",
}
FRENCH = Language("fr", "fr-FR", "Français")


def test_no_other_file_names_a_language() -> None:
    naming = {
        name(path)
        for path in FILES
        if PRODUCT.match(name(path))
        and path.suffix in (".py", ".html", ".js", ".txt")
        and NAMED.search(path.read_text("utf-8"))
    }
    assert naming == set(MAY_NAME_A_LANGUAGE)


@EVERY
def test_a_language_has_a_catalogue_and_fits_its_column(language: Language) -> None:
    assert po_file(language).exists()
    assert len(language.code) <= Person._meta.get_field("language").max_length
    assert language.tag[2:3] == "-", "with its country: Intl knows no currency format of a bare language"


def test_the_catalogue_of_the_source_language_says_sentences_of_libraries_in_our_words() -> None:
    with po_file(language_of(SOURCE_LANGUAGE)).open("rb") as file:
        messages = [message for message in read_po(file) if message.id]
    with override(SOURCE_LANGUAGE):
        assert [m.id for m in messages if gettext(m.id) != m.string or m.id == m.string] == []
    sources = {text for _place, text in (*messages_in_python(), *messages_in_templates())}
    assert messages and not sources & {m.id for m in messages}


@EVERY
def test_figures_are_those_of_the_unicode_tables(language: Language) -> None:
    amount = format_currency(Decimal("1234567.89"), "EUR", locale=language.tag.replace("-", "_"))
    assert format_money(123456789, "EUR", language=language.code) == amount
    assert get_format("DECIMAL_SEPARATOR", lang=language.code) == number_format_of(language.code).point


def test_spanish_figures_and_days() -> None:
    assert format_money(123456, "EUR", language="es") == "1.234,56\N{NO-BREAK SPACE}€"
    assert format_money(-5, "EUR", language="es") == "−0,05\N{NO-BREAK SPACE}€"
    with override("es"):
        assert format_whole(1234567) == "1.234.567"
        assert date_format(date(2026, 11, 26), "DATE_FORMAT") == "26 de noviembre de 2026"


def test_templates_group_the_thousands_of_a_count_and_of_nothing_else() -> None:
    template = Template("{% load numbers %}{{ count|whole }} {{ name|whole }}{{ missing|whole }}")
    context = Context({"count": 45000, "name": "45000"})
    with override("pt-pt"):
        assert template.render(context) == "45\N{NO-BREAK SPACE}000 45000"
        assert format_count(45000.0) == "45\N{NO-BREAK SPACE}000", "as on the overview"
    with override("en"):
        assert template.render(context) == "45,000 45000"


@pytest.mark.parametrize(
    ("code", "tag"),
    [("pt", "pt-PT"), ("pt-br", "pt-PT"), ("en-us", "en-GB"), ("de", "pt-PT"), (None, "pt-PT")],
)
def test_an_unknown_language_is_the_nearest_one_or_the_first(code: str | None, tag: str) -> None:
    assert language_of(code).tag == tag


def test_staff_and_the_law_have_their_own_languages() -> None:
    assert [staff_language(code).code for code in ("pt-pt", "en", "es", "")] == ["pt-pt", "en", "en", "pt-pt"]
    assert [legal_language(code).code for code in ("pt-pt", "en", "es")] == ["pt-pt", "en", "pt-pt"]


@EVERY
def test_the_payment_page_of_the_sandbox_has_the_language(language: Language) -> None:
    row = {"kind": "deposit", "language": language.code, "reference": "R", "cents": 123456, "status": "paid"}
    page = sandbox_pages.payment({**row, "back": ""})
    assert f'<html lang="{language.tag}">' in page
    assert format_money(123456, "EUR", language=language.code) in page


def test_a_new_language_needs_no_other_file(
    demo: None, client: Client, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """French, as an entry alone: its texts would come with its catalogue."""
    monkeypatch.setattr(languages, "HOUSE_LANGUAGES", (*HOUSE_LANGUAGES, FRENCH))
    settings.LANGUAGES = [*settings.LANGUAGES, (FRENCH.code, FRENCH.name)]
    chosen = client.post("/account/language/", {"language": "fr", "next": "/lobby/"}, follow=True)
    html = chosen.content.decode()
    assert '<html lang="fr-FR">' in html and 'lang="fr-FR" aria-pressed="true"' in html
    assert "270,00\N{NO-BREAK SPACE}€" in html, "amounts of the tables"
    with override("fr"):
        assert ("DE", "Allemagne") in country_choices()
        assert date_format(date(2026, 11, 26), "DATE_FORMAT") == "26 novembre 2026"
    assert format_money(123456, "EUR", language="fr") == "1\N{NARROW NO-BREAK SPACE}234,56\N{NO-BREAK SPACE}€"
