"""The product itself uses each of its functions, classes, constants and settings."""

from __future__ import annotations

import ast
import importlib
import importlib.util
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest
from celery.app.defaults import SETTING_KEYS
from django.apps import apps
from django.conf import global_settings
from django.forms import BaseForm

from casino.services.folder import PROJECT
from games.catalogue import GAMES
from tests.sources import nodes, tree

PACKAGES = ("casino", "games", "players")
# Uses count in the product, its templates and scripts, and the commands among the tests.
USERS = (*PACKAGES, "templates", "static", "deploy", "tests/proofs", "tests/bench", "tests/gallery")
FILES = ("pyproject.toml", "Makefile", "manage.py")
PAGE_TYPES = {".py", ".html"}
TYPES = {".py", ".html", ".txt", ".js", ".toml", ".sh", ".conf", ".yaml", ".json", ".service", ""}
# Names that a library looks up in a module.
LOOKED_UP = {
    *("handler400", "handler403", "handler404", "handler500"),  # Django, in the root URLs
    "create_superuser",  # Django, in the command createsuperuser, which it makes refuse
    "get_help_text",  # Django, in a validator of passwords
    "check_token",  # django-allauth, in a generator of links for forgotten passwords
    "process_exception",  # Django, in a middleware
    *("do_GET", "do_POST"),  # http.server
    *("BrowserSessionScheme", "TokenScheme"),  # drf-spectacular, by the base class
}
# Figures that only tests need: they compare what the product does with what is published.
ONLY_TESTED = {"second_bets", "FALSE_ALARMS_PER_SEED"}
# Settings of libraries: the prefix of the name, and the module whose source reads the rest of it.
LIBRARIES = {
    "ACCOUNT_": "allauth.account.app_settings",
    "MFA_": "allauth.mfa.app_settings",
    "REST_FRAMEWORK": "rest_framework.settings",
    "SPECTACULAR_SETTINGS": "drf_spectacular.settings",
    "CONTENT_SECURITY_POLICY": "csp.utils",
    "ASGI_APPLICATION": "channels.routing",
}


class Definition(NamedTuple):
    path: Path
    line: int
    name: str
    owner: str  # the class of a method, or nothing

    def __str__(self) -> str:
        return f"{self.path.relative_to(PROJECT)}:{self.line}: {self.name}"


def sources(*folders: str) -> Iterator[Path]:
    for folder in folders:
        for path in sorted((PROJECT / folder).rglob("*")):
            if path.is_file() and path.suffix in TYPES and not {"locale", "__pycache__"} & set(path.parts):
                yield path


@cache
def uses() -> Counter[str]:
    """The number of occurrences of every word in these files, definitions included."""
    words: Counter[str] = Counter()
    for path in (*sources(*USERS), *(PROJECT / name for name in FILES)):
        words.update(re.findall(r"\w+", path.read_text(errors="ignore")))
    return words


def names(statement: ast.stmt) -> Iterator[str]:
    match statement:
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
            yield name
        case ast.Assign(targets=targets):
            yield from (target.id for target in targets if isinstance(target, ast.Name))
        case ast.AnnAssign(target=ast.Name(id=name)):
            yield name


def definitions(path: Path) -> Iterator[Definition]:
    for statement in tree(path).body:
        if getattr(statement, "decorator_list", None):
            continue  # registered by its decorator
        for name in names(statement):
            yield Definition(path, statement.lineno, name, "")
    for node in nodes(path):
        if isinstance(node, ast.ClassDef):
            for method in node.body:
                if isinstance(method, ast.FunctionDef | ast.AsyncFunctionDef) and not method.decorator_list:
                    yield Definition(path, method.lineno, method.name, node.name)


def module_of(path: Path) -> str:
    return ".".join(path.relative_to(PROJECT).with_suffix("").parts).removesuffix(".__init__")


def is_inherited(definition: Definition) -> bool:
    """Whether a library calls it: a library's base class has the method, or the form has the field."""
    owner = getattr(importlib.import_module(module_of(definition.path)), definition.owner, None)
    if owner is None:
        return True  # a class inside a function or class: read by eye
    if issubclass(owner, BaseForm) and definition.name.startswith("clean_"):
        fields = {*getattr(owner, "base_fields", {}), *getattr(owner, "declared_fields", {})}
        return definition.name.removeprefix("clean_") in fields
    foreign = (base for base in owner.__mro__[1:] if not base.__module__.startswith(PACKAGES))
    return any(definition.name in vars(base) for base in foreign)


def is_looked_up(definition: Definition) -> bool:
    if definition.name in LOOKED_UP | ONLY_TESTED or (
        definition.name.startswith("__") and definition.name.endswith("__")
    ):
        return True
    if definition.path.name == "apps.py":
        return any(type(config).__name__ == definition.name for config in apps.get_app_configs())
    return False


@pytest.mark.whole
@pytest.mark.parametrize("package", PACKAGES)
def test_everything_that_is_defined_is_used(package: str) -> None:
    dead = [
        str(definition)
        for path in sources(package)
        if path.suffix == ".py" and path.name != "settings.py" and "migrations" not in path.parts
        for definition in definitions(path)
        if uses()[definition.name] == 1
        and not is_looked_up(definition)
        and not (definition.owner and is_inherited(definition))
    ]
    assert not dead, "\n".join(dead)


def is_read_by_a_library(setting: str) -> bool:
    if hasattr(global_settings, setting):
        return True
    if setting.startswith("CELERY_"):
        return setting.removeprefix("CELERY_").lower() in SETTING_KEYS
    for beginning, module in LIBRARIES.items():
        if setting.startswith(beginning):
            spec = importlib.util.find_spec(module)
            assert spec is not None and spec.origin is not None
            name = setting if setting == beginning else setting.removeprefix(beginning)
            return re.search(rf"\b{name}\b", Path(spec.origin).read_text(), re.IGNORECASE) is not None
    return False


def test_every_setting_is_read() -> None:
    settings = PROJECT / "casino" / "settings.py"
    unread = [
        str(definition)
        for definition in definitions(settings)
        if definition.name.isupper()
        and uses()[definition.name] == 1
        and not is_read_by_a_library(definition.name)
    ]
    assert not unread, "\n".join(unread)


def test_a_page_loads_every_stylesheet() -> None:
    """A template or a module names it, or a game's table page lists it."""
    pages = "".join(path.read_text() for path in sources(*PACKAGES, "templates") if path.suffix in PAGE_TYPES)
    of_tables = {name for game in GAMES.values() for name in game.page.styles}
    static = PROJECT / "static"
    sheets = {path.relative_to(static).as_posix() for path in static.rglob("*.css")}
    sheets = {sheet for sheet in sheets if not sheet.startswith("css/bundles/")}
    assert len(sheets) > 30
    assert [sheet for sheet in sorted(sheets - of_tables) if sheet not in pages] == []
