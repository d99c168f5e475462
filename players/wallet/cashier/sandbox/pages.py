"""The sandbox's pages: the payment page and the overview.

They look different, so that they are not mistaken for the casino.
"""

from __future__ import annotations

import base64
import gettext
import hashlib
import os
import re
import time
from functools import cache
from html import escape
from pathlib import Path
from urllib.parse import urlsplit

from players.languages import LANGUAGE_CODE, language_of
from players.shared.money import format_money
from players.wallet.cashier.sandbox import answers
from players.wallet.cashier.sandbox.state import ASKS_FOR_PROOF, CARDS, ENTITY, Row
from players.wallet.methods import wire

BRAND = os.environ.get("HOUSE_NAME") or "Feltro"
STYLE = Path(__file__).with_name("style.css").read_text()
SCRIPT = Path(__file__).with_name("fields.js").read_text()


def _source(text: str) -> str:
    """What a policy allows in a page: this text alone."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


POLICY = (
    f"default-src 'none'; form-action *; frame-ancestors 'none'; base-uri 'none'; style-src {_source(STYLE)}"
)


def house_origin(row: Row) -> str:
    """Whose page may show the fields and is told how they stand: the one to which the payer goes back."""
    back = urlsplit(str(row.get("back", "")))
    return f"{back.scheme}://{back.netloc}" if back.netloc else ""


def framed_policy(row: Row) -> str:
    allowed = house_origin(row) or "'none'"
    return (
        f"default-src 'none'; form-action 'self'; frame-ancestors {allowed}; base-uri 'none'; "
        f"style-src {_source(STYLE)}; script-src {_source(SCRIPT)}"
    )


def _(text: str) -> str:
    """Marks a text for translation; `translate` translates it into the language of the page."""
    return text


CHOICES = {
    "once": _("at once"),
    "twice": _("twice"),
    "late": _("twenty seconds late"),
    "reordered": _("in the wrong order"),
    "silent": _("not at all; the house has to ask"),
}
# Why a payer or a bank refuses, for a person to choose.
REFUSALS = {
    "declined-by-payer": _("the payer refuses"),
    "declined-funds": _("not enough money in the account"),
    "declined-bank": _("the bank refuses"),
    "declined-proof": _("the confirmation fails"),
    "expired": _("the time has passed"),
}
TAKEN_BACK = {wire.CHARGEBACK: _("charged back"), wire.REVERSAL: _("reversed")}
# The types of document of the national list, by its codes.
KINDS = {
    "0": _("identity card"), "1": _("citizen card"), "2": _("passport"), "3": _("tax number"),
    "4": _("another document"),
}  # fmt: skip
STATES = {"pending": _("waiting"), "paid": _("paid"), "failed": _("not paid")}


@cache
def _translations(language: str) -> gettext.NullTranslations:
    folder = Path(__file__).resolve().parents[4] / "casino" / "locale"
    return gettext.translation("django", folder, languages=[language_of(language).locale], fallback=True)


# What a person types of a card, with an example that pays.
CARD_FIELDS = {"number": CARDS[0], "expires": "12/39", "code": "123"}
MISTAKES = {
    "number": _("This is not one of the test cards. Do not enter a real card here."),
    "expires": _("Enter the month and year, such as 12/39, of a card that has not expired."),
    "code": _("Enter the three digits on the back of the card."),
}


def digits(text: str) -> str:
    return re.sub(r"[\s-]", "", text)


def mistakes(form: dict[str, str]) -> list[str]:
    """The fields of a card that a payer has to correct."""
    expires = re.fullmatch(r"(0[1-9]|1[0-2])\s*/\s*(?:20)?([0-9]{2})", form.get("expires", "").strip())
    is_valid = {
        "number": digits(form.get("number", "")) in CARDS,
        "expires": expires is not None and f"20{expires[2]}-{expires[1]}" >= time.strftime("%Y-%m"),
        "code": re.fullmatch(r"[0-9]{3}", form.get("code", "").strip()) is not None,
    }
    return [name for name, valid in is_valid.items() if not valid]


def _page(title: str, body: str, language: str, shape: str = "") -> str:
    translate = _translations(language).gettext
    return (
        f'<!doctype html><html lang="{language_of(language).tag}"><head>'
        f'<meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>{escape(title)}</title>'
        f"<style>{STYLE}</style></head>"
        f'<body><p class="flag">{escape(translate("A test payment service: no money moves here."))}'
        f"</p>"
        f"<main{f' class={shape}' if shape else ''}>{body}</main></body></html>"
    )


def not_found() -> str:
    translate = _translations(LANGUAGE_CODE).gettext
    return _page("404", f"<h1>{escape(translate('There is nothing here.'))}</h1>", LANGUAGE_CODE)


def payment(row: Row | None, *, is_framed: bool = False, typed: dict[str, str] | None = None) -> str:
    """The payer's page. In a frame the fields of a card alone; the house's page around them says the rest.

    `typed` is what was refused; the mistakes are shown at their fields.
    """
    if row is None or row["kind"] != "deposit" or (is_framed and row.get("method") != "CARD"):
        return not_found()
    language = str(row.get("language") or LANGUAGE_CODE)
    translate = _translations(language).gettext
    top = (
        f"<header class=bill><h1>{escape(translate('Payment to %(brand)s') % {'brand': BRAND})}</h1>"
        f"<p class=sum>{escape(format_money(row['cents'], 'EUR', language=language))}</p>"
        f"<p class=soft>{escape(row['reference'])}</p></header>"
    )
    if row["status"] != "pending":
        back = (
            f'<p><a class=act href="{escape(row["back"])}">'
            f"{escape(translate('Back to %(brand)s') % {'brand': BRAND})}</a></p>"
            if row.get("back") and not is_framed
            else ""
        )
        state = escape(translate(STATES[row["status"]]))
        ended = f"<p class=status data-status={row['status']}><span>{state}</span></p>"
        body = f"<div class=card>{top}{ended}{back}</div>"
    else:
        action = f"/{'fields' if is_framed else 'pay'}/{escape(row['reference'])}"
        body = (
            f'<form class=card method=post novalidate action="{action}">{top}'
            f"{_instructions(row, language, typed)}{_buttons(row, language)}"
            f"{'' if is_framed else _manners(language)}</form>"
        )
    if is_framed:
        return _page(translate("Payment"), body + _told(row), language, "framed")
    return _page(translate("Payment"), body, language)


def _told(row: Row) -> str:
    """What the script in the frame tells the house's page: its height and, at the end, the token."""
    token = answers.token(row) if row["status"] == "paid" else ""
    has_ended = " data-ended" if row["status"] != "pending" else ""
    house = escape(house_origin(row))
    return (
        f'<div id=told hidden data-house="{house}" data-token="{escape(token)}"{has_ended}></div>'
        f"<script>{SCRIPT}</script>"
    )


