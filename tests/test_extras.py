"""Each optional app (`extras/` of its layer) can be off: what it adds is then absent, and the rest works."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from msgspec import Struct

from casino import env
from casino.services.folder import PROJECT, Folder
from casino.services.server_lease import leased_servers
from tests.plugin import extra_of_tests
from tests.prepared_database import run_django
from tests.running import house_environment


class Added(Struct, frozen=True):
    """What an extra adds to the house, by name."""

    routes: tuple[str, ...] = ()
    endings: tuple[str, ...] = ()
    tasks: tuple[str, ...] = ()
    tables: tuple[str, ...] = ()
    commands: tuple[str, ...] = ()
    options: tuple[str, ...] = ()  # of `manage.py archive`


EXTRAS = {
    "detached_months": Added(options=("attach", "detach")),
    "phh": Added(endings=("phh",)),
    "provider_sign_in": Added(
        routes=("staff_provider", "staff_provider_return"),
        tables=("backoffice_providerattempt", "backoffice_providerlink"),
        commands=("staff_unlink",),
    ),
    "push": Added(
        routes=("notifications-browser", "notifications-choose", "notifications-end"),
        tasks=("push-notices",),
        tables=("inbox_pushchoice", "inbox_pushnotice", "inbox_pushsubscription"),
    ),
    "scheduled_reports": Added(
        routes=("compliance_schedule_end", "compliance_schedules"),
        tasks=("report-mails",),
        tables=("reports_reportmail", "reports_reportschedule"),
    ),
    "warehouse": Added(commands=("export_days",)),
    "webhooks": Added(
        routes=("office_webhook", "office_webhook_retry", "office_webhook_test", "office_webhooks"),
        tasks=("webhooks",),
        tables=(
            "backoffice_webhookaddress",
            "backoffice_webhookattempt",
            "backoffice_webhookmessage",
            "backoffice_webhookprogress",
        ),
    ),
}
# What this process has to say of the house whose extras HOUSE_EXTRAS names.
ASK = """
import json
import django
from django.conf import settings
django.setup()
from django.apps import apps
from django.core.management import call_command, get_commands
from django.urls import URLResolver, get_resolver
from casino.archive.options import archive_options
from games.rounds.replay.hand_files import hand_formats
from players.shared.laws import written_laws

def routes(patterns):
    for pattern in patterns:
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns)
        elif pattern.name:
            yield pattern.name

call_command("check")
call_command("makemigrations", check=True, dry_run=True, verbosity=0)
print(json.dumps({
    "routes": sorted(set(routes(get_resolver().url_patterns))),
    "endings": [one.ending for one in hand_formats()],
    "tasks": sorted(settings.CELERY_BEAT_SCHEDULE),
    "tables": sorted(model._meta.db_table for model in apps.get_models(include_auto_created=True)),
    "commands": sorted(get_commands()),
    "options": [one.name for one in archive_options()],
    "laws": sorted(map(str, written_laws())),
}))
"""
# The demonstration of a house, and pages that people open first.
OPEN = """
import json, os
import django
django.setup()
from django.conf import settings
from django.core.management import call_command
from django.db import connection
from django.test import Client
from players.models import Person
from players.shared.laws import differences
from tests.demo_house import signed_in

call_command("migrate", verbosity=0)
with connection.cursor() as cursor:
    unlike = [str(one) for one in differences(cursor)]
settings.HOUSE_DEMO = True
call_command("seed_demo", verbosity=0)
officer, player = signed_in("oficial@feltro.example", "en"), signed_in("ana@feltro.example", "en")
pages = {"/": Client(), "/lobby/": player, "/account/cashier/": player, "/account/messages/": player,
         "/admin/": officer, "/admin/compliance/": officer, "/admin/compliance/reports/": officer,
         "/admin/compliance/panel/": officer, "/admin/compliance/closing/": officer}
answers = {address: client.get(address).status_code for address, client in pages.items()}
with open(os.environ["ANSWER"], "w") as file:
    json.dump({"answers": answers, "unlike": unlike}, file)
