"""Every page of the back office, opened once: few queries, no text of the other language, and no default text
of Django or of the theme that nobody of the house has edited.

`make long` opens the pages in English too, and in every role that may open them. Text that is in another
language on purpose is marked so, with `lang`.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import allauth
import django
import pytest
import unfold
from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext

from casino.compliance.reports.all_reports import REPORTS
from casino.languages.translations import messages_in_templates, po_file, read_translations
from games.models import Table
from players.inbox import bulk_notices
from players.inbox.complaints import open_complaint
from players.inbox.notice_groups import GroupKind, NoticeGroup
from players.inbox.notice_texts import NoticeText
from players.languages import language_of
from players.models import Person, Player
from tests.casino.test_authorization import ADDRESSES, OWN, ROLES, Address, pk_of, rows
from tests.casino.test_authorization_objects import WHY, change_of, correction, incident, table_change
from tests.demo_house import signed_in
from tests.gallery import page_checks

MOST_QUERIES = 40
# The head of the house works on every queue, something waits in each, and one query asks for the arrangement.
OF_OVERVIEW = 25
OF_QUEUE = 42  # its page asks each queue
PREFERRED = ("direcao", "oficial", "autor", "identidade")
# Frequent words of one language that the other does not have, nor the demonstration's names.
ENGLISH = re.compile(r"\b(the|of|and|is|are|was|were|has|have|been|this|that|with|from|your|you|which|who)\b")
PORTUGUESE = re.compile(r"\b(não|são|uma|dos|das|que|pelo|pela|foi|está|já|até|também|ou|aos|às|sem|é)\b")
# Translations of Django that mix languages, or name what the house names otherwise.
UNWANTED = re.compile(
    r"superuser|superutilizador|com sucesso|successfully|\bGravar\b|To and with", re.IGNORECASE
)
# What people typed into the records below; it has the language of its author.
TYPED = re.compile(rf"{WHY}|uma alteração")
LETTERS = re.compile(r"[a-z]{3}")
VOID = {"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"}
UNREAD = {"script", "style", "template", "code", "pre", "textarea"}
NOTICE = {language: NoticeText("Feltro", "10.") for language in ("pt-pt", "en")}


class Texts(HTMLParser):
    """The texts and labels of a page that are in the language of the page."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.texts: set[str] = set()
        self.language = ""
        self.open: list[tuple[str, bool]] = []  # the elements around, and whether their text counts
        self.feed(html)

    @property
    def counts(self) -> bool:
        return not self.open or self.open[-1][1]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = dict(attrs)
        if tag == "html":
            self.language = values.get("lang") or ""
        is_foreign = (values.get("lang") or self.language) != self.language
        is_icon = "material-symbols" in (values.get("class") or "")
        counts = self.counts and not (is_foreign or is_icon or tag in UNREAD)
        if counts or tag == "textarea":
            for name in ("title", "placeholder", "aria-label", "alt"):
                self._add(values.get(name) or "")
        if tag not in VOID:
            self.open.append((tag, counts))

    def handle_endtag(self, tag: str) -> None:
        while self.open and any(tag == name for name, _counts in self.open):
            if self.open.pop()[0] == tag:
                return

    def handle_data(self, data: str) -> None:
        if self.counts:
            self._add(data)

    def _add(self, text: str) -> None:
        self.texts.add(" ".join(text.split()))


