"""What staff send to the bank's pages: only with the right, and what is refused changes nothing and keeps
what was typed.
"""

from __future__ import annotations

from html import escape
from typing import Any
from urllib.parse import urlsplit

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client

from players.audit.models import Line
from players.models import Person
from players.wallet.bank.models import BankFile, Chargeback, Match, MatchDecision, PayoutBatch, Recovery
from tests.demo_house import freshly, signed_in
from tests.players.wallet.bank.files import statement
from tests.proposals import WHY, bank_match, named, recover_a_chargeback

SEND = "/admin/bank/bankfile/send/"
FILES = "/admin/bank/bankfile/"


def cashier(language: str = "en") -> Client:
    return signed_in("caixa@feltro.example", language)


def said(client: Client, answer: Any) -> str:
    """The page that an answer leads to."""
    assert answer.status_code == 302, answer
    return client.get(answer["Location"]).content.decode()


def upload(content: bytes, name: str = "statement.xml") -> dict[str, Any]:
    return {"file": SimpleUploadedFile(name, content)}


def lost_chargeback() -> Chargeback:
    """A chargeback whose proposed recovery was withdrawn."""
    recover_a_chargeback(named("direcao"))
    Recovery.objects.update(state="withdrawn")
    return Chargeback.objects.get()


@pytest.mark.parametrize("staff", ["apoio", "regulador"])
def test_without_the_right_nothing_happens(demo: None, staff: str) -> None:
    match, chargeback = bank_match(people=1), lost_chargeback()
    files, lines = BankFile.objects.count(), Line.objects.filter(kind__startswith="bank.").count()
    client = signed_in(f"{staff}@feltro.example")
    assert client.post(SEND, upload(statement())).status_code == 403
    decision = {"outcome": "claimed", "reason": WHY}
    assert client.post(f"/admin/bank/match/{match.pk}/propose/", decision).status_code == 403
    recovery = client.post(f"/admin/bank/chargeback/{chargeback.pk}/recover/", {"reason": WHY})
    assert recovery.status_code == 403
    assert (BankFile.objects.count(), MatchDecision.objects.count()) == (files, 0)
    assert Recovery.objects.count() == 1
    assert Line.objects.filter(kind__startswith="bank.").count() == lines


def test_a_file_is_sent_and_waits_for_the_worker(demo: None) -> None:
    client = cashier()
    page = said(client, client.post(SEND, upload(statement(), "week 48.xml")))
    file = BankFile.objects.latest("pk")
    assert (file.name, file.state, file.person) == ("week 48.xml", "waiting", named("caixa"))
    assert "Received. It is read within a minute" in page


def test_a_damaged_file_is_refused_with_its_reason(demo: None) -> None:
    client = cashier()
    page = said(client, client.post(SEND, upload(statement()[:-9])))
    file = BankFile.objects.latest("pk")
    assert (file.state, file.refusal, file.content) == ("refused", "malformed", None)
    assert "The file is damaged and cannot be read. Ask for it again." in page


@pytest.mark.parametrize(
    ("content", "refusal"),
    [
        (b"\x00" * 40, "not-text"),
        (b"\xff\xfe<Document/>", "not-text"),
        (b"<!DOCTYPE a [<!ENTITY b 'c'>]><a>&b;</a>", "entities"),
        (b"<a xmlns='urn:iso:std:iso:20022:tech:xsd:camt.999.001.08'/>", "unknown-format"),
    ],
)
def test_a_hostile_file_is_refused(demo: None, content: bytes, refusal: str) -> None:
    client = cashier()
    said(client, client.post(SEND, upload(content, "../../etc/\u202epasswd<b>.xml")))
    file = BankFile.objects.latest("pk")
    assert file.state == "refused" and "/" not in file.name
    assert file.refusal == refusal
    assert "passwd<b>" not in client.get(FILES).content.decode()


@pytest.mark.parametrize(
    ("data", "sentence"),
    [
        ({}, "No file was sent. Choose it again"),
        ({"file": "no file at all"}, "No file was sent. Choose it again"),
        (upload(b""), "Choose a file that is not empty."),
    ],
)
def test_without_a_file_nothing_is_stored(demo: None, data: dict[str, Any], sentence: str) -> None:
    files, client = BankFile.objects.count(), cashier()
    page = said(client, client.post(SEND, data))
    assert sentence in page
    assert BankFile.objects.count() == files


def test_who_must_confirm_does_so_before_choosing_a_file(demo: None) -> None:
    """A confirmation keeps what was typed, and no file: a form that is offered too early would lose it."""
    client = cashier()
    assert 'type="file"' in client.get(FILES).content.decode()
    freshly(client, Person.objects.get(email="caixa@feltro.example"), "password", ago=3_600)
    page = client.get(FILES).content.decode()
    assert 'type="file"' not in page and "Confirm who you are to send a file" in page
    assert client.get(SEND)["Location"].startswith("/account/confirm/")
    freshly(client, Person.objects.get(email="caixa@feltro.example"), "password")
    assert client.get(SEND)["Location"] == FILES


