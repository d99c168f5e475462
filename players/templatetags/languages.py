"""The languages of the house in every template."""

from __future__ import annotations

from django import template

from players import languages

register = template.Library()


@register.simple_tag
def page_language() -> languages.Language:
    """`<html lang="{% page_language as here %}…">`: the language in which the page is written."""
    return languages.page_language()


@register.simple_tag
def house_languages() -> tuple[languages.Language, ...]:
    return languages.HOUSE_LANGUAGES


@register.simple_tag
def legal_language() -> languages.Language:
    """The language in which this page shows a legal text."""
    return languages.legal_language()
