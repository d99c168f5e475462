"""Documents that players send: encrypted at rest under keys that rotate, and looked at for malware before they are kept."""

from __future__ import annotations

import os
import socket
import struct
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command

from players.audit.models import Line
from players.identity import uploads
from players.identity.malware_scanning import EICAR, NotScanned
from players.identity.models import Paper
from players.shared import file_encryption
from players.shared.file_encryption import DecryptionError, is_encrypted, key_id, keys_read
from tests.players.conftest import demo, seeded  # noqa: F401  (fixtures)
from tests.players.identity.test_verification import PDF, asked, opened, send, signed_in

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("demo")]


@pytest.fixture(autouse=True)
def house(tmp_path: Path, settings: Any) -> Path:
    settings.MEDIA_ROOT, settings.FILE_KEYS_FILE, settings.CLAMAV = (
        tmp_path,
        str(tmp_path / "keys"),
        str(tmp_path / "nobody"),
    )
    file_encryption.key_add(tmp_path / "keys", file_encryption.key_line())
    return tmp_path


def stored(paper: Paper) -> bytes:
    return uploads.path_of(paper).read_bytes()


# --- keys


def test_a_document_is_encrypted_and_its_key_can_be_rotated(house: Path) -> None:
    somebody, identity = opened("90")
    asked(identity)
    send(somebody)
    paper = Paper.objects.get()
    before = stored(paper)
    assert is_encrypted(before) and PDF[:16] not in before
    call_command("file_keys", "--new")
    assert uploads.paper_read(paper) == PDF, "an older key still opens"
    call_command("file_keys", "--reencrypt")
    newest = list(keys_read(house / "keys"))[-1]
    assert key_id(stored(paper)) == newest != key_id(before) and uploads.paper_read(paper) == PDF
    (house / "keys").write_text((house / "keys").read_text().splitlines()[-1])
    assert uploads.paper_read(paper) == PDF and uploads.papers_reencrypt() == 0, (
        "the older key is needed no more"
    )


def test_a_document_that_was_changed_on_the_disk_is_not_shown(house: Path) -> None:
    somebody, identity = opened("90")
    asked(identity)
    send(somebody)
    paper = Paper.objects.get()
    uploads.store_write(paper, stored(paper)[:-1] + b"x")
    with pytest.raises(DecryptionError):
        uploads.paper_read(paper)


def test_a_house_without_keys_keeps_no_document_in_the_clear(house: Path) -> None:
    somebody, identity = opened("90")
    asked(identity)
    for spoil in (lambda: (house / "keys").chmod(0o644), (house / "keys").unlink):
        spoil()
        answer = send(somebody)
        assert answer.status_code == 422 and "neste momento" in answer.content.decode()
        assert not Paper.objects.exists() and not (house / "papers").exists()


# --- malware


def test_the_test_virus_is_refused_whether_there_is_a_scanner_or_not() -> None:
    somebody, identity = opened("90")
    asked(identity)
    answer = send(somebody, PDF + EICAR, "cartao.pdf")
    assert answer.status_code == 422 and "malicioso" in answer.content.decode() and not Paper.objects.exists()
    assert Line.objects.get(kind="identity.document-infected").said["name"] == "Eicar-Test-Signature"


def test_staff_see_that_nobody_scanned_a_document() -> None:
    somebody, identity = opened("90")
    asked(identity)
    send(somebody)
    assert not Paper.objects.get().scanned
    page = (
        signed_in("identidade@feltro.example")
        .get(f"/admin/identity/identity/{identity.pk}/change/")
        .content.decode()
    )
    assert "não analisado" in page


class Clamd:
    """A clamd that answers one thing to each file, and keeps what it was sent."""

    def __init__(self, path: Path, reply: bytes) -> None:
        self.reply, self.heard = reply, b""
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.bind(str(path))
        self.socket.listen()
        threading.Thread(target=self._answer, daemon=True).start()

    def _answer(self) -> None:
        while True:
            try:
                visitor, _ = self.socket.accept()
            except OSError:
                return
            with visitor, visitor.makefile("rb") as said:
                assert said.read(10) == b"zINSTREAM\0"
                while length := struct.unpack(">I", said.read(4))[0]:
                    self.heard += said.read(length)
                visitor.sendall(self.reply)


@pytest.fixture
def clamd(house: Path, settings: Any, request: pytest.FixtureRequest) -> Iterator[Clamd]:
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
        (b"stream: OK\0", 1, True), (b"stream: Win.Test FOUND\0", 0, None), (b"INSTREAM size limit exceeded. ERROR\0", 1, False),
        (b"", 1, False),
    ],
    indirect=["clamd"],
)  # fmt: skip
def test_what_clamav_says_of_a_document_counts(clamd: Clamd, kept: int, scanned: bool | None) -> None:
    somebody, identity = opened("90")
    asked(identity)
    send(somebody)
    assert Paper.objects.count() == kept and clamd.heard == PDF
    assert not kept or Paper.objects.get().scanned is scanned


def test_a_scanner_of_ones_own_is_asked(settings: Any) -> None:
    settings.MALWARE_SCANNER = f"{__name__}.Own"
    somebody, identity = opened("90")
    asked(identity)
    send(somebody)
    assert not Paper.objects.get().scanned and Own.seen == [PDF]


class Own:
    seen: list[bytes] = []  # noqa: RUF012

    def scan(self, data: bytes) -> None:
        self.seen.append(data)
        raise NotScanned("on holiday")


def test_the_largest_document_fits_through_the_proxy(settings: Any) -> None:
    """One byte more is refused in words, and not by the proxy."""
    somebody, identity = opened("90")
    asked(identity)
    large = PDF + b"0" * (settings.UPLOAD_LARGEST - len(PDF))
    assert send(somebody, large).status_code == 302 and send(somebody, large + b"0").status_code == 422
