"""Settings that were renamed or removed: what a process does that still has them. With toys for the table,
which is empty until a release changes a setting.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest
from django.core.exceptions import ImproperlyConfigured

from casino import former_settings
from casino.former_settings import FormerSetting, adopt_former_settings
from casino.operation import doctor
from casino.operation.problems import Problem
from casino.services.errors import BAD_SETTING
from casino.services.folder import PROJECT

RENAMED = FormerSetting("OLD_NAME", "1.2.0", "NEW_NAME")
REMOVED = FormerSetting("GONE", "2.0.0", instead="Set the rate in the back office.")


@pytest.fixture(autouse=True)
def toys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(former_settings, "FORMER_SETTINGS", (RENAMED, REMOVED))


@pytest.mark.parametrize("ending", ["", "_FILE"])
def test_an_old_name_is_read_and_its_successor_named(ending: str) -> None:
    environment = {f"OLD_NAME{ending}": "7"}
    assert adopt_former_settings(environment, "1.3.0-dev") == [
        Problem(
            f"OLD_NAME{ending} is named NEW_NAME{ending} since 1.2.0.",
            "Rename it before 2.0.0, which refuses the old name.",
        )
    ]
    assert environment[f"NEW_NAME{ending}"] == "7"


@pytest.mark.parametrize("new", ["NEW_NAME", "NEW_NAME_FILE"])
def test_where_both_names_are_set_the_new_one_holds(new: str) -> None:
    environment = {"OLD_NAME": "7", new: "8"}
    assert len(adopt_former_settings(environment, "1.3.0")) == 1
    assert environment == {"OLD_NAME": "7", new: "8"}


def test_the_next_first_number_refuses_the_old_name() -> None:
    with pytest.raises(ImproperlyConfigured, match=r"OLD_NAME is named NEW_NAME since 1\.2\.0\. Rename it\."):
        adopt_former_settings({"OLD_NAME": "7"}, "2.0.0")


def test_a_removed_setting_is_refused_with_what_replaces_it() -> None:
    with pytest.raises(ImproperlyConfigured, match=r"GONE was removed in 2\.0\.0\. Set the rate in the back"):
        adopt_former_settings({"GONE": "1"}, "2.0.0")


def test_a_house_without_them_is_left_alone() -> None:
    environment = {"NEW_NAME": "8", "OLD_NAME": ""}
    assert adopt_former_settings(environment, "1.3.0") == []
    assert environment == {"NEW_NAME": "8", "OLD_NAME": ""}


def test_the_doctor_names_them_to_every_process(monkeypatch: pytest.MonkeyPatch) -> None:
    found = adopt_former_settings({"OLD_NAME": "7"}, "1.3.0")
    monkeypatch.setattr(doctor.settings, "FORMER_SETTINGS_IN_USE", found)
    assert list(doctor.check_settings("croupier")) == found


# --- a process


def manage(table: str, *words: str, **variables: str) -> subprocess.CompletedProcess[str]:
    """A management command of a product with this table."""
    code = (
        "import sys; from casino import former_settings as f; "
        f"f.FORMER_SETTINGS = ({table},); sys.argv = ['manage.py', *{list(words)}]; "
        "import manage; sys.exit(manage.main())"
    )
    environment = {name: os.environ[name] for name in ("PATH", "HOME") if name in os.environ}
    environment |= {"HOUSE_PURE": "1", "SECRET_KEY": "unused", **variables}
    return subprocess.run(
        [sys.executable, "-c", code],
        cwd=PROJECT, env=environment, capture_output=True, text=True, check=False,
    )  # fmt: skip


SHOW = ("shell", "--no-imports", "-c", "from django.conf import settings; print(settings.HOUSE_NAME)")


def test_a_process_reads_the_old_name_and_warns_at_its_start() -> None:
    done = manage("f.FormerSetting('HOUSE_TITLE', '1.0.0', 'HOUSE_NAME')", *SHOW, HOUSE_TITLE="Casa")
    assert done.returncode == 0 and done.stdout.splitlines()[-1] == "Casa", done.stderr
    assert "HOUSE_TITLE is named HOUSE_NAME since 1.0.0." in done.stdout + done.stderr


def test_a_process_with_a_removed_setting_does_not_start() -> None:
    removed = "f.FormerSetting('HOUSE_TITLE', '1.0.0', instead='The brand folder names it.')"
    done = manage(removed, *SHOW, HOUSE_TITLE="Casa")
    assert done.returncode == BAD_SETTING
    assert done.stderr.splitlines() == ["HOUSE_TITLE was removed in 1.0.0. The brand folder names it."]


# --- the real table


def wrong(table: tuple[FormerSetting, ...]) -> list[str]:
    """The lines whose successor the settings do not read, whose old name they still read, or that name both a
    successor and something instead, or neither.
    """
    source = (PROJECT / "casino" / "settings.py").read_text("utf-8")
    read = set(re.findall(r"env\.\w+\(\s*\"([A-Z_]+)\"", source))
    return [
        former.name
        for former in table
        if former.name in read
        or (former.successor and former.successor not in read)
        or bool(former.successor) == bool(former.instead)
    ]


def test_a_successor_is_a_setting_that_the_settings_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.undo()
    assert wrong(former_settings.FORMER_SETTINGS) == []
    still_read = FormerSetting("HOUSE_NAME", "1.2.0", "HOUSE_URL")
    assert wrong((RENAMED, REMOVED, still_read)) == ["OLD_NAME", "HOUSE_NAME"]
    assert wrong((FormerSetting("GONE", "2.0.0"),)) == ["GONE"]
