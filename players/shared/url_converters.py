"""The path converters `<id:…>` and `<day:…>`. A module that uses one in its URLs imports this module, which
registers them.
"""

from __future__ import annotations

from datetime import date

from django.urls import register_converter
from django.urls.converters import IntConverter, StringConverter


class IdConverter(IntConverter):
    """An id that the database can store; a longer number matches no page."""

    regex = "[0-9]{1,18}"


class DayConverter(StringConverter):
    """A day as ISO writes it; what is none matches no page."""

    regex = "[0-9]{4}-[0-9]{2}-[0-9]{2}"

    def to_python(self, value: str) -> date:  # type: ignore[override]
        return date.fromisoformat(value)


register_converter(IdConverter, "id")
register_converter(DayConverter, "day")
