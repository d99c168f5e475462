"""Write the digests of the container images into deploy/images.lock, and check that each has one.

`python3 locks/fetch_images.py` asks the registry, over HTTPS, for each image that the file names by a comment
such as `# postgres:18`, and writes the digest of what the registry serves today. `--check` asks nobody and
exits with 1 if a digest is missing. IMAGE_REGISTRY names another registry, such as a mirror. It needs nothing
but the standard library.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
import sys
import urllib.error
import urllib.parse
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

LOCK = Path(__file__).resolve().parent.parent / "deploy" / "images.lock"
REGISTRY = "https://registry-1.docker.io"
# The list of an image's platforms comes first: its digest serves all of them.
MANIFESTS = (
    "application/vnd.oci.image.index.v1+json, application/vnd.docker.distribution.manifest.list.v2+json, "
    "application/vnd.oci.image.manifest.v1+json, application/vnd.docker.distribution.manifest.v2+json"
)
ENTRY = re.compile(r"^# (\S+):(\S+)\n([A-Z]+_DIGEST)=(.*)$", re.MULTILINE)
DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
CHALLENGE = re.compile(r'(\w+)="([^"]*)"')
TIMEOUT = 60  # seconds


@dataclass(frozen=True)
class LockedImage:
    name: str
    tag: str
    variable: str
    digest: str

    @property
    def repository(self) -> str:
        return self.name if "/" in self.name else f"library/{self.name}"


def locked_images(text: str) -> Iterator[LockedImage]:
    for entry in ENTRY.finditer(text):
        yield LockedImage(*entry.groups())


def without_digest(text: str) -> list[str]:
    """The images that are not named by a digest."""
    return [
        f"{image.name}:{image.tag}" for image in locked_images(text) if not DIGEST.fullmatch(image.digest)
    ]


def digest_of(image: LockedImage, registry: str) -> str:
    """The digest of the manifest that the tag names now, computed from the manifest itself."""
    request = urllib.request.Request(
        f"{registry}/v2/{image.repository}/manifests/{image.tag}", headers={"Accept": MANIFESTS}
    )
    try:
        with urllib.request.urlopen(request, timeout=TIMEOUT) as response:
            manifest = response.read()
    except urllib.error.HTTPError as error:
        if error.code != 401:
            raise
        token = token_for(error.headers.get("WWW-Authenticate", ""))
        request.add_unredirected_header("Authorization", f"Bearer {token}")
        with urllib.request.urlopen(request, timeout=TIMEOUT) as response:
            manifest = response.read()
    if "mediaType" not in json.loads(manifest):
        raise ValueError("the registry did not answer with a manifest.")
    return f"sha256:{hashlib.sha256(manifest).hexdigest()}"


def token_for(challenge: str) -> str:
    """An anonymous token for what the registry asks."""
    scheme, _, rest = challenge.partition(" ")
    parameters = dict(CHALLENGE.findall(rest))
    address = parameters.pop("realm", "")
    if scheme.lower() != "bearer" or not address:
        raise ValueError(f"the registry asks for {scheme or 'nothing'}, not for a token.")
    with urllib.request.urlopen(
        f"{address}?{urllib.parse.urlencode(parameters)}", timeout=TIMEOUT
    ) as response:
        answer = json.load(response)
    return str(answer.get("token") or answer["access_token"])


def filled(text: str, registry: str) -> str:
    """The lock with the digests of today."""
    for image in list(locked_images(text)):
        digest = digest_of(image, registry)
        print(f"{image.name}:{image.tag} {digest}")
        text = re.sub(rf"^{image.variable}=.*$", f"{image.variable}={digest}", text, flags=re.MULTILINE)
    return text


def main(arguments: list[str]) -> int:
    text = LOCK.read_text()
    if "--check" in arguments:
        if missing := without_digest(text):
            print(f"No digest in {LOCK.name}: {', '.join(missing)}. Run {sys.argv[0]}.", file=sys.stderr)
        return 1 if missing else 0
    registry = os.environ.get("IMAGE_REGISTRY", REGISTRY).rstrip("/")
    if not registry.startswith("https://"):
        print("IMAGE_REGISTRY should begin with https:// .", file=sys.stderr)
        return 64
    try:
        LOCK.write_text(filled(text, registry))
    except (OSError, ValueError, KeyError) as error:
        print(f"Cannot ask {registry}: {error}. {LOCK.name} is unchanged.", file=sys.stderr)
        return 69
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
