"""The audit log and its seals in the back office: readable with a permission, never writable."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.utils import timezone

from casino.services.folder import PROJECT
from players.audit import note
from players.audit.details import LABELS
from players.audit.log_page import kind_label
from players.audit.models import Line, Seal
from players.audit.recording import append
from players.models import Person, Player
from tests.demo_house import signed_in


@pytest.fixture
def line(demo: None) -> Line:
    Seal.objects.create(
        number=1,
        until=timezone.now(),
        lines=1,
        lines_digest="0",
        transfers=0,
        transfers_digest="0",
        chain="c" * 64,
    )
    return note(
        "limits.deposit-raised",
        player=Player.objects.get(alias="Ana"),
        about="limit:12",
        cents=500,
        reason="<b>because</b>",
    )


@pytest.mark.parametrize("name", ["auditoria", "regulador", "conformidade"])
def test_staff_with_the_permission_read_the_log(line: Line, name: str) -> None:
    client = signed_in(f"{name}@feltro.example")
    for path in (
        "compliance/audit/",
        f"audit/line/{line.pk}/change/",
        "compliance/audit/?kind=limits.deposit-raised",
        "audit/seal/",
        "audit/seal/1/change/",
    ):
        response = client.get(f"/admin/{path}")
        assert response.status_code == 200 and "<b>because</b>" not in response.content.decode()
    assert "limit:12" in client.get("/admin/compliance/audit/").content.decode()


def test_a_line_says_what_happened_in_words(line: Line) -> None:
    read = note("account.note-written", person=Person.objects.get(email="apoio@feltro.example"))
    page = signed_in("auditoria@feltro.example", "en").get(f"/admin/audit/line/{read.pk}/change/")
    assert (
        f"{kind_label(read.kind)}\N{NO-BREAK SPACE}· <code>account.note-written</code>"
        in page.content.decode()
    )
    assert kind_label(read.kind) != read.kind


@pytest.mark.parametrize("name", ["mesas", "caixa", "apoio"])
def test_other_staff_cannot_read_the_log(line: Line, name: str) -> None:
    for path in ("audit/line/", f"audit/line/{line.pk}/change/", "audit/seal/"):
        assert signed_in(f"{name}@feltro.example").get(f"/admin/{path}").status_code == 403


def test_the_log_cannot_be_changed_by_hand(line: Line) -> None:
    client = signed_in("direcao@feltro.example")
    assert client.get("/admin/audit/line/add/").status_code == 403
    assert client.post(f"/admin/audit/line/{line.pk}/delete/", {"post": "yes"}).status_code == 403
    client.post(f"/admin/audit/line/{line.pk}/change/", {"kind": "never.happened"})
    assert Line.objects.get(pk=line.pk).kind == "limits.deposit-raised"


def note_details(path: Path) -> Iterator[str]:
    """The names of the details that this file writes into the log."""
    for call in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id == "note":
            yield from (word.arg for word in call.keywords if word.arg)


def test_every_detail_that_the_house_writes_has_a_label() -> None:
    folders = ("casino", "games", "players")
    files = [path for folder in folders for path in (PROJECT / folder).rglob("*.py")]
    names = {name for path in files for name in note_details(path)} - {"person", "player", "about", "request"}
    assert len(names) > 30 and names - LABELS.keys() == set()


@pytest.mark.parametrize(
    ("kind", "details"),
    [
        ("staff.change-proposed", {"change": "grant", "conflicts": ["rules author + rules approver"]}),
        ("staff.change-approved", {"kind": "grant", "role": "rules approver"}),
    ],
)
def test_a_change_of_staff_stands_in_the_log_in_words(demo: None, kind: str, details: dict[str, Any]) -> None:
    person = Person.objects.get(email="direcao@feltro.example")
    row = append(kind, person=person, player=None, about="staff:1", request=None, details=details)
    for address in (f"/admin/audit/line/{row.pk}/change/", "/admin/compliance/audit/"):
        page = signed_in("auditoria@feltro.example").get(address).content.decode()
        shown = re.sub(r"<pre.*?</pre>|<[^>]*>", " ", page, flags=re.DOTALL)
        assert "dar uma função" in shown and "aprovador das regras" in shown, address
        assert not re.search(r"\bgrant\b|rules approver|\bkind:|\brole:", shown), address
