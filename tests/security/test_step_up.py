"""A staff session that was left open or stolen can read. It can move no money, decide no identity, unmask
no data and open no hand.
"""

from __future__ import annotations

from typing import Any

import pytest
from allauth.mfa.totp.internal.auth import TOTP, generate_totp_secret
from django.test import Client
from django.urls import reverse

from players.audit.models import Line
from players.models import Person, Player
from players.wallet.cashier.models import Adjustment
from tests.demo_house import freshly, signed_in

NOBODY = "00000000-0000-0000-0000-000000000000"
# By the names of the routes: a new way to move money or to see personal data must be added here.
STEPS = {
    "admin:cashier_payment_decide": [NOBODY],
    "admin:cashier_adjustment_ask": [],
    "admin:cashier_adjustment_decide": [1],
    "admin:cashier_ceiling_propose": [],
    "admin:cashier_ceiling_decide": [1],
    "admin:bank_bankfile_send": [],
    "admin:bank_payoutbatch_file": [1],
    "admin:bank_match_propose": [1],
    "admin:bank_matchdecision_decide": [1],
    "admin:bank_chargeback_recover": [1],
    "admin:bank_recovery_decide": [1],
    "admin:identity_unmask": [1],
    "admin:identity_decide": [1],
    "admin:identity_erase": [1],
    "admin:identity_document": [NOBODY],
    "admin:identity_legalhold_propose": [],
    "admin:identity_legalhold_decide": [1],
    "admin:players_player_unmask": [1],
    "admin:players_player_act": [1],
    "admin:backoffice_staffchange_propose": [],
    "admin:backoffice_staffchange_decide": [1],
    "admin:games_incident_decide": [1],
    "admin:floor_tablechange_decide": [1],
    "admin:rulebook_rulechange_step": [1],
    "admin:monitoring_ruleversion_propose": [],
    "admin:monitoring_ruleversion_decide": [1],
    "admin:returning_resemblance_decide": [1],
    "admin:screening_match_decide": [1],
    "compliance_case_decide_bots": [1],
    "compliance_case_decide_care": [1],
    "compliance_case_decide_laundering": [1],
    "compliance_care_release": [1],
    "compliance_laundering_act": [1],
    "floor_bulk_decide": [1],
    "office_tokens": [],
    "office_token_end": [],
    "compliance_closing_act": ["2026-01", "sign"],
    "compliance_integrity_hand": [1, 1],
    "compliance_integrity_folds": [1],
    "compliance_question": [1],
    "compliance_system_change": [1],
}


def left_open(email: str, *, ago: int = 3_600) -> Client:
    client = signed_in(email)
    freshly(client, Person.objects.get(email=email), "password", ago=ago)
    return client


def is_asked(answer: Any) -> bool:
    return answer.status_code == 302 and answer["Location"].startswith(
        ("/account/confirm/", "/account/security/reauthenticate/")
    )


@pytest.mark.parametrize("name", STEPS)
def test_an_old_session_must_confirm_its_identity(demo: None, name: str) -> None:
    before = Line.objects.count()
    for method in ("post", "get") if name == "admin:identity_document" else ("post",):
        answer = getattr(left_open("direcao@feltro.example"), method)(
            reverse(name, args=STEPS[name]), {"reason": "because I say so"}
        )
        assert is_asked(answer), (answer.status_code, answer.get("Location"))
    assert Line.objects.exclude(kind__startswith="access.").count() <= before


@pytest.mark.parametrize("name", STEPS)
def test_a_fresh_sign_in_continues(demo: None, name: str) -> None:
    client = left_open("direcao@feltro.example", ago=10)
    assert not is_asked(client.post(reverse(name, args=STEPS[name]), {"reason": "because I say so"}))


@pytest.mark.parametrize(
    "name", ["admin:identity_unmask", "admin:cashier_adjustment_ask", "compliance_integrity_hand"]
)
def test_a_password_is_not_enough_where_there_is_a_second_factor(demo: None, name: str) -> None:
    person = Person.objects.get(email="direcao@feltro.example")
    TOTP.activate(person, generate_totp_secret())
    client = signed_in(person.email)
    freshly(client, person, "password")
    assert is_asked(client.post(reverse(name, args=STEPS[name])))
    freshly(client, person, "mfa")
    assert not is_asked(client.post(reverse(name, args=STEPS[name])))


def test_what_was_sent_is_carried_out_after_the_confirmation(demo: None) -> None:
    """The reason and the act once got lost: staff had to find the page and type again."""
    client, player = left_open("caixa@feltro.example"), Player.objects.get(alias="Ana")
    url = reverse("admin:cashier_adjustment_ask")
    form = {
        "player": player.alias, "amount": "12,50", "way": "in", "ticket": "T-1", "confirmed": "1250",
        "reason": "devolução de uma cobrança em duplicado",
    }  # fmt: skip
    question = client.post(url, form)
    assert is_asked(question) and not Adjustment.objects.filter(player=player).exists()
    answer = client.post(question["Location"], {"password": "mesa-caixa-2015", "next": url})
    assert answer.status_code == 302, answer.content.decode()[-3000:]
    asked = Adjustment.objects.get(player=player)
    assert (asked.cents, asked.reason) == (1_250, "devolução de uma cobrança em duplicado")


def test_staff_with_a_second_factor_are_asked_for_it(demo: None) -> None:
    """By password the act would be asked for again and again."""
    person = Person.objects.get(email="direcao@feltro.example")
    TOTP.activate(person, generate_totp_secret())
    client = signed_in(person.email)
    freshly(client, person, "password")
    question = client.post(reverse("admin:identity_unmask", args=[1]), {"reason": "because I say so"})
    assert question["Location"].startswith("/account/security/reauthenticate/")
