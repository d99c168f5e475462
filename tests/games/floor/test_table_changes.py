"""Two people change the setting of a table: one proposes, another confirms, and the database enforces it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from django.db import DatabaseError, connection, transaction
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import structs

from casino.backoffice.roles import grant_role
from games.catalogue import GAMES
from games.floor.changes import (
    AlreadyOpen,
    Unlawful,
    apply_deferred_changes,
    encode_setting,
    find_breaches,
    has_contributions,
    must_wait_for_win,
    propose_change,
)
from games.floor.models import ONE_PERSON_FIELDS, TableChange
from games.models import Table, TableSetting
from players.audit.models import Line
from players.decisions.deciding import AlreadyDecided, BaseChanged, SecondPersonRequired
from players.models import Person
from players.shared.laws import Name, written_laws
from players.wallet import ledger
from players.wallet.ledger import Move
from players.wallet.models import Account
from tests.games.floor.decisions import confirm_change, refuse_change
from tests.live_table import players_with, table_open, uuid4

Managers = tuple[Person, Person]


@pytest.fixture
def managers(hire_manager: Callable[[str], Person]) -> Managers:
    return hire_manager("rita"), hire_manager("nuno")


def setting(table: Table) -> Any:
    table.refresh_from_db()
    assert table.setting is not None
    return msgspec.json.decode(table.setting.data, type=GAMES[table.system].engine.setting_type)


def propose_setting(table: Table, author: Person, **changes: Any) -> TableChange:
    return propose_change(
        table=table, setting=structs.replace(setting(table), **changes), author=author, reason="a good reason"
    )


# --- the life cycle


def test_new_limits_apply_after_a_second_person_confirms(managers: Managers) -> None:
    rita, nuno = managers
    table = table_open()
    before = setting(table).minimum
    change = propose_setting(table, rita, minimum=200)
    assert setting(table).minimum == before and change.state == "proposed"
    confirm_change(change=change.pk, person=nuno)
    assert setting(table).minimum == 200
    change.refresh_from_db()
    assert change.setting == table.setting and change.confirmer == nuno and change.decided is not None
    assert list(Line.objects.order_by("id").values_list("kind", "person")) == [
        ("tables.change-proposed", rita.pk),
        ("tables.setting-changed", nuno.pk),
    ]


def test_one_person_sets_the_pace_and_the_languages_alone(managers: Managers) -> None:
    table = table_open()
    change = propose_setting(table, managers[0], betting_seconds=31, languages=("pt-pt",))
    assert change.alone and change.state == "applied" and setting(table).betting_seconds == 31


@pytest.mark.parametrize(
    ("system", "changes"),
    [
        ("american-roulette", {"cap": 100_000}),
        ("american-roulette", {"seats": 3}),
        ("baccarat", {"commission": "b"}),
        ("blackjack", {"maximum": 5_000}),
        ("holdem", {"buy_in": 33_000}),
        ("macau-stud", {"jackpot": None}),
    ],
)
def test_a_change_of_money_or_chance_needs_two_people(
    managers: Managers, system: str, changes: dict[str, Any]
) -> None:
    table = table_open(system)
    change = propose_setting(table, managers[0], **changes)
    assert not change.alone and change.state == "proposed"


def test_a_proposer_never_confirms_their_own_change(managers: Managers) -> None:
    table = table_open()
    change = propose_setting(table, managers[0], minimum=200)
    with pytest.raises(SecondPersonRequired):
        confirm_change(change=change.pk, person=managers[0])
    grant_role(managers[0], "management")
    with pytest.raises(SecondPersonRequired):
        confirm_change(change=change.pk, person=Person.objects.get(pk=managers[0].pk))
    assert setting(table).minimum != 200


def test_a_table_has_one_open_change_which_is_decided_once(managers: Managers) -> None:
    rita, nuno = managers
    table = table_open()
    change = propose_setting(table, rita, minimum=200)
    with pytest.raises(AlreadyOpen):
        propose_setting(table, nuno, minimum=300)
    refuse_change(change=change.pk, person=nuno, reason="too much for these players")
    with pytest.raises(AlreadyDecided):
        confirm_change(change=change.pk, person=nuno)
    change = propose_setting(table, nuno, minimum=300)
    refuse_change(change=change.pk, person=nuno, reason="I was mistaken")
    assert list(TableChange.objects.order_by("id").values_list("state", flat=True)) == [
        "refused",
        "withdrawn",
    ]


def test_a_change_of_a_replaced_setting_is_not_confirmed(managers: Managers) -> None:
    rita, nuno = managers
    table = table_open()
    change = propose_setting(table, rita, minimum=200)
    other = TableSetting.objects.create(
        table=table, version=2, data=setting_data(table, rest_seconds=30), digest="0" * 64
    )
    with connection.cursor() as cursor:  # only a database superuser can do this
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute("UPDATE games_table SET setting_id = %s WHERE id = %s", [other.pk, table.pk])
        cursor.execute("SET LOCAL session_replication_role = origin")
    with pytest.raises(BaseChanged):
        confirm_change(change=change.pk, person=nuno)


def setting_data(table: Table, **changes: Any) -> str:
    return msgspec.json.encode(structs.replace(setting(table), **changes)).decode()


def test_a_breach_is_refused_with_its_rule(managers: Managers) -> None:
    table = table_open()
    with pytest.raises(Unlawful) as refused:
        propose_setting(table, managers[0], minimum=55)
    assert refused.value.breaches[0].rule == "AR-10"
    assert not TableChange.objects.exists()


Pot = tuple[Table, Any, Callable[[str, int], None]]


@pytest.fixture
def pot(db: None) -> Pot:
    """A table with contributions in its jackpot, the jackpot's terms, and a function that pays into it."""
    table = table_open("macau-stud")
    jackpot = setting(table).jackpot
    (ana,) = players_with(50_000_000, 1)
    wallet = Account.objects.get(player=ana, kind="wallet", currency="EUR").pk
    bank, meter, stakes, held = (
        ledger.open_ledger_account(kind=kind, currency="EUR", table=table.pk)
        for kind in ("bank", "jackpot", "stakes", "held")
    )
    roads = {
        "jackpot-fill": (bank, meter),
        "jackpot-share": (stakes, meter),
        "jackpot-held-share": (held, meter),
        "jackpot-prize": (meter, wallet),
    }

    def pay(kind: str, cents: int) -> None:
        if kind in ("jackpot-share", "jackpot-held-share"):
            ledger.post([Move(uuid4(), "jackpot-bet", wallet, stakes, "EUR", cents)])
        if kind == "jackpot-held-share":
            ledger.post([Move(uuid4(), "stake-held", stakes, held, "EUR", cents)])
        ledger.post([Move(uuid4(), kind, *roads[kind], "EUR", cents)])

    pay("jackpot-fill", jackpot.minimum)
    pay("jackpot-share", 80)
    return table, jackpot, pay


