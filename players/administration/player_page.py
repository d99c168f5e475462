"""The parts of a player's page in the back office. Packages register theirs as the URLs are loaded.

A part is shown to people who have its permission. A tab without a part is not shown, so a package that does
not exist yet leaves no trace.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct

from players.audit import note
from players.models import Player
from players.shared.exports.list_document import Column

Text = str | Promise
TIMELINE = "timeline"
# The tabs in the order of the page.
TABS: dict[str, Text] = {
    TIMELINE: _("Timeline"),
    "money": _("Money"),
    "play": _("Sessions and rounds"),
    "protection": _("Protection"),
    "identity": _("Identity and documents"),
    "links": _("Linked accounts"),
    "complaints": _("Complaints and messages"),
    "audit": _("Audit"),
}


class HeaderFact(Struct, frozen=True):
    """One value of the header. `state` colours it: "good", "warning" or "danger"."""

    text: Text
    state: str = ""
    url: str = ""


class HeaderItem(Struct, frozen=True):
    """A labelled value of the header. Without a fact it is not shown."""

    name: str
    title: Text
    permission: str
    order: int
    read: Callable[[HttpRequest, Player], Sequence[HeaderFact]]
    audit_kind: str = ""  # the audit line that showing it writes


class PanelCell(Struct, frozen=True):
    text: Any
    url: str = ""
    state: str = ""


class PanelTable(Struct, frozen=True):
    """A table of a panel. `all_url` leads to the complete list."""

    columns: Sequence[Column]
    cells: Sequence[Sequence[PanelCell]]
    note: Text = ""
    all_url: str = ""

    @property
    def rows(self) -> list[list[tuple[PanelCell, Column]]]:
        """The cells of each row, each with its column."""
        return [list(zip(row, self.columns, strict=True)) for row in self.cells]


class Panel(Struct, frozen=True):
    """A part of a tab. `read` returns the context of its template, or None if there is nothing to show."""

    name: str
    tab: str
    title: Text
    permission: str
    order: int
    read: Callable[[HttpRequest, Player], Mapping[str, Any] | None]
    template: str = "backoffice/players/panel_table.html"
    audit_kind: str = ""  # the audit line that showing it writes


Part = TypeVar("Part", Panel, HeaderItem)
_panels: dict[str, Panel] = {}
_header_items: dict[str, HeaderItem] = {}


def register_panels(*panels: Panel) -> None:
    for panel in panels:
        if panel.tab not in TABS:
            raise ValueError(f"The panel {panel.name!r} names no tab of the page: {panel.tab!r}.")
        _panels[panel.name] = panel


def register_header_items(*items: HeaderItem) -> None:
    for item in items:
        _header_items[item.name] = item


def panels_of(request: HttpRequest, tab: str) -> list[Panel]:
    """The panels of a tab that this person may see."""
    return _permitted(request, (panel for panel in _panels.values() if panel.tab == tab))


def header_of(request: HttpRequest, player: Player) -> list[tuple[HeaderItem, Sequence[HeaderFact]]]:
    """The items of the header with something to say that this person may see."""
    items = _permitted(request, _header_items.values())
    facts = [(item, item.read(request, player)) for item in items]
    return [(item, found) for item, found in facts if found]


def note_disclosures(request: HttpRequest, player: Player, kinds: set[str]) -> None:
    """One audit line for each kind of disclosure that a page makes."""
    for kind in sorted(kinds - {""}):
        note(kind, request=request, player=player, about=f"player:{player.pk}")


def tabs_of(request: HttpRequest) -> dict[str, Text]:
    """The tabs with something that this person may see. Everybody has the timeline."""
    shown = {TIMELINE} | {panel.tab for panel in _panels.values() if request.user.has_perm(panel.permission)}
    return {code: title for code, title in TABS.items() if code in shown}


def _permitted(request: HttpRequest, parts: Iterable[Part]) -> list[Part]:
    permitted = [part for part in parts if request.user.has_perm(part.permission)]
    return sorted(permitted, key=lambda part: part.order)
