"""Files leave signed and encrypted, and the regulator's answers move them on.  [903-B Anexo 1, I and III]"""

from __future__ import annotations

import hashlib
import io
import shutil
import subprocess
import zipfile
from datetime import date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import padding
from django.db import IntegrityError, transaction
from django.db.models.functions import Now
from django.test import Client, override_settings
from django.urls import reverse

from casino.compliance.regulator import answers, envelopes, keys, production
from casino.compliance.regulator.models import Envelope, EnvelopedFile, RegulatorAnswer, RegulatorFile
from players.audit.models import Line
from players.shared import clock
from tests.casino.compliance.regulator.conftest import both_schemas_faults, lisbon, moved_to, played, sealed
from tests.live_table import signer

pytestmark = pytest.mark.django_db
DAY = date(2026, 3, 2)
VALID = lisbon(2026, 2, 1)
MORNING, NOON = lisbon(2026, 3, 3, 2), lisbon(2026, 3, 3, 12)
NAME = "2AA_20260302.zip"
CONTENT = b"<ficheiro/>"


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("keys")
    keys.make_sandbox_keys(folder, since=VALID)
    return folder


@pytest.fixture
def safe(folders: Path, settings: Any, pairs: Path) -> Path:
    """A house with keys and a folder for answers."""
    settings.REGULATOR_SANDBOX_KEYS = str(folders / "keys")
    settings.REGULATOR_ANSWERS = str(folders / "answers")
    (folders / "answers").mkdir()
    shutil.copytree(pairs, folders / "keys")
    return folders


@pytest.fixture
def vault(safe: Path) -> Path:
    """The files of one day are delivered. What is in them does not matter to an envelope."""
    production.expect(since=clock.midnight(DAY), until=clock.midnight(DAY + timedelta(days=1)))
    files = RegulatorFile.objects.all()
    for file in files:
        path = safe / "files" / production.stored_name(file)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(CONTENT)
    digest = hashlib.sha256(CONTENT).hexdigest()
    files.update(state="made", made=Now(), rows=0, size=len(CONTENT), digest=digest)
    for state in ("validated", "reconciled", "delivered"):
        files.update(**{"state": state, state: Now()})
    return safe


@pytest.fixture
def evening(safe: Path) -> Path:
    """A day on which people played."""
    played(safe)
    moved_to(lisbon(2026, 3, 2, 21))
    sealed()
    return safe


def make_day(until: datetime | None = None) -> None:
    until = until or clock.midnight(DAY + timedelta(days=1))
    while production.make_files(seconds=300, since=clock.midnight(DAY), until=until):
        pass


def sent(moment: datetime = MORNING) -> Envelope:
    with clock.at(moment):
        envelopes.send_envelopes()
    return Envelope.objects.latest("pk")


def laid_down(folder: Path, name: str = NAME) -> bytes:
    return (folder / "outbox" / "out" / name).read_bytes()


def opened(folder: Path, name: str = NAME) -> dict[str, bytes]:
    """The files of an envelope, opened with the commands that the regulator could use."""
    key, place = folder / "keys", folder / "opened"
    place.mkdir(exist_ok=True)
    with zipfile.ZipFile(io.BytesIO(laid_down(folder, name))) as outer:
        assert set(outer.namelist()) == {f"{name}.crypt", "rpasswd.pass.crypt"}
        outer.extractall(place)
    run("cms", "-decrypt", "-inform", "DER", "-in", place / "rpasswd.pass.crypt",
        "-inkey", key / keys.REGULATOR_KEY, "-out", place / "pass")  # fmt: skip
    run("enc", "-d", "-aes-256-cbc", "-pbkdf2", "-pass", f"file:{place / 'pass'}",
        "-in", place / f"{name}.crypt", "-out", place / "inner.zip")  # fmt: skip
    with zipfile.ZipFile(place / "inner.zip") as inner:
        return {entry: inner.read(entry) for entry in inner.namelist()}


def run(*command: object) -> None:
    subprocess.run(["openssl", *map(str, command)], check=True, capture_output=True)


