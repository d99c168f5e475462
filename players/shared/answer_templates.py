"""Ready answers of staff to players, in the language of the player. Staff edit them before they are sent."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils import translation
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from msgspec import Struct


class AnswerTemplate(Struct, frozen=True):
    code: str
    title: str | Promise
    text: str | Promise


# By what is answered. A refusal of a withdrawal or of documents is sent to the player with its reason.
TEMPLATES: dict[str, tuple[AnswerTemplate, ...]] = {
    "withdrawal": (
        AnswerTemplate("checked", _("Checked, nothing unusual"), _("Checked; nothing unusual was found.")),
        AnswerTemplate(
            "holder",
            _("Account of another person"),
            _("The payment account is not in your name. Please add an account of which you are the holder."),
        ),
        AnswerTemplate(
            "documents",
            _("Documents missing"),
            _("We need a document to confirm the payment account. Please send it on the identity page."),
        ),
    ),
    "documents": (
        AnswerTemplate(
            "clear", _("Clear and valid"), _("The documents are clear, valid and match the data.")
        ),
        AnswerTemplate(
            "unreadable",
            _("Not readable"),
            _("The document is not readable. Please send a sharp picture that shows all four corners."),
        ),
        AnswerTemplate(
            "expired", _("Expired"), _("The document has expired. Please send one that is still valid.")
        ),
        AnswerTemplate(
            "mismatch",
            _("Data do not match"),
            _("The data on the document differ from those in your account. Please correct them first."),
        ),
    ),
    "complaint": (
        AnswerTemplate(
            "looking",
            _("We are looking into it"),
            _(
                "Thank you for your complaint. We are looking into what happened and will answer within the"
                " period stated above."
            ),
        ),
        AnswerTemplate(
            "question",
            _("We need more details"),
            _(
                "To look into your complaint we need some more details: when it happened, at which table, and"
                " what you expected to happen. Please reply here."
            ),
        ),
        AnswerTemplate(
            "correct",
            _("The round was correct"),
            _(
                "We replayed the round from its record. The result and the payment follow from the rules in"
                " force, and the draw can be verified on the page of the round."
            ),
        ),
        AnswerTemplate(
            "corrected",
            _("We corrected the balance"),
            _("You are right. We have corrected your balance; the movement appears in your account."),
        ),
    ),
}


def ready_answers(
    request: HttpRequest, kind: str, language: str, *, may_answer: bool = True
) -> dict[str, Any]:
    """The context of `backoffice/answer_templates.html`: the answers, and the chosen one in the language of
    the player. Staff who read another language see what it says in theirs.
    """
    code = request.GET.get("template", "")
    text = template_text(kind, code, language)
    meaning = template_text(kind, code, translation.get_language())
    return {
        "templates": TEMPLATES[kind] if may_answer else (),
        "chosen_template": code,
        "reason": text,
        "meaning": meaning if meaning != text else "",
    }


def template_text(kind: str, code: str, language: str) -> str:
    """The text in the reader's language; empty if there is no such template."""
    text = next((template.text for template in TEMPLATES[kind] if template.code == code), "")
    with translation.override(language):
        return str(text)
