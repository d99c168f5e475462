"""No page of the back office shows an untranslated default text of Django or of the theme."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
import unfold
from django.contrib.auth.models import Group
from django.utils import translation
from django.utils.translation import gettext

from casino.message_catalogue import messages_in_templates
from games.models import Table
from players.models import Person
from tests.players.conftest import demo, seeded, signed_in  # noqa: F401  (fixtures)

PAGES = (
    "/admin/",
    "/admin/work/",
    "/admin/floor/",
    "/admin/cashier/payment/",
    "/admin/cashier/adjustment/",
    "/admin/inbox/complaint/",
    "/admin/identity/identity/",
    "/admin/games/incident/",
    "/admin/games/table/add/",
    "/admin/games/table/{table}/change/",
    "/admin/games/tablesession/add/",
    "/admin/players/player/",
    "/admin/players/person/",
    "/admin/players/person/{person}/change/",
    "/admin/auth/group/{group}/change/",
    "/admin/compliance/audit/",
    "/admin/rights/",
    "/admin/wallet/transfer/",
    "/admin/backoffice/staffchange/",
)
# Translations of Django that mix languages, or name what the house names otherwise.
UNWANTED = re.compile(r"superuser|superutilizador|com sucesso|\bGravar\b|\bStatus\b", re.IGNORECASE)
LETTERS = re.compile(r"[a-z]{3}")


class Texts(HTMLParser):
    """The texts and labels of a page, without scripts, styles and icons."""

    def __init__(self) -> None:
        super().__init__()
        self.texts: set[str] = set()
        self.hidden = ""

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        values = dict(attributes)
        if tag in ("script", "style", "template") or "material-symbols" in (values.get("class") or ""):
            self.hidden = self.hidden or tag
        for name in ("title", "placeholder", "aria-label", "alt"):
            self.texts.add(" ".join((values.get(name) or "").split()))

    def handle_endtag(self, tag: str) -> None:
        if tag == self.hidden:
            self.hidden = ""

    def handle_data(self, data: str) -> None:
        if not self.hidden:
            self.texts.add(" ".join(data.split()))


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


@pytest.mark.parametrize("address", PAGES)
def test_a_page_shows_no_stock_text(demo: None, address: str) -> None:
    keys = {
        name: model.objects.order_by("pk").values_list("pk", flat=True)[0]
        for name, model in (("table", Table), ("person", Person), ("group", Group))
    }
    client = signed_in("direcao@feltro.example")
    response = client.get(address.format(**keys), headers={"Accept-Language": "pt-pt"})
    assert response.status_code == 200
    page = Texts()
    page.feed(response.content.decode())
    assert sorted(text for text in page.texts if UNWANTED.search(text)) == []
    assert sorted(page.texts & untranslated_stock()) == []
