"""Rules that every file of the repository keeps."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from casino.services.folder import PROJECT
from tests.sources import nodes, text, tree

PACKAGES = ("casino", "games", "players")
TOP = {
    ".ci", ".devcontainer", ".dockerignore", ".editorconfig", ".gitattributes", ".github", ".gitignore",
    ".pre-commit-config.yaml",
    "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "Makefile", "README.md", "casino", "deno.json", "deploy",
    "docs", "games", "locks", "manage.py", "mkdocs.yml", "players", "pyproject.toml", "requirements.txt",
    "static", "templates", "tests", "verify",
}  # fmt: skip
# The folders of tests that belong to no package: what they test is the whole, or they are no tests.
OTHER_TESTS = {
    "bench", "deploy", "docs", "frozen", "gallery", "journeys", "js", "pages", "proofs", "release", "rounds",
    "sandbox_regulator", "security", "vectors",
}  # fmt: skip
# The pure packages of games have their tests at the top.
PURE_PACKAGES = {"rules": "games/rules", "odds": "games/odds"}
# A game that only a test knows.
TOY_GAME = "games/toy"
UNFINISHED = re.compile(
    r"\b(TODO|FIXME|XXX|NotImplementedError)\b"
    r"|pytest\.(skip|mark\.(skip|xfail))|@unittest\.skip|assert True\b"
)
# This file, and tests that need what a machine may lack: systemd, root with an overlay file system,
# PgBouncer or HAProxy, the bundler, which `make setup` fetches from the network, or the embedded PostgreSQL.
MAY_SKIP = {
    "tests/test_file_rules.py",
    "tests/deploy/test_cluster_files.py",
    "tests/deploy/test_debian.py",
    "tests/deploy/test_maintenance.py",
    "tests/deploy/test_repository_host.py",
    "tests/deploy/test_safe_service.py",
    "tests/deploy/test_kubernetes.py",
    "tests/casino/operation/test_monitoring.py",
    "tests/casino/test_pgbouncer.py",
    "tests/casino/extras/warehouse/test_publications.py",
    "tests/proofs/cluster/test_entrance.py",
    "tests/security/test_between_hosts.py",
    "tests/games/catalogue/test_page_bundles.py",
}
# Packages that handle money: amounts are whole cents, never floats.
MONEY = ("games", "players")


def listed() -> list[Path]:
    """The files that git tracks or would add; without git, all files."""
    listing = subprocess.run(
        ["git", "ls-files", "-co", "--exclude-standard"],
        cwd=PROJECT,
        capture_output=True,
        text=True,
        check=False,
    )
    if listing.returncode == 0:
        return [PROJECT / name for name in listing.stdout.splitlines() if (PROJECT / name).is_file()]
    kept = ("casino", "games", "players", "static", "templates", "tests", "deploy", "locks")
    return [
        path
        for top in kept
        for path in (PROJECT / top).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and path.suffix != ".mo"
    ]


FILES = listed()
MODULES = [path for path in FILES if path.suffix == ".py" and "migrations" not in path.parts]
OURS = [path for path in MODULES if path.relative_to(PROJECT).parts[0] in PACKAGES]


def name(path: Path) -> str:
    return str(path.relative_to(PROJECT))


def imported(path: Path) -> set[str]:
    modules: set[str] = set()
    for node in nodes(path):
        if isinstance(node, ast.Import):
            modules |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            modules.add(node.module)
    return modules


def test_the_top_folder_contains_only_known_names() -> None:
    assert {path.relative_to(PROJECT).parts[0] for path in FILES} <= TOP


def test_the_folders_of_the_tests_are_named_like_the_packages() -> None:
    folders = {
        path.parent.relative_to(PROJECT / "tests")
        for path in MODULES
        if path.is_relative_to(PROJECT / "tests")
    }
    without_package = set()
    for folder in folders - {Path()}:
        first = PURE_PACKAGES.get(folder.parts[0], folder.parts[0])
        package = PROJECT.joinpath(first, *folder.parts[1:])
        if folder.parts[0] not in OTHER_TESTS and str(folder) != TOY_GAME and not package.is_dir():
            without_package.add(str(folder))
    assert without_package == set()


def test_chance_never_comes_from_random() -> None:
    assert [
        name(path) for path in OURS if "random" in {module.split(".")[0] for module in imported(path)}
    ] == []


def test_no_float_comes_near_money() -> None:
    floats = []
    for path in OURS:
        if path.relative_to(PROJECT).parts[0] not in MONEY:
            continue
        for node in nodes(path):
            function = node.func if isinstance(node, ast.Call) else None
            if (isinstance(function, ast.Name) and function.id == "float") or (
                isinstance(node, ast.Attribute) and node.attr == "FloatField"
            ):
                floats.append(f"{name(path)}:{node.lineno}")
    assert floats == []


@pytest.mark.parametrize("folder", ["games/rules", "games/odds"])
def test_the_pure_packages_know_only_the_standard_library_and_msgspec(folder: str) -> None:
    allowed = sys.stdlib_module_names | {"msgspec"}
    foreign = {
        f"{name(path)}: {module}"
        for path in OURS
        if name(path).startswith(f"{folder}/")
        for module in imported(path)
        if module.split(".")[0] not in allowed and not module.startswith(("games.rules", "games.odds"))
    }
    # Randomness and time are arguments of the pure packages.
    impure = {
        f"{name(path)}: {module}"
        for path in OURS
        if name(path).startswith(f"{folder}/")
        for module in imported(path) & {"secrets", "time", "datetime", "socket", "logging"}
    }
    assert foreign | impure == set()


def test_nothing_is_left_unfinished_or_switched_off() -> None:
    left = [
        f"{name(path)}:{number}"
        for path in FILES
        if path.suffix in (".py", ".js", ".html", ".css") and name(path) not in MAY_SKIP
        for number, line in enumerate(text(path).splitlines(), 1)
        if UNFINISHED.search(line)
    ]
    assert left == []


def test_every_module_has_a_docstring() -> None:
    undocumented = [
        name(path)
        for path in OURS
        if path.name not in ("__init__.py", "apps.py")
        and path.stat().st_size
        and not ast.get_docstring(tree(path))
    ]
    assert undocumented == []


def test_files_are_named_alike() -> None:
    shapes = {
        ".py": r"[a-z0-9_]+\.py",
        ".js": r"[a-z0-9_]+(\.test)?\.js",
        ".css": r"[a-z0-9_]+\.css",
        ".html": r"[a-z0-9_]+\.html",
        ".svg": r"[a-z0-9-]+\.svg",
    }
    odd = [
        name(path)
        for path in FILES
        if path.suffix in shapes and not re.fullmatch(shapes[path.suffix], path.name)
    ]
    assert odd == []


def test_no_page_carries_a_script_or_a_style_inside() -> None:
    """The content security policy would block them."""
    inside = re.compile(
        r"<script(?![^>]*\bsrc=)(?![^>]*type=\"application/json\")|<style\b|\sstyle=\"|\son[a-z]+=\"",
        re.IGNORECASE,
    )
    inline = [
        f"{name(path)}:{number}"
        for path in FILES
        if path.suffix == ".html" and path.is_relative_to(PROJECT / "templates")
        for number, line in enumerate(text(path).splitlines(), 1)
        if inside.search(line)
    ]
    assert inline == []


EXPORT = re.compile(r"^export (?:async )?(?:function|const|class) (\w+)", re.MULTILINE)
MODULE = re.compile(r"""(?:from|import)\s*\(?\s*["'](\.[^"']+)["']""")
SCRIPTS = [path for path in FILES if path.suffix == ".js" and path.is_relative_to(PROJECT / "static")]
VECTORS = PROJECT / "tests" / "verify"  # they run against the browser's code too
SCRIPT_TESTS = [
    path
    for path in FILES
    if path.name.endswith(".test.js") or (path.suffix == ".js" and path.parent == VECTORS)
]


def unused_exports(texts: dict[Path, str], tests: list[str]) -> list[str]:
    """Exports that no other module uses, except those that their own module and a unit test use."""
    unused = []
    words = {path: Counter(re.findall(r"\w+", script)) for path, script in texts.items()}
    tested = {word for test in tests for word in re.findall(r"\w+", test)}
    for path, script in texts.items():
        for export in EXPORT.findall(script):
            by_module = any(
                export in words[user] for user, other in texts.items() if user != path and path.name in other
            )
            by_test = words[path][export] > 1 and export in tested
            if not by_module and not by_test:
                unused.append(f"{path}: {export}")
    return unused


def test_every_export_of_a_script_is_used() -> None:
    texts = {path: text(path) for path in SCRIPTS}
    unused = unused_exports(texts, [text(path) for path in SCRIPT_TESTS])
    # The page calls `mount` of the module that it loads for its game.
    assert [export for export in unused if not export.endswith("/game.js: mount")] == []


def test_an_unused_export_is_found() -> None:
    one, other = Path("one.js"), Path("other.js")
    texts = {
        one: "export const used = 1;\nexport const tested = 2;\nexport const dead = tested;\n",
        other: 'import { used } from "./one.js";\n',
    }
    assert unused_exports(texts, ["tested(); dead();"]) == ["one.js: dead"]


def test_every_script_is_loaded_by_a_page_or_imported() -> None:
    imported_files = {
        (path.parent / module).resolve() for path in SCRIPTS for module in MODULE.findall(text(path))
    }
    pages = "".join(text(path) for path in FILES if path.suffix in (".html", ".py"))
    unused = [
        name(path)
        for path in SCRIPTS
        if path.resolve() not in imported_files
        and str(path.relative_to(PROJECT / "static")) not in pages
        and path.name != "game.js"
    ]
    assert unused == []


def test_every_import_of_a_script_ends_in_a_semicolon() -> None:
    """The storage that adds content hashes to file names recognises only such lines."""
    loose = [
        f"{name(path)}:{number}"
        for path in FILES
        if path.suffix == ".js"
        for number, line in enumerate(text(path).splitlines(), 1)
        if re.search(r"\bfrom\s+['\"]\.", line) and not line.rstrip().endswith(";")
    ]
    assert loose == []
