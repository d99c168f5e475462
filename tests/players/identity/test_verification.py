"""Who somebody is: every answer of the service, its silence, documents instead, and the people of the house who decide."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import DatabaseError, connection, transaction
from django.test import Client

from players.audit.models import Line
from players.identity import changes, tasks, uploads, verification
from players.identity.identifiers import nif_with
from players.identity.models import Acceptance, Check, Identity, Paper, PaymentAccount, State
from players.identity.transitions import STEPS, NotNow, identity_step
from players.identity.verifier import Answer
from players.inbox.models import Message
from players.protection.eligibility import eligibility_of
from players.shared import clock
from players.shared.file_encryption import is_encrypted
from tests.players.conftest import demo, seeded, signed_in  # noqa: F401  (fixtures)
from tests.players.identity.walk import Applicant

PDF = b"%PDF-1.7\n" + b"0" * 2000
REASON = "Documento conferido"


@pytest.fixture(autouse=True)
def place(demo: None, settings: Any, tmp_path: Path) -> None:  # noqa: F811
    settings.MEDIA_ROOT = str(tmp_path)


def opened(answer: str = "00", number: int = 1) -> tuple[Applicant, Identity]:
    somebody = Applicant(number, answer)
    assert somebody.open().status_code == 302
    return somebody, Identity.objects.select_related("player").get(player__person__email=somebody.email)


def asked(identity: Identity) -> Identity:
    verification.identity_check(identity.pk)
    return Identity.objects.select_related("player__person").get(pk=identity.pk)


def told(identity: Identity) -> list[str]:
    return list(Message.objects.filter(player=identity.player).order_by("id").values_list("kind", flat=True))


def send(somebody: Applicant, data: bytes = PDF, name: str = "cartao.pdf", kind: str = "identity") -> Any:
    return somebody.client.post(
        "/account/identity/", {"kind": kind, "file": SimpleUploadedFile(name, data, "application/pdf")}
    )


# --- the table


def test_the_table_of_steps_is_closed_and_everything_leads_to_an_end() -> None:
    assert set(STEPS) == set(State) and {to for steps in STEPS.values() for to in steps.values()} <= set(
        State
    )
    reached, wave = {State.ASKED}, {State.ASKED}
    while wave:
        wave = {to for state in wave for to in STEPS[state].values()} - reached
        reached |= wave
    assert reached == set(State), "no state that nothing leads to"
    assert set(STEPS[State.ASKED]) >= {answer.value for answer in Answer}, (
        "every answer of the service is handled"
    )


def test_no_step_is_taken_that_the_table_does_not_have() -> None:
    _somebody, identity = opened()
    identity = asked(identity)
    for verb in ("accept", "return", "refuse", "send", "correct", "yes", "nonsense"):
        with pytest.raises(NotNow):
            identity_step(identity=identity, verb=verb)


# --- each answer


@pytest.mark.parametrize(
    ("digits", "state", "status", "message"),
    [
        ("00", "verified", "active", "identity-verified"),
        ("90", "documents", "pending", "identity-documents"),
        ("91", "refused", "closed", "identity-refused"),
        ("92", "refused", "closed", "identity-refused"),
        ("93", "correct", "pending", "identity-correct"),
        ("94", "asked", "pending", None),
    ],
    ids=["yes", "no", "deceased", "minor", "mismatch", "unavailable"],
)
def test_P06_each_answer_of_the_service_has_its_consequence(
    digits: str, state: str, status: str, message: str | None
) -> None:
    somebody, identity = opened(digits)
    identity = asked(identity)
    assert (identity.state, identity.player.status) == (state, status)
    assert Check.objects.filter(identity=identity, asked="sandbox").count() == 1
    assert (message in told(identity)) if message else told(identity) == ["account-opened"]
    page = somebody.client.get("/account/identity/")
    assert page.status_code == 200 and f'data-state="{state}"' in page.content.decode()


def test_P06_unverified_plays_with_demonstration_credits_alone() -> None:
    _somebody, identity = opened("90")
    player = asked(identity).player.pk
    assert eligibility_of([player], "EUR")[player].barred == "unverified"
    assert eligibility_of([player], "DEMO")[player].barred == ""
    _other, verified = opened("00", 2)
    known = asked(verified).player.pk
    assert eligibility_of([known], "EUR")[known].barred == ""


def test_a_service_that_sleeps_is_asked_again_later_and_later_and_then_documents_are_wanted() -> None:
    _somebody, identity = opened("94")
    hour = clock.now()
    for number, wait in enumerate(verification.WAITS, 1):
        with clock.at(hour):
            identity = asked(identity)
            assert (identity.state, identity.asked, identity.due) == ("asked", number, hour + wait)
        with clock.at(hour + wait - timedelta(seconds=1)):
            assert verification.due() == [] and asked(identity).asked == number, "not before its time"
        hour += wait
        with clock.at(hour):
            assert verification.due() == [identity.pk]
    with clock.at(hour):
        identity = asked(identity)
    assert (identity.state, identity.reason, identity.due) == ("documents", "unavailable", None)


def test_a_service_that_wakes_up_is_believed() -> None:
    _somebody, identity = opened("95")
    hour = clock.now()
    for wait in (timedelta(0), *verification.WAITS[:2]):
        hour += wait
        with clock.at(hour):
            identity = asked(identity)
    assert identity.state == "verified" and identity.asked == 3


def test_a_service_that_fails_is_one_that_does_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def fall(*_: Any) -> None:
        raise ConnectionResetError

    monkeypatch.setattr("players.identity.sandbox_verifier.Sandbox.ask", fall)
    _somebody, identity = opened()
    identity = asked(identity)
    assert (identity.state, identity.reason) == ("asked", "unavailable")


def test_a_question_whose_worker_fell_is_asked_again(monkeypatch: pytest.MonkeyPatch) -> None:
    _somebody, identity = opened()
    with monkeypatch.context() as broken:
        broken.setattr("players.identity.verification._ask", lambda _identity: 1 / 0)
        with pytest.raises(ZeroDivisionError):
            verification.identity_check(identity.pk)
    assert tasks.identity_sweep() == 0, "somebody may still be asking"
    with clock.at(clock.now() + verification.UNDER_WAY):
        assert tasks.identity_sweep() == 1
    identity.refresh_from_db()
    assert identity.state == "verified"


def test_a_house_that_names_no_service_looks_at_documents(settings: Any) -> None:
    settings.IDENTITY_VERIFIER = ""
    _somebody, identity = opened()
    assert asked(identity).state == "documents"


def test_an_answer_to_old_data_is_not_taken_for_new_ones(monkeypatch: pytest.MonkeyPatch) -> None:
    """The data were corrected while the service was thinking: its answer is to another question."""
    from players.identity.sandbox_verifier import Sandbox

    _somebody, identity = opened()
    answer = Sandbox.ask

    def slow(self: Sandbox, question: Any) -> Any:
        Identity.objects.filter(pk=identity.pk).update(asked=0)
        return answer(self, question)

    monkeypatch.setattr(Sandbox, "ask", slow)
    assert verification.identity_check(identity.pk) == "asked"


def test_data_that_do_not_agree_are_corrected_and_asked_about_again() -> None:
    somebody, identity = opened("93")
    asked(identity)
    page = somebody.client.get("/account/identity/").content.decode()
    assert identity.nif in page and "Maria da Prova 1" in page, "what was said stands in the form"
    right = {"name": "Maria da Prova", "birth": "1990-02-27", "document_kind": "passport", "document_number": "AB 12345",
             "nif": nif_with("25000107")}  # fmt: skip
    assert somebody.client.post("/account/identity/", {**right, "nif": "1"}).status_code == 422
    assert somebody.client.post("/account/identity/", right)["Location"] == "/account/identity/"
    identity = asked(identity)
    assert (identity.state, identity.name, identity.nif, identity.document_number) == (
        "verified",
        "Maria da Prova",
        right["nif"],
        "AB12345",
    )
    line = Line.objects.get(kind="identity.corrected")
    assert set(line.said["fields"]) == {"name", "birth", "document_kind", "document_number", "nif"}


def test_corrections_come_to_an_end_and_documents_decide() -> None:
    _somebody, identity = opened("93")
    for _ in range(verification.CORRECTIONS):
        identity = asked(identity)
        assert identity.state == "correct"
        changes.identity_correct(identity=identity, by=identity.player.person, name="Outro Nome")
    assert asked(identity).state == "documents"


def test_nobody_corrects_himself_into_somebody_else() -> None:
    _other, known = opened("00", 2)
    somebody, identity = opened("93")
    asked(identity)
    said = {
        "name": "X Y",
        "birth": "1990-01-01",
        "document_kind": "passport",
        "document_number": "AB12345",
        "nif": known.nif,
    }
    answer = somebody.client.post("/account/identity/", said)
    assert answer.status_code == 422 and "outra conta" in answer.content.decode()
    identity.refresh_from_db()
    assert identity.nif != known.nif and identity.state == "correct"


# --- documents


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"", "empty.pdf"),
        (b"MZ\x90\x00" + b"0" * 99, "cartao.pdf"),
        (b"<html><script>", "cartao.png"),
        (b"%PDF-" + b"0" * uploads.LARGEST, "big.pdf"),
    ],
    ids=["empty", "a program called pdf", "a page called picture", "too large"],
)
def test_what_cannot_be_looked_at_is_not_kept(data: bytes, name: str) -> None:
    somebody, identity = opened("90")
    asked(identity)
    assert send(somebody, data, name).status_code == 422
    assert not Paper.objects.exists() and Identity.objects.get(pk=identity.pk).state == "documents"


def test_a_document_is_kept_where_no_address_leads_and_read_by_staff_on_the_record(tmp_path: Path) -> None:
    somebody, identity = opened("90")
    asked(identity)
    assert send(somebody, name="../../cartão <b>.pdf").status_code == 302
    kept = Paper.objects.get()
    path = tmp_path / "papers" / str(kept.pk)
    assert is_encrypted(path.read_bytes()) and PDF[:20] not in path.read_bytes()
    assert path.stat().st_mode & 0o777 == 0o600 and path.parent.stat().st_mode & 0o777 == 0o700
    assert kept.name == "cartão <b>.pdf" and kept.type == "application/pdf"
    address = f"/admin/identity/identity/paper/{kept.pk}/"
    for other in (
        Client(),
        somebody.client,
        signed_in("apoio@feltro.example"),
        signed_in("regulador@feltro.example"),
    ):
        assert other.get(address).status_code in (302, 403)
    assert not Line.objects.filter(kind="identity.document-seen").exists()
    answer = signed_in("identidade@feltro.example").get(address)
    assert (
        answer.content == PDF
        and answer["Content-Type"] == "application/pdf"
        and "sandbox" in answer["Content-Security-Policy"]
    )
    line = Line.objects.get(kind="identity.document-seen")
    assert (
        line.person is not None
        and line.person.email == "identidade@feltro.example"
        and line.player == identity.player
    )


def test_ten_documents_are_enough() -> None:
    somebody, identity = opened("90")
    asked(identity)
    for _ in range(uploads.MOST):
        assert send(somebody).status_code == 302
    assert send(somebody).status_code == 422


def test_documents_are_taken_only_where_they_are_wanted() -> None:
    somebody, identity = opened("00")
    asked(identity)
    assert send(somebody).status_code == 200 and not Paper.objects.exists()


# --- changes and the record


def test_a_change_of_address_asks_once_more_who_is_there_and_keeps_what_was_before() -> None:
    somebody, identity = opened()
    new = {
        "address": "Avenida Nova, 2",
        "postcode": "4000-001",
        "town": "Porto",
        "country": "PT",
        "profession": "Pintora",
    }
    asked_again = somebody.client.post("/account/identity/address/", new)
    assert (
        asked_again["Location"].startswith("/account/confirm/")
        and Identity.objects.get(pk=identity.pk).town == "Lisboa"
    )
    answer = somebody.client.post(asked_again["Location"], {"password": somebody.said["access"]["password"]})
    assert answer.status_code == 302 and Identity.objects.get(pk=identity.pk).town == "Porto", (
        "what was asked is done after the answer"
    )
    line = Line.objects.get(kind="identity.changed")
    assert line.said["before"]["town"] == "Lisboa" and line.said["after"]["town"] == "Porto"


def test_another_payment_account_takes_the_place_of_the_one_before_and_its_owner_is_told() -> None:
    somebody, identity = opened()
    before = PaymentAccount.objects.get(player=identity.player)
    changes.payment_change(identity=identity, iban="PT50000201231234567890154", by=identity.player.person)
    now = changes.payment_account(identity.player)
    assert now is not None and now.iban == "PT50000201231234567890154" and now.holder == identity.name
    before.refresh_from_db()
    assert before.until is not None and "payment-account-changed" in told(identity)
    page = somebody.client.get("/account/identity/").content.decode()
    assert "PT50 0002 0123 1234 5678 9015 4" in page


@pytest.mark.parametrize(
    "table", ["identity_check", "identity_acceptance", "identity_terms", "identity_paper"]
)
def test_what_was_asked_answered_and_accepted_cannot_be_changed(table: str) -> None:
    somebody, identity = opened("90")
    asked(identity)
    send(somebody)
    assert Acceptance.objects.filter(player=identity.player).exists()
    for statement in (f"UPDATE {table} SET id = id", f"DELETE FROM {table}"):
        statement = (
            statement.replace("id = id", "version = version") if table == "identity_terms" else statement
        )
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
