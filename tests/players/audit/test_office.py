"""The audit log and its seals in the back office: for those who may read them, and nobody writes."""

from __future__ import annotations

import pytest
from django.utils import timezone

from players.audit import note
from players.audit.models import Line, Seal
from players.models import Player
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


@pytest.mark.parametrize("who", ["auditoria", "regulador", "conformidade"])
def test_the_log_is_read_by_those_whose_work_it_is(line: Line, who: str) -> None:
    client = signed_in(f"{who}@feltro.example")
    for address in (
        "audit/line/",
        f"audit/line/{line.pk}/change/",
        "audit/line/?q=limits.deposit-raised",
        "audit/seal/",
        "audit/seal/1/change/",
    ):
        answer = client.get(f"/admin/{address}")
        assert answer.status_code == 200 and "<b>because</b>" not in answer.content.decode()
    assert "limit:12" in client.get("/admin/audit/line/").content.decode()


@pytest.mark.parametrize("who", ["mesas", "caixa", "apoio"])
def test_nobody_else_reads_it(line: Line, who: str) -> None:
    for address in ("audit/line/", f"audit/line/{line.pk}/change/", "audit/seal/"):
        assert signed_in(f"{who}@feltro.example").get(f"/admin/{address}").status_code == 403


def test_nobody_writes_it_by_hand(line: Line) -> None:
    client = signed_in("direcao@feltro.example")
    assert client.get("/admin/audit/line/add/").status_code == 403
    assert client.post(f"/admin/audit/line/{line.pk}/delete/", {"post": "yes"}).status_code == 403
    client.post(f"/admin/audit/line/{line.pk}/change/", {"kind": "never.happened"})
    assert Line.objects.get(pk=line.pk).kind == "limits.deposit-raised"
