"""The tables of the database as the models define them."""

from __future__ import annotations

from collections.abc import Iterator

from django.apps import AppConfig, apps
from django.db import models

from tests.docs.markdown import mermaid


def apps_of(layer: str) -> list[AppConfig]:
    """The layer's apps that have tables."""
    configs = [config for config in apps.get_app_configs() if config.name.split(".")[0] == layer]
    return sorted((config for config in configs if any(config.get_models())), key=lambda config: config.name)


def column_type(field: models.Field) -> str:
    return field.get_internal_type().removesuffix("Field").lower()


def key_mark(field: models.Field) -> str:
    if field.primary_key:
        return " PK"
    if field.is_relation:
        return " FK"
    return " UK" if field.unique else ""


def entity(model: type[models.Model]) -> list[str]:
    columns = [
        f"        {'key' if field.is_relation else column_type(field)} {field.column}{key_mark(field)}"
        for field in model._meta.concrete_fields
    ]
    return [f"    {model._meta.db_table} {{", *columns, "    }"]


def references(model: type[models.Model]) -> Iterator[str]:
    for field in model._meta.concrete_fields:
        target = field.related_model
        if not isinstance(target, type):
            continue
        many = "|o" if field.unique else "}o"
        one = "o|" if field.null else "||"
        yield f"    {model._meta.db_table} {many}--{one} {target._meta.db_table} : {field.name}"


def data_model(layer: str) -> str:
    """One diagram for each app."""
    parts: list[str] = []
    for config in apps_of(layer):
        own = sorted(config.get_models(), key=lambda model: model._meta.db_table)
        lines = [line for model in own for line in entity(model)]
        arrows = [line for model in own for line in references(model)]
        parts += [f"## {config.label}", f"Package `{config.name}`.", mermaid("erDiagram", *lines, *arrows)]
    return "\n\n".join(parts)