def _instructions(row: Row, language: str, typed: dict[str, str] | None = None) -> str:
    """What the payer reads at this method: on the phone, at the cash machine, on the card's page."""
    translate = _translations(language).gettext
    match row.get("method"):
        case "MBWAY":
            phone = str(row.get("phone", "")).partition("#")[2]
            text = translate("MB WAY on the phone %(phone)s: do you accept this payment?") % {"phone": phone}
        case "REFERENCE":
            text = translate("Cash machine: entity %(entity)s, reference %(reference)s") % {
                "entity": ENTITY,
                "reference": row.get("number", ""),
            }
        case "XPAY":
            text = translate("Transfer with the reference %(reference)s") % {
                "reference": f"FT {row.get('number', '')}"
            }
        case "CARD" if row.get("asks_for_proof"):
            text = translate("Your bank asks: do you confirm this payment? (3-D Secure)")
        case _:
            text = ""
    shown = f"<p>{escape(text)}</p>" if text else ""
    if row.get("method") in ("REFERENCE", "XPAY"):
        return shown + (
            f"<label class=field>{escape(translate('Name of the account that pays'))}"
            f"<input name=payer maxlength=70></label>"
            f"<label class=field>IBAN<input name=account maxlength=34></label>"
        )
    if row.get("method") == "CARD" and not row.get("asks_for_proof"):
        return _card_fields(language, typed)
    return shown


def _card_fields(language: str, typed: dict[str, str] | None) -> str:
    translate = _translations(language).gettext
    labels = {
        "number": (translate("Card number"), "cc-number", 23),
        "expires": (translate("Valid until (MM/YY)"), "cc-exp", 7),
        "code": (translate("Code (CVC)"), "cc-csc", 4),
    }
    wrong = mistakes(typed) if typed is not None else []
    values = CARD_FIELDS if typed is None else typed
    fields = ""
    for name, (label, completion, longest) in labels.items():
        value, mistake = escape(values.get(name, "")[:longest]), ""
        if name == "number" and digits(value) in CARDS:
            value = _in_fours(value)
        if name in wrong:
            mistake = f"<p class=mistake id={name}-mistake role=alert>{escape(translate(MISTAKES[name]))}</p>"
        told = f" aria-invalid=true aria-describedby={name}-mistake" if mistake else ""
        fields += (
            f"<div class=entry><label class=field>{escape(label)}"
            f'<input name={name} value="{value}" maxlength={longest} inputmode=numeric '
            f"autocomplete={completion}{told}></label>{mistake}</div>"
        )
    help_text = translate("Test cards: %(plain)s, and %(proof)s, whose bank asks for a confirmation.") % {
        "plain": _in_fours(CARDS[0]),
        "proof": _in_fours(ASKS_FOR_PROOF),
    }
    return f"<div class=fields>{fields}</div><p class=soft>{escape(help_text)}</p>"


def _in_fours(number: str) -> str:
    return " ".join(re.findall(r"[0-9]{4}", digits(number)))


