"""What the site generator does besides Markdown: it adds Mermaid from the locked download and our mark."""

from __future__ import annotations

from pathlib import Path

from mkdocs.config.defaults import MkDocsConfig
from mkdocs.exceptions import PluginError
from mkdocs.structure.files import File, Files

ROOT = Path(__file__).resolve().parents[1]
# Served with the pages, so that none of them asks another host.
MERMAID = ROOT / ".venv" / "npm" / "mermaid.min.js"
MARK = ROOT / "static" / "img" / "mark.svg"


def on_files(files: Files, config: MkDocsConfig) -> Files:
    if not MERMAID.exists():
        raise PluginError(f"Missing {MERMAID}. Run `make docs`, which downloads it.")
    for path in (MERMAID, MARK):
        files.append(File.generated(config, f"assets/{path.name}", abs_src_path=str(path)))
    return files
