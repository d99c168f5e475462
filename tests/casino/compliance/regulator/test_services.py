"""The three services of the regulator, spoken by the house as printed.  [903-B Anexo 1, I and II]"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from casino.compliance.regulator import notices
from casino.compliance.regulator.services import RegulatorRegister, RegulatorVerifier
from players.identity.verification.verifier import Question, VerifierAnswer
from players.protection.models import NationalEntry, NationalFeed
from players.protection.national_list import ListRefused
from players.protection.national_register import fetch_national_list
from players.shared import clock
from players.shared.signed_http import UnreachableError
from tests.sandbox_regulator.services import SOAP_11, SOAP_12, Register, make_server, notice_of

pytestmark = pytest.mark.django_db
PERSON = {
    "IdTipoCid": "1", "IdCidadao": "12345678", "IdNacao": "PT", "DataInicio": "2026-03-02",
    "DataFim": "2026-09-02", "Confirmado": "S",
}  # fmt: skip
QUESTION = Question("Ana Maria Silva", date(1990, 5, 17), "501442600", "citizen-card", "12345678", "PT", 0)
CITIZEN = {"Nome": QUESTION.name, "DataNascimento": "1990-05-17"}
BOMB = b'<!DOCTYPE a [<!ENTITY b "bbbbbbbb"><!ENTITY c "&b;&b;&b;&b;">]><a>&c;</a>'


@pytest.fixture
def regulator(settings: Any) -> Iterator[Register]:
    register = Register()
    server = make_server(register)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    settings.REGULATOR_SERVICES, settings.REGULATOR_ENTITY = f"http://127.0.0.1:{server.server_port}", 2
    settings.REGISTER = "casino.compliance.regulator.services.RegulatorRegister"
    yield register
    server.shutdown()
    server.server_close()
    thread.join(timeout=5)


def listed() -> list[Any]:
    with RegulatorRegister().fetch() as download:
        entries = list(download.entries)
        assert download.count == len(entries)
        return entries


# --- the list


def test_a_list_is_collected_and_applied(regulator: Register) -> None:
    regulator.excluded = [
        PERSON, PERSON | {"IdCidadao": "87654321", "DataFim": "9999-12-31"},
        PERSON | {"IdCidadao": "11111111", "Confirmado": "N"},
    ]  # fmt: skip
    assert fetch_national_list() == 0, "nobody of it plays here"
    assert NationalFeed.objects.get().trouble == ""
    assert list(NationalEntry.objects.order_by("ends").values_list("starts", "ends")) == [
        (datetime(2026, 3, 2, tzinfo=UTC), datetime(2026, 9, 2, 23, tzinfo=UTC)),
        (datetime(2026, 3, 2, tzinfo=UTC), None),
    ]
    assert fetch_national_list() == 0 and NationalEntry.objects.count() == 2


def test_an_empty_list_is_a_list(regulator: Register) -> None:
    assert listed() == []


def test_a_list_that_is_refused_leaves_the_last_one_in_force(regulator: Register) -> None:
    regulator.excluded = [PERSON]
    assert fetch_national_list() == 0
    regulator.error = "em manutenção"
    assert fetch_national_list() == -1
    assert "em manutenção" in NationalFeed.objects.get().trouble and NationalEntry.objects.count() == 1


@pytest.mark.parametrize(
    "raw",
    [
        b"", b"no xml", BOMB, b"<a/>", f'<s:Envelope xmlns:s="{SOAP_11}"><s:Body/></s:Envelope>'.encode(),
        f'<s:Envelope xmlns:s="{SOAP_12}"><s:Body/></s:Envelope>'.encode(),
        f'<s:Envelope xmlns:s="{SOAP_11}"><s:Body><RespostaListaExcluidos xmlns="http://www.turismodeportugal.pt/'
        'SRJSchema/ListaExcluidos"><Sucesso>talvez</Sucesso></RespostaListaExcluidos></s:Body></s:Envelope>'.encode(),
    ],
)  # fmt: skip
def test_a_malformed_reply_changes_nothing_at_any_service(regulator: Register, raw: bytes) -> None:
    regulator.raw = raw
    assert fetch_national_list() == -1
    assert NationalFeed.objects.get().trouble and not NationalEntry.objects.exists()
    with pytest.raises(UnreachableError):
        RegulatorRegister().report(details())
    with pytest.raises(OSError, match="PedidoVerificacaoIdentidadeTP"):
        RegulatorVerifier().ask(QUESTION)


@pytest.mark.parametrize("person", [{"IdNacao": "P"}, {"IdCidadao": ""}, {"IdTipoCid": "9"}])
def test_a_list_with_a_person_who_cannot_be_read_is_refused(
    regulator: Register, person: dict[str, str]
) -> None:
    regulator.excluded = [PERSON, PERSON | person]
    with pytest.raises(ListRefused):
        listed()


@pytest.mark.parametrize("address", ["", "http://srij.example/services", "file:///etc/passwd"])
def test_no_service_is_asked_without_tls(regulator: Register, settings: Any, address: str) -> None:
    settings.REGULATOR_SERVICES = address
    with pytest.raises(UnreachableError, match="https"):
        listed()


# --- notices that the list has changed


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    tasks: list[tuple[str, int]] = []
    monkeypatch.setattr(notices, "enqueue_after_commit", lambda task, at: tasks.append((task, at)))
    return tasks


def post(content: bytes) -> Any:
    return Client().post(reverse("regulator_notice"), content, content_type="text/xml")


def test_a_notice_makes_the_house_collect_the_list(regulator: Register, sent: list[tuple[str, int]]) -> None:
    response = post(notice_of(PERSON))
    assert response.status_code == 200 and b"<Sucesso>true</Sucesso>" in response.content
    ((task, at),) = sent
    assert task == notices.TASK
    assert not NationalEntry.objects.exists(), "nothing is taken from the notice itself"
    regulator.excluded = [PERSON]
    notices.collect_list(at)
    assert NationalEntry.objects.count() == 1 and notices.is_too_soon()
    NationalFeed.objects.update(loaded=clock.now() + timedelta(minutes=1))
    regulator.raw = b"not asked again"
    assert notices.collect_list(at) == 0


@pytest.mark.parametrize("content", [b"", b"x", BOMB, notice_of(PERSON | {"DataFim": "never"})])
def test_a_malformed_notice_changes_nothing(
    regulator: Register, sent: list[tuple[str, int]], content: bytes
) -> None:
    response = post(content)
    assert response.status_code == 400 and b"<Sucesso>false</Sucesso>" in response.content and sent == []


def test_a_house_with_another_list_takes_no_notices(
    regulator: Register, settings: Any, sent: list[tuple[str, int]]
) -> None:
    settings.REGISTER = "players.protection.national_register.HttpRegister"
    assert post(notice_of(PERSON)).status_code == 404 and sent == []


# --- notices of self-exclusions


def details(**more: Any) -> dict[str, Any]:
    begins = datetime(2026, 3, 2, 15, tzinfo=UTC)
    return {
        "number": "report-1", "kind": "begun", "nif": "501442600", "document_kind": "citizen-card",
        "document_number": "12345678", "nationality": "PT", "player": 1, "starts": begins.isoformat(),
        "ends": (begins + timedelta(days=184)).isoformat(), **more,
    }  # fmt: skip


def test_a_self_exclusion_is_told(regulator: Register) -> None:
    RegulatorRegister().report(details())
    RegulatorRegister().report(details(ends=None, document_kind="", document_number=""))
    first, second = regulator.notices
    assert first == {name: PERSON[name] for name in first}
    assert (second["IdTipoCid"], second["IdCidadao"], second["DataFim"]) == ("3", "501442600", "9999-12-31")


def test_a_notice_that_is_not_taken_is_sent_again(regulator: Register) -> None:
    regulator.error = "tente mais tarde"
    with pytest.raises(UnreachableError, match="tente mais tarde"):
        RegulatorRegister().report(details())


# --- identities


@pytest.mark.parametrize(
    ("citizen", "answer"),
    [
        (CITIZEN, VerifierAnswer.YES),
        ({}, VerifierAnswer.NO),
        (CITIZEN | {"Falecido": "S"}, VerifierAnswer.DECEASED),
        (CITIZEN | {"Nome": "Rui Costa"}, VerifierAnswer.MISMATCH),
        (CITIZEN | {"DataNascimento": "1990-05-18"}, VerifierAnswer.MISMATCH),
    ],
)
def test_an_identity_is_answered(
    regulator: Register, citizen: dict[str, str], answer: VerifierAnswer
) -> None:
    regulator.citizens = {QUESTION.nif: citizen} if citizen else {}
    assert RegulatorVerifier().ask(QUESTION).answer is answer
    regulator.error = "em manutenção"
    assert RegulatorVerifier().ask(QUESTION).answer is VerifierAnswer.UNAVAILABLE


def test_a_minor_is_one_whatever_the_service_says(regulator: Register) -> None:
    child = Question("Ana Maria Silva", date(2015, 5, 17), "501442600", "citizen-card", "12345678", "PT", 0)
    regulator.citizens = {child.nif: CITIZEN | {"DataNascimento": "2015-05-17"}}
    assert RegulatorVerifier().ask(child).answer is VerifierAnswer.MINOR