def compiled(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_mo(file)


def pairs_of(messages: Catalog) -> Iterator[tuple[str, str]]:
    for message in messages:
        ids = message.id if isinstance(message.id, tuple | list) else (message.id,)
        strings = message.string if isinstance(message.string, tuple | list) else (message.string,)
        yield from zip(ids, strings, strict=False)


@cache
def stock_pairs() -> list[tuple[str, str]]:
    """The Portuguese catalogues of the libraries; Babel reads them compiled."""
    folders = [Path(library.__file__).parent for library in (django, allauth)]
    files = [
        file
        for folder in folders
        for locale in ("pt", "pt_PT")
        for file in sorted(folder.glob(f"**/locale/{locale}/LC_MESSAGES/django.mo"))
    ]
    return [pair for file in files for pair in pairs_of(compiled(file)) if all(pair)]


@cache
def own_pairs() -> list[tuple[str, str]]:
    return [pair for pair in pairs_of(read_translations(po_file(language_of("pt-pt")))) if all(pair)]


@cache
def both_languages() -> page_checks.Catalogue:
    own = {english for english, _portuguese in own_pairs()}
    return page_checks.Catalogue([*own_pairs(), *(pair for pair in stock_pairs() if pair[0] not in own)])


@cache
def unedited() -> page_checks.Catalogue:
    """The library's sentences that the catalogue of the house does not have."""
    own = {english for english, _portuguese in own_pairs()}
    texts = {portuguese for _english, portuguese in own_pairs()}
    return page_checks.Catalogue(
        [
            pair
            for pair in stock_pairs()
            if pair[0] not in own and pair[1] not in texts and " " in pair[1].strip()
        ]
    )


@cache
def untranslated_stock() -> frozenset[str]:
    """The English texts of the theme that have no Portuguese."""
    messages = {
        message
        for _place, message in messages_in_templates(Path(unfold.__file__).parent)
        if isinstance(message, str) and LETTERS.search(message)
    }
    with translation.override("pt-pt"):
        return frozenset(message for message in messages if gettext(message) == message)


def test_a_text_in_another_language_is_recognised() -> None:
    """Otherwise nothing below could fail."""
    html = """
      <html lang="pt-PT"><title>Mesa 5</title><p>Total of the day<br>
      <b lang="en">This is <i>English</i></b> Guardar</p><code>of the</code>
      <span class="material-symbols-outlined">who</span><input placeholder="Search"><i>O jogador é novo</i>
    """
    texts = Texts(html).texts - {""}
    assert texts == {"Mesa 5", "Total of the day", "Guardar", "Search", "O jogador é novo"}
    assert foreign("pt-pt", texts) == {"Total of the day", "Search"}
    assert foreign("en", texts) == {"O jogador é novo", "Guardar"}


def foreign(language: str, texts: set[str]) -> set[str]:
    """Those that belong to the other language."""
    words = ENGLISH if language == "pt-pt" else PORTUGUESE
    wrong = {text for text in texts if words.search(text) or UNWANTED.search(text)}
    wrong |= set(both_languages().foreign("pt" if language == "pt-pt" else "en", texts))
    return wrong | (texts & untranslated_stock() if language == "pt-pt" else set())


class Walk:
    """What was read on the pages in one language, and how many queries each address made."""

    def __init__(self) -> None:
        self.places: defaultdict[str, set[str]] = defaultdict(set)  # the pages of each text
        self.queries: dict[str, int] = {}
        self.pages = 0
        self.mains: dict[str, int] = {}  # the landmarks of the content on each page
        self.escaped_twice: set[str] = set()

    def read(self, client: Client, name: str, url: str, sent: Mapping[str, str] | None = None) -> None:
        """Open a page, or send a form and follow it to the page with its message."""
        with transaction.atomic(), CaptureQueriesContext(connection) as queries:
            response = client.get(url) if sent is None else client.post(url, sent, follow=True)
            transaction.set_rollback(True)
        if sent is None:
            self.queries[name] = len(queries)
        if response["Content-Type"].startswith("text/html"):
            self.pages += response.status_code == 200
            if re.search(rb"&amp;(#\w+|amp|quot|lt|gt);", response.content):
                self.escaped_twice.add(name)
            if b'id="page"' in response.content:
                self.mains[name] = response.content.count(b"<main")
            for text in Texts(response.content.decode()).texts:
                self.places[TYPED.sub("", text)].add(name)

    def where(self, texts: set[str]) -> dict[str, list[str]]:
        return {text: sorted(self.places[text])[:3] for text in sorted(texts)}


def may_open(role: str, address: Address, allowed: Mapping[str, str]) -> bool:
    return dict(zip(ROLES, allowed.get(address.name, "").split(), strict=False)).get(role) == "x"


def reader_of(address: Address, allowed: Mapping[str, str]) -> str:
    """Somebody who may open it, or else the head of the house, who is shown why not."""
    return next((role for role in (*PREFERRED, *ROLES) if may_open(role, address, allowed)), PREFERRED[0])


def something_to_read() -> dict[str, str]:
    """Records for the lists and pages. Addresses of pages that the walk of names does not reach."""
    author, officer, head = (
        Person.objects.get(email=f"{name}@feltro.example") for name in ("autor", "oficial", "direcao")
    )
    change_of(author, head, "submitted")
    for make in (table_change("confirm"), correction("approve"), incident("confirm")):
        make(officer, head)
    ana = Player.objects.get(alias="Ana")
    complaint = open_complaint(player=ana, category="other", text="1234567890 1234567890")
    group = NoticeGroup(GroupKind.STATUS, statuses=("active",))
    notice = bulk_notices.propose_notice(
        purpose="service", texts=NOTICE, group=group, person=officer, reason="12345678"
    )
    return {
        "notice": f"/admin/notices/{notice.pk}/",
        "complaint in the queue": f"/admin/work/complaint/{complaint.pk}/",
        "player found": "/admin/players/player/?q=Ana",
        "round that is missing": "/admin/games/round/999999999/change/",
        "nothing found": "/admin/games/round/?q=999999999",
    }


def forms() -> dict[str, tuple[str, dict[str, str]]]:
    """Forms that Django's admin saves, and forms with nothing or nonsense in them."""
    table = Table.objects.get(name="Lisboa").pk
    saved = f"/admin/games/table/{table}/change/"
    return {
        "table saved": (saved, {"name": "Lisboa"}),
        "table without a name": (saved, {"name": ""}),
        "table added": ("/admin/games/table/add/", {"name": "Lisboa", "system": "x", "currency": ""}),
        "session announced": ("/admin/games/tablesession/add/", {"table": "x", "starts_0": "1"}),
        "setting refused": (f"/admin/games/table/{table}/setting/", {"minimum": "x"}),
        "hours refused": (f"/admin/games/table/{table}/hours/", {"day-0": "x"}),
        "notice refused": ("/admin/notices/", {"subject_es": "1"}),
        "staff change refused": ("/admin/backoffice/staffchange/propose/", {}),
    }


walks: dict[str, Walk] = {}


@pytest.fixture
def walk(demo: None, request: pytest.FixtureRequest) -> Walk:
    """Made once for each language in this module."""
    language: str = request.param
    if language in walks:
        return walks[language]
    clients = {role: signed_in(f"{role}@feltro.example", language) for role in ROLES}
    head = clients[PREFERRED[0]]
    made, allowed = Walk(), rows()["get"]
    more = something_to_read()
    head.get("/admin/")
    for address in ADDRESSES:
        if address.name not in OWN:
            made.read(clients[reader_of(address, allowed)], address.name, address.url(pk_of(address)))
    for name, url in more.items():
        made.read(head, name, url)
    for name, (url, sent) in forms().items():
        made.read(head, name, url, sent)
    return walks.setdefault(language, made)


# The English pages are opened in `make long` alone: the sources are English.
in_both_languages = pytest.mark.parametrize(
    "walk", ["pt-pt", pytest.param("en", marks=pytest.mark.long)], indirect=True
)
in_portuguese = pytest.mark.parametrize("walk", ["pt-pt"], indirect=True)


@in_portuguese
def test_no_page_makes_more_than_forty_database_queries(walk: Walk) -> None:
    assert walk.queries.pop("index") <= OF_OVERVIEW
    assert walk.queries.pop("office_work") <= OF_QUEUE
    assert {name: count for name, count in walk.queries.items() if count > MOST_QUERIES} == {}


@in_both_languages
def test_every_page_is_in_the_language_of_its_reader(walk: Walk, request: pytest.FixtureRequest) -> None:
    assert walk.pages > 100
    language = request.node.callspec.params["walk"]
    assert walk.where(foreign(language, set(walk.places))) == {}


@in_portuguese
def test_no_page_shows_a_character_escaped_twice(walk: Walk) -> None:
    assert walk.pages > 100 and walk.escaped_twice == set()


@in_portuguese
def test_every_page_has_one_landmark_for_its_content(walk: Walk) -> None:
    assert len(walk.mains) > 100
    assert {name: count for name, count in walk.mains.items() if count != 1} == {}


@in_portuguese
def test_no_page_shows_a_sentence_of_a_library_that_nobody_edited(walk: Walk) -> None:
    assert walk.where(set(unedited().foreign("en", set(walk.places)))) == {}


@pytest.mark.long
@pytest.mark.parametrize("language", ["pt-pt", "en"])
def test_every_report_is_in_the_language_of_its_reader(demo: None, language: str) -> None:
    client, made = signed_in("oficial@feltro.example", language), Walk()
    for code in REPORTS:
        made.read(client, f"report {code}", reverse("compliance_report", args=[code]))
    assert made.pages == len(REPORTS)
    assert made.where(foreign(language, set(made.places))) == {}


@pytest.mark.long
@pytest.mark.parametrize("language", ["pt-pt", "en"])
@pytest.mark.parametrize("role", ROLES)
def test_every_page_of_a_role_is_in_the_language_of_its_reader(demo: None, role: str, language: str) -> None:
    client, allowed, made = signed_in(f"{role}@feltro.example", language), rows()["get"], Walk()
    something_to_read()
    for address in ADDRESSES:
        if address.name not in OWN and may_open(role, address, allowed):
            made.read(client, address.name, address.url(pk_of(address)))
    assert made.pages > 1
    assert made.where(foreign(language, set(made.places))) == {}
