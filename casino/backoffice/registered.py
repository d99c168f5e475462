"""The lists of the back office: what is registered with the admin site."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.apps import apps
from django.contrib import admin
from django.contrib.admin import ModelAdmin


def registered_admins() -> Iterator[ModelAdmin[Any]]:
    models = filter(admin.site.is_registered, apps.get_models())
    return map(admin.site.get_model_admin, models)