def signed_answer(
    folder: Path, envelope: Envelope, verdicts: dict[str, tuple[str, str]] | None = None, **more: Any
) -> bytes:
    """An answer as the regulator signs it: for each file its digest and the reason of a rejection."""
    lines = []
    for name, (digest, reason) in (verdicts or {}).items():
        told = f"<motivo>{reason}</motivo>" if reason else ""
        state = "rejeitado" if reason else "aceite"
        lines.append(f'<ficheiro nome="{name}" sha256="{digest}" estado="{state}">{told}</ficheiro>')
    digest = more.get("digest", envelope.digest)
    name = more.get("name", envelope.name)
    document = f'<resposta envelope="{name}" sha256="{digest}">{"".join(lines)}</resposta>'
    return packed(folder, more.get("head", "") + document)


def packed(folder: Path, document: str, key_file: str = keys.REGULATOR_KEY) -> bytes:
    key: Any = serialization.load_pem_private_key((folder / "keys" / key_file).read_bytes(), None)
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as answer:
        answer.writestr("resposta.xml", document)
        signature = key.sign(document.encode(), padding.PKCS1v15(), hashes.SHA256())
        answer.writestr("resposta.xml.sig", signature)
    return buffer.getvalue()


def came(folder: Path, content: bytes, name: str = "resposta.zip") -> str:
    """What became of an answer that was put into the folder."""
    (folder / "answers" / name).write_bytes(content)
    with clock.at(MORNING + timedelta(hours=1)):
        assert answers.read_answers(settled=-1) == 1
    assert not (folder / "answers" / name).exists(), "it was put aside"
    return RegulatorAnswer.objects.latest("pk").outcome


def verdicts_for(reason: str = "", family: str = "") -> dict[str, tuple[str, str]]:
    """Every file accepted; those of a family rejected for this reason."""
    return {
        f"{row.file.name}.xml": (row.file.digest, reason if row.file.family == family else "")
        for row in EnvelopedFile.objects.select_related("file")
    }


def state_now() -> list[tuple[Any, ...]]:
    rows = EnvelopedFile.objects.order_by("pk").values_list("pk", "verdict", "reason", "answered")
    return [*rows, *Envelope.objects.order_by("pk").values_list("pk", "fetched", "laid_down")]


# --- out


def test_a_day_leaves_in_one_envelope_that_openssl_opens(evening: Path) -> None:
    make_day(lisbon(2026, 3, 2, 22))
    with clock.at(lisbon(2026, 3, 2, 23)):
        assert envelopes.send_envelopes() == 0, "it waits for the whole day"
    make_day()
    envelope = sent()
    assert envelope.name == NAME and envelope.laid_down is not None and envelope.fetched is None
    files = opened(evening)
    made = RegulatorFile.objects.filter(day=DAY)
    names = {f"{file.name}.xml" for file in made}
    assert len(names) == 98 and files.keys() == names | {f"{name}.p7s" for name in names}
    for file in made.exclude(rows=0):
        content = files[f"{file.name}.xml"]
        assert hashlib.sha256(content).hexdigest() == file.digest
        assert both_schemas_faults(file.family, content) == []
        assert verified(evening, content, files[f"{file.name}.xml.p7s"]) == content
    # [903-B Anexo 1, I: each reprocessing has RESF with it]
    verdicts, one = verdicts_for(), made.get(family="TRAN", rows__gt=0)
    verdicts[f"{one.name}.xml"] = (one.digest, "saldo errado")
    assert came(evening, signed_answer(evening, envelope, verdicts)) == "taken"
    assert envelopes.check_envelopes(MORNING)[0] is False
    assert answers.rejected().get().file == one
    production.reprocess(file=one, person=signer("compliance officer"), reason="asked by the regulator")
    assert not answers.rejected().exists()
    make_day()
    # [903-B Anexo 1, I: nothing is made again while the regulator fetches]
    assert sent(NOON - timedelta(seconds=1)).laid_down is None
    again = sent(NOON)
    assert again.name == "2AA_20260302rp.zip" and again.laid_down is not None
    assert set(again.files.values_list("file__name", flat=True)) == {f"{one.name}rp", "RESF_20260302_2AArp"}
    assert len(opened(evening, again.name)) == 4
    verdicts = {f"{row.file.name}.xml": (row.file.digest, "") for row in again.files.select_related("file")}
    assert came(evening, signed_answer(evening, again, verdicts), "3.zip") == "taken"


def verified(folder: Path, content: bytes, signature: bytes) -> bytes:
    (folder / "one.xml").write_bytes(content)
    (folder / "one.p7s").write_bytes(signature)
    run("cms", "-verify", "-binary", "-inform", "DER", "-in", folder / "one.p7s", "-content",
        folder / "one.xml", "-CAfile", folder / "keys" / keys.HOUSE, "-purpose", "any",
        "-out", folder / "verified")  # fmt: skip
    return (folder / "verified").read_bytes()


