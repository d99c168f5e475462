"""The ways to sign in, for the sign-in page."""

from __future__ import annotations

from django import template

from players.identity.sign_in import other_sign_ins as ways

register = template.Library()


@register.simple_tag
def other_sign_ins() -> list[dict[str, str]]:
    """The ways that are set up, each with its `address` and `label`."""
    buttons = [{"address": way.address(), "label": way.label()} for way in ways.other_sign_ins()]
    return [button for button in buttons if button["label"]]
