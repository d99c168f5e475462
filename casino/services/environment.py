"""The environment variables of each process: the folder, the addresses of the servers, the key files."""

from __future__ import annotations

import contextlib
import os
import secrets
from collections.abc import Collection, Iterator

from casino.services import valkey
from casino.services.folder import Folder
from casino.services.postgres import OWNER, database_url
from casino.services.server_lease import leased_servers, servers_to_run

# These commands need no database, so no server is started for them and no key is required.
COMMANDS_WITHOUT_SERVERS = frozenset(
    {
        "--help", "--version", "check", "check_vectors", "collectstatic", "compilemessages", "diffsettings",
        "findstatic", "help", "maintenance_pages",
        "makemessages", "makemigrations", "odds", "spectacular", "trace", "version",
    }
)  # fmt: skip
# These commands open sealed data: they deal, prove what was dealt, sign archives or write a simulated past.
COMMANDS_WITH_SEAL_KEY = frozenset({"archive", "croupier", "prove", "simulate_house", "write_past"})

PAYOUT_KEY_NAMES = ("PAYOUT_KEY", "PAYOUT_KEY_FILE")
PUSH_KEY_NAMES = ("PUSH_KEY", "PUSH_KEY_FILE")
LOG_KEY_NAMES = ("PUBLIC_LOG_KEY_FILE",)
OIDC_SECRET_NAMES = ("OIDC_CLIENT_SECRET", "OIDC_CLIENT_SECRET_FILE")
WORKER_KEY_NAMES = (*PAYOUT_KEY_NAMES, *PUSH_KEY_NAMES, *LOG_KEY_NAMES, *OIDC_SECRET_NAMES)
DOCUMENT_COMMANDS = frozenset({"file_keys"})
# The database role of each process.
DATABASE_ROLES = {
    "web": "house_web",
    "croupier": "house_croupier",
    "worker": "house_worker",
    "beat": "house_worker",
    "beacon": "house_beacon",
}


def embedded_settings(folder: Folder, servers: Collection[str]) -> dict[str, str]:
    """The settings of an embedded installation, as far as the environment does not set them."""
    settings = {"HOUSE_DIR": str(folder.path)}
    if "postgres" in servers:
        # The embedded database is for the demonstration only.
        settings |= {"DATABASE_URL": database_url(folder, OWNER), "HOUSE_DEMO": "1"}
    if "valkey" in servers:
        # Management commands have the rights of a worker.
        settings |= valkey.addresses(folder, "worker")
    return {name: value for name, value in settings.items() if not os.environ.get(name)} | keys(folder)


def server_addresses(folder: Folder, servers: Collection[str], process: str) -> dict[str, str]:
    """The server addresses of one process, each with its own user and password."""
    settings = {}
    if "postgres" in servers:
        settings["DATABASE_URL"] = database_url(folder, DATABASE_ROLES[process])
    if "valkey" in servers and process in valkey.PROCESS_USERS:
        urls = valkey.addresses(folder, process)
        settings |= {name: url for name, url in urls.items() if not os.environ.get(name)}
    return settings


def keys(folder: Folder) -> dict[str, str]:
    """The key files that every process has; created on the first run."""
    makers = {
        "SECRET_KEY": folder.secret_key,
        "COMMAND_KEY": folder.command_key,
        "GATEWAY_KEY": folder.gateway_key,
        "REGISTER_KEY": folder.register_key,
    }
    return {
        f"{name}_FILE": str(make())
        for name, make in makers.items()
        if not (os.environ.get(name) or os.environ.get(f"{name}_FILE"))
    }


def external_addresses(house: str, port: int) -> dict[str, str]:
    """The public address, and the addresses of the sandbox gateway and register unless real ones are set."""
    sandbox = f"http://127.0.0.1:{port}"
    settings = {"HOUSE_URL": house, "GATEWAY_URL": sandbox, "REGISTER_URL": f"{sandbox}/register"}
    return {name: value for name, value in settings.items() if not os.environ.get(name)}


def sandbox_beacon_settings(folder: Folder, port: int) -> dict[str, str]:
    """The sandbox beacon, unless another one is set. Its key is for its own process only."""
    if os.environ.get("BEACON"):
        return {}
    return {
        "BEACON": "sandbox",
        "BEACON_RELAYS": f"http://127.0.0.1:{port}",
        "BEACON_CHAIN_FILE": str(folder.keys / "beacon_chain.json"),
    }


def document_key_settings(folder: Folder) -> dict[str, str]:
    """For web processes and commands that read identity documents."""
    return {"FILE_KEYS_FILE": os.environ.get("FILE_KEYS_FILE") or str(folder.file_keys())}


def person_key_settings(folder: Folder) -> dict[str, str]:
    """For web, worker and commands, which read what is sealed under keys of players."""
    return {"PERSON_KEYS_FILE": os.environ.get("PERSON_KEYS_FILE") or str(folder.person_keys())}


def worker_key_settings(folder: Folder) -> dict[str, str]:
    """For the worker, which alone orders payouts, notifies browsers and signs the public log."""
    settings = {name: os.environ[name] for name in WORKER_KEY_NAMES if os.environ.get(name)}
    if settings.keys().isdisjoint(PAYOUT_KEY_NAMES):
        settings["PAYOUT_KEY_FILE"] = str(folder.payout_key())
    if settings.keys().isdisjoint(PUSH_KEY_NAMES):
        settings["PUSH_KEY_FILE"] = str(folder.push_key())
    if settings.keys().isdisjoint(LOG_KEY_NAMES):
        settings["PUBLIC_LOG_KEY_FILE"] = str(folder.log_key())
    return settings


def push_public_settings(folder: Folder) -> dict[str, str]:
    """For web processes; nothing where the house has keys of its own."""
    if any(os.environ.get(name) for name in (*PUSH_KEY_NAMES, "PUSH_PUBLIC_KEY", "PUSH_PUBLIC_KEY_FILE")):
        return {}
    return {"PUSH_PUBLIC_KEY_FILE": str(folder.push_public_key())}


def seal_key_settings(folder: Folder) -> dict[str, str]:
    """For the croupier and the commands that open sealed data."""
    return {"SEAL_KEY_FILE": os.environ.get("SEAL_KEY_FILE") or str(folder.seal_key())}


@contextlib.contextmanager
def for_command(argv: list[str]) -> Iterator[None]:
    """Run a management command with the servers and keys it needs; servers started for it are stopped
    afterwards.
    """
    command = argv[1] if len(argv) > 1 else "help"
    # Published data are verified without the installation that published them.
    verifies_a_file = command == "verify" and not argv[-1].isdecimal()
    if command in COMMANDS_WITHOUT_SERVERS or verifies_a_file or "--help" in argv or "-h" in argv:
        os.environ["HOUSE_PURE"] = "1"
        # A temporary key is enough: nothing signed with it outlives the command.
        if not os.environ.get("SECRET_KEY_FILE"):
            os.environ.setdefault("SECRET_KEY", secrets.token_urlsafe(64))
        yield
        return
    names = servers_to_run(os.environ)
    if not names:
        yield
        return
    folder = Folder.default()
    with leased_servers(folder, names) as servers:
        os.environ.update(embedded_settings(folder, servers))
        if command in COMMANDS_WITH_SEAL_KEY and servers:
            os.environ.update(seal_key_settings(folder))
        if servers:
            os.environ.update(person_key_settings(folder))
        if command in DOCUMENT_COMMANDS and servers:
            os.environ.update(document_key_settings(folder))
        yield
