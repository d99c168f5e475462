"""Collect envelopes by FTPS, open and examine them, and leave the answers.

The regulator keeps every file that it could read and holds all of them against each other. What is wrong is
said of the files that have just come: a file that was answered is not answered again. A rejection asks for
the file to be made again.  [903-B Anexo 1, I]
"""

from __future__ import annotations

import ftplib
import hashlib
import io
import json
import re
import ssl
import subprocess
import tempfile
import zipfile
from collections.abc import Iterable, Iterator, Mapping
from enum import StrEnum
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from msgspec import Struct

from tests.sandbox_regulator.checks import check
from tests.sandbox_regulator.door import ANSWERS, OUT, TLS, USER
from tests.sandbox_regulator.reading import Code, Licensee, Reason, read_file

SCHEMAS = Path(__file__).parents[1] / "casino/compliance/regulator/second_transcription"
ENVELOPE = re.compile(r"(?P<vault>\w{3})_(?P<day>\d{8})((_\d+)?rp)?\.zip")
# The data behind alerts, in the house's own form: they are read, and only their receipt is left.
ALERTS = re.compile(r"(?P<vault>\w{3})_\d{8}_ALRT_\d{4}\.zip")
PASSWORD = "rpasswd.pass.crypt"
MOST_REASONS = 10  # of one file
# What each kind of fault is called in an answer.
CALLED = {
    Code.NAME: "nome ou cabeçalho", Code.FORM: "forma", Code.PERIOD: "período", Code.DOUBLED: "em duplicado",
    Code.MISSING: "em falta", Code.IDENTITY: "identidade", Code.BALANCE: "saldo", Code.SUM: "soma",
    Code.RESULT: "resultado", Code.SIGNATURE: "assinatura",
}  # fmt: skip


class Badly(StrEnum):
    """How it answers if it is told to answer badly. The house shall ring and change nothing."""

    MALFORMED = "malformed"  # cut off in the middle
    UNSIGNED = "unsigned"  # under the key of somebody else
    OTHER = "other"  # about an envelope that was never laid down
    DOUBLED = "doubled"  # rightly, and then with another word on the same files


class WrongEnvelope(Exception):
    """It cannot be opened: there is nothing to examine, and nobody is answered."""


class Memory:
    """The files that came, and the envelopes that were answered, in a folder."""

    def __init__(self, folder: Path) -> None:
        self.files, self._answered = folder / "files", folder / "answered.json"
        self.files.mkdir(parents=True, exist_ok=True)
        self.answered: list[str] = json.loads(self._answered.read_text()) if self._answered.exists() else []

    def contents(self) -> dict[str, bytes]:
        return {path.name: path.read_bytes() for path in sorted(self.files.iterdir())}

    def keep(self, files: Mapping[str, bytes], envelope: str) -> None:
        for name, content in files.items():
            (self.files / name).write_bytes(content)
        self.answered.append(envelope)
        self._answered.write_text(json.dumps(self.answered))


def openssl(*command: object) -> bytes:
    result = subprocess.run(["openssl", *map(str, command)], capture_output=True, check=False)
    if result.returncode:
        raise WrongEnvelope(result.stderr.decode(errors="replace").strip()[:300])
    return result.stdout


Verdicts = dict[str, tuple[str, str]]  # by file its digest, and why it is rejected


class Found(Struct, frozen=True):
    """What an envelope is answered with, what of it can be compared, and what is wrong in earlier ones."""

    verdicts: Verdicts
    readable: dict[str, bytes]
    elsewhere: list[Reason]


def _text(file: str, reasons: Iterable[Reason]) -> str:
    found = [f"{CALLED[reason.code]}: {reason.says}" for reason in reasons if reason.file == file]
    return "; ".join(found[:MOST_REASONS])[:2000]