def _buttons(row: Row, language: str) -> str:
    translate = _translations(language).gettext
    asks = bool(row.get("asks_for_proof"))
    wanted = ("declined-proof", "declined-by-payer") if asks else tuple(REFUSALS)
    reasons = "".join(
        f"<option value={reason}>{escape(translate(REFUSALS[reason]))}</option>" for reason in wanted
    )
    return (
        f"<div class=ways><button name=outcome value=pay>{escape(translate('Pay'))}</button>"
        f"<button class=quiet name=outcome value=fail>{escape(translate('Do not pay'))}</button></div>"
        f"<label class=field>{escape(translate('Why it is not paid'))}"
        f"<select name=reason>{reasons}</select></label>"
    )


def _manners(language: str) -> str:
    translate = _translations(language).gettext
    choices = "".join(_choice("manner", value, translate(text), "once") for value, text in CHOICES.items())
    return f"<fieldset><legend>{escape(translate('How the house is notified'))}</legend>{choices}</fieldset>"


def _choice(name: str, value: str, text: str, first: str) -> str:
    chosen = " checked" if value == first else ""
    return f"<label class=choice><input type=radio name={name} value={value}{chosen}>{escape(text)}</label>"


def overview(payments: list[Row], entries: list[Row], reports: dict[str, Row]) -> str:
    translate = _translations(LANGUAGE_CODE).gettext
    rows = "".join(
        f"<tr><td>{time.strftime('%H:%M:%S', time.localtime(row['made']))}</td><td>{_link(row)}</td>"
        f"<td>{escape(translate('deposit') if row['kind'] == 'deposit' else translate('withdrawal'))}</td>"
        f"<td class=figure>{escape(format_money(row['cents'], 'EUR', language=LANGUAGE_CODE))}</td><td>"
        f"{escape(translate(STATES[row['status']]))}"
        f"{' · ' + escape(translate('sent back')) if row['refunded'] else ''}"
        f"{_taken_back(row)}</td></tr>"
        for row in payments[:200]
    )
    entry_rows = "".join(
        f"<tr><td>{escape(row['reference'])}</td><td>{escape(translate(KINDS[str(row['kind'])]))}</td>"
        f"<td>{escape(row['number'])}</td><td>{escape(row['nationality'])}</td><td>"
        f"{escape((row['ends'] or '–')[:10])}</td>"
        f"<td><form method=post action=/list>"
        f'<button class="quiet small" name=remove value="{escape(row["reference"])}">'
        f"{escape(translate('Remove from the list'))}</button></form></td></tr>"
        for row in entries
    )
    report_rows = "".join(
        f"<tr><td>{escape(str(row.get('nif', '')))}</td><td>{escape(str(row.get('kind', '')))}</td>"
        f"<td>{escape(str(row.get('ends') or '–')[:10])}</td></tr>"
        for row in reports.values()
    )
    kinds = "".join(
        f"<option value={code}{' selected' if code == '3' else ''}>{escape(translate(text))}</option>"
        for code, text in KINDS.items()
    )
    body = (
        f"<h1>{escape(translate('Payments'))}</h1>"
        f'<form method=post action="/outage"><button class="quiet small">'
        f"{escape(translate('Answer nothing for a minute'))}</button></form>"
        f"<div class=frame><table><tbody>{rows}</tbody></table></div>"
        f"<h2>{escape(translate('National list of excluded people'))}</h2><div class=frame><table><tbody>"
        f"{entry_rows}</tbody></table></div>"
        f"<form class=card method=post action=/list><div class=acts>"
        f"<label class=field>{escape(translate('Document'))}<select name=kind>{kinds}</select></label>"
        f"<label class=field>{escape(translate('Number'))}<input name=number maxlength=20 required></label>"
        f"<label class=field>{escape(translate('Nationality'))}"
        f'<input name=nationality maxlength=2 pattern="[A-Za-z]{{2}}" value="PT" required></label>'
        f"<label class=field>{escape(translate('Months; empty means without end'))}"
        f"<input name=months inputmode=numeric></label><button>{escape(translate('Add to the list'))}"
        f"</button></div></form>"
        f"<h2>{escape(translate('Reported by houses'))}</h2><div class=frame><table><tbody>"
        f"{report_rows}</tbody></table></div>"
    )
    return _page(translate("Payments"), body, LANGUAGE_CODE, "wide")


def _taken_back(row: Row) -> str:
    """Of a paid deposit: that it was taken back, or the buttons for it."""
    translate = _translations(LANGUAGE_CODE).gettext
    if kind := row.get("taken_back"):
        return f" · {escape(translate(TAKEN_BACK[kind]))}"
    if (row["kind"], row["status"]) != ("deposit", "paid"):
        return ""
    return (
        f'<form method=post action="/take-back/{escape(row["reference"])}">'
        f'<button class="quiet small" name=kind value=chargeback>{escape(translate("Charge back"))}</button> '
        f'<button class="quiet small" name=kind value=reversal>{escape(translate("Reverse"))}</button></form>'
    )


def _link(row: Row) -> str:
    reference = escape(row["reference"])
    return f'<a href="/pay/{reference}">{reference}</a>' if row["kind"] == "deposit" else reference
