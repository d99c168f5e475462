"""What the house knows about people: why, on which legal basis, for how long, and in which columns.

The privacy page is written from it. A test compares it with the tables: each column that can hold words about
a person is in one of these groups or among `NOT_PERSONAL`.
"""

from __future__ import annotations

from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

CONTRACT = _("Contract with you (GDPR, article 6.1 b)")
DUTY = _("Legal duty (GDPR, article 6.1 c)")
INTEREST = _("Legitimate interest (GDPR, article 6.1 f)")
CONSENT = _("Your consent (GDPR, article 6.1 a)")
TEN_YEARS = _("Ten years after the account closes")
WITH_THE_ACCOUNT = _("As long as the account exists, and then as the law requires")


@dataclass(frozen=True)
class Group:
    """Data with one purpose. `columns` are those that can hold words: `table: column column`."""

    what: Promise
    why: Promise
    basis: Promise
    kept: Promise
    columns: str


GROUPS = (
    Group(
        what=_("E-mail, language, name at the tables"),
        why=_("To sign you in and call you by a name you chose"),
        basis=CONTRACT,
        kept=WITH_THE_ACCOUNT,
        columns="""
            account_emailaddress: email
            identity_addresschange: before after
            players_person: first_name last_name email
            players_player: alias""",
    ),
    Group(
        what=_(
            "Name, birth date, nationality, profession, address, telephone, document, tax number, payment "
            "account"
        ),
        why=_(
            "The law requires the house to know who plays and to pay nobody else. Staff see these data "
            "masked, and each full view is recorded"
        ),
        basis=DUTY,
        kept=TEN_YEARS,
        columns="""
            cashier_payment: instrument payer payer_digest sealed iban holder
            identity_identity: name nationality profession address postcode town country document_country
                document_number nif reference sealed papers birth nif_digest document_digest name_digests
                birth_month postal_area district telephone
            identity_check: reference
            identity_paymentaccount: iban holder owner_name sealed owner_sealed iban_digest ending
            identity_searchmark: mark
            protection_documentmark: mark""",
    ),
    Group(
        what=_("Documents that you send"),
        why=_("To verify your identity, address or payment account"),
        basis=DUTY,
        kept=_(
            "Seven years after the account closes; five years for accounts that close from 10 July 2027 on"
        ),
        columns="identity_uploadeddocument: name digest sealed",
    ),
    Group(
        what=_("A registration that was not finished"),
        why=_("So that you can continue where you stopped"),
        basis=CONTRACT,
        kept=_("Thirty days"),
        columns="identity_draft: email answers",
    ),
    Group(
        what=_("Bets, rounds, sessions, movements of money, limits, exclusions"),
        why=_("The law requires it, and we need it to answer complaints"),
        basis=DUTY,
        kept=_("Ten years"),
        columns="""
            cashier_adjustment: ticket reason
            cashier_decision: reason
            cashier_payment: reason held reference
            history_statement: data
            protection_absenceafterhand: reason occupation
            protection_exclusion: reference reason occupation""",
    ),
    Group(
        what=_("Complaints, and messages of the house to you"),
        why=_("To answer you, and to show later what was answered"),
        basis=DUTY,
        kept=TEN_YEARS,
        columns="inbox_complaintmessage: text sealed / inbox_message: details",
    ),
    Group(
        what=_("What you write in the chat, and notes about rounds and other players"),
        why=_("So that players can talk, and conduct can be reviewed"),
        basis=INTEREST,
        kept=_("Ninety days; notes a year after they were last changed"),
        columns="games_chatline: alias text / games_opponentnote: text sealed / games_roundnote: text sealed",
    ),
    Group(
        what=_("Sign-ins, failed ones too: time, network address and browser"),
        why=_("To protect the account, and to notice accounts that share a device"),
        basis=INTEREST,
        kept=WITH_THE_ACCOUNT,
        columns="""
            identity_signin: address device
            identity_apitoken: name
            inbox_pushsubscription: endpoint""",
    ),
    Group(
        what=_("What the house notices about how you play: sums, times, limits reached"),
        why=_("To notice harm early, and to prevent money laundering and collusion, as the law requires"),
        basis=DUTY,
        kept=TEN_YEARS,
        columns="""
            bots_finding: figures
            care_contact: notes sealed
            laundering_measure: text reference documents funds answer
            laundering_report: activity procedures operations factors document dciap uif
            protection_caremessage: texts answer
            protection_deposithold: reason
            monitoring_alert: key figures
            monitoring_case: reason
            monitoring_playerstate: states
            collusion_case: key reason
            collusion_step: reason
            returning_blockedperson: digest
            returning_resemblance: sealed likeness player_digest blocked_digest answer
            returning_trait: mark
            screening_match: likeness answer
            screening_screened: digest""",
    ),
    Group(
        what=_("What staff note about an account, and who did what when"),
        why=_("So that decisions about you can be checked later"),
        basis=DUTY,
        kept=_("Ten years; the log of actions is chained and kept whole"),
        columns="""
            administration_playernote: text sealed
            administration_playertag: name
            audit_line: about details address device
            backoffice_worknote: text
            games_chatmute: reason
            identity_erasure: reason
            identity_legalhold: authority reference reason answer
            identity_testaccount: reason""",
    ),
    Group(
        what=_("Copies of your data that you ask for"),
        why=_("So that you can take your data with you"),
        basis=DUTY,
        kept=_("Seven days"),
        columns="history_copy: data",
    ),
    Group(
        what=_("News and offers that you agreed to"),
        why=_("To tell you what you asked to be told"),
        basis=CONSENT,
        kept=_("Until you withdraw it"),
        columns="",
    ),
)
