"""Collect envelopes by FTPS, open and examine them, and leave the answers."""

from __future__ import annotations

import ftplib
import hashlib
import io
import re
import ssl
import subprocess
import tempfile
import zipfile
from datetime import date
from pathlib import Path
from xml.sax.saxutils import escape, quoteattr

from tests.sandbox_regulator.door import ANSWERS, OUT, TLS, USER
from tests.sandbox_regulator.verification import Day, Memory, WrongFile

ENVELOPE = re.compile(r"(?P<vault>\w{3})_(?P<day>\d{8})((_\d+)?rp)?\.zip")
# The data behind alerts, in the house's own form: they are read, and only their receipt is left.
ALERTS = re.compile(r"(?P<vault>\w{3})_\d{8}_ALRT_\d{4}\.zip")
PASSWORD = "rpasswd.pass.crypt"


class WrongEnvelope(Exception):
    """It cannot be opened: there is nothing to examine, and nobody is answered."""


def openssl(*command: object) -> bytes:
    result = subprocess.run(["openssl", *map(str, command)], capture_output=True, check=False)
    if result.returncode:
        raise WrongEnvelope(result.stderr.decode(errors="replace").strip()[:300])
    return result.stdout


class Regulator:
    def __init__(self, keys: Path, memory: Path, *, vault: str) -> None:
        self.keys, self.vault, self.memory = keys, vault, Memory(memory)

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
            self._verify(content, signature)
        except (WrongEnvelope, WrongFile, ValueError) as error:
            return f"{name}: {error}"
        self._leave(ftp, f"{name}.recolhido.zip", self.receipt(name, data))
        self.memory.answered.append(name)
        self.memory.store()
        return f"{name}: {content.count(b'<alerta>')} alerts"

    def _take(self, ftp: ftplib.FTP_TLS, name: str) -> str:
        data = self._fetch(ftp, name)
        self._leave(ftp, f"{name}.recolhido.zip", self.receipt(name, data))
        try:
            verdicts = self.examine(name, data)
        except WrongEnvelope as error:
            return f"{name}: {error}"
        self._leave(ftp, f"{name}.resposta.zip", self.answer(name, data, verdicts))
        self.memory.answered.append(name)
        self.memory.store()
        wrong = [f"{file}: {reason}" for file, (_digest, reason) in verdicts.items() if reason]
        counts = f"{len(verdicts) - len(wrong)} accepted, {len(wrong)} rejected"
        return f"{name}: {counts} {'; '.join(wrong[:3])}".strip()

    def _leave(self, ftp: ftplib.FTP_TLS, name: str, content: bytes) -> None:
        """The house takes a file once nobody has written to it for some seconds."""
        ftp.storbinary(f"STOR {ANSWERS}/{name}", io.BytesIO(content))

    # --- an envelope

    def examine(self, name: str, data: bytes) -> dict[str, tuple[str, str]]:
        """By file its digest, and why it is rejected."""
        match = ENVELOPE.fullmatch(name)
        if match is None or match["vault"] != self.vault:
            raise WrongEnvelope("the name is not of an envelope of this safe")
        moment = date.fromisoformat(match["day"])
        known = self.memory.days.setdefault(match["day"], {})
        day = Day(self.vault, moment, known)
        verdicts: dict[str, tuple[str, str]] = {}
        for file, (content, signature) in self.open(name, data).items():
            reason = ""
            try:
                self._verify(content, signature)
                day.examine(file, content)
            except WrongFile as error:
                reason = str(error)
            verdicts[file] = hashlib.sha256(content).hexdigest(), reason
        self._check_day(day, verdicts)
        return verdicts

    def _check_day(self, day: Day, verdicts: dict[str, tuple[str, str]]) -> None:
        """The sums of the day fall on its RESF, and an account that jumps on the AJOG of its hour."""
        (summary,) = [file for file in verdicts if file.startswith("RESF")] or [""]
        try:
            if not summary:
                raise WrongFile("o RESF do dia não acompanha os ficheiros")
            day.check_summary()
        except WrongFile as error:
            target = summary or next(iter(verdicts))
            verdicts[target] = verdicts[target][0], verdicts[target][1] or str(error)
        if any(file.removesuffix(".xml").endswith("rp") for file in verdicts):
            return
        for hour, reason in day.follow_accounts(self.memory.balances).items():
            for file, (digest, earlier) in verdicts.items():
                if file.startswith(f"AJOG_{day.day:%Y%m%d}{hour}_"):
                    verdicts[file] = digest, earlier or reason

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

    def _verify(self, content: bytes, signature: bytes) -> None:
        with tempfile.TemporaryDirectory() as temporary:
            place = Path(temporary)
            (place / "content").write_bytes(content)
            (place / "signature").write_bytes(signature)
            try:
                openssl("cms", "-verify", "-binary", "-inform", "DER", "-in", place / "signature",
                        "-content", place / "content", "-CAfile", self.keys / "house.pem",
                        "-purpose", "any", "-no_check_time", "-out", place / "verified")  # fmt: skip
            except WrongEnvelope as error:
                raise WrongFile("a assinatura não é a da entidade exploradora") from error

    # --- answers

    def receipt(self, name: str, data: bytes) -> bytes:
        return self.answer(name, data, {})

    def answer(self, name: str, data: bytes, verdicts: dict[str, tuple[str, str]]) -> bytes:
        lines = [
            f"<ficheiro nome={quoteattr(file)} sha256={quoteattr(digest)} "
            + (f'estado="rejeitado"><motivo>{escape(reason)}</motivo>' if reason else 'estado="aceite">')
            + "</ficheiro>"
            for file, (digest, reason) in verdicts.items()
        ]
        digest = hashlib.sha256(data).hexdigest()
        document = (
            f"<resposta envelope={quoteattr(name)} sha256={quoteattr(digest)}>{''.join(lines)}</resposta>"
        )
        buffer = io.BytesIO()
        with tempfile.TemporaryDirectory() as temporary, zipfile.ZipFile(buffer, "w") as packed:
            path = Path(temporary) / "resposta.xml"
            path.write_text(document, "utf-8")
            packed.write(path, path.name)
            signed = openssl("dgst", "-sha256", "-sign", self.keys / "regulator.key", path)
            packed.writestr("resposta.xml.sig", signed)
        return buffer.getvalue()
