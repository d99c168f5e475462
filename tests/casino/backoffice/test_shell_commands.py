"""No page tells people to type a command of a shell: staff and players have a browser, no console.

Read are the sources of everything that pages show: templates, scripts, messages in every language, and texts
that are written in Python.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Collection, Iterator
from pathlib import Path

import pytest
from babel.messages.pofile import read_po

from casino.languages.translations import ROOT, SOURCES
from players.languages import SOURCE_LANGUAGE
from tests.sources import nodes

TARGETS = "|".join(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
COMMAND = re.compile(
    rf"""
    manage\.py\s+[a-z]
    | \bpython3?\s+(?:-m\b|-c\b|\S+\.py\b)
    | \b(?:make|\$\(MAKE\))\s+(?:{TARGETS})\b(?!\s+(?:of|a|the|an)\b)
    | \b(?:systemctl|journalctl|sudo|psql|pg_dump|pg_restore|pgbackrest|valkey-cli|redis-cli|kubectl)\b
    | \bdocker\s+(?:compose|run|exec|logs)\b
    | \b(?:pip|apt|apt-get)\s+install\b
    | \bgit\s+(?:pull|clone|checkout|log)\b
    | \bfeltro\s+(?:manage|upgrade|backup|restore|status|doctor|run|start|stop|setup)\b
    """,
    re.VERBOSE,
)
# Sources of what is printed on a console, and not on a page.
CONSOLE = re.compile(
    r"/management/|^casino/(?:services|demo|operation/backups|operation/doctor|operation/same_extras|operation/deployment_checks|settings)\b"
    r"|^casino/extras/warehouse/library\.py|^games/rulebook/reach\.py|^games/beacons/check\.py"
)
LINE_COMMENT = re.compile(r"^\s*//.*$|\{#.*?#\}", re.MULTILINE)


def commands_in(text: str) -> list[str]:
    return [" ".join(match[0].split()) for match in COMMAND.finditer(text)]


def test_the_pattern_knows_the_commands_of_this_repository() -> None:
    for command in (
        "manage.py collusion",
        "python -m tests.docs.generate",
        "make reset",
        "systemctl restart feltro",
        "feltro upgrade",
    ):
        assert commands_in(f"Run `{command}` as the operator.") != [], command
    for sentence in (
        "make sure that it is right",
        "We make a long list.",
        "«manage.py» changed",
        "Feltro runs",
    ):
        assert commands_in(sentence) == [], sentence


def sources(*folders: str, ending: str) -> list[Path]:
    return sorted(path for folder in folders for path in (ROOT / folder).rglob(f"*.{ending}"))


@pytest.mark.parametrize(("folder", "ending", "least"), [("templates", "html", 200), ("static", "js", 100)])
def test_no_template_and_no_script_shows_a_command(folder: str, ending: str, least: int) -> None:
    paths = [path for path in sources(folder, ending=ending) if "vendor" not in path.parts]
    assert {
        str(path.relative_to(ROOT)): commands
        for path in paths
        if (commands := commands_in(LINE_COMMENT.sub("", path.read_text("utf-8"))))
    } == {}
    assert len(paths) >= least


@pytest.mark.parametrize("path", sources("casino/locale", ending="po"), ids=lambda path: path.parts[-3])
def test_no_message_in_any_language_shows_a_command(path: Path) -> None:
    with path.open("rb") as file:
        catalogue = read_po(file)
    texts = [
        text
        for message in catalogue
        for side in (message.id, message.string)
        for text in ([side] if isinstance(side, str) else side)
    ]
    assert [text for text in texts if commands_in(text)] == []
    # The catalogue of the sources' own language replaces a few sentences of Django only.
    assert len(texts) > (10 if path.parts[-3] == SOURCE_LANGUAGE else 5_000)


def texts_in(module: Collection[ast.AST]) -> Iterator[str]:
    """The string constants of a module that are not documentation."""
    documentation = {
        id(node.value)
        for node in module
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in module:
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in documentation:
            yield node.value


def test_no_text_written_in_python_for_a_page_shows_a_command() -> None:
    modules = {str(path.relative_to(ROOT)): path for path in sources(*SOURCES, ending="py")}
    shown = {name: path for name, path in modules.items() if not CONSOLE.search(name)}
    assert {
        name: texts
        for name, path in shown.items()
        if (texts := [text for text in texts_in(nodes(path)) if commands_in(text)])
    } == {}
    assert len(shown) > 500
