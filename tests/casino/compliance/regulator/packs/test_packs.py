"""Packs are data and a few functions: a second country needs no change of shared code."""

from __future__ import annotations

import base64
import hashlib
import json
from collections import Counter
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography.exceptions import InvalidSignature
from django.test import Client
from django.urls import reverse

from casino.compliance.regulator import answers, envelopes, production
from casino.compliance.regulator.due_files import deadline, due_files
from casino.compliance.regulator.facts.spans import whole_day
from casino.compliance.regulator.models import RegulatorFile
from casino.compliance.regulator.packs import pack_in_force, read_pack, schemas_in_force
from games.catalogue import GAMES
from players.shared import clock
from tests.casino.compliance.regulator.conftest import FIRST, lisbon, moved_to, played, sealed
from tests.casino.compliance.regulator.packs import mapping as toy
from tests.live_table import signer

pytestmark = pytest.mark.django_db
PACKS = "casino.compliance.regulator.packs"
TOY = "tests.casino.compliance.regulator.packs"
DAY = date(2026, 3, 2)


@pytest.mark.parametrize("package", [f"{PACKS}.pt_2015", f"{PACKS}.pt_2018", TOY])
def test_every_pack_has_a_record_for_every_game(package: str) -> None:
    pack = read_pack(package)
    assert pack.games.keys() == set(GAMES)
    assert len({family.code for family in pack.families}) == len(pack.families)


def test_the_amended_pack_is_the_printed_one_with_what_is_public(settings: Any) -> None:
    printed, amended = read_pack(f"{PACKS}.pt_2015"), read_pack(f"{PACKS}.pt_2018")
    assert (printed.deadline, amended.deadline) == (1, 4)
    assert (amended.families, amended.codes, amended.name) == (printed.families, printed.codes, printed.name)
    added = {f"{amendment.family}.{amendment.element}" for amendment in amended.amendments}
    assert added == {
        "EXCL.CodAcao", "EXCL.Estado", "JGDR.cod_acao", "JGDR.estado", "JGDR.dur_suspensao",
    }  # fmt: skip
    assert not any(amendment.obtained for amendment in amended.amendments), "so none is written"
    settings.REGULATOR_PACK = f"{PACKS}.pt_2018"
    assert schemas_in_force() == FIRST
    assert deadline(whole_day(DAY).since) == datetime(2026, 3, 3, 4, tzinfo=UTC)


@pytest.fixture
def toy_country(folders: Path, settings: Any) -> Path:
    settings.REGULATOR_PACK, settings.REGULATOR_VAULT = TOY, "T1"
    return folders


@pytest.mark.parametrize(
    ("day", "ends"),
    [
        (DAY, ["00", "06", "12", "18"]),
        (date(2025, 3, 30), ["00", "07", "13", "19"]),
        (date(2025, 10, 26), ["00", "05", "11", "17", "23"]),
    ],
)
def test_another_cadence_covers_every_day(toy_country: Path, day: date, ends: list[str]) -> None:
    whole = whole_day(day)
    spans = [span for family, span in due_files(whole.since, whole.until) if family == "PLAYS"]
    assert [span.hour for span in spans] == ends
    assert (spans[0].since, spans[-1].until) == (whole.since, whole.until)
    assert all(before.until == after.since for before, after in zip(spans, spans[1:], strict=False))


def test_another_country_has_its_files_made_checked_signed_and_laid_down(toy_country: Path) -> None:
    played(toy_country)
    moved_to(lisbon(2026, 3, 2, 21))
    sealed()
    production.make_files(
        seconds=300, since=clock.midnight(DAY), until=clock.midnight(DAY + timedelta(days=1))
    )
    assert Counter(RegulatorFile.objects.values_list("family", "state")) == {
        ("PLAYS", "delivered"): 4,
        ("CASH", "delivered"): 4,
        ("PEOPLE", "delivered"): 1,
        ("SUMS", "delivered"): 1,
    }
    (plays,) = RegulatorFile.objects.filter(family="PLAYS", rows__gt=0)
    assert plays.name == "T1.20260302.18.PLAYS" and plays.deadline == datetime(2026, 3, 3, 12, tzinfo=UTC)
    with clock.at(lisbon(2026, 3, 3, 1)):
        assert envelopes.send_envelopes() == 2 * 10, "each file is sealed alone, and laid down"
        assert envelopes.send_envelopes() == 0
    laid_down = (toy_country / "outbox" / "signed" / "T1.20260302.18.PLAYS.jsonl").read_bytes()
    content, _, last = laid_down.rstrip(b"\n").rpartition(b"\n")
    signature, signed = base64.b64decode(json.loads(last)["signature"]), plays.name.encode() + b".jsonl"
    toy.KEY.public_key().verify(signature, signed + content + b"\n")
    with pytest.raises(InvalidSignature):
        toy.KEY.public_key().verify(signature, signed + content)
    sums = RegulatorFile.objects.get(family="SUMS")
    assert b'"stake": 2000' in production.content_of(sums)
    said = json.dumps({
        "envelope": "T1.20260302.18.PLAYS.jsonl", "digest": hashlib.sha256(laid_down).hexdigest(),
        "files": [["T1.20260302.18.PLAYS.jsonl", plays.digest, True]],
    })  # fmt: skip
    answers.take_answer(toy.signed(f"{said}\n".encode()), "")
    assert plays.enveloped.verdict == "accepted"


def test_a_planted_difference_is_red_in_another_country_too(toy_country: Path) -> None:
    played(toy_country)
    moved_to(lisbon(2026, 3, 2, 21))
    sealed()
    monkey = pytest.MonkeyPatch()
    with monkey.context() as patch:
        patch.setattr(toy, "figures", _without_the_last(toy.figures))
        production.make_files(
            seconds=300, since=clock.midnight(DAY), until=clock.midnight(DAY + timedelta(days=1))
        )
    failed = RegulatorFile.objects.get(family="CASH", state="failed")
    assert "in the ledger" in failed.error


def _without_the_last(read: Any) -> Any:
    return lambda pack, family, content: read(pack, family, content[: content[:-1].rfind(b"\n") + 1])


def test_the_pages_show_the_periods_of_another_country(toy_country: Path, settings: Any) -> None:
    settings.HOUSE_DEMO = True
    client = Client(headers={"accept-language": "en"})
    client.force_login(signer("regulator"))
    text = client.get(reverse("compliance_files"), {"day": "2026-03-02"}).content.decode()
    assert text.count('<th scope="row">') == 4 and "PLAYS" in text and "AJOG" not in text
    assert pack_in_force().source in text
