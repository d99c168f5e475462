"""Write the migration of laws that changed since the last release: `python -m tests.law_migration NAME`.

A database is made as the last release leaves it, migrated by this tree, and compared with `*/database/*.sql`.
A migration of that name that is not released yet is written again, so that this can be repeated while the
files change. `python -m tests.migrated_schema` comes next.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from casino.services.folder import PROJECT, Folder
from casino.services.postgres import OWNER
from casino.services.server_lease import leased_servers
from tests.prepared_database import migrate, run_django
from tests.release.record import last_release
from tests.release.upgrade import unpack

WRITE = """
import sys
import django
from django.core.management import CommandError, call_command
django.setup()
call_command("migrate", verbosity=0)
try:
    call_command("make_law_migration", {app!r}, {name!r})
except CommandError as error:
    sys.exit(str(error))
"""


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("name", help="of the migration, in a few words with underscores")
    parser.add_argument("--app", default="casino", help="the label of the app that gets it")
    parser.add_argument("--from", dest="start", default="", help="another commit than the last release")
    options = parser.parse_args(words)
    release = last_release()
    start = options.start or (release.commit if release else "")
    if not start:
        parser.error("There is no release yet: the first one loads the laws as the files have them.")
    released = set(release.migrations) if release else set()
    # Of optional apps too, wherever their folder is.
    for path in PROJECT.glob(f"[cgp]*/**/migrations/[0-9]*_{options.name}.py"):
        if path.relative_to(PROJECT).as_posix() not in released and "ChangeLaws" in path.read_text("utf-8"):
            path.unlink()
    return write(start, options.app, options.name)


def write(start: str, app: str, name: str) -> int:
    with tempfile.TemporaryDirectory(prefix="feltro-laws-") as temporary:
        place = Path(temporary)
        place.chmod(0o711)  # PostgreSQL, started as root, drops its rights and enters it
        folder = Folder(place / "house")
        folder.path.mkdir(mode=0o711)
        with leased_servers(folder, ["postgres"]):
            migrate(folder, unpack(start, place / "earlier"), OWNER)
            try:
                run_django(folder, PROJECT, WRITE.format(app=app, name=name), OWNER)
            except subprocess.CalledProcessError as error:
                return error.returncode
    print("\n".join(str(path) for path in PROJECT.glob(f"[cgp]*/**/migrations/[0-9]*_{name}.py")))
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
