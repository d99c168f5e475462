"""A browser can install the site, and keeps nothing for it but the page shown without a connection."""

from __future__ import annotations

import json
import re

import pytest
from django.conf import settings
from django.test import Client

from tests.demo_house import signed_in


def test_the_manifest_names_the_house_and_starts_in_the_lobby(db: None) -> None:
    response = Client(headers={"accept-language": "en"}).get("/manifest.webmanifest")
    assert response["Content-Type"] == "application/manifest+json"
    content = response.json()
    assert (content["name"], content["start_url"], content["scope"]) == (settings.HOUSE_NAME, "/lobby/", "/")
    assert content["display"] == "standalone" and content["lang"] == "en-GB"
    assert [icon["sizes"] for icon in content["icons"]] == ["any"]


def kept(client: Client) -> list[str]:
    response = client.get("/service-worker.js")
    assert response["Content-Type"] == "text/javascript"
    (urls,) = re.findall(r"^const KEPT = (.*);", response.content.decode(), re.MULTILINE)
    return list(json.loads(urls))


def test_the_service_worker_keeps_the_offline_page_and_its_files_alone(db: None) -> None:
    urls = kept(Client())
    page = Client().get(urls[0]).content.decode()
    linked = re.findall(r'(?:href|src)="([^"]+\.(?:css|svg|js)[^"]*)"', page)
    assert urls[0] == "/offline/" and set(urls[1:]) == set(linked)


@pytest.mark.parametrize(
    ("language", "tag", "title"),
    [("en", "en-GB", "No connection"), ("pt", "pt-PT", "Sem ligação"), ("es", "es-ES", "Sin conexión")],
    ids=["en", "pt", "es"],
)
def test_the_kept_page_says_nothing_about_a_person(demo: None, language: str, tag: str, title: str) -> None:
    own = signed_in("ana@feltro.example", language).get("/offline/").content.decode()
    response = Client(headers={"accept-language": language}).get("/offline/")
    anybody = response.content.decode()
    assert own == anybody and title in own
    # The worker compares it with the language of a page.
    assert response["Content-Language"] == tag and f'<html lang="{tag}"' in anybody
