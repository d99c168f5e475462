"""Each record has a name in the words of its reader: no key, number or class stands for it in a title, a
heading, a list, a choice or the history. So has each value of a column.
"""

from __future__ import annotations

import re
from functools import cache
from html import unescape

import pytest
from django.contrib import admin
from django.contrib.admin.models import CHANGE, LogEntry
from django.contrib.admin.utils import flatten_fieldsets
from django.contrib.auth.models import Group
from django.db import models, transaction
from django.db.models import Model
from django.test import Client, RequestFactory
from django.urls import reverse

from casino.services.folder import PROJECT
from players.identity.models import LegalHold
from players.inbox.admin_names import MESSAGE_NAMES
from players.inbox.complaints import open_complaint
from players.inbox.notice_texts import NOTICE_KIND
from players.models import Person, Player
from players.wallet.cashier.models import Payment
from tests.casino.backoffice.test_every_page import Texts, own_pairs
from tests.casino.backoffice.test_many_rows import some_shown
from tests.demo_house import signed_in

LANGUAGES = ("pt-pt", "en")
TITLE = re.compile(r"<title>(.*?)</title>", re.DOTALL)
HEADING = re.compile(r"<h1\b.*?</h1>", re.DOTALL)
ICON = re.compile(r"<span [^>]*material-symbols-outlined[^>]*>\w+</span>")
EXAMPLE = re.compile(r' placeholder="[^"]*"')  # what a field of a filter may hold
TAG = re.compile(r"<[^>]+>")
CODE = re.compile(r"(?:\d+ )?([a-z][a-z0-9]*(?:[.:_-][a-z0-9]+)+)")
# Names of files and numbers of payments.
GIVEN = re.compile(r"\.(pdf|zip|csv|xml|json)$|^[0-9a-f]{8}(-[0-9a-f]{4}){3}-")
NUMBER = re.compile(r"\w+ object \(|[0-9a-f]{8}-[0-9a-f]{4}|\d{4}-\d\d-\d\d|^\d+$")
MARKUP = re.compile(r"</?(h\d|li|ul|p|div|span)\b")
WORD = re.compile(r"[a-z]{2,}")
# The texts that people or other systems wrote, and the numbers that they gave. Other columns have choices.
AS_WRITTEN = {
    "about", "alias", "answer", "authority", "chain", "device", "digest", "email", "english_digest", "holder",
    "instrument", "key", "payer", "root", "seal",
    "lines_digest", "name", "note", "number", "portuguese_digest", "reason", "reference", "table_name",
    "text", "ticket", "title", "transfers_digest", "trouble", "body", "id",
}  # fmt: skip


def pages_of(model: type[Model]) -> dict[str, str]:
    """The addresses of its list, of one record and of that record's history."""
    name = f"admin:{model._meta.app_label}_{model._meta.model_name}"
    row = some_shown(model)
    LogEntry.objects.create(
        user=Person.objects.get(email="direcao@feltro.example"),
        content_type_id=None,
        object_id=str(row.pk),
        object_repr=str(row),
        action_flag=CHANGE,
    )
    return {
        "list": reverse(f"{name}_changelist"),
        "record": reverse(f"{name}_change", args=[row.pk]),
        "history": reverse(f"{name}_history", args=[row.pk]),
    }


@cache
def words() -> frozenset[str]:
    """Words such as «sign-in» and «e-mail»."""
    return frozenset(text.lower() for pair in own_pairs() for text in pair)


def is_code(text: str) -> bool:
    """Codes such as `access.signed-in`, alone or after a number."""
    codes = [match[1] for part in text.split(" · ") if (match := CODE.fullmatch(part))]
    return any(code not in words() and not GIVEN.search(code) for code in codes) or " object (" in text


def is_no_name(part: str) -> bool:
    """A part of a title that is a key, a class, a time as the database has it, or an untranslated word."""
    return bool(NUMBER.search(part) or (WORD.fullmatch(part) and part not in words()))


def read(client: Client, address: str) -> tuple[list[str], set[str]]:
    """The names in the title and the heading of a page, and all its texts."""
    response = client.get(address, follow=True)
    assert response.status_code == 200, address
    html = response.content.decode()
    title, heading = TITLE.search(html), HEADING.search(html)
    assert title is not None
    shown = re.split(r"\s[|·]\s", title[1]) + TAG.sub(
        "\n", ICON.sub("", heading[0] if heading else "")
    ).split("\n")
    return [" ".join(unescape(part).split()) for part in shown if part.strip()], Texts(
        EXAMPLE.sub("", html)
    ).texts


