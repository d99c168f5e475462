"""Finding a player by what staff have: exact where it is personal, limited in number, one audit line each."""

from __future__ import annotations

import json
from typing import Any
from uuid import uuid4

import pytest
from django.core.cache import cache
from django.db import connection
from django.db.models import Value
from django.db.models.functions import Concat, Substr
from django.http import HttpResponse
from django.test.utils import CaptureQueriesContext

from games.models import Event, Round, Stake, Table
from players.administration import player_search
from players.audit.models import Line
from players.identity.models import Identity, PaymentAccount, SearchMark
from players.identity.verification.search_marks import complete_search_marks
from players.inbox.complaints import open_complaint
from players.models import Person, Player
from players.shared import clock
from players.wallet.cashier.models import Payment
from players.wallet.models import Transfer
from tests.demo_house import signed_in

PAGE = "/admin/players/player/find/"


@pytest.fixture(autouse=True)
def empty_counters(demo: None) -> None:
    cache.clear()


@pytest.fixture
def identity(demo: None) -> Identity:
    identity = Identity.objects.select_related("player__person").get(player__alias="Ana")
    identity.name = "Ana Conceição de Águas Martins"
    identity.save()
    return identity


def find(role: str, term: str) -> Any:
    return signed_in(f"{role}@feltro.example", "en").post(PAGE, {"term": term})


def opens(response: HttpResponse, player: Player) -> bool:
    return response.headers.get("Location") == f"/admin/players/player/{player.pk}/change/"


def test_an_identity_officer_finds_by_every_personal_value(identity: Identity) -> None:
    account = PaymentAccount.objects.get(player=identity.player, until=None)
    spaced = " ".join(account.iban[start : start + 4] for start in range(0, len(account.iban), 4))
    terms = (
        identity.nif,
        f"{identity.nif[:3]} {identity.nif[3:6]} {identity.nif[6:]}",
        identity.document_number.lower(),
        account.iban,
        spaced.lower(),
        "ana conceicao martins",
        "Martins Águas Conc",
        identity.player.person.email.upper(),
    )
    for term in terms:
        assert opens(find("identidade", term), identity.player), term


@pytest.mark.parametrize("cut", [slice(0, -1), slice(1, None), slice(0, 6)])
def test_a_part_of_a_number_has_no_results(identity: Identity, cut: slice) -> None:
    account = PaymentAccount.objects.get(player=identity.player, until=None)
    for value in (identity.nif, identity.document_number, account.iban):
        page = find("identidade", value[cut])
        assert page.status_code == 200 and "Nobody was found" in page.content.decode(), value[cut]
    assert "Nobody was found" in find("identidade", f"{identity.nif[:-1]}%").content.decode()


def test_a_role_without_the_permission_cannot_search_by_personal_data(identity: Identity) -> None:
    account = PaymentAccount.objects.get(player=identity.player, until=None)
    for term in (identity.nif, identity.document_number, account.iban, "Conceição Martins"):
        assert "Nobody was found" in find("caixa", term).content.decode()
    assert opens(find("caixa", "Ana"), identity.player)


def test_support_finds_a_caller_but_reads_nothing_personal(identity: Identity) -> None:
    response = find("apoio", identity.nif)
    assert opens(response, identity.player)
    page = signed_in("apoio@feltro.example").get(response.headers["Location"]).content.decode()
    assert identity.nif not in page and identity.name not in page


@pytest.mark.parametrize("role", ["mesas", "autor"])
def test_a_role_without_players_does_not_search(identity: Identity, role: str) -> None:
    assert find(role, "Ana").status_code == 403
    assert signed_in(f"{role}@feltro.example").get(PAGE).status_code == 403


def test_records_lead_to_their_player(identity: Identity) -> None:
    player, table = identity.player, Table.objects.order_by("pk")[0]
    transfer = Transfer.objects.filter(target__player=player).order_by("at", "id")[0]
    payment = Payment.objects.create(id=uuid4(), player=player, direction="deposit", cents=100, status="paid")
    complaint = open_complaint(player=player, category="other", text="Something went wrong.")
    game_round = Round.objects.create(table=table, number=900, commitment="0" * 64, sealed=b"")
    Stake.objects.create(
        round=game_round, player=player, session=1, seat=1, staked=1, lost=1, back=0, prize=0, held=0,
        commission=0, at=clock.now(),
    )  # fmt: skip
    Event.objects.create(
        table=table,
        seq=9001,
        round=game_round,
        at=clock.now(),
        kind="bet",
        data="{}",
        player=player.pk,
        chain=b"",
    )
    receipt = json.dumps({"format": "feltro/receipt/v1", "table": table.pk, "event": 9001})
    terms = (
        str(transfer.pk), str(payment.pk), complaint.number.lower(), str(game_round.pk),
        f"feltro-{table.pk}-9001.json", receipt,
    )  # fmt: skip
    for term in terms:
        assert opens(find("direcao", term), player), term
    assert "Nobody was found" in find("identidade", str(game_round.pk)).content.decode()


