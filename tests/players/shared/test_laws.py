"""The files of laws say what is in force; another law is named; a changed file becomes a migration."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
from django.db import connection
from django.db.migrations.state import ProjectState

from casino.management.commands.make_law_migration import write_migration
from casino.operation import doctor
from casino.services.folder import PROJECT
from players.shared import law_operations as operations
from players.shared import laws
from players.shared.law_operations import ChangeLaws, first_laws
from players.shared.laws import Difference, LawError, Name, laws_of, read_laws, written_laws

# What somebody changes in a running database, and what is named then.
CHANGES = {
    "a function does less": (
        "CREATE OR REPLACE FUNCTION record_is_append_only() RETURNS trigger LANGUAGE plpgsql "
        "AS $$ BEGIN RETURN NEW; END $$",
        "Function record_is_append_only, players/audit/database/append_only.sql: changed in the database.",
    ),
    "a function runs as its owner": (
        "ALTER FUNCTION gateway_request_of_the_player(jsonb, jsonb) SECURITY DEFINER",
        "Function gateway_request_of_the_player, players/wallet/cashier/database/payments.sql: "
        "changed in the database.",
    ),
    "a function is added": (
        "CREATE FUNCTION nobody_wrote_it() RETURNS int LANGUAGE sql AS 'SELECT 1'",
        "Function nobody_wrote_it: in the database and in no file.",
    ),
    "a function of the same name is added": (
        "CREATE FUNCTION staff_may(person bigint) RETURNS boolean LANGUAGE sql AS 'SELECT true'",
        ": in the database and in no file.",
    ),
    "everybody may call a function": (
        "GRANT EXECUTE ON FUNCTION cashier_post TO PUBLIC",
        "Rights function cashier_post: in the database and in no file.",
    ),
    "a trigger is gone": (
        "DROP TRIGGER wallet_transfer_append_only ON wallet_transfer",
        "Trigger wallet_transfer.wallet_transfer_append_only, "
        "players/wallet/database/tables.sql: missing in the database.",
    ),
    "a trigger is switched off": (
        "ALTER TABLE identity_check DISABLE TRIGGER allowed_to_write",
        "Trigger identity_check.allowed_to_write, "
        "players/identity/database/tables.sql: changed in the database.",
    ),
    "a trigger asks another question": (
        "DROP TRIGGER a_partner_is_nobody ON players_player; CREATE TRIGGER a_partner_is_nobody "
        "BEFORE INSERT ON players_player FOR EACH ROW WHEN (new.status = 'closed') "
        "EXECUTE FUNCTION a_partner_cannot_sign_in()",
        "Trigger players_player.a_partner_is_nobody, players/database/people.sql: changed in the database.",
    ),
    "a table may be written": (
        "GRANT INSERT ON games_round TO house_web",
        "Rights games_round, games/database/tables.sql: changed in the database.",
    ),
    "a column may be written": (
        "GRANT UPDATE (balance) ON wallet_account TO house_worker",
        "Rights wallet_account, players/wallet/database/tables.sql: changed in the database.",
    ),
    "a right is gone": (
        "REVOKE INSERT ON games_event FROM house_croupier",
        "Rights games_event, games/database/tables.sql: changed in the database.",
    ),
    "row security is off": (
        "ALTER TABLE players_person_groups DISABLE ROW LEVEL SECURITY",
        "Row security players_person_groups, players/database/tables.sql: missing in the database.",
    ),
    "a policy lets more through": (
        "ALTER POLICY a_role_ends_with_its_last_day ON players_person_groups USING (true)",
        "Policy players_person_groups.a_role_ends_with_its_last_day, "
        "players/database/tables.sql: changed in the database.",
    ),
    "a check is gone": (
        "ALTER TABLE players_person DROP CONSTRAINT nobody_is_a_superuser",
        "Constraint players_person.nobody_is_a_superuser, "
        "players/database/tables.sql: missing in the database.",
    ),
    "an index is gone": (
        "DROP INDEX round_by_end",
        "Index round_by_end, casino/compliance/regulator/database/indexes.sql: missing in the database.",
    ),
}


def differences() -> list[str]:
    with connection.cursor() as cursor:
        return [str(difference) for difference in laws.differences(cursor)]


@pytest.mark.django_db
def test_the_database_holds_what_the_files_say() -> None:
    assert differences() == []
    assert len(written_laws()) > 500


@pytest.mark.django_db
@pytest.mark.parametrize("change", CHANGES)
def test_a_change_of_the_database_is_named(change: str) -> None:
    statement, problem = CHANGES[change]
    with connection.cursor() as cursor:
        cursor.execute(statement)
    named = differences()
    assert any(problem in one for one in named), named
    assert [one.problem for one in doctor.check_migrations("operator")] == named


def test_each_function_says_what_it_is_for() -> None:
    for file in laws.files():
        text = (PROJECT / file).read_text("utf-8")
        assert text.startswith("-- "), file
        lines = text.splitlines()
        for number, line in enumerate(lines):
            if line.startswith("CREATE FUNCTION "):
                assert lines[number - 1].startswith("-- "), f"{file}:{number + 1}: {line}"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$ SELECT 1 $$", "incomplete statement"),
        ("CREATE FUNCTION f() RETURNS int LANGUAGE sql AS $$ SELECT 1;", "incomplete statement"),
        ("DROP TABLE games_round;", "unknown kind of law"),
        ("GRANT SELECT games_round TO house_app;", "this right cannot be read"),
        ("CREATE INDEX i ON t (a); CREATE INDEX i ON t (b);", "written twice"),
    ],
)
def test_a_file_that_cannot_be_read_says_why(text: str, why: str) -> None:
    with pytest.raises(LawError, match=why):
        read_laws(text)


def test_rights_are_read_one_by_one() -> None:
    [(name, text)] = read_laws(
        'GRANT UPDATE (a, "table"), SELECT ON t TO house_web, house_worker; GRANT INSERT ON t TO house_web;'
    ).items()
    assert name == Name("rights", "t")
    assert text == (
        'GRANT SELECT, INSERT, UPDATE (a, "table") ON t TO house_web;\n'
        'GRANT SELECT, UPDATE (a, "table") ON t TO house_worker;'
    )


OLD = """
CREATE FUNCTION changed() RETURNS int LANGUAGE sql AS $$ SELECT 1; $$;
CREATE FUNCTION gone() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$;
CREATE TRIGGER asks AFTER INSERT ON games_round FOR EACH ROW WHEN (new.number > 1) EXECUTE FUNCTION gone();
GRANT SELECT, INSERT ON games_round TO house_app;
GRANT EXECUTE ON FUNCTION changed TO house_app;
"""
NEW = """
CREATE FUNCTION changed() RETURNS int LANGUAGE sql AS $$ SELECT 2; $$;
GRANT SELECT, UPDATE (outcome) ON games_round TO house_app;
GRANT EXECUTE ON FUNCTION changed TO house_web;
"""


def run(operation: ChangeLaws, *, back: bool = False) -> None:
    state = ProjectState()
    with connection.schema_editor() as editor:
        move = operation.database_backwards if back else operation.database_forwards
        move("casino", editor, state, state)


def in_force() -> laws.Laws:
    with connection.cursor() as cursor:
        return laws.laws_in_force(cursor)


@pytest.mark.django_db
def test_a_change_goes_forward_and_back() -> None:
    before = in_force()
    run(ChangeLaws("", "\n".join(OLD.splitlines()[:4] + OLD.splitlines()[5:])))
    old = in_force()
    run(ChangeLaws(OLD, NEW))
    new = in_force()
    assert "SELECT 2;" in new[Name("function", "changed")]
    assert Name("function", "gone") not in new and Name("trigger", "games_round.asks") not in new
    assert new[Name("rights", "FUNCTION changed")] == "GRANT EXECUTE ON FUNCTION changed TO house_web;"
    assert "UPDATE (outcome)" in new[Name("rights", "games_round")]
    run(ChangeLaws(OLD, NEW), back=True)
    again = in_force()
    assert {name: text for name, text in again.items() if name.name != "games_round"} == {
        name: text for name, text in old.items() if name.name != "games_round"
    }
    assert before.keys() < again.keys()


WITH_AN_ARGUMENT = """
CREATE FUNCTION changed(more integer) RETURNS integer LANGUAGE sql AS $$ SELECT more $$;
GRANT EXECUTE ON FUNCTION changed TO house_app;
"""


@pytest.mark.django_db
def test_a_function_with_other_arguments_keeps_its_rights_and_is_nobody_elses() -> None:
    before = "\n".join((OLD.splitlines()[1], OLD.splitlines()[5]))
    run(ChangeLaws("", before))
    for back in (False, True):
        run(ChangeLaws(before, WITH_AN_ARGUMENT), back=back)
        held = in_force()[Name("rights", "FUNCTION changed")]
        assert held == "GRANT EXECUTE ON FUNCTION changed TO house_app;"


def test_what_calls_a_function_is_made_again_with_it(tmp_path: Path) -> None:
    name = Name("function", "players_role_counts")
    text = written_laws()[name]
    other = text.replace("(person bigint, role integer)", "(person bigint, role bigint)")
    path = write_migration("players", "roles_by_another_number", [Difference(name, other, text)], tmp_path)
    written = path.read_text("utf-8")
    for kept in (
        "GRANT EXECUTE ON FUNCTION players_role_counts",
        "CREATE POLICY a_role_ends_with_its_last_day",
    ):
        assert written.count(kept) == 2, kept
    assert "CREATE FUNCTION staff_may" not in written, "a body is checked when it runs"


def test_a_changed_file_becomes_a_migration(tmp_path: Path) -> None:
    name = Name("function", "rule_sheet_comes_once")
    text = written_laws()[name]
    difference = Difference(name, text.replace("RETURN NEW", "RETURN NULL"), text)
    path = write_migration("rulebook", "sheets_come_twice", [difference], tmp_path)
    assert path.name == "0002_sheets_come_twice.py"
    spec = importlib.util.spec_from_file_location("written", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    [operation] = module.Migration.operations
    assert read_laws(operation.old) == {name: text}
    assert read_laws(operation.new) == {name: difference.written}
    assert dict(module.Migration.dependencies)["casino"] >= "0002_laws"


def test_the_first_laws_are_those_of_the_files_without_later_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    """So a new database goes through the same states as one that was there before."""
    name = Name("function", "rule_sheet_comes_once")
    text = written_laws()[name]
    first, second = (text.replace("BEGIN", f"BEGIN -- {number}") for number in (1, 2))
    added = Name("function", "rule_sheet_is_approved")
    changes = [ChangeLaws(first, second), ChangeLaws(second, text), ChangeLaws("", written_laws()[added])]
    monkeypatch.setattr(operations, "later_changes", lambda _app: changes)
    first_laws.cache_clear()
    try:
        assert first_laws() == {
            **{one: law for one, law in laws_of("").items() if one != added},
            name: first,
        }
    finally:
        first_laws.cache_clear()
