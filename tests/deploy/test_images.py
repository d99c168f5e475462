"""Images are named by digests of deploy/images.lock, which a command fills."""

from __future__ import annotations

import hashlib
import json
import re
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest
import yaml

from casino.services.folder import PROJECT
from locks import fetch_images

DEPLOY = PROJECT / "deploy"
BY_DIGEST = re.compile(r"([\w./-]+)@\$\{([A-Z]+_DIGEST)\b")
LOCK = fetch_images.LOCK.read_text()
DIGEST = f"sha256:{'0' * 64}"


class Registry(BaseHTTPRequestHandler):
    """Asks for a token as Docker's registry does, and has every image."""

    def do_GET(self) -> None:
        path, _, query = self.path.partition("?")
        if path == "/token":
            scope = dict(part.split("=") for part in query.split("&"))["scope"]
            self._answer(200, json.dumps({"token": f"for {scope}"}).encode())
        elif not self.headers.get("Authorization", "").startswith("Bearer for repository"):
            realm = f"http://{self.headers['Host']}/token"
            self._answer(401, b"{}", f'Bearer realm="{realm}",service="test",scope="repository:one:pull"')
        else:
            self._answer(200, manifest(path))

    def _answer(self, status: int, content: bytes, challenge: str = "") -> None:
        self.send_response(status)
        if challenge:
            self.send_header("WWW-Authenticate", challenge)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, *arguments: object) -> None:
        pass


def manifest(path: str) -> bytes:
    return json.dumps({"mediaType": "application/vnd.oci.image.index.v1+json", "path": path}).encode()


@pytest.fixture
def registry() -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), Registry) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def test_every_image_is_named_by_a_digest_of_the_lock() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    images = [service["image"] for service in compose["services"].values() if "build" not in service]
    dockerfile = (DEPLOY / "Dockerfile").read_text()
    images += re.findall(r"^FROM (\S+)", dockerfile, re.MULTILINE)
    used = {BY_DIGEST.match(image) for image in images}
    assert None not in used, images
    listed = {(image.name, image.variable) for image in fetch_images.locked_images(LOCK)}
    assert {match.groups() for match in used if match} == listed
    assert set(compose["x-house"]["build"]["args"]) == {"PYTHON_DIGEST", "EXTRAS"}


def test_a_missing_digest_stops_compose() -> None:
    """`${NAME:?…}` refuses a variable that is empty, too."""
    text = (DEPLOY / "compose.yaml").read_text()
    assert set(re.findall(r"\$\{[A-Z]+_DIGEST(..)", text)) == {":?"}


def test_the_digest_is_computed_from_the_manifest(registry: str) -> None:
    text = fetch_images.filled(LOCK, registry)
    digests = {image.variable: image.digest for image in fetch_images.locked_images(text)}
    served = manifest("/v2/library/postgres/manifests/18")
    assert digests["POSTGRES_DIGEST"] == f"sha256:{hashlib.sha256(served).hexdigest()}"
    served = manifest("/v2/valkey/valkey/manifests/9")
    assert digests["VALKEY_DIGEST"] == f"sha256:{hashlib.sha256(served).hexdigest()}"
    assert fetch_images.without_digest(text) == []
    assert fetch_images.filled(text, registry) == text


def test_a_tag_in_the_place_of_a_digest_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lock = tmp_path / "images.lock"
    monkeypatch.setattr(fetch_images, "LOCK", lock)
    lock.write_text(f"# postgres:18\nPOSTGRES_DIGEST=18\n\n# caddy:2\nCADDY_DIGEST={DIGEST}\n")
    assert fetch_images.main(["--check"]) == 1
    assert "No digest in images.lock: postgres:18." in capsys.readouterr().err
    lock.write_text(f"# postgres:18\nPOSTGRES_DIGEST={DIGEST}\n")
    assert fetch_images.main(["--check"]) == 0


def test_a_registry_that_cannot_be_asked_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    lock = tmp_path / "images.lock"
    lock.write_text(LOCK)
    monkeypatch.setattr(fetch_images, "LOCK", lock)
    monkeypatch.setenv("IMAGE_REGISTRY", "https://127.0.0.1:1")
    assert fetch_images.main([]) == 69
    monkeypatch.setenv("IMAGE_REGISTRY", "http://127.0.0.1:1")
    assert fetch_images.main([]) == 64
    assert lock.read_text() == LOCK and "unchanged" in capsys.readouterr().err