@pytest.mark.parametrize(
    "term",
    ["%", "_", "'; DROP TABLE x", "\\", "é" * 3000, "& | !", "ana & (", "{}", "[" * 500, "9" * 40, "<->"],
)
def test_any_text_can_be_searched(identity: Identity, term: str) -> None:
    assert find("direcao", term).status_code == 200


def test_each_search_leaves_one_line_without_the_text(identity: Identity) -> None:
    find("identidade", identity.nif)
    find("identidade", "Nobody Of This Name")
    lines = Line.objects.filter(kind="accounts.searched").order_by("id")
    assert [(line.details["accounts"], line.details["searched"]) for line in lines] == [(1, ["nif"]), (0, [])]
    assert all(line.person and line.person.email == "identidade@feltro.example" for line in lines)
    assert not any(identity.nif in str(line.details) or "Nobody" in str(line.details) for line in lines)


def test_searches_are_limited_for_each_person(identity: Identity, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(player_search, "MAX_SEARCHES", ((2, 60),))
    for _turn in range(2):
        assert find("identidade", identity.nif).status_code == 302
    refused = find("identidade", identity.nif)
    assert refused.status_code == 429 and "Wait a minute" in refused.content.decode()
    assert Line.objects.filter(kind="accounts.searched").count() == 2
    assert find("apoio", identity.nif).status_code == 302


def test_several_matches_are_listed_masked(identity: Identity) -> None:
    other = Identity.objects.select_related("player__person").get(player__alias="Bruno")
    other.name = "Bruno Conceição"
    other.save()
    page = find("identidade", "conceição").content.decode()
    assert f"/admin/players/player/{identity.player.pk}/change/" in page
    assert f"/admin/players/player/{other.player.pk}/change/" in page
    assert identity.player.person.email not in page and "Conceição de Águas" not in page


@pytest.mark.parametrize(
    ("term", "is_found"),
    [
        ("conceição", True), ("conce", True), ("con mar", False), ("mar conceicao", False),
        ("conceicao mar", True), ("conceicao de", True), ("onceicao", False), ("ana conxeicao", False),
    ],
)  # fmt: skip
@pytest.mark.parametrize("is_sealed", [True, False])
def test_a_name_is_found_by_its_words_and_their_beginnings(
    identity: Identity, term: str, is_found: bool, is_sealed: bool
) -> None:
    if not is_sealed:
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE identity_identity SET name = %s, papers = NULL, name_digests = NULL WHERE id = %s",
                [identity.name, identity.pk],
            )
    assert ([identity.player_id] == player_search._by_name(term)) is is_found


def test_the_word_that_stands_for_a_name_finds_nobody(identity: Identity) -> None:
    assert player_search._by_name("sealed") == []


def test_missing_digests_are_made(identity: Identity) -> None:
    SearchMark.objects.all().delete()
    assert "Nobody was found" in find("identidade", identity.nif).content.decode()
    assert complete_search_marks() > 0
    assert opens(find("identidade", identity.nif), identity.player)
    assert complete_search_marks() == 0


def test_digests_of_an_older_release_are_replaced(identity: Identity) -> None:
    SearchMark.objects.update(mark=Concat(Value("0" * 8), Substr("mark", 9)))
    assert complete_search_marks() > 0
    assert not SearchMark.objects.exclude(mark__startswith=player_search.search_mark("nif", "x")[:8]).exists()


def test_a_search_uses_indexes(identity: Identity) -> None:
    account = PaymentAccount.objects.get(player=identity.player, until=None)
    with CaptureQueriesContext(connection) as queries:
        for finder in player_search.finders_of(identity_officer()):
            for term in (identity.nif, account.iban, "ana martins", "ana@feltro.example", "Ana"):
                list(finder.find(term))
    with connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")
        scanned = []
        for query in queries:
            cursor.execute(f"EXPLAIN {query['sql']}")
            plan = "\n".join(row[0] for row in cursor.fetchall())
            if "Seq Scan" in plan:
                scanned.append((query["sql"], plan))
    assert scanned == []


def identity_officer() -> Person:
    return Person.objects.get(email="identidade@feltro.example")
