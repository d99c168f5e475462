"""The name of the staff's sign-in provider, for the sign-in page."""

from __future__ import annotations

from django import template

from casino.backoffice.sign_in_provider import InvalidProvider, configured_provider

register = template.Library()


@register.simple_tag
def provider_name() -> str:
    """Empty where there is none."""
    try:
        provider = configured_provider()
    except InvalidProvider:
        return ""  # the way there logs why
    return provider.name if provider else ""
