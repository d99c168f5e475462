"""The audit log page: sentences, search, paging and export."""

from __future__ import annotations

import ast
import io
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest
from django.utils.translation import override

from casino.compliance.audit_sentences import GROUPS, SENTENCES
from casino.compliance.collusion import cases
from games.floor import staff_actions
from games.rulebook import changes
from players.audit import note
from players.audit.details import detail_text
from players.audit.models import Line
from players.identity.verification import transitions
from players.models import Person, Player
from tests import sources
from tests.demo_house import signed_in

AUDIT = "/admin/compliance/audit/"
ROOT = Path(__file__).parents[3]


@pytest.fixture
def player(demo: None) -> Player:
    player, officer = Player.objects.get(alias="Ana"), Person.objects.get(email="caixa@feltro.example")
    note(
        "withdrawals.released",
        person=officer,
        player=player,
        about="payment:1",
        cents=12_345,
        reason="<b>as asked</b>",
    )
    note(
        "limits.deposit-raise-asked",
        person=player.person,
        player=player,
        about="limit:7",
        period="week",
        before=100,
        after=500,
    )
    note("future.something-new", about="thing:1")
    return player


def audit_page(query: str = "", who: str = "conformidade", language: str = "en") -> str:
    response = signed_in(f"{who}@feltro.example", language).get(f"{AUDIT}{query}")
    assert response.status_code == 200
    return str(response.content.decode())


def test_lines_are_sentences_in_both_languages(player: Player) -> None:
    english, portuguese = audit_page(), audit_page(language="pt-pt")
    assert "caixa@feltro.example released a withdrawal of Ana." in english
    assert "Ana requested a higher deposit limit." in english and "123.45" in english
    assert "autorizou um levantamento de Ana" in portuguese
    assert "before: <span>€1.00" in english and "antes: <span>1,00\N{NO-BREAK SPACE}€" in portuguese, (
        "a limit of money is money"
    )
    assert "<b>as asked</b>" not in english and "&lt;b&gt;as asked" in english
    assert "Future.something-new" in english, "a kind without a sentence is shown as its code"


@pytest.mark.parametrize(
    "query,shown,hidden",
    [
        ("?kind=withdrawals.", "released a withdrawal", "requested a higher deposit limit"),
        ("?kind=limits.deposit-raise-asked", "requested a higher deposit limit", "released a withdrawal"),
        ("?who=CAIXA@feltro.example", "released a withdrawal", "requested a higher deposit limit"),
        ("?who=%00caixa@feltro.example", "released a withdrawal", "requested a higher deposit limit"),
        ("?player=ana", "requested a higher deposit limit", "Future.something-new"),
        ("?about=payment:1", "released a withdrawal", "requested a higher deposit limit"),
        ("?words=as+asked", "released a withdrawal", "requested a higher deposit limit"),
        ("?since=2001-01-01&until=2001-01-02", "No line of the log matches.", "released a withdrawal"),
        ("?words=100%25_", "No line of the log matches.", "released a withdrawal"),
    ],
)
def test_search(player: Player, query: str, shown: str, hidden: str) -> None:
    page = audit_page(query).partition('role="search"')[2].partition("</form>")[2]
    assert shown in page and hidden not in page


@pytest.mark.parametrize(
    "query",
    [
        "?since=yesterday",
        "?since=2026-02-31",
        "?until=0000-00-00",
        "?since=2026-02-02&until=2026-01-01",
        f"?words={'x' * 200}",
    ],
)
def test_an_invalid_search_shows_an_error(player: Player, query: str) -> None:
    assert 'role="alert"' in audit_page(query)


@pytest.mark.parametrize("before", ["-1", "x", "9" * 40, "٣"])
def test_an_invalid_page_is_the_first_page(player: Player, before: str) -> None:
    assert "released a withdrawal" in audit_page(f"?before={before}")


