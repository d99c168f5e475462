"""The law in the database, and whether it is in force.

Functions, triggers, row policies and rights, and the checks and indexes that models cannot declare, are
written in `<package>/database/*.sql`, one file for each subject. These files are the one place to read
them: a new database loads them (`players.shared.law_operations.LoadLaws`), `make_law_migration` turns a
changed file into a migration, and `differences` names what a running database has otherwise. The rights of
the role that only reads are granted from `casino/compliance/reading.toml`.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal

from django.conf import settings

from players.shared.extras import extra_of

Kind = Literal["function", "constraint", "index", "trigger", "row security", "policy", "rights"]
# What comes first is needed by what follows. Functions are checked when they run, not when they are made.
ORDER: tuple[Kind, ...] = ("function", "constraint", "index", "trigger", "row security", "policy", "rights")
READER = "house_reader"


@dataclass(frozen=True, order=True)
class Name:
    """What a statement is about: a function, a trigger of a table, the rights on a table or a function."""

    kind: Kind
    name: str

    def __str__(self) -> str:
        return f"{self.kind} {self.name.lower() if self.kind == 'rights' else self.name}".capitalize()


# The text of each law. Rights are the statements about one table or function, one for each role.
Laws = dict[Name, str]

STATEMENT = re.compile(
    r"""(?: --[^\n]*\n | '(?:[^']|'')*' | "[^"]*" | \$(?P<tag>\w*)\$.*?\$(?P=tag)\$
    | [^;'"$-] | -(?!-) | \$(?!\w*\$) )+ ;""",
    re.VERBOSE | re.DOTALL,
)
COMMENTS = re.compile(r"\A(?:\s+|--[^\n]*\n)+")
BODY = re.compile(r"(?P<head>.*?)(?P<body>\$(?P<tag>\w*)\$.*\$(?P=tag)\$)\s*;\Z", re.DOTALL)
NAMED: tuple[tuple[Kind, re.Pattern[str]], ...] = (
    ("function", re.compile(r"CREATE FUNCTION (?P<name>\w+)\s*\(")),
    ("constraint", re.compile(r"ALTER TABLE (?P<table>\w+)\s+ADD CONSTRAINT (?P<name>\w+)")),
    ("index", re.compile(r"CREATE (?:UNIQUE )?INDEX (?P<name>\w+)\s+ON")),
    ("trigger", re.compile(r"CREATE (?:CONSTRAINT )?TRIGGER (?P<name>\w+)\s.*?\sON (?P<table>\w+)")),
    ("row security", re.compile(r"ALTER TABLE (?P<name>\w+) ENABLE ROW LEVEL SECURITY")),
    ("policy", re.compile(r"CREATE POLICY (?P<name>\w+)\s+ON (?P<table>\w+)")),
)
GRANT = re.compile(
    r"GRANT (?P<privileges>.+?) ON (?P<what>FUNCTION |SEQUENCE |)(?P<places>.+?) TO (?P<roles>[\w, ]+);",
    re.DOTALL,
)
PRIVILEGE = re.compile(r"(?P<name>[A-Z]+)(?:\s*\((?P<columns>[^)]*)\))?")


class LawError(ValueError):
    """A file of laws that cannot be read."""


def files() -> list[str]:
    """Every file of laws, by its path in the project; of optional apps, those of the ones that are on."""
    project = Path(settings.BASE_DIR)
    paths = sorted(
        str(path.relative_to(project))
        for package in ("casino", "games", "players")
        for path in (project / package).rglob("database/*.sql")
    )
    return [path for path in paths if extra_of_file(path) in ("", *settings.EXTRAS)]


def extra_of_file(path: str) -> str:
    return extra_of(path.replace("/", "."))


@cache
def _written() -> dict[Name, tuple[str, str]]:
    """The text of each law and its file."""
    laws: dict[Name, tuple[str, str]] = {}
    for file in files():
        for name, text in read_laws((Path(settings.BASE_DIR) / file).read_text("utf-8")).items():
            if name in laws:
                raise LawError(f"{file}: {name} is written in {laws[name][1]} already")
            laws[name] = text, file
    return laws