def test_nothing_in_an_envelope_can_be_read_without_the_key(vault: Path) -> None:
    sent()
    data = laid_down(vault)
    assert b"ficheiro" not in data and b"AJOG" not in data


def test_a_house_without_keys_delivers_and_seals_nothing(vault: Path, settings: Any) -> None:
    settings.REGULATOR_SANDBOX_KEYS = ""
    with clock.at(MORNING):
        assert envelopes.send_envelopes() == 0
        assert envelopes.check_envelopes(clock.now()) == (None, {"sealing": False})


@pytest.mark.parametrize("fault", ["certificate of another key", "no key", "no file", "expired"])
def test_keys_that_cannot_be_used_make_no_envelope(vault: Path, fault: str) -> None:
    folder, moment = vault / "keys", MORNING
    if fault == "certificate of another key":
        (folder / keys.HOUSE).write_bytes((folder / keys.REGULATOR).read_bytes())
    elif fault == "no key":
        (folder / keys.HOUSE_KEY).write_text("nothing")
    elif fault == "no file":
        (folder / keys.HOUSE).unlink()
    else:
        moment = VALID - timedelta(days=1)
    with clock.at(moment):
        with pytest.raises(OSError):
            keys.load_keys()
        assert envelopes.send_envelopes() == 0
    assert not Envelope.objects.exists()


def test_the_newest_certificate_encrypts_and_an_older_one_is_still_believed(vault: Path) -> None:
    """How the regulator's key is changed: its new certificate is added at the end of the file."""
    envelope, folder = sent(), vault / "keys"
    old = signed_answer(vault, envelope)
    key, certificate = keys.sandbox_pair("Sandbox regulator", VALID)
    with (folder / keys.REGULATOR).open("ab") as file:
        file.write(certificate.public_bytes(serialization.Encoding.PEM))
    assert keys.load_keys().recipient == certificate
    assert came(vault, old) == "taken"


def test_what_lies_before_the_regulator_is_what_was_sealed(vault: Path, settings: Any) -> None:
    settings.REGULATOR_OUTBOX = str(vault / "blocked")
    (vault / "blocked").write_text("")
    envelope = sent()
    assert envelope.laid_down is None and envelope.tries == 1 and envelope.error
    settings.REGULATOR_OUTBOX = str(vault / "outbox")
    Envelope.objects.update(next_try=clock.now())
    assert sent().laid_down is not None
    assert hashlib.sha256(laid_down(vault)).hexdigest() == envelope.digest


def test_a_file_that_changed_on_the_disk_is_in_no_envelope(vault: Path) -> None:
    file = RegulatorFile.objects.filter(family="AJOG").latest("pk")
    (vault / "files" / production.stored_name(file)).write_bytes(b"<other/>")
    with clock.at(MORNING):
        assert envelopes.send_envelopes() == 0
        good, details = envelopes.check_envelopes(clock.now())
    assert (good, details["unsealed"]) == (False, 98)


# --- back


def test_the_life_of_a_file_is_seen_on_its_page(vault: Path, settings: Any) -> None:
    envelope = sent()
    assert came(vault, signed_answer(vault, envelope), "1.zip") == "taken"
    assert Envelope.objects.get().fetched is not None
    assert not EnvelopedFile.objects.exclude(verdict="").exists(), "fetched, and not answered"
    answer = signed_answer(vault, envelope, verdicts_for("hora trocada", "JGDR"))
    assert came(vault, answer, "2.zip") == "taken"
    assert EnvelopedFile.objects.filter(verdict="accepted").count() == 74
    rejected = EnvelopedFile.objects.filter(verdict="rejected")
    assert set(rejected.values_list("reason", flat=True)) == {"hora trocada"}
    settings.HOUSE_DEMO = True
    client = Client(headers={"accept-language": "en"})
    client.force_login(signer("regulator"))
    one = rejected.first()
    assert one is not None
    text = client.get(reverse("compliance_file", args=[one.file_id])).content.decode()
    steps = [
        "Due",
        "Made",
        "Validated",
        "Reconciled",
        "Delivered",
        "Signed",
        "In the safe",
        "Fetched",
        "Rejected",
    ]
    assert [step for step in steps if f'<li data-done="yes">{step}<' not in text] == []
    places = [text.index(f'<li data-done="yes">{step}<') for step in steps]
    assert places == sorted(places) and "hora trocada" in text and NAME in text
    day = client.get(reverse("compliance_files"), {"day": DAY.isoformat()}).content.decode()
    assert NAME in day and "hora trocada" in day and 'data-state="accepted"' in day


