"""The path converter `<id:…>`. A module that uses it in its URLs imports this module, which registers it."""

from __future__ import annotations

from django.urls import register_converter
from django.urls.converters import IntConverter


class IdConverter(IntConverter):
    """An id that the database can store; a longer number matches no page."""

    regex = "[0-9]{1,18}"


register_converter(IdConverter, "id")
