"""Write `casino/postgresql/migrated.sql`, the tables that a new house begins with.

`python -m tests.migrated_schema` after a change of migrations. Months of the record are left out: they depend
on the day, and are added when the file is loaded.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

from casino.management.migrated_schema import FILE
from casino.services.folder import PROJECT, Folder
from casino.services.postgres import OWNER, binaries, database_url
from casino.services.server_lease import leased_servers
from tests.prepared_database import migrate

HEAD = """-- The tables, laws and rights of a new house as the migrations leave them.
-- Written by `python -m tests.migrated_schema`; do not edit.
-- PostgreSQL {version}

"""
TAIL = """
SELECT public.record_add_months();
"""
MONTHS = ("public.games_event_2*", "public.wallet_transfer_2*")
# Of the dump, not of the database. Functions keep every line.
LEFT_OUT = re.compile(
    r"^\\(?:un)?restrict .*\n"
    r"|^SET (?:\w+_timeout|client_\w+|standard_conforming_strings|xmloption|row_security) = .*;\n",
    re.MULTILINE,
)
TITLES = re.compile(r"\n*^(?:--\n-- (?:Name|Data for Name|PostgreSQL).*\n--|-- Dumped .*)\n+", re.MULTILINE)
FIRST_MONTH = re.compile(
    r"^ALTER TABLE ONLY (public\.\w+) ATTACH PARTITION (\S+) FOR VALUES FROM \(MINVALUE\) TO \('.*'\);$",
    re.MULTILINE,
)
UNTIL_NEXT_MONTH = (
    r"DO $$ BEGIN EXECUTE format('ALTER TABLE \1 ATTACH PARTITION \2 FOR VALUES FROM (MINVALUE) TO (%L)', "
    r"public.record_month_start(clock_timestamp(), 1)); END $$;"
)
MOMENT = re.compile(r"(^\t\(\d+, '\w+', '\w+', )'[\d :.+-]+'\)", re.MULTILINE)
# PostgreSQL prints such a list in another way when it has been read back; both mean the same.
LIST = re.compile(r"\(\(ARRAY\[([^]]*)\]\)::text\[\]\)")


def write_list(names: re.Match[str]) -> str:
    items = ", ".join(f"({name})::text" for name in names[1].split(", "))
    return f"(ARRAY[{items}])"


def dump(folder: Folder) -> str:
    """What a new database must be told to become like this one."""
    command = [str(binaries() / "pg_dump"), "--no-owner", "--inserts", "--rows-per-insert=1000"]
    command += [f"--exclude-table={months}" for months in MONTHS]
    # As the owner: with its own rights implied, as those of the owner of a new house are.
    dumped = subprocess.run(
        [*command, database_url(folder, OWNER)],
        env=os.environ | {"PGTZ": "UTC"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert dumped.returncode == 0, dumped.stderr
    version = re.search(r"^-- Dumped from database version (\d+)", dumped.stdout, re.MULTILINE)
    assert version is not None
    text = TITLES.sub("\n\n", LEFT_OUT.sub("", dumped.stdout))
    text = LIST.sub(write_list, text)
    text = MOMENT.sub(r"\1CURRENT_TIMESTAMP)", FIRST_MONTH.sub(UNTIL_NEXT_MONTH, text))
    return HEAD.format(version=version[1]) + text.strip() + "\n" + TAIL


def migrated() -> str:
    """The dump of a database that its owner has migrated from nothing."""
    with tempfile.TemporaryDirectory(prefix="feltro-migrated-") as temporary:
        path = Path(temporary)
        path.chmod(0o711)  # a server that drops the rights of root enters it
        folder = Folder(path)
        with leased_servers(folder, ["postgres"]):
            migrate(folder, PROJECT, OWNER)
            return dump(folder)


if __name__ == "__main__":
    FILE.write_text(migrated(), "utf-8")
    print(f"wrote {FILE.relative_to(PROJECT)}")
    sys.exit(0)
