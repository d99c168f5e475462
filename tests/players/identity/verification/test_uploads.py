"""Uploaded documents: encrypted at rest under rotating keys, scanned for malware before they are stored."""

from __future__ import annotations

import os
import socket
import struct
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest
from django.core.management import CommandError, call_command

from players.audit.models import Line
from players.identity.models import UploadedDocument
from players.identity.verification import uploads
from players.identity.verification.malware_scanning import EICAR, NotScanned
from players.models import PersonKey
from players.shared import file_encryption, person_keys
from players.shared.file_encryption import (
    DecryptionError,
    decrypt_bytes,
    encrypt_bytes,
    key_id,
    read_keys,
)
from tests.demo_house import signed_in
from tests.players.identity.applicant import PDF, open_account, pass_identity_check, send_document
from tests.stored_files import document_path, is_encrypted, use_bucket

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("demo")]


@pytest.fixture(autouse=True)
def documents(tmp_path: Path, settings: Any) -> Path:
    settings.MEDIA_ROOT, settings.FILE_KEYS_FILE, settings.CLAMAV = (
        tmp_path,
        str(tmp_path / "keys"),
        str(tmp_path / "no-scanner"),
    )
    file_encryption.add_key(tmp_path / "keys")
    return tmp_path


def stored(document: UploadedDocument) -> bytes:
    return document_path(document).read_bytes()


# --- keys


