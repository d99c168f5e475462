"""The effect of new rules on tables, from the next round on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec
import pytest
from django.db import connection
from msgspec import structs

from games.catalogue import GAMES
from games.floor.models import TableChange
from games.models import Round, RuleSheet, Table
from games.rulebook import changes
from games.rulebook.table_effects import adapt_setting, affected_tables
from games.rules.baccarat import sheet as baccarat_sheet
from games.rules.roulette.sheet import AMERICAN
from games.rules.shared.refusals import Refusal
from games.rules.stud import sheet as stud_sheet
from games.tables.transport import protocol
from tests.games.rulebook.people import Signers, advance_to, create_draft, create_signers, ensure_in_force
from tests.live_table import LiveTable, players_with, table_open, uuid4

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(db: None) -> Signers:
    return create_signers()


def setting(table: Table) -> Any:
    table.refresh_from_db()
    assert table.setting is not None
    return msgspec.json.decode(table.setting.data, type=GAMES[table.system].engine.setting_type)


def test_PB_26_new_rules_apply_from_the_next_round(people: Signers, tmp_path: Path) -> None:
    """[PB-26] [PB-26a] [PB-26b]"""
    ensure_in_force("baccarat")
    table = LiveTable(tmp_path, table_open("baccarat", commission="a"))
    (ana,) = players_with(10_000, 1)
    table.sit([ana])
    table.until("bets-opened")
    advance_to("in-force", people, create_draft(people, commissions=("b",)))
    assert table.live.game.setting.commission == "a"
    table.until("round-ended")
    table.until("bets-opened")
    first, second = (
        Round.objects.filter(table=table.table, opened__isnull=False)
        .select_related("sheet", "setting")
        .order_by("number")
    )
    sheets = list(RuleSheet.objects.filter(system="baccarat").order_by("version"))
    assert [first.sheet, second.sheet] == sheets
    commissions = [
        msgspec.json.decode(row.setting.data)["commission"] for row in (first, second) if row.setting
    ]
    assert commissions == ["a", "b"]


def test_an_adapted_setting_has_the_signers_of_the_rules(people: Signers) -> None:
    ensure_in_force("baccarat")
    table = table_open("baccarat", commission="a")
    change = advance_to("in-force", people, create_draft(people, commissions=("b",)))
    table_change = TableChange.objects.get(table=table)
    assert (table_change.state, table_change.author, table_change.confirmer) == (
        "confirmed",
        people.author,
        people.approver,
    )
    assert change.title in table_change.reason and setting(table).commission == "b"


def test_S02_a_table_without_an_adapted_setting_opens_no_round(people: Signers, tmp_path: Path) -> None:
    ensure_in_force("baccarat")
    table = LiveTable(tmp_path, table_open("baccarat", variant="macau"))
    (ana,) = players_with(10_000, 1)
    table.sit([ana])
    table.until("bets-opened")
    change = create_draft(people, variants=("punto-banco",))
    (effect,) = affected_tables("baccarat", changes.rules_of(change))
    assert effect.after is None and [breach.rule for breach in effect.breaches] == ["PB-39"]
    advance_to("in-force", people, change)
    table.until("round-ended")
    assert table.step() == ["left"], "the table removes its players after the round"
    (reply,) = table.send((ana, protocol.Sit(uuid4())))
    assert reply.refused is not None and reply.refused.code is Refusal.TABLE_CLOSED


@pytest.mark.parametrize(
    ("system", "sheet", "before", "after"),
    [
        (
            "baccarat",
            baccarat_sheet.Sheet(commissions=(baccarat_sheet.Commission.B,)),
            {"commission": "a"},
            {"commission": "b"},
        ),
        ("baccarat", baccarat_sheet.Sheet(pairs=False), {"pairs": True}, {"pairs": False}),
        (
            "baccarat",
            baccarat_sheet.Sheet(prize_cap=False),
            {"variant": "macau", "prize_cap": 100_000},
            {"prize_cap": None},
        ),
        ("baccarat", baccarat_sheet.Sheet(variants=("macau",)), {}, None),
        ("baccarat", baccarat_sheet.Sheet(demo=False), {"currency": "DEMO"}, None),
        (
            "caribbean-stud",
            stud_sheet.Sheet("caribbean-stud", max_times=10),
            {"minimum": 100, "maximum": 2500},
            {"maximum": 1000},
        ),
        ("macau-stud", stud_sheet.Sheet("macau-stud", jackpot=False), {"jackpot": True}, None),
    ],
)
def test_a_setting_is_adapted_if_there_is_one_way(
    system: str, sheet: Any, before: dict[str, Any], after: dict[str, Any] | None
) -> None:
    jackpot = {"bet": 100, "contribution": 80, "minimum": 500_000}
    fixed = {
        "royal_flush": 500_000,
        "straight_flush": 50_000,
        "four_of_a_kind": 5_000,
        "full_house": 1_000,
        "flush": 500,
    }
    minimal = (
        {"variant": "punto-banco", "minimum": 100}
        if system == "baccarat"
        else {"minimum": 100, "maximum": 2500}
    )
    if before.get("jackpot"):
        before = {**before, "jackpot": {**jackpot, "fixed": fixed}}
    setting_before = msgspec.convert(
        {**minimal, **before}, type=GAMES[system].engine.setting_type, strict=False
    )
    adapted = adapt_setting(GAMES[system].engine, sheet, setting_before)
    if after is None:
        assert adapted is None
    else:
        assert adapted == structs.replace(setting_before, **msgspec.convert(after, type=dict[str, Any]))
        assert GAMES[system].engine.check_setting(sheet, adapted) == []


def test_an_allowed_setting_stays_the_same(people: Signers) -> None:
    ensure_in_force(AMERICAN)
    table = table_open(AMERICAN)
    before = table.setting_id
    advance_to("in-force", people, create_draft(people, AMERICAN, chat=True))
    table.refresh_from_db()
    assert table.setting_id == before and not TableChange.objects.filter(table=table).exists()


def test_a_croupier_reads_rules_and_setting_together(people: Signers, tmp_path: Path) -> None:
    """A round uses a setting that its sheet allows."""
    ensure_in_force("baccarat")
    table = LiveTable(tmp_path, table_open("baccarat", commission="a"))
    (ana,) = players_with(10_000, 1)
    table.sit([ana])
    table.until("bets-opened")
    table.until("round-ended")
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    advance_to("in-force", people, create_draft(people, commissions=("none",)))
    assert setting(table.table).commission == "none"
    table.until("bets-opened")
    assert table.live.game.setting.commission == "none"
