"""The forms of changes of the technical system. What is refused keeps what was typed."""

from __future__ import annotations

from typing import Any, ClassVar

from django import forms
from django.utils.translation import gettext_lazy as _

from casino.generator.components import COMPONENTS
from casino.generator.models import Manifest, SystemChange, SystemChangeStep
from players.shared import clock

MIN_TEXT = 12
MANIFESTS_OFFERED = 30
CRITERIA = (
    (1, _("1 · none")),
    (2, _("2 · some")),
    (3, _("3 · substantial")),
)
CODES = ("confidentiality", "integrity", "availability", "traceability")  # each is one of the criteria


def _text_field(label: Any, longest: int, rows: int = 2) -> forms.CharField:
    widget = forms.Textarea(attrs={"rows": rows})
    return forms.CharField(label=label, min_length=MIN_TEXT, max_length=longest, widget=widget)


def _criterion(label: Any) -> forms.TypedChoiceField:
    return forms.TypedChoiceField(label=label, choices=CRITERIA, coerce=int)


class GroupedForm(forms.ModelForm):  # type: ignore[type-arg]  # it takes no argument at run time
    """A form whose fields stand in groups with titles."""

    GROUPS: ClassVar[tuple[tuple[Any, tuple[str, ...]], ...]]

    def groups(self) -> list[tuple[Any, list[forms.BoundField]]]:
        return [(title, [self[name] for name in names]) for title, names in self.GROUPS]


class SystemChangeForm(GroupedForm):
    components = forms.MultipleChoiceField(label=_("Components"), widget=forms.CheckboxSelectMultiple)
    description = _text_field(_("Description"), 2000, 4)
    reason = _text_field(_("Reason"), 500)
    others = _text_field(_("Other components and documents that it may affect"), 500)
    effect = _text_field(_("Expected effect"), 500)
    risk = _text_field(_("Risk"), 500)
    conformity = _text_field(_("Effect on what the licence asks"), 500)
    confidentiality = _criterion(_("Confidentiality"))
    integrity = _criterion(_("Integrity"))
    availability = _criterion(_("Availability"))
    traceability = _criterion(_("Traceability"))
    planned = forms.DateField(
        label=_("Planned for"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )

    GROUPS = (
        (_("What changes"), ("title", "category", "planned", "description", "reason", "components")),
        (_("What it may do"), ("effect", "risk", "conformity", "others")),
        (_("How much depends on it"), CODES),
        (_("The records of the regulator"), ("changes_data_model", "examples")),
    )

    class Meta:
        model = SystemChange
        fields = (
            "title", "category", "planned", "description", "reason", "components", "effect", "risk",
            "conformity", "others", *CODES, "changes_data_model", "examples",
        )  # fmt: skip

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        components = self.fields["components"]
        assert isinstance(components, forms.MultipleChoiceField)
        components.choices = [(part.number, f"{part.number} {part.name}") for part in COMPONENTS]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        planned = cleaned.get("planned")
        if planned and (planned < clock.day_of(clock.now()) or planned.year > 2999):
            self.add_error("planned", _("This day is over."))
        if cleaned.get("changes_data_model") and not cleaned.get("examples"):
            text = _("Say where the examples of the records that the regulator is shown are kept.")
            self.add_error("examples", text)
        return cleaned


class StepForm(forms.ModelForm):  # type: ignore[type-arg]  # it takes no argument at run time
    text = _text_field(_("Text"), 500)

    class Meta:
        model = SystemChangeStep
        fields = ("kind", "text", "reference", "manifest")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        manifest = self.fields["manifest"]
        assert isinstance(manifest, forms.ModelChoiceField)
        newest = list(Manifest.objects.order_by("-pk").values_list("pk", flat=True)[:MANIFESTS_OFFERED])
        manifest.required = False
        manifest.queryset = Manifest.objects.filter(pk__in=newest).defer("files").order_by("-pk")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        kind = cleaned.get("kind")
        if kind in ("notified", "authorised") and not cleaned.get("reference"):
            self.add_error("reference", _("Enter the regulator's number for this."))
        if kind == "made" and not cleaned.get("manifest"):
            self.add_error("manifest", _("Choose the manifest that was recorded after the change."))
        return cleaned