def test_G03_a_pot_is_not_removed_and_no_announced_prize_is_lowered(managers: Managers, pot: Pot) -> None:
    table, jackpot, _pay = pot
    lower = structs.replace(jackpot, fixed=structs.replace(jackpot.fixed, flush=jackpot.fixed.flush - 1))
    for changed, code in ((None, "pot-holds"), (lower, "only-upward")):
        with pytest.raises(Unlawful) as refused:
            propose_setting(table, managers[0], jackpot=changed)
        assert refused.value.breaches[0].code == code
    higher = structs.replace(jackpot, fixed=structs.replace(jackpot.fixed, flush=9_000))
    assert (
        confirm_change(
            change=propose_setting(table, managers[0], jackpot=higher).pk, person=managers[1]
        ).state
        == "confirmed"
    )


@pytest.mark.parametrize("has_paid_again", [False, True], ids=["at once", "after a bet"])
@pytest.mark.parametrize(
    "changed", [{"contribution": 70}, {"contribution": 90}, {"bet": 200}, {"minimum": 120_000}]
)
def test_G03_a_new_rate_applies_by_itself_after_the_next_win(
    managers: Managers, pot: Pot, changed: dict[str, int], has_paid_again: bool
) -> None:
    (rita, nuno), (table, jackpot, pay) = managers, pot
    change = confirm_change(
        change=propose_setting(table, rita, jackpot=structs.replace(jackpot, **changed)).pk, person=nuno
    )
    assert change.state == "deferred" and apply_deferred_changes() == 0 and setting(table).jackpot == jackpot
    for person in managers:
        with pytest.raises(AlreadyDecided):
            confirm_change(change=change.pk, person=person)
    with pytest.raises(AlreadyOpen):
        propose_setting(table, nuno, minimum=200)
    pay("jackpot-fill", 1)  # as after a win of the whole pot
    if has_paid_again:  # what was paid since is for the terms that were told meanwhile
        pay("jackpot-share", 80)
    assert apply_deferred_changes() == 1 and apply_deferred_changes() == 0
    assert setting(table).jackpot == structs.replace(jackpot, **changed)
    change.refresh_from_db()
    assert (change.state, change.confirmer, change.setting) == ("confirmed", nuno, table.setting)


