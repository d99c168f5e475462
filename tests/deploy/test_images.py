"""Images are named by digests of deploy/images.lock, which the operator writes."""

from __future__ import annotations

import re

import yaml

from casino.services.folder import PROJECT

DEPLOY = PROJECT / "deploy"
BY_DIGEST = re.compile(r"([\w./-]+)@\$\{([A-Z]+_DIGEST)\b")
ENTRY = re.compile(r"^# (\S+):\S+\n([A-Z]+_DIGEST)=(?:sha256:[0-9a-f]{64})?$", re.MULTILINE)


def test_every_image_is_named_by_a_digest_of_the_lock() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.yaml").read_text())
    images = [service["image"] for service in compose["services"].values() if "build" not in service]
    dockerfile = (DEPLOY / "Dockerfile").read_text()
    images += re.findall(r"^FROM (\S+)", dockerfile, re.MULTILINE)
    used = {BY_DIGEST.match(image) for image in images}
    assert None not in used, images
    listed = set(ENTRY.findall((DEPLOY / "images.lock").read_text()))
    assert {match.groups() for match in used if match} == listed
    assert set(compose["x-house"]["build"]["args"]) == {"PYTHON_DIGEST", "EXTRAS"}


def test_a_missing_digest_stops_compose() -> None:
    """`${NAME:?…}` refuses a variable that is empty, too."""
    text = (DEPLOY / "compose.yaml").read_text()
    assert set(re.findall(r"\$\{[A-Z]+_DIGEST(..)", text)) == {":?"}
