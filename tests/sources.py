"""The files of the repository, read and parsed once in a process for all tests that judge them."""

from __future__ import annotations

import ast
from functools import cache
from pathlib import Path


@cache
def text(path: Path) -> str:
    return path.read_text("utf-8")


@cache
def tree(path: Path) -> ast.Module:
    return ast.parse(text(path), str(path))


@cache
def nodes(path: Path) -> tuple[ast.AST, ...]:
    """Everything in a module, as `ast.walk` gives it."""
    return tuple(ast.walk(tree(path)))
