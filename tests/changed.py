"""The tests of what has changed since `main`: `make test CHANGED=1` runs the paths that this prints.

A changed file concerns the tests of its own folder (`tests` mirrors the packages), tests that import it, also
through a helper of the tests, and the guards, which read the whole repository. What shows only further away,
the whole suite finds: it still has to run before a change goes in.
"""

from __future__ import annotations

import ast
import os
import subprocess
import sys
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent
PACKAGES = ("casino", "games", "players")
# Their tests have a folder of their own below `tests`.
MOVED = {"games/rules": "rules", "games/odds": "odds"}
# They read the code and the documentation, and take about a minute together.
GUARDS = (
    "tests/test_dead_code.py", "tests/test_file_rules.py", "tests/test_layers.py", "tests/test_migrations.py",
    "tests/test_module_attributes.py", "tests/test_named_spans.py", "tests/test_names.py",
    "tests/test_private_apis.py", "tests/docs/test_generated.py", "tests/docs/test_links.py",
    "tests/proofs/test_planted.py", "tests/security/test_source_rules.py",
)  # fmt: skip
# What a law of the database says is compared and attacked here, whichever package it is of.
LAWS = (
    "tests/security/test_allowed_to_write.py", "tests/security/test_hostile_writes_about_people.py",
    "tests/security/test_proven_authors.py", "tests/security/test_rights_at_the_tables.py",
    "tests/security/test_rights_of_the_house.py", "tests/players/shared/test_laws.py",
)  # fmt: skip
# Folders without a mirror of their own name, and the tests that read them.
READERS = {
    "static/css": ("tests/pages", "tests/games/catalogue"),
    "static/js": ("tests/js", "tests/pages"),
    "templates/backoffice": ("tests/casino/backoffice",),
    "templates/admin": ("tests/casino/backoffice",),
    "templates/unfold": ("tests/casino/backoffice",),
    "templates": ("tests/players/portal",),
    "casino/locale": ("tests/casino/languages/test_translations.py", "tests/casino/test_plain_words.py"),
    "docs": ("tests/docs",),
    "tests/vectors": ("tests/rules", "tests/games/rulebook"),
    "tests/rounds": ("tests/games/rounds", "tests/pages"),
    "deploy": ("tests/deploy",),
    "locks": ("tests/test_locks.py",),
    "requirements.txt": ("tests/test_locks.py",),
    "Makefile": ("tests/test_development_setup.py", "tests/test_installation.py"),
}


def changed_files(base: str) -> list[str]:
    """Changed since this branch left the base, committed or not, and new files."""
    start = _git("merge-base", base, "HEAD")[0]
    return sorted({*_git("diff", "--name-only", start), *_git("ls-files", "--others", "--exclude-standard")})


def select_tests(changed: Iterable[str], root: Path = PROJECT) -> list[str]:
    """Test files and folders, none twice and none inside another."""
    found: set[str] = set()
    for file in changed:
        found |= {path for path in _tests_of_file(file, root) if (root / path).exists()}
    found |= {guard for guard in GUARDS if (root / guard).exists()}
    return sorted(path for path in found if not any(str(above) in found for above in Path(path).parents))


def _tests_of_file(file: str, root: Path) -> Iterator[str]:
    path = Path(file)
    if file.startswith("tests/"):
        if path.name.startswith("test_"):
            yield file
        elif path.name == "conftest.py" or path.suffix != ".py":
            yield str(path.parent)
    elif path.parts[0] in PACKAGES and (mirror := _mirror(path, root)):
        yield from mirror
    for folder in (file, *map(str, path.parents)):
        if folder in READERS:
            yield from READERS[folder]
            break
    if path.suffix == ".py":
        yield from _importers(_module(path), root)
    if path.suffix == ".sql":
        yield from LAWS
    if path.parts[0] == "templates":
        for module in _modules_that_name(path.relative_to("templates").as_posix(), root):
            yield from _mirror(module, root)


def _mirror(path: Path, root: Path) -> list[str]:
    """The tests beside the mirrored place; the nearest place above that has tests, if there is none.

    An engine also answers for what is asked of all engines: golden rounds, the contract, bounds.
    """
    found = []
    for above in path.parents[:-1]:
        moved = next((to for place, to in MOVED.items() if Path(place) in (above, *above.parents)), "")
        mirror = root / "tests" / (moved and Path(moved, *above.parts[2:]) or above)
        found += [str(test.relative_to(root)) for test in sorted(mirror.glob("test_*.py"))]
        if found and not (moved and len(above.parts) > 2):
            return found
    return []


def _modules_that_name(template: str, root: Path) -> Iterator[Path]:
    for package in PACKAGES:
        for module in (root / package).rglob("*.py"):
            if f'"{template}"' in module.read_text("utf-8"):
                yield module.relative_to(root)


def _importers(module: str, root: Path) -> Iterator[str]:
    """The test files that import a module, or a helper of the tests that does."""
    waiting, seen = [module], {module}
    while waiting:
        wanted = waiting.pop()
        for file, imported in _imports(root).items():
            if wanted not in imported:
                continue
            path = Path(file)
            if path.name.startswith("test_"):
                yield file
            elif path.name == "conftest.py":
                yield str(path.parent)
            elif (helper := _module(path)) not in seen:
                seen.add(helper)
                waiting.append(helper)


@cache
def _imports(root: Path) -> dict[str, frozenset[str]]:
    """The names that each file below `tests` imports: of modules, and of what is taken from them."""
    found = {}
    for path in (root / "tests").rglob("*.py"):
        names: set[str] = set()
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Import):
                names |= {alias.name for alias in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                names |= {node.module, *(f"{node.module}.{alias.name}" for alias in node.names)}
        found[str(path.relative_to(root))] = frozenset(names)
    return found


def _module(path: Path) -> str:
    parts = path.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def _git(*arguments: str) -> list[str]:
    result = subprocess.run(
        ["git", *arguments], cwd=PROJECT, capture_output=True, text=True, check=True, encoding="utf-8"
    )
    return result.stdout.splitlines()


def main() -> int:
    base = os.environ.get("BASE", "main")
    try:
        changed = changed_files(base)
    except subprocess.CalledProcessError as error:
        print(f"{error.stderr.strip()} · BASE names the branch to compare with.", file=sys.stderr)
        return 2
    print(f"{len(changed)} files have changed since {base}.", file=sys.stderr)
    print("\n".join(select_tests(changed)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
