"""Days as Parquet files: complete, equal to the ledger's own report, the same bytes each time."""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter, defaultdict
from collections.abc import Callable
from datetime import date, timedelta
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError
from django.db import connection
from pyarrow import dataset, parquet

from casino.compliance.reports.all_reports import REPORTS
from casino.compliance.reports.building import build
from casino.compliance.reports.parameters import ReportChoice
from casino.extras.warehouse import day_export
from casino.extras.warehouse.checks import check_warehouse
from casino.extras.warehouse.management.commands import export_days
from casino.extras.warehouse.schema import DAY_TABLES, SCHEMA_VERSION
from games.catalogue import games_between_players
from players.models import Player
from players.shared import clock
from players.shared.progress import INTERRUPTED
from tests.casino.compliance.regulator.conftest import lisbon, moved_to, played, sealed
from tests.live_table import seal_key

pytestmark = pytest.mark.django_db
DAY = date(2024, 3, 17)
SIMULATED_DAYS = 3
TABLES = [table.name for table in DAY_TABLES]


@pytest.fixture
def evening(tmp_path: Path) -> Path:
    """An evening that ended at the last moment of its day, sealed; and an empty folder."""
    played(tmp_path)
    moved_to(lisbon(2024, 3, 18))
    sealed()
    return tmp_path / "warehouse"


def rows_of(folder: Path, table: str, day: date = DAY) -> list[dict[str, Any]]:
    return list(parquet.read_table(folder / table / f"day={day}" / day_export.FILE_NAME).to_pylist())


def export(folder: Path, *arguments: str) -> str:
    output = StringIO()
    call_command("export_days", "--folder", str(folder), *arguments, stdout=output)
    return output.getvalue()


def one_day(day: date = DAY) -> tuple[str, ...]:
    return "--since", str(day), "--until", str(day)


def sums(rows: list[dict[str, Any]]) -> Counter[tuple[str, int]]:
    counted: Counter[tuple[str, int]] = Counter()
    for row in rows:
        counted[row["kind"], row["target"]] += row["cents"]
    return counted


def test_a_day_has_every_row_of_the_record(evening: Path) -> None:
    assert export(evening, *one_day()).startswith("2024-03-17: 2 rounds, 4 stakes, ")
    transfers = rows_of(evening, "transfers")
    with connection.cursor() as cursor:
        cursor.execute("SELECT kind, target_id, sum(cents)::bigint FROM wallet_transfer GROUP BY 1, 2")
        assert sums(transfers) == {(kind, target): cents for kind, target, cents in cursor.fetchall()}
        cursor.execute(
            "SELECT id, staked, returned, ended FROM games_round WHERE status = 'ended' ORDER BY id"
        )
        assert [
            (row["round"], row["staked"], row["returned"], row["ended"]) for row in rows_of(evening, "rounds")
        ] == cursor.fetchall()
    paid = {row["player"] for row in rows_of(evening, "payments")}
    assert paid <= set(Player.objects.values_list("pk", flat=True))
    (session,) = rows_of(evening, "sessions")  # the other player is still seated
    assert (session["rounds"], session["cause"]) == (2, "player")


def test_the_files_agree_with_the_ledgers_own_report(tmp_path: Path, settings: Any) -> None:
    settings.SEAL_KEY_FILE = str(seal_key(tmp_path))
    call_command(
        "simulate_house", rounds=150, players=30, seed=7, days=SIMULATED_DAYS, jobs=1, stdout=StringIO(),
        stderr=StringIO(),
    )  # fmt: skip
    sealed()
    folder, today = tmp_path / "warehouse", clock.day_of(clock.now())
    days = [today - timedelta(days=back) for back in range(SIMULATED_DAYS + 1, 0, -1)]
    export(folder, "--since", str(days[0]))
    compared = 0
    for day in days:
        built = build(REPORTS["gross"], ReportChoice(day, day, step="day", part="game"))
        names = [column.key for column in built.report.columns]
        reported = {}
        for row in built.rows:
            figures = dict(zip(names, row, strict=True))
            reported[figures["part"]] = (figures["gross"], figures["staked"])
        assert built.equal and figures_of(folder, day) == reported
        compared += len(reported)
    assert compared >= 3
    every_day = [row for day in days for row in rows_of(folder, "transfers", day)]
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT kind, target_id, sum(cents)::bigint FROM wallet_transfer WHERE at >= %s AND at < %s "
            "GROUP BY 1, 2",
            [clock.midnight(days[0]), clock.midnight(today)],
        )
        assert sums(every_day) == {(kind, target): cents for kind, target, cents in cursor.fetchall()}


