"""The audit log and its seals in the back office: readable with a permission, never writable."""

from __future__ import annotations

import pytest
from django.utils import timezone

from players.audit import note
from players.audit.log_page import kind_label
from players.audit.models import Line, Seal
from players.models import Person, Player
from tests.players.conftest import signed_in


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
    assert f"{kind_label(read.kind)} · <code>account.note-written</code>" in page.content.decode()
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