def test_a_decision_counts_at_once_or_waits_for_a_second_person(demo: None) -> None:
    client = cashier()
    for people, state, sentence in (
        (1, "settled", "Done and recorded."),
        (2, "proposed", "A second person must confirm it."),
    ):
        match = bank_match(people=people)
        answer = client.post(f"/admin/bank/match/{match.pk}/propose/", {"outcome": "claimed", "reason": WHY})
        assert sentence in said(client, answer)
        decision = MatchDecision.objects.get(match=match)
        assert (decision.state, decision.outcome, decision.reason) == (state, "claimed", WHY)
        again = client.post(f"/admin/bank/match/{match.pk}/propose/", {"outcome": "loss", "reason": WHY})
        assert "This has already been decided" in said(client, again)
        assert MatchDecision.objects.filter(match=match).count() == 1


@pytest.mark.parametrize(
    ("typed", "sentence"),
    [
        ({"outcome": "loss", "reason": "short"}, "at least 8 characters"),
        ({"outcome": "nothing", "reason": "<b>a long reason</b>"}, "Choose an outcome."),
        ({"outcome": "\x00", "reason": "a long reason\x00"}, "Choose an outcome."),
        ({"reason": "x" * 5_000}, "Choose an outcome."),
        ({}, "Choose an outcome."),
    ],
)
def test_a_refused_decision_keeps_what_was_typed(demo: None, typed: dict[str, str], sentence: str) -> None:
    match, client = bank_match(people=1), cashier()
    answer = client.post(f"/admin/bank/match/{match.pk}/propose/", typed)
    page = said(client, answer)
    assert sentence in page and "<b>a long" not in page
    assert not MatchDecision.objects.exists() and Match.objects.get(pk=match.pk).state == "open"
    assert not urlsplit(answer["Location"]).query, "an address stands in logs"
    reason = typed.get("reason", "").strip("\x00")[:200]
    assert not reason or f'value="{escape(reason)}"' in page
    again = client.get(answer["Location"]).content.decode()
    assert not reason or f'value="{escape(reason)}"' not in again, "once"
    if typed.get("outcome") == "loss":
        assert '<option value="loss" selected>' in page and 'value="short"' in page


def test_a_recovery_is_proposed_once(demo: None) -> None:
    chargeback, client = lost_chargeback(), cashier()
    address = f"/admin/bank/chargeback/{chargeback.pk}/recover/"
    page = said(client, client.post(address, {"reason": "short"}))
    assert "at least 8 characters" in page and 'value="short"' in page
    assert not Recovery.objects.filter(state="proposed").exists()
    assert "A second person must confirm it." in said(client, client.post(address, {"reason": WHY}))
    assert "This has already been decided" in said(client, client.post(address, {"reason": WHY}))
    assert Recovery.objects.get(state="proposed").reason == WHY


@pytest.mark.parametrize("pk", ["0", "99999999", "9" * 17, "9" * 40])
def test_a_number_of_no_record_is_not_found(demo: None, pk: str) -> None:
    client = cashier()
    for address in (f"match/{pk}/propose/", f"chargeback/{pk}/recover/"):
        answer = client.post(f"/admin/bank/{address}", {"outcome": "loss", "reason": WHY})
        assert answer.status_code == 404, address


@pytest.mark.parametrize("pk", ["0", "9" * 40, "x", "-1", "1%00"])
@pytest.mark.parametrize(
    "name", ["match", "chargeback", "bankfile", "statement", "payoutbatch", "reconciliationday"]
)
def test_a_page_of_no_record_leads_back(demo: None, name: str, pk: str) -> None:
    assert cashier().get(f"/admin/bank/{name}/{pk}/change/").status_code in (302, 404)


@pytest.mark.parametrize("query", ["q=%00", "q='\"<b>", "p=99999", "o=99", "state__exact=x", "x__y=1", "e=1"])
@pytest.mark.parametrize("name", ["bankfile", "statement", "match", "chargeback", "payoutbatch"])
def test_a_hostile_query_of_a_list_is_answered(demo: None, name: str, query: str) -> None:
    answer = cashier().get(f"/admin/bank/{name}/?{query}")
    assert answer.status_code in (200, 302, 400), answer
    assert b"'\"<b>" not in answer.content


def test_the_file_of_a_batch_leaves_only_on_the_record(demo: None) -> None:
    """It has the accounts of players: the page of the batch does not show them to everybody who may read."""
    batch = PayoutBatch.objects.create(number="P7", cents=1, payments=1, content="<IBAN>PT50</IBAN>")
    page, address = f"/admin/bank/payoutbatch/{batch.pk}/change/", f"/admin/bank/payoutbatch/{batch.pk}/file/"
    client, reader = cashier(), signed_in("regulador@feltro.example")
    assert "PT50" not in client.get(page).content.decode()
    assert address in client.get(page).content.decode()
    assert reader.post(address).status_code == 403
    assert not Line.objects.filter(kind="bank.batch-fetched").exists()
    answer = client.post(address)
    assert (answer.content, answer["Content-Type"]) == (b"<IBAN>PT50</IBAN>", "application/xml")
    assert answer["Content-Disposition"] == 'attachment; filename="P7.xml"'
    assert Line.objects.get(kind="bank.batch-fetched").about == f"payoutbatch:{batch.pk}"
    assert client.post("/admin/bank/payoutbatch/99999999/file/").status_code == 404
