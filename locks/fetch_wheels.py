"""Fetch wheels of pure Python into a folder, each checked by its hash. `python locks/fetch_wheels.py FOLDER`

`locks/witness.txt` names them. They are imported from their archives and unpacked nowhere. A wheel that is
there is not fetched again. PIP_INDEX_URL names another index. Where one cannot be had, the exit code is 69.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
from pathlib import Path

from fetch_uv import INDEX, read

LOCK = Path(__file__).with_name("witness.txt")
LINE = re.compile(r"^([\w-]+)==([\w.]+) --hash=sha256:([0-9a-f]{64})$", re.MULTILINE)


def main(folder: Path) -> int:
    index = os.environ.get("PIP_INDEX_URL", INDEX).rstrip("/")
    folder.mkdir(parents=True, exist_ok=True)
    for package, version, digest in LINE.findall(LOCK.read_text()):
        path = folder / f"{package.replace('-', '_')}-{version}-py3-none-any.whl"
        if path.exists() and hashlib.sha256(path.read_bytes()).hexdigest() == digest:
            continue
        try:
            files = json.loads(read(f"{index}/{package}/"))["files"]
            [url] = [file["url"] for file in files if file.get("hashes", {}).get("sha256") == digest]
            wheel = read(url)
            if hashlib.sha256(wheel).hexdigest() != digest:
                raise ValueError(f"the wheel of {package} is not the locked one")
        except (OSError, ValueError, KeyError) as error:
            print(f"{package} cannot be fetched from {index} ({error})", file=sys.stderr)
            return os.EX_UNAVAILABLE
        path.write_bytes(wheel)
    return 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1])))
