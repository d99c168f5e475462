"""What new rules make of the tables, at the boundary of a round and not before."""

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
from games.rulebook.table_effects import conformed, followed
from games.rules.baccarat import sheet as baccarat_sheet
from games.rules.roulette.sheet import AMERICAN
from games.rules.shared.refusals import Refusal
from games.rules.stud import sheet as stud_sheet
from games.tables.transport import protocol
from tests.games.rulebook.people import Desk, brought_to, desk, draft, in_force
from tests.room import Room, players_with, table_open, uuid4

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(db: None) -> Desk:
    return desk()


def setting(table: Table) -> Any:
    table.refresh_from_db()
    assert table.setting is not None
    return msgspec.json.decode(table.setting.data, type=GAMES[table.system].engine.setting_type)


def test_PB_26_the_round_that_runs_ends_under_the_old_rules_and_the_next_opens_under_the_new(
    people: Desk, tmp_path: Path
) -> None:
    """[PB-26] [PB-26a] [PB-26b]"""
    in_force("baccarat")
    table = Room(tmp_path, table_open("baccarat", commission="a"))
    (ana,) = players_with(10_000, 1)
    table.sit([ana])
    table.until("bets-opened")
    brought_to("in-force", people, draft(people, commissions=("b",)))
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
        msgspec.json.decode(each.setting.data)["commission"] for each in (first, second) if each.setting
    ]
    assert commissions == ["a", "b"]


def test_the_setting_that_follows_is_signed_by_the_two_who_signed_the_rules(people: Desk) -> None:
    in_force("baccarat")
    table = table_open("baccarat", commission="a")
    change = brought_to("in-force", people, draft(people, commissions=("b",)))
    made = TableChange.objects.get(table=table)
    assert (made.state, made.author, made.confirmer) == ("confirmed", people.author, people.approver)
    assert change.title in made.reason and setting(table).commission == "b"


def test_S02_a_table_that_cannot_follow_opens_no_round_until_staff_set_it_anew(
    people: Desk, tmp_path: Path
) -> None:
    in_force("baccarat")
    table = Room(tmp_path, table_open("baccarat", variant="macau"))
    (ana,) = players_with(10_000, 1)
    table.sit([ana])
    table.until("bets-opened")
    change = draft(people, variants=("punto-banco",))
    (left,) = followed("baccarat", changes.rules_of(change))
    assert left.after is None and [breach.rule for breach in left.breaches] == ["PB-39"]
    brought_to("in-force", people, change)
    table.until("round-ended")
    assert table.ring() == ["left"], "it ends its round, and shows everybody out"
    (answer,) = table.say((ana, protocol.Sit(uuid4())))
    assert answer.refused is not None and answer.refused.code is Refusal.TABLE_CLOSED


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
def test_a_setting_follows_where_there_is_one_way_to(
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
    told = (
        {"variant": "punto-banco", "minimum": 100}
        if system == "baccarat"
        else {"minimum": 100, "maximum": 2500}
    )
    if before.get("jackpot"):
        before = {**before, "jackpot": {**jackpot, "fixed": fixed}}
    was = msgspec.convert({**told, **before}, type=GAMES[system].engine.setting_type, strict=False)
    found = conformed(GAMES[system].engine, sheet, was)
    if after is None:
        assert found is None
    else:
        assert found == structs.replace(was, **msgspec.convert(after, type=dict[str, Any]))
        assert GAMES[system].engine.check_setting(sheet, found) == []


def test_what_the_rules_allow_is_left_as_it_is(people: Desk) -> None:
    in_force(AMERICAN)
    table = table_open(AMERICAN)
    before = table.setting_id
    brought_to("in-force", people, draft(people, AMERICAN, chat=True))
    table.refresh_from_db()
    assert table.setting_id == before and not TableChange.objects.filter(table=table).exists()


def test_a_croupier_that_waited_for_the_lock_reads_rules_and_setting_together(
    people: Desk, tmp_path: Path
) -> None:
    """Only what the sheet in force allows is played: read together or not at all."""
    in_force("baccarat")
    table = Room(tmp_path, table_open("baccarat", commission="a"))
    (ana,) = players_with(10_000, 1)
    table.sit([ana])
    table.until("bets-opened")
    table.until("round-ended")
    with connection.cursor() as cursor:
        cursor.execute("SET CONSTRAINTS ALL IMMEDIATE")
    brought_to("in-force", people, draft(people, commissions=("none",)))
    assert setting(table.table).commission == "none"
    table.until("bets-opened")
    assert table.live.game.setting.commission == "none"
