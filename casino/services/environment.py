"""What a process of the house is told, through its environment: which house this is, where its servers are and where its keys lie."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Collection, Iterator

from casino.services import valkey
from casino.services.folder import Folder
from casino.services.postgres import database_url
from casino.services.server_lease import Borrowed, borrowed, missing

# What these commands answer does not depend on any house: no server is started for them, and no key is asked for.
PURE = frozenset(
    {
        "--help", "--version", "check", "check_vectors", "collectstatic", "compilemessages", "diffsettings", "findstatic", "help",
        "makemessages", "makemigrations", "odds", "spectacular", "trace", "version",
    }
)  # fmt: skip
# The commands that have the house's own key: who deals, who proves what was dealt, who signs what is archived, who writes a simulated year.
DEALERS = frozenset({"archive", "croupier", "prove", "simulate_house"})

DOCUMENT_COMMANDS = frozenset({"file_keys"})
# What each process signs in to the database as.
DATABASE_ROLES = {
    "web": "house_web",
    "croupier": "house_croupier",
    "worker": "house_worker",
    "beat": "house_worker",
}


def told(folder: Folder, servers: dict[str, Borrowed]) -> dict[str, str]:
    """What this machine's own house adds to an environment that says nothing else."""
    given = {"HOUSE_DIR": str(folder.path)}
    if "postgres" in servers:
        # A house on the embedded database is the demonstration house, and says so.
        given |= {"DATABASE_URL": servers["postgres"].url, "HOUSE_DEMO": "1"}
    if "valkey" in servers:
        # A command of the operator does what a worker does.
        given |= valkey.addresses(folder, "worker")
    return {name: value for name, value in given.items() if not os.environ.get(name)} | keys(folder)


def server_addresses(folder: Folder, servers: Collection[str], process: str) -> dict[str, str]:
    """Where one process finds the embedded servers, signing in as itself."""
    given = {}
    if "postgres" in servers:
        given["DATABASE_URL"] = database_url(folder, DATABASE_ROLES[process])
    if "valkey" in servers:
        own = valkey.addresses(folder, process)
        given |= {name: url for name, url in own.items() if not os.environ.get(name)}
    return given


def keys(folder: Folder) -> dict[str, str]:
    """The files of the keys that every process of the house has; made on the first run."""
    own = {
        "SECRET_KEY": folder.secret_key,
        "COMMAND_KEY": folder.command_key,
        "GATEWAY_KEY": folder.gateway_key,
        "REGISTER_KEY": folder.register_key,
    }
    return {
        f"{name}_FILE": str(make())
        for name, make in own.items()
        if not (os.environ.get(name) or os.environ.get(f"{name}_FILE"))
    }


def outside(house: str, port: int) -> dict[str, str]:
    """Where the house is, and where the stand-ins for those outside are; a real gateway or list that is named stays the one."""
    here = f"http://127.0.0.1:{port}"
    given = {"HOUSE_URL": house, "GATEWAY_URL": here, "REGISTER_URL": f"{here}/register"}
    return {name: value for name, value in given.items() if not os.environ.get(name)}


def documents(folder: Folder) -> dict[str, str]:
    """What web alone is told, and who works on documents."""
    return {"FILE_KEYS_FILE": os.environ.get("FILE_KEYS_FILE") or str(folder.file_keys())}


def dealer(folder: Folder) -> dict[str, str]:
    """What the croupier alone is told."""
    return {"SEAL_KEY_FILE": os.environ.get("SEAL_KEY_FILE") or str(folder.seal_key())}


@contextlib.contextmanager
def for_command(argv: list[str]) -> Iterator[None]:
    """Run a management command with everything it needs: what runs is joined, what does not is started and stopped again."""
    command = argv[1] if len(argv) > 1 else "help"
    of_a_file = (
        command == "verify" and not argv[-1].isdecimal()
    )  # published data are checked without the house that published them
    if command in PURE or of_a_file or "--help" in argv or "-h" in argv:
        os.environ["HOUSE_PURE"] = "1"
        # Nothing that is signed with it outlives the command.
        if not os.environ.get("SECRET_KEY_FILE"):
            os.environ.setdefault("SECRET_KEY", secrets.token_urlsafe(64))
        yield
        return
    names = missing(os.environ)
    if not names:
        yield
        return
    folder = Folder.default()
    with borrowed(folder, names) as servers:
        os.environ.update(told(folder, servers))
        if command in DEALERS and servers:
            os.environ.update(dealer(folder))
        if command in DOCUMENT_COMMANDS and servers:
            os.environ.update(documents(folder))
        yield
