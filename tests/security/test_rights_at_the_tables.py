"""What a web process that was taken over writes about tables, their settings and rules.

Red before: it opened, renamed and stopped tables, wrote incidents, chat lines and mutes in anybody's name,
and settings that nobody had confirmed.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from django.contrib.auth.models import Group
from django.db import DatabaseError, connection, transaction

from games.floor import suspensions
from games.floor.models import TableChange
from games.models import Table, TableSession
from games.rulebook.models import RuleChange
from games.tables.transport.keyring import Keyring
from games.tables.transport.registry import RENEW
from players.identity.models import SignIn
from players.models import Person, Player
from players.shared.clock import now
from tests.games.rulebook.people import create_draft, create_signers, take_step
from tests.hostile_web import UNPROVEN
from tests.live_table import players_with, signer, table_open
from tests.sessions import sign_in

pytestmark = pytest.mark.django_db
UNCONFIRMED = "has not confirmed who they are"
MANAGER, AUTHOR, REGULATOR = "table manager", "rules author", "regulator"


def staff(role: str, name: str = "") -> Person:
    email = f"{name or role.replace(' ', '-')}@mesas.example"
    person = Person.objects.create_user(email, "x", is_staff=True)
    person.groups.add(Group.objects.get(name=role))
    return person


def execute(sql: str, values: dict[str, Any] | None = None) -> None:
    """By the owner of the database."""
    with connection.cursor() as cursor:
        cursor.execute(sql, values)


def answer(sql: str, values: dict[str, Any], proof: bytes = b"") -> str:
    """What the database says to a web process that shows this proof; empty if it wrote a row.

    What it wrote is undone.
    """
    before = transaction.savepoint()
    try:
        with connection.cursor() as cursor:
            cursor.execute("SET LOCAL SESSION AUTHORIZATION house_web")
            cursor.execute("SELECT set_config('feltro.session_proof', %s, true)", [proof.decode()])
            cursor.execute(sql, values)
            return "" if cursor.rowcount == 1 else f"{cursor.rowcount} rows"
    except DatabaseError as refused:
        return str(refused)
    finally:
        transaction.savepoint_rollback(before)


@dataclass
class Scene:
    """A table, a player, and people of staff; none of them has signed in here."""

    table: Table
    ana: Player
    other: Person  # a second manager, who has begun what waits for a second person

    def values(self, me: Person) -> dict[str, Any]:
        setting = self.table.setting
        assert setting is not None
        data = setting.data.replace('"minimum":50', '"minimum":100')
        assert data != setting.data
        return {
            "table": self.table.pk,
            "player": self.ana.pk,
            "me": me.pk,
            "other": self.other.pk,
            "setting": setting.pk,
            "data": data,
            "digest": hashlib.sha256(data.encode()).hexdigest(),
        }


@pytest.fixture
def scene(db: None) -> Scene:
    (ana,) = players_with(0, 1)
    SignIn.objects.create(person=ana.person, ended=ana.since, cause="signed-out")
    return Scene(table_open(name="Mesa atacada"), ana, staff(MANAGER, "other"))


# --- steps of staff: who may take each, after what the owner wrote first

INCIDENT = (
    "INSERT INTO games_incident (table_id, reason, opened, proposal, note) "
    "VALUES (%(table)s, 'fault', now(), '', '')"
)
PROPOSED_INCIDENT = INCIDENT.replace("note)", "note, proposer_id)").replace("''", "'release'", 1)
PROPOSED_INCIDENT = PROPOSED_INCIDENT.replace("'')", "'why', %(other)s)")
SESSION = (
    "INSERT INTO games_tablesession (table_id, starts, ends, status) "
    "VALUES (%(table)s, now() + interval '1 hour', now() + interval '3 hours', 'announced')"
)
SUSPENSION = (
    "INSERT INTO floor_tablesuspension (table_id, person_id, reason, release_reason) "
    "VALUES (%(table)s, %(me)s, 'players quarrel', '')"
)
BULK = (
    "INSERT INTO floor_bulkchange (kind, tables, author_id, reason, state, answer, results) "
    "VALUES ('drain', '[1]', %(me)s, 'the night is over', 'proposed', '', '{}')"
)
CHANGE = (
    "INSERT INTO floor_tablechange "
    "(table_id, base_id, data, digest, alone, author_id, reason, state, answer) "
    "VALUES (%(table)s, %(setting)s, %(data)s, %(digest)s, false, %(me)s, 'a higher limit', 'proposed', '')"
)
HOURS = "INSERT INTO floor_tablehours (table_id, week, closed_by_hours) VALUES (%(table)s, '[]', false)"
LINE = (
    "INSERT INTO games_chatline (table_id, player_id, alias, text) "
    "VALUES (%(table)s, %(player)s, 'ana', 'olá')"
)
TABLE = (
    "INSERT INTO games_table (name, system, currency, status, reason, version, chain, round, seated, "
    "partners, waiting, phase, recent, snapshot, snapshot_version) "
    "VALUES ('Nova', 'blackjack', 'EUR', 'closed', '', 0, '', 0, 0, 0, 0, '', '', '', 0)"
)
CONTENT = "INSERT INTO rulebook_rulecontent (system, digest, data) VALUES ('baccarat', %(digest)s, %(data)s)"
RULE_CHANGE = (
    "INSERT INTO rulebook_rulechange "
    "(system, title, reason, state, content_id, author_id, generator, reference) "
    "SELECT 'baccarat', 'x', '', 'draft', max(id), %(me)s, false, '' FROM rulebook_rulecontent"
)
DOCUMENT = (
    "INSERT INTO rulebook_ruledocument (id, change_id, person_id, name, type, digest, data) "
    "SELECT gen_random_uuid(), max(id), %(me)s, 'a.pdf', 'application/pdf', "
    "encode(sha256('%%PDF-'), 'hex'), '%%PDF-' FROM rulebook_rulechange"
)
IMPACT = (
    "INSERT INTO rulebook_impact (system, base, content, settings, state, percent, doing, data) "
    "VALUES ('baccarat', 'a', 'b', 'c', 'waiting', 0, '', '')"
)


def by_other(statement: str) -> str:
    return statement.replace("%(me)s", "%(other)s")


@dataclass
class Step:
    sql: str
    first: tuple[str, ...] = ()
    role: str = MANAGER
    is_confirmed: bool = False  # the page asks to confirm who one is


STEPS = {
    "a new table": Step(TABLE),
    "another name of a table": Step("UPDATE games_table SET name = 'Outra' WHERE id = %(table)s"),
    "a table closes after its round": Step(
        "UPDATE games_table SET status = 'draining', reason = 'why' WHERE id = %(table)s"
    ),
    "a table closes": Step(
        "UPDATE games_table SET status = 'closed' WHERE id = %(table)s",
        ("UPDATE games_table SET status = 'draining' WHERE id = %(table)s",),
    ),
    "a table opens": Step(
        "UPDATE games_table SET status = 'open' WHERE id = %(table)s",
        ("UPDATE games_table SET status = 'closed' WHERE id = %(table)s",),
    ),
    "a held table goes on": Step(
        "UPDATE games_table SET status = 'open', reason = '' WHERE id = %(table)s",
        ("UPDATE games_table SET status = 'held', reason = 'fault' WHERE id = %(table)s",),
        is_confirmed=True,
    ),
    "the release of a table is proposed": Step(
        "UPDATE games_incident "
        "SET proposal = 'release', proposer_id = %(me)s, proposed = now(), note = 'why'",
        (INCIDENT,),
        is_confirmed=True,
    ),
    "the release of a table is confirmed": Step(
        "UPDATE games_incident SET confirmer_id = %(me)s, closed = now(), proposal = 'release'",
        (PROPOSED_INCIDENT,),
        is_confirmed=True,
    ),
    "a line is hidden": Step("UPDATE games_chatline SET hidden = now(), hider_id = %(me)s", (LINE,)),
    "a player is muted": Step(
        "INSERT INTO games_chatmute (player_id, until, reason, by_id) "
        "VALUES (%(player)s, now() + interval '7 days', 'why', %(me)s)",
        role="support",
    ),
    "a session is announced": Step(SESSION),
    "a session is called off": Step("UPDATE games_tablesession SET status = 'cancelled'", (SESSION,)),
    "hours are set": Step(HOURS),
    "hours are changed": Step("UPDATE floor_tablehours SET week = '[[]]'", (HOURS,)),
    "hours are taken away": Step("DELETE FROM floor_tablehours", (HOURS,)),
    "a table is suspended": Step(SUSPENSION, role="compliance officer"),
    "a suspension is lifted": Step(
        "UPDATE floor_tablesuspension SET ended = now(), released_by_id = %(me)s, release_reason = 'why'",
        (SUSPENSION,),
    ),
    "a step for many tables is proposed": Step(BULK),
    "a step for many tables is confirmed": Step(
        "UPDATE floor_bulkchange SET state = 'done', confirmer_id = %(me)s, decided = now()",
        (by_other(BULK),),
        is_confirmed=True,
    ),
    "a step for many tables is refused": Step(
        "UPDATE floor_bulkchange "
        "SET state = 'refused', confirmer_id = %(me)s, decided = now(), answer = 'no'",
        (by_other(BULK),),
        is_confirmed=True,
    ),
    "a step for many tables is withdrawn": Step(
        "UPDATE floor_bulkchange SET state = 'withdrawn', decided = now(), answer = 'no'",
        (BULK,),
        is_confirmed=True,
    ),
    "a setting is proposed": Step(CHANGE),
    "a setting is refused": Step(
        "UPDATE floor_tablechange "
        "SET state = 'refused', confirmer_id = %(me)s, decided = now(), answer = 'no'",
        (by_other(CHANGE),),
        is_confirmed=True,
    ),
    "a setting is withdrawn": Step(
        "UPDATE floor_tablechange SET state = 'withdrawn', decided = now(), answer = 'no'",
        (CHANGE,),
        is_confirmed=True,
    ),
    "a draft of rules": Step(CONTENT, role=AUTHOR),
    "a request to change rules": Step(RULE_CHANGE, (CONTENT,), AUTHOR),
    "a document of the regulator": Step(DOCUMENT, (CONTENT, RULE_CHANGE), REGULATOR),
    "consequences are asked for": Step(IMPACT, role=REGULATOR),
    "a computation is stopped": Step(
        "UPDATE rulebook_impact SET state = 'stopped', touched = now()", (IMPACT,), AUTHOR
    ),
}


@pytest.mark.parametrize("step", STEPS.values(), ids=STEPS)
def test_a_step_of_staff_needs_somebody_who_may_take_it(scene: Scene, step: Step) -> None:
    me, cashier = staff(step.role), staff("cashier")
    values = scene.values(me)
    for statement in step.first:
        execute(statement, values)
    for proof in (b"", b"0" * 40, sign_in(scene.ana.person), sign_in(cashier)):
        assert answer(step.sql, values, proof).startswith(UNPROVEN)
    # Somebody without the right names themselves.
    assert answer(step.sql, {**values, "me": cashier.pk}, sign_in(cashier)).startswith(UNPROVEN)
    stale = answer(step.sql, values, sign_in(me, is_confirmed=False))
    assert UNCONFIRMED in stale if step.is_confirmed else stale == ""
    assert answer(step.sql, values, sign_in(me)) == ""


NAMED = [name for name, step in STEPS.items() if "%(me)s" in step.sql]


@pytest.mark.parametrize("name", NAMED)
def test_nobody_is_named_by_somebody_else_who_may(scene: Scene, name: str) -> None:
    step = STEPS[name]
    me, colleague = staff(step.role), staff(step.role, "colleague")
    values = scene.values(me)
    for statement in step.first:
        execute(statement, values)
    assert answer(step.sql, values, sign_in(colleague)).startswith(UNPROVEN)


# --- what nobody does in a web process, whatever cookie it has seen

NEVER = {
    "stop a table by its number": "UPDATE games_table SET version = 9223372036854775807 WHERE id = %(table)s",
    "forge the state of a table": "UPDATE games_table SET snapshot = 'x' WHERE id = %(table)s",
    "forge what the lobby shows": "UPDATE games_table SET recent = '7' WHERE id = %(table)s",
    "delay the next step": "UPDATE games_table SET due = NULL WHERE id = %(table)s",
    "hold a table": "UPDATE games_table SET status = 'held' WHERE id = %(table)s",
    "close during a round": "UPDATE games_table SET status = 'closed' WHERE id = %(table)s",
    "delete a table": "DELETE FROM games_table WHERE id = %(table)s",
    "set a table without a change": "UPDATE games_table SET setting_id = NULL WHERE id = %(table)s",
    "a new table with a history": TABLE.replace("'', 0, '', 0", "'', 9223372036854775807, '', 0"),
    "a new table that is open": TABLE.replace("'closed'", "'open'"),
    "a setting without a change": (
        "INSERT INTO games_tablesetting (table_id, version, data, digest, created, author_id) "
        "VALUES (%(table)s, 2, %(data)s, %(digest)s, now(), %(me)s)"
    ),
    "an incident": INCIDENT,
    "chat in another's name": LINE,
    "a session that runs": SESSION.replace("'announced'", "'open'"),
    "hours that have closed a table": HOURS.replace("false", "true"),
    "a suspension that is over": SUSPENSION.replace("release_reason)", "release_reason, ended)").replace(
        "'')", "'', now())"
    ),
    "a step for many tables that is done": BULK.replace("'proposed'", "'done'"),
    "a key that verifies receipts": "INSERT INTO games_housekey (name, public) VALUES ('receipts', 'x')",
    "rules in force": (
        "INSERT INTO games_rulesheet (system, version, status, data, digest, reference) "
        "VALUES ('baccarat', 99, 'draft', '{}', '', '')"
    ),
    "a figure of the house's share": (
        "INSERT INTO rulebook_keptedges (system, digest, \"case\", data) VALUES ('baccarat', '', '', '[]')"
    ),
    "consequences of its own making": IMPACT.replace("'waiting'", "'done'"),
    "a request that is authorised": RULE_CHANGE.replace("'draft'", "'authorised'"),
    "the key of a croupier": (
        "INSERT INTO games_processkey (id, kind, key) "
        "VALUES ('x', 'croupier', decode(repeat('00', 32), 'hex'))"
    ),
}


@pytest.mark.parametrize("sql", NEVER.values(), ids=NEVER)
def test_nobody_takes_these_steps_in_a_web_process(scene: Scene, sql: str) -> None:
    me = staff("management")
    for role in (MANAGER, AUTHOR, REGULATOR, "compliance officer"):
        me.groups.add(Group.objects.get(name=role))
    values = scene.values(me)
    for proof in (b"", sign_in(scene.ana.person), sign_in(me)):
        said = answer(sql, values, proof)
        assert any(
            words in said
            for words in (
                UNPROVEN,
                "no law allows this",
                "permission denied",
                "may not register",
                "without a setting",
            )
        ), said


CHANGED_AFTERWARDS = {
    "an incident closes by one person": (
        (INCIDENT,),
        "UPDATE games_incident SET proposer_id = %(me)s, confirmer_id = %(other)s, closed = now()",
    ),
    "an incident is closed by its proposer": (
        (PROPOSED_INCIDENT.replace("%(other)s", "%(me)s"),),
        "UPDATE games_incident SET confirmer_id = %(me)s, closed = now(), proposal = 'release'",
    ),
    "an incident gets another reason": ((INCIDENT,), "UPDATE games_incident SET reason = 'nothing'"),
    "a table goes on while an incident is open": (
        (INCIDENT, "UPDATE games_table SET status = 'held' WHERE id = %(table)s"),
        "UPDATE games_table SET status = 'open' WHERE id = %(table)s",
    ),
    "a line says something else": ((LINE,), "UPDATE games_chatline SET text = 'x'"),
    "a line is forgotten": ((LINE,), "DELETE FROM games_chatline"),
    "a hidden line is shown": (
        (LINE, "UPDATE games_chatline SET hidden = now(), hider_id = %(me)s"),
        "UPDATE games_chatline SET hidden = NULL, hider_id = NULL",
    ),
    "a session moves": ((SESSION,), "UPDATE games_tablesession SET starts = now()"),
    "a session begins": ((SESSION,), "UPDATE games_tablesession SET status = 'open'"),
    "a proposed step takes other tables": ((BULK,), "UPDATE floor_bulkchange SET tables = '[2]'"),
    "a step for many tables is confirmed by its author": (
        (BULK,),
        "UPDATE floor_bulkchange SET state = 'done', confirmer_id = %(me)s, decided = now()",
    ),
    "a setting is applied alone": (
        (CHANGE,),
        "UPDATE floor_tablechange SET state = 'applied', decided = now()",
    ),
    "a setting is withdrawn by another": (
        (by_other(CHANGE),),
        "UPDATE floor_tablechange SET state = 'withdrawn', decided = now(), answer = 'no'",
    ),
    "hours close a table": ((HOURS,), "UPDATE floor_tablehours SET closed_by_hours = true"),
    "consequences are written": ((IMPACT,), "UPDATE rulebook_impact SET state = 'done'"),
    "figures are written": ((IMPACT,), "UPDATE rulebook_impact SET data = '{}'"),
}


@pytest.mark.parametrize(("first", "sql"), CHANGED_AFTERWARDS.values(), ids=CHANGED_AFTERWARDS)
def test_what_was_written_changes_by_its_steps_alone(scene: Scene, first: tuple[str, ...], sql: str) -> None:
    me = staff(MANAGER)
    values = scene.values(me)
    for statement in first:
        execute(statement, values)
    for proof in (b"", sign_in(scene.ana.person), sign_in(me)):
        said = answer(sql, values, proof)
        assert any(words in said for words in (UNPROVEN, "no law allows this", "permission denied")), said


# --- a setting comes from its change


@pytest.fixture
def managers(scene: Scene) -> tuple[Person, Person]:
    return staff(MANAGER), scene.other


VERSION = (
    "INSERT INTO games_tablesetting (table_id, version, data, digest, created, author_id) "
    "VALUES (%(table)s, {version}, %(data)s, %(digest)s, now(), %(author)s)"
)


def test_a_setting_is_made_of_a_change_that_a_second_person_confirms(
    scene: Scene, managers: tuple[Person, Person]
) -> None:
    author, second = managers
    values = {**scene.values(author), "author": author.pk}
    execute(CHANGE, values)
    right = VERSION.format(version=2)
    assert answer(right, values, sign_in(author)).startswith(UNPROVEN)
    assert answer(right, values, sign_in(second, is_confirmed=False)).startswith(UNPROVEN)
    for wrong in (
        (VERSION.format(version=2147483647), {}),
        (right, {"author": second.pk}),
        (right, {"data": "{}"}),
    ):
        assert answer(wrong[0], {**values, **wrong[1]}, sign_in(second)).startswith(UNPROVEN)
    assert answer(right, values, sign_in(second)) == ""


def test_one_person_sets_the_pace_alone(scene: Scene, managers: tuple[Person, Person]) -> None:
    author, other = managers
    setting = scene.table.setting
    assert setting is not None
    data = setting.data.replace('"betting_seconds":', '"betting_seconds":1')
    values = scene.values(author) | {"author": author.pk, "data": data}
    values["digest"] = hashlib.sha256(data.encode()).hexdigest()
    assert data != setting.data
    execute(CHANGE.replace("false", "true"), values)
    assert answer(VERSION.format(version=2), values, sign_in(other)).startswith(UNPROVEN)
    assert answer(VERSION.format(version=2), values, sign_in(author)) == ""


def test_a_copied_setting_is_proposed_in_the_name_of_whoever_chose_the_tables(
    scene: Scene, managers: tuple[Person, Person]
) -> None:
    author, second = managers
    source = table_open(name="Mesa copiada", minimum=100)
    values = scene.values(author)
    assert source.setting is not None
    values |= {"data": source.setting.data, "digest": source.setting.digest, "source": source.setting_id}
    assert answer(CHANGE, values, sign_in(second)).startswith(UNPROVEN)
    bulk = BULK.replace("'drain', '[1]'", "'setting', jsonb_build_array(%(table)s)").replace(
        "kind,", "source_id, kind,"
    )
    execute(bulk.replace("VALUES (", "VALUES (%(source)s, "), values)
    assert answer(CHANGE, values, sign_in(staff("cashier"))).startswith(UNPROVEN)
    assert answer(CHANGE, {**values, "me": staff(MANAGER, "third").pk}, sign_in(second)).startswith(UNPROVEN)
    assert answer(CHANGE, values, sign_in(second)) == ""
    assert TableChange.objects.filter(table=scene.table).count() == 0


def test_a_minimum_for_many_tables_changes_nothing_else_of_a_table(
    scene: Scene, managers: tuple[Person, Person]
) -> None:
    author, second = managers
    values = scene.values(author)  # the setting of the table with another minimum
    assert answer(CHANGE, values, sign_in(second)).startswith(UNPROVEN)
    bulk = BULK.replace("'drain', '[1]'", "'minimum', jsonb_build_array(%(table)s)").replace(
        "kind,", "value, kind,"
    )
    execute(bulk.replace("VALUES (", "VALUES ('100', "), values)
    for before, after in (('"minimum":100', '"minimum":150'), ('"betting_seconds":', '"betting_seconds":1')):
        other = values["data"].replace(before, after)
        assert other != values["data"]
        wrong = {**values, "data": other, "digest": hashlib.sha256(other.encode()).hexdigest()}
        assert answer(CHANGE, wrong, sign_in(second)).startswith(UNPROVEN)
    elsewhere = table_open(name="Outra mesa")
    assert answer(CHANGE, {**values, "table": elsewhere.pk}, sign_in(second)).startswith(UNPROVEN)
    assert answer(CHANGE, values, sign_in(staff("cashier"))).startswith(UNPROVEN)
    assert answer(CHANGE, values, sign_in(second)) == ""


# --- a suspension


def test_a_suspended_table_opens_for_whoever_ends_the_suspension(
    scene: Scene, managers: tuple[Person, Person]
) -> None:
    """The officer of compliance suspends a table and does nothing else there."""
    officer = staff("compliance officer")
    drain = "UPDATE games_table SET status = 'draining', reason = 'why' WHERE id = %(table)s"
    values = scene.values(officer)
    assert answer(drain, values, sign_in(officer)).startswith(UNPROVEN)
    execute(SUSPENSION, values)
    assert answer(drain, values, sign_in(officer)) == ""
    assert answer(drain.replace("draining", "held"), values, sign_in(officer)).startswith(UNPROVEN)
    suspensions.release_table(table=scene.table.pk, person=managers[0], reason="the quarrel is over")
    execute(drain, values)
    opening = "UPDATE games_table SET status = 'open', reason = '' WHERE id = %(table)s"
    assert answer(opening, values, sign_in(officer)).startswith(UNPROVEN)
    assert answer(opening, values, sign_in(managers[0])) == ""


# --- players

NOTE = (
    "INSERT INTO games_opponentnote (player_id, about_id, colour, text) "
    "VALUES (%(player)s, %(player)s, 'red', '')"
)
ROUND_NOTE = "INSERT INTO games_roundnote (player_id, round_id, text) VALUES (%(player)s, 1, 'x')"
OWN = {
    "a note about a round": (ROUND_NOTE, ""),
    "a note about a round is deleted": (
        "DELETE FROM games_roundnote WHERE player_id = %(player)s",
        ROUND_NOTE,
    ),
    "a note": (NOTE, ""),
    "a note is deleted": ("DELETE FROM games_opponentnote WHERE player_id = %(player)s", NOTE),
    "a favourite": ("INSERT INTO games_favourite (player_id, table_id) VALUES (%(player)s, %(table)s)", ""),
    "a favourite is forgotten": (
        "DELETE FROM games_favourite WHERE player_id = %(player)s",
        "INSERT INTO games_favourite (player_id, table_id) VALUES (%(player)s, %(table)s)",
    ),
    "a seat is kept": (
        "INSERT INTO games_registration (session_id, player_id) VALUES (%(session)s, %(player)s)",
        "",
    ),
    "a seat is given up": (
        "DELETE FROM games_registration WHERE player_id = %(player)s",
        "INSERT INTO games_registration (session_id, player_id) VALUES (%(session)s, %(player)s)",
    ),
}


@pytest.fixture
def session(scene: Scene) -> Iterator[TableSession]:
    execute(SESSION, {"table": scene.table.pk})
    yield TableSession.objects.get(table=scene.table)


@pytest.mark.parametrize(("sql", "first"), OWN.values(), ids=OWN)
def test_players_choose_for_themselves(scene: Scene, session: TableSession, sql: str, first: str) -> None:
    manager = staff(MANAGER)
    values = {**scene.values(manager), "session": session.pk}
    if first:
        execute(first, values)
    (rui,) = players_with(0, 1)
    for proof in (b"", b"0" * 40, sign_in(rui.person), sign_in(manager), sign_in(staff("management"))):
        assert answer(sql, values, proof).startswith(UNPROVEN)
    proof = sign_in(scene.ana.person, is_confirmed=False)
    assert answer(sql, values, proof) == ""
    TableSession.objects.filter(pk=session.pk).update(status="open")
    is_allowed = answer(sql, values, proof) == ""
    assert is_allowed == ("registration" not in sql)  # [HE-6b]


ABOUT = (
    "INSERT INTO games_opponentnote (player_id, about_id, colour, text) "
    "VALUES (%(other)s, %(player)s, '', 'x')"
)
ERASED = {
    "favourites": (OWN["a favourite"][0], "DELETE FROM games_favourite WHERE player_id = %(player)s"),
    "notes about rounds": (ROUND_NOTE, "DELETE FROM games_roundnote WHERE player_id = %(player)s"),
    "notes by them": (NOTE, "DELETE FROM games_opponentnote WHERE player_id = %(player)s"),
    "notes about them": (ABOUT, "DELETE FROM games_opponentnote WHERE about_id = %(player)s"),
}


@pytest.mark.parametrize(("first", "sql"), ERASED.values(), ids=ERASED)
def test_what_a_player_chose_is_erased_with_their_data_alone(scene: Scene, first: str, sql: str) -> None:
    officer, second = staff("identity officer"), staff("identity officer", "second")
    (other,) = players_with(0, 1)
    values = {**scene.values(officer), "second": second.pk, "other": other.pk}
    execute(first, values)
    assert answer(sql, values, sign_in(officer)).startswith(UNPROVEN)
    erasure = (
        "INSERT INTO identity_erasure (player_id, reason, status, requested_by_id, requested_at, "
        "decided_by_id, decided) VALUES (%(player)s, 'why', 'approved', %(second)s, now(), %(me)s, now())"
    )
    with connection.cursor() as cursor:  # a law of its own asks for a closed account
        cursor.execute("SET LOCAL session_replication_role = replica")
        cursor.execute(erasure, values)
        cursor.execute("SET LOCAL session_replication_role = origin")
    assert answer(sql, values, sign_in(officer)) == ""


# --- rules

STEP = (
    "INSERT INTO rulebook_rulestep "
    "(change_id, person_id, verb, digest, reason, reference, dated, document_id, moment) "
    "VALUES (%(change)s, %(me)s, %(verb)s, %(digest)s, 'uma boa razão', %(reference)s, %(dated)s, "
    "%(document)s, %(moment)s)"
)


def test_each_step_of_a_rule_change_is_its_signers_confirmed_session(scene: Scene) -> None:
    people, cashier = create_signers(), staff("cashier")
    change = create_draft(people)
    for verb, me in (
        ("withdraw", people.author),
        ("submit", people.author),
        ("return", people.approver),
        ("endorse", people.approver),
        ("refuse", people.regulator),
        ("authorise", people.regulator),
        ("schedule", people.author),
    ):
        values: dict[str, Any] = {"change": change.pk, "me": me.pk, "verb": verb}
        values |= {"digest": change.content.digest, "reference": "", "dated": None, "document": None}
        values["moment"] = now() if verb == "schedule" else None
        if verb == "authorise":
            paper = "SELECT max(id::text)::uuid FROM rulebook_ruledocument WHERE change_id = %(change)s"
            execute(DOCUMENT, values)
            with connection.cursor() as cursor:
                cursor.execute(paper, values)
                values |= {"document": cursor.fetchone()[0], "reference": "R-1", "dated": now().date()}
        for proof in (b"", sign_in(scene.ana.person), sign_in(cashier), sign_in(signer("management"))):
            assert answer(STEP, values, proof).startswith(UNPROVEN), verb
        assert UNCONFIRMED in answer(STEP, values, sign_in(me, is_confirmed=False)), verb
        assert answer(STEP, values, sign_in(me)) == "", verb
        if verb not in ("withdraw", "return", "refuse"):
            take_step(change, verb, me)
            change.refresh_from_db()
    for verb in ("activate", "expire", "supersede"):
        values |= {"verb": verb, "me": None}
        assert answer(STEP, values, sign_in(people.author)).startswith("no law allows this"), verb


def test_only_its_author_edits_a_draft_while_it_is_one(scene: Scene) -> None:
    people = create_signers()
    change = create_draft(people)
    sql = "UPDATE rulebook_rulechange SET title = 'outra coisa' WHERE id = %(change)s"
    values = {"change": change.pk}
    for person in (people.approver, people.regulator, signer("management")):
        assert answer(sql, values, sign_in(person)).startswith(UNPROVEN)
    assert answer(sql, values, sign_in(people.author)) == ""
    take_step(change, "submit", people.author)
    assert answer(sql, values, sign_in(people.author)).startswith("no law allows this")
    assert RuleChange.objects.get(pk=change.pk).title == change.title


# --- processes


def test_a_web_process_does_not_take_away_the_key_of_another(db: None) -> None:
    """Red before: of another web process it did, whose sockets then got no message."""
    own, other = Keyring("web"), Keyring("web")
    execute(
        "INSERT INTO games_processkey (id, kind, key) VALUES (%(id)s, 'web', %(key)s)",
        {"id": other.id, "key": other.own.key},
    )
    sql = "DELETE FROM games_processkey WHERE id = %(id)s"
    assert answer(sql, {"id": other.id}).startswith("the key of a running process cannot be deleted")
    renewal = RENEW.replace("%s", "%(id)s", 1).replace("%s", "%(kind)s", 1).replace("%s", "%(key)s", 1)
    assert answer(renewal, {"id": own.id, "kind": "web", "key": own.own.key}) == ""
    assert answer(renewal, {"id": other.id, "kind": "web", "key": other.own.key}) == ""
    for column in ("key = '\\x00'", "until = 'infinity'", "id = 'x'"):
        changed = f"UPDATE games_processkey SET {column} WHERE id = %(id)s"
        assert answer(changed, {"id": other.id}).startswith("permission denied")
