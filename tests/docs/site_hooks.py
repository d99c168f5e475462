"""What the site generator does besides Markdown: it adds scripts from the locked download and our mark, and
writes the parts that are not committed.
"""

from __future__ import annotations

import sys
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page

ROOT = Path(__file__).resolve().parents[2]
# Served with the pages, so that none of them asks another host.
NPM = ROOT / ".venv" / "npm"
# The second one lets the search work where a page is opened as a file: browsers start no worker there.
SCRIPTS = ("mermaid.min.js", "iframe-worker.js")
MARK = ROOT / "static" / "img" / "mark.svg"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    for path in (*(NPM / name for name in SCRIPTS), MARK):
        if not path.exists():
            raise PluginError(f"Missing {path}. Run `make docs`, which downloads it.")
        files.append(File.generated(config, f"assets/{path.name}", abs_src_path=str(path)))
    return files


@cache
def parts() -> ModuleType:
    """What writes the parts that are not committed."""
    sys.path.insert(0, str(ROOT))  # the program `mkdocs` does not look for modules here
    generate = import_module("tests.docs.generate")
    generate.set_up_django()
    return generate


def on_page_markdown(markdown: str, page: Page, config: MkDocsConfig, files: Files) -> str:
    if "<!-- built: " not in markdown:
        return markdown
    return str(parts().built(markdown, parts().built_sections()))