def written_laws() -> Laws:
    return {name: text for name, (text, _) in _written().items()}


def laws_of(app: str) -> Laws:
    """The laws of an optional app; of the core, if `app` is empty."""
    return {name: text for name, (text, file) in _written().items() if extra_of_file(file) == app}


def file_of(name: Name) -> str:
    return _written()[name][1]


def read_laws(sql: str) -> Laws:
    """The laws in this text, each in the form in which a database prints it."""
    laws: Laws = {}
    rights: dict[str, set[Right]] = {}
    rest = sql
    while rest := COMMENTS.sub("", rest):
        first = STATEMENT.match(rest)
        if first is None:
            raise LawError(f"incomplete statement: {rest[:80]!r}")
        statement, rest = first[0], rest[first.end() :]
        if statement.startswith("GRANT "):
            for place, right in read_grant(statement):
                rights.setdefault(place, set()).add(right)
            continue
        name = name_of(statement)
        if name in laws:
            raise LawError(f"{name} is written twice")
        laws[name] = normal(statement)
    for place, held in rights.items():
        laws[Name("rights", place)] = print_rights(place, held)
    return laws


def name_of(statement: str) -> Name:
    for kind, pattern in NAMED:
        if beginning := pattern.match(statement):
            table = beginning.groupdict().get("table")
            return Name(kind, f"{table}.{beginning['name']}" if table else beginning["name"])
    raise LawError(f"unknown kind of law: {statement[:80]!r}")


def normal(statement: str) -> str:
    """With single spaces, but for the body of a function, where each character counts."""
    function = BODY.match(statement)
    if function is None:
        return " ".join(statement.split()).replace("( '", "('").replace("' );", "');")
    head = " ".join(function["head"].split())
    head = head.replace("( ", "(").replace(" )", ")").replace("TABLE (", "TABLE(")
    return f"{head} {function['body']};"


# Rights

Right = tuple[str, str, str]  # role, privilege, column ("" for the whole)


def read_grant(statement: str) -> Iterator[tuple[str, Right]]:
    grant = GRANT.fullmatch(" ".join(statement.split()))
    if grant is None:
        raise LawError(f"this right cannot be read: {statement[:80]!r}")
    for place in grant["places"].split(", "):
        for role in grant["roles"].split(", "):
            for privilege in PRIVILEGE.finditer(grant["privileges"]):
                for column in (privilege["columns"] or "").split(", "):
                    yield grant["what"] + place, (role, privilege["name"], column.strip('"'))


def print_rights(place: str, rights: set[Right]) -> str:
    """One statement for the roles that have the same rights."""
    held: dict[str, list[str]] = {}
    for role in sorted({role for role, _, _ in rights}):
        whole = {privilege for one, privilege, column in rights if one == role and not column}
        columns: dict[str, list[str]] = {}
        for one, privilege, column in sorted(rights):
            if one == role and column:
                columns.setdefault(privilege, []).append(f'"{column}"' if column in RESERVED else column)
        parts = [*whole, *(f"{privilege} ({', '.join(names)})" for privilege, names in columns.items())]
        parts.sort(key=lambda part: (PRIVILEGES.index(part.split()[0]), part))
        held.setdefault(", ".join(parts), []).append(role)
    return "\n".join(f"GRANT {what} ON {place} TO {', '.join(roles)};" for what, roles in held.items())


PRIVILEGES = (
    "SELECT",
    "INSERT",
    "UPDATE",
    "DELETE",
    "TRUNCATE",
    "REFERENCES",
    "TRIGGER",
    "MAINTAIN",
    "USAGE",
    "EXECUTE",
)
RESERVED = {"table", "user", "from", "to", "position"}

# What a running database holds, each printed as `normal` prints the statement of a file.

