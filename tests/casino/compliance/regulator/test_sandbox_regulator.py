"""The house and the sandbox regulator, which share nothing but files: one lays down, the other answers."""

from __future__ import annotations

import io
import re
import subprocess
import sys
import threading
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.test import Client
from django.urls import reverse

from casino.compliance.regulator import answers, envelopes, keys, production, work_sources
from casino.compliance.regulator.models import Envelope, EnvelopedFile, RegulatorAnswer
from casino.compliance.regulator.packs.pt_2015 import mapping
from players.audit import note
from players.audit.models import Line
from players.shared import clock
from tests.casino.compliance.monitoring.alerts import raised_alert
from tests.casino.compliance.regulator.conftest import lisbon, moved_to, played, sealed
from tests.live_table import players_with, signer
from tests.sandbox_regulator import door
from tests.sandbox_regulator.collection import SCHEMAS, Regulator, WrongEnvelope
from tests.sandbox_regulator.reading import Code, Licensee, read_file

pytestmark = pytest.mark.django_db
ROOT = Path(__file__).parents[4]
DAY = date(2026, 3, 2)
MORNING, AFTERNOON = lisbon(2026, 3, 3, 2), lisbon(2026, 3, 3, 13)
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


def make_day(laid_down: datetime = MORNING) -> None:
    until = clock.midnight(DAY + timedelta(days=1))
    while production.make_files(seconds=300, since=clock.midnight(DAY), until=until):
        pass
    with clock.at(laid_down):
        envelopes.send_envelopes()


def heard(moment: datetime = MORNING) -> list[str]:
    with clock.at(moment):
        answers.read_answers(settled=-1)
    return list(RegulatorAnswer.objects.order_by("pk").values_list("outcome", flat=True))


def collected(safe: Path, port: int, *more: object, memory: str = "memory") -> str:
    """What a run of the regulator's process says."""
    command = [sys.executable, "-m", "tests.sandbox_regulator", "--keys", safe / "keys", "--since-begin",
               "--memory", safe / memory, "--vault", "2AA", "--entity", "2", "--port", port,
               *more]  # fmt: skip
    run = subprocess.run([*map(str, command)], check=True, capture_output=True, text=True, cwd=ROOT)
    return run.stdout.strip()


def regulator_of(safe: Path) -> Regulator:
    return Regulator(safe / "keys", safe / "other", Licensee("2", "2AA", ""))


@pytest.fixture
def evening(safe: Path) -> Path:
    """A day on which people registered and played."""
    for player in played(safe)[1]:
        note("account.registered", player=player)
    moved_to(lisbon(2026, 3, 2, 21))
    sealed()
    return safe


def test_a_day_is_collected_by_ftps_verified_and_answered(evening: Path, port: int) -> None:
    make_day()
    assert collected(evening, port) == "2AA_20260302.zip: 98 accepted, 0 rejected"
    assert heard() == ["taken", "taken"]
    envelope = Envelope.objects.get()
    assert envelope.fetched is not None
    assert set(envelope.files.values_list("verdict", flat=True)) == {"accepted"}
    assert collected(evening, port) == "", "it was answered"


def test_a_bad_answer_that_comes_by_ftps_changes_nothing_and_rings(safe: Path, port: int) -> None:
    """Malformed, unsigned, for another envelope, late, doubled: each by the regulator's own process."""
    note("account.registered", player=players_with(0, 1)[0])
    moved_to(lisbon(2026, 3, 2, 21))
    sealed()
    make_day()

    def answered(badly: str, moment: datetime = MORNING) -> list[str]:
        """What the receipt and the answers of one more visit came to, and that those refused ring."""
        known = len(heard(moment))
        collected(safe, port, *(["--badly", badly] if badly else []), memory=badly or "late")
        outcomes = heard(moment)
        refused = sum(outcome != "taken" for outcome in outcomes)
        good, details = envelopes.check_envelopes(clock.now())
        assert details["refused"] == refused and good is (refused == 0)
        assert Line.objects.filter(kind="regulator-files.answer-refused").count() == refused
        return outcomes[known:]

    assert answered("malformed") == ["taken", "malformed"], "the receipt was right"
    fetched = Envelope.objects.get().fetched
    # The receipt of each later visit is doubled.
    assert answered("unsigned") == ["doubled", "unsigned"]
    assert answered("other") == ["doubled", "other"]
    assert answered("", clock.now() + timedelta(days=8)) == ["doubled", "late"]
    assert Envelope.objects.get().fetched == fetched
    assert set(EnvelopedFile.objects.values_list("verdict", "answered")) == {("", None)}
    assert answered("doubled") == ["doubled", "taken", "doubled"]
    assert set(EnvelopedFile.objects.values_list("verdict", flat=True)) == {"accepted"}, "the first word"


