"""JSON merge patch, written from the standard: what a client does with a frame."""

from __future__ import annotations

from typing import Any


def apply_merge_patch(view: dict[str, Any], patch: dict[str, Any]) -> dict[str, Any]:
    """The view after the patch.  (RFC 7396, 2)"""
    result = dict(view)
    for key, value in patch.items():
        if value is None:
            result.pop(key, None)
        elif isinstance(value, dict):
            child = result.get(key)
            result[key] = apply_merge_patch(child if isinstance(child, dict) else {}, value)
        else:
            result[key] = value
    return result