def test_G03_a_deferred_change_is_withdrawn_by_its_author_or_refused_by_another(
    managers: Managers, pot: Pot
) -> None:
    (rita, nuno), (table, jackpot, _pay) = managers, pot
    for person, state in ((rita, "withdrawn"), (nuno, "refused")):
        change = confirm_change(
            change=propose_setting(table, rita, jackpot=structs.replace(jackpot, contribution=70)).pk,
            person=nuno,
        )
        refuse_change(change=change.pk, person=person, reason="it is no longer wanted")
        change.refresh_from_db()
        assert change.state == state
    assert apply_deferred_changes() == 0 and setting(table).jackpot == jackpot


@pytest.mark.parametrize("share", ["jackpot-share", "jackpot-held-share"])
def test_MS_10_3_a_partial_win_leaves_a_pot_that_players_have_paid_for(
    managers: Managers, pot: Pot, share: str
) -> None:
    """A straight flush takes more than players have paid: the pot stands below its minimum, and is theirs."""
    table, jackpot, pay = pot
    pay(share, 200_000)
    left = ledger_balance(table, "jackpot")
    pay("jackpot-prize", left - jackpot.minimum + 40_000)
    assert 0 < ledger_balance(table, "jackpot") < jackpot.minimum
    lower = structs.replace(jackpot, fixed=structs.replace(jackpot.fixed, flush=jackpot.fixed.flush - 1))
    for changed, code in ((None, "pot-holds"), (lower, "only-upward")):
        with pytest.raises(Unlawful) as refused:
            propose_setting(table, managers[0], jackpot=changed)
        assert refused.value.breaches[0].code == code
    rate = structs.replace(jackpot, contribution=70)
    change = confirm_change(change=propose_setting(table, managers[0], jackpot=rate).pk, person=managers[1])
    assert change.state == "deferred"


def test_MS_10_8b_a_pot_that_begins_again_holds_no_contributions(managers: Managers, pot: Pot) -> None:
    table, jackpot, pay = pot
    pay("jackpot-prize", ledger_balance(table, "jackpot"))
    pay("jackpot-fill", jackpot.minimum)
    assert (
        confirm_change(
            change=propose_setting(table, managers[0], jackpot=structs.replace(jackpot, contribution=70)).pk,
            person=managers[1],
        ).state
        == "confirmed"
    )


POT_STEPS = ("share", "held-share", "partial", "win")
POT_CHANGES: tuple[dict[str, Any] | None, ...] = (
    None,
    {},
    {"bet": 200},
    {"contribution": 70},
    {"minimum": 400_000},
    {"flush": 499},
    {"flush": 501},
    {"flush": 501, "contribution": 70},
    {"flush": 499, "minimum": 400_000},
)