class Regulator:
    """`since_begin`: the memory has every file of the house, so that an account was empty before them."""

    def __init__(
        self,
        keys: Path,
        memory: Path,
        licensee: Licensee,
        *,
        since_begin: bool = True,
        badly: Badly | None = None,
    ) -> None:
        self.keys, self.licensee, self.memory = keys, licensee, Memory(memory)
        self.since_begin, self.badly = since_begin, badly

    # --- by FTPS

    def collect(self, port: int, password: str) -> list[str]:
        """Fetch what was not answered yet, and leave the answers. Returns what was found, a line each."""
        context = ssl.create_default_context(cafile=str(self.keys / TLS))
        with ftplib.FTP_TLS(context=context, timeout=30) as ftp:
            ftp.connect("localhost", port)
            ftp.login(USER, password)
            ftp.prot_p()
            lines = []
            for name in sorted(ftp.nlst(OUT)):
                short = name.rpartition("/")[2]
                if short not in self.memory.answered and ENVELOPE.fullmatch(short):
                    lines.append(self._take(ftp, short))
                elif short not in self.memory.answered and ALERTS.fullmatch(short):
                    lines.append(self._take_alerts(ftp, short))
            return lines

    def _fetch(self, ftp: ftplib.FTP_TLS, name: str) -> bytes:
        buffer = io.BytesIO()
        ftp.retrbinary(f"RETR {OUT}/{name}", buffer.write)
        return buffer.getvalue()

    def _take_alerts(self, ftp: ftplib.FTP_TLS, name: str) -> str:
        data = self._fetch(ftp, name)
        try:
            ((content, signature),) = self.open(name, data).values()
            if not self._is_signed(content, signature):
                raise WrongEnvelope("it is not signed by the house")
        except (WrongEnvelope, ValueError) as error:
            return f"{name}: {error}"
        self._leave(ftp, f"{name}.recolhido.zip", self.receipt(name, data))
        self.memory.keep({}, name)
        return f"{name}: {content.count(b'<alerta>')} alerts"

    def _take(self, ftp: ftplib.FTP_TLS, name: str) -> str:
        data = self._fetch(ftp, name)
        self._leave(ftp, f"{name}.recolhido.zip", self.receipt(name, data))
        try:
            found = self.examine(name, data)
        except WrongEnvelope as error:
            return f"{name}: {error}"
        for number, answer in enumerate(self._answers(name, data, found.verdicts), 1):
            self._leave(ftp, f"{name}.resposta{number}.zip", answer)
        self.memory.keep(found.readable, name)
        wrong = [f"{file}: {reason}" for file, (_digest, reason) in found.verdicts.items() if reason]
        counts = f"{len(found.verdicts) - len(wrong)} accepted, {len(wrong)} rejected"
        elsewhere = [f"answered before: {reason.file}: {reason.says}" for reason in found.elsewhere]
        return f"{name}: {counts} {'; '.join([*wrong[:3], *elsewhere[:3]])}".strip()

    def _leave(self, ftp: ftplib.FTP_TLS, name: str, content: bytes) -> None:
        """The house takes a file once nobody has written to it for some seconds."""
        ftp.storbinary(f"STOR {ANSWERS}/{name}", io.BytesIO(content))

    # --- an envelope

    def examine(self, name: str, data: bytes) -> Found:
        """Each file by itself, and all that came until now together."""
        match = ENVELOPE.fullmatch(name)
        if match is None or match["vault"] != self.licensee.vault:
            raise WrongEnvelope("the name is not of an envelope of this safe")
        if not (opened := self.open(name, data)):
            raise WrongEnvelope("there is no file in it")
        reasons = [
            reason
            for file, (content, signature) in opened.items()
            for reason in self._alone(file, match["day"], content, signature)
        ]
        unreadable = {reason.file for reason in reasons}
        readable = {file: content for file, (content, _sign) in opened.items() if file not in unreadable}
        if not unreadable:
            together = {**self.memory.contents(), **readable}
            reasons += check(together, self.licensee, SCHEMAS, since_begin=self.since_begin)
        if not any(file.startswith("RESF") for file in opened):
            reasons.append(Reason(Code.MISSING, min(opened), "o RESF do dia não acompanha os ficheiros"))
        verdicts = {
            file: (hashlib.sha256(content).hexdigest(), _text(file, reasons))
            for file, (content, _signature) in opened.items()
        }
        elsewhere = [reason for reason in reasons if reason.file not in opened]
        return Found(verdicts, readable, elsewhere)

    def _alone(self, file: str, day: str, content: bytes, signature: bytes) -> list[Reason]:
        if not self._is_signed(content, signature):
            return [Reason(Code.SIGNATURE, file, "não é a da entidade exploradora")]
        read = read_file(file, content, self.licensee, SCHEMAS)
        if not read.reasons and f"{read.day:%Y%m%d}" != day:
            return [Reason(Code.NAME, file, "é de outro dia")]
        return read.reasons

    def open(self, name: str, data: bytes) -> dict[str, tuple[bytes, bytes]]:
        """The files of an envelope with their signatures."""
        with tempfile.TemporaryDirectory() as temporary:
            place = Path(temporary)
            try:
                with zipfile.ZipFile(io.BytesIO(data)) as outer:
                    (place / "password").write_bytes(outer.read(PASSWORD))
                    (place / "content").write_bytes(outer.read(f"{name}.crypt"))
                openssl("cms", "-decrypt", "-inform", "DER", "-in", place / "password",
                        "-inkey", self.keys / "regulator.key", "-out", place / "plain")  # fmt: skip
                openssl("enc", "-d", "-aes-256-cbc", "-pbkdf2", "-pass", f"file:{place / 'plain'}",
                        "-in", place / "content", "-out", place / "inner.zip")  # fmt: skip
                with zipfile.ZipFile(place / "inner.zip") as inner:
                    names = inner.namelist()
                    return {
                        file: (inner.read(file), inner.read(f"{file}.p7s") if f"{file}.p7s" in names else b"")
                        for file in names
                        if not file.endswith(".p7s")
                    }
            except (zipfile.BadZipFile, KeyError) as error:
                raise WrongEnvelope(str(error)) from error

    def _is_signed(self, content: bytes, signature: bytes) -> bool:
        with tempfile.TemporaryDirectory() as temporary:
            place = Path(temporary)
            (place / "content").write_bytes(content)
            (place / "signature").write_bytes(signature)
            try:
                openssl("cms", "-verify", "-binary", "-inform", "DER", "-in", place / "signature",
                        "-content", place / "content", "-CAfile", self.keys / "house.pem",
                        "-purpose", "any", "-no_check_time", "-out", place / "verified")  # fmt: skip
            except WrongEnvelope:
                return False
        return True

    # --- answers

    def receipt(self, name: str, data: bytes) -> bytes:
        return self.answer(name, data, {})

    def _answers(self, name: str, data: bytes, verdicts: Verdicts) -> Iterator[bytes]:
        """The answer; another one, or a second one, if it answers badly."""
        match self.badly:
            case Badly.MALFORMED:
                document = self._document(name, data, verdicts)
                yield self._signed(document[: len(document) // 2], self.keys / "regulator.key")
            case Badly.UNSIGNED:
                with tempfile.TemporaryDirectory() as temporary:
                    key = Path(temporary) / "own.key"
                    openssl("genpkey", "-algorithm", "RSA", "-out", key)
                    yield self._signed(self._document(name, data, verdicts), key)
            case Badly.OTHER:
                yield self.answer(name, data[::-1], verdicts)
            case Badly.DOUBLED:
                yield self.answer(name, data, verdicts)
                again = {file: (digest, "afinal não") for file, (digest, _reason) in verdicts.items()}
                yield self.answer(name, data, again)
            case None:
                yield self.answer(name, data, verdicts)

    def answer(self, name: str, data: bytes, verdicts: Verdicts) -> bytes:
        return self._signed(self._document(name, data, verdicts), self.keys / "regulator.key")

    @staticmethod
    def _document(name: str, data: bytes, verdicts: Verdicts) -> str:
        lines = [
            f"<ficheiro nome={quoteattr(file)} sha256={quoteattr(digest)} "
            + (f'estado="rejeitado"><motivo>{escape(reason)}</motivo>' if reason else 'estado="aceite">')
            + "</ficheiro>"
            for file, (digest, reason) in verdicts.items()
        ]
        digest = hashlib.sha256(data).hexdigest()
        return f"<resposta envelope={quoteattr(name)} sha256={quoteattr(digest)}>{''.join(lines)}</resposta>"

    @staticmethod
    def _signed(document: str, key: Path) -> bytes:
        buffer = io.BytesIO()
        with tempfile.TemporaryDirectory() as temporary, zipfile.ZipFile(buffer, "w") as packed:
            path = Path(temporary) / "resposta.xml"
            path.write_text(document, "utf-8")
            packed.write(path, path.name)
            signed = openssl("dgst", "-sha256", "-sign", key, path)
            packed.writestr("resposta.xml.sig", signed)
        return buffer.getvalue()