"""


def ask(extras: str) -> dict[str, Any]:
    environment = house_environment(
        PROJECT / ".house",
        {"HOUSE_EXTRAS": extras, "HOUSE_PURE": "1", "SECRET_KEY": "unused", "HOUSE_TEST": "1"},
    )
    environment["DJANGO_SETTINGS_MODULE"] = "casino.settings"
    asked = subprocess.run(
        [sys.executable, "-c", ASK],
        cwd=PROJECT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert asked.returncode == 0, asked.stderr
    facts: dict[str, Any] = json.loads(asked.stdout.splitlines()[-1])
    return facts


@pytest.fixture(scope="module")
def core() -> dict[str, Any]:
    return ask("none")


def test_every_extra_is_listed_and_has_its_own_tests() -> None:
    folders = {
        ".".join(path.relative_to(PROJECT).parts)
        for layer in ("players", "games", "casino")
        for path in (PROJECT / layer / "extras").iterdir()
        if (path / "apps.py").is_file()
    }
    known = ask(",".join(EXTRAS))
    assert known["routes"] == ask("")["routes"], "HOUSE_EXTRAS knows these names and no others"
    assert len(folders) == len(EXTRAS)
    for app in folders:
        assert list((PROJECT / "tests" / app.replace(".", "/")).glob("test_*.py")), f"{app} has no tests"


def test_without_extras_nothing_of_them_is_there(core: dict[str, Any]) -> None:
    for added in EXTRAS.values():
        for kind in Added.__struct_fields__:
            assert not set(getattr(added, kind)) & set(core[kind])


@pytest.mark.parametrize("extra", EXTRAS)
def test_each_extra_alone_adds_what_is_its_own(core: dict[str, Any], extra: str) -> None:
    with_it = ask(extra)
    for kind in Added.__struct_fields__:
        assert set(with_it[kind]) - set(core[kind]) == set(getattr(EXTRAS[extra], kind)), kind
        assert set(core[kind]) <= set(with_it[kind]), kind


@pytest.fixture(scope="module")
def opened() -> Iterator[dict[str, Any]]:
    """A new house without extras, migrated and with its demonstration."""
    with tempfile.TemporaryDirectory(prefix="feltro-core-") as temporary:
        path = Path(temporary)
        path.chmod(0o711)  # a server that drops the rights of root enters it
        folder = Folder(path)
        with pytest.MonkeyPatch.context() as patch, leased_servers(folder, ["postgres", "valkey"]):
            patch.setenv("HOUSE_EXTRAS", "none")
            patch.setenv("ANSWER", str(path / "answer.json"))
            run_django(folder, PROJECT, OPEN)
        yield json.loads((path / "answer.json").read_text())


def test_a_house_without_extras_opens(opened: dict[str, Any]) -> None:
    assert {address for address, status in opened["answers"].items() if status != 200} == set()


def test_its_database_holds_the_laws_of_the_core(opened: dict[str, Any]) -> None:
    assert opened["unlike"] == []


def test_an_unknown_extra_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    known = {"one": "app.one", "two": "app.two"}
    for value, apps in (
        ("", ["app.one", "app.two"]),
        ("none", []),
        ("two", ["app.two"]),
        ("two, one", ["app.one", "app.two"]),
    ):
        monkeypatch.setenv("HOUSE_EXTRAS", value)
        assert env.extras("HOUSE_EXTRAS", known) == apps
    monkeypatch.setenv("HOUSE_EXTRAS", "one,three")
    with pytest.raises(ImproperlyConfigured, match="some of one, two, and names three"):
        env.extras("HOUSE_EXTRAS", known)


def test_the_tests_of_an_extra_are_found_by_their_folder() -> None:
    assert extra_of_tests(Path("games/extras/phh")) == "games.extras.phh"
    assert extra_of_tests(Path("games/extras/phh/test_hand_pages.py")) == "games.extras.phh"
    assert extra_of_tests(Path("games/extras")) == extra_of_tests(Path("games/rounds")) == ""
    assert settings.EXTRAS or os.environ["HOUSE_EXTRAS"] == "none"