BOMB = '<!DOCTYPE a [<!ENTITY b "bbbbbbbb"><!ENTITY c "&b;&b;&b;&b;">]>'


def test_a_malformed_answer_changes_nothing_and_rings(vault: Path) -> None:
    envelope = sent()
    digest, name = next((digest, name) for name, (digest, _why) in verdicts_for().items())
    line = f'<ficheiro nome="{name}" sha256="{digest}" estado="rejeitado"/>'
    document = f'<resposta envelope="{envelope.name}" sha256="{envelope.digest}">{{}}</resposta>'
    for content in (
        b"accepted", b"",
        packed(vault, " " * (2 << 20)),
        renamed(signed_answer(vault, envelope)),
        packed(vault, "<resposta"),
        signed_answer(vault, envelope, head=BOMB),
        packed(vault, document.format("<outro/>")),
        packed(vault, document.format(line)),
        b"0" * ((4 << 20) + 1),
    ):  # fmt: skip
        refused(vault, content, "malformed")


def renamed(content: bytes) -> bytes:
    return content.replace(b"resposta.xml", b"../../a.xmls")


def refused(vault: Path, content: bytes, outcome: str) -> None:
    before = state_now()
    assert came(vault, content, "other.zip") == outcome
    assert state_now() == before
    count = RegulatorAnswer.objects.exclude(outcome="taken").count()
    assert Line.objects.filter(kind="regulator-files.answer-refused").count() == count
    now = RegulatorAnswer.objects.latest("pk").at
    assert envelopes.check_envelopes(now)[1]["refused"] == count
    assert envelopes.check_envelopes(now)[0] is False, "it rings"
    assert envelopes.check_envelopes(now + timedelta(days=2))[1]["refused"] == 0, "it rings for a day"
    client = Client(headers={"accept-language": "en"})
    client.force_login(signer("regulator"))
    with override_settings(HOUSE_DEMO=True):
        page = client.get(reverse("compliance_files"), {"day": DAY.isoformat()}).content.decode()
    why = str(RegulatorAnswer.Outcome(outcome).label)
    assert page.count("other.zip") == count and why in page, "the page of the day names it, with the reason"


def test_an_unsigned_answer_changes_nothing_and_rings(vault: Path) -> None:
    good = signed_answer(vault, sent(), verdicts_for())
    with zipfile.ZipFile(io.BytesIO(good)) as answer:
        document, signature = answer.read("resposta.xml"), answer.read("resposta.xml.sig")
    for changed in ({"resposta.xml.sig": signature}, {"resposta.xml.sig": b""}, {}):
        buffer = io.BytesIO()
        with zipfile.ZipFile(buffer, "w") as answer:
            for name, content in {"resposta.xml": document + b" ", **changed}.items():
                answer.writestr(name, content)
        refused(vault, buffer.getvalue(), "unsigned")
    refused(vault, packed(vault, document.decode(), keys.HOUSE_KEY), "unsigned")


def test_an_answer_for_another_file_changes_nothing_and_rings(vault: Path) -> None:
    envelope, verdicts = sent(), verdicts_for()
    name, (digest, _reason) = next(iter(verdicts.items()))
    for content in (
        signed_answer(vault, envelope, verdicts, name="2AA_20260301.zip"),
        signed_answer(vault, envelope, verdicts, digest="0" * 64),
        signed_answer(vault, envelope, {**verdicts, "AJOG_1999.xml": (digest, "")}),
        signed_answer(vault, envelope, {**verdicts, name: ("0" * 64, "")}),
    ):
        refused(vault, content, "other")


def test_a_doubled_answer_changes_nothing_and_rings(vault: Path) -> None:
    envelope, verdicts = sent(), verdicts_for()
    (name, (digest, _reason)), (other, _verdict) = list(verdicts.items())[:2]
    first = signed_answer(vault, envelope, {name: (digest, "")})
    assert came(vault, first, "first.zip") == "taken"
    twice = f'<ficheiro nome="{other}" sha256="{digest}" estado="aceite"/>' * 2
    head = f'<resposta envelope="{envelope.name}" sha256="{envelope.digest}">'
    for content in (
        first,
        signed_answer(vault, envelope, {name: (digest, "afinal não")}),
        packed(vault, f"{head}{twice}</resposta>"),
        packed(vault, f"{head} </resposta>"),
    ):
        refused(vault, content, "doubled")


