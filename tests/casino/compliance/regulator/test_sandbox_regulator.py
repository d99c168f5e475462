"""The house and the sandbox regulator, which share nothing but files: one lays down, the other answers."""

from __future__ import annotations

import subprocess
import sys
import threading
from collections.abc import Iterator
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import pytest

from casino.compliance.regulator import answers, envelopes, keys, production
from casino.compliance.regulator.models import Envelope, EnvelopedFile, RegulatorAnswer, RegulatorFile
from players.shared import clock
from tests.casino.compliance.monitoring.alerts import raised_alert
from tests.casino.compliance.regulator.conftest import lisbon, moved_to, played, sealed
from tests.live_table import players_with, signer
from tests.sandbox_regulator import door
from tests.sandbox_regulator.collection import Regulator
from tests.sandbox_regulator.verification import hours_of

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).parents[4]
DAY = date(2026, 3, 2)
MORNING = lisbon(2026, 3, 3, 2)
PASSWORD = "sandbox"


@pytest.fixture
def safe(folders: Path, settings: Any) -> Path:
    settings.REGULATOR_SANDBOX_KEYS = str(folders / "keys")
    settings.REGULATOR_ANSWERS = str(folders / "outbox" / "answers")
    keys.make_sandbox_keys(folders / "keys", since=lisbon(2026, 2, 1))
    return folders


@pytest.fixture
def port(safe: Path) -> Iterator[int]:
    """The safe's FTPS service."""
    server = door.make_door(safe / "outbox", port=0, keys=safe / "keys", password=PASSWORD)
    stop = threading.Event()

    def serve() -> None:
        while not stop.is_set():
            server.serve_forever(timeout=0.05, blocking=False)

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    yield server.address[1]
    stop.set()
    thread.join(timeout=10)
    server.close_all()


def make_day() -> None:
    until = clock.midnight(DAY + timedelta(days=1))
    while production.make_files(seconds=300, since=clock.midnight(DAY), until=until):
        pass
    with clock.at(MORNING):
        envelopes.send_envelopes()


def heard() -> list[str]:
    with clock.at(MORNING):
        answers.read_answers(settled=-1)
    return list(RegulatorAnswer.objects.order_by("pk").values_list("outcome", flat=True))


def test_a_day_is_collected_by_ftps_verified_and_answered(safe: Path, port: int) -> None:
    played(safe)
    moved_to(lisbon(2026, 3, 2, 21))
    sealed()
    make_day()
    command = [sys.executable, "-m", "tests.sandbox_regulator", "--keys", safe / "keys",
               "--memory", safe / "memory.json", "--vault", "2AA", "--port", port]  # fmt: skip
    said = subprocess.run([*map(str, command)], check=True, capture_output=True, text=True, cwd=ROOT).stdout
    assert said.strip() == "2AA_20260302.zip: 98 accepted, 0 rejected"
    assert heard() == ["taken", "taken"]
    envelope = Envelope.objects.get()
    assert envelope.fetched is not None
    assert set(envelope.files.values_list("verdict", flat=True)) == {"accepted"}
    again = subprocess.run([*map(str, command)], check=True, capture_output=True, text=True, cwd=ROOT).stdout
    assert again == "", "it was answered"
    # A summary that does not add up, then another one in its place.
    summary = RegulatorFile.objects.get(family="RESF")
    regulator = Regulator(safe / "keys", safe / "other.json", vault="2AA")
    data = (safe / "outbox" / "out" / envelope.name).read_bytes()
    play = next(name for name in regulator.open(envelope.name, data) if name.startswith("AJOG_2026030220"))
    regulator.open = without(regulator, play)  # type: ignore[method-assign]
    verdicts = regulator.examine(envelope.name, data)
    assert {name: reason for name, (_digest, reason) in verdicts.items() if reason} == {
        "RESF_20260302_2AA.xml": "faltam ficheiros do dia: AJOG20"
    }
    production.reprocess(file=summary, person=signer("compliance officer"), reason="asked by the regulator")
    make_day()
    said = subprocess.run([*map(str, command)], check=True, capture_output=True, text=True, cwd=ROOT).stdout
    assert said.strip() == "2AA_20260302rp.zip: 1 accepted, 0 rejected"
    assert heard() == ["taken"] * 4
    assert not EnvelopedFile.objects.exclude(verdict="accepted").exists()


def without(regulator: Regulator, name: str) -> Any:
    opened = regulator.open
    return lambda *envelope: {file: content for file, content in opened(*envelope).items() if file != name}


def test_alerts_are_collected_and_their_receipt_comes_back(safe: Path, port: int) -> None:
    raised_alert(players_with(100_00, 1)[0], "losses", {"lost": 250_000})
    with clock.at(clock.now() + timedelta(hours=2)):
        envelopes.send_envelopes()
    envelope = Envelope.objects.get()
    regulator = Regulator(safe / "keys", safe / "memory.json", vault="2AA")
    assert regulator.collect(port, PASSWORD) == [f"{envelope.name}: 1 alerts"]
    assert regulator.collect(port, PASSWORD) == [], "it has them"
    answers.read_answers(settled=-1)
    envelope.refresh_from_db()
    assert envelope.fetched is not None and RegulatorAnswer.objects.get().outcome == "taken"


@pytest.mark.parametrize(("day", "count"), [(DAY, 24), (date(2026, 3, 29), 23), (date(2026, 10, 25), 25)])
def test_the_regulator_counts_the_hours_of_a_day_by_itself(day: date, count: int) -> None:
    assert len(hours_of(day)) == count


def test_the_door_shows_envelopes_and_takes_answers_and_nothing_else(safe: Path, port: int) -> None:
    import ftplib
    import io
    import ssl

    outbox = safe / "outbox"
    (outbox / "out" / "a.zip").write_bytes(b"a")
    (outbox / "JGDR.xml").write_bytes(b"in clear")
    context = ssl.create_default_context(cafile=str(safe / "keys" / door.TLS))
    with ftplib.FTP(timeout=10) as plain:
        plain.connect("127.0.0.1", port)
        with pytest.raises(ftplib.error_perm):
            plain.login(door.USER, PASSWORD)
    with ftplib.FTP_TLS(context=context, timeout=10) as ftp:
        ftp.connect("localhost", port)
        ftp.login(door.USER, PASSWORD)
        ftp.prot_p()
        assert [name.rpartition("/")[2] for name in ftp.nlst("out")] == ["a.zip"]
        ftp.storbinary("STOR answers/b.zip", io.BytesIO(b"b"))
        for refused in ("RETR JGDR.xml", "RETR answers/b.zip"):
            with pytest.raises(ftplib.error_perm):
                ftp.retrbinary(refused, lambda data: None)
        for refused in ("DELE out/a.zip", "RMD out", "DELE answers/b.zip", "MKD x"):
            with pytest.raises(ftplib.error_perm):
                ftp.sendcmd(refused)
        with pytest.raises(ftplib.error_perm):
            ftp.storbinary("STOR out/c.zip", io.BytesIO(b"c"))
    assert (outbox / "answers" / "b.zip").read_bytes() == b"b"


def test_the_sandbox_shares_no_code_with_the_house() -> None:
    for path in (ROOT / "tests" / "sandbox_regulator").glob("*.py"):
        text = path.read_text("utf-8")
        assert not any(
            f"{word} {package}" in text for word in ("import", "from") for package in ("casino", "players")
        )