FUNCTIONS = """
SELECT p.proname, pg_get_function_arguments(p.oid), pg_get_function_result(p.oid), l.lanname, p.provolatile,
       p.proisstrict, p.prosecdef, p.proconfig, p.prosrc, p.proowner <> n.nspowner AND p.proowner <> (
           SELECT relowner FROM pg_class WHERE oid = 'django_migrations'::regclass)
FROM pg_proc AS p JOIN pg_namespace AS n ON n.oid = p.pronamespace JOIN pg_language AS l ON l.oid = p.prolang
WHERE n.nspname = 'public'
  AND NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.objid = p.oid AND d.deptype = 'e')
"""
TRIGGERS = """
SELECT c.relname, t.tgname, pg_get_triggerdef(t.oid, true), t.tgenabled
FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid
WHERE NOT t.tgisinternal AND c.relnamespace = 'public'::regnamespace AND NOT c.relispartition
"""
CONSTRAINTS = """
SELECT c.relname, o.conname, pg_get_constraintdef(o.oid, true), o.convalidated
FROM pg_constraint AS o JOIN pg_class AS c ON c.oid = o.conrelid
WHERE o.contype = 'c' AND c.relnamespace = 'public'::regnamespace AND NOT c.relispartition
"""
INDEXES = """
SELECT c.relname, pg_get_indexdef(c.oid, 0, true), i.indisvalid
FROM pg_index AS i JOIN pg_class AS c ON c.oid = i.indexrelid
WHERE c.relnamespace = 'public'::regnamespace
"""
POLICIES = """
SELECT c.relname, p.polname, p.polpermissive, p.polcmd, (
           SELECT string_agg(r.rolname, ', ' ORDER BY r.rolname) FROM pg_roles AS r
           WHERE r.oid = ANY(p.polroles)
       ),
       pg_get_expr(p.polqual, p.polrelid, true), pg_get_expr(p.polwithcheck, p.polrelid, true)
FROM pg_policy AS p JOIN pg_class AS c ON c.oid = p.polrelid
"""
SECURED = """
SELECT relname, relforcerowsecurity FROM pg_class
WHERE relrowsecurity AND relnamespace = 'public'::regnamespace AND NOT relispartition
"""
# A function that has had no rights changed may be called by everybody.
RIGHTS = """
SELECT CASE WHEN c.relkind = 'S' THEN 'SEQUENCE ' ELSE '' END || c.relname, a.grantee, a.privilege_type, ''
FROM pg_class AS c, aclexplode(c.relacl) AS a
WHERE c.relnamespace = 'public'::regnamespace AND a.grantee <> c.relowner
UNION ALL
SELECT c.relname, a.grantee, a.privilege_type, t.attname
FROM pg_class AS c JOIN pg_attribute AS t ON t.attrelid = c.oid AND t.attnum > 0, aclexplode(t.attacl) AS a
WHERE c.relnamespace = 'public'::regnamespace AND a.grantee <> c.relowner
UNION ALL
SELECT 'FUNCTION ' || p.proname, a.grantee, a.privilege_type, ''
FROM pg_proc AS p, aclexplode(coalesce(p.proacl, acldefault('f', p.proowner))) AS a
WHERE p.pronamespace = 'public'::regnamespace AND a.grantee <> p.proowner
  AND NOT EXISTS (SELECT FROM pg_depend AS d WHERE d.objid = p.oid AND d.deptype = 'e')
"""
ROLES = f"""
SELECT r.place, coalesce(o.rolname, 'PUBLIC'), r.privilege, r.attribute
FROM ({RIGHTS}) AS r (place, grantee, privilege, attribute) LEFT JOIN pg_roles AS o ON o.oid = r.grantee
WHERE o.rolname IS DISTINCT FROM '{READER}' OR r.place LIKE 'FUNCTION %'
"""
VOLATILITY = {"i": " IMMUTABLE", "s": " STABLE", "v": ""}
COMMANDS = {"*": "ALL", "r": "SELECT", "a": "INSERT", "w": "UPDATE", "d": "DELETE"}


def laws_in_force(cursor: Any) -> Laws:
    """What the database holds."""
    return dict(_in_force(cursor))


def _rows(cursor: Any, sql: str) -> list[tuple[Any, ...]]:
    cursor.execute(sql)
    return list(cursor.fetchall())


