"""The texts of the window with several tables. The tables in it have their own."""

from __future__ import annotations

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

WINDOW: dict[str, Promise] = {
    "queue.none": _("No table is waiting for your decision"),
    "queue.one": _("Your turn at {table}"),
    "queue.more": _("Your turn at {table}; {count} more tables are waiting"),
    "tab.turn": _("your turn, {seconds} s"),
    "tab.extra": _("extra time, {seconds} s"),
    "tab.seated": _("you have a seat"),
    "tab.watching": _("watching"),
    "tab.lost": _("connection lost"),
    "tab.opening": _("opening"),
    "tab.close": _("Close {table}"),
    "tab.close.seated": _("End your session at {table} first, in the menu of the table's own window."),
    "add": _("Add a table"),
    "add.none": _("Every table of this kind is already in the window."),
    "add.most": _("One window can hold up to six tables."),
    "empty": _(
        "Up to six tables side by side; a table that waits for your decision comes to the front. "
        "Choose the first one."
    ),
    "alert.title": _("Your turn at {table}"),
    "alerts": _("Alerts"),
    "alerts.sound": _("Sound when it is your turn"),
    "alerts.vibration": _("Vibration when it is your turn"),
    "alerts.front": _("Bring the table that waits for me to the front"),
    "on": _("on"),
    "off": _("off"),
    "frame": _("Table {table}"),
    "keys": _("Press Alt and a number to go to that table."),
}


def window_messages() -> dict[str, str]:
    """The texts by code, in the language of the page."""
    return {code: str(text) for code, text in WINDOW.items()}