def test_a_late_answer_changes_nothing_and_rings(vault: Path) -> None:
    envelope = sent()
    content = signed_answer(vault, envelope, verdicts_for())
    (vault / "answers" / "late.zip").write_bytes(content)
    with clock.at(envelope.laid_down + timedelta(days=7, seconds=1)):  # type: ignore[operator]
        answers.read_answers(settled=-1)
    answer = RegulatorAnswer.objects.get()
    assert answer.outcome == "late" and envelopes.check_envelopes(answer.at)[1]["refused"] == 1
    assert not EnvelopedFile.objects.exclude(verdict="").exists()


def test_an_answer_about_a_file_that_was_replaced_is_late(vault: Path) -> None:
    envelope = sent()
    one = RegulatorFile.objects.filter(family="TRAN").first()
    assert one is not None
    production.reprocess(file=one, person=signer("compliance officer"), reason="found by the house")
    refused(vault, signed_answer(vault, envelope, {f"{one.name}.xml": (one.digest, "saldo errado")}), "late")


def test_an_answer_that_is_being_written_waits_and_a_link_is_left_alone(vault: Path) -> None:
    envelope = sent()
    (vault / "answers" / "new.zip").write_bytes(signed_answer(vault, envelope))
    (vault / "answers" / "link.zip").symlink_to(vault / "keys" / keys.HOUSE_KEY)
    assert answers.read_answers() == 0
    assert answers.read_answers(settled=-1) == 1


# --- late


def test_each_late_step_rings(vault: Path, settings: Any) -> None:
    def check(moment: datetime) -> dict[str, Any]:
        with clock.at(moment):
            return dict(envelopes.check_envelopes(moment)[1])

    assert check(lisbon(2026, 3, 3, 0, 29))["unsealed"] == 0
    assert check(lisbon(2026, 3, 3, 0, 30))["unsealed"] == 98, "half an hour before the deadline"
    sent()
    day = Envelope.objects.get().laid_down
    assert day is not None
    noon = day.astimezone(clock.LISBON).replace(hour=12, minute=0, second=0, microsecond=0)
    noon += timedelta(days=1) if noon <= day else timedelta()
    assert check(noon - timedelta(minutes=1))["unfetched"] == 0
    assert check(noon + timedelta(minutes=1))["unfetched"] == 1
    assert check(day + timedelta(days=6))["unanswered"] == 0
    assert check(day + timedelta(days=7, minutes=1))["unanswered"] == 98
    assert check(VALID + keys.SANDBOX_LIFE - keys.EXPIRES_SOON - timedelta(minutes=1))["expiring"] == 0
    assert check(VALID + keys.SANDBOX_LIFE - keys.EXPIRES_SOON)["expiring"] == 2, "before they end"
    settings.REGULATOR_ANSWERS = ""
    nobody = check(day + timedelta(days=8))
    assert (nobody["unfetched"], nobody["unanswered"]) == (None, None), "nobody waits, and it is unknown"


# --- the law


def test_the_database_refuses_another_way(vault: Path) -> None:
    envelope = sent()
    row = EnvelopedFile.objects.select_related("file").first()
    assert row is not None
    for change in (
        lambda: Envelope.objects.update(digest="0" * 64),
        lambda: Envelope.objects.update(laid_down=None),
        lambda: EnvelopedFile.objects.filter(pk=row.pk).update(verdict="accepted", answered=clock.now()),
        lambda: (
            RegulatorAnswer.objects.create(name="x", outcome="taken")
            and RegulatorAnswer.objects.update(name="y")
        ),
        lambda: Envelope.objects.create(
            day=DAY, name="x", deadline=clock.now(), digest="0", size=1, laid_down=clock.now()
        ),
    ):
        with pytest.raises(IntegrityError), transaction.atomic():
            change()
    assert came(vault, signed_answer(vault, envelope, verdicts_for())) == "taken"
    with pytest.raises(IntegrityError), transaction.atomic():
        EnvelopedFile.objects.filter(pk=row.pk).update(verdict="rejected", reason="x")