def pot_step(table: Table, jackpot: Any, pay: Callable[[str, int], None], step: str) -> None:
    match step:
        case "share" | "held-share":
            pay(f"jackpot-{step}", 80)
        case "partial":
            pay("jackpot-prize", ledger_balance(table, "jackpot") // 10)
        case "win":
            pay("jackpot-prize", ledger_balance(table, "jackpot"))
            pay("jackpot-fill", jackpot.minimum)


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(steps=st.lists(st.sampled_from(POT_STEPS), max_size=6), change=st.sampled_from(POT_CHANGES))
def test_MS_10_3_the_module_and_the_database_state_one_law(
    managers: Managers, pot: Pot, steps: list[str], change: dict[str, int] | None
) -> None:
    """Whatever became of the pot: what this module refuses or defers is what the database refuses at once."""
    table, jackpot, pay = pot
    before = setting(table)
    with transaction.atomic():
        since_start = [80]  # the fixture's own share
        for step in steps:
            pot_step(table, jackpot, pay, step)
            since_start = [] if step == "win" else since_start + [80] * step.endswith("share")
        assert has_contributions(table) == bool(since_start)
        wanted = None
        if change is not None:
            figures = {name: cents for name, cents in change.items() if name != "flush"}
            fixed = structs.replace(jackpot.fixed, flush=change.get("flush", jackpot.fixed.flush))
            wanted = structs.replace(jackpot, fixed=fixed, **figures)
        after = structs.replace(before, jackpot=wanted)
        refused = bool(find_breaches(table, before, after))
        deferred = must_wait_for_win(table, before, after)
        with connection.cursor() as cursor:
            cursor.execute(
                "SELECT floor_change_touches_a_jackpot(%s, %s, %s, false, now())",
                [table.setting_id, encode_setting(after)[0], table.pk],
            )
            (touches,) = cursor.fetchone()
        transaction.set_rollback(True)
    assert touches == (refused or deferred)


def ledger_balance(table: Table, kind: str) -> int:
    return Account.objects.get(table=table.pk, kind=kind).balance


def test_G03_without_contributions_a_new_rate_applies_at_once(managers: Managers) -> None:
    table = table_open("macau-stud")
    jackpot = structs.replace(setting(table).jackpot, contribution=70)
    confirm_change(change=propose_setting(table, managers[0], jackpot=jackpot).pk, person=managers[1])
    assert setting(table).jackpot == jackpot


def test_G03_the_application_role_cannot_apply_a_rate_before_the_win(managers: Managers, pot: Pot) -> None:
    (rita, nuno), (table, jackpot, _pay) = managers, pot
    change = propose_setting(table, rita, jackpot=structs.replace(jackpot, contribution=70))
    setting_row = TableSetting.objects.create(
        table=table, version=9, data=change.data, digest=change.digest, author=rita
    )
    fails(CONFIRM, nuno.pk, setting_row.pk, change.pk)
    fails("UPDATE floor_tablechange SET state = 'deferred' WHERE id = %s", change.pk)
    fails(
        "UPDATE floor_tablechange SET state = 'deferred', decided = now(), confirmer_id = %s WHERE id = %s",
        rita.pk,
        change.pk,
    )
    confirm_change(change=change.pk, person=nuno)
    fails(
        "UPDATE floor_tablechange SET state = 'confirmed', setting_id = %s WHERE id = %s",
        setting_row.pk,
        change.pk,
    )
    fails("UPDATE floor_tablechange SET decided = now() - interval '1 year' WHERE id = %s", change.pk)
    fails(
        "UPDATE floor_tablechange SET state = 'proposed', confirmer_id = NULL, decided = NULL WHERE id = %s",
        change.pk,
    )
    fails(CONFIRM.replace("now()", "now() - interval '1 year'"), nuno.pk, setting_row.pk, change.pk)
    assert setting(table).jackpot == jackpot


# --- the constraints of the database, under the role of the worker: a web process is asked for more, first


CONFIRM = (
    "UPDATE floor_tablechange SET state = 'confirmed', decided = now(), confirmer_id = %s, setting_id = %s "
    "WHERE id = %s"
)


def fails(sql: str, *values: Any) -> None:
    with pytest.raises(DatabaseError), transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL ROLE house_worker")
        cursor.execute(sql, values)


def test_the_application_role_cannot_bypass_the_second_person(managers: Managers) -> None:
    rita, nuno = managers
    table = table_open()
    change = propose_setting(table, rita, minimum=200)
    mine = TableSetting.objects.create(
        table=table, version=9, data=change.data, digest=change.digest, author=rita
    )
    other = TableSetting.objects.create(
        table=table, version=10, data=setting_data(table, minimum=900), digest=change.digest, author=rita
    )
    fails("UPDATE games_table SET setting_id = %s WHERE id = %s", mine.pk, table.pk)
    fails(CONFIRM, rita.pk, mine.pk, change.pk)
    fails(CONFIRM, None, mine.pk, change.pk)
    fails(CONFIRM, nuno.pk, other.pk, change.pk)
    fails("UPDATE floor_tablechange SET state = 'applied', setting_id = %s WHERE id = %s", mine.pk, change.pk)
    fails("UPDATE floor_tablechange SET author_id = %s WHERE id = %s", nuno.pk, change.pk)
    fails("UPDATE floor_tablechange SET data = '{}' WHERE id = %s", change.pk)
    fails("DELETE FROM floor_tablechange")
    fails("UPDATE games_tablesetting SET data = '{}'")
    fails("UPDATE games_table SET setting_id = NULL WHERE id = %s", table.pk)
    fails("ALTER TABLE games_table DISABLE TRIGGER games_table_plays_what_was_confirmed")
    fails("ALTER TABLE floor_tablechange DISABLE TRIGGER ALL")
    insert = """
        INSERT INTO floor_tablechange
            (table_id, base_id, data, digest, alone, author_id, reason, state, confirmer_id, answer)
        VALUES (%s, %s, %s, %s, %s, %s, 'raw', %s, %s, '')
    """
    free = table_open()
    data, digest = setting_data(free, minimum=900), "f" * 64
    fails(insert, free.pk, free.setting_id, data, digest, False, rita.pk, "confirmed", nuno.pk)
    fails(insert, free.pk, free.setting_id, data, digest, False, rita.pk, "proposed", None)
    fails(insert, free.pk, free.setting_id, data, _digest(data), True, rita.pk, "proposed", None)
    Person.objects.filter(pk=nuno.pk).update(is_staff=False)
    fails(CONFIRM, nuno.pk, mine.pk, change.pk)
    assert setting(table).minimum != 200


def _digest(data: str) -> str:
    import hashlib

    return hashlib.sha256(data.encode()).hexdigest()


def test_an_earlier_confirmed_setting_cannot_be_restored_directly(managers: Managers) -> None:
    rita, nuno = managers
    table = table_open()
    confirm_change(change=propose_setting(table, rita, minimum=200).pk, person=nuno)
    first = table.setting_id
    table.refresh_from_db()
    confirm_change(change=propose_setting(table, rita, minimum=400).pk, person=nuno)
    assert first is not None
    for version in TableSetting.objects.filter(table=table).exclude(
        pk=Table.objects.get(pk=table.pk).setting_id
    ):
        fails("UPDATE games_table SET setting_id = %s WHERE id = %s", version.pk, table.pk)


def test_a_new_table_opens_only_with_a_setting_that_two_people_saw(managers: Managers) -> None:
    rita, nuno = managers
    model = table_open()
    new_table = Table.objects.create(name="Nova", system=model.system, currency="EUR", status="closed")
    first = TableSetting.objects.create(table=new_table, version=1, data=setting_data(model), digest="0" * 64)
    fails("UPDATE games_table SET setting_id = %s WHERE id = %s", first.pk, new_table.pk)
    fails("INSERT INTO games_table SELECT * FROM games_table")


def test_the_code_and_the_database_list_the_same_fields_of_one_person() -> None:
    law = written_laws()[Name("function", "floor_change_keeps_the_law")]
    assert f"ARRAY[{', '.join(repr(name) for name in ONE_PERSON_FIELDS)}]" in law
