"""The register of hardware: what the operator entered, the last entry of each number, and its reports.
[903-B 9.4.2, 9.4.4, 9.4.4.1, 9.4.4.2, 9.8]
"""

from __future__ import annotations

from typing import Any

from django import forms
from django.core.validators import RegexValidator
from django.db import transaction
from django.db.models import Max
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from casino.generator.models import HardwareEntry
from casino.generator.system_forms import CODES, CRITERIA, GroupedForm
from players.audit import note
from players.models import Person
from players.shared.exports.list_document import Cell, Column, ListDocument

Environment = HardwareEntry.Environment
SOME_RELEVANCE = 2


def classification(entry: HardwareEntry) -> int | None:
    """The greatest of the four codes. None for what stands at a provider that meets every condition: such
    hardware is not classified.  [903-B 9.4.3, 9.4.4.2]
    """
    if entry.environment == Environment.PUBLIC and entry.is_redundant and entry.is_certified:
        return None
    return max(entry.confidentiality, entry.integrity, entry.availability, entry.traceability)


def hardware_in_use() -> list[HardwareEntry]:
    newest = HardwareEntry.objects.values("number").annotate(last=Max("pk")).values("last")
    return list(HardwareEntry.objects.filter(pk__in=newest, is_removed=False).order_by("number"))


def hardware_history(number: str = "") -> list[HardwareEntry]:
    """Every entry, or those of one number, the newest first."""
    entries = HardwareEntry.objects.select_related("person").order_by("-pk")
    return list(entries.filter(number=number) if number else entries)


@transaction.atomic
def enter_hardware(*, person: Person, **values: Any) -> HardwareEntry:
    entry = HardwareEntry.objects.create(person=person, **values)
    note(
        "watch.hardware-entered", person=person, about=f"hardware:{entry.number}", place=entry.place,
        reason=entry.reason,
    )  # fmt: skip
    return entry


def _code(label: Any) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(label=label, choices=CRITERIA, coerce=int)


class HardwareForm(GroupedForm):
    """An entry about a new number, or the next one about a number that is known."""

    number = forms.CharField(
        label=_("Number"),
        max_length=12,
        validators=[RegexValidator(r"^[A-Z0-9][A-Z0-9-]{1,11}\Z", _("Capital letters, digits and hyphens."))],
        help_text=_("A number that exists gets its next entry."),
    )
    confidentiality = _code(_("Confidentiality"))
    integrity = _code(_("Integrity"))
    availability = _code(_("Availability"))
    traceability = _code(_("Traceability"))

    GROUPS = (
        (_("The machine"), ("number", "name", "version", "features")),
        (_("Where it stands"), ("place", "holder", "environment", "is_redundant", "is_certified")),
        (_("How much depends on it"), CODES),
        (_("This entry"), ("reason", "is_removed")),
    )

    class Meta:
        model = HardwareEntry
        fields = (
            "number", "name", "version", "features", "place", "holder", "environment", "is_redundant",
            "is_certified", *CODES, "reason", "is_removed",
        )  # fmt: skip

    def clean(self) -> dict[str, Any]:
        """A private environment whose machines are not redundant makes each of them matter more."""
        cleaned = super().clean() or {}
        codes = [cleaned[code] for code in CODES if code in cleaned]
        is_private = cleaned.get("environment") == Environment.PRIVATE
        if is_private and not cleaned.get("is_redundant") and codes and max(codes) < SOME_RELEVANCE:
            text = _("Without another machine that takes over, at least one code is 2 or 3.")
            self.add_error("availability", text)
        return cleaned


def hardware_document() -> ListDocument:
    """The report of where every piece of hardware stands, with all that is registered of it.  [903-B 9.8]"""
    return _document("feltro-hardware", gettext("Hardware of the system"), hardware_in_use())


def hardware_history_document(number: str = "") -> ListDocument:
    title = gettext("Changes of the hardware")
    return _document("feltro-hardware-changes", title, hardware_history(number))


def _document(name: str, title: str, entries: list[HardwareEntry]) -> ListDocument:
    labels = [
        gettext("Number"), gettext("Component"), gettext("Geographical location"), gettext("Version"),
        gettext("Identifying features"), gettext("Responsible"), gettext("Environment"),
        gettext("Another takes over when it fails"),
        gettext("Confidentiality, integrity, availability, traceability"), gettext("Classification"),
        gettext("Recorded"), gettext("Recorded by"), gettext("Reason"), gettext("No longer in use"),
    ]  # fmt: skip
    rows: list[list[Cell]] = [
        [
            entry.number, entry.name, entry.place, entry.version, entry.features, entry.holder,
            entry.get_environment_display(), _yes(entry.is_redundant),
            ", ".join(str(getattr(entry, code)) for code in CODES),
            classification(entry) or gettext("not classified"), entry.at, entry.person.email, entry.reason,
            _yes(entry.is_removed),
        ]
        for entry in entries
    ]  # fmt: skip
    columns = [Column(label) for label in labels]
    return ListDocument(name=name, title=title, who="", facts=[], sums=[], columns=columns, rows=rows)


def _yes(answer: bool) -> str:
    return gettext("yes") if answer else gettext("no")
