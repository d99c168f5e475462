"""The FTPS service of the house's safe, which the print asks of the operating system.  [903-B Anexo 1, II]

`python -m tests.sandbox_regulator.door FOLDER --port 2121 --keys KEYS`: what lies in `out` can be fetched,
and answers can be left in `answers`. Nothing else in the folder is seen.
"""

from __future__ import annotations

import argparse
import subprocess
from pathlib import Path

from pyftpdlib.authorizers import DummyAuthorizer
from pyftpdlib.handlers import TLS_FTPHandler
from pyftpdlib.servers import FTPServer

USER, READ, LEAVE = "srij", "elr", "elwf"
OUT, ANSWERS = "out", "answers"
TLS = "door.pem"


def make_certificate(folder: Path) -> Path:
    """A certificate for localhost with its key, in one file."""
    path = folder / TLS
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        command = "openssl req -x509 -newkey rsa:2048 -nodes -days 30 -subj /CN=localhost"
        more = ["-addext", "subjectAltName=DNS:localhost", "-keyout", str(path), "-out", str(path)]
        subprocess.run([*command.split(), *more], check=True, capture_output=True)
    return path


class Folders(DummyAuthorizer):
    """The top of the safe shows only the two folders."""

    def has_perm(self, username: str, perm: str, path: str | None = None) -> bool:
        top = Path(self.get_home_dir(username))
        if path is None:
            return False
        parts = Path(path).relative_to(top).parts if Path(path).is_relative_to(top) else ("?",)
        if not parts:
            return perm in "el"
        return perm in {OUT: READ, ANSWERS: LEAVE}.get(parts[0], "")


def make_door(folder: Path, *, port: int, keys: Path, password: str) -> FTPServer:
    for name in (OUT, ANSWERS):
        (folder / name).mkdir(parents=True, exist_ok=True)
    authorizer = Folders()
    authorizer.add_user(USER, password, str(folder), perm=READ)

    class Handler(TLS_FTPHandler):  # the settings of a handler are attributes of its class
        certfile = str(make_certificate(keys))
        tls_control_required = tls_data_required = True

    Handler.authorizer = authorizer
    return FTPServer(("127.0.0.1", port), Handler)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--port", type=int, default=2121)
    parser.add_argument("--keys", type=Path, required=True)
    parser.add_argument("--password", default="sandbox")
    options = parser.parse_args()
    door = make_door(options.folder, port=options.port, keys=options.keys, password=options.password)
    print(f"FTPS at localhost:{door.address[1]}", flush=True)
    door.serve_forever()


if __name__ == "__main__":
    main()
