"""Identity checks: every answer of the service, retries, corrections, documents, changes of personal data."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import DatabaseError, connection, transaction
from django.test import Client

from players.audit.models import Line
from players.identity import tasks
from players.identity.models import (
    Acceptance,
    Identity,
    IdentityCheck,
    IdentityState,
    PaymentAccount,
    UploadedDocument,
)
from players.identity.registration.forms import AddressForm
from players.identity.verification import changes, uploads, verification
from players.identity.verification.identifiers import nif_from_digits
from players.identity.verification.transitions import TRANSITIONS, TransitionNotAllowed, identity_transition
from players.identity.verification.verifier import VerifierAnswer
from players.protection.eligibility import eligibility_of
from players.shared import clock
from players.shared.personal_columns import open_details
from tests.demo_house import signed_in
from tests.players.identity.applicant import (
    PDF,
    message_kinds,
    open_account,
    pass_identity_check,
    send_document,
)
from tests.stored_files import is_encrypted

pytestmark = pytest.mark.usefixtures("document_folder")


# --- the transitions


def test_every_state_is_reachable_and_every_answer_has_a_transition() -> None:
    assert set(TRANSITIONS) == set(IdentityState)
    reached: set[str] = set()
    pending: list[str] = [IdentityState.ASKED]
    while pending:
        state = pending.pop()
        reached.add(state)
        pending += set(TRANSITIONS[state].values()) - reached
    assert reached == set(IdentityState)
    assert set(TRANSITIONS[IdentityState.ASKED]) >= {answer.value for answer in VerifierAnswer}


def test_a_transition_that_is_not_listed_is_refused() -> None:
    _applicant, identity = open_account()
    identity = pass_identity_check(identity)
    for verb in ("accept", "return", "refuse", "send", "correct", "yes", "nonsense"):
        with pytest.raises(TransitionNotAllowed):
            identity_transition(identity=identity, verb=verb)


# --- the answers of the service


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
    applicant, identity = open_account(digits)
    identity = pass_identity_check(identity)
    assert (identity.state, identity.player.status) == (state, status)
    assert IdentityCheck.objects.filter(identity=identity, verifier="sandbox").count() == 1
    assert (message in message_kinds(identity)) if message else message_kinds(identity) == ["account-opened"]
    page = applicant.client.get("/account/identity/")
    assert page.status_code == 200 and f'data-state="{state}"' in page.content.decode()


def test_P06_an_unverified_player_plays_with_demonstration_credits_only() -> None:
    _applicant, identity = open_account("90")
    player = pass_identity_check(identity).player.pk
    assert eligibility_of([player], "EUR")[player].barred == "unverified"
    assert eligibility_of([player], "DEMO")[player].barred == ""
    _other, verified = open_account("00", 2)
    known = pass_identity_check(verified).player.pk
    assert eligibility_of([known], "EUR")[known].barred == ""


def test_while_the_identity_is_checked_its_page_says_only_that() -> None:
    applicant, identity = open_account("00")
    assert identity.state == IdentityState.ASKED
    assert 'id="known"' not in applicant.client.get("/account/identity/").content.decode()
    pass_identity_check(identity)
    assert 'id="known"' in applicant.client.get("/account/identity/").content.decode()


def test_a_service_without_answers_is_retried_and_then_documents_are_required() -> None:
    _applicant, identity = open_account("94")
    hour = clock.now()
    for number, wait in enumerate(verification.RETRY_DELAYS, 1):
        with clock.at(hour):
            identity = pass_identity_check(identity)
            assert (identity.state, identity.attempts, identity.due) == ("asked", number, hour + wait)
        with clock.at(hour + wait - timedelta(seconds=1)):
            assert verification.identities_due() == [] and pass_identity_check(identity).attempts == number, (
                "not before it is due"
            )
        hour += wait
        with clock.at(hour):
            assert verification.identities_due() == [identity.pk]
    with clock.at(hour):
        identity = pass_identity_check(identity)
    assert (identity.state, identity.reason, identity.due) == ("documents", "unavailable", None)


def test_a_late_answer_of_the_service_counts() -> None:
    _applicant, identity = open_account("95")
    hour = clock.now()
    for wait in (timedelta(0), *verification.RETRY_DELAYS[:2]):
        hour += wait
        with clock.at(hour):
            identity = pass_identity_check(identity)
    assert identity.state == "verified" and identity.attempts == 3


def test_a_failure_of_the_service_counts_as_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: Any) -> None:
        raise ConnectionResetError

    monkeypatch.setattr("players.identity.verification.sandbox_verifier.Sandbox.ask", fail)
    _applicant, identity = open_account()
    identity = pass_identity_check(identity)
    assert (identity.state, identity.reason) == ("asked", "unavailable")


def test_a_check_whose_worker_crashed_is_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    _applicant, identity = open_account()
    with monkeypatch.context() as broken:
        broken.setattr(
            "players.identity.verification.verification._query", lambda _verifier, _identity: 1 / 0
        )
        with pytest.raises(ZeroDivisionError):
            verification.check_identity(identity.pk)
    assert tasks.sweep_identities() == 0, "the claim is still valid"
    with clock.at(clock.now() + verification.CLAIM_LEASE):
        assert tasks.sweep_identities() == 1
    identity.refresh_from_db()
    assert identity.state == "verified"


def test_without_a_service_documents_are_required(settings: Any) -> None:
    settings.IDENTITY_VERIFIER = ""
    _applicant, identity = open_account()
    assert pass_identity_check(identity).state == "documents"


def test_an_answer_to_outdated_data_is_ignored(monkeypatch: pytest.MonkeyPatch) -> None:
    """The data were corrected during the query, so the answer is about other data."""
    from players.identity.verification.sandbox_verifier import Sandbox

    _applicant, identity = open_account()
    answer = Sandbox.ask

    def slow(self: Sandbox, question: Any) -> Any:
        Identity.objects.filter(pk=identity.pk).update(attempts=0)
        return answer(self, question)

    monkeypatch.setattr(Sandbox, "ask", slow)
    assert verification.check_identity(identity.pk) == "asked"


def test_mismatched_data_are_corrected_and_checked_again() -> None:
    applicant, identity = open_account("93")
    pass_identity_check(identity)
    page = applicant.client.get("/account/identity/").content.decode()
    assert identity.nif in page and "Maria da Prova 1" in page, "the form contains the present data"
    right = {
        "name": "Maria da Prova",
        "birth": "1990-02-27",
        "document_kind": "passport",
        "document_number": "AB 12345",
        "nif": nif_from_digits("25000107"),
    }
    assert applicant.client.post("/account/identity/", {**right, "nif": "1"}).status_code == 422
    assert applicant.client.post("/account/identity/", right)["Location"] == "/account/identity/"
    identity = pass_identity_check(identity)
    assert (identity.state, identity.name, identity.nif, identity.document_number) == (
        "verified",
        "Maria da Prova",
        right["nif"],
        "AB12345",
    )
    line = Line.objects.get(kind="identity.corrected")
    assert set(line.details["fields"]) == {"name", "birth", "document_kind", "document_number", "nif"}


def test_after_the_last_correction_documents_are_required() -> None:
    _applicant, identity = open_account("93")
    for _ in range(verification.MAX_CORRECTIONS):
        identity = pass_identity_check(identity)
        assert identity.state == "correct"
        changes.correct_identity(identity=identity, by=identity.player.person, name="Outro Nome")
    assert pass_identity_check(identity).state == "documents"


def test_a_correction_cannot_take_the_data_of_another_account() -> None:
    _other, known = open_account("00", 2)
    applicant, identity = open_account("93")
    pass_identity_check(identity)
    data = {
        "name": "X Y",
        "birth": "1990-01-01",
        "document_kind": "passport",
        "document_number": "AB12345",
        "nif": known.nif,
    }
    response = applicant.client.post("/account/identity/", data)
    assert response.status_code == 422 and "outra conta" in response.content.decode()
    identity.refresh_from_db()
    assert identity.nif != known.nif and identity.state == "correct"


# --- documents


@pytest.mark.parametrize(
    ("data", "name"),
    [
        (b"", "empty.pdf"),
        (b"MZ\x90\x00" + b"0" * 99, "cartao.pdf"),
        (b"<html><script>", "cartao.png"),
        (b"%PDF-" + b"0" * uploads.MAX_BYTES, "big.pdf"),
    ],
    ids=["empty", "a program called pdf", "a page called picture", "too large"],
)
def test_an_unreadable_file_is_not_stored(data: bytes, name: str) -> None:
    applicant, identity = open_account("90")
    pass_identity_check(identity)
    assert send_document(applicant, data, name).status_code == 422
    assert not UploadedDocument.objects.exists() and Identity.objects.get(pk=identity.pk).state == "documents"


def test_a_document_is_stored_privately_and_read_by_staff_under_audit(tmp_path: Path) -> None:
    applicant, identity = open_account("90")
    pass_identity_check(identity)
    assert send_document(applicant, name="../../cartão <b>.pdf").status_code == 302
    kept = UploadedDocument.objects.get()
    path = tmp_path / "papers" / str(kept.pk)
    assert is_encrypted(path.read_bytes()) and PDF[:20] not in path.read_bytes()
    assert path.stat().st_mode & 0o777 == 0o600 and path.parent.stat().st_mode & 0o777 == 0o700
    assert kept.name == "cartão <b>.pdf" and kept.type == "application/pdf"
    address = f"/admin/identity/identity/paper/{kept.pk}/"
    for other in (
        Client(),
        applicant.client,
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


def test_at_most_ten_documents_are_accepted() -> None:
    applicant, identity = open_account("90")
    pass_identity_check(identity)
    for _ in range(uploads.MAX_DOCUMENTS):
        assert send_document(applicant).status_code == 302
    assert send_document(applicant).status_code == 422


def test_documents_are_accepted_only_when_required() -> None:
    applicant, identity = open_account("00")
    assert send_document(applicant).status_code == 200 and not UploadedDocument.objects.exists()
    pass_identity_check(identity)
    with pytest.raises(TransitionNotAllowed):
        uploads.store_document(player=identity.player, kind="identity", file=SimpleUploadedFile("a.pdf", PDF))
    assert not UploadedDocument.objects.exists()


def test_a_change_of_data_is_proven_with_a_document_that_changes_nothing_else() -> None:
    """[903-B 5.2.3.4] The identity stays verified; staff read the document on its page."""
    applicant, identity = open_account("00")
    pass_identity_check(identity)
    assert "Prove" in applicant.client.get("/account/identity/", headers={"accept-language": "en"}).text
    assert send_document(applicant, name="contrato.pdf", data=b"no document").status_code == 422
    assert send_document(applicant, name="contrato.pdf").status_code == 302
    kept = UploadedDocument.objects.get()
    assert (kept.kind, kept.name) == ("change", "contrato.pdf")
    assert Identity.objects.get(pk=identity.pk).state == "verified"
    line = Line.objects.get(kind="identity.change-proven")
    assert line.player == identity.player and line.details["paper"] == str(kept.pk)
    client = signed_in("identidade@feltro.example")
    assert client.get(f"/admin/identity/identity/paper/{kept.pk}/").content == PDF
    assert f"paper/{kept.pk}/" in client.get(f"/admin/identity/identity/{identity.pk}/change/").text


def test_at_most_ten_changes_a_year_are_proven_and_none_takes_a_place_of_the_check() -> None:
    applicant, identity = open_account("00")
    pass_identity_check(identity)
    for _ in range(uploads.MAX_DOCUMENTS):
        assert send_document(applicant).status_code == 302
    assert send_document(applicant).status_code == 422
    with clock.at(clock.now() + uploads.PROOFS_ARE_COUNTED + timedelta(days=1)):
        uploads.store_document(player=identity.player, kind="change", file=SimpleUploadedFile("a.pdf", PDF))
    Identity.objects.filter(pk=identity.pk).update(state="documents")
    assert send_document(applicant).status_code == 302
    assert UploadedDocument.objects.filter(kind="identity").count() == 1


# --- changes and the record


def test_a_change_of_address_requires_reauthentication_and_audits_the_previous_one() -> None:
    applicant, identity = open_account()
    applicant.forget_password_proof()
    new = {
        "address": "Avenida Nova, 2",
        "postcode": "4000-001",
        "town": "Porto",
        "country": "PT",
        "district": "Braga",
        "telephone": "+351 223 456 789",
        "profession": "Pintora",
    }
    url = applicant.client.post("/account/identity/address/", new)["Location"]
    assert url.startswith("/account/confirm/") and Identity.objects.get(pk=identity.pk).town == "Lisboa"
    response = applicant.client.post(url, {"password": applicant.data["access"]["password"]})
    assert response.status_code == 302
    assert Identity.objects.get(pk=identity.pk).town == "Porto", "the request is completed after the password"
    line = Line.objects.get(kind="identity.changed")
    details = open_details(line.details)
    assert details["before"]["town"] == "Lisboa" and details["after"]["town"] == "Porto"
    assert "Porto" not in str(line.details), "the log stays for ever, and is sealed"


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("4000-001", "4000-001"), ("4000001", "4000-001"), ("4000 001", "4000-001"),
        (" 4000 – 001 ", "4000-001"), ("4000-0011", ""), ("40000-01", ""), ("0000-000", ""), ("4000", ""),
        ("٤٠٠٠-٠٠١", ""),
    ],
)  # fmt: skip
def test_a_portuguese_postal_code_is_stored_in_its_form_or_refused(typed: str, stored: str) -> None:
    applicant, identity = open_account()
    new = {
        "address": "Rua 2", "postcode": typed, "town": "Porto", "country": "PT", "district": "Porto",
        "telephone": "912345678", "profession": "Pintora",
    }  # fmt: skip
    response = applicant.client.post("/account/identity/address/", new)
    if stored:
        assert Identity.objects.get(pk=identity.pk).postcode == stored
    else:
        assert "1000-001." in response.content.decode(), "the sentence shows the form"
        assert Identity.objects.get(pk=identity.pk).town == "Lisboa"
    form = AddressForm({**new, "country": "ES", "postcode": "28001"})
    assert form.is_valid() and form.cleaned_data["postcode"] == "28001", "other countries have their own"


@pytest.mark.parametrize(
    ("typed", "stored"),
    [
        ("912 345 678", "+351912345678"), ("(+351) 21-345.67.89", "+351213456789"),
        ("0034 600 000 002", "+34600000002"), ("+44 20 7946 0000", "+442079460000"),
        ("412 345 678", None), ("+351 412 345 678", None), ("1820", None), ("912 345 678 x", None),
        ("٩١٢٣٤٥٦٧٨", None), ("", None),
    ],
)  # fmt: skip
def test_a_telephone_is_stored_with_its_country_or_refused(typed: str, stored: str | None) -> None:
    new = {
        "address": "Rua 2", "postcode": "4000-001", "town": "Porto", "country": "PT", "district": "Porto",
        "telephone": typed,
    }  # fmt: skip
    form = AddressForm(new)
    assert form.is_valid() is (stored is not None) and form.cleaned_data.get("telephone") == stored
    assert stored is not None or "telephone" in form.errors


def test_who_lives_in_portugal_says_in_which_district() -> None:
    new = {
        "address": "Rua 2", "postcode": "4000-001", "town": "Porto", "country": "PT", "district": "",
        "telephone": "912345678",
    }  # fmt: skip
    assert list(AddressForm(new).errors) == ["district"]
    assert list(AddressForm({**new, "district": "Galiza"}).errors) == ["district"], "one of the list"
    abroad = AddressForm({**new, "district": "Porto", "postcode": "28001", "country": "ES"})
    assert abroad.is_valid() and abroad.cleaned_data["district"] == "", "there is none abroad"


def test_a_new_payment_account_replaces_the_old_one_and_its_owner_is_notified() -> None:
    applicant, identity = open_account()
    before = PaymentAccount.objects.get(player=identity.player)
    changes.change_payment_account(
        identity=identity, iban="PT50000201231234567890154", by=identity.player.person
    )
    now = changes.payment_account_of(identity.player)
    assert now is not None and now.iban == "PT50000201231234567890154" and now.holder == identity.name
    before.refresh_from_db()
    assert before.until is not None and "payment-account-changed" in message_kinds(identity)
    line = Line.objects.get(kind="identity.payment-account-changed")
    assert (line.person, line.player) == (identity.player.person, identity.player)
    assert line.about == f"payment-account:{now.pk}", "the line names the new account"
    assert line.details == {"before": before.iban[-4:], "after": now.iban[-4:]}, (
        "whole numbers stay out of it"
    )
    pass_identity_check(identity)
    page = applicant.client.get("/account/identity/").content.decode()
    assert "PT50 0002 0123 1234 5678 9015 4" in page


@pytest.mark.parametrize(
    "table", ["identity_check", "identity_acceptance", "identity_terms", "identity_uploadeddocument"]
)
def test_checks_acceptances_terms_and_documents_are_immutable(table: str) -> None:
    applicant, identity = open_account("90")
    pass_identity_check(identity)
    send_document(applicant)
    assert Acceptance.objects.filter(player=identity.player).exists()
    column = "version" if table == "identity_terms" else "id"
    for statement in (f"UPDATE {table} SET {column} = {column}", f"DELETE FROM {table}"):
        with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
            cursor.execute(statement)
