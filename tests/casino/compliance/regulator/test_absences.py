"""The daily file of exclusions and pauses, with everything that an exclusion may have."""

from __future__ import annotations

import re
from datetime import date, timedelta
from pathlib import Path

import pytest

from casino.compliance.regulator import production
from casino.compliance.regulator.document import records_of, schema_of
from casino.compliance.regulator.models import RegulatorFile
from players.protection.models import Exclusion, Pause
from players.shared import clock
from tests.casino.compliance.regulator.conftest import lisbon, moved_to, played, sealed
from tests.live_table import players_with
from tests.stored_files import regulator_path

pytestmark = pytest.mark.django_db
DAY = date(2026, 3, 2)
NOON, EVENING = lisbon(2026, 3, 2, 12), lisbon(2026, 3, 2, 21)
MODULES = ("money", "people", "play", "summary")
QUERY_PARAMETERS = {"between_players", "acts", "ids", "play", "until"}


def test_an_exclusion_with_all_its_dates_is_delivered(folders: Path) -> None:
    """Red before: the schema named the requested end otherwise, so each day with an exclusion failed."""
    played(folders)
    moved_to(EVENING)
    ana, rui, eva, ivo = players_with(0, 4)
    ends, notice = NOON + timedelta(days=120), NOON + timedelta(hours=2)
    requested = NOON + timedelta(days=400)
    ended = Exclusion.objects.create(
        player=ana, starts=NOON, ends=ends, requested_until=requested, noticed=notice
    )
    forever = Exclusion.objects.create(player=rui, starts=NOON, paid_out=notice)
    listed = Exclusion.objects.create(
        player=eva, source="national", reference="N-7", starts=NOON, ends=ends, requested_until=ends
    )
    pause = Pause.objects.create(player=ivo, starts=NOON, ends=NOON + timedelta(days=2))
    sealed()
    production.make_files(
        seconds=300, since=clock.midnight(DAY), until=clock.midnight(DAY + timedelta(days=1))
    )
    made = RegulatorFile.objects.get(family="EXCL", day=DAY)
    assert (made.state, made.error) == ("delivered", "")
    written = {
        (values["kind"], int(values["id"])): values
        for _name, values in records_of(regulator_path(made).read_bytes())
    }
    assert set(written[("exclusion", ended.pk)]) >= {"from", "to", "requested-until", "noticed"}
    assert written[("exclusion", ended.pk)]["requested-until"][:10] == requested.date().isoformat()
    assert {"to", "requested-until"}.isdisjoint(written[("exclusion", forever.pk)])
    assert "paid-out" in written[("exclusion", forever.pk)]
    assert written[("exclusion", listed.pk)]["reference"] == "N-7"
    assert written[("pause", pause.pk)]["source"] == "own"


def test_every_name_that_a_record_may_have_is_in_a_schema() -> None:
    """A record leaves out what is unknown, so a name that is rarely written may be wrong for long."""
    names = {
        name
        for family in ("common", "ajog", "excl", "jgdr", "resf", "sess", "tran")
        for name in re.findall(r'attribute name="([a-z-]+)"', schema_of(family).read_text())
    }
    for module in MODULES:
        source = Path(production.__file__).with_name(f"{module}.py").read_text()
        written = set(re.findall(r'"([a-z_]+)":', source)) - QUERY_PARAMETERS
        assert {name.replace("_", "-") for name in written} <= names, module
