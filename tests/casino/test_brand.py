"""An operator's own name, logo and colours, by settings alone."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from django.test import Client

from casino.services.folder import PROJECT
from players.inbox import send_message
from players.inbox.messaging import mail_of
from players.inbox.models import Message
from players.models import Player
from tests.demo_house import signed_in
from tests.running import house_environment

OURS, THEIRS = "Feltro", "Casa da Ria"


@pytest.fixture
def renamed(demo: None, settings: Any) -> None:
    settings.HOUSE_NAME = THEIRS


@pytest.mark.parametrize(
    "address", ["/", "/lobby/", "/rules/", "/fairness/", "/terms/", "/account/sign-in/", "/no-such-page/"]
)
def test_the_portal_shows_the_name(renamed: None, address: str) -> None:
    page = Client().get(address).content.decode()
    assert THEIRS in page and OURS not in page


def test_the_back_office_shows_the_name(renamed: None) -> None:
    page = signed_in("direcao@feltro.example").get("/admin/").content.decode()
    assert THEIRS in page and OURS not in page


def test_messages_show_the_name(renamed: None) -> None:
    send_message(Player.objects.get(alias="Ana"), "account-opened")
    letter = mail_of(Message.objects.latest("pk"))
    assert letter.subject.startswith(THEIRS) and OURS not in letter.subject + letter.body


def test_the_brand_folder_replaces_logo_and_colours(tmp_path: Path) -> None:
    (tmp_path / "static/css").mkdir(parents=True)
    (tmp_path / "static/css/tokens.css").write_text(":root { --gold: hotpink; }")
    environment = house_environment(
        tmp_path / "house", {"BRAND_DIR": str(tmp_path), "HOUSE_PURE": "1", "SECRET_KEY": "unused"}
    )
    for name, folder in (("css/tokens.css", tmp_path / "static"), ("css/base.css", PROJECT / "static")):
        command = [sys.executable, "manage.py", "findstatic", "--first", name]
        output = subprocess.run(
            command, cwd=PROJECT, env=environment, capture_output=True, text=True, timeout=60, check=True
        ).stdout
        assert str(folder / name) in output
