"""Static files and translations in production."""

from __future__ import annotations

import asyncio
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po
from django.test import override_settings

from casino.languages.translations import LOCALE, compile_translations, stale_files
from casino.services.folder import PROJECT
from casino.web.headers import SecurityHeaders
from casino.web.static import StaticFiles
from players.languages import HOUSE_LANGUAGES
from tests.running import house_environment

IMPORT = re.compile(r"""(?:from|import)\s*\(?["'](\.[^"']+)["']""")


@pytest.fixture(scope="module")
def collected(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Everything, under hashed names: collectstatic fails where a style sheet or a module names a file that
    is not there.
    """
    root = tmp_path_factory.mktemp("collected")
    environment = house_environment(root / "house", {"STATIC_ROOT": str(root / "static"), "HOUSE_DEMO": "1"})
    done = subprocess.run(
        [sys.executable, "manage.py", "collectstatic", "--no-input"],
        cwd=PROJECT,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-2000:]
    yield root / "static"
    shutil.rmtree(root, ignore_errors=True)


def test_every_import_of_our_modules_names_a_hashed_file_that_is_there(collected: Path) -> None:
    modules = [
        path for path in (collected / "js").rglob("*.js") if re.search(r"\.[0-9a-f]{12}\.js$", path.name)
    ]
    assert modules
    for module in modules:
        for named in IMPORT.findall(module.read_text()):
            if named.endswith(".ts"):
                continue  # named in a comment, for the type check alone
            target = (module.parent / named).resolve()
            assert re.search(r"\.[0-9a-f]{12}\.js$", target.name), (
                f"{module.name} imports {named}, which is not hashed"
            )
            assert target.exists(), f"{module.name} imports {named}, which is not there"


def serve(root: Path, path: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], bytes]:
    """The response to a browser: status, headers and content, in front of an application that returns 404."""
    sent: list[Any] = []

    async def beyond(_scope: Any, _receive: Any, send: Any) -> None:
        await send({"type": "http.response.start", "status": 404, "headers": []})
        await send({"type": "http.response.body", "body": b"beyond"})

    async def send(message: Any) -> None:
        sent.append(message)

    raw_headers = [(name.replace("_", "-").encode(), value.encode()) for name, value in headers.items()]
    with override_settings(STATIC_ROOT=str(root), WHITENOISE_AUTOREFRESH=False, WHITENOISE_USE_FINDERS=False):
        asyncio.run(
            SecurityHeaders(StaticFiles(beyond))(
                {"type": "http", "method": method, "path": path, "headers": raw_headers}, None, send
            )
        )
    start, body = sent
    return start["status"], {name.decode(): value.decode() for name, value in start["headers"]}, body["body"]


def test_a_file_is_answered_whole_and_compressed_where_the_browser_can(collected: Path) -> None:
    module = next((collected / "js" / "table").glob("main.*.js"))
    path = f"/static/js/table/{module.name}"
    (status, plain, whole), (_, packed, less) = (
        serve(collected, path),
        serve(collected, path, accept_encoding="br, gzip"),
    )
    assert (status, whole) == (200, module.read_bytes())
    assert "javascript" in plain["content-type"]
    assert packed["content-encoding"] == "br" and int(packed["content-length"]) == len(less) < len(whole)
    second = serve(
        collected, path, if_none_match=plain.get("etag", ""), if_modified_since=plain["last-modified"]
    )
    assert (second[0], second[2]) == (304, b"")
    assert serve(collected, path, "HEAD")[2] == b"" and serve(collected, path, "POST")[0] == 405


def test_larger_scripts_and_styles_have_a_brotli_copy(collected: Path) -> None:
    """The proxy has no Brotli of its own (deploy/Caddyfile), so it must find it here."""
    files = [
        file
        for folder in ("js", "css")
        for suffix in ("js", "css")
        for file in (collected / folder).rglob(f"*.????????????.{suffix}")
        if file.stat().st_size > 2_000
    ]
    assert len(files) > 20
    assert [file.name for file in files if not file.with_name(f"{file.name}.br").exists()] == []


def test_a_file_carries_the_headers_that_protect_a_browser(collected: Path) -> None:
    with override_settings(SECURE_HSTS_SECONDS=60, SECURE_SSL_REDIRECT=True):
        _, headers, _ = serve(collected, "/static/css/tokens.css")
    assert headers["x-content-type-options"] == "nosniff"
    assert "default-src 'none'" in headers["content-security-policy"]
    assert headers["strict-transport-security"].startswith("max-age=60")


def test_a_path_outside_is_not_answered(collected: Path) -> None:
    assert serve(collected, "/static/../settings.py")[0] == 404


# --- words


CATALOGUES = sorted(LOCALE.glob("*/LC_MESSAGES/*.po"))


def read(path: Path) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, abort_invalid=True)


def test_every_language_has_a_catalogue() -> None:
    """That of the sources' own language has nothing but our words for sentences of the libraries."""
    assert {path.parent.parent.name for path in CATALOGUES} == {
        language.locale for language in HOUSE_LANGUAGES
    }


@pytest.mark.parametrize("path", CATALOGUES, ids=lambda path: path.parent.parent.name)
def test_every_message_is_translated_with_the_same_places_for_figures(path: Path) -> None:
    unfinished, different = [], []
    for message in read(path):
        if not message.id:
            continue
        words = message.string if isinstance(message.string, tuple | list) else [message.string]
        if message.fuzzy or not all(words):
            unfinished.append(message.id)
        expected = message.id if isinstance(message.id, str) else message.id[-1]
        if any(
            sorted(re.findall(r"%\(\w+\)[sd]|%[sd]|\{\w*\}", word))
            != sorted(re.findall(r"%\(\w+\)[sd]|%[sd]|\{\w*\}", expected))
            for word in words[-1:]
        ):
            different.append(message.id)
    assert unfinished == []
    assert different == []


def test_a_catalogue_is_compiled_where_it_is_newer(tmp_path: Path) -> None:
    source = tmp_path / "pt_PT" / "LC_MESSAGES" / "django.po"
    source.parent.mkdir(parents=True)
    source.write_text(
        'msgid ""\nmsgstr "Content-Type: text/plain; charset=utf-8\\n"\n\nmsgid "table"\nmsgstr "mesa"\n'
    )
    assert stale_files(tmp_path) == [source]
    assert compile_translations(source) == 1
    assert stale_files(tmp_path) == []
    assert source.with_suffix(".mo").read_bytes()[:4] == b"\xde\x12\x04\x95"


AFTER_LOADING = """
import shutil, sys
import django
django.setup()
from casino import asgi
from casino.services import prefork
from django.contrib.staticfiles.storage import staticfiles_storage
shutil.rmtree(sys.argv[2])
shutil.copytree(sys.argv[1], sys.argv[2])
prefork.begin(["casino.asgi"])
print(staticfiles_storage.url("css/tokens.css") in asgi.static_files.whitenoise.files)
"""


def test_a_house_that_loads_while_it_is_prepared_serves_the_files_of_its_release(
    collected: Path, tmp_path: Path
) -> None:
    """Its web process is loaded before the files of a new release lie there, and serves the new ones."""
    old = tmp_path / "static"
    old.mkdir()
    (old / "staticfiles.json").write_text(
        '{"version": "1.1", "hash": "", "paths": {"css/tokens.css": "css/tokens.000000000000.css"}}'
    )
    environment = house_environment(
        tmp_path / "house",
        {
            "STATIC_ROOT": str(old),
            "HOUSE_DEMO": "1",
            "DJANGO_SETTINGS_MODULE": "casino.settings",
            "SECRET_KEY": "s" * 50,
            "COMMAND_KEY": "c0" * 32,
            "DATABASE_URL": "postgres://nobody@127.0.0.1:9/x",
            "REDIS_URL": "redis://127.0.0.1:9/0",
        },
    )
    done = subprocess.run(
        [sys.executable, "-c", AFTER_LOADING, str(collected), str(old)],
        cwd=PROJECT, env=environment, capture_output=True, text=True, timeout=300, check=False,
    )  # fmt: skip
    assert done.stdout.split()[-1:] == ["True"], done.stderr[-2000:]
