"""Bundle the npm packages that browsers load as one script. `python locks/bundle_npm.py FOLDER`

FOLDER is what locks/fetch_npm.py filled: packages in node_modules, and esbuild.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

# Checks BLS signatures of randomness beacons: static/js/table/verification/beacon.js.
ENTRY = 'export { bls12_381 } from "@noble/curves/bls12-381.js";\n'
NAME = "bls12-381.js"
OPTIONS = ("--bundle", "--minify", "--format=esm", "--target=es2022", "--charset=utf8", "--log-level=warning")


def bundle(folder: Path) -> None:
    command = [str(folder.resolve() / "esbuild"), *OPTIONS, f"--outfile={NAME}"]
    subprocess.run(command, cwd=folder, input=ENTRY, text=True, check=True, timeout=60)


if __name__ == "__main__":
    bundle(Path(sys.argv[1]))
