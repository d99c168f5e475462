"""Numbers in addresses. A module that names `<id:…>` in its URLs imports this one."""

from __future__ import annotations

from django.urls import register_converter
from django.urls.converters import IntConverter


class Id(IntConverter):
    """An id that the database can hold; a longer number names nothing."""

    regex = "[0-9]{1,18}"


register_converter(Id, "id")