def _in_force(cursor: Any) -> Iterator[tuple[Name, str]]:
    names: set[str] = set()
    for name, arguments, *function in _rows(cursor, FUNCTIONS):
        # No file writes two functions of one name.
        unique = f"{name}({arguments})" if name in names else name
        names.add(name)
        yield Name("function", unique), print_function(name, arguments, *function)
    for table, name, definition, enabled in _rows(cursor, TRIGGERS):
        state = "" if enabled == "O" else " -- switched off"
        yield Name("trigger", f"{table}.{name}"), _printed(definition) + state
    for table, name, definition, is_valid in _rows(cursor, CONSTRAINTS):
        text = f"ALTER TABLE {table} ADD CONSTRAINT {name} {definition}"
        yield (
            Name("constraint", f"{table}.{name}"),
            _printed(text) + ("" if is_valid else " -- not validated"),
        )
    for name, definition, is_valid in _rows(cursor, INDEXES):
        yield Name("index", name), _printed(definition) + ("" if is_valid else " -- not valid")
    for table, forced in _rows(cursor, SECURED):
        text = f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY;"
        yield Name("row security", table), text + (" -- forced" if forced else "")
    for table, name, *policy in _rows(cursor, POLICIES):
        yield Name("policy", f"{table}.{name}"), print_policy(table, name, *policy)
    rights: dict[str, set[Right]] = {}
    for place, role, privilege, column in _rows(cursor, ROLES):
        rights.setdefault(place, set()).add((role, privilege, column))
    for place, held in rights.items():
        yield Name("rights", place), print_rights(place, held)


def _printed(definition: str) -> str:
    return " ".join(definition.replace(" public.", " ").replace(" ONLY ", " ").split()) + ";"


def print_function(
    name: str, arguments: str, result: str, language: str, volatility: str, is_strict: bool, is_definer: bool,
    variables: list[str] | None, body: str, is_foreign: bool = False,
) -> str:  # fmt: skip
    tag = "$law$" if "$$" in body else "$$"
    parts = [
        f"CREATE FUNCTION {name}({arguments}) RETURNS {result} LANGUAGE {language}{VOLATILITY[volatility]}"
    ]
    parts += ["STRICT"] * is_strict + ["SECURITY DEFINER"] * is_definer
    for setting in variables or []:
        variable, _, value = setting.partition("=")
        parts.append(f"SET {variable} = {value if variable == 'search_path' else repr(value)}")
    owner = " -- of another owner" if is_foreign else ""
    return f"{' '.join(parts)} AS {tag}{body}{tag};{owner}"


def print_policy(
    table: str,
    name: str,
    is_permissive: bool,
    command: str,
    roles: str | None,
    using: str | None,
    check: str | None,
) -> str:
    text = f"CREATE POLICY {name} ON {table}" + ("" if is_permissive else " AS RESTRICTIVE")
    text += f" FOR {COMMANDS[command]} TO {roles or 'PUBLIC'}"
    text += f" USING ({using})" if using else ""
    text += f" WITH CHECK ({check})" if check else ""
    return " ".join(text.split()) + ";"


# The two compared

# Models declare most checks and indexes; only those that a file names are compared.
DECLARED_BY_MODELS: frozenset[Kind] = frozenset({"constraint", "index"})


@dataclass(frozen=True)
class Difference:
    name: Name
    written: str | None
    in_force: str | None

    def __str__(self) -> str:
        if self.written is None:
            return f"{self.name}: in the database and in no file."
        state = "missing" if self.in_force is None else "changed"
        return f"{self.name}, {file_of(self.name)}: {state} in the database."


# PostgreSQL prints conditions with casts and brackets of its own, and others once a dump has been read back.
CASTS = re.compile(r"::(?:character varying|text)\b(?:\[\])?")
ALONE = re.compile(r"(?<!\w)\(([\w.]+|'[^']*')\)")
DOUBLE = re.compile(r"(?<!\w)\(\(([^()]*)\)\)")