def test_a_document_is_encrypted_and_its_key_can_be_rotated(
    documents: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    applicant, identity = open_account("90")
    pass_identity_check(identity)
    send_document(applicant)
    document = UploadedDocument.objects.get()
    before = stored(document)
    assert is_encrypted(before) and PDF[:16] not in before
    call_command("file_keys", "--new")
    assert uploads.read_document(document) == PDF, "an older key still opens"
    call_command("file_keys", "--reencrypt")
    older, newest = read_keys(documents / "keys")
    assert capsys.readouterr().out.split("\n")[-3:] == [
        key_id(older),
        f"{key_id(newest)} (new documents)",
        "",
    ]
    assert PDF[:16] not in decrypt_bytes(stored(document), [newest], f"document {document.pk}")
    with pytest.raises(DecryptionError):
        decrypt_bytes(before, [newest], f"document {document.pk}")
    (documents / "keys").write_text((documents / "keys").read_text().splitlines()[-1])
    assert uploads.read_document(document) == PDF and uploads.reencrypt_documents() == 0, (
        "the older key is needed no more"
    )


def test_a_document_ends_with_the_key_of_its_player(documents: Path) -> None:
    """Red before: whoever kept the store and the key of documents read it for good."""
    applicant, identity = open_account("90")
    pass_identity_check(identity)
    send_document(applicant)
    document = UploadedDocument.objects.get()
    kept, keys = stored(document), read_keys(documents / "keys")
    person_keys.destroy(PersonKey.objects.filter(player=document.player).values_list("pk", flat=True))
    with pytest.raises(DecryptionError):
        uploads.read_document(document)
    assert PDF[:16] not in decrypt_bytes(kept, keys, f"document {document.pk}")
    assert uploads.reencrypt_documents() == 0


def test_a_document_of_an_older_release_is_read_and_then_sealed(documents: Path) -> None:
    applicant, identity = open_account("90")
    pass_identity_check(identity)
    send_document(applicant)
    document, keys = UploadedDocument.objects.get(), read_keys(documents / "keys")
    label = f"document {document.pk}"
    uploads.write_document(document, encrypt_bytes(PDF, keys, label))
    assert uploads.read_document(document) == PDF
    assert uploads.reencrypt_documents() == 1 and uploads.reencrypt_documents() == 0
    assert uploads.read_document(document) == PDF
    assert PDF[:16] not in decrypt_bytes(stored(document), keys, label)


def test_an_interrupted_rotation_says_how_to_go_on(
    documents: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Red before: the command was silent, and Ctrl-C ended it with a traceback."""
    applicant, identity = open_account("90")
    pass_identity_check(identity)
    for _ in range(2):
        send_document(applicant)
    call_command("file_keys", "--new")
    write, written = uploads.write_document, []

    def write_one(document: UploadedDocument, encrypted: bytes) -> None:
        if written:
            raise KeyboardInterrupt
        written.append(document)
        write(document, encrypted)

    monkeypatch.setattr(uploads, "write_document", write_one)
    with pytest.raises(SystemExit) as ended:
        call_command("file_keys", "--reencrypt")
    assert ended.value.code == 130
    assert "was interrupted: 2 of 2 documents" in capsys.readouterr().err
    monkeypatch.setattr(uploads, "write_document", write)
    assert uploads.reencrypt_documents() == 1
    assert [uploads.read_document(document) for document in UploadedDocument.objects.all()] == [PDF, PDF]


def test_a_document_changed_on_disk_is_not_shown(documents: Path) -> None:
    applicant, identity = open_account("90")
    pass_identity_check(identity)
    send_document(applicant)
    document = UploadedDocument.objects.get()
    uploads.write_document(document, stored(document)[:-1] + b"x")
    with pytest.raises(DecryptionError):
        uploads.read_document(document)


def test_a_document_is_not_shown_in_the_place_of_another(documents: Path) -> None:
    """Both are encrypted under the same key; whoever can write to the store could exchange them."""
    applicant, identity = open_account("90")
    pass_identity_check(identity)
    for _ in range(2):
        send_document(applicant)
    one, other = UploadedDocument.objects.all()
    uploads.write_document(one, stored(other))
    with pytest.raises(DecryptionError, match="not the one"):
        uploads.read_document(one)
    call_command("file_keys", "--new")
    with pytest.raises(CommandError, match="not the one"):
        call_command("file_keys", "--reencrypt")


def test_a_document_in_a_bucket_is_encrypted_there(documents: Path, s3_bucket: Any) -> None:
    applicant, identity = open_account("90")
    pass_identity_check(identity)
    send_document(applicant)
    document = UploadedDocument.objects.get()
    (item,) = s3_bucket.objects.filter(Prefix="house/documents/")
    content = item.get()["Body"].read()
    assert item.key == f"house/documents/{document.pk}" and is_encrypted(content) and PDF[:16] not in content
    assert uploads.read_document(document) == PDF
    call_command("file_keys", "--new")
    assert uploads.reencrypt_documents() == 1 and uploads.read_document(document) == PDF
    assert uploads.delete_document_files(document.player_id) == 1
    assert not list(s3_bucket.objects.filter(Prefix="house/documents/"))


def test_a_document_that_cannot_be_stored_is_refused_with_a_sentence(documents: Path, settings: Any) -> None:
    """Red before: an error page."""
    applicant, identity = open_account("90")
    pass_identity_check(identity)
    use_bucket(settings, "http://127.0.0.1:9")
    page = send_document(applicant).content.decode()
    assert "Não é possível receber documentos neste momento." in page
    assert not UploadedDocument.objects.exists()


def test_without_keys_no_document_is_stored(documents: Path) -> None:
    applicant, identity = open_account("90")
    pass_identity_check(identity)
    for spoil in (lambda: (documents / "keys").chmod(0o644), (documents / "keys").unlink):
        spoil()
        answer = send_document(applicant)
        assert answer.status_code == 422 and "neste momento" in answer.content.decode()
        assert not UploadedDocument.objects.exists() and not (documents / "papers").exists()


# --- malware


def test_the_test_virus_is_refused_without_a_scanner() -> None:
    applicant, identity = open_account("90")
    pass_identity_check(identity)
    answer = send_document(applicant, PDF + EICAR, "cartao.pdf")
    assert (
        answer.status_code == 422
        and "malicioso" in answer.content.decode()
        and not UploadedDocument.objects.exists()
    )
    assert Line.objects.get(kind="identity.document-infected").details["name"] == "Eicar-Test-Signature"


def test_staff_see_that_a_document_was_not_scanned() -> None:
    applicant, identity = open_account("90")
    pass_identity_check(identity)
    send_document(applicant)
    assert not UploadedDocument.objects.get().scanned
    page = (
        signed_in("identidade@feltro.example")
        .get(f"/admin/identity/identity/{identity.pk}/change/")
        .content.decode()
    )
    assert "não analisado" in page


class Clamd:
    """A clamd that always gives the same reply and records what it receives."""

    def __init__(self, path: Path, reply: bytes) -> None:
        self.reply, self.received = reply, b""
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.bind(str(path))
        self.socket.listen()
        threading.Thread(target=self._answer, daemon=True).start()

    def _answer(self) -> None:
        while True:
            try:
                connection, _ = self.socket.accept()
            except OSError:
                return
            with connection, connection.makefile("rb") as stream:
                assert stream.read(10) == b"zINSTREAM\0"
                while length := struct.unpack(">I", stream.read(4))[0]:
                    self.received += stream.read(length)
                connection.sendall(self.reply)


@pytest.fixture
def clamd(documents: Path, settings: Any, request: pytest.FixtureRequest) -> Iterator[Clamd]:
    path = Path("/tmp") / f"clamd-{os.getpid()}.sock"
    path.unlink(missing_ok=True)
    settings.CLAMAV = str(path)
    scanner = Clamd(path, request.param)
    yield scanner
    scanner.socket.close()
    path.unlink()


@pytest.mark.parametrize(
    ("clamd", "kept", "scanned"),
    [
        (b"stream: OK\0", 1, True),
        (b"stream: Win.Test FOUND\0", 0, None),
        (b"INSTREAM size limit exceeded. ERROR\0", 1, False),
        (b"", 1, False),
    ],
    indirect=["clamd"],
)  # fmt: skip
def test_the_reply_of_clamav_decides_about_a_document(clamd: Clamd, kept: int, scanned: bool | None) -> None:
    applicant, identity = open_account("90")
    pass_identity_check(identity)
    send_document(applicant)
    assert UploadedDocument.objects.count() == kept and clamd.received == PDF
    assert not kept or UploadedDocument.objects.get().scanned is scanned


def test_a_custom_scanner_is_used(settings: Any) -> None:
    settings.MALWARE_SCANNER = f"{__name__}.CustomScanner"
    applicant, identity = open_account("90")
    pass_identity_check(identity)
    send_document(applicant)
    assert not UploadedDocument.objects.get().scanned and CustomScanner.scanned == [PDF]


class CustomScanner:
    scanned: ClassVar[list[bytes]] = []

    def scan(self, data: bytes) -> None:
        self.scanned.append(data)
        raise NotScanned("test")


def test_the_largest_document_fits_through_the_proxy(settings: Any) -> None:
    """A file with one byte more is refused by the form, not by the proxy."""
    applicant, identity = open_account("90")
    pass_identity_check(identity)
    large = PDF + b"0" * (settings.UPLOAD_LARGEST - len(PDF))
    assert (
        send_document(applicant, large).status_code == 302
        and send_document(applicant, large + b"0").status_code == 422
    )
