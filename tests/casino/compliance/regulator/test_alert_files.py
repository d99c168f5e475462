"""The data behind alerts leave for the regulator: gathered, sealed, laid down, fetched.  [903-B 8.4.1.3]"""

from __future__ import annotations

import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from django.db import IntegrityError, transaction
from django.db.models.functions import Now
from django.test import Client
from django.urls import reverse
from lxml import etree

from casino.compliance.collusion.models import Case, CaseMember, Evidence
from casino.compliance.duties.due_dates import due_items
from casino.compliance.monitoring.models import Alert
from casino.compliance.monitoring.rules import shipped_rules
from casino.compliance.regulator import alerts, answers, envelopes, keys
from casino.compliance.regulator.models import AlertFile, Envelope, ReportedAlert
from casino.compliance.rtp_monitoring.models import Alarm
from players.audit.models import Line
from players.models import Player
from players.shared import clock
from tests.casino.compliance.monitoring.alerts import raised_alert, rule_of_laundering, version_in_force
from tests.live_table import players_with, signer
from tests.sandbox_regulator.collection import Regulator
from tests.sandbox_regulator.reading import Licensee

pytestmark = pytest.mark.django_db
LATER = timedelta(hours=2)
FIGURES = {"lost": 250_000}


@pytest.fixture(scope="module")
def pairs(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("keys")
    keys.make_sandbox_keys(folder, since=datetime.now(UTC) - timedelta(days=1))
    return folder


@pytest.fixture
def safe(folders: Path, settings: Any, pairs: Path) -> Path:
    settings.HOUSE_DEMO = True  # staff need no second factor
    settings.REGULATOR_SANDBOX_KEYS = str(folders / "keys")
    settings.REGULATOR_ANSWERS = str(folders / "outbox" / "answers")
    shutil.copytree(pairs, folders / "keys")
    return folders


@pytest.fixture
def player(safe: Path) -> Player:
    return players_with(100_00, 1)[0]


def suspected(player: Player) -> Alert:
    version = version_in_force(rule_of_laundering(shipped_rules()["losses"], "suspicion"))
    now = clock.now()
    return Alert.objects.create(
        version=version, player=player, kind="laundering", at=now, since=now, event="round", figures=FIGURES
    )


def sent(after: timedelta = LATER) -> int:
    with clock.at(clock.now() + after):
        return envelopes.send_envelopes()


def opened(folder: Path, file: AlertFile) -> Any:
    """What the regulator reads, with the house's signature proven."""
    regulator = Regulator(folder / "keys", folder / "memory", Licensee("2", "2AA", ""))
    data = (folder / "outbox" / "out" / file.envelope.name).read_bytes()
    ((name, (content, signature)),) = regulator.open(file.envelope.name, data).items()
    assert regulator._is_signed(content, signature)
    assert name == file.name
    return etree.fromstring(content)


def client_of(role: str) -> Client:
    client = Client(headers={"accept-language": "en"})
    client.force_login(signer(role))
    return client


def test_the_data_behind_an_alert_are_laid_down_once(safe: Path, player: Player) -> None:
    alert = raised_alert(player, "losses", FIGURES)
    assert sent(timedelta(minutes=50)) == 0, "more of the same hour may follow"
    assert sent() == 2 and sent() == 0, "sealed and laid down, once"
    file = AlertFile.objects.get()
    assert file.source == "care" and file.envelope.laid_down and file.envelope.receipt
    assert file.envelope.deadline == alert.made + timedelta(hours=24)
    read = opened(safe, file)
    assert read.findtext("cod_cofre") == "2AA" and read.findtext("origem") == "care"
    (told,) = read.iter("alerta")
    assert told.findtext("id_alerta") == str(alert.pk) and told.findtext("id_jogador") == str(player.pk)
    assert told.findtext("regra") == "losses 1" and "2 500" in told.findtext("descricao").replace("\xa0", " ")
    assert [(row.findtext("nome"), row.findtext("valor")) for row in told.iter("valor") if len(row)] == [
        ("lost", "250000")
    ]
    raised_alert(player, "losses", FIGURES, at=clock.now() + timedelta(seconds=1))
    assert sent() == 2
    names = list(AlertFile.objects.order_by("pk").values_list("name", flat=True))
    assert len(set(names)) == 2 and names[1].endswith("_ALRT_0002.xml")
    assert ReportedAlert.objects.count() == Alert.objects.count() == 2


def test_every_source_has_its_own_file(safe: Path) -> None:
    players = players_with(100_00, 2)
    raised_alert(players[0], "losses", FIGURES)
    raised_alert(players[0], "losses", FIGURES, kind="bots", at=clock.now() + timedelta(seconds=1))
    suspected(players[1])
    today = clock.day_of(clock.now())
    Alarm.objects.create(
        scope="blackjack", day=today, since=today, rounds=10, staked=100, difference=50, evidence=0.5
    )
    case = Case.objects.create(kind="pair", key="1-2")
    for player in players:
        CaseMember.objects.create(case=case, player=player)
    Evidence.objects.create(case=case, kind="device", chance=0.001, figures={})
    told = Case.objects.create(kind="report", key="complaint")
    Evidence.objects.create(case=told, kind="report", figures={})
    assert sent() == 2 * len(alerts.SOURCES)
    files = {file.source: file for file in AlertFile.objects.select_related("envelope")}
    assert set(files) == set(alerts.SOURCE_OF)
    both = opened(safe, files["hold-em"])
    assert [each.text for each in both.iter("id_jogador")] == [str(player.pk) for player in players]
    assert ReportedAlert.objects.filter(source="hold-em").count() == 1, "a player's report is no threshold"
    assert opened(safe, files["returns"]).findtext("alerta/regra") == "blackjack"


def test_an_alert_that_is_in_no_file_or_not_laid_down_rings_before_its_day_is_over(
    safe: Path, player: Player, settings: Any
) -> None:
    raised_alert(player, "losses", FIGURES)

    def counts(after: timedelta) -> Any:
        return envelopes.check_envelopes(clock.now() + after)[1]

    assert counts(timedelta(hours=11))["alerts"] == 0 and counts(timedelta(hours=13))["alerts"] == 1
    (safe / "outbox").mkdir(exist_ok=True)
    (safe / "outbox" / "out").write_text("no folder")
    assert sent() == 1, "sealed, and the safe is away"
    assert counts(timedelta(hours=23))["alerts"] == 0 and counts(timedelta(hours=23))["waiting"] == 0
    assert counts(timedelta(hours=23, minutes=31))["waiting"] == 1, "half an hour before its day is over"
    (owed,) = [item for item in due_items(clock.now()) if item.key.startswith("alerts-")]
    assert owed.law == "903-B 8.4.1.3" and owed.url == reverse("compliance_alert_files")
    (safe / "outbox" / "out").unlink()
    Envelope.objects.update(next_try=Now())
    assert sent(timedelta(hours=3)) == 1
    assert counts(timedelta(hours=25))["waiting"] == 0
    assert not [item for item in due_items(clock.now()) if item.key.startswith("alerts-")]


def test_alerts_wait_where_the_house_has_no_keys(safe: Path, player: Player, settings: Any) -> None:
    raised_alert(player, "losses", FIGURES)
    settings.REGULATOR_SANDBOX_KEYS = ""
    assert sent() == 0 and not AlertFile.objects.exists()
    text = client_of("compliance officer").get(reverse("compliance_alert_files")).content.decode()
    assert "no keys" in text and "In no file yet" in text


def test_keys_that_cannot_be_used_make_no_file_and_lose_no_alert(safe: Path, player: Player) -> None:
    raised_alert(player, "losses", FIGURES)
    key = safe / "keys" / "house.key"
    kept = key.read_bytes()
    key.write_text("no key")
    assert sent() == 0 and not AlertFile.objects.exists() and not Envelope.objects.exists()
    key.write_bytes(kept)
    assert sent() == 2


def test_the_regulator_says_that_it_has_fetched_them(safe: Path, player: Player) -> None:
    raised_alert(player, "losses", FIGURES)
    sent()
    envelope = Envelope.objects.get()
    regulator = Regulator(safe / "keys", safe / "memory", Licensee("2", "2AA", ""))
    data = (safe / "outbox" / "out" / envelope.name).read_bytes()
    (safe / "outbox" / "answers").mkdir(exist_ok=True)
    (safe / "outbox" / "answers" / "receipt.zip").write_bytes(regulator.receipt(envelope.name, data))
    with clock.at(clock.now() + LATER):
        answers.read_answers(settled=-1)
    envelope.refresh_from_db()
    assert envelope.fetched is not None
    page = client_of("compliance officer").get(reverse("compliance_alert_files")).content.decode()
    assert envelope.receipt in page and envelope.name.replace(".zip", ".xml") in page


def test_a_file_with_alerts_is_not_one_of_the_day(safe: Path, player: Player) -> None:
    """The next envelope of the day keeps its name, and the day's page has no envelope without files."""
    raised_alert(player, "losses", FIGURES)
    sent()
    file = AlertFile.objects.get()
    day = file.envelope.day.isoformat()
    page = client_of("compliance officer").get(reverse("compliance_files"), {"day": day}).content.decode()
    assert file.envelope.name not in page
    assert not Envelope.objects.filter(day=file.envelope.day, alert_file=None).exists()


def test_each_person_sees_the_sources_that_their_roles_see(safe: Path, player: Player) -> None:
    raised_alert(player, "losses", FIGURES)
    suspected(player)
    sent()
    care, laundering = (AlertFile.objects.get(source=source) for source in ("care", "laundering"))
    page = reverse("compliance_alert_files")
    for role, seen, unseen in (
        ("compliance officer", care, laundering),
        ("regulator", care, laundering),
        ("management", care, laundering),
        ("laundering officer", laundering, care),
    ):
        client = client_of(role)
        text = client.get(page).content.decode()
        assert seen.name in text and unseen.name not in text
        assert client.get(reverse("compliance_alert_file", args=[unseen.pk])).status_code == 404
        taken = client.get(reverse("compliance_alert_file", args=[seen.pk]))
        assert b"".join(taken.streaming_content) == alerts.content_of(seen)  # type: ignore[attr-defined]
        assert Line.objects.filter(kind="regulator-files.alerts-taken", about=f"alertfile:{seen.pk}").exists()
    # The number between two that are shown has its reason; one that no other tells of is not mentioned.
    day = f"{care.envelope.day:%d/%m/%Y}"
    assert (
        f"your roles may not see: 0001 ({day})." in client_of("laundering officer").get(page).content.decode()
    )
    assert "your roles may not see" not in client_of("compliance officer").get(page).content.decode()
    raised_alert(player, "losses", FIGURES, at=clock.now() + timedelta(seconds=1))
    waits = client_of("compliance officer").get(page).content.decode()
    assert reverse("compliance_cases_care") in waits.partition("In no file yet")[2].partition("Files")[0]
    sent()
    assert (
        f"your roles may not see: 0002 ({day})." in client_of("compliance officer").get(page).content.decode()
    )
    assert client_of("support").get(page).status_code == 403
    assert client_of("compliance officer").post(page).status_code == 403


def test_a_file_that_changed_is_not_handed_out(safe: Path, player: Player) -> None:
    raised_alert(player, "losses", FIGURES)
    sent()
    file = AlertFile.objects.get()
    (safe / "files" / alerts.file_path(file)).write_bytes(b"<alertas/>")
    answer = client_of("compliance officer").get(
        reverse("compliance_alert_file", args=[file.pk]), follow=True
    )
    assert "not handed out" in answer.content.decode()


def test_the_database_keeps_what_was_sent(safe: Path, player: Player) -> None:
    raised_alert(player, "losses", FIGURES)
    sent()
    for rows in (AlertFile.objects.all(), ReportedAlert.objects.all()):
        with pytest.raises(IntegrityError, match="append-only"), transaction.atomic():
            rows.update(source="other")
    file, reported = AlertFile.objects.get(), ReportedAlert.objects.get()
    with pytest.raises(IntegrityError, match="an_alert_is_reported_once"), transaction.atomic():
        ReportedAlert.objects.create(file=file, source="care", number=reported.number)
