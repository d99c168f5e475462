#!/usr/bin/env python3
"""Makes every key and password that containers need, in a folder for each process.

    python3 deploy/make_keys.py --site casino.example
    python3 deploy/make_keys.py --folder /root/keys --database db.internal --valkey rediss://valkey.internal:6379

The first form is for compose.yaml: it writes deploy/keys and deploy/house.env. The second one is for
Kubernetes, where PostgreSQL and Valkey run elsewhere. It needs root, because the keys belong to the user of
the image alone, and nothing but Python.

FOLDER/PROCESS/NAME becomes the setting NAME_FILE of that process. FOLDER/postgres.env and FOLDER/valkey.env
are the passwords that the servers must know. What exists stays, so it can be run again after an upgrade that
needs a key more: it prints what it has added.
"""

from __future__ import annotations

import argparse
import os
import re
import secrets
import sys
from collections.abc import Sequence
from pathlib import Path

DEPLOY = Path(__file__).resolve().parent
sys.path.insert(0, str(DEPLOY / "debian"))

from steps.machine import DATABASE_ROLES, VALKEY_USERS  # noqa: E402

IMAGE_USER = 10001  # of the Dockerfile
USER = re.compile(r"^user (\w+) reset on", re.MULTILINE)
# Who has which key. The process that follows the beacon has none of the house; the croupier sends no tasks.
HOLDERS = {
    "secret_key": ("web", "croupier", "worker", "beat", "operator"),
    "command_key": ("web", "worker", "beat", "operator"),
    "seal_key": ("croupier",),
    "metrics_token": ("web",),
    "file_keys": ("web",),
    "person_keys": ("web", "worker", "operator"),
}
BECH32 = "qpzry9x8gf2tvdw0s3jn54khce6mua7l"
SETTINGS = """\
# Settings common to all processes (docs/operating/settings.md). No secrets: those are in keys/PROCESS.

# The public host name. HOUSE_URL follows from it.
SITE={site}

# Mail for password resets and warnings.
MAIL_FROM=casino@{site}
# EMAIL_HOST=mail.internal

# Extra libraries of the image: s3, traces, warehouse.
# EXTRAS=s3
"""


def age_key() -> str:
    """A key as age-keygen writes it: 32 random bytes in Bech32 (BIP 173)."""
    prefix, bits = "age-secret-key-", int.from_bytes(secrets.token_bytes(32)) << 4  # 52 groups of five bits
    data = [bits >> 5 * place & 31 for place in reversed(range(52))]
    spread = [ord(letter) >> 5 for letter in prefix] + [0] + [ord(letter) & 31 for letter in prefix]
    checksum = _polymod([*spread, *data, *[0] * 6]) ^ 1
    data += [checksum >> 5 * place & 31 for place in reversed(range(6))]
    return f"{prefix}1{''.join(BECH32[value] for value in data)}".upper()


def _polymod(values: Sequence[int]) -> int:
    checksum = 1
    for value in values:
        top = checksum >> 25
        checksum = (checksum & 0x1FFFFFF) << 5 ^ value
        for place, generator in enumerate((0x3B6A57B2, 0x26508E6D, 0x1EA119FA, 0x3D4233DD, 0x2A1462B3)):
            if top >> place & 1:
                checksum ^= generator
    return checksum


def new_key(name: str) -> str:
    match name:
        case "secret_key":
            return secrets.token_urlsafe(48)
        case "file_keys" | "person_keys":
            return age_key()
        case _:
            return secrets.token_hex(32)


def password() -> str:
    return secrets.token_hex(24)


class Folder:
    """Writes what is missing, and remembers what that was."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.added: list[str] = []

    def keep(self, name: str, new: str, *processes: str) -> None:
        """The same key for these processes: the one that one of them has, else the new one."""
        files = [self.path / process / name for process in processes]
        known = [file.read_text() for file in files if file.exists()]
        for file in files:
            if not file.exists():
                self._write(file, known[0] if known else f"{new}\n", owner=IMAGE_USER)

    def passwords(self, name: str, variables: Sequence[str]) -> dict[str, str]:
        """The passwords of a server, by their variables."""
        file = self.path / name
        lines = file.read_text().splitlines() if file.exists() else []
        known = dict(line.split("=", 1) for line in lines if "=" in line)
        if missing := [variable for variable in variables if variable not in known]:
            known |= {variable: password() for variable in missing}
            self._write(file, "".join(f"{key}={value}\n" for key, value in known.items()), owner=os.getuid())
        return known

    def _write(self, file: Path, text: str, *, owner: int) -> None:
        self.path.mkdir(mode=0o711, parents=True, exist_ok=True)
        if not file.parent.exists():
            file.parent.mkdir(mode=0o700)
            os.chown(file.parent, owner, owner)
        fresh = file.with_name(f"{file.name}.new")
        fresh.unlink(missing_ok=True)
        with open(os.open(fresh, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o400), "w") as opened:
            opened.write(text)
        os.chown(fresh, owner, owner)
        fresh.rename(file)
        self.added.append(str(file.relative_to(self.path)))


def make(folder: Folder, database: str, valkey: str) -> None:
    roles = {role: f"{role.removeprefix('house_').upper()}_PASSWORD" for role in DATABASE_ROLES.values()}
    of_role = folder.passwords("postgres.env", ["POSTGRES_PASSWORD", *roles.values()])
    users = {
        user: f"VALKEY_{user.upper()}_PASSWORD"
        for user in USER.findall((DEPLOY / "valkey-users.acl").read_text())
    }
    of_user = folder.passwords("valkey.env", list(users.values()))
    scheme, _, server = valkey.partition("://")
    for process, role in DATABASE_ROLES.items():
        folder.keep("database_url", f"postgresql://{role}:{of_role[roles[role]]}@{database}", process)
        for name, user in VALKEY_USERS.get(process, {}).items():
            folder.keep(name, f"{scheme}://{user}:{of_user[users[user]]}@{server}", process)
    for name, processes in HOLDERS.items():
        folder.keep(name, new_key(name), *processes)


def main(words: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--site", help="the public host name: write house.env too, beside the folder")
    parser.add_argument("--folder", type=Path, default=DEPLOY / "keys")
    parser.add_argument("--database", default="postgres", metavar="HOST[:PORT][/NAME][?OPTION=VALUE]")
    parser.add_argument("--valkey", default="redis://valkey:6379", metavar="redis[s]://HOST:PORT")
    options = parser.parse_args(words)
    if os.geteuid() != 0:
        print(f"Run it as root: the keys belong to the user {IMAGE_USER} of the image.", file=sys.stderr)
        return 77
    if not re.match(r"rediss?://[^@/]+$", options.valkey):
        print(
            f"--valkey should be redis://HOST:PORT or rediss://HOST:PORT, not {options.valkey}.",
            file=sys.stderr,
        )
        return 64
    server, question, parameters = options.database.partition("?")
    database = server if "/" in server else f"{server}/feltro"
    folder = Folder(options.folder)
    make(folder, f"{database}{question}{parameters}", options.valkey)
    if options.site:
        file = options.folder.parent / "house.env"
        if not file.exists():
            file.write_text(SETTINGS.format(site=options.site))
            folder.added.append(f"../{file.name}")
    print("\n".join(f"made {options.folder / name}" for name in folder.added) or "Nothing was missing.")
    return 0


if __name__ == "__main__":
    sys.exit(main())