def figures_of(folder: Path, day: date) -> dict[str, tuple[int, int]]:
    """Gross revenue and stakes of a day by game, as the documentation says they follow from `stakes`."""
    figures: dict[str, list[int]] = defaultdict(lambda: [0, 0])
    ended = {row["round"] for row in rows_of(folder, "rounds", day) if row["status"] == "ended"}
    between_players = games_between_players()
    stakes = rows_of(folder, "stakes", day)
    in_pot: dict[int, list[int]] = defaultdict(lambda: [0, 0])
    for row in stakes:
        in_pot[row["round"]][row["testing"]] += row["lost"]
    for row in stakes:
        if row["currency"] == "EUR" and row["testing"] and row["game"] in between_players:
            people, testers = in_pot[row["round"]]
            if people and row["commission"]:
                figures[row["game"]][0] += -(-row["commission"] * people // (people + testers))
        elif row["currency"] == "EUR" and not row["testing"]:
            result = 0 if row["game"] in between_players else row["lost"] - row["prize"]
            figures[row["game"]][0] += row["commission"] + result
            figures[row["game"]][1] += row["staked"] if row["round"] in ended else 0
    return {game: (gross, staked) for game, (gross, staked) in figures.items()}


def test_the_manifest_describes_the_files(evening: Path) -> None:
    export(evening, *one_day())
    manifest = json.loads(day_export.manifest_path(evening, DAY).read_text())
    assert manifest["schema_version"] == SCHEMA_VERSION and list(manifest["tables"]) == sorted(TABLES)
    assert (manifest["from"], manifest["to"]) == ("2024-03-17T00:00:00+00:00", "2024-03-18T00:00:00+00:00")
    for table, entry in manifest["tables"].items():
        content = (evening / entry["file"]).read_bytes()
        assert hashlib.sha256(content).hexdigest() == entry["sha256"] and len(content) == entry["bytes"]
        stored = parquet.read_schema(evening / entry["file"])
        assert stored.names == [column["name"] for column in entry["columns"]]
        assert stored.metadata[b"feltro.schema_version"] == str(SCHEMA_VERSION).encode()
        # Programs that read the folder find the days by themselves.
        whole = dataset.dataset(evening / table, partitioning="hive").to_table()
        assert whole.num_rows == entry["rows"]
        assert set(whole["day"].to_pylist()) <= {str(DAY)}


def files_of(folder: Path) -> dict[Path, bytes]:
    return {path: path.read_bytes() for path in folder.rglob("*.parquet")}


def manifest_of(folder: Path) -> dict[str, Any]:
    return dict(json.loads(day_export.manifest_path(folder, DAY).read_text()))


def test_exporting_a_day_twice_gives_identical_bytes(evening: Path, tmp_path: Path) -> None:
    export(evening, *one_day())
    before, manifest = files_of(evening), manifest_of(evening)
    export(evening, *one_day(), "--replace")
    assert files_of(evening) == before and len(before) == len(TABLES)
    later = manifest_of(evening)
    assert manifest.pop("position")["server"] == later.pop("position")["server"] == "primary"
    assert later == manifest
    assert "0 days exported" in export(evening, *one_day())


def test_rows_are_written_in_batches(evening: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(day_export, "BATCH_ROWS", 3)
    advanced: list[int] = []
    manifest = day_export.export_day(DAY, evening, advance=advanced.append)
    assert max(advanced) == 3
    assert sum(advanced) == sum(table["rows"] for table in manifest["tables"].values())
    file = parquet.ParquetFile(evening / manifest["tables"]["transfers"]["file"])
    assert file.num_row_groups == -(-manifest["tables"]["transfers"]["rows"] // 3)


def test_a_day_without_rows_has_files_too(evening: Path) -> None:
    export(evening, *one_day(DAY + timedelta(days=5)))
    assert [rows_of(evening, table, DAY + timedelta(days=5)) for table in TABLES] == [[]] * len(TABLES)


def test_a_day_has_as_many_hours_as_in_lisbon(evening: Path) -> None:
    for day, hours in ((date(2025, 10, 26), 25), (date(2026, 3, 29), 23)):
        export(evening, *one_day(day))
        manifest = json.loads(day_export.manifest_path(evening, day).read_text())
        since, until = (clock.datetime.fromisoformat(manifest[end]) for end in ("from", "to"))
        assert until - since == timedelta(hours=hours)


def test_a_day_that_is_not_sealed_to_its_end_is_refused(tmp_path: Path) -> None:
    played(tmp_path)
    moved_to(lisbon(2024, 3, 18))
    with pytest.raises(CommandError, match="2024-03-17 is not sealed to its end yet"):
        export(tmp_path / "warehouse", *one_day())
    assert list((tmp_path / "warehouse").rglob("*.*")) == []


@pytest.mark.parametrize("renamed", [0, 2, len(TABLES)])
def test_an_interrupted_day_is_incomplete_and_the_next_run_writes_it(
    evening: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], renamed: int
) -> None:
    calls = []

    def interrupt(source: Path, target: Path) -> None:
        if len(calls) == renamed:
            raise KeyboardInterrupt
        calls.append(target)
        os.rename(source, target)

    with monkeypatch.context() as patch:
        patch.setattr(day_export.os, "replace", interrupt)
        with pytest.raises(SystemExit) as ended:
            export(evening, *one_day())
    assert ended.value.code == INTERRUPTED
    assert "Export was interrupted: 2024-03-17 sessions" in capsys.readouterr().err
    assert day_export.exported_days(evening) == []
    assert list((evening / day_export.UNFINISHED).glob("*.parquet")) == []
    assert "1 days exported" in export(evening, *one_day())
    assert day_export.exported_days(evening) == [DAY]


def test_without_days_it_goes_on_after_the_last_one(evening: Path) -> None:
    yesterday = clock.day_of(clock.now()) - timedelta(days=1)
    assert "1 days exported" in export(evening)
    assert day_export.exported_days(evening) == [yesterday]
    day_export.manifest_path(evening, yesterday).unlink()
    export(evening, *one_day(yesterday - timedelta(days=3)))
    assert "3 days exported" in export(evening)
    assert "0 days exported" in export(evening)


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (("--since", "2024-02-30"), "'2024-02-30' is not a valid day; use YYYY-MM-DD."),
        (("--until", "2999-01-01"), "2999-01-01 has not ended yet."),
        (("--replace",), "--replace requires --since"),
        (("--since", "2024-03-02", "--until", "2024-03-01"), "--since is later than --until."),
    ],
)
def test_wrong_arguments_are_named(tmp_path: Path, arguments: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(CommandError, match=sentence):
        export(tmp_path, *arguments)


def test_a_folder_is_needed_and_may_be_a_setting(evening: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("WAREHOUSE_DIR", raising=False)
    with pytest.raises(CommandError, match="--folder or the setting WAREHOUSE_DIR"):
        call_command("export_days")
    monkeypatch.setenv("WAREHOUSE_DIR", str(evening))
    call_command("export_days", *one_day(), stdout=StringIO())
    assert day_export.exported_days(evening) == [DAY]


def test_a_missing_library_is_said_by_command_and_doctor(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("WAREHOUSE_DIR", str(tmp_path))
    assert list(check_warehouse("operator")) == []
    missing: Callable[[], bool] = lambda: False  # noqa: E731
    monkeypatch.setattr(export_days, "has_pyarrow", missing)
    monkeypatch.setattr("casino.extras.warehouse.checks.has_pyarrow", missing)
    with pytest.raises(CommandError, match="pyarrow is not installed. Run make setup EXTRAS=warehouse"):
        export(tmp_path)
    (finding,) = check_warehouse("operator")
    assert "pyarrow is not installed" in finding.problem and "EXTRAS=warehouse" in finding.fix
    assert list(check_warehouse("web")) == []
    monkeypatch.delenv("WAREHOUSE_DIR")
    assert list(check_warehouse("operator")) == []


def test_it_reads_as_the_reading_role(evening: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    roles = []
    batches = day_export._batches

    def observed(cursor: Any, query: str) -> Any:
        cursor.execute("SELECT current_user")
        roles.append(cursor.fetchone()[0])
        return batches(cursor, query)

    monkeypatch.setattr(day_export, "_batches", observed)
    day_export.export_day(DAY, evening)
    assert roles == ["house_reader"] * len(TABLES)
