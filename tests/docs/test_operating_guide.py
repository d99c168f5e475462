"""The commands of the operating guide: each block is walked on a booted Debian or says why not, and each
command and option that a page names exists. tests/proofs/operator_walk runs the blocks.
"""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache

import pytest
from django.core.management import get_commands, load_command_class

from casino.services.folder import PROJECT
from tests.proofs import containers
from tests.proofs.operator_walk.guide import GUIDE, blocks

PAGES = sorted(GUIDE.glob("*.md"))
# A block of these is read by a person or a program; a person types no command of it.
NO_COMMANDS = {"ini", "toml", "text", "sql", "yaml", "json"}
# Their commands are tried elsewhere.
ELSEWHERE = {"cluster.md"}
FELTRO = re.compile(r"(?:^|[`\s])(?<!-n )(?:deploy/debian/)?feltro ((?:[a-z]+|--)[^`\n#|;]*)", re.MULTILINE)
OTHER_MANAGE = re.compile(r"(?:python )?manage\.py ([a-z_]+)([^`\n#|]*)")
UNIT = re.compile(r"\b((?:valkey-)?feltro-?[a-z-]*@?)\d?\.(service|timer|target)\b")


def test_each_block_is_walked_or_says_why_not() -> None:
    found = [block for block in blocks() if block.kind not in NO_COMMANDS and block.page not in ELSEWHERE]
    silent = [block.place for block in found if not block.part and len(block.reason) < 10]
    assert not silent, f"mark these blocks (tests/proofs/operator_walk/guide.py): {', '.join(silent)}"
    assert len([block for block in found if block.part]) >= 15


def test_each_part_of_the_walk_has_its_blocks_and_each_block_its_part() -> None:
    program = (PROJECT / "tests/proofs/operator_walk/__main__.py").read_text()
    followed = set(re.findall(r'\.follow\("([a-z-]+)"\)', program))
    assert followed == {block.part for block in blocks() if block.part}


def test_what_the_walk_of_the_containers_is_said_to_follow_it_follows() -> None:
    """Red before: of an upgrade with containers the guide said so, and nothing built a second image."""
    sections = (containers.INSTALLATION, containers.MAINTENANCE)
    followed = {command for section in sections for command in containers.guide(*section)}
    marked = [block for block in blocks() if "tests.proofs.containers` follows" in block.reason]
    assert len(marked) == 3
    assert {command for block in marked for command in containers.commands_of(block.text)} == followed


def named_commands() -> Iterator[tuple[str, str]]:
    for page in PAGES:
        for match in FELTRO.finditer(page.read_text()):
            yield page.name, match[1].strip().rstrip(".,)")


@cache
def help_of(*words: str) -> str:
    program = PROJECT / "deploy" / "debian" / "feltro"
    done = subprocess.run(
        [sys.executable, str(program), *words, "--help"], capture_output=True, text=True, check=False
    )
    return done.stdout if done.returncode == 0 else ""


def check_management(words: list[str]) -> str:
    """What is wrong with a management command and its options; empty where nothing is."""
    name, *rest = words
    if name == "version" and not rest:
        return ""  # manage.py answers itself
    if name not in get_commands():
        return f"there is no command {name}"
    command = load_command_class(get_commands()[name], name)
    known = set(command.create_parser("manage.py", name)._option_string_actions)
    unknown = [word for word in rest if word.startswith("--") and word.partition("=")[0] not in known]
    return f"{name} has no {', '.join(unknown)}" if unknown else ""


def check_feltro(line: str) -> str:
    words = line.replace("\\", " ").split()
    if words[0] == "manage":
        words = words[1:]
        while words and words[0] == "--as":
            words = words[2:]
        if not words or words[0].isupper():
            return ""  # «feltro manage COMMAND»
        return check_management(words)
    steps = words[:2] if words[0] == "keys" and len(words) > 1 else words[:1]
    text = help_of(*steps)
    if not text:
        return f"there is no feltro {' '.join(steps)}"
    unknown = [word for word in words if word.startswith("--") and word not in text]
    return f"feltro {words[0]} has no {', '.join(unknown)}" if unknown else ""


@pytest.mark.whole  # optional apps bring commands and options of their own
def test_each_command_of_the_installation_exists_with_its_options() -> None:
    named = list(named_commands())
    assert len(named) > 40, "the pattern finds the commands"
    wrong = {f"{page}: feltro {line}": problem for page, line in named if (problem := check_feltro(line))}
    assert not wrong


@pytest.mark.parametrize(
    ("line", "problem"),
    [
        ("doctor", ""),
        ("install --site x --certificate internal", ""),
        ("install --sites x", "has no --sites"),
        ("keys rotate seal_key", ""),
        ("keys turn seal_key", "there is no feltro keys turn"),
        ("remove", "there is no feltro remove"),
        ("manage --as croupier prove --from-start", ""),
        ("manage prove --from-strat", "prove has no --from-strat"),
        ("manage provo", "there is no command provo"),
    ],
)
def test_a_command_that_does_not_exist_is_found(line: str, problem: str) -> None:
    found = check_feltro(line)
    assert (problem in found) if problem else not found


def test_runbooks_name_the_command_that_works_on_the_documented_machine() -> None:
    """Red before: `python manage.py …` has neither settings nor keys there. A demonstration has them."""
    demonstration = {"demo_signins"}
    named = [
        (page.name, match[0])
        for page in PAGES
        for match in OTHER_MANAGE.finditer(page.read_text())
        if match[1] not in demonstration and page.name not in ELSEWHERE
    ]
    assert named == []


def test_each_unit_that_the_guide_names_exists() -> None:
    units = {path.name for path in (PROJECT / "deploy/systemd").iterdir()}
    named = {f"{match[1]}.{match[2]}" for page in PAGES for match in UNIT.finditer(page.read_text())}
    assert {"feltro-backup.timer", "feltro-restore-test.timer"} <= named <= units


def test_the_guide_names_every_process_where_addresses_and_keys_are_written() -> None:
    """Red before: who followed it with a PostgreSQL elsewhere had no address for the beacon."""
    sys.path.insert(0, str(PROJECT / "deploy" / "debian"))
    from steps.machine import DATABASE_ROLES

    page = (GUIDE / "install.md").read_text()
    (folders,) = re.findall(r"/etc/feltro/keys/\{([a-z,]+)\}`, and `redis_url`", page)
    assert set(folders.split(",")) == set(DATABASE_ROLES)
    (pairs,) = re.findall(r"for pair in ([a-z: ]+); do", page)
    written = dict(pair.split(":") for pair in pairs.split())
    # The worker and beat sign in as one role.
    assert {f"house_{role}" for role in written.values()} == set(DATABASE_ROLES.values())
    assert {process: f"house_{role}" for process, role in written.items()} == DATABASE_ROLES


def test_the_guide_warns_of_what_browsers_keep_of_a_name() -> None:
    """A trial under the name of the real house would close it to those who were there."""
    page = (GUIDE / "install.md").read_text()
    code = (PROJECT / "casino/settings.py").read_text()
    for setting in ("SECONDS = 2 * 365 * 86400", "INCLUDE_SUBDOMAINS = True", "PRELOAD = True"):
        assert f"SECURE_HSTS_{setting}" in code
    proxy = (PROJECT / "deploy/Caddyfile").read_text()
    assert f"max-age={2 * 365 * 86400}; includeSubDomains; preload" in proxy
    assert "HSTS for two years, with subdomains" in page and "hstspreload.org" in page