def test_a_rejected_file_is_made_again_by_a_person_and_accepted(
    evening: Path, port: int, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """From a wrong colour in AJOG to the new file and its RESF.  [903-B Anexo 1, I; 2.3.4]"""
    with monkeypatch.context() as wrong:
        wrong.setattr(mapping, "write", with_other_colours(mapping.write))
        make_day()
    said = collected(evening, port)
    assert said.startswith("2AA_20260302.zip: 97 accepted, 1 rejected AJOG_2026030220_2AA.xml: resultado")
    assert heard() == ["taken"] * 2
    one = EnvelopedFile.objects.get(verdict="rejected").file
    officer = signer("compliance officer")
    assert [file.pk for file in work_sources.troubled_files(officer)] == [one.pk], "it is work"
    make_day(AFTERNOON)
    assert Envelope.objects.count() == 1, "nothing is made again before a person says so"

    settings.HOUSE_DEMO = True
    client = Client(headers={"accept-language": "en"})
    client.force_login(officer)
    page = client.get(reverse("compliance_file", args=[one.pk])).content.decode()
    assert 'value="The regulator asks for it: resultado' in page
    reason = "The regulator asks for it: the colours"
    client.post(reverse("compliance_file", args=[one.pk]), {"reason": reason})
    assert not answers.rejected().exists()
    make_day()
    again = Envelope.objects.latest("pk")
    assert again.name == "2AA_20260302rp.zip" and again.laid_down is None, "the regulator still fetches"
    make_day(AFTERNOON)
    names = {f"{one.name}rp", "RESF_20260302_2AArp"}
    assert set(again.files.values_list("file__name", flat=True)) == names
    assert collected(evening, port) == "2AA_20260302rp.zip: 2 accepted, 0 rejected"
    assert heard(AFTERNOON) == ["taken"] * 4
    assert set(again.files.values_list("verdict", flat=True)) == {"accepted"}
    assert not work_sources.troubled_files(officer).exists()


def with_other_colours(write: Any) -> Any:
    """A fault that the house cannot see: the colour is told by the record, and not by the ledger."""

    def write_other(file: Any, *rest: Any) -> int:
        buffer = io.BytesIO()
        rows: int = write(buffer, *rest)
        colour = rb"(?<=<ro_result_cor>)[VP]?(?=<)"
        file.write(re.sub(colour, lambda told: b"V" if told[0] == b"P" else b"P", buffer.getvalue()))
        return rows

    return write_other


def test_what_cannot_be_read_is_rejected_alone_with_the_summary(evening: Path) -> None:
    make_day()
    envelope, regulator = Envelope.objects.get(), regulator_of(evening)
    data = (evening / "outbox" / "out" / envelope.name).read_bytes()
    opened = regulator.open(envelope.name, data)
    plays = [file for file in opened if file.startswith("AJOG")]
    play, summary = max(plays, key=lambda file: len(opened[file][0])), "RESF_20260302_2AA.xml"
    content, signature = opened[play]

    def rejected(files: dict[str, tuple[bytes, bytes]], name: str = envelope.name) -> dict[str, str]:
        regulator.open = lambda *_: files  # type: ignore[method-assign]
        found = regulator.examine(name, data)
        return {file: reason for file, (_digest, reason) in found.verdicts.items() if reason}

    assert rejected(opened) == {}
    without = {file: parts for file, parts in opened.items() if file != play}
    assert rejected(without)[summary].startswith("em falta: no AJOG")
    assert rejected({**opened, play: (content, b"")}) == {play: "assinatura: não é a da entidade exploradora"}
    changed = content.replace(b"<cod_cofre>2AA<", b"<cod_cofre>2AB<")
    regulator._is_signed = lambda *_: True  # type: ignore[method-assign]
    assert list(rejected({**opened, play: (changed, b"")})) == [play]
    assert set(rejected(opened, "2AA_20260303.zip")) == set(opened), "they are of another day"
    assert list(rejected({play: opened[play]})) == [play], "without a summary nothing is made again"
    with pytest.raises(WrongEnvelope):
        rejected({})


def test_alerts_are_collected_and_their_receipt_comes_back(safe: Path, port: int) -> None:
    raised_alert(players_with(100_00, 1)[0], "losses", {"lost": 250_000})
    with clock.at(clock.now() + timedelta(hours=2)):
        envelopes.send_envelopes()
    envelope = Envelope.objects.get()
    regulator = regulator_of(safe)
    assert regulator.collect(port, PASSWORD) == [f"{envelope.name}: 1 alerts"]
    assert regulator.collect(port, PASSWORD) == [], "it has them"
    answers.read_answers(settled=-1)
    envelope.refresh_from_db()
    assert envelope.fetched is not None and RegulatorAnswer.objects.get().outcome == "taken"


@pytest.mark.parametrize(("day", "count"), [(DAY, 24), (date(2026, 3, 29), 23), (date(2026, 10, 25), 25)])
def test_the_regulator_counts_the_hours_of_a_day_by_itself(day: date, count: int) -> None:
    names = [f"AJOG_{day:%Y%m%d}{hour:02}{again}_2AA.xml" for hour in range(25) for again in ("", "B")]
    read = [read_file(name, b"", Licensee("2", "2AA", ""), SCHEMAS) for name in names]
    assert sum(1 for file in read if file.reasons[0].code != Code.NAME) == count


def test_the_door_shows_envelopes_and_takes_answers_and_nothing_else(safe: Path, port: int) -> None:
    import ftplib
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
