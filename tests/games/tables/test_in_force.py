"""The rules of a round and who may play it: sheets, settings, closing tables, people who may not play."""

from __future__ import annotations

from collections.abc import Callable
from uuid import uuid4

from games.models import Event, Round, RuleSheet, Table
from games.rules.shared.refusals import Refusal
from games.tables import journal_reading
from games.tables.domain.commands import CommandRequest
from games.tables.transport import protocol
from players.models import PlaySession
from tests.live_table import LiveTable, account, bet, players_with, setting_change, sheet_in_force

Open = Callable[..., LiveTable]


def test_the_engine_a_round_was_played_under_is_on_the_record(room: Open) -> None:
    table = room()
    (ana,) = players_with(10_000, 1)
    table.sit([ana])
    table.step()
    played = Round.objects.get(table=table.table, number=1)
    assert played.engine == journal_reading.engines_digest() and played.sheet_id and played.setting_id


def test_AR_P3_nothing_is_played_without_a_rule_sheet_in_force(room: Open) -> None:
    """[FR-P3]"""
    table = room()
    (ana,) = players_with(10_000, 1)
    RuleSheet.objects.filter(system="american-roulette").update(status="draft")
    (result,) = table.send((ana, protocol.Sit(uuid4())))
    assert result.refused is not None and result.refused.code is Refusal.TABLE_CLOSED
    assert not Event.objects.filter(table=table.table).exists()


def test_a_new_sheet_and_a_new_setting_are_in_force_from_the_next_round_and_the_old_one_ends_under_its_own(
    room: Open,
) -> None:
    table = room()
    (ana,) = players_with(100_000, 1)
    table.sit([ana])
    table.step()
    first = Round.objects.get(table=table.table, number=1)
    newer = sheet_in_force("american-roulette", double_bets=False)
    setting_change(table.table, variant="38", minimum=100, currency="EUR")
    assert table.send((ana, bet(1, {"double-dozen:1-24": 50})))[0].refused is None, (
        "the round goes on as it was opened"
    )
    table.until("round-ended")
    table.step()
    second = Round.objects.get(table=table.table, number=2)
    assert (
        (second.sheet_id, second.setting_id)
        == (newer.pk, table.table.setting_id)
        != (first.sheet_id, first.setting_id)
    )
    refused = [
        result.refused.code
        for result in table.send((ana, bet(2, {"double-dozen:1-24": 100})), (ana, bet(2, {"red": 50})))
        if result.refused
    ]
    assert refused == [Refusal.NOT_OFFERED, Refusal.BELOW_MINIMUM]
    assert table.send((ana, bet(2, {"straight:00": 100})))[0].refused is None


def test_a_table_that_staff_close_ends_its_round_and_then_shows_everybody_out(room: Open) -> None:
    table = room()
    ana, rui = players_with(10_000, 2)
    table.sit([ana])
    table.step()
    table.send((ana, bet(1, {"red": 500})))
    Table.objects.filter(pk=table.table.pk).update(status=Table.Status.DRAINING)
    (result,) = table.send((rui, protocol.Sit(uuid4())))
    assert result.refused is not None and result.refused.code is Refusal.TABLE_CLOSED
    table.until("round-ended")
    assert table.step() == ["left", "shut"]
    assert PlaySession.objects.get(player=ana).cause == "house" and account(table.table, "stakes") == 0


def test_who_may_not_play_does_not_sit_down(room: Open) -> None:
    table = room()
    (ana,) = players_with(10_000, 1)
    ana.status = "suspended"
    ana.save()
    (result,) = table.send((ana, protocol.Sit(uuid4())))
    assert result.refused is not None and result.refused.code is Refusal.EXCLUDED
    (nobody,) = table.execute([CommandRequest(0, protocol.Sit(uuid4()), ("test", 1))]).results
    assert nobody.refused is not None and nobody.refused.code is Refusal.NOT_YOU


def test_who_is_suspended_while_he_plays_bets_no_more_and_his_stake_is_settled(room: Open) -> None:
    table = room()
    (ana,) = players_with(10_000, 1)
    table.sit([ana])
    table.step()
    table.send((ana, bet(1, {"red": 500})))
    ana.status = "suspended"
    ana.save()
    (result,) = table.send((ana, bet(1, {"red": 500})))
    assert result.refused is not None and result.refused.code is Refusal.EXCLUDED
    table.until("round-ended")
    assert account(table.table, "stakes") == 0