@pytest.mark.parametrize("language", ["pt-pt", pytest.param("en", marks=pytest.mark.long)])
def test_records_have_names(demo: None, busy: None, language: str) -> None:
    manager, officer = (signed_in(f"{name}@feltro.example", language) for name in ("direcao", "autor"))
    Person.objects.get(email="autor@feltro.example").groups.add(Group.objects.get(name="laundering officer"))
    faults = {}
    open_complaint(player=Player.objects.get(alias="Ana"), category="other", text="1234567890")
    for model in admin.site._registry:
        with transaction.atomic():
            for kind, address in pages_of(model).items():
                # Management does not learn whom the house suspects.
                is_suspicion = model is LegalHold or model._meta.app_label in ("returning", "screening")
                client = officer if is_suspicion else manager
                names, texts = read(client, address)
                wrong = {name for name in names if is_no_name(name)}
                wrong |= {text for text in texts if is_code(text) or MARKUP.search(text)}
                if wrong:
                    faults[f"{model._meta.label} {kind}"] = wrong
            transaction.set_rollback(True)
    assert faults == {}


def test_codes_are_recognised() -> None:
    """Otherwise nothing below could fail."""
    codes = [
        "access.signed-in",
        "session:1",
        "Signed in · access.signed-in",
        "1 complaint-received",
        "Table object (1)",
    ]
    assert [text for text in codes if not is_code(text)] == []
    assert [text for text in ("sign-in", "1 sign-in", "Lisboa", "e-mail", "a.pdf") if is_code(text)] == []
    assert is_no_name("17") and is_no_name("2026-11-27 17:55") and is_no_name("zzz")
    assert not is_no_name("euro") and not is_no_name("27/11/2026 14:03")


def columns_of(model: type[Model], page: admin.ModelAdmin) -> set[str]:
    shown = [*page.list_display, *(page.fields or ())]
    if model is Payment:
        row = Payment(direction="withdrawal")
        shown += flatten_fieldsets(page.get_fieldsets(RequestFactory().get("/"), row))
    return {name for line in shown for name in ([line] if isinstance(line, str) else line)}


def test_a_column_of_codes_shows_their_names(demo: None) -> None:
    raw = [
        f"{model._meta.label}.{field.name}"
        for model, page in admin.site._registry.items()
        for field in model._meta.fields
        if isinstance(field, models.CharField) and not field.choices
        if field.name in columns_of(model, page) - AS_WRITTEN
    ]
    assert raw == []


@pytest.mark.parametrize(
    ("language", "path"),
    [("pt-pt", ["Pessoas", "Funções", "Direção"]), ("en", ["People", "Roles", "Management"])],
)
def test_the_path_of_a_page_has_the_words_of_the_navigation(
    demo: None, language: str, path: list[str]
) -> None:
    role = Group.objects.get(name="management")
    client = signed_in("direcao@feltro.example", language)
    names, texts = read(client, reverse("admin:auth_group_change", args=[role.pk]))
    assert names == [path[2], path[1], "Feltro", *path]
    assert not {text for text in texts if "Authentication" in text or text in ("Groups", "Grupos")}


@pytest.mark.parametrize(("language", "no"), [("pt-pt", "Não"), ("en", "No")])
def test_what_is_no_fault_has_no_mark_of_a_fault(demo: None, language: str, no: str) -> None:
    """A player who is not a test account, in words; no red cross."""
    client = signed_in("direcao@feltro.example", language)
    html = client.get(reverse("admin:players_player_changelist")).content.decode()
    assert no in Texts(html).texts
    assert "close_small" not in html


def test_a_language_is_named_not_coded(demo: None) -> None:
    html = signed_in("direcao@feltro.example").get("/admin/").content.decode()
    shown = Texts(html.replace(' lang="en"', "")).texts
    assert {"Português", "English"} <= shown and not {"pt-pt", "en", "pt-PT"} & shown


@pytest.mark.parametrize(("language", "title"), [("pt-pt", "Jogos"), ("en", "Games")])
def test_the_page_of_an_area_names_its_lists(demo: None, language: str, title: str) -> None:
    client = signed_in("direcao@feltro.example", language)
    names, texts = read(client, "/admin/games/")
    assert names == [title, "Feltro", title]
    listed = {"pt-pt": {"Incidentes", "Mesas"}, "en": {"Incidents", "Tables"}}[language]
    assert listed <= texts


def test_every_kind_of_message_has_a_name() -> None:
    """Its text has a template of its own."""
    texts = {file.stem for file in (PROJECT / "templates/portal/inbox/texts").glob("*.txt")}
    assert MESSAGE_NAMES.keys() == texts | {NOTICE_KIND}


@pytest.mark.parametrize(("language", "name"), [("pt-pt", "Português"), ("en", "Portuguese")])
def test_the_language_of_accepted_terms_is_named(demo: None, language: str, name: str) -> None:
    client = signed_in("direcao@feltro.example", language)
    _names, texts = read(client, reverse("admin:identity_acceptance_changelist"))
    assert name in texts
