"""What each kind of process may write, by column and by transition (`casino/database/allowed_to_write.sql`).

A process that was taken over has the rights of its role. Red for every new table and column until its
`tables.sql` says who may write it, in which step and with which proof.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.apps import apps
from django.db import connection

from casino.services.folder import PROJECT
from players.models import Person, Player
from players.shared.laws import Name, file_of, files, read_rights, written_laws
from tests.hostile_web import UNPROVEN, Web, web
from tests.security.conftest import refused

__all__ = ["web"]
pytestmark = pytest.mark.usefixtures("lasting_db")

WEB = "house_web"
PACKAGES = ("casino", "games", "players")
LAW = re.compile(r"'((?:[^']|'')*)'")
WHAT = re.compile(r"insert( \w+=\S+)*|delete( \w+=\S+)*|update( \w+=\S+,?)*( \w+( \S+>\S+)?,?)+")
WHO = re.compile(
    r"anybody \([^,|()]+\)|staff|confirmed|(new )?(player|person)( in \w+)?"
    r"|may \w+\.\w+|as \w+|not \w+|if \w+"
)
# A web process writes these without the trigger, each under a law of its own.
LAWS_OF_THEIR_OWN = {
    "django_session": "written for everybody who comes; a session proves nobody without its sign-in",
    "wallet_account": "only the column by which a row is locked: no bet waits for a law",
}


def role_of(role: str) -> set[str]:
    return {role, "house_app"} if role != "house_beacon" else {role}


def rights(role: str) -> dict[str, set[tuple[str, str]]]:
    """What the role may write, by table: operation and column, "*" for all columns."""
    found: dict[str, set[tuple[str, str]]] = {}
    for name, text in written_laws().items():
        if name.kind != "rights" or name.name.startswith(("FUNCTION ", "SEQUENCE ")):
            continue
        for holder, privilege, column in read_rights(text):
            if holder in role_of(role) and privilege in ("INSERT", "UPDATE", "DELETE"):
                found.setdefault(name.name, set()).add((privilege, column or "*"))
    return found


def laws(table: str) -> list[tuple[str, str]]:
    """The laws of a table: what, and who."""
    text = written_laws().get(Name("trigger", f"{table}.allowed_to_write"), "")
    return [tuple(law.split(": ", 1)) for law in LAW.findall(text)]  # type: ignore[misc]


def columns(what: str) -> set[str]:
    """The columns that a law of changes allows to change."""
    if not what.startswith("update "):
        return set()
    return {
        item.split()[0] for item in what.removeprefix("update ").split(", ") if "=" not in item.split()[0]
    }


def conditions(what: str) -> dict[str, str]:
    return dict(re.findall(r"(\w+)=(\S+?)(?=[ ,]|$)", what))


def rights_file(table: str) -> str:
    return str(file_of(Name("rights", table)))


def tables() -> Iterator[str]:
    yield from sorted(rights(WEB))


@pytest.mark.parametrize("table", [t for t in sorted(rights(WEB)) if t not in LAWS_OF_THEIR_OWN])
def test_each_right_of_a_web_process_has_its_law_and_each_law_its_right(table: str) -> None:
    held, written = rights(WEB)[table], laws(table)
    assert written, (
        f"Web processes may write {table}. Say beside the grant in {rights_file(table)} by whose "
        "right: a trigger `allowed_to_write` with its laws (docs/reference/database-rights.md)."
    )
    text = written_laws()[Name("trigger", f"{table}.allowed_to_write")]
    assert {"INSERT", "DELETE"} & {what for what, _ in held} == {
        word.upper() for word in ("insert", "delete") if any(what.split()[0] == word for what, _ in written)
    }
    may_change = {column for what, column in held if what == "UPDATE"}
    # Either of every change, or of the changes that a web process can make: others have no right to the rest.
    fires = re.search(r"BEFORE INSERT OR DELETE OR UPDATE(?: OF ([\w, ]+))? ON", text)
    assert fires and "WHEN" not in text
    assert fires[1] is None or set(fires[1].split(", ")) == may_change
    lawful = set().union(*(columns(what) for what, _ in written))
    assert may_change == lawful, (
        f"{rights_file(table)}: GRANT UPDATE and the laws of {table} name different columns. "
        f"Without a law: {sorted(may_change - lawful)}. Without a grant: {sorted(lawful - may_change)}."
    )


@pytest.mark.parametrize("table", [t for t in sorted(rights(WEB)) if t not in LAWS_OF_THEIR_OWN])
def test_each_law_can_be_read_and_names_columns_and_rights_that_exist(table: str) -> None:
    """A word that the trigger does not know would refuse all, an unknown column would allow none."""
    model = next(m for m in apps.get_models(include_auto_created=True) if m._meta.db_table == table)
    known = {field.column for field in model._meta.concrete_fields}
    people = {
        f.column: f.related_model.__name__
        for f in model._meta.concrete_fields
        if f.is_relation and f.related_model in (Person, Player)
    }
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT t.app_label || '.' || p.codename FROM auth_permission AS p JOIN "
            "django_content_type AS t ON t.id = p.content_type_id"
        )
        permissions = {name for (name,) in cursor.fetchall()}
        cursor.execute("SELECT proname FROM pg_proc WHERE pronargs = 2 AND prorettype = 'bool'::regtype")
        functions = {name for (name,) in cursor.fetchall()}
    for what, who in laws(table):
        assert WHAT.fullmatch(what), what
        assert columns(what) | set(conditions(what)) <= known, what
        for condition in re.split(r", | \| ", who):
            assert WHO.fullmatch(condition), condition
            word, _, rest = condition.partition(" ")
            if word == "may":
                assert rest in permissions, condition
            elif word == "if":
                assert rest in functions, condition
            elif word in ("as", "not"):
                assert people.get(rest) == "Person", condition
            elif match := re.fullmatch(r"(?:new )?(player|person)(?: in (\w+))?", condition):
                column = match[2] or f"{match[1]}_id"
                own = (
                    {"players_player": "Player", "players_person": "Person"}.get(table)
                    if column == "id"
                    else None
                )
                assert own or people.get(column) == match[1].title(), condition


# Columns that name a person of staff or a player and that a web process fills without their proof, and why.
NAMED_WITHOUT_PROOF = {
    "games_tablesetting.author_id": "the author of the change of which the setting is made",
    "audit_line.player_id": "whose sign-in failed, or who follows from somebody's step; the same",
    "backoffice_plannedshift.person_id": "whose time is planned; the law asks for their role",
    "backoffice_shift.successor_id": "somebody on duty gets the work; the law asks for their shift",
    "backoffice_workmention.person_id": "whom a note names; the law asks for their right to read it",
    "collusion_casemember.player_id": "whom the report names that opens the case",
    "games_opponentnote.about_id": "whom a note is about, which nobody but its writer reads",
    "inbox_complaint.reported_id": "whom a report of another player is about",
    "reports_reportmail.person_id": "to whom a signed month goes; the worker asks for their right",
    "players_personkey.player_id": "whose data are sealed under the key; its number opens nothing",
    "protection_exclusion.player_id": "the national list names a document of the player",
}


def named(table: str) -> Iterator[str]:
    """Columns of a table that name somebody whom no law compares with the proof."""
    model = next(m for m in apps.get_models(include_auto_created=True) if m._meta.db_table == table)
    for field in model._meta.concrete_fields:
        if not field.is_relation or field.related_model not in (Person, Player):
            continue
        for what, who in laws(table):
            if what.startswith("delete") or what.startswith("update ") and field.column not in columns(what):
                continue
            if conditions(what).get(field.column) == "null" or f"{field.column} *>null" in what:
                continue
            words = re.split(r", | \| ", who)
            kind = field.related_model.__name__.lower()
            own = {f"as {field.column}", f"{kind} in {field.column}", f"new {kind} in {field.column}"}
            own |= {kind, f"new {kind}"} if field.column == f"{kind}_id" else set()
            is_about_a_player = kind == "player" and any(word.startswith(("may ", "staff")) for word in words)
            if not own & set(words) and not is_about_a_player:
                yield f"{table}.{field.column} ({what})"


def test_every_column_that_names_somebody_is_proven_or_says_why_not() -> None:
    found = {name for table in tables() for name in named(table)}
    unproven = sorted(name for name in found if name.split(" ")[0] not in NAMED_WITHOUT_PROOF)
    assert unproven == [], (
        "These columns name somebody without that person's proof. Add `as COLUMN` or `player in COLUMN` to "
        f"the law in tables.sql, or the reason why not to NAMED_WITHOUT_PROOF in this file: {unproven}"
    )
    assert set(NAMED_WITHOUT_PROOF) - {name.split(" ")[0] for name in found} == set(), "proven by now"


@pytest.mark.parametrize("table", [t for t in sorted(rights(WEB)) if t not in LAWS_OF_THEIR_OWN])
def test_a_row_is_refused_without_a_session(web: Web, table: str) -> None:
    """The trigger asks before anything else looks at the row, so any row will do."""
    insertions = [who for what, who in laws(table) if what.startswith("insert")]
    if any("anybody" in who for who in insertions) or ("INSERT", "*") not in rights(WEB)[table]:
        return
    insertion = f"INSERT INTO {table} SELECT (jsonb_populate_record(NULL::{table}, '{{}}')).*"
    assert UNPROVEN in (answer := refused(web, insertion)) or "no law allows" in answer


@pytest.mark.parametrize("role", ["house_web", "house_croupier", "house_worker", "house_beacon"])
def test_what_is_changed_is_granted_by_column(role: str) -> None:
    """A new column is nobody's until somebody says whose it is."""
    whole = {table for table, held in rights(role).items() if ("UPDATE", "*") in held}
    assert whole == set(), f"Write GRANT UPDATE (columns), not of the whole table: {sorted(whole)}"


def test_every_table_says_who_may_use_it() -> None:
    """Or that functions of the owner alone do: then a law names it."""
    ours = [model for model in apps.get_models() if model.__module__.split(".")[0] in PACKAGES]
    said = "\n".join((PROJECT / file).read_text("utf-8") for file in files())
    silent = [
        f"{model._meta.db_table} ({model.__module__})"
        for model in ours
        if model._meta.managed and not re.search(rf"\b{model._meta.db_table}\b", said)
    ]
    assert silent == [], (
        "Nobody may read or write these tables. Grant it by role and column in `database/tables.sql` of the "
        f"package, with a law for what web processes write: {silent}"
    )