def test_pages_follow_the_line_number(demo: None) -> None:
    for number in range(70):
        note("tests.counted", about=f"n:{number:03}")
    first = audit_page("?kind=tests.")
    assert "n:069" in first and "n:009" not in first
    last = Line.objects.get(about="n:010").pk
    assert "n:009" in audit_page(f"?kind=tests.&before={last}")


def test_export_is_audited(player: Player) -> None:
    client = signed_in("auditoria@feltro.example", "en")
    text = client.get(f"{AUDIT}?kind=withdrawals.&as=csv").content.decode("utf-8-sig")
    assert text.splitlines()[0].startswith("number,at,kind") and len(text.splitlines()) == 2
    workbook = client.get(f"{AUDIT}?as=xlsx").content
    assert "xl/worksheets/sheet1.xml" in zipfile.ZipFile(io.BytesIO(workbook)).namelist()
    assert Line.objects.filter(kind="watch.log-taken").count() == 2
    assert client.get(f"{AUDIT}?as=pdf").status_code == 404


@pytest.mark.parametrize("who", ["mesas", "caixa", "apoio", "autor"])
def test_other_roles_are_refused(player: Player, who: str) -> None:
    assert signed_in(f"{who}@feltro.example").get(AUDIT).status_code == 403


def kinds_written() -> set[str]:
    """Every kind that is a literal in the product. Composed kinds are tested below."""
    kinds = set()
    for package in ("players", "games", "casino"):
        for path in (ROOT / package).rglob("*.py"):
            for call in sources.nodes(path) if "note(" in sources.text(path) else ():
                if isinstance(call, ast.Call) and getattr(call.func, "id", "") == "note" and call.args:
                    kinds |= set(_literals(call.args[0]))
    return kinds


def _literals(node: ast.expr) -> list[str]:
    if isinstance(node, ast.IfExp):
        return _literals(node.body) + _literals(node.orelse)
    return [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []


def test_every_kind_is_offered_by_name_in_its_group(player: Player) -> None:
    assert {kind.partition(".")[0] for kind in SENTENCES} == GROUPS.keys()
    page = audit_page(language="pt-pt")
    assert '<option value="withdrawals.released">Autorizou um levantamento de um jogador</option>' in page
    assert ">withdrawals.released</option>" not in page


@pytest.mark.parametrize(
    ("kind", "name", "value", "text"),
    [
        ("limits.stake-set", "after", 123_456, "1\N{NO-BREAK SPACE}234,56\N{NO-BREAK SPACE}€"),
        ("limits.time-set", "after", 90, "90 min"),
        ("deposits.paid", "before", 202_400, "2\N{NO-BREAK SPACE}024,00\N{NO-BREAK SPACE}€"),
        (
            "deposits.refused",
            "reason",
            "limit-day",
            "O montante excede o seu limite de depósito para hoje",
        ),
        ("rules.change-begun", "game", "french-roulette", "Roleta francesa"),
        ("care.contact-noted", "road", "call", "telefone"),
        ("tables.setting-changed", "digest", "ab" * 32, "abababababababab…"),
        ("regulator-files.asked-again", "names", ["one", "two"], "one, two"),
        ("rounds.looked", "moment", "2026-07-01T10:00:00+00:00", "01/07/2026 11:00"),
    ],
)
def test_details_are_shown_as_readable_text(kind: str, name: str, value: Any, text: str) -> None:
    with override("pt-pt"):
        assert detail_text(kind, name, value) == text


def test_every_written_kind_has_a_sentence() -> None:
    written = kinds_written()
    assert len(written) > 60
    assert written - SENTENCES.keys() == set()


@pytest.mark.parametrize(
    "prefix,endings",
    [
        ("integrity.", cases.AUDIT_KINDS.values()),
        ("rules.change-", changes.AUDIT_KINDS.values()),
        ("tables.", staff_actions.AUDIT_KINDS.values()),
        ("identity.", transitions.AUDIT_KINDS.values()),
    ],
)
def test_every_composed_kind_has_a_sentence(prefix: str, endings: Iterable[str]) -> None:
    assert {prefix + ending for ending in endings} - SENTENCES.keys() == set()