def plain(text: str | None) -> str | None:
    """For comparing: conditions without what PostgreSQL adds to them."""
    if text is None or text.startswith("CREATE FUNCTION"):
        return text
    text = CASTS.sub("", text)
    while (shorter := DOUBLE.sub(r"(\1)", ALONE.sub(r"\1", text))) != text:
        text = shorter
    return text


def differences(cursor: Any) -> list[Difference]:
    """Where the database is not as the files say."""
    written, in_force = written_laws(), laws_in_force(cursor)
    return [
        Difference(name, written.get(name), in_force.get(name))
        for name in sorted(written.keys() | in_force.keys())
        if plain(written.get(name)) != plain(in_force.get(name))
        and (name in written or name.kind not in DECLARED_BY_MODELS)
    ]


# From one state to another


def change_statements(old: Laws, new: Laws) -> Iterator[str]:
    """What leads from the old laws to the new ones; both hold only what differs, and its dependents."""
    gone = {name for name in old if name not in new or not replaces(old[name], new[name])}
    # Its rights go with a function.
    without_rights = {f"FUNCTION {name.name}" for name in gone if name.kind == "function"}
    for kind in reversed(ORDER):
        for name in sorted(one for one in old if one.kind == kind):
            if kind != "rights":
                yield from [drop(name)] if name in gone else []
            elif name.name not in without_rights:
                yield from taken(name.name, read_rights(old[name]) - read_rights(new.get(name, "")))
    for kind in ORDER:
        for name in sorted(one for one in new if one.kind == kind):
            if kind == "rights":
                held = "" if name.name in without_rights else old.get(name, "")
                fresh = read_rights(new[name]) - read_rights(held)
                yield from print_rights(name.name, fresh).splitlines()
            elif kind == "function":
                yield new[name].replace("CREATE FUNCTION", "CREATE OR REPLACE FUNCTION", 1)
                if name not in old or name in gone:
                    # Who may call it is written with the other rights. Nobody else may.
                    yield f"REVOKE EXECUTE ON FUNCTION {name.name} FROM PUBLIC;"
            else:
                yield new[name]


def dependents(old: Laws, new: Laws, all_laws: Laws) -> Laws:
    """The unchanged laws that are made again with a function whose arguments or result change."""
    made_again = [
        name.name
        for name in old.keys() & new.keys()
        if name.kind == "function" and not replaces(old[name], new[name])
    ]
    called = [re.compile(rf"\b{function}\(") for function in made_again]
    rights = {f"FUNCTION {function}" for function in made_again}
    return {
        name: text
        for name, text in all_laws.items()
        if name not in old and name not in new and name.kind != "function"
        if name.name in rights or any(pattern.search(text) for pattern in called)
    }


def read_rights(text: str) -> set[Right]:
    return {right for line in text.splitlines() for _, right in read_grant(line)}


def taken(place: str, rights: set[Right]) -> Iterator[str]:
    for line in print_rights(place, rights).splitlines():
        yield re.sub(r" TO ([\w, ]+);$", r" FROM \1;", line.replace("GRANT ", "REVOKE ", 1))


def replaces(old: str, new: str) -> bool:
    """Whether a function can take the place of the old one: with the same arguments and result."""
    return old.startswith("CREATE FUNCTION") and _signature(old) == _signature(new)


def _signature(text: str) -> str:
    return text.partition(" LANGUAGE ")[0]


def drop(name: Name) -> str:
    table, _, rest = name.name.partition(".")
    match name.kind:
        case "function":
            return f"DROP FUNCTION {name.name};"
        case "constraint":
            return f"ALTER TABLE {table} DROP CONSTRAINT {rest};"
        case "index":
            return f"DROP INDEX {name.name};"
        case "trigger":
            return f"DROP TRIGGER {rest} ON {table};"
        case "policy":
            return f"DROP POLICY {rest} ON {table};"
        case "row security":
            return f"ALTER TABLE {name.name} DISABLE ROW LEVEL SECURITY;"
        case "rights":
            raise AssertionError("rights are taken one by one")
