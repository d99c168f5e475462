"""EXCL has the exclusions that players asked for, with the person; pauses and the national list are apart.
[903-B Anexo 1, V.6]
"""

from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from casino.compliance.regulator import production
from casino.compliance.regulator.models import RegulatorFile
from players.protection.models import Exclusion, Pause
from players.shared import clock
from tests.casino.compliance.regulator.conftest import (
    both_schemas_faults,
    leaves,
    lisbon,
    moved_to,
    played,
    sealed,
)
from tests.live_table import players_with
from tests.sandbox_cashier import identified
from tests.stored_files import regulator_path

pytestmark = pytest.mark.django_db
DAY = date(2026, 3, 2)
NOON, EVENING = lisbon(2026, 3, 2, 12), lisbon(2026, 3, 2, 21)


def test_the_exclusions_of_a_day_are_those_that_players_asked_for(folders: Path) -> None:
    played(folders)
    moved_to(EVENING)
    ana, rui, eva, ivo, ida = players_with(0, 5)
    identity = identified(ana).identity
    ends = lisbon(2027, 3, 2, 12)
    Exclusion.objects.create(
        player=ana, starts=NOON, ends=lisbon(2026, 7, 2, 12), requested_until=ends, reason="money",
        occupation="retired",
    )  # fmt: skip
    Exclusion.objects.create(player=rui, starts=NOON)
    Exclusion.objects.create(player=eva, source="national", reference="N-7", starts=NOON, ends=ends)
    Exclusion.objects.create(player=ida, starts=NOON - timedelta(days=1), ends=ends)
    Pause.objects.create(player=ivo, starts=NOON, ends=NOON + timedelta(days=2))
    sealed()
    production.make_files(
        seconds=300, since=clock.midnight(DAY), until=clock.midnight(DAY + timedelta(days=1))
    )
    made = RegulatorFile.objects.get(family="EXCL", day=DAY)
    assert (made.state, made.error, made.name) == ("delivered", "", "EXCL_20260302_2AA")
    data = regulator_path(made).read_bytes()
    assert both_schemas_faults("EXCL", data) == []
    with_end, forever = leaves(data, "RegistoPedidoExclusao")
    assert (with_end["Email"], forever["Email"]) == (ana.person.email, rui.person.email)
    assert (with_end["DataInicio"], with_end["Duracao"]) == ("20260302", "12"), "the end as it was asked for"
    assert forever["Duracao"] == "0", "without an end: the print has no value for it"
    assert (with_end["IdTipoCid"], with_end["IdCidadao"]) == ("1", identity.document_number)
    assert (with_end["Nome"], with_end["IdNacao"]) == (identity.name, identity.nationality)
    assert with_end["TipoDoc"] == "C" and with_end["Morada"].startswith(identity.address)
    assert (with_end["Distrito"], with_end["Motivo"]) == ("Lisboa", "Gasto mais do que quero")
    assert (with_end["SitProfissional"], forever["SitProfissional"]) == ("55", "99"), "99: did not say"
    assert {forever["Distrito"], forever["Motivo"]} == {""}, "unknown, and not said"
    # Who asks is signed in and verified: no document is sent with the request.
    assert {with_end["DocFrente"], with_end["DocVerso"]} == {""}
